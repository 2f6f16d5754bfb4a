/* What can be agreed on at a table, and within which bounds. */
#include "table/event.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "notation/utf8.h"

#define SECOND 1000U
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

struct table_settings table_settings_default(unsigned players)
{
    struct table_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.game = tio_settings_default(players);
    (void)snprintf(settings.deck, sizeof settings.deck, "%s",
                   tio_deck_standard()->name);
    settings.hints = 1;
    settings.undo = 1;
    settings.watch = TABLE_WATCH_LINK;
    settings.clock = TABLE_CLOCK_NONE;
    settings.grace_ms = MINUTE;
    settings.bot_ms = SECOND;
    (void)snprintf(settings.stand_in, sizeof settings.stand_in, "normal");
    return settings;
}

static bool wrong(const char *name, const char *what, char field[16],
                  tio_text_error *error)
{
    if (field)
        (void)snprintf(field, 16, "%s", name);
    if (error) {
        error->line = 1;
        error->column = 1;
        (void)snprintf(error->what, sizeof error->what, "%s: %s", name, what);
    }
    return false;
}

static const char *game_field(tio_error error)
{
    switch (error) {
    case TIO_E_SETTING_PLAYERS:
        return "players";
    case TIO_E_SETTING_EDITION:
        return "edition";
    case TIO_E_SETTING_STARTS:
        return "starts";
    case TIO_E_SETTING_FIRST:
        return "first";
    case TIO_E_SETTING_CAST:
        return "cast";
    default:
        return "free_hand";
    }
}

static bool check_game(const tio_settings *game, char field[16],
                       tio_text_error *error)
{
    tio_game trial;
    tio_error code = tio_game_init(&trial, tio_deck_standard(), game);
    if (code == TIO_OK)
        return true;
    const char *name = game_field(code);
    if (code == TIO_E_SETTING_FLAG && game->free_hand <= 1)
        name = "piles";
    return wrong(name, tio_error_words(code), field, error);
}

/* A text of a fixed array: ended in it, and fit for a line. */
static bool text_good(const char *text, size_t room)
{
    const char *end = memchr(text, '\0', room);
    return end && utf8_is_name(text, (size_t)(end - text));
}

static bool check_texts(const struct table_settings *s, char field[16],
                        tio_text_error *error)
{
    if (!text_good(s->deck, sizeof s->deck))
        return wrong("deck", "a deck's name has 1 to 31 bytes", field, error);
    if (!text_good(s->stand_in, sizeof s->stand_in))
        return wrong("stand_in", "a bot's name has 1 to 32 bytes", field,
                     error);
    if (s->code[0] && !text_good(s->code, sizeof s->code))
        return wrong("code", "a code has at most 32 bytes", field, error);
    return true;
}

struct bounds {
    uint32_t least;
    uint32_t most;
    uint32_t most_more;
    const char *words;
};

static bool check_clock(const struct table_settings *s, char field[16],
                        tio_text_error *error)
{
    static const struct bounds bounds[TABLE_CLOCK_KINDS] = {
        /* kind               least   most      most more */
        [TABLE_CLOCK_NONE] = {0, UINT32_MAX, UINT32_MAX, ""},
        [TABLE_CLOCK_MOVE] = {SECOND, DAY, UINT32_MAX,
                              "a move has 1 second to 1 day"},
        [TABLE_CLOCK_GAME] = {SECOND, DAY, HOUR,
                              "a game has 1 second to 1 day, and a move adds "
                              "at most 1 hour"},
        [TABLE_CLOCK_DAYS] = {HOUR, 30 * DAY, UINT32_MAX,
                              "a move has 1 hour to 30 days"},
    };
    if (s->clock >= TABLE_CLOCK_KINDS)
        return wrong("clock", "there is no such clock", field, error);
    const struct bounds *b = &bounds[s->clock];
    if (s->base_ms < b->least || s->base_ms > b->most ||
        s->more_ms > b->most_more)
        return wrong("clock", b->words, field, error);
    return true;
}

bool table_settings_check(const struct table_settings *s, char field[16],
                          tio_text_error *error)
{
    if (!check_game(&s->game, field, error))
        return false;
    if (s->hints > 1)
        return wrong("hints", "on or off", field, error);
    if (s->undo > 1)
        return wrong("undo", "on or off", field, error);
    if (s->listed > 1)
        return wrong("listed", "yes or no", field, error);
    if (s->watch >= TABLE_WATCH_KINDS)
        return wrong("watch", "nobody, link or public", field, error);
    if (s->grace_ms > DAY)
        return wrong("grace", "at most 1 day", field, error);
    if (s->bot_ms > MINUTE)
        return wrong("bot", "at most 1 minute", field, error);
    return check_texts(s, field, error) && check_clock(s, field, error);
}
