/* Tables, store and network put together: one process, one thread for all of
 * it, and workers that think.
 *
 *     struct server *server = server_open(&config, why);
 *     server_run(server);      until server_drain() has done its work
 *     server_close(server);
 *
 * In each lap of the loop requests become events of tables, in memory; at its
 * end all of them are made durable by one commit, and only then anything that
 * depends on them is told to anybody. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/net.h"
#include "programs/player.h"
#include "server/histogram.h"
#include "server/log.h"
#include "server/timeline.h"
#include "store/cluster.h"
#include "store/store.h"
#include "table/table.h"

#define SERVER_PROGRAMS 16
#define SERVER_URL 256
#define SERVER_WHY 400
#define SERVER_TABLE_ID 25 /* room for a table's id */

/* A program that clients may ask for as a bot, by its name alone. */
struct server_program {
    char name[TABLE_LEVEL];
    char command[PLAYER_TEXT];
};

enum server_metrics {                       /* who may read /metrics */
                      SERVER_METRICS_LOCAL, /* requests from this machine */
                      SERVER_METRICS_PUBLIC,
                      SERVER_METRICS_OFF,
                      SERVER_METRICS_KINDS
};

/* Everything that these fields point to must outlive the server. */
struct server_config {
    struct net_config net;
    const char *db;          /* the SQLite file, or the address of a database;
                                    NULL: in memory */
    char name[CLUSTER_NAME]; /* among the servers on that database */
    char public_url[SERVER_URL]; /* of links, without a slash at its end; "":
                                    links are paths */
    unsigned threads;            /* that think; 0: one less than cores */
    unsigned max_tables;         /* that are not closed */
    unsigned max_tables_of_person;
    unsigned keep_games;   /* days that a game is in lists; 0: for ever */
    unsigned keep_records; /* the same, of its record */
    unsigned reserve_mib;  /* free on the disk, or no table is made; 0: none */
    unsigned max_programs; /* running at once */
    unsigned programs;
    bool uncaged; /* programs may do what the server may */
    struct server_program program[SERVER_PROGRAMS];
    enum server_metrics metrics;
    enum log_level log;
    /* Called from the loop so often, in microseconds, as long as it turns: so
     * that somebody outside can tell when it does not. 0: never. */
    uint64_t beat_us;
    void (*beat)(void);
};

struct server_config server_config_default(void);

/* Refusals that are not a table's. */
#define SERVER_ERRORS(X)                                                       \
    X(BAD_JSON, "bad-json", "the message is not JSON")                         \
    X(BAD_MESSAGE, "bad-message", "the message has a wrong field")             \
    X(BAD_VERSION, "bad-version", "this server speaks version 1")              \
    X(HELLO_FIRST, "hello-first", "say hello first")                           \
    X(NO_SUCH_TABLE, "no-such-table", "there is no such table")                \
    X(NO_SUCH_CODE, "no-such-code", "no table is waiting with that code")      \
    X(TOO_MANY_TABLES, "too-many-tables", "there are too many tables")         \
    X(NO_ROOM, "no-room",                                                      \
      "the server's disk is almost full: no new table can be made")            \
    X(RATE, "rate", "too many requests at once")                               \
    X(BUSY, "busy", "the server is busy: try again")                           \
    X(DRAINING, "draining", "the server is about to stop")                     \
    X(NOT_SAVED, "not-saved", "it could not be saved, so nothing has changed") \
    X(DAMAGED, "damaged",                                                      \
      "the stored data of this table was changed or damaged")

/* They follow the errors of tables, so that one number names any refusal. */
enum server_error {
    SERVER_E_BEFORE = TABLE_ERROR_COUNT - 1,
#define X(name, word, words) SERVER_E_##name,
    SERVER_ERRORS(X)
#undef X
        SERVER_ERROR_COUNT
};

const char *server_error_name(unsigned error);
const char *server_error_words(unsigned error);

/* Whose wrong passwords were too many. */
enum server_guesses {
    SERVER_GUESSES_PERSON,
    SERVER_GUESSES_ADDRESS,
    SERVER_GUESSES_KINDS
};

/* All count from the start of the process, but for those that say 'now'. */
struct server_counts {
#define FIGURE(type, field, name, help) type field;
#define TIMES(field, name, help) struct histogram field;
#include "server/figures.def"
    uint64_t
        refused[SERVER_ERROR_COUNT]; /* by enum table_error, server_error */
    uint64_t guesses_refused[SERVER_GUESSES_KINDS]; /* not even looked at */
    uint64_t spoken_wrong;   /* spoken codes under which no table waits */
    uint64_t spoken_refused; /* the same, not even looked at */
    unsigned tables;         /* now: known and not closed */
    unsigned tables_in[TABLE_PHASES]; /* now: by phase */
};

struct catch_up;
struct guesses;
struct lobby;
struct sessions;
struct spoken;
struct thinkers;
struct programs;
struct lap;
struct peers;
struct upkeep;
struct thought;
struct waiting;

struct server {
    struct server_config config;
    struct net *net;
    struct store *store;
    struct server_counts counts;
    bool draining;
    bool down; /* the store fails: nothing is accepted */
    uint64_t down_since;
    uint64_t beaten_us;  /* when `beat` was last called */
    uint64_t looked_at;  /* when the store was last asked without need */
    uint64_t retry_at;   /* when the store is tried again */
    uint64_t started_us; /* when it began, of the clock that never jumps */
    struct timeline timeline;
    uint64_t noted_us;         /* when its time was last put into the store */
    struct catch_up *catching; /* watchers who are told what they missed */
    struct catch_up *catching_last;
    bool catching_stuck;      /* all of them wait */
    char address[SERVER_URL]; /* that phones on the same network can open, or
                                 "": see rest_hello() */
    uint64_t address_at;      /* as of this moment; 0: not yet */
    uint8_t key[32];       /* kept in the store: ids of tables come from it */
    atomic_bool signalled; /* server_drain() was called */
    struct guesses *guesses;
    struct lobby *lobby;
    struct sessions *sessions;
    struct spoken *spoken;
    struct thinkers *thinkers;
    struct programs *programs;
    struct lap *lap;
    struct peers *peers; /* NULL: no other server writes into the store */
    struct upkeep *upkeep;
    struct waiting *waiting;
    struct thought *late_thoughts; /* of tables that are being saved */
};

/* NULL with a sentence in `why`. Every table in the store is resumed. */
struct server *server_open(const struct server_config *config,
                           char why[SERVER_WHY]);
unsigned server_port(const struct server *server);
/* Until it has drained. True if everything was durable at the end. */
bool server_run(struct server *server);
/* From any thread and from a signal handler: no new tables, the players are
 * told, everything is made durable, and server_run() returns. */
void server_drain(struct server *server);
void server_close(struct server *server);

/* ---- For the parts of the server --------------------------------------- */

/* Milliseconds since 1970: never goes back, not even between two runs. */
uint64_t server_now(const struct server *server);
/* What has passed since `time` while a server was running: whatever is too old
 * is so by this, because the machine's clock may be wrong, and nobody can play
 * while there is no server. */
uint64_t server_age(const struct server *server, uint64_t time);

/* The end of a lap: what happened is on its way to be durable, and whatever is
 * durable by now, or does not depend on it, is told. What can't be saved did not
 * happen, and whoever asked for it is told that; `down` is set then. */
void server_commit(struct server *server);
/* The same until all of it is durable. False if it could not be saved. */
bool server_commit_wait(struct server *server);

/* Ready for players: neither draining nor without its store. */
static inline bool server_ready(const struct server *server)
{
    return !server->draining && !server->down;
}

#endif
