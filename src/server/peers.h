/* The other servers on the same database: what they are told, and what is heard
 * of them. Where nobody else writes into the store there is nothing of this, and
 * every function here says what is true for one who is alone. */
#ifndef SERVER_PEERS_H
#define SERVER_PEERS_H

#include "server/lobby.h"

/* If the store is shared: comes among its servers. False with a sentence. */
bool peers_open(struct server *server, char why[SERVER_WHY]);
/* From now on they are heard: there is a loop. */
void peers_begin(struct server *server);
/* While there is still the loop. */
void peers_close(struct server *server);
/* Before the others know: leases are given back, and nobody hears of us. */
void peers_leave(struct server *server);

/* Whether no other server is there. */
bool peers_alone(const struct server *server);
/* Whether time and bots at the table are our business. */
bool peers_own(const struct lobby_table *entry);
/* Whether we are the one that does what has to be done once for all. */
bool peers_lead(const struct server *server);
/* The clock that all servers go by, where there is one. */
bool peers_wall_ms(const struct server *server, uint64_t *out);

/* False where it is alone. */
bool peers_figures(const struct server *server, struct cluster_figures *out);

/* ---- Hearing ----------------------------------------------------------- */

/* Takes what is new; nothing is read from the store by this. */
void peers_hear(struct server *server);
/* Tables that others have written to are read, as many as is good for one lap;
 * not while a commit is under way. True if requests that wait for it may go
 * on. */
bool peers_run(struct server *server);
/* Whether the table has been compared with the store since a request came. */
enum peers_checked {
    PEERS_SAME,   /* or nobody else writes */
    PEERS_WAIT,   /* it will be, and that has to be waited for */
    PEERS_UNKNOWN /* the store can't be read */
};
enum peers_checked peers_check(struct lobby_table *entry, uint64_t us);

/* ---- Telling ----------------------------------------------------------- */

void peers_saved(const struct lobby_table *entry);
void peers_loaded(const struct lobby_table *entry, bool loaded);
void peers_present(const struct lobby_table *entry, struct table_person person,
                   bool there);
/* Whether somebody is there by way of another server. */
bool peers_see(const struct lobby_table *entry, struct table_person person);
void peers_react(const struct lobby_table *entry, unsigned seat,
                 const char *word);
/* Somebody skips ahead: no event says so. */
void peers_hurry(const struct lobby_table *entry);
/* It is about to go. */
void peers_forget(struct lobby_table *entry);

/* What somebody has used up of a limit that holds across servers. They are told
 * where in its table that counts, and not who it was. */
enum peers_limit {
    PEERS_SPOKEN,
    PEERS_GUESSES,
    PEERS_QUOTA /* and its kinds */
};
void peers_spent(struct server *server, unsigned limit, unsigned place,
                 uint64_t amount);

#endif
