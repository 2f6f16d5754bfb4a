/* Pictures of the full-screen game, as text.
 *
 *     screens DIR             compare all with the files in DIR (TAP)
 *     screens --update DIR    write them
 *     screens --show NAME ROWS COLUMNS [--inks | DIR LANG]
 *     screens --fit DIR LANG  nothing is cut off in 80x24 in that language,
 *                             whose catalogue is in DIR (TAP)
 *     screens --keys GAMES    random keys (TAP)
 *     screens --named         keys and what is said of them (TAP)
 *     screens --wishes        keys and what comes of them (TAP) */
#define _POSIX_C_SOURCE 200809L

#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/game/parts.h"
#include "screens/named_keys.h"
#include "screens/random_keys.h"
#include "screens/scenes.h"
#include "screens/stage.h"
#include "screens/wishes.h"

#define PICTURE ((size_t)1 << 20)
#define PATH 1024

static const struct {
    unsigned rows;
    unsigned columns;
} sizes[] = {{24, 80}, {40, 120}, {12, 40}};

/* The picture, and below it its inks; the caller frees it. */
static char *picture_of(const struct scene_of *scene, unsigned rows,
                        unsigned columns, unsigned *cuts)
{
    struct cells *cells = cells_new(rows, columns, !scene->plain);
    char *both = malloc(PICTURE);
    static struct play play;
    char *text = NULL;
    char *inks = NULL;
    if (cells && both && play_open(&play, scene, rows, columns)) {
        ui_draw(play.ui, cells);
        *cuts = cells->cuts;
        text = cells_text(cells);
        inks = cells_inks(cells);
        if (text && inks)
            snprintf(both, PICTURE, "%s\n%s", text, inks);
    }
    if (!text || !inks) {
        free(both);
        both = NULL;
    }
    play_close(&play);
    free(text);
    free(inks);
    cells_free(cells);
    return both;
}

static void path_of(char out[PATH], const char *folder,
                    const struct scene_of *scene, unsigned size)
{
    snprintf(out, PATH, "%s/%s-%ux%u.txt", folder, scene->name,
             sizes[size].columns, sizes[size].rows);
}

static bool write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    bool written = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && written;
}

static bool same_as_file(const char *path, const char *text)
{
    static char kept[PICTURE];
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t length = fread(kept, 1, sizeof kept - 1, file);
    fclose(file);
    kept[length] = 0;
    return strcmp(kept, text) == 0;
}

