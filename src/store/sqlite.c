/* The store in one SQLite file: WAL, every commit synced, exactly one
 * connection, which keeps the file locked; or in SQLite's memory. Here batches
 * become transactions. */
#define _POSIX_C_SOURCE 200809L

#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Batches ------------------------------------------------------------ */

#define MOST_SQL 5

/* What an operation runs, in this order; SQL_COUNT is nothing. */
static const enum sql sql_of_op[][MOST_SQL + 1] = {
    [STORE_OP_APPEND] = {SQL_APPEND, SQL_COUNT},
    [STORE_OP_BEGIN] = {SQL_COUNT},
    [STORE_OP_TRIM] = {SQL_TRIM, SQL_COUNT},
    [STORE_OP_RECORD] = {SQL_RECORD, SQL_COUNT},
    [STORE_OP_ENTER] = {SQL_ENTER, SQL_COUNT},
    [STORE_OP_ABOUT] = {SQL_ABOUT, SQL_COUNT},
    [STORE_OP_ARCHIVE] = {SQL_DROP_EVENTS, SQL_DROP_LOG, SQL_DROP_ABOUT,
                          SQL_TIDY_RECORDS, SQL_TIDY_ENTRIES, SQL_COUNT},
    [STORE_OP_DELETE] = {SQL_DROP_EVENTS, SQL_DROP_LOG, SQL_DROP_ABOUT,
                         SQL_DROP_RECORDS, SQL_DROP_ENTRIES, SQL_COUNT},
    [STORE_OP_PUT] = {SQL_REMOVE, SQL_PUT, SQL_COUNT},
    [STORE_OP_REMOVE] = {SQL_REMOVE, SQL_COUNT},
    [STORE_OP_EXPIRE_RECORDS] = {SQL_EXPIRE_RECORDS, SQL_COUNT},
    [STORE_OP_EXPIRE_ENTRIES] = {SQL_EXPIRE_ENTRIES, SQL_COUNT},
    [STORE_OP_EXPIRE_VALUES] = {SQL_EXPIRE_VALUES, SQL_DATE_VALUES, SQL_COUNT},
    [STORE_OP_CLAIM] = {SQL_PUT, SQL_COUNT},
    [STORE_OP_OWNER] = {SQL_COUNT}, /* nobody else can be */
};

/* What makes rows that are counted more, and what makes them fewer. */
static const struct {
    signed char by; /* 0: neither */
    enum store_kind kind;
} counted[SQL_COUNT] = {
    [SQL_RECORD] = {1, STORE_RECORDS},
    [SQL_DROP_RECORDS] = {-1, STORE_RECORDS},
    [SQL_TIDY_RECORDS] = {-1, STORE_RECORDS},
    [SQL_EXPIRE_RECORDS] = {-1, STORE_RECORDS},
    [SQL_ENTER] = {1, STORE_ENTRIES},
    [SQL_DROP_ENTRIES] = {-1, STORE_ENTRIES},
    [SQL_TIDY_ENTRIES] = {-1, STORE_ENTRIES},
    [SQL_EXPIRE_ENTRIES] = {-1, STORE_ENTRIES},
    [SQL_PUT] = {1, STORE_VALUES},
    [SQL_REMOVE] = {-1, STORE_VALUES},
    [SQL_EXPIRE_VALUES] = {-1, STORE_VALUES},
};

/* All that an operation has, as far as the statement has room for it; an
 * event's and a log's check are bound elsewhere. */
