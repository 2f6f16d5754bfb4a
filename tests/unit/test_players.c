/* Players from the outside: how they are written, what a program is told and
 * answers, and that it is told nothing it must not know. What programs do wrong
 * is in test_zoo.c. */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>

#include "programs/command.h"
#include "programs/process.h"
#include "programs/protocol.h"
#include "programs/responder.h"
#include "support/outside_game.h"

/* ---- Who is to play ----------------------------------------------------- */

static bool parse(const char *text, struct player_spec *spec,
                  char why[PLAYER_TEXT])
{
    why[0] = '\0';
    return player_spec_parse(text, strlen(text), NULL, spec, why);
}

static void test_good_specs(void **state)
{
    struct player_spec spec;
    char why[PLAYER_TEXT];
    (void)state;
    assert_true(parse("hard", &spec, why));
    assert_string_equal(spec.bot->name, "hard");
    assert_string_equal(spec.text, "hard");
    assert_int_equal(spec.budget.playouts, 0);
    assert_true(parse("expert:effort=2000", &spec, why));
    assert_int_equal(spec.budget.playouts, 2000);
    assert_true(parse("expert:think=200ms:threads=2", &spec, why));
    assert_int_equal(spec.budget.think_ms, 200);
    assert_int_equal(spec.budget.threads, 2);
    assert_true(parse("expert:think=1.5s", &spec, why));
    assert_int_equal(spec.budget.think_ms, 1500);
    assert_true(parse("cmd:./mybot --fast", &spec, why));
    assert_null(spec.bot);
    assert_string_equal(spec.command, "./mybot --fast");
    assert_string_equal(spec.text, "cmd:./mybot --fast");
}

static void test_other_bots(void **state)
{
    const tio_bot extra = {"extra", "for this test", true, NULL};
    const tio_bot *const more[] = {&extra, NULL};
    struct player_spec spec;
    char why[PLAYER_TEXT];
    (void)state;
    assert_true(player_spec_parse("extra:effort=5", 14, more, &spec, why));
    assert_ptr_equal(spec.bot, &extra);
    assert_int_equal(spec.budget.playouts, 5);
    assert_false(player_spec_parse("nobody", 6, more, &spec, why));
    assert_string_equal(why, "there is no bot 'nobody'; the bots are random, "
                             "easy, normal, hard, expert, extra, and "
                             "cmd:PROGRAM");
}

