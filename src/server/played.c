/* Games that are over, by person. A list is text, a line for each game:
 *     TIME TABLE GAME SEAT FINISHED, and for each player a tab, TOTAL NAME
 * and who may read a record is a letter and the persons' bytes. Neither is ever
 * shown as it is. */
#include "server/played.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "notation/buffer.h"
#include "notation/utf8.h"
#include "server/number.h"

#define LINE (128 + TIO_MAX_PLAYERS * (TIO_NAME_TEXT + 16))
#define TOTAL_MOST 9999 /* either way; no game reaches it */
#define OPEN_TO_ALL 'l'
#define PLAYERS_ALONE 'p'

static const struct table_person nobody;

static void list_key(struct table_person person, char out[STORE_KEY])
{
    char hex[TABLE_PERSON * 2 + 1];

    fair_to_hex(person.id, TABLE_PERSON, hex);
    snprintf(out, STORE_KEY, "games/%s", hex);
}

static void readers_key(const char *table, unsigned game, char out[STORE_KEY])
{
    snprintf(out, STORE_KEY, "readers/%s.%u", table, game);
}

/* ---- Writing ----------------------------------------------------------- */

bool played_add(struct played *played, const struct played_game *game)
{
    if (played->count == played->room) {
        size_t room = (played->room + 4) * 2;
        struct played_game *larger =
            realloc(played->game, room * sizeof *larger);

        if (!larger)
            return false;
        played->game = larger;
        played->room = room;
    }
    played->game[played->count++] = *game;
    return true;
}

void played_free(struct played *played)
{
    free(played->game);
    *played = (struct played){0};
}

static unsigned seat_in(const struct played_game *game,
                        struct table_person person)
{
    unsigned seat = 0;

    while (seat < game->players &&
           !table_person_same(game->person[seat], person))
        seat++;
    return seat;
}

static void add_line(struct buffer *out, const struct played_game *game,
                     unsigned seat)
{
    char line[LINE];

    snprintf(line, sizeof line, "%" PRIu64 " %s %u %u %d", game->time,
             game->table, game->game, seat + 1, game->finished);
    buffer_text(out, line);
    for (unsigned i = 0; i < game->players; i++) {
        snprintf(line, sizeof line, "\t%d %s", game->total[i], game->name[i]);
        buffer_text(out, line);
    }
    buffer_text(out, "\n");
}

/* As much of the old list as there is room for behind `lines` new ones. */
static void add_old(struct buffer *out, const char *text, unsigned lines)
{
    const char *end;

    for (; lines < PLAYED_MOST && (end = strchr(text, '\n')); lines++) {
        buffer_add(out, text, (size_t)(end - text) + 1);
        text = end + 1;
    }
}

/* The person's list as it is stored, to be freed; NULL for none. */
static enum store_status load_list(struct server *server,
                                   struct table_person person, char **out)
{
    char key[STORE_KEY];
    void *bytes = NULL;
    size_t size = 0;
    enum store_status status;

    *out = NULL;
    list_key(person, key);
    status = store_get(server->store, key, &bytes, &size);
    if (status == STORE_OK)
        *out = bytes;
    if (status == STORE_CORRUPT)
        log_line(server->config.log, LOG_LEVEL_WARNING,
                 "a list of games can't be read, and begins anew: %s",
                 store_why(server->store));
    return status == STORE_MISSING || status == STORE_CORRUPT ? STORE_OK
                                                              : status;
}

static enum store_status write_list(struct server *server,
                                    const struct played *played,
                                    struct table_person person)
{
    struct buffer list = buffer_growing();
    char key[STORE_KEY];
    unsigned lines = 0;
    char *old;
    enum store_status status = load_list(server, person, &old);

    if (status != STORE_OK)
        return status;
    for (size_t i = played->count; i-- > 0 && lines < PLAYED_MOST;) {
        const struct played_game *game = &played->game[i];
        unsigned seat = seat_in(game, person);

        if (seat < game->players) {
            add_line(&list, game, seat);
            lines++;
        }
    }
    if (old)
        add_old(&list, old, lines);
    free(old);
    list_key(person, key);
    if (!list.failed)
        status = store_put(server->store, key, list.data, list.size);
    else
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "a game could not be put into a list: out of memory");
    buffer_free(&list);
    return status;
}

static enum store_status write_readers(struct server *server,
                                       const struct played_game *game)
{
    char key[STORE_KEY];
    uint8_t bytes[1 + (TIO_MAX_PLAYERS + 1) * TABLE_PERSON];
    size_t size = 1;

    readers_key(game->table, game->game, key);
    bytes[0] = game->watch == TABLE_WATCH_NOBODY ? PLAYERS_ALONE : OPEN_TO_ALL;
    for (unsigned i = 0; i <= game->players; i++) {
        struct table_person person =
            i < game->players ? game->person[i] : game->host;

        if (table_person_same(person, nobody))
            continue;
        memcpy(bytes + size, person.id, TABLE_PERSON);
        size += TABLE_PERSON;
    }
    return store_put(server->store, key, bytes, size);
}

