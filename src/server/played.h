/* Games that are over, kept for those who played them: each person's last ones
 * in a list, and of each game who may read its record, when its table has long
 * been gone. Both are written in the batch of the record itself. */
#ifndef SERVER_PLAYED_H
#define SERVER_PLAYED_H

#include "notation/json.h"
#include "server/server.h"

#define PLAYED_MOST 50 /* of one person, the latest */

struct played_game {
    char table[SERVER_TABLE_ID];
    unsigned game; /* of the table's, from 1 */
    uint64_t time; /* of its end */
    bool finished; /* by the rules; else it was broken off */
    uint8_t watch; /* enum table_watch */
    unsigned players;
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    int total[TIO_MAX_PLAYERS];
    struct table_person person[TIO_MAX_PLAYERS]; /* all zero: a bot */
    struct table_person host;
};

/* Those of one turn. The store tells what is durable and not what is in its
 * batch, so a person who ends two games at once must be looked at once. */
struct played {
    struct played_game *game;
    size_t count;
    size_t room;
};

/* False if memory is out. */
bool played_add(struct played *played, const struct played_game *game);
/* Into the store's batch. */
enum store_status played_write(struct server *server,
                               const struct played *played);
void played_free(struct played *played);

/* A list of the person's games, the latest first. False, with nothing written,
 * if the store can't be read. */
bool played_json(struct server *server, struct table_person person,
                 struct json *json);

/* Whether the person, who may be nobody, may read the record of a game: whoever
 * had a seat in it, the host, and if it could be watched whoever knows of it. */
bool played_may_read(struct server *server, const char *table, unsigned game,
                     struct table_person person);

#endif
