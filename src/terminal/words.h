/* Dice, cards and moves as a person says them, in the colours of the edition:
 * 'a blue 5, an orange 1 and any 6'. */
#ifndef TERMINAL_WORDS_H
#define TERMINAL_WORDS_H

#include "show/card_words.h"
#include "show/tale.h"
#include "terminal/say.h"

/* The players' names, by seat. */
struct names {
    char of[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    /* The bot that took over from a player who left this game, or "". */
    char successor[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
};

/* The phrase for a colour as the edition has it, in the reader's language. */
const char *words_phrase(phrases of, unsigned edition, unsigned colour);

/* "orange", "blue", "red". */
const char *words_colour(unsigned edition, unsigned colour);

/* The columns of the longest of them, and six at least. */
unsigned words_colour_width(unsigned edition);

/* "an orange 3". */
void words_die(struct text *out, unsigned edition, tio_kind kind);

/* "L1 L1 D4", or "no dice". */
void words_dice(struct text *out, tio_dice dice);

/* "an orange 1, two blue 4s and a red 6". */
void words_these(struct text *out, unsigned edition, tio_dice dice);

/* "orange 1 1 3, blue 4, red 6": for more dice than one cares to hear of. */
void words_shades(struct text *out, unsigned edition, tio_dice dice);

/* "a blue 5, an orange 1 and any 6", "two dice that add up to less than 9". */
void words_combo(struct text *out, unsigned edition, const tio_combo *combo);

/* What the card says, by its number in the deck. */
void words_card(struct text *out, unsigned edition, const tio_deck *deck,
                unsigned card);

/* "1 point", "4 points"; "no chips", "1 chip". */
void words_points(struct text *out, int points);
void words_chips(struct text *out, int chips);
/* "2 combos", "1 action". */
void words_combos(struct text *out, int combos);
void words_actions(struct text *out, int actions);

/* What dice on a card cost: "1 chip for the red die", or nothing. */
void words_red_cost(struct text *out, tio_dice laid);
/* What dice on no card cost: "3 chips", "3 chips: red counts twice". */
void words_left_cost(struct text *out, tio_dice left);

/* "4 points, 1 chip = +3". */
void words_score(struct text *out, int points, int chips);

/* Puts the item with number `place` of `items` at the end of a list that has
 * nothing else in it: "Anna", "Anna, Berta", "Anna, Berta and Carla". */
void words_list(struct text *list, const char *item, unsigned place,
                unsigned items);

/* "Anna, Berta and hard 3": the seats whose bits are set. */
void words_names(struct text *out, const struct names *names, unsigned seats);

/* Time that is left: "1:05"; hours are minutes as well. */
#define WORDS_CLOCK 16
void words_clock(unsigned long ms, char out[WORDS_CLOCK]);
/* "Anna is not connected. A bot takes over in 1:05." */
void words_awaited(struct text *out, const char *name, unsigned long ms);

#endif
