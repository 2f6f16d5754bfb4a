/* See table_options.h. The first starter can only be checked when the number
 * of players is known, which may come later on the command line. */
#include "cli/table_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/match.h"
#include "notation/settings.h"

static const char *const first_words[] = {"random", "1", "2", "3",
                                          "4",      "5", NULL};
_Static_assert(TIO_MAX_PLAYERS == 5, "first_words has every seat");

static bool take_first(const struct option_row *row,
                       const struct option_call *call)
{
    for (unsigned i = 0; row->words[i]; i++)
        if (strcmp(call->text, row->words[i]) == 0) {
            *(unsigned *)call->field = i;
            return true;
        }
    return option_refuse(call->why,
                         _("--first: expected 'random' or a seat from 1 to %d, "
                           "got '%.60s'"),
                         TIO_MAX_PLAYERS, call->text);
}

#define AT(field) .at = offsetof(struct table_options, field)

const struct option_row table_players_row[] = {
    {"players", "N", OPTION_COUNT, N_("2 to 5 (default 2)"), AT(players),
     .low = TIO_MIN_PLAYERS, .high = TIO_MAX_PLAYERS, .normal = TIO_MIN_PLAYERS,
     .man = "How many play, {range}. The default is {default}."},
    {0},
};

const struct option_row table_rows[] = {
    {"edition", "NAME", OPTION_WORD, N_("gamewright (the default) or schmidt"),
     AT(edition), .words = setting_editions,
     .man = "*gamewright* (the default) or *schmidt*. The edition fixes how "
            "often an action may be played, what the re-roll actions reach, "
            "and the colours' names."},
    {"free-hand", NULL, OPTION_FLAG,
     N_("five cards in any mix of combos and actions"), AT(free_hand)},
    {"starts", "N", OPTION_COUNT,
     N_("each player starts N rounds, 1 to 9\n"
        "(default: as the box's table says)"),
     AT(starts), .low = 1, .high = TIO_MAX_STARTS,
     .man = "Each player starts <N> rounds, {range}. The default is the number "
            "in the box's table for the number of players."},
    {"first", "SEAT", OPTION_WORD,
     N_("who starts: a seat from 1, or random (default)"), AT(first),
     .words = first_words, .take = take_first,
     .man = "Who starts the first round: a seat, from 1, or *random* (the "
            "default)."},
    {"cast", "RULE", OPTION_WORD,
     N_("what a die that is cast back does to others:\n"
        "carry (default), aim or off"),
     AT(cast), .words = setting_casts,
     .man = "What a die that is cast back does to other dice: *carry* (the "
            "default: it may be aimed, and hits carry on), *aim* (hits do not "
            "carry on) or *off* (it is only rolled)."},
    {"piles-down", NULL, OPTION_FLAG,
     N_("score piles stay face down until the end"), AT(piles_down),
     .man = "Score piles stay face down until the end, so that points are not "
            "shown."},
    {"deck", "DECK", OPTION_DECK, N_("a built-in deck by name, or a file"),
     AT(deck_name),
     .man = "A built-in deck by name, or a file in the deck notation. The "
            "default is *standard*."},
    {0},
};

int table_options_settle(struct table_options *table, const char *command)
{
    if (table->first > table->players)
        return options_usage(command, _("--first: expected 1 to %u, got '%u'"),
                             table->players, table->first);
    table->deck = tio_deck_standard();
    if (table->deck_name)
        table->deck = options_deck(command, table->deck_name, &table->room);
    if (!table->deck)
        return CLI_WRONG;
    tio_settings *settings = &table->settings;
    *settings = tio_settings_default(table->players);
    settings->edition = (uint8_t)table->edition;
    settings->free_hand = table->free_hand;
    settings->starts = (uint8_t)table->starts;
    settings->first =
        table->first == 0 ? TIO_NONE : (uint8_t)(table->first - 1);
    settings->cast = (uint8_t)table->cast;
    settings->piles_down = table->piles_down;
    tio_game game;
    tio_error error = tio_game_init(&game, table->deck, settings);
    if (error != TIO_OK)
        return options_fail(command, "%s", _(tio_error_words(error)));
    return CLI_OK;
}

const struct option_row option_seed_row[] = {
    {"seed", "N", OPTION_NUMBER, N_("for dice, cards and bots (default 1)"),
     .high = UINT64_MAX, .normal = 1,
     .man = "A number that fixes dice, cards and the bots' random choices. The "
            "default is {default}."},
    {0},
};

const struct option_row option_threads_row[] = {
    {"threads", "N", OPTION_COUNT,
     N_("1 to 64 (default: one for each processor)"), .low = 1,
     .high = MATCH_MAX_THREADS,
     .man = "How many games are played at the same time, {range}. The default "
            "is one for each processor."},
    {0},
};

const struct option_row option_json_row[] = {
    {"json", NULL, OPTION_FLAG, N_("print one JSON object"),
     .man = "Print one JSON object. It has no times in it."},
    {0},
};

