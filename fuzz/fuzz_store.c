/* A file of the SQLite store that somebody else has written. The first byte
 * says what the rest is: a whole file; rows for our tables; or changes to a
 * file of ours. Whatever it is, opening and reading it ends well or with an
 * error, and so does writing into it. */
#include "store/store.h"
#include "support/disk.h"
#include "support/store_life.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Exists, so the store makes none; and in our file system it is just a name. */
#define PATH "/dev/null"
#define MOST_ROWS 40
#define MOST_CHANGES 200

static void must(bool right)
{
    if (!right)
        abort();
}

struct input {
    const uint8_t *at;
    size_t left;
    size_t zeros; /* so many bytes may still be made of nothing */
};

static unsigned take(struct input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->at++;
}

/* ---- Rows --------------------------------------------------------------- */

static void execute(const char *sql)
{
    sqlite3 *db;
    must(sqlite3_open(PATH, &db) == SQLITE_OK);
    must(sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL,
                      NULL) == SQLITE_OK);
    must(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
    must(sqlite3_close(db) == SQLITE_OK);
}

/* A value of any type, often one that is nearly right. */
static void bind(sqlite3_stmt *statement, int column, struct input *input)
{
    static const char *const keys[] = {"table-1", "a", "name", "last"};
    unsigned kind = take(input);
    size_t size = take(input);
    if (size > input->left)
        size = input->left;
    switch (kind % 6) {
    case 0:
        sqlite3_bind_int64(statement, column, (int)size - 2);
        return;
    case 1:
        sqlite3_bind_text(statement, column, keys[size % 4], -1, SQLITE_STATIC);
        return;
    case 2:
        sqlite3_bind_text(statement, column, (const char *)input->at, (int)size,
                          SQLITE_TRANSIENT);
        break;
    case 3:
        sqlite3_bind_blob(statement, column, input->at, (int)size,
                          SQLITE_TRANSIENT);
        break;
    case 4:
        size = size * size * 80;
        if (size > input->zeros)
            size = input->zeros;
        input->zeros -= size;
        sqlite3_bind_zeroblob(statement, column, (int)size);
        return;
    default:
        if (size >= 8) {
            int64_t number;
            memcpy(&number, input->at, sizeof number);
            sqlite3_bind_int64(statement, column, number);
            size = 8;
        }
        break;
    }
    input->at += size;
    input->left -= size;
}

static void insert_rows(struct input *input)
{
    static const char *const inserts[] = {
        "INSERT OR IGNORE INTO event VALUES (?1, ?2, ?3, ?4)",
        ("INSERT OR IGNORE INTO record VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, "
         "?7, ?8)"),
        "INSERT OR IGNORE INTO value VALUES (?1, ?3, ?2)",
        "UPDATE OR IGNORE epoch SET number = ?1",
        "INSERT OR IGNORE INTO entry VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6)",
        "INSERT OR IGNORE INTO summary VALUES (?1, ?2)",
        "INSERT OR REPLACE INTO log VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        "UPDATE OR IGNORE chain SET key = ?1",
    };
    const unsigned kinds = sizeof inserts / sizeof *inserts;
    sqlite3 *db;
    must(sqlite3_open(PATH, &db) == SQLITE_OK);
    must(sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL,
                      NULL) == SQLITE_OK);
    for (int i = 0; i < MOST_ROWS && input->left > 0; i++) {
        sqlite3_stmt *statement;
        const char *sql = inserts[take(input) % kinds];
        must(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK);
        int columns = sqlite3_bind_parameter_count(statement);
        for (int column = 1; column <= columns; column++)
            bind(statement, column, input);
        sqlite3_step(statement);
        sqlite3_finalize(statement);
    }
    must(sqlite3_close(db) == SQLITE_OK);
}

/* One of our files with something in it. It is the same each time, so it is kept:
 * making it takes longer than all the rest. */
static void make_file(struct disk *disk)
{
    static uint8_t *image;
    static size_t size;
    if (!image) {
        char why[STORE_WHY];
        enum store_status status;
        struct life life = life_new(3);
        struct store *store = store_open_sqlite(PATH, &status, why);
        must(store);
        for (int i = 0; i < 5; i++) {
            must(life_batch(&life, store) == STORE_OK);
            must(store_commit(store) == STORE_OK);
        }
        store_close(store);
        image = disk_get(disk, PATH, &size);
    }
    disk_put(disk, PATH, image, size);
}

/* The types are taken away for as long as the rows go in. */
static void write_rows(struct disk *disk, struct input *input, bool typed)
{
    make_file(disk);
    if (!typed)
        execute("PRAGMA writable_schema = ON;"
                "CREATE TABLE kept AS SELECT name AS n, sql FROM sqlite_schema;"
                "UPDATE sqlite_schema SET sql = replace(replace(replace(sql, "
                "'STRICT, ', ''), ') STRICT', ')'), 'NOT NULL', '') "
                "WHERE type = 'table'");
    insert_rows(input);
    if (!typed) {
        execute("PRAGMA writable_schema = ON;"
                "UPDATE sqlite_schema SET sql = "
                "(SELECT sql FROM kept WHERE n = name) "
                "WHERE type = 'table' AND name != 'kept'");
        execute("DROP TABLE kept");
    }
}

/* ---- Changes ------------------------------------------------------------ */

static void change_file(struct disk *disk, struct input *input)
{
    size_t size;
    make_file(disk);
    uint8_t *bytes = disk_get(disk, PATH, &size);
    for (int i = 0; i < MOST_CHANGES && input->left > 0; i++) {
        size_t at = take(input);
        at = at * 256 + take(input);
        bytes[at % size] = (uint8_t)take(input);
    }
    disk_put(disk, PATH, bytes, size);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[STORE_WHY] = "";
    enum store_status status;
    uint64_t digest;
    struct input input = {data, size, STORE_RECORD_MAX + 100000};
    struct disk *disk = disk_new();
    disk_format(disk, PATH, 1);
    switch (take(&input) % 4) {
    case 0:
        disk_put(disk, PATH, input.at, input.left);
        break;
    case 1:
        write_rows(disk, &input, false);
        break;
    case 2:
        write_rows(disk, &input, true);
        break;
    default:
        change_file(disk, &input);
        break;
    }
    struct store *store = store_open_sqlite(PATH, &status, why);
    if (!store) {
        must(status != STORE_OK && *why);
        disk_free(disk);
        return 0;
    }
    life_digest(store, &digest);
    store_append(store, "table-1", 1, "x", 1);
    store_commit(store);
    store_delete(store, "table-1");
    store_put(store, "name", "x", 1);
    store_commit(store);
    for (unsigned kind = 0; kind < STORE_KINDS; kind++) {
        uint64_t time;
        store_oldest(store, kind, &time);
        store_expire(store, kind, 1000, 3);
    }
    store_commit(store);
    life_digest(store, &digest);
    store_close(store);
    disk_free(disk);
    return 0;
}
