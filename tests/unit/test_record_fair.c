/* Records of games with fair dice, version 2 of the format: what is written
 * reads back, and whatever else could stand there is refused and named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notation/record.h"

static tio_record_head head_of(unsigned players, unsigned contributed)
{
    tio_record_head head;
    memset(&head, 0, sizeof head);
    head.settings = tio_settings_default(players);
    head.settings.starts = 1;
    head.fair = true;
    head.contributed = (uint8_t)contributed;
    memset(head.commit, 0xab, sizeof head.commit);
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        snprintf(head.name[seat], sizeof head.name[seat], "p%u", seat + 1);
        if (contributed >> seat & 1)
            memset(head.bytes[seat], 0x10 + (int)seat, sizeof head.bytes[seat]);
    }
    return head;
}

static const uint8_t the_secret[TIO_FAIR_BYTES] = {0x5e, 0xc2, 0xe7};

/* Plays `most` moves into a record, or all; every third player's move is that
 * of a stand-in. */
static tio_record_writer *play(const tio_record_head *head, unsigned most,
                               tio_game *game)
{
    const tio_deck *deck = tio_deck_standard();
    const tio_bot *bot = tio_bot_named("random");
    tio_record_writer *writer = tio_record_new(deck, head);
    tio_random random;
    unsigned decisions = 0;
    assert_non_null(writer);
    tio_random_init(&random, 3, 4);
    tio_game_init(game, deck, &head->settings);
    for (unsigned n = 0; n < most && game->phase != TIO_PHASE_OVER; n++) {
        tio_move move;
        bool stand_in = false;
        if (tio_game_wants_chance(game)) {
            tio_deal_random(game, deck, &random, &move);
        } else {
            tio_view view;
            unsigned seat = 0;
            while (!(tio_game_deciders(game) >> seat & 1))
                seat++;
            tio_view_of(game, seat, &view);
            bot->choose(&view, deck, NULL, &random, &move);
            stand_in = ++decisions % 3 == 0;
        }
        assert_int_equal(tio_apply(game, deck, &move), TIO_OK);
        assert_int_equal(stand_in ? tio_record_add_stand_in(writer, game, &move)
                                  : tio_record_add(writer, game, &move),
                         TIO_OK);
    }
    return writer;
}

/* A whole game, with everything that a record can have. */
static tio_record_writer *whole_game(const tio_record_head *head)
{
    tio_game game;
    tio_record_writer *writer = play(head, 100000, &game);
    assert_int_equal(tio_record_reveal(writer, the_secret), TIO_E_WRONG_PHASE);
    assert_int_equal(tio_record_end(writer, &game), TIO_OK);
    assert_int_equal(tio_record_reveal(writer, the_secret), TIO_OK);
    assert_int_equal(tio_record_reveal(writer, the_secret), TIO_E_GAME_OVER);
    assert_int_equal(tio_record_end(writer, &game), TIO_E_GAME_OVER);
    return writer;
}

/* ---- Reading ---- */

/* Reads a record to its end and writes it again. */
static void expect_read_back(const char *text, size_t size, bool finished,
                             bool revealed)
{
    tio_record_reader *reader;
    tio_text_error error;
    tio_move move;
    bool more;
    unsigned stand_ins = 0;
    if (tio_record_open(text, size, &reader, &error) != TIO_OK)
        fail_msg("line %u: %s", error.line, error.what);
    tio_record_writer *writer = tio_record_new(tio_record_get_deck(reader),
                                               tio_record_get_head(reader));
    const tio_game *game = tio_record_get_game(reader);
    assert_non_null(writer);
    assert_false(tio_record_was_stand_in(reader));
    for (;;) {
        assert_null(tio_record_secret(reader));
        if (tio_record_next(reader, &move, &more, &error) != TIO_OK)
            fail_msg("line %u: %s", error.line, error.what);
        if (!more)
            break;
        stand_ins += tio_record_was_stand_in(reader);
        if (tio_record_was_stand_in(reader))
            tio_record_add_stand_in(writer, game, &move);
        else
            tio_record_add(writer, game, &move);
    }
    assert_true(stand_ins > 2);
    assert_int_equal(tio_record_finished(reader), finished);
    assert_int_equal(tio_record_secret(reader) != NULL, revealed);
    if (finished)
        assert_int_equal(tio_record_end(writer, game), TIO_OK);
    if (revealed)
        tio_record_reveal(writer, tio_record_secret(reader));
    size_t length;
    const char *again = tio_record_text(writer, &length);
    assert_int_equal(length, size);
    assert_memory_equal(again, text, size);
    assert_int_equal(tio_record_next(reader, &move, &more, &error), TIO_OK);
    assert_false(more);
    tio_record_free(writer);
    tio_record_close(reader);
}

