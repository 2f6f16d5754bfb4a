/* What time does at a table: bots' moments, clocks, stand-ins, old tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"

#define NONE TIO_NONE
#define SECOND ((uint64_t)1000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define ERROR(call, expected)                                                  \
    assert_string_equal(table_error_name(call), table_error_name(expected))

/* There are programs, too. */
static bool knows(void *context, const char *level)
{
    (void)context;
    return tio_bot_named(level) || strcmp(level, "program") == 0;
}

/* Seats 0 .. persons-1 are persons, the others bots; seat 0 starts. */
static void begin_with(struct kit *kit, const struct table_settings *settings,
                       unsigned persons, const char *level)
{
    struct table_settings s = *settings;
    s.game.first = 0;
    kit_begin(kit, 11);
    kit->host.knows = knows;
    kit_create(kit, &s);
    for (unsigned i = persons; i < s.game.players; i++)
        ERROR(kit_ask(kit, TABLE_DO_BOT, 0, i, level), TABLE_E_OK);
    for (unsigned i = 0; i < persons; i++)
        assert_int_equal(kit_sit(kit, i, i), TABLE_E_OK);
    assert_int_equal(kit->table->phase, TABLE_PLAYING);
}

static void begin(struct kit *kit, const struct table_settings *settings,
                  unsigned persons)
{
    begin_with(kit, settings, persons, "easy");
}

static tio_move pass_of(unsigned seat)
{
    tio_move move = {.type = TIO_MOVE_PASS, .seat = (uint8_t)seat};
    return move;
}

static bool last_is(const struct kit *kit, const char *word, const char *has)
{
    const char *line = kit->line[kit->lines - 1];
    return strstr(line, word) && strstr(line, has);
}

/* ---- Bots ---- */

static const struct reply {
    const char *level;
    uint32_t bot_ms;
    uint64_t due;     /* after the question, whatever the hand */
    uint64_t thought; /* how long */
    uint64_t moved;   /* after the question */
} replies[] = {
    {"easy", 1000, 1000, 0, 1000},
    {"easy", 1000, 1000, 999, 1000},
    {"easy", 1000, 1000, 1000, 1000},
    {"easy", 1000, 1000, 1001, 2000},
    {"easy", 1000, 1000, 2000, 2000},
    {"normal", 1000, 1000, 2001, 3000},
    {"normal", 0, 20, 0, 20},
    {"easy", 0, 20, 1, 20},
    {"normal", 0, 20, 20, 20},
    {"normal", 0, 20, 21, 270},
    {"random", 19, 20, 271, 520},
    {"easy", 100, 100, 90, 100},
    {"easy", 100, 100, 101, 350},
    {"easy", 100, 100, 400, 600},
    {"easy", 400, 400, 401, 800},
    {"hard", 0, 500, 0, 500},
    {"hard", 0, 500, 500, 500},
    {"hard", 0, 500, 501, 1000},
    {"hard", 800, 800, 700, 800},
    {"hard", 800, 800, 801, 1600},
    {"expert", 0, 1500, 0, 1500},
    {"expert", 0, 1500, 1500, 1500},
    {"expert", 0, 1500, 1501, 3000},
    {"expert", 1000, 1500, 3, 1500},
    {"expert", 2000, 2000, 1999, 2000},
    {"expert", 2000, 2000, 2001, 4000},
    {"program", 0, 500, 1, 500},
    {"program", 0, 500, 501, 1500},
    {"program", 0, 500, 1501, 2500},
    {"program", 3000, 3000, 20, 3000},
    {"program", 3000, 3000, 3001, 6000},
};

