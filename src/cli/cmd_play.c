/* tioli play: seats people and bots at a table and hands it to the full-screen
 * game or to the plain one; or goes to a table on a server. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/player_options.h"
#include "cli/table_options.h"
#include "notation/utf8.h"
#include "screen/screen.h"
#include "server/banner.h"
#include "terminal/crew.h"
#include "terminal/join.h"
#include "terminal/login.h"
#include "terminal/plain.h"
#include "terminal/say.h"

#define COMMAND "play"

static const struct option_help help[] = {
    {NULL,
     N_("Usage: tioli play [OPTION...]\n"
        "  or:  tioli play --join URL [--name NAME] [--code CODE] [--watch]\n"
        "  or:  tioli play --join URL [--name NAME] [--code CODE] [--players "
        "N]\n"
        "                  [--bots A,B,...] [rules ...]")},
    {NULL, ""},
    {NULL,
     N_("Plays Take It or Leave It in the terminal, against bots, with "
        "several\n"
        "people at one keyboard, or with others at a table on a server.")},
    {NULL, ""},
    {"--players N", N_("2 to 5 (default 2)")},
    {"--people N", N_("how many of them are people, in seats 1 to N\n"
                      "(default 1)")},
    {"--bots A,B,...", N_("bots for the other seats; a shorter list is\n"
                          "repeated (default: normal)")},
    PLAYER_OPTIONS_HELP,
    {"--no-hints", N_("'hint' gives none")},
    {"--names A,B,...", N_("names of the players, from seat 1")},
    TABLE_OPTIONS_HELP,
    {"--seed N", N_("for dice, cards and bots (default: different\n"
                    "each time)")},
    {"--save FILE", N_("keep the game in FILE")},
    {"--resume", N_("go on with the game that was saved")},
    {"--plain", N_("line by line, instead of the full screen")},
    {"--no-animation", N_("nothing moves on the screen by itself")},
    {"--join URL", N_("sit down at a table on a server; URL is its link, or\n"
                      "the server's address, where a new table is made")},
    {"--name NAME", N_("what to be called there (default: as before, or\n"
                       "the user's name)")},
    {"--code CODE", N_("the host's invitation code, where one is needed; of a\n"
                       "new table, the code that it gets")},
    {"--watch", N_("only look on")},
    {"-h, --help", N_("show this help")},
    {NULL, ""},
    {NULL,
     N_("In the game, 'help' tells what can be typed. These are the bots:")},
    {NULL, NULL},
};

static const struct option_help help_more[] = {
    {NULL, N_("Those that search may be given less or more to do: "
              "expert:effort=500,\n"
              "expert:think=3s.")},
    {NULL, NULL},
};

enum play_option {
    OPTION_PEOPLE = 1,
    OPTION_BOTS,
    OPTION_NAMES,
    OPTION_SEED,
    OPTION_SAVE,
    OPTION_RESUME,
    OPTION_PLAIN,
    OPTION_NO_ANIMATION,
    OPTION_NO_HINTS,
    OPTION_JOIN,
    OPTION_NAME,
    OPTION_CODE,
    OPTION_WATCH,
};

static const struct option options[] = {
    TABLE_OPTIONS,
    PLAYER_OPTIONS,
    {"people", required_argument, NULL, OPTION_PEOPLE},
    {"bots", required_argument, NULL, OPTION_BOTS},
    {"names", required_argument, NULL, OPTION_NAMES},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"save", required_argument, NULL, OPTION_SAVE},
    {"resume", no_argument, NULL, OPTION_RESUME},
    {"plain", no_argument, NULL, OPTION_PLAIN},
    {"no-animation", no_argument, NULL, OPTION_NO_ANIMATION},
    {"no-hints", no_argument, NULL, OPTION_NO_HINTS},
    {"join", required_argument, NULL, OPTION_JOIN},
    {"name", required_argument, NULL, OPTION_NAME},
    {"code", required_argument, NULL, OPTION_CODE},
    {"watch", no_argument, NULL, OPTION_WATCH},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct seats {
    struct table_options table;
    struct player_options player;
    unsigned people;
    unsigned bots; /* given */
    struct player_spec bot[TIO_MAX_PLAYERS];
    unsigned names; /* given */
    bool described; /* an option that a saved game would overrule was given */
    bool hosted;    /* an option that only a host may say was given */
    bool said;      /* an option that is about a game was given */
    bool line_game; /* whatever the terminal can do */
    bool still;     /* no animation */
    bool local;     /* an option that has no meaning on a server was given */
    const char *join_only; /* one that has none here */
    const char *url;
    struct home_options plain;
    struct join_options join;
};

