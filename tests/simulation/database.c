/* What all servers write into, with exactly the promises of store/store.h. A
 * batch takes time to get there and its answer takes time to come back; between
 * the two the server may die, and a batch that was sent may come about or not.
 * What a failure leaves is never half a batch.
 *
 * All events that ever were are kept, also those that were trimmed away: what
 * was told is compared with them. */
#include "simulation/sim.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"

struct value {
    struct value *next;
    char name[STORE_KEY];
    uint64_t time;
    char *bytes;
    size_t size;
};

/* A record, or an entry of a list. */
struct game {
    struct game *next; /* the one before it */
    char list[STORE_KEY];
    char table[STORE_KEY];
    unsigned number;
    uint64_t time;
    unsigned marks;
    bool gone;
    char *about;
    char *bytes;
    size_t size;
    char *readers;
    size_t readers_size;
};

struct database {
    struct sim *sim;
    struct db_table *tables; /* by id */
    struct value *values;
    struct game *records; /* the last first */
    struct game *entries;
    uint64_t down_until;
    uint64_t lines;         /* changes of what lists show */
    struct commit *commits; /* on their way, or not yet answered */
};

struct sim_store {
    struct store store;
    struct database *database;
    struct node *node;
    uint64_t doubt_until; /* nothing can be read before */
};

/* One batch on its way. */
struct commit {
    struct commit *next;
    struct database *database;
    struct store *store; /* NULL: the server is gone */
    struct node *node;
    struct store_op *first;
    struct left *left;
    bool lost; /* it never arrives */
    bool arrived;
    bool over;
    enum store_status status;
    store_done *done;
    void *context;
    unsigned planned; /* actions that know of it */
};

/* A table that was left out. */
struct left {
    struct left *next;
    char table[STORE_KEY];
};

struct store_flight {
    struct commit *commit;
};

static char *copy_bytes(const void *from, size_t size)
{
    char *to = sim_new(size + 1);
    if (size)
        memcpy(to, from, size);
    return to;
}

/* ---- Tables ------------------------------------------------------------ */

struct db_table *database_tables(struct database *database)
{
    return database->tables;
}

struct db_table *database_find(struct database *database, const char *id)
{
    struct db_table *table = database->tables;
    while (table && strcmp(table->id, id) != 0)
        table = table->next;
    return table;
}

static struct db_table *make_table(struct database *database, const char *id)
{
    struct db_table *table = sim_new(sizeof *table);
    struct db_table **at = &database->tables;
    while (*at && strcmp((*at)->id, id) < 0)
        at = &(*at)->next;
    table->next = *at;
    *at = table;
    snprintf(table->id, sizeof table->id, "%s", id);
    table->first = 1;
    table->about = copy_bytes("", 0);
    return table;
}

static bool is_shared(const struct database *database)
{
    return database->sim->wish.nodes > 1;
}

static bool is_there(const struct db_table *table)
{
    return table && !table->gone && table->events > 0;
}

/* ---- Whether a batch can be kept --------------------------------------- */

/* The number of the table's last event, when all before `op` was done. */
static uint64_t last_before(struct database *database,
                            const struct store_op *first,
                            const struct store_op *op)
{
    const struct db_table *table = database_find(database, op->key);
    uint64_t last = is_there(table) ? table->events : 0;
    for (; first != op; first = first->next) {
        if (strcmp(first->key, op->key) != 0)
            continue;
        if (first->kind == STORE_OP_APPEND)
            last = first->number;
        else if (first->kind == STORE_OP_ARCHIVE ||
                 first->kind == STORE_OP_DELETE)
            last = 0;
    }
    return last;
}

static const struct game *find_record(const struct database *database,
                                      const char *table, unsigned number)
{
    const struct game *record = database->records;
    while (record && (record->gone || record->number != number ||
                      strcmp(record->table, table) != 0))
        record = record->next;
    return record;
}

static const struct value *find_value(const struct database *database,
                                      const char *name)
{
    const struct value *value = database->values;
    while (value && strcmp(value->name, name) != 0)
        value = value->next;
    return value;
}

