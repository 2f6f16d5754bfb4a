/* The end of a lap: everything that happened is written down in one batch, and
 * then told. If it can't be written it has not happened: tables go back to what
 * is durable, and who asked is told so. */
#include "server/lap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "base/grow.h"
#include "server/answer.h"
#include "server/lobby.h"
#include "server/programs.h"
#include "server/replay.h"
#include "server/summary.h"
#include "server/timekeeper.h"
#include "server/upkeep.h"
#include "server/watch.h"

#define KEEP (1U << 20) /* bytes of memory that stay for the next lap */
#define RETRY_MS 500

struct event_text {
    struct lobby_table *table;
    uint64_t seq;
    uint32_t size;
    bool move;
    size_t at;
};

struct parcel {
    struct session *session; /* NULL: gone */
    size_t text;
    bool safe; /* true whatever becomes of the lap */
};

/* How much of a lap there was at some moment. */
struct lap_extent {
    size_t events;
    size_t writes;
    size_t parcels;
};

/* Texts are a number of bytes and then the bytes. */
struct lap {
    struct server *server;
    struct buffer event_bytes;
    struct event_text *event;
    size_t events, event_room;
    struct buffer text_bytes;
    struct parcel *parcel;
    size_t parcels, parcel_room;
    struct lap_question *question; /* answered */
    size_t questions, question_room;
    struct lap_question open; /* being carried out; without a session: none */
    struct lap_extent open_since; /* the lap when that began */
    struct lobby_table *touched;
    size_t writes; /* into the store's batch, by hand */
    bool failed;   /* something did not fit into memory, or the batch */
    bool busy;     /* telling: no commit inside of it */
};

struct lap *lap_new(struct server *server)
{
    struct lap *lap = calloc(1, sizeof *lap);

    if (!lap)
        return NULL;
    lap->server = server;
    lap->event_bytes = buffer_growing();
    lap->text_bytes = buffer_growing();
    return lap;
}

void lap_free(struct lap *lap)
{
    if (!lap)
        return;
    buffer_free(&lap->event_bytes);
    buffer_free(&lap->text_bytes);
    free(lap->event);
    free(lap->parcel);
    free(lap->question);
    free(lap);
}

/* Room for one more in a list; false, and the lap has failed, without. */
static bool one_more(struct lap *lap, void *list, size_t count, size_t *room,
                     size_t size)
{
    if (grow(list, count, room, size))
        return true;
    lap->failed = true;
    return false;
}

/* ---- What happens ------------------------------------------------------ */

void lap_touch(struct lap *lap, struct lobby_table *table)
{
    if (table->touched)
        return;
    table->touched = true;
    table->next_touched = lap->touched;
    lap->touched = table;
}

void lap_untouch(struct lap *lap, struct lobby_table *table)
{
    struct lobby_table **at = &lap->touched;

    while (*at && *at != table)
        at = &(*at)->next_touched;
    if (*at)
        *at = table->next_touched;
    table->touched = false;
    table->next_touched = NULL;
}

static bool is_plain_move(const struct table_event *event)
{
    return event->type == TABLE_EVENT_MOVE || event->type == TABLE_EVENT_CHANCE;
}

void lap_event(struct lap *lap, struct lobby_table *table,
               const struct table_event *event)
{
    char text[TABLE_EVENT];
    size_t size = table_event_print(event, table->table->deck, text);

    lap_touch(lap, table);
    if (!table->at_once || !is_plain_move(event))
        table->changed = true;
    if (event->type == TABLE_EVENT_SNAPSHOT)
        table->snapshot = event->seq;
    if (!one_more(lap, (void *)&lap->event, lap->events, &lap->event_room,
                  sizeof *lap->event))
        return;
    table->cost += size;
    lap->event[lap->events++] = (struct event_text){
        .table = table,
        .seq = event->seq,
        .size = (uint32_t)size,
        .move = event->type == TABLE_EVENT_MOVE,
        .at = lap->event_bytes.size,
    };
    buffer_add(&lap->event_bytes, text, size);
}

