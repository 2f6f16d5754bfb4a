/* Random games as fast as they go, and the count of what was done. `tioli
 * bench` and the instruction counts measure these same loops. */
#ifndef BENCH_PLAYOUTS_H
#define BENCH_PLAYOUTS_H

#include "bench/reference.h"
#include "tioli.h"

struct playouts {
    const tio_deck *deck;
    tio_settings settings;
    bool scoring;                /* else nothing is ever laid */
    struct reference *reference; /* plays the textbook way, or NULL: ours */
    tio_random random;
    /* counted */
    uint64_t games;
    uint64_t moves;     /* all that were applied, chance included */
    uint64_t decisions; /* of players only */
};

void playouts_init(struct playouts *playouts, const tio_deck *deck,
                   unsigned players, uint64_t seed);

/* Fresh deal: whole games, from set-up to the end. */
void playouts_fresh(struct playouts *playouts, uint64_t games);

/* Same deal: a game that is set up and dealt, up to the first roll; then its
 * first round, up to the last lay-out, again and again from a copy. */
void playouts_deal(struct playouts *playouts, tio_game *dealt);
void playouts_same(struct playouts *playouts, const tio_game *dealt,
                   uint64_t rounds);

#endif
