/* Reading who is to play, from the command line. */
#include "programs/player.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "base/utf8.h"
#include "notation/scan.h"
#include "programs/command.h"

/* A slice of the text, for messages: cut, and harmless on a screen. */
#define SHOWN 61

static const char *shown(struct word part, char out[SHOWN])
{
    utf8_escape(part.at, part.size, out, SHOWN);
    return out;
}

__attribute__((format(printf, 2, 3))) static bool refuse(char why[PLAYER_TEXT],
                                                         const char *format,
                                                         ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, PLAYER_TEXT, format, list);
    va_end(list);
    return false;
}

/* Up to nine digits, which fit; false if there is anything else. */
static bool digits(struct word part, unsigned *out)
{
    unsigned value = 0;
    if (part.size == 0 || part.size > 9)
        return false;
    for (size_t i = 0; i < part.size; i++) {
        if (part.at[i] < '0' || part.at[i] > '9')
            return false;
        value = value * 10 + (unsigned)(part.at[i] - '0');
    }
    *out = value;
    return true;
}

/* "1.5" as 1500; `part` has no unit any more. */
static bool seconds(struct word part, unsigned *out)
{
    const char *point = memchr(part.at, '.', part.size);
    struct word whole = part;
    unsigned thousands;
    unsigned fraction = 0;
    if (point) {
        whole.size = (size_t)(point - part.at);
        struct word rest = {point + 1, part.size - whole.size - 1};
        if (rest.size > 3 || !digits(rest, &fraction))
            return false;
        for (size_t i = rest.size; i < 3; i++)
            fraction *= 10;
    }
    if (whole.size > 6 || !digits(whole, &thousands))
        return false;
    *out = thousands * 1000 + fraction;
    return true;
}

bool player_time_parse(const char *text, size_t length, unsigned low,
                       unsigned high, unsigned *ms)
{
    struct word part = {text, length};
    unsigned value;
    bool good = false;
    if (length > 2 && memcmp(text + length - 2, "ms", 2) == 0) {
        part.size -= 2;
        good = digits(part, &value);
    } else if (length > 1 && text[length - 1] == 's') {
        part.size -= 1;
        good = seconds(part, &value);
    }
    if (!good || value < low || value > high)
        return false;
    *ms = value;
    return true;
}

/* The levels, and behind them what else is known; NULL from the end on. */
static const tio_bot *bot_at(unsigned i, const tio_bot *const more[])
{
    unsigned levels = 0;
    while (tio_bot_at(levels))
        levels++;
    if (i < levels)
        return tio_bot_at(i);
    for (i -= levels; more && *more && i > 0; i--)
        more++;
    return more ? *more : NULL;
}

static const tio_bot *find_bot(struct word name, const tio_bot *const more[],
                               char why[PLAYER_TEXT])
{
    char text[SHOWN];
    char names[PLAYER_TEXT / 2] = "";
    const tio_bot *bot;
    for (unsigned i = 0; (bot = bot_at(i, more)); i++) {
        size_t used = strlen(names);
        if (word_same(name, bot->name))
            return bot;
        snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ",
                 bot->name);
    }
    snprintf(why, PLAYER_TEXT,
             _("there is no bot '%s'; the bots are %s, and cmd:PROGRAM"),
             shown(name, text), names);
    return NULL;
}

static const struct setting {
    const char *key;
    size_t at;     /* of a tio_budget */
    unsigned most; /* 0: a time */
} settings[] = {
    {"effort", offsetof(tio_budget, playouts), TIO_MAX_PLAYOUTS},
    {"think", offsetof(tio_budget, think_ms), 0},
    {"threads", offsetof(tio_budget, threads), TIO_MAX_THREADS},
};

static bool read_setting(const struct setting *row, struct word value,
                         tio_budget *budget)
{
    uint32_t *field = (void *)((char *)budget + row->at);
    unsigned number;
    if (row->most == 0)
        return player_time_parse(value.at, value.size, 1, TIO_MAX_THINK_MS,
                                 field);
    if (!digits(value, &number) || number < 1 || number > row->most)
        return false;
    *field = number;
    return true;
}

/* "effort=2000" */
static bool take_setting(struct word part, const tio_bot *bot,
                         tio_budget *budget, char why[PLAYER_TEXT])
{
    char text[SHOWN];
    const char *equals = memchr(part.at, '=', part.size);
    struct word key = part;
    key.size = equals ? (size_t)(equals - part.at) : part.size;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (!word_same(key, settings[i].key))
            continue;
        struct word value = {key.at + key.size, 0};
        if (equals)
            value = (struct word){equals + 1, part.size - key.size - 1};
        if (!bot->searches)
            return refuse(why, _("%s does not search: it can't use '%s'"),
                          bot->name, shown(part, text));
        if (read_setting(&settings[i], value, budget))
            return true;
        if (settings[i].most > 0) {
            snprintf(why, PLAYER_TEXT, _("%s: expected 1 to %u, got '%s'"),
                     settings[i].key, settings[i].most, shown(value, text));
        } else {
            snprintf(why, PLAYER_TEXT,
                     _("%s: expected a time up to an hour, such as 200ms or "
                       "1.5s, got '%s'"),
                     settings[i].key, shown(value, text));
        }
        return false;
    }
    return refuse(
        why,
        _("expected effort=N, think=TIME or threads=N after the bot's "
          "name, got '%s'"),
        shown(part, text));
}

static bool parse_bot(const char *text, size_t length,
                      const tio_bot *const more[], struct player_spec *out,
                      char why[PLAYER_TEXT])
{
    const char *end = text + length;
    const char *colon = memchr(text, ':', length);
    struct word name = {text, colon ? (size_t)(colon - text) : length};
    out->bot = find_bot(name, more, why);
    if (!out->bot)
        return false;
    while (colon) {
        const char *at = colon + 1;
        colon = memchr(at, ':', (size_t)(end - at));
        const char *stop = colon ? colon : end;
        struct word part = {at, (size_t)(stop - at)};
        if (!take_setting(part, out->bot, &out->budget, why))
            return false;
    }
    if (out->budget.playouts > 0 && out->budget.think_ms > 0)
        return refuse(why, "%s", _("effort and think can't be used together"));
    return true;
}

static bool parse_command(const char *text, size_t length,
                          struct player_spec *out, char why[PLAYER_TEXT])
{
    struct command command;
    memcpy(out->command, text, length);
    out->command[length] = '\0';
    const char *wrong = command_split(out->command, &command);
    if (wrong)
        snprintf(why, PLAYER_TEXT, "cmd: %s", _(wrong));
    return !wrong;
}

bool player_spec_parse(const char *text, size_t length,
                       const tio_bot *const more[], struct player_spec *out,
                       char why[PLAYER_TEXT])
{
    static const char prefix[] = "cmd:";
    size_t size = sizeof prefix - 1;
    memset(out, 0, sizeof *out);
    if (length >= PLAYER_TEXT || memchr(text, '\0', length))
        return refuse(why, _("a bot and its budget have at most %d bytes"),
                      PLAYER_TEXT - 1);
    memcpy(out->text, text, length);
    if (length >= size && memcmp(text, prefix, size) == 0)
        return parse_command(text + size, length - size, out, why);
    return parse_bot(text, length, more, out, why);
}
