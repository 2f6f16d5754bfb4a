/* What a decider may do: enough for a page to offer every legal move, guide an
 * action to its targets and build the move's text, knowing no rule. */
#include "table/json_parts.h"

#include <string.h>

#include "engine/actions.h"
#include "engine/cards.h"
#include "notation/card_text.h"

/* ---- Turns ---- */

/* The form of the move: {dice}, {die} and {other} stand for what is chosen. */
static void write_form(struct json *json, tio_action action, bool aimed)
{
    char text[TIO_CARD_TEXT];
    char form[TIO_CARD_TEXT + 32];
    struct buffer out = buffer_fixed(form, sizeof form);
    struct word word = action_word(action.kind);
    tio_action_print(action, text);
    buffer_text(&out, "play ");
    switch (action_shape(action)) {
    case SHAPE_NONE:
        buffer_text(&out, text);
        break;
    case SHAPE_POOL:
        buffer_text(&out, text);
        buffer_text(&out, " {dice}");
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
        buffer_add(&out, word.at, word.size);
        buffer_text(&out, " {die} {other}");
        break;
    case SHAPE_THROW:
        buffer_add(&out, word.at, word.size);
        buffer_text(&out, aimed ? " {die} at {other}" : " {die}");
        break;
    }
    if (action_row(action)->cost) {
        buffer_text(&out, " cost ");
        buffer_number(&out, action.cost);
    }
    json_word(json, form);
}

/* The kinds that may follow `die` in the move. */
static tio_dice others_of(const struct json_page *page, tio_move *move)
{
    const tio_game *game = &page->view.game;
    tio_dice others = 0;
    for (tio_kind other = 0; other < TIO_KINDS; other++) {
        move->play.other = other;
        if (tio_check(game, page->deck, move) == TIO_OK)
            others += tio_dice_of(other);
    }
    return others;
}

/* A die, and what may be chosen with it. */
static void write_targets(const struct json_page *page, tio_action action,
                          tio_dice reach)
{
    struct json *json = page->json;
    tio_move move;
    memset(&move, 0, sizeof move);
    move.type = TIO_MOVE_PLAY;
    move.seat = (uint8_t)page->seat;
    move.play.action = action;
    json_array_begin(json_key(json, "targets"));
    for (uint64_t kinds = dice_kinds(reach); kinds; kinds &= kinds - 1) {
        tio_kind die = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        move.play.die = die;
        tio_dice others = others_of(page, &move);
        if (!others && action_shape(action) != SHAPE_THROW)
            continue;
        json_object_begin(json);
        json_die(json_key(json, "die"), die);
        json_kinds(json_key(json, "others"), others);
        json_object_end(json);
    }
    json_array_end(json);
}

/* Which dice, how many at least and at the most. */
static void write_pool(const struct json_page *page, tio_action action,
                       tio_dice reach)
{
    struct json *json = page->json;
    unsigned size = dice_size(reach);
    bool all = action_takes_all(&page->view.game, action);
    unsigned most = action_most(&page->view.game, action);
    json_dice(json_key(json, "dice"), reach);
    json_int(json_key(json, "least"), all ? size : 1);
    json_int(json_key(json, "most"), most < size ? most : size);
}

static void write_play(const struct json_page *page, unsigned place,
                       tio_action action)
{
    static const char *const shapes[] = {
        [SHAPE_NONE] = "none", [SHAPE_POOL] = "pool",   [SHAPE_FACE] = "face",
        [SHAPE_PAIR] = "pair", [SHAPE_THROW] = "throw",
    };
    struct json *json = page->json;
    tio_dice reach = action_reach(&page->view.game, action);
    char text[TIO_CARD_TEXT];
    tio_action_print(action, text);
    json_int(json_key(json, "place"), place + 1);
    json_word(json_key(json, "action"), text);
    json_int(json_key(json, "cost"), action.cost);
    json_word(json_key(json, "shape"), shapes[action_shape(action)]);
    json_key(json, "form");
    write_form(json, action, false);
    switch (action_shape(action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        write_pool(page, action, reach);
        break;
    case SHAPE_THROW:
        if (page->view.game.settings.cast != TIO_CAST_OFF) {
            json_key(json, "aimed");
            write_form(json, action, true);
        }
        write_targets(page, action, reach);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
        write_targets(page, action, reach);
        break;
    }
}

/* Why an action can't be played now, or OK. */
static tio_error action_barred(const tio_game *game, tio_action action)
{
    tio_error error = action_allowed(game);
    if (error)
        return error;
    return action_has_target(game, action) ? TIO_OK
                                           : TIO_E_ACTION_HAS_NO_TARGET;
}

static void write_plays(const struct json_page *page)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    const tio_player *me = &game->player[page->seat];
    json_array_begin(json_key(json, "play"));
    for (unsigned place = me->combos; place < hand_size(me); place++) {
        tio_action action = tio_deck_action(page->deck, me->hand[place]);
        tio_error barred = action_barred(game, action);
        json_object_begin(json);
        if (barred) {
            json_int(json_key(json, "place"), place + 1);
            json_rule(json, barred);
        } else {
            write_play(page, place, action);
        }
        json_object_end(json);
    }
    json_array_end(json);
}

static void write_turn(const struct json_page *page)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    json_kinds(json_key(json, "take"), game->tray);
    json_bool(json_key(json, "pass"), game->took == 0);
    json_bool(json_key(json, "done"), game->took > 0);
    write_plays(page);
}

/* ---- What all decide at the same time ---- */

static void write_layouts(const struct json_page *page)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_layout layout[TIO_MAX_LAYOUTS];
    tio_dice dice = game->player[page->seat].taken;
    unsigned held = tio_hand_combos(game, page->deck, page->seat, combos);
    unsigned count = tio_layout_all(combos, held, dice, layout);
    json_array_begin(json_key(json, "lay"));
    for (unsigned i = 0; i < count; i++) {
        tio_move move;
        memset(&move, 0, sizeof move);
        move.type = TIO_MOVE_LAY;
        memcpy(move.lay, layout[i].lay, sizeof move.lay);
        json_object_begin(json);
        json_move(json_key(json, "move"), page->deck, &move);
        json_worth(json, layout[i].points, layout[i].chips);
        json_lay(json, combos, layout[i].lay, dice);
        json_object_end(json);
    }
    json_array_end(json);
}

static void write_discards(const struct json_page *page)
{
    struct json *json = page->json;
    const tio_player *me = &page->view.game.player[page->seat];
    json_array_begin(json_key(json, "discard"));
    for (unsigned place = 0; place < hand_size(me); place++)
        json_int(json, place + 1);
    json_array_end(json);
    json_bool(json_key(json, "keep"), true);
}

static void write_draws(const struct json_page *page)
{
    struct json *json = page->json;
    tio_moves walk;
    tio_move move;
    json_array_begin(json_key(json, "draw"));
    tio_moves_begin(&walk, page->deck, &page->view);
    while (tio_moves_next(&walk, &move))
        json_move(json, page->deck, &move);
    json_array_end(json);
}

void json_moves(const struct json_page *page)
{
    json_object_begin(page->json);
    switch (page->view.game.phase) {
    case TIO_PHASE_TURN:
        write_turn(page);
        break;
    case TIO_PHASE_LAY:
        write_layouts(page);
        break;
    case TIO_PHASE_DISCARD:
        write_discards(page);
        break;
    default:
        write_draws(page);
        break;
    }
    json_object_end(page->json);
}
