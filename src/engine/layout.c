/* The best way to lay dice onto combos, exactly. docs/rules.md, section 5
 *
 * A die that is laid saves one chip, red or not. So the net of a lay-out is
 * points + dice laid - what all the dice would cost unused, and for a given set
 * of completed combos only the number of dice laid is left to find. Each set
 * gets an upper bound; sets are tried from the best bound down until no bound
 * beats what was found. */
#include <assert.h>
#include <string.h>

#include "engine/layout.h"

/* All solvers behind one face. What they work with is left as it is until it
 * is needed: most hands are small. */
struct solver {
    struct problem problem;
    bool is_small;
    union {
        struct small_solver small;
        struct tables tables;
    };
};

/* The best set so far. */
struct result {
    struct candidate candidate;
    int laid;
    tio_dice sums[TIO_HAND_CARDS];
};

static void solver_begin(struct solver *solver, const tio_combo *const combos[],
                         unsigned count, tio_dice dice, uint32_t budget)
{
    struct problem *problem = &solver->problem;
    problem->combos = combos;
    problem->count = count;
    problem->dice = dice;
    problem->size = dice_size(dice);
    problem->feasible = 0;
    problem->searched = 0;
    problem->budget = budget;
    assert(count <= TIO_HAND_CARDS && problem->size <= TIO_MAX_DICE);
    solver->is_small = problem->size <= SMALL_DICE;
    if (solver->is_small) {
        small_begin(&solver->small, problem);
    } else {
        solver->tables.begun = false;
        solver->tables.work.steps = 0;
        large_begin(problem, &solver->tables);
    }
}

/* True, with the result filled in, if the set can be completed with more than
 * `floor` dice. */
static bool solver_try(struct solver *solver, const struct candidate *candidate,
                       int floor, struct result *out)
{
    tio_dice sums[TIO_HAND_CARDS];
    int laid = 0;
    assert(candidate->cards != 0);
    if (solver->is_small)
        laid = small_solve(&solver->small, &solver->problem, candidate);
    else
        laid = large_solve(&solver->problem, &solver->tables, candidate, floor,
                           sums);
    if (laid < 0 || laid <= floor)
        return false;
    out->candidate = *candidate;
    out->laid = laid;
    if (!solver->is_small)
        memcpy(out->sums, sums, sizeof sums);
    return true;
}

static unsigned dice_cost(tio_dice dice)
{
    return dice_size(dice) + dice_size(dice & TIO_DICE_RED);
}

static void solver_write(struct solver *solver, const struct result *result,
                         tio_layout *out)
{
    const struct candidate *candidate = &result->candidate;
    memset(out, 0, sizeof *out);
    out->cards = candidate->cards;
    out->points = candidate->points;
    out->chips =
        (uint8_t)(dice_cost(solver->problem.dice) - (unsigned)result->laid);
    out->net = (int16_t)(out->points - out->chips);
    if (solver->is_small)
        small_write(&solver->small, candidate, result->laid, out->lay);
    else
        large_write(&solver->problem, candidate, result->sums, out->lay);
}

static unsigned candidates_list(const struct problem *problem,
                                struct candidate out[LAYOUT_SETS])
{
    unsigned n = 1;
    out[0] = (struct candidate){0, 0, 0};
    for (unsigned left = problem->feasible; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        unsigned points = problem->combos[i]->points;
        unsigned worth = points + problem->most[i];
        for (unsigned k = n; k-- > 0;) {
            struct candidate with = out[k];
            with.cards = (uint8_t)(with.cards | 1U << i);
            with.points = (uint8_t)(with.points + points);
            with.bound = (int16_t)(with.bound + (int)worth);
            int roof = with.points + (int)problem->size;
            if (with.bound > roof)
                with.bound = (int16_t)roof;
            out[n++] = with;
        }
    }
    return n;
}

/* The order in which equal lay-outs are preferred: more points, then the
 * earlier combos. */
static bool candidate_before(const struct candidate *a,
                             const struct candidate *b)
{
    if (a->points != b->points)
        return a->points > b->points;
    unsigned differ = a->cards ^ b->cards;
    return (a->cards & differ & (0U - differ)) != 0;
}

