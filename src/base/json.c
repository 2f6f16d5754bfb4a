/* A writer of our own because hot output should not build a tree first, and
 * because text from outside (names, files) must come out as valid JSON. */
#include "base/json.h"

#include "base/hex.h"
#include "base/utf8.h"

struct json json_growing(void)
{
    return (struct json){buffer_growing(), 0, false};
}

struct json json_fixed(char *data, size_t room)
{
    return (struct json){buffer_fixed(data, room), 0, false};
}

void json_free(struct json *json)
{
    buffer_free(&json->buffer);
}

void json_clear(struct json *json)
{
    buffer_clear(&json->buffer);
    json->depth = 0;
    json->comma = false;
}

static void add_escaped(struct buffer *buffer, unsigned char c)
{
    static const char named[] = "\"\\\b\f\n\r\t";
    static const char letters[] = "\"\\bfnrt";
    const char *found = c ? strchr(named, c) : NULL;
    if (found) {
        char escape[2] = {'\\', letters[found - named]};
        buffer_add(buffer, escape, sizeof escape);
    } else {
        char escape[7] = "\\u00";
        hex_print(&c, 1, escape + 4);
        buffer_text(buffer, escape);
    }
}

void json_str(struct json *json, const char *text)
{
    struct buffer *buffer = &json->buffer;
    const char *end = text + strlen(text);
    json_bytes(json, "\"", 1);
    const char *plain = text; /* not yet copied */
    while (text < end) {
        uint32_t character = 0;
        size_t step = utf8_next(text, end, &character);
        bool escape = character < 0x20 || character == 0x7f ||
                      character == '"' || character == '\\';
        if (step > 0 && !escape) {
            text += step;
            continue;
        }
        buffer_add(buffer, plain, (size_t)(text - plain));
        if (step == 0)
            buffer_text(buffer, "\xef\xbf\xbd");
        else
            add_escaped(buffer, (unsigned char)character);
        plain = ++text;
    }
    buffer_add(buffer, plain, (size_t)(text - plain));
    buffer_add(buffer, "\"", 1);
}

/* The digits of a number at the end of `digits`; returns where they begin. */
static char *digits_of(uint64_t number, char digits[24])
{
    char *at = digits + 24;
    *--at = '\0';
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return at;
}

void json_uint(struct json *json, uint64_t number)
{
    char digits[24];
    json_raw(json, digits_of(number, digits));
}

void json_long(struct json *json, int64_t number)
{
    char digits[24];
    uint64_t size = number < 0 ? 0U - (uint64_t)number : (uint64_t)number;
    char *at = digits_of(size, digits);
    if (number < 0)
        *--at = '-';
    json_raw(json, at);
}

void json_decimal(struct json *json, double number, unsigned decimals)
{
    static const uint64_t scales[] = {
        1,      10,      100,      1000,      10000,
        100000, 1000000, 10000000, 100000000, 1000000000,
    };
    assert(decimals <= 9);
    uint64_t scale = scales[decimals];
    double size = (number < 0 ? -number : number) * (double)scale + 0.5;
    if (!(size < 9e15)) {
        json_none(json);
        return;
    }
    char text[40];
    char digits[24];
    uint64_t whole = (uint64_t)size;
    struct buffer out = buffer_fixed(text, sizeof text);
    if (number < 0 && whole > 0)
        buffer_text(&out, "-");
    buffer_text(&out, digits_of(whole / scale, digits));
    if (decimals > 0) {
        /* The scale's 1 in front keeps leading zeros and becomes the point. */
        char *fraction = digits_of(whole % scale + scale, digits);
        *fraction = '.';
        buffer_text(&out, fraction);
    }
    json_raw(json, text);
}

void json_raw(struct json *json, const char *text)
{
    json_bytes(json, text, strlen(text));
}

const char *json_text(const struct json *json, size_t *length)
{
    if (json->buffer.failed || !json->buffer.data)
        return NULL;
    if (length)
        *length = json->buffer.size;
    return json->buffer.data;
}
