/* Servers that share the database: store/cluster.h without a database of its
 * own. Rows are here, for all servers; what a server knows of them is as old as
 * its last round. A hint comes late, twice, in another order or not at all; a
 * round once a second prolongs the leases, and a slow poll finds what a hint
 * would have said. */
#include "simulation/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/cluster.h"

#define ROUND_US SIM_SECOND
#define POLL_ROUNDS 2
#define LEASE_US ((uint64_t)CLUSTER_LEASE_MS * 1000)
#define EARLY_US 500000 /* that a server ends its leases before the others do */
#define WALL_MS UINT64_C(1700000000000)

/* Somebody at a table. */
struct place {
    struct place *next;
    char table[STORE_KEY];
    char who[STORE_KEY];
};

/* The row of a server. */
struct member {
    struct member *next;
    unsigned node;
    unsigned life;
    uint64_t end; /* it is there until then */
    struct place *places;
};

struct registry {
    struct sim *sim;
    struct member *members;
    struct member *holder[CLUSTER_SHARDS];
};

struct follow {
    struct follow *next;
    char table[STORE_KEY];
    uint64_t seq;
    uint64_t lines; /* the line that was told */
    char *there;
};

struct item {
    struct item *next;
    enum cluster_kind kind;
    char table[STORE_KEY];
    uint64_t seq;
    char *text;
};

struct cluster {
    struct registry *registry;
    struct node *node;
    struct member *member;
    struct cluster_config config;
    bool owns[CLUSTER_SHARDS];
    bool giving_up;
    bool told_ended;
    uint64_t until;            /* by our clock: the leases */
    uint64_t wall_ms, wall_us; /* the common date, and our clock then */
    unsigned servers;
    unsigned rounds;
    uint64_t lines; /* lines up to this change were told */
    struct place *places;
    struct follow *follows;
    struct item *first;
    struct item **end;
    char *last_text;
};

/* A hint on its way to one server. */
struct hint {
    struct node *node;
    unsigned life;
    enum cluster_kind kind;
    bool line;
    char table[STORE_KEY];
    uint64_t seq;
    char text[CLUSTER_NOTE + 1];
};

struct registry *registry_new(struct sim *sim)
{
    struct registry *registry = sim_new(sizeof *registry);
    registry->sim = sim;
    return registry;
}

static void free_places(struct place **first)
{
    while (*first) {
        struct place *next = (*first)->next;
        free(*first);
        *first = next;
    }
}

void registry_free(struct registry *registry)
{
    while (registry->members) {
        struct member *next = registry->members->next;
        free_places(&registry->members->places);
        free(registry->members);
        registry->members = next;
    }
    free(registry);
}

bool registry_owns(const struct registry *registry, const struct node *node,
                   const char *table)
{
    const struct member *holder = registry->holder[cluster_shard(table)];
    return holder && holder->node == node->number &&
           holder->life == node->life && holder->end > registry->sim->now;
}

static bool is_there(const struct registry *registry,
                     const struct member *member)
{
    return member && member->end > registry->sim->now;
}

/* ---- News -------------------------------------------------------------- */

static bool is_reachable(const struct cluster *cluster)
{
    return database_reaches(cluster->node);
}

static void wake(struct cluster *cluster)
{
    struct sim *sim = cluster->registry->sim;
    struct node *before = sim->running;
    sim->running = cluster->node;
    cluster->config.wake(cluster->config.context);
    sim->running = before;
}

static void push(struct cluster *cluster, enum cluster_kind kind,
                 const char *table, uint64_t seq, const char *text)
{
    struct item *item = sim_new(sizeof *item);
    item->kind = kind;
    snprintf(item->table, sizeof item->table, "%s", table);
    item->seq = seq;
    item->text = sim_new(strlen(text) + 1);
    memcpy(item->text, text, strlen(text));
    *cluster->end = item;
    cluster->end = &item->next;
    wake(cluster);
}

static struct follow *find_follow(struct cluster *cluster, const char *table)
{
    struct follow *follow = cluster->follows;
    while (follow && strcmp(follow->table, table) != 0)
        follow = follow->next;
    return follow;
}

static void hear_line(struct cluster *cluster, const struct db_table *table)
{
    if (!table->gone && table->events > 0)
        push(cluster, CLUSTER_LINE, table->id, table->events, table->about);
}

