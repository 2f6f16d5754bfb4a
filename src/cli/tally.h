/* Sums over many games, in whole numbers only: adding them up in any order
 * gives the same result, which floating point would not. */
#ifndef CLI_TALLY_H
#define CLI_TALLY_H

#include <stdint.h>

#include "tioli.h"

/* Mean, spread and ends of one figure. */
struct tally {
    uint64_t count;
    int64_t sum;
    int64_t squares;
    int64_t low;
    int64_t high;
};

void tally_add(struct tally *tally, int64_t value);
double tally_mean(const struct tally *tally);
/* The sample standard deviation; 0 for fewer than two values. */
double tally_deviation(const struct tally *tally);

/* What a seat, or all the seats of a bot, achieved. */
struct side_tally {
    uint64_t wins;      /* alone */
    uint64_t shared;    /* together with others */
    uint64_t sixtieths; /* of wins, a shared win being divided evenly: 60 can
                           be divided by any number of players */
    struct tally score; /* points - chips */
    struct tally points;
    struct tally chips;
};

struct game_tally {
    struct side_tally seat[TIO_MAX_PLAYERS];
    struct tally moves;     /* chance included */
    struct tally decisions; /* of players */
    struct tally rounds;
};

/* Adds a game that is over. */
void game_tally_add(struct game_tally *tally, const tio_game *game,
                    unsigned moves, unsigned decisions);
void game_tally_merge(struct game_tally *into, const struct game_tally *from);
void side_tally_merge(struct side_tally *into, const struct side_tally *from);

#endif
