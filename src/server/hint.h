/* Hints that clients ask for. */
#ifndef SERVER_HINT_H
#define SERVER_HINT_H

#include "server/lobby.h"
#include "server/session.h"
#include "server/thinkers.h"

/* The request `id` of somebody on that seat: it is answered later, or refused. */
void hint_ask(struct session *session, const char *id,
              struct lobby_table *entry, unsigned seat);
/* It has been thought out; or it will not be. */
void hint_given(const struct thought *thought);
void hint_refused(const struct thought *thought, unsigned error);

#endif
