/* How fast stores are: commits and events a second for batches of several
 * sizes, in memory and on disk, beside a bare SQLite loop with the same
 * statements in the same run. What a disk can do per second differs widely; the
 * ratio of the two shows what the layer costs.
 *
 *     store [SECONDS [FOLDER]]     (1 second for each figure, in /tmp) */
#define _XOPEN_SOURCE 700

#include "store/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TABLES 64
#define EVENT 100 /* bytes: about what a move takes */
#define WRITERS 3

/* Something that batches are written into. */
struct writer {
    const char *name;
    struct store *store; /* NULL: the bare loop */
    sqlite3 *db;
    sqlite3_stmt *begin, *insert, *commit;
    uint64_t last[TABLES];
    uint64_t events;
    /* Of the figure that is being measured. */
    uint64_t commits;
    double seconds, cpu;
};

static void must(bool right, const char *what)
{
    if (!right) {
        fprintf(stderr, "store: %s\n", what);
        exit(1);
    }
}

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void open_bare(struct writer *writer, const char *path)
{
    const char *sql[] = {"BEGIN IMMEDIATE",
                         "INSERT INTO event SELECT ?1, ?2, ?3 WHERE ?2 - 1 = "
                         "coalesce((SELECT max(seq) FROM event "
                         "WHERE table_id = ?1), 0)",
                         "COMMIT"};
    sqlite3_stmt **statements[] = {&writer->begin, &writer->insert,
                                   &writer->commit};
    must(sqlite3_open(path, &writer->db) == SQLITE_OK, "can't open a file");
    must(sqlite3_exec(writer->db,
                      "PRAGMA locking_mode = EXCLUSIVE;"
                      "PRAGMA journal_mode = WAL;"
                      "PRAGMA synchronous = FULL;"
                      "CREATE TABLE event (table_id TEXT NOT NULL,"
                      " seq INTEGER NOT NULL, bytes BLOB NOT NULL,"
                      " PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID",
                      NULL, NULL, NULL) == SQLITE_OK,
         "can't make a table");
    for (int i = 0; i < 3; i++)
        must(sqlite3_prepare_v2(writer->db, sql[i], -1, statements[i], NULL) ==
                 SQLITE_OK,
             "can't prepare a statement");
}

static void run(sqlite3_stmt *statement)
{
    must(sqlite3_step(statement) == SQLITE_DONE, "SQLite fails");
    sqlite3_reset(statement);
}

static void append_bare(struct writer *writer, const char *table, uint64_t seq,
                        const char *bytes)
{
    sqlite3_bind_text(writer->insert, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_int64(writer->insert, 2, (sqlite3_int64)seq);
    sqlite3_bind_blob(writer->insert, 3, bytes, EVENT, SQLITE_STATIC);
    run(writer->insert);
}

static void write_batch(struct writer *writer, unsigned batch)
{
    char bytes[EVENT];
    char table[STORE_KEY];
    memset(bytes, 'x', sizeof bytes);
    if (!writer->store)
        run(writer->begin);
    for (unsigned i = 0; i < batch; i++) {
        unsigned at = (unsigned)(writer->events++ % TABLES);
        snprintf(table, sizeof table, "table-%016x", at * 0x9e3779b9u);
        uint64_t seq = ++writer->last[at];
        if (writer->store)
            must(store_append(writer->store, table, seq, bytes, EVENT) ==
                     STORE_OK,
                 store_why(writer->store));
        else
            append_bare(writer, table, seq, bytes);
    }
    if (writer->store)
        must(store_commit(writer->store) == STORE_OK, store_why(writer->store));
    else
        run(writer->commit);
}

static void measure(struct writer *writer, unsigned batch, double seconds)
{
    double begin = now(CLOCK_MONOTONIC);
    double cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    double passed = 0;
    while (passed < seconds) {
        write_batch(writer, batch);
        writer->commits++;
        passed = now(CLOCK_MONOTONIC) - begin;
    }
    writer->seconds += passed;
    writer->cpu += now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
}

/* By turns, so that whatever else the machine does hits all of them. */
static void measure_all(struct writer writers[WRITERS], unsigned batch,
                        double seconds)
{
    for (size_t i = 0; i < WRITERS; i++) {
        writers[i].seconds = 0;
        writers[i].cpu = 0;
        writers[i].commits = 0;
    }
    while (writers[0].seconds < seconds)
        for (size_t i = 0; i < WRITERS; i++)
            measure(&writers[i], batch, 0.05);
    for (size_t i = 0; i < WRITERS; i++) {
        double commits = (double)writers[i].commits;
        printf("%-12s %6u %12.0f %12.0f %14.1f\n", writers[i].name, batch,
               commits / writers[i].seconds,
               commits * batch / writers[i].seconds,
               writers[i].cpu / commits * 1e6);
    }
}

int main(int argc, char **argv)
{
    static const unsigned batches[] = {1, 16, 256};
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;
    const char *parent = argc > 2 ? argv[2] : "/tmp";
    char folder[4000];
    char path[4096];
    char why[STORE_WHY] = "";
    enum store_status status;
    if (argc > 3 || !(seconds > 0)) {
        fputs("usage: store [SECONDS [FOLDER]]\n", stderr);
        return 2;
    }
    snprintf(folder, sizeof folder, "%s/tioli-bench-XXXXXX", parent);
    must(mkdtemp(folder), "can't make a folder");
    struct writer writers[WRITERS] = {
        {.name = "memory"}, {.name = "SQLite"}, {.name = "bare SQLite"}};
    writers[0].store = store_open_memory(why);
    snprintf(path, sizeof path, "%s/store.db", folder);
    writers[1].store = store_open_sqlite(path, &status, why);
    must(writers[0].store && writers[1].store, why);
    snprintf(path, sizeof path, "%s/bare.db", folder);
    open_bare(&writers[2], path);

    printf("%-12s %6s %12s %12s %14s\n", "store", "batch", "commits/s",
           "events/s", "us CPU/commit");
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++)
        measure_all(writers, batches[i], seconds);

    store_close(writers[0].store);
    store_close(writers[1].store);
    sqlite3_finalize(writers[2].begin);
    sqlite3_finalize(writers[2].insert);
    sqlite3_finalize(writers[2].commit);
    sqlite3_close(writers[2].db);
    unlink(path);
    snprintf(path, sizeof path, "%s/store.db", folder);
    unlink(path);
    rmdir(folder);
    return 0;
}
