/* Lines out of a stream of bytes that somebody else wrote: bounded, whatever
 * comes. */
#ifndef PROGRAMS_LINES_H
#define PROGRAMS_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "programs/protocol.h"

#define LINES_ROOM ((size_t)4 * PROTOCOL_TABLE_LINE)

struct lines {
    size_t most; /* bytes in a line, without its end */
    size_t used; /* bytes handed out already */
    size_t size;
    bool skips; /* the rest of a line that was too long */
    char bytes[LINES_ROOM];
};

enum lines_result {
    LINES_NONE, /* more bytes are needed */
    LINES_LINE,
    LINES_LONG, /* reported once; the line is skipped */
};

void lines_init(struct lines *lines, size_t most);

/* Where `*room` more bytes may be put, and then how many were. There is always
 * room after LINES_NONE. */
char *lines_room(struct lines *lines, size_t *room);
void lines_added(struct lines *lines, size_t size);

/* The next line without its LF or CR LF, ended by 0 (which may also be among
 * its bytes). It stays as it is until the next call. */
enum lines_result lines_next(struct lines *lines, char **line, size_t *size);

#endif
