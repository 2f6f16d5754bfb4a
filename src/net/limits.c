#include "net/limits.h"

#include <stdlib.h>
#include <string.h>

#include "net/net.h"

struct net_limits net_limits_default(void)
{
    return (struct net_limits){
        .connections = 10240,
        .connections_per_address = 256,
        .message_bytes = 16384,
        .body_bytes = 65536,
        .queue_bytes = 256 * 1024,
        .messages_per_second = 20,
        .messages_burst = 60,
        .connections_per_person = 6,
        .person_per_second = 100,
        .person_burst = 1500,
        .address_per_second = 400,
        .address_burst = 2000,
        .header_ms = 10000,
        .idle_ms = 25000,
    };
}

const char *net_refusal_name(enum net_refusal refusal)
{
    static const char *const names[] = {
#define X(name, word) word,
        NET_REFUSALS(X)
#undef X
    };
    return names[refusal];
}

/* ---- Buckets ----------------------------------------------------------- */

void bucket_fill(struct bucket *bucket, uint64_t now, unsigned burst)
{
    bucket->at = now;
    bucket->milli = (uint64_t)burst * 1000;
}

static void bucket_flow(struct bucket *bucket, uint64_t now,
                        unsigned per_second, unsigned burst)
{
    uint64_t most = (uint64_t)burst * 1000;
    uint64_t passed = now > bucket->at ? now - bucket->at : 0;
    bucket->milli += passed * per_second;
    if (bucket->milli > most)
        bucket->milli = most;
    bucket->at = now;
}

/* Takes as many as it costs, or nothing. */
static bool bucket_take_some(struct bucket *bucket, uint64_t now,
                             unsigned per_second, unsigned burst, unsigned cost)
{
    if (per_second == 0)
        return true;
    bucket_flow(bucket, now, per_second, burst);
    if (bucket->milli < (uint64_t)cost * 1000)
        return false;
    bucket->milli -= (uint64_t)cost * 1000;
    return true;
}

bool bucket_take(struct bucket *bucket, uint64_t now, unsigned per_second,
                 unsigned burst)
{
    return bucket_take_some(bucket, now, per_second, burst, 1);
}

/* In seconds: a newcomer costs as many as have to pass until the next. */
static const unsigned newcomers_burst =
    LIMIT_NEWCOMERS * LIMIT_NEWCOMER_SECONDS;

/* ---- Addresses --------------------------------------------------------- */

bool addresses_init(struct addresses *all, unsigned burst, size_t idle_most)
{
    memset(all, 0, sizeof *all);
    all->idle_most = idle_most;
    all->burst = burst;
    return map_init(&all->map);
}

void addresses_fini(struct addresses *all)
{
    struct map_link *next;
    for (struct map_link *at = map_next(&all->map, NULL); at; at = next) {
        next = map_next(&all->map, at);
        free(MAP_THING(at, struct address, link));
    }
    map_free(&all->map);
    memset(all, 0, sizeof *all);
}

static void idle_add(struct addresses *all, struct address *address)
{
    address->older = all->newest;
    address->newer = NULL;
    if (all->newest)
        all->newest->newer = address;
    else
        all->oldest = address;
    all->newest = address;
    all->idle++;
}

static void idle_remove(struct addresses *all, struct address *address)
{
    if (address->older)
        address->older->newer = address->newer;
    else
        all->oldest = address->newer;
    if (address->newer)
        address->newer->older = address->older;
    else
        all->newest = address->older;
    all->idle--;
}

static void forget(struct addresses *all, struct address *address)
{
    map_remove(&all->map, &address->link);
    idle_remove(all, address);
    free(address);
}

struct address *addresses_find(const struct addresses *all,
                               const uint8_t key[16])
{
    return MAP_THING(map_find(&all->map, key, 16, NULL), struct address, link);
}

struct address *addresses_hold(struct addresses *all, const uint8_t key[16],
                               uint64_t now)
{
    struct address *address = addresses_find(all, key);
    if (!address) {
        address = calloc(1, sizeof *address);
        if (!address)
            return NULL;
        memcpy(address->key, key, 16);
        bucket_fill(&address->bucket, now, all->burst);
        bucket_fill(&address->newcomers, now, newcomers_burst);
        map_add(&all->map, &address->link, address->key, 16);
    } else if (address->connections == 0) {
        idle_remove(all, address);
    }
    address->connections++;
    return address;
}

void addresses_release(struct addresses *all, struct address *address)
{
    if (--address->connections > 0)
        return;
    idle_add(all, address);
    if (all->idle > all->idle_most)
        forget(all, all->oldest);
}

bool address_admits(struct address *address, uint64_t now)
{
    return bucket_take_some(&address->newcomers, now, 1, newcomers_burst,
                            LIMIT_NEWCOMER_SECONDS);
}

void addresses_prune(struct addresses *all, uint64_t now, unsigned per_second)
{
    struct address *newer;
    for (struct address *at = all->oldest; at; at = newer) {
        newer = at->newer;
        bucket_flow(&at->bucket, now, per_second, all->burst);
        bucket_flow(&at->newcomers, now, 1, newcomers_burst);
        if (at->bucket.milli >= (uint64_t)all->burst * 1000 &&
            at->newcomers.milli >= newcomers_burst * UINT64_C(1000))
            forget(all, at);
    }
}
