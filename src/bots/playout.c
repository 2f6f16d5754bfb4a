#include "bots/playout.h"

#include "dealer/random.h"
#include "engine/dice.h"

/* What the second die must promise beyond the first before take two is spent
 * on it. */
#define TWO_PRICE (POINT * 3 / 4)

static bool all_passed(const struct playout *round)
{
    return round->passed == (1U << round->players) - 1;
}

static void next_turn(struct playout *round)
{
    round->more = 0;
    if (all_passed(round))
        return;
    do
        round->turn =
            (uint8_t)(round->turn + 1U == round->players ? 0 : round->turn + 1);
    while (round->passed >> round->turn & 1);
}

static void take(struct playout *round, unsigned place)
{
    unsigned seat = round->turn;
    round->node[seat] = round->table[seat]->child[round->node[seat]][place];
    round->dice--;
    round->tray -= tio_dice_of(round->table[seat]->ask.tray->kind[place]);
    if (--round->copies[place] == 0)
        round->kinds &= ~(1U << place);
}

void playout_take(struct playout *round, unsigned place, bool again)
{
    take(round, place);
    if (again)
        round->more = 1;
    else
        next_turn(round);
}

void playout_pass(struct playout *round)
{
    round->passed = (uint8_t)(round->passed | 1U << round->turn);
    next_turn(round);
}

void playout_done(struct playout *round)
{
    next_turn(round);
}

void playout_play_two(struct playout *round)
{
    round->two = (uint8_t)(round->two & ~(1U << round->turn));
    round->more = 2;
}

/* What a seat goes by, whether others are in the round or not. */
struct policy {
    const int16_t *promise;
    const uint16_t *goal;
};

/* The place of the die among `kinds` that promises most and more than `least`,
 * or TIO_NONE. */
static unsigned best_place(const struct playout *round, uint32_t kinds,
                           const int16_t promise[], int least, uint64_t noise)
{
    const struct reckon *table = round->table[round->turn];
    const uint16_t *child = table->child[round->node[round->turn]];
    unsigned best = TIO_NONE;
    for (; kinds; kinds &= kinds - 1) {
        unsigned place = (unsigned)__builtin_ctz(kinds);
        if (child[place] == RECKON_NONE)
            continue;
        int worth =
            promise[child[place]] + (int)(noise >> place * 3 & round->noise);
        if (worth > least) {
            least = worth;
            best = place;
        }
    }
    return best;
}

/* Promises were made when the tray was fuller: whether what an entry hopes for
 * beyond `least` can still be had. */
static bool can_be_had(const struct playout *round, const struct policy *policy,
                       unsigned node, int least)
{
    const struct reckon *table = round->table[round->turn];
    unsigned goal = policy->goal[node];
    tio_dice held = table->dice[round->node[round->turn]];
    return table->stop[node] > least ||
           (table->stop[goal] > least &&
            dice_contain(round->tray, table->dice[goal] - held));
}

/* Whether the die is worth its cost, by itself or with others that are still
 * there. */
static bool has_future(const struct playout *round, const struct policy *policy,
                       unsigned place, int least)
{
    const struct reckon *table = round->table[round->turn];
    unsigned child = table->child[round->node[round->turn]][place];
    if (can_be_had(round, policy, child, least))
        return true;
    for (uint32_t kinds = round->kinds; kinds; kinds &= kinds - 1) {
        unsigned next = table->child[child][__builtin_ctz(kinds)];
        if (next != RECKON_NONE && policy->promise[next] > least &&
            dice_contain(round->tray,
                         table->dice[next] -
                             table->dice[round->node[round->turn]]) &&
            can_be_had(round, policy, next, least))
            return true;
    }
    return false;
}

/* The die to take, or TIO_NONE. */
static unsigned choose_place(const struct playout *round,
                             const struct policy *policy, int least,
                             tio_random *random)
{
    uint64_t noise = random_next(random);
    uint32_t kinds = round->kinds;
    for (;;) {
        /* Noise raises what dice promise: half of it is taken off again. */
        unsigned place = best_place(round, kinds, policy->promise,
                                    least + (int)round->noise / 2, noise);
        if (place == TIO_NONE || has_future(round, policy, place, least))
            return place;
        kinds &= ~(1U << place);
    }
}

static void play_turn(struct playout *round, tio_random *random)
{
    unsigned seat = round->turn;
    const struct reckon *table = round->table[seat];
    bool alone = (round->passed | 1U << seat) == (1U << round->players) - 1;
    const struct policy policy = {
        .promise = alone ? table->alone : table->promise,
        .goal = alone ? table->alone_goal : table->goal,
    };
    const int16_t *promise = policy.promise;
    unsigned node = round->node[seat];
    /* A player who leaves the second of two dice stays in the round. */
    int least = round->more == 1 ? promise[node] : table->stop[node];
    unsigned place = choose_place(round, &policy, least, random);
    if (place == TIO_NONE) {
        if (round->more == 1)
            playout_done(round);
        else
            playout_pass(round);
        return;
    }
    take(round, place);
    if (round->more == 0 && round->two >> seat & 1 && !alone) {
        int first = promise[round->node[seat]];
        place = best_place(round, round->kinds, promise, first + TWO_PRICE, 0);
        if (place != TIO_NONE) {
            take(round, place);
            round->two = (uint8_t)(round->two & ~(1U << seat));
        }
    }
    if (round->more == 2)
        round->more = 1;
    else
        next_turn(round);
}

void playout_run(struct playout *round, tio_random *random)
{
    while (round->dice && !all_passed(round))
        play_turn(round, random);
}
