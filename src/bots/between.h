/* Decisions between the rounds: which of equally good lay-outs leaves the
 * better cards, which card to discard, what to draw. A hand is judged by what
 * it promises on many casts of the dice. */
#ifndef TIOLI_BOTS_BETWEEN_H
#define TIOLI_BOTS_BETWEEN_H

#include "tioli.h"

#define BETWEEN_OPTIONS TIO_MAX_LAYOUTS

struct between_option {
    tio_move move;
    int worth; /* of the next round, on average over the casts */
};

/* Fills in what may be done and returns how much, the best first; 0 if memory
 * is out. For the phases lay, discard and draw. */
unsigned between_rounds(const tio_view *view, const tio_deck *deck,
                        unsigned casts, const tio_budget *budget,
                        tio_random *random,
                        struct between_option out[BETWEEN_OPTIONS]);

#endif
