/* Reads a record and trusts nothing in it: every line must be the one that the
 * writer would have written, every move legal, every hash right. Whatever is
 * wrong is named with its line. */
#include "notation/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "base/utf8.h"
#include "notation/builtin.h"
#include "notation/deck_text.h"
#include "notation/settings.h"

struct tio_record_reader {
    char *text; /* a copy */
    size_t size;
    size_t at;     /* where the next line begins */
    unsigned line; /* the last line that was read and found right */
    bool finished;
    bool stand_in; /* made the last move */
    bool has_secret;
    uint8_t secret[TIO_FAIR_BYTES];
    tio_record_head head;
    const tio_deck *deck; /* a built-in one, or `own` */
    tio_deck own;
    tio_game game;
};

/* An error in the words that belong to its code. */
static tio_error record_fail(const struct scan *scan, const char *at,
                             tio_error code)
{
    return scan_fail(scan, code, at, "%s", tio_error_words(code));
}

/* The line at `at`, which then moves to the next; *end if there is none. The
 * number of the line is the one after the reader's. */
static tio_error record_line(struct tio_record_reader *reader, size_t *at,
                             struct scan *scan, bool *end)
{
    const char *start = reader->text + *at;
    size_t left = reader->size - *at;
    size_t most = left > RECORD_LINE + 1 ? RECORD_LINE + 1 : left;
    const char *feed = memchr(start, '\n', most);
    size_t size = feed ? (size_t)(feed - start) : most;
    *scan = scan_begin(start, size, reader->line + 1, scan->error);
    *end = left == 0;
    if (*end)
        return TIO_OK;
    if (!feed && left > RECORD_LINE)
        return scan_fail(scan, TIO_E_RECORD, start,
                         "the line is too long: expected at most %d bytes",
                         RECORD_LINE);
    if (!feed)
        return scan_fail(scan, TIO_E_RECORD, scan->end,
                         "the record is cut off in this line: expected a line "
                         "feed at its end");
    if (size == 0)
        return scan_fail(scan, TIO_E_RECORD, start,
                         "a blank line: expected none in a record");
    if (feed[-1] == '\r')
        return scan_fail(scan, TIO_E_RECORD, feed - 1,
                         "the line ends in a carriage return: expected a line "
                         "feed only");
    *at += size + 1;
    return TIO_OK;
}

/* Exactly `digits` hexadecimal digits in lower case, 16 at most. */
static bool record_hex(struct word word, unsigned digits, uint64_t *number)
{
    uint8_t bytes[sizeof *number];
    if (!hex_read(word.at, word.size, bytes, digits / 2))
        return false;
    *number = 0;
    for (unsigned i = 0; i < digits / 2; i++)
        *number = *number << 8 | bytes[i];
    return true;
}

static bool record_bytes(struct word word, uint8_t bytes[TIO_FAIR_BYTES])
{
    return hex_read(word.at, word.size, bytes, TIO_FAIR_BYTES);
}

/* ---- What stands above the moves ------------------------------------ */

/* Every line in its place, each with a value that the rules know. */

static tio_error next_line(struct tio_record_reader *reader, struct scan *scan,
                           const char *expected)
{
    bool end;
    tio_error code = record_line(reader, &reader->at, scan, &end);
    if (code != TIO_OK)
        return code;
    if (end)
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "the record ends within its head: expected the line "
                         "'%s'",
                         expected);
    reader->line++;
    return TIO_OK;
}

/* The line "key value"; leaves the value. */
static tio_error read_value(struct tio_record_reader *reader, struct scan *scan,
                            const char *key, struct word *value)
{
    size_t size = strlen(key);
    tio_error code = next_line(reader, scan, key);
    if (code != TIO_OK)
        return code;
    struct word found = scan_peek(scan);
    if (found.size != size || found.at != scan->line ||
        memcmp(found.at, key, size) != 0) {
        char shown[SHOWN_TEXT];
        return scan_fail(scan, TIO_E_RECORD, found.at,
                         "found %s: expected the line '%s' here",
                         word_shown(found, shown), key);
    }
    scan->at += size;
    if (!scan_accept(scan, ' ') || scan->at == scan->end)
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "no value: expected one after '%s' and a space", key);
    *value = (struct word){scan->at, (size_t)(scan->end - scan->at)};
    return TIO_OK;
}

