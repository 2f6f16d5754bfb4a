/* See offer.h. What is legal only the engine knows; here its answers are put in
 * the order in which people choose. */
#include "show/offer.h"

#include <string.h>

#include "engine/cards.h"

_Static_assert(TIO_MAX_LAYOUTS > TIO_KINDS, "a turn's moves have room");

/* ---- Actions ---- */

/* What may follow `die`: dice as they lie in the tray, or faces, one of each. */
static tio_dice others_of(const tio_view *view, const tio_deck *deck,
                          const struct show_offer *offer, tio_kind die)
{
    tio_move move = show_draft(offer, view->seat);
    tio_dice others = 0;
    move.play.die = die;
    for (tio_kind other = 0; other < TIO_KINDS; other++) {
        unsigned count = action_shape(offer->action) == SHAPE_FACE
                             ? 1
                             : tio_dice_count(view->game.tray, other);
        move.play.other = other;
        if (count && tio_check(&view->game, deck, &move) == TIO_OK)
            others += count * tio_dice_of(other);
    }
    return others;
}

/* The dice with which a move begins that can be completed. */
static void find_firsts(const tio_view *view, const tio_deck *deck,
                        struct show_offer *offer)
{
    tio_dice reach = action_reach(&view->game, offer->action);
    bool alone = action_shape(offer->action) == SHAPE_THROW;
    for (uint64_t kinds = dice_kinds(reach); kinds; kinds &= kinds - 1) {
        tio_kind die = dice_first_kind(kinds);
        offer->others[die] = others_of(view, deck, offer, die);
        if (alone || offer->others[die])
            offer->dice += tio_dice_count(reach, die) * tio_dice_of(die);
    }
    offer->least = offer->most = 1;
}

static void find_pool(const tio_game *game, struct show_offer *offer)
{
    offer->dice = action_reach(game, offer->action);
    unsigned size = dice_size(offer->dice);
    unsigned most = action_most(game, offer->action);
    offer->all = action_takes_all(game, offer->action);
    offer->least = (uint8_t)(offer->all ? size : 1);
    offer->most = (uint8_t)(most < size ? most : size);
}

void show_offer(const tio_view *view, const tio_deck *deck, tio_action action,
                struct show_offer *out)
{
    const tio_game *game = &view->game;
    memset(out, 0, sizeof *out);
    out->action = action;
    out->place =
        (uint8_t)hand_find_action(&game->player[view->seat], deck, action);
    out->barred = action_allowed(game);
    if (!out->barred && !action_has_target(game, action))
        out->barred = TIO_E_ACTION_HAS_NO_TARGET;
    if (out->barred)
        return;
    switch (action_shape(action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        find_pool(game, out);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
    case SHAPE_THROW:
        find_firsts(view, deck, out);
        break;
    }
}

/* ---- From an action to its move ---- */

tio_move show_draft(const struct show_offer *offer, unsigned seat)
{
    tio_move move;
    memset(&move, 0, sizeof move);
    move.type = TIO_MOVE_PLAY;
    move.seat = (uint8_t)seat;
    move.play.action = offer->action;
    move.play.die = TIO_NONE;
    move.play.other = TIO_NONE;
    return move;
}

/* Dice of a pool, for as long as there may be more of them. */
static void step_pool(const struct show_offer *offer, const tio_move *draft,
                      struct show_step *out)
{
    bool full = dice_size(draft->play.dice) >= offer->most;
    out->choice = full ? draft->play.dice : offer->dice;
}

static void step_other(const struct show_offer *offer, const tio_move *draft,
                       struct show_step *out)
{
    enum shape shape = action_shape(offer->action);
    out->from = shape == SHAPE_FACE ? SHOW_FACES : SHOW_TRAY;
    out->choice = offer->others[draft->play.die];
    out->least = shape != SHAPE_THROW;
}

bool show_step(const struct show_offer *offer, const tio_move *draft,
               unsigned number, struct show_step *out)
{
    enum shape shape = action_shape(offer->action);
    out->from = shape == SHAPE_THROW ? SHOW_OWN : SHOW_TRAY;
    out->choice = offer->dice;
    out->least = offer->least;
    out->most = offer->most;
    if (number == 0 && shape == SHAPE_POOL)
        step_pool(offer, draft, out);
    if (number > 0)
        out->choice = 0;
    if (number == 1 && draft->play.die != TIO_NONE)
        step_other(offer, draft, out);
    return out->choice != 0;
}

void show_pick(tio_move *draft, unsigned number, tio_dice picked)
{
    tio_kind kind = picked ? dice_first_kind(picked) : TIO_NONE;
    if (action_shape(draft->play.action) == SHAPE_POOL)
        draft->play.dice = picked;
    else if (number == 0)
        draft->play.die = kind;
    else
        draft->play.other = kind;
}

/* ---- All that a seat may do ---- */

static tio_move *add_move(struct show_offers *out, const tio_view *view,
                          unsigned type)
{
    tio_move *move = &out->move[out->moves++];
    memset(move, 0, sizeof *move);
    move->type = (uint8_t)type;
    move->seat = view->seat;
    return move;
}

static void add_actions(const tio_view *view, const tio_deck *deck,
                        struct show_offers *out)
{
    const tio_game *game = &view->game;
    const tio_player *me = &game->player[view->seat];
    out->no_action = action_allowed(game) ? action_allowed(game)
                                          : TIO_E_ACTION_HAS_NO_TARGET;
    if (!me->actions && !action_spent(game))
        out->no_action = TIO_E_ACTION_NOT_IN_HAND;
    for (unsigned place = me->combos; place < hand_size(me); place++) {
        struct show_offer *offer = &out->action[out->actions++];
        show_offer(view, deck, tio_deck_action(deck, me->hand[place]), offer);
        offer->again = offer->place != place;
        offer->place = (uint8_t)place;
        if (!offer->barred)
            out->no_action = TIO_OK;
    }
}

static void offer_turn(const tio_view *view, const tio_deck *deck,
                       struct show_offers *out)
{
    const tio_game *game = &view->game;
    for (uint64_t kinds = dice_kinds(game->tray); kinds; kinds &= kinds - 1)
        add_move(out, view, TIO_MOVE_TAKE)->kind = dice_first_kind(kinds);
    add_move(out, view, game->took ? TIO_MOVE_DONE : TIO_MOVE_PASS);
    add_actions(view, deck, out);
}

static void offer_layouts(const tio_view *view, const tio_deck *deck,
                          struct show_offers *out)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned held = tio_hand_combos(&view->game, deck, view->seat, combos);
    unsigned count = tio_layout_all(
        combos, held, view->game.player[view->seat].taken, out->layout);
    for (unsigned i = 0; i < count; i++) {
        tio_move *move = add_move(out, view, TIO_MOVE_LAY);
        memcpy(move->lay, out->layout[i].lay, sizeof move->lay);
    }
    out->usual = 0;
}

