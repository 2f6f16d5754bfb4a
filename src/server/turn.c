/* The end of a turn: everything that happened is written down in one batch, and
 * then told. If it can't be written it has not happened: tables go back to what
 * is durable, and who asked is told so. */
#include "server/turn.h"

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

#define KEEP (1U << 20) /* bytes of memory that stay for the next turn */
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
    bool safe; /* true whatever becomes of the turn */
};

/* How much of a turn there was at some moment. */
struct turn_extent {
    size_t events;
    size_t writes;
    size_t parcels;
};

/* Texts are a number of bytes and then the bytes. */
struct turn {
    struct server *server;
    struct buffer event_bytes;
    struct event_text *event;
    size_t events, event_room;
    struct buffer text_bytes;
    struct parcel *parcel;
    size_t parcels, parcel_room;
    struct turn_question *question; /* answered */
    size_t questions, question_room;
    struct turn_question open; /* being carried out; without a session: none */
    struct turn_extent open_since; /* the turn when that began */
    struct lobby_table *touched;
    size_t writes; /* into the store's batch, by hand */
    bool failed;   /* something did not fit into memory, or the batch */
    bool busy;     /* telling: no commit inside of it */
};

struct turn *turn_new(struct server *server)
{
    struct turn *turn = calloc(1, sizeof *turn);

    if (!turn)
        return NULL;
    turn->server = server;
    turn->event_bytes = buffer_growing();
    turn->text_bytes = buffer_growing();
    return turn;
}

void turn_free(struct turn *turn)
{
    if (!turn)
        return;
    buffer_free(&turn->event_bytes);
    buffer_free(&turn->text_bytes);
    free(turn->event);
    free(turn->parcel);
    free(turn->question);
    free(turn);
}

/* Room for one more in a list; false, and the turn has failed, without. */
static bool one_more(struct turn *turn, void *list, size_t count, size_t *room,
                     size_t size)
{
    if (grow(list, count, room, size))
        return true;
    turn->failed = true;
    return false;
}

/* ---- What happens ------------------------------------------------------ */

void turn_touch(struct turn *turn, struct lobby_table *table)
{
    if (table->touched)
        return;
    table->touched = true;
    table->next_touched = turn->touched;
    turn->touched = table;
}

