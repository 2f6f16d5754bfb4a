/* What main.c and the commands share: what a command is, and the meaning of the
 * exit status. A command is a struct of words and rows; whatever its rows say is
 * read by options_read(), and told by help, man page and completions. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdio.h>

#include "options/option.h"

enum cli_status {
    CLI_OK = 0,
    CLI_WRONG = 1, /* what was checked is wrong, or something failed */
    CLI_USAGE = 2, /* the command line can't be understood */
};

struct cli_command {
    const char *name;    /* "sim"; "deck stats" */
    const char *summary; /* N_(): for the list of commands */
    const char *help[7]; /* N_(): how it is called and what it does, each a
                            paragraph; then the options */
    const char *after;   /* N_(): below the options; NULL: nothing */
    const struct option_row *rows; /* NULL: none but --help */
    enum option_kind words; /* behind the options; OPTION_FLAG: none may be */
    /* "deck list": ended by NULL. Those that don't run are only completed. */
    const struct cli_command *const *parts;
    /* Its part of the command line, in which argv[0] is its name. */
    int (*run)(int argc, char **argv);
    void (*more_help)(void); /* at the end; NULL: nothing */
};

extern const struct cli_command command_play;
extern const struct cli_command command_serve;
extern const struct cli_command command_score;
extern const struct cli_command command_sim;
extern const struct cli_command command_arena;
extern const struct cli_command command_bot;
extern const struct cli_command command_replay;
extern const struct cli_command command_verify;
extern const struct cli_command command_store;
extern const struct cli_command command_deck;
extern const struct cli_command command_deck_stats;
extern const struct cli_command command_bench;

/* A command line, and what became of it. */
struct options {
    const struct cli_command *command;
    void *into; /* the struct whose fields the rows name */
    int argc;   /* in the end, the words that are not options */
    char **argv;
    unsigned marks; /* of all the rows that were given */
    int status;
};

/* Fills the fields with their defaults, then from the command line. False
 * if the command is over, with its exit status: help was shown, or something is
 * wrong and was told. */
bool options_read(struct options *options);

/* The same over what is in the fields already. */
bool options_read_more(struct options *options);

/* The lines of --help about options: those of the rows, and its own. */
void options_print(const struct option_row *rows, FILE *out);

/* All commands and their options as JSON, from which man pages and completions
 * are made: `tioli help --json`. */
int describe_commands(const struct cli_command *const commands[],
                      const struct option_row *own);

#endif
