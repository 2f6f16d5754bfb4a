/* Reading settings, strictly: a server that starts with a setting it has
 * misunderstood is worse than one that does not start. */
#define _POSIX_C_SOURCE 200809L

#include "server/config.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "base/number.h"

static bool is_one_of(char c, const char *low_high_pairs)
{
    for (const char *p = low_high_pairs; p[0] != 0; p += 2)
        if (c >= p[0] && c <= p[1])
            return true;
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
        if (text[1 + length] == 0 || length >= sizeof address)
            return 0;
        memcpy(address, text + 1, length);
        address[length] = 0;
        return inet_pton(AF_INET6, address, &parsed) == 1 ? length + 2 : 0;
    }
    size_t length = 0;
    while (is_one_of(text[length], "azAZ09--..__"))
        length++;
    return length > 0 && length <= 253 && text[0] != '.' && text[0] != '-'
               ? length
               : 0;
}

/* The bytes of ":8080", 0 if there is no port, SIZE_MAX if it is a bad one. */
static size_t port_length(const char *text)
{
    const char *end = text + 1;
    uint64_t port;
    if (text[0] != ':')
        return 0;
    return number_read(&end, 65535, &port) && port > 0 && end - text <= 6
               ? (size_t)(end - text)
               : SIZE_MAX;
}

/* A path or a command with a line end or an escape in it would spoil whatever
 * shows it. */
static bool is_plain(const struct option_call *call)
{
    return utf8_is_text(call->text, strlen(call->text), "") ||
           option_refuse_value(
               call,
               _("there are control characters in it, or it is not UTF-8"));
}

/* "https://play.example:8443", as browsers write an origin: small letters, no
 * path. A slash at the end is allowed and left out. */
static bool read_url(const struct option_call *call, char out[CONFIG_URL])
{
    const char *text = call->text;
    static const char form[] = N_("expected http://HOST or https://HOST, with "
                                  "a :PORT if needed, got '%.60s'");
    size_t at = strncmp(text, "https://", 8) == 0  ? 8
                : strncmp(text, "http://", 7) == 0 ? 7
                                                   : 0;
    size_t host = at > 0 ? host_length(text + at) : 0;
    size_t port = host > 0 ? port_length(text + at + host) : SIZE_MAX;
    if (port == SIZE_MAX)
        return option_refuse_value(call, _(form), text);
    size_t end = at + host + port;
    if (text[end] != 0 && strcmp(text + end, "/") != 0)
        return option_refuse_value(
            call,
            _("expected http://HOST or https://HOST, with a :PORT if needed "
              "and no path, got '%.60s'"),
            text);
    if (end >= CONFIG_URL)
        return option_refuse_value(call, _("longer than %d bytes"),
                                   CONFIG_URL - 1);
    for (size_t i = 0; i < end; i++) {
        bool capital = text[i] >= 'A' && text[i] <= 'Z';
        out[i] = capital ? (char)(text[i] - 'A' + 'a') : text[i];
    }
    out[end] = 0;
    return true;
}

/* ---- Values of their own ------------------------------------------------ */

static bool take_path(const struct option_row *row,
                      const struct option_call *call)
{
    (void)row;
    if (!is_plain(call))
        return false;
    if (!call->text[0])
        return option_refuse_value(call, _("the file name is empty"));
    if (strlen(call->text) >= CONFIG_PATH)
        return option_refuse_value(
            call, _("the file name is longer than %d bytes"), CONFIG_PATH - 1);
    memcpy(call->field, call->text, strlen(call->text) + 1);
    return true;
}

static bool take_name(const struct option_row *row,
                      const struct option_call *call)
{
    size_t size = strlen(call->text);
    size_t at = 0;
    (void)row;
    while (is_one_of(call->text[at], "azAZ09--..__::"))
        at++;
    if (size == 0 || size >= CLUSTER_NAME || call->text[at] != 0)
        return option_refuse_value(
            call,
            _("a name has 1 to %d letters, digits and - . _ :, got '%.60s'"),
            CLUSTER_NAME - 1, call->text);
    memcpy(call->field, call->text, size + 1);
    return true;
}

