/* What a combo asks for, and whether dice can give it. */
#ifndef TIOLI_ENGINE_COMBO_H
#define TIOLI_ENGINE_COMBO_H

#include "engine/dice.h"

/* Dice by colour, a byte per face. */
struct hand_counts {
    face_counts light, dark, red;
};

static inline struct hand_counts hand_counts_of(tio_dice dice)
{
    return (struct hand_counts){dice_light(dice), dice_dark(dice),
                                dice_red(dice)};
}

/* The dice that may lie on a sum of this colour: red ones always may. */
static inline tio_dice combo_eligible(const tio_combo *combo, tio_dice dice)
{
    static const tio_dice reach[] = {
        [TIO_LIGHT] = TIO_DICE_LIGHT | TIO_DICE_RED,
        [TIO_DARK] = TIO_DICE_DARK | TIO_DICE_RED,
        [TIO_RED] = 0,
        [TIO_EITHER] = TIO_DICE_LIGHT | TIO_DICE_DARK | TIO_DICE_RED,
    };
    return dice & reach[combo->colour];
}

static inline void demand_add(tio_demand *to, const tio_demand *more)
{
    for (unsigned c = 0; c < 3; c++) {
        to->face[c] += more->face[c];
        to->any[c] = (uint8_t)(to->any[c] + more->any[c]);
    }
    to->size = (uint8_t)(to->size + more->size);
}

/* True if some of the dice can fill all the slots, a die to a slot. `dice` must
 * be at least as many as the slots. */
bool demand_fits(const tio_demand *demand, const struct hand_counts *dice);

bool combo_same(const tio_combo *a, const tio_combo *b);

#endif
