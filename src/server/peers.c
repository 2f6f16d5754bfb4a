/* Between the cluster, which knows no game, and the tables.
 *
 * A hint never changes a table: it only says that the log may have more, and then
 * the log is read. Words that are not worth an event (a reaction, somebody who
 * skips ahead) are notes to those who follow the table; what is spent of limits
 * is noted to all. */
#include "server/peers.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "base/hex.h"
#include "base/number.h"
#include "server/guesses.h"
#include "server/lap.h"
#include "server/quota.h"
#include "server/spoken.h"
#include "server/upkeep.h"
#include "server/watch.h"
#include "store/cluster.h"

#define FOLLOWS 64 /* tables that are read in one lap */
#define PERSON_HEX ((size_t)2 * TABLE_PERSON)
#define LIMITS "limits"              /* the name under which they are noted */
#define QUOTA_NOTE ((uint64_t)16384) /* bytes that are worth a note */

struct peers {
    struct cluster *cluster;
    _Atomic(struct net *) net;  /* to be woken; NULL: not yet */
    struct lobby_table *behind; /* the first that waits to be read */
    struct lobby_table **last_behind;
    /* What others were not told yet. */
    uint64_t quota[QUOTA_KINDS][QUOTA_PLACES];
};

/* ---- Coming and going -------------------------------------------------- */

/* From the cluster's thread. */
static void wake(void *context)
{
    struct peers *peers = context;
    struct net *net = atomic_load(&peers->net);
    if (net)
        net_wake(net);
}

bool peers_open(struct server *server, char why[SERVER_WHY])
{
    struct cluster_config config = {.name = server->config.name, .wake = wake};
    char words[STORE_WHY] = "";
    if (!store_is_shared(server->store))
        return true;
    struct peers *peers;
    peers = calloc(1, sizeof *peers);
    config.context = peers;
    if (peers)
        peers->cluster = cluster_open(server->store, &config, words);
    if (!peers || !peers->cluster) {
        snprintf(why, SERVER_WHY, "the other servers can't be joined: %s",
                 peers ? words : "out of memory");
        free(peers);
        return false;
    }
    peers->last_behind = &peers->behind;
    cluster_follow(peers->cluster, LIMITS, 0);
    server->peers = peers;
    return true;
}

void peers_begin(struct server *server)
{
    if (!server->peers)
        return;
    atomic_store(&server->peers->net, server->net);
    peers_hear(server);
}

void peers_leave(struct server *server)
{
    if (server->peers)
        cluster_give_up(server->peers->cluster);
}

void peers_close(struct server *server)
{
    struct peers *peers = server->peers;
    if (!peers)
        return;
    server->peers = NULL;
    cluster_close(peers->cluster);
    free(peers);
}

bool peers_alone(const struct server *server)
{
    return !server->peers ||
           cluster_figures(server->peers->cluster).servers <= 1;
}

bool peers_own(const struct lobby_table *entry)
{
    const struct peers *peers = entry->server->peers;
    return !peers || cluster_owns(peers->cluster, entry->id);
}

bool peers_lead(const struct server *server)
{
    return !server->peers || cluster_owns(server->peers->cluster, LIMITS);
}

bool peers_wall_ms(const struct server *server, uint64_t *out)
{
    if (server->peers)
        *out = cluster_wall_ms(server->peers->cluster);
    return server->peers;
}

bool peers_figures(const struct server *server, struct cluster_figures *out)
{
    if (server->peers)
        *out = cluster_figures(server->peers->cluster);
    return server->peers;
}

/* ---- Tables that are behind -------------------------------------------- */

static void note_behind(struct lobby_table *entry)
{
    struct peers *peers = entry->server->peers;
    if (entry->behind)
        return;
    entry->behind = true;
    entry->next_behind = NULL;
    *peers->last_behind = entry;
    peers->last_behind = &entry->next_behind;
}

/* Returns the one behind it. */
static struct lobby_table *take_out(struct peers *peers,
                                    struct lobby_table **at)
{
    struct lobby_table *entry = *at;
    *at = entry->next_behind;
    if (peers->last_behind == &entry->next_behind)
        peers->last_behind = at;
    entry->behind = false;
    return entry->next_behind;
}

