/* Reading from the SQLite store. What a row holds is believed only after a
 * look at it: its type, its length, its number. */
#define _XOPEN_SOURCE 700

#include "store/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#define LOST_EVENTS "a table has lost events"

/* Failures of reading: the next call looks whether the disk is there at all. */
static enum store_status read_failed(struct sqlite_store *self, int code)
{
    enum store_status status = sqlite_failed(self, code);
    if (status == STORE_FAILED)
        self->doubtful = true;
    return status;
}

/* Keys and bytes stay where they are until the statement is reset. */
static int bind_key(sqlite3_stmt *statement, const char *key)
{
    return sqlite3_bind_text(statement, AT_KEY, key, -1, SQLITE_STATIC);
}

/* Binds what a query begins with. NULL: the store doesn't work. */
static sqlite3_stmt *query(struct sqlite_store *self, enum sql which,
                           const char *key)
{
    if (!sqlite_settle(self))
        return NULL;
    sqlite3_stmt *statement = self->statements[which];
    int code = bind_key(statement, key);
    if (code == SQLITE_OK)
        return statement;
    read_failed(self, code);
    return NULL;
}

/* The same of a query that asks for a number, too. */
static sqlite3_stmt *query_number(struct sqlite_store *self, enum sql which,
                                  const char *key, int64_t number)
{
    sqlite3_stmt *statement = query(self, which, key);
    if (!statement)
        return NULL;
    int code = sqlite3_bind_int64(statement, AT_NUMBER, number);
    if (code == SQLITE_OK)
        return statement;
    sqlite3_reset(statement);
    read_failed(self, code);
    return NULL;
}

/* Ends a query whose last step returned `code`. */
static enum store_status finish(struct sqlite_store *self,
                                sqlite3_stmt *statement, int code)
{
    sqlite3_reset(statement);
    if (code == SQLITE_ROW || code == SQLITE_DONE)
        return STORE_OK;
    return read_failed(self, code);
}

/* Bytes of a row, checked. A pointer to nothing is not NULL. */
static enum store_status column_bytes(struct sqlite_store *self,
                                      sqlite3_stmt *statement, int column,
                                      size_t most, const void **bytes,
                                      size_t *size)
{
    if (sqlite3_column_type(statement, column) != SQLITE_BLOB)
        return sqlite_corrupt(self, "a row has text where bytes belong");
    const void *found = sqlite3_column_blob(statement, column);
    *size = (size_t)sqlite3_column_bytes(statement, column);
    if (!found && sqlite3_errcode(self->db) == SQLITE_NOMEM)
        return read_failed(self, SQLITE_NOMEM);
    if (*size > most)
        return sqlite_corrupt(self, "a row is too long");
    *bytes = found ? found : "";
    return STORE_OK;
}

/* Text of a row, checked, with a zero byte behind. */
static enum store_status column_text(struct sqlite_store *self,
                                     sqlite3_stmt *statement, int column,
                                     size_t most, const char **text)
{
    if (sqlite3_column_type(statement, column) != SQLITE_TEXT)
        return sqlite_corrupt(self, "a row has no text where text belongs");
    const unsigned char *found = sqlite3_column_text(statement, column);
    if (!found)
        return read_failed(self, SQLITE_NOMEM);
    size_t size = (size_t)sqlite3_column_bytes(statement, column);
    if (size > most)
        return sqlite_corrupt(self, "a row is too long");
    if (strlen((const char *)found) != size)
        return sqlite_corrupt(self, "a row has a zero byte in its text");
    *text = (const char *)found;
    return STORE_OK;
}

static enum store_status column_key(struct sqlite_store *self,
                                    sqlite3_stmt *statement, int column,
                                    const char **key)
{
    enum store_status status =
        column_text(self, statement, column, STORE_KEY - 1, key);
    if (status == STORE_OK && !store_key_valid(*key, strlen(*key)))
        return sqlite_corrupt(self, "a row has an odd key");
    return status;
}

static enum store_status column_number(struct sqlite_store *self,
                                       sqlite3_stmt *statement, int column,
                                       uint64_t most, uint64_t *number)
{
    int64_t found = sqlite3_column_int64(statement, column);
    if (sqlite3_column_type(statement, column) != SQLITE_INTEGER)
        return sqlite_corrupt(self, "a row has no number where one belongs");
    if (found < 0 || (uint64_t)found > most)
        return sqlite_corrupt(self, "a row has a number that can't be");
    *number = (uint64_t)found;
    return STORE_OK;
}

