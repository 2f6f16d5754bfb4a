/* How the game stood after each round. The game itself keeps only the last
 * round and the sums; players want to see how they came there. */
#include "table/table.h"

static unsigned rounds_scored(const tio_game *game)
{
    if (game->round == 0)
        return 0;
    bool between =
        game->phase == TIO_PHASE_DISCARD || game->phase == TIO_PHASE_OVER;
    return between ? game->round : game->round - 1U;
}

void table_keep_scores(struct table *table)
{
    unsigned scored = rounds_scored(&table->game);
    if (scored > table->scored && scored <= TABLE_ROUNDS) {
        for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
            const tio_player *player = &table->game.player[seat];
            table->score[scored - 1][seat] =
                (struct table_score){player->points, player->chips};
        }
    }
    table->scored = scored;
}
