/* The ways to solve the lay-out of one set of combos, and what they share.
 * Small hands are solved on families of dice subsets, large ones by a search
 * over the dice of sums. A search that takes long gives up, and tables that are
 * slower as a rule, but never slow, take over. */
#ifndef TIOLI_ENGINE_LAYOUT_H
#define TIOLI_ENGINE_LAYOUT_H

#include "engine/combo.h"
#include "engine/lattice.h"

#define LAYOUT_SETS (1U << TIO_HAND_CARDS)
#define SMALL_DICE 9
#define FAMILY_WORDS 8

/* Steps that the search may take over one question, all sets together, before
 * the tables take over. Found by counting instructions for hands of the standard
 * deck: fewer would cost those of twenty dice more, and more those of thirteen
 * as well. */
#define SEARCH_STEPS 2000

/* No question takes more steps than this, some 4 ms of one core. An adversary
 * looks for one that does (tests/unit/test_layout_worst.c). */
#define LAYOUT_STEPS 1000000

/* Dice that may go onto one sum, ascending by face; equal dice side by side. */
struct row {
    uint8_t count;
    uint8_t kind[TIO_MAX_DICE];
    uint8_t below[TIO_MAX_DICE + 1]; /* below[i]: pips of the first i dice */
};

/* A hand to be laid out. */
struct problem {
    const tio_combo *const *combos;
    unsigned count;
    tio_dice dice;
    unsigned size;                  /* dice in all */
    unsigned feasible;              /* combos that can be completed alone */
    uint8_t most[TIO_HAND_CARDS];   /* dice each of those could take alone */
    struct row row[TIO_HAND_CARDS]; /* of large hands: what each sum may take */
    uint32_t searched;              /* steps of the search so far, */
    uint32_t budget;                /* and how many it may take */
};

/* A set of combos to complete, and what it is worth at the most. */
struct candidate {
    uint8_t cards;
    uint8_t points;
    int16_t bound; /* points + dice */
};

/* A family of subsets of up to nine dice: bit s of the 512 stands for the
 * subset whose dice are the set bits of s. */
struct family {
    uint64_t word[FAMILY_WORDS];
};

struct small_solver {
    unsigned words; /* of a family that are in use */
    uint8_t kind[SMALL_DICE];
    struct family card[TIO_HAND_CARDS]; /* what completes each combo */
    struct family set[LAYOUT_SETS];     /* what completes all of a set */
    uint32_t known;                     /* bit per set that is filled in */
};

enum { LAID_UNKNOWN = -1, LAID_NEVER = -2 };

/* What the tables keep from one set of combos to the next. */
struct tables {
    bool begun;
    uint32_t has_both;         /* a bit for each set of which `both`, */
    uint32_t has_family;       /* or `family`, is filled in */
    int16_t laid[LAYOUT_SETS]; /* the most dice of each set, if it is known */
    struct lattice all;        /* of all the dice, */
    struct lattice own[2];     /* and of those for light combos and for dark */
    struct lattice_work work;
    struct points both[LAYOUT_SETS];   /* what light and dark combos can have */
    struct points family[LAYOUT_SETS]; /* what all can, or those of one side */
};

/* Fill in problem->feasible and problem->most. */
void small_begin(struct small_solver *solver, struct problem *problem);
void large_begin(struct problem *problem, struct tables *tables);

/* The most dice that can be laid when all the set's combos are completed; -1
 * if they can't be, or not with more than `floor` dice. Large hands give the
 * dice on sums back in `sums`. */
int small_solve(struct small_solver *solver, const struct problem *problem,
                const struct candidate *candidate);
int large_solve(struct problem *problem, struct tables *tables,
                const struct candidate *candidate, int floor,
                tio_dice sums[TIO_HAND_CARDS]);
int tables_solve(struct tables *tables, const struct problem *problem,
                 const struct candidate *candidate, int floor,
                 tio_dice sums[TIO_HAND_CARDS]);

/* Which dice go where, for a set that was solved with `laid` dice. */
void small_write(const struct small_solver *solver,
                 const struct candidate *candidate, int laid,
                 tio_dice lay[TIO_HAND_CARDS]);
void large_write(struct problem *problem, const struct candidate *candidate,
                 const tio_dice sums[TIO_HAND_CARDS],
                 tio_dice lay[TIO_HAND_CARDS]);

/* tio_layout_all() with a budget of its own for the search, and how many steps
 * were taken in all. Neither of the other two takes more. Small hands take none
 * that are worth counting. */
unsigned layout_all_within(const tio_combo *const combos[], unsigned count,
                           tio_dice dice, uint32_t budget,
                           tio_layout out[TIO_MAX_LAYOUTS], uint32_t *steps);

static inline bool candidate_has(const struct candidate *candidate, unsigned i)
{
    return candidate->cards >> i & 1;
}

#endif
