/* The made-up life of a store, for tests: batches that follow from a number,
 * and all that a store holds put into one number. Whoever plays the same batch
 * into the model (store_model.h) knows what a store must hold. */
#ifndef SUPPORT_STORE_LIFE_H
#define SUPPORT_STORE_LIFE_H

#include "store/store.h"

#define LIFE_TABLES 6
#define LIFE_VALUES 4

struct life {
    uint64_t random;
    uint64_t first[LIFE_TABLES], last[LIFE_TABLES]; /* the tables' events */
    unsigned games[LIFE_TABLES];
    uint64_t time;
    unsigned heavy; /* heavy batches so far */
    size_t large;   /* bytes of the largest thing in a usual batch */
    bool young;     /* nothing is old enough to go */
};

struct life life_new(uint64_t seed);
/* A number below `bound`. */
uint64_t life_random(uint64_t *random, uint64_t bound);
/* Puts the next batch into the store, without committing it: one to about ten
 * operations of all kinds. The same life gives the same batch. */
enum store_status life_batch(struct life *life, struct store *store);
/* The same with claims, and with what conflicts; and then forgets what was left
 * out of it, which `before` did not have either. */
enum store_status life_clash(struct life *life, struct store *store);
void life_forget(struct life *life, const struct life *before,
                 const struct store *store);
/* One with a record of the largest size. */
enum store_status life_heavy_batch(struct life *life, struct store *store);
/* Everything that the store holds, as one number. */
enum store_status life_digest(struct store *store, uint64_t *digest);

#endif
