/* Servers: their loop, which src/net has elsewhere, and what happens to them. */
#include "simulation/sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "net/net.h"
#include "server/log.h"

#define RECOVERY (3 * SIM_SECOND)

/* ---- Clocks ------------------------------------------------------------ */

uint64_t node_clock_us(const struct node *node)
{
    uint64_t true_us = node->sim->now - node->booted;
    int64_t drift = (int64_t)true_us / 1000 * node->drift / 1000;
    return 5 * SIM_SECOND + (uint64_t)((int64_t)true_us + drift);
}

uint64_t node_wall_us(const struct node *node)
{
    return node->sim->now + (uint64_t)(node->wall_ms * 1000);
}

/* What the server tells its operator is told to whoever looks into a run. */
void log_line(enum log_level most, enum log_level level, const char *format,
              ...)
{
    char words[600];
    va_list list;
    (void)most;
    (void)level;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    sim_note(sim_current(), "log: %s", words);
}

/* ---- The loop ---------------------------------------------------------- */

static void take_turn(struct sim *sim, void *what, uint64_t at);

void nodes_turn_at(struct node *node, uint64_t us)
{
    struct sim *sim = node->sim;
    uint64_t at = sim->now + us;
    if (at < node->stopped_until)
        at = node->stopped_until;
    if (node->dying || (node->turning && node->turn_at <= at))
        return;
    node->turning = true;
    node->turn_at = at;
    sim_after(sim, at - sim->now, take_turn, node, at);
}

/* What came in, the end of the lap, what is due. */
static void run_turn(struct node *node)
{
    const struct net_handlers *handlers = wire_handlers(node);
    wire_deliver(node);
    if (wire_was_woken(node))
        handlers->woken(handlers->context);
    handlers->lap(handlers->context);
    uint64_t sent = wire_sent(node);
    if (node->sim->over)
        return;
    uint64_t due = handlers->timer(handlers->context);
    if (due == 0 || wire_sent(node) != sent)
        nodes_turn_at(node, chance_between(&node->sim->fate, 20, 200));
    else if (due < 3600000)
        nodes_turn_at(node, due * 1000);
}

static void take_turn(struct sim *sim, void *what, uint64_t at)
{
    struct node *node = what;
    if (!node->server || !node->turning || node->turn_at != at)
        return;
    node->turning = false;
    if (sim->now < node->stopped_until) {
        nodes_turn_at(node, 0);
        return;
    }
    sim->running = node;
    sim->turns++;
    run_turn(node);
    sim->running = NULL;
}

/* ---- Life -------------------------------------------------------------- */

static void start(struct sim *sim, void *what, uint64_t number)
{
    struct node *node = what;
    struct server_config config = server_config_default();
    char why[SERVER_WHY] = "";
    (void)number;
    if (node->server)
        return;
    config.db = "postgresql://simulated";
    snprintf(config.name, sizeof config.name, "s%u-%u", node->number,
             node->life + 1);
    config.threads = 1;
    config.reserve_mib = 0;
    config.log = LOG_LEVEL_ERROR;
    config.net.limits.connections_per_address = 0;
    node->life++;
    node->dying = false;
    node->turning = false;
    node->stopped_until = 0;
    node->booted = sim->now;
    node->drift = (int64_t)chance_between(&sim->fate, 0, 400) - 200;
    node->wall_ms = (int64_t)chance_between(&sim->fate, 0, 4000) - 2000;
    node->bytes.state = chance_next(&sim->fate);
    sim->running = node;
    node->server = server_open(&config, why);
    sim->running = NULL;
    sim_note(sim, "server %u starts: %s", node->number,
             node->server ? "it runs" : why);
    node_suffers(node, sim->now);
    if (node->server)
        nodes_turn_at(node, 0);
    else
        sim_after(sim, SIM_SECOND, start, node, 0);
}

/* If it `dies`, nothing that it does any more is heard by anybody. */
static void take_apart(struct node *node, bool dies)
{
    struct sim *sim = node->sim;
    if (!node->server)
        return;
    wire_break_all(node);
    if (dies)
        database_lose(sim, node);
    node->dying = dies;
    sim->running = node;
    server_close(node->server);
    sim->running = NULL;
    node->server = NULL;
    node->dying = true;
    node->turning = false;
}

