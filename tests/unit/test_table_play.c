/* Moves at a table: what is refused and how, positions and stale moves, and
 * what can be taken back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"

#define NONE TIO_NONE
#define ERROR(call, expected)                                                  \
    assert_string_equal(table_error_name(call), table_error_name(expected))

/* A game of persons alone; seat 0 starts. */
static void begin(struct kit *kit, unsigned players, uint64_t seed)
{
    struct table_settings settings = table_settings_default(players);
    settings.game.first = 0;
    settings.game.starts = 1;
    kit_begin(kit, seed);
    kit_create(kit, &settings);
    for (unsigned i = 0; i < players; i++)
        assert_int_equal(kit_sit(kit, i, i), TABLE_E_OK);
    assert_int_equal(kit->table->phase, TABLE_PLAYING);
}

static enum table_error undo(struct kit *kit, unsigned person)
{
    return kit_ask(kit, TABLE_DO_UNDO, person, NONE, NULL);
}

/* Everybody passes; nobody then has dice to lay. */
static void to_lay(struct kit *kit, unsigned players)
{
    for (unsigned i = 0; i < players; i++)
        ERROR(kit_move(kit, kit->table->game.turn, kit_take(kit)), TABLE_E_OK);
    for (unsigned i = 0; i < players; i++)
        ERROR(kit_move(kit, kit->table->game.turn, "pass"), TABLE_E_OK);
    assert_int_equal(kit->table->game.phase, TIO_PHASE_LAY);
}

/* ---- Refusals ---- */

static void wrong_moves(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, 3, 1);
    size_t lines = kit.lines;
    ERROR(kit_move(&kit, 0, "fly away"), TABLE_E_BAD_MOVE);
    assert_int_equal(kit.why.text.line, 1);
    assert_true(kit.why.text.what[0] != '\0');
    ERROR(kit_move(&kit, 0, NULL), TABLE_E_BAD_MOVE);
    ERROR(kit_move(&kit, 0, ""), TABLE_E_BAD_MOVE);
    static char longer[4000];
    (void)snprintf(longer, sizeof longer, "%3000s", "pass");
    ERROR(kit_move(&kit, 0, longer), TABLE_E_BAD_MOVE);
    ERROR(kit_move(&kit, 1, "pass"), TABLE_E_ILLEGAL);
    assert_int_equal(kit.why.rule, TIO_E_NOT_YOUR_TURN);
    ERROR(kit_move(&kit, 0, "done"), TABLE_E_ILLEGAL);
    assert_int_equal(kit.why.rule, TIO_E_NOTHING_TO_END);
    ERROR(kit_move(&kit, 0, "lay 1:L1"), TABLE_E_ILLEGAL);
    assert_int_equal(kit.why.rule, TIO_E_WRONG_PHASE);
    /* Chance is nobody's to make. */
    ERROR(kit_move(&kit, 0, "start 1"), TABLE_E_ILLEGAL);
    assert_int_equal(kit.why.rule, TIO_E_NOT_CHANCE);
    ERROR(kit_move(&kit, 0, "deal 1 c1"), TABLE_E_ILLEGAL);
    assert_int_equal(kit.why.rule, TIO_E_NOT_CHANCE);
    assert_int_equal(kit.lines, lines);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    kit_end(&kit);
}

/* Refusals and stale moves in games that differ only in others' hands. */
static void refusals_tell_nothing(void **state)
{
    static const char *const texts[] = {"pass",
                                        "done",
                                        "play take 2",
                                        "play cast L1",
                                        "play swap L1 D2",
                                        "lay 1:L1",
                                        "lay 5:L1,L2",
                                        "discard 1",
                                        "discard 5",
                                        "keep",
                                        "draw 2c 1a",
                                        "take R1",
                                        "play reroll D all",
                                        "play shift L 2 L1 L3"};
    (void)state;
    unsigned differ = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct kit kit;
        begin(&kit, 3, seed);
        if (seed % 2)
            to_lay(&kit, 3);
        tio_game real = kit.table->game;
        for (unsigned seat = 0; seat < 3; seat++) {
            tio_view view;
            tio_game other;
            tio_random random;
            tio_random_init(&random, seed, seat);
            tio_view_of(&real, seat, &view);
            tio_view_fill(&view, kit.table->deck, &random, &other);
            differ += tio_game_hash(&other) != tio_game_hash(&real);
            for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
                struct table_refusal why[2];
                for (unsigned k = 0; k < 2; k++) {
                    kit.table->game = k ? other : real;
                    struct kit trial = kit; /* what is done is thrown away */
                    struct table table = *kit.table;
                    trial.table = &table;
                    trial.second = NULL;
                    trial.line = NULL;
                    trial.lines = trial.room = 0;
                    trial.host.context = &trial;
                    table.host = &trial.host;
                    (void)kit_move(&trial, seat, texts[i]);
                    why[k] = trial.why;
                    for (size_t n = 0; n < trial.lines; n++)
                        free(trial.line[n]);
                    free(trial.line);
                }
                kit.table->game = real;
                assert_memory_equal(&why[0], &why[1], sizeof why[0]);
            }
        }
        kit_end(&kit);
    }
    assert_true(differ > 100);
}

