/* Exact scoring of large hands. The slow referee would take years over twenty
 * dice; here a table of all the parts of the dice is filled in combo by combo,
 * which is slow but shares nothing with the engine's search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/layout.h"
#include "support/referee.h"

/* TIOLI_TEST_HANDS asks for more hands, in proportion to this. */
#define QUICK_HANDS 60000

/* ---- The parts of some dice ---- */

#define MOST_PARTS 20000

/* A part is a number whose digits are how many of each kind it has; the digit
 * of a kind with n dice goes from 0 to n. So the number of two parts that are
 * joined is the sum of their numbers. */
struct parts {
    unsigned kinds;
    tio_kind kind[TIO_KINDS];
    unsigned count[TIO_KINDS];
    unsigned weight[TIO_KINDS];
    unsigned all; /* how many parts there are */
};

static bool list_parts(struct parts *parts, tio_dice dice)
{
    parts->kinds = 0;
    parts->all = 1;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        unsigned count = tio_dice_count(dice, kind);
        if (count == 0)
            continue;
        parts->kind[parts->kinds] = kind;
        parts->count[parts->kinds] = count;
        parts->weight[parts->kinds++] = parts->all;
        parts->all *= count + 1;
    }
    return parts->all <= MOST_PARTS;
}

static unsigned digit(const struct parts *parts, unsigned part, unsigned k)
{
    return part / parts->weight[k] % (parts->count[k] + 1);
}

static tio_dice part_dice(const struct parts *parts, unsigned part)
{
    tio_dice dice = 0;
    for (unsigned k = 0; k < parts->kinds; k++)
        dice += digit(parts, part, k) * tio_dice_of(parts->kind[k]);
    return dice;
}

static unsigned part_size(const struct parts *parts, unsigned part)
{
    unsigned size = 0;
    for (unsigned k = 0; k < parts->kinds; k++)
        size += digit(parts, part, k);
    return size;
}

/* ---- The table ---- */

struct table {
    struct parts parts;
    bool accepts[TIO_HAND_CARDS][MOST_PARTS];
    /* set[m][p]: exactly the dice of part p can complete the combos in m. */
    bool set[1 << TIO_HAND_CARDS][MOST_PARTS];
};

/* Adds to a set what comes of laying each part of the dice that `used` leaves
 * on one more combo. */
static void lay_rest(const struct parts *parts, const bool accepts[],
                     unsigned used, bool out[])
{
    unsigned free[TIO_KINDS];
    unsigned taken[TIO_KINDS] = {0};
    unsigned part = 0;
    for (unsigned k = 0; k < parts->kinds; k++)
        free[k] = parts->count[k] - digit(parts, used, k);
    for (;;) {
        unsigned k = 0;
        for (; k < parts->kinds && taken[k] == free[k]; k++) {
            part -= taken[k] * parts->weight[k];
            taken[k] = 0;
        }
        if (k == parts->kinds)
            return;
        taken[k]++;
        part += parts->weight[k];
        if (accepts[part])
            out[used + part] = true;
    }
}

static void fill_table(struct table *table, const tio_combo *const combos[],
                       unsigned count)
{
    const struct parts *parts = &table->parts;
    for (unsigned c = 0; c < count; c++)
        for (unsigned p = 0; p < parts->all; p++)
            table->accepts[c][p] =
                referee_accepts(combos[c], part_dice(parts, p));
    for (unsigned set = 0; set < 1U << count; set++)
        memset(table->set[set], 0, parts->all);
    table->set[0][0] = true;
    for (unsigned set = 1; set < 1U << count; set++) {
        unsigned last = 0;
        while (set >> (last + 1))
            last++;
        unsigned rest = set & ~(1U << last);
        for (unsigned p = 0; p < parts->all; p++)
            if (table->set[rest][p])
                lay_rest(parts, table->accepts[last], p, table->set[set]);
    }
}

