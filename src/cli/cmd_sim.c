/* tioli sim: many games between bots, the same ones for the same seed on any
 * number of threads, summed up in whole numbers and told as a table or JSON. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/match.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "cli/tally.h"
#include "notation/settings.h"

#define COMMAND "sim"
#define MAX_GAMES UINT64_C(1000000000)

/* Of each thread. */
struct sums {
    struct game_tally tally;
    unsigned moves; /* of the game that is on */
    unsigned decisions;
};

struct sim {
    struct table_options table;
    struct player_options thought;
    struct match_series series;
    struct match_run run;
    struct option_players bots;
    struct records_options records;
    bool json;
    double seconds;
};

#define AT(field) .at = offsetof(struct sim, field)

static const struct option_row rows[] = {
    {.group = table_players_row, AT(table)},
    {"games", "N", OPTION_NUMBER, N_("how many games (default 1000)"),
     AT(run.games), .low = 1, .high = MAX_GAMES, .normal = 1000,
     .man = "How many games, {range}. The default is {default}."},
    {.group = option_seed_row, AT(series.match.seed)},
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
    {.group = option_threads_row, AT(run.threads)},
    {.group = option_json_row, AT(json)},
    {0},
};

static void watch_game(void *context, const tio_game *before,
                       const tio_game *after, const tio_move *move)
{
    struct sums *sums = context;
    (void)before;
    (void)after;
    sums->moves++;
    sums->decisions += !tio_move_is_chance(move->type);
}

static void add_game(void *context, const tio_game *game)
{
    struct sums *sums = context;
    game_tally_add(&sums->tally, game, sums->moves, sums->decisions);
    sums->moves = sums->decisions = 0;
}

/* ---- The summary ---------------------------------------------------- */

/* All threads', once they have been added up. */
static const struct game_tally *tally_of(const struct sim *sim)
{
    const struct sums *sums = sim->series.sums;
    return &sums->tally;
}

/* All the seats of a bot together. */
struct bot_side {
    const char *bot;
    const char *name; /* in the table */
    unsigned seats;
    struct side_tally side;
};

static unsigned gather_bots(const struct sim *sim,
                            struct bot_side out[TIO_MAX_PLAYERS])
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < sim->series.match.settings.players; seat++) {
        unsigned i = 0;
        const char *bot = sim->series.seat[seat]->text;
        while (i < count && strcmp(out[i].bot, bot) != 0)
            i++;
        if (i == count)
            out[count++] = (struct bot_side){.bot = bot};
        out[i].seats++;
        side_tally_merge(&out[i].side, &tally_of(sim)->seat[seat]);
    }
    return count;
}

static double win_share(const struct side_tally *side)
{
    return side->score.count == 0
               ? 0
               : (double)side->sixtieths / 60 / (double)side->score.count;
}

#define NAME 9 /* columns of a name */

static void print_side(unsigned number, const char *name,
                       const struct side_tally *side)
{
    char column[OPTIONS_COLUMN];
    match_name_column(name, NAME, column);
    printf("%5u  %s %8llu %7llu %6.2f %7.2f %6.2f %4lld %4lld %6.2f "
           "%6.2f\n",
           number, column, (unsigned long long)side->wins,
           (unsigned long long)side->shared, 100 * win_share(side),
           tally_mean(&side->score), tally_deviation(&side->score),
           (long long)side->score.low, (long long)side->score.high,
           tally_mean(&side->points), tally_mean(&side->chips));
}

static void print_columns(const char *first)
{
    fputs("\n", stdout);
    options_cell(first, 5, "  ");
    options_cell(C_("column", "bot"), -9, " ");
    options_cell(C_("column", "wins"), 8, " ");
    options_cell(C_("column", "shared"), 7, " ");
    options_cell(C_("column", "win %"), 6, " ");
    options_cell(C_("column", "score"), 7, " ");
    options_cell(C_("column", "sd"), 6, " ");
    options_cell(C_("column", "min"), 4, " ");
    options_cell(C_("column", "max"), 4, " ");
    options_cell(C_("column", "points"), 6, " ");
    options_cell(C_("column", "chips"), 6, "\n");
}

