/* Tables of four clients that play against a server which somebody else has
 * started and measures: bench/servers.
 *
 * usage: players [-t TABLES] [-m MOVES] [-i MS] PORT [PORT]
 *
 * -i is how long a client thinks about a move, on average; without it they play
 * as fast as they are answered. With two ports every other player of each table
 * is at the second. When all have played for a while "begin" is
 * printed, and a line on standard input starts what counts. After MOVES come its
 * figures in one line of JSON, and the clients stay until standard input has
 * another line or ends: what they cost can be read before they leave. */
#define _GNU_SOURCE
#include "bench/load_process.h"
#include "bench/load_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LONGEST 300.0   /* seconds: then something hangs */
#define FIRST_MOVES 8UL /* of a table, which do not count */

struct options {
    unsigned tables;
    unsigned moves;
    unsigned think_ms;
    unsigned port;
    unsigned other_port; /* or 0 */
};

/* False if it takes too long, or somebody was cut off. */
static bool play(struct load_tables *all, uint64_t moves)
{
    struct load_sums *sums = load_tables_sums(all);
    double end = load_now() + LONGEST;
    uint64_t wanted = sums->moves + moves;
    while (sums->moves < wanted && sums->lost == 0 && load_now() < end)
        load_tables_run(all, 100);
    return sums->moves >= wanted && sums->lost == 0 && sums->refused == 0;
}

static void wait_for_line(void)
{
    char line[16];
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin))
        return; /* nobody listens any more, and the figures are out */
}

static void print_figures(const struct load_sums *before,
                          struct load_sums *after, double seconds)
{
    printf("{\"moves\":%lu,\"seconds\":%.3f,\"in\":%lu,\"out\":%lu,"
           "\"bytes_in\":%lu,\"bytes_out\":%lu,\"median_us\":%.0f,"
           "\"p99_us\":%.0f}\n",
           (unsigned long)(after->moves - before->moves), seconds,
           (unsigned long)(after->in - before->in),
           (unsigned long)(after->out - before->out),
           (unsigned long)(after->bytes_in - before->bytes_in),
           (unsigned long)(after->bytes_out - before->bytes_out),
           load_sums_time(after, 0.5), load_sums_time(after, 0.99));
}

static bool measure(const struct options *options, struct load_tables *all)
{
    struct load_sums *sums = load_tables_sums(all);
    load_tables_begin(all);
    bool good = play(all, options->tables * FIRST_MOVES);
    if (good) {
        puts("begin");
        wait_for_line();
        load_tables_mark(all);
        struct load_sums before = *sums;
        double begun = load_now();
        good = play(all, options->moves);
        if (good)
            print_figures(&before, sums, load_now() - begun);
    }
    if (good)
        wait_for_line();
    else
        fprintf(stderr, "%lu moves, %u lost, %lu refused\n",
                (unsigned long)sums->moves, sums->lost,
                (unsigned long)sums->refused);
    return good;
}

static bool read_port(unsigned *port, const char *word)
{
    *port = (unsigned)strtoul(word, NULL, 10);
    return *port > 0 && *port < 65536;
}

static bool read_options(struct options *options, int count, char **words)
{
    int option;
    while ((option = getopt(count, words, "+t:m:i:")) != -1) {
        unsigned long number =
            option == '?' || !optarg ? 0 : strtoul(optarg, NULL, 10);
        if (number == 0 || number > 10000000)
            return false;
        if (option == 't')
            options->tables = (unsigned)number;
        else if (option == 'm')
            options->moves = (unsigned)number;
        else
            options->think_ms = (unsigned)number;
    }
    int ports = count - optind;
    if (ports < 1 || ports > 2 || options->tables > 2500)
        return false;
    return read_port(&options->port, words[optind]) &&
           (ports == 1 || read_port(&options->other_port, words[optind + 1]));
}

int main(int count, char **words)
{
    struct options options = {.tables = 100, .moves = 12000};
    if (!read_options(&options, count, words)) {
        fprintf(stderr,
                "usage: players [-t TABLES] [-m MOVES] [-i MS] PORT [PORT]\n");
        return 2;
    }
    load_raise_limit();
    struct load_plan plan = {.port = options.port,
                             .other_port = options.other_port,
                             .tables = options.tables,
                             .source = 1,
                             .think_ms = options.think_ms};
    struct load_tables *all = load_tables_new(&plan);
    bool good = all && measure(&options, all);
    load_tables_free(all);
    return good ? 0 : 1;
}