static void test_bad_specs(void **state)
{
    static const struct {
        const char *text;
        const char *why;
    } bad[] = {
        {"", "there is no bot ''"},
        {"Hard", "there is no bot 'Hard'"},
        {"hard ", "there is no bot 'hard '"},
        {"a\x1b[31m", "there is no bot 'a\\x1b[31m'"},
        {"hard:", "expected effort=N, think=TIME or threads=N after the "
                  "bot's name, got ''"},
        {"hard:speed=3", "got 'speed=3'"},
        {"hard:effort", "effort: expected 1 to 10000000, got ''"},
        {"hard:effort=", "effort: expected 1 to 10000000, got ''"},
        {"hard:effort=0", "effort: expected 1 to 10000000, got '0'"},
        {"hard:effort=10000001", "got '10000001'"},
        {"hard:effort=99999999999999999999", "got '99999999999999999999'"},
        {"hard:effort=-1", "got '-1'"},
        {"hard:think=200", "think: expected a time up to an hour, such as "
                           "200ms or 1.5s, got '200'"},
        {"hard:think=0ms", "got '0ms'"},
        {"hard:think=ms", "got 'ms'"},
        {"hard:think=s", "got 's'"},
        {"hard:think=.5s", "got '.5s'"},
        {"hard:think=1.s", "got '1.s'"},
        {"hard:think=1.2345s", "got '1.2345s'"},
        {"hard:think=3601s", "got '3601s'"},
        {"hard:threads=65", "threads: expected 1 to 64, got '65'"},
        {"hard:effort=5:think=1s", "effort and think can't be used together"},
        {"normal:effort=5", "normal does not search: it can't use "
                            "'effort=5'"},
        {"cmd:", "cmd: expected the name of a program"},
        {"cmd:  ", "cmd: expected the name of a program"},
        {"cmd:''", "cmd: expected the name of a program"},
        {"cmd:./bot 'one", "cmd: a quote that is not closed"},
        {"cmd:./bot \\", "cmd: a backslash at the end"},
        {"cmd:a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a "
         "a a",
         "cmd: too many words"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct player_spec spec;
        char why[PLAYER_TEXT];
        if (parse(bad[i].text, &spec, why))
            fail_msg("'%s' was read", bad[i].text);
        if (strstr(why, bad[i].why) == NULL)
            fail_msg("'%s': %s", bad[i].text, why);
    }
    char text[PLAYER_TEXT + 8];
    struct player_spec spec;
    char why[PLAYER_TEXT];
    snprintf(text, sizeof text, "cmd:%0*d", PLAYER_TEXT - 4, 1);
    assert_false(player_spec_parse(text, PLAYER_TEXT, NULL, &spec, why));
    assert_string_equal(why, "a bot and its budget have at most 255 bytes");
    assert_true(player_spec_parse(text, PLAYER_TEXT - 1, NULL, &spec, why));
    assert_false(player_spec_parse("cmd:a\0b", 7, NULL, &spec, why));
}

static void test_command_words(void **state)
{
    struct command command;
    (void)state;
    assert_null(
        command_split(" ./a  'b  c' \"d ' e\"\tf\\ g 'h'\"i\" '' ", &command));
    static const char *const words[] = {"./a", "b  c", "d ' e",
                                        "f g", "hi",   ""};
    assert_int_equal(command.count, 6);
    for (unsigned i = 0; i < 6; i++)
        assert_string_equal(command.word[i], words[i]);
    assert_null(command.word[6]);
}

/* The user's files are found from another folder; other words stay. */
static void test_command_paths(void **state)
{
    char here[512];
    char root_path[512];
    char wanted[600];
    const char *why;
    struct command command;
    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    const char *root = getenv("TIOLI_SOURCE");
    assert_int_equal(chdir(root != NULL ? root : "."), 0);
    assert_non_null(getcwd(root_path, sizeof root_path));
    snprintf(wanted, sizeof wanted, "%s/./test", root_path);
    assert_null(command_split("./test meson.build --meson.build nothing "
                              "/etc/passwd",
                              &command));
    char **words = command_resolve(&command, &why);
    assert_non_null(words);
    assert_string_equal(words[0], wanted);
    snprintf(wanted, sizeof wanted, "%s/meson.build", root_path);
    assert_string_equal(words[1], wanted);
    assert_string_equal(words[2], "--meson.build");
    assert_string_equal(words[3], "nothing");
    assert_string_equal(words[4], "/etc/passwd");
    assert_null(words[5]);
    free(words);
    assert_null(command_split("sh", &command));
    words = command_resolve(&command, &why);
    assert_non_null(words);
    assert_true(words[0][0] == '/' &&
                strcmp(strrchr(words[0], '/'), "/sh") == 0);
    free(words);
    /* A file of that name in the user's folder is no program in PATH. */
    assert_null(command_split("meson.build", &command));
    assert_null(command_resolve(&command, &why));
    assert_string_equal(why, "there is no such program");
    assert_null(command_split("./meson.build", &command));
    assert_null(command_resolve(&command, &why));
    assert_string_equal(why, "it is not executable");
    assert_null(command_split("./src", &command));
    assert_null(command_resolve(&command, &why));
    assert_string_equal(why, "it is a folder");
    assert_int_equal(chdir(here), 0);
}

/* ---- Lines --------------------------------------------------------------- */

/* Feeds bytes in pieces of `step` and joins what comes out with '|'. */
static void expect_lines(const char *bytes, size_t size, size_t step,
                         const char *wanted)
{
    struct lines lines;
    struct buffer got = buffer_growing();
    buffer_text(&got, "");
    lines_init(&lines, 8);
    for (size_t at = 0; at < size; at += step) {
        size_t room;
        size_t part = size - at < step ? size - at : step;
        char *put = lines_room(&lines, &room);
        assert_true(room >= part);
        memcpy(put, bytes + at, part);
        lines_added(&lines, part);
        char *line;
        size_t length;
        enum lines_result result;
        while ((result = lines_next(&lines, &line, &length)) != LINES_NONE) {
            if (result == LINES_LONG) {
                buffer_text(&got, "LONG");
            } else {
                assert_int_equal(line[length], 0);
                buffer_add(&got, line, length);
            }
            buffer_text(&got, "|");
        }
    }
    assert_string_equal(got.data, wanted);
    buffer_free(&got);
}

static void test_lines(void **state)
{
    static const char text[] = "one\n\ntwo\r\n12345678\n12345678\r\n123456789\n"
                               "123456789012345678901234567890\nlast\nrest";
    (void)state;
    for (size_t step = 1; step < sizeof text; step++) {
        expect_lines(text, sizeof text - 1, step,
                     "one||two|12345678|12345678|LONG|LONG|last|");
    }
}

/* ---- What a program is told ---------------------------------------------- */

static void deal_game(tio_game *game, unsigned players, uint64_t seed)
{
    const tio_deck *deck = tio_deck_standard();
    tio_settings settings = tio_settings_default(players);
    tio_random random;
    tio_random_init(&random, seed, 0);
    settings.first = 0;
    assert_int_equal(tio_game_init(game, deck, &settings), TIO_OK);
    while (tio_game_wants_chance(game)) {
        tio_move move;
        tio_deal_random(game, deck, &random, &move);
        assert_int_equal(tio_apply(game, deck, &move), TIO_OK);
    }
}

static struct buffer position_of(const tio_game *game, unsigned seat)
{
    struct buffer out = buffer_growing();
    tio_view view;
    tio_view_of(game, seat, &view);
    question_position(&out, tio_deck_standard(), &view);
    assert_false(out.failed);
    return out;
}

/* Games that differ in hidden cards alone look the same to the byte. */
static void test_position_hides_cards(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned different = 0;
    (void)state;
    for (unsigned seed = 0; seed < 50; seed++) {
        tio_game game;
        tio_game other;
        tio_view view;
        tio_random random;
        deal_game(&game, 2 + seed % 4, seed);
        tio_view_of(&game, game.turn, &view);
        tio_random_init(&random, seed, 9);
        tio_view_fill(&view, deck, &random, &other);
        different += tio_game_hash(&game) != tio_game_hash(&other);
        struct buffer one = position_of(&game, game.turn);
        struct buffer two = position_of(&other, game.turn);
        assert_string_equal(one.data, two.data);
        buffer_free(&one);
        buffer_free(&two);
    }
    assert_true(different > 40);
}

/* Every move that is listed is legal and listed once; unless "more" is said,
 * none is missing. */
static void expect_listed(const tio_game *game)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned listed = 0;
    unsigned legal = 0;
    tio_view view;
    tio_move move;
    tio_moves moves;
    struct buffer out = buffer_growing();
    unsigned deciders = tio_game_deciders(game);
    unsigned seat = (unsigned)__builtin_ctz(deciders);
    tio_view_of(game, seat, &view);
    question_position(&out, deck, &view);
    bool more = strstr(out.data, "\nmore\n") != NULL;
    for (char *line = strtok(out.data, "\n"); line != NULL;
         line = strtok(NULL, "\n")) {
        if (strncmp(line, "legal ", 6) != 0)
            continue;
        listed++;
        assert_int_equal(
            tio_move_parse(deck, NULL, seat, line + 6, &move, NULL), TIO_OK);
        assert_int_equal(tio_check(game, deck, &move), TIO_OK);
    }
    buffer_free(&out);
    tio_moves_begin(&moves, deck, &view);
    while (legal <= 2000 && tio_moves_next(&moves, &move))
        legal++;
    assert_true(listed > 0 && listed < 220);
    assert_true(more ? legal > listed : legal == listed);
}

