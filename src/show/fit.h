/* What a die in the tray would do for the cards of the player who looks at it:
 * which of them it helps, how far they would then be, and what the round
 * would be worth. Worked out once: the JSON of a turn prints it, the full screen
 * lights up the card, and the line game lists it. */
#ifndef SHOW_FIT_H
#define SHOW_FIT_H

#include "show/slots.h"

/* What a die does for one combo. */
enum fit_how {
    FIT_NOT,
    FIT_NEARER,    /* it lies on the card, and more dice are missing */
    FIT_COMPLETES, /* the best lay-out with the die completes the card */
    FIT_JOINS      /* the card is complete, and takes this die as well */
};

/* A combo as it would be with the die on it. */
struct fit_card {
    uint8_t how;  /* enum fit_how */
    uint8_t dice; /* FIT_NEARER: so many dice lie on it */
    uint8_t pips; /* FIT_NEARER on a sum: they add up to this */
};

struct fit {
    int16_t before; /* what the round is worth if it ended now, */
    int16_t net;    /* and with the die */
    unsigned combos;
    struct fit_card card[TIO_HAND_CARDS]; /* by place */
};

/* `now` is how the player's dice lie before the die is taken.
 *
 * Dice that a completed card needs stay there. All others count for each of the
 * open cards, whichever card they are drawn on: what is said of a card is what
 * the player could make of that card, not of all of them at once. */
void fit_find(const struct arranged *now, tio_kind die, struct fit *out);

/* How many cards the die does something for, and how many it completes. */
unsigned fit_helps(const struct fit *fit);
unsigned fit_completes(const struct fit *fit);

#endif
