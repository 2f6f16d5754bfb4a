/* Everybody who does not play: connections that say hello and then nothing,
 * requests that never end, and one client that sends as fast as it can. They
 * are a process of their own, so that players' times are their own, too. */
#ifndef BENCH_SIEGE_ATTACK_H
#define BENCH_SIEGE_ATTACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

struct siege_plan {
    unsigned port;
    unsigned idle;
    unsigned slow;
    unsigned floods; /* connections of the flooder's, or UINT_MAX */
};

/* In memory that both processes see. */
struct siege_sums {
    atomic_uint go;         /* 1: the slow and the flooder begin; 2: the end */
    atomic_uint idle;       /* that are there, and have been answered */
    atomic_uint idle_lost;  /* ever: none is expected */
    atomic_uint slow;       /* requests that have begun */
    atomic_uint slow_cut;   /* of them, that the server ended */
    atomic_uint floods;     /* connections of the flooder's */
    atomic_uint flood_cut;  /* of them, ended with 1008 */
    atomic_uint flood_shut; /* not even let in: 429 or 503 */
    atomic_uint flooded;    /* messages that it sent, in thousands */
    atomic_uint failed;     /* there was no descriptor, or no memory */
};

/* The process; -1 if it could not be started. */
pid_t siege_start(const struct siege_plan *plan, struct siege_sums *sums);

#endif
