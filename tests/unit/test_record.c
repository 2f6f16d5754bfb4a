/* Records: what is written reads back, and whatever is done to a record after
 * that is found and named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notation/record.h"

static const char own_text[] = "combo 3 D3 L4 x2\n"
                               "combo 1 *? *? x4\n"
                               "combo 3 sum D > 12 x4\n"
                               "combo 2 sum 3* < 9 x4\n"
                               "combo 3 sum * = 13 x4\n"
                               "combo 1 L? x4\n"
                               "action reroll D x2\n"
                               "action reroll L x2\n"
                               "action reroll R x2\n"
                               "action reroll 4 x2\n"
                               "action take 2 x2\n"
                               "action change D cost 1 x2\n"
                               "action change L cost 0 x2\n"
                               "action cast x4\n"
                               "action swap x2\n"
                               "action shift L 2\n"
                               "action shift D 2\n";

static tio_deck own_deck;

static int read_deck(void **state)
{
    (void)state;
    return (int)tio_deck_parse(own_text, strlen(own_text), "our own", &own_deck,
                               NULL);
}

/* ---- Playing a game into a record ---- */

static void set_name(tio_record_head *head, unsigned seat, const char *name)
{
    snprintf(head->name[seat], sizeof head->name[seat], "%s", name);
}

static tio_record_head head_of(const tio_settings *settings)
{
    static const char *const names[] = {"Anna", "greedy", "J\xc3\xbcrgen K.",
                                        "\xf0\x9f\x8e\xb2", "5"};
    tio_record_head head;
    memset(&head, 0, sizeof head);
    head.settings = *settings;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        set_name(&head, seat, names[seat]);
    return head;
}

/* Reading a legal move's text must give the move again. */
static void expect_same_text(const tio_deck *deck, const tio_move *move)
{
    char text[TIO_MOVE_TEXT];
    char again[TIO_MOVE_TEXT];
    tio_move read;
    tio_text_error error;
    tio_move_print(deck, move, text);
    if (tio_move_parse(deck, NULL, move->seat, text, &read, &error) != TIO_OK)
        fail_msg("%s: %s", text, error.what);
    tio_move_print(deck, &read, again);
    assert_string_equal(again, text);
}

/* One of the first legal moves, evenly: passing soon would be a dull game. */
static tio_move choose(const tio_game *game, const tio_deck *deck,
                       unsigned seat, tio_random *random)
{
    tio_view view;
    tio_moves moves;
    tio_move move;
    tio_move chosen = {0};
    unsigned count = 0;
    tio_view_of(game, seat, &view);
    tio_moves_begin(&moves, deck, &view);
    while (count < 200 && tio_moves_next(&moves, &move)) {
        expect_same_text(deck, &move);
        if (tio_random_below(random, ++count) == 0)
            chosen = move;
    }
    assert_true(count > 0);
    return chosen;
}

static unsigned one_of(unsigned seats, tio_random *random)
{
    unsigned seat;
    do
        seat = tio_random_below(random, TIO_MAX_PLAYERS);
    while ((seats >> seat & 1) == 0);
    return seat;
}

static tio_move next_move(const tio_game *game, const tio_deck *deck,
                          tio_random *random)
{
    tio_move move;
    if (!tio_game_wants_chance(game))
        return choose(game, deck, one_of(tio_game_deciders(game), random),
                      random);
    tio_deal_random(game, deck, random, &move);
    expect_same_text(deck, &move);
    return move;
}

