/* Frames of WebSockets that come in (RFC 6455): a header of 6 to 14 bytes, a
 * payload with a mask over it. What breaks the rules ends the socket with 1002;
 * what a frame carries is somebody else's to judge. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <string.h>

enum { CONTINUED = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };

#define FINAL 0x80
#define RESERVED 0x70
#define KIND 0x0f
#define MASKED 0x80
#define CONTROL 0x08 /* in the kind */

/* What follows is not looked at: it is not known where the next frame begins,
 * or that is too far away. */
static void give_up(struct net_socket *socket, enum net_refusal refusal,
                    unsigned code, const char *why)
{
    socket->frame.lost = true;
    socket_refuse(socket, refusal, code, why);
}

static unsigned kind_of(const struct frame *frame)
{
    return frame->header[0] & KIND;
}

static bool is_control(const struct frame *frame)
{
    return frame->header[0] & CONTROL;
}

/* Bytes of the length that follow the first two. */
static unsigned length_bytes(const struct frame *frame)
{
    unsigned length = frame->header[1] & 0x7f;
    return length == 127 ? 8 : length == 126 ? 2 : 0;
}

static uint64_t length_of(const struct frame *frame)
{
    unsigned bytes = length_bytes(frame);
    uint64_t length = bytes > 0 ? 0 : frame->header[1] & 0x7f;
    for (unsigned i = 0; i < bytes; i++)
        length = length << 8 | frame->header[2 + i];
    return length;
}

/* Once the first two bytes are there: what is wrong with them, or NULL. */
static const char *first_fault(const struct frame *frame)
{
    unsigned kind = kind_of(frame);
    if ((frame->header[0] & RESERVED) || (kind > BINARY && kind < CLOSE) ||
        kind > PONG)
        return "an unknown kind of frame";
    if (!(frame->header[1] & MASKED))
        return "a client's frames are masked";
    if (is_control(frame) && (!(frame->header[0] & FINAL) ||
                              (frame->header[1] & 0x7f) > NET_CONTROL))
        return "a ping or a close is one short frame";
    if (!is_control(frame) && (kind == CONTINUED) != frame->in_message)
        return "pieces of messages are mixed up";
    return NULL;
}

static int end_control(struct net_socket *socket)
{
    struct frame *frame = &socket->frame;
    unsigned size = frame->control_size;
    frame->control_size = 0;
    if (kind_of(frame) == CLOSE)
        return socket_peer_closes(socket, frame->control, size);
    /* They cost as much as a message does. */
    if (socket->stage != STAGE_SOCKET || socket->ending ||
        !socket_pays(socket) || kind_of(frame) == PONG)
        return 0;
    return socket_write_frame(socket, PONG, frame->control, size) ? 0 : -1;
}

/* Eight bytes at a time, because it is done with every byte that comes in. */
static void unmask(char *bytes, size_t size, const uint8_t mask[4], unsigned at)
{
    uint8_t turned[8];
    uint64_t word;
    uint64_t key;
    size_t i = 0;
    for (unsigned k = 0; k < sizeof turned; k++)
        turned[k] = mask[(at + k) % 4];
    memcpy(&key, turned, sizeof key);
    for (; size - i >= sizeof word; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        word ^= key;
        memcpy(bytes + i, &word, sizeof word);
    }
    for (; i < size; i++)
        bytes[i] = (char)(bytes[i] ^ turned[i % 4]);
}

/* A part of the payload, of size 0 if there is none. */
static int take_payload(struct net_socket *socket, char *bytes, size_t size)
{
    struct frame *frame = &socket->frame;
    bool final = frame->header[0] & FINAL;
    int result = 0;
    unmask(bytes, size, frame->header + frame->need - 4, frame->mask_at);
    frame->mask_at += (unsigned)size;
    frame->left -= size;
    if (is_control(frame)) {
        memcpy(frame->control + frame->control_size, bytes, size);
        frame->control_size += (unsigned)size;
        result = frame->left == 0 ? end_control(socket) : 0;
    } else if (kind_of(frame) == BINARY) {
        socket_refuse(socket, NET_REFUSED_MESSAGE_KIND, 1003, "text only");
    } else {
        result = socket_received(socket, bytes, size, frame->left, final);
    }
    if (frame->left == 0)
        frame->have = 0;
    return result;
}

static int end_header(struct net_socket *socket, char *bytes)
{
    struct frame *frame = &socket->frame;
    frame->left = length_of(frame);
    frame->mask_at = 0;
    if (!is_control(frame))
        frame->in_message = !(frame->header[0] & FINAL);
    if (!is_control(frame) && !socket_fits(socket, frame->left)) {
        give_up(socket, NET_REFUSED_MESSAGE_SIZE, 1009, "too long");
        return 0;
    }
    return frame->left == 0 ? take_payload(socket, bytes, 0) : 0;
}

/* True while a header is still to come. */
static bool in_header(const struct frame *frame)
{
    return frame->have < 2 || frame->have < frame->need;
}

ssize_t frames_read(struct net_socket *socket, char *bytes, size_t size)
{
    struct frame *frame = &socket->frame;
    if (frame->lost)
        return (ssize_t)size;
    if (!in_header(frame)) {
        size_t part = size < frame->left ? size : (size_t)frame->left;
        return take_payload(socket, bytes, part) == 0 ? (ssize_t)part : -1;
    }
    frame->header[frame->have++] = (uint8_t)bytes[0];
    if (frame->have == 2) {
        const char *fault = first_fault(frame);
        frame->need = 2 + length_bytes(frame) + 4;
        if (fault) {
            give_up(socket, NET_REFUSED_BAD_REQUEST, 1002, fault);
            return (ssize_t)size;
        }
    }
    if (in_header(frame))
        return 1;
    return end_header(socket, bytes) == 0 ? 1 : -1;
}
