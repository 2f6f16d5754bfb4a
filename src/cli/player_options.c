/* See player_options.h. */
#include "cli/player_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cli/cli.h"

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
