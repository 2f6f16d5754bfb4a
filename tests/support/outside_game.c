/* See outside_game.h. */
#include "support/outside_game.h"

#include <string.h>

static const char *const names[TIO_MAX_PLAYERS] = {"Anna", "Bert", "Cleo",
                                                   "Dora", "Emil"};

static void tell(struct outside_game *table, const tio_move *move)
{
    for (unsigned seat = 0; seat < table->settings.players; seat++) {
        tio_move seen = tio_move_seen(table->deck, move, seat);
        player_saw(table->player[seat], table->deck, &seen);
    }
}

static bool is_common(const tio_move *move)
{
    return move->type >= TIO_MOVE_LAY && move->type <= TIO_MOVE_DRAW;
}

static unsigned lowest(unsigned seats)
{
    unsigned seat = 0;
    while ((seats >> seat & 1) == 0)
        seat++;
    return seat;
}

static void next_move(struct outside_game *table, tio_random *dealer,
                      tio_random bots[TIO_MAX_PLAYERS], tio_move *move)
{
    memset(move, 0, sizeof *move);
    if (tio_game_wants_chance(&table->game)) {
        tio_deal_random(&table->game, table->deck, dealer, move);
        return;
    }
    tio_view view;
    unsigned seat = lowest(tio_game_deciders(&table->game));
    tio_view_of(&table->game, seat, &view);
    table->fault[seat] = player_choose(table->player[seat], &view, table->deck,
                                       &bots[seat], move);
    table->moves++;
}

void outside_game_play(struct outside_game *table)
{
    tio_random dealer;
    tio_random bots[TIO_MAX_PLAYERS];
    tio_move held[TIO_MAX_PLAYERS]; /* answers that are still secret */
    unsigned count = 0;
    tio_random_init(&dealer, table->seed, 1);
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        tio_random_init(&bots[seat], table->seed + seat, 0);
    table->moves = 0;
    for (unsigned seat = 0; seat < table->settings.players; seat++) {
        table->fault[seat] = player_begin(table->player[seat], table->deck,
                                          &table->settings, seat, names);
    }
    table->error = tio_game_init(&table->game, table->deck, &table->settings);
    while (table->error == TIO_OK && table->game.phase != TIO_PHASE_OVER &&
           (table->most_moves == 0 || table->moves < table->most_moves)) {
        tio_move move;
        unsigned phase = table->game.phase;
        next_move(table, &dealer, bots, &move);
        table->error = tio_apply(&table->game, table->deck, &move);
        if (!is_common(&move)) {
            tell(table, &move);
            continue;
        }
        held[count++] = move;
        if (table->game.phase != phase) {
            for (unsigned i = 0; i < count; i++)
                tell(table, &held[i]);
            count = 0;
        }
    }
    bool over = table->game.phase == TIO_PHASE_OVER;
    for (unsigned seat = 0; seat < table->settings.players; seat++)
        player_end(table->player[seat], over ? &table->game : NULL);
}
