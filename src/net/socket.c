/* WebSockets: whole messages in, queued messages out, and how one ends. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define FRAME_HEADER 10
#define FRAME_TEXT 1
#define FRAME_CLOSE 8
#define FRAME_PING 9

/* ---- Out --------------------------------------------------------------- */

/* A whole message in one frame, unmasked as a server's are. Frames are made
 * here and written as they are, so that several go out in one call. */
static size_t put_header(unsigned char *at, unsigned char kind, size_t size)
{
    at[0] = (unsigned char)(0x80 | kind);
    if (size < 126) {
        at[1] = (unsigned char)size;
        return 2;
    }
    size_t bytes = size < 65536 ? 2 : 8;
    at[1] = bytes == 2 ? 126 : 127;
    for (size_t i = 0; i < bytes; i++)
        at[2 + i] = (unsigned char)(size >> (8 * (bytes - 1 - i)));
    return 2 + bytes;
}

void net_send(struct net_socket *socket, const char *text, size_t size)
{
    struct net *net = socket->net;
    if (socket->stage != STAGE_SOCKET || socket->ending)
        return;
    struct message_out *out = NULL;
    if (socket->queued + size <= (size_t)net->config.limits.queue_bytes * 4)
        out = malloc(sizeof *out + FRAME_HEADER + size);
    if (!out) {
        net_refused(net, NET_REFUSED_SLOW_READER);
        net_end(socket, 1013, "too much is waiting for you");
        return;
    }
    size_t header = put_header(out->bytes, FRAME_TEXT, size);
    memcpy(out->bytes + header, text, size);
    out->next = NULL;
    out->size = header + size;
    if (socket->last)
        socket->last->next = out;
    else
        socket->first = out;
    socket->last = out;
    if (!socket->fresh)
        socket->fresh = out;
    socket->queued += out->size;
    net_mark(socket);
}

size_t net_waiting(const struct net_socket *socket)
{
    return socket->queued;
}

void net_end(struct net_socket *socket, unsigned code, const char *reason)
{
    if (socket->stage != STAGE_SOCKET || socket->ending)
        return;
    size_t size = strlen(reason);
    if (size > NET_REASON)
        size = NET_REASON;
    /* Not in the middle of a character. */
    while (size > 0 && !utf8_is_valid(reason, size))
        size--;
    socket->ending = true;
    socket->end_code = code;
    memcpy(socket->end_reason, reason, size);
    socket->end_size = size;
    connection_wait(socket, WAIT_CLOSE);
    net_mark(socket);
}

void socket_seen(struct net_socket *socket)
{
    socket->fresh = NULL;
}

static void drop_first(struct net_socket *socket)
{
    struct message_out *out = socket->first;
    socket->first = out->next;
    if (!socket->first)
        socket->last = NULL;
    socket->queued -= out->size;
    socket->net->counts.messages_out++;
    socket->net->counts.bytes_out += out->size;
    free(out);
}

/* While not all of it is gone nothing is read either: else somebody who sends
 * and does not read would keep libwebsockets busy. */
static bool write_raw(struct net_socket *socket, unsigned char *bytes,
                      size_t size)
{
    bool written = lws_write(socket->wsi, bytes, size, LWS_WRITE_RAW) >= 0;
    if (written && lws_partial_buffered(socket->wsi)) {
        connection_listen(socket, false);
        lws_callback_on_writable(socket->wsi);
    }
    return written;
}

bool socket_write_frame(struct net_socket *socket, unsigned char kind,
                        const unsigned char *bytes, size_t size)
{
    unsigned char frame[FRAME_HEADER + NET_CONTROL];
    size_t header = put_header(frame, kind, size);
    memcpy(frame + header, bytes, size);
    return write_raw(socket, frame, header + size);
}

/* As many messages as fit together, or one that is long; false if the
 * connection is broken. */