static unsigned candidates_top(const struct candidate list[], unsigned count)
{
    unsigned top = 0;
    for (unsigned k = 1; k < count; k++)
        if (list[k].bound > list[top].bound ||
            (list[k].bound == list[top].bound &&
             candidate_before(&list[k], &list[top])))
            top = k;
    return top;
}

/* The best set; its worth is points + dice laid. */
static int solver_best(struct solver *solver, struct result *best)
{
    struct candidate list[LAYOUT_SETS];
    unsigned n = candidates_list(&solver->problem, list);
    int worth = 0;
    best->candidate = list[0];
    best->laid = 0;
    while (n > 1) {
        unsigned top = candidates_top(list, n);
        struct candidate candidate = list[top];
        if (candidate.bound < worth)
            break;
        list[top] = list[--n];
        bool wins_tie = candidate_before(&candidate, &best->candidate);
        int floor = worth - candidate.points - (wins_tie ? 1 : 0);
        if (candidate.bound - candidate.points <= floor)
            continue;
        if (solver_try(solver, &candidate, floor, best))
            worth = best->laid + candidate.points;
    }
    return worth;
}

void tio_layout_best(const tio_combo *const combos[], unsigned count,
                     tio_dice dice, tio_layout *out)
{
    struct solver solver;
    struct result best;
    solver_begin(&solver, combos, count, dice, SEARCH_STEPS);
    solver_best(&solver, &best);
    solver_write(&solver, &best, out);
}

int tio_layout_net(const tio_combo *const combos[], unsigned count,
                   tio_dice dice)
{
    struct solver solver;
    struct result best;
    solver_begin(&solver, combos, count, dice, SEARCH_STEPS);
    return solver_best(&solver, &best) - (int)dice_cost(dice);
}

/* The best set is not solved again: it might be laid in another way. */
static unsigned solver_all(struct solver *solver,
                           tio_layout out[TIO_MAX_LAYOUTS])
{
    struct result best;
    struct result result;
    struct candidate list[LAYOUT_SETS];
    unsigned found = 0;
    int worth = solver_best(solver, &best);
    unsigned n = candidates_list(&solver->problem, list);
    while (n > 0) {
        unsigned top = 0;
        for (unsigned k = 1; k < n; k++)
            if (candidate_before(&list[k], &list[top]))
                top = k;
        struct candidate candidate = list[top];
        list[top] = list[--n];
        int floor = worth - candidate.points - 1;
        if (candidate.cards == best.candidate.cards)
            solver_write(solver, &best, &out[found++]);
        else if (candidate.bound >= worth &&
                 solver_try(solver, &candidate, floor, &result))
            solver_write(solver, &result, &out[found++]);
    }
    return found;
}

unsigned tio_layout_all(const tio_combo *const combos[], unsigned count,
                        tio_dice dice, tio_layout out[TIO_MAX_LAYOUTS])
{
    struct solver solver;
    solver_begin(&solver, combos, count, dice, SEARCH_STEPS);
    return solver_all(&solver, out);
}

unsigned layout_all_within(const tio_combo *const combos[], unsigned count,
                           tio_dice dice, uint32_t budget,
                           tio_layout out[TIO_MAX_LAYOUTS], uint32_t *steps)
{
    struct solver solver;
    solver_begin(&solver, combos, count, dice, budget);
    unsigned found = solver_all(&solver, out);
    *steps = solver.is_small
                 ? 0
                 : solver.problem.searched + solver.tables.work.steps;
    return found;
}

tio_error tio_layout_score(const tio_combo *const combos[], unsigned count,
                           tio_dice dice, tio_layout *out)
{
    tio_dice left = dice;
    unsigned points = 0;
    unsigned cards = 0;
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        tio_dice lay = out->lay[i];
        if (!lay)
            continue;
        if (i >= count)
            return TIO_E_LAY_NOT_COMBO;
        if (!dice_contain(left, lay))
            return TIO_E_LAY_DIE_NOT_TAKEN;
        if (!tio_combo_accepts(combos[i], lay))
            return TIO_E_LAY_INCOMPLETE;
        left -= lay;
        points += combos[i]->points;
        cards |= 1U << i;
    }
    out->points = (uint8_t)points;
    out->cards = (uint8_t)cards;
    out->chips =
        (uint8_t)(dice_cost(left) + dice_size((dice - left) & TIO_DICE_RED));
    out->net = (int16_t)(out->points - out->chips);
    return TIO_OK;
}
