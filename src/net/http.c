/* HTTP requests: who may ask, reading the body, who answers, and writing the
 * reply; and whether one may become a WebSocket. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "net/http_text.h"
#include "net/origin.h"

/* ---- Header fields ----------------------------------------------------- */

/* libwebsockets keeps fields that it knows by number, others by name. */
static int field_token(const char *name)
{
    size_t size = strlen(name);
    for (int i = 0; i < WSI_TOKEN_COUNT; i++) {
        const char *known =
            (const char *)lws_token_to_string((enum lws_token_indexes)i);
        if (known && strncmp(known, name, size) == 0 && known[size] == ':' &&
            known[size + 1] == '\0')
            return i;
    }
    return -1;
}

bool http_field(struct lws *wsi, const char *name, char *value, size_t room)
{
    char with_colon[64];
    int token = field_token(name);
    if (token >= 0)
        return lws_hdr_total_length(wsi, (enum lws_token_indexes)token) > 0 &&
               lws_hdr_copy(wsi, value, (int)room,
                            (enum lws_token_indexes)token) > 0;
    int size = lws_snprintf(with_colon, sizeof with_colon, "%s:", name);
    if (lws_hdr_custom_length(wsi, with_colon, size) <= 0)
        return false;
    return lws_hdr_custom_copy(wsi, value, (int)room, with_colon, size) > 0;
}

bool http_cookie(struct net_socket *socket, char *value, size_t room)
{
    char header[2048];
    const char *name = socket->net->config.cookie;
    return name && http_field(socket->wsi, "cookie", header, sizeof header) &&
           cookie_find(header, name, value, room);
}

/* Under which name and scheme the other side knows us. */
static bool own_host(struct net_socket *socket, char *host, size_t room,
                     bool *tls)
{
    char list[NET_TEXT];
    char scheme[16];
    *tls = socket->net->config.cert != NULL;
    if (socket->net->config.trust_proxy) {
        if (http_field(socket->wsi, "x-forwarded-proto", list, sizeof list) &&
            list_last(list, scheme, sizeof scheme))
            *tls = strcasecmp(scheme, "https") == 0;
        if (http_field(socket->wsi, "x-forwarded-host", list, sizeof list) &&
            list_last(list, host, room))
            return true;
    }
    return http_field(socket->wsi, "host", host, room);
}

/* ---- Who may ask ------------------------------------------------------- */

/* The status of a refusal that any request can meet, or 0. */
static unsigned admit(struct net_socket *socket, const char **words)
{
    struct net *net = socket->net;
    const struct net_limits *limits = &net->config.limits;
    char list[NET_TEXT];
    char address[NET_ADDRESS];
    *words = socket->refusal == NET_REFUSED_ADDRESS_CONNECTIONS
                 ? "Too many connections from your address."
                 : "The server is full. Please try again later.";
    if (socket->over_cap)
        return 503;
    if (net->config.trust_proxy &&
        http_field(socket->wsi, "x-forwarded-for", list, sizeof list) &&
        forwarded_address(list, address) &&
        !connection_set_address(socket, address)) {
        net_refused(net, NET_REFUSED_ADDRESS_CONNECTIONS);
        *words = "Too many connections from your address.";
        return 503;
    }
    if (!bucket_take(&socket->address->bucket, net_now(net),
                     limits->address_per_second, limits->address_burst)) {
        net_refused(net, NET_REFUSED_ADDRESS_RATE);
        *words = "Too many requests from your address.";
        return 429;
    }
    return 0;
}

static bool origin_is_fine(struct net_socket *socket)
{
    char origin[NET_TEXT];
    char host[NET_TEXT];
    bool tls;
    struct lws *wsi = socket->wsi;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_COOKIE) <= 0;
    if (!http_field(wsi, "origin", origin, sizeof origin))
        return false;
    bool known = own_host(socket, host, sizeof host, &tls);
    return origin_allowed(origin, known ? host : NULL, tls,
                          socket->net->config.origins);
}

