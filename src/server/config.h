/* The settings of a server, from whichever source: each is a row, and its name
 * is its option on the command line ("--port"), its variable in the environment
 * ("TIOLI_PORT") and its key in a configuration file ("port"). Nothing here
 * opens a file: a text comes in, and settings or a sentence go out. */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options/option.h"
#include "store/cluster.h"

#define CONFIG_PATH 1024
#define CONFIG_ADDRESS 64
#define CONFIG_URL 256
#define CONFIG_ORIGINS 16
#define CONFIG_BOTS 16
#define CONFIG_NAME 33
#define CONFIG_COMMAND 256
#define CONFIG_VARIABLE 48             /* room for a variable's name */
#define CONFIG_TEXT ((size_t)64 << 10) /* of a file, at most */

enum config_metrics {
    CONFIG_METRICS_PUBLIC,
    CONFIG_METRICS_LOCAL, /* for this machine alone */
    CONFIG_METRICS_OFF,
    CONFIG_METRICS_KINDS
};

struct config_bot {
    char name[CONFIG_NAME];
    char command[CONFIG_COMMAND];
};

struct config {
    char listen[CONFIG_ADDRESS]; /* "": all addresses */
    unsigned port;               /* 0: any that is free */
    char port_file[CONFIG_PATH]; /* "": none */
    char db[CONFIG_PATH];        /* "": the usual place; or "memory" */
    char name[CLUSTER_NAME];     /* among servers on a database; "": made of the
                                    machine's and the port */
    char public_url[CONFIG_URL]; /* without a slash at its end; "": unknown */
    char cert[CONFIG_PATH];
    char key[CONFIG_PATH];
    char files[CONFIG_PATH]; /* "": the usual place */
    unsigned origins;
    char origin[CONFIG_ORIGINS][CONFIG_URL];
    bool trust_proxy;
    bool bot_uncaged; /* programs may do what the server may */
    unsigned bots;
    struct config_bot bot[CONFIG_BOTS];
    unsigned threads; /* that think; 0: by the number of processors */
    unsigned max_tables;
    unsigned keep_games; /* days; 0: for ever */
    unsigned keep_records;
    unsigned disk_reserve; /* MiB; 0: none */
    unsigned max_connections;
    unsigned max_per_address; /* 0: no limit */
    unsigned metrics;         /* enum config_metrics */
    bool quiet;
    bool no_qr;
};

struct config config_default(void);

/* A row for each setting, with a name in each. */
extern const struct option_row config_rows[];

/* "TIOLI_MAX_TABLES". */
void config_variable(const struct option_row *row, char out[CONFIG_VARIABLE]);

/* Where the values of one source go. A list that this source names takes the
 * place of what a weaker source said; within a source it grows. */
struct config_source {
    struct config *config;
    uint32_t seen; /* rows by place */
};

/* One value, as text. False with a sentence in `why` that begins with what the
 * value is `shown` as; the configuration is then as it was. */
bool config_set(struct config_source *source, unsigned place, const char *shown,
                const char *value, char why[OPTION_WHY]);

struct config_error {
    unsigned line; /* from 1 */
    char what[OPTION_WHY];
};

/* A whole file: lines 'key value' or 'key = value'; '#' at the start of a line
 * or behind a blank begins a comment. False if a line is wrong; the
 * configuration may then have some of the values before it. */
bool config_parse(struct config_source *source, const char *text, size_t size,
                  struct config_error *error);

/* What can only be told once all sources were read. */
bool config_check(const struct config *config, char why[OPTION_WHY]);

#endif
