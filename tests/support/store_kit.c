/* Short words for the tests of stores. */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "support/store_kit.h"
#include "support/store_model.h"

struct store *place_open_file(const char *path)
{
    char why[STORE_WHY] = "";
    enum store_status status;
    struct store *store = store_open_sqlite(path, &status, why);
    if (!store)
        fail_msg("%s", why);
    assert_int_equal(status, STORE_OK);
    return store;
}

/* With nothing of ours in it. */
static void clean_database(const char *url)
{
    PGconn *db = PQconnectdb(url);
    PGresult *result = PQexec(db, "SET client_min_messages TO error; "
                                  "DROP SCHEMA IF EXISTS tioli CASCADE");
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        fail_msg("%s", PQerrorMessage(db));
    PQclear(result);
    PQfinish(db);
}

static struct store *open_database(const char *url)
{
    char why[STORE_WHY] = "";
    enum store_status status;
    struct store *store = store_open_postgres(url, &status, why);
    if (!store)
        fail_msg("%s", why);
    return store;
}

void place_make(struct place *place)
{
    strcpy(place->folder, "/tmp/tioli-store-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->path, sizeof place->path, "%s/a.db", place->folder);
}

static void place_remove(const struct place *place)
{
    static const char *const ends[] = {"", "-wal", "-journal", "-shm"};
    char name[128];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", place->path, ends[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(place->folder), 0);
}

int place_set_up(void **state)
{
    char why[STORE_WHY];
    struct place *place = calloc(1, sizeof *place);
    assert_non_null(place);
    place->kind = *state;
    place_make(place);
    if (strcmp(place->kind, "memory") == 0) {
        place->store = store_open_memory(why);
    } else if (strcmp(place->kind, "model") == 0) {
        place->store = store_open_model();
    } else if (strcmp(place->kind, "postgres") == 0) {
        clean_database(getenv("TIOLI_POSTGRES"));
        place->store = open_database(getenv("TIOLI_POSTGRES"));
    } else {
        place->store = place_open_file(place->path);
    }
    assert_non_null(place->store);
    *state = place;
    return 0;
}

int place_tear_down(void **state)
{
    struct place *place = *state;
    store_close(place->store);
    place_remove(place);
    free(place);
    return 0;
}

struct store *place_again(struct place *place)
{
    if (strcmp(place->kind, "sqlite") == 0) {
        store_close(place->store);
        place->store = place_open_file(place->path);
    } else if (strcmp(place->kind, "postgres") == 0) {
        store_close(place->store);
        place->store = open_database(getenv("TIOLI_POSTGRES"));
    }
    return place->store;
}

/* ---- What is in a store, as text ---------------------------------------- */

static void add(struct seen *out, const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(out->text);
    va_start(arguments, format);
    vsnprintf(out->text + length, sizeof out->text - length, format, arguments);
    va_end(arguments);
}

static bool more(struct seen *out)
{
    return out->stop_after == 0 || --out->stop_after > 0;
}

bool seen_event(void *context, uint64_t seq, const void *bytes, size_t size)
{
    add(context, "%u:%.*s ", (unsigned)seq, (int)size, (const char *)bytes);
    return more(context);
}

bool seen_table(void *context, const char *table, uint64_t last,
                const char *about)
{
    add(context, "%s:%u%s ", table, (unsigned)last, about);
    return more(context);
}

bool seen_record(void *context, const char *table, unsigned game, uint64_t time,
                 const char *about)
{
    add(context, "%s/%u@%llu%s ", table, game, (unsigned long long)time, about);
    return more(context);
}

bool seen_entry(void *context, const char *table, unsigned game, uint64_t time,
                bool kept, const char *about)
{
    add(context, "%s/%u@%llu%s%s ", table, game, (unsigned long long)time,
        kept ? "" : "!", about);
    return more(context);
}

void expect_events(struct store *store, const char *table, uint64_t after,
                   const char *expected)
{
    struct seen text = {.text = ""};
    assert_int_equal(store_load(store, table, after, seen_event, &text),
                     STORE_OK);
    assert_string_equal(text.text, expected);
}

void expect_tables(struct store *store, const char *expected)
{
    struct seen text = {.text = ""};
    assert_int_equal(store_tables(store, seen_table, &text), STORE_OK);
    assert_string_equal(text.text, expected);
}

void expect_records(struct store *store, const char *expected)
{
    struct seen text = {.text = ""};
    assert_int_equal(
        store_records(store, UINT64_MAX, "", 0, seen_record, &text), STORE_OK);
    assert_string_equal(text.text, expected);
}

void expect_listed(struct store *store, const char *expected)
{
    struct seen text = {.text = ""};
    assert_int_equal(store_listed(store, UINT64_MAX, "", 0, seen_record, &text),
                     STORE_OK);
    assert_string_equal(text.text, expected);
}

void expect_entries(struct store *store, const char *list, const char *expected)
{
    struct seen text = {.text = ""};
    assert_int_equal(store_entries(store, list, 100, seen_entry, &text),
                     STORE_OK);
    assert_string_equal(text.text, expected);
}

void expect_readers(struct store *store, const char *table, unsigned game,
                    const char *expected)
{
    void *bytes = NULL;
    size_t size = 0;
    enum store_status status =
        store_read_readers(store, table, game, &bytes, &size);
    assert_int_equal(status, expected ? STORE_OK : STORE_MISSING);
    if (expected) {
        assert_int_equal(size, strlen(expected));
        assert_string_equal(bytes, expected);
    }
    free(bytes);
}

void expect_rows(struct store *store, uint64_t records, uint64_t entries,
                 uint64_t values)
{
    struct store_size size = store_size(store);
    assert_int_equal(size.rows[STORE_RECORDS], records);
    assert_int_equal(size.rows[STORE_ENTRIES], entries);
    assert_int_equal(size.rows[STORE_VALUES], values);
}

void expect_read(struct store *store, const char *table, unsigned game,
                 const char *expected)
{
    void *bytes = NULL;
    size_t size = 0;
    enum store_status status =
        store_read_record(store, table, game, &bytes, &size);
    assert_int_equal(status, expected ? STORE_OK : STORE_MISSING);
    if (expected) {
        assert_int_equal(size, strlen(expected));
        assert_string_equal(bytes, expected);
    }
    free(bytes);
}

void expect_got(struct store *store, const char *name, const char *expected)
{
    void *bytes = NULL;
    size_t size = 0;
    enum store_status status = store_get(store, name, &bytes, &size);
    assert_int_equal(status, expected ? STORE_OK : STORE_MISSING);
    if (expected) {
        assert_int_equal(size, strlen(expected));
        assert_string_equal(bytes, expected);
    }
    free(bytes);
}

void put_event(struct store *store, const char *table, uint64_t seq,
               const char *text)
{
    assert_int_equal(store_append(store, table, seq, text, strlen(text)),
                     STORE_OK);
}

void put_record(struct store *store, const char *table, unsigned game,
                uint64_t time, const char *about, const char *text)
{
    assert_int_equal(
        store_record(store, table, game, time, about, text, strlen(text)),
        STORE_OK);
}

void put_marked(struct store *store, const char *table, unsigned game,
                uint64_t time, unsigned marks, const char *readers)
{
    struct store_marks all = {marks, readers, strlen(readers)};
    assert_int_equal(
        store_record_marked(store, table, game, time, "", &all, "text", 4),
        STORE_OK);
}

void put_entry(struct store *store, const char *list, const char *table,
               unsigned game, uint64_t time, bool kept)
{
    assert_int_equal(store_enter(store, list, table, game, time, kept, ""),
                     STORE_OK);
}

void put_value(struct store *store, const char *name, const char *text)
{
    assert_int_equal(store_put(store, name, text, strlen(text)), STORE_OK);
}

void put_batch(struct store *store)
{
    put_batch_but(store, "");
}

void put_batch_but(struct store *store, const char *left_out)
{
    enum store_status status = store_commit(store);
    if (status != STORE_OK)
        fail_msg("%s", store_why(store));
    expect_left_out(store, left_out);
}

/* In whichever order. */
void expect_left_out(struct store *store, const char *expected)
{
    size_t size = 0;
    for (const char *table = NULL; (table = store_left_out(store, table));) {
        char token[STORE_KEY + 2];
        snprintf(token, sizeof token, "%s ", table);
        if (!strstr(expected, token))
            fail_msg("%s is left out, and not only: %s", table, expected);
        size += strlen(token);
    }
    assert_int_equal(size, strlen(expected));
}

void expect_summary(struct store *store, const char *table,
                    const char *expected)
{
    char *about = NULL;
    uint64_t last = 0;
    struct seen text = {.text = ""};
    enum store_status status = store_summary(store, table, &last, &about);
    assert_int_equal(status, expected ? STORE_OK : STORE_MISSING);
    if (!expected)
        return;
    seen_table(&text, table, last, about);
    free(about);
    assert_string_equal(text.text, expected);
}
