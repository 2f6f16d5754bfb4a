/* Threads that think, so that the loop never does: a question goes out with
 * copies of all it needs, and its answer comes back through net_wake(). */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include "server/lobby.h"
#include "server/session.h"

#define THINKERS_QUEUE 1024 /* questions that may wait */
#define THINKERS_THREADS 64

struct thought {
    struct thought *next;
    bool hint;     /* or a bot's decision */
    bool program;  /* of a program's thread */
    bool failed;   /* the program did: somebody else has to decide */
    uint8_t fault; /* enum player_fault */
    char table[SERVER_TABLE_ID];
    uint8_t seat;
    uint64_t ticket;
    uint64_t asked_us;
    uint64_t until_us; /* when a search has to be over; 0: it takes its time */
    const tio_bot *bot;
    const tio_deck *deck; /* held */
    tio_view view;
    tio_random random;
    tio_move move; /* the answer */
    /* Of a hint. */
    struct session *session; /* NULL: gone. For the loop's thread alone */
    char request[TABLE_REQUEST];
    uint64_t position;
    tio_hint *advice;
};

/* NULL if threads or memory are out. */
struct thinkers *thinkers_new(struct server *server, unsigned threads);
/* Waits for what is being thought about. */
void thinkers_free(struct thinkers *thinkers);

/* False if too many wait: the caller keeps it. */
bool thinkers_ask(struct thinkers *thinkers, struct thought *thought);
/* From any thread: the thought is done. */
void thinkers_post(struct thinkers *thinkers, struct thought *thought);
/* All that are done, a list; for the loop. */
struct thought *thinkers_done(struct thinkers *thinkers);
bool thinkers_have_room(const struct thinkers *thinkers);

struct thought *thought_new(struct lobby_table *table, unsigned seat);
void thought_free(struct server *server, struct thought *thought);

#endif
