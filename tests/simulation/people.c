/* Clients, as the page and the terminal are: they say hello, come to a table,
 * play, lose their connection, come back with the number that they know and with
 * the requests that nobody has answered. What they are told they check against
 * the protocol; at the end the rest is checked against the log. */
#include "simulation/people.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/session.h"

#define PATIENCE (4 * SIM_SECOND) /* with an answer */
#define SILENCE                                                                \
    (2 * SIM_SECOND) /* before it is asked whether anybody is there */

const char *person_name(const struct person *person)
{
    return person->name;
}

/* ---- Asking ------------------------------------------------------------ */

static void new_id(struct person *person, char out[TABLE_REQUEST])
{
    snprintf(out, TABLE_REQUEST, "%.8s-%u", person->token, ++person->requests);
}

static void send_wish(struct person *person, struct wish *wish)
{
    wish->again = false;
    wish->sent++;
    wish->asked = person->sim->now;
    sim_note(person->sim, "%s: %s", person->name, wish->text);
    wire_say(person->link, wish->text);
}

/* What has to come about once, however often it is said. `more` are further
 * fields. */
__attribute__((format(printf, 3, 4))) static void ask(struct person *person,
                                                      const char *what,
                                                      const char *more, ...)
{
    struct wish *wish = sim_new(sizeof *wish);
    char fields[1024];
    char table[64] = "";
    va_list list;
    va_start(list, more);
    vsnprintf(fields, sizeof fields, more, list);
    va_end(list);
    if (strcmp(what, "create") != 0)
        snprintf(table, sizeof table, ",\"table\":\"%s\"",
                 person->party->table);
    wish->next = person->wishes;
    person->wishes = wish;
    person->open = wish;
    wish->after = person->acked;
    wish->basis = person->state_seq;
    new_id(person, wish->id);
    snprintf(wish->what, sizeof wish->what, "%s", what);
    wish->text = sim_new(1400);
    snprintf(wish->text, 1400, "{\"id\":\"%s\",\"do\":\"%s\"%s%s}", wish->id,
             what, table, fields);
    send_wish(person, wish);
}

static void say_hello(struct person *person)
{
    char text[200];
    new_id(person, person->hello);
    snprintf(text, sizeof text,
             "{\"id\":\"%s\",\"do\":\"hello\",\"version\":1,\"token\":\"%s\","
             "\"name\":\"%s\",\"colour\":\"#3a7bd5\"}",
             person->hello, person->token, person->name);
    wire_say(person->link, text);
}

static void enter(struct person *person)
{
    char text[200];
    char after[40] = "";
    if (person->state)
        snprintf(after, sizeof after, ",\"after\":%" PRIu64, person->seq);
    new_id(person, person->entering);
    person->resuming = person->state;
    person->asked_after = person->seq;
    person->began = person->sim->now;
    snprintf(text, sizeof text,
             "{\"id\":\"%s\",\"do\":\"enter\",\"table\":\"%s\"%s}",
             person->entering, person->party->table, after);
    sim_note(person->sim, "%s: %s", person->name, text);
    wire_say(person->link, text);
}

/* ---- Hearing ----------------------------------------------------------- */

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(word, *list) != 0)
        list++;
    return *list;
}

/* Whether something that was asked before may have happened or not. */
static bool is_unsure(const struct person *person)
{
    const struct wish *wish = person->wishes;
    while (wish && !wish->unsure)
        wish = wish->next;
    return wish;
}

/* Who knows the protocol and does what the state offers is not told these. What
 * was decided before something became known that nobody could know of may be
 * late in a way that `at` does not show: an answer that was given already. */
static void check_refusal(struct person *person, const struct wish *wish,
                          json_t *said)
{
    static const char *const never[] = {
        "illegal",     "bad-move",    "bad-json",
        "bad-message", "bad-version", "no-such-table",
        "damaged",     "bad-setting", "no-bytes",
        "bad-name",    "memory",      "no-such-seat",
        "hello-first", NULL};
    const char *error = json_words(said, "error");
    if (strcmp(json_words(said, "rule"), "ALREADY_ANSWERED") == 0)
        return;
    if (wish &&
        (wish->basis != person->state_seq || person->resuming ||
         is_unsure(person)) &&
        strcmp(error, "illegal") == 0)
        return;
    if (is_one_of(error, never))
        sim_fail(person->sim, "%s asked %s and was told '%s': %s", person->name,
                 wish ? wish->text : "to enter", error,
                 json_words(said, "words"));
}

