/* Tables by whom they belong to: by a person or an address, each 16 bytes, of
 * which one key may stand for many tables. */
#ifndef SERVER_KEYED_H
#define SERVER_KEYED_H

#include "base/map.h"

#define KEYED_KEY 16

struct lobby_table;

struct keyed_link {
    struct map_link link;
    uint8_t key[KEYED_KEY]; /* all zero: in no list */
    struct lobby_table *table;
};

/* From now on under this key, or if it is all zero under none. */
void keyed_set(struct map *keyed, struct keyed_link *link,
               const uint8_t key[KEYED_KEY]);

/* The next link with that key; NULL begins, NULL ends. */
struct keyed_link *keyed_next(const struct map *keyed,
                              const uint8_t key[KEYED_KEY],
                              const struct keyed_link *last);

#endif