bool lap_has_events(const struct lap *lap)
{
    return lap->events;
}

void lap_wrote(struct lap *lap, enum store_status status)
{
    lap->writes++;
    if (status != STORE_OK)
        lap->failed = true;
}

bool lap_has_written(const struct lap *lap)
{
    return lap->writes;
}

static void add_question(struct lap *lap, const struct lap_question *question)
{
    if (one_more(lap, (void *)&lap->question, lap->questions,
                 &lap->question_room, sizeof *lap->question))
        lap->question[lap->questions++] = *question;
}

void lap_open(struct lap *lap, const struct lap_question *question)
{
    assert(!lap->open.session);
    lap->open = *question;
    lap->open.safe = true;
    lap->open_since = (struct lap_extent){
        .events = lap->events,
        .writes = lap->writes,
        .parcels = lap->parcels,
    };
}

void lap_unsafe(struct lap *lap)
{
    lap->open.safe = false;
}

/* The text written since then is the answer. */
static void seal(struct lap *lap, size_t begin,
                 const struct lap_question *question)
{
    for (size_t i = begin; i < lap->parcels; i++)
        lap->parcel[i].safe = question->safe;
    add_question(lap, question);
}

void lap_close(struct lap *lap, const struct lobby_table *table)
{
    struct lap_question question = lap->open;
    const struct lap_extent *since = &lap->open_since;

    memset(&lap->open, 0, sizeof lap->open);
    if (!question.session) /* put off, or refused as not saved */
        return;
    question.safe = question.safe && lap->events == since->events &&
                    lap->writes == since->writes && !(table && table->touched);
    seal(lap, since->parcels, &question);
}

void lap_put_off(struct lap *lap)
{
    lap->open.session = NULL;
}

size_t lap_late_begin(const struct lap *lap)
{
    return lap->parcels;
}

void lap_late_end(struct lap *lap, size_t begin,
                  const struct lap_question *question)
{
    seal(lap, begin, question);
}

size_t lap_text(struct lap *lap, const char *text, size_t size)
{
    size_t at = lap->text_bytes.size;

    buffer_add(&lap->text_bytes, (const char *)&size, sizeof size);
    buffer_add(&lap->text_bytes, text, size);
    return at;
}

void lap_send(struct lap *lap, struct session *session, size_t text)
{
    if (!one_more(lap, (void *)&lap->parcel, lap->parcels, &lap->parcel_room,
                  sizeof *lap->parcel))
        return;
    lap->parcel[lap->parcels++] = (struct parcel){session, text, false};
}

void lap_say(struct lap *lap, struct session *session, const char *text,
             size_t size)
{
    lap_send(lap, session, lap_text(lap, text, size));
}

void lap_forget(struct lap *lap, const struct session *session)
{
    /* None ends while what it asked is being done. */
    assert(lap->open.session != session);
    for (size_t i = 0; i < lap->parcels; i++)
        if (lap->parcel[i].session == session)
            lap->parcel[i].session = NULL;
    for (size_t i = 0; i < lap->questions; i++)
        if (lap->question[i].session == session)
            lap->question[i].session = NULL;
}

size_t lap_mark(const struct lap *lap)
{
    return lap->events;
}

void lap_rewind(struct lap *lap, size_t mark)
{
    lap->events = mark;
}

void lap_visit(const struct lap *lap, const struct lobby_table *table,
               store_event_visit *visit, void *context)
{
    for (size_t i = 0; i < lap->events; i++) {
        const struct event_text *event = &lap->event[i];

        if (event->table == table &&
            !visit(context, event->seq, lap->event_bytes.data + event->at,
                   event->size))
            return;
    }
}

/* ---- Making it durable ------------------------------------------------- */

/* Games that ended in this lap. */
static enum store_status write_records(struct lap *lap)
{
    enum store_status status = STORE_OK;

    for (struct lobby_table *table = lap->touched; table && status == STORE_OK;
         table = table->next_touched)
        if (table->revealed)
            status = replay_record(table);
    return status;
}

