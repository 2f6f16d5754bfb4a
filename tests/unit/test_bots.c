/* What every bot must keep to, whatever its strength: legal moves everywhere,
 * nothing but the view to go by, and the same answer to the same question on
 * any number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/odd_game.h"

#define PLAYOUTS 64
#define SHARED_PLAYOUTS 600 /* enough for every thread to get some */
#define SPREAD 29ULL        /* steps through all settings of odd games */
/* For each edition and variant. */
#define GAMES (SLOW_BUILD ? 1 : 4)
/* One in so many positions for bots that search, */
#define SEARCHES (SLOW_BUILD ? 80 : 24)
/* and for those that do not, but random, which is quick. */
#define OTHERS (SLOW_BUILD ? 12 : 4)

static tio_view view_of(const tio_game *game, unsigned seat)
{
    tio_view view;
    memset(&view, 0, sizeof view);
    tio_view_of(game, seat, &view);
    return view;
}

static tio_move ask(const tio_bot *bot, const tio_view *view,
                    const tio_deck *deck, const tio_budget *budget,
                    tio_random *random)
{
    tio_move move;
    memset(&move, 0, sizeof move);
    bot->choose(view, deck, budget, random, &move);
    return move;
}

/* By what they say: bytes that a move has no use for may be anything. */
static void expect_same(const tio_bot *bot, const tio_deck *deck,
                        const tio_move *one, const tio_move *other)
{
    char text[TIO_MOVE_TEXT];
    char again[TIO_MOVE_TEXT];
    tio_move_print(deck, one, text);
    tio_move_print(deck, other, again);
    if (strcmp(text, again) != 0 || one->seat != other->seat)
        fail_msg("%s: '%s' and then '%s'", bot->name, text, again);
}

/* ---- In every position of many games ---- */

/* Calls `check` for each bot at each decision, less often where it searches.
 * Odd decks too, unless `standard`. */
typedef void check_bot(struct odd_game *odd, const tio_bot *bot, unsigned seat);

static void begin(struct odd_game *odd, unsigned way, unsigned number,
                  bool standard)
{
    odd_game_begin(odd, (tio_edition)(way / 2), way % 2, number * SPREAD);
    tio_settings settings = odd->game.settings;
    if (standard) {
        odd->deck = tio_deck_standard();
        assert_int_equal(tio_game_init(&odd->game, odd->deck, &settings),
                         TIO_OK);
    }
}

static void check_position(struct odd_game *odd, check_bot *check)
{
    unsigned seat = odd_seat(tio_game_deciders(&odd->game), &odd->random);
    for (unsigned i = 0; tio_bot_at(i); i++) {
        const tio_bot *bot = tio_bot_at(i);
        unsigned one_in = bot->searches ? SEARCHES : i ? OTHERS : 1;
        if (tio_random_below(&odd->random, one_in) == 0)
            check(odd, bot, seat);
    }
}

