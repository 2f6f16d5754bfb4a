/* The players that search, `hard` and `expert`: the same way, with less or more
 * of it. */
#include "bots/strong.h"

#include <string.h>

#include "bots/between.h"
#include "bots/bots.h"

const struct strength strength_hard = {
    .search = {.playouts = 360, .per_world = 2, .guesses = 1, .width = 20},
    .casts = 24,
};

const struct strength strength_expert = {
    .search = {.playouts = 10000, .per_world = 6, .guesses = 16, .width = 40},
    .casts = 48,
};

static void choose(const struct strength *strength, const tio_view *view,
                   const tio_deck *deck, const tio_budget *budget,
                   tio_random *random, tio_move *out)
{
    bool good;
    if (view->game.phase == TIO_PHASE_TURN) {
        struct search search = {
            .view = view,
            .deck = deck,
            .setting = strength->search,
            .budget = budget,
            .seed = tio_random_next(random),
        };
        good = search_run(&search);
        *out = search.move[0].move;
    } else {
        struct between_option option[BETWEEN_OPTIONS];
        good = between_rounds(view, deck, strength->casts, budget, random,
                              option) > 0;
        *out = option[0].move;
    }
    /* Out of memory: this needs none. */
    if (!good)
        normal_choose(view, deck, budget, random, out);
}

void hard_choose(const tio_view *view, const tio_deck *deck,
                 const tio_budget *budget, tio_random *random, tio_move *out)
{
    choose(&strength_hard, view, deck, budget, random, out);
}

void expert_choose(const tio_view *view, const tio_deck *deck,
                   const tio_budget *budget, tio_random *random, tio_move *out)
{
    choose(&strength_expert, view, deck, budget, random, out);
}