/* All who are at the table by way of others. */
static char *list_places(const struct cluster *cluster, const char *table)
{
    const struct registry *registry = cluster->registry;
    char *list = sim_new(SIM_PEOPLE * SIM_NODES * STORE_KEY);
    size_t size = 0;
    for (const struct member *member = registry->members; member;
         member = member->next) {
        if (member == cluster->member || !is_there(registry, member))
            continue;
        for (const struct place *place = member->places; place;
             place = place->next)
            if (strcmp(place->table, table) == 0 &&
                size < (SIM_PEOPLE * SIM_NODES - 2) * (size_t)STORE_KEY)
                size += (size_t)sprintf(list + size, "%s%s", size ? " " : "",
                                        place->who);
    }
    return list;
}

static void look_who_is_there(struct cluster *cluster, struct follow *follow)
{
    char *list = list_places(cluster, follow->table);
    if (follow->there && strcmp(follow->there, list) == 0) {
        free(list);
        return;
    }
    free(follow->there);
    follow->there = list;
    push(cluster, CLUSTER_THERE, follow->table, 0, list);
}

static struct cluster *cluster_of(const struct node *node, unsigned life)
{
    return node->server && node->life == life && !node->dying ? node->cluster
                                                              : NULL;
}

static void hear_events(struct cluster *cluster, struct follow *follow)
{
    const struct db_table *table =
        database_find(cluster->registry->sim->database, follow->table);
    if (!table || table->events <= follow->seq)
        return;
    follow->seq = table->events;
    push(cluster, CLUSTER_EVENTS, follow->table, table->events, "");
}

static void take_hint(struct cluster *cluster, const struct hint *hint)
{
    struct follow *follow = find_follow(cluster, hint->table);
    const struct db_table *table =
        database_find(cluster->registry->sim->database, hint->table);
    if (hint->line && table)
        hear_line(cluster, table);
    if (!follow)
        return;
    if (hint->kind == CLUSTER_EVENTS) {
        push(cluster, CLUSTER_EVENTS, hint->table, hint->seq, "");
        if (hint->seq > follow->seq)
            follow->seq = hint->seq;
    } else if (hint->kind == CLUSTER_THERE) {
        look_who_is_there(cluster, follow);
    } else {
        push(cluster, CLUSTER_SAID, hint->table, 0, hint->text);
    }
}

static void hint_arrives(struct sim *sim, void *what, uint64_t number)
{
    struct hint *hint = what;
    struct cluster *cluster = cluster_of(hint->node, hint->life);
    (void)number;
    if (cluster && !sim->finishing && is_reachable(cluster)) {
        sim_note(sim, "hint for server %u: %s %llu %s", hint->node->number,
                 hint->table, (unsigned long long)hint->seq, hint->text);
        take_hint(cluster, hint);
    }
    free(hint);
}

/* To every other server, as luck has it. */
static void spread(struct cluster *cluster, const struct hint *like)
{
    struct sim *sim = cluster->registry->sim;
    struct chance *fate = &sim->fate;
    if (!is_reachable(cluster))
        return;
    for (unsigned i = 0; i < sim->wish.nodes; i++) {
        struct node *node = &sim->node[i];
        unsigned times = chance_one_in(fate, 10)   ? 0
                         : chance_one_in(fate, 15) ? 2
                                                   : 1;
        if (node == cluster->node)
            continue;
        for (; times > 0; times--) {
            struct hint *hint = sim_new(sizeof *hint);
            uint64_t us = chance_between(fate, 200, 30000);
            if (chance_one_in(fate, 20))
                us += chance_between(fate, 1000, 3000000);
            *hint = *like;
            hint->node = node;
            hint->life = node->life;
            sim_surely_after(sim, us, hint_arrives, hint);
        }
    }
}

/* ---- Leases ------------------------------------------------------------ */

static unsigned count_members(const struct registry *registry)
{
    unsigned count = 0;
    for (const struct member *member = registry->members; member;
         member = member->next)
        count += is_there(registry, member);
    return count;
}

static unsigned count_shards(const struct registry *registry,
                             const struct member *member)
{
    unsigned count = 0;
    for (unsigned i = 0; i < CLUSTER_SHARDS; i++)
        count += registry->holder[i] == member;
    return count;
}

