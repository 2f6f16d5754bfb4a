/* Cards in text, shared by decks, records and the score command. */
#ifndef TIOLI_NOTATION_CARD_TEXT_H
#define TIOLI_NOTATION_CARD_TEXT_H

#include "notation/out.h"
#include "notation/scan.h"

/* Both read to the end of the line and write only on success. */
tio_error combo_parse(struct scan *scan, tio_combo *out);
tio_error action_parse(struct scan *scan, tio_action *out);

void combo_print(struct out *out, const tio_combo *combo);
void action_print(struct out *out, tio_action action);

#endif
