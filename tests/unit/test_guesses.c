/* What the server counts and what it forgets with time. Wrong passwords
 * are counted for each person and address at each table, and forgotten after a
 * while. The server's own time never goes back, and knows when nobody could play.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "server/guesses.h"
#include "server/quota.h"
#include "server/spoken.h"
#include "server/timeline.h"

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
        guesses_wrong_at(&guesses, guesses_place(&anna), START + i);
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
        guesses_wrong_at(&guesses, guesses_place(&anna), START + i);
    assert_true(guesses_spent(&guesses, &anna, last + GUESSES_MS - 1));
    assert_false(guesses_spent(&guesses, &anna, last + GUESSES_MS));
    /* The next ones count from the start. */
    for (unsigned i = 0; i + 1 < GUESSES_MOST; i++)
        guesses_wrong_at(&guesses, guesses_place(&anna), last + GUESSES_MS);
    assert_false(guesses_spent(&guesses, &anna, last + GUESSES_MS));
    guesses_wrong_at(&guesses, guesses_place(&anna), last + GUESSES_MS);
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
        guesses_wrong_at(&guesses, guesses_place(&anna), START);
    for (unsigned i = 2; i < 2000; i++) {
        struct guesses_of other = somebody("a", i);
        shared += guesses_spent(&guesses, &other, START);
    }
    assert_in_range(shared, 0, 10);
    for (unsigned i = 2; i < 2000; i++) {
        struct guesses_of other = somebody("a", i);
        guesses_wrong_at(&guesses, guesses_place(&other), START);
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
    guesses_wrong_at(&guesses, guesses_place(&anna), START);
    assert_false(guesses_none(&guesses, &anna, START));
    assert_true(guesses_none(&guesses, &ben, START));
    assert_false(guesses_spent(&guesses, &anna, START));
    assert_false(guesses_none(&guesses, &anna, START + GUESSES_LONG_MS - 1));
    assert_true(guesses_none(&guesses, &anna, START + GUESSES_LONG_MS));
}

/* ---- The server's time ------------------------------------------------- */

#define US(ms) ((uint64_t)(ms)*1000 + 7)
#define WALL UINT64_C(1700000000000)
#define HOUR ((uint64_t)3600000)

static struct timeline started(uint64_t wall, uint64_t last)
{
    struct timeline timeline = {0};
    timeline_start(&timeline, wall, US(5000), last);
    return timeline;
}

static void time_goes_on_from_what_was_kept(void **state)
{
    struct timeline timeline = started(WALL, 0);
    (void)state;
    assert_int_equal(timeline_now(&timeline, US(5000)), WALL);
    assert_int_equal(timeline_now(&timeline, US(5123)), WALL + 123);
    assert_int_equal(timeline.gaps, 0);
    timeline = started(0, 0);
    assert_int_equal(timeline_now(&timeline, US(5000)), 1);
    /* Behind. */
    timeline = started(WALL - 2 * HOUR, WALL);
    assert_int_equal(timeline_now(&timeline, US(6000)), WALL + 1000);
    assert_int_equal(timeline.gaps, 0);
    /* Ahead, or the server was away. */
    timeline = started(WALL + 26 * HOUR, WALL);
    assert_int_equal(timeline_now(&timeline, US(5000)), WALL + 26 * HOUR);
    assert_int_equal(timeline_rested(&timeline, WALL), 26 * HOUR);
    assert_int_equal(timeline_rested(&timeline, WALL - 1), 26 * HOUR);
    assert_int_equal(timeline_rested(&timeline, WALL + HOUR), 25 * HOUR);
    assert_int_equal(timeline_rested(&timeline, WALL + 26 * HOUR), 0);
}

