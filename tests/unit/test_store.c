/* One suite for all stores: what store.h says holds for each of them. */
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/backend.h"
#include "support/store_kit.h"
#include "support/store_life.h"
#include "support/store_model.h"

static void a_new_store_is_empty(void **state)
{
    struct place *place = *state;
    for (int i = 0; i < 2; i++) {
        struct seen text = {.text = ""};
        struct store *store = place_again(place);
        expect_tables(store, "");
        expect_records(store, "");
        assert_int_equal(store_load(store, "none", 0, seen_event, &text),
                         STORE_MISSING);
        expect_read(store, "none", 1, NULL);
        expect_got(store, "none", NULL);
        put_batch(store);
    }
}

static void events_are_loaded_from_any_number(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "t", 1, "one");
    put_event(store, "t", 2, "");
    put_batch(store);
    put_event(store, "t", 3, "three");
    put_batch(store);
    for (int i = 0; i < 2; i++) {
        struct seen text = {.stop_after = 2};
        expect_events(store, "t", 0, "1:one 2: 3:three ");
        expect_events(store, "t", 2, "3:three ");
        expect_events(store, "t", 3, "");
        expect_events(store, "t", UINT64_MAX, "");
        assert_int_equal(store_load(store, "t", 0, seen_event, &text),
                         STORE_OK);
        assert_string_equal(text.text, "1:one 2: ");
        store = place_again(place);
    }
    put_event(store, "t", 4, "four");
    put_batch(store);
    expect_events(store, "t", 1, "2: 3:three 4:four ");
}

static void nothing_is_there_before_the_commit(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "t", 1, "one");
    put_value(store, "v", "value");
    put_record(store, "t", 1, 5, "", "text");
    expect_tables(store, "");
    expect_got(store, "v", NULL);
    expect_read(store, "t", 1, NULL);
    store_rollback(store);
    put_batch(store);
    store = place_again(place);
    expect_tables(store, "");
    expect_got(store, "v", NULL);
    put_event(store, "t", 1, "other");
    place_again(place); /* a batch that was not committed is nothing */
    if (place->store == store)
        store_rollback(store);
    expect_tables(place->store, "");
}

static void only_the_next_number_is_taken(void **state)
{
    static const uint64_t wrong[] = {0, 1, 2, 4, 1000, INT64_MAX};
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "t", 1, "one");
    put_event(store, "t", 2, "two");
    put_batch(store);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        put_record(store, "t", 1, 5, "", "lost");
        if (wrong[i] == 0) {
            assert_int_equal(store_append(store, "t", 0, "x", 1),
                             STORE_CONFLICT);
            assert_int_equal(store_commit(store), STORE_CONFLICT);
            assert_true(strlen(store_why(store)) > 0);
        } else {
            put_event(store, "t", wrong[i], "x");
            assert_int_equal(store_delete(store, "t"), STORE_OK);
            put_batch_but(store, "t ");
        }
        expect_tables(store, "t:2 ");
        expect_records(store, "");
    }
    put_event(store, "new", 2, "not the first");
    put_batch_but(store, "new ");
    store = place_again(place);
    put_event(store, "t", 3, "three");
    put_batch(store);
    expect_events(store, "t", 0, "1:one 2:two 3:three ");
    expect_tables(store, "t:3 ");
}

static void numbers_follow_within_a_batch(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "t", 1, "one");
    assert_int_equal(store_append(store, "t", 1, "x", 1), STORE_CONFLICT);
    /* The batch is lost, and says so until it is over. */
    assert_int_equal(store_append(store, "t", 2, "x", 1), STORE_CONFLICT);
    assert_int_equal(store_put(store, "v", "x", 1), STORE_CONFLICT);
    assert_int_equal(store_commit(store), STORE_CONFLICT);
    put_event(store, "t", 1, "one");
    assert_int_equal(store_append(store, "t", 3, "x", 1), STORE_CONFLICT);
    store_rollback(store);
    put_event(store, "t", 1, "one");
    put_event(store, "u", 1, "one");
    put_event(store, "t", 2, "two");
    put_batch(store);
    expect_tables(store, "t:2 u:1 ");
}

static void trimmed_logs_begin_later(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    char text[8];
    for (uint64_t seq = 1; seq <= 6; seq++) {
        snprintf(text, sizeof text, "e%u", (unsigned)seq);
        put_event(store, "t", seq, text);
    }
    put_event(store, "t2", 1, "stays");
    put_event(store, "t2", 2, "stays");
    put_record(store, "t", 1, 5, "", "stays");
    put_batch(store);
    assert_int_equal(store_trim(store, "t", 4), STORE_OK);
    expect_events(store, "t", 0, "1:e1 2:e2 3:e3 4:e4 5:e5 6:e6 ");
    put_batch(store);
    store = place_again(place);
    expect_events(store, "t", 0, "4:e4 5:e5 6:e6 ");
    expect_events(store, "t", 2, "4:e4 5:e5 6:e6 ");
    expect_events(store, "t", 3, "4:e4 5:e5 6:e6 ");
    expect_events(store, "t", 4, "5:e5 6:e6 ");
    expect_events(store, "t", 6, "");
    expect_events(store, "t2", 0, "1:stays 2:stays ");
    expect_tables(store, "t:6 t2:2 ");
    expect_records(store, "t/1@5 ");
    /* Numbers go on; the first may be one of the same batch. */
    put_event(store, "t", 7, "e7");
    assert_int_equal(store_trim(store, "t", 7), STORE_OK);
    put_event(store, "t", 8, "e8");
    put_batch(store);
    expect_events(place_again(place), "t", 0, "7:e7 8:e8 ");
    store = place->store;
    put_event(store, "new", 1, "one");
    put_event(store, "new", 2, "two");
    assert_int_equal(store_trim(store, "new", 2), STORE_OK);
    assert_int_equal(store_trim(store, "new", 2), STORE_OK);
    put_batch(store);
    expect_events(store, "new", 0, "2:two ");
    /* And after all of it was dropped they begin anew. */
    assert_int_equal(store_archive(store, "new"), STORE_OK);
    put_event(store, "new", 1, "again");
    put_batch(store);
    expect_events(place_again(place), "new", 0, "1:again ");
}

