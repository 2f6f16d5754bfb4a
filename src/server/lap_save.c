/* What happens is *collected*, then *saved*, then *told*.
 *
 * A load is what was collected together: events, and the texts that may go out
 * once those are durable. There are two of them. One is being collected, in laps
 * of the loop, as many as come while the store is busy. The other is away: its
 * events are with the store, which saves them without keeping the loop waiting
 * (store_commit_begin()), and comes back to be told. Then the next one takes
 * off at once, so that under load a commit has all that came during the one
 * before.
 *
 * Who waits for what:
 * - A table with events that are not durable is *unsaved*. At the end of the lap
 *   in which they came it is *saving*, and from then on nothing happens to it:
 *   requests wait in a queue (waiting.c), and so do bots' answers, its clock and
 *   who comes and goes. So a table that is told of is exactly what was saved.
 * - A text is *safe* if it is true whatever becomes of the load. Safe ones go
 *   out at the end of their lap; the others stay with the load. A connection is
 *   answered in order: behind an answer that has to stay, everything stays.
 * - Nothing is read from the store while it saves. What would have to read waits
 *   in the same queue.
 *
 * If a load can't be saved it has not happened, and neither has what was
 * collected behind it: tables go back to what is durable, and whoever asked is
 * told so. */
#include "server/lap_parts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "server/answer.h"
#include "server/peers.h"
#include "server/replay.h"
#include "server/rest.h"
#include "server/summary.h"
#include "server/timekeeper.h"
#include "server/upkeep.h"
#include "server/waiting.h"
#include "server/watch.h"

#define KEEP (1U << 20) /* bytes of memory that stay for the next load */
#define RETRY_MS 500

/* ---- Saving ------------------------------------------------------------ */

/* Games that ended in this load. */
static enum store_status write_records(struct lap *lap)
{
    enum store_status status = STORE_OK;
    for (struct lobby_table *table = lap->now.touched;
         table && status == STORE_OK; table = table->next_touched)
        if (table->revealed)
            status = replay_record(table);
    return status;
}

/* What a snapshot amounts to need not be kept twice. The records of games that
 * ended in this load come from what is still there. */
static enum store_status drop_old_events(struct lap *lap)
{
    enum store_status status = STORE_OK;
    for (struct lobby_table *table = lap->now.touched;
         table && status == STORE_OK; table = table->next_touched)
        if (table->snapshot)
            status = store_trim(lap->server->store, table->id, table->snapshot);
    return status;
}

/* What time has done is kept only if time is still our business. */
static enum store_status write_owners(struct lap *lap)
{
    enum store_status status = STORE_OK;
    for (struct lobby_table *table = lap->now.touched;
         table && status == STORE_OK; table = table->next_touched)
        if (table->by_time && table->unsaved)
            status = store_as_owner(lap->server->store, table->id);
    return status;
}

static enum store_status write_events(struct lap *lap)
{
    struct store *store = lap->server->store;
    const struct load *load = &lap->now;
    enum store_status status;
    for (size_t i = 0; i < load->events; i++) {
        const struct event_text *event = &load->event[i];
        status = store_append(store, event->table->id, event->seq,
                              load->event_bytes.data + event->at, event->size);

        if (status != STORE_OK)
            return status;
    }
    status = drop_old_events(lap);
    if (status == STORE_OK)
        status = write_owners(lap);
    return status == STORE_OK ? write_records(lap) : status;
}

/* The code that a table has by what is about to be saved, or "". */
static const char *code_of(const struct lobby_table *table)
{
    return table->table->phase == TABLE_OPEN ? table->spoken : "";
}

/* A table that waits has a code of its own among all servers. */
static enum store_status write_code(struct lobby_table *table)
{
    struct store *store = table->server->store;
    const char *code = code_of(table);
    enum store_status status = STORE_OK;
    if (!table->server->peers || strcmp(code, table->claimed) == 0)
        return STORE_OK;
    char name[sizeof "code/" + TABLE_SPOKEN];
    if (table->claimed[0]) {
        snprintf(name, sizeof name, "code/%s", table->claimed);
        status = store_claim(store, name, table->id, "", 0);
    }
    if (code[0] && status == STORE_OK) {
        snprintf(name, sizeof name, "code/%s", code);
        status =
            store_claim(store, name, table->id, table->id, strlen(table->id));
    }
    return status;
}

