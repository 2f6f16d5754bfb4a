/* Choices of dice by face as points of a lattice, and families of them: what
 * layout_tables.c is made of. */
#ifndef TIOLI_ENGINE_LATTICE_H
#define TIOLI_ENGINE_LATTICE_H

#include <string.h>

#include "engine/dice.h"

#define FACES 6
#define TOP (FACES - 1)

/* Choices among twenty dice by face: at most 4 * 4 * 4 * 4 * 5 * 5, and without
 * the face that has the most of them a fifth of that. */
#define LATTICE_POINTS 6400
#define LATTICE_SLAB 1280
#define LATTICE_WORDS (LATTICE_POINTS / 64)
#define LATTICE_MASKS (TIO_MAX_DICE + 6)

/* A bit for each point of a lattice. */
struct points {
    uint64_t word[LATTICE_WORDS];
};

/* All choices of so many dice of each face. The faces are its axes. A slab are
 * the points with the same number of the last face. */
struct lattice {
    unsigned points;
    unsigned slab;
    uint8_t face[FACES];
    uint8_t cap[FACES]; /* dice of that face */
    uint16_t stride[FACES];
    /* Of the points of the first slab: */
    uint8_t pips[LATTICE_SLAB];
    uint8_t size[LATTICE_SLAB];
    uint16_t among_all[LATTICE_SLAB]; /* the same point in that of all dice */
    uint32_t counts[LATTICE_SLAB];    /* of faces, six bits each */
};

/* What families need to be joined, and how much was done: points looked at, or
 * work of that size. */
struct lattice_work {
    uint32_t steps;
    const struct lattice *all; /* that of all the dice */
    bool has_masks;
    const struct points
        *at_most[FACES]; /* [axis][n]: n or fewer of that face */
    struct points mask[LATTICE_MASKS];
};

/* What a combo, or what slots of any face ask for all together. */
struct want {
    uint8_t count; /* dice; 0: any number from one */
    uint8_t low, high;
};

/* ---- Points ---- */

static inline bool points_have(const struct points *points, unsigned at)
{
    return points->word[at / 64] >> at % 64 & 1;
}

static inline void points_put(struct points *points, unsigned at)
{
    points->word[at / 64] |= 1ULL << at % 64;
}

static inline void points_clear(struct points *points)
{
    memset(points, 0, sizeof *points);
}

/* The first member from `at` on, or LATTICE_POINTS. */
static inline unsigned points_next(const struct points *points, unsigned at)
{
    unsigned w = at / 64;
    if (w == LATTICE_WORDS)
        return LATTICE_POINTS;
    uint64_t word = points->word[w] >> at % 64 << at % 64;
    while (!word) {
        if (++w == LATTICE_WORDS)
            return LATTICE_POINTS;
        word = points->word[w];
    }
    return w * 64 + (unsigned)__builtin_ctzll(word);
}

/* ---- Where a point is ---- */

#define COUNT_BITS 6
#define COUNT_GUARDS 0x20820820U /* the highest bit of each count */

/* A point and where it is. */
struct spot {
    unsigned at;
    unsigned slab;
    unsigned within; /* at == slab * lattice->slab + within */
};

static inline struct spot spot_of(const struct lattice *lattice, unsigned at)
{
    unsigned slab = at / lattice->slab;
    return (struct spot){at, slab, at - slab * lattice->slab};
}

static inline unsigned spot_axis(const struct lattice *lattice,
                                 struct spot spot, unsigned axis)
{
    return axis == TOP
               ? spot.slab
               : lattice->counts[spot.within] >> COUNT_BITS * axis & 0x3f;
}

static inline unsigned spot_pips(const struct lattice *lattice,
                                 struct spot spot)
{
    return lattice->pips[spot.within] + spot.slab * lattice->face[TOP];
}

static inline unsigned spot_size(const struct lattice *lattice,
                                 struct spot spot)
{
    return lattice->size[spot.within] + spot.slab;
}

/* The first member and the ones after it; past the last one `at` is
 * LATTICE_POINTS. Slabs are counted here, because a division would cost more than
 * all the rest. */
static inline struct spot spot_next(const struct lattice *lattice,
                                    const struct points *points,
                                    struct spot spot)
{
    unsigned at = points_next(points, spot.at);
    spot.within += at - spot.at;
    spot.at = at;
    while (spot.within >= lattice->slab && at < LATTICE_POINTS) {
        spot.within -= lattice->slab;
        spot.slab++;
    }
    return spot;
}

static inline struct spot spot_first(const struct lattice *lattice,
                                     const struct points *points)
{
    return spot_next(lattice, points, (struct spot){0, 0, 0});
}

static inline struct spot spot_after(const struct lattice *lattice,
                                     const struct points *points,
                                     struct spot spot)
{
    spot.at++;
    spot.within++;
    return spot_next(lattice, points, spot);
}

static inline bool spot_within(const struct lattice *lattice, struct spot part,
                               struct spot whole)
{
    uint32_t left = (lattice->counts[whole.within] | COUNT_GUARDS) -
                    lattice->counts[part.within];
    return part.slab <= whole.slab && (left & COUNT_GUARDS) == COUNT_GUARDS;
}

/* True if `whole` has what is wanted more than its part. */
static inline bool want_accepts(struct want want, const struct lattice *lattice,
                                struct spot part, struct spot whole)
{
    unsigned size = spot_size(lattice, whole) - spot_size(lattice, part);
    unsigned pips = spot_pips(lattice, whole) - spot_pips(lattice, part);
    return (!want.count || want.count == size) && want.low <= pips &&
           pips <= want.high;
}

/* ---- Lattices and families ---- */

unsigned points_count(const struct points *points);

/* The lattice of the points up to `cap`; of `all`, that of all the dice, faces
 * and caps must be known. */
void lattice_make(struct lattice *lattice, const struct lattice *all,
                  const uint8_t cap[FACES]);

/* The point that has so many of each face; false if it is not in the lattice. */
bool lattice_find(const struct lattice *lattice, const uint8_t wanted[FACES],
                  unsigned *at);

/* The members as points of the lattice of all dice. */
void lattice_move(const struct lattice *lattice, const struct points *in,
                  const struct lattice *all, struct points *out);

/* The members of `in`, each with what is wanted added. If that is a number of
 * dice, all members have the same size, and `size` is theirs with it. */
void points_extend(struct lattice_work *work, const struct lattice *lattice,
                   const struct points *in, struct want want, unsigned size,
                   struct points *out);

/* The same, but at most `reach` dice of each face are added. */
void points_extend_near(struct lattice_work *work,
                        const struct lattice *lattice, const struct points *in,
                        struct want want, unsigned size,
                        const uint8_t reach[FACES], struct points *out);

/* Every member of `a` with every member of `b` that leaves it enough dice. Both
 * belong to the lattice of all dice. */
void points_join(struct lattice_work *work, const struct points *a,
                 const struct points *b, struct points *out);

#endif