/* ---- Positions ---- */

static void old_positions_are_stale(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, 3, 2);
    uint64_t position = kit.table->position;
    struct table_command command = kit_command(&kit, TABLE_DO_MOVE, 0);
    command.text = kit_take(&kit);
    command.at = position - 1;
    ERROR(kit_do(&kit, &command), TABLE_E_STALE);
    command.at = position + 1;
    ERROR(kit_do(&kit, &command), TABLE_E_STALE);
    /* Names and comings and goings are no new position. */
    ERROR(kit_ask(&kit, TABLE_DO_NAME, 1, NONE, NULL), TABLE_E_OK);
    command.at = position;
    ERROR(kit_do(&kit, &command), TABLE_E_OK);
    assert_int_equal(kit.table->position, kit.seq);
    command = kit_command(&kit, TABLE_DO_MOVE, 1);
    command.text = kit_take(&kit);
    command.at = position;
    ERROR(kit_do(&kit, &command), TABLE_E_STALE);
    command.at = 0;
    ERROR(kit_do(&kit, &command), TABLE_E_OK);
    kit_end(&kit);
}

static void others_answers_do_not_make_stale(void **state)
{
    struct kit kit;
    char text[TIO_MOVE_TEXT];
    (void)state;
    begin(&kit, 3, 3);
    to_lay(&kit, 3);
    uint64_t position = kit.table->position;
    for (unsigned i = 0; i < 3; i++) {
        struct table_command command = kit_command(&kit, TABLE_DO_MOVE, i);
        assert_int_equal(kit.table->position, position);
        kit_choose(&kit, i, text);
        command.at = position;
        command.text = text;
        ERROR(kit_do(&kit, &command), TABLE_E_OK);
        assert_int_equal(kit.table->hidden_answers, i < 2 ? (2U << i) - 1 : 0);
        assert_int_equal(kit.table->shown_answers, i < 2 ? 0 : 7);
    }
    assert_int_equal(kit.table->position, kit.seq);
    assert_int_equal(kit.table->shown[1].type, TIO_MOVE_LAY);
    ERROR(kit_ask(&kit, TABLE_DO_NAME, 1, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->shown_answers, 0);
    kit_end(&kit);
}

/* ---- Undo ---- */

static void undo_takes_back(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, 3, 4);
    uint64_t before = tio_game_hash(&kit.table->game);
    uint64_t position = kit.table->position;
    ERROR(undo(&kit, 0), TABLE_E_NOTHING_TO_UNDO);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_int_equal(table_undo_seat(kit.table), 0);
    ERROR(undo(&kit, 1), TABLE_E_NOTHING_TO_UNDO);
    struct table_command command = kit_command(&kit, TABLE_DO_UNDO, 0);
    command.at = position;
    ERROR(kit_do(&kit, &command), TABLE_E_STALE);
    command.at = kit.table->position;
    ERROR(kit_do(&kit, &command), TABLE_E_OK);
    ERROR(kit_do(&kit, &command), TABLE_E_OK); /* a retry */
    assert_int_equal(tio_game_hash(&kit.table->game), before);
    assert_int_equal(kit.table->position, kit.seq);
    assert_int_equal(table_undo_seat(kit.table), NONE);
    /* Another's move in between. */
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    ERROR(kit_move(&kit, 1, "pass"), TABLE_E_OK);
    ERROR(undo(&kit, 0), TABLE_E_NOTHING_TO_UNDO);
    ERROR(undo(&kit, 1), TABLE_E_OK);
    ERROR(undo(&kit, 0), TABLE_E_NOTHING_TO_UNDO);
    assert_int_equal(kit.table->game.passed, 0);
    kit_end(&kit);
}

