/* The store in a PostgreSQL database.
 *
 * One connection, used by one thread at a time (flight.c): a commit may wait for
 * the database on the store's own thread, while the loop continues. Everything
 * is sent in libpq's pipeline mode, so that a batch is two round trips, however
 * much is in it: the first asks for the logs of its tables and locks them, the
 * second writes. A read is one round trip, and waits for a few seconds at most.
 *
 * **Two truths can't be stored.** A log's row is locked, its last number is
 * compared with the one that the batch expects, and the primary key of events
 * is (table, number). Other servers write at the same time: a table whose number
 * does not fit is left out of the batch, and what only the database finds when
 * it is written (the same table, name or record made twice at one moment) makes
 * the batch be written once more, from its beginning.
 *
 * **A reply that is lost.** When a connection breaks, nobody knows whether the
 * batch was committed. So each batch begins by writing its number into the row of
 * its writer: (server, epoch, number). With a new connection the store begins a
 * new epoch in the same row, which has to wait until the old transaction is over,
 * whichever way, and which no statement of the old epoch can follow. Then the
 * number that stands there is the answer.
 *
 * **Which database it is.** Several hosts may be named; the one that takes writes
 * is used. After a new connection it must be the same database (by its key), and
 * must have all that was acknowledged to this server: a former primary that has
 * come back does not.
 *
 * postgres.c writes batches, postgres_open.c connects, postgres_read.c reads,
 * postgres_talk.c sends and waits. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "base/buffer.h"
#include "store/backend.h"
#include "store/chain.h"

#include <libpq-fe.h>

/* Each has its parameters as letters, in their order: see bind() in postgres.c.
 * Numbers and bytes go over the wire as they are. */