static bool owns(const struct database *database, const struct node *node,
                 const char *table)
{
    return !is_shared(database) ||
           registry_owns(database->sim->registry, node, table);
}

static bool fits(struct database *database, const struct store_op *first,
                 const struct store_op *op, const struct node *node)
{
    if (op->kind == STORE_OP_APPEND)
        return op->number == last_before(database, first, op) + 1;
    if (op->kind == STORE_OP_TRIM)
        return op->number <= last_before(database, first, op);
    if (op->kind == STORE_OP_RECORD)
        return !find_record(database, op->key, (unsigned)op->number);
    if (op->kind == STORE_OP_OWNER)
        return owns(database, node, op->key);
    if (op->kind == STORE_OP_CLAIM)
        return !(op->marks & STORE_CLAIM_TAKEN) &&
               ((op->marks & STORE_CLAIM_FREED) ||
                !find_value(database, op->key));
    return op->kind != STORE_OP_BEGIN;
}

static bool is_left(const struct left *left, const struct store_op *op)
{
    const char *table = store_op_table(op);
    while (table && left && strcmp(left->table, table) != 0)
        left = left->next;
    return table && left;
}

/* Which tables are left out: by each alone, because no table's events depend on
 * those of another. */
static struct left *leave_out(struct database *database,
                              const struct store_op *first,
                              const struct node *node)
{
    struct left *left = NULL;
    for (const struct store_op *op = first; op; op = op->next) {
        if (is_left(left, op) || fits(database, first, op, node))
            continue;
        struct left *one = sim_new(sizeof *one);
        snprintf(one->table, sizeof one->table, "%s", store_op_table(op));
        one->next = left;
        left = one;
        sim_note(database->sim, "what server %u has about %s is left out",
                 node->number, one->table);
    }
    return left;
}

static void forget_left(struct left *left)
{
    while (left) {
        struct left *next = left->next;
        free(left);
        left = next;
    }
}

static void tell_left(struct store *store, const struct left *left)
{
    store_left_clear(store);
    for (; left; left = left->next)
        if (!store_leave_out(store, left->table))
            abort();
}

/* ---- Doing it ---------------------------------------------------------- */

static void append(struct database *database, const struct store_op *op,
                   const struct node *node)
{
    struct db_table *table = database_find(database, op->key);
    if (!table)
        table = make_table(database, op->key);
    if (table->gone) {
        sim_fail(database->sim, "a table that was deleted is written again");
        return;
    }
    if (table->events == table->room) {
        table->room = table->room ? 2 * table->room : 64;
        table->event =
            realloc(table->event, table->room * sizeof *table->event);
        if (!table->event)
            abort();
    }
    table->event[table->events++] = (struct db_event){
        .bytes = copy_bytes(op->bytes, op->size),
        .size = op->size,
        .at = database->sim->now,
        .node = node->number,
        .owner = owns(database, node, op->key),
    };
}

static void add_game(struct game **list, const struct store_op *op)
{
    struct game *game = sim_new(sizeof *game);
    game->next = *list;
    *list = game;
    game->number = (unsigned)op->number;
    game->time = op->time;
    game->marks = op->marks;
    game->about = copy_bytes(op->about, strlen(op->about));
    game->bytes = copy_bytes(op->bytes, op->size);
    game->size = op->size;
    if (op->kind == STORE_OP_RECORD) {
        memcpy(game->table, op->key, sizeof game->table);
        game->readers = copy_bytes(op->more, op->more_size);
        game->readers_size = op->more_size;
    } else {
        memcpy(game->list, op->key, sizeof game->list);
        snprintf(game->table, sizeof game->table, "%s", op->more);
    }
}

static void remove_value(struct database *database, const char *name)
{
    struct value **at = &database->values;
    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    struct value *value = *at;
    if (!value)
        return;
    *at = value->next;
    free(value->bytes);
    free(value);
}

