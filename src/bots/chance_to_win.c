#include "bots/chance_to_win.h"

#include "bots/reckon.h"

/* The variance of the difference between two players' nets of one round, as
 * measured in games between equals. */
#define ROUND_VARIANCE (11 * POINT * POINT)

/* The chance that a normal variable is below z, of 10000, for z from 0 in
 * steps of an eighth. */
static const int below[] = {
    5000, 5497, 5987, 6462, 6915, 7340, 7734, 8092, 8413, 8697, 8944,
    9154, 9332, 9479, 9599, 9696, 9772, 9832, 9878, 9912, 9938, 9957,
    9970, 9980, 9987, 9991, 9994, 9996, 9998, 9999, 9999, 9999, 10000};

static int square_root(int square)
{
    int root = 1;
    for (int i = 0; i < 24; i++)
        root = (root + square / root) / 2;
    return root;
}

int normal_below(int z)
{
    enum { LAST = sizeof below / sizeof *below - 1, PARTS = NORMAL_UNIT / 8 };
    int step = z < 0 ? -z : z;
    int at = step / PARTS < LAST ? step / PARTS : LAST - 1;
    int part = step / PARTS < LAST ? step % PARTS : PARTS;
    int chance = below[at] + (below[at + 1] - below[at]) * part / PARTS;
    return z < 0 ? 10000 - chance : chance;
}

/* The chance to end ahead of one other player. */
static int chance_against(int lead, unsigned rounds)
{
    int spread = square_root(ROUND_VARIANCE * (int)(rounds < 40 ? rounds : 40));
    return normal_below(lead * NORMAL_UNIT / spread);
}

int share_of_win(const int total[], unsigned players, unsigned seat)
{
    int winners = 1;
    for (unsigned i = 0; i < players; i++) {
        if (total[i] > total[seat])
            return 0;
        winners += i != seat && total[i] == total[seat];
    }
    return 10000 / winners;
}

int chance_to_win(const int total[], unsigned players, unsigned seat,
                  unsigned rounds)
{
    if (rounds == 0)
        return share_of_win(total, players, seat);
    int chance = 10000;
    for (unsigned i = 0; i < players; i++)
        if (i != seat)
            chance =
                chance * chance_against(total[seat] - total[i], rounds) / 10000;
    return chance;
}
