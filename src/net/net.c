/* The event loop: opening it, running its turns, closing it. The libuv loop is
 * created here and lent to libwebsockets. No signal handlers are installed on
 * it; signals are left to the program that uses this module.
 *
 * libwebsockets handles the connections as streams of bytes, with or without
 * TLS. HTTP and WebSocket are read and written in this module, because the HTTP
 * reader of libwebsockets in Debian 12 leaves a request without an answer when a
 * field's name is the beginning of one that it knows, or when the head is
 * long. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define FILES_BESIDES 512     /* descriptors for everything else */
#define FILES_MOST (1u << 20) /* libwebsockets has a table of that many */
#define TICK_AGAIN 3        /* milliseconds: more are late than were seen to */
#define READ_AT_ONCE 16384  /* bytes, of a connection */
#define IDLE_ADDRESSES 4096 /* that are remembered without a connection */
/* Persons are remembered for longer than it takes to make up many: whoever
 * comes back must find their share. Some 100 bytes each. */
#define IDLE_PERSONS 65536

uint64_t net_now(const struct net *net)
{
    return uv_now(&net->loop);
}

void net_refused(struct net *net, enum net_refusal refusal)
{
    net->counts.refused[refusal]++;
}

void net_log(struct net *net, const char *format, ...)
{
    char words[NET_TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    net->handlers.log(net->handlers.context, words);
}

bool net_fail(char why[NET_WHY], const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, NET_WHY, format, list);
    va_end(list);
    return false;
}

void net_mark(struct net_socket *socket)
{
    if (socket->dirty)
        return;
    socket->dirty = true;
    socket->next_dirty = socket->net->dirty;
    socket->net->dirty = socket;
}

const struct net_counts *net_get_counts(const struct net *net)
{
    return &net->counts;
}

unsigned net_port(const struct net *net)
{
    return net->port;
}

/* ---- Callbacks of libwebsockets ---------------------------------------- */

static int connection_callback(struct net_socket *socket,
                               enum lws_callback_reasons reason, void *in,
                               size_t size)
{
    switch ((int)reason) {
    case LWS_CALLBACK_RAW_RX:
        /* Time is kept by us, but for that until TLS is set up. */
        if (!socket->heard)
            lws_set_timeout(socket->wsi, NO_PENDING_TIMEOUT, 0);
        socket->heard = true;
        return input_received(socket, in, size);
    case LWS_CALLBACK_RAW_WRITEABLE:
        return socket->stage < STAGE_SOCKET ? http_writable(socket)
                                            : socket_writable(socket);
    case LWS_CALLBACK_RAW_CLOSE:
        socket_closed(socket);
        break;
    case LWS_CALLBACK_WSI_DESTROY:
        connection_free(socket);
        break;
    default:
        break;
    }
    return 0;
}

static int net_callback(struct lws *wsi, enum lws_callback_reasons reason,
                        void *user, void *in, size_t size)
{
    if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS) {
        tls_harden(user);
        return 0;
    }
    struct net_socket *socket = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    if (!socket)
        return 0;
    socket->wsi = wsi;
    return connection_callback(socket, reason, in, size);
}

/* ---- Turns ------------------------------------------------------------- */

static void on_timer(uv_timer_t *timer);

static void arm_timer(struct net *net)
{
    uint64_t wait = net->handlers.timer(net->handlers.context);
    if (net->dirty || net->in_lap)
        wait = 0;
    uv_update_time(&net->loop);
    if (wait == UINT64_MAX)
        uv_timer_stop(&net->timer);
    else
        uv_timer_start(&net->timer, on_timer, wait, 0);
}

static void on_timer(uv_timer_t *timer)
{
    struct net *net = timer->data;
    net->happened = true;
    net->handlers.timer(net->handlers.context);
}

static void write_out(struct net *net)
{
    struct net_socket *socket;
    struct net_request *request;
    while ((request = net->in_lap)) {
        net->in_lap = request->next_in_lap;
        request_seen(request);
    }
    while ((socket = net->dirty)) {
        net->dirty = socket->next_dirty;
        socket->dirty = false;
        socket_seen(socket);
        if (!socket_flush(socket))
            connection_drop(socket);
    }
}

/* A socket whose last words are still to be written, or a reply. */
static bool anything_to_write(const struct net *net)
{
    const struct net_socket *at;
    if (net->waits[WAIT_REPLY].first)
        return true;
    for (int i = 0; i < WAIT_COUNT; i++)
        for (at = net->waits[i].first; at; at = at->wait_after)
            if (at->stage == STAGE_SOCKET ||
                (at->wsi && lws_partial_buffered(at->wsi)))
                return true;
    return false;
}

