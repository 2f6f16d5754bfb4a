/* What a die would do for the cards of a hand: by example for every sort of
 * card, and on thousands of hands against a search through all choices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/combo.h"
#include "show/fit.h"

#define HANDS (SLOW_BUILD ? 400 : 2000)

/* ---- A hand to ask about ---- */

struct hand {
    tio_deck deck;
    tio_view view;
    struct arranged now;
};

static void hand_begin(struct hand *hand)
{
    memset(hand, 0, sizeof *hand);
    hand->view.game.settings = tio_settings_default(2);
    hand->view.game.phase = TIO_PHASE_TURN;
}

static void hand_add(struct hand *hand, const char *card)
{
    tio_player *me = &hand->view.game.player[0];
    tio_text_error error;
    if (tio_combo_parse(card, &hand->deck.combo[hand->deck.combos], &error))
        fail_msg("'%s' is not a card", card);
    me->hand[me->combos++] = hand->deck.combos++;
}

static void hand_take(struct hand *hand, tio_dice dice)
{
    hand->view.game.player[0].taken = dice;
    slots_arrange(&hand->view, &hand->deck, dice, &hand->now);
}

static tio_dice dice_in(const char *text)
{
    tio_dice dice = 0;
    tio_text_error error;
    assert_int_equal(tio_dice_parse(text, &dice, &error), TIO_OK);
    return dice;
}

/* "-1 | 2 | 9/1 | complete | joins | ." */
static void in_words(const struct hand *hand, const struct fit *fit,
                     char out[200])
{
    int at = sprintf(out, "%d", fit->net);
    for (unsigned i = 0; i < fit->combos; i++) {
        struct fit_card card = fit->card[i];
        at += sprintf(out + at, " | ");
        if (card.how == FIT_NOT)
            at += sprintf(out + at, ".");
        else if (card.how == FIT_COMPLETES)
            at += sprintf(out + at, "complete");
        else if (card.how == FIT_JOINS)
            at += sprintf(out + at, "joins");
        else if (hand->now.combo[i]->slots)
            at += sprintf(out + at, "%u", card.dice);
        else
            at += sprintf(out + at, "%u/%u", card.pips, card.dice);
    }
}

/* ---- By example ---- */

