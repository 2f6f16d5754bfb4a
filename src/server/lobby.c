/* Tables by id, and their life: made, taken up from the store, put away when
 * nobody looks, archived when they are closed. */
#include "server/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "net/http_text.h"
#include "base/buffer.h"
#include "base/grow.h"
#include "server/due.h"
#include "server/lobby_parts.h"
#include "server/peers.h"
#include "server/played.h"
#include "server/programs.h"
#include "server/replay.h"
#include "server/spoken.h"
#include "server/summary.h"
#include "server/thoughts.h"
#include "server/timekeeper.h"
#include "server/lap.h"
#include "server/upkeep.h"
#include "server/watch.h"

#define ID_BYTES 15

/* ---- By id ------------------------------------------------------------- */

struct lobby_table *lobby_find(const struct lobby *lobby, const char *id)
{
    return MAP_THING(map_find(&lobby->tables, id, strlen(id), NULL),
                     struct lobby_table, by_id);
}

/* ---- By spoken code ---------------------------------------------------- */

struct lobby_table *lobby_find_spoken(const struct lobby *lobby,
                                      const char *code)
{
    struct lobby_table *entry =
        MAP_THING(map_find(&lobby->spoken, code, strlen(code), NULL),
                  struct lobby_table, by_spoken);
    /* In the lap in which its game begins it still has its code. */
    bool waits =
        entry && !entry->damaged &&
        (entry->table ? entry->table->phase : entry->about.phase) == TABLE_OPEN;

    return waits ? entry : NULL;
}

void lobby_give_code(struct lobby_table *entry, const char *code)
{
    struct lobby *lobby = entry->server->lobby;
    if (!entry->spoken[0]) {
        if (code && !map_find(&lobby->spoken, code, strlen(code), NULL))
            memcpy(entry->spoken, code, sizeof entry->spoken);
        else
            do
                spoken_random(entry->spoken);
            while (map_find(&lobby->spoken, entry->spoken,
                            strlen(entry->spoken), NULL));
        map_add(&lobby->spoken, &entry->by_spoken, entry->spoken,
                strlen(entry->spoken));
    }
    if (entry->table)
        memcpy(entry->table->spoken, entry->spoken, sizeof entry->spoken);
}

void lobby_take_code(struct lobby_table *entry)
{
    map_remove(&entry->server->lobby->spoken, &entry->by_spoken);
    entry->spoken[0] = 0;
    if (entry->table)
        entry->table->spoken[0] = 0;
}

/* ---- All of them ------------------------------------------------------- */

struct lobby_table *lobby_next(const struct lobby *lobby,
                               const struct lobby_table *last)
{
    return MAP_THING(map_next(&lobby->tables, last ? &last->by_id : NULL),
                     struct lobby_table, by_id);
}

struct lobby_table *lobby_add(struct lobby *lobby, const char *id)
{
    if (!due_reserve(&lobby->due, lobby->tables.count + 2))
        return NULL;
    struct lobby_table *table;
    table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->server = lobby->server;
    memcpy(table->id, id, strlen(id) + 1);
    table->due = TABLE_NEVER;
    table->about.phase = TABLE_CLOSED;
    lobby->server->counts.tables_in[TABLE_CLOSED]++;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        table->sitter[seat].table = table;
    table->owner.table = table;
    table->maker.table = table;
    map_add(&lobby->tables, &table->by_id, table->id, strlen(id));
    return table;
}

void lobby_forget(struct lobby_table *table)
{
    struct lobby *lobby = table->server->lobby;
    lobby_put_away(table);
    lobby_sated(table);
    peers_forget(table);
    lobby_unlink(table);
    while (table->watchers)
        watch_exit(table->watchers->session, table);
    lobby_count(table, TABLE_CLOSED);
    table->server->counts.tables_in[TABLE_CLOSED]--;
    table->server->counts.tables_damaged -= table->damaged;
    due_set(&lobby->due, table, TABLE_NEVER);
    lobby_take_code(table);
    map_remove(&lobby->tables, &table->by_id);
    free(table->elsewhere);
    free(table);
}