static void put(struct database *database, const struct store_op *op)
{
    struct value *value = sim_new(sizeof *value);
    remove_value(database, op->key);
    value->next = database->values;
    database->values = value;
    memcpy(value->name, op->key, sizeof value->name);
    value->time = op->time;
    value->bytes = copy_bytes(op->bytes, op->size);
    value->size = op->size;
}

static void end_games(struct game *game, const struct store_op *op)
{
    for (; game; game = game->next)
        if (strcmp(game->table, op->key) == 0 &&
            (op->kind == STORE_OP_DELETE || !(game->marks & STORE_KEPT)))
            game->gone = true;
}

static void end_table(struct database *database, const struct store_op *op)
{
    struct db_table *table = database_find(database, op->key);
    if (table)
        table->gone = true;
    end_games(database->records, op);
    end_games(database->entries, op);
}

static void set_about(struct database *database, const struct store_op *op)
{
    struct db_table *table = database_find(database, op->key);
    if (!table)
        table = make_table(database, op->key);
    free(table->about);
    table->about = copy_bytes(op->about, strlen(op->about));
    table->line = ++database->lines;
}

static void do_one(struct database *database, const struct store_op *op,
                   const struct node *node)
{
    switch (op->kind) {
    case STORE_OP_APPEND:
        append(database, op, node);
        break;
    case STORE_OP_TRIM:
        database_find(database, op->key)->first = op->number;
        break;
    case STORE_OP_RECORD:
        add_game(&database->records, op);
        break;
    case STORE_OP_ENTER:
        add_game(&database->entries, op);
        break;
    case STORE_OP_ABOUT:
        set_about(database, op);
        break;
    case STORE_OP_ARCHIVE:
    case STORE_OP_DELETE:
        end_table(database, op);
        break;
    case STORE_OP_CLAIM:
    case STORE_OP_PUT:
        put(database, op);
        break;
    case STORE_OP_REMOVE:
        remove_value(database, op->key);
        break;
    case STORE_OP_OWNER:
    case STORE_OP_BEGIN:
    case STORE_OP_EXPIRE_RECORDS: /* no run takes days */
    case STORE_OP_EXPIRE_ENTRIES:
    case STORE_OP_EXPIRE_VALUES:
        break;
    }
}

/* Returns what was left out. */
static struct left *apply(struct database *database,
                          const struct store_op *first, const struct node *node)
{
    struct left *left = leave_out(database, first, node);
    for (const struct store_op *op = first; op; op = op->next)
        if (!is_left(left, op))
            do_one(database, op, node);
    return left;
}

/* ---- On the way -------------------------------------------------------- */

static struct sim_store *of(struct store *store)
{
    return (struct sim_store *)store;
}

bool database_reaches(const struct node *node)
{
    uint64_t now = node->sim->now;
    return !node->dying && now >= node->sim->database->down_until &&
           now >= node->cut_until;
}

static bool is_cut_off(const struct sim_store *self)
{
    return !database_reaches(self->node) ||
           self->database->sim->now < self->doubt_until;
}

static struct store_op *copy_ops(const struct store_op *op)
{
    struct store_op *first = NULL;
    struct store_op **end = &first;
    for (; op; op = op->next) {
        size_t about = strlen(op->about) + 1;
        struct store_op *copy =
            sim_new(sizeof *copy + about + op->size + op->more_size);
        *copy = *op;
        copy->next = NULL;
        memcpy(copy->data, op->data, about + op->size + op->more_size);
        copy->about = copy->data;
        copy->bytes = copy->data + about;
        copy->more = copy->data + about + op->size;
        *end = copy;
        end = &copy->next;
    }
    return first;
}

static void release(struct commit *commit)
{
    if (commit->planned > 0 || commit->store)
        return;
    struct commit **at = &commit->database->commits;
    while (*at != commit)
        at = &(*at)->next;
    *at = commit->next;
    for (struct store_op *op = commit->first, *next; op; op = next) {
        next = op->next;
        free(op);
    }
    forget_left(commit->left);
    free(commit);
}