static tio_record_writer *play(const tio_deck *deck,
                               const tio_settings *settings, uint64_t seed,
                               tio_game *game)
{
    tio_random random;
    tio_record_head head = head_of(settings);
    tio_record_writer *writer = tio_record_new(deck, &head);
    assert_non_null(writer);
    tio_random_init(&random, seed, 1);
    assert_int_equal(tio_game_init(game, deck, settings), TIO_OK);
    while (game->phase != TIO_PHASE_OVER) {
        tio_move move = next_move(game, deck, &random);
        assert_int_equal(tio_record_end(writer, game), TIO_E_WRONG_PHASE);
        assert_int_equal(tio_apply(game, deck, &move), TIO_OK);
        assert_int_equal(tio_record_add(writer, game, &move), TIO_OK);
    }
    assert_int_equal(tio_record_end(writer, game), TIO_OK);
    return writer;
}

/* ---- Reading ---- */

/* Reads all of a record; the error is that of the line that failed. */
static tio_error read_all(const char *text, size_t size, bool *finished,
                          tio_text_error *error)
{
    tio_record_reader *reader;
    tio_move move;
    bool more = true;
    *finished = false;
    tio_error code = tio_record_open(text, size, &reader, error);
    if (code != TIO_OK) {
        assert_null(reader);
        return code;
    }
    while (code == TIO_OK && more)
        code = tio_record_next(reader, &move, &more, error);
    *finished = tio_record_finished(reader);
    tio_record_close(reader);
    return code;
}

/* Reads a record and writes it again. */
static void expect_read_back(const char *text, size_t size, uint64_t hash)
{
    tio_record_reader *reader;
    tio_text_error error;
    tio_move move;
    bool more;
    if (tio_record_open(text, size, &reader, &error) != TIO_OK)
        fail_msg("line %u: %s", error.line, error.what);
    const tio_deck *deck = tio_record_get_deck(reader);
    tio_record_writer *writer =
        tio_record_new(deck, tio_record_get_head(reader));
    assert_non_null(writer);
    for (;;) {
        unsigned line = tio_record_line(reader);
        if (tio_record_next(reader, &move, &more, &error) != TIO_OK)
            fail_msg("line %u: %s", error.line, error.what);
        if (!more)
            break;
        assert_int_equal(tio_record_line(reader), line + 1);
        tio_record_add(writer, tio_record_get_game(reader), &move);
    }
    assert_true(tio_record_finished(reader));
    assert_true(tio_game_hash(tio_record_get_game(reader)) == hash);
    assert_int_equal(tio_record_end(writer, tio_record_get_game(reader)),
                     TIO_OK);
    size_t length;
    const char *again = tio_record_text(writer, &length);
    assert_int_equal(length, size);
    assert_memory_equal(again, text, size);
    assert_int_equal(tio_record_next(reader, &move, &more, &error), TIO_OK);
    assert_false(more);
    tio_record_free(writer);
    tio_record_close(reader);
}

static tio_settings settings_number(unsigned number)
{
    tio_settings settings = tio_settings_default(2 + number % 4);
    settings.edition = (uint8_t)(number / 4 % TIO_EDITIONS);
    settings.free_hand = (uint8_t)(number / 8 % 2);
    settings.cast = (uint8_t)(number % TIO_CAST_RULES);
    settings.piles_down = (uint8_t)(number / 2 % 2);
    settings.starts = (uint8_t)(number % 3);
    settings.first = number % 5 < settings.players && number % 2
                         ? (uint8_t)(number % 5)
                         : TIO_NONE;
    return settings;
}

/* The upper half of the state's hash, as docs/records.md says. */
static void expect_last_hash(const char *text, size_t size, uint64_t hash)
{
    char tail[16];
    snprintf(tail, sizeof tail, " =%08x\n", (unsigned)(hash >> 32));
    assert_string_equal(text + size - strlen(tail), tail);
}

static void games_read_back(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 64; number++) {
        tio_settings settings = settings_number(number);
        const tio_deck *deck =
            number % 3 == 0 ? tio_deck_standard() : &own_deck;
        tio_game game;
        size_t size;
        tio_record_writer *writer = play(deck, &settings, number, &game);
        const char *text = tio_record_text(writer, &size);
        assert_int_equal(strlen(text), size);
        expect_read_back(text, size, tio_game_hash(&game));
        expect_last_hash(text, size, tio_game_hash(&game));
        tio_record_free(writer);
    }
}

