#define _GNU_SOURCE
#include "bench/ws_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define EVENTS 256
#define READ_AT_ONCE 65536

struct bytes {
    char *data;
    size_t size;
    size_t room;
};

struct ws_conn {
    struct ws_pool *pool;
    struct ws_conn *before;
    struct ws_conn *after;
    int fd;
    bool connected;
    bool open;
    bool dead; /* freed after this round of events */
    bool reading;
    bool waits_to_write;
    unsigned code;
    struct bytes in;
    struct bytes out;
    void *user;
};

struct ws_pool {
    struct ws_handlers handlers;
    int epoll;
    unsigned count;
    struct ws_conn *first;
    struct ws_conn *dead;
    char buffer[READ_AT_ONCE];
};

/* ---- Memory ------------------------------------------------------------ */

static bool reserve(struct bytes *bytes, size_t more)
{
    size_t need = bytes->size + more;
    if (need <= bytes->room)
        return true;
    char *grown = realloc(bytes->data, need + need / 2);
    if (!grown)
        return false;
    bytes->data = grown;
    bytes->room = need + need / 2;
    return true;
}

/* What is empty takes no memory: an idle connection is to be cheap here, too.
 */
static void drop_front(struct bytes *bytes, size_t size)
{
    bytes->size -= size;
    if (bytes->size > 0) {
        memmove(bytes->data, bytes->data + size, bytes->size);
        return;
    }
    free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

/* ---- Beginning and end ------------------------------------------------- */

struct ws_pool *ws_pool_new(const struct ws_handlers *handlers)
{
    struct ws_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->handlers = *handlers;
    pool->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (pool->epoll < 0) {
        free(pool);
        return NULL;
    }
    return pool;
}

static void bury(struct ws_pool *pool)
{
    while (pool->dead) {
        struct ws_conn *conn = pool->dead;
        pool->dead = conn->after;
        free(conn->in.data);
        free(conn->out.data);
        free(conn);
    }
}

void ws_close(struct ws_conn *conn)
{
    struct ws_pool *pool = conn->pool;
    if (conn->dead)
        return;
    conn->dead = true;
    close(conn->fd);
    if (conn->before)
        conn->before->after = conn->after;
    else
        pool->first = conn->after;
    if (conn->after)
        conn->after->before = conn->before;
    conn->after = pool->dead;
    pool->dead = conn;
    pool->count--;
}

void ws_pool_free(struct ws_pool *pool)
{
    if (!pool)
        return;
    while (pool->first)
        ws_close(pool->first);
    bury(pool);
    close(pool->epoll);
    free(pool);
}

unsigned ws_pool_count(const struct ws_pool *pool)
{
    return pool->count;
}

static void lost(struct ws_conn *conn)
{
    struct ws_pool *pool = conn->pool;
    if (conn->dead)
        return;
    if (pool->handlers.closed)
        pool->handlers.closed(pool->handlers.context, conn, conn->code);
    ws_close(conn);
}

static void watch(struct ws_conn *conn, int action)
{
    struct epoll_event event = {.data.ptr = conn};
    event.events = conn->reading ? EPOLLIN : 0;
    if (conn->waits_to_write || !conn->connected)
        event.events |= EPOLLOUT;
    epoll_ctl(conn->pool->epoll, action, conn->fd, &event);
}

static int start(unsigned port, unsigned source)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in from = {.sin_family = AF_INET};
    int yes = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (source > 0) {
        setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
        from.sin_addr.s_addr = htonl(0x7f010000u + source);
        if (bind(fd, (struct sockaddr *)&from, sizeof from) != 0) {
            close(fd);
            return -1;
        }
    }
    if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0 &&
        errno != EINPROGRESS) {
        close(fd);
        return -1;
    }
    return fd;
}

struct ws_conn *ws_connect(struct ws_pool *pool, unsigned port,
                           const char *path, unsigned source,
                           const char *fields)
{
    char request[4096];
    struct ws_conn *conn = calloc(1, sizeof *conn);
    if (!conn)
        return NULL;
    conn->fd = start(port, source);
    if (conn->fd < 0) {
        free(conn);
        return NULL;
    }
    conn->pool = pool;
    conn->reading = true;
    conn->after = pool->first;
    if (pool->first)
        pool->first->before = conn;
    pool->first = conn;
    pool->count++;
    watch(conn, EPOLL_CTL_ADD);
    if (!path)
        return conn;
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n"
             "Upgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
             "Sec-WebSocket-Version: 13\r\n%s\r\n",
             path, port, fields);
    ws_send_raw(conn, request, strlen(request));
    return conn;
}

/* ---- Out --------------------------------------------------------------- */

static void flush(struct ws_conn *conn)
{
    while (conn->out.size > 0) {
        ssize_t sent =
            send(conn->fd, conn->out.data, conn->out.size, MSG_NOSIGNAL);
        if (sent <= 0)
            break;
        drop_front(&conn->out, (size_t)sent);
    }
    if (conn->waits_to_write != (conn->out.size > 0)) {
        conn->waits_to_write = conn->out.size > 0;
        watch(conn, EPOLL_CTL_MOD);
    }
}

void ws_send_raw(struct ws_conn *conn, const void *bytes, size_t size)
{
    if (conn->dead || size == 0 || !reserve(&conn->out, size))
        return;
    memcpy(conn->out.data + conn->out.size, bytes, size);
    conn->out.size += size;
    if (conn->connected && !conn->waits_to_write)
        flush(conn);
}