static void only_what_is_there_becomes_the_first(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    for (uint64_t seq = 1; seq <= 4; seq++)
        put_event(store, "t", seq, "x");
    put_event(store, "other", 1, "x");
    put_event(store, "u", 1, "x");
    put_batch(store);
    assert_int_equal(store_trim(store, "t", 3), STORE_OK);
    put_batch(store);
#define CONFLICTS(before, table, number)                                       \
    do {                                                                       \
        before;                                                                \
        enum store_status early = store_trim(store, table, number);            \
        assert_true(early == STORE_OK || early == STORE_CONFLICT);             \
        assert_int_equal(store_commit(store), early);                          \
        expect_left_out(store, early == STORE_OK ? table " " : "");            \
        expect_events(store, "t", 0, "3:x 4:x ");                              \
        expect_tables(store, "other:1 t:4 u:1 ");                              \
    } while (0)
    CONFLICTS((void)0, "t", 2);
    CONFLICTS((void)0, "t", 5);
    CONFLICTS((void)0, "t", INT64_MAX);
    CONFLICTS((void)0, "never-was", 1);
    CONFLICTS(put_event(store, "t", 5, "x"), "t", 6);
    CONFLICTS(put_event(store, "t", 5, "x"), "t", 2);
    CONFLICTS(store_archive(store, "t"), "t", 3);
    CONFLICTS(store_delete(store, "t"), "t", 1);
    assert_int_equal(store_trim(store, "t", 0), STORE_INVALID);
    store_rollback(store);
    assert_int_equal(store_trim(store, "t", (uint64_t)INT64_MAX + 1),
                     STORE_INVALID);
    store_rollback(store);
    assert_int_equal(store_trim(store, "a b", 1), STORE_INVALID);
    store_rollback(store);
    expect_events(place_again(place), "t", 0, "3:x 4:x ");
}

static void tables_are_listed_by_id(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    struct seen text = {.stop_after = 2};
    put_event(store, "b", 1, "");
    put_event(store, "a", 1, "");
    put_event(store, "a0", 1, "");
    put_event(store, "Z", 1, "");
    put_event(store, "a", 2, "");
    put_batch(store);
    put_record(store, "only-a-record", 1, 5, "", "");
    put_value(store, "only-a-value", "x");
    put_batch(store);
    expect_tables(store, "Z:1 a:2 a0:1 b:1 ");
    assert_int_equal(store_tables(store, seen_table, &text), STORE_OK);
    assert_string_equal(text.text, "Z:1 a:2 ");
}

static void archived_tables_keep_their_records(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    struct seen text = {.text = ""};
    put_event(store, "t", 1, "one");
    put_event(store, "t2", 1, "stays");
    put_record(store, "t", 1, 5, "first", "text");
    put_batch(store);
    assert_int_equal(store_archive(store, "t"), STORE_OK);
    assert_int_equal(store_archive(store, "never-was"), STORE_OK);
    put_batch(store);
    store = place_again(place);
    expect_tables(store, "t2:1 ");
    assert_int_equal(store_load(store, "t", 0, seen_event, &text),
                     STORE_MISSING);
    expect_read(store, "t", 1, "text");
    expect_records(store, "t/1@5first ");
    /* Somebody who knows nothing of it does not go on. */
    put_event(store, "t", 2, "two");
    put_batch_but(store, "t ");
}

static void deleted_tables_are_gone(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "t", 1, "one");
    put_record(store, "t", 1, 5, "", "text");
    put_record(store, "t", 2, 6, "", "text");
    put_record(store, "t2", 1, 5, "", "stays");
    put_batch(store);
    assert_int_equal(store_delete(store, "t"), STORE_OK);
    assert_int_equal(store_delete(store, "never-was"), STORE_OK);
    put_batch(store);
    store = place_again(place);
    expect_tables(store, "");
    expect_read(store, "t", 1, NULL);
    expect_records(store, "t2/1@5 ");
    put_event(store, "t", 1, "again");
    put_record(store, "t", 1, 7, "", "again");
    put_batch(store);
    expect_events(store, "t", 0, "1:again ");
    expect_read(store, "t", 1, "again");
}

static void a_batch_happens_in_its_order(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "t", 1, "old");
    put_event(store, "t", 2, "old");
    put_record(store, "t", 1, 5, "", "old");
    store_delete(store, "t");
    put_event(store, "t", 1, "new");
    put_record(store, "t", 1, 6, "", "new");
    put_value(store, "v", "old");
    put_value(store, "v", "new");
    put_value(store, "w", "old");
    put_value(store, "w", "");
    store_archive(store, "u");
    assert_int_equal(store_append(store, "u", 1, "x", 1), STORE_OK);
    put_batch(store);
    expect_events(store, "t", 0, "1:new ");
    expect_events(store, "u", 0, "1:x ");
    expect_records(store, "t/1@6 ");
    expect_read(store, "t", 1, "new");
    expect_got(store, "v", "new");
    expect_got(store, "w", NULL);
}

/* Everything that a refused batch would have changed is as before. */
static void a_refused_batch_leaves_nothing(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    uint64_t before = 0;
    uint64_t after = 0;
    struct life life = life_new(7);
    for (int i = 0; i < 30; i++) {
        assert_int_equal(life_batch(&life, store), STORE_OK);
        put_batch(store);
    }
    assert_int_equal(life_digest(store, &before), STORE_OK);
    for (int i = 0; i < 30; i++) {
        struct life other = life;
        other.random += (uint64_t)i;
        assert_int_equal(life_batch(&other, store), STORE_OK);
        assert_int_equal(store_append(store, "never-was", 0, "x", 1),
                         STORE_CONFLICT);
        assert_int_equal(store_commit(store), STORE_CONFLICT);
        expect_left_out(store, "");
        assert_int_equal(life_digest(store, &after), STORE_OK);
        assert_int_equal(before, after);
    }
    store = place_again(place);
    assert_int_equal(life_digest(store, &after), STORE_OK);
    assert_int_equal(before, after);
}

/* ---- What is left out ---------------------------------------------------- */

static void put_claim(struct store *store, const char *name, const char *table,
                      const char *text)
{
    assert_int_equal(store_claim(store, name, table, text, strlen(text)),
                     STORE_OK);
}

