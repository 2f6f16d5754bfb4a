/* What happened, told in words to everyone at the table: one line for each
 * move, from the views of whoever looks on. */
#ifndef TERMINAL_EVENT_H
#define TERMINAL_EVENT_H

#include "terminal/say.h"
#include "terminal/words.h"
#include "tioli.h"

struct teller {
    const tio_deck *deck;
    const struct names *names;
    struct log *log;
    unsigned you; /* the only person's seat, or TIO_NONE */
};

/* What the seats chose in a phase that is common to all, to be told when the
 * last of them has chosen. */
struct answers {
    uint8_t combos[TIO_MAX_PLAYERS]; /* to draw; TIO_NONE: was not asked */
    uint8_t actions[TIO_MAX_PLAYERS];
};

/* Keeps what a move answers. */
void answers_note(struct answers *answers, const tio_move *move);

/* True if the move ended a round and scored it. */
bool event_scores(const tio_move *move, const tio_game *after);

/* Tells a move as the seat of the two views sees it. */
void event_tell(const struct teller *teller, const tio_view *before,
                const tio_move *move, const tio_view *after,
                const struct answers *answers);

#endif
