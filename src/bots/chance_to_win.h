/* What totals are worth to the search: the chance to win with them when rounds
 * are left. What people are told is outlook.h's. */
#ifndef TIOLI_BOTS_CHANCE_TO_WIN_H
#define TIOLI_BOTS_CHANCE_TO_WIN_H

/* Of 10000. `total` in parts of a point, `rounds` still to come. The chances to
 * end ahead of each rival are multiplied as if they were independent, which does
 * to compare moves. */
int chance_to_win(const int total[], unsigned players, unsigned seat,
                  unsigned rounds);

/* When no rounds are left: 10000 for the winner, or a part of it for each of
 * several. */
int share_of_win(const int total[], unsigned players, unsigned seat);

/* The chance that a normal variable is below z standard deviations, of 10000;
 * z in parts. */
#define NORMAL_UNIT 512
int normal_below(int z);

#endif
