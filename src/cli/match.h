/* Games between bots: one at a time, or many on several threads. A game is
 * fixed by the seed and its number, so that the number of threads and the
 * order in which they work change nothing. */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "tioli.h"

struct match {
    const tio_deck *deck;
    tio_settings settings;
    const tio_bot *bot[TIO_MAX_PLAYERS];
    uint64_t seed;
};

/* Called after every move; `before` is the game as it was. */
typedef void match_watch(void *context, const tio_game *before,
                         const tio_game *after, const tio_move *move);

/* Plays game `number` to its end. Fails only if a bot makes an illegal move:
 * *error then says which, and *culprit is the seat or TIO_NONE. `watch` may be
 * NULL. */
bool match_play(const struct match *match, uint64_t number, tio_game *game,
                match_watch *watch, void *context, tio_error *error,
                unsigned *culprit);

/* Plays game `number` for worker `worker`; false stops everything. */
typedef bool match_job(void *context, unsigned worker, uint64_t number);

struct match_run {
    uint64_t games;
    unsigned threads;
    const char *label; /* in front of the progress bar */
    match_job *job;
    void *context;
    /* Results. The games that were played are always the first ones. */
    uint64_t played;
    bool interrupted; /* by Ctrl-C or SIGTERM */
    bool failed;      /* a job returned false, or no thread could be started */
};

/* Runs all the jobs and shows a progress bar if the standard error is a
 * terminal. An interruption lets the games under way end. */
void match_run_all(struct match_run *run);

/* How many threads to use when nobody says: one for each processor. */
unsigned match_default_threads(void);

#define MATCH_MAX_THREADS 64

#endif
