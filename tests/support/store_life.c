/* Random batches, and a digest of all that a store holds. Where malloc() is made
 * to fail, it should be the store's: reallocarray() is not. */
#define _DEFAULT_SOURCE

#include "support/store_life.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct life life_new(uint64_t seed)
{
    struct life life = {.random = seed * 2 + 1, .large = 300};
    for (unsigned table = 0; table < LIFE_TABLES; table++)
        life.first[table] = 1;
    life_random(&life.random, 1);
    return life;
}

uint64_t life_random(uint64_t *random, uint64_t bound)
{
    /* Knuth's multiplier; the upper bits are the good ones. */
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (*random >> 33) % bound;
}

static void name_of(char out[STORE_KEY], const char *kind, uint64_t number)
{
    snprintf(out, STORE_KEY, "%s-%u", kind, (unsigned)number);
}

/* ---- Batches ------------------------------------------------------------ */

/* The caller frees it. */
static char *random_bytes(uint64_t *random, size_t size)
{
    char *bytes = reallocarray(NULL, size + 8, 1);
    if (!bytes)
        abort();
    for (size_t i = 0; i < size; i += 4) {
        life_random(random, 1);
        uint32_t word = (uint32_t)(*random >> 32);
        memcpy(bytes + i, &word, sizeof word);
    }
    return bytes;
}

static char *some_bytes(struct life *life, size_t *size)
{
    size_t most = life_random(&life->random, 8) ? 100 : life->large;
    *size = life_random(&life->random, most + 1);
    return random_bytes(&life->random, *size);
}

static enum store_status append(struct life *life, struct store *store,
                                unsigned table, const char *name)
{
    enum store_status status = STORE_OK;
    for (uint64_t n = life_random(&life->random, 4);
         n > 0 && status == STORE_OK; n--) {
        size_t size;
        char *bytes = some_bytes(life, &size);
        if (size > STORE_EVENT_MAX)
            size = STORE_EVENT_MAX;
        status = store_append(store, name, ++life->last[table], bytes, size);
        free(bytes);
    }
    return status;
}

static enum store_status trim(struct life *life, struct store *store,
                              unsigned table, const char *name)
{
    if (life->last[table] == 0)
        return STORE_OK;
    uint64_t events = life->last[table] - life->first[table] + 1;
    life->first[table] += life_random(&life->random, events);
    return store_trim(store, name, life->first[table]);
}

static enum store_status record(struct life *life, struct store *store,
                                unsigned table, const char *name)
{
    char about[40];
    size_t size;
    char *bytes = some_bytes(life, &size);
    snprintf(about, sizeof about, "{\"game\":%u}", ++life->games[table]);
    life->time += life_random(&life->random, 3);
    struct store_marks marks = {
        .marks = (unsigned)life_random(&life->random, 4),
        .readers = about,
        .readers_size = strlen(about),
    };
    enum store_status status =
        store_record_marked(store, name, life->games[table], life->time, about,
                            &marks, bytes, size);
    free(bytes);
    return status;
}

static enum store_status enter(struct life *life, struct store *store,
                               const char *name)
{
    char list[STORE_KEY];
    name_of(list, "value", life_random(&life->random, LIFE_VALUES));
    life->time += life_random(&life->random, 3);
    return store_enter(store, list, name, 1, life->time,
                       life_random(&life->random, 2), name);
}

static enum store_status expire(struct life *life, struct store *store)
{
    uint64_t age = life_random(&life->random, 10);
    if (life->young)
        return STORE_OK;
    return store_expire(store, (enum store_kind)life_random(&life->random, 3),
                        life->time > age ? life->time - age : 0,
                        (unsigned)life_random(&life->random, 4));
}

/* A line about a table that says how far it is. */
static enum store_status say_about(struct life *life, struct store *store,
                                   unsigned table, const char *name)
{
    char about[24];
    snprintf(about, sizeof about, "%u", (unsigned)life->last[table]);
    return store_about(store, name, about);
}