static bool write_some(struct net_socket *socket)
{
    unsigned char *batch = socket->net->batch;
    struct message_out *out = socket->first;
    size_t used = 0;
    if (out->size > NET_CHUNK) {
        bool written = write_raw(socket, out->bytes, out->size);
        drop_first(socket);
        return written;
    }
    while ((out = socket->first) && out != socket->fresh &&
           out->size <= NET_CHUNK - used) {
        memcpy(batch + used, out->bytes, out->size);
        used += out->size;
        drop_first(socket);
    }
    return write_raw(socket, batch, used);
}

bool socket_flush(struct net_socket *socket)
{
    struct net *net = socket->net;
    if (socket->stage != STAGE_SOCKET)
        return true;
    /* libwebsockets would take more and keep it in memory of its own: what
     * can't be written stays here, where it is counted. */
    while (socket->first && socket->first != socket->fresh &&
           !lws_partial_buffered(socket->wsi)) {
        if (!write_some(socket))
            return false;
        /* Whoever goes on reading is waited for. */
        if (socket->ending)
            connection_wait(socket, WAIT_CLOSE);
    }
    if (socket->queued > net->config.limits.queue_bytes && !socket->fresh) {
        net_refused(net, NET_REFUSED_SLOW_READER);
        return false;
    }
    if (socket->first || socket->ending)
        lws_callback_on_writable(socket->wsi);
    return true;
}

static int begin_end(struct net_socket *socket)
{
    unsigned char bytes[2 + NET_REASON];
    bytes[0] = (unsigned char)(socket->end_code >> 8);
    bytes[1] = (unsigned char)socket->end_code;
    memcpy(bytes + 2, socket->end_reason, socket->end_size);
    socket->stage = STAGE_ENDING;
    connection_wait(socket, WAIT_CLOSE);
    if (!socket_write_frame(socket, FRAME_CLOSE, bytes, 2 + socket->end_size))
        return -1;
    return socket->frame.lost ? connection_linger(socket) : 0;
}

int socket_writable(struct net_socket *socket)
{
    static const unsigned char ping[] = {'p'};
    if (socket->stage == STAGE_DROPPED)
        return -1;
    if (!lws_partial_buffered(socket->wsi))
        connection_listen(socket, true);
    if (socket->stage == STAGE_LINGER)
        return connection_linger(socket);
    if (socket->stage != STAGE_SOCKET)
        return 0;
    if (socket->want_ping) {
        socket->want_ping = false;
        if (!socket_write_frame(socket, FRAME_PING, ping, sizeof ping))
            return -1;
    }
    if (!socket_flush(socket))
        return -1;
    if (socket->ending && !socket->first &&
        !lws_partial_buffered(socket->wsi) && !socket->dirty)
        return begin_end(socket);
    return 0;
}

/* ---- In ---------------------------------------------------------------- */

void socket_refuse(struct net_socket *socket, enum net_refusal refusal,
                   unsigned code, const char *reason)
{
    if (socket->stage != STAGE_SOCKET || socket->ending)
        return;
    net_refused(socket->net, refusal);
    net_end(socket, code, reason);
}

bool socket_pays(struct net_socket *socket)
{
    struct net *net = socket->net;
    const struct net_limits *limits = &net->config.limits;
    if (!bucket_take(&socket->bucket, net_now(net), limits->messages_per_second,
                     limits->messages_burst)) {
        socket_refuse(socket, NET_REFUSED_RATE, 1008, "too many messages");
        return false;
    }
    enum net_refusal refusal = payer_pays(socket);
    if (refusal != NET_REFUSAL_COUNT)
        socket_refuse(socket, refusal, 1008,
                      refusal == NET_REFUSED_PERSON_RATE
                          ? "you are sending too many messages"
                          : "too many messages from your address");
    return refusal == NET_REFUSAL_COUNT;
}

bool socket_fits(const struct net_socket *socket, uint64_t size)
{
    size_t most = socket->net->config.limits.message_bytes;
    return size <= most - socket->pieces_size;
}

static void deliver(struct net_socket *socket, const char *text, size_t size)
{
    struct net *net = socket->net;
    if (!socket_pays(socket))
        return;
    if (!utf8_is_valid(text, size)) {
        socket_refuse(socket, NET_REFUSED_MESSAGE_KIND, 1007, "not UTF-8");
        return;
    }
    net->counts.messages_in++;
    net->counts.bytes_in += size;
    net->happened = true;
    net->handlers.message(net->handlers.context, socket, text, size);
}

