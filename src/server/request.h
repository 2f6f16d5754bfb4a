/* What clients ask for, carried out. */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "server/session.h"
#include "server/thinkers.h"

/* For struct net_handlers; `context` is the server. */
void request_message(void *context, struct net_socket *socket, const char *text,
                     size_t size);

/* A hint has been thought out. */
void request_hinted(struct server *server, const struct thought *thought);

#endif
