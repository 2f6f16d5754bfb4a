/* Thousands of WebSocket clients in one thread, for load and for tests: plain
 * sockets, epoll, and just enough of the protocol to talk to a server that
 * keeps to it. The server is on this machine. */
#ifndef BENCH_WS_CLIENT_H
#define BENCH_WS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

struct ws_pool;
struct ws_conn;

struct ws_handlers {
    void *context;
    void (*open)(void *context, struct ws_conn *conn);
    /* A whole message; the text has a NUL behind it and may be changed. */
    void (*message)(void *context, struct ws_conn *conn, char *text,
                    size_t size);
    /* It is closed and gone after this. `code`: of the close frame, or of HTTP
     * if the server refused, or 0. */
    void (*closed)(void *context, struct ws_conn *conn, unsigned code);
};

struct ws_pool *ws_pool_new(const struct ws_handlers *handlers);
/* Closes all that are left, without telling. */
void ws_pool_free(struct ws_pool *pool);
/* How many are connecting or open. */
unsigned ws_pool_count(const struct ws_pool *pool);
/* Waits up to `ms` for anything to happen, and handles it. */
void ws_pool_run(struct ws_pool *pool, int ms);

/* Begins to connect to 127.0.0.1. `source`: 0, or which of 65 000 addresses of
 * this machine it comes from. `fields`: further header fields, each with its
 * "\r\n", or "". Without a `path` nothing is asked for: that is left to the
 * caller and ws_send_raw(). NULL if there is no descriptor or memory left. */
struct ws_conn *ws_connect(struct ws_pool *pool, unsigned port,
                           const char *path, unsigned source,
                           const char *fields);
/* A text message, copied. What does not go out at once waits. */
void ws_send(struct ws_conn *conn, const char *text, size_t size);
/* Bytes as they are, for those who want to do wrong. */
void ws_send_raw(struct ws_conn *conn, const void *bytes, size_t size);
/* No more is read from it until it is told otherwise. */
void ws_set_reading(struct ws_conn *conn, bool reading);
/* Closes it at once; closed() is not called. */
void ws_close(struct ws_conn *conn);
void ws_set_user(struct ws_conn *conn, void *user);
void *ws_user(const struct ws_conn *conn);

#endif
