/* Tables by key and by the moment at which they are due: the same as a plain
 * list would find, whatever is added, moved and taken away. And what is read of
 * the line that is stored about a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/due.h"
#include "server/keyed.h"
#include "server/summary.h"
#include "tioli.h"

#define LINKS 600
#define KEYS 150 /* some have several links, some none */

static void key_of(unsigned number, uint8_t out[KEYED_KEY])
{
    memset(out, 0, KEYED_KEY);
    memcpy(out + 3, &number, sizeof number); /* 0: no key */
}

static void check(const struct map *keyed, const unsigned at[LINKS],
                  struct keyed_link link[LINKS])
{
    size_t count = 0;
    for (unsigned number = 1; number < KEYS; number++) {
        bool found[LINKS] = {false};
        const struct keyed_link *one = NULL;
        uint8_t key[KEYED_KEY];
        key_of(number, key);
        while ((one = keyed_next(keyed, key, one))) {
            assert_false(found[one - link]);
            found[one - link] = true;
            count++;
        }
        for (unsigned i = 0; i < LINKS; i++)
            assert_int_equal(found[i], at[i] == number);
    }
    assert_int_equal(count, keyed->count);
}

static void links_are_found_by_their_key(void **state)
{
    static struct keyed_link link[LINKS];
    unsigned at[LINKS] = {0};
    (void)state;
    tio_random random;
    tio_random_init(&random, 5, 0);
    memset(link, 0, sizeof link);
    struct map keyed;
    assert_true(map_init(&keyed));
    for (unsigned step = 0; step < 6000; step++) {
        unsigned i = tio_random_below(&random, LINKS);
        unsigned number = tio_random_below(&random, 2 * KEYS);
        /* Half of the time it goes. */
        at[i] = number < KEYS ? number : 0;
        uint8_t key[KEYED_KEY];
        key_of(at[i], key);
        keyed_set(&keyed, &link[i], key);
        if (step % 500 == 0)
            check(&keyed, at, link);
    }
    check(&keyed, at, link);
    for (unsigned i = 0; i < LINKS; i++) {
        uint8_t none[KEYED_KEY] = {0};
        keyed_set(&keyed, &link[i], none);
        at[i] = 0;
    }
    check(&keyed, at, link);
    assert_int_equal(keyed.count, 0);
    map_free(&keyed);
}

/* Whoever knows the keys that share a list of one server knows nothing of
 * another. */
static void every_server_has_an_order_of_its_own(void **state)
{
    static struct keyed_link link[2][KEYS];
    unsigned differ = 0;
    (void)state;
    struct map keyed[2];
    for (unsigned server = 0; server < 2; server++) {
        assert_true(map_init(&keyed[server]));
        for (unsigned number = 1; number < KEYS; number++) {
            uint8_t key[KEYED_KEY];
            key_of(number, key);
            keyed_set(&keyed[server], &link[server][number], key);
        }
    }
    assert_int_equal(keyed[0].slots, keyed[1].slots);
    for (size_t i = 0; i < keyed[0].slots; i++) {
        const struct map_link *one = keyed[0].slot[i];
        const struct map_link *other = keyed[1].slot[i];
        differ += !one != !other ||
                  (one && memcmp(one->key, other->key, KEYED_KEY) != 0);
    }
    assert_true(differ > 0);
    map_free(&keyed[0]);
    map_free(&keyed[1]);
}

/* ---- By moments -------------------------------------------------------- */

#define TABLES 300

static void check_first(const struct due *due, struct lobby_table *table,
                        size_t wanted)
{
    const struct lobby_table *first = due_first(due);
    uint64_t least = TABLE_NEVER;
    for (unsigned i = 0; i < TABLES; i++)
        if (table[i].due < least)
            least = table[i].due;
    assert_int_equal(due->count, wanted);
    assert_int_equal(first == NULL, least == TABLE_NEVER);
    if (first)
        assert_true(first->due == least);
    for (size_t place = 1; place <= due->count; place++) {
        assert_int_equal(due->heap[place]->heap_place, place);
        assert_true(due->heap[place]->due >=
                    due->heap[place / 2 ? place / 2 : 1]->due);
    }
}

static void the_first_is_due_first(void **state)
{
    struct lobby_table *table = calloc(TABLES, sizeof *table);
    struct due due = {0};
    size_t count = 0;
    (void)state;
    assert_non_null(table);
    tio_random random;
    tio_random_init(&random, 7, 8);
    for (unsigned i = 0; i < TABLES; i++) {
        table[i].due = TABLE_NEVER;
        assert_true(due_reserve(&due, i + 2));
        assert_true(due.room > i + 2);
    }
    for (unsigned step = 0; step < 6000; step++) {
        struct lobby_table *one = &table[tio_random_below(&random, TABLES)];
        bool never = tio_random_below(&random, step < 3000 ? 8 : 2) == 0;
        uint64_t when = never ? TABLE_NEVER : tio_random_below(&random, 1000);
        count += (one->due == TABLE_NEVER) - (size_t)(when == TABLE_NEVER);
        due_set(&due, one, when);
        assert_true(one->due == when);
        check_first(&due, table, count);
    }
    due_free(&due);
    assert_int_equal(due.count, 0);
    free(table);
}

