/* What the files of the plain game share. */
#ifndef TERMINAL_PLAIN_PARTS_H
#define TERMINAL_PLAIN_PARTS_H

#include "terminal/ask.h"
#include "terminal/home.h"
#include "terminal/plain.h"

struct plain {
    struct home home;
    struct keys keys;
    bool screen;                         /* can be cleared */
    unsigned at_keyboard;                /* seat, or TIO_NONE */
    unsigned long seen[TIO_MAX_PLAYERS]; /* log lines each person has seen */
};

/* Somebody decides, and what they decide happens. ASK_STOP: a person leaves.
 * *status becomes the exit status if something went wrong. */
enum ask plain_turn(struct plain *plain, int *status);

#endif