/* Everything about the one table, and nothing else. */
static void a_conflict_leaves_out_its_table(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "t", 1, "one");
    put_event(store, "u", 1, "one");
    put_record(store, "u", 1, 1, "", "of u");
    put_batch(store);
    expect_left_out(store, "");
    put_event(store, "s", 1, "kept");
    put_record(store, "t", 1, 5, "", "lost");
    put_entry(store, "anna", "t", 1, 5, true);
    put_entry(store, "anna", "u", 1, 5, true);
    assert_int_equal(store_about(store, "t", "=lost"), STORE_OK);
    assert_int_equal(store_about(store, "u", "=kept"), STORE_OK);
    put_claim(store, "code/t", "t", "lost");
    put_value(store, "v", "kept");
    put_event(store, "u", 2, "kept");
    put_event(store, "t", 3, "lost");
    put_event(store, "t", 4, "lost");
    assert_int_equal(store_trim(store, "t", 4), STORE_OK);
    put_record(store, "u", 1, 6, "", "again");
    put_batch_but(store, "t u ");
    store = place_again(place);
    expect_tables(store, "s:1 t:1 u:1 ");
    expect_got(store, "v", "kept");
    expect_got(store, "code/t", NULL);
    expect_entries(store, "anna", "");
    expect_records(store, "u/1@1 ");
    expect_rows(store, 1, 0, 1);
    put_event(store, "u", 2, "two");
    assert_int_equal(store_delete(store, "t"), STORE_OK);
    put_event(store, "t", 1, "again");
    put_batch(store);
    assert_null(store_left_out(store, NULL));
    expect_tables(store, "s:1 t:1 u:2 ");
}

/* Whatever else the batch has about a table, it is not deleted either. */
static void whoever_is_left_out_deletes_nothing(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "t", 1, "one");
    put_event(store, "u", 1, "one");
    put_batch(store);
    assert_int_equal(store_delete(store, "t"), STORE_OK);
    assert_int_equal(store_begin(store, "u", 5), STORE_OK);
    put_event(store, "t", 1, "new");
    put_event(store, "u", 5, "new");
    put_record(store, "t", 1, 5, "", "");
    put_record(store, "t", 1, 5, "", "twice");
    put_batch_but(store, "t u ");
    expect_events(store, "t", 0, "1:one ");
    expect_events(place_again(place), "u", 0, "1:one ");
}

static void what_is_claimed_is_claimed_once(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "a", 1, "one");
    put_claim(store, "code/x", "a", "A");
    put_batch(store);
    store = place_again(place);
    expect_got(store, "code/x", "A");
    put_event(store, "b", 1, "one");
    put_claim(store, "code/x", "b", "B");
    put_event(store, "c", 1, "one");
    put_claim(store, "code/y", "c", "C");
    put_batch_but(store, "b ");
    expect_tables(store, "a:1 c:1 ");
    expect_got(store, "code/x", "A");
    expect_got(store, "code/y", "C");
    /* In one batch the first has it, even if that is left out itself. */
    put_claim(store, "code/z", "d", "D");
    put_event(store, "d", 9, "wrong");
    put_claim(store, "code/z", "e", "E");
    put_value(store, "w", "there");
    put_claim(store, "w", "f", "F");
    put_batch_but(store, "d e f ");
    expect_got(store, "code/z", NULL);
    expect_got(store, "w", "there");
    /* A name that is given free can be claimed, in the same batch, too. */
    put_value(store, "code/x", "");
    put_claim(store, "code/x", "b", "B");
    put_value(store, "code/y", "");
    put_batch(store);
    put_claim(store, "code/y", "b", "B");
    put_batch(store);
    store = place_again(place);
    expect_got(store, "code/x", "B");
    expect_got(store, "code/y", "B");
    expect_rows(store, 0, 0, 3);
    /* Given free by a table that is left out, it is not free. */
    put_claim(store, "code/x", "b", "");
    put_claim(store, "code/y", "c", "");
    put_event(store, "c", 9, "wrong");
    put_batch_but(store, "c ");
    expect_got(store, "code/x", NULL);
    expect_got(store, "code/y", "B");
}

static void claims_are_checked(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    assert_int_equal(store_claim(store, "a b", "t", "x", 1), STORE_INVALID);
    assert_int_equal(store_commit(store), STORE_INVALID);
    assert_int_equal(store_claim(store, "a", "", "x", 1), STORE_INVALID);
    assert_int_equal(store_commit(store), STORE_INVALID);
    assert_int_equal(store_as_owner(store, "a b"), STORE_INVALID);
    assert_int_equal(store_commit(store), STORE_INVALID);
    expect_rows(store, 0, 0, 0);
}

/* Where others write into it, too, nobody here has a lease. */
static void whoever_is_alone_is_the_owner(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    bool shared = store_is_shared(store);
    assert_int_equal(shared, strcmp(place->kind, "postgres") == 0);
    assert_int_equal(store_as_owner(store, "t"), STORE_OK);
    put_event(store, "t", 1, "one");
    put_event(store, "u", 1, "one");
    put_batch_but(store, shared ? "t " : "");
    expect_tables(place_again(place), shared ? "u:1 " : "t:1 u:1 ");
}

static void a_table_has_a_summary(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    expect_summary(store, "t", NULL);
    expect_summary(store, "a b", NULL);
    put_event(store, "t", 1, "one");
    put_event(store, "u", 1, "one");
    put_event(store, "u", 2, "two");
    assert_int_equal(store_about(store, "t", "=about t"), STORE_OK);
    assert_int_equal(store_about(store, "nobody", "=about"), STORE_OK);
    put_batch(store);
    store = place_again(place);
    expect_summary(store, "t", "t:1=about t ");
    expect_summary(store, "u", "u:2 ");
    expect_summary(store, "nobody", NULL);
    assert_int_equal(store_archive(store, "t"), STORE_OK);
    put_batch(store);
    expect_summary(store, "t", NULL);
    put_event(store, "t", 1, "again");
    put_batch(store);
    expect_summary(place_again(place), "t", "t:1 ");
}

static void records_are_written_once(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_record(store, "t", 1, 5, "a", "text");
    put_batch(store);
    put_record(store, "t", 2, 5, "a", "lost");
    put_record(store, "t", 1, 6, "b", "other");
    put_batch_but(store, "t ");
    put_record(store, "t", 3, 5, "a", "lost");
    put_record(store, "t", 3, 5, "a", "lost");
    put_batch_but(store, "t ");
    expect_records(store, "t/1@5a ");
    expect_read(store, "t", 1, "text");
}

/* A page of records, and where the next one begins. */
struct page {
    unsigned left;
    struct seen seen;
    uint64_t time;
    char table[STORE_KEY];
    unsigned game;
};

