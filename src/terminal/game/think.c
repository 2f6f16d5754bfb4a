/* See think.h. A thought gets a thread of its own: there are few of them. If
 * it is left before it is finished, its own thread cleans up after it. */
#define _DEFAULT_SOURCE

#include "terminal/game/think.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "terminal/line/hint.h"

enum { UNDER_WAY, DONE, LEFT };

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    for (unsigned i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static void poke(int descriptor)
{
    char done = 1;
    while (write(descriptor, &done, 1) < 0 && errno == EINTR)
        ;
}

static void think_free(struct think *think)
{
    for (unsigned i = 0; i < 2; i++) {
        if (think->pipe[i] >= 0)
            close(think->pipe[i]);
        if (think->hurry[i] >= 0)
            close(think->hurry[i]);
    }
    free(think);
}

struct think *think_new(void)
{
    struct think *think = calloc(1, sizeof *think);
    if (!think)
        return NULL;
    bool good = make_pipe(think->pipe);
    good = make_pipe(think->hurry) && good;
    if (good)
        return think;
    think_free(think);
    return NULL;
}

/* ---- Thinking ---------------------------------------------------------- */

static void *clean_up(void *context)
{
    struct think *think = context;
    if (think->left) {
        local_game_close(think->left);
        free(think->left);
    }
    think_free(think);
    return NULL;
}

static void *thinks(void *context)
{
    struct think *think = context;
    switch (think->about) {
    case THINK_OPEN:
        think->opened = local_game_open(think->local, &think->options);
        break;
    case THINK_MOVE:
        local_game_bot_chooses(think->local, &think->question, &think->move);
        break;
    case THINK_HINT:
        hint_find(&think->view, &think->deck, think->seed, think->number,
                  &think->hint);
        break;
    case THINK_NOTHING:
        break;
    }
    if (atomic_exchange(&think->state, DONE) == LEFT)
        clean_up(think);
    else
        poke(think->pipe[1]);
    return NULL;
}

/* Signals are for the thread that has the terminal. */
static bool start(pthread_t *thread, void *(*run)(void *), struct think *think)
{
    sigset_t all;
    sigfillset(&all);
    sigset_t before;
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, think) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void begin(struct think *think, enum think_about about)
{
    think->about = about;
    atomic_store(&think->state, UNDER_WAY);
    if (!start(&think->thread, thinks, think)) {
        think->thread = pthread_self();
        thinks(think);
    }
}

static void finish(struct think *think)
{
    if (!pthread_equal(think->thread, pthread_self()))
        pthread_join(think->thread, NULL);
    think->about = THINK_NOTHING;
}

void think_open_game(struct think *think, struct local_game *local,
                     const struct local_game_options *options)
{
    think->local = local;
    think->options = *options;
    if (options->deck) {
        think->deck = *options->deck;
        think->options.deck = &think->deck;
    }
    if (options->save_path) {
        snprintf(think->path, sizeof think->path, "%s", options->save_path);
        think->options.save_path = think->path;
    }
    think->options.limits.hurry = think->hurry[0];
    begin(think, THINK_OPEN);
}

void think_move(struct think *think, struct local_game *local, unsigned seat)
{
    think->local = local;
    local_game_ask_bot(local, seat, &think->question);
    begin(think, THINK_MOVE);
}

void think_hint(struct think *think, const tio_view *view, const tio_deck *deck,
                uint64_t seed, uint64_t number)
{
    think->view = *view;
    think->deck = *deck;
    think->seed = seed;
    think->number = number;
    begin(think, THINK_HINT);
}

int think_descriptor(const struct think *think)
{
    return think->about == THINK_NOTHING ? -1 : think->pipe[0];
}

enum think_about think_take(struct think *think)
{
    enum think_about about = think->about;
    char done;
    while (read(think->pipe[0], &done, 1) < 0 && errno == EINTR)
        ;
    finish(think);
    return about;
}

/* ---- Leaving ----------------------------------------------------------- */

static bool has_programs(const struct local_game *local)
{
    for (unsigned seat = 0; local && seat < local->seating.players; seat++)
        if (seating_is_bot(&local->seating, seat) &&
            !local->seating.spec[seat].bot)
            return true;
    return false;
}

void think_leave(struct think *think, struct local_game *local,
                 struct farewell *farewell)
{
    bool opening = think->about == THINK_OPEN;
    bool programs = opening || has_programs(local);
    pthread_t thread = think->thread;
    farewell_wait(farewell);
    if (local && !opening)
        save_release(&local->save); /* the person may come back to it */
    think->left = local;
    if (think->about == THINK_NOTHING) {
        farewell->on = programs && start(&farewell->thread, clean_up, think);
        if (!farewell->on)
            clean_up(think);
        return;
    }
    poke(think->hurry[1]);
    if (atomic_exchange(&think->state, LEFT) == DONE) {
        finish(think);
        clean_up(think);
    } else if (programs) {
        *farewell = (struct farewell){true, thread};
    } else {
        pthread_detach(thread);
    }
}

void farewell_wait(struct farewell *farewell)
{
    if (farewell->on)
        pthread_join(farewell->thread, NULL);
    farewell->on = false;
}