static void check_games(unsigned games, bool standard, check_bot *check)
{
    for (unsigned n = 0; n < games * 4; n++) {
        struct odd_game odd;
        begin(&odd, n % 4, n / 4, standard);
        while (odd.game.phase != TIO_PHASE_OVER) {
            tio_move move;
            if (tio_game_deciders(&odd.game))
                check_position(&odd, check);
            odd_game_next(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
}

/* ---- Legal ---- */

static void expect_legal(struct odd_game *odd, const tio_bot *bot,
                         unsigned seat)
{
    tio_budget budget = {.playouts = PLAYOUTS};
    tio_view view = view_of(&odd->game, seat);
    tio_move move = ask(bot, &view, odd->deck, &budget, &odd->random);
    tio_error error = tio_check(&odd->game, odd->deck, &move);
    if (error != TIO_OK || move.seat != seat) {
        char text[TIO_MOVE_TEXT];
        tio_move_print(odd->deck, &move, text);
        fail_msg("%s: '%s': %s", bot->name, text, tio_error_words(error));
    }
}

static void moves_are_legal(void **state)
{
    (void)state;
    check_games(GAMES, false, expect_legal);
    check_games(GAMES / 2, true, expect_legal);
}

/* ---- Nothing but the view ---- */

static unsigned differing;

/* Two games that differ in hidden cards alone look the same to the seat, and
 * so does what the bot makes of them. */
static void expect_blind(struct odd_game *odd, const tio_bot *bot,
                         unsigned seat)
{
    tio_budget budget = {.playouts = PLAYOUTS};
    tio_view view = view_of(&odd->game, seat);
    tio_view seen[2];
    tio_move move[2];
    uint64_t hash[2];
    uint64_t seed = tio_random_next(&odd->random);
    for (unsigned i = 0; i < 2; i++) {
        tio_game filled;
        tio_random random;
        memset(&filled, 0, sizeof filled);
        tio_random_init(&random, seed, 10 + i);
        tio_view_fill(&view, odd->deck, &random, &filled);
        hash[i] = tio_game_hash(&filled);
        seen[i] = view_of(&filled, seat);
        tio_random_init(&random, seed, 1);
        move[i] = ask(bot, &seen[i], odd->deck, &budget, &random);
        assert_int_equal(tio_check(&filled, odd->deck, &move[i]), TIO_OK);
    }
    assert_memory_equal(&seen[0], &seen[1], sizeof seen[0]);
    expect_same(bot, odd->deck, &move[0], &move[1]);
    differing += hash[0] != hash[1];
}

static void hidden_cards_change_nothing(void **state)
{
    (void)state;
    differing = 0;
    check_games(4, true, expect_blind);
    assert_true(differing > 500);
}

/* ---- The same again ---- */

static void expect_repeatable(struct odd_game *odd, const tio_bot *bot,
                              unsigned seat)
{
    tio_view view = view_of(&odd->game, seat);
    tio_view before = view;
    uint64_t seed = tio_random_next(&odd->random);
    tio_move first;
    tio_random state;
    for (unsigned call = 0; call < 6; call++) {
        /* none, one, one again, two, three, four */
        tio_budget budget = {.playouts = SHARED_PLAYOUTS,
                             .threads = call < 2 ? call : call - 1};
        tio_random random;
        tio_random_init(&random, seed, 2);
        tio_move move = ask(bot, &view, odd->deck, &budget, &random);
        if (call == 0) {
            first = move;
            state = random;
        }
        expect_same(bot, odd->deck, &first, &move);
        assert_memory_equal(&random, &state, sizeof state);
    }
    assert_memory_equal(&view, &before, sizeof view);
}

static void the_same_question_has_one_answer(void **state)
{
    (void)state;
    check_games(2, false, expect_repeatable);
    check_games(1, true, expect_repeatable);
}

/* ---- Budgets ---- */

/* A first turn, in which every bot has something to think about. */
static void first_turn(struct odd_game *odd)
{
    tio_settings settings = tio_settings_default(2);
    odd->deck = tio_deck_standard();
    tio_random_init(&odd->random, 11, 0);
    assert_int_equal(tio_game_init(&odd->game, odd->deck, &settings), TIO_OK);
    while (tio_game_wants_chance(&odd->game)) {
        tio_move move;
        tio_deal_random(&odd->game, odd->deck, &odd->random, &move);
        assert_int_equal(tio_apply(&odd->game, odd->deck, &move), TIO_OK);
    }
}

static void any_budget_will_do(void **state)
{
    (void)state;
    static const tio_budget budgets[] = {
        {.playouts = 1}, {.playouts = 7, .threads = TIO_MAX_THREADS},
        {.think_ms = 1}, {.think_ms = 1, .playouts = 5, .threads = 2},
        {.limit_ms = 1}, {.limit_ms = 1, .think_ms = 50, .threads = 2},
    };
    struct odd_game odd;
    first_turn(&odd);
    tio_view view = view_of(&odd.game, odd.game.turn);
    for (unsigned i = 0; tio_bot_at(i); i++) {
        for (unsigned k = 0; k < sizeof budgets / sizeof *budgets; k++) {
            tio_move move =
                ask(tio_bot_at(i), &view, odd.deck, &budgets[k], &odd.random);
            assert_int_equal(tio_check(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
}

static void no_budget_is_the_bots_own(void **state)
{
    (void)state;
    /* A limit that is not reached changes nothing. */
    static const tio_budget own[] = {{.threads = 0},
                                     {.limit_ms = TIO_MAX_THINK_MS}};
    struct odd_game odd;
    first_turn(&odd);
    tio_view view = view_of(&odd.game, odd.game.turn);
    for (unsigned i = 0; tio_bot_at(i); i++) {
        const tio_bot *bot = tio_bot_at(i);
        tio_random random = odd.random;
        tio_move move = ask(bot, &view, odd.deck, NULL, &random);
        assert_int_equal(tio_check(&odd.game, odd.deck, &move), TIO_OK);
        for (unsigned k = 0; k < sizeof own / sizeof *own; k++) {
            tio_random again = odd.random;
            tio_move same = ask(bot, &view, odd.deck, &own[k], &again);
            expect_same(bot, odd.deck, &move, &same);
            assert_memory_equal(&random, &again, sizeof random);
        }
    }
}

/* ---- The list ---- */

static void the_five_levels_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {"random", "easy", "normal", "hard",
                                        "expert"};
    for (unsigned i = 0; i < 5; i++) {
        assert_string_equal(tio_bot_at(i)->name, names[i]);
        assert_ptr_equal(tio_bot_named(names[i]), tio_bot_at(i));
        assert_true(strlen(tio_bot_at(i)->about) > 0);
        assert_int_equal(tio_bot_at(i)->searches, i >= 3);
    }
    assert_null(tio_bot_at(5));
    assert_null(tio_bot_named("Expert"));
    assert_null(tio_bot_named(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_five_levels_have_names),
        cmocka_unit_test(moves_are_legal),
        cmocka_unit_test(hidden_cards_change_nothing),
        cmocka_unit_test(the_same_question_has_one_answer),
        cmocka_unit_test(any_budget_will_do),
        cmocka_unit_test(no_budget_is_the_bots_own),
    };
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