static bool turn_page(void *context, const char *table, unsigned game,
                      uint64_t time, const char *about)
{
    struct page *page = context;
    seen_record(&page->seen, table, game, time, about);
    page->time = time;
    snprintf(page->table, sizeof page->table, "%s", table);
    page->game = game;
    return --page->left > 0;
}

static void records_come_newest_first(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_record(store, "b", 1, 5, "", "");
    put_record(store, "a", 2, 5, "", "");
    put_record(store, "a", 10, 5, "", "");
    put_record(store, "c", 1, 9, "", "");
    put_record(store, "d", 1, 0, "", "");
    put_record(store, "e", 1, INT64_MAX, "", "");
    put_batch(store);
    for (unsigned size = 1; size <= 7; size++) {
        struct page page = {.time = UINT64_MAX};
        do {
            page.left = size;
            assert_int_equal(store_records(store, page.time, page.table,
                                           page.game, turn_page, &page),
                             STORE_OK);
        } while (page.left < size);
        assert_string_equal(page.seen.text, "e/1@9223372036854775807 c/1@9 "
                                            "a/2@5 a/10@5 b/1@5 d/1@0 ");
    }
}

static void values_are_replaced_and_removed(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_value(store, "server-key", "first");
    put_value(store, "person/0123", "Anna");
    put_batch(store);
    put_value(store, "server-key", "second, and longer");
    put_batch(store);
    store = place_again(place);
    expect_got(store, "server-key", "second, and longer");
    expect_got(store, "person/0123", "Anna");
    expect_got(store, "person/012", NULL);
    put_value(store, "person/0123", "");
    put_value(store, "never-was", "");
    put_batch(store);
    expect_got(place_again(place), "person/0123", NULL);
}

static bool same_bytes(void *context, uint64_t seq, const void *bytes,
                       size_t size)
{
    assert_int_equal(seq, 1);
    assert_int_equal(size, 512);
    assert_memory_equal(bytes, context, 512);
    return true;
}

static void bytes_are_bytes(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    char all[512];
    void *bytes;
    size_t size;
    for (int i = 0; i < 512; i++)
        all[i] = (char)i;
    assert_int_equal(store_append(store, "t", 1, all, 512), STORE_OK);
    assert_int_equal(store_record(store, "t", 1, 1, "", all, 512), STORE_OK);
    assert_int_equal(store_put(store, "v", all, 512), STORE_OK);
    assert_int_equal(store_record(store, "t", 2, 1, "caf\xc3\xa9 \xff", "", 0),
                     STORE_OK);
    memset(all, 'x', 10); /* the store has its own by now */
    put_batch(store);
    for (int i = 0; i < 10; i++)
        all[i] = (char)i;
    store = place_again(place);
    assert_int_equal(store_get(store, "v", &bytes, &size), STORE_OK);
    assert_int_equal(size, 512);
    assert_memory_equal(bytes, all, 512);
    free(bytes);
    assert_int_equal(store_read_record(store, "t", 1, &bytes, &size), STORE_OK);
    assert_int_equal(size, 512);
    assert_memory_equal(bytes, all, 512);
    free(bytes);
    assert_int_equal(store_load(store, "t", 0, same_bytes, all), STORE_OK);
    expect_read(store, "t", 2, "");
    expect_records(store, "t/1@1 t/2@1caf\xc3\xa9 \xff ");
}

static bool count_bytes(void *context, uint64_t seq, const void *bytes,
                        size_t size)
{
    const char *at = bytes;
    (void)seq;
    for (size_t i = 0; i < size; i++)
        assert_int_equal(at[i], 'x');
    *(size_t *)context += size;
    return true;
}

static void limits_are_kept(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    size_t size = STORE_RECORD_MAX + 1;
    size_t counted = 0;
    char key[STORE_KEY + 1];
    void *bytes;
    char *large = malloc(size + 1);
    assert_non_null(large);
    memset(large, 'x', size);
    memset(key, 'k', sizeof key);
    key[STORE_KEY - 1] = '\0';
    large[STORE_ABOUT_MAX] = '\0';
    assert_int_equal(store_record(store, key, UINT32_MAX, 0, large, "", 0),
                     STORE_OK);
    large[STORE_ABOUT_MAX] = 'x';
    assert_int_equal(store_append(store, key, 1, large, STORE_EVENT_MAX),
                     STORE_OK);
    assert_int_equal(
        store_record(store, key, 1, 1, "", large, STORE_RECORD_MAX), STORE_OK);
    assert_int_equal(store_put(store, key, large, STORE_VALUE_MAX), STORE_OK);
    put_batch(store);
    store = place_again(place);
    assert_int_equal(store_load(store, key, 0, count_bytes, &counted),
                     STORE_OK);
    assert_int_equal(counted, STORE_EVENT_MAX);
    assert_int_equal(store_read_record(store, key, 1, &bytes, &size), STORE_OK);
    assert_int_equal(size, STORE_RECORD_MAX);
    free(bytes);
    assert_int_equal(store_get(store, key, &bytes, &size), STORE_OK);
    assert_int_equal(size, STORE_VALUE_MAX);
    free(bytes);

#define REFUSES(call)                                                          \
    do {                                                                       \
        put_value(store, "lost", "with the batch");                            \
        assert_int_equal(call, STORE_INVALID);                                 \
        assert_int_equal(store_commit(store), STORE_INVALID);                  \
        expect_got(store, "lost", NULL);                                       \
    } while (0)
    REFUSES(store_append(store, "t", 1, large, STORE_EVENT_MAX + 1));
    REFUSES(store_append(store, "t", (uint64_t)INT64_MAX + 1, "", 0));
    REFUSES(store_record(store, "t", 1, 1, "", large, STORE_RECORD_MAX + 1));
    REFUSES(store_record(store, "t", 0, 1, "", "", 0));
    REFUSES(store_record(store, "t", 1, (uint64_t)INT64_MAX + 1, "", "", 0));
    large[STORE_ABOUT_MAX + 1] = '\0';
    REFUSES(store_record(store, "t", 1, 1, large, "", 0));
    large[STORE_ABOUT_MAX + 1] = 'x';
    REFUSES(store_put(store, "v", large, STORE_VALUE_MAX + 1));
    free(large);
}

/* One character too many. */
#define LONG_KEY                                                               \
    "0123456789012345678901234567890123456789012345678901234567890123"

