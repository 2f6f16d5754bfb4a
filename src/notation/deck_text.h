/* What records need of the notation of decks. */
#ifndef TIOLI_NOTATION_DECK_TEXT_H
#define TIOLI_NOTATION_DECK_TEXT_H

#include "notation/card_text.h"

/* Card `card` as a line of a deck, without its line end. */
void deck_print_card(struct out *out, const tio_deck *deck, unsigned card);

/* Adds the cards of one line; blank lines and comments add none. */
tio_error deck_add_line(tio_deck *deck, struct scan *scan);

#endif
