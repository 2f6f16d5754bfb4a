/* The database as a server sees it: a store like any other, for the real
 * src/store/store.c. */
#include "simulation/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum store_status unreachable(struct store *store)
{
    return store_fail(store, STORE_FAILED, "the simulated database is down");
}

static enum store_status sim_commit(struct store *store,
                                    const struct store_op *first)
{
    struct sim_store *self = db_store(store);
    if (db_is_cut_off(self))
        return unreachable(store);
    struct left *left = db_apply(self->database, first, self->node);
    db_tell_left(store, left);
    db_forget_left(left);
    return STORE_OK;
}

static enum store_status sim_load(struct store *store, const char *table,
                                  uint64_t after, store_event_visit *visit,
                                  void *context)
{
    if (db_is_cut_off(db_store(store)))
        return unreachable(store);
    const struct db_table *found =
        database_find(db_store(store)->database, table);
    if (!db_is_there(found))
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
    if (db_is_cut_off(db_store(store)))
        return unreachable(store);
    for (const struct db_table *table = db_store(store)->database->tables;
         table; table = table->next)
        if (db_is_there(table) &&
            !visit(context, table->id, table->events, table->about))
            break;
    return STORE_OK;
}

static enum store_status sim_summary(struct store *store, const char *table,
                                     uint64_t *last_seq, char **about)
{
    const struct db_table *found =
        database_find(db_store(store)->database, table);
    void *copy = NULL;
    size_t size;
    if (db_is_cut_off(db_store(store)))
        return unreachable(store);
    if (!db_is_there(found))
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
    return db_is_cut_off(db_store(store)) ? unreachable(store) : STORE_OK;
}

static enum store_status sim_entries(struct store *store, const char *list,
                                     unsigned most, store_entry_visit *visit,
                                     void *context)
{
    if (db_is_cut_off(db_store(store)))
        return unreachable(store);
    for (const struct game *game = db_store(store)->database->entries;
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
    return db_is_cut_off(db_store(store)) ? unreachable(store) : STORE_MISSING;
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
    if (db_is_cut_off(db_store(store)))
        return unreachable(store);
    const struct game *record =
        db_find_record(db_store(store)->database, table, game);
    return record ? store_copy(store, record->readers, record->readers_size,
                               bytes, size)
                  : STORE_MISSING;
}

static enum store_status sim_read_record(struct store *store, const char *table,
                                         unsigned game, void **bytes,
                                         size_t *size)
{
    if (db_is_cut_off(db_store(store)))
        return unreachable(store);
    const struct game *record =
        db_find_record(db_store(store)->database, table, game);
    return record ? store_copy(store, record->bytes, record->size, bytes, size)
                  : STORE_MISSING;
}

static enum store_status sim_dated(struct store *store, const char *name,
                                   uint64_t *time)
{
    if (db_is_cut_off(db_store(store)))
        return unreachable(store);
    const struct value *value = db_find_value(db_store(store)->database, name);
    if (value)
        *time = value->time;
    return value ? STORE_OK : STORE_MISSING;
}

static enum store_status sim_get(struct store *store, const char *name,
                                 void **bytes, size_t *size)
{
    if (db_is_cut_off(db_store(store)))
        return unreachable(store);
    const struct value *value = db_find_value(db_store(store)->database, name);
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
    if (db_is_cut_off(self)) {
        snprintf(why, STORE_WHY, "the simulated database is down");
        *status = STORE_FAILED;
        free(self);
        return NULL;
    }
    store_init(&self->store, &sim_methods);
    self->store.waits = true;
    self->store.shared = db_is_shared(self->database);
    return &self->store;
}
