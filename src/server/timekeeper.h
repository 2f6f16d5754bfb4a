/* Between the clocks of the machine, the server's time and its store. */
#ifndef SERVER_TIMEKEEPER_H
#define SERVER_TIMEKEEPER_H

#include "server/server.h"

/* Goes on from the time that the store has kept. False with a sentence in `why`
 * if the store can't be read. */
bool timekeeper_start(struct server *server, char why[SERVER_WHY]);
/* Looks at the machine's clock: whether it has jumped, and whether it is to be
 * followed. To be called often. */
void timekeeper_look(struct server *server);
/* Puts the time into the batch that is committed next. */
enum store_status timekeeper_note(struct server *server);
/* The same, unless it was noted a moment ago: for each batch. */
enum store_status timekeeper_note_sometimes(struct server *server);
/* The server's time is not before this, which is an event's. */
void timekeeper_reach(struct server *server, uint64_t time);

#endif