static struct verdict judge(struct table *table,
                            const tio_combo *const combos[], unsigned count)
{
    const struct parts *parts = &table->parts;
    struct verdict verdict = {-1000, 0};
    tio_dice dice = part_dice(parts, parts->all - 1);
    int cost = (int)(tio_dice_size(dice) + tio_dice_size(dice & TIO_DICE_RED));
    fill_table(table, combos, count);
    for (unsigned set = 0; set < 1U << count; set++) {
        int points = -cost;
        for (unsigned c = 0; c < count; c++)
            points += set >> c & 1 ? combos[c]->points : 0;
        for (unsigned p = 0; p < parts->all; p++) {
            if (!table->set[set][p])
                continue;
            int net = points + (int)part_size(parts, p);
            if (net > verdict.net)
                verdict = (struct verdict){net, 0};
            if (net == verdict.net)
                verdict.sets |= 1U << set;
        }
    }
    return verdict;
}

/* ---- The engine's answer ---- */

/* Of the sets that reach the best net: most points, then the earlier combos. */
static unsigned preferred(const tio_combo *const combos[], unsigned count,
                          uint32_t sets)
{
    unsigned best = 0;
    unsigned best_key = 0;
    for (unsigned set = 0; set < 32; set++) {
        unsigned key = 1;
        if (!(sets >> set & 1))
            continue;
        for (unsigned c = 0; c < count; c++)
            key += set >> c & 1 ? combos[c]->points * 64U + (32U >> c) : 0;
        if (key > best_key) {
            best = set;
            best_key = key;
        }
    }
    return best;
}

static void expect_all(const tio_combo *const combos[], unsigned count,
                       tio_dice dice, const tio_layout all[], unsigned found,
                       struct verdict verdict)
{
    uint32_t sets = 0;
    for (unsigned i = 0; i < found; i++) {
        tio_layout scored = all[i];
        assert_int_equal(tio_layout_score(combos, count, dice, &scored),
                         TIO_OK);
        assert_memory_equal(&scored, &all[i], sizeof scored);
        assert_int_equal(scored.net, verdict.net);
        assert_false(sets >> scored.cards & 1);
        sets |= 1U << scored.cards;
    }
    assert_int_equal(sets, verdict.sets);
}

/* The same by tables alone, and by a search that gives up in the middle. */
static void expect_tables(const tio_combo *const combos[], unsigned count,
                          tio_dice dice, struct verdict verdict)
{
    static const uint32_t budgets[] = {0, 40};
    tio_layout all[TIO_MAX_LAYOUTS];
    for (unsigned i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        uint32_t steps;
        unsigned found =
            layout_all_within(combos, count, dice, budgets[i], all, &steps);
        assert_int_equal(all[0].cards, preferred(combos, count, verdict.sets));
        expect_all(combos, count, dice, all, found, verdict);
    }
}

static void expect_verdict(const tio_combo *const combos[], unsigned count,
                           tio_dice dice, struct verdict verdict)
{
    tio_layout best;
    tio_layout all[TIO_MAX_LAYOUTS];
    tio_layout_best(combos, count, dice, &best);
    assert_int_equal(best.net, verdict.net);
    assert_int_equal(best.cards, preferred(combos, count, verdict.sets));
    assert_int_equal(tio_layout_net(combos, count, dice), verdict.net);
    unsigned found = tio_layout_all(combos, count, dice, all);
    assert_memory_equal(&all[0], &best, sizeof best);
    expect_all(combos, count, dice, all, found, verdict);
    expect_tables(combos, count, dice, verdict);
}

/* ---- Hands ---- */

/* Cards for many dice: more slots, higher sums. */
static tio_combo large_combo(tio_random *random)
{
    static const uint8_t colours[] = {TIO_LIGHT, TIO_DARK, TIO_EITHER};
    tio_combo combo = {0};
    combo.points = (uint8_t)tio_random_below(random, 6);
    combo.colour = colours[tio_random_below(random, 3)];
    combo.low = 1;
    combo.high = TIO_SUM_MAX;
    unsigned bar = 3 + tio_random_below(random, 40);
    switch (tio_random_below(random, 5)) {
    case 0:
        combo.low = combo.high = (uint8_t)bar;
        break;
    case 1:
        combo.low = (uint8_t)bar;
        break;
    case 2:
        combo.high = (uint8_t)bar;
        break;
    case 3:
        combo.count = (uint8_t)(4 + tio_random_below(random, 5));
        combo.low = (uint8_t)(combo.count * 3);
        combo.high = (uint8_t)(combo.count * 4);
        break;
    default:
        combo.slots = (uint8_t)(4 + tio_random_below(random, 5));
        for (unsigned i = 0; i < combo.slots; i++) {
            combo.slot[i].colour = colours[tio_random_below(random, 3)];
            if (tio_random_below(random, 2))
                combo.slot[i].face = (uint8_t)(1 + tio_random_below(random, 6));
        }
        break;
    }
    tio_combo_prepare(&combo);
    return combo;
}

