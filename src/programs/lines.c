/* See protocol.h. */
#include "programs/protocol.h"

#include <assert.h>
#include <string.h>

void lines_init(struct lines *lines, size_t most)
{
    assert(most + 2 < LINES_ROOM);
    lines->most = most;
    lines->used = lines->size = 0;
    lines->skips = false;
}

char *lines_room(struct lines *lines, size_t *room)
{
    memmove(lines->bytes, lines->bytes + lines->used,
            lines->size - lines->used);
    lines->size -= lines->used;
    lines->used = 0;
    *room = LINES_ROOM - lines->size;
    return lines->bytes + lines->size;
}

void lines_added(struct lines *lines, size_t size)
{
    assert(size <= LINES_ROOM - lines->size);
    lines->size += size;
}

/* Drops what has come of a line that is too long. */
static enum lines_result skip(struct lines *lines, const char *feed)
{
    bool told = lines->skips;
    lines->skips = !feed;
    lines->used = feed ? (size_t)(feed - lines->bytes) + 1 : lines->size;
    return told ? LINES_NONE : LINES_LONG;
}

enum lines_result lines_next(struct lines *lines, char **line, size_t *size)
{
    for (;;) {
        char *start = lines->bytes + lines->used;
        size_t left = lines->size - lines->used;
        char *feed = memchr(start, '\n', left);
        size_t length = feed ? (size_t)(feed - start) : left;
        /* A CR at the very end may be the first half of a line end. */
        if (length > 0 && start[length - 1] == '\r')
            length--;
        if (lines->skips || length > lines->most) {
            if (skip(lines, feed) == LINES_LONG)
                return LINES_LONG;
            if (feed)
                continue;
            return LINES_NONE;
        }
        if (!feed)
            return LINES_NONE;
        start[length] = '\0';
        lines->used = (size_t)(feed - lines->bytes) + 1;
        *line = start;
        *size = length;
        return LINES_LINE;
    }
}
