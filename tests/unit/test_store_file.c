/* What is SQLite's alone: files, versions, and rows that can't be right. */
#define _GNU_SOURCE

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "support/store_kit.h"
#include "support/store_life.h"
#include "unit/store_file.h"

static int set_up_folder(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    assert_non_null(place);
    place->kind = "sqlite";
    place_make(place);
    *state = place;
    return 0;
}

static void expect_refused(const char *path, enum store_status expected,
                           const char *sentence)
{
    char why[STORE_WHY] = "";
    enum store_status status = STORE_OK;
    struct store *store = store_open_sqlite(path, &status, why);
    assert_null(store);
    if (!strstr(why, sentence))
        fail_msg("'%s' does not say '%s'", why, sentence);
    assert_int_equal(status, expected);
}

/* With plain SQLite. */
static void execute(const char *path, const char *sql)
{
    sqlite3 *db;
    char *error = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, sql, NULL, NULL, &error);
    if (error)
        fail_msg("%s: %s", sql, error);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    bytes[*size] = '\0';
    fclose(file);
    return bytes;
}

void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Refused, and not a byte of it is changed. */
static void expect_left_alone(const char *path, enum store_status expected,
                              const char *sentence)
{
    size_t size_before;
    size_t size_after;
    char *before = read_file(path, &size_before);
    expect_refused(path, expected, sentence);
    char *after = read_file(path, &size_after);
    assert_int_equal(size_before, size_after);
    assert_memory_equal(before, after, size_before);
    free(before);
    free(after);
}

static void files_are_their_owners(void **state)
{
    struct place *place = *state;
    char wal[128];
    struct stat is;
    mode_t mask = umask(0);
    place->store = place_open_file(place->path);
    put_event(place->store, "t", 1, "one");
    put_batch(place->store);
    umask(mask);
    snprintf(wal, sizeof wal, "%s-wal", place->path);
    assert_int_equal(stat(place->path, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    assert_int_equal(stat(wal, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    assert_true(is.st_size > 0);
}

/* Asked by another process, for one is never in its own way. */
static bool is_locked(const char *path)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int file = open(path, O_RDWR);
        _exit(file < 0 || fcntl(file, F_GETLK, &lock) != 0
                  ? 2
                  : lock.l_type == F_UNLCK);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status) == 0;
}

static void a_file_has_one_server(void **state)
{
    struct place *place = *state;
    place->store = place_open_file(place->path);
    put_event(place->store, "t", 1, "one");
    put_batch(place->store);
    assert_true(is_locked(place->path));
    expect_refused(place->path, STORE_FAILED, "another program has it open");
    assert_true(is_locked(place->path));
    put_event(place->store, "t", 2, "two");
    put_batch(place->store);
    expect_tables(place_again(place), "t:2 ");
}

static void paths_are_paths(void **state)
{
    struct place *place = *state;
    char path[STORE_WHY * 2];
    char here[256];
    snprintf(path, sizeof path, "%s/none/a.db", place->folder);
    expect_refused(path, STORE_FAILED, "No such file or directory");
    expect_refused(place->folder, STORE_FAILED, "unable to open");
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    expect_refused(path, STORE_FAILED, "File name too long");
    expect_refused("", STORE_FAILED, "./");
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(place->folder), 0);
    for (int i = 0; i < 2; i++) {
        struct store *store = place_open_file(":memory:");
        put_event(store, "t", (uint64_t)i + 1, "one");
        put_batch(store);
        store_close(store);
    }
    assert_int_equal(unlink(":memory:"), 0);
    assert_int_equal(chdir(here), 0);
}

static void files_of_others_stay_as_they_are(void **state)
{
    static const struct {
        const char *sql;
        enum store_status status;
        const char *sentence;
    } files[] = {
        {"CREATE TABLE t (x)", STORE_CORRUPT, "another program"},
        {"PRAGMA application_id = 5", STORE_CORRUPT, "another program"},
        {"PRAGMA user_version = 5", STORE_CORRUPT, "another program"},
        {"PRAGMA application_id = 1953066860", STORE_CORRUPT,
         "another program"},
        {"PRAGMA application_id = 1953066860; PRAGMA user_version = 1",
         STORE_CORRUPT, "tables are not those of version 1"},
        {"PRAGMA application_id = 1953066860; PRAGMA user_version = 2",
         STORE_CORRUPT, "tables are not those of version 2"},
        {"PRAGMA application_id = 1953066860; PRAGMA user_version = 1000",
         STORE_NEWER, "a later version of tioli"},
        {"PRAGMA application_id = 1953066860; PRAGMA user_version = -1",
         STORE_CORRUPT, "another program"},
    };
    struct place *place = *state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        for (int wal = 0; wal < 2; wal++) {
            unlink(place->path);
            if (wal)
                execute(place->path, "PRAGMA journal_mode = WAL");
            execute(place->path, files[i].sql);
            expect_left_alone(place->path, files[i].status, files[i].sentence);
        }
    }
    static const char text[] = "Dear diary, this is no database at all. But it "
                               "is long enough to be taken for one, perhaps, "
                               "for it has more than a hundred bytes.";
    write_file(place->path, text, sizeof text);
    expect_left_alone(place->path, STORE_CORRUPT, "not a database");
}

