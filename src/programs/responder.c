/* See responder.h. A table is as hostile as a bot until it was read: wrong lines
 * are answered with "error", and the last good state is kept. */
#include "programs/responder.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/settings.h"
#include "base/number.h"
#include "base/utf8.h"
#include "programs/protocol.h"

/* Any deck has its 200 cards in far less. */
#define DECK_TEXT ((size_t)32 << 10)

struct responder {
    const tio_bot *bot;
    tio_budget budget;
    tio_random random;
    bool settling;    /* between "game" and "end" */
    bool has_deck;    /* after "end" */
    bool asked;       /* the view was used: the next "view" starts again */
    unsigned players; /* 0: not told */
    unsigned seat;    /* from 1; 0: not told */
    char deck_name[64];
    struct buffer deck_text;
    char view_room[TIO_VIEW_TEXT];
    struct buffer view_text;
    tio_deck deck;
};

struct responder *responder_new(const tio_bot *bot, const tio_budget *budget,
                                uint64_t seed)
{
    struct responder *responder = calloc(1, sizeof *responder);
    if (responder) {
        responder->bot = bot;
        responder->budget = *budget;
        responder->deck_text = buffer_growing();
        responder->view_text =
            buffer_fixed(responder->view_room, sizeof responder->view_room);
        tio_random_init(&responder->random, seed, 0);
    }
    return responder;
}

void responder_free(struct responder *responder)
{
    if (responder) {
        buffer_free(&responder->deck_text);
        free(responder);
    }
}

/* False, for whoever refuses something with it. */
__attribute__((format(printf, 2, 3))) static bool say(struct buffer *out,
                                                      const char *format, ...)
{
    char text[PROTOCOL_BOT_LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    buffer_text(out, text);
    buffer_text(out, "\n");
    return false;
}

void responder_long_line(struct buffer *out)
{
    say(out, "error LONG_LINE a line has at most %d bytes",
        PROTOCOL_TABLE_LINE);
}

/* ---- Settings ------------------------------------------------------- */

static bool digit(struct word value, unsigned low, unsigned high, unsigned *out)
{
    return value.size == 1 && word_number(value, out) && *out >= low &&
           *out <= high;
}

/* Views carry the settings too, so what is read here is only checked: a table
 * that gets them wrong should hear of it early. NULL, or what was expected. */
static const char *take_setting(struct responder *responder, struct word key,
                                struct word value, char text[SETTING_EXPECTED])
{
    unsigned number;
    tio_settings settings = {.players = (uint8_t)responder->players};
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = &game_settings[i];
        if (!word_is(key, row->key))
            continue;
        if (!setting_scan(row, value, TIO_MAX_PLAYERS, &settings))
            return setting_expected(row, text);
        responder->players = settings.players;
        return NULL;
    }
    if (word_is(key, "seat"))
        return digit(value, 1, TIO_MAX_PLAYERS, &responder->seat) ? NULL
                                                                  : "1 to 5";
    if (!word_is(key, "name"))
        return "a setting, deck, combo, action or end";
    bool good =
        value.size > 2 && value.at[1] == ' ' &&
        digit((struct word){value.at, 1}, 1, TIO_MAX_PLAYERS, &number) &&
        utf8_is_name(value.at + 2, value.size - 2);
    return good ? NULL : "a seat and a name";
}

static void begin_game(struct responder *responder)
{
    responder->settling = true;
    responder->has_deck = false;
    responder->asked = false;
    responder->players = responder->seat = 0;
    responder->deck_name[0] = '\0';
    buffer_clear(&responder->deck_text);
    buffer_clear(&responder->view_text);
}

static void take_card(struct responder *responder, const char *line,
                      size_t size, struct buffer *out)
{
    if (responder->deck_text.size + size + 1 > DECK_TEXT) {
        say(out, "error DECK a deck has at most %d cards", TIO_MAX_CARDS);
        return;
    }
    buffer_add(&responder->deck_text, line, size);
    buffer_add(&responder->deck_text, "\n", 1);
}

static void end_game_lines(struct responder *responder, struct buffer *out)
{
    tio_text_error error = {0};
    struct buffer *text = &responder->deck_text;
    responder->settling = false;
    if (responder->players == 0 || responder->seat == 0 ||
        responder->seat > responder->players) {
        say(out, "error GAME expected players and a seat among them");
        return;
    }
    if (text->failed) {
        say(out, "error MEMORY %s", tio_error_words(TIO_E_MEMORY));
        return;
    }
    tio_error code =
        tio_deck_parse(text->data ? text->data : "", text->size,
                       responder->deck_name, &responder->deck, &error);
    responder->has_deck = code == TIO_OK;
    if (code != TIO_OK)
        say(out, "error DECK line %u of the deck, column %u: %s", error.line,
            error.column, error.what);
}

