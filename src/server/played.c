/* Games that are over, by person. Each is an entry in the lists of those who
 * played it, with a text
 *     SEAT FINISHED, and for each player a tab, TOTAL NAME
 * with " left" behind FINISHED for whoever left before the end;
 * and who may read a record is a letter and the persons' bytes. Neither is ever
 * shown as it is. */
#include "server/played.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/hex.h"
#include "base/utf8.h"
#include "base/number.h"

#define PART (TIO_NAME_TEXT + 32)
#define TOTAL_MOST 9999 /* either way; no game reaches it */
#define OPEN_TO_ALL 'l'
#define PLAYERS_ALONE 'p'
#define LEFT " left"

static const struct table_person nobody;

/* The name of a person's list, which is also that of the person's name. */
void played_list(struct table_person person, char out[STORE_KEY])
{
    char hex[TABLE_PERSON * 2 + 1];
    hex_print(person.id, TABLE_PERSON, hex);
    snprintf(out, STORE_KEY, "person/%s", hex);
}

/* ---- Writing ----------------------------------------------------------- */

static bool write_about(struct buffer *out, const struct played_game *game,
                        unsigned seat)
{
    char part[PART];
    snprintf(part, sizeof part, "%u %d%s", seat + 1, game->finished,
             game->gave_up >> seat & 1 ? LEFT : "");
    buffer_text(out, part);
    for (unsigned i = 0; i < game->players; i++) {
        snprintf(part, sizeof part, "\t%d %s", game->total[i], game->name[i]);
        buffer_text(out, part);
    }
    return !out->failed;
}

static enum store_status enter(struct server *server,
                               const struct played_game *game, unsigned seat)
{
    struct buffer about = buffer_growing();
    enum store_status status = STORE_OK;
    char list[STORE_KEY];
    played_list(game->person[seat], list);
    if (write_about(&about, game, seat))
        status = store_enter(server->store, list, game->table, game->game,
                             game->time, game->kept, about.data);
    else
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "a game could not be put into a list: out of memory");
    buffer_free(&about);
    return status;
}

size_t played_readers(const struct played_game *game,
                      uint8_t out[PLAYED_READERS])
{
    size_t size = 1;
    out[0] = game->watch == TABLE_WATCH_NOBODY ? PLAYERS_ALONE : OPEN_TO_ALL;
    for (unsigned i = 0; i <= game->players; i++) {
        struct table_person person =
            i < game->players ? game->person[i] : game->host;
        if (table_person_same(person, nobody))
            continue;
        memcpy(out + size, person.id, TABLE_PERSON);
        size += TABLE_PERSON;
    }
    return size;
}

enum store_status played_write(struct server *server,
                               const struct played_game *game)
{
    enum store_status status = STORE_OK;
    for (unsigned seat = 0; seat < game->players && status == STORE_OK; seat++)
        if (!table_person_same(game->person[seat], nobody))
            status = enter(server, game, seat);
    return status;
}

/* ---- Reading ----------------------------------------------------------- */

/* A number and what must follow it. */
static bool read_number(const char **at, uint64_t most, char after,
                        uint64_t *out)
{
    if (!number_read(at, most, out) || **at != after)
        return false;
    (*at)++;
    return true;
}

/* An id as the server makes them: nothing else is a link. */
static bool is_table(const char *id)
{
    size_t size = strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz");
    return size && size < SERVER_TABLE_ID && !id[size];
}

/* "-3 Ben", up to a tab or the end. */
static bool read_player(const char **at, struct played_game *game)
{
    unsigned seat = game->players;
    bool minus = **at == '-';
    uint64_t total;
    *at += minus;
    if (seat == TIO_MAX_PLAYERS || !read_number(at, TOTAL_MOST, ' ', &total))
        return false;
    size_t size = strcspn(*at, "\t");
    if (size >= TIO_NAME_TEXT || !utf8_is_name(*at, size))
        return false;
    memcpy(game->name[seat], *at, size);
    game->name[seat][size] = 0;
    game->total[seat] = minus ? -(int)total : (int)total;
    game->players++;
    *at += size;
    return true;
}

