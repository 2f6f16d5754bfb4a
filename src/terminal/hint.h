/* Advice for the person at the keyboard: the best moves, what they are worth
 * and why, in the words of the edition. */
#ifndef TERMINAL_HINT_H
#define TERMINAL_HINT_H

#include <stdbool.h>

#include "terminal/ask.h"

/* What the coach says to a view; the same to the same question. `seed` is the
 * game's, `number` that of its moves. */
void hint_find(const tio_view *view, const tio_deck *deck, uint64_t seed,
               uint64_t number, tio_hint *out);

/* Shows the few best moves, or all that make sense. */
void hint_show(const struct person *person, bool all);

#endif
