/* The loop: what came in, what is due, what was thought out; then one commit.
 * Everything here runs in one thread. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "fair/fair.h"
#include "server/answer.h"
#include "server/catch_up.h"
#include "server/guesses.h"
#include "server/lobby.h"
#include "server/peers.h"
#include "server/programs.h"
#include "server/request.h"
#include "server/rest.h"
#include "server/session.h"
#include "server/spoken.h"
#include "server/thoughts.h"
#include "server/timekeeper.h"
#include "server/lap.h"
#include "server/upkeep.h"
#include "server/waiting.h"

#define STOP_MS 2000 /* for what is still to be sent at the end */
#define KEY "server-key"
#define LOOK_MS 5000 /* between looks at the store, at the least */

struct server_config server_config_default(void)
{
    /* What request handlers answer, and no page. */
    static const char *const handled[] = {"/api",     "/ws",     "/metrics",
                                          "/healthz", "/readyz", NULL};
    struct server_config config = {
        .net =
            {
                .inherited = -1,
                .handled = handled,
                .socket_path = "/ws",
                .cookie = "tioli",
                .limits = net_limits_default(),
            },
        .max_tables = 10000,
        .max_tables_of_person = 20,
        .keep_games = 400,
        .keep_records = 400,
        .reserve_mib = 256,
        .max_programs = 16,
        .log = LOG_LEVEL_INFO,
    };

    return config;
}

/* ---- Draining ---------------------------------------------------------- */

void server_drain(struct server *server)
{
    server->signalled = true;
    net_wake(server->net);
}

/* To another server, at once. */
static void send_away(struct server *server)
{
    struct session *session = NULL;
    while ((session = session_next(server->sessions, session)))
        net_end(session->socket, 1012, "another server goes on");
}

static void drain(struct server *server)
{
    server->draining = true;
    log_line(server->config.log, LOG_LEVEL_INFO,
             "draining; tables: %u, sessions: %u", server->counts.tables,
             server->counts.sessions);
    net_refuse_new(server->net);
    answer_notice(server, "draining",
                  "the server stops: your table is saved, and goes on when the "
                  "server is back");
    peers_leave(server);
    lap_wrote(server->lap, timekeeper_note(server));
    (void)server_commit_wait(server);
    if (server->peers)
        send_away(server);
    net_stop(server->net, STOP_MS);
}

/* ---- The loop's calls -------------------------------------------------- */

/* Whoever was away is told a bit more once everybody else has been served. */
static void on_lap(void *context)
{
    struct server *server = context;
    if (peers_run(server))
        waiting_run(server);
    server_commit(server);
    if (!server->down && !server->draining && catch_up_run(server))
        server_commit(server);
}

static void on_woken(void *context)
{
    struct server *server = context;
    peers_hear(server);
    thoughts_take(server);
    programs_reap(server->programs);
    if (server->signalled && !server->draining)
        drain(server);
}

/* Where nobody plays, nobody else would notice that the file is gone. */
static void look_at_store(struct server *server, uint64_t now)
{
    if (now < server->looked_at + LOOK_MS)
        return;
    server->looked_at = now;
    lap_check(server->lap);
}

/* Returns in how many milliseconds the next is due. */
static uint64_t beat(struct server *server)
{
    uint64_t now = clock_us();
    uint64_t every = server->config.beat_us;
    if (every == 0)
        return UINT64_MAX;
    if (now - server->beaten_us >= every) {
        server->beaten_us = now;
        server->config.beat();
    }
    return (server->beaten_us + every - now) / 1000 + 1;
}

static uint64_t on_timer(void *context)
{
    struct server *server = context;
    uint64_t next_beat = beat(server);
    if (server->draining)
        return next_beat;
    timekeeper_look(server);
    uint64_t now = server_now(server);
    if (server->down && now >= server->retry_at)
        lap_retry(server->lap);
    if (!server->down) {
        lobby_tick(server->lobby, now);
        server_commit(server);
        look_at_store(server, now);
    }
    if (!server->down && !lap_is_flying(server->lap))
        upkeep_tick(server, now);
    uint64_t due = server->down ? server->retry_at : lobby_due(server->lobby);
    if (!server->down && !lap_is_flying(server->lap) &&
        upkeep_due(server) < due)
        due = upkeep_due(server);
    now = server_now(server);
    due = due > now ? due - now : 1;
    due = due < next_beat ? due : next_beat;
    return catch_up_due(server) < due ? catch_up_due(server) : due;
}

static void on_request(void *context, struct net_request *request)
{
    rest_request(context, request);
}

static void on_log(void *context, const char *words)
{
    const struct server *server = context;
    log_line(server->config.log, LOG_LEVEL_WARNING, "%s", words);
}

/* ---- Opening and closing ----------------------------------------------- */

static bool open_store(struct server *server, char why[SERVER_WHY])
{
    char words[STORE_WHY] = "";
    enum store_status status = STORE_OK;
    const char *place = server->config.db;
    if (!place)
        server->store = store_open_memory(words);
    else if (store_is_postgres(place))
        server->store = store_open_postgres(place, &status, words);
    else
        server->store = store_open_sqlite(place, &status, words);
    if (!server->store)
        snprintf(why, SERVER_WHY, "the store can't be opened: %s", words);
    return server->store;
}

