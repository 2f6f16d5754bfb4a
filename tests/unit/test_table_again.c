/* A rematch that the host begins without waiting for everybody; and what is left
 * of what was before, which is nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"
#include "table/json.h"
#include "table/parts.h"

#define NONE TIO_NONE
#define ERROR(call, expected)                                                  \
    assert_string_equal(table_error_name(call), table_error_name(expected))

/* What was told of who left, and in which order things happened. */
struct told {
    char leave[4][128];
    unsigned leaves;
    char order[64];
};

static void heard(void *context, const struct table *table,
                  const struct table_event *event)
{
    static const char letters[TABLE_EVENT_TYPES] = {
        [TABLE_EVENT_LEAVE] = 'l',
        [TABLE_EVENT_BOT] = 'b',
        [TABLE_EVENT_START] = 's',
    };
    struct told *told = context;
    size_t length = strlen(told->order);
    if (letters[event->type] && length + 1 < sizeof told->order)
        told->order[length] = letters[event->type];
    if (event->type != TABLE_EVENT_LEAVE || told->leaves == 4)
        return;
    struct json json =
        json_fixed(told->leave[told->leaves++], sizeof told->leave[0]);
    struct table_viewer viewer = {TIO_SPECTATOR, false};
    size_t size;
    table_json_news(&json, table, event, viewer);
    assert_non_null(json_text(&json, &size));
}

/* A game of four that is over. Persons 0 to 3 sit on the seats of their number;
 * without `host_sits` a bot has the first. */
static void to_the_end(struct kit *kit, struct told *told, bool host_sits)
{
    struct table_settings settings = table_settings_default(4);
    settings.game.starts = 1;
    settings.game.first = 2;
    settings.watch = TABLE_WATCH_NOBODY;
    (void)snprintf(settings.stand_in, sizeof settings.stand_in, "random");
    kit_begin(kit, 8);
    kit_create(kit, &settings);
    if (!host_sits)
        ERROR(kit_ask(kit, TABLE_DO_BOT, 0, 0, "easy"), TABLE_E_OK);
    for (unsigned i = host_sits ? 0 : 1; i < 4; i++)
        ERROR(kit_sit(kit, i, i), TABLE_E_OK);
    kit_play(kit, 100000);
    assert_int_equal(kit->table->phase, TABLE_OVER);
    memset(told, 0, sizeof *told);
    kit->heard = heard;
    kit->context = told;
}

static enum table_error start(struct kit *kit, const char *level)
{
    return kit_ask(kit, TABLE_DO_START, 0, NONE, level);
}

static enum table_error again(struct kit *kit, unsigned person)
{
    return kit_ask(kit, TABLE_DO_AGAIN, person, NONE, NULL);
}