void peers_forget(struct lobby_table *entry)
{
    struct peers *peers = entry->server->peers;
    if (!peers || !entry->behind)
        return;
    struct lobby_table **at = &peers->behind;
    while (*at != entry)
        at = &(*at)->next_behind;
    (void)take_out(peers, at);
}

enum peers_checked peers_check(struct lobby_table *entry, uint64_t us)
{
    if (!entry->server->peers || entry->checked_us >= us)
        return PEERS_SAME;
    if (entry->server->down || entry->unchecked_us >= us)
        return PEERS_UNKNOWN;
    note_behind(entry);
    return PEERS_WAIT;
}

/* One that has events which are on their way is judged by the store anyway. */
bool peers_run(struct server *server)
{
    struct peers *peers = server->peers;
    unsigned count = 0;
    if (!peers || server->down)
        return false;
    for (struct lobby_table **at = &peers->behind; *at && count < FOLLOWS;) {
        struct lobby_table *entry = *at;
        if (lap_is_flying(server->lap))
            break;
        if (entry->unsaved || entry->saving) {
            at = &entry->next_behind;
            continue;
        }
        (void)take_out(peers, at);
        if (!entry->table || lobby_follow(entry))
            entry->checked_us = clock_us();
        else
            entry->unchecked_us = clock_us();
        count++;
    }
    if (peers->behind && !lap_is_flying(server->lap))
        net_wake(server->net);
    return count;
}

/* ---- Hearing ----------------------------------------------------------- */

static bool read_persons(const char *text, struct lobby_table *entry)
{
    struct table_person *list = NULL;
    size_t count = 0;
    size_t room = 0;
    while (*text) {
        size_t size = strcspn(text, " ");
        if (!grow(&list, count, &room, sizeof *list))
            break;
        if (size == PERSON_HEX &&
            hex_read(text, size, list[count].id, TABLE_PERSON))
            count++;
        text += size + strspn(text + size, " ");
    }
    free(entry->elsewhere);
    entry->elsewhere = list;
    entry->elsewhere_count = (unsigned)count;
    return !*text;
}

static void hear_there(struct lobby_table *entry, const char *text)
{
    /* Without memory some seem to be away: the next news says it again. */
    (void)read_persons(text, entry);
    watch_presence(entry);
}

/* "react 2 bravo", "hurry 3" */
static void hear_note(struct lobby_table *entry, const char *text)
{
    static const char reaction[] = "react ";
    static const char hurry[] = "hurry ";
    if (!entry->table || entry->saving)
        return;
    uint64_t number;
    if (strncmp(text, reaction, sizeof reaction - 1) == 0) {
        text += sizeof reaction - 1;
        if (number_read(&text, TIO_MAX_PLAYERS - 1, &number) && *text == ' ')
            watch_react(entry, (unsigned)number, text + 1);
    } else if (strncmp(text, hurry, sizeof hurry - 1) == 0) {
        text += sizeof hurry - 1;
        if (entry->owned && number_read(&text, UINT8_MAX, &number) && !*text &&
            entry->table->phase == TABLE_PLAYING &&
            entry->table->game.round == number) {
            table_hurry(entry->table, lobby_now(entry));
            lap_touch(entry->server->lap, entry);
        }
    }
}

/* "LIMIT PLACE AMOUNT" */
static void hear_limit(struct server *server, const char *text)
{
    uint64_t number[3];
    uint64_t now = server_now(server);
    for (unsigned i = 0; i < 3; i++) {
        if (!number_read(&text, INT64_MAX, &number[i]) ||
            *text != (i < 2 ? ' ' : 0))
            return;
        text += i < 2;
    }
    if (number[0] == PEERS_SPOKEN && number[1] < SPOKEN_PLACES)
        spoken_wrong_at(server->spoken, (unsigned)number[1], now);
    else if (number[0] == PEERS_GUESSES && number[1] < GUESSES_PLACES)
        guesses_wrong_at(server->guesses, (unsigned)number[1], now);
    else if (number[0] >= PEERS_QUOTA && number[1] < QUOTA_PLACES &&
             number[0] < PEERS_QUOTA + QUOTA_KINDS)
        upkeep_spent(server, (unsigned)number[0] - PEERS_QUOTA,
                     (unsigned)number[1], number[2]);
}

