/* Tables by id, and their life: made, taken up from the store, put away when
 * nobody looks, archived when they are closed. */
#include "server/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "net/http_text.h"
#include "notation/buffer.h"
#include "server/due.h"
#include "server/lobby_parts.h"
#include "server/programs.h"
#include "server/replay.h"
#include "server/thoughts.h"
#include "server/timekeeper.h"
#include "server/turn.h"
#include "server/watch.h"

#define FIRST_BUCKETS 64
#define ID_BYTES 15

/* ---- By id ------------------------------------------------------------- */

static size_t bucket_of(const struct lobby *lobby, const char *id)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32) & (lobby->buckets - 1);
}

struct lobby_table *lobby_find(const struct lobby *lobby, const char *id)
{
    struct lobby_table *table = lobby->bucket[bucket_of(lobby, id)];

    while (table && strcmp(table->id, id) != 0)
        table = table->next;
    return table;
}

struct lobby_table *lobby_next(const struct lobby *lobby,
                               const struct lobby_table *last)
{
    size_t bucket = 0;

    if (last && last->next)
        return last->next;
    if (last)
        bucket = bucket_of(lobby, last->id) + 1;
    while (bucket < lobby->buckets && !lobby->bucket[bucket])
        bucket++;
    return bucket < lobby->buckets ? lobby->bucket[bucket] : NULL;
}

/* A table that does not fit among more buckets stays findable among few. */
static void grow(struct lobby *lobby)
{
    struct lobby_table **old = lobby->bucket;
    size_t count = lobby->buckets;
    struct lobby_table **larger;

    larger = calloc(count * 2, sizeof(struct lobby_table *));
    if (!larger)
        return;
    lobby->bucket = larger;
    lobby->buckets = count * 2;
    for (size_t i = 0; i < count; i++) {
        while (old[i]) {
            struct lobby_table *table = old[i];
            size_t bucket = bucket_of(lobby, table->id);

            old[i] = table->next;
            table->next = lobby->bucket[bucket];
            lobby->bucket[bucket] = table;
        }
    }
    free(old);
}

struct lobby_table *lobby_add(struct lobby *lobby, const char *id)
{
    struct lobby_table *table;
    size_t bucket;

    if (!due_reserve(&lobby->due, lobby->count + 2))
        return NULL;
    table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    if (lobby->count >= lobby->buckets)
        grow(lobby);
    table->server = lobby->server;
    memcpy(table->id, id, strlen(id) + 1);
    table->due = TABLE_NEVER;
    table->about.phase = TABLE_CLOSED;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        table->sitter[seat].table = table;
    table->owner.table = table;
    table->maker.table = table;
    bucket = bucket_of(lobby, id);
    table->next = lobby->bucket[bucket];
    lobby->bucket[bucket] = table;
    lobby->count++;
    return table;
}

void lobby_forget(struct lobby_table *table)
{
    struct lobby *lobby = table->server->lobby;
    struct lobby_table **at = &lobby->bucket[bucket_of(lobby, table->id)];

    lobby_put_away(table);
    lobby_sated(table);
    lobby_unlink(table);
    while (table->watchers)
        watch_exit(table->watchers->session, table);
    lobby_count(table, TABLE_CLOSED);
    table->server->counts.tables_damaged -= table->damaged;
    due_set(&lobby->due, table, TABLE_NEVER);
    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    lobby->count--;
    free(table);
}

struct lobby *lobby_new(struct server *server)
{
    struct lobby *lobby = calloc(1, sizeof *lobby);

    if (!lobby)
        return NULL;
    lobby->server = server;
    lobby->buckets = FIRST_BUCKETS;
    lobby->last_hungry = &lobby->hungry;
    lobby->bucket = calloc(FIRST_BUCKETS, sizeof(struct lobby_table *));
    lobby->decks = decks_new();
    if (!lobby->bucket || !lobby->decks || !keyed_init(&lobby->persons) ||
        !keyed_init(&lobby->addresses)) {
        keyed_free(&lobby->persons);
        free(lobby->bucket);
        decks_free(lobby->decks);
        free(lobby);
        return NULL;
    }
    lobby_make_host(lobby);
    return lobby;
}

