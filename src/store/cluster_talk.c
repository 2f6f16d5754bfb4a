/* The thread that talks to the database. It tells the others what the loop has
 * told it, by one NOTIFY for all that has piled up; it listens; and every two
 * seconds it looks for what no hint has said. Whatever fails ends the connection,
 * and all is said once more with the next one: who is there and who is present.
 *
 * A hint's payload has a line with the writer and the time (by the database's
 * clock, in microseconds), and then
 *
 *     e SEQ TABLE     there are events up to SEQ
 *     l SEQ TABLE     the same, and the table's line may have changed
 *     p TABLE         somebody has come or gone
 *     n TABLE TEXT    a note, in which odd bytes are %XX
 *     a               too much to say: look for yourselves
 *     b               leases are free: beat now
 *
 * **The feed of lines.** `summary.changed` is the transaction that has written
 * the line. All transactions before the oldest that is still running (xmin) are
 * over, so a cursor that moves to xmin misses none that commits late; what is
 * above it is read again next time, and passed over if it was told. */
#define _GNU_SOURCE

#include "store/cluster_parts.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hex.h"

#define ASK_MS 2500
#define BACKOFF_MS 250
#define BACKOFF_MOST_MS 2000
#define LINES_PAGE 500
#define PAGES 20 /* of lines, at a time */
#define TOLD_MOST 50000

/* ---- Hearing ------------------------------------------------------------ */

static void hear_note(struct cluster *cluster, char *text)
{
    char *to = text;
    char *note = strchr(text, ' ');
    if (!note)
        return;
    *note++ = '\0';
    struct follow *follow = cluster_find(cluster, text);
    char *end = to = note;
    for (; *end; end++) {
        int byte = *end == '%' ? hex_escaped(end + 1) : -1;
        *to++ = (char)(byte > 0 ? byte : *end);
        end += byte > 0 ? 2 : 0;
    }
    *to = '\0';
    if (follow)
        cluster_hear(cluster, CLUSTER_SAID, follow->table, 0, note);
}

/* What has to be read; when there is too much of it, the poll does. */
static struct tell *ask_for(struct cluster *cluster, const char *table)
{
    struct tell *tell = NULL;
    if (cluster->asked.count < CLUSTER_TELLS)
        tell = tells_get(&cluster->asked, table);
    if (!tell)
        cluster->poll_at = 0;
    return tell;
}

static void hear_events(struct cluster *cluster, const char *text, bool line)
{
    char *table;
    uint64_t seq = strtoull(text, &table, 10);
    table += *table == ' ';
    struct follow *follow = cluster_find(cluster, table);
    if (follow && follow->known < seq && seq <= STORE_NUMBER_MAX)
        cluster_hear_events(cluster, follow, seq);
    struct tell *tell = line ? ask_for(cluster, table) : NULL;
    if (tell)
        tell->line = true;
}

/* Anybody who may NOTIFY may have written it. */
static void hear_line(struct cluster *cluster, char *line)
{
    char *rest = line[0] && line[1] == ' ' ? line + 2 : line;
    const char *key = strrchr(rest, ' ');
    key = key && line[0] != 'p' ? key + 1 : rest;
    if (line[0] == 'a')
        cluster->poll_at = 0;
    else if (line[0] == 'b')
        cluster->beat_at = 0;
    else if (line[0] == 'n')
        hear_note(cluster, rest);
    else if (!store_key_valid(key, strnlen(key, STORE_KEY)))
        return;
    else if (line[0] == 'e' || line[0] == 'l')
        hear_events(cluster, rest, line[0] == 'l');
    else if (line[0] == 'p' && cluster_find(cluster, key)) {
        struct tell *tell = ask_for(cluster, key);
        if (tell)
            tell->there = true;
    }
}

static void hear(struct cluster *cluster, char *payload)
{
    char *line = strchr(payload, '\n');
    size_t name = strlen(cluster->writer);
    if (!line ||
        (strncmp(payload, cluster->writer, name) == 0 && payload[name] == ' '))
        return;
    *line++ = '\0';
    const char *space = strchr(payload, ' ');
    uint64_t sent = space ? strtoull(space + 1, NULL, 10) : 0;
    uint64_t now = cluster_now_us(cluster);
    pthread_mutex_lock(&cluster->lock);
    cluster->figures.hints_heard++;
    cluster->figures.lag_us = now > sent && sent ? now - sent : 0;
    while (line) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        hear_line(cluster, line);
        line = end;
    }
    pthread_mutex_unlock(&cluster->lock);
}

