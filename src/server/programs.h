/* Other people's programs as players. Each seat that one plays has a thread and
 * a process of its own from its first question until the game is over. */
#ifndef SERVER_PROGRAMS_H
#define SERVER_PROGRAMS_H

#include "server/lobby.h"
#include "server/thoughts.h"

struct programs *programs_new(struct server *server);
/* Ends all and waits for them. */
void programs_free(struct programs *programs);

/* The program that clients know by that name, or NULL. */
const struct server_program *programs_named(const struct server *server,
                                            const char *name);

/* Takes the question; false if no program is available for it. */
bool programs_ask(struct programs *programs, struct lobby_table *entry,
                  const char *name, struct thought *thought);
/* An event was folded: the programs at the table see it. */
void programs_event(struct programs *programs, struct lobby_table *entry,
                    const struct table_event *event);
/* The table is put away, or what happened did not: its programs end. */
void programs_drop(struct programs *programs, const struct lobby_table *table);
/* A thought came back undone: the program gets no more questions. */
void programs_failed(struct programs *programs, const struct thought *thought);
/* Joins the threads that have ended. */
void programs_reap(struct programs *programs);

#endif
