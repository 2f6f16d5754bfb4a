/* The options that describe a table: who sits there, which rules hold, which
 * deck lies on it. play, sim and deck stats understand the same ones. */
#ifndef CLI_TABLE_OPTIONS_H
#define CLI_TABLE_OPTIONS_H

#include <stdbool.h>

#include "cli/options.h"
#include "tioli.h"

enum table_option {
    OPTION_PLAYERS = 1000,
    OPTION_EDITION,
    OPTION_FREE_HAND,
    OPTION_STARTS,
    OPTION_FIRST,
    OPTION_CAST,
    OPTION_PILES_DOWN,
    OPTION_DECK,
};

/* For a command's own table of options. */
#define TABLE_OPTIONS                                                          \
    {"players", required_argument, NULL, OPTION_PLAYERS},                      \
        {"edition", required_argument, NULL, OPTION_EDITION},                  \
        {"free-hand", no_argument, NULL, OPTION_FREE_HAND},                    \
        {"starts", required_argument, NULL, OPTION_STARTS},                    \
        {"first", required_argument, NULL, OPTION_FIRST},                      \
        {"cast", required_argument, NULL, OPTION_CAST},                        \
        {"piles-down", no_argument, NULL, OPTION_PILES_DOWN},                  \
    {                                                                          \
        "deck", required_argument, NULL, OPTION_DECK                           \
    }

/* Its lines in the help. */
#define TABLE_OPTIONS_HELP                                                     \
    {"--edition NAME", N_("gamewright (the default) or schmidt")},             \
        {"--free-hand", N_("five cards in any split of combos and actions")},  \
        {"--starts N", N_("each player starts N rounds, 1 to 9\n"              \
                          "(default: as the box's table says)")},              \
        {"--first SEAT",                                                       \
         N_("who starts: a seat from 1, or random (default)")},                \
        {"--cast RULE", N_("what a die that is cast back does to others:\n"    \
                           "carry (default), aim or off")},                    \
        {"--piles-down", N_("score piles stay face down until the end")},      \
    {                                                                          \
        "--deck DECK", N_("a built-in deck by name, or a file")                \
    }

struct table_options {
    unsigned players;
    unsigned edition;
    unsigned cast;
    unsigned starts; /* 0: the box's table */
    unsigned first;  /* from 1; 0: random */
    bool free_hand;
    bool piles_down;
    const char *deck_name;
    tio_deck room; /* for a deck from a file */
    /* filled in by table_options_settle() */
    const tio_deck *deck;
    tio_settings settings;
};

void table_options_init(struct table_options *table, unsigned players);

/* Takes one option in; false after a message. Only for values of the enum. */
bool table_options_take(struct table_options *table, const char *command,
                        int option, const char *value);

/* Checks what depends on more than one option and reads the deck. Returns the
 * exit status: CLI_OK, or another after a message. */
int table_options_settle(struct table_options *table, const char *command);

#endif