/* ---- A record that was tampered with ---- */

struct lines {
    const char *text;
    size_t size;
    unsigned count;
    unsigned head; /* lines up to 'moves' */
    size_t at[2000];
};

static void split(struct lines *lines, const char *text, size_t size)
{
    lines->text = text;
    lines->size = size;
    lines->count = 0;
    for (size_t at = 0; at < size;
         at = (size_t)((char *)memchr(text + at, '\n', size - at) - text) + 1) {
        if (strncmp(text + at, "moves ", 6) == 0)
            lines->head = lines->count + 1;
        lines->at[lines->count++] = at;
        assert_true(lines->count < 2000);
    }
    lines->at[lines->count] = size;
}

static tio_record_writer *small_game(const tio_deck *deck, struct lines *lines)
{
    tio_settings settings = tio_settings_default(2);
    tio_game game;
    size_t size;
    settings.starts = 1;
    tio_record_writer *writer = play(deck, &settings, 5, &game);
    const char *text = tio_record_text(writer, &size);
    split(lines, text, size);
    return writer;
}

static void every_byte_counts(void **state)
{
    static struct lines lines;
    static const char bytes[] = {1, 4, 0x20, (char)0x80};
    tio_record_writer *writer = small_game(&own_deck, &lines);
    char *text = malloc(lines.size);
    unsigned line = 0;
    (void)state;
    memcpy(text, lines.text, lines.size);
    for (size_t at = 0; at < lines.size; at++) {
        if (at == lines.at[line + 1])
            line++;
        for (size_t i = 0; i < sizeof bytes; i++) {
            tio_text_error error;
            bool finished;
            text[at] ^= bytes[i];
            tio_error code = read_all(text, lines.size, &finished, &error);
            if (code == TIO_OK || finished)
                fail_msg("byte %zu as '%c' went unnoticed", at, text[at]);
            bool named = error.line == line + 1;
            bool in_head = line < lines.head && error.line <= lines.head;
            if (!named && !in_head && line + 1 != lines.count)
                fail_msg("line %u was altered, line %u named: %s", line + 1,
                         error.line, error.what);
            text[at] ^= bytes[i];
        }
    }
    free(text);
    tio_record_free(writer);
}

/* The lines in the order given, and what the reader says of them. */
static tio_error read_lines(const struct lines *lines, const unsigned order[],
                            unsigned count, tio_text_error *error)
{
    char *text = malloc(2 * lines->size);
    size_t size = 0;
    bool finished;
    for (unsigned i = 0; i < count; i++) {
        size_t length = lines->at[order[i] + 1] - lines->at[order[i]];
        memcpy(text + size, lines->text + lines->at[order[i]], length);
        size += length;
    }
    tio_error code = read_all(text, size, &finished, error);
    free(text);
    return code;
}

static void every_line_counts(void **state)
{
    static struct lines lines;
    static unsigned order[2000];
    tio_record_writer *writer = small_game(&own_deck, &lines);
    tio_text_error error;
    (void)state;
    for (unsigned line = 0; line + 1 < lines.count; line++) {
        unsigned count = 0;
        for (unsigned i = 0; i < lines.count; i++)
            if (i != line)
                order[count++] = i;
        assert_int_not_equal(read_lines(&lines, order, count, &error), TIO_OK);
        if (line >= lines.head)
            assert_int_equal(error.line, line + 1);
        for (unsigned i = 0; i < lines.count; i++)
            order[i] = i == line ? line + 1 : i == line + 1 ? line : i;
        /* Cards of a deck may be equal. */
        bool equal =
            lines.at[line + 1] - lines.at[line] ==
                lines.at[line + 2] - lines.at[line + 1] &&
            memcmp(lines.text + lines.at[line], lines.text + lines.at[line + 1],
                   lines.at[line + 1] - lines.at[line]) == 0;
        if (!equal)
            assert_int_not_equal(read_lines(&lines, order, lines.count, &error),
                                 TIO_OK);
        if (!equal && line >= lines.head)
            assert_int_equal(error.line, line + 1);
        for (unsigned i = 0; i <= lines.count; i++)
            order[i] = i <= line ? i : i - 1;
        assert_int_not_equal(read_lines(&lines, order, lines.count + 1, &error),
                             TIO_OK);
        if (line >= lines.head)
            assert_int_equal(error.line, line + 2);
    }
    tio_record_free(writer);
}

