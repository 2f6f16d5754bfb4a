/* Reading values, strictly, with a sentence about what is wrong that names the
 * option, or wherever else the value came from. */
#include "options/option.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"

const char *option_kind_word(enum option_kind kind)
{
    static const char *const words[] = {
#define X(kind, word) word,
        OPTION_KINDS(X)
#undef X
    };
    return words[kind];
}

static bool visit(const struct option_row *rows, size_t at, unsigned marks,
                  option_visit *each, void *context)
{
    for (; rows->name || rows->group; rows++)
        if (rows->group
                ? !visit(rows->group, at + rows->at, marks | rows->marks, each,
                         context)
                : !each(context, rows, at + rows->at, marks | rows->marks))
            return false;
    return true;
}

bool option_each(const struct option_row *rows, option_visit *each,
                 void *context)
{
    return !rows || visit(rows, 0, 0, each, context);
}

static bool set_default(void *into, const struct option_row *row, size_t at,
                        unsigned marks)
{
    (void)marks;
    void *field = (char *)into + at;
    if (row->kind == OPTION_OFF)
        *(bool *)field = true;
    else if (row->normal &&
             (row->kind == OPTION_NUMBER || row->kind == OPTION_SECONDS))
        *(uint64_t *)field = row->normal;
    else if (row->normal)
        *(unsigned *)field = (unsigned)row->normal;
    return true;
}

void option_defaults(const struct option_row *rows, void *into)
{
    option_each(rows, set_default, into);
}

__attribute__((format(printf, 3, 0))) static bool refuse(char why[OPTION_WHY],
                                                         const char *shown,
                                                         const char *format,
                                                         va_list list)
{
    char words[OPTION_WHY];
    size_t used = 0;
    if (shown)
        used = (size_t)snprintf(words, sizeof words, "%.60s: ", shown);
    vsnprintf(words + used, sizeof words - used, format, list);
    /* The quoted text may have been cut in the middle of a character. */
    utf8_escape(words, strlen(words), why, OPTION_WHY);
    return false;
}

bool option_refuse(char why[OPTION_WHY], const char *format, ...)
{
    va_list list;
    va_start(list, format);
    refuse(why, NULL, format, list);
    va_end(list);
    return false;
}

bool option_refuse_value(const struct option_call *call, const char *format,
                         ...)
{
    va_list list;
    va_start(list, format);
    refuse(call->why, call->shown, format, list);
    va_end(list);
    return false;
}

static bool read_number(const struct option_row *row,
                        const struct option_call *call)
{
    uint64_t value;
    if (!number_is(call->text, row->high, &value) || value < row->low)
        return option_refuse(call->why,
                             _("%s: expected %llu to %llu, got '%.60s'"),
                             call->shown, (unsigned long long)row->low,
                             (unsigned long long)row->high, call->text);
    if (row->kind == OPTION_NUMBER)
        *(uint64_t *)call->field = value;
    else
        *(unsigned *)call->field = (unsigned)value;
    return true;
}

/* "2" or "0.25". */
static bool parse_seconds(const char *text, uint64_t *out)
{
    size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    uint64_t value = 0;
    size_t decimals = 0;
    if (*rest == '.') {
        decimals = strspn(rest + 1, "0123456789");
        if (!decimals)
            return false;
        rest += 1 + decimals;
    }
    for (size_t i = 0; i < digits; i++)
        value = value * 10 + (uint64_t)(text[i] - '0');
    for (size_t i = 0; i < 3; i++)
        value = value * 10 +
                (i < decimals ? (uint64_t)(text[digits + 1 + i] - '0') : 0);
    *out = value;
    return digits > 0 && digits < 8 && decimals <= 3 && !*rest;
}

static bool read_seconds(const struct option_row *row,
                         const struct option_call *call)
{
    uint64_t value;
    if (!parse_seconds(call->text, &value) || value < row->low ||
        value > row->high)
        return option_refuse(call->why,
                             _("%s: expected %g to %g seconds, got '%.60s'"),
                             call->shown, (double)row->low / 1000,
                             (double)row->high / 1000, call->text);
    *(uint64_t *)call->field = value;
    return true;
}

static bool read_time(const struct option_row *row,
                      const struct option_call *call)
{
    return player_time_parse(call->text, strlen(call->text), (unsigned)row->low,
                             (unsigned)row->high, call->field) ||
           option_refuse(
               call->why,
               _("%s: expected a time from %ums to %us, such as 200ms or "
                 "1.5s, got '%.60s'"),
               call->shown, (unsigned)row->low, (unsigned)row->high / 1000U,
               call->text);
}