/* ---- Lines about tables ------------------------------------------------ */

#define PERSON "00112233445566778899aabbccddeeff"
#define NOBODY "00000000000000000000000000000000"
#define SEATS                                                                  \
    "\t1 " PERSON " Anna\t2 " NOBODY " normal\t0 " NOBODY " \t0 " NOBODY       \
    " \t0 " NOBODY " "
/* seq due time created phase watch players edition listed free_hand code moved
 * clock games host round rounds deciders */
#define NUMBERS "7 8 9 10 1 2 3 1 1 0 1 0 3 4 0 5 6 2 "

static void a_line_is_read(void **state)
{
    (void)state;
    struct summary line;
    assert_true(summary_read(NUMBERS PERSON "\tstandard" SEATS, &line));
    assert_int_equal(line.seq, 7);
    assert_int_equal(line.due, 8);
    assert_int_equal(line.about.time, 9);
    assert_int_equal(line.about.created, 10);
    assert_int_equal(line.about.phase, TABLE_PLAYING);
    assert_int_equal(line.about.watch, TABLE_WATCH_PUBLIC);
    assert_int_equal(line.about.players, 3);
    assert_int_equal(line.about.deciders, 2);
    assert_int_equal(line.about.taken, 2);
    assert_string_equal(line.about.deck, "standard");
    assert_string_equal(line.about.seat[0].name, "Anna");
    assert_string_equal(line.about.seat[1].name, "normal");
    assert_string_equal(line.about.seat[4].name, "");
    assert_int_equal(line.owner.id[1], 0x11);
    assert_int_equal(line.sitter[0].id[15], 0xff);
    assert_int_equal(line.sitter[1].id[15], 0);
    /* A game in which somebody moves at once is not written down for each. */
    assert_true(summary_is_of(&line, 7));
    assert_false(summary_is_of(&line, 6));
    assert_false(summary_is_of(&line, 8));
    line.due = 0;
    assert_true(summary_is_of(&line, 7));
    assert_true(summary_is_of(&line, 8));
    assert_false(summary_is_of(&line, 6));
    line.about.phase = TABLE_OVER;
    assert_false(summary_is_of(&line, 8));
}

static void wrong_lines_are_not_read(void **state)
{
    static const char *const wrong[] = {
        "",
        NUMBERS PERSON "\tstandard",
        NUMBERS PERSON "\tstandard" SEATS "\t",
        NUMBERS PERSON "\tstandard" SEATS "x\n",
        NUMBERS PERSON " standard" SEATS,
        NUMBERS "g0112233445566778899aabbccddeeff\tstandard" SEATS,
        NUMBERS "00112233\tstandard" SEATS,
        "0 8 9 10 1 2 3 1 1 0 1 0 3 4 0 5 6 2 " PERSON "\tstandard" SEATS,
        "7 8 9 10 4 2 3 1 1 0 1 0 3 4 0 5 6 2 " PERSON "\tstandard" SEATS,
        "7 8 9 10 1 3 3 1 1 0 1 0 3 4 0 5 6 2 " PERSON "\tstandard" SEATS,
        "7 8 9 10 1 2 6 1 1 0 1 0 3 4 0 5 6 2 " PERSON "\tstandard" SEATS,
        "7 8 9 10 1 2 3 1 2 0 1 0 3 4 0 5 6 2 " PERSON "\tstandard" SEATS,
        "7 8 9 10 1 2 3 1 1 0 1 0 4 4 0 5 6 2 " PERSON "\tstandard" SEATS,
        "7 8 9 10 1 2 3 1 1 0 1 0 3 4 5 5 6 2 " PERSON "\tstandard" SEATS,
        "7 8 9 10 1 2 3 1 1 0 1 0 3 4 254 5 6 2 " PERSON "\tstandard" SEATS,
        "7\t8 9 10 1 2 3 1 1 0 1 0 3 4 0 5 6 2 " PERSON "\tstandard" SEATS,
        NUMBERS PERSON "\ta-name-of-more-than-31-characters" SEATS,
        NUMBERS PERSON "\tstandard\t1 " PERSON "-Anna",
        NUMBERS PERSON "\tstandard\t9 " PERSON " Anna",
    };
    (void)state;
    struct summary line;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (summary_read(wrong[i], &line))
            fail_msg("'%s' is read", wrong[i]);
    assert_true(summary_read("7 8 9 10 1 2 3 1 1 0 1 0 3 4 255 5 6 2 " PERSON
                             "\ta-name-of-31-characters-0123456" SEATS,
                             &line));
    assert_int_equal(line.about.host, TIO_NONE);
    assert_true(summary_read(
        "7 8 9 10 1 2 3 1 1 0 1 0 3 4 4 5 6 2 " PERSON "\t" SEATS, &line));
    assert_int_equal(line.about.host, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_found_by_their_key),
        cmocka_unit_test(every_server_has_an_order_of_its_own),
        cmocka_unit_test(the_first_is_due_first),
        cmocka_unit_test(a_line_is_read),
        cmocka_unit_test(wrong_lines_are_not_read),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
