/* What happened, for one viewer. An answer of a common phase is told to nobody
 * but its own seat until the last one has come; a deal shows others only what
 * kinds of cards they were. */
#include "table/json_parts.h"

#include "engine/cards.h"

static void write_shown_one(const struct json_page *page, unsigned seat)
{
    struct json *json = page->json;
    const tio_move *move = &page->table->shown[seat];
    unsigned card = page->view.game.player[seat].discarded;
    json_object_begin(json);
    json_seat(json_key(json, "seat"), seat);
    json_move(json_key(json, "move"), page->deck, move);
    if (move->type == TIO_MOVE_DISCARD && card != TIO_NONE)
        json_card(json, page->deck, card);
    json_object_end(json);
}

/* How the round was scored for everybody: those who took nothing too. */
static void write_scored(const struct json_page *page)
{
    struct json *json = page->json;
    json_array_begin(json_key(json, "scored"));
    for (unsigned seat = 0; seat < page->view.game.settings.players; seat++)
        json_round(page, seat);
    json_array_end(json);
}

static void write_shown(const struct json_page *page)
{
    struct json *json = page->json;
    bool lay = false;
    json_array_begin(json_key(json, "shown"));
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        if (!(page->table->shown_answers >> seat & 1))
            continue;
        lay = lay || page->table->shown[seat].type == TIO_MOVE_LAY;
        write_shown_one(page, seat);
    }
    json_array_end(json);
    if (lay)
        write_scored(page);
}

static void write_move(struct json_page *page, const struct table_event *event)
{
    struct json *json = page->json;
    bool answer = tio_move_is_answer(event->move.type);
    bool shown = answer && page->table->shown_answers != 0;
    json_seat(json_key(json, "seat"), event->move.seat);
    json_word(json_key(json, "by"), table_cause_name(event->cause));
    if (answer)
        json_bool(json_key(json, "answered"), true);
    if (!answer || shown || event->move.seat == page->seat)
        json_move(json_key(json, "move"), page->deck, &event->move);
    if (shown) {
        tio_view_of(&page->table->game, page->seat, &page->view);
        write_shown(page);
    }
}

static void write_chance(const struct json_page *page,
                         const struct table_event *event)
{
    tio_move seen = tio_move_seen(page->deck, &event->move, page->seat);
    json_move(json_key(page->json, "move"), page->deck, &seen);
}

static void write_seat(struct json *json, unsigned seat)
{
    json_seat(json_key(json, "seat"), seat);
}

static void write_who(struct json *json, const struct table_event *event)
{
    write_seat(json, event->seat);
    json_str(json_key(json, "name"), event->name);
    if (event->type == TABLE_EVENT_BOT)
        json_str(json_key(json, "level"), event->level);
    else
        json_colour(json_key(json, "colour"), event->colour);
}

static void write_cause(struct json *json, unsigned cause)
{
    json_word(json_key(json, "by"), table_cause_name(cause));
}

/* A secret is sent once it is no longer secret. */
static void write_chance_of_all(struct json *json, const struct table *table,
                                unsigned type)
{
    bool reveal = type == TABLE_EVENT_REVEAL;
    json_hex(json_key(json, "commit"),
             reveal ? table->revealed_commit : table->commit, TABLE_BYTES);
    if (reveal)
        json_hex(json_key(json, "secret"), table->revealed, TABLE_BYTES);
}

