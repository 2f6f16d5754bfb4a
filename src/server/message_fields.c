/* The readers of a message's fields. Each says in its refusal what it wants;
 * whether a setting makes sense at this table is not asked here. */
#include "server/message_fields.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hex.h"
#include "notation/name.h"
#include "base/utf8.h"
#include "server/server.h"

#define NAME_MOST 40
#define MS_MOST 2592000000U /* 30 days */
#define SEQ_MOST ((json_int_t)1 << 53)

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

/* ---- Kinds of values --------------------------------------------------- */

static bool read_int(const json_t *value, json_int_t low, json_int_t high,
                     const char *field, json_int_t *out,
                     struct message_error *error)
{
    json_int_t number = json_integer_value(value);

    if (!json_is_integer(value) || number < low || number > high)
        return message_wrong(error, field,
                             "a whole number from %lld to %lld is wanted",
                             (long long)low, (long long)high);
    *out = number;
    return true;
}

static bool read_bool(const json_t *value, const char *field, uint8_t *out,
                      struct message_error *error)
{
    if (!json_is_boolean(value))
        return message_wrong(error, field, "true or false is wanted");
    *out = json_is_true(value);
    return true;
}

/* Text of `least` to room - 1 bytes, without controls. */
static bool read_text(const json_t *value, size_t least, size_t room,
                      const char *field, char *out, struct message_error *error)
{
    const char *text = json_string_value(value);
    size_t size = json_string_length(value);

    if (!text || size < least || size >= room)
        return message_wrong(error, field, "text of %zu to %zu bytes is wanted",
                             least, room - 1);
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            return message_wrong(error, field,
                                 "text may not have control characters");
    }
    memcpy(out, text, size + 1);
    return true;
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static bool read_plain(const json_t *value, size_t room, const char *field,
                       char *out, struct message_error *error)
{
    const char *text = json_string_value(value);
    size_t size = json_string_length(value);
    size_t plain = 0;

    while (text && plain < size && is_plain(text[plain]))
        plain++;
    if (!text || !size || size >= room || plain < size)
        return message_wrong(error, field,
                             "1 to %zu characters A-Z a-z 0-9 _ - are wanted",
                             room - 1);
    memcpy(out, text, size + 1);
    return true;
}