/* A check or a key, which has one length. */
static enum store_status column_check(struct sqlite_store *self,
                                      sqlite3_stmt *statement, int column,
                                      size_t wanted, uint8_t *check)
{
    const void *bytes = NULL;
    size_t size = 0;
    enum store_status status =
        column_bytes(self, statement, column, wanted, &bytes, &size);
    if (status == STORE_OK && size != wanted)
        return sqlite_corrupt(self, "a row is too short");
    if (status == STORE_OK)
        memcpy(check, bytes, wanted);
    return status;
}

static enum store_status columns_of_log(struct sqlite_store *self,
                                        sqlite3_stmt *statement,
                                        struct sqlite_log *log)
{
    enum store_status status =
        column_number(self, statement, 0, STORE_NUMBER_MAX, &log->first);
    if (status == STORE_OK)
        status =
            column_number(self, statement, 1, STORE_NUMBER_MAX, &log->last);
    if (status == STORE_OK)
        status = column_check(self, statement, 2, CHAIN_BYTES, log->before);
    if (status == STORE_OK)
        status = column_check(self, statement, 3, CHAIN_BYTES, log->head);
    if (status == STORE_OK)
        status = column_check(self, statement, 4, CHAIN_BYTES, log->seal);
    return status;
}

enum store_status sqlite_read_log(struct sqlite_store *self, const char *table,
                                  struct sqlite_log *log)
{
    *log = (struct sqlite_log){.first = 1, .last = 0};
    sqlite3_stmt *statement = query(self, SQL_LOG, table);
    if (!statement)
        return STORE_FAILED;
    enum store_status status = STORE_OK;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        status = columns_of_log(self, statement, log);
    enum store_status end = finish(self, statement, code);
    return status == STORE_OK ? end : status;
}

enum store_status sqlite_read_mac(struct sqlite_store *self, const char *table,
                                  uint64_t seq, uint8_t mac[CHAIN_BYTES])
{
    sqlite3_stmt *statement = query_number(self, SQL_MAC, table, (int64_t)seq);
    if (!statement)
        return STORE_FAILED;
    int code = sqlite3_step(statement);
    enum store_status status =
        code == SQLITE_ROW ? column_check(self, statement, 0, CHAIN_BYTES, mac)
                           : sqlite_corrupt(self, LOST_EVENTS);
    enum store_status end = finish(self, statement, code);
    return end == STORE_OK ? status : end;
}

enum store_status sqlite_read_key(struct sqlite_store *self)
{
    sqlite3_stmt *statement = self->statements[SQL_KEY];
    int code = sqlite3_step(statement);
    enum store_status status =
        code == SQLITE_ROW
            ? column_check(self, statement, 0, CHAIN_KEY, self->key)
            : sqlite_corrupt(self, "its key is missing");
    enum store_status end = finish(self, statement, code);
    return end == STORE_OK ? status : end;
}

/* ---- Events ------------------------------------------------------------- */

/* How far a table was read. */
struct reading {
    const char *table;
    const struct sqlite_log *log;
    uint64_t seq; /* of the last event that was seen, or of the one before */
    uint8_t check[CHAIN_BYTES]; /* of that event */
};

/* The event of a row, if it is the one that follows. */
static enum store_status next_event(struct sqlite_store *self,
                                    sqlite3_stmt *statement,
                                    struct reading *reading, const void **bytes,
                                    size_t *size)
{
    uint64_t seq = 0;
    uint8_t stored[CHAIN_BYTES] = {0};
    enum store_status status =
        column_number(self, statement, 0, STORE_NUMBER_MAX, &seq);
    if (status == STORE_OK &&
        (seq != reading->seq + 1 || seq > reading->log->last))
        status = sqlite_corrupt(self, LOST_EVENTS);
    if (status == STORE_OK)
        status = column_bytes(self, statement, 1, STORE_EVENT_MAX, bytes, size);
    if (status == STORE_OK)
        status = column_check(self, statement, 2, CHAIN_BYTES, stored);
    if (status != STORE_OK)
        return status;
    chain_event(self->key, reading->check, reading->table, seq, *bytes, *size,
                reading->check);
    if (memcmp(stored, reading->check, CHAIN_BYTES) != 0)
        return sqlite_corrupt(self, "an event is not what was stored");
    reading->seq = seq;
    return STORE_OK;
}

/* Visits the events of a query that has been bound. Whether none is missing at
 * the end is known when the visits were not stopped. */
