/* What the loop calls. All of it is a moment's work under a lock: the thread in
 * cluster_talk.c never holds that while it waits for the database. */
#define _GNU_SOURCE

#include "store/cluster_parts.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"

#define PATIENCE_MS 3000
#define AGAIN_MS 250

/* ---- Small lists -------------------------------------------------------- */

bool tells_init(struct tells *tells)
{
    tells->end = &tells->first;
    return map_init(&tells->by_table);
}

struct tell *tells_get(struct tells *tells, const char *table)
{
    struct tell *tell =
        MAP_THING(map_find(&tells->by_table, table, strlen(table), NULL),
                  struct tell, link);
    if (tell || !(tell = calloc(1, sizeof *tell)))
        return tell;
    snprintf(tell->table, sizeof tell->table, "%s", table);
    map_add(&tells->by_table, &tell->link, tell->table, strlen(tell->table));
    *tells->end = tell;
    tells->end = &tell->next;
    tells->count++;
    return tell;
}

void tells_clear(struct tells *tells)
{
    map_clear(&tells->by_table);
    while (tells->first) {
        struct tell *next = tells->first->next;
        free(tells->first);
        tells->first = next;
    }
    tells->end = &tells->first;
    tells->count = 0;
}

void ring_remove(struct follow *follow)
{
    follow->before->next = follow->next;
    follow->next->before = follow->before;
}

void ring_add(struct follow *follow, struct follow *before)
{
    follow->before = before;
    follow->next = before->next;
    before->next->before = follow;
    before->next = follow;
}

struct follow *cluster_find(struct cluster *cluster, const char *table)
{
    return MAP_THING(map_find(&cluster->follows, table, strlen(table), NULL),
                     struct follow, link);
}

/* ---- News --------------------------------------------------------------- */

static struct heard *add_news(struct cluster *cluster, enum cluster_kind kind,
                              const char *table, uint64_t seq, const char *text)
{
    size_t size = strlen(text) + 1;
    struct heard *heard = NULL;
    if (cluster->news_count < CLUSTER_NEWS)
        heard = calloc(1, sizeof *heard + size);
    if (!heard)
        return NULL;
    heard->news.kind = kind;
    heard->news.seq = seq;
    snprintf(heard->news.table, sizeof heard->news.table, "%s", table);
    memcpy(heard->text, text, size);
    heard->news.text = heard->text;
    *cluster->news_end = heard;
    cluster->news_end = &heard->next;
    if (cluster->news_count++ == 0)
        cluster->config.wake(cluster->config.context);
    return heard;
}

bool cluster_hear(struct cluster *cluster, enum cluster_kind kind,
                  const char *table, uint64_t seq, const char *text)
{
    return add_news(cluster, kind, table, seq, text);
}

bool cluster_hear_events(struct cluster *cluster, struct follow *follow,
                         uint64_t seq)
{
    if (!follow->queued)
        follow->queued =
            add_news(cluster, CLUSTER_EVENTS, follow->table, seq, "");
    if (!follow->queued)
        return false;
    follow->queued->news.seq = seq;
    follow->known = seq;
    return true;
}

bool cluster_next(struct cluster *cluster, struct cluster_news *out)
{
    pthread_mutex_lock(&cluster->lock);
    free(cluster->fetched);
    struct heard *heard = cluster->fetched = cluster->news;
    if (heard) {
        struct follow *follow = cluster_find(cluster, heard->news.table);
        cluster->news = heard->next;
        cluster->news_count--;
        if (!cluster->news)
            cluster->news_end = &cluster->news;
        if (follow && follow->queued == heard)
            follow->queued = NULL;
        *out = heard->news;
    }
    pthread_mutex_unlock(&cluster->lock);
    return heard;
}

/* ---- Leases ------------------------------------------------------------- */

void cluster_shards_now(struct cluster *cluster, uint64_t shards)
{
    if (shards == cluster->shards)
        return;
    cluster->shards = shards;
    cluster->figures.shards = (unsigned)__builtin_popcountll(shards);
    cluster_hear(cluster, CLUSTER_LEASES, "", 0, "");
}

bool cluster_owns(struct cluster *cluster, const char *table)
{
    pthread_mutex_lock(&cluster->lock);
    bool ours = cluster->shards >> cluster_shard(table) & 1 &&
                clock_ms() < cluster->ours_until_ms;
    pthread_mutex_unlock(&cluster->lock);
    return ours;
}

static void ring_bell(struct cluster *cluster)
{
    const uint64_t one = 1;
    ssize_t written = write(cluster->bell, &one, sizeof one);
    (void)written; /* it can only be full, and then it rings already */
}

