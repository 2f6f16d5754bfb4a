/* See wire.h. */
#define _POSIX_C_SOURCE 200809L

#include "programs/wire.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/clock.h"

/* News of a whole game is less: who lets that much wait does not read. */
#define OUTBOX_MOST ((size_t)512 << 10)

void wire_open(struct wire *wire, struct process *process, int hurry)
{
    wire->process = process;
    wire->hurry = hurry;
    wire->closed = false;
    wire->outbox = buffer_growing();
    wire->sent = 0;
    lines_init(&wire->lines, PROTOCOL_BOT_LINE);
}

void wire_close(struct wire *wire)
{
    buffer_free(&wire->outbox);
}

static bool waits(const struct wire *wire)
{
    return wire->sent < wire->outbox.size;
}

static bool would_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Sends what goes without waiting. */
static void push(struct wire *wire)
{
    while (waits(wire) && !wire->closed) {
        ssize_t size =
            process_write(wire->process->to, wire->outbox.data + wire->sent,
                          wire->outbox.size - wire->sent);
        if (size == -1) {
            wire->closed = !would_wait();
            return;
        }
        wire->sent += (size_t)size;
    }
    buffer_clear(&wire->outbox);
    wire->sent = 0;
}

bool wire_put(struct wire *wire, const char *text, size_t size)
{
    if (wire->outbox.size - wire->sent > OUTBOX_MOST)
        return false;
    buffer_add(&wire->outbox, text, size);
    if (wire->outbox.failed)
        return false;
    push(wire);
    return true;
}

static void pull(struct wire *wire)
{
    size_t room;
    char *at = lines_room(&wire->lines, &room);
    ssize_t size = read(wire->process->from, at, room);
    if (size > 0)
        lines_added(&wire->lines, (size_t)size);
    else if (size == 0 || !would_wait())
        wire->closed = true;
}

/* One round of waiting, sending and receiving; false if time is up. */
static bool serve(struct wire *wire, uint64_t deadline)
{
    struct pollfd polled[3] = {
        {.fd = wire->process->from, .events = POLLIN},
        {.fd = wire->process->to, .events = waits(wire) ? POLLOUT : 0},
        {.fd = wire->hurry > 0 ? wire->hurry : -1, .events = POLLIN},
    };
    if (poll(polled, 3, clock_left(deadline)) < 1)
        return true;
    if (polled[1].revents & POLLOUT)
        push(wire);
    if (polled[0].revents != 0)
        pull(wire);
    else if (polled[1].revents & POLLERR)
        wire->closed = true; /* it does not want to hear any more */
    return polled[2].revents == 0;
}

enum wire_result wire_get(struct wire *wire, uint64_t deadline, char **line,
                          size_t *size)
{
    bool last = false;
    for (;;) {
        enum lines_result result = lines_next(&wire->lines, line, size);
        if (result != LINES_NONE)
            return result == LINES_LONG ? WIRE_LONG : WIRE_LINE;
        if (wire->closed)
            return WIRE_CLOSED;
        if (last)
            return WIRE_LATE;
        last = !serve(wire, deadline) || clock_left(deadline) == 0;
    }
}
