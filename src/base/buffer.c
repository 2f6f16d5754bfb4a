/* Growth by doubling; numbers without stdio, for moves are printed millions of
 * times; after a failure nothing is added any more, so that what
 * was added is always a beginning of the whole. */
#include "base/buffer.h"

#include "base/hex.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer buffer_growing(void)
{
    return (struct buffer){NULL, 0, 0, false, false};
}

struct buffer buffer_fixed(char *data, size_t room)
{
    data[0] = '\0';
    return (struct buffer){data, 0, room, true, false};
}

static bool buffer_grow(struct buffer *buffer, size_t size)
{
    size_t room = buffer->room > 0 ? buffer->room : 1024;
    if (buffer->fixed || size >= SIZE_MAX / 4 || buffer->size >= SIZE_MAX / 4)
        return false;
    while (room - buffer->size <= size)
        room *= 2;
    char *data = realloc(buffer->data, room);
    if (!data)
        return false;
    buffer->data = data;
    buffer->room = room;
    return true;
}

bool buffer_reserve(struct buffer *buffer, size_t size)
{
    if (buffer->room - buffer->size <= size && !buffer_grow(buffer, size))
        buffer->failed = true;
    return !buffer->failed;
}

void buffer_add(struct buffer *buffer, const char *bytes, size_t size)
{
    if (buffer->failed || !buffer_reserve(buffer, size))
        return;
    memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    buffer->data[buffer->size] = '\0';
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_add(buffer, text, strlen(text));
}

void buffer_char(struct buffer *buffer, char c)
{
    buffer_add(buffer, &c, 1);
}

void buffer_number(struct buffer *buffer, int number)
{
    char digits[16];
    size_t at = sizeof digits;
    unsigned rest = number < 0 ? 0U - (unsigned)number : (unsigned)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    buffer_add(buffer, digits + at, sizeof digits - at);
}

void buffer_hex(struct buffer *buffer, uint64_t number, unsigned digits)
{
    char text[2 * sizeof number + 1];
    uint8_t bytes[sizeof number];
    for (unsigned i = 0; i < digits / 2; i++)
        bytes[i] = (uint8_t)(number >> (digits * 4 - 8 - i * 8));
    hex_print(bytes, digits / 2, text);
    buffer_add(buffer, text, digits);
}

void buffer_print(struct buffer *buffer, const char *format, ...)
{
    size_t room = buffer->room - buffer->size;
    char *at = room > 0 ? buffer->data + buffer->size : NULL;
    va_list list;
    va_list again;
    if (buffer->failed)
        return;
    va_start(list, format);
    va_copy(again, list);
    int size = vsnprintf(at, room, format, list);
    if (size >= 0 &&
        ((size_t)size < room || buffer_grow(buffer, (size_t)size))) {
        if ((size_t)size >= room)
            (void)vsnprintf(buffer->data + buffer->size, (size_t)size + 1,
                            format, again);
        buffer->size += (size_t)size;
    } else {
        buffer->failed = true;
        if (at)
            *at = '\0';
    }
    va_end(again);
    va_end(list);
}

void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
    buffer->failed = false;
    if (buffer->data)
        buffer->data[0] = '\0';
}

void buffer_free(struct buffer *buffer)
{
    if (!buffer->fixed)
        free(buffer->data);
    *buffer = buffer_growing();
}
