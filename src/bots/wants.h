/* Whether a combo has any use for a die. */
#ifndef TIOLI_BOTS_WANTS_H
#define TIOLI_BOTS_WANTS_H

#include "engine/combo.h"

static inline bool slot_wants(tio_slot slot, tio_kind kind)
{
    unsigned colour = tio_kind_colour(kind);
    return (slot.face == 0 || slot.face == tio_kind_face(kind)) &&
           (slot.colour == TIO_EITHER || colour == TIO_RED ||
            slot.colour == colour);
}

static inline bool combo_wants(const tio_combo *combo, tio_kind kind)
{
    if (combo->slots == 0)
        return combo_eligible(combo, tio_dice_of(kind)) != 0;
    for (unsigned i = 0; i < combo->slots; i++)
        if (slot_wants(combo->slot[i], kind))
            return true;
    return false;
}

#endif
