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
#include "cli/player_options.h"
#include "cli/records_dir.h"
#include "cli/table_options.h"

#define COMMAND "arena"
#define ELO_LIMIT 1000

static const struct option_help help[] = {
    {NULL, N_("Usage: tioli arena --bots A,B[,...] [OPTION...]")},
    {NULL, ""},
    {NULL, N_("Finds out which bot is the stronger. Every deal is played once "
              "for each\n"
              "way to turn the seats, with the same cards and dice, and the "
              "result comes\n"
              "with the interval in which the truth lies at 95 %.")},
    {NULL, ""},
    {"--bots A,B,...", N_("who plays: a bot, one with a budget\n"
                          "(\"expert:effort=500\"), or \"cmd:PROGRAM\".\n"
                          "With more seats than bots the last one fills the\n"
                          "rest; more than two bots on two seats play a\n"
                          "round robin")},
    {"--players N", N_("2 to 5 (default 2)")},
    {"--games N", N_("games at each table, rounded up to whole deals\n"
                     "(default 1000)")},
    {"--seed N", N_("for dice, cards and bots (default 1)")},
    {"--sprt A,B", N_("two bots, two players: stop once it is decided\n"
                      "whether the first is stronger by A or by B Elo")},
    PLAYER_OPTIONS_HELP,
    TABLE_OPTIONS_HELP,
    {"--records DIR", N_("write each game to DIR as 000001.tioli and so on")},
    {"--force", N_("write over records that are already in DIR")},
    {"--threads N", N_("1 to 64 (default: one for each processor)")},
    {"--json", N_("print one JSON object")},
    {"--plot FILE", N_("draw the result as an SVG picture")},
    {"-h, --help", N_("show this help")},
    {NULL, ""},
    {NULL, N_("Crashes, time-outs and illegal moves are counted apart; exit "
              "status 1 if\n"
              "there were any. Ctrl-C ends early, with the result so far.")},
    {NULL, NULL},
};

enum arena_option {
    OPTION_GAMES = 1,
    OPTION_SEED,
    OPTION_BOTS,
    OPTION_SPRT,
    OPTION_RECORDS,
    OPTION_FORCE,
    OPTION_THREADS,
    OPTION_JSON,
    OPTION_PLOT,
};

static const struct option options[] = {
    TABLE_OPTIONS,
    PLAYER_OPTIONS,
    {"games", required_argument, NULL, OPTION_GAMES},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"bots", required_argument, NULL, OPTION_BOTS},
    {"sprt", required_argument, NULL, OPTION_SPRT},
    {"records", required_argument, NULL, OPTION_RECORDS},
    {"force", no_argument, NULL, OPTION_FORCE},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"json", no_argument, NULL, OPTION_JSON},
    {"plot", required_argument, NULL, OPTION_PLOT},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct request {
    struct table_options table;
    struct player_options thought;
    unsigned bots;
    struct player_spec bot[ARENA_MAX_BOTS];
    uint64_t games;
    uint64_t seed;
    struct arena_sprt sprt;
    unsigned threads;
    const char *records;
    const char *plot;
    bool force;
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
    if (sign > 1 || size == sign || size >= sizeof number) {
        return false;
    }
    memcpy(number, at, size);
    number[size] = 0;
    *out = strtod(number, &end);
    *text += size;
    return *end == 0 && *out >= -ELO_LIMIT && *out <= ELO_LIMIT;
}

static bool take_sprt(struct arena_sprt *sprt, const char *text)
{
    const char *at = text;
    bool good = take_elo(&at, &sprt->elo0) && *at++ == ',' &&
                take_elo(&at, &sprt->elo1) && *at == 0 &&
                sprt->elo0 < sprt->elo1;
    if (!good) {
        options_usage(COMMAND,
                      _("--sprt: expected two Elo numbers from -%d to %d, the "
                        "lower first, such as 0,20, got '%.60s'"),
                      ELO_LIMIT, ELO_LIMIT, text);
    }
    sprt->wanted = good;
    return good;
}

static bool take_option(struct request *request, int option)
{
    switch (option) {
    case OPTION_GAMES:
        return options_number(COMMAND, "--games", optarg, 1, ARENA_MAX_GAMES,
                              &request->games);
    case OPTION_SEED:
        return options_number(COMMAND, "--seed", optarg, 0, UINT64_MAX,
                              &request->seed);
    case OPTION_BOTS:
        request->bots =
            options_players(COMMAND, "--bots", optarg, options_more_bots,
                            request->bot, ARENA_MAX_BOTS);
        return request->bots > 0;
    case OPTION_SPRT:
        return take_sprt(&request->sprt, optarg);
    case OPTION_RECORDS:
        request->records = optarg;
        return true;
    case OPTION_FORCE:
        request->force = true;
        return true;
    case OPTION_THREADS:
        return options_small(COMMAND, "--threads", optarg, 1, MATCH_MAX_THREADS,
                             &request->threads);
    case OPTION_JSON:
        request->json = true;
        return true;
    case OPTION_PLOT:
        request->plot = optarg;
        return true;
    default:
        return option >= OPTION_EFFORT
                   ? player_options_take(&request->thought, COMMAND, option,
                                         optarg)
                   : table_options_take(&request->table, COMMAND, option,
                                        optarg);
    }
}

