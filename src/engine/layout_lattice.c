/* Lay-outs of many dice in bounded time, whatever the cards ask for.
 *
 * What colours do is settled first. Of face f there are l light, d dark and r
 * red dice. Combos that want light dice can have u of them, those that want
 * dark ones v, and those that take either y, if and only if u <= l + r,
 * v <= d + r and u + v + y <= l + d + r. So a choice of dice is six numbers, one
 * for each face: a point of a lattice that has 6400 points at the most for
 * twenty dice. Which points complete a set of combos is a family, one bit for
 * each point.
 *
 * A sum is added to a family by asking for each point, all at once, how many
 * pips the members below it have. Of a slot only the face matters here, or
 * nothing at all: that is a sum of so many dice with any pips. Nothing is
 * searched, so that the work depends on the dice and hardly on the cards. */
#include <string.h>

#include "engine/layout.h"

#define FACES 6
#define TOP (FACES - 1)

/* What a combo, or what slots of any face ask for all together. */
struct want {
    uint8_t count; /* dice; 0: any number from one */
    uint8_t low, high;
};

/* One of the three kinds of combos: for light dice, dark dice, or either. */
struct side {
    uint8_t fixed[FACES]; /* dice that slots ask for, by axis */
    unsigned wants;       /* those with a count come first */
    unsigned counted;     /* how many of them have one */
    struct want want[TIO_HAND_CARDS + 1];
    uint8_t place[TIO_HAND_CARDS + 1]; /* of the combo, or TIO_NONE: slots */
};

/* A chain of families: each has one want more than the one before. */
struct chain {
    struct points member[TIO_HAND_CARDS + 2];
};

/* ---- Points ---- */

static bool points_have(const struct points *points, unsigned at)
{
    return points->word[at / 64] >> at % 64 & 1;
}

static void points_put(struct points *points, unsigned at)
{
    points->word[at / 64] |= 1ULL << at % 64;
}

static void points_clear(struct points *points)
{
    memset(points, 0, sizeof *points);
}

static unsigned points_count(const struct points *points)
{
    unsigned count = 0;
    for (unsigned w = 0; w < LATTICE_WORDS; w++)
        count += (unsigned)__builtin_popcountll(points->word[w]);
    return count;
}

/* The first member from `at` on, or LATTICE_POINTS. */
static unsigned points_next(const struct points *points, unsigned at)
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

/* ---- A lattice ---- */

#define COUNT_BITS 6
#define COUNT_GUARDS 0x20820820U /* the highest bit of each count */

/* A point and where it is. */
struct spot {
    unsigned at;
    unsigned slab;
    unsigned within; /* at == slab * lattice->slab + within */
};

static struct spot spot_of(const struct lattice *lattice, unsigned at)
{
    unsigned slab = at / lattice->slab;
    return (struct spot){at, slab, at - slab * lattice->slab};
}

static unsigned spot_axis(const struct lattice *lattice, struct spot spot,
                          unsigned axis)
{
    return axis == TOP
               ? spot.slab
               : lattice->counts[spot.within] >> COUNT_BITS * axis & 0x3f;
}

static unsigned spot_pips(const struct lattice *lattice, struct spot spot)
{
    return lattice->pips[spot.within] + spot.slab * lattice->face[TOP];
}

static unsigned spot_size(const struct lattice *lattice, struct spot spot)
{
    return lattice->size[spot.within] + spot.slab;
}

/* The first member and the ones after it; past the last one `at` is
 * LATTICE_POINTS. Slabs are counted here, for a division would cost more than
 * all the rest. */
static struct spot spot_next(const struct lattice *lattice,
                             const struct points *points, struct spot spot)
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

static struct spot spot_first(const struct lattice *lattice,
                              const struct points *points)
{
    return spot_next(lattice, points, (struct spot){0, 0, 0});
}

static struct spot spot_after(const struct lattice *lattice,
                              const struct points *points, struct spot spot)
{
    spot.at++;
    spot.within++;
    return spot_next(lattice, points, spot);
}

