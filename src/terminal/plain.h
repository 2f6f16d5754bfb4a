/* The plain line game: text in, text out, at a terminal or through a pipe. */
#ifndef TERMINAL_PLAIN_H
#define TERMINAL_PLAIN_H

#include "players/player.h"
#include "tioli.h"

struct plain_options {
    tio_settings settings;
    const tio_deck *deck;
    struct player_spec bot[TIO_MAX_PLAYERS]; /* no text: a person */
    struct player_limits limits;             /* of programs */
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    uint64_t seed;
    bool seeded;
    bool clock;  /* the limit for a move was given */
    bool hints;  /* a person may ask for them */
    bool resume; /* settings, deck, names and bots come from the save */
    const char *save_path; /* NULL: the default place */
};

/* Plays a game to its end, or until the person leaves. Returns the exit
 * status: 0, or 1 after a message on the standard error. */
int plain_play(const struct plain_options *options);

#endif
