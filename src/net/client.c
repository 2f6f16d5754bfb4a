/* The client waits with poll() on libuv's own descriptor and on whatever else
 * is to be watched: libuv would make a terminal non-blocking, for whoever
 * shares it, too. */
#define _GNU_SOURCE
#include "net/client.h"

#include <fcntl.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "base/clock.h"
#include "i18n/i18n.h"
#include "net/origin.h"

#define MESSAGE_MOST ((size_t)1 << 20)
#define BYE_MS 500
#define ASK_MS 50 /* how often patience is asked */

struct text_in {
    struct text_in *next;
    size_t size;
    char text[];
};

struct text_out {
    struct text_out *next;
    size_t size;
    unsigned char bytes[]; /* LWS_PRE of room, then the text */
};

struct net_client {
    uv_loop_t loop;
    bool has_loop;
    struct lws_protocols protocols[2];
    struct lws_context *context;
    struct lws *wsi;
    bool open;
    bool closed;
    bool leaving;
    bool said_bye;
    struct text_in *part; /* of a message that is coming in */
    size_t part_size;
    struct text_in *given; /* to the caller, until the next call */
    struct text_in *first_in;
    struct text_in **last_in;
    struct text_out *first_out;
    struct text_out **last_out;
    bool tls;
    char host[ORIGIN_HOST + 8];
    char name[ORIGIN_HOST];
    unsigned port;
    const char *path;  /* into the caller's URL, while opening */
    const char *token; /* the caller's, while opening */
    char why[NET_WHY];
};

/* ---- Callbacks of libwebsockets ---------------------------------------- */

static void closed(struct net_client *client, const char *why)
{
    client->closed = true;
    client->open = false;
    if (client->why[0] == '\0')
        snprintf(client->why, sizeof client->why, "%s", why);
}

static int received(struct net_client *client, const char *bytes, size_t size)
{
    size_t whole = client->part_size + size;
    if (whole > MESSAGE_MOST) {
        closed(client, _("the server sent too long a message"));
        return -1;
    }
    struct text_in *in = realloc(client->part, sizeof *in + whole + 1);
    if (!in) {
        closed(client, _("out of memory"));
        return -1;
    }
    client->part = in;
    memcpy(in->text + client->part_size, bytes, size);
    client->part_size = whole;
    if (!lws_is_final_fragment(client->wsi))
        return 0;
    in->text[whole] = '\0';
    in->size = whole;
    in->next = NULL;
    *client->last_in = in;
    client->last_in = &in->next;
    client->part = NULL;
    client->part_size = 0;
    return 0;
}

static int writable(struct net_client *client)
{
    struct text_out *out = client->first_out;
    if (out) {
        int written = lws_write(client->wsi, out->bytes + LWS_PRE, out->size,
                                LWS_WRITE_TEXT);
        client->first_out = out->next;
        if (!client->first_out)
            client->last_out = &client->first_out;
        free(out);
        lws_callback_on_writable(client->wsi);
        return written < 0;
    }
    if (client->leaving && !client->said_bye) {
        /* A close frame with code 1000, masked with zeros. */
        unsigned char bye[] = {0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8};
        client->said_bye = true;
        return lws_write(client->wsi, bye, sizeof bye, LWS_WRITE_HTTP) < 0;
    }
    return 0;
}

static void server_closes(struct net_client *client, const unsigned char *bytes,
                          size_t size)
{
    if (size < 2)
        return;
    snprintf(client->why, sizeof client->why,
             "the server closed the connection%s%.*s (%u)",
             size > 2 ? ": " : "", (int)(size - 2), (const char *)bytes + 2,
             bytes[0] * 256u + bytes[1]);
}

/* libwebsockets' own words are for its authors. */
static void not_connected(struct net_client *client)
{
    unsigned status =
        client->wsi ? lws_http_client_http_response(client->wsi) : 0;
    client->closed = true;
    if (status >= 300)
        snprintf(client->why, sizeof client->why,
                 _("the server at %.150s refuses (HTTP %u)"), client->host,
                 status);
    else
        snprintf(client->why, sizeof client->why,
                 client->tls ? _("can't connect to %.150s; perhaps its "
                                 "certificate is not trusted here")
                             : _("can't connect to %.150s"),
                 client->host);
}

/* `at` is where header fields are being written, with so much room. */
static int add_token(struct net_client *client, struct lws *wsi,
                     unsigned char **at, size_t room)
{
    char value[256];
    int size = snprintf(value, sizeof value, "Bearer %s", client->token);
    return client->token[0] != '\0' && size < (int)sizeof value &&
                   lws_add_http_header_by_token(
                       wsi, WSI_TOKEN_HTTP_AUTHORIZATION,
                       (unsigned char *)value, size, at, *at + room)
               ? -1
               : 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason,
                    void *user, void *in, size_t size)
{
    struct net_client *client = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    (void)user;
    if (!client)
        return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_token(client, wsi, in, size);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        client->wsi = wsi;
        client->open = true;
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return received(client, in, size);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return writable(client);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        server_closes(client, in, size);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        client->wsi = wsi;
        not_connected(client);
        client->wsi = NULL;
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY:
        client->wsi = NULL;
        if (!client->open && !client->closed)
            not_connected(client);
        closed(client, _("the connection was lost"));
        return 0;
    default:
        return 0;
    }
}

