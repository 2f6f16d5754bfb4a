/* Many worlds, one after another: `simulation SEEDS [FIRST]`. With SEED=n in the
 * environment this one alone, twice, and both have to be the same; TALK=1 tells
 * what happens. NODES=n has so many servers, whatever the seed says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/sim.h"

#define PLAY (40 * SIM_SECOND)
#define REST (25 * SIM_SECOND)

/* What a run was like. */
struct outcome {
    bool failed;
    char why[600];
    uint64_t trace;
    uint64_t turns, faults, events, moves, games;
};

static void look(struct sim *sim, void *what, uint64_t number)
{
    (void)what;
    (void)number;
    if (sim->quiet)
        return;
    nodes_look(sim);
    check_standstill(sim);
    sim_after(sim, SIM_SECOND, look, NULL, 0);
}

static void live(struct sim *sim)
{
    bool calm = chance_one_in(&sim->fate, 10);
    nodes_start(sim);
    people_come(sim);
    sim_after(sim, SIM_SECOND, look, NULL, 0);
    if (!calm)
        nodes_fail_sometimes(sim);
    sim_run(sim, PLAY);
    sim->quiet = true;
    database_mend(sim);
    nodes_mend(sim);
    sim_run(sim, PLAY + REST);
    sim->over = true;
    sim_run(sim, PLAY + REST + 5 * SIM_SECOND);
    if (!sim->failed)
        check_end(sim);
}

static struct outcome run(const struct sim_wish *wish)
{
    struct sim sim = {.wish = *wish, .fate = {wish->seed}};
    struct outcome out;
    sim_begin(&sim);
    sim.database = database_new(&sim);
    sim.registry = registry_new(&sim);
    live(&sim);
    nodes_free(&sim);
    sim_finish(&sim);
    people_free(&sim);
    wire_free(&sim);
    registry_free(sim.registry);
    database_free(sim.database);
    out = (struct outcome){.failed = sim.failed,
                           .trace = sim.trace,
                           .turns = sim.turns,
                           .faults = sim.faults,
                           .events = sim.events,
                           .moves = sim.moves,
                           .games = sim.games};
    memcpy(out.why, sim.why, sizeof out.why);
    return out;
}

static bool report(unsigned point, const struct sim_wish *wish,
                   const struct outcome *out)
{
    if (!out->failed)
        return true;
    printf("not ok %u - seed %llu with %u servers: %s\n", point,
           (unsigned long long)wish->seed, wish->nodes, out->why);
    return false;
}

/* The same number is the same world. */
static int run_again(struct sim_wish *wish)
{
    struct outcome one = run(wish);
    wish->talk = false;
    struct outcome two = run(wish);
    printf("# seed %llu: %llu turns, %llu faults, %llu events, %llu moves, "
           "%llu games, "
           "trace %016llx\n",
           (unsigned long long)wish->seed, (unsigned long long)one.turns,
           (unsigned long long)one.faults, (unsigned long long)one.events,
           (unsigned long long)one.moves, (unsigned long long)one.games,
           (unsigned long long)one.trace);
    bool good = report(1, wish, &one);
    if (good)
        puts("ok 1 - all is well");
    bool same = one.trace == two.trace;
    printf("%s 2 - a second time the same\n1..2\n", same ? "ok" : "not ok");
    return good && same ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* One in four has a server of its own. */
static unsigned nodes_of(uint64_t seed)
{
    const char *nodes = getenv("NODES");
    return nodes ? (unsigned)strtoul(nodes, NULL, 10) : seed % SIM_NODES + 1;
}

int main(int argc, char **argv)
{
    const char *seed = getenv("SEED");
    unsigned long seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 200;
    unsigned long first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    struct sim_wish wish = {.talk = getenv("TALK")};
    struct outcome all = {0};
    unsigned point = 0;
    bool good = true;
    json_object_seed(1);
    if (seed) {
        wish.seed = strtoull(seed, NULL, 10);
        wish.nodes = nodes_of(wish.seed);
        return run_again(&wish);
    }
    for (unsigned long i = 0; i < seeds; i++) {
        wish.seed = first + i;
        wish.nodes = nodes_of(wish.seed);
        struct outcome out = run(&wish);
        if (!report(point + 1, &wish, &out)) {
            good = false;
            point++;
        }
        all.turns += out.turns;
        all.faults += out.faults;
        all.events += out.events;
        all.moves += out.moves;
        all.games += out.games;
    }
    printf("# %llu turns, %llu faults, %llu events, %llu moves, %llu games\n",
           (unsigned long long)all.turns, (unsigned long long)all.faults,
           (unsigned long long)all.events, (unsigned long long)all.moves,
           (unsigned long long)all.games);
    if (good)
        printf("ok %u - %lu seeds\n", ++point, seeds);
    printf("1..%u\n", point);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