static void made_table(struct person *person, json_t *said)
{
    struct party *party = person->party;
    const char *table = json_words(said, "table");
    if (party->table[0] && strcmp(party->table, table) != 0)
        sim_fail(person->sim, "%s made one table and got two: %s and %s",
                 person->name, party->table, table);
    snprintf(party->table, sizeof party->table, "%s", table);
    person->entered = json_says(said, "entered");
}

static void wish_is_answered(struct person *person, struct wish *wish,
                             json_t *said)
{
    const char *error = json_words(said, "error");
    bool ok = json_says(said, "ok");
    if (wish->over && (!wish->ok || !ok))
        return; /* of a question that was asked twice */
    if (wish->over && wish->seq != json_number(said, "seq"))
        sim_fail(person->sim, "request %s has two numbers", wish->id);
    wish->over = true;
    wish->ok = ok;
    if (person->open == wish)
        person->open = NULL;
    snprintf(wish->error, sizeof wish->error, "%s", error);
    if (!ok) {
        wish->unsure = strcmp(error, "not-saved") == 0;
        check_refusal(person, wish, said);
        /* The same again is as good as another. */
        if ((wish->unsure || strcmp(error, "busy") == 0) &&
            chance_one_in(&person->mind, 2)) {
            wish->over = false;
            wish->again = true;
            person->open = wish;
        }
        return;
    }
    wish->seq = json_number(said, "seq");
    wish->idle = json_says(said, "again") && strcmp(wish->what, "again") == 0;
    if (strcmp(wish->what, "create") == 0)
        made_table(person, said);
    else if (wish->seq > person->acked)
        person->acked = wish->seq;
}

static void is_answered(struct person *person, json_t *said)
{
    const char *id = json_words(said, "re");
    if (strcmp(id, person->hello) == 0) {
        if (!json_says(said, "ok"))
            check_refusal(person, NULL, said);
        person->hello[0] = '\0';
        return;
    }
    if (strcmp(id, person->entering) == 0) {
        person->entering[0] = '\0';
        person->entered = json_says(said, "ok");
        if (!person->entered)
            check_refusal(person, NULL, said);
        if (strcmp(json_words(said, "error"), "closed") == 0)
            person->gone = true;
        return;
    }
    struct wish *wish = person->wishes;
    while (wish && strcmp(wish->id, id) != 0)
        wish = wish->next;
    if (wish)
        wish_is_answered(person, wish, said);
}

static void news_came(struct person *person, uint64_t seq, json_t *news)
{
    /* Who asks again while news is still coming is told from there on. */
    if (person->resuming && seq <= person->seq && seq > person->asked_after)
        return;
    struct heard *heard = sim_new(sizeof *heard);
    bool cut_off = strcmp(json_words(news, "event"), "snapshot") == 0;
    if (!person->state && !person->resuming)
        sim_fail(person->sim, "%s is told news before any state", person->name);
    if (seq != person->seq + 1 && !(seq > person->seq && cut_off))
        sim_fail(person->sim, "%s is told event %" PRIu64 " after %" PRIu64,
                 person->name, seq, person->seq);
    person->seq = seq;
    heard->next = person->heard;
    person->heard = heard;
    heard->seq = seq;
    heard->late = person->resuming;
    heard->text = json_dumps(news, JSON_COMPACT | JSON_SORT_KEYS);
}

static void state_came(struct person *person, uint64_t seq, json_t *said)
{
    json_t *state = json_object_get(said, "state");
    json_t *changes = json_object_get(said, "changes");
    if (state) {
        /* Where the log can't be read the state has to do. */
        if (person->state && !json_object_get(said, "news") &&
            seq != person->seq && person->sim->now > person->sim->excused)
            sim_fail(person->sim,
                     "%s was told events up to %" PRIu64
                     " and has a state of %" PRIu64,
                     person->name, person->seq, seq);
        json_decref(person->state);
        person->state = json_deep_copy(state);
        /* Unless it comes of an earlier `enter`, which may have been refused. */
        person->resuming = person->entering[0];
    } else if (changes) {
        if (json_number(said, "since") != person->state_seq)
            sim_fail(person->sim, "%s has the state %" PRIu64 ", not %lu",
                     person->name, person->state_seq,
                     json_number(said, "since"));
        moves_put_together(person->state, changes);
    } else {
        return;
    }
    person->seq = seq;
    person->state_seq = seq;
    person->entered = true;
    if (strcmp(json_words(person->state, "phase"), "closed") == 0)
        person->party->closed = true;
}

