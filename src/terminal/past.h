/* The moves of a game so far, in order, chance included. */
#ifndef TERMINAL_PAST_H
#define TERMINAL_PAST_H

#include <stdbool.h>
#include <stddef.h>

#include "tioli.h"

struct past {
    tio_move *move;
    size_t count;
    size_t room;
};

/* False if memory is out. */
bool past_add(struct past *past, const tio_move *move);
/* The last one was taken back. */
void past_drop(struct past *past);
void past_free(struct past *past);

/* A sentence: why the seat's last move, which the table would not give back,
 * stands. */
const char *past_why_not(const struct past *past, unsigned seat);

#endif
