/* See fit.h. The engine's scoring decides what completes a card. What is worked
 * out here is how far dice fill a card that they don't complete. */
#include "show/fit.h"

#include <string.h>

#include "engine/combo.h"

/* ---- Sums that dice can make ---- */

/* A bit for each sum of pips up to TIO_SUM_MAX. */
struct sums {
    uint64_t word[2];
};

_Static_assert(TIO_SUM_MAX < 128, "a bit for each sum");

static struct sums sums_raised(struct sums sums, unsigned by)
{
    return (struct sums){
        {sums.word[0] << by, sums.word[1] << by | sums.word[0] >> (64 - by)}};
}

static bool sums_have(const struct sums *sums, unsigned pips)
{
    return sums->word[pips / 64] >> pips % 64 & 1;
}

/* out[n]: what exactly n of the dice can add up to. Returns how many there
 * are. */
static unsigned sums_of(tio_dice dice, struct sums out[TIO_MAX_DICE + 1])
{
    unsigned most = 0;
    memset(out, 0, (TIO_MAX_DICE + 1) * sizeof *out);
    out[0].word[0] = 1;
    for (; dice && most < TIO_MAX_DICE; most++) {
        tio_kind kind = dice_first_kind(dice);
        dice -= tio_dice_of(kind);
        for (unsigned n = most + 1; n > 0; n--) {
            struct sums more = sums_raised(out[n - 1], tio_kind_face(kind));
            out[n].word[0] |= more.word[0];
            out[n].word[1] |= more.word[1];
        }
    }
    return most;
}

/* ---- How far dice fill a card ---- */

/* So many of them can lie there, and their pips. */
struct far {
    unsigned dice;
    unsigned pips;
};

/* The largest sum that is not too large, with as few dice as can be. */
static struct far far_any_number(const tio_combo *combo,
                                 const struct sums sums[TIO_MAX_DICE + 1],
                                 unsigned most)
{
    struct far far = {0, 0};
    for (unsigned n = 1; n <= most; n++)
        for (unsigned pips = far.pips + 1; pips <= combo->high && pips <= 6 * n;
             pips++)
            if (sums_have(&sums[n], pips))
                far = (struct far){n, pips};
    return far;
}

/* The most dice from which the missing ones can still make the sum. A sum that
 * is to be small has its smallest dice, any other its largest. */
static struct far far_number(const tio_combo *combo,
                             const struct sums sums[TIO_MAX_DICE + 1],
                             unsigned most)
{
    bool small = combo->low <= combo->count;
    for (unsigned n = combo->count < most ? combo->count : most; n > 0; n--) {
        unsigned missing = combo->count - n;
        struct far far = {0, 0};
        for (unsigned pips = n; pips + missing <= combo->high && pips <= 6 * n;
             pips++)
            if (sums_have(&sums[n], pips) && pips + 6 * missing >= combo->low &&
                !(small && far.dice))
                far = (struct far){n, pips};
        if (far.dice)
            return far;
    }
    return (struct far){0, 0};
}

static struct far far_on(const tio_combo *combo, tio_dice dice)
{
    if (combo->slots > 0) {
        tio_kind die[TIO_MAX_SLOTS];
        tio_dice put = slots_fill(combo, dice, die);
        return (struct far){dice_size(put), 0};
    }
    struct sums sums[TIO_MAX_DICE + 1];
    unsigned most = sums_of(combo_eligible(combo, dice), sums);
    return combo->count ? far_number(combo, sums, most)
                        : far_any_number(combo, sums, most);
}

static bool any_number(const tio_combo *combo)
{
    return combo->slots == 0 && combo->count == 0;
}

static bool farther(const tio_combo *combo, struct far a, struct far b)
{
    return any_number(combo) ? a.pips > b.pips : a.dice > b.dice;
}

/* How far `dice` go together with those that a completed sum has no need of:
 * they were only put there because dice that lie nowhere cost chips. */
static struct far far_with_loose(const struct arranged *now,
                                 const tio_combo *combo, tio_dice dice)
{
    struct far far = far_on(combo, dice);
    for (unsigned i = 0; i < now->combos; i++) {
        if (!(now->complete >> i & 1) || !any_number(now->combo[i]))
            continue;
        tio_dice on = now->on[i];
        for (uint64_t kinds = dice_kinds(on); kinds; kinds &= kinds - 1) {
            tio_dice die = tio_dice_of(dice_first_kind(kinds));
            for (unsigned n = tio_dice_count(on, dice_first_kind(kinds)); n > 0;
                 n--) {
                struct far more = far_on(combo, dice + die);
                if (!farther(combo, more, far) ||
                    !tio_combo_accepts(now->combo[i], on - die))
                    break;
                far = more;
                dice += die;
                on -= die;
            }
        }
    }
    return far;
}

/* ---- A die ---- */

/* Most dice can't lie on most cards: then there is no need to look further. */
static bool may_lie(const tio_combo *combo, tio_dice die)
{
    tio_kind kind[TIO_MAX_SLOTS];
    return combo->slots > 0 ? slots_fill(combo, die, kind) != 0
                            : combo_eligible(combo, die) != 0;
}

static struct fit_card fit_on(const struct arranged *now,
                              const tio_layout *then, unsigned place,
                              tio_dice die)
{
    const tio_combo *combo = now->combo[place];
    bool was = now->complete >> place & 1;
    bool is = then->cards >> place & 1;
    struct fit_card card = {FIT_NOT, 0, 0};
    if (was) {
        if (is && tio_combo_accepts(combo, now->on[place] + die))
            card.how = FIT_JOINS;
        return card;
    }
    if (is) {
        card.how = FIT_COMPLETES;
        return card;
    }
    if (!may_lie(combo, die))
        return card;
    struct far with = far_with_loose(now, combo, now->spare + die);
    if (farther(combo, with, far_with_loose(now, combo, now->spare)))
        card = (struct fit_card){FIT_NEARER, (uint8_t)with.dice,
                                 (uint8_t)with.pips};
    return card;
}

void fit_find(const struct arranged *now, tio_kind die, struct fit *out)
{
    tio_layout then;
    memset(out, 0, sizeof *out);
    tio_layout_best(now->combo, now->combos, now->dice + tio_dice_of(die),
                    &then);
    out->before = now->best.net;
    out->net = then.net;
    out->combos = now->combos;
    for (unsigned i = 0; i < now->combos; i++)
        out->card[i] = fit_on(now, &then, i, tio_dice_of(die));
}

unsigned fit_helps(const struct fit *fit)
{
    unsigned count = 0;
    for (unsigned i = 0; i < fit->combos; i++)
        count += fit->card[i].how != FIT_NOT;
    return count;
}

unsigned fit_completes(const struct fit *fit)
{
    unsigned count = 0;
    for (unsigned i = 0; i < fit->combos; i++)
        count += fit->card[i].how == FIT_COMPLETES;
    return count;
}