/* Another program's WAL that was left behind stays, too. */
static void a_wal_of_others_stays(void **state)
{
    struct place *place = *state;
    char wal[128];
    size_t size;
    sqlite3 *db;
    snprintf(wal, sizeof wal, "%s-wal", place->path);
    assert_int_equal(sqlite3_open(place->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA journal_mode = WAL;"
                                  "CREATE TABLE t (x)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    char *before = read_file(wal, &size);
    assert_true(size > 0);
    expect_left_alone(place->path, STORE_CORRUPT, "another program");
    char *after = read_file(wal, &size);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
}

static void strange_schemas_are_refused(void **state)
{
    static const char *const changes[] = {
        "DROP TABLE event",
        "DROP INDEX record_by_time",
        "ALTER TABLE value ADD COLUMN more TEXT",
        "CREATE TABLE more (x)",
        "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER more AFTER INSERT ON event BEGIN SELECT 1; END",
    };
    struct place *place = *state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        unlink(place->path);
        store_close(place_open_file(place->path));
        execute(place->path, changes[i]);
        expect_left_alone(place->path, STORE_CORRUPT,
                          "tables are not those of version 3");
    }
    unlink(place->path);
    store_close(place_open_file(place->path));
    execute(place->path, "ANALYZE"); /* that is no change */
    store_close(place_open_file(place->path));
}

/* Every page in turn becomes nonsense: an error, and never a crash. */
static void damaged_files_are_refused(void **state)
{
    struct place *place = *state;
    size_t size;
    unsigned refused = 0;
    struct life life = life_new(1);
    place->store = place_open_file(place->path);
    life.large = 9000;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(life_batch(&life, place->store), STORE_OK);
        put_batch(place->store);
    }
    store_close(place->store);
    place->store = NULL;
    char *bytes = read_file(place->path, &size);
    for (size_t page = 0; page < size / 4096; page++) {
        char why[STORE_WHY];
        enum store_status status;
        uint64_t digest;
        char *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        memset(copy + page * 4096, (int)(page * 37 + 1), 4096);
        write_file(place->path, copy, size);
        free(copy);
        struct store *store = store_open_sqlite(place->path, &status, why);
        if (store)
            life_digest(store, &digest); /* bytes of events may be anything */
        else
            assert_int_equal(status, STORE_CORRUPT);
        refused += !store;
        store_close(store);
    }
    assert_true(refused > 5);
    /* And cut short, as by a copy that was not finished. */
    write_file(place->path, bytes, size / 2);
    expect_left_alone(place->path, STORE_CORRUPT, "");
    free(bytes);
}

/* Takes the types away for as long as it takes to put in what has none. */
static void force(const char *path, const char *sql)
{
    execute(path,
            "PRAGMA writable_schema = ON;"
            "CREATE TABLE kept AS SELECT name AS n, sql FROM sqlite_schema;"
            "UPDATE sqlite_schema SET sql = replace(replace(replace(sql, "
            "'STRICT, ', ''), ') STRICT', ')'), 'NOT NULL', '') "
            "WHERE type = 'table'");
    execute(path, sql);
    execute(path, "PRAGMA writable_schema = ON;"
                  "UPDATE sqlite_schema SET sql = (SELECT sql FROM kept "
                  "WHERE n = name) "
                  "WHERE type = 'table' AND name != 'kept'");
    execute(path, "DROP TABLE kept");
}

