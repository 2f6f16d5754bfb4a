/* Collecting: events, texts and answers of a lap, until lap_save.c takes them. */
#include "server/lap_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "server/rest.h"

struct lap *lap_new(struct server *server)
{
    struct lap *lap = calloc(1, sizeof *lap);
    if (!lap)
        return NULL;
    lap->server = server;
    for (struct load *load = &lap->now; load; load = next_load(lap, load)) {
        load->event_bytes = buffer_growing();
        load->text_bytes = buffer_growing();
        load->asked = buffer_growing();
    }
    return lap;
}

void lap_free(struct lap *lap)
{
    if (!lap)
        return;
    for (struct load *load = &lap->now; load; load = next_load(lap, load)) {
        buffer_free(&load->event_bytes);
        buffer_free(&load->text_bytes);
        buffer_free(&load->asked);
        free(load->event);
        free(load->parcel);
        free(load->question);
        free(load->reply);
    }
    free(lap);
}

void lap_drop_replies(struct lap *lap)
{
    for (struct load *load = &lap->now; load; load = next_load(lap, load))
        while (load->replies)
            net_release(load->reply[--load->replies].request);
}

bool lap_is_flying(const struct lap *lap)
{
    return lap->flying;
}

/* Room for one more in a list; false, and the load has failed, without. */
static bool one_more(struct lap *lap, void *list, size_t count, size_t *room,
                     size_t size)
{
    if (grow(list, count, room, size))
        return true;
    lap->now.failed = true;
    return false;
}

/* ---- What happens ------------------------------------------------------ */

void lap_touch(struct lap *lap, struct lobby_table *table)
{
    if (table->touched)
        return;
    table->touched = true;
    table->next_touched = lap->now.touched;
    lap->now.touched = table;
}

void lap_untouch(struct lap *lap, struct lobby_table *table)
{
    struct lobby_table **at = &lap->now.touched;
    while (*at && *at != table)
        at = &(*at)->next_touched;
    if (*at)
        *at = table->next_touched;
    table->touched = false;
    table->next_touched = NULL;
    for (size_t i = 0; i < lap->now.parcels; i++)
        if (lap->now.parcel[i].table == table)
            lap->now.parcel[i].table = NULL;
    for (size_t i = 0; i < lap->now.questions; i++)
        if (lap->now.question[i].table == table)
            lap->now.question[i].table = NULL;
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
    assert(!table->saving);
    lap_touch(lap, table);
    table->unsaved = true;
    if (!table->at_once || !is_plain_move(event))
        table->changed = true;
    if (event->type == TABLE_EVENT_SNAPSHOT)
        table->snapshot = event->seq;
    if (!one_more(lap, (void *)&lap->now.event, lap->now.events,
                  &lap->now.event_room, sizeof *lap->now.event))
        return;
    table->cost += size;
    lap->now.event[lap->now.events++] = (struct event_text){
        .table = table,
        .seq = event->seq,
        .size = (uint32_t)size,
        .move = event->type == TABLE_EVENT_MOVE,
        .at = lap->now.event_bytes.size,
    };
    buffer_add(&lap->now.event_bytes, text, size);
}

bool lap_has_events(const struct lap *lap)
{
    return lap->now.events;
}

void lap_wrote(struct lap *lap, enum store_status status)
{
    lap->now.writes++;
    if (status != STORE_OK)
        lap->now.failed = true;
}

bool lap_has_written(const struct lap *lap)
{
    return lap->now.writes;
}

static void add_question(struct lap *lap, const struct lap_question *question)
{
    if (one_more(lap, (void *)&lap->now.question, lap->now.questions,
                 &lap->now.question_room, sizeof *lap->now.question))
        lap->now.question[lap->now.questions++] = *question;
}

void lap_open(struct lap *lap, const struct lap_question *question)
{
    assert(!lap->open.session);
    lap->open = *question;
    lap->open.safe = true;
    lap->open_since = (struct lap_extent){
        .events = lap->now.events,
        .writes = lap->now.writes,
        .parcels = lap->now.parcels,
    };
}

void lap_keep(struct lap *lap, const char *text, size_t size)
{
    lap->open.text = text;
    lap->open.size = size;
}