const struct option_row records_rows[] = {
    {"records", "DIR", OPTION_FOLDER,
     N_("write each game to DIR as 000001.tioli and so on"),
     .at = offsetof(struct records_options, folder),
     .man = "Write each game that counts as a record to the folder <DIR>, as "
            "<000001.tioli>, <000002.tioli> and so on; the players' names show "
            "who sat where. The folder is made if it is missing. If there are "
            "already records in it, nothing is played."},
    {"force", NULL, OPTION_FLAG,
     N_("replace the records that are already in DIR"),
     .at = offsetof(struct records_options, force),
     .man = "With *--records*, first remove the numbered records of earlier "
            "games from the folder. Files with other names stay, and a link "
            "is removed, not what it points at."},
    {0},
};

/* ---- Bots and programs ---------------------------------------------- */

/* A clock shorter than this would punish the machine, not the program. */
#define CLOCK_MIN_MS 10

const struct option_row budget_rows[] = {
    {"effort", "N", OPTION_COUNT,
     N_("playouts for each move of a bot that searches"),
     .at = offsetof(tio_budget, playouts), .low = 1, .high = TIO_MAX_PLAYOUTS,
     .man = "The number of playouts for each move of a bot that searches, "
            "unless a list gives it a budget of its own. {range}. The default "
            "is the bot's own budget."},
    {"think", "TIME", OPTION_TIME,
     N_("let such a bot think this long instead: 200ms, 1.5s"),
     .at = offsetof(tio_budget, think_ms), .low = 1, .high = TIO_MAX_THINK_MS,
     .man = "Let such a bot think this long about each move instead: *200ms*, "
            "*1.5s*. Then the same seed need not give the same games."},
    {0},
};

static bool take_memory(const struct option_row *row,
                        const struct option_call *call)
{
    struct option_row number = *row;
    number.take = NULL;
    if (strcmp(call->text, "0") == 0)
        number.low = 0;
    return option_read(&number, call);
}

#undef AT
#define AT(field) .at = offsetof(struct player_options, field)

const struct option_row program_rows[] = {
    {"bot-clock", "TIME", OPTION_TIME,
     N_("how long a program may take for a move\n"
        "(default 10s)"),
     AT(clock_ms), .low = CLOCK_MIN_MS, .high = TIO_MAX_THINK_MS,
     .man = "How long a program may take for a move. The default is 10s."},
    {"bot-memory", "MB", OPTION_COUNT,
     N_("memory that a program may use, 16 to 1048576, or 0\n"
        "for no limit (default 2048)"),
     AT(memory_mb), .low = 16, .high = 1U << 20, .normal = PLAYER_MEMORY_MB,
     .take = take_memory,
     .man = "How much memory a program may use, {range}, or 0 for no limit. "
            "The default is {default}."},
    {"bot-stderr", NULL, OPTION_FLAG,
     N_("show what programs write to their standard error,\n"
        "and their lines of info"),
     AT(show_errors),
     .man = "Show what programs write to their standard error, and their lines "
            "of *info*, which may give away their cards."},
    {"bot-trace", "FILE", OPTION_FILE,
     N_("log what programs are told and what they answer"), AT(trace),
     .man = "Write what programs are told and what they answer to <FILE>, line "
            "by line as it happens: seconds, the number of the process, then "
            "*>* for a line to the program, *<* for one from it, and *!* for "
            "what was wrong. The lines have the programs' cards in them. A "
            "file of that name is replaced."},
    {"bot-uncaged", NULL, OPTION_FLAG,
     N_("let programs use the network and your files"), AT(uncaged),
     .man = "Let programs use the network, and read and write whatever you "
            "may. Otherwise they are kept to their own files, as far as the "
            "kernel can do that: <docs/bot-protocol.md>."},
    {0},
};

int budget_check(const tio_budget *budget, const char *command)
{
    return budget->playouts > 0 && budget->think_ms > 0
               ? options_usage(command,
                               _("--effort and --think can't be used together"))
               : CLI_OK;
}

int player_options_limits(struct player_options *options, const char *command,
                          struct player_limits *limits)
{
    *limits = player_limits_default();
    if (options->clock_ms > 0)
        limits->move_ms = options->clock_ms;
    limits->memory_mb = options->memory_mb;
    limits->show_errors = options->show_errors;
    limits->uncaged = options->uncaged;
    if (!options->trace)
        return CLI_OK;
    options->trace_to = (struct player_trace){
        .file = fopen(options->trace, "we"), .began = clock_seconds()};
    if (!options->trace_to.file)
        return options_fail(command, "%s: %s", options->trace, strerror(errno));
    limits->trace = &options->trace_to;
    return CLI_OK;
}

/* Whoever asked for no cage knows that there is none. */
static void tell_gaps(struct player_options *options, const char *command)
{
    struct player_cage parts = player_cage_parts();
    char words[PLAYER_TEXT];
    if (options->told || options->uncaged || player_cage_whole(parts))
        return;
    options->told = true;
    player_cage_words(parts, words);
    fprintf(stderr, "tioli %s: ", command);
    fprintf(stderr, _("programs can't be fully confined on this system (%s)"),
            words);
    fputs("\n", stderr);
}

void player_options_apply(struct player_options *options, const char *command,
                          struct player_spec *spec)
{
    if (!spec->bot)
        tell_gaps(options, command);
    if (!spec->bot || !spec->bot->searches || spec->budget.playouts > 0 ||
        spec->budget.think_ms > 0)
        return;
    spec->budget.playouts = options->budget.playouts;
    spec->budget.think_ms = options->budget.think_ms;
}