static void only_keys_are_keys(void **state)
{
    static const char *const wrong[] = {"",      " ",    "a b",
                                        "a\n",   "\x7f", "caf\xc3\xa9",
                                        "a\x01", "\xff", LONG_KEY};
    struct place *place = *state;
    struct store *store = place->store;
    struct seen text = {.text = ""};
    void *bytes;
    size_t size;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *key = wrong[i];
        REFUSES(store_append(store, key, 1, "", 0));
        REFUSES(store_record(store, key, 1, 1, "", "", 0));
        REFUSES(store_archive(store, key));
        REFUSES(store_delete(store, key));
        REFUSES(store_put(store, key, "x", 1));
        assert_int_equal(store_load(store, key, 0, seen_event, &text),
                         STORE_MISSING);
        assert_int_equal(store_read_record(store, key, 1, &bytes, &size),
                         STORE_MISSING);
        assert_int_equal(store_get(store, key, &bytes, &size), STORE_MISSING);
    }
    assert_int_equal(store_records(store, 5, "a b", 0, seen_record, &text),
                     STORE_INVALID);
    /* Keys are keys and no patterns. */
    put_event(store, "a_b%'\"", 1, "one");
    put_batch(store);
    expect_tables(store, "a_b%'\":1 ");
    store_archive(store, "a%");
    put_batch(store);
    expect_tables(store, "a_b%'\":1 ");
}

static void many_tables_and_events(void **state)
{
    enum { TABLES = 300, EVENTS = 20 };
    struct place *place = *state;
    struct store *store = place->store;
    char name[STORE_KEY];
    for (unsigned seq = 1; seq <= EVENTS; seq++) {
        for (unsigned table = 0; table < TABLES; table++) {
            snprintf(name, sizeof name, "t%03u", table * 7 % TABLES);
            put_event(store, name, seq, name);
        }
        put_batch(store);
    }
    store = place_again(place);
    for (unsigned table = 0; table < TABLES; table++) {
        struct seen text = {.text = ""};
        snprintf(name, sizeof name, "t%03u", table);
        assert_int_equal(store_load(store, name, EVENTS - 2, seen_event, &text),
                         STORE_OK);
        snprintf(text.text + 1000, 1000, "%u:%s %u:%s ", EVENTS - 1, name,
                 EVENTS, name);
        assert_string_equal(text.text, text.text + 1000);
    }
}

struct nested {
    struct store *store;
    struct seen text;
};

static bool read_inside(void *context, const char *table, uint64_t last,
                        const char *about)
{
    (void)about;
    struct nested *nested = context;
    expect_got(nested->store, "v", "value");
    expect_read(nested->store, table, 1, "text");
    expect_records(nested->store, "b/1@5 a/1@4 ");
    assert_int_equal(
        store_load(nested->store, table, 0, seen_event, &nested->text),
        STORE_OK);
    put_event(nested->store, table, last + 1, "more");
    return true;
}

static void a_visit_may_read_and_fill_the_batch(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    struct nested nested = {.store = store};
    put_event(store, "a", 1, "one");
    put_event(store, "b", 1, "two");
    put_record(store, "a", 1, 4, "", "text");
    put_record(store, "b", 1, 5, "", "text");
    put_value(store, "v", "value");
    put_batch(store);
    assert_int_equal(store_tables(store, read_inside, &nested), STORE_OK);
    assert_string_equal(nested.text.text, "1:one 1:two ");
    put_batch(store);
    expect_tables(store, "a:2 b:2 ");
}

static void texts_about_tables_come_with_the_list(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_event(store, "a", 1, "one");
    put_event(store, "b", 1, "one");
    put_event(store, "c", 1, "one");
    assert_int_equal(store_about(store, "a", "=old"), STORE_OK);
    assert_int_equal(store_about(store, "a", "=new"), STORE_OK);
    assert_int_equal(store_about(store, "c", "=c"), STORE_OK);
    assert_int_equal(store_about(store, "not-there", "=x"), STORE_OK);
    put_batch(store);
    store = place_again(place);
    expect_tables(store, "a:1=new b:1 c:1=c ");
    assert_int_equal(store_archive(store, "a"), STORE_OK);
    put_event(store, "a", 1, "again");
    assert_int_equal(store_delete(store, "c"), STORE_OK);
    put_event(store, "c", 1, "again");
    put_batch(store);
    expect_tables(place_again(place), "a:1 b:1 c:1 ");
}

static void listed_records_are_found_alone(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    for (unsigned i = 1; i <= 40; i++)
        put_marked(store, "hidden", i, i, STORE_KEPT, "");
    put_marked(store, "b", 1, 20, STORE_LISTED | STORE_KEPT, "");
    put_marked(store, "a", 1, 20, STORE_LISTED, "");
    put_marked(store, "a", 2, 30, STORE_LISTED, "");
    put_record(store, "c", 1, 25, "", "plain");
    put_batch(store);
    store = place_again(place);
    expect_listed(store, "a/2@30 a/1@20 b/1@20 ");
    for (unsigned size = 1; size <= 4; size++) {
        struct page page = {.time = UINT64_MAX};
        do {
            page.left = size;
            assert_int_equal(store_listed(store, page.time, page.table,
                                          page.game, turn_page, &page),
                             STORE_OK);
        } while (page.left < size);
        assert_string_equal(page.seen.text, "a/2@30 a/1@20 b/1@20 ");
    }
    assert_int_equal(store_listed(store, 5, "a b", 0, turn_page, NULL),
                     STORE_INVALID);
    store_delete(store, "a");
    put_batch(store);
    expect_listed(place_again(place), "b/1@20 ");
}

static void records_have_readers(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    char many[STORE_READERS_MAX + 2];
    put_marked(store, "a", 1, 5, STORE_KEPT, "Anna and Ben");
    put_record(store, "a", 2, 6, "", "text");
    put_batch(store);
    store = place_again(place);
    expect_readers(store, "a", 1, "Anna and Ben");
    expect_readers(store, "a", 2, "");
    expect_readers(store, "a", 3, NULL);
    expect_readers(store, "a b", 1, NULL);
    expect_read(store, "a", 1, "text");
    memset(many, 'x', sizeof many);
    many[STORE_READERS_MAX] = '\0';
    put_marked(store, "b", 1, 5, 0, many);
    put_batch(store);
    expect_readers(place_again(place), "b", 1, many);
    struct store_marks marks = {0, many, STORE_READERS_MAX + 1};
    store = place->store;
    REFUSES(store_record_marked(store, "b", 2, 5, "", &marks, "", 0));
}