void lap_unsafe(struct lap *lap)
{
    lap->open.safe = false;
}

/* The text written since then is the answer. */
static void seal(struct lap *lap, size_t begin,
                 const struct lap_question *question)
{
    for (size_t i = begin; i < lap->now.parcels; i++) {
        lap->now.parcel[i].safe = lap->now.parcel[i].safe && question->safe;
        lap->now.parcel[i].answer = true;
        if (!lap->now.parcel[i].table)
            lap->now.parcel[i].table = question->table;
    }
    add_question(lap, question);
}

/* Only what has to wait for a commit can have to be asked again. */
static void keep_text(struct lap *lap, struct lap_question *question)
{
    struct buffer *asked = &lap->now.asked;
    question->at = asked->size;
    if (question->safe || !lap->server->peers || !question->text)
        question->size = 0;
    else
        buffer_add(asked, question->text, question->size);
    if (asked->failed) /* then it is answered that we are busy */
        question->size = 0;
    question->text = NULL;
}

void lap_close(struct lap *lap, const struct lobby_table *table)
{
    struct lap_question question = lap->open;
    const struct lap_extent *since = &lap->open_since;
    memset(&lap->open, 0, sizeof lap->open);
    if (!question.session) /* put off, or refused as not saved */
        return;
    question.safe = question.safe && lap->now.events == since->events &&
                    lap->now.writes == since->writes &&
                    !(table && table->unsaved);
    question.table = table;
    keep_text(lap, &question);
    seal(lap, since->parcels, &question);
}

void lap_put_off(struct lap *lap)
{
    lap->open.session = NULL;
}

size_t lap_late_begin(const struct lap *lap)
{
    return lap->now.parcels;
}

void lap_late_end(struct lap *lap, size_t begin,
                  const struct lap_question *question)
{
    seal(lap, begin, question);
}

size_t lap_text(struct lap *lap, const char *text, size_t size)
{
    size_t at = lap->now.text_bytes.size;
    buffer_add(&lap->now.text_bytes, (const char *)&size, sizeof size);
    buffer_add(&lap->now.text_bytes, text, size);
    return at;
}

void lap_send(struct lap *lap, struct session *session, size_t text,
              const struct lobby_table *table)
{
    if (!one_more(lap, (void *)&lap->now.parcel, lap->now.parcels,
                  &lap->now.parcel_room, sizeof *lap->now.parcel))
        return;
    lap->now.parcel[lap->now.parcels++] =
        (struct parcel){session, text, !table, false, table};
}

void lap_say(struct lap *lap, struct session *session, const char *text,
             size_t size)
{
    lap_send(lap, session, lap_text(lap, text, size), NULL);
}

void lap_hold_reply(struct lap *lap, struct net_request *request,
                    const struct lobby_table *table)
{
    if (!one_more(lap, (void *)&lap->now.reply, lap->now.replies,
                  &lap->now.reply_room, sizeof *lap->now.reply)) {
        rest_refuse_error(lap->server, request, SERVER_E_NOT_SAVED, "", "");
        return;
    }
    net_hold(request);
    lap->now.reply[lap->now.replies++] = (struct held_reply){request, table};
}

void lap_forget(struct lap *lap, const struct session *session)
{
    /* None ends while what it asked is being done. */
    assert(lap->open.session != session);
    for (struct load *load = &lap->now; load; load = next_load(lap, load)) {
        for (size_t i = 0; i < load->parcels; i++)
            if (load->parcel[i].session == session)
                load->parcel[i].session = NULL;
        for (size_t i = 0; i < load->questions; i++)
            if (load->question[i].session == session)
                load->question[i].session = NULL;
    }
}

size_t lap_mark(const struct lap *lap)
{
    return lap->now.events;
}

void lap_rewind(struct lap *lap, size_t mark)
{
    lap->now.events = mark;
}

void lap_visit(const struct lap *lap, const struct lobby_table *table,
               store_event_visit *visit, void *context)
{
    for (size_t i = 0; i < lap->now.events; i++) {
        const struct event_text *event = &lap->now.event[i];
        if (event->table == table &&
            !visit(context, event->seq, lap->now.event_bytes.data + event->at,
                   event->size))
            return;
    }
}
