/* tioli sim: many games between bots, the same ones for the same seed on any
 * number of threads, summed up in whole numbers and told as a table or JSON. */
#define _POSIX_C_SOURCE 200809L

#include "cli/cli.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cli/match.h"
#include "cli/options.h"
#include "cli/records_dir.h"
#include "cli/sim_report.h"
#include "cli/table_options.h"
#include "cli/tally.h"

#define COMMAND "sim"
#define MAX_GAMES UINT64_C(1000000000)

static const char help[] =
    "Usage: tioli sim [OPTION...]\n"
    "\n"
    "Plays games between bots and sums them up. The same seed gives the same\n"
    "games, whatever the number of threads.\n"
    "\n"
    "      --players N       2 to 5 (default 2)\n"
    "      --games N         how many games (default 1000)\n"
    "      --seed N          for dice, cards and bots (default 1)\n"
    "      --bots A,B,...    a bot for each seat, from seat 1; a shorter list\n"
    "                        is repeated (default: the best "
    "bot)\n" TABLE_OPTIONS_HELP
    "      --records DIR     write each game to DIR as 000001.tioli and so on\n"
    "      --force           write over records that are already in DIR\n"
    "      --threads N       1 to 64 (default: one for each processor)\n"
    "      --json            print one JSON object\n"
    "  -h, --help            show this help\n"
    "\n"
    "Ctrl-C ends early, with the summary of the games done.\n";

enum sim_option {
    OPTION_GAMES = 1,
    OPTION_SEED,
    OPTION_BOTS,
    OPTION_RECORDS,
    OPTION_FORCE,
    OPTION_THREADS,
    OPTION_JSON,
};

static const struct option options[] = {
    TABLE_OPTIONS,
    {"games", required_argument, NULL, OPTION_GAMES},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"bots", required_argument, NULL, OPTION_BOTS},
    {"records", required_argument, NULL, OPTION_RECORDS},
    {"force", no_argument, NULL, OPTION_FORCE},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"json", no_argument, NULL, OPTION_JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct sim {
    struct table_options table;
    struct match match;
    unsigned bots; /* given */
    uint64_t games;
    unsigned threads;
    const char *records;
    bool force;
    bool json;
    struct game_tally *tally;  /* one for each thread: owned */
    pthread_mutex_t complaint; /* one thread's message at a time */
};

struct one_game {
    unsigned moves;
    unsigned decisions;
    tio_record_writer *writer; /* or NULL */
    tio_error error;
};

static void watch_game(void *context, const tio_game *before,
                       const tio_game *after, const tio_move *move)
{
    struct one_game *one = context;
    (void)before;
    one->moves++;
    one->decisions += !tio_move_is_chance(move->type);
    if (one->writer != NULL && one->error == TIO_OK) {
        one->error = tio_record_add(one->writer, after, move);
    }
}

static bool complain(struct sim *sim, uint64_t number, const char *what,
                     const char *why)
{
    pthread_mutex_lock(&sim->complaint);
    options_fail(COMMAND, "game %llu: %s: %s", (unsigned long long)number + 1,
                 what, why);
    pthread_mutex_unlock(&sim->complaint);
    return false;
}

static tio_record_writer *begin_record(const struct sim *sim)
{
    tio_record_head head = {.settings = sim->match.settings};
    for (unsigned seat = 0; seat < sim->table.players; seat++) {
        snprintf(head.name[seat], sizeof head.name[seat], "%s %u",
                 sim->match.bot[seat]->name, seat + 1);
    }
    return tio_record_new(sim->match.deck, &head);
}

static bool save_record(struct sim *sim, uint64_t number, struct one_game *one,
                        const tio_game *game)
{
    if (one->error == TIO_OK) {
        one->error = tio_record_end(one->writer, game);
    }
    if (one->error != TIO_OK) {
        return complain(sim, number, "the record", tio_error_words(one->error));
    }
    char name[RECORDS_PATH];
    size_t length;
    const char *text = tio_record_text(one->writer, &length);
    const char *why = records_dir_write(sim->records, number + 1, text, length,
                                        sim->force, name);
    return why == NULL || complain(sim, number, name, why);
}