static bool spot_within(const struct lattice *lattice, struct spot part,
                        struct spot whole)
{
    uint32_t left = (lattice->counts[whole.within] | COUNT_GUARDS) -
                    lattice->counts[part.within];
    return part.slab <= whole.slab && (left & COUNT_GUARDS) == COUNT_GUARDS;
}

/* True if `whole` has what is wanted more than its part. */
static bool want_accepts(struct want want, const struct lattice *lattice,
                         struct spot part, struct spot whole)
{
    unsigned size = spot_size(lattice, whole) - spot_size(lattice, part);
    unsigned pips = spot_pips(lattice, whole) - spot_pips(lattice, part);
    return (!want.count || want.count == size) && want.low <= pips &&
           pips <= want.high;
}

/* The lattice of the points up to `cap`; `all` is that of all the dice. */
static void lattice_make(struct lattice *lattice, const struct lattice *all,
                         const uint8_t cap[FACES])
{
    unsigned stride = 1;
    unsigned stride_all = 1;
    lattice->pips[0] = 0;
    lattice->size[0] = 0;
    lattice->among_all[0] = 0;
    lattice->counts[0] = 0;
    for (unsigned axis = 0; axis < FACES; axis++) {
        unsigned face = all->face[axis];
        unsigned end = stride * (cap[axis] + 1U);
        lattice->face[axis] = (uint8_t)face;
        lattice->cap[axis] = cap[axis];
        lattice->stride[axis] = (uint16_t)stride;
        if (axis == TOP)
            break;
        for (unsigned i = stride, from = 0; i < end; i++, from++) {
            lattice->pips[i] = (uint8_t)(lattice->pips[from] + face);
            lattice->size[i] = (uint8_t)(lattice->size[from] + 1);
            lattice->among_all[i] =
                (uint16_t)(lattice->among_all[from] + stride_all);
            lattice->counts[i] =
                lattice->counts[from] + (1U << COUNT_BITS * axis);
        }
        stride = end;
        stride_all *= all->cap[axis] + 1U;
    }
    lattice->slab = stride;
    lattice->points = stride * (cap[TOP] + 1U);
}

/* The point that has so many of each face; false if it is not in the lattice. */
static bool lattice_find(const struct lattice *lattice,
                         const uint8_t wanted[FACES], unsigned *at)
{
    *at = 0;
    for (unsigned axis = 0; axis < FACES; axis++) {
        if (wanted[axis] > lattice->cap[axis])
            return false;
        *at += wanted[axis] * (unsigned)lattice->stride[axis];
    }
    return true;
}

/* The members as points of the lattice of all dice. */
static void lattice_move(const struct lattice *lattice, const struct points *in,
                         const struct lattice *all, struct points *out)
{
    points_clear(out);
    for (struct spot spot = spot_first(lattice, in); spot.at < LATTICE_POINTS;
         spot = spot_after(lattice, in, spot))
        points_put(out, lattice->among_all[spot.within] +
                            spot.slab * all->stride[TOP]);
}

/* ---- Adding a sum ---- */

/* Members below a point, by pips. Pips from `base` on are looked at, 64 at a
 * time. Only one slab is kept, that is, the points that have as many of the top
 * face: what was found for the one before it holds for the next, too. */
struct below {
    const struct lattice *lattice;
    unsigned base;
    uint64_t pips[LATTICE_SLAB];
    uint64_t window[TIO_SUM_MAX + 1]; /* by the pips of the point above */
};

/* The bits from number `from` up to `to`, which may lie outside a word. */
static uint64_t bits_between(int from, int to)
{
    if (from < 0)
        from = 0;
    if (to > 63)
        to = 63;
    return from > to ? 0 : ~0ULL >> (63 - (to - from)) << from;
}

static void below_begin(struct below *below, struct want want, unsigned base)
{
    below->base = base;
    memset(below->pips, 0, below->lattice->slab * sizeof *below->pips);
    for (unsigned pips = 0; pips <= TIO_SUM_MAX; pips++)
        below->window[pips] = bits_between((int)pips - want.high - (int)base,
                                           (int)pips - want.low - (int)base);
}