static enum store_status visit_events(struct sqlite_store *self,
                                      sqlite3_stmt *statement,
                                      struct reading *reading,
                                      store_event_visit *visit, void *context)
{
    bool more = true;
    enum store_status status = STORE_OK;
    int code = SQLITE_ROW;
    while (status == STORE_OK && more) {
        const void *bytes = NULL;
        size_t size = 0;
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            break;
        status = next_event(self, statement, reading, &bytes, &size);
        if (status == STORE_OK)
            more = visit(context, reading->seq, bytes, size);
    }
    if (status == STORE_OK && code == SQLITE_DONE &&
        (reading->seq != reading->log->last ||
         memcmp(reading->check, reading->log->head, CHAIN_BYTES) != 0))
        status = sqlite_corrupt(self, LOST_EVENTS);
    enum store_status end = finish(self, statement, code);
    return status == STORE_OK ? end : status;
}

/* A log that nobody has touched, or none. */
static enum store_status trusted_log(struct sqlite_store *self,
                                     const char *table, struct sqlite_log *log)
{
    uint8_t seal[CHAIN_BYTES];
    enum store_status status = sqlite_read_log(self, table, log);
    if (status != STORE_OK || log->last == 0)
        return status;
    chain_log(self->key, table, log->first, log->last, log->before, log->head,
              seal);
    if (memcmp(seal, log->seal, CHAIN_BYTES) != 0)
        return sqlite_corrupt(self, "a table's log is not what was stored");
    return STORE_OK;
}

enum store_status sqlite_load(struct store *store, const char *table,
                              uint64_t after, store_event_visit *visit,
                              void *context)
{
    struct sqlite_store *self = sqlite_of(store);
    struct sqlite_log log;
    struct reading reading = {.table = table, .log = &log};
    enum store_status status = trusted_log(self, table, &log);
    if (status != STORE_OK || (log.last > 0 && after >= log.last))
        return status;
    /* Whoever begins at the beginning would also see what can't be there. */
    bool whole = after < log.first || log.last == 0;
    reading.seq = whole ? log.first - 1 : after;
    memcpy(reading.check, log.before, CHAIN_BYTES);
    if (!whole)
        status = sqlite_read_mac(self, table, after, reading.check);
    if (status != STORE_OK)
        return status;
    sqlite3_stmt *statement =
        query_number(self, SQL_LOAD, table, whole ? INT64_MIN : (int64_t)after);
    if (!statement)
        return STORE_FAILED;
    status = visit_events(self, statement, &reading, visit, context);
    return status == STORE_OK && log.last == 0 ? STORE_MISSING : status;
}

/* The text about a table, "" if there is none that could be one: whoever needs
 * it reads the table instead. */
static enum store_status column_about(struct sqlite_store *self,
                                      sqlite3_stmt *statement, int column,
                                      const char **about)
{
    enum store_status status =
        sqlite3_column_type(statement, column) == SQLITE_NULL
            ? STORE_CORRUPT
            : column_text(self, statement, column, STORE_ABOUT_MAX, about);
    if (status == STORE_CORRUPT)
        *about = "";
    return status == STORE_CORRUPT ? STORE_OK : status;
}

/* A row that can't be right is passed over: the other tables are sound. */
enum store_status sqlite_tables(struct store *store, store_table_visit *visit,
                                void *context)
{
    struct sqlite_store *self = sqlite_of(store);
    enum store_status worst = STORE_OK;
    bool more = true;
    int code = SQLITE_ROW;
    if (!sqlite_settle(self))
        return STORE_FAILED;
    sqlite3_stmt *statement = self->statements[SQL_TABLES];
    while (more && worst != STORE_FAILED) {
        const char *table = "";
        const char *about = "";
        uint64_t last = 0;
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            break;
        enum store_status status = column_key(self, statement, 0, &table);
        if (status == STORE_OK)
            status = column_number(self, statement, 1, STORE_NUMBER_MAX, &last);
        if (status == STORE_OK)
            status = column_about(self, statement, 2, &about);
        if (status == STORE_OK)
            more = visit(context, table, last, about);
        else
            worst = status;
    }
    enum store_status end = finish(self, statement, code);
    return end == STORE_OK ? worst : end;
}

