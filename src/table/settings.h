/* What the people at a table agree on: the settings of the game, and these. */
#ifndef TABLE_SETTINGS_H
#define TABLE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/settings.h"
#include "tioli.h"

#define TABLE_LEVEL 33   /* room for the name of a bot */
#define TABLE_CODE 33    /* room for a password */
#define TABLE_GRACE 1000 /* ms of absence before a stand-in, at the least */

#define TABLE_SECOND 1000U
#define TABLE_MINUTE (60 * TABLE_SECOND)
#define TABLE_HOUR (60 * TABLE_MINUTE)
#define TABLE_DAY (24 * TABLE_HOUR)

enum table_clock_kind {
    TABLE_CLOCK_NONE,
    TABLE_CLOCK_MOVE, /* `base_ms` for each move */
    TABLE_CLOCK_GAME, /* `base_ms` for the game, `more_ms` added by each move */
    TABLE_CLOCK_DAYS, /* as MOVE, but nobody has to stay: no grace period */
    TABLE_CLOCK_KINDS
};

enum table_watch { /* who may watch */
                   TABLE_WATCH_NOBODY,
                   TABLE_WATCH_LINK,   /* whoever has the link */
                   TABLE_WATCH_PUBLIC, /* and the table is in the public list */
                   TABLE_WATCH_KINDS
};

/* One row a setting, in the order of the wire: kind, field, most, its name in
 * JSON, its key in the log, and what else a row has (notation/settings.h). The
 * struct below, and whatever reads or writes settings, is made of it. A setting
 * that is added later has `.later = true`, and its row is the last. */
#define TABLE_SETTINGS(X)                                                        \
    X(DECK, deck, 31, "deck", "deck", /* a built-in one, or the own one's */     \
      .usual_text = "standard", .wants = "a deck's name has 1 to 31 bytes")      \
    X(YES, hints, 2, "hints", "hints", .usual = 1, .wants = "on or off",         \
      .label = N_("Hints"), .help = N_("Players may ask for the best move."))    \
    X(YES, undo, 2, "undo", "undo", .usual = 1, .wants = "on or off",            \
      .label = N_("Players may undo moves"))                                     \
    X(YES, listed, 2, "listed", "listed", /* free seats are in the list */       \
      .wants = "yes or no", .label = N_("List this table publicly"),             \
      .help = N_("It appears in the list on the start page, where anyone can "   \
                 "find it."))                                                    \
    X(WORD, watch, TABLE_WATCH_KINDS, "watch", "watch",                          \
      .words = table_watch_words, .usual = TABLE_WATCH_LINK,                     \
      .wants = "nobody, link or public", .label = N_("Who may watch"),           \
      .said = table_watch_said)                                                  \
    X(WORD, clock, TABLE_CLOCK_KINDS, "clock.kind", "clock",                     \
      .words = table_clock_words, .usual = TABLE_CLOCK_NONE,                     \
      .wants = "there is no such clock")                                         \
    X(MS, base_ms, UINT32_MAX, "clock.base", "base", .wants = "")                \
    X(MS, more_ms, UINT32_MAX, "clock.more", "more", .wants = "")                \
    /* Absence before a stand-in plays; older logs may have less than a        \
     * second. */ \
    X(MS, grace_ms, TABLE_DAY, "grace", "grace", .usual = TABLE_MINUTE,          \
      .wants = "at most 1 day")                                                  \
    /* From the question to a bot's answer: always, but for levels that need   \
     * more. */ \
    X(MS, bot_ms, TABLE_MINUTE, "bot", "bot", .usual = TABLE_SECOND,             \
      .wants = "at most 1 minute", .label = N_("Bots think for"))                \
    /* The bot that plays for whoever is not there. */                           \
    X(TEXT, stand_in, TABLE_LEVEL - 1, "stand_in", "stand-in",                   \
      .usual_text = "normal", .wants = "a bot's name has 1 to 32 bytes")         \
    /* Needed to sit down; "": the link is enough. */                            \
    X(CODE, code, TABLE_CODE - 1, "code", "code", .usual_text = "",              \
      .wants = "a password has at most 32 bytes")                                \
    X(NUMBER, undos, 9, "undos", "undos", .later = true,                         \
      .wants = "0 to 9 moves", .label = N_("Moves each player may undo"),        \
      .help = N_("Per game. 0 means no limit."))                                 \
    /* Only where one person plays against bots: table_solo() in table.h. */     \
    X(YES, takeback, 2, "takeback", "takeback", .later = true, .usual = 1,       \
      .wants = "on or off", .label = N_("Take back past bots' moves"),           \
      .help = N_("If you play alone against bots, taking a move back takes "     \
                 "their answers back too."))

struct table_settings {
    tio_settings game; /* the first: rows of both count from the same place */
#define TABLE_FIELD_NUMBER(field, most) uint8_t field;
#define TABLE_FIELD_YES(field, most) uint8_t field;
#define TABLE_FIELD_WORD(field, most) uint8_t field;
#define TABLE_FIELD_MS(field, most) uint32_t field;
#define TABLE_FIELD_TEXT(field, most) char field[(most) + 1];
#define TABLE_FIELD_CODE(field, most) char field[(most) + 1];
#define TABLE_FIELD_DECK(field, most) char field[(most) + 1];
#define X(kind, field, most, ...) TABLE_FIELD_##kind(field, most)
    TABLE_SETTINGS(X)
#undef X
};

extern const char *const table_clock_words[TABLE_CLOCK_KINDS + 1];

/* All rows: those of the game, then the table's own. NULL from the end on. */
const struct setting *table_setting(unsigned i);
/* By its name in JSON; the number of rows if there is none. */
unsigned table_setting_named(const char *name);

struct table_settings table_settings_default(unsigned players);

/* False if a table can't have these settings: `field` names the one that is
 * wrong and `error` has a sentence about it. Whether a deck or a bot of that
 * name exists is not asked here. */
bool table_settings_check(const struct table_settings *settings, char field[16],
                          tio_text_error *error);

#endif
