/* A game on a server, played in the terminal. */
#ifndef TERMINAL_JOIN_H
#define TERMINAL_JOIN_H

#include "terminal/join_kept.h"
#include "tioli.h"

#define JOIN_NAME 40 /* bytes of a name on a server */

struct join_options {
    struct link link;
    char name[TIO_NAME_TEXT]; /* to go by, or "": as before, or $USER */
    const char *code;         /* the host's invitation code, or NULL */
    bool watch;               /* look on, and sit down nowhere */
};

/* Plays until the person leaves or the table is closed. Returns the exit
 * status: 0, or 1 after a message on the standard error. */
int join_play(const struct join_options *options);

#endif