static void hear_all(struct cluster *cluster)
{
    PGnotify *said;
    while (cluster->line->db && (said = PQnotifies(cluster->line->db))) {
        hear(cluster, said->extra);
        PQfreemem(said);
    }
}

/* ---- Telling ------------------------------------------------------------ */

static void add_note(struct buffer *out, const struct note *note)
{
    buffer_print(out, "n %s ", note->table);
    for (const char *at = note->text; *at; at++)
        if (*at < ' ' || *at > '~' || *at == '%')
            buffer_print(out, "%%%02x", (unsigned char)*at);
        else
            buffer_char(out, *at);
    buffer_char(out, '\n');
}

static bool has_room(const struct buffer *out)
{
    const size_t most = 3 * (size_t)CLUSTER_NOTE + 2 * (size_t)STORE_KEY;
    return out->size + most < CLUSTER_PAYLOAD;
}

static void add_tells(struct cluster *cluster, struct buffer *out)
{
    struct tells *tells = &cluster->tells;
    while (tells->first && has_room(out)) {
        struct tell *tell = tells->first;
        if (tell->events)
            buffer_print(out, "%c %llu %s\n", tell->line ? 'l' : 'e',
                         (unsigned long long)tell->seq, tell->table);
        if (tell->there)
            buffer_print(out, "p %s\n", tell->table);
        tells->first = tell->next;
        tells->count--;
        map_remove(&tells->by_table, &tell->link);
        free(tell);
    }
    if (!tells->first)
        tells->end = &tells->first;
}

static void add_notes(struct cluster *cluster, struct buffer *out)
{
    while (cluster->notes && has_room(out)) {
        struct note *note = cluster->notes;
        add_note(out, note);
        cluster->notes = note->next;
        cluster->note_count--;
        free(note);
    }
    if (!cluster->notes)
        cluster->notes_end = &cluster->notes;
}

/* A payload, and whether there is anything in it. */
static bool fill_payload(struct cluster *cluster, struct buffer *out)
{
    buffer_print(out, "%s %llu\n", cluster->writer,
                 (unsigned long long)cluster_now_us(cluster));
    size_t empty = out->size;
    pthread_mutex_lock(&cluster->lock);
    if (cluster->overflow)
        buffer_text(out, "a\n");
    cluster->overflow = false;
    if (cluster->call_others)
        buffer_text(out, "b\n");
    cluster->call_others = false;
    add_notes(cluster, out);
    add_tells(cluster, out);
    bool more = out->size > empty;
    cluster->figures.hints_sent += more;
    pthread_mutex_unlock(&cluster->lock);
    return more;
}

/* What was lost with the connection the others find by themselves. */
static void tell_others(struct cluster *cluster)
{
    char payload[CLUSTER_PAYLOAD + 1];
    struct buffer out = buffer_fixed(payload, sizeof payload);
    if (!cluster->line->db || !fill_payload(cluster, &out))
        return;
    postgres_send(cluster->line, PG_NOTIFY,
                  &(struct postgres_values){.key = payload});
    if (postgres_receive(cluster->line, ASK_MS, NULL, NULL) != STORE_OK)
        postgres_leave(cluster->line);
}

/* ---- Who is present ----------------------------------------------------- */

static void dirty_all(struct cluster *cluster)
{
    struct map_link *link = NULL;
    pthread_mutex_lock(&cluster->lock);
    while ((link = map_next(&cluster->presents, link))) {
        struct present *present = MAP_THING(link, struct present, link);
        if (present->dirty)
            continue;
        present->dirty = true;
        present->next = cluster->dirty;
        cluster->dirty = present;
    }
    pthread_mutex_unlock(&cluster->lock);
}

struct changes {
    struct buffer tables, people; /* arrays */
};

static void add_change(struct changes *changes, const struct present *present)
{
    postgres_add_element(&changes->tables, present->table);
    postgres_add_element(&changes->people, present->who);
}

