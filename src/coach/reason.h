/* One reason for a move, of those that people would give. */
#ifndef TIOLI_COACH_REASON_H
#define TIOLI_COACH_REASON_H

#include "bots/search.h"

/* What the reasons are read off. */
struct reason_ground {
    const tio_view *view;
    const tio_deck *deck;
    const struct search *search; /* when done */
    uint64_t seed;               /* for guesses at others' hands */
};

void reason_for_turn(const struct reason_ground *ground,
                     const struct search_move *move, tio_hint_move *out);

#endif
