/* What the files of this module share. A connection is one struct from the
 * moment it is accepted, whether it speaks HTTP or has become a WebSocket;
 * libwebsockets' own struct for it dies a little later, and ours with it. */
#ifndef NET_INTERNAL_H
#define NET_INTERNAL_H

#include <libwebsockets.h>
#include <uv.h>

#include "net/head.h"
#include "net/limits.h"
#include "net/net.h"

#define NET_LISTENERS 4
#define NET_OVERFLOW 64       /* connections that are there to be refused */
#define NET_REQUESTS 1000     /* of one connection, one after the other */
#define NET_FRAMES 64         /* of one message */
#define NET_REASON 120        /* bytes, of why a socket ends */
#define NET_TOKEN 128         /* room for a cookie's value, or a bearer's */
#define NET_CONTROL 125       /* bytes of a ping, or of why a client closes */
#define NET_CHUNK 16384       /* of a file, written at once */
#define NET_CLOSE_MS 2000     /* until the other side has closed, too */
#define NET_SURPLUS_MS 2000   /* for a head, of one connection too many */
#define NET_SEND_BUFFER 65536 /* of the kernel, for a connection */

/* A connection waits for one thing at a time. All that wait for the same have
 * the same time for it, so the first of a list is always the next to be late
 * and no list has to be sorted. */
enum waiting {
    WAIT_HEADER,  /* for a request to be whole */
    WAIT_PIECES,  /* for a message to be whole */
    WAIT_REPLY,   /* for a reply to be taken */
    WAIT_PING,    /* for the next ping */
    WAIT_CLOSE,   /* for the other side to close */
    WAIT_SURPLUS, /* whatever it is, of one connection too many */
    WAIT_COUNT
};

enum stage {
    STAGE_HEAD, /* of a request comes in */
    STAGE_BODY,
    STAGE_REPLY,   /* more that comes in has to wait */
    STAGE_SOCKET,  /* a WebSocket, open */
    STAGE_ENDING,  /* it has been told to close */
    STAGE_LINGER,  /* all is said: the other side's end is waited for */
    STAGE_DROPPED, /* whatever happens, it is on its way out */
    STAGE_COUNT
};

/* A frame of a WebSocket while it comes in. */
struct frame {
    uint8_t header[14];
    unsigned have;    /* bytes of the header */
    unsigned need;    /* of them there are, as far as is known */
    uint64_t left;    /* of the payload */
    unsigned mask_at; /* of the next byte of the payload */
    bool in_message;  /* a message in pieces has begun */
    bool lost;        /* the rules were broken: nothing more is read */
    unsigned char control[NET_CONTROL];
    unsigned control_size;
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
    struct address *person; /* who pays instead of the address, or NULL */
    uint8_t key[16];        /* of the person it claims to be, if `named` */
    bool named;
    enum seat seat; /* how it is counted at the address */
    void *user;
    enum stage stage;
    bool opened;    /* open() was content: close() is owed */
    bool over_cap;  /* any request gets 503 */
    bool uncounted; /* it was one too many and has to go */
    bool heard;     /* since the last ping */
    bool pinged;
    bool want_ping;
    bool ending; /* net_end(): after what is queued */
    bool dirty;
    bool deaf;                /* what comes in stays in the kernel */
    enum net_refusal refusal; /* why it is over the cap */
    unsigned requests;
    /* WAIT_COUNT if in no list. */
    enum waiting waiting;
    uint64_t late; /* when */
    struct net_socket *wait_before;
    struct net_socket *wait_after;
    struct net_socket *next_dirty;
    /* Outgoing: `fresh` is the first that `lap` has not seen yet. */
    struct message_out *first;
    struct message_out *last;
    struct message_out *fresh;
    size_t queued;
    /* Incoming: a head as far as it has come; what came after a request that
     * is not answered yet; the frame of a WebSocket; a message in pieces. */
    struct head_text head_text;
    struct head *head; /* of the request that is being answered */
    char *held;
    size_t held_size;
    uint64_t body_left;
    struct frame frame;
    char *pieces;
    size_t pieces_size;
    size_t pieces_room;
    unsigned frames;
    struct bucket bucket;
    struct net_request *request;
    unsigned end_code;
    char end_reason[NET_REASON];
    size_t end_size;
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
    struct net_request *next_in_lap;
    bool in_lap; /* `lap` has not seen it yet */
    bool held;   /* net_hold(): `lap` may not see it yet */
    bool let_go; /* and therefore it is not in the list for now */
    bool answered;
    bool close_after;
    bool head; /* no body goes out */
    const char *method;
    char *path;
    struct request_text *texts;
    char *body;
    size_t body_size;
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
    struct addresses persons;
    struct wait_list waits[WAIT_COUNT];
    struct net_socket *dirty;
    unsigned char batch[NET_CHUNK]; /* frames that go out together */
    struct net_request *in_lap;
    unsigned overflow;
    bool happened;
    bool refusing; /* new ones */
    bool stopping;
};

/* ---- net.c ------------------------------------------------------------- */

uint64_t net_now(const struct net *net);
void net_refused(struct net *net, enum net_refusal refusal);
__attribute__((format(printf, 2, 3))) void net_log(struct net *net,
                                                   const char *format, ...);
