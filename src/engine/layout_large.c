/* Lay-outs of any number of dice. Slots are settled by counting (demand_fits),
 * so only the dice of sums are searched, largest choices first, with bounds on
 * how many dice and how many pips the sums still to come can use. That is quick
 * for nearly all hands. There are cards with which it would take minutes, so
 * steps are counted, and layout_tables.c takes over after SEARCH_STEPS. */
#include <limits.h>
#include <string.h>

#include "engine/layout.h"

/* The search for dice on the sums of one set of combos. */
struct search {
    struct problem *problem;
    unsigned slot_cards;  /* the set's combos with slots, */
    tio_demand demand;    /* what they ask for all together, */
    unsigned demand_pips; /* and the pips that they use at the least */
    unsigned sum_count;
    uint8_t sum[TIO_HAND_CARDS];      /* the set's sums, the least free first */
    uint16_t low[TIO_HAND_CARDS + 1]; /* pips that the sums from here on */
    uint16_t high[TIO_HAND_CARDS + 1]; /* need, and can hold */
    uint8_t most_dice[TIO_HAND_CARDS + 1];
    tio_dice trial[TIO_HAND_CARDS];
    tio_dice found[TIO_HAND_CARDS];
    int most;   /* dice on sums found so far; -1: none */
    int enough; /* stop when this many are reached */
};

static void row_fill(struct row *row, tio_dice dice)
{
    unsigned n = 0;
    unsigned pips = 0;
    row->below[0] = 0;
    for (unsigned face = 1; face <= 6; face++) {
        for (unsigned colour = 0; colour < 3; colour++) {
            tio_kind kind = tio_kind_of(colour, face);
            for (unsigned k = tio_dice_count(dice, kind); k > 0; k--) {
                row->kind[n++] = kind;
                pips += face;
                row->below[n] = (uint8_t)pips;
            }
        }
    }
    row->count = (uint8_t)n;
}

static bool sum_is_open(const tio_combo *combo)
{
    return combo->count == 0 && combo->high >= TIO_SUM_MAX;
}

static unsigned sum_least(const tio_combo *combo)
{
    return combo->count ? combo->count : 1;
}

/* ---- Which die fills which slot ---- */

static tio_dice first_of(tio_dice left, tio_dice wanted)
{
    return left & wanted ? tio_dice_of(dice_first_kind(left & wanted)) : 0;
}

static tio_dice face_field(unsigned colour, unsigned face)
{
    tio_kind kind = tio_kind_of(colour, face);
    return (tio_dice)(colour == TIO_RED ? 3 : 15) << tio_kind_shift(kind);
}

/* A slot of either colour and one face takes the colour that the slots still
 * to fill can better do without. */
static tio_dice die_either(tio_dice left, unsigned face, const tio_demand *rest)
{
    tio_dice light = first_of(left, face_field(TIO_LIGHT, face));
    tio_dice dark = first_of(left, face_field(TIO_DARK, face));
    if (!light && !dark)
        return first_of(left, face_field(TIO_RED, face));
    if (!light || !dark)
        return light | dark;
    struct hand_counts counts = hand_counts_of(left - light);
    return demand_fits(rest, &counts) ? light : dark;
}

/* The cheapest dice, in pips, that fill slots of any face: such a choice can be
 * made die by die from the smallest up, keeping each die that still leaves all
 * the kept ones a slot of their own. */
static tio_dice dice_any_face(tio_dice left, const uint8_t any[3])
{
    const unsigned slots = (unsigned)any[0] + any[1] + any[2];
    unsigned kept[3] = {0, 0, 0};
    tio_dice dice = 0;
    for (tio_kind place = 0; place < TIO_KINDS; place++) {
        unsigned colour = place % 3U;
        tio_kind kind = tio_kind_of(colour, place / 3U + 1);
        for (unsigned n = tio_dice_count(left, kind); n > 0; n--) {
            unsigned light = kept[0] + (colour == TIO_LIGHT);
            unsigned dark = kept[1] + (colour == TIO_DARK);
            unsigned over = (light > any[0] ? light - any[0] : 0) +
                            (dark > any[1] ? dark - any[1] : 0);
            if (over > any[2] || kept[0] + kept[1] + kept[2] == slots)
                break;
            kept[colour]++;
            dice += tio_dice_of(kind);
        }
    }
    return dice;
}

