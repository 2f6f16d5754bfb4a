/* Families of choices of dice, by face. No choice is searched for: a sum is
 * added to all members of a family by one sweep over the lattice, so that the
 * work depends on the dice and hardly on the cards. */
#include "engine/lattice.h"

/* ---- Points ---- */

/* The bits of a word, all fields at once: the compiler's own way would need a
 * library on some machines. */
static unsigned word_size(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + (word >> 2 & 0x3333333333333333ULL);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (unsigned)(word * BYTE_ONES >> 56);
}

unsigned points_count(const struct points *points)
{
    unsigned count = 0;
    for (unsigned w = 0; w < LATTICE_WORDS; w++)
        count += word_size(points->word[w]);
    return count;
}

/* ---- A lattice ---- */

/* The lattice of the points up to `cap`; `all` is that of all the dice. */
void lattice_make(struct lattice *lattice, const struct lattice *all,
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
bool lattice_find(const struct lattice *lattice, const uint8_t wanted[FACES],
                  unsigned *at)
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
void lattice_move(const struct lattice *lattice, const struct points *in,
                  const struct lattice *all, struct points *out)
{
    if (lattice->points == all->points) {
        *out = *in;
        return;
    }
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
    unsigned more = slab * lattice->face[TOP] - below->base;
    uint64_t found = 0;
    for (unsigned at = first; at < first + lattice->slab; at = (at | 63) + 1) {
        uint64_t word = in->word[at / 64] >> at % 64;
        unsigned left = first + lattice->slab - at;
        if (left < 64)
            word &= (1ULL << left) - 1;
        for (; word; word &= word - 1) {
            unsigned i = at - first + (unsigned)__builtin_ctzll(word);
            unsigned pips = lattice->pips[i] + more;
            uint64_t bit = (uint64_t)(pips < 64) << (pips & 63);
            below->pips[i] |= bit;
            found |= bit;
        }
    }
    return found != 0;
}

static void below_or(uint64_t *restrict to, const uint64_t *restrict from,
                     unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] |= from[i];
}

/* Along one axis, what is below a point is below those above it, if they are no
 * further away than `reach`. From the far end on, so that nothing is passed on
 * twice. */
static void spread_near(struct below *below, unsigned axis, unsigned reach)
{
    const struct lattice *lattice = below->lattice;
    unsigned stride = lattice->stride[axis];
    unsigned cap = lattice->cap[axis];
    unsigned turn = stride * (cap + 1U);
    for (unsigned block = 0; block < lattice->slab; block += turn)
        for (unsigned n = cap; n > 0; n--)
            for (unsigned far = 1; far <= reach && far <= n; far++)
                below_or(&below->pips[block + n * stride],
                         &below->pips[block + (n - far) * stride], stride);
}

/* The same without such a limit. */
static void spread_far(struct below *below, unsigned axis)
{
    const struct lattice *lattice = below->lattice;
    unsigned stride = lattice->stride[axis];
    unsigned turn = stride * (lattice->cap[axis] + 1U);
    for (unsigned block = 0; block < lattice->slab; block += turn)
        for (unsigned i = block + stride; i < block + turn; i += stride)
            below_or(&below->pips[i], &below->pips[i - stride], stride);
}

/* Along the first axis points lie side by side. */
static void spread_first(struct below *below)
{
    unsigned turn = below->lattice->cap[0] + 1U;
    for (unsigned block = 0; block < below->lattice->slab; block += turn) {
        uint64_t pips = 0;
        for (unsigned i = block; i < block + turn; i++)
            pips = below->pips[i] |= pips;
    }
}

static void below_spread(struct below *below, const uint8_t reach[FACES])
{
    for (unsigned axis = 0; axis < TOP; axis++)
        if (reach[axis] < below->lattice->cap[axis])
            spread_near(below, axis, reach[axis]);
        else if (axis == 0)
            spread_first(below);
        else
            spread_far(below, axis);
}

/* The points of a slab that some member and what is wanted add up to. All of
 * `size` dice, or of any number if it is 0. */
static void below_take(const struct below *below, unsigned slab, unsigned size,
                       struct points *out)
{
    const struct lattice *lattice = below->lattice;
    const unsigned pips = slab * lattice->face[TOP];
    const uint64_t *window = &below->window[pips];
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

/* What points_extend() gives for a family that has this one member. */
static void points_start(struct lattice_work *work,
                         const struct lattice *lattice, unsigned at,
                         struct want want, struct points *out)
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
    work->steps += lattice->points / 2;
}

void points_extend(struct lattice_work *work, const struct lattice *lattice,
                   const struct points *in, struct want want, unsigned size,
                   struct points *out)
{
    struct below below;
    if (points_count(in) == 1) {
        points_start(work, lattice, points_next(in, 0), want, out);
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
            below_spread(&below, lattice->cap);
            below_take(&below, slab, want.count ? size : 0, out);
            work->steps += lattice->slab;
        }
    }
}

