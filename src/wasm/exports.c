/* What a page or node can call: for now, replaying a record. The host copies
 * the text into memory it asked for here and reads the outcome by getters, so
 * no structure's layout is known on both sides. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tioli.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The outcome of the last replay: one instance of the module serves one page,
 * and its memory is the page's alone. */
static struct {
    uint64_t hash;
    unsigned moves;
    unsigned finished;
    tio_text_error error;
} last;

void *EXPORT(wasm_alloc)(size_t size);
void EXPORT(wasm_free)(void *memory);
int EXPORT(wasm_replay)(const char *text, size_t length);
uint32_t EXPORT(wasm_hash_high)(void);
uint32_t EXPORT(wasm_hash_low)(void);
unsigned EXPORT(wasm_moves)(void);
unsigned EXPORT(wasm_finished)(void);
unsigned EXPORT(wasm_error_line)(void);
const char *EXPORT(wasm_error_text)(void);

void *wasm_alloc(size_t size)
{
    return malloc(size);
}

void wasm_free(void *memory)
{
    free(memory);
}

static tio_error replay_all(tio_record_reader *reader)
{
    tio_move move;
    bool more = true;

    while (more) {
        tio_error error = tio_record_next(reader, &move, &more, &last.error);
        if (error != TIO_OK) {
            return error;
        }
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
    if (error != TIO_OK) {
        return (int)error;
    }
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
