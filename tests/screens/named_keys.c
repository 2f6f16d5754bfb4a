/* Keys and what is said of them: at every moment of the pictures each key is
 * pressed. What does something there has to be on the line of keys or in the
 * help, and whatever they name has to do something somewhere. */
#include "screens/named_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/full/parts.h"
#include "screens/scenes.h"
#include "screens/stage.h"

#define ROWS 24
#define COLUMNS 80
#define PLACES (HELP_PLACES + 1) /* the last: before the game */
#define HELP_ROWS 64

/* Characters and special keys. */
struct set {
    bool letter[128];
    uint32_t special;
};

struct found {
    struct set shown[PLACES]; /* on the line of keys, anywhere */
    struct set works[PLACES];
    unsigned wrong;
    unsigned moments;
};

static char *picture_of(const struct ui *ui)
{
    struct cells *cells = cells_new(ROWS, COLUMNS, true);
    char *text = NULL;
    char *inks = NULL;
    char *both = NULL;
    if (cells) {
        ui_draw(ui, cells);
        text = cells_text(cells);
        inks = cells_inks(cells);
    }
    if (text && inks)
        both = malloc(strlen(text) + strlen(inks) + 1);
    if (both) {
        strcpy(both, text);
        strcat(both, inks);
    }
    free(text);
    free(inks);
    cells_free(cells);
    return both;
}

/* Whether a key changes what is seen or wants something. */
static bool does(const struct ui *ui, const struct ui_key *key)
{
    struct ui one = *ui;
    one.notice[0] = 0; /* any key makes it go */
    one.wishes = 0;
    char *before = picture_of(&one);
    ui_key(&one, key);
    char *after = picture_of(&one);
    bool changed =
        one.wishes || !before || !after || strcmp(before, after) != 0;
    free(before);
    free(after);
    return changed;
}

static void press_all(const struct ui *ui, struct set *out)
{
    for (char letter = ' '; letter < 127; letter++) {
        struct ui_key key = {.type = UI_KEY_TEXT, .text = {letter}};
        out->letter[(int)letter] = does(ui, &key);
    }
    for (unsigned type = UI_KEY_UP; type < UI_KEY_INTERRUPT; type++) {
        struct ui_key key = {.type = (uint8_t)type};
        if (type != UI_KEY_CLICK && does(ui, &key))
            out->special |= 1U << type;
    }
}

/* What the line of keys names. */
static void shown_now(const struct ui *ui, struct set *out)
{
    struct key_word word[16];
    unsigned count = keys_now(ui, word);
    for (unsigned i = 0; i < count; i++) {
        unsigned hit = word[i].hit;
        if (hit >= HIT_KEY && hit < HIT_KEY + 128)
            out->letter[hit - HIT_KEY] = true;
        else if (hit >= HIT_SPECIAL && hit < HIT_SPECIAL + UI_KEY_TYPES)
            out->special |= 1U << (hit - HIT_SPECIAL);
        else if (strcmp(word[i].key, "1-5") == 0)
            memset(&out->letter['1'], true, 5);
        else if (strcmp(word[i].key, "\u2190\u2192") == 0)
            out->special |= 1U << UI_KEY_LEFT | 1U << UI_KEY_RIGHT;
        else
            out->special |= 1U << UI_KEY_UP | 1U << UI_KEY_DOWN;
    }
    /* The space bar is as good as Enter. */
    if (out->special >> UI_KEY_ENTER & 1)
        out->letter[' '] = true;
}

static void add_help(enum help_place place, struct set *out)
{
    const struct help_row *row;
    for (unsigned i = 0; (row = help_row(i)); i++) {
        if (row->place != place)
            continue;
        out->special |= row->special;
        for (const char *letter = row->keys; *letter; letter++)
            out->letter[(int)*letter] = true;
    }
}

static void meet(struct set *all, const struct set *some)
{
    for (unsigned i = 0; i < 128; i++)
        all->letter[i] &= some->letter[i];
    all->special &= some->special;
}

static void join(struct set *all, const struct set *some)
{
    for (unsigned i = 0; i < 128; i++)
        all->letter[i] |= some->letter[i];
    all->special |= some->special;
}

/* Says which keys of one set are not in another; returns how many. */
static unsigned tell_missing(const char *where, const char *what,
                             const struct set *keys, const struct set *among)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < 128; i++) {
        if (keys->letter[i] && !among->letter[i]) {
            printf("# %s: '%c' %s\n", where, (char)i, what);
            missing++;
        }
    }
    for (unsigned i = 0; i < UI_KEY_TYPES; i++) {
        if (keys->special >> i & 1 && !(among->special >> i & 1)) {
            printf("# %s: special key %u %s\n", where, i, what);
            missing++;
        }
    }
    return missing;
}

static bool fits(const struct scene_of *scene, const struct ui *ui)
{
    return !scene->small && !scene->plain && !scene->moving &&
           ui->over == OVER_NOTHING;
}

static void look_at(const struct scene_of *scene, struct found *found)
{
    static struct play play;
    struct set works = {0};
    struct set named = {0};
    struct set shown = {0};
    bool table = scene->moment != AT_NOTHING;
    if (play_open(&play, scene, ROWS, COLUMNS) && fits(scene, play.ui)) {
        enum help_place place = table ? help_now(play.ui) : HELP_PLACES;
        found->moments++;
        press_all(play.ui, &works);
        shown_now(play.ui, &shown);
        /* All others are a no, and the question says so. */
        if (play.ui->sure)
            meet(&works, &shown);
        join(&found->shown[place], &shown);
        join(&found->works[place], &works);
        join(&named, &shown);
        if (table) {
            named.letter['?'] = true;
            add_help(place, &named);
            if (place != HELP_OVER && place != HELP_RESULTS &&
                place != HELP_REPLAY) {
                join(&found->works[HELP_TABLE], &works);
                add_help(HELP_TABLE, &named);
            }
            found->wrong += tell_missing(
                scene->name, "works, and nothing says so", &works, &named);
        }
    }
    play_close(&play);
}

int named_keys(void)
{
    static struct found found;
    unsigned idle = 0;
    for (unsigned i = 0; scenes[i].name; i++)
        look_at(&scenes[i], &found);
    printf("%s 1 - what a key does is said, at %u moments\n",
           found.wrong || found.moments < 30 ? "not ok" : "ok", found.moments);
    for (unsigned place = 0; place < PLACES; place++) {
        struct set named = found.shown[place];
        char where[32];
        snprintf(where, sizeof where, "place %u", place);
        if (place < HELP_PLACES)
            add_help(place, &named);
        idle += tell_missing(where, "is named and does nothing", &named,
                             &found.works[place]);
    }
    printf("%s 2 - what is said of keys holds\n1..2\n", idle ? "not ok" : "ok");
    return found.wrong || found.moments < 30 || idle ? 1 : 0;
}
