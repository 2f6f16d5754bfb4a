/* Whether all was well, by the log alone: it is folded once more, and whatever
 * anybody was told is compared with what it makes of them. */
#include "simulation/people.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "fair/verify.h"

/* A table's log, as far as it was folded. */
struct fold {
    struct sim *sim;
    const struct party *party;
    const struct db_table *log;
    struct table_host host;
    struct table *table;
    unsigned games; /* that came to an end */
    uint64_t moves;
};

/* ---- While it goes on -------------------------------------------------- */

void check_standstill(struct sim *sim)
{
    if (sim->now < sim->excused)
        return;
    for (unsigned i = 0; i < sim->crowd->people; i++) {
        const struct person *person = &sim->crowd->person[i];
        const struct db_table *log =
            database_find(sim->database, person->party->table);
        if (!person->entered || !log || person->party->closed ||
            strcmp(json_words(person->state, "phase"), "playing") != 0)
            continue;
        uint64_t last = log->event[log->events - 1].at;
        if (sim->now > last + SIM_STANDSTILL && sim->now > sim->excused) {
            sim_fail(sim,
                     "table %s stands still since %.3f s, at event %" PRIu64,
                     log->id, (double)last / 1e6, log->events);
            return;
        }
    }
}

/* ---- What was told ----------------------------------------------------- */

static struct table_person id_of(const struct person *person)
{
    struct table_person id;
    memcpy(id.id, person->id, sizeof id.id);
    return id;
}

static struct table_viewer viewer_of(const struct fold *fold,
                                     const struct person *person)
{
    struct table_person id = id_of(person);
    return (struct table_viewer){
        .seat = (uint8_t)table_viewer(fold->table, id),
        .host = table_is_owner(fold->table, id),
    };
}

static json_t *parsed(struct json *json)
{
    json_error_t error;
    size_t size;
    const char *text = json_text(json, &size);
    json_t *out = text ? json_loadb(text, size, 0, &error) : NULL;
    json_free(json);
    return out;
}

static void compare_news(struct fold *fold, const struct person *person,
                         const struct table_event *event,
                         const struct heard *heard)
{
    struct json json = json_growing();
    table_json_news(&json, fold->table, event, viewer_of(fold, person));
    json_t *news = parsed(&json);
    char *text = json_dumps(news, JSON_COMPACT | JSON_SORT_KEYS);
    if (strcmp(text, heard->text) != 0)
        sim_fail(fold->sim,
                 "%s was told %sof event %" PRIu64 ": %s and it was %s",
                 person->name, heard->late ? "later " : "", event->seq,
                 heard->text, text);
    free(text);
    json_decref(news);
}

static void compare_state(struct fold *fold, struct person *person)
{
    struct json json = json_growing();
    struct table_viewer viewer = viewer_of(fold, person);
    if (viewer.seat == TIO_NONE)
        return;
    table_json_state(&json, fold->table, viewer, fold->table->time, NULL);
    json_t *state = parsed(&json);
    moves_strip(state);
    moves_strip(person->state);
    if (!json_equal(state, person->state)) {
        char *here = json_dumps(state, JSON_COMPACT | JSON_SORT_KEYS);
        char *there = json_dumps(person->state, JSON_COMPACT | JSON_SORT_KEYS);
        sim_fail(fold->sim, "%s has another state at event %" PRIu64,
                 person->name, fold->table->seq);
        sim_note(fold->sim, "theirs: %s\nthe log's: %s", there, here);
        free(here);
        free(there);
    }
    json_decref(state);
}

/* ---- What was asked ---------------------------------------------------- */

static struct wish *find_wish(const struct fold *fold,
                              const struct table_event *event,
                              const struct person **who)
{
    for (unsigned i = 0; i < fold->sim->crowd->people; i++) {
        const struct person *person = &fold->sim->crowd->person[i];
        struct wish *wish = person->wishes;
        if (memcmp(person->id, event->person.id, sizeof person->id) != 0)
            continue;
        while (wish && strcmp(wish->id, event->request) != 0)
            wish = wish->next;
        *who = person;
        return wish;
    }
    return NULL;
}

static void note_request(struct fold *fold, const struct table_event *event)
{
    const struct person *person = NULL;
    struct wish *wish = find_wish(fold, event, &person);
    if (!wish) {
        sim_fail(fold->sim, "nobody asked for event %" PRIu64, event->seq);
        return;
    }
    if (wish->found)
        sim_fail(fold->sim,
                 "%s asked once, and it happened twice, as events %" PRIu64
                 " and %" PRIu64 ": %s",
                 person->name, wish->found, event->seq, wish->text);
    wish->found = event->seq;
}

/* Answered with a number: there. Refused: not there, unless nobody could know.
 * A table remembers so many requests, and later ones are new to it. */
static void check_wish(const struct fold *fold, const struct person *person,
                       const struct wish *wish)
{
    if (!wish->over || strcmp(wish->what, "create") == 0 ||
        strcmp(wish->what, "hurry") == 0)
        return;
    if (wish->ok && wish->found != wish->seq && (wish->found || !wish->idle))
        sim_fail(fold->sim,
                 "%s was promised event %" PRIu64 " for %s, and it is %" PRIu64,
                 person->name, wish->seq, wish->text, wish->found);
    if (wish->ok && wish->found && wish->seq <= wish->after)
        sim_fail(fold->sim,
                 "%s: event %" PRIu64 " was asked for after %" PRIu64,
                 person->name, wish->seq, wish->after);
    if (!wish->ok && !wish->unsure && wish->found &&
        fold->log->events < wish->found + TABLE_REQUESTS)
        sim_fail(fold->sim,
                 "%s was refused with '%s', and it is event %" PRIu64 ": %s",
                 person->name, wish->error, wish->found, wish->text);
}