/* Of all that can be read, the worst that happened. */
static enum store_status read_all(struct store *store)
{
    uint64_t digest;
    void *bytes = NULL;
    size_t size;
    enum store_status status = life_digest(store, &digest);
    if (status == STORE_OK)
        status = store_get(store, "name", &bytes, &size);
    free(bytes);
    bytes = NULL;
    if (status == STORE_OK)
        status = store_read_readers(store, "table", 1, &bytes, &size);
    free(bytes);
    struct seen text = {.text = ""};
    if (status == STORE_OK)
        status = store_entries(store, "name", 9, seen_entry, &text);
    return status;
}

static void corrupt_rows_are_errors(void **state)
{
    static const char *const rows[] = {
        "UPDATE event SET seq = 9 WHERE seq = 3", /* a gap */
        "DELETE FROM event WHERE seq = 1",
        "DELETE FROM event WHERE seq = 4",
        "DELETE FROM event",
        ("INSERT INTO event SELECT table_id, 5, bytes, mac FROM event "
         "WHERE seq = 4"),
        ("INSERT INTO event SELECT table_id, 0, bytes, mac FROM event "
         "WHERE seq = 4"),
        "UPDATE event SET bytes = x'6279746573' || x'00' WHERE seq = 1",
        "UPDATE event SET bytes = x'6278746573' WHERE seq = 1",
        "UPDATE event SET bytes = x'6278746573' WHERE seq = 4",
        "UPDATE event SET bytes = x'' WHERE seq = 4",
        "UPDATE event SET mac = zeroblob(16) WHERE seq = 2",
        "UPDATE event SET mac = zeroblob(15) WHERE seq = 2",
        "UPDATE event SET mac = NULL WHERE seq = 2",
        "UPDATE event SET mac = 'sixteen letters!' WHERE seq = 2",
        /* two rows swapped, with and without their checks */
        ("UPDATE event SET seq = seq + 10 WHERE seq IN (2, 3);"
         "UPDATE event SET seq = 15 - seq WHERE seq > 4"),
        ("CREATE TEMP TABLE t AS SELECT mac FROM event WHERE seq = 2;"
         "UPDATE event SET mac = (SELECT mac FROM event WHERE seq = 3) "
         "WHERE seq = 2; UPDATE event SET mac = (SELECT mac FROM t) "
         "WHERE seq = 3"),
        /* the end cut off, or the beginning, and the log made to suit */
        ("DELETE FROM event WHERE seq = 4; UPDATE log SET last = 3, "
         "head = (SELECT mac FROM event WHERE seq = 3)"),
        ("UPDATE log SET first = 2, before = (SELECT mac FROM event "
         "WHERE seq = 1); DELETE FROM event WHERE seq = 1"),
        "UPDATE log SET head = zeroblob(16)",
        "UPDATE log SET before = x'01' || zeroblob(15)",
        "UPDATE log SET seal = zeroblob(16)",
        "UPDATE log SET seal = x''",
        /* everything under another name, as a copy of somebody else's table */
        ("UPDATE event SET table_id = 'other'; "
         "UPDATE log SET table_id = 'other'"),
        "UPDATE chain SET key = zeroblob(32)",
        "UPDATE chain SET key = zeroblob(31)",
        "DELETE FROM chain",
        "UPDATE log SET first = 2",
        "UPDATE log SET first = 0",
        "UPDATE log SET first = -1",
        "UPDATE log SET first = 'one'",
        "UPDATE log SET first = 5",
        "UPDATE log SET last = 3",
        "UPDATE log SET last = 5",
        "UPDATE log SET last = x'04'",
        "UPDATE log SET table_id = 'other'",
        "UPDATE log SET table_id = 'a b'",
        "UPDATE event SET seq = seq - 1",
        "UPDATE event SET seq = -seq",
        "UPDATE event SET seq = 'three' WHERE seq = 3",
        "UPDATE event SET seq = 2.5 WHERE seq = 3",
        "UPDATE event SET seq = 9223372036854775807 WHERE seq = 3",
        "UPDATE event SET bytes = 'text' WHERE seq = 2",
        "UPDATE event SET bytes = 12 WHERE seq = 2",
        "UPDATE event SET bytes = NULL WHERE seq = 2",
        "UPDATE event SET bytes = zeroblob(16385) WHERE seq = 2",
        "UPDATE event SET bytes = zeroblob(9000000) WHERE seq = 2",
        "UPDATE event SET table_id = 'a b'",
        "UPDATE event SET table_id = CAST(x'410042' AS TEXT)",
        "UPDATE event SET table_id = x'4142'",
        "UPDATE event SET table_id = printf('%064d', 1)",
        "UPDATE event SET table_id = printf('%0900000d', 1)",
        "UPDATE record SET game = 0",
        "UPDATE record SET game = -1",
        "UPDATE record SET game = 4294967296",
        "UPDATE record SET game = 'one'",
        "UPDATE record SET time = -1",
        "UPDATE record SET time = x'00'",
        "UPDATE record SET about = x'00'",
        "UPDATE record SET about = CAST(x'410042' AS TEXT)",
        "UPDATE record SET about = NULL",
        "UPDATE record SET about = printf('%04097d', 1)",
        "UPDATE record SET table_id = 'a b'",
        "UPDATE record SET table_id = NULL",
        "UPDATE record SET bytes = 'text'",
        "UPDATE record SET bytes = zeroblob(4194305)",
        "UPDATE record SET readers = 'text'",
        "UPDATE record SET readers = zeroblob(257)",
        "UPDATE entry SET time = -1",
        "UPDATE entry SET time = 'x'",
        "UPDATE entry SET game = 0",
        "UPDATE entry SET game = 4294967296",
        "UPDATE entry SET table_id = 'a b'",
        "UPDATE entry SET kept = 2",
        "UPDATE entry SET about = x'00'",
        "UPDATE entry SET about = printf('%04097d', 1)",
        "UPDATE value SET bytes = 'text'",
        "UPDATE value SET bytes = NULL",
        "UPDATE value SET bytes = zeroblob(65537)",
        "DELETE FROM epoch",
        "UPDATE epoch SET number = 'one'",
    };
    struct place *place = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char why[STORE_WHY] = "";
        enum store_status status;
        unlink(place->path);
        struct store *store = place_open_file(place->path);
        for (uint64_t seq = 1; seq <= 4; seq++)
            put_event(store, "table", seq, "bytes");
        put_record(store, "table", 1, 5, "about", "bytes");
        put_entry(store, "name", "table", 1, 5, true);
        put_value(store, "name", "value");
        put_batch(store);
        assert_int_equal(read_all(store), STORE_OK);
        store_close(store);
        force(place->path, rows[i]);
        store = store_open_sqlite(place->path, &status, why);
        if (store)
            status = read_all(store);
        store_close(store);
        if (status != STORE_CORRUPT)
            fail_msg("%s: %d %s", rows[i], (int)status, why);
    }
}