static const struct {
    const char *cards[TIO_HAND_CARDS];
    const char *taken;
    const char *die;
    const char *fit;
} examples[] = {
    /* A first die, and four cards that all want it. */
    {{"5 *1 *1 *1", "3 sum D > 14", "3 D1 L4", "2 D? D? L?"},
     "",
     "D1",
     "-1 | 1 | 1/1 | 1 | 1"},
    /* Colours: light is not dark, red is both, and only the face counts then. */
    {{"3 L3 L2", "3 D3 L4", "2 *3 *6"}, "", "L3", "-1 | 1 | . | 1"},
    {{"3 L3 L2", "3 D3 L4", "2 D? D?"}, "", "R3", "-2 | 1 | 1 | 1"},
    {{"3 L3 L2", "3 D4 L4"}, "", "D5", "-1 | . | ."},
    /* A slot of any face may give way to a die that has no other place. */
    {{"4 L? L4 D5"}, "L4", "L4", "-2 | 2"},
    {{"4 L? L4 D5"}, "L4", "L2", "-2 | 2"},
    {{"4 L? L4 D5"}, "L2", "L2", "-2 | ."},
    {{"4 L? L4 D5"}, "L2 L4", "R5", "3 | complete"},
    {{"4 L? L4 D5"}, "L2 R4", "D5", "3 | complete"},
    /* Sums without an upper end: all that has the colour. */
    {{"3 sum D > 14", "3 sum L > 14"}, "D5", "D4", "-2 | 9/2 | ."},
    {{"3 sum D > 14", "3 sum L > 14"}, "D5 D6", "R4", "2 | complete | 4/1"},
    {{"3 sum D > 9"}, "D6 D6", "D1", "3 | joins"},
    {{"3 sum D > 9"}, "D6 D6", "L1", "2 | ."},
    /* An exact sum: the largest that is not too large, in any combination. */
    {{"3 sum * = 13"}, "L6 D6", "L4", "-3 | ."},
    {{"3 sum * = 13"}, "L6 D5 L4", "D3", "2 | complete"},
    {{"3 sum * = 13"}, "L6 D4", "D5", "-3 | 11/2"},
    {{"3 sum * = 13"}, "L6 D4 L3", "D1", "2 | ."},
    /* A counted sum: so many dice that the missing ones can still make it. */
    {{"3 sum 3* < 9"}, "", "L6", "-1 | 6/1"},
    {{"3 sum 3* < 9"}, "L6", "D2", "-2 | ."},
    {{"3 sum 3* < 9"}, "L6", "D1", "-2 | 7/2"},
    {{"3 sum 3* < 9"}, "L6 D5", "L1", "-3 | 6/2"},
    {{"3 sum 3* < 9"}, "L3 D3", "L2", "3 | complete"},
    {{"4 sum 3L > 11"}, "", "L1", "-1 | 1/1"},
    {{"4 sum 3L > 13"}, "", "L1", "-1 | ."},
    {{"4 sum 3L > 11"}, "L2", "L4", "-2 | 6/2"},
    {{"4 sum 3L > 11"}, "L2", "D4", "-2 | ."},
    {{"3 sum 2* < 9"}, "L3 D2", "L1", "2 | ."},
    /* Which of two cards: the die is on the one that is worth more. */
    {{"1 D1", "2 D1"}, "", "D1", "2 | 1 | complete"},
    {{"1 D1 L2", "2 D1 L3"}, "D1", "L3", "2 | . | complete"},
    /* Dice that complete a card stay there. */
    {{"3 L3 D4", "3 L3 L2"}, "L3 D4", "L2", "2 | . | 1"},
    /* A sum that has more dice than it needs lends them. */
    {{"2 sum L > 5", "3 L4 L5 D6"}, "L6 L4", "L5", "2 | joins | 2"},
    {{"2 sum L > 5", "3 L4 L5 D6"}, "L2 L4", "L5", "2 | joins | 1"},
    {{"2 sum L > 5", "3 L4 L5 D6"}, "L6 L4 L5", "D6", "5 | . | complete"},
};

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct hand hand;
        struct fit fit;
        char found[200];
        hand_begin(&hand);
        for (unsigned k = 0; k < TIO_HAND_CARDS && examples[i].cards[k]; k++)
            hand_add(&hand, examples[i].cards[k]);
        hand_take(&hand, dice_in(examples[i].taken));
        fit_find(&hand.now, dice_first_kind(dice_in(examples[i].die)), &fit);
        in_words(&hand, &fit, found);
        if (strcmp(found, examples[i].fit) != 0)
            fail_msg("%s to %s on %s: '%s', not '%s'", examples[i].die,
                     examples[i].taken, examples[i].cards[0], found,
                     examples[i].fit);
    }
}

static void test_counts(void **state)
{
    struct hand hand;
    struct fit fit;
    (void)state;
    hand_begin(&hand);
    hand_add(&hand, "2 sum L > 5");
    hand_add(&hand, "3 L4 L5");
    hand_add(&hand, "3 D4 D5");
    hand_add(&hand, "3 L5 L1");
    hand_take(&hand, dice_in("L6 L4"));
    fit_find(&hand.now, tio_kind_of(TIO_LIGHT, 5), &fit);
    assert_int_equal(fit_helps(&fit), 3);
    assert_int_equal(fit_completes(&fit), 1);
    assert_int_equal(fit.before, 2);
    assert_int_equal(fit.net, 5);
}

/* ---- Against a search through all choices ---- */

static unsigned below(tio_random *random, unsigned limit)
{
    return tio_random_below(random, limit);
}

/* Whether dice of any faces and colours can be added so that all complete it. */
static bool can_become(const tio_combo *combo, tio_dice part)
{
    static const uint8_t colours[] = {TIO_LIGHT, TIO_DARK};
    if (part && tio_combo_accepts(combo, part))
        return true;
    unsigned most = combo->slots ? combo->slots : combo->count;
    if (dice_size(part) >= most)
        return false;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned face = 1; face <= 6; face++)
            if (can_become(combo,
                           part + tio_dice_of(tio_kind_of(colours[i], face))))
                return true;
    return false;
}

