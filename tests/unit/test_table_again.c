/* A rematch that the host begins without waiting for everybody. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_kit.h"
#include "table/json.h"

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
        (void)snprintf(told_of, sizeof told_of, "\"seat\":%u,\"by\":\"host\"}",
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
    assert_non_null(strstr(told.leave[0], "\"seat\":2,\"by\":\"person\"}"));
    assert_non_null(strstr(told.leave[1], "\"seat\":3,\"by\":\"host\"}"));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_need_not_wait),
        cmocka_unit_test(who_is_left_out_stays_out),
        cmocka_unit_test(a_host_who_looks_on),
        cmocka_unit_test(a_start_that_was_cut_short_goes_on),
    };
    return cmocka_run_group_tests_name("table again", tests, NULL, NULL);
}
