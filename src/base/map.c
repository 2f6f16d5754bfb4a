#define _GNU_SOURCE

#include "base/map.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define FIRST_SLOTS 64

/* ---- The hash ---- */

static uint64_t turned(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static void sip_rounds(uint64_t v[4], unsigned rounds)
{
    while (rounds-- > 0) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = turned(v[1], 13) ^ v[0];
        v[3] = turned(v[3], 16) ^ v[2];
        v[0] = turned(v[0], 32) + v[3];
        v[2] += v[1];
        v[3] = turned(v[3], 21) ^ v[0];
        v[1] = turned(v[1], 17) ^ v[2];
        v[2] = turned(v[2], 32);
    }
}

static uint64_t hash_of(const struct map *map, const uint8_t *key, size_t size)
{
    uint64_t v[4] = {map->secret[0] ^ 0x736f6d6570736575,
                     map->secret[1] ^ 0x646f72616e646f6d,
                     map->secret[0] ^ 0x6c7967656e657261,
                     map->secret[1] ^ 0x7465646279746573};
    for (size_t at = 0; at <= size; at += 8) {
        uint64_t word = size - at < 8 ? (uint64_t)size << 56 : 0;
        for (size_t i = 0; i < 8 && at + i < size; i++)
            word |= (uint64_t)key[at + i] << 8 * i;
        v[3] ^= word;
        sip_rounds(v, 2);
        v[0] ^= word;
    }
    v[2] ^= 0xff;
    sip_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- The slots ---- */

bool map_init(struct map *map)
{
    *map = (struct map){0};
    if (getrandom(map->secret, sizeof map->secret, 0) != sizeof map->secret)
        return false;
    map->slot = calloc(FIRST_SLOTS, sizeof(struct map_link *));
    map->slots = map->slot ? FIRST_SLOTS : 0;
    return map->slot;
}

void map_clear(struct map *map)
{
    if (map->slot)
        memset(map->slot, 0, map->slots * sizeof(struct map_link *));
    map->count = 0;
}

void map_free(struct map *map)
{
    free(map->slot);
    *map = (struct map){0};
}

static void put(struct map_link **slot, size_t slots, struct map_link *link)
{
    slot += link->hash & (slots - 1);
    link->next = *slot;
    link->back = slot;
    if (*slot)
        (*slot)->back = &link->next;
    *slot = link;
}

/* Without memory the lists just get longer. */
static void grow(struct map *map)
{
    size_t slots = map->slots * 2;
    struct map_link **larger = calloc(slots, sizeof(struct map_link *));
    if (!larger)
        return;
    for (size_t i = 0; i < map->slots; i++) {
        for (struct map_link *link = map->slot[i], *next; link; link = next) {
            next = link->next;
            put(larger, slots, link);
        }
    }
    free(map->slot);
    map->slot = larger;
    map->slots = slots;
}

void map_add(struct map *map, struct map_link *link, const void *key,
             size_t size)
{
    if (map->count >= map->slots)
        grow(map);
    link->hash = hash_of(map, key, size);
    link->key = key;
    link->size = size;
    put(map->slot, map->slots, link);
    map->count++;
}

void map_remove(struct map *map, struct map_link *link)
{
    if (!link->back)
        return;
    *link->back = link->next;
    if (link->next)
        link->next->back = link->back;
    link->back = NULL;
    map->count--;
}

/* ---- Looking ---- */

struct map_link *map_find(const struct map *map, const void *key, size_t size,
                          const struct map_link *last)
{
    uint64_t hash = last ? last->hash : hash_of(map, key, size);
    struct map_link *link = last         ? last->next
                            : map->slots ? map->slot[hash & (map->slots - 1)]
                                         : NULL;
    while (link && (link->hash != hash || link->size != size ||
                    memcmp(link->key, key, size) != 0))
        link = link->next;
    return link;
}

struct map_link *map_next(const struct map *map, const struct map_link *last)
{
    size_t slot = 0;
    if (last && last->next)
        return last->next;
    if (last)
        slot = (last->hash & (map->slots - 1)) + 1;
    while (slot < map->slots && !map->slot[slot])
        slot++;
    return slot < map->slots ? map->slot[slot] : NULL;
}
