/* A table without a server, stepped as a terminal or a page would: what happens
 * at it is told once, its record is the one that the game has, moves that were
 * taken back leave no trace, and a game that is gone on with goes on as it would
 * have. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notation/record.h"
#include "support/golden.h"
#include "table/local.h"
#include "table/record.h"

#define MOST_MOVES 1024
#define SEED_5 0x843e3fc384ccc4bfU

struct game {
    struct local_setup setup;
    struct local local;
    uint64_t told;              /* the last event that `happened` was told of */
    tio_move shown[MOST_MOVES]; /* what everybody may know of */
    unsigned shows;
};

static void note(void *context, const struct table_event *event)
{
    struct game *game = context;
    assert_int_equal(event->seq, game->told + 1);
    game->told = event->seq;
    assert_true(game->shows + TIO_MAX_PLAYERS <= MOST_MOVES);
    game->shows +=
        table_shown(game->local.table, event, &game->shown[game->shows]);
}

static void game_begin(struct game *game, const tio_record_head *head,
                       const tio_deck *deck)
{
    char why[200];
    game->told = 0;
    game->shows = 0;
    game->setup.head = *head;
    game->setup.deck = deck;
    game->setup.record = tio_record_new(deck, head);
    game->setup.happened = note;
    game->setup.context = game;
    assert_non_null(game->setup.record);
    if (!local_begin(&game->local, &game->setup, why))
        fail_msg("%s", why);
}

/* Whoever plays, the text is the caller's. */
static char *game_end(struct game *game)
{
    size_t length;
    const char *text = tio_record_text(game->setup.record, &length);
    char *copy = calloc(1, length + 1);
    assert_non_null(copy);
    assert_int_equal(game->local.trouble, TIO_OK);
    assert_int_equal(game->told, game->local.table->seq);
    memcpy(copy, text, length);
    tio_record_free(game->setup.record);
    local_end(&game->local);
    return copy;
}

/* ---- Games by the seed -------------------------------------------------- */

/* The first seat is a person, and every other one after it. */
static void seeded_begin(struct game *game, unsigned seed, bool undo)
{
    tio_record_head head = {0};
    memset(game, 0, sizeof *game);
    head.settings = tio_settings_default(2 + seed % 4);
    head.settings.starts = 1;
    head.settings.edition = (uint8_t)(seed / 4 % TIO_EDITIONS);
    head.settings.free_hand = seed % 3 == 0;
    game->setup.seed = seed;
    game->setup.undo = undo;
    for (unsigned seat = 0; seat < head.settings.players; seat++) {
        snprintf(head.name[seat], sizeof head.name[seat], "Player %u", seat);
        if (seat % 2)
            snprintf(game->setup.level[seat], TABLE_LEVEL, "random");
    }
    game_begin(game, &head, tio_deck_standard());
}

static unsigned decider(const struct game *game)
{
    unsigned deciders = tio_game_deciders(&game->local.table->game);
    return deciders ? (unsigned)__builtin_ctz(deciders) : TIO_NONE;
}

static void decide(struct game *game, unsigned seat)
{
    struct local_question question;
    tio_move move;
    memset(&move, 0, sizeof move);
    local_ask(&game->local, seat, &question);
    tio_bot_named("random")->choose(&question.view, game->local.table->deck,
                                    NULL, &question.random, &move);
    assert_int_equal(local_move(&game->local, &move), TIO_OK);
}

static void play_on(struct game *game)
{
    for (;;) {
        local_settle(&game->local);
        if (game->local.table->phase == TABLE_OVER)
            return;
        assert_false(local_undo(&game->local, decider(game)));
        decide(game, decider(game));
    }
}

/* ---- Records ------------------------------------------------------------ */

static tio_record_reader *open_text(const char *text)
{
    tio_record_reader *reader;
    tio_text_error error;
    if (tio_record_open(text, strlen(text), &reader, &error))
        fail_msg("%u: %s", error.line, error.what);
    return reader;
}

/* Its first moves, or all of it: how many they were. */
static unsigned follow(struct game *game, tio_record_reader *reader,
                       unsigned most)
{
    tio_text_error error;
    char why[200];
    tio_move move;
    unsigned count = 0;
    for (bool more = true; count < most; count++) {
        if (tio_record_next(reader, &move, &more, &error))
            fail_msg("%u: %s", error.line, error.what);
        if (!more)
            break;
        if (!local_follow(&game->local, &move, tio_record_was_stand_in(reader),
                          why))
            fail_msg("%s", why);
    }
    return count;
}

/* The secret is known before the first move, as on a server. */
static void take_secret(struct game *game, const char *text)
{
    tio_record_reader *reader = open_text(text);
    tio_move move;
    for (bool more = true; more;)
        assert_int_equal(tio_record_next(reader, &move, &more, NULL), TIO_OK);
    const uint8_t *secret = tio_record_secret(reader);
    game->setup.has_secret = secret;
    if (secret)
        memcpy(game->setup.secret, secret, TIO_FAIR_BYTES);
    tio_record_close(reader);
}

