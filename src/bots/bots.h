/* The players that are programs. Each is a function from a view to a move. */
#ifndef TIOLI_BOTS_BOTS_H
#define TIOLI_BOTS_BOTS_H

#include "tioli.h"

void random_choose(const tio_view *view, const tio_deck *deck,
                   const tio_budget *budget, tio_random *random, tio_move *out);
void easy_choose(const tio_view *view, const tio_deck *deck,
                 const tio_budget *budget, tio_random *random, tio_move *out);
void normal_choose(const tio_view *view, const tio_deck *deck,
                   const tio_budget *budget, tio_random *random, tio_move *out);
void hard_choose(const tio_view *view, const tio_deck *deck,
                 const tio_budget *budget, tio_random *random, tio_move *out);
void expert_choose(const tio_view *view, const tio_deck *deck,
                   const tio_budget *budget, tio_random *random, tio_move *out);

#endif