/* A digit from `low` to `high`. */
static bool digit_value(struct word word, unsigned low, unsigned high,
                        unsigned *number)
{
    return word.size == 1 && word_number(word, number) && *number >= low &&
           *number <= high;
}

static tio_error read_version(struct tio_record_reader *reader,
                              struct scan *scan)
{
    static const char title[] = "tioli record ";
    size_t size = sizeof title - 1;
    char shown[SHOWN_TEXT];
    tio_error code = next_line(reader, scan, "tioli record 1");
    if (code != TIO_OK)
        return code;
    if ((size_t)(scan->end - scan->at) < size ||
        memcmp(scan->at, title, size) != 0)
        return scan_fail(
            scan, TIO_E_RECORD, scan->at,
            "this is not a record: expected 'tioli record 1' in its "
            "first line");
    scan->at += size;
    struct word version = {scan->at, (size_t)(scan->end - scan->at)};
    reader->head.fair = word_same(version, "2");
    if (!reader->head.fair && !word_same(version, "1"))
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "a record of version %s: expected version 1 or 2",
                         word_shown(version, shown));
    return TIO_OK;
}

static tio_error read_name(struct tio_record_reader *reader, struct scan *scan,
                           unsigned seat)
{
    struct word value = {"", 0};
    tio_error code = read_value(reader, scan, "name", &value);
    if (code != TIO_OK)
        return code;
    if (value.size < 2 || value.at[0] != (char)('1' + seat) ||
        value.at[1] != ' ')
        return scan_fail(scan, TIO_E_RECORD, value.at,
                         "no name for seat %u: expected 'name %u' and the "
                         "name",
                         seat + 1, seat + 1);
    struct word name = {value.at + 2, value.size - 2};
    if (name.size >= TIO_NAME_TEXT || !utf8_is_name(name.at, name.size))
        return scan_fail(scan, TIO_E_RECORD, name.at,
                         "not a name: expected 1 to %d bytes of UTF-8 without "
                         "control characters or outer spaces",
                         TIO_NAME_TEXT - 1);
    memcpy(reader->head.name[seat], name.at, name.size);
    return TIO_OK;
}

static tio_error read_setting(struct tio_record_reader *reader,
                              struct scan *scan, const struct setting *row)
{
    char expected[SETTING_EXPECTED];
    struct word value = {"", 0};
    tio_settings *settings = &reader->head.settings;
    tio_error code = read_value(reader, scan, row->key, &value);
    if (code != TIO_OK ||
        setting_scan(row, value, settings->players ? settings->players : 1,
                     settings))
        return code;
    return scan_expected(scan, TIO_E_RECORD, value,
                         setting_expected(row, expected));
}

/* True if the next line begins with this word. */
static bool line_follows(const struct tio_record_reader *reader,
                         const char *key)
{
    size_t size = strlen(key);
    return reader->size - reader->at > size &&
           memcmp(reader->text + reader->at, key, size) == 0 &&
           reader->text[reader->at + size] == ' ';
}

/* The line is there only if bots' moves could be taken back. */
static tio_error read_takeback(struct tio_record_reader *reader,
                               struct scan *scan)
{
    struct word value = {"", 0};
    if (!line_follows(reader, RECORD_TAKEBACK))
        return TIO_OK;
    tio_error code = read_value(reader, scan, RECORD_TAKEBACK, &value);
    if (code != TIO_OK)
        return code;
    reader->head.takeback = true;
    return word_same(value, "yes")
               ? TIO_OK
               : scan_expected(scan, TIO_E_RECORD, value, "yes");
}

/* The names stand behind the number of players. */
static tio_error read_settings(struct tio_record_reader *reader,
                               struct scan *scan)
{
    const tio_settings *settings = &reader->head.settings;
    tio_error code = read_version(reader, scan);
    for (unsigned i = 0; code == TIO_OK && i < GAME_SETTINGS; i++) {
        const struct setting *row = setting_in_record(i);
        unsigned names =
            row == &game_settings[SETTING_PLAYERS] ? TIO_MAX_PLAYERS : 0;
        code = read_setting(reader, scan, row);
        for (unsigned seat = 0;
             code == TIO_OK && seat < names && seat < settings->players; seat++)
            code = read_name(reader, scan, seat);
    }
    return code;
}

/* ---- Fair dice ------------------------------------------------------ */

