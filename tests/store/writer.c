/* A program to kill: writes batches into an SQLite store and prints the number
 * of each that was acknowledged, until somebody ends it; and the one that looks
 * afterwards what is there.
 *
 *     store_writer FILE           writes, from where the file ends
 *     store_writer --check FILE   prints how many batches there are, or what is
 *                                 wrong with them
 *
 * Batch n appends n to "all" and to two of four tables, with a record now and
 * then, and now and then "all" is cut short at its beginning; so each batch can
 * be told from what is left of it. */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLES 4
#define RECORD_EVERY 7
#define TRIM_EVERY 5
#define TRIM_KEEPS 3 /* events before this batch's own */

static void name_table(char out[STORE_KEY], unsigned long long n)
{
    snprintf(out, STORE_KEY, "table-%llu", n % TABLES);
}

/* How many of the batches up to n wrote into this table: those that leave the
 * remainder t, and those that leave the one before. */
static unsigned long long events_of(unsigned table, unsigned long long n)
{
    unsigned long long count = 0;
    for (unsigned i = 0; i < 2; i++) {
        unsigned rest = (table + TABLES - i) % TABLES;
        count += (n + TABLES - rest) / TABLES - (rest == 0);
    }
    return count;
}

/* Where "all" begins after batch n. */
static unsigned long long first_of(unsigned long long n)
{
    unsigned long long trimmed = n / TRIM_EVERY * TRIM_EVERY;
    return trimmed ? trimmed - TRIM_KEEPS : 1;
}

static enum store_status put_batch(struct store *store, unsigned long long n)
{
    char text[24];
    char table[STORE_KEY];
    size_t size = (size_t)snprintf(text, sizeof text, "%llu", n);
    enum store_status status = store_append(store, "all", n, text, size);
    for (unsigned i = 0; i < 2 && status == STORE_OK; i++) {
        name_table(table, n + i);
        status = store_append(store, table,
                              events_of((unsigned)((n + i) % TABLES), n), text,
                              size);
    }
    if (status == STORE_OK && n % RECORD_EVERY == 0)
        status = store_record(store, "all", (unsigned)(n / RECORD_EVERY), n,
                              text, text, size);
    if (status == STORE_OK && n % TRIM_EVERY == 0)
        status = store_trim(store, "all", first_of(n));
    if (status == STORE_OK)
        status = store_put(store, "last", text, size);
    return status;
}

/* ---- Looking ------------------------------------------------------------ */

struct look {
    unsigned long long tables, events, records, last;
    bool numbered; /* the next event's text is its number */
    bool wrong;
};

static bool see_event(void *context, uint64_t seq, const void *bytes,
                      size_t size)
{
    struct look *look = context;
    char text[24] = "";
    memcpy(text, bytes, size < sizeof text ? size : sizeof text - 1);
    unsigned long long number = strtoull(text, NULL, 10);
    if ((look->numbered && number != seq) || number <= look->last)
        look->wrong = true;
    look->last = number;
    look->events++;
    return true;
}

static bool see_record(void *context, const char *table, unsigned game,
                       uint64_t time, const char *about)
{
    struct look *look = context;
    if (strcmp(table, "all") != 0 || time != game * (uint64_t)RECORD_EVERY ||
        strtoull(about, NULL, 10) != time)
        look->wrong = true;
    look->records++;
    return true;
}

static bool see_table(void *context, const char *table, uint64_t last,
                      const char *about)
{
    (void)about;
    struct look *look = context;
    (void)table;
    (void)last;
    look->tables++;
    return true;
}

/* How many batches there are; exits if it isn't so many whole ones. */
static unsigned long long count_batches(struct store *store)
{
    struct look look = {.numbered = true};
    void *bytes;
    size_t size;
    bool wrong = false;
    if (store_load(store, "all", 0, see_event, &look) == STORE_MISSING)
        return 0;
    unsigned long long n = look.last;
    wrong = look.wrong || look.events != n - first_of(n) + 1;
    for (unsigned table = 0; table < TABLES; table++) {
        char name[STORE_KEY];
        struct look other = {.numbered = false};
        name_table(name, table);
        store_load(store, name, 0, see_event, &other);
        wrong = wrong || other.wrong || other.events != events_of(table, n);
    }
    wrong = wrong || store_records(store, UINT64_MAX, "", 0, see_record,
                                   &look) != STORE_OK;
    wrong = wrong || look.wrong || look.records != n / RECORD_EVERY;
    wrong = wrong || store_tables(store, see_table, &look) != STORE_OK;
    wrong = wrong || (n >= TABLES && look.tables != TABLES + 1);
    if (store_get(store, "last", &bytes, &size) == STORE_OK) {
        wrong = wrong || strtoull(bytes, NULL, 10) != n;
        free(bytes);
    } else {
        wrong = true;
    }
    if (wrong) {
        printf("wrong: %llu events, %llu records\n", n, look.records);
        exit(1);
    }
    return n;
}

int main(int argc, char **argv)
{
    bool check = argc == 3 && strcmp(argv[1], "--check") == 0;
    char why[STORE_WHY];
    enum store_status status;
    if (argc != 2 && !check)
        return 2;
    struct store *store = store_open_sqlite(argv[argc - 1], &status, why);
    if (!store) {
        printf("%s\n", why);
        return 1;
    }
    unsigned long long n = count_batches(store);
    printf("%llu\n", n);
    while (!check && fflush(stdout) == 0) {
        status = put_batch(store, ++n);
        if (status == STORE_OK)
            status = store_commit(store);
        if (status != STORE_OK) {
            printf("%s\n", store_why(store));
            return 1;
        }
        printf("%llu\n", n);
    }
    store_close(store);
    return 0;
}
