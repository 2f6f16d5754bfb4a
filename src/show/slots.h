/* Which die lies on which slot of a combo, also while some are missing. The
 * engine only says whether dice complete a card; whoever draws the card wants
 * to see them on it. */
#ifndef SHOW_SLOTS_H
#define SHOW_SLOTS_H

#include "tioli.h"

/* Puts as many of the dice as possible onto the slots, one to each: `out` has
 * the die for each slot, or TIO_NONE. Ordinary dice are preferred to red ones.
 * Returns the dice that were put. */
tio_dice slots_fill(const tio_combo *combo, tio_dice dice,
                    tio_kind out[TIO_MAX_SLOTS]);

/* The dice, out of these, that bring a sum nearer without making it
 * impossible; all of them if they complete it. */
tio_dice slots_towards_sum(const tio_combo *combo, tio_dice dice);

/* How many more dice it takes at the least when these lie there. */
unsigned slots_missing(const tio_combo *combo, tio_dice dice);

/* Where dice are shown on a hand of cards: those of the best lay-out lie on the
 * combos that it completes; of the rest, each goes to the first combo that it
 * brings nearer, the nearest to completion first. */
struct arranged {
    unsigned combos;
    const tio_combo *combo[TIO_HAND_CARDS];
    tio_layout best;
    tio_dice dice; /* all of them */
    tio_dice on[TIO_HAND_CARDS];
    tio_dice spare;    /* lies on no completed combo */
    unsigned complete; /* bit per place */
};

void slots_arrange(const tio_view *view, const tio_deck *deck, tio_dice dice,
                   struct arranged *out);
/* The dice that the view's seat has in this round: before the roll and after the
 * scoring what lies there belongs to the round that is over. */
tio_dice slots_dice(const tio_view *view);

#endif