static void the_host_need_not_wait(void **state)
{
    struct kit kit;
    struct told told;
    (void)state;
    to_the_end(&kit, &told, true);
    uint64_t seq = kit.table->seq;
    ERROR(start(&kit, NULL), TABLE_E_NOT_AGREED);
    assert_int_equal(kit.table->seq, seq);
    ERROR(again(&kit, 2), TABLE_E_OK);
    /* Somebody has agreed, but not the host, who sits there. */
    ERROR(start(&kit, NULL), TABLE_E_NOT_AGREED);
    ERROR(again(&kit, 0), TABLE_E_OK);
    uint8_t share = kit.table->seat[2].bytes[0];
    ERROR(kit_ask(&kit, TABLE_DO_START, 2, NONE, NULL), TABLE_E_NOT_HOST);
    seq = kit.table->seq;
    ERROR(start(&kit, "nobody"), TABLE_E_NO_SUCH_BOT);
    assert_int_equal(kit.table->seq, seq);
    assert_int_equal(told.order[0], 0);

    struct table_command command = kit_command(&kit, TABLE_DO_START, 0);
    (void)snprintf(command.level, sizeof command.level, "easy");
    ERROR(kit_do(&kit, &command), TABLE_E_OK);
    assert_string_equal(told.order, "llbbs");
    assert_int_equal(kit.seq, seq + 6); /* after a snapshot */
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    assert_int_equal(kit.table->games, 2);
    assert_int_equal(kit.table->first, 3); /* it moves on */
    assert_int_equal(kit.table->seat[2].kind, TABLE_SEAT_PERSON);
    assert_int_equal(kit.table->seat[2].bytes[0], share);
    assert_false(kit.table->seat[2].again);
    for (unsigned i = 1; i < 4; i += 2) {
        char told_of[80];
        assert_int_equal(kit.table->seat[i].kind, TABLE_SEAT_BOT);
        assert_string_equal(kit.table->seat[i].level, "easy");
        assert_false(kit.table->seat[i].contributed);
        (void)snprintf(
            told_of, sizeof told_of,
            "\"seat\":%u,\"by\":\"host\",\"tale\":[[\"LEFT_OUT\",%u]]}", i + 1,
            i + 1);
        assert_non_null(strstr(told.leave[i / 2], told_of));
    }
    /* A retry changes nothing. */
    ERROR(kit_do(&kit, &command), TABLE_E_OK);
    assert_int_equal(kit.seq, seq + 6);
    assert_int_equal(kit.table->games, 2);
    kit_play(&kit, 100000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    kit_end(&kit);
}

static bool knows_letters(void *context, const char *level)
{
    (void)context;
    return strlen(level) == 1 || tio_bot_named(level) != NULL;
}

/* A program of others may have a name of one letter; without a name a game
 * begins with `normal`, a rematch with the table's stand-in. */
static void levels_are_heard(void **state)
{
    static const char *const asked[] = {"x", NULL};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct kit kit;
        struct told told;
        struct table_settings settings = table_settings_default(3);
        kit_begin(&kit, 8);
        kit.host.knows = knows_letters;
        kit_create(&kit, &settings);
        ERROR(kit_sit(&kit, 0, 1), TABLE_E_OK);
        ERROR(start(&kit, asked[i]), TABLE_E_OK);
        const char *wanted = asked[i] ? "x" : "normal";
        assert_string_equal(kit.table->seat[0].level, wanted);
        assert_string_equal(kit.table->seat[2].level, wanted);
        assert_string_equal(kit.table->seat[2].name, asked[i] ? "x 3" : "Hugo");
        kit_end(&kit);

        to_the_end(&kit, &told, true);
        kit.host.knows = knows_letters;
        ERROR(again(&kit, 0), TABLE_E_OK);
        ERROR(start(&kit, asked[i]), TABLE_E_OK);
        wanted = asked[i] ? "x" : "random";
        assert_string_equal(kit.table->seat[1].level, wanted);
        assert_string_equal(kit.table->seat[3].level, wanted);
        kit_end(&kit);
    }
}

/* Who was left out has no seat any more, and none to come back to. */
static void who_is_left_out_stays_out(void **state)
{
    struct kit kit;
    struct told told;
    (void)state;
    to_the_end(&kit, &told, true);
    ERROR(again(&kit, 0), TABLE_E_OK);
    assert_int_equal(table_viewer(kit.table, kit_person(1)), 1);
    ERROR(start(&kit, NULL), TABLE_E_OK);
    assert_string_equal(kit.table->seat[1].level, "random"); /* the stand-in */
    for (unsigned over = 0; over < 2; over++) {
        ERROR(kit_sit(&kit, 1, NONE), TABLE_E_NOT_OPEN);
        ERROR(again(&kit, 1), TABLE_E_NOT_SEATED);
        ERROR(kit_move(&kit, 1, "pass"), TABLE_E_NOT_SEATED);
        assert_int_equal(table_viewer(kit.table, kit_person(1)), TIO_NONE);
        kit_play(&kit, 100000);
    }
    /* The host alone with bots: one word is enough, without start. */
    ERROR(again(&kit, 0), TABLE_E_OK);
    assert_int_equal(kit.table->games, 3);
    kit_end(&kit);
}