/* ---- Waiting ----------------------------------------------------------- */

/* One step of at most `ms`: what came in on `input`, or a signal? */
static void step(struct net_client *client, int input, int ms, bool *readable,
                 bool *signalled)
{
    struct pollfd wait[2] = {
        {.fd = uv_backend_fd(&client->loop), .events = POLLIN},
        {.fd = input, .events = POLLIN}};
    int own = uv_backend_timeout(&client->loop);
    /* -1, which is for ever, is the longest of all if it has no sign. */
    int least = (unsigned)own < (unsigned)ms ? own : ms;
    *signalled = poll(wait, 2, least) < 0;
    *readable = wait[1].revents != 0;
    /* What the first run wants to write, such as the answer to a ping, libuv
     * asks the kernel about only in the next. */
    uv_run(&client->loop, UV_RUN_NOWAIT);
    uv_run(&client->loop, UV_RUN_NOWAIT);
}

static enum net_event give(struct net_client *client, const char **text,
                           size_t *size)
{
    struct text_in *in = client->first_in;
    client->first_in = in->next;
    if (!client->first_in)
        client->last_in = &client->first_in;
    client->given = in;
    *text = in->text;
    *size = in->size;
    return NET_MESSAGE;
}

enum net_event net_client_wait(struct net_client *client, int input, int ms,
                               const char **text, size_t *size)
{
    uint64_t end = clock_ms() + (ms > 0 ? (uint64_t)ms : 0);
    bool readable = false;
    bool signalled = false;
    free(client->given);
    client->given = NULL;
    uv_run(&client->loop, UV_RUN_NOWAIT);
    for (bool last = false;;) {
        if (client->first_in)
            return give(client, text, size);
        if (client->closed)
            return NET_CLOSED;
        if (readable)
            return NET_INPUT;
        if (signalled || last)
            return NET_TIMEOUT;
        uint64_t now = clock_ms();
        int left = ms < 0 ? -1 : now < end ? (int)(end - now) : 0;
        step(client, input, left, &readable, &signalled);
        last = left == 0;
    }
}

bool net_client_send(struct net_client *client, const char *text, size_t size)
{
    if (client->closed)
        return false;
    struct text_out *out = malloc(sizeof *out + LWS_PRE + size);
    if (!out) {
        closed(client, _("out of memory"));
        return false;
    }
    memcpy(out->bytes + LWS_PRE, text, size);
    out->size = size;
    out->next = NULL;
    *client->last_out = out;
    client->last_out = &out->next;
    lws_callback_on_writable(client->wsi);
    uv_run(&client->loop, UV_RUN_NOWAIT);
    return !client->closed;
}

const char *net_client_why(const struct net_client *client)
{
    return client->why;
}

/* ---- Opening and closing ----------------------------------------------- */

static bool read_url(struct net_client *client, const char *url)
{
    struct origin origin;
    client->tls = strncmp(url, "wss://", 6) == 0;
    if (!client->tls && strncmp(url, "ws://", 5) != 0)
        return false;
    const char *host = url + (client->tls ? 6 : 5);
    size_t size = strcspn(host, "/");
    /* What does not fit has no host, or no port, that could be right. */
    snprintf(client->host, sizeof client->host, "%.*s", (int)size, host);
    client->path = host[size] ? host + size : "/";
    if (!origin_of_host(client->host, client->tls, &origin))
        return false;
    client->port = origin.port;
    /* libwebsockets wants an IPv6 address without its brackets. */
    size = strlen(origin.host);
    bool brackets = origin.host[0] == '[';
    memcpy(client->name, origin.host + brackets, size - (brackets ? 2 : 0));
    return true;
}

