/* Hints: a connection asks for one, threads think, and the answer comes later. */
#include "server/hint.h"

#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "server/answer.h"
#include "server/lap.h"
#include "server/thoughts.h"
#include "table/json.h"

static unsigned may_hint(const struct session *session,
                         const struct lobby_table *entry, unsigned seat)
{
    const struct table *table = entry->table;
    if (table->phase != TABLE_PLAYING)
        return TABLE_E_NOT_PLAYING;
    if (!table->settings.hints)
        return TABLE_E_NO_HINTS;
    if (!(tio_game_deciders(&table->game) >> seat & 1))
        return TABLE_E_ILLEGAL;
    if (session->server->draining)
        return SERVER_E_BUSY;
    return 0;
}

/* One at a time: whoever asks again does not need the one before. */
static void forget_last_hint(struct session *session)
{
    if (!session->hint)
        return;
    hint_refused(session->hint, SERVER_E_RATE);
    thought_drop(session->hint);
}

static struct thought *hint_for(struct session *session,
                                struct lobby_table *entry, unsigned seat,
                                const char *request)
{
    struct thought *thought = thought_new(entry, seat);
    if (!thought)
        return NULL;
    thought->advice = calloc(1, sizeof *thought->advice);
    if (!thought->advice) {
        thought_free(session->server, thought);
        return NULL;
    }
    thought->kind = THOUGHT_HINT;
    thought->of = thinker_of_session(session);
    thought->ticket = entry->table->seat[seat].question;
    memcpy(thought->request, request, strlen(request) + 1);
    tio_view_of(&entry->table->game, seat, &thought->view);
    uint64_t seed[2];
    fair_random(seed, sizeof seed);
    tio_random_init(&thought->random, seed[0], seed[1]);
    return thought;
}

void hint_ask(struct session *session, const char *id,
              struct lobby_table *entry, unsigned seat)
{
    struct server *server = session->server;
    struct table_refusal why = {.rule = TIO_E_NOTHING_TO_ANSWER};
    unsigned error = may_hint(session, entry, seat);
    if (error) {
        answer_refusal(session, id, error, &why, NULL);
        return;
    }
    forget_last_hint(session);
    struct thought *thought = hint_for(session, entry, seat, id);
    enum thinkers_room room =
        thought ? thought_ask(entry, thought) : THINKERS_FULL;
    if (room == THINKERS_ROOM) {
        thought->session = session;
        session->hint = thought;
        lap_put_off(server->lap);
        return;
    }
    if (thought)
        thought_free(server, thought);
    server->counts.hints_refused++;
    answer_error(session, id,
                 &(struct answer_error){.error = room == THINKERS_NO_SHARE
                                                     ? SERVER_E_RATE
                                                     : SERVER_E_BUSY});
}

static struct lap_question question_of(const struct thought *thought, bool safe)
{
    struct lap_question question = {
        .session = thought->session,
        .us = thought->asked_us,
        .safe = safe,
        .table = safe ? NULL : thought->entry,
    };
    memcpy(question.id, thought->request, sizeof question.id);
    return question;
}

void hint_refused(const struct thought *thought, unsigned error)
{
    struct lap *lap = thought->session->server->lap;
    struct lap_question question = question_of(thought, true);
    const struct table *table = thought->entry->table;
    size_t begin = lap_late_begin(lap);
    answer_error(
        thought->session, thought->request,
        &(struct answer_error){
            .error = error,
            .position = error == TABLE_E_STALE && table ? table->position : 0,
        });
    lap_late_end(lap, begin, &question);
}

/* The position it was worked out from may be from this very lap, and not
 * durable. */
void hint_given(const struct thought *thought)
{
    struct session *session = thought->session;
    struct lap *lap = session->server->lap;
    struct lap_question question =
        question_of(thought, !thought->entry->unsaved);
    size_t begin = lap_late_begin(lap);
    session->server->counts.hints++;
    struct json json = answer_begin(thought->request);
    json_array_begin(json_key(&json, "hints"));
    for (unsigned i = 0; i < thought->advice->count; i++)
        table_json_hint(&json, thought->deck, &thought->view,
                        &thought->advice->move[i], &thought->advice->move[0]);
    json_array_end(&json);
    answer_end(session, &json);
    lap_late_end(lap, begin, &question);
}
