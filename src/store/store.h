/* Where tables are kept: an append-only log of events for each table, the
 * records of finished games, and small values by name. One interface, several
 * stores behind it; one suite of tests for all of them. It knows no game:
 * events and records are bytes.
 *
 * Writing goes in batches. What store_append() and its like were given is
 * durable when store_commit() has returned STORE_OK, all of it or nothing; so
 * that the events of all tables in one turn of a server's loop cost one sync.
 * Nothing that is not durable may be told to anybody. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for a table's id or a value's name: 1 to 63 printable characters of
 * ASCII without a space. Nothing is stored under any other. */
#define STORE_KEY 64
#define STORE_EVENT_MAX 16384 /* bytes of an event */
#define STORE_RECORD_MAX ((size_t)4 << 20)
#define STORE_ABOUT_MAX 4096 /* bytes of the text beside a record */
#define STORE_VALUE_MAX 65536
#define STORE_NUMBER_MAX INT64_MAX /* of an event, of a time */
#define STORE_WHY 256

enum store_status {
    STORE_OK,
    STORE_CONFLICT, /* an event was not the next of its table, or a record is
                       there already: somebody else has written; nothing of
                       the batch was kept */
    STORE_MISSING,  /* there is no such table, record or value */
    STORE_CORRUPT,  /* what is stored can't be right */
    STORE_FAILED,   /* disk full, I/O error, out of memory: try again later */
    STORE_NEWER,    /* written by a later version of the program */
    STORE_INVALID   /* a key, size or number that no store takes */
};

struct store;

/* NULL with a sentence in `why`. A file that does not exist is made, for its
 * owner's eyes only; one that another server has open, that is not ours, newer
 * or corrupt is refused and stays as it is. */
struct store *store_open_memory(char why[STORE_WHY]);
struct store *store_open_sqlite(const char *path, enum store_status *status,
                                char why[STORE_WHY]);
void store_close(struct store *store);
/* What went wrong last, for a log: a sentence without any stored content. */
const char *store_why(const struct store *store);

/* ---- Writing: into the batch ------------------------------------------- */

/* Once one of these has not returned STORE_OK, store_commit() returns the same
 * and keeps nothing: no batch is stored with a hole in it. */

/* `seq` must be one more than the table's last, in the batch or before it; the
 * first is 1. A wrong one is found here or in store_commit(). */
enum store_status store_append(struct store *store, const char *table,
                               uint64_t seq, const void *bytes, size_t size);
/* Events numbered below `first` go: whoever needs them no more has put what they
 * amount to into a later one. `first` must be an event of the log or of the
 * batch; numbers go on as before. */
enum store_status store_trim(struct store *store, const char *table,
                             uint64_t first);
/* The record of a finished game: `game` counts the games of a table from 1;
 * `about` is a short text for lists (JSON, as far as the caller cares). It is
 * written once: a second one is STORE_CONFLICT, in the batch or before it. */
enum store_status store_record(struct store *store, const char *table,
                               unsigned game, uint64_t time, const char *about,
                               const void *bytes, size_t size);
/* The table's events go; its records stay, under the table's id. This and
 * store_delete() find nothing wrong with a table that is not there. */
enum store_status store_archive(struct store *store, const char *table);
/* The table goes with its records. */
enum store_status store_delete(struct store *store, const char *table);
/* A small value by name ("server-key", "person/..."); size 0 removes it. */
enum store_status store_put(struct store *store, const char *name,
                            const void *bytes, size_t size);

/* Makes the batch durable. Unless it returns STORE_OK nothing of the batch was
 * kept. The batch is empty again either way. A store that has failed tries to
 * go on with each call; an empty batch asks whether it can.
 *
 * A disk may fail so that nobody can know whether the batch is on it, and then
 * not even let the store undo it. Then all that reads returns STORE_FAILED too,
 * until the disk works again (or the file is opened again), and from then on
 * finds the batch there whole, or nothing of it. So after STORE_FAILED read
 * again before going on. */
enum store_status store_commit(struct store *store);
/* Forgets the batch. */
void store_rollback(struct store *store);

/* ---- Reading: what is durable ------------------------------------------ */

/* What a visit is given is gone when it returns. It may write into the batch
 * and call the other functions that read, but not the one that called it, nor
 * store_commit(). */

/* Returns false to stop. */
typedef bool store_event_visit(void *context, uint64_t seq, const void *bytes,
                               size_t size);
/* Events with a number above `after`, in order, beginning with the first that
 * store_trim() has left. A gap is STORE_CORRUPT, and so is a beginning or an end
 * that is missing, and an event that is not what was stored; whatever was
 * visited before is sound. A table without any events is STORE_MISSING. */
enum store_status store_load(struct store *store, const char *table,
                             uint64_t after, store_event_visit *visit,
                             void *context);

typedef bool store_table_visit(void *context, const char *table,
                               uint64_t last_seq);
/* The tables that have events, in the order of their ids. What can't be a table
 * is passed over, and then it returns STORE_CORRUPT after all the others. */
enum store_status store_tables(struct store *store, store_table_visit *visit,
                               void *context);

typedef bool store_record_visit(void *context, const char *table, unsigned game,
                                uint64_t time, const char *about);
/* Records, the newest first (of the same time by table and game), that come
 * after (`before`, `table`, `game`) of the last one that was seen; UINT64_MAX,
 * "" and 0 begin. */
enum store_status store_records(struct store *store, uint64_t before,
                                const char *table, unsigned game,
                                store_record_visit *visit, void *context);
/* The caller frees *bytes, which is followed by a zero byte. */
enum store_status store_read_record(struct store *store, const char *table,
                                    unsigned game, void **bytes, size_t *size);
enum store_status store_get(struct store *store, const char *name, void **bytes,
                            size_t *size);

#endif
