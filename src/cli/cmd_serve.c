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
#define CONFIG_VARIABLE "TIOLI_CONFIG"

static const struct option_help help[] = {
    {NULL, N_("Usage: tioli serve [OPTION...]")},
    {NULL, ""},
    {NULL, N_("Serves games to everybody who opens its address, and keeps "
              "them, until\n"
              "it is stopped by Ctrl-C or SIGTERM.")},
    {NULL, ""},
    {"--listen ADDRESS",
     N_("an address of this machine, or 'all' (the default);\n"
        "127.0.0.1 is for this machine alone")},
    {"--port N", N_("0 to 65535 (default 8080); 0 takes a free one")},
    {"--port-file FILE", N_("write the number of the port there")},
    {"--db FILE", N_("keep the games there, or 'memory' for nowhere\n"
                     "(default ~/.local/state/tioli/tioli.db)")},
    {"--public-url URL", N_("what others open: https://play.example")},
    {"--cert FILE", N_("certificate chain for TLS, PEM")},
    {"--key FILE", N_("its private key")},
    {"--files DIR", N_("folder of the page (default the installed one)")},
    {"--origin ORIGIN",
     N_("accept players from that page too: https://a.example;\n"
        "may be repeated")},
    {"--trust-proxy", N_("all connections come from a proxy of ours: believe\n"
                         "its X-Forwarded-For, -Proto and -Host")},
    {"--bot NAME=COMMAND", N_("offer a program as a bot; may be repeated")},
    {"--bot-uncaged",
     N_("let such programs use the network and all files that\n"
        "the server can read")},
    {"--threads N", N_("1 to 64 for bots to think on (default one less than\n"
                       "processors)")},
    {"--max-tables N", N_("open at once (default 1000)")},
    {"--max-connections N", N_("at once (default 10000)")},
    {"--max-per-address N",
     N_("connections from one address (default 250), or 0\n"
        "for any number")},
    {"--keep-games DAYS", N_("for which players see a game in their lists\n"
                             "(default 400), or 0 for ever")},
    {"--keep-records DAYS",
     N_("for which records can be read (default 400), or 0\n"
        "for ever")},
    {"--disk-reserve MIB", N_("free, or no new tables are made (default 256)")},
    {"--metrics WHO",
     N_("may read /metrics: local (the default), public or off")},
    {"--config FILE", N_("settings, one a line, such as 'port 8080'")},
    {"--quiet", N_("say nothing but warnings and errors")},
    {"--no-qr", N_("no QR code")},
    {"-h, --help", N_("show this help")},
    {NULL, ""},
    {NULL, N_("Each option can be a line of the file ('max-tables 50') or a "
              "variable of\n"
              "the environment (TIOLI_MAX_TABLES=50). The command line counts "
              "most, then\n"
              "the environment, then the file.")},
    {NULL, NULL},
};

enum { MOST_OPTIONS = 36, OPTION_CONFIG = 1000, OPTION_PLACES = 1 };

/* Options are numbered by their place among the settings. */
static void list_options(struct option out[MOST_OPTIONS])
{
    const struct config_setting *setting;
    unsigned count = 0;
    for (unsigned i = 0; (setting = config_setting_at(i)) != NULL; i++) {
        out[count++] = (struct option){
            setting->name,
            setting->kind == CONFIG_FLAG ? no_argument : required_argument,
            NULL, (int)i + OPTION_PLACES};
    }
    out[count++] =
        (struct option){"config", required_argument, NULL, OPTION_CONFIG};
    out[count++] = (struct option){"help", no_argument, NULL, 'h'};
    out[count] = (struct option){NULL, 0, NULL, 0};
}

/* Looks through the command line without taking anything but the name of the
 * file. Returns CLI_OK to go on. */
static int look_ahead(int argc, char **argv, const struct option *options,
                      const char **file, bool *helped)
{
    int option;
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        if (option == 'h') {
            options_help(help);
            *helped = true;
            return CLI_OK;
        }
        if (option == '?') {
            return CLI_USAGE;
        }
        if (option == OPTION_CONFIG) {
            *file = optarg;
        }
    }
    if (optind < argc) {
        return options_usage(COMMAND, _("unexpected '%s'"), argv[optind]);
    }
    return CLI_OK;
}

static int take_file(struct config *config, const char *file)
{
    struct config_source source = {.config = config};
    struct config_error error;
    size_t size;
    char *text = options_read_file(COMMAND, file, CONFIG_TEXT, &size);
    if (text == NULL) {
        return CLI_WRONG;
    }
    bool good = config_parse(&source, text, size, &error);
    free(text);
    if (!good) {
        options_say("%s:%u: %s", file, error.line, error.what);
    }
    return good ? CLI_OK : CLI_WRONG;
}

static bool take_variable(struct config_source *source, unsigned place,
                          const char *value)
{
    const char *name = config_setting_at(place)->variable;
    char why[CONFIG_WHY];
    if (config_set(source, place, value, why)) {
        return true;
    }
    options_usage(COMMAND, "%s: %s", name, why);
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
        if (!take_variable(source, place, size < sizeof word ? word : value)) {
            return false;
        }
        value += size;
    }
    return true;
}

static bool take_environment(struct config *config)
{
    struct config_source source = {.config = config};
    const struct config_setting *setting;
    for (unsigned i = 0; (setting = config_setting_at(i)) != NULL; i++) {
        const char *value = getenv(setting->variable);
        bool words = strcmp(setting->name, "origin") == 0;
        if (value == NULL || value[0] == 0) {
            continue;
        }
        if (words ? !take_words(&source, i, value)
                  : !take_variable(&source, i, value)) {
            return false;
        }
    }
    return true;
}

static bool take_command_line(struct config *config, int argc, char **argv,
                              const struct option *options)
{
    struct config_source source = {.config = config};
    char why[CONFIG_WHY];
    int option;
    optind = 0; /* once more from the start */
    while ((option = options_next(COMMAND, argc, argv, options)) != -1) {
        if (option == OPTION_CONFIG) {
            continue;
        }
        unsigned place = (unsigned)(option - OPTION_PLACES);
        const struct config_setting *setting = config_setting_at(place);
        const char *value = setting->kind == CONFIG_FLAG ? "yes" : optarg;
        if (!config_set(&source, place, value, why)) {
            options_usage(COMMAND, "--%s: %s", setting->name, why);
            return false;
        }
    }
    return true;
}

int cmd_serve(int argc, char **argv)
{
    struct option options[MOST_OPTIONS];
    struct config config = config_default();
    const char *file = NULL;
    bool helped = false;
    char why[CONFIG_WHY];
    list_options(options);
    int status = look_ahead(argc, argv, options, &file, &helped);
    if (status != CLI_OK || helped) {
        return status;
    }
    const char *variable = getenv(CONFIG_VARIABLE);
    if (file == NULL && variable != NULL && variable[0] != 0) {
        file = variable;
    }
    if (file != NULL && (status = take_file(&config, file)) != CLI_OK) {
        return status;
    }
    if (!take_environment(&config) ||
        !take_command_line(&config, argc, argv, options)) {
        return CLI_USAGE;
    }
    if (!config_check(&config, why)) {
        return options_usage(COMMAND, "%s", why);
    }
    return serve_run(&config);
}
