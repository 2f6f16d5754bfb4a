/* Records of finished games: the list of those that anybody may see, and each
 * for whoever may see its table. An id of a table is a secret shared by those
 * who were invited, so the list never names one that is not public. */
#include "server/rest_parts.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby.h"
#include "server/number.h"
#include "server/played.h"

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

/* ---- The list ---------------------------------------------------------- */

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
    json_uint(json_key(listing->json, "time"), time);
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

void rest_records(struct server *server, struct net_request *request)
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

/* ---- One record -------------------------------------------------------- */

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

/* At a table that still exists: its players, and anyone who may watch. Who played
 * may read it for ever, also after leaving the table. */
static bool may_read(struct server *server, const char *id, unsigned game,
                     const struct net_request *request)
{
    struct table_person person = {{0}};
    struct lobby_table *table = lobby_find(server->lobby, id);
    (void)rest_person(request, &person); /* strangers may watch, too */
    return (table && lobby_load(table) &&
            table_viewer(table->table, person) != TIO_NONE) ||
           played_may_read(server, id, game, person);
}

void rest_record(struct server *server, struct net_request *request)
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
