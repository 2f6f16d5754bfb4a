/* Time, chance and the trace; and what the machine below the server is asked
 * for. */
#define _POSIX_C_SOURCE 200809L

#include "simulation/sim.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#define WALL_US UINT64_C(1700000000000000)

struct action {
    uint64_t at;
    uint64_t order; /* of two at one moment the one that was planned first */
    sim_action *run;
    void *what;
    uint64_t number;
    bool surely;
};

static struct sim *current;

void sim_begin(struct sim *sim)
{
    current = sim;
}

struct sim *sim_current(void)
{
    return current;
}

void *sim_new(size_t size)
{
    void *room = calloc(1, size);
    if (!room) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return room;
}

/* ---- Chance ------------------------------------------------------------ */

/* SplitMix64. */
uint64_t chance_next(struct chance *chance)
{
    uint64_t z = chance->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t chance_below(struct chance *chance, uint64_t count)
{
    return chance_next(chance) % count;
}

bool chance_one_in(struct chance *chance, uint64_t count)
{
    return chance_below(chance, count) == 0;
}

uint64_t chance_between(struct chance *chance, uint64_t low, uint64_t high)
{
    return low + chance_below(chance, high - low + 1);
}

void chance_hex(struct chance *chance, unsigned bytes, char *out)
{
    for (unsigned i = 0; i < 2 * bytes; i++)
        out[i] = "0123456789abcdef"[chance_below(chance, 16)];
    out[2 * bytes] = '\0';
}

/* ---- Time -------------------------------------------------------------- */

static bool is_before(const struct action *a, const struct action *b)
{
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void plan(struct sim *sim, struct action new)
{
    if (sim->actions == sim->action_room) {
        sim->action_room = sim->action_room ? 2 * sim->action_room : 256;
        sim->action =
            realloc(sim->action, sim->action_room * sizeof *sim->action);
        if (!sim->action)
            abort();
    }
    size_t at = sim->actions++;
    for (; at && is_before(&new, &sim->action[(at - 1) / 2]); at = (at - 1) / 2)
        sim->action[at] = sim->action[(at - 1) / 2];
    sim->action[at] = new;
}

void sim_after(struct sim *sim, uint64_t us, sim_action *action, void *what,
               uint64_t number)
{
    plan(sim, (struct action){.at = sim->now + us,
                              .order = ++sim->order,
                              .run = action,
                              .what = what,
                              .number = number});
}

void sim_surely_after(struct sim *sim, uint64_t us, sim_action *action,
                      void *what)
{
    plan(sim, (struct action){.at = sim->now + us,
                              .order = ++sim->order,
                              .run = action,
                              .what = what,
                              .surely = true});
}

void sim_finish(struct sim *sim)
{
    sim->finishing = true;
    for (size_t i = 0; i < sim->actions; i++)
        if (sim->action[i].surely)
            sim->action[i].run(sim, sim->action[i].what, 0);
    free(sim->action);
    sim->action = NULL;
    sim->actions = sim->action_room = 0;
}

static struct action take_first(struct sim *sim)
{
    struct action first = sim->action[0];
    struct action last = sim->action[--sim->actions];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= sim->actions)
            break;
        if (child + 1 < sim->actions &&
            is_before(&sim->action[child + 1], &sim->action[child]))
            child++;
        if (!is_before(&sim->action[child], &last))
            break;
        sim->action[at] = sim->action[child];
        at = child;
    }
    sim->action[at] = last;
    return first;
}

void sim_run(struct sim *sim, uint64_t until)
{
    while (sim->actions && sim->action[0].at <= until && !sim->failed) {
        struct action action = take_first(sim);
        sim->now = action.at;
        sim_trace(sim, &action.at, sizeof action.at);
        action.run(sim, action.what, action.number);
    }
    if (!sim->failed)
        sim->now = until;
}

/* ---- What is known of a run -------------------------------------------- */

void sim_trace(struct sim *sim, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        sim->trace = (sim->trace ^ at[i]) * UINT64_C(0x100000001b3);
}

void sim_fail(struct sim *sim, const char *format, ...)
{
    char words[500];
    va_list list;
    if (sim->failed)
        return;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    sim->failed = true;
    snprintf(sim->why, sizeof sim->why, "at %.3f s: %s", (double)sim->now / 1e6,
             words);
    sim_note(sim, "FAILED: %s", words);
}

void sim_note(struct sim *sim, const char *format, ...)
{
    va_list list;
    if (!sim->wish.talk)
        return;
    fprintf(stderr, "%12.6f ", (double)sim->now / 1e6);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

void sim_excuse(struct sim *sim, uint64_t until)
{
    if (until > sim->excused)
        sim->excused = until;
}

/* ---- The machine below the server --------------------------------------- */

int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags);
void __wrap_randombytes_buf(void *bytes, size_t size);

int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    const struct node *node = current->running;
    uint64_t us = WALL_US + current->now;
    if (node)
        us = clock == CLOCK_REALTIME ? WALL_US + node_wall_us(node)
                                     : node_clock_us(node);
    *out = (struct timespec){
        .tv_sec = (time_t)(us / 1000000),
        .tv_nsec = (long)(us % 1000000) * 1000,
    };
    return 0;
}

static void fill(void *bytes, size_t size)
{
    struct node *node = current->running;
    struct chance *chance = node ? &node->bytes : &current->fate;
    unsigned char *out = bytes;
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char)chance_next(chance);
}

ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags)
{
    (void)flags;
    fill(bytes, size);
    return (ssize_t)size;
}

void __wrap_randombytes_buf(void *bytes, size_t size)
{
    fill(bytes, size);
}