/* In the database: what is free is taken, what is too much is given away. */
static void deal_out(struct cluster *cluster)
{
    struct registry *registry = cluster->registry;
    struct member *member = cluster->member;
    unsigned servers = count_members(registry);
    unsigned share = servers ? (CLUSTER_SHARDS + servers - 1) / servers : 0;
    unsigned count = count_shards(registry, member);
    for (unsigned i = 0; i < CLUSTER_SHARDS; i++) {
        unsigned shard = (i * 7 + cluster->node->number) % CLUSTER_SHARDS;
        struct member **holder = &registry->holder[shard];
        if (*holder == member && (count > share || cluster->giving_up)) {
            *holder = NULL;
            count--;
        } else if (!is_there(registry, *holder) && !cluster->giving_up &&
                   count < share) {
            *holder = member;
            count++;
        }
    }
}

static void know_leases(struct cluster *cluster, uint64_t asked_at)
{
    const struct registry *registry = cluster->registry;
    bool changed = cluster->told_ended;
    cluster->until = asked_at + LEASE_US - EARLY_US;
    cluster->told_ended = false;
    for (unsigned i = 0; i < CLUSTER_SHARDS; i++) {
        bool owns = registry->holder[i] == cluster->member;
        changed = changed || owns != cluster->owns[i];
        cluster->owns[i] = owns;
    }
    cluster->servers = count_members(registry);
    cluster->wall_ms = WALL_MS + registry->sim->now / 1000;
    cluster->wall_us = node_clock_us(cluster->node);
    if (changed)
        push(cluster, CLUSTER_LEASES, "", 0, "");
}

static void copy_places(struct cluster *cluster)
{
    free_places(&cluster->member->places);
    for (const struct place *place = cluster->places; place;
         place = place->next) {
        struct place *copy = sim_new(sizeof *copy);
        *copy = *place;
        copy->next = cluster->member->places;
        cluster->member->places = copy;
    }
}

static void poll(struct cluster *cluster)
{
    struct database *database = cluster->registry->sim->database;
    uint64_t last = cluster->lines;
    for (struct follow *follow = cluster->follows; follow;
         follow = follow->next) {
        hear_events(cluster, follow);
        look_who_is_there(cluster, follow);
    }
    for (struct db_table *table = database_tables(database); table;
         table = table->next) {
        if (table->line > cluster->lines)
            hear_line(cluster, table);
        last = table->line > last ? table->line : last;
    }
    cluster->lines = last;
}

static void prolong(struct cluster *cluster)
{
    struct registry *registry = cluster->registry;
    cluster->member->end = registry->sim->now + LEASE_US;
    deal_out(cluster);
    copy_places(cluster);
    know_leases(cluster, node_clock_us(cluster->node));
    if (cluster->rounds++ % POLL_ROUNDS == 0)
        poll(cluster);
}

static void go_round(struct sim *sim, void *what, uint64_t life)
{
    struct node *node = what;
    struct cluster *cluster = cluster_of(node, (unsigned)life);
    if (!cluster)
        return;
    if (sim->now < node->stopped_until) {
        sim_after(sim, node->stopped_until - sim->now, go_round, node, life);
        return;
    }
    if (is_reachable(cluster)) {
        prolong(cluster);
    } else if (!cluster->told_ended && node_clock_us(node) >= cluster->until) {
        cluster->told_ended = true;
        push(cluster, CLUSTER_LEASES, "", 0, "");
    }
    sim_after(sim, ROUND_US - chance_below(&sim->fate, 100000), go_round, node,
              life);
}

/* ---- What the server calls --------------------------------------------- */

struct cluster *cluster_open(struct store *store,
                             const struct cluster_config *config,
                             char why[STORE_WHY])
{
    struct sim *sim = sim_current();
    struct cluster *cluster = sim_new(sizeof *cluster);
    struct member *member = sim_new(sizeof *member);
    (void)store;
    cluster->registry = sim->registry;
    cluster->node = sim->running;
    cluster->config = *config;
    cluster->end = &cluster->first;
    if (!is_reachable(cluster)) {
        snprintf(why, STORE_WHY, "the simulated database is down");
        free(cluster);
        free(member);
        return NULL;
    }
    member->next = sim->registry->members;
    sim->registry->members = member;
    member->node = cluster->node->number;
    member->life = cluster->node->life;
    cluster->member = member;
    cluster->node->cluster = cluster;
    prolong(cluster);
    sim_after(sim, ROUND_US, go_round, cluster->node, cluster->node->life);
    return cluster;
}

static void forget_items(struct cluster *cluster)
{
    while (cluster->first) {
        struct item *next = cluster->first->next;
        free(cluster->first->text);
        free(cluster->first);
        cluster->first = next;
    }
}