void person_heard(struct person *person, struct link *link, json_t *said)
{
    uint64_t seq = json_number(said, "seq");
    json_t *news = json_object_get(said, "news");
    if (person->link != link) {
        json_decref(said);
        return;
    }
    person->heard_at = person->sim->now;
    person->pinged = false;
    if (json_object_get(said, "re")) {
        is_answered(person, said);
    } else if (json_object_get(said, "gone")) {
        person->gone = true;
        person->entered = false;
    } else if (seq > 0) {
        if (news)
            news_came(person, seq, news);
        if (!person->sim->failed)
            state_came(person, seq, said);
    }
    json_decref(said);
}

/* ---- Whether it may be told -------------------------------------------- */

static void is_durable(struct person *person, const char *id, uint64_t seq,
                       json_t *said)
{
    struct sim *sim = person->sim;
    const struct db_table *table = database_find(sim->database, id);
    uint64_t events = table ? table->events : 0;
    if (seq <= events)
        return;
    char *text = json_dumps(said, JSON_COMPACT);
    sim_fail(sim,
             "%s is told of event %" PRIu64 " and only %" PRIu64
             " are durable: %.200s",
             person->name, seq, events, text);
    free(text);
}

void person_is_told(struct person *person, json_t *said)
{
    const char *table = json_words(said, "table");
    const json_t *state = json_object_get(said, "state");
    uint64_t seq = json_number(said, "seq");
    if (!*table)
        table = person->party->table;
    if (json_number(said, "position") > seq)
        seq = json_number(said, "position");
    if (json_number(state, "position") > seq)
        seq = json_number(state, "position");
    if (json_object_get(said, "link"))
        seq = 1;
    if (*table)
        is_durable(person, table, seq, said);
}

/* ---- Connections ------------------------------------------------------- */

static void hang_up(struct person *person)
{
    if (person->link)
        wire_break(person->link);
    person->link = NULL;
    person->opened = false;
    person->entered = false;
    person->entering[0] = '\0';
    person->hello[0] = '\0';
}

static void connect_to_one(struct person *person)
{
    struct sim *sim = person->sim;
    unsigned node = person->node++ % sim->wish.nodes;
    bool early = chance_one_in(&person->mind, 2);
    if (chance_one_in(&person->mind, 3))
        person->node = (unsigned)chance_below(&person->mind, sim->wish.nodes);
    person->began = sim->now;
    person->heard_at = sim->now;
    person->pinged = false;
    person->link =
        wire_connect(sim, person, &sim->node[node], early ? person->token : "");
}

void person_opened(struct person *person, struct link *link)
{
    if (person->link != link)
        return;
    person->opened = true;
    say_hello(person);
    if (person->party->table[0] && !person->gone)
        enter(person);
    if (person->open)
        send_wish(person, person->open);
}

void person_broken(struct person *person, struct link *link)
{
    if (person->link == link)
        hang_up(person);
}

/* ---- What they want ---------------------------------------------------- */

static void create(struct person *person)
{
    struct chance *mind = &person->mind;
    const struct party *party = person->party;
    static const char *const piles[] = {"open", "down"};
    static const char *const editions[] = {"gamewright", "schmidt"};
    static const char *const casts[] = {"carry", "aim", "off"};
    bool clock = chance_one_in(mind, 4);
    ask(person, "create",
        ",\"settings\":{\"players\":%u,\"starts\":1,\"edition\":\"%s\","
        "\"cast\":\"%s\",\"piles\":\"%s\",\"free_hand\":%s,\"watch\":\"%s\","
        "\"grace\":%u,\"bot\":%u,\"stand_in\":\"easy\","
        "\"clock\":{\"kind\":\"%s\",\"base\":5000}}",
        party->size + party->bots, editions[chance_below(mind, 2)],
        casts[chance_below(mind, 3)], piles[chance_below(mind, 2)],
        chance_one_in(mind, 3) ? "true" : "false",
        chance_one_in(mind, 2) ? "public" : "link",
        (unsigned)chance_between(mind, 1000, 4000),
        (unsigned)chance_between(mind, 50, 600), clock ? "move" : "none");
}

