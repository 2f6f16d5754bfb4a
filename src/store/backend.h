/* Between store.c, which checks and collects what is common to all stores, and
 * the stores themselves: SQLite's, and the model that tests compare it with. A
 * store is handed whole batches, in which keys, sizes and the order of a table's
 * events are right, and has to say for each whether all of it is durable. */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "base/map.h"
#include "store/store.h"

enum store_op_kind {
    STORE_OP_APPEND,
    STORE_OP_BEGIN,
    STORE_OP_TRIM,
    STORE_OP_RECORD,
    STORE_OP_ENTER,
    STORE_OP_ABOUT,
    STORE_OP_ARCHIVE,
    STORE_OP_DELETE,
    STORE_OP_PUT,
    STORE_OP_REMOVE,
    STORE_OP_EXPIRE_RECORDS, /* these three in the order of enum store_kind */
    STORE_OP_EXPIRE_ENTRIES,
    STORE_OP_EXPIRE_VALUES,
    STORE_OP_CLAIM, /* the value `key`, for the table `more` */
    STORE_OP_OWNER
};

/* What the batch itself says of a claim. */
enum {
    STORE_CLAIM_TAKEN = 1, /* there is one before it in the batch */
    STORE_CLAIM_FREED = 2  /* the name is given free before it in the batch */
};

/* The words for a conflict, whoever finds it. */
#define STORE_NOT_NEXT "an event is not the next of its table"
#define STORE_NOT_THERE "the event that is to be the first is not there"
#define STORE_NOT_NEW "a table that is to begin is there already"

/* One thing to write. */
struct store_op {
    struct store_op *next;
    struct map_link link; /* by `key` */
    enum store_op_kind kind;
    uint64_t number; /* an event's seq, the first to stay, a record's game, how
                        many go */
    uint64_t time;
    unsigned marks; /* of enum store_mark; of a claim STORE_CLAIM_... */
    size_t size;
    size_t more_size;
    const char *about; /* all three in `data`, and never NULL */
    const char *bytes;
    const char *more; /* a record's readers; the table of an entry or a claim,
                         with its end */
    char key[STORE_KEY];
    char data[];
};

/* The batch in the order in which it was given. */
struct store_batch {
    struct store_op *first;
    struct store_op **end;
    enum store_status refused; /* why it can't be committed any more */
    struct map by_table; /* the last that numbers the table's next event */
    struct map by_value; /* the last that writes the value */
    char why[STORE_WHY]; /* it was refused */
};

/* What a store has to do. Keys have been checked. Whatever fails leaves a
 * sentence by store_fail(). Reading functions tell what is durable. */
struct store_methods {
    /* `commit` is called from a thread of its own if the store `waits`; but
     * nothing else is, while it runs. */
    void (*close)(struct store *store); /* frees it, too */
    /* Keeps all but the tables that it leaves out, or nothing. NULL: is the
     * store working? */
    enum store_status (*commit)(struct store *store,
                                const struct store_op *first);
    enum store_status (*load)(struct store *store, const char *table,
                              uint64_t after, store_event_visit *visit,
                              void *context);
    enum store_status (*tables)(struct store *store, store_table_visit *visit,
                                void *context);
    enum store_status (*summary)(struct store *store, const char *table,
                                 uint64_t *last_seq, char **about);
    enum store_status (*records)(struct store *store, uint64_t before,
                                 const char *table, unsigned game,
                                 store_record_visit *visit, void *context);
    enum store_status (*listed)(struct store *store, uint64_t before,
                                const char *table, unsigned game,
                                store_record_visit *visit, void *context);
    enum store_status (*entries)(struct store *store, const char *list,
                                 unsigned most, store_entry_visit *visit,
                                 void *context);
    enum store_status (*items)(struct store *store, enum store_kind kind,
                               store_item_visit *visit, void *context);
    enum store_status (*oldest)(struct store *store, enum store_kind kind,
                                uint64_t *time);
    struct store_size (*size)(struct store *store);
    enum store_status (*read_readers)(struct store *store, const char *table,
                                      unsigned game, void **bytes,
                                      size_t *size);
    enum store_status (*read_record)(struct store *store, const char *table,
                                     unsigned game, void **bytes, size_t *size);
    enum store_status (*dated)(struct store *store, const char *name,
                               uint64_t *time);
    enum store_status (*get)(struct store *store, const char *name,
                             void **bytes, size_t *size);
};

struct store_flight;

/* The first member of every store. */
struct store {
    const struct store_methods *methods;
    struct store_batch batch;
    struct store_batch flying;   /* what is being committed */
    struct store_flight *flight; /* NULL: no batch was handed over yet */
    bool committing;             /* store_commit_over() has not told the end */
    bool waits;                  /* for a disk or a network, when it commits */
    bool shared;                 /* others may write into it, too */
    struct store_left *left;     /* what the last commit has left out */
    struct store_left **left_end;
    struct map left_by_table;
    enum store_status status; /* of what was committed at once */
    unsigned reading;         /* reading functions that have not returned yet */
    char why[STORE_WHY];
};

/* ---- What is left out (left.c) ------------------------------------------ */

/* The table that an operation is about; NULL: none. */
const char *store_op_table(const struct store_op *op);
/* Forgets what was left out; leaves out what the batch itself says. A store
 * does so whenever it begins to write the batch. False: out of memory. */
bool store_left_begin(struct store *store, const struct store_op *first);
/* False if memory is out. */
bool store_leave_out(struct store *store, const char *table);
bool store_leaves_out(const struct store *store, const char *table);
bool store_is_left_out(const struct store *store, const struct store_op *op);
void store_left_clear(struct store *store);

void store_init(struct store *store, const struct store_methods *methods);
/* Keeps the sentence for store_why() and returns `status`. */
enum store_status store_fail(struct store *store, enum store_status status,
                             const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Hands `flying` to the store's thread; false if there is none. */
bool flight_begin(struct store *store, store_done *done, void *context);
/* Whether it is back, with its status; or waits until it is. */
bool flight_over(struct store *store, bool wait, enum store_status *status);
void flight_free(struct store *store);
bool store_key_valid(const char *key, size_t length);
/* A copy for the caller of a reading function, with a zero byte behind. */
enum store_status store_copy(struct store *store, const void *from, size_t size,
                             void **bytes, size_t *out_size);

#endif