static enum store_status write_summary(struct lobby_table *table)
{
    enum store_status status = write_code(table);
    return status == STORE_OK ? summary_write(table) : status;
}

/* What lists show of tables, after their events. */
static enum store_status write_summaries(struct lap *lap)
{
    enum store_status status = STORE_OK;
    for (struct lobby_table *table = lap->now.touched;
         table && status == STORE_OK; table = table->next_touched)
        if (table->changed && table->table)
            status = write_summary(table);
    return status;
}

/* All of the load into the store's batch. */
static enum store_status fill_batch(struct lap *lap)
{
    enum store_status status = STORE_FAILED;
    if (!lap->now.failed && !lap->now.event_bytes.failed)
        status = write_events(lap);
    if (status == STORE_OK)
        status = timekeeper_note_sometimes(lap->server);
    if (status == STORE_OK)
        status = write_summaries(lap);
    return status;
}

static bool has_to_save(const struct load *load)
{
    return load->events || load->writes || load->failed;
}

/* From the store's thread. */
static void wake(void *context)
{
    const struct server *server = context;
    net_wake(server->net);
}

static void begin_commit(struct lap *lap)
{
    lap->flying = true;
    lap->began_us = clock_us();
    store_commit_begin(lap->server->store, wake, lap->server);
}

/* The load leaves for the store; or it can't, and is given up. */
static enum store_status take_off(struct lap *lap)
{
    enum store_status status = fill_batch(lap);
    struct load empty = lap->away;
    if (status != STORE_OK) {
        store_rollback(lap->server->store);
        lap->server->counts.commits_failed++;
        return status;
    }
    for (struct lobby_table *table = lap->now.touched; table;
         table = table->next_touched)
        table->saving = true;
    lap->away = lap->now;
    lap->now = empty;
    begin_commit(lap);
    return STORE_OK;
}

/* ---- Telling ----------------------------------------------------------- */

static void forget_events(struct load *load)
{
    load->events = 0;
    load->writes = 0;
    load->failed = false;
    if (load->event_bytes.room > KEEP)
        buffer_free(&load->event_bytes);
    buffer_clear(&load->event_bytes);
}

static void forget_texts(struct load *load)
{
    if (load->text_bytes.room > KEEP)
        buffer_free(&load->text_bytes);
    buffer_clear(&load->text_bytes);
}

static void send_one(const struct load *load, const struct parcel *parcel)
{
    if (!parcel->session)
        return;
    if (load->text_bytes.failed) {
        /* A client that gets only a part would never know. */
        net_end(parcel->session->socket, 1013, "out of memory");
        return;
    }
    size_t size;
    memcpy(&size, load->text_bytes.data + parcel->text, sizeof size);
    net_send(parcel->session->socket,
             load->text_bytes.data + parcel->text + sizeof size, size);
}

static void count_answer(struct server *server,
                         const struct lap_question *question, uint64_t now)
{
    if (!question->session)
        return;
    histogram_add(&server->counts.answer, now - question->us);
    if (question->move)
        histogram_add(&server->counts.move_answer, now - question->us);
}

/* Whether it was said of a table that was left out, or of several of which one
 * was: then it is not true. */
static bool is_void(const struct load *load, const struct parcel *parcel)
{
    return load->left_out && !parcel->safe &&
           (parcel->table ? parcel->table->left_out : parcel->answer);
}

/* Whether its answer is not true because a table was left out: that table, or
 * for an answer about many any. */
static bool is_void_question(const struct load *load,
                             const struct lap_question *question)
{
    return load->left_out && question->session && !question->safe &&
           (!question->table || question->table->left_out);
}

/* All texts of a load that is durable. */
static void send_all(struct lap *lap, struct load *load)
{
    uint64_t now = clock_us();
    for (size_t i = 0; i < load->parcels; i++) {
        if (!is_void(load, &load->parcel[i]))
            send_one(load, &load->parcel[i]);
        if (load->parcel[i].session)
            load->parcel[i].session->owed = false;
    }
    for (size_t i = 0; i < load->questions; i++)
        if (!is_void_question(load, &load->question[i]))
            count_answer(lap->server, &load->question[i], now);
    load->parcels = 0;
    load->questions = 0;
    forget_texts(load);
}

