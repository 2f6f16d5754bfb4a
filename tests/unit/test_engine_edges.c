/* The rims of the engine's interface: what is out of range, who has nothing to
 * decide, moves that are larger than any game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/odd_game.h"
#include "support/referee.h"

/* ---- Errors ---- */

static void errors_have_names_and_words(void **state)
{
    (void)state;
    for (unsigned a = 0; a < TIO_ERROR_COUNT; a++) {
        const char *name = tio_error_name((tio_error)a);
        const char *words = tio_error_words((tio_error)a);
        assert_true(strlen(name) > 1 && strlen(words) > 1);
        for (unsigned b = 0; b < a; b++) {
            assert_string_not_equal(name, tio_error_name((tio_error)b));
            assert_string_not_equal(words, tio_error_words((tio_error)b));
        }
    }
    assert_string_equal(tio_error_name(TIO_E_DIE_NOT_IN_TRAY),
                        "DIE_NOT_IN_TRAY");
}

static void no_error_is_out_of_range(void **state)
{
    static const int odd[] = {TIO_ERROR_COUNT, TIO_ERROR_COUNT + 1, 1 << 30,
                              -1};
    (void)state;
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++) {
        assert_string_equal(tio_error_name((tio_error)odd[i]), "UNKNOWN");
        assert_string_equal(tio_error_words((tio_error)odd[i]),
                            "an unknown error");
    }
}

/* ---- Set-up ---- */

static void setup_table_ends(void **state)
{
    (void)state;
    assert_int_equal(tio_setup_dice(5, TIO_RED), 2);
    assert_int_equal(tio_setup_dice(1, TIO_LIGHT), 0);
    assert_int_equal(tio_setup_dice(6, TIO_LIGHT), 0);
    assert_int_equal(tio_setup_dice(4, TIO_EITHER), 0);
    assert_int_equal(tio_setup_starts(2), 3);
    assert_int_equal(tio_setup_starts(1), 0);
    assert_int_equal(tio_setup_starts(6), 0);
}

static void expect_refused(const tio_settings *settings, const tio_deck *deck,
                           tio_error error)
{
    tio_game game;
    tio_game untouched;
    memset(&game, 0xa5, sizeof game);
    untouched = game;
    assert_int_equal(tio_game_init(&game, deck, settings), error);
    assert_memory_equal(&game, &untouched, sizeof game);
}

static void settings_out_of_range_are_refused(void **state)
{
    static const struct {
        size_t field;
        uint8_t value;
        tio_error error;
    } wrong[] = {
        {offsetof(tio_settings, players), 0, TIO_E_SETTING_PLAYERS},
        {offsetof(tio_settings, players), 1, TIO_E_SETTING_PLAYERS},
        {offsetof(tio_settings, players), 6, TIO_E_SETTING_PLAYERS},
        {offsetof(tio_settings, players), 255, TIO_E_SETTING_PLAYERS},
        {offsetof(tio_settings, edition), TIO_EDITIONS, TIO_E_SETTING_EDITION},
        {offsetof(tio_settings, starts), 10, TIO_E_SETTING_STARTS},
        {offsetof(tio_settings, starts), 255, TIO_E_SETTING_STARTS},
        {offsetof(tio_settings, first), 3, TIO_E_SETTING_FIRST},
        {offsetof(tio_settings, first), 254, TIO_E_SETTING_FIRST},
        {offsetof(tio_settings, cast), TIO_CAST_RULES, TIO_E_SETTING_CAST},
        {offsetof(tio_settings, free_hand), 2, TIO_E_SETTING_FLAG},
        {offsetof(tio_settings, piles_down), 255, TIO_E_SETTING_FLAG},
    };
    static const tio_deck empty;
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tio_settings settings = tio_settings_default(3);
        ((uint8_t *)&settings)[wrong[i].field] = wrong[i].value;
        expect_refused(&settings, tio_deck_standard(), wrong[i].error);
    }
    tio_settings settings = tio_settings_default(3);
    expect_refused(&settings, &empty, TIO_E_DECK_EMPTY);
}

/* ---- Dice ---- */

