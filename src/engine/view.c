/* What a seat may know of a game. Everything that is hidden from it is erased
 * here, in one place, before anything else gets to see it. */
#include <string.h>

#include "engine/cards.h"

static void erase_answer(tio_player *player, unsigned phase)
{
    player->answer = TIO_NONE;
    if (phase != TIO_PHASE_LAY)
        return;
    memset(player->laid, 0, sizeof player->laid);
    player->round_points = 0;
    player->round_chips = 0;
}

static void erase_hand(tio_view *view, tio_player *player)
{
    for (unsigned i = 0; i < hand_size(player); i++) {
        cards_add(&view->unseen, player->hand[i]);
        if (player->old >> i & 1)
            cards_add(&view->held, player->hand[i]);
        player->hand[i] = TIO_NONE;
    }
}

void tio_view_of(const tio_game *game, unsigned seat, tio_view *out)
{
    out->seat = (uint8_t)seat;
    out->game = *game;
    out->unseen = game->draw;
    memset(&out->held, 0, sizeof out->held);
    memset(&out->game.draw, 0, sizeof out->game.draw);
    for (unsigned other = 0; other < game->settings.players; other++) {
        tio_player *player = &out->game.player[other];
        if (other == seat)
            continue;
        erase_hand(out, player);
        if (tio_phase_is_common(game->phase))
            erase_answer(player, game->phase);
        if (piles_hidden(game)) {
            player->points = 0;
            memset(&out->game.pile[other], 0, sizeof out->game.pile[other]);
        }
    }
}

tio_move tio_move_seen(const tio_deck *deck, const tio_move *move,
                       unsigned seat)
{
    tio_move seen = *move;
    if (move->type != TIO_MOVE_DEAL || move->seat == seat)
        return seen;
    /* The move may come from outside and not be checked yet. */
    for (unsigned i = 0; i < move->deal.count && i < TIO_HAND_CARDS; i++) {
        unsigned card = move->deal.card[i];
        bool combo = card == TIO_UNSEEN_COMBO || tio_deck_is_combo(deck, card);
        seen.deal.card[i] = combo ? TIO_UNSEEN_COMBO : TIO_UNSEEN_ACTION;
    }
    return seen;
}