/* A table that nothing knows of any more is not the same as none. */
static void events_without_a_log_are_not_nothing(void **state)
{
    struct place *place = *state;
    struct seen text = {.text = ""};
    place->store = place_open_file(place->path);
    put_event(place->store, "t", 1, "one");
    put_event(place->store, "t", 2, "two");
    put_batch(place->store);
    store_close(place->store);
    execute(place->path, "DELETE FROM log");
    place->store = place_open_file(place->path);
    for (uint64_t after = 0; after < 2; after++)
        assert_int_equal(
            store_load(place->store, "t", after, seen_event, &text),
            STORE_CORRUPT);
    assert_string_equal(text.text, "");
}

/* One table's rows are wrong; the others can still be played. */
static void the_rest_of_a_corrupt_file_works(void **state)
{
    struct place *place = *state;
    struct seen text = {.text = ""};
    place->store = place_open_file(place->path);
    put_event(place->store, "bad", 1, "one");
    put_event(place->store, "bad", 2, "two");
    put_event(place->store, "bad", 3, "three");
    put_event(place->store, "good", 1, "one");
    put_batch(place->store);
    store_close(place->store);
    execute(place->path, "DELETE FROM event WHERE table_id = 'bad' AND "
                         "seq = 2");
    place->store = place_open_file(place->path);
    assert_int_equal(store_load(place->store, "bad", 0, seen_event, &text),
                     STORE_CORRUPT);
    assert_string_equal(text.text, "1:one ");
    assert_non_null(strstr(store_why(place->store), "lost events"));
    put_event(place->store, "good", 2, "two");
    put_batch(place->store);
    expect_events(place->store, "good", 0, "1:one 2:two ");
    /* And they are found, whatever stands between them. */
    store_close(place->store);
    execute(place->path, "UPDATE log SET table_id = 'b d' "
                         "WHERE table_id = 'bad'");
    place->store = place_open_file(place->path);
    text.text[0] = '\0';
    assert_int_equal(store_tables(place->store, seen_table, &text),
                     STORE_CORRUPT);
    assert_string_equal(text.text, "good:2 ");
}

