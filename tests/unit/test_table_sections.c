/* A state that is put together from what has changed is the state: for every
 * sort of viewer, at random tables, whatever happens there. It is put together
 * by the terminal, as anybody's client would do it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_script.h"
#include "table/json_parts.h"
#include "terminal/join_parts.h"

#define TABLES (SLOW_BUILD ? 4 : 16)
#define VIEWERS (2 * (TIO_MAX_PLAYERS + 1)) /* each as host or not */

/* What a client of each sort has. Nobody is told at every event: several can
 * come together. */
static struct followed {
    struct table_sections sent;
    json_t *state;
    size_t whole; /* bytes of all that was sent, had it been whole */
    size_t parts;
} followed[VIEWERS];
static unsigned events[TABLE_EVENT_TYPES];
static unsigned told;

static json_t *read(const struct json *json, size_t *sum)
{
    size_t size;
    const char *text = json_text(json, &size);
    assert_non_null(text);
    *sum += size;
    json_t *value = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_object(value));
    return value;
}

static void fail_at(const struct table_event *event, unsigned viewer,
                    const json_t *merged, const json_t *whole)
{
    char *a = json_dumps(merged, JSON_COMPACT | JSON_SORT_KEYS);
    char *b = json_dumps(whole, JSON_COMPACT | JSON_SORT_KEYS);
    size_t at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    at = at > 100 ? at - 100 : 0;
    print_error("event %llu, viewer %u: put together it is\n%.300s\nnot\n"
                "%.300s\n",
                (unsigned long long)event->seq, viewer, a + at, b + at);
    free(a);
    free(b);
    fail();
}

static void follow(const struct table *table, const struct table_event *event,
                   unsigned i)
{
    struct followed *one = &followed[i];
    struct table_viewer viewer = {
        .seat = (uint8_t)(i / 2 < TIO_MAX_PLAYERS ? i / 2 : TIO_SPECTATOR),
        .host = i % 2,
    };
    struct json json = json_growing();
    table_json_state(&json, table, viewer, event->time, NULL);
    json_t *whole = read(&json, &one->whole);
    json_clear(&json);
    table_json_changes(&json, table, viewer, event->time, &one->sent);
    json_t *changes = read(&json, &one->parts);
    json_free(&json);
    join_merge(one->state, changes);
    if (!json_equal(one->state, whole))
        fail_at(event, i, one->state, whole);
    json_decref(changes);
    json_decref(whole);
}

static void look(const struct table *table, const struct table_event *event)
{
    events[event->type]++;
    for (unsigned i = 0; i < VIEWERS; i++) {
        bool seated = i / 2 < TIO_MAX_PLAYERS;
        if (seated && i / 2 >= table->settings.game.players)
            continue;
        if ((event->seq + i) % 5 > 1)
            continue;
        follow(table, event, i);
        told++;
    }
}

static void play_one(struct script *script, struct side *side,
                     struct decks *decks, uint64_t seed)
{
    for (unsigned i = 0; i < VIEWERS; i++) {
        memset(&followed[i].sent, 0, sizeof followed[i].sent);
        followed[i].sent.key[0] = seed * 0x9e3779b97f4a7c15U;
        followed[i].state = json_object();
    }
    script_begin(script, seed);
    side_begin(side, script, true, decks);
    side->look = look;
    side_write(side);
    side_end(side);
    for (unsigned i = 0; i < VIEWERS; i++)
        json_decref(followed[i].state);
}

static void test_changes_make_the_state(void **state)
{
    (void)state;
    struct decks *decks = decks_new();
    struct script *script = calloc(1, sizeof *script);
    struct side *side = calloc(1, sizeof *side);
    size_t whole = 0;
    size_t parts = 0;
    assert_true(decks && script && side);
    for (uint64_t seed = 1; seed <= TABLES; seed++)
        play_one(script, side, decks, 5000 + seed);
    for (unsigned i = 0; i < VIEWERS; i++) {
        whole += followed[i].whole;
        parts += followed[i].parts;
    }
    print_message("# %u states of %zu bytes, and %zu of what changed\n", told,
                  whole / told, parts / told);
    assert_true(parts < whole / 2);
    /* What must not be missing among all that happened. */
    assert_true(events[TABLE_EVENT_MOVE] && events[TABLE_EVENT_UNDO] &&
                events[TABLE_EVENT_SIT] && events[TABLE_EVENT_STAND_IN] &&
                events[TABLE_EVENT_REVEAL] && events[TABLE_EVENT_AGAIN] &&
                events[TABLE_EVENT_SNAPSHOT]);
    decks_free(decks);
    free(script);
    free(side);
}

