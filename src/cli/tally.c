/* The arithmetic of simulations. Sums of squares stay exact in 64 bits: a
 * score of 5000 may come up more than 10^11 times. */
#include "cli/tally.h"

#include <assert.h>
#include <math.h>

void tally_add(struct tally *tally, int64_t value)
{
    if (tally->count == 0 || value < tally->low)
        tally->low = value;
    if (tally->count == 0 || value > tally->high)
        tally->high = value;
    tally->count++;
    tally->sum += value;
    tally->squares += value * value;
}

static void tally_merge(struct tally *into, const struct tally *from)
{
    if (from->count == 0)
        return;
    if (into->count == 0 || from->low < into->low)
        into->low = from->low;
    if (into->count == 0 || from->high > into->high)
        into->high = from->high;
    into->count += from->count;
    into->sum += from->sum;
    into->squares += from->squares;
}

double tally_mean(const struct tally *tally)
{
    return tally->count == 0 ? 0 : (double)tally->sum / (double)tally->count;
}

double tally_deviation(const struct tally *tally)
{
    if (tally->count < 2)
        return 0;
    double mean = tally_mean(tally);
    double variance = ((double)tally->squares - mean * (double)tally->sum) /
                      (double)(tally->count - 1);
    return variance > 0 ? sqrt(variance) : 0;
}

void side_tally_merge(struct side_tally *into, const struct side_tally *from)
{
    into->wins += from->wins;
    into->shared += from->shared;
    into->sixtieths += from->sixtieths;
    tally_merge(&into->score, &from->score);
    tally_merge(&into->points, &from->points);
    tally_merge(&into->chips, &from->chips);
}

void game_tally_merge(struct game_tally *into, const struct game_tally *from)
{
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        side_tally_merge(&into->seat[seat], &from->seat[seat]);
    tally_merge(&into->moves, &from->moves);
    tally_merge(&into->decisions, &from->decisions);
    tally_merge(&into->rounds, &from->rounds);
}

void game_tally_add(struct game_tally *tally, const tio_game *game,
                    unsigned moves, unsigned decisions)
{
    unsigned leaders = tio_game_leaders(game);
    unsigned winners = 0;
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        winners += leaders >> seat & 1;
    assert(winners > 0);
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        struct side_tally *side = &tally->seat[seat];
        if (leaders >> seat & 1) {
            side->wins += winners == 1;
            side->shared += winners > 1;
            side->sixtieths += 60 / winners;
        }
        tally_add(&side->score, tio_game_total(game, seat));
        tally_add(&side->points, game->player[seat].points);
        tally_add(&side->chips, game->player[seat].chips);
    }
    tally_add(&tally->moves, moves);
    tally_add(&tally->decisions, decisions);
    tally_add(&tally->rounds, game->rounds);
}