static void answers_at(const struct reply *when)
{
    struct kit kit;
    struct table_want want;
    struct table_settings settings = table_settings_default(2);
    settings.bot_ms = when->bot_ms;
    begin_with(&kit, &settings, 1, when->level);
    kit.now += 12345;
    uint64_t asked = kit.now;
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_true(table_wants(kit.table, kit.now, &want));
    assert_int_equal(want.due, asked + when->due);
    assert_false(table_wants(kit.table, kit.now, &want));
    tio_move move = pass_of(1);
    uint64_t answered = asked + when->thought;
    table_tick(kit.table, answered);
    move.type = TIO_MOVE_DONE;
    assert_int_equal(table_answer(kit.table, 1, want.ticket, &move, answered),
                     TABLE_ANSWER_ILLEGAL);
    move = pass_of(0);
    assert_int_equal(table_answer(kit.table, 1, want.ticket, &move, answered),
                     TABLE_ANSWER_ILLEGAL);
    move = pass_of(1);
    assert_int_equal(table_answer(kit.table, 0, want.ticket, &move, answered),
                     TABLE_ANSWER_OLD);
    assert_int_equal(table_answer(kit.table, 1, want.ticket, &move, answered),
                     TABLE_ANSWER_TAKEN);
    uint64_t seq = kit.table->seq;
    assert_int_equal(table_due(kit.table), asked + when->moved);
    if (when->moved > 0)
        table_tick(kit.table, asked + when->moved - 1);
    assert_int_equal(kit.table->seq, seq);
    table_tick(kit.table, asked + when->moved);
    assert_int_equal(kit.table->seq, seq + 1);
    assert_true(last_is(&kit, " move ", "cause=bot"));
    kit_end(&kit);
}

static void bots_answer_at_their_moment(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++)
        answers_at(&replies[i]);
}

static void to_lay(struct kit *kit)
{
    struct table *table = kit->table;
    while (table->game.phase == TIO_PHASE_TURN) {
        unsigned turn = table->game.turn;
        bool has = table->game.player[turn].taken != 0;
        tio_move move;
        tio_text_error error;
        const char *text = has ? "pass" : kit_take(kit);
        if (table->seat[turn].kind == TABLE_SEAT_PERSON) {
            ERROR(kit_move(kit, turn, text), TABLE_E_OK);
            continue;
        }
        struct table_want want;
        assert_true(table_wants(table, kit->now, &want));
        tio_move_parse(table->deck, NULL, turn, text, &move, &error);
        assert_int_equal(
            table_answer(table, turn, want.ticket, &move, kit->now),
            TABLE_ANSWER_TAKEN);
        kit->now = want.due;
        table_tick(table, kit->now);
    }
    assert_int_equal(table->game.phase, TIO_PHASE_LAY);
}

/* In a common phase nobody's answer touches what another thinks. */
static void bots_think_side_by_side(void **state)
{
    struct kit kit;
    struct table_want want[2];
    struct table_want other;
    struct table_settings settings = table_settings_default(4);
    char text[TIO_MOVE_TEXT];
    (void)state;
    begin(&kit, &settings, 2);
    to_lay(&kit);
    uint64_t asked = kit.table->time;
    assert_true(table_wants(kit.table, kit.now, &want[0]));
    assert_true(table_wants(kit.table, kit.now, &want[1]));
    assert_int_equal(want[0].seat, 2);
    assert_int_equal(want[1].seat, 3);
    kit.now += 300;
    kit_choose(&kit, 0, text);
    ERROR(kit_move(&kit, 0, text), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 0, NONE, NULL), TABLE_E_OK);
    ERROR(kit_move(&kit, 0, text), TABLE_E_OK);
    assert_false(table_wants(kit.table, kit.now, &other));
    for (unsigned i = 0; i < 2; i++) {
        tio_move move;
        tio_hand_lay_best(&kit.table->game, kit.table->deck, 2 + i, &move);
        assert_int_equal(
            table_answer(kit.table, 2 + i, want[i].ticket, &move, kit.now),
            TABLE_ANSWER_TAKEN);
    }
    uint64_t seq = kit.table->seq;
    table_tick(kit.table, asked + 999);
    assert_int_equal(kit.table->seq, seq);
    table_tick(kit.table, asked + 1000);
    assert_int_equal(kit.table->seq, seq + 2);
    assert_int_equal(kit.table->hidden_answers, 1 | 4 | 8);
    kit_end(&kit);
}

/* ---- Clocks ---- */

static struct table_settings clocked(unsigned kind, uint64_t base,
                                     uint64_t more)
{
    struct table_settings settings = table_settings_default(2);
    settings.clock = (uint8_t)kind;
    settings.base_ms = (uint32_t)base;
    settings.more_ms = (uint32_t)more;
    return settings;
}

