/* What the parts of the SQLite store share: sqlite_open.c opens the file and
 * gets over failures, sqlite_place.c sees whether it is still there, sqlite.c
 * writes batches, sqlite_read.c reads. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/backend.h"
#include "store/chain.h"

#include <sqlite3.h>

#define SQLITE_STATEMENTS(X)                                                   \
    X(BEGIN, "BEGIN IMMEDIATE")                                                \
    X(COMMIT, "COMMIT")                                                        \
    X(ROLLBACK, "ROLLBACK")                                                    \
    X(EPOCH, "UPDATE epoch SET number = number + 1 RETURNING number")          \
    X(APPEND, "INSERT INTO event (table_id, seq, bytes, mac) "                 \
              "VALUES (?1, ?2, ?3, ?7)")                                       \
    X(TRIM, "DELETE FROM event WHERE table_id = ?1 AND seq < ?2")              \
    X(LOG, "SELECT first, last, before, head, seal FROM log "                  \
           "WHERE table_id = ?1")                                              \
    X(PUT_LOG, "INSERT OR REPLACE INTO log "                                   \
               "(table_id, first, last, before, head, seal) "                  \
               "VALUES (?1, ?2, ?6, ?8, ?7, ?9)")                              \
    X(MAC, "SELECT mac FROM event WHERE table_id = ?1 AND seq = ?2")           \
    X(KEY, "SELECT key FROM chain")                                            \
    X(DROP_LOG, "DELETE FROM log WHERE table_id = ?1")                         \
    X(RECORD, "INSERT INTO record (table_id, game, bytes, time, about, "       \
              "listed, kept, readers) "                                        \
              "VALUES (?1, ?2, ?3, ?4, ?5, ?10, ?11, ?12)")                    \
    X(ENTER, "INSERT INTO entry (list, game, time, about, kept, table_id) "    \
             "VALUES (?1, ?2, ?4, ?5, ?11, ?13)")                              \
    X(ABOUT, "INSERT OR REPLACE INTO summary (table_id, about) "               \
             "VALUES (?1, ?5)")                                                \
    X(DROP_EVENTS, "DELETE FROM event WHERE table_id = ?1")                    \
    X(DROP_ABOUT, "DELETE FROM summary WHERE table_id = ?1")                   \
    X(DROP_RECORDS, "DELETE FROM record WHERE table_id = ?1")                  \
    X(DROP_ENTRIES, "DELETE FROM entry WHERE table_id = ?1")                   \
    X(TIDY_RECORDS, "DELETE FROM record WHERE table_id = ?1 AND kept = 0")     \
    X(TIDY_ENTRIES, "DELETE FROM entry WHERE table_id = ?1 AND kept = 0")      \
    X(PUT, "INSERT INTO value (name, bytes, time) VALUES (?1, ?3, ?4)")        \
    X(REMOVE, "DELETE FROM value WHERE name = ?1")                             \
    X(EXPIRE_RECORDS, "DELETE FROM record WHERE id IN (SELECT id FROM record " \
                      "WHERE time < ?4 ORDER BY time, table_id DESC, "         \
                      "game DESC LIMIT ?2)")                                   \
    X(EXPIRE_ENTRIES, "DELETE FROM entry WHERE id IN (SELECT id FROM entry "   \
                      "WHERE time < ?4 ORDER BY time, id LIMIT ?2)")           \
    X(EXPIRE_VALUES,                                                           \
      "DELETE FROM value WHERE name IN (SELECT name FROM value "               \
      "WHERE time > 0 AND time < ?4 ORDER BY time, name LIMIT ?2) "            \
      "AND NOT EXISTS (SELECT 1 FROM entry WHERE list = value.name)")          \
    X(DATE_VALUES,                                                             \
      "UPDATE value SET time = ?4 WHERE name IN (SELECT name FROM value "      \
      "WHERE time > 0 AND time < ?4 ORDER BY time, name LIMIT ?2) "            \
      "AND EXISTS (SELECT 1 FROM entry WHERE list = value.name)")              \
    X(LOAD, "SELECT seq, bytes, mac FROM event "                               \
            "WHERE table_id = ?1 AND seq > ?2 ORDER BY seq")                   \
    X(TABLES, "SELECT log.table_id, last, about FROM log "                     \
              "LEFT JOIN summary ON summary.table_id = log.table_id "          \
              "ORDER BY log.table_id")                                         \
    X(SUMMARY, "SELECT last, about FROM log "                                  \
               "LEFT JOIN summary ON summary.table_id = log.table_id "         \
               "WHERE log.table_id = ?1")                                      \
    X(RECORDS, "SELECT table_id, game, time, about FROM record "               \
               "WHERE time <= ?4 AND (time < ?4 OR table_id > ?1 "             \
               "OR (table_id = ?1 AND game > ?2)) "                            \
               "ORDER BY time DESC, table_id, game")                           \
    X(LISTED, "SELECT table_id, game, time, about FROM record "                \
              "WHERE listed = 1 AND time <= ?4 AND (time < ?4 "                \
              "OR table_id > ?1 OR (table_id = ?1 AND game > ?2)) "            \
              "ORDER BY time DESC, table_id, game")                            \
    X(ENTRIES, "SELECT table_id, game, time, about, kept FROM entry "          \
               "WHERE list = ?1 ORDER BY time DESC, id DESC LIMIT ?2")         \
    X(ALL_RECORDS, "SELECT table_id, game, time, about, bytes, listed, kept, " \
                   "readers FROM record ORDER BY id")                          \
    X(ALL_ENTRIES,                                                             \
      "SELECT list, game, time, about, table_id, kept FROM entry "             \
      "ORDER BY id")                                                           \
    X(ALL_VALUES, "SELECT name, time, bytes FROM value ORDER BY name")         \
    X(OLDEST_RECORD, "SELECT min(time) FROM record")                           \
    X(OLDEST_ENTRY, "SELECT min(time) FROM entry")                             \
    X(OLDEST_VALUE, "SELECT min(time) FROM value WHERE time > 0")              \
    X(COUNT_RECORDS, "SELECT count(*) FROM record")                            \
    X(COUNT_ENTRIES, "SELECT count(*) FROM entry")                             \
    X(COUNT_VALUES, "SELECT count(*) FROM value")                              \
    X(READERS, "SELECT readers FROM record WHERE table_id = ?1 "               \
               "AND game = ?2")                                                \
    X(READ_RECORD, "SELECT bytes FROM record WHERE table_id = ?1 "             \
                   "AND game = ?2")                                            \
    X(DATED, "SELECT time FROM value WHERE name = ?1")                         \
    X(GET, "SELECT bytes FROM value WHERE name = ?1")

#define SQLITE_AS_NUMBER(name, sql) SQL_##name,

enum sql { SQLITE_STATEMENTS(SQLITE_AS_NUMBER) SQL_COUNT };

/* What the numbers of parameters mean in all of them. */
enum {
    AT_KEY = 1,
    AT_NUMBER = 2,
    AT_BYTES = 3,
    AT_TIME = 4,
    AT_ABOUT = 5,
    AT_LAST = 6,
    AT_MAC = 7,
    AT_BEFORE = 8,
    AT_SEAL = 9,
    AT_LISTED = 10,
    AT_KEPT = 11,
    AT_READERS = 12,
    AT_TABLE = 13
};