static tio_error expected_bytes(const struct scan *scan, struct word value)
{
    return scan_expected(scan, TIO_E_RECORD, value,
                         "sixty-four hexadecimal digits");
}

/* One line for each seat that gave bytes, in the order of seats. */
static tio_error read_bytes(struct tio_record_reader *reader, struct scan *scan,
                            unsigned least)
{
    tio_record_head *head = &reader->head;
    struct word value = {"", 0};
    unsigned seat = 0;
    tio_error code = read_value(reader, scan, "bytes", &value);
    if (code != TIO_OK)
        return code;
    struct word digit = {value.at, 1};
    if (value.size < 2 || value.at[1] != ' ' ||
        !digit_value(digit, least, head->settings.players, &seat))
        return scan_fail(scan, TIO_E_RECORD, value.at,
                         "no seat for these bytes: expected that of a player, "
                         "in ascending order, and a space");
    struct word digits = {value.at + 2, value.size - 2};
    if (!record_bytes(digits, head->bytes[seat - 1]))
        return expected_bytes(scan, digits);
    head->contributed = (uint8_t)(head->contributed | 1U << (seat - 1));
    return TIO_OK;
}

static tio_error read_fairness(struct tio_record_reader *reader,
                               struct scan *scan)
{
    tio_record_head *head = &reader->head;
    struct word value = {"", 0};
    tio_error code = read_value(reader, scan, "fair", &value);
    if (code == TIO_OK && !record_bytes(value, head->commit))
        code = expected_bytes(scan, value);
    while (code == TIO_OK && line_follows(reader, "bytes")) {
        unsigned least = 1;
        while (head->contributed >> (least - 1) != 0)
            least++;
        code = read_bytes(reader, scan, least);
    }
    return code;
}

/* ---- The deck ------------------------------------------------------- */

static tio_error read_card(struct tio_record_reader *reader, struct scan *scan)
{
    tio_deck *deck = &reader->own;
    char text[TIO_CARD_TEXT + 8];
    struct buffer out = buffer_fixed(text, sizeof text);
    struct scan whole = *scan;
    unsigned combos = deck->combos;
    unsigned actions = deck->actions;
    tio_error code = deck_add_line(deck, scan);
    if (code != TIO_OK)
        return code;
    if (deck->combos > combos)
        deck_print_card(&out, deck, combos);
    else if (deck->actions > actions)
        deck_print_card(&out, deck, combos + actions);
    if (out.size != (size_t)(whole.end - whole.line) ||
        memcmp(text, whole.line, out.size) != 0)
        return scan_fail(&whole, TIO_E_RECORD, whole.line,
                         "not written as a record writes it: expected one "
                         "card a line, %s%s",
                         out.size > 0 ? "as " : "or 'end deck'", text);
    if (deck->combos > combos && actions > 0)
        return scan_fail(&whole, TIO_E_RECORD, whole.line,
                         "a combo after an action: expected all combos first");
    return TIO_OK;
}

static tio_error read_own_deck(struct tio_record_reader *reader,
                               struct scan *scan, struct word name,
                               uint64_t hash)
{
    if (name.size >= sizeof reader->own.name ||
        !utf8_is_name(name.at, name.size))
        return scan_fail(scan, TIO_E_RECORD, name.at,
                         "not a deck's name: expected 1 to %d bytes of UTF-8 "
                         "without control characters or outer spaces",
                         (int)sizeof reader->own.name - 1);
    memcpy(reader->own.name, name.at, name.size);
    for (;;) {
        tio_error code = next_line(reader, scan, "end deck");
        if (code != TIO_OK)
            return code;
        struct word line = {scan->at, (size_t)(scan->end - scan->at)};
        if (word_same(line, "end deck"))
            break;
        code = read_card(reader, scan);
        if (code != TIO_OK)
            return code;
    }
    tio_deck_prepare(&reader->own);
    reader->deck = &reader->own;
    if (reader->own.hash == hash)
        return TIO_OK;
    struct buffer out;
    char text[20];
    out = buffer_fixed(text, sizeof text);
    buffer_hex(&out, reader->own.hash, 16);
    return scan_fail(scan, TIO_E_RECORD, scan->line,
                     "the cards are not those of the deck's hash: they give "
                     "%s",
                     text);
}

