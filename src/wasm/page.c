/* What a page calls: records to look at and games to play, each by a handle from
 * 1, and decks that are being typed; text in and JSON out. The host copies text into memory that wasm_alloc()
 * gave, calls, and reads wasm_text(), which stays until the next call. Seats
 * count from 1; eyes of 0 are a spectator's. Calls return 0 if there is an error
 * to read: {"error":...,"words":...}, with a "line" where text was wrong. */
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "fair/verify.h"
#include "base/json.h"
#include "notation/scan.h"
#include "wasm/deck.h"
#include "wasm/local.h"
#include "wasm/reel.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

#define HANDLES 8
#define LINE_MOST 1023 /* bytes of what is to be done in a game */

/* One instance of the module serves one page, and its memory is the page's
 * alone. */
static struct {
    bool begun;
    struct json out;
    struct {
        struct reel *record;
        struct local_page *game;
    } held[HANDLES];
} page;

void *EXPORT(wasm_alloc)(size_t size);
void EXPORT(wasm_free)(void *memory);
const char *EXPORT(wasm_text)(void);
size_t EXPORT(wasm_text_size)(void);
void EXPORT(wasm_close)(unsigned handle);
unsigned EXPORT(wasm_record_open)(const char *text, size_t length);
int EXPORT(wasm_record_state)(unsigned handle, unsigned step, unsigned eyes);
int EXPORT(wasm_record_news)(unsigned handle, unsigned step, unsigned eyes);
int EXPORT(wasm_record_verify)(unsigned handle, const char *text,
                               size_t length);
unsigned EXPORT(wasm_game_new)(const char *text, size_t length);
int EXPORT(wasm_game_do)(unsigned handle, const char *text, size_t length);
int EXPORT(wasm_deck)(const char *text, size_t length, unsigned players,
                      int free_hand);

void *wasm_alloc(size_t size)
{
    return malloc(size);
}

void wasm_free(void *memory)
{
    free(memory);
}

/* ---- What is said ------------------------------------------------------ */

static const char out_of_memory[] =
    "{\"error\":\"memory\",\"words\":\"out of memory\"}";

static struct json *fresh(void)
{
    if (!page.begun)
        page.out = json_growing();
    page.begun = true;
    json_clear(&page.out);
    return &page.out;
}

const char *wasm_text(void)
{
    const char *text = page.begun ? json_text(&page.out, NULL) : "null";
    return text ? text : out_of_memory;
}

size_t wasm_text_size(void)
{
    return strlen(wasm_text());
}

static int refuse(const char *error, const char *words)
{
    struct json *json = fresh();
    json_object_begin(json);
    json_key_string(json, "error", error);
    json_key_string(json, "words", words);
    json_object_end(json);
    return 0;
}

static unsigned refuse_text(const char *kind, const tio_text_error *error)
{
    struct json *json = fresh();
    json_object_begin(json);
    json_key_string(json, "error", kind);
    json_key_string(json, "words", error->what);
    json_key(json, "line");
    if (error->line)
        json_int(json, error->line);
    else
        json_none(json);
    json_object_end(json);
    return 0;
}

/* If memory ran out while the answer was written, it was not said. */
static int said(bool good)
{
    return good && json_text(&page.out, NULL);
}

/* ---- Handles ----------------------------------------------------------- */

/* A free one, or 0. */
static unsigned free_handle(void)
{
    for (unsigned i = 0; i < HANDLES; i++)
        if (!page.held[i].record && !page.held[i].game)
            return i + 1;
    (void)refuse("busy", "too many records and games are open");
    return 0;
}

static struct reel *record_of(unsigned handle)
{
    struct reel *record =
        handle - 1 < HANDLES ? page.held[handle - 1].record : NULL;
    if (!record)
        (void)refuse("no-such-record", "this record is not open");
    return record;
}

void wasm_close(unsigned handle)
{
    if (handle - 1 >= HANDLES)
        return;
    reel_free(page.held[handle - 1].record);
    local_page_free(page.held[handle - 1].game);
    page.held[handle - 1].record = NULL;
    page.held[handle - 1].game = NULL;
}

static bool eyes_of(unsigned number, unsigned players, unsigned *eyes)
{
    *eyes = number ? number - 1 : TIO_SPECTATOR;
    if (number <= players)
        return true;
    (void)refuse(table_error_name(TABLE_E_NO_SUCH_SEAT),
                 table_error_words(TABLE_E_NO_SUCH_SEAT));
    return false;
}

/* ---- Records ----------------------------------------------------------- */