/* Which events a table has: `first` to `last`; none when that is 1 to 0. What
 * follows are checks: see chain.h. */
struct sqlite_log {
    uint64_t first, last;
    uint8_t before[CHAIN_BYTES]; /* of the event before the first */
    uint8_t head[CHAIN_BYTES];   /* of the last */
    uint8_t seal[CHAIN_BYTES];   /* of all this */
};

/* A file as the system knows it, whatever its name. */
struct sqlite_file {
    uint64_t device, number;
    int64_t size;
    int64_t seconds, nanoseconds; /* of the last change */
};

/* The files that lay under the names of those that are open. */
struct sqlite_place {
    bool known;
    struct sqlite_file file, wal;
};

struct sqlite_store {
    struct store store;
    sqlite3 *db; /* NULL: could not be opened again, so far */
    sqlite3_stmt *statements[SQL_COUNT];
    bool in_memory; /* no file: all of it goes with the connection */
    bool doubtful;  /* something failed, and nothing was written since */
    bool changed;   /* by others: what is known of its pages means nothing */
    struct sqlite_place place;
    int64_t epoch; /* transactions that the file has seen, the last we know */
    struct sqlite_log log; /* of the table that is being written */
    /* Of what is durable; these two are read while a batch is written. */
    _Atomic int64_t rows[STORE_KINDS];
    _Atomic uint64_t expired[STORE_KINDS];
    int64_t grown[STORE_KINDS]; /* by the batch that is being written */
    uint64_t aged[STORE_KINDS]; /* of what that takes away */
    uint8_t key[CHAIN_KEY];     /* of checks; the file's own */
    char path[];
};

