/* A game on a server, played in the terminal. */
#ifndef TERMINAL_JOIN_H
#define TERMINAL_JOIN_H

#include "terminal/join_kept.h"
#include "tioli.h"

#define JOIN_NAME 40 /* bytes of a name on a server */

/* A table that is to be made. */
struct join_new {
    tio_settings settings;
    const tio_deck *deck;
    bool own_deck; /* it is not a built-in one */
    bool hints;
    bool takeback;
    unsigned bots;
    const tio_bot *bot[TIO_MAX_PLAYERS];
};

struct join_options {
    struct link link;
    const struct join_new *table; /* to be made, if the link names none */
    /* Called with the new table's link, for the others. */
    void (*made)(const char *url);
    char name[TIO_NAME_TEXT]; /* to go by, or "": as before, or $USER */
    const char *code;         /* the table's password, or NULL */
    bool watch;               /* watch, and take no seat */
};

#endif
