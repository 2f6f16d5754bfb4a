/* Reading settings, strictly: a server that starts with a setting it has
 * misunderstood is worse than one that does not start. */
#define _POSIX_C_SOURCE 200809L

#include "server/config.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "notation/utf8.h"
#include "server/number.h"

/* name, variable, kind, function */
#define SETTINGS(X)                                                            \
    X("listen", "TIOLI_LISTEN", CONFIG_VALUE, set_listen)                      \
    X("port", "TIOLI_PORT", CONFIG_VALUE, set_port)                            \
    X("port-file", "TIOLI_PORT_FILE", CONFIG_VALUE, set_port_file)             \
    X("db", "TIOLI_DB", CONFIG_VALUE, set_db)                                  \
    X("public-url", "TIOLI_PUBLIC_URL", CONFIG_VALUE, set_public_url)          \
    X("cert", "TIOLI_CERT", CONFIG_VALUE, set_cert)                            \
    X("key", "TIOLI_KEY", CONFIG_VALUE, set_key)                               \
    X("files", "TIOLI_FILES", CONFIG_VALUE, set_files)                         \
    X("origin", "TIOLI_ORIGIN", CONFIG_LIST, set_origin)                       \
    X("trust-proxy", "TIOLI_TRUST_PROXY", CONFIG_FLAG, set_trust_proxy)        \
    X("bot", "TIOLI_BOT", CONFIG_LIST, set_bot)                                \
    X("bot-uncaged", "TIOLI_BOT_UNCAGED", CONFIG_FLAG, set_bot_uncaged)        \
    X("threads", "TIOLI_THREADS", CONFIG_VALUE, set_threads)                   \
    X("max-tables", "TIOLI_MAX_TABLES", CONFIG_VALUE, set_max_tables)          \
    X("max-connections", "TIOLI_MAX_CONNECTIONS", CONFIG_VALUE,                \
      set_max_connections)                                                     \
    X("max-per-address", "TIOLI_MAX_PER_ADDRESS", CONFIG_VALUE,                \
      set_max_per_address)                                                     \
    X("keep-games", "TIOLI_KEEP_GAMES", CONFIG_VALUE, set_keep_games)          \
    X("keep-records", "TIOLI_KEEP_RECORDS", CONFIG_VALUE, set_keep_records)    \
    X("disk-reserve", "TIOLI_DISK_RESERVE", CONFIG_VALUE, set_disk_reserve)    \
    X("metrics", "TIOLI_METRICS", CONFIG_VALUE, set_metrics)                   \
    X("quiet", "TIOLI_QUIET", CONFIG_FLAG, set_quiet)                          \
    X("no-qr", "TIOLI_NO_QR", CONFIG_FLAG, set_no_qr)

__attribute__((format(printf, 2, 3))) static bool refuse(char why[CONFIG_WHY],
                                                         const char *format,
                                                         ...)
{
    char words[CONFIG_WHY];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    /* What is quoted may have been cut in the middle of a character. */
    utf8_escape(words, strlen(words), why, CONFIG_WHY);
    return false;
}

/* ---- Kinds of values --------------------------------------------------- */

static bool read_number(const char *text, unsigned low, unsigned high,
                        unsigned *out, char why[CONFIG_WHY])
{
    unsigned value = 0;
    size_t digits = strspn(text, "0123456789");
    bool good = digits > 0 && digits <= 9 && text[digits] == 0;
    for (size_t i = 0; good && i < digits; i++) {
        value = value * 10 + (unsigned)(text[i] - '0');
    }
    if (!good || value < low || value > high) {
        return refuse(why, _("expected %u to %u, got '%.60s'"), low, high,
                      text);
    }
    *out = value;
    return true;
}

static bool read_flag(const char *text, bool *out, char why[CONFIG_WHY])
{
    if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0) {
        return refuse(why, _("expected yes or no, got '%.60s'"), text);
    }
    *out = strcmp(text, "yes") == 0;
    return true;
}

