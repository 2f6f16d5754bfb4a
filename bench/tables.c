/* What a move costs the server: tables of four clients that play as fast as
 * they are answered, beside a bare echo on the same libraries with as many
 * connections. Both are counted alike: messages in and out, for each second of
 * the server's processor time.
 *
 * usage: tables [-t TABLES] [-m MOVES] [-r ROUNDS] [-b BYTES] [-d FOLDER]
 *               TIOLI ECHO
 *
 * In each round come the echo with BYTES, the echo with messages as long as
 * the game's are on average, the memory store and SQLite (in FOLDER). */
#define _GNU_SOURCE
#include "bench/load_serve.h"
#include "bench/load_tables.h"
#include "bench/ws_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROUNDS 15
#define LONGEST 120.0 /* seconds for one measurement: then something hangs */

struct cost {
    double messages; /* per second of the server's processor */
    double moves;
    double wall_moves;        /* per second */
    double mean_in, mean_out; /* bytes */
    double per_move;          /* messages */
};

struct options {
    unsigned tables;
    unsigned moves;
    unsigned rounds;
    unsigned bytes;
    const char *folder;
    const char *tioli;
    const char *echo;
};

/* ---- The echo ---------------------------------------------------------- */

struct echo {
    struct ws_pool *pool;
    char *text;
    size_t size;
    unsigned open;
    unsigned lost;
    unsigned long messages;
};

static void echo_open(void *context, struct ws_conn *conn)
{
    struct echo *echo = context;
    (void)conn;
    echo->open++;
}

static void echo_message(void *context, struct ws_conn *conn, char *text,
                         size_t size)
{
    struct echo *echo = context;
    (void)text;
    (void)size;
    echo->messages++;
    ws_send(conn, echo->text, echo->size);
}

static void echo_closed(void *context, struct ws_conn *conn, unsigned code)
{
    struct echo *echo = context;
    (void)conn;
    (void)code;
    echo->lost++;
}

static bool echo_run(struct echo *echo, struct load_process *server,
                     unsigned connections, unsigned long messages,
                     struct cost *cost)
{
    struct ws_conn **conns = calloc(connections, sizeof(struct ws_conn *));
    double end = load_now() + LONGEST;
    for (unsigned i = 0; conns && i < connections; i++) {
        conns[i] = ws_connect(echo->pool, server->port, "/ws", 1 + i / 4, "");
        while (conns[i] && echo->open + 200 <= i && echo->lost == 0)
            ws_pool_run(echo->pool, 100);
    }
    while (conns && echo->open < connections && echo->lost == 0 &&
           load_now() < end)
        ws_pool_run(echo->pool, 100);
    if (!conns || echo->open < connections) {
        free(conns);
        return false;
    }
    double cpu = load_process_cpu(server);
    for (unsigned i = 0; i < connections; i++)
        ws_send(conns[i], echo->text, echo->size);
    while (echo->messages < messages && echo->lost == 0 && load_now() < end)
        ws_pool_run(echo->pool, 100);
    cpu = load_process_cpu(server) - cpu;
    free(conns);
    cost->messages = 2 * (double)echo->messages / cpu;
    return echo->lost == 0 && echo->messages >= messages;
}

static bool measure_echo(const struct options *options, size_t size,
                         struct cost *cost)
{
    struct echo echo = {.size = size};
    struct ws_handlers handlers = {.context = &echo,
                                   .open = echo_open,
                                   .message = echo_message,
                                   .closed = echo_closed};
    struct load_process server;
    char *words[] = {strdup(options->echo), NULL};
    bool good = words[0] && load_process_start(&server, words);
    free(words[0]);
    if (!good)
        return false;
    echo.pool = ws_pool_new(&handlers);
    echo.text = malloc(size + 1);
    good = echo.pool && echo.text;
    if (good) {
        memset(echo.text, 'x', size);
        good = echo_run(&echo, &server, options->tables * LOAD_SEATS,
                        (unsigned long)options->moves * 3, cost);
    }
    ws_pool_free(echo.pool);
    free(echo.text);
    if (!good)
        fprintf(stderr, "the echo was not measured\n");
    return load_process_end(&server) && good;
}

/* ---- Tables ------------------------------------------------------------ */

static void settle_cost(struct cost *cost, const struct load_sums *before,
                        const struct load_sums *after, double cpu, double took)
{
    double in = (double)(after->in - before->in);
    double out = (double)(after->out - before->out);
    double moves = (double)(after->moves - before->moves);
    cost->messages = (in + out) / cpu;
    cost->moves = moves / cpu;
    cost->wall_moves = moves / took;
    cost->mean_in = (double)(after->bytes_in - before->bytes_in) / in;
    cost->mean_out = (double)(after->bytes_out - before->bytes_out) / out;
    cost->per_move = (in + out) / moves;
}

