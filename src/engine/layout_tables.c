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
 * nothing at all: that is a sum of so many dice with any pips. */
#include <string.h>

#include "engine/layout.h"

/* One of the three kinds of combos: for light dice, dark dice, or either. */
struct side {
    uint8_t fixed[FACES]; /* dice that slots ask for, by axis */
    unsigned wants;       /* those with a count come first */
    unsigned counted;     /* how many of them have one */
    struct want want[TIO_HAND_CARDS + 1];
    uint8_t place[TIO_HAND_CARDS + 1]; /* of the combo, or TIO_NONE: slots */
};

/* A chain of families: each has one want more than the one before. All that
 * have a sum are kept with the tables, for sets of combos have much in common. */
struct chain {
    const struct points *member[TIO_HAND_CARDS + 2];
    struct points fixed; /* the first: what slots ask for by face, */
    struct points any;   /* and then those of any face */
};

/* ---- A set of combos ---- */

enum { LIGHT, DARK, EITHER, SIDES };

/* Members of a family that take longer to join than a sum takes to be added. */
#define MANY_MEMBERS 1000

/* A set of combos as the lattice sees it: its sides, and the families that lead
 * to the one of all of them. */
struct plan {
    struct side side[SIDES];
    unsigned slots; /* combos with slots, */
    unsigned sided; /* and all that are not sums of either colour */
    struct chain chain[SIDES];
    struct points moved[EITHER]; /* the whole sides as points of all the dice */
    struct points base;          /* both with what the third side counts */
    const struct points
        *whole[TIO_HAND_CARDS + 1]; /* and with its other sums */
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

/* What slots ask for comes first. */
static void plan_slots(struct plan *plan, const struct tables *tables,
                       const struct problem *problem, unsigned cards)
{
    tio_demand demand;
    memset(&demand, 0, sizeof demand);
    plan->slots = 0;
    for (unsigned i = 0; i < problem->count; i++) {
        if (!(cards >> i & 1) || problem->combos[i]->slots == 0)
            continue;
        plan->slots |= 1U << i;
        demand_add(&demand, &problem->combos[i]->demand);
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

static void plan_sides(struct plan *plan, const struct tables *tables,
                       const struct problem *problem, unsigned cards)
{
    static const uint8_t side_of[] = {
        [TIO_LIGHT] = LIGHT, [TIO_DARK] = DARK, [TIO_EITHER] = EITHER};
    memset(plan->side, 0, sizeof plan->side);
    plan_slots(plan, tables, problem, cards);
    plan->sided = plan->slots;
    for (unsigned left = cards & ~plan->slots; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        const tio_combo *combo = problem->combos[i];
        if (combo->colour != TIO_EITHER)
            plan->sided |= 1U << i;
        side_add(&plan->side[side_of[combo->colour]],
                 (struct want){combo->count, combo->low, combo->high}, i);
    }
}

/* A family with one sum more, which makes it the one of these cards. */
static const struct points *family_of(struct tables *tables, unsigned cards,
                                      const struct lattice *lattice,
                                      const struct points *before,
                                      struct want want, unsigned size)
{
    struct points *family = &tables->family[cards];
    if (tables->has_family >> cards & 1)
        return family;
    tables->has_family |= 1U << cards;
    points_extend(&tables->work, lattice, before, want, size, family);
    return family;
}

/* The families of one side up to its want number `end`; false if it can't be
 * completed. */
static bool side_extend(struct tables *tables, const struct lattice *lattice,
                        const struct side *side, unsigned end, unsigned cards,
                        struct chain *chain)
{
    unsigned start;
    if (!lattice_find(lattice, side->fixed, &start))
        return false;
    unsigned size = spot_size(lattice, spot_of(lattice, start));
    points_clear(&chain->fixed);
    points_put(&chain->fixed, start);
    chain->member[0] = &chain->fixed;
    for (unsigned i = 0; i < end; i++) {
        size += side->want[i].count;
        if (side->place[i] == TIO_NONE) {
            points_extend(&tables->work, lattice, &chain->fixed, side->want[i],
                          size, &chain->any);
            chain->member[i + 1] = &chain->any;
        } else {
            cards |= 1U << side->place[i];
            chain->member[i + 1] = family_of(
                tables, cards, lattice, chain->member[i], side->want[i], size);
        }
        if (points_next(chain->member[i + 1], 0) == LATTICE_POINTS)
            return false;
    }
    return true;
}

/* Whether a side is better added as a sum than joined member by member: if it is
 * a single one and has many members, and if all members of the other side have
 * the same size where that matters. */
static bool side_is_sum(const struct plan *plan, unsigned s)
{
    const struct side *side = &plan->side[s];
    const struct side *other = &plan->side[DARK - s];
    return side->wants == 1 && points_count(&plan->moved[s]) > MANY_MEMBERS &&
           (side->counted == 0 || other->counted == other->wants);
}

static void side_as_sum(const struct plan *plan, struct tables *tables,
                        unsigned s, struct points *out)
{
    const struct side *side = &plan->side[s];
    const struct points *others = &plan->moved[DARK - s];
    struct points fixed;
    struct points start;
    uint8_t reach[FACES];
    unsigned at;
    for (unsigned axis = 0; axis < FACES; axis++)
        reach[axis] = (uint8_t)(tables->own[s].cap[axis] - side->fixed[axis]);
    lattice_find(&tables->all, side->fixed, &at);
    points_clear(&fixed);
    points_put(&fixed, at);
    points_join(&tables->work, &fixed, others, &start);
    at = points_next(&start, 0);
    unsigned size = at == LATTICE_POINTS
                        ? 0
                        : spot_size(&tables->all, spot_of(&tables->all, at));
    points_extend_near(&tables->work, &tables->all, &start, side->want[0],
                       size + side->want[0].count, reach, out);
}

/* Light and dark combos together. Other sets that have the same of them will
 * ask again. */
static const struct points *join_sides(const struct plan *plan,
                                       struct tables *tables)
{
    struct points *both = &tables->both[plan->sided];
    if (tables->has_both >> plan->sided & 1)
        return both;
    tables->has_both |= 1U << plan->sided;
    if (side_is_sum(plan, LIGHT))
        side_as_sum(plan, tables, LIGHT, both);
    else if (side_is_sum(plan, DARK))
        side_as_sum(plan, tables, DARK, both);
    else
        points_join(&tables->work, &plan->moved[DARK], &plan->moved[LIGHT],
                    both);
    return both;
}

/* Fills in all families of the plan; the last one is not empty then. */
static bool plan_solve(struct plan *plan, struct tables *tables)
{
    for (unsigned s = LIGHT; s < EITHER; s++) {
        const struct side *side = &plan->side[s];
        if (!side_extend(tables, &tables->own[s], side, side->wants,
                         plan->slots, &plan->chain[s]))
            return false;
        lattice_move(&tables->own[s], plan->chain[s].member[side->wants],
                     &tables->all, &plan->moved[s]);
    }
    const struct side *either = &plan->side[EITHER];
    if (!side_extend(tables, &tables->all, either, either->counted, plan->slots,
                     &plan->chain[EITHER]))
        return false;
    points_join(&tables->work, join_sides(plan, tables),
                plan->chain[EITHER].member[either->counted], &plan->base);
    unsigned cards = plan->sided;
    plan->whole[0] = &plan->base;
    for (unsigned i = 0; i < either->wants; i++) {
        if (either->place[i] != TIO_NONE)
            cards |= 1U << either->place[i];
        if (i < either->counted)
            continue;
        unsigned n = i - either->counted;
        plan->whole[n + 1] = family_of(tables, cards, &tables->all,
                                       plan->whole[n], either->want[i], 0);
    }
    return points_next(plan->whole[either->wants - either->counted], 0) <
           LATTICE_POINTS;
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
                       const struct chain *chain, unsigned end, unsigned at,
                       unsigned part[])
{
    while (end-- > 0) {
        unsigned rest =
            family_before(lattice, chain->member[end], side->want[end], at);
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
        unsigned rest = family_before(all, plan->whole[i - either->counted],
                                      either->want[i], at);
        part[EITHER][i] = at - rest;
        at = rest;
    }
    const struct points *counted = plan->chain[EITHER].member[either->counted];
    unsigned taken = family_half(all, counted, &tables->both[plan->sided], at);
    split_side(all, either, &plan->chain[EITHER], either->counted, taken,
               part[EITHER]);
    at -= taken;
    half[DARK] = family_half(all, &plan->moved[DARK], &plan->moved[LIGHT], at);
    half[LIGHT] = at - half[DARK];
    for (unsigned s = LIGHT; s < EITHER; s++) {
        const struct lattice *own = &tables->own[s];
        split_side(own, &plan->side[s], &plan->chain[s], plan->side[s].wants,
                   point_moved(all, half[s], own), part[s]);
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
    tables->work.all = &tables->all;
    tables->work.has_masks = false;
    tables->has_both = 0;
    tables->has_family = 0;
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
    plan_sides(&plan, tables, problem, candidate->cards);
    if (!plan_solve(&plan, tables)) {
        tables->laid[candidate->cards] = LAID_NEVER;
        return -1;
    }
    const struct side *either = &plan.side[EITHER];
    const struct points *found = plan.whole[either->wants - either->counted];
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
    tables->laid[candidate->cards] = (int16_t)laid;
    if (laid <= floor)
        return -1;
    plan_write(&plan, tables, problem, best, sums);
    tables->work.steps += LATTICE_POINTS;
    return laid;
}