static bool read_path(const char *text, char out[CONFIG_PATH],
                      char why[CONFIG_WHY])
{
    if (text[0] == 0) {
        return refuse(why, _("the file name is empty"));
    }
    if (strlen(text) >= CONFIG_PATH) {
        return refuse(why, _("the file name is longer than %d bytes"),
                      CONFIG_PATH - 1);
    }
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool is_one_of(char c, const char *low_high_pairs)
{
    for (const char *p = low_high_pairs; p[0] != 0; p += 2) {
        if (c >= p[0] && c <= p[1]) {
            return true;
        }
    }
    return false;
}

/* The bytes of a host: a name, an IPv4 address, or an IPv6 one in brackets; 0
 * if there is none. */
static size_t host_length(const char *text)
{
    if (text[0] == '[') {
        char address[INET6_ADDRSTRLEN];
        struct in6_addr parsed;
        size_t length = strcspn(text + 1, "]");
        if (text[1 + length] == 0 || length >= sizeof address) {
            return 0;
        }
        memcpy(address, text + 1, length);
        address[length] = 0;
        return inet_pton(AF_INET6, address, &parsed) == 1 ? length + 2 : 0;
    }
    size_t length = 0;
    while (is_one_of(text[length], "azAZ09--..__")) {
        length++;
    }
    return length > 0 && length <= 253 && text[0] != '.' && text[0] != '-'
               ? length
               : 0;
}

/* The bytes of ":8080", 0 if there is no port, SIZE_MAX if it is a bad one. */
static size_t port_length(const char *text)
{
    const char *end = text + 1;
    uint64_t port;
    if (text[0] != ':') {
        return 0;
    }
    return number_read(&end, 65535, &port) && port > 0 && end - text <= 6
               ? (size_t)(end - text)
               : SIZE_MAX;
}

/* "https://play.example:8443", as browsers write an origin: small letters, no
 * path. A slash at the end is allowed and left out. */
static bool read_url(const char *text, char out[CONFIG_URL],
                     char why[CONFIG_WHY])
{
    static const char form[] =
        N_("expected http://HOST or https://HOST, with a :PORT if need be, got "
           "'%.60s'");
    size_t at = strncmp(text, "https://", 8) == 0  ? 8
                : strncmp(text, "http://", 7) == 0 ? 7
                                                   : 0;
    size_t host = at > 0 ? host_length(text + at) : 0;
    size_t port = host > 0 ? port_length(text + at + host) : SIZE_MAX;
    if (port == SIZE_MAX) {
        return refuse(why, _(form), text);
    }
    size_t end = at + host + port;
    if (text[end] != 0 && strcmp(text + end, "/") != 0) {
        return refuse(why,
                      _("expected http://HOST or https://HOST, with a :PORT if "
                        "need be and no path, got '%.60s'"),
                      text);
    }
    if (end >= CONFIG_URL) {
        return refuse(why, _("longer than %d bytes"), CONFIG_URL - 1);
    }
    for (size_t i = 0; i < end; i++) {
        bool capital = text[i] >= 'A' && text[i] <= 'Z';
        out[i] = capital ? (char)(text[i] - 'A' + 'a') : text[i];
    }
    out[end] = 0;
    return true;
}

/* ---- One function for each setting ------------------------------------- */

static bool set_listen(struct config *config, const char *text,
                       char why[CONFIG_WHY])
{
    unsigned char parsed[sizeof(struct in6_addr)];
    if (strcmp(text, "*") == 0 || strcmp(text, "all") == 0) {
        config->listen[0] = 0;
        return true;
    }
    if (strcmp(text, "localhost") == 0) {
        text = "127.0.0.1";
    }
    if (strlen(text) >= CONFIG_ADDRESS ||
        (inet_pton(AF_INET, text, parsed) != 1 &&
         inet_pton(AF_INET6, text, parsed) != 1)) {
        return refuse(why,
                      _("expected an address such as 127.0.0.1 or ::1, or "
                        "'all', got '%.60s'"),
                      text);
    }
    memcpy(config->listen, text, strlen(text) + 1);
    return true;
}

static bool set_port(struct config *config, const char *text,
                     char why[CONFIG_WHY])
{
    return read_number(text, 0, 65535, &config->port, why);
}

static bool set_port_file(struct config *config, const char *text,
                          char why[CONFIG_WHY])
{
    return read_path(text, config->port_file, why);
}

static bool set_db(struct config *config, const char *text,
                   char why[CONFIG_WHY])
{
    return read_path(text, config->db, why);
}

static bool set_public_url(struct config *config, const char *text,
                           char why[CONFIG_WHY])
{
    return read_url(text, config->public_url, why);
}

static bool set_cert(struct config *config, const char *text,
                     char why[CONFIG_WHY])
{
    return read_path(text, config->cert, why);
}

static bool set_key(struct config *config, const char *text,
                    char why[CONFIG_WHY])
{
    return read_path(text, config->key, why);
}

static bool set_files(struct config *config, const char *text,
                      char why[CONFIG_WHY])
{
    return read_path(text, config->files, why);
}

static bool set_origin(struct config *config, const char *text,
                       char why[CONFIG_WHY])
{
    if (config->origins == CONFIG_ORIGINS) {
        return refuse(why, _("at most %d can be given"), CONFIG_ORIGINS);
    }
    if (!read_url(text, config->origin[config->origins], why)) {
        return false;
    }
    config->origins++;
    return true;
}

static bool set_bot_uncaged(struct config *config, const char *text,
                            char why[CONFIG_WHY])
{
    return read_flag(text, &config->bot_uncaged, why);
}

static bool set_trust_proxy(struct config *config, const char *text,
                            char why[CONFIG_WHY])
{
    return read_flag(text, &config->trust_proxy, why);
}

static bool set_bot(struct config *config, const char *text,
                    char why[CONFIG_WHY])
{
    size_t name = 0;
    while (is_one_of(text[name], "azAZ09--__")) {
        name++;
    }
    if (name == 0 || name >= CONFIG_NAME || text[name] != '=') {
        return refuse(why,
                      _("expected NAME=COMMAND, the name of 1 to %d letters, "
                        "digits, - and _, got '%.60s'"),
                      CONFIG_NAME - 1, text);
    }
    const char *command = text + name + 1;
    if (command[0] == 0 || strlen(command) >= CONFIG_COMMAND) {
        return refuse(why, _("%.*s: a command has 1 to %d bytes"), (int)name,
                      text, CONFIG_COMMAND - 1);
    }
    for (unsigned i = 0; i < config->bots; i++) {
        if (strlen(config->bot[i].name) == name &&
            memcmp(config->bot[i].name, text, name) == 0) {
            return refuse(why, _("there are two bots named %.*s"), (int)name,
                          text);
        }
    }
    if (config->bots == CONFIG_BOTS) {
        return refuse(why, _("at most %d can be given"), CONFIG_BOTS);
    }
    struct config_bot *bot = &config->bot[config->bots++];
    memset(bot, 0, sizeof *bot);
    memcpy(bot->name, text, name);
    memcpy(bot->command, command, strlen(command));
    return true;
}

static bool set_threads(struct config *config, const char *text,
                        char why[CONFIG_WHY])
{
    return read_number(text, 1, 64, &config->threads, why);
}

static bool set_max_tables(struct config *config, const char *text,
                           char why[CONFIG_WHY])
{
    return read_number(text, 1, 1000000, &config->max_tables, why);
}

static bool set_max_connections(struct config *config, const char *text,
                                char why[CONFIG_WHY])
{
    return read_number(text, 1, 1000000, &config->max_connections, why);
}

static bool set_max_per_address(struct config *config, const char *text,
                                char why[CONFIG_WHY])
{
    return read_number(text, 0, 1000000, &config->max_per_address, why);
}

static bool set_keep_games(struct config *config, const char *text,
                           char why[CONFIG_WHY])
{
    return read_number(text, 0, 36500, &config->keep_games, why);
}

static bool set_keep_records(struct config *config, const char *text,
                             char why[CONFIG_WHY])
{
    return read_number(text, 0, 36500, &config->keep_records, why);
}

static bool set_disk_reserve(struct config *config, const char *text,
                             char why[CONFIG_WHY])
{
    return read_number(text, 0, 100000000, &config->disk_reserve, why);
}

static bool set_metrics(struct config *config, const char *text,
                        char why[CONFIG_WHY])
{
    static const char *const words[CONFIG_METRICS_KINDS] = {
        [CONFIG_METRICS_LOCAL] = "local",
        [CONFIG_METRICS_PUBLIC] = "public",
        [CONFIG_METRICS_OFF] = "off",
    };
    for (unsigned i = 0; i < CONFIG_METRICS_KINDS; i++) {
        if (strcmp(words[i], text) == 0) {
            config->metrics = i;
            return true;
        }
    }
    return refuse(why, _("expected one of public, local, off, got '%.60s'"),
                  text);
}

static bool set_quiet(struct config *config, const char *text,
                      char why[CONFIG_WHY])
{
    return read_flag(text, &config->quiet, why);
}

static bool set_no_qr(struct config *config, const char *text,
                      char why[CONFIG_WHY])
{
    return read_flag(text, &config->no_qr, why);
}

/* ---- Sources ----------------------------------------------------------- */

typedef bool set_function(struct config *config, const char *text,
                          char why[CONFIG_WHY]);

static const struct config_setting settings[] = {
#define X(name, variable, kind, function) {name, variable, kind},
    SETTINGS(X)
#undef X
};

static set_function *const functions[] = {
#define X(name, variable, kind, function) function,
    SETTINGS(X)
#undef X
};

#define PLACES (sizeof settings / sizeof settings[0])
_Static_assert(PLACES <= 32, "config_source.seen has a bit for each");

struct config config_default(void)
{
    return (struct config){
        .port = 8080,
        .max_tables = 1000,
        .max_connections = 10000,
        .max_per_address = 250,
        .keep_games = 400,
        .keep_records = 400,
        .disk_reserve = 256,
        .metrics = CONFIG_METRICS_LOCAL,
    };
}

const struct config_setting *config_setting_at(unsigned place)
{
    return place < PLACES ? &settings[place] : NULL;
}

/* A path or a command with a line end or an escape in it would spoil whatever
 * shows it. */
static bool is_plain(const char *text)
{
    const char *end = text + strlen(text);
    uint32_t character;
    for (size_t step; text < end; text += step) {
        step = utf8_next(text, end, &character);
        if (step == 0 || utf8_is_control(character)) {
            return false;
        }
    }
    return true;
}

bool config_set(struct config_source *source, unsigned place, const char *value,
                char why[CONFIG_WHY])
{
    assert(place < PLACES);
    struct config tried = *source->config;
    bool first = (source->seen >> place & 1) == 0;
    if (!is_plain(value)) {
        return refuse(why, _("there are control characters in it, or it is no "
                             "UTF-8"));
    }
    if (first && functions[place] == set_origin) {
        tried.origins = 0;
    }
    if (first && functions[place] == set_bot) {
        tried.bots = 0;
    }
    if (!functions[place](&tried, value, why)) {
        return false;
    }
    *source->config = tried;
    source->seen |= UINT32_C(1) << place;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The line without its comment and the blanks around it. */
static size_t trim(const char **line, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if ((*line)[i] == '#' && (i == 0 || is_blank((*line)[i - 1]))) {
            size = i;
        }
    }
    while (size > 0 &&
           (is_blank((*line)[size - 1]) || (*line)[size - 1] == '\r')) {
        size--;
    }
    while (size > 0 && is_blank(**line)) {
        (*line)++;
        size--;
    }
    return size;
}

static unsigned find_setting(const char *name, size_t size)
{
    unsigned place = 0;
    while (place < PLACES && (strlen(settings[place].name) != size ||
                              memcmp(settings[place].name, name, size) != 0)) {
        place++;
    }
    return place;
}

/* The key is quoted as far as it can be one: what comes after may be secret,
 * such as a line of a key that was named by mistake. */
static bool unknown_key(const char *line, size_t size, char why[CONFIG_WHY])
{
    size_t length = 0;
    while (length < size && length < 40 &&
           is_one_of(line[length], "azAZ09--__"))
        length++;
    return length == 0
               ? refuse(why, _("expected a key and its value"))
               : refuse(why, _("there is no key '%.*s'"), (int)length, line);
}

static bool parse_line(struct config_source *source, const char *line,
                       size_t size, char what[CONFIG_WHY])
{
    char value[CONFIG_PATH + CONFIG_COMMAND];
    char why[CONFIG_WHY];
    size_t key = 0;
    while (key < size && !is_blank(line[key]) && line[key] != '=') {
        key++;
    }
    unsigned place = find_setting(line, key);
    if (place == PLACES) {
        return unknown_key(line, key, what);
    }
    const char *name = settings[place].name;
    if (settings[place].kind != CONFIG_LIST &&
        (source->seen >> place & 1) != 0) {
        return refuse(what, _("%s: it was given before"), name);
    }
    size_t at = key;
    while (at < size && is_blank(line[at])) {
        at++;
    }
    at += at < size && line[at] == '=';
    while (at < size && is_blank(line[at])) {
        at++;
    }
    if (at == size) {
        return refuse(what, _("%s: the value is missing"), name);
    }
    if (size - at >= sizeof value || memchr(line, 0, size) != NULL) {
        return refuse(what, _("%s: the value is too long, or no text"), name);
    }
    memcpy(value, line + at, size - at);
    value[size - at] = 0;
    return config_set(source, place, value, why) ||
           refuse(what, "%s: %.370s", name, why);
}

bool config_parse(struct config_source *source, const char *text, size_t size,
                  struct config_error *error)
{
    *error = (struct config_error){.line = 1};
    if (size > CONFIG_TEXT) {
        return refuse(error->what, _("the file is longer than %zu bytes"),
                      CONFIG_TEXT);
    }
    while (size > 0) {
        const char *end = memchr(text, '\n', size);
        size_t whole = end != NULL ? (size_t)(end - text) : size;
        const char *line = text;
        size_t length = trim(&line, whole);
        if (length > 0 && !parse_line(source, line, length, error->what)) {
            return false;
        }
        whole += end != NULL;
        text += whole;
        size -= whole;
        error->line++;
    }
    return true;
}

bool config_check(const struct config *config, char why[CONFIG_WHY])
{
    if ((config->cert[0] == 0) != (config->key[0] == 0)) {
        return refuse(why,
                      _("TLS needs both a certificate and its key: %s is "
                        "missing"),
                      config->cert[0] == 0 ? "cert" : "key");
    }
    return true;
}
