/* Tables by whom they belong to: by a person or an address, each 16 bytes, of
 * which one key may stand for many tables. Links are part of the table, so that
 * nothing here can run out of memory once it is there. */
#ifndef SERVER_KEYED_H
#define SERVER_KEYED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fair/fair.h"

#define KEYED_KEY 16

struct lobby_table;

struct keyed_link {
    uint8_t key[KEYED_KEY]; /* all zero: in no list */
    struct lobby_table *table;
    struct keyed_link *next; /* with the same hash */
    struct keyed_link *before;
};

struct keyed {
    struct keyed_link **bucket;
    size_t buckets;             /* a power of two */
    size_t count;               /* of links */
    uint8_t secret[FAIR_BYTES]; /* of the hash: whoever chooses keys can't
                                   choose where they go */
};

/* False if memory is out. */
bool keyed_init(struct keyed *keyed);
/* The links are left as they are. */
void keyed_free(struct keyed *keyed);

/* From now on under this key, or if it is all zero under none. */
void keyed_set(struct keyed *keyed, struct keyed_link *link,
               const uint8_t key[KEYED_KEY]);

/* The next link with that key; NULL begins, NULL ends. */
struct keyed_link *keyed_next(const struct keyed *keyed,
                              const uint8_t key[KEYED_KEY],
                              const struct keyed_link *last);

#endif
