/* One person against bots: what can be taken back together with the bots'
 * answers, where it can't, and how the rest of a round is skipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notation/record.h"
#include "support/table_kit.h"
#include "table/record.h"

#define NONE TIO_NONE
#define ERROR(call, expected)                                                  \
    assert_string_equal(table_error_name(call), table_error_name(expected))

static enum table_error undo(struct kit *kit)
{
    return kit_ask(kit, TABLE_DO_UNDO, 0, NONE, NULL);
}

static enum table_error hurry(struct kit *kit)
{
    return kit_ask(kit, TABLE_DO_HURRY, 0, NONE, NULL);
}

/* Person 0 on seat 0 starts, against bots. */
static void begin_with(struct kit *kit, const struct table_settings *settings,
                       uint64_t seed, const char *level)
{
    kit_begin(kit, seed);
    kit_create(kit, settings);
    ERROR(kit_sit(kit, 0, 0), TABLE_E_OK);
    ERROR(kit_ask(kit, TABLE_DO_START, 0, NONE, level), TABLE_E_OK);
    assert_int_equal(kit->table->phase, TABLE_PLAYING);
    table_present(kit->table, 0, true, kit->now);
}

static struct table_settings usual(unsigned players)
{
    struct table_settings settings = table_settings_default(players);
    settings.game.first = 0;
    settings.game.starts = 1;
    return settings;
}

static void begin(struct kit *kit, unsigned players, uint64_t seed)
{
    struct table_settings settings = usual(players);
    begin_with(kit, &settings, seed, "easy");
}

/* Bots answer until somebody else is awaited. */
static void let_bots_move(struct kit *kit)
{
    uint64_t seq = 0;
    while (seq != kit->table->seq) {
        seq = kit->table->seq;
        kit_run(kit, kit->now + 1000);
    }
}

/* A game in which the bots answer my first die with one each, without an action:
 * a card that is shown can't be taken back. */
static void begin_calmly(struct kit *kit, unsigned players)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        begin(kit, players, seed);
        ERROR(kit_move(kit, 0, kit_take(kit)), TABLE_E_OK);
        let_bots_move(kit);
        bool calm = kit->table->undo_moves == players;
        kit_end(kit);
        if (calm) {
            begin(kit, players, seed);
            return;
        }
    }
    fail_msg("bots play an action in every game");
}

/* ---- Where it can be ---- */

static void bots_moves_go_back_too(void **state)
{
    struct kit kit;
    (void)state;
    begin_calmly(&kit, 3);
    uint64_t before = tio_game_hash(&kit.table->game);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    let_bots_move(&kit);
    assert_int_equal(tio_game_deciders(&kit.table->game), 1);
    assert_int_equal(kit.table->undo_moves, 3);
    assert_int_equal(table_undo_seat(kit.table), 0);
    ERROR(undo(&kit), TABLE_E_OK);
    assert_int_equal(kit.table->undone, 3);
    assert_int_equal(tio_game_hash(&kit.table->game), before);
    assert_int_equal(kit.table->position, kit.seq);
    ERROR(undo(&kit), TABLE_E_NOTHING_TO_UNDO);
    kit_end(&kit);
}

/* The early pass that was a slip: the round is over meanwhile, bots have laid,
 * and nobody has seen how. */
static void a_pass_goes_back_from_the_end_of_a_round(void **state)
{
    struct kit kit;
    unsigned found = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 40 && found < 5; seed++) {
        begin(&kit, 4, seed);
        ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
        let_bots_move(&kit);
        uint64_t before = tio_game_hash(&kit.table->game);
        ERROR(kit_move(&kit, 0, "pass"), TABLE_E_OK);
        let_bots_move(&kit);
        assert_int_equal(kit.table->game.phase, TIO_PHASE_LAY);
        if (table_undo_seat(kit.table) == 0) {
            found++;
            assert_int_not_equal(kit.table->hidden_answers & (2 + 4 + 8), 0);
            ERROR(undo(&kit), TABLE_E_OK);
            assert_int_equal(tio_game_hash(&kit.table->game), before);
            assert_int_equal(kit.table->hidden_answers, 0);
            kit_play(&kit, 100000);
            assert_int_equal(kit.table->phase, TABLE_OVER);
        }
        kit_end(&kit);
    }
    assert_int_equal(found, 5);
}

/* An answer that nobody has seen, with that of a bot that was quicker than the
 * other: it is asked again, and the question stays the same one. */
