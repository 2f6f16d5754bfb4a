/* How much a WebSocket server that says again what it hears can do: messages a
 * second, CPU for each, and memory for a connection that says nothing.
 *
 * usage: load [-c CONNECTIONS] [-i IDLE] [-b BYTES] [-s SECONDS] [-w WINDOW]
 *             COMMAND...
 *
 * COMMAND is the server; it says "port N". Of each connection WINDOW messages
 * are on their way at once. */
#define _GNU_SOURCE
#include "bench/load_process.h"
#include "bench/ws_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct load {
    unsigned connections;
    unsigned idle;
    unsigned bytes;
    unsigned window;
    double seconds;
    struct load_process server;
    struct ws_pool *pool;
    char *text;
    unsigned open;
    unsigned lost;
    unsigned long messages;
    bool talking;
};

static void on_open(void *context, struct ws_conn *conn)
{
    struct load *load = context;
    (void)conn;
    load->open++;
}

static void on_message(void *context, struct ws_conn *conn, char *text,
                       size_t size)
{
    struct load *load = context;
    (void)text;
    load->messages++;
    if (load->talking)
        ws_send(conn, load->text, size);
}

static void on_closed(void *context, struct ws_conn *conn, unsigned code)
{
    struct load *load = context;
    (void)conn;
    if (load->lost++ == 0)
        fprintf(stderr, "a connection was closed with code %u\n", code);
}

/* Connects `count` more, a few at a time. The first is put in `first`. */
static bool connect_all(struct load *load, unsigned count,
                        struct ws_conn **conns)
{
    unsigned begun = 0;
    unsigned want = load->open + count;
    while (load->open < want && load->lost == 0) {
        while (begun < count && load->open + 200 > want - count + begun) {
            struct ws_conn *conn = ws_connect(load->pool, load->server.port,
                                              "/ws", 1 + begun % 60000, "");
            if (!conn) {
                fprintf(stderr, "can't make connection %u\n", begun + 1);
                return false;
            }
            if (conns)
                conns[begun] = conn;
            begun++;
        }
        ws_pool_run(load->pool, 1000);
    }
    return load->lost == 0;
}

static bool measure_idle(struct load *load)
{
    double before = load_process_memory(&load->server);
    if (load->idle == 0)
        return true;
    if (!connect_all(load, load->idle, NULL))
        return false;
    double after = load_process_memory(&load->server);
    printf("idle connections: %u, %.0f bytes each\n", load->idle,
           (after - before) / load->idle);
    return true;
}

static bool measure_echo(struct load *load)
{
    struct ws_conn **conns =
        calloc(load->connections, sizeof(struct ws_conn *));
    if (!conns || !connect_all(load, load->connections, conns)) {
        free(conns);
        return false;
    }
    load->talking = true;
    double cpu = load_process_cpu(&load->server);
    double begun = load_now();
    double end = begun + load->seconds;
    load->messages = 0;
    for (unsigned i = 0; i < load->connections * load->window; i++)
        ws_send(conns[i % load->connections], load->text, load->bytes);
    while (load_now() < end && load->lost == 0)
        ws_pool_run(load->pool, 100);
    double took = load_now() - begun;
    cpu = load_process_cpu(&load->server) - cpu;
    free(conns);
    if (load->lost > 0 || load->messages == 0)
        return false;
    printf("echo: %u connections, %u bytes: %.0f messages/s, "
           "%.2f us of the server's CPU each, %.0f messages per CPU second\n",
           load->connections, load->bytes, (double)load->messages / took,
           cpu * 1e6 / (double)load->messages, (double)load->messages / cpu);
    return true;
}

static bool read_options(struct load *load, int count, char **words)
{
    int option;
    while ((option = getopt(count, words, "+c:i:b:s:w:")) != -1) {
        double number = strtod(optarg ? optarg : "", NULL);
        if (option == '?' || number < 0 || number > 1e6)
            return false;
        if (option == 'c')
            load->connections = (unsigned)number;
        else if (option == 'i')
            load->idle = (unsigned)number;
        else if (option == 'b')
            load->bytes = (unsigned)number;
        else if (option == 'w')
            load->window = (unsigned)number;
        else
            load->seconds = number;
    }
    return optind < count && load->connections > 0 && load->window > 0;
}

int main(int count, char **words)
{
    struct load load = {
        .connections = 100, .bytes = 200, .window = 1, .seconds = 3};
    struct ws_handlers handlers = {.context = &load,
                                   .open = on_open,
                                   .message = on_message,
                                   .closed = on_closed};
    if (!read_options(&load, count, words)) {
        fprintf(stderr, "usage: load [-c CONNECTIONS] [-i IDLE] [-b BYTES] "
                        "[-s SECONDS] [-w WINDOW] COMMAND...\n");
        return 2;
    }
    load_raise_limit();
    load.text = malloc(load.bytes + 1);
    load.pool = ws_pool_new(&handlers);
    if (!load.text || !load.pool ||
        !load_process_start(&load.server, words + optind))
        return 1;
    memset(load.text, 'x', load.bytes);
    bool fine = measure_idle(&load) && measure_echo(&load);
    ws_pool_free(load.pool);
    free(load.text);
    bool ended = load_process_end(&load.server);
    if (!ended)
        fprintf(stderr, "the server ended badly\n");
    return fine && ended ? 0 : 1;
}
