/* tioli sim: many games between bots, the same ones for the same seed on any
 * number of threads, summed up in whole numbers and told as a table or JSON. */
#define _POSIX_C_SOURCE 200809L

#include "cli/cli.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/match.h"
#include "cli/options.h"
#include "cli/player_options.h"
#include "cli/records_dir.h"
#include "cli/sim_report.h"
#include "cli/table_options.h"
#include "cli/tally.h"

#define COMMAND "sim"
#define MAX_GAMES UINT64_C(1000000000)

struct sim {
    struct table_options table;
    struct player_options thought;
    struct match match;
    struct option_players bots;
    struct player_limits limits;
    const struct player_spec *seat[TIO_MAX_PLAYERS];
    char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    struct match_crew crew;
    const atomic_bool *abandon;
    uint64_t games;
    unsigned threads;
    struct records_options records;
    bool json;
    struct game_tally *tally;  /* one for each thread: owned */
    pthread_mutex_t complaint; /* one thread's message at a time */
};

#define AT(field) .at = offsetof(struct sim, field)

static const struct option_row rows[] = {
    {.group = table_players_row, AT(table)},
    {"games", "N", OPTION_NUMBER, N_("how many games (default 1000)"),
     AT(games), .low = 1, .high = MAX_GAMES, .normal = 1000,
     .man = "How many games, {range}. The default is {default}."},
    {.group = option_seed_row, AT(match.seed)},
    {"bots", "A,B,...", OPTION_PLAYERS,
     N_("a bot for each seat, from seat 1; a shorter list\n"
        "is repeated (default: normal). A program is\n"
        "\"cmd:PROGRAM\""),
     AT(bots), .high = TIO_MAX_PLAYERS, .more = options_more_bots,
     .man = "A bot for each seat, from seat 1. A shorter list is repeated. The "
            "default is *normal*. For how to write a bot or a program, see "
            "*tioli-arena*(1)."},
    {.group = budget_rows, AT(thought.budget)},
    {.group = program_rows, AT(thought)},
    {.group = table_rows, AT(table)},
    {.group = records_rows, AT(records)},
    {.group = option_threads_row, AT(threads)},
    {.group = option_json_row, AT(json)},
    {0},
};

struct one_game {
    unsigned moves;
    unsigned decisions;
};

static void watch_game(void *context, const tio_game *before,
                       const tio_game *after, const tio_move *move)
{
    struct one_game *one = context;
    (void)before;
    (void)after;
    one->moves++;
    one->decisions += !tio_move_is_chance(move->type);
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
        if (!player)
            return false;
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
        return MATCH_GO_ON;
    case MATCH_ABANDONED:
        return MATCH_NOT_PLAYED;
    case MATCH_FAULT:
    case MATCH_ERROR:
        break;
    }
    match_trouble(play, trouble);
    return match_complain(COMMAND, &sim->complaint, number, trouble);
}

static enum match_go play_one(void *context, unsigned worker, uint64_t number)
{
    struct sim *sim = context;
    struct one_game one = {0};
    struct match_game play = {
        .number = number,
        .deal = number,
        .abandon = sim->abandon,
        .watch = watch_game,
        .context = &one,
        .quiet = !sim->limits.show_errors,
    };
    return seat_players(sim, worker, number, &play)
               ? end_game(sim, worker, number, &play, &one)
               : match_complain(COMMAND, &sim->complaint, number,
                                _(tio_error_words(TIO_E_MEMORY)));
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
    double begin = clock_seconds();
    match_run_all(&run);
    double seconds = clock_seconds() - begin;
    if (run.failed)
        return CLI_WRONG;
    for (unsigned i = 1; i < sim->threads; i++)
        game_tally_merge(&sim->tally[0], &sim->tally[i]);
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
    if (!sim->json)
        sim_report_text(&report);
    else if (!sim_report_json(&report, COMMAND))
        return CLI_WRONG;
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
    options_seat_players(&sim->bots, sim->table.players);
    for (unsigned seat = 0; seat < sim->table.players; seat++) {
        char name[MATCH_NAME];
        player_options_apply(&sim->thought, COMMAND, &sim->bots.spec[seat]);
        sim->seat[seat] = &sim->bots.spec[seat];
        match_name(sim->bots.spec[seat].text, name);
        snprintf(sim->name[seat], TIO_NAME_TEXT, "%s %u", name, seat + 1);
    }
}

static int settle(struct sim *sim)
{
    if (sim->bots.count > sim->table.players) {
        return options_usage(COMMAND, _("--bots: expected at most %u, got %u"),
                             sim->table.players, sim->bots.count);
    }
    if (sim->records.force && !sim->records.folder)
        return options_usage(COMMAND, _("--force works only with --records"));
    int status = budget_check(&sim->thought.budget, COMMAND);
    if (status == CLI_OK)
        status = table_options_settle(&sim->table, COMMAND);
    if (status != CLI_OK)
        return status;
    seat_everyone(sim);
    sim->match.deck = sim->table.deck;
    sim->match.settings = sim->table.settings;
    sim->match.records = sim->records.folder;
    if (sim->records.folder &&
        !records_dir_open(COMMAND, sim->records.folder, sim->records.force))
        return CLI_WRONG;
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    struct sim sim = {.threads = match_default_threads()};
    struct options line = {&command_sim, &sim, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    int status = settle(&sim);
    if (status == CLI_OK)
        status = player_options_limits(&sim.thought, COMMAND, &sim.limits);
    if (status != CLI_OK)
        return status;
    sim.tally = calloc(sim.threads, sizeof *sim.tally);
    sim.crew = (struct match_crew){
        .spec = sim.seat,
        .size = sim.table.players,
        .threads = sim.threads,
        .limits = sim.limits,
    };
    if (!sim.tally || !match_crew_init(&sim.crew)) {
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

const struct cli_command command_sim = {
    .name = COMMAND,
    .summary = N_("play many games between bots"),
    .help = {N_("Usage: tioli sim [OPTION...]"),
             N_("Plays games between bots and sums them up. The same seed "
                "gives the same\n"
                "games, whatever the number of threads.")},
    .after =
        N_("Press Ctrl-C to end early, with a summary of the games so far."),
    .rows = rows,
    .run = run,
};
