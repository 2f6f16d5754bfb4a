#include "bots/world.h"

#include "dealer/random.h"
#include "engine/dice.h"

#define MOST_GUESSES 32

/* How much less likely a hand is than the best one found, by how far its dice
 * fall behind: e to the power of minus a half for each step. Measured in games
 * between bots, this steepness explains the true hands best. */
static const uint32_t likeliness[] = {
    65536, 39750, 24109, 14623, 8869, 5380, 3263, 1979, 1200, 728, 442,
    268,   162,   99,    60,    36,   22,   13,   8,    5,    3,   2};

/* How well a hand goes with the dice that its player took: their net now, and
 * with one more die if the player is still in. Players seldom take what they
 * can't use. */
static int fit_of(const tio_game *game, const tio_deck *deck, unsigned seat)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count = tio_hand_combos(game, deck, seat, combos);
    tio_dice taken = game->player[seat].taken;
    int now = tio_layout_net(combos, count, taken);
    int next = now;
    if (game->passed >> seat & 1)
        return 2 * now;
    for (uint64_t kinds = dice_kinds(game->tray); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        int net = tio_layout_net(combos, count, taken + tio_dice_of(kind));
        next = net > next ? net : next;
    }
    return now + next;
}

static unsigned pick(const int fit[], unsigned count, tio_random *random)
{
    enum { STEPS = sizeof likeliness / sizeof *likeliness };
    uint32_t weight[MOST_GUESSES] = {0};
    uint32_t sum = 0;
    int best = fit[0];
    for (unsigned i = 1; i < count; i++)
        best = fit[i] > best ? fit[i] : best;
    for (unsigned i = 0; i < count; i++) {
        weight[i] = best - fit[i] < STEPS ? likeliness[best - fit[i]] : 1;
        sum += weight[i];
    }
    uint32_t at = random_below(random, sum);
    unsigned chosen = 0;
    for (; chosen + 1 < count && at >= weight[chosen]; chosen++)
        at -= weight[chosen];
    return chosen;
}

void world_guess(const tio_view *view, const tio_deck *deck, unsigned guesses,
                 tio_random *random, tio_game *out)
{
    unsigned others = 0; /* who took something */
    for (unsigned seat = 0; seat < view->game.settings.players; seat++)
        others += seat != view->seat && view->game.player[seat].taken != 0;
    if (others == 0)
        guesses = 1;
    if (guesses > MOST_GUESSES)
        guesses = MOST_GUESSES;
    tio_random stream[MOST_GUESSES];
    int fit[MOST_GUESSES] = {0};
    for (unsigned i = 0; i < guesses; i++) {
        tio_random_init(&stream[i], random_next(random), i);
        tio_random copy = stream[i];
        tio_view_fill(view, deck, &copy, out);
        for (unsigned seat = 0; guesses > 1 && seat < out->settings.players;
             seat++)
            if (seat != view->seat && out->player[seat].taken != 0)
                fit[i] += fit_of(out, deck, seat);
    }
    unsigned chosen = pick(fit, guesses, random);
    tio_view_fill(view, deck, &stream[chosen], out);
}
