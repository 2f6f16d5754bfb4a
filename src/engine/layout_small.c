/* Lay-outs of up to nine dice. What completes a combo is a family of dice
 * subsets, kept as a bit set with a bit for each of the 512 subsets. Filling a
 * slot, adding up pips and joining two combos then are a few operations on
 * whole words: joining subset b to subset a, which shares no die with it, is a
 * shift by a, because a | b is a + b. */
#include <assert.h>
#include <string.h>

#include "engine/layout.h"

#define LOW_DICE 6 /* dice within one word of a family */
#define PLANES 6   /* bits of a sum: nine sixes are 54 */

/* The subsets of six dice that lack die i. */
#define LACK_0 0x5555555555555555ULL
#define LACK_1 0x3333333333333333ULL
#define LACK_2 0x0f0f0f0f0f0f0f0fULL
#define LACK_3 0x00ff00ff00ff00ffULL
#define LACK_4 0x0000ffff0000ffffULL
#define LACK_5 0x00000000ffffffffULL

static const uint64_t lacking[LOW_DICE] = {LACK_0, LACK_1, LACK_2,
                                           LACK_3, LACK_4, LACK_5};

/* The subsets of a set of six dice. */
#define WITHIN(set)                                                            \
    (((set)&1 ? ~0ULL : LACK_0) & ((set)&2 ? ~0ULL : LACK_1) &                 \
     ((set)&4 ? ~0ULL : LACK_2) & ((set)&8 ? ~0ULL : LACK_3) &                 \
     ((set)&16 ? ~0ULL : LACK_4) & ((set)&32 ? ~0ULL : LACK_5))
#define WITHIN_4(s) WITHIN(s), WITHIN((s) + 1), WITHIN((s) + 2), WITHIN((s) + 3)
#define WITHIN_16(s)                                                           \
    WITHIN_4(s), WITHIN_4((s) + 4), WITHIN_4((s) + 8), WITHIN_4((s) + 12)

static const uint64_t within[64] = {WITHIN_16(0), WITHIN_16(16), WITHIN_16(32),
                                    WITHIN_16(48)};

/* The subsets of six dice that have n of them. */
static const uint64_t layer[LOW_DICE + 1] = {
    0x0000000000000001ULL, 0x0000000100010116ULL, 0x0001011601161668ULL,
    0x0116166816686880ULL, 0x1668688068808000ULL, 0x6880800080000000ULL,
    0x8000000000000000ULL,
};

static const uint8_t bits_of[FAMILY_WORDS] = {0, 1, 1, 2, 1, 2, 2, 3};

/* Layer n of the word whose upper dice are `word`; empty where n is out of
 * reach. */
static uint64_t layer_in(unsigned word, unsigned n)
{
    unsigned low = n - bits_of[word];
    return low <= LOW_DICE ? layer[low] : 0;
}

/* ---- The dice ---- */

struct dice_masks {
    uint16_t face[7];   /* dice with this face; [0]: all */
    uint16_t colour[4]; /* dice that can be of this colour */
};

static void list_dice(struct small_solver *solver,
                      const struct problem *problem, struct dice_masks *masks)
{
    unsigned n = 0;
    memset(masks, 0, sizeof *masks);
    for (uint64_t kinds = dice_kinds(problem->dice); kinds;
         kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        unsigned count = tio_dice_count(problem->dice, kind);
        unsigned these = ((1U << count) - 1) << n;
        unsigned face = tio_kind_face(kind);
        unsigned colour = tio_kind_colour(kind);
        masks->face[face] = (uint16_t)(masks->face[face] | these);
        masks->colour[colour] = (uint16_t)(masks->colour[colour] | these);
        for (; count > 0; count--)
            solver->kind[n++] = kind;
    }
    masks->face[0] = (uint16_t)((1U << n) - 1);
    masks->colour[TIO_EITHER] = masks->face[0];
    masks->colour[TIO_LIGHT] |= masks->colour[TIO_RED];
    masks->colour[TIO_DARK] |= masks->colour[TIO_RED];
}

/* ---- Families ---- */

static inline void family_clear(struct family *family, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        family->word[w] = 0;
}

static inline void family_copy(struct family *to, const struct family *from,
                               unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        to->word[w] = from->word[w];
}