static void a_beginning_is_unfinished(void **state)
{
    static struct lines lines;
    tio_record_writer *writer = small_game(tio_deck_standard(), &lines);
    tio_text_error error;
    bool finished;
    (void)state;
    for (size_t size = 0; size < lines.size; size++) {
        bool whole = false;
        for (unsigned line = lines.head; line < lines.count; line++)
            whole = whole || lines.at[line] == size;
        tio_error code = read_all(lines.text, size, &finished, &error);
        assert_int_equal(code == TIO_OK, whole);
        assert_false(finished);
        if (size == lines.at[lines.count - 1] + 3) {
            assert_int_equal(error.line, lines.count);
            assert_non_null(strstr(error.what, "cut off in this line"));
        }
    }
    tio_record_free(writer);
}

/* ---- What is said ---- */

struct change {
    const char *from; /* text to replace, once */
    const char *to;
    unsigned line;
    unsigned column;
    const char *what;
};

/* Replaces a text; with a head that is right again if `mend`. */
static char *changed(const struct lines *lines, const struct change *change,
                     size_t *size, bool mend)
{
    const char *found = strstr(lines->text, change->from);
    assert_non_null(found);
    int before = (int)(found - lines->text);
    size_t room = lines->size + strlen(change->to) + 1;
    char *text = malloc(room);
    assert_non_null(text);
    snprintf(text, room, "%.*s%s%s", before, lines->text, change->to,
             found + strlen(change->from));
    *size = strlen(text);
    char *moves = strstr(text, "\nmoves ");
    if (mend && moves) {
        char digits[9];
        size_t head = (size_t)(moves - text) + 1;
        snprintf(digits, sizeof digits, "%08x",
                 (unsigned)record_head_hash(text, head));
        memcpy(moves + 7, digits, 8);
    }
    return text;
}

static void expect_change(const struct lines *lines,
                          const struct change *change, bool mend)
{
    tio_text_error error = {0, 0, ""};
    bool finished;
    size_t size;
    char *text = changed(lines, change, &size, mend);
    tio_error code = read_all(text, size, &finished, &error);
    if (code == TIO_OK || error.line != change->line ||
        error.column != change->column ||
        strstr(error.what, change->what) == NULL)
        fail_msg("'%s' for '%s' gave %s at %u:%u: %s", change->to, change->from,
                 tio_error_name(code), error.line, error.column, error.what);
    assert_int_equal(read_all(text, size, &finished, NULL), code);
    free(text);
}

