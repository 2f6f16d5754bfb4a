/* Every reason why a move may be refused. tio_check() reads the game and
 * changes nothing; the section numbers are those of docs/rules.md. */
#include "engine/cards.h"
#include "engine/combo.h"
#include "engine/legal.h"

/* What the editions disagree about. Sections 4.1.4, 4.2 and 4.3. */
struct edition_rules {
    bool one_action_a_round; /* else one a turn */
    bool colour_takes_all;   /* re-roll a colour: all of it */
    bool four_takes_red;     /* re-roll up to four: red dice too */
};

static const struct edition_rules edition_rules[TIO_EDITIONS] = {
    /*                  a round  all    red  */
    [TIO_GAMEWRIGHT] = {true, false, true},
    [TIO_SCHMIDT] = {false, true, false},
};

static const struct edition_rules *rules_of(const tio_game *game)
{
    return &edition_rules[game->settings.edition];
}

/* ---- Actions ---- */

tio_error action_allowed(const tio_game *game)
{
    if (game->took > 0)
        return TIO_E_ACTION_AFTER_TAKE;
    bool spent = game->acted >> game->turn & 1;
    if (rules_of(game)->one_action_a_round && spent)
        return TIO_E_ACTION_SPENT_ROUND;
    return game->acted_now ? TIO_E_ACTION_SPENT_TURN : TIO_OK;
}

tio_dice action_reach(const tio_game *game, tio_action action)
{
    tio_dice ordinary = game->tray & ~TIO_DICE_RED;
    switch (action.kind) {
    case TIO_REROLL_COLOUR:
    case TIO_CHANGE:
    case TIO_SHIFT:
        return dice_of_colour(game->tray, action.colour);
    case TIO_REROLL_FOUR:
        return rules_of(game)->four_takes_red ? game->tray : ordinary;
    case TIO_REROLL_RED:
        return game->tray & TIO_DICE_RED;
    case TIO_SWAP:
        return ordinary;
    case TIO_CAST:
        return game->player[game->turn].taken;
    default:
        return 0;
    }
}

/* Two dice of different colour and different face. */
static bool swap_possible(tio_dice tray)
{
    face_counts light = dice_light(tray);
    face_counts dark = dice_dark(tray);
    uint64_t light_faces = (light + 0x7f * BYTE_ONES) & BYTE_HIGHS;
    uint64_t dark_faces = (dark + 0x7f * BYTE_ONES) & BYTE_HIGHS;
    if (!light_faces || !dark_faces)
        return false;
    bool one_face = (light_faces & (light_faces - 1)) == 0;
    return !(one_face && light_faces == dark_faces);
}

bool action_has_target(const tio_game *game, tio_action action)
{
    if (action.kind == TIO_TAKE_TWO)
        return true;
    if (action.kind == TIO_SWAP)
        return swap_possible(game->tray);
    return action_reach(game, action) != 0;
}

bool action_takes_all(const tio_game *game, tio_action action)
{
    return action.kind == TIO_REROLL_RED || (action.kind == TIO_REROLL_COLOUR &&
                                             rules_of(game)->colour_takes_all);
}

static tio_error check_reroll(const tio_game *game, const tio_move *move)
{
    tio_dice dice = move->play.dice;
    tio_dice reach = action_reach(game, move->play.action);
    if (!dice)
        return TIO_E_TARGET_MISSING;
    if (!dice_contain(game->tray, dice))
        return TIO_E_TARGET_NOT_IN_TRAY;
    if (!dice_contain(reach, dice))
        return TIO_E_TARGET_COLOUR;
    if (action_takes_all(game, move->play.action) && dice != reach)
        return TIO_E_TARGET_NOT_ALL;
    if (move->play.action.kind == TIO_REROLL_FOUR &&
        dice_size(dice) > REROLL_MOST)
        return TIO_E_TARGET_TOO_MANY;
    return TIO_OK;
}

/* One die of the card's colour that gets another face: change and shift. */
static tio_error check_new_face(const tio_game *game, const tio_move *move)
{
    tio_kind from = move->play.die;
    tio_kind to = move->play.other;
    if (!kind_exists(from) || !kind_exists(to))
        return TIO_E_NO_SUCH_DIE;
    if (tio_dice_count(game->tray, from) == 0)
        return TIO_E_TARGET_NOT_IN_TRAY;
    if (tio_kind_colour(from) != move->play.action.colour)
        return TIO_E_TARGET_COLOUR;
    if (tio_kind_colour(to) != tio_kind_colour(from))
        return TIO_E_CHANGE_COLOUR;
    if (to == from)
        return TIO_E_CHANGE_SAME_FACE;
    if (move->play.action.kind == TIO_SHIFT && to + 2 != from && from + 2 != to)
        return TIO_E_SHIFT_NOT_TWO;
    return TIO_OK;
}

