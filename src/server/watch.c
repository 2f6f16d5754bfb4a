/* Watchers of tables. The news of an event is written when it happens, for each
 * sort of viewer there is; it goes out when the next event's comes or when the
 * lap ends, then together with the state. */
#include "server/watch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "fair/fair.h"
#include "server/catch_up.h"
#include "server/lap.h"
#include "server/peers.h"
#include "table/json.h"

/* A viewer's seat, or spectator, each as host or not; and again those who want
 * their view as text too. */
#define PLAIN_SORTS ((TIO_MAX_PLAYERS + 1) * 2)
#define SORTS (2 * PLAIN_SORTS)
#define NO_SORT 255
#define NO_TEXT SIZE_MAX /* all bits are set */

struct news {
    uint64_t seq;
    struct json text[SORTS];
    bool has[SORTS];
};

/* The states that viewers of one sort are sent: each is told what has changed
 * since the one before. A few hundred bytes a sort that watches, 8 kB a table
 * at the worst. */
struct stream {
    struct stream *next; /* at the table */
    unsigned sort;
    uint64_t seq; /* of the last state */
    struct table_sections sent;
};

static unsigned sort_of(const struct table *table, struct table_person person)
{
    unsigned seat = table_viewer(table, person);
    if (seat == TIO_NONE)
        return NO_SORT;
    return (seat < TIO_MAX_PLAYERS ? seat : TIO_MAX_PLAYERS) * 2 +
           table_is_owner(table, person);
}

static unsigned sort_for(const struct table *table,
                         const struct watcher *watcher)
{
    unsigned sort = sort_of(table, watcher->session->person);
    if (sort != NO_SORT && watcher->aside)
        sort = TIO_MAX_PLAYERS * 2;
    return sort != NO_SORT && watcher->text ? sort + PLAIN_SORTS : sort;
}

static struct table_viewer viewer_of(unsigned sort)
{
    unsigned seat = sort % PLAIN_SORTS / 2;
    return (struct table_viewer){
        .seat = (uint8_t)(seat < TIO_MAX_PLAYERS ? seat : TIO_SPECTATOR),
        .host = sort % 2,
    };
}

static void begin(struct json *json, const struct lobby_table *table,
                  uint64_t seq)
{
    json_object_begin(json);
    json_key_string(json, "table", table->id);
    json_uint(json_key(json, "seq"), seq);
}

/* Ends an object and gives its place among the lap's texts. */
static size_t finish(struct server *server, struct json *json)
{
    json_object_end(json);
    size_t size;
    const char *text = json_text(json, &size);
    return text ? lap_text(server->lap, text, size) : NO_TEXT;
}

/* Whatever is said of a table waits until the table is durable. */
static void send(const struct watcher *watcher, size_t text)
{
    struct session *session = watcher->session;
    if (text == NO_TEXT)
        net_end(session->socket, 1013, "out of memory");
    else
        lap_send(session->server->lap, session, text,
                 watcher->table->unsaved ? watcher->table : NULL);
}

/* ---- Streams ----------------------------------------------------------- */

static struct stream *stream_of(const struct lobby_table *entry, unsigned sort)
{
    struct stream *stream = entry->streams;
    while (stream && stream->sort != sort)
        stream = stream->next;
    return stream;
}

/* It may be NULL: without memory all states are whole. */
static struct stream *open_stream(struct lobby_table *entry, unsigned sort)
{
    struct stream *stream = stream_of(entry, sort);
    if (stream)
        return stream;
    stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    stream->sort = sort;
    fair_random((uint8_t *)&stream->sent.key, sizeof stream->sent.key);
    stream->next = entry->streams;
    entry->streams = stream;
    return stream;
}

static void free_streams(struct lobby_table *entry)
{
    struct stream *stream;
    while ((stream = entry->streams)) {
        entry->streams = stream->next;
        free(stream);
    }
}

static bool is_up_to(const struct watcher *watcher, const struct stream *stream)
{
    return stream && watcher->follows == stream->sort &&
           watcher->seen == stream->seq;
}

static void follow(struct watcher *watcher, unsigned sort)
{
    watcher->follows = (uint8_t)sort;
    watcher->seen = watcher->table->table->seq;
}

/* ---- Who watches ------------------------------------------------------- */

static struct watcher *find(const struct session *session,
                            const struct lobby_table *table)
{
    struct watcher *watcher = session->watchers;
    while (watcher && watcher->table != table)
        watcher = watcher->next_of_session;
    return watcher;
}