static int bind_op(sqlite3_stmt *statement, const struct store_op *op)
{
    int most = sqlite3_bind_parameter_count(statement);
    int code = SQLITE_OK;
    if (most >= AT_KEY)
        code = sqlite3_bind_text(statement, AT_KEY, op->key, -1, SQLITE_STATIC);
    if (code == SQLITE_OK && most >= AT_NUMBER)
        code = sqlite3_bind_int64(statement, AT_NUMBER, (int64_t)op->number);
    if (code == SQLITE_OK && most >= AT_BYTES)
        code = sqlite3_bind_blob64(statement, AT_BYTES, op->bytes, op->size,
                                   SQLITE_STATIC);
    if (code == SQLITE_OK && most >= AT_TIME)
        code = sqlite3_bind_int64(statement, AT_TIME, (int64_t)op->time);
    if (code == SQLITE_OK && most >= AT_ABOUT)
        code = sqlite3_bind_text(statement, AT_ABOUT, op->about, -1,
                                 SQLITE_STATIC);
    if (code == SQLITE_OK && most >= AT_LISTED)
        code = sqlite3_bind_int(statement, AT_LISTED,
                                (op->marks & STORE_LISTED) != 0);
    if (code == SQLITE_OK && most >= AT_KEPT)
        code =
            sqlite3_bind_int(statement, AT_KEPT, (op->marks & STORE_KEPT) != 0);
    if (code == SQLITE_OK && most >= AT_READERS)
        code = sqlite3_bind_blob64(statement, AT_READERS, op->more,
                                   op->more_size, SQLITE_STATIC);
    if (code == SQLITE_OK && most >= AT_TABLE)
        code =
            sqlite3_bind_text(statement, AT_TABLE, op->more, -1, SQLITE_STATIC);
    return code;
}

static int bind_check(sqlite3_stmt *statement, int at,
                      const uint8_t check[CHAIN_BYTES])
{
    return sqlite3_bind_blob(statement, at, check, CHAIN_BYTES, SQLITE_STATIC);
}

