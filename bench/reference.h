/* The textbook way, to measure ours against in the same run: the best lay-out
 * by dynamic programming over subsets of dice, and random play that lists all
 * legal moves before it picks one. Clear and right, and not made fast. */
#ifndef BENCH_REFERENCE_H
#define BENCH_REFERENCE_H

#include "tioli.h"

#define REFERENCE_MAX_DICE 13 /* all the dice of two players */
#define REFERENCE_SUBSETS (1U << REFERENCE_MAX_DICE)
#define REFERENCE_MAX_MOVES 8192

/* Tables that would be too large for the stack. */
struct reference {
    bool feasible[REFERENCE_SUBSETS];
    uint8_t best[REFERENCE_SUBSETS];
    uint16_t choice[TIO_HAND_CARDS][REFERENCE_SUBSETS];
    tio_move move[REFERENCE_MAX_MOVES];
};

/* Like tio_layout_best(), but which of several equally good lay-outs it finds
 * is not said. At most REFERENCE_MAX_DICE dice. */
void reference_layout(struct reference *reference,
                      const tio_combo *const combos[], unsigned count,
                      tio_dice dice, tio_layout *out);

/* A move of the seat: dice are laid in the best way, or not at all without
 * `scoring`; anything else is picked evenly from the legal moves. */
void reference_move(struct reference *reference, const tio_game *game,
                    const tio_deck *deck, unsigned seat, bool scoring,
                    tio_random *random, tio_move *out);

#endif
