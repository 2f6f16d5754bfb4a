/* Quotas, retention and room on the disk. */
#include "server/upkeep.h"

#include <stdlib.h>
#include <string.h>

#include "net/http_text.h"
#include "server/peers.h"
#include "server/played.h"
#include "server/lap.h"

#define DAY_MS ((uint64_t)24 * 3600 * 1000)
#define MIB ((uint64_t)1 << 20)
#define LOOK_MS 5000  /* between looks at the disk */
#define OLD_MS 60000  /* between looks for what is old, and */
#define SLICE_MS 200  /* while there is some */
#define SLICE 50      /* rows that go at once */
#define NAME_DAYS 400 /* as long as a browser keeps the cookie */

struct upkeep {
    struct quota quota;
    bool low;
    uint64_t look_at;
    uint64_t forget_at;
};

struct upkeep *upkeep_new(void)
{
    return calloc(1, sizeof(struct upkeep));
}

/* ---- Quotas ------------------------------------------------------------ */

/* The buckets that somebody draws on, and how many they are. */
static unsigned buckets_of(struct server *server,
                           const struct table_person *person,
                           const uint8_t address[QUOTA_KEY], bool known,
                           struct quota_of out[QUOTA_KINDS])
{
    unsigned count = 0;
    out[count].kind = QUOTA_PERSON;
    memcpy(out[count++].who, person->id, QUOTA_KEY);
    if (server->config.net.limits.connections_per_address) {
        out[count].kind = QUOTA_ADDRESS;
        memcpy(out[count++].who, address, QUOTA_KEY);
        out[count].kind = QUOTA_NEW;
        memcpy(out[count].who, address, QUOTA_KEY);
        count += !known;
    }
    for (unsigned i = 0; i < count; i++)
        out[i].secret = server->key;
    return count;
}

_Static_assert(QUOTA_KEY == TABLE_PERSON, "persons have buckets");

static void take(struct server *server, const struct quota_of *of,
                 uint64_t bytes)
{
    if (quota_take(&server->upkeep->quota, of, bytes, server_now(server)))
        peers_spent(server, PEERS_QUOTA + of->kind, quota_place(of), bytes);
}

void upkeep_spent(struct server *server, enum quota_kind kind, unsigned place,
                  uint64_t bytes)
{
    quota_take_at(&server->upkeep->quota, kind, place, bytes,
                  server_now(server));
}

bool upkeep_allows(struct server *server, const struct upkeep_for *whom,
                   uint64_t bytes)
{
    uint8_t address[QUOTA_KEY] = {0};
    uint64_t now = server_now(server);
    struct quota *quota = &server->upkeep->quota;
    if (whom->address)
        (void)address_key(whom->address, address);
    struct quota_of of[QUOTA_KINDS];
    unsigned count = buckets_of(server, &whom->person, address,
                                played_before(server, whom->person), of);
    for (unsigned i = 0; i < count; i++)
        if (!quota_has(quota, &of[i], bytes, now))
            return false;
    for (unsigned i = 0; i < count; i++)
        take(server, &of[i], bytes);
    return true;
}

void upkeep_charge(struct lobby_table *table)
{
    struct server *server = table->server;
    struct table_person owner = lobby_owner(table);
    struct quota_of of[QUOTA_KINDS];
    unsigned count =
        buckets_of(server, &owner, table->maker.key, table->known, of);
    for (unsigned i = 0; i < count; i++)
        take(server, &of[i], table->cost);
    table->cost = 0;
}

/* ---- Room on the disk -------------------------------------------------- */

static void look(struct server *server)
{
    struct upkeep *upkeep = server->upkeep;
    uint64_t reserve = server->config.reserve_mib * MIB;
    uint64_t room = store_size(server->store).free;
    bool low = reserve && room < reserve;
    if (low && !upkeep->low)
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "the disk is almost full, %llu MiB are left: no new tables",
                 (unsigned long long)(room / MIB));
    else if (!low && upkeep->low)
        log_line(server->config.log, LOG_LEVEL_INFO,
                 "the disk has room again: new tables can be made");
    upkeep->low = low;
}

bool upkeep_is_low(const struct server *server)
{
    return server->upkeep->low;
}

/* ---- What is old ------------------------------------------------------- */

static uint64_t days_of(const struct server *server, enum store_kind kind)
{
    switch (kind) {
    case STORE_RECORDS:
        return server->config.keep_records;
    case STORE_ENTRIES:
        return server->config.keep_games;
    case STORE_VALUES:
        return NAME_DAYS;
    case STORE_KINDS:
        break;
    }
    return 0;
}

/* A few rows go, if there are old ones. Returns whether there may be more. */
static bool forget(struct server *server, enum store_kind kind, uint64_t now)
{
    uint64_t age = days_of(server, kind) * DAY_MS;
    /* Days without a server don't count: a clock that was years ahead when the
     * server started must not cost anybody their games. */
    uint64_t until = timeline_ago(&server->timeline, now, age);
    uint64_t oldest;

    if (!age || store_oldest(server->store, kind, &oldest) != STORE_OK ||
        oldest >= until)
        return false;
    lap_wrote(server->lap, store_expire(server->store, kind, until, SLICE));
    return true;
}

static bool forget_some(struct server *server, uint64_t now)
{
    bool more = false;
    for (unsigned kind = 0; kind < STORE_KINDS; kind++)
        more = forget(server, kind, now) || more;
    if (more)
        server_commit(server);
    return more;
}

void upkeep_tick(struct server *server, uint64_t now)
{
    struct upkeep *upkeep = server->upkeep;
    if (now >= upkeep->look_at) {
        look(server);
        upkeep->look_at = now + LOOK_MS;
    }
    if (now >= upkeep->forget_at && !peers_lead(server))
        upkeep->forget_at = now + OLD_MS;
    if (now >= upkeep->forget_at)
        upkeep->forget_at =
            now + (forget_some(server, now) ? SLICE_MS : OLD_MS);
}

uint64_t upkeep_due(const struct server *server)
{
    const struct upkeep *upkeep = server->upkeep;
    return upkeep->look_at < upkeep->forget_at ? upkeep->look_at
                                               : upkeep->forget_at;
}