enum store_status sqlite_summary(struct store *store, const char *table,
                                 uint64_t *last_seq, char **about)
{
    struct sqlite_store *self = sqlite_of(store);
    sqlite3_stmt *statement = query(self, SQL_SUMMARY, table);
    const char *text = "";
    void *copy = NULL;
    size_t size;
    if (!statement)
        return STORE_FAILED;
    int code = sqlite3_step(statement);
    enum store_status status = code == SQLITE_ROW ? STORE_OK : STORE_MISSING;
    if (status == STORE_OK)
        status = column_number(self, statement, 0, STORE_NUMBER_MAX, last_seq);
    if (status == STORE_OK)
        status = column_about(self, statement, 1, &text);
    if (status == STORE_OK)
        status = store_copy(store, text, strlen(text), &copy, &size);
    enum store_status end = finish(self, statement, code);
    if (end == STORE_OK && status == STORE_OK)
        *about = copy;
    else
        free(copy);
    return end == STORE_OK ? status : end;
}

/* What rows of records and of entries begin with. */
struct game_row {
    const char *table;
    uint64_t game;
    uint64_t time;
    const char *about;
};

static enum store_status columns_of_game(struct sqlite_store *self,
                                         sqlite3_stmt *statement,
                                         struct game_row *row)
{
    enum store_status status = column_key(self, statement, 0, &row->table);
    if (status == STORE_OK)
        status = column_number(self, statement, 1, UINT32_MAX, &row->game);
    if (status == STORE_OK && row->game == 0)
        status = sqlite_corrupt(self, "a row has a game of number 0");
    if (status == STORE_OK)
        status =
            column_number(self, statement, 2, STORE_NUMBER_MAX, &row->time);
    if (status == STORE_OK)
        status = column_text(self, statement, 3, STORE_ABOUT_MAX, &row->about);
    return status;
}

static enum store_status visit_record(struct sqlite_store *self,
                                      sqlite3_stmt *statement,
                                      store_record_visit *visit, void *context,
                                      bool *more)
{
    struct game_row row = {0};
    enum store_status status = columns_of_game(self, statement, &row);
    if (status == STORE_OK)
        *more =
            visit(context, row.table, (unsigned)row.game, row.time, row.about);
    return status;
}

/* Where a walk along records begins. */
struct start {
    uint64_t before;
    const char *table;
    unsigned game;
};

/* A row that can't be right ends the walk, or with `lenient` is passed over. */
static enum store_status walk_records(struct sqlite_store *self, enum sql which,
                                      struct start from, bool lenient,
                                      store_record_visit *visit, void *context)
{
    enum store_status status = STORE_OK;
    bool more = true;
    if (from.before > STORE_NUMBER_MAX)
        from = (struct start){.before = STORE_NUMBER_MAX, .table = ""};
    sqlite3_stmt *statement = query_number(self, which, from.table, from.game);
    if (!statement)
        return STORE_FAILED;
    int code = sqlite3_bind_int64(statement, AT_TIME, (int64_t)from.before);
    if (code == SQLITE_OK)
        code = SQLITE_ROW;
    while (code == SQLITE_ROW && more && status == STORE_OK) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW)
            status = visit_record(self, statement, visit, context, &more);
        if (lenient && status == STORE_CORRUPT)
            status = STORE_OK;
    }
    enum store_status end = finish(self, statement, code);
    return status == STORE_OK ? end : status;
}

enum store_status sqlite_records(struct store *store, uint64_t before,
                                 const char *table, unsigned game,
                                 store_record_visit *visit, void *context)
{
    return walk_records(sqlite_of(store), SQL_RECORDS,
                        (struct start){before, table, game}, false, visit,
                        context);
}

enum store_status sqlite_listed(struct store *store, uint64_t before,
                                const char *table, unsigned game,
                                store_record_visit *visit, void *context)
{
    return walk_records(sqlite_of(store), SQL_LISTED,
                        (struct start){before, table, game}, true, visit,
                        context);
}

/* ---- Lists -------------------------------------------------------------- */

static enum store_status visit_entry(struct sqlite_store *self,
                                     sqlite3_stmt *statement,
                                     store_entry_visit *visit, void *context,
                                     bool *more)
{
    struct game_row row = {0};
    uint64_t kept = 0;
    enum store_status status = columns_of_game(self, statement, &row);
    if (status == STORE_OK)
        status = column_number(self, statement, 4, 1, &kept);
    if (status == STORE_OK)
        *more = visit(context, row.table, (unsigned)row.game, row.time, kept,
                      row.about);
    return status;
}

