/* From one store to another. Events are appended as they are, with new checks in
 * the other store's chain; then every table is read in both, which finds whatever
 * is wrong with either chain, and what was read must be the same.
 *
 * The copy has a value of its own from its beginning to its end. Whoever finds it
 * knows that the copy was not finished. */
#define _POSIX_C_SOURCE 200809L

#include "store/backend.h"

#include <stdio.h>
#include <string.h>

#include "store/chain.h"

#define BATCH ((size_t)1 << 20) /* bytes for a commit */

struct copy {
    struct store *from;
    struct store *to;
    struct store_copied *copied;
    enum store_kind kind; /* of items */
    const char *table;    /* whose events are copied */
    bool begun;           /* they are */
    size_t bytes;         /* in the batch */
    enum store_status status;
    char why[STORE_WHY];
};

/* Keeps the first thing that goes wrong; whether all is well. */
static bool check(struct copy *copy, const struct store *store,
                  enum store_status status)
{
    if (copy->status == STORE_OK && status != STORE_OK) {
        copy->status = status;
        snprintf(copy->why, sizeof copy->why, "%.200s", store_why(store));
    }
    return copy->status == STORE_OK;
}

static bool fail(struct copy *copy, const char *words)
{
    if (copy->status == STORE_OK) {
        copy->status = STORE_FAILED;
        snprintf(copy->why, sizeof copy->why, "%s", words);
    }
    return false;
}

static bool written(struct copy *copy, enum store_status status, size_t bytes)
{
    if (!check(copy, copy->to, status))
        return false;
    copy->bytes += bytes + 64;
    return true;
}

static bool commit(struct copy *copy)
{
    copy->bytes = 0;
    return copy->status == STORE_OK &&
           check(copy, copy->to, store_commit(copy->to));
}

/* ---- Tables ------------------------------------------------------------- */

static bool copy_event(void *context, uint64_t seq, const void *bytes,
                       size_t size)
{
    struct copy *copy = context;
    if (!copy->begun && seq > 1 &&
        !written(copy, store_begin(copy->to, copy->table, seq), 0))
        return false;
    copy->begun = true;
    copy->copied->events++;
    return written(copy, store_append(copy->to, copy->table, seq, bytes, size),
                   size);
}

/* The id would open the table to whoever reads this: its beginning is enough. */
static void name_table(struct copy *copy, const char *table)
{
    char why[STORE_WHY];
    memcpy(why, copy->why, sizeof why);
    snprintf(copy->why, sizeof copy->why,
             "the table whose id begins with %.6s: %.180s", table, why);
}

static bool copy_table(void *context, const char *table, uint64_t last,
                       const char *about)
{
    struct copy *copy = context;
    (void)last;
    copy->table = table;
    copy->begun = false;
    check(copy, copy->from, store_load(copy->from, table, 0, copy_event, copy));
    if (copy->status == STORE_OK && about[0])
        written(copy, store_about(copy->to, table, about), strlen(about));
    copy->table = NULL;
    copy->copied->tables++;
    if (copy->status != STORE_OK)
        name_table(copy, table);
    return copy->status == STORE_OK && (copy->bytes < BATCH || commit(copy));
}

/* ---- Records, lists and values ------------------------------------------- */

static bool copy_item(void *context, const struct store_item *item)
{
    struct copy *copy = context;
    enum store_status status = STORE_OK;
    switch (copy->kind) {
    case STORE_RECORDS:
        status = store_record_marked(
            copy->to, item->key, item->game, item->time, item->about,
            &(struct store_marks){.marks = item->marks,
                                  .readers = item->readers,
                                  .readers_size = item->readers_size},
            item->bytes, item->size);
        break;
    case STORE_ENTRIES:
        status = store_enter(copy->to, item->key, item->table, item->game,
                             item->time, item->marks & STORE_KEPT, item->about);
        break;
    case STORE_VALUES:
    case STORE_KINDS:
        status = store_put_dated(copy->to, item->key, item->time, item->bytes,
                                 item->size);
        break;
    }
    copy->copied->items[copy->kind]++;
    return written(copy, status, item->size) &&
           (copy->bytes < BATCH || commit(copy));
}

