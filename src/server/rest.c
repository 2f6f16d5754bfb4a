/* HTTP requests that no file answers. Whoever asks is known by a cookie or a
 * bearer token; what changes anything must be JSON and come from a page of
 * ours, so that no other page can make a browser do it. */
#define _POSIX_C_SOURCE 200809L

#include "server/rest.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "server/banner.h"
#include "server/lap.h"
#include "server/lobby.h"
#include "server/peers.h"
#include "server/message.h"
#include "server/metrics.h"
#include "server/played.h"
#include "server/request.h"
#include "server/session.h"
#include "server/waiting.h"

#define JSON_TYPE "application/json"
#define TEXT_TYPE "text/plain; charset=utf-8"
#define LISTED 100 /* tables in the public list */

/* ---- Answers -------------------------------------------------------- */

/* {"error":...,"words":...}; neither may come from a client. */
static void rest_refuse(struct net_request *request, unsigned status,
                        const char *error, const char *words,
                        const char *headers)
{
    char room[512];
    size_t size;
    struct json json = json_fixed(room, sizeof room);
    json_object_begin(&json);
    json_key_string(&json, "error", error);
    json_key_string(&json, "words", words);
    json_object_end(&json);
    const char *text = json_text(&json, &size);
    net_reply(request, status, JSON_TYPE, headers, text ? text : "{}",
              text ? size : 2);
}

/* Frees the JSON. `headers` as for net_reply(). */
static void rest_reply_json(struct net_request *request, unsigned status,
                            const char *headers, struct json *json)
{
    size_t size;
    const char *text = json_text(json, &size);
    if (!text)
        rest_refuse(request, 500, "memory", "the server is out of memory", "");
    else
        net_reply(request, status, JSON_TYPE, headers, text, size);
    json_free(json);
}

/* The status of an answer; all else is the client's fault. */
static unsigned status_of(unsigned error)
{
    switch (error) {
    case SERVER_E_TOO_MANY_TABLES:
    case SERVER_E_RATE:
        return 429;
    case SERVER_E_NO_ROOM:
    case SERVER_E_BUSY:
    case SERVER_E_DRAINING:
    case SERVER_E_NOT_SAVED:
    case SERVER_E_DAMAGED:
    case TABLE_E_MEMORY:
        return 503;
    default:
        return 400;
    }
}

void rest_refuse_error(struct server *server, struct net_request *request,
                       unsigned error, const char *words, const char *field)
{
    struct json json = json_growing();
    server->counts.refused[error]++;
    json_object_begin(&json);
    json_key_string(&json, "error", server_error_name(error));
    json_key_string(&json, "words",
                    words[0] != 0 ? words : server_error_words(error));
    if (field[0] != 0)
        json_key_string(&json, "field", field);
    json_object_end(&json);
    rest_reply_json(request, status_of(error), "", &json);
}

static void rest_not_found(struct net_request *request)
{
    rest_refuse(request, 404, "not-found", "there is nothing here", "");
}

static void reply_text(struct net_request *request, unsigned status,
                       const char *text)
{
    net_reply(request, status, TEXT_TYPE, "cache-control: no-store\r\n", text,
              strlen(text));
}

/* ---- Who asks ------------------------------------------------------- */

/* Who asks, by cookie or bearer token; false if that is nobody. */
static bool rest_person(const struct net_request *request,
                        struct table_person *out)
{
    static const char scheme[] = "bearer ";
    const char *cookie = net_request_cookie(request);
    const char *bearer = net_header(request, "authorization");
    if (bearer) {
        size_t skip = sizeof scheme - 1;
        return strncasecmp(bearer, scheme, skip) == 0 &&
               session_person(bearer + skip, strlen(bearer + skip), out);
    }
    return cookie && session_person(cookie, strlen(cookie), out);
}

static bool is_json(const struct net_request *request)
{
    const char *type = net_header(request, "content-type");
    size_t size = sizeof JSON_TYPE - 1;
    return type && strncasecmp(type, JSON_TYPE, size) == 0 &&
           (type[size] == 0 || type[size] == ';' || type[size] == ' ');
}

/* A page of somebody else's can make a browser send our cookie with a form,
 * but not with this type, unless we allow its origin. */
static bool may_change(struct net_request *request)
{
    if (!net_origin_allowed(request)) {
        rest_refuse(request, 403, "bad-origin",
                    "requests of that page are not accepted", "");
        return false;
    }
    if (!is_json(request)) {
        rest_refuse(request, 415, "bad-type",
                    "the content type must be application/json", "");
        return false;
    }
    return true;
}

/* ---- Hello ---------------------------------------------------------- */

/* A client without a cookie gets one, which no script can read; and the page
 * learns what it needs before it has a socket. */

