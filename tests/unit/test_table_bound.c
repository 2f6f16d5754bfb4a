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
#define TIMES 10000 /* that something is tried */

/* Persons 0 and 1 on the first seats; the others are free, or a bot's. */
static void begin(struct kit *kit, bool playing)
{
    struct table_settings settings = table_settings_default(playing ? 3 : 4);
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

/* As long as they may be, and each another one. */
static enum table_error decks(struct kit *kit, unsigned number)
{
    static char deck[TABLE_DECK];
    struct table_command command = kit_command(kit, TABLE_DO_SET, 0);
    size_t used = 0;
    for (unsigned i = 0; i < 150; i++)
        used += (size_t)snprintf(deck + used, sizeof deck - used,
                                 "combo %u L1 L2 L3 D4 D5 # %055u\n",
                                 1 + (number + i) % 20, i);
    used += (size_t)snprintf(deck + used, sizeof deck - used,
                             "action take 2 x50\n");
    assert_in_range(used, TABLE_DECK - 600, TABLE_DECK - 1);
    command.settings = kit->table->settings;
    (void)snprintf(command.settings.deck, sizeof command.settings.deck, "own");
    command.deck = deck;
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

/* Of a stranger, and of many whom the host sends away; the last free seat is
 * left, for it would start the game. */
static enum table_error sits(struct kit *kit, unsigned number, bool sent_away)
{
    unsigned person = 2 + number / 3 % 40;
    if (number % 3 == 0)
        return kit_ask(kit, TABLE_DO_SIT, person, 2, NULL);
    if (number % 3 == 1)
        return kit_ask(kit, TABLE_DO_NAME, person, NONE, NULL);
    return sent_away ? kit_ask(kit, TABLE_DO_KICK, 0, 2, NULL)
                     : kit_ask(kit, TABLE_DO_STAND, person, NONE, NULL);
}

static enum table_error seats(struct kit *kit, unsigned number)
{
    return sits(kit, number, false);
}

static enum table_error kicks(struct kit *kit, unsigned number)
{
    return sits(kit, number, true);
}

static enum table_error names(struct kit *kit, unsigned number)
{
    (void)number;
    return kit_ask(kit, TABLE_DO_NAME, 1, NONE, NULL);
}

static enum table_error takes_back(struct kit *kit, unsigned number)
{
    return number % 2 ? kit_ask(kit, TABLE_DO_UNDO, 0, NONE, NULL)
                      : kit_move(kit, 0, kit_take(kit));
}

static enum table_error hurries(struct kit *kit, unsigned number)
{
    return number ? kit_ask(kit, TABLE_DO_HURRY, 0, NONE, NULL)
                  : kit_move(kit, 0, "pass");
}

/* What can be done once: the same again is answered and changes nothing. */
static enum table_error wants_again(struct kit *kit, unsigned number)
{
    (void)number;
    return kit_ask(kit, TABLE_DO_AGAIN, 1, NONE, NULL);
}

static enum table_error leaves(struct kit *kit, unsigned number)
{
    (void)number;
    return kit_ask(kit, TABLE_DO_STAND, 1, NONE, NULL);
}

/* Somebody comes and goes, and each time the host has a bot play at once. */
static enum table_error relieves(struct kit *kit, unsigned number)
{
    table_present(kit->table, 1, true, kit->now);
    kit->now += number;
    table_present(kit->table, 1, false, kit->now);
    return kit_ask(kit, TABLE_DO_RELIEVE, 0, 1, NULL);
}

/* The same, and the host waits. */
static enum table_error waits(struct kit *kit, unsigned number)
{
    table_present(kit->table, 1, true, kit->now);
    kit->now += number;
    table_present(kit->table, 1, false, kit->now);
    return kit_ask(kit, TABLE_DO_WAIT, 0, 1, NULL);
}

static enum table_error reopens(struct kit *kit, unsigned number)
{
    (void)number;
    return kit_ask(kit, TABLE_DO_REOPEN, 0, NONE, NULL);
}

static enum table_error starts(struct kit *kit, unsigned number)
{
    (void)number;
    return kit_ask(kit, TABLE_DO_START, 0, NONE, "easy");
}

static enum table_error closes(struct kit *kit, unsigned number)
{
    (void)number;
    return kit_ask(kit, TABLE_DO_CLOSE, 0, NONE, NULL);
}

static const struct attack {
    const char *what;
    uint8_t phase; /* of the table */
    attack_function *round;
    enum table_error end; /* what is heard in the end, or OK */
    unsigned rounds;
} attacks[] = {
    {"settings", TABLE_OPEN, settings, TABLE_E_OK, TIMES},
    {"decks", TABLE_OPEN, decks, TABLE_E_OK, 300},
    {"hosts before", TABLE_OPEN, hosts, TABLE_E_OK, TIMES},
    {"bots", TABLE_OPEN, bots, TABLE_E_OK, TIMES},
    {"seats", TABLE_OPEN, seats, TABLE_E_OK, TIMES},
    {"kicks", TABLE_OPEN, kicks, TABLE_E_OK, TIMES},
    {"names", TABLE_OPEN, names, TABLE_E_TOO_MANY_NAMES, TIMES},
    {"starts", TABLE_OPEN, starts, TABLE_E_NOT_OPEN, TIMES},
    {"closes", TABLE_OPEN, closes, TABLE_E_CLOSED, TIMES},
    {"names in a game", TABLE_PLAYING, names, TABLE_E_TOO_MANY_NAMES, TIMES},
    {"undo", TABLE_PLAYING, takes_back, TABLE_E_TOO_MANY_UNDOS, TIMES},
    {"hosts in a game", TABLE_PLAYING, hosts, TABLE_E_LOG_FULL, TIMES},
    {"hurries", TABLE_PLAYING, hurries, TABLE_E_NO_HURRY, TIMES},
    {"leaves", TABLE_PLAYING, leaves, TABLE_E_NOT_SEATED, TIMES},
    {"relieves", TABLE_PLAYING, relieves, TABLE_E_TOO_OFTEN, TIMES},
    {"waits", TABLE_PLAYING, waits, TABLE_E_TOO_OFTEN, TIMES},
    {"hosts after it", TABLE_OVER, hosts, TABLE_E_LOG_FULL, TIMES},
    {"names after it", TABLE_OVER, names, TABLE_E_TOO_MANY_NAMES, TIMES},
    {"again", TABLE_OVER, wants_again, TABLE_E_OK, TIMES},
    {"reopens", TABLE_OVER, reopens, TABLE_E_NOT_OVER, TIMES},
};
#define ATTACKS (sizeof attacks / sizeof *attacks)

static const struct attack *attack_named(const char *what)
{
    for (unsigned i = 0; i < ATTACKS; i++)
        if (strcmp(attacks[i].what, what) == 0)
            return &attacks[i];
    fail_msg("no attack %s", what);
    return NULL;
}

/* Nothing but the game that is on grows a log beyond this. */
static size_t most_bytes(const struct kit *kit)
{
    return kit->table->phase == TABLE_OPEN
               ? TABLE_EVENT + TABLE_LOG_OPEN + TABLE_EVENT
               : TABLE_LOG_FULL + TABLE_EVENT;
}

static void begin_at(struct kit *kit, unsigned phase)
{
    begin(kit, phase != TABLE_OPEN);
    if (phase == TABLE_OVER)
        kit_play(kit, 100000);
    assert_int_equal(kit->table->phase, phase);
}

/* Goes on until it is refused, or for long. */
static void run_attack(struct kit *kit, const struct attack *attack)
{
    enum table_error error = TABLE_E_OK;
    for (unsigned number = 0; number < attack->rounds && !error; number++) {
        error = attack->round(kit, number);
        if (kit->bytes > most_bytes(kit))
            fail_msg("%s: %zu bytes", attack->what, kit->bytes);
    }
    if (error != attack->end)
        fail_msg("%s: %s at event %llu", attack->what, table_error_name(error),
                 (unsigned long long)kit->table->seq);
}

static void every_attack_ends(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ATTACKS; i++) {
        struct kit kit;
        begin_at(&kit, attacks[i].phase);
        table_free(kit.second); /* the reload compares, and once is enough */
        kit.second = NULL;
        run_attack(&kit, &attacks[i]);
        kit_reload(&kit); /* as long as it is, it comes back */
        assert_true(kit.bytes <= most_bytes(&kit));
        if (kit.table->phase == TABLE_PLAYING) {
            kit_play(&kit, 100000);
            assert_int_equal(kit.table->phase, TABLE_OVER);
            assert_true(kit.bytes <= TABLE_LOG_MOST);
        }
        kit_end(&kit);
    }
}

/* Every request that there is was tried. */
static void every_request_is_tried(void **state)
{
    static const struct {
        unsigned command;
        const char *attack;
    } tried[] = {
        {TABLE_DO_SIT, "seats"},         {TABLE_DO_STAND, "leaves"},
        {TABLE_DO_KICK, "kicks"},        {TABLE_DO_BOT, "bots"},
        {TABLE_DO_NAME, "names"},        {TABLE_DO_SET, "decks"},
        {TABLE_DO_HOST, "hosts before"}, {TABLE_DO_START, "starts"},
        {TABLE_DO_MOVE, "undo"},         {TABLE_DO_UNDO, "undo"},
        {TABLE_DO_HURRY, "hurries"},     {TABLE_DO_AGAIN, "again"},
        {TABLE_DO_RELIEVE, "relieves"},  {TABLE_DO_WAIT, "waits"},
        {TABLE_DO_REOPEN, "reopens"},    {TABLE_DO_CLOSE, "closes"},
    };
    unsigned found = 0;
    (void)state;
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        assert_non_null(attack_named(tried[i].attack));
        found |= 1U << tried[i].command;
    }
    assert_int_equal(found, (1U << TABLE_COMMAND_TYPES) - 1);
}

