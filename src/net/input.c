/* Bytes that come in, in whatever pieces the network brings them: a stage of
 * the connection says whose they are. What comes while a request is answered is
 * kept for later, and no more of it is read meanwhile. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <stdlib.h>
#include <string.h>

/* A reader says how many of the bytes it has taken: 0 to be asked again later,
 * -1 to close. */
typedef ssize_t reader(struct net_socket *socket, char *bytes, size_t size);

static ssize_t wrong_head(struct net_socket *socket,
                          const struct head_error *error, size_t size)
{
    net_refused(socket->net, error->status == 431 || error->status == 414
                                 ? NET_REFUSED_HEAD_SIZE
                                 : NET_REFUSED_BAD_REQUEST);
    refuse_now(socket, error->status, error->words);
    return connection_linger(socket) == 0 ? (ssize_t)size : -1;
}

static ssize_t read_head(struct net_socket *socket, char *bytes, size_t size)
{
    struct head_error error;
    size_t used;
    enum head_state state =
        head_add(&socket->head_text, bytes, size, &used, &error);
    if (state == HEAD_MORE)
        return (ssize_t)used;
    if (state == HEAD_WHOLE)
        socket->head = head_parse(&socket->head_text, &error);
    if (!socket->head)
        return wrong_head(socket, &error, size);
    return http_request(socket) == 0 ? (ssize_t)used : -1;
}

static ssize_t read_body(struct net_socket *socket, char *bytes, size_t size)
{
    size_t part = size < socket->body_left ? size : (size_t)socket->body_left;
    http_body(socket, bytes, part);
    socket->body_left -= part;
    if (socket->body_left == 0)
        http_body_done(socket);
    return (ssize_t)part;
}

static ssize_t keep(struct net_socket *socket, char *bytes, size_t size)
{
    (void)socket;
    (void)bytes;
    (void)size;
    return 0;
}

static ssize_t ignore(struct net_socket *socket, char *bytes, size_t size)
{
    (void)socket;
    (void)bytes;
    return (ssize_t)size;
}

static ssize_t end(struct net_socket *socket, char *bytes, size_t size)
{
    (void)socket;
    (void)bytes;
    (void)size;
    return -1;
}

static reader *const readers[STAGE_COUNT] = {
    [STAGE_HEAD] = read_head,     [STAGE_BODY] = read_body,
    [STAGE_REPLY] = keep,         [STAGE_SOCKET] = frames_read,
    [STAGE_ENDING] = frames_read, [STAGE_LINGER] = ignore,
    [STAGE_DROPPED] = end,
};

/* Kept once for a connection that is not read from, so it is one buffer of
 * libwebsockets' at most. */
static int hold(struct net_socket *socket, const char *bytes, size_t size)
{
    char *held = malloc(size);
    if (!held)
        return -1;
    memcpy(held, bytes, size);
    free(socket->held);
    socket->held = held;
    socket->held_size = size;
    return 0;
}

int input_received(struct net_socket *socket, char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t used = readers[socket->stage](socket, bytes, size);
        if (used < 0)
            return -1;
        if (used == 0)
            return hold(socket, bytes, size);
        bytes += used;
        size -= (size_t)used;
    }
    return 0;
}

int input_go_on(struct net_socket *socket)
{
    char *held = socket->held;
    size_t size = socket->held_size;
    socket->held = NULL;
    socket->held_size = 0;
    int result = held ? input_received(socket, held, size) : 0;
    free(held);
    return result;
}

void input_forget(struct net_socket *socket)
{
    head_text_free(&socket->head_text);
    head_free(socket->head);
    free(socket->held);
}