static tio_dice die_for(tio_slot slot, tio_dice left, const tio_demand *rest)
{
    static const tio_dice ordinary[] = {
        [TIO_LIGHT] = TIO_DICE_LIGHT,
        [TIO_DARK] = TIO_DICE_DARK,
        [TIO_RED] = 0,
        [TIO_EITHER] = TIO_DICE_LIGHT | TIO_DICE_DARK,
    };
    if (slot.face && slot.colour == TIO_EITHER)
        return die_either(left, slot.face, rest);
    tio_dice wanted = ordinary[slot.colour];
    tio_dice red = TIO_DICE_RED;
    if (slot.face) {
        wanted = face_field(slot.colour, slot.face);
        red = face_field(TIO_RED, slot.face);
    }
    tio_dice die = first_of(left, wanted);
    return die ? die : first_of(left, red);
}

/* How free a slot is: the least free are served first. */
static unsigned slot_freedom(tio_slot slot)
{
    return (slot.face ? 0U : 2U) + (slot.colour == TIO_EITHER ? 1U : 0U);
}

static void demand_drop(tio_demand *demand, tio_slot slot)
{
    unsigned sort = slot.colour == TIO_EITHER ? 2 : slot.colour;
    if (slot.face)
        demand->face[sort] -= 1ULL << 8 * (slot.face - 1);
    else
        demand->any[sort]--;
    demand->size--;
}

/* Fills the slots of these combos out of `dice`, which must fit them, with few
 * pips where a slot leaves the choice; returns what is left then. */
static tio_dice slots_fill(const struct problem *problem, unsigned cards,
                           tio_demand demand, tio_dice dice,
                           tio_dice lay[TIO_HAND_CARDS])
{
    tio_dice left = dice;
    tio_dice spared = 0;
    for (unsigned freedom = 0; demand.size; freedom++) {
        if (freedom == 2) {
            spared = left;
            left = dice_any_face(left, demand.any);
            spared -= left;
        }
        for (unsigned rest = cards; rest; rest &= rest - 1) {
            unsigned i = (unsigned)__builtin_ctz(rest);
            const tio_combo *combo = problem->combos[i];
            for (unsigned s = 0; s < combo->slots; s++) {
                if (slot_freedom(combo->slot[s]) != freedom)
                    continue;
                demand_drop(&demand, combo->slot[s]);
                tio_dice die = die_for(combo->slot[s], left, &demand);
                lay[i] += die;
                left -= die;
            }
        }
    }
    return left + spared;
}

/* ---- The search ---- */

static void place_sum(struct search *search, unsigned index, tio_dice left,
                      int placed);

/* All the sums have dice: do the slots still find theirs? */
static void place_done(struct search *search, tio_dice left, int placed)
{
    struct hand_counts counts = hand_counts_of(left);
    if (search->demand.size && !demand_fits(&search->demand, &counts))
        return;
    search->most = placed;
    memcpy(search->found, search->trial, sizeof search->found);
}

struct choice {
    struct search *search;
    const tio_combo *combo;
    const struct row *row;
    unsigned index; /* of the sum in the search */
    tio_dice left;
    int placed;
};

/* Counts a step; false if that was one too many. Then what was found counts as
 * enough, so that all loops end. */
static bool may_go_on(struct search *search)
{
    if (search->problem->searched++ < search->problem->budget)
        return true;
    search->enough = INT_MIN;
    return false;
}

static bool gave_up(const struct problem *problem)
{
    return problem->searched > problem->budget;
}

/* Chooses `need` more dice from row place `from` on, `pips` being laid already;
 * continues with the next sum for each choice that adds up. */
static void choose_dice(const struct choice *choice, unsigned from,
                        unsigned need, unsigned pips, tio_dice picked)
{
    const struct row *row = choice->row;
    struct search *search = choice->search;
    if (!may_go_on(search))
        return;
    if (need == 0) {
        search->trial[search->sum[choice->index]] = picked;
        place_sum(search, choice->index + 1, choice->left - picked,
                  choice->placed);
        return;
    }
    unsigned last = row->count - need;
    unsigned largest = row->below[row->count] - row->below[last];
    if (pips + largest < choice->combo->low)
        return;
    for (unsigned i = from; i <= last; i++) {
        unsigned smallest = row->below[i + need] - (unsigned)row->below[i];
        if (pips + smallest > choice->combo->high)
            return;
        unsigned face = tio_kind_face(row->kind[i]);
        if (need > 1 || pips + face >= choice->combo->low)
            choose_dice(choice, i + 1, need - 1, pips + face,
                        picked + tio_dice_of(row->kind[i]));
        if (search->most >= search->enough)
            return;
        while (i < last && row->kind[i + 1] == row->kind[i])
            i++;
    }
}

/* How many of the dice, smallest first, stay within so many pips. */
static unsigned dice_within(face_counts counts, unsigned pips)
{
    unsigned n = 0;
    for (unsigned face = 1; face <= 6; face++) {
        unsigned count = counts >> 8 * (face - 1) & 0xff;
        if (count * face > pips)
            return n + pips / face;
        n += count;
        pips -= count * face;
    }
    return n;
}

