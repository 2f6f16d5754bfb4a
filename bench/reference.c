/* See reference.h. The lay-out takes each card in turn and, for every subset
 * of the dice, tries every subset of that on the card: 3 to the power of the
 * number of dice steps for a card. */
#include "bench/reference.h"

#include <string.h>

struct hand {
    unsigned count;
    tio_kind die[REFERENCE_MAX_DICE];
};

static struct hand spread(tio_dice dice)
{
    struct hand hand = {.count = 0};
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        unsigned copies = tio_dice_count(dice, kind);
        for (unsigned i = 0; i < copies && hand.count < REFERENCE_MAX_DICE; i++)
            hand.die[hand.count++] = kind;
    }
    return hand;
}

static unsigned size_of(unsigned subset)
{
    unsigned size = 0;
    for (; subset != 0; subset &= subset - 1)
        size++;
    return size;
}

static bool colour_fits(unsigned wanted, tio_kind kind)
{
    unsigned colour = tio_kind_colour(kind);
    return wanted == TIO_EITHER || colour == TIO_RED || wanted == colour;
}

/* Tries every die of the subset on the slot, and the rest on the others. */
static bool match_slots(const tio_combo *combo, const struct hand *hand,
                        unsigned slot, unsigned subset)
{
    if (slot == combo->slots)
        return subset == 0;
    tio_slot place = combo->slot[slot];
    for (unsigned i = 0; i < hand->count; i++) {
        bool fits =
            (subset >> i & 1) && colour_fits(place.colour, hand->die[i]) &&
            (place.face == 0 || place.face == tio_kind_face(hand->die[i]));
        if (fits && match_slots(combo, hand, slot + 1, subset & ~(1U << i)))
            return true;
    }
    return false;
}

static bool match_sum(const tio_combo *combo, const struct hand *hand,
                      unsigned subset)
{
    unsigned pips = 0;
    for (unsigned i = 0; i < hand->count; i++) {
        if (subset >> i & 1) {
            if (!colour_fits(combo->colour, hand->die[i]))
                return false;
            pips += tio_kind_face(hand->die[i]);
        }
    }
    return pips >= combo->low && pips <= combo->high &&
           (combo->count == 0 || combo->count == size_of(subset));
}

static void find_feasible(struct reference *reference, const tio_combo *combo,
                          const struct hand *hand)
{
    unsigned subsets = 1U << hand->count;
    reference->feasible[0] = false;
    for (unsigned subset = 1; subset < subsets; subset++) {
        reference->feasible[subset] =
            combo->slots > 0 ? size_of(subset) == combo->slots &&
                                   match_slots(combo, hand, 0, subset)
                             : match_sum(combo, hand, subset);
    }
}

/* From large subsets to small ones: what is left after a card got its dice is
 * always smaller, and so still without that card. */
static void add_card(struct reference *reference, const tio_combo *combo,
                     unsigned card, unsigned subsets)
{
    for (unsigned subset = subsets; subset-- > 0;) {
        unsigned best = reference->best[subset];
        unsigned choice = 0;
        for (unsigned part = subset; part != 0; part = (part - 1) & subset) {
            if (reference->feasible[part]) {
                unsigned value = reference->best[subset ^ part] +
                                 combo->points + size_of(part);
                if (value > best) {
                    best = value;
                    choice = part;
                }
            }
        }
        reference->best[subset] = (uint8_t)best;
        reference->choice[card][subset] = (uint16_t)choice;
    }
}

static tio_dice gather(const struct hand *hand, unsigned subset)
{
    tio_dice dice = 0;
    for (unsigned i = 0; i < hand->count; i++)
        if (subset >> i & 1)
            dice += tio_dice_of(hand->die[i]);
    return dice;
}

void reference_layout(struct reference *reference,
                      const tio_combo *const combos[], unsigned count,
                      tio_dice dice, tio_layout *out)
{
    struct hand hand = spread(dice);
    unsigned subsets = 1U << hand.count;
    memset(out, 0, sizeof *out);
    memset(reference->best, 0, subsets * sizeof reference->best[0]);
    for (unsigned card = 0; card < count; card++) {
        find_feasible(reference, combos[card], &hand);
        add_card(reference, combos[card], card, subsets);
    }
    int net = reference->best[subsets - 1];
    for (unsigned i = 0; i < hand.count; i++)
        net -= tio_kind_colour(hand.die[i]) == TIO_RED ? 2 : 1;
    out->net = (int16_t)net;
    unsigned left = subsets - 1;
    for (unsigned card = count; card-- > 0;) {
        unsigned part = reference->choice[card][left];
        out->lay[card] = gather(&hand, part);
        left ^= part;
        if (part != 0) {
            out->cards = (uint8_t)(out->cards | 1U << card);
            out->points = (uint8_t)(out->points + combos[card]->points);
        }
    }
    out->chips = (uint8_t)(out->points - net);
}

static void lay(struct reference *reference, const tio_game *game,
                const tio_deck *deck, unsigned seat, bool scoring,
                tio_move *out)
{
    memset(out, 0, sizeof *out);
    out->type = TIO_MOVE_LAY;
    out->seat = (uint8_t)seat;
    if (scoring) {
        const tio_combo *combos[TIO_HAND_CARDS];
        tio_layout layout;
        unsigned count = tio_hand_combos(game, deck, seat, combos);
        reference_layout(reference, combos, count, game->player[seat].taken,
                         &layout);
        memcpy(out->lay, layout.lay, sizeof out->lay);
    }
}

void reference_move(struct reference *reference, const tio_game *game,
                    const tio_deck *deck, unsigned seat, bool scoring,
                    tio_random *random, tio_move *out)
{
    if (game->phase == TIO_PHASE_LAY) {
        lay(reference, game, deck, seat, scoring, out);
        return;
    }
    tio_view view;
    tio_moves moves;
    uint32_t count = 0;
    tio_view_of(game, seat, &view);
    tio_moves_begin(&moves, deck, &view);
    while (count < REFERENCE_MAX_MOVES &&
           tio_moves_next(&moves, &reference->move[count]))
        count++;
    *out = reference->move[tio_random_below(random, count)];
}
