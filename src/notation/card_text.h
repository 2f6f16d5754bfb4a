/* Cards in text, shared by decks, records and the score command. */
#ifndef TIOLI_NOTATION_CARD_TEXT_H
#define TIOLI_NOTATION_CARD_TEXT_H

#include "base/buffer.h"
#include "notation/scan.h"

/* Both read to the end of the line and write only on success. */
tio_error combo_parse(struct scan *scan, tio_combo *out);
tio_error action_parse(struct scan *scan, tio_action *out);

/* Reads the words of a card and no more; another word than those of cards gives
 * `code`. */
tio_error action_scan(struct scan *scan, tio_error code, tio_action *out);

/* The word with which cards and moves of a kind begin. */
struct word action_word(unsigned kind);

/* The words for what is expected around a cost. */
#define COST_WORD_EXPECTED "'cost' and the chips"
#define COST_EXPECTED "the chips it costs, 0 to 9"

void combo_print(struct buffer *out, const tio_combo *combo);
void action_print(struct buffer *out, tio_action action);

/* ---- Dice ----------------------------------------------------------- */

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

/* Reads dice up to the end of the line; none is not an error. */
tio_error dice_parse_rest(struct scan *scan, tio_dice *dice);

#endif
