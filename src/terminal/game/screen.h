/* A game at this terminal: on the full screen, from the start menu or straight
 * at a table; or line by line. */
#ifndef TERMINAL_GAME_SCREEN_H
#define TERMINAL_GAME_SCREEN_H

#include <stdbool.h>

#include "terminal/local_game.h"
#include "terminal/join.h"

struct screen_options {
    struct local_game_options game;
    bool straight; /* to this game; else the menu comes first */
    bool animation;
    bool lines; /* straight to this game, line by line */
};

/* Plays until the person leaves. Returns the exit status: 0, or 1 after a
 * message on the standard error; SCREEN_NONE if this is not a terminal that can
 * show it (or memory is out), and then nothing has happened. */
#define SCREEN_NONE (-1)
int screen_play(const struct screen_options *options);

/* The same at a table on a server. */
int screen_join(const struct join_options *options, bool animation, bool lines);

/* A record, move by move, until the person has seen enough. Of one that is not
 * whole the good part is shown, and nothing is said of the rest. */
int screen_replay(const char *record, size_t length, bool animation);

/* Whether the standard streams look like a terminal that can show it. */
bool screen_possible(void);

#endif