static inline bool family_empty(const struct family *family, unsigned words)
{
    uint64_t any = 0;
    for (unsigned w = 0; w < words; w++)
        any |= family->word[w];
    return any == 0;
}

/* Adds to `to` each subset of `from` with one more die. */
static inline void family_with_die(struct family *to, const struct family *from,
                                   unsigned die, unsigned words)
{
    if (die < LOW_DICE) {
        for (unsigned w = 0; w < words; w++)
            to->word[w] |= (from->word[w] & lacking[die]) << (1U << die);
        return;
    }
    unsigned step = 1U << (die - LOW_DICE);
    for (unsigned w = 0; w < words; w++)
        if (!(w & step))
            to->word[w | step] |= from->word[w];
}

static unsigned dice_for_slot(const struct dice_masks *masks, tio_slot slot)
{
    return masks->face[slot.face] & masks->colour[slot.colour];
}

/* True if no slot is out of reach of all the dice: most combos fail here. */
static bool slots_possible(const tio_combo *combo,
                           const struct dice_masks *masks)
{
    for (unsigned i = 0; i < combo->slots; i++)
        if (!dice_for_slot(masks, combo->slot[i]))
            return false;
    return true;
}

/* All the ways to choose `count` of some dice. */
static inline void family_choose(struct family *out, unsigned dice,
                                 unsigned count, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        out->word[w] = w & ~(dice >> LOW_DICE)
                           ? 0
                           : layer_in(w, count) & within[dice & 63];
}

static bool slot_same(tio_slot a, tio_slot b)
{
    return a.colour == b.colour && a.face == b.face;
}

/* The first slot and those that follow and ask for the same are filled at one
 * stroke, the others one by one. */
static inline void family_of_slots(struct family *out, const tio_combo *combo,
                                   const struct dice_masks *masks,
                                   unsigned words)
{
    struct family family;
    unsigned i = 1;
    while (i < combo->slots && slot_same(combo->slot[i], combo->slot[0]))
        i++;
    family_choose(&family, dice_for_slot(masks, combo->slot[0]), i, words);
    for (; i < combo->slots; i++) {
        struct family more;
        family_clear(&more, words);
        unsigned suits = dice_for_slot(masks, combo->slot[i]);
        for (; suits; suits &= suits - 1)
            family_with_die(&more, &family, (unsigned)__builtin_ctz(suits),
                            words);
        family_copy(&family, &more, words);
    }
    family_copy(out, &family, words);
}

/* Joins each subset of a with each of b that shares no die with it. The work
 * grows with the number of subsets in a. */
static inline void family_join(struct family *out, const struct family *a,
                               const struct family *b, unsigned words)
{
    struct family joined;
    family_clear(&joined, words);
    for (unsigned high = 0; high < words; high++) {
        for (uint64_t left = a->word[high]; left; left &= left - 1) {
            unsigned low = (unsigned)__builtin_ctzll(left);
            uint64_t apart = within[~low & 63];
            for (unsigned w = 0; w < words; w++)
                if (!(w & high))
                    joined.word[w | high] |= (b->word[w] & apart) << low;
        }
    }
    family_copy(out, &joined, words);
}

/* The size of the largest subset; the family is not empty. */
static inline unsigned family_most(const struct family *family, unsigned words,
                                   unsigned size)
{
    for (;; size--)
        for (unsigned w = 0; w < words; w++)
            if (family->word[w] & layer_in(w, size))
                return size;
}

/* ---- Sums ---- */

/* The pips of every subset, bit by bit: bit s of plane j is bit j of the sum of
 * subset s. */
struct sums {
    struct family plane[PLANES];
};

/* Adds a face to the numbers in the lanes of `lanes`, bit-sliced. */
static inline void add_face(uint64_t out[PLANES], const uint64_t in[PLANES],
                            unsigned face, uint64_t lanes)
{
    uint64_t carry = 0;
    for (unsigned j = 0; j < 3; j++) {
        uint64_t bit = face >> j & 1 ? lanes : 0;
        uint64_t either = in[j] ^ bit;
        out[j] = either ^ carry;
        carry = (in[j] & bit) | (either & carry);
    }
    for (unsigned j = 3; j < PLANES; j++) {
        out[j] = in[j] ^ carry;
        carry &= in[j];
    }
}