void lobby_free(struct lobby *lobby)
{
    if (!lobby)
        return;
    for (size_t i = 0; i < lobby->buckets; i++) {
        while (lobby->bucket[i]) {
            struct lobby_table *table = lobby->bucket[i];

            lobby->bucket[i] = table->next;
            watch_drop(table);
            table_free(table->table);
            free(table);
        }
    }
    keyed_free(&lobby->persons);
    keyed_free(&lobby->addresses);
    due_free(&lobby->due);
    decks_free(lobby->decks);
    free(lobby->bucket);
    free(lobby);
}

const struct table_host *lobby_host(const struct lobby *lobby)
{
    return &lobby->host;
}

/* ---- In memory and out of it ------------------------------------------- */

bool lobby_load(struct lobby_table *table)
{
    struct server *server = table->server;
    struct table *fresh;

    table->used = server_now(server);
    if (table->damaged)
        return false;
    if (table->table)
        return true;
    if (server->down)
        return false;
    fresh = table_new(&server->lobby->host);
    if (!fresh)
        return false;
    if (!replay_load(table, fresh)) {
        table_free(fresh);
        return false;
    }
    timekeeper_reach(server, fresh->time);
    fresh->rested = timeline_rested(&server->timeline, fresh->time);
    fresh->context = table;
    table->table = fresh;
    table->seq = fresh->seq;
    server->counts.tables_loaded++;
    if (fresh->phase != TABLE_CLOSED) {
        table_resume(fresh, lobby_now(table));
        watch_presence(table);
    }
    turn_touch(server->turn, table);
    return true;
}

unsigned lobby_why_not(const struct lobby_table *table)
{
    return table->damaged ? SERVER_E_DAMAGED : SERVER_E_NOT_SAVED;
}

/* The id would open the table to whoever reads the log: some letters of it are
 * enough to find the rows. */
void lobby_damaged(struct lobby_table *table, uint64_t seq, const char *why)
{
    struct server *server = table->server;

    if (table->damaged)
        return;
    table->damaged = true;
    server->counts.tables_damaged++;
    due_set(&server->lobby->due, table, TABLE_NEVER);
    log_line(server->config.log, LOG_LEVEL_ERROR,
             "a table is damaged at event %llu and is not played on, its id "
             "begins with %.6s: %s",
             (unsigned long long)seq, table->id, why);
}

void lobby_put_away(struct lobby_table *table)
{
    if (!table->table)
        return;
    programs_drop(table->server->programs, table);
    table_free(table->table);
    table->table = NULL;
    table->server->counts.tables_loaded--;
    thoughts_review(table);
}

struct ids {
    char (*id)[SERVER_TABLE_ID];
    size_t count;
    size_t room;
    bool failed;
};

static bool note_id(void *context, const char *id, uint64_t last_seq,
                    const char *about)
{
    struct ids *ids = context;

    (void)last_seq;
    (void)about;
    if (strlen(id) >= SERVER_TABLE_ID)
        return true; /* none of ours */
    if (ids->count == ids->room) {
        size_t room = (ids->room + 64) * 2;
        void *larger = realloc(ids->id, room * SERVER_TABLE_ID);

        if (!larger) {
            ids->failed = true;
            return false;
        }
        ids->id = larger;
        ids->room = room;
    }
    strcpy(ids->id[ids->count++], id); // NOLINT: its length was checked
    return true;
}

/* A damaged table is left alone, and those who come are told; the others go
 * on. */
static bool take_up(struct lobby *lobby, const char *id)
{
    struct lobby_table *table = lobby_add(lobby, id);

    if (!table)
        return false;
    if (!lobby_load(table) && !table->damaged)
        lobby_forget(table);
    return true;
}

