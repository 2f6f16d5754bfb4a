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

#endif
