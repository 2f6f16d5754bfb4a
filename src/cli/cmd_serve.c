/* tioli serve: the settings of a server from the command line, the environment
 * and a file, in this order of strength; then everything between them and the
 * running server: where its files are, which socket it gets, who is told that it
 * is ready. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "net/origin.h"
#include "programs/command.h"
#include "server/banner.h"
#include "server/config.h"
#include "server/server.h"
#include "store/cluster.h"
#include "store/store.h"

#define COMMAND "serve"

/* ---- Signals -------------------------------------------------------- */

/* A thread waits for signals, so that no handler runs in the middle of
 * anything, and nothing has to be global for a handler to find it. */
struct serve_signals {
    struct server *server;
    sigset_t set;
    pthread_t thread;
};

#define DRAIN_MS 4800 /* service managers and people are promised 5 s */
#define DONE SIGUSR1  /* server_run() has returned */

/* From now on they wait until somebody takes them: to be called before any
 * thread is started, for threads inherit it. */
static void serve_signals_hold(struct serve_signals *signals)
{
    sigemptyset(&signals->set);
    sigaddset(&signals->set, SIGTERM);
    sigaddset(&signals->set, SIGINT);
    sigaddset(&signals->set, SIGHUP);
    sigaddset(&signals->set, DONE);
    pthread_sigmask(SIG_BLOCK, &signals->set, NULL);
    /* A log that nobody reads any more and a file that may not grow are errors
     * of a write, and no end of the server. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* The next one that means anything; 0 if the time is up. */
static int next_signal(const struct serve_signals *signals, uint64_t deadline)
{
    for (;;) {
        uint64_t now = clock_ms();
        uint64_t left = deadline > now ? deadline - now : 0;
        struct timespec wait = {.tv_sec = (time_t)(left / 1000),
                                .tv_nsec = (long)(left % 1000) * 1000000};
        int got = deadline == UINT64_MAX
                      ? sigwaitinfo(&signals->set, NULL)
                      : sigtimedwait(&signals->set, NULL, &wait);
        if (got == -1 && errno == EAGAIN)
            return 0;
        if (got > 0 && got != SIGHUP)
            return got;
    }
}

/* Nothing that was acknowledged can be lost by ending here: it is on disk. */
static void end_now(const char *why)
{
    options_say("tioli serve: %s", why);
    _exit(CLI_WRONG);
}

/* SIGTERM and SIGINT drain; a second SIGINT, or a drain that takes too long,
 * ends the process; SIGHUP means nothing. */
static void *take_signals(void *context)
{
    struct serve_signals *signals = context;
    int got = next_signal(signals, UINT64_MAX);
    if (got == DONE)
        return NULL;
    sd_notify(0, "STOPPING=1\nSTATUS=telling the players");
    server_drain(signals->server);
    uint64_t deadline = clock_ms() + DRAIN_MS;
    while ((got = next_signal(signals, deadline)) != DONE) {
        if (got == 0)
            end_now(_("stopping took too long"));
        if (got == SIGINT)
            end_now(_("stopped at once"));
    }
    return NULL;
}

static bool serve_signals_start(struct serve_signals *signals,
                                struct server *server)
{
    signals->server = server;
    return pthread_create(&signals->thread, NULL, take_signals, signals) == 0;
}

static void serve_signals_stop(struct serve_signals *signals)
{
    pthread_kill(signals->thread, DONE);
    pthread_join(signals->thread, NULL);
}

/* ---- From settings to a server that runs ---------------------------- */

#define OTHER_FILES 256 /* descriptors beside connections */

struct serve {
    const struct config *config;
    struct server_config server;
    char db[CONFIG_PATH + 32];
    char files[CONFIG_PATH + 32];
    char listen[CONFIG_ADDRESS]; /* where it does, "" for all */
    const char *origins[CONFIG_ORIGINS + 2];
    struct origin own; /* that of the public URL, if there is one */
};

/* ---- Places --------------------------------------------------------- */

/* The same folder as that of saved games. */
static bool usual_db(char out[CONFIG_PATH + 32])
{
    if (!file_user_folder("XDG_STATE_HOME", ".local/state", out, CONFIG_PATH))
        return options_wrong(
            COMMAND,
            errno == ENOENT
                ? _("HOME is not set: use --db to say where to keep the games")
                : _("the path of the database is too long"));
    strcat(out, "/tioli.db");
    if (file_make_parents(out))
        return true;
    return options_wrong(COMMAND, "%s: %s", out, strerror(errno));
}

/* Unique among servers, as long as nobody has two machines of one name. */
static void find_name(struct serve *serve)
{
    char machine[40] = "";
    if (serve->config->name[0]) {
        memcpy(serve->server.name, serve->config->name,
               sizeof serve->server.name);
        return;
    }
    if (gethostname(machine, sizeof machine - 1) != 0 || !machine[0])
        strcpy(machine, "server");
    for (char *at = machine; *at; at++)
        if (*at <= ' ' || *at > '~')
            *at = '-';
    if (serve->config->port)
        snprintf(serve->server.name, sizeof serve->server.name, "%s:%u",
                 machine, serve->config->port);
    else
        snprintf(serve->server.name, sizeof serve->server.name, "%s:%ld",
                 machine, (long)getpid());
}

static bool find_db(struct serve *serve)
{
    if (strcmp(serve->config->db, "memory") == 0) {
        serve->server.db = NULL;
        return true;
    }
    if (serve->config->db[0] == 0) {
        if (!usual_db(serve->db))
            return false;
    } else {
        snprintf(serve->db, sizeof serve->db, "%s", serve->config->db);
    }
    serve->server.db = serve->db;
    return true;
}

static bool is_folder(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* A folder of that name alone may be anything. */
static bool has_page(const char *folder)
{
    char path[CONFIG_PATH + 64];
    struct stat found;
    snprintf(path, sizeof path, "%s/index.html", folder);
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* Installed: PREFIX/bin/tioli and PREFIX/share/tioli/web; not installed: what
 * was built beside the program. Without either there is no page, but a server.
 */
static bool find_files(struct serve *serve)
{
    static const char *const places[] = {"../share/tioli/web", "web/dist",
                                         "web"};
    const size_t count = sizeof places / sizeof places[0];
    char program[CONFIG_PATH];
    if (serve->config->files[0] != 0) {
        if (!is_folder(serve->config->files))
            return options_wrong(COMMAND, _("%s: there is no such folder"),
                                 serve->config->files);
        serve->server.net.files = serve->config->files;
        return true;
    }
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    program[size > 0 ? size : 0] = 0;
    char *slash = strrchr(program, '/');
    if (slash)
        slash[1] = 0;
    for (size_t i = 0; slash && i < count; i++) {
        snprintf(serve->files, sizeof serve->files, "%s%s", program, places[i]);
        if (has_page(serve->files)) {
            serve->server.net.files = serve->files;
            break;
        }
    }
    return true;
}

/* ---- Settings ------------------------------------------------------- */

static bool take_bots(struct serve *serve)
{
    for (unsigned i = 0; i < serve->config->bots; i++) {
        const struct config_bot *bot = &serve->config->bot[i];
        struct server_program *program = &serve->server.program[i];
        struct command command;
        if (tio_bot_named(bot->name))
            return options_wrong(
                COMMAND, _("bot: %s is the name of a built-in bot"), bot->name);
        const char *why = command_split(bot->command, &command);
        char **words = !why ? command_resolve(&command, &why) : NULL;
        if (!words)
            return options_wrong(COMMAND, "bot: %s: %s", bot->name, _(why));
        free(words);
        snprintf(program->name, sizeof program->name, "%s", bot->name);
        snprintf(program->command, sizeof program->command, "%s", bot->command);
    }
    serve->server.programs = serve->config->bots;
    serve->server.uncaged = serve->config->bot_uncaged;
    return true;
}

static void take_origins(struct serve *serve)
{
    const struct config *config = serve->config;
    unsigned count = 0;
    if (config->public_url[0] != 0) {
        serve->origins[count++] = config->public_url;
        if (origin_parse(config->public_url, &serve->own))
            serve->server.net.host = serve->own.host;
    }
    for (unsigned i = 0; i < config->origins; i++)
        serve->origins[count++] = config->origin[i];
    serve->server.net.origins = serve->origins;
}

/* Where a socket that we did not open listens, for the banner. */
static bool note_address(struct serve *serve, int socket)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0 ||
        (address.ss_family != AF_INET && address.ss_family != AF_INET6) ||
        getnameinfo((struct sockaddr *)&address, size, serve->listen,
                    sizeof serve->listen, NULL, 0, NI_NUMERICHOST) != 0)
        return options_wrong(COMMAND,
                             _("the inherited socket is not a TCP socket"));
    return true;
}

/* A socket that the service manager has opened for us. */
static bool take_socket(struct serve *serve)
{
    int count = sd_listen_fds(1);
    serve->server.net.inherited = -1;
    if (count == 0)
        return true;
    if (count < 0)
        return options_wrong(
            COMMAND, _("the sockets named by LISTEN_FDS can't be used: %s"),
            strerror(-count));
    if (count > 1)
        return options_wrong(
            COMMAND, _("%d sockets were inherited; only one can be used"),
            count);
    if (sd_is_socket(SD_LISTEN_FDS_START, AF_UNSPEC, SOCK_STREAM, 1) <= 0)
        return options_wrong(
            COMMAND, _("the inherited descriptor is not a listening socket"));
    serve->server.net.inherited = SD_LISTEN_FDS_START;
    if (!note_address(serve, SD_LISTEN_FDS_START))
        return false;
    snprintf(serve->server.net.listen, sizeof serve->server.net.listen, "%s",
             serve->listen);
    return true;
}

static bool is_readable(const char *path)
{
    if (access(path, R_OK) == 0)
        return true;
    return options_wrong(COMMAND, "%s: %s", path, strerror(errno));
}

static bool prepare(struct serve *serve)
{
    static const enum server_metrics metrics[CONFIG_METRICS_KINDS] = {
        [CONFIG_METRICS_LOCAL] = SERVER_METRICS_LOCAL,
        [CONFIG_METRICS_PUBLIC] = SERVER_METRICS_PUBLIC,
        [CONFIG_METRICS_OFF] = SERVER_METRICS_OFF,
    };
    const struct config *config = serve->config;
    struct server_config *server = &serve->server;
    *server = server_config_default();
    snprintf(server->net.listen, sizeof server->net.listen, "%s",
             config->listen);
    snprintf(serve->listen, sizeof serve->listen, "%s", config->listen);
    server->net.port = config->port;
    if (config->cert[0] != 0) {
        if (!is_readable(config->cert) || !is_readable(config->key))
            return false;
        server->net.cert = config->cert;
        server->net.key = config->key;
    }
    server->net.trust_proxy = config->trust_proxy;
    server->net.limits.connections = config->max_connections;
    server->net.limits.connections_per_address = config->max_per_address;
    snprintf(server->public_url, sizeof server->public_url, "%s",
             config->public_url);
    server->threads = config->threads;
    server->max_tables = config->max_tables;
    server->keep_games = config->keep_games;
    server->keep_records = config->keep_records;
    server->reserve_mib = config->disk_reserve;
    server->metrics = metrics[config->metrics];
    server->log = config->quiet ? LOG_LEVEL_WARNING : LOG_LEVEL_INFO;
    take_origins(serve);
    find_name(serve);
    return take_bots(serve) && find_files(serve) && take_socket(serve) &&
           find_db(serve);
}

/* A connection is a descriptor, and 1024 is the usual limit. No more than is
 * needed: tables of descriptors are as large as this number. */
static void allow_descriptors(unsigned connections)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + OTHER_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted)
        options_fail(COMMAND,
                     ngettext("the system allows fewer than %u connection: see "
                              "'ulimit -n'",
                              "the system allows fewer than %u connections: "
                              "see 'ulimit -n'",
                              connections),
                     connections);
}