/* A client must mask; it does not say that the mask can't be zeros, which
 * leave the text as it is. */
void ws_send(struct ws_conn *conn, const char *text, size_t size)
{
    unsigned char head[14] = {0x81};
    size_t used = 2;
    if (conn->dead)
        return;
    if (size < 126) {
        head[1] = (unsigned char)(0x80 | size);
    } else {
        size_t bytes = size < 65536 ? 2 : 8;
        head[1] = bytes == 2 ? 0xfe : 0xff;
        for (size_t i = 0; i < bytes; i++)
            head[used++] = (unsigned char)(size >> (8 * (bytes - 1 - i)));
    }
    used += 4;
    if (!reserve(&conn->out, used + size) || !conn->out.data)
        return;
    memcpy(conn->out.data + conn->out.size, head, used);
    memcpy(conn->out.data + conn->out.size + used, text, size);
    conn->out.size += used + size;
    if (conn->connected && !conn->waits_to_write)
        flush(conn);
}

/* ---- In ---------------------------------------------------------------- */

/* False until the head is whole, or if the server refuses. */
static bool read_head(struct ws_conn *conn)
{
    char *end = memmem(conn->in.data, conn->in.size, "\r\n\r\n", 4);
    if (!end || end - conn->in.data < 12)
        return false;
    unsigned long status =
        strtoul(conn->in.data + strlen("HTTP/1.1 "), NULL, 10);
    if (status != 101) {
        conn->code = (unsigned)status;
        lost(conn);
        return false;
    }
    drop_front(&conn->in, (size_t)(end + 4 - conn->in.data));
    conn->open = true;
    if (conn->pool->handlers.open)
        conn->pool->handlers.open(conn->pool->handlers.context, conn);
    return !conn->dead;
}

static void handle(struct ws_conn *conn, unsigned kind, char *text, size_t size)
{
    struct ws_pool *pool = conn->pool;
    if (kind == 1 && pool->handlers.message) {
        pool->handlers.message(pool->handlers.context, conn, text, size);
    } else if (kind == 9 && size < 126) {
        unsigned char pong[6 + 126] = {0x8a, (unsigned char)(0x80 | size)};
        memcpy(pong + 6, text, size);
        ws_send_raw(conn, pong, 6 + size);
    } else if (kind == 8) {
        unsigned char bye[] = {0x88, 0x80, 0, 0, 0, 0};
        if (size >= 2)
            conn->code = (unsigned char)text[0] * 256u + (unsigned char)text[1];
        ws_send_raw(conn, bye, sizeof bye);
    }
}

/* The first frame of `data`, if it is whole: how long all of it is, else 0. */
static size_t frame_size(const unsigned char *data, size_t have, size_t *head,
                         size_t *size)
{
    *head = 2;
    if (have < 2)
        return 0;
    *size = data[1] & 0x7f;
    if (*size >= 126) {
        size_t bytes = *size == 126 ? 2 : 8;
        *head += bytes;
        if (have < *head)
            return 0;
        *size = 0;
        for (size_t i = 0; i < bytes; i++)
            *size = *size << 8 | data[2 + i];
    }
    return have - *head >= *size ? *head + *size : 0;
}

static void read_frames(struct ws_conn *conn)
{
    size_t at = 0;
    while (!conn->dead) {
        size_t head;
        size_t size;
        char *data = conn->in.data + at;
        size_t all =
            frame_size((unsigned char *)data, conn->in.size - at, &head, &size);
        if (all == 0)
            break;
        char behind = data[all]; /* there is always one byte of room */
        data[all] = '\0';
        handle(conn, (unsigned char)data[0] & 15, data + head, size);
        if (!conn->dead)
            data[all] = behind;
        at += all;
    }
    if (!conn->dead && at > 0)
        drop_front(&conn->in, at);
}

static void read_some(struct ws_conn *conn)
{
    struct ws_pool *pool = conn->pool;
    ssize_t got = recv(conn->fd, pool->buffer, sizeof pool->buffer, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0 || !reserve(&conn->in, (size_t)got + 1)) {
        lost(conn);
        return;
    }
    memcpy(conn->in.data + conn->in.size, pool->buffer, (size_t)got);
    conn->in.size += (size_t)got;
    if (!conn->open && !read_head(conn))
        return;
    if (conn->in.size > 0)
        read_frames(conn);
}

void ws_pool_run(struct ws_pool *pool, int ms)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(pool->epoll, events, EVENTS, ms);
    for (int i = 0; i < count; i++) {
        struct ws_conn *conn = events[i].data.ptr;
        if (conn->dead)
            continue;
        if (!conn->connected && events[i].events & EPOLLOUT) {
            conn->connected = true;
            conn->waits_to_write = true;
        }
        if (conn->waits_to_write && events[i].events & EPOLLOUT)
            flush(conn);
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            read_some(conn);
    }
    bury(pool);
}

/* ---- The rest ---------------------------------------------------------- */

void ws_set_reading(struct ws_conn *conn, bool reading)
{
    if (conn->dead || conn->reading == reading)
        return;
    conn->reading = reading;
    watch(conn, EPOLL_CTL_MOD);
}

void ws_set_user(struct ws_conn *conn, void *user)
{
    conn->user = user;
}

void *ws_user(const struct ws_conn *conn)
{
    return conn->user;
}
