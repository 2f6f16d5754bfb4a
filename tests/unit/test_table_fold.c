/* Events that can't follow what is there, one by one: a log comes from a disk, and
 * whatever is in it is looked at before it is believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"

#define ERROR(call, expected)                                                  \
    assert_string_equal(table_error_name(call), table_error_name(expected))

/* Persons 0 and up on the first seats. */
static void open_table(struct kit *kit, unsigned players, unsigned persons)
{
    struct table_settings settings = table_settings_default(players);
    kit_begin(kit, 7);
    kit_create(kit, &settings);
    for (unsigned i = 0; i < persons; i++)
        ERROR(kit_sit(kit, i, i), TABLE_E_OK);
}

static void seats_that_are_not_there(void **state)
{
    static const uint8_t types[] = {
        TABLE_EVENT_SIT,  TABLE_EVENT_BOT,   TABLE_EVENT_STAND,
        TABLE_EVENT_NAME, TABLE_EVENT_LEAVE, TABLE_EVENT_STAND_IN,
        TABLE_EVENT_BACK, TABLE_EVENT_AGAIN, TABLE_EVENT_UNDO,
    };
    static const uint8_t seats[] = {3, 4, TIO_MAX_PLAYERS, 200, TIO_NONE};
    struct kit kit;
    (void)state;
    open_table(&kit, 3, 2);
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
        for (unsigned j = 0; j < sizeof seats / sizeof *seats; j++) {
            struct table_event event;
            char why[200] = "";
            memset(&event, 0, sizeof event);
            event.type = types[i];
            event.seat = seats[j];
            event.seq = kit.table->seq + 1;
            event.time = kit.now;
            event.person = kit_person(9);
            (void)snprintf(event.name, sizeof event.name, "Nobody");
            (void)snprintf(event.level, sizeof event.level, "easy");
            assert_false(table_fold(kit.table, &event, why));
            assert_null(kit_difference(kit.table, kit.second));
            if (types[i] == TABLE_EVENT_BOT)
                assert_non_null(strstr(why, "there is no such seat"));
        }
    }
    kit_end(&kit);
}

/* ---- Snapshots that can't be ---- */

static void break_seq(struct table_event *event)
{
    event->seq = 0;
}

static void break_birth(struct table_event *event)
{
    event->snapshot.created = 0;
}

static void break_age(struct table_event *event)
{
    event->snapshot.created = event->time + 1;
}

static void break_owner(struct table_event *event)
{
    memset(&event->snapshot.owner, 0, sizeof event->snapshot.owner);
}

static void break_request(struct table_event *event)
{
    event->snapshot.request[TABLE_REQUESTS - 1].seq = event->seq;
}

static void break_kind(struct table_event *event)
{
    event->snapshot.seat[2].kind = TABLE_SEAT_KINDS;
}

static void break_place(struct table_event *event)
{
    event->snapshot.seat[3] = event->snapshot.seat[2];
}

static void break_person(struct table_event *event)
{
    memset(&event->snapshot.seat[1].person, 0, TABLE_PERSON);
}

static void break_persons(struct table_event *event)
{
    event->snapshot.seat[1].person = event->snapshot.seat[0].person;
}

static void break_name(struct table_event *event)
{
    event->snapshot.seat[0].name[0] = '\n';
}

static void break_bot(struct table_event *event)
{
    event->snapshot.seat[2].name[0] = '\0';
}

static void break_level(struct table_event *event)
{
    event->snapshot.seat[2].level[0] = '\0';
}

static void break_games(struct table_event *event)
{
    event->snapshot.games = 1; /* with a seat that is empty */
    event->snapshot.seat[1].kind = TABLE_SEAT_EMPTY;
}

static void break_all(struct table_event *event)
{
    event->snapshot.games = 1; /* and nobody to play it */
    for (unsigned i = 0; i < 3; i++)
        event->snapshot.seat[i] = event->snapshot.seat[2];
}

static void break_players(struct table_event *event)
{
    event->settings.game.players = 2;
}

static void break_deck(struct table_event *event)
{
    (void)snprintf(event->settings.deck, sizeof event->settings.deck, "none");
}

/* These could be, but not after what happened. */
static void change_secret(struct table_event *event)
{
    event->secret[31] ^= 1;
}

static void change_host(struct table_event *event)
{
    event->snapshot.owner = event->snapshot.seat[1].person;
}

static void change_names(struct table_event *event)
{
    event->snapshot.seat[1].names++;
}

static void change_settings(struct table_event *event)
{
    event->settings.hints = 0;
}

static void change_birth(struct table_event *event)
{
    event->snapshot.created--;
}

static void snapshots_are_looked_at(void **state)
{
    static const struct {
        void (*change)(struct table_event *event);
        bool alone; /* it can begin a log */
    } wrong[] = {
        {break_seq, false},   {break_birth, false},    {break_age, false},
        {break_owner, false}, {break_request, false},  {break_kind, false},
        {break_place, false}, {break_person, false},   {break_persons, false},
        {break_name, false},  {break_bot, false},      {break_level, false},
        {break_games, false}, {break_all, false},      {break_players, false},
        {break_deck, false},  {change_secret, true},   {change_host, true},
        {change_names, true}, {change_settings, true}, {change_birth, true},
    };
    static char room[TABLE_DECK];
    struct kit kit;
    struct table_event event;
    char why[200];
    (void)state;
    open_table(&kit, 3, 2);
    ERROR(kit_ask(&kit, TABLE_DO_BOT, 0, 2, "easy"), TABLE_E_OK);
    for (unsigned n = 0; kit.snapshots == 0; n++)
        ERROR(kit_ask(&kit, TABLE_DO_HOST, n % 2, 1 - n % 2, NULL), TABLE_E_OK);
    assert_int_equal(kit.lines, 1);
    assert_true(table_event_parse(kit.line[0], strlen(kit.line[0]), NULL,
                                  &event, room, NULL));
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct table *fresh = table_new(&kit.host);
        struct table_event other = event;
        wrong[i].change(&other);
        assert_int_equal(table_fold(fresh, &other, why), wrong[i].alone);
        table_free(fresh);
        if (wrong[i].change == break_seq)
            continue;
        other.seq = kit.table->seq + 1;
        assert_false(table_fold(kit.table, &other, why));
        assert_null(kit_difference(kit.table, kit.second));
    }
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_that_are_not_there),
        cmocka_unit_test(snapshots_are_looked_at),
    };
    return cmocka_run_group_tests_name("table fold", tests, NULL, NULL);
}