/* Whether the parcel has to stay with its load; and then who has to wait. */
static bool must_stay(const struct parcel *parcel)
{
    struct session *session = parcel->session;
    if (!session || (parcel->safe && !session->owed))
        return false;
    session->owed = session->owed || parcel->answer;
    return true;
}

/* Texts that went out make room: while the store is slow, those of many laps may
 * come together behind one that has to stay. */
static void pack_texts(struct load *load)
{
    struct buffer packed = buffer_growing();
    size_t from = SIZE_MAX;
    size_t to = 0;
    if (load->text_bytes.size <= KEEP || load->text_bytes.failed)
        return;
    for (size_t i = 0; i < load->parcels; i++) {
        struct parcel *parcel = &load->parcel[i];
        const char *text = load->text_bytes.data + parcel->text;
        size_t size;
        if (parcel->text != from) {
            from = parcel->text;
            to = packed.size;
            memcpy(&size, text, sizeof size);
            buffer_add(&packed, text, sizeof size + size);
        }
        parcel->text = to;
    }
    buffer_free(&load->text_bytes);
    load->text_bytes = packed;
}

/* What is true whatever becomes of the load need not wait for it. */
static void send_safe(struct lap *lap)
{
    struct load *load = &lap->now;
    uint64_t now = clock_us();
    size_t kept = 0;
    for (size_t i = 0; i < load->parcels; i++)
        if (must_stay(&load->parcel[i]))
            load->parcel[kept++] = load->parcel[i];
        else
            send_one(load, &load->parcel[i]);
    load->parcels = kept;
    kept = 0;
    for (size_t i = 0; i < load->questions; i++) {
        const struct lap_question *question = &load->question[i];
        if (question->session && (!question->safe || question->session->owed))
            load->question[kept++] = *question;
        else
            count_answer(lap->server, question, now);
    }
    load->questions = kept;
    if (load->parcels)
        pack_texts(load);
    else
        forget_texts(load);
}

static void tell(struct lobby_table *table)
{
    if (table->unsaved) {
        peers_saved(table);
        if (table->changed)
            snprintf(table->claimed, sizeof table->claimed, "%s",
                     code_of(table));
    }
    table->unsaved = false;
    table->saving = false;
    table->made = false;
    table->snapshot = 0;
    table->changed = false;
    table->by_time = false;
    if (table->cost >= UPKEEP_PART || table->about.phase == TABLE_CLOSED)
        upkeep_charge(table);
    if (table->revealed)
        table->server->counts.finished++;
    table->revealed = false;
    if (table->table)
        table->seq = table->table->seq;
    watch_flush(table);
}

/* Durable events are sent before anything else can happen: a person who was
 * removed leaves a seat, which is an event again. */
static void settle(struct lap *lap, struct lobby_table *first)
{
    for (struct lobby_table *table = first; table; table = table->next_touched)
        tell(table);
    send_safe(lap);
    struct lobby_table *next;
    for (struct lobby_table *table = first; table; table = next) {
        next = table->next_touched;
        table->next_touched = NULL;
        table->touched = false;
        watch_presence(table);
        lobby_serve(table);
    }
}

/* Those that have nothing to be saved. Each round has fewer to send away. */
static void settle_touched(struct lap *lap)
{
    for (;;) {
        struct lobby_table *first = NULL;
        struct lobby_table **at = &lap->now.touched;
        while (*at) {
            struct lobby_table *table = *at;
            if (table->unsaved) {
                at = &table->next_touched;
                continue;
            }
            *at = table->next_touched;
            table->next_touched = first;
            first = table;
        }
        if (!first)
            return;
        settle(lap, first);
    }
}

static void count_saved(struct lap *lap)
{
    struct server_counts *counts = &lap->server->counts;
    const struct load *load = &lap->away;
    counts->commits++;
    for (size_t i = 0; i < load->events; i++)
        counts->events += !load->event[i].table->left_out;
    for (size_t i = 0; i < load->events; i++)
        counts->moves += load->event[i].move && !load->event[i].table->left_out;
}

/* What happened to the table in its load did not. */
static void give_back(struct lobby_table *table)
{
    watch_drop(table);
    table->next_touched = NULL;
    table->touched = false;
    table->unsaved = false;
    table->saving = false;
    table->revealed = false;
    table->snapshot = 0;
    table->changed = false;
    table->by_time = false;
    table->at_once = false;
    table->cost = 0;
}