/* At most nine light, nine dark and two red dice, with few different faces so
 * that there are not too many parts. */
static tio_dice random_dice(tio_random *random, unsigned size, unsigned faces)
{
    static const unsigned most[3] = {9, 9, 2};
    unsigned count[3] = {0};
    unsigned first = tio_random_below(random, 6);
    tio_dice dice = 0;
    while (size > 0) {
        unsigned colour = tio_random_below(random, 20);
        colour = colour < 9 ? TIO_LIGHT : colour < 18 ? TIO_DARK : TIO_RED;
        unsigned face = (first + tio_random_below(random, faces)) % 6 + 1;
        if (count[colour] == most[colour])
            continue;
        count[colour]++;
        dice += tio_dice_of(tio_kind_of(colour, face));
        size--;
    }
    return dice;
}

static void try_hands(unsigned hands, unsigned size, unsigned faces,
                      unsigned most_cards, tio_random *random)
{
    static struct table table;
    for (unsigned n = 0; n < hands; n++) {
        tio_combo card[TIO_HAND_CARDS];
        const tio_combo *combos[TIO_HAND_CARDS];
        unsigned count = tio_random_below(random, most_cards + 1);
        for (unsigned c = 0; c < count; c++) {
            card[c] = tio_random_below(random, 2) ? referee_random_combo(random)
                                                  : large_combo(random);
            combos[c] = &card[c];
        }
        tio_dice dice = random_dice(random, size, faces);
        if (!list_parts(&table.parts, dice))
            continue;
        expect_verdict(combos, count, dice, judge(&table, combos, count));
    }
}

/* The table itself is believed because the slow referee agrees with it. */
static void table_agrees_with_the_referee(void **state)
{
    static struct table table;
    tio_random random;
    (void)state;
    tio_random_init(&random, 21, 0);
    for (unsigned n = 0; n < 300; n++) {
        tio_combo card[3];
        const tio_combo *combos[3] = {&card[0], &card[1], &card[2]};
        for (unsigned c = 0; c < 3; c++)
            card[c] = referee_random_combo(&random);
        tio_dice dice = random_dice(&random, 6, 6);
        assert_true(list_parts(&table.parts, dice));
        struct verdict slow = referee_judge(combos, 3, dice);
        struct verdict quick = judge(&table, combos, 3);
        assert_int_equal(slow.net, quick.net);
        assert_int_equal(slow.sets, quick.sets);
    }
}

static unsigned how_often(void)
{
    const char *asked = getenv("TIOLI_TEST_HANDS");
    unsigned hands = asked ? (unsigned)strtoul(asked, NULL, 10) : 0;
    return hands > QUICK_HANDS ? hands / QUICK_HANDS : 1;
}

static void hands_of_6_to_14_dice_agree(void **state)
{
    static const unsigned hands[] = {600, 600, 600, 900, 500, 150, 60, 25, 10};
    tio_random random;
    (void)state;
    tio_random_init(&random, 22, 0);
    for (unsigned i = 0; i < sizeof hands / sizeof *hands; i++)
        try_hands(hands[i] * how_often(), 6 + i, 6, TIO_HAND_CARDS, &random);
}

static void hands_of_15_to_20_dice_agree(void **state)
{
    tio_random random;
    (void)state;
    tio_random_init(&random, 23, 0);
    for (unsigned size = 15; size <= TIO_MAX_DICE; size++) {
        try_hands(40 * how_often(), size, 2, TIO_HAND_CARDS, &random);
        try_hands(4 * how_often(), size, 3, 3, &random);
    }
}

