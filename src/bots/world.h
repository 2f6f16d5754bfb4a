/* A full game that could be the real one, guessed from a view: what the others
 * took is a clue to what they hold. */
#ifndef TIOLI_BOTS_WORLD_H
#define TIOLI_BOTS_WORLD_H

#include "tioli.h"

/* Fills the view `guesses` times and keeps one filling: each as likely as its
 * hands explain the dice that their players took. */
void world_guess(const tio_view *view, const tio_deck *deck, unsigned guesses,
                 tio_random *random, tio_game *out);

#endif
