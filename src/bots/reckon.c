#include "bots/reckon.h"

#include <string.h>

#include "engine/dice.h"

void tray_kinds_of(tio_dice tray, struct tray_kinds *out)
{
    memset(out->place, TIO_NONE, sizeof out->place);
    out->count = 0;
    out->dice = dice_size(tray);
    for (uint64_t kinds = dice_kinds(tray); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        out->place[kind] = (uint8_t)out->count;
        out->kind[out->count] = kind;
        out->copies[out->count++] = (uint8_t)tio_dice_count(tray, kind);
    }
}

/* Multiplying by the golden ratio spreads dice over the slots. */
static unsigned slot_of(tio_dice dice, unsigned slots)
{
    return (unsigned)(dice * 0x9e3779b97f4a7c15ULL >> 40) & (slots - 1);
}

/* ---- Nets ---- */

void nets_begin(struct nets *nets, const tio_combo *const combos[],
                unsigned count)
{
    nets->count = count;
    for (unsigned i = 0; i < count; i++)
        nets->combos[i] = combos[i];
    /* More dice than exist: no hand asks for that. */
    memset(nets->dice, 0xff, sizeof nets->dice);
}

static int nets_get(struct nets *nets, tio_dice dice)
{
    unsigned slot = slot_of(dice, NETS_SLOTS);
    if (nets->dice[slot] != dice) {
        nets->dice[slot] = dice;
        nets->net[slot] =
            (int8_t)tio_layout_net(nets->combos, nets->count, dice);
    }
    return nets->net[slot];
}

/* ---- Making entries ---- */

/* The entry of these dice, made if there is none yet and room is left. */
static unsigned node_for(struct reckon *table, tio_dice dice, unsigned size)
{
    const struct reckon_ask *ask = &table->ask;
    unsigned slot = slot_of(dice, RECKON_SLOTS);
    for (; table->index[slot] != RECKON_NONE;
         slot = (slot + 1) & (RECKON_SLOTS - 1))
        if (table->dice[table->index[slot]] == dice)
            return table->index[slot];
    if (table->nodes >= RECKON_NODES)
        return RECKON_NONE;
    unsigned node = table->nodes++;
    int net = nets_get(ask->nets, ask->taken + dice);
    table->index[slot] = (uint16_t)node;
    table->dice[node] = dice;
    table->size[node] = (uint8_t)size;
    table->stop[node] = (int16_t)(net * POINT);
    return node;
}

static void extend(struct reckon *table, unsigned node, bool further)
{
    const struct tray_kinds *tray = table->ask.tray;
    tio_dice dice = table->dice[node];
    unsigned size = table->size[node];
    for (unsigned k = 0; k < tray->count; k++) {
        bool more =
            further && tio_dice_count(dice, tray->kind[k]) < tray->copies[k];
        tio_dice with = dice + tio_dice_of(tray->kind[k]);
        table->child[node][k] =
            (uint16_t)(more ? node_for(table, with, size + 1) : RECKON_NONE);
    }
}

/* The net that an entry must reach to be among the best `width`, and how many
 * of those that just reach it are. */
#define NET_LEAST (-2 * TIO_MAX_DICE)
#define NET_MOST (TIO_HAND_CARDS * TIO_MAX_POINTS)

static int net_to_reach(const struct reckon *table, unsigned first,
                        unsigned last, unsigned *at_it)
{
    unsigned found[NET_MOST - NET_LEAST + 1] = {0};
    unsigned width = table->ask.width;
    for (unsigned i = first; i < last; i++)
        found[table->stop[i] / POINT - NET_LEAST]++;
    int net = NET_MOST;
    for (; net > NET_LEAST && found[net - NET_LEAST] < width; net--)
        width -= found[net - NET_LEAST];
    *at_it = width;
    return net * POINT;
}

/* The entries of one more die each, for those from `first` to `last`. */
static void extend_size(struct reckon *table, unsigned first, unsigned last)
{
    unsigned at_it;
    int least = net_to_reach(table, first, last, &at_it);
    for (unsigned i = first; i < last; i++) {
        bool further = table->stop[i] > least;
        if (table->stop[i] == least && at_it > 0) {
            further = true;
            at_it--;
        }
        extend(table, i, further && table->size[i] < table->ask.depth);
    }
}