static bool take_listen(const struct option_row *row,
                        const struct option_call *call)
{
    unsigned char parsed[sizeof(struct in6_addr)];
    const char *text = call->text;
    (void)row;
    if (strcmp(text, "*") == 0 || strcmp(text, "all") == 0)
        text = "";
    else if (strcmp(text, "localhost") == 0)
        text = "127.0.0.1";
    else if (strlen(text) >= CONFIG_ADDRESS ||
             (inet_pton(AF_INET, text, parsed) != 1 &&
              inet_pton(AF_INET6, text, parsed) != 1))
        return option_refuse_value(
            call,
            _("expected an address such as 127.0.0.1 or ::1, or 'all', got "
              "'%.60s'"),
            text);
    memcpy(call->field, text, strlen(text) + 1);
    return true;
}

static bool take_url(const struct option_row *row,
                     const struct option_call *call)
{
    (void)row;
    return read_url(call, call->field);
}

/* A list that a source names takes the place of a weaker one's. */
static bool take_origin(const struct option_row *row,
                        const struct option_call *call)
{
    struct config *config = call->field;
    (void)row;
    if (call->first)
        config->origins = 0;
    if (config->origins == CONFIG_ORIGINS)
        return option_refuse_value(call, _("at most %d can be given"),
                                   CONFIG_ORIGINS);
    if (!read_url(call, config->origin[config->origins]))
        return false;
    config->origins++;
    return true;
}

/* Whether there is already a bot of the name, which has `size` bytes. */
static bool is_taken(const struct config *config, const char *name, size_t size)
{
    for (unsigned i = 0; i < config->bots; i++)
        if (strlen(config->bot[i].name) == size &&
            memcmp(config->bot[i].name, name, size) == 0)
            return true;
    return false;
}

static bool take_bot(const struct option_row *row,
                     const struct option_call *call)
{
    struct config *config = call->field;
    const char *text = call->text;
    size_t name = 0;
    (void)row;
    if (!is_plain(call))
        return false;
    if (call->first)
        config->bots = 0;
    while (is_one_of(text[name], "azAZ09--__"))
        name++;
    if (name == 0 || name >= CONFIG_NAME || text[name] != '=')
        return option_refuse_value(
            call,
            _("expected NAME=COMMAND, the name of 1 to %d letters, digits, - "
              "and _, got '%.60s'"),
            CONFIG_NAME - 1, text);
    const char *command = text + name + 1;
    if (!command[0] || strlen(command) >= CONFIG_COMMAND)
        return option_refuse_value(call, _("%.*s: a command has 1 to %d bytes"),
                                   (int)name, text, CONFIG_COMMAND - 1);
    if (is_taken(config, text, name))
        return option_refuse_value(call, _("there are two bots named %.*s"),
                                   (int)name, text);
    if (config->bots == CONFIG_BOTS)
        return option_refuse_value(call, _("at most %d can be given"),
                                   CONFIG_BOTS);
    struct config_bot *bot = &config->bot[config->bots++];
    memset(bot, 0, sizeof *bot);
    memcpy(bot->name, text, name);
    memcpy(bot->command, command, strlen(command));
    return true;
}

/* ---- The settings ------------------------------------------------------ */

static const char *const listen_words[] = {"all", "127.0.0.1", "::1", NULL};
static const char *const metrics_words[] = {
    [CONFIG_METRICS_PUBLIC] = "public",
    [CONFIG_METRICS_LOCAL] = "local",
    [CONFIG_METRICS_OFF] = "off",
    [CONFIG_METRICS_KINDS] = NULL,
};

#define AT(field) .at = offsetof(struct config, field)
#define PATH(field) AT(field), .take = take_path

