/* What each kind of action is, as a row, and what its shape does. The section
 * numbers are those of docs/rules.md. A new kind is a row here, its words in
 * show/card_words.c, its picture in the page's actions.ts, and its cases. */
#include "engine/actions.h"

#include "engine/cards.h"

/* ---- The table. Section 4 ---- */

#define ORDINARY (TIO_DICE_LIGHT | TIO_DICE_DARK)
#define ALL (ORDINARY | TIO_DICE_RED)

/* clang-format off */
#define OF_COLOUR {TIO_DICE_LIGHT, TIO_DICE_DARK}
#define OF(dice) {dice, dice}

/* An edition's column: which dice, at most how many, and if it must be all. */
#define ANY_OF(reach) {reach, TIO_MAX_DICE, false}
#define ALL_OF(reach) {reach, TIO_MAX_DICE, true}
#define UP_TO(most, reach) {reach, most, false}
#define BOTH(rule) {rule, rule}
_Static_assert(TIO_EDITIONS == 2, "what holds in both holds in all");

const struct action_row action_rows[TIO_ACTION_KINDS] = {
    /*                     card              shape       colour cost   step takes worth */
    [TIO_REROLL_COLOUR] = {"reroll C",        SHAPE_POOL,  true,  false, 0, 1, 200,
                           {[TIO_GAMEWRIGHT] = ANY_OF(OF_COLOUR),
                            [TIO_SCHMIDT] = ALL_OF(OF_COLOUR)}},
    [TIO_REROLL_FOUR] =   {"reroll 4",        SHAPE_POOL,  false, false, 0, 1, 280,
                           {[TIO_GAMEWRIGHT] = UP_TO(4, OF(ALL)),
                            [TIO_SCHMIDT] = UP_TO(4, OF(ORDINARY))}},
    [TIO_TAKE_TWO] =      {"take 2",          SHAPE_NONE,  false, false, 0, 2, 190,
                           BOTH(ANY_OF(OF(0)))},
    [TIO_CHANGE] =        {"change C cost N", SHAPE_FACE,  true,  true,  0, 1, 165,
                           BOTH(ANY_OF(OF_COLOUR))},
    [TIO_CAST] =          {"cast",            SHAPE_THROW, false, false, 0, 1, 190,
                           BOTH(ANY_OF(OF(ALL)))},
    [TIO_SWAP] =          {"swap",            SHAPE_PAIR,  false, false, 0, 1, 210,
                           BOTH(ANY_OF(OF(ORDINARY)))},
    [TIO_REROLL_RED] =    {"reroll R",        SHAPE_POOL,  false, false, 0, 1, 70,
                           BOTH(ALL_OF(OF(TIO_DICE_RED)))},
    [TIO_SHIFT] =         {"shift C 2",       SHAPE_FACE,  true,  false, 2, 1, 210,
                           BOTH(ANY_OF(OF_COLOUR))},
    [TIO_REROLL_ALL] =    {"reroll *",        SHAPE_POOL,  false, false, 0, 1, 150,
                           BOTH(ALL_OF(OF(ALL)))},
};
/* clang-format on */

/* What the editions disagree about, whatever the action. Section 4.1.4 */
static const bool once_a_round[TIO_EDITIONS] = {
    [TIO_GAMEWRIGHT] = true, [TIO_SCHMIDT] = false, /* once a turn */
};

bool action_once_a_round(unsigned edition)
{
    return once_a_round[edition];
}

/* ---- What may be played ---- */

tio_error action_spent(const tio_game *game)
{
    bool spent = game->acted >> game->turn & 1;
    if (action_once_a_round(game->settings.edition) && spent)
        return TIO_E_ACTION_SPENT_ROUND;
    return game->acted_now ? TIO_E_ACTION_SPENT_TURN : TIO_OK;
}

tio_error action_allowed(const tio_game *game)
{
    return game->took > 0 ? TIO_E_ACTION_AFTER_TAKE : action_spent(game);
}

bool dice_make_pair(tio_dice tray)
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

/* ---- The dice that a move names ---- */

static tio_error check_pool(const tio_game *game, const tio_move *move)
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
    if (dice_size(dice) > action_most(game, move->play.action))
        return TIO_E_TARGET_TOO_MANY;
    return TIO_OK;
}

/* One die of the card's colour that gets another face. */
static tio_error check_face(const tio_game *game, const tio_move *move)
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
    unsigned step = action_row(move->play.action)->step;
    if (step && to + step != from && from + step != to)
        return TIO_E_SHIFT_NOT_TWO;
    return TIO_OK;
}

static tio_error check_pair(const tio_game *game, const tio_move *move)
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

static tio_error check_throw(const tio_game *game, const tio_move *move)
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

tio_error action_check(const tio_game *game, const tio_move *move)
{
    bool one = move->play.die != TIO_NONE || move->play.other != TIO_NONE;
    bool some = move->play.dice != 0;
    switch (action_shape(move->play.action)) {
    case SHAPE_NONE:
        return one || some ? TIO_E_TARGET_EXTRA : TIO_OK;
    case SHAPE_POOL:
        return one ? TIO_E_TARGET_EXTRA : check_pool(game, move);
    case SHAPE_FACE:
        return some ? TIO_E_TARGET_EXTRA : check_face(game, move);
    case SHAPE_PAIR:
        return some ? TIO_E_TARGET_EXTRA : check_pair(game, move);
    case SHAPE_THROW:
        break;
    }
    return some ? TIO_E_TARGET_EXTRA : check_throw(game, move);
}

/* ---- What it does ---- */

void action_apply(tio_game *game, const tio_move *move)
{
    tio_player *player = &game->player[move->seat];
    tio_action action = move->play.action;
    tio_kind die = move->play.die;
    tio_kind other = move->play.other;
    switch (action_shape(action)) {
    case SHAPE_NONE:
        game->takes = action_row(action)->takes;
        break;
    case SHAPE_POOL:
        game->tray -= move->play.dice;
        game->rolling = move->play.dice;
        game->phase = TIO_PHASE_ROLL;
        break;
    case SHAPE_FACE:
        player->chips = (int16_t)(player->chips + action.cost);
        game->tray += tio_dice_of(other) - tio_dice_of(die);
        break;
    case SHAPE_PAIR:
        game->tray -= tio_dice_of(die) + tio_dice_of(other);
        game->tray += tio_dice_of(kind_lightened(other)) +
                      tio_dice_of(kind_darkened(die));
        break;
    case SHAPE_THROW:
        player->taken -= tio_dice_of(die);
        game->thrown = die;
        game->aim = other;
        game->phase = TIO_PHASE_LAND;
        break;
    }
}
