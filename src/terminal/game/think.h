/* A thread that thinks, one thought at a time, while the screen lives: a bot
 * about its move, or the coach about a hint. A person who leaves does not wait
 * for it. */
#ifndef TERMINAL_GAME_THINK_H
#define TERMINAL_GAME_THINK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "terminal/local_game.h"
#include "tioli.h"

enum think_about {
    THINK_NOTHING,
    THINK_OPEN, /* a game: programs say hello, and may take their time */
    THINK_MOVE,
    THINK_HINT
};

struct think {
    enum think_about about;
    pthread_t thread;
    atomic_int state;
    int pipe[2];              /* can be read when a thought is finished */
    int hurry[2];             /* can be read when nobody waits any more */
    struct local_game *local; /* of a game that is opened, and of a move */
    struct local_game_options options;
    char path[SAVE_PATH];
    bool opened;
    struct local_question question;
    tio_move move;
    tio_view view; /* of a hint */
    tio_deck deck; /* of a hint, or of the game that is opened */
    uint64_t seed;
    uint64_t number;
    tio_hint hint;
    struct local_game *left; /* to be closed by whoever frees this */
};

/* NULL if the system does not let it. */
struct think *think_new(void);

/* Nothing else may be thought about. The local must stay where it is; all else
 * is copied. Without threads the thought is finished when they
 * return. */
void think_open_game(struct think *think, struct local_game *local,
                     const struct local_game_options *options);
void think_move(struct think *think, struct local_game *local, unsigned seat);
void think_hint(struct think *think, const tio_view *view, const tio_deck *deck,
                uint64_t seed, uint64_t number);

/* Becomes readable when a thought is finished; -1 if there is none. */
int think_descriptor(const struct think *think);
/* Takes the thought that is finished: which sort it was. */
enum think_about think_take(struct think *think);

/* Programs that are still to be ended, when a game was left. */
struct farewell {
    bool on;
    pthread_t thread;
};

/* Closes and frees both, at once or behind the scenes: programs are ended, and
 * a bot thinks to its end, unless the process has ended before. `local` may be
 * NULL. */
void think_leave(struct think *think, struct local_game *local,
                 struct farewell *farewell);
/* Waits until the programs have ended, for which they have little time. */
void farewell_wait(struct farewell *farewell);

#endif
