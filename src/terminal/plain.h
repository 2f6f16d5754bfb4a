/* The plain line game: text in, text out, at a terminal or through a pipe. */
#ifndef TERMINAL_PLAIN_H
#define TERMINAL_PLAIN_H

#include "terminal/home.h"

/* Plays a game to its end, or until the person leaves. Returns the exit
 * status: 0, or 1 after a message on the standard error. */
int plain_play(const struct home_options *options);

/* Says where a game that was left is kept, and how to go on with it; returns
 * the exit status. */
int plain_say_left(const struct home *home);
/* Says where the record of a finished game is. */
void plain_say_record(const char *where);
/* Says what is wrong on the standard error; returns the exit status 1. */
int plain_complain(const char *what);

#endif
