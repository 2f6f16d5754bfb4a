/* Tables by the moment at which they have to be looked after: a binary heap. */
#ifndef SERVER_DUE_H
#define SERVER_DUE_H

#include "server/lobby.h"

struct due {
    struct lobby_table **heap; /* from 1 */
    size_t count;
    size_t room;
};

/* Room for so many; false if memory is out. due_set() never fails after it. */
bool due_reserve(struct due *due, size_t count);
void due_free(struct due *due);

/* Updates table->due; TABLE_NEVER takes it out. */
void due_set(struct due *due, struct lobby_table *table, uint64_t when);
/* The one that is due first, or NULL. */
struct lobby_table *due_first(const struct due *due);

#endif
