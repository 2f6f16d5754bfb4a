/* Bounded text, lines that fit the screen, and the log of what was told. */
#include "terminal/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"

#define LOG_INDENT 6

void text_clear(struct text *text)
{
    text->length = 0;
    text->at[0] = 0;
}

/* A cut must not leave half a character behind. */
static size_t whole_characters(const char *at, size_t length)
{
    size_t start = length;
    while (start > 0 && ((unsigned char)at[start - 1] & 0xc0) == 0x80)
        start--;
    if (start > 0 && (unsigned char)at[start - 1] >= 0xc0)
        start--;
    return start;
}

static void text_add_list(struct text *text, const char *format, va_list list)
{
    size_t room = sizeof text->at - text->length;
    int length = vsnprintf(text->at + text->length, room, format, list);
    if (length < 0) {
        text->at[text->length] = 0;
    } else if ((size_t)length < room) {
        text->length += (size_t)length;
    } else {
        text->length = whole_characters(text->at, sizeof text->at - 1);
        text->at[text->length] = 0;
    }
}

void text_add(struct text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_add_list(text, format, list);
    va_end(list);
}

static void text_add_cut(struct text *text, const char *name, unsigned width)
{
    if (i18n_width(name) <= width)
        text_add(text, "%s", name);
    else
        text_add(text, "%.*s~", (int)i18n_cut(name, width - 1), name);
}

void text_add_left(struct text *text, const char *name, unsigned width)
{
    text_add_cut(text, name, width);
    text_add(text, "%*s", i18n_fill(name, width), "");
}

void text_add_right(struct text *text, const char *name, unsigned width)
{
    text_add(text, "%*s", i18n_fill(name, width), "");
    text_add_cut(text, name, width);
}

/* Where to break a line that begins at `at` with `used` columns taken: the
 * bytes to print. A word longer than a line is not broken. */
static size_t line_length(const char *at, unsigned used)
{
    size_t fits = i18n_cut(at, used < SAY_COLUMNS ? SAY_COLUMNS - used : 0);
    size_t word = strspn(at, " ");
    size_t length = fits;
    if (!at[fits])
        return fits;
    while (length > word && at[length] != ' ')
        length--;
    if (length > word)
        return length;
    return word + strcspn(at + word, " ");
}

static void print_wrapped(unsigned indent, const char *at)
{
    unsigned used = 0;
    for (;;) {
        size_t length = line_length(at, used);
        printf("%.*s\n", (int)length, at);
        at += length;
        while (*at == ' ')
            at++;
        if (!*at)
            return;
        printf("%*s", (int)indent, "");
        used = indent;
    }
}

void say(unsigned indent, const char *format, ...)
{
    struct text text;
    text_clear(&text);
    va_list list;
    va_start(list, format);
    text_add_list(&text, format, list);
    va_end(list);
    print_wrapped(indent, text.at);
}

void say_shell_word(const char *word)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_-+=:,./@%";
    if (word[0] && !word[strspn(word, harmless)]) {
        fputs(word, stdout);
        return;
    }
    putchar('\'');
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*word);
    putchar('\'');
}

void tell(struct log *log, const char *format, ...)
{
    char *line = log->line[log->count % LOG_LINES];
    struct text text;
    text_clear(&text);
    va_list list;
    va_start(list, format);
    text_add_list(&text, format, list);
    va_end(list);
    if (text.length >= LOG_TEXT)
        text.at[whole_characters(text.at, LOG_TEXT - 1)] = 0;
    memcpy(line, text.at, strlen(text.at) + 1);
    log->count++;
}

void log_print(const struct log *log, unsigned long from)
{
    if (log->count > LOG_LINES && from < log->count - LOG_LINES)
        from = log->count - LOG_LINES;
    for (; from < log->count; from++)
        print_wrapped(LOG_INDENT, log->line[from % LOG_LINES]);
}