const struct option_row config_rows[] = {
    {"listen", "ADDRESS", OPTION_TEXT,
     N_("an address of this machine, or 'all' (the default);\n"
        "127.0.0.1 is for this machine alone"),
     AT(listen), .take = take_listen, .words = listen_words,
     .man = "The address to listen on, IPv4 or IPv6, or *all*, the default."},
    {"port", "N", OPTION_COUNT,
     N_("0 to 65535 (default 8080); 0 takes a free one"), AT(port),
     .high = 65535, .normal = 8080,
     .man = "The port, {range}. The default is {default}. With 0 the system "
            "chooses a free one: see *--port-file*."},
    {"port-file", "FILE", OPTION_FILE, N_("write the port number there"),
     PATH(port_file),
     .man = "Write the port number to the file once the server listens, and "
            "remove the file when it stops."},
    {"db", "FILE", OPTION_FILE,
     N_("a file for the games, or postgresql://HOST/NAME,\n"
        "or 'memory' for nowhere\n"
        "(default ~/.local/state/tioli/tioli.db)"),
     PATH(db),
     .man = "The SQLite file in which games are kept; it is made if it does "
            "not exist. The default is <$XDG_STATE_HOME/tioli/tioli.db>, or "
            "<~/.local/state/tioli/tioli.db>. An address such as "
            "*postgresql://tioli@db.example/tioli* keeps them in a PostgreSQL "
            "database, 12 or later; everything that libpq understands can be "
            "in it. Every user of the machine can see a command line: a "
            "password belongs into the settings file, <~/.pgpass> or "
            "*PGPASSWORD*. *memory* keeps games only as long as the server "
            "runs."},
    {"name", "NAME", OPTION_TEXT,
     N_("of this server, among others on the same database\n"
        "(default: the machine's, and the port)"),
     AT(name), .take = take_name,
     .man = "What this server is called among those that share a PostgreSQL "
            "database: for logs, figures and *--drain*. By default it is the "
            "name of the machine and the port. Two servers of one name can't "
            "run at the same time: the one that comes later takes the "
            "place of the other, which stops."},
    {"public-url", "URL", OPTION_TEXT,
     N_("the address that others open: https://play.example"), AT(public_url),
     .take = take_url,
     .man = "The address that others open, if it is not an address of this "
            "machine: *https://play.example*. Links to tables begin with it, "
            "it is an allowed origin, and requests to another name are "
            "refused, except *localhost* and numeric addresses."},
    {"cert", "FILE", OPTION_FILE, N_("certificate chain for TLS, PEM"),
     PATH(cert),
     .man = "The certificate chain in PEM, for TLS. Needs *--key*."},
    {"key", "FILE", OPTION_FILE, N_("its private key"), PATH(key),
     .man = "The private key of the certificate, in PEM."},
    {"files", "DIR", OPTION_FOLDER,
     N_("folder of the page (default: the installed one)"), PATH(files),
     .man = "The folder of the page. By default the one that was installed "
            "with the program (<PREFIX/share/tioli/web>), or the one that was "
            "built beside it (<web/dist>, <web>). Without one the server still "
            "runs, for programs and *tioli play*."},
    {"origin", "ORIGIN", OPTION_TEXT,
     N_("accept players from that page too: https://a.example;\n"
        "may be repeated"),
     .take = take_origin, .repeats = true,
     .man = "Accept players whose page comes from elsewhere, such as "
            "*https://a.example*. The server's own addresses are always "
            "accepted. May be given up to 16 times."},
    {"trust-proxy", NULL, OPTION_FLAG,
     N_("all connections come through your own proxy: trust\n"
        "its X-Forwarded-For, -Proto and -Host"),
     AT(trust_proxy),
     .man = "Every connection comes through your own proxy: trust the client's "
            "address in its X-Forwarded-For, its X-Forwarded-Proto and its "
            "X-Forwarded-Host. Don't use it without such a proxy: anybody "
            "could claim any address."},
    {"bot", "NAME=COMMAND", OPTION_TEXT,
     N_("offer a program as a bot; may be repeated"), .take = take_bot,
     .repeats = true,
     .man = "Offer a program of your own as a bot, under that name. It speaks "
            "the protocol of <docs/bot-protocol.md>. May be given up to 16 "
            "times."},
    {"bot-uncaged", NULL, OPTION_FLAG,
     N_("let such programs use the network and all files that\n"
        "the server can read"),
     AT(bot_uncaged),
     .man = "Let such programs use the network, and read and write whatever "
            "the server may. Otherwise they are kept to their own files, as "
            "far as the kernel can do that; at the start, the log lists the "
            "parts of the cage that work."},
    {"threads", "N", OPTION_COUNT,
     N_("1 to 64 for bots to think on (default: one fewer\n"
        "than there are processors)"),
     AT(threads), .low = 1, .high = 64,
     .man = "On how many threads bots think, {range}. The default is one fewer "
            "than the machine has processors, and at least one."},
    {"max-tables", "N", OPTION_COUNT, N_("open tables at once (default 1000)"),
     AT(max_tables), .low = 1, .high = 1000000, .normal = 1000,
     .man = "How many tables may be open at once. The default is {default}."},
    {"max-connections", "N", OPTION_COUNT,
     N_("connections at once (default 10000)"), AT(max_connections), .low = 1,
     .high = 1000000, .normal = 10000,
     .man = "How many connections there may be at once. The default is "
            "{default}."},
    {"max-per-address", "N", OPTION_COUNT,
     N_("connections from one address (default 250), or 0\n"
        "for any number"),
     AT(max_per_address), .high = 1000000, .normal = 250,
     .man = "How many of them may come from one address; 0 means any number. "
            "The default is {default}."},
    {"keep-games", "DAYS", OPTION_COUNT,
     N_("for which players see a game in their lists\n"
        "(default 400), or 0 for ever"),
     AT(keep_games), .high = 36500, .normal = 400,
     .man =
         "For how many days after its end a game is in the lists of those who "
         "played it; 0 means for ever. The default is {default}. A browser "
         "keeps the cookie for as long. A game in which no person has made a "
         "move is forgotten a minute after its table was closed."},
    {"keep-records", "DAYS", OPTION_COUNT,
     N_("for which records can be read (default 400), or 0\n"
        "for ever"),
     AT(keep_records), .high = 36500, .normal = 400,
     .man = "For how many days the record of a game can be read; 0 means for "
            "ever. The default is {default}."},
    {"disk-reserve", "MIB", OPTION_COUNT,
     N_("that must stay free for new tables (default 256)"), AT(disk_reserve),
     .high = 100000000, .normal = 256,
     .man = "While less than this is free on the disk of the database, no new "
            "tables are made, so that there is room for the games in progress. "
            "The default is {default}; 0 turns it off."},
    {"metrics", "WHO", OPTION_WORD,
     N_("who sees /metrics: local (the default), public or off"), AT(metrics),
     .words = metrics_words, .normal = CONFIG_METRICS_LOCAL,
     .man = "Who may read the figures at </metrics>: *local* (the default) is "
            "requests from this machine, *public* everybody, *off* nobody."},
    {"quiet", NULL, OPTION_FLAG, N_("log only warnings and errors"), AT(quiet)},
    {"no-qr", NULL, OPTION_FLAG, N_("no QR code"), AT(no_qr)},
    {0},
};