static void dice_add_up_as_if_counted(void **state)
{
    tio_random random;
    (void)state;
    tio_random_init(&random, 41, 0);
    for (unsigned n = 0; n < 5000; n++) {
        tio_dice dice = referee_random_dice(&random, n % 21);
        tio_dice other = referee_random_dice(&random, n % 5);
        unsigned size[4] = {0};
        unsigned pips = 0;
        bool contained = true;
        for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
            unsigned count = tio_dice_count(dice, kind);
            size[tio_kind_colour(kind)] += count;
            size[TIO_EITHER] += count;
            pips += count * tio_kind_face(kind);
            contained = contained && tio_dice_count(other, kind) <= count;
        }
        for (unsigned c = 0; c < 4; c++)
            assert_int_equal(
                tio_dice_size(tio_dice_colour(dice, (tio_colour)c)), size[c]);
        assert_true(tio_dice_colour(dice, TIO_EITHER) == dice);
        assert_int_equal(tio_dice_pips(dice), pips);
        assert_int_equal(tio_dice_contain(dice, other), contained);
        assert_true(tio_dice_contain(dice, 0));
        assert_true(tio_dice_contain(dice, dice));
    }
}

/* The top bits of the word belong to no die. */
static void bits_of_no_die_are_in_nothing(void **state)
{
    (void)state;
    for (unsigned bit = 60; bit < 64; bit++) {
        assert_false(tio_dice_contain(0, 1ULL << bit));
        assert_false(tio_dice_contain(~0ULL >> 4, 1ULL << bit));
    }
}

/* ---- Scoring ---- */

static tio_combo combo_of(const char *text)
{
    tio_combo combo;
    assert_int_equal(tio_combo_parse(text, &combo, NULL), TIO_OK);
    return combo;
}

static tio_dice dice_of(const char *text)
{
    tio_dice dice;
    assert_int_equal(tio_dice_parse(text, &dice, NULL), TIO_OK);
    return dice;
}

static void wrong_layouts_are_refused(void **state)
{
    tio_combo card[] = {combo_of("3 D3 L4"), combo_of("2 sum * > 9")};
    const tio_combo *combos[] = {&card[0], &card[1]};
    tio_dice dice = dice_of("L4 D3 D6 R5");
    tio_layout layout = {.lay = {dice_of("L4 D3"), dice_of("D6 R5")}};
    (void)state;
    assert_int_equal(tio_layout_score(combos, 2, dice, &layout), TIO_OK);
    assert_int_equal(layout.net, 4);
    assert_int_equal(layout.points, 5);
    assert_int_equal(layout.chips, 1);
    assert_int_equal(layout.cards, 3);
    assert_int_equal(tio_layout_score(combos, 1, dice, &layout),
                     TIO_E_LAY_NOT_COMBO);
    layout.lay[1] = dice_of("D3 D6 R5");
    assert_int_equal(tio_layout_score(combos, 2, dice, &layout),
                     TIO_E_LAY_DIE_NOT_TAKEN);
    layout.lay[0] = dice_of("L4 D6");
    layout.lay[1] = 0;
    assert_int_equal(tio_layout_score(combos, 2, dice, &layout),
                     TIO_E_LAY_INCOMPLETE);
    layout.lay[0] = 1ULL << 62;
    assert_int_equal(tio_layout_score(combos, 2, dice, &layout),
                     TIO_E_LAY_DIE_NOT_TAKEN);
}

/* Sums whose upper end is out of reach of few dice, but is one. */
static void sums_with_a_far_end_agree(void **state)
{
    static const uint8_t highs[] = {47, 48, 49, 62, 63, 64, 65, 100, 118, 119};
    tio_random random;
    (void)state;
    tio_random_init(&random, 42, 0);
    for (unsigned n = 0; n < 400; n++) {
        tio_combo card[2] = {referee_random_combo(&random),
                             combo_of("3 sum * > 3")};
        const tio_combo *combos[] = {&card[0], &card[1]};
        card[1].high = highs[n % sizeof highs];
        card[1].low = (uint8_t)(1 + tio_random_below(&random, 47));
        tio_dice dice = referee_random_dice(&random, 1 + n % 9);
        struct verdict verdict = referee_judge(combos, 2, dice);
        assert_int_equal(tio_layout_net(combos, 2, dice), verdict.net);
    }
}

/* The best lay-out of a full hand on the dearest cards still fits its field. */
static void dearest_hand_is_counted(void **state)
{
    tio_combo card = combo_of("20 *?");
    const tio_combo *combos[] = {&card, &card, &card, &card, &card};
    tio_layout best;
    (void)state;
    tio_layout_best(combos, 5, dice_of("L1 L1 L1 L1 L1"), &best);
    assert_int_equal(best.net, 100);
    tio_layout_best(combos, 5,
                    dice_of("L1 L1 L1 L1 L1 L1 L1 L1 L1 D1 D1 D1 D1 D1 D1 D1 "
                            "D1 D1 R1 R1"),
                    &best);
    assert_int_equal(best.net, 100 - 17);
    tio_layout_best(combos, 0, dice_of("L1 R1 R2"), &best);
    assert_int_equal(best.net, -5);
    assert_int_equal(best.cards, 0);
}