static void bad_heads_are_explained(void **state)
{
    static const struct change changes[] = {
        {"tioli record 1", "tioly record 1", 1, 1, "this is not a record"},
        {"tioli record 1", "tioli record 3", 1, 14, "a record of version '3'"},
        {"tioli record 1", "tioli record 2", 11, 1,
         "found 'deck': expected the line 'fair' here"},
        {"tioli record 1", "tioli record", 1, 1, "this is not a record"},
        {"edition gamewright", "edition ravensburger", 2, 9,
         "found 'ravensburger': expected gamewright or schmidt"},
        {"edition gamewright", "edition  gamewright", 2, 9,
         "found ' gamewright': expected gamewright"},
        {"edition gamewright", "edition", 2, 8, "no value: expected one"},
        {"edition gamewright", "edition ", 2, 9, "no value: expected one"},
        {"edition gamewright\n", "", 2, 1,
         "found 'players': expected the line 'edition' here"},
        {"edition gamewright\n", "edition gamewright\nedition gamewright\n", 3,
         1, "found 'edition': expected the line 'players' here"},
        {"edition gamewright\n", "colour blue\n", 2, 1,
         "found 'colour': expected the line 'edition' here"},
        {"edition gamewright", " edition gamewright", 2, 2, "'edition' here"},
        {"edition gamewright\n", "edition gamewright\r\n", 2, 19,
         "a carriage return"},
        {"edition gamewright\n", "\n", 2, 1, "a blank line"},
        {"players 2", "players 1", 3, 9, "found '1': expected 2 to 5"},
        {"players 2", "players 6", 3, 9, "found '6': expected 2 to 5"},
        {"players 2", "players 02", 3, 9, "found '02': expected 2 to 5"},
        {"players 2", "players 3", 6, 1, "expected the line 'name' here"},
        {"name 2 greedy\n", "", 5, 1, "expected the line 'name' here"},
        {"name 2 greedy", "name 3 greedy", 5, 6, "no name for seat 2"},
        {"name 2 greedy", "name 2", 5, 6, "no name for seat 2"},
        {"name 2 greedy", "name 2 ", 5, 8, "expected 1 to 63 bytes of UTF-8"},
        {"name 2 greedy", "name 2  greedy", 5, 8, "outer spaces"},
        {"name 2 greedy", "name 2 greedy ", 5, 8, "outer spaces"},
        {"name 2 greedy", "name 2 gre\tedy", 5, 8, "control characters"},
        {"name 2 greedy", "name 2 gre\xff", 5, 8, "not a name"},
        {"name 2 greedy", "name 2 gre\xe2\x80\xa8", 5, 8, "not a name"},
        {"name 2 greedy",
         "name 2 1234567890123456789012345678901234567890123456789012345678901"
         "234",
         5, 8, "expected 1 to 63 bytes"},
        {"free-hand no", "free-hand maybe", 6, 11, "expected no or yes"},
        {"starts 1", "starts 0", 7, 8, "found '0': expected 1 to 9"},
        {"starts 1", "starts 10", 7, 8, "found '10': expected 1 to 9"},
        {"first random", "first 3", 8, 7, "'random' or a player's seat"},
        {"first random", "first 0", 8, 7, "'random' or a player's seat"},
        {"cast carry", "cast hard", 9, 6, "expected carry, aim or off"},
        {"piles open", "piles up", 10, 7, "expected open or down"},
        {"moves ", "moves", 12, 1, "expected the line 'moves' here"},
        {"moves ", "moves x", 12, 7, "expected eight hexadecimal digits"},
        {"deck standard", "deck", 11, 6, "no hash of the deck"},
        {"deck standard", "deck Standard", 11, 6,
         "no built-in deck is called 'Standard'"},
        {"deck standard ", "deck standard 0", 11, 15, "no hash of the deck"},
        {"piles open", "piles down", 12, 7, "one was altered"},
        {"Anna", "Anne", 12, 7, "the lines above are not those"},
    };
    static struct lines lines;
    tio_record_writer *writer = small_game(tio_deck_standard(), &lines);
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        expect_change(&lines, &changes[i], false);
    tio_record_free(writer);
}

