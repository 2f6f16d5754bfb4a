/* The matching of dice to slots, by trying. With at most eight slots, and sets
 * of dice that were found to lead nowhere remembered, that is always quick. */
#include "cli/slots.h"

struct search {
    const tio_combo *combo;
    tio_kind die[TIO_MAX_DICE];
    tio_kind chosen[TIO_MAX_SLOTS];
    bool dead[1U << TIO_MAX_SLOTS]; /* by the set of dice already used */
};

unsigned slots_sorted(tio_dice dice, tio_kind out[TIO_MAX_DICE])
{
    unsigned count = 0;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        unsigned copies = tio_dice_count(dice, kind);
        for (unsigned i = 0; i < copies && count < TIO_MAX_DICE; i++)
            out[count++] = kind;
    }
    return count;
}

static bool fits(tio_slot slot, tio_kind kind)
{
    unsigned colour = tio_kind_colour(kind);
    return (slot.face == 0 || slot.face == tio_kind_face(kind)) &&
           (slot.colour == TIO_EITHER || colour == TIO_RED ||
            slot.colour == colour);
}

static bool fill(struct search *search, unsigned slot, unsigned used)
{
    if (slot == search->combo->slots)
        return true;
    if (search->dead[used])
        return false;
    for (unsigned i = 0; i < search->combo->slots; i++) {
        if ((used >> i & 1) == 0 &&
            fits(search->combo->slot[slot], search->die[i])) {
            search->chosen[slot] = search->die[i];
            if (fill(search, slot + 1, used | 1U << i))
                return true;
        }
    }
    search->dead[used] = true;
    return false;
}

unsigned slots_order(const tio_combo *combo, tio_dice dice,
                     tio_kind out[TIO_MAX_DICE])
{
    struct search search = {.combo = combo};
    unsigned count = slots_sorted(dice, search.die);
    bool matched =
        combo->slots > 0 && count == combo->slots && fill(&search, 0, 0);
    for (unsigned i = 0; i < count; i++)
        out[i] = matched ? search.chosen[i] : search.die[i];
    return count;
}

void slots_die_text(tio_kind kind, char out[3])
{
    out[0] = "LDR"[tio_kind_colour(kind)];
    out[1] = (char)('0' + tio_kind_face(kind));
    out[2] = 0;
}