/* A line between "game" and "end". */
static void settle(struct responder *responder, const char *line, size_t size,
                   struct buffer *out)
{
    struct scan scan = scan_begin(line, size, 1, NULL);
    struct word key = scan_word(&scan);
    scan_blanks(&scan);
    struct word value = {scan.at, (size_t)(scan.end - scan.at)};
    char shown[SHOWN_TEXT];
    char text[SETTING_EXPECTED];
    const char *expected = NULL;
    if (word_is(key, "end")) {
        end_game_lines(responder, out);
    } else if (word_is(key, "combo") || word_is(key, "action")) {
        take_card(responder, line, size, out);
    } else if (word_is(key, "deck")) {
        snprintf(responder->deck_name, sizeof responder->deck_name, "%s",
                 value.at);
    } else {
        expected = take_setting(responder, key, value, text);
    }
    if (expected) {
        say(out, "error GAME expected %s, got %s", expected,
            word_shown((struct word){line, size}, shown));
    }
}

/* ---- Moves ---------------------------------------------------------- */

static void take_view(struct responder *responder, const char *line,
                      size_t size, struct buffer *out)
{
    struct buffer *text = &responder->view_text;
    if (responder->asked) {
        buffer_clear(text);
        responder->asked = false;
    }
    bool failed = text->failed;
    buffer_add(text, line, size);
    buffer_add(text, "\n", 1);
    if (text->failed && !failed)
        say(out, "error VIEW a view has at most %d bytes", TIO_VIEW_TEXT - 1);
}

/* The budget for a move, which leaves some of the clock to the pipes. */
static tio_budget budget_within(const struct responder *responder,
                                unsigned clock_ms)
{
    tio_budget budget = responder->budget;
    unsigned most = clock_ms - clock_ms / 5;
    if (budget.think_ms > most)
        budget.think_ms = most > 0 ? most : 1;
    return budget;
}

static bool read_view(struct responder *responder, tio_view *view,
                      struct buffer *out)
{
    tio_text_error error = {0};
    struct buffer *text = &responder->view_text;
    responder->asked = true;
    if (!responder->has_deck || text->failed || text->size == 0)
        return say(out, "error GO expected a game, its deck and a view first");
    if (tio_view_parse(&responder->deck, text->data, text->size, view,
                       &error) != TIO_OK)
        return say(out, "error VIEW line %u of the view, column %u: %s",
                   error.line, error.column, error.what);
    if (view->seat + 1U != responder->seat ||
        view->game.settings.players != responder->players)
        return say(out,
                   "error VIEW it is not the view of seat %u at a table of %u",
                   responder->seat, responder->players);
    if ((tio_game_deciders(&view->game) >> view->seat & 1) == 0)
        return say(out, "error GO seat %u has nothing to decide",
                   responder->seat);
    return true;
}

static void go(struct responder *responder, const char *clock,
               struct buffer *out)
{
    tio_view view;
    tio_move move;
    uint64_t clock_ms;
    char text[TIO_MOVE_TEXT];
    if (!number_is(clock, 999999999, &clock_ms)) {
        say(out, "error GO expected the clock in thousandths of a second");
        return;
    }
    if (!read_view(responder, &view, out))
        return;
    tio_budget budget = budget_within(responder, (unsigned)clock_ms);
    memset(&move, 0, sizeof move);
    responder->bot->choose(&view, &responder->deck, &budget, &responder->random,
                           &move);
    move.seat = view.seat;
    tio_move_print(&responder->deck, &move, text);
    say(out, "move %s", text);
}

/* ---- Messages ------------------------------------------------------- */

static void hello(const struct responder *responder, struct buffer *out)
{
    say(out, "name tioli %s %s", responder->bot->name, tio_version());
    say(out, "author the tioli project");
    say(out, "ready %d", PROTOCOL_VERSION);
}

static bool is_news(struct word word)
{
    static const char *const words[] = {"saw",  "legal",    "more",
                                        "info", "gameover", "error"};
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        found = found || word_same(word, words[i]);
    return found;
}

bool responder_line(struct responder *responder, const char *line, size_t size,
                    struct buffer *out)
{
    char shown[SHOWN_TEXT];
    struct scan scan = scan_begin(line, size, 1, NULL);
    struct word word = scan_word(&scan);
    scan_blanks(&scan);
    size_t rest = (size_t)(scan.end - scan.at);
    if (!utf8_is_text(line, size, "\t")) {
        say(out,
            "error TEXT that is not text: expected UTF-8 without controls");
    } else if (word_is(word, "quit")) {
        return false;
    } else if (responder->settling) {
        settle(responder, line, size, out);
    } else if (word_is(word, "tioli")) {
        hello(responder, out);
    } else if (word_is(word, "ping")) {
        say(out, "pong");
    } else if (word_is(word, "game")) {
        begin_game(responder);
    } else if (word_is(word, "view")) {
        take_view(responder, scan.at, rest, out);
    } else if (word_is(word, "go")) {
        go(responder, scan.at, out);
    } else if (!is_news(word)) {
        say(out, "error MESSAGE there is no message %s",
            word_shown(word, shown));
    }
    return true;
}
