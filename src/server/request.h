/* What clients ask for, carried out. */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "server/lobby.h"
#include "server/message.h"
#include "server/session.h"
#include "server/thinkers.h"

/* For struct net_handlers; `context` is the server. */
void request_message(void *context, struct net_socket *socket, const char *text,
                     size_t size);

/* What a `create` asks for, of a person who is called as `about` says. It points
 * into both. */
struct lobby_wish request_wish(const struct message *message,
                               struct table_person person,
                               const struct session_about *about);

/* A hint has been thought out. */
void request_hinted(struct server *server, const struct thought *thought);

#endif