/* The table is open again: other settings, and other people on free seats. */
static void a_table_is_opened_again(void **state)
{
    struct kit kit;
    struct told told;
    (void)state;
    to_the_end(&kit, &told, true);
    ERROR(kit_ask(&kit, TABLE_DO_REOPEN, 1, NONE, NULL), TABLE_E_NOT_HOST);
    ERROR(again(&kit, 2), TABLE_E_OK);
    ERROR(kit_ask(&kit, TABLE_DO_REOPEN, 0, NONE, NULL), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_OPEN);
    assert_int_equal(kit.table->seat[0].kind, TABLE_SEAT_PERSON);
    assert_int_equal(kit.table->seat[1].kind, TABLE_SEAT_EMPTY);
    assert_int_equal(kit.table->seat[2].kind, TABLE_SEAT_PERSON);
    assert_int_equal(kit.table->seat[3].kind, TABLE_SEAT_EMPTY);
    /* Somebody who has only watched, and whoever thinks better of it. */
    ERROR(kit_sit(&kit, 5, 3), TABLE_E_OK);
    ERROR(kit_sit(&kit, 1, NONE), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    assert_int_equal(kit.table->games, 2);
    kit_play(&kit, 100000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    kit_end(&kit);
}

/* What a log can be cut down to in between is the same table. */
static void a_snapshot_of_a_reopened_table(void **state)
{
    struct kit kit;
    struct told told;
    struct table_settings settings;
    (void)state;
    to_the_end(&kit, &told, true);
    ERROR(kit_ask(&kit, TABLE_DO_REOPEN, 0, NONE, NULL), TABLE_E_OK);
    settings = kit.table->settings;
    settings.game.players = 2;
    settings.game.first = TIO_NONE;
    settings.hints = !settings.hints;
    struct table_command command = kit_command(&kit, TABLE_DO_SET, 0);
    command.settings = settings;
    ERROR(kit_do(&kit, &command), TABLE_E_OK);
    assert_true(table_snapshot(kit.table, kit.now));
    assert_int_equal(kit.table->phase, TABLE_OPEN);
    assert_int_equal(kit.table->games, 1);
    assert_true(kit.table->has_revealed);
    assert_int_equal(kit.table->seat[0].kind, TABLE_SEAT_PERSON);
    assert_int_equal(kit.table->seat[1].kind, TABLE_SEAT_EMPTY);
    kit_reload(&kit);
    ERROR(kit_sit(&kit, 6, NONE), TABLE_E_OK);
    assert_int_equal(kit.table->phase, TABLE_PLAYING);
    kit_play(&kit, 100000);
    kit_end(&kit);
}

static void a_host_who_looks_on(void **state)
{
    struct kit kit;
    struct told told;
    (void)state;
    to_the_end(&kit, &told, false);
    ERROR(start(&kit, NULL), TABLE_E_NOT_AGREED);
    /* One leaves by himself, one agrees, one says nothing. */
    ERROR(kit_ask(&kit, TABLE_DO_STAND, 1, NONE, NULL), TABLE_E_OK);
    ERROR(start(&kit, NULL), TABLE_E_NOT_AGREED);
    ERROR(again(&kit, 3), TABLE_E_OK);
    ERROR(start(&kit, "normal"), TABLE_E_OK);
    assert_string_equal(told.order, "llbbs");
    assert_non_null(
        strstr(told.leave[0],
               "\"seat\":2,\"by\":\"person\",\"tale\":[[\"LEFT\",2]]}"));
    assert_non_null(
        strstr(told.leave[1],
               "\"seat\":3,\"by\":\"host\",\"tale\":[[\"LEFT_OUT\",3]]}"));
    assert_string_equal(kit.table->seat[0].level, "easy");
    assert_string_equal(kit.table->seat[1].level, "normal");
    assert_string_equal(kit.table->seat[2].level, "normal");
    assert_int_equal(kit.table->seat[3].kind, TABLE_SEAT_PERSON);
    kit_play(&kit, 100000);
    assert_int_equal(kit.table->phase, TABLE_OVER);
    kit_end(&kit);
}

/* Of three who said nothing. */
static void a_start_that_was_cut_short_goes_on(void **state)
{
    struct kit kit;
    struct told told;
    (void)state;
    to_the_end(&kit, &told, true);
    kit.keep = true;
    ERROR(again(&kit, 0), TABLE_E_OK);
    size_t before = kit.lines;
    ERROR(start(&kit, "easy"), TABLE_E_OK);
    size_t all = kit.lines;
    for (size_t length = before + 1; length <= all; length++) {
        kit.lines = length;
        struct table *table = kit_fold_again(&kit);
        kit.lines = all;
        /* Until all are put out it waits for the others. */
        bool waits = length < before + 3;
        struct kit part;
        kit_begin(&part, 8);
        table_free(part.table);
        table_free(part.second);
        part.second = NULL;
        part.table = table;
        table->host = &part.host;
        deck_release(kit.host.decks, table->deck);
        table->deck = deck_share(part.host.decks, "standard", NULL, NULL);
        part.now = kit.now;
        part.bytes = table->log;
        table_resume(table, part.now);
        assert_int_equal(table->phase, waits ? TABLE_OVER : TABLE_PLAYING);
        assert_int_equal(table->games, waits ? 1 : 2);
        kit_end(&part);
    }
    kit_end(&kit);
}

/* ---- What an event leaves ---- */

static void folds(struct kit *kit, struct table *table,
                  struct table_event *event)
{
    char why[200] = "";
    event->seq = table->seq + 1;
    event->time = kit->now;
    if (!table_fold(table, event, why))
        fail_msg("%s", why);
}

static void begin_for_two(struct kit *kit)
{
    struct table_settings settings = table_settings_default(2);
    kit_begin(kit, 7);
    kit_create(kit, &settings);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(kit_sit(kit, i, i), TABLE_E_OK);
}

/* Numbers of the game before are not those of the next, also in a log that has
 * no snapshot between them. */
static void a_start_begins_anew(void **state)
{
    struct kit kit;
    (void)state;
    begin_for_two(&kit);
    kit_play(&kit, 100000);
    struct table *table = kit.table;
    assert_int_equal(table->phase, TABLE_OVER);
    table->chances = 9;
    table->hidden_answers = 3;
    table->undo_moves = 2;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        struct table_seat *seat = &table->seat[i];
        seat->again = i < 2;
        seat->stand_in = true;
        seat->stand_ins = seat->names = seat->undos = 5;
        seat->asked_time = seat->question = 4;
        seat->left_ms = 3;
        seat->contributed = true;
    }
    struct table_event start = table_event_new(TABLE_EVENT_START);
    start.seat = 1;
    folds(&kit, table, &start);
    assert_int_equal(table->phase, TABLE_PLAYING);
    assert_int_equal(table->games, 2);
    assert_int_equal(table->first, 1);
    assert_int_equal(table->started, kit.now);
    assert_int_equal(table->position, start.seq);
    assert_int_equal(table->chances, 0);
    assert_int_equal(table->hidden_answers, 0);
    assert_int_equal(table->undo_moves, 0);
    assert_int_equal(table->scored, 0);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++) {
        const struct table_seat *seat = &table->seat[i];
        assert_false(seat->again || seat->stand_in);
        assert_int_equal(seat->stand_ins, 0);
        assert_int_equal(seat->names, 0);
        assert_int_equal(seat->undos, 0);
        assert_int_equal(seat->asked_time, 0);
        assert_int_equal(seat->question, 0);
        assert_int_equal(seat->left_ms, 0);
    }
    kit_end(&kit);
}