struct lobby *lobby_new(struct server *server)
{
    struct lobby *lobby = calloc(1, sizeof *lobby);
    if (!lobby)
        return NULL;
    lobby->server = server;
    lobby->last_hungry = &lobby->hungry;
    lobby->decks = decks_new();
    if (!lobby->decks || !map_init(&lobby->tables) ||
        !map_init(&lobby->spoken) || !map_init(&lobby->persons) ||
        !map_init(&lobby->addresses)) {
        map_free(&lobby->tables);
        map_free(&lobby->spoken);
        map_free(&lobby->persons);
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
    for (struct lobby_table *table = lobby_next(lobby, NULL), *next; table;
         table = next) {
        next = lobby_next(lobby, table);
        watch_drop(table);
        table_free(table->table);
        free(table->elsewhere);
        free(table);
    }
    map_free(&lobby->tables);
    map_free(&lobby->spoken);
    map_free(&lobby->persons);
    map_free(&lobby->addresses);
    due_free(&lobby->due);
    decks_free(lobby->decks);
    free(lobby);
}

const struct table_host *lobby_host(const struct lobby *lobby)
{
    return &lobby->host;
}

/* ---- In memory and out of it ------------------------------------------- */

/* Clocks go on from the moment when the server was there again, however much
 * later somebody looks at the table. */
static uint64_t resumed_at(const struct lobby_table *entry)
{
    uint64_t began = entry->server->lobby->began;
    if (!entry->unseen)
        return lobby_now(entry);
    return entry->table->time > began ? entry->table->time : began;
}

/* A table that waits and has no code was stored before there were codes, or the
 * line about it can't be read: its new one is stored at once. Where there are
 * other servers its line comes from the one that has made it. */
static void restore_code(struct lobby_table *entry)
{
    bool has = entry->spoken[0];
    if (entry->table->phase != TABLE_OPEN ||
        (!has && entry->server->peers && !entry->owned))
        return;
    lobby_give_code(entry, NULL);
    if (!has)
        lap_wrote(entry->server->lap, summary_write(entry));
}

/* Only its owner does what time does. Unless there was no server for it, nothing
 * has stood still, and nobody is given time. */
static void take_up_time(struct lobby_table *entry)
{
    uint64_t seq = entry->table->seq;
    if (entry->table->phase == TABLE_CLOSED)
        return;
    if (entry->owned && (entry->paused || !entry->server->peers))
        table_resume(entry->table, resumed_at(entry));
    else
        table_join(entry->table, lobby_now(entry));
    entry->paused = entry->paused && !entry->owned;
    entry->by_time = entry->table->seq > seq;
    watch_presence(entry);
}

bool lobby_load(struct lobby_table *table)
{
    struct server *server = table->server;
    table->used = server_now(server);
    if (table->damaged)
        return false;
    if (table->table)
        return true;
    if (server->down || lap_is_flying(server->lap))
        return false;
    struct table *fresh = table_new(&server->lobby->host);
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
    table->owned = peers_own(table);
    lobby_set_loaded(table, true);
    restore_code(table);
    take_up_time(table);
    table->unseen = false;
    lap_touch(server->lap, table);
    return true;
}

unsigned lobby_why_not(const struct lobby_table *table)
{
    return table->damaged ? SERVER_E_DAMAGED
           : table->gone  ? SERVER_E_NO_SUCH_TABLE
                          : SERVER_E_NOT_SAVED;
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
    lobby_hide(table);
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
    lobby_set_loaded(table, false);
    thoughts_review(table);
}

/* ---- After a start ----------------------------------------------------- */

/* Tables that have to be read after all: until they are, the store is being
 * walked. */
struct start {
    struct lobby *lobby;
    struct lobby_table **unknown;
    size_t count;
    size_t room;
    bool failed;
};

static bool note_unknown(struct start *start, struct lobby_table *table)
{
    if (!grow(&start->unknown, start->count, &start->room,
              sizeof(struct lobby_table *)))
        return false;
    start->unknown[start->count++] = table;
    return true;
}

void lobby_take_summary(struct lobby_table *table,
                        const struct summary *summary, uint64_t last_seq)
{
    struct lobby *lobby = table->server->lobby;
    unsigned phase = summary->about.phase;
    unsigned before = table->about.phase;
    table->about = summary->about;
    table->about.phase = (uint8_t)before;
    lobby_count(table, phase);
    table->seq = last_seq;
    table->unseen = true;
    table->owned = peers_own(table);
    table->line_due = summary->due;
    if (phase != TABLE_CLOSED) {
        for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
            keyed_set(&lobby->persons, &table->sitter[i],
                      summary->sitter[i].id);
        keyed_set(&lobby->persons, &table->owner, summary->owner.id);
    }
    if (strcmp(table->spoken, summary->spoken) != 0)
        lobby_take_code(table);
    if (phase == TABLE_OPEN && summary->spoken[0]) {
        struct lobby_table *other = lobby_find_spoken(lobby, summary->spoken);
        /* Which had it before, and whose new line has not come yet. */
        if (other && other != table)
            lobby_take_code(other);
        lobby_give_code(table, summary->spoken);
    }
    memcpy(table->claimed, summary->spoken, sizeof table->claimed);
    due_set(&lobby->due, table,
            table->owned || phase == TABLE_CLOSED ? table->line_due
                                                  : TABLE_NEVER);
}

static bool take_up(void *context, const char *id, uint64_t last_seq,
                    const char *line)
{
    struct start *start = context;
    if (strlen(id) >= SERVER_TABLE_ID)
        return true; /* not one of ours */
    struct lobby_table *table = lobby_add(start->lobby, id);
    if (table)
        table->paused = peers_alone(table->server);
    struct summary summary;
    if (table && summary_read(line, &summary) &&
        summary_is_of(&summary, last_seq))
        lobby_take_summary(table, &summary, last_seq);
    else if (!table || !note_unknown(start, table))
        start->failed = true;
    return !start->failed;
}

static int by_time(const void *a, const void *b)
{
    const struct lobby_table *const *one = a;
    const struct lobby_table *const *two = b;
    return ((*one)->about.time > (*two)->about.time) -
           ((*one)->about.time < (*two)->about.time);
}

/* In the order of time, because each goes to the front of its list. */
static bool show_all(struct lobby *lobby)
{
    struct lobby_table **all =
        malloc((lobby->tables.count + 1) * sizeof(struct lobby_table *));
    struct lobby_table *table = NULL;
    size_t count = 0;
    if (!all)
        return false;
    while ((table = lobby_next(lobby, table)))
        if (table->unseen)
            all[count++] = table;
    qsort(all, count, sizeof(struct lobby_table *), by_time);
    for (size_t i = 0; i < count; i++)
        lobby_show(all[i]);
    free(all);
    return true;
}

/* A damaged table is left alone, and those who come are told; the others go
 * on. */
static void read_unknown(const struct start *start)
{
    for (size_t i = 0; i < start->count; i++) {
        struct lobby_table *table = start->unknown[i];
        if (!lobby_load(table) && !table->damaged)
            lobby_forget(table);
        else if (table->table)
            lap_wrote(table->server->lap, summary_write(table));
    }
}

bool lobby_start(struct lobby *lobby)
{
    struct start start = {.lobby = lobby};
    struct server *server = lobby->server;
    lobby->began = server_now(server);
    enum store_status status = store_tables(server->store, take_up, &start);
    bool good = (status == STORE_OK || status == STORE_CORRUPT) &&
                !start.failed && show_all(lobby);

    if (status == STORE_CORRUPT)
        log_line(server->config.log, LOG_LEVEL_ERROR,
                 "the list of tables is damaged, the others go on: %s",
                 store_why(server->store));
    if (good)
        read_unknown(&start);
    free(start.unknown);
    return good;
}

void lobby_reload_all(struct lobby *lobby)
{
    struct lobby_table *table = NULL;
    while ((table = lobby_next(lobby, table))) {
        bool needed = table->table || table->watchers ||
                      (table->about.phase == TABLE_PLAYING && !table->unseen);
        lobby_put_away(table);
        table->fresh = true;
        table->paused = true;
        if (table->doubtful || lobby->server->peers)
            watch_missed(table);
        table->doubtful = false;
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
        derive_id(server, wish, (uint8_t)number, out);
        unsigned error;
        struct lobby_table *table = lobby_get(server->lobby, out, &error);
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
    table->table = table_new(&server->lobby->host);
    if (!table->table)
        return TABLE_E_MEMORY;
    lobby_set_loaded(table, true);
    table->table->context = table;
    table->used = now;
    table->made = true;
    table->owned = peers_own(table);
    unsigned error = table_create(table->table, &wish->settings, wish->deck,
                                  wish->person, wish->request, now, why);
    lobby_note(table);
    table->about.created = now;
    return error;
}

unsigned lobby_create(struct server *server, const struct lobby_wish *wish,
                      struct lobby_table **out, bool *again,
                      struct table_refusal *why)
{
    size_t mark = lap_mark(server->lap);
    *again = false;
    if (server->down)
        return SERVER_E_NOT_SAVED;
    char id[SERVER_TABLE_ID];
    if (!find_id(server, wish, id, out))
        return SERVER_E_NOT_SAVED;
    if (*out) {
        *again = true;
        return lobby_load(*out) ? 0 : lobby_why_not(*out);
    }
    if (server->draining)
        return SERVER_E_DRAINING;
    uint8_t address[16];
    (void)address_key(wish->address, address);
    if (server->counts.tables >= server->config.max_tables ||
        owned_by(server->lobby, wish->person) >=
            server->config.max_tables_of_person ||
        address_has_enough(server, address))
        return SERVER_E_TOO_MANY_TABLES;
    if (upkeep_is_low(server))
        return SERVER_E_NO_ROOM;
    if (!upkeep_allows(server,
                       &(struct upkeep_for){wish->person, wish->address},
                       QUOTA_TABLE)) {
        snprintf(why->text.what, sizeof why->text.what,
                 "too much was stored for you, or for newcomers at your "
                 "address, in a short time: wait a while");
        return SERVER_E_RATE;
    }
    *out = lobby_add(server->lobby, id);
    if (!*out)
        return TABLE_E_MEMORY;
    unsigned error = make(*out, wish, why);
    if (error) {
        lap_rewind(server->lap, mark);
        lap_untouch(server->lap, *out);
        lobby_forget(*out);
        *out = NULL;
        return error;
    }
    (*out)->known = played_before(server, wish->person);
    keyed_set(&server->lobby->addresses, &(*out)->maker, address);
    server->counts.created++;
    return 0;
}

/* ---- Lists ------------------------------------------------------------- */

unsigned lobby_seat_of(const struct lobby_table *table,
                       struct table_person person)
{
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        if (memcmp(table->sitter[seat].key, person.id, KEYED_KEY) == 0)
            return seat;
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

/* ---- In memory, and in public ------------------------------------------ */

void lobby_set_loaded(struct lobby_table *entry, bool loaded)
{
    struct lobby *lobby = entry->server->lobby;
    peers_loaded(entry, loaded);
    if (loaded) {
        entry->before_loaded = NULL;
        entry->next_loaded = lobby->loaded;
        if (lobby->loaded)
            lobby->loaded->before_loaded = entry;
        lobby->loaded = entry;
        entry->server->counts.tables_loaded++;
        return;
    }
    if (entry->before_loaded)
        entry->before_loaded->next_loaded = entry->next_loaded;
    else
        lobby->loaded = entry->next_loaded;
    if (entry->next_loaded)
        entry->next_loaded->before_loaded = entry->before_loaded;
    entry->server->counts.tables_loaded--;
}

struct lobby_table *lobby_next_loaded(const struct lobby *lobby,
                                      const struct lobby_table *last)
{
    return last ? last->next_loaded : lobby->loaded;
}

/* Which public list it belongs to: open with `listed`, or open or in play with
 * public watching. LOBBY_LISTS: none. */
static enum lobby_list list_of(const struct lobby_table *table)
{
    const struct lobby_about *about = &table->about;
    bool watched = about->watch == TABLE_WATCH_PUBLIC;
    if (about->phase == TABLE_OPEN && (about->listed || watched))
        return LOBBY_JOIN;
    return about->phase == TABLE_PLAYING && watched ? LOBBY_WATCH : LOBBY_LISTS;
}

void lobby_hide(struct lobby_table *entry)
{
    struct lobby *lobby = entry->server->lobby;
    if (!entry->shown)
        return;
    if (entry->before_shown)
        entry->before_shown->next_shown = entry->next_shown;
    else
        for (unsigned i = 0; i < LOBBY_LISTS; i++)
            if (lobby->shown[i] == entry)
                lobby->shown[i] = entry->next_shown;
    if (entry->next_shown)
        entry->next_shown->before_shown = entry->before_shown;
    entry->before_shown = entry->next_shown = NULL;
    entry->shown = false;
}

/* The latest entry goes to the front, which is almost always where it
 * belongs. */
void lobby_show(struct lobby_table *entry)
{
    struct lobby *lobby = entry->server->lobby;
    enum lobby_list list = list_of(entry);
    struct lobby_table *before = NULL;
    lobby_hide(entry);
    if (list == LOBBY_LISTS || entry->made)
        return;
    struct lobby_table *after = lobby->shown[list];
    while (after && after->about.time > entry->about.time) {
        before = after;
        after = after->next_shown;
    }
    entry->before_shown = before;
    entry->next_shown = after;
    if (before)
        before->next_shown = entry;
    else
        lobby->shown[list] = entry;
    if (after)
        after->before_shown = entry;
    entry->shown = true;
}

struct lobby_table *lobby_next_shown(const struct lobby *lobby,
                                     enum lobby_list list,
                                     const struct lobby_table *last)
{
    return last ? last->next_shown : lobby->shown[list];
}
