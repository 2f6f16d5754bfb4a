/* The slow referee: scores a hand by trying every way to give every die to a
 * combo or to none, with its own reading of what a combo accepts. It shares
 * nothing with the engine but the card's face. */
#ifndef TIOLI_TESTS_REFEREE_H
#define TIOLI_TESTS_REFEREE_H

#include "tioli.h"

struct verdict {
    int net;
    uint32_t sets; /* bit m: completing exactly the combos in m reaches it */
};

struct verdict referee_judge(const tio_combo *const combos[], unsigned count,
                             tio_dice dice);
bool referee_accepts(const tio_combo *combo, tio_dice dice);

/* A random combo that some dice can complete, and random dice. */
tio_combo referee_random_combo(tio_random *random);
tio_dice referee_random_dice(tio_random *random, unsigned size);

#endif
