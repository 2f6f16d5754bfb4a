/* The viewer's own cards with the dice that lie on them, the best lay-out of
 * those dice, and the answer that the others do not know yet. */
#include "table/json_parts.h"

#include "engine/cards.h"
#include "engine/combo.h"
#include "show/slots.h"

static void write_slots(struct json *json, const tio_combo *combo,
                        tio_dice dice)
{
    tio_kind die[TIO_MAX_SLOTS];
    slots_fill(combo, dice, die);
    json_array_begin(json_key(json, "slots"));
    for (unsigned i = 0; i < combo->slots; i++) {
        json_object_begin(json);
        json_slot(json, combo->slot[i]);
        json_die(json_key(json, "die"), die[i]);
        json_object_end(json);
    }
    json_array_end(json);
}

static void write_sum(struct json *json, const tio_combo *combo, tio_dice dice)
{
    json_object_begin(json_key(json, "sum"));
    json_sum(json, combo);
    json_int(json_key(json, "now"), tio_dice_pips(dice));
    json_object_end(json);
    json_dice(json_key(json, "dice"), dice);
}

static void write_combo(const struct json_page *page, const struct arranged *at,
                        unsigned place)
{
    struct json *json = page->json;
    const tio_combo *combo = at->combo[place];
    bool complete = at->complete >> place & 1;
    json_int(json_key(json, "points"), combo->points);
    if (combo->slots > 0)
        write_slots(json, combo, at->on[place]);
    else
        write_sum(json, combo, at->on[place]);
    json_bool(json_key(json, "complete"), complete);
    json_uint(json_key(json, "missing"),
              complete ? 0 : slots_missing(combo, at->on[place]));
}

/* Null, and false, if nothing of it is new. */
static bool write_held(const struct json_page *page, const struct arranged *at,
                       unsigned place)
{
    struct json *json = page->json;
    const tio_player *me = &page->view.game.player[page->seat];
    struct section begun = section_begin(page);
    bool combo = place < me->combos;
    json_object_begin(json);
    json_int(json_key(json, "place"), place + 1);
    json_word(json_key(json, "kind"), combo ? "combo" : "action");
    json_card(json, page->deck, me->hand[place]);
    if (combo)
        write_combo(page, at, place);
    json_object_end(json);
    bool stays = section_end(page, SECTION_CARD + place, begun);
    if (!stays)
        json_none(json);
    return stays;
}

static void write_hand(const struct json_page *page, const struct arranged *at)
{
    struct json *json = page->json;
    unsigned cards = hand_size(&page->view.game.player[page->seat]);
    struct section begun = section_begin(page);
    bool stays = section_count(page, SECTION_HAND, cards);
    json_array_begin(json_key(json, "hand"));
    for (unsigned place = 0; place < cards; place++)
        stays = write_held(page, at, place) || stays;
    json_array_end(json);
    if (!stays)
        section_undo(page, begun);
}

static void write_layout(const struct json_page *page,
                         const struct arranged *at)
{
    struct json *json = page->json;
    json_key(json, "layout");
    if (at->dice == 0) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    json_worth(json, at->best.points, at->best.chips);
    tio_dice laid = json_lay(json, at->combo, at->best.lay);
    json_surplus(json, at->dice - laid, laid);
    json_object_end(json);
}

/* What it was: it is in the view, because the seat knows it. */
static void write_answer(const struct json_page *page,
                         const struct arranged *at)
{
    struct json *json = page->json;
    const tio_player *me = &page->view.game.player[page->seat];
    json_key(json, "answer");
    if (!json_answered(&page->view.game, page->seat)) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    if (page->view.game.phase == TIO_PHASE_LAY)
        json_lay(json, at->combo, me->laid);
    else if (page->view.game.phase == TIO_PHASE_DRAW) {
        json_object_begin(json_key(json, "draw"));
        json_drawn(json, me->answer,
                   TIO_HAND_CARDS - hand_size(me) - me->answer);
        json_object_end(json);
    } else if (me->answer == TIO_NONE)
        json_bool(json_key(json, "keep"), true);
    else
        json_int(json_key(json, "discard"), me->answer + 1);
    json_object_end(json);
}

void json_own(const struct json_page *page)
{
    struct json *json = page->json;
    struct arranged at;
    slots_arrange(&page->view, page->deck, slots_dice(&page->view), &at);
    write_hand(page, &at);
    struct section begun = section_begin(page);
    write_layout(page, &at);
    write_answer(page, &at);
    section_end(page, SECTION_LAYOUT, begun);
    begun = section_begin(page);
    json_key(json, "moves");
    if (tio_game_deciders(&page->view.game) >> page->seat & 1)
        json_moves(page);
    else
        json_none(json);
    section_end(page, SECTION_MOVES, begun);
}
