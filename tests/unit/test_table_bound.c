/* Nobody can make a table's log grow without end, whatever they do; and a table
 * that has grown too long still plays its game to the end. Time is simulated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"

#define NONE TIO_NONE
#define SECOND ((uint64_t)1000)
#define HOUR (3600 * SECOND)
#define DAY (24 * HOUR)
#define ERROR(call, expected)                                                  \
    assert_string_equal(table_error_name(call), table_error_name(expected))
/* Events of a game and its end, with some to spare: what may follow. */
#define GAME 3000

/* Persons 0 and 1 on the first seats, a third one's seat is free or a bot's. */
static void begin(struct kit *kit, bool playing)
{
    struct table_settings settings = table_settings_default(3);
    settings.game.first = 0;
    settings.grace_ms = 1000;
    kit_begin(kit, 5);
    kit_create(kit, &settings);
    ERROR(kit_sit(kit, 0, 0), TABLE_E_OK);
    ERROR(kit_sit(kit, 1, 1), TABLE_E_OK);
    if (playing)
        ERROR(kit_ask(kit, TABLE_DO_START, 0, NONE, "easy"), TABLE_E_OK);
}

/* ---- What somebody can do for ever ---- */

/* One round of it. The last refusal, or OK. */
typedef enum table_error attack_function(struct kit *kit, unsigned number);

static enum table_error settings(struct kit *kit, unsigned number)
{
    struct table_command command = kit_command(kit, TABLE_DO_SET, 0);
    command.settings = kit->table->settings;
    command.settings.bot_ms = number % 1000;
    return kit_do(kit, &command);
}

/* The host is passed around. */
static enum table_error hosts(struct kit *kit, unsigned number)
{
    return kit_ask(kit, TABLE_DO_HOST, number % 2, 1 - number % 2, NULL);
}

static enum table_error bots(struct kit *kit, unsigned number)
{
    return number % 2 ? kit_ask(kit, TABLE_DO_KICK, 0, 2, NULL)
                      : kit_ask(kit, TABLE_DO_BOT, 0, 2, "easy");
}

/* Of a stranger, and of many whom the host sends away. */
static enum table_error seats(struct kit *kit, unsigned number)
{
    struct table_settings s = kit->table->settings;
    if (s.game.players < 4) { /* so that the last seat never starts it */
        struct table_command command = kit_command(kit, TABLE_DO_SET, 0);
        s.game.players = 4;
        command.settings = s;
        return kit_do(kit, &command);
    }
    unsigned person = 2 + number / 2 % 40;
    if (number % 2 == 0)
        return kit_ask(kit, TABLE_DO_SIT, person, 2, NULL);
    return kit_ask(kit, TABLE_DO_STAND, person, NONE, NULL);
}

static enum table_error takes_back(struct kit *kit, unsigned number)
{
    return number % 2 ? kit_ask(kit, TABLE_DO_UNDO, 0, NONE, NULL)
                      : kit_move(kit, 0, kit_take(kit));
}

static const struct attack {
    const char *what;
    bool playing;
    attack_function *round;
} attacks[] = {
    {"settings", false, settings},
    {"hosts before", false, hosts},
    {"bots", false, bots},
    {"seats", false, seats},
    {"hosts in a game", true, hosts},
    {"undo", true, takes_back},
};
#define ATTACKS (sizeof attacks / sizeof *attacks)

/* Goes on until it is refused; the table has then no more than its bound. */
static void run_attack(struct kit *kit, const struct attack *attack)
{
    enum table_error error = TABLE_E_OK;
    unsigned number = 1; /* the first one of seats() grows the table */
    if (attack->round != seats)
        number = 0;
    for (unsigned tries = 0; tries < 3 * TABLE_LONGEST && !error; tries++)
        error = attack->round(kit, number++);
    if (error != TABLE_E_TOO_LONG)
        fail_msg("%s: %s at event %llu", attack->what, table_error_name(error),
                 (unsigned long long)kit->table->seq);
    assert_in_range(kit->table->seq, TABLE_LONGEST, TABLE_LONGEST + 1);
}

/* Whatever is tried now: only moves, leaving and closing can still happen. */
static void nothing_grows(struct kit *kit)
{
    uint64_t seq = kit->table->seq;
    for (unsigned i = 0; i < ATTACKS; i++)
        for (unsigned number = 0; number < 6; number++)
            if (attacks[i].round != takes_back || number % 2)
                assert_int_not_equal(attacks[i].round(kit, number), TABLE_E_OK);
    assert_int_equal(kit->table->seq, seq);
}

