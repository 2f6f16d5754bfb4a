/* HTTP and WebSocket on one port, for a program with one loop; it knows no
 * game. libwebsockets has the streams of bytes, with TLS or without, and libuv
 * waits; whoever uses this sees neither. Everything happens in the thread that
 * runs net_run(), but for net_wake().
 *
 * In each lap of the loop the handlers are called for whatever came in, and
 * then `lap` once: what was sent or replied before it or in it is written
 * after it. So a user can make things durable in `lap` before anybody is told.
 *
 * Who may open a WebSocket: a page whose origin (scheme, host and port, all
 * three) is the server's own, by its Host header, or is in the list; anybody
 * without an Origin header, as programs are, if they send no cookie either: a
 * browser's cookie never counts unless the browser says whose page it is. The
 * rest gets 403. HTTP is 1.1 only.
 *
 * Who pays for what is asked: whoever has a token has a share of their own, of
 * messages and of connections; the share of an address is for those without. A
 * token costs nothing to make up, so each address can bring only so many new
 * ones in a time: those above it share the address's until there is room. */
#ifndef NET_NET_H
#define NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NET_ADDRESS 64
#define NET_TEXT 512
#define NET_WHY 256

struct net;
struct net_socket;  /* a WebSocket */
struct net_request; /* an HTTP request */

struct net_limits {
    unsigned connections;             /* in all; more are refused with 503 */
    unsigned connections_per_address; /* of those without a token; with one
                                         all together may have four times as
                                         many. 0: no limit */
    unsigned connections_per_person;  /* that don't count for the address */
    unsigned message_bytes;           /* of one that comes in, whole */
    unsigned body_bytes;              /* of an HTTP request */
    unsigned queue_bytes;             /* waiting to go out after writing: slow
                                         readers are dropped beyond it; within
                                         a lap four times as much may wait */
    unsigned messages_per_second; /* of one socket, on average, (0: no limit) */
    unsigned messages_burst;      /* and at once */
    unsigned person_per_second;   /* messages and requests; 0: no limit */
    unsigned person_burst;
    unsigned address_per_second; /* the same of an address (IPv6: of a /64),
                                         of those without a token */
    unsigned address_burst;
    unsigned header_ms; /* until a request, its body, or a message
                                         in pieces is whole */
    unsigned idle_ms;   /* between pings; one that goes unanswered
                                         until the next ends the socket */
};

struct net_limits net_limits_default(void);

/* Why something was refused, for counting. */
#define NET_REFUSALS(X)                                                        \
    X(CONNECTIONS, "connections")                                              \
    X(ADDRESS_CONNECTIONS, "address_connections")                              \
    X(HOST, "host") /* a name that is not ours */                              \
    X(ORIGIN, "origin")                                                        \
    X(MESSAGE_SIZE, "message_size")                                            \
    X(MESSAGE_KIND, "message_kind") /* binary, bad UTF-8 */                    \
    X(HEAD_SIZE, "head_size")                                                  \
    X(BODY_SIZE, "body_size")                                                  \
    X(RATE, "rate")                                                            \
    X(PERSON_RATE, "person_rate")                                              \
    X(ADDRESS_RATE, "address_rate")                                            \
    X(SLOW_READER, "slow_reader")                                              \
    X(SLOW_HEADER, "slow_header")                                              \
    X(IDLE, "idle")                                                            \
    X(BAD_REQUEST, "bad_request")

enum net_refusal {
#define X(name, word) NET_REFUSED_##name,
    NET_REFUSALS(X)
#undef X
        NET_REFUSAL_COUNT
};

const char *net_refusal_name(enum net_refusal refusal);

struct net_counts {
    uint64_t refused[NET_REFUSAL_COUNT];
    uint64_t accepted;
    unsigned connections; /* now */
    unsigned sockets;     /* of them WebSockets */
    uint64_t messages_in, messages_out;
    uint64_t bytes_in, bytes_out;
};

struct net_handlers {
    void *context;
    /* Whose token that is: false if it can't be anybody's. */
    bool (*person)(void *context, const char *token, size_t size,
                   uint8_t key[16]);
    /* A WebSocket was opened (its origin is allowed): false refuses it.
     * `token` is the one of `Authorization: Bearer`, or the value of the
     * cookie `config.cookie`, or "". Whoever wants to give a reason calls
     * net_end() before it returns false. close() is not called for a socket
     * that was refused. */
    bool (*open)(void *context, struct net_socket *socket, const char *path,
                 const char *token);
    /* A whole text message of valid UTF-8. */
    void (*message)(void *context, struct net_socket *socket, const char *text,
                    size_t size);
    /* The socket is gone; nothing may be sent to it any more. Called once for
     * each that open() was content with, after net_end() too, and by
     * net_close() for those still there. */
    void (*close)(void *context, struct net_socket *socket);
    /* An HTTP request that no file answers, body and all. It is answered by
     * net_reply() before this returns, or later with net_hold(); until `lap` has
     * returned a second net_reply() takes the place of the first. */
    void (*request)(void *context, struct net_request *request);
    /* The end of a lap of the loop in which anything happened. */
    void (*lap)(void *context);
    /* Does what is due and returns the milliseconds until this is to be called
     * again, or UINT64_MAX. Called after every lap and when that time has
     * come, with a lap after it then; if it returns 0 or sends anything, the
     * next lap comes at once. */
    uint64_t (*timer)(void *context);
    /* net_wake() was called since, once or often. */
    void (*woken)(void *context);
    /* Words for a log; never with a message's or a cookie's content. */
    void (*log)(void *context, const char *words);
};

