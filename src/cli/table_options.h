/* The options that describe a table: who sits there, which rules hold, which
 * deck lies on it. play, sim, arena and deck stats have the same ones, and those
 * of bots and programs: groups of rows that a command's own rows refer to. */
#ifndef CLI_TABLE_OPTIONS_H
#define CLI_TABLE_OPTIONS_H

#include <stdbool.h>

#include "cli/options.h"
#include "tioli.h"

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

extern const struct option_row table_players_row[]; /* of the same struct */
extern const struct option_row table_rows[];

/* Checks what depends on more than one option and reads the deck. Returns the
 * exit status: CLI_OK, or another after a message. */
int table_options_settle(struct table_options *table, const char *command);

/* Rows that several commands have, for a field of the type of their kind. */
extern const struct option_row option_seed_row[];
extern const struct option_row option_threads_row[];
extern const struct option_row option_json_row[];

struct records_options {
    const char *folder; /* NULL: none */
    bool force;
};

extern const struct option_row records_rows[];

/* ---- How long bots may think, and how patient the table is with programs -- */

struct player_options {
    tio_budget budget; /* for bots whose own text has none */
    unsigned clock_ms; /* 0: not given */
    unsigned memory_mb;
    bool show_errors;
    bool uncaged;
    const char *trace;            /* a file, or NULL */
    struct player_trace trace_to; /* once it is open: until the program ends */
    bool told;                    /* that the cage has gaps */
};

extern const struct option_row budget_rows[];  /* of a tio_budget */
extern const struct option_row program_rows[]; /* of the struct above */

/* Whether both were given, which do not go together: CLI_OK, or CLI_USAGE after
 * a message. */
int budget_check(const tio_budget *budget, const char *command);

/* How patient to be with programs. CLI_OK, or CLI_WRONG after a message: the
 * file for their words can't be written. */
int player_options_limits(struct player_options *options, const char *command,
                          struct player_limits *limits);

/* Gives a bot that searches the budget of the command line, unless it was
 * written with one of its own, as in "expert:effort=2000". At the first program
 * whose cage has gaps on this system it says so. */
void player_options_apply(struct player_options *options, const char *command,
                          struct player_spec *spec);

#endif