/* What does not fit together, whatever the order of the options. */
static int check(const struct request *request)
{
    unsigned players = request->table.players;
    if (request->bots == 0) {
        return options_usage(COMMAND, _("--bots: say who plays, such as "
                                        "--bots hard,normal"));
    }
    if (request->bots == 1) {
        return options_usage(COMMAND, _("--bots: name at least two; a bot can "
                                        "meet itself, as in random,random"));
    }
    if (players > 2 && request->bots > players) {
        return options_usage(
            COMMAND,
            _("--bots: expected at most %u for %u players, got "
              "%u; a round robin is for two players"),
            players, players, request->bots);
    }
    if (request->sprt.wanted && (players > 2 || request->bots > 2)) {
        return options_usage(
            COMMAND, _("--sprt: only goes with two bots and two players"));
    }
    if (request->force && request->records == NULL) {
        return options_usage(COMMAND, _("--force only goes with --records"));
    }
    if (request->plot != NULL && request->plot[0] == 0) {
        return options_usage(COMMAND, _("--plot: the file's name is empty"));
    }
    return CLI_OK;
}

static void name_bots(struct arena *arena)
{
    char names[ARENA_MAX_BOTS][TIO_NAME_TEXT];
    for (unsigned i = 0; i < arena->bots; i++) {
        match_name(arena->bot[i].spec.text, names[i]);
    }
    match_number_names(names, arena->bots, arena_name_width(arena));
    for (unsigned i = 0; i < arena->bots; i++) {
        memcpy(arena->bot[i].name, names[i], TIO_NAME_TEXT);
    }
}

static int set_up(struct request *request, struct arena *arena)
{
    unsigned players = request->table.players;
    arena->match.deck = request->table.deck;
    arena->match.settings = request->table.settings;
    arena->match.seed = request->seed;
    arena->bots = request->bots;
    arena->crew.limits = request->thought.limits;
    arena->sprt = request->sprt;
    arena->records = request->records;
    arena->force = request->force;
    for (unsigned i = 0; i < request->bots; i++) {
        arena->bot[i].spec = request->bot[i];
        player_options_apply(&request->thought, COMMAND, &arena->bot[i].spec);
    }
    name_bots(arena);
    arena_seat(arena);
    arena->deals = (request->games + players - 1) / players;
    uint64_t all = arena_games(arena, arena->deals) * arena->tables;
    if (all > ARENA_MAX_GAMES) {
        return options_usage(
            COMMAND, _("--games: at most %llu in all, and these would be %llu"),
            (unsigned long long)ARENA_MAX_GAMES, (unsigned long long)all);
    }
    return CLI_OK;
}

/* Before hours of play, not after. */
static int check_outputs(const struct request *request)
{
    if (request->plot != NULL) {
        FILE *file = fopen(request->plot, "a");
        if (file == NULL) {
            return options_fail(COMMAND, "%s: %s", request->plot,
                                strerror(errno));
        }
        fclose(file);
    }
    return request->records == NULL ||
                   records_dir_open(COMMAND, request->records, request->force)
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
            bot->trouble_game < arena->counted) {
            options_fail(COMMAND, _("game %llu: %s"),
                         (unsigned long long)bot->trouble_game + 1,
                         bot->trouble);
        }
    }
    if (broken > 0) {
        status = options_fail(
            COMMAND,
            ngettext("%llu of %llu games was broken off",
                     "%llu of %llu games were broken off", broken),
            (unsigned long long)broken, (unsigned long long)arena->counted);
    }
    if (arena->interrupted) {
        status =
            options_fail(COMMAND, _("interrupted after %llu of %llu games"),
                         (unsigned long long)arena->counted,
                         (unsigned long long)arena_games(arena, arena->deals) *
                             arena->tables);
    }
    return status;
}

static int run_arena(struct request *request, struct arena *arena)
{
    int status = set_up(request, arena);
    if (status == CLI_OK) {
        status = check_outputs(request);
    }
    if (status != CLI_OK) {
        return status;
    }
    if (!arena_run(arena, request->threads)) {
        return CLI_WRONG;
    }
    if (!request->json) {
        arena_print(arena, request->threads);
    } else if (!arena_print_json(arena, COMMAND)) {
        return CLI_WRONG;
    }
    if (request->plot != NULL) {
        const char *why = arena_plot(arena, request->plot);
        if (why != NULL) {
            status = options_fail(COMMAND, "%s: %s", request->plot, why);
        }
    }
    return tell_troubles(arena) == CLI_OK ? status : CLI_WRONG;
}

int cmd_arena(int argc, char **argv)
{
    struct request request = {
        .games = 1000,
        .seed = 1,
        .threads = match_default_threads(),
    };
    table_options_init(&request.table, TIO_MIN_PLAYERS);
    player_options_init(&request.thought);
    int option;
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        if (option == 'h') {
            options_help(help);
            return CLI_OK;
        }
        if (option == '?' || !take_option(&request, option)) {
            return CLI_USAGE;
        }
    }
    if (optind < argc) {
        return options_usage(COMMAND, _("unexpected '%s'"), argv[optind]);
    }
    int status = check(&request);
    if (status == CLI_OK) {
        status = table_options_settle(&request.table, COMMAND);
    }
    if (status != CLI_OK) {
        return status;
    }
    struct arena *arena = calloc(1, sizeof *arena);
    if (arena == NULL) {
        return options_fail(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    }
    status = run_arena(&request, arena);
    free(arena);
    return status;
}
