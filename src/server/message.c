/* From text to a request. What is checked first is what costs least: size,
 * depth, then JSON, then which fields there are, then each of them. */
#include "server/message.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hex.h"
#include "base/utf8.h"
#include "notation/name.h"
#include "server/server.h"

/* ---- The fields ----------------------------------------------------- */

/* A reader for each sort of value. Each says in its refusal what it wants;
 * whether a setting makes sense at this table is not asked here. */

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

/* A field that requests have, as server/protocol.def says. */
static const struct message_row {
    const char *name;
    uint8_t sort;
    size_t at; /* in a struct message */
    json_int_t low, high;
} message_fields[MESSAGE_FIELD_COUNT] = {
#define X(name, word, sort, low, high)                                         \
    {#word, SORT_##sort, offsetof(struct message, word), low, high},
    MESSAGE_FIELDS(X)
#undef X
};

/* The values that were read are then stored in one piece. */
_Static_assert(sizeof(((struct message *)0)->code) == TABLE_CODE &&
                   sizeof(((struct message *)0)->level) == TABLE_LEVEL,
               "texts of a table have one length");

/* A sentence in error->words and the name in error->field. Returns false, so
 * that readers can return it. */
__attribute__((format(printf, 3, 4))) static bool message_wrong(
    struct message_error *error, const char *field, const char *format, ...)
{
    va_list list;
    error->error = SERVER_E_BAD_MESSAGE;
    snprintf(error->field, sizeof error->field, "%s", field);
    va_start(list, format);
    vsnprintf(error->words, sizeof error->words, format, list);
    va_end(list);
    return false;
}

/* ---- Sorts of values ------------------------------------------------ */

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

static bool message_read_id(const json_t *value, char out[TABLE_REQUEST],
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

/* ---- Settings ------------------------------------------------------- */

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

/* ---- Fields --------------------------------------------------------- */

static bool message_read_field(const struct message_row *row, json_t *value,
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

#define F(name) (1U << MESSAGE_FIELD_##name)

struct form {
    const char *word;
    uint32_t must;
    uint32_t may;
};

static const struct form forms[MESSAGE_KINDS] = {
#define X(name, word, must, may) {word, must, may},
    MESSAGES(X)
#undef X
};

/* Objects and arrays in each other; what is inside a string does not count. */
static bool too_deep(const char *text, size_t size)
{
    unsigned depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (quoted) {
            if (c == '\\')
                i++;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > MESSAGE_DEPTH)
                return true;
        } else if ((c == '}' || c == ']') && depth) {
            depth--;
        }
    }
    return false;
}

static bool bad_json(struct message_error *error, const char *words)
{
    error->error = SERVER_E_BAD_JSON;
    snprintf(error->words, sizeof error->words, "%s", words);
    return false;
}

static json_t *read_json(const char *text, size_t size,
                         struct message_error *error)
{
    json_error_t why;
    json_t *root;
    if (size > MESSAGE_MOST) {
        bad_json(error, "the message is too long");
        return NULL;
    }
    if (too_deep(text, size)) {
        bad_json(error, "there are too many objects in each other");
        return NULL;
    }
    root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &why);
    if (!root) {
        snprintf(error->words, sizeof error->words,
                 "the message is not JSON, from line %d, column %d on",
                 why.line, why.column);
        error->error = SERVER_E_BAD_JSON;
    } else if (!json_is_object(root)) {
        bad_json(error, "the message is not an object");
        json_decref(root);
        root = NULL;
    }
    return root;
}

static bool read_do(const json_t *root, enum message_kind wanted, bool given,
                    struct message *out, struct message_error *error)
{
    const json_t *value = json_object_get(root, "do");
    const char *word = json_string_value(value);
    out->kind = MESSAGE_KINDS;
    for (unsigned kind = 0; word && kind < MESSAGE_KINDS; kind++)
        if (strcmp(word, forms[kind].word) == 0)
            out->kind = (uint8_t)kind;
    if (given && !value)
        out->kind = (uint8_t)wanted;
    if (!value && !given)
        return message_wrong(error, "do", "what to do is missing");
    if (out->kind == MESSAGE_KINDS || (given && out->kind != wanted))
        return message_wrong(error, "do", "there is no such request");
    return true;
}

static unsigned field_named(const char *key)
{
    unsigned field = 0;
    while (field < MESSAGE_FIELD_COUNT &&
           strcmp(key, message_fields[field].name) != 0)
        field++;
    return field;
}

static bool read_fields(json_t *root, bool given, struct message *out,
                        struct message_error *error)
{
    const struct form *form = &forms[out->kind];
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
    {
        unsigned field = field_named(key);
        if (strcmp(key, "id") == 0 || strcmp(key, "do") == 0)
            continue;
        if (field == MESSAGE_FIELD_COUNT ||
            !((form->must | form->may) >> field & 1)) {
            char name[64];
            utf8_escape(key, strlen(key), name, sizeof name);
            if (!key[0])
                strcpy(name, "\"\""); // NOLINT: it has room
            return message_wrong(error, name, "\"%s\" has no such field",
                                 form->word);
        }
        out->has |= 1U << field;
        if (!message_read_field(&message_fields[field], value, out, error))
            return false;
    }
    for (unsigned field = 0; !given && field < MESSAGE_FIELD_COUNT; field++) {
        if ((form->must & ~out->has) >> field & 1)
            return message_wrong(error, message_fields[field].name,
                                 "\"%s\" needs this field", form->word);
    }
    return true;
}

static bool read_id(const json_t *root, bool given, struct message *out,
                    struct message_error *error)
{
    const json_t *value = json_object_get(root, "id");
    if (!value && given)
        return true;
    if (!value)
        return message_wrong(error, "id", "the request's id is missing");
    if (!message_read_id(value, out->id, error))
        return false;
    memcpy(error->id, out->id, sizeof error->id);
    return true;
}

static bool parse(enum message_kind kind, bool given, const char *text,
                  size_t size, struct message *out, struct message_error *error)
{
    json_t *root;
    memset(out, 0, sizeof *out);
    memset(error, 0, sizeof *error);
    out->seat = TIO_NONE;
    root = read_json(text, size, error);
    if (!root)
        return false;
    if (!read_id(root, given, out, error) ||
        !read_do(root, kind, given, out, error) ||
        !read_fields(root, given, out, error)) {
        json_decref(root);
        return false;
    }
    out->root = root;
    return true;
}

bool message_parse(const char *text, size_t size, struct message *out,
                   struct message_error *error)
{
    return parse(MESSAGE_KINDS, false, text, size, out, error);
}

bool message_parse_as(enum message_kind kind, const char *text, size_t size,
                      struct message *out, struct message_error *error)
{
    return parse(kind, true, text, size, out, error);
}

void message_done(struct message *message)
{
    json_decref(message->root);
    memset(message, 0, sizeof *message);
}

void message_settings_into(const struct message *message,
                           struct table_settings *settings)
{
    const char *from = (const char *)&message->settings;
    const struct setting *row;
    for (unsigned i = 0; (row = table_setting(i)); i++) {
        if (message->settings_has >> i & 1)
            memcpy((char *)settings + row->at, from + row->at,
                   setting_size(row));
    }
}