/* How long an address is believed: asking costs system calls, and a laptop may
 * be carried into another network. */
#define ADDRESS_MS 10000

/* ---- The address for phones ----------------------------------------- */

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

/* ---- Hello ---------------------------------------------------------- */

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
 * much is kept for that address already. Whether it is to be kept. */
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
        return false;
    return session_about_save(server, person, address, about);
}

static void reply(struct server *server, struct net_request *request,
                  const char *token, struct table_person person,
                  const struct session_about *about, bool fresh)
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
    if (session_about_made_up(person, about))
        json_key_bool(&json, "made_up", true);
    json_key(&json, "address");
    if (address[0] != 0)
        json_str(&json, address);
    else
        json_none(&json);
    json_object_end(&json);
    rest_reply_json(request, 200, headers, &json);
}

/* The cookie is renewed each time, so that it lasts as long as it is used. */
static void rest_hello(struct server *server, struct net_request *request)
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
    bool kept = take_name(server, person, net_request_address(request),
                          &message, &about);
    reply(server, request, token, person, &about, fresh);
    if (kept)
        lap_hold_reply(server->lap, request, NULL);
    message_done(&message);
}

/* ---- Making a table ------------------------------------------------- */

/* The same request as over a WebSocket, in the body. */

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
    if (error != TABLE_E_OK) {
        rest_refuse_error(server, request, error, why.text.what, "");
        return;
    }
    reply_made(request, table, again);
    if (table->unsaved)
        lap_hold_reply(server->lap, request, table);
}

static void rest_create(struct server *server, struct net_request *request)
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

/* ---- Records -------------------------------------------------------- */

/* The list of those that anybody may see, and each for whoever may see its
 * table. An id of a table is a secret shared by those who were invited, so the
 * list never names one that is not public. */

#define PAGE 50 /* rows that one request looks at */

/* A place in the list: the record seen last. */
struct place {
    uint64_t time;
    char table[STORE_KEY];
    unsigned game;
};

static bool is_id(const char *text, size_t size)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return size > 0 && size < SERVER_TABLE_ID && strspn(text, letters) >= size;
}

/* "TIME", or "TIME.TABLE.GAME" as `next` was written. */
static bool read_place(const char *text, struct place *out)
{
    uint64_t game = 0;
    *out = (struct place){.time = UINT64_MAX};
    if (!text)
        return true;
    if (!number_read(&text, UINT64_MAX, &out->time))
        return false;
    if (*text == 0)
        return true;
    size_t size = *text == '.' ? strcspn(text + 1, ".") : 0;
    if (!is_id(text + 1, size) || text[1 + size] != '.')
        return false;
    memcpy(out->table, text + 1, size);
    text += size + 2;
    bool good = number_read(&text, UINT32_MAX, &game) && *text == 0;
    out->game = (unsigned)game;
    return good;
}

/* ---- The list ------------------------------------------------------- */

struct listing {
    const struct server *server;
    struct json *json;
    unsigned seen;
    bool more;
    struct place last;
};

/* It was written by us as JSON and goes out as it is, but a file can be
 * damaged. */
static bool is_sound(const char *about)
{
    json_t *root = json_loads(about, JSON_REJECT_DUPLICATES, NULL);
    bool sound = json_is_object(root);
    json_decref(root);
    return sound;
}

static bool list_record(void *context, const char *table, unsigned game,
                        uint64_t time, const char *about)
{
    struct listing *listing = context;
    if (listing->seen == PAGE) {
        listing->more = true;
        return false;
    }
    listing->seen++;
    bool named = is_id(table, strlen(table)); /* else `next` can't name it */
    if (named) {
        listing->last = (struct place){.time = time, .game = game};
        snprintf(listing->last.table, sizeof listing->last.table, "%s", table);
    }
    if (!named || !is_sound(about)) {
        log_line(listing->server->config.log, LOG_LEVEL_WARNING,
                 "a row of the list of records can't be read");
        return true;
    }
    json_object_begin(listing->json);
    json_key_string(listing->json, "table", table);
    json_key_int(listing->json, "game", game);
    json_key_uint(listing->json, "time", time);
    json_raw(json_key(listing->json, "about"), about);
    json_object_end(listing->json);
    return true;
}

static void put_next(struct json *json, const struct listing *listing)
{
    char next[STORE_KEY + 48];
    json_key(json, "next");
    if (!listing->more) {
        json_none(json);
        return;
    }
    snprintf(next, sizeof next, "%" PRIu64 ".%s.%u", listing->last.time,
             listing->last.table, listing->last.game);
    json_str(json, next);
}

