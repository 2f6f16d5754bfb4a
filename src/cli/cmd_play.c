/* tioli play: seats people and bots at a table and hands it to the plain game
 * in the terminal. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/table_options.h"
#include "notation/utf8.h"
#include "terminal/plain.h"

#define COMMAND "play"

static const char help[] =
    "Usage: tioli play [OPTION...]\n"
    "\n"
    "Plays Take It or Leave It in the terminal, against bots or with several\n"
    "people at one keyboard.\n"
    "\n"
    "      --players N       2 to 5 (default 2)\n"
    "      --people N        how many of them are people, in seats 1 to N\n"
    "                        (default 1)\n"
    "      --bots A,B,...    bots for the other seats; a shorter list is\n"
    "                        repeated (default: greedy)\n"
    "      --names A,B,...   names of the players, from seat "
    "1\n" TABLE_OPTIONS_HELP
    "      --seed N          for dice, cards and bots (default: different\n"
    "                        each time)\n"
    "      --save FILE       keep the game in FILE\n"
    "      --resume          go on with the game that was saved\n"
    "      --plain           the plain line game, which is the only one now\n"
    "  -h, --help            show this help\n"
    "\n"
    "In the game, 'help' tells what can be typed.\n";

enum play_option {
    OPTION_PEOPLE = 1,
    OPTION_BOTS,
    OPTION_NAMES,
    OPTION_SEED,
    OPTION_SAVE,
    OPTION_RESUME,
    OPTION_PLAIN,
};

static const struct option options[] = {
    TABLE_OPTIONS,
    {"people", required_argument, NULL, OPTION_PEOPLE},
    {"bots", required_argument, NULL, OPTION_BOTS},
    {"names", required_argument, NULL, OPTION_NAMES},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"save", required_argument, NULL, OPTION_SAVE},
    {"resume", no_argument, NULL, OPTION_RESUME},
    {"plain", no_argument, NULL, OPTION_PLAIN},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct seats {
    struct table_options table;
    unsigned people;
    unsigned bots; /* given */
    const tio_bot *bot[TIO_MAX_PLAYERS];
    unsigned names; /* given */
    bool described; /* an option that a saved game would overrule was given */
    struct plain_options plain;
};

static bool take_names(struct seats *seats, const char *text)
{
    seats->names = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        if (seats->names == TIO_MAX_PLAYERS) {
            options_usage(COMMAND, "--names: at most %d names",
                          TIO_MAX_PLAYERS);
            return false;
        }
        if (length >= TIO_NAME_TEXT || !utf8_is_name(text, length)) {
            options_usage(COMMAND,
                          "--names: expected 1 to %d bytes of UTF-8 without "
                          "control characters or outer spaces, got '%.*s'",
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

static bool take_option(struct seats *seats, int option)
{
    seats->described =
        seats->described || (option != OPTION_SAVE && option != OPTION_RESUME &&
                             option != OPTION_PLAIN);
    switch (option) {
    case OPTION_PEOPLE:
        return options_small(COMMAND, "--people", optarg, 0, TIO_MAX_PLAYERS,
                             &seats->people);
    case OPTION_BOTS:
        seats->bots = options_bots(COMMAND, optarg, seats->bot);
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
        return true;
    default:
        return table_options_take(&seats->table, COMMAND, option, optarg);
    }
}

static void name_seat(struct seats *seats, unsigned seat)
{
    char *name = seats->plain.name[seat];
    const tio_bot *bot = seats->plain.bot[seat];
    if (seat < seats->names) {
        return;
    }
    if (bot != NULL) {
        snprintf(name, TIO_NAME_TEXT, "%s %u", bot->name, seat + 1);
    } else {
        snprintf(name, TIO_NAME_TEXT, "Player %u", seat + 1);
    }
}

static int seat_everyone(struct seats *seats)
{
    unsigned players = seats->table.players;
    if (seats->people > players) {
        return options_usage(COMMAND, "--people: expected 0 to %u, got '%u'",
                             players, seats->people);
    }
    unsigned wanted = players - seats->people;
    if (seats->bots > wanted) {
        return options_usage(COMMAND, "--bots: expected at most %u, got %u",
                             wanted, seats->bots);
    }
    if (seats->names > players) {
        return options_usage(COMMAND, "--names: expected at most %u, got %u",
                             players, seats->names);
    }
    if (seats->bots == 0) {
        seats->bot[0] = tio_bot_named("greedy");
        seats->bots = seats->bot[0] != NULL;
    }
    options_seat_bots(seats->bot, seats->bots, wanted);
    for (unsigned seat = 0; seat < players; seat++) {
        bool person = seat < seats->people;
        seats->plain.bot[seat] =
            person ? NULL : seats->bot[seat - seats->people];
        name_seat(seats, seat);
    }
    return CLI_OK;
}

int cmd_play(int argc, char **argv)
{
    struct seats seats = {.people = 1};
    table_options_init(&seats.table, TIO_MIN_PLAYERS);
    int option;
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return CLI_OK;
        }
        if (option == '?' || !take_option(&seats, option)) {
            return CLI_USAGE;
        }
    }
    if (optind < argc) {
        return options_usage(COMMAND, "unexpected '%s'", argv[optind]);
    }
    if (seats.plain.resume && seats.described) {
        return options_usage(COMMAND, "--resume: players, rules and seed are "
                                      "those of the saved game");
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
    return plain_play(&seats.plain);
}
