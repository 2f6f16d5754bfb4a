/* See think.h. A thought gets a thread of its own: there are few of them, and
 * none that could be left half thought. */
#define _DEFAULT_SOURCE

#include "screen/think.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "terminal/hint.h"

bool think_open(struct think *think)
{
    think->about = THINK_NOTHING;
    if (pipe(think->pipe) != 0)
        return false;
    for (unsigned i = 0; i < 2; i++)
        fcntl(think->pipe[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static void *thinks(void *context)
{
    struct think *think = context;
    char done = 1;

    if (think->about == THINK_MOVE)
        home_bot_chooses(think->home, &think->question, &think->move);
    else
        hint_find(&think->view, think->deck, think->seed, think->number,
                  &think->hint);
    while (write(think->pipe[1], &done, 1) < 0 && errno == EINTR)
        ;
    return NULL;
}

/* Signals are for the thread that has the terminal. */
static void begin(struct think *think, enum think_about about)
{
    sigset_t all;
    sigset_t before;

    think->about = about;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&think->thread, NULL, thinks, think) != 0) {
        think->thread = pthread_self();
        thinks(think);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void finish(struct think *think)
{
    if (!pthread_equal(think->thread, pthread_self()))
        pthread_join(think->thread, NULL);
    think->about = THINK_NOTHING;
}

void think_close(struct think *think)
{
    if (think->about != THINK_NOTHING)
        finish(think);
    close(think->pipe[0]);
    close(think->pipe[1]);
}

void think_move(struct think *think, struct home *home, unsigned seat)
{
    think->home = home;
    home_ask_bot(home, seat, &think->question);
    begin(think, THINK_MOVE);
}

void think_hint(struct think *think, const tio_view *view, const tio_deck *deck,
                uint64_t seed, uint64_t number)
{
    think->view = *view;
    think->deck = deck;
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