/* The moment that a time ago was is as old as that. */
static void gaps_make_nothing_older(void **state)
{
    struct timeline timeline = started(WALL, 0);
    uint64_t now = WALL + 100 * HOUR;
    (void)state;
    assert_int_equal(timeline_ago(&timeline, now, HOUR), now - HOUR);
    assert_int_equal(timeline_ago(&timeline, now, now), 0);
    assert_int_equal(timeline_ago(&timeline, now, now + 1), 0);
    timeline.gaps = 2;
    timeline.gap[0] = (struct timeline_gap){WALL + 50 * HOUR, 20 * HOUR};
    timeline.gap[1] = (struct timeline_gap){WALL + 90 * HOUR, 30 * HOUR};
    assert_int_equal(timeline_ago(&timeline, now, 10 * HOUR - 1),
                     WALL + 90 * HOUR + 1);
    assert_int_equal(timeline_ago(&timeline, now, 10 * HOUR), WALL + 90 * HOUR);
    assert_int_equal(timeline_ago(&timeline, now, 10 * HOUR + 1),
                     WALL + 60 * HOUR - 1);
    assert_int_equal(timeline_ago(&timeline, now, 21 * HOUR), WALL + 29 * HOUR);
    for (uint64_t ms = 0; ms < 60 * HOUR; ms += HOUR / 2) {
        uint64_t then = timeline_ago(&timeline, now, ms);
        assert_int_equal(now - then - timeline_rested(&timeline, then), ms);
    }
    timeline.gap[0].ms = WALL + 49 * HOUR;
    assert_int_equal(timeline_ago(&timeline, now, 40 * HOUR), 0);
}

static void jumps_are_noticed(void **state)
{
    struct timeline timeline = started(WALL, 0);
    (void)state;
    assert_int_equal(timeline_look(&timeline, WALL + 1000, US(6000)), 0);
    /* A clock that is slewed runs a little faster, for as long as it takes. */
    assert_int_equal(timeline_look(&timeline, WALL + 3999, US(7000)), 0);
    assert_int_equal(timeline_look(&timeline, WALL + 6998, US(8000)), 0);
    assert_int_equal(timeline_look(&timeline, WALL + 5999, US(9000)), 0);
    assert_int_equal(timeline_look(&timeline, WALL + 8999, US(10000)), 2000);
    assert_int_equal(timeline_look(&timeline, WALL + 9999, US(11000)), 0);
    assert_int_equal(timeline_look(&timeline, WALL + 8999, US(12000)), -2000);
    assert_int_equal(timeline_look(&timeline, WALL + 9999, US(13000)), 0);
    assert_int_equal(timeline_look(&timeline, 0, US(14000)),
                     -(int64_t)WALL - 10999);
    assert_int_equal(timeline_now(&timeline, US(14000)), WALL + 9000);
}

static void a_steady_clock_is_followed(void **state)
{
    struct timeline timeline = started(WALL, 0);
    uint64_t us = US(5000);
    (void)state;
    timeline_look(&timeline, WALL + TIMELINE_FOLLOW_MS, us);
    assert_int_equal(timeline_behind(&timeline, us), 0);
    us += (uint64_t)TIMELINE_STEADY_MS * 1000 - 1;
    timeline_look(&timeline, WALL + TIMELINE_FOLLOW_MS + TIMELINE_STEADY_MS,
                  us);
    assert_int_equal(timeline_behind(&timeline, us), 0);
    us++;
    assert_int_equal(
        timeline_look(&timeline,
                      WALL + TIMELINE_FOLLOW_MS + TIMELINE_STEADY_MS - 1, us),
        0);
    assert_int_equal(timeline_behind(&timeline, us), 0);
    timeline_look(&timeline, WALL + TIMELINE_FOLLOW_MS + TIMELINE_STEADY_MS,
                  us);
    assert_int_equal(timeline_behind(&timeline, us), TIMELINE_FOLLOW_MS);
    timeline_leap(&timeline, TIMELINE_FOLLOW_MS, us);
    assert_int_equal(timeline_now(&timeline, us),
                     WALL + TIMELINE_FOLLOW_MS + TIMELINE_STEADY_MS);
    assert_int_equal(timeline_behind(&timeline, us), 0);
    assert_int_equal(
        timeline_look(&timeline, WALL + TIMELINE_FOLLOW_MS + TIMELINE_STEADY_MS,
                      us),
        0);
    assert_int_equal(timeline_rested(&timeline, WALL), TIMELINE_FOLLOW_MS);
}

/* Many of them cost nobody an hour of a table's life. */
static void gaps_are_bounded(void **state)
{
    struct timeline timeline = started(WALL, 0);
    uint64_t us = US(5000);
    uint64_t since = 0;
    (void)state;
    for (unsigned i = 0; i < 3 * TIMELINE_GAPS; i++) {
        us += HOUR * 1000;
        if (i == 2 * TIMELINE_GAPS + 1)
            since = timeline_now(&timeline, us);
        timeline_leap(&timeline, HOUR, us);
    }
    assert_int_equal(timeline.gaps, TIMELINE_GAPS);
    assert_int_equal(timeline_rested(&timeline, WALL),
                     HOUR * 3 * TIMELINE_GAPS);
    assert_int_equal(timeline_rested(&timeline, since),
                     HOUR * (TIMELINE_GAPS - 1));
}

