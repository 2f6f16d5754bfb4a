/* WebSockets: whole messages in, queued messages out, and how one ends. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <stdlib.h>
#include <string.h>

#include "net/http_text.h"

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

static void drop_from(struct net_socket *socket, struct message_out *out)
{
    while (out) {
        struct message_out *next = out->next;
        socket->queued -= out->size;
        free(out);
        out = next;
    }
}

void net_end(struct net_socket *socket, unsigned code, const char *reason)
{
    if (socket->stage != STAGE_SOCKET || socket->ending)
        return;
    size_t size = strlen(reason);
    if (size > NET_REASON)
        size = NET_REASON;
    /* Not in the middle of a character. */
    while (size > 0 && !text_is_utf8(reason, size))
        size--;
    socket->ending = true;
    socket->end_code = code;
    socket->end_reason = strndup(reason, size);
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

static bool write_raw(struct net_socket *socket, unsigned char *bytes,
                      size_t size)
{
    return lws_write(socket->wsi, bytes, size, LWS_WRITE_HTTP) >= 0;
}

/* As many messages as fit together, or one that is long; false if the
 * connection is broken. */
static bool write_some(struct net_socket *socket)
{
    unsigned char *batch = socket->net->batch;
    struct message_out *out = socket->first;
    size_t used = 0;
    if (out->size > NET_CHUNK || !out->next || out->next == socket->fresh) {
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

/* The close frame is written here: libwebsockets in Debian 12 closes at once
 * under libuv, and would lose its own. */
static int begin_end(struct net_socket *socket)
{
    unsigned char frame[FRAME_HEADER + 2 + NET_REASON];
    const char *reason = socket->end_reason ? socket->end_reason : "";
    size_t size = strlen(reason);
    size_t at = put_header(frame, FRAME_CLOSE, 2 + size);
    frame[at++] = (unsigned char)(socket->end_code >> 8);
    frame[at++] = (unsigned char)socket->end_code;
    for (size_t i = 0; i < size; i++)
        frame[at + i] = (unsigned char)reason[i];
    socket->stage = STAGE_ENDING;
    connection_wait(socket, WAIT_CLOSE);
    return write_raw(socket, frame, at + size) ? 0 : -1;
}

int socket_writable(struct net_socket *socket)
{
    unsigned char ping[FRAME_HEADER + 1];
    if (socket->stage == STAGE_DROPPED)
        return -1;
    if (socket->stage != STAGE_SOCKET)
        return 0;
    if (socket->want_ping) {
        socket->want_ping = false;
        /* With something in it: libwebsockets does not tell of the answer to
         * one that is empty. */
        size_t size = put_header(ping, FRAME_PING, 1);
        ping[size++] = 'p';
        if (!write_raw(socket, ping, size))
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

/* Ends it at once: what comes after a refusal is not looked at. */
static int refuse(struct net_socket *socket, enum net_refusal refusal,
                  unsigned code, const char *reason)
{
    net_refused(socket->net, refusal);
    net_end(socket, code, reason);
    return 0;
}

static int deliver(struct net_socket *socket, const char *text, size_t size)
{
    struct net *net = socket->net;
    const struct net_limits *limits = &net->config.limits;
    uint64_t now = net_now(net);
    if (!bucket_take(&socket->bucket, now, limits->messages_per_second,
                     limits->messages_burst))
        return refuse(socket, NET_REFUSED_RATE, 1008, "too many messages");
    if (!bucket_take(&socket->address->bucket, now, limits->address_per_second,
                     limits->address_burst))
        return refuse(socket, NET_REFUSED_ADDRESS_RATE, 1008,
                      "too many messages from your address");
    if (!text_is_utf8(text, size))
        return refuse(socket, NET_REFUSED_MESSAGE_KIND, 1007, "not UTF-8");
    net->counts.messages_in++;
    net->counts.bytes_in += size;
    net->happened = true;
    net->handlers.message(net->handlers.context, socket, text, size);
    return 0;
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
    if (size > 0)
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

int socket_received(struct net_socket *socket, const char *bytes, size_t size)
{
    struct lws *wsi = socket->wsi;
    size_t left = lws_remaining_packet_payload(wsi);
    size_t known = socket->pieces_size + size;
    socket->heard = true;
    if (socket->stage != STAGE_SOCKET || socket->ending)
        return socket->stage == STAGE_DROPPED ? -1 : 0;
    if (lws_frame_is_binary(wsi))
        return refuse(socket, NET_REFUSED_MESSAGE_KIND, 1003, "text only");
    if (left == 0)
        socket->frames++;
    if (left > socket->net->config.limits.message_bytes ||
        known + left > socket->net->config.limits.message_bytes ||
        socket->frames > NET_FRAMES) {
        forget_pieces(socket);
        return refuse(socket, NET_REFUSED_MESSAGE_SIZE, 1009, "too long");
    }
    bool whole = left == 0 && lws_is_final_fragment(wsi);
    if (whole && !socket->pieces) {
        socket->frames = 0;
        return deliver(socket, bytes, size);
    }
    if (!keep_piece(socket, bytes, size, known + left + 1))
        return -1;
    if (!whole) {
        if (socket->waiting != WAIT_PIECES)
            connection_wait(socket, WAIT_PIECES);
        return 0;
    }
    int result = deliver(socket, socket->pieces, socket->pieces_size);
    forget_pieces(socket);
    return result;
}

/* ---- Beginning and end ------------------------------------------------- */

int socket_opened(struct net_socket *socket)
{
    struct net *net = socket->net;
    char cookie[NET_TEXT] = "";
    socket->stage = STAGE_SOCKET;
    connection_wait(socket, WAIT_PING);
    bucket_fill(&socket->bucket, net_now(net),
                net->config.limits.messages_burst);
    if (!http_cookie(socket, cookie, sizeof cookie))
        cookie[0] = '\0';
    net->counts.sockets++;
    net->happened = true;
    socket->opened = true;
    if (!net->handlers.open(net->handlers.context, socket,
                            net->config.socket_path, cookie)) {
        socket->opened = false;
        net->counts.sockets--;
        net_end(socket, 1008, "refused");
    }
    return 0;
}

int socket_peer_closes(struct net_socket *socket)
{
    /* The answer to our own close, or theirs, which libwebsockets answers. */
    if (socket->stage == STAGE_ENDING)
        return -1;
    socket->stage = STAGE_ENDING;
    connection_wait(socket, WAIT_CLOSE);
    return 0;
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
    drop_from(socket, socket->first);
    socket->first = NULL;
    socket->last = NULL;
    socket->fresh = NULL;
    free(socket->pieces);
    socket->pieces = NULL;
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