static void write_rest(struct json_page *page, const struct table_event *event)
{
    struct json *json = page->json;
    switch ((enum table_event_type)event->type) {
    case TABLE_EVENT_COMMIT:
    case TABLE_EVENT_REVEAL:
        write_chance_of_all(json, page->table, event->type);
        break;
    case TABLE_EVENT_SIT:
    case TABLE_EVENT_BOT:
    case TABLE_EVENT_NAME:
        write_who(json, event);
        break;
    case TABLE_EVENT_STAND:
        write_seat(json, event->seat);
        json_str(json_key(json, "name"), page->table->stood);
        write_cause(json, event->cause);
        break;
    case TABLE_EVENT_HOST:
        write_seat(json, table_seat_of(page->table, event->person));
        break;
    case TABLE_EVENT_START:
        write_seat(json, event->seat);
        json_int(json_key(json, "game"), page->table->games);
        break;
    case TABLE_EVENT_CHANCE:
        write_chance(page, event);
        break;
    case TABLE_EVENT_MOVE:
        write_move(page, event);
        break;
    case TABLE_EVENT_UNDO:
        write_seat(json, event->seat);
        if (page->table->undone > 1)
            json_int(json_key(json, "moves"), page->table->undone);
        break;
    case TABLE_EVENT_STAND_IN:
    case TABLE_EVENT_BACK:
    case TABLE_EVENT_WAIT:
    case TABLE_EVENT_AGAIN:
        write_seat(json, event->seat);
        break;
    case TABLE_EVENT_LEAVE:
        write_seat(json, event->seat);
        write_cause(json, table_left_by(page->table, event));
        break;
    case TABLE_EVENT_CLOSE:
        write_cause(json, event->cause);
        break;
    case TABLE_EVENT_CREATE: /* the state says it */
    case TABLE_EVENT_SET:
    case TABLE_EVENT_REOPEN:
    case TABLE_EVENT_RESUME:
    case TABLE_EVENT_SNAPSHOT:
    case TABLE_EVENT_TYPES:
        break;
    }
}

/* ---- The tale ---- */

static void write_action(struct json *json, tio_action action)
{
    char text[TIO_CARD_TEXT];
    tio_action_print(action, text);
    json_word(json, text);
}

static void write_argument(struct json *json, const tio_deck *deck,
                           enum tale_arg arg, const union tale_value *value)
{
    switch (arg) {
    case TALE_ARG_NAME:
    case TALE_ARG_LEVEL:
        json_str(json, value->name);
        break;
    case TALE_ARG_NUMBER:
    case TALE_ARG_CHIPS:
    case TALE_ARG_POINTS:
    case TALE_ARG_COMBOS:
    case TALE_ARG_ACTIONS:
    case TALE_ARG_SEATS:
        json_int(json, value->number);
        break;
    case TALE_ARG_DIE:
    case TALE_ARG_FACE:
        json_die(json, value->die);
        break;
    case TALE_ARG_DICE:
    case TALE_ARG_THESE:
    case TALE_ARG_RED:
    case TALE_ARG_COST:
        json_dice(json, value->dice);
        break;
    case TALE_ARG_CARD:
        json_object_begin(json);
        json_seen_card(json, deck, (unsigned)value->number);
        json_object_end(json);
        break;
    case TALE_ARG_ACTION:
        write_action(json, value->action);
        break;
    case TALE_ARG_SCORE:
    case TALE_ARG_TOTALS:
        json_array_begin(json);
        for (unsigned i = 0; i < value->each.count; i++)
            json_int(json, value->each.of[i]);
        json_array_end(json);
        break;
    case TALE_ARG_END:
    case TALE_ARG_WHO:
    case TALE_ARG_COUNT:
        break;
    }
}

void json_phrase(struct json *json, const tio_deck *deck,
                 const struct tale_phrase *phrase)
{
    const struct tale_row *row = &tale_rows[phrase->id];
    unsigned values = 0;
    json_array_begin(json);
    json_word(json, row->code);
    json_seat(json, phrase->seat);
    for (unsigned i = 0; row->arg[i] != TALE_ARG_END; i++)
        if (row->arg[i] != TALE_ARG_WHO)
            write_argument(json, deck, row->arg[i], &phrase->value[values++]);
    json_array_end(json);
}

/* "tale":[...] inside an object, unless there is nothing to tell. */
static void table_json_tale(struct json *json, const tio_deck *deck,
                            const struct tale *tale)
{
    if (!tale->count)
        return;
    json_array_begin(json_key(json, "tale"));
    for (unsigned i = 0; i < tale->count; i++)
        json_phrase(json, deck, &tale->phrase[i]);
    json_array_end(json);
}

void table_json_news(struct json *json, const struct table *table,
                     const struct table_event *event,
                     struct table_viewer viewer)
{
    struct json_page page;
    page.json = json;
    page.table = table;
    page.deck = table->deck;
    page.seat = viewer.seat;
    json_object_begin(json);
    json_word(json_key(json, "event"), table_event_name(event->type));
    json_uint(json_key(json, "time"), event->time);
    write_rest(&page, event);
    struct tale tale;
    table_tale(&tale, table, event, viewer.seat);
    table_json_tale(json, table->deck, &tale);
    json_object_end(json);
}