static void no_clock(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    begin(&kit, &settings, 2);
    assert_int_equal(table_clock(kit.table, 0, kit.now), TABLE_NEVER);
    assert_int_equal(table_due(kit.table), kit.table->time + 7 * DAY);
    kit_end(&kit);
}

static void time_for_each_move(void **state)
{
    struct kit kit;
    struct table_settings settings = clocked(TABLE_CLOCK_MOVE, 30 * SECOND, 0);
    (void)state;
    begin(&kit, &settings, 2);
    struct table *table = kit.table;
    assert_int_equal(table_clock(table, 0, kit.now), 30 * SECOND);
    kit.now += 20 * SECOND;
    assert_int_equal(table_clock(table, 0, kit.now), 10 * SECOND);
    assert_int_equal(table_clock(table, 1, kit.now + HOUR), 30 * SECOND);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_int_equal(table_due(table), kit.now + 30 * SECOND);
    /* Somebody else's events do not stop it. */
    kit.now += 10 * SECOND;
    ERROR(kit_ask(&kit, TABLE_DO_NAME, 0, NONE, NULL), TABLE_E_OK);
    assert_int_equal(table_clock(table, 1, kit.now), 20 * SECOND);
    assert_int_equal(table_due(table), kit.now + 20 * SECOND);
    uint64_t seq = table->seq;
    kit_run(&kit, kit.now + 20 * SECOND - 1);
    assert_int_equal(table->seq, seq);
    /* Time is up: the stand-in's bot makes this one move. */
    struct table_want want;
    kit.now++;
    table_tick(table, kit.now);
    assert_true(table_wants(table, kit.now, &want));
    assert_string_equal(want.level, "normal");
    assert_int_equal(want.due, kit.now + 250);
    tio_move move = pass_of(1);
    assert_int_equal(table_answer(table, 1, want.ticket, &move, kit.now + 9),
                     TABLE_ANSWER_TAKEN);
    table_tick(table, kit.now + 249);
    assert_int_equal(table->seq, seq);
    table_tick(table, kit.now + 250);
    assert_true(last_is(&kit, " move ", "seat=2 cause=late"));
    assert_false(table->seat[1].stand_in);
    /* What was done for the person is not the person's to take back. */
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 1, NONE, NULL), TABLE_E_NOTHING_TO_UNDO);
    kit_end(&kit);
}

/* After the end always the same, however long the loop or a bot took. */
static void late_answers_wait_for_their_moment(void **state)
{
    static const struct {
        const char *stand_in;
        uint64_t looked; /* after the end: the loop was busy */
        uint64_t thought;
        uint64_t due;
        uint64_t moved;
    } cases[] = {
        {"normal", 0, 0, 250, 250},      {"normal", 40, 50, 250, 250},
        {"easy", 250, 250, 250, 250},    {"normal", 40, 251, 250, 1250},
        {"hard", 40, 500, 500, 500},     {"hard", 3, 1600, 500, 2500},
        {"expert", 40, 50, 1500, 1500},  {"expert", 0, 1500, 1500, 1500},
        {"expert", 0, 1501, 1500, 3000}, {"program", 0, 100, 500, 500},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kit kit;
        struct table_settings settings =
            clocked(TABLE_CLOCK_MOVE, 30 * SECOND, 0);
        struct table_want want;
        (void)snprintf(settings.stand_in, sizeof settings.stand_in, "%s",
                       cases[i].stand_in);
        begin(&kit, &settings, 2);
        uint64_t end = kit.now + 30 * SECOND;
        table_tick(kit.table, end + cases[i].looked);
        assert_true(table_wants(kit.table, end + cases[i].looked, &want));
        assert_int_equal(want.due, end + cases[i].due);
        tio_move move = pass_of(0);
        assert_int_equal(table_answer(kit.table, 0, want.ticket, &move,
                                      end + cases[i].thought),
                         TABLE_ANSWER_TAKEN);
        assert_int_equal(table_due(kit.table), end + cases[i].moved);
        table_tick(kit.table, end + cases[i].moved - 1);
        assert_false(last_is(&kit, " move ", ""));
        if (i % 2) {
            table_tick(kit.table, end + cases[i].moved);
            assert_true(last_is(&kit, " move ", "cause=late"));
        } else { /* until then the person may still move */
            kit.now = end + cases[i].moved - 1;
            ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
            table_tick(kit.table, end + cases[i].moved);
            assert_true(last_is(&kit, " move ", "cause=person"));
        }
        kit_end(&kit);
    }
}