enum store_status sqlite_entries(struct store *store, const char *list,
                                 unsigned most, store_entry_visit *visit,
                                 void *context)
{
    struct sqlite_store *self = sqlite_of(store);
    enum store_status worst = STORE_OK;
    bool more = true;
    int code = SQLITE_ROW;
    sqlite3_stmt *statement = query_number(self, SQL_ENTRIES, list, most);
    if (!statement)
        return STORE_FAILED;
    while (more && worst != STORE_FAILED) {
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            break;
        enum store_status status =
            visit_entry(self, statement, visit, context, &more);
        if (status != STORE_OK)
            worst = status;
    }
    enum store_status end = finish(self, statement, code);
    return end == STORE_OK ? worst : end;
}

/* ---- Everything --------------------------------------------------------- */

static enum store_status columns_of_record(struct sqlite_store *self,
                                           sqlite3_stmt *statement,
                                           struct store_item *item)
{
    struct game_row row = {0};
    uint64_t listed = 0;
    uint64_t kept = 0;
    enum store_status status = columns_of_game(self, statement, &row);
    if (status == STORE_OK)
        status = column_bytes(self, statement, 4, STORE_RECORD_MAX,
                              &item->bytes, &item->size);
    if (status == STORE_OK)
        status = column_number(self, statement, 5, 1, &listed);
    if (status == STORE_OK)
        status = column_number(self, statement, 6, 1, &kept);
    if (status == STORE_OK)
        status = column_bytes(self, statement, 7, STORE_READERS_MAX,
                              &item->readers, &item->readers_size);
    item->key = row.table;
    item->game = (unsigned)row.game;
    item->time = row.time;
    item->about = row.about;
    item->marks = (listed ? STORE_LISTED : 0U) | (kept ? STORE_KEPT : 0U);
    return status;
}

static enum store_status columns_of_entry(struct sqlite_store *self,
                                          sqlite3_stmt *statement,
                                          struct store_item *item)
{
    struct game_row row = {0};
    uint64_t kept = 0;
    enum store_status status = columns_of_game(self, statement, &row);
    if (status == STORE_OK)
        status = column_key(self, statement, 4, &item->table);
    if (status == STORE_OK)
        status = column_number(self, statement, 5, 1, &kept);
    item->key = row.table; /* which is the list here */
    item->game = (unsigned)row.game;
    item->time = row.time;
    item->about = row.about;
    item->marks = kept ? STORE_KEPT : 0;
    return status;
}

static enum store_status columns_of_value(struct sqlite_store *self,
                                          sqlite3_stmt *statement,
                                          struct store_item *item)
{
    enum store_status status = column_key(self, statement, 0, &item->key);
    if (status == STORE_OK)
        status =
            column_number(self, statement, 1, STORE_NUMBER_MAX, &item->time);
    if (status == STORE_OK)
        status = column_bytes(self, statement, 2, STORE_VALUE_MAX, &item->bytes,
                              &item->size);
    return status;
}

enum store_status sqlite_items(struct store *store, enum store_kind kind,
                               store_item_visit *visit, void *context)
{
    static const struct {
        enum sql which;
        enum store_status (*read)(struct sqlite_store *self,
                                  sqlite3_stmt *statement,
                                  struct store_item *item);
    } kinds[STORE_KINDS] = {
        [STORE_RECORDS] = {SQL_ALL_RECORDS, columns_of_record},
        [STORE_ENTRIES] = {SQL_ALL_ENTRIES, columns_of_entry},
        [STORE_VALUES] = {SQL_ALL_VALUES, columns_of_value},
    };
    struct sqlite_store *self = sqlite_of(store);
    enum store_status status = STORE_OK;
    bool more = true;
    int code = SQLITE_ROW;
    if (!sqlite_settle(self))
        return STORE_FAILED;
    sqlite3_stmt *statement = self->statements[kinds[kind].which];
    while (more && status == STORE_OK) {
        struct store_item item = {.about = ""};
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            break;
        status = kinds[kind].read(self, statement, &item);
        if (status == STORE_OK)
            more = visit(context, &item);
    }
    enum store_status end = finish(self, statement, code);
    return end == STORE_OK ? status : end;
}

