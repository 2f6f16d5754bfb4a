/* Stores to try, and short words for what is put into them and expected of
 * them, for cmocka's tests: whatever is not as it should be fails the test. */
#ifndef SUPPORT_STORE_KIT_H
#define SUPPORT_STORE_KIT_H

#include "store/store.h"

/* A store and the folder that its file may be in. */
struct place {
    const char *kind; /* "memory", "sqlite", "postgres" or "model" */
    struct store *store;
    char folder[64];
    char path[96];
};

struct store *place_open_file(const char *path);
void place_make(struct place *place);
/* For cmocka: the state is the kind, and then the place. */
int place_set_up(void **state);
int place_tear_down(void **state);
/* Closes and opens again what can be opened again. */
struct store *place_again(struct place *place);

/* What was visited, as text. */
struct seen {
    char text[2000];
    unsigned stop_after;
};
bool seen_event(void *context, uint64_t seq, const void *bytes, size_t size);
bool seen_table(void *context, const char *table, uint64_t last,
                const char *about);
bool seen_record(void *context, const char *table, unsigned game, uint64_t time,
                 const char *about);

bool seen_entry(void *context, const char *table, unsigned game, uint64_t time,
                bool kept, const char *about);

void expect_events(struct store *store, const char *table, uint64_t after,
                   const char *expected);
void expect_tables(struct store *store, const char *expected);
void expect_records(struct store *store, const char *expected);
void expect_listed(struct store *store, const char *expected);
void expect_entries(struct store *store, const char *list,
                    const char *expected);
void expect_rows(struct store *store, uint64_t records, uint64_t entries,
                 uint64_t values);
/* NULL: there is none. */
void expect_readers(struct store *store, const char *table, unsigned game,
                    const char *expected);
void expect_read(struct store *store, const char *table, unsigned game,
                 const char *expected);
void expect_got(struct store *store, const char *name, const char *expected);

void put_event(struct store *store, const char *table, uint64_t seq,
               const char *text);
void put_record(struct store *store, const char *table, unsigned game,
                uint64_t time, const char *about, const char *text);
void put_marked(struct store *store, const char *table, unsigned game,
                uint64_t time, unsigned marks, const char *readers);
void put_entry(struct store *store, const char *list, const char *table,
               unsigned game, uint64_t time, bool kept);
void put_value(struct store *store, const char *name, const char *text);
/* All of it is kept; or all but these tables, each with a blank behind it. */
void put_batch(struct store *store);
void put_batch_but(struct store *store, const char *left_out);
void expect_left_out(struct store *store, const char *expected);
/* As seen_table() has it; NULL: there is no such table. */
void expect_summary(struct store *store, const char *table,
                    const char *expected);

#endif