static void undo_can_be_off(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    settings.undo = 0;
    settings.game.first = 0;
    kit_begin(&kit, 4);
    kit_create(&kit, &settings);
    assert_int_equal(kit_sit(&kit, 0, 0), TABLE_E_OK);
    assert_int_equal(kit_sit(&kit, 1, 1), TABLE_E_OK);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_int_equal(table_undo_seat(kit.table), NONE);
    ERROR(undo(&kit, 0), TABLE_E_NO_UNDO);
    kit_end(&kit);
}

/* One seat is left and takes die after die: all of them can go back, though
 * their number is bounded, and the game is then what it was. */
static void undo_goes_far_back(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, 5, 5);
    for (unsigned i = 0; i < 4; i++)
        ERROR(kit_move(&kit, i, "pass"), TABLE_E_OK);
    uint64_t hash[32];
    unsigned made = 0;
    while (kit.table->game.phase == TIO_PHASE_TURN) {
        hash[made++] = tio_game_hash(&kit.table->game);
        ERROR(kit_move(&kit, 4, kit_take(&kit)), TABLE_E_OK);
    }
    assert_int_equal(made, 20);
    assert_int_equal(kit.table->game.phase, TIO_PHASE_LAY);
    uint64_t position = kit.table->position;
    while (made-- > 0) {
        ERROR(undo(&kit, 4), TABLE_E_OK);
        assert_int_equal(tio_game_hash(&kit.table->game), hash[made]);
        assert_true(kit.table->position > position);
    }
    /* The pass of the one before it is another player's move. */
    ERROR(undo(&kit, 4), TABLE_E_NOTHING_TO_UNDO);
    ERROR(undo(&kit, 3), TABLE_E_NOTHING_TO_UNDO);
    kit_end(&kit);
}

static void undo_of_an_answer(void **state)
{
    struct kit kit;
    char text[TIO_MOVE_TEXT];
    (void)state;
    begin(&kit, 3, 6);
    to_lay(&kit, 3);
    uint64_t position = kit.table->position;
    uint64_t before = tio_game_hash(&kit.table->game);
    kit_choose(&kit, 1, text);
    ERROR(kit_move(&kit, 1, text), TABLE_E_OK);
    ERROR(kit_move(&kit, 1, text), TABLE_E_ILLEGAL);
    assert_int_equal(kit.why.rule, TIO_E_ALREADY_ANSWERED);
    ERROR(undo(&kit, 1), TABLE_E_OK);
    assert_int_equal(tio_game_hash(&kit.table->game), before);
    assert_int_equal(kit.table->position, position);
    assert_int_equal(kit.table->hidden_answers, 0);
    ERROR(kit_move(&kit, 1, text), TABLE_E_OK);
    kit_choose(&kit, 0, text);
    ERROR(kit_move(&kit, 0, text), TABLE_E_OK);
    ERROR(undo(&kit, 1), TABLE_E_NOTHING_TO_UNDO);
    ERROR(undo(&kit, 0), TABLE_E_OK);
    assert_int_equal(kit.table->hidden_answers, 2);
    ERROR(kit_move(&kit, 0, text), TABLE_E_OK);
    kit_choose(&kit, 2, text);
    ERROR(kit_move(&kit, 2, text), TABLE_E_OK);
    /* All was shown. */
    assert_int_not_equal(kit.table->game.phase, TIO_PHASE_LAY);
    ERROR(undo(&kit, 2), TABLE_E_NOTHING_TO_UNDO);
    kit_end(&kit);
}

/* The moves of games, with an undo tried after each: it goes if and only if
 * the rule says so, and the moves can then be made again. */
static bool rule_says(const tio_game *before, const tio_move *move,
                      const tio_game *after)
{
    bool common = before->phase != TIO_PHASE_TURN;
    if (move->type == TIO_MOVE_PLAY)
        return false; /* a card was shown */
    if (tio_game_wants_chance(after) || after->phase == TIO_PHASE_OVER)
        return false; /* dice or cards came after it */
    return !common || before->phase == after->phase;
}

