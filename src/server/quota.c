/* Buckets of bytes. */
#include "server/quota.h"

#include <string.h>

#include "fair/fair.h"

#define MIB ((uint64_t)1 << 20)
#define HOUR_MS 3600000

/* How much there is at once, and how much comes back in an hour. A game of two
 * with its record is some 60 kB. */
static const struct {
    uint64_t burst, per_hour;
} sizes[QUOTA_KINDS] = {
    [QUOTA_PERSON] = {8 * MIB, 2 * MIB},
    [QUOTA_NEW] = {32 * MIB, 16 * MIB},
    [QUOTA_ADDRESS] = {256 * MIB, 128 * MIB},
};

static bool is_nobody(const struct quota_of *of)
{
    static const uint8_t nobody[QUOTA_KEY];

    return memcmp(of->who, nobody, sizeof nobody) == 0;
}

static unsigned place_of(const struct quota_of *of)
{
    uint8_t hash[FAIR_BYTES];

    fair_mac(of->secret, of->who, QUOTA_KEY, hash);
    return (hash[0] | (unsigned)hash[1] << 8) % QUOTA_PLACES;
}

static uint64_t used_now(const struct quota_bucket *bucket,
                         enum quota_kind kind, uint64_t now)
{
    uint64_t passed = now > bucket->at ? now - bucket->at : 0;
    uint64_t full = sizes[kind].burst / sizes[kind].per_hour + 1; /* hours */

    if (passed > full * HOUR_MS)
        return 0;
    passed = passed * sizes[kind].per_hour / HOUR_MS;
    return bucket->used > passed ? bucket->used - passed : 0;
}

bool quota_has(const struct quota *quota, const struct quota_of *of,
               uint64_t bytes, uint64_t now)
{
    if (is_nobody(of))
        return true;
    return used_now(&quota->place[of->kind][place_of(of)], of->kind, now) +
               bytes <=
           sizes[of->kind].burst;
}

void quota_take(struct quota *quota, const struct quota_of *of, uint64_t bytes,
                uint64_t now)
{
    struct quota_bucket *bucket;

    if (is_nobody(of))
        return;
    bucket = &quota->place[of->kind][place_of(of)];
    bucket->used = used_now(bucket, of->kind, now) + bytes;
    if (bucket->used > sizes[of->kind].burst)
        bucket->used = sizes[of->kind].burst;
    bucket->at = now;
}