static void offer_discards(const tio_view *view, struct show_offers *out)
{
    unsigned cards = hand_size(&view->game.player[view->seat]);
    for (unsigned place = 0; place < cards; place++)
        add_move(out, view, TIO_MOVE_DISCARD)->slot = (uint8_t)place;
    out->usual = out->moves;
    add_move(out, view, TIO_MOVE_KEEP);
}

/* From most combos to none. The usual hand is the one that players without the
 * variant have, as nearly as it can be: four combos and an action. */
static void offer_draws(const tio_view *view, const tio_deck *deck,
                        struct show_offers *out)
{
    const tio_player *me = &view->game.player[view->seat];
    tio_moves walk;
    tio_moves_begin(&walk, deck, view);
    while (tio_moves_next(&walk, &out->move[out->moves])) {
        int combos = me->combos + out->move[out->moves].draw.combos;
        if (out->usual == TIO_NONE && combos <= TIO_HAND_COMBOS)
            out->usual = out->moves;
        out->moves++;
    }
}

void show_offers(const tio_view *view, const tio_deck *deck,
                 struct show_offers *out)
{
    out->moves = 0;
    out->usual = TIO_NONE;
    out->no_action = TIO_E_WRONG_PHASE;
    out->actions = 0;
    if (view->seat >= view->game.settings.players ||
        !(tio_game_deciders(&view->game) >> view->seat & 1))
        return;
    if (view->game.phase == TIO_PHASE_TURN)
        offer_turn(view, deck, out);
    else if (view->game.phase == TIO_PHASE_LAY)
        offer_layouts(view, deck, out);
    else if (view->game.phase == TIO_PHASE_DISCARD)
        offer_discards(view, out);
    else
        offer_draws(view, deck, out);
}

/* ---- What it is worth ---- */

void show_best(const tio_view *view, const tio_deck *deck, tio_dice dice,
               tio_layout *out)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count = tio_hand_combos(&view->game, deck, view->seat, combos);
    tio_layout_best(combos, count, dice, out);
}

bool show_last(const tio_game *game)
{
    unsigned all = (1U << game->settings.players) - 1;
    return (game->passed | 1U << game->turn) == all;
}