bool lobby_start(struct lobby *lobby)
{
    struct ids ids = {0};
    struct server *server = lobby->server;
    enum store_status status = store_tables(server->store, note_id, &ids);
    bool good = (status == STORE_OK || status == STORE_CORRUPT) && !ids.failed;

    if (status == STORE_CORRUPT)
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "the list of tables is damaged, the others go on: %s",
                 store_why(server->store));

    for (size_t i = 0; good && i < ids.count; i++)
        good = take_up(lobby, ids.id[i]);
    free(ids.id);
    return good;
}

void lobby_reload_all(struct lobby *lobby)
{
    struct lobby_table *table = NULL;

    while ((table = lobby_next(lobby, table))) {
        bool needed = table->table || table->watchers ||
                      table->about.phase == TABLE_PLAYING;

        lobby_put_away(table);
        table->fresh = true;
        if (needed && !lobby_load(table) && !table->damaged)
            due_set(&lobby->due, table, server_now(lobby->server) + 1000);
    }
}

/* ---- New tables -------------------------------------------------------- */

/* 120 bits as 24 letters and digits that nobody mixes up. */
static void print_id(const uint8_t bytes[ID_BYTES], char out[SERVER_TABLE_ID])
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    unsigned bits = 0;
    unsigned have = 0;
    size_t place = 0;

    for (unsigned i = 0; i < ID_BYTES; i++) {
        bits = bits << 8 | bytes[i];
        have += 8;
        while (have >= 5) {
            have -= 5;
            out[place++] = digits[bits >> have & 31];
        }
        bits &= (1U << have) - 1;
    }
    out[place] = 0;
}

/* The same wish of the same person gives the same id, which nobody else can
 * work out. */
static void derive_id(const struct server *server,
                      const struct lobby_wish *wish, uint8_t number,
                      char out[SERVER_TABLE_ID])
{
    uint8_t bytes[FAIR_BYTES];
    char text[TABLE_PERSON + TABLE_REQUEST + 1] = {0};

    if (wish->request[0]) {
        memcpy(text, wish->person.id, TABLE_PERSON);
        memcpy(text + TABLE_PERSON, wish->request, strlen(wish->request));
        text[sizeof text - 1] = (char)number;
        fair_mac(server->key, text, sizeof text, bytes);
    } else {
        fair_random(bytes, sizeof bytes);
    }
    print_id(bytes, out);
}

/* Whether a record stands under this id, of a table that is gone. */
static bool was_used(struct server *server, const char *id)
{
    void *bytes;
    size_t size;
    enum store_status status =
        store_read_record(server->store, id, 1, &bytes, &size);

    if (status == STORE_OK)
        free(bytes);
    return status != STORE_MISSING;
}

/* A free id, or in *found the table that this wish made before. Whoever counts
 * their requests from 1 each day gets a new table each day. */
static bool find_id(struct server *server, const struct lobby_wish *wish,
                    char out[SERVER_TABLE_ID], struct lobby_table **found)
{
    *found = NULL;
    for (unsigned number = 0; number < LOBBY_TRIES; number++) {
        struct lobby_table *table;

        derive_id(server, wish, (uint8_t)number, out);
        table = lobby_find(server->lobby, out);
        if (!table && !was_used(server, out))
            return true;
        if (table && table->about.phase != TABLE_CLOSED &&
            server_age(server, table->about.created) < LOBBY_RETRY_MS) {
            *found = table;
            return true;
        }
    }
    return false;
}

static unsigned owned_by(const struct lobby *lobby, struct table_person person)
{
    const struct keyed_link *link = NULL;
    unsigned count = 0;

    while ((link = keyed_next(&lobby->persons, person.id, link)))
        count += link == &link->table->owner;
    return count;
}

/* Anybody can be as many persons as they like, but not at as many addresses:
 * one alone never takes all the tables there are. */
