/* Where tables are kept: an append-only log of events for each table and a line
 * about it, the records of finished games, lists of such games by name, and
 * small values by name. It knows no game: events and records are bytes.
 *
 * Writing goes in batches. What store_append() and its like were given is
 * durable when store_commit() has returned STORE_OK, all of it or nothing; so
 * that the events of all tables in one lap of a server's loop cost one sync.
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
#define STORE_ABOUT_MAX 4096  /* bytes of the text beside a record */
#define STORE_READERS_MAX 256 /* bytes that say who may read a record */
#define STORE_VALUE_MAX 65536
#define STORE_NUMBER_MAX INT64_MAX /* of an event, of a time */
#define STORE_WHY 256

enum store_status {
    STORE_OK,
    STORE_CONFLICT, /* the numbers of a table's events don't follow each other
                       within the batch: nothing of it was kept */
    STORE_MISSING,  /* there is no such table, record or value */
    STORE_CORRUPT,  /* what is stored can't be right */
    STORE_FAILED,   /* disk full, I/O error, out of memory: try again later */
    STORE_NEWER,    /* written by a later version of the program */
    STORE_INVALID   /* a key, size or number that no store takes */
};

struct store;

/* NULL with a sentence in `why`. A file that does not exist is made, for its
 * owner's eyes only; one that another server has open, that is not ours, newer
 * or corrupt is refused and stays as it is. The store in memory is the same
 * without a file, and gone when it is closed. */
struct store *store_open_memory(char why[STORE_WHY]);
struct store *store_open_sqlite(const char *path, enum store_status *status,
                                char why[STORE_WHY]);
/* A PostgreSQL database by its address, "postgresql://...", into which others may
 * write, too. A schema `tioli` is made there if there is
 * none. */
struct store *store_open_postgres(const char *url, enum store_status *status,
                                  char why[STORE_WHY]);
/* Whether that is such an address, or else the path of a file. */
bool store_is_postgres(const char *place);
/* The same address without the user and the password, to be shown. */
void store_show_postgres(const char *url, char out[STORE_WHY]);
void store_close(struct store *store);
/* What went wrong last, for a log: a sentence without any stored content. */
const char *store_why(const struct store *store);

/* ---- Writing: into the batch ------------------------------------------- */

/* Once one of these has not returned STORE_OK, store_commit() returns the same
 * and keeps nothing: no batch is stored with a hole in it. */

/* `seq` must be one more than the table's last, in the batch or before it; the
 * first is 1. What is wrong within the batch is found here; if it does not fit
 * what is durable, the table is left out: see store_left_out(). */
enum store_status store_append(struct store *store, const char *table,
                               uint64_t seq, const void *bytes, size_t size);
/* Events numbered below `first` go: whoever needs them no more has put what they
 * amount to into a later one. `first` must be an event of the log or of the
 * batch; numbers go on as before. */
enum store_status store_trim(struct store *store, const char *table,
                             uint64_t first);
/* The record of a finished game: `game` counts the games of a table from 1;
 * `about` is a short text for lists (JSON, as far as the caller cares). It is
 * written once: with a second one, in the batch or before it, the table is left
 * out. */
enum store_status store_record(struct store *store, const char *table,
                               unsigned game, uint64_t time, const char *about,
                               const void *bytes, size_t size);
/* What else is known of a record. */
enum store_mark {
    STORE_LISTED = 1, /* store_listed() finds it */
    STORE_KEPT = 2    /* it outlives its table */
};
struct store_marks {
    unsigned marks;      /* of enum store_mark */
    const void *readers; /* for store_read_readers() */
    size_t readers_size;
};
/* The same as store_record(), which marks a record as STORE_KEPT alone. */
enum store_status store_record_marked(struct store *store, const char *table,
                                      unsigned game, uint64_t time,
                                      const char *about,
                                      const struct store_marks *marks,
                                      const void *bytes, size_t size);
/* A game in the list of that name, with a short text about it. It goes with its
 * table unless it is `kept`. */
