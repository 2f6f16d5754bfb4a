/* See player_options.h. */
#include "cli/player_options.h"

#include <stdio.h>
#include <string.h>

/* A clock shorter than this would punish the machine, not the program. */
#define CLOCK_MIN_MS 10

void player_options_init(struct player_options *options)
{
    memset(options, 0, sizeof *options);
    options->limits = player_limits_default();
}

static bool take_time(const char *command, const char *name, const char *value,
                      unsigned low, unsigned *out)
{
    if (player_time_parse(value, strlen(value), low, TIO_MAX_THINK_MS, out)) {
        return true;
    }
    options_usage(command,
                  _("%s: expected a time from %ums to %us, such as 200ms or "
                    "1.5s, got '%.60s'"),
                  name, low, TIO_MAX_THINK_MS / 1000U, value);
    return false;
}

static bool take_budget(struct player_options *options, const char *command,
                        int option, const char *value)
{
    tio_budget *budget = &options->budget;
    bool good =
        option == OPTION_EFFORT
            ? options_small(command, "--effort", value, 1, TIO_MAX_PLAYOUTS,
                            &budget->playouts)
            : take_time(command, "--think", value, 1, &budget->think_ms);
    if (good && budget->playouts > 0 && budget->think_ms > 0) {
        options_usage(command, _("--effort and --think do not go together"));
        return false;
    }
    return good;
}

static bool take_memory(struct player_options *options, const char *command,
                        const char *value)
{
    unsigned *memory = &options->limits.memory_mb;
    if (strcmp(value, "0") == 0) {
        *memory = 0;
        return true;
    }
    return options_small(command, "--bot-memory", value, 16, 1U << 20, memory);
}

bool player_options_take(struct player_options *options, const char *command,
                         int option, const char *value)
{
    switch (option) {
    case OPTION_EFFORT:
    case OPTION_THINK:
        return take_budget(options, command, option, value);
    case OPTION_BOT_CLOCK:
        return take_time(command, "--bot-clock", value, CLOCK_MIN_MS,
                         &options->limits.move_ms);
    case OPTION_BOT_MEMORY:
        return take_memory(options, command, value);
    case OPTION_BOT_STDERR:
        options->limits.show_errors = true;
        return true;
    case OPTION_BOT_UNCAGED:
        options->limits.uncaged = true;
        return true;
    default:
        return false;
    }
}

/* Whoever asked for no cage knows that there is none. */
static void tell_gaps(struct player_options *options, const char *command)
{
    struct player_cage parts = player_cage_parts();
    char words[PLAYER_TEXT];
    if (options->told || options->limits.uncaged || player_cage_whole(parts)) {
        return;
    }
    options->told = true;
    player_cage_words(parts, words);
    fprintf(stderr, "tioli %s: ", command);
    fprintf(stderr, _("the cage of programs has gaps on this system (%s)"),
            words);
    fputs("\n", stderr);
}

void player_options_apply(struct player_options *options, const char *command,
                          struct player_spec *spec)
{
    if (spec->bot == NULL) {
        tell_gaps(options, command);
    }
    if (spec->bot == NULL || !spec->bot->searches ||
        spec->budget.playouts > 0 || spec->budget.think_ms > 0) {
        return;
    }
    spec->budget.playouts = options->budget.playouts;
    spec->budget.think_ms = options->budget.think_ms;
}