static void test_legal_moves_are_listed(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    (void)state;
    for (unsigned seed = 0; seed < 24; seed++) {
        tio_settings settings = tio_settings_default(2 + seed % 4);
        tio_random random;
        tio_game game;
        settings.edition = seed / 4 % 2;
        settings.free_hand = seed / 8 % 2;
        settings.starts = 1;
        tio_random_init(&random, seed, 0);
        tio_game_init(&game, deck, &settings);
        while (game.phase != TIO_PHASE_OVER) {
            tio_move move;
            if (tio_game_wants_chance(&game)) {
                tio_deal_random(&game, deck, &random, &move);
            } else {
                tio_view view;
                expect_listed(&game);
                tio_view_of(&game,
                            (unsigned)__builtin_ctz(tio_game_deciders(&game)),
                            &view);
                tio_bot_named("random")->choose(&view, deck, NULL, &random,
                                                &move);
            }
            assert_int_equal(tio_apply(&game, deck, &move), TIO_OK);
        }
    }
}

static void test_game_lines(void **state)
{
    static const char *const names[] = {"Anna", "a\nb", " ", ""};
    struct buffer out = buffer_growing();
    tio_settings settings = tio_settings_default(4);
    tio_deck deck;
    (void)state;
    static const char cards[] = "combo 3 D3 L4\ncombo 1 sum * = 13\n"
                                "action take 2\n";
    assert_int_equal(
        tio_deck_parse(cards, strlen(cards), "small one", &deck, NULL), TIO_OK);
    settings.first = 2;
    settings.edition = TIO_SCHMIDT;
    question_game(&out, &deck, &settings, 3, names);
    assert_string_equal(
        out.data, "game\nedition schmidt\nplayers 4\nseat 4\nname 1 Anna\n"
                  "name 2 a\\x0ab\nname 3 seat 3\nname 4 seat 4\nfree-hand no\n"
                  "starts 2\nfirst 3\ncast carry\npiles open\ndeck small one\n"
                  "combo 3 D3 L4\ncombo 1 sum * = 13\naction take 2\nend\n");
    buffer_clear(&out);
    question_over(&out, NULL);
    assert_string_equal(out.data, "gameover none\n");
    buffer_free(&out);
}