/* ---- Telling -------------------------------------------------------- */

/* In one step, so that whoever waits for the file finds the number in it. */
static bool write_port(const char *path, unsigned port)
{
    char part[CONFIG_PATH + 8];
    struct stat old;
    /* It is replaced now and removed at the end: no device is meant. */
    if (lstat(path, &old) == 0 && !S_ISREG(old.st_mode))
        return options_wrong(COMMAND, _("%s is not a regular file"), path);
    snprintf(part, sizeof part, "%s.new", path);
    FILE *file = fopen(part, "w");
    bool good = file && fprintf(file, "%u\n", port) > 0;
    if (file)
        good = fclose(file) == 0 && good;
    good = good && rename(part, path) == 0;
    if (!good) {
        options_fail(COMMAND, "%s: %s", path, strerror(errno));
        (void)unlink(part);
    }
    return good;
}

static void tell(const struct serve *serve, unsigned port)
{
    const struct config *config = serve->config;
    struct banner banner = {
        .listen = serve->listen,
        .port = port,
        .tls = config->cert[0] != 0,
        .public_url = config->public_url,
    };
    sd_notifyf(0, "READY=1\nSTATUS=serving on port %u", port);
    if (config->quiet)
        return;
    banner_print(stdout, &banner, !config->no_qr);
    if (!serve->server.db) {
        puts(_("Games are kept in memory and are lost when the server stops."));
    } else {
        char shown[4 * sizeof serve->db];
        char address[STORE_WHY];
        const char *place = serve->server.db;
        if (store_is_postgres(place)) {
            store_show_postgres(place, address);
            place = address;
        }
        utf8_escape(place, strlen(place), shown, sizeof shown);
        options_line(_("Games are kept in %s"), shown);
    }
    if (!serve->server.net.files)
        puts(_("The page is not installed here: only programs can play."));
    puts(!serve->server.db ? _("Press Ctrl-C to stop.")
                           : _("Press Ctrl-C to stop. Games continue when you "
                               "start it again."));
    fflush(stdout);
}

