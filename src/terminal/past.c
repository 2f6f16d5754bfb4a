/* One rule says what can be taken back: nothing beyond a roll, a deal, a card
 * that was shown or another player's move, unless that was a bot's and the table
 * lets it go back as well. Which of these it was, the moves tell. */
#include "terminal/past.h"

#include <stdlib.h>

#include "base/grow.h"
#include "i18n/i18n.h"

bool past_add(struct past *past, const tio_move *move)
{
    if (!grow(&past->move, past->count, &past->room, sizeof *past->move))
        return false;
    past->move[past->count++] = *move;
    return true;
}

void past_drop(struct past *past)
{
    if (past->count)
        past->count--;
}

void past_free(struct past *past)
{
    free(past->move);
    *past = (struct past){0};
}

static const char *why_last(unsigned type)
{
    if (type == TIO_MOVE_PLAY)
        return _("You have played an action: a card that was shown can't be "
                 "taken back.");
    return tio_move_is_answer(type)
               ? _("Everybody has seen your last answer: it can't be taken "
                   "back.")
               : _("Your last move can't be taken back.");
}

static const char *why_after(unsigned type)
{
    if (type == TIO_MOVE_ROLL || type == TIO_MOVE_LAND)
        return _(
            "Dice were rolled after your last move: it can't be taken back.");
    if (type == TIO_MOVE_PLAY)
        return _("Somebody has played an action after your last move: it "
                 "can't be taken back.");
    return tio_move_is_chance(type)
               ? _("Cards were dealt after your last move: it can't be taken "
                   "back.")
               : _("Somebody else has moved after you: your last move can't be "
                   "taken back.");
}

/* The first roll, deal or action from `after` on; without one, `after`. */
static size_t first_barrier(const struct past *past, size_t after)
{
    for (size_t i = after; i < past->count; i++)
        if (tio_move_is_chance(past->move[i].type) ||
            past->move[i].type == TIO_MOVE_PLAY)
            return i;
    return after;
}

const char *past_why_not(const struct past *past, unsigned seat)
{
    size_t after = past->count;
    while (after > 0 && (tio_move_is_chance(past->move[after - 1].type) ||
                         past->move[after - 1].seat != seat))
        after--;
    if (after == 0)
        return _("You have no move to take back.");
    if (past->move[after - 1].type == TIO_MOVE_PLAY || after == past->count)
        return why_last(past->move[after - 1].type);
    return why_after(past->move[first_barrier(past, after)].type);
}
