/* The random player on a full game: it looks at nothing but the public state
 * and its own hand, and is used without a view where speed counts. */
#ifndef TIOLI_BOTS_RANDOM_H
#define TIOLI_BOTS_RANDOM_H

#include "tioli.h"

void random_move(const tio_game *game, const tio_deck *deck, unsigned seat,
                 tio_random *random, tio_move *out);

#endif