/* ---- Whether it is the same ---------------------------------------------- */

struct digest {
    const char *table;
    uint64_t events;
    uint8_t sum[CHAIN_BYTES];
};

static bool add_event(void *context, uint64_t seq, const void *bytes,
                      size_t size)
{
    static const uint8_t key[CHAIN_KEY];
    struct digest *digest = context;
    digest->events++;
    chain_event(key, digest->sum, digest->table, seq, bytes, size, digest->sum);
    return true;
}

static bool compare_table(void *context, const char *table, uint64_t last,
                          const char *about)
{
    struct copy *copy = context;
    struct digest one = {.table = table};
    struct digest two = {.table = table};
    (void)last;
    (void)about;
    if (check(copy, copy->from,
              store_load(copy->from, table, 0, add_event, &one)))
        check(copy, copy->to, store_load(copy->to, table, 0, add_event, &two));
    if (copy->status == STORE_OK && memcmp(one.sum, two.sum, CHAIN_BYTES) != 0)
        fail(copy, "the copy is not the same");
    if (copy->status != STORE_OK)
        name_table(copy, table);
    return copy->status == STORE_OK;
}

static bool compare(struct copy *copy)
{
    struct store_size one = store_size(copy->from);
    struct store_size two = store_size(copy->to);
    check(copy, copy->from, store_tables(copy->from, compare_table, copy));
    for (unsigned kind = 0; kind < STORE_KINDS; kind++)
        if (one.rows[kind] + (kind == STORE_VALUES) != two.rows[kind])
            fail(copy, "the copy has not as many rows");
    return copy->status == STORE_OK;
}

/* ---- All of it ----------------------------------------------------------- */

static bool stop(void *context, const char *table, uint64_t last,
                 const char *about)
{
    bool *found = context;
    (void)table;
    (void)last;
    (void)about;
    *found = true;
    return false;
}

static bool is_unfinished(struct copy *copy, struct store *store)
{
    uint64_t time;
    enum store_status status = store_dated(store, STORE_COPYING, &time);
    if (status == STORE_MISSING)
        return false;
    if (check(copy, store, status))
        fail(copy, "a copy to it was begun and not finished: remove it, and "
                   "copy once more");
    return true;
}

static bool is_empty(struct copy *copy)
{
    struct store_size size = store_size(copy->to);
    bool found = false;
    if (!check(copy, copy->to, store_tables(copy->to, stop, &found)))
        return false;
    for (unsigned kind = 0; kind < STORE_KINDS; kind++)
        found = found || size.rows[kind] > 0;
    return !found || fail(copy, "there is something in it already: copy into "
                                "an empty place");
}

static void run(struct copy *copy)
{
    if (is_unfinished(copy, copy->from) || is_unfinished(copy, copy->to) ||
        !is_empty(copy) ||
        !written(copy, store_put(copy->to, STORE_COPYING, "yes", 3), 0) ||
        !commit(copy))
        return;
    check(copy, copy->from, store_tables(copy->from, copy_table, copy));
    for (unsigned kind = 0; kind < STORE_KINDS && copy->status == STORE_OK;
         kind++) {
        copy->kind = kind;
        check(copy, copy->from, store_items(copy->from, kind, copy_item, copy));
    }
    if (commit(copy) && compare(copy) &&
        written(copy, store_put(copy->to, STORE_COPYING, "", 0), 0))
        commit(copy);
}

enum store_status store_copy_all(struct store *from, struct store *to,
                                 struct store_copied *copied,
                                 char why[STORE_WHY])
{
    struct copy copy = {.from = from, .to = to, .copied = copied};
    *copied = (struct store_copied){0};
    run(&copy);
    if (copy.status != STORE_OK) {
        store_rollback(to);
        memcpy(why, copy.why, STORE_WHY);
    }
    return copy.status;
}