unsigned wasm_record_open(const char *text, size_t length)
{
    tio_text_error error;
    unsigned handle = free_handle();
    if (!handle)
        return 0;
    struct reel *record = reel_open(text, length, &error);
    if (!record)
        return refuse_text("bad-record", &error);
    reel_about(record, fresh());
    if (!said(true)) {
        reel_free(record);
        return 0;
    }
    page.held[handle - 1].record = record;
    return handle;
}

typedef bool step_function(struct reel *record, unsigned step, unsigned eyes,
                           struct json *json);

static int show_step(unsigned handle, unsigned step, unsigned number,
                     step_function *show)
{
    struct reel *record = record_of(handle);
    unsigned eyes;
    if (!record || !eyes_of(number, reel_players(record), &eyes))
        return 0;
    if (!show(record, step, eyes, fresh()))
        return refuse("no-such-step", "the record has no such step");
    return said(true);
}

int wasm_record_state(unsigned handle, unsigned step, unsigned eyes)
{
    return show_step(handle, step, eyes, reel_state);
}

int wasm_record_news(unsigned handle, unsigned step, unsigned eyes)
{
    return show_step(handle, step, eyes, reel_news);
}

/* Words of what somebody saw and gave at the table: "commit HEX", "bytes HEX"
 * for each share. */
static bool read_claims(const char *text, size_t length,
                        struct fair_claims *claims)
{
    struct scan scan = scan_begin(text, length, 1, NULL);
    struct word key;
    memset(claims, 0, sizeof *claims);
    while ((key = scan_word(&scan)).size > 0) {
        struct word hex = scan_word(&scan);
        uint8_t bytes[FAIR_BYTES];
        if (!hex_read(hex.at, hex.size, bytes, FAIR_BYTES))
            return false;
        if (word_is(key, "commit") && !claims->has_commit) {
            claims->has_commit = true;
            memcpy(claims->commit, bytes, FAIR_BYTES);
        } else if (word_is(key, "bytes") && claims->count < TIO_MAX_PLAYERS) {
            memcpy(claims->bytes[claims->count++], bytes, FAIR_BYTES);
        } else {
            return false;
        }
    }
    return true;
}

int wasm_record_verify(unsigned handle, const char *text, size_t length)
{
    const struct reel *record = record_of(handle);
    struct fair_claims claims;
    if (!record)
        return 0;
    if (!read_claims(text, length, &claims))
        return refuse("bad-claim", "a commitment and bytes are 64 hexadecimal "
                                   "digits each");
    if (!reel_verify(record, &claims, fresh()))
        return refuse(table_error_name(TABLE_E_MEMORY),
                      tio_error_words(TIO_E_MEMORY));
    return said(true);
}

/* ---- Games ------------------------------------------------------------- */

unsigned wasm_game_new(const char *text, size_t length)
{
    struct local_setup setup;
    tio_text_error error;
    unsigned handle = free_handle();
    if (!handle)
        return 0;
    struct local_page *game = local_page_read(text, length, &setup, &error)
                                  ? local_page_new(&setup, &error)
                                  : NULL;
    if (!game)
        return refuse_text(table_error_name(TABLE_E_BAD_SETTING), &error);
    struct json *json = fresh();
    json_object_begin(json);
    json_key_bool(json, "ok", true);
    json_object_end(json);
    page.held[handle - 1].game = game;
    return handle;
}

/* A line of local_page_do(). */
int wasm_game_do(unsigned handle, const char *text, size_t length)
{
    struct local_page *game =
        handle - 1 < HANDLES ? page.held[handle - 1].game : NULL;
    char line[LINE_MOST + 1] = "";
    if (!game)
        return refuse("no-such-game", "there is no such game");
    if (length > LINE_MOST || memchr(text, '\0', length))
        return refuse(table_error_name(TABLE_E_BAD_MOVE),
                      table_error_words(TABLE_E_BAD_MOVE));
    memcpy(line, text, length);
    return said(local_page_do(game, line, fresh()));
}

/* ---- Decks ------------------------------------------------------------- */

/* As deck_page_write() says. */
int wasm_deck(const char *text, size_t length, unsigned players, int free_hand)
{
    if (players < TIO_MIN_PLAYERS || players > TIO_MAX_PLAYERS)
        return refuse(table_error_name(TABLE_E_BAD_SETTING),
                      tio_error_words(TIO_E_SETTING_PLAYERS));
    if (length >= TABLE_DECK)
        return refuse(table_error_name(TABLE_E_BAD_DECK),
                      "the deck is too long");
    deck_page_write(text, length, players, free_hand != 0, fresh());
    return said(true);
}