static void sums_low(struct sums *sums, const uint8_t *kind, unsigned count)
{
    uint64_t plane[PLANES] = {0};
    for (unsigned die = 0; die < count; die++) {
        uint64_t more[PLANES];
        unsigned lanes = 1U << die;
        add_face(more, plane, tio_kind_face(kind[die]), (1ULL << lanes) - 1);
        for (unsigned j = 0; j < PLANES; j++)
            plane[j] |= more[j] << lanes;
    }
    for (unsigned j = 0; j < PLANES; j++)
        sums->plane[j].word[0] = plane[j];
}

/* A die beyond the sixth doubles the words. */
static void sums_high(struct sums *sums, unsigned face, unsigned words)
{
    for (unsigned w = 0; w < words; w++) {
        uint64_t in[PLANES];
        uint64_t out[PLANES];
        for (unsigned j = 0; j < PLANES; j++)
            in[j] = sums->plane[j].word[w];
        add_face(out, in, face, ~0ULL);
        for (unsigned j = 0; j < PLANES; j++)
            sums->plane[j].word[w + words] = out[j];
    }
}

static void sums_fill(struct sums *sums, const struct small_solver *solver,
                      unsigned size)
{
    unsigned low = size < LOW_DICE ? size : LOW_DICE;
    sums_low(sums, solver->kind, low);
    for (unsigned die = LOW_DICE; die < size; die++)
        sums_high(sums, tio_kind_face(solver->kind[die]),
                  1U << (die - LOW_DICE));
}

/* The subsets in word w that add up to `bar` or more. */
static inline uint64_t sums_from(const struct sums *sums, unsigned w,
                                 unsigned bar)
{
    if (bar >= 1U << PLANES)
        return 0;
    uint64_t above = 0;
    uint64_t equal = ~0ULL;
    for (unsigned j = PLANES; j-- > 0;) {
        uint64_t plane = sums->plane[j].word[w];
        if (bar >> j & 1) {
            equal &= plane;
        } else {
            above |= equal & plane;
            equal &= ~plane;
        }
    }
    return above | equal;
}

static inline void family_of_sum(struct family *out, const tio_combo *combo,
                                 const struct dice_masks *masks,
                                 const struct sums *sums, unsigned words)
{
    unsigned eligible = masks->colour[combo->colour];
    for (unsigned w = 0; w < words; w++) {
        out->word[w] = 0;
        if (w & ~(eligible >> LOW_DICE))
            continue;
        uint64_t found = within[eligible & 63];
        if (combo->count)
            found &= layer_in(w, combo->count);
        if (combo->low > 1)
            found &= sums_from(sums, w, combo->low);
        if (combo->high < TIO_SUM_MAX)
            found &= ~sums_from(sums, w, combo->high + 1U);
        out->word[w] = found;
    }
    out->word[0] &= ~1ULL;
}

/* ---- The solver ---- */

/* The combos that a glance does not rule out, as bits; and whether a sum is
 * among them. */
static unsigned plausible(const struct problem *problem,
                          const struct dice_masks *masks, bool *sum)
{
    unsigned cards = 0;
    unsigned pips = tio_dice_pips(problem->dice);
    *sum = false;
    for (unsigned i = 0; i < problem->count; i++) {
        const tio_combo *combo = problem->combos[i];
        if (combo->slots
                ? combo->slots > problem->size || !slots_possible(combo, masks)
                : combo->low > pips)
            continue;
        cards |= 1U << i;
        *sum = *sum || combo->slots == 0;
    }
    return cards;
}

static inline void begin(struct small_solver *solver, struct problem *problem,
                         unsigned words)
{
    struct dice_masks masks;
    struct sums sums;
    bool has_sum;
    list_dice(solver, problem, &masks);
    unsigned cards = plausible(problem, &masks, &has_sum);
    if (has_sum)
        sums_fill(&sums, solver, problem->size);
    for (; cards; cards &= cards - 1) {
        unsigned i = (unsigned)__builtin_ctz(cards);
        const tio_combo *combo = problem->combos[i];
        struct family *family = &solver->card[i];
        if (combo->slots) {
            family_of_slots(family, combo, &masks, words);
        } else {
            assert(has_sum);
            family_of_sum(family, combo, &masks, &sums, words);
        }
        if (family_empty(family, words))
            continue;
        problem->feasible |= 1U << i;
        problem->most[i] =
            combo->slots ? combo->slots
                         : (uint8_t)family_most(family, words, problem->size);
    }
}