/* Puts in the members of a slab; true if there are any. */
static bool below_add(struct below *below, const struct points *in,
                      unsigned slab)
{
    const struct lattice *lattice = below->lattice;
    unsigned first = slab * lattice->slab;
    bool found = false;
    unsigned more = slab * lattice->face[TOP] - below->base;
    for (unsigned at = points_next(in, first); at < first + lattice->slab;
         at = points_next(in, at + 1)) {
        unsigned pips = lattice->pips[at - first] + more;
        if (pips >= 64)
            continue;
        below->pips[at - first] |= 1ULL << pips;
        found = true;
    }
    return found;
}

static void below_or(uint64_t *restrict to, const uint64_t *restrict from,
                     unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] |= from[i];
}

/* What is below a point is below those above it. Points that differ along the
 * first axis lie side by side. */
static void below_spread(struct below *below)
{
    const struct lattice *lattice = below->lattice;
    unsigned turn = lattice->cap[0] + 1U;
    for (unsigned block = 0; block < lattice->slab; block += turn) {
        uint64_t pips = 0;
        for (unsigned i = block; i < block + turn; i++)
            pips = below->pips[i] |= pips;
    }
    for (unsigned axis = 1; axis < TOP; axis++) {
        unsigned stride = lattice->stride[axis];
        turn = stride * (lattice->cap[axis] + 1U);
        for (unsigned block = 0; block < lattice->slab; block += turn)
            for (unsigned i = block + stride; i < block + turn; i += stride)
                below_or(&below->pips[i], &below->pips[i - stride], stride);
    }
}

/* The points of a slab that some member and what is wanted add up to. All of
 * `size` dice, or of any number if it is 0. */
static void below_take(const struct below *below, unsigned slab, unsigned size,
                       struct points *out)
{
    const struct lattice *lattice = below->lattice;
    const uint64_t *window = below->window + slab * lattice->face[TOP];
    unsigned first = slab * lattice->slab;
    uint64_t *to = &out->word[first / 64];
    uint64_t word = 0;
    unsigned bit = first % 64;
    for (unsigned i = 0; i < lattice->slab; i++) {
        bool adds_up = (below->pips[i] & window[lattice->pips[i]]) != 0;
        bool fits = !size || lattice->size[i] + slab == size;
        word |= (uint64_t)(adds_up & fits) << bit;
        if (++bit < 64)
            continue;
        *to++ |= word;
        word = 0;
        bit = 0;
    }
    if (bit)
        *to |= word;
}

/* What family_extend() gives for a family that has this one member. */
static void family_start(struct tables *tables, const struct lattice *lattice,
                         unsigned at, struct want want, struct points *out)
{
    struct spot part = spot_of(lattice, at);
    struct spot whole = {0, 0, 0};
    points_clear(out);
    for (; whole.at < lattice->points; whole.at++) {
        if (spot_within(lattice, part, whole) &&
            want_accepts(want, lattice, part, whole))
            points_put(out, whole.at);
        if (++whole.within < lattice->slab)
            continue;
        whole.within = 0;
        whole.slab++;
    }
    tables->steps += lattice->points / 2;
}

/* The members of `in`, each with what is wanted added. If that is a number of
 * dice, all members have the same size, and `size` is theirs with it. */
static void family_extend(struct tables *tables, const struct lattice *lattice,
                          const struct points *in, struct want want,
                          unsigned size, struct points *out)
{
    struct below below;
    if (points_count(in) == 1) {
        family_start(tables, lattice, points_next(in, 0), want, out);
        return;
    }
    below.lattice = lattice;
    points_clear(out);
    for (unsigned base = 0; base <= TIO_SUM_MAX; base += 64) {
        bool found = false;
        below_begin(&below, want, base);
        for (unsigned slab = 0; slab <= lattice->cap[TOP]; slab++) {
            found = below_add(&below, in, slab) || found;
            if (!found)
                continue;
            below_spread(&below);
            below_take(&below, slab, want.count ? size : 0, out);
            tables->steps += lattice->slab;
        }
    }
}

/* ---- Joining families ---- */

static void fill_range(struct points *points, unsigned from, unsigned to)
{
    for (; from < to && from % 64; from++)
        points_put(points, from);
    for (; from + 64 <= to; from += 64)
        points->word[from / 64] = ~0ULL;
    for (; from < to; from++)
        points_put(points, from);
}