static unsigned seats_of(const struct person *person, const char *kind)
{
    size_t at;
    json_t *seat;
    unsigned count = 0;
    json_array_foreach(json_object_get(person->state, "seats"), at, seat)
        count += strcmp(json_words(seat, "kind"), kind) == 0;
    return count;
}

static void sit(struct person *person)
{
    char bytes[65];
    chance_hex(&person->mind, 32, bytes);
    ask(person, "sit", ",\"bytes\":\"%s\"", bytes);
}

static void before_the_game(struct person *person, bool seated)
{
    const struct party *party = person->party;
    const json_t *fair = json_object_get(person->state, "fair");
    bool host = json_says(json_object_get(person->state, "you"), "host");
    static const char *const levels[] = {"random", "easy", "normal"};
    if (!seated && !person->watches && !person->left &&
        json_is_string(json_object_get(fair, "commit")))
        sit(person);
    else if (host && seats_of(person, "bot") < party->bots)
        ask(person, "bot", ",\"level\":\"%s\"",
            levels[chance_below(&person->mind, 3)]);
    else if (host && seated && chance_one_in(&person->mind, 12))
        ask(person, "start", ",\"level\":\"easy\"");
}

static void in_the_game(struct person *person)
{
    struct chance *mind = &person->mind;
    const json_t *you = json_object_get(person->state, "you");
    unsigned long position = json_number(person->state, "position");
    char move[TIO_MOVE_TEXT];
    if (json_says(you, "undo") && chance_one_in(mind, 12)) {
        ask(person, "undo", ",\"at\":%lu", position);
    } else if (chance_one_in(mind, 60)) {
        ask(person, "name", ",\"name\":\"%.8s%u\",\"colour\":\"#123456\"",
            person->name, (unsigned)chance_below(mind, 1000));
    } else if (chance_one_in(mind, 300)) {
        person->left = true;
        ask(person, "stand", "%s", "");
    } else if (json_says(you, "hurry") && chance_one_in(mind, 4)) {
        ask(person, "hurry", "%s", "");
    } else if (moves_choose(person, move)) {
        ask(person, "move", ",\"move\":\"%s\",\"at\":%lu", move, position);
    }
}

static void after_the_game(struct person *person, unsigned long seat)
{
    struct chance *mind = &person->mind;
    bool host = json_says(json_object_get(person->state, "you"), "host");
    const json_t *mine =
        json_array_get(json_object_get(person->state, "seats"), seat - 1);
    char bytes[65];
    if (!json_says(mine, "again") && !chance_one_in(mind, 12)) {
        chance_hex(mind, 32, bytes);
        ask(person, "again", ",\"bytes\":\"%s\"", bytes);
    } else if (host && chance_one_in(mind, 10)) {
        ask(person, "start", "%s", "");
    } else if (host && chance_one_in(mind, 40)) {
        chance_hex(mind, 32, bytes);
        ask(person, "reopen", ",\"bytes\":\"%s\"", bytes);
    } else if (host && chance_one_in(mind, 60)) {
        ask(person, "close", "%s", "");
    } else if (chance_one_in(mind, 40)) {
        person->left = true;
        ask(person, "stand", "%s", "");
    }
}

static void want_something(struct person *person)
{
    const char *phase = json_words(person->state, "phase");
    const json_t *you = json_object_get(person->state, "you");
    unsigned long seat = json_number(you, "seat");
    if (seat && chance_one_in(&person->mind, 40)) {
        char text[160];
        char id[TABLE_REQUEST];
        new_id(person, id);
        snprintf(text, sizeof text,
                 "{\"id\":\"%s\",\"do\":\"react\",\"table\":\"%s\","
                 "\"reaction\":\"bravo\"}",
                 id, person->party->table);
        wire_say(person->link, text);
    }
    if (strcmp(phase, "open") == 0)
        before_the_game(person, seat);
    else if (strcmp(phase, "playing") == 0 && seat)
        in_the_game(person);
    else if (strcmp(phase, "over") == 0 && seat)
        after_the_game(person, seat);
}

/* ---- Their days -------------------------------------------------------- */

static void lose_connection(struct person *person)
{
    struct chance *mind = &person->mind;
    hang_up(person);
    person->away_until =
        person->sim->now + (chance_one_in(mind, 4)
                                ? chance_between(mind, 1000000, 8000000)
                                : chance_between(mind, 1000, 400000));
}