/* The same text has another hash with another key, or players could look for
 * names that have the same. */
static void test_hashes_depend_on_the_key(void **state)
{
    (void)state;
    struct decks *decks = decks_new();
    struct script *script = calloc(1, sizeof *script);
    struct side *side = calloc(1, sizeof *side);
    struct table_sections one = {.key = {1, 1}};
    struct table_sections two = {.key = {2, 1}};
    struct table_viewer viewer = {0, false};
    struct json json = json_growing();
    assert_true(decks && script && side);
    script_begin(script, 1);
    side_begin(side, script, true, decks);
    side_write(side);
    table_json_state(&json, side->table, viewer, 0, &one);
    json_clear(&json);
    table_json_state(&json, side->table, viewer, 0, &two);
    for (unsigned i = SECTION_PHASE; i <= SECTION_FAIR; i++) {
        assert_int_not_equal(one.hash[i], 0);
        assert_int_not_equal(one.hash[i], two.hash[i]);
    }
    json_clear(&json);
    table_json_changes(&json, side->table, viewer, 0, &one);
    assert_string_equal(json_text(&json, NULL), "{}");
    json_free(&json);
    side_end(side);
    decks_free(decks);
    free(script);
    free(side);
}

/* ---- Hashes of texts ---------------------------------------------------- */

#define LONGEST 70
#define TEXTS 20000

static uint64_t hash_of(const char *text, size_t size)
{
    struct table_sections sent = {.key = {0x0123456789abcdef, 0xfedcba9876543}};
    struct json json = json_growing();
    struct json_page page = {.json = &json, .sent = &sent};
    struct section begun = section_begin(&page);
    buffer_add(&json.buffer, text, size);
    assert_true(section_end(&page, SECTION_SEATS, begun));
    /* Sent once more it is known, and taken back. */
    struct table_sections known = sent;
    page.known = &known;
    begun = section_begin(&page);
    buffer_add(&json.buffer, text, size);
    assert_false(section_end(&page, SECTION_SEATS, begun));
    assert_int_equal(json.buffer.size, begun.size);
    json_free(&json);
    return sent.hash[SECTION_SEATS];
}

static int compare(const void *a, const void *b)
{
    const uint64_t *one = a;
    const uint64_t *two = b;
    return (*one > *two) - (*one < *two);
}

/* Whatever a text differs in: its length, a letter anywhere, which of its words
 * or blocks comes first. */
static void test_texts_that_differ_have_other_hashes(void **state)
{
    (void)state;
    static uint64_t hash[TEXTS];
    char text[LONGEST + 1];
    unsigned count = 0;
    for (size_t size = 1; size <= LONGEST; size++) {
        memset(text, 'a', sizeof text);
        hash[count++] = hash_of(text, size);
        for (size_t at = 0; at < size; at++)
            for (int letter = 'b'; letter <= 'e'; letter++) {
                text[at] = (char)letter;
                hash[count++] = hash_of(text, size);
                text[at] = 'a';
            }
    }
    /* Words of eight in every order. */
    for (unsigned order = 0; order < 4 * 4 * 4 * 4; order++) {
        for (unsigned i = 0; i < 4; i++)
            memset(text + (size_t)i * 8, 'f' + (order >> 2 * i & 3), 8);
        hash[count++] = hash_of(text, 32);
    }
    assert_true(count > 10000 && count <= TEXTS);
    qsort(hash, count, sizeof *hash, compare);
    for (unsigned i = 1; i < count; i++)
        assert_true(hash[i - 1] != hash[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes_make_the_state),
        cmocka_unit_test(test_hashes_depend_on_the_key),
        cmocka_unit_test(test_texts_that_differ_have_other_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
