/* What the files of this module share. A connection is one struct from the
 * moment it is accepted, whether it speaks HTTP or has become a WebSocket;
 * libwebsockets' own struct for it dies a little later, and ours with it. */
#ifndef NET_INTERNAL_H
#define NET_INTERNAL_H

#include <libwebsockets.h>
#include <uv.h>

#include "net/limits.h"
#include "net/net.h"

#define NET_LISTENERS 4
#define NET_OVERFLOW 64       /* connections that are there to be refused */
#define NET_REQUESTS 1000     /* of one connection, one after the other */
#define NET_FRAMES 64         /* of one message */
#define NET_REASON 120        /* bytes, of why a socket ends */
#define NET_CHUNK 16384       /* of a file, written at once */
#define NET_CLOSE_MS 2000     /* until the other side has closed, too */
#define NET_SEND_BUFFER 65536 /* of the kernel, for a connection */

/* A connection waits for one thing at a time. All that wait for the same have
 * the same time for it, so the first of a list is always the next to be late
 * and no list has to be sorted. */
enum waiting {
    WAIT_HEADER, /* for a request to be whole */
    WAIT_PIECES, /* for a message to be whole */
    WAIT_REPLY,  /* for a reply to be taken */
    WAIT_PING,   /* for the next ping */
    WAIT_CLOSE,  /* for the other side to close */
    WAIT_COUNT
};

enum stage {
    STAGE_REQUEST, /* its head or its body comes in */
    STAGE_REPLY,
    STAGE_SOCKET, /* a WebSocket, open */
    STAGE_ENDING, /* it has been told to close, or has told us */
    STAGE_DROPPED /* whatever happens, it is on its way out */
};

struct message_out {
    struct message_out *next;
    size_t size;
    unsigned char bytes[]; /* the frame: header and text */
};

struct net_socket {
    struct net *net;
    struct lws *wsi; /* NULL while it is being adopted */
    struct address *address;
    void *user;
    enum stage stage;
    bool opened;   /* open() was content: close() is owed */
    bool over_cap; /* any request gets 503 */
    bool heard;    /* since the last ping */
    bool pinged;
    bool want_ping;
    bool ending; /* net_end(): after what is queued */
    bool dirty;
    enum net_refusal refusal; /* why it is over the cap */
    unsigned requests;
    /* WAIT_COUNT if in no list. */
    enum waiting waiting;
    uint64_t late; /* when */
    struct net_socket *wait_before;
    struct net_socket *wait_after;
    struct net_socket *next_dirty;
    /* Outgoing: `fresh` is the first that `turn` has not seen yet. */
    struct message_out *first;
    struct message_out *last;
    struct message_out *fresh;
    size_t queued;
    /* Incoming, of a message in pieces. */
    char *pieces;
    size_t pieces_size;
    size_t pieces_room;
    unsigned frames;
    struct bucket bucket;
    struct net_request *request;
    unsigned end_code;
    char *end_reason;
    char text[NET_ADDRESS]; /* the address */
};

/* Text that lives as long as the request it was asked of. */
struct request_text {
    struct request_text *next;
    char text[];
};

struct net_request {
    struct net *net;
    struct net_socket *socket; /* NULL once the connection is gone */
    struct net_request *next_in_turn;
    bool in_turn; /* `turn` has not seen it yet */
    bool answered;
    bool close_after;
    bool head; /* no body goes out */
    const char *method;
    char *path;
    struct request_text *texts;
    char *body;
    size_t body_size;
    size_t body_room;
    unsigned completions;
    /* The reply: bytes from `out`, then the rest of a file. */
    unsigned char *out;
    size_t out_size; /* without the LWS_PRE in front */
    size_t out_sent;
    int file; /* or -1 */
    uint64_t file_left;
};

struct listener {
    struct net *net;
    uv_poll_t poll;
    int fd;
    bool polling;
};

struct wait_list {
    struct net_socket *first;
    struct net_socket *last;
    uint64_t ms;
};