static void time_for_the_game(void **state)
{
    struct kit kit;
    struct table_settings settings =
        clocked(TABLE_CLOCK_GAME, 60 * SECOND, 5 * SECOND);
    (void)state;
    begin(&kit, &settings, 2);
    struct table *table = kit.table;
    kit.now += 20 * SECOND;
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_int_equal(table_clock(table, 0, kit.now), 45 * SECOND);
    assert_int_equal(table_clock(table, 0, kit.now + HOUR), 45 * SECOND);
    kit.now += 50 * SECOND;
    ERROR(kit_move(&kit, 1, kit_take(&kit)), TABLE_E_OK);
    assert_int_equal(table_clock(table, 1, kit.now), 15 * SECOND);
    /* Taking back costs the time since and leaves nothing of what the move added. */
    for (unsigned i = 0; i < 3; i++) {
        kit.now += 1 * SECOND;
        ERROR(kit_ask(&kit, TABLE_DO_UNDO, 1, NONE, NULL), TABLE_E_OK);
        assert_int_equal(table_clock(table, 1, kit.now), (9 - 3 * i) * SECOND);
        assert_int_equal(table_clock(table, 0, kit.now), 45 * SECOND);
        kit.now += 2 * SECOND;
        ERROR(kit_move(&kit, 1, kit_take(&kit)), TABLE_E_OK);
        assert_int_equal(table_clock(table, 1, kit.now), (12 - 3 * i) * SECOND);
    }
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    /* Without time left the next decision is late at once. */
    kit_run(&kit, kit.now + 6 * SECOND + 2000);
    assert_true(last_is(&kit, " move ", "seat=2 cause=late"));
    assert_int_equal(table_clock(table, 1, kit.now), 5 * SECOND);
    kit_end(&kit);
}

static void nothing_left_is_late_at_once(void **state)
{
    struct kit kit;
    struct table_settings settings = clocked(TABLE_CLOCK_GAME, 2 * SECOND, 0);
    (void)state;
    begin(&kit, &settings, 2);
    kit_run(&kit, kit.now + 2 * SECOND + 250);
    assert_true(last_is(&kit, " move ", "seat=1 cause=late"));
    ERROR(kit_move(&kit, 1, kit_take(&kit)), TABLE_E_OK);
    kit_run(&kit, kit.now + 250);
    assert_true(last_is(&kit, " move ", "seat=1 cause=late"));
    assert_int_equal(table_clock(kit.table, 0, kit.now), 0);
    kit_end(&kit);
}

/* Two dice in a turn, taken back and taken again: no fresh time each round. */
static void undo_is_no_way_to_wait(void **state)
{
    struct kit kit;
    struct table_settings settings = clocked(TABLE_CLOCK_MOVE, 30 * SECOND, 0);
    (void)state;
    begin(&kit, &settings, 2);
    ERROR(kit_move(&kit, 0, "pass"), TABLE_E_OK);
    /* Seat 1 is alone and decides again after each of its moves. */
    kit.now += 5 * SECOND;
    ERROR(kit_move(&kit, 1, kit_take(&kit)), TABLE_E_OK);
    assert_int_equal(table_clock(kit.table, 1, kit.now), 30 * SECOND);
    kit.now += 20 * SECOND;
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 1, NONE, NULL), TABLE_E_OK);
    assert_int_equal(table_clock(kit.table, 1, kit.now), 5 * SECOND);
    kit_end(&kit);
}

/* While others are asked no clock of one's own runs, but it did if the move is
 * taken back; time down is nobody's. */