/* A line about a table that can't be one is none: the table is there. */
static void odd_lines_about_tables_are_none(void **state)
{
    static const char *const changes[] = {
        "UPDATE summary SET about = printf('%04097d', 1)",
        "UPDATE summary SET about = CAST(x'6100' AS TEXT)",
    };
    struct place *place = *state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        unlink(place->path);
        place->store = place_open_file(place->path);
        put_event(place->store, "a", 1, "one");
        put_event(place->store, "b", 1, "one");
        assert_int_equal(store_about(place->store, "a", "=a"), STORE_OK);
        put_batch(place->store);
        expect_tables(place->store, "a:1=a b:1 ");
        store_close(place->store);
        force(place->path, changes[i]);
        place->store = place_open_file(place->path);
        expect_tables(place->store, "a:1 b:1 ");
        if (i + 1 < sizeof changes / sizeof *changes)
            store_close(place->store);
    }
}

/* The page that a table begins with becomes nonsense. */
static void spoil(const char *path, const char *table)
{
    char sql[100];
    sqlite3 *db;
    sqlite3_stmt *statement;
    char page[4096];
    memset(page, 0xff, sizeof page);
    snprintf(sql, sizeof sql,
             "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    long at = (long)(sqlite3_column_int(statement, 0) - 1) * 4096;
    sqlite3_finalize(statement);
    sqlite3_close(db);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(page, sizeof page, 1, file), 1);
    assert_int_equal(fclose(file), 0);
}

/* Of a large file only what is read first is looked at: whatever else is wrong
 * is found by whoever reads it, and spoils nothing else. */
static void large_files_are_opened_soon(void **state)
{
    struct place *place = *state;
    void *bytes;
    size_t size;
    char *large = calloc(1, STORE_RECORD_MAX);
    assert_non_null(large);
    place->store = place_open_file(place->path);
    for (unsigned game = 1; game <= 17; game++)
        assert_int_equal(store_record(place->store, "t", game, game, "", large,
                                      STORE_RECORD_MAX),
                         STORE_OK);
    put_event(place->store, "t", 1, "one");
    put_value(place->store, "v", "value");
    put_batch(place->store);
    free(large);
    place_again(place);
    expect_read(place->store, "other", 1, NULL);
    store_close(place->store);
    spoil(place->path, "record");
    place->store = place_open_file(place->path);
    assert_int_equal(store_read_record(place->store, "t", 1, &bytes, &size),
                     STORE_CORRUPT);
    expect_events(place->store, "t", 0, "1:one ");
    expect_got(place->store, "v", "value");
    store_close(place->store);
    place->store = NULL;
    static const char *const parts[] = {"log", "value", "chain", "epoch"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char why[STORE_WHY] = "";
        enum store_status status;
        spoil(place->path, parts[i]);
        assert_null(store_open_sqlite(place->path, &status, why));
        assert_int_equal(status, STORE_CORRUPT);
        if (i == 0)
            assert_non_null(strstr(why, "damaged"));
    }
}

/* A byte of an event's bytes in the file itself, as a bad disk changes it. */
static void a_changed_byte_is_found(void **state)
{
    struct place *place = *state;
    struct seen text = {.text = ""};
    size_t size;
    place->store = place_open_file(place->path);
    for (uint64_t seq = 1; seq <= 5; seq++)
        put_event(place->store, "t", seq, seq == 3 ? "roll R6" : "other");
    put_batch(place->store);
    store_close(place->store);
    char *bytes = read_file(place->path, &size);
    char *at = memmem(bytes, size, "roll R6", 7);
    assert_non_null(at);
    at[6] = '5';
    write_file(place->path, bytes, size);
    free(bytes);
    place->store = place_open_file(place->path);
    assert_int_equal(store_load(place->store, "t", 0, seen_event, &text),
                     STORE_CORRUPT);
    assert_string_equal(text.text, "1:other 2:other ");
    /* Whoever begins behind it sees nothing wrong, nor is there. */
    text.text[0] = '\0';
    assert_int_equal(store_load(place->store, "t", 3, seen_event, &text),
                     STORE_OK);
    assert_string_equal(text.text, "4:other 5:other ");
}

