/* Questions for the threads that think, as tables and connections know them:
 * each belongs to a table, and a hint to a connection as well. Whatever nobody
 * waits for any more is dropped at once. */
#ifndef SERVER_THOUGHTS_H
#define SERVER_THOUGHTS_H

#include "server/lobby.h"
#include "server/session.h"
#include "server/thinkers.h"

/* Starts the threads. False if they, or memory, are out. */
bool thoughts_start(struct server *server);

/* NULL if memory is out. */
struct thought *thought_new(struct lobby_table *table, unsigned seat);
void thought_free(struct server *server, struct thought *thought);

/* Whose time it takes: a table's host's, or that of whoever asks for a hint. */
struct thinker_of thinker_of_table(const struct lobby_table *table);
struct thinker_of thinker_of_session(const struct session *session);

/* If there is no room the caller keeps it. */
enum thinkers_room thought_ask(struct lobby_table *table,
                               struct thought *thought);
/* Nobody waits for it any more, and nobody is told. */
void thought_drop(struct thought *thought);
/* After something happened at a table, or it was put away: drops what nobody
 * there needs now, and tells whoever waits for a hint. */
void thoughts_review(struct lobby_table *table);

/* Delivers finished thoughts: hints to whoever asked, decisions to their
 * tables. Those of tables that are being saved stay for the next time. */
void thoughts_take(struct server *server);
/* Frees those that stayed. */
void thoughts_free(struct server *server);

#endif
