/* From a spoken code to its table. */
#include "server/find.h"

#include <string.h>

#include "net/http_text.h"
#include "server/answer.h"
#include "server/lobby.h"
#include "server/peers.h"
#include "server/spoken.h"

/* Codes are counted by address; where addresses are not counted all may have
 * the same, and each person is counted alone. */
static struct spoken_by speaker(const struct session *session)
{
    const struct server *server = session->server;
    struct spoken_by by = {.secret = server->key};
    if (!server->config.net.limits.connections_per_address ||
        !address_key(net_address(session->socket), by.who))
        memcpy(by.who, session->person.id, sizeof by.who);
    return by;
}

void find_table(struct session *session, const struct message *message)
{
    struct server *server = session->server;
    struct spoken_by by = speaker(session);
    struct lobby_table *entry = NULL;
    char code[TABLE_SPOKEN];
    bool possible = spoken_read(message->spoken, code);
    if (possible && spoken_spent(server->spoken, &by, server_now(server))) {
        server->counts.spoken_refused++;
        answer_error(session, message->id,
                     &(struct answer_error){
                         .error = SERVER_E_RATE,
                         .field = "spoken",
                         .words = "too many wrong codes: wait a minute, or "
                                  "use the table's link"});
        return;
    }
    if (possible)
        entry = lobby_find_spoken(server->lobby, code);
    if (possible && !entry) {
        unsigned place = spoken_place(&by);
        spoken_wrong_at(server->spoken, place, server_now(server));
        peers_spent(server, PEERS_SPOKEN, place, 1);
        server->counts.spoken_wrong++;
    }
    if (!entry) {
        answer_error(session, message->id,
                     &(struct answer_error){.error = SERVER_E_NO_SUCH_CODE});
        return;
    }
    char link[LOBBY_LINK];
    lobby_link(entry, link);
    struct json json = answer_begin(message->id);
    json_key_string(&json, "table", entry->id);
    json_key_string(&json, "link", link);
    json_key_string(&json, "spoken", code);
    answer_end(session, &json);
}