static void name_bots(struct bot_side bots[], unsigned count,
                      char names[][TIO_NAME_TEXT])
{
    for (unsigned i = 0; i < count; i++) {
        match_name(bots[i].bot, names[i]);
        bots[i].name = names[i];
    }
    match_number_names(names, count, NAME);
}

static void print_sides(const struct sim *sim)
{
    char names[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    struct bot_side bots[TIO_MAX_PLAYERS];
    unsigned count = gather_bots(sim, bots);
    name_bots(bots, count, names);
    print_columns(C_("column", "seat"));
    for (unsigned seat = 0; seat < sim->series.match.settings.players; seat++) {
        unsigned i = 0;
        while (strcmp(bots[i].bot, sim->series.seat[seat]->text) != 0)
            i++;
        print_side(seat + 1, bots[i].name, &tally_of(sim)->seat[seat]);
    }
    if (count < 2)
        return;
    print_columns(C_("column", "seats"));
    for (unsigned i = 0; i < count; i++)
        print_side(bots[i].seats, bots[i].name, &bots[i].side);
}

static void print_length(const char *what, const struct tally *tally)
{
    options_cell(what, -20, " ");
    printf("%8.2f %8.2f %6lld %6lld\n", tally_mean(tally),
           tally_deviation(tally), (long long)tally->low,
           (long long)tally->high);
}

static void print_text(const struct sim *sim)
{
    const struct match *match = &sim->series.match;
    unsigned long long seed = match->seed;
    const char *edition = setting_editions[match->settings.edition];
    options_line(
        match->settings.free_hand
            ? ngettext("%llu game, %u players, %s, free hand, deck %s, seed "
                       "%llu",
                       "%llu games, %u players, %s, free hand, deck %s, "
                       "seed %llu",
                       sim->run.played)
            : ngettext("%llu game, %u players, %s, deck %s, seed %llu",
                       "%llu games, %u players, %s, deck %s, seed %llu",
                       sim->run.played),
        (unsigned long long)sim->run.played, match->settings.players, edition,
        match->deck->name, seed);
    if (sim->run.interrupted)
        options_line(ngettext("Ended early: %llu game was asked for.",
                              "Ended early: %llu games were asked for.",
                              sim->run.games),
                     (unsigned long long)sim->run.games);
    print_sides(sim);
    fputs("\n", stdout);
    options_cell(C_("column", "in a game"), -20, " ");
    options_cell(C_("column", "mean"), 8, " ");
    options_cell(C_("column", "sd"), 8, " ");
    options_cell(C_("column", "min"), 6, " ");
    options_cell(C_("column", "max"), 6, "\n");
    print_length(C_("row", "rounds"), &tally_of(sim)->rounds);
    print_length(C_("row", "players' decisions"), &tally_of(sim)->decisions);
    print_length(C_("row", "moves with chance"), &tally_of(sim)->moves);
    fputs("\n", stdout);
    options_line(ngettext("%.0f games/s on %u thread",
                          "%.0f games/s on %u threads", sim->run.threads),
                 sim->seconds > 0 ? (double)sim->run.played / sim->seconds : 0,
                 sim->run.threads);
}

static void json_tally(struct json *json, const char *key,
                       const struct tally *tally)
{
    json_object_begin(json_key(json, key));
    json_key_decimal(json, "mean", tally_mean(tally), 4);
    json_key_decimal(json, "sd", tally_deviation(tally), 4);
    json_key_int(json, "min", tally->low);
    json_key_int(json, "max", tally->high);
    json_object_end(json);
}

static void json_side(struct json *json, const struct side_tally *side)
{
    json_key_int(json, "wins", (int64_t)side->wins);
    json_key_int(json, "shared", (int64_t)side->shared);
    json_key_decimal(json, "win_share", win_share(side), 6);
    json_tally(json, "score", &side->score);
    json_tally(json, "points", &side->points);
    json_tally(json, "chips", &side->chips);
}

static void json_sides(struct json *json, const struct sim *sim)
{
    struct bot_side bots[TIO_MAX_PLAYERS];
    unsigned count = gather_bots(sim, bots);
    json_array_begin(json_key(json, "seats"));
    for (unsigned seat = 0; seat < sim->series.match.settings.players; seat++) {
        json_object_begin(json);
        json_key_int(json, "seat", seat + 1);
        json_key_string(json, "bot", sim->series.seat[seat]->text);
        json_side(json, &tally_of(sim)->seat[seat]);
        json_object_end(json);
    }
    json_array_end(json);
    json_array_begin(json_key(json, "bots"));
    for (unsigned i = 0; i < count; i++) {
        json_object_begin(json);
        json_key_string(json, "bot", bots[i].bot);
        json_key_int(json, "seats", bots[i].seats);
        json_side(json, &bots[i].side);
        json_object_end(json);
    }
    json_array_end(json);
}

static bool print_json(const struct sim *sim)
{
    struct json json = json_growing();
    json_object_begin(&json);
    match_put_json(&sim->series.match, &json);
    json_key_int(&json, "games", (int64_t)sim->run.played);
    json_key_bool(&json, "interrupted", sim->run.interrupted);
    json_sides(&json, sim);
    json_tally(&json, "rounds", &tally_of(sim)->rounds);
    json_tally(&json, "decisions", &tally_of(sim)->decisions);
    json_tally(&json, "moves", &tally_of(sim)->moves);
    json_object_end(&json);
    return options_put_json(COMMAND, &json);
}

/* Without times and threads: equal seeds give equal text. */
static int report(const struct sim *sim)
{
    struct sums *sums = sim->series.sums;
    for (unsigned i = 1; i < sim->run.threads; i++)
        game_tally_merge(&sums->tally, &sums[i].tally);
    if (!sim->json)
        print_text(sim);
    else if (!print_json(sim))
        return CLI_WRONG;
    return match_end_early(COMMAND, sim->run.interrupted, sim->run.played,
                           sim->run.games);
}

/* ---- The command ---------------------------------------------------- */

static void seat_everyone(struct sim *sim)
{
    options_seat_players(&sim->bots, sim->table.players);
    for (unsigned seat = 0; seat < sim->table.players; seat++) {
        char name[MATCH_NAME];
        player_options_apply(&sim->thought, COMMAND, &sim->bots.spec[seat]);
        sim->series.seat[seat] = &sim->bots.spec[seat];
        match_name(sim->bots.spec[seat].text, name);
        snprintf(sim->series.name[seat], TIO_NAME_TEXT, "%s %u", name,
                 seat + 1);
    }
}

static int settle(struct sim *sim)
{
    if (sim->bots.count > sim->table.players)
        return options_usage(COMMAND, _("--bots: expected at most %u, got %u"),
                             sim->table.players, sim->bots.count);
    if (sim->records.force && !sim->records.folder)
        return options_usage(COMMAND, _("--force works only with --records"));
    int status = budget_check(&sim->thought.budget, COMMAND);
    if (status == CLI_OK)
        status = table_options_settle(&sim->table, COMMAND);
    if (status != CLI_OK)
        return status;
    seat_everyone(sim);
    sim->series.match.deck = sim->table.deck;
    sim->series.match.settings = sim->table.settings;
    sim->series.match.records = sim->records.folder;
    if (sim->records.folder &&
        !records_dir_open(COMMAND, sim->records.folder, sim->records.force))
        return CLI_WRONG;
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    struct sim sim = {
        .run.threads = match_default_threads(),
        .series = {.command = COMMAND,
                   .size = sizeof(struct sums),
                   .watch = watch_game,
                   .over = add_game},
    };
    struct options line = {&command_sim, &sim, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    int status = settle(&sim);
    if (status == CLI_OK)
        status =
            player_options_limits(&sim.thought, COMMAND, &sim.series.limits);
    if (status != CLI_OK)
        return status;
    sim.series.quiet = !sim.series.limits.show_errors;
    double begin = clock_seconds();
    status = match_series(&sim.series, &sim.run);
    sim.seconds = clock_seconds() - begin;
    if (status == CLI_OK)
        status = report(&sim);
    free(sim.series.sums);
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