static enum store_status put(struct life *life, struct store *store)
{
    char name[STORE_KEY];
    size_t size;
    char *bytes = some_bytes(life, &size);
    if (size > STORE_VALUE_MAX)
        size = STORE_VALUE_MAX;
    name_of(name, "value", life_random(&life->random, LIFE_VALUES));
    enum store_status status =
        store_put_dated(store, name, size % 2 ? life->time : 0, bytes, size);
    free(bytes);
    return status;
}

static enum store_status operation(struct life *life, struct store *store)
{
    char name[STORE_KEY];
    unsigned table = (unsigned)life_random(&life->random, LIFE_TABLES);
    name_of(name, "table", table);
    switch (life_random(&life->random, 20)) {
    case 0:
    case 1:
        return record(life, store, table, name);
    case 2:
    case 3:
        return put(life, store);
    case 4:
        life->last[table] = 0;
        life->first[table] = 1;
        return store_archive(store, name);
    case 5:
        life->last[table] = 0;
        life->first[table] = 1;
        life->games[table] = 0;
        return store_delete(store, name);
    case 6:
        return trim(life, store, table, name);
    case 7:
    case 8:
        return enter(life, store, name);
    case 9:
    case 19:
        return expire(life, store);
    case 10:
        return say_about(life, store, table, name);
    default:
        return append(life, store, table, name);
    }
}

enum store_status life_batch(struct life *life, struct store *store)
{
    char number[24];
    enum store_status status = STORE_OK;
    for (uint64_t n = life_random(&life->random, 5) + 1;
         n > 0 && status == STORE_OK; n--)
        status = operation(life, store);
    /* No two batches leave the same behind. */
    int size = snprintf(number, sizeof number, "%llu",
                        (unsigned long long)life->random);
    if (status == STORE_OK)
        status = store_put(store, "last", number, (size_t)size);
    return status;
}

/* Of names that others want, too. */
static enum store_status claim(struct life *life, struct store *store,
                               const char *table)
{
    char name[STORE_KEY];
    name_of(name, "claim", life_random(&life->random, LIFE_VALUES));
    switch (life_random(&life->random, 6)) {
    case 0:
        return store_put(store, name, "", 0);
    case 1:
        return store_claim(store, name, table, "", 0);
    default:
        return store_claim(store, name, table, table, strlen(table));
    }
}

enum store_status life_clash(struct life *life, struct store *store)
{
    enum store_status status = life_batch(life, store);
    for (uint64_t n = life_random(&life->random, 4);
         n > 0 && status == STORE_OK; n--) {
        char name[STORE_KEY];
        unsigned table = (unsigned)life_random(&life->random, LIFE_TABLES);
        uint64_t what = life_random(&life->random, 4);
        name_of(name, "table", table);
        if (what == 0 && life->last[table] > 0)
            status = store_begin(store, name, 1);
        else if (what == 1 && life->games[table] > 0)
            status = store_record(store, name, life->games[table], life->time,
                                  "twice", "", 0);
        else
            status = claim(life, store, name);
    }
    return status;
}

void life_forget(struct life *life, const struct life *before,
                 const struct store *store)
{
    for (unsigned table = 0; table < LIFE_TABLES; table++) {
        char name[STORE_KEY];
        const char *left = NULL;
        name_of(name, "table", table);
        while ((left = store_left_out(store, left)))
            if (strcmp(left, name) == 0) {
                life->first[table] = before->first[table];
                life->last[table] = before->last[table];
                life->games[table] = before->games[table];
            }
    }
}

enum store_status life_heavy_batch(struct life *life, struct store *store)
{
    char *bytes = random_bytes(&life->random, STORE_RECORD_MAX);
    enum store_status status = life_batch(life, store);
    if (status == STORE_OK)
        status = store_record(store, "heavy", ++life->heavy, life->time,
                              "heavy", bytes, STORE_RECORD_MAX);
    free(bytes);
    return status;
}

/* ---- The digest --------------------------------------------------------- */

struct walk {
    struct store *store;
    uint64_t digest;
    enum store_status status; /* of what a visit called */
};

