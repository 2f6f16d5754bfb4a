/* Random games as fast as they go, and the count of what was done. `tioli
 * bench` and the instruction counts measure these same loops. */
#ifndef BENCH_PLAYOUTS_H
#define BENCH_PLAYOUTS_H

#include "bench/reference.h"
#include "tioli.h"

/* So many deals stand for all the hands that could be dealt. */
#define PLAYOUT_DEALS 64

struct playouts {
    const tio_deck *deck;
    tio_settings settings;
    bool scoring;                /* else nothing is ever laid */
    struct reference *reference; /* plays the textbook way, or NULL: ours */
    tio_random random;
    tio_game dealt[PLAYOUT_DEALS];
    /* counted */
    uint64_t games;
    uint64_t moves;     /* all that were applied, chance included */
    uint64_t decisions; /* of players only */
};

void playouts_init(struct playouts *playouts, const tio_deck *deck,
                   unsigned players, uint64_t seed);

/* Fresh deal: whole games, from set-up to the end. */
void playouts_fresh(struct playouts *playouts, uint64_t games);

/* Same deal: games that are set up and dealt, up to the first roll; then their
 * first rounds, up to the last lay-out, again and again from copies. */
void playouts_deal(struct playouts *playouts);
void playouts_same(struct playouts *playouts, uint64_t rounds);

#endif