static void games_read_back(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= TIO_MAX_PLAYERS; players++) {
        for (unsigned gave = 0; gave < 1U << players; gave++) {
            tio_record_head head = head_of(players, gave);
            size_t size;
            tio_record_writer *writer = whole_game(&head);
            const char *text = tio_record_text(writer, &size);
            expect_read_back(text, size, true, true);
            const char *last = strstr(text, "secret 5ec2e700");
            assert_non_null(last);
            expect_read_back(text, (size_t)(last - text), true, false);
            tio_record_free(writer);
        }
    }
}

static void what_was_given_is_read(void **state)
{
    tio_record_head head = head_of(4, 0xa);
    tio_record_writer *writer = whole_game(&head);
    tio_record_reader *reader;
    size_t size;
    const char *text = tio_record_text(writer, &size);
    (void)state;
    assert_int_equal(tio_record_open(text, size, &reader, NULL), TIO_OK);
    const tio_record_head *read = tio_record_get_head(reader);
    assert_true(read->fair);
    assert_int_equal(read->contributed, 0xa);
    assert_memory_equal(read->commit, head.commit, sizeof head.commit);
    assert_memory_equal(read->bytes, head.bytes, sizeof head.bytes);
    tio_record_close(reader);
    tio_record_free(writer);
}

/* A game that was broken off is revealed, too. */
static void an_unfinished_game_has_a_secret(void **state)
{
    tio_record_head head = head_of(2, 1);
    tio_game game;
    tio_move move = {.type = TIO_MOVE_PASS};
    size_t size;
    (void)state;
    tio_record_writer *writer = play(&head, 16, &game);
    assert_int_equal(tio_record_reveal(writer, the_secret), TIO_OK);
    assert_int_equal(tio_record_add(writer, &game, &move), TIO_E_GAME_OVER);
    const char *text = tio_record_text(writer, &size);
    expect_read_back(text, size, false, true);
    tio_record_free(writer);
}

static void only_fair_records_tell_it(void **state)
{
    tio_record_head head = head_of(2, 1);
    tio_game game;
    tio_move pass = {.type = TIO_MOVE_PASS};
    tio_move roll = {.type = TIO_MOVE_ROLL};
    (void)state;
    tio_game_init(&game, tio_deck_standard(), &head.settings);
    tio_record_writer *writer = tio_record_new(tio_deck_standard(), &head);
    assert_int_equal(tio_record_add_stand_in(writer, &game, &roll),
                     TIO_E_RECORD);
    tio_record_free(writer);
    head.contributed = 4; /* there is no third seat */
    assert_null(tio_record_new(tio_deck_standard(), &head));
    head.fair = false;
    writer = tio_record_new(tio_deck_standard(), &head);
    size_t size;
    const char *text = tio_record_text(writer, &size);
    assert_null(strstr(text, "fair"));
    assert_null(strstr(text, "bytes"));
    assert_memory_equal(text, "tioli record 1\n", 15);
    assert_int_equal(tio_record_add_stand_in(writer, &game, &pass),
                     TIO_E_RECORD);
    assert_int_equal(tio_record_reveal(writer, the_secret), TIO_E_RECORD);
    tio_record_free(writer);
}

/* ---- What is refused ---- */