#define PLACES (sizeof config_rows / sizeof config_rows[0] - 1)
_Static_assert(PLACES <= 32, "config_source.seen has a bit for each");

struct config config_default(void)
{
    struct config config = {0};
    option_defaults(config_rows, &config);
    return config;
}

void config_variable(const struct option_row *row, char out[CONFIG_VARIABLE])
{
    int used = snprintf(out, CONFIG_VARIABLE, "TIOLI_%s", row->name);
    for (int i = 6; i < used && i < CONFIG_VARIABLE; i++)
        out[i] = out[i] == '-' ? '_' : (char)(out[i] - 'a' + 'A');
}

bool config_set(struct config_source *source, unsigned place, const char *shown,
                const char *value, char why[OPTION_WHY])
{
    assert(place < PLACES);
    struct config tried = *source->config;
    struct option_call call = {
        .shown = shown,
        .text = value,
        .field = (char *)&tried + config_rows[place].at,
        .first = (source->seen >> place & 1) == 0,
        .why = why,
    };
    if (!option_read(&config_rows[place], &call))
        return false;
    *source->config = tried;
    source->seen |= UINT32_C(1) << place;
    return true;
}

/* ---- The file ---------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The line without its comment and the blanks around it. */
static size_t trim(const char **line, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((*line)[i] == '#' && (i == 0 || is_blank((*line)[i - 1])))
            size = i;
    while (size > 0 &&
           (is_blank((*line)[size - 1]) || (*line)[size - 1] == '\r'))
        size--;
    while (size > 0 && is_blank(**line)) {
        (*line)++;
        size--;
    }
    return size;
}

