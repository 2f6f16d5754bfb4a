/* Hands and piles. Draw piles have no order: each card dealt is drawn evenly
 * from the set, which no player can tell from a shuffled pile. A draw pile is
 * never empty while there are discards of its type. docs/rules.md, section 7 */
#include "engine/cards.h"

unsigned piles_left(const tio_game *game, const tio_deck *deck, bool combos)
{
    tio_cards type = cards_of_type(deck, combos);
    tio_cards both;
    for (unsigned w = 0; w < 4; w++)
        both.word[w] =
            (game->draw.word[w] | game->discards.word[w]) & type.word[w];
    return cards_count(&both);
}

/* Cards that are in a hand while their pile is reshuffled can't be in the new
 * one, and everybody knows it. */
static void mark_old(tio_game *game, bool combos)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        tio_player *player = &game->player[seat];
        unsigned of_combos = (1U << player->combos) - 1;
        unsigned all = (1U << hand_size(player)) - 1;
        player->old =
            (uint8_t)(player->old | (combos ? of_combos : all & ~of_combos));
    }
}

/* Makes the discards of a type the draw pile if that is empty. */
static bool piles_refresh(struct piles *piles, const tio_deck *deck,
                          bool combos)
{
    unsigned *count = combos ? &piles->combos : &piles->actions;
    if (*count > 0)
        return false;
    tio_cards type = cards_of_type(deck, combos);
    tio_cards fresh;
    for (unsigned w = 0; w < 4; w++) {
        fresh.word[w] = piles->discards.word[w] & type.word[w];
        piles->discards.word[w] &= ~type.word[w];
        piles->draw.word[w] |= fresh.word[w];
    }
    *count = cards_count(&fresh);
    return *count > 0;
}

bool piles_take(struct piles *piles, const tio_deck *deck, unsigned card)
{
    bool combo = tio_deck_is_combo(deck, card);
    cards_remove(&piles->draw, card);
    if (combo)
        piles->combos--;
    else
        piles->actions--;
    return piles_refresh(piles, deck, combo);
}

void pile_refresh(tio_game *game, const tio_deck *deck, bool combos)
{
    if (combos ? game->draw_combos : game->draw_actions)
        return;
    struct piles piles = piles_of(game);
    if (!piles_refresh(&piles, deck, combos))
        return;
    game->draw = piles.draw;
    game->discards = piles.discards;
    game->draw_combos = (uint8_t)piles.combos;
    game->draw_actions = (uint8_t)piles.actions;
    mark_old(game, combos);
}

void pile_discard(tio_game *game, const tio_deck *deck, unsigned card)
{
    cards_add(&game->discards, card);
    pile_refresh(game, deck, tio_deck_is_combo(deck, card));
}

void pile_deal(tio_game *game, const tio_deck *deck, unsigned seat,
               unsigned card)
{
    tio_player *player = &game->player[seat];
    bool combo = tio_deck_is_combo(deck, card);
    unsigned place = combo ? player->combos : hand_size(player);
    for (unsigned i = hand_size(player); i > place; i--)
        player->hand[i] = player->hand[i - 1];
    unsigned low = (1U << place) - 1;
    player->old = (uint8_t)((player->old & low) | (player->old & ~low) << 1);
    player->hand[place] = (uint8_t)card;
    cards_remove(&game->draw, card);
    if (combo) {
        player->combos++;
        game->draw_combos--;
    } else {
        player->actions++;
        game->draw_actions--;
    }
    pile_refresh(game, deck, combo);
}

void hand_remove(tio_player *player, unsigned slot)
{
    unsigned last = hand_size(player) - 1;
    unsigned low = (1U << slot) - 1;
    if (slot < player->combos)
        player->combos--;
    else
        player->actions--;
    for (unsigned i = slot; i < last; i++)
        player->hand[i] = player->hand[i + 1];
    player->hand[last] = TIO_NONE;
    player->old = (uint8_t)((player->old & low) | (player->old >> 1 & ~low));
}

unsigned hand_find_action(const tio_player *player, const tio_deck *deck,
                          tio_action action)
{
    for (unsigned i = player->combos; i < hand_size(player); i++)
        if (tio_action_same(tio_deck_action(deck, player->hand[i]), action))
            return i;
    return TIO_NONE;
}