static void test_records_come_back_to_the_byte(void **state)
{
    static char list[GOLDEN_BYTES];
    static char text[GOLDEN_BYTES];
    unsigned fair = 0;
    unsigned count = 0;
    (void)state;
    golden_read("HASHES", list);
    for (char *line = strtok(list, "\n"); line; line = strtok(NULL, "\n")) {
        struct game game = {0};
        line[strcspn(line, " ")] = '\0';
        golden_read(line, text);
        take_secret(&game, text);
        tio_record_reader *reader = open_text(text);
        game_begin(&game, tio_record_get_head(reader),
                   tio_record_get_deck(reader));
        follow(&game, reader, 10000);
        local_settle(&game.local);
        tio_record_close(reader);
        fair += game.setup.head.fair;
        char *written = game_end(&game);
        assert_string_equal(written, text);
        free(written);
        count++;
    }
    assert_true(count >= 12 && fair >= 3);
}

/* ---- What is taken back ------------------------------------------------- */

static void test_undo_leaves_no_trace(void **state)
{
    unsigned undone = 0;
    (void)state;
    for (unsigned seed = 0; seed < 24; seed++) {
        struct game game;
        tio_random random;
        seeded_begin(&game, seed, true);
        tio_random_init(&random, seed, 99);
        for (;;) {
            local_settle(&game.local);
            unsigned seat = table_undo_seat(game.local.table);
            uint64_t moves = game.local.moves;
            if (game.local.table->phase == TABLE_OVER)
                break;
            if (seat != TIO_NONE && tio_random_below(&random, 3) == 0) {
                uint64_t hash = tio_game_hash(&game.local.table->game);
                assert_true(local_undo(&game.local, seat));
                assert_int_equal(game.local.moves, moves - 1);
                assert_true(tio_game_hash(&game.local.table->game) != hash);
                undone++;
            } else {
                assert_false(local_undo(&game.local, TIO_NONE));
                decide(&game, decider(&game));
            }
        }
        uint64_t moves = game.local.moves;
        char *text = game_end(&game);
        /* The reader holds every line against the rules and its hash. */
        tio_record_reader *reader = open_text(text);
        tio_move move;
        bool more = true;
        while (tio_record_next(reader, &move, &more, NULL) == TIO_OK && more)
            moves--;
        assert_true(tio_record_finished(reader));
        assert_int_equal(moves, 0);
        tio_record_close(reader);
        free(text);
    }
    assert_true(undone > 100);
}

/* ---- Going on ----------------------------------------------------------- */

static void test_a_game_goes_on_as_it_would_have(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 8; seed++) {
        struct game game;
        seeded_begin(&game, seed, false);
        play_on(&game);
        unsigned moves = (unsigned)game.local.moves;
        char *whole = game_end(&game);
        for (unsigned cut = 0; cut <= moves; cut += 1 + moves / 9) {
            tio_record_reader *reader = open_text(whole);
            seeded_begin(&game, seed, false);
            assert_int_equal(follow(&game, reader, cut), cut);
            tio_record_close(reader);
            play_on(&game);
            char *again = game_end(&game);
            assert_string_equal(again, whole);
            free(again);
        }
        free(whole);
    }
}

/* Whoever sits there gives each answer when it is their turn, so that all that
 * is shown comes in the order of the record. */
static void test_all_moves_are_shown_in_the_end(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 8; seed++) {
        struct game game;
        tio_text_error error;
        tio_move move;
        bool more = true;
        unsigned count = 0;
        seeded_begin(&game, seed, false);
        play_on(&game);
        char *text = game_end(&game);
        tio_record_reader *reader = open_text(text);
        for (;; count++) {
            char one[TIO_MOVE_TEXT];
            char two[TIO_MOVE_TEXT];
            assert_int_equal(tio_record_next(reader, &move, &more, &error),
                             TIO_OK);
            if (!more)
                break;
            assert_true(count < game.shows);
            tio_move_print(tio_deck_standard(), &move, one);
            tio_move_print(tio_deck_standard(), &game.shown[count], two);
            assert_string_equal(one, two);
            if (!tio_move_is_chance(move.type))
                assert_int_equal(move.seat, game.shown[count].seat);
        }
        assert_int_equal(count, game.shows);
        tio_record_close(reader);
        free(text);
    }
}

/* What was saved with a seed must go on with the same dice tomorrow. */
static void test_a_seed_is_the_same_game_for_ever(void **state)
{
    struct game game;
    (void)state;
    seeded_begin(&game, 5, false);
    play_on(&game);
    assert_int_equal(tio_game_hash(&game.local.table->game), SEED_5);
    free(game_end(&game));
}

/* ---- What only a server does -------------------------------------------- */

static const char *last_line(const tio_record_writer *record)
{
    size_t length;
    const char *text = tio_record_text(record, &length);
    assert_int_equal(strlen(text), length);
    length--;
    while (text[length - 1] != '\n')
        length--;
    return text + length;
}

