/* Dice in text, shared by the notations of moves and cards. */
#ifndef TIOLI_NOTATION_DICE_TEXT_H
#define TIOLI_NOTATION_DICE_TEXT_H

#include "base/buffer.h"
#include "notation/scan.h"

/* 'L', 'D', 'R', '*', or '?' if it is not a colour. */
char colour_letter(unsigned colour);
void die_print(struct buffer *out, tio_kind kind);
/* In the order of kinds, `between` between two of them. What does not fit is
 * left out, so that even a move full of nonsense prints safely. */
void dice_print(struct buffer *out, tio_dice dice, const char *between);

/* Reads a die such as D5 that is a whole word. */
tio_error die_parse(const struct scan *scan, struct word word, tio_kind *kind);

/* Adds a die to `dice` if a tio_dice, and a game, can hold one more. */
tio_error dice_add(const struct scan *scan, const char *at, tio_kind kind,
                   tio_dice *dice);

/* Reads dice up to the end of the line; none is no error. */
tio_error dice_parse_rest(struct scan *scan, tio_dice *dice);

#endif