/* Tables about which somebody else was first: they go out of the load, into a
 * list of their own. */
static struct lobby_table *take_left_out(struct lap *lap)
{
    struct server *server = lap->server;
    struct lobby_table **at = &lap->away.touched;
    struct lobby_table *first = NULL;
    const char *id = NULL;
    while ((id = store_left_out(server->store, id))) {
        struct lobby_table *table = lobby_find(server->lobby, id);
        if (table)
            table->left_out = true;
    }
    while (*at) {
        struct lobby_table *table = *at;
        if (!table->left_out) {
            at = &table->next_touched;
            continue;
        }
        *at = table->next_touched;
        table->next_touched = first;
        first = table;
    }
    return first;
}

/* The last first, because each goes to the front of the queue. A hint is not
 * asked for again: it would be another one. */
static void ask_again(struct lap *lap, struct load *load)
{
    for (size_t i = load->questions; i-- > 0;) {
        const struct lap_question *question = &load->question[i];
        if (!is_void_question(load, question))
            continue;
        if (question->size == 0)
            answer_error(question->session, question->id,
                         &(struct answer_error){.error = SERVER_E_BUSY});
        else
            waiting_put_first(question->session,
                              load->asked.data + question->at, question->size,
                              question->us);
    }
    for (size_t i = load->replies; i-- > 0;)
        if (load->reply[i].table && load->reply[i].table->left_out) {
            waiting_put_request_first(lap->server, load->reply[i].request);
            load->reply[i].request = NULL;
        }
}

/* What others have written is read, and then whoever asked is judged by it. */
static void start_over(struct lobby_table *first)
{
    struct lobby_table *next;
    for (struct lobby_table *table = first; table; table = next) {
        next = table->next_touched;
        table->server->counts.conflicts++;
        give_back(table);
        table->left_out = false;
        /* A code that somebody else has could be why. */
        if (strcmp(table->spoken, table->claimed) != 0)
            lobby_take_code(table);
        if (table->made)
            lobby_forget(table);
        else
            lobby_read_again(table);
    }
}

/* The load is durable. */
static void arrive(struct lap *lap)
{
    struct load *load = &lap->away;
    struct lobby_table *left_out = take_left_out(lap);
    struct lobby_table *first = load->touched;
    load->left_out = left_out;
    count_saved(lap);
    forget_events(load);
    load->touched = NULL;
    if (left_out)
        ask_again(lap, load);
    while (load->replies) {
        struct net_request *request = load->reply[--load->replies].request;
        if (request)
            net_release(request);
    }
    send_all(lap, load);
    load->left_out = false;
    buffer_clear(&load->asked);
    start_over(left_out);
    settle(lap, first);
}

/* ---- When it can't be saved -------------------------------------------- */

static struct lobby_table *next_touched(struct load *load)
{
    struct lobby_table *table = load->touched;
    if (table) {
        load->touched = table->next_touched;
        table->next_touched = NULL;
        table->touched = false;
    }
    return table;
}

static void take_back(struct load *load)
{
    forget_events(load);
    struct lobby_table *table;
    while ((table = next_touched(load))) {
        table->doubtful = table->doubtful || table->unsaved;
        give_back(table);
        lobby_put_away(table);
        if (table->made)
            lobby_forget(table);
    }
}

/* Only what is true all the same stays to be said. */
static void drop_unsafe(struct load *load)
{
    size_t kept = 0;
    for (size_t i = 0; i < load->parcels; i++)
        if (load->parcel[i].safe)
            load->parcel[kept++] = load->parcel[i];
        else if (load->parcel[i].session)
            load->parcel[i].session->owed = false;
    load->parcels = kept;
}

/* The questions are kept by the caller meanwhile, for these are answers, too. */
static void answer_not_saved(const struct lap_question *question, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (question[i].session && !question[i].safe)
            answer_error(question[i].session, question[i].id,
                         &(struct answer_error){.error = SERVER_E_NOT_SAVED});
}

static void tell_not_saved(struct lap *lap, struct load *load)
{
    size_t count = load->questions;
    drop_unsafe(load);
    if (load == &lap->away)
        send_all(lap, load); /* which were held behind others */
    answer_not_saved(load->question, count);
    load->questions = 0;
    buffer_clear(&load->asked);
    while (load->replies) {
        struct net_request *request = load->reply[--load->replies].request;
        rest_refuse_error(lap->server, request, SERVER_E_NOT_SAVED, "", "");
        net_release(request);
    }
}