static void time_is_kept_as_text(void **state)
{
    static const char *const wrong[] = {
        "",          "x",         "5",
        "5\n1",      "5\n1 \n",   "5\n1 1",
        "5\n1 2\n",  "5\n-1 1\n", "5\n4 1\n3 1\n",
        "5\n1 1\n ", " 5\n",      "99999999999999999999\n",
    };
    struct timeline timeline = started(WALL, WALL - HOUR);
    struct timeline again = {0};
    (void)state;
    uint64_t last;
    char text[2 * TIMELINE_TEXT];
    for (unsigned i = 0; i < TIMELINE_GAPS; i++) {
        size_t size = timeline_print(&timeline, US(6000), text);
        assert_int_equal(size, strlen(text));
        assert_true(timeline_parse(&again, text, &last));
        assert_int_equal(last, timeline_now(&timeline, US(6000)));
        assert_int_equal(again.gaps, i + 1);
        assert_memory_equal(again.gap, timeline.gap,
                            again.gaps * sizeof *again.gap);
        timeline_leap(&timeline, i + 1, US(6000));
    }
    for (unsigned i = 0; i < TIMELINE_GAPS; i++)
        strcat(text, "9000000000000 1\n"); // NOLINT: there is room for more
    assert_false(timeline_parse(&again, text, &last));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        last = 1;
        again.gaps = 1;
        if (timeline_parse(&again, wrong[i], &last))
            fail_msg("'%s' is taken", wrong[i]);
        assert_int_equal(last, 0);
        assert_int_equal(again.gaps, 0);
    }
}

/* ---- Bytes ------------------------------------------------------------- */

#define MIB ((uint64_t)1 << 20)

static struct quota quota;

static struct quota_of whose(enum quota_kind kind, unsigned number)
{
    struct quota_of of = {.secret = secret, .kind = kind};
    memcpy(of.who, &number, sizeof number);
    return of;
}

static void a_bucket_empties_and_fills(void **state)
{
    static const struct {
        uint64_t burst, per_hour;
    } sizes[QUOTA_KINDS] = {
        {8 * MIB, 2 * MIB}, {32 * MIB, 16 * MIB}, {256 * MIB, 128 * MIB}};

    (void)state;
    memset(&quota, 0, sizeof quota);
    for (unsigned kind = 0; kind < QUOTA_KINDS; kind++) {
        struct quota_of anna = whose(kind, 1);
        uint64_t burst = sizes[kind].burst;
        uint64_t hour = sizes[kind].per_hour;
        assert_true(quota_has(&quota, &anna, burst, START));
        assert_false(quota_has(&quota, &anna, burst + 1, START));
        quota_take(&quota, &anna, burst - 10, START);
        assert_true(quota_has(&quota, &anna, 10, START));
        assert_false(quota_has(&quota, &anna, 11, START));
        /* Nobody owes anything: more than all is all. */
        quota_take(&quota, &anna, burst, START);
        assert_false(quota_has(&quota, &anna, 1, START));
        assert_true(quota_has(&quota, &anna, hour, START + HOUR));
        assert_false(quota_has(&quota, &anna, hour + 1, START + HOUR));
        quota_take(&quota, &anna, hour / 2, START + HOUR);
        assert_true(quota_has(&quota, &anna, hour / 2, START + HOUR));
        assert_false(quota_has(&quota, &anna, hour / 2 + 1, START + HOUR));
        /* Time that goes back gives nothing and takes nothing. */
        assert_true(quota_has(&quota, &anna, hour / 2, START));
        assert_false(quota_has(&quota, &anna, hour / 2 + 1, START));
        assert_true(quota_has(&quota, &anna, burst, START + 100000 * HOUR));
        assert_false(
            quota_has(&quota, &anna, burst + 1, START + 100000 * HOUR));
        assert_true(quota_has(&quota, &anna, burst, UINT64_MAX));
    }
}

