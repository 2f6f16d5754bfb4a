/* What can be agreed on at a table, and within which bounds. */
#include "table/settings.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

#define N_(text) text /* translated where it is shown */

static const char *const table_watch_words[TABLE_WATCH_KINDS + 1] = {
    [TABLE_WATCH_NOBODY] = "nobody",
    [TABLE_WATCH_LINK] = "link",
    [TABLE_WATCH_PUBLIC] = "public",
};
static const char *const table_watch_said[TABLE_WATCH_KINDS] = {
    [TABLE_WATCH_NOBODY] = N_("Nobody"),
    [TABLE_WATCH_LINK] = N_("Anyone with the link"),
    [TABLE_WATCH_PUBLIC] = N_("Everybody"),
};
const char *const table_clock_words[TABLE_CLOCK_KINDS + 1] = {
    [TABLE_CLOCK_NONE] = "none",
    [TABLE_CLOCK_MOVE] = "move",
    [TABLE_CLOCK_GAME] = "game",
    [TABLE_CLOCK_DAYS] = "days",
};

static const struct setting own_rows[] = {
#define X(kind_, field, most, name_, key_, ...)                                \
    {.name = (name_),                                                          \
     .key = (key_),                                                            \
     .kind = SETTING_##kind_,                                                  \
     .at = offsetof(struct table_settings, field),                             \
     .high = (most),                                                           \
     __VA_ARGS__},
    TABLE_SETTINGS(X)
#undef X
};
#define OWN_ROWS (sizeof own_rows / sizeof *own_rows)

_Static_assert(offsetof(struct table_settings, game) == 0,
               "rows of the game count from the same place");

const struct setting *table_setting(unsigned i)
{
    if (i < GAME_SETTINGS)
        return &game_settings[i];
    return i < GAME_SETTINGS + OWN_ROWS ? &own_rows[i - GAME_SETTINGS] : NULL;
}

unsigned table_setting_named(const char *name)
{
    const struct setting *row;
    unsigned i = 0;
    while ((row = table_setting(i)) && strcmp(row->name, name) != 0)
        i++;
    return i;
}

struct table_settings table_settings_default(unsigned players)
{
    struct table_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.game = tio_settings_default(players);
    for (size_t i = 0; i < OWN_ROWS; i++)
        setting_reset(&own_rows[i], &settings);
    return settings;
}

static bool wrong(const struct setting *row, const char *what, char field[16],
                  tio_text_error *error)
{
    int size = (int)strcspn(row->name, "."); /* all of a clock is "clock" */
    if (field)
        (void)snprintf(field, 16, "%.*s", size, row->name);
    if (error) {
        error->line = 1;
        error->column = 1;
        (void)snprintf(error->what, sizeof error->what, "%.*s: %s", size,
                       row->name, what);
    }
    return false;
}

static bool row_good(const struct setting *row, const struct table_settings *s)
{
    const char *text = (const char *)s + row->at;
    unsigned number = setting_number(row, s);
    switch ((enum setting_kind)row->kind) {
    case SETTING_WORD:
    case SETTING_YES:
    case SETTING_EITHER:
        return number < row->high;
    case SETTING_STARTS:
        return number <= row->high;
    case SETTING_SEAT:
        return number == TIO_NONE || number < s->game.players;
    case SETTING_NUMBER:
    case SETTING_MS:
        return number >= row->low && number <= row->high;
    case SETTING_CODE:
        return text[0] == '\0' || utf8_fits_as_name(text, setting_size(row));
    case SETTING_TEXT:
    case SETTING_DECK:
        return utf8_fits_as_name(text, setting_size(row));
    }
    return false;
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
        [TABLE_CLOCK_MOVE] = {TABLE_SECOND, TABLE_DAY, UINT32_MAX,
                              "a move has 1 second to 1 day"},
        [TABLE_CLOCK_GAME] = {TABLE_SECOND, TABLE_DAY, TABLE_HOUR,
                              "a game has 1 second to 1 day, and a move adds "
                              "at most 1 hour"},
        [TABLE_CLOCK_DAYS] = {TABLE_HOUR, 30 * TABLE_DAY, UINT32_MAX,
                              "a move has 1 hour to 30 days"},
    };
    const struct bounds *b = &bounds[s->clock];
    if (s->base_ms < b->least || s->base_ms > b->most ||
        s->more_ms > b->most_more)
        return wrong(table_setting(table_setting_named("clock.kind")), b->words,
                     field, error);
    return true;
}

bool table_settings_check(const struct table_settings *s, char field[16],
                          tio_text_error *error)
{
    tio_game trial;
    tio_error code = tio_game_init(&trial, tio_deck_standard(), &s->game);
    const struct setting *row;
    for (unsigned i = 0; (row = table_setting(i)); i++)
        if (!row_good(row, s))
            return wrong(row, row->wants ? row->wants : tio_error_words(code),
                         field, error);
    return check_clock(s, field, error);
}