/* The reason may change while the save is tried again. */
static void log_why(struct lap *lap)
{
    const struct server *server = lap->server;
    if (strcmp(lap->why, store_why(server->store)) == 0)
        return;
    memcpy(lap->why, store_why(server->store), sizeof lap->why);
    log_line(server->config.log, LOG_LEVEL_ERROR,
             "the store fails, nothing is accepted: %s", lap->why);
}

static void go_down(struct server *server)
{
    server->lap->why[0] = 0;
    log_why(server->lap);
    server->down = true;
    server->down_since = server_now(server);
    server->retry_at = server->down_since + RETRY_MS;
    answer_notice(server, "store-down",
                  "the server can't save the game right now: please wait");
}

/* What was collected behind the load that failed goes with it: the store would
 * not take it either. */
static void give_up(struct lap *lap, enum store_status status)
{
    struct server *server = lap->server;
    store_rollback(server->store);
    for (struct load *load = &lap->away; load;
         load = load == &lap->away ? &lap->now : NULL) {
        take_back(load);
        tell_not_saved(lap, load);
    }
    if (status == STORE_CONFLICT)
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "somebody else writes into this store: %s",
                 store_why(server->store));
    if (!server->down)
        go_down(server);
}

void lap_check(struct lap *lap)
{
    struct server *server = lap->server;
    if (server->down || lap->busy || lap->flying || has_to_save(&lap->now) ||
        lap->now.touched)
        return;
    if (store_commit(server->store) != STORE_OK) {
        go_down(server);
        send_safe(lap);
    }
}

void lap_retry(struct lap *lap)
{
    struct server *server = lap->server;
    uint64_t now = server_now(server);
    server->retry_at = now + RETRY_MS;
    if (lap->flying)
        return;
    if (store_put(server->store, "probe", &now, sizeof now) != STORE_OK) {
        store_rollback(server->store);
        return;
    }
    lap->probing = true;
    begin_commit(lap);
    server_commit(server);
}

static void end_probe(struct lap *lap, enum store_status status)
{
    struct server *server = lap->server;
    uint64_t now = server_now(server);
    lap->probing = false;
    if (status != STORE_OK) {
        log_why(lap);
        return;
    }
    server->down = false;
    log_line(server->config.log, LOG_LEVEL_INFO,
             "the store is back after %llu ms",
             (unsigned long long)(now - server->down_since));
    answer_notice(server, "store-up", "the server can save again: go on");
    lobby_reload_all(server->lobby);
}

/* ---- The end of a lap -------------------------------------------------- */

/* The store is back from the commit; now all that waited for it can go on. */
static void land(struct lap *lap, enum store_status status)
{
    struct server_counts *counts = &lap->server->counts;
    lap->flying = false;
    for (struct lobby_table *table = lap->now.touched; table;
         table = table->next_touched)
        table->saving = false; /* it takes more along when it takes off */
    if (lap->probing) {
        end_probe(lap, status);
    } else {
        histogram_add(&counts->commit, clock_us() - lap->began_us);
        counts->commits_failed += status != STORE_OK;
        if (status == STORE_OK)
            arrive(lap);
        else
            give_up(lap, status);
    }
    (void)peers_run(lap->server);
    waiting_run(lap->server);
}

void server_commit(struct server *server)
{
    struct lap *lap = server->lap;
    assert(!lap->busy);
    lap->busy = true;
    enum store_status status;
    for (;;) {
        settle_touched(lap);
        if (lap->flying) {
            if (!store_commit_over(server->store, &status))
                break;
            land(lap, status);
        } else if (has_to_save(&lap->now)) {
            send_safe(lap);
            status = take_off(lap);
            if (status != STORE_OK)
                give_up(lap, status);
        } else {
            break;
        }
    }
    for (struct lobby_table *table = lap->now.touched; table;
         table = table->next_touched)
        table->saving = true;
    send_safe(lap);
    lap->busy = false;
}

bool server_commit_wait(struct server *server)
{
    struct lap *lap = server->lap;
    server_commit(server);
    while (lap->flying) {
        enum store_status status = store_commit_wait(server->store);
        lap->busy = true;
        land(lap, status);
        lap->busy = false;
        server_commit(server);
    }
    return !server->down;
}
