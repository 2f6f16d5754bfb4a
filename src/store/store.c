/* What all stores have in common: is a key one, is a size allowed, are the
 * events of a batch in order; and the batch itself, which is collected in
 * memory, so that before store_commit() there is nothing to undo. */
#define _POSIX_C_SOURCE 200809L

#include "store/backend.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void store_init(struct store *store, const struct store_methods *methods)
{
    *store = (struct store){.methods = methods};
    store->batch.end = &store->batch.first;
    store->flying.end = &store->flying.first;
    store->left_end = &store->left;
}

enum store_status store_fail(struct store *store, enum store_status status,
                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(store->why, sizeof store->why, format, arguments);
    va_end(arguments);
    return status;
}

const char *store_why(const struct store *store)
{
    return store->batch.refused != STORE_OK ? store->batch.why : store->why;
}

bool store_key_valid(const char *key, size_t length)
{
    if (length == 0 || length >= STORE_KEY)
        return false;
    for (size_t i = 0; i < length; i++)
        if (key[i] <= ' ' || key[i] > '~')
            return false;
    return true;
}

static bool is_key(const char *key)
{
    return store_key_valid(key, strnlen(key, STORE_KEY));
}

enum store_status store_copy(struct store *store, const void *from, size_t size,
                             void **bytes, size_t *out_size)
{
    char *copy = malloc(size + 1);
    if (!copy)
        return store_fail(store, STORE_FAILED, "out of memory");
    if (size)
        memcpy(copy, from, size);
    copy[size] = '\0';
    *bytes = copy;
    *out_size = size;
    return STORE_OK;
}

/* ---- The batch ---------------------------------------------------------- */

static void clear_batch(struct store_batch *batch)
{
    for (struct store_op *op = batch->first, *next; op; op = next) {
        next = op->next;
        free(op);
    }
    batch->first = NULL;
    batch->end = &batch->first;
    batch->refused = STORE_OK;
    map_clear(&batch->by_table);
    map_clear(&batch->by_value);
}

static enum store_status refuse(struct store *store, enum store_status status,
                                const char *what)
{
    struct store_batch *batch = &store->batch;
    if (batch->refused == STORE_OK) {
        batch->refused = status;
        snprintf(batch->why, sizeof batch->why, "%s", what);
    }
    return batch->refused;
}

/* Copies what is to be written to the end of the batch. */
static enum store_status add(struct store *store, const struct store_op *like,
                             const char *key)
{
    struct store_batch *batch = &store->batch;
    size_t about = strlen(like->about) + 1;
    if (batch->refused != STORE_OK)
        return batch->refused;
    struct store_op *op =
        malloc(sizeof *op + about + like->size + like->more_size);
    if (!op)
        return refuse(store, STORE_FAILED, "out of memory");
    *op = *like;
    memcpy(op->key, key, strlen(key) + 1);
    memcpy(op->data, like->about, about);
    if (like->size)
        memcpy(op->data + about, like->bytes, like->size);
    if (like->more_size)
        memcpy(op->data + about + like->size, like->more, like->more_size);
    op->about = op->data;
    op->bytes = op->data + about;
    op->more = op->data + about + like->size;
    *batch->end = op;
    batch->end = &op->next;
    return STORE_OK;
}

static struct map_link *find(const struct map *map, const char *key)
{
    return map_find(map, key, strlen(key), NULL);
}

/* An operation that is also found by its key, until there is a later one. */
static enum store_status add_to(struct store *store, struct map *map,
                                const struct store_op *like, const char *key)
{
    if (!map->slot && !map_init(map))
        return refuse(store, STORE_FAILED, "out of memory");
    struct store_op **end = store->batch.end;
    enum store_status status = add(store, like, key);
    if (status != STORE_OK)
        return status;
    struct map_link *before = find(map, key);
    if (before)
        map_remove(map, before);
    map_add(map, &(*end)->link, (*end)->key, strlen(key));
    return STORE_OK;
}

