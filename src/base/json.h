/* Writes JSON (RFC 8259) into memory, compact and without a tree:
 *     struct json json = json_growing();
 *     json_object_begin(&json);
 *     json_key(&json, "net");
 *     json_int(&json, 3);
 *     json_object_end(&json);
 *     const char *text = json_text(&json, &length);
 * Commas are put in by themselves. Failures are remembered: json_text() then
 * gives NULL. No name here is one of jansson's, which reads our JSON: both may
 * be included together. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buffer.h"

#include <stdint.h>

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

void json_object_begin(struct json *json);
void json_object_end(struct json *json);
void json_array_begin(struct json *json);
void json_array_end(struct json *json);
void json_key(struct json *json, const char *key);

/* Bytes that are not UTF-8 become U+FFFD. */
void json_str(struct json *json, const char *text);
void json_str_sized(struct json *json, const char *text, size_t size);
void json_int(struct json *json, int64_t number);
void json_uint(struct json *json, uint64_t number);
/* Rounded to `decimals` (0 to 9) places, whatever the locale; null if it is not
 * finite or beyond 9e15 in the last place. */
void json_decimal(struct json *json, double number, unsigned decimals);
void json_bool(struct json *json, bool value);
void json_none(struct json *json);
/* A value that is JSON already. */
void json_raw(struct json *json, const char *text);

/* A key and its value. */
void json_key_string(struct json *json, const char *key, const char *text);
void json_key_int(struct json *json, const char *key, int64_t number);
void json_key_bool(struct json *json, const char *key, bool value);

/* The text so far, ended by 0; NULL if memory or room ran out. */
const char *json_text(const struct json *json, size_t *length);

#endif