static bool take_names(struct seats *seats, const char *text)
{
    seats->names = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        if (seats->names == TIO_MAX_PLAYERS) {
            options_usage(COMMAND,
                          ngettext("--names: at most %d name",
                                   "--names: at most %d names",
                                   TIO_MAX_PLAYERS),
                          TIO_MAX_PLAYERS);
            return false;
        }
        if (length >= TIO_NAME_TEXT || !utf8_is_name(text, length)) {
            options_usage(COMMAND,
                          _("--names: expected 1 to %d bytes of UTF-8 without "
                            "control characters or outer spaces, got '%.*s'"),
                          TIO_NAME_TEXT - 1, length < 80 ? (int)length : 80,
                          text);
            return false;
        }
        char *name = seats->plain.name[seats->names++];
        memcpy(name, text, length);
        name[length] = 0;
        if (text[length] == 0) {
            return true;
        }
        text += length + 1;
    }
}

static bool is_for_join(int option)
{
    return option >= OPTION_JOIN && option <= OPTION_WATCH;
}

static bool take_name(struct seats *seats, const char *text)
{
    size_t length = strlen(text);
    if (length > JOIN_NAME || !utf8_is_name(text, length)) {
        return options_usage(
                   COMMAND,
                   _("--name: expected 1 to %d bytes of UTF-8 without "
                     "control characters or outer spaces, got '%.80s'"),
                   JOIN_NAME, text) == CLI_OK;
    }
    memcpy(seats->join.name, text, length + 1);
    return true;
}

static bool take_join_option(struct seats *seats, int option)
{
    switch (option) {
    case OPTION_NAME:
        seats->join_only = "--name";
        return take_name(seats, optarg);
    case OPTION_CODE:
        seats->join_only = "--code";
        seats->join.code = optarg;
        return true;
    case OPTION_WATCH:
        seats->join_only = "--watch";
        seats->join.watch = true;
        return true;
    default:
        seats->url = optarg;
        return true;
    }
}

static bool is_about_screen(int option)
{
    return option == OPTION_PLAIN || option == OPTION_NO_ANIMATION;
}

/* Whether a saved game has its own answer to the option. */
static bool describes(int option)
{
    return option == OPTION_EFFORT || option == OPTION_THINK ||
           (option != OPTION_SAVE && option != OPTION_RESUME &&
            !is_about_screen(option) && option != OPTION_NO_HINTS &&
            option < OPTION_EFFORT);
}

static bool take_option(struct seats *seats, int option)
{
    if (is_for_join(option)) {
        return take_join_option(seats, option);
    }
    seats->described = seats->described || describes(option);
    seats->said = seats->said || !is_about_screen(option);
    if (option == OPTION_BOTS || option == OPTION_NO_HINTS ||
        (option >= OPTION_PLAYERS && option < OPTION_EFFORT)) {
        seats->hosted = true;
    } else {
        seats->local = seats->local || !is_about_screen(option);
    }
    switch (option) {
    case OPTION_PEOPLE:
        return options_small(COMMAND, "--people", optarg, 0, TIO_MAX_PLAYERS,
                             &seats->people);
    case OPTION_BOTS:
        seats->bots = options_players(COMMAND, "--bots", optarg, NULL,
                                      seats->bot, TIO_MAX_PLAYERS);
        return seats->bots > 0;
    case OPTION_NAMES:
        return take_names(seats, optarg);
    case OPTION_SEED:
        seats->plain.seeded = true;
        return options_number(COMMAND, "--seed", optarg, 0, UINT64_MAX,
                              &seats->plain.seed);
    case OPTION_SAVE:
        seats->plain.save_path = optarg;
        return true;
    case OPTION_RESUME:
        seats->plain.resume = true;
        return true;
    case OPTION_PLAIN:
        seats->line_game = true;
        return true;
    case OPTION_NO_ANIMATION:
        seats->still = true;
        return true;
    case OPTION_NO_HINTS:
        seats->plain.hints = false;
        return true;
    default:
        break;
    }
    if (option < OPTION_EFFORT) {
        return table_options_take(&seats->table, COMMAND, option, optarg);
    }
    seats->plain.clock = seats->plain.clock || option == OPTION_BOT_CLOCK;
    return player_options_take(&seats->player, COMMAND, option, optarg);
}

static int seat_everyone(struct seats *seats)
{
    unsigned players = seats->table.players;
    if (seats->people > players) {
        return options_usage(COMMAND, _("--people: expected 0 to %u, got '%u'"),
                             players, seats->people);
    }
    unsigned wanted = players - seats->people;
    if (seats->bots > wanted) {
        return options_usage(COMMAND, _("--bots: expected at most %u, got %u"),
                             wanted, seats->bots);
    }
    if (seats->names > players) {
        return options_usage(COMMAND, _("--names: expected at most %u, got %u"),
                             players, seats->names);
    }
    options_seat_players(seats->bot, seats->bots, wanted);
    /* An earlier --names may have named more. */
    for (unsigned seat = seats->names; seat < TIO_MAX_PLAYERS; seat++) {
        seats->plain.name[seat][0] = 0;
    }
    char login[TIO_NAME_TEXT];
    for (unsigned seat = 0; seat < players; seat++) {
        if (seat >= seats->people) {
            seats->plain.bot[seat] = seats->bot[seat - seats->people];
            player_options_apply(&seats->player, COMMAND,
                                 &seats->plain.bot[seat]);
        }
    }
    login_name(login);
    crew_names(seats->plain.bot, players, login, seats->plain.name);
    return CLI_OK;
}