static void an_answer_goes_back(void **state)
{
    struct kit kit;
    struct table_settings settings = usual(3);
    char text[TIO_MOVE_TEXT];
    (void)state;
    settings.bot_ms = 0;
    kit_begin(&kit, 6);
    kit_create(&kit, &settings);
    ERROR(kit_sit(&kit, 0, 0), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_BOT, 0, 1, "easy"), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_START, 0, NONE, "hard"), TABLE_E_OK);
    table_present(kit.table, 0, true, kit.now);
    while (kit.table->game.phase != TIO_PHASE_LAY)
        if (tio_game_deciders(&kit.table->game) & 1)
            ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
        else
            kit_run(&kit, kit.now + 10);
    uint64_t position = kit.table->position;
    assert_int_equal(tio_game_deciders(&kit.table->game), 7);
    kit_choose(&kit, 0, text);
    ERROR(kit_move(&kit, 0, text), TABLE_E_OK);
    kit_run(&kit, kit.now + 100);
    assert_int_equal(kit.table->hidden_answers, 3);
    assert_int_equal(kit.table->seat[1].question, 0);
    ERROR(undo(&kit), TABLE_E_OK);
    assert_int_equal(kit.table->undone, 2);
    assert_int_equal(kit.table->hidden_answers, 0);
    assert_int_equal(kit.table->position, position);
    assert_int_equal(tio_game_deciders(&kit.table->game), 7);
    assert_int_not_equal(kit.table->seat[1].question, 0);
    kit_play(&kit, 100000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    kit_end(&kit);
}

/* ---- The rule, over whole games ---- */

/* What a test remembers of a game: each move with the position before it. */
struct trace {
    unsigned count;
    struct {
        uint64_t before;
        bool mine;
        bool barrier; /* chance, an action, or answers that were shown */
    } step[4000];
    uint64_t now;
    unsigned chances;
};

static void heard(void *context, const struct table *table,
                  const struct table_event *event)
{
    struct trace *trace = context;
    bool chance = event->type == TABLE_EVENT_CHANCE;
    if (chance || event->type == TABLE_EVENT_MOVE) {
        assert_true(trace->count < 4000);
        trace->step[trace->count].before = trace->now;
        trace->step[trace->count].mine = !chance && event->seat == 0;
        trace->step[trace->count++].barrier =
            chance || event->move.type == TIO_MOVE_PLAY || table->shown_answers;
    }
    trace->now = tio_game_hash(&table->game);
    trace->chances += chance;
}

/* The place of my last decision, if nothing was rolled, dealt or shown since. */
static int expected(const struct trace *trace)
{
    for (unsigned i = trace->count; i > 0; i--) {
        if (trace->step[i - 1].barrier)
            return -1;
        if (trace->step[i - 1].mine)
            return (int)i - 1;
    }
    return -1;
}

static void try_undo(struct kit *kit, struct trace *trace, unsigned *yes,
                     unsigned *no)
{
    int at = expected(trace);
    unsigned chances = kit->table->chances;
    assert_int_equal(table_undo_seat(kit->table), at < 0 ? NONE : 0);
    if (at < 0) {
        ERROR(undo(kit), TABLE_E_NOTHING_TO_UNDO);
        ++*no;
        return;
    }
    ERROR(undo(kit), TABLE_E_OK);
    ++*yes;
    assert_int_equal(kit->table->undone, trace->count - (unsigned)at);
    assert_int_equal(trace->now, trace->step[at].before);
    /* No die is rolled again and no card dealt again. */
    assert_int_equal(kit->table->chances, chances);
    trace->count = (unsigned)at;
}

static void the_rule_of_taking_back(void **state)
{
    static struct trace trace;
    unsigned yes = 0;
    unsigned no = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct kit kit;
        struct table_settings settings = usual(2 + seed % 4);
        settings.game.free_hand = seed % 3 == 0;
        memset(&trace, 0, sizeof trace);
        kit_begin(&kit, seed);
        kit.heard = heard;
        kit.context = &trace;
        kit_create(&kit, &settings);
        ERROR(kit_sit(&kit, 0, 0), TABLE_E_OK);
        ERROR(kit_ask(&kit, TABLE_DO_START, 0, NONE, "normal"), TABLE_E_OK);
        table_present(kit.table, 0, true, kit.now);
        unsigned turn = 0;
        while (kit.table->phase == TABLE_PLAYING) {
            char text[TIO_MOVE_TEXT];
            if (++turn % 3 == 0 && !table_undos_spent(kit.table, 0))
                try_undo(&kit, &trace, &yes, &no);
            if (tio_game_deciders(&kit.table->game) & 1) {
                kit_choose(&kit, 0, text);
                ERROR(kit_move(&kit, 0, text), TABLE_E_OK);
            }
            kit_run(&kit, kit.now + (uint64_t)500 * (turn % 5));
        }
        assert_int_equal(trace.chances, kit.table->chances);
        kit_reload(&kit);
        kit_end(&kit);
    }
    assert_true(yes > 50 && no > 50);
}

/* ---- Where it can't be ---- */

static void only_where_the_table_wants_it(void **state)
{
    struct kit kit;
    struct table_settings settings = usual(3);
    (void)state;
    settings.takeback = 0;
    begin_with(&kit, &settings, 4, "easy");
    assert_false(table_solo(kit.table));
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    let_bots_move(&kit);
    ERROR(undo(&kit), TABLE_E_NOTHING_TO_UNDO);
    kit_end(&kit);
}

