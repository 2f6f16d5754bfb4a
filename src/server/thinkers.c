/* A queue of questions and the threads that answer them. */
#define _POSIX_C_SOURCE 200809L

#include "server/thinkers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

/* Of two of a kind the one that runs is put aside only for whoever has used
 * less than half as much, and this much less; and only once it has run for this
 * long itself, because a short search is best finished. */
#define AHEAD_US 200000
#define SHORT_US 30000

struct thinkers {
    struct thinkers_host host;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more;
    struct thought *first; /* waiting, in order of asking */
    struct thought *last;
    struct thought *done; /* the last first */
    struct thinkers_figures now;
    uint64_t number; /* of the last question */
    unsigned bots;   /* asked, and not taken by thinkers_done() */
    unsigned hints;
    unsigned idle; /* threads */
    bool stop;
    struct shares shares;
    unsigned threads;
    pthread_t thread[THINKERS_THREADS];
};

/* What a thread does, or has put aside. */
struct task {
    struct thinkers *thinkers;
    struct thought *thought;
    unsigned depth;
    uint64_t since_us; /* not yet charged to anybody */
    uint64_t ran_us;   /* without what others did meanwhile */
};

/* ---- Who is next ------------------------------------------------------- */

static void add_waiting(struct thinkers *thinkers, struct thought *thought)
{
    thought->next = NULL;
    thought->before = thinkers->last;
    if (thinkers->last)
        thinkers->last->next = thought;
    else
        thinkers->first = thought;
    thinkers->last = thought;
    thinkers->now.waiting[thought->kind]++;
}

static void take_waiting(struct thinkers *thinkers, struct thought *thought)
{
    if (thought->before)
        thought->before->next = thought->next;
    else
        thinkers->first = thought->next;
    if (thought->next)
        thought->next->before = thought->before;
    else
        thinkers->last = thought->before;
    thinkers->now.waiting[thought->kind]--;
}

/* Where addresses do not count everybody is a group of one. */
static const struct share *group_of(const struct thought *thought)
{
    return thought->address ? thought->address : thought->person;
}

/* What each of two has used: of their addresses, or if those are the same of
 * the persons. */
static void compare(const struct thought *one, const struct thought *two,
                    uint64_t now, uint64_t used[2])
{
    bool groups = group_of(one) != group_of(two);
    used[0] = share_used(groups ? group_of(one) : one->person, now);
    used[1] = share_used(groups ? group_of(two) : two->person, now);
}

static bool goes_before(const struct thought *one, const struct thought *two,
                        uint64_t now)
{
    if (one->kind != two->kind)
        return one->kind < two->kind;
    uint64_t used[2];
    compare(one, two, now, used);
    return used[0] != used[1] ? used[0] < used[1] : one->number < two->number;
}

static bool goes_far_before(const struct thought *one,
                            const struct task *running, uint64_t now)
{
    if (one->kind != running->thought->kind)
        return one->kind < running->thought->kind;
    uint64_t used[2];
    compare(one, running->thought, now, used);
    return running->ran_us >= SHORT_US && 2 * used[0] + AHEAD_US < used[1];
}

/* Instead of `running`, unless that is NULL. */
static struct thought *take_next(struct thinkers *thinkers,
                                 const struct task *running)
{
    uint64_t now = clock_us();
    struct thought *best = thinkers->first;
    if (!best || thinkers->stop)
        return NULL;
    for (struct thought *at = best->next; at; at = at->next)
        if (goes_before(at, best, now))
            best = at;
    if (running && !goes_far_before(best, running, now))
        return NULL;
    take_waiting(thinkers, best);
    thinkers->now.running[best->kind]++;
    best->began_us = now;
    return best;
}

/* ---- The threads ------------------------------------------------------- */

static void charge(struct task *task)
{
    uint64_t now = clock_us();
    uint64_t us = now - task->since_us;
    share_use(task->thought->person, us, now);
    if (task->thought->address)
        share_use(task->thought->address, us, now);
    task->since_us = now;
    task->ran_us += us;
}

