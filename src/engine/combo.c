/* What a combo asks for, and whether dice can give it. Slots that want a face
 * or a colour make a matching problem, but one so regular that counting solves
 * it: an ordinary die is always spent before a red one, which could do all that
 * the ordinary one can. */
#include <string.h>

#include "engine/combo.h"

/* Slots of one colour and any face, from what the slots with a face leave. Of
 * the dice that those took in either colour, up to `choice` may be light ones
 * where they are counted as dark. */
static bool any_face_fits(const uint8_t any[3], unsigned light, unsigned dark,
                          unsigned red, unsigned choice)
{
    unsigned spare = light > any[TIO_LIGHT] ? light - any[TIO_LIGHT] : 0;
    unsigned moved = spare < choice ? spare : choice;
    light -= moved;
    dark += moved;
    unsigned short_light = any[TIO_LIGHT] > light ? any[TIO_LIGHT] - light : 0;
    unsigned short_dark = any[TIO_DARK] > dark ? any[TIO_DARK] - dark : 0;
    return short_light + short_dark <= red;
}

bool demand_fits(const tio_demand *demand, const struct hand_counts *dice)
{
    face_counts short_light = counts_less(demand->face[0], dice->light);
    face_counts short_dark = counts_less(demand->face[1], dice->dark);
    face_counts from_red = short_light + short_dark;
    if (!counts_cover(dice->red, from_red))
        return false;
    if (!(demand->face[2] | demand->any[0] | demand->any[1]))
        return true;

    face_counts red = dice->red - from_red;
    face_counts light = counts_less(dice->light, demand->face[0]);
    face_counts dark = counts_less(dice->dark, demand->face[1]);
    face_counts short_either = counts_less(demand->face[2], light + dark);
    if (!counts_cover(red, short_either))
        return false;
    if (!(demand->any[0] | demand->any[1]))
        return true;

    face_counts from_ordinary = demand->face[2] - short_either;
    unsigned spent = counts_sum(from_ordinary);
    unsigned least_light = counts_sum(counts_less(from_ordinary, dark));
    unsigned least_dark = counts_sum(counts_less(from_ordinary, light));
    return any_face_fits(demand->any, counts_sum(light) - least_light,
                         counts_sum(dark) - (spent - least_light),
                         counts_sum(red - short_either),
                         spent - least_light - least_dark);
}

static bool sum_accepts(const tio_combo *combo, tio_dice dice)
{
    if (!dice || combo_eligible(combo, dice) != dice)
        return false;
    if (combo->count && combo->count != dice_size(dice))
        return false;
    unsigned pips = tio_dice_pips(dice);
    return combo->low <= pips && pips <= combo->high;
}

bool tio_combo_accepts(const tio_combo *combo, tio_dice dice)
{
    if (combo->slots == 0)
        return sum_accepts(combo, dice);
    struct hand_counts counts = hand_counts_of(dice);
    return dice_size(dice) == combo->slots &&
           demand_fits(&combo->demand, &counts);
}

bool combo_same(const tio_combo *a, const tio_combo *b)
{
    if (a->points != b->points || a->slots != b->slots)
        return false;
    if (a->slots)
        return memcmp(a->demand.face, b->demand.face, sizeof a->demand.face) ==
                   0 &&
               memcmp(a->demand.any, b->demand.any, sizeof a->demand.any) == 0;
    return a->colour == b->colour && a->count == b->count && a->low == b->low &&
           a->high == b->high;
}

void tio_combo_prepare(tio_combo *combo)
{
    tio_demand demand;
    memset(&demand, 0, sizeof demand);
    for (unsigned i = 0; i < combo->slots; i++) {
        tio_slot slot = combo->slot[i];
        unsigned sort = slot.colour == TIO_EITHER ? 2 : slot.colour;
        if (slot.face)
            demand.face[sort] += 1ULL << 8 * (slot.face - 1);
        else
            demand.any[sort]++;
    }
    demand.size = combo->slots;
    combo->demand = demand;
}