/* By way of this server. */
static bool is_here(const struct lobby_table *entry, struct table_person person)
{
    const struct watcher *watcher = entry->watchers;
    while (watcher && (watcher->aside ||
                       !table_person_same(watcher->session->person, person)))
        watcher = watcher->next_of_table;
    return watcher;
}

/* They are told the same again if somebody has two connections. */
static void tell_peers(const struct lobby_table *entry,
                       struct table_person person)
{
    peers_present(entry, person, is_here(entry, person));
}

unsigned watch_enter(struct session *session, struct lobby_table *table,
                     bool text, bool aside)
{
    struct watcher *watcher = find(session, table);
    unsigned unseen = table_may_see(table->table, session->person);
    if (unseen)
        return unseen;
    if (watcher) {
        watcher->text = text;
        watcher->aside = aside;
        tell_peers(table, session->person);
        return 0;
    }
    if (session->watching >= WATCH_TABLES)
        return SERVER_E_BUSY;
    watcher = calloc(1, sizeof *watcher);
    if (!watcher)
        return TABLE_E_MEMORY;
    watcher->session = session;
    watcher->table = table;
    watcher->sort = NO_SORT;
    watcher->follows = NO_SORT;
    watcher->text = text;
    watcher->aside = aside;
    watcher->next_of_table = table->watchers;
    table->watchers = watcher;
    watcher->next_of_session = session->watchers;
    session->watchers = watcher;
    session->watching++;
    session->server->counts.watchers++;
    tell_peers(table, session->person);
    return 0;
}

static void remove_watcher(struct lobby_table *entry, struct watcher *watcher)
{
    struct session *session = watcher->session;
    struct watcher **at = &entry->watchers;
    catch_up_end(watcher);
    while (*at && *at != watcher)
        at = &(*at)->next_of_table;
    *at = watcher->next_of_table;
    if (!entry->watchers)
        free_streams(entry);
    at = &session->watchers;
    while (*at && *at != watcher)
        at = &(*at)->next_of_session;
    *at = watcher->next_of_session;
    session->watching--;
    session->server->counts.watchers--;
    free(watcher);
    tell_peers(entry, session->person);
}

void watch_exit(struct session *session, struct lobby_table *table)
{
    struct watcher *watcher = find(session, table);
    if (watcher)
        remove_watcher(table, watcher);
    watch_presence(table);
}

void watch_leave_all(struct session *session)
{
    while (session->watchers)
        watch_exit(session, session->watchers->table);
}

/* ---- Presence ---------------------------------------------------------- */

static bool is_there(const struct lobby_table *entry,
                     struct table_person person)
{
    return is_here(entry, person) || peers_see(entry, person);
}

/* To everybody who may see the table now; ends the object. */
static void tell_all(struct lobby_table *entry, struct json *json)
{
    size_t text = finish(entry->server, json);
    json_free(json);
    for (struct watcher *watcher = entry->watchers; watcher;
         watcher = watcher->next_of_table)
        if (!watcher->past &&
            sort_of(entry->table, watcher->session->person) != NO_SORT)
            send(watcher, text);
}

void watch_react(struct lobby_table *entry, unsigned seat, const char *word)
{
    struct json json = json_growing();
    json_object_begin(&json);
    json_key_string(&json, "table", entry->id);
    json_key_string(&json, "reaction", word);
    json_key_int(&json, "seat", seat + 1);
    tell_all(entry, &json);
}

static void tell_presence(struct lobby_table *entry)
{
    const struct table *table = entry->table;
    struct json json = json_growing();
    json_object_begin(&json);
    json_key_string(&json, "table", entry->id);
    json_array_begin(json_key(&json, "presence"));
    for (unsigned seat = 0; seat < table->settings.game.players; seat++) {
        if (table->seat[seat].kind != TABLE_SEAT_PERSON)
            continue;
        json_object_begin(&json);
        json_key_int(&json, "seat", seat + 1);
        json_key_bool(&json, "present", table->seat[seat].present);
        if (table_grace_end(table, seat) != TABLE_NEVER)
            json_uint(json_key(&json, "grace"),
                      table_grace_left(table, seat, lobby_now(entry)));
        json_object_end(&json);
    }
    json_array_end(&json);
    tell_all(entry, &json);
}

