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

unsigned quota_place(const struct quota_of *of)
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
    return used_now(&quota->place[of->kind][quota_place(of)], of->kind, now) +
               bytes <=
           sizes[of->kind].burst;
}

bool quota_take(struct quota *quota, const struct quota_of *of, uint64_t bytes,
                uint64_t now)
{
    if (is_nobody(of))
        return false;
    quota_take_at(quota, of->kind, quota_place(of), bytes, now);
    return true;
}

void quota_take_at(struct quota *quota, enum quota_kind kind, unsigned place,
                   uint64_t bytes, uint64_t now)
{
    struct quota_bucket *bucket = &quota->place[kind][place];
    uint64_t burst = sizes[kind].burst;
    bucket->used = used_now(bucket, kind, now);
    bucket->used = bytes < burst - bucket->used ? bucket->used + bytes : burst;
    bucket->at = now;
}
