/* A round played on to its end by tables: the light and quick way. What is
 * simulated is taking and passing, in turn, by the rules; each seat follows its
 * own table, with a little noise so that no two playouts need be alike. */
#ifndef TIOLI_BOTS_PLAYOUT_H
#define TIOLI_BOTS_PLAYOUT_H

#include "bots/reckon.h"

struct playout {
    const struct reckon *table[TIO_MAX_PLAYERS];
    unsigned players;
    unsigned noise; /* in parts of a point: a power of two less one */
    uint8_t two;    /* bit per seat: may still play take two */
    /* where the round is */
    uint16_t node[TIO_MAX_PLAYERS];
    uint8_t passed;
    uint8_t turn;
    uint8_t more;   /* dice that the turn's player may take beyond the usual */
    uint32_t kinds; /* bit per place in the tray that has a die left */
    unsigned dice;
    uint8_t copies[TIO_KINDS];
    tio_dice tray;
};

/* The turn's player takes the die at this place of the tray, and may take
 * another one after it if `again`. */
void playout_take(struct playout *round, unsigned place, bool again);
void playout_pass(struct playout *round);
/* Ends the turn without another die. */
void playout_done(struct playout *round);
/* The turn's player plays take two. */
void playout_play_two(struct playout *round);

/* Plays to the end of the round. */
void playout_run(struct playout *round, tio_random *random);

#endif