/* False, with the sentence in `why`. */
__attribute__((format(printf, 2, 3))) bool net_fail(char why[NET_WHY],
                                                    const char *format, ...);
/* Puts it on the list of those with something to write after the lap. */
void net_mark(struct net_socket *socket);

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
/* Once it is known who asks: whether the connection may be there, counted if
 * not. */
bool connection_has_room(struct net_socket *socket);
/* Whether what comes in is read at all. */
void connection_listen(struct net_socket *socket, bool listen);
/* All is said: after it is written the other side may close. To be returned
 * from libwebsockets' callbacks. */
int connection_linger(struct net_socket *socket);

/* ---- payer.c: who pays for what a connection asks for ------------------- */

/* The address that a proxy has told; false without memory. */
bool payer_set_address(struct net_socket *socket, const char *address);
/* The key of the person that the client claims to be, or NULL. */
void payer_set_person(struct net_socket *socket, const uint8_t *key);
/* Counts the connection: NET_REFUSAL_COUNT, or why it is one too many. */
enum net_refusal payer_seat(struct net_socket *socket);
/* Pays for a message or a request: NET_REFUSAL_COUNT, or why it can't. */
enum net_refusal payer_pays(struct net_socket *socket);
void payer_leave(struct net_socket *socket);

/* ---- input.c: bytes that come in, and whose they are -------------------- */

int input_received(struct net_socket *socket, char *bytes, size_t size);
/* Continues with what had to wait for a reply. */
int input_go_on(struct net_socket *socket);
/* For the last time. */
void input_forget(struct net_socket *socket);

/* ---- frames.c ---------------------------------------------------------- */

/* Reads from the bytes of a WebSocket as much as belongs to one frame, and
 * unmasks it in place: how many, or -1 to close. */
ssize_t frames_read(struct net_socket *socket, char *bytes, size_t size);

/* ---- socket.c ---------------------------------------------------------- */

void socket_opened(struct net_socket *socket, const char *token);
/* A part of a frame's payload; `left` bytes of it are to come. */
int socket_received(struct net_socket *socket, const char *bytes, size_t size,
                    uint64_t left, bool final);
/* Whether a frame of that size may follow what the message has so far. */
bool socket_fits(const struct net_socket *socket, uint64_t size);
/* Pays for a message; false if that ended the socket. */
bool socket_pays(struct net_socket *socket);
/* Ends it: what comes after a refusal is not looked at. */
void socket_refuse(struct net_socket *socket, enum net_refusal refusal,
                   unsigned code, const char *reason);
bool socket_write_frame(struct net_socket *socket, unsigned char kind,
                        const unsigned char *bytes, size_t size);
int socket_writable(struct net_socket *socket);
int socket_peer_closes(struct net_socket *socket, const unsigned char *bytes,
                       size_t size);
void socket_closed(struct net_socket *socket);
/* Writes what a lap has seen; false if the connection is broken. */
bool socket_flush(struct net_socket *socket);
void socket_seen(struct net_socket *socket);
/* For the last time. */
void socket_forget(struct net_socket *socket);

/* ---- http.c ------------------------------------------------------------ */

/* A head that is whole and sound is in socket->head. */
int http_request(struct net_socket *socket);
void http_body(struct net_socket *socket, const char *bytes, size_t size);
void http_body_done(struct net_socket *socket);
int http_writable(struct net_socket *socket);
/* A header field by its lower-case name, or NULL. */
const char *http_field(const struct net_socket *socket, const char *name);
void request_seen(struct net_request *request);
void request_free(struct net_request *request);

/* ---- upgrade.c --------------------------------------------------------- */

/* The answer to a request that wants to be a WebSocket: 0 if it has become
 * one, else the status of the refusal with its fields and words. */
unsigned upgrade(struct net_socket *socket, const char **fields,
                 const char **words);
bool upgrade_wanted(const struct net_socket *socket);
/* Whether the page that asks is our own; a request without an Origin is
 * no page's. */
bool origin_is_fine(const struct net_socket *socket);
/* Whether it is us that the request means. */
bool host_is_ours(const struct net_socket *socket);

/* ---- identity.c -------------------------------------------------------- */

/* The value of our cookie, "" if there is none: of several the first that is a
 * valid token (`valid`, with the person's key), or else the first. */
void cookie_read(const struct net_socket *socket, char token[NET_TOKEN],
                 bool *valid, uint8_t key[16]);
/* The same from Authorization, or without it from the cookie. */
void identity_read(const struct net_socket *socket, char token[NET_TOKEN],
                   bool *valid, uint8_t key[16]);

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
                    const char *fields, const char *words, bool close_after);
/* Written at once, for what has not become a request; to be followed by the end
 * of the connection. */
void refuse_now(struct net_socket *socket, unsigned status, const char *words);

/* ---- files.c ----------------------------------------------------------- */

/* True if a file answers it. */
bool files_answer(struct net_request *request);

/* ---- tls.c ------------------------------------------------------------- */

bool tls_check(const char *cert, const char *key, char why[NET_WHY]);
void tls_harden(void *ssl_context);

#endif
