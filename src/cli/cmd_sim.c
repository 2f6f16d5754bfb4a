/* tioli sim: many games between bots, the same ones for the same seed on any
 * number of threads, summed up in whole numbers and told as a table or JSON. */
#define _POSIX_C_SOURCE 200809L

#include "cli/cli.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/match.h"
#include "cli/options.h"
#include "cli/player_options.h"
#include "cli/records_dir.h"
#include "cli/sim_report.h"
#include "cli/table_options.h"
#include "cli/tally.h"

#define COMMAND "sim"
#define MAX_GAMES UINT64_C(1000000000)

static const struct option_help help[] = {
    {NULL, N_("Usage: tioli sim [OPTION...]")},
    {NULL, ""},
    {NULL, N_("Plays games between bots and sums them up. The same seed gives "
              "the same\n"
              "games, whatever the number of threads.")},
    {NULL, ""},
    {"--players N", N_("2 to 5 (default 2)")},
    {"--games N", N_("how many games (default 1000)")},
    {"--seed N", N_("for dice, cards and bots (default 1)")},
    {"--bots A,B,...", N_("a bot for each seat, from seat 1; a shorter list\n"
                          "is repeated (default: normal). A program is\n"
                          "\"cmd:PROGRAM\"")},
    PLAYER_OPTIONS_HELP,
    TABLE_OPTIONS_HELP,
    {"--records DIR", N_("write each game to DIR as 000001.tioli and so on")},
    {"--force", N_("write over records that are already in DIR")},
    {"--threads N", N_("1 to 64 (default: one for each processor)")},
    {"--json", N_("print one JSON object")},
    {"-h, --help", N_("show this help")},
    {NULL, ""},
    {NULL, N_("Ctrl-C ends early, with the summary of the games done.")},
    {NULL, NULL},
};

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
    PLAYER_OPTIONS,
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
    struct player_options thought;
    struct match match;
    unsigned bots; /* given */
    struct player_spec spec[TIO_MAX_PLAYERS];
    const struct player_spec *seat[TIO_MAX_PLAYERS];
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    struct match_crew crew;
    const atomic_bool *abandon;
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

static enum match_go complain(struct sim *sim, uint64_t number,
                              const char *what, const char *why)
{
    pthread_mutex_lock(&sim->complaint);
    if (why[0] != 0) {
        options_fail(COMMAND, _("game %llu: %s: %s"),
                     (unsigned long long)number + 1, what, why);
    } else {
        options_fail(COMMAND, _("game %llu: %s"),
                     (unsigned long long)number + 1, what);
    }
    pthread_mutex_unlock(&sim->complaint);
    return MATCH_FAILED;
}

static tio_record_writer *begin_record(const struct sim *sim)
{
    tio_record_head head = {.settings = sim->match.settings};
    memcpy(head.name, sim->name, sizeof head.name);
    return tio_record_new(sim->match.deck, &head);
}

static enum match_go save_record(struct sim *sim, uint64_t number,
                                 struct one_game *one, const tio_game *game)
{
    if (one->error == TIO_OK) {
        one->error = tio_record_end(one->writer, game);
    }
    if (one->error != TIO_OK) {
        return complain(sim, number, _("the record"),
                        _(tio_error_words(one->error)));
    }
    char name[RECORDS_PATH];
    size_t length;
    const char *text = tio_record_text(one->writer, &length);
    const char *why = records_dir_write(sim->records, number + 1, text, length,
                                        sim->force, name);
    return why == NULL ? MATCH_GO_ON : complain(sim, number, name, why);
}

static bool seat_players(struct sim *sim, unsigned worker, uint64_t number,
                         struct match_game *play)
{
    for (unsigned seat = 0; seat < sim->table.players; seat++) {
        struct player *player = match_crew_get(&sim->crew, worker, seat);
        play->seat[seat] = (struct match_seat){
            .player = player,
            .spec = sim->seat[seat],
            .name = sim->name[seat],
            .stream = number * TIO_MAX_PLAYERS + seat,
        };
        if (player == NULL) {
            return false;
        }
    }
    return true;
}

