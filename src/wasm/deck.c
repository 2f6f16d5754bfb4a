/* The reader of decks goes on after a mistake here, line by line: somebody who
 * types a whole box in wants to see all of them, and the cards that are right. */
#include "wasm/deck.h"

#include <string.h>

#include "notation/deck_text.h"
#include "table/json_parts.h"

static void write_error(struct json *json, const tio_text_error *error)
{
    json_object_begin(json);
    json_key_int(json, "line", error->line);
    json_key_int(json, "column", error->column);
    json_key_string(json, "words", error->what);
    json_object_end(json);
}

/* What is wrong with the deck as a whole is said once every line is right. */
static void read_lines(const char *text, size_t length, tio_deck *deck,
                       struct json *json)
{
    const char *at = text;
    const char *end = text + length;
    tio_text_error error;
    unsigned errors = 0;
    json_array_begin(json_key(json, "errors"));
    for (unsigned number = 1; at < end; number++) {
        struct scan scan = deck_next_line(&at, end, number, &error);
        if (deck_add_line(deck, &scan) != TIO_OK && errors++ < DECK_ERRORS)
            write_error(json, &error);
    }
    tio_deck whole;
    if (!errors && tio_deck_parse(text, length, "", &whole, &error) != TIO_OK)
        write_error(json, &error);
    json_array_end(json);
}

/* Each text once, in the order of the deck, with its copies. */
static void write_cards(const tio_deck *deck, struct json *json)
{
    char text[TIO_MAX_CARDS][TIO_CARD_TEXT];
    unsigned cards = tio_deck_cards(deck);
    for (unsigned card = 0; card < cards; card++)
        if (tio_deck_is_combo(deck, card))
            (void)tio_combo_print(&deck->combo[card], text[card]);
        else
            (void)tio_action_print(tio_deck_action(deck, card), text[card]);
    json_array_begin(json_key(json, "cards"));
    for (unsigned card = 0; card < cards; card++) {
        unsigned count = 1;
        if (!text[card][0])
            continue; /* a copy of one that was told */
        for (unsigned other = card + 1; other < cards; other++) {
            if (strcmp(text[card], text[other]) == 0) {
                text[other][0] = '\0';
                count++;
            }
        }
        json_object_begin(json);
        json_seen_card(json, deck, card);
        json_key_int(json, "count", count);
        json_object_end(json);
    }
    json_array_end(json);
}

static void write_missing(struct json *json, const char *key, unsigned wanted,
                          unsigned there)
{
    json_key_int(json, key, wanted > there ? wanted - there : 0);
}

/* Sections 2.9, 7.6 and 9.1. */
static void write_hands(const tio_deck *deck, unsigned players, bool free_hand,
                        struct json *json)
{
    unsigned combos = players * TIO_HAND_COMBOS;
    unsigned cards = players * TIO_HAND_CARDS;
    json_object_begin(json_key(json, "missing"));
    if (free_hand) {
        write_missing(json, "cards", cards, tio_deck_cards(deck));
    } else {
        write_missing(json, "combos", combos, deck->combos);
        write_missing(json, "actions", cards - combos, deck->actions);
    }
    json_object_end(json);
    json_key(json, "full_rounds");
    if (free_hand)
        json_none(json);
    else
        json_uint(json, deck->combos < combos
                            ? 0
                            : (deck->combos - combos) / players + 1);
}

void deck_page_write(const char *text, size_t length, unsigned players,
                     bool free_hand, struct json *json)
{
    tio_deck deck = {0};
    json_object_begin(json);
    read_lines(text, length, &deck, json);
    json_key_int(json, "combos", deck.combos);
    json_key_int(json, "actions", deck.actions);
    write_cards(&deck, json);
    write_hands(&deck, players, free_hand, json);
    json_object_end(json);
}