static void stop_well(struct sim *sim, void *what, uint64_t life)
{
    struct node *node = what;
    if (node->life != life || !node->server)
        return;
    take_apart(node, false);
    sim_after(sim, chance_between(&sim->fate, 10000, 500000), start, node, 0);
}

void nodes_exit(struct node *node)
{
    sim_after(node->sim, chance_between(&node->sim->fate, 1000, 500000),
              stop_well, node, node->life);
}

/* ---- What goes wrong --------------------------------------------------- */

void node_suffers(struct node *node, uint64_t until)
{
    if (until + RECOVERY > node->uneasy_until)
        node->uneasy_until = until + RECOVERY;
}

/* The server that fails is alone to blame for what stands still, unless there is
 * nobody else. */
static void excuse(struct sim *sim, uint64_t until)
{
    uint64_t one = sim->wish.nodes > 1 ? sim->now : until;
    sim_excuse(sim, one + SIM_STANDSTILL);
}

/* As long as nobody is well no table can go on. */
void nodes_look(struct sim *sim)
{
    for (unsigned i = 0; i < sim->wish.nodes; i++) {
        const struct node *node = &sim->node[i];
        if (node->server && !node->server->draining && !node->server->down &&
            sim->now >= node->stopped_until && database_reaches(node))
            return;
    }
    sim_excuse(sim, sim->now + SIM_STANDSTILL);
}

static void die(struct node *node)
{
    struct sim *sim = node->sim;
    uint64_t back = chance_between(&sim->fate, 10000, 8000000);
    sim_note(sim, "server %u dies", node->number);
    take_apart(node, true);
    sim_after(sim, back, start, node, 0);
    excuse(sim, sim->now + back);
}

static void fail_now(struct sim *sim, struct node *node)
{
    struct chance *fate = &sim->fate;
    uint64_t until = sim->now + chance_between(fate, 1000, 6000000);
    sim->faults++;
    node_suffers(node, until);
    switch (chance_below(fate, 7)) {
    case 0:
    case 1:
        die(node);
        break;
    case 2:
        sim_note(sim, "server %u stands still", node->number);
        node->stopped_until = until;
        excuse(sim, until);
        break;
    case 3:
        sim_note(sim, "server %u is cut off from the database", node->number);
        node->cut_until = until;
        excuse(sim, until);
        break;
    case 4:
        sim_note(sim, "the database is down");
        database_break(sim, until);
        break;
    case 5:
        sim_note(sim, "all connections to server %u break", node->number);
        wire_break_all(node);
        break;
    case 6:
        sim_note(sim, "server %u drains", node->number);
        excuse(sim, sim->now + SIM_STANDSTILL);
        server_drain(node->server);
        break;
    }
}

static void fail_again(struct sim *sim, void *what, uint64_t number)
{
    (void)what;
    (void)number;
    if (sim->quiet)
        return;
    struct node *node = &sim->node[chance_below(&sim->fate, sim->wish.nodes)];
    if (node->server && !node->server->draining)
        fail_now(sim, node);
    nodes_fail_sometimes(sim);
}

void nodes_fail_sometimes(struct sim *sim)
{
    sim_after(sim, chance_between(&sim->fate, 200000, 12 * SIM_SECOND),
              fail_again, NULL, 0);
}

void nodes_mend(struct sim *sim)
{
    for (unsigned i = 0; i < sim->wish.nodes; i++) {
        sim->node[i].cut_until = 0;
        if (sim->node[i].stopped_until > sim->now)
            sim->node[i].stopped_until = sim->now;
        if (!sim->node[i].server)
            start(sim, &sim->node[i], 0);
        else
            nodes_turn_at(&sim->node[i], 0);
    }
}

void nodes_start(struct sim *sim)
{
    for (unsigned i = 0; i < sim->wish.nodes; i++) {
        sim->node[i].sim = sim;
        sim->node[i].number = i;
        start(sim, &sim->node[i], 0);
    }
}

void nodes_free(struct sim *sim)
{
    for (unsigned i = 0; i < sim->wish.nodes; i++)
        take_apart(&sim->node[i], true);
}
