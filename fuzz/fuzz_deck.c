/* Decks: whatever is read prints to a deck that reads as the same one. */
#include "notation/deck_text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_deck(const tio_deck *deck, char *text, size_t room)
{
    struct buffer out = buffer_fixed(text, room);
    for (unsigned card = 0; card < tio_deck_cards(deck); card++) {
        deck_print_card(&out, deck, card);
        buffer_char(&out, '\n');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tio_deck deck;
    static tio_deck again;
    static char text[TIO_MAX_CARDS * TIO_CARD_TEXT];
    static char text_again[TIO_MAX_CARDS * TIO_CARD_TEXT];
    tio_text_error error = {0, 0, ""};
    tio_error code =
        tio_deck_parse((const char *)data, size, "fuzz", &deck, &error);
    if (code != TIO_OK) {
        if (error.line == 0 || error.column == 0 || error.what[0] == '\0')
            abort();
        return 0;
    }
    print_deck(&deck, text, sizeof text);
    if (tio_deck_parse(text, strlen(text), "fuzz", &again, &error) != TIO_OK)
        abort();
    print_deck(&again, text_again, sizeof text_again);
    if (strcmp(text, text_again) != 0 || deck.hash != again.hash)
        abort();
    return 0;
}