void points_extend_near(struct lattice_work *work,
                        const struct lattice *lattice, const struct points *in,
                        struct want want, unsigned size,
                        const uint8_t reach[FACES], struct points *out)
{
    struct below below;
    below.lattice = lattice;
    points_clear(out);
    for (unsigned base = 0; base <= TIO_SUM_MAX; base += 64) {
        for (unsigned slab = 0; slab <= lattice->cap[TOP]; slab++) {
            bool found = false;
            below_begin(&below, want, base);
            for (unsigned far = 0; far <= reach[TOP] && far <= slab; far++)
                found = below_add(&below, in, slab - far) || found;
            if (!found)
                continue;
            below_spread(&below, reach);
            below_take(&below, slab, want.count ? size : 0, out);
            work->steps += 2 * lattice->slab;
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
static void masks_make(struct lattice_work *work)
{
    const struct lattice *all = work->all;
    struct points *mask = work->mask;
    if (work->has_masks)
        return;
    work->has_masks = true;
    for (unsigned axis = 0; axis < FACES; axis++) {
        unsigned stride = all->stride[axis];
        unsigned turn = stride * (all->cap[axis] + 1U);
        work->at_most[axis] = mask;
        for (unsigned n = 0; n <= all->cap[axis]; n++, mask++) {
            points_clear(mask);
            for (unsigned from = 0; from < all->points; from += turn)
                fill_range(mask, from, from + stride * (n + 1));
            work->steps += all->points / stride + LATTICE_WORDS;
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

/* Points that differ along the first axis alone are a row. There are few ways
 * to choose some of a row, because that axis is the shortest: of twenty dice
 * and six faces one has three dice at the most. */
#define ROW_CHOICES 16

/* The parts that are joined, row by row. */
struct joining {
    struct lattice_work *work;
    const struct points *family;
    unsigned known;                 /* a bit for each choice: */
    struct points row[ROW_CHOICES]; /* the family with that much of a row */
    struct points fit[TOP];         /* [axis]: what leaves enough beyond it */
    unsigned used[FACES];           /* dice, by axis, that `fit` is for */
};

static unsigned row_choice(const struct lattice *lattice,
                           const struct points *points, unsigned at)
{
    unsigned choice = 0;
    for (unsigned n = 0; n <= lattice->cap[0]; n++)
        choice |= (unsigned)points_have(points, at + n) << n;
    return choice;
}

static const struct points *row_joined(struct joining *joining, unsigned choice)
{
    const struct lattice *all = joining->work->all;
    struct points *row = &joining->row[choice];
    if (joining->known >> choice & 1)
        return row;
    joining->known |= 1U << choice;
    points_clear(row);
    for (unsigned left = choice; left; left &= left - 1) {
        unsigned n = (unsigned)__builtin_ctz(left);
        points_add_moved(row, joining->family,
                         &joining->work->at_most[0][all->cap[0] - n], n,
                         (all->points - 1) / 64 + 1);
        joining->work->steps += LATTICE_WORDS / 4;
    }
    return row;
}

/* The points that leave enough dice for those of this row. Axes that change
 * seldom come first. */
static void row_fit(struct joining *joining, struct spot spot, unsigned words)
{
    struct lattice_work *work = joining->work;
    bool differs = false;
    for (unsigned axis = TOP; axis > 0; axis--) {
        unsigned used = spot_axis(work->all, spot, axis);
        const struct points *most =
            &work->at_most[axis][work->all->cap[axis] - used];
        differs = differs || used != joining->used[axis];
        joining->used[axis] = used;
        if (!differs)
            continue;
        points_and(&joining->fit[axis - 1],
                   axis == TOP ? most : &joining->fit[axis], most, words);
        work->steps += words / 8;
    }
}

void points_join(struct lattice_work *work, const struct points *a,
                 const struct points *b, struct points *out)
{
    const struct lattice *all = work->all;
    struct joining joining;
    if (points_count(a) > points_count(b)) {
        const struct points *other = a;
        a = b;
        b = other;
    }
    if (points_have(a, 0) && points_next(a, 1) == LATTICE_POINTS) {
        *out = *b;
        return;
    }
    masks_make(work);
    points_clear(out);
    joining.work = work;
    joining.family = b;
    joining.known = 0;
    memset(joining.used, 0xff, sizeof joining.used);
    for (struct spot spot = spot_first(all, a); spot.at < LATTICE_POINTS;
         spot = spot_next(all, a, spot)) {
        unsigned in_row = spot_axis(all, spot, 0);
        spot.at -= in_row;
        spot.within -= in_row;
        unsigned words = (all->points - 1 - spot.at) / 64 + 1;
        row_fit(&joining, spot, words);
        points_add_moved(out, row_joined(&joining, row_choice(all, a, spot.at)),
                         &joining.fit[0], spot.at, words);
        work->steps += words / 4 + 1;
        spot.at += all->stride[1];
        spot.within += all->stride[1];
    }
}
