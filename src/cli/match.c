/* One game between bots. Dice and cards come from a stream of their own, and
 * so does each bot's chance: a bot that thinks differently never changes what
 * is rolled. */
#include "cli/match.h"

#include <string.h>

struct chances {
    tio_random dealer;
    tio_random bot[TIO_MAX_PLAYERS];
};

static void init_chances(struct chances *chances, uint64_t seed,
                         uint64_t number)
{
    tio_random seeds;
    tio_random_init(&chances->dealer, seed, 2 * number);
    tio_random_init(&seeds, seed, 2 * number + 1);
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        tio_random_init(&chances->bot[seat], tio_random_next(&seeds), seat);
    }
}

static unsigned lowest_seat(unsigned seats)
{
    unsigned seat = 0;
    while ((seats >> seat & 1) == 0) {
        seat++;
    }
    return seat;
}

/* Returns the seat that decided, or TIO_NONE for chance. */
static unsigned next_move(const struct match *match, const tio_game *game,
                          struct chances *chances, tio_move *move)
{
    if (tio_game_wants_chance(game)) {
        tio_deal_random(game, match->deck, &chances->dealer, move);
        return TIO_NONE;
    }
    unsigned seat = lowest_seat(tio_game_deciders(game));
    tio_view view;
    tio_view_of(game, seat, &view);
    match->bot[seat]->choose(&view, match->deck, &chances->bot[seat], move);
    /* A bot speaks for its own seat, whatever it says. */
    move->seat = (uint8_t)seat;
    return seat;
}

bool match_play(const struct match *match, uint64_t number, tio_game *game,
                match_watch *watch, void *context, tio_error *error,
                unsigned *culprit)
{
    struct chances chances;
    init_chances(&chances, match->seed, number);
    *culprit = TIO_NONE;
    *error = tio_game_init(game, match->deck, &match->settings);
    while (*error == TIO_OK && game->phase != TIO_PHASE_OVER) {
        tio_move move;
        tio_game before = *game;
        memset(&move, 0, sizeof move);
        *culprit = next_move(match, game, &chances, &move);
        *error = tio_apply(game, match->deck, &move);
        if (*error == TIO_OK && watch != NULL) {
            watch(context, &before, game, &move);
        }
    }
    return *error == TIO_OK;
}