#define POSTGRES_STATEMENTS(X)                                                 \
    X(BEGIN, "", "BEGIN")                                                      \
    X(LOOK, "", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")             \
    X(COMMIT, "", "COMMIT")                                                    \
    X(ROLLBACK, "", "ROLLBACK")                                                \
    X(FENCE, "ken",                                                            \
      "WITH mine AS (UPDATE writer SET number = $3, time = now() "             \
      "WHERE server = $1 AND epoch = $2 RETURNING 1) "                         \
      "SELECT 1 / count(*) FROM mine")                                         \
    X(LOGS, "A",                                                               \
      "SELECT table_id, first, last, before, head, seal FROM log "             \
      "WHERE table_id = ANY ($1::text[]) ORDER BY table_id FOR UPDATE")        \
    X(MACS, "AE",                                                              \
      "SELECT table_id, seq, mac FROM event "                                  \
      "JOIN unnest($1::text[], $2::bigint[]) AS wanted (t, s) "                \
      "ON table_id = t AND seq = s")                                           \
    X(OWNED, "k",                                                              \
      "SELECT shard FROM lease JOIN member ON writer = lease.server "          \
      "WHERE writer = $1 AND until > clock_timestamp()")                       \
    X(CLAIMED, "A", "SELECT name FROM value WHERE name = ANY ($1::text[])")    \
    X(APPEND, "knbm",                                                          \
      "INSERT INTO event (table_id, seq, bytes, mac) "                         \
      "VALUES ($1, $2, $3, $4)")                                               \
    X(TRIM, "kn", "DELETE FROM event WHERE table_id = $1 AND seq < $2")        \
    X(NEW_LOG, "kflBHS",                                                       \
      "INSERT INTO log (table_id, first, last, before, head, seal) "           \
      "VALUES ($1, $2, $3, $4, $5, $6)")                                       \
    X(PUT_LOG, "kflBHS",                                                       \
      "UPDATE log SET first = $2, last = $3, before = $4, head = $5, "         \
      "seal = $6 WHERE table_id = $1")                                         \
    X(DROP_LOG, "k", "DELETE FROM log WHERE table_id = $1")                    \
    X(RECORD, "kntabLKr",                                                      \
      "INSERT INTO record (table_id, game, time, about, bytes, listed, kept, " \
      "readers) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")                      \
    X(ENTER, "kntaKx",                                                         \
      "INSERT INTO entry (list, game, time, about, kept, table_id) "           \
      "VALUES ($1, $2, $3, $4, $5, $6)")                                       \
    X(ABOUT, "ka",                                                             \
      "INSERT INTO summary (table_id, about) VALUES ($1, $2) "                 \
      "ON CONFLICT (table_id) DO UPDATE SET about = $2, gone = NULL, "         \
      "changed = pg_current_xact_id()")                                        \
    X(DROP_EVENTS, "k", "DELETE FROM event WHERE table_id = $1")               \
    X(DROP_ABOUT, "k",                                                         \
      "UPDATE summary SET about = '', gone = now(), "                          \
      "changed = pg_current_xact_id() WHERE table_id = $1")                    \
    X(DROP_RECORDS, "k", "DELETE FROM record WHERE table_id = $1")             \
    X(DROP_ENTRIES, "k", "DELETE FROM entry WHERE table_id = $1")              \
    X(TIDY_RECORDS, "k",                                                       \
      "DELETE FROM record WHERE table_id = $1 AND NOT kept")                   \
    X(TIDY_ENTRIES, "k", "DELETE FROM entry WHERE table_id = $1 AND NOT kept") \
    X(PUT, "kbt",                                                              \
      "INSERT INTO value (name, bytes, time) VALUES ($1, $2, $3) "             \
      "ON CONFLICT (name) DO UPDATE SET bytes = $2, time = $3")                \
    X(CLAIM, "kb", "INSERT INTO value (name, bytes, time) VALUES ($1, $2, 0)") \
    X(REMOVE, "k", "DELETE FROM value WHERE name = $1")                        \
    X(EXPIRE_RECORDS, "tn",                                                    \
      "DELETE FROM record WHERE id IN (SELECT id FROM record "                 \
      "WHERE time < $1 ORDER BY time, table_id DESC, game DESC LIMIT $2)")     \
    X(EXPIRE_ENTRIES, "tn",                                                    \
      "DELETE FROM entry WHERE id IN (SELECT id FROM entry "                   \
      "WHERE time < $1 ORDER BY time, id LIMIT $2)")                           \
    X(EXPIRE_VALUES, "tn",                                                     \
      "DELETE FROM value WHERE name IN (SELECT name FROM value "               \
      "WHERE time > 0 AND time < $1 ORDER BY time, name LIMIT $2) "            \
      "AND NOT EXISTS (SELECT FROM entry WHERE list = value.name)")            \
    X(DATE_VALUES, "tn",                                                       \
      "UPDATE value SET time = $1 WHERE name IN (SELECT name FROM value "      \
      "WHERE time > 0 AND time < $1 ORDER BY time, name LIMIT $2) "            \
      "AND EXISTS (SELECT FROM entry WHERE list = value.name)")                \
    X(LOG, "k",                                                                \
      "SELECT table_id, first, last, before, head, seal FROM log "             \
      "WHERE table_id = $1")                                                   \
    X(MAC, "kn", "SELECT mac FROM event WHERE table_id = $1 AND seq = $2")     \
    X(LOAD, "kn",                                                              \
      "SELECT seq, bytes, mac FROM event WHERE table_id = $1 AND seq > $2 "    \
      "ORDER BY seq")                                                          \
    X(TABLES, "",                                                              \
      "SELECT log.table_id, last, about FROM log "                             \
      "LEFT JOIN summary ON summary.table_id = log.table_id "                  \
      "ORDER BY log.table_id")                                                 \
    X(SUMMARY, "k",                                                            \
      "SELECT last, about FROM log "                                           \
      "LEFT JOIN summary ON summary.table_id = log.table_id "                  \
      "WHERE log.table_id = $1")                                               \
    X(RECORDS, "kntl",                                                         \
      "SELECT table_id, game, time, about FROM record WHERE time <= $3 "       \
      "AND (time < $3 OR table_id > $1 OR (table_id = $1 AND game > $2)) "     \
      "ORDER BY time DESC, table_id, game LIMIT $4")                           \
    X(LISTED, "kntl",                                                          \
      "SELECT table_id, game, time, about FROM record WHERE listed "           \
      "AND time <= $3 "                                                        \
      "AND (time < $3 OR table_id > $1 OR (table_id = $1 AND game > $2)) "     \
      "ORDER BY time DESC, table_id, game LIMIT $4")                           \
    X(ENTRIES, "kn",                                                           \
      "SELECT table_id, game, time, about, kept FROM entry "                   \
      "WHERE list = $1 ORDER BY time DESC, id DESC LIMIT $2")                  \
    X(ALL_RECORDS, "nl",                                                       \
      "SELECT table_id, game, time, about, bytes, listed, kept, readers, id "  \
      "FROM record WHERE id > $1 ORDER BY id LIMIT $2")                        \
    X(ALL_ENTRIES, "nl",                                                       \
      "SELECT list, game, time, about, table_id, kept, id FROM entry "         \
      "WHERE id > $1 ORDER BY id LIMIT $2")                                    \
    X(ALL_VALUES, "kl",                                                        \
      "SELECT name, time, bytes FROM value WHERE name > $1 "                   \
      "ORDER BY name LIMIT $2")                                                \
    X(OLDEST_RECORD, "", "SELECT min(time) FROM record")                       \
    X(OLDEST_ENTRY, "", "SELECT min(time) FROM entry")                         \
    X(OLDEST_VALUE, "", "SELECT min(time) FROM value WHERE time > 0")          \
    X(READERS, "kn",                                                           \
      "SELECT readers FROM record WHERE table_id = $1 AND game = $2")          \
    X(READ_RECORD, "kn",                                                       \
      "SELECT bytes FROM record WHERE table_id = $1 AND game = $2")            \
    X(DATED, "k", "SELECT time FROM value WHERE name = $1")                    \
    X(GET, "k", "SELECT bytes FROM value WHERE name = $1")                     \
    X(SIZE, "", "SELECT pg_database_size(current_database())")

/* Those of cluster.c, on a connection of its own: see there. */
#define SHARE "ceil(64.0 / greatest(1, count(*)))"
#define MINE "(SELECT count(*) FROM lease WHERE server = $1)"
#define LINES                                                                  \
    "SELECT summary.table_id, coalesce(last, 0), about, changed "              \
    "FROM summary LEFT JOIN log ON log.table_id = summary.table_id "
#define CLUSTER_STATEMENTS(X)                                                  \
    X(BURY, "k",                                                               \
      "WITH dead AS (DELETE FROM member WHERE server IN (SELECT server "       \
      "FROM member WHERE until < clock_timestamp() AND writer <> $1 "          \
      "FOR UPDATE SKIP LOCKED) RETURNING writer), "                            \
      "gone AS (DELETE FROM presence USING dead WHERE server = writer) "       \
      "UPDATE lease SET server = NULL, epoch = epoch + 1 FROM dead "           \
      "WHERE server = writer")                                                 \
    X(OUST, "kx",                                                              \
      "WITH dead AS (DELETE FROM member WHERE server = $2 AND writer <> $1 "   \
      "RETURNING writer), "                                                    \
      "gone AS (DELETE FROM presence USING dead WHERE server = writer) "       \
      "UPDATE lease SET server = NULL, epoch = epoch + 1 FROM dead "           \
      "WHERE server = writer")                                                 \
    X(BEGIN_BEAT, "", "BEGIN")                                                 \
    X(END_BEAT, "", "COMMIT")                                                  \
    X(FEED, "", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")             \
    X(JOIN, "kx",                                                              \
      "INSERT INTO member (server, writer, since, seen, until) "               \
      "VALUES ($2, $1, clock_timestamp(), clock_timestamp(), "                 \
      "clock_timestamp() + interval '5 s') ON CONFLICT (server) DO UPDATE "    \
      "SET seen = clock_timestamp(), "                                         \
      "until = clock_timestamp() + interval '5 s' WHERE member.writer = $1 "   \
      "RETURNING draining, "                                                   \
      "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint")             \
    X(LEAVE_OFF, "k", "UPDATE member SET draining = true WHERE writer = $1")   \
    X(TAKE, "k",                                                               \
      "UPDATE lease SET server = $1, epoch = epoch + 1 WHERE shard IN ("       \
      "SELECT shard FROM lease WHERE server IS NULL AND EXISTS (SELECT "       \
      "FROM member WHERE writer = $1 AND NOT draining) ORDER BY shard "        \
      "LIMIT (SELECT greatest(0, " SHARE " - " MINE ")::bigint FROM member "   \
      "WHERE NOT draining) FOR UPDATE SKIP LOCKED)")                           \
    X(GIVE, "k",                                                               \
      "UPDATE lease SET server = NULL, epoch = epoch + 1 WHERE shard IN ("     \
      "SELECT shard FROM lease WHERE server = $1 ORDER BY shard DESC "         \
      "LIMIT (SELECT greatest(0, " MINE " - " SHARE ")::bigint FROM member "   \
      "WHERE NOT draining)) RETURNING shard")                                  \
    X(GIVE_ALL, "k",                                                           \
      "UPDATE lease SET server = NULL, epoch = epoch + 1 WHERE server = $1 "   \
      "RETURNING shard")                                                       \
    X(SHARDS, "k", "SELECT shard FROM lease WHERE server = $1")                \
    X(MEMBERS, "", "SELECT writer FROM member ORDER BY writer")                \
    X(TIDY_LINES, "",                                                          \
      "DELETE FROM summary WHERE table_id IN (SELECT table_id FROM summary "   \
      "WHERE gone < now() - interval '10 min' LIMIT 1000 "                     \
      "FOR UPDATE SKIP LOCKED)")                                               \
    X(TIDY_PEOPLE, "",                                                         \
      "DELETE FROM presence WHERE NOT EXISTS (SELECT FROM member "             \
      "WHERE writer = presence.server)")                                       \
    X(RESIGN, "k", "DELETE FROM member WHERE writer = $1")                     \
    X(NOTIFY, "k", "SELECT pg_notify('tioli', $1)")                            \
    X(HERE_NONE, "x", "DELETE FROM presence WHERE server = $1")                \
    X(HERE, "AEx",                                                             \
      "INSERT INTO presence (table_id, who, server) SELECT t, w, $3 "          \
      "FROM unnest($1::text[], $2::text[]) AS come (t, w) "                    \
      "ON CONFLICT DO NOTHING")                                                \
    X(NOT_HERE, "AEx",                                                         \
      "DELETE FROM presence USING unnest($1::text[], $2::text[]) "             \
      "AS left_it (t, w) WHERE table_id = t AND who = w AND server = $3")      \
    X(THERE, "Ax",                                                             \
      "SELECT table_id, string_agg(DISTINCT who, ' ') FROM presence "          \
      "JOIN member ON writer = presence.server "                               \
      "WHERE table_id = ANY ($1::text[]) AND presence.server <> $2 "           \
      "AND until > clock_timestamp() GROUP BY table_id")                       \
    X(NEWER, "AE",                                                             \
      "SELECT table_id, last FROM unnest($1::text[], $2::bigint[]) "           \
      "AS known (t, s) JOIN log ON table_id = t WHERE last > s")               \
    X(XMIN, "", "SELECT pg_snapshot_xmin(pg_current_snapshot())")              \
    X(LINES_SINCE, "nxl",                                                      \
      LINES "WHERE (changed, summary.table_id) > ($1::xid8, $2::text) "        \
            "ORDER BY changed, summary.table_id LIMIT $3")                     \
    X(SERVERS, "",                                                             \
      "SELECT member.server, (SELECT count(*) FROM lease "                     \
      "WHERE lease.server = writer), greatest(0, extract(epoch FROM "          \
      "clock_timestamp() - seen) * 1000)::bigint, greatest(0, extract("        \
      "epoch FROM clock_timestamp() - since) * 1000)::bigint, draining "       \
      "FROM member WHERE until > clock_timestamp() ORDER BY member.server")    \
    X(DRAIN, "k",                                                              \
      "UPDATE member SET draining = true WHERE server = $1 "                   \
      "AND until > clock_timestamp() RETURNING server")                        \
    X(LINES_OF, "A", LINES "WHERE summary.table_id = ANY ($1::text[])")

enum postgres_sql {
#define X(name, parameters, sql) PG_##name,
    POSTGRES_STATEMENTS(X) CLUSTER_STATEMENTS(X)
#undef X
        PG_COUNT
};
#define PG_CLUSTER PG_BURY /* the first of the others */

/* Which events a table has, as in sqlite.h. */
struct postgres_log {
    uint64_t first, last;
    uint8_t before[CHAIN_BYTES];
    uint8_t head[CHAIN_BYTES];
    uint8_t seal[CHAIN_BYTES];
};

/* The values of a statement's parameters, whichever it has. */
struct postgres_values {
    const char *key;
    uint64_t number;
    uint64_t epoch;
    uint64_t time;
    const char *bytes;
    size_t size;
    const char *about;
    const uint8_t *mac;
    unsigned marks; /* of enum store_mark */
    const char *readers;
    size_t readers_size;
    const char *table;
    const struct postgres_log *log;
    uint64_t limit;
};

#define POSTGRES_SERVER 17 /* room for the name of a server */

struct postgres_store {
    struct store store;
    PGconn *db; /* NULL: there is no connection */
    bool talks; /* it is the connection of a cluster, and writes no batches */
    bool known; /* a connection was there before: what follows is of it */
    char server[POSTGRES_SERVER];
    uint8_t key[CHAIN_KEY]; /* of checks; the database's own */
    uint64_t epoch;         /* of this connection */
    uint64_t number;        /* of the last batch that the database has */
    uint64_t told;          /* of the last that was acknowledged */
    uint64_t sized_ms;      /* when it was last asked how large it is */
    char state[6];          /* what went wrong last, as PostgreSQL's code, */
    char constraint[32];    /* the name of what stood against it, */
    unsigned failed_at;     /* and in which of the statements that were sent */
    /* These are read while a batch is written. */
    _Atomic int64_t rows[STORE_KINDS];
    _Atomic uint64_t expired[STORE_KINDS];
    _Atomic uint64_t bytes;
    char url[];
};

static inline struct postgres_store *postgres_of(struct store *store)
{
    return (struct postgres_store *)store;
}

/* ---- postgres_talk.c --------------------------------------------------- */

/* A result of the statements that were sent, counted from 0. */
typedef void postgres_visit(void *context, unsigned index,
                            const PGresult *result);

/* Puts a statement into the pipeline. */
void postgres_send(struct postgres_store *self, enum postgres_sql which,
                   const struct postgres_values *values);
/* Waits for the results of all that were sent, for `ms` at most. If one fails,
 * those behind it are not carried out. When the connection is lost, `db` is NULL
 * afterwards. */
enum store_status postgres_receive(struct postgres_store *self, unsigned ms,
                                   postgres_visit *visit, void *context);
/* The same of plain statements, before the pipeline is begun. */
enum store_status postgres_do(struct postgres_store *self, unsigned ms,
                              const char *sql, postgres_visit *visit,
                              void *context);
/* Gives the connection up; keeps the sentence about what went wrong before. */
void postgres_leave(struct postgres_store *self);
enum store_status postgres_corrupt(struct postgres_store *self,
                                   const char *what);
/* Keeps the first line of what libpq says. */
enum store_status postgres_failed(struct postgres_store *self,
                                  const char *words);
const char *postgres_name(enum postgres_sql which);

/* Columns, which are looked at before they are believed. NULL is only a number
 * that is not there: false. */
bool postgres_number(const PGresult *result, int row, int column,
                     uint64_t *number);
bool postgres_check(const PGresult *result, int row, int column, size_t size,
                    uint8_t *out);

/* Arrays, as PostgreSQL reads them. */
void postgres_add_element(struct buffer *out, const char *text);
void postgres_end_array(struct buffer *out);

/* ---- postgres_open.c --------------------------------------------------- */

/* The connection of a cluster, for a store that has one of its own; NULL if
 * memory is out. */
struct postgres_store *postgres_new(const char *url);

/* Connects, if there is no connection. */
enum store_status postgres_connect(struct postgres_store *self);

/* ---- postgres_read.c --------------------------------------------------- */

bool postgres_read_log(const PGresult *result, int row,
                       struct postgres_log *log);
extern const struct store_methods postgres_methods;
enum store_status postgres_load(struct store *store, const char *table,
                                uint64_t after, store_event_visit *visit,
                                void *context);
enum store_status postgres_tables(struct store *store, store_table_visit *visit,
                                  void *context);
enum store_status postgres_summary(struct store *store, const char *table,
                                   uint64_t *last_seq, char **about);
enum store_status postgres_records(struct store *store, uint64_t before,
                                   const char *table, unsigned game,
                                   store_record_visit *visit, void *context);
enum store_status postgres_listed(struct store *store, uint64_t before,
                                  const char *table, unsigned game,
                                  store_record_visit *visit, void *context);
enum store_status postgres_entries(struct store *store, const char *list,
                                   unsigned most, store_entry_visit *visit,
                                   void *context);
enum store_status postgres_items(struct store *store, enum store_kind kind,
                                 store_item_visit *visit, void *context);
enum store_status postgres_oldest(struct store *store, enum store_kind kind,
                                  uint64_t *time);
struct store_size postgres_size(struct store *store);
enum store_status postgres_read_readers(struct store *store, const char *table,
                                        unsigned game, void **bytes,
                                        size_t *size);
enum store_status postgres_read_record(struct store *store, const char *table,
                                       unsigned game, void **bytes,
                                       size_t *size);
enum store_status postgres_dated(struct store *store, const char *name,
                                 uint64_t *time);
enum store_status postgres_get(struct store *store, const char *name,
                               void **bytes, size_t *size);

#endif