static void entries_come_newest_first(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    struct seen text = {.text = ""};
    put_entry(store, "anna", "t", 1, 5, true);
    put_entry(store, "ben", "t", 1, 5, false);
    put_entry(store, "anna", "u", 1, 9, false);
    put_batch(store);
    put_entry(store, "anna", "s", 7, 9, true);
    put_entry(store, "anna", "v", 1, 7, true);
    put_entry(store, "anna2", "v", 1, 7, true);
    assert_int_equal(store_enter(store, "ann", "w", 2, 1, true, " text"),
                     STORE_OK);
    put_batch(store);
    store = place_again(place);
    expect_entries(store, "anna", "s/7@9 u/1@9! v/1@7 t/1@5 ");
    expect_entries(store, "ben", "t/1@5! ");
    expect_entries(store, "ann", "w/2@1 text ");
    expect_entries(store, "eve", "");
    expect_entries(store, "a b", "");
    assert_int_equal(store_entries(store, "anna", 2, seen_entry, &text),
                     STORE_OK);
    assert_string_equal(text.text, "s/7@9 u/1@9! ");
    text = (struct seen){.stop_after = 3};
    assert_int_equal(store_entries(store, "anna", 9, seen_entry, &text),
                     STORE_OK);
    assert_string_equal(text.text, "s/7@9 u/1@9! v/1@7 ");
    expect_rows(store, 0, 7, 0);
    REFUSES(store_enter(store, "a b", "t", 1, 1, true, ""));
    REFUSES(store_enter(store, "a", "t t", 1, 1, true, ""));
    REFUSES(store_enter(store, "a", "t", 0, 1, true, ""));
    REFUSES(store_enter(store, "a", "t", 1, (uint64_t)INT64_MAX + 1, true, ""));
}

static void what_is_not_kept_goes_with_its_table(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    for (unsigned game = 1; game <= 3; game++) {
        bool kept = game == 2;
        put_marked(store, "t", game, game,
                   STORE_LISTED | (kept ? STORE_KEPT : 0), "");
        put_entry(store, "anna", "t", game, game, kept);
    }
    put_marked(store, "u", 1, 9, 0, "");
    put_entry(store, "anna", "u", 1, 9, false);
    put_batch(store);
    expect_rows(store, 4, 4, 0);
    assert_int_equal(store_archive(store, "t"), STORE_OK);
    put_batch(store);
    store = place_again(place);
    expect_records(store, "u/1@9 t/2@2 ");
    expect_listed(store, "t/2@2 ");
    expect_entries(store, "anna", "u/1@9! t/2@2 ");
    expect_rows(store, 2, 2, 0);
    assert_int_equal(store_delete(store, "t"), STORE_OK);
    put_batch(store);
    expect_entries(store, "anna", "u/1@9! ");
    expect_records(store, "u/1@9 ");
    expect_rows(place_again(place), 1, 1, 0);
}

static void expect_oldest(struct store *store, enum store_kind kind,
                          uint64_t expected)
{
    uint64_t time = 0;
    assert_int_equal(store_oldest(store, kind, &time),
                     expected ? STORE_OK : STORE_MISSING);
    assert_int_equal(time, expected);
}

static void the_oldest_go_first_and_in_small_numbers(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    for (unsigned kind = 0; kind < STORE_KINDS; kind++)
        expect_oldest(store, kind, 0);
    for (unsigned i = 1; i <= 5; i++) {
        put_marked(store, "t", i, UINT64_C(10) * i, STORE_LISTED | STORE_KEPT,
                   "");
        put_entry(store, "anna", "t", i, 10 * i + 1, true);
    }
    put_batch(store);
    store = place_again(place);
    expect_oldest(store, STORE_RECORDS, 10);
    expect_oldest(store, STORE_ENTRIES, 11);
    assert_int_equal(store_expire(store, STORE_RECORDS, 40, 2), STORE_OK);
    put_batch(store);
    expect_records(store, "t/5@50 t/4@40 t/3@30 ");
    expect_listed(store, "t/5@50 t/4@40 t/3@30 ");
    expect_entries(store, "anna", "t/5@51 t/4@41 t/3@31 t/2@21 t/1@11 ");
    expect_rows(store, 3, 5, 0);
    assert_int_equal(store_expire(store, STORE_RECORDS, 40, 9), STORE_OK);
    assert_int_equal(store_expire(store, STORE_ENTRIES, 31, 9), STORE_OK);
    put_batch(store);
    store = place_again(place);
    expect_records(store, "t/5@50 t/4@40 ");
    expect_entries(store, "anna", "t/5@51 t/4@41 t/3@31 ");
    expect_oldest(store, STORE_RECORDS, 40);
    expect_oldest(store, STORE_ENTRIES, 31);
    expect_rows(store, 2, 3, 0);
}

static void put_dated(struct store *store, const char *name, uint64_t time)
{
    assert_int_equal(store_put_dated(store, name, time, "x", 1), STORE_OK);
}

static void old_values_go_unless_they_have_a_list(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_value(store, "server-key", "never old");
    put_dated(store, "anna", 10);
    put_dated(store, "ben", 11);
    put_dated(store, "cleo", 12);
    put_dated(store, "dora", 13);
    put_dated(store, "eve", 90);
    put_entry(store, "anna", "t", 1, 5, true);
    put_entry(store, "dora", "t", 1, 5, true);
    put_batch(store);
    expect_rows(store, 0, 2, 6);
    expect_oldest(store, STORE_VALUES, 10);
    uint64_t time = 1;
    assert_int_equal(store_dated(store, "cleo", &time), STORE_OK);
    assert_int_equal(time, 12);
    assert_int_equal(store_dated(store, "server-key", &time), STORE_OK);
    assert_int_equal(time, 0);
    assert_int_equal(store_dated(store, "nobody", &time), STORE_MISSING);
    assert_int_equal(store_dated(store, "a b", &time), STORE_MISSING);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(store_expire(store, STORE_VALUES, 50, 2), STORE_OK);
        put_batch(store);
    }
    store = place_again(place);
    expect_got(store, "server-key", "never old");
    expect_got(store, "anna", "x");
    expect_got(store, "ben", NULL);
    expect_got(store, "cleo", NULL);
    expect_got(store, "dora", "x");
    expect_got(store, "eve", "x");
    expect_oldest(store, STORE_VALUES, 50);
    expect_rows(store, 0, 2, 4);
    /* Whoever is seen again is young again. */
    put_dated(store, "anna", 80);
    put_dated(store, "dora", 80);
    put_batch(store);
    expect_oldest(store, STORE_VALUES, 80);
    /* As many as may go may be dated beside them. */
    put_dated(store, "fred", 3);
    put_dated(store, "anna", 4);
    put_batch(store);
    assert_int_equal(store_expire(store, STORE_VALUES, 50, 1), STORE_OK);
    put_batch(store);
    expect_got(store, "fred", NULL);
    expect_oldest(store, STORE_VALUES, 50);
    expect_rows(place_again(place), 0, 2, 4);
}

