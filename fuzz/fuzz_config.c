/* Configuration files: refused with a line and words that are safe to show, or
 * read to settings within their bounds; and reading is repeatable. */
#include "server/config.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char *text, size_t room)
{
    const char *end = memchr(text, 0, room);
    uint32_t character;
    if (!end)
        abort();
    while (text < end) {
        size_t step = utf8_next(text, end, &character);
        if (step == 0 || utf8_is_control(character))
            abort();
        text += step;
    }
}

static void check_config(const struct config *config)
{
    check_text(config->listen, sizeof config->listen);
    check_text(config->port_file, sizeof config->port_file);
    check_text(config->db, sizeof config->db);
    check_text(config->public_url, sizeof config->public_url);
    check_text(config->cert, sizeof config->cert);
    check_text(config->key, sizeof config->key);
    check_text(config->files, sizeof config->files);
    if (config->origins > CONFIG_ORIGINS || config->bots > CONFIG_BOTS ||
        config->port > 65535 || config->threads > 64 ||
        config->max_tables < 1 || config->max_connections < 1 ||
        config->metrics >= CONFIG_METRICS_KINDS)
        abort();
    for (unsigned i = 0; i < config->origins; i++) {
        check_text(config->origin[i], CONFIG_URL);
        if (strncmp(config->origin[i], "http", 4) != 0)
            abort();
    }
    for (unsigned i = 0; i < config->bots; i++) {
        check_text(config->bot[i].name, CONFIG_NAME);
        check_text(config->bot[i].command, CONFIG_COMMAND);
        if (config->bot[i].name[0] == 0 || config->bot[i].command[0] == 0)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct config config;
    static struct config again;
    struct config_error error;
    char why[OPTION_WHY];
    config = config_default();
    again = config_default();
    struct config_source source = {.config = &config};
    struct config_source second = {.config = &again};
    bool good = config_parse(&source, (const char *)data, size, &error);
    check_config(&config);
    if (good != config_parse(&second, (const char *)data, size, &error) ||
        config.port != again.port || strcmp(config.db, again.db) != 0)
        abort();
    if (!good) {
        if (error.line == 0 || error.what[0] == 0)
            abort();
        check_text(error.what, sizeof error.what);
    } else if (!config_check(&config, why)) {
        check_text(why, sizeof why);
    }
    return 0;
}
