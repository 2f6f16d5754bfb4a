/* What happened at a table, one thing at a time. A table is the fold of its
 * events: table_fold() in table.h is the only function that changes one. An
 * event is stored as one line of text. It holds secrets (hands, the seed of the
 * dice, who a person is): no line of it is ever shown to anybody. */
#ifndef TABLE_EVENT_H
#define TABLE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tioli.h"

#define TABLE_PERSON 16   /* bytes that tell one person from another */
#define TABLE_BYTES 32    /* of chance: a secret, its hash, a client's share */
#define TABLE_REQUEST 33  /* room for a request's id */
#define TABLE_LEVEL 33    /* room for the name of a bot */
#define TABLE_CODE 33     /* room for an invitation code */
#define TABLE_DECK 12288  /* room for the text of an own deck */
#define TABLE_EVENT 16384 /* room for an event's text */
#define TABLE_GRACE 1000  /* ms of absence before a stand-in, at the least */

struct table_person {
    uint8_t id[TABLE_PERSON]; /* all zero: nobody */
};

enum table_clock_kind {
    TABLE_CLOCK_NONE,
    TABLE_CLOCK_MOVE, /* `base_ms` for each move */
    TABLE_CLOCK_GAME, /* `base_ms` for the game, `more_ms` added by each move */
    TABLE_CLOCK_DAYS, /* as MOVE, but nobody has to stay: no grace period */
    TABLE_CLOCK_KINDS
};

enum table_watch { /* who may look on */
                   TABLE_WATCH_NOBODY,
                   TABLE_WATCH_LINK,   /* whoever has the link */
                   TABLE_WATCH_PUBLIC, /* and the table is in the public list */
                   TABLE_WATCH_KINDS
};

/* What the host has agreed with the others. */
struct table_settings {
    tio_settings game;
    char deck[32]; /* name of a built-in deck, or of the own one */
    uint8_t hints; /* may be asked for */
    uint8_t undo;
    uint8_t listed; /* free seats are offered in the public list */
    uint8_t watch;  /* enum table_watch */
    uint8_t clock;  /* enum table_clock_kind */
    uint32_t base_ms;
    uint32_t more_ms;
    uint32_t grace_ms; /* absence before a stand-in plays; at least a second,
                          though older logs may have less */
    uint32_t bot_ms;   /* from the question to a bot's answer: always, but for
                          levels that need more */
    char stand_in[TABLE_LEVEL]; /* the bot that plays for who is not there */
    char code[TABLE_CODE];      /* needed to sit down; "": the link is enough */
};

struct table_settings table_settings_default(unsigned players);

/* False if a table can't have these settings: `field` names the one that is
 * wrong and `error` has a sentence about it. Whether a deck or a bot of that
 * name exists is not asked here. */
bool table_settings_check(const struct table_settings *settings, char field[16],
                          tio_text_error *error);

#define TABLE_EVENTS(X)                                                        \
    X(CREATE, "create") /* settings, deck, person: the host */                 \
    X(SET, "set")       /* settings, deck: as long as nobody plays */          \
    X(COMMIT, "commit") /* secret and commit: for the next game */             \
    X(SIT, "sit")       /* seat, person, name, colour, bytes */                \
    X(BOT, "bot")       /* seat, level, name: a bot or a program; in place \
                               of who has left too, before a rematch */   \
    X(STAND, "stand")   /* seat, cause: it is free again */                    \
    X(NAME, "name")     /* seat, name, colour */                               \
    X(HOST, "host")     /* person: hands over */                               \
    X(START, "start")   /* seat: who starts, or TIO_NONE: by chance */         \
    X(CHANCE, "chance") /* move */                                             \
    X(MOVE, "move")     /* move, cause */                                      \
    X(UNDO, "undo")     /* seat: takes its last move back */                   \
    X(STAND_IN, "stand-in") /* seat: a bot plays until the person is back */   \
    X(BACK, "back")         /* seat */                                         \
    X(LEAVE, "leave")       /* seat: for good, a bot plays on */               \
    X(REVEAL, "reveal")     /* the secret of the game that has ended */        \
    X(AGAIN, "again")       /* seat, bytes: wants a rematch */                 \
    X(RESUME, "resume")     /* after the server was down: clocks go on */      \
    X(CLOSE, "close")       /* cause: nothing follows; in a game it comes      \
                               after REVEAL */

enum table_event_type {
#define X(name, word) TABLE_EVENT_##name,
    TABLE_EVENTS(X)
#undef X
        TABLE_EVENT_TYPES
};

/* Why, or by whom. */
#define TABLE_CAUSES(X)                                                        \
    X(PERSON, "person")                                                        \
    X(BOT, "bot")           /* a move of the bot or program on the seat */     \
    X(STAND_IN, "stand-in") /* for a person who is away */                     \
    X(LATE, "late")         /* for a person whose time is up */                \
    X(KICKED, "kicked")                                                        \
    X(HOST, "host")   /* a bot was taken away; the host closed */              \
    X(EMPTY, "empty") /* everybody has left */                                 \
    X(OLD, "old")     /* nothing happened for too long */

enum table_cause {
#define X(name, word) TABLE_CAUSE_##name,
    TABLE_CAUSES(X)
#undef X
        TABLE_CAUSE_COUNT
};

/* One event; which fields count says the list above. `seq` counts from 1 at
 * each table. */
struct table_event {
    uint8_t type;
    uint8_t seat;
    uint8_t cause;
    uint64_t seq;
    uint64_t time;               /* milliseconds since 1970 */
    struct table_person person;  /* who asked for it, if anybody did; of CREATE,
                                   SIT and HOST whom it is about */
    char request[TABLE_REQUEST]; /* that person's request, or "" */
    char name[TIO_NAME_TEXT];
    uint32_t colour; /* 0xrrggbb */
    char level[TABLE_LEVEL];
    uint8_t secret[TABLE_BYTES];
    uint8_t commit[TABLE_BYTES];
    uint8_t bytes[TABLE_BYTES];
    tio_move move;
    struct table_settings settings;
    const char *deck; /* text of an own deck, or NULL: built in */
};

const char *table_event_name(unsigned type);
const char *table_cause_name(unsigned cause);

/* One line without its line end. Returns its length, or 0 if it does not fit,
 * which only the text of an own deck can cause. `deck` is the table's: a move's
 * cards are named by it; NULL for events without a move. */
size_t table_event_print(const struct table_event *event, const tio_deck *deck,
                         char out[TABLE_EVENT]);

/* `out->deck` points into `room`. Anything that table_event_print() would not
 * have written is refused with a sentence. */
bool table_event_parse(const char *text, size_t length, const tio_deck *deck,
                       struct table_event *out, char room[TABLE_DECK],
                       tio_text_error *error);

#endif