/* A conflict takes back the counts, too. */
static void counts_are_of_what_is_durable(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    put_value(store, "v", "x");
    put_batch(store);
    put_value(store, "v", "y");
    put_record(store, "t", 1, 1, "", "");
    put_event(store, "t", 2, "x");
    put_batch_but(store, "t ");
    expect_rows(store, 0, 0, 1);
    struct store_size size = store_size(store);
    assert_true(size.bytes > 0);
    if (strcmp(place->kind, "sqlite") == 0) {
        assert_true(size.log_bytes > 0);
        assert_true(size.free > 0 && size.free < UINT64_MAX);
        return;
    }
    assert_int_equal(size.log_bytes, 0);
    assert_int_equal(size.free, UINT64_MAX);
    if (strcmp(place->kind, "memory") != 0)
        return;
    /* In memory whole pages are counted. */
    static const char bytes[100000];
    uint64_t before = size.bytes;
    assert_int_equal(store_record(store, "t", 1, 1, "", bytes, sizeof bytes),
                     STORE_OK);
    put_batch(store);
    size = store_size(store);
    assert_in_range(size.bytes, before + sizeof bytes, before + 150000);
}

/* ---- Commits that are handed over ---------------------------------------- */

static void is_done(void *context)
{
    sem_post(context);
}

/* Until the store has called back, if it is going to. */
static void hand_over(struct store *store, sem_t *done)
{
    assert_int_equal(sem_init(done, 0, 0), 0);
    store_commit_begin(store, is_done, done);
    assert_int_equal(store_is_committing(store), store->waits);
}

static void the_next_batch_is_collected_meanwhile(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    enum store_status status = STORE_FAILED;
    sem_t done;
    put_event(store, "t", 1, "one");
    put_value(store, "v", "first");
    hand_over(store, &done);
    put_event(store, "t", 2, "two");
    put_event(store, "u", 1, "other");
    put_value(store, "v", "second");
    if (store->waits)
        sem_wait(&done);
    assert_true(store_commit_over(store, &status));
    assert_int_equal(status, STORE_OK);
    assert_false(store_is_committing(store));
    expect_events(store, "t", 0, "1:one ");
    expect_got(store, "v", "first");
    hand_over(store, &done);
    assert_int_equal(store_commit_wait(store), STORE_OK);
    store = place_again(place);
    expect_events(store, "t", 0, "1:one 2:two ");
    expect_events(store, "u", 0, "1:other ");
    expect_got(store, "v", "second");
}

static void readers_wait_for_what_is_handed_over(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    sem_t done;
    for (unsigned i = 1; i <= 20; i++) {
        char expected[8];
        snprintf(expected, sizeof expected, "%u", i);
        put_event(store, "t", i, "e");
        put_value(store, "v", expected);
        hand_over(store, &done);
        expect_got(store, "v", expected);
        assert_int_equal(store_commit_wait(store), STORE_OK);
    }
    put_value(store, "v", "last");
    hand_over(store, &done);
    store = place_again(place); /* so does closing */
    if (store_is_committing(store))
        assert_int_equal(store_commit_wait(store), STORE_OK);
    expect_got(store, "v", "last");
}

static void what_is_wrong_is_told_when_it_is_over(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    sem_t done;
    put_event(store, "t", 1, "one");
    put_batch(store);
    put_event(store, "t", 1, "another");
    hand_over(store, &done);
    put_event(store, "t", 2, "two"); /* is not the same batch */
    assert_int_equal(store_commit_wait(store), STORE_OK);
    expect_left_out(store, "t ");
    put_batch(store);
    expect_events(store, "t", 0, "1:one 2:two ");
    assert_int_equal(store_put(store, "no key", "", 0), STORE_INVALID);
    assert_string_equal(store_why(store), "this can't be a value's name");
    store_commit_begin(store, is_done, &done);
    assert_false(store_is_committing(store));
    assert_int_equal(store_commit_wait(store), STORE_INVALID);
    assert_string_equal(store_why(store), "this can't be a value's name");
    put_event(store, "t", 3, "three");
    put_batch(store);
    expect_events(store, "t", 2, "3:three ");
}

static void a_log_may_begin_later(void **state)
{
    struct place *place = *state;
    struct store *store = place->store;
    assert_int_equal(store_begin(store, "t", 7), STORE_OK);
    put_event(store, "t", 7, "seven");
    put_event(store, "t", 8, "eight");
    put_batch(store);
    store = place_again(place);
    expect_events(store, "t", 0, "7:seven 8:eight ");
    expect_events(store, "t", 7, "8:eight ");
    put_event(store, "t", 9, "nine");
    put_batch(store);
    expect_events(store, "t", 0, "7:seven 8:eight 9:nine ");
    assert_int_equal(store_begin(store, "t", 7), STORE_OK);
    put_event(store, "t", 7, "again");
    put_batch_but(store, "t ");
    assert_int_equal(store_begin(store, "u", 7), STORE_OK);
    assert_int_equal(store_append(store, "u", 8, "", 0), STORE_CONFLICT);
    assert_int_equal(store_commit(store), STORE_CONFLICT);
    assert_int_equal(store_begin(store, "u", 0), STORE_INVALID);
    store_rollback(store);
    expect_tables(store, "t:9 ");
}

