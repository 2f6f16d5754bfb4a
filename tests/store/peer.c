/* One of several servers on a database, without anything that a server has to do
 * with games: it does what it is told by lines, and prints what it hears.
 *
 *     store_peer URL NAME
 *
 * Each command is answered by a line that begins with '='; news are lines that
 * begin with '!'. */
#define _POSIX_C_SOURCE 200809L

#include "store/cluster.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct store *store;
static struct cluster *cluster;
static int bell[2];

static void wake(void *context)
{
    (void)context;
    if (write(bell[1], "", 1) < 0)
        abort();
}

static void print_news(void)
{
    static const char *const kinds[] = {
        [CLUSTER_EVENTS] = "events", [CLUSTER_LINE] = "line",
        [CLUSTER_THERE] = "there",   [CLUSTER_SAID] = "said",
        [CLUSTER_LEASES] = "leases", [CLUSTER_DRAIN] = "drain",
    };
    struct cluster_news news;
    while (cluster_next(cluster, &news))
        printf("!%s %s %llu %s\n", kinds[news.kind],
               news.table[0] ? news.table : "-", (unsigned long long)news.seq,
               news.text);
}

/* The tables that were left out, or what is wrong. */
static void commit(enum store_status status)
{
    if (status == STORE_OK || status == STORE_CONFLICT)
        status = store_commit(store);
    if (status != STORE_OK) {
        printf("=%d %s\n", (int)status, store_why(store));
        return;
    }
    printf("=0");
    for (const char *table = NULL; (table = store_left_out(store, table));)
        printf(" %s", table);
    printf("\n");
}

static bool print_event(void *context, uint64_t seq, const void *bytes,
                        size_t size)
{
    (void)context;
    printf(" %llu:%.*s", (unsigned long long)seq, (int)size,
           (const char *)bytes);
    return true;
}

static void load(const char *table)
{
    printf("=");
    enum store_status status = store_load(store, table, 0, print_event, NULL);
    printf(" %d\n", (int)status);
}

static void print_figures(void)
{
    struct cluster_figures figures = cluster_figures(cluster);
    printf("=%d %u %u %llu %llu %llu %llu %llu %llu %llu\n", figures.connected,
           figures.servers, figures.shards, (unsigned long long)figures.gained,
           (unsigned long long)figures.lost,
           (unsigned long long)figures.reconnects,
           (unsigned long long)figures.hints_sent,
           (unsigned long long)figures.hints_heard,
           (unsigned long long)figures.found,
           (unsigned long long)figures.lag_us);
}

/* The words of a command; what is missing is empty. */
struct words {
    const char *word[6];
};

static struct words split(char *line)
{
    struct words words;
    char *rest = NULL;
    for (unsigned i = 0; i < 6; i++) {
        const char *word = strtok_r(i ? NULL : line, " \n", &rest);
        words.word[i] = word ? word : "";
    }
    return words;
}

static bool write_something(const char *const *word)
{
    const char *does = word[0];
    uint64_t number = strtoull(word[2], NULL, 10);
    if (strcmp(does, "append") == 0) {
        if (strcmp(word[4], "owner") == 0)
            store_as_owner(store, word[1]);
        if (strcmp(word[4], "about") == 0)
            store_about(store, word[1], word[5]);
        commit(store_append(store, word[1], number, word[3], strlen(word[3])));
    } else if (strcmp(does, "claim") == 0) {
        commit(store_claim(store, word[1], word[2], word[2], strlen(word[2])));
    } else if (strcmp(does, "put") == 0) {
        commit(store_put(store, word[1], word[2], strlen(word[2])));
    } else if (strcmp(does, "record") == 0) {
        commit(store_record(store, word[1], (unsigned)number, 1, "", "", 0));
    } else if (strcmp(does, "delete") == 0) {
        commit(store_delete(store, word[1]));
    } else {
        return false;
    }
    return true;
}

static bool tell_something(const char *const *word)
{
    const char *does = word[0];
    uint64_t number = strtoull(word[2], NULL, 10);
    if (strcmp(does, "tell") == 0)
        cluster_tell(cluster, word[1], number, word[3][0]);
    else if (strcmp(does, "note") == 0)
        cluster_note(cluster, word[1], word[2]);
    else if (strcmp(does, "present") == 0)
        cluster_present(cluster, word[1], word[2], word[3][0]);
    else if (strcmp(does, "follow") == 0)
        cluster_follow(cluster, word[1], number);
    else if (strcmp(does, "unfollow") == 0)
        cluster_unfollow(cluster, word[1]);
    else if (strcmp(does, "give-up") == 0)
        cluster_give_up(cluster);
    else
        return false;
    printf("=\n");
    return true;
}

static void ask_something(const char *const *word)
{
    const char *does = word[0];
    if (strcmp(does, "load") == 0)
        load(word[1]);
    else if (strcmp(does, "owns") == 0)
        printf("=%d\n", cluster_owns(cluster, word[1]));
    else if (strcmp(does, "wall") == 0)
        printf("=%llu\n", (unsigned long long)cluster_wall_ms(cluster));
    else if (strcmp(does, "figures") == 0)
        print_figures();
    else
        printf("=what?\n");
}

static void serve(void)
{
    char line[1000];
    struct pollfd fds[] = {{.fd = 0, .events = POLLIN},
                           {.fd = bell[0], .events = POLLIN}};
    for (;;) {
        char bytes[64];
        if (poll(fds, 2, -1) < 0)
            return;
        if (fds[1].revents && read(bell[0], bytes, sizeof bytes) > 0)
            print_news();
        if (fds[0].revents) {
            if (!fgets(line, sizeof line, stdin))
                return;
            struct words words = split(line);
            if (!write_something(words.word) && !tell_something(words.word))
                ask_something(words.word);
        }
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    char why[STORE_WHY] = "";
    enum store_status status;
    if (argc != 3 || pipe(bell) != 0)
        return 2;
    setvbuf(stdin, NULL, _IONBF, 0); /* poll() knows nothing of a buffer */
    store = store_open_postgres(argv[1], &status, why);
    if (store)
        cluster = cluster_open(
            store, &(struct cluster_config){.name = argv[2], .wake = wake},
            why);
    printf("=%s\n", cluster ? "ready" : why);
    fflush(stdout);
    if (cluster)
        serve();
    cluster_close(cluster);
    store_close(store);
    return cluster ? 0 : 1;
}