/* at_most[axis][n]: the points that have n or fewer of that face. */
static void masks_make(struct tables *tables)
{
    const struct lattice *all = &tables->all;
    struct points *mask = tables->mask;
    if (tables->has_masks)
        return;
    tables->has_masks = true;
    for (unsigned axis = 0; axis < FACES; axis++) {
        unsigned stride = all->stride[axis];
        unsigned turn = stride * (all->cap[axis] + 1U);
        tables->at_most[axis] = mask;
        for (unsigned n = 0; n <= all->cap[axis]; n++, mask++) {
            points_clear(mask);
            for (unsigned from = 0; from < all->points; from += turn)
                fill_range(mask, from, from + stride * (n + 1));
            tables->steps += all->points / stride + LATTICE_WORDS;
        }
    }
}

/* The members of both in the first `words` words. */
static void points_and(struct points *restrict out,
                       const struct points *restrict a,
                       const struct points *restrict b, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        out->word[w] = a->word[w] & b->word[w];
}

/* Adds the members of both `a` and `b`, each moved on by `by`. None of them is
 * moved past the last point. */
static void points_add_moved(struct points *restrict out,
                             const struct points *restrict a,
                             const struct points *restrict b, unsigned by,
                             unsigned words)
{
    uint64_t *to = &out->word[by / 64];
    unsigned left = by % 64;
    to[0] |= (a->word[0] & b->word[0]) << left;
    for (unsigned w = 1; w < words; w++)
        to[w] |= (a->word[w] & b->word[w]) << left |
                 (a->word[w - 1] & b->word[w - 1]) >> 1 >> (63 - left);
    if (by / 64 + words < LATTICE_WORDS)
        to[words] |=
            (a->word[words - 1] & b->word[words - 1]) >> 1 >> (63 - left);
}

/* Every member of `a` with every member of `b` that leaves it enough dice. Of
 * `b` those are kept, axis by axis, that go with the member of `a`; the axes
 * that change seldom come first. */
static void family_join(struct tables *tables, const struct points *a,
                        const struct points *b, struct points *out)
{
    const struct lattice *all = &tables->all;
    struct points fit[TOP];
    unsigned last[FACES];
    if (points_count(a) > points_count(b)) {
        const struct points *other = a;
        a = b;
        b = other;
    }
    if (points_have(a, 0) && points_next(a, 1) == LATTICE_POINTS) {
        *out = *b;
        return;
    }
    masks_make(tables);
    points_clear(out);
    memset(last, 0xff, sizeof last);
    for (struct spot spot = spot_first(all, a); spot.at < LATTICE_POINTS;
         spot = spot_after(all, a, spot)) {
        unsigned words = (all->points - 1 - spot.at) / 64 + 1;
        bool differs = false;
        for (unsigned axis = TOP; axis > 0; axis--) {
            unsigned used = spot_axis(all, spot, axis);
            differs = differs || used != last[axis];
            last[axis] = used;
            if (!differs)
                continue;
            points_and(&fit[axis - 1], axis == TOP ? b : &fit[axis],
                       &tables->at_most[axis][all->cap[axis] - used], words);
            tables->steps += words / 8;
        }
        unsigned used = spot_axis(all, spot, 0);
        points_add_moved(out, &fit[0], &tables->at_most[0][all->cap[0] - used],
                         spot.at, words);
        tables->steps += words / 4 + 1;
    }
}

/* ---- A set of combos ---- */

enum { LIGHT, DARK, EITHER, SIDES };

/* A set of combos as the lattice sees it: its sides, and the families that lead
 * to the one of all of them. */
struct plan {
    struct side side[SIDES];
    unsigned sided; /* combos that are not for either colour alone */
    struct chain chain[SIDES];
    struct points moved[EITHER]; /* the whole sides as points of all the dice */
    /* Both with what the third side counts, and then with its other sums. */
    struct points whole[TIO_HAND_CARDS + 1];
};

