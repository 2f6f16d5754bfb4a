/* What a server writes while everybody waits is bounded in steps, with the
 * dearest cards and dice: states, tries, and the questions to programs. Every
 * question about a lay-out is counted on its way into the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/layout.h"
#include "programs/protocol.h"
#include "support/table_bench.h"

/* Five cards and twenty dice that an adversary found (test_layout_worst.c), the
 * actions with the most targets, and cards that nothing here completes. */
#define DEAREST_DICE                                                           \
    "L1 L1 L2 L2 L3 L4 L4 L6 L6 D2 D2 D3 D3 D4 D5 D5 D6 D6 R1 R5"
static const char deck_text[] = "combo 0 sum D > 1 x10\n"
                                "combo 0 sum * < 85 x10\n"
                                "combo 0 sum 8* > 6 x10\n"
                                "combo 0 sum 2* < 16 x10\n"
                                "combo 0 D? D5 D? L? *2 x10\n"
                                "combo 1 sum 10L < 16 x10\n"
                                "action reroll 4 x10\n"
                                "action take 2 x10\n"
                                "action cast x10\n"
                                "action swap x10\n"
                                "action change L cost 0 x10\n";
static const char *const dearest[] = {"0 sum D > 1", "0 sum * < 85",
                                      "0 sum 8* > 6", "0 sum 2* < 16",
                                      "0 D? D5 D? L? *2"};
static const char *const hopeless[] = {"1 sum 10L < 16", "1 sum 10L < 16",
                                       "1 sum 10L < 16", "1 sum 10L < 16",
                                       "1 sum 10L < 16"};
static const char *const actions[] = {"reroll 4", "cast", "swap",
                                      "change L cost 0", "take 2"};

/* ---- Counting ---- */

static unsigned questions;
static uint64_t steps;
static uint32_t walked; /* by the longest walk over moves */

static void count(const tio_combo *const combos[], unsigned cards,
                  tio_dice dice)
{
    tio_layout unused[TIO_MAX_LAYOUTS];
    uint32_t more;
    layout_all_within(combos, cards, dice, SEARCH_STEPS, unused, &more);
    steps += more;
    questions++;
}

void __real_tio_layout_best(const tio_combo *const combos[], unsigned cards,
                            tio_dice dice, tio_layout *out);
int __real_tio_layout_net(const tio_combo *const combos[], unsigned cards,
                          tio_dice dice);
unsigned __real_tio_layout_all(const tio_combo *const combos[], unsigned cards,
                               tio_dice dice, tio_layout out[]);
void __wrap_tio_layout_best(const tio_combo *const combos[], unsigned cards,
                            tio_dice dice, tio_layout *out);
int __wrap_tio_layout_net(const tio_combo *const combos[], unsigned cards,
                          tio_dice dice);
unsigned __wrap_tio_layout_all(const tio_combo *const combos[], unsigned cards,
                               tio_dice dice, tio_layout out[]);

void __wrap_tio_layout_best(const tio_combo *const combos[], unsigned cards,
                            tio_dice dice, tio_layout *out)
{
    count(combos, cards, dice);
    __real_tio_layout_best(combos, cards, dice, out);
}

int __wrap_tio_layout_net(const tio_combo *const combos[], unsigned cards,
                          tio_dice dice)
{
    count(combos, cards, dice);
    return __real_tio_layout_net(combos, cards, dice);
}

unsigned __wrap_tio_layout_all(const tio_combo *const combos[], unsigned cards,
                               tio_dice dice, tio_layout out[])
{
    count(combos, cards, dice);
    return __real_tio_layout_all(combos, cards, dice, out);
}

bool __real_tio_moves_next(tio_moves *moves, tio_move *move);
bool __wrap_tio_moves_next(tio_moves *moves, tio_move *move);

bool __wrap_tio_moves_next(tio_moves *moves, tio_move *move)
{
    bool found = __real_tio_moves_next(moves, move);
    walked = moves->steps > walked ? moves->steps : walked;
    return found;
}

/* ---- The dearest position ---- */

static bool card_says(const tio_deck *deck, unsigned card, const char *words)
{
    char text[TIO_CARD_TEXT];
    if (tio_deck_is_combo(deck, card))
        tio_combo_print(&deck->combo[card], text);
    else
        tio_action_print(tio_deck_action(deck, card), text);
    return strcmp(text, words) == 0;
}

static void give_hand(struct bench *bench, const char *const words[])
{
    tio_player *player = &bench->table->game.player[0];
    const tio_deck *deck = bench->table->deck;
    player->combos = player->actions = 0;
    for (unsigned i = 0, card = 0; i < TIO_HAND_CARDS; i++) {
        if (i > 0 && strcmp(words[i], words[i - 1]) != 0)
            card = 0;
        while (!card_says(deck, card, words[i]))
            assert_in_range(++card, 0, tio_deck_cards(deck) - 1);
        player->hand[i] = (uint8_t)card;
        if (tio_deck_is_combo(deck, card++))
            player->combos++;
        else
            player->actions++;
    }
}

