/* HTTP requests that no file answers. Whoever asks is known by a cookie or a
 * bearer token; what changes anything must be JSON and come from a page of
 * ours, so that no other page can make a browser do it. */
#define _POSIX_C_SOURCE 200809L

#include "server/rest.h"

#include <string.h>
#include <strings.h>

#include "server/lobby.h"
#include "server/metrics.h"
#include "server/rest_parts.h"
#include "server/session.h"
#include "server/lap.h"

#define JSON_TYPE "application/json"
#define TEXT_TYPE "text/plain; charset=utf-8"
#define LISTED 100 /* tables in the public list */

/* ---- Answers ----------------------------------------------------------- */

void rest_reply_json(struct net_request *request, unsigned status,
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

void rest_refuse(struct net_request *request, unsigned status,
                 const char *error, const char *words, const char *headers)
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

void rest_not_found(struct net_request *request)
{
    rest_refuse(request, 404, "not-found", "there is nothing here", "");
}

static void reply_text(struct net_request *request, unsigned status,
                       const char *text)
{
    net_reply(request, status, TEXT_TYPE, "cache-control: no-store\r\n", text,
              strlen(text));
}

/* ---- Who asks ---------------------------------------------------------- */

bool rest_person(const struct net_request *request, struct table_person *out)
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

/* ---- Pages ------------------------------------------------------------- */

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
    lap_check(server->lap);
    if (server_ready(server)) {
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

/* ---- Tables ------------------------------------------------------------ */

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
    json_uint(json_key(json, "created"), about->created);
    json_uint(json_key(json, "time"), about->time);
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

/* ---- Which request is which -------------------------------------------- */

typedef void answer(struct server *server, struct net_request *request);

static const struct route {
    const char *path;
    answer *get;
    answer *post;
} routes[] = {
    {"/", get_front, NULL},
    {"/healthz", get_health, NULL},
    {"/readyz", get_ready, NULL},
    {"/metrics", get_metrics, NULL},
    {"/api/hello", NULL, rest_hello},
    {"/api/tables", get_tables, rest_create},
    {"/api/records", rest_records, NULL},
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

static void call(struct server *server, struct net_request *request,
                 const struct route *route)
{
    const char *method = net_method(request);
    bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    bool writes = strcmp(method, "POST") == 0;
    if (reads && route->get) {
        route->get(server, request);
    } else if (writes && route->post) {
        if (may_change(request))
            route->post(server, request);
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
    static const struct route record = {"", rest_record, NULL};
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
