/* Who thinks for bots: the answer is found at once and comes later, so that
 * anything may happen in between. */
#include "simulation/sim.h"

#include <stdlib.h>

#include "server/thinkers.h"

struct thinkers {
    struct thinkers_host host;
    struct node *node;
    struct thought *waiting; /* by `number`, which is when it is done */
    struct thought *done;
    struct thought **end;
};

static void ready(struct sim *sim, void *what, uint64_t life)
{
    struct node *node = what;
    if (!node->server || node->life != life)
        return;
    struct thinkers *thinkers = node->server->thinkers;
    struct thought **at = &thinkers->waiting;
    while (*at) {
        struct thought *thought = *at;
        if (thought->number > sim->now) {
            at = &thought->next;
            continue;
        }
        *at = thought->next;
        thought->next = NULL;
        *thinkers->end = thought;
        thinkers->end = &thought->next;
        thinkers->host.wake(thinkers->host.context);
    }
}

static bool go_on(void *task)
{
    (void)task;
    return true;
}

struct thinkers *thinkers_new(const struct thinkers_host *host,
                              unsigned threads, const uint8_t secret[32])
{
    struct thinkers *thinkers = sim_new(sizeof *thinkers);
    (void)threads;
    (void)secret;
    thinkers->host = *host;
    thinkers->node = sim_current()->running;
    thinkers->end = &thinkers->done;
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
    free_list(&thinkers->host, thinkers->waiting);
    free_list(&thinkers->host, thinkers->done);
    free(thinkers);
}

enum thinkers_room thinkers_room_for(struct thinkers *thinkers,
                                     const struct thinker_of *of,
                                     enum thought_kind kind)
{
    (void)thinkers;
    (void)of;
    (void)kind;
    return THINKERS_ROOM;
}

enum thinkers_room thinkers_ask(struct thinkers *thinkers,
                                struct thought *thought)
{
    struct node *node = thinkers->node;
    struct sim *sim = node->sim;
    uint64_t us = chance_between(&sim->fate, 500, 30000);
    thinkers->host.think(thought, go_on, NULL);
    thought->number = sim->now + us;
    thought->next = thinkers->waiting;
    thinkers->waiting = thought;
    sim_after(sim, us, ready, node, node->life);
    return THINKERS_ROOM;
}

bool thinkers_drop(struct thinkers *thinkers, struct thought *thought)
{
    struct thought **at = &thinkers->waiting;
    while (*at && *at != thought)
        at = &(*at)->next;
    if (*at) {
        *at = thought->next;
        return true;
    }
    atomic_store(&thought->dropped, true);
    return false;
}

void thinkers_post(struct thinkers *thinkers, struct thought *thought)
{
    thought->next = NULL;
    *thinkers->end = thought;
    thinkers->end = &thought->next;
}

struct thought *thinkers_done(struct thinkers *thinkers)
{
    struct thought *done = thinkers->done;
    thinkers->done = NULL;
    thinkers->end = &thinkers->done;
    return done;
}

void thinkers_count(struct thinkers *thinkers, struct thinkers_figures *out)
{
    (void)thinkers;
    *out = (struct thinkers_figures){0};
}
