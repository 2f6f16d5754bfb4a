/* See options.h. */
#include "cli/options.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "bench/ismcts.h"
#include "cli/cli.h"
#include "base/utf8.h"

/* A deck of 200 cards with long comments is far below this. */
#define DECK_FILE_LIMIT ((size_t)1 << 20)

const tio_bot *const options_more_bots[] = {&bench_ismcts, NULL};

void options_put_shown(FILE *out, const char *text)
{
    char few[512];
    size_t length = strlen(text);
    size_t room = 4 * length + 1; /* each byte may become \xHH */
    char *many = room > sizeof few ? malloc(room) : NULL;
    char *shown = many ? many : few;
    utf8_escape(text, length, shown, many ? room : sizeof few);
    fputs(shown, out);
    free(many);
}

void options_column(const char *text, unsigned width, char out[OPTIONS_COLUMN])
{
    utf8_escape(text, strlen(text), out, OPTIONS_COLUMN);
    if (i18n_width(out) > width) {
        size_t used = i18n_cut(out, width > 0 ? width - 1 : 0);
        out[used] = '~'; /* there was more */
        out[used + 1] = 0;
    }
    size_t used = strlen(out);
    for (int left = i18n_fill(out, width);
         left > 0 && used + 1 < OPTIONS_COLUMN; left--)
        out[used++] = ' ';
    out[used] = 0;
}

void options_cell(const char *head, int width, const char *after)
{
    unsigned room = (unsigned)(width < 0 ? -width : width);
    bool cut = i18n_width(head) > room;
    int fill = i18n_fill(head, room);
    printf("%*s%.*s%s%*s%s", width < 0 ? 0 : fill, "",
           (int)i18n_cut(head, cut ? room - 1 : room), head, cut ? "." : "",
           width < 0 ? fill : 0, "", after);
}

void options_line(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

static void put_message(const char *format, va_list args)
{
    char room[512];
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(room, sizeof room, format, args);
    char *longer = NULL;
    if (length >= (int)sizeof room)
        longer = malloc((size_t)length + 1);
    if (longer)
        vsnprintf(longer, (size_t)length + 1, format, again);
    va_end(again);
    options_put_shown(stderr, longer ? longer : room);
    free(longer);
}

void options_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_message(format, args);
    fputs("\n", stderr);
    va_end(args);
}

int options_usage(const char *command, const char *format, ...)
{
    const char *blank = command ? " " : "";
    const char *name = command ? command : "";
    va_list args;
    va_start(args, format);
    fprintf(stderr, "tioli%s%s: ", blank, name);
    put_message(format, args);
    fputs("\n", stderr);
    if (command)
        fprintf(stderr, _("Try 'tioli %s --help'."), command);
    else
        fputs(_("Try 'tioli --help'."), stderr);
    fputs("\n", stderr);
    va_end(args);
    return CLI_USAGE;
}

__attribute__((format(printf, 2, 0))) static void put_failure(
    const char *command, const char *format, va_list args)
{
    fprintf(stderr, "tioli %s: ", command);
    put_message(format, args);
    fputs("\n", stderr);
}

int options_fail(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_failure(command, format, args);
    va_end(args);
    return CLI_WRONG;
}

bool options_wrong(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_failure(command, format, args);
    va_end(args);
    return false;
}

void options_seat_players(struct option_players *list, unsigned players)
{
    if (list->count == 0) {
        char why[PLAYER_TEXT];
        bool good = player_spec_parse("normal", strlen("normal"), NULL,
                                      &list->spec[0], why);
        assert(good);
        (void)good;
        list->count = 1;
    }
    for (unsigned seat = list->count; seat < players; seat++)
        list->spec[seat] = list->spec[seat % list->count];
}

char *options_read_file(const char *command, const char *path, size_t limit,
                        size_t *length)
{
    if (path[0] == 0) {
        options_fail(command, _("the file name is empty"));
        return NULL;
    }
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        options_fail(command, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = file_read_rest(file, limit, length);
    if (!text) {
        options_fail(command, "%s: %s", path, strerror(errno));
    } else if (*length > limit) {
        options_fail(command, _("%s: longer than %zu bytes"), path, limit);
        free(text);
        text = NULL;
    }
    if (!standard)
        fclose(file);
    return text;
}

bool options_put_json(const char *command, struct json *json)
{
    size_t length;
    const char *text = json_text(json, &length);
    if (!text)
        options_fail(command, "%s", _(tio_error_words(TIO_E_MEMORY)));
    else
        puts(text);
    json_free(json);
    return text;
}

/* "my decks/odd one.deck" becomes "odd-one": a word that a record can hold. */
static void name_deck(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strlen(base);
    if (length > 5 && strcmp(base + length - 5, ".deck") == 0)
        length -= 5;
    if (length >= size)
        length = size - 1;
    for (size_t i = 0; i < length; i++) {
        char c = base[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     (c >= '0' && c <= '9') || strchr("._-", c);
        out[i] = plain ? c : '-';
    }
    out[length] = 0;
}

bool options_deck_file(const char *command, const char *path, tio_deck *deck)
{
    size_t length;
    char *text = options_read_file(command, path, DECK_FILE_LIMIT, &length);
    if (!text)
        return false;
    char name[sizeof deck->name];
    name_deck(strcmp(path, "-") == 0 ? "stdin" : path, name, sizeof name);
    tio_text_error error = {0};
    bool good = tio_deck_parse(text, length, name, deck, &error) == TIO_OK;
    if (!good)
        options_say("%s:%u:%u: %s", path, error.line, error.column,
                    i18n_words(error.what));
    free(text);
    return good;
}

const tio_deck *options_deck(const char *command, const char *where,
                             tio_deck *room)
{
    const tio_deck *deck;
    for (unsigned i = 0; (deck = tio_deck_builtin(i)); i++)
        if (strcmp(deck->name, where) == 0)
            return deck;
    return options_deck_file(command, where, room) ? room : NULL;
}
