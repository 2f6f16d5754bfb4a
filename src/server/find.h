/* The request 'find': whoever was told a spoken code asks for the table. */
#ifndef SERVER_FIND_H
#define SERVER_FIND_H

#include "server/message.h"
#include "server/session.h"

void find_table(struct session *session, const struct message *message);

#endif
