/* An index of tables by owner. A key is 16 bytes that stand for a person or a
 * network address; one key can lead to many tables. The list links are members
 * of the table's own struct, so once a table exists, adding it to the index
 * can't fail for lack of memory. */
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