void cluster_close(struct cluster *cluster)
{
    if (!cluster->node->dying && is_reachable(cluster)) {
        cluster->giving_up = true;
        deal_out(cluster);
        cluster->member->end = 0;
    }
    cluster->node->cluster = NULL;
    forget_items(cluster);
    free_places(&cluster->places);
    while (cluster->follows)
        cluster_unfollow(cluster, cluster->follows->table);
    free(cluster->last_text);
    free(cluster);
}

uint64_t cluster_wall_ms(struct cluster *cluster)
{
    return cluster->wall_ms +
           (node_clock_us(cluster->node) - cluster->wall_us) / 1000;
}

bool cluster_owns(struct cluster *cluster, const char *table)
{
    return cluster->owns[cluster_shard(table)] &&
           node_clock_us(cluster->node) < cluster->until;
}

void cluster_give_up(struct cluster *cluster)
{
    cluster->giving_up = true;
    memset(cluster->owns, 0, sizeof cluster->owns);
    push(cluster, CLUSTER_LEASES, "", 0, "");
    if (is_reachable(cluster))
        deal_out(cluster);
}

void cluster_tell(struct cluster *cluster, const char *table, uint64_t seq,
                  bool line)
{
    struct hint hint = {.kind = CLUSTER_EVENTS, .line = line, .seq = seq};
    struct follow *follow = find_follow(cluster, table);
    if (follow && follow->seq < seq)
        follow->seq = seq;
    snprintf(hint.table, sizeof hint.table, "%s", table);
    spread(cluster, &hint);
}

void cluster_note(struct cluster *cluster, const char *table, const char *text)
{
    struct hint hint = {.kind = CLUSTER_SAID};
    snprintf(hint.table, sizeof hint.table, "%s", table);
    snprintf(hint.text, sizeof hint.text, "%s", text);
    spread(cluster, &hint);
}

void cluster_present(struct cluster *cluster, const char *table,
                     const char *who, bool there)
{
    struct hint hint = {.kind = CLUSTER_THERE};
    struct place **at = &cluster->places;
    while (*at &&
           (strcmp((*at)->table, table) != 0 || strcmp((*at)->who, who) != 0))
        at = &(*at)->next;
    if (*at && !there) {
        struct place *gone = *at;
        *at = gone->next;
        free(gone);
    } else if (!*at && there) {
        *at = sim_new(sizeof **at);
        snprintf((*at)->table, STORE_KEY, "%s", table);
        snprintf((*at)->who, STORE_KEY, "%s", who);
    }
    if (!is_reachable(cluster))
        return;
    copy_places(cluster);
    snprintf(hint.table, sizeof hint.table, "%s", table);
    spread(cluster, &hint);
}

void cluster_follow(struct cluster *cluster, const char *table, uint64_t seq)
{
    struct follow *follow = find_follow(cluster, table);
    if (!follow) {
        follow = sim_new(sizeof *follow);
        snprintf(follow->table, sizeof follow->table, "%s", table);
        follow->next = cluster->follows;
        cluster->follows = follow;
    }
    follow->seq = seq;
    if (is_reachable(cluster))
        look_who_is_there(cluster, follow);
}

void cluster_unfollow(struct cluster *cluster, const char *table)
{
    struct follow **at = &cluster->follows;
    while (*at && strcmp((*at)->table, table) != 0)
        at = &(*at)->next;
    if (!*at)
        return;
    struct follow *gone = *at;
    *at = gone->next;
    free(gone->there);
    free(gone);
}

bool cluster_next(struct cluster *cluster, struct cluster_news *out)
{
    struct item *item = cluster->first;
    free(cluster->last_text);
    cluster->last_text = NULL;
    if (!item)
        return false;
    cluster->first = item->next;
    if (!item->next)
        cluster->end = &cluster->first;
    *out = (struct cluster_news){.kind = item->kind, .seq = item->seq};
    memcpy(out->table, item->table, sizeof out->table);
    out->text = cluster->last_text = item->text;
    free(item);
    return true;
}

struct cluster_figures cluster_figures(struct cluster *cluster)
{
    struct cluster_figures figures = {
        .connected = is_reachable(cluster),
        .servers = cluster->servers,
    };
    for (unsigned i = 0; i < CLUSTER_SHARDS; i++)
        figures.shards += cluster->owns[i];
    return figures;
}
