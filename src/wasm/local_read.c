/* The settings of a game in the page, as lines of text. They are read here and
 * not in the page, so that what is allowed is said once. */
#include <stdio.h>
#include <string.h>

#include "notation/settings.h"
#include "base/utf8.h"
#include "wasm/local.h"

#define SETTINGS_MOST 4096 /* bytes */

struct reading {
    struct local_setup *setup;
    struct scan scan; /* of a line */
};

static bool wrong(const struct reading *reading, struct word found,
                  const char *expected)
{
    (void)scan_expected(&reading->scan, TIO_E_TEXT, found, expected);
    return false;
}

/* ---- Values ------------------------------------------------------------ */

/* The rest of the line, as it stands. */
static bool read_text(struct reading *reading, char *out, size_t room,
                      const char *expected)
{
    struct scan *scan = &reading->scan;
    (void)scan_accept(scan, ' ');
    struct word rest = {scan->at, (size_t)(scan->end - scan->at)};
    if (rest.size >= room || !utf8_is_name(rest.at, rest.size))
        return wrong(reading, rest, expected);
    memset(out, 0, room);
    memcpy(out, rest.at, rest.size);
    scan->at = scan->end;
    return true;
}

/* ---- Lines ------------------------------------------------------------- */

static bool read_seat(struct reading *reading)
{
    struct local_setup *setup = reading->setup;
    tio_settings *settings = &setup->head.settings;
    if (settings->players == TIO_MAX_PLAYERS)
        return wrong(reading, scan_peek(&reading->scan), "at most five seats");
    if (!read_text(reading, setup->head.name[settings->players], TIO_NAME_TEXT,
                   "a name of 1 to 63 bytes"))
        return false;
    settings->players++;
    return true;
}

static bool read_bot(struct reading *reading)
{
    struct local_setup *setup = reading->setup;
    struct word word = scan_word(&reading->scan);
    unsigned seat = setup->head.settings.players;
    char level[TABLE_LEVEL] = "";
    if (word.size < sizeof level)
        memcpy(level, word.at, word.size);
    if (!tio_bot_named(level))
        return wrong(reading, word, "the level of a bot");
    if (!read_seat(reading))
        return false;
    memcpy(setup->level[seat], level, sizeof level);
    return true;
}

static bool read_setting(struct reading *reading, const struct setting *row)
{
    char expected[SETTING_EXPECTED];
    struct word word = scan_word(&reading->scan);
    return setting_scan(row, word, 0, &reading->setup->head.settings) ||
           wrong(reading, word, setting_expected(row, expected));
}

static bool read_deck(struct reading *reading)
{
    char name[sizeof reading->setup->deck->name];
    struct word word = scan_peek(&reading->scan);
    const tio_deck *deck;
    if (!read_text(reading, name, sizeof name, "the name of a deck"))
        return false;
    for (unsigned i = 0; (deck = tio_deck_builtin(i)); i++) {
        if (strcmp(deck->name, name) == 0) {
            reading->setup->deck = deck;
            return true;
        }
    }
    return wrong(reading, word, "the name of a deck");
}

/* As at a table of a server where one person plays against bots. */
static bool read_takeback(struct reading *reading)
{
    struct word word = scan_word(&reading->scan);
    bool yes = word_is(word, "yes");
    if (!yes && !word_is(word, "no"))
        return wrong(reading, word, "yes or no");
    reading->setup->undo = yes;
    reading->setup->head.takeback = yes;
    return true;
}

static bool read_seed(struct reading *reading)
{
    struct word word = scan_word(&reading->scan);
    uint64_t seed = 0;
    if (word.size == 0 || word.size > 19) /* that fit into 64 bits */
        return wrong(reading, word, "a number");
    for (size_t i = 0; i < word.size; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return wrong(reading, word, "a number");
        seed = seed * 10 + (uint64_t)(word.at[i] - '0');
    }
    reading->setup->seed = seed;
    return true;
}

static const struct {
    const char *key;
    bool (*read)(struct reading *reading);
} keys[] = {
    {"seat", read_seat}, {"bot", read_bot},           {"deck", read_deck},
    {"seed", read_seed}, {"takeback", read_takeback},
};

static bool read_line(struct reading *reading)
{
    struct word key = scan_word(&reading->scan);
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (word_is(key, keys[i].key))
            return keys[i].read(reading) &&
                   scan_finish(&reading->scan) == TIO_OK;
    /* How many play is as many as have a seat. */
    for (unsigned i = SETTING_PLAYERS + 1; i < GAME_SETTINGS; i++)
        if (word_is(key, game_settings[i].name))
            return read_setting(reading, &game_settings[i]) &&
                   scan_finish(&reading->scan) == TIO_OK;
    return wrong(reading, key, "a setting");
}

static bool complain(tio_text_error *error, unsigned line, const char *what)
{
    error->line = line;
    error->column = 1;
    (void)snprintf(error->what, sizeof error->what, "%s", what);
    return false;
}

/* Whether all of it together is a game. */
static bool check(const struct local_setup *setup, tio_text_error *error)
{
    tio_game trial;
    tio_error code = tio_game_init(&trial, setup->deck, &setup->head.settings);
    if (code != TIO_OK)
        return complain(error, 0, tio_error_words(code));
    for (unsigned seat = 0; seat < setup->head.settings.players; seat++)
        if (!setup->level[seat][0])
            return true;
    return complain(error, 0, table_error_words(TABLE_E_TOO_FEW));
}

bool local_page_read(const char *text, size_t length, struct local_setup *out,
                     tio_text_error *error)
{
    struct reading reading = {.setup = out};
    const char *end = text + length;
    memset(error, 0, sizeof *error);
    memset(out, 0, sizeof *out);
    out->head.settings = tio_settings_default(TIO_MIN_PLAYERS);
    out->head.settings.players = 0;
    out->deck = tio_deck_standard();
    if (length > SETTINGS_MOST)
        return complain(error, 1, "the settings are too long");
    for (unsigned line = 1; text < end; line++) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        const char *stop = feed ? feed : end;
        reading.scan = scan_begin(text, (size_t)(stop - text), line, error);
        if (!read_line(&reading))
            return false;
        text = feed ? feed + 1 : end;
    }
    return check(out, error);
}
