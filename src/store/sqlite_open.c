/* Opening the SQLite file, and continuing after a disk has failed: a batch
 * whose commit failed must be gone for certain before anybody reads or writes
 * again (sqlite_settle()). */
#include "base/hex.h"
#include "store/schema.h"
#include "store/sqlite.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A server that is being replaced may still hold the file for a moment. */
#define WAIT_MS 1000

/* Another file lies where ours was, or an old copy. None of our queries ends
 * with this code. */
#define OLDER_FILE SQLITE_NOTFOUND

/* How large a file is looked at as a whole before it is used. */
#define EXAMINED_BYTES (64LL << 20)

/* So that a sentence always has room for what happened. */
#define PATH "%.150s"

#define AS_TEXT(name, sql) sql,

static const char *const sql_text[] = {SQLITE_STATEMENTS(AS_TEXT)};

/* ---- Errors ------------------------------------------------------------- */

enum store_status sqlite_failed(struct sqlite_store *self, int code)
{
    enum store_status status = STORE_FAILED;
    const char *what = sqlite3_errstr(code);
    switch (code & 0xff) {
    case SQLITE_BUSY:
        return store_fail(&self->store, STORE_FAILED,
                          PATH ": another program has it open", self->path);
    case OLDER_FILE:
        return store_fail(&self->store, STORE_FAILED,
                          PATH ": it is not the file that was open before",
                          self->path);
    case SQLITE_NOTADB:
        return store_fail(&self->store, STORE_CORRUPT,
                          PATH ": it is not a database", self->path);
    case SQLITE_CORRUPT:
    case SQLITE_FORMAT:
    case SQLITE_TOOBIG: /* larger than anything that was ever stored */
        status = STORE_CORRUPT;
        break;
    default:
        break;
    }
    return store_fail(&self->store, status, PATH ": %s", self->path, what);
}

enum store_status sqlite_corrupt(struct sqlite_store *self, const char *what)
{
    return store_fail(&self->store, STORE_CORRUPT, PATH ": %s", self->path,
                      what);
}

static int exec(struct sqlite_store *self, const char *sql)
{
    return sqlite3_exec(self->db, sql, NULL, NULL, NULL);
}

/* The text that a query answers with, or its beginning. */
static int answer(struct sqlite_store *self, const char *sql, char *out,
                  size_t size)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(self->db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    *out = '\0';
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        snprintf(out, size, "%s", text ? (const char *)text : "");
    }
    return sqlite3_finalize(statement);
}

int sqlite_run(struct sqlite_store *self, enum sql which)
{
    sqlite3_stmt *statement = self->statements[which];
    int code = sqlite3_step(statement);
    int again = sqlite3_reset(statement);
    if (code == SQLITE_DONE)
        return SQLITE_OK;
    return again != SQLITE_OK ? again : SQLITE_ERROR;
}

int sqlite_roll_back(struct sqlite_store *self)
{
    return sqlite3_get_autocommit(self->db) ? SQLITE_OK
                                            : sqlite_run(self, SQL_ROLLBACK);
}

/* ---- Opening ------------------------------------------------------------ */

/* A file from elsewhere is data, not a program. Until it is known to be ours,
 * closing it must not tidy it up either. */