static tio_error check_swap(const tio_game *game, const tio_move *move)
{
    tio_kind light = move->play.die;
    tio_kind dark = move->play.other;
    if (!kind_exists(light) || !kind_exists(dark))
        return TIO_E_NO_SUCH_DIE;
    if (tio_kind_colour(light) != TIO_LIGHT ||
        tio_kind_colour(dark) != TIO_DARK)
        return TIO_E_SWAP_NOT_PAIR;
    if (tio_dice_count(game->tray, light) == 0 ||
        tio_dice_count(game->tray, dark) == 0)
        return TIO_E_TARGET_NOT_IN_TRAY;
    if (tio_kind_face(light) == tio_kind_face(dark))
        return TIO_E_SWAP_SAME_FACE;
    return TIO_OK;
}

static tio_error check_cast(const tio_game *game, const tio_move *move)
{
    tio_kind die = move->play.die;
    tio_kind aim = move->play.other;
    if (!kind_exists(die) || !(kind_exists(aim) || aim == TIO_NONE))
        return TIO_E_NO_SUCH_DIE;
    if (tio_dice_count(game->player[move->seat].taken, die) == 0)
        return TIO_E_CAST_NOT_TAKEN;
    if (aim == TIO_NONE)
        return TIO_OK;
    if (game->settings.cast == TIO_CAST_OFF)
        return TIO_E_CAST_AIM_OFF;
    if (tio_dice_count(game->tray, aim) == 0)
        return TIO_E_TARGET_NOT_IN_TRAY;
    return TIO_OK;
}

/* Dice named for an action that has no use for them. */
static bool names_extra_dice(const tio_move *move)
{
    bool one = move->play.die != TIO_NONE;
    bool other = move->play.other != TIO_NONE;
    bool some = move->play.dice != 0;
    switch (move->play.action.kind) {
    case TIO_REROLL_COLOUR:
    case TIO_REROLL_FOUR:
    case TIO_REROLL_RED:
        return one || other;
    case TIO_TAKE_TWO:
        return one || other || some;
    default:
        return some;
    }
}

static tio_error check_targets(const tio_game *game, const tio_move *move)
{
    if (names_extra_dice(move))
        return TIO_E_TARGET_EXTRA;
    switch (move->play.action.kind) {
    case TIO_CHANGE:
    case TIO_SHIFT:
        return check_new_face(game, move);
    case TIO_SWAP:
        return check_swap(game, move);
    case TIO_CAST:
        return check_cast(game, move);
    case TIO_TAKE_TWO:
        return TIO_OK;
    default:
        return check_reroll(game, move);
    }
}

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
    return check_targets(game, move);
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

/* The phase in which a player's move belongs. */
static tio_phase phase_of(unsigned type)
{
    switch (type) {
    case TIO_MOVE_LAY:
        return TIO_PHASE_LAY;
    case TIO_MOVE_DISCARD:
    case TIO_MOVE_KEEP:
        return TIO_PHASE_DISCARD;
    case TIO_MOVE_DRAW:
        return TIO_PHASE_DRAW;
    default:
        return TIO_PHASE_TURN;
    }
}

/* Whether this seat had something to decide when the common phase began. */
static bool was_asked(const tio_game *game, unsigned seat)
{
    const tio_player *player = &game->player[seat];
    if (game->phase == TIO_PHASE_LAY)
        return player->taken != 0;
    if (game->phase == TIO_PHASE_DRAW)
        return hand_size(player) < TIO_HAND_CARDS;
    return hand_size(player) > 0;
}

RARELY static tio_error check_answer(const tio_game *game, const tio_deck *deck,
                                     const tio_move *move)
{
    if (game->phase != phase_of(move->type))
        return move->type == TIO_MOVE_DRAW && !game->settings.free_hand
                   ? TIO_E_DRAW_NOT_FREE
                   : TIO_E_WRONG_PHASE;
    if (!(game->pending >> move->seat & 1))
        return was_asked(game, move->seat) ? TIO_E_ALREADY_ANSWERED
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
    if (game->phase == TIO_PHASE_TURN && phase_of(move->type) == TIO_PHASE_TURN)
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
    static const uint8_t phase[] = {
        [TIO_MOVE_START] = TIO_PHASE_START,
        [TIO_MOVE_DEAL] = TIO_PHASE_DEAL,
        [TIO_MOVE_ROLL] = TIO_PHASE_ROLL,
        [TIO_MOVE_LAND] = TIO_PHASE_LAND,
    };
    if (!tio_game_wants_chance(game))
        return TIO_E_NOT_CHANCE;
    if (game->phase != phase[move->type])
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