void cluster_give_up(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->giving_up = true;
    cluster_shards_now(cluster, 0);
    pthread_mutex_unlock(&cluster->lock);
    ring_bell(cluster);
}

uint64_t cluster_now_us(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    uint64_t now = clock_us() + (uint64_t)cluster->offset_us;
    pthread_mutex_unlock(&cluster->lock);
    return now;
}

uint64_t cluster_wall_ms(struct cluster *cluster)
{
    return cluster_now_us(cluster) / 1000;
}

/* ---- Telling ------------------------------------------------------------ */

/* Something about a table that others are to hear of. What there is no room for
 * they find when they look. */
static struct tell *tell_of(struct cluster *cluster, const char *table)
{
    struct tell *tell = NULL;
    if (cluster->tells.count < CLUSTER_TELLS)
        tell = tells_get(&cluster->tells, table);
    cluster->overflow = cluster->overflow || !tell;
    return tell;
}

void cluster_tell(struct cluster *cluster, const char *table, uint64_t seq,
                  bool line)
{
    pthread_mutex_lock(&cluster->lock);
    struct tell *tell = tell_of(cluster, table);
    struct follow *follow = cluster_find(cluster, table);
    if (follow && follow->known < seq)
        follow->known = seq;
    if (tell) {
        tell->events = true;
        tell->line = tell->line || line;
        tell->seq = tell->seq < seq ? seq : tell->seq;
    }
    pthread_mutex_unlock(&cluster->lock);
    ring_bell(cluster);
}

void cluster_note(struct cluster *cluster, const char *table, const char *text)
{
    pthread_mutex_lock(&cluster->lock);
    struct note *note = NULL;
    if (cluster->note_count < CLUSTER_TELLS && strlen(text) <= CLUSTER_NOTE)
        note = calloc(1, sizeof *note);
    if (note) {
        snprintf(note->table, sizeof note->table, "%s", table);
        snprintf(note->text, sizeof note->text, "%s", text);
        *cluster->notes_end = note;
        cluster->notes_end = &note->next;
        cluster->note_count++;
    }
    pthread_mutex_unlock(&cluster->lock);
    ring_bell(cluster);
}

static struct present *present_of(struct cluster *cluster, const char *table,
                                  const char *who)
{
    char key[2 * STORE_KEY];
    int size = snprintf(key, sizeof key, "%s %s", table, who);
    struct present *present =
        MAP_THING(map_find(&cluster->presents, key, (size_t)size, NULL),
                  struct present, link);
    if (present || !(present = calloc(1, sizeof *present)))
        return present;
    memcpy(present->key, key, sizeof key);
    snprintf(present->table, sizeof present->table, "%s", table);
    snprintf(present->who, sizeof present->who, "%s", who);
    map_add(&cluster->presents, &present->link, present->key, (size_t)size);
    return present;
}

void cluster_present(struct cluster *cluster, const char *table,
                     const char *who, bool there)
{
    pthread_mutex_lock(&cluster->lock);
    struct present *present = present_of(cluster, table, who);
    if (present && present->there != there) {
        present->there = there;
        if (!present->dirty) {
            present->next = cluster->dirty;
            cluster->dirty = present;
        }
        present->dirty = true;
    }
    pthread_mutex_unlock(&cluster->lock);
    ring_bell(cluster);
}

void cluster_follow(struct cluster *cluster, const char *table, uint64_t seq)
{
    pthread_mutex_lock(&cluster->lock);
    struct follow *follow = cluster_find(cluster, table);
    if (follow) {
        follow->known = follow->known < seq ? seq : follow->known;
    } else if ((follow = calloc(1, sizeof *follow))) {
        snprintf(follow->table, sizeof follow->table, "%s", table);
        map_add(&cluster->follows, &follow->link, follow->table,
                strlen(follow->table));
        ring_add(follow, &cluster->ring);
        follow->known = seq;
        follow->fresh = true;
        cluster->fresh++;
    }
    pthread_mutex_unlock(&cluster->lock);
    ring_bell(cluster);
}

void cluster_unfollow(struct cluster *cluster, const char *table)
{
    pthread_mutex_lock(&cluster->lock);
    struct follow *follow = cluster_find(cluster, table);
    if (follow) {
        cluster->fresh -= follow->fresh;
        map_remove(&cluster->follows, &follow->link);
        ring_remove(follow);
        free(follow);
    }
    pthread_mutex_unlock(&cluster->lock);
}

struct cluster_figures cluster_figures(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    struct cluster_figures figures = cluster->figures;
    pthread_mutex_unlock(&cluster->lock);
    return figures;
}

