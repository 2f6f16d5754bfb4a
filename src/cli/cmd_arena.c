/* tioli arena: which of several players is the stronger, and how sure that is.
 * Every deal is played once for each way to turn the seats, so that luck in
 * dice and cards meets all of them alike. */
#define _POSIX_C_SOURCE 200809L

#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arena.h"
#include "cli/options.h"
#include "cli/match.h"
#include "cli/table_options.h"

#define COMMAND "arena"
#define ELO_LIMIT 1000

struct request {
    struct table_options table;
    struct player_options thought;
    struct option_players bots;
    uint64_t games;
    uint64_t seed;
    struct arena_sprt sprt;
    unsigned threads;
    struct records_options records;
    const char *plot;
    bool json;
};

/* "-2.5" and nothing but digits, a sign and a point; moves *text behind it. */
static bool take_elo(const char **text, double *out)
{
    const char *at = *text;
    size_t sign = strspn(at, "+-");
    size_t size = sign + strspn(at + sign, "0123456789.");
    char number[16];
    char *end;
    if (sign > 1 || size == sign || size >= sizeof number)
        return false;
    memcpy(number, at, size);
    number[size] = 0;
    *out = strtod(number, &end);
    *text += size;
    return *end == 0 && *out >= -ELO_LIMIT && *out <= ELO_LIMIT;
}

static bool take_sprt(const struct option_row *row,
                      const struct option_call *call)
{
    struct arena_sprt *sprt = call->field;
    const char *at = call->text;
    (void)row;
    sprt->wanted = take_elo(&at, &sprt->elo0) && *at++ == ',' &&
                   take_elo(&at, &sprt->elo1) && !*at &&
                   sprt->elo0 < sprt->elo1;
    return sprt->wanted ||
           option_refuse(call->why,
                         _("--sprt: expected two Elo numbers from -%d to %d, "
                           "the lower first, such as 0,20, got '%.60s'"),
                         ELO_LIMIT, ELO_LIMIT, call->text);
}

#define AT(field) .at = offsetof(struct request, field)

static const struct option_row rows[] = {
    {"bots", "A,B,...", OPTION_PLAYERS,
     N_("who plays: a bot, one with a budget\n"
        "(\"expert:effort=500\"), or \"cmd:PROGRAM\".\n"
        "With more seats than bots the last one fills the\n"
        "rest; more than two bots on two seats play a\n"
        "round robin"),
     AT(bots), .high = ARENA_MAX_BOTS, .more = options_more_bots,
     .man = "Who plays: 2 to 10 entries as above."},
    {.group = table_players_row, AT(table)},
    {"games", "N", OPTION_NUMBER,
     N_("games at each table, rounded up to whole deals\n"
        "(default 1000)"),
     AT(games), .low = 1, .high = ARENA_MAX_GAMES, .normal = 1000,
     .man = "How many games are played at each table, that is by each pair in "
            "a round robin. The number is rounded up to whole deals. At most "
            "10000000 in all. The default is {default}."},
    {.group = option_seed_row, AT(seed)},
    {"sprt", "A,B", OPTION_TEXT,
     N_("two bots, two players: stop once it is decided\n"
        "whether the first is stronger by A or by B Elo"),
     AT(sprt), .take = take_sprt,
     .man = "For two bots and two players: a sequential probability ratio "
            "test. Play until it is decided whether the first bot is stronger "
            "by <A> or by <B> Elo, each answer being wrong in 5% of cases at "
            "most, or until the games are used up. In between, either answer "
            "may come out. The other figures of a run that stopped early lean "
            "towards the answer."},
    {.group = budget_rows, AT(thought.budget)},
    {.group = program_rows, AT(thought)},
    {.group = table_rows, AT(table)},
    {.group = records_rows, AT(records)},
    {.group = option_threads_row, AT(threads)},
    {.group = option_json_row, AT(json)},
    {"plot", "FILE", OPTION_FILE, N_("draw the result as an SVG picture"),
     AT(plot),
     .man = "Draw the result as an SVG picture: Elo in a round robin, else the "
            "share of wins, with intervals."},
    {0},
};

/* What does not fit together, whatever the order of the options. */
static int check(const struct request *request)
{
    unsigned players = request->table.players;
    if (request->bots.count == 0)
        return options_usage(COMMAND, _("--bots: say who plays, such as "
                                        "--bots hard,normal"));
    if (request->bots.count == 1)
        return options_usage(COMMAND, _("--bots: name at least two; a bot can "
                                        "meet itself, as in random,random"));
    if (players > 2 && request->bots.count > players)
        return options_usage(
            COMMAND,
            _("--bots: expected at most %u for %u players, got "
              "%u; a round robin is for two players"),
            players, players, request->bots.count);
    if (request->sprt.wanted && (players > 2 || request->bots.count > 2))
        return options_usage(
            COMMAND, _("--sprt: works only with two bots and two players"));
    if (request->records.force && !request->records.folder)
        return options_usage(COMMAND, _("--force works only with --records"));
    if (request->plot && request->plot[0] == 0)
        return options_usage(COMMAND, _("--plot: the file's name is empty"));
    return CLI_OK;
}

