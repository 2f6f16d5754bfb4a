#include "bots/outlook.h"

#include <assert.h>

#include "bots/chance_to_win.h"
#include "bots/reckon.h"
#include "engine/dice.h"

/* Rows as `bench/calibrate fit` prints them, with what `bench/calibrate map` adds
 * to each; `bench/calibrate told` holds them to other games: docs/bots.md. */
const struct outlook_fit outlook_fits[TIO_MAX_PLAYERS + 1] = {
    [2] = {520,
           {24, -24},
           {{122, 97, 76, 54, 77, 85}, {0, 74, 76, 81, 100, 140}},
           {3, -10}},
    [3] = {347,
           {46, -6, -40},
           {{96, 98, 80, 77, 107, 133}, {0, 59, 103, 108, 128, 174}},
           {2, -14}},
    [4] = {286,
           {51, 13, -20, -44},
           {{70, 88, 94, 97, 135, 176}, {0, 49, 133, 140, 157, 200}},
           {7, -10}},
    [5] = {223,
           {42, 28, 1, -21, -49},
           {{57, 63, 93, 120, 150, 181}, {0, 70, 149, 174, 169, 180}},
           {9, -23}},
};

/* The density of the normal distribution in steps of a quarter of its standard
 * deviation, and their sum over both sides. */
#define DENSITY_SUM 65534
#define DENSITY_STEPS 16
#define FINE ((int64_t)1 << 16) /* so that small products keep their digits */
static const int density[DENSITY_STEPS + 1] = {
    6536, 6335, 5768, 4934, 3964, 2993, 2122, 1414, 885,
    520,  287,  149,  73,   33,   14,   6,    2};

static int64_t square_root(int64_t square)
{
    int64_t root = square;
    for (int64_t next = (root + 1) / 2; next < root;
         next = (root + square / root) / 2)
        root = next;
    return root;
}

/* What the rounds to come are expected to bring more than they bring to the
 * others. Every full circle of starters brings everyone the same. */
static int expected(const struct outlook_fit *fit, const struct outlook *now,
                    unsigned seat)
{
    int more = 0;
    for (unsigned i = 0; i < now->rounds % now->players; i++) {
        unsigned starter = (now->starter + i) % now->players;
        more += fit->start[(seat + now->players - starter) % now->players];
    }
    return more * POINT / 100;
}

/* The chances to end ahead of each rival depend on each other: whoever has good
 * rounds passes all of them. So the seat's own luck is taken first, in steps;
 * once that is known, they are independent. What all players have in common
 * in a round changes nothing, so the variance leaves it out. */
int outlook_win_by(const struct outlook_fit *fit, const struct outlook *now,
                   unsigned seat)
{
    enum { QUARTER = NORMAL_UNIT / 4 };
    int lead[TIO_MAX_PLAYERS];
    int64_t variance = (int64_t)fit->variance * POINT * POINT / 100;
    int spread = (int)square_root(variance * now->rounds);
    int64_t sum = 0;
    assert(now->rounds > 0 && spread > 0);
    int own = now->total[seat] + expected(fit, now, seat);
    for (unsigned i = 0; i < now->players; i++)
        lead[i] = (int)((int64_t)(own - now->total[i] - expected(fit, now, i)) *
                        NORMAL_UNIT / spread);
    for (int step = -DENSITY_STEPS; step <= DENSITY_STEPS; step++) {
        int64_t all = density[step < 0 ? -step : step] * FINE;
        for (unsigned i = 0; i < now->players; i++)
            if (i != seat)
                all = all * normal_below(lead[i] + step * QUARTER) / 10000;
        sum += all;
    }
    int chance = (int)(sum * 10000 / (DENSITY_SUM * FINE));
    return chance < 1 ? 1 : chance > 9999 ? 9999 : chance;
}

void outlook_unseen(struct outlook *now, const tio_game *game, unsigned seat,
                    unsigned lot)
{
    const struct outlook_fit *fit = &outlook_fits[now->players];
    bool taking = game->phase == TIO_PHASE_TURN;
    for (unsigned i = 0; i < now->players; i++) {
        unsigned dice = dice_size(game->player[i].taken);
        bool passed = !taking || game->passed >> i & 1;
        if (i == seat)
            continue;
        int more =
            fit->unseen[passed][dice < OUTLOOK_DICE ? dice : OUTLOOK_DICE - 1];
        now->total[i] += POINT * (more / 100);
        now->total[i] += (int)((lot + 37 * i) % 100) < more % 100 ? POINT : 0;
    }
}

int outlook_win(const struct outlook *now, unsigned seat)
{
    if (now->rounds == 0)
        return share_of_win(now->total, now->players, seat);
    return outlook_win_by(&outlook_fits[now->players], now, seat);
}

int outlook_told(unsigned players, enum outlook_when when, int chance)
{
    int more = outlook_fits[players].told[when];
    return chance + more * (chance * (10000 - chance) / 10000) / 100;
}