static void show_link(const char *url)
{
    printf("%s\n  %s\n", _("A new table. For the others, this is its link:"),
           url);
    banner_print_qr(stdout, url);
    putchar('\n');
    fflush(stdout);
}

/* On a server a bot has a name and nothing else. */
static int take_server_bots(const struct seats *seats, struct join_new *table)
{
    if (seats->bots >= seats->table.players) {
        return options_usage(COMMAND, _("--bots: expected at most %u, got %u"),
                             seats->table.players - 1, seats->bots);
    }
    for (unsigned i = 0; i < seats->bots; i++) {
        const struct player_spec *spec = &seats->bot[i];
        if (spec->bot == NULL || strcmp(spec->text, spec->bot->name) != 0) {
            return options_usage(COMMAND,
                                 _("--bots: a server knows bots by their names "
                                   "alone, got '%.200s'"),
                                 spec->text);
        }
        table->bot[i] = spec->bot;
    }
    table->bots = seats->bots;
    return CLI_OK;
}

static int join(const struct seats *seats)
{
    int status = seats->line_game ? SCREEN_NONE
                                  : screen_join(&seats->join, !seats->still);
    return status == SCREEN_NONE ? join_play(&seats->join) : status;
}

static int make_table(struct seats *seats)
{
    struct join_new table = {.hints = seats->plain.hints};
    if (seats->local) {
        return options_usage(
            COMMAND, _("--join: a new table on a server has players and "
                       "bots, rules and hints; nothing else can be said "
                       "of it"));
    }
    if (seats->join.watch) {
        return options_usage(COMMAND, _("--watch: needs a table's link"));
    }
    int status = take_server_bots(seats, &table);
    if (status == CLI_OK) {
        status = table_options_settle(&seats->table, COMMAND);
    }
    if (status != CLI_OK) {
        return status;
    }
    table.settings = seats->table.settings;
    table.deck = seats->table.deck;
    table.own_deck = seats->table.deck == &seats->table.room;
    seats->join.table = &table;
    seats->join.made = show_link;
    return join(seats);
}

static int join_table(struct seats *seats)
{
    const char *why = link_parse(seats->url, &seats->join.link);
    if (why != NULL) {
        return options_usage(COMMAND, _("--join: %s, got '%.200s'"), _(why),
                             seats->url);
    }
    if (seats->join.link.table[0] == 0) {
        return make_table(seats);
    }
    if (seats->local || seats->hosted) {
        return options_usage(
            COMMAND, _("--join: players, rules and hints are the host's "
                       "to set; only --name, --code and --watch go with "
                       "it"));
    }
    return join(seats);
}

static void print_help(void)
{
    const tio_bot *bot;
    options_help(help);
    for (unsigned i = 0; (bot = tio_bot_at(i)) != NULL; i++) {
        say(15, "  %-11s  %s", bot->name, _(bot->about));
    }
    say(15, "  %-11s  %s", "cmd:PROGRAM",
        _("a program of your own, see docs/bot-protocol.md"));
    options_help(help_more);
}

/* The full screen where there is one. */
static int play(const struct seats *seats)
{
    struct screen_options screen = {
        .game = seats->plain,
        .straight = seats->said,
        .animation = !seats->still,
    };
    int status = seats->line_game ? SCREEN_NONE : screen_play(&screen);
    return status == SCREEN_NONE ? plain_play(&seats->plain) : status;
}

int cmd_play(int argc, char **argv)
{
    struct seats seats = {.people = 1, .plain.hints = true};
    player_options_init(&seats.player);
    table_options_init(&seats.table, TIO_MIN_PLAYERS);
    int option;
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        if (option == 'h') {
            print_help();
            return CLI_OK;
        }
        if (option == '?' || !take_option(&seats, option)) {
            return CLI_USAGE;
        }
    }
    if (optind < argc) {
        return options_usage(COMMAND, _("unexpected '%s'"), argv[optind]);
    }
    if (seats.url != NULL) {
        return join_table(&seats);
    }
    if (seats.join_only != NULL) {
        return options_usage(COMMAND, _("%s: only with --join"),
                             seats.join_only);
    }
    if (seats.plain.resume && seats.described) {
        return options_usage(COMMAND, _("--resume: players, rules and seed are "
                                        "those of the saved game"));
    }
    int status = seat_everyone(&seats);
    if (status == CLI_OK) {
        status = table_options_settle(&seats.table, COMMAND);
    }
    if (status != CLI_OK) {
        return status;
    }
    seats.plain.settings = seats.table.settings;
    seats.plain.deck = seats.table.deck;
    seats.plain.limits = seats.player.limits;
    return play(&seats);
}