static int upgrade_refused(struct net_socket *socket, unsigned status,
                           const char *fields, const char *words)
{
    refuse_now(socket, status, fields, words);
    return -1;
}

int http_upgrade(struct net_socket *socket, const char *protocol)
{
    struct net *net = socket->net;
    char text[NET_TEXT];
    const char *words;
    unsigned status = admit(socket, &words);
    if (status != 0)
        return upgrade_refused(socket, status, "Retry-After: 10\r\n", words);
    if (net->refusing) {
        net_refused(net, NET_REFUSED_CONNECTIONS);
        return upgrade_refused(socket, 503, "Retry-After: 5\r\n",
                               "The server is shutting down.");
    }
    if (lws_hdr_copy(socket->wsi, text, sizeof text, WSI_TOKEN_GET_URI) <= 0 ||
        strcmp(text, net->config.socket_path) != 0) {
        net_refused(net, NET_REFUSED_BAD_REQUEST);
        return upgrade_refused(socket, 404, "", "No WebSocket is here.");
    }
    if (strcasecmp(protocol, "websocket") != 0 ||
        !http_field(socket->wsi, "sec-websocket-version", text, sizeof text) ||
        strcmp(text, "13") != 0) {
        net_refused(net, NET_REFUSED_BAD_REQUEST);
        return upgrade_refused(socket, 426, "Sec-WebSocket-Version: 13\r\n",
                               "This is a WebSocket of version 13.");
    }
    if (!origin_is_fine(socket)) {
        net_refused(net, NET_REFUSED_ORIGIN);
        return upgrade_refused(socket, 403, "",
                               "Pages of that origin may not connect.");
    }
    return 0;
}

/* ---- Requests ---------------------------------------------------------- */

static const struct {
    const char *name;
    enum lws_token_indexes token;
    bool has_body;
} methods[] = {
    {"GET", WSI_TOKEN_GET_URI, false},
    {"HEAD", WSI_TOKEN_HEAD_URI, false},
    {"POST", WSI_TOKEN_POST_URI, true},
    {"PUT", WSI_TOKEN_PUT_URI, true},
    {"PATCH", WSI_TOKEN_PATCH_URI, true},
    {"DELETE", WSI_TOKEN_DELETE_URI, false},
    {"OPTIONS", WSI_TOKEN_OPTIONS_URI, false},
};

static size_t method_of(struct lws *wsi)
{
    size_t i = 0;
    while (i < sizeof methods / sizeof methods[0] - 1 &&
           lws_hdr_total_length(wsi, methods[i].token) <= 0)
        i++;
    return i;
}

static struct net_request *request_new(struct net_socket *socket,
                                       const char *path, size_t size)
{
    struct net_request *request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    request->path = strndup(path, size);
    if (!request->path) {
        free(request);
        return NULL;
    }
    request->net = socket->net;
    request->socket = socket;
    request->file = -1;
    request->method = methods[method_of(socket->wsi)].name;
    request->head = strcmp(request->method, "HEAD") == 0;
    socket->request = request;
    return request;
}

void request_free(struct net_request *request)
{
    struct request_text *next;
    for (struct request_text *at = request->texts; at; at = next) {
        next = at->next;
        free(at);
    }
    if (request->file >= 0)
        close(request->file);
    free(request->path);
    free(request->body);
    free(request->out);
    free(request);
}

/* From here on it has, or is about to get, its answer. */
static void enter_turn(struct net_request *request)
{
    struct net *net = request->net;
    request->in_turn = true;
    request->next_in_turn = net->in_turn;
    net->in_turn = request;
    net->happened = true;
    request->socket->stage = STAGE_REPLY;
    connection_wait(request->socket, WAIT_REPLY);
}

void request_seen(struct net_request *request)
{
    request->in_turn = false;
    if (!request->socket)
        request_free(request);
    else
        lws_callback_on_writable(request->socket->wsi);
}