struct net {
    struct net_config config;
    struct net_handlers handlers;
    struct net_counts counts;
    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_check_t check;
    uv_async_t wake;
    uv_timer_t timer;    /* of the handlers */
    uv_timer_t tick;     /* ours */
    uv_timer_t patience; /* of net_stop() */
    unsigned handles;    /* initialised, in this order */
    struct lws_protocols protocols[2];
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct listener listeners[NET_LISTENERS];
    unsigned listener_count;
    unsigned port;
    int spare; /* a descriptor to give up when there are no others */
    int folder;
    struct addresses addresses;
    struct wait_list waits[WAIT_COUNT];
    struct net_socket *dirty;
    unsigned char batch[NET_CHUNK]; /* frames that go out together */
    struct net_request *in_turn;
    unsigned overflow;
    unsigned idle_turns; /* in a row, in which nothing happened */
    bool happened;
    bool refusing; /* new ones */
    bool stopping;
    bool closing;
};

/* ---- net.c ------------------------------------------------------------- */

uint64_t net_now(const struct net *net);
void net_refused(struct net *net, enum net_refusal refusal);
__attribute__((format(printf, 2, 3))) void net_log(struct net *net,
                                                   const char *format, ...);
/* Puts it on the list of those with something to write after the turn. */
void net_mark(struct net_socket *socket);
int net_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                 void *in, size_t size);

/* ---- listen.c ---------------------------------------------------------- */

bool listen_open(struct net *net, char why[NET_WHY]);
bool listen_start(struct net *net, char why[NET_WHY]);
/* No more accepting; our own sockets are closed. */
void listen_stop(struct net *net);
void listen_close(struct net *net);

/* ---- connection.c ------------------------------------------------------ */

void connection_accept(struct net *net, int fd, const char *address);
void connection_wait(struct net_socket *socket, enum waiting waiting);
/* From outside of libwebsockets' callbacks alone. */
void connection_drop(struct net_socket *socket);
void connection_free(struct net_socket *socket);
/* Those that are late; true if more of them are left for soon. */
bool connection_tick(struct net *net);
/* Ends who sends more while it does not read: libwebsockets would spin on it.
 */
void connection_unspin(struct net *net);
/* The address that a proxy has told. False if that one has too many. */
bool connection_set_address(struct net_socket *socket, const char *address);

/* ---- socket.c ---------------------------------------------------------- */

int socket_opened(struct net_socket *socket);
int socket_received(struct net_socket *socket, const char *bytes, size_t size);
int socket_writable(struct net_socket *socket);
int socket_peer_closes(struct net_socket *socket);
void socket_closed(struct net_socket *socket);
/* Writes what a turn has seen; false if the connection is broken. */
bool socket_flush(struct net_socket *socket);
void socket_seen(struct net_socket *socket);
void socket_forget(struct net_socket *socket);

/* ---- http.c ------------------------------------------------------------ */

int http_request(struct net_socket *socket, const char *path, size_t size);
int http_body(struct net_socket *socket, const char *bytes, size_t size);
int http_body_done(struct net_socket *socket);
int http_writable(struct net_socket *socket);
/* 0 to go on with the upgrade, -1 to close after a refusal was written. */
int http_upgrade(struct net_socket *socket, const char *protocol);
/* A header field, in memory of the caller's; false without one, or room. */
bool http_field(struct lws *wsi, const char *name, char *value, size_t room);
bool http_cookie(struct net_socket *socket, char *value, size_t room);
void request_seen(struct net_request *request);
void request_free(struct net_request *request);

/* ---- reply.c ----------------------------------------------------------- */

/* The head of a reply, for all of them: security fields and all. The size, or
 * 0 if there was no room. */
#define REPLY_HEAD 4096
size_t reply_head(struct net_socket *socket, char head[REPLY_HEAD],
                  unsigned status, const char *type, const char *fields,
                  uint64_t length, bool close_after);
void request_set_reply(struct net_request *request, const char *head,
                       size_t head_size, const char *body, size_t size);
void request_refuse(struct net_request *request, unsigned status,
                    const char *words, bool close_after);
/* Written at once and followed by the end of the connection. */
void refuse_now(struct net_socket *socket, unsigned status, const char *fields,
                const char *words);

/* ---- files.c ----------------------------------------------------------- */

/* True if a file answers it. */
bool files_answer(struct net_request *request);

/* ---- tls.c ------------------------------------------------------------- */

bool tls_check(const char *cert, const char *key, char why[NET_WHY]);
void tls_harden(void *ssl_context);

#endif
