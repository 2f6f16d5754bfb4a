/* Games that go where sensible play never does: piles that run dry, hands that
 * stay short, rounds in which nobody takes a die. */
#include "support/odd_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Decks ---- */

#define ALL_ACTIONS(copies)                                                    \
    "action reroll L " copies "\naction reroll D " copies                      \
    "\naction reroll R " copies "\naction reroll 4 " copies                    \
    "\naction take 2 " copies "\naction change L cost 0 " copies               \
    "\naction change D cost 9 " copies "\naction cast " copies                 \
    "\naction swap " copies "\naction shift L 2 " copies                       \
    "\naction shift D 2 " copies "\n"

static const char *const deck_texts[ODD_DECKS] = {
    [1] = "combo 1 L? x3\naction reroll D\n",
    [2] = "combo 1 *? x6\ncombo 2 sum * > 4 x6\n",
    [3] = "combo 5 L1\n",
    [4] = "combo 20 sum * > 9 x24\ncombo 0 D? D? D? D? L? L? L? L? x30\n"
          "combo 3 sum 3* < 9 x24\ncombo 3 *1 *2 x23\n" ALL_ACTIONS("x9"),
    [5] = "combo 1 *? *? x4\ncombo 3 sum D > 12 x4\ncombo 2 sum L = 7 x4\n"
          "action cast x3\naction take 2 x3\naction reroll 4 x2\n",
    [6] = "combo 2 D? L? x99\ncombo 1 sum * < 6 x99\naction swap\n",
    [7] = "combo 1 sum * > 0 x9\n" ALL_ACTIONS("x2"),
    [8] = "combo 1 *6\ncombo 2 *1\naction cast x5\naction shift L 2 x5\n",
};

const tio_deck *odd_deck(unsigned number)
{
    static tio_deck decks[ODD_DECKS];
    tio_deck *deck = &decks[number];
    tio_text_error error;
    if (number == 0)
        return tio_deck_standard();
    const char *text = deck_texts[number];
    if (deck->combos == 0 &&
        tio_deck_parse(text, strlen(text), "odd", deck, &error) != TIO_OK) {
        fprintf(stderr, "odd deck %u: line %u: %s\n", number, error.line,
                error.what);
        abort();
    }
    return deck;
}

/* ---- Settings ---- */

static const tio_deck *choose_deck(tio_random *random)
{
    bool usual = tio_random_below(random, 2);
    return odd_deck(usual ? 0 : tio_random_below(random, ODD_DECKS));
}

static uint8_t choose_starts(tio_random *random)
{
    static const uint8_t starts[] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 3};
    if (tio_random_below(random, 200) == 0)
        return TIO_MAX_STARTS;
    return starts[tio_random_below(random, sizeof starts)];
}

void odd_game_begin(struct odd_game *odd, tio_edition edition, bool free_hand,
                    uint64_t number)
{
    tio_random *random = &odd->random;
    tio_random_init(random, 0x71011 + (unsigned)edition * 2 + free_hand,
                    number);
    unsigned players = 2 + (unsigned)(number % 4);
    tio_settings settings = tio_settings_default(players);
    settings.edition = (uint8_t)edition;
    settings.free_hand = free_hand;
    settings.cast = (uint8_t)(number / 4 % TIO_CAST_RULES);
    settings.piles_down = (uint8_t)(number / 12 % 2);
    if (number / 24 % 2)
        settings.first = (uint8_t)tio_random_below(random, players);
    settings.starts = choose_starts(random);
    odd->deck = choose_deck(random);
    bool same = tio_random_below(random, 2);
    uint8_t style = (uint8_t)tio_random_below(random, STYLES);
    for (unsigned seat = 0; seat < players; seat++)
        odd->style[seat] =
            same ? style : (uint8_t)tio_random_below(random, STYLES);
    if (tio_game_init(&odd->game, odd->deck, &settings) != TIO_OK)
        abort();
}

/* ---- Moves ---- */

unsigned odd_seat(unsigned seats, tio_random *random)
{
    for (;;) {
        unsigned seat = tio_random_below(random, TIO_MAX_PLAYERS);
        if (seats >> seat & 1)
            return seat;
    }
}

/* How much a style likes a move: it makes one of those it likes best. */
static unsigned liking(unsigned style, const tio_move *move)
{
    bool lays = false;
    for (unsigned i = 0; move->type == TIO_MOVE_LAY && i < TIO_HAND_CARDS; i++)
        lays = lays || move->lay[i];
    switch (style) {
    case STYLE_IDLE:
        return move->type == TIO_MOVE_PASS || move->type == TIO_MOVE_DONE ||
               move->type == TIO_MOVE_KEEP ||
               (move->type == TIO_MOVE_LAY && !lays);
    case STYLE_HUNGRY:
        return move->type == TIO_MOVE_TAKE || move->type == TIO_MOVE_DISCARD ||
               lays;
    case STYLE_ACTOR:
        return move->type == TIO_MOVE_PLAY   ? 2
               : move->type == TIO_MOVE_TAKE ? 1
               : move->type == TIO_MOVE_DRAW ? move->draw.actions
                                             : 0;
    default:
        return 0;
    }
}

#define MOST_WALKED 300 /* lay-outs and re-rolls can be very many */

static void choose_by_style(struct odd_game *odd, const tio_view *view,
                            unsigned style, tio_move *out)
{
    tio_moves moves;
    tio_move move;
    unsigned best = 0;
    unsigned equals = 0;
    tio_moves_begin(&moves, odd->deck, view);
    for (unsigned n = 0; n < MOST_WALKED && tio_moves_next(&moves, &move);
         n++) {
        unsigned liked = liking(style, &move);
        if (liked > best)
            equals = 0;
        if (equals == 0 || liked == best) {
            best = liked;
            if (tio_random_below(&odd->random, ++equals) == 0)
                *out = move;
        }
    }
    if (equals == 0) {
        fprintf(stderr, "seat %u has to decide and has no move\n", view->seat);
        abort();
    }
}

void odd_game_choose(struct odd_game *odd, unsigned seat, tio_move *out)
{
    tio_view view;
    unsigned style = odd->style[seat];
    tio_view_of(&odd->game, seat, &view);
    if (style == STYLE_IDLE && tio_random_below(&odd->random, 3))
        style = STYLE_ANY; /* or nobody would ever have dice to leave */
    if (style == STYLE_BOT)
        tio_bot_named("random")->choose(&view, odd->deck, NULL, &odd->random,
                                        out);
    else
        choose_by_style(odd, &view, style, out);
}

void odd_game_next(struct odd_game *odd, tio_move *out)
{
    if (tio_game_wants_chance(&odd->game))
        tio_deal_random(&odd->game, odd->deck, &odd->random, out);
    else
        odd_game_choose(
            odd, odd_seat(tio_game_deciders(&odd->game), &odd->random), out);
}