static void print_commented(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        printf("# %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* Every picture; 0 if all are right. */
static int all_pictures(const char *folder, bool update)
{
    unsigned number = 0;
    int wrong = 0;
    for (unsigned i = 0; scenes[i].name; i++) {
        for (unsigned size = scenes[i].small ? 2 : 0;
             size < (scenes[i].small ? 3 : 2); size++) {
            unsigned cuts = 0;
            char *picture = picture_of(&scenes[i], sizes[size].rows,
                                       sizes[size].columns, &cuts);
            char path[PATH];
            path_of(path, folder, &scenes[i], size);
            bool right = picture && (update ? write_file(path, picture)
                                            : same_as_file(path, picture));
            printf("%s %u - %s, %ux%u\n", right ? "ok" : "not ok", ++number,
                   scenes[i].name, sizes[size].columns, sizes[size].rows);
            if (!right)
                print_commented(picture ? picture : "there is no such moment");
            wrong += !right;
            free(picture);
        }
    }
    printf("1..%u\n", number);
    return wrong ? 1 : 0;
}

static int show(const char *name, unsigned rows, unsigned columns, bool inks)
{
    for (unsigned i = 0; scenes[i].name; i++) {
        unsigned cuts = 0;
        if (strcmp(scenes[i].name, name) != 0)
            continue;
        char *picture = picture_of(&scenes[i], rows, columns, &cuts);
        char *end = picture ? strstr(picture, "\n\n") : NULL;
        for (unsigned row = 0; picture && !inks && row <= rows; row++)
            end = row ? strchr(end + 1, '\n') : strchr(picture, '\n');
        if (picture && !inks && end)
            *end = 0;
        printf("%s\n(%u texts were cut)\n", picture ? picture : "nothing",
               cuts);
        free(picture);
        return 0;
    }
    fprintf(stderr, "there is no scene %s\n", name);
    return 1;
}

/* ---- Languages --------------------------------------------------------- */

static bool speak(const char *folder, const char *language)
{
    if (!setlocale(LC_MESSAGES, "C.UTF-8") ||
        setenv("LANGUAGE", language, 1) != 0)
        return false;
    bindtextdomain("tioli", folder);
    bind_textdomain_codeset("tioli", "UTF-8");
    textdomain("tioli");
    return strcmp(language, "en") == 0 ||
           strcmp(gettext("You pass."), "You pass.") != 0;
}

/* Every lesson, in the place that it has at the table. */
static unsigned lessons_cut(void)
{
    static const struct scene_of table = {
        .name = "", .moment = AT_TURN, .players = 2, .seed = 3};
    struct cells *cells = cells_new(24, 80, true);
    static struct play play;
    unsigned cuts = 0;
    if (!cells || !play_open(&play, &table, 24, 80))
        return 1;
    struct ui_lesson lesson;
    for (unsigned i = 0; learn_lesson(i / 2, i % 2, &lesson); i++) {
        ui_teach(play.ui, &lesson);
        ui_draw(play.ui, cells);
        if (cells->cuts)
            printf("# lesson %u is too long\n", i / 2 + 1);
        cuts += cells->cuts;
    }
    play_close(&play);
    cells_free(cells);
    return cuts;
}

static int fit(const char *folder, const char *language)
{
    unsigned number = 1;
    int wrong = 0;
    bool speaks = speak(folder, language);
    printf("%s 1 - %s is spoken\n", speaks ? "ok" : "not ok", language);
    for (unsigned i = 0; scenes[i / 2].name; i++) {
        struct scene_of scene = scenes[i / 2];
        unsigned cuts = 0;
        /* In plain letters some words are longer. */
        scene.plain = i % 2;
        char *picture = picture_of(&scene, 24, 80, &cuts);
        bool right = picture && !cuts;
        printf("%s %u - %s in %s%s\n", right ? "ok" : "not ok", ++number,
               scene.name, language, scene.plain ? ", plain" : "");
        if (!right)
            print_commented(picture ? picture : "there is no such moment");
        wrong += !right;
        free(picture);
    }
    if (lessons_cut()) {
        printf("not ");
        wrong++;
    }
    printf("ok %u - lessons in %s\n", ++number, language);
    printf("1..%u\n", number);
    return wrong || !speaks ? 1 : 0;
}

int main(int count, char **word)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    if (count == 2 && strcmp(word[1], "--named") == 0)
        return named_keys();
    if (count == 2 && strcmp(word[1], "--wishes") == 0)
        return key_wishes();
    if (count == 2)
        return all_pictures(word[1], false);
    if (count == 3 && strcmp(word[1], "--update") == 0)
        return all_pictures(word[2], true);
    if (count == 4 && strcmp(word[1], "--fit") == 0)
        return fit(word[2], word[3]);
    if (count == 3 && strcmp(word[1], "--keys") == 0)
        return random_keys((unsigned)strtoul(word[2], NULL, 10));
    if (count == 7 && !speak(word[5], word[6]))
        return 1;
    if (count >= 5 && strcmp(word[1], "--show") == 0)
        return show(word[2], (unsigned)strtoul(word[3], NULL, 10),
                    (unsigned)strtoul(word[4], NULL, 10), count == 6);
    fprintf(stderr, "usage: screens [--update] DIR | --show NAME ROWS COLUMNS "
                    "[--inks | DIR LANG] | --fit DIR LANG | --keys GAMES | "
                    "--named | --wishes\n");
    return 2;
}
