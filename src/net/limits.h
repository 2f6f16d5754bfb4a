/* How much anybody may have: token buckets, and what is counted for each
 * address. The table of addresses is bounded: those with no connection go as
 * soon as their bucket is full again, or when there are too many of them. */
#ifndef NET_LIMITS_H
#define NET_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tokens in thousandths, as of a moment. */
struct bucket {
    uint64_t at;
    uint64_t milli;
};

void bucket_fill(struct bucket *bucket, uint64_t now, unsigned burst);
/* Takes one token. `per_second` 0: always. */
bool bucket_take(struct bucket *bucket, uint64_t now, unsigned per_second,
                 unsigned burst);

struct address {
    struct address *next;  /* of the same slot */
    struct address *older; /* of those without a connection */
    struct address *newer;
    uint8_t key[16];
    unsigned connections;
    struct bucket bucket;
};

struct addresses {
    struct address **slots;
    size_t slot_count; /* a power of two */
    size_t count;
    size_t idle_most; /* kept without a connection, at most */
    size_t idle;
    struct address *oldest; /* without a connection, the first to go */
    struct address *newest;
    uint64_t seed;
    unsigned burst;
};

bool addresses_init(struct addresses *all, unsigned connections,
                    unsigned burst);
void addresses_fini(struct addresses *all);
/* The entry of an address, with one more connection; NULL without memory. */
struct address *addresses_hold(struct addresses *all, const uint8_t key[16],
                               uint64_t now);
void addresses_release(struct addresses *all, struct address *address);
/* Forgets those that have no connection and a full bucket. */
void addresses_prune(struct addresses *all, uint64_t now, unsigned per_second);

#endif