/* ---- Who decides ---- */

static unsigned moves_of(const struct odd_game *odd, unsigned seat)
{
    tio_view view;
    tio_moves moves;
    tio_move move;
    unsigned count = 0;
    tio_view_of(&odd->game, seat, &view);
    tio_moves_begin(&moves, odd->deck, &view);
    while (count < 3 && tio_moves_next(&moves, &move))
        count++;
    if (count < 3) /* an end stays an end */
        assert_false(tio_moves_next(&moves, &move));
    return count;
}

/* With a limit the same moves come in the same order, as far as the steps go,
 * and then the walk has ended for good. Returns the phase if it was cut. */
static unsigned walk_is_cut(const struct odd_game *odd, unsigned seat,
                            uint32_t limit)
{
    tio_view view;
    tio_moves whole;
    tio_moves cut;
    tio_move expected;
    tio_move move;
    tio_view_of(&odd->game, seat, &view);
    tio_moves_begin(&whole, odd->deck, &view);
    tio_moves_begin(&cut, odd->deck, &view);
    cut.limit = limit;
    while (tio_moves_next(&cut, &move)) {
        assert_true(tio_moves_next(&whole, &expected));
        assert_memory_equal(&move, &expected, sizeof move);
        assert_int_equal(cut.steps, whole.steps);
        assert_in_range(cut.steps, 0, limit);
    }
    assert_false(tio_moves_next(&cut, &move));
    bool more = tio_moves_next(&whole, &expected);
    if (cut.steps <= limit) {
        assert_false(more);
        return 0;
    }
    assert_int_equal(cut.steps, limit + 1);
    assert_true(whole.steps > limit);
    return 1U << odd->game.phase;
}

