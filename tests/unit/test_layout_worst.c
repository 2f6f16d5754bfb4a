/* No question takes long to score. An adversary looks for the slowest one: it
 * changes a die or a card at a time and keeps what takes more steps. What it
 * finds has to stay below LAYOUT_STEPS, and tables and search have to agree on
 * it. Steps are counted, so that a busy machine changes nothing; the time of
 * the slowest question is only told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "engine/layout.h"

/* How many questions are asked; TIOLI_TEST_TRIES asks for more. */
#define QUICK_TRIES (SLOW_BUILD ? 150 : 30000)
/* The adversary begins anew after so many changes that were of no use. */
#define PATIENCE 250
/* What the search alone may take where it is the second opinion. */
#define SECOND_STEPS 400000

struct question {
    tio_dice dice;
    tio_combo combo[TIO_HAND_CARDS];
};

static void list_combos(const struct question *question,
                        const tio_combo *out[TIO_HAND_CARDS])
{
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        out[i] = &question->combo[i];
}

static uint32_t steps_of(const struct question *question)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_layout all[TIO_MAX_LAYOUTS];
    uint32_t steps;
    list_combos(question, combos);
    layout_all_within(combos, TIO_HAND_CARDS, question->dice, SEARCH_STEPS, all,
                      &steps);
    return steps;
}

static void ask(const struct question *question, uint32_t budget,
                tio_layout all[TIO_MAX_LAYOUTS], unsigned *found,
                uint32_t *steps)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    list_combos(question, combos);
    *found = layout_all_within(combos, TIO_HAND_CARDS, question->dice, budget,
                               all, steps);
    for (unsigned i = 0; i < *found; i++) {
        tio_layout scored = all[i];
        assert_int_equal(
            tio_layout_score(combos, TIO_HAND_CARDS, question->dice, &scored),
            TIO_OK);
        assert_memory_equal(&scored, &all[i], sizeof scored);
    }
}

/* The tables against the search, where that is done in time. */
static bool both_agree(const struct question *question)
{
    tio_layout tables[TIO_MAX_LAYOUTS];
    tio_layout search[TIO_MAX_LAYOUTS];
    unsigned found;
    unsigned second;
    uint32_t steps;
    ask(question, 0, tables, &found, &steps);
    ask(question, SECOND_STEPS, search, &second, &steps);
    if (steps > SECOND_STEPS)
        return false;
    assert_int_equal(found, second);
    for (unsigned i = 0; i < found; i++) {
        assert_int_equal(tables[i].net, search[i].net);
        assert_int_equal(tables[i].cards, search[i].cards);
    }
    return true;
}

/* ---- What the notation allows ---- */

static tio_combo random_slots(tio_random *random)
{
    static const uint8_t colours[] = {TIO_LIGHT, TIO_DARK, TIO_EITHER};
    tio_combo combo = {0};
    combo.slots = (uint8_t)(1 + tio_random_below(random, TIO_MAX_SLOTS));
    for (unsigned i = 0; i < combo.slots; i++) {
        combo.slot[i].colour = colours[tio_random_below(random, 3)];
        if (tio_random_below(random, 2))
            combo.slot[i].face = (uint8_t)(1 + tio_random_below(random, 6));
    }
    return combo;
}

static tio_combo random_sum(tio_random *random)
{
    static const uint8_t colours[] = {TIO_LIGHT, TIO_DARK, TIO_EITHER};
    tio_combo combo = {0};
    combo.colour = colours[tio_random_below(random, 3)];
    if (tio_random_below(random, 2))
        combo.count = (uint8_t)(1 + tio_random_below(random, 10));
    uint8_t bar = (uint8_t)(2 + tio_random_below(random, 70));
    unsigned sort = tio_random_below(random, 3);
    combo.low = sort == 0 ? 1 : bar;
    combo.high = sort == 1 ? TIO_SUM_MAX : bar;
    return combo;
}