static bool play(const struct options *options, struct load_serve *serve,
                 struct cost *cost)
{
    struct load_plan plan = {
        .port = serve->process.port, .tables = options->tables, .source = 1};
    struct load_tables *all = load_tables_new(&plan);
    double end = load_now() + LONGEST;
    if (!all)
        return false;
    struct load_sums *sums = load_tables_sums(all);
    load_tables_begin(all);
    /* Everybody sits and has moved: from now on it counts. */
    while (sums->moves < options->tables * 8UL && sums->lost == 0 &&
           load_now() < end)
        load_tables_run(all, 100);
    struct load_sums before = *sums;
    double cpu = load_process_cpu(&serve->process);
    double begun = load_now();
    while (sums->moves - before.moves < options->moves && sums->lost == 0 &&
           load_now() < end)
        load_tables_run(all, 100);
    settle_cost(cost, &before, sums, load_process_cpu(&serve->process) - cpu,
                load_now() - begun);
    bool good = sums->lost == 0 && sums->refused == 0 &&
                sums->moves - before.moves >= options->moves;
    if (!good)
        fprintf(stderr, "%lu moves, %u lost, %lu refused\n",
                (unsigned long)sums->moves, sums->lost,
                (unsigned long)sums->refused);
    load_tables_free(all);
    return good;
}

static bool measure_tables(const struct options *options, const char *kind,
                           struct cost *cost)
{
    struct load_serve serve;
    if (!load_serve_start(&serve, options->tioli, kind, options->folder))
        return false;
    bool good = play(options, &serve, cost);
    return load_serve_end(&serve) && good;
}

/* ---- Rounds ------------------------------------------------------------ */

struct round {
    struct cost echo, long_echo, memory, sqlite;
};

static bool run_round(const struct options *options, struct round *round)
{
    if (!measure_tables(options, "memory", &round->memory) ||
        !measure_echo(options, options->bytes, &round->echo) ||
        !measure_echo(options, (size_t)round->memory.mean_out,
                      &round->long_echo) ||
        !measure_tables(options, "sqlite", &round->sqlite))
        return false;
    const struct cost *costs[] = {&round->echo, &round->long_echo,
                                  &round->memory, &round->sqlite};
    static const char *const names[] = {"echo", "echo, as long", "memory store",
                                        "SQLite"};
    for (unsigned i = 0; i < 4; i++) {
        printf("  %-14s %8.0f messages per CPU second", names[i],
               costs[i]->messages);
        if (i >= 2)
            printf(" (%.2f and %.2f of the echoes), %6.0f moves per CPU "
                   "second, %6.0f moves/s",
                   costs[i]->messages / round->echo.messages,
                   costs[i]->messages / round->long_echo.messages,
                   costs[i]->moves, costs[i]->wall_moves);
        printf("\n");
    }
    fflush(stdout);
    return true;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

static double middle(double *list, unsigned count)
{
    qsort(list, count, sizeof *list, by_size);
    return list[count / 2];
}

static void report(const struct round *rounds, unsigned count)
{
    double part[ROUNDS];
    double long_part[ROUNDS];
    double sqlite_part[ROUNDS];
    double moves[ROUNDS];
    double sqlite_moves[ROUNDS];
    for (unsigned i = 0; i < count; i++) {
        part[i] = rounds[i].memory.messages / rounds[i].echo.messages;
        long_part[i] = rounds[i].memory.messages / rounds[i].long_echo.messages;
        sqlite_part[i] = rounds[i].sqlite.messages / rounds[i].echo.messages;
        moves[i] = rounds[i].memory.moves;
        sqlite_moves[i] = rounds[i].sqlite.moves;
    }
    printf("a move: %.1f messages, of %.0f bytes in and %.0f bytes out\n",
           rounds[0].memory.per_move, rounds[0].memory.mean_in,
           rounds[0].memory.mean_out);
    printf("middle of %u: memory store %.0f moves per CPU second, %.2f of the "
           "echo's messages, %.2f of the long echo's; SQLite %.0f, %.2f\n",
           count, middle(moves, count), middle(part, count),
           middle(long_part, count), middle(sqlite_moves, count),
           middle(sqlite_part, count));
}

static bool read_options(struct options *options, int count, char **words)
{
    int option;
    while ((option = getopt(count, words, "+t:m:r:b:d:")) != -1) {
        unsigned long number =
            option == 'd' || !optarg ? 1 : strtoul(optarg, NULL, 10);
        if (option == '?' || number == 0 || number > 10000000)
            return false;
        if (option == 't')
            options->tables = (unsigned)number;
        else if (option == 'm')
            options->moves = (unsigned)number;
        else if (option == 'r')
            options->rounds = (unsigned)number;
        else if (option == 'b')
            options->bytes = (unsigned)number;
        else
            options->folder = optarg;
    }
    if (optind + 2 != count || options->tables > 2500 ||
        options->rounds > ROUNDS || options->bytes > 16000)
        return false;
    options->tioli = words[optind];
    options->echo = words[optind + 1];
    return true;
}

int main(int count, char **words)
{
    struct options options = {.tables = 250,
                              .moves = 30000,
                              .rounds = 3,
                              .bytes = 200,
                              .folder = "/tmp"};
    struct round rounds[ROUNDS] = {0};
    if (!read_options(&options, count, words)) {
        fprintf(stderr, "usage: tables [-t TABLES] [-m MOVES] [-r ROUNDS] "
                        "[-b BYTES] [-d FOLDER] TIOLI ECHO\n");
        return 2;
    }
    load_raise_limit();
    for (unsigned i = 0; i < options.rounds; i++) {
        printf("round %u: %u tables, %u moves, echo of %u bytes\n", i + 1,
               options.tables, options.moves, options.bytes);
        if (!run_round(&options, &rounds[i]))
            return 1;
    }
    report(rounds, options.rounds);
    return 0;
}