/* ---- Opening and closing ------------------------------------------------ */

static void free_things(struct map *map, size_t offset)
{
    struct map_link *link;
    while (map->slot && (link = map_next(map, NULL))) {
        map_remove(map, link);
        free(map_thing(link, offset));
    }
    map_free(map);
}

static void free_all(struct cluster *cluster)
{
    while (cluster->news) {
        struct heard *next = cluster->news->next;
        free(cluster->news);
        cluster->news = next;
    }
    while (cluster->notes) {
        struct note *next = cluster->notes->next;
        free(cluster->notes);
        cluster->notes = next;
    }
    free(cluster->fetched);
    free_things(&cluster->follows, offsetof(struct follow, link));
    free_things(&cluster->presents, offsetof(struct present, link));
    free_things(&cluster->told, offsetof(struct told_line, link));
    tells_clear(&cluster->tells);
    tells_clear(&cluster->asked);
    map_free(&cluster->tells.by_table);
    map_free(&cluster->asked.by_table);
    if (cluster->line)
        cluster->line->store.methods->close(&cluster->line->store);
    if (cluster->bell >= 0)
        close(cluster->bell);
    pthread_mutex_destroy(&cluster->lock);
    free(cluster);
}

static struct cluster *cluster_new(struct store *store,
                                   const struct cluster_config *config)
{
    const struct postgres_store *self = postgres_of(store);
    struct cluster *cluster = calloc(1, sizeof *cluster);
    if (!cluster)
        return NULL;
    pthread_mutex_init(&cluster->lock, NULL);
    cluster->config = *config;
    cluster->notes_end = &cluster->notes;
    cluster->news_end = &cluster->news;
    cluster->ring.next = cluster->ring.before = &cluster->ring;
    snprintf(cluster->name, sizeof cluster->name, "%s", config->name);
    memcpy(cluster->writer, self->server, sizeof cluster->writer);
    cluster->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    cluster->line = postgres_new(self->url);
    if (cluster->bell < 0 || !cluster->line || !map_init(&cluster->follows) ||
        !map_init(&cluster->presents) || !map_init(&cluster->told) ||
        !tells_init(&cluster->tells) || !tells_init(&cluster->asked)) {
        free_all(cluster);
        return NULL;
    }
    cluster->line->talks = true;
    cluster->line->known = true;
    memcpy(cluster->line->key, self->key, sizeof self->key);
    memcpy(cluster->line->server, self->server, sizeof self->server);
    return cluster;
}

/* The connection, and our place among the others. A row that somebody is at for
 * a moment is no reason to give up. */
static enum store_status come_in(struct cluster *cluster)
{
    uint64_t end = clock_ms() + PATIENCE_MS;
    enum store_status status;
    do {
        status = postgres_connect(cluster->line);
        if (status == STORE_OK)
            status = cluster_begin_feed(cluster);
        if (status == STORE_OK)
            status = cluster_beat(cluster);
    } while (status != STORE_OK && clock_ms() < end &&
             poll(NULL, 0, AGAIN_MS) == 0);
    cluster->thread_runs = true;
    return status;
}

/* Signals are for the caller's threads. */
static bool start_thread(struct cluster *cluster)
{
    sigset_t all;
    sigset_t old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started =
        pthread_create(&cluster->thread, NULL, cluster_run, cluster) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return started;
}

struct cluster *cluster_open(struct store *store,
                             const struct cluster_config *config,
                             char why[STORE_WHY])
{
    snprintf(why, STORE_WHY, "out of memory");
    if (!store_key_valid(config->name, strlen(config->name))) {
        snprintf(why, STORE_WHY,
                 "a server's name is 1 to 63 letters, digits and signs, "
                 "without a blank");
        return NULL;
    }
    struct cluster *cluster = cluster_new(store, config);
    if (!cluster)
        return NULL;
    enum store_status status = come_in(cluster);
    if (status != STORE_OK)
        memcpy(why, cluster->line->store.why, STORE_WHY);
    cluster->figures.connected = status == STORE_OK;
    if (status == STORE_OK && start_thread(cluster))
        return cluster;
    if (status == STORE_OK)
        cluster_resign(cluster);
    free_all(cluster);
    return NULL;
}

void cluster_close(struct cluster *cluster)
{
    if (!cluster)
        return;
    pthread_mutex_lock(&cluster->lock);
    cluster->stop = true;
    pthread_mutex_unlock(&cluster->lock);
    ring_bell(cluster);
    pthread_join(cluster->thread, NULL);
    free_all(cluster);
}
