/* What totals are worth: the chance to win with them when rounds are left. */
#ifndef TIOLI_BOTS_CHANCE_TO_WIN_H
#define TIOLI_BOTS_CHANCE_TO_WIN_H

/* Of 10000. `total` in parts of a point, `rounds` still to come. */
int chance_to_win(const int total[], unsigned players, unsigned seat,
                  unsigned rounds);

/* The same for people to read. The chances to end ahead of each rival, which
 * chance_to_win() multiplies, do to compare moves; here those of all seats make
 * 10000 together. */
int share_of_chance(const int total[], unsigned players, unsigned seat,
                    unsigned rounds);

#endif