static void side_add(struct side *side, struct want want, unsigned place)
{
    unsigned at = side->wants++;
    if (want.count) {
        for (; at > side->counted; at--) {
            side->want[at] = side->want[at - 1];
            side->place[at] = side->place[at - 1];
        }
        side->counted++;
    }
    side->want[at] = want;
    side->place[at] = (uint8_t)place;
}

static void plan_sides(struct plan *plan, const struct tables *tables,
                       const struct problem *problem,
                       const struct candidate *candidate)
{
    static const uint8_t side_of[] = {
        [TIO_LIGHT] = LIGHT, [TIO_DARK] = DARK, [TIO_EITHER] = EITHER};
    tio_demand demand;
    memset(&demand, 0, sizeof demand);
    memset(plan->side, 0, sizeof plan->side);
    plan->sided = 0;
    for (unsigned i = 0; i < problem->count; i++) {
        const tio_combo *combo = problem->combos[i];
        if (!candidate_has(candidate, i))
            continue;
        if (combo->slots || combo->colour != TIO_EITHER)
            plan->sided |= 1U << i;
        if (combo->slots)
            demand_add(&demand, &combo->demand);
        else
            side_add(&plan->side[side_of[combo->colour]],
                     (struct want){combo->count, combo->low, combo->high}, i);
    }
    for (unsigned s = 0; s < SIDES; s++) {
        for (unsigned axis = 0; axis < FACES; axis++) {
            unsigned shift = 8 * (tables->all.face[axis] - 1U);
            plan->side[s].fixed[axis] = (uint8_t)(demand.face[s] >> shift);
        }
        if (demand.any[s])
            side_add(&plan->side[s],
                     (struct want){demand.any[s], 0, TIO_SUM_MAX}, TIO_NONE);
    }
}

/* The families of one side up to its want number `end`; false if it can't be
 * completed. */
static bool side_extend(struct tables *tables, const struct lattice *lattice,
                        const struct side *side, unsigned end,
                        struct chain *chain)
{
    unsigned start;
    if (!lattice_find(lattice, side->fixed, &start))
        return false;
    unsigned size = spot_size(lattice, spot_of(lattice, start));
    points_clear(&chain->member[0]);
    points_put(&chain->member[0], start);
    for (unsigned i = 0; i < end; i++) {
        size += side->want[i].count;
        family_extend(tables, lattice, &chain->member[i], side->want[i], size,
                      &chain->member[i + 1]);
        if (points_next(&chain->member[i + 1], 0) == LATTICE_POINTS)
            return false;
    }
    return true;
}

/* Light and dark combos together. Other sets that have the same of them will
 * ask again. */
static const struct points *join_sides(const struct plan *plan,
                                       struct tables *tables)
{
    struct points *both = &tables->both[plan->sided];
    if (tables->known >> plan->sided & 1)
        return both;
    tables->known |= 1U << plan->sided;
    family_join(tables, &plan->moved[DARK], &plan->moved[LIGHT], both);
    return both;
}

/* Fills in all families of the plan; the last one is not empty then. */
static bool plan_solve(struct plan *plan, struct tables *tables)
{
    for (unsigned s = LIGHT; s < EITHER; s++) {
        const struct side *side = &plan->side[s];
        if (!side_extend(tables, &tables->own[s], side, side->wants,
                         &plan->chain[s]))
            return false;
        lattice_move(&tables->own[s], &plan->chain[s].member[side->wants],
                     &tables->all, &plan->moved[s]);
    }
    const struct side *either = &plan->side[EITHER];
    if (!side_extend(tables, &tables->all, either, either->counted,
                     &plan->chain[EITHER]))
        return false;
    const struct points *both = join_sides(plan, tables);
    family_join(tables, both, &plan->chain[EITHER].member[either->counted],
                &plan->whole[0]);
    unsigned sums = either->wants - either->counted;
    for (unsigned i = 0; i < sums; i++)
        family_extend(tables, &tables->all, &plan->whole[i],
                      either->want[either->counted + i], 0,
                      &plan->whole[i + 1]);
    return points_next(&plan->whole[sums], 0) < LATTICE_POINTS;
}

/* ---- Which dice go where ---- */

