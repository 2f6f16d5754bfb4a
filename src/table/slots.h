/* Which die lies on which slot of a combo, also while some are missing. The
 * engine only says whether dice complete a card; whoever draws the card wants
 * to see them on it. */
#ifndef TABLE_SLOTS_H
#define TABLE_SLOTS_H

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

#endif