static void buckets_are_apart(void **state)
{
    struct quota_of anna = whose(QUOTA_PERSON, 1);
    struct quota_of nobody = whose(QUOTA_PERSON, 0);
    unsigned shared = 0;
    (void)state;
    memset(&quota, 0, sizeof quota);
    quota_take(&quota, &anna, 8 * MIB, START);
    assert_true(quota_has(&quota, &(struct quota_of){secret, QUOTA_NEW, {1}}, 1,
                          START));
    for (unsigned i = 2; i < 2000; i++) {
        struct quota_of other = whose(QUOTA_PERSON, i);
        shared += !quota_has(&quota, &other, 8 * MIB, START);
    }
    assert_in_range(shared, 0, 10);
    quota_take(&quota, &nobody, 1000 * MIB, START);
    assert_true(quota_has(&quota, &nobody, 1000 * MIB, START));
}

/* ---- Spoken codes ------------------------------------------------------ */

static struct spoken_by speaker(unsigned number)
{
    struct spoken_by by = {.secret = secret};
    memcpy(by.who, &number, sizeof number);
    return by;
}

static void codes_are_read_kindly(void **state)
{
    (void)state;
    char out[TABLE_SPOKEN];
    assert_true(spoken_read("kmtrw", out));
    assert_string_equal(out, "KMTRW");
    assert_true(spoken_read(" k M-t rW ", out));
    assert_string_equal(out, "KMTRW");
    assert_false(spoken_read("", out));
    assert_false(spoken_read("KMTR", out));
    assert_false(spoken_read("KMTRWW", out));
    assert_false(spoken_read("KMTRA", out)); /* no vowels */
    assert_false(spoken_read("KMTR1", out));
    for (unsigned i = 0; i < 100; i++) {
        char code[TABLE_SPOKEN];
        spoken_random(code);
        assert_true(spoken_read(code, out));
        assert_string_equal(code, out);
    }
}

/* An address that sends nothing but wrong ones, as fast as it is heard. */
static void an_address_guesses_slowly(void **state)
{
    static struct spoken spoken;
    struct spoken_by anna = speaker(1);
    struct spoken_by ben = speaker(2);
    unsigned heard = 0;
    (void)state;
    for (uint64_t now = START; now < START + SPOKEN_LONG_MS; now += 1000)
        if (!spoken_spent(&spoken, &anna, now)) {
            spoken_wrong_at(&spoken, spoken_place(&anna), now);
            heard++;
        }
    assert_in_range(heard, SPOKEN_MOST, SPOKEN_MOST + 121);
    assert_false(spoken_spent(&spoken, &ben, START + SPOKEN_LONG_MS));
    assert_false(spoken_spent(&spoken, &anna, START + 3 * SPOKEN_LONG_MS));
}

/* A thousand addresses get little more than one try an hour each; somebody else
 * is still heard. */
static void a_crowd_guesses_slowly(void **state)
{
    static struct spoken spoken;
    struct spoken_by friend = speaker(5000);
    unsigned heard = 0;
    uint64_t hour = START + SPOKEN_LONG_MS;
    (void)state;
    for (uint64_t now = hour; now < hour + SPOKEN_LONG_MS; now += 10000)
        for (unsigned i = 0; i < 1000; i++) {
            struct spoken_by by = speaker(i);
            if (!spoken_spent(&spoken, &by, now)) {
                spoken_wrong_at(&spoken, spoken_place(&by), now);
                heard++;
            }
        }
    assert_in_range(heard, 500, 2200);
    assert_false(spoken_spent(&spoken, &friend, hour + SPOKEN_LONG_MS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_are_too_many),
        cmocka_unit_test(they_are_forgotten),
        cmocka_unit_test(a_crowd_changes_little),
        cmocka_unit_test(one_is_remembered),
        cmocka_unit_test(time_goes_on_from_what_was_kept),
        cmocka_unit_test(gaps_make_nothing_older),
        cmocka_unit_test(jumps_are_noticed),
        cmocka_unit_test(a_steady_clock_is_followed),
        cmocka_unit_test(gaps_are_bounded),
        cmocka_unit_test(time_is_kept_as_text),
        cmocka_unit_test(a_bucket_empties_and_fills),
        cmocka_unit_test(buckets_are_apart),
        cmocka_unit_test(codes_are_read_kindly),
        cmocka_unit_test(an_address_guesses_slowly),
        cmocka_unit_test(a_crowd_guesses_slowly),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return fair_init() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