static int turn_away(struct net_request *request, unsigned status,
                     const char *words, bool close_after)
{
    enter_turn(request);
    request_refuse(request, status, words, close_after);
    return 0;
}

static int dispatch(struct net_request *request)
{
    struct net *net = request->net;
    enter_turn(request);
    if (files_answer(request))
        return 0;
    net->handlers.request(net->handlers.context, request);
    if (!request->answered) {
        net_log(net, "a request was not answered");
        request_refuse(request, 500, "Something went wrong.", false);
    }
    return 0;
}

/* What is to come after the head: false if it was refused. */
static bool expect_body(struct net_request *request, uint64_t *length)
{
    struct lws *wsi = request->socket->wsi;
    char text[32];
    bool told = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    *length = 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
        (!told && methods[method_of(wsi)].has_body)) {
        net_refused(request->net, NET_REFUSED_BAD_REQUEST);
        turn_away(request, 411, "The length of the body must be told.", true);
        return false;
    }
    if (told && (!http_field(wsi, "content-length", text, sizeof text) ||
                 !length_parse(text, length))) {
        net_refused(request->net, NET_REFUSED_BAD_REQUEST);
        turn_away(request, 400, "That is no length.", true);
        return false;
    }
    if (*length > request->net->config.limits.body_bytes) {
        net_refused(request->net, NET_REFUSED_BODY_SIZE);
        turn_away(request, 413, "The body is too long.", true);
        return false;
    }
    return true;
}

int http_request(struct net_socket *socket, const char *path, size_t size)
{
    const char *words;
    uint64_t length;
    if (socket->request || socket->stage == STAGE_DROPPED)
        return -1;
    struct net_request *request = request_new(socket, path, size);
    if (!request)
        return -1;
    /* Time is kept by us. */
    lws_set_timeout(socket->wsi, NO_PENDING_TIMEOUT, 0);
    socket->requests++;
    unsigned status = admit(socket, &words);
    if (status != 0)
        return turn_away(request, status, words, true);
    if (!expect_body(request, &length))
        return 0;
    /* libwebsockets tells the end of a POST without a body, too. */
    if (length == 0 && strcmp(request->method, "POST") != 0)
        return dispatch(request);
    request->body = malloc(length + 1);
    if (!request->body)
        return -1;
    request->body_room = length;
    return 0;
}

int http_body(struct net_socket *socket, const char *bytes, size_t size)
{
    struct net_request *request = socket->request;
    lws_set_timeout(socket->wsi, NO_PENDING_TIMEOUT, 0);
    if (!request || socket->stage != STAGE_REQUEST)
        return 0;
    if (size > request->body_room - request->body_size)
        return -1;
    if (size > 0)
        memcpy(request->body + request->body_size, bytes, size);
    request->body_size += size;
    return 0;
}

int http_body_done(struct net_socket *socket)
{
    struct net_request *request = socket->request;
    lws_set_timeout(socket->wsi, NO_PENDING_TIMEOUT, 0);
    if (!request)
        return -1;
    /* It is told again for whatever comes in before the reply is out. */
    if (socket->stage != STAGE_REQUEST)
        return ++request->completions > 100 ? -1 : 0;
    request->body[request->body_size] = '\0';
    return dispatch(request);
}

/* ---- Writing the reply ------------------------------------------------- */

/* The next part of a file into `out`. */
static bool read_file(struct net_request *request)
{
    size_t want =
        request->file_left < NET_CHUNK ? (size_t)request->file_left : NET_CHUNK;
    if (request->out_size < want) {
        unsigned char *grown = realloc(request->out, LWS_PRE + NET_CHUNK);
        if (!grown)
            return false;
        request->out = grown;
    }
    ssize_t got = read(request->file, request->out + LWS_PRE, want);
    if (got <= 0)
        return false;
    request->out_size = (size_t)got;
    request->out_sent = 0;
    request->file_left -= (uint64_t)got;
    return true;
}