static void harden(struct sqlite_store *self, int wait)
{
    static const int off[] = {SQLITE_DBCONFIG_ENABLE_TRIGGER,
                              SQLITE_DBCONFIG_ENABLE_VIEW,
                              SQLITE_DBCONFIG_TRUSTED_SCHEMA,
                              SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        sqlite3_db_config(self->db, off[i], 0, NULL);
    sqlite3_db_config(self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_limit(self->db, SQLITE_LIMIT_LENGTH, (int)(2 * STORE_RECORD_MAX));
    sqlite3_busy_timeout(self->db, wait);
}

/* Reads a file of SQLite's from end to end, and writes it as it is: only where
 * that is harmless even if the power goes meanwhile. */
static int go_through(struct sqlite_store *self, int which, bool rewrite)
{
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    char block[4096];
    int code = sqlite3_file_control(self->db, "main", which, &file);
    if (code != SQLITE_OK || !file || !file->pMethods)
        return code;
    rewrite = rewrite && (file->pMethods->xDeviceCharacteristics(file) &
                          SQLITE_IOCAP_POWERSAFE_OVERWRITE);
    code = file->pMethods->xFileSize(file, &size);
    for (sqlite3_int64 at = 0; at < size && code == SQLITE_OK;
         at += (int)sizeof block) {
        int part = size - at < (int)sizeof block ? (int)(size - at)
                                                 : (int)sizeof block;
        code = file->pMethods->xRead(file, block, part, at);
        if (code == SQLITE_OK && rewrite)
            code = file->pMethods->xWrite(file, block, part, at);
    }
    if (code == SQLITE_OK && rewrite && size > 0)
        code = file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
    return code;
}

/* After a sync that failed, a system may believe that what it could not write
 * is clean, and never try again; reading it back proves nothing. What the WAL
 * holds is therefore written once more before anything is built upon it. */
static int renew_wal(struct sqlite_store *self)
{
    return go_through(self, SQLITE_FCNTL_JOURNAL_POINTER, true);
}

/* All of a file is looked at, unless that would take too long: then what the
 * server reads first. Whatever is wrong elsewhere is found by whoever reads it,
 * and each event has a check of its own. */
static int look_at_pages(struct sqlite_store *self, bool *sound)
{
    static const char *const parts[] = {"chain", "epoch", "log", "value", NULL};
    char found[24] = "";
    char sql[64] = "PRAGMA quick_check(1)";
    int code = answer(self,
                      "SELECT page_count * page_size "
                      "FROM pragma_page_count, pragma_page_size",
                      found, sizeof found);
    bool large = strtoll(found, NULL, 10) > EXAMINED_BYTES;
    *sound = true;
    for (int i = 0; code == SQLITE_OK && *sound && (i == 0 || large); i++) {
        if (large && !parts[i])
            break;
        if (large)
            snprintf(sql, sizeof sql, "PRAGMA quick_check(%s)", parts[i]);
        code = answer(self, sql, found, sizeof found);
        *sound = strcmp(found, "ok") == 0;
    }
    return code;
}

/* Whether the file's pages are sound. A page that can't be read looks the same
 * to SQLite as one that makes no sense, but not to us: the disk may recover. */
static enum store_status examine(struct sqlite_store *self)
{
    for (int tries = 0; tries < 2; tries++) {
        bool sound = false;
        int code = look_at_pages(self, &sound);
        if (code == SQLITE_OK && sound)
            return STORE_OK;
        if (code == SQLITE_OK)
            code = go_through(self, SQLITE_FCNTL_FILE_POINTER, false);
        if (code == SQLITE_OK)
            code = go_through(self, SQLITE_FCNTL_JOURNAL_POINTER, false);
        if (code != SQLITE_OK)
            return sqlite_failed(self, code);
    }
    return sqlite_corrupt(self, "the file is damaged");
}

/* Whether this is the file that was open before, with all that was committed to
 * it: it has the same key and counts as many batches at least. Reads only,
 * because a backup that somebody has put here must stay as old as it is: if
 * each look at it counted as a batch, it would be taken for the file in the
 * end. */
static int is_the_same(struct sqlite_store *self)
{
    char key[2 * CHAIN_KEY + 1] = "";
    char found[2 * CHAIN_KEY + 1] = "";
    char number[24] = "";
    int code =
        answer(self, "SELECT lower(hex(key)) FROM chain", found, sizeof found);
    if (code == SQLITE_OK)
        code = answer(self, "SELECT number FROM epoch", number, sizeof number);
    if (code == SQLITE_ERROR) /* no such table: it is of an earlier version */
        return OLDER_FILE;
    hex_print(self->key, CHAIN_KEY, key);
    if (code == SQLITE_OK &&
        (strcmp(key, found) != 0 || strtoll(number, NULL, 10) < self->epoch))
        return OLDER_FILE;
    return code;
}

/* Reads only. */
static enum store_status inspect(struct sqlite_store *self, bool first,
                                 int *version)
{
    char why[STORE_WHY];
    int code = exec(self, "PRAGMA locking_mode = EXCLUSIVE");
    if (code != SQLITE_OK)
        return sqlite_failed(self, code);
    enum store_status status = schema_check(self->db, version, &code, why);
    if (code != SQLITE_OK)
        return sqlite_failed(self, code);
    if (status != STORE_OK)
        return store_fail(&self->store, status, PATH ": %s", self->path, why);
    if (!first && *version == 0)
        return store_fail(&self->store, STORE_FAILED,
                          PATH ": it has become an empty file", self->path);
    code = first ? SQLITE_OK : is_the_same(self);
    if (code != SQLITE_OK)
        return sqlite_failed(self, code);
    return first || self->changed ? examine(self) : STORE_OK;
}

/* Makes the file ready for batches. */
static int prepare(struct sqlite_store *self, int version)
{
    char mode[8];
    int code = answer(self, "PRAGMA journal_mode = WAL", mode, sizeof mode);
    if (code == SQLITE_OK &&
        strcmp(mode, self->in_memory ? "memory" : "wal") != 0)
        code = SQLITE_CANTOPEN;
    if (code == SQLITE_OK)
        code = exec(self, "PRAGMA synchronous = FULL");
    if (code == SQLITE_OK)
        code = renew_wal(self);
    if (code == SQLITE_OK)
        code = schema_migrate(self->db, version);
    for (int i = 0; i < SQL_COUNT && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v3(self->db, sql_text[i], -1,
                                  SQLITE_PREPARE_PERSISTENT,
                                  &self->statements[i], NULL);
    return code;
}

void sqlite_disconnect(struct sqlite_store *self)
{
    for (int i = 0; i < SQL_COUNT; i++) {
        sqlite3_finalize(self->statements[i]);
        self->statements[i] = NULL;
    }
    int code = sqlite3_close(self->db);
    assert(code == SQLITE_OK);
    (void)code;
    self->db = NULL;
}

void sqlite_leave(struct sqlite_store *self)
{
    sqlite3_db_config(self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite_disconnect(self);
}

/* SQLite never makes the file: when it is missing, the disk is not there. */
enum store_status sqlite_connect(struct sqlite_store *self, bool first)
{
    int version = 0;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
    if (!first && sqlite_is_empty(self))
        return STORE_FAILED;
    int code = sqlite3_open_v2(self->path, &self->db, flags, NULL);
    enum store_status status = STORE_OK;
    if (code != SQLITE_OK) {
        status = sqlite_failed(self, code);
    } else {
        harden(self, first ? WAIT_MS : 0);
        status = inspect(self, first, &version);
    }
    if (status == STORE_OK) {
        code = prepare(self, version);
        if (code != SQLITE_OK)
            status = sqlite_failed(self, code);
    }
    if (status == STORE_OK)
        status = sqlite_read_key(self);
    if (status == STORE_OK)
        status = sqlite_count_rows(self);
    if (status == STORE_OK) {
        code = sqlite_begin_epoch(self);
        if (code == SQLITE_OK)
            code = sqlite_note_place(self);
        if (code != SQLITE_OK)
            status = sqlite_failed(self, code);
    }
    if (status != STORE_OK)
        sqlite_disconnect(self);
    else
        sqlite3_db_config(self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    return status;
}

/* ---- Failures ----------------------------------------------------------- */

int sqlite_count_epoch(struct sqlite_store *self, int64_t *epoch)
{
    sqlite3_stmt *statement = self->statements[SQL_EPOCH];
    *epoch = 0;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *epoch = sqlite3_column_int64(statement, 0);
        code = sqlite3_step(statement);
    }
    int again = sqlite3_reset(statement);
    if (code != SQLITE_DONE)
        return again != SQLITE_OK ? again : SQLITE_ERROR;
    return *epoch > 0 ? SQLITE_OK : SQLITE_CORRUPT;
}

int sqlite_begin_epoch(struct sqlite_store *self)
{
    int64_t epoch;
    int code = sqlite_count_epoch(self, &epoch);
    if (code == SQLITE_OK)
        self->epoch = epoch;
    return code;
}

/* The connection that failed is kept, if it can write: then nothing of the
 * failed batch was kept. Else *wait says whether it is worth keeping: a full disk
 * is there, and a file that has just gone is looked for first. */
static bool mend(struct sqlite_store *self, bool *wait)
{
    int code = sqlite_roll_back(self);
    if (code == SQLITE_OK)
        code = sqlite_begin_epoch(self);
    *wait = self->in_memory || (code & 0xff) == SQLITE_FULL ||
            (code & 0xff) == SQLITE_NOMEM;
    if (code != SQLITE_OK) {
        sqlite_failed(self, code);
        return false;
    }
    *wait = true;
    return sqlite_look(self, true) == SQLITE_IN_PLACE;
}

/* Another file has the name. It is taken if all that was committed is in it;
 * until then the open one stays open, because nobody else may have it. With
 * the WAL of that one beside it, an older copy would look as if it were. */
static bool take_another(struct sqlite_store *self)
{
    if (sqlite_has_wal(self))
        return false;
    sqlite3 *db = self->db;
    sqlite3_stmt *statements[SQL_COUNT];
    struct sqlite_place place = self->place;
    memcpy(statements, self->statements, sizeof statements);
    memset(self->statements, 0, sizeof self->statements);
    self->db = NULL;
    self->changed = true;
    bool taken = sqlite_connect(self, false) == STORE_OK;
    if (taken) {
        for (int i = 0; i < SQL_COUNT; i++)
            sqlite3_finalize(statements[i]);
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        sqlite3_close(db);
        return true;
    }
    self->db = db;
    self->changed = false;
    memcpy(self->statements, statements, sizeof statements);
    self->place = place;
    return false;
}

/* The WAL is still open, whatever has its name: what it holds goes into the
 * file, and then nobody needs it any more. */
static bool save_wal(struct sqlite_store *self)
{
    int code = sqlite_roll_back(self);
    if (code == SQLITE_OK)
        code = sqlite3_wal_checkpoint_v2(
            self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    if (code != SQLITE_OK)
        sqlite_failed(self, code);
    return code == SQLITE_OK;
}

/* Continues with the open connection, or gives it up (`db` is NULL then), or
 * can do neither yet. */
static bool get_over(struct sqlite_store *self)
{
    bool wait = true;
    switch (self->changed ? SQLITE_CHANGED : sqlite_look(self, true)) {
    case SQLITE_IN_PLACE:
        if (mend(self, &wait))
            return true;
        if (!wait)
            sqlite_leave(self);
        return false;
    case SQLITE_GONE:
        return false;
    case SQLITE_REPLACED:
        return take_another(self);
    case SQLITE_WITHOUT_WAL:
        if (save_wal(self)) {
            self->changed = true;
            sqlite_leave(self);
        }
        return false;
    case SQLITE_CHANGED:
        self->changed = true;
        sqlite_leave(self);
        return false;
    }
    return false;
}

/* Goes on after a failure, or when the file is not where it was. With a new
 * connection where the old one is of no use, for descriptors don't survive a
 * disk that was away; then what is found there is what counts. */
bool sqlite_settle(struct sqlite_store *self)
{
    if (!self->doubtful)
        return true;
    /* The caller of a visit keeps reading with this connection. */
    if (self->store.reading > 1)
        return false;
    if (self->db)
        self->doubtful = !get_over(self);
    if (!self->db)
        self->doubtful = sqlite_connect(self, false) != STORE_OK;
    if (!self->doubtful)
        self->changed = false;
    return !self->doubtful;
}
