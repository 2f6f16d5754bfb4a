/* See decisions.h. */
#include "bench/decisions.h"

#include <stdlib.h>
#include <string.h>

/* One in so many turns is taken, so that positions differ. */
#define ONE_IN 7

static void ask(const tio_view *view, const tio_deck *deck, const tio_bot *bot,
                const tio_budget *budget, tio_random *random, tio_move *move)
{
    memset(move, 0, sizeof *move);
    bot->choose(view, deck, budget, random, move);
    if (tio_check(&view->game, deck, move) != TIO_OK)
        abort(); /* a figure of wrong play would be worse than none */
}

static bool mid_round(const tio_view *view)
{
    return view->game.phase == TIO_PHASE_TURN && view->game.took == 0 &&
           view->game.player[view->seat].taken != 0;
}

void decisions_init(struct decisions *decisions, const tio_deck *deck,
                    unsigned players, uint64_t seed)
{
    const tio_bot *bot = tio_bot_named("normal");
    tio_settings settings = tio_settings_default(players);
    tio_game game;
    unsigned count = 0;
    memset(decisions, 0, sizeof *decisions);
    decisions->deck = deck;
    tio_random_init(&decisions->random, seed, 0);
    tio_game_init(&game, deck, &settings);
    while (count < DECISION_POSITIONS) {
        tio_move move;
        unsigned deciders = tio_game_deciders(&game);
        if (game.phase == TIO_PHASE_OVER) {
            tio_game_init(&game, deck, &settings);
            continue;
        }
        if (deciders) {
            tio_view *view = &decisions->position[count];
            tio_view_of(&game, (unsigned)__builtin_ctz(deciders), view);
            ask(view, deck, bot, NULL, &decisions->random, &move);
            count += mid_round(view) &&
                     tio_random_below(&decisions->random, ONE_IN) == 0;
        } else {
            tio_deal_random(&game, deck, &decisions->random, &move);
        }
        if (tio_apply(&game, deck, &move) != TIO_OK)
            abort();
    }
}

static const tio_view *next_position(struct decisions *decisions)
{
    return &decisions->position[decisions->decided++ % DECISION_POSITIONS];
}

void decisions_ask(struct decisions *decisions, const tio_bot *bot,
                   const tio_budget *budget)
{
    tio_move move;
    const tio_view *view = next_position(decisions);
    ask(view, decisions->deck, bot, budget, &decisions->random, &move);
}

uint64_t decisions_search(struct decisions *decisions,
                          const struct search_setting *setting)
{
    struct search search;
    memset(&search, 0, sizeof search);
    search.view = next_position(decisions);
    search.deck = decisions->deck;
    search.setting = *setting;
    search.seed = decisions->decided;
    return search_run(&search) ? search.playouts : 0;
}
