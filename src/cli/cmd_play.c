/* tioli play: seats people and bots at a table and hands it to the full-screen
 * game or to the plain one; or goes to a table on a server. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/table_options.h"
#include "base/utf8.h"
#include "terminal/game/screen.h"
#include "server/banner.h"
#include "terminal/crew.h"
#include "terminal/join.h"
#include "terminal/login.h"
#include "terminal/say.h"

#define COMMAND "play"

/* What the options that were given are about. */
enum about {
    OF_THE_GAME = 1,  /* a saved game has its own answer */
    OF_THE_HOST = 2,  /* only a host may say it */
    OF_THE_PLACE = 4, /* it has no meaning on a server */
    OF_CHANCE = 8,    /* the seed */
};

struct seats {
    struct table_options table;
    struct player_options player;
    unsigned people;
    struct option_players bots;
    unsigned about; /* what was given */
    bool line_game; /* whatever the terminal can do */
    bool still;     /* no animation */
    const char *url;
    struct given_names {
        unsigned count;
        char name[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    } names;
    struct local_game_options plain;
    struct join_options join;
};

static bool take_names(const struct option_row *row,
                       const struct option_call *call)
{
    struct given_names *names = call->field;
    const char *text = call->text;
    (void)row;
    memset(names, 0, sizeof *names);
    for (;;) {
        size_t length = strcspn(text, ",");
        if (names->count == TIO_MAX_PLAYERS)
            return option_refuse(call->why,
                                 ngettext("--names: at most %d name",
                                          "--names: at most %d names",
                                          TIO_MAX_PLAYERS),
                                 TIO_MAX_PLAYERS);
        if (length >= TIO_NAME_TEXT || !utf8_is_name(text, length))
            return option_refuse(
                call->why,
                _("--names: expected 1 to %d bytes of UTF-8 without "
                  "control characters or outer spaces, got '%.*s'"),
                TIO_NAME_TEXT - 1, length < 80 ? (int)length : 80, text);
        memcpy(names->name[names->count++], text, length);
        if (!text[length])
            return true;
        text += length + 1;
    }
}

static bool take_name(const struct option_row *row,
                      const struct option_call *call)
{
    size_t length = strlen(call->text);
    (void)row;
    if (length > JOIN_NAME || !utf8_is_name(call->text, length))
        return option_refuse(
            call->why,
            _("--name: expected 1 to %d bytes of UTF-8 without "
              "control characters or outer spaces, got '%.80s'"),
            JOIN_NAME, call->text);
    memcpy(call->field, call->text, length + 1);
    return true;
}

#define AT(field) .at = offsetof(struct seats, field)

static const struct option_row rows[] = {
    {.group = table_players_row, AT(table), .marks = OF_THE_GAME | OF_THE_HOST},
    {"people", "N", OPTION_COUNT,
     N_("how many of them are people, in seats 1 to N\n"
        "(default 1)"),
     AT(people), .high = TIO_MAX_PLAYERS, .normal = 1,
     .marks = OF_THE_GAME | OF_THE_PLACE,
     .man = "How many of them are people at this keyboard, in seats 1 to <N>. "
            "The default is {default}; with 0 the bots play by themselves."},
    {"bots", "A,B,...", OPTION_PLAYERS,
     N_("bots for the other seats; a shorter list is\n"
        "repeated (default: normal)"),
     AT(bots), .high = TIO_MAX_PLAYERS, .marks = OF_THE_GAME | OF_THE_HOST,
     .man = "Bots for the other seats, in order. A shorter list is repeated. "
            "The default is *normal*. From the weakest to the strongest: "
            "{bots} *expert:effort=5000* and *expert:think=2s* search more or "
            "less than the bot is made for. *cmd:PROGRAM* is a program of your "
            "own, such as *cmd:./mybot --fast*, which speaks the protocol of "
            "<docs/bot-protocol.md>. If it fails, a message says so once, and "
            "a stand-in takes over."},
    {.group = budget_rows,
     AT(player.budget),
     .marks = OF_THE_GAME | OF_THE_PLACE},
    {.group = program_rows, AT(player), .marks = OF_THE_PLACE},
    {"no-hints", NULL, OPTION_OFF, N_("turn hints off"), AT(plain.hints),
     .marks = OF_THE_HOST, .man = "*hint* gives none."},
    {"no-takeback", NULL, OPTION_OFF,
     N_("alone against bots: a move that they have\n"
        "answered stays"),
     AT(plain.takeback), .marks = OF_THE_GAME | OF_THE_HOST,
     .man = "Whoever plays alone against bots may take back the last decision "
            "even after the bots have answered it, and their moves go back as "
            "well, as long as no dice were rolled, no cards dealt and no card "
            "was shown since. The record says that this was possible. With "
            "this option a move that was answered stays."},
    {"names", "A,B,...", OPTION_TEXT, N_("names of the players, from seat 1"),
     AT(names), .take = take_names, .marks = OF_THE_GAME | OF_THE_PLACE,
     .man =
         "Names of the players, from seat 1. A person without a name here is "
         "called by their login name or a number, a bot by a first name, and "
         "a program by its file name."},
    {.group = table_rows, AT(table), .marks = OF_THE_GAME | OF_THE_HOST},
    {"seed", "N", OPTION_NUMBER,
     N_("for dice, cards and bots (default: different\n"
        "each time)"),
     AT(plain.seed), .high = UINT64_MAX,
     .marks = OF_THE_GAME | OF_THE_PLACE | OF_CHANCE,
     .man = "A number that fixes dice, cards and the bots' random choices. "
            "Without it every game is different."},
    {"save", "FILE", OPTION_FILE, N_("save the game in FILE"),
     AT(plain.save_path), .marks = OF_THE_PLACE,
     .man = "Save the game in <FILE> instead of the default place. A game that "
            "is already there is moved to a new name, with the date in it. If "
            "<FILE> can't be used, the program prints the reason and ends; "
            "only in the default place does the game continue without saving."},
    {"resume", NULL, OPTION_FLAG, N_("continue the saved game"),
     AT(plain.resume), .marks = OF_THE_PLACE,
     .man = "Continue the saved game. Players, rules and seed are those of "
            "that game, so the options for them can't be given. Programs that "
            "play are started again, from the folder that you are in, and are "
            "told everything that happened."},
    {"plain", NULL, OPTION_FLAG, N_("line by line, instead of the full screen"),
     AT(line_game),
     .man = "Line by line, instead of the full screen: for screen readers, and "
            "for anyone who prefers it. Without a terminal, or on one that can "
            "do no more, the game is always like this."},
    {"no-animation", NULL, OPTION_FLAG, N_("turn animations off"), AT(still),
     .man = "Turn animations off: dice appear at once where they come to rest. "
            "On a connection that proves too slow for moving dice, animations "
            "are off without this option."},
    {"join", "URL", OPTION_TEXT,
     N_("sit down at a table on a server; URL is its link, or\n"
        "the server's address with the table's code behind it;\n"
        "at the address alone, a new table is made"),
     AT(url),
     .man = "Sit down at a table on a server. <URL> is the table's link, such "
            "as *http://192.168.1.5:8080/t/vy1946k2tfkjppcvf5nzgn0k*, or the "
            "server's address with the five letters of the table's code, such "
            "as *http://192.168.1.5:8080/KMTRW*, while the table waits for "
            "players. Players "
            "and rules are the host's to set, so the options for them can't be "
            "given. With the address of a server alone, such as "
            "*http://192.168.1.5:8080*, a new table is made there, of which "
            "one is the host. Its link is shown, with a QR code on a terminal "
            "that has room for it. Then *--players*, *--bots*, *--no-hints* "
            "and the options for the rules and the deck say what the table is "
            "like; of bots only the names can be given, and other seats stay "
            "free."},
    {"name", "NAME", OPTION_TEXT,
     N_("your name there (default: as before, or your\n"
        "login name)"),
     AT(join.name), .take = take_name,
     .man = "What to be called there, at most 40 bytes. The default is the "
            "name that was used there before, or else that of the user."},
    {"password", "WORD", OPTION_TEXT,
     N_("the table's password, where one is needed; for a new\n"
        "table, the password to set"),
     AT(join.code),
     .man = "The table's password, where one is needed to sit down; or the one "
            "that a new table gets."},
    {"code", "WORD", OPTION_TEXT, N_("the same, as it used to be called"),
     AT(join.code), .man = "The old name of *--password*."},
    {"watch", NULL, OPTION_FLAG, N_("watch without playing"), AT(join.watch)},
    {0},
};

static int seat_everyone(struct seats *seats)
{
    unsigned players = seats->table.players;
    if (seats->people > players)
        return options_usage(COMMAND, _("--people: expected 0 to %u, got '%u'"),
                             players, seats->people);
    unsigned wanted = players - seats->people;
    if (seats->bots.count > wanted)
        return options_usage(COMMAND, _("--bots: expected at most %u, got %u"),
                             wanted, seats->bots.count);
    if (seats->names.count > players)
        return options_usage(COMMAND, _("--names: expected at most %u, got %u"),
                             players, seats->names.count);
    options_seat_players(&seats->bots, wanted);
    memcpy(seats->plain.name, seats->names.name, sizeof seats->names.name);
    char login[TIO_NAME_TEXT];
    for (unsigned seat = 0; seat < players; seat++) {
        if (seat >= seats->people) {
            seats->plain.bot[seat] = seats->bots.spec[seat - seats->people];
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
    printf("%s\n  %s\n",
           _("This is a new table. Its link, for the other players:"), url);
    banner_print_qr(stdout, url);
    putchar('\n');
    fflush(stdout);
}

/* On a server a bot has a name and nothing else. */
static int take_server_bots(const struct seats *seats, struct join_new *table)
{
    if (seats->bots.count >= seats->table.players)
        return options_usage(COMMAND, _("--bots: expected at most %u, got %u"),
                             seats->table.players - 1, seats->bots.count);
    for (unsigned i = 0; i < seats->bots.count; i++) {
        const struct player_spec *spec = &seats->bots.spec[i];
        if (!spec->bot || strcmp(spec->text, spec->bot->name) != 0)
            return options_usage(COMMAND,
                                 _("--bots: a server knows bots only by their "
                                   "names, got '%.200s'"),
                                 spec->text);
        table->bot[i] = spec->bot;
    }
    table->bots = seats->bots.count;
    return CLI_OK;
}

static int out_of_memory(void)
{
    fprintf(stderr, "tioli play: %s\n", _("out of memory"));
    return CLI_WRONG;
}

static int join(const struct seats *seats)
{
    int status = seats->line_game
                     ? SCREEN_NONE
                     : screen_join(&seats->join, !seats->still, false);
    if (status == SCREEN_NONE)
        status = screen_join(&seats->join, false, true);
    return status == SCREEN_NONE ? out_of_memory() : status;
}

static int make_table(struct seats *seats)
{
    struct join_new table = {.hints = seats->plain.hints,
                             .takeback = seats->plain.takeback};
    if (seats->about & OF_THE_PLACE)
        return options_usage(COMMAND,
                             _("--join: for a new table, only the players, "
                               "bots, rules and hints can be set"));
    if (seats->join.watch)
        return options_usage(COMMAND, _("--watch: needs a table's link"));
    int status = take_server_bots(seats, &table);
    if (status == CLI_OK)
        status = table_options_settle(&seats->table, COMMAND);
    if (status != CLI_OK)
        return status;
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
    if (why)
        return options_usage(COMMAND, _("--join: %s, got '%.200s'"), _(why),
                             seats->url);
    if (!seats->join.link.table[0] && !seats->join.link.spoken[0])
        return make_table(seats);
    if (seats->about != 0)
        return options_usage(
            COMMAND, _("--join: the host sets players, rules and hints; only "
                       "--name, --code and --watch can be used with it"));
    return join(seats);
}

static void print_bots(void)
{
    const tio_bot *bot;
    for (unsigned i = 0; (bot = tio_bot_at(i)); i++)
        say(15, "  %-11s  %s", bot->name, _(bot->about));
    say(15, "  %-11s  %s", "cmd:PROGRAM",
        _("a program of your own, see docs/bot-protocol.md"));
    puts(_(
        "Bots that search can be given less or more to do: expert:effort=500,\n"
        "expert:think=3s."));
}

/* An option that has no meaning without --join; NULL: none was given. */
static const char *only_with_join(const struct seats *seats)
{
    return seats->join.name[0] ? "--name"
           : seats->join.code  ? "--password"
           : seats->join.watch ? "--watch"
                               : NULL;
}

/* The full screen where there is one. */
static int play(const struct seats *seats)
{
    struct screen_options screen = {
        .game = seats->plain,
        .straight = seats->about != 0,
        .animation = !seats->still,
    };
    int status = seats->line_game ? SCREEN_NONE : screen_play(&screen);
    screen.lines = true;
    if (status == SCREEN_NONE)
        status = screen_play(&screen);
    return status == SCREEN_NONE ? out_of_memory() : status;
}

static int begin(struct seats *seats)
{
    if (seats->url)
        return join_table(seats);
    if (only_with_join(seats))
        return options_usage(COMMAND, _("%s: only with --join"),
                             only_with_join(seats));
    if (seats->plain.resume && seats->about & OF_THE_GAME)
        return options_usage(COMMAND, _("--resume: players, rules and seed are "
                                        "those of the saved game"));
    int status = seat_everyone(seats);
    if (status == CLI_OK)
        status = table_options_settle(&seats->table, COMMAND);
    if (status != CLI_OK)
        return status;
    seats->plain.settings = seats->table.settings;
    seats->plain.deck = seats->table.deck;
    status =
        player_options_limits(&seats->player, COMMAND, &seats->plain.limits);
    seats->plain.clock = seats->player.clock_ms > 0;
    return status == CLI_OK ? play(seats) : status;
}

static int run(int argc, char **argv)
{
    struct seats seats = {0};
    struct options line = {&command_play, &seats, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    seats.about = line.marks;
    seats.plain.seeded = line.marks & OF_CHANCE;
    int status = budget_check(&seats.player.budget, COMMAND);
    return status == CLI_OK ? begin(&seats) : status;
}

const struct cli_command command_play = {
    .name = COMMAND,
    .summary = N_("play against bots, or at one keyboard"),
    .help =
        {N_("Usage: tioli play [OPTION...]\n"
            "  or:  tioli play --join URL [--name NAME] [--password WORD] "
            "[--watch]\n"
            "  or:  tioli play --join URL [--name NAME] [--password WORD]\n"
            "                  [--players N] [--bots A,B,...] [rules ...]"),
         N_("Plays Take It or Leave It in the terminal, against bots, with "
            "several\n"
            "people at one keyboard, or with others at a table on a server.")},
    .after =
        N_("In the game, type 'help' to see what you can type. The bots are:"),
    .rows = rows,
    .run = run,
    .more_help = print_bots,
};
