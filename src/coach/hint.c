/* Hints: the search of `expert`, opened to the player whose turn it is. */
#include <string.h>

#include "bots/between.h"
#include "bots/budget.h"
#include "bots/outlook.h"
#include "bots/strong.h"
#include "bots/world.h"
#include "coach/reason.h"
#include "engine/cards.h"

/* Guesses at the others' hands, where only totals are to be compared. */
#define GUESSES 32

static int32_t thousandths(int64_t worth)
{
    return (int32_t)(worth * 1000 / POINT);
}

static int64_t square_root(int64_t square)
{
    int64_t root = square > 0 ? square : 0;
    for (int64_t next = (root + 1) / 2; next < root;
         next = (root + square / root) / 2)
        root = next;
    return root;
}

/* ---- Turns ---- */

static void hint_for_move(const struct search_move *move, unsigned players,
                          tio_hint_move *out)
{
    const struct search_sums *sums = &move->sums;
    memset(out, 0, sizeof *out);
    out->move = move->move;
    int64_t playouts = (int64_t)sums->playouts;
    if (playouts == 0)
        return;
    int64_t mean = sums->net / playouts;
    int64_t variance = sums->net_squares / playouts - mean * mean;
    out->gain = thousandths(mean);
    out->spread = thousandths(square_root(variance));
    out->win = (uint16_t)outlook_told(players, OUTLOOK_TURN,
                                      (int)(sums->win / playouts));
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        out->combo[i] =
            (uint16_t)((int64_t)sums->completed[i] * 10000 / playouts);
}

static void hint_for_turn(const tio_view *view, const tio_deck *deck,
                          const tio_budget *budget, tio_random *random,
                          tio_hint *out)
{
    struct search search = {
        .view = view,
        .deck = deck,
        .setting = strength_expert.search,
        .budget = budget,
        .seed = tio_random_next(random),
    };
    search.setting.explain = true;
    if (!search_run(&search) || search.stopped)
        return;
    struct reason_ground ground = {
        .view = view, .deck = deck, .search = &search, .seed = search.seed};
    for (unsigned i = 0; i < search.moves && out->count < TIO_HINTS; i++) {
        tio_hint_move *hint = &out->move[out->count++];
        hint_for_move(&search.move[i], view->game.settings.players, hint);
        reason_for_turn(&ground, &search.move[i], hint);
    }
}

/* ---- Between the rounds ---- */

static struct outlook outlook_of(const tio_game *game)
{
    /* Cards are drawn for the round that comes. */
    bool begun = game->phase == TIO_PHASE_DRAW;
    return (struct outlook){
        .players = game->settings.players,
        .rounds = (unsigned)(game->rounds - game->round) + begun,
        .starter = (game->starter + (begun ? 0U : 1U)) % game->settings.players,
    };
}

/* The chance to win with the present totals and `gain` more; others who have
 * yet to lay their dice lay them as well as they can. */
static uint16_t chance_with(const tio_view *view, const tio_deck *deck,
                            int gain, uint64_t seed)
{
    unsigned players = view->game.settings.players;
    bool laying = view->game.phase == TIO_PHASE_LAY;
    int64_t sum = 0;
    for (unsigned i = 0; i < GUESSES; i++) {
        tio_random random;
        tio_game world;
        tio_random_init(&random, seed, i);
        world_guess(view, deck, laying ? 8 : 1, &random, &world);
        struct outlook now = outlook_of(&world);
        for (unsigned seat = 0; seat < players; seat++) {
            const tio_combo *combos[TIO_HAND_CARDS];
            unsigned count = tio_hand_combos(&world, deck, seat, combos);
            int net =
                laying ? tio_layout_net(combos, count, world.player[seat].taken)
                       : 0;
            now.total[seat] = POINT * (tio_game_total(&world, seat) +
                                       (seat == view->seat ? gain : net));
        }
        if (laying)
            outlook_unseen(&now, &view->game, view->seat, i * 61);
        sum += outlook_win(&now, view->seat);
    }
    int chance = (int)(sum / GUESSES);
    return (uint16_t)(laying ? outlook_told(players, OUTLOOK_LAY, chance)
                             : chance);
}

static int lay_net(const tio_view *view, const tio_deck *deck,
                   const tio_move *move)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count = tio_hand_combos(&view->game, deck, view->seat, combos);
    tio_layout lay;
    memcpy(lay.lay, move->lay, sizeof lay.lay);
    if (tio_layout_score(combos, count, view->game.player[view->seat].taken,
                         &lay) != TIO_OK)
        return 0;
    return lay.net;
}

static void reason_between(const tio_view *view, unsigned options,
                           tio_hint_move *out)
{
    bool choice = view->game.round < view->game.rounds && options > 1;
    switch (out->move.type) {
    case TIO_MOVE_LAY:
        out->reason = choice ? TIO_REASON_LAY_KEEPS : TIO_REASON_LAY;
        break;
    case TIO_MOVE_DISCARD:
        out->reason = TIO_REASON_DISCARD;
        out->card = out->move.slot;
        break;
    case TIO_MOVE_KEEP:
        out->reason = TIO_REASON_KEEP;
        break;
    default:
        out->reason = TIO_REASON_DRAW;
        break;
    }
}

static void hint_between(const tio_view *view, const tio_deck *deck,
                         const tio_budget *budget, tio_random *random,
                         tio_hint *out)
{
    struct between_option option[BETWEEN_OPTIONS];
    unsigned count = between_rounds(view, deck, strength_expert.casts, budget,
                                    random, option);
    uint64_t seed = tio_random_next(random);
    for (unsigned i = 0; i < count && i < TIO_HINTS && budget_goes_on(budget);
         i++) {
        tio_hint_move *hint = &out->move[out->count++];
        memset(hint, 0, sizeof *hint);
        hint->move = option[i].move;
        hint->card = TIO_NONE;
        hint->seat = TIO_NONE;
        bool laying = hint->move.type == TIO_MOVE_LAY;
        int gain = laying ? lay_net(view, deck, &hint->move) : 0;
        hint->gain = thousandths(laying ? gain * POINT : option[i].worth);
        hint->win = chance_with(view, deck, gain, seed);
        for (unsigned c = 0; laying && c < TIO_HAND_CARDS; c++)
            hint->combo[c] = hint->move.lay[c] ? 10000 : 0;
        reason_between(view, count, hint);
    }
    /* Only the first of equal lay-outs keeps the better cards. */
    for (unsigned i = 1; i < out->count; i++)
        if (out->move[i].reason == TIO_REASON_LAY_KEEPS)
            out->move[i].reason = TIO_REASON_LAY;
}

void tio_hint_of(const tio_view *view, const tio_deck *deck,
                 const tio_budget *budget, tio_random *random, tio_hint *out)
{
    memset(out, 0, sizeof *out);
    if (view->seat >= view->game.settings.players ||
        !(tio_game_deciders(&view->game) >> view->seat & 1))
        return;
    if (view->game.phase == TIO_PHASE_TURN)
        hint_for_turn(view, deck, budget, random, out);
    else
        hint_between(view, deck, budget, random, out);
}
