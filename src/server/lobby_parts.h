/* What the files of the lobby share. */
#ifndef SERVER_LOBBY_PARTS_H
#define SERVER_LOBBY_PARTS_H

#include "server/due.h"
#include "server/lobby.h"
#include "table/decks.h"

#define LOBBY_TRIES 8          /* ids for one wish */
#define LOBBY_SHARES 5         /* an address may have one, of all tables */
#define LOBBY_RETRY_MS 600000  /* how long a wish made twice is a retry */
#define LOBBY_CLOSED_MS 600000 /* until a closed table is archived */
#define LOBBY_EMPTY_MS 60000   /* the same, where no person has moved */
#define LOBBY_IDLE_MS 60000    /* until one that nobody uses is put away */
#define LOBBY_FLIGHT_MS 20     /* until one that can't be read is tried again */
#define LOBBY_SWEEP_MS 10000
#define LOBBY_TICKS 64  /* tables that are looked after in one lap */
#define LOBBY_LOOKS 256 /* hungry ones that are looked at in one lap */
#define LOBBY_FEEDS 16  /* and of those, that are asked again */
#define LOBBY_FEED_MS 100
#define LOBBY_LOAD 16 /* tables that one counts for which has to be read */

struct lobby {
    struct server *server;
    struct map tables;    /* by id */
    struct map spoken;    /* those that wait, by their spoken codes */
    struct map persons;   /* sitters and owners */
    struct map addresses; /* makers */
    struct due due;
    struct lobby_table *loaded;             /* the latest first */
    struct lobby_table *shown[LOBBY_LISTS]; /* the same */
    uint64_t began; /* when the server was there again */
    uint64_t swept;
    struct lobby_table *hungry; /* their bots' questions found no room */
    struct lobby_table **last_hungry;
    uint64_t fed; /* when those were last looked after */
    struct table_host host;
    struct decks *decks;
};

/* NULL if memory is out. */
struct lobby_table *lobby_add(struct lobby *lobby, const char *id);
/* Notes what the line about a table says. */
struct summary;
void lobby_take_summary(struct lobby_table *table,
                        const struct summary *summary, uint64_t last_seq);
void lobby_make_host(struct lobby *lobby);
/* Keeps what lists show up to date. */
void lobby_note(struct lobby_table *entry);
/* Gives an open table a spoken code if it has none: `code`, or with NULL a new
 * one. */
void lobby_give_code(struct lobby_table *entry, const char *code);
/* Not among the hungry ones any more. */
void lobby_sated(struct lobby_table *entry);
/* Notes that it is in memory, or not any more. */
void lobby_set_loaded(struct lobby_table *entry, bool loaded);
/* Puts it into the public list where it belongs, or out of both. */
void lobby_show(struct lobby_table *entry);
void lobby_hide(struct lobby_table *entry);
/* Whom the table is found by: nobody any more. */
void lobby_unlink(struct lobby_table *entry);
/* Counts tables by phase. */
void lobby_count(struct lobby_table *table, unsigned phase);

#endif
