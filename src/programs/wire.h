/* Lines to and from a process, each wait with a deadline. Writing never waits:
 * what the process does not take at once is kept until it reads again. */
#ifndef PROGRAMS_WIRE_H
#define PROGRAMS_WIRE_H

#include <stdint.h>

#include "base/buffer.h"
#include "programs/lines.h"
#include "programs/process.h"

struct wire {
    struct process *process;
    int hurry;            /* when this can be read all is late; 0: never */
    bool closed;          /* no more will come, or nothing can be sent */
    struct buffer outbox; /* what has still to be sent, */
    size_t sent;          /* from here */
    struct lines lines;
};

enum wire_result {
    WIRE_LINE,
    WIRE_LATE,   /* the deadline came first */
    WIRE_LONG,   /* a line is too long */
    WIRE_CLOSED, /* there is nobody at the other end */
};

void wire_open(struct wire *wire, struct process *process, int hurry);
void wire_close(struct wire *wire);

/* False if far too much is waiting to be read already. */
bool wire_put(struct wire *wire, const char *text, size_t size);

/* The next line, sending the while what is waiting to be sent. A deadline that
 * has passed (0, say) asks only for what has come. */
enum wire_result wire_get(struct wire *wire, uint64_t deadline, char **line,
                          size_t *size);

#endif
