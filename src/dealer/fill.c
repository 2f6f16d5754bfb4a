/* Full games that a view can't tell from the real one, for bots that look
 * ahead. Cards dealt before the last reshuffle of their pile come from the set
 * that was in hands then; all others from what is left. */
#include <assert.h>
#include <string.h>

#include "dealer/random.h"
#include "engine/cards.h"

/* ---- Hands and draw piles ---- */

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

/* ---- Score piles that lie face down ---- */

static void pile_add(tio_game *out, const tio_deck *deck, unsigned seat,
                     unsigned card)
{
    tio_player *player = &out->player[seat];
    cards_add(&out->pile[seat], card);
    player->points = (int16_t)(player->points + deck->combo[card].points);
}

/* The combos that are nowhere else. */
static tio_cards piled_cards(const tio_view *view, const tio_deck *deck)
{
    const tio_game *game = &view->game;
    tio_cards piled = cards_of_type(deck, true);
    for (unsigned w = 0; w < 4; w++)
        piled.word[w] &= ~(view->unseen.word[w] | game->discards.word[w]);
    if (view->seat >= game->settings.players)
        return piled;
    const tio_player *own = &game->player[view->seat];
    for (unsigned w = 0; w < 4; w++)
        piled.word[w] &= ~game->pile[view->seat].word[w];
    for (unsigned i = 0; i < own->combos; i++)
        cards_remove(&piled, own->hand[i]);
    return piled;
}

static unsigned other_seat(const tio_view *view, tio_random *random)
{
    unsigned players = view->game.settings.players;
    if (view->seat >= players)
        return random_below(random, players);
    unsigned seat = random_below(random, players - 1);
    return seat + (seat >= view->seat);
}

/* The cards laid last are known to be in their player's pile. */
static void fill_piles(const tio_view *view, const tio_deck *deck,
                       tio_random *random, tio_game *out)
{
    tio_cards piled = piled_cards(view, deck);
    for (unsigned seat = 0; seat < out->settings.players; seat++) {
        for (unsigned i = 0; seat != view->seat && i < TIO_HAND_CARDS; i++) {
            unsigned card = out->player[seat].laid_card[i];
            if (card == TIO_NONE)
                continue;
            pile_add(out, deck, seat, card);
            cards_remove(&piled, card);
        }
    }
    for (unsigned card = 0; card < deck->combos; card++)
        if (tio_cards_have(&piled, card))
            pile_add(out, deck, other_seat(view, random), card);
}

/* ---- Answers that others gave but did not show yet ---- */

/* Asks the seat once more and answers for it. Somebody else has not answered
 * yet, or all answers would be known: so this one reveals nothing. */
static void fill_answer(const tio_deck *deck, tio_random *random, unsigned seat,
                        tio_game *out)
{
    unsigned size = hand_size(&out->player[seat]);
    unsigned room = TIO_HAND_CARDS - size;
    tio_move move;
    memset(&move, 0, sizeof move);
    move.seat = (uint8_t)seat;
    if (out->phase == TIO_PHASE_LAY) {
        tio_hand_lay_best(out, deck, seat, &move);
    } else if (out->phase == TIO_PHASE_DRAW) {
        move.type = TIO_MOVE_DRAW;
        move.draw.combos = (uint8_t)random_below(random, room + 1);
        move.draw.actions = (uint8_t)(room - move.draw.combos);
    } else {
        unsigned choice = random_below(random, size + 1);
        move.type = choice ? TIO_MOVE_DISCARD : TIO_MOVE_KEEP;
        move.slot = (uint8_t)(choice ? choice - 1 : 0);
    }
    out->pending = (uint8_t)(out->pending | 1U << seat);
    tio_error error = tio_apply(out, deck, &move);
    assert(error == TIO_OK);
    (void)error;
}

static void fill_answers(const tio_view *view, const tio_deck *deck,
                         tio_random *random, tio_game *out)
{
    for (unsigned seat = 0; seat < out->settings.players; seat++) {
        bool asked =
            out->phase != TIO_PHASE_LAY || out->player[seat].taken != 0;
        if (asked && seat != view->seat && !(out->pending >> seat & 1))
            fill_answer(deck, random, seat, out);
    }
}

void tio_view_fill(const tio_view *view, const tio_deck *deck,
                   tio_random *random, tio_game *out)
{
    *out = view->game;
    fill_hands(view, deck, random, true, out);
    fill_hands(view, deck, random, false, out);
    if (piles_hidden(out))
        fill_piles(view, deck, random, out);
    if (tio_game_deciders(out) && out->phase != TIO_PHASE_TURN)
        fill_answers(view, deck, random, out);
}
