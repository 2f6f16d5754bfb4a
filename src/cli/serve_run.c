/* Everything between the settings and the running server: where its files
 * are, which socket it gets, who is told that it is ready. */
#define _POSIX_C_SOURCE 200809L

#include "cli/serve_run.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/serve_signals.h"
#include "net/origin.h"
#include "base/utf8.h"
#include "programs/command.h"
#include "server/banner.h"
#include "server/server.h"

#define COMMAND "serve"
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

/* ---- Places ------------------------------------------------------------ */

/* The same folder as that of saved games. */
static bool usual_db(char out[CONFIG_PATH + 32])
{
    if (!file_user_folder("XDG_STATE_HOME", ".local/state", out, CONFIG_PATH)) {
        options_fail(
            COMMAND,
            errno == ENOENT
                ? _("HOME is not set: use --db to say where to keep the games")
                : _("the path of the database is too long"));
        return false;
    }
    strcat(out, "/tioli.db");
    if (file_make_parents(out))
        return true;
    options_fail(COMMAND, "%s: %s", out, strerror(errno));
    return false;
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
        if (!is_folder(serve->config->files)) {
            options_fail(COMMAND, _("%s: there is no such folder"),
                         serve->config->files);
            return false;
        }
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

/* ---- Settings ---------------------------------------------------------- */

static bool take_bots(struct serve *serve)
{
    for (unsigned i = 0; i < serve->config->bots; i++) {
        const struct config_bot *bot = &serve->config->bot[i];
        struct server_program *program = &serve->server.program[i];
        struct command command;
        if (tio_bot_named(bot->name)) {
            options_fail(COMMAND, _("bot: %s is the name of a built-in bot"),
                         bot->name);
            return false;
        }
        const char *why = command_split(bot->command, &command);
        char **words = !why ? command_resolve(&command, &why) : NULL;
        if (!words) {
            options_fail(COMMAND, "bot: %s: %s", bot->name, _(why));
            return false;
        }
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
                    sizeof serve->listen, NULL, 0, NI_NUMERICHOST) != 0) {
        options_fail(COMMAND, _("the inherited socket is not a TCP socket"));
        return false;
    }
    return true;
}

/* A socket that the service manager has opened for us. */
static bool take_socket(struct serve *serve)
{
    int count = sd_listen_fds(1);
    serve->server.net.inherited = -1;
    if (count == 0)
        return true;
    if (count < 0) {
        options_fail(COMMAND,
                     _("the sockets named by LISTEN_FDS can't be used: %s"),
                     strerror(-count));
        return false;
    }
    if (count > 1) {
        options_fail(COMMAND,
                     _("%d sockets were inherited; only one can be used"),
                     count);
        return false;
    }
    if (sd_is_socket(SD_LISTEN_FDS_START, AF_UNSPEC, SOCK_STREAM, 1) <= 0) {
        options_fail(COMMAND,
                     _("the inherited descriptor is not a listening socket"));
        return false;
    }
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
    options_fail(COMMAND, "%s: %s", path, strerror(errno));
    return false;
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
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted) {
        options_fail(COMMAND,
                     ngettext("the system allows fewer than %u connection: see "
                              "'ulimit -n'",
                              "the system allows fewer than %u connections: "
                              "see 'ulimit -n'",
                              connections),
                     connections);
    }
}

/* ---- Telling ----------------------------------------------------------- */

/* In one step, so that whoever waits for the file finds the number in it. */
static bool write_port(const char *path, unsigned port)
{
    char part[CONFIG_PATH + 8];
    struct stat old;
    /* It is replaced now and removed at the end: no device is meant. */
    if (lstat(path, &old) == 0 && !S_ISREG(old.st_mode)) {
        options_fail(COMMAND, _("%s is not a regular file"), path);
        return false;
    }
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
        utf8_escape(serve->server.db, strlen(serve->server.db), shown,
                    sizeof shown);
        printf(_("Games are kept in %s"), shown);
        fputs("\n", stdout);
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

static int run(struct serve *serve, struct serve_signals *signals,
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

int serve_run(const struct config *config)
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
    int status = run(&serve, &signals, server);
    server_close(server);
    return status;
}