/* ---- What it answers ----------------------------------------------------- */

static void test_answers(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    static const struct {
        const char *line;
        enum answer answer;
        const char *words;
    } cases[] = {
        {"move pass", ANSWER_MOVE, ""},
        {"move   pass", ANSWER_MOVE, ""},
        {"info thinking", ANSWER_CHATTER, ""},
        {"info", ANSWER_CHATTER, ""},
        {"error what?", ANSWER_CHATTER, ""},
        {"information", ANSWER_UNKNOWN, "MESSAGE expected 'move' and a move"},
        {"", ANSWER_UNKNOWN, "got ''"},
        {"pass", ANSWER_UNKNOWN, "got 'pass'"},
        {"move", ANSWER_WRONG, "column 5: "},
        {"move fly", ANSWER_WRONG, "UNKNOWN_MOVE column 6: "},
        {"move take X1", ANSWER_WRONG, "column 11: "},
        {"move lay none", ANSWER_WRONG, "WRONG_PHASE "},
        {"move roll L1", ANSWER_WRONG, "NOT_CHANCE "},
        {"move pass\x01", ANSWER_BYTES, ""},
        {"move \xff", ANSWER_BYTES, ""},
    };
    tio_game game;
    tio_view view;
    (void)state;
    deal_game(&game, 2, 1);
    tio_view_of(&game, 0, &view);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        tio_move move;
        char words[ANSWER_TEXT] = "";
        enum answer answer = answer_read(cases[i].line, strlen(cases[i].line),
                                         &view, deck, &move, words);
        if (answer != cases[i].answer || strstr(words, cases[i].words) == NULL)
            fail_msg("'%s': %d, %s", cases[i].line, (int)answer, words);
    }
}

/* ---- Our own bots behind the protocol ------------------------------------ */

static void expect_responds(struct responder *responder, const char *lines,
                            const char *wanted)
{
    struct buffer out = buffer_growing();
    buffer_text(&out, "");
    while (*lines != '\0') {
        size_t size = strcspn(lines, "\n");
        char *line = strndup(lines, size);
        assert_true(responder_line(responder, line, size, &out));
        free(line);
        lines += size + (lines[size] == '\n');
    }
    assert_string_equal(out.data, wanted);
    buffer_free(&out);
}