/* One that numbers a table's events. */
static enum store_status add_for_table(struct store *store,
                                       const struct store_op *like,
                                       const char *table)
{
    return add_to(store, &store->batch.by_table, like, table);
}

/* The last such operation in the batch, or NULL. */
static const struct store_op *last_in(const struct store_batch *batch,
                                      const char *table)
{
    return MAP_THING(find(&batch->by_table, table), struct store_op, link);
}

/* ---- Writing ------------------------------------------------------------ */

enum store_status store_append(struct store *store, const char *table,
                               uint64_t seq, const void *bytes, size_t size)
{
    const struct store_batch *batch = &store->batch;
    if (!is_key(table))
        return refuse(store, STORE_INVALID, "this can't be a table's id");
    if (size > STORE_EVENT_MAX)
        return refuse(store, STORE_INVALID, "an event is too large");
    if (seq > STORE_NUMBER_MAX)
        return refuse(store, STORE_INVALID, "an event's number is too large");
    const struct store_op *last = last_in(batch, table);
    uint64_t next = 1;
    if (last && last->kind == STORE_OP_APPEND)
        next = last->number + 1;
    else if (last && last->kind == STORE_OP_BEGIN)
        next = last->number;
    if (seq == 0 || (last && seq != next))
        return refuse(store, STORE_CONFLICT, STORE_NOT_NEXT);
    return add_for_table(store,
                         &(struct store_op){.kind = STORE_OP_APPEND,
                                            .number = seq,
                                            .about = "",
                                            .bytes = bytes,
                                            .size = size},
                         table);
}

enum store_status store_begin(struct store *store, const char *table,
                              uint64_t first)
{
    if (!is_key(table))
        return refuse(store, STORE_INVALID, "this can't be a table's id");
    if (first == 0 || first > STORE_NUMBER_MAX)
        return refuse(store, STORE_INVALID, "no event has this number");
    return add_for_table(
        store,
        &(struct store_op){
            .kind = STORE_OP_BEGIN, .number = first, .about = "", .bytes = ""},
        table);
}

enum store_status store_trim(struct store *store, const char *table,
                             uint64_t first)
{
    if (!is_key(table))
        return refuse(store, STORE_INVALID, "this can't be a table's id");
    if (first == 0 || first > STORE_NUMBER_MAX)
        return refuse(store, STORE_INVALID, "no event has this number");
    const struct store_op *last = last_in(&store->batch, table);
    if (last && (last->kind != STORE_OP_APPEND || first > last->number))
        return refuse(store, STORE_CONFLICT, STORE_NOT_THERE);
    return add(
        store,
        &(struct store_op){
            .kind = STORE_OP_TRIM, .number = first, .about = "", .bytes = ""},
        table);
}

enum store_status store_record(struct store *store, const char *table,
                               unsigned game, uint64_t time, const char *about,
                               const void *bytes, size_t size)
{
    return store_record_marked(store, table, game, time, about,
                               &(struct store_marks){.marks = STORE_KEPT},
                               bytes, size);
}

/* What is wrong with a game that is to be written down somewhere, or NULL. */
static const char *wrong_game(const char *table, unsigned game, uint64_t time,
                              const char *about)
{
    if (!is_key(table))
        return "this can't be a table's id";
    if (game == 0)
        return "the first game is number 1";
    if (time > STORE_NUMBER_MAX)
        return "a record's time is too large";
    if (strnlen(about, STORE_ABOUT_MAX + 1) > STORE_ABOUT_MAX)
        return "the text beside a record is too long";
    return NULL;
}

