/* Writes JSON (RFC 8259) into memory, compact and without a tree:
 *     struct json json = json_growing();
 *     json_object_begin(&json);
 *     json_int(json_key(&json, "net"), 3);
 *     json_object_end(&json);
 *     const char *text = json_text(&json, &length);
 * Commas are put in by themselves. Failures are remembered: json_text() then
 * gives NULL. What is short is inline: a whole state is written for every viewer
 * at every move, in pieces of a few bytes whose sizes the compiler knows. No
 * name here is one of jansson's, which reads our JSON: both may be included
 * together. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buffer.h"

#include <assert.h>
#include <string.h>

struct json {
    struct buffer buffer;
    unsigned depth; /* objects and arrays that are open */
    bool comma;     /* the next value or key follows another */
};

/* json_free() is due for one that grows; a fixed one keeps the caller's. */
struct json json_growing(void);
struct json json_fixed(char *data, size_t room);
void json_free(struct json *json);
/* Empties it for the next text; memory that grew is kept. */
void json_clear(struct json *json);

/* A place for these bytes and a 0, or NULL with the failure remembered. */
static inline char *json_room(struct json *json, size_t size)
{
    struct buffer *buffer = &json->buffer;
    if (buffer->failed ||
        (buffer->room - buffer->size <= size && !buffer_reserve(buffer, size)))
        return NULL;
    return buffer->data + buffer->size;
}

/* A value that is JSON already. */
static inline void json_bytes(struct json *json, const char *bytes, size_t size)
{
    size_t comma = json->comma;
    char *at = json_room(json, comma + size);
    if (!at)
        return;
    *at = ',';
    memcpy(at + comma, bytes, size);
    at[comma + size] = '\0';
    json->buffer.size += comma + size;
    json->comma = true;
}
void json_raw(struct json *json, const char *text);

static inline void json_begin(struct json *json, char bracket)
{
    json_bytes(json, &bracket, 1);
    json->comma = false;
    json->depth++;
}

static inline void json_end(struct json *json, char bracket)
{
    assert(json->depth > 0);
    json->comma = false;
    json_bytes(json, &bracket, 1);
    json->depth--;
}

static inline void json_object_begin(struct json *json)
{
    json_begin(json, '{');
}

static inline void json_object_end(struct json *json)
{
    json_end(json, '}');
}

static inline void json_array_begin(struct json *json)
{
    json_begin(json, '[');
}

static inline void json_array_end(struct json *json)
{
    json_end(json, ']');
}

/* A word of ours, in which nothing needs an escape, between a quotation mark and
 * `after`. */
static inline void json_quoted(struct json *json, const char *word,
                               const char *after)
{
    size_t size = strlen(word);
    size_t more = strlen(after);
    char *at = json_room(json, json->comma + 1 + size + more);
    if (!at)
        return;
    *at = ',';
    at += json->comma;
    *at++ = '"';
    memcpy(at, word, size + 1);
    memcpy(at + size, after, more + 1);
    json->buffer.size = (size_t)(at + size + more - json->buffer.data);
}

static inline void json_word(struct json *json, const char *word)
{
    json_quoted(json, word, "\"");
    json->comma = true;
}

/* The next thing written is its value, which can be on the same line:
 * json_word(json_key(json, "phase"), "open"). */
static inline struct json *json_key(struct json *json, const char *key)
{
    json_quoted(json, key, "\":");
    json->comma = false;
    return json;
}

/* Bytes that are not UTF-8 become U+FFFD. */
void json_str(struct json *json, const char *text);

void json_long(struct json *json, int64_t number);
void json_uint(struct json *json, uint64_t number);
/* Rounded to `decimals` (0 to 9) places, whatever the locale; null if it is not
 * finite or beyond 9e15 in the last place. */
void json_decimal(struct json *json, double number, unsigned decimals);

/* Those below ten are most. */
static inline void json_int(struct json *json, int64_t number)
{
    if (number >= 0 && number < 10) {
        char digit = (char)('0' + number);
        json_bytes(json, &digit, 1);
    } else {
        json_long(json, number);
    }
}

static inline void json_bool(struct json *json, bool value)
{
    if (value)
        json_bytes(json, "true", 4);
    else
        json_bytes(json, "false", 5);
}

static inline void json_none(struct json *json)
{
    json_bytes(json, "null", 4);
}

/* A key and its value. */
static inline void json_key_string(struct json *json, const char *key,
                                   const char *text)
{
    json_str(json_key(json, key), text);
}

static inline void json_key_int(struct json *json, const char *key,
                                int64_t number)
{
    json_int(json_key(json, key), number);
}

static inline void json_key_uint(struct json *json, const char *key,
                                 uint64_t number)
{
    json_uint(json_key(json, key), number);
}

static inline void json_key_decimal(struct json *json, const char *key,
                                    double number, unsigned decimals)
{
    json_decimal(json_key(json, key), number, decimals);
}

static inline void json_key_bool(struct json *json, const char *key, bool value)
{
    json_bool(json_key(json, key), value);
}

/* The text so far, ended by 0; NULL if memory or room ran out. */
const char *json_text(const struct json *json, size_t *length);

#endif