static void undo_costs_what_others_waited(void **state)
{
    struct kit kit;
    struct table_settings settings = clocked(TABLE_CLOCK_MOVE, 30 * SECOND, 0);
    (void)state;
    begin(&kit, &settings, 2);
    kit.now += 5 * SECOND;
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    kit.now += 8 * SECOND;
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 0, NONE, NULL), TABLE_E_OK);
    assert_int_equal(table_clock(kit.table, 0, kit.now), 17 * SECOND);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    kit.now += 5 * HOUR;
    kit_reload(&kit);
    kit.now += 2 * SECOND;
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 0, NONE, NULL), TABLE_E_OK);
    assert_int_equal(table_clock(kit.table, 0, kit.now), 15 * SECOND);
    kit_end(&kit);
}

static void time_down_is_not_charged(void **state)
{
    struct kit kit;
    struct table_settings settings = clocked(TABLE_CLOCK_MOVE, 30 * SECOND, 0);
    (void)state;
    begin(&kit, &settings, 2);
    kit.now += 4 * SECOND;
    ERROR(kit_ask(&kit, TABLE_DO_NAME, 1, NONE, NULL), TABLE_E_OK);
    kit.now += 5 * HOUR;
    kit_reload(&kit);
    assert_true(last_is(&kit, " resume", ""));
    assert_int_equal(table_clock(kit.table, 0, kit.now), 26 * SECOND);
    kit.now += SECOND;
    assert_int_equal(table_clock(kit.table, 0, kit.now), 25 * SECOND);
    assert_false(kit.table->seat[0].present);
    /* The grace period begins with the server. */
    table_present(kit.table, 0, true, kit.now);
    assert_int_equal(table_due(kit.table), kit.now + 25 * SECOND);
    kit_end(&kit);
}

static void days_need_no_presence(void **state)
{
    struct kit kit;
    struct table_settings settings = clocked(TABLE_CLOCK_DAYS, 2 * DAY, 0);
    (void)state;
    begin(&kit, &settings, 2);
    table_present(kit.table, 0, false, kit.now);
    table_present(kit.table, 1, false, kit.now);
    assert_int_equal(table_due(kit.table), kit.now + 2 * DAY);
    kit_run(&kit, kit.now + 2 * DAY + 250);
    assert_true(last_is(&kit, " move ", "seat=1 cause=late"));
    assert_false(kit.table->seat[0].stand_in);
    kit_end(&kit);
}

/* ---- Stand-ins ---- */

static void who_is_away_is_stood_in_for(void **state)
{
    struct kit kit;
    struct table_want want;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    settings.grace_ms = 40 * SECOND;
    begin(&kit, &settings, 2);
    kit.now += 10 * SECOND;
    table_present(kit.table, 0, false, kit.now);
    uint64_t seq = kit.table->seq;
    kit_run(&kit, kit.now + 39 * SECOND);
    assert_int_equal(kit.table->seq, seq);
    kit.now += SECOND;
    uint64_t asked = kit.now;
    table_tick(kit.table, kit.now);
    assert_true(last_is(&kit, " stand-in ", "seat=1"));
    assert_true(table_wants(kit.table, kit.now, &want));
    assert_string_equal(want.level, "normal");
    assert_int_equal(want.due, asked + SECOND);
    tio_move move = pass_of(0);
    assert_int_equal(table_answer(kit.table, 0, want.ticket, &move, kit.now),
                     TABLE_ANSWER_TAKEN);
    /* Back before it moved: it does not. */
    kit.now += 500;
    table_present(kit.table, 0, true, kit.now);
    assert_true(last_is(&kit, " back ", "seat=1"));
    kit_run(&kit, kit.now + HOUR);
    assert_true(last_is(&kit, " back ", "seat=1"));
    /* Away again, and the stand-in moves; nobody takes that back. */
    table_present(kit.table, 0, false, kit.now);
    kit_run(&kit, kit.now + 41 * SECOND);
    assert_true(last_is(&kit, " move ", "seat=1 cause=stand-in"));
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 0, NONE, NULL), TABLE_E_NOTHING_TO_UNDO);
    kit_end(&kit);
}

/* The host may have a stand-in play at once, or have all wait longer, but not
 * for ever. */