static tio_error read_all(const char *text, size_t size, tio_text_error *error)
{
    tio_record_reader *reader;
    tio_move move;
    bool more = true;
    tio_error code = tio_record_open(text, size, &reader, error);
    if (code != TIO_OK)
        return code;
    while (code == TIO_OK && more)
        code = tio_record_next(reader, &move, &more, error);
    if (code != TIO_OK) {
        assert_null(tio_record_secret(reader));
        assert_false(tio_record_finished(reader));
    }
    tio_record_close(reader);
    return code;
}

static unsigned line_of(const char *text, const char *at)
{
    unsigned line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

/* Replaces a text, mends the head's hash, and expects this error, so many lines
 * below the place. */
static void expect_refusal(const char *text, const char *from, const char *to,
                           unsigned below, const char *what)
{
    tio_text_error error = {0, 0, ""};
    const char *found = strstr(text, from);
    assert_non_null(found);
    size_t room = strlen(text) + strlen(to) + 1;
    char *other = malloc(room);
    assert_non_null(other);
    snprintf(other, room, "%.*s%s%s", (int)(found - text), text, to,
             found + strlen(from));
    char *moves = strstr(other, "\nmoves ");
    if (moves) {
        char digits[9];
        snprintf(
            digits, sizeof digits, "%08x",
            (unsigned)record_head_hash(other, (size_t)(moves + 1 - other)));
        memcpy(moves + 7, digits, 8);
    }
    tio_error code = read_all(other, strlen(other), &error);
    if (code == TIO_OK || error.line != line_of(text, found) + below ||
        strstr(error.what, what) == NULL)
        fail_msg("'%s' for '%s' gave %s in line %u: %s", to, from,
                 tio_error_name(code), error.line, error.what);
    free(other);
}

#define A8 "abababab"
#define A56 A8 A8 A8 A8 A8 A8 A8
#define B8 "10101010"
#define B56 B8 B8 B8 B8 B8 B8 B8
#define C8 "12121212"
#define C56 C8 C8 C8 C8 C8 C8 C8

static void bad_fairness_is_explained(void **state)
{
    static const struct {
        const char *from, *to;
        unsigned below;
        const char *what;
    } cases[] = {
        {"tioli record 2", "tioli record 1", 11, "expected the line 'deck'"},
        {"fair " A56 A8 "\n", "", 0, "expected the line 'fair' here"},
        {"fair " A56 A8, "fair", 0, "no value"},
        {"fair " A56 A8, "fair " A56, 0, "expected sixty-four hexa"},
        {"fair " A56 A8, "fair " A56 "ABABABAB", 0, "expected sixty-four"},
        {"fair " A56 A8, "fair " A56 A8 "0", 0, "expected sixty-four"},
        {"fair " A56 A8, "fair " A56 A8 " ", 0, "expected sixty-four"},
        {"bytes 1 ", "bytes 0 ", 0, "no seat for these bytes"},
        {"bytes 1 ", "bytes 4 ", 0, "no seat for these bytes"},
        {"bytes 1 ", "bytes ", 0, "no seat for these bytes"},
        {"bytes 1 ", "bytes 1", 0, "no seat for these bytes"},
        {"bytes 3 ", "bytes 1 ", 0, "in ascending order"},
        {"bytes 1 ", "bytes 3 ", 1, "in ascending order"},
        {"bytes 1 " B56 B8, "bytes 1 " B56, 0, "expected sixty-four"},
        {"bytes 3 " C56 C8, "bytes 3 " C56 "1212121g", 0, "expected sixty"},
        {"bytes 3 " C56 C8, "bytes", 0, "expected the line 'deck' here"},
        {"secret 5ec2e700", "secret 5ec2e70", 0, "expected sixty-four"},
        {"secret 5ec2e700", "secret 5EC2E700", 0, "expected sixty-four"},
        {"secret 5ec2e700", "Secret 5ec2e700", 0, "not written as a record"},
        {"secret 5ec2e700", " secret 5ec2e700", 0, "not written as a record"},
        {"secret 5ec2e700", "secret\n", 0, "not written as a record"},
        {"secret 5ec2e700", "secrets 5ec2e700", 0, "goes on after its result"},
        {"secret 5ec2e700", "start 1 =00000000\nsecret 5ec2e700", 0,
         "goes on after its result"},
        {"secret 5ec2e700", "\nsecret 5ec2e700", 0, "a blank line"},
    };
    tio_record_head head = head_of(3, 5);
    tio_record_writer *writer = whole_game(&head);
    const char *text = tio_record_text(writer, NULL);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_refusal(text, cases[i].from, cases[i].to, cases[i].below,
                       cases[i].what);
    tio_record_free(writer);
}

/* The secret is the last line, and a whole one. */
static void nothing_follows_the_secret(void **state)
{
    tio_record_head head = head_of(3, 5);
    tio_record_writer *writer = whole_game(&head);
    tio_text_error error;
    size_t size;
    const char *text = tio_record_text(writer, &size);
    unsigned lines = line_of(text, text + size) - 1;
    char *other = malloc(size + 100);
    (void)state;
    assert_non_null(other);
    memcpy(other, text, size);
    memcpy(other + size, "more\n", 6);
    assert_int_equal(read_all(other, size + 5, &error), TIO_E_RECORD);
    assert_int_equal(error.line, lines + 1);
    assert_non_null(strstr(error.what, "after its secret"));
    for (size_t cut = 1; cut < 72; cut++) {
        assert_int_equal(read_all(text, size - cut, &error), TIO_E_RECORD);
        assert_int_equal(error.line, lines);
        assert_non_null(strstr(error.what, "cut off"));
    }
    assert_int_equal(read_all(text, size - 72, &error), TIO_OK);
    free(other);
    /* The game is over, but nothing says how. */
    expect_refusal(text, "end 1:", "secret ", 0, "expected 'end' first");
    tio_record_free(writer);
}

static void stand_ins_are_marked_one_way(void **state)
{
    static const char *const bad[] = {"~",   "1~~ ", "1 ~", "~1 ",
                                      "x~ ", "4~ ",  "0~ ", "1~"};
    tio_record_head head = head_of(3, 5);
    tio_record_writer *writer = whole_game(&head);
    const char *text = tio_record_text(writer, NULL);
    const char *mark = strstr(text, "~ ");
    (void)state;
    assert_non_null(mark);
    char from[4] = {'\n', mark[-1], '~', ' '};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char line[16];
        char old[8];
        snprintf(old, sizeof old, "%.4s", from);
        snprintf(line, sizeof line, "\n%s", bad[i]);
        expect_refusal(text, old, line, 1, "");
    }
    /* Chance has no stand-in. */
    expect_refusal(text, "\nstart ", "\nstart~ ", 1, "");
    expect_refusal(text, "\nstart ", "\n1~ start ", 1, "chance has no seat");
    tio_record_free(writer);
}