/* Up to a chunk of what has changed; others are told when it is stored. */
static bool take_changes(struct cluster *cluster, struct changes *come,
                         struct changes *gone)
{
    unsigned count = 0;
    pthread_mutex_lock(&cluster->lock);
    while (cluster->dirty && count++ < CLUSTER_CHUNK) {
        struct present *present = cluster->dirty;
        cluster->dirty = present->next;
        present->dirty = false;
        add_change(present->there ? come : gone, present);
        struct tell *tell = cluster->tells.count < CLUSTER_TELLS
                                ? tells_get(&cluster->tells, present->table)
                                : NULL;
        if (tell)
            tell->there = true;
        cluster->overflow = cluster->overflow || !tell;
        if (!present->there) {
            map_remove(&cluster->presents, &present->link);
            free(present);
        }
    }
    pthread_mutex_unlock(&cluster->lock);
    return count > 0;
}

static void store_changes(struct cluster *cluster, enum postgres_sql which,
                          struct changes *changes)
{
    postgres_end_array(&changes->tables);
    postgres_end_array(&changes->people);
    if (!changes->tables.failed && !changes->people.failed)
        postgres_send(cluster->line, which,
                      &(struct postgres_values){.key = changes->tables.data,
                                                .about = changes->people.data,
                                                .table = cluster->writer});
}

static void free_changes(struct changes *changes)
{
    buffer_free(&changes->tables);
    buffer_free(&changes->people);
}

static void tell_presence(struct cluster *cluster)
{
    bool more = cluster->all_presence;
    if (more) {
        dirty_all(cluster);
        postgres_send(cluster->line, PG_HERE_NONE,
                      &(struct postgres_values){.table = cluster->writer});
    }
    cluster->all_presence = false;
    do {
        struct changes come = {buffer_growing(), buffer_growing()};
        struct changes gone = {buffer_growing(), buffer_growing()};
        bool changed = take_changes(cluster, &come, &gone);
        if (changed) {
            store_changes(cluster, PG_HERE, &come);
            store_changes(cluster, PG_NOT_HERE, &gone);
        }
        free_changes(&come);
        free_changes(&gone);
        more = more || changed;
        if (more &&
            postgres_receive(cluster->line, ASK_MS, NULL, NULL) != STORE_OK)
            postgres_leave(cluster->line);
        more = changed;
    } while (more && cluster->line->db);
}

/* ---- Lines -------------------------------------------------------------- */

static bool was_told(const struct cluster *cluster, const char *table,
                     uint64_t changed)
{
    const struct told_line *line =
        MAP_THING(map_find(&cluster->told, table, strlen(table), NULL),
                  struct told_line, link);
    return line && line->changed >= changed;
}

static void note_told(struct cluster *cluster, const char *table,
                      uint64_t changed)
{
    struct told_line *line =
        MAP_THING(map_find(&cluster->told, table, strlen(table), NULL),
                  struct told_line, link);
    if (!line && cluster->told.count < TOLD_MOST &&
        (line = calloc(1, sizeof *line))) {
        snprintf(line->table, sizeof line->table, "%s", table);
        map_add(&cluster->told, &line->link, line->table, strlen(line->table));
    }
    if (line)
        line->changed = changed;
}

/* Those that are not looked at again. */
static void forget_told(struct cluster *cluster)
{
    struct map_link *link = map_next(&cluster->told, NULL);
    while (link) {
        struct told_line *line = MAP_THING(link, struct told_line, link);
        link = map_next(&cluster->told, link);
        if (line->changed < cluster->cursor) {
            map_remove(&cluster->told, &line->link);
            free(line);
        }
    }
}

/* Lines as they were read; and where the next page begins. */
struct lines {
    struct cluster *cluster;
    unsigned index; /* of the statement that reads them */
    int rows;
    bool full; /* there was no room for all of them */
    uint64_t xmin;
    uint64_t changed;
    char table[STORE_KEY];
};

static bool is_key_at(const PGresult *result, int row, int column)
{
    const char *key = PQgetvalue(result, row, column);
    return store_key_valid(key, strnlen(key, STORE_KEY));
}

static void hear_line_of(struct lines *lines, const PGresult *result, int row)
{
    struct cluster *cluster = lines->cluster;
    const char *table = PQgetvalue(result, row, 0);
    const char *about = PQgetvalue(result, row, 2);
    uint64_t seq = 0;
    uint64_t changed = 0;
    if (!is_key_at(result, row, 0) || !postgres_number(result, row, 1, &seq) ||
        !postgres_number(result, row, 3, &changed))
        return;
    lines->changed = changed;
    snprintf(lines->table, sizeof lines->table, "%s", table);
    if (was_told(cluster, table, changed) ||
        (size_t)PQgetlength(result, row, 2) > STORE_ABOUT_MAX)
        return;
    if (cluster_hear(cluster, CLUSTER_LINE, table, seq, about))
        note_told(cluster, table, changed);
    else
        lines->full = true;
}

