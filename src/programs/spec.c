/* Reading who is to play, from the command line. */
#include "programs/player.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "base/utf8.h"
#include "programs/command.h"

/* A slice of the text, for messages: cut, and harmless on a screen. */
#define SHOWN 61

struct part {
    const char *at;
    size_t size;
};

static const char *shown(struct part part, char out[SHOWN])
{
    utf8_escape(part.at, part.size, out, SHOWN);
    return out;
}

static bool part_is(struct part part, const char *word)
{
    return part.size == strlen(word) && memcmp(part.at, word, part.size) == 0;
}

/* Up to nine digits, which fit; false if there is anything else. */
static bool digits(struct part part, unsigned *out)
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
static bool seconds(struct part part, unsigned *out)
{
    const char *point = memchr(part.at, '.', part.size);
    struct part whole = part;
    unsigned thousands;
    unsigned fraction = 0;
    if (point) {
        whole.size = (size_t)(point - part.at);
        struct part rest = {point + 1, part.size - whole.size - 1};
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
    struct part part = {text, length};
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

static const tio_bot *find_bot(struct part name, const tio_bot *const more[])
{
    const tio_bot *bot;
    for (unsigned i = 0; (bot = tio_bot_at(i)); i++)
        if (part_is(name, bot->name))
            return bot;
    for (unsigned i = 0; more && more[i]; i++)
        if (part_is(name, more[i]->name))
            return more[i];
    return NULL;
}

static void unknown_bot(struct part name, const tio_bot *const more[],
                        char why[PLAYER_TEXT])
{
    char text[SHOWN];
    const tio_bot *bot;
    char names[PLAYER_TEXT / 2] = "";
    size_t used = 0;
    for (unsigned i = 0; (bot = tio_bot_at(i)); i++) {
        used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ",
                 bot->name);
    }
    for (unsigned i = 0; more && more[i]; i++) {
        used = strlen(names);
        snprintf(names + used, sizeof names - used, ", %s", more[i]->name);
    }
    snprintf(why, PLAYER_TEXT,
             _("there is no bot '%s'; the bots are %s, and cmd:PROGRAM"),
             shown(name, text), names);
}

static bool bounded(struct part value, unsigned high, uint32_t *out)
{
    unsigned number;
    if (!digits(value, &number) || number < 1 || number > high)
        return false;
    *out = number;
    return true;
}

static bool take_effort(struct part value, tio_budget *budget)
{
    return bounded(value, TIO_MAX_PLAYOUTS, &budget->playouts);
}

static bool take_think(struct part value, tio_budget *budget)
{
    return player_time_parse(value.at, value.size, 1, TIO_MAX_THINK_MS,
                             &budget->think_ms);
}

static bool take_threads(struct part value, tio_budget *budget)
{
    return bounded(value, TIO_MAX_THREADS, &budget->threads);
}

static const struct setting {
    const char *key;
    unsigned most; /* 0: a time */
    bool (*take)(struct part value, tio_budget *budget);
} settings[] = {
    {"effort", TIO_MAX_PLAYOUTS, take_effort},
    {"think", 0, take_think},
    {"threads", TIO_MAX_THREADS, take_threads},
};

/* "effort=2000" */
static bool take_setting(struct part part, const tio_bot *bot,
                         tio_budget *budget, char why[PLAYER_TEXT])
{
    char text[SHOWN];
    const char *equals = memchr(part.at, '=', part.size);
    struct part key = part;
    key.size = equals ? (size_t)(equals - part.at) : part.size;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (!part_is(key, settings[i].key))
            continue;
        struct part value = {key.at + key.size, 0};
        if (equals)
            value = (struct part){equals + 1, part.size - key.size - 1};
        if (!bot->searches) {
            snprintf(why, PLAYER_TEXT,
                     _("%s does not search: it can't use '%s'"), bot->name,
                     shown(part, text));
            return false;
        }
        if (settings[i].take(value, budget))
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
    snprintf(why, PLAYER_TEXT,
             _("expected effort=N, think=TIME or threads=N after the bot's "
               "name, got '%s'"),
             shown(part, text));
    return false;
}

static bool parse_bot(const char *text, size_t length,
                      const tio_bot *const more[], struct player_spec *out,
                      char why[PLAYER_TEXT])
{
    const char *end = text + length;
    const char *colon = memchr(text, ':', length);
    struct part name = {text, colon ? (size_t)(colon - text) : length};
    out->bot = find_bot(name, more);
    if (!out->bot) {
        unknown_bot(name, more, why);
        return false;
    }
    while (colon) {
        const char *at = colon + 1;
        colon = memchr(at, ':', (size_t)(end - at));
        const char *stop = colon ? colon : end;
        struct part part = {at, (size_t)(stop - at)};
        if (!take_setting(part, out->bot, &out->budget, why))
            return false;
    }
    if (out->budget.playouts > 0 && out->budget.think_ms > 0) {
        snprintf(why, PLAYER_TEXT, "%s",
                 _("effort and think can't be used together"));
        return false;
    }
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
    if (length >= PLAYER_TEXT || memchr(text, '\0', length)) {
        snprintf(why, PLAYER_TEXT,
                 _("a bot and its budget have at most %d bytes"),
                 PLAYER_TEXT - 1);
        return false;
    }
    memcpy(out->text, text, length);
    if (length >= size && memcmp(text, prefix, size) == 0)
        return parse_command(text + size, length - size, out, why);
    return parse_bot(text, length, more, out, why);
}