static tio_error read_deck(struct tio_record_reader *reader, struct scan *scan)
{
    static const char own[] = "own ";
    char shown[SHOWN_TEXT];
    struct word value = {"", 0};
    uint64_t hash;
    tio_error code = read_value(reader, scan, "deck", &value);
    if (code != TIO_OK)
        return code;
    size_t tail = value.size < 17 ? value.size : 17;
    struct word digits = {scan->end - tail, tail};
    if (tail < 17 || digits.at[0] != ' ' ||
        !record_hex((struct word){digits.at + 1, 16}, 16, &hash))
        return scan_fail(scan, TIO_E_RECORD, digits.at,
                         "no hash of the deck: expected sixteen hexadecimal "
                         "digits after its name");
    struct word name = {value.at, value.size - tail};
    size_t size = sizeof own - 1;
    if (name.size >= size && memcmp(name.at, own, size) == 0)
        return read_own_deck(reader, scan,
                             (struct word){name.at + size, name.size - size},
                             hash);
    reader->deck = builtin_by_hash(hash);
    if (reader->deck && word_same(name, reader->deck->name))
        return TIO_OK;
    return scan_fail(scan, TIO_E_RECORD, value.at,
                     "no built-in deck is called %s and has that hash",
                     word_shown(name, shown));
}

static tio_error record_read_head(struct tio_record_reader *reader,
                                  tio_text_error *error)
{
    struct scan scan = {.error = error};
    struct word value = {"", 0};
    uint64_t claimed = 0;
    tio_error code = read_settings(reader, &scan);
    if (code == TIO_OK)
        code = read_takeback(reader, &scan);
    if (code == TIO_OK && reader->head.fair)
        code = read_fairness(reader, &scan);
    if (code == TIO_OK)
        code = read_deck(reader, &scan);
    uint32_t hash = record_head_hash(reader->text, reader->at);
    if (code == TIO_OK)
        code = read_value(reader, &scan, "moves", &value);
    if (code != TIO_OK)
        return code;
    if (!record_hex(value, 8, &claimed))
        return scan_expected(&scan, TIO_E_RECORD, value,
                             "eight hexadecimal digits");
    if (claimed != hash)
        return scan_fail(&scan, TIO_E_RECORD, value.at,
                         "the lines above are not those that were recorded "
                         "(hash %08x, recorded %08x): one was altered",
                         (unsigned)hash, (unsigned)claimed);
    code = tio_game_init(&reader->game, reader->deck, &reader->head.settings);
    return code == TIO_OK ? TIO_OK : record_fail(&scan, value.at, code);
}

