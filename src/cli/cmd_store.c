/* tioli store: where a server keeps its games, while no server runs. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "fair/fair.h"
#include "store/cluster.h"
#include "store/store.h"

#define COMMAND "store"

/* The address as it may be shown. */
static const char *shown(const char *place, char address[STORE_WHY])
{
    if (!store_is_postgres(place))
        return place;
    store_show_postgres(place, address);
    return address;
}

/* NULL if it can't be opened, which was told then. */
static struct store *open_place(const char *place)
{
    char why[STORE_WHY] = "";
    char address[STORE_WHY];
    enum store_status status;
    struct store *store = store_is_postgres(place)
                              ? store_open_postgres(place, &status, why)
                              : store_open_sqlite(place, &status, why);
    if (!store && store_is_postgres(place))
        options_fail(COMMAND, "%s: %s", shown(place, address), why);
    else if (!store)
        options_fail(COMMAND, "%s", why);
    return store;
}

/* A file that was made for a copy that failed. */
static void remove_file(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char name[4200];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if ((size_t)snprintf(name, sizeof name, "%s%s", path, ends[i]) <
            sizeof name)
            unlink(name);
}

static int copy_stores(struct store *from, struct store *to, const char *place)
{
    struct store_copied copied;
    char why[STORE_WHY] = "";
    char address[STORE_WHY];
    if (store_copy_all(from, to, &copied, why) != STORE_OK)
        return options_fail(COMMAND, "%s: %s", shown(place, address), why);
    printf(_("Copied and checked: tables: %llu, events: %llu, records: %llu, "
             "games in lists: %llu, values: %llu"),
           (unsigned long long)copied.tables, (unsigned long long)copied.events,
           (unsigned long long)copied.items[STORE_RECORDS],
           (unsigned long long)copied.items[STORE_ENTRIES],
           (unsigned long long)copied.items[STORE_VALUES]);
    fputs("\n", stdout);
    return CLI_OK;
}

/* A file has its own lock; a database may have servers, which would go on. */
static bool has_servers(const char *place)
{
    char names[STORE_WHY];
    char why[STORE_WHY];
    char address[STORE_WHY];
    if (!store_is_postgres(place))
        return false;
    if (cluster_names(place, names, why) != STORE_OK)
        options_fail(COMMAND, "%s: %s", shown(place, address), why);
    else if (names[0])
        options_fail(COMMAND,
                     _("%s: these servers use it, stop them first: %s"),
                     shown(place, address), names);
    else
        return false;
    return true;
}

static int copy(const char *from, const char *to)
{
    bool makes_file = !store_is_postgres(to) && access(to, F_OK) != 0;
    if (!store_is_postgres(from) && access(from, R_OK) != 0)
        return options_fail(COMMAND, "%s: %s", from, strerror(errno));
    if (!fair_init())
        return options_fail(COMMAND, _("the cryptography can't be set up"));
    struct store *one = open_place(from);
    struct store *two = one ? open_place(to) : NULL;
    int status = CLI_WRONG;
    if (two && !has_servers(from) && !has_servers(to))
        status = copy_stores(one, two, to);
    store_close(one);
    store_close(two);
    if (status != CLI_OK && makes_file)
        remove_file(to);
    return status;
}

static int run(int argc, char **argv)
{
    bool nothing = false;
    struct options line = {&command_store, &nothing, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    if (line.argc == 0 || strcmp(line.argv[0], "copy") != 0)
        return options_usage(COMMAND,
                             _("say copy, then where from and where to"));
    if (line.argc != 3)
        return options_usage(COMMAND, _("copy: name two places, FROM and TO"));
    return copy(line.argv[1], line.argv[2]);
}

static const struct cli_command copy_part = {
    .name = "store copy",
    .summary = "copy the games of a server to another place",
    .words = OPTION_FILE,
};

static const struct cli_command *const parts[] = {&copy_part, NULL};

const struct cli_command command_store = {
    .name = COMMAND,
    .summary = N_("copy the games of a server to another place"),
    .help =
        {N_("Usage: tioli store copy FROM TO"),
         N_("Copies all games, records and names of a server from one place "
            "to another,\n"
            "which must be empty. A place is an SQLite file or a PostgreSQL "
            "database,\n"
            "postgresql://HOST/NAME, as 'tioli serve' takes them. Stop the "
            "server first.\n"
            "At the end every table is read again in both places and "
            "compared.")},
    .words = OPTION_TEXT,
    .parts = parts,
    .run = run,
};
