/* The options that say how long bots may think, and how patient the table is
 * with programs that play. arena, sim and play understand the same ones. */
#ifndef CLI_PLAYER_OPTIONS_H
#define CLI_PLAYER_OPTIONS_H

#include <stdbool.h>

#include "cli/options.h"
#include "players/player.h"

enum player_option {
    OPTION_EFFORT = 2000,
    OPTION_THINK,
    OPTION_BOT_CLOCK,
    OPTION_BOT_MEMORY,
    OPTION_BOT_STDERR,
    OPTION_BOT_UNCAGED,
};

/* For a command's own table of options. */
#define PLAYER_OPTIONS                                                         \
    {"effort", required_argument, NULL, OPTION_EFFORT},                        \
        {"think", required_argument, NULL, OPTION_THINK},                      \
        {"bot-clock", required_argument, NULL, OPTION_BOT_CLOCK},              \
        {"bot-memory", required_argument, NULL, OPTION_BOT_MEMORY},            \
        {"bot-stderr", no_argument, NULL, OPTION_BOT_STDERR},                  \
    {                                                                          \
        "bot-uncaged", no_argument, NULL, OPTION_BOT_UNCAGED                   \
    }

/* Its lines in the help. */
#define PLAYER_OPTIONS_HELP                                                    \
    {"--effort N", N_("playouts for each move of a bot that searches")},       \
        {"--think TIME",                                                       \
         N_("let such a bot think this long instead: 200ms, 1.5s")},           \
        {"--bot-clock TIME", N_("how long a program may take for a move\n"     \
                                "(default 10s)")},                             \
        {"--bot-memory MB",                                                    \
         N_("memory that a program may use, 16 to 1048576, or 0\n"             \
            "for no limit (default 2048)")},                                   \
        {"--bot-stderr",                                                       \
         N_("show what programs write to their standard error,\n"              \
            "and their lines of info")},                                       \
    {                                                                          \
        "--bot-uncaged", N_("let programs use the network and your files")     \
    }

struct player_options {
    tio_budget budget; /* for bots whose own text has none */
    struct player_limits limits;
    bool told; /* that the cage has gaps */
};

void player_options_init(struct player_options *options);

/* Takes one option in; false after a message. Only for values of the enum. */
bool player_options_take(struct player_options *options, const char *command,
                         int option, const char *value);

/* Gives a bot that searches the budget of the command line, unless it was
 * written with one of its own, as in "expert:effort=2000". At the first program
 * whose cage has gaps on this system it says so. */
void player_options_apply(struct player_options *options, const char *command,
                          struct player_spec *spec);

#endif