/* A card that a deck may have: it is read back from its own text. */
static tio_combo random_combo(tio_random *random)
{
    for (;;) {
        char text[TIO_CARD_TEXT];
        tio_text_error error;
        tio_combo combo = tio_random_below(random, 4) ? random_sum(random)
                                                      : random_slots(random);
        combo.points = (uint8_t)tio_random_below(random, TIO_MAX_POINTS + 1);
        tio_combo_print(&combo, text);
        if (tio_combo_parse(text, &combo, &error) == TIO_OK)
            return combo;
    }
}

/* A die of a game, or one of any colour; nothing if there are enough of it. */
static tio_dice random_die(tio_random *random, tio_dice dice, bool of_game)
{
    static const unsigned most[] = {9, 9, 2};
    static const tio_dice mask[] = {TIO_DICE_LIGHT, TIO_DICE_DARK,
                                    TIO_DICE_RED};
    unsigned colour = tio_random_below(random, 3);
    unsigned face = 1 + tio_random_below(random, 6);
    tio_kind kind = tio_kind_of(colour, face);
    if (of_game && tio_dice_size(dice & mask[colour]) == most[colour])
        return 0;
    if (tio_dice_count(dice, kind) == (colour == TIO_RED ? 3 : 15))
        return 0;
    return tio_dice_of(kind);
}

static struct question random_question(tio_random *random, bool of_game)
{
    struct question question = {0};
    while (tio_dice_size(question.dice) < TIO_MAX_DICE)
        question.dice += random_die(random, question.dice, of_game);
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        question.combo[i] = random_combo(random);
    return question;
}

static void change_die(tio_random *random, struct question *question,
                       bool of_game)
{
    tio_kind kind = (tio_kind)tio_random_below(random, TIO_KINDS);
    if (tio_dice_count(question->dice, kind) == 0)
        return;
    tio_dice left = question->dice - tio_dice_of(kind);
    tio_dice die = random_die(random, left, of_game);
    if (die)
        question->dice = left + die;
}

static void change_bar(tio_random *random, tio_combo *combo)
{
    bool exact = combo->low == combo->high;
    uint8_t *bar = combo->low > 1 ? &combo->low : &combo->high;
    unsigned moved = *bar + tio_random_below(random, 7) - 3;
    if (combo->slots || moved < 2 || moved >= TIO_SUM_MAX)
        return;
    *bar = (uint8_t)moved;
    if (exact)
        combo->high = combo->low;
}

static void change(tio_random *random, struct question *question, bool of_game)
{
    tio_combo *combo =
        &question->combo[tio_random_below(random, TIO_HAND_CARDS)];
    switch (tio_random_below(random, 4)) {
    case 0:
        *combo = random_combo(random);
        break;
    case 1:
        change_bar(random, combo);
        break;
    case 2:
        combo->points = (uint8_t)tio_random_below(random, TIO_MAX_POINTS + 1);
        break;
    default:
        change_die(random, question, of_game);
        break;
    }
}

/* ---- The adversary ---- */

static double milliseconds(const struct question *question)
{
    double best = 1e9;
    for (unsigned i = 0; i < 5; i++) {
        clock_t began = clock();
        steps_of(question);
        double took = 1e3 * (double)(clock() - began) / CLOCKS_PER_SEC;
        best = took < best ? took : best;
    }
    return best;
}

static void show(const char *what, const struct question *question)
{
    char text[TIO_DICE_TEXT];
    char card[TIO_CARD_TEXT];
    tio_dice_print(question->dice, " ", text);
    printf("# %s: %u steps, %.2f ms: '%s'", what, steps_of(question),
           milliseconds(question), text);
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        tio_combo_print(&question->combo[i], card);
        printf(" '%s'", card);
    }
    printf("\n");
}

static unsigned tries(void)
{
    const char *asked = getenv("TIOLI_TEST_TRIES");
    return asked ? (unsigned)strtoul(asked, NULL, 10) : QUICK_TRIES;
}

