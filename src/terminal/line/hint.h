/* Advice for the person at the keyboard: the best moves, what they are worth
 * and why, in the words of the edition. */
#ifndef TERMINAL_LINE_HINT_H
#define TERMINAL_LINE_HINT_H

#include <stdbool.h>

#include "terminal/line/ask.h"

/* The coach's advice for a view; the same for the same question. `seed` is the
 * game's, `number` that of its moves. */
void hint_find(const tio_view *view, const tio_deck *deck, uint64_t seed,
               uint64_t number, tio_hint *out);

/* Thousandths as "+2.4", "0.0", "-0.3", with the decimal sign of the language. */
void hint_tenths(struct text *out, int thousandths, bool sign);
/* "35%", of 10000; at most so many columns wide. */
#define HINT_PERCENT 5
void hint_percent(struct text *out, unsigned chance);
/* Adds "take a blue 5", and why it is good, or what is wrong with it
 * beside the best. Of the person only view, deck and names are looked at. */
void hint_words(const struct person *person, const tio_hint_move *hint,
                const tio_hint_move *best, struct text *what, struct text *why);
/* Adds " 35%  a blue 5 and any 6": the chance to complete the combo at this
 * place after the move. False if there is none to tell. */
bool hint_chance(struct text *out, const struct person *person,
                 const tio_hint_move *hint, unsigned place);

/* Shows the few best moves, or all that make sense. */
void hint_show(const struct person *person, bool all);

#endif