struct net_config {
    char listen[NET_ADDRESS]; /* an address, or "" for all */
    unsigned port;            /* 0: any that is free, see net_port() */
    int inherited;            /* a listening descriptor, or -1 */
    const char *cert;         /* TLS, or NULL */
    const char *key;
    const char *files; /* folder of static files, or NULL; NAME.br and NAME.gz
                          beside NAME are it, compressed. Paths that name no
                          file and do not end like a file's name are
                          index.html */
    const char *const *handled; /* but for these and all below them ("/api"), up
                                   to a NULL; or NULL */
    const char *const *origins; /* "https://a.example", up to a NULL; the
                                   server's own addresses are always in */
    const char *host; /* the name by which browsers know us, without a port:
                         then requests to another name are refused, but for
                         localhost and addresses in digits. NULL: any */
    bool trust_proxy; /* every connection comes from our own proxy: the
                                 client's address is the last of its
                                 X-Forwarded-For, scheme and host are in
                                 X-Forwarded-Proto and -Host */
    const char *socket_path; /* "/ws" */
    const char *cookie;      /* the cookie that open() is told */
    struct net_limits limits;
};

/* Listens from now on. The strings of `config` must stay as long as the net
 * does. NULL with a sentence in `why`. */
struct net *net_open(const struct net_config *config,
                     const struct net_handlers *handlers, char why[NET_WHY]);
unsigned net_port(const struct net *net);
/* Until net_stop(). */
void net_run(struct net *net);
/* No new connections; WebSockets end with code 1001. Ends net_run() once
 * everything queued is written, or after `ms`. */
void net_stop(struct net *net, unsigned ms);
void net_close(struct net *net);
/* From any thread, and from a signal handler. */
void net_wake(struct net *net);
/* No new connections from now on. */
void net_refuse_new(struct net *net);
const struct net_counts *net_get_counts(const struct net *net);

/* ---- WebSockets -------------------------------------------------------- */

/* Text in UTF-8, copied. Nothing is sent to a socket that ends. */
void net_send(struct net_socket *socket, const char *text, size_t size);
/* Bytes that were sent and still wait to be written. */
size_t net_waiting(const struct net_socket *socket);
/* Closes it after what was sent; at most 120 bytes of the reason are told. */
void net_end(struct net_socket *socket, unsigned code, const char *reason);
void net_set_user(struct net_socket *socket, void *user);
void *net_user(const struct net_socket *socket);
const char *net_address(const struct net_socket *socket);
/* Sets who is there, once a message has identified them. */
void net_set_person(struct net_socket *socket, const uint8_t key[16]);
/* Whether that person has a share of their own. */
bool net_has_share(const struct net_socket *socket);

/* ---- HTTP -------------------------------------------------------------- */

const char *net_method(const struct net_request *request);
/* Decoded, without the query. */
const char *net_path(const struct net_request *request);
/* A parameter of the query, decoded; NULL if there is none. */
const char *net_query(const struct net_request *request, const char *name);
const char *net_body(const struct net_request *request, size_t *size);
/* A header by its lower-case name ("authorization"), or NULL. */
const char *net_header(const struct net_request *request, const char *name);
/* The value of the cookie `config.cookie`, or "": of several the first that is
 * a token. */
const char *net_request_cookie(const struct net_request *request);
const char *net_request_address(const struct net_request *request);
/* False for a request with an Origin that is not allowed. */
bool net_origin_allowed(const struct net_request *request);
/* `headers`: further ones as "name: value\r\n", or "". A HEAD request gets the
 * size of the body, but not the body. */
void net_reply(struct net_request *request, unsigned status, const char *type,
               const char *headers, const char *body, size_t size);
/* No reply is written, and one may still be made, until net_release(), which is
 * owed for each: it is the caller's even when the connection is gone. */
void net_hold(struct net_request *request);
void net_release(struct net_request *request);
/* Whether nobody waits for a reply any more. */
bool net_is_gone(const struct net_request *request);

#endif
