/* How much anybody may have: token buckets, and what is counted for each
 * address or person. A table of them is bounded: those with no connection go
 * when there are too many of them, addresses also as soon as their buckets are
 * full again. */
#ifndef NET_LIMITS_H
#define NET_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

/* Tokens in thousandths, as of a moment. */
struct bucket {
    uint64_t at;
    uint64_t milli;
};

void bucket_fill(struct bucket *bucket, uint64_t now, unsigned burst);
/* Takes one token. `per_second` 0: always. */
bool bucket_take(struct bucket *bucket, uint64_t now, unsigned per_second,
                 unsigned burst);

/* A connection that may stay is its address's, or a person's own. */
enum seat { SEAT_NONE, SEAT_GUEST, SEAT_OWN, SEAT_COUNT };

struct address {
    struct map_link link;
    struct address *older; /* of those without a connection */
    struct address *newer;
    uint8_t key[16];
    unsigned connections;
    unsigned seats[SEAT_COUNT]; /* of them, by how they are counted */
    struct bucket bucket;
    struct bucket newcomers; /* persons who may have a share of their own */
};

struct addresses {
    struct map map;
    size_t idle_most; /* kept without a connection, at most */
    size_t idle;
    struct address *oldest; /* without a connection, the first to go */
    struct address *newest;
    unsigned burst;
};

/* New persons of an address, at once; and then one every so many seconds. */
#define LIMIT_NEWCOMERS 60
#define LIMIT_NEWCOMER_SECONDS 5

/* `idle_most`: without a connection, kept at most. */
bool addresses_init(struct addresses *all, unsigned burst, size_t idle_most);
void addresses_fini(struct addresses *all);
/* The entry that is there, or NULL. */
struct address *addresses_find(const struct addresses *all,
                               const uint8_t key[16]);
/* The entry of an address, with one more connection; NULL without memory. */
struct address *addresses_hold(struct addresses *all, const uint8_t key[16],
                               uint64_t now);
void addresses_release(struct addresses *all, struct address *address);
/* Lets one more new person of the address have a share of their own. */
bool address_admits(struct address *address, uint64_t now);
/* Forgets those that have no connection and full buckets. */
void addresses_prune(struct addresses *all, uint64_t now, unsigned per_second);

#endif
