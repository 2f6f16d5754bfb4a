/* What operators ask of servers that share a database, without being one. */
#define _POSIX_C_SOURCE 200809L

#include "store/cluster_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASK_MS 5000

/* A connection, and the database's answer to what is asked first. */
static enum store_status ask(const char *url, enum postgres_sql which,
                             const char *name, postgres_visit *visit,
                             void *context, char why[STORE_WHY])
{
    struct postgres_store *line = postgres_new(url);
    snprintf(why, STORE_WHY, "out of memory");
    if (!line)
        return STORE_FAILED;
    line->talks = true;
    strcpy(line->server, "operator");
    enum store_status status = postgres_connect(line);
    if (status == STORE_OK) {
        postgres_send(line, which, &(struct postgres_values){.key = name});
        status = postgres_receive(line, ASK_MS, visit, context);
    }
    /* Where there are no tables yet there is no server. */
    if (status != STORE_OK && strcmp(line->state, "42P01") == 0)
        status = STORE_OK;
    if (status != STORE_OK)
        memcpy(why, line->store.why, STORE_WHY);
    line->store.methods->close(&line->store);
    return status;
}

struct listing {
    cluster_visit *visit;
    void *context;
};

static void take_servers(void *context, unsigned index, const PGresult *result)
{
    const struct listing *listing = context;
    (void)index;
    for (int row = 0; row < PQntuples(result); row++) {
        struct cluster_server server = {.name = ""};
        uint64_t shards = 0;
        const char *name = PQgetvalue(result, row, 0);
        if (!store_key_valid(name, strnlen(name, STORE_KEY)) ||
            !postgres_number(result, row, 1, &shards) ||
            !postgres_number(result, row, 2, &server.seen_ms) ||
            !postgres_number(result, row, 3, &server.since_ms))
            continue;
        snprintf(server.name, sizeof server.name, "%s", name);
        server.shards = (unsigned)shards;
        server.draining =
            PQgetlength(result, row, 4) == 1 && PQgetvalue(result, row, 4)[0];
        if (!listing->visit(listing->context, &server))
            break;
    }
}

enum store_status cluster_list(const char *url, cluster_visit *visit,
                               void *context, char why[STORE_WHY])
{
    struct listing listing = {visit, context};
    return ask(url, PG_SERVERS, "", take_servers, &listing, why);
}

static bool add_name(void *context, const struct cluster_server *server)
{
    char *names = context;
    size_t used = strlen(names);
    snprintf(names + used, STORE_WHY - used, "%s%s", used ? ", " : "",
             server->name);
    return true;
}

enum store_status cluster_names(const char *url, char names[STORE_WHY],
                                char why[STORE_WHY])
{
    names[0] = '\0';
    return cluster_list(url, add_name, names, why);
}

static void take_found(void *context, unsigned index, const PGresult *result)
{
    (void)index;
    *(bool *)context = PQntuples(result) > 0;
}

enum store_status cluster_ask_drain(const char *url, const char *name,
                                    char why[STORE_WHY])
{
    bool found = false;
    enum store_status status =
        ask(url, PG_DRAIN, name, take_found, &found, why);
    if (status == STORE_OK && !found) {
        snprintf(why, STORE_WHY, "there is no server '%.60s'", name);
        return STORE_MISSING;
    }
    return status;
}