/* A server with which all is well answers. */
static void give_up(struct person *person)
{
    const struct wish *wish = person->open;
    const struct node *node = wire_node(person->link);
    if (person->opened && wish->asked > node->uneasy_until && !wish->again &&
        !person->sim->over)
        sim_fail(person->sim,
                 "%s was not answered by server %u since %.3f s: "
                 "%s",
                 person->name, node->number, (double)wish->asked / 1e6,
                 wish->text);
    hang_up(person);
}

static bool is_waiting(struct person *person)
{
    uint64_t now = person->sim->now;
    if (person->open && now > person->open->asked + PATIENCE)
        give_up(person);
    else if ((person->entering[0] || !person->opened) &&
             now > person->began + PATIENCE)
        hang_up(person);
    return !person->opened || person->entering[0] || person->open;
}

/* Nobody may be there any more, and a connection does not say so. */
static void listen(struct person *person)
{
    uint64_t now = person->sim->now;
    char text[80];
    char id[TABLE_REQUEST];
    if (!person->opened || now < person->heard_at + SILENCE)
        return;
    if (person->pinged) {
        if (now >= person->heard_at + SILENCE + PATIENCE)
            hang_up(person);
        return;
    }
    person->pinged = true;
    new_id(person, id);
    snprintf(text, sizeof text, "{\"id\":\"%s\",\"do\":\"ping\"}", id);
    wire_say(person->link, text);
}

static void act(struct person *person)
{
    struct sim *sim = person->sim;
    const struct party *party = person->party;
    if (!person->link && sim->now >= person->away_until) {
        connect_to_one(person);
    } else if (person->link && !sim->quiet &&
               chance_one_in(&person->mind, 70)) {
        lose_connection(person);
    } else if (person->opened && person->open &&
               (person->open->again || chance_one_in(&person->mind, 30))) {
        send_wish(person, person->open);
    } else if (!person->link || is_waiting(person)) {
        return;
    } else if (party->table[0] && !person->entered && !person->gone) {
        enter(person);
    } else if (person == party->host && !party->table[0]) {
        if (!sim->quiet)
            create(person);
    } else if (!sim->quiet && person->state && !person->resuming &&
               person->entered && !person->gone &&
               person->seq >= person->acked) {
        want_something(person);
    }
}

static void step(struct sim *sim, void *what, uint64_t number)
{
    struct person *person = what;
    (void)number;
    listen(person);
    act(person);
    sim_after(sim, chance_between(&person->mind, 30000, 700000), step, person,
              0);
}

/* ---- Coming ------------------------------------------------------------ */

static void come(struct sim *sim, struct party *party, unsigned place)
{
    struct crowd *crowd = sim->crowd;
    struct person *person = &crowd->person[crowd->people];
    struct table_person id;
    person->sim = sim;
    person->party = party;
    person->number = crowd->people++;
    person->watches = place == party->size;
    person->mind.state = chance_next(&sim->fate);
    snprintf(person->name, sizeof person->name, "P%u", person->number);
    chance_hex(&person->mind, 16, person->token);
    (void)session_person(person->token, 32, &id);
    memcpy(person->id, id.id, sizeof person->id);
    if (place == 0)
        party->host = person;
    sim_after(sim, chance_between(&sim->fate, 0, 2000000), step, person, 0);
}

void people_come(struct sim *sim)
{
    struct crowd *crowd = sim_new(sizeof *crowd);
    sim->crowd = crowd;
    crowd->parties = (unsigned)chance_between(&sim->fate, 1, 3);
    for (unsigned i = 0; i < crowd->parties; i++) {
        struct party *party = &crowd->party[i];
        party->size = (unsigned)chance_between(&sim->fate, 1, 3);
        party->bots = (unsigned)chance_between(&sim->fate, party->size == 1, 2);
        party->people = party->size + chance_one_in(&sim->fate, 3);
        for (unsigned place = 0; place < party->people; place++)
            come(sim, party, place);
    }
}

static void forget(struct person *person)
{
    while (person->wishes) {
        struct wish *next = person->wishes->next;
        free(person->wishes->text);
        free(person->wishes);
        person->wishes = next;
    }
    while (person->heard) {
        struct heard *next = person->heard->next;
        free(person->heard->text);
        free(person->heard);
        person->heard = next;
    }
    json_decref(person->state);
}

void people_free(struct sim *sim)
{
    if (!sim->crowd)
        return;
    for (unsigned i = 0; i < sim->crowd->people; i++)
        forget(&sim->crowd->person[i]);
    free(sim->crowd);
    sim->crowd = NULL;
}
