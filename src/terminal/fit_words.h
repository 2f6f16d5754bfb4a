/* What a die would do for a player's cards, in words. */
#ifndef TERMINAL_FIT_WORDS_H
#define TERMINAL_FIT_WORDS_H

#include "show/fit.h"
#include "terminal/say.h"

/* What a sum asks for, as cards show it: "> 12", "= 13", "< 9". */
void words_bound(struct text *out, const tio_combo *combo);

/* On the card: "1 of 3", "9 of > 14", "completes". */
void words_fit_card(struct text *out, const tio_combo *combo,
                    struct fit_card card);

/* What matters most: "completes card 2, fits one more", "fits 3 cards". */
void words_fit(struct text *out, const struct arranged *now,
               const struct fit *fit);

/* "if the round ended now: 0 → -1"; where there is little room, "now: 0 → -1". */
void words_fit_worth(struct text *out, const struct fit *fit, bool utf8,
                     bool brief);

#endif