static bool all_zero(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    while (size > 0 && *at == 0)
        at++, size--;
    return size == 0;
}

/* A secret is gone once it was told, and nobody is asked at a closed table. */
static void secrets_do_not_stay(void **state)
{
    struct kit kit;
    (void)state;
    begin_for_two(&kit);
    struct table *table = kit.table;
    uint8_t secret[TABLE_BYTES];
    uint8_t commit[TABLE_BYTES];
    memcpy(secret, table->secret, TABLE_BYTES);
    memcpy(commit, table->commit, TABLE_BYTES);
    assert_true(table->seat[0].question || table->seat[1].question);
    struct table_event reveal = table_event_new(TABLE_EVENT_REVEAL);
    folds(&kit, table, &reveal);
    assert_int_equal(table->phase, TABLE_PLAYING);
    assert_true(all_zero(table->secret, TABLE_BYTES));
    assert_true(all_zero(table->commit, TABLE_BYTES));
    assert_memory_equal(table->revealed, secret, TABLE_BYTES);
    assert_memory_equal(table->revealed_commit, commit, TABLE_BYTES);
    assert_true(table->has_revealed && !table->has_secret);
    table->has_secret = true;
    table->phase = TABLE_OPEN;
    table->secret[5] = 1;
    struct table_event close = table_event_new(TABLE_EVENT_CLOSE);
    close.cause = TABLE_CAUSE_OLD;
    folds(&kit, table, &close);
    assert_int_equal(table->cause, TABLE_CAUSE_OLD);
    assert_true(all_zero(table->secret, TABLE_BYTES));
    assert_false(table->has_secret);
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        assert_true(table->seat[i].question == 0 &&
                    table->seat[i].asked_time == 0);
    kit_end(&kit);
}