/* The slow referee again, where it still can: two combos and ten dice. */
static void few_cards_and_ten_dice_agree(void **state)
{
    tio_random random;
    (void)state;
    tio_random_init(&random, 24, 0);
    for (unsigned n = 0; n < 40; n++) {
        tio_combo card[2];
        const tio_combo *combos[2] = {&card[0], &card[1]};
        for (unsigned c = 0; c < 2; c++)
            card[c] = referee_random_combo(&random);
        tio_dice dice = random_dice(&random, 9 + n % 2, 6);
        expect_verdict(combos, 2, dice, referee_judge(combos, 2, dice));
    }
}

/* Which of two families is walked through is decided by their size. */
static void members_are_counted(void **state)
{
    tio_random random;
    struct points points;
    (void)state;
    tio_random_init(&random, 25, 0);
    memset(&points, 0, sizeof points);
    for (unsigned count = 0; count < LATTICE_POINTS;) {
        unsigned at = tio_random_below(&random, LATTICE_POINTS);
        assert_int_equal(points_count(&points), count);
        count += !points_have(&points, at);
        points_put(&points, at);
        if (count > LATTICE_POINTS / 2) {
            memset(&points, 0xff, sizeof points);
            count = LATTICE_POINTS;
        }
    }
    assert_int_equal(points_count(&points), LATTICE_POINTS);
}

/* ---- Work ---- */

struct work {
    uint32_t budget; /* of the search */
    uint32_t steps;
    const char *dice;
    const char *combo[TIO_HAND_CARDS];
};

/* How many steps questions take that are not easy. The numbers say nothing by
 * themselves; but whoever changes one has changed how fast hands are scored, and
 * should know. */
static const struct work works[] = {
    {SEARCH_STEPS,
     72768,
     "L5 L4 L6 L3 L2 L5 L6 L1 L5 D4 D4 D1 D1 D3 D3 D4 D6 D2 R6 R3",
     {"20 sum L = 24", "4 sum * < 27", "20 sum 4* < 24", "14 sum 4* < 33",
      "20 sum 7L < 37"}},
    {0,
     465556,
     "L1 D2 R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5 R5 R6 R6 R6",
     {"3 sum 8* > 10", "3 sum L < 74", "5 sum * > 20", "8 sum * = 52",
      "0 sum D < 68"}},
    {0,
     468106,
     "L1 L1 L2 L4 L4 L5 L5 L6 L6 D1 D2 D3 D3 D4 D4 D5 D6 D6 R2 R3",
     {"0 sum D < 45", "0 sum * > 22", "0 sum 9* > 15", "0 sum L < 61",
      "0 D? *4 L? *1 D2 L4"}},
    {SEARCH_STEPS,
     541165,
     "D3 D5 D5 D6 D6 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R5 R5 R6 R6 R6",
     {"0 sum D > 31", "0 sum L < 66", "0 sum D < 66", "0 sum D > 9",
      "0 sum D < 44"}},
    {100000,
     448772,
     "L1 L1 L2 L3 L4 L5 L5 L5 L6 D1 D1 D2 D2 D3 D3 D4 D4 D6 R2 R6",
     {"0 sum * < 59", "0 sum 3L > 3", "13 sum * = 41", "13 sum D > 10",
      "13 sum 9* < 61"}},
};

static void work_is_as_much_as_it_was(void **state)
{
    (void)state;
    for (unsigned n = 0; n < sizeof works / sizeof *works; n++) {
        const struct work *work = &works[n];
        tio_combo card[TIO_HAND_CARDS];
        const tio_combo *combos[TIO_HAND_CARDS];
        tio_layout all[TIO_MAX_LAYOUTS];
        tio_text_error error;
        tio_dice dice;
        uint32_t steps;
        assert_int_equal(tio_dice_parse(work->dice, &dice, &error), TIO_OK);
        for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
            combos[i] = &card[i];
            assert_int_equal(tio_combo_parse(work->combo[i], &card[i], &error),
                             TIO_OK);
        }
        layout_all_within(combos, TIO_HAND_CARDS, dice, work->budget, all,
                          &steps);
        assert_int_equal(steps, work->steps);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_agrees_with_the_referee),
        cmocka_unit_test(hands_of_6_to_14_dice_agree),
        cmocka_unit_test(hands_of_15_to_20_dice_agree),
        cmocka_unit_test(few_cards_and_ten_dice_agree),
        cmocka_unit_test(members_are_counted),
        cmocka_unit_test(work_is_as_much_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