static void hear(struct server *server, const struct cluster_news *news)
{
    struct lobby *lobby = server->lobby;
    struct lobby_table *entry = lobby_find(lobby, news->table);
    switch (news->kind) {
    case CLUSTER_EVENTS:
        if (entry && entry->table && news->seq > entry->table->seq)
            note_behind(entry);
        break;
    case CLUSTER_LINE:
        if (news->seq > 0)
            (void)lobby_heard(lobby, news->table, news->seq, news->text);
        else if (entry && !entry->table && !entry->watchers && !entry->touched)
            lobby_forget(entry);
        break;
    case CLUSTER_THERE:
        if (entry)
            hear_there(entry, news->text);
        break;
    case CLUSTER_SAID:
        if (strcmp(news->table, LIMITS) == 0)
            hear_limit(server, news->text);
        else if (entry)
            hear_note(entry, news->text);
        break;
    case CLUSTER_LEASES:
        lobby_look_at_leases(lobby);
        break;
    case CLUSTER_DRAIN:
        server_drain(server);
        break;
    }
}

void peers_hear(struct server *server)
{
    if (!server->peers)
        return;
    struct cluster_news news;
    while (cluster_next(server->peers->cluster, &news))
        hear(server, &news);
}

/* ---- Telling ----------------------------------------------------------- */

void peers_saved(const struct lobby_table *entry)
{
    const struct peers *peers = entry->server->peers;
    if (peers)
        cluster_tell(peers->cluster, entry->id, entry->table->seq,
                     entry->changed);
}

void peers_loaded(const struct lobby_table *entry, bool loaded)
{
    const struct peers *peers = entry->server->peers;
    if (peers && loaded)
        cluster_follow(peers->cluster, entry->id, entry->seq);
    else if (peers)
        cluster_unfollow(peers->cluster, entry->id);
}

void peers_present(const struct lobby_table *entry, struct table_person person,
                   bool there)
{
    const struct peers *peers = entry->server->peers;
    if (!peers)
        return;
    char hex[PERSON_HEX + 1];
    hex_print(person.id, TABLE_PERSON, hex);
    cluster_present(peers->cluster, entry->id, hex, there);
}

bool peers_see(const struct lobby_table *entry, struct table_person person)
{
    for (unsigned i = 0; i < entry->elsewhere_count; i++)
        if (table_person_same(entry->elsewhere[i], person))
            return true;
    return false;
}

void peers_react(const struct lobby_table *entry, unsigned seat,
                 const char *word)
{
    const struct peers *peers = entry->server->peers;
    if (!peers)
        return;
    char text[CLUSTER_NOTE];
    snprintf(text, sizeof text, "react %u %s", seat, word);
    cluster_note(peers->cluster, entry->id, text);
}

void peers_hurry(const struct lobby_table *entry)
{
    const struct peers *peers = entry->server->peers;
    if (!peers)
        return;
    char text[CLUSTER_NOTE];
    snprintf(text, sizeof text, "hurry %u", (unsigned)entry->table->game.round);
    cluster_note(peers->cluster, entry->id, text);
}

/* Small sums wait until they are worth a note. */
void peers_spent(struct server *server, unsigned limit, unsigned place,
                 uint64_t amount)
{
    struct peers *peers = server->peers;
    if (!peers)
        return;
    if (limit >= PEERS_QUOTA) {
        uint64_t *sum = &peers->quota[limit - PEERS_QUOTA][place];
        *sum += amount;
        if (*sum < QUOTA_NOTE)
            return;
        amount = *sum;
        *sum = 0;
    }
    char text[CLUSTER_NOTE];
    snprintf(text, sizeof text, "%u %u %" PRIu64, limit, place, amount);
    cluster_note(peers->cluster, LIMITS, text);
}