/* The key that ids come from: made once, and kept. */
static bool read_key(struct server *server, char why[SERVER_WHY])
{
    void *bytes = NULL;
    size_t size = 0;
    uint64_t begun;
    if (store_dated(server->store, STORE_COPYING, &begun) == STORE_OK) {
        snprintf(why, SERVER_WHY,
                 "this is a copy that was not finished: make another one");
        return false;
    }
    enum store_status status = store_get(server->store, KEY, &bytes, &size);
    bool good = status == STORE_OK && size == sizeof server->key;

    if (good)
        memcpy(server->key, bytes, sizeof server->key);
    if (status == STORE_OK)
        free(bytes);
    if (status == STORE_MISSING) {
        fair_random(server->key, sizeof server->key);
        good = store_claim(server->store, KEY, KEY, server->key,
                           sizeof server->key) == STORE_OK &&
               store_commit(server->store) == STORE_OK;
        /* Another server has made one at the same time. */
        if (good && store_left_out(server->store, NULL))
            return read_key(server, why);
    }
    if (!good)
        snprintf(why, SERVER_WHY, "the store's key can't be used: %s",
                 store_why(server->store));
    return good;
}

static bool open_net(struct server *server, char why[SERVER_WHY])
{
    const struct net_handlers handlers = {
        .context = server,
        .person = session_key,
        .open = session_open,
        .message = request_message,
        .close = session_close,
        .request = on_request,
        .lap = on_lap,
        .timer = on_timer,
        .woken = on_woken,
        .log = on_log,
    };
    char words[NET_WHY] = "";
    server->net = net_open(&server->config.net, &handlers, words);
    if (!server->net)
        snprintf(why, SERVER_WHY, "%s", words);
    return server->net;
}

static bool open_parts(struct server *server, char why[SERVER_WHY])
{
    server->guesses = calloc(1, sizeof *server->guesses);
    server->spoken = calloc(1, sizeof *server->spoken);
    server->sessions = sessions_new();
    server->lap = lap_new(server);
    server->lobby = lobby_new(server);
    server->programs = programs_new(server);
    server->upkeep = upkeep_new();
    server->waiting = waiting_new();
    if (!server->upkeep || !server->waiting || !server->guesses ||
        !server->spoken || !server->sessions || !server->lap ||
        !server->lobby || !server->programs) {
        snprintf(why, SERVER_WHY, "out of memory");
        return false;
    }
    if (!open_net(server, why))
        return false;
    if (!thoughts_start(server)) {
        snprintf(why, SERVER_WHY, "no thread can be started");
        return false;
    }
    return true;
}

/* Tables are taken up before anybody can ask for them. */
static bool resume(struct server *server, char why[SERVER_WHY])
{
    if (!lobby_start(server->lobby)) {
        snprintf(why, SERVER_WHY, "the tables can't be read: %s",
                 store_why(server->store));
        return false;
    }
    lap_wrote(server->lap, timekeeper_note(server));
    if (!server_commit_wait(server)) {
        snprintf(why, SERVER_WHY, "the store can't be written: %s",
                 store_why(server->store));
        return false;
    }
    upkeep_tick(server, server_now(server)); /* is there room on the disk? */
    peers_begin(server);
    return true;
}

struct server *server_open(const struct server_config *config,
                           char why[SERVER_WHY])
{
    struct server *server = calloc(1, sizeof *server);
    if (!server) {
        snprintf(why, SERVER_WHY, "out of memory");
        return NULL;
    }
    server->config = *config;
    server->started_us = clock_us();
    if (!fair_init()) {
        snprintf(why, SERVER_WHY, "the cryptography can't be set up");
    } else if (open_store(server, why) && read_key(server, why) &&
               peers_open(server, why) && timekeeper_start(server, why) &&
               open_parts(server, why) && resume(server, why)) {
        log_line(config->log, LOG_LEVEL_INFO, "tables taken up: %u",
                 server->counts.tables);
        return server;
    }
    server_close(server);
    return NULL;
}

unsigned server_port(const struct server *server)
{
    return net_port(server->net);
}

bool server_run(struct server *server)
{
    net_run(server->net);
    return !server->down;
}

void server_close(struct server *server)
{
    if (!server)
        return;
    /* First who might wake the loop, then the loop, then what it uses. */
    if (server->programs)
        programs_free(server->programs);
    server->programs = NULL;
    thinkers_free(server->thinkers);
    server->thinkers = NULL;
    thoughts_free(server);
    server->draining = true;
    if (server->lap)
        lap_drop_replies(server->lap);
    waiting_free(server->waiting);
    peers_close(server);
    /* A commit that is over wakes the loop. */
    if (server->lap && lap_is_flying(server->lap))
        (void)store_commit_wait(server->store);
    if (server->net)
        net_close(server->net);
    lobby_free(server->lobby);
    lap_free(server->lap);
    sessions_free(server->sessions);
    free(server->guesses);
    free(server->spoken);
    free(server->upkeep);
    if (server->store)
        store_close(server->store);
    free(server);
}
