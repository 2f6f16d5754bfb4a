/* The database, as far as its two files share it: database.c has the truth and
 * what becomes of batches on their way, store.c what a server reads. */
#ifndef SIMULATION_DATABASE_H
#define SIMULATION_DATABASE_H

#include "simulation/sim.h"
#include "store/backend.h"

struct value {
    struct value *next;
    char name[STORE_KEY];
    uint64_t time;
    char *bytes;
    size_t size;
};

/* A record, or an entry of a list. */
struct game {
    struct game *next; /* the one before it */
    char list[STORE_KEY];
    char table[STORE_KEY];
    unsigned number;
    uint64_t time;
    unsigned marks;
    bool gone;
    char *about;
    char *bytes;
    size_t size;
    char *readers;
    size_t readers_size;
};

struct database {
    struct sim *sim;
    struct db_table *tables; /* by id */
    struct value *values;
    struct game *records; /* the last first */
    struct game *entries;
    uint64_t down_until;
    uint64_t lines;         /* changes of what lists show */
    struct commit *commits; /* on their way, or not yet answered */
};

struct sim_store {
    struct store store;
    struct database *database;
    struct node *node;
    uint64_t doubt_until; /* nothing can be read before */
};

/* A table that was left out. */
struct left {
    struct left *next;
    char table[STORE_KEY];
};

static inline struct sim_store *db_store(struct store *store)
{
    return (struct sim_store *)store;
}

/* Whether several servers write. */
bool db_is_shared(const struct database *database);
bool db_is_there(const struct db_table *table);
bool db_is_cut_off(const struct sim_store *self);
const struct game *db_find_record(const struct database *database,
                                  const char *table, unsigned number);
const struct value *db_find_value(const struct database *database,
                                  const char *name);
/* The batch takes effect. Returns what was left out. */
struct left *db_apply(struct database *database, const struct store_op *first,
                      const struct node *node);
void db_tell_left(struct store *store, const struct left *left);
void db_forget_left(struct left *left);

#endif