/* A second person sits there: not even after that person has left. */
static void never_with_a_second_person(void **state)
{
    struct kit kit;
    struct table_settings settings = usual(3);
    (void)state;
    kit_begin(&kit, 4);
    kit_create(&kit, &settings);
    ERROR(kit_sit(&kit, 0, 0), TABLE_E_OK);
    ERROR(kit_sit(&kit, 1, 2), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_START, 0, NONE, "easy"), TABLE_E_OK);
    assert_false(table_solo(kit.table));
    for (unsigned i = 0; i < 2; i++) {
        ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
        let_bots_move(&kit);
        ERROR(undo(&kit), TABLE_E_NOTHING_TO_UNDO);
        if (i == 0)
            ERROR(kit_ask(&kit, TABLE_DO_STAND, 1, NONE, NULL), TABLE_E_OK);
        let_bots_move(&kit);
    }
    kit_end(&kit);
}

/* ---- The record ---- */

static void the_record_says_so(void **state)
{
    struct kit kit;
    size_t size;
    (void)state;
    for (unsigned takeback = 0; takeback < 2; takeback++) {
        struct table_settings settings = usual(2);
        settings.takeback = (uint8_t)takeback;
        begin_with(&kit, &settings, 4, "easy");
        tio_record_writer *writer = table_record_new(kit.table);
        assert_non_null(writer);
        const char *text = tio_record_text(writer, &size);
        assert_int_equal(strstr(text, "\npiles open\ntakeback yes\nfair ") != 0,
                         takeback);
        tio_record_reader *reader;
        assert_int_equal(tio_record_open(text, size, &reader, NULL), TIO_OK);
        assert_int_equal(tio_record_get_head(reader)->takeback, takeback);
        tio_record_close(reader);
        tio_record_free(writer);
        kit_end(&kit);
    }
}

static void another_word_is_refused(void **state)
{
    struct kit kit;
    size_t size;
    tio_text_error error;
    tio_record_reader *reader;
    (void)state;
    begin(&kit, 2, 4);
    tio_record_writer *writer = table_record_new(kit.table);
    const char *text = tio_record_text(writer, &size);
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, text, size + 1);
    strstr(copy, "takeback yes")[9] = 'n';
    assert_int_equal(tio_record_open(copy, size, &reader, &error),
                     TIO_E_RECORD);
    assert_int_equal(error.line, 11);
    free(copy);
    tio_record_free(writer);
    kit_end(&kit);
}

/* ---- Skipping ahead ---- */

/* How long the bots need from my pass to the end of the round. */
static uint64_t rest_of_round(const char *level, bool hurried)
{
    struct kit kit;
    struct table_settings settings = usual(4);
    settings.bot_ms = 2000;
    begin_with(&kit, &settings, 4, level);
    ERROR(hurry(&kit), TABLE_E_NO_HURRY);
    ERROR(kit_move(&kit, 0, "pass"), TABLE_E_OK);
    uint64_t passed = kit.now;
    uint64_t seq = kit.table->seq;
    if (hurried) {
        kit_think(&kit);
        assert_true(table_may_hurry(kit.table, 0));
        ERROR(hurry(&kit), TABLE_E_OK);
        assert_int_equal(kit.table->seq, seq); /* it leaves no trace */
    }
    while (kit.table->game.phase == TIO_PHASE_TURN)
        kit_run(&kit, kit.now + 10);
    uint64_t took = kit.now - passed;
    /* What comes after the round takes its time again. */
    seq = kit.table->seq;
    kit_run(&kit, kit.now + 1500);
    assert_int_equal(kit.table->seq, seq);
    kit_end(&kit);
    return took;
}

static void bots_hurry_to_the_end_of_the_round(void **state)
{
    (void)state;
    assert_true(rest_of_round("easy", false) >= 12000);
    assert_true(rest_of_round("easy", true) <= 1000);
}

static void nobody_hurries_others(void **state)
{
    struct kit kit;
    struct table_settings settings = usual(3);
    (void)state;
    kit_begin(&kit, 4);
    kit_create(&kit, &settings);
    ERROR(kit_sit(&kit, 0, 0), TABLE_E_OK);
    ERROR(kit_sit(&kit, 1, 2), TABLE_E_OK);
    ERROR(hurry(&kit), TABLE_E_NOT_PLAYING);
    ERROR(kit_ask(&kit, TABLE_DO_START, 0, NONE, "easy"), TABLE_E_OK);
    ERROR(kit_move(&kit, 0, "pass"), TABLE_E_OK);
    assert_false(table_may_hurry(kit.table, 0));
    ERROR(hurry(&kit), TABLE_E_NO_HURRY);
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_moves_go_back_too),
        cmocka_unit_test(a_pass_goes_back_from_the_end_of_a_round),
        cmocka_unit_test(an_answer_goes_back),
        cmocka_unit_test(the_rule_of_taking_back),
        cmocka_unit_test(only_where_the_table_wants_it),
        cmocka_unit_test(never_with_a_second_person),
        cmocka_unit_test(the_record_says_so),
        cmocka_unit_test(another_word_is_refused),
        cmocka_unit_test(bots_hurry_to_the_end_of_the_round),
        cmocka_unit_test(nobody_hurries_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
