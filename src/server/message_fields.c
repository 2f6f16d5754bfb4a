/* The readers of a message's fields, one for each sort of value. Each says in
 * its refusal what it wants; whether a setting makes sense at this table is not
 * asked here. */
#include "server/message_fields.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hex.h"
#include "notation/name.h"
#include "base/utf8.h"
#include "server/server.h"

#define MS_MOST 2592000000U /* 30 days */

enum sort {
    SORT_PLAIN,
    SORT_HEX,
    SORT_TEXT,
    SORT_LINES,
    SORT_NAME,
    SORT_RGB,
    SORT_WHOLE,
    SORT_YES,
    SORT_CONST, /* the version */
    SORT_SETTINGS,
};

const struct message_row message_fields[MESSAGE_FIELD_COUNT] = {
#define X(name, word, sort, low, high)                                         \
    {#word, SORT_##sort, offsetof(struct message, word), low, high},
    MESSAGE_FIELDS(X)
#undef X
};

/* The values that were read are then stored in one piece. */
_Static_assert(sizeof(((struct message *)0)->code) == TABLE_CODE &&
                   sizeof(((struct message *)0)->level) == TABLE_LEVEL,
               "texts of a table have one length");

bool message_wrong(struct message_error *error, const char *field,
                   const char *format, ...)
{
    va_list list;

    error->error = SERVER_E_BAD_MESSAGE;
    snprintf(error->field, sizeof error->field, "%s", field);
    va_start(list, format);
    vsnprintf(error->words, sizeof error->words, format, list);
    va_end(list);
    return false;
}

/* ---- Sorts of values ---------------------------------------------------- */

static bool read_whole(const json_t *value, json_int_t low, json_int_t high,
                       const char *field, uint64_t *out,
                       struct message_error *error)
{
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < low || number > high)
        return message_wrong(error, field,
                             "a whole number from %lld to %lld is wanted",
                             (long long)low, (long long)high);
    *out = (uint64_t)number;
    return true;
}

static bool read_yes(const json_t *value, const char *field, bool *out,
                     struct message_error *error)
{
    if (!json_is_boolean(value))
        return message_wrong(error, field, "true or false is wanted");
    *out = json_is_true(value);
    return true;
}

/* Text of `least` to `most` bytes, without controls. */
static bool read_text(const json_t *value, size_t least, size_t most,
                      const char *field, char *out, struct message_error *error)
{
    const char *text = json_string_value(value);
    size_t size = json_string_length(value);
    if (!text || size < least || size > most)
        return message_wrong(error, field, "text of %zu to %zu bytes is wanted",
                             least, most);
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            return message_wrong(error, field,
                                 "text may not have control characters");
    memcpy(out, text, size + 1);
    return true;
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static bool read_plain(const json_t *value, size_t most, const char *field,
                       char *out, struct message_error *error)
{
    const char *text = json_string_value(value);
    size_t size = json_string_length(value);
    size_t plain = 0;
    while (text && plain < size && is_plain(text[plain]))
        plain++;
    if (!text || !size || size > most || plain < size)
        return message_wrong(error, field,
                             "1 to %zu characters A-Z a-z 0-9 _ - are wanted",
                             most);
    memcpy(out, text, size + 1);
    return true;
}

static bool read_hex(const json_t *value, size_t digits, const char *field,
                     char *out, struct message_error *error)
{
    const char *text = json_string_value(value);
    uint8_t bytes[TABLE_BYTES];
    assert(digits / 2 <= sizeof bytes);
    if (!text || !hex_read(text, json_string_length(value), bytes, digits / 2))
        return message_wrong(
            error, field, "%zu hexadecimal digits 0-9 a-f are wanted", digits);
    memcpy(out, text, digits + 1);
    return true;
}

/* One of `count` words; their place. */
static bool read_word(const json_t *value, const char *const words[],
                      unsigned count, const char *field, uint8_t *out,
                      struct message_error *error)
{
    const char *text = json_string_value(value);
    char all[100] = "";
    for (unsigned i = 0; i < count; i++) {
        if (text && strcmp(text, words[i]) == 0) {
            *out = (uint8_t)i;
            return true;
        }
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s",
                 i ? ", " : "", words[i]);
    }
    return message_wrong(error, field, "one of %s is wanted", all);
}

bool message_read_id(const json_t *value, char out[TABLE_REQUEST],
                     struct message_error *error)
{
    return read_plain(value, TABLE_REQUEST - 1, "id", out, error);
}

bool message_is_name(const char *name, size_t size)
{
    const json_int_t most = message_fields[MESSAGE_FIELD_NAME].high;
    return size <= (size_t)most && utf8_is_name(name, size);
}

static bool read_name(const json_t *value, const struct message_row *row,
                      char *out, struct message_error *error)
{
    const char *text = json_string_value(value);
    size_t size = json_string_length(value);
    if (!text || !message_is_name(text, size) || !name_is_good(text, size))
        return message_wrong(error, row->name,
                             "a name of %d to %d bytes is wanted, with "
                             "something that can be seen, no odd characters "
                             "and no word that mixes alphabets",
                             (int)row->low, (int)row->high);
    memcpy(out, text, size + 1);
    return true;
}

