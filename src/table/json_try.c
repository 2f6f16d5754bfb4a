/* What a move would do, for whoever thinks about it. Only the seat's view is
 * asked, so that trying tells nothing that looking does not. */
#include "table/json_parts.h"

#include <string.h>

#include "engine/cards.h"
#include "engine/dice.h"

static void write_refused(struct json *json, enum table_error error,
                          const char *words)
{
    JSON_KEY(json, "legal");
    json_yes(json, false);
    JSON_KEY(json, "error");
    json_word(json, table_error_name(error));
    JSON_KEY(json, "words");
    json_str(json, words);
}

static void write_unreadable(struct json *json, const tio_text_error *error)
{
    write_refused(json, TABLE_E_BAD_MOVE, error->what);
    JSON_KEY(json, "column");
    json_number(json, error->column);
}

static void write_illegal(struct json *json, tio_error rule)
{
    write_refused(json, TABLE_E_ILLEGAL, tio_error_words(rule));
    JSON_KEY(json, "rule");
    json_word(json, tio_error_name(rule));
}

static void write_lay(const struct json_page *page, const tio_move *move)
{
    const tio_game *game = &page->view.game;
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_dice dice = game->player[page->seat].taken;
    unsigned count = tio_hand_combos(game, page->deck, page->seat, combos);
    tio_layout layout;
    memset(&layout, 0, sizeof layout);
    memcpy(layout.lay, move->lay, sizeof layout.lay);
    if (tio_layout_score(combos, count, dice, &layout))
        return; /* the rules have let it through: it can't be */
    json_worth(page->json, layout.points, layout.chips);
    JSON_KEY(page->json, "best");
    json_number(page->json, tio_layout_net(combos, count, dice));
    json_lay(page->json, combos, layout.lay, dice);
}

/* The best lay-out before and after, and the places it completes anew. */
static void write_take(const struct json_page *page, const tio_move *move)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_dice dice = game->player[page->seat].taken;
    unsigned count = tio_hand_combos(game, page->deck, page->seat, combos);
    tio_layout before;
    tio_layout after;
    tio_layout_best(combos, count, dice, &before);
    tio_layout_best(combos, count, dice + tio_dice_of(move->kind), &after);
    JSON_KEY(json, "before");
    json_number(json, before.net);
    JSON_KEY(json, "net");
    json_number(json, after.net);
    JSON_KEY(json, "completes");
    json_begin(json, '[');
    for (unsigned i = 0; i < count; i++)
        if (after.cards & ~before.cards & 1U << i)
            json_number(json, i + 1);
    json_end(json, ']');
}

/* The action is played on the view: what it does to the dice is all there, and
 * where chance has to follow it stops. */
static void write_play(const struct json_page *page, const tio_move *move)
{
    struct json *json = page->json;
    tio_game after = page->view.game;
    JSON_KEY(json, "cost");
    json_number(json, move->play.action.cost);
    if (tio_apply(&after, page->deck, move))
        return; /* it was checked: it can't be */
    if (after.phase == TIO_PHASE_ROLL) {
        JSON_KEY(json, "rolls");
        json_dice(json, after.rolling);
    } else if (after.phase == TIO_PHASE_LAND) {
        JSON_KEY(json, "rolls");
        json_dice(json, tio_dice_of(after.thrown));
        JSON_KEY(json, "aim");
        json_die(json, after.aim);
    }
    JSON_KEY(json, "tray");
    json_dice(json, after.tray);
    JSON_KEY(json, "takes");
    json_number(json, after.takes);
}

static void write_effect(const struct json_page *page, const tio_move *move)
{
    struct json *json = page->json;
    JSON_KEY(json, "legal");
    json_yes(json, true);
    JSON_KEY(json, "move");
    json_move(json, page->deck, move);
    switch (move->type) {
    case TIO_MOVE_LAY:
        write_lay(page, move);
        break;
    case TIO_MOVE_TAKE:
        write_take(page, move);
        break;
    case TIO_MOVE_PLAY:
        write_play(page, move);
        break;
    case TIO_MOVE_DISCARD:
        json_card(json, page->deck,
                  page->view.game.player[page->seat].hand[move->slot]);
        break;
    default: /* pass, done, keep and draw do what they say */
        break;
    }
}

void table_json_try(struct json *json, const struct table *table, unsigned seat,
                    const char *text)
{
    struct json_page page;
    tio_text_error error = {0};
    tio_move move;
    page.json = json;
    page.table = table;
    page.deck = table->deck;
    page.seat = seat;
    json_begin(json, '{');
    if (table->phase != TABLE_PLAYING) {
        write_refused(json, TABLE_E_NOT_PLAYING,
                      table_error_words(TABLE_E_NOT_PLAYING));
    } else {
        tio_view_of(&table->game, seat, &page.view);
        tio_error bad =
            tio_move_parse(page.deck, &page.view, seat, text, &move, &error);
        tio_error rule =
            bad ? TIO_OK : tio_check(&page.view.game, page.deck, &move);
        if (bad)
            write_unreadable(json, &error);
        else if (rule || tio_move_is_chance(move.type))
            write_illegal(json, rule ? rule : TIO_E_NOT_PLAYER);
        else
            write_effect(&page, &move);
    }
    json_end(json, '}');
}
