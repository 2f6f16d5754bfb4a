#define _POSIX_C_SOURCE 200809L

#include "bots/spread.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "tioli.h"

struct shared {
    unsigned jobs;
    void (*job)(void *context, unsigned worker, unsigned number);
    void *context;
    atomic_uint next;
};

struct worker {
    struct shared *shared;
    unsigned number;
    pthread_t thread;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct shared *shared = worker->shared;
    for (;;) {
        unsigned number = atomic_fetch_add(&shared->next, 1);
        if (number >= shared->jobs)
            return NULL;
        shared->job(shared->context, worker->number, number);
    }
}

void spread_jobs(unsigned jobs, unsigned threads,
                 void (*job)(void *context, unsigned worker, unsigned number),
                 void *context)
{
    struct shared shared = {.jobs = jobs, .job = job, .context = context};
    struct worker workers[TIO_MAX_THREADS];
    unsigned started = 0;
    /* One that can't be started costs nothing but time. */
    for (; started + 1 < threads && started + 1 < jobs; started++) {
        struct worker *worker = &workers[started];
        *worker = (struct worker){.shared = &shared, .number = started + 1};
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
    }
    struct worker self = {.shared = &shared, .number = 0};
    work(&self);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

uint64_t spread_clock(void)
{
    return clock_ms();
}

bool spread_has_clock(void)
{
    return true;
}