static void post(struct thinkers *thinkers, struct thought *thought)
{
    thought->next = thinkers->done;
    thinkers->done = thought;
}

static void run(struct thinkers *thinkers, struct thought *thought,
                unsigned depth);

static bool go_on(void *context)
{
    struct task *task = context;
    struct thinkers *thinkers = task->thinkers;
    if (atomic_load(&task->thought->dropped))
        return false;
    pthread_mutex_lock(&thinkers->lock);
    charge(task);
    struct thought *other;
    while (task->depth < THINKERS_DEPTH && !thinkers->idle &&
           (other = take_next(thinkers, task))) {
        pthread_mutex_unlock(&thinkers->lock);
        run(thinkers, other, task->depth + 1);
        pthread_mutex_lock(&thinkers->lock);
        task->since_us = clock_us();
    }
    bool wanted = !thinkers->stop;
    pthread_mutex_unlock(&thinkers->lock);
    return wanted && !atomic_load(&task->thought->dropped);
}

static void run(struct thinkers *thinkers, struct thought *thought,
                unsigned depth)
{
    struct task task = {
        .thinkers = thinkers,
        .thought = thought,
        .depth = depth,
        .since_us = clock_us(),
    };
    thinkers->host.think(thought, go_on, &task);
    pthread_mutex_lock(&thinkers->lock);
    charge(&task);
    thinkers->now.running[thought->kind]--;
    post(thinkers, thought);
    pthread_mutex_unlock(&thinkers->lock);
    thinkers->host.wake(thinkers->host.context);
}

static void *work(void *context)
{
    struct thinkers *thinkers = context;
    for (;;) {
        struct thought *thought = NULL;
        pthread_mutex_lock(&thinkers->lock);
        while (!thinkers->stop && !(thought = take_next(thinkers, NULL))) {
            thinkers->idle++;
            pthread_cond_wait(&thinkers->more, &thinkers->lock);
            thinkers->idle--;
        }
        pthread_mutex_unlock(&thinkers->lock);
        if (!thought)
            return NULL;
        run(thinkers, thought, 1);
    }
}

/* Signals are for the loop's thread. */
static bool start_threads(struct thinkers *thinkers, unsigned threads)
{
    sigset_t all;
    sigfillset(&all);
    sigset_t old;
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

struct thinkers *thinkers_new(const struct thinkers_host *host,
                              unsigned threads, const uint8_t secret[32])
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);
    if (!thinkers)
        return NULL;
    thinkers->host = *host;
    memcpy(thinkers->shares.secret, secret, sizeof thinkers->shares.secret);
    pthread_mutex_init(&thinkers->lock, NULL);
    pthread_cond_init(&thinkers->more, NULL);
    if (!start_threads(thinkers, threads_for(threads))) {
        thinkers_free(thinkers);
        return NULL;
    }
    return thinkers;
}

