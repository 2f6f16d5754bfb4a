#include "server/keyed.h"

#include <string.h>

static const uint8_t nobody[KEYED_KEY];

void keyed_set(struct map *keyed, struct keyed_link *link,
               const uint8_t key[KEYED_KEY])
{
    if (memcmp(link->key, key, KEYED_KEY) == 0)
        return;
    map_remove(keyed, &link->link);
    memcpy(link->key, key, KEYED_KEY);
    if (memcmp(key, nobody, KEYED_KEY) != 0)
        map_add(keyed, &link->link, link->key, KEYED_KEY);
}

struct keyed_link *keyed_next(const struct map *keyed,
                              const uint8_t key[KEYED_KEY],
                              const struct keyed_link *last)
{
    return MAP_THING(map_find(keyed, key, KEYED_KEY, last ? &last->link : NULL),
                     struct keyed_link, link);
}