static void name_bots(struct arena *arena)
{
    char names[ARENA_MAX_BOTS][TIO_NAME_TEXT];
    for (unsigned i = 0; i < arena->bots; i++)
        match_name(arena->bot[i].spec.text, names[i]);
    match_number_names(names, arena->bots, arena_name_width(arena));
    for (unsigned i = 0; i < arena->bots; i++)
        memcpy(arena->bot[i].name, names[i], TIO_NAME_TEXT);
}

static int set_up(struct request *request, struct arena *arena)
{
    unsigned players = request->table.players;
    arena->match.deck = request->table.deck;
    arena->match.settings = request->table.settings;
    arena->match.seed = request->seed;
    arena->bots = request->bots.count;
    arena->sprt = request->sprt;
    arena->match.records = request->records.folder;
    for (unsigned i = 0; i < request->bots.count; i++) {
        arena->bot[i].spec = request->bots.spec[i];
        player_options_apply(&request->thought, COMMAND, &arena->bot[i].spec);
    }
    name_bots(arena);
    arena_seat(arena);
    arena->deals = (request->games + players - 1) / players;
    uint64_t all = arena_games(arena, arena->deals) * arena->tables;
    if (all > ARENA_MAX_GAMES)
        return options_usage(
            COMMAND, _("--games: at most %llu in all, and these would be %llu"),
            (unsigned long long)ARENA_MAX_GAMES, (unsigned long long)all);
    return player_options_limits(&request->thought, COMMAND,
                                 &arena->crew.limits);
}

/* Before hours of play, not after. */
static int check_outputs(const struct request *request)
{
    if (request->plot) {
        FILE *file = fopen(request->plot, "a");
        if (!file)
            return options_fail(COMMAND, "%s: %s", request->plot,
                                strerror(errno));
        fclose(file);
    }
    return !request->records.folder ||
                   records_dir_open(COMMAND, request->records.folder,
                                    request->records.force)
               ? CLI_OK
               : CLI_WRONG;
}

/* Everything that makes the result less than it should be. */
static int tell_troubles(const struct arena *arena)
{
    uint64_t broken = arena_broken(arena);
    int status = CLI_OK;
    for (unsigned i = 0; i < arena->bots; i++) {
        const struct arena_bot *bot = &arena->bot[i];
        if (broken > 0 && bot->trouble[0] != 0 &&
            bot->trouble_game < arena->counted)
            options_fail(COMMAND, _("game %llu: %s"),
                         (unsigned long long)bot->trouble_game + 1,
                         bot->trouble);
    }
    if (broken > 0)
        status = options_fail(
            COMMAND,
            ngettext("%llu of %llu games was abandoned",
                     "%llu of %llu games were abandoned", broken),
            (unsigned long long)broken, (unsigned long long)arena->counted);
    int early =
        match_end_early(COMMAND, arena->interrupted, arena->counted,
                        arena_games(arena, arena->deals) * arena->tables);
    return early == CLI_OK ? status : early;
}

static int run_arena(struct request *request, struct arena *arena)
{
    int status = set_up(request, arena);
    if (status == CLI_OK)
        status = check_outputs(request);
    if (status != CLI_OK)
        return status;
    if (!arena_run(arena, request->threads))
        return CLI_WRONG;
    if (!request->json)
        arena_print(arena, request->threads);
    else if (!arena_print_json(arena, COMMAND))
        return CLI_WRONG;
    if (request->plot) {
        const char *why = arena_plot(arena, request->plot);
        if (why)
            status = options_fail(COMMAND, "%s: %s", request->plot, why);
    }
    return tell_troubles(arena) == CLI_OK ? status : CLI_WRONG;
}

static int run(int argc, char **argv)
{
    struct request request = {.threads = match_default_threads()};
    struct options line = {&command_arena, &request, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    int status = budget_check(&request.thought.budget, COMMAND);
    if (status == CLI_OK)
        status = check(&request);
    if (status == CLI_OK)
        status = table_options_settle(&request.table, COMMAND);
    if (status != CLI_OK)
        return status;
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        return options_fail(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    status = run_arena(&request, arena);
    free(arena);
    return status;
}

const struct cli_command command_arena = {
    .name = COMMAND,
    .summary = N_("find out which bot is stronger"),
    .help = {N_("Usage: tioli arena --bots A,B[,...] [OPTION...]"),
             N_("Finds out which bot is stronger. Every deal is played once "
                "for every\n"
                "rotation of the seats, with the same cards and dice, and the "
                "result comes\n"
                "with its confidence interval (95%).")},
    .after = N_("Crashes, time-outs and illegal moves are counted separately; "
                "the exit\n"
                "status is 1 if there were any. Press Ctrl-C to end early, "
                "with the result\n"
                "so far."),
    .rows = rows,
    .run = run,
};
