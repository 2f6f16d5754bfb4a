/* A matching of dice to slots by augmenting paths: with at most eight slots and
 * twenty dice that is quick whatever the card. */
#include "show/slots.h"

#include <string.h>

#include "engine/combo.h"

struct match {
    const tio_combo *combo;
    unsigned count;
    tio_kind die[TIO_MAX_DICE];
    uint8_t slot[TIO_MAX_DICE]; /* where each die lies, or TIO_NONE */
};

static bool fits(tio_slot slot, tio_kind kind)
{
    unsigned colour = tio_kind_colour(kind);
    return (slot.face == 0 || slot.face == tio_kind_face(kind)) &&
           (slot.colour == TIO_EITHER || colour == TIO_RED ||
            slot.colour == colour);
}

/* Finds a die for the slot, moving others where that helps. `tried` has a bit
 * for each die that was looked at already. */
static bool place(struct match *match, unsigned slot, uint32_t *tried)
{
    for (unsigned i = 0; i < match->count; i++) {
        if (*tried >> i & 1 || !fits(match->combo->slot[slot], match->die[i]))
            continue;
        *tried |= 1U << i;
        if (match->slot[i] == TIO_NONE || place(match, match->slot[i], tried)) {
            match->slot[i] = (uint8_t)slot;
            return true;
        }
    }
    return false;
}

static void list_dice(struct match *match, tio_dice dice)
{
    for (uint64_t kinds = dice_kinds(dice); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        unsigned copies = tio_dice_count(dice, kind);
        for (unsigned i = 0; i < copies && match->count < TIO_MAX_DICE; i++) {
            match->slot[match->count] = TIO_NONE;
            match->die[match->count++] = kind;
        }
    }
}

tio_dice slots_fill(const tio_combo *combo, tio_dice dice,
                    tio_kind out[TIO_MAX_SLOTS])
{
    struct match match;
    match.combo = combo;
    match.count = 0;
    list_dice(&match, dice);
    for (unsigned slot = 0; slot < combo->slots; slot++) {
        uint32_t tried = 0;
        out[slot] = TIO_NONE;
        place(&match, slot, &tried);
    }
    tio_dice put = 0;
    for (unsigned i = 0; i < match.count; i++) {
        if (match.slot[i] == TIO_NONE)
            continue;
        out[match.slot[i]] = match.die[i];
        put += tio_dice_of(match.die[i]);
    }
    return put;
}

/* Whether more dice, or none, can still make the sum of these. */
static bool sum_reachable(const tio_combo *combo, unsigned size, unsigned pips)
{
    if (pips > combo->high)
        return false;
    if (combo->count == 0)
        return true;
    if (size > combo->count)
        return false;
    unsigned more = combo->count - size;
    return pips + more <= combo->high && pips + 6 * more >= combo->low;
}

tio_dice slots_towards_sum(const tio_combo *combo, tio_dice dice)
{
    dice = combo_eligible(combo, dice);
    if (tio_combo_accepts(combo, dice))
        return dice;
    tio_dice put = 0;
    unsigned size = 0;
    unsigned pips = 0;
    /* High faces first: they need the fewest to follow. */
    for (unsigned face = 6; face > 0; face--) {
        for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++) {
            tio_kind kind = tio_kind_of(colour, face);
            unsigned copies = tio_dice_count(dice, kind);
            for (; copies > 0 && sum_reachable(combo, size + 1, pips + face);
                 copies--) {
                put += tio_dice_of(kind);
                size++;
                pips += face;
            }
        }
    }
    return put;
}

unsigned slots_missing(const tio_combo *combo, tio_dice dice)
{
    unsigned size = dice_size(dice);
    if (combo->slots > 0)
        return size < combo->slots ? combo->slots - size : 0;
    if (combo->count > 0)
        return size < combo->count ? combo->count - size : 0;
    unsigned pips = tio_dice_pips(dice);
    if (pips >= combo->low)
        return size > 0 ? 0 : 1;
    return (combo->low - pips + 5) / 6;
}

/* ---- A hand ------------------------------------------------------------ */

static tio_dice towards(const tio_combo *combo, tio_dice dice)
{
    tio_kind die[TIO_MAX_SLOTS];
    return combo->slots > 0 ? slots_fill(combo, dice, die)
                            : slots_towards_sum(combo, dice);
}

/* The combo without dice that is nearest to completion with these: fewest dice
 * missing, then more points, then the earlier place. */
static unsigned nearest(const struct arranged *at, unsigned open, tio_dice dice,
                        tio_dice *put)
{
    unsigned found = TIO_NONE;
    unsigned least = 0;
    for (unsigned i = 0; i < at->combos; i++) {
        if (!(open >> i & 1))
            continue;
        tio_dice some = towards(at->combo[i], dice);
        unsigned missing = slots_missing(at->combo[i], some);
        bool nearer = found == TIO_NONE || missing < least ||
                      (missing == least &&
                       at->combo[i]->points > at->combo[found]->points);
        if (some && nearer) {
            found = i;
            least = missing;
            *put = some;
        }
    }
    return found;
}

void slots_arrange(const tio_view *view, const tio_deck *deck, tio_dice dice,
                   struct arranged *out)
{
    unsigned open = 0;
    tio_dice left = dice;
    memset(out, 0, sizeof *out);
    out->combos = tio_hand_combos(&view->game, deck, view->seat, out->combo);
    out->dice = dice;
    if (dice == 0)
        return;
    tio_layout_best(out->combo, out->combos, dice, &out->best);
    for (unsigned i = 0; i < out->combos; i++) {
        out->on[i] = out->best.lay[i];
        left -= out->on[i];
        if (out->on[i])
            out->complete |= 1U << i;
        else
            open |= 1U << i;
    }
    out->spare = left;
    while (left && open) {
        tio_dice put = 0;
        unsigned i = nearest(out, open, left, &put);
        if (i == TIO_NONE)
            break;
        out->on[i] = put;
        left -= put;
        open &= ~(1U << i);
    }
}

tio_dice slots_dice(const tio_view *view)
{
    unsigned phase = view->game.phase;
    bool on = phase == TIO_PHASE_TURN || phase == TIO_PHASE_ROLL ||
              phase == TIO_PHASE_LAND || phase == TIO_PHASE_LAY;
    return on && view->seat < TIO_MAX_PLAYERS
               ? view->game.player[view->seat].taken
               : 0;
}