static void take_lines(void *context, unsigned index, const PGresult *result)
{
    struct lines *lines = context;
    if (index == 1 && lines->index == 2 && PQntuples(result) == 1)
        (void)postgres_number(result, 0, 0, &lines->xmin);
    if (index != lines->index)
        return;
    lines->rows = PQntuples(result);
    pthread_mutex_lock(&lines->cluster->lock);
    for (int row = 0; row < lines->rows; row++)
        hear_line_of(lines, result, row);
    pthread_mutex_unlock(&lines->cluster->lock);
}

static enum store_status read_page(struct cluster *cluster, struct lines *lines)
{
    const struct postgres_values from = {
        .number = lines->changed, .table = lines->table, .limit = LINES_PAGE};
    lines->rows = 0;
    lines->index = 2;
    postgres_send(cluster->line, PG_FEED, NULL);
    postgres_send(cluster->line, PG_XMIN, NULL);
    postgres_send(cluster->line, PG_LINES_SINCE, &from);
    postgres_send(cluster->line, PG_END_BEAT, NULL);
    return postgres_receive(cluster->line, ASK_MS, take_lines, lines);
}

/* The cursor is the oldest transaction that ran before the first page. */
static enum store_status poll_lines(struct cluster *cluster)
{
    struct lines lines = {.cluster = cluster, .changed = cluster->cursor};
    uint64_t xmin = 0;
    enum store_status status = STORE_OK;
    lines.rows = LINES_PAGE;
    for (unsigned page = 0; page < PAGES && lines.rows == LINES_PAGE &&
                            status == STORE_OK && !lines.full;
         page++) {
        status = read_page(cluster, &lines);
        xmin = xmin ? xmin : lines.xmin;
    }
    if (status != STORE_OK || lines.full)
        return status;
    /* With more pages to come they go on where these have ended. */
    cluster->cursor =
        lines.rows == LINES_PAGE && lines.changed < xmin ? lines.changed : xmin;
    forget_told(cluster);
    return STORE_OK;
}

enum store_status cluster_begin_feed(struct cluster *cluster)
{
    struct lines lines = {.cluster = cluster, .changed = STORE_NUMBER_MAX};
    enum store_status status = read_page(cluster, &lines);
    cluster->cursor = lines.xmin;
    return status;
}

/* ---- Tables that are followed ------------------------------------------- */

/* Those that are looked at now, as arrays, and what was found. */
struct look {
    struct cluster *cluster;
    struct buffer tables, numbers;
    unsigned count;
    char (*table)[STORE_KEY];
    bool *there;                 /* somebody is */
    unsigned newer_at, there_at; /* statements */
};

static bool look_init(struct look *look, struct cluster *cluster)
{
    *look = (struct look){.cluster = cluster,
                          .tables = buffer_growing(),
                          .numbers = buffer_growing(),
                          .newer_at = UINT32_MAX,
                          .there_at = UINT32_MAX};
    look->table = calloc(CLUSTER_CHUNK, sizeof *look->table);
    look->there = calloc(CLUSTER_CHUNK, sizeof *look->there);
    return look->table && look->there;
}

static void look_fini(struct look *look)
{
    buffer_free(&look->tables);
    buffer_free(&look->numbers);
    free(look->table);
    free(look->there);
}

static void look_at(struct look *look, const struct follow *follow)
{
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)follow->known);
    postgres_add_element(&look->tables, follow->table);
    postgres_add_element(&look->numbers, number);
    memcpy(look->table[look->count++], follow->table, STORE_KEY);
}

static uint64_t digest_of(const char *text)
{
    uint64_t digest = 14695981039346656037u;
    for (; *text; text++)
        digest = (digest ^ (unsigned char)*text) * 1099511628211u;
    return digest | 1;
}

/* Told if it is not what was told before. */
static void hear_there(struct cluster *cluster, struct follow *follow,
                       const char *people)
{
    uint64_t digest = *people ? digest_of(people) : 0;
    if (follow->there != digest &&
        cluster_hear(cluster, CLUSTER_THERE, follow->table, 0, people))
        follow->there = digest;
}

