/* Reads a record and trusts nothing in it: every line must be the one that the
 * writer would have written, every move legal, every hash right. Whatever is
 * wrong is named with its line. The head is read in record_head.c. */
#include "notation/record_read.h"

#include "base/hex.h"

#include <stdlib.h>
#include <string.h>

tio_error record_fail(const struct scan *scan, const char *at, tio_error code)
{
    return scan_fail(scan, code, at, "%s", tio_error_words(code));
}

tio_error record_line(struct tio_record_reader *reader, size_t *at,
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

bool record_hex(struct word word, unsigned digits, uint64_t *number)
{
    uint8_t bytes[sizeof *number];
    if (!hex_read(word.at, word.size, bytes, digits / 2))
        return false;
    *number = 0;
    for (unsigned i = 0; i < digits / 2; i++)
        *number = *number << 8 | bytes[i];
    return true;
}

bool record_bytes(struct word word, uint8_t bytes[TIO_FAIR_BYTES])
{
    return hex_read(word.at, word.size, bytes, TIO_FAIR_BYTES);
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

/* ---- Moves ------------------------------------------------------------- */

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

/* ---- What was read ----------------------------------------------------- */

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
