#define _GNU_SOURCE
#include "net/origin.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* How long the host at the front of `text` is; 0 if there is none. */
static size_t host_size(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    if (text[0] != '[')
        return strspn(text, letters);
    size_t inside = strspn(text + 1, "0123456789abcdefABCDEF:.");
    return inside > 0 && text[1 + inside] == ']' ? inside + 2 : 0;
}

/* ":8443" up to the end of the text, or nothing: the scheme's own port. */
static bool read_port(const char *text, bool tls, unsigned *port)
{
    *port = tls ? 443 : 80;
    if (*text == '\0')
        return true;
    size_t digits = strspn(text + 1, "0123456789");
    if (*text != ':' || digits == 0 || digits > 5 || text[1 + digits])
        return false;
    *port = 0;
    for (size_t i = 1; i <= digits; i++)
        *port = *port * 10 + (unsigned)(text[i] - '0');
    return *port >= 1 && *port <= 65535;
}

bool origin_of_host(const char *host, bool tls, struct origin *origin)
{
    size_t size = host_size(host);
    if (size == 0 || size >= ORIGIN_HOST)
        return false;
    for (size_t i = 0; i < size; i++)
        origin->host[i] = (char)tolower((unsigned char)host[i]);
    origin->host[size] = '\0';
    origin->tls = tls;
    return read_port(host + size, tls, &origin->port);
}

bool origin_parse(const char *text, struct origin *origin)
{
    if (strncasecmp(text, "https://", 8) == 0)
        return origin_of_host(text + 8, true, origin);
    if (strncasecmp(text, "http://", 7) == 0)
        return origin_of_host(text + 7, false, origin);
    return false;
}

bool origin_same(const struct origin *a, const struct origin *b)
{
    return a->tls == b->tls && a->port == b->port &&
           strcmp(a->host, b->host) == 0;
}

bool origin_allowed(const char *text, const char *host, bool tls,
                    const char *const *list)
{
    struct origin asked;
    struct origin other;
    if (!origin_parse(text, &asked))
        return false;
    if (host && origin_of_host(host, tls, &other) &&
        origin_same(&asked, &other))
        return true;
    for (; list && *list; list++)
        if (origin_parse(*list, &other) && origin_same(&asked, &other))
            return true;
    return false;
}