void watch_presence(struct lobby_table *entry)
{
    struct table *table = entry->table;
    bool changed = false;
    /* While nothing can be written nobody comes or goes: the table is taken up
     * again when the store, or the server, is back; and looked at again when it
     * is saved. */
    if (!table || table->phase == TABLE_CLOSED || entry->server->down ||
        entry->server->draining || entry->saving)
        return;
    for (unsigned seat = 0; seat < table->settings.game.players; seat++) {
        if (table->seat[seat].kind != TABLE_SEAT_PERSON)
            continue;
        bool there = is_there(entry, table->seat[seat].person);
        if (table->seat[seat].present == there)
            continue;
        table_present(table, seat, there, lobby_now(entry));
        /* Only what did change is told: it makes the next lap of the loop. */
        changed = changed || table->seat[seat].present == there;
    }
    if (!changed)
        return;
    lap_touch(entry->server->lap, entry);
    tell_presence(entry);
}

/* ---- News -------------------------------------------------------------- */

/* The table as it is now, to those who want it as text. */
static void write_view(struct json *json, const struct table *table,
                       unsigned sort)
{
    /* Between two games there is none for a moment, after a snapshot. */
    if (sort < PLAIN_SORTS || !table->games || table->phase == TABLE_OPEN ||
        !table->game.settings.players)
        return;
    tio_view view;
    tio_view_of(&table->game, viewer_of(sort).seat, &view);
    char text[TIO_VIEW_TEXT];
    tio_view_print(table->deck, &view, text);
    json_key_string(json, "view", text);
}

static void free_news(struct lobby_table *entry)
{
    if (!entry->news)
        return;
    for (unsigned sort = 0; sort < SORTS; sort++)
        if (entry->news->has[sort])
            json_free(&entry->news->text[sort]);
    free(entry->news);
    entry->news = NULL;
}

void watch_drop(struct lobby_table *entry)
{
    free_news(entry);
    for (struct watcher *watcher = entry->watchers; watcher;
         watcher = watcher->next_of_table) {
        watcher->sort = NO_SORT;
        watcher->kicked = false;
    }
}

/* The news alone, because it is not the lap's last. */
static void send_news(struct lobby_table *entry)
{
    struct news *news = entry->news;
    if (!news)
        return;
    size_t text[SORTS];
    for (unsigned sort = 0; sort < SORTS; sort++)
        text[sort] = news->has[sort] ? finish(entry->server, &news->text[sort])
                                     : NO_TEXT;
    for (struct watcher *watcher = entry->watchers; watcher;
         watcher = watcher->next_of_table) {
        if (watcher->sort != NO_SORT)
            send(watcher, text[watcher->sort]);
        watcher->sort = NO_SORT;
    }
    free_news(entry);
}

static void mark_kicked(struct lobby_table *entry,
                        const struct table_event *event)
{
    const struct table *table = entry->table;
    if (event->type != TABLE_EVENT_STAND ||
        event->cause != TABLE_CAUSE_KICKED || !table->kicks)
        return;
    struct table_person person =
        table->kicked[(table->kicks - 1) % TABLE_KICKED];
    for (struct watcher *watcher = entry->watchers; watcher;
         watcher = watcher->next_of_table)
        if (table_person_same(watcher->session->person, person))
            watcher->kicked = true;
}

void watch_event(struct lobby_table *entry, const struct table_event *event)
{
    if (!entry->watchers)
        return;
    send_news(entry);
    mark_kicked(entry, event);
    struct news *news;
    news = calloc(1, sizeof *news);
    entry->news = news;
    if (!news) {
        entry->fresh = true; /* the state alone must do */
        return;
    }
    news->seq = event->seq;
    for (struct watcher *watcher = entry->watchers; watcher;
         watcher = watcher->next_of_table) {
        unsigned sort =
            watcher->past ? NO_SORT : sort_for(entry->table, watcher);
        watcher->sort = (uint8_t)sort;
        if (sort == NO_SORT || news->has[sort])
            continue;
        news->text[sort] = json_growing();
        begin(&news->text[sort], entry, event->seq);
        json_key(&news->text[sort], "news");
        table_json_news(&news->text[sort], entry->table, event,
                        viewer_of(sort));
        write_view(&news->text[sort], entry->table, sort);
        news->has[sort] = true;
    }
}

/* ---- State ------------------------------------------------------------- */

/* What it was told of the table, to whoever has more to be told. */
static struct json copy_of_news(const struct news *news, unsigned sort)
{
    struct json copy = json_growing();
    size_t size;
    const char *text = json_text(&news->text[sort], &size);
    if (text)
        buffer_add(&copy.buffer, text, size);
    else
        copy.buffer.failed = true;
    copy.depth = 1;
    copy.comma = true;
    return copy;
}

static struct json begin_state(const struct lobby_table *entry, unsigned sort)
{
    struct json json = json_growing();
    begin(&json, entry, entry->table->seq);
    write_view(&json, entry->table, sort);
    return json;
}