/* ---- Snapshots ---- */

/* Changes take the place of each other: the log stays as short as it was. */
static void settings_replace_each_other(void **state)
{
    struct kit kit;
    size_t longest = 0;
    (void)state;
    begin(&kit, false);
    for (unsigned number = 0; number < 100; number++) {
        ERROR(decks(&kit, number), TABLE_E_OK);
        if (kit.bytes > longest)
            longest = kit.bytes;
    }
    assert_in_range(kit.snapshots, 33, 100);
    assert_in_range(longest, TABLE_DECK, 3 * TABLE_EVENT);
    /* And none is made without need. */
    unsigned before = kit.snapshots;
    ERROR(kit_ask(&kit, TABLE_DO_NAME, 1, NONE, NULL), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_HOST, 0, 1, NULL), TABLE_E_OK);
    assert_int_equal(kit.snapshots, before);
    kit_end(&kit);
}

/* A retry is still known after the event that carried it is gone. */
static void retries_outlive_snapshots(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, false);
    struct table_command last = kit_command(&kit, TABLE_DO_HOST, 0);
    last.seat = 1;
    unsigned made = kit.snapshots;
    for (unsigned host = 0; kit.snapshots == made; host = 1 - host) {
        last = kit_command(&kit, TABLE_DO_HOST, host);
        last.seat = (uint8_t)(1 - host);
        ERROR(kit_do(&kit, &last), TABLE_E_OK);
    }
    assert_int_equal(kit.lines, 1);
    uint64_t seq = kit.seq;
    assert_int_equal(seq, kit.table->seq - 1);
    kit_reload(&kit);
    ERROR(kit_do(&kit, &last), TABLE_E_OK);
    assert_int_equal(kit.seq, seq);
    kit_end(&kit);
}

