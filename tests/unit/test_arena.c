/* The arena's arithmetic against figures worked out by hand or elsewhere. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cli/arena_stats.h"

#define UNIT 120.0 /* two games, in sixtieths */

static void expect_near(double got, double wanted, double within)
{
    if (!(fabs(got - wanted) <= within)) {
        print_error("got %.9g, wanted %.9g\n", got, wanted);
        fail();
    }
}

/* So many deals of each of the values 0, 30, 60, 90 and 120. */
static struct tally deals_of(const unsigned counts[5])
{
    struct tally tally = {0};
    for (unsigned value = 0; value < 5; value++)
        for (unsigned i = 0; i < counts[value]; i++)
            tally_add(&tally, 30 * (int64_t)value);
    return tally;
}

/* The formula of Agresti and Coull for 81 of 263, and of plain wins. */
static void the_interval_of_plain_wins_is_known(void **state)
{
    struct tally tally = deals_of((const unsigned[]){182, 0, 0, 0, 81});
    struct stats_interval share = stats_share(&tally, UNIT);
    (void)state;
    expect_near(share.value, 81.0 / 263, 1e-12);
    expect_near(share.low, 0.255221, 2e-6);
    expect_near(share.high, 0.366277, 2e-6);
}

static void no_interval_is_without_width(void **state)
{
    static const unsigned all_equal[][5] = {{50, 0, 0, 0, 0}, {0, 0, 50, 0, 0},
                                            {0, 0, 0, 0, 50}, {1, 0, 0, 0, 0},
                                            {0, 0, 1, 0, 0},  {0, 0, 0, 0, 1}};
    (void)state;
    for (unsigned i = 0; i < sizeof all_equal / sizeof *all_equal; i++) {
        struct tally tally = deals_of(all_equal[i]);
        struct stats_interval share = stats_share(&tally, UNIT);
        assert_true(share.high - share.low > 0.005);
        assert_true(share.low >= 0 && share.low <= share.value);
        assert_true(share.high <= 1 && share.high >= share.value);
        assert_true(stats_share_added(&tally, UNIT).variance > 0);
    }
}

static void intervals_are_mirrored(void **state)
{
    struct tally a = deals_of((const unsigned[]){3, 1, 20, 7, 40});
    struct tally b = deals_of((const unsigned[]){40, 7, 20, 1, 3});
    struct stats_interval share = stats_share(&a, UNIT);
    struct stats_interval other = stats_share(&b, UNIT);
    (void)state;
    expect_near(share.value, 1 - other.value, 1e-12);
    expect_near(share.low, 1 - other.high, 1e-12);
    expect_near(share.high, 1 - other.low, 1e-12);
    expect_near(stats_sprt_ratio(&a, UNIT, -5, 20),
                -stats_sprt_ratio(&b, UNIT, -20, 5), 1e-9);
}

/* Deals that split evenly say more than the same number of lucky ones. */
static void mirroring_narrows_the_interval(void **state)
{
    struct tally split = deals_of((const unsigned[]){5, 0, 90, 0, 5});
    struct tally lucky = deals_of((const unsigned[]){50, 0, 0, 0, 50});
    struct stats_interval narrow = stats_share(&split, UNIT);
    struct stats_interval wide = stats_share(&lucky, UNIT);
    (void)state;
    assert_true(narrow.high - narrow.low < 0.4 * (wide.high - wide.low));
}

static void means_have_intervals_too(void **state)
{
    struct tally tally = {0};
    (void)state;
    assert_true(isnan(stats_mean(&tally, 2).value));
    tally_add(&tally, 10);
    expect_near(stats_mean(&tally, 2).value, 5, 1e-12);
    assert_true(isnan(stats_mean(&tally, 2).low));
    tally_add(&tally, -2);
    tally_add(&tally, 4);
    /* 5, -1, 2: mean 2, deviation 3. */
    expect_near(stats_mean(&tally, 2).value, 2, 1e-12);
    expect_near(stats_mean(&tally, 2).low, 2 - 1.959964 * 3 / sqrt(3), 1e-5);
    expect_near(stats_mean(&tally, 2).high, 2 + 1.959964 * 3 / sqrt(3), 1e-5);
}

static void elo_is_what_chess_players_know(void **state)
{
    (void)state;
    expect_near(stats_elo(0.5, 0.5, 1e-6), 0, 1e-9);
    expect_near(stats_elo(0.75, 0.5, 1e-6), 190.848502, 1e-5);
    expect_near(stats_elo(10 / 11.0, 0.5, 1e-6), 400, 1e-9);
    expect_near(stats_elo_share(400), 10 / 11.0, 1e-12);
    expect_near(stats_elo_share(-190.848502), 0.25, 1e-8);
    /* One of four who wins half the time is as 3 to 1 with each. */
    expect_near(stats_elo(0.5, 0.25, 1e-6), 190.848502, 1e-5);
    expect_near(stats_elo(0.25, 0.25, 1e-6), 0, 1e-9);
    /* Bounded where all was won or lost. */
    expect_near(stats_elo(1, 0.5, 1 / 11.0), 400, 1e-9);
    expect_near(stats_elo(0, 0.5, 1 / 11.0), -400, 1e-9);
}

