/* The one place where words, numbers and positions are taken out of text, so
 * that every notation reports its errors in the same way. */
#include "notation/scan.h"

#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct scan scan_begin(const char *line, size_t size, unsigned number,
                       tio_text_error *error)
{
    return (struct scan){line, line, line + size, number, error};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

void scan_blanks(struct scan *scan)
{
    while (scan->at < scan->end && is_blank(*scan->at))
        scan->at++;
}

struct word scan_peek(const struct scan *scan)
{
    struct scan ahead = *scan;
    return scan_word(&ahead);
}

struct word scan_word(struct scan *scan)
{
    scan_blanks(scan);
    struct word word = {scan->at, 0};
    while (scan->at < scan->end && !is_blank(*scan->at))
        scan->at++;
    word.size = (size_t)(scan->at - word.at);
    return word;
}

bool scan_accept(struct scan *scan, char c)
{
    if (scan->at == scan->end || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

bool scan_number(struct scan *scan, unsigned *number)
{
    const char *start = scan->at;
    unsigned value = 0;
    while (scan->at < scan->end && is_digit(*scan->at)) {
        value = value * 10 + (unsigned)(*scan->at - '0');
        if (value > SCAN_HUGE)
            value = SCAN_HUGE;
        scan->at++;
    }
    *number = value;
    return scan->at > start;
}

bool words_same(struct word a, struct word b)
{
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++)
        if (lower(a.at[i]) != lower(b.at[i]))
            return false;
    return true;
}

bool word_is(struct word word, const char *text)
{
    return words_same(word, (struct word){text, strlen(text)});
}

bool word_same(struct word word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.at, text, word.size) == 0;
}

bool word_number(struct word word, unsigned *number)
{
    struct scan scan = scan_begin(word.at, word.size, 1, NULL);
    return scan_number(&scan, number) && scan.at == scan.end;
}

bool letter_colour(char letter, unsigned *colour)
{
    switch (lower(letter)) {
    case 'l':
        *colour = TIO_LIGHT;
        return true;
    case 'd':
        *colour = TIO_DARK;
        return true;
    case 'r':
        *colour = TIO_RED;
        return true;
    case '*':
        *colour = TIO_EITHER;
        return true;
    default:
        return false;
    }
}

tio_error scan_fail(const struct scan *scan, tio_error code, const char *at,
                    const char *format, ...)
{
    if (scan->error) {
        va_list list;
        va_start(list, format);
        scan->error->line = scan->number;
        scan->error->column = (unsigned)(at - scan->line) + 1;
        vsnprintf(scan->error->what, sizeof scan->error->what, format, list);
        va_end(list);
    }
    return code;
}

const char *word_shown(struct word word, char text[SHOWN_TEXT])
{
    struct buffer out = buffer_fixed(text, SHOWN_TEXT);
    if (word.size == 0) {
        buffer_text(&out, "the end of the line");
        return text;
    }
    buffer_char(&out, '\'');
    for (size_t i = 0; i < word.size; i++) {
        /* Room for one more escaped byte and the closing "...'". */
        if (out.size + 9 > SHOWN_TEXT) {
            buffer_text(&out, "...");
            break;
        }
        unsigned char byte = (unsigned char)word.at[i];
        if (byte >= ' ' && byte <= '~') {
            buffer_char(&out, (char)byte);
        } else {
            buffer_text(&out, "\\x");
            buffer_hex(&out, byte, 2);
        }
    }
    buffer_char(&out, '\'');
    return text;
}

tio_error scan_expected(const struct scan *scan, tio_error code,
                        struct word found, const char *expected)
{
    char shown[SHOWN_TEXT];
    return scan_fail(scan, code, found.at, "found %s: expected %s",
                     word_shown(found, shown), expected);
}

tio_error scan_finish(struct scan *scan)
{
    struct word word = scan_word(scan);
    if (word.size == 0)
        return TIO_OK;
    return scan_expected(scan, TIO_E_TEXT, word, "nothing more");
}
