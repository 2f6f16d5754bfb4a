/* Records: what the reader accepts, the writer writes again byte for byte. A
 * fuzzer can't guess hashes, so wrong ones are mended here, and the lines
 * behind them are reached. */
#include "notation/record.h"
#include "notation/builtin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_MENDED 200

static void mend_head(char *text)
{
    char digits[9];
    char *moves = strstr(text, "\nmoves ");
    if (!moves || strlen(moves) < 15)
        return;
    uint32_t hash = record_head_hash(text, (size_t)(moves - text) + 1);
    snprintf(digits, sizeof digits, "%08x", (unsigned)hash);
    memcpy(moves + 7, digits, 8);
}

/* Puts right the hash that the reader complains of; false if it was another
 * complaint. */
static bool mend_line(char *text, const tio_text_error *error)
{
    const char *hash = strstr(error->what, "(hash ");
    if (!hash)
        return false;
    for (unsigned line = 1; line < error->line; line++)
        text = strchr(text, '\n') + 1;
    memcpy(text + error->column - 1, hash + 6, 8);
    return true;
}

static bool add(tio_record_writer *writer, const tio_record_reader *reader,
                const tio_move *move)
{
    const tio_game *game = tio_record_get_game(reader);
    return (tio_record_was_stand_in(reader)
                ? tio_record_add_stand_in(writer, game, move)
                : tio_record_add(writer, game, move)) == TIO_OK;
}

/* Reads to the end or to an error, writing along. */
static tio_error copy(const char *text, size_t size, tio_record_writer **writer,
                      bool *finished, tio_text_error *error)
{
    tio_record_reader *reader;
    tio_move move;
    bool more = true;
    *finished = false;
    *writer = NULL;
    tio_error code = tio_record_open(text, size, &reader, error);
    if (code != TIO_OK)
        return code;
    const tio_deck *deck = tio_record_get_deck(reader);
    *writer = tio_record_new(deck, tio_record_get_head(reader));
    if (!*writer)
        abort();
    while (code == TIO_OK && more) {
        tio_game before = *tio_record_get_game(reader);
        code = tio_record_next(reader, &move, &more, error);
        const tio_game *game = tio_record_get_game(reader);
        if (tio_game_check(game, deck, &before))
            abort();
        if (code == TIO_OK && more && !add(*writer, reader, &move))
            abort();
    }
    *finished = tio_record_finished(reader);
    if (*finished)
        tio_record_end(*writer, tio_record_get_game(reader));
    const uint8_t *secret = tio_record_secret(reader);
    if (secret && tio_record_reveal(*writer, secret) != TIO_OK)
        abort();
    tio_record_close(reader);
    return code;
}

/* A deck that is written out but has become a built-in one since is named when
 * the record is written again. */
static bool may_differ(const char *text)
{
    const char *deck = strstr(text, "\ndeck own ");
    const char *end = deck ? strchr(deck + 1, '\n') : NULL;
    return end && builtin_by_hash(strtoull(end - 16, NULL, 16));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    mend_head(text);
    for (unsigned mended = 0; mended < MOST_MENDED; mended++) {
        tio_record_writer *writer;
        tio_text_error error = {0, 0, ""};
        bool finished;
        size_t length;
        tio_error code = copy(text, size, &writer, &finished, &error);
        if (code == TIO_OK && !may_differ(text)) {
            const char *again = tio_record_text(writer, &length);
            if (length != size || memcmp(again, text, size) != 0)
                abort();
        }
        tio_record_free(writer);
        if (code == TIO_OK)
            break;
        if (error.line == 0 || error.column == 0 || error.what[0] == '\0')
            abort();
        if (!mend_line(text, &error))
            break;
    }
    free(text);
    return 0;
}