static void the_test_has_its_bounds(void **state)
{
    struct tally none = {0};
    struct tally even = deals_of((const unsigned[]){200, 0, 400, 0, 200});
    (void)state;
    expect_near(stats_sprt_bound(), 2.944439, 1e-6);
    expect_near(stats_sprt_ratio(&none, UNIT, 0, 20), 0, 0);
    /* As likely one way as the other in the middle. */
    expect_near(stats_sprt_ratio(&even, UNIT, -10, 10), 0, 1e-9);
    /* 800 deals of variance 1/8: with z^2 added (100 + z^2 / 4) / (800 + z^2);
     * shares 0.5 and 0.52876. */
    double variance = (100 + 3.841459 / 4) / (800 + 3.841459);
    double gap = 1 / (1 + pow(10, -20 / 400.0)) - 0.5;
    expect_near(stats_sprt_ratio(&even, UNIT, 0, 20),
                -800 * gap * gap / (2 * variance), 1e-5);
}

/* With no deals added, so that it can be worked out by hand. */
static void pair(struct stats_ladder *ladder, unsigned i, unsigned j,
                 double deals, double share, double variance)
{
    ladder->met[i][j] = ladder->met[j][i] = true;
    ladder->of[i][j] = (struct stats_added){deals, share, variance};
    ladder->of[j][i] = (struct stats_added){deals, 1 - share, variance};
}

static void a_ladder_of_two_is_their_difference(void **state)
{
    struct stats_ladder ladder = {.count = 2};
    struct stats_interval elo[STATS_MAX_RANKS];
    (void)state;
    pair(&ladder, 0, 1, 400, 0.75, 0.1);
    stats_ladder_fit(&ladder, elo);
    expect_near(elo[0].value, 190.848502 / 2, 1e-4);
    expect_near(elo[1].value, -190.848502 / 2, 1e-4);
    /* Half of the difference, whose deviation is that of the share over
     * p (1 - p) in logarithms. */
    double deviation = sqrt(0.1 / 400) / (0.75 * 0.25) * 400 / log(10);
    expect_near(elo[0].high - elo[0].value, 1.959964 * deviation / 2, 1e-3);
    expect_near(elo[0].value - elo[0].low, 1.959964 * deviation / 2, 1e-3);
}

static void added_deals_keep_a_ladder_finite(void **state)
{
    struct stats_ladder ladder = {.count = 2};
    struct stats_interval elo[STATS_MAX_RANKS];
    struct tally tally = deals_of((const unsigned[]){0, 0, 0, 0, 30});
    struct stats_added added = stats_share_added(&tally, UNIT);
    (void)state;
    expect_near(added.deals, 30 + 3.841459, 1e-6);
    expect_near(added.mean, (30 + 3.841459 / 2) / (30 + 3.841459), 1e-6);
    expect_near(added.variance, added.mean * (1 - added.mean), 1e-9);
    pair(&ladder, 0, 1, added.deals, added.mean, added.variance);
    stats_ladder_fit(&ladder, elo);
    expect_near(elo[0].value, stats_elo(added.mean, 0.5, 0) / 2, 1e-3);
    assert_true(elo[0].low > 0); /* all was won: it is the stronger */
}

static void a_ladder_finds_the_strengths_behind_results(void **state)
{
    static const double truth[] = {310, 90, -20, -380};
    struct stats_ladder ladder = {.count = 4};
    struct stats_interval elo[STATS_MAX_RANKS];
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = i + 1; j < 4; j++) {
            pair(&ladder, i, j, 100.0 * (i + 1),
                 stats_elo_share(truth[i] - truth[j]), 0.1);
        }
    }
    stats_ladder_fit(&ladder, elo);
    for (unsigned i = 0; i < 4; i++) {
        expect_near(elo[i].value, truth[i], 1e-4);
        assert_true(elo[i].low < truth[i] && elo[i].high > truth[i]);
    }
}

static void who_never_met_is_not_compared(void **state)
{
    struct stats_ladder ladder = {.count = 4};
    struct stats_interval elo[STATS_MAX_RANKS];
    (void)state;
    stats_ladder_fit(&ladder, elo);
    assert_true(isnan(elo[0].value) && isnan(elo[3].value));
    /* The last has no result; the others are linked through the first. */
    pair(&ladder, 0, 1, 50, 0.6, 0.1);
    pair(&ladder, 0, 2, 50, 0.6, 0.1);
    stats_ladder_fit(&ladder, elo);
    expect_near(elo[1].value, elo[2].value, 1e-6);
    expect_near(elo[0].value - elo[1].value, stats_elo(0.6, 0.5, 0), 1e-4);
    expect_near(elo[0].value + elo[1].value + elo[2].value, 0, 1e-6);
    assert_true(isnan(elo[3].value));
    /* Two groups. */
    memset(&ladder, 0, sizeof ladder);
    ladder.count = 4;
    pair(&ladder, 0, 1, 50, 0.6, 0.1);
    pair(&ladder, 2, 3, 50, 0.6, 0.1);
    stats_ladder_fit(&ladder, elo);
    assert_true(isnan(elo[0].value) && isnan(elo[3].value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_of_plain_wins_is_known),
        cmocka_unit_test(no_interval_is_without_width),
        cmocka_unit_test(intervals_are_mirrored),
        cmocka_unit_test(mirroring_narrows_the_interval),
        cmocka_unit_test(means_have_intervals_too),
        cmocka_unit_test(elo_is_what_chess_players_know),
        cmocka_unit_test(the_test_has_its_bounds),
        cmocka_unit_test(a_ladder_of_two_is_their_difference),
        cmocka_unit_test(added_deals_keep_a_ladder_finite),
        cmocka_unit_test(a_ladder_finds_the_strengths_behind_results),
        cmocka_unit_test(who_never_met_is_not_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
