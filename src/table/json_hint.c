/* Advice on the wire, for the seat that asked for it. */
#include "engine/cards.h"
#include "show/advice.h"
#include "table/json_parts.h"

/* What the advice is about, so that it can be shown and followed without reading
 * the move's text. */
static void write_about(struct json *json, const struct advice *advice)
{
    json_dice(json_key(json, "tray"), advice->tray);
    json_dice(json_key(json, "own"), advice->own);
    if (advice->face != TIO_NONE)
        json_die(json_key(json, "face"), advice->face);
    if (advice->place != TIO_NONE)
        json_int(json_key(json, "place"), advice->place + 1);
    json_array_begin(json_key(json, "cards"));
    for (unsigned place = 0; place < TIO_HAND_CARDS; place++)
        if (advice->cards >> place & 1)
            json_int(json, place + 1);
    json_array_end(json);
}

static void write_phrase(struct json *json, const char *key,
                         const tio_deck *deck, const struct tale_phrase *phrase)
{
    json_array_begin(json_key(json, key));
    json_phrase(json, deck, phrase);
    json_array_end(json);
}

void table_json_hint(struct json *json, const tio_deck *deck,
                     const tio_view *view, const tio_hint_move *hint,
                     const tio_hint_move *best)
{
    const tio_player *player = &view->game.player[view->seat];
    struct advice advice;
    advice_of(view, deck, hint, best, &advice);
    json_object_begin(json);
    json_move(json_key(json, "move"), deck, &hint->move);
    write_phrase(json, "plan", deck, &advice.plan);
    write_phrase(json, "tale", deck, &advice.why);
    write_about(json, &advice);
    json_decimal(json_key(json, "gain"), hint->gain / 1000.0, 2);
    json_decimal(json_key(json, "spread"), hint->spread / 1000.0, 2);
    json_decimal(json_key(json, "win"), hint->win / 10000.0, 4);
    json_array_begin(json_key(json, "combos"));
    for (unsigned place = 0; place < player->combos; place++)
        json_decimal(json, hint->combo[place] / 10000.0, 4);
    json_array_end(json);
    json_object_end(json);
}