/* What the service manager waits for, if it does: half as often would be late. */
static void heartbeat(void)
{
    sd_notify(0, "WATCHDOG=1");
}

static void take_watchdog(struct server_config *server)
{
    uint64_t us = 0;
    if (sd_watchdog_enabled(0, &us) > 0) {
        server->beat_us = us / 2;
        server->beat = heartbeat;
    }
}

static int run_server(struct serve *serve, struct serve_signals *signals,
                      struct server *server)
{
    const char *port_file = serve->config->port_file;
    unsigned port = server_port(server);
    if (port_file[0] != 0 && !write_port(port_file, port))
        return CLI_WRONG;
    if (!serve_signals_start(signals, server))
        return options_fail(COMMAND, _("a thread can't be started"));
    tell(serve, port);
    bool durable = server_run(server);
    serve_signals_stop(signals);
    if (port_file[0] != 0)
        (void)unlink(port_file);
    return durable
               ? CLI_OK
               : options_fail(COMMAND, _("the last moves could not be saved"));
}

/* Runs until the server has drained. Returns the exit status. */
static int serve_run(const struct config *config)
{
    struct serve serve = {.config = config};
    struct serve_signals signals;
    char why[SERVER_WHY];
    if (!prepare(&serve))
        return CLI_WRONG;
    take_watchdog(&serve.server);
    allow_descriptors(config->max_connections);
    serve_signals_hold(&signals);
    struct server *server = server_open(&serve.server, why);
    if (!server)
        return options_fail(COMMAND, "%s", why);
    int status = run_server(&serve, &signals, server);
    server_close(server);
    return status;
}

