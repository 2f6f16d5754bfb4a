/* What clients ask for, carried out. */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "server/lobby.h"
#include "server/message.h"
#include "server/session.h"

/* For struct net_handlers; `context` is the server. */
void request_message(void *context, struct net_socket *socket, const char *text,
                     size_t size);
/* Carries out a message that came at `us`. False if it has to wait until a
 * commit is over, and to be tried again then. */
bool request_try(struct session *session, const char *text, size_t size,
                 uint64_t us);

/* What a person's `create` asks for. It points into the message. The host sits
 * down by a request of its own, because nobody gives bytes before having seen
 * what the table is committed to. */
struct lobby_wish request_wish(const struct message *message,
                               struct table_person person);

#endif
