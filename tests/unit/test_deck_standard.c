/* The standard deck honours what is known of the real cards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/actions.h"

static void sizes_are_those_of_the_box(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    (void)state;
    assert_string_equal(deck->name, "standard");
    assert_int_equal(deck->combos, 76);
    assert_int_equal(deck->actions, 34);
}

/* Records name a deck by its hash: a released one never changes. */
static void hash_is_that_of_the_release(void **state)
{
    (void)state;
    assert_true(tio_deck_standard()->hash == 0x710298f33445923cULL);
}

typedef char card_text[TIO_CARD_TEXT];

static int compare_slots(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(tio_slot));
}

/* The order of the dice on a card means nothing: here they are sorted. */
static void print_sorted(tio_combo combo, card_text out)
{
    qsort(combo.slot, combo.slots, sizeof *combo.slot, compare_slots);
    tio_combo_print(&combo, out);
}

static unsigned copies_of(const char *text)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned copies = 0;
    for (unsigned i = 0; i < deck->combos; i++) {
        card_text card;
        print_sorted(deck->combo[i], card);
        copies += strcmp(card, text) == 0;
    }
    return copies;
}

/* At any points: how many were seen on a real card is not always known. */
static unsigned copies_at_any_points(const char *rest)
{
    unsigned copies = 0;
    for (unsigned points = 1; points <= 5; points++) {
        char text[TIO_CARD_TEXT];
        snprintf(text, sizeof text, "%u %s", points, rest);
        copies += copies_of(text);
    }
    return copies;
}

static void cards_with_known_points_are_there(void **state)
{
    static const char *const known[] = {
        "3 L4 D3",
        "3 L2 L3",
        "3 sum D > 12",
        "3 sum * = 13",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        if (copies_of(known[i]) == 0)
            fail_msg("there is no '%s'", known[i]);
        assert_int_equal(copies_at_any_points(known[i] + 2),
                         copies_of(known[i]));
    }
}

static void cards_seen_in_the_box_are_there(void **state)
{
    static const char *const known[] = {
        "L1 D5 *6",    "L? D? D?", "sum 3* < 9", "sum * = 15", "sum * = 17",
        "sum 3L > 11", "L5 D2",    "sum L > 14", "L? D?",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (copies_at_any_points(known[i]) == 0)
            fail_msg("there is no '%s'", known[i]);
    /* A cheap card. */
    assert_true(copies_of("1 L? D?") > 0);
    assert_int_equal(copies_of("1 L? D?"), copies_at_any_points("L? D?"));
}

static void points_are_one_to_five(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned count[6] = {0};
    (void)state;
    for (unsigned i = 0; i < deck->combos; i++) {
        assert_in_range(deck->combo[i].points, 1, 5);
        count[deck->combo[i].points]++;
    }
    for (unsigned points = 1; points <= 5; points++)
        assert_true(count[points] > 0);
}

static void actions_are_of_the_eight_kinds(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned kinds[TIO_ACTION_KINDS] = {0};
    unsigned change[2] = {0};
    (void)state;
    for (unsigned i = 0; i < deck->actions; i++) {
        tio_action action = deck->action[i];
        assert_true(action.kind < TIO_ACTION_KINDS);
        assert_in_range(action.colour, TIO_LIGHT, TIO_DARK);
        kinds[action.kind]++;
        if (action.kind == TIO_CHANGE)
            change[action.colour]++;
    }
    for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++)
        assert_int_equal(kinds[kind] > 0, kind <= TIO_SHIFT);
    assert_true(change[TIO_LIGHT] > 0);
    assert_true(change[TIO_DARK] > 0);
}

/* The booklets show 'less than' only with a number of dice. Without one, a
 * single die would complete the card. */
static void no_card_is_completed_by_any_one_die(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned counted = 0;
    (void)state;
    for (unsigned i = 0; i < deck->combos; i++) {
        const tio_combo *combo = &deck->combo[i];
        bool less = combo->slots == 0 && combo->low <= 1;
        assert_true(!less || combo->count >= 2);
        counted += less;
    }
    assert_true(counted >= 5);
}

static void some_changes_cost_two_chips(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned cost[2][3] = {{0}};
    (void)state;
    for (unsigned i = 0; i < deck->actions; i++) {
        if (deck->action[i].kind == TIO_CHANGE) {
            assert_in_range(deck->action[i].cost, 1, 2);
            cost[deck->action[i].colour][deck->action[i].cost]++;
        }
    }
    for (unsigned chips = 1; chips <= 2; chips++) {
        assert_true(cost[TIO_LIGHT][chips] > 0);
        assert_int_equal(cost[TIO_LIGHT][chips], cost[TIO_DARK][chips]);
    }
}

/* ---- Light and dark exchanged ---- */

static uint8_t mirrored(uint8_t colour)
{
    return colour == TIO_LIGHT  ? TIO_DARK
           : colour == TIO_DARK ? TIO_LIGHT
                                : colour;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The texts of all cards, sorted, perhaps in a mirror. */
static void list_cards(card_text texts[], bool mirror)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned cards = tio_deck_cards(deck);
    for (unsigned i = 0; i < cards; i++) {
        if (!tio_deck_is_combo(deck, i)) {
            tio_action action = tio_deck_action(deck, i);
            if (mirror && action_row(action)->colour)
                action.colour = mirrored(action.colour);
            tio_action_print(action, texts[i]);
            continue;
        }
        tio_combo combo = deck->combo[i];
        for (unsigned s = 0; mirror && s < combo.slots; s++)
            combo.slot[s].colour = mirrored(combo.slot[s].colour);
        if (mirror && combo.slots == 0)
            combo.colour = mirrored(combo.colour);
        print_sorted(combo, texts[i]);
    }
    qsort(texts, cards, sizeof *texts, compare_texts);
}

static void colours_are_balanced(void **state)
{
    static card_text texts[2][TIO_MAX_CARDS];
    (void)state;
    list_cards(texts[0], false);
    list_cards(texts[1], true);
    for (unsigned i = 0; i < tio_deck_cards(tio_deck_standard()); i++)
        assert_string_equal(texts[0][i], texts[1][i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_those_of_the_box),
        cmocka_unit_test(hash_is_that_of_the_release),
        cmocka_unit_test(cards_with_known_points_are_there),
        cmocka_unit_test(cards_seen_in_the_box_are_there),
        cmocka_unit_test(points_are_one_to_five),
        cmocka_unit_test(actions_are_of_the_eight_kinds),
        cmocka_unit_test(no_card_is_completed_by_any_one_die),
        cmocka_unit_test(some_changes_cost_two_chips),
        cmocka_unit_test(colours_are_balanced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