static void the_host_decides_about_who_is_away(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    settings.grace_ms = 40 * SECOND;
    begin(&kit, &settings, 2);
    ERROR(kit_ask(&kit, TABLE_DO_WAIT, 0, 1, NULL), TABLE_E_NOT_AWAITED);
    ERROR(kit_ask(&kit, TABLE_DO_RELIEVE, 0, 1, NULL), TABLE_E_NOT_AWAITED);
    ERROR(kit_ask(&kit, TABLE_DO_WAIT, 0, 3, NULL), TABLE_E_NO_SUCH_SEAT);
    kit.now += SECOND;
    table_present(kit.table, 1, false, kit.now);
    assert_int_equal(table_grace_left(kit.table, 1, kit.now), 40 * SECOND);
    uint64_t left = kit.now;
    for (unsigned i = 0; i < TABLE_WAITS; i++) {
        kit.now = table_grace_end(kit.table, 1) - SECOND;
        ERROR(kit_ask(&kit, TABLE_DO_WAIT, 0, 1, NULL), TABLE_E_OK);
        assert_int_equal(table_grace_left(kit.table, 1, kit.now), TABLE_WAIT);
    }
    kit.now = table_grace_end(kit.table, 1) - SECOND;
    ERROR(kit_ask(&kit, TABLE_DO_WAIT, 0, 1, NULL), TABLE_E_TOO_OFTEN);
    assert_in_range(kit.now - left, 55 * (uint64_t)TABLE_MINUTE,
                    HOUR + (uint64_t)TABLE_MINUTE);
    kit_run(&kit, kit.now + SECOND);
    assert_true(kit.table->seat[1].stand_in);
    ERROR(kit_ask(&kit, TABLE_DO_WAIT, 0, 1, NULL), TABLE_E_NOT_AWAITED);
    kit_end(&kit);
}

static void a_stand_in_at_once(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    begin(&kit, &settings, 2);
    for (unsigned i = 0; i < TABLE_STAND_INS; i++) {
        kit.now += SECOND;
        table_present(kit.table, 1, false, kit.now);
        ERROR(kit_ask(&kit, TABLE_DO_RELIEVE, 0, 1, NULL), TABLE_E_OK);
        assert_true(kit.table->seat[1].stand_in);
        table_present(kit.table, 1, true, kit.now);
        assert_false(kit.table->seat[1].stand_in);
    }
    table_present(kit.table, 1, false, kit.now);
    ERROR(kit_ask(&kit, TABLE_DO_RELIEVE, 0, 1, NULL), TABLE_E_TOO_OFTEN);
    kit_end(&kit);
}

/* The question that is open again after an undo is a new one to think about. */
static void who_takes_back_and_goes(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(3);
    char text[TIO_MOVE_TEXT];
    (void)state;
    begin(&kit, &settings, 3);
    to_lay(&kit);
    kit_choose(&kit, 1, text);
    ERROR(kit_move(&kit, 1, text), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 1, NONE, NULL), TABLE_E_OK);
    table_present(kit.table, 1, false, kit.now);
    kit_run(&kit, kit.now + 2 * MINUTE);
    assert_true(last_is(&kit, " move ", "seat=2 cause=stand-in"));
    assert_int_equal(kit.table->hidden_answers, 2);
    kit_end(&kit);
}

static void a_move_means_being_back(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    settings.grace_ms = SECOND;
    begin(&kit, &settings, 2);
    table_present(kit.table, 0, false, kit.now);
    kit.now += SECOND;
    table_tick(kit.table, kit.now);
    assert_true(kit.table->seat[0].stand_in);
    ERROR(kit_move(&kit, 0, "nonsense"), TABLE_E_BAD_MOVE);
    assert_true(kit.table->seat[0].stand_in);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_false(kit.table->seat[0].stand_in);
    assert_true(last_is(&kit, " move ", "seat=1 cause=person"));
    kit_end(&kit);
}

static void grace_begins_with_the_game(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(3);
    (void)state;
    settings.game.first = 0;
    kit_begin(&kit, 2);
    kit_create(&kit, &settings);
    assert_int_equal(kit_sit(&kit, 0, 0), TABLE_E_OK);
    assert_int_equal(kit_sit(&kit, 1, 1), TABLE_E_OK);
    table_present(kit.table, 1, false, kit.now);
    kit_run(&kit, kit.now + HOUR); /* before it nobody minds */
    assert_int_equal(kit_sit(&kit, 2, 2), TABLE_E_OK);
    assert_int_equal(table_due(kit.table), kit.now + MINUTE);
    kit_end(&kit);
}

