/* Small values of a table's JSON. */
#include "table/json_parts.h"

#include <assert.h>

#include "base/hex.h"
#include "engine/cards.h"
#include "engine/dice.h"
#include "show/slots.h"

void json_seat(struct json *json, unsigned seat)
{
    if (seat >= TIO_MAX_PLAYERS) {
        json_bytes(json, "null", 4);
        return;
    }
    char digit = (char)('1' + seat);
    json_bytes(json, &digit, 1);
}

void json_seats(struct json *json, unsigned seats)
{
    json_array_begin(json);
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        if (seats >> seat & 1)
            json_seat(json, seat);
    json_array_end(json);
}

void json_die(struct json *json, unsigned kind)
{
    if (kind >= TIO_KINDS) {
        json_bytes(json, "null", 4);
        return;
    }
    char text[4] = {'"', "LDR"[tio_kind_colour((tio_kind)kind)],
                    (char)('0' + tio_kind_face((tio_kind)kind)), '"'};
    json_bytes(json, text, sizeof text);
}

/* Into a row of bytes first: a tray has many dice. */
static void dice_row(struct json *json, tio_dice dice, bool once)
{
    char row[5 * TIO_MAX_DICE + 2];
    size_t size = 0;
    row[size++] = '[';
    for (uint64_t kinds = dice_kinds(dice); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        unsigned copies = once ? 1 : tio_dice_count(dice, kind);
        for (; copies > 0 && size + 6 < sizeof row; copies--) {
            if (size > 1)
                row[size++] = ',';
            row[size++] = '"';
            row[size++] = "LDR"[tio_kind_colour(kind)];
            row[size++] = (char)('0' + tio_kind_face(kind));
            row[size++] = '"';
        }
    }
    row[size++] = ']';
    json_bytes(json, row, size);
}

void json_dice(struct json *json, tio_dice dice)
{
    dice_row(json, dice, false);
}

void json_kinds(struct json *json, tio_dice dice)
{
    dice_row(json, dice, true);
}

void json_dice_on(struct json *json, const tio_combo *combo, tio_dice dice)
{
    tio_kind die[TIO_MAX_SLOTS];
    if (combo->slots == 0 || slots_fill(combo, dice, die) != dice) {
        json_dice(json, dice);
        return;
    }
    json_array_begin(json);
    for (unsigned slot = 0; slot < combo->slots; slot++)
        json_die(json, die[slot]);
    json_array_end(json);
}

void json_hex(struct json *json, const uint8_t *bytes, size_t size)
{
    char text[2 * TABLE_BYTES + 2] = "\"";
    assert(size <= TABLE_BYTES);
    hex_print(bytes, size, text + 1);
    text[2 * size + 1] = '"';
    json_bytes(json, text, 2 * size + 2);
}

void json_colour(struct json *json, uint32_t colour)
{
    const uint8_t rgb[] = {(uint8_t)(colour >> 16), (uint8_t)(colour >> 8),
                           (uint8_t)colour};
    char text[9] = "\"#";
    hex_print(rgb, sizeof rgb, text + 2);
    text[8] = '"';
    json_bytes(json, text, sizeof text);
}

void json_move(struct json *json, const tio_deck *deck, const tio_move *move)
{
    char text[TIO_MOVE_TEXT];
    tio_move_print(deck, move, text);
    json_word(json, text);
}

bool json_answered(const tio_game *game, unsigned seat)
{
    return tio_phase_is_common(game->phase) && !(game->pending >> seat & 1) &&
           seat_was_asked(game, seat);
}

void json_card(struct json *json, const tio_deck *deck, unsigned card)
{
    char text[TIO_CARD_TEXT];
    bool combo = tio_deck_is_combo(deck, card);
    unsigned number = (combo ? card : card - deck->combos) + 1;
    char name[6] = {'"', combo ? 'c' : 'a'};
    size_t size = 2;
    if (number >= 100)
        name[size++] = (char)('0' + number / 100);
    if (number >= 10)
        name[size++] = (char)('0' + number / 10 % 10);
    name[size++] = (char)('0' + number % 10);
    name[size++] = '"';
    json_bytes(json_key(json, "card"), name, size);
    if (combo)
        tio_combo_print(&deck->combo[card], text);
    else
        tio_action_print(tio_deck_action(deck, card), text);
    json_word(json_key(json, "text"), text);
}

static void write_colour(struct json *json, unsigned colour)
{
    static const char *const words[] = {[TIO_LIGHT] = "L",
                                        [TIO_DARK] = "D",
                                        [TIO_RED] = "R",
                                        [TIO_EITHER] = "*"};
    json_word(json_key(json, "colour"), words[colour]);
}

void json_slot(struct json *json, tio_slot slot)
{
    write_colour(json, slot.colour);
    json_int(json_key(json, "face"), slot.face);
}

void json_sum(struct json *json, const tio_combo *combo)
{
    write_colour(json, combo->colour);
    json_int(json_key(json, "count"), combo->count);
    json_int(json_key(json, "low"), combo->low);
    json_key(json, "high");
    if (combo->high >= TIO_SUM_MAX)
        json_none(json);
    else
        json_int(json, combo->high);
}

void json_seen_card(struct json *json, const tio_deck *deck, unsigned card)
{
    json_card(json, deck, card);
    if (!tio_deck_is_combo(deck, card))
        return;
    const tio_combo *combo = &deck->combo[card];
    json_int(json_key(json, "points"), combo->points);
    if (combo->slots == 0) {
        json_object_begin(json_key(json, "sum"));
        json_sum(json, combo);
        json_object_end(json);
        return;
    }
    json_array_begin(json_key(json, "slots"));
    for (unsigned i = 0; i < combo->slots; i++) {
        json_object_begin(json);
        json_slot(json, combo->slot[i]);
        json_object_end(json);
    }
    json_array_end(json);
}

void json_drawn(struct json *json, unsigned combos, unsigned actions)
{
    json_uint(json_key(json, "combos"), combos);
    json_uint(json_key(json, "actions"), actions);
}

void json_rule(struct json *json, tio_error rule)
{
    json_word(json_key(json, "rule"), tio_error_name(rule));
    json_word(json_key(json, "words"), tio_error_words(rule));
}

void json_surplus(struct json *json, tio_dice surplus, tio_dice laid)
{
    json_array_begin(json_key(json, "surplus"));
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        for (unsigned i = tio_dice_count(surplus, kind); i > 0; i--) {
            json_object_begin(json);
            json_die(json_key(json, "die"), kind);
            json_int(json_key(json, "chips"),
                     tio_kind_colour(kind) == TIO_RED ? 2 : 1);
            json_object_end(json);
        }
    }
    json_array_end(json);
    json_int(json_key(json, "red"), dice_size(laid & TIO_DICE_RED));
}

tio_dice json_lay(struct json *json, const tio_combo *const combos[],
                  const tio_dice lay[TIO_HAND_CARDS])
{
    tio_dice laid = 0;
    json_array_begin(json_key(json, "lay"));
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        if (!lay[i])
            continue;
        laid += lay[i];
        json_object_begin(json);
        json_int(json_key(json, "place"), i + 1);
        json_dice_on(json_key(json, "dice"), combos[i], lay[i]);
        json_object_end(json);
    }
    json_array_end(json);
    return laid;
}

void json_worth(struct json *json, int points, int chips)
{
    json_int(json_key(json, "points"), points);
    json_int(json_key(json, "chips"), chips);
    json_int(json_key(json, "net"), points - chips);
}
