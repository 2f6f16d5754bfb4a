/* What a move would do, for whoever thinks about it. Only the seat's view is
 * asked, so that trying reveals nothing that looking does not. */
#include "table/json_parts.h"

#include <string.h>

#include "show/offer.h"

static void write_refused(struct json *json, enum table_error error,
                          const char *words)
{
    json_bool(json_key(json, "legal"), false);
    json_word(json_key(json, "error"), table_error_name(error));
    json_str(json_key(json, "words"), words);
}

static void write_unreadable(struct json *json, const tio_text_error *error)
{
    write_refused(json, TABLE_E_BAD_MOVE, error->what);
    json_int(json_key(json, "column"), error->column);
}

static void write_illegal(struct json *json, tio_error rule)
{
    write_refused(json, TABLE_E_ILLEGAL, tio_error_words(rule));
    json_word(json_key(json, "rule"), tio_error_name(rule));
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
    json_int(json_key(page->json, "best"), tio_layout_net(combos, count, dice));
    tio_dice laid = json_lay(page->json, combos, layout.lay);
    json_surplus(page->json, dice - laid, laid);
}

/* The best lay-out before and after, and the places it completes now. */
static void write_take(const struct json_page *page, const tio_move *move)
{
    struct json *json = page->json;
    tio_dice dice = page->view.game.player[page->seat].taken;
    tio_layout before;
    tio_layout after;
    show_best(&page->view, page->deck, dice, &before);
    show_best(&page->view, page->deck, dice + tio_dice_of(move->kind), &after);
    json_int(json_key(json, "before"), before.net);
    json_int(json_key(json, "net"), after.net);
    json_array_begin(json_key(json, "completes"));
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        if (after.cards & ~before.cards & 1U << i)
            json_int(json, i + 1);
    json_array_end(json);
}

/* The action is played on the view: what it does to the dice is all there, and
 * where chance has to follow it stops. */
static void write_play(const struct json_page *page, const tio_move *move)
{
    struct json *json = page->json;
    tio_game after = page->view.game;
    json_int(json_key(json, "cost"), move->play.action.cost);
    if (tio_apply(&after, page->deck, move))
        return; /* it was checked: it can't be */
    if (after.phase == TIO_PHASE_ROLL) {
        json_dice(json_key(json, "rolls"), after.rolling);
    } else if (after.phase == TIO_PHASE_LAND) {
        json_dice(json_key(json, "rolls"), tio_dice_of(after.thrown));
        json_die(json_key(json, "aim"), after.aim);
    }
    json_dice(json_key(json, "tray"), after.tray);
    json_int(json_key(json, "takes"), after.takes);
}

static void write_effect(const struct json_page *page, const tio_move *move)
{
    struct json *json = page->json;
    json_bool(json_key(json, "legal"), true);
    json_move(json_key(json, "move"), page->deck, move);
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
        json_seen_card(json, page->deck,
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
    json_object_begin(json);
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
    json_object_end(json);
}
