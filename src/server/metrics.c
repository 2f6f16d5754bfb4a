/* Figures are counted where things happen; here, and in figures.def, they only
 * get names, units and a sentence each. None of them reveals who plays, where or what. */
#define _DEFAULT_SOURCE

#include "server/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "server/lap.h"
#include "server/lobby.h"
#include "server/peers.h"
#include "server/thinkers.h"
#include "server/upkeep.h"

static void put_typed(struct buffer *out, const char *name, const char *type,
                      const char *help)
{
    buffer_print(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* A counter's name ends in _total. */
static void put_head(struct buffer *out, const char *name, const char *help)
{
    size_t size = strlen(name);
    bool grows = size > 6 && strcmp(name + size - 6, "_total") == 0;
    put_typed(out, name, grows ? "counter" : "gauge", help);
}

static void put(struct buffer *out, const char *name, const char *help,
                uint64_t value)
{
    put_head(out, name, help);
    buffer_print(out, "%s %" PRIu64 "\n", name, value);
}

/* One of several that only a label tells apart. */
static void put_one(struct buffer *out, const char *name, const char *label,
                    const char *word, uint64_t value)
{
    buffer_print(out, "%s{%s=\"%s\"} %" PRIu64 "\n", name, label, word, value);
}

static void put_seconds(struct buffer *out, const char *name, uint64_t us)
{
    buffer_print(out, "%s %" PRIu64 ".%06" PRIu64 "\n", name, us / 1000000,
                 us % 1000000);
}

static void put_histogram(struct buffer *out, const char *name,
                          const char *help, const struct histogram *histogram)
{
    char sum[96];
    uint64_t total = 0;
    uint64_t bound = HISTOGRAM_FIRST_US;
    put_typed(out, name, "histogram", help);
    for (unsigned i = 0; i + 1 < HISTOGRAM_BUCKETS; i++) {
        total += histogram->bucket[i];
        buffer_print(
            out, "%s_bucket{le=\"%" PRIu64 ".%06" PRIu64 "\"} %" PRIu64 "\n",
            name, bound / 1000000, bound % 1000000, total);
        bound *= 2;
    }
    buffer_print(out, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name,
                 histogram->count);
    snprintf(sum, sizeof sum, "%s_sum", name);
    put_seconds(out, sum, histogram->sum_us);
    buffer_print(out, "%s_count %" PRIu64 "\n", name, histogram->count);
}

/* ---- Groups ------------------------------------------------------------ */

/* Bytes, or 0 if the system does not say. */
static uint64_t resident_memory(void)
{
    char text[128] = "";
    char *rest = text;
    long page = sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    bool good = fgets(text, sizeof text, file) && page > 0;
    fclose(file);
    (void)strtoul(text, &rest, 10); /* the first number is of all memory */
    return good ? strtoul(rest, NULL, 10) * (uint64_t)page : 0;
}

static void put_process(struct buffer *out, const struct server *server)
{
    struct rusage usage;
    uint64_t memory = resident_memory();
    put_head(out, "tioli_build_info", "The version, as a label.");
    buffer_print(out, "tioli_build_info{version=\"%s\"} 1\n", TIOLI_VERSION);
    put_head(out, "tioli_uptime_seconds", "Since the server started.");
    put_seconds(out, "tioli_uptime_seconds", clock_us() - server->started_us);
    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        uint64_t seconds =
            (uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec;
        uint64_t us =
            (uint64_t)usage.ru_utime.tv_usec + (uint64_t)usage.ru_stime.tv_usec;
        put_head(out, "process_cpu_seconds_total",
                 "Processor time that was used.");
        put_seconds(out, "process_cpu_seconds_total", seconds * 1000000 + us);
    }
    if (memory > 0) {
        put(out, "process_resident_memory_bytes", "Memory that is in use.",
            memory);
    }
}

static void put_tables(struct buffer *out, const struct server *server)
{
    unsigned present = 0;
    struct lobby_table *at = NULL;
    while ((at = lobby_next_loaded(server->lobby, at))) {
        for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
            present += at->table->seat[seat].kind == TABLE_SEAT_PERSON &&
                       at->table->seat[seat].present;
        }
    }
    put_head(out, "tioli_tables", "Tables by phase.");
    for (unsigned i = 0; i < TABLE_PHASES; i++)
        put_one(out, "tioli_tables", "phase", lobby_phase_name(i),
                server->counts.tables_in[i]);
    put(out, "tioli_persons_present", "Seats whose person is connected.",
        present);
}

static void put_network(struct buffer *out, const struct server *server)
{
    const struct net_counts *net = net_get_counts(server->net);
    put(out, "tioli_connections", "Connections.", net->connections);
    put(out, "tioli_sockets", "Connections that are WebSockets.", net->sockets);
    put(out, "tioli_connections_accepted_total",
        "Connections that were accepted.", net->accepted);
    put(out, "tioli_received_messages_total",
        "WebSocket messages that came in.", net->messages_in);
    put(out, "tioli_sent_messages_total", "WebSocket messages that went out.",
        net->messages_out);
    put(out, "tioli_received_bytes_total", "Bytes that came in.",
        net->bytes_in);
    put(out, "tioli_sent_bytes_total", "Bytes that went out.", net->bytes_out);
    put_head(out, "tioli_network_refusals_total",
             "Connections, messages and requests refused by the network layer, "
             "by reason.");
    for (unsigned i = 0; i < NET_REFUSAL_COUNT; i++)
        put_one(out, "tioli_network_refusals_total", "reason",
                net_refusal_name((enum net_refusal)i), net->refused[i]);
    put_head(out, "tioli_refusals_total",
             "Requests refused by server or table, by error.");
    for (unsigned i = TABLE_E_OK + 1; i < SERVER_ERROR_COUNT; i++)
        put_one(out, "tioli_refusals_total", "error", server_error_name(i),
                server->counts.refused[i]);
}

static void put_guesses(struct buffer *out, const struct server *server)
{
    static const char *const by[SERVER_GUESSES_KINDS] = {
        [SERVER_GUESSES_PERSON] = "person",
        [SERVER_GUESSES_ADDRESS] = "address",
    };
    put_head(out, "tioli_codes_refused_total",
             "Passwords of tables that were not looked at, by whose wrong ones "
             "were too many.");
    for (unsigned i = 0; i < SERVER_GUESSES_KINDS; i++)
        put_one(out, "tioli_codes_refused_total", "by", by[i],
                server->counts.guesses_refused[i]);
}

static void put_spoken(struct buffer *out, const struct server *server)
{
    put_head(out, "tioli_spoken_total",
             "Spoken codes of tables that were wrong, and that were not looked "
             "at because too many were wrong before.");
    put_one(out, "tioli_spoken_total", "result", "wrong",
            server->counts.spoken_wrong);
    put_one(out, "tioli_spoken_total", "result", "refused",
            server->counts.spoken_refused);
}

static void put_size(struct buffer *out, const struct server *server)
{
    static const char *const kinds[STORE_KINDS] = {
        [STORE_RECORDS] = "records",
        [STORE_ENTRIES] = "entries",
        [STORE_VALUES] = "values",
    };
    const struct store_size size = store_size(server->store);
    put_head(out, "tioli_store_bytes",
             "Size of the store: its file and the log beside it.");
    put_one(out, "tioli_store_bytes", "part", "file", size.bytes);
    put_one(out, "tioli_store_bytes", "part", "log", size.log_bytes);
    put_head(out, "tioli_store_rows",
             "Records, games in lists of players, and values such as names.");
    for (unsigned i = 0; i < STORE_KINDS; i++)
        put_one(out, "tioli_store_rows", "kind", kinds[i], size.rows[i]);
    put_head(out, "tioli_store_forgotten_total",
             "Rows that were removed because they were too old.");
    for (unsigned i = 0; i < STORE_KINDS; i++)
        put_one(out, "tioli_store_forgotten_total", "kind", kinds[i],
                size.expired[i]);
    put_head(out, "tioli_disk_free_bytes",
             "Room on the disk that the store is on.");
    if (size.free != UINT64_MAX)
        buffer_print(out, "tioli_disk_free_bytes %" PRIu64 "\n", size.free);
    else /* it is in memory */
        buffer_print(out, "tioli_disk_free_bytes +Inf\n");
    put(out, "tioli_disk_low",
        "1 if that is less than the reserve: no new tables are made.",
        upkeep_is_low(server));
}

static void put_store(struct buffer *out, const struct server *server)
{
    uint64_t now = server_now(server);
    uint64_t lag =
        server->down && now > server->down_since ? now - server->down_since : 0;
    put(out, "tioli_store_up", "1 if the store takes what is written.",
        !server->down);
    put_head(out, "tioli_store_lag_seconds",
             "For how long the store has failed.");
    put_seconds(out, "tioli_store_lag_seconds", lag * 1000);
    put(out, "tioli_commits_in_flight",
        "1 while the store has been given a commit and has not saved it yet.",
        lap_is_flying(server->lap));
    put_size(out, server);
}

static void put_bots(struct buffer *out, const struct server *server)
{
    struct thinkers_figures now;
    unsigned thinking = 0;
    thinkers_count(server->thinkers, &now);
    for (unsigned i = 0; i < THOUGHT_KINDS; i++)
        thinking += now.waiting[i] + now.running[i];
    put(out, "tioli_thinking",
        "Decisions and hints that are waited for or thought about.", thinking);
    put(out, "tioli_hints_waiting", "Hints that wait for a thread.",
        now.waiting[THOUGHT_HINT]);
    put(out, "tioli_hints_running", "Hints that are thought about.",
        now.running[THOUGHT_HINT]);
}

/* Nothing where the server is alone. */
static void put_peers(struct buffer *out, const struct server *server)
{
    struct cluster_figures now;
    if (!peers_figures(server, &now))
        return;
    put(out, "tioli_cluster_connected",
        "1 while the connection for leases and hints is there.", now.connected);
    put(out, "tioli_cluster_servers", "Servers on this database.", now.servers);
    put_head(out, "tioli_cluster_shards",
             "Parts of all tables: whose bots and clocks are whose business.");
    put_one(out, "tioli_cluster_shards", "of", "this", now.shards);
    put_one(out, "tioli_cluster_shards", "of", "all", CLUSTER_SHARDS);
    put(out, "tioli_cluster_shards_gained_total", "Shards that came to us.",
        now.gained);
    put(out, "tioli_cluster_shards_lost_total",
        "Shards that were taken from us, because we had said nothing.",
        now.lost);
    put(out, "tioli_cluster_reconnects_total",
        "How often that connection was made again.", now.reconnects);
    put(out, "tioli_cluster_hints_sent_total",
        "Hints that other servers were given.", now.hints_sent);
    put(out, "tioli_cluster_hints_heard_total",
        "Hints of others, and our own again.", now.hints_heard);
    put(out, "tioli_cluster_hints_missed_total",
        "Tables of which only the slow look at all knew something new.",
        now.found);
    put_head(out, "tioli_cluster_lag_seconds",
             "From the sending of the last hint to its hearing.");
    put_seconds(out, "tioli_cluster_lag_seconds", now.lag_us);
}

void metrics_print(struct buffer *out, const struct server *server)
{
    put_process(out, server);
    put(out, "tioli_draining", "1 once the server is about to stop.",
        server->draining);
    put_tables(out, server);
    put_network(out, server);
    put_guesses(out, server);
    put_spoken(out, server);
    put_store(out, server);
    put_peers(out, server);
    put_bots(out, server);
#define FIGURE(type, field, name, help)                                        \
    put(out, name, help, server->counts.field);
#define TIMES(field, name, help)                                               \
    put_histogram(out, name, help, &server->counts.field);
#include "server/figures.def"
}
