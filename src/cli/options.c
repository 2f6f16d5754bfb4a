/* The options that several commands share. Whatever comes from the command
 * line or a file is checked here once, with a message that names it. */
#include "cli/options.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ismcts.h"
#include "cli/cli.h"
#include "notation/utf8.h"

/* A deck of 200 cards with long comments is far below this. */
#define DECK_FILE_LIMIT ((size_t)1 << 20)

const tio_bot *const options_more_bots[] = {&bench_ismcts, NULL};

/* The columns of a line of help: two or six blanks, the option, its text. */
#define HELP_TEXT 24

static void help_line(const char *option, const char *text)
{
    int used = printf("%s%s", option[1] == '-' ? "      " : "  ", option);
    if (used > HELP_TEXT - 1) {
        fputs("\n", stdout);
        used = 0;
    }
    for (;;) {
        size_t length = strcspn(text, "\n");
        printf("%*s%.*s\n", HELP_TEXT - used, "", (int)length, text);
        if (text[length] == 0) {
            return;
        }
        text += length + 1;
        used = 0;
    }
}

void options_help(const struct option_help *lines)
{
    for (; lines->text != NULL; lines++) {
        if (lines->option != NULL) {
            help_line(lines->option, i18n_words(lines->text));
        } else {
            puts(i18n_words(lines->text));
        }
    }
}

void options_put_shown(FILE *out, const char *text)
{
    char few[512];
    size_t length = strlen(text);
    size_t room = 4 * length + 1; /* each byte may become \xHH */
    char *many = room > sizeof few ? malloc(room) : NULL;
    char *shown = many != NULL ? many : few;
    utf8_escape(text, length, shown, many != NULL ? room : sizeof few);
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
         left > 0 && used + 1 < OPTIONS_COLUMN; left--) {
        out[used++] = ' ';
    }
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

static void put_message(const char *format, va_list args)
{
    char room[512];
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(room, sizeof room, format, args);
    char *longer = NULL;
    if (length >= (int)sizeof room) {
        longer = malloc((size_t)length + 1);
    }
    if (longer != NULL) {
        vsnprintf(longer, (size_t)length + 1, format, again);
    }
    va_end(again);
    options_put_shown(stderr, longer != NULL ? longer : room);
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
    const char *blank = command != NULL ? " " : "";
    const char *name = command != NULL ? command : "";
    va_list args;
    va_start(args, format);
    fprintf(stderr, "tioli%s%s: ", blank, name);
    put_message(format, args);
    fputs("\n", stderr);
    if (command != NULL) {
        fprintf(stderr, _("Try 'tioli %s --help'."), command);
    } else {
        fputs(_("Try 'tioli --help'."), stderr);
    }
    fputs("\n", stderr);
    va_end(args);
    return CLI_USAGE;
}

int options_fail(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "tioli %s: ", command);
    put_message(format, args);
    fputs("\n", stderr);
    va_end(args);
    return CLI_WRONG;
}

int options_next(const char *command, int argc, char **argv,
                 const struct option *table)
{
    opterr = 0;
    int at = optind > 0 ? optind : 1;
    int got = getopt_long(argc, argv, ":h", table, NULL);
    if (got != '?' && got != ':') {
        return got;
    }
    /* getopt_long() moves words that are no options behind it, so the option
     * at fault is the one before optind. */
    const char *word = argv[optind > at ? optind - 1 : at];
    if (got == ':') {
        options_usage(command, _("option '%s' needs a value"), word);
    } else if (optopt == 0 || word[1] == '-') {
        const char *equals = strchr(word, '=');
        int length = equals != NULL ? (int)(equals - word) : (int)strlen(word);
        bool known = false;
        for (const struct option *o = table; o->name != NULL; o++) {
            known =
                known || (length > 2 && strlen(o->name) == (size_t)length - 2 &&
                          strncmp(o->name, word + 2, (size_t)length - 2) == 0);
        }
        options_usage(command,
                      known ? _("option '%.*s' takes no value")
                            : _("unknown or ambiguous option '%.*s'"),
                      length, word);
    } else {
        options_usage(command, _("unknown option '-%c'"), optopt);
    }
    return '?';
}