static void test_responder_errors(void **state)
{
    const tio_budget budget = {0};
    struct buffer out = buffer_growing();
    struct responder *responder =
        responder_new(tio_bot_named("normal"), &budget, 1);
    (void)state;
    expect_responds(responder, "ping", "pong\n");
    expect_responds(responder, "tioli 7 9.9",
                    "name tioli normal " TIOLI_VERSION "\n"
                    "author the tioli project\nready 1\n");
    expect_responds(responder, "hello there",
                    "error MESSAGE there is no message 'hello'\n");
    expect_responds(responder,
                    "saw 1 take D5\nlegal pass\nmore\n"
                    "gameover 1 2\nerror TEXT x\ninfo x",
                    "");
    expect_responds(responder, "go 1000",
                    "error GO expected a game, its deck and a view first\n");
    expect_responds(responder, "go soon",
                    "error GO expected the clock in thousandths of a "
                    "second\n");
    expect_responds(responder,
                    "game\nedition haba\nfree-hand\nname 6 X\n"
                    "starts 10\nfirst 0\nplayers 6\nseat 0\n"
                    "cast far\npiles up\ngo 5",
                    "error GAME expected gamewright or schmidt, got "
                    "'edition haba'\n"
                    "error GAME expected no or yes, got 'free-hand'\n"
                    "error GAME expected a seat and a name, got 'name 6 X'\n"
                    "error GAME expected 1 to 9, got 'starts 10'\n"
                    "error GAME expected 'random' or a player's seat, got "
                    "'first 0'\n"
                    "error GAME expected 2 to 5, got 'players 6'\n"
                    "error GAME expected 1 to 5, got 'seat 0'\n"
                    "error GAME expected carry, aim or off, got 'cast far'\n"
                    "error GAME expected open or down, got 'piles up'\n"
                    "error GAME expected a setting, deck, combo, action or "
                    "end, got 'go 5'\n");
    expect_responds(responder, "end",
                    "error GAME expected players and a seat among them\n");
    expect_responds(responder, "game\nplayers 2\nseat 1\ncombo 3 D9\nend",
                    "error DECK line 1 of the deck, column 9: unknown face "
                    "in 'D9': expected 1 to 6 or ? after the colour\n");
    expect_responds(responder,
                    "game\nplayers 2\nseat 1\ncombo 3 D5\nend\n"
                    "view tioli view 2\ngo 100",
                    "error VIEW line 1 of the view, column 1: found "
                    "'tioli': expected the line 'tioli view 1' here\n");
    assert_false(responder_line(responder, "quit", 4, &out));
    assert_true(responder_line(responder, "\xff", 1, &out));
    assert_string_equal(out.data, "error TEXT that is not text: expected UTF-8 "
                                  "without controls\n");
    buffer_free(&out);
    responder_free(responder);
}

/* ---- Whole games --------------------------------------------------------- */

static struct player_limits patient(void)
{
    struct player_limits limits = player_limits_default();
    limits.start_ms = limits.move_ms = 60000;
    limits.quit_ms = 20000;
    limits.memory_mb = 0; /* sanitizers want all the addresses there are */
    return limits;
}

static struct player *open_player(const char *text)
{
    struct player_spec spec;
    char why[PLAYER_TEXT];
    enum player_fault fault;
    struct player_limits limits = patient();
    limits.uncaged = strstr(text, " listens ") != NULL; /* it writes a file */
    if (!parse(text, &spec, why))
        fail_msg("%s: %s", text, why);
    struct player *player = player_open(&spec, &limits, &fault);
    assert_non_null(player);
    if (fault != PLAYER_NONE) {
        fail_msg("%s: %s (%s)", text, player_fault_name(fault),
                 player_fault_detail(player));
    }
    return player;
}

static const char *from_environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL ? value : otherwise;
}

/* A seat's bot behind pipes plays the very moves it plays without them. */
static void test_pipes_change_nothing(void **state)
{
    char text[PLAYER_TEXT];
    struct outside_game inside = {.seed = 4};
    struct outside_game outside = {.seed = 4};
    (void)state;
    snprintf(text, sizeof text, "cmd:%.200s bot --level normal --seed 5",
             from_environment("TIOLI", "build/tioli"));
    inside.deck = outside.deck = tio_deck_standard();
    inside.settings = outside.settings = tio_settings_default(3);
    for (unsigned seat = 0; seat < 3; seat++) {
        inside.player[seat] = open_player("normal");
        outside.player[seat] = open_player(seat == 1 ? text : "normal");
    }
    outside_game_play(&inside);
    outside_game_play(&outside);
    for (unsigned seat = 0; seat < 3; seat++) {
        assert_int_equal(outside.fault[seat], PLAYER_NONE);
        player_close(inside.player[seat]);
        player_close(outside.player[seat]);
    }
    assert_int_equal(inside.error, TIO_OK);
    assert_int_equal(outside.error, TIO_OK);
    assert_int_equal(tio_game_hash(&inside.game), tio_game_hash(&outside.game));
}

/* The bytes that reach a program are the same in two games that differ only in
 * what it must not know, even if the caller forgets to hide it. */