/* How far some of the dice go: their number, or on a sum of any number of dice
 * their pips. */
static unsigned farthest(const tio_combo *combo, tio_dice dice)
{
    unsigned most = 0;
    bool any = !combo->slots && !combo->count;
    for (tio_dice part = 0;
         (part = dice_next_part(dice, part, TIO_MAX_DICE)) != 0;) {
        unsigned far = any ? tio_dice_pips(part) : dice_size(part);
        bool may =
            any ? combo_eligible(combo, part) == part && far <= combo->high
                : can_become(combo, part);
        if (may && far > most)
            most = far;
    }
    return most;
}

static void some_card(tio_random *random, char out[40])
{
    static const char *const sums[] = {"*", "L", "D", "2*", "3D", "3*"};
    static const char *const slots[] = {"L?", "D?", "*?", "L1", "L2",
                                        "D1", "D3", "*1", "*2", "*4"};
    if (below(random, 2)) {
        sprintf(out, "2 sum %s %c %u", sums[below(random, 6)],
                "<=>"[below(random, 3)], 2 + below(random, 15));
        return;
    }
    int at = sprintf(out, "3");
    for (unsigned i = 1 + below(random, 3); i > 0; i--)
        at += sprintf(out + at, " %s", slots[below(random, 10)]);
}

static void some_hand(tio_random *random, struct hand *hand)
{
    tio_dice dice = 0;
    hand_begin(hand);
    for (unsigned cards = below(random, TIO_HAND_CARDS) + 1; cards > 0;) {
        char text[40];
        tio_combo combo;
        tio_text_error error;
        some_card(random, text);
        if (tio_combo_parse(text, &combo, &error))
            continue;
        hand_add(hand, text);
        cards--;
    }
    for (unsigned i = below(random, 5); i > 0; i--)
        dice += tio_dice_of((tio_kind)below(random, TIO_KINDS));
    hand_take(hand, dice);
}

static bool has_loose_dice(const struct arranged *now)
{
    for (unsigned i = 0; i < now->combos; i++)
        if (now->complete >> i & 1 && !now->combo[i]->slots &&
            !now->combo[i]->count)
            return true;
    return false;
}

static void expect_card(const struct hand *hand, const struct fit *fit,
                        unsigned place, tio_dice die, unsigned met[])
{
    const struct arranged *now = &hand->now;
    const tio_combo *combo = now->combo[place];
    struct fit_card card = fit->card[place];
    met[card.how]++;
    if (card.how == FIT_COMPLETES || now->complete >> place & 1)
        return;
    unsigned before = farthest(combo, now->spare);
    unsigned after = farthest(combo, now->spare + die);
    bool any = !combo->slots && !combo->count;
    if (has_loose_dice(now))
        return; /* examples have these */
    assert_int_equal(card.how, after > before ? FIT_NEARER : FIT_NOT);
    if (card.how == FIT_NEARER)
        assert_int_equal(any ? card.pips : card.dice, after);
}

static void expect_fit(const struct hand *hand, tio_kind kind, unsigned met[])
{
    const struct arranged *now = &hand->now;
    tio_dice die = tio_dice_of(kind);
    struct fit fit;
    tio_layout then;
    fit_find(now, kind, &fit);
    tio_layout_best(now->combo, now->combos, now->dice + die, &then);
    assert_int_equal(fit.net, then.net);
    assert_int_equal(fit.before, now->best.net);
    for (unsigned i = 0; i < now->combos; i++) {
        bool fresh = (then.cards & ~now->best.cards) >> i & 1;
        assert_int_equal(fit.card[i].how == FIT_COMPLETES, fresh);
        expect_card(hand, &fit, i, die, met);
    }
}

static void test_any_hand(void **state)
{
    unsigned met[FIT_JOINS + 1] = {0};
    tio_random random;
    (void)state;
    tio_random_init(&random, 7, 8);
    for (unsigned i = 0; i < HANDS; i++) {
        struct hand hand;
        some_hand(&random, &hand);
        expect_fit(&hand, (tio_kind)below(&random, TIO_KINDS), met);
    }
    for (unsigned how = 0; how <= FIT_JOINS; how++)
        assert_true(met[how] > HANDS / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_any_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
