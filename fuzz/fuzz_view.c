/* Views: whatever is read prints to the same bytes, can be filled in to a game
 * that holds and looks the same, and every bot that does not search finds a
 * legal move on it. The first byte chooses the deck. */
#include "tioli.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Few cards, so that hands stay short and piles run dry. */
static const tio_deck *small_deck(void)
{
    static const char text[] = "combo 1 *? *? x4\ncombo 3 sum D > 12 x4\n"
                               "action cast x3\naction reroll 4 x2\n";
    static tio_deck deck;
    if (deck.combos == 0 &&
        tio_deck_parse(text, sizeof text - 1, "small", &deck, NULL) != TIO_OK)
        abort();
    return &deck;
}

static void ask_bots(const tio_view *view, const tio_deck *deck,
                     const tio_game *filled, tio_random *random)
{
    if (view->seat >= TIO_MAX_PLAYERS ||
        !(tio_game_deciders(&view->game) >> view->seat & 1))
        return;
    for (unsigned i = 0; tio_bot_at(i); i++) {
        const tio_bot *bot = tio_bot_at(i);
        tio_move move;
        if (bot->searches)
            continue;
        bot->choose(view, deck, NULL, random, &move);
        if (tio_check(filled, deck, &move) != TIO_OK)
            abort();
    }
}

static void play_on(tio_game *game, const tio_deck *deck, tio_random *random)
{
    const tio_bot *bot = tio_bot_named("random");
    for (unsigned n = 0; n < 40 && game->phase != TIO_PHASE_OVER; n++) {
        tio_game before = *game;
        tio_view view;
        tio_move move;
        unsigned deciders = tio_game_deciders(game);
        if (deciders) {
            tio_view_of(game, (unsigned)__builtin_ctz(deciders), &view);
            bot->choose(&view, deck, NULL, random, &move);
        } else {
            tio_deal_random(game, deck, random, &move);
        }
        if (tio_apply(game, deck, &move) != TIO_OK ||
            tio_game_check(game, deck, &before))
            abort();
    }
}

static void check(const tio_deck *deck, const tio_view *view, const char *text,
                  size_t size)
{
    char again[TIO_VIEW_TEXT];
    tio_random random;
    tio_game filled;
    tio_view seen;
    if (tio_view_print(deck, view, again) != size ||
        memcmp(again, text, size) != 0)
        abort();
    tio_random_init(&random, size, 0);
    tio_view_fill(view, deck, &random, &filled);
    if (tio_game_check(&filled, deck, NULL))
        abort();
    tio_view_of(&filled, view->seat, &seen);
    if (tio_game_hash(&seen.game) != tio_game_hash(&view->game) ||
        memcmp(&seen.unseen, &view->unseen, sizeof seen.unseen) != 0 ||
        memcmp(&seen.held, &view->held, sizeof seen.held) != 0)
        abort();
    ask_bots(view, deck, &filled, &random);
    play_on(&filled, deck, &random);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tio_text_error error = {0, 0, ""};
    tio_view view;
    if (size == 0)
        return 0;
    const tio_deck *deck = data[0] == '1' ? small_deck() : tio_deck_standard();
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    if (tio_view_parse(deck, text, size - 1, &view, &error) == TIO_OK)
        check(deck, &view, text, size - 1);
    else if (error.line == 0 || error.column == 0 || error.what[0] == '\0')
        abort();
    free(text);
    return 0;
}