static void take_newer(struct cluster *cluster, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        uint64_t seq = 0;
        if (!is_key_at(result, row, 0) ||
            !postgres_number(result, row, 1, &seq))
            continue;
        struct follow *follow =
            cluster_find(cluster, PQgetvalue(result, row, 0));
        if (follow && follow->known < seq) {
            cluster->figures.found += !follow->fresh;
            cluster_hear_events(cluster, follow, seq);
        }
    }
}

static void take_there(struct look *look, const PGresult *result)
{
    struct cluster *cluster = look->cluster;
    for (int row = 0; row < PQntuples(result); row++) {
        const char *table = PQgetvalue(result, row, 0);
        struct follow *follow =
            is_key_at(result, row, 0) ? cluster_find(cluster, table) : NULL;
        if (!follow)
            continue;
        hear_there(cluster, follow, PQgetvalue(result, row, 1));
        for (unsigned i = 0; i < look->count; i++)
            if (strcmp(look->table[i], table) == 0)
                look->there[i] = true;
    }
    for (unsigned i = 0; i < look->count; i++) {
        struct follow *follow = cluster_find(cluster, look->table[i]);
        if (follow && !look->there[i])
            hear_there(cluster, follow, "");
    }
}

static void take_look(void *context, unsigned index, const PGresult *result)
{
    struct look *look = context;
    pthread_mutex_lock(&look->cluster->lock);
    if (index == look->newer_at)
        take_newer(look->cluster, result);
    else if (index == look->there_at)
        take_there(look, result);
    pthread_mutex_unlock(&look->cluster->lock);
}

static void send_look(struct look *look)
{
    struct cluster *cluster = look->cluster;
    postgres_end_array(&look->tables);
    postgres_end_array(&look->numbers);
    const struct postgres_values values = {.key = look->tables.data,
                                           .about = look->numbers.data,
                                           .table = cluster->writer};
    if (look->tables.failed || look->numbers.failed || look->count == 0)
        return;
    look->newer_at = 0;
    look->there_at = 1;
    postgres_send(cluster->line, PG_NEWER, &values);
    postgres_send(cluster->line, PG_THERE, &values);
}

/* The next of the ring, which go to its end. */
static enum store_status poll_tables(struct cluster *cluster)
{
    struct look look;
    enum store_status status = STORE_OK;
    if (!look_init(&look, cluster)) {
        look_fini(&look);
        return STORE_FAILED;
    }
    pthread_mutex_lock(&cluster->lock);
    const struct follow *last = cluster->ring.before;
    while (look.count < CLUSTER_CHUNK && last != &cluster->ring) {
        struct follow *follow = cluster->ring.next;
        look_at(&look, follow);
        cluster->fresh -= follow->fresh;
        follow->fresh = false;
        ring_remove(follow);
        ring_add(follow, cluster->ring.before);
        if (follow == last)
            break;
    }
    pthread_mutex_unlock(&cluster->lock);
    send_look(&look);
    if (look.there_at == 1)
        status = postgres_receive(cluster->line, ASK_MS, take_look, &look);
    look_fini(&look);
    return status;
}

/* ---- What hints have said ----------------------------------------------- */

/* The lines and the people of a chunk of tables. */
static enum store_status read_asked(struct cluster *cluster)
{
    struct buffer names = buffer_growing();
    struct lines lines = {.cluster = cluster, .index = 0};
    struct look look;
    enum store_status status = STORE_OK;
    if (!look_init(&look, cluster)) {
        look_fini(&look);
        return STORE_FAILED;
    }
    pthread_mutex_lock(&cluster->lock);
    for (const struct tell *tell = cluster->asked.first; tell;
         tell = tell->next) {
        const struct follow *follow = cluster_find(cluster, tell->table);
        if (tell->line)
            postgres_add_element(&names, tell->table);
        if (tell->there && follow && look.count < CLUSTER_CHUNK)
            look_at(&look, follow);
    }
    tells_clear(&cluster->asked);
    pthread_mutex_unlock(&cluster->lock);
    if (names.size > 0) {
        postgres_end_array(&names);
        postgres_send(cluster->line, PG_LINES_OF,
                      &(struct postgres_values){.key = names.data});
        status = postgres_receive(cluster->line, ASK_MS, take_lines, &lines);
    }
    send_look(&look);
    if (status == STORE_OK && look.there_at == 1)
        status = postgres_receive(cluster->line, ASK_MS, take_look, &look);
    buffer_free(&names);
    look_fini(&look);
    return status;
}

/* ---- The thread --------------------------------------------------------- */

