/* Games that are over, kept for those who played them: each person's last ones
 * in a list, and of each game who may read its record, when its table has long
 * been gone. Both are written in the batch of the record itself. A game in which
 * no person has moved is forgotten with its table. */
#ifndef SERVER_PLAYED_H
#define SERVER_PLAYED_H

#include "base/json.h"
#include "server/server.h"

#define PLAYED_MOST 50 /* of one person, that a list shows: the latest */
#define PLAYED_READERS (1 + (TIO_MAX_PLAYERS + 1) * TABLE_PERSON)

struct played_game {
    char table[SERVER_TABLE_ID];
    unsigned game; /* of the table's, from 1 */
    uint64_t time; /* of its end */
    bool finished; /* by the rules; else it was abandoned */
    bool kept;     /* a person has moved: it outlives its table */
    uint8_t watch; /* enum table_watch */
    unsigned players;
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    int total[TIO_MAX_PLAYERS];
    struct table_person person[TIO_MAX_PLAYERS]; /* all zero: a bot */
    unsigned gave_up; /* bits by seat: left while the game was on */
    struct table_person host;
};

/* The name of a person's list. It is also where the person's name is kept, which
 * is not forgotten as long as there is a list. */
void played_list(struct table_person person, char out[STORE_KEY]);

/* Into the lists of those who played it, in the store's batch. */
enum store_status played_write(struct server *server,
                               const struct played_game *game);
/* Writes down, for the store, which persons may read its record. Returns how
 * many bytes that takes. */
size_t played_readers(const struct played_game *game,
                      uint8_t out[PLAYED_READERS]);

/* A list of the person's games, the latest first. False, with nothing written,
 * if the store can't be read. */
bool played_json(struct server *server, struct table_person person,
                 struct json *json);

/* Whether the person has played a game that is kept. */
bool played_before(struct server *server, struct table_person person);

/* Whether the person, who may be nobody, may read the record of a game: whoever
 * had a seat in it, the host, and if it could be watched whoever knows of it. */
bool played_may_read(struct server *server, const char *table, unsigned game,
                     struct table_person person);

#endif