/* The first member that the point has and that leaves what is wanted. */
static unsigned family_before(const struct lattice *lattice,
                              const struct points *family, struct want want,
                              unsigned at)
{
    struct spot whole = spot_of(lattice, at);
    struct spot part = spot_first(lattice, family);
    while (!spot_within(lattice, part, whole) ||
           !want_accepts(want, lattice, part, whole))
        part = spot_after(lattice, family, part);
    return part.at;
}

/* The first member of `a` that leaves a member of `b`. */
static unsigned family_half(const struct lattice *lattice,
                            const struct points *a, const struct points *b,
                            unsigned at)
{
    struct spot whole = spot_of(lattice, at);
    struct spot part = spot_first(lattice, a);
    while (!spot_within(lattice, part, whole) || !points_have(b, at - part.at))
        part = spot_after(lattice, a, part);
    return part.at;
}

/* Takes the dice of a point out of `left`, ordinary ones of this side first. */
static tio_dice dice_of_point(const struct lattice *lattice, unsigned at,
                              unsigned side, tio_dice *left)
{
    static const uint8_t order[SIDES][3] = {
        [LIGHT] = {TIO_LIGHT, TIO_RED},
        [DARK] = {TIO_DARK, TIO_RED},
        [EITHER] = {TIO_LIGHT, TIO_DARK, TIO_RED}};
    struct spot spot = spot_of(lattice, at);
    tio_dice dice = 0;
    for (unsigned axis = 0; axis < FACES; axis++) {
        unsigned count = spot_axis(lattice, spot, axis);
        for (unsigned k = 0; k < 3 && count; k++) {
            tio_kind kind = tio_kind_of(order[side][k], lattice->face[axis]);
            unsigned have = tio_dice_count(*left, kind);
            unsigned some = have < count ? have : count;
            dice += some * tio_dice_of(kind);
            *left -= some * tio_dice_of(kind);
            count -= some;
        }
    }
    return dice;
}

/* Splits a point of one side among its wants, from number `end` down. */
static void split_side(const struct lattice *lattice, const struct side *side,
                       const struct points family[], unsigned end, unsigned at,
                       unsigned part[])
{
    while (end-- > 0) {
        unsigned rest =
            family_before(lattice, &family[end], side->want[end], at);
        part[end] = at - rest;
        at = rest;
    }
}

static void give_side(const struct lattice *lattice, const struct side *side,
                      unsigned s, const unsigned part[], tio_dice *left,
                      tio_dice sums[TIO_HAND_CARDS])
{
    unsigned fixed = 0;
    lattice_find(lattice, side->fixed, &fixed);
    dice_of_point(lattice, fixed, s, left);
    for (unsigned i = 0; i < side->wants; i++) {
        tio_dice dice = dice_of_point(lattice, part[i], s, left);
        if (side->place[i] != TIO_NONE)
            sums[side->place[i]] = dice;
    }
}

/* The same point in the lattice of a side. */
static unsigned point_moved(const struct lattice *from, unsigned at,
                            const struct lattice *to)
{
    struct spot spot = spot_of(from, at);
    unsigned moved = 0;
    for (unsigned axis = 0; axis < FACES; axis++)
        moved += spot_axis(from, spot, axis) * to->stride[axis];
    return moved;
}

static void plan_write(const struct plan *plan, const struct tables *tables,
                       const struct problem *problem, unsigned at,
                       tio_dice sums[TIO_HAND_CARDS])
{
    const struct lattice *all = &tables->all;
    const struct side *either = &plan->side[EITHER];
    unsigned part[SIDES][TIO_HAND_CARDS + 1];
    unsigned half[EITHER];
    tio_dice left = problem->dice;
    for (unsigned i = either->wants; i-- > either->counted;) {
        unsigned rest = family_before(all, &plan->whole[i - either->counted],
                                      either->want[i], at);
        part[EITHER][i] = at - rest;
        at = rest;
    }
    const struct points *counted = &plan->chain[EITHER].member[either->counted];
    unsigned taken = family_half(all, counted, &tables->both[plan->sided], at);
    split_side(all, either, plan->chain[EITHER].member, either->counted, taken,
               part[EITHER]);
    at -= taken;
    half[DARK] = family_half(all, &plan->moved[DARK], &plan->moved[LIGHT], at);
    half[LIGHT] = at - half[DARK];
    memset(sums, 0, TIO_HAND_CARDS * sizeof *sums);
    for (unsigned s = LIGHT; s < EITHER; s++) {
        const struct lattice *own = &tables->own[s];
        split_side(own, &plan->side[s], plan->chain[s].member,
                   plan->side[s].wants, point_moved(all, half[s], own),
                   part[s]);
        give_side(own, &plan->side[s], s, part[s], &left, sums);
    }
    give_side(all, either, EITHER, part[EITHER], &left, sums);
}

