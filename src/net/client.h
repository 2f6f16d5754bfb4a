/* A WebSocket client that waits: for the terminal, which plays on a server.
 * One connection, one thread. The server's pings are answered while it waits,
 * so somebody should be waiting most of the time. */
#ifndef NET_CLIENT_H
#define NET_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "net/net.h"

struct net_client;

enum net_event {
    NET_MESSAGE, /* *text is there until the next call, with a NUL behind it */
    NET_INPUT,   /* the descriptor that was watched can be read, or has ended */
    NET_TIMEOUT, /* or a signal came */
    NET_CLOSED   /* net_client_why() says why */
};

/* Asked again and again while somebody waits; false: no longer. */
struct net_patience {
    bool (*lasts)(void *context);
    void *context;
};

/* "ws://host:port/path" or "wss://...". Certificates are checked against those
 * of the system, or those in the file that SSL_CERT_FILE names. The token,
 * which may be "", identifies the caller, so that nobody else's limits count.
 * Waits until it is open; NULL with a sentence in `why`, which is empty if the
 * patience, which may be NULL, was at its end. */
struct net_client *net_client_open(const char *url, const char *token,
                                   unsigned wait_ms,
                                   const struct net_patience *patience,
                                   char why[NET_WHY]);
/* Queues a copy, which goes out at once if it can and else while waiting. False
 * if the connection is closed. */
bool net_client_send(struct net_client *client, const char *text, size_t size);
/* Waits for a message, for `input` (a descriptor, or -1) or for time; for good
 * if `ms` is negative. A message comes before input. */
enum net_event net_client_wait(struct net_client *client, int input, int ms,
                               const char **text, size_t *size);
const char *net_client_why(const struct net_client *client);
/* Says good bye after what is queued, but does not wait long for it. NULL is
 * fine. */
void net_client_close(struct net_client *client);

#endif