static bool make_context(struct net_client *client)
{
    void *loops[] = {&client->loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    client->protocols[0] = (struct lws_protocols){
        .name = "net",
        .callback = on_event,
        .tx_packet_size = 1u << 20,
    };
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = client->protocols;
    info.foreign_loops = loops;
    info.gid = -1;
    info.uid = -1;
    info.fd_limit_per_thread = 16;
    info.options = LWS_SERVER_OPTION_LIBUV;
    if (client->tls)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    lws_set_log_level(0, NULL);
    client->context = lws_create_context(&info);
    return client->context;
}

static void begin_connect(struct net_client *client)
{
    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = client->context;
    info.address = client->name;
    info.port = (int)client->port;
    info.path = client->path;
    info.host = client->host;
    info.alpn = "http/1.1";
    info.ssl_connection = client->tls ? LCCSCF_USE_SSL : 0;
    info.opaque_user_data = client;
    if (!lws_client_connect_via_info(&info))
        not_connected(client);
}

static bool lasts(const struct net_patience *patience)
{
    return !patience || patience->lasts(patience->context);
}

/* libwebsockets looks names up while everything stands still, which may be
 * long if there is no network. So a thread does it before; afterwards it takes
 * no time. Whoever comes last frees this. */
struct look_up {
    pthread_t thread;
    atomic_bool left;
    int done[2];
    char name[];
};

static void free_look_up(struct look_up *look)
{
    if (!atomic_exchange(&look->left, true))
        return;
    close(look->done[0]);
    free(look);
}

static void *looks_up(void *context)
{
    struct look_up *look = context;
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (getaddrinfo(look->name, NULL, &wanted, &found) == 0)
        freeaddrinfo(found);
    /* Which whoever waits at the other end sees. */
    close(look->done[1]);
    free_look_up(look);
    return NULL;
}

/* Whether it is there is for libwebsockets to say. False if time or patience
 * was at its end. */
static bool look_up(const char *name, const struct net_patience *patience,
                    uint64_t end)
{
    size_t size = strlen(name) + 1;
    struct look_up *look = calloc(1, sizeof *look + size);
    bool found = false;
    sigset_t all;
    sigset_t before;
    if (!look || pipe2(look->done, O_CLOEXEC) != 0) {
        free(look);
        return true;
    }
    memcpy(look->name, name, size);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&look->thread, NULL, looks_up, look) != 0)
        looks_up(look);
    else
        pthread_detach(look->thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    while (!found && clock_ms() < end && lasts(patience)) {
        struct pollfd done = {.fd = look->done[0], .events = POLLIN};
        found = poll(&done, 1, ASK_MS) == 1;
    }
    free_look_up(look);
    return found;
}

static bool no_answer(struct net_client *client, unsigned wait_ms)
{
    snprintf(client->why, sizeof client->why,
             _("no answer from %.150s within %u seconds"), client->host,
             (wait_ms + 999) / 1000);
    return false;
}

static bool connect_within(struct net_client *client, unsigned wait_ms,
                           const struct net_patience *patience)
{
    uint64_t end = clock_ms() + wait_ms;
    bool unused;
    if (patience && !look_up(client->name, patience, end))
        return clock_ms() >= end && no_answer(client, wait_ms);
    begin_connect(client);
    while (!client->open && !client->closed) {
        uint64_t now = clock_ms();
        if (now >= end)
            return no_answer(client, wait_ms);
        int left = (int)(end - now);
        step(client, -1, patience && left > ASK_MS ? ASK_MS : left, &unused,
             &unused);
        if (!lasts(patience))
            return false;
    }
    return client->open;
}

struct net_client *net_client_open(const char *url, const char *token,
                                   unsigned wait_ms,
                                   const struct net_patience *patience,
                                   char why[NET_WHY])
{
    struct net_client *client = calloc(1, sizeof *client);
    if (!client) {
        snprintf(why, NET_WHY, "out of memory");
        return NULL;
    }
    client->token = token;
    client->last_in = &client->first_in;
    client->last_out = &client->first_out;
    bool fine = read_url(client, url);
    if (!fine)
        snprintf(client->why, sizeof client->why,
                 "an address is needed like ws://host:port/path");
    if (fine) {
        client->has_loop = uv_loop_init(&client->loop) == 0;
        fine = client->has_loop && make_context(client);
        if (!fine)
            snprintf(client->why, sizeof client->why,
                     "libwebsockets can't start; is its plugin for libuv there "
                     "(package libwebsockets-evlib-uv)?");
    }
    if (fine && connect_within(client, wait_ms, patience)) {
        client->why[0] = '\0';
        return client;
    }
    snprintf(why, NET_WHY, "%s", client->why);
    net_client_close(client);
    return NULL;
}

static void say_bye(struct net_client *client)
{
    uint64_t end = clock_ms() + BYE_MS;
    uint64_t now;
    bool signalled = false;
    bool unused;
    client->leaving = true;
    lws_callback_on_writable(client->wsi);
    while (!client->closed && !signalled && (now = clock_ms()) < end)
        step(client, -1, (int)(end - now), &unused, &signalled);
}

static void free_texts(struct net_client *client)
{
    while (client->first_in) {
        struct text_in *next = client->first_in->next;
        free(client->first_in);
        client->first_in = next;
    }
    while (client->first_out) {
        struct text_out *next = client->first_out->next;
        free(client->first_out);
        client->first_out = next;
    }
    free(client->given);
    free(client->part);
}

void net_client_close(struct net_client *client)
{
    if (!client)
        return;
    if (client->open)
        say_bye(client);
    if (client->context)
        lws_context_destroy(client->context);
    if (client->has_loop) {
        uv_run(&client->loop, UV_RUN_DEFAULT);
        if (client->context)
            lws_context_destroy(client->context);
        uv_loop_close(&client->loop);
    }
    free_texts(client);
    free(client);
}
