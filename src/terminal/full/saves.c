/* Saves are records: who plays and how far it has come is read from them. */
#define _POSIX_C_SOURCE 200809L

#include "terminal/full/saves.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/file.h"
#include "i18n/i18n.h"
#include "terminal/words.h"
#include "tioli.h"

#define LOOKED_AT 1000 /* files at most */

struct found {
    char name[256];
    struct timespec changed;
};

static int newest_first(const void *a, const void *b)
{
    const struct found *one = a;
    const struct found *two = b;
    if (one->changed.tv_sec != two->changed.tv_sec)
        return one->changed.tv_sec < two->changed.tv_sec ? 1 : -1;
    if (one->changed.tv_nsec != two->changed.tv_nsec)
        return one->changed.tv_nsec < two->changed.tv_nsec ? 1 : -1;
    return strcmp(one->name, two->name);
}

/* Returns how many; *out is the caller's to free. */
static size_t look(const char *folder, struct found **out)
{
    DIR *all = opendir(folder);
    struct dirent *entry;
    size_t count = 0;
    *out = calloc(LOOKED_AT, sizeof **out);
    while (all && *out && count < LOOKED_AT && (entry = readdir(all))) {
        if (!save_is_name(entry->d_name) ||
            strlen(entry->d_name) >= sizeof(*out)[count].name)
            continue;
        char path[SAVE_PATH + 300];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        struct stat found;
        if (lstat(path, &found) != 0 || !S_ISREG(found.st_mode) ||
            found.st_size == 0 || (size_t)found.st_size > SAVE_LIMIT)
            continue;
        snprintf((*out)[count].name, sizeof(*out)[count].name, "%s",
                 entry->d_name);
        (*out)[count++].changed = found.st_mtim;
    }
    if (all)
        closedir(all);
    if (count)
        qsort(*out, count, sizeof **out, newest_first);
    return count;
}

/* Who plays, and how they stand, unless that is nobody's to see. */
static void add_players(struct text *out, const tio_record_head *head,
                        const tio_game *game)
{
    struct names names;
    memcpy(names.of, head->name, sizeof names.of);
    if (head->settings.piles_down) {
        words_names(out, &names, (1U << head->settings.players) - 1);
        return;
    }
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        text_add(out, "%s%s: %d", seat ? ", " : "", names.of[seat],
                 tio_game_total(game, seat));
}

static void describe(const tio_record_head *head, const tio_game *game,
                     const struct found *found, struct ui_save *out)
{
    struct text who;
    char when[40] = "";
    text_clear(&who);
    add_players(&who, head, game);
    snprintf(out->title, sizeof out->title, "%.*s",
             (int)(sizeof out->title - 1), who.at);
    struct tm local;
    if (localtime_r(&found->changed.tv_sec, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    /* TRANSLATORS: how far a saved game has come, and when it was saved. */
    snprintf(out->detail, sizeof out->detail, _("round %u of %u, %s"),
             game->round, game->rounds, when);
}

static bool read_save(const char *path, const struct found *found,
                      struct ui_save *out)
{
    tio_record_reader *reader = NULL;
    tio_text_error where;
    size_t length = 0;
    char *text = file_read(path, SAVE_LIMIT, &length);
    bool good =
        text && tio_record_open(text, length, &reader, &where) == TIO_OK;
    bool more = good;
    while (more) {
        tio_move move;
        good = tio_record_next(reader, &move, &more, &where) == TIO_OK;
        more = more && good;
    }
    good = good && !tio_record_finished(reader) &&
           !tio_record_get_head(reader)->fair;
    if (good)
        describe(tio_record_get_head(reader), tio_record_get_game(reader),
                 found, out);
    if (reader)
        tio_record_close(reader);
    free(text);
    return good;
}

struct saves *saves_find(void)
{
    struct saves *saves = calloc(1, sizeof *saves);
    struct save place;
    struct found *found = NULL;
    char folder[SAVE_PATH];
    size_t count = 0;
    if (saves && save_folder(&place, "", folder))
        count = look(folder, &found);
    for (size_t i = 0; i < count && saves->count < UI_SAVES; i++) {
        char *path = saves->path[saves->count];
        int size = snprintf(path, SAVE_PATH, "%s/%s", folder, found[i].name);
        if (size > 0 && size < SAVE_PATH &&
            read_save(path, &found[i], &saves->shown[saves->count]))
            saves->count++;
    }
    free(found);
    return saves;
}
