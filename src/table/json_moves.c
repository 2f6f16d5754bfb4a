/* What a decider may do: enough for a page to offer every legal move, guide an
 * action to its targets and build the move's text, knowing no rule. */
#include "table/json_parts.h"

#include "notation/card_text.h"
#include "show/fit.h"
#include "show/offer.h"

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

/* A die, and what may be chosen with it. */
static void write_targets(struct json *json, const struct show_offer *offer)
{
    json_array_begin(json_key(json, "targets"));
    for (uint64_t kinds = dice_kinds(offer->dice); kinds; kinds &= kinds - 1) {
        tio_kind die = dice_first_kind(kinds);
        json_object_begin(json);
        json_die(json_key(json, "die"), die);
        json_kinds(json_key(json, "others"), offer->others[die]);
        json_object_end(json);
    }
    json_array_end(json);
}

/* Which dice, how many at least and at the most. */
static void write_pool(struct json *json, const struct show_offer *offer)
{
    json_dice(json_key(json, "dice"), offer->dice);
    json_int(json_key(json, "least"), offer->least);
    json_int(json_key(json, "most"), offer->most);
}

static void write_choice(struct json *json, const struct show_offer *offer)
{
    static const char *const shapes[] = {
        [SHAPE_NONE] = "none", [SHAPE_POOL] = "pool",   [SHAPE_FACE] = "face",
        [SHAPE_PAIR] = "pair", [SHAPE_THROW] = "throw",
    };
    tio_action action = offer->action;
    char text[TIO_CARD_TEXT];
    tio_action_print(action, text);
    json_word(json_key(json, "action"), text);
    json_int(json_key(json, "cost"), action.cost);
    json_word(json_key(json, "shape"), shapes[action_shape(action)]);
    write_form(json_key(json, "form"), action, false);
    switch (action_shape(action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        write_pool(json, offer);
        break;
    case SHAPE_THROW:
        if (offer->others[dice_first_kind(offer->dice)])
            write_form(json_key(json, "aimed"), action, true);
        write_targets(json, offer);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
        write_targets(json, offer);
        break;
    }
}

/* [2] a card that the die completes; [2,0] one that is complete and takes the
 * die as well; [2,1] a card with so many dice on it then, and [2,1,5] a sum with
 * what they add up to. It is written at every turn: short is what matters. */
static void write_help(struct json *json, unsigned place,
                       const tio_combo *combo, struct fit_card card)
{
    if (card.how == FIT_NOT)
        return;
    json_array_begin(json);
    json_uint(json, place + 1);
    if (card.how != FIT_COMPLETES)
        json_uint(json, card.dice);
    if (card.how == FIT_NEARER && combo->slots == 0)
        json_uint(json, card.pips);
    json_array_end(json);
}

/* What each die that can be taken would do for the viewer's cards. */
static void write_fits(const struct json_page *page,
                       const struct show_offers *offers)
{
    struct json *json = page->json;
    unsigned takes = offers->moves - 1;
    struct arranged now;
    struct fit fit[TIO_KINDS];
    slots_arrange(&page->view, page->deck, slots_dice(&page->view), &now);
    json_array_begin(json_key(json, "nets"));
    for (unsigned i = 0; i < takes; i++) {
        fit_find(&now, offers->move[i].kind, &fit[i]);
        json_int(json, fit[i].net);
    }
    json_array_end(json);
    json_array_begin(json_key(json, "helps"));
    for (unsigned i = 0; i < takes; i++) {
        json_array_begin(json);
        for (unsigned k = 0; k < fit[i].combos; k++)
            write_help(json, k, now.combo[k], fit[i].card[k]);
        json_array_end(json);
    }
    json_array_end(json);
}

static void write_turn(const struct json_page *page,
                       const struct show_offers *offers)
{
    struct json *json = page->json;
    unsigned takes = offers->moves - 1;
    bool pass = offers->move[takes].type == TIO_MOVE_PASS;
    json_array_begin(json_key(json, "take"));
    for (unsigned i = 0; i < takes; i++)
        json_die(json, offers->move[i].kind);
    json_array_end(json);
    write_fits(page, offers);
    json_bool(json_key(json, "pass"), pass);
    json_bool(json_key(json, "done"), !pass);
    json_array_begin(json_key(json, "play"));
    for (unsigned i = 0; i < offers->actions; i++) {
        const struct show_offer *offer = &offers->action[i];
        json_object_begin(json);
        json_int(json_key(json, "place"), offer->place + 1);
        if (offer->barred)
            json_rule(json, offer->barred);
        else
            write_choice(json, offer);
        json_object_end(json);
    }
    json_array_end(json);
}

/* ---- What all decide at the same time ---- */

static void write_layouts(const struct json_page *page,
                          const struct show_offers *offers)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_hand_combos(game, page->deck, page->seat, combos);
    json_array_begin(json_key(json, "lay"));
    for (unsigned i = 0; i < offers->moves; i++) {
        const tio_layout *layout = &offers->layout[i];
        json_object_begin(json);
        json_move(json_key(json, "move"), page->deck, &offers->move[i]);
        json_worth(json, layout->points, layout->chips);
        json_lay(json, combos, layout->lay);
        json_object_end(json);
    }
    json_array_end(json);
}

static void write_discards(struct json *json, const struct show_offers *offers)
{
    json_array_begin(json_key(json, "discard"));
    for (unsigned i = 0; offers->move[i].type == TIO_MOVE_DISCARD; i++)
        json_int(json, offers->move[i].slot + 1);
    json_array_end(json);
    json_bool(json_key(json, "keep"), true);
}

static void write_draws(const struct json_page *page,
                        const struct show_offers *offers)
{
    struct json *json = page->json;
    json_array_begin(json_key(json, "draw"));
    for (unsigned i = 0; i < offers->moves; i++) {
        const tio_move *move = &offers->move[i];
        json_object_begin(json);
        json_move(json_key(json, "move"), page->deck, move);
        json_drawn(json, move->draw.combos, move->draw.actions);
        json_object_end(json);
    }
    json_array_end(json);
    json_move(json_key(json, "usual"), page->deck,
              &offers->move[offers->usual]);
}

void json_moves(const struct json_page *page)
{
    struct show_offers offers;
    show_offers(&page->view, page->deck, &offers);
    json_begin(page->json, '{');
    switch (page->view.game.phase) {
    case TIO_PHASE_TURN:
        write_turn(page, &offers);
        break;
    case TIO_PHASE_LAY:
        write_layouts(page, &offers);
        break;
    case TIO_PHASE_DISCARD:
        write_discards(page->json, &offers);
        break;
    default:
        write_draws(page, &offers);
        break;
    }
    json_object_end(page->json);
}
