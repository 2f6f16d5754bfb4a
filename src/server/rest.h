/* What isn't live: lists, records, health and figures, by plain HTTP. */
#ifndef SERVER_REST_H
#define SERVER_REST_H

#include "server/server.h"

/* Answers a request that no file answers; for struct net_handlers. */
void rest_request(struct server *server, struct net_request *request);

/* A request of the protocol that was refused, with the field that is wrong or
 * "". */
void rest_refuse_error(struct server *server, struct net_request *request,
                       unsigned error, const char *words, const char *field);

#endif
