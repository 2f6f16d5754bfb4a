/* A batch begins with a copy of the array, which comes back whenever there is a
 * conflict. Rows never change and stay in memory until the model is closed. */
#include "support/store_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/backend.h"

enum row_kind { ROW_RECORD, ROW_ENTRY, ROW_VALUE, ROW_EVENT, ROW_ABOUT };

_Static_assert((int)ROW_RECORD == (int)STORE_RECORDS &&
                   (int)ROW_ENTRY == (int)STORE_ENTRIES &&
                   (int)ROW_VALUE == (int)STORE_VALUES,
               "what has a time comes first");

struct row {
    enum row_kind kind;
    char key[STORE_KEY]; /* the table; of an entry the list, of a value its
                            name */
    uint64_t number;     /* of an event; else of the game */
    uint64_t time;
    uint64_t entered; /* the how manieth row it is */
    unsigned marks;
    const char *about;
    const char *bytes;
    const char *more; /* of an entry: the table */
    size_t size;
    size_t more_size;
    struct row *older; /* of all there ever were */
};

struct model {
    struct store store;
    struct row **row; /* in the order in which they came */
    size_t count;
    struct row *newest;
    const struct store_op *begins; /* a log, in this batch */
};

static struct model *of(struct store *store)
{
    return (struct model *)store;
}

static void *room_for(size_t size)
{
    void *room = malloc(size ? size : 1);
    assert_non_null(room);
    return room;
}

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static const char *copy_of(char **data, const char *from, size_t size)
{
    char *to = *data;
    memcpy(to, from, size);
    *data += size;
    return to;
}

static void add(struct model *model, enum row_kind kind,
                const struct store_op *op)
{
    size_t text = strlen(op->about) + 1;
    struct row *row = room_for(sizeof *row + text + op->size + op->more_size);
    char *data = (char *)(row + 1);
    *row =
        (struct row){.kind = kind,
                     .number = op->number,
                     .time = op->time,
                     .entered = model->newest ? model->newest->entered + 1 : 1,
                     .marks = op->marks,
                     .size = op->size,
                     .more_size = op->more_size,
                     .older = model->newest};
    memcpy(row->key, op->key, sizeof row->key);
    row->about = copy_of(&data, op->about, text);
    row->bytes = copy_of(&data, op->bytes, op->size);
    row->more = copy_of(&data, op->more, op->more_size);
    model->newest = row;
    model->row = realloc(model->row, (model->count + 1) * sizeof(struct row *));
    assert_non_null(model->row);
    model->row[model->count++] = row;
}

static const struct row *find(const struct model *model, enum row_kind kind,
                              const char *key, uint64_t number)
{
    for (size_t i = 0; i < model->count; i++) {
        const struct row *row = model->row[i];
        if (row->kind == kind && same(row->key, key) &&
            (kind == ROW_VALUE || kind == ROW_ABOUT || row->number == number))
            return row;
    }
    return NULL;
}

static uint64_t last_event(const struct model *model, const char *table)
{
    uint64_t last = 0;
    for (size_t i = 0; i < model->count; i++)
        if (model->row[i]->kind == ROW_EVENT && same(model->row[i]->key, table))
            last = model->row[i]->number;
    return last;
}

/* ---- In the order of time ----------------------------------------------- */

/* Below 0 if `a` is to go before `b`. Of the same time the record that is
 * listed last goes first, the entry that came first, the first value by name. */
static int compare(const struct row *a, const struct row *b)
{
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->kind == ROW_ENTRY)
        return a->entered < b->entered ? -1 : a->entered > b->entered;
    int keys = strcmp(a->key, b->key);
    if (a->kind == ROW_VALUE)
        return keys;
    return keys ? -keys : a->number > b->number ? -1 : a->number < b->number;
}

/* The row after `last` (NULL: the first) of those like `like`: the same kind,
 * and its key and marks if it has any. `way` is 1 from the oldest on, -1 from
 * the newest. Values without a time are not there. */
static const struct row *next_like(const struct model *model,
                                   const struct row *like,
                                   const struct row *last, int way)
{
    const struct row *found = NULL;
    for (size_t i = 0; i < model->count; i++) {
        const struct row *row = model->row[i];
        if (row->kind != like->kind ||
            (row->marks & like->marks) != like->marks)
            continue;
        if ((like->key[0] && !same(row->key, like->key)) ||
            (row->kind == ROW_VALUE && !row->time))
            continue;
        if ((!last || way * compare(last, row) < 0) &&
            (!found || way * compare(row, found) < 0))
            found = row;
    }
    return found;
}

