/* See playouts.h. Every move is made by the public tio_apply(), which checks
 * it against all the rules. */
#include "bench/playouts.h"

#include <stdlib.h>
#include <string.h>

#include "bots/random.h"

void playouts_init(struct playouts *playouts, const tio_deck *deck,
                   unsigned players, uint64_t seed)
{
    memset(playouts, 0, sizeof *playouts);
    playouts->deck = deck;
    playouts->settings = tio_settings_default(players);
    playouts->scoring = true;
    tio_random_init(&playouts->random, seed, 0);
}

static void decide(struct playouts *playouts, const tio_game *game,
                   tio_move *move)
{
    unsigned seat = game->phase == TIO_PHASE_TURN
                        ? game->turn
                        : (unsigned)__builtin_ctz(game->pending);
    playouts->decisions++;
    if (playouts->reference) {
        reference_move(playouts->reference, game, playouts->deck, seat,
                       playouts->scoring, &playouts->random, move);
    } else if (game->phase == TIO_PHASE_LAY && !playouts->scoring) {
        memset(move, 0, sizeof *move);
        move->type = TIO_MOVE_LAY;
        move->seat = (uint8_t)seat;
    } else {
        random_move(game, playouts->deck, seat, &playouts->random, move);
    }
}

static inline void step(struct playouts *playouts, tio_game *game)
{
    tio_move move;
    if (tio_game_wants_chance(game))
        tio_deal_random(game, playouts->deck, &playouts->random, &move);
    else
        decide(playouts, game, &move);
    if (tio_apply(game, playouts->deck, &move) != TIO_OK)
        abort(); /* a figure of wrong play would be worse than none */
    playouts->moves++;
}

void playouts_fresh(struct playouts *playouts, uint64_t games)
{
    for (uint64_t i = 0; i < games; i++) {
        tio_game game;
        tio_game_init(&game, playouts->deck, &playouts->settings);
        while (game.phase != TIO_PHASE_OVER)
            step(playouts, &game);
    }
    playouts->games += games;
}

void playouts_deal(struct playouts *playouts)
{
    for (unsigned i = 0; i < PLAYOUT_DEALS; i++) {
        tio_game *dealt = &playouts->dealt[i];
        tio_game_init(dealt, playouts->deck, &playouts->settings);
        while (dealt->phase != TIO_PHASE_ROLL)
            step(playouts, dealt);
    }
    playouts->moves = 0;
    playouts->decisions = 0;
}

/* The phases of a round: before are the cards, after it discards or the end. */
static bool in_round(const tio_game *game)
{
    return game->phase >= TIO_PHASE_ROLL && game->phase <= TIO_PHASE_LAY;
}

void playouts_same(struct playouts *playouts, uint64_t rounds)
{
    for (uint64_t i = 0; i < rounds; i++) {
        tio_game game = playouts->dealt[(playouts->games + i) % PLAYOUT_DEALS];
        while (in_round(&game) && game.round == 1)
            step(playouts, &game);
    }
    playouts->games += rounds;
}