static void bad_own_decks_are_explained(void **state)
{
    static const struct change changes[] = {
        {"our own", "our  own ", 11, 10, "not a deck's name"},
        {"our own", "12345678901234567890123456789012", 11, 10, "1 to 31"},
        {"combo 3 D3 L4\n", "combo 3  D3 L4\n", 12, 1,
         "expected one card a line, as combo 3 D3 L4"},
        {"combo 3 D3 L4\n", "combo 3 D3 L4 x1\n", 12, 1, "as combo 3 D3 L4"},
        {"combo 3 D3 L4\n", "combo 3 D3 L4 x2\n", 12, 1, "as combo 3 D3 L4"},
        {"combo 3 D3 L4\n", "# combo 3 D3 L4\n", 12, 1, "or 'end deck'"},
        {"combo 3 D3 L4\n", "combo 3 D3 L7\n", 12, 12, "unknown face"},
        {"combo 3 D3 L4\n", "combo 3 D3 L5\n", 56, 1, "the cards are not"},
        {"combo 3 D3 L4\n", "action swap\ncombo 3 D3 L4\n", 13, 1,
         "expected all combos first"},
        {"end deck\n", "", 56, 1, "found 'moves': expected combo or action"},
    };
    static struct lines lines;
    tio_record_writer *writer = small_game(&own_deck, &lines);
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        expect_change(&lines, &changes[i], true);
    tio_record_free(writer);
}