/* The number that a query answers with; STORE_MISSING if it is NULL. */
static enum store_status read_number(struct sqlite_store *self, enum sql which,
                                     uint64_t *number)
{
    sqlite3_stmt *statement = self->statements[which];
    int code = sqlite3_step(statement);
    enum store_status status = STORE_MISSING;
    if (code == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
        status = column_number(self, statement, 0, STORE_NUMBER_MAX, number);
    enum store_status end = finish(self, statement, code);
    return end == STORE_OK ? status : end;
}

enum store_status sqlite_dated(struct store *store, const char *name,
                               uint64_t *time)
{
    struct sqlite_store *self = sqlite_of(store);
    return query(self, SQL_DATED, name) ? read_number(self, SQL_DATED, time)
                                        : STORE_FAILED;
}

enum store_status sqlite_oldest(struct store *store, enum store_kind kind,
                                uint64_t *time)
{
    static const enum sql which[STORE_KINDS] = {
        SQL_OLDEST_RECORD, SQL_OLDEST_ENTRY, SQL_OLDEST_VALUE};
    struct sqlite_store *self = sqlite_of(store);
    return sqlite_settle(self) ? read_number(self, which[kind], time)
                               : STORE_FAILED;
}

enum store_status sqlite_count_rows(struct sqlite_store *self)
{
    static const enum sql which[STORE_KINDS] = {
        SQL_COUNT_RECORDS, SQL_COUNT_ENTRIES, SQL_COUNT_VALUES};
    enum store_status status = STORE_OK;
    for (unsigned kind = 0; kind < STORE_KINDS && status == STORE_OK; kind++) {
        uint64_t count = 0;
        status = read_number(self, which[kind], &count);
        self->rows[kind] = (int64_t)count;
    }
    return status;
}

static uint64_t bytes_of_file(const char *path, const char *end)
{
    char name[4200];
    struct stat about;
    snprintf(name, sizeof name, "%s%s", path, end);
    return stat(name, &about) == 0 ? (uint64_t)about.st_size : 0;
}

/* All pages are in the cache: there is nowhere else. */
static uint64_t bytes_in_memory(const struct sqlite_store *self)
{
    int used = 0;
    int most = 0;
    sqlite3_db_status(self->db, SQLITE_DBSTATUS_CACHE_USED, &used, &most, 0);
    return (unsigned)used;
}

/* What the names say, so that it is known even while the file can't be used. */
struct store_size sqlite_size(struct store *store)
{
    const struct sqlite_store *self = sqlite_of(store);
    struct statvfs disk;
    struct store_size size = {.free = UINT64_MAX};
    for (unsigned kind = 0; kind < STORE_KINDS; kind++) {
        size.rows[kind] = (uint64_t)self->rows[kind];
        size.expired[kind] = self->expired[kind];
    }
    if (self->in_memory) {
        size.bytes = bytes_in_memory(self);
        return size;
    }
    size.bytes = bytes_of_file(self->path, "");
    size.log_bytes = bytes_of_file(self->path, "-wal");
    if (statvfs(self->path, &disk) == 0)
        size.free = (uint64_t)disk.f_bavail * disk.f_frsize;
    return size;
}

/* The bytes that a query answers with; NULL is one that can't be asked. */
static enum store_status read_one(struct sqlite_store *self,
                                  sqlite3_stmt *statement, size_t most,
                                  void **bytes, size_t *size)
{
    if (!statement)
        return STORE_FAILED;
    const void *found = NULL;
    size_t found_size = 0;
    int code = sqlite3_step(statement);
    enum store_status status = STORE_MISSING;
    if (code == SQLITE_ROW)
        status = column_bytes(self, statement, 0, most, &found, &found_size);
    if (status == STORE_OK)
        status = store_copy(&self->store, found, found_size, bytes, size);
    enum store_status end = finish(self, statement, code);
    return end == STORE_OK ? status : end;
}

enum store_status sqlite_read_record(struct store *store, const char *table,
                                     unsigned game, void **bytes, size_t *size)
{
    struct sqlite_store *self = sqlite_of(store);
    return read_one(self, query_number(self, SQL_READ_RECORD, table, game),
                    STORE_RECORD_MAX, bytes, size);
}

enum store_status sqlite_read_readers(struct store *store, const char *table,
                                      unsigned game, void **bytes, size_t *size)
{
    struct sqlite_store *self = sqlite_of(store);
    return read_one(self, query_number(self, SQL_READERS, table, game),
                    STORE_READERS_MAX, bytes, size);
}

enum store_status sqlite_get(struct store *store, const char *name,
                             void **bytes, size_t *size)
{
    struct sqlite_store *self = sqlite_of(store);
    return read_one(self, query(self, SQL_GET, name), STORE_VALUE_MAX, bytes,
                    size);
}
