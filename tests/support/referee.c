/* The slow referee. Plain loops over single dice, no tricks: it is there to be
 * believed, not to be fast. */
#include "support/referee.h"

#include <string.h>

struct hand {
    unsigned size;
    tio_kind die[TIO_MAX_DICE];
};

static struct hand hand_of(tio_dice dice)
{
    struct hand hand = {0};
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
        for (unsigned k = tio_dice_count(dice, kind); k > 0; k--)
            hand.die[hand.size++] = kind;
    return hand;
}

static bool die_suits(tio_kind die, unsigned colour, unsigned face)
{
    unsigned own = tio_kind_colour(die);
    bool colour_ok = colour == TIO_EITHER || own == TIO_RED || own == colour;
    return colour_ok && (face == 0 || face == tio_kind_face(die));
}

static bool fill_slots(const tio_combo *combo, unsigned slot,
                       const struct hand *hand, unsigned used)
{
    if (slot == combo->slots)
        return true;
    for (unsigned i = 0; i < hand->size; i++) {
        if (used >> i & 1)
            continue;
        if (die_suits(hand->die[i], combo->slot[slot].colour,
                      combo->slot[slot].face) &&
            fill_slots(combo, slot + 1, hand, used | 1U << i))
            return true;
    }
    return false;
}

bool referee_accepts(const tio_combo *combo, tio_dice dice)
{
    struct hand hand = hand_of(dice);
    if (combo->slots)
        return hand.size == combo->slots && fill_slots(combo, 0, &hand, 0);
    unsigned pips = 0;
    for (unsigned i = 0; i < hand.size; i++) {
        if (!die_suits(hand.die[i], combo->colour, 0))
            return false;
        pips += tio_kind_face(hand.die[i]);
    }
    if (hand.size == 0 || (combo->count && combo->count != hand.size))
        return false;
    return pips >= combo->low && pips <= combo->high;
}

struct trial {
    const tio_combo *const *combos;
    unsigned count;
    struct hand hand;
    tio_dice lay[TIO_HAND_CARDS];
    struct verdict verdict;
};

static void judge_laid(struct trial *trial, int chips)
{
    int net = -chips;
    uint32_t set = 0;
    for (unsigned c = 0; c < trial->count; c++) {
        if (!trial->lay[c])
            continue;
        if (!referee_accepts(trial->combos[c], trial->lay[c]))
            return;
        net += trial->combos[c]->points;
        set |= 1U << c;
    }
    if (net > trial->verdict.net) {
        trial->verdict.net = net;
        trial->verdict.sets = 0;
    }
    if (net == trial->verdict.net)
        trial->verdict.sets |= 1U << set;
}

static void try_die(struct trial *trial, unsigned index, int chips)
{
    if (index == trial->hand.size) {
        judge_laid(trial, chips);
        return;
    }
    tio_kind die = trial->hand.die[index];
    int red = tio_kind_colour(die) == TIO_RED;
    try_die(trial, index + 1, chips + 1 + red);
    for (unsigned c = 0; c < trial->count; c++) {
        trial->lay[c] += tio_dice_of(die);
        try_die(trial, index + 1, chips + red);
        trial->lay[c] -= tio_dice_of(die);
    }
}

struct verdict referee_judge(const tio_combo *const combos[], unsigned count,
                             tio_dice dice)
{
    struct trial trial;
    memset(&trial, 0, sizeof trial);
    trial.combos = combos;
    trial.count = count;
    trial.hand = hand_of(dice);
    trial.verdict.net = -1000;
    try_die(&trial, 0, 0);
    return trial.verdict;
}

static tio_combo random_slots(tio_random *random)
{
    static const uint8_t colours[] = {TIO_LIGHT, TIO_DARK, TIO_EITHER};
    tio_combo combo = {0};
    combo.slots = (uint8_t)(1 + tio_random_below(random, 4));
    for (unsigned i = 0; i < combo.slots; i++) {
        combo.slot[i].colour = colours[tio_random_below(random, 3)];
        if (tio_random_below(random, 3))
            combo.slot[i].face = (uint8_t)(1 + tio_random_below(random, 6));
    }
    return combo;
}

static tio_combo random_sum(tio_random *random)
{
    static const uint8_t colours[] = {TIO_LIGHT, TIO_DARK, TIO_EITHER};
    tio_combo combo = {0};
    combo.colour = colours[tio_random_below(random, 3)];
    combo.low = 1;
    combo.high = TIO_SUM_MAX;
    if (tio_random_below(random, 2))
        combo.count = (uint8_t)(1 + tio_random_below(random, 4));
    unsigned least = combo.count ? combo.count : 1;
    unsigned most = combo.count ? combo.count * 6U : 18U;
    unsigned bar = least + tio_random_below(random, most - least + 1);
    unsigned sort = tio_random_below(random, 3);
    if (sort != 0)
        combo.low = (uint8_t)bar;
    if (sort != 1)
        combo.high = (uint8_t)bar;
    return combo;
}

tio_combo referee_random_combo(tio_random *random)
{
    tio_combo combo =
        tio_random_below(random, 2) ? random_slots(random) : random_sum(random);
    combo.points = (uint8_t)tio_random_below(random, 6);
    tio_combo_prepare(&combo);
    return combo;
}

tio_dice referee_random_dice(tio_random *random, unsigned size)
{
    tio_dice dice = 0;
    for (unsigned i = 0; i < size; i++) {
        unsigned colour = tio_random_below(random, 2);
        if (dice >> 48 == 0 && tio_random_below(random, 6) == 0)
            colour = TIO_RED;
        unsigned face = 1 + tio_random_below(random, 6);
        dice += tio_dice_of(tio_kind_of(colour, face));
    }
    return dice;
}
