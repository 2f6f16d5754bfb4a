/* Requests that want to become WebSockets: which of them may, and the answer.
 * Who we are, by the names that a request uses, is asked here, too: a page from
 * elsewhere must neither open a socket nor, by a name of its own that leads to
 * our address (DNS rebinding), be taken for one of our pages. */
#define _GNU_SOURCE

#include "net/internal.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "net/http_text.h"
#include "net/origin.h"

/* ---- Whose token a request has -------------------------------------- */

/* There may be many cookies, of other programs on the same host, for cookies
 * know no ports; several even with our name, of which any may be the right one. */

static bool is_somebody(const struct net *net, const char *token,
                        uint8_t key[16])
{
    return net->handlers.person(net->handlers.context, token, strlen(token),
                                key);
}

void cookie_read(const struct net_socket *socket, char token[NET_TOKEN],
                 bool *valid, uint8_t key[16])
{
    const struct head *head = socket->head;
    const char *name = socket->net->config.cookie;
    bool any = false;
    token[0] = '\0';
    *valid = false;
    for (unsigned i = 0; name && i < head->count; i++) {
        const char *at = head->field[i].value;
        char value[NET_TOKEN];
        if (strcmp(head->field[i].name, "cookie") != 0)
            continue;
        while (cookie_next(&at, name, value, sizeof value)) {
            *valid = is_somebody(socket->net, value, key);
            if (*valid || !any)
                memcpy(token, value, sizeof value);
            if (*valid)
                return;
            any = true;
        }
    }
}

void identity_read(const struct net_socket *socket, char token[NET_TOKEN],
                   bool *valid, uint8_t key[16])
{
    static const char scheme[] = "bearer ";
    const char *bearer = http_field(socket, "authorization");
    if (bearer && strncasecmp(bearer, scheme, sizeof scheme - 1) == 0) {
        snprintf(token, NET_TOKEN, "%s", bearer + sizeof scheme - 1);
        *valid = is_somebody(socket->net, token, key);
    } else {
        cookie_read(socket, token, valid, key);
    }
}

/* Under which name and scheme the other side knows us. */
static const char *own_host(const struct net_socket *socket,
                            char room[NET_TEXT], bool *tls)
{
    const struct head *head = socket->head;
    char scheme[16];
    *tls = socket->net->config.cert;
    if (socket->net->config.trust_proxy) {
        const char *proto = head_last(head, "x-forwarded-proto");
        const char *host = head_last(head, "x-forwarded-host");
        if (proto && list_last(proto, scheme, sizeof scheme))
            *tls = strcasecmp(scheme, "https") == 0;
        if (host && list_last(host, room, NET_TEXT))
            return room;
    }
    return http_field(socket, "host");
}

bool origin_is_fine(const struct net_socket *socket)
{
    const struct head *head = socket->head;
    const char *origin = head_first(head, "origin");
    char room[NET_TEXT];
    bool tls;
    if (!origin)
        return head_count(head, "cookie") == 0;
    const char *host = own_host(socket, room, &tls);
    return head_count(head, "origin") == 1 &&
           origin_allowed(origin, host, tls, socket->net->config.origins);
}

/* No domain name leads to a numeric address. */
static bool is_digits(const char *host)
{
    struct in_addr address;
    return host[0] == '[' || inet_pton(AF_INET, host, &address) == 1;
}

bool host_is_ours(const struct net_socket *socket)
{
    const char *name = socket->net->config.host;
    char room[NET_TEXT];
    struct origin asked;
    bool tls;
    if (!name)
        return true;
    const char *host = own_host(socket, room, &tls);
    return host && origin_of_host(host, tls, &asked) &&
           (strcasecmp(asked.host, name) == 0 ||
            strcmp(asked.host, "localhost") == 0 || is_digits(asked.host));
}

bool upgrade_wanted(const struct net_socket *socket)
{
    return strcmp(socket->head->method, "GET") == 0 &&
           head_first(socket->head, "upgrade") &&
           head_lists(socket->head, "connection", "upgrade");
}

/* 16 bytes in base 64. */
static bool is_key(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789+/") == 22 &&
           strcmp(text + 22, "==") == 0;
}

/* The status of a refusal, or 0. */
static unsigned refusal_of(struct net_socket *socket, const char **fields,
                           const char **words)
{
    struct net *net = socket->net;
    const struct head *head = socket->head;
    const char *version = head_first(head, "sec-websocket-version");
    const char *key = head_first(head, "sec-websocket-key");
    enum net_refusal refusal = NET_REFUSED_BAD_REQUEST;
    unsigned status = 0;
    if (net->refusing) {
        refusal = NET_REFUSED_CONNECTIONS;
        status = 503;
        *fields = "Retry-After: 5\r\n";
        *words = "The server is shutting down.";
    } else if (strcmp(head->path, net->config.socket_path) != 0) {
        status = 404;
        *words = "No WebSocket is here.";
    } else if (!head_lists(head, "upgrade", "websocket") || !version ||
               strcmp(version, "13") != 0) {
        status = 426;
        *fields = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
        *words = "This is a WebSocket of version 13.";
    } else if (!key || !is_key(key)) {
        status = 400;
        *words = "The key of the WebSocket is wrong.";
    } else if (!origin_is_fine(socket)) {
        refusal = NET_REFUSED_ORIGIN;
        status = 403;
        *words = "Pages of that origin may not connect.";
    }
    if (status != 0)
        net_refused(net, refusal);
    return status;
}

/* What shows that we have understood: RFC 6455, 4.2.2. */
static void accept_key(const char *key, char accepted[32])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[24 + sizeof guid];
    unsigned char hash[20];
    int size = snprintf(text, sizeof text, "%s%s", key, guid);
    lws_SHA1((unsigned char *)text, (size_t)size, hash);
    lws_b64_encode_string((const char *)hash, sizeof hash, accepted, 32);
}

unsigned upgrade(struct net_socket *socket, const char **fields,
                 const char **words)
{
    char reply[LWS_PRE + NET_TEXT];
    char accepted[32];
    char token[NET_TOKEN];
    uint8_t key[16];
    bool valid;
    unsigned status = refusal_of(socket, fields, words);
    if (status != 0)
        return status;
    accept_key(head_first(socket->head, "sec-websocket-key"), accepted);
    int size = snprintf(reply + LWS_PRE, NET_TEXT,
                        "HTTP/1.1 101 Switching Protocols\r\n"
                        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Accept: %s\r\n\r\n",
                        accepted);
    if (lws_write(socket->wsi, (unsigned char *)reply + LWS_PRE, (size_t)size,
                  LWS_WRITE_RAW) < 0) {
        *words = "The connection is broken.";
        return 500;
    }
    identity_read(socket, token, &valid, key);
    socket_opened(socket, token);
    head_free(socket->head);
    socket->head = NULL;
    return 0;
}
