/* A queue of those who are being told, each with a table that has been folded as
 * far as they know. A connection has one such table at a time, whatever it asks
 * for: the others of its tables wait for their turn. */
#include "server/catch_up.h"

#include <stdlib.h>

#include "server/lap.h"
#include "server/replay.h"

struct catch_up {
    struct watcher *watcher;
    struct catch_up *next; /* in the queue */
    struct catch_up *before;
    uint64_t after;           /* told from here on */
    struct table *into;       /* the log so far; NULL: not begun */
    struct replay_part *part; /* that is being read */
};

/* ---- The queue --------------------------------------------------------- */

static void push(struct server *server, struct catch_up *past)
{
    past->next = NULL;
    past->before = server->catching_last;
    if (past->before)
        past->before->next = past;
    else
        server->catching = past;
    server->catching_last = past;
    server->counts.catching_up++;
}

static void take_out(struct server *server, const struct catch_up *past)
{
    if (past->before)
        past->before->next = past->next;
    else
        server->catching = past->next;
    if (past->next)
        past->next->before = past->before;
    else
        server->catching_last = past->before;
    server->counts.catching_up--;
}

void catch_up_end(struct watcher *watcher)
{
    struct catch_up *past = watcher->past;
    if (!past)
        return;
    take_out(watcher->session->server, past);
    if (watcher->session->catching == past)
        watcher->session->catching = NULL;
    table_free(past->into);
    free(past);
    watcher->past = NULL;
}

bool catch_up_begin(struct watcher *watcher, uint64_t after)
{
    catch_up_end(watcher);
    struct catch_up *past;
    past = calloc(1, sizeof *past);
    if (!past)
        return false;
    past->watcher = watcher;
    past->after = after;
    watcher->past = past;
    push(watcher->session->server, past);
    return true;
}

/* ---- A slice ----------------------------------------------------------- */

static bool tell(void *context, const struct table *table,
                 const struct table_event *event)
{
    struct catch_up *past = context;
    /* What another server has written since comes as news. */
    if (event->seq > past->after && event->seq <= past->watcher->table->seq)
        past->part->told += watch_tell_again(past->watcher, table, event);
    return true;
}

/* Whether it can be told more now: the table has to be there and the connection
 * to have read what it was told before. */
static bool is_ready(struct catch_up *past)
{
    const struct watcher *watcher = past->watcher;
    struct session *session = watcher->session;
    if (!watcher->table->table)
        return false;
    if (session->catching && session->catching != past)
        return false;
    return net_waiting(session->socket) <= CATCH_UP_WAITING;
}

static bool open_table(struct catch_up *past)
{
    struct session *session = past->watcher->session;
    if (!past->into)
        past->into = table_new(lobby_host(session->server->lobby));
    session->catching = past->into ? past : NULL;
    return past->into;
}

/* What the slice has cost in bytes; *done: nothing is left to be told but the
 * state, which has to do where the log can't be read, too. A database that can't be
 * reached is waited for: *told says whether there was anything to tell. */
static size_t slice(struct catch_up *past, size_t bytes, bool *done, bool *told)
{
    struct lobby_table *entry = past->watcher->table;
    struct replay_part part = {.entry = entry, .bytes = bytes};
    *done = true;
    if (!open_table(past)) {
        *told = true;
        return 0;
    }
    past->part = &part;
    bool good = replay_part(&part, &past->into, tell, past);
    *done = good ? past->into->seq >= entry->seq
                 : !entry->server->peers || entry->damaged;
    *told = *told || good || *done;
    past->part = NULL;
    entry->server->counts.replay_slices++;
    return part.read + part.told;
}

/* The first in the queue gets a slice, if it can be told more now, and goes to
 * the end of the queue, or leaves it. */
static size_t serve_first(struct server *server, size_t left, bool *told)
{
    struct catch_up *past = server->catching;
    struct watcher *watcher = past->watcher;
    size_t cost = 0;
    bool done = false;
    if (watcher->table->damaged) { /* there is nothing to be told any more */
        catch_up_end(watcher);
        return 0;
    }
    if (is_ready(past)) {
        cost = CATCH_UP_LEAST +
               slice(past, left < CATCH_UP_SLICE ? left : CATCH_UP_SLICE, &done,
                     told);
    }
    take_out(server, past);
    push(server, past);
    if (done) {
        catch_up_end(watcher);
        cost += watch_caught_up(watcher);
    }
    return cost;
}

/* A store that fails stops everything; this continues when it is back. */
bool catch_up_run(struct server *server)
{
    size_t left = CATCH_UP_TURN;
    size_t over = 0; /* of the last one, because an event is read whole */
    unsigned look = server->counts.catching_up;
    bool told = false;
    if (lap_is_flying(server->lap))
        return false;
    if (look > CATCH_UP_LOOK)
        look = CATCH_UP_LOOK;
    for (; look > 0 && left > 0 && !server->down && server->catching; look--) {
        size_t cost = serve_first(server, left, &told);
        over = cost > left ? cost - left : 0;
        left -= cost - over;
    }
    if (CATCH_UP_TURN - left + over > server->counts.replay_most)
        server->counts.replay_most = CATCH_UP_TURN - left + over;
    server->catching_stuck = !told;
    return told;
}

uint64_t catch_up_due(const struct server *server)
{
    if (!server->catching || server->down || lap_is_flying(server->lap))
        return UINT64_MAX;
    return server->catching_stuck ? CATCH_UP_WAIT_MS : 0;
}