static void games_go_on_without_anybody(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(3);
    (void)state;
    begin(&kit, &settings, 2);
    table_present(kit.table, 0, false, kit.now);
    table_present(kit.table, 1, false, kit.now);
    kit_run(&kit, kit.now + 2 * HOUR);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    assert_true(kit.table->seat[0].stand_in);
    table_present(kit.table, 0, true, kit.now);
    assert_false(kit.table->seat[0].stand_in);
    kit_end(&kit);
}

/* ---- Old tables ---- */

static void forgotten_tables_close(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    kit_begin(&kit, 2);
    kit_create(&kit, &settings);
    uint64_t made = kit.now;
    kit_run(&kit, made + DAY - 1);
    assert_int_equal(kit.table->phase, TABLE_OPEN);
    kit_run(&kit, made + DAY);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    assert_int_equal(kit.table->cause, TABLE_CAUSE_OLD);
    kit_end(&kit);

    begin(&kit, &settings, 2);
    kit_run(&kit, kit.now + 7 * DAY - 1);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    kit_run(&kit, kit.now + 1);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    assert_true(kit.table->has_revealed);
    kit_end(&kit);

    begin(&kit, &settings, 2);
    kit_play(&kit, 10000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    kit_run(&kit, kit.now + DAY);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    kit_end(&kit);

    /* Nobody answers for the late ones: the last resort. */
    settings = clocked(TABLE_CLOCK_DAYS, 3 * DAY, 0);
    begin(&kit, &settings, 2);
    uint64_t now = kit.now;
    table_tick(kit.table, now + 63 * DAY - 1);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    table_tick(kit.table, now + 63 * DAY);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    kit_end(&kit);
}

/* Time in which there was no server makes no table old, once. */
static void nobody_forgets_while_there_is_no_server(void **state)
{
    struct kit kit;
    struct table_settings settings = table_settings_default(2);
    (void)state;
    kit_begin(&kit, 2);
    kit_create(&kit, &settings);
    kit.table->rested = 26 * HOUR;
    uint64_t end = kit.now + 26 * HOUR + DAY;
    assert_int_equal(table_due(kit.table), end);
    kit_run(&kit, end - 1);
    assert_int_equal(kit.table->phase, TABLE_OPEN);
    kit_sit(&kit, 1, TIO_NONE);
    assert_int_equal(kit.table->rested, 0);
    assert_int_equal(table_due(kit.table), kit.table->time + DAY);
    kit_end(&kit);

    begin(&kit, &settings, 2);
    kit.table->rested = 26 * HOUR;
    end = kit.table->time + 26 * HOUR + 7 * DAY;
    table_tick(kit.table, end - 1);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    table_tick(kit.table, end);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    kit_end(&kit);

    settings = clocked(TABLE_CLOCK_DAYS, 3 * DAY, 0);
    begin(&kit, &settings, 2);
    kit.table->rested = 26 * HOUR;
    end = kit.table->time + 26 * HOUR + 63 * DAY;
    table_tick(kit.table, end - 1);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    table_tick(kit.table, end);
    assert_int_equal(kit.table->phase, TABLE_CLOSED);
    kit_end(&kit);
}

/* ---- Moments tell nothing of hands ---- */

struct moments {
    uint64_t time[4096];
    unsigned count;
};

static void note(void *context, const struct table *table,
                 const struct table_event *event)
{
    struct moments *moments = context;
    (void)table;
    assert_true(moments->count < 4096);
    moments->time[moments->count++] =
        event->time * 256 + (uint64_t)event->type * 8 + event->seat % 8U;
}

struct crew {
    const char *bot[2];
    const char *stand_in;
    uint32_t bot_ms;
};

/* Bots and stand-ins that do the same with other cards, and need another time
 * to find it. */
static void watch_game(const struct crew *crew, uint64_t seed,
                       struct moments *moments)
{
    struct kit kit;
    tio_random random;
    struct table_settings settings = table_settings_default(4);
    settings.grace_ms = SECOND;
    settings.bot_ms = crew->bot_ms;
    (void)snprintf(settings.stand_in, sizeof settings.stand_in, "%s",
                   crew->stand_in);
    settings.game.first = 0;
    tio_random_init(&random, seed, 5);
    moments->count = 0;
    kit_begin(&kit, seed);
    kit.host.knows = knows;
    kit.heard = note;
    kit.context = moments;
    kit_create(&kit, &settings);
    for (unsigned i = 2; i < 4; i++)
        ERROR(kit_ask(&kit, TABLE_DO_BOT, 0, i, crew->bot[i - 2]), TABLE_E_OK);
    ERROR(kit_sit(&kit, 0, 0), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_SIT, 1, 1, NULL), TABLE_E_OK);
    while (kit.table->phase == TABLE_PLAYING) {
        struct table_want want;
        struct {
            uint64_t at;
            uint64_t ticket;
            tio_move move;
        } answer[4] = {{0}};
        table_tick(kit.table, kit.now);
        unsigned deciders = tio_game_deciders(&kit.table->game);
        if (deciders & 1)
            ERROR(kit_move(&kit, 0,
                           kit.table->game.phase == TIO_PHASE_TURN ? "pass"
                                                                   : "keep"),
                  TABLE_E_OK);
        while (table_wants(kit.table, kit.now, &want)) {
            bool turn = kit.table->game.phase == TIO_PHASE_TURN;
            uint64_t most = want.due - kit.now;
            assert_true(most > 0);
            answer[want.seat].at =
                kit.now + tio_random_below(&random, (uint32_t)most + 1);
            answer[want.seat].ticket = want.ticket;
            answer[want.seat].move = pass_of(want.seat);
            if (!turn)
                answer[want.seat].move.type = TIO_MOVE_KEEP;
        }
        for (unsigned i = 0; i < 4; i++)
            if (answer[i].ticket)
                assert_int_equal(table_answer(kit.table, i, answer[i].ticket,
                                              &answer[i].move, answer[i].at),
                                 TABLE_ANSWER_TAKEN);
        if (table_due(kit.table) < kit.now + HOUR)
            kit.now = table_due(kit.table);
    }
    kit_end(&kit);
}

