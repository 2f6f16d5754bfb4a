/* Threads that think, so that the loop never does: a question goes out with
 * copies of all it needs, and its answer comes back through the host's wake().
 *
 * The order is: bots that don't search, then searches of bots, then hints. Of
 * two of a kind the one whose address has used less time goes first; at one
 * address, the one whose person has; then the one that came first. A thread
 * looks up from its work every few milliseconds. If something waits that goes
 * far before, and no thread is free, it does that first and then continues. So
 * one thread is enough for a bot to be in time, whatever was asked before. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include <stdatomic.h>

#include "server/server.h"
#include "server/shares.h"

#define THINKERS_THREADS 64
/* What a thread has begun, all but one of it put aside: each needs memory. Each
 * next one has used less than half as much, so that more would hardly come. */
#define THINKERS_DEPTH 16
#define THINKERS_BOTS 1024 /* decisions that may wait or be thought about */
#define THINKERS_HINTS 256 /* the same of hints, and of them */
#define THINKERS_HINTS_OF_ADDRESS 32
#define THINKERS_HINTS_OF_PERSON 4

enum thought_kind {
    THOUGHT_QUICK,  /* of a bot that takes next to no time */
    THOUGHT_SEARCH, /* of a bot that takes the better part of a second */
    THOUGHT_HINT,
    THOUGHT_KINDS
};

struct lobby_table;
struct session;

/* Whose time it is. All zero: the address is unknown or does not count. */
struct thinker_of {
    uint8_t person[SHARES_KEY];
    uint8_t address[SHARES_KEY];
};

struct thought {
    /* Of the queue, under its lock. */
    struct thought *next;
    struct thought *before;
    struct share *person;
    struct share *address; /* or NULL */
    uint64_t number;       /* in order of asking */
    uint64_t queued_us;    /* when it began to wait */
    uint64_t began_us;     /* 0: it still waits */
    bool counted;          /* among what waits or is thought about */
    atomic_bool dropped;   /* nobody needs it any more */

    uint8_t kind;  /* enum thought_kind */
    bool program;  /* of a program's own thread */
    bool failed;   /* the program did: somebody else has to decide */
    uint8_t fault; /* enum player_fault */
    struct thinker_of of;
    char table[SERVER_TABLE_ID];
    uint8_t seat;
    uint64_t ticket;   /* the question: see table_want */
    uint64_t asked_us; /* when the request came, or the question did */
    uint64_t until_us; /* when a search has to be over; 0: it takes its time */
    const tio_bot *bot;
    const tio_deck *deck; /* held */
    tio_view view;
    tio_random random;
    tio_move move; /* the answer */
    /* Of the loop alone: the table's other questions. */
    struct lobby_table *entry; /* NULL: nobody waits for it */
    struct thought *next_there;
    struct thought *before_there;
    /* Of a hint. */
    struct session *session; /* of the loop alone */
    char request[TABLE_REQUEST];
    tio_hint *advice;
};

/* What the threads need of whoever uses them. */
struct thinkers_host {
    void *context;
    /* From any thread: something is done. */
    void (*wake)(void *context);
    /* On one of the threads. It calls go_on() every few milliseconds and ends
     * early when that returns false: nobody needs the answer then. */
    void (*think)(struct thought *thought, bool (*go_on)(void *task),
                  void *task);
    void (*free)(void *context, struct thought *thought);
};

/* What waits and what is thought about, by enum thought_kind. */
struct thinkers_figures {
    unsigned waiting[THOUGHT_KINDS];
    unsigned running[THOUGHT_KINDS];
};

enum thinkers_room {
    THINKERS_ROOM,
    THINKERS_NO_SHARE, /* this person or address has enough there already */
    THINKERS_FULL,
};

/* `threads` 0: one less than there are cores. NULL if threads or memory are
 * out. */
struct thinkers *thinkers_new(const struct thinkers_host *host,
                              unsigned threads, const uint8_t secret[32]);
/* Tells the searches in progress to end, and waits for them. */
void thinkers_free(struct thinkers *thinkers);

/* Whether a question of that kind could be asked now. */
enum thinkers_room thinkers_room_for(struct thinkers *thinkers,
                                     const struct thinker_of *of,
                                     enum thought_kind kind);
/* If there is no room the caller keeps it. */
enum thinkers_room thinkers_ask(struct thinkers *thinkers,
                                struct thought *thought);
/* Nobody needs it any more. True: it still waited, and is the caller's again.
 * False: it is among those that are done within milliseconds, `dropped`. */
bool thinkers_drop(struct thinkers *thinkers, struct thought *thought);
/* From any thread: the thought of a program is done. */
void thinkers_post(struct thinkers *thinkers, struct thought *thought);
/* All that are done, a list in order; for the loop. */
struct thought *thinkers_done(struct thinkers *thinkers);

void thinkers_count(struct thinkers *thinkers, struct thinkers_figures *out);

#endif