static bool read_colour(const json_t *value, const char *field, uint32_t *out,
                        struct message_error *error)
{
    const char *text = json_string_value(value);
    uint8_t rgb[3];
    if (!text || text[0] != '#' ||
        !hex_read(text + 1, json_string_length(value) - 1, rgb, sizeof rgb))
        return message_wrong(error, field,
                             "a colour like \"#3a7bd5\" is wanted");
    *out = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    return true;
}

static bool read_deck(const json_t *value, size_t most, const char *field,
                      const char **out, struct message_error *error)
{
    if (!json_is_string(value) || json_string_length(value) > most)
        return message_wrong(error, field,
                             "the text of a deck, of less than %zu bytes, is "
                             "wanted",
                             most + 1);
    *out = json_string_value(value);
    return true;
}

static bool read_version(const json_t *value, const char *field, uint8_t *out,
                         struct message_error *error)
{
    if (!json_is_integer(value))
        return message_wrong(error, field, "a whole number is wanted");
    if (json_integer_value(value) != MESSAGE_VERSION) {
        message_wrong(error, field, "this server speaks version %d",
                      MESSAGE_VERSION);
        error->error = SERVER_E_BAD_VERSION;
        return false;
    }
    *out = MESSAGE_VERSION;
    return true;
}

/* ---- Settings ---------------------------------------------------------- */

static bool read_first(const json_t *value, const struct setting *row,
                       const char *field, uint64_t *out,
                       struct message_error *error)
{
    const char *text = json_string_value(value);
    *out = TIO_NONE;
    if (text && strcmp(text, row->words[0]) == 0)
        return true;
    if (!json_is_integer(value))
        return message_wrong(error, field,
                             "\"%s\" or the number of a seat is wanted",
                             row->words[0]);
    if (!read_whole(value, row->low, row->high, field, out, error))
        return false;
    --*out;
    return true;
}

static bool read_setting(const struct setting *row, const json_t *value,
                         const char *field, struct table_settings *to,
                         struct message_error *error)
{
    char *at = (char *)to + row->at;
    json_int_t low = row->kind == SETTING_STARTS ? 0 : row->low;
    json_int_t high = row->kind == SETTING_MS ? MS_MOST : row->high;
    uint64_t number = 0;
    bool good = false;
    switch ((enum setting_kind)row->kind) {
    case SETTING_NUMBER:
    case SETTING_STARTS:
    case SETTING_MS:
        good = read_whole(value, low, high, field, &number, error);
        break;
    case SETTING_SEAT:
        good = read_first(value, row, field, &number, error);
        break;
    case SETTING_YES: {
        bool yes = false;
        good = read_yes(value, field, &yes, error);
        number = yes;
        break;
    }
    case SETTING_WORD:
    case SETTING_EITHER:
        return read_word(value, row->words, row->high, field, (uint8_t *)at,
                         error);
    case SETTING_TEXT:
    case SETTING_DECK:
    case SETTING_CODE:
        return read_text(value, row->kind != SETTING_CODE, row->high, field, at,
                         error);
    }
    if (good)
        setting_set(row, (unsigned)number, to);
    return good;
}

/* Whether settings have names within an object of this one: "clock.kind". */
static bool is_object(const char *name)
{
    size_t size = strlen(name);
    const struct setting *row;

    for (unsigned i = 0; (row = table_setting(i)); i++)
        if (strncmp(row->name, name, size) == 0 && row->name[size] == '.')
            return true;
    return false;
}

/* `path` is "settings", or an object of settings within it. */
static bool read_settings(json_t *value, const char *path, struct message *out,
                          struct message_error *error)
{
    const char *key;
    json_t *part;

    if (!json_is_object(value))
        return message_wrong(error, path, "an object is wanted");
    json_object_foreach(value, key, part)
    {
        char field[64];
        const char *name = field + sizeof "settings." - 1;
        bool good;

        snprintf(field, sizeof field, "%.20s.%.40s", path, key);
        unsigned i = table_setting_named(name);
        const struct setting *row = table_setting(i);
        if (row && !strchr(key, '.')) {
            out->settings_has |= 1U << i;
            good = read_setting(row, part, field, &out->settings, error);
        } else if (is_object(name)) {
            good = read_settings(part, field, out, error);
        } else {
            good = message_wrong(error, field, "there is no such field");
        }
        if (!good)
            return false;
    }
    return true;
}

/* ---- Fields ------------------------------------------------------------ */

bool message_read_field(const struct message_row *row, json_t *value,
                        struct message *out, struct message_error *error)
{
    void *at = (char *)out + row->at;
    uint64_t *number = at;
    size_t most = (size_t)row->high;
    switch ((enum sort)row->sort) {
    case SORT_PLAIN:
        return read_plain(value, most, row->name, at, error);
    case SORT_HEX:
        return read_hex(value, most, row->name, at, error);
    case SORT_TEXT:
        return read_text(value, (size_t)row->low, most, row->name, at, error);
    case SORT_LINES:
        return read_deck(value, most, row->name, at, error);
    case SORT_NAME:
        return read_name(value, row, at, error);
    case SORT_RGB:
        return read_colour(value, row->name, at, error);
    case SORT_WHOLE:
        if (!read_whole(value, row->low, row->high, row->name, number, error))
            return false;
        *number -= (uint64_t)row->low;
        return true;
    case SORT_YES:
        return read_yes(value, row->name, at, error);
    case SORT_CONST:
        return read_version(value, row->name, at, error);
    case SORT_SETTINGS:
        return read_settings(value, row->name, out, error);
    }
    return false;
}
