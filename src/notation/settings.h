/* What can be agreed on before a game, one row a setting. Records, the log, the
 * wire, views, bots' programs, the remembered set-up, the full screen's form and
 * the page are loops over these rows: a new setting is a row, and whatever it
 * changes in the game.
 *
 * The rows here are about a tio_settings. A table has more to agree on: its rows
 * continue these (table/settings.h), in a struct that begins with a
 * tio_settings, so that `at` counts from the same place. */
#ifndef TIOLI_NOTATION_SETTINGS_H
#define TIOLI_NOTATION_SETTINGS_H

#include "base/json.h"
#include "notation/scan.h"

enum setting_kind {
    SETTING_NUMBER, /* from `low` to `high` */
    SETTING_STARTS, /* the same, or 0: as the box says for so many players */
    SETTING_SEAT,   /* a seat, or TIO_NONE for the only word */
    SETTING_WORD,   /* one of `high` words */
    SETTING_YES,    /* its words are no and yes */
    SETTING_EITHER, /* one of two words; where flags are wanted, `flag` is one
                       that stands for the second */
    SETTING_MS,     /* a uint32_t; all above are a uint8_t */
    SETTING_TEXT,   /* of `high` bytes at most, as are the next two */
    SETTING_CODE,   /* text that may be empty, and is told to the host alone */
    SETTING_DECK,   /* the deck's name: the log has it beside the cards */
};

struct setting {
    const char *name; /* in JSON; "clock.kind" is within an object */
    const char *key;  /* in lines of text */
    const char *flag; /* of EITHER */
    uint8_t kind;
    bool later;     /* than the first logs and clients: it is left out where it
                       has its usual value */
    uint8_t record; /* its place among the settings of a record, from 0 */
    uint8_t view;   /* the same in a view's text */
    size_t at;
    uint32_t low, high;
    const char *const *words;
    uint32_t usual; /* of a table: the engine knows those of a game */
    const char *usual_text;
    const char *wants;       /* a table's complaint about a bad value */
    const char *label;       /* for a person, as are the next two */
    const char *const *said; /* what a choice is called */
    const char *help;
    const char *told; /* where it is not 0, of a game that is looked back at:
                         with a %s its word */
};

/* The settings of a game, in the order of logs and the wire. */
enum {
    SETTING_PLAYERS,
    SETTING_EDITION,
    SETTING_FREE_HAND,
    SETTING_STARTS_EACH,
    SETTING_FIRST,
    SETTING_CAST,
    SETTING_PILES,
    GAME_SETTINGS
};
extern const struct setting game_settings[GAME_SETTINGS];
/* Their words, for rows of other kinds; ended by NULL. */
extern const char *const setting_editions[TIO_EDITIONS + 1];
extern const char *const setting_casts[TIO_CAST_RULES + 1];

/* In the order of records, and of a view's text. */
const struct setting *setting_in_record(unsigned place);
const struct setting *setting_in_view(unsigned place);

/* Of all kinds but texts. */
unsigned setting_number(const struct setting *row, const void *settings);
void setting_set(const struct setting *row, unsigned number, void *settings);
/* Sets it to its row's usual value; and whether it has that value. */
void setting_reset(const struct setting *row, void *settings);
bool setting_is_usual(const struct setting *row, const void *settings);
/* Bytes that it takes in its struct. */
size_t setting_size(const struct setting *row);
/* The word of a choice that has this value now; "?" if it can't. */
const char *setting_word(const struct setting *row, const void *settings);

/* The same with the box's number of starts where it was left to the box. */
tio_settings settings_settled(const tio_settings *settings);

/* The value as lines of text have it: 3, yes, schmidt, random. */
void setting_print(struct buffer *out, const struct setting *row,
                   const void *settings);
/* Takes exactly what is printed, for so many players; with 0, for a game that is
 * still to be set up: any seat then, and 0 starts for the box's number. */
bool setting_scan(const struct setting *row, struct word word, unsigned players,
                  void *settings);
/* "2 to 5", "gamewright or schmidt": behind 'expected'. */
#define SETTING_EXPECTED 64
const char *setting_expected(const struct setting *row,
                             char text[SETTING_EXPECTED]);

/* The value as the wire has it. */
void setting_json(struct json *json, const struct setting *row,
                  const void *settings);

#endif