/* Whether an earlier game of the same turn has the person too. */
static bool was_seen(const struct played *played, size_t place,
                     struct table_person person)
{
    while (place-- > 0) {
        const struct played_game *game = &played->game[place];

        if (seat_in(game, person) < game->players)
            return true;
    }
    return false;
}

enum store_status played_write(struct server *server,
                               const struct played *played)
{
    enum store_status status = STORE_OK;

    for (size_t i = 0; i < played->count && status == STORE_OK; i++) {
        const struct played_game *game = &played->game[i];

        status = write_readers(server, game);
        for (unsigned seat = 0; seat < game->players && status == STORE_OK;
             seat++) {
            struct table_person person = game->person[seat];

            if (!table_person_same(person, nobody) &&
                !was_seen(played, i, person))
                status = write_list(server, played, person);
        }
    }
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

static bool read_table(const char **at, char out[SERVER_TABLE_ID])
{
    size_t size = strspn(*at, "0123456789abcdefghijklmnopqrstuvwxyz");

    if (!size || size >= SERVER_TABLE_ID || (*at)[size] != ' ')
        return false;
    memcpy(out, *at, size);
    out[size] = 0;
    *at += size + 1;
    return true;
}

/* "-3 Ben", up to a tab or the end. */
static bool read_player(const char **at, struct played_game *game)
{
    unsigned seat = game->players;
    bool minus = **at == '-';
    uint64_t total;
    size_t size;

    *at += minus;
    if (seat == TIO_MAX_PLAYERS || !read_number(at, TOTAL_MOST, ' ', &total))
        return false;
    size = strcspn(*at, "\t");
    if (size >= TIO_NAME_TEXT || !utf8_is_name(*at, size))
        return false;
    memcpy(game->name[seat], *at, size);
    game->name[seat][size] = 0;
    game->total[seat] = minus ? -(int)total : (int)total;
    game->players++;
    *at += size;
    return true;
}

/* A line without its end. */
static bool read_line(const char *line, struct played_game *game,
                      unsigned *seat)
{
    uint64_t number;
    uint64_t place;
    uint64_t finished;

    memset(game, 0, sizeof *game);
    if (!read_number(&line, TABLE_LATEST, ' ', &game->time) ||
        !read_table(&line, game->table) ||
        !read_number(&line, UINT32_MAX, ' ', &number) ||
        !read_number(&line, TIO_MAX_PLAYERS, ' ', &place) ||
        !number_read(&line, 1, &finished))
        return false;
    game->game = (unsigned)number;
    game->finished = finished;
    *seat = (unsigned)place;
    while (*line == '\t') {
        line++;
        if (!read_player(&line, game))
            return false;
    }
    return !*line && place && place <= game->players;
}

static void put_game(struct json *json, const struct played_game *game,
                     unsigned seat)
{
    json_object_begin(json);
    json_key_string(json, "table", game->table);
    json_key_int(json, "game", game->game);
    json_key(json, "time");
    json_uint(json, game->time);
    json_key_bool(json, "finished", game->finished);
    json_key_int(json, "seat", seat);
    json_key(json, "players");
    json_array_begin(json);
    for (unsigned i = 0; i < game->players; i++) {
        json_object_begin(json);
        json_key_string(json, "name", game->name[i]);
        if (game->finished)
            json_key_int(json, "total", game->total[i]);
        json_object_end(json);
    }
    json_array_end(json);
    json_object_end(json);
}

bool played_json(struct server *server, struct table_person person,
                 struct json *json)
{
    struct played_game game;
    unsigned seat;
    char *list;
    char *next;

    if (load_list(server, person, &list) != STORE_OK)
        return false;
    json_array_begin(json);
    for (char *line = list; line && *line; line = next) {
        char *end = strchr(line, '\n');

        next = end ? end + 1 : NULL;
        if (end)
            *end = 0;
        if (end && read_line(line, &game, &seat))
            put_game(json, &game, seat);
        else
            log_line(server->config.log, LOG_LEVEL_WARNING,
                     "a line of a list of games can't be read");
    }
    json_array_end(json);
    free(list);
    return true;
}

bool played_may_read(struct server *server, const char *table, unsigned game,
                     struct table_person person)
{
    char key[STORE_KEY];
    void *found = NULL;
    size_t size = 0;
    const uint8_t *bytes;
    bool may;

    readers_key(table, game, key);
    if (store_get(server->store, key, &found, &size) != STORE_OK)
        return false;
    bytes = found;
    may = size > 0 && bytes[0] == OPEN_TO_ALL;
    if (!table_person_same(person, nobody))
        for (size_t at = 1; at + TABLE_PERSON <= size; at += TABLE_PERSON)
            may = may || memcmp(bytes + at, person.id, TABLE_PERSON) == 0;
    free(found);
    return may;
}