static int put_log(struct sqlite_store *self, const char *table,
                   struct sqlite_log *log)
{
    sqlite3_stmt *statement = self->statements[SQL_PUT_LOG];
    chain_log(self->key, table, log->first, log->last, log->before, log->head,
              log->seal);
    int code = sqlite3_bind_text(statement, AT_KEY, table, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(statement, AT_NUMBER, (int64_t)log->first);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(statement, AT_LAST, (int64_t)log->last);
    if (code == SQLITE_OK)
        code = bind_check(statement, AT_BEFORE, log->before);
    if (code == SQLITE_OK)
        code = bind_check(statement, AT_MAC, log->head);
    if (code == SQLITE_OK)
        code = bind_check(statement, AT_SEAL, log->seal);
    return code == SQLITE_OK ? sqlite_run(self, SQL_PUT_LOG) : code;
}

/* The log as it is with one more event, whose check is bound where the event is
 * going to be written. */
static enum store_status lengthen(struct sqlite_store *self,
                                  const struct store_op *op,
                                  struct sqlite_log *log)
{
    if (op->number != log->last + 1)
        return store_fail(&self->store, STORE_CONFLICT, STORE_NOT_NEXT);
    log->last = op->number;
    chain_event(self->key, log->head, op->key, op->number, op->bytes, op->size,
                log->head);
    int code = bind_check(self->statements[SQL_APPEND], AT_MAC, log->head);
    return code == SQLITE_OK ? STORE_OK : sqlite_failed(self, code);
}

/* The log as it is without the events before the first to stay. */
static enum store_status shorten(struct sqlite_store *self,
                                 const struct store_op *op,
                                 struct sqlite_log *log)
{
    if (op->number < log->first || op->number > log->last)
        return store_fail(&self->store, STORE_CONFLICT, STORE_NOT_THERE);
    if (op->number == log->first)
        return STORE_OK;
    log->first = op->number;
    return sqlite_read_mac(self, op->key, op->number - 1, log->before);
}

/* The log of a table that is not there, before its first event. */
static enum store_status begin(struct sqlite_store *self,
                               const struct store_op *op,
                               struct sqlite_log *log)
{
    if (log->last != 0)
        return store_fail(&self->store, STORE_CONFLICT, STORE_NOT_NEW);
    log->first = op->number;
    log->last = op->number - 1;
    return STORE_OK;
}

/* The table's log before the operation becomes the one after it. */
static enum store_status keep_log(struct sqlite_store *self,
                                  const struct store_op *op)
{
    struct sqlite_log *log = &self->log;
    enum store_status status = sqlite_read_log(self, op->key, log);
    if (status == STORE_OK)
        status = op->kind == STORE_OP_APPEND  ? lengthen(self, op, log)
                 : op->kind == STORE_OP_BEGIN ? begin(self, op, log)
                                              : shorten(self, op, log);
    if (status != STORE_OK)
        return status;
    int code = put_log(self, op->key, log);
    return code == SQLITE_OK ? STORE_OK : sqlite_failed(self, code);
}

static void count_rows(struct sqlite_store *self, enum sql which,
                       int64_t changed)
{
    enum store_kind kind = counted[which].kind;
    self->grown[kind] += counted[which].by * changed;
    if (which == SQL_EXPIRE_RECORDS || which == SQL_EXPIRE_ENTRIES ||
        which == SQL_EXPIRE_VALUES)
        self->aged[kind] += (uint64_t)changed;
}

static enum store_status apply(struct sqlite_store *self,
                               const struct store_op *op)
{
    enum store_status status = STORE_OK;
    int code = SQLITE_OK;
    if (op->kind == STORE_OP_APPEND || op->kind == STORE_OP_BEGIN ||
        op->kind == STORE_OP_TRIM)
        status = keep_log(self, op);
    if (status != STORE_OK)
        return status;
    for (const enum sql *which = sql_of_op[op->kind];
         *which != SQL_COUNT && code == SQLITE_OK; which++) {
        code = bind_op(self->statements[*which], op);
        if (code == SQLITE_OK)
            code = sqlite_run(self, *which);
        if (code == SQLITE_OK && counted[*which].by)
            count_rows(self, *which, sqlite3_changes64(self->db));
    }
    if (op->kind == STORE_OP_RECORD && code == SQLITE_CONSTRAINT_UNIQUE)
        return store_fail(&self->store, STORE_CONFLICT,
                          "a record is there already");
    return code == SQLITE_OK ? STORE_OK : sqlite_failed(self, code);
}

/* Tables whose claims somebody has made before. */
static enum store_status look_at_claims(struct sqlite_store *self,
                                        const struct store_op *first)
{
    for (const struct store_op *op = first; op; op = op->next) {
        uint64_t time;
        if (op->kind != STORE_OP_CLAIM || op->marks)
            continue;
        enum store_status status = sqlite_dated(&self->store, op->key, &time);
        if (status == STORE_OK && !store_leave_out(&self->store, op->more))
            return store_fail(&self->store, STORE_FAILED, "out of memory");
        if (status != STORE_OK && status != STORE_MISSING)
            return status;
    }
    return STORE_OK;
}

/* `at` is where it ended. */
static enum store_status apply_all(struct sqlite_store *self,
                                   const struct store_op *first,
                                   const struct store_op **at)
{
    enum store_status status = look_at_claims(self, first);
    for (const struct store_op *op = first; op && status == STORE_OK;
         op = op->next) {
        *at = op;
        if (!store_is_left_out(&self->store, op))
            status = apply(self, op);
    }
    return status;
}

/* A conflict leaves the table of `*at` to be left out. */
static enum store_status write_batch(struct sqlite_store *self,
                                     const struct store_op *first,
                                     const struct store_op **at)
{
    int64_t epoch;
    memset(self->grown, 0, sizeof self->grown);
    memset(self->aged, 0, sizeof self->aged);
    int code = sqlite_run(self, SQL_BEGIN);
    if (code == SQLITE_OK)
        code = sqlite_count_epoch(self, &epoch);
    if (code != SQLITE_OK)
        return sqlite_failed(self, code);
    enum store_status status = apply_all(self, first, at);
    if (status != STORE_OK)
        return status;
    code = sqlite_run(self, SQL_COMMIT);
    if (code != SQLITE_OK)
        return sqlite_failed(self, code);
    self->epoch = epoch;
    for (unsigned kind = 0; kind < STORE_KINDS; kind++) {
        self->rows[kind] += self->grown[kind];
        self->expired[kind] += self->aged[kind];
    }
    return sqlite_look(self, true) == SQLITE_IN_PLACE ? STORE_OK : STORE_FAILED;
}

/* A conflict is nothing that one server meets in its own file, but by a claim,
 * and those are found all at once. So to begin anew is cheap enough. */
static enum store_status write_without_conflicts(struct sqlite_store *self,
                                                 const struct store_op *first)
{
    struct store *store = &self->store;
    const struct store_op *at = first;
    if (!store_left_begin(store, first))
        return store_fail(store, STORE_FAILED, "out of memory");
    enum store_status status = write_batch(self, first, &at);
    while (status == STORE_CONFLICT && sqlite_roll_back(self) == SQLITE_OK) {
        if (!store_leave_out(store, store_op_table(at)))
            return store_fail(store, STORE_FAILED, "out of memory");
        status = write_batch(self, first, &at);
    }
    return status;
}

static enum store_status sqlite_commit(struct store *store,
                                       const struct store_op *first)
{
    struct sqlite_store *self = sqlite_of(store);
    char why[STORE_WHY];
    if (!self->doubtful) {
        enum sqlite_where where = sqlite_look(self, false);
        self->changed = where == SQLITE_CHANGED;
        self->doubtful = where != SQLITE_IN_PLACE;
    }
    if (!sqlite_settle(self))
        return STORE_FAILED;
    if (!first)
        return STORE_OK;
    enum store_status status = write_without_conflicts(self, first);
    if (status == STORE_OK)
        return STORE_OK;
    memcpy(why, store->why, sizeof why);
    self->doubtful = true;
    sqlite_settle(self);
    memcpy(store->why, why, sizeof why);
    return status;
}

/* ---- The store ---------------------------------------------------------- */

static void sqlite_close(struct store *store)
{
    struct sqlite_store *self = sqlite_of(store);
    /* Closing would tidy up under names that now mean something else. */
    if (self->db && sqlite_look(self, self->doubtful) != SQLITE_IN_PLACE)
        sqlite_leave(self);
    /* The last chance to make a failed batch certainly gone. */
    if (self->db && self->doubtful && sqlite_roll_back(self) == SQLITE_OK)
        sqlite_begin_epoch(self);
    sqlite_disconnect(self);
    free(self);
}

static const struct store_methods sqlite_methods = {
    .close = sqlite_close,
    .commit = sqlite_commit,
    .load = sqlite_load,
    .tables = sqlite_tables,
    .summary = sqlite_summary,
    .records = sqlite_records,
    .listed = sqlite_listed,
    .entries = sqlite_entries,
    .items = sqlite_items,
    .oldest = sqlite_oldest,
    .size = sqlite_size,
    .read_readers = sqlite_read_readers,
    .read_record = sqlite_read_record,
    .dated = sqlite_dated,
    .get = sqlite_get,
};

/* SQLite would let others read a new file. Its other files follow this one. A
 * file that exists isn't touched: closing it would take away the locks of a
 * store that this process has open on it. */
static bool make_file(const char *path, char why[STORE_WHY])
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0 && errno != EEXIST) {
        snprintf(why, STORE_WHY, "%.150s: %s", path, strerror(errno));
        return false;
    }
    if (file >= 0)
        close(file);
    return true;
}

static struct store *open_at(const char *here, const char *path, bool in_memory,
                             enum store_status *status, char why[STORE_WHY])
{
    size_t size = strlen(here) + strlen(path) + 1;
    struct sqlite_store *self = calloc(1, sizeof *self + size);
    *status = STORE_FAILED;
    if (!self) {
        snprintf(why, STORE_WHY, "out of memory");
        return NULL;
    }
    store_init(&self->store, &sqlite_methods);
    self->in_memory = in_memory;
    self->store.waits = !in_memory;
    snprintf(self->path, size, "%s%s", here, path);
    if (in_memory || make_file(self->path, why)) {
        *status = sqlite_connect(self, true);
        if (*status == STORE_OK)
            return &self->store;
        memcpy(why, self->store.why, STORE_WHY);
    }
    free(self);
    return NULL;
}

struct store *store_open_sqlite(const char *path, enum store_status *status,
                                char why[STORE_WHY])
{
    /* A path of ":memory:" or "file:..." is a path, too. */
    return open_at(path[0] == '/' ? "" : "./", path, false, status, why);
}

struct store *store_open_memory(char why[STORE_WHY])
{
    enum store_status status;
    return open_at("", ":memory:", true, &status, why);
}