static void mix_number(struct walk *walk, uint64_t number)
{
    walk->digest = (walk->digest ^ number) * 0x9e3779b97f4a7c15u;
    walk->digest ^= walk->digest >> 29;
}

static void mix(struct walk *walk, const void *bytes, size_t size)
{
    const char *at = bytes;
    mix_number(walk, size);
    while (size > 0) {
        uint64_t word = 0;
        size_t part = size < sizeof word ? size : sizeof word;
        memcpy(&word, at, part);
        mix_number(walk, word);
        at += part;
        size -= part;
    }
}

static bool mix_event(void *context, uint64_t seq, const void *bytes,
                      size_t size)
{
    mix_number(context, seq);
    mix(context, bytes, size);
    return true;
}

static bool mix_table(void *context, const char *table, uint64_t last_seq,
                      const char *about)
{
    struct walk *walk = context;
    mix(walk, table, strlen(table));
    mix(walk, about, strlen(about));
    mix_number(walk, last_seq);
    walk->status = store_load(walk->store, table, 0, mix_event, walk);
    return walk->status == STORE_OK;
}

static bool mix_record(void *context, const char *table, unsigned game,
                       uint64_t time, const char *about)
{
    struct walk *walk = context;
    void *bytes;
    size_t size;
    mix(walk, table, strlen(table));
    mix_number(walk, game);
    mix_number(walk, time);
    mix(walk, about, strlen(about));
    walk->status = store_read_record(walk->store, table, game, &bytes, &size);
    if (walk->status != STORE_OK)
        return false;
    mix(walk, bytes, size);
    free(bytes);
    return true;
}

static bool mix_listed(void *context, const char *table, unsigned game,
                       uint64_t time, const char *about)
{
    struct walk *walk = context;
    (void)about;
    void *bytes;
    size_t size;
    mix(walk, table, strlen(table));
    mix_number(walk, game);
    mix_number(walk, time);
    walk->status = store_read_readers(walk->store, table, game, &bytes, &size);
    if (walk->status != STORE_OK)
        return false;
    mix(walk, bytes, size);
    free(bytes);
    return true;
}

static bool mix_entry(void *context, const char *table, unsigned game,
                      uint64_t time, bool kept, const char *about)
{
    struct walk *walk = context;
    mix(walk, table, strlen(table));
    mix_number(walk, game);
    mix_number(walk, time);
    mix_number(walk, kept);
    mix(walk, about, strlen(about));
    return true;
}

static enum store_status mix_value(struct walk *walk, const char *name)
{
    void *bytes;
    size_t size;
    enum store_status status = store_get(walk->store, name, &bytes, &size);
    if (status == STORE_MISSING) {
        mix_number(walk, UINT64_MAX);
        return STORE_OK;
    }
    if (status == STORE_OK) {
        mix(walk, bytes, size);
        free(bytes);
    }
    return status;
}

enum store_status life_digest(struct store *store, uint64_t *digest)
{
    struct walk walk = {.store = store, .digest = 1};
    enum store_status status = store_tables(store, mix_table, &walk);
    if (status == STORE_OK)
        status = walk.status;
    if (status == STORE_OK)
        status = store_records(store, UINT64_MAX, "", 0, mix_record, &walk);
    if (status == STORE_OK)
        status = walk.status;
    if (status == STORE_OK)
        status = store_listed(store, UINT64_MAX, "", 0, mix_listed, &walk);
    if (status == STORE_OK)
        status = walk.status;
    for (unsigned i = 0; i < LIFE_VALUES && status == STORE_OK; i++) {
        char name[STORE_KEY];
        name_of(name, "value", i);
        status = mix_value(&walk, name);
        if (status == STORE_OK)
            status = store_entries(store, name, 1000, mix_entry, &walk);
        name_of(name, "claim", i);
        if (status == STORE_OK)
            status = mix_value(&walk, name);
    }
    struct store_size size = store_size(store);
    for (unsigned kind = 0; kind < STORE_KINDS; kind++)
        mix_number(&walk, size.rows[kind]);
    if (status == STORE_OK)
        status = mix_value(&walk, "last");
    *digest = walk.digest;
    return status;
}
