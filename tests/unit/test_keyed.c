/* Tables by key: the same as a plain list would find, whatever is added, moved
 * and taken away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/keyed.h"
#include "tioli.h"

#define LINKS 600
#define KEYS 150 /* some have several links, some none */

static void key_of(unsigned number, uint8_t out[KEYED_KEY])
{
    memset(out, 0, KEYED_KEY);
    memcpy(out + 3, &number, sizeof number); /* 0: no key */
}

static void check(const struct keyed *keyed, const unsigned at[LINKS],
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
    struct keyed keyed;
    tio_random random;

    (void)state;
    tio_random_init(&random, 5, 0);
    memset(link, 0, sizeof link);
    assert_true(keyed_init(&keyed));
    for (unsigned step = 0; step < 6000; step++) {
        unsigned i = tio_random_below(&random, LINKS);
        unsigned number = tio_random_below(&random, 2 * KEYS);
        uint8_t key[KEYED_KEY];

        /* Half of the time it goes. */
        at[i] = number < KEYS ? number : 0;
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
    keyed_free(&keyed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_found_by_their_key),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