static void the_rule_of_undo(void **state)
{
    unsigned yes = 0;
    unsigned no = 0;
    unsigned plays = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct kit kit;
        begin(&kit, 2 + seed % 4, seed);
        while (kit.table->phase == TABLE_PLAYING) {
            char text[TIO_MOVE_TEXT];
            tio_game before = kit.table->game;
            tio_game after = before;
            tio_move move;
            unsigned deciders = tio_game_deciders(&before);
            unsigned seat = 0;
            while (!(deciders >> seat & 1))
                seat++;
            kit_choose(&kit, seat, text);
            tio_move_parse(kit.table->deck, NULL, seat, text, &move, NULL);
            tio_apply(&after, kit.table->deck, &move);
            ERROR(kit_move(&kit, seat, text), TABLE_E_OK);
            bool allowed = rule_says(&before, &move, &after);
            plays += move.type == TIO_MOVE_PLAY;
            enum table_error error = undo(&kit, seat);
            if (!allowed) {
                no++;
                assert_int_not_equal(error, TABLE_E_OK);
                continue;
            }
            yes++;
            ERROR(error, TABLE_E_OK);
            assert_int_equal(tio_game_hash(&kit.table->game),
                             tio_game_hash(&before));
            ERROR(kit_move(&kit, seat, text), TABLE_E_OK);
            assert_int_equal(tio_game_hash(&kit.table->game),
                             tio_game_hash(&after));
        }
        kit_end(&kit);
    }
    assert_true(yes > 300 && no > 100 && plays > 20);
}

static void what_a_bot_did_stays(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    settings.game.first = 0;
    settings.takeback = 0;
    kit_begin(&kit, 4);
    kit_create(&kit, &settings);
    assert_int_equal(kit_sit(&kit, 0, 0), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_BOT, 0, 1, "easy"), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_START, 0, NONE, NULL), TABLE_E_OK);
    struct table_want want;
    struct table_want again;
    tio_move move;
    tio_random random;
    tio_random_init(&random, 1, 1);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_true(table_wants(kit.table, kit.now, &want));
    assert_string_equal(want.level, "easy");
    assert_int_equal(want.view.seat, 1);
    tio_bot_named("easy")->choose(&want.view, kit.table->deck, NULL, &random,
                                  &move);
    /* Taken back while the bot thinks: its thought is of no use. */
    kit.now += 100;
    ERROR(undo(&kit, 0), TABLE_E_OK);
    assert_int_equal(table_answer(kit.table, 1, want.ticket, &move, kit.now),
                     TABLE_ANSWER_OLD);
    assert_false(table_wants(kit.table, kit.now, &again));
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_true(table_wants(kit.table, kit.now, &again));
    assert_int_not_equal(want.ticket, again.ticket);
    assert_int_equal(table_answer(kit.table, 1, want.ticket, &move, kit.now),
                     TABLE_ANSWER_OLD);
    kit_run(&kit, kit.now);
    assert_int_equal(table_answer(kit.table, 1, again.ticket, &move, kit.now),
                     TABLE_ANSWER_TAKEN);
    kit_run(&kit, kit.now + 1000);
    ERROR(undo(&kit, 0), TABLE_E_NOTHING_TO_UNDO);
    kit_end(&kit);
}

/* ---- No move by itself ---- */

static void nobody_is_moved_for(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, 2, 8);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    ERROR(kit_move(&kit, 1, "pass"), TABLE_E_OK);
    while (kit.table->game.phase == TIO_PHASE_TURN)
        ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    /* Only one has dice to lay, and may have no choice: it is still asked. */
    assert_int_equal(tio_game_deciders(&kit.table->game), 1);
    uint64_t seq = kit.table->seq;
    kit_run(&kit, kit.now + 3600000);
    assert_int_equal(kit.table->seq, seq);
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_moves),
        cmocka_unit_test(refusals_tell_nothing),
        cmocka_unit_test(old_positions_are_stale),
        cmocka_unit_test(others_answers_do_not_make_stale),
        cmocka_unit_test(undo_takes_back),
        cmocka_unit_test(undo_can_be_off),
        cmocka_unit_test(undo_goes_far_back),
        cmocka_unit_test(undo_of_an_answer),
        cmocka_unit_test(the_rule_of_undo),
        cmocka_unit_test(what_a_bot_did_stays),
        cmocka_unit_test(nobody_is_moved_for),
    };
    return cmocka_run_group_tests_name("table play", tests, NULL, NULL);
}