/* Each width of families gets code of its own, with its loops unrolled. */
void small_begin(struct small_solver *solver, struct problem *problem)
{
    solver->known = 0;
    solver->words = 1;
    if (problem->size > LOW_DICE)
        solver->words = 1U << (problem->size - LOW_DICE);
    if (solver->words == 1)
        begin(solver, problem, 1);
    else if (solver->words == 2)
        begin(solver, problem, 2);
    else if (solver->words == 4)
        begin(solver, problem, 4);
    else
        begin(solver, problem, 8);
}

static unsigned top_card(unsigned cards)
{
    return 31U - (unsigned)__builtin_clz(cards);
}

/* The family of a set of combos, from that of the set without its last one. */
static const struct family *family_of_set(struct small_solver *solver,
                                          unsigned cards)
{
    unsigned top = top_card(cards);
    unsigned rest = cards & ~(1U << top);
    if (rest == 0)
        return &solver->card[top];
    struct family *family = &solver->set[cards];
    if (solver->known >> cards & 1)
        return family;
    solver->known |= 1U << cards;
    const struct family *others = family_of_set(solver, rest);
    const struct family *card = &solver->card[top];
    if (solver->words == 1)
        family_join(family, card, others, 1);
    else if (solver->words == 2)
        family_join(family, card, others, 2);
    else if (solver->words == 4)
        family_join(family, card, others, 4);
    else
        family_join(family, card, others, 8);
    return family;
}

int small_solve(struct small_solver *solver, const struct problem *problem,
                const struct candidate *candidate)
{
    const struct family *family = family_of_set(solver, candidate->cards);
    if (family_empty(family, solver->words))
        return -1;
    return (int)family_most(family, solver->words, problem->size);
}

static bool family_has(const struct family *family, unsigned subset)
{
    return family->word[subset >> LOW_DICE] >> (subset & 63) & 1;
}

static tio_dice subset_dice(const struct small_solver *solver, unsigned subset)
{
    tio_dice dice = 0;
    for (; subset; subset &= subset - 1)
        dice += tio_dice_of(solver->kind[__builtin_ctz(subset)]);
    return dice;
}

/* The first subset of this size. */
static unsigned family_pick(const struct family *family, unsigned words,
                            unsigned size)
{
    unsigned w = 0;
    while (w + 1 < words && !(family->word[w] & layer_in(w, size)))
        w++;
    return w << LOW_DICE |
           (unsigned)__builtin_ctzll(family->word[w] & layer_in(w, size));
}

/* A part of `subset` that completes the card and leaves what completes the
 * others. */
static unsigned family_split(const struct family *card,
                             const struct family *others, unsigned subset)
{
    for (unsigned w = 0;; w++) {
        if (w & ~(subset >> LOW_DICE))
            continue;
        uint64_t parts = card->word[w] & within[subset & 63];
        for (; parts; parts &= parts - 1) {
            unsigned part = w << LOW_DICE | (unsigned)__builtin_ctzll(parts);
            if (family_has(others, subset & ~part))
                return part;
        }
    }
}

void small_write(const struct small_solver *solver,
                 const struct candidate *candidate, int laid,
                 tio_dice lay[TIO_HAND_CARDS])
{
    unsigned cards = candidate->cards;
    unsigned subset = 0;
    while (cards) {
        unsigned top = top_card(cards);
        const struct family *card = &solver->card[top];
        unsigned rest = cards & ~(1U << top);
        if (cards == candidate->cards)
            subset = family_pick(rest ? &solver->set[cards] : card,
                                 solver->words, (unsigned)laid);
        unsigned part = subset;
        if (rest) {
            bool single = (rest & (rest - 1)) == 0;
            const struct family *others =
                single ? &solver->card[top_card(rest)] : &solver->set[rest];
            part = family_split(card, others, subset);
        }
        lay[top] = subset_dice(solver, part);
        subset &= ~part;
        cards = rest;
    }
}
