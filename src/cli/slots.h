/* Which die lies on which place of a combo. The engine only says that dice
 * complete a card; whoever shows the card wants to see them on it. */
#ifndef CLI_SLOTS_H
#define CLI_SLOTS_H

#include "tioli.h"

/* The dice one by one: as the combo's slots show them if it has slots and the
 * dice complete it, else sorted light, dark, red by face. Returns how many. */
unsigned slots_order(const tio_combo *combo, tio_dice dice,
                     tio_kind out[TIO_MAX_DICE]);

/* The dice one by one, sorted. */
unsigned slots_sorted(tio_dice dice, tio_kind out[TIO_MAX_DICE]);

/* "D5", with a final 0. */
void slots_die_text(tio_kind kind, char out[3]);

#endif