/* All of it; the stream continues from here, if there is one. */
static void write_state(struct json *json, const struct lobby_table *entry,
                        unsigned sort, uint64_t now, struct stream *stream)
{
    json_key(json, "state");
    table_json_state(json, entry->table, viewer_of(sort), now,
                     stream ? &stream->sent : NULL);
    if (stream)
        stream->seq = entry->table->seq;
}

static void write_changes(struct json *json, const struct lobby_table *entry,
                          uint64_t now, struct stream *stream)
{
    json_uint(json_key(json, "since"), stream->seq);
    json_key(json, "changes");
    table_json_changes(json, entry->table, viewer_of(stream->sort), now,
                       &stream->sent);
    stream->seq = entry->table->seq;
}

static void tell_gone(struct watcher *watcher, const char *gone,
                      const char *words)
{
    struct json json = json_growing();
    json_object_begin(&json);
    json_key_string(&json, "table", watcher->table->id);
    json_key_string(&json, "gone", gone);
    json_key_string(&json, "words", words);
    send(watcher, finish(watcher->session->server, &json));
    json_free(&json);
}

/* Anyone who may no longer watch, or has nothing to watch; but for whoever
 * has not been told yet how it came to its end. */
static void part_with_one(struct watcher *watcher)
{
    struct lobby_table *entry = watcher->table;
    if (watcher->kicked)
        tell_gone(watcher, "kicked", "the host has freed your seat");
    else if (sort_of(entry->table, watcher->session->person) == NO_SORT)
        tell_gone(watcher, "no-watching",
                  "watching is turned off at this table");
    else if (entry->table->phase == TABLE_CLOSED && !watcher->past)
        tell_gone(watcher, "closed", "the table is closed");
    else
        return;
    remove_watcher(entry, watcher);
}

static void part_with(struct lobby_table *entry)
{
    struct watcher *next;
    for (struct watcher *watcher = entry->watchers; watcher; watcher = next) {
        next = watcher->next_of_table;
        part_with_one(watcher);
    }
}

/* What watchers get at the end of a lap: a text each, NO_TEXT until it is
 * written. */
struct last_texts {
    uint64_t now;
    bool held[SORTS]; /* somebody has the stream's last state */
    size_t news[SORTS];
    size_t changes[SORTS]; /* with news */
    size_t both[SORTS];    /* the same with the whole state */
    size_t state[SORTS];
};

/* Whether the news and what has changed are all that it needs. */
static bool goes_on(const struct watcher *watcher, unsigned sort)
{
    const struct lobby_table *entry = watcher->table;
    return sort != NO_SORT && sort == watcher->sort && !entry->fresh &&
           is_up_to(watcher, stream_of(entry, sort));
}

static size_t finish_once(struct server *server, struct json *json)
{
    size_t text = finish(server, json);
    json_free(json);
    return text;
}

static void send_news_alone(struct watcher *watcher, struct last_texts *texts)
{
    struct lobby_table *entry = watcher->table;
    size_t *text = &texts->news[watcher->sort];
    if (*text == NO_TEXT) {
        struct json json = copy_of_news(entry->news, watcher->sort);
        *text = finish_once(entry->server, &json);
    }
    send(watcher, *text);
}

static void send_whole(struct watcher *watcher, struct last_texts *texts,
                       unsigned sort)
{
    struct lobby_table *entry = watcher->table;
    bool news = sort == watcher->sort;
    size_t *text = news ? &texts->both[sort] : &texts->state[sort];
    if (*text == NO_TEXT) {
        struct json json =
            news ? copy_of_news(entry->news, sort) : begin_state(entry, sort);
        write_state(&json, entry, sort, texts->now,
                    texts->held[sort] ? NULL : open_stream(entry, sort));
        *text = finish_once(entry->server, &json);
    }
    send(watcher, *text);
}

static void send_changes(struct watcher *watcher, struct last_texts *texts,
                         unsigned sort)
{
    struct lobby_table *entry = watcher->table;
    size_t *text = &texts->changes[sort];
    if (*text == NO_TEXT) {
        struct json json = copy_of_news(entry->news, sort);
        write_changes(&json, entry, texts->now, stream_of(entry, sort));
        *text = finish_once(entry->server, &json);
    }
    send(watcher, *text);
}

/* The news was written for what the watcher was before the last events: it may
 * be of another sort by them. */
