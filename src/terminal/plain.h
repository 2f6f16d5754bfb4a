/* The plain line game: text in, text out, at a terminal or through a pipe. */
#ifndef TERMINAL_PLAIN_H
#define TERMINAL_PLAIN_H

#include "terminal/home.h"

/* Plays a game to its end, or until the person leaves. Returns the exit
 * status: 0, or 1 after a message on the standard error. */
int plain_play(const struct home_options *options);

#endif
