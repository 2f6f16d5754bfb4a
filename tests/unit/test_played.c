/* Lists of games that are over, and who may read their records: in a store in
 * memory, with a server that has nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fair/fair.h"
#include "server/played.h"

static int open_store(void **state)
{
    struct server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    char why[STORE_WHY];
    server->store = store_open_memory(why);
    assert_non_null(server->store);
    server->config.log = LOG_LEVEL_ERROR; /* warnings are expected */
    *state = server;
    return 0;
}

static int close_store(void **state)
{
    struct server *server = *state;
    store_close(server->store);
    free(server);
    return 0;
}

static struct table_person person(unsigned number)
{
    struct table_person out = {{0}};
    memcpy(out.id, &number, sizeof number);
    return out;
}

/* Number `number` of a table's games, between person 1 and another. */
static struct played_game game_of(unsigned number, unsigned other)
{
    struct played_game game = {
        .table = "0123456789abcdefghjkmnpq",
        .game = number,
        .time = 1000 + number,
        .finished = true,
        .players = 2,
        .total = {-3, 12},
        .watch = TABLE_WATCH_NOBODY,
        .person = {person(other), person(1)},
    };
    snprintf(game.name[0], sizeof game.name[0], "easy 1");
    snprintf(game.name[1], sizeof game.name[1], "Zo\u00eb \"Z\"");
    return game;
}

/* As the server does it: the record and the lists in one batch. */
static void write_game(struct server *server, const struct played_game *game)
{
    uint8_t readers[PLAYED_READERS];
    struct store_marks marks = {STORE_KEPT, readers,
                                played_readers(game, readers)};
    assert_int_equal(store_record_marked(server->store, game->table, game->game,
                                         game->time, "", &marks, "", 0),
                     STORE_OK);
    assert_int_equal(played_write(server, game), STORE_OK);
    assert_int_equal(store_commit(server->store), STORE_OK);
}

static void expect_list(struct server *server, unsigned who, const char *wanted)
{
    struct json json = json_growing();
    assert_true(played_json(server, person(who), &json));
    assert_string_equal(json_text(&json, NULL), wanted);
    json_free(&json);
}

static void a_game_is_in_the_lists_of_its_players(void **state)
{
    struct server *server = *state;
    struct played_game game = game_of(7, 0);
    write_game(server, &game);
    expect_list(server, 1,
                "[{\"table\":\"0123456789abcdefghjkmnpq\",\"game\":7,"
                "\"time\":1007,\"finished\":true,\"seat\":2,\"players\":["
                "{\"name\":\"easy 1\",\"total\":-3},"
                "{\"name\":\"Zo\u00eb \\\"Z\\\"\",\"total\":12}],"
                "\"won\":true}]");
    expect_list(server, 2, "[]");
    expect_list(server, 0, "[]");
}

static void games_that_end_at_once_are_all_there(void **state)
{
    struct server *server = *state;
    for (unsigned i = 0; i < 6; i++) {
        struct played_game game = game_of(i + 1, 2 + i % 3 % 2);
        game.finished = false;
        assert_int_equal(played_write(server, &game), STORE_OK);
        if (i % 3 == 2)
            assert_int_equal(store_commit(server->store), STORE_OK);
    }
#define LINE(number, seat)                                                     \
    "{\"table\":\"0123456789abcdefghjkmnpq\",\"game\":" #number                \
    ",\"time\":100" #number ",\"finished\":false,\"seat\":" #seat              \
    ",\"players\":[{\"name\":\"easy 1\"},"                                     \
    "{\"name\":\"Zo\u00eb \\\"Z\\\"\"}],\"won\":false}"
    expect_list(server, 1,
                "[" LINE(6, 2) "," LINE(5, 2) "," LINE(4, 2) "," LINE(
                    3, 2) "," LINE(2, 2) "," LINE(1, 2) "]");
    expect_list(
        server, 2,
        "[" LINE(6, 1) "," LINE(4, 1) "," LINE(3, 1) "," LINE(1, 1) "]");
    expect_list(server, 3, "[" LINE(5, 1) "," LINE(2, 1) "]");
}

static unsigned count_games(struct server *server, unsigned who)
{
    struct json json = json_growing();
    unsigned count = 0;
    assert_true(played_json(server, person(who), &json));
    const char *at = json_text(&json, NULL);
    while ((at = strstr(at, "\"game\":"))) {
        count++;
        at++;
    }
    json_free(&json);
    return count;
}

static void lists_show_the_latest(void **state)
{
    struct server *server = *state;
    struct json json = json_growing();
    for (unsigned i = 0; i < PLAYED_MOST + 7; i++) {
        struct played_game game = game_of(i + 1, 0);
        write_game(server, &game);
    }
    assert_int_equal(count_games(server, 1), PLAYED_MOST);
    assert_true(played_json(server, person(1), &json));
    assert_non_null(strstr(json_text(&json, NULL), "\"game\":8,"));
    assert_null(strstr(json_text(&json, NULL), "\"game\":7,"));
    json_free(&json);
}

