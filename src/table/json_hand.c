/* The viewer's own cards with the dice that lie on them, the best lay-out of
 * those dice, and the answer that the others do not know yet. */
#include "table/json_parts.h"

#include <string.h>

#include "engine/cards.h"
#include "engine/combo.h"
#include "table/slots.h"

static void write_colour(struct json *json, unsigned colour)
{
    static const char *const words[] = {[TIO_LIGHT] = "L",
                                        [TIO_DARK] = "D",
                                        [TIO_RED] = "R",
                                        [TIO_EITHER] = "*"};
    JSON_KEY(json, "colour");
    json_word(json, words[colour]);
}

static void write_slots(struct json *json, const tio_combo *combo,
                        tio_dice dice)
{
    tio_kind die[TIO_MAX_SLOTS];
    slots_fill(combo, dice, die);
    JSON_KEY(json, "slots");
    json_begin(json, '[');
    for (unsigned i = 0; i < combo->slots; i++) {
        json_begin(json, '{');
        write_colour(json, combo->slot[i].colour);
        JSON_KEY(json, "face");
        json_number(json, combo->slot[i].face);
        JSON_KEY(json, "die");
        json_die(json, die[i]);
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void write_sum(struct json *json, const tio_combo *combo, tio_dice dice)
{
    JSON_KEY(json, "sum");
    json_begin(json, '{');
    write_colour(json, combo->colour);
    JSON_KEY(json, "count");
    json_number(json, combo->count);
    JSON_KEY(json, "low");
    json_number(json, combo->low);
    JSON_KEY(json, "high");
    if (combo->high >= TIO_SUM_MAX)
        json_nothing(json);
    else
        json_number(json, combo->high);
    JSON_KEY(json, "now");
    json_number(json, tio_dice_pips(dice));
    json_end(json, '}');
    JSON_KEY(json, "dice");
    json_dice(json, dice);
}

static void write_combo(const struct json_page *page, const struct arranged *at,
                        unsigned place)
{
    struct json *json = page->json;
    const tio_combo *combo = at->combo[place];
    bool complete = at->complete >> place & 1;
    JSON_KEY(json, "points");
    json_number(json, combo->points);
    if (combo->slots > 0)
        write_slots(json, combo, at->on[place]);
    else
        write_sum(json, combo, at->on[place]);
    JSON_KEY(json, "complete");
    json_yes(json, complete);
    JSON_KEY(json, "missing");
    json_uint(json, complete ? 0 : slots_missing(combo, at->on[place]));
}

/* Null, and false, if nothing of it is new. */
static bool write_held(const struct json_page *page, const struct arranged *at,
                       unsigned place)
{
    struct json *json = page->json;
    const tio_player *me = &page->view.game.player[page->seat];
    struct section begun = section_begin(page);
    bool combo = place < me->combos;
    json_begin(json, '{');
    JSON_KEY(json, "place");
    json_number(json, place + 1);
    JSON_KEY(json, "kind");
    json_word(json, combo ? "combo" : "action");
    json_card(json, page->deck, me->hand[place]);
    if (combo)
        write_combo(page, at, place);
    json_end(json, '}');
    bool stays = section_end(page, SECTION_CARD + place, begun);
    if (!stays)
        json_nothing(json);
    return stays;
}

static void write_hand(const struct json_page *page, const struct arranged *at)
{
    struct json *json = page->json;
    unsigned cards = hand_size(&page->view.game.player[page->seat]);
    struct section begun = section_begin(page);
    bool stays = section_count(page, SECTION_HAND, cards);
    JSON_KEY(json, "hand");
    json_begin(json, '[');
    for (unsigned place = 0; place < cards; place++)
        stays = write_held(page, at, place) || stays;
    json_end(json, ']');
    if (!stays)
        section_undo(page, begun);
}

static void write_layout(const struct json_page *page,
                         const struct arranged *at)
{
    struct json *json = page->json;
    JSON_KEY(json, "layout");
    if (at->dice == 0) {
        json_nothing(json);
        return;
    }
    json_begin(json, '{');
    json_worth(json, at->best.points, at->best.chips);
    json_lay(json, at->combo, at->best.lay, at->dice);
    json_end(json, '}');
}

/* The move that the viewer's answer was: it is in the view, for the seat knows
 * it. False if there is none. */
static bool own_answer(const struct json_page *page, tio_move *out)
{
    const tio_game *game = &page->view.game;
    const tio_player *me = &game->player[page->seat];
    memset(out, 0, sizeof *out);
    out->seat = (uint8_t)page->seat;
    if (game->pending >> page->seat & 1)
        return false;
    switch (game->phase) {
    case TIO_PHASE_LAY:
        out->type = TIO_MOVE_LAY;
        memcpy(out->lay, me->laid, sizeof out->lay);
        return me->taken != 0;
    case TIO_PHASE_DISCARD:
        out->type = me->answer == TIO_NONE ? TIO_MOVE_KEEP : TIO_MOVE_DISCARD;
        out->slot = me->answer;
        return hand_size(me) > 0;
    case TIO_PHASE_DRAW:
        out->type = TIO_MOVE_DRAW;
        out->draw.combos = me->answer;
        out->draw.actions =
            (uint8_t)(TIO_HAND_CARDS - hand_size(me) - me->answer);
        return hand_size(me) < TIO_HAND_CARDS;
    default:
        return false;
    }
}

void json_own(const struct json_page *page)
{
    struct json *json = page->json;
    struct arranged at;
    tio_move answer;
    slots_arrange(&page->view, page->deck, slots_dice(&page->view), &at);
    write_hand(page, &at);
    struct section begun = section_begin(page);
    write_layout(page, &at);
    JSON_KEY(json, "answer");
    if (own_answer(page, &answer))
        json_move(json, page->deck, &answer);
    else
        json_nothing(json);
    section_end(page, SECTION_LAYOUT, begun);
    begun = section_begin(page);
    JSON_KEY(json, "moves");
    if (tio_game_deciders(&page->view.game) >> page->seat & 1)
        json_moves(page);
    else
        json_nothing(json);
    section_end(page, SECTION_MOVES, begun);
}