/* What a snapshot amounts to need not be kept twice. The records of games that
 * ended in this lap come from what is still there. */
static enum store_status drop_old_events(struct lap *lap)
{
    enum store_status status = STORE_OK;

    for (struct lobby_table *table = lap->touched; table && status == STORE_OK;
         table = table->next_touched)
        if (table->snapshot)
            status = store_trim(lap->server->store, table->id, table->snapshot);
    return status;
}

static enum store_status write_events(struct lap *lap)
{
    struct store *store = lap->server->store;
    enum store_status status;

    for (size_t i = 0; i < lap->events; i++) {
        const struct event_text *event = &lap->event[i];

        status = store_append(store, event->table->id, event->seq,
                              lap->event_bytes.data + event->at, event->size);

        if (status != STORE_OK)
            return status;
    }
    status = drop_old_events(lap);
    return status == STORE_OK ? write_records(lap) : status;
}

/* What lists show of tables, after their events. */
static enum store_status write_summaries(struct lap *lap)
{
    enum store_status status = STORE_OK;

    for (struct lobby_table *table = lap->touched; table && status == STORE_OK;
         table = table->next_touched)
        if (table->changed && table->table)
            status = summary_write(table);
    return status;
}

static enum store_status save(struct lap *lap)
{
    struct server *server = lap->server;
    uint64_t before = clock_us();
    enum store_status status = STORE_FAILED;

    if (!lap->failed && !lap->event_bytes.failed)
        status = write_events(lap);
    if (status == STORE_OK)
        status = timekeeper_note_sometimes(server);
    if (status == STORE_OK)
        status = write_summaries(lap);
    if (status == STORE_OK)
        status = store_commit(server->store);
    else
        store_rollback(server->store);
    histogram_add(&server->counts.commit, clock_us() - before);
    if (status != STORE_OK) {
        server->counts.commits_failed++;
        return status;
    }
    server->counts.commits++;
    server->counts.events += lap->events;
    for (size_t i = 0; i < lap->events; i++)
        server->counts.moves += lap->event[i].move;
    return STORE_OK;
}

static void forget_events(struct lap *lap)
{
    lap->events = 0;
    lap->open_since.events = 0;
    lap->open_since.writes = 0;
    lap->writes = 0;
    lap->failed = false;
    if (lap->event_bytes.room > KEEP)
        buffer_free(&lap->event_bytes);
    buffer_clear(&lap->event_bytes);
}

static struct lobby_table *next_touched(struct lap *lap)
{
    struct lobby_table *table = lap->touched;

    if (table) {
        lap->touched = table->next_touched;
        table->next_touched = NULL;
        table->touched = false;
    }
    return table;
}

static void send_texts(struct lap *lap)
{
    uint64_t now = clock_us();

    for (size_t i = 0; i < lap->parcels; i++) {
        const struct parcel *parcel = &lap->parcel[i];
        size_t size;

        if (!parcel->session)
            continue;
        if (lap->text_bytes.failed) {
            /* A client that gets only a part would never know. */
            net_end(parcel->session->socket, 1013, "out of memory");
            continue;
        }
        memcpy(&size, lap->text_bytes.data + parcel->text, sizeof size);
        net_send(parcel->session->socket,
                 lap->text_bytes.data + parcel->text + sizeof size, size);
    }
    for (size_t i = 0; i < lap->questions; i++) {
        const struct lap_question *question = &lap->question[i];

        if (!question->session)
            continue;
        histogram_add(&lap->server->counts.answer, now - question->us);
        if (question->move)
            histogram_add(&lap->server->counts.move_answer, now - question->us);
    }
    lap->parcels = 0;
    lap->open_since.parcels = 0;
    lap->questions = 0;
    if (lap->text_bytes.room > KEEP)
        buffer_free(&lap->text_bytes);
    buffer_clear(&lap->text_bytes);
}

