/* Requests that can't be looked at yet, because a commit is in flight: their
 * table is being saved, or they would have to read from the store. */
#ifndef SERVER_WAITING_H
#define SERVER_WAITING_H

#include "server/session.h"

/* NULL if memory is out. */
struct waiting *waiting_new(void);
/* Before the network goes. */
void waiting_free(struct waiting *waiting);

/* A message that came at `us`, to the end of the queue. False if there is no room: the connection, or all of
 * them, have as much there as they may. */
bool waiting_add(struct session *session, const char *text, size_t size,
                 uint64_t us);
/* The same of an HTTP request, of which a connection has one at most; it is
 * held. Without memory it is refused. */
void waiting_add_request(struct server *server, struct net_request *request);
/* The same to its front, because it came before all that waits. It has been let
 * in once, so there is room for it; but for memory, without which the connection
 * ends. */
void waiting_put_first(struct session *session, const char *text, size_t size,
                       uint64_t us);
/* It is held already. */
void waiting_put_request_first(struct server *server,
                               struct net_request *request);
/* The connection is gone. */
void waiting_forget(struct session *session);

/* After a commit: each is tried again, in its order. */
void waiting_run(struct server *server);

#endif