static bool parse_digits(const char *text, uint64_t *out)
{
    uint64_t value = 0;
    if (*text == 0) {
        return false;
    }
    for (; *text != 0; text++) {
        unsigned digit = (unsigned)(unsigned char)*text - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

bool options_number(const char *command, const char *name, const char *text,
                    uint64_t low, uint64_t high, uint64_t *out)
{
    uint64_t value;
    if (parse_digits(text, &value) && value >= low && value <= high) {
        *out = value;
        return true;
    }
    options_usage(command, _("%s: expected %llu to %llu, got '%.60s'"), name,
                  (unsigned long long)low, (unsigned long long)high, text);
    return false;
}

bool options_small(const char *command, const char *name, const char *text,
                   unsigned low, unsigned high, unsigned *out)
{
    uint64_t value;
    if (!options_number(command, name, text, low, high, &value)) {
        return false;
    }
    *out = (unsigned)value;
    return true;
}

bool options_thousandths(const char *command, const char *name,
                         const char *text, uint64_t low, uint64_t high,
                         uint64_t *out)
{
    uint64_t whole = 0;
    uint64_t part = 0;
    size_t digits = strspn(text, "0123456789");
    bool good = digits > 0 && digits < 8;
    const char *rest = text + digits;
    for (size_t i = 0; good && i < digits; i++) {
        whole = whole * 10 + (uint64_t)(text[i] - '0');
    }
    if (*rest == '.') {
        size_t decimals = strspn(rest + 1, "0123456789");
        good = good && decimals > 0 && decimals <= 3;
        for (size_t i = 0; i < 3; i++) {
            part *= 10;
            part += i < decimals ? (uint64_t)(rest[1 + i] - '0') : 0;
        }
        rest += 1 + decimals;
    }
    uint64_t value = whole * 1000 + part;
    if (good && *rest == 0 && value >= low && value <= high) {
        *out = value;
        return true;
    }
    options_usage(command, _("%s: expected %g to %g seconds, got '%.60s'"),
                  name, (double)low / 1000, (double)high / 1000, text);
    return false;
}

bool options_word(const char *command, const char *name, const char *text,
                  const char *const words[], unsigned *out)
{
    char list[128] = "";
    for (unsigned i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            *out = i;
            return true;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ",
                 words[i]);
    }
    options_usage(command, _("%s: expected one of %s, got '%.60s'"), name, list,
                  text);
    return false;
}

/* The bytes up to the comma that ends an entry, or to the end. */
static size_t entry_length(const char *text)
{
    char quote = 0;
    size_t i = 0;
    for (; text[i] != 0 && (quote != 0 || text[i] != ','); i++) {
        if (quote != 0 ? text[i] == quote : text[i] == '\'' || text[i] == '"') {
            quote = quote != 0 ? (char)0 : text[i];
        } else if (text[i] == '\\' && quote != '\'' && text[i + 1] != 0) {
            i++;
        }
    }
    return i;
}

/* The same without the blanks around it, unless a backslash keeps the last. */
static size_t trimmed(const char **text, size_t length)
{
    while (length > 0 && (**text == ' ' || **text == '\t')) {
        (*text)++;
        length--;
    }
    while (length > 0 &&
           ((*text)[length - 1] == ' ' || (*text)[length - 1] == '\t') &&
           (length == 1 || (*text)[length - 2] != '\\')) {
        length--;
    }
    return length;
}

unsigned options_players(const char *command, const char *name,
                         const char *text, const tio_bot *const more[],
                         struct player_spec out[], unsigned room)
{
    unsigned count = 0;
    for (;;) {
        char why[PLAYER_TEXT];
        const char *entry = text;
        size_t length = entry_length(text);
        size_t size = trimmed(&entry, length);
        if (count == room) {
            options_usage(command,
                          ngettext("%s: at most %u bot can play",
                                   "%s: at most %u bots can play", room),
                          name, room);
            return 0;
        }
        if (size == 0) {
            options_usage(command, _("%s: a name is missing"), name);
            return 0;
        }
        if (!player_spec_parse(entry, size, more, &out[count], why)) {
            options_usage(command, "%s: %s", name, why);
            return 0;
        }
        count++;
        if (text[length] == 0) {
            return count;
        }
        text += length + 1;
    }
}

void options_seat_players(struct player_spec list[], unsigned given,
                          unsigned players)
{
    if (given == 0) {
        char why[PLAYER_TEXT];
        bool good =
            player_spec_parse("normal", strlen("normal"), NULL, &list[0], why);
        assert(good);
        (void)good;
        given = 1;
    }
    for (unsigned seat = given; seat < players; seat++) {
        list[seat] = list[seat % given];
    }
}

/* The rest of the stream, up to one byte more than the limit. */
static char *read_stream(FILE *file, size_t limit, size_t *length)
{
    size_t room = 4096;
    size_t used = 0;
    char *text = malloc(room + 1);
    while (text != NULL) {
        used += fread(text + used, 1, room - used, file);
        if (used < room || used > limit) {
            text[used] = 0;
            *length = used;
            return text;
        }
        room *= 2;
        char *larger = realloc(text, room + 1);
        if (larger == NULL) {
            free(text);
        }
        text = larger;
    }
    errno = ENOMEM;
    return NULL;
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
    if (file == NULL) {
        options_fail(command, "%s: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    char *text = read_stream(file, limit, length);
    if (text == NULL || ferror(file)) {
        options_fail(command, "%s: %s", path,
                     errno != 0 ? strerror(errno) : _("it can't be read"));
        free(text);
        text = NULL;
    } else if (*length > limit) {
        options_fail(command, _("%s: longer than %zu bytes"), path, limit);
        free(text);
        text = NULL;
    }
    if (!standard) {
        fclose(file);
    }
    return text;
}

bool options_put_json(const char *command, struct json *json)
{
    size_t length;
    const char *text = json_text(json, &length);
    if (text == NULL) {
        options_fail(command, "%s", _(tio_error_words(TIO_E_MEMORY)));
    } else {
        puts(text);
    }
    json_free(json);
    return text != NULL;
}

/* "my decks/odd one.deck" becomes "odd-one": a word that a record can hold. */
static void name_deck(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    size_t length = strlen(base);
    if (length > 5 && strcmp(base + length - 5, ".deck") == 0) {
        length -= 5;
    }
    if (length >= size) {
        length = size - 1;
    }
    for (size_t i = 0; i < length; i++) {
        char c = base[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     (c >= '0' && c <= '9') || strchr("._-", c) != NULL;
        out[i] = plain ? c : '-';
    }
    out[length] = 0;
}

bool options_deck_file(const char *command, const char *path, tio_deck *deck)
{
    size_t length;
    char *text = options_read_file(command, path, DECK_FILE_LIMIT, &length);
    if (text == NULL) {
        return false;
    }
    char name[sizeof deck->name];
    name_deck(strcmp(path, "-") == 0 ? "stdin" : path, name, sizeof name);
    tio_text_error error = {0};
    bool good = tio_deck_parse(text, length, name, deck, &error) == TIO_OK;
    if (!good) {
        options_say("%s:%u:%u: %s", path, error.line, error.column,
                    i18n_words(error.what));
    }
    free(text);
    return good;
}

const tio_deck *options_deck(const char *command, const char *where,
                             tio_deck *room)
{
    const tio_deck *deck;
    for (unsigned i = 0; (deck = tio_deck_builtin(i)) != NULL; i++) {
        if (strcmp(deck->name, where) == 0) {
            return deck;
        }
    }
    return options_deck_file(command, where, room) ? room : NULL;
}