static void bad_moves_are_explained(void **state)
{
    static struct lines lines;
    tio_record_writer *writer = small_game(tio_deck_standard(), &lines);
    char start[64];
    char other[64];
    char hash[16];
    unsigned line = lines.head + 1;
    (void)state;
    snprintf(start, sizeof start, "%.17s", lines.text + lines.at[lines.head]);
    snprintf(hash, sizeof hash, "%.10s", start + 7);
    assert_memory_equal(start, "start ", 6);
    const struct {
        const char *move;
        const char *hash;
        unsigned column;
        const char *what;
    } cases[] = {
        {"start 3", hash, 1, "the starter must be one of the players"},
        {"start 2", hash + 1, 7, "no hash of the position"},
        {"start 2", "", 1, "no hash of the position"},
        {"start 2", " =0000000g", 8, "no hash of the position"},
        {"start 2", " =00000000", 10, "is not the one the record claims"},
        {"start 02", hash, 1, "expected 'start 2'"},
        {"start  2", hash, 1, "expected 'start 2'"},
        {"start 2 ", hash, 1, "expected 'start 2'"},
        {" start 2", hash, 1, "expected 'start 2'"},
        {"START 2", hash, 1, "expected 'start 2'"},
        {"1 start 2", hash, 1, "chance has no seat"},
        {"take D5", hash, 1, "nobody makes this move"},
        {"1 take D5", hash, 1, "the game waits for dice or cards"},
        {"3 take D5", hash, 1, "there is no such seat"},
        {"0 take D5", hash, 1, "there is no such seat"},
        {"1 take D9", hash, 8, "'D9' is not a die"},
        {"1", hash, 2, "expected a move"},
        {"fly", hash, 1, "found 'fly': expected a move"},
        {"end 1:0 2:0 wins 1 2", hash, 1, "a result before the game is over"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(other, sizeof other, "%s%s", cases[i].move, cases[i].hash);
        struct change change = {start, other, line, cases[i].column,
                                cases[i].what};
        expect_change(&lines, &change, false);
    }
    tio_record_free(writer);
}

static void bad_ends_are_explained(void **state)
{
    static struct lines lines;
    tio_record_writer *writer = small_game(tio_deck_standard(), &lines);
    unsigned last = lines.count;
    (void)state;
    const struct change changes[] = {
        {"end 1:", "end 1:1", last, 1, "not how the game ended: expected 'end"},
        {" wins ", " won ", last, 1, "not how the game ended"},
        {"end 1:", "fine 1:", last, 1, "found 'fine'"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        expect_change(&lines, &changes[i], false);
    char *text = malloc(lines.size + 20);
    bool finished;
    tio_text_error error;
    assert_non_null(text);
    snprintf(text, lines.size + 20, "%smore\n", lines.text);
    assert_int_equal(read_all(text, lines.size + 5, &finished, &error),
                     TIO_E_RECORD);
    assert_int_equal(error.line, last + 1);
    assert_non_null(strstr(error.what, "goes on after its result"));
    snprintf(text + lines.at[lines.count - 1], 20, "start 1 =00000000\n");
    assert_int_equal(read_all(text, strlen(text), &finished, &error),
                     TIO_E_GAME_OVER);
    free(text);
    tio_record_free(writer);
}

static void a_failed_line_changes_nothing(void **state)
{
    static struct lines lines;
    tio_record_writer *writer = small_game(tio_deck_standard(), &lines);
    tio_record_reader *reader;
    tio_move move;
    bool more;
    char *text = malloc(lines.size);
    (void)state;
    memcpy(text, lines.text, lines.size);
    char *digit = text + lines.at[lines.head + 1] - 2;
    *digit = *digit == '0' ? '1' : '0';
    assert_int_equal(tio_record_open(text, lines.size, &reader, NULL), TIO_OK);
    uint64_t hash = tio_game_hash(tio_record_get_game(reader));
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(tio_record_next(reader, &move, &more, NULL),
                         TIO_E_RECORD);
        assert_false(more);
        assert_true(tio_game_hash(tio_record_get_game(reader)) == hash);
        assert_int_equal(tio_record_line(reader), lines.head);
    }
    tio_record_close(reader);
    free(text);
    tio_record_free(writer);
}

/* ---- Limits ---- */

static void limits_are_named(void **state)
{
    size_t size = ((size_t)16 << 20) + 1;
    char *text = malloc(size);
    tio_record_reader *reader;
    tio_text_error error;
    (void)state;
    memset(text, 'x', size);
    assert_int_equal(tio_record_open(text, size, &reader, &error),
                     TIO_E_TOO_LONG);
    assert_non_null(strstr(error.what, "at most 16777216 bytes"));
    assert_int_equal(tio_record_open(text, size - 1, &reader, &error),
                     TIO_E_RECORD);
    assert_int_equal(error.line, 1);
    assert_non_null(strstr(error.what, "at most 4096 bytes"));
    text[4096] = '\n';
    assert_int_equal(tio_record_open(text, 5000, &reader, &error),
                     TIO_E_RECORD);
    assert_non_null(strstr(error.what, "this is not a record"));
    assert_int_equal(tio_record_open(text, 4096, &reader, &error),
                     TIO_E_RECORD);
    assert_non_null(strstr(error.what, "cut off"));
    assert_int_equal(tio_record_open("", 0, &reader, &error), TIO_E_RECORD);
    assert_non_null(strstr(error.what, "expected the line 'tioli record 1'"));
    free(text);
    tio_record_close(NULL);
    tio_record_free(NULL);
}

static void what_cant_be_read_is_not_written(void **state)
{
    tio_settings settings = tio_settings_default(3);
    tio_record_head head = head_of(&settings);
    static tio_deck deck;
    (void)state;
    set_name(&head, 1, "a\nmoves");
    assert_null(tio_record_new(tio_deck_standard(), &head));
    set_name(&head, 1, "");
    assert_null(tio_record_new(tio_deck_standard(), &head));
    memset(head.name[1], 'a', sizeof head.name[1]);
    assert_null(tio_record_new(tio_deck_standard(), &head));
    head = head_of(&settings);
    head.settings.players = 6;
    assert_null(tio_record_new(tio_deck_standard(), &head));
    head = head_of(&settings);
    deck = own_deck;
    deck.name[0] = '\n';
    assert_null(tio_record_new(&deck, &head));
    deck = own_deck;
    deck.combo[8].high = 20; /* a range that no sign can say */
    tio_deck_prepare(&deck);
    assert_null(tio_record_new(&deck, &head));
    tio_record_writer *writer = tio_record_new(&own_deck, &head);
    assert_non_null(writer);
    tio_record_free(writer);
}

static void a_writer_ends_once(void **state)
{
    tio_settings settings = tio_settings_default(2);
    tio_game game;
    tio_move move = {0};
    (void)state;
    settings.starts = 1;
    tio_record_writer *writer = play(&own_deck, &settings, 9, &game);
    assert_int_equal(tio_record_end(writer, &game), TIO_E_GAME_OVER);
    assert_int_equal(tio_record_add(writer, &game, &move), TIO_E_GAME_OVER);
    tio_record_free(writer);
}

static void a_record_has_a_most(void **state)
{
    tio_settings settings = tio_settings_default(2);
    tio_record_head head = head_of(&settings);
    tio_record_writer *writer = tio_record_new(tio_deck_standard(), &head);
    tio_game game;
    tio_move move = {.type = TIO_MOVE_START};
    tio_error code;
    size_t size;
    (void)state;
    tio_game_init(&game, tio_deck_standard(), &settings);
    do
        code = tio_record_add(writer, &game, &move);
    while (code == TIO_OK);
    assert_int_equal(code, TIO_E_TOO_LONG);
    const char *text = tio_record_text(writer, &size);
    assert_true(size <= RECORD_MOST && size > RECORD_MOST - 40);
    assert_int_equal(text[size - 1], '\n');
    tio_record_free(writer);
}

static void a_tie_is_shared(void **state)
{
    tio_settings settings = tio_settings_default(3);
    tio_game game;
    char text[200];
    struct buffer out = buffer_fixed(text, sizeof text);
    (void)state;
    tio_game_init(&game, &own_deck, &settings);
    game.player[0].points = 9;
    game.player[1].chips = 3;
    game.player[2].points = 10;
    game.player[2].chips = 1;
    record_print_end(&out, &game);
    text[out.size - 8] = '\0';
    assert_string_equal(text, "end 1:9 2:-3 3:9 wins 1 3 =");
}

/* A record of the past that must be readable for ever. */
static void the_example_in_the_docs_holds(void **state)
{
    static const char fence[] = "\n```\ntioli record";
    static char page[60000];
    tio_text_error error = {0, 0, ""};
    bool finished;
    (void)state;
    FILE *file = fopen("docs/records.md", "rb");
    assert_non_null(file);
    size_t size = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    assert_true(size < sizeof page - 1);
    char *text = strstr(page, fence);
    assert_non_null(text);
    text += 5;
    char *end = strstr(text, "```");
    assert_non_null(end);
    if (read_all(text, (size_t)(end - text), &finished, &error) != TIO_OK)
        fail_msg("line %u: %s", error.line, error.what);
    assert_true(finished);
}

/* The numbers of docs/records.md, so that neither can drift. */
static void the_head_hash_is_fnv(void **state)
{
    (void)state;
    assert_int_equal(record_head_hash("", 0), 0x811c9dc5U);
    assert_int_equal(record_head_hash("a", 1), 0xe40c292cU);
    assert_int_equal(record_head_hash("foobar", 6), 0xbf9cf968U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_read_back),
        cmocka_unit_test(every_byte_counts),
        cmocka_unit_test(every_line_counts),
        cmocka_unit_test(a_beginning_is_unfinished),
        cmocka_unit_test(bad_heads_are_explained),
        cmocka_unit_test(bad_own_decks_are_explained),
        cmocka_unit_test(bad_moves_are_explained),
        cmocka_unit_test(bad_ends_are_explained),
        cmocka_unit_test(a_failed_line_changes_nothing),
        cmocka_unit_test(limits_are_named),
        cmocka_unit_test(what_cant_be_read_is_not_written),
        cmocka_unit_test(a_writer_ends_once),
        cmocka_unit_test(a_record_has_a_most),
        cmocka_unit_test(a_tie_is_shared),
        cmocka_unit_test(the_head_hash_is_fnv),
        cmocka_unit_test(the_example_in_the_docs_holds),
    };
    return cmocka_run_group_tests_name("records", tests, read_deck, NULL);
}