/* How many dice the sums from `index` on can still take at the most; -1 if
 * they can't all be completed. There is a die left for each slot and each of
 * these sums: large_solve() sees to it, and place_sum() keeps them back. */
static int sums_most(const struct search *search, unsigned index, tio_dice left)
{
    unsigned most = search->most_dice[index];
    unsigned room = dice_size(left) - search->demand.size;
    most = most < room ? most : room;
    face_counts counts = dice_light(left) + dice_dark(left) + dice_red(left);
    if (counts_pips(counts) < search->low[index] + search->demand_pips)
        return -1;
    unsigned fit = dice_within(counts, search->high[index]);
    return (int)(most < fit ? most : fit);
}

/* True if slots_fill() is sure to leave the most pips: only a slot of either
 * colour may take the die that a slot of any face would have liked. */
static bool fills_cheapest(const tio_demand *demand)
{
    return demand->face[2] == 0 ||
           (demand->any[0] | demand->any[1] | demand->any[2]) == 0;
}

/* The last sum, if it has no upper end, takes whatever the slots leave. Returns
 * true if that settles it, so that nothing is left to search. */
static bool place_open(struct search *search, const tio_combo *combo,
                       unsigned place, tio_dice left, int placed)
{
    tio_dice unused[TIO_HAND_CARDS] = {0};
    struct hand_counts counts = hand_counts_of(left);
    const tio_demand *demand = &search->demand;
    if (demand->size) {
        if (!demand_fits(demand, &counts))
            return true;
        left = slots_fill(search->problem, search->slot_cards, *demand, left,
                          unused);
    }
    tio_dice on_sum = combo_eligible(combo, left);
    int dice = placed + (int)dice_size(on_sum);
    if (tio_combo_accepts(combo, on_sum) && dice > search->most) {
        search->trial[place] = on_sum;
        search->most = dice;
        memcpy(search->found, search->trial, sizeof search->found);
    }
    return demand->size == 0 ||
           (combo->colour == TIO_EITHER && fills_cheapest(demand));
}

static void place_sum(struct search *search, unsigned index, tio_dice left,
                      int placed)
{
    if (index == search->sum_count) {
        if (placed > search->most)
            place_done(search, left, placed);
        return;
    }
    int more = sums_most(search, index, left);
    if (more < 0 || placed + more <= search->most)
        return;
    const struct problem *problem = search->problem;
    unsigned place = search->sum[index];
    const tio_combo *combo = problem->combos[place];
    if (sum_is_open(combo) && index + 1 == search->sum_count &&
        place_open(search, combo, place, left, placed))
        return;
    struct row rest;
    const struct row *row = &problem->row[place];
    if (index > 0) {
        row_fill(&rest, combo_eligible(combo, left));
        row = &rest;
    }
    unsigned reserve = search->demand.size + search->sum_count - index - 1;
    unsigned most = dice_size(left) - reserve;
    most = most < row->count ? most : row->count;
    most = most < problem->most[place] ? most : problem->most[place];
    int later = search->most_dice[index + 1];
    struct choice choice = {search, combo, row, index, left, 0};
    for (unsigned n = most; n >= sum_least(combo); n--) {
        choice.placed = placed + (int)n;
        if (search->most >= search->enough ||
            choice.placed + later <= search->most)
            return;
        choose_dice(&choice, 0, n, 0, 0);
    }
}

/* ---- One combo alone ---- */

/* The most dice of `row` that add up within the sum's range; 0 if none do. */
static unsigned sum_alone(struct problem *problem, const tio_combo *combo,
                          tio_dice eligible, const struct row *row)
{
    struct search search;
    struct choice choice = {&search, combo, row, 0, eligible, 0};
    unsigned most = combo->count ? combo->count : row->count;
    memset(&search, 0, sizeof search);
    search.problem = problem;
    search.sum_count = 1;
    search.most = -1;
    for (unsigned n = most; n >= sum_least(combo) && n <= row->count; n--) {
        unsigned low = row->below[n];
        unsigned high =
            row->below[row->count] - (unsigned)row->below[row->count - n];
        if (low > combo->high || high < combo->low)
            continue;
        if (low >= combo->low || high <= combo->high)
            return n;
        choose_dice(&choice, 0, n, 0, 0);
        if (search.most >= 0)
            return n;
    }
    return 0;
}

static unsigned combo_alone(struct problem *problem, unsigned place)
{
    const tio_combo *combo = problem->combos[place];
    if (combo->slots) {
        struct hand_counts counts = hand_counts_of(problem->dice);
        bool fits = combo->slots <= problem->size &&
                    demand_fits(&combo->demand, &counts);
        return fits ? combo->slots : 0;
    }
    tio_dice eligible = combo_eligible(combo, problem->dice);
    row_fill(&problem->row[place], eligible);
    return sum_alone(problem, combo, eligible, &problem->row[place]);
}