static bool read_about(const char *about, struct played_game *game,
                       unsigned *seat)
{
    uint64_t place;
    uint64_t finished;
    if (!read_number(&about, TIO_MAX_PLAYERS, ' ', &place) || !place ||
        !number_read(&about, 1, &finished))
        return false;
    game->finished = finished;
    *seat = (unsigned)place;
    if (strncmp(about, LEFT, strlen(LEFT)) == 0) {
        game->gave_up = 1U << (place - 1);
        about += strlen(LEFT);
    }
    while (*about == '\t') {
        about++;
        if (!read_player(&about, game))
            return false;
    }
    return !*about && place <= game->players;
}

/* Whoever gave the seat up has not won with it. */
static bool has_won(const struct played_game *game, unsigned seat)
{
    bool won = game->finished && !(game->gave_up >> (seat - 1) & 1);
    for (unsigned i = 0; i < game->players; i++)
        won = won && game->total[seat - 1] >= game->total[i];
    return won;
}

static void put_game(struct json *json, const struct played_game *game,
                     unsigned seat)
{
    json_object_begin(json);
    json_key_string(json, "table", game->table);
    json_key_int(json, "game", game->game);
    json_uint(json_key(json, "time"), game->time);
    json_key_bool(json, "finished", game->finished);
    json_key_int(json, "seat", seat);
    json_array_begin(json_key(json, "players"));
    for (unsigned i = 0; i < game->players; i++) {
        json_object_begin(json);
        json_key_string(json, "name", game->name[i]);
        if (game->finished)
            json_key_int(json, "total", game->total[i]);
        json_object_end(json);
    }
    json_array_end(json);
    json_key_bool(json, "won", has_won(game, seat));
    if (game->gave_up >> (seat - 1) & 1)
        json_key_bool(json, "left", true);
    json_object_end(json);
}

struct listing {
    struct server *server;
    struct json *json;
};

/* A file may be damaged: what can't be right is left out. */
static bool list_game(void *context, const char *table, unsigned number,
                      uint64_t time, bool kept, const char *about)
{
    struct listing *listing = context;
    struct played_game game = {.game = number, .time = time};
    (void)kept;
    unsigned seat;
    if (time <= TABLE_LATEST && is_table(table) &&
        read_about(about, &game, &seat)) {
        memcpy(game.table, table, strlen(table) + 1);
        put_game(listing->json, &game, seat);
    } else {
        log_line(listing->server->config.log, LOG_LEVEL_WARNING,
                 "an entry in a list of games can't be read");
    }
    return true;
}

bool played_json(struct server *server, struct table_person person,
                 struct json *json)
{
    struct listing listing = {server, json};
    char list[STORE_KEY];
    played_list(person, list);
    json_array_begin(json);
    enum store_status status;
    status =
        store_entries(server->store, list, PLAYED_MOST, list_game, &listing);
    json_array_end(json);
    if (status == STORE_CORRUPT)
        log_line(server->config.log, LOG_LEVEL_WARNING,
                 "entries in a list of games can't be read: %s",
                 store_why(server->store));
    return status == STORE_OK || status == STORE_CORRUPT;
}

static bool is_kept(void *context, const char *table, unsigned game,
                    uint64_t time, bool kept, const char *about)
{
    bool *found = context;
    (void)table;
    (void)game;
    (void)time;
    (void)about;
    *found = kept;
    return !kept;
}

bool played_before(struct server *server, struct table_person person)
{
    char list[STORE_KEY];
    bool found = false;
    played_list(person, list);
    (void)store_entries(server->store, list, PLAYED_MOST, is_kept, &found);
    return found;
}

bool played_may_read(struct server *server, const char *table, unsigned game,
                     struct table_person person)
{
    void *found = NULL;
    size_t size = 0;
    if (store_read_readers(server->store, table, game, &found, &size) !=
        STORE_OK)
        return false;
    const uint8_t *bytes = found;
    bool may = size > 0 && bytes[0] == OPEN_TO_ALL;
    if (!table_person_same(person, nobody))
        for (size_t at = 1; at + TABLE_PERSON <= size; at += TABLE_PERSON)
            may = may || memcmp(bytes + at, person.id, TABLE_PERSON) == 0;
    free(found);
    return may;
}
