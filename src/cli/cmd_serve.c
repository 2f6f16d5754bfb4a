/* tioli serve: the settings of a server from the command line, the environment
 * and a file, in this order of strength; serve_run() does the rest. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "cli/serve_run.h"
#include "server/config.h"

#define COMMAND "serve"
#define FILE_VARIABLE "TIOLI_CONFIG"

struct settings {
    struct config config;
    const char *file;
};

static const struct option_row rows[] = {
    {.group = config_rows, .at = offsetof(struct settings, config)},
    {"config", "FILE", OPTION_FILE,
     N_("settings, one per line, such as 'port 8080'"),
     .at = offsetof(struct settings, file),
     .man = "Read settings from a file: see below."},
    {0},
};

static int take_file(struct config *config, const char *file)
{
    struct config_source source = {.config = config};
    struct config_error error;
    size_t size;
    char *text = options_read_file(COMMAND, file, CONFIG_TEXT, &size);
    if (!text)
        return CLI_WRONG;
    bool good = config_parse(&source, text, size, &error);
    free(text);
    if (!good)
        options_say("%s:%u: %s", file, error.line, error.what);
    return good ? CLI_OK : CLI_WRONG;
}

static bool take_variable(struct config_source *source, unsigned place,
                          const char *value)
{
    char why[OPTION_WHY];
    char name[CONFIG_VARIABLE];
    config_variable(&config_rows[place], name);
    if (config_set(source, place, name, value, why))
        return true;
    options_usage(COMMAND, "%s", why);
    return false;
}

/* Origins have no blanks in them, so a variable can hold several. */
static bool take_words(struct config_source *source, unsigned place,
                       const char *value)
{
    char word[CONFIG_URL];
    while (*(value += strspn(value, " ")) != 0) {
        size_t size = strcspn(value, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, value);
        if (!take_variable(source, place, size < sizeof word ? word : value))
            return false;
        value += size;
    }
    return true;
}

static bool take_environment(struct config *config)
{
    struct config_source source = {.config = config};
    for (unsigned i = 0; config_rows[i].name; i++) {
        char name[CONFIG_VARIABLE];
        config_variable(&config_rows[i], name);
        const char *value = getenv(name);
        bool words = strcmp(config_rows[i].name, "origin") == 0;
        if (!value || !value[0])
            continue;
        if (words ? !take_words(&source, i, value)
                  : !take_variable(&source, i, value))
            return false;
    }
    return true;
}

/* The command line takes precedence, but only it names the file: so it is
 * read twice. */
static int run(int argc, char **argv)
{
    struct settings first = {0};
    struct settings settings = {.config = config_default()};
    struct options line = {&command_serve, &first, argc, argv, 0, 0};
    char why[OPTION_WHY];
    int status;
    if (!options_read(&line))
        return line.status;
    const char *variable = getenv(FILE_VARIABLE);
    if (!first.file && variable && variable[0])
        first.file = variable;
    if (first.file &&
        (status = take_file(&settings.config, first.file)) != CLI_OK)
        return status;
    if (!take_environment(&settings.config))
        return CLI_USAGE;
    line = (struct options){&command_serve, &settings, argc, argv, 0, 0};
    if (!options_read_more(&line))
        return line.status;
    if (!config_check(&settings.config, why))
        return options_usage(COMMAND, "%s", why);
    return serve_run(&settings.config);
}

const struct cli_command command_serve = {
    .name = COMMAND,
    .summary = N_("serve games to friends"),
    .help = {N_("Usage: tioli serve [OPTION...]"),
             N_("Serves games to everyone who opens its address, and saves "
                "them, until\n"
                "it is stopped by Ctrl-C or SIGTERM.")},
    .after = N_("Each option can be a line of the file ('max-tables 50') or an "
                "environment\n"
                "variable (TIOLI_MAX_TABLES=50). The command line takes "
                "precedence, then\n"
                "the environment, then the file."),
    .rows = rows,
    .run = run,
};
