/* Every reason why a move may be refused. tio_check() reads the game and
 * changes nothing; the section numbers are those of docs/rules.md. */
#include "engine/actions.h"
#include "engine/cards.h"
#include "engine/combo.h"

/* ---- Actions ---- */

RARELY static tio_error check_play(const tio_game *game, const tio_deck *deck,
                                   const tio_move *move)
{
    tio_action action = move->play.action;
    if (action.kind >= TIO_ACTION_KINDS)
        return TIO_E_NO_SUCH_ACTION;
    const tio_player *player = &game->player[move->seat];
    if (hand_find_action(player, deck, action) == TIO_NONE)
        return TIO_E_ACTION_NOT_IN_HAND;
    tio_error error = action_allowed(game);
    if (error)
        return error;
    if (!action_has_target(game, action))
        return TIO_E_ACTION_HAS_NO_TARGET;
    return action_check(game, move);
}

/* ---- A turn ---- */

static tio_error check_turn(const tio_game *game, const tio_deck *deck,
                            const tio_move *move)
{
    if (game->passed >> move->seat & 1)
        return TIO_E_PASSED;
    if (move->seat != game->turn)
        return TIO_E_NOT_YOUR_TURN;
    switch (move->type) {
    case TIO_MOVE_TAKE:
        if (!kind_exists(move->kind))
            return TIO_E_NO_SUCH_DIE;
        return tio_dice_count(game->tray, move->kind) ? TIO_OK
                                                      : TIO_E_DIE_NOT_IN_TRAY;
    case TIO_MOVE_DONE:
        return game->took ? TIO_OK : TIO_E_NOTHING_TO_END;
    case TIO_MOVE_PASS:
        return game->took ? TIO_E_PASS_AFTER_TAKE : TIO_OK;
    default:
        return check_play(game, deck, move);
    }
}

/* ---- What all decide at the same time ---- */

RARELY static tio_error check_lay(const tio_game *game, const tio_deck *deck,
                                  const tio_move *move)
{
    const tio_player *player = &game->player[move->seat];
    for (unsigned i = hand_size(player); i < TIO_HAND_CARDS; i++)
        if (move->lay[i])
            return TIO_E_SLOT_NOT_IN_HAND;
    tio_dice left = player->taken;
    for (unsigned i = 0; i < hand_size(player); i++) {
        tio_dice lay = move->lay[i];
        if (!lay)
            continue;
        if (i >= player->combos)
            return TIO_E_LAY_NOT_COMBO;
        if (!dice_contain(left, lay))
            return TIO_E_LAY_DIE_NOT_TAKEN;
        if (!tio_combo_accepts(&deck->combo[player->hand[i]], lay))
            return TIO_E_LAY_INCOMPLETE;
        left -= lay;
    }
    return TIO_OK;
}

static tio_error check_draw(const tio_game *game, const tio_move *move)
{
    unsigned room = TIO_HAND_CARDS - hand_size(&game->player[move->seat]);
    unsigned asked = (unsigned)move->draw.combos + move->draw.actions;
    if (asked > room)
        return TIO_E_DRAW_TOO_MANY;
    return asked < room ? TIO_E_DRAW_TOO_FEW : TIO_OK;
}

/* The phase in which a move belongs. */
static const uint8_t phase_of[TIO_MOVE_TYPES] = {
    [TIO_MOVE_TAKE] = TIO_PHASE_TURN,    [TIO_MOVE_DONE] = TIO_PHASE_TURN,
    [TIO_MOVE_PASS] = TIO_PHASE_TURN,    [TIO_MOVE_PLAY] = TIO_PHASE_TURN,
    [TIO_MOVE_LAY] = TIO_PHASE_LAY,      [TIO_MOVE_DISCARD] = TIO_PHASE_DISCARD,
    [TIO_MOVE_KEEP] = TIO_PHASE_DISCARD, [TIO_MOVE_DRAW] = TIO_PHASE_DRAW,
    [TIO_MOVE_START] = TIO_PHASE_START,  [TIO_MOVE_DEAL] = TIO_PHASE_DEAL,
    [TIO_MOVE_ROLL] = TIO_PHASE_ROLL,    [TIO_MOVE_LAND] = TIO_PHASE_LAND,
};

RARELY static tio_error check_answer(const tio_game *game, const tio_deck *deck,
                                     const tio_move *move)
{
    if (game->phase != phase_of[move->type])
        return move->type == TIO_MOVE_DRAW && !game->settings.free_hand
                   ? TIO_E_DRAW_NOT_FREE
                   : TIO_E_WRONG_PHASE;
    if (!(game->pending >> move->seat & 1))
        return seat_was_asked(game, move->seat) ? TIO_E_ALREADY_ANSWERED
                                                : TIO_E_NOTHING_TO_ANSWER;
    switch (move->type) {
    case TIO_MOVE_LAY:
        return check_lay(game, deck, move);
    case TIO_MOVE_DRAW:
        return check_draw(game, move);
    case TIO_MOVE_DISCARD:
        return move->slot < hand_size(&game->player[move->seat])
                   ? TIO_OK
                   : TIO_E_SLOT_NOT_IN_HAND;
    default:
        return TIO_OK;
    }
}

