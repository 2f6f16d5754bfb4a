/* Things found by their key: a hash table whose links are part of the things, so
 * that nothing can run out of memory once it is there. Several things may have
 * the same key. The hash has a secret of its own in each map (SipHash-2-4):
 * whoever chooses keys can't choose where they go, and so make lists long. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_link {
    struct map_link *next;  /* in the same slot */
    struct map_link **back; /* what points here; NULL: in no map */
    uint64_t hash;
    const void *key; /* of the thing's own bytes */
    size_t size;
};

struct map {
    struct map_link **slot;
    size_t slots; /* a power of two */
    size_t count; /* of links */
    uint64_t secret[2];
};

/* The thing that a link, or NULL, is part of. */
#define MAP_THING(link, type, member)                                          \
    ((type *)map_thing((link), offsetof(type, member)))

static inline void *map_thing(const struct map_link *link, size_t offset)
{
    return link ? (char *)(uintptr_t)link - offset : NULL;
}

/* False if memory is out. All zero is a map, too, of which nothing can be
 * expected but to be empty. */
bool map_init(struct map *map);
/* Both leave the things as they are. */
void map_clear(struct map *map);
void map_free(struct map *map);

/* The key must stay as it is for as long as the link is in the map. */
void map_add(struct map *map, struct map_link *link, const void *key,
             size_t size);
/* Nothing happens if it is in no map. */
void map_remove(struct map *map, struct map_link *link);

/* The next link with that key; NULL begins, NULL ends. */
struct map_link *map_find(const struct map *map, const void *key, size_t size,
                          const struct map_link *last);
/* The next of all, in no particular order; `last` must still be there. */
struct map_link *map_next(const struct map *map, const struct map_link *last);

#endif