/* Of a series only the game that is on is folded again. */
static void a_rematch_begins_a_new_log(void **state)
{
    struct kit kit;
    size_t first = 0;
    (void)state;
    begin(&kit, true);
    for (unsigned game = 0; game < 12; game++) {
        kit_play(&kit, 100000);
        assert_int_equal(kit.table->phase, TABLE_OVER);
        if (game == 0)
            first = kit.bytes;
        assert_in_range(kit.bytes, first / 2, 2 * first);
        kit_reload(&kit);
        table_present(kit.table, 0, true, kit.now);
        table_present(kit.table, 1, true, kit.now);
        ERROR(kit_ask(&kit, TABLE_DO_AGAIN, 0, NONE, NULL), TABLE_E_OK);
        ERROR(kit_ask(&kit, TABLE_DO_AGAIN, 1, NONE, NULL), TABLE_E_OK);
        assert_int_equal(kit.snapshots, game + 1);
        assert_int_equal(kit.table->games, game + 2);
        assert_non_null(strstr(kit.line[0], " snapshot "));
        assert_non_null(strstr(kit.line[1], " start "));
    }
    kit_end(&kit);
}

/* Whoever is there stays there, and nobody is asked anything by it. */
static void a_snapshot_sends_nobody_away(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, false);
    table_present(kit.table, 1, false, kit.now);
    uint64_t due = table_due(kit.table);
    for (unsigned number = 0; kit.snapshots == 0; number++)
        ERROR(settings(&kit, number), TABLE_E_OK);
    assert_true(kit.table->seat[0].present);
    assert_false(kit.table->seat[1].present);
    assert_int_equal(table_due(kit.table), due);
    kit_end(&kit);
}