tio_error tio_record_open(const char *text, size_t length,
                          tio_record_reader **out, tio_text_error *error)
{
    struct scan scan = scan_begin(text, length, 1, error);
    *out = NULL;
    if (length > RECORD_MOST)
        return scan_fail(&scan, TIO_E_TOO_LONG, text,
                         "the record is too long: expected at most %u bytes",
                         (unsigned)RECORD_MOST);
    tio_record_reader *reader = calloc(1, sizeof *reader);
    char *copy = malloc(length + 1);
    if (!reader || !copy) {
        free(reader);
        free(copy);
        return record_fail(&scan, text, TIO_E_MEMORY);
    }
    if (length > 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    reader->text = copy;
    reader->size = length;
    tio_error code = record_read_head(reader, error);
    if (code != TIO_OK) {
        tio_record_close(reader);
        return code;
    }
    *out = reader;
    return TIO_OK;
}

/* ---- Moves ---------------------------------------------------------- */

/* Takes " =5e1f00aa" off the end of the line. */
static tio_error read_hash(struct scan *scan, uint32_t *hash)
{
    uint64_t number = 0;
    size_t size = (size_t)(scan->end - scan->at);
    const char *tail = size > RECORD_HASH ? scan->end - RECORD_HASH : scan->at;
    if (size <= RECORD_HASH || tail[0] != ' ' || tail[1] != '=' ||
        !record_hex((struct word){tail + 2, 8}, 8, &number))
        return scan_fail(scan, TIO_E_RECORD, tail,
                         "no hash of the position: expected ' =' and eight "
                         "hexadecimal digits at the end of the line");
    scan->end = tail;
    *hash = (uint32_t)number;
    return TIO_OK;
}

/* The seat in front of a player's move; TIO_NONE if there is none. A mark
 * behind it says that a stand-in moved. */
static tio_error read_seat(const struct tio_record_reader *reader,
                           struct scan *scan, unsigned *seat, bool *stand_in)
{
    struct word word = scan_peek(scan);
    unsigned number;
    *seat = TIO_NONE;
    *stand_in = reader->head.fair && word.size > 1 &&
                word.at[word.size - 1] == RECORD_STAND_IN;
    if (*stand_in)
        word.size--;
    if (!word_number(word, &number))
        return TIO_OK;
    scan_word(scan);
    scan_accept(scan, ' ');
    if (number == 0 || number > reader->head.settings.players)
        return record_fail(scan, word.at, TIO_E_NO_SUCH_SEAT);
    *seat = number - 1;
    return TIO_OK;
}

/* Says where in the whole line a move's text went wrong. */
static tio_error move_text_error(const struct scan *scan, tio_error code,
                                 const tio_text_error *inner)
{
    return scan_fail(scan, code, scan->at + (inner->column - 1), "%s",
                     inner->what);
}

static tio_error not_canonical(const struct scan *scan, const char *text)
{
    return scan_fail(scan, TIO_E_RECORD, scan->line,
                     "not written as a record writes it: expected '%s'", text);
}

/* The move's text, exactly as it would be printed. */
static tio_error read_move(const struct tio_record_reader *reader,
                           struct scan *scan, tio_move *move, bool *stand_in)
{
    char text[TIO_MOVE_TEXT];
    unsigned seat;
    tio_text_error inner;
    tio_error code = read_seat(reader, scan, &seat, stand_in);
    if (code != TIO_OK)
        return code;
    size_t size = (size_t)(scan->end - scan->at);
    if (size >= sizeof text)
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "the line is longer than any move");
    memcpy(text, scan->at, size);
    text[size] = '\0';
    code = tio_move_parse(reader->deck, NULL, seat, text, move, &inner);
    if (code != TIO_OK)
        return move_text_error(scan, code, &inner);
    if (!tio_move_is_chance(move->type) && seat == TIO_NONE)
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "nobody makes this move: expected the player's seat "
                         "in front of it");
    if (tio_move_is_chance(move->type) && seat != TIO_NONE)
        return scan_fail(scan, TIO_E_RECORD, scan->line,
                         "chance has no seat: expected none in front of this "
                         "move");
    return TIO_OK;
}

static tio_error goes_on(struct scan *scan, const char *after)
{
    scan->number++;
    return scan_fail(scan, TIO_E_RECORD, scan->line,
                     "the record goes on after its %s: expected nothing more",
                     after);
}

static bool is_secret(const struct tio_record_reader *reader,
                      const struct scan *scan)
{
    return reader->head.fair && word_is(scan_peek(scan), "secret");
}

/* The last line of a fair record: nothing may follow it. */
static tio_error read_secret(struct tio_record_reader *reader, size_t next,
                             struct scan *scan)
{
    static const char key[] = "secret ";
    size_t size = sizeof key - 1;
    if (reader->game.phase == TIO_PHASE_OVER && !reader->finished)
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "the secret before the result: expected 'end' first");
    if ((size_t)(scan->end - scan->at) <= size ||
        memcmp(scan->at, key, size) != 0)
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "not written as a record writes it: expected "
                         "'secret' and a space");
    struct word digits = {scan->at + size,
                          (size_t)(scan->end - scan->at) - size};
    uint8_t secret[TIO_FAIR_BYTES];
    if (!record_bytes(digits, secret))
        return scan_expected(scan, TIO_E_RECORD, digits,
                             "sixty-four hexadecimal digits");
    if (next < reader->size)
        return goes_on(scan, "secret");
    memcpy(reader->secret, secret, sizeof secret);
    reader->has_secret = true;
    reader->at = next;
    return TIO_OK;
}

/* What stands behind the result at `at`: nothing, or the secret. */
static tio_error read_after_result(struct tio_record_reader *reader, size_t at,
                                   struct scan *scan)
{
    struct scan last = {.error = scan->error};
    bool end;
    if (at == reader->size) {
        reader->at = at;
        return TIO_OK;
    }
    if (!reader->head.fair)
        return goes_on(scan, "result");
    tio_error code = record_line(reader, &at, &last, &end);
    last.number = scan->number + 1;
    if (code != TIO_OK) {
        if (scan->error)
            scan->error->line = last.number;
        return code;
    }
    if (!is_secret(reader, &last))
        return goes_on(scan, "result");
    return read_secret(reader, at, &last);
}