/* Nor is anything taken back once the secret was told, or by another. */
static void an_undo_is_looked_at(void **state)
{
    struct kit kit;
    char why[200];
    (void)state;
    struct table_settings settings = table_settings_default(2);
    settings.game.first = 0;
    kit_begin(&kit, 7);
    kit_create(&kit, &settings);
    for (unsigned i = 0; i < 2; i++)
        ERROR(kit_sit(&kit, i, i), TABLE_E_OK);
    struct table *table = kit.table;
    struct table_event undo = table_event_new(TABLE_EVENT_UNDO);
    undo.seat = 0;
    undo.seq = table->seq + 1;
    undo.time = kit.now;
    assert_false(table_fold(table, &undo, why));
    ERROR(kit_move(&kit, 0, kit_take(&kit)), TABLE_E_OK);
    assert_int_equal(table->undo_moves, 1);
    undo.seq = table->seq + 1;
    undo.seat = 1;
    assert_false(table_fold(table, &undo, why));
    undo.seat = 0;
    table->has_secret = false;
    assert_false(table_fold(table, &undo, why));
    assert_non_null(strstr(why, "undo: nothing to take back"));
    table->has_secret = true;
    assert_true(table_fold(table, &undo, why));
    assert_int_equal(table->undo_moves, 0);
    kit_end(&kit);
}

/* Whoever sits down after another has nothing of theirs. */
static void seats_are_left_clean(void **state)
{
    struct kit kit;
    (void)state;
    struct table_settings settings = table_settings_default(3);
    kit_begin(&kit, 7);
    kit_create(&kit, &settings);
    struct table *table = kit.table;
    struct table_seat *seat = &table->seat[1];
    struct table_event sit = table_event_new(TABLE_EVENT_SIT);
    struct table_event bot = table_event_new(TABLE_EVENT_BOT);
    struct table_event stand = table_event_new(TABLE_EVENT_STAND);
    sit.seat = bot.seat = stand.seat = 1;
    sit.person = kit_person(1);
    sit.colour = 0xff123456;
    sit.bytes[3] = 7;
    memcpy(sit.name, "Anna", 5);
    memcpy(bot.name, "Mia", 4);
    memcpy(bot.level, "easy", 5);
    stand.cause = TABLE_CAUSE_PERSON;
    seat->names = 3;
    seat->present = true;
    folds(&kit, table, &sit);
    assert_int_equal(seat->colour, 0x123456);
    assert_int_equal(seat->bytes[3], 7);
    assert_int_equal(seat->absent_since, kit.now);
    assert_true(seat->contributed && !seat->present && seat->names == 0);
    struct table_event name = table_event_new(TABLE_EVENT_NAME);
    name.seat = 1;
    name.colour = 0xffabcdef;
    memcpy(name.name, "Bea", 4);
    folds(&kit, table, &name);
    assert_int_equal(seat->colour, 0xabcdef);
    assert_int_equal(seat->names, 1);
    folds(&kit, table, &stand);
    assert_true(all_zero(seat, sizeof *seat));
    memset(seat->bytes, 1, sizeof seat->bytes);
    seat->left = seat->again = true;
    folds(&kit, table, &bot);
    assert_false(seat->left || seat->again || seat->contributed);
    assert_true(all_zero(seat->bytes, sizeof seat->bytes));
    assert_string_equal(seat->name, "Mia");
    assert_string_equal(seat->level, "easy");
    table->rested = 5;
    table->seat[2] = (struct table_seat){.contributed = true, .bytes = {9}};
    table->has_secret = false;
    struct table_event commit = table_event_new(TABLE_EVENT_COMMIT);
    folds(&kit, table, &commit);
    assert_int_equal(table->rested, 0);
    assert_true(all_zero(&table->seat[2], sizeof table->seat[2]));
    kit_end(&kit);
}

static void hears_nothing(void *context, struct table *table,
                          const struct table_event *event)
{
    (void)context;
    (void)table;
    (void)event;
}

/* Something that looks like a sitter lies where a seat more would be. */
static void sit_behind(struct table *table, const struct table_seat *seat)
{
    size_t at = offsetof(struct table, request);
    assert_int_equal(at, offsetof(struct table, seat) + sizeof table->seat);
    assert_true(at + sizeof *seat <= offsetof(struct table, secret));
    memcpy((char *)table + at, seat, sizeof *seat);
}