/* A table of five, in this phase; the first seat has that hand and all dice but
 * those in the tray. */
static struct bench *table_of_five(unsigned phase, const char *const hand[],
                                   const char *taken, const char *tray)
{
    struct table_settings settings = table_settings_default(TIO_MAX_PLAYERS);
    tio_text_error error;
    strcpy(settings.deck, "dearest");
    settings.game.first = 0;
    settings.game.free_hand = true;
    struct bench *bench = bench_new(&settings, deck_text);
    tio_game *game = &bench->table->game;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        assert_int_equal(bench_do(bench, TABLE_DO_SIT, seat, NULL), TABLE_E_OK);
    assert_int_equal(bench->table->phase, TABLE_PLAYING);
    for (unsigned seat = 0; game->phase == TIO_PHASE_DRAW; seat++)
        bench_play(bench, seat, "draw 3c 2a");
    assert_int_equal(game->phase, TIO_PHASE_TURN);
    give_hand(bench, hand);
    tio_player *player = &game->player[0];
    assert_int_equal(tio_dice_parse(taken, &player->taken, &error), TIO_OK);
    assert_int_equal(tio_dice_parse(tray, &game->tray, &error), TIO_OK);
    game->phase = (uint8_t)phase;
    game->turn = 0;
    game->pending = phase == TIO_PHASE_LAY;
    questions = 0;
    steps = 0;
    walked = 0;
    return bench;
}

static void expect_within(const char *what, unsigned most)
{
    printf("# %s: %u questions, %lu steps\n", what, questions,
           (unsigned long)steps);
    assert_in_range(questions, 1, most);
    assert_in_range(steps, SEARCH_STEPS, (uint64_t)most * LAYOUT_STEPS);
}

/* ---- What is written ---- */

static void test_states(void **state)
{
    (void)state;
    struct bench *bench =
        table_of_five(TIO_PHASE_LAY, dearest, DEAREST_DICE, "");
    bench_state(bench, 0, true);
    expect_within("state for the seat that lays", STATE_QUESTIONS);
    assert_true(json_array_size(bench_at(bench, "game.moves.lay")) > 0);
    for (unsigned seat = 1; seat < TIO_MAX_PLAYERS; seat++)
        bench_state(bench, seat, false);
    bench_state(bench, TIO_SPECTATOR, false);
    expect_within("states for all", STATE_QUESTIONS);
    bench_free(bench);
}

static void test_tries(void **state)
{
    (void)state;
    struct bench *bench =
        table_of_five(TIO_PHASE_LAY, dearest, DEAREST_DICE, "");
    bench_try(bench, 0, "lay none");
    bench_expect(bench, "legal", "true");
    expect_within("try lay none", TRY_QUESTIONS);
    bench_free(bench);
    bench = table_of_five(TIO_PHASE_TURN, dearest,
                          "L1 L1 L2 L2 L3 L4 L4 L6 L6 D2 D2 D3 D3 D4 D5 D5 D6 "
                          "D6 R1",
                          "R5");
    bench_try(bench, 0, "take R5");
    bench_expect(bench, "legal", "true");
    expect_within("try take", TRY_QUESTIONS);
    bench_free(bench);
}

/* ---- What programs are asked ---- */

static bool asked_says_more(struct bench *bench)
{
    struct buffer out = buffer_growing();
    tio_view view;
    tio_view_of(&bench->table->game, 0, &view);
    question_position(&out, bench->table->deck, &view);
    bool more = strstr(out.data, "\nmore\n") != NULL;
    buffer_free(&out);
    printf("# a walk of %u steps\n", walked);
    return more;
}

/* Nothing can be laid, and to be sure of that every choice of the dice would
 * have to be looked at. */
static void test_program_lays(void **state)
{
    (void)state;
    struct bench *bench =
        table_of_five(TIO_PHASE_LAY, hopeless, DEAREST_DICE, "");
    assert_true(asked_says_more(bench));
    assert_int_equal(walked, QUESTION_STEPS + 1);
    bench_free(bench);
    bench = table_of_five(TIO_PHASE_LAY, dearest, DEAREST_DICE, "");
    assert_true(asked_says_more(bench));
    expect_within("a program lays", 1);
    assert_in_range(walked, 1, QUESTION_STEPS);
    bench_free(bench);
    bench = table_of_five(TIO_PHASE_LAY, hopeless, "L1 L2 D3", "");
    assert_false(asked_says_more(bench));
    bench_free(bench);
}

static void test_program_plays(void **state)
{
    (void)state;
    struct bench *bench =
        table_of_five(TIO_PHASE_TURN, actions, "", DEAREST_DICE);
    assert_true(asked_says_more(bench));
    assert_in_range(walked, 1000, QUESTION_STEPS);
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_tries),
        cmocka_unit_test(test_program_lays),
        cmocka_unit_test(test_program_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
