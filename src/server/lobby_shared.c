/* Tables that other servers write to as well: what they have made and written is
 * heard of, read, and told here; and who does what time does changes hands. */
#include <stdlib.h>
#include <string.h>

#include "server/catch_up.h"
#include "server/lap.h"
#include "server/lobby_parts.h"
#include "server/peers.h"
#include "server/programs.h"
#include "server/replay.h"
#include "server/summary.h"
#include "server/thoughts.h"
#include "server/timekeeper.h"
#include "server/watch.h"

/* ---- Which tables there are -------------------------------------------- */

struct lobby_table *lobby_get(struct lobby *lobby, const char *id,
                              unsigned *error)
{
    struct server *server = lobby->server;
    struct lobby_table *entry = lobby_find(lobby, id);
    enum store_status status = STORE_FAILED;
    *error = SERVER_E_NO_SUCH_TABLE;
    if (entry || !server->peers)
        return entry;
    char *line;
    uint64_t seq;
    if (!server->down && !lap_is_flying(server->lap))
        status = store_summary(server->store, id, &seq, &line);
    if (status == STORE_OK) {
        entry = lobby_heard(lobby, id, seq, line);
        free(line);
    } else if (status != STORE_MISSING) {
        *error = SERVER_E_NOT_SAVED;
    }
    return entry;
}

/* What is in memory is newer than any line, or will be told by its events. */
struct lobby_table *lobby_heard(struct lobby *lobby, const char *id,
                                uint64_t seq, const char *line)
{
    struct lobby_table *entry = lobby_find(lobby, id);
    /* Who watches is told what is behind the number that is known here. */
    if (strlen(id) >= SERVER_TABLE_ID ||
        (entry && (entry->table || entry->watchers)))
        return entry;
    if (!entry)
        entry = lobby_add(lobby, id);
    struct summary summary;
    if (!entry || entry->seq > seq || !summary_read(line, &summary) ||
        !summary_is_of(&summary, seq))
        return entry;
    lobby_take_summary(entry, &summary, seq);
    if (summary.about.phase == TABLE_CLOSED)
        lobby_unlink(entry);
    else
        lobby_show(entry);
    return entry;
}

/* ---- What happened ----------------------------------------------------- */

static bool hear(void *context, const struct table *table,
                 const struct table_event *event)
{
    struct lobby_table *entry = context;
    if (event->type == TABLE_EVENT_RESUME)
        entry->paused = false;
    programs_event(entry->server->programs, entry, event);
    watch_event(entry, event);
    entry->seq = table->seq;
    return true;
}

bool lobby_follow(struct lobby_table *entry)
{
    struct server *server = entry->server;
    uint64_t before = entry->table->seq;
    switch (replay_follow(entry, hear, entry)) {
    case REPLAY_GOOD:
        break;
    case REPLAY_CUT:
        lobby_read_again(entry);
        return entry->table;
    case REPLAY_BAD: /* said in the log; what is in memory was true */
        return false;
    }
    if (entry->table->seq == before)
        return true;
    server->counts.followed++;
    entry->used = server_now(server);
    /* Whoever began a game has noted it in the line about the table. */
    entry->at_once = entry->table->phase == TABLE_PLAYING;
    lap_touch(server->lap, entry);
    /* It is durable, which nothing of ours that follows is yet. */
    watch_flush(entry);
    watch_presence(entry);
    return true;
}

void lobby_read_again(struct lobby_table *entry)
{
    lobby_put_away(entry);
    entry->fresh = true;
    watch_missed(entry);
    if (!lobby_load(entry) && !entry->damaged)
        due_set(&entry->server->lobby->due, entry,
                server_now(entry->server) + LOBBY_FLIGHT_MS);
}

/* ---- Leases ------------------------------------------------------------ */

void lobby_let_go(struct lobby_table *entry)
{
    lobby_sated(entry);
    if (entry->table) {
        programs_drop(entry->server->programs, entry);
        table_rest(entry->table);
    }
    thoughts_review(entry);
    due_set(&entry->server->lobby->due, entry, TABLE_NEVER);
}

/* Bots are asked, and its clock is looked at, when it is served. */
static void take_over(struct lobby_table *entry)
{
    struct lobby *lobby = entry->server->lobby;
    entry->server->counts.taken_over++;
    if (!entry->table) {
        due_set(&lobby->due, entry, entry->line_due);
        return;
    }
    if (entry->paused && !entry->unsaved) {
        table_resume(entry->table, lobby_now(entry));
        entry->paused = false;
        entry->by_time = true;
        watch_presence(entry);
    }
    lap_touch(entry->server->lap, entry);
}

void lobby_look_at_leases(struct lobby *lobby)
{
    struct lobby_table *entry = NULL;
    lobby->began = server_now(lobby->server);
    while ((entry = lobby_next(lobby, entry))) {
        bool own = peers_own(entry);
        if (own == entry->owned)
            continue;
        entry->owned = own;
        if (entry->damaged || entry->about.phase == TABLE_CLOSED)
            continue;
        if (own)
            take_over(entry);
        else if (!entry->saving)
            lobby_let_go(entry);
    }
}