static void tell(struct lobby_table *table)
{
    table->made = false;
    table->snapshot = 0;
    table->changed = false;
    if (table->cost)
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
static void settle(struct lap *lap)
{
    struct lobby_table *first = lap->touched;
    struct lobby_table *next;

    for (struct lobby_table *table = first; table; table = table->next_touched)
        tell(table);
    send_texts(lap);
    lap->touched = NULL;
    for (struct lobby_table *table = first; table; table = next) {
        next = table->next_touched;
        table->next_touched = NULL;
        table->touched = false;
        watch_presence(table);
        lobby_serve(table);
    }
}

/* ---- When it can't be written ------------------------------------------ */

static void take_back(struct lap *lap)
{
    struct lobby_table *table;

    forget_events(lap);
    while ((table = next_touched(lap))) {
        watch_drop(table);
        table->revealed = false;
        table->snapshot = 0;
        table->changed = false;
        table->at_once = false;
        table->cost = 0;
        lobby_put_away(table);
        if (table->made)
            lobby_forget(table);
    }
}

/* Only what is true all the same stays to be said. */
static void drop_unsafe(struct lap *lap)
{
    size_t kept = 0;

    for (size_t i = 0; i < lap->parcels; i++)
        if (lap->parcel[i].safe)
            lap->parcel[kept++] = lap->parcel[i];
    lap->parcels = kept;
    lap->open_since.parcels = kept;
}

static void tell_not_saved(struct lap *lap)
{
    lap->open.safe = false;
    if (lap->open.session)
        add_question(lap, &lap->open);
    lap->open.session = NULL;
    drop_unsafe(lap);
    for (size_t i = 0; i < lap->questions; i++) {
        const struct lap_question *question = &lap->question[i];

        if (question->session && !question->safe)
            answer_error(question->session, question->id,
                         &(struct answer_error){.error = SERVER_E_NOT_SAVED});
    }
}

static void go_down(struct server *server)
{
    log_line(server->config.log, LOG_LEVEL_ERROR,
             "the store fails, nothing is accepted: %s",
             store_why(server->store));
    server->down = true;
    server->down_since = server_now(server);
    server->retry_at = server->down_since + RETRY_MS;
    answer_notice(server, "store-down",
                  "the server can't save the game right now: please wait");
}

static void give_up(struct lap *lap, enum store_status status)
{
    struct server *server = lap->server;

    take_back(lap);
    tell_not_saved(lap);
    if (status == STORE_CONFLICT)
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "somebody else writes into this store: %s",
                 store_why(server->store));
    if (!server->down)
        go_down(server);
    send_texts(lap);
}

void lap_check(struct lap *lap)
{
    struct server *server = lap->server;

    if (server->down || lap->busy || lap->events || lap->writes ||
        lap->failed || lap->touched)
        return;
    if (store_commit(server->store) != STORE_OK) {
        go_down(server);
        send_texts(lap);
    }
}

void lap_retry(struct lap *lap)
{
    struct server *server = lap->server;
    uint64_t now = server_now(server);

    if (store_put(server->store, "probe", &now, sizeof now) != STORE_OK ||
        store_commit(server->store) != STORE_OK) {
        store_rollback(server->store);
        server->retry_at = now + RETRY_MS;
        return;
    }
    server->down = false;
    log_line(server->config.log, LOG_LEVEL_INFO,
             "the store is back after %llu ms",
             (unsigned long long)(now - server->down_since));
    answer_notice(server, "store-up", "the server can save again: go on");
    lobby_reload_all(server->lobby);
    server_commit(server);
}

bool server_commit(struct server *server)
{
    struct lap *lap = server->lap;
    bool saved = true;

    assert(!lap->busy);
    lap->busy = true;
    for (;;) { /* each round has fewer to send away */
        if (lap->events || lap->writes || lap->failed) {
            enum store_status status = save(lap);

            if (status != STORE_OK) {
                give_up(lap, status);
                saved = false;
            } else {
                forget_events(lap);
            }
        }
        if (!saved || (!lap->events && !lap->touched))
            break;
        settle(lap);
    }
    send_texts(lap);
    lap->busy = false;
    return saved;
}
