/* A queue of questions and the threads that answer them. */
#define _POSIX_C_SOURCE 200809L

#include "server/thinkers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/lobby_parts.h"

/* A search takes the better part of a second, other bots next to nothing. They
 * go first, so that nobody's searches hold up everybody's games. */
enum { QUICK, SEARCHES, QUEUES };

struct queue {
    struct thought *first;
    struct thought **last;
};

struct thinkers {
    struct server *server;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct queue queue[QUEUES]; /* waiting */
    struct thought *done;
    bool stop;
    unsigned threads;
    pthread_t thread[THINKERS_THREADS];
};

/* What is left of its time; with none left every move is still tried once. */
static uint32_t limit_of(const struct thought *thought)
{
    uint64_t now = server_now_us();
    uint64_t left_ms;

    if (!thought->until_us)
        return 0;
    left_ms = now < thought->until_us ? (thought->until_us - now) / 1000 : 0;
    if (left_ms > TIO_MAX_THINK_MS)
        left_ms = TIO_MAX_THINK_MS;
    return left_ms > 0 ? (uint32_t)left_ms : 1;
}

static void think(struct thought *thought)
{
    const tio_budget budget = {.threads = 1, .limit_ms = limit_of(thought)};

    if (thought->hint)
        tio_hint_of(&thought->view, thought->deck, &budget, &thought->random,
                    thought->advice);
    else
        thought->bot->choose(&thought->view, thought->deck, &budget,
                             &thought->random, &thought->move);
}

static struct thought *take_next(struct thinkers *thinkers)
{
    struct queue *queue = thinkers->queue;

    while (queue < thinkers->queue + QUEUES && !queue->first)
        queue++;
    if (queue == thinkers->queue + QUEUES)
        return NULL;
    struct thought *thought = queue->first;
    queue->first = thought->next;
    if (!queue->first)
        queue->last = &queue->first;
    return thought;
}

static void *work(void *context)
{
    struct thinkers *thinkers = context;

    for (;;) {
        struct thought *thought = NULL;

        pthread_mutex_lock(&thinkers->lock);
        while (!thinkers->stop && !(thought = take_next(thinkers)))
            pthread_cond_wait(&thinkers->more, &thinkers->lock);
        pthread_mutex_unlock(&thinkers->lock);
        if (!thought)
            return NULL;
        think(thought);
        thinkers_post(thinkers, thought);
    }
}

/* Signals are for the loop's thread. */
static bool start_threads(struct thinkers *thinkers, unsigned threads)
{
    sigset_t all;
    sigset_t old;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (thinkers->threads < threads &&
           pthread_create(&thinkers->thread[thinkers->threads], NULL, work,
                          thinkers) == 0)
        thinkers->threads++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return thinkers->threads > 0;
}

static unsigned threads_for(unsigned wanted)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (!wanted)
        wanted = cores > 2 ? (unsigned)cores - 1 : 1;
    return wanted < THINKERS_THREADS ? wanted : THINKERS_THREADS;
}

struct thinkers *thinkers_new(struct server *server, unsigned threads)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);

    if (!thinkers)
        return NULL;
    thinkers->server = server;
    for (unsigned i = 0; i < QUEUES; i++)
        thinkers->queue[i].last = &thinkers->queue[i].first;
    pthread_mutex_init(&thinkers->lock, NULL);
    pthread_cond_init(&thinkers->more, NULL);
    if (!start_threads(thinkers, threads_for(threads))) {
        thinkers_free(thinkers);
        return NULL;
    }
    return thinkers;
}

static void free_list(struct server *server, struct thought *thought)
{
    while (thought) {
        struct thought *next = thought->next;

        thought_free(server, thought);
        thought = next;
    }
}

void thinkers_free(struct thinkers *thinkers)
{
    if (!thinkers)
        return;
    pthread_mutex_lock(&thinkers->lock);
    thinkers->stop = true;
    pthread_cond_broadcast(&thinkers->more);
    pthread_mutex_unlock(&thinkers->lock);
    for (unsigned i = 0; i < thinkers->threads; i++)
        pthread_join(thinkers->thread[i], NULL);
    for (unsigned i = 0; i < QUEUES; i++)
        free_list(thinkers->server, thinkers->queue[i].first);
    free_list(thinkers->server, thinkers->done);
    pthread_cond_destroy(&thinkers->more);
    pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
}

bool thinkers_have_room(const struct thinkers *thinkers)
{
    return thinkers->server->counts.thinking < THINKERS_QUEUE;
}

bool thinkers_ask(struct thinkers *thinkers, struct thought *thought)
{
    bool searches = thought->hint || thought->bot->searches;
    struct queue *queue = &thinkers->queue[searches ? SEARCHES : QUICK];

    if (!thinkers_have_room(thinkers))
        return false;
    thought->next = NULL;
    thinkers->server->counts.thinking++;
    pthread_mutex_lock(&thinkers->lock);
    *queue->last = thought;
    queue->last = &thought->next;
    pthread_cond_signal(&thinkers->more);
    pthread_mutex_unlock(&thinkers->lock);
    return true;
}

void thinkers_post(struct thinkers *thinkers, struct thought *thought)
{
    pthread_mutex_lock(&thinkers->lock);
    thought->next = thinkers->done;
    thinkers->done = thought;
    pthread_mutex_unlock(&thinkers->lock);
    net_wake(thinkers->server->net);
}

struct thought *thinkers_done(struct thinkers *thinkers)
{
    struct thought *done;
    struct thought *ordered = NULL;

    pthread_mutex_lock(&thinkers->lock);
    done = thinkers->done;
    thinkers->done = NULL;
    pthread_mutex_unlock(&thinkers->lock);
    while (done) {
        struct thought *next = done->next;

        if (!done->program)
            thinkers->server->counts.thinking--;
        done->next = ordered;
        ordered = done;
        done = next;
    }
    return ordered;
}

/* ---- Thoughts ---------------------------------------------------------- */

struct thought *thought_new(struct lobby_table *table, unsigned seat)
{
    struct thought *thought = calloc(1, sizeof *thought);

    if (!thought)
        return NULL;
    memcpy(thought->table, table->id, sizeof thought->table);
    thought->seat = (uint8_t)seat;
    thought->asked_us = server_now_us();
    thought->deck = deck_hold(table->server->lobby->decks, table->table->deck);
    return thought;
}

void thought_free(struct server *server, struct thought *thought)
{
    deck_release(server->lobby->decks, thought->deck);
    free(thought->advice);
    free(thought);
}
