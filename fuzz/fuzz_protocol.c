/* Both sides of the bots' protocol. The first byte chooses: a bot that hears
 * whatever a table may say, or a table that hears whatever a bot may answer.
 * What is said in return is always whole lines of text, none too long, and a
 * move that is let through is legal. */
#include "base/buffer.h"
#include "base/utf8.h"
#include "programs/protocol.h"
#include "programs/responder.h"
#include "tioli.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_said(const struct buffer *out)
{
    const char *at = out->data;
    size_t left = out->size;
    if (out->failed)
        abort();
    while (left > 0) {
        const char *feed = memchr(at, '\n', left);
        if (!feed || feed - at > PROTOCOL_BOT_LINE ||
            !utf8_is_text(at, (size_t)(feed - at), "\t"))
            abort();
        left -= (size_t)(feed - at) + 1;
        at = feed + 1;
    }
}

static void hear_table(struct responder *responder, struct lines *lines)
{
    char *line;
    size_t size;
    enum lines_result result;
    while ((result = lines_next(lines, &line, &size)) != LINES_NONE) {
        struct buffer out = buffer_growing();
        if (result == LINES_LONG)
            responder_long_line(&out);
        else
            responder_line(responder, line, size, &out);
        check_said(&out);
        buffer_free(&out);
    }
}

/* A table in its first turn. */
static void set_up(tio_view *view, const tio_deck *deck, unsigned seed)
{
    tio_settings settings = tio_settings_default(2 + seed % 4);
    tio_random random;
    tio_game game;
    tio_move move;
    tio_random_init(&random, seed, 0);
    if (tio_game_init(&game, deck, &settings) != TIO_OK)
        abort();
    while (tio_game_wants_chance(&game)) {
        tio_deal_random(&game, deck, &random, &move);
        if (tio_apply(&game, deck, &move) != TIO_OK)
            abort();
    }
    tio_view_of(&game, game.turn, view);
}

static void hear_bot(const tio_view *view, struct lines *lines)
{
    const tio_deck *deck = tio_deck_standard();
    char *line;
    size_t size;
    enum lines_result result;
    while ((result = lines_next(lines, &line, &size)) != LINES_NONE) {
        tio_move move;
        char words[ANSWER_TEXT] = "";
        if (result == LINES_LONG)
            continue;
        enum answer answer = answer_read(line, size, view, deck, &move, words);
        if (answer == ANSWER_MOVE &&
            tio_check(&view->game, deck, &move) != TIO_OK)
            abort();
        bool told = answer == ANSWER_WRONG || answer == ANSWER_UNKNOWN;
        if (told &&
            (words[0] == '\0' || !utf8_is_text(words, strlen(words), "\t")))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const tio_budget budget = {0};
    struct lines lines;
    tio_view view;
    if (size == 0)
        return 0;
    bool table = data[0] & 1;
    struct responder *responder =
        responder_new(tio_bot_named("random"), &budget, data[0]);
    if (!responder)
        return 0;
    if (table)
        set_up(&view, tio_deck_standard(), data[0] >> 1);
    lines_init(&lines, table ? PROTOCOL_BOT_LINE : PROTOCOL_TABLE_LINE);
    for (size_t at = 1; at < size;) {
        size_t room;
        char *put = lines_room(&lines, &room);
        size_t part = size - at < room ? size - at : room;
        memcpy(put, data + at, part);
        lines_added(&lines, part);
        at += part;
        if (table)
            hear_bot(&view, &lines);
        else
            hear_table(responder, &lines);
    }
    responder_free(responder);
    return 0;
}
