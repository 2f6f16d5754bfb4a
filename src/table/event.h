/* What happened at a table, one thing at a time. A table is the fold of its
 * events: table_fold() in table.h is the only function that changes one. An
 * event is stored as one line of text. It holds secrets (hands, the seed of the
 * dice, who a person is): no line of it is ever shown to anybody. */
#ifndef TABLE_EVENT_H
#define TABLE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/settings.h"

#define TABLE_PERSON 16   /* bytes that tell one person from another */
#define TABLE_BYTES 32    /* of chance: a secret, its hash, a client's share */
#define TABLE_REQUEST 33  /* room for a request's id */
#define TABLE_DECK 12288  /* room for the text of an own deck */
#define TABLE_EVENT 16384 /* room for an event's text */
/* What a snapshot needs of that room beside the deck, at the most. */
#define TABLE_SNAPSHOT (TABLE_EVENT - TABLE_DECK)
#define TABLE_REQUESTS 16 /* remembered, so that a retry is harmless */
#define TABLE_KICKED 12   /* persons remembered who were sent away */

struct table_person {
    uint8_t id[TABLE_PERSON]; /* all zero: nobody */
};

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
    X(LEAVE, "leave")       /* seat: for good, a bot takes over */             \
    X(REVEAL, "reveal")     /* the secret of the game that has ended */        \
    X(AGAIN, "again")       /* seat, bytes: wants a rematch */                 \
    X(WAIT, "wait")         /* seat: the stand-in comes later */               \
    X(REOPEN, "reopen") /* seats of those who did not agree are free, all  \
                               is as before the first game */   \
    X(RESUME, "resume") /* after the server was down: clocks go on */          \
    X(SNAPSHOT,                                                                \
      "snapshot")     /* snapshot, settings, deck, secret and commit:    \
                               all that came before it, while nobody plays */     \
    X(CLOSE, "close") /* cause: nothing follows; in a game it comes      \
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

enum table_seat_kind {
    TABLE_SEAT_EMPTY,
    TABLE_SEAT_PERSON,
    TABLE_SEAT_BOT, /* `level` names a bot, or a program the host of this
                       process knows */
    TABLE_SEAT_KINDS
};

struct table_request {
    uint64_t key; /* of person and request */
    uint64_t seq; /* the event that carries the request */
};

/* How a seat stands while nobody plays. */
struct table_snapshot_seat {
    uint8_t kind;               /* enum table_seat_kind */
    struct table_person person; /* of a person, as are colour, bytes, names */
    char name[TIO_NAME_TEXT];   /* of a person or a bot */
    uint32_t colour;
    uint8_t bytes[TABLE_BYTES];
    uint32_t names;
    char level[TABLE_LEVEL]; /* of a bot */
};

/* What all events up to a snapshot amount to, beside what has a field of its
 * own in struct table_event: before the first game, or between two, where all
 * have agreed and the next game's START follows at once, or where seats are filled
 * again (`open`). */
struct table_snapshot {
    uint64_t created; /* time */
    struct table_person owner;
    uint32_t games; /* 0: before the first */
    uint8_t open;   /* after a game: seats are filled for the next one */
    uint8_t revealed[TABLE_BYTES];
    uint8_t revealed_commit[TABLE_BYTES];
    struct table_snapshot_seat seat[TIO_MAX_PLAYERS];
    uint32_t kicks;
    struct table_person kicked[TABLE_KICKED];
    uint32_t requests;
    struct table_request request[TABLE_REQUESTS];
};

/* One event; the list above shows which fields count. `seq` counts from 1 at
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
    struct table_snapshot snapshot;
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