enum store_status store_record_marked(struct store *store, const char *table,
                                      unsigned game, uint64_t time,
                                      const char *about,
                                      const struct store_marks *marks,
                                      const void *bytes, size_t size)
{
    const char *wrong = wrong_game(table, game, time, about);
    if (wrong)
        return refuse(store, STORE_INVALID, wrong);
    if (size > STORE_RECORD_MAX)
        return refuse(store, STORE_INVALID, "a record is too large");
    if (marks->readers_size > STORE_READERS_MAX)
        return refuse(store, STORE_INVALID, "a record has too many readers");
    return add(store,
               &(struct store_op){.kind = STORE_OP_RECORD,
                                  .number = game,
                                  .time = time,
                                  .marks = marks->marks,
                                  .about = about,
                                  .bytes = bytes,
                                  .size = size,
                                  .more = marks->readers,
                                  .more_size = marks->readers_size},
               table);
}

enum store_status store_enter(struct store *store, const char *list,
                              const char *table, unsigned game, uint64_t time,
                              bool kept, const char *about)
{
    const char *wrong = wrong_game(table, game, time, about);
    if (!wrong && !is_key(list))
        wrong = "this can't be a list's name";
    if (wrong)
        return refuse(store, STORE_INVALID, wrong);
    return add(store,
               &(struct store_op){.kind = STORE_OP_ENTER,
                                  .number = game,
                                  .time = time,
                                  .marks = kept ? STORE_KEPT : 0,
                                  .about = about,
                                  .bytes = "",
                                  .more = table,
                                  .more_size = strlen(table) + 1},
               list);
}

enum store_status store_about(struct store *store, const char *table,
                              const char *about)
{
    if (!is_key(table))
        return refuse(store, STORE_INVALID, "this can't be a table's id");
    if (strnlen(about, STORE_ABOUT_MAX + 1) > STORE_ABOUT_MAX)
        return refuse(store, STORE_INVALID,
                      "the text about a table is too long");
    return add(
        store,
        &(struct store_op){.kind = STORE_OP_ABOUT, .about = about, .bytes = ""},
        table);
}

enum store_status store_expire(struct store *store, enum store_kind kind,
                               uint64_t before, unsigned most)
{
    return add(store,
               &(struct store_op){.kind = STORE_OP_EXPIRE_RECORDS + kind,
                                  .number = most,
                                  .time = before < STORE_NUMBER_MAX
                                              ? before
                                              : STORE_NUMBER_MAX,
                                  .about = "",
                                  .bytes = ""},
               "");
}

static enum store_status add_plain(struct store *store, enum store_op_kind kind,
                                   const char *table)
{
    if (!is_key(table))
        return refuse(store, STORE_INVALID, "this can't be a table's id");
    return add_for_table(
        store, &(struct store_op){.kind = kind, .about = "", .bytes = ""},
        table);
}

enum store_status store_archive(struct store *store, const char *table)
{
    return add_plain(store, STORE_OP_ARCHIVE, table);
}

enum store_status store_delete(struct store *store, const char *table)
{
    return add_plain(store, STORE_OP_DELETE, table);
}

enum store_status store_put(struct store *store, const char *name,
                            const void *bytes, size_t size)
{
    return store_put_dated(store, name, 0, bytes, size);
}

/* What is wrong with a value that is to be written, or NULL. */
static const char *wrong_value(const char *name, size_t size)
{
    if (!is_key(name))
        return "this can't be a value's name";
    return size > STORE_VALUE_MAX ? "a value is too large" : NULL;
}

enum store_status store_put_dated(struct store *store, const char *name,
                                  uint64_t time, const void *bytes, size_t size)
{
    const char *wrong = wrong_value(name, size);
    if (wrong)
        return refuse(store, STORE_INVALID, wrong);
    if (time > STORE_NUMBER_MAX)
        return refuse(store, STORE_INVALID, "a value's time is too large");
    return add_to(
        store, &store->batch.by_value,
        &(struct store_op){.kind = size ? STORE_OP_PUT : STORE_OP_REMOVE,
                           .time = time,
                           .about = "",
                           .bytes = bytes,
                           .size = size},
        name);
}

/* What another table gives free is free only if that one is not left out: its
 * name is nobody's until the next batch. */