static void reach(struct commit *commit)
{
    if (commit->arrived)
        return;
    commit->arrived = true;
    if (commit->lost)
        commit->status = STORE_FAILED;
    else
        commit->left = apply(commit->database, commit->first, commit->node);
}

static void commit_arrives(struct sim *sim, void *what, uint64_t number)
{
    struct commit *commit = what;
    (void)sim;
    (void)number;
    reach(commit);
    commit->planned--;
    release(commit);
}

/* The answer is there. Who had to wait for it hears of it all the same. */
static void land(struct commit *commit)
{
    const struct sim_store *self = of(commit->store);
    if (commit->over)
        return;
    reach(commit);
    if (self->node->dying || self->doubt_until > self->database->sim->now ||
        self->database->down_until > self->database->sim->now)
        commit->status = STORE_FAILED;
    commit->over = true;
    tell_left(commit->store, commit->left);
    if (self->node->net)
        commit->done(commit->context);
    else if (!self->node->dying)
        sim_fail(self->database->sim,
                 "a server ends with a commit in flight, which would wake it");
}

static void commit_is_answered(struct sim *sim, void *what, uint64_t number)
{
    struct commit *commit = what;
    (void)number;
    commit->planned--;
    if (commit->store && !commit->node->dying) {
        struct node *before = sim->running;
        sim->running = commit->node;
        land(commit);
        sim->running = before;
    }
    release(commit);
}

/* What becomes of it. */
static void send(struct commit *commit)
{
    struct sim *sim = commit->database->sim;
    struct chance *fate = &sim->fate;
    struct sim_store *self = of(commit->store);
    uint64_t there = chance_between(fate, 100, 4000);
    uint64_t back = chance_between(fate, 50, 2000);
    bool fails = !sim->quiet && chance_one_in(fate, 150);
    if (!sim->quiet && chance_one_in(fate, 40))
        there += chance_between(fate, 10000, 500000);
    if (!sim->quiet && chance_one_in(fate, 40))
        back += chance_between(fate, 10000, 500000);
    if (is_cut_off(self))
        commit->lost = true;
    else if (fails && chance_one_in(fate, 2))
        commit->lost = true;
    commit->planned = 2;
    sim_after(sim, there, commit_arrives, commit, 0);
    sim_after(sim, there + back, commit_is_answered, commit, 0);
    if (!fails)
        return;
    /* Nobody knows whether it is there until it can be read again. */
    self->doubt_until =
        sim->now + there + back + chance_between(fate, 1000, 2000000);
    sim_excuse(sim, self->doubt_until + SIM_STANDSTILL);
    node_suffers(self->node, self->doubt_until);
    sim->faults++;
}

bool flight_begin(struct store *store, store_done *done, void *context)
{
    struct sim_store *self = of(store);
    struct commit *commit = sim_new(sizeof *commit);
    if (!store->flight)
        store->flight = sim_new(sizeof *store->flight);
    store->flight->commit = commit;
    commit->next = self->database->commits;
    self->database->commits = commit;
    commit->database = self->database;
    commit->store = store;
    commit->node = self->node;
    commit->first = copy_ops(store->flying.first);
    commit->done = done;
    commit->context = context;
    send(commit);
    return true;
}

bool flight_over(struct store *store, bool wait, enum store_status *status)
{
    struct commit *commit = store->flight->commit;
    assert(commit);
    if (!commit->over && !wait)
        return false;
    land(commit);
    *status = commit->status;
    if (*status != STORE_OK)
        (void)store_fail(store, *status, "the simulated database fails");
    if (wait)
        return true;
    commit->store = NULL;
    store->flight->commit = NULL;
    release(commit);
    return true;
}

void flight_free(struct store *store)
{
    if (store->flight && store->flight->commit) {
        store->flight->commit->store = NULL;
        release(store->flight->commit);
    }
    free(store->flight);
    store->flight = NULL;
}

