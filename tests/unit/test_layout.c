/* Exact scoring against the slow referee, on random hands and odd cards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/referee.h"

#define QUICK_HANDS (SLOW_BUILD ? 20000 : 60000)

static unsigned hands_to_try(void)
{
    const char *asked = getenv("TIOLI_TEST_HANDS");
    return asked ? (unsigned)strtoul(asked, NULL, 10) : QUICK_HANDS;
}

static void expect_layout(const tio_combo *const combos[], unsigned count,
                          tio_dice dice, const tio_layout *layout)
{
    tio_layout scored = *layout;
    assert_int_equal(tio_layout_score(combos, count, dice, &scored), TIO_OK);
    assert_memory_equal(&scored, layout, sizeof scored);
}

static void expect_verdict(const tio_combo *const combos[], unsigned count,
                           tio_dice dice)
{
    struct verdict verdict = referee_judge(combos, count, dice);
    tio_layout best;
    tio_layout all[TIO_MAX_LAYOUTS];
    tio_layout_best(combos, count, dice, &best);
    assert_int_equal(best.net, verdict.net);
    assert_int_equal(tio_layout_net(combos, count, dice), verdict.net);
    expect_layout(combos, count, dice, &best);

    unsigned found = tio_layout_all(combos, count, dice, all);
    uint32_t sets = 0;
    assert_true(found >= 1);
    assert_int_equal(all[0].cards, best.cards);
    for (unsigned i = 0; i < found; i++) {
        expect_layout(combos, count, dice, &all[i]);
        assert_int_equal(all[i].net, verdict.net);
        assert_false(sets >> all[i].cards & 1);
        sets |= 1U << all[i].cards;
        assert_true(all[i].points <= best.points);
    }
    assert_int_equal(sets, verdict.sets);
}

static void random_hands_agree(void **state)
{
    (void)state;
    unsigned hands = hands_to_try();
    tio_random random;
    tio_random_init(&random, 7, 0);
    for (unsigned i = 0; i < hands; i++) {
        tio_combo card[TIO_HAND_CARDS];
        const tio_combo *combos[TIO_HAND_CARDS];
        unsigned count = tio_random_below(&random, TIO_HAND_CARDS + 1);
        for (unsigned c = 0; c < count; c++) {
            card[c] = referee_random_combo(&random);
            combos[c] = &card[c];
        }
        unsigned most = count < 3 ? 8 : count < 5 ? 6 : 5;
        unsigned size = tio_random_below(&random, most + 1);
        tio_dice dice = referee_random_dice(&random, size);
        expect_verdict(combos, count, dice);
    }
}

static void every_card_accepts_what_the_referee_accepts(void **state)
{
    (void)state;
    unsigned accepted = 0;
    tio_random random;
    tio_random_init(&random, 8, 0);
    for (unsigned i = 0; i < 200000; i++) {
        tio_combo card = referee_random_combo(&random);
        unsigned size = tio_random_below(&random, 5);
        tio_dice dice = referee_random_dice(&random, size);
        bool right = referee_accepts(&card, dice);
        assert_int_equal(tio_combo_accepts(&card, dice), right);
        accepted += right;
    }
    assert_true(accepted > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_hands_agree),
        cmocka_unit_test(every_card_accepts_what_the_referee_accepts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