static void send_last(struct watcher *watcher, struct last_texts *texts,
                      bool goes_on)
{
    unsigned sort = sort_for(watcher->table->table, watcher);
    if (goes_on) {
        send_changes(watcher, texts, sort);
    } else {
        if (watcher->sort != NO_SORT && watcher->sort != sort)
            send_news_alone(watcher, texts);
        if (sort != NO_SORT)
            send_whole(watcher, texts, sort);
    }
    follow(watcher, sort);
}

static void send_states(struct lobby_table *entry)
{
    struct last_texts texts;
    memset(&texts, 0xff, sizeof texts);
    memset(texts.held, 0, sizeof texts.held);
    texts.now = lobby_now(entry);
    for (struct watcher *watcher = entry->watchers; watcher;
         watcher = watcher->next_of_table) {
        unsigned sort = sort_for(entry->table, watcher);
        /* Watchers whose stream continues are marked until they are sent
         * something. */
        if (!watcher->past && goes_on(watcher, sort))
            texts.held[sort] = true;
        else
            watcher->follows = NO_SORT;
    }
    for (struct watcher *watcher = entry->watchers; watcher;
         watcher = watcher->next_of_table)
        if (!watcher->past)
            send_last(watcher, &texts, watcher->follows != NO_SORT);
}

void watch_flush(struct lobby_table *entry)
{
    if (!entry->watchers || !entry->table) {
        watch_drop(entry);
        entry->fresh = entry->fresh && !entry->table;
        return;
    }
    if (entry->news || entry->fresh)
        send_states(entry);
    part_with(entry);
    watch_drop(entry);
    entry->fresh = false;
}

/* ---- Catching up ------------------------------------------------------- */

size_t watch_tell_again(struct watcher *watcher, const struct table *table,
                        const struct table_event *event)
{
    unsigned sort = sort_for(table, watcher);
    size_t size = 0;
    if (sort == NO_SORT)
        return 0;
    struct json json = json_growing();
    begin(&json, watcher->table, event->seq);
    json_key(&json, "news");
    table_json_news(&json, table, event, viewer_of(sort));
    write_view(&json, table, sort);
    send(watcher, finish(watcher->session->server, &json));
    (void)json_text(&json, &size);
    json_free(&json);
    return size;
}

/* Another watcher continues from the stream's last state, and this watcher from
 * what it is sent now, which can differ by a clock: the next changes say to
 * both what is not the same. */
static void join_stream(struct stream *stream,
                        const struct table_sections *sent)
{
    for (unsigned i = 0; i < TABLE_SECTIONS; i++)
        if (stream->sent.hash[i] != sent->hash[i])
            stream->sent.hash[i] = 0;
}

static bool is_held(const struct stream *stream, const struct watcher *but)
{
    const struct watcher *watcher = but->table->watchers;
    while (watcher && (watcher == but || !is_up_to(watcher, stream)))
        watcher = watcher->next_of_table;
    return watcher;
}

static size_t send_state(struct watcher *watcher)
{
    struct lobby_table *entry = watcher->table;
    unsigned sort = sort_for(entry->table, watcher);
    size_t size = 0;
    if (sort == NO_SORT)
        return 0;
    struct stream *stream = open_stream(entry, sort);
    struct json json = begin_state(entry, sort);
    if (stream && is_held(stream, watcher)) {
        struct stream own = *stream;
        write_state(&json, entry, sort, lobby_now(entry), &own);
        if (own.seq == stream->seq)
            join_stream(stream, &own.sent);
    } else {
        write_state(&json, entry, sort, lobby_now(entry), stream);
    }
    follow(watcher, sort);
    send(watcher, finish(entry->server, &json));
    (void)json_text(&json, &size);
    json_free(&json);
    return size;
}

void watch_missed(struct lobby_table *entry)
{
    for (struct watcher *watcher = entry->watchers; watcher;
         watcher = watcher->next_of_table)
        if (!watcher->past)
            (void)catch_up_begin(watcher, entry->seq);
}

size_t watch_caught_up(struct watcher *watcher)
{
    size_t size = send_state(watcher);
    part_with_one(watcher);
    return size;
}

void watch_catch_up(struct session *session, struct lobby_table *entry,
                    bool resume, uint64_t after)
{
    struct watcher *watcher = find(session, entry);
    uint64_t seq = entry->table->seq;
    uint64_t most = WATCH_RESUME;
    if (!watcher)
        return;
    if (watcher->text)
        most = WATCH_RESUME_TEXT;
    if (after + most < seq)
        after = seq - most;
    catch_up_end(watcher);
    watcher->follows = NO_SORT;
    if (!resume || after >= seq || !catch_up_begin(watcher, after))
        (void)send_state(watcher);
}