void option_list_words(const char *const words[], char *out, size_t size)
{
    size_t used = 0;
    out[0] = 0;
    for (unsigned i = 0; words[i] && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s",
                                 i == 0 ? "" : ", ", words[i]);
}

bool option_refuse_word(const struct option_call *call,
                        const char *const words[])
{
    char list[128];
    option_list_words(words, list, sizeof list);
    return option_refuse(call->why, _("%s: expected one of %s, got '%.60s'"),
                         call->shown, list, call->text);
}

static bool read_word(const struct option_call *call, const char *const words[],
                      unsigned *out)
{
    for (unsigned i = 0; words[i]; i++)
        if (strcmp(words[i], call->text) == 0) {
            *out = i;
            return true;
        }
    return option_refuse_word(call, words);
}

static bool read_bot(const struct option_call *call)
{
    const char *words[32] = {NULL};
    unsigned place = 0;
    for (unsigned i = 0; i < 31 && tio_bot_at(i); i++)
        words[i] = tio_bot_at(i)->name;
    if (!read_word(call, words, &place))
        return false;
    *(const tio_bot **)call->field = tio_bot_at(place);
    return true;
}

static bool read_flag(const struct option_row *row,
                      const struct option_call *call)
{
    const char *text = call->text ? call->text : "yes";
    bool yes = strcmp(text, "yes") == 0;
    if (!yes && strcmp(text, "no") != 0)
        return option_refuse_value(call, _("expected yes or no, got '%.60s'"),
                                   text);
    *(bool *)call->field = yes == (row->kind == OPTION_FLAG);
    return true;
}

/* The bytes up to the comma that ends an entry, or to the end. */
static size_t entry_length(const char *text)
{
    char quote = 0;
    size_t i = 0;
    for (; text[i] && (quote || text[i] != ','); i++)
        if (quote ? text[i] == quote : text[i] == '\'' || text[i] == '"')
            quote = quote ? (char)0 : text[i];
        else if (text[i] == '\\' && quote != '\'' && text[i + 1])
            i++;
    return i;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The same without the blanks around it, unless a backslash keeps the last. */
static size_t trimmed(const char **text, size_t length)
{
    for (; length > 0 && is_blank(**text); length--)
        (*text)++;
    while (length > 0 && is_blank((*text)[length - 1]) &&
           (length == 1 || (*text)[length - 2] != '\\'))
        length--;
    return length;
}

/* Bots, with budgets, and programs, with commas between them. A comma between
 * quotes or behind a backslash belongs to a program's command. */
static bool read_players(const struct option_row *row,
                         const struct option_call *call)
{
    struct option_players *list = call->field;
    unsigned room = (unsigned)row->high;
    const char *text = call->text;
    for (list->count = 0;; list->count++) {
        char why[PLAYER_TEXT];
        const char *entry = text;
        size_t length = entry_length(text);
        size_t size = trimmed(&entry, length);
        if (list->count == room)
            return option_refuse(call->why,
                                 ngettext("%s: at most %u bot can play",
                                          "%s: at most %u bots can play", room),
                                 call->shown, room);
        if (size == 0)
            return option_refuse(call->why, _("%s: a name is missing"),
                                 call->shown);
        if (!player_spec_parse(entry, size, row->more, &list->spec[list->count],
                               why))
            return option_refuse(call->why, "%s: %s", call->shown, why);
        if (!text[length])
            break;
        text += length + 1;
    }
    list->count++;
    return true;
}

bool option_read(const struct option_row *row, const struct option_call *call)
{
    if (row->take)
        return row->take(row, call);
    switch (row->kind) {
    case OPTION_FLAG:
    case OPTION_OFF:
        return read_flag(row, call);
    case OPTION_COUNT:
    case OPTION_NUMBER:
        return read_number(row, call);
    case OPTION_SECONDS:
        return read_seconds(row, call);
    case OPTION_TIME:
        return read_time(row, call);
    case OPTION_WORD:
        return read_word(call, row->words, call->field);
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_FOLDER:
    case OPTION_DECK:
        *(const char **)call->field = call->text;
        return true;
    case OPTION_BOT:
        return read_bot(call);
    case OPTION_PLAYERS:
        return read_players(row, call);
    }
    return false;
}
