/* Wrong invitation codes are counted for each person and address at each table,
 * and forgotten after a while. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "server/guesses.h"

#define START 1000000

static const uint8_t secret[FAIR_BYTES] = {1, 2, 3};

static struct guesses_of somebody(const char *table, unsigned number)
{
    struct guesses_of of = {.secret = secret, .table = table};

    memcpy(of.who, &number, sizeof number);
    return of;
}

static void ten_are_too_many(void **state)
{
    static struct guesses guesses;
    struct guesses_of anna = somebody("a", 1);
    struct guesses_of ben = somebody("a", 2);
    struct guesses_of elsewhere = somebody("b", 1);

    (void)state;
    memset(&guesses, 0, sizeof guesses);
    for (unsigned i = 0; i < GUESSES_MOST; i++) {
        assert_false(guesses_spent(&guesses, &anna, START + i));
        guesses_wrong(&guesses, &anna, START + i);
    }
    assert_true(guesses_spent(&guesses, &anna, START + GUESSES_MOST));
    assert_false(guesses_spent(&guesses, &ben, START + GUESSES_MOST));
    assert_false(guesses_spent(&guesses, &elsewhere, START + GUESSES_MOST));
}

static void they_are_forgotten(void **state)
{
    static struct guesses guesses;
    struct guesses_of anna = somebody("a", 1);
    uint64_t last = START + GUESSES_MOST - 1;

    (void)state;
    memset(&guesses, 0, sizeof guesses);
    for (unsigned i = 0; i < GUESSES_MOST; i++)
        guesses_wrong(&guesses, &anna, START + i);
    assert_true(guesses_spent(&guesses, &anna, last + GUESSES_MS - 1));
    assert_false(guesses_spent(&guesses, &anna, last + GUESSES_MS));
    /* The next ones count from the start. */
    for (unsigned i = 0; i + 1 < GUESSES_MOST; i++)
        guesses_wrong(&guesses, &anna, last + GUESSES_MS);
    assert_false(guesses_spent(&guesses, &anna, last + GUESSES_MS));
    guesses_wrong(&guesses, &anna, last + GUESSES_MS);
    assert_true(guesses_spent(&guesses, &anna, last + GUESSES_MS));
}

/* Many others take nobody's count away, and few of them share one. */
static void a_crowd_changes_little(void **state)
{
    static struct guesses guesses;
    struct guesses_of anna = somebody("a", 1);
    unsigned shared = 0;

    (void)state;
    memset(&guesses, 0, sizeof guesses);
    for (unsigned i = 0; i < GUESSES_MOST; i++)
        guesses_wrong(&guesses, &anna, START);
    for (unsigned i = 2; i < 2000; i++) {
        struct guesses_of other = somebody("a", i);

        shared += guesses_spent(&guesses, &other, START);
    }
    assert_in_range(shared, 0, 10);
    for (unsigned i = 2; i < 2000; i++) {
        struct guesses_of other = somebody("a", i);

        guesses_wrong(&guesses, &other, START);
    }
    assert_true(guesses_spent(&guesses, &anna, START + GUESSES_MS - 1));
}

/* One is remembered for an hour, though it holds nobody up for so long. */
static void one_is_remembered(void **state)
{
    static struct guesses guesses;
    struct guesses_of anna = somebody("a", 1);
    struct guesses_of ben = somebody("a", 2);

    (void)state;
    memset(&guesses, 0, sizeof guesses);
    assert_true(guesses_none(&guesses, &anna, START));
    guesses_wrong(&guesses, &anna, START);
    assert_false(guesses_none(&guesses, &anna, START));
    assert_true(guesses_none(&guesses, &ben, START));
    assert_false(guesses_spent(&guesses, &anna, START));
    assert_false(guesses_none(&guesses, &anna, START + GUESSES_LONG_MS - 1));
    assert_true(guesses_none(&guesses, &anna, START + GUESSES_LONG_MS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_are_too_many),
        cmocka_unit_test(they_are_forgotten),
        cmocka_unit_test(a_crowd_changes_little),
        cmocka_unit_test(one_is_remembered),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return fair_init() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
