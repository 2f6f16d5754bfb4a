/* Reasons of the coach as phrases. */
#include "show/tale.h"

_Static_assert(TALE_OF_ONLY - TALE_OF_BEST == TIO_REASON_ONLY &&
                   TIO_REASON_ONLY + 1 == TIO_REASON_COUNT,
               "a phrase for each reason");

/* What makes a move the right one would mislead beside a move that is not;
 * TALE_IDS if it would not. */
static unsigned drawback(const tio_hint_move *hint, const tio_hint_move *best)
{
    switch ((tio_move_type)hint->move.type) {
    case TIO_MOVE_PASS:
    case TIO_MOVE_DONE:
        return hint->reason == TIO_REASON_STOP ? TALE_IDS : TALE_OF_MISSES_REST;
    case TIO_MOVE_LAY:
        return hint->gain == best->gain ? TALE_OF_OTHER_CARDS
                                        : TALE_OF_SCORES_LESS;
    case TIO_MOVE_DISCARD:
        return TALE_OF_ANOTHER_CARD;
    case TIO_MOVE_KEEP:
        return TALE_OF_WAITS;
    case TIO_MOVE_DRAW:
        return TALE_OF_ANOTHER_MIX;
    case TIO_MOVE_TAKE:
    case TIO_MOVE_PLAY:
        return hint->reason == TIO_REASON_BEST ? TALE_OF_NOTHING : TALE_IDS;
    case TIO_MOVE_START:
    case TIO_MOVE_DEAL:
    case TIO_MOVE_ROLL:
    case TIO_MOVE_LAND:
    case TIO_MOVE_TYPES:
        break;
    }
    return TALE_IDS;
}

void tale_advice(struct tale *tale, const tio_hint_move *hint,
                 const tio_hint_move *best)
{
    unsigned id = hint == best ? TALE_IDS : drawback(hint, best);
    union tale_value value = {.number = 0};
    if (id == TALE_IDS)
        id = TALE_OF_BEST + hint->reason;
    const uint8_t *arg = tale_rows[id].arg;
    if (arg[0] == TALE_ARG_HELD)
        value.number = hint->card;
    else if (arg[0] == TALE_ARG_DIE)
        value.die = hint->move.type == TIO_MOVE_PLAY ? hint->move.play.die
                                                     : hint->move.kind;
    tale_add(tale, id, hint->seat, (tale_values){value});
}
