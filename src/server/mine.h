/* What a person has here: tables in use, and games that are over. */
#ifndef SERVER_MINE_H
#define SERVER_MINE_H

#include "server/session.h"

#define MINE_TABLES 50

/* Answers the request of that id. */
void mine_answer(struct session *session, const char *id);

#endif