/* ---- Files of earlier versions ------------------------------------------ */

/* What the golden files hold. */
static void write_sample(struct store *store)
{
    char all[256];
    for (int i = 0; i < 256; i++)
        all[i] = (char)i;
    put_event(store, "k3Jx-9_aQ", 1, "first");
    put_event(store, "k3Jx-9_aQ", 2, "");
    put_event(store, "k3Jx-9_aQ", 3, "third");
    put_event(store, "other", 1, "one");
    put_event(store, "gone", 1, "one");
    put_batch(store);
    put_record(store, "gone", 1, 1700000000000, "{\"names\":[\"Anna\"]}",
               "record");
    put_record(store, "gone", 2, 1700000000000, "caf\xc3\xa9", "");
    put_record(store, "other", 1, 1800000000000, "", "newest");
    store_archive(store, "gone");
    put_value(store, "server-key", "secret");
    put_value(store, "removed", "x");
    assert_int_equal(store_put(store, "person/0123", all, 256), STORE_OK);
    put_batch(store);
    put_value(store, "removed", "");
    put_batch(store);
}

static void expect_sample(struct store *store)
{
    void *bytes;
    size_t size;
    expect_tables(store, "k3Jx-9_aQ:3 other:1 ");
    expect_events(store, "k3Jx-9_aQ", 0, "1:first 2: 3:third ");
    expect_events(store, "other", 0, "1:one ");
    expect_records(store, "other/1@1800000000000 "
                          "gone/1@1700000000000{\"names\":[\"Anna\"]} "
                          "gone/2@1700000000000caf\xc3\xa9 ");
    expect_read(store, "gone", 1, "record");
    expect_read(store, "gone", 2, "");
    expect_read(store, "other", 1, "newest");
    expect_got(store, "server-key", "secret");
    expect_got(store, "removed", NULL);
    assert_int_equal(store_get(store, "person/0123", &bytes, &size), STORE_OK);
    assert_int_equal(size, 256);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(((unsigned char *)bytes)[i], i);
    free(bytes);
}

/* What could only be written later: it is in no earlier file. */
static void write_lists(struct store *store)
{
    put_marked(store, "listed", 1, 1600000000000, STORE_LISTED, "lAB");
    put_entry(store, "person/0a", "listed", 1, 1600000000000, false);
    assert_int_equal(store_about(store, "other", "=about"), STORE_OK);
    put_batch(store);
}

static void write_trimmed(struct store *store)
{
    put_event(store, "trimmed", 1, "one");
    put_event(store, "trimmed", 2, "two");
    put_event(store, "trimmed", 3, "three");
    assert_int_equal(store_trim(store, "trimmed", 2), STORE_OK);
    put_batch(store);
}

/* A new version of the schema adds its file here, and changes no other. */
static const char *const golden[] = {
    "tests/golden/store/v1.sql",
    "tests/golden/store/v2.sql",
    "tests/golden/store/v3.sql",
};

static void files_of_every_version_are_opened(void **state)
{
    struct place *place = *state;
    place->store = place_open_file(place->path);
    write_sample(place->store);
    expect_sample(place_again(place));
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        size_t size;
        char *sql = read_file(golden[i], &size);
        store_close(place->store);
        assert_int_equal(unlink(place->path), 0);
        execute(place->path, sql);
        free(sql);
        place->store = place_open_file(place->path);
        if (i < 2)
            write_lists(place->store);
        expect_listed(place->store, "listed/1@1600000000000 ");
        expect_entries(place->store, "person/0a", "listed/1@1600000000000! ");
        expect_readers(place->store, "listed", 1, "lAB");
        expect_tables(place->store, i == 0 ? "k3Jx-9_aQ:3 other:1=about "
                                           : "k3Jx-9_aQ:3 other:1=about "
                                             "trimmed:3 ");
        assert_int_equal(store_delete(place->store, "listed"), STORE_OK);
        assert_int_equal(store_about(place->store, "other", ""), STORE_OK);
        put_batch(place->store);
        if (i == 0)
            write_trimmed(place->store);
        expect_events(place->store, "trimmed", 0, "2:two 3:three ");
        assert_int_equal(store_archive(place->store, "trimmed"), STORE_OK);
        put_batch(place->store);
        expect_sample(place->store);
        expect_sample(place_again(place));
        put_event(place->store, "other", 2, "two");
        put_event(place->store, "gone", 1, "again");
        put_batch(place->store);
        expect_tables(place_again(place), "gone:1 k3Jx-9_aQ:3 other:2 ");
    }
}