enum store_status store_enter(struct store *store, const char *list,
                              const char *table, unsigned game, uint64_t time,
                              bool kept, const char *about);
/* A short text about a table, which store_tables() hands out, so that nobody has
 * to read a table's events in order to know of it. */
enum store_status store_about(struct store *store, const char *table,
                              const char *about);
/* The table's events go, and with them the line about it and all records and
 * entries that are not to be kept; the others stay, under the table's id. This
 * and store_delete() find nothing wrong with a table that is not there. */
enum store_status store_archive(struct store *store, const char *table);
/* The table goes with its records and entries. */
enum store_status store_delete(struct store *store, const char *table);
/* A small value by name ("server-key", "person/..."); size 0 removes it. */
enum store_status store_put(struct store *store, const char *name,
                            const void *bytes, size_t size);
/* The same; store_expire() removes it when `time`, which is not 0, is long past,
 * unless there is a list of the same name. */
enum store_status store_put_dated(struct store *store, const char *name,
                                  uint64_t time, const void *bytes,
                                  size_t size);

enum store_kind { STORE_RECORDS, STORE_ENTRIES, STORE_VALUES, STORE_KINDS };
/* Of those of a time before `before`, the `most` oldest go: a large clean-up is
 * many small ones. Values that have a list stay; as many of those are dated
 * `before`, so that they are looked at again another day. */
enum store_status store_expire(struct store *store, enum store_kind kind,
                               uint64_t before, unsigned most);

/* The log of a table that is not there begins with `first`, which follows in the
 * same batch: for copies of logs that were trimmed. */
enum store_status store_begin(struct store *store, const char *table,
                              uint64_t first);

/* Makes the batch durable, all but the tables of store_left_out(). Unless it
 * returns STORE_OK nothing of the batch was kept. The batch is empty again either way. A store that has failed tries to
 * continue with each call; an empty batch asks whether it can.
 *
 * A disk may fail so that nobody can know whether the batch is on it, and then
 * not even let the store undo it. Then all that reads returns STORE_FAILED too,
 * until the disk works again (or the file is opened again), and from then on
 * finds the batch there whole, or nothing of it. So after STORE_FAILED read
 * again before going on. */
enum store_status store_commit(struct store *store);

/* The same, for those who must not wait for a disk: the batch is handed over,
 * and the next one may be collected at once. When it is over, `done` is called,
 * from another thread: it should only wake somebody. A store that does not have
 * to wait, as one in memory, has done it when this returns, and calls nobody. */
typedef void store_done(void *context);
void store_commit_begin(struct store *store, store_done *done, void *context);
/* Whether it is over: then *status is what store_commit() would have returned,
 * and the next one may begin. Told once. */
bool store_commit_over(struct store *store, enum store_status *status);
/* Waits until it is over. */
enum store_status store_commit_wait(struct store *store);
/* Whether one has begun and was not told to be over. Functions that read wait
 * for it. */
bool store_is_committing(const struct store *store);
/* Forgets the batch. */
void store_rollback(struct store *store);

/* ---- Several servers that write ---------------------------------------- */

/* A table about which somebody else has written in the meantime does not stop
 * the others: whatever the batch has about it (events, records, entries, its
 * line, claims) is left out, and the rest is kept. After a commit that returned
 * STORE_OK: the next of the tables that were left out; NULL begins, NULL ends.
 * Good until the next commit. */
const char *store_left_out(const struct store *store, const char *last);

/* What the batch has about the table happens because time has passed: it is left
 * out unless the lease of the table is this server's. Where nobody else can
 * write it always is. */
enum store_status store_as_owner(struct store *store, const char *table);

/* A value that must not be there yet, in the batch or before it, or else the
 * table is left out. In one batch the first has the name, even if its own table
 * is left out; what another table gives free is free in the next. A size of 0 gives the name free, which is left out with
 * the table as well. */
enum store_status store_claim(struct store *store, const char *name,
                              const char *table, const void *bytes,
                              size_t size);

/* Whether other servers may write into it, too. */
bool store_is_shared(const struct store *store);

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
                               uint64_t last_seq, const char *about);