static void a_limit_ends_the_walk(void **state)
{
    unsigned phases = 0;
    (void)state;
    for (unsigned number = 0; number < 24; number++) {
        struct odd_game odd;
        odd_game_begin(&odd, TIO_SCHMIDT, true, number);
        for (unsigned n = 0; n < 400 && odd.game.phase != TIO_PHASE_OVER; n++) {
            tio_move move;
            for (unsigned left = tio_game_deciders(&odd.game); left;
                 left &= left - 1)
                phases |= walk_is_cut(&odd, (unsigned)__builtin_ctz(left),
                                      1 + n % 60);
            odd_game_next(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
    assert_int_equal(phases, 1U << TIO_PHASE_TURN | 1U << TIO_PHASE_LAY);
}

/* In every phase: who has to decide has moves, and nobody else has. */
static void only_deciders_have_moves(void **state)
{
    unsigned phases = 0;
    (void)state;
    for (unsigned number = 0; number < 8; number++) {
        struct odd_game odd;
        odd_game_begin(&odd, TIO_SCHMIDT, true, number);
        for (;;) {
            tio_move move;
            unsigned deciders = tio_game_deciders(&odd.game);
            phases |= 1U << odd.game.phase;
            for (unsigned seat = 0; seat < odd.game.settings.players; seat++)
                assert_int_equal(moves_of(&odd, seat) > 0,
                                 deciders >> seat & 1);
            assert_int_equal(moves_of(&odd, TIO_SPECTATOR), 0);
            if (odd.game.phase == TIO_PHASE_OVER)
                break;
            odd_game_next(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
    /* Whoever started and whatever was cast: all but these two are sure. */
    unsigned rare = 1U << TIO_PHASE_START | 1U << TIO_PHASE_LAND;
    assert_int_equal(phases | rare, (1U << TIO_PHASES) - 1);
}

/* ---- A throw that hits more dice than there are ---- */

static tio_game throw_at_nineteen(void)
{
    tio_game game;
    tio_settings settings = tio_settings_default(5);
    assert_int_equal(tio_game_init(&game, tio_deck_standard(), &settings),
                     TIO_OK);
    game.phase = TIO_PHASE_LAND;
    game.turn = 0;
    game.rolling = 0;
    game.thrown = tio_kind_of(TIO_RED, 1);
    game.aim = tio_kind_of(TIO_LIGHT, 1);
    game.tray = dice_of("L1 L1 L1 L1 L1 L1 L1 L1 L1 D1 D1 D1 D1 D1 D1 D1 D1 "
                        "D1 R1");
    return game;
}

static void a_throw_hits_nineteen_at_the_most(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    tio_game game = throw_at_nineteen();
    tio_move move = {.type = TIO_MOVE_LAND};
    (void)state;
    move.land.die = game.thrown;
    for (unsigned i = 0; i < TIO_MAX_DICE - 1; i++) {
        tio_kind kind = i < 9    ? tio_kind_of(TIO_LIGHT, 1)
                        : i < 18 ? tio_kind_of(TIO_DARK, 1)
                                 : tio_kind_of(TIO_RED, 1);
        move.land.hit[i] = (tio_hit){kind, kind};
    }
    move.land.hits = TIO_MAX_DICE - 1;
    assert_int_equal(tio_check(&game, deck, &move), TIO_OK);
    for (unsigned hits = TIO_MAX_DICE; hits < 256; hits++) {
        move.land.hits = (uint8_t)hits;
        assert_int_equal(tio_check(&game, deck, &move),
                         TIO_E_LAND_HIT_NOT_IN_TRAY);
    }
}

/* One die can't be hit twice. */
static void a_throw_hits_each_die_once(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    tio_game game = throw_at_nineteen();
    tio_move move = {.type = TIO_MOVE_LAND};
    (void)state;
    game.tray = dice_of("L1 D1 D1");
    move.land.die = game.thrown;
    move.land.hits = 4;
    move.land.hit[0] = (tio_hit){game.aim, game.aim};
    for (unsigned i = 1; i < 4; i++)
        move.land.hit[i] =
            (tio_hit){tio_kind_of(TIO_DARK, 1), tio_kind_of(TIO_DARK, i)};
    assert_int_equal(tio_check(&game, deck, &move), TIO_E_LAND_HIT_NOT_IN_TRAY);
    move.land.hits = 3;
    assert_int_equal(tio_check(&game, deck, &move), TIO_OK);
    move.land.hit[1].from = game.aim;
    assert_int_equal(tio_check(&game, deck, &move), TIO_E_LAND_HIT_NOT_IN_TRAY);
}

/* ---- Dice that are none ---- */

static void moves_with_bits_of_no_die_are_refused(void **state)
{
    struct odd_game odd;
    tio_move move = {.type = TIO_MOVE_ROLL};
    (void)state;
    odd_game_begin(&odd, TIO_GAMEWRIGHT, false, 0);
    while (odd.game.phase != TIO_PHASE_ROLL) {
        odd_game_next(&odd, &move);
        assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
    }
    odd_game_next(&odd, &move);
    for (unsigned bit = 60; bit < 64; bit++) {
        tio_move bad = move;
        bad.roll |= 1ULL << bit;
        assert_int_equal(tio_check(&odd.game, odd.deck, &bad), TIO_E_ROLL_DICE);
    }
    assert_int_equal(tio_check(&odd.game, odd.deck, &move), TIO_OK);
}

/* ---- The hash ---- */

/* Every byte of every field of a game counts; those between the fields don't. */
static void every_field_changes_the_hash(void **state)
{
    struct odd_game odd;
    unsigned silent = 0;
    (void)state;
    odd_game_begin(&odd, TIO_GAMEWRIGHT, false, 3);
    assert_int_equal(odd.game.settings.players, 5);
    uint64_t hash = tio_game_hash(&odd.game);
    for (size_t at = 0; at < sizeof odd.game; at++) {
        tio_game game = odd.game;
        bool players = at == offsetof(tio_game, settings.players);
        ((unsigned char *)&game)[at] ^= players ? 1 : 0x10; /* 4 play */
        silent += tio_game_hash(&game) == hash;
    }
    /* Settings, bytes of the round and the turn, the throw; then the players. */
    size_t fields =
        7 + 16 + 2 + 2 * sizeof(tio_dice) + 2 * sizeof(tio_cards) +
        5 * sizeof(tio_cards) +
        5 * (7 + 5 + 2 * 2 + 5 + 5 * sizeof(tio_dice) + sizeof(tio_dice));
    assert_int_equal(sizeof odd.game - silent, fields);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_have_names_and_words),
        cmocka_unit_test(no_error_is_out_of_range),
        cmocka_unit_test(setup_table_ends),
        cmocka_unit_test(settings_out_of_range_are_refused),
        cmocka_unit_test(dice_add_up_as_if_counted),
        cmocka_unit_test(bits_of_no_die_are_in_nothing),
        cmocka_unit_test(wrong_layouts_are_refused),
        cmocka_unit_test(sums_with_a_far_end_agree),
        cmocka_unit_test(dearest_hand_is_counted),
        cmocka_unit_test(only_deciders_have_moves),
        cmocka_unit_test(a_limit_ends_the_walk),
        cmocka_unit_test(a_throw_hits_nineteen_at_the_most),
        cmocka_unit_test(a_throw_hits_each_die_once),
        cmocka_unit_test(moves_with_bits_of_no_die_are_refused),
        cmocka_unit_test(every_field_changes_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