static void put_entry(struct server *server, const char *table, uint64_t time,
                      const char *about)
{
    static const char list[] = "person/01000000000000000000000000000000";
    assert_int_equal(
        store_enter(server->store, list, table, 1, time, false, about),
        STORE_OK);
    assert_int_equal(store_commit(server->store), STORE_OK);
}

/* A file may be damaged: what can't be right is left out. */
static void odd_entries_are_passed_over(void **state)
{
    struct server *server = *state;
    static const char *const odd[] = {
        "",
        "1 1",
        "x 1\t1 A\t2 B",
        "3 1\t1 A\t2 B",
        "0 1\t1 A\t2 B",
        "1 2\t1 A\t2 B",
        "1 1\t1 A\t2 ",
        "1 1\t1 A\t2 \x1b[2J",
        "1 1\t1 A\t99999 B",
        "1 1\t1 A\t- B",
        "1 1 \t1 A\t2 B",
        "1 1 gone\t1 A\t2 B",
        "9 1 left\t1 A\t2 B",
        "1 1\t1 A\t2 B\t3 C\t4 D\t5 E\t6 F",
    };
    static const char good[] = "1 1\t-1 A\t2 B";
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        put_entry(server, "abc", 2, odd[i]);
    put_entry(server, "ABC", 2, good);
    put_entry(server, "a/../b", 2, good);
    put_entry(server, "0123456789abcdefghjkmnpq0", 2, good);
    put_entry(server, "abc", TABLE_LATEST + 1, good);
    put_entry(server, "abc", 1, good);
    expect_list(server, 1,
                "[{\"table\":\"abc\",\"game\":1,\"time\":1,\"finished\":true,"
                "\"seat\":1,\"players\":[{\"name\":\"A\",\"total\":-1},"
                "{\"name\":\"B\",\"total\":2}],\"won\":false}]");
}

/* A bot has won for person 1, and in another game person 2 shares the win. */
static void whoever_left_has_not_won(void **state)
{
    struct server *server = *state;
    struct played_game game = game_of(1, 2);
    game.gave_up = 1U << 1;
    write_game(server, &game);
    game = game_of(2, 2);
    game.total[0] = 12;
    game.gave_up = 1U << 1;
    write_game(server, &game);
#define ENDED(number, total, seat, rest)                                       \
    "{\"table\":\"0123456789abcdefghjkmnpq\",\"game\":" #number                \
    ",\"time\":100" #number ",\"finished\":true,\"seat\":" #seat               \
    ",\"players\":[{\"name\":\"easy 1\",\"total\":" #total "},"                \
    "{\"name\":\"Zo\u00eb \\\"Z\\\"\",\"total\":12}],\"won\":" rest "}"
    expect_list(server, 1,
                "[" ENDED(2, 12, 2, "false,\"left\":true") "," ENDED(
                    1, -3, 2, "false,\"left\":true") "]");
    expect_list(server, 2,
                "[" ENDED(2, 12, 1, "true") "," ENDED(1, -3, 1, "false") "]");
}

static void whoever_has_played_is_known(void **state)
{
    struct server *server = *state;
    struct played_game game = game_of(1, 2);
    game.kept = false;
    write_game(server, &game);
    assert_false(played_before(server, person(1)));
    assert_false(played_before(server, person(3)));
    game = game_of(2, 2);
    game.kept = true;
    write_game(server, &game);
    assert_true(played_before(server, person(1)));
    assert_true(played_before(server, person(2)));
    assert_false(played_before(server, person(3)));
}

static bool may(struct server *server, unsigned game, unsigned who)
{
    return played_may_read(server, "0123456789abcdefghjkmnpq", game,
                           person(who));
}

static void records_are_for_who_was_there(void **state)
{
    struct server *server = *state;
    struct played_game game = game_of(1, 0);
    game.host = person(9);
    write_game(server, &game);
    game = game_of(2, 0);
    game.watch = TABLE_WATCH_LINK;
    write_game(server, &game);
    assert_true(may(server, 1, 1));
    assert_true(may(server, 1, 9));
    assert_false(may(server, 1, 2));
    assert_false(may(server, 1, 0)); /* nobody is not a bot */
    assert_true(may(server, 2, 2));
    assert_true(may(server, 2, 0));
    assert_false(may(server, 3, 1));
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, open_store, close_store)
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_in_the_lists_of_its_players),
        TEST(games_that_end_at_once_are_all_there),
        TEST(lists_show_the_latest),
        TEST(odd_entries_are_passed_over),
        TEST(whoever_left_has_not_won),
        TEST(whoever_has_played_is_known),
        TEST(records_are_for_who_was_there),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return fair_init() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