void database_break(struct sim *sim, uint64_t until)
{
    struct database *database = sim->database;
    database->down_until = until;
    for (struct commit *commit = database->commits; commit;
         commit = commit->next)
        if (!commit->arrived && chance_one_in(&sim->fate, 2))
            commit->lost = true;
    sim_excuse(sim, until + SIM_STANDSTILL);
    for (unsigned i = 0; i < sim->wish.nodes; i++)
        node_suffers(&sim->node[i], until);
}

void database_mend(struct sim *sim)
{
    sim->database->down_until = 0;
}

void database_lose(struct sim *sim, struct node *node)
{
    for (struct commit *commit = sim->database->commits; commit;
         commit = commit->next)
        if (commit->node == node && !commit->arrived &&
            chance_one_in(&sim->fate, 2))
            commit->lost = true;
}

/* ---- The store --------------------------------------------------------- */

static enum store_status unreachable(struct store *store)
{
    return store_fail(store, STORE_FAILED, "the simulated database is down");
}

static enum store_status sim_commit(struct store *store,
                                    const struct store_op *first)
{
    struct sim_store *self = of(store);
    if (is_cut_off(self))
        return unreachable(store);
    struct left *left = apply(self->database, first, self->node);
    tell_left(store, left);
    forget_left(left);
    return STORE_OK;
}

static enum store_status sim_load(struct store *store, const char *table,
                                  uint64_t after, store_event_visit *visit,
                                  void *context)
{
    if (is_cut_off(of(store)))
        return unreachable(store);
    const struct db_table *found = database_find(of(store)->database, table);
    if (!is_there(found))
        return STORE_MISSING;
    for (uint64_t seq = after + 1 > found->first ? after + 1 : found->first;
         seq <= found->events; seq++)
        if (!visit(context, seq, found->event[seq - 1].bytes,
                   found->event[seq - 1].size))
            break;
    return STORE_OK;
}

static enum store_status sim_tables(struct store *store,
                                    store_table_visit *visit, void *context)
{
    if (is_cut_off(of(store)))
        return unreachable(store);
    for (const struct db_table *table = of(store)->database->tables; table;
         table = table->next)
        if (is_there(table) &&
            !visit(context, table->id, table->events, table->about))
            break;
    return STORE_OK;
}

static enum store_status sim_summary(struct store *store, const char *table,
                                     uint64_t *last_seq, char **about)
{
    const struct db_table *found = database_find(of(store)->database, table);
    void *copy = NULL;
    size_t size;
    if (is_cut_off(of(store)))
        return unreachable(store);
    if (!is_there(found))
        return STORE_MISSING;
    *last_seq = found->events;
    enum store_status status =
        store_copy(store, found->about, strlen(found->about), &copy, &size);
    *about = copy;
    return status;
}

static enum store_status sim_records(struct store *store, uint64_t before,
                                     const char *table, unsigned game,
                                     store_record_visit *visit, void *context)
{
    (void)before;
    (void)table;
    (void)game;
    (void)visit;
    (void)context;
    return is_cut_off(of(store)) ? unreachable(store) : STORE_OK;
}

static enum store_status sim_entries(struct store *store, const char *list,
                                     unsigned most, store_entry_visit *visit,
                                     void *context)
{
    if (is_cut_off(of(store)))
        return unreachable(store);
    for (const struct game *game = of(store)->database->entries;
         game && most > 0; game = game->next) {
        if (game->gone || strcmp(game->list, list) != 0)
            continue;
        most--;
        if (!visit(context, game->table, game->number, game->time,
                   game->marks & STORE_KEPT, game->about))
            break;
    }
    return STORE_OK;
}

static enum store_status sim_items(struct store *store, enum store_kind kind,
                                   store_item_visit *visit, void *context)
{
    (void)kind;
    (void)visit;
    (void)context;
    return unreachable(store);
}

static enum store_status sim_oldest(struct store *store, enum store_kind kind,
                                    uint64_t *time)
{
    (void)kind;
    (void)time;
    return is_cut_off(of(store)) ? unreachable(store) : STORE_MISSING;
}

static struct store_size sim_size(struct store *store)
{
    (void)store;
    return (struct store_size){.bytes = 1, .free = UINT64_MAX};
}

