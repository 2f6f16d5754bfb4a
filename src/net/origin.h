/* Whose page it is that wants a WebSocket. An origin is a scheme, a host and a
 * port, and two are the same only if all three are. */
#ifndef NET_ORIGIN_H
#define NET_ORIGIN_H

#include <stdbool.h>

#define ORIGIN_HOST 256

struct origin {
    bool tls;
    unsigned port;
    char host[ORIGIN_HOST]; /* in lower case; IPv6 with its brackets */
};

/* "https://a.example:8443", nothing before it and nothing after it. */
bool origin_parse(const char *text, struct origin *origin);
/* From a Host header: "a.example", "[::1]:8080". */
bool origin_of_host(const char *host, bool tls, struct origin *origin);
bool origin_same(const struct origin *a, const struct origin *b);
/* Is the Origin header `text` the server's own origin, or in `list` (up to a
 * NULL, which may be NULL itself)? `host` is the Host header, or NULL. */
bool origin_allowed(const char *text, const char *host, bool tls,
                    const char *const *list);

#endif
