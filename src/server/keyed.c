/* Lists of links by the hash of their key. */
#include "server/keyed.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_BUCKETS 64

static const uint8_t nobody[KEYED_KEY];

static struct keyed_link **bucket_of(const struct keyed *keyed,
                                     const uint8_t key[KEYED_KEY])
{
    uint8_t hash[FAIR_BYTES];
    uint32_t place;

    fair_mac(keyed->secret, key, KEYED_KEY, hash);
    memcpy(&place, hash, sizeof place);
    return &keyed->bucket[place & (keyed->buckets - 1)];
}

bool keyed_init(struct keyed *keyed)
{
    keyed->count = 0;
    keyed->buckets = FIRST_BUCKETS;
    fair_random(keyed->secret, sizeof keyed->secret);
    keyed->bucket = calloc(FIRST_BUCKETS, sizeof(struct keyed_link *));
    return keyed->bucket;
}

void keyed_free(struct keyed *keyed)
{
    free(keyed->bucket);
    *keyed = (struct keyed){0};
}

static void put(struct keyed *keyed, struct keyed_link *link)
{
    struct keyed_link **first = bucket_of(keyed, link->key);

    link->before = NULL;
    link->next = *first;
    if (*first)
        (*first)->before = link;
    *first = link;
}

static void take_out(struct keyed *keyed, struct keyed_link *link)
{
    if (link->before)
        link->before->next = link->next;
    else
        *bucket_of(keyed, link->key) = link->next;
    if (link->next)
        link->next->before = link->before;
}

/* Without memory the lists just get longer. */
static void grow(struct keyed *keyed)
{
    struct keyed larger = {.buckets = keyed->buckets * 2,
                           .count = keyed->count};

    memcpy(larger.secret, keyed->secret, sizeof larger.secret);
    larger.bucket = calloc(larger.buckets, sizeof(struct keyed_link *));
    if (!larger.bucket)
        return;
    for (size_t i = 0; i < keyed->buckets; i++) {
        while (keyed->bucket[i]) {
            struct keyed_link *link = keyed->bucket[i];

            keyed->bucket[i] = link->next;
            put(&larger, link);
        }
    }
    free(keyed->bucket);
    *keyed = larger;
}

void keyed_set(struct keyed *keyed, struct keyed_link *link,
               const uint8_t key[KEYED_KEY])
{
    if (memcmp(link->key, key, KEYED_KEY) == 0)
        return;
    if (memcmp(link->key, nobody, KEYED_KEY) != 0) {
        take_out(keyed, link);
        keyed->count--;
    }
    memcpy(link->key, key, KEYED_KEY);
    if (memcmp(key, nobody, KEYED_KEY) == 0)
        return;
    if (keyed->count >= keyed->buckets)
        grow(keyed);
    put(keyed, link);
    keyed->count++;
}

struct keyed_link *keyed_next(const struct keyed *keyed,
                              const uint8_t key[KEYED_KEY],
                              const struct keyed_link *last)
{
    struct keyed_link *link = last ? last->next : *bucket_of(keyed, key);

    while (link && memcmp(link->key, key, KEYED_KEY) != 0)
        link = link->next;
    return link;
}