static void every_attack_ends(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ATTACKS; i++) {
        struct kit kit;
        begin(&kit, attacks[i].playing);
        run_attack(&kit, &attacks[i]);
        nothing_grows(&kit);
        if (attacks[i].playing) {
            kit_play(&kit, 100000);
            assert_int_equal(kit.table->phase, TABLE_OVER);
            assert_in_range(kit.table->seq, TABLE_LONGEST + 1,
                            TABLE_LONGEST + GAME);
            ERROR(kit_ask(&kit, TABLE_DO_AGAIN, 0, NONE, NULL),
                  TABLE_E_TOO_LONG);
            ERROR(kit_ask(&kit, TABLE_DO_START,
                          table_is_owner(kit.table, kit_person(0)) ? 0 : 1,
                          NONE, NULL),
                  TABLE_E_TOO_LONG);
        }
        kit_reload(&kit); /* as long as it is, it comes back */
        ERROR(kit_ask(&kit, TABLE_DO_STAND, 0, NONE, NULL), TABLE_E_OK);
        ERROR(kit_ask(&kit, TABLE_DO_CLOSE, 1, NONE, NULL), TABLE_E_OK);
        kit_end(&kit);
    }
}

/* A retry of what was done is answered as before, however long it is. */
static void retries_are_answered(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, true);
    struct table_command last = kit_command(&kit, TABLE_DO_HOST, 0);
    for (unsigned host = 0; kit.table->seq < TABLE_LONGEST; host = 1 - host) {
        last = kit_command(&kit, TABLE_DO_HOST, host);
        last.seat = (uint8_t)(1 - host);
        ERROR(kit_do(&kit, &last), TABLE_E_OK);
    }
    uint64_t seq = kit.seq;
    ERROR(kit_do(&kit, &last), TABLE_E_OK);
    assert_int_equal(kit.seq, seq);
    kit_end(&kit);
}

/* ---- Names ---- */

static void name_often(struct kit *kit, unsigned person)
{
    uint64_t seq = kit->table->seq;
    for (unsigned i = 0; i < TABLE_NAMES; i++)
        ERROR(kit_ask(kit, TABLE_DO_NAME, person, NONE, NULL), TABLE_E_OK);
    for (unsigned i = 0; i < 3; i++)
        ERROR(kit_ask(kit, TABLE_DO_NAME, person, NONE, NULL),
              TABLE_E_TOO_MANY_NAMES);
    assert_int_equal(kit->table->seq, seq + TABLE_NAMES);
}

/* One guest's names leave room for what the others do. */
static void names_are_counted(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, false);
    name_often(&kit, 1);
    kit_reload(&kit); /* nor does a new process forget */
    ERROR(kit_ask(&kit, TABLE_DO_NAME, 1, NONE, NULL), TABLE_E_TOO_MANY_NAMES);
    name_often(&kit, 0); /* the others' are their own */
    for (unsigned game = 0; game < 2; game++) {
        if (game == 0) {
            ERROR(kit_ask(&kit, TABLE_DO_START, 0, NONE, "easy"), TABLE_E_OK);
        } else {
            ERROR(kit_ask(&kit, TABLE_DO_AGAIN, 0, NONE, NULL), TABLE_E_OK);
            ERROR(kit_ask(&kit, TABLE_DO_AGAIN, 1, NONE, NULL), TABLE_E_OK);
        }
        assert_int_equal(kit.table->phase, TABLE_PLAYING);
        name_often(&kit, 1);
        kit_play(&kit, 100000);
        ERROR(kit_ask(&kit, TABLE_DO_NAME, 1, NONE, NULL),
              TABLE_E_TOO_MANY_NAMES);
    }
    kit_end(&kit);
}

/* ---- Coming and going ---- */

/* Leaves until a stand-in comes, and is back before it moves. */
static void flap(struct kit *kit, unsigned seat)
{
    table_present(kit->table, seat, false, kit->now);
    kit->now = table_due(kit->table);
    table_tick(kit->table, kit->now);
    assert_true(kit->table->seat[seat].stand_in);
    table_present(kit->table, seat, true, kit->now);
}

