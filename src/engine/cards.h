/* Sets of cards, and the hands and piles that hold them. */
#ifndef TIOLI_ENGINE_CARDS_H
#define TIOLI_ENGINE_CARDS_H

#include "tioli.h"

/* Keeps what is rarely called out of its caller, so that the common way through
 * it stays short. */
#define RARELY __attribute__((noinline))

static inline void cards_add(tio_cards *cards, unsigned card)
{
    cards->word[card / 64] |= 1ULL << (card % 64);
}

static inline void cards_remove(tio_cards *cards, unsigned card)
{
    cards->word[card / 64] &= ~(1ULL << (card % 64));
}

/* The part of a word of a set that holds cards below `limit`. */
static inline uint64_t cards_word_below(unsigned word, unsigned limit)
{
    if (limit >= word * 64 + 64)
        return ~0ULL;
    return limit <= word * 64 ? 0 : (1ULL << (limit - word * 64)) - 1;
}

/* The cards of the deck that are combos, or those that are actions. */
static inline tio_cards cards_of_type(const tio_deck *deck, bool combos)
{
    tio_cards out;
    for (unsigned w = 0; w < 4; w++) {
        uint64_t low = cards_word_below(w, deck->combos);
        out.word[w] =
            combos ? low : cards_word_below(w, tio_deck_cards(deck)) & ~low;
    }
    return out;
}

/* The bits set in a word. The compiler's own would call its library where the
 * machine has no instruction for it. */
static inline unsigned word_count(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(word * 0x0101010101010101 >> 56);
}

static inline unsigned cards_count(const tio_cards *cards)
{
    unsigned n = 0;
    for (unsigned w = 0; w < 4; w++)
        n += word_count(cards->word[w]);
    return n;
}

static inline unsigned hand_size(const tio_player *player)
{
    return (unsigned)player->combos + player->actions;
}

/* The piles alone, to try a deal out without touching the game. */
struct piles {
    tio_cards draw;
    tio_cards discards;
    unsigned combos; /* in the draw piles */
    unsigned actions;
};

static inline struct piles piles_of(const tio_game *game)
{
    return (struct piles){game->draw, game->discards, game->draw_combos,
                          game->draw_actions};
}

/* Takes a card off its draw pile; an empty one takes over the discards. Returns
 * true if that happened. */
bool piles_take(struct piles *piles, const tio_deck *deck, unsigned card);

/* How many cards of a type chance can still deal: draw pile and discards. */
unsigned piles_left(const tio_game *game, const tio_deck *deck, bool combos);

/* Makes the discards of a type its draw pile if that is empty. */
void pile_refresh(tio_game *game, const tio_deck *deck, bool combos);

/* Puts a card on its discards; a draw pile that is empty takes them over. */
void pile_discard(tio_game *game, const tio_deck *deck, unsigned card);

/* Moves a card from the draw pile into a hand. */
void pile_deal(tio_game *game, const tio_deck *deck, unsigned seat,
               unsigned card);

/* Takes the card at a place out of a hand; the others close up. */
void hand_remove(tio_player *player, unsigned slot);

/* The place of the first action that says this, or TIO_NONE. */
unsigned hand_find_action(const tio_player *player, const tio_deck *deck,
                          tio_action action);

/* Score piles that lie face down are known to their owners alone, until the
 * end. */
static inline bool piles_hidden(const tio_game *game)
{
    return game->settings.piles_down && game->phase != TIO_PHASE_OVER;
}

static inline bool points_hidden(const tio_view *view, unsigned seat)
{
    return piles_hidden(&view->game) && seat != view->seat;
}

/* Whether this seat had something to decide when the common phase began. */
static inline bool seat_was_asked(const tio_game *game, unsigned seat)
{
    const tio_player *player = &game->player[seat];
    if (game->phase == TIO_PHASE_LAY)
        return player->taken != 0;
    if (game->phase == TIO_PHASE_DRAW)
        return hand_size(player) < TIO_HAND_CARDS;
    return hand_size(player) > 0;
}

#endif