static unsigned find_setting(const char *name, size_t size)
{
    unsigned place = 0;
    while (place < PLACES && (strlen(config_rows[place].name) != size ||
                              memcmp(config_rows[place].name, name, size) != 0))
        place++;
    return place;
}

/* The key is quoted as far as it can be one: what comes after may be secret,
 * such as a line of a key that was named by mistake. */
static bool unknown_key(const char *line, size_t size, char why[OPTION_WHY])
{
    size_t length = 0;
    while (length < size && length < 40 &&
           is_one_of(line[length], "azAZ09--__"))
        length++;
    return length == 0 ? option_refuse(why, _("expected a key and its value"))
                       : option_refuse(why, _("there is no key '%.*s'"),
                                       (int)length, line);
}

static bool parse_line(struct config_source *source, const char *line,
                       size_t size, char what[OPTION_WHY])
{
    char value[CONFIG_PATH + CONFIG_COMMAND];
    size_t key = 0;
    while (key < size && !is_blank(line[key]) && line[key] != '=')
        key++;
    unsigned place = find_setting(line, key);
    if (place == PLACES)
        return unknown_key(line, key, what);
    const char *name = config_rows[place].name;
    if (!config_rows[place].repeats && (source->seen >> place & 1) != 0)
        return option_refuse(what, _("%s: it was already given"), name);
    size_t at = key;
    while (at < size && is_blank(line[at]))
        at++;
    at += at < size && line[at] == '=';
    while (at < size && is_blank(line[at]))
        at++;
    if (at == size)
        return option_refuse(what, _("%s: the value is missing"), name);
    if (size - at >= sizeof value || memchr(line, 0, size))
        return option_refuse(what, _("%s: the value is too long, or not text"),
                             name);
    memcpy(value, line + at, size - at);
    value[size - at] = 0;
    return config_set(source, place, name, value, what);
}

bool config_parse(struct config_source *source, const char *text, size_t size,
                  struct config_error *error)
{
    *error = (struct config_error){.line = 1};
    if (size > CONFIG_TEXT)
        return option_refuse(
            error->what, _("the file is longer than %zu bytes"), CONFIG_TEXT);
    while (size > 0) {
        const char *end = memchr(text, '\n', size);
        size_t whole = end ? (size_t)(end - text) : size;
        const char *line = text;
        size_t length = trim(&line, whole);
        if (length > 0 && !parse_line(source, line, length, error->what))
            return false;
        whole += end ? 1 : 0;
        text += whole;
        size -= whole;
        error->line++;
    }
    return true;
}

bool config_check(const struct config *config, char why[OPTION_WHY])
{
    if ((config->cert[0] == 0) != (config->key[0] == 0))
        return option_refuse(
            why,
            _("TLS needs both a certificate and its key: %s is "
              "missing"),
            config->cert[0] == 0 ? "cert" : "key");
    return true;
}