/* Version 1 knows neither stand-ins nor secrets. */
static void version_1_has_none_of_it(void **state)
{
    tio_record_head head = head_of(2, 0);
    tio_game game;
    tio_move move = {.type = TIO_MOVE_START};
    (void)state;
    head.fair = false;
    tio_record_writer *writer = tio_record_new(tio_deck_standard(), &head);
    tio_game_init(&game, tio_deck_standard(), &head.settings);
    assert_int_equal(tio_apply(&game, tio_deck_standard(), &move), TIO_OK);
    assert_int_equal(tio_record_add(writer, &game, &move), TIO_OK);
    const char *text = tio_record_text(writer, NULL);
    expect_refusal(text, "start 1 =", "secret " A56 A8 "\n=", 0,
                   "no hash of the position");
    expect_refusal(text, "start 1 ", "1~ take D5 ", 0, "found '1~'");
    tio_record_free(writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_read_back),
        cmocka_unit_test(what_was_given_is_read),
        cmocka_unit_test(an_unfinished_game_has_a_secret),
        cmocka_unit_test(only_fair_records_tell_it),
        cmocka_unit_test(bad_fairness_is_explained),
        cmocka_unit_test(nothing_follows_the_secret),
        cmocka_unit_test(stand_ins_are_marked_one_way),
        cmocka_unit_test(version_1_has_none_of_it),
    };
    return cmocka_run_group_tests_name("fair records", tests, NULL, NULL);
}