static void look_for_the_slowest(bool of_game, uint64_t seed, const char *what)
{
    struct question slowest = {0};
    struct question now = {0};
    uint32_t most = 0;
    uint32_t steps = 0;
    unsigned useless = PATIENCE;
    unsigned agreed = 0;
    tio_random random;
    tio_random_init(&random, seed, 0);
    for (unsigned n = tries(); n > 0; n--) {
        bool anew = useless == PATIENCE;
        struct question next = now;
        if (anew)
            next = random_question(&random, of_game);
        else
            change(&random, &next, of_game);
        uint32_t more = steps_of(&next);
        useless = anew || more > steps ? 0 : useless + 1;
        if (anew || more >= steps) {
            now = next;
            steps = more;
        }
        if (n % 16 == 0)
            agreed += both_agree(&next);
        if (steps > most) {
            most = steps;
            slowest = now;
        }
        if (most > LAYOUT_STEPS)
            break;
    }
    show(what, &slowest);
    assert_true(most > SEARCH_STEPS);
    assert_in_range(most, 0, LAYOUT_STEPS);
    assert_true(agreed > 0);
}

static void no_hand_of_a_game_is_slow(void **state)
{
    (void)state;
    look_for_the_slowest(true, 31, "slowest of a game");
}

static void no_dice_that_can_be_written_are_slow(void **state)
{
    (void)state;
    look_for_the_slowest(false, 32, "slowest of any dice");
}

/* ---- Questions that were slow once ---- */

struct known {
    const char *dice;
    const char *combo[TIO_HAND_CARDS];
    int net;
};

static void read_question(const struct known *known, struct question *out)
{
    tio_text_error error;
    assert_int_equal(tio_dice_parse(known->dice, &out->dice, &error), TIO_OK);
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        assert_int_equal(
            tio_combo_parse(known->combo[i], &out->combo[i], &error), TIO_OK);
}

static void expect_known(const struct known *known)
{
    struct question question;
    tio_layout all[TIO_MAX_LAYOUTS];
    unsigned found;
    uint32_t steps;
    read_question(known, &question);
    ask(&question, SEARCH_STEPS, all, &found, &steps);
    assert_int_equal(all[0].net, known->net);
    assert_in_range(steps, SEARCH_STEPS, LAYOUT_STEPS);
}

/* The search alone needed 7 to 40 seconds for these. */
static void five_sums_that_compete(void **state)
{
    static const struct known known = {
        "L5 L4 L6 L3 L2 L5 L6 L1 L5 D4 D4 D1 D1 D3 D3 D4 D6 D2 R6 R3",
        {"20 sum L = 24", "4 sum * < 27", "20 sum 4* < 24", "14 sum 4* < 33",
         "20 sum 7L < 37"},
        56};
    (void)state;
    expect_known(&known);
}

/* Two cards of a deck that stopped a server: every hand is made of them. */
static void two_wide_sums_again_and_again(void **state)
{
    static const struct known known = {
        "L5 L4 L6 L3 L2 L5 L6 L1 L5 D4 D4 D1 D1 D3 D3 D4 D6 D2 R6 R3",
        {"20 sum * < 27", "20 sum L < 37", "20 sum L < 37", "20 sum L < 37",
         "20 sum L < 37"},
        97};
    (void)state;
    expect_known(&known);
}

/* Nearly every die is red, so that light and dark combos compete for all. */
static void dice_of_every_colour(void **state)
{
    static const struct known known = {
        "L1 D2 R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5 R5 R6 R6 R6",
        {"3 sum 8* > 10", "3 sum L < 74", "5 sum * > 20", "8 sum * = 52",
         "0 sum D < 68"},
        -7};
    (void)state;
    expect_known(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_sums_that_compete),
        cmocka_unit_test(two_wide_sums_again_and_again),
        cmocka_unit_test(dice_of_every_colour),
        cmocka_unit_test(no_hand_of_a_game_is_slow),
        cmocka_unit_test(no_dice_that_can_be_written_are_slow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
