/* Positions in which a player has to decide, always the same ones, and how
 * quickly a bot decides in them. */
#ifndef BENCH_DECISIONS_H
#define BENCH_DECISIONS_H

#include "bots/search.h"
#include "tioli.h"

#define DECISION_POSITIONS 64

struct decisions {
    const tio_deck *deck;
    tio_random random;
    tio_view position[DECISION_POSITIONS];
    uint64_t decided;
};

/* Turns of the bot `normal` against itself, somewhere within a round: where it
 * has dice already and there is more than one thing to do. */
void decisions_init(struct decisions *decisions, const tio_deck *deck,
                    unsigned players, uint64_t seed);

/* Asks the bot about the next position. */
void decisions_ask(struct decisions *decisions, const tio_bot *bot,
                   const tio_budget *budget);

/* Searches the next position as a strong bot does, and returns how many rounds
 * it played out. */
uint64_t decisions_search(struct decisions *decisions,
                          const struct search_setting *setting);

#endif
