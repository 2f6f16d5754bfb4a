/* What totals are worth: the chance to win with them when rounds are left. */
#ifndef TIOLI_BOTS_CHANCE_TO_WIN_H
#define TIOLI_BOTS_CHANCE_TO_WIN_H

/* Of 10000. `total` in parts of a point, `rounds` still to come. */
int chance_to_win(const int total[], unsigned players, unsigned seat,
                  unsigned rounds);

#endif
