/* The textbook opponent plays by the rules in every phase, and finds what
 * nobody could miss. A reference that plays badly would prove nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bench/ismcts.h"
#include "support/odd_game.h"

#define GAMES 24

static void choose(const tio_game *game, const tio_deck *deck, unsigned seat,
                   uint32_t playouts, tio_random *random, tio_move *out)
{
    tio_budget budget = {.playouts = playouts};
    tio_view view;
    tio_view_of(game, seat, &view);
    bench_ismcts.choose(&view, deck, &budget, random, out);
}

static void moves_are_legal(void **state)
{
    (void)state;
    unsigned asked[TIO_PHASES] = {0};
    for (unsigned number = 0; number < GAMES; number++) {
        struct odd_game odd;
        odd_game_begin(&odd, (tio_edition)(number / 2 % 2), number % 2,
                       number * 29ULL);
        while (odd.game.phase != TIO_PHASE_OVER) {
            tio_move move;
            unsigned deciders = tio_game_deciders(&odd.game);
            if (deciders) {
                unsigned seat = odd_seat(deciders, &odd.random);
                choose(&odd.game, odd.deck, seat, 24, &odd.random, &move);
                assert_int_equal(tio_check(&odd.game, odd.deck, &move), TIO_OK);
                assert_int_equal(move.seat, seat);
                asked[odd.game.phase]++;
            }
            odd_game_next(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
    assert_true(asked[TIO_PHASE_TURN] > 500);
    assert_true(asked[TIO_PHASE_LAY] > 50);
    assert_true(asked[TIO_PHASE_DISCARD] > 50);
    assert_true(asked[TIO_PHASE_DRAW] > 20);
}

/* One combo that wants a light 6, and seat 0 to begin a one-round game. */
static void deal(tio_game *game, const tio_deck *deck, const char *roll)
{
    tio_settings settings = tio_settings_default(2);
    tio_random random;
    tio_move move;
    tio_text_error error;
    settings.first = 0;
    settings.starts = 1;
    tio_random_init(&random, 1, 1);
    assert_int_equal(tio_game_init(game, deck, &settings), TIO_OK);
    while (game->phase != TIO_PHASE_ROLL) {
        tio_deal_random(game, deck, &random, &move);
        assert_int_equal(tio_apply(game, deck, &move), TIO_OK);
    }
    assert_int_equal(tio_move_parse(deck, NULL, 0, roll, &move, &error),
                     TIO_OK);
    assert_int_equal(tio_apply(game, deck, &move), TIO_OK);
}

static const tio_deck *deck_of(const char *text)
{
    static tio_deck deck;
    tio_text_error error;
    memset(&deck, 0, sizeof deck);
    assert_int_equal(tio_deck_parse(text, strlen(text), "small", &deck, &error),
                     TIO_OK);
    return &deck;
}

static void expect_choice(const char *cards, const char *roll,
                          const char *expected)
{
    const tio_deck *deck = deck_of(cards);
    char text[TIO_MOVE_TEXT];
    for (uint64_t seed = 0; seed < 10; seed++) {
        tio_game game;
        tio_random random;
        tio_move move;
        deal(&game, deck, roll);
        tio_random_init(&random, seed, 0);
        choose(&game, deck, 0, 1000, &random, &move);
        tio_move_print(deck, &move, text);
        assert_string_equal(text, expected);
    }
}

static void it_takes_the_die_that_completes(void **state)
{
    (void)state;
    expect_choice("combo 20 L6 x8\n",
                  "roll L1 L2 L3 L4 L5 L6 D1 D2 D3 D4 D5 D6 R1", "take L6");
    expect_choice("combo 20 sum D = 5 x8\n",
                  "roll L1 L1 L1 L1 L1 L1 D5 D6 D6 D6 D6 D6 R6", "take D5");
}

static void it_passes_where_dice_only_cost(void **state)
{
    (void)state;
    expect_choice("combo 1 L6 D6 x8\n",
                  "roll L1 L1 L1 L1 L1 L1 D1 D1 D1 D1 D1 D1 R1", "pass");
}

static void it_keeps_to_its_budget_and_seed(void **state)
{
    (void)state;
    const tio_deck *deck = tio_deck_standard();
    tio_game game;
    tio_random first;
    tio_random again;
    tio_move move;
    tio_move same;
    tio_budget time = {.think_ms = 1};
    tio_view view;
    deal(&game, deck, "roll L1 L2 L3 L4 L5 L6 D1 D2 D3 D4 D5 D6 R1");
    tio_view_of(&game, 0, &view);
    tio_random_init(&first, 5, 5);
    again = first;
    bench_ismcts.choose(&view, deck, NULL, &first, &move);
    bench_ismcts.choose(&view, deck, NULL, &again, &same);
    assert_memory_equal(&move, &same, sizeof move);
    assert_memory_equal(&first, &again, sizeof first);
    bench_ismcts.choose(&view, deck, &time, &first, &move);
    assert_int_equal(tio_check(&game, deck, &move), TIO_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_legal),
        cmocka_unit_test(it_takes_the_die_that_completes),
        cmocka_unit_test(it_passes_where_dice_only_cost),
        cmocka_unit_test(it_keeps_to_its_budget_and_seed),
    };
    return cmocka_run_group_tests_name("ismcts", tests, NULL, NULL);
}
