/* Making a table by plain HTTP: the same request as over a WebSocket, in the
 * body. */
#include "server/rest_parts.h"

#include <stdio.h>

#include "server/request.h"

static void reply_made(struct net_request *request,
                       const struct lobby_table *table, bool again)
{
    char headers[SERVER_URL + 64];
    char link[LOBBY_LINK];
    struct json json = json_growing();
    lobby_link(table, link);
    snprintf(headers, sizeof headers, "location: /t/%s\r\n", table->id);
    json_object_begin(&json);
    json_key_string(&json, "table", table->id);
    json_key_string(&json, "link", link);
    if (again)
        json_key_bool(&json, "again", true);
    json_object_end(&json);
    rest_reply_json(request, again ? 200 : 201, headers, &json);
}

static void create(struct server *server, struct net_request *request,
                   const struct message *message, struct table_person person)
{
    struct lobby_table *table = NULL;
    struct table_refusal why = {0};
    bool again = false;
    struct lobby_wish wish = request_wish(message, person);
    wish.address = net_request_address(request);
    unsigned error = lobby_create(server, &wish, &table, &again, &why);
    if (error == TABLE_E_OK && !server_commit(server))
        error = SERVER_E_NOT_SAVED;
    if (error != TABLE_E_OK)
        rest_refuse_error(server, request, error, why.text.what, "");
    else
        reply_made(request, table, again);
}

void rest_create(struct server *server, struct net_request *request)
{
    size_t size;
    const char *body = net_body(request, &size);
    struct message message;
    struct message_error error;
    struct table_person person;
    if (!rest_person(request, &person)) {
        rest_refuse(request, 401, server_error_name(SERVER_E_HELLO_FIRST),
                    server_error_words(SERVER_E_HELLO_FIRST), "");
    } else if (!server_ready(server)) {
        rest_refuse_error(
            server, request,
            server->draining ? SERVER_E_DRAINING : SERVER_E_NOT_SAVED, "", "");
    } else if (!message_parse_as(MESSAGE_CREATE, body, size, &message,
                                 &error)) {
        rest_refuse_error(server, request, error.error, error.words,
                          error.field);
    } else {
        server->counts.requests++;
        create(server, request, &message, person);
        message_done(&message);
    }
}