/* ---- Batches ------------------------------------------------------------ */

/* Whether the operation is the end of a row. */
static bool ends(const struct store_op *op, const struct row *row)
{
    bool all = op->kind == STORE_OP_DELETE || !(row->marks & STORE_KEPT);
    bool here = same(row->key, op->key);
    switch (op->kind) {
    case STORE_OP_TRIM:
        return here && row->kind == ROW_EVENT && row->number < op->number;
    case STORE_OP_ABOUT:
        return here && row->kind == ROW_ABOUT;
    case STORE_OP_PUT:
    case STORE_OP_REMOVE:
        return here && row->kind == ROW_VALUE;
    case STORE_OP_ARCHIVE:
    case STORE_OP_DELETE:
        if (row->kind == ROW_ENTRY)
            return all && same(row->more, op->key);
        return here && row->kind != ROW_VALUE &&
               (row->kind != ROW_RECORD || all);
    case STORE_OP_APPEND:
    case STORE_OP_BEGIN:
    case STORE_OP_RECORD:
    case STORE_OP_ENTER:
    case STORE_OP_EXPIRE_RECORDS:
    case STORE_OP_EXPIRE_ENTRIES:
    case STORE_OP_EXPIRE_VALUES:
    case STORE_OP_CLAIM:
    case STORE_OP_OWNER:
        break;
    }
    return false;
}

static void end_rows(struct model *model, const struct store_op *op)
{
    size_t kept = 0;
    for (size_t i = 0; i < model->count; i++)
        if (!ends(op, model->row[i]))
            model->row[kept++] = model->row[i];
    model->count = kept;
}

static void take_out(struct model *model, const struct row *row)
{
    size_t at = 0;
    while (model->row[at] != row)
        at++;
    model->count--;
    memmove(&model->row[at], &model->row[at + 1],
            (model->count - at) * sizeof(struct row *));
}

static void date(struct model *model, const struct row *row, uint64_t time)
{
    struct store_op op = {.time = time,
                          .size = row->size,
                          .about = row->about,
                          .bytes = row->bytes,
                          .more = row->more};
    memcpy(op.key, row->key, sizeof op.key);
    take_out(model, row);
    add(model, ROW_VALUE, &op);
}

static bool has_list(const struct model *model, const char *name)
{
    struct row like = {.kind = ROW_ENTRY};
    memcpy(like.key, name, sizeof like.key);
    return next_like(model, &like, NULL, 1);
}

/* Of the oldest values those without a list go; and of the oldest that are then
 * there those with one get a later date. Of all else the oldest go. */
static void expire(struct model *model, const struct store_op *op)
{
    struct row like = {.kind =
                           (enum row_kind)(op->kind - STORE_OP_EXPIRE_RECORDS)};
    bool values = like.kind == ROW_VALUE;
    for (int listed = 0; listed <= values; listed++) {
        const struct row *row = next_like(model, &like, NULL, 1);
        for (uint64_t i = 0; i < op->number && row && row->time < op->time;
             i++) {
            const struct row *next = next_like(model, &like, row, 1);
            bool has = values && has_list(model, row->key);
            if (has && listed)
                date(model, row, op->time);
            else if (has == (bool)listed)
                take_out(model, row);
            row = next;
        }
    }
}

