/* What only the tests call: replaying a record line by line, and asking a bot
 * about a view. A module of its own has it besides all that a page calls. */
#include <stdint.h>
#include <string.h>

#include "tioli.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The outcome of the last call: one instance of the module serves one page, and
 * its memory is the page's alone. */
static struct {
    uint64_t hash;
    unsigned moves;
    unsigned finished;
    char move[TIO_MOVE_TEXT];
    tio_text_error error;
} last;

int EXPORT(wasm_replay)(const char *text, size_t length);
int EXPORT(wasm_choose)(const char *text, size_t length, const char *bot,
                        uint32_t seed, uint32_t playouts);
const char *EXPORT(wasm_move_text)(void);
uint32_t EXPORT(wasm_hash_high)(void);
uint32_t EXPORT(wasm_hash_low)(void);
unsigned EXPORT(wasm_moves)(void);
unsigned EXPORT(wasm_finished)(void);
unsigned EXPORT(wasm_error_line)(void);
const char *EXPORT(wasm_error_text)(void);

static tio_error replay_all(tio_record_reader *reader)
{
    tio_move move;
    bool more = true;

    while (more) {
        tio_error error = tio_record_next(reader, &move, &more, &last.error);
        if (error != TIO_OK)
            return error;
        last.moves += more;
    }
    last.finished = tio_record_finished(reader);
    return TIO_OK;
}

/* 0, or the error's code: wasm_error_line() and _text() then say more. */
int wasm_replay(const char *text, size_t length)
{
    tio_record_reader *reader = NULL;
    tio_error error;

    memset(&last, 0, sizeof last);
    error = tio_record_open(text, length, &reader, &last.error);
    if (error != TIO_OK)
        return (int)error;
    error = replay_all(reader);
    last.hash = tio_game_hash(tio_record_get_game(reader));
    tio_record_close(reader);
    return (int)error;
}

/* The hash of the state after the last move that was read. */
uint32_t wasm_hash_high(void)
{
    return (uint32_t)(last.hash >> 32);
}

uint32_t wasm_hash_low(void)
{
    return (uint32_t)last.hash;
}

unsigned wasm_moves(void)
{
    return last.moves;
}

unsigned wasm_finished(void)
{
    return last.finished;
}

unsigned wasm_error_line(void)
{
    return last.error.line;
}

const char *wasm_error_text(void)
{
    return last.error.what;
}

/* Reads a view of any built-in deck. The error that remains is the one that was
 * found last in the text: of another deck, only the second line is wrong. */
static tio_error read_view(const char *text, size_t length, tio_view *view,
                           const tio_deck **deck)
{
    tio_error code = TIO_E_TEXT;
    for (unsigned i = 0; tio_deck_builtin(i) != NULL; i++) {
        tio_text_error error;
        tio_error found =
            tio_view_parse(tio_deck_builtin(i), text, length, view, &error);
        if (found == TIO_OK) {
            *deck = tio_deck_builtin(i);
            return TIO_OK;
        }
        if (i == 0 || error.line > last.error.line) {
            last.error = error;
            code = found;
        }
    }
    return code;
}

static int refuse(tio_error code)
{
    const char *words = tio_error_words(code);
    size_t size = strlen(words);
    memcpy(last.error.what, words, size + 1);
    return (int)code;
}

/* The move of the bot, of which wasm_move_text() then is the text; or an error
 * as above. No playouts: as many as the bot is made for. */
int wasm_choose(const char *text, size_t length, const char *bot, uint32_t seed,
                uint32_t playouts)
{
    const tio_bot *named = tio_bot_named(bot);
    const tio_deck *deck = NULL;
    tio_budget budget = {.playouts = playouts};
    tio_random random;
    tio_view view;
    tio_move move;

    memset(&last, 0, sizeof last);
    tio_error error = read_view(text, length, &view, &deck);
    if (error != TIO_OK)
        return (int)error;
    if (named == NULL || playouts > TIO_MAX_PLAYOUTS)
        return refuse(TIO_E_TEXT);
    if (view.seat >= view.game.settings.players ||
        !(tio_game_deciders(&view.game) >> view.seat & 1))
        return refuse(TIO_E_NOTHING_TO_ANSWER);
    tio_random_init(&random, seed, 0);
    memset(&move, 0, sizeof move);
    named->choose(&view, deck, &budget, &random, &move);
    tio_move_print(deck, &move, last.move);
    return 0;
}

const char *wasm_move_text(void)
{
    return last.move;
}