/* The tables that have events, in the order of their ids, each with the text of
 * store_about(), or "" for none. What can't be a table is passed over, and then
 * it returns STORE_CORRUPT after all the others; what can't be a text about one
 * is none. */
enum store_status store_tables(struct store *store, store_table_visit *visit,
                               void *context);

/* The same of one table: the number of its last event, and a text that the
 * caller frees. */
enum store_status store_summary(struct store *store, const char *table,
                                uint64_t *last_seq, char **about);

typedef bool store_record_visit(void *context, const char *table, unsigned game,
                                uint64_t time, const char *about);
/* Records, the newest first (of the same time by table and game), that come
 * after (`before`, `table`, `game`) of the last one that was seen; UINT64_MAX,
 * "" and 0 begin. */
enum store_status store_records(struct store *store, uint64_t before,
                                const char *table, unsigned game,
                                store_record_visit *visit, void *context);
/* The same of those that are STORE_LISTED alone, by an index of their own; one
 * that can't be right is passed over. */
enum store_status store_listed(struct store *store, uint64_t before,
                               const char *table, unsigned game,
                               store_record_visit *visit, void *context);
typedef bool store_entry_visit(void *context, const char *table, unsigned game,
                               uint64_t time, bool kept, const char *about);
/* The entries of a list, the newest first, and of the same time the one that was
 * entered last; at most `most`. One that can't be right is passed over, and then
 * it returns STORE_CORRUPT after all the others. */
enum store_status store_entries(struct store *store, const char *list,
                                unsigned most, store_entry_visit *visit,
                                void *context);
/* The time of the oldest that store_expire() would look at; STORE_MISSING if
 * there is none. */
enum store_status store_oldest(struct store *store, enum store_kind kind,
                               uint64_t *time);

/* How large it is. It costs the same however much there is, and does not wait
 * for a commit. */
struct store_size {
    uint64_t bytes;     /* of the file, or of memory */
    uint64_t log_bytes; /* of the file's log */
    uint64_t free;      /* on its disk; UINT64_MAX if it is not known */
    uint64_t rows[STORE_KINDS];
    uint64_t expired[STORE_KINDS]; /* that store_expire() has taken away, since
                                      the store was opened */
};
struct store_size store_size(struct store *store);

/* The caller frees *bytes, which is followed by a zero byte. */
enum store_status store_read_record(struct store *store, const char *table,
                                    unsigned game, void **bytes, size_t *size);
enum store_status store_read_readers(struct store *store, const char *table,
                                     unsigned game, void **bytes, size_t *size);
/* A record, an entry or a value, with all that is known of it. */
struct store_item {
    const char *key;   /* a record's table, an entry's list, a value's name */
    const char *table; /* of an entry */
    unsigned game;
    uint64_t time;
    unsigned marks; /* of enum store_mark; an entry may be kept, too */
    const char *about;
    const void *bytes; /* of a record or a value */
    size_t size;
    const void *readers;
    size_t readers_size;
};
typedef bool store_item_visit(void *context, const struct store_item *item);
/* All of a kind, in an order in which they can be written again. */
enum store_status store_items(struct store *store, enum store_kind kind,
                              store_item_visit *visit, void *context);

/* How much was copied. */
struct store_copied {
    uint64_t tables, events;
    uint64_t items[STORE_KINDS];
};
/* Copies everything into a store that is empty, reads every table again in both,
 * which checks their chains, and compares. If it returns anything but STORE_OK,
 * with a sentence, the copy is of no use, and no server takes it. */
enum store_status store_copy_all(struct store *from, struct store *to,
                                 struct store_copied *copied,
                                 char why[STORE_WHY]);
/* The value by which an unfinished copy is known. */
#define STORE_COPYING "copying"

/* The time of a value, 0 if it has none. */
enum store_status store_dated(struct store *store, const char *name,
                              uint64_t *time);
enum store_status store_get(struct store *store, const char *name, void **bytes,
                            size_t *size);

#endif