/* What time does only its owner does. */
static void check_owner(struct fold *fold, const struct table_event *event)
{
    const struct db_event *line = &fold->log->event[event->seq - 1];
    bool by_time =
        event->type == TABLE_EVENT_STAND_IN ||
        event->type == TABLE_EVENT_RESUME ||
        (event->type == TABLE_EVENT_MOVE && event->cause != TABLE_CAUSE_PERSON);
    if (by_time && !line->owner)
        sim_fail(fold->sim,
                 "server %u has made event %" PRIu64
                 " without having the table's lease",
                 line->node, event->seq);
}

/* ---- The log ----------------------------------------------------------- */

static void happened(void *context, struct table *table,
                     const struct table_event *event)
{
    (void)context;
    (void)table;
    (void)event;
}

static bool knows(void *context, const char *level)
{
    (void)context;
    (void)level;
    return true;
}

static bool fold_one(struct fold *fold, uint64_t seq, struct table_event *event,
                     char room[TABLE_DECK])
{
    const struct db_event *line = &fold->log->event[seq - 1];
    sim_note(fold->sim, "log %s: %.*s", fold->log->id, (int)line->size,
             line->bytes);
    tio_text_error error;
    char why[200] = "";
    if (!table_event_parse(line->bytes, line->size, fold->table->deck, event,
                           room, &error) ||
        event->seq != seq || !table_fold(fold->table, event, why)) {
        sim_fail(fold->sim, "event %" PRIu64 " does not follow: %s", seq, why);
        return false;
    }
    return true;
}

static void compare_all(struct fold *fold, const struct table_event *event,
                        struct heard *next[SIM_PEOPLE])
{
    for (unsigned i = 0; i < fold->sim->crowd->people; i++) {
        struct person *person = &fold->sim->crowd->person[i];
        if (person->party != fold->party)
            continue;
        if (next[i] && next[i]->seq == event->seq) {
            compare_news(fold, person, event, next[i]);
            next[i] = next[i]->next;
        }
        if (person->state && person->state_seq == event->seq)
            compare_state(fold, person);
    }
}

static void fold_all(struct fold *fold)
{
    struct heard *next[SIM_PEOPLE];
    struct table_event event;
    char room[TABLE_DECK];
    for (unsigned i = 0; i < fold->sim->crowd->people; i++)
        next[i] = fold->sim->crowd->person[i].heard;
    for (uint64_t seq = 1; seq <= fold->log->events; seq++) {
        if (!fold_one(fold, seq, &event, room))
            return;
        if (event.request[0])
            note_request(fold, &event);
        check_owner(fold, &event);
        fold->games += event.type == TABLE_EVENT_REVEAL;
        fold->moves += event.type == TABLE_EVENT_MOVE;
        compare_all(fold, &event, next);
        if (fold->sim->failed)
            return;
    }
}

/* All who are at the table know all of it. */
static void check_people(const struct fold *fold)
{
    for (unsigned i = 0; i < fold->sim->crowd->people; i++) {
        const struct person *person = &fold->sim->crowd->person[i];
        if (person->party != fold->party)
            continue;
        for (const struct wish *wish = person->wishes; wish; wish = wish->next)
            check_wish(fold, person, wish);
        if (person->gone)
            continue;
        if (!person->entered || person->seq != fold->log->events)
            sim_fail(fold->sim,
                     "%s %s the table and knows %" PRIu64 " of %" PRIu64
                     " events",
                     person->name, person->entered ? "is at" : "is not at",
                     person->seq, fold->log->events);
        if (person->open)
            sim_fail(fold->sim, "%s was never answered: %s", person->name,
                     person->open->text);
    }
}

struct records {
    struct sim *sim;
    const char *table;
    unsigned count;
};

static void check_record(void *context, const char *table, unsigned game,
                         const char *bytes, size_t size)
{
    struct records *records = context;
    struct fair_claims claims = {0};
    struct fair_finding found;
    if (strcmp(table, records->table) != 0)
        return;
    records->count++;
    if (!fair_verify(bytes, size, &claims, &found) ||
        fair_verdict(&found) != FAIR_YES)
        sim_fail(records->sim, "the record of game %u is not fair: %s", game,
                 fair_words(&found));
}

static void check_table(struct sim *sim, const struct party *party)
{
    struct fold fold = {
        .sim = sim,
        .party = party,
        .log = database_find(sim->database, party->table),
        .host = {.decks = decks_new(), .happened = happened, .knows = knows},
    };
    struct records records = {.sim = sim, .table = party->table};
    if (!fold.log) {
        sim_fail(sim, "table %s is not there", party->table);
    } else {
        fold.table = table_new(&fold.host);
        fold_all(&fold);
        table_free(fold.table);
        check_people(&fold);
        database_records(sim->database, check_record, &records);
        if (records.count != fold.games)
            sim_fail(sim, "%u games have ended and have %u records", fold.games,
                     records.count);
        sim->events += fold.log->events;
        sim->moves += fold.moves;
        sim->games += fold.games;
    }
    decks_free(fold.host.decks);
}

/* The first is first. */
static void put_in_order(struct person *person)
{
    struct heard *first = NULL;
    while (person->heard) {
        struct heard *next = person->heard->next;
        person->heard->next = first;
        first = person->heard;
        person->heard = next;
    }
    person->heard = first;
}

void check_end(struct sim *sim)
{
    for (unsigned i = 0; i < sim->crowd->people; i++)
        put_in_order(&sim->crowd->person[i]);
    for (unsigned i = 0; i < sim->crowd->parties && !sim->failed; i++)
        if (sim->crowd->party[i].table[0])
            check_table(sim, &sim->crowd->party[i]);
}