static void copies_are_the_same(void **state)
{
    struct place *place = *state;
    char why[STORE_WHY] = "";
    struct store *from = store_open_memory(why);
    struct store *back = store_open_memory(why);
    struct life life = life_new(5);
    struct store_copied copied;
    uint64_t digest[3];
    life.large = 30000;
    for (int i = 0; i < 150; i++) {
        assert_int_equal(life_batch(&life, from), STORE_OK);
        put_batch(from);
    }
    if (strcmp(place->kind, "model") != 0) {
        assert_int_equal(store_copy_all(from, place->store, &copied, why),
                         STORE_OK);
        assert_in_range(copied.tables, 1, LIFE_TABLES);
        place_again(place);
        assert_int_equal(store_copy_all(place->store, back, &copied, why),
                         STORE_OK);
        assert_int_equal(life_digest(from, &digest[0]), STORE_OK);
        assert_int_equal(life_digest(place->store, &digest[1]), STORE_OK);
        assert_int_equal(life_digest(back, &digest[2]), STORE_OK);
        assert_int_equal(digest[0], digest[1]);
        assert_int_equal(digest[0], digest[2]);
        /* Nothing is mixed with what is there. */
        assert_int_equal(store_copy_all(from, place->store, &copied, why),
                         STORE_FAILED);
        assert_non_null(strstr(why, "something in it already"));
    }
    store_close(from);
    store_close(back);
}

static void all_stores_do_the_same(void **state)
{
    struct place *place = *state;
    struct store *model = store_open_model();
    for (unsigned seed = 0; seed < 4; seed++) {
        struct life life = life_new(seed);
        store_delete(model, "nothing");
        if (seed == 3)
            life.large = 20000;
        for (int i = 0; i < 60; i++) {
            struct life copy = life;
            uint64_t expected;
            uint64_t found;
            assert_int_equal(life_batch(&copy, model), STORE_OK);
            assert_int_equal(life_batch(&life, place->store), STORE_OK);
            sem_t done;
            enum store_status status = store_commit(model);
            if (i % 2)
                hand_over(place->store, &done);
            assert_int_equal(i % 2 ? store_commit_wait(place->store)
                                   : store_commit(place->store),
                             status);
            assert_int_equal(status, STORE_OK);
            if (i % 8 == 0)
                place_again(place);
            assert_int_equal(life_digest(model, &expected), STORE_OK);
            assert_int_equal(life_digest(place->store, &found), STORE_OK);
            assert_int_equal(expected, found);
        }
        for (unsigned table = 0; table < LIFE_TABLES; table++) {
            char name[STORE_KEY];
            snprintf(name, sizeof name, "table-%u", table);
            store_delete(model, name);
            store_delete(place->store, name);
        }
        put_batch(model);
        put_batch(place->store);
    }
    store_close(model);
}

static void all_stores_leave_out_the_same(void **state)
{
    struct place *place = *state;
    struct store *model = store_open_model();
    struct life life = life_new(11);
    unsigned left_out = 0;
    life.young = true;
    for (int i = 0; i < 250; i++) {
        struct life before = life;
        struct life copy = life;
        struct seen text = {.text = ""};
        uint64_t expected;
        uint64_t found;
        assert_int_equal(life_clash(&copy, model), STORE_OK);
        assert_int_equal(life_clash(&life, place->store), STORE_OK);
        assert_int_equal(store_commit(model), STORE_OK);
        for (const char *table = NULL;
             (table = store_left_out(model, table));) {
            left_out++;
            strcat(strcat(text.text, table), " ");
        }
        assert_int_equal(store_commit(place->store), STORE_OK);
        expect_left_out(place->store, text.text);
        life_forget(&life, &before, place->store);
        if (i % 16 == 0)
            place_again(place);
        assert_int_equal(life_digest(model, &expected), STORE_OK);
        assert_int_equal(life_digest(place->store, &found), STORE_OK);
        assert_int_equal(expected, found);
    }
    assert_in_range(left_out, 50, 1000);
    store_close(model);
}

#define TESTS(X)                                                               \
    X(a_new_store_is_empty)                                                    \
    X(events_are_loaded_from_any_number)                                       \
    X(nothing_is_there_before_the_commit)                                      \
    X(only_the_next_number_is_taken)                                           \
    X(numbers_follow_within_a_batch)                                           \
    X(trimmed_logs_begin_later)                                                \
    X(only_what_is_there_becomes_the_first)                                    \
    X(tables_are_listed_by_id)                                                 \
    X(archived_tables_keep_their_records)                                      \
    X(deleted_tables_are_gone)                                                 \
    X(a_batch_happens_in_its_order)                                            \
    X(a_refused_batch_leaves_nothing)                                          \
    X(a_conflict_leaves_out_its_table)                                         \
    X(whoever_is_left_out_deletes_nothing)                                     \
    X(what_is_claimed_is_claimed_once)                                         \
    X(claims_are_checked)                                                      \
    X(whoever_is_alone_is_the_owner)                                           \
    X(a_table_has_a_summary)                                                   \
    X(records_are_written_once)                                                \
    X(records_come_newest_first)                                               \
    X(values_are_replaced_and_removed)                                         \
    X(bytes_are_bytes)                                                         \
    X(limits_are_kept)                                                         \
    X(only_keys_are_keys)                                                      \
    X(many_tables_and_events)                                                  \
    X(a_visit_may_read_and_fill_the_batch)                                     \
    X(texts_about_tables_come_with_the_list)                                   \
    X(listed_records_are_found_alone)                                          \
    X(records_have_readers)                                                    \
    X(entries_come_newest_first)                                               \
    X(what_is_not_kept_goes_with_its_table)                                    \
    X(the_oldest_go_first_and_in_small_numbers)                                \
    X(old_values_go_unless_they_have_a_list)                                   \
    X(counts_are_of_what_is_durable)                                           \
    X(the_next_batch_is_collected_meanwhile)                                   \
    X(readers_wait_for_what_is_handed_over)                                    \
    X(what_is_wrong_is_told_when_it_is_over)                                   \
    X(a_log_may_begin_later)                                                   \
    X(copies_are_the_same)                                                     \
    X(all_stores_do_the_same)                                                  \
    X(all_stores_leave_out_the_same)

#define WITH(kind, test)                                                       \
    {                                                                          \
        kind ": " #test, test, place_set_up, place_tear_down, kind             \
    }
#define EACH(test)                                                             \
    WITH("memory", test), WITH("model", test), WITH("sqlite", test),
#define POSTGRES(test) WITH("postgres", test),

/* With a database the same for that alone. */
int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(EACH)};
    const struct CMUnitTest with_database[] = {TESTS(POSTGRES)};
    if (getenv("TIOLI_POSTGRES"))
        return cmocka_run_group_tests_name("store in PostgreSQL", with_database,
                                           NULL, NULL);
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