static enum store_status apply(struct model *model, const struct store_op *op)
{
    static const enum row_kind adds[] = {
        [STORE_OP_APPEND] = ROW_EVENT, [STORE_OP_RECORD] = ROW_RECORD,
        [STORE_OP_ENTER] = ROW_ENTRY,  [STORE_OP_ABOUT] = ROW_ABOUT,
        [STORE_OP_PUT] = ROW_VALUE,    [STORE_OP_CLAIM] = ROW_VALUE,
    };
    uint64_t last = last_event(model, op->key);
    if (op->kind == STORE_OP_BEGIN && last > 0)
        return STORE_CONFLICT;
    if (op->kind == STORE_OP_BEGIN) {
        model->begins = op;
        return STORE_OK;
    }
    if (last == 0 && model->begins && same(model->begins->key, op->key))
        last = model->begins->number - 1;
    if (op->kind == STORE_OP_APPEND && op->number != last + 1)
        return STORE_CONFLICT;
    if (op->kind == STORE_OP_TRIM &&
        !find(model, ROW_EVENT, op->key, op->number))
        return STORE_CONFLICT;
    if (op->kind == STORE_OP_RECORD &&
        find(model, ROW_RECORD, op->key, op->number))
        return STORE_CONFLICT;
    end_rows(model, op);
    if (op->kind >= STORE_OP_EXPIRE_RECORDS &&
        op->kind <= STORE_OP_EXPIRE_VALUES)
        expire(model, op);
    else if (op->kind != STORE_OP_OWNER && op->kind != STORE_OP_TRIM &&
             op->kind != STORE_OP_ARCHIVE && op->kind != STORE_OP_DELETE &&
             op->kind != STORE_OP_REMOVE)
        add(model, adds[op->kind], op);
    return STORE_OK;
}

/* A claim looks at what was there before the batch, and at the batch. */
static void look_at_claims(struct model *model, const struct store_op *first)
{
    assert_true(store_left_begin(&model->store, first));
    for (const struct store_op *op = first; op; op = op->next)
        if (op->kind == STORE_OP_CLAIM && !op->marks &&
            find(model, ROW_VALUE, op->key, 0))
            assert_true(store_leave_out(&model->store, op->more));
}

/* The operation that can't be, or NULL. */
static const struct store_op *apply_all(struct model *model,
                                        const struct store_op *first)
{
    model->begins = NULL;
    for (const struct store_op *op = first; op; op = op->next)
        if (!store_is_left_out(&model->store, op) &&
            apply(model, op) != STORE_OK)
            return op;
    return NULL;
}

/* All over again without the table that somebody else has written about. */
static enum store_status model_commit(struct store *store,
                                      const struct store_op *first)
{
    struct model *model = of(store);
    size_t count = model->count;
    size_t size = count * sizeof(struct row *);
    struct row **before = room_for(size);
    const struct store_op *wrong;
    if (count)
        memcpy(before, model->row, size);
    look_at_claims(model, first);
    while ((wrong = apply_all(model, first))) {
        assert_true(store_leave_out(store, store_op_table(wrong)));
        free(model->row);
        model->row = room_for(size);
        if (count)
            memcpy(model->row, before, size);
        model->count = count;
    }
    free(before);
    return STORE_OK;
}

/* ---- Reading ------------------------------------------------------------ */

static enum store_status model_load(struct store *store, const char *table,
                                    uint64_t after, store_event_visit *visit,
                                    void *context)
{
    const struct model *model = of(store);
    for (size_t i = 0; i < model->count; i++) {
        const struct row *row = model->row[i];
        if (row->kind == ROW_EVENT && same(row->key, table) &&
            row->number > after &&
            !visit(context, row->number, row->bytes, row->size))
            break;
    }
    return last_event(model, table) ? STORE_OK : STORE_MISSING;
}

static enum store_status model_tables(struct store *store,
                                      store_table_visit *visit, void *context)
{
    const struct model *model = of(store);
    const char *last = "";
    const char *next;
    do {
        next = NULL;
        for (size_t i = 0; i < model->count; i++) {
            const char *key = model->row[i]->key;
            if (model->row[i]->kind == ROW_EVENT && strcmp(key, last) > 0 &&
                (!next || strcmp(key, next) < 0))
                next = key;
        }
        if (next) {
            const struct row *about = find(model, ROW_ABOUT, next, 0);
            last = next;
            if (!visit(context, next, last_event(model, next),
                       about ? about->about : ""))
                break;
        }
    } while (next);
    return STORE_OK;
}

static enum store_status model_summary(struct store *store, const char *table,
                                       uint64_t *last_seq, char **about)
{
    const struct row *row = find(of(store), ROW_ABOUT, table, 0);
    const char *text = row ? row->about : "";
    void *copy = NULL;
    size_t size;
    *last_seq = last_event(of(store), table);
    if (*last_seq == 0)
        return STORE_MISSING;
    enum store_status status =
        store_copy(store, text, strlen(text), &copy, &size);
    *about = copy;
    return status;
}

