/* Growth by doubling; after a failure nothing is added any more, so that what
 * was added is always a beginning of the whole. */
#include "base/buffer.h"

#include <stdarg.h>
#include <stdint.h>
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

void buffer_add(struct buffer *buffer, const char *bytes, size_t size)
{
    if (buffer->failed)
        return;
    if (buffer->room - buffer->size <= size && !buffer_grow(buffer, size)) {
        buffer->failed = true;
        return;
    }
    memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    buffer->data[buffer->size] = '\0';
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_add(buffer, text, strlen(text));
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