static void free_list(const struct thinkers_host *host, struct thought *thought)
{
    while (thought) {
        struct thought *next = thought->next;
        host->free(host->context, thought);
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
    free_list(&thinkers->host, thinkers->first);
    free_list(&thinkers->host, thinkers->done);
    pthread_cond_destroy(&thinkers->more);
    pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
}

/* ---- The loop's side --------------------------------------------------- */

/* Nobody fills the queue alone: an address may have as much in it as it leaves
 * free for others, and a person as much as the address then leaves. */
static enum thinkers_room room_for_bot(const struct thinkers *thinkers,
                                       const struct share *person,
                                       const struct share *address)
{
    unsigned left = THINKERS_BOTS - thinkers->bots;
    if (!left)
        return THINKERS_FULL;
    if (address && address->bots >= left)
        return THINKERS_NO_SHARE;
    if (address)
        left -= address->bots;
    return person->bots < left ? THINKERS_ROOM : THINKERS_NO_SHARE;
}

static enum thinkers_room room_for_hint(const struct thinkers *thinkers,
                                        const struct share *person,
                                        const struct share *address)
{
    if (person->hints >= THINKERS_HINTS_OF_PERSON ||
        (address && address->hints >= THINKERS_HINTS_OF_ADDRESS))
        return THINKERS_NO_SHARE;
    return thinkers->hints < THINKERS_HINTS ? THINKERS_ROOM : THINKERS_FULL;
}

static enum thinkers_room room_for(const struct thinkers *thinkers,
                                   enum thought_kind kind,
                                   const struct share *person,
                                   const struct share *address)
{
    return kind == THOUGHT_HINT ? room_for_hint(thinkers, person, address)
                                : room_for_bot(thinkers, person, address);
}

enum thinkers_room thinkers_room_for(struct thinkers *thinkers,
                                     const struct thinker_of *of,
                                     enum thought_kind kind)
{
    struct share *person = shares_person(&thinkers->shares, of->person);
    struct share *address = shares_address(&thinkers->shares, of->address);
    pthread_mutex_lock(&thinkers->lock);
    enum thinkers_room room = room_for(thinkers, kind, person, address);
    pthread_mutex_unlock(&thinkers->lock);
    return room;
}

static void count_one(unsigned *count, bool more)
{
    *count = more ? *count + 1 : *count - 1;
}

/* It waits or is thought about, or not any more. */
static void count(struct thinkers *thinkers, struct thought *thought, bool more)
{
    bool hint = thought->kind == THOUGHT_HINT;
    thought->counted = more;
    count_one(hint ? &thinkers->hints : &thinkers->bots, more);
    count_one(hint ? &thought->person->hints : &thought->person->bots, more);
    if (thought->address)
        count_one(hint ? &thought->address->hints : &thought->address->bots,
                  more);
}

enum thinkers_room thinkers_ask(struct thinkers *thinkers,
                                struct thought *thought)
{
    thought->person = shares_person(&thinkers->shares, thought->of.person);
    thought->address = shares_address(&thinkers->shares, thought->of.address);
    pthread_mutex_lock(&thinkers->lock);
    enum thinkers_room room =
        room_for(thinkers, thought->kind, thought->person, thought->address);
    if (room == THINKERS_ROOM) {
        thought->number = ++thinkers->number;
        thought->queued_us = clock_us();
        thought->began_us = 0;
        count(thinkers, thought, true);
        add_waiting(thinkers, thought);
        pthread_cond_signal(&thinkers->more);
    }
    pthread_mutex_unlock(&thinkers->lock);
    return room;
}

bool thinkers_drop(struct thinkers *thinkers, struct thought *thought)
{
    pthread_mutex_lock(&thinkers->lock);
    bool waited = thought->counted && !thought->began_us;
    if (waited) {
        take_waiting(thinkers, thought);
        count(thinkers, thought, false);
    }
    atomic_store(&thought->dropped, true);
    pthread_mutex_unlock(&thinkers->lock);
    return waited;
}

void thinkers_post(struct thinkers *thinkers, struct thought *thought)
{
    pthread_mutex_lock(&thinkers->lock);
    post(thinkers, thought);
    pthread_mutex_unlock(&thinkers->lock);
    thinkers->host.wake(thinkers->host.context);
}

struct thought *thinkers_done(struct thinkers *thinkers)
{
    struct thought *ordered = NULL;
    pthread_mutex_lock(&thinkers->lock);
    while (thinkers->done) {
        struct thought *thought = thinkers->done;
        thinkers->done = thought->next;
        if (thought->counted)
            count(thinkers, thought, false);
        thought->next = ordered;
        ordered = thought;
    }
    pthread_mutex_unlock(&thinkers->lock);
    return ordered;
}

void thinkers_count(struct thinkers *thinkers, struct thinkers_figures *out)
{
    pthread_mutex_lock(&thinkers->lock);
    *out = thinkers->now;
    pthread_mutex_unlock(&thinkers->lock);
}
