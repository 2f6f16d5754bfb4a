/* A thread that thinks, one thought at a time, while the screen lives: a bot
 * about its move, or the coach about a hint. */
#ifndef SCREEN_THINK_H
#define SCREEN_THINK_H

#include <pthread.h>
#include <stdbool.h>

#include "terminal/home.h"
#include "tioli.h"

enum think_about { THINK_NOTHING, THINK_MOVE, THINK_HINT };

struct think {
    enum think_about about;
    pthread_t thread;
    int pipe[2];
    struct home *home; /* of a move */
    struct home_question question;
    tio_move move;
    tio_view view; /* of a hint */
    const tio_deck *deck;
    uint64_t seed;
    uint64_t number;
    tio_hint hint;
};

/* False if the system does not let it. */
bool think_open(struct think *think);
/* Waits for a thought that is under way. */
void think_close(struct think *think);

/* Nothing else may be thought about; the deck must stay where it is. Without
 * threads the thought is finished when they return. */
void think_move(struct think *think, struct home *home, unsigned seat);
void think_hint(struct think *think, const tio_view *view, const tio_deck *deck,
                uint64_t seed, uint64_t number);

/* Becomes readable when a thought is finished. */
int think_descriptor(const struct think *think);
/* Takes the thought that is finished: which sort it was. */
enum think_about think_take(struct think *think);

#endif