#define FILE_VARIABLE "TIOLI_CONFIG"

/* ---- The command ---------------------------------------------------- */

struct settings {
    struct config config;
    const char *file;
    const char *drain;
};

static const struct option_row rows[] = {
    {.group = config_rows, .at = offsetof(struct settings, config)},
    {"config", "FILE", OPTION_FILE,
     N_("settings, one per line, such as 'port 8080'"),
     .at = offsetof(struct settings, file),
     .man = "Read settings from a file: see below."},
    {"drain", "NAME", OPTION_TEXT,
     N_("ask the server of that name on the same database to\n"
        "stop, and wait until it has"),
     .at = offsetof(struct settings, drain),
     .man = "Start nothing, but ask the server of that name on the database of "
            "*--db* to stop, and wait until it has: it makes no more tables, "
            "gives its work to the others and sends its players to them."},
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

/* ---- Another server ------------------------------------------------- */

struct wanted {
    const char *name;
    bool found;
};

static bool look_at(void *context, const struct cluster_server *server)
{
    struct wanted *wanted = context;
    wanted->found = strcmp(server->name, wanted->name) == 0;
    return !wanted->found;
}

static enum store_status look_for(const char *db, struct wanted *wanted,
                                  char why[STORE_WHY])
{
    wanted->found = false;
    return cluster_list(db, look_at, wanted, why);
}

static int no_such_server(const char *db, const char *name)
{
    char names[STORE_WHY];
    char why[STORE_WHY];
    if (cluster_names(db, names, why) != STORE_OK)
        return options_fail(COMMAND, "%s", why);
    if (!names[0])
        return options_fail(COMMAND, _("no server uses that database"));
    return options_fail(COMMAND,
                        _("there is no server '%.60s' on that database, but "
                          "these: %s"),
                        name, names);
}

#define ASK_MS 200
#define GONE_MS 30000

static int drain(const struct config *config, const char *name)
{
    struct wanted wanted = {.name = name};
    char why[STORE_WHY] = "";
    struct timespec wait = {.tv_nsec = (long)ASK_MS * 1000000};
    if (!store_is_postgres(config->db))
        return options_usage(COMMAND,
                             _("--drain needs the address of the "
                               "servers' database: --db postgresql://..."));
    enum store_status status = look_for(config->db, &wanted, why);
    if (status == STORE_OK && !wanted.found)
        return no_such_server(config->db, name);
    if (status == STORE_OK)
        status = cluster_ask_drain(config->db, name, why);
    if (status == STORE_OK)
        options_line(_("%s was asked to stop."), name);
    for (unsigned ms = 0; status == STORE_OK && wanted.found && ms < GONE_MS;
         ms += ASK_MS) {
        nanosleep(&wait, NULL);
        status = look_for(config->db, &wanted, why);
    }
    if (status != STORE_OK)
        return options_fail(COMMAND, "%s", why);
    if (wanted.found)
        return options_fail(COMMAND, _("%s is still there after %d seconds"),
                            name, GONE_MS / 1000);
    options_line(_("%s has stopped."), name);
    return CLI_OK;
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
    if (settings.drain)
        return drain(&settings.config, settings.drain);
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