static void end_lap(struct net *net)
{
    if (net->happened || net->dirty || net->in_lap) {
        net->happened = false;
        net->handlers.lap(net->handlers.context);
        write_out(net);
        arm_timer(net);
    }
    if (net->stopping && !anything_to_write(net))
        uv_stop(&net->loop);
}

static void on_prepare(uv_prepare_t *prepare)
{
    end_lap(prepare->data);
}

static void on_check(uv_check_t *check)
{
    struct net *net = check->data;
    end_lap(net);
}

static void on_wake(uv_async_t *wake)
{
    struct net *net = wake->data;
    net->happened = true;
    net->handlers.woken(net->handlers.context);
}

static void on_tick(uv_timer_t *tick)
{
    struct net *net = tick->data;
    if (connection_tick(net))
        uv_timer_start(tick, on_tick, TICK_AGAIN, uv_timer_get_repeat(tick));
    addresses_prune(&net->addresses, net_now(net),
                    net->config.limits.address_per_second);
}

static void on_patience(uv_timer_t *patience)
{
    struct net *net = patience->data;
    uv_stop(&net->loop);
}

void net_wake(struct net *net)
{
    uv_async_send(&net->wake);
}

void net_run(struct net *net)
{
    net->happened = true;
    uv_run(&net->loop, UV_RUN_DEFAULT);
}

void net_refuse_new(struct net *net)
{
    net->refusing = true;
    listen_stop(net);
}

static void end_all(struct net *net)
{
    for (int i = 0; i < WAIT_COUNT; i++) {
        struct net_socket *after;
        for (struct net_socket *at = net->waits[i].first; at; at = after) {
            after = at->wait_after;
            net_end(at, 1001, "the server is shutting down");
        }
    }
}

void net_stop(struct net *net, unsigned ms)
{
    if (net->stopping)
        return;
    net_refuse_new(net);
    net->stopping = true;
    net->happened = true;
    end_all(net);
    uv_update_time(&net->loop);
    uv_timer_start(&net->patience, on_patience, ms, 0);
}

/* ---- Opening ----------------------------------------------------------- */

/* libwebsockets makes a table for as many descriptors as there may be. */
static void raise_limit(unsigned connections)
{
    struct rlimit limit;
    rlim_t want = (rlim_t)connections + NET_OVERFLOW + FILES_BESIDES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    rlim_t before = limit.rlim_cur;
    if (limit.rlim_cur < want)
        limit.rlim_cur = want < limit.rlim_max ? want : limit.rlim_max;
    if (limit.rlim_cur > FILES_MOST && limit.rlim_cur > want)
        limit.rlim_cur = want > FILES_MOST ? want : FILES_MOST;
    if (limit.rlim_cur != before)
        setrlimit(RLIMIT_NOFILE, &limit);
}

static bool open_loop(struct net *net, char why[NET_WHY])
{
    int error = uv_loop_init(&net->loop);
    if (error != 0)
        return net_fail(why, "can't make a loop: %s", uv_strerror(error));
    uv_prepare_init(&net->loop, &net->prepare);
    uv_check_init(&net->loop, &net->check);
    uv_timer_init(&net->loop, &net->timer);
    uv_timer_init(&net->loop, &net->tick);
    uv_timer_init(&net->loop, &net->patience);
    error = uv_async_init(&net->loop, &net->wake, on_wake);
    net->handles = error == 0 ? 6 : 5;
    net->prepare.data = net->check.data = net->timer.data = net;
    net->tick.data = net->patience.data = net->wake.data = net;
    if (error != 0)
        return net_fail(why, "can't make a loop: %s", uv_strerror(error));
    uv_prepare_start(&net->prepare, on_prepare);
    uv_check_start(&net->check, on_check);
    uint64_t tick = net->waits[WAIT_HEADER].ms < net->waits[WAIT_PING].ms
                        ? net->waits[WAIT_HEADER].ms
                        : net->waits[WAIT_PING].ms;
    tick = tick / 4 < 20 ? 20 : tick / 4 > 1000 ? 1000 : tick / 4;
    uv_timer_start(&net->tick, on_tick, tick, tick);
    return true;
}