static char *bytes_told(const tio_move deals[], unsigned count,
                        const tio_game *game)
{
    static const char *const names[] = {"Anna", "Bert", "Cleo"};
    const tio_deck *deck = tio_deck_standard();
    char text[PLAYER_TEXT];
    char path[] = "/tmp/tioli-told-XXXXXX";
    char *told = calloc(1, 65536);
    tio_random random;
    tio_view view;
    tio_move move;
    int descriptor = mkstemp(path);
    assert_true(descriptor != -1 && told != NULL);
    snprintf(text, sizeof text,
             "cmd:/usr/bin/python3 -S '%.150s/tests/zoo/bad_bot.py' listens %s",
             from_environment("TIOLI_SOURCE", "."), path);
    struct player *player = open_player(text);
    assert_int_equal(player_begin(player, deck, &game->settings, 0, names),
                     PLAYER_NONE);
    for (unsigned i = 0; i < count; i++)
        player_saw(player, deck, &deals[i]);
    tio_view_of(game, 0, &view);
    tio_random_init(&random, 1, 1);
    assert_int_equal(player_choose(player, &view, deck, &random, &move),
                     PLAYER_NONE);
    player_end(player, NULL);
    player_close(player);
    assert_true(read(descriptor, told, 65535) > 1000);
    close(descriptor);
    unlink(path);
    return told;
}

static void test_hidden_cards_stay_hidden(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    tio_settings settings = tio_settings_default(3);
    tio_move deals[2][16];
    tio_game game[2];
    unsigned count = 0;
    (void)state;
    settings.first = 0;
    tio_random random;
    tio_random_init(&random, 3, 0);
    for (unsigned i = 0; i < 2; i++)
        tio_game_init(&game[i], deck, &settings);
    while (tio_game_wants_chance(&game[0])) {
        tio_move move;
        tio_deal_random(&game[0], deck, &random, &move);
        for (unsigned i = 0; i < 2; i++) {
            deals[i][count] = move;
            if (i == 1 && move.type == TIO_MOVE_DEAL && move.seat != 0) {
                /* In the second game others get other cards. */
                tio_random another;
                tio_random_init(&another, count, 77);
                tio_deal_random(&game[1], deck, &another, &deals[1][count]);
            }
        }
        for (unsigned i = 0; i < 2; i++) {
            tio_error error = tio_apply(&game[i], deck, &deals[i][count]);
            assert_int_equal(error, TIO_OK);
        }
        count++;
        assert_true(count < 16);
    }
    assert_int_not_equal(tio_game_hash(&game[0]), tio_game_hash(&game[1]));
    char *one = bytes_told(deals[0], count, &game[0]);
    char *two = bytes_told(deals[1], count, &game[1]);
    assert_string_equal(one, two);
    assert_non_null(strstr(one, "\nsaw deal 2 c? c? c? c? a?\n"));
    assert_non_null(strstr(one, "\nsaw deal 1 c"));
    assert_non_null(strstr(one, "\ngameover none\n"));
    free(one);
    free(two);
}

/* An error is told, and the next try counts. */
static void test_a_second_try(void **state)
{
    char text[PLAYER_TEXT];
    struct outside_game table = {.seed = 4, .most_moves = 6};
    (void)state;
    snprintf(text, sizeof text,
             "cmd:/usr/bin/python3 -S '%.150s/tests/zoo/bad_bot.py' learns",
             from_environment("TIOLI_SOURCE", "."));
    table.deck = tio_deck_standard();
    table.settings = tio_settings_default(2);
    table.player[0] = open_player(text);
    table.player[1] = open_player("random");
    outside_game_play(&table);
    assert_int_equal(table.error, TIO_OK);
    if (table.fault[0] != PLAYER_NONE)
        fail_msg("%s", player_fault_detail(table.player[0]));
    player_close(table.player[0]);
    player_close(table.player[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_specs),
        cmocka_unit_test(test_other_bots),
        cmocka_unit_test(test_bad_specs),
        cmocka_unit_test(test_command_words),
        cmocka_unit_test(test_command_paths),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_position_hides_cards),
        cmocka_unit_test(test_legal_moves_are_listed),
        cmocka_unit_test(test_game_lines),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_responder_errors),
        cmocka_unit_test(test_pipes_change_nothing),
        cmocka_unit_test(test_hidden_cards_stay_hidden),
        cmocka_unit_test(test_a_second_try),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
