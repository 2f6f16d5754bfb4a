/* Plays the rule cases of tests/cases against the library: each case is a
 * table, some moves and what must then be true. Cases are data so that a rule
 * can be read, questioned and added to without knowing C; the format is
 * described in tests/cases/README.md. Prints TAP, one test point per case. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"

static void finish_case(run *r)
{
    if (!r->open)
        return;
    r->open = false;
    if (!r->has_rule)
        case_fail(r, "the case names no rule");
    if (r->expectations == 0)
        case_fail(r, "the case expects nothing");
    r->points++;
    r->failures += r->why[0] != '\0';
    printf("%sok %u - %s\n", r->why[0] != '\0' ? "not " : "", r->points,
           r->title);
    if (r->why[0] != '\0')
        printf("# %s\n", r->why);
}

static void start_case(run *r, const char *title)
{
    run fresh = {.file = r->file,
                 .line = r->line,
                 .points = r->points,
                 .failures = r->failures,
                 .open = true};

    *r = fresh;
    r->settings = tio_settings_default(2);
    r->settings.first = 0;
    snprintf(r->title, sizeof r->title, "%s", title);
}

/* 'score D3 L4 on 3 D3 L4 | 3 sum D > 12' */
static bool read_score(run *r, char *text)
{
    char *cards = strstr(text, " on ");
    if (cards == NULL)
        return case_fail(r, "score: dice on cards");
    *cards = '\0';
    cards += 4;
    r->combo_count = 0;
    char *card;
    while ((card = text_part(&cards, '|')) != NULL) {
        tio_text_error error = {0};
        tio_combo *combo;
        if (text_is(card, "none"))
            break;
        if (r->combo_count == TIO_HAND_CARDS)
            return case_fail(r, "score: too many cards");
        combo = &r->combo[r->combo_count];
        if (tio_combo_parse(card, combo, &error) != TIO_OK)
            return case_fail(r, "card '%s': %s", card, error.what);
        r->combos[r->combo_count++] = combo;
    }
    return case_dice(r, text_trim(text), &r->dice);
}

/* 'notation combo 3 D3 L4': a line of a deck; 'notation*200 ...' many. */
static bool read_notation(run *r, char *text)
{
    unsigned times = *text == '*' ? text_number(text + 1) : 1;
    size_t used = strlen(r->text);
    if (*text == '*')
        text_word(&text);
    while (times-- > 0) {
        used += (size_t)snprintf(r->text + used, sizeof r->text - used, "%s\n",
                                 text_trim(text));
        if (used >= sizeof r->text)
            return case_fail(r, "notation: too long");
    }
    return true;
}

static bool read_line(run *r, char *line)
{
    static const char *const words[] = {"rule",     "table",  "hand",
                                        "stock:",   "pack:",  "score",
                                        "notation", "expect", "case"};
    char copy[LINE_ROOM];
    char *rest = copy;
    bool known = false;
    bool good = false;
    snprintf(copy, sizeof copy, "%s", line);
    const char *key = text_word(&rest);
    if (strncmp(key, "notation*", 9) == 0) {
        snprintf(copy, sizeof copy, "%s", line);
        return read_notation(r, copy + 8);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        known = known || text_is(key, words[i]);
    if (!known)
        return case_begin(r) && case_moves(r, line);
    if (text_is(key, "rule")) {
        r->has_rule = true;
        return true;
    }
    if (text_is(key, "expect"))
        return case_expect(r, rest);
    if (text_is(key, "notation"))
        return read_notation(r, rest);
    if (text_is(key, "score"))
        return read_score(r, rest);
    return case_setup_line(r, key, rest, &good) && good;
}

static bool run_file(run *r, const char *path)
{
    const char *slash = strrchr(path, '/');
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    r->file = slash == NULL ? path : slash + 1;
    r->line = 0;
    char buffer[LINE_ROOM];
    while (fgets(buffer, sizeof buffer, file) != NULL) {
        char *line = text_trim(buffer);
        r->line++;
        if (strncmp(line, "case ", 5) == 0) {
            finish_case(r);
            start_case(r, line + 5);
        } else if (*line != '\0' && *line != '#' && r->open &&
                   r->why[0] == '\0') {
            read_line(r, line);
        }
    }
    finish_case(r);
    fclose(file);
    return true;
}

int main(int argc, char **argv)
{
    run *r = calloc(1, sizeof *r);
    bool readable = r != NULL;

    for (int i = 1; readable && i < argc; i++) {
        readable = run_file(r, argv[i]);
        if (!readable)
            printf("Bail out! %s can't be read\n", argv[i]);
    }
    if (readable) {
        printf("1..%u\n", r->points);
        readable = r->failures == 0 && r->points > 0;
    }
    free(r);
    return readable ? EXIT_SUCCESS : EXIT_FAILURE;
}