static void rest_records(struct server *server, struct net_request *request)
{
    struct place from;
    if (!read_place(net_query(request, "before"), &from)) {
        rest_refuse(request, 400, "bad-message",
                    "'before' is what 'next' was on the page before", "");
        return;
    }
    struct json json = json_growing();
    struct listing listing = {.server = server, .json = &json};
    json_object_begin(&json);
    json_array_begin(json_key(&json, "records"));
    enum store_status status = store_listed(
        server->store, from.time, from.table, from.game, list_record, &listing);
    json_array_end(&json);
    put_next(&json, &listing);
    json_object_end(&json);
    if (status != STORE_OK) {
        json_free(&json);
        rest_refuse(request, 503, "busy", "the records can't be read now", "");
        return;
    }
    rest_reply_json(request, 200, "cache-control: no-store\r\n", &json);
}

/* ---- One record ----------------------------------------------------- */

/* "/api/tables/ID/record": the caller knows that the path is like this. */
static bool read_id(const char *path, char out[SERVER_TABLE_ID])
{
    const char *id = path + strlen("/api/tables/");
    size_t size = strcspn(id, "/");
    if (!is_id(id, size) || strcmp(id + size, "/record") != 0)
        return false;
    memcpy(out, id, size);
    out[size] = 0;
    return true;
}

static bool read_game(const char *text, unsigned *out)
{
    uint64_t game = 1;
    bool good =
        !text || (number_read(&text, 1000000, &game) && *text == 0 && game > 0);
    *out = (unsigned)game;
    return good;
}

/* At a table that still exists: its players, and anyone who may watch. Whoever
 * played may read it for ever, even after leaving the table. */
static bool may_read(struct server *server, const char *id, unsigned game,
                     const struct net_request *request)
{
    struct table_person person = {{0}};
    unsigned error;
    struct lobby_table *table = lobby_get(server->lobby, id, &error);
    (void)rest_person(request, &person); /* strangers may watch, too */
    return (table && lobby_load(table) &&
            table_viewer(table->table, person) != TIO_NONE) ||
           played_may_read(server, id, game, person);
}

static void rest_record(struct server *server, struct net_request *request)
{
    char id[SERVER_TABLE_ID];
    char headers[SERVER_TABLE_ID + 128];
    unsigned game;
    void *bytes;
    size_t size;
    if (!read_id(net_path(request), id) ||
        !read_game(net_query(request, "game"), &game) ||
        !may_read(server, id, game, request)) {
        rest_not_found(request);
        return;
    }
    enum store_status status =
        store_read_record(server->store, id, game, &bytes, &size);
    if (status == STORE_MISSING) {
        rest_not_found(request);
    } else if (status != STORE_OK) {
        rest_refuse(request, 503, "busy", "the record can't be read now", "");
    } else {
        snprintf(headers, sizeof headers,
                 "content-disposition: attachment; "
                 "filename=\"%s-%u.tioli\"\r\n"
                 "cache-control: private, max-age=86400\r\n",
                 id, game);
        net_reply(request, 200, "text/plain; charset=utf-8", headers, bytes,
                  size);
        free(bytes);
    }
}

/* ---- Pages ---------------------------------------------------------- */

static void get_front(struct server *server, struct net_request *request)
{
    static const char page[] =
        "<!doctype html>\n"
        "<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>Take It or Leave It</title></head><body>\n"
        "<h1>Take It or Leave It</h1>\n"
        "<p>This is a server of tioli, the dice-and-card game for 2 to 5\n"
        "players. It is running, but the page to play on is not installed\n"
        "here. From a terminal, <code>tioli play --join</code> with the\n"
        "address of a table plays.</p>\n"
        "</body></html>\n";
    (void)server;
    net_reply(request, 200, "text/html; charset=utf-8",
              "cache-control: no-cache\r\n", page, sizeof page - 1);
}

static void get_health(struct server *server, struct net_request *request)
{
    (void)server;
    reply_text(request, 200, "ok\n");
}

static void get_ready(struct server *server, struct net_request *request)
{
    struct cluster_figures cluster;
    lap_check(server->lap);
    /* A server that is cut off without a word notices it there first. */
    if (peers_figures(server, &cluster) && !cluster.connected &&
        server_ready(server)) {
        reply_text(request, 503, "the database does not answer\n");
    } else if (server_ready(server)) {
        reply_text(request, 200, "ready\n");
    } else {
        reply_text(request, 503,
                   server->draining ? "draining\n" : "the store fails\n");
    }
}

/* A request that was passed on by a proxy we were not told of seems to come
 * from here, and does not. */
static bool is_local(const struct server *server,
                     const struct net_request *request)
{
    const char *address = net_request_address(request);
    bool passed_on = net_header(request, "x-forwarded-for") ||
                     net_header(request, "forwarded");
    return (server->config.net.trust_proxy || !passed_on) &&
           (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
            strncmp(address, "::ffff:127.", 11) == 0);
}

