/* Which language, where its catalogue is, and how wide a text is. */
#define _GNU_SOURCE

#include "i18n/i18n.h"

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#define DOMAIN "tioli"
#define ENGLISH "en"
#define NAME 16
#define PLACE 4096

const char *const i18n_languages[] = {ENGLISH, TIOLI_LANGUAGES NULL};

static const char *locale_name(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && value[0])
            return value;
    }
    return "C";
}

static bool has_catalogue(const char *folder, const char *language)
{
    char file[PLACE + 64];
    snprintf(file, sizeof file, "%s/%s/LC_MESSAGES/" DOMAIN ".mo", folder,
             language);
    return access(file, R_OK) == 0;
}

/* Beside a program that was just built, then where an installed one has been
 * moved together with its files, then where it was meant to be. */
static bool bind(const char *language)
{
    static const char *const places[] = {"po", "../share/locale"};
    char program[PLACE / 2];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    program[size > 0 ? size : 0] = 0;
    char *slash = strrchr(program, '/');
    char folder[PLACE];
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        snprintf(folder, sizeof folder, "%.*s/%s", (int)(slash - program),
                 program, places[i]);
        if (has_catalogue(folder, language))
            return bindtextdomain(DOMAIN, folder);
    }
    return has_catalogue(TIOLI_LOCALEDIR, language) &&
           bindtextdomain(DOMAIN, TIOLI_LOCALEDIR);
}

/* "de", "de_AT.UTF-8" and "de@euro" are German. The first language of a list
 * that there is counts, and there is always English, which needs no catalogue.
 * Its name goes to `language`; false if none was found. */
static bool choose(const char *list, char language[NAME])
{
    while (*list) {
        size_t size = strspn(list, "abcdefghijklmnopqrstuvwxyz");
        snprintf(language, NAME, "%.*s", size < NAME ? (int)size : 0, list);
        if (strcmp(language, ENGLISH) == 0 || (language[0] && bind(language)))
            return true;
        list += strcspn(list, ":");
        list += strspn(list, ":");
    }
    return false;
}

/* C.UTF-8 is there always, and any locale but C makes gettext look at
 * LANGUAGE. */
static bool speak(const char *language, const char *locale)
{
    if (!setlocale(LC_MESSAGES, locale) && !setlocale(LC_MESSAGES, "C.UTF-8"))
        return false;
    setenv("LANGUAGE", language, 1);
    bind_textdomain_codeset(DOMAIN, "UTF-8");
    textdomain(DOMAIN);
    return true;
}

bool i18n_begin_in(const char *wanted)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    char language[NAME];
    return !strchr(wanted, ':') && choose(wanted, language) &&
           speak(language, "C.UTF-8");
}

void i18n_begin(void)
{
    const char *locale = locale_name();
    const char *list = getenv("LANGUAGE");
    /* All our text is UTF-8, whatever the terminal is said to be. */
    setlocale(LC_CTYPE, "C.UTF-8");
    /* As gettext has it: the list of LANGUAGE counts unless the locale is C. */
    if (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        return;
    char language[NAME];
    if (!(list && choose(list, language)) && !choose(locale, language))
        return;
    if (strcmp(language, ENGLISH) == 0)
        return;
    /* The locale may be missing on this machine, as in most containers. */
    speak(language, "");
}

const char *i18n_of(const char *marked)
{
    const char *text = gettext(marked);
    return text == marked ? strchr(marked, '\004') + 1 : text;
}

const char *i18n_count(const char *one, const char *many, unsigned long number)
{
    const char *text = ngettext(one, many, number);
    return text == one || text == many ? strchr(text, '\004') + 1 : text;
}

const char *i18n_words(const char *text)
{
    /* The entry of the empty text is the catalogue's head. */
    return text[0] ? gettext(text) : text;
}

/* A locale that this machine lacks still says what the terminal is: the name
 * ends with the character set, as in de_AT.UTF-8. */
bool i18n_is_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && value[0])
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

/* ---- Width ------------------------------------------------------------- */

/* One character's bytes and columns; a byte that is no UTF-8 takes one. */
static size_t step(const char *at, unsigned *columns)
{
    wchar_t character;
    mbstate_t state = {0};
    size_t size = mbrtowc(&character, at, strlen(at), &state);
    *columns = 1;
    if (size == 0 || size > 4)
        return 1;
    int width = wcwidth(character);
    if (width >= 0)
        *columns = (unsigned)width;
    return size;
}

unsigned i18n_width(const char *utf8)
{
    unsigned width = 0;
    unsigned columns;
    for (; *utf8; width += columns)
        utf8 += step(utf8, &columns);
    return width;
}

unsigned i18n_cut(const char *utf8, unsigned width)
{
    size_t bytes = 0;
    unsigned used = 0;
    while (utf8[bytes]) {
        unsigned columns;
        size_t size = step(utf8 + bytes, &columns);
        if (used + columns > width)
            break;
        used += columns;
        bytes += size;
    }
    return (unsigned)bytes;
}

int i18n_fill(const char *utf8, unsigned width)
{
    unsigned used = i18n_width(utf8);
    return used < width ? (int)(width - used) : 0;
}