static enum store_status records(struct store *store, unsigned marks,
                                 const struct row *after,
                                 store_record_visit *visit, void *context)
{
    const struct row like = {.kind = ROW_RECORD, .marks = marks};
    const struct row *row = next_like(of(store), &like, after, -1);
    while (row && visit(context, row->key, (unsigned)row->number, row->time,
                        row->about))
        row = next_like(of(store), &like, row, -1);
    return STORE_OK;
}

static struct row cursor(uint64_t time, const char *table, unsigned game)
{
    struct row row = {.kind = ROW_RECORD, .time = time, .number = game};
    strcpy(row.key, table);
    return row;
}

static enum store_status model_records(struct store *store, uint64_t before,
                                       const char *table, unsigned game,
                                       store_record_visit *visit, void *context)
{
    struct row after = cursor(before, table, game);
    return records(store, 0, &after, visit, context);
}

static enum store_status model_listed(struct store *store, uint64_t before,
                                      const char *table, unsigned game,
                                      store_record_visit *visit, void *context)
{
    struct row after = cursor(before, table, game);
    return records(store, STORE_LISTED, &after, visit, context);
}

static enum store_status model_entries(struct store *store, const char *list,
                                       unsigned most, store_entry_visit *visit,
                                       void *context)
{
    struct row like = {.kind = ROW_ENTRY};
    strcpy(like.key, list);
    const struct row *row = next_like(of(store), &like, NULL, -1);
    while (most-- > 0 && row &&
           visit(context, row->more, (unsigned)row->number, row->time,
                 row->marks & STORE_KEPT, row->about))
        row = next_like(of(store), &like, row, -1);
    return STORE_OK;
}

static enum store_status model_oldest(struct store *store, enum store_kind kind,
                                      uint64_t *time)
{
    const struct row like = {.kind = (enum row_kind)kind};
    const struct row *row = next_like(of(store), &like, NULL, 1);
    if (row)
        *time = row->time;
    return row ? STORE_OK : STORE_MISSING;
}

static struct store_size model_size(struct store *store)
{
    const struct model *model = of(store);
    struct store_size size = {.bytes = 1, .free = UINT64_MAX};
    for (size_t i = 0; i < model->count; i++)
        if ((unsigned)model->row[i]->kind < STORE_KINDS)
            size.rows[model->row[i]->kind]++;
    return size;
}

static enum store_status model_read_readers(struct store *store,
                                            const char *table, unsigned game,
                                            void **bytes, size_t *size)
{
    const struct row *row = find(of(store), ROW_RECORD, table, game);
    return row ? store_copy(store, row->more, row->more_size, bytes, size)
               : STORE_MISSING;
}

static enum store_status model_read_record(struct store *store,
                                           const char *table, unsigned game,
                                           void **bytes, size_t *size)
{
    const struct row *row = find(of(store), ROW_RECORD, table, game);
    return row ? store_copy(store, row->bytes, row->size, bytes, size)
               : STORE_MISSING;
}

static enum store_status model_dated(struct store *store, const char *name,
                                     uint64_t *time)
{
    const struct row *row = find(of(store), ROW_VALUE, name, 0);
    if (row)
        *time = row->time;
    return row ? STORE_OK : STORE_MISSING;
}

static enum store_status model_get(struct store *store, const char *name,
                                   void **bytes, size_t *size)
{
    const struct row *row = find(of(store), ROW_VALUE, name, 0);
    return row ? store_copy(store, row->bytes, row->size, bytes, size)
               : STORE_MISSING;
}

static void model_close(struct store *store)
{
    struct model *model = of(store);
    for (struct row *row = model->newest, *older; row; row = older) {
        older = row->older;
        free(row);
    }
    free(model->row);
    free(model);
}

static const struct store_methods model_methods = {
    .close = model_close,
    .commit = model_commit,
    .load = model_load,
    .tables = model_tables,
    .summary = model_summary,
    .records = model_records,
    .listed = model_listed,
    .entries = model_entries,
    .oldest = model_oldest,
    .size = model_size,
    .read_readers = model_read_readers,
    .read_record = model_read_record,
    .dated = model_dated,
    .get = model_get,
};

struct store *store_open_model(void)
{
    struct model *model = calloc(1, sizeof *model);
    assert_non_null(model);
    store_init(&model->store, &model_methods);
    return &model->store;
}
