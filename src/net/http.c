/* HTTP requests: who may ask, reading the body, who answers, and writing the
 * reply. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "net/http_text.h"

#define MOST_LENGTH 999999999999999999 /* that a body is told to have */

const char *http_field(const struct net_socket *socket, const char *name)
{
    return socket->head ? head_first(socket->head, name) : NULL;
}

/* ---- Who may ask ------------------------------------------------------- */

/* Also of NET_REFUSAL_COUNT, which is none. */
static const char *words_for(enum net_refusal refusal)
{
    static const char *const words[NET_REFUSAL_COUNT + 1] = {
        [NET_REFUSED_ADDRESS_CONNECTIONS] =
            "Too many connections from your address.",
        [NET_REFUSED_PERSON_RATE] = "You are sending too many requests.",
        [NET_REFUSED_ADDRESS_RATE] = "Too many requests from your address.",
    };
    return words[refusal] ? words[refusal]
                          : "The server is full. Please try again later.";
}

/* Finds out who asks, and whether they may: the status of a refusal that any
 * request can meet, or 0. */
static unsigned admit(struct net_socket *socket, const char **words)
{
    struct net *net = socket->net;
    const char *forwarded = head_last(socket->head, "x-forwarded-for");
    char address[NET_ADDRESS];
    char token[NET_TOKEN];
    uint8_t key[16];
    bool valid;
    if (net->config.trust_proxy && forwarded &&
        forwarded_address(forwarded, address) &&
        !payer_set_address(socket, address)) {
        *words = words_for(NET_REFUSED_CONNECTIONS);
        return 503;
    }
    identity_read(socket, token, &valid, key);
    payer_set_person(socket, valid ? key : NULL);
    if (!connection_has_room(socket)) {
        *words = words_for(socket->refusal);
        return 503;
    }
    enum net_refusal refusal = payer_pays(socket);
    *words = words_for(refusal);
    if (refusal == NET_REFUSAL_COUNT)
        return 0;
    net_refused(net, refusal);
    return 429;
}

/* ---- Requests ---------------------------------------------------------- */

static const struct method {
    const char *name;
    bool has_body;
} methods[] = {
    {"GET", false},  {"HEAD", false},   {"POST", true},     {"PUT", true},
    {"PATCH", true}, {"DELETE", false}, {"OPTIONS", false},
};

static const struct method *method_of(const struct net_socket *socket)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (strcmp(methods[i].name, socket->head->method) == 0)
            return &methods[i];
    return NULL;
}