static int reply_done(struct net_socket *socket)
{
    struct net_request *request = socket->request;
    bool end = request->close_after || socket->requests >= NET_REQUESTS ||
               socket->net->stopping;
    bool body_to_come =
        request->close_after &&
        lws_hdr_total_length(socket->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    socket->request = NULL;
    request_free(request);
    if (end && body_to_come && !lws_partial_buffered(socket->wsi)) {
        /* Closing now would send a reset, and the other side, still busy with
         * its body, might never see the reply. */
        socket->stage = STAGE_DROPPED;
        connection_wait(socket, WAIT_CLOSE);
        shutdown(lws_get_socket_fd(socket->wsi), SHUT_WR);
        return 0;
    }
    if (end)
        return -1;
    socket->stage = STAGE_REQUEST;
    connection_wait(socket, WAIT_HEADER);
    return lws_http_transaction_completed(socket->wsi) ? -1 : 0;
}

int http_writable(struct net_socket *socket)
{
    struct net_request *request = socket->request;
    if (!request || request->in_turn || socket->stage != STAGE_REPLY)
        return 0;
    if (request->out_sent == request->out_size && request->file_left > 0 &&
        !read_file(request))
        return -1;
    size_t size = request->out_size - request->out_sent;
    if (size > NET_CHUNK)
        size = NET_CHUNK;
    if (size > 0 &&
        lws_write(socket->wsi, request->out + LWS_PRE + request->out_sent, size,
                  LWS_WRITE_HTTP_HEADERS) < 0)
        return -1;
    request->out_sent += size;
    socket->net->counts.bytes_out += size;
    connection_wait(socket, WAIT_REPLY);
    if (request->out_sent == request->out_size && request->file_left == 0)
        return reply_done(socket);
    lws_callback_on_writable(socket->wsi);
    return 0;
}

/* ---- For the handlers -------------------------------------------------- */

const char *net_method(const struct net_request *request)
{
    return request->method;
}

const char *net_path(const struct net_request *request)
{
    return request->path;
}

const char *net_body(const struct net_request *request, size_t *size)
{
    if (size)
        *size = request->body_size;
    return request->body ? request->body : "";
}

const char *net_request_address(const struct net_request *request)
{
    return request->socket ? request->socket->text : "";
}

/* Kept with the request, which the interface calls const: what is known of it
 * does not change. */
static const char *keep_text(const struct net_request *request,
                             const char *text)
{
    struct net_request *owner = (struct net_request *)request;
    size_t size = strlen(text) + 1;
    struct request_text *kept = malloc(sizeof *kept + size);
    if (!kept)
        return NULL;
    memcpy(kept->text, text, size);
    kept->next = owner->texts;
    owner->texts = kept;
    return kept->text;
}

const char *net_query(const struct net_request *request, const char *name)
{
    char argument[2048];
    if (!request->socket)
        return NULL;
    for (int i = 0;; i++) {
        int size =
            lws_hdr_copy_fragment(request->socket->wsi, argument,
                                  sizeof argument, WSI_TOKEN_HTTP_URI_ARGS, i);
        if (size < 0)
            return NULL;
        argument[size] = '\0';
        const char *value = query_value(argument, name);
        if (value)
            return keep_text(request, value);
    }
}

const char *net_header(const struct net_request *request, const char *name)
{
    char value[2048];
    if (!request->socket ||
        !http_field(request->socket->wsi, name, value, sizeof value))
        return NULL;
    return keep_text(request, value);
}

bool net_origin_allowed(const struct net_request *request)
{
    if (!request->socket)
        return false;
    if (lws_hdr_total_length(request->socket->wsi, WSI_TOKEN_ORIGIN) <= 0 ||
        origin_is_fine(request->socket))
        return true;
    net_refused(request->net, NET_REFUSED_ORIGIN);
    return false;
}

const char *net_request_cookie(const struct net_request *request)
{
    char value[NET_TEXT];
    if (!request->socket || !http_cookie(request->socket, value, sizeof value))
        return "";
    const char *kept = keep_text(request, value);
    return kept ? kept : "";
}
