/* What keeps a server's store from filling up: who may have something stored,
 * what is forgotten when it is old, and whether the disk has room. */
#ifndef SERVER_UPKEEP_H
#define SERVER_UPKEEP_H

#include "server/lobby.h"
#include "server/quota.h"

struct upkeep;

/* NULL if memory is out. */
struct upkeep *upkeep_new(void);

/* ---- Quotas ------------------------------------------------------------ */

/* Who wants something stored. */
struct upkeep_for {
    struct table_person person;
    const char *address; /* the network's; "" or NULL: not known */
};

/* Whether so many bytes may be stored for somebody; they are charged if so. */
bool upkeep_allows(struct server *server, const struct upkeep_for *whom,
                   uint64_t bytes);
/* Another server has let somebody have so much stored. */
void upkeep_spent(struct server *server, enum quota_kind kind, unsigned place,
                  uint64_t bytes);
/* What a table's events have cost since they were last charged. A few moves are
 * not worth the work: what is left at the end is less than a table costs. */
#define UPKEEP_PART 4096
void upkeep_charge(struct lobby_table *table);

/* ---- Time -------------------------------------------------------------- */

/* A little of what is to be done, whenever it is due. */
void upkeep_tick(struct server *server, uint64_t now);
uint64_t upkeep_due(const struct server *server);

/* Less than the reserve is free: no new tables, so that those that are there
 * can be played to their end. */
bool upkeep_is_low(const struct server *server);

#endif