/* ---- What they promise ---- */

struct hope {
    int worth;
    unsigned copies;
    unsigned goal;
};

/* The dice that promise more than stopping, best first. */
static unsigned list_hopes(const struct reckon *table, unsigned node,
                           struct hope hopes[TIO_KINDS])
{
    const struct tray_kinds *tray = table->ask.tray;
    unsigned count = 0;
    for (unsigned k = 0; k < tray->count; k++) {
        unsigned child = table->child[node][k];
        if (child == RECKON_NONE || table->promise[child] <= table->stop[node])
            continue;
        int worth = table->promise[child];
        unsigned at = count++;
        for (; at > 0 && hopes[at - 1].worth < worth; at--)
            hopes[at] = hopes[at - 1];
        hopes[at].worth = worth;
        hopes[at].goal = table->goal[child];
        hopes[at].copies =
            tray->copies[k] - tio_dice_count(table->dice[node], tray->kind[k]);
    }
    return count;
}

/* The best hope that is still there after the others took `takes` of `dice`
 * dice without choosing, or stopping if that is better. */
static int expect(const struct hope hopes[], unsigned count, int stop,
                  unsigned takes, unsigned dice)
{
    unsigned gone = 1 << 15; /* the chance that all better ones are gone */
    int worth = 0;
    unsigned seen = 0;
    for (unsigned i = 0; i < count && gone; i++) {
        unsigned before = gone;
        for (unsigned n = hopes[i].copies; n > 0 && gone; n--, seen++)
            gone = takes > seen ? gone * (takes - seen) / (dice - seen) : 0;
        worth += (int)(before - gone) * (hopes[i].worth - stop);
    }
    return stop + (worth >> 15);
}

static void promise_of(struct reckon *table, unsigned node)
{
    const struct reckon_ask *ask = &table->ask;
    unsigned dice = ask->tray->dice - table->size[node];
    unsigned takes = ask->pace.first + table->size[node] * ask->pace.each;
    struct hope hopes[TIO_KINDS];
    unsigned count = takes < dice ? list_hopes(table, node, hopes) : 0;
    table->promise[node] =
        (int16_t)expect(hopes, count, table->stop[node], takes, dice);
    table->goal[node] = (uint16_t)(count ? hopes[0].goal : node);
}

static void promise_alone(struct reckon *table, unsigned node)
{
    table->alone[node] = table->stop[node];
    table->alone_goal[node] = (uint16_t)node;
    for (unsigned k = 0; k < table->ask.tray->count; k++) {
        unsigned child = table->child[node][k];
        if (child != RECKON_NONE && table->alone[child] > table->alone[node]) {
            table->alone[node] = table->alone[child];
            table->alone_goal[node] = table->alone_goal[child];
        }
    }
}

/* How many turns are left before the others have emptied the tray. */
static unsigned turns_left(const struct tray_kinds *tray, struct pace pace)
{
    unsigned turns = 0;
    while (pace.first + turns * pace.each + turns < tray->dice)
        turns++;
    return turns;
}

int reckon_best(const struct reckon *table)
{
    int best = table->stop[0];
    for (unsigned k = 0; k < table->ask.tray->count; k++) {
        unsigned child = table->child[0][k];
        if (child != RECKON_NONE && table->promise[child] > best)
            best = table->promise[child];
    }
    return best;
}

void reckon_make(struct reckon *table, const struct reckon_ask *ask)
{
    table->ask = *ask;
    table->nodes = 0;
    /* One more than that: others may pass. */
    unsigned turns = turns_left(ask->tray, ask->pace) + 1;
    if (ask->depth > turns)
        table->ask.depth = turns;
    memset(table->index, 0xff, sizeof table->index);
    node_for(table, 0, 0);
    for (unsigned first = 0; first < table->nodes;) {
        unsigned last = table->nodes;
        extend_size(table, first, last);
        first = last;
    }
    for (unsigned i = table->nodes; i-- > 0;) {
        promise_of(table, i);
        promise_alone(table, i);
    }
}
