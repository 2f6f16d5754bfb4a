/* What happened, told in words to everyone at the table: a line for each phrase
 * of a tale (show/tale.h). */
#ifndef TERMINAL_EVENT_H
#define TERMINAL_EVENT_H

#include "show/tale.h"
#include "terminal/say.h"
#include "terminal/words.h"

struct teller {
    const tio_deck *deck;
    const struct names *names;
    struct log *log;
    unsigned you; /* the only person's seat, or TIO_NONE */
};

/* Adds a phrase to a text. */
void event_words(struct text *out, const struct teller *teller,
                 unsigned edition, const struct tale_phrase *phrase);

/* Tells a tale in the colours of the edition. */
void event_tell_tale(const struct teller *teller, unsigned edition,
                     const struct tale *tale);

/* Tells a move as the seat of the two views sees it. */
void event_tell(const struct teller *teller, const tio_view *before,
                const tio_move *move, const tio_view *after);

#endif
