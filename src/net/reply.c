/* What goes out over HTTP: one head for all replies, with the fields that keep
 * a browser from doing what the page never asked for. */
#define _GNU_SOURCE
#include "net/internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "net/origin.h"

static const char *status_words(unsigned status)
{
    static const struct {
        unsigned status;
        const char *words;
    } known[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {410, "Gone"},
        {408, "Request Timeout"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].status == status)
            return known[i].words;
    return "Unknown";
}

/* 'self' does not cover WebSockets in every browser: they are named. */
static void socket_sources(struct net_socket *socket, char *text, size_t room)
{
    const char *host = http_field(socket, "host");
    struct origin origin;
    text[0] = '\0';
    if (host && origin_of_host(host, false, &origin))
        snprintf(text, room, " ws://%s wss://%s", host, host);
}

static const char security[] =
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Permissions-Policy: accelerometer=(), camera=(), display-capture=(), "
    "geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), "
    "payment=(), usb=()\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

/* In the clear browsers don't heed these, and some complain of the second. */
static const char security_tls[] =
    "Strict-Transport-Security: max-age=31536000\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

/* With the sources of WebSockets in it. */
#define POLICY                                                                 \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "               \
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'%s; "     \
    "worker-src 'self'; manifest-src 'self'; "                                 \
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "            \
    "object-src 'none'"

static bool over_tls(struct net_socket *socket)
{
    const char *scheme = http_field(socket, "x-forwarded-proto");
    if (socket->net->config.cert)
        return true;
    return socket->net->config.trust_proxy && scheme &&
           strcasecmp(scheme, "https") == 0;
}

static void date_now(char text[64])
{
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    /* Written with English names whatever the locale is. */
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    snprintf(text, 64, "%.3s, %02d %.3s %d %02d:%02d:%02d GMT",
             days + (ptrdiff_t)parts.tm_wday * 3, parts.tm_mday,
             months + (ptrdiff_t)parts.tm_mon * 3, parts.tm_year + 1900,
             parts.tm_hour, parts.tm_min, parts.tm_sec);
}

size_t reply_head(struct net_socket *socket, char head[REPLY_HEAD],
                  unsigned status, const char *type, const char *fields,
                  uint64_t length, bool close_after)
{
    char sources[NET_TEXT * 2 + 32];
    char date[64];
    char sized[64] = "";
    socket_sources(socket, sources, sizeof sources);
    date_now(date);
    if (status != 304 && status != 204)
        snprintf(sized, sizeof sized, "Content-Length: %llu\r\n",
                 (unsigned long long)length);
    int size = snprintf(
        head, REPLY_HEAD,
        "HTTP/1.1 %u %s\r\nDate: %s\r\n%s%s%s%s%s%s%s"
        "Content-Security-Policy: " POLICY "\r\nConnection: %s\r\n\r\n",
        status, status_words(status), date, sized, type ? "Content-Type: " : "",
        type ? type : "", type ? "\r\n" : "", fields, security,
        over_tls(socket) ? security_tls : "", sources,
        close_after ? "close" : "keep-alive");
    return (size_t)size < REPLY_HEAD ? (size_t)size : 0;
}

void request_set_reply(struct net_request *request, const char *head,
                       size_t head_size, const char *body, size_t size)
{
    size_t body_size = request->head ? 0 : size;
    free(request->out);
    request->out_size = 0;
    request->out_sent = 0;
    request->answered = true;
    request->out = malloc(LWS_PRE + head_size + body_size);
    if (!request->out) {
        request->close_after = true;
        return;
    }
    memcpy(request->out + LWS_PRE, head, head_size);
    if (body_size > 0)
        memcpy(request->out + LWS_PRE + head_size, body, body_size);
    request->out_size = head_size + body_size;
}

static bool has_field(const char *fields, const char *name)
{
    size_t size = strlen(name);
    while (*fields) {
        if (strncasecmp(fields, name, size) == 0)
            return true;
        const char *line = strchr(fields, '\n');
        fields = line ? line + 1 : fields + strlen(fields);
    }
    return false;
}

void net_reply(struct net_request *request, unsigned status, const char *type,
               const char *headers, const char *body, size_t size)
{
    char head[REPLY_HEAD];
    char fields[REPLY_HEAD / 2];
    assert(request->in_lap);
    if (!request->socket)
        return;
    int fits = snprintf(fields, sizeof fields, "%s%s", headers,
                        has_field(headers, "cache-control:")
                            ? ""
                            : "Cache-Control: no-store\r\n");
    size_t head_size = 0;
    if ((size_t)fits < sizeof fields)
        head_size = reply_head(request->socket, head, status, type, fields,
                               size, request->close_after);
    if (head_size == 0) {
        net_log(request->net, "a reply's header fields are too long");
        request_refuse(request, 500, "", "Something went wrong.", false);
        return;
    }
    request_set_reply(request, head, head_size, body, size);
}

void request_refuse(struct net_request *request, unsigned status,
                    const char *fields, const char *words, bool close_after)
{
    char body[NET_TEXT];
    int size = snprintf(body, sizeof body, "%s\n", words);
    request->close_after = request->close_after || close_after;
    net_reply(request, status, "text/plain; charset=utf-8", fields, body,
              (size_t)size);
}

void refuse_now(struct net_socket *socket, unsigned status, const char *words)
{
    unsigned char out[LWS_PRE + REPLY_HEAD + NET_TEXT];
    char head[REPLY_HEAD];
    size_t size = strlen(words);
    size_t head_size =
        reply_head(socket, head, status, "text/plain; charset=utf-8",
                   "Cache-Control: no-store\r\n", size + 1, true);
    memcpy(out + LWS_PRE, head, head_size);
    memcpy(out + LWS_PRE + head_size, words, size);
    out[LWS_PRE + head_size + size] = '\n';
    /* It is closed in any case. */
    if (lws_write(socket->wsi, out + LWS_PRE, head_size + size + 1,
                  LWS_WRITE_RAW) < 0)
        net_log(socket->net, "a refusal could not be written");
}
