/* A commit in flight. A disk may take long to sync, and whoever waits for it
 * should not keep everybody else waiting. So a batch can be handed to a thread
 * that has nothing else to do, and fetched from it when it is done.
 *
 * A store is used by one thread at a time all the same: the caller hands it over
 * with the batch, the thread hands it back with the status, and a mutex is in
 * between both times. Meanwhile the caller may only collect the next batch,
 * which is all that the store's own thread never looks at. Whoever reads waits
 * until the store is back: that is always right, and a server that does not want
 * to wait asks store_is_committing() first.
 *
 * A store that never waits (`waits` is false) commits at once, in the caller's
 * thread: to hand over would cost more than the commit. */
#define _POSIX_C_SOURCE 200809L

#include "store/backend.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct store_flight {
    struct store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    pthread_cond_t over;
    bool has_work; /* the thread has the store */
    bool stop;
    enum store_status status; /* of the last batch, when it is back */
    store_done *done;
    void *context;
};

static void commit_next(struct store_flight *flight)
{
    struct store *store = flight->store;
    pthread_mutex_unlock(&flight->lock);
    enum store_status status =
        store->methods->commit(store, store->flying.first);
    pthread_mutex_lock(&flight->lock);
    flight->status = status;
    flight->has_work = false;
    pthread_cond_signal(&flight->over);
    /* While the lock is held the store can't be closed behind it. */
    flight->done(flight->context);
}

static void *run(void *context)
{
    struct store_flight *flight = context;
    pthread_mutex_lock(&flight->lock);
    while (!flight->stop)
        if (flight->has_work)
            commit_next(flight);
        else
            pthread_cond_wait(&flight->asked, &flight->lock);
    pthread_mutex_unlock(&flight->lock);
    return NULL;
}

/* Signals are for the caller's threads. */
static bool start_thread(struct store_flight *flight)
{
    sigset_t all;
    sigset_t old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = pthread_create(&flight->thread, NULL, run, flight) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return started;
}

static struct store_flight *flight_new(struct store *store)
{
    struct store_flight *flight = calloc(1, sizeof *flight);
    if (!flight)
        return NULL;
    flight->store = store;
    pthread_mutex_init(&flight->lock, NULL);
    pthread_cond_init(&flight->asked, NULL);
    pthread_cond_init(&flight->over, NULL);
    if (start_thread(flight))
        return flight;
    free(flight);
    return NULL;
}

bool flight_begin(struct store *store, store_done *done, void *context)
{
    if (store->waits && !store->flight)
        store->flight = flight_new(store);
    struct store_flight *flight = store->flight;
    if (!flight)
        return false;
    pthread_mutex_lock(&flight->lock);
    assert(!flight->has_work);
    flight->done = done;
    flight->context = context;
    flight->has_work = true;
    pthread_cond_signal(&flight->asked);
    pthread_mutex_unlock(&flight->lock);
    return true;
}

bool flight_over(struct store *store, bool wait, enum store_status *status)
{
    struct store_flight *flight = store->flight;
    pthread_mutex_lock(&flight->lock);
    while (wait && flight->has_work)
        pthread_cond_wait(&flight->over, &flight->lock);
    bool over = !flight->has_work;
    *status = flight->status;
    pthread_mutex_unlock(&flight->lock);
    return over;
}

void flight_free(struct store *store)
{
    struct store_flight *flight = store->flight;
    if (!flight)
        return;
    pthread_mutex_lock(&flight->lock);
    flight->stop = true;
    pthread_cond_signal(&flight->asked);
    pthread_mutex_unlock(&flight->lock);
    pthread_join(flight->thread, NULL);
    pthread_cond_destroy(&flight->asked);
    pthread_cond_destroy(&flight->over);
    pthread_mutex_destroy(&flight->lock);
    free(flight);
    store->flight = NULL;
}