static void test_whoever_moves_for_a_person_is_marked(void **state)
{
    struct game game;
    (void)state;
    seeded_begin(&game, 4, false);
    local_settle(&game.local);
    struct table *table = game.local.table;
    tio_record_writer *record = table_record_new(table);
    struct table_event event = {.type = TABLE_EVENT_MOVE};
    event.move.type = TIO_MOVE_PASS;
    assert_non_null(record);
    static const struct {
        unsigned cause;
        const char *line;
    } rows[] = {
        {TABLE_CAUSE_PERSON, "1 pass "},
        {TABLE_CAUSE_BOT, "1 pass "},
        {TABLE_CAUSE_STAND_IN, "1~ pass "},
        {TABLE_CAUSE_LATE, "1~ pass "},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        event.cause = (uint8_t)rows[i].cause;
        assert_int_equal(table_record_note(record, table, &event), TIO_OK);
        assert_memory_equal(last_line(record), rows[i].line,
                            strlen(rows[i].line));
    }
    /* A game that is broken off has its secret and no result. */
    event.type = TABLE_EVENT_REVEAL;
    assert_int_equal(table_record_note(record, table, &event), TIO_OK);
    assert_memory_equal(last_line(record), "secret ", 7);
    tio_record_free(record);
    free(game_end(&game));
}

/* The last move of a game can be cut off, too: it is not over then. */
static void test_a_line_is_cut_off_whole(void **state)
{
    static char text[GOLDEN_BYTES];
    static const uint8_t secret[TIO_FAIR_BYTES];
    tio_move move;
    bool more = true;
    (void)state;
    golden_read("fair-two-players.tioli", text);
    tio_record_reader *reader = open_text(text);
    tio_record_writer *record = tio_record_new(tio_record_get_deck(reader),
                                               tio_record_get_head(reader));
    for (;;) {
        assert_int_equal(tio_record_next(reader, &move, &more, NULL), TIO_OK);
        if (!more)
            break;
        char *before = strdup(tio_record_text(record, NULL));
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(
                tio_record_add(record, tio_record_get_game(reader), &move),
                TIO_OK);
            if (i == 0)
                record_take_back(record);
            if (i == 0)
                assert_string_equal(tio_record_text(record, NULL), before);
        }
        free(before);
    }
    assert_int_equal(tio_record_reveal(record, secret), TIO_E_WRONG_PHASE);
    record_take_back(record);
    assert_int_equal(tio_record_reveal(record, secret), TIO_OK);
    tio_record_free(record);
    tio_record_close(reader);
}

/* ---- What can't be ------------------------------------------------------ */

static tio_error try_move(struct game *game, unsigned seat, const char *text)
{
    tio_text_error error;
    tio_move move;
    if (tio_move_parse(game->local.table->deck, NULL, seat, text, &move,
                       &error))
        fail_msg("%s: %s", text, error.what);
    return tio_move_is_chance(move.type) ? local_chance(&game->local, &move)
                                         : local_move(&game->local, &move);
}

static void test_what_the_rules_do_not_allow_does_not_happen(void **state)
{
    struct game game;
    tio_move roll = {.type = TIO_MOVE_ROLL};
    (void)state;
    seeded_begin(&game, 4, false); /* two players, and the lot is to be drawn */
    assert_int_equal(try_move(&game, 0, "pass"), TIO_E_NOT_PLAYER);
    assert_int_equal(try_move(&game, 0, "roll L1"), TIO_E_WRONG_CHANCE);
    tio_move pass = {.type = TIO_MOVE_PASS};
    assert_int_equal(local_chance(&game.local, &pass), TIO_E_NOT_PLAYER);
    assert_int_equal(try_move(&game, 0, "start 2"), TIO_OK);
    local_settle(&game.local);
    uint64_t before = game.told;
    assert_int_equal(decider(&game), 1);
    assert_int_equal(try_move(&game, 0, "pass"), TIO_E_NOT_YOUR_TURN);
    assert_int_equal(try_move(&game, 2, "pass"), TIO_E_NO_SUCH_SEAT);
    assert_int_equal(local_move(&game.local, &roll), TIO_E_NOT_CHANCE);
    assert_int_equal(local_chance(&game.local, NULL), TIO_E_NOT_CHANCE);
    assert_false(local_undo(&game.local, 1));
    local_settle(&game.local);
    assert_int_equal(game.told, before);
    play_on(&game);
    before = game.told;
    assert_int_equal(local_chance(&game.local, NULL), TIO_E_GAME_OVER);
    local_settle(&game.local);
    assert_int_equal(game.told, before);
    free(game_end(&game));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records_come_back_to_the_byte),
        cmocka_unit_test(test_undo_leaves_no_trace),
        cmocka_unit_test(test_a_game_goes_on_as_it_would_have),
        cmocka_unit_test(test_all_moves_are_shown_in_the_end),
        cmocka_unit_test(test_a_seed_is_the_same_game_for_ever),
        cmocka_unit_test(test_whoever_moves_for_a_person_is_marked),
        cmocka_unit_test(test_a_line_is_cut_off_whole),
        cmocka_unit_test(test_what_the_rules_do_not_allow_does_not_happen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