static enum store_status sim_read_readers(struct store *store,
                                          const char *table, unsigned game,
                                          void **bytes, size_t *size)
{
    if (is_cut_off(of(store)))
        return unreachable(store);
    const struct game *record = find_record(of(store)->database, table, game);
    return record ? store_copy(store, record->readers, record->readers_size,
                               bytes, size)
                  : STORE_MISSING;
}

static enum store_status sim_read_record(struct store *store, const char *table,
                                         unsigned game, void **bytes,
                                         size_t *size)
{
    if (is_cut_off(of(store)))
        return unreachable(store);
    const struct game *record = find_record(of(store)->database, table, game);
    return record ? store_copy(store, record->bytes, record->size, bytes, size)
                  : STORE_MISSING;
}

static enum store_status sim_dated(struct store *store, const char *name,
                                   uint64_t *time)
{
    if (is_cut_off(of(store)))
        return unreachable(store);
    const struct value *value = find_value(of(store)->database, name);
    if (value)
        *time = value->time;
    return value ? STORE_OK : STORE_MISSING;
}

static enum store_status sim_get(struct store *store, const char *name,
                                 void **bytes, size_t *size)
{
    if (is_cut_off(of(store)))
        return unreachable(store);
    const struct value *value = find_value(of(store)->database, name);
    return value ? store_copy(store, value->bytes, value->size, bytes, size)
                 : STORE_MISSING;
}

static void sim_close(struct store *store)
{
    free(store);
}

static const struct store_methods sim_methods = {
    .close = sim_close,
    .commit = sim_commit,
    .load = sim_load,
    .tables = sim_tables,
    .summary = sim_summary,
    .records = sim_records,
    .listed = sim_records,
    .entries = sim_entries,
    .items = sim_items,
    .oldest = sim_oldest,
    .size = sim_size,
    .read_readers = sim_read_readers,
    .read_record = sim_read_record,
    .dated = sim_dated,
    .get = sim_get,
};

bool store_is_postgres(const char *place)
{
    (void)place;
    return true;
}

void store_show_postgres(const char *url, char out[STORE_WHY])
{
    snprintf(out, STORE_WHY, "%s", url);
}

struct store *store_open_postgres(const char *url, enum store_status *status,
                                  char why[STORE_WHY])
{
    struct sim *sim = sim_current();
    struct sim_store *self = sim_new(sizeof *self);
    (void)url;
    self->database = sim->database;
    self->node = sim->running;
    if (is_cut_off(self)) {
        snprintf(why, STORE_WHY, "the simulated database is down");
        *status = STORE_FAILED;
        free(self);
        return NULL;
    }
    store_init(&self->store, &sim_methods);
    self->store.waits = true;
    self->store.shared = is_shared(self->database);
    return &self->store;
}

/* ---- Its life ---------------------------------------------------------- */

struct database *database_new(struct sim *sim)
{
    struct database *database = sim_new(sizeof *database);
    database->sim = sim;
    return database;
}

static void free_games(struct game *game)
{
    while (game) {
        struct game *next = game->next;
        free(game->about);
        free(game->bytes);
        free(game->readers);
        free(game);
        game = next;
    }
}

static void free_table(struct db_table *table)
{
    for (uint64_t i = 0; i < table->events; i++)
        free(table->event[i].bytes);
    free(table->event);
    free(table->about);
    free(table);
}

void database_free(struct database *database)
{
    while (database->commits) {
        database->commits->planned = 0;
        database->commits->store = NULL;
        release(database->commits);
    }
    while (database->tables) {
        struct db_table *table = database->tables;
        database->tables = table->next;
        free_table(table);
    }
    while (database->values)
        remove_value(database, database->values->name);
    free_games(database->records);
    free_games(database->entries);
    free(database);
}

void database_records(struct database *database, database_record_visit *visit,
                      void *context)
{
    for (const struct game *game = database->records; game; game = game->next)
        visit(context, game->table, game->number, game->bytes, game->size);
}