static void get_metrics(struct server *server, struct net_request *request)
{
    struct buffer out = buffer_growing();
    if (server->config.metrics == SERVER_METRICS_OFF ||
        (server->config.metrics == SERVER_METRICS_LOCAL &&
         !is_local(server, request))) {
        rest_not_found(request);
        return;
    }
    metrics_print(&out, server);
    if (out.failed) {
        rest_refuse(request, 500, "memory", "the server is out of memory", "");
    } else {
        net_reply(request, 200, METRICS_TYPE, "cache-control: no-store\r\n",
                  out.data, out.size);
    }
    buffer_free(&out);
}

/* ---- Tables --------------------------------------------------------- */

static void put_table(struct json *json, const struct lobby_table *table)
{
    const struct lobby_about *about = &table->about;
    json_object_begin(json);
    json_key_string(json, "table", table->id);
    json_key_string(json, "phase", lobby_phase_name(about->phase));
    json_key_int(json, "players", about->players);
    json_key_int(json, "taken", about->taken);
    json_key_string(json, "edition", setting_editions[about->edition]);
    json_key_bool(json, "free_hand", about->free_hand);
    json_key_string(json, "deck", about->deck);
    json_key_string(json, "clock", table_clock_words[about->clock]);
    json_key_bool(json, "code", about->code);
    json_key_bool(json, "watch", about->watch == TABLE_WATCH_PUBLIC);
    json_key_int(json, "games", about->games);
    json_key(json, "host");
    if (about->host < TIO_MAX_PLAYERS)
        json_str(json, about->seat[about->host].name);
    else
        json_none(json);
    json_key_uint(json, "created", about->created);
    json_key_uint(json, "time", about->time);
    json_object_end(json);
}

static void get_tables(struct server *server, struct net_request *request)
{
    struct json json = json_growing();
    unsigned count = 0;
    json_object_begin(&json);
    json_array_begin(json_key(&json, "tables"));
    /* Open ones first, because there one can sit down. */
    for (unsigned i = 0; i < LOBBY_LISTS; i++) {
        struct lobby_table *at = NULL;
        while (count < LISTED &&
               (at = lobby_next_shown(server->lobby, i, at))) {
            put_table(&json, at);
            count++;
        }
    }
    json_array_end(&json);
    json_object_end(&json);
    rest_reply_json(request, 200, "cache-control: no-store\r\n", &json);
}

/* ---- Which request is which ----------------------------------------- */

typedef void answer(struct server *server, struct net_request *request);

static const struct route {
    const char *path;
    answer *get;
    answer *post;     /* reads from the store */
    bool reads_store; /* so does `get` */
} routes[] = {
    {"/", get_front, NULL, false},
    {"/healthz", get_health, NULL, false},
    {"/readyz", get_ready, NULL, false},
    {"/metrics", get_metrics, NULL, false},
    {"/api/hello", NULL, rest_hello, false},
    {"/api/tables", get_tables, rest_create, false},
    {"/api/records", rest_records, NULL, true},
};

/* "/api/tables/ID/record" */
static bool is_record(const char *path)
{
    static const char before[] = "/api/tables/";
    static const char after[] = "/record";
    size_t size = strlen(path);
    return size > sizeof before + sizeof after - 2 &&
           strncmp(path, before, sizeof before - 1) == 0 &&
           strcmp(path + size - (sizeof after - 1), after) == 0;
}

static void answer_or_wait(struct server *server, struct net_request *request,
                           answer *call_back, bool waits)
{
    if (waits)
        waiting_add_request(server, request);
    else
        call_back(server, request);
}

static void call(struct server *server, struct net_request *request,
                 const struct route *route)
{
    const char *method = net_method(request);
    bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    bool writes = strcmp(method, "POST") == 0;
    bool waits = lap_is_flying(server->lap) && (writes || route->reads_store);
    if (reads && route->get) {
        answer_or_wait(server, request, route->get, waits);
    } else if (writes && route->post) {
        if (may_change(request))
            answer_or_wait(server, request, route->post, waits);
    } else {
        rest_refuse(request, 405, "bad-method",
                    "that can't be done with this address",
                    !route->get    ? "allow: POST\r\n"
                    : !route->post ? "allow: GET, HEAD\r\n"
                                   : "allow: GET, HEAD, POST\r\n");
    }
}

void rest_request(struct server *server, struct net_request *request)
{
    static const struct route record = {"", rest_record, NULL, true};
    const char *path = net_path(request);
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (strcmp(routes[i].path, path) == 0) {
            call(server, request, &routes[i]);
            return;
        }
    }
    if (is_record(path))
        call(server, request, &record);
    else if (strncmp(path, "/t/", 3) == 0 && !server->config.net.files)
        call(server, request, &routes[0]); /* a table's link, without a page */
    else
        rest_not_found(request);
}