static bool read_hex(const json_t *value, const char *field, uint8_t *out,
                     size_t size, struct message_error *error)
{
    const char *text = json_string_value(value);

    if (!text || json_string_length(value) != size * 2 ||
        !hex_read(text, size * 2, out, size))
        return message_wrong(error, field,
                             "%zu hexadecimal digits 0-9 a-f are wanted",
                             size * 2);
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

bool message_read_id(const json_t *value, const char *field,
                     char out[TABLE_REQUEST], struct message_error *error)
{
    return read_plain(value, TABLE_REQUEST, field, out, error);
}

bool message_is_name(const char *name, size_t size)
{
    return size <= NAME_MOST && utf8_is_name(name, size);
}

static bool read_name(const json_t *value, const char *field,
                      char out[TIO_NAME_TEXT], struct message_error *error)
{
    const char *text = json_string_value(value);
    size_t size = json_string_length(value);

    if (!text || !message_is_name(text, size) || !name_is_good(text, size))
        return message_wrong(error, field,
                             "a name of 1 to %d bytes is wanted, with "
                             "something that can be seen, no odd characters "
                             "and no word that mixes alphabets",
                             NAME_MOST);
    memcpy(out, text, size + 1);
    return true;
}

static bool read_colour(const json_t *value, const char *field, uint32_t *out,
                        struct message_error *error)
{
    const char *text = json_string_value(value);
    uint8_t rgb[3];

    if (!text || json_string_length(value) != 7 || text[0] != '#' ||
        !hex_read(text + 1, 6, rgb, sizeof rgb))
        return message_wrong(error, field,
                             "a colour like \"#3a7bd5\" is wanted");
    *out = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    return true;
}

static bool read_seat(const json_t *value, const char *field, uint8_t *out,
                      struct message_error *error)
{
    json_int_t number = 0;

    if (!read_int(value, 1, TIO_MAX_PLAYERS, field, &number, error))
        return false;
    *out = (uint8_t)(number - 1);
    return true;
}

/* ---- Settings ---------------------------------------------------------- */

static bool read_first(const json_t *value, const char *field, uint8_t *out,
                       struct message_error *error)
{
    const char *text = json_string_value(value);

    if (text && strcmp(text, "random") == 0) {
        *out = TIO_NONE;
        return true;
    }
    if (!json_is_integer(value))
        return message_wrong(error, field,
                             "\"random\" or the number of a seat is wanted");
    return read_seat(value, field, out, error);
}

static bool read_setting(const struct setting *row, const json_t *value,
                         const char *field, struct table_settings *to,
                         struct message_error *error)
{
    char *at = (char *)to + row->at;
    uint8_t *small = (uint8_t *)at;
    json_int_t low = row->kind == SETTING_STARTS ? 0 : row->low;
    json_int_t high = row->kind == SETTING_MS ? MS_MOST : row->high;
    json_int_t number = 0;

    switch ((enum setting_kind)row->kind) {
    case SETTING_NUMBER:
    case SETTING_STARTS:
    case SETTING_MS:
        if (!read_int(value, low, high, field, &number, error))
            return false;
        setting_set(row, (unsigned)number, to);
        return true;
    case SETTING_SEAT:
        return read_first(value, field, small, error);
    case SETTING_WORD:
    case SETTING_EITHER:
        return read_word(value, row->words, row->high, field, small, error);
    case SETTING_YES:
        return read_bool(value, field, small, error);
    case SETTING_TEXT:
    case SETTING_DECK:
        return read_text(value, 1, setting_size(row), field, at, error);
    case SETTING_CODE:
        return read_text(value, 0, setting_size(row), field, at, error);
    }
    return false;
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

static bool read_deck(const json_t *value, struct message *out,
                      struct message_error *error)
{
    if (!json_is_string(value) || json_string_length(value) >= TABLE_DECK)
        return message_wrong(error, "deck",
                             "the text of a deck, of less than %d bytes, is "
                             "wanted",
                             TABLE_DECK);
    out->deck = json_string_value(value);
    return true;
}

static bool read_move(const json_t *value, struct message *out,
                      struct message_error *error)
{
    char room[TIO_MOVE_TEXT * 2];

    if (!read_text(value, 1, sizeof room, "move", room, error))
        return false;
    out->move = json_string_value(value);
    return true;
}

static bool read_seq(const json_t *value, const char *field, uint64_t *out,
                     struct message_error *error)
{
    json_int_t number = 0;

    if (!read_int(value, 0, SEQ_MOST, field, &number, error))
        return false;
    *out = (uint64_t)number;
    return true;
}

static bool read_version(const json_t *value, struct message_error *error)
{
    if (!json_is_integer(value))
        return message_wrong(error, "version", "a whole number is wanted");
    if (json_integer_value(value) != MESSAGE_VERSION) {
        message_wrong(error, "version", "this server speaks version %d",
                      MESSAGE_VERSION);
        error->error = SERVER_E_BAD_VERSION;
        return false;
    }
    return true;
}

static bool read_token(const json_t *value, char out[33],
                       struct message_error *error)
{
    uint8_t bytes[16];

    if (!read_hex(value, "token", bytes, sizeof bytes, error))
        return false;
    hex_print(bytes, sizeof bytes, out);
    return true;
}

bool message_read_field(enum message_field field, json_t *value,
                        struct message *out, struct message_error *error)
{
    uint8_t flag = 0;

    switch (field) {
    case MESSAGE_FIELD_TABLE:
        return read_plain(value, MESSAGE_TABLE, "table", out->table, error);
    case MESSAGE_FIELD_VERSION:
        return read_version(value, error);
    case MESSAGE_FIELD_TOKEN:
        return read_token(value, out->token, error);
    case MESSAGE_FIELD_NAME:
        return read_name(value, "name", out->name, error);
    case MESSAGE_FIELD_COLOUR:
        return read_colour(value, "colour", &out->colour, error);
    case MESSAGE_FIELD_SETTINGS:
        return read_settings(value, "settings", out, error);
    case MESSAGE_FIELD_DECK:
        return read_deck(value, out, error);
    case MESSAGE_FIELD_TEXT:
        if (!read_bool(value, "text", &flag, error))
            return false;
        out->text = flag;
        return true;
    case MESSAGE_FIELD_BYTES:
        return read_hex(value, "bytes", out->bytes, TABLE_BYTES, error);
    case MESSAGE_FIELD_AFTER:
        return read_seq(value, "after", &out->after, error);
    case MESSAGE_FIELD_SEAT:
        return read_seat(value, "seat", &out->seat, error);
    case MESSAGE_FIELD_CODE:
        return read_text(value, 0, TABLE_CODE, "code", out->code, error);
    case MESSAGE_FIELD_LEVEL:
        return read_text(value, 1, TABLE_LEVEL, "level", out->level, error);
    case MESSAGE_FIELD_AT:
        return read_seq(value, "at", &out->at, error);
    case MESSAGE_FIELD_MOVE:
        return read_move(value, out, error);
    case MESSAGE_FIELD_COUNT:
        break;
    }
    assert(false && "no such field");
    return false;
}