/* ---- The solver ---- */

/* The axes are the faces, the one with the most dice on top: so a slab is as
 * small as it can be. */
static void tables_begin(struct tables *tables, const struct problem *problem)
{
    struct hand_counts counts = hand_counts_of(problem->dice);
    face_counts all = counts.light + counts.dark + counts.red;
    face_counts side[EITHER] = {counts.light + counts.red,
                                counts.dark + counts.red};
    uint8_t cap[FACES];
    for (unsigned n = 0; n < FACES; n++) {
        unsigned at = n;
        uint8_t count = (uint8_t)(all >> 8 * n);
        for (; at > 0 && cap[at - 1] > count; at--) {
            cap[at] = cap[at - 1];
            tables->all.face[at] = tables->all.face[at - 1];
        }
        cap[at] = count;
        tables->all.face[at] = (uint8_t)(n + 1);
    }
    memcpy(tables->all.cap, cap, sizeof cap);
    lattice_make(&tables->all, &tables->all, cap);
    for (unsigned s = LIGHT; s < EITHER; s++) {
        for (unsigned axis = 0; axis < FACES; axis++)
            cap[axis] = (uint8_t)(side[s] >> 8 * (tables->all.face[axis] - 1U));
        lattice_make(&tables->own[s], &tables->all, cap);
    }
    tables->begun = true;
    tables->has_masks = false;
    tables->known = 0;
    memset(tables->laid, LAID_UNKNOWN, sizeof tables->laid);
}

/* The most that smaller sets, which were solved before, leave room for; -1 if
 * one of them can't be completed. */
static int tables_bound(const struct tables *tables,
                        const struct problem *problem, unsigned cards)
{
    int bound = (int)problem->size;
    for (unsigned part = cards; part; part = (part - 1) & cards) {
        int laid = tables->laid[part];
        if (laid == LAID_UNKNOWN)
            continue;
        if (laid == LAID_NEVER)
            return -1;
        for (unsigned rest = cards & ~part; rest; rest &= rest - 1)
            laid += problem->most[__builtin_ctz(rest)];
        bound = laid < bound ? laid : bound;
    }
    return bound;
}

int tables_solve(struct tables *tables, const struct problem *problem,
                 const struct candidate *candidate, int floor,
                 tio_dice sums[TIO_HAND_CARDS])
{
    struct plan plan;
    unsigned best = 0;
    if (!tables->begun)
        tables_begin(tables, problem);
    if (floor < 0)
        floor = -1;
    if (tables_bound(tables, problem, candidate->cards) <= floor)
        return -1;
    plan_sides(&plan, tables, problem, candidate);
    if (!plan_solve(&plan, tables)) {
        tables->laid[candidate->cards] = LAID_NEVER;
        return -1;
    }
    const struct side *either = &plan.side[EITHER];
    const struct points *found = &plan.whole[either->wants - either->counted];
    int laid = 0;
    for (struct spot spot = spot_first(&tables->all, found);
         spot.at < LATTICE_POINTS;
         spot = spot_after(&tables->all, found, spot)) {
        int size = (int)spot_size(&tables->all, spot);
        if (size <= laid)
            continue;
        laid = size;
        best = spot.at;
    }
    tables->laid[candidate->cards] = (int8_t)laid;
    if (laid <= floor)
        return -1;
    plan_write(&plan, tables, problem, best, sums);
    tables->steps += LATTICE_POINTS;
    return laid;
}
