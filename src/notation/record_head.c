/* Reads what stands above the moves of a record: every line in its place, each
 * with a value that the rules know. */
#include "notation/record_read.h"

#include "notation/builtin.h"
#include "notation/deck_text.h"
#include "notation/settings.h"
#include "base/utf8.h"

#include <string.h>

static bool word_same(struct word word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.at, text, word.size) == 0;
}

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

/* ---- Fair dice --------------------------------------------------------- */

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

/* ---- The deck ---------------------------------------------------------- */

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

tio_error record_read_head(struct tio_record_reader *reader,
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