static bool open_context(struct net *net, char why[NET_WHY])
{
    /* Pings and patience are ours: libwebsockets keeps its timers in a sorted
     * list, which ten thousand connections would have to walk. */
    static const lws_retry_bo_t no_pings = {0};
    void *loops[] = {&net->loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    net->protocols[0] = (struct lws_protocols){
        .name = "net",
        .callback = net_callback,
        .tx_packet_size = 1u << 20,
    };
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.protocols = net->protocols;
    /* Room for the largest record of TLS: what OpenSSL has decrypted and nobody
     * has read makes no descriptor readable. */
    info.pt_serv_buf_size = LWS_PRE + READ_AT_ONCE;
    info.foreign_loops = loops;
    info.gid = -1;
    info.uid = -1;
    info.retry_and_idle_policy = &no_pings;
    info.alpn = "http/1.1";
    info.timeout_secs = net->config.limits.header_ms / 1000 + 5;
    info.keepalive_timeout = (int)info.timeout_secs;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    if (net->config.cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = net->config.cert;
        info.ssl_private_key_filepath = net->config.key;
    }
    /* Its messages would contain the paths of requests. */
    lws_set_log_level(0, NULL);
    net->context = lws_create_context(&info);
    if (!net->context)
        return net_fail(
            why, "libwebsockets can't start; is its plugin for libuv there "
                 "(package libwebsockets-evlib-uv)?");
    net->vhost = lws_create_vhost(net->context, &info);
    if (!net->vhost)
        snprintf(why, NET_WHY, "libwebsockets can't start%s",
                 net->config.cert ? " with that certificate" : "");
    return net->vhost;
}

static bool open_folder(struct net *net, char why[NET_WHY])
{
    if (!net->config.files)
        return true;
    net->folder = open(net->config.files, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (net->folder < 0)
        snprintf(why, NET_WHY, "can't open the folder %s: %s",
                 net->config.files, strerror(errno));
    return net->folder >= 0;
}

static bool open_parts(struct net *net, char why[NET_WHY])
{
    const struct net_limits *limits = &net->config.limits;
    if (net->config.cert && !tls_check(net->config.cert, net->config.key, why))
        return false;
    raise_limit(limits->connections);
    if (!addresses_init(&net->addresses, limits->address_burst,
                        IDLE_ADDRESSES) ||
        !addresses_init(&net->persons, limits->person_burst, IDLE_PERSONS))
        return net_fail(why, "out of memory");
    return open_folder(net, why) && listen_open(net, why) &&
           open_loop(net, why) && open_context(net, why) &&
           listen_start(net, why);
}

struct net *net_open(const struct net_config *config,
                     const struct net_handlers *handlers, char why[NET_WHY])
{
    struct net *net = calloc(1, sizeof *net);
    assert(handlers->person && handlers->open && handlers->message &&
           handlers->close && handlers->request && handlers->lap &&
           handlers->timer && handlers->woken && handlers->log);
    if (!net) {
        snprintf(why, NET_WHY, "out of memory");
        return NULL;
    }
    net->config = *config;
    net->handlers = *handlers;
    net->spare = -1;
    net->folder = -1;
    net->waits[WAIT_HEADER].ms = config->limits.header_ms;
    net->waits[WAIT_PIECES].ms = config->limits.header_ms;
    net->waits[WAIT_REPLY].ms = config->limits.idle_ms;
    net->waits[WAIT_PING].ms = config->limits.idle_ms;
    net->waits[WAIT_CLOSE].ms = NET_CLOSE_MS;
    net->waits[WAIT_SURPLUS].ms = NET_SURPLUS_MS < config->limits.header_ms
                                      ? NET_SURPLUS_MS
                                      : config->limits.header_ms;
    if (open_parts(net, why))
        return net;
    net_close(net);
    return NULL;
}

/* ---- Closing ----------------------------------------------------------- */

static void close_handles(struct net *net)
{
    uv_handle_t *handles[] = {
        (uv_handle_t *)&net->prepare,  (uv_handle_t *)&net->check,
        (uv_handle_t *)&net->timer,    (uv_handle_t *)&net->tick,
        (uv_handle_t *)&net->patience, (uv_handle_t *)&net->wake,
    };
    for (unsigned i = 0; i < net->handles; i++)
        uv_close(handles[i], NULL);
}

void net_close(struct net *net)
{
    if (net->handles > 0) {
        listen_stop(net);
        if (net->context)
            lws_context_destroy(net->context);
        close_handles(net);
        uv_run(&net->loop, UV_RUN_DEFAULT);
        if (net->context)
            lws_context_destroy(net->context);
        uv_loop_close(&net->loop);
    }
    while (net->in_lap) {
        struct net_request *request = net->in_lap;
        net->in_lap = request->next_in_lap;
        if (!request->socket)
            request_free(request);
    }
    listen_close(net);
    if (net->folder >= 0)
        close(net->folder);
    addresses_fini(&net->addresses);
    addresses_fini(&net->persons);
    free(net);
}