static void moments_tell_nothing(void **state)
{
    static const struct crew crews[] = {
        {{"easy", "easy"}, "normal", 1000},
        {{"hard", "expert"}, "expert", 0},
        {{"program", "easy"}, "hard", 20},
    };
    static struct moments one;
    static struct moments two;
    (void)state;
    for (size_t i = 0; i < sizeof crews / sizeof *crews; i++) {
        watch_game(&crews[i], 1, &one);
        assert_true(one.count > 60);
        for (uint64_t seed = 2; seed < 20; seed++) {
            watch_game(&crews[i], seed, &two);
            assert_int_equal(one.count, two.count);
            assert_memory_equal(one.time, two.time,
                                one.count * sizeof *one.time);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_answer_at_their_moment),
        cmocka_unit_test(bots_think_side_by_side),
        cmocka_unit_test(no_clock),
        cmocka_unit_test(time_for_each_move),
        cmocka_unit_test(late_answers_wait_for_their_moment),
        cmocka_unit_test(time_for_the_game),
        cmocka_unit_test(nothing_left_is_late_at_once),
        cmocka_unit_test(undo_is_no_way_to_wait),
        cmocka_unit_test(undo_costs_what_others_waited),
        cmocka_unit_test(time_down_is_not_charged),
        cmocka_unit_test(days_need_no_presence),
        cmocka_unit_test(who_is_away_is_stood_in_for),
        cmocka_unit_test(the_host_decides_about_who_is_away),
        cmocka_unit_test(a_stand_in_at_once),
        cmocka_unit_test(who_takes_back_and_goes),
        cmocka_unit_test(a_move_means_being_back),
        cmocka_unit_test(grace_begins_with_the_game),
        cmocka_unit_test(games_go_on_without_anybody),
        cmocka_unit_test(forgotten_tables_close),
        cmocka_unit_test(nobody_forgets_while_there_is_no_server),
        cmocka_unit_test(moments_tell_nothing),
    };
    return cmocka_run_group_tests_name("table time", tests, NULL, NULL);
}
