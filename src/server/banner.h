/* What a person who starts a server wants to know: which address to open, and
 * on a phone how to get there without typing. */
#ifndef SERVER_BANNER_H
#define SERVER_BANNER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/buffer.h"

#define BANNER_URL 256
#define BANNER_URLS 6

struct banner {
    const char *listen; /* "": all addresses */
    unsigned port;
    bool tls;
    const char *public_url; /* "": none */
};

enum banner_kind {
    BANNER_HERE,   /* this machine alone can open it */
    BANNER_NEAR,   /* others on the same network can */
    BANNER_PUBLIC, /* what the operator says */
};

struct banner_url {
    enum banner_kind kind;
    char text[BANNER_URL];
};

/* The addresses to open, this machine's own first. Returns how many. */
unsigned banner_urls(const struct banner *banner,
                     struct banner_url out[BANNER_URLS]);

/* The one for other people's phones, or NULL. */
const struct banner_url *banner_best(const struct banner_url urls[],
                                     unsigned count);

/* The code below a line of its own, where `out` is a terminal that is large
 * enough for it and somebody else could open the address; else nothing. */
void banner_print_qr(FILE *out, const char *url);

/* Lines for a person. A QR code only where `out` is a terminal that is large
 * enough for it. */
void banner_print(FILE *out, const struct banner *banner, bool qr);

#endif
