/* Saying hello by plain HTTP: a client without a cookie gets one, which no
 * script can read; and the page learns what it needs before it has a socket. */
#include "server/rest_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/banner.h"
#include "server/message.h"
#include "server/session.h"

/* How long an address is believed: asking costs system calls, and a laptop may
 * be carried into another network. */
#define ADDRESS_MS 10000

/* ---- The address for phones -------------------------------------------- */

static void find_address(struct server *server)
{
    struct banner banner = {
        .listen = server->config.net.listen,
        .port = server_port(server),
        .tls = server->config.net.cert,
        .public_url = server->config.public_url,
    };
    struct banner_url urls[BANNER_URLS];
    const struct banner_url *best =
        banner_best(urls, banner_urls(&banner, urls));
    server->address[0] = 0;
    if (best) { /* without the slash at its end: links begin with one */
        snprintf(server->address, sizeof server->address, "%.*s",
                 (int)strlen(best->text) - 1, best->text);
    }
}

/* Behind a proxy an address of this machine is nothing that others could open:
 * only the operator knows what is. */
static const char *address_of(struct server *server)
{
    uint64_t now = server_now(server);
    if (server->config.net.trust_proxy && server->config.public_url[0] == 0)
        return "";
    if (server->address_at == 0 || now > server->address_at + ADDRESS_MS) {
        find_address(server);
        server->address_at = now;
    }
    return server->address;
}

/* ---- Hello ------------------------------------------------------------- */

/* The body may ask for a name and a colour, or for nothing at all. */
static bool read_body(struct server *server, struct net_request *request,
                      struct message *message)
{
    size_t size;
    const char *body = net_body(request, &size);
    struct message_error error;
    bool good = message_parse_as(MESSAGE_HELLO, size > 0 ? body : "{}",
                                 size > 0 ? size : 2, message, &error);
    if (!good) {
        rest_refuse_error(server, request, error.error, error.words,
                          error.field);
    } else if (message_has(message, MESSAGE_FIELD_TOKEN)) {
        message_done(message);
        rest_refuse_error(server, request, SERVER_E_BAD_MESSAGE,
                          "here the token is the cookie's", "token");
        good = false;
    }
    return good;
}

/* Without its store the server greets, but keeps no name; nor does it where too
 * much is kept for that address already. */
static bool take_name(struct server *server, struct table_person person,
                      const char *address, const struct message *message,
                      struct session_about *about)
{
    struct session_about old;
    session_about_load(server, person, about);
    session_seen(server, person);
    old = *about;
    if (message_has(message, MESSAGE_FIELD_NAME))
        memcpy(about->name, message->name, sizeof about->name);
    if (message_has(message, MESSAGE_FIELD_COLOUR))
        about->colour = message->colour;
    if (server->down ||
        (strcmp(old.name, about->name) == 0 && old.colour == about->colour))
        return true;
    (void)session_about_save(server, person, address, about);
    return server_commit(server);
}

static void reply(struct server *server, struct net_request *request,
                  const char *token, const struct session_about *about,
                  bool fresh)
{
    char headers[256];
    char colour[16];
    const char *address = address_of(server);
    bool secure = server->config.net.cert ||
                  strncmp(server->config.public_url, "https:", 6) == 0;
    struct json json = json_growing();
    snprintf(headers, sizeof headers,
             "set-cookie: tioli=%s; Path=/; Max-Age=34560000; HttpOnly; "
             "SameSite=Lax%s\r\ncache-control: no-store\r\n",
             token, secure ? "; Secure" : "");
    snprintf(colour, sizeof colour, "#%06" PRIx32,
             about->colour & UINT32_C(0xffffff));
    json_object_begin(&json);
    json_key_bool(&json, "new", fresh);
    json_key_string(&json, "name", about->name);
    json_key_string(&json, "colour", colour);
    json_key(&json, "address");
    if (address[0] != 0)
        json_str(&json, address);
    else
        json_none(&json);
    json_object_end(&json);
    rest_reply_json(request, 200, headers, &json);
}

/* The cookie is renewed each time, so that it lasts as long as it is used. */
void rest_hello(struct server *server, struct net_request *request)
{
    char token[SESSION_TOKEN];
    struct table_person person;
    struct session_about about;
    struct message message;
    const char *cookie = net_request_cookie(request);
    bool fresh = !cookie || !session_person(cookie, strlen(cookie), &person);
    if (!read_body(server, request, &message))
        return;
    if (fresh) {
        session_token(token);
        (void)session_person(token, strlen(token), &person);
    } else {
        snprintf(token, sizeof token, "%s", cookie);
    }
    if (take_name(server, person, net_request_address(request), &message,
                  &about))
        reply(server, request, token, &about, fresh);
    else
        rest_refuse_error(server, request, SERVER_E_NOT_SAVED, "", "");
    message_done(&message);
}