static bool is_freed_for(const struct store_op *last, const char *table)
{
    return last->kind == STORE_OP_REMOVE &&
           (last->more_size == 0 || strcmp(last->more, table) == 0);
}

/* Whether the name is taken in the batch itself can be said at once. */
enum store_status store_claim(struct store *store, const char *name,
                              const char *table, const void *bytes, size_t size)
{
    const char *wrong = wrong_value(name, size);
    if (!wrong && !is_key(table))
        wrong = "this can't be a table's id";
    if (wrong)
        return refuse(store, STORE_INVALID, wrong);
    const struct store_op *last =
        MAP_THING(find(&store->batch.by_value, name), struct store_op, link);
    unsigned marks = 0;
    if (last)
        marks =
            is_freed_for(last, table) ? STORE_CLAIM_FREED : STORE_CLAIM_TAKEN;
    return add_to(
        store, &store->batch.by_value,
        &(struct store_op){.kind = size ? STORE_OP_CLAIM : STORE_OP_REMOVE,
                           .marks = size ? marks : 0,
                           .about = "",
                           .bytes = bytes,
                           .size = size,
                           .more = table,
                           .more_size = strlen(table) + 1},
        name);
}

enum store_status store_as_owner(struct store *store, const char *table)
{
    if (!is_key(table))
        return refuse(store, STORE_INVALID, "this can't be a table's id");
    return add(
        store,
        &(struct store_op){.kind = STORE_OP_OWNER, .about = "", .bytes = ""},
        table);
}

bool store_is_shared(const struct store *store)
{
    return store->shared;
}

/* Why the batch can't be committed; no commit is in flight. */
static enum store_status refused(struct store *store)
{
    assert(store->reading == 0 && !store->committing);
    store_left_clear(store);
    if (store->batch.refused == STORE_OK)
        return STORE_OK;
    return store_fail(store, store->batch.refused, "%s", store->batch.why);
}

enum store_status store_commit(struct store *store)
{
    enum store_status status = refused(store);
    if (status == STORE_OK)
        status = store->methods->commit(store, store->batch.first);
    clear_batch(&store->batch);
    return status;
}

/* The batch becomes the one that flies; operations stay where they are. */
static void take_off(struct store *store)
{
    struct store_batch next = {.by_table = store->flying.by_table,
                               .by_value = store->flying.by_value};
    store->flying = store->batch;
    if (!store->flying.first)
        store->flying.end = &store->flying.first;
    store->batch = next;
    store->batch.end = &store->batch.first;
}

void store_commit_begin(struct store *store, store_done *done, void *context)
{
    store->status = refused(store);
    take_off(store);
    if (store->status == STORE_OK) {
        store->committing = flight_begin(store, done, context);
        if (!store->committing)
            store->status = store->methods->commit(store, store->flying.first);
    }
    if (!store->committing)
        clear_batch(&store->flying);
}

bool store_commit_over(struct store *store, enum store_status *status)
{
    if (!store->committing) {
        *status = store->status;
        return true;
    }
    if (!flight_over(store, false, status))
        return false;
    store->committing = false;
    clear_batch(&store->flying);
    return true;
}

enum store_status store_commit_wait(struct store *store)
{
    enum store_status status = STORE_OK;
    if (store->committing)
        (void)flight_over(store, true, &status);
    (void)store_commit_over(store, &status);
    return status;
}

bool store_is_committing(const struct store *store)
{
    return store->committing;
}

void store_rollback(struct store *store)
{
    clear_batch(&store->batch);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    assert(store->reading == 0);
    if (store->committing)
        (void)store_commit_wait(store);
    flight_free(store);
    clear_batch(&store->batch);
    store_left_clear(store);
    map_free(&store->left_by_table);
    map_free(&store->batch.by_table);
    map_free(&store->flying.by_table);
    map_free(&store->batch.by_value);
    map_free(&store->flying.by_value);
    store->methods->close(store);
}

/* ---- Reading ------------------------------------------------------------ */