/* All is said once more. */
static void connect_again(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->figures.connected = false;
    pthread_mutex_unlock(&cluster->lock);
    if (clock_ms() < cluster->connect_at)
        return;
    cluster->backoff = cluster->backoff ? 2 * cluster->backoff : BACKOFF_MS;
    if (cluster->backoff > BACKOFF_MOST_MS)
        cluster->backoff = BACKOFF_MOST_MS;
    bool good = postgres_connect(cluster->line) == STORE_OK;
    cluster->connect_at = clock_ms() + cluster->backoff;
    if (!good)
        return;
    cluster->beat_at = cluster->poll_at = 0;
    cluster->all_presence = true;
    pthread_mutex_lock(&cluster->lock);
    cluster->figures.reconnects++;
    pthread_mutex_unlock(&cluster->lock);
}

/* A lease that was not prolonged in time is nobody's secret: the loop hears. */
static void end_leases(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    if (cluster->shards && clock_ms() >= cluster->ours_until_ms) {
        cluster->figures.lost +=
            (unsigned)__builtin_popcountll(cluster->shards);
        cluster_shards_now(cluster, 0);
    }
    pthread_mutex_unlock(&cluster->lock);
}

static void beat_if_due(struct cluster *cluster)
{
    uint64_t now = clock_ms();
    if (now < cluster->beat_at)
        return;
    bool good = cluster->replaced || cluster_beat(cluster) == STORE_OK;
    cluster->beat_at = now + CLUSTER_BEAT_MS;
    if (good)
        cluster->backoff = 0;
    pthread_mutex_lock(&cluster->lock);
    cluster->figures.connected = good;
    pthread_mutex_unlock(&cluster->lock);
}

static void poll_if_due(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    bool fresh = cluster->fresh > 0;
    bool asked = cluster->asked.first;
    pthread_mutex_unlock(&cluster->lock);
    uint64_t now = clock_ms();
    enum store_status status = STORE_OK;
    if (asked)
        status = read_asked(cluster);
    if (status == STORE_OK && (fresh || now >= cluster->poll_at))
        status = poll_tables(cluster);
    if (status == STORE_OK && now >= cluster->poll_at) {
        status = poll_lines(cluster);
        cluster->poll_at = now + CLUSTER_POLL_MS;
    }
    if (status != STORE_OK)
        postgres_leave(cluster->line);
}

/* Everything that is to be done now; whether to go on. */
static bool turn(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    bool stop = cluster->stop;
    bool giving_up = cluster->giving_up;
    pthread_mutex_unlock(&cluster->lock);
    if (stop)
        return false;
    if (giving_up && !cluster->gave_up)
        cluster->beat_at = 0;
    cluster->gave_up = giving_up;
    if (!cluster->line->db)
        connect_again(cluster);
    if (cluster->line->db)
        beat_if_due(cluster);
    if (cluster->line->db)
        tell_presence(cluster);
    if (cluster->line->db)
        tell_others(cluster);
    hear_all(cluster);
    if (cluster->line->db)
        poll_if_due(cluster);
    hear_all(cluster);
    end_leases(cluster);
    return true;
}

/* Whether there is something to do that needs no waiting for. */
static bool is_pressing(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    bool pressing =
        cluster->line->db &&
        (cluster->tells.first || cluster->notes || cluster->dirty ||
         cluster->overflow || cluster->fresh || cluster->asked.first);
    pthread_mutex_unlock(&cluster->lock);
    return pressing;
}

static void wait_for_something(struct cluster *cluster)
{
    PGconn *db = cluster->line->db;
    uint64_t until = cluster->connect_at;
    struct pollfd fds[] = {{.fd = cluster->bell, .events = POLLIN},
                           {.fd = db ? PQsocket(db) : -1, .events = POLLIN}};
    uint64_t rings;
    if (db)
        until = cluster->beat_at < cluster->poll_at ? cluster->beat_at
                                                    : cluster->poll_at;
    int left = is_pressing(cluster) ? 0 : clock_left(until);
    if (poll(fds, 2, left) < 0 && errno != EINTR)
        return;
    if (fds[0].revents && read(cluster->bell, &rings, sizeof rings) < 0)
        return;
    if (db && fds[1].revents && !PQconsumeInput(db))
        postgres_leave(cluster->line);
}

void *cluster_run(void *context)
{
    struct cluster *cluster = context;
    cluster->all_presence = true;
    while (turn(cluster))
        wait_for_something(cluster);
    cluster_resign(cluster);
    return NULL;
}
