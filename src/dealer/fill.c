/* Full games that a view can't tell from the real one, for bots that look
 * ahead. Cards dealt before the last reshuffle of their pile come from the set
 * that was in hands then; all others from what is left. */
#include <string.h>

#include "dealer/random.h"
#include "engine/cards.h"

/* The cards of one type that may fill a certain sort of place. */
struct stock {
    unsigned count;
    uint8_t card[TIO_MAX_CARDS];
};

static void stock_fill(struct stock *stock, const tio_view *view,
                       const tio_deck *deck, bool combos, bool held)
{
    tio_cards type = cards_of_type(deck, combos);
    stock->count = 0;
    for (unsigned w = 0; w < 4; w++) {
        uint64_t old = view->held.word[w];
        uint64_t word = held ? old : view->unseen.word[w] & ~old;
        for (word &= type.word[w]; word; word &= word - 1)
            stock->card[stock->count++] =
                (uint8_t)(w * 64 + (unsigned)__builtin_ctzll(word));
    }
}

static uint8_t stock_draw(struct stock *stock, tio_random *random)
{
    unsigned at = random_below(random, stock->count);
    uint8_t card = stock->card[at];
    stock->card[at] = stock->card[--stock->count];
    return card;
}

static void fill_hands(const tio_view *view, const tio_deck *deck,
                       tio_random *random, bool combos, tio_game *out)
{
    struct stock stock[2]; /* dealt since the last reshuffle, and before */
    stock_fill(&stock[0], view, deck, combos, false);
    stock_fill(&stock[1], view, deck, combos, true);
    for (unsigned seat = 0; seat < out->settings.players; seat++) {
        tio_player *player = &out->player[seat];
        if (seat == view->seat)
            continue;
        unsigned first = combos ? 0 : player->combos;
        unsigned last = combos ? player->combos : hand_size(player);
        for (unsigned i = first; i < last; i++)
            player->hand[i] = stock_draw(&stock[player->old >> i & 1], random);
    }
    for (unsigned i = 0; i < stock[0].count; i++)
        cards_add(&out->draw, stock[0].card[i]);
}

void tio_view_fill(const tio_view *view, const tio_deck *deck,
                   tio_random *random, tio_game *out)
{
    *out = view->game;
    fill_hands(view, deck, random, true, out);
    fill_hands(view, deck, random, false, out);
}