/* As earlier versions have left it: all settings that there ever were. */
static void old_logs_are_shortened(void **state)
{
    struct kit kit;
    char why[200];
    (void)state;
    begin(&kit, false);
    while (kit.table->log <= 2 * TABLE_LOG_OPEN) {
        struct table_event event;
        memset(&event, 0, sizeof event);
        event.type = TABLE_EVENT_SET;
        event.seq = kit.table->seq + 1;
        event.time = kit.now;
        event.settings = kit.table->settings;
        assert_true(table_fold(kit.table, &event, why));
        assert_true(table_fold(kit.second, &event, why));
    }
    table_resume(kit.table, kit.now);
    assert_int_equal(kit.snapshots, 1);
    assert_int_equal(kit.lines, 1);
    kit_end(&kit);
}

/* ---- A log that is full ---- */

/* The longest game: five who each start nine rounds. */
static void begin_longest(struct kit *kit)
{
    struct table_settings settings = table_settings_default(TIO_MAX_PLAYERS);
    settings.game.starts = TIO_MAX_STARTS;
    settings.game.first = 0;
    kit_begin(kit, 5);
    kit_create(kit, &settings);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        ERROR(kit_sit(kit, i, i), TABLE_E_OK);
    assert_int_equal(kit->table->phase, TABLE_PLAYING);
}

static void the_game_comes_to_its_end(void **state)
{
    struct kit kit;
    (void)state;
    begin_longest(&kit);
    size_t before = kit.bytes;
    kit_play(&kit, 100000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    /* There is much room beside any game. */
    assert_in_range(kit.bytes - before, TABLE_LOG_FULL / 10,
                    TABLE_LOG_FULL / 2);
    kit_end(&kit);
    begin_longest(&kit);
    run_attack(&kit, attack_named("hosts in a game"));
    kit_play(&kit, 100000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    assert_in_range(kit.bytes, TABLE_LOG_FULL, TABLE_LOG_MOST);
    /* A rematch is possible, and begins a log that is not full. */
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        ERROR(kit_ask(&kit, TABLE_DO_AGAIN, i, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    assert_in_range(kit.bytes, 1, TABLE_LOG_OPEN);
    ERROR(names(&kit, 0), TABLE_E_OK);
    kit_end(&kit);
}

/* Whatever else is tried is refused by name, and changes nothing. */
static void the_rest_is_refused(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, true);
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_int_equal(table_undo_seat(kit.table), 0);
    run_attack(&kit, attack_named("hosts in a game"));
    uint64_t seq = kit.table->seq;
    ERROR(names(&kit, 0), TABLE_E_LOG_FULL);
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 0, NONE, NULL), TABLE_E_LOG_FULL);
    assert_int_equal(table_undo_seat(kit.table), NONE); /* nor is it offered */
    assert_int_equal(kit.table->seq, seq);
    ERROR(kit_ask(&kit, TABLE_DO_STAND, 0, NONE, NULL), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_CLOSE, 1, NONE, NULL), TABLE_E_OK);
    kit_end(&kit);
}