/* A commit in flight ends, well or badly, before anything is read. */
static void begin_reading(struct store *store)
{
    enum store_status status;
    if (store->committing)
        (void)flight_over(store, true, &status);
    store->reading++;
}

enum store_status store_load(struct store *store, const char *table,
                             uint64_t after, store_event_visit *visit,
                             void *context)
{
    if (!is_key(table))
        return STORE_MISSING;
    begin_reading(store);
    enum store_status status =
        store->methods->load(store, table, after, visit, context);
    store->reading--;
    return status;
}

enum store_status store_tables(struct store *store, store_table_visit *visit,
                               void *context)
{
    begin_reading(store);
    enum store_status status = store->methods->tables(store, visit, context);
    store->reading--;
    return status;
}

enum store_status store_summary(struct store *store, const char *table,
                                uint64_t *last_seq, char **about)
{
    if (!is_key(table))
        return STORE_MISSING;
    begin_reading(store);
    enum store_status status =
        store->methods->summary(store, table, last_seq, about);
    store->reading--;
    return status;
}

enum store_status store_records(struct store *store, uint64_t before,
                                const char *table, unsigned game,
                                store_record_visit *visit, void *context)
{
    if (*table && !is_key(table))
        return store_fail(store, STORE_INVALID, "this can't be a table's id");
    begin_reading(store);
    enum store_status status =
        store->methods->records(store, before, table, game, visit, context);
    store->reading--;
    return status;
}

enum store_status store_listed(struct store *store, uint64_t before,
                               const char *table, unsigned game,
                               store_record_visit *visit, void *context)
{
    if (*table && !is_key(table))
        return store_fail(store, STORE_INVALID, "this can't be a table's id");
    begin_reading(store);
    enum store_status status =
        store->methods->listed(store, before, table, game, visit, context);
    store->reading--;
    return status;
}

enum store_status store_entries(struct store *store, const char *list,
                                unsigned most, store_entry_visit *visit,
                                void *context)
{
    if (!is_key(list))
        return STORE_OK;
    begin_reading(store);
    enum store_status status =
        store->methods->entries(store, list, most, visit, context);
    store->reading--;
    return status;
}

enum store_status store_items(struct store *store, enum store_kind kind,
                              store_item_visit *visit, void *context)
{
    begin_reading(store);
    enum store_status status =
        store->methods->items(store, kind, visit, context);
    store->reading--;
    return status;
}

enum store_status store_oldest(struct store *store, enum store_kind kind,
                               uint64_t *time)
{
    begin_reading(store);
    enum store_status status = store->methods->oldest(store, kind, time);
    store->reading--;
    return status;
}

struct store_size store_size(struct store *store)
{
    return store->methods->size(store);
}

enum store_status store_read_readers(struct store *store, const char *table,
                                     unsigned game, void **bytes, size_t *size)
{
    if (!is_key(table))
        return STORE_MISSING;
    begin_reading(store);
    enum store_status status =
        store->methods->read_readers(store, table, game, bytes, size);
    store->reading--;
    return status;
}

enum store_status store_read_record(struct store *store, const char *table,
                                    unsigned game, void **bytes, size_t *size)
{
    if (!is_key(table))
        return STORE_MISSING;
    begin_reading(store);
    enum store_status status =
        store->methods->read_record(store, table, game, bytes, size);
    store->reading--;
    return status;
}

enum store_status store_dated(struct store *store, const char *name,
                              uint64_t *time)
{
    if (!is_key(name))
        return STORE_MISSING;
    begin_reading(store);
    enum store_status status = store->methods->dated(store, name, time);
    store->reading--;
    return status;
}

enum store_status store_get(struct store *store, const char *name, void **bytes,
                            size_t *size)
{
    if (!is_key(name))
        return STORE_MISSING;
    begin_reading(store);
    enum store_status status = store->methods->get(store, name, bytes, size);
    store->reading--;
    return status;
}
