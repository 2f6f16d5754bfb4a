/* From text to a request. What is checked first is what costs least: size,
 * depth, then JSON, then which fields there are, then each of them. */
#include "server/message.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "server/message_fields.h"
#include "server/server.h"

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
