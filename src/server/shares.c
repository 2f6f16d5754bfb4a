/* Shares of thinking time. */
#include "server/shares.h"

#include <string.h>

#include "fair/fair.h"

static unsigned place_of(const struct shares *shares,
                         const uint8_t key[SHARES_KEY])
{
    uint8_t hash[FAIR_BYTES];
    fair_mac(shares->secret, (const char *)key, SHARES_KEY, hash);
    return (hash[0] | (unsigned)hash[1] << 8) % SHARES_PLACES;
}

struct share *shares_person(struct shares *shares,
                            const uint8_t key[SHARES_KEY])
{
    return &shares->person[place_of(shares, key)];
}

struct share *shares_address(struct shares *shares,
                             const uint8_t key[SHARES_KEY])
{
    static const uint8_t unknown[SHARES_KEY];
    if (memcmp(key, unknown, sizeof unknown) == 0)
        return NULL;
    return &shares->address[place_of(shares, key)];
}

uint64_t share_used(const struct share *share, uint64_t now_us)
{
    uint64_t period = now_us / SHARES_HALF_US;
    uint64_t halves = period > share->period ? period - share->period : 0;
    return halves < 64 ? share->used_us >> halves : 0;
}

void share_use(struct share *share, uint64_t us, uint64_t now_us)
{
    share->used_us = share_used(share, now_us) + us;
    share->period = now_us / SHARES_HALF_US;
}
