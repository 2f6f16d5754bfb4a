/* Being there. A server that starts takes its name from whoever has it: that is
 * the one that it replaces, dead or alive. Then once a second one transaction prolongs our row, buries whoever has
 * not done so for too long, and takes and gives leases until everybody has a fair
 * share. It is sent as a whole, so that a server which stops in the middle of it
 * holds nothing. Rows that somebody else is at are passed over; the next beat is
 * soon. */
#define _POSIX_C_SOURCE 200809L

#include "store/cluster_parts.h"

#include <string.h>

#include "base/clock.h"

#define BEAT_MS 2500
#define TIDY_EVERY 60 /* beats */
#define MOST_SENT 11

struct beat {
    struct cluster *cluster;
    enum postgres_sql sent[MOST_SENT];
    unsigned count;
    bool there, draining;
    uint64_t shards, given;
    unsigned members;
    uint64_t digest;
    uint64_t wall_us; /* the database's clock */
};

static uint64_t shards_of(const PGresult *result)
{
    uint64_t shards = 0;
    for (int row = 0; row < PQntuples(result); row++) {
        uint64_t shard = CLUSTER_SHARDS;
        if (postgres_number(result, row, 0, &shard) && shard < CLUSTER_SHARDS)
            shards |= UINT64_C(1) << shard;
    }
    return shards;
}

static uint64_t digest_of(const PGresult *result)
{
    uint64_t digest = 14695981039346656037u;
    for (int row = 0; row < PQntuples(result); row++)
        for (const char *at = PQgetvalue(result, row, 0); *at; at++)
            digest = (digest ^ (unsigned char)*at) * 1099511628211u;
    return digest;
}

static void take(void *context, unsigned index, const PGresult *result)
{
    struct beat *beat = context;
    if (index >= beat->count)
        return;
    enum postgres_sql sent = beat->sent[index];
    if (sent == PG_JOIN && PQntuples(result) == 1) {
        beat->there = postgres_number(result, 0, 1, &beat->wall_us);
        beat->draining =
            PQgetlength(result, 0, 0) == 1 && PQgetvalue(result, 0, 0)[0];
    } else if (sent == PG_GIVE || sent == PG_GIVE_ALL) {
        beat->given = shards_of(result);
    } else if (sent == PG_SHARDS) {
        beat->shards = shards_of(result);
    } else if (sent == PG_MEMBERS) {
        beat->members = (unsigned)PQntuples(result);
        beat->digest = digest_of(result);
    }
}

static void send(struct beat *beat, enum postgres_sql which)
{
    const struct cluster *cluster = beat->cluster;
    beat->sent[beat->count++] = which;
    postgres_send(cluster->line, which,
                  &(struct postgres_values){.key = cluster->writer,
                                            .table = cluster->name});
}

static void send_beat(struct beat *beat, bool giving_up)
{
    send(beat, PG_BEGIN_BEAT);
    if (!beat->cluster->thread_runs)
        send(beat, PG_OUST);
    send(beat, PG_BURY);
    send(beat, PG_JOIN);
    if (giving_up) {
        send(beat, PG_LEAVE_OFF);
        send(beat, PG_GIVE_ALL);
    } else {
        send(beat, PG_GIVE);
        send(beat, PG_TAKE);
    }
    send(beat, PG_SHARDS);
    send(beat, PG_MEMBERS);
    if (++beat->cluster->beats % TIDY_EVERY == 0) {
        send(beat, PG_TIDY_LINES);
        send(beat, PG_TIDY_PEOPLE);
    }
    send(beat, PG_END_BEAT);
}

/* Where the database's clock is, if that was told fast enough to know. */
static void set_clock(struct cluster *cluster, uint64_t began_us,
                      uint64_t wall_us)
{
    uint64_t now = clock_us();
    if (cluster->beats > 1 && now - began_us > 300000)
        return;
    cluster->offset_us =
        (int64_t)wall_us - (int64_t)(began_us + (now - began_us) / 2);
}

static void count_leases(struct cluster *cluster, const struct beat *beat)
{
    uint64_t lost = cluster->shards & ~beat->shards & ~beat->given;
    uint64_t gained = beat->shards & ~cluster->shards;
    cluster->figures.lost += (unsigned)__builtin_popcountll(lost);
    cluster->figures.gained += (unsigned)__builtin_popcountll(gained);
}

static void keep(struct cluster *cluster, const struct beat *beat,
                 uint64_t began_us)
{
    pthread_mutex_lock(&cluster->lock);
    uint64_t shards = cluster->giving_up ? 0 : beat->shards;
    set_clock(cluster, began_us, beat->wall_us);
    /* Whoever asked meanwhile was told that nothing is ours. */
    if (shards && shards == cluster->shards &&
        clock_ms() >= cluster->ours_until_ms)
        cluster_hear(cluster, CLUSTER_LEASES, "", 0, "");
    cluster->ours_until_ms =
        began_us / 1000 + CLUSTER_LEASE_MS - CLUSTER_MARGIN_MS;
    if (!cluster->giving_up)
        count_leases(cluster, beat);
    cluster_shards_now(cluster, shards);
    cluster->figures.servers = beat->members;
    if (beat->draining && !cluster->draining)
        cluster_hear(cluster, CLUSTER_DRAIN, "", 0, "");
    cluster->draining = beat->draining;
    pthread_mutex_unlock(&cluster->lock);
    cluster->call_others = cluster->call_others || beat->given;
    if (cluster->members != beat->digest)
        cluster->poll_at = 0; /* who was there by way of somebody else? */
    cluster->members = beat->digest;
}

/* A server that was started under our name is there instead. */
static void be_replaced(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->giving_up = true;
    cluster->figures.lost += (unsigned)__builtin_popcountll(cluster->shards);
    cluster_shards_now(cluster, 0);
    if (!cluster->replaced)
        cluster_hear(cluster, CLUSTER_DRAIN, "", 0, "");
    cluster->replaced = true;
    pthread_mutex_unlock(&cluster->lock);
}

enum store_status cluster_beat(struct cluster *cluster)
{
    struct beat beat = {.cluster = cluster};
    uint64_t began_us = clock_us();
    pthread_mutex_lock(&cluster->lock);
    bool giving_up = cluster->giving_up;
    pthread_mutex_unlock(&cluster->lock);
    send_beat(&beat, giving_up);
    enum store_status status =
        postgres_receive(cluster->line, BEAT_MS, take, &beat);
    if (status == STORE_OK && !beat.there)
        be_replaced(cluster);
    else if (status == STORE_OK)
        keep(cluster, &beat, began_us);
    else
        postgres_leave(cluster->line);
    return status;
}

void cluster_resign(struct cluster *cluster)
{
    struct beat beat = {.cluster = cluster};
    if (!cluster->line->db)
        return;
    send(&beat, PG_BEGIN_BEAT);
    send(&beat, PG_RESIGN);
    send(&beat, PG_GIVE_ALL);
    postgres_send(cluster->line, PG_HERE_NONE,
                  &(struct postgres_values){.table = cluster->writer});
    send(&beat, PG_END_BEAT);
    postgres_send(cluster->line, PG_NOTIFY,
                  &(struct postgres_values){.key = "- 0\nb"});
    (void)postgres_receive(cluster->line, BEAT_MS, NULL, NULL);
}
