/* The players that are programs. Each is a function from a view to a move. */
#ifndef TIOLI_BOTS_BOTS_H
#define TIOLI_BOTS_BOTS_H

#include "tioli.h"

void random_choose(const tio_view *view, const tio_deck *deck,
                   tio_random *random, tio_move *out);
void greedy_choose(const tio_view *view, const tio_deck *deck,
                   tio_random *random, tio_move *out);

/* The best lay-out as a move: what every player does who has no reason to keep
 * a particular card. */
void bot_lay_best(const tio_game *game, const tio_deck *deck, unsigned seat,
                  tio_move *out);

#endif