static tio_error check_player(const tio_game *game, const tio_deck *deck,
                              const tio_move *move)
{
    if (tio_game_wants_chance(game))
        return TIO_E_NOT_PLAYER;
    if (move->seat >= game->settings.players)
        return TIO_E_NO_SUCH_SEAT;
    if (game->phase == TIO_PHASE_TURN && phase_of[move->type] == TIO_PHASE_TURN)
        return check_turn(game, deck, move);
    return check_answer(game, deck, move);
}

/* ---- Chance ---- */

static tio_error check_roll(const tio_game *game, const tio_move *move)
{
    for (unsigned colour = 0; colour < 3; colour++)
        if (dice_size(dice_of_colour(move->roll, colour)) !=
            dice_size(dice_of_colour(game->rolling, colour)))
            return TIO_E_ROLL_DICE;
    return move->roll >> 60 ? TIO_E_ROLL_DICE : TIO_OK;
}

static tio_error check_hit(const tio_move *move, unsigned i, tio_dice *left)
{
    tio_hit hit = move->land.hit[i];
    if (!kind_exists(hit.from) || !kind_exists(hit.to))
        return TIO_E_NO_SUCH_DIE;
    if (tio_dice_count(*left, hit.from) == 0)
        return TIO_E_LAND_HIT_NOT_IN_TRAY;
    if (tio_kind_colour(hit.from) != tio_kind_colour(hit.to))
        return TIO_E_LAND_HIT_COLOUR;
    *left -= tio_dice_of(hit.from);
    if (i < 2)
        return TIO_OK;
    tio_hit last = move->land.hit[i - 1];
    bool ascends =
        hit.from > last.from || (hit.from == last.from && hit.to >= last.to);
    return ascends ? TIO_OK : TIO_E_LAND_ORDER;
}

RARELY static tio_error check_land(const tio_game *game, const tio_move *move)
{
    if (!kind_exists(move->land.die))
        return TIO_E_NO_SUCH_DIE;
    if (tio_kind_colour(move->land.die) != tio_kind_colour(game->thrown))
        return TIO_E_LAND_DIE;
    if (move->land.hits == 0)
        return TIO_OK;
    if (game->aim == TIO_NONE)
        return TIO_E_LAND_NOT_AIMED;
    if (move->land.hit[0].from != game->aim)
        return TIO_E_LAND_FIRST_HIT;
    if (move->land.hits > 1 && game->settings.cast != TIO_CAST_CARRY)
        return TIO_E_LAND_NO_CARRY;
    tio_dice left = game->tray;
    for (unsigned i = 0; i < move->land.hits; i++) {
        tio_error error = i < TIO_MAX_DICE - 1 ? check_hit(move, i, &left)
                                               : TIO_E_LAND_HIT_NOT_IN_TRAY;
        if (error)
            return error;
    }
    return TIO_OK;
}

/* Card by card: a pile may run out and be replaced in between. */
static tio_error check_deal_cards(const tio_game *game, const tio_deck *deck,
                                  const tio_move *move)
{
    struct piles piles = piles_of(game);
    for (unsigned i = 0; i < move->deal.count; i++) {
        unsigned card = move->deal.card[i];
        if (card >= tio_deck_cards(deck))
            return TIO_E_DEAL_NO_SUCH_CARD;
        if (tio_deck_is_combo(deck, card) != (i < game->deal_combos))
            return TIO_E_DEAL_ORDER;
        if (!tio_cards_have(&piles.draw, card))
            return TIO_E_DEAL_NOT_IN_PILE;
        piles_take(&piles, deck, card);
    }
    return TIO_OK;
}

RARELY static tio_error check_deal(const tio_game *game, const tio_deck *deck,
                                   const tio_move *move)
{
    if (move->seat >= game->settings.players)
        return TIO_E_NO_SUCH_SEAT;
    if (move->seat != game->deal_seat)
        return TIO_E_DEAL_WRONG_SEAT;
    if (move->deal.count != game->deal_combos + game->deal_actions)
        return TIO_E_DEAL_WRONG_COUNT;
    return check_deal_cards(game, deck, move);
}

RARELY static tio_error check_chance(const tio_game *game, const tio_deck *deck,
                                     const tio_move *move)
{
    if (!tio_game_wants_chance(game))
        return TIO_E_NOT_CHANCE;
    if (game->phase != phase_of[move->type])
        return TIO_E_WRONG_CHANCE;
    switch (move->type) {
    case TIO_MOVE_START:
        return move->seat < game->settings.players ? TIO_OK
                                                   : TIO_E_START_NO_SUCH_SEAT;
    case TIO_MOVE_DEAL:
        return check_deal(game, deck, move);
    case TIO_MOVE_ROLL:
        return check_roll(game, move);
    default:
        return check_land(game, move);
    }
}

tio_error tio_check(const tio_game *game, const tio_deck *deck,
                    const tio_move *move)
{
    if (move->type >= TIO_MOVE_TYPES)
        return TIO_E_UNKNOWN_MOVE;
    if (game->phase == TIO_PHASE_OVER)
        return TIO_E_GAME_OVER;
    if (tio_move_is_chance(move->type))
        return check_chance(game, deck, move);
    return check_player(game, deck, move);
}