static void undo_is_counted(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, true);
    for (unsigned i = 0; i < TABLE_UNDOS; i++) {
        ERROR(takes_back(&kit, 0), TABLE_E_OK);
        assert_int_equal(table_undo_seat(kit.table), 0);
        ERROR(takes_back(&kit, 1), TABLE_E_OK);
    }
    ERROR(takes_back(&kit, 0), TABLE_E_OK);
    assert_int_equal(table_undo_seat(kit.table), NONE);
    ERROR(takes_back(&kit, 1), TABLE_E_TOO_MANY_UNDOS);
    kit_reload(&kit);
    ERROR(takes_back(&kit, 1), TABLE_E_TOO_MANY_UNDOS);
    /* The other's are their own, and the next game's are new. */
    ERROR(kit_move(&kit, 1, kit_take(&kit)), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_UNDO, 1, NONE, NULL), TABLE_E_OK);
    kit_play(&kit, 100000);
    for (unsigned i = 0; i < 2; i++)
        ERROR(kit_ask(&kit, TABLE_DO_AGAIN, i, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->seat[0].undos, 0);
    kit_end(&kit);
}

/* The host may allow fewer. Who has no limit finds none in log and state. */
static void undo_is_counted_as_agreed(void **state)
{
    struct kit kit;
    struct table_event event = {.type = TABLE_EVENT_SET, .seq = 1, .time = 1};
    struct table_event read;
    char line[TABLE_EVENT];
    char room[TABLE_DECK];
    (void)state;
    event.settings = table_settings_default(2);
    size_t size = table_event_print(&event, NULL, line);
    assert_null(strstr(line, " undos="));
    assert_true(table_event_parse(line, size, NULL, &read, room, NULL));
    assert_int_equal(read.settings.undos, 0);
    event.settings.undos = 2;
    size = table_event_print(&event, NULL, line);
    assert_non_null(strstr(line, " undos=2 deck="));
    assert_true(table_event_parse(line, size, NULL, &read, room, NULL));
    assert_int_equal(read.settings.undos, 2);
    event.settings.undos = 10;
    assert_false(table_settings_check(&event.settings, NULL, NULL));
    begin(&kit, false);
    struct table_command command = kit_command(&kit, TABLE_DO_SET, 0);
    command.settings = kit.table->settings;
    command.settings.undos = 2;
    ERROR(kit_do(&kit, &command), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_START, 0, NONE, "easy"), TABLE_E_OK);
    kit_reload(&kit);
    for (unsigned i = 0; i < 2; i++) {
        ERROR(takes_back(&kit, 0), TABLE_E_OK);
        ERROR(takes_back(&kit, 1), TABLE_E_OK);
    }
    ERROR(takes_back(&kit, 0), TABLE_E_OK);
    assert_int_equal(table_undo_seat(kit.table), NONE);
    ERROR(takes_back(&kit, 1), TABLE_E_TOO_MANY_UNDOS);
    kit_end(&kit);
}

/* A retry of what was done is answered as before, however long it is. */
static void retries_are_answered(void **state)
{
    struct kit kit;
    (void)state;
    begin(&kit, true);
    struct table_command last = kit_command(&kit, TABLE_DO_HOST, 0);
    for (unsigned host = 0; kit.bytes < TABLE_LOG_FULL; host = 1 - host) {
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
    run_attack(&kit, attack_named("hosts in a game"));
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
            if (kit.bytes > TABLE_LOG_MOST)
                fail_msg("%zu bytes", kit.bytes);
        }
        assert_true(kit.snapshots > 0);
        kit_end(&kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attack_ends),
        cmocka_unit_test(every_request_is_tried),
        cmocka_unit_test(settings_replace_each_other),
        cmocka_unit_test(retries_outlive_snapshots),
        cmocka_unit_test(a_rematch_begins_a_new_log),
        cmocka_unit_test(a_snapshot_sends_nobody_away),
        cmocka_unit_test(old_logs_are_shortened),
        cmocka_unit_test(the_game_comes_to_its_end),
        cmocka_unit_test(the_rest_is_refused),
        cmocka_unit_test(undo_is_counted),
        cmocka_unit_test(undo_is_counted_as_agreed),
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