static unsigned alone_by_tables(const struct problem *problem,
                                struct tables *tables, unsigned place)
{
    tio_dice unused[TIO_HAND_CARDS];
    struct candidate alone = {(uint8_t)(1U << place), 0, 0};
    int most = tables_solve(tables, problem, &alone, -1, unused);
    return most < 0 ? 0 : (unsigned)most;
}

void large_begin(struct problem *problem, struct tables *tables)
{
    for (unsigned i = 0; i < problem->count; i++) {
        unsigned most = combo_alone(problem, i);
        if (gave_up(problem))
            most = alone_by_tables(problem, tables, i);
        if (most == 0)
            continue;
        problem->feasible |= 1U << i;
        problem->most[i] = (uint8_t)most;
    }
}

/* ---- A set of combos ---- */

/* How much a sum leaves open: the most open one is placed last, because it can do
 * with whatever is left. */
static unsigned sum_freedom(const tio_combo *combo)
{
    unsigned range = combo->high - (unsigned)combo->low;
    if (!sum_is_open(combo))
        return range;
    return range + (combo->colour == TIO_EITHER ? 2U : 1U) * TIO_SUM_MAX;
}

/* Puts a sum among the others of the set, the least free first. */
static void add_sum(struct search *search, unsigned place)
{
    const tio_combo *const *combos = search->problem->combos;
    unsigned freedom = sum_freedom(combos[place]);
    unsigned at = search->sum_count++;
    for (; at > 0; at--) {
        if (sum_freedom(combos[search->sum[at - 1]]) <= freedom)
            break;
        search->sum[at] = search->sum[at - 1];
    }
    search->sum[at] = (uint8_t)place;
}

static unsigned demand_least_pips(const tio_demand *demand)
{
    unsigned pips = (unsigned)demand->any[0] + demand->any[1] + demand->any[2];
    for (unsigned sort = 0; sort < 3; sort++)
        pips += counts_pips(demand->face[sort]);
    return pips;
}

static void search_begin(struct search *search, struct problem *problem,
                         const struct candidate *candidate)
{
    memset(search, 0, sizeof *search);
    search->problem = problem;
    for (unsigned i = 0; i < problem->count; i++) {
        if (!candidate_has(candidate, i))
            continue;
        if (problem->combos[i]->slots == 0) {
            add_sum(search, i);
        } else {
            demand_add(&search->demand, &problem->combos[i]->demand);
            search->slot_cards |= 1U << i;
        }
    }
    search->demand_pips = demand_least_pips(&search->demand);
    for (unsigned i = search->sum_count; i-- > 0;) {
        const tio_combo *combo = problem->combos[search->sum[i]];
        search->low[i] = (uint16_t)(search->low[i + 1] + combo->low);
        search->high[i] = (uint16_t)(search->high[i + 1] + combo->high);
        search->most_dice[i] =
            (uint8_t)(search->most_dice[i + 1] + problem->most[search->sum[i]]);
    }
}

int large_solve(struct problem *problem, struct tables *tables,
                const struct candidate *candidate, int floor,
                tio_dice sums[TIO_HAND_CARDS])
{
    struct search search;
    if (gave_up(problem))
        return tables_solve(tables, problem, candidate, floor, sums);
    search_begin(&search, problem, candidate);
    int slots = search.demand.size;
    if ((unsigned)slots + search.sum_count > problem->size)
        return -1;
    struct hand_counts counts = hand_counts_of(problem->dice);
    if (!demand_fits(&search.demand, &counts))
        return -1;
    if (search.sum_count == 0)
        return slots > floor ? slots : -1;
    int before = floor - slots > -1 ? floor - slots : -1;
    search.most = before;
    search.enough = sums_most(&search, 0, problem->dice);
    place_sum(&search, 0, problem->dice, 0);
    if (gave_up(problem))
        return tables_solve(tables, problem, candidate, floor, sums);
    if (search.most <= before)
        return -1;
    memcpy(sums, search.found, sizeof search.found);
    return search.most + slots;
}

void large_write(struct problem *problem, const struct candidate *candidate,
                 const tio_dice sums[TIO_HAND_CARDS],
                 tio_dice lay[TIO_HAND_CARDS])
{
    struct search search;
    tio_dice left = problem->dice;
    search_begin(&search, problem, candidate);
    for (unsigned i = 0; i < search.sum_count; i++) {
        unsigned place = search.sum[i];
        lay[place] = sums[place];
        left -= sums[place];
    }
    slots_fill(problem, search.slot_cards, search.demand, left, lay);
}