static inline struct sqlite_store *sqlite_of(struct store *store)
{
    return (struct sqlite_store *)store;
}

/* Keeps a sentence on SQLite's code, and returns what it means for a caller. */
enum store_status sqlite_failed(struct sqlite_store *self, int code);
enum store_status sqlite_corrupt(struct sqlite_store *self, const char *what);

/* Steps to the end of a statement that returns no rows. These return SQLite's
 * code. */
int sqlite_run(struct sqlite_store *self, enum sql which);
/* Nothing wrong if there is no transaction. */
int sqlite_roll_back(struct sqlite_store *self);

enum store_status sqlite_connect(struct sqlite_store *self, bool first);
void sqlite_disconnect(struct sqlite_store *self);
/* The same, but all files stay as they are. */
void sqlite_leave(struct sqlite_store *self);
/* A small transaction: tells the time before a failure from the time after it.
 * Whatever a failed commit left at the end of the WAL is overwritten by it, or
 * cut off from what is valid. Returns SQLite's code. */
int sqlite_begin_epoch(struct sqlite_store *self);
/* Counts in a transaction that is open: `epoch` is the file's when it is
 * committed. Returns SQLite's code. */
int sqlite_count_epoch(struct sqlite_store *self, int64_t *epoch);
/* Goes on after a failure, if there was one: false if it can't yet. */
bool sqlite_settle(struct sqlite_store *self);

enum sqlite_where {
    SQLITE_IN_PLACE,
    SQLITE_GONE,        /* nothing has its name */
    SQLITE_REPLACED,    /* something else has */
    SQLITE_WITHOUT_WAL, /* it is there, but the name of its WAL means nothing or
                           another file */
    SQLITE_CHANGED      /* it is there, and somebody else wrote into it */
};

/* Remembers where the files that are open are. Returns SQLite's code. */
int sqlite_note_place(struct sqlite_store *self);
/* Are they still there? Keeps a sentence if not. `written`: by ourselves since
 * the last look, so that another time and size mean nothing. */
enum sqlite_where sqlite_look(struct sqlite_store *self, bool written);

/* Whether the name of the WAL still means the one that is open. */
bool sqlite_has_wal(struct sqlite_store *self);
/* Whether the file is empty that was not when it was open; keeps a sentence.
 * SQLite would remove the WAL beside it. */
bool sqlite_is_empty(struct sqlite_store *self);

/* As it stands there: whether the seal is right is for the caller. */
enum store_status sqlite_read_log(struct sqlite_store *self, const char *table,
                                  struct sqlite_log *log);
/* The check of an event that must be there. */
enum store_status sqlite_read_mac(struct sqlite_store *self, const char *table,
                                  uint64_t seq, uint8_t mac[CHAIN_BYTES]);
/* The file's key, from the file. */
enum store_status sqlite_read_key(struct sqlite_store *self);
enum store_status sqlite_load(struct store *store, const char *table,
                              uint64_t after, store_event_visit *visit,
                              void *context);
enum store_status sqlite_tables(struct store *store, store_table_visit *visit,
                                void *context);
enum store_status sqlite_summary(struct store *store, const char *table,
                                 uint64_t *last_seq, char **about);
enum store_status sqlite_records(struct store *store, uint64_t before,
                                 const char *table, unsigned game,
                                 store_record_visit *visit, void *context);
enum store_status sqlite_listed(struct store *store, uint64_t before,
                                const char *table, unsigned game,
                                store_record_visit *visit, void *context);
enum store_status sqlite_entries(struct store *store, const char *list,
                                 unsigned most, store_entry_visit *visit,
                                 void *context);
enum store_status sqlite_items(struct store *store, enum store_kind kind,
                               store_item_visit *visit, void *context);
enum store_status sqlite_oldest(struct store *store, enum store_kind kind,
                                uint64_t *time);
struct store_size sqlite_size(struct store *store);
/* Counts what is in the file: once, and from then on what changes. */
enum store_status sqlite_count_rows(struct sqlite_store *self);
enum store_status sqlite_read_readers(struct store *store, const char *table,
                                      unsigned game, void **bytes,
                                      size_t *size);
enum store_status sqlite_read_record(struct store *store, const char *table,
                                     unsigned game, void **bytes, size_t *size);
enum store_status sqlite_dated(struct store *store, const char *name,
                               uint64_t *time);
enum store_status sqlite_get(struct store *store, const char *name,
                             void **bytes, size_t *size);

#endif