static void grace_grows(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, true);
    for (unsigned i = 0; i < 90; i++) {
        uint64_t before = kit.now;
        flap(&kit, 0);
        assert_false(kit.table->seat[0].stand_in);
        uint64_t grace = i < 64 ? SECOND : SECOND << (i - 63);
        assert_int_equal(kit.now - before, grace < DAY ? grace : DAY);
    }
    /* The other seat's is its own. */
    uint64_t before = kit.now;
    flap(&kit, 1);
    assert_int_equal(kit.now - before, SECOND);
    /* And the next game begins with what was agreed. */
    kit_play(&kit, 100000);
    ERROR(kit_ask(&kit, TABLE_DO_AGAIN, 0, NONE, NULL), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_AGAIN, 1, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    before = kit.now;
    flap(&kit, 0);
    assert_int_equal(kit.now - before, SECOND);
    kit_end(&kit);
}

/* A month of it is a few hundred events. */
static void flapping_is_slow(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, true);
    uint64_t begun = kit.table->seq;
    for (uint64_t end = kit.now + 30 * DAY; kit.now < end;) {
        flap(&kit, 0);
        flap(&kit, 1);
    }
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    assert_in_range(kit.table->seq - begun, 300, 2 * 2 * (64 + 17 + 30));
    kit_end(&kit);
}

static void only_a_move_is_being_back_in_the_end(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, true);
    run_attack(&kit, &attacks[4]);
    flap(&kit, 0);
    assert_true(kit.table->seat[0].stand_in);
    uint64_t seq = kit.table->seq;
    for (unsigned i = 0; i < 1000; i++) {
        table_present(kit.table, 0, i % 2, kit.now);
        table_tick(kit.table, kit.now);
    }
    assert_int_equal(kit.table->seq, seq);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_false(kit.table->seat[0].stand_in);
    assert_int_equal(kit.table->seq, seq + 2);
    kit_play(&kit, 100000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    kit_end(&kit);
}

/* Logs of earlier versions may have no grace at all. */
static void old_settings_are_bounded_too(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, true);
    kit.table->settings.grace_ms = 0;
    kit.second->settings.grace_ms = 0;
    uint64_t before = kit.now;
    flap(&kit, 0);
    assert_int_equal(kit.now - before, SECOND);
    kit_end(&kit);
}

/* ---- All of it ---- */

static void try_anything(struct kit *kit, tio_random *random)
{
    unsigned person = tio_random_below(random, 4);
    unsigned type = tio_random_below(random, TABLE_COMMAND_TYPES);
    struct table_command command = kit_command(kit, type, person);
    char text[TIO_MOVE_TEXT] = "pass";
    unsigned seat = table_seat_of(kit->table, command.person);
    if (kit->table->phase == TABLE_PLAYING && seat != NONE &&
        tio_game_deciders(&kit->table->game) >> seat & 1)
        kit_choose(kit, seat, text);
    command.text = text;
    command.seat = (uint8_t)tio_random_below(random, 4);
    command.settings = kit->table->settings;
    (void)snprintf(command.level, sizeof command.level, "easy");
    /* Nobody ends it, and all who can do something stay. */
    bool sends_away = type == TABLE_DO_KICK && command.seat < TIO_MAX_PLAYERS &&
                      kit->table->seat[command.seat].kind == TABLE_SEAT_PERSON;
    if (type == TABLE_DO_CLOSE || type == TABLE_DO_STAND || sends_away ||
        (type == TABLE_DO_START && kit->table->phase == TABLE_OVER))
        command.type = TABLE_DO_UNDO;
    (void)kit_do(kit, &command);
    if (seat != NONE && tio_random_below(random, 4) == 0)
        table_present(kit->table, seat, tio_random_below(random, 2), kit->now);
}

static void nothing_is_endless(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct kit kit;
        tio_random random;
        tio_random_init(&random, seed, 9);
        begin(&kit, false);
        for (unsigned i = 0; i < 30000; i++) {
            try_anything(&kit, &random);
            kit_run(&kit, kit.now + tio_random_below(&random, 3000));
        }
        assert_in_range(kit.table->seq, TABLE_LONGEST, TABLE_LONGEST + GAME);
        assert_int_not_equal(kit.table->phase, TABLE_PLAYING);
        kit_end(&kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attack_ends),
        cmocka_unit_test(retries_are_answered),
        cmocka_unit_test(names_are_counted),
        cmocka_unit_test(grace_grows),
        cmocka_unit_test(flapping_is_slow),
        cmocka_unit_test(only_a_move_is_being_back_in_the_end),
        cmocka_unit_test(old_settings_are_bounded_too),
        cmocka_unit_test(nothing_is_endless),
    };
    return cmocka_run_group_tests_name("table bound", tests, NULL, NULL);
}