static bool address_has_enough(const struct server *server,
                               const uint8_t address[16])
{
    static const uint8_t unknown[16];
    const struct server_config *config = &server->config;
    unsigned most = config->max_tables / LOBBY_SHARES;
    const struct keyed_link *link = NULL;
    unsigned count = 0;

    if (!config->net.limits.connections_per_address ||
        memcmp(address, unknown, sizeof unknown) == 0)
        return false;
    if (most < config->max_tables_of_person)
        most = config->max_tables_of_person;
    while (count < most &&
           (link = keyed_next(&server->lobby->addresses, address, link)))
        count++;
    return count >= most;
}

static unsigned make(struct lobby_table *table, const struct lobby_wish *wish,
                     struct table_refusal *why)
{
    struct server *server = table->server;
    uint64_t now = server_now(server);
    unsigned error;

    table->table = table_new(&server->lobby->host);
    if (!table->table)
        return TABLE_E_MEMORY;
    server->counts.tables_loaded++;
    table->table->context = table;
    table->used = now;
    table->made = true;
    error = table_create(table->table, &wish->settings, wish->deck,
                         wish->person, wish->request, now, why);
    lobby_note(table);
    table->about.created = now;
    return error;
}

unsigned lobby_create(struct server *server, const struct lobby_wish *wish,
                      struct lobby_table **out, bool *again,
                      struct table_refusal *why)
{
    size_t mark = turn_mark(server->turn);
    char id[SERVER_TABLE_ID];
    uint8_t address[16];
    unsigned error;

    *again = false;
    if (server->down)
        return SERVER_E_NOT_SAVED;
    if (!find_id(server, wish, id, out))
        return SERVER_E_NOT_SAVED;
    if (*out) {
        *again = true;
        return lobby_load(*out) ? 0 : lobby_why_not(*out);
    }
    if (server->draining)
        return SERVER_E_DRAINING;
    (void)address_key(wish->address, address);
    if (server->counts.tables >= server->config.max_tables ||
        owned_by(server->lobby, wish->person) >=
            server->config.max_tables_of_person ||
        address_has_enough(server, address))
        return SERVER_E_TOO_MANY_TABLES;
    *out = lobby_add(server->lobby, id);
    if (!*out)
        return TABLE_E_MEMORY;
    error = make(*out, wish, why);
    if (error) {
        turn_rewind(server->turn, mark);
        turn_untouch(server->turn, *out);
        lobby_forget(*out);
        *out = NULL;
        return error;
    }
    keyed_set(&server->lobby->addresses, &(*out)->maker, address);
    server->counts.created++;
    return 0;
}

/* ---- Lists ------------------------------------------------------------- */

unsigned lobby_seat_of(const struct lobby_table *table,
                       struct table_person person)
{
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        if (memcmp(table->sitter[seat].key, person.id, KEYED_KEY) == 0)
            return seat;
    }
    return TIO_NONE;
}

struct keyed_link *lobby_next_of(const struct lobby *lobby,
                                 struct table_person person,
                                 const struct keyed_link *last)
{
    struct keyed_link *link = keyed_next(&lobby->persons, person.id, last);

    /* A host who sits there is found twice. */
    while (link && link == &link->table->owner &&
           lobby_seat_of(link->table, person) != TIO_NONE)
        link = keyed_next(&lobby->persons, person.id, link);
    return link;
}

void lobby_link(const struct lobby_table *table, char out[LOBBY_LINK])
{
    snprintf(out, LOBBY_LINK, "%s/t/%s", table->server->config.public_url,
             table->id);
}

const char *lobby_phase_name(unsigned phase)
{
    static const char *const names[TABLE_PHASES] = {
        [TABLE_OPEN] = "open",
        [TABLE_PLAYING] = "playing",
        [TABLE_OVER] = "over",
        [TABLE_CLOSED] = "closed",
    };

    return names[phase];
}

bool lobby_is_public(const struct lobby_table *table)
{
    const struct lobby_about *about = &table->about;

    return (about->phase == TABLE_OPEN && about->listed) ||
           ((about->phase == TABLE_PLAYING || about->phase == TABLE_OPEN) &&
            about->watch == TABLE_WATCH_PUBLIC);
}
