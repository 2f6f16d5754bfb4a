/* What tables cost the server in memory: one that is in play while nobody looks
 * at it, and many games one after the other, which should cost nothing.
 *
 * usage: memory [-t TABLES] [-g GAMES] [-d FOLDER] TIOLI */
#define _GNU_SOURCE
#include "bench/load_serve.h"
#include "bench/load_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GROUPS 250        /* of four clients */
#define MOVES 24          /* at each table: about a round */
#define GAMES_AT_ONCE 100 /* so that nobody asks too often */
#define STEPS 5
#define LONGEST 900.0 /* seconds: then something hangs */

struct options {
    unsigned tables;
    unsigned games;
    const char *folder;
    const char *tioli;
};

static bool fine(const struct load_sums *sums, double end)
{
    return sums->lost == 0 && sums->refused == 0 && load_now() < end;
}

/* All tables are begun by the same clients, four at a time, who leave the room
 * after a while; the games stay on. The first table of each group does not
 * count: it fills what connections and the store keep for themselves. */
static bool measure_tables(const struct options *options,
                           struct load_serve *serve)
{
    unsigned groups = options->tables < GROUPS ? options->tables : GROUPS;
    struct load_plan plan = {
        .port = serve->process.port,
        .tables = groups,
        .source = 1,
        .moves_of_table = MOVES,
        .tables_each = 1 + options->tables / groups,
        .end = LOAD_END_EXIT,
    };
    struct load_tables *all = load_tables_new(&plan);
    double end = load_now() + LONGEST;
    if (!all)
        return false;
    const struct load_sums *sums = load_tables_sums(all);
    load_tables_begin(all);
    while (sums->tables < groups && fine(sums, end))
        load_tables_run(all, 100);
    double before = load_process_memory(&serve->process);
    double first = (double)sums->tables;
    while (sums->done < groups && fine(sums, end))
        load_tables_run(all, 100);
    double after = load_process_memory(&serve->process);
    double more = (double)sums->tables - first;
    bool good = sums->done == groups;
    if (good)
        printf("%.0f tables in play, %.0f moves each: %.0f bytes each\n", more,
               (double)sums->moves / (double)sums->tables,
               (after - before) / more);
    load_tables_free(all);
    return good;
}

/* Tables are made, games played to their end, tables closed and kept as
 * records, again and again. */
static bool measure_games(const struct options *options,
                          struct load_serve *serve)
{
    struct load_plan plan = {.port = serve->process.port,
                             .tables = GAMES_AT_ONCE,
                             .source = 1,
                             .starts = 1};
    struct load_tables *all = load_tables_new(&plan);
    double end = load_now() + LONGEST;
    if (!all)
        return false;
    const struct load_sums *sums = load_tables_sums(all);
    bool good = true;
    load_tables_begin(all);
    for (unsigned step = 1; step <= STEPS && good; step++) {
        unsigned games = options->games / STEPS * step;
        while (sums->games < games && fine(sums, end))
            load_tables_run(all, 100);
        good = sums->games >= games;
        if (good)
            printf("after %u games, %lu moves: %.0f KiB\n", games,
                   (unsigned long)sums->moves,
                   load_process_memory(&serve->process) / 1024);
        fflush(stdout);
    }
    load_tables_free(all);
    return good;
}

static bool with_server(const struct options *options,
                        bool (*what)(const struct options *,
                                     struct load_serve *))
{
    struct load_serve serve;
    if (!load_serve_start(&serve, options->tioli, "sqlite", options->folder))
        return false;
    bool good = what(options, &serve);
    return load_serve_end(&serve) && good;
}

int main(int count, char **words)
{
    struct options options = {.tables = 1000, .games = 4000, .folder = "/tmp"};
    int option;
    bool good = true;
    while ((option = getopt(count, words, "+t:g:d:")) != -1)
        if (option == 't')
            options.tables = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == 'g')
            options.games = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == 'd')
            options.folder = optarg;
        else
            good = false;
    if (!good || optind + 1 != count || options.tables == 0 ||
        options.tables > 5000 || options.games > 1000000) {
        fprintf(stderr,
                "usage: memory [-t TABLES] [-g GAMES] [-d FOLDER] TIOLI\n");
        return 2;
    }
    options.tioli = words[optind];
    load_raise_limit();
    return with_server(&options, measure_tables) &&
                   with_server(&options, measure_games)
               ? 0
               : 1;
}