static void there_is_no_sixth_seat(void **state)
{
    struct kit kit;
    struct table_want want;
    (void)state;
    struct table_settings settings = table_settings_default(2);
    struct table_seat seat = {.kind = TABLE_SEAT_PERSON,
                              .again = true,
                              .contributed = true,
                              .person = kit_person(5),
                              .name = "Sixth",
                              .bytes = {1},
                              .left_ms = 5,
                              .asked_time = 5,
                              .question = 5,
                              .stand_ins = 5,
                              .names = 5,
                              .undos = 5,
                              .absent_since = 5,
                              .thought = {.ticket = 5}};
    kit_begin(&kit, 7);
    kit.host.happened = hears_nothing;
    struct table *table = kit.table;
    assert_int_equal(
        table_create(table, &settings, NULL, kit_person(0), "", kit.now, NULL),
        TABLE_E_OK);
    for (unsigned kind = TABLE_SEAT_PERSON; kind <= TABLE_SEAT_BOT; kind++) {
        seat.kind = (uint8_t)kind;
        seat.thought.answered = kind == TABLE_SEAT_BOT;
        sit_behind(table, &seat);
        struct table before = *table;
        assert_int_equal(table_persons(table), 0);
        assert_int_equal(table_seat_of(table, kit_person(5)), NONE);
        assert_int_equal(table_namesake(table, "Sixth", NONE), NONE);
        assert_false(table_wants(table, kit.now, &want));
        table_tick(table, kit.now);
        table_clocks_start(table);
        table_resume(table, kit.now);
        assert_true(table_due(table) > kit.now);
        assert_memory_equal(table->request, before.request, sizeof seat);
        assert_int_equal(table->seq, before.seq);
    }
    struct table_event event = table_event_new(TABLE_EVENT_SET);
    event.settings = settings;
    folds(&kit, table, &event);
    event = table_event_new(TABLE_EVENT_SIT);
    memcpy(event.name, "Sixth", 6);
    for (unsigned i = 0; i < 2; i++) {
        event.seat = (uint8_t)i;
        event.person = kit_person(i);
        folds(&kit, table, &event);
    }
    sit_behind(table, &seat);
    event = table_event_new(TABLE_EVENT_START);
    event.seat = 0;
    folds(&kit, table, &event);
    assert_memory_equal(table->request, &seat, sizeof seat);
    assert_false(table_wants(table, kit.now, &want));
    event = table_event_new(TABLE_EVENT_REVEAL);
    folds(&kit, table, &event);
    table->phase = TABLE_OVER;
    event = table_event_new(TABLE_EVENT_COMMIT);
    folds(&kit, table, &event);
    event = table_event_new(TABLE_EVENT_CLOSE);
    event.cause = TABLE_CAUSE_OLD;
    folds(&kit, table, &event);
    assert_memory_equal(table->request, &seat, sizeof seat);
    kit_end(&kit);
}

/* In logs, so that they stay what they are; and times that no clock has. */
static void keys_and_times(void **state)
{
    struct kit kit;
    (void)state;
    struct table_person person = {{1, 2, 3}};
    assert_true(table_request_key(person, "") == UINT64_C(0x7b7afd7bd4a93d41));
    assert_true(table_request_key(person, "r\xff") ==
                UINT64_C(0xf66a0eb99ac47922));
    struct table_settings settings = table_settings_default(2);
    kit_begin(&kit, 7);
    struct table *table = table_new(&kit.host);
    kit.host.happened = hears_nothing;
    assert_int_equal(table->first, TIO_NONE);
    assert_int_equal(
        table_create(table, &settings, NULL, kit_person(0), "", 0, NULL),
        TABLE_E_OK);
    assert_int_equal(table->time, 1);
    assert_int_equal(table->created, 1);
    struct table_event event = table_event_new(TABLE_EVENT_SET);
    event.settings = settings;
    assert_true(table_emit(table, &event, UINT64_MAX));
    assert_true(table->time == TABLE_LATEST);
    event.seq = 0;
    assert_true(table_emit(table, &event, 77));
    assert_true(table->time == TABLE_LATEST);
    table_free(table);
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_need_not_wait),
        cmocka_unit_test(who_is_left_out_stays_out),
        cmocka_unit_test(a_table_is_opened_again),
        cmocka_unit_test(a_snapshot_of_a_reopened_table),
        cmocka_unit_test(a_host_who_looks_on),
        cmocka_unit_test(a_start_that_was_cut_short_goes_on),
        cmocka_unit_test(levels_are_heard),
        cmocka_unit_test(a_start_begins_anew),
        cmocka_unit_test(secrets_do_not_stay),
        cmocka_unit_test(seats_are_left_clean),
        cmocka_unit_test(an_undo_is_looked_at),
        cmocka_unit_test(keys_and_times),
        cmocka_unit_test(there_is_no_sixth_seat),
    };
    return cmocka_run_group_tests_name("table again", tests, NULL, NULL);
}
