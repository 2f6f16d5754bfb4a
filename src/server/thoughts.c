/* Questions of tables and connections, and what becomes of them. */
#include "server/thoughts.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "net/http_text.h"
#include "server/lobby_parts.h"
#include "server/hint.h"

/* ---- Thinking ---------------------------------------------------------- */

/* What is left of its time; with none left every move is still tried once. */
static uint32_t limit_of(const struct thought *thought)
{
    uint64_t now = clock_us();
    if (!thought->until_us)
        return 0;
    uint64_t left_ms =
        now < thought->until_us ? (thought->until_us - now) / 1000 : 0;
    if (left_ms > TIO_MAX_THINK_MS)
        left_ms = TIO_MAX_THINK_MS;
    return left_ms > 0 ? (uint32_t)left_ms : 1;
}

static void think(struct thought *thought, bool (*go_on)(void *task),
                  void *task)
{
    const tio_budget budget = {
        .threads = 1,
        .limit_ms = limit_of(thought),
        .go_on = go_on,
        .context = task,
    };
    if (thought->kind == THOUGHT_HINT)
        tio_hint_of(&thought->view, thought->deck, &budget, &thought->random,
                    thought->advice);
    else
        thought->bot->choose(&thought->view, thought->deck, &budget,
                             &thought->random, &thought->move);
}

static void wake(void *context)
{
    const struct server *server = context;
    net_wake(server->net);
}

static void free_one(void *context, struct thought *thought)
{
    thought_free(context, thought);
}

bool thoughts_start(struct server *server)
{
    const struct thinkers_host host = {
        .context = server,
        .wake = wake,
        .think = think,
        .free = free_one,
    };
    server->thinkers = thinkers_new(&host, server->config.threads, server->key);
    return server->thinkers;
}

/* ---- One question ------------------------------------------------------ */

struct thought *thought_new(struct lobby_table *table, unsigned seat)
{
    struct thought *thought = calloc(1, sizeof *thought);
    if (!thought)
        return NULL;
    memcpy(thought->table, table->id, sizeof thought->table);
    thought->seat = (uint8_t)seat;
    thought->asked_us = clock_us();
    thought->deck = deck_hold(table->server->lobby->decks, table->table->deck);
    return thought;
}

/* From now on nobody knows of it. */
static void detach(struct thought *thought)
{
    if (thought->session)
        thought->session->hint = NULL;
    thought->session = NULL;
    if (!thought->entry)
        return;
    if (thought->before_there)
        thought->before_there->next_there = thought->next_there;
    else
        thought->entry->thoughts = thought->next_there;
    if (thought->next_there)
        thought->next_there->before_there = thought->before_there;
    thought->entry = NULL;
    thought->next_there = NULL;
    thought->before_there = NULL;
}

void thought_free(struct server *server, struct thought *thought)
{
    detach(thought);
    deck_release(server->lobby->decks, thought->deck);
    free(thought->advice);
    free(thought);
}

enum thinkers_room thought_ask(struct lobby_table *table,
                               struct thought *thought)
{
    enum thinkers_room room = thinkers_ask(table->server->thinkers, thought);
    if (room != THINKERS_ROOM)
        return room;
    thought->entry = table;
    thought->before_there = NULL;
    thought->next_there = table->thoughts;
    if (thought->next_there)
        thought->next_there->before_there = thought;
    table->thoughts = thought;
    return room;
}

void thought_drop(struct thought *thought)
{
    struct server *server = thought->entry->server;
    if (thought->kind == THOUGHT_HINT)
        server->counts.hints_dropped++;
    else
        server->counts.thoughts_dropped++;
    detach(thought);
    if (thinkers_drop(server->thinkers, thought))
        thought_free(server, thought);
}

/* ---- Whose time -------------------------------------------------------- */

/* Where addresses are not counted all may have the same. */
static bool addresses_count(const struct server *server)
{
    return server->config.net.limits.connections_per_address;
}

struct thinker_of thinker_of_table(const struct lobby_table *table)
{
    struct thinker_of of = {0};
    memcpy(of.person, table->owner.key, sizeof of.person);
    if (addresses_count(table->server))
        memcpy(of.address, table->maker.key, sizeof of.address);
    return of;
}

struct thinker_of thinker_of_session(const struct session *session)
{
    struct thinker_of of = {0};
    memcpy(of.person, session->person.id, sizeof of.person);
    if (addresses_count(session->server))
        (void)address_key(net_address(session->socket), of.address);
    return of;
}

/* ---- Whether anybody still waits --------------------------------------- */

/* 0, or why not. */
static unsigned hint_fate(const struct lobby_table *entry,
                          const struct thought *thought)
{
    const struct table *table = entry->table;
    if (!table)
        return lobby_why_not(entry);
    if (table->phase != TABLE_PLAYING)
        return TABLE_E_NOT_PLAYING;
    if (table->seat[thought->seat].left)
        return TABLE_E_NOT_SEATED;
    return table->seat[thought->seat].question != thought->ticket
               ? TABLE_E_STALE
               : 0;
}

static bool is_wanted(const struct lobby_table *entry,
                      const struct thought *thought)
{
    if (!entry->table || entry->table->phase != TABLE_PLAYING)
        return false;
    const struct table_thought *open =
        &entry->table->seat[thought->seat].thought;
    return open->ticket == thought->ticket && !open->answered;
}

void thoughts_review(struct lobby_table *table)
{
    struct thought *next;
    for (struct thought *at = table->thoughts; at; at = next) {
        next = at->next_there;
        if (at->kind != THOUGHT_HINT) {
            if (!is_wanted(table, at))
                thought_drop(at);
            continue;
        }
        unsigned error = hint_fate(table, at);
        if (!error)
            continue;
        hint_refused(at, error);
        thought_drop(at);
    }
}

/* ---- What was thought out ---------------------------------------------- */

static bool is_being_saved(const struct server *server,
                           const struct thought *thought)
{
    const struct lobby_table *entry = lobby_find(server->lobby, thought->table);
    return entry && entry->saving;
}

/* Those that stayed, and behind them those that are new. */
static struct thought *all_done(struct server *server)
{
    struct thought *first = server->late_thoughts;
    struct thought **end = &first;
    server->late_thoughts = NULL;
    while (*end)
        end = &(*end)->next;
    *end = thinkers_done(server->thinkers);
    return first;
}

void thoughts_free(struct server *server)
{
    struct thought *thought;
    while ((thought = server->late_thoughts)) {
        server->late_thoughts = thought->next;
        thought_free(server, thought);
    }
}

void thoughts_take(struct server *server)
{
    struct thought *done = all_done(server);
    struct thought **late = &server->late_thoughts;
    struct thought *decisions = NULL;
    struct thought **last = &decisions;
    while (done) {
        struct thought *next = done->next;
        if (atomic_load(&done->dropped)) {
            thought_free(server, done);
        } else if (is_being_saved(server, done)) {
            done->next = NULL;
            *late = done;
            late = &done->next;
        } else if (done->kind == THOUGHT_HINT) {
            hint_given(done);
            thought_free(server, done);
        } else {
            detach(done);
            done->next = NULL;
            *last = done;
            last = &done->next;
        }
        done = next;
    }
    lobby_thought(server->lobby, decisions);
}
