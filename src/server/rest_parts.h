/* What the files of the HTTP requests share. */
#ifndef SERVER_REST_PARTS_H
#define SERVER_REST_PARTS_H

#include "base/json.h"
#include "server/server.h"

/* Frees the JSON. `headers` as for net_reply(). */
void rest_reply_json(struct net_request *request, unsigned status,
                     const char *headers, struct json *json);
/* {"error":...,"words":...}; neither may come from a client. */
void rest_refuse(struct net_request *request, unsigned status,
                 const char *error, const char *words, const char *headers);
void rest_not_found(struct net_request *request);

/* Who asks, by cookie or bearer token; false if that is nobody. */
bool rest_person(const struct net_request *request, struct table_person *out);

/* A request of the protocol that was refused, with the field that is wrong or
 * ""; and its status. */
void rest_refuse_error(struct server *server, struct net_request *request,
                       unsigned error, const char *words, const char *field);

/* POST /api/hello */
void rest_hello(struct server *server, struct net_request *request);
/* POST /api/tables */
void rest_create(struct server *server, struct net_request *request);
/* GET /api/records */
void rest_records(struct server *server, struct net_request *request);
/* GET /api/tables/ID/record */
void rest_record(struct server *server, struct net_request *request);

#endif
