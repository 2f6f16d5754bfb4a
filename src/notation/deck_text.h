/* What others need of the notation of decks. */
#ifndef TIOLI_NOTATION_DECK_TEXT_H
#define TIOLI_NOTATION_DECK_TEXT_H

#include "notation/card_text.h"

/* Card `card` as a line of a deck, without its line end. */
void deck_print_card(struct buffer *out, const tio_deck *deck, unsigned card);

/* The whole deck, a card a line, for tio_deck_parse(); returns its length. Of a
 * deck for which there is not enough room only the first cards are there. */
#define DECK_TEXT ((size_t)TIO_MAX_CARDS * (TIO_CARD_TEXT + 8))
size_t deck_print(const tio_deck *deck, char *text, size_t room);

/* The same in short: neighbours that are the same card are one line. Returns
 * what it takes, which may be more than there is room for: then the text is of
 * no use. */
size_t deck_print_short(const tio_deck *deck, char *text, size_t room);

/* The line that begins at `*text`, which then is where the next one does. */
struct scan deck_next_line(const char **text, const char *end, unsigned number,
                           tio_text_error *error);

/* Adds the cards of one line; blank lines and comments add
 * none, nor does a line that can't be read. */
tio_error deck_add_line(tio_deck *deck, struct scan *scan);

#endif
