/* Moves: whatever is read prints to a text that reads and prints the same, and
 * the engine bears whatever it says. The first byte chooses what is known of
 * the table. */
#include "tioli.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A table in its first turn, with cards and dice by the seed. */
static void set_up(tio_game *game, const tio_deck *deck, unsigned seed)
{
    tio_settings settings = tio_settings_default(2 + seed % 4);
    tio_random random;
    tio_move move;
    settings.edition = seed >> 2 & 1;
    tio_random_init(&random, seed, 0);
    if (tio_game_init(game, deck, &settings) != TIO_OK)
        abort();
    while (tio_game_wants_chance(game)) {
        tio_deal_random(game, deck, &random, &move);
        if (tio_apply(game, deck, &move) != TIO_OK)
            abort();
    }
}

static void check(const tio_deck *deck, const tio_move *move)
{
    char text[TIO_MOVE_TEXT];
    char again[TIO_MOVE_TEXT];
    tio_move read;
    size_t size = tio_move_print(deck, move, text);
    if (size != strlen(text) || strchr(text, '\n'))
        abort();
    if (tio_move_parse(deck, NULL, move->seat, text, &read, NULL) != TIO_OK)
        abort();
    tio_move_print(deck, &read, again);
    if (strcmp(text, again) != 0 || read.seat != move->seat)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const tio_deck *deck = tio_deck_standard();
    tio_text_error error = {0, 0, ""};
    tio_game game;
    tio_view view;
    tio_move move;
    if (size == 0)
        return 0;
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    set_up(&game, deck, data[0]);
    tio_view_of(&game, game.turn, &view);
    tio_error code = tio_move_parse(deck, data[0] & 8 ? &view : NULL, game.turn,
                                    text, &move, &error);
    free(text);
    if (code != TIO_OK) {
        if (error.line != 1 || error.column == 0 || error.what[0] == '\0')
            abort();
        return 0;
    }
    check(deck, &move);
    tio_game before = game;
    code = tio_apply(&game, deck, &move);
    const char *broken = tio_game_check(&game, deck, &before);
    bool changed = tio_game_hash(&game) != tio_game_hash(&before);
    if (broken || (code != TIO_OK && changed))
        abort();
    return 0;
}