void turn_untouch(struct turn *turn, struct lobby_table *table)
{
    struct lobby_table **at = &turn->touched;

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

void turn_event(struct turn *turn, struct lobby_table *table,
                const struct table_event *event)
{
    char text[TABLE_EVENT];
    size_t size = table_event_print(event, table->table->deck, text);

    turn_touch(turn, table);
    if (!table->at_once || !is_plain_move(event))
        table->changed = true;
    if (event->type == TABLE_EVENT_SNAPSHOT)
        table->snapshot = event->seq;
    if (!one_more(turn, (void *)&turn->event, turn->events, &turn->event_room,
                  sizeof *turn->event))
        return;
    table->cost += size;
    turn->event[turn->events++] = (struct event_text){
        .table = table,
        .seq = event->seq,
        .size = (uint32_t)size,
        .move = event->type == TABLE_EVENT_MOVE,
        .at = turn->event_bytes.size,
    };
    buffer_add(&turn->event_bytes, text, size);
}

bool turn_has_events(const struct turn *turn)
{
    return turn->events;
}

void turn_wrote(struct turn *turn, enum store_status status)
{
    turn->writes++;
    if (status != STORE_OK)
        turn->failed = true;
}

bool turn_has_written(const struct turn *turn)
{
    return turn->writes;
}

static void add_question(struct turn *turn,
                         const struct turn_question *question)
{
    if (one_more(turn, (void *)&turn->question, turn->questions,
                 &turn->question_room, sizeof *turn->question))
        turn->question[turn->questions++] = *question;
}

void turn_open(struct turn *turn, const struct turn_question *question)
{
    assert(!turn->open.session);
    turn->open = *question;
    turn->open.safe = true;
    turn->open_since = (struct turn_extent){
        .events = turn->events,
        .writes = turn->writes,
        .parcels = turn->parcels,
    };
}

void turn_unsafe(struct turn *turn)
{
    turn->open.safe = false;
}

/* The text written since then is the answer. */
static void seal(struct turn *turn, size_t begin,
                 const struct turn_question *question)
{
    for (size_t i = begin; i < turn->parcels; i++)
        turn->parcel[i].safe = question->safe;
    add_question(turn, question);
}

void turn_close(struct turn *turn, const struct lobby_table *table)
{
    struct turn_question question = turn->open;
    const struct turn_extent *since = &turn->open_since;

    memset(&turn->open, 0, sizeof turn->open);
    if (!question.session) /* put off, or refused as not saved */
        return;
    question.safe = question.safe && turn->events == since->events &&
                    turn->writes == since->writes && !(table && table->touched);
    seal(turn, since->parcels, &question);
}

void turn_put_off(struct turn *turn)
{
    turn->open.session = NULL;
}

size_t turn_late_begin(const struct turn *turn)
{
    return turn->parcels;
}

void turn_late_end(struct turn *turn, size_t begin,
                   const struct turn_question *question)
{
    seal(turn, begin, question);
}

size_t turn_text(struct turn *turn, const char *text, size_t size)
{
    size_t at = turn->text_bytes.size;

    buffer_add(&turn->text_bytes, (const char *)&size, sizeof size);
    buffer_add(&turn->text_bytes, text, size);
    return at;
}

void turn_send(struct turn *turn, struct session *session, size_t text)
{
    if (!one_more(turn, (void *)&turn->parcel, turn->parcels,
                  &turn->parcel_room, sizeof *turn->parcel))
        return;
    turn->parcel[turn->parcels++] = (struct parcel){session, text, false};
}

void turn_say(struct turn *turn, struct session *session, const char *text,
              size_t size)
{
    turn_send(turn, session, turn_text(turn, text, size));
}

void turn_forget(struct turn *turn, const struct session *session)
{
    /* None ends while what it asked is being done. */
    assert(turn->open.session != session);
    for (size_t i = 0; i < turn->parcels; i++)
        if (turn->parcel[i].session == session)
            turn->parcel[i].session = NULL;
    for (size_t i = 0; i < turn->questions; i++)
        if (turn->question[i].session == session)
            turn->question[i].session = NULL;
}

size_t turn_mark(const struct turn *turn)
{
    return turn->events;
}

void turn_rewind(struct turn *turn, size_t mark)
{
    turn->events = mark;
}

void turn_visit(const struct turn *turn, const struct lobby_table *table,
                store_event_visit *visit, void *context)
{
    for (size_t i = 0; i < turn->events; i++) {
        const struct event_text *event = &turn->event[i];

        if (event->table == table &&
            !visit(context, event->seq, turn->event_bytes.data + event->at,
                   event->size))
            return;
    }
}

/* ---- Making it durable ------------------------------------------------- */

/* Games that ended in this turn. */
static enum store_status write_records(struct turn *turn)
{
    enum store_status status = STORE_OK;

    for (struct lobby_table *table = turn->touched; table && status == STORE_OK;
         table = table->next_touched)
        if (table->revealed)
            status = replay_record(table);
    return status;
}

/* What a snapshot amounts to need not be kept twice. The records of games that
 * ended in this turn come from what is still there. */
static enum store_status drop_old_events(struct turn *turn)
{
    enum store_status status = STORE_OK;

    for (struct lobby_table *table = turn->touched; table && status == STORE_OK;
         table = table->next_touched) {
        if (table->snapshot)
            status =
                store_trim(turn->server->store, table->id, table->snapshot);
    }
    return status;
}

static enum store_status write_events(struct turn *turn)
{
    struct store *store = turn->server->store;
    enum store_status status;

    for (size_t i = 0; i < turn->events; i++) {
        const struct event_text *event = &turn->event[i];

        status = store_append(store, event->table->id, event->seq,
                              turn->event_bytes.data + event->at, event->size);

        if (status != STORE_OK)
            return status;
    }
    status = drop_old_events(turn);
    return status == STORE_OK ? write_records(turn) : status;
}

/* What lists show of tables, after their events. */
static enum store_status write_summaries(struct turn *turn)
{
    enum store_status status = STORE_OK;

    for (struct lobby_table *table = turn->touched; table && status == STORE_OK;
         table = table->next_touched)
        if (table->changed && table->table)
            status = summary_write(table);
    return status;
}

static enum store_status save(struct turn *turn)
{
    struct server *server = turn->server;
    uint64_t before = clock_us();
    enum store_status status = STORE_FAILED;

    if (!turn->failed && !turn->event_bytes.failed)
        status = write_events(turn);
    if (status == STORE_OK)
        status = timekeeper_note_sometimes(server);
    if (status == STORE_OK)
        status = write_summaries(turn);
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
    server->counts.events += turn->events;
    for (size_t i = 0; i < turn->events; i++)
        server->counts.moves += turn->event[i].move;
    return STORE_OK;
}

static void forget_events(struct turn *turn)
{
    turn->events = 0;
    turn->open_since.events = 0;
    turn->open_since.writes = 0;
    turn->writes = 0;
    turn->failed = false;
    if (turn->event_bytes.room > KEEP)
        buffer_free(&turn->event_bytes);
    buffer_clear(&turn->event_bytes);
}

static struct lobby_table *next_touched(struct turn *turn)
{
    struct lobby_table *table = turn->touched;

    if (table) {
        turn->touched = table->next_touched;
        table->next_touched = NULL;
        table->touched = false;
    }
    return table;
}

static void send_texts(struct turn *turn)
{
    uint64_t now = clock_us();

    for (size_t i = 0; i < turn->parcels; i++) {
        const struct parcel *parcel = &turn->parcel[i];
        size_t size;

        if (!parcel->session)
            continue;
        if (turn->text_bytes.failed) {
            /* A client that gets only a part would never know. */
            net_end(parcel->session->socket, 1013, "out of memory");
            continue;
        }
        memcpy(&size, turn->text_bytes.data + parcel->text, sizeof size);
        net_send(parcel->session->socket,
                 turn->text_bytes.data + parcel->text + sizeof size, size);
    }
    for (size_t i = 0; i < turn->questions; i++) {
        const struct turn_question *question = &turn->question[i];

        if (!question->session)
            continue;
        histogram_add(&turn->server->counts.answer, now - question->us);
        if (question->move)
            histogram_add(&turn->server->counts.move_answer,
                          now - question->us);
    }
    turn->parcels = 0;
    turn->open_since.parcels = 0;
    turn->questions = 0;
    if (turn->text_bytes.room > KEEP)
        buffer_free(&turn->text_bytes);
    buffer_clear(&turn->text_bytes);
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
static void settle(struct turn *turn)
{
    struct lobby_table *first = turn->touched;
    struct lobby_table *next;

    for (struct lobby_table *table = first; table; table = table->next_touched)
        tell(table);
    send_texts(turn);
    turn->touched = NULL;
    for (struct lobby_table *table = first; table; table = next) {
        next = table->next_touched;
        table->next_touched = NULL;
        table->touched = false;
        watch_presence(table);
        lobby_serve(table);
    }
}

/* ---- When it can't be written ------------------------------------------ */

static void take_back(struct turn *turn)
{
    struct lobby_table *table;

    forget_events(turn);
    while ((table = next_touched(turn))) {
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
static void drop_unsafe(struct turn *turn)
{
    size_t kept = 0;

    for (size_t i = 0; i < turn->parcels; i++)
        if (turn->parcel[i].safe)
            turn->parcel[kept++] = turn->parcel[i];
    turn->parcels = kept;
    turn->open_since.parcels = kept;
}

static void tell_not_saved(struct turn *turn)
{
    turn->open.safe = false;
    if (turn->open.session)
        add_question(turn, &turn->open);
    turn->open.session = NULL;
    drop_unsafe(turn);
    for (size_t i = 0; i < turn->questions; i++) {
        const struct turn_question *question = &turn->question[i];

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

static void give_up(struct turn *turn, enum store_status status)
{
    struct server *server = turn->server;

    take_back(turn);
    tell_not_saved(turn);
    if (status == STORE_CONFLICT)
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "somebody else writes into this store: %s",
                 store_why(server->store));
    if (!server->down)
        go_down(server);
    send_texts(turn);
}

void turn_check(struct turn *turn)
{
    struct server *server = turn->server;

    if (server->down || turn->busy || turn->events || turn->writes ||
        turn->failed || turn->touched)
        return;
    if (store_commit(server->store) != STORE_OK) {
        go_down(server);
        send_texts(turn);
    }
}

void turn_retry(struct turn *turn)
{
    struct server *server = turn->server;
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
    struct turn *turn = server->turn;
    bool saved = true;

    assert(!turn->busy);
    turn->busy = true;
    for (;;) { /* each round has fewer to send away */
        if (turn->events || turn->writes || turn->failed) {
            enum store_status status = save(turn);

            if (status != STORE_OK) {
                give_up(turn, status);
                saved = false;
            } else {
                forget_events(turn);
            }
        }
        if (!saved || (!turn->events && !turn->touched))
            break;
        settle(turn);
    }
    send_texts(turn);
    turn->busy = false;
    return saved;
}