static bool keep_piece(struct net_socket *socket, const char *bytes,
                       size_t size, size_t whole)
{
    if (whole > socket->pieces_room) {
        char *grown = realloc(socket->pieces, whole);
        if (!grown)
            return false;
        socket->pieces = grown;
        socket->pieces_room = whole;
    }
    memcpy(socket->pieces + socket->pieces_size, bytes, size);
    socket->pieces_size += size;
    return true;
}

static void forget_pieces(struct net_socket *socket)
{
    free(socket->pieces);
    socket->pieces = NULL;
    socket->pieces_size = 0;
    socket->pieces_room = 0;
    socket->frames = 0;
    if (socket->waiting == WAIT_PIECES)
        connection_wait(socket, WAIT_PING);
}

int socket_received(struct net_socket *socket, const char *bytes, size_t size,
                    uint64_t left, bool final)
{
    if (socket->stage != STAGE_SOCKET || socket->ending)
        return 0;
    if (left == 0 && ++socket->frames > NET_FRAMES) {
        forget_pieces(socket);
        socket_refuse(socket, NET_REFUSED_MESSAGE_SIZE, 1009,
                      "too many pieces");
        return 0;
    }
    bool whole = left == 0 && final;
    if (whole && !socket->pieces) {
        socket->frames = 0;
        deliver(socket, bytes, size);
        return 0;
    }
    if (!keep_piece(socket, bytes, size,
                    socket->pieces_size + size + (size_t)left + 1))
        return -1;
    if (!whole) {
        if (socket->waiting != WAIT_PIECES)
            connection_wait(socket, WAIT_PIECES);
        return 0;
    }
    deliver(socket, socket->pieces, socket->pieces_size);
    forget_pieces(socket);
    return 0;
}

/* ---- Beginning and end ------------------------------------------------- */

void socket_opened(struct net_socket *socket, const char *token)
{
    struct net *net = socket->net;
    socket->stage = STAGE_SOCKET;
    connection_wait(socket, WAIT_PING);
    bucket_fill(&socket->bucket, net_now(net),
                net->config.limits.messages_burst);
    net->counts.sockets++;
    net->happened = true;
    socket->opened = true;
    if (!net->handlers.open(net->handlers.context, socket,
                            net->config.socket_path, token)) {
        socket->opened = false;
        net->counts.sockets--;
        net_end(socket, 1008, "refused");
    }
}

/* Their code is said again, as long as it is one that may be said. */
static unsigned close_code(const unsigned char *bytes, size_t size)
{
    unsigned code = size < 2 ? 1000 : (unsigned)(bytes[0] << 8 | bytes[1]);
    bool known = (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006));
    return size != 1 && (known || (code >= 3000 && code < 5000)) ? code : 1002;
}

int socket_peer_closes(struct net_socket *socket, const unsigned char *bytes,
                       size_t size)
{
    unsigned code = close_code(bytes, size);
    unsigned char answer[2] = {(unsigned char)(code >> 8), (unsigned char)code};
    bool first = socket->stage == STAGE_SOCKET;
    socket_closed(socket);
    if (first && !socket_write_frame(socket, FRAME_CLOSE, answer, 2))
        return -1;
    return connection_linger(socket);
}

void socket_closed(struct net_socket *socket)
{
    struct net *net = socket->net;
    socket->stage = STAGE_DROPPED;
    if (!socket->opened)
        return;
    socket->opened = false;
    net->counts.sockets--;
    net->happened = true;
    net->handlers.close(net->handlers.context, socket);
}

void socket_forget(struct net_socket *socket)
{
    while (socket->first) {
        struct message_out *next = socket->first->next;
        free(socket->first);
        socket->first = next;
    }
    free(socket->pieces);
}

void net_set_user(struct net_socket *socket, void *user)
{
    socket->user = user;
}

void *net_user(const struct net_socket *socket)
{
    return socket->user;
}

const char *net_address(const struct net_socket *socket)
{
    return socket->text;
}