static enum match_go end_game(struct sim *sim, unsigned worker, uint64_t number,
                              struct match_game *play, struct one_game *one)
{
    char trouble[MATCH_TROUBLE];
    switch (match_play(&sim->match, play)) {
    case MATCH_OVER:
        game_tally_add(&sim->tally[worker], &play->game, one->moves,
                       one->decisions);
        return one->writer == NULL ? MATCH_GO_ON
                                   : save_record(sim, number, one, &play->game);
    case MATCH_ABANDONED:
        return MATCH_NOT_PLAYED;
    case MATCH_FAULT:
    case MATCH_ERROR:
        break;
    }
    match_trouble(play, trouble);
    return complain(sim, number, trouble, "");
}

static enum match_go play_one(void *context, unsigned worker, uint64_t number)
{
    struct sim *sim = context;
    struct one_game one = {.error = TIO_OK};
    struct match_game play = {
        .deal = number,
        .abandon = sim->abandon,
        .watch = watch_game,
        .context = &one,
        .quiet = !sim->thought.limits.show_errors,
    };
    bool ready = seat_players(sim, worker, number, &play);
    if (ready && sim->records != NULL) {
        one.writer = begin_record(sim);
        ready = one.writer != NULL;
    }
    enum match_go go =
        ready ? end_game(sim, worker, number, &play, &one)
              : complain(sim, number, _(tio_error_words(TIO_E_MEMORY)), "");
    tio_record_free(one.writer);
    return go;
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
        sim->bots =
            options_players(COMMAND, "--bots", optarg, options_more_bots,
                            sim->spec, TIO_MAX_PLAYERS);
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
        return option >= OPTION_EFFORT
                   ? player_options_take(&sim->thought, COMMAND, option, optarg)
                   : table_options_take(&sim->table, COMMAND, option, optarg);
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
        .label = _("games"),
        .job = play_one,
        .context = sim,
    };
    sim->abandon = &run.abandon;
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
        .seat = sim->seat,
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
        options_fail(COMMAND, _("interrupted after %llu of %llu games"),
                     (unsigned long long)run.played,
                     (unsigned long long)sim->games);
        return CLI_WRONG;
    }
    return CLI_OK;
}

static void seat_everyone(struct sim *sim)
{
    options_seat_players(sim->spec, sim->bots, sim->table.players);
    for (unsigned seat = 0; seat < sim->table.players; seat++) {
        char name[MATCH_NAME];
        player_options_apply(&sim->thought, COMMAND, &sim->spec[seat]);
        sim->seat[seat] = &sim->spec[seat];
        match_name(sim->spec[seat].text, name);
        snprintf(sim->name[seat], TIO_NAME_TEXT, "%s %u", name, seat + 1);
    }
}

static int settle(struct sim *sim)
{
    if (sim->bots > sim->table.players) {
        return options_usage(COMMAND, _("--bots: expected at most %u, got %u"),
                             sim->table.players, sim->bots);
    }
    if (sim->force && sim->records == NULL) {
        return options_usage(COMMAND, _("--force only goes with --records"));
    }
    int status = table_options_settle(&sim->table, COMMAND);
    if (status != CLI_OK) {
        return status;
    }
    seat_everyone(sim);
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
    player_options_init(&sim.thought);
    int option;
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        if (option == 'h') {
            options_help(help);
            return CLI_OK;
        }
        if (option == '?' || !take_option(&sim, option)) {
            return CLI_USAGE;
        }
    }
    if (optind < argc) {
        return options_usage(COMMAND, _("unexpected '%s'"), argv[optind]);
    }
    int status = settle(&sim);
    if (status != CLI_OK) {
        return status;
    }
    sim.tally = calloc(sim.threads, sizeof *sim.tally);
    sim.crew = (struct match_crew){
        .spec = sim.seat,
        .size = sim.table.players,
        .threads = sim.threads,
        .limits = sim.thought.limits,
    };
    if (sim.tally == NULL || !match_crew_init(&sim.crew)) {
        free(sim.tally);
        return options_fail(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    }
    pthread_mutex_init(&sim.complaint, NULL);
    status = run_sim(&sim);
    pthread_mutex_destroy(&sim.complaint);
    match_crew_fini(&sim.crew);
    free(sim.tally);
    return status;
}
