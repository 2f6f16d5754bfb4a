/* Searching on several threads at once, small enough for the thread sanitizer,
 * which slows everything down. What is chosen is checked in test_bots.c: here
 * it only has to be done without a race. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "support/odd_game.h"

#define POSITIONS (SLOW_BUILD ? 8 : 24)
#define PLAYOUTS 400

/* No assert here: it may run on a thread that is not the test's. */
static bool search_all(const char *name, uint64_t number, unsigned threads)
{
    const tio_bot *bot = tio_bot_named(name);
    tio_budget budget = {.playouts = PLAYOUTS, .threads = threads};
    struct odd_game odd;
    unsigned asked = 0;
    bool good = bot != NULL;
    odd_game_begin(&odd, TIO_GAMEWRIGHT, number % 2, number);
    while (good && asked < POSITIONS && odd.game.phase != TIO_PHASE_OVER) {
        tio_move move;
        unsigned deciders = tio_game_deciders(&odd.game);
        if (deciders) {
            tio_view view;
            tio_view_of(&odd.game, odd_seat(deciders, &odd.random), &view);
            memset(&move, 0, sizeof move);
            bot->choose(&view, odd.deck, &budget, &odd.random, &move);
            good = tio_check(&odd.game, odd.deck, &move) == TIO_OK;
            asked++;
        }
        odd_game_next(&odd, &move);
        good = good && tio_apply(&odd.game, odd.deck, &move) == TIO_OK;
    }
    return good && asked > 0;
}

static void expert_searches_on_four_threads(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 4; number++)
        assert_true(search_all("expert", number, 4));
}

static void hard_searches_on_four_threads(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 4; number++)
        assert_true(search_all("hard", number, 4));
}

/* Two tables of one program, each with a searching bot of its own. */
struct table {
    uint64_t number;
    bool good;
};

static void *play_table(void *argument)
{
    struct table *table = argument;
    table->good = search_all("expert", table->number, 2);
    return NULL;
}

static void two_tables_search_at_the_same_time(void **state)
{
    (void)state;
    struct table tables[2] = {{.number = 4}, {.number = 5}};
    pthread_t thread;
    for (unsigned i = 0; i < ODD_DECKS; i++)
        odd_deck(i); /* they are read when first asked for, by one thread */
    assert_int_equal(pthread_create(&thread, NULL, play_table, &tables[0]), 0);
    play_table(&tables[1]);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(tables[0].good && tables[1].good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expert_searches_on_four_threads),
        cmocka_unit_test(hard_searches_on_four_threads),
        cmocka_unit_test(two_tables_search_at_the_same_time),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