static struct net_request *request_new(struct net_socket *socket)
{
    struct net_request *request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    request->path = strdup(socket->head->path);
    if (!request->path) {
        free(request);
        return NULL;
    }
    request->net = socket->net;
    request->socket = socket;
    request->file = -1;
    request->head = strcmp(socket->head->method, "HEAD") == 0;
    request->close_after = !socket->head->keep;
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

static void list_in_lap(struct net_request *request)
{
    struct net *net = request->net;
    request->in_lap = true;
    request->next_in_lap = net->in_lap;
    net->in_lap = request;
}

/* From here on it has, or is about to get, its answer. */
static void enter_lap(struct net_request *request)
{
    list_in_lap(request);
    request->socket->stage = STAGE_REPLY;
    connection_listen(request->socket, false);
    connection_wait(request->socket, WAIT_REPLY);
}

void net_hold(struct net_request *request)
{
    assert(request->in_lap && !request->held);
    request->held = true;
}

void net_release(struct net_request *request)
{
    assert(request->held);
    request->held = false;
    if (!request->let_go)
        return;
    request->let_go = false;
    list_in_lap(request);
}

bool net_is_gone(const struct net_request *request)
{
    return !request->socket;
}

void request_seen(struct net_request *request)
{
    if (request->held) {
        request->let_go = true;
        return;
    }
    request->in_lap = false;
    if (!request->socket)
        request_free(request);
    else
        lws_callback_on_writable(request->socket->wsi);
}

static void turn_away(struct net_request *request, unsigned status,
                      const char *fields, const char *words)
{
    enter_lap(request);
    request_refuse(request, status, fields, words, true);
}

static void refuse(struct net_request *request, enum net_refusal refusal,
                   unsigned status, const char *words)
{
    net_refused(request->net, refusal);
    turn_away(request, status, "", words);
}

static void dispatch(struct net_request *request)
{
    struct net *net = request->net;
    enter_lap(request);
    if (files_answer(request))
        return;
    net->handlers.request(net->handlers.context, request);
    if (!request->answered && !request->held) {
        net_log(net, "a request was not answered");
        request_refuse(request, 500, "", "Something went wrong.", false);
    }
}

/* What is to come after the head: false if it was refused. */
static bool expect_body(struct net_request *request, bool wanted,
                        uint64_t *length)
{
    const struct head *head = request->socket->head;
    const char *told = head_first(head, "content-length");
    *length = 0;
    if (head_count(head, "transfer-encoding") > 0 || (!told && wanted)) {
        refuse(request, NET_REFUSED_BAD_REQUEST, 411,
               "The length of the body must be told.");
        return false;
    }
    if (told && !number_is(told, MOST_LENGTH, length)) {
        refuse(request, NET_REFUSED_BAD_REQUEST, 400, "That is not a length.");
        return false;
    }
    if (*length > request->net->config.limits.body_bytes) {
        refuse(request, NET_REFUSED_BODY_SIZE, 413, "The body is too long.");
        return false;
    }
    return true;
}

static int begin_body(struct net_request *request, uint64_t length)
{
    struct net_socket *socket = request->socket;
    request->body = malloc(length + 1);
    if (!request->body)
        return -1;
    socket->body_left = length;
    socket->stage = STAGE_BODY;
    if (length == 0)
        http_body_done(socket);
    return 0;
}

static void ask_upgrade(struct net_request *request)
{
    struct net_socket *socket = request->socket;
    const char *fields = "";
    const char *words;
    unsigned status = upgrade(socket, &fields, &words);
    if (status != 0) {
        turn_away(request, status, fields, words);
        return;
    }
    socket->request = NULL;
    request_free(request);
}

int http_request(struct net_socket *socket)
{
    const struct method *method = method_of(socket);
    const char *words;
    uint64_t length;
    struct net_request *request = request_new(socket);
    if (!request)
        return -1;
    socket->requests++;
    unsigned status = admit(socket, &words);
    if (status != 0) {
        turn_away(request, status, "Retry-After: 10\r\n", words);
    } else if (!host_is_ours(socket)) {
        refuse(request, NET_REFUSED_HOST, 421, "This server has another name.");
    } else if (!method) {
        refuse(request, NET_REFUSED_BAD_REQUEST, 405,
               "That method is not known here.");
    } else if (upgrade_wanted(socket)) {
        ask_upgrade(request);
    } else if (expect_body(request, method->has_body, &length)) {
        request->method = method->name;
        return begin_body(request, length);
    }
    return 0;
}

void http_body(struct net_socket *socket, const char *bytes, size_t size)
{
    struct net_request *request = socket->request;
    memcpy(request->body + request->body_size, bytes, size);
    request->body_size += size;
}

void http_body_done(struct net_socket *socket)
{
    struct net_request *request = socket->request;
    request->body[request->body_size] = '\0';
    dispatch(request);
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

/* The next request, which may be here already, or the end. */
static int reply_done(struct net_socket *socket)
{
    struct net_request *request = socket->request;
    bool end = request->close_after || socket->requests >= NET_REQUESTS ||
               socket->net->stopping;
    socket->request = NULL;
    request_free(request);
    head_free(socket->head);
    socket->head = NULL;
    if (end)
        return connection_linger(socket);
    socket->stage = STAGE_HEAD;
    connection_wait(socket, WAIT_HEADER);
    if (input_go_on(socket) != 0)
        return -1;
    if (socket->stage != STAGE_REPLY)
        connection_listen(socket, true);
    return 0;
}

int http_writable(struct net_socket *socket)
{
    struct net_request *request = socket->request;
    if (!request || request->in_lap || socket->stage != STAGE_REPLY)
        return 0;
    if (request->out_sent == request->out_size && request->file_left > 0 &&
        !read_file(request))
        return -1;
    size_t size = request->out_size - request->out_sent;
    if (size > NET_CHUNK)
        size = NET_CHUNK;
    if (size > 0 &&
        lws_write(socket->wsi, request->out + LWS_PRE + request->out_sent, size,
                  LWS_WRITE_RAW) < 0)
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
    return request->body;
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
    char value[2048];
    if (!request->socket ||
        !head_query(request->socket->head, name, value, sizeof value))
        return NULL;
    return keep_text(request, value);
}

const char *net_header(const struct net_request *request, const char *name)
{
    const char *value =
        request->socket ? http_field(request->socket, name) : NULL;
    return value ? keep_text(request, value) : NULL;
}

bool net_origin_allowed(const struct net_request *request)
{
    if (!request->socket)
        return false;
    if (!http_field(request->socket, "origin") ||
        origin_is_fine(request->socket))
        return true;
    net_refused(request->net, NET_REFUSED_ORIGIN);
    return false;
}

const char *net_request_cookie(const struct net_request *request)
{
    char token[NET_TOKEN] = "";
    uint8_t key[16];
    bool valid;
    if (request->socket)
        cookie_read(request->socket, token, &valid, key);
    const char *kept = keep_text(request, token);
    return kept ? kept : "";
}