static tio_error read_result(struct tio_record_reader *reader, size_t next,
                             struct scan *scan)
{
    char text[TIO_MOVE_TEXT];
    struct buffer out = buffer_fixed(text, sizeof text);
    if (reader->game.phase != TIO_PHASE_OVER)
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "a result before the game is over: expected another "
                         "move");
    record_print_end(&out, &reader->game);
    if (out.size != (size_t)(scan->end - scan->at) ||
        memcmp(text, scan->at, out.size) != 0)
        return scan_fail(scan, TIO_E_RECORD, scan->at,
                         "this is not how the game ended: expected '%s'", text);
    reader->finished = true;
    tio_error code = read_after_result(reader, next, scan);
    reader->finished = code == TIO_OK;
    return code;
}

/* Plays the move on a copy, so that a line which is wrong changes nothing. */
static tio_error play_move(struct tio_record_reader *reader,
                           const struct scan *scan, uint32_t claimed,
                           const tio_move *move)
{
    tio_game after = reader->game;
    tio_error code = tio_apply(&after, reader->deck, move);
    if (code != TIO_OK)
        return record_fail(scan, scan->line, code);
    uint32_t hash = record_state_hash(&after);
    if (hash != claimed)
        return scan_fail(scan, TIO_E_RECORD, scan->end + 2,
                         "the position after this line is not the one the "
                         "record claims (hash %08x, recorded %08x): this line "
                         "was altered or one before it is missing",
                         (unsigned)hash, (unsigned)claimed);
    reader->game = after;
    return TIO_OK;
}

static tio_error read_line_of_moves(struct tio_record_reader *reader,
                                    size_t next, struct scan *scan,
                                    tio_move *move)
{
    char text[TIO_MOVE_TEXT + 8];
    struct buffer out = buffer_fixed(text, sizeof text);
    uint32_t claimed = 0;
    bool stand_in = false;
    tio_error code = read_hash(scan, &claimed);
    if (code == TIO_OK)
        code = read_move(reader, scan, move, &stand_in);
    if (code != TIO_OK)
        return code;
    record_print_words(&out, reader->deck, move, stand_in);
    if (out.size != (size_t)(scan->end - scan->line) ||
        memcmp(text, scan->line, out.size) != 0)
        return not_canonical(scan, text);
    code = play_move(reader, scan, claimed, move);
    if (code != TIO_OK)
        return code;
    reader->at = next;
    reader->line = scan->number;
    reader->stand_in = stand_in;
    return TIO_OK;
}

tio_error tio_record_next(tio_record_reader *reader, tio_move *move, bool *more,
                          tio_text_error *error)
{
    struct scan scan = {.error = error};
    size_t next = reader->at;
    bool end;
    *more = false;
    if (reader->finished)
        return TIO_OK;
    tio_error code = record_line(reader, &next, &scan, &end);
    if (code != TIO_OK || end)
        return code;
    if (word_is(scan_peek(&scan), "end"))
        return read_result(reader, next, &scan);
    if (is_secret(reader, &scan))
        return read_secret(reader, next, &scan);
    tio_move read;
    code = read_line_of_moves(reader, next, &scan, &read);
    if (code != TIO_OK)
        return code;
    *move = read;
    *more = true;
    return TIO_OK;
}

/* ---- What was read -------------------------------------------------- */

const tio_record_head *tio_record_get_head(const tio_record_reader *reader)
{
    return &reader->head;
}

const tio_deck *tio_record_get_deck(const tio_record_reader *reader)
{
    return reader->deck;
}

const tio_game *tio_record_get_game(const tio_record_reader *reader)
{
    return &reader->game;
}

bool tio_record_finished(const tio_record_reader *reader)
{
    return reader->finished;
}

bool tio_record_was_stand_in(const tio_record_reader *reader)
{
    return reader->stand_in;
}

const uint8_t *tio_record_secret(const tio_record_reader *reader)
{
    return reader->has_secret ? reader->secret : NULL;
}

unsigned tio_record_line(const tio_record_reader *reader)
{
    return reader->line;
}

void tio_record_close(tio_record_reader *reader)
{
    if (!reader)
        return;
    free(reader->text);
    free(reader);
}
