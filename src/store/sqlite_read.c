/* Reading from the SQLite store. What a row holds is believed only after a
 * look at it: its type, its length, its number. */
#include "store/sqlite.h"

#include <string.h>

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

enum store_status sqlite_read_log(struct sqlite_store *self, const char *table,
                                  struct sqlite_log *log)
{
    *log = (struct sqlite_log){.first = 1, .last = 0};
    sqlite3_stmt *statement = query(self, SQL_LOG, table);
    if (!statement)
        return STORE_FAILED;
    enum store_status status = STORE_OK;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        status =
            column_number(self, statement, 0, STORE_NUMBER_MAX, &log->first);
        if (status == STORE_OK)
            status =
                column_number(self, statement, 1, STORE_NUMBER_MAX, &log->last);
        if (status == STORE_OK && (log->first == 0 || log->first > log->last))
            status = sqlite_corrupt(self, "a table's log can't be");
    }
    enum store_status end = finish(self, statement, code);
    return status == STORE_OK ? end : status;
}

/* Visits the events of a query that has been bound; `seq` is the number before
 * the first of them. Whether none is missing is known when the visits were not
 * stopped. */
static enum store_status visit_events(struct sqlite_store *self,
                                      sqlite3_stmt *statement, uint64_t seq,
                                      uint64_t last, store_event_visit *visit,
                                      void *context)
{
    bool more = true;
    enum store_status status = STORE_OK;
    int code = SQLITE_ROW;
    while (status == STORE_OK && more) {
        uint64_t number = 0;
        const void *bytes = NULL;
        size_t size = 0;
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            break;
        status = column_number(self, statement, 0, STORE_NUMBER_MAX, &number);
        if (status == STORE_OK && (number != ++seq || number > last))
            status = sqlite_corrupt(self, LOST_EVENTS);
        if (status == STORE_OK)
            status = column_bytes(self, statement, 1, STORE_EVENT_MAX, &bytes,
                                  &size);
        if (status == STORE_OK)
            more = visit(context, number, bytes, size);
    }
    if (status == STORE_OK && more && code == SQLITE_DONE && seq != last)
        status = sqlite_corrupt(self, LOST_EVENTS);
    enum store_status end = finish(self, statement, code);
    return status == STORE_OK ? end : status;
}

enum store_status sqlite_load(struct store *store, const char *table,
                              uint64_t after, store_event_visit *visit,
                              void *context)
{
    struct sqlite_store *self = sqlite_of(store);
    struct sqlite_log log;
    enum store_status status = sqlite_read_log(self, table, &log);
    if (status != STORE_OK || (log.last > 0 && after >= log.last))
        return status;
    sqlite3_stmt *statement = query(self, SQL_LOAD, table);
    if (!statement)
        return STORE_FAILED;
    /* Whoever begins at the beginning would also see what can't be there. */
    uint64_t seq = after < log.first ? log.first - 1 : after;
    int code = sqlite3_bind_int64(statement, AT_NUMBER,
                                  after < log.first ? INT64_MIN : (int64_t)seq);
    if (code != SQLITE_OK)
        return finish(self, statement, code);
    if (log.last == 0)
        seq = 0;
    status = visit_events(self, statement, seq, log.last, visit, context);
    return status == STORE_OK && log.last == 0 ? STORE_MISSING : status;
}

/* The first table behind `key`, which becomes it; "" when there is none. */
static enum store_status next_table(struct sqlite_store *self,
                                    char key[STORE_KEY])
{
    const char *table = "";
    sqlite3_stmt *statement = query(self, SQL_NEXT_TABLE, key);
    if (!statement)
        return STORE_FAILED;
    enum store_status status = STORE_OK;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        status = column_key(self, statement, 0, &table);
        if (status == STORE_OK && strcmp(table, key) <= 0)
            status = sqlite_corrupt(self, "tables are out of order");
    }
    if (status == STORE_OK)
        memmove(key, table, strlen(table) + 1);
    enum store_status end = finish(self, statement, code);
    return status == STORE_OK ? end : status;
}

/* From table to table, never through all events. */
enum store_status sqlite_tables(struct store *store, store_table_visit *visit,
                                void *context)
{
    struct sqlite_store *self = sqlite_of(store);
    char key[STORE_KEY] = "";
    for (;;) {
        struct sqlite_log log;
        enum store_status status = next_table(self, key);
        if (status != STORE_OK || !*key)
            return status;
        status = sqlite_read_log(self, key, &log);
        if (status == STORE_OK && log.last == 0)
            status = sqlite_corrupt(self, "the list of tables is wrong");
        if (status != STORE_OK || !visit(context, key, log.last))
            return status;
    }
}

static enum store_status visit_record(struct sqlite_store *self,
                                      sqlite3_stmt *statement,
                                      store_record_visit *visit, void *context,
                                      bool *more)
{
    const char *table = "";
    const char *about = "";
    uint64_t game = 0;
    uint64_t time = 0;
    enum store_status status = column_key(self, statement, 0, &table);
    if (status == STORE_OK)
        status = column_number(self, statement, 1, UINT32_MAX, &game);
    if (status == STORE_OK && game == 0)
        status = sqlite_corrupt(self, "a record has the number 0");
    if (status == STORE_OK)
        status = column_number(self, statement, 2, STORE_NUMBER_MAX, &time);
    if (status == STORE_OK)
        status = column_text(self, statement, 3, STORE_ABOUT_MAX, &about);
    if (status == STORE_OK)
        *more = visit(context, table, (unsigned)game, time, about);
    return status;
}

enum store_status sqlite_records(struct store *store, uint64_t before,
                                 const char *table, unsigned game,
                                 store_record_visit *visit, void *context)
{
    struct sqlite_store *self = sqlite_of(store);
    enum store_status status = STORE_OK;
    bool more = true;
    if (before > STORE_NUMBER_MAX) {
        before = STORE_NUMBER_MAX;
        table = "";
        game = 0;
    }
    sqlite3_stmt *statement = query(self, SQL_RECORDS, table);
    if (!statement)
        return STORE_FAILED;
    int code = sqlite3_bind_int64(statement, AT_NUMBER, game);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(statement, AT_TIME, (int64_t)before);
    if (code == SQLITE_OK)
        code = SQLITE_ROW;
    while (code == SQLITE_ROW && more && status == STORE_OK) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW)
            status = visit_record(self, statement, visit, context, &more);
    }
    enum store_status end = finish(self, statement, code);
    return status == STORE_OK ? end : status;
}

static enum store_status read_one(struct sqlite_store *self,
                                  sqlite3_stmt *statement, size_t most,
                                  void **bytes, size_t *size)
{
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
    sqlite3_stmt *statement = query(self, SQL_READ_RECORD, table);
    if (!statement)
        return STORE_FAILED;
    int code = sqlite3_bind_int64(statement, AT_NUMBER, game);
    if (code != SQLITE_OK)
        return finish(self, statement, code);
    return read_one(self, statement, STORE_RECORD_MAX, bytes, size);
}

enum store_status sqlite_get(struct store *store, const char *name,
                             void **bytes, size_t *size)
{
    struct sqlite_store *self = sqlite_of(store);
    sqlite3_stmt *statement = query(self, SQL_GET, name);
    if (!statement)
        return STORE_FAILED;
    return read_one(self, statement, STORE_VALUE_MAX, bytes, size);
}
