/* A server under siege: thousands of connections that do nothing, many requests
 * that never end, a client that sends as fast as it can, and tables at which
 * people play all the while. How long does a move take, before and during it,
 * and what does an idle connection cost?
 *
 * usage: siege [-i IDLE] [-s SLOW] [-t TABLES] [-m THINK] [-n SECONDS]
 *              [-k memory|sqlite] [-d FOLDER] TIOLI
 *        siege -q TIOLI      a small one, without times
 *
 * What must hold are points of TAP; figures stand before them as remarks. */
#define _GNU_SOURCE
#include "bench/load_serve.h"
#include "bench/load_tables.h"
#include "bench/siege_attack.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONGEST 120.0 /* seconds for the idle to arrive, or all to sit */
#define WARM_UP 2.0

struct options {
    bool quick;
    unsigned idle;
    unsigned slow;
    unsigned tables;
    unsigned think_ms;
    double seconds;
    const char *kind;
    const char *folder;
    const char *tioli;
};

struct calm {
    double median, p99, worst; /* milliseconds */
    double moves;              /* a second */
    double cpu;                /* of the server, in seconds a second */
    uint64_t least;            /* moves of any table */
};

struct siege {
    struct options options;
    struct load_serve serve;
    struct load_tables *tables;
    struct siege_sums *sums;
    pid_t attackers;
    struct calm before, during;
    double idle_bytes;
};

static void play_for(struct siege *siege, double seconds)
{
    double end = load_now() + seconds;
    while (load_now() < end)
        load_tables_run(siege->tables, 5);
}

static void measure(struct siege *siege, struct calm *calm)
{
    struct load_sums *sums = load_tables_sums(siege->tables);
    double cpu = load_process_cpu(&siege->serve.process);
    double begun = load_now();
    load_tables_mark(siege->tables);
    play_for(siege, siege->options.seconds);
    double took = load_now() - begun;
    calm->cpu = (load_process_cpu(&siege->serve.process) - cpu) / took;
    calm->moves = (double)sums->times / took;
    calm->median = load_sums_time(sums, 0.5) / 1e3;
    calm->p99 = load_sums_time(sums, 0.99) / 1e3;
    calm->worst = load_sums_time(sums, 1) / 1e3;
    calm->least = load_tables_least(siege->tables);
}

/* All of them have said hello and were answered. */
static void wait_for_idle(struct siege *siege)
{
    const struct siege_sums *sums = siege->sums;
    double end = load_now() + LONGEST;
    double before = load_process_memory(&siege->serve.process);
    while (sums->idle + sums->idle_lost < siege->options.idle &&
           !sums->failed && load_now() < end)
        load_tables_run(siege->tables, 5);
    double after = load_process_memory(&siege->serve.process);
    if (siege->options.idle > 0)
        siege->idle_bytes = (after - before) / siege->options.idle;
}

