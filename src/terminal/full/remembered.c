/* The file is made of lines, each a word and what it stands for, so that a
 * person can read and change it. The seed is not kept: a game that is always
 * the same is not what anybody wants. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/full/remembered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "notation/settings.h"
#include "base/utf8.h"
#include "programs/player.h"

#define PLACE 4096
#define LINE 1200
#define LINES 100

void remembered_default(struct ui_setup *out)
{
    memset(out, 0, sizeof *out);
    out->settings = tio_settings_default(TIO_MIN_PLAYERS);
    out->hints = true;
    out->takeback = true;
    out->confirm = UI_CONFIRM_FIRST;
    for (unsigned seat = 1; seat < TIO_MAX_PLAYERS; seat++)
        memcpy(out->bot[seat], "normal", sizeof "normal");
}

/* ---- Where ------------------------------------------------------------- */

static bool find_folder(char out[PLACE])
{
    return file_user_folder("XDG_CONFIG_HOME", ".config", out, PLACE);
}

/* ---- Reading ----------------------------------------------------------- */

/* A setting as settings are written; or as they were here at first: yes and no
 * as 1 and 0, and 0 for a starter chosen by lot. */
static bool take_setting(tio_settings *settings, const char *word,
                         const char *value)
{
    struct word given = {value, strlen(value)};
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = &game_settings[i];
        bool two = row->kind == SETTING_YES || row->kind == SETTING_EITHER;
        bool flag = row->flag && strcmp(word, row->flag) == 0;
        if (!flag && strcmp(word, row->key) != 0)
            continue;
        if (two && (strcmp(value, "0") == 0 || strcmp(value, "1") == 0))
            setting_set(row, value[0] == '1', settings);
        else if (row->kind == SETTING_SEAT && strcmp(value, "0") == 0)
            setting_set(row, TIO_NONE, settings);
        else
            (void)setting_scan(row, given, 0, settings);
        return true;
    }
    return false;
}

static void copy(char *out, size_t room, const char *value)
{
    size_t length = strlen(value);
    if (length < room && utf8_is_name(value, length))
        memcpy(out, value, length + 1);
}

static void take_seat(struct ui_setup *out, unsigned seat, const char *word,
                      const char *value)
{
    struct player_spec spec;
    char why[PLAYER_TEXT];
    if (strcmp(word, "name") == 0)
        copy(out->name[seat], TIO_NAME_TEXT, value);
    else if (strcmp(word, "person") == 0)
        out->bot[seat][0] = 0;
    else if (strcmp(word, "bot") == 0 &&
             player_spec_parse(value, strlen(value), NULL, &spec, why))
        copy(out->bot[seat], UI_LEVEL, value);
}

static const char *const confirms[UI_CONFIRMS] = {
    [UI_CONFIRM_NO] = "no",
    [UI_CONFIRM_YES] = "yes",
    [UI_CONFIRM_FIRST] = "first",
};

/* What is about the person and not about the game. */
static bool take_habit(struct ui_setup *out, const char *word,
                       const char *value)
{
    if (strcmp(word, "confirm-pass") == 0) {
        for (unsigned i = 0; i < UI_CONFIRMS; i++)
            if (strcmp(value, confirms[i]) == 0)
                out->confirm = (uint8_t)i;
        return true;
    }
    if (strcmp(word, "mute") == 0) {
        out->mute = strcmp(value, "yes") == 0;
        return true;
    }
    if (strcmp(word, "games") != 0)
        return false;
    if (value[0] >= '0' && value[0] <= '0' + UI_FIRST_GAMES && !value[1])
        out->games = (uint8_t)(value[0] - '0');
    return true;
}

static void take(struct ui_setup *out, const char *word, const char *value)
{
    if (take_habit(out, word, value))
        return;
    if (take_setting(&out->settings, word, value))
        return;
    bool yes = strcmp(value, "yes") == 0 || strcmp(value, "1") == 0;
    bool no = strcmp(value, "no") == 0 || strcmp(value, "0") == 0;
    if (strcmp(word, "hints") == 0 && (yes || no))
        out->hints = yes;
    else if (strcmp(word, "takeback") == 0 && (yes || no))
        out->takeback = yes;
    else if (strcmp(word, "deck") == 0)
        copy(out->deck, UI_PATH, value);
}

/* "players 3", "seat 2 bot hard". */
static void take_line(struct ui_setup *out, char *line)
{
    char *value = strchr(line, ' ');
    if (!value)
        return;
    *value++ = 0;
    if (strcmp(line, "seat") != 0) {
        take(out, line, value);
        return;
    }
    if (value[0] < '1' || value[0] >= '1' + TIO_MAX_PLAYERS || value[1] != ' ')
        return;
    char *more = value + 2 + strcspn(value + 2, " ");
    if (*more)
        *more++ = 0;
    take_seat(out, (unsigned)(value[0] - '1'), value + 2, more);
}

/* A line that is too long is left out, and the next one is the next. */
void remembered_read(FILE *file, struct ui_setup *out)
{
    char line[LINE];
    bool whole = true;
    for (unsigned i = 0; i < LINES && fgets(line, sizeof line, file); i++) {
        size_t length = strlen(line);
        bool ended = length && line[length - 1] == '\n';
        if (ended)
            line[length - 1] = 0;
        if (whole && (ended || length + 1 < sizeof line))
            take_line(out, line);
        whole = ended;
    }
    if (out->settings.first != TIO_NONE &&
        out->settings.first >= out->settings.players)
        out->settings.first = TIO_NONE;
}

void remembered_load(struct ui_setup *out)
{
    remembered_default(out);
    char folder[PLACE];
    if (!find_folder(folder))
        return;
    char path[PLACE + 16];
    snprintf(path, sizeof path, "%s/setup", folder);
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    remembered_read(file, out);
    fclose(file);
}

/* ---- Writing ----------------------------------------------------------- */

void remembered_print(struct buffer *out, const struct ui_setup *setup)
{
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = &game_settings[i];
        char value[SETTING_EXPECTED];
        struct buffer text = buffer_fixed(value, sizeof value);
        setting_print(&text, row, &setup->settings);
        buffer_print(out, "%s %s\n", row->key, value);
    }
    buffer_print(out, "hints %s\n", setup->hints ? "yes" : "no");
    buffer_print(out, "takeback %s\n", setup->takeback ? "yes" : "no");
    buffer_print(out, "confirm-pass %s\n", confirms[setup->confirm]);
    buffer_print(out, "games %u\n", setup->games);
    if (setup->mute)
        buffer_print(out, "mute yes\n");
    if (setup->deck[0])
        buffer_print(out, "deck %s\n", setup->deck);
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        const char *bot = setup->bot[seat];
        if (setup->name[seat][0])
            buffer_print(out, "seat %u name %s\n", seat + 1, setup->name[seat]);
        buffer_print(out, "seat %u %s%s\n", seat + 1,
                     bot[0] ? "bot " : "person", bot);
    }
}

bool remembered_save(const struct ui_setup *setup)
{
    struct buffer text = buffer_growing();
    char path[PLACE + 16];
    if (!find_folder(path) || !file_make_folders(path))
        return false;
    strcat(path, "/setup");
    remembered_print(&text, setup);
    bool written = !text.failed && file_replace(path, text.data, text.size);
    buffer_free(&text);
    return written;
}

void remembered_count_game(struct ui *ui)
{
    struct ui_setup setup = *ui_get_setup(ui);
    if (setup.games >= UI_FIRST_GAMES)
        return;
    setup.games++;
    ui_set_setup(ui, &setup);
    (void)remembered_save(&setup);
}
