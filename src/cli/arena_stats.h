/* The arithmetic of the arena: intervals over deals, Elo, the sequential test
 * and the ladder. The games of a deal share their luck, so that a deal and not
 * a game is what counts as one observation. */
#ifndef CLI_ARENA_STATS_H
#define CLI_ARENA_STATS_H

#include <stdbool.h>

#include "cli/tally.h"

#define STATS_MAX_RANKS 10

/* With the ends of the 95% interval; not a number where there is no result. */
struct stats_interval {
    double value;
    double low;
    double high;
};

/* Deals whose values are whole numbers from 0 to `unit`; the result is a share
 * from 0 to 1. The interval is that of Agresti and Coull, taken over deals:
 * as if z^2 more deals had been played, half of them won and half lost. So it
 * never has a width of 0, and stays in 0 to 1. */
struct stats_interval stats_share(const struct tally *deals, double unit);

/* The mean and the variance of a deal's share, and how many deals they are of,
 * with those deals added. */
struct stats_added {
    double deals;
    double mean;
    double variance;
};
struct stats_added stats_share_added(const struct tally *deals, double unit);

/* A mean of values / unit, which may be negative. With fewer than two deals
 * there are no ends. */
struct stats_interval stats_mean(const struct tally *deals, double unit);

/* The strength, in Elo points, of a player with this share where `even` would be
 * usual, against the rest of the table. 0 and 1 count as `least` away from
 * there, so that it is always finite. */
double stats_elo(double share, double even, double least);
struct stats_interval stats_elo_of(struct stats_interval share, double even,
                                   double least);
/* The share that two players of this difference would come to. */
double stats_elo_share(double elo);

/* The sequential probability ratio test of Elo `elo0` against `elo1`, both
 * wrong with 5% at most, over deals of two players. */
#define STATS_SPRT_ERROR 0.05
double stats_sprt_bound(void); /* of the ratio's logarithm, either way */
double stats_sprt_ratio(const struct tally *deals, double unit, double elo0,
                        double elo1);

/* What the players of a ladder came to, each against each other. */
struct stats_ladder {
    unsigned count;
    bool met[STATS_MAX_RANKS][STATS_MAX_RANKS];
    struct stats_added of[STATS_MAX_RANKS][STATS_MAX_RANKS];
};

/* The Elo numbers, 0 on average, that make those results most likely (Bradley
 * and Terry), with intervals from the deals' own variance. The deals that were
 * added keep it finite for a player who won or lost everything. A player
 * without a result gets none; nor has anyone if they fall into groups that
 * never met. */
void stats_ladder_fit(const struct stats_ladder *ladder,
                      struct stats_interval out[STATS_MAX_RANKS]);

#endif