static bool begin(struct siege *siege)
{
    const struct options *options = &siege->options;
    struct load_plan plan = {
        .tables = options->tables, .source = 1, .think_ms = options->think_ms};
    siege->sums = mmap(NULL, sizeof *siege->sums, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (siege->sums == MAP_FAILED ||
        !load_serve_start(&siege->serve, options->tioli, options->kind,
                          options->folder))
        return false;
    plan.port = siege->serve.process.port;
    siege->tables = load_tables_new(&plan);
    return siege->tables;
}

static bool run(struct siege *siege)
{
    const struct options *options = &siege->options;
    struct siege_plan plan = {.port = siege->serve.process.port,
                              .idle = options->idle,
                              .slow = options->slow,
                              .floods = options->quick ? 20 : UINT_MAX};
    load_tables_begin(siege->tables);
    play_for(siege, options->quick ? 0.5 : WARM_UP);
    if (!options->quick)
        measure(siege, &siege->before);
    siege->attackers = siege_start(&plan, siege->sums);
    if (siege->attackers < 0)
        return false;
    wait_for_idle(siege);
    siege->sums->go = 1;
    if (!options->quick)
        play_for(siege, WARM_UP);
    measure(siege, &siege->during);
    return !siege->sums->failed;
}

/* Nobody is left behind, however it went. */
static bool finish(struct siege *siege)
{
    bool good = true;
    if (siege->attackers > 0) {
        double end = load_now() + 10;
        int status = 0;
        siege->sums->go = 2;
        while (waitpid(siege->attackers, &status, WNOHANG) == 0) {
            if (load_now() > end)
                kill(siege->attackers, SIGKILL);
            usleep(5000);
        }
        good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    if (siege->serve.process.pid > 0)
        good = load_serve_end(&siege->serve) && good;
    return good;
}

/* ---- What came of it --------------------------------------------------- */

static void show_calm(const char *name, const struct calm *calm)
{
    printf("# %-8s median %.2f ms, p99 %.2f ms, worst %.1f ms; %.0f moves/s, "
           "server %.0f %% of a core\n",
           name, calm->median, calm->p99, calm->worst, calm->moves,
           calm->cpu * 100);
}

static void show(const struct siege *siege)
{
    const struct options *options = &siege->options;
    const struct siege_sums *sums = siege->sums;
    printf("# %u tables of 4 clients, think time %u ms, %s; %u idle, %u slow, "
           "one flooder\n",
           options->tables, options->think_ms, options->kind, options->idle,
           options->slow);
    show_calm("calm:", &siege->before);
    show_calm("siege:", &siege->during);
    printf("# an idle connection: %.0f bytes\n", siege->idle_bytes);
    printf("# slow requests: %u begun, %u cut; flooder: %u connections, "
           "%u thousand messages, %u cut, %u not let in; idle lost: %u\n",
           sums->slow, sums->slow_cut, sums->floods, sums->flooded,
           sums->flood_cut, sums->flood_shut, sums->idle_lost);
}

static int point(int number, bool good, const char *words, double figure)
{
    printf("%s %d - %s\n# %g\n", good ? "ok" : "not ok", number, words, figure);
    return good ? 0 : 1;
}

static int judge(const struct siege *siege, bool ran, bool ended)
{
    const struct siege_sums *sums = siege->sums;
    const struct load_sums *players = load_tables_sums(siege->tables);
    int bad = 0;
    printf("1..7\n");
    bad += point(1, ran && sums->idle == siege->options.idle,
                 "idle connections are let in", sums->idle);
    bad += point(2, siege->during.least > 0,
                 "every table keeps playing: the least moves of any",
                 (double)siege->during.least);
    bad += point(3, players->lost == 0 && players->refused == 0,
                 "no player is cut off or refused",
                 (double)(players->lost + players->refused));
    bad += point(4, sums->slow_cut >= siege->options.slow,
                 "requests that never end are cut", sums->slow_cut);
    bad += point(5,
                 sums->flood_cut > 1 &&
                     sums->flood_cut + sums->flood_shut + 1 >= sums->floods,
                 "the flooder is cut, each time", sums->flood_cut);
    bad += point(6, sums->idle_lost == 0, "the idle ones are not",
                 sums->idle_lost);
    bad += point(7, ended, "the server ends well", ended);
    return bad > 0 ? 1 : 0;
}

static bool read_options(struct options *options, int count, char **words)
{
    int option;
    while ((option = getopt(count, words, "+qi:s:t:m:n:k:d:")) != -1) {
        unsigned number =
            optarg ? (unsigned)strtoul(optarg, NULL, 10) % 100000 : 0;
        if (option == '?')
            return false;
        if (option == 'q')
            options->quick = true;
        else if (option == 'i')
            options->idle = number;
        else if (option == 's')
            options->slow = number;
        else if (option == 't')
            options->tables = number;
        else if (option == 'm')
            options->think_ms = number;
        else if (option == 'n')
            options->seconds = number;
        else if (option == 'k')
            options->kind = optarg;
        else
            options->folder = optarg;
    }
    options->tioli = words[optind];
    return optind + 1 == count && options->tables > 0 &&
           options->tables <= 1000 && options->seconds <= 3600;
}

/* Both ends of each connection are on this machine, and in two processes. */
static bool enough_descriptors(const struct options *options)
{
    struct rlimit limit;
    rlim_t need = options->idle + 2 * options->slow + 1000;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= need;
}

int main(int count, char **words)
{
    struct siege siege = {
        .options = {.idle = 10000,
                    .slow = 1000,
                    .tables = 100,
                    .think_ms = 100,
                    .seconds = 30,
                    .kind = "sqlite",
                    .folder = "/tmp"},
    };
    struct options *options = &siege.options;
    if (!read_options(options, count, words)) {
        fprintf(stderr, "usage: siege [-q] [-i IDLE] [-s SLOW] [-t TABLES] "
                        "[-m THINK] [-n SECONDS] [-k memory|sqlite] "
                        "[-d FOLDER] TIOLI\n");
        return 2;
    }
    if (options->quick) {
        /* A request has ten seconds. */
        *options = (struct options){
            true,          200, 100, 4, 50, 13, "memory", options->folder,
            options->tioli};
    }
    load_raise_limit();
    if (!enough_descriptors(options)) {
        printf("1..0 # SKIP not enough descriptors are allowed\n");
        return 0;
    }
    bool ran = begin(&siege) && run(&siege);
    bool ended = finish(&siege);
    if (!siege.tables) {
        fprintf(stderr, "the siege could not begin\n");
        return 1;
    }
    if (!options->quick)
        show(&siege);
    int status = judge(&siege, ran, ended);
    load_tables_free(siege.tables);
    return status;
}