static bool play_one(void *context, unsigned worker, uint64_t number)
{
    struct sim *sim = context;
    struct one_game one = {.error = TIO_OK};
    tio_game game;
    tio_error error;
    unsigned culprit;
    if (sim->records != NULL) {
        one.writer = begin_record(sim);
        if (one.writer == NULL) {
            return complain(sim, number, "the record",
                            tio_error_words(TIO_E_MEMORY));
        }
    }
    bool good = match_play(&sim->match, number, &game, watch_game, &one, &error,
                           &culprit);
    if (!good) {
        complain(sim, number,
                 culprit == TIO_NONE ? "chance" : sim->match.bot[culprit]->name,
                 tio_error_words(error));
    } else {
        game_tally_add(&sim->tally[worker], &game, one.moves, one.decisions);
        good = one.writer == NULL || save_record(sim, number, &one, &game);
    }
    tio_record_free(one.writer);
    return good;
}

static bool take_option(struct sim *sim, int option)
{
    switch (option) {
    case OPTION_GAMES:
        return options_number(COMMAND, "--games", optarg, 1, MAX_GAMES,
                              &sim->games);
    case OPTION_SEED:
        return options_number(COMMAND, "--seed", optarg, 0, UINT64_MAX,
                              &sim->match.seed);
    case OPTION_BOTS:
        sim->bots = options_bots(COMMAND, optarg, sim->match.bot);
        return sim->bots > 0;
    case OPTION_RECORDS:
        sim->records = optarg;
        return true;
    case OPTION_FORCE:
        sim->force = true;
        return true;
    case OPTION_THREADS:
        return options_small(COMMAND, "--threads", optarg, 1, MATCH_MAX_THREADS,
                             &sim->threads);
    case OPTION_JSON:
        sim->json = true;
        return true;
    default:
        return table_options_take(&sim->table, COMMAND, option, optarg);
    }
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int run_sim(struct sim *sim)
{
    struct match_run run = {
        .games = sim->games,
        .threads = sim->threads,
        .label = "games",
        .job = play_one,
        .context = sim,
    };
    double begin = seconds_now();
    match_run_all(&run);
    double seconds = seconds_now() - begin;
    if (run.failed) {
        return CLI_WRONG;
    }
    for (unsigned i = 1; i < sim->threads; i++) {
        game_tally_merge(&sim->tally[0], &sim->tally[i]);
    }
    struct sim_report report = {
        .match = &sim->match,
        .tally = &sim->tally[0],
        .games = sim->games,
        .played = run.played,
        .interrupted = run.interrupted,
        .threads = sim->threads,
        .seconds = seconds,
    };
    if (!sim->json) {
        sim_report_text(&report);
    } else if (!sim_report_json(&report, COMMAND)) {
        return CLI_WRONG;
    }
    if (run.interrupted) {
        options_fail(COMMAND, "interrupted after %llu of %llu games",
                     (unsigned long long)run.played,
                     (unsigned long long)sim->games);
        return CLI_WRONG;
    }
    return CLI_OK;
}

static int settle(struct sim *sim)
{
    if (sim->bots > sim->table.players) {
        return options_usage(COMMAND, "--bots: expected at most %u, got %u",
                             sim->table.players, sim->bots);
    }
    if (sim->force && sim->records == NULL) {
        return options_usage(COMMAND, "--force only goes with --records");
    }
    int status = table_options_settle(&sim->table, COMMAND);
    if (status != CLI_OK) {
        return status;
    }
    options_seat_bots(sim->match.bot, sim->bots, sim->table.players);
    sim->match.deck = sim->table.deck;
    sim->match.settings = sim->table.settings;
    if (sim->records != NULL &&
        !records_dir_open(COMMAND, sim->records, sim->force)) {
        return CLI_WRONG;
    }
    return CLI_OK;
}

int cmd_sim(int argc, char **argv)
{
    struct sim sim = {
        .match.seed = 1,
        .games = 1000,
        .threads = match_default_threads(),
    };
    table_options_init(&sim.table, TIO_MIN_PLAYERS);
    int option;
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return CLI_OK;
        }
        if (option == '?' || !take_option(&sim, option)) {
            return CLI_USAGE;
        }
    }
    if (optind < argc) {
        return options_usage(COMMAND, "unexpected '%s'", argv[optind]);
    }
    int status = settle(&sim);
    if (status != CLI_OK) {
        return status;
    }
    sim.tally = calloc(sim.threads, sizeof *sim.tally);
    if (sim.tally == NULL) {
        return options_fail(COMMAND, "%s", tio_error_words(TIO_E_MEMORY));
    }
    pthread_mutex_init(&sim.complaint, NULL);
    status = run_sim(&sim);
    pthread_mutex_destroy(&sim.complaint);
    free(sim.tally);
    return status;
}
