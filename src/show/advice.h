/* A move that the coach advises, for all who show it: what to do and why, as
 * phrases, and what it is about, so that it can be pointed at. */
#ifndef SHOW_ADVICE_H
#define SHOW_ADVICE_H

#include "show/tale.h"

struct advice {
    struct tale_phrase plan; /* what to do */
    struct tale_phrase why;  /* or what is wrong with it beside the best; its
                                seat is another player, never the reader */
    tio_dice tray;           /* the dice in the tray that it is about */
    tio_dice own;            /* and those that the player has taken */
    tio_kind face;           /* that a die is turned to, or TIO_NONE */
    uint8_t place; /* in the hand, of the action that is played or the card that
                      is discarded, or TIO_NONE */
    uint8_t cards; /* bits by place in the hand: that one, and the combo that is
                      the reason */
};

/* `view` is what the coach was asked about, `best` the first of its moves. */
void advice_of(const tio_view *view, const tio_deck *deck,
               const tio_hint_move *hint, const tio_hint_move *best,
               struct advice *out);

#endif