/* Lists of games were lines of text once, and readers of records values. */
static void lists_of_earlier_versions_become_rows(void **state)
{
    static const char old[] =
        "INSERT INTO value VALUES('games/0a', CAST('20 tbl 2 1 1' || char(9) "
        "|| "
        "'-3 A' || char(10) || '10 tbl 1 2 0' || char(9) || '1 B' || char(10) "
        "|| 'odd' || char(10) || '5 tbl x 1 1' || char(10) || '7 cut 1 1' "
        "AS BLOB));"
        "INSERT INTO value VALUES('games/0b', x'');"
        "INSERT INTO value VALUES('games/0c', x'ff0aff');"
        "INSERT INTO value VALUES('readers/gone.1', x'6c4142');"
        "INSERT INTO record VALUES(9, 'pub', 1, 30, '{\"public\":true}', x'');"
        "INSERT INTO record VALUES(10, 'priv', 1, 31, '{\"public\":false}', "
        "x'');"
        "INSERT INTO record VALUES(11, 'odd', 1, 32, '{\"public\":', x'');"
        "DELETE FROM value WHERE name = 'person/0123';"
        "INSERT INTO value VALUES('person/0a', x'41');";
    struct place *place = *state;
    for (size_t i = 0; i < 2; i++) {
        size_t size;
        uint64_t time = 0;
        char *sql = read_file(golden[i], &size);
        execute(place->path, sql);
        free(sql);
        execute(place->path, old);
        place->store = place_open_file(place->path);
        for (int again = 0; again < 2; again++) {
            struct store *store = place->store;
            expect_entries(store, "person/0a",
                           "tbl/2@201 1\t-3 A tbl/1@102 0\t1 B ");
            expect_entries(store, "person/0b", "");
            expect_entries(store, "person/0c", "");
            expect_got(store, "games/0a", NULL);
            expect_got(store, "readers/gone.1", NULL);
            expect_readers(store, "gone", 1, "lAB");
            expect_readers(store, "gone", 2, "");
            expect_listed(store, "pub/1@30{\"public\":true} ");
            /* Names are seen from now on, and nothing else gets old. */
            assert_int_equal(store_oldest(store, STORE_VALUES, &time),
                             STORE_OK);
            assert_true(time > 1700000000000);
            assert_int_equal(store_expire(store, STORE_VALUES, INT64_MAX, 100),
                             STORE_OK);
            put_batch(store);
            expect_got(store, "person/0a", "A"); /* has a list */
            expect_got(store, "server-key", "secret");
            place_again(place);
        }
        if (i == 0) {
            store_close(place->store);
            place->store = NULL;
            assert_int_equal(unlink(place->path), 0);
        }
    }
}

#define TEST(test)                                                             \
    {                                                                          \
#test, test, set_up_folder, place_tear_down, NULL                      \
    }

#define MOVED_TEST(test) TEST(test),

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(files_are_their_owners),
        TEST(a_file_has_one_server),
        TEST(paths_are_paths),
        TEST(files_of_others_stay_as_they_are),
        TEST(a_wal_of_others_stays),
        TEST(strange_schemas_are_refused),
        TEST(damaged_files_are_refused),
        TEST(corrupt_rows_are_errors),
        TEST(events_without_a_log_are_not_nothing),
        TEST(the_rest_of_a_corrupt_file_works),
        TEST(odd_lines_about_tables_are_none),
        TEST(large_files_are_opened_soon),
        TEST(a_changed_byte_is_found),
        TEST(files_of_every_version_are_opened),
        TEST(lists_of_earlier_versions_become_rows),
        MOVED_TESTS(MOVED_TEST)};
    /* How a golden file begins: test_store_file --sample FILE. */
    if (argc == 3 && strcmp(argv[1], "--sample") == 0) {
        struct store *store = place_open_file(argv[2]);
        write_sample(store);
        write_trimmed(store);
        write_lists(store);
        store_close(store);
        return 0;
    }
    return cmocka_run_group_tests_name("store_file", tests, NULL, NULL);
}
