/* Connecting: to the right database, with the tables of this version.
 * After a connection was lost the same steps lead to the next one, and then to
 * what has become of the batch that was under way. */
#define _POSIX_C_SOURCE 200809L

#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/hex.h"

#define OLDEST_VERSION 130000
#define SETUP_MS 20000
#define TALK_MS 3000
#define NEWEST ((unsigned)(sizeof steps / sizeof *steps))

/* As in schema.c: a new version is a step at the end of the list, and one that
 * was released is never edited. Texts that are not keys are bytes, so that the
 * database's encoding means nothing. `writer`: see postgres.h. `member`, `lease`
 * and `presence`: see cluster.h; the servers in `lease` and `presence` are
 * writers, so that whoever has the same name later has nothing of the one
 * before. `changed` is the transaction that has written the line last, and a
 * line that is `gone` stays for a while, so that others hear of it. */
static const char *const steps[] = {
    "CREATE TABLE writer (\n"
    "    server text PRIMARY KEY,\n"
    "    epoch bigint NOT NULL,\n"
    "    number bigint NOT NULL,\n"
    "    time timestamptz NOT NULL DEFAULT now()\n"
    ");\n"
    "CREATE TABLE event (\n"
    "    table_id text COLLATE \"C\" NOT NULL,\n"
    "    seq bigint NOT NULL,\n"
    "    bytes bytea NOT NULL,\n"
    "    mac bytea NOT NULL,\n"
    "    PRIMARY KEY (table_id, seq)\n"
    ");\n"
    "CREATE TABLE log (\n"
    "    table_id text COLLATE \"C\" PRIMARY KEY,\n"
    "    first bigint NOT NULL,\n"
    "    last bigint NOT NULL,\n"
    "    before bytea NOT NULL,\n"
    "    head bytea NOT NULL,\n"
    "    seal bytea NOT NULL\n"
    ") WITH (fillfactor = 70);\n"
    "CREATE TABLE record (\n"
    "    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,\n"
    "    table_id text COLLATE \"C\" NOT NULL,\n"
    "    game bigint NOT NULL,\n"
    "    time bigint NOT NULL,\n"
    "    about bytea NOT NULL,\n"
    "    bytes bytea NOT NULL,\n"
    "    listed boolean NOT NULL,\n"
    "    kept boolean NOT NULL,\n"
    "    readers bytea NOT NULL,\n"
    "    CONSTRAINT record_once UNIQUE (table_id, game)\n"
    ");\n"
    "CREATE TABLE entry (\n"
    "    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,\n"
    "    list text COLLATE \"C\" NOT NULL,\n"
    "    time bigint NOT NULL,\n"
    "    table_id text COLLATE \"C\" NOT NULL,\n"
    "    game bigint NOT NULL,\n"
    "    kept boolean NOT NULL,\n"
    "    about bytea NOT NULL\n"
    ");\n"
    "CREATE TABLE summary (\n"
    "    table_id text COLLATE \"C\" PRIMARY KEY,\n"
    "    about bytea NOT NULL\n"
    ");\n"
    "CREATE TABLE value (\n"
    "    name text COLLATE \"C\" PRIMARY KEY,\n"
    "    bytes bytea NOT NULL,\n"
    "    time bigint NOT NULL\n"
    ");\n"
    "CREATE INDEX record_by_time ON record (time DESC, table_id, game);\n"
    "CREATE INDEX record_listed ON record (time DESC, table_id, game) "
    "WHERE listed;\n"
    "CREATE INDEX entry_by_list ON entry (list, time, id);\n"
    "CREATE INDEX entry_by_table ON entry (table_id);\n"
    "CREATE INDEX entry_by_time ON entry (time);\n"
    "CREATE INDEX value_by_time ON value (time) WHERE time > 0;\n",
    "ALTER TABLE version ADD COLUMN steps integer NOT NULL DEFAULT 1;\n"
    "ALTER TABLE summary ADD COLUMN gone timestamptz,\n"
    "    ADD COLUMN changed xid8 NOT NULL DEFAULT pg_current_xact_id();\n"
    "CREATE INDEX summary_changed ON summary (changed);\n"
    "CREATE INDEX summary_gone ON summary (gone) WHERE gone IS NOT NULL;\n"
    "CREATE TABLE member (\n"
    "    server text COLLATE \"C\" PRIMARY KEY,\n"
    "    writer text NOT NULL UNIQUE,\n"
    "    since timestamptz NOT NULL,\n"
    "    seen timestamptz NOT NULL,\n"
    "    until timestamptz NOT NULL,\n"
    "    draining boolean NOT NULL DEFAULT false\n"
    ") WITH (fillfactor = 50);\n"
    "CREATE TABLE lease (\n"
    "    shard integer PRIMARY KEY,\n"
    "    server text,\n"
    "    epoch bigint NOT NULL DEFAULT 0\n"
    ") WITH (fillfactor = 50);\n"
    "INSERT INTO lease (shard) SELECT generate_series(0, 63);\n"
    "CREATE UNLOGGED TABLE presence (\n"
    "    table_id text COLLATE \"C\" NOT NULL,\n"
    "    who text COLLATE \"C\" NOT NULL,\n"
    "    server text NOT NULL,\n"
    "    PRIMARY KEY (table_id, who, server)\n"
    ");\n"
    "CREATE INDEX presence_by_server ON presence (server);\n"
    "CREATE RULE writer_stays AS ON DELETE TO writer "
    "WHERE old.time > now() - interval '1 day' "
    "OR EXISTS (SELECT FROM tioli.member WHERE writer = old.server) "
    "DO INSTEAD NOTHING;\n",
};

/* A program that knows the first step can work with what all of them have made:
 * they only add. So servers of an earlier version go on, and connect again,
 * until they are replaced. */
#define ENOUGH 1

/* Numbers of locks, for everybody who uses this database. */
#define LOCK_MIGRATION "7596018001"

/* ---- One connection ---------------------------------------------------- */

static void ignore_notice(void *context, const char *words)
{
    (void)context;
    (void)words;
}

/* What the address says comes later, and so it counts; but not the name. */
static PGconn *open_connection(const struct postgres_store *self)
{
    char name[POSTGRES_SERVER + 16];
    const char *const keywords[] = {"connect_timeout",  "target_session_attrs",
                                    "tcp_user_timeout", "dbname",
                                    "application_name", NULL};
    const char *const values[] = {"3",       "read-write", "10000",
                                  self->url, name,         NULL};
    snprintf(name, sizeof name, "tioli%s %s", self->talks ? "-cluster" : "",
             self->server);
    PGconn *db = PQconnectdbParams(keywords, values, 1);
    if (db)
        PQsetNoticeProcessor(db, ignore_notice, NULL);
    return db;
}

static enum store_status reach(struct postgres_store *self)
{
    self->db = open_connection(self);
    if (!self->db)
        return store_fail(&self->store, STORE_FAILED, "out of memory");
    if (PQstatus(self->db) != CONNECTION_OK) {
        postgres_failed(self, PQerrorMessage(self->db));
        postgres_leave(self);
        return STORE_FAILED;
    }
    if (PQserverVersion(self->db) < OLDEST_VERSION) {
        store_fail(&self->store, STORE_FAILED,
                   "the database is PostgreSQL %d: 13 or later is needed",
                   PQserverVersion(self->db) / 10000);
        postgres_leave(self);
        return STORE_FAILED;
    }
    return PQsetnonblocking(self->db, 1) == 0
               ? STORE_OK
               : store_fail(&self->store, STORE_FAILED, "out of memory");
}

/* A connection that is gone without a word is noticed soon, and what was locked
 * by it is free. Nothing is acknowledged that a crash could take back, whatever
 * is usual here. */
static enum store_status set_up(struct postgres_store *self)
{
    return postgres_do(
        self, SETUP_MS,
        "SET search_path TO tioli; SET lock_timeout TO '5s'; "
        "SET statement_timeout TO '10s'; SET client_min_messages TO error; "
        "SET idle_in_transaction_session_timeout TO '2s'; "
        "SET tcp_keepalives_idle TO 5; SET tcp_keepalives_interval TO 2; "
        "SET tcp_keepalives_count TO 3; "
        "SELECT set_config('synchronous_commit', 'on', false) "
        "WHERE current_setting('synchronous_commit') "
        "IN ('off', 'local', 'remote_write')",
        NULL, NULL);
}

/* A connection of ours that was lost may still hold something. If it is idle it
 * is of no more use; a commit that is under way is left to its end. */
static enum store_status end_earlier(struct postgres_store *self)
{
    char sql[400];
    if (!self->known)
        return STORE_OK;
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
             "WHERE application_name = 'tioli %s' AND pid <> pg_backend_pid() "
             "AND datname = current_database() AND state LIKE 'idle%%'",
             self->server);
    return postgres_do(self, SETUP_MS, sql, NULL, NULL);
}

/* ---- Its tables -------------------------------------------------------- */

struct found {
    uint64_t version; /* what a program must know */
    uint64_t steps;   /* how far it is */
    uint64_t others;  /* things in the schema */
    bool key;
    uint8_t bytes[CHAIN_KEY];
};

static uint64_t text_number(const PGresult *result)
{
    return PQntuples(result) == 1 ? strtoull(PQgetvalue(result, 0, 0), NULL, 10)
                                  : 0;
}

static void count_things(void *context, unsigned index, const PGresult *result)
{
    struct found *found = context;
    (void)index;
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        found->others = text_number(result);
}

static void take_version(void *context, unsigned index, const PGresult *result)
{
    struct found *found = context;
    (void)index;
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1)
        return;
    found->version = text_number(result);
    found->key =
        hex_read(PQgetvalue(result, 0, 1), (size_t)PQgetlength(result, 0, 1),
                 found->bytes, sizeof found->bytes);
    found->steps = strtoull(PQgetvalue(result, 0, 2), NULL, 10);
}

static enum store_status read_version(struct postgres_store *self,
                                      struct found *found)
{
    *found = (struct found){0};
    enum store_status status = postgres_do(
        self, SETUP_MS,
        "SELECT count(*) FROM pg_class JOIN pg_namespace "
        "ON relnamespace = pg_namespace.oid WHERE nspname = 'tioli'",
        count_things, found);
    if (status != STORE_OK || found->others == 0)
        return status;
    status = postgres_do(self, SETUP_MS,
                         "SELECT version, encode(key, 'hex'), coalesce("
                         "to_jsonb(row) ->> 'steps', version::text) "
                         "FROM version AS row",
                         take_version, found);
    if (status == STORE_FAILED && strcmp(self->state, "42P01") == 0)
        return postgres_corrupt(
            self, "its schema 'tioli' is not this program's: use another");
    if (status == STORE_OK &&
        (!found->key || found->version == 0 || found->steps < found->version))
        return postgres_corrupt(self, "the table 'version' was changed");
    if (status == STORE_OK && found->version > NEWEST)
        return store_fail(&self->store, STORE_NEWER,
                          "a later version of tioli has written to the "
                          "database (its version is %u, this program knows %u)",
                          (unsigned)found->version, NEWEST);
    return status;
}

/* The whole of it is one transaction, behind a lock. */
static enum store_status migrate(struct postgres_store *self, unsigned from)
{
    char first[600] = "";
    char last[80];
    uint8_t key[CHAIN_KEY];
    char digits[2 * CHAIN_KEY + 1];
    if (from == 0) {
        if (getrandom(key, sizeof key, 0) != sizeof key)
            return store_fail(&self->store, STORE_FAILED, "no random bytes");
        hex_print(key, sizeof key, digits);
        snprintf(first, sizeof first,
                 "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_namespace "
                 "WHERE nspname = 'tioli') THEN CREATE SCHEMA tioli; END IF; "
                 "END $$; CREATE TABLE version ("
                 "id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1), "
                 "version integer NOT NULL, key bytea NOT NULL); "
                 "INSERT INTO version (version, key) VALUES (0, '\\x%s')",
                 digits);
    }
    enum store_status status = postgres_do(self, SETUP_MS, first, NULL, NULL);
    for (unsigned i = from; i < NEWEST && status == STORE_OK; i++)
        status = postgres_do(self, SETUP_MS, steps[i], NULL, NULL);
    snprintf(last, sizeof last, "UPDATE version SET version = %u, steps = %u",
             ENOUGH, NEWEST);
    if (status == STORE_OK)
        status = postgres_do(self, SETUP_MS, last, NULL, NULL);
    return status;
}

static enum store_status prepare_tables(struct postgres_store *self,
                                        struct found *found)
{
    enum store_status status = postgres_do(
        self, SETUP_MS,
        "BEGIN; SELECT pg_advisory_xact_lock(" LOCK_MIGRATION ")", NULL, NULL);
    if (status == STORE_OK)
        status = read_version(self, found);
    if (status == STORE_OK && found->steps < NEWEST && self->known)
        status = store_fail(&self->store, STORE_FAILED,
                            "the database has lost its tables");
    if (status == STORE_OK && found->steps < NEWEST)
        status = migrate(self, (unsigned)found->steps);
    if (status == STORE_OK)
        status = postgres_do(self, SETUP_MS, "COMMIT", NULL, NULL);
    if (status == STORE_OK && !found->key)
        status = read_version(self, found);
    return status;
}

/* ---- Who writes -------------------------------------------------------- */

struct writer {
    bool there;
    uint64_t epoch, number;
};

static void take_writer(void *context, unsigned index, const PGresult *result)
{
    struct writer *writer = context;
    (void)index;
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1)
        return;
    writer->there = true;
    writer->epoch = strtoull(PQgetvalue(result, 0, 0), NULL, 10);
    writer->number = strtoull(PQgetvalue(result, 0, 1), NULL, 10);
}

/* A new epoch. It waits until a transaction of the one before is over, and says
 * which batch was the last. The rows of servers that are long gone are of no
 * more use to anybody. */
static enum store_status begin_epoch(struct postgres_store *self)
{
    char sql[400];
    struct writer writer = {0};
    if (self->known)
        snprintf(sql, sizeof sql,
                 "UPDATE writer SET epoch = epoch + 1, time = now() "
                 "WHERE server = '%s' RETURNING epoch, number",
                 self->server);
    else
        snprintf(sql, sizeof sql,
                 "DELETE FROM writer WHERE time < now() - interval '1 day'; "
                 "INSERT INTO writer (server, epoch, number) "
                 "VALUES ('%s', 1, 0) RETURNING epoch, number",
                 self->server);
    enum store_status status =
        postgres_do(self, SETUP_MS, sql, take_writer, &writer);
    if (status != STORE_OK)
        return status;
    if (!writer.there)
        return store_fail(&self->store, STORE_FAILED,
                          "the database that answers does not know this server "
                          "any more: is it a former primary, or a copy? Start "
                          "the server again to go on from what is there");
    if (writer.number < self->told)
        return store_fail(&self->store, STORE_FAILED,
                          "the database that answers lacks what was saved: is "
                          "it a former primary? Start the server again to go "
                          "on from what is there");
    self->epoch = writer.epoch;
    self->number = writer.number;
    return STORE_OK;
}

static enum store_status take_key(struct postgres_store *self,
                                  const struct found *found)
{
    if (self->known && memcmp(self->key, found->bytes, CHAIN_KEY) != 0)
        return store_fail(&self->store, STORE_FAILED,
                          "it is not the database that was open before");
    memcpy(self->key, found->bytes, CHAIN_KEY);
    return STORE_OK;
}

/* ---- All of it --------------------------------------------------------- */

static void take_count(void *context, unsigned index, const PGresult *result)
{
    _Atomic int64_t *rows = context;
    (void)index;
    for (int i = 0; i < STORE_KINDS; i++)
        rows[i] = strtoll(PQgetvalue(result, 0, i), NULL, 10);
}

static enum store_status count_rows(struct postgres_store *self)
{
    return postgres_do(self, SETUP_MS,
                       "SELECT (SELECT count(*) FROM record), "
                       "(SELECT count(*) FROM entry), "
                       "(SELECT count(*) FROM value)",
                       take_count, self->rows);
}

static enum store_status prepare_statements(struct postgres_store *self)
{
    static const char *const sql[PG_COUNT] = {
#define X(name, parameters, sql) sql,
        POSTGRES_STATEMENTS(X) CLUSTER_STATEMENTS(X)
#undef X
    };
    unsigned first = self->talks ? PG_CLUSTER : 0;
    unsigned end = self->talks ? PG_COUNT : PG_CLUSTER;
    if (!PQenterPipelineMode(self->db))
        return postgres_failed(self, PQerrorMessage(self->db));
    for (unsigned i = first; i < end; i++)
        if (self->db &&
            !PQsendPrepare(self->db, postgres_name(i), sql[i], 0, NULL))
            postgres_leave(self);
    return postgres_receive(self, SETUP_MS, NULL, NULL);
}

/* Nothing of what is done here has to outlive a crash, and nothing of it may
 * stand still for longer than a lease can bear. */
static enum store_status set_up_to_talk(struct postgres_store *self)
{
    return postgres_do(
        self, TALK_MS,
        "SET search_path TO tioli; SET lock_timeout TO '500ms'; "
        "SET statement_timeout TO '2s'; SET client_min_messages TO error; "
        "SET idle_in_transaction_session_timeout TO '3s'; "
        "SET tcp_keepalives_idle TO 2; SET tcp_keepalives_interval TO 1; "
        "SET tcp_keepalives_count TO 3; SET synchronous_commit TO off; "
        "LISTEN tioli",
        NULL, NULL);
}

static enum store_status connect_to_talk(struct postgres_store *self)
{
    struct found found;
    enum store_status status = reach(self);
    if (status == STORE_OK)
        status = set_up_to_talk(self);
    if (status == STORE_OK)
        status = read_version(self, &found);
    if (status == STORE_OK)
        status = take_key(self, &found);
    if (status == STORE_OK)
        status = prepare_statements(self);
    return status;
}

static enum store_status connect_to_write(struct postgres_store *self)
{
    struct found found;
    enum store_status status = reach(self);
    if (status == STORE_OK)
        status = set_up(self);
    if (status == STORE_OK)
        status = end_earlier(self);
    if (status == STORE_OK)
        status = prepare_tables(self, &found);
    if (status == STORE_OK)
        status = take_key(self, &found);
    if (status == STORE_OK)
        status = begin_epoch(self);
    if (status == STORE_OK)
        status = count_rows(self);
    if (status == STORE_OK)
        status = prepare_statements(self);
    return status;
}

enum store_status postgres_connect(struct postgres_store *self)
{
    if (self->db)
        return STORE_OK;
    enum store_status status =
        self->talks ? connect_to_talk(self) : connect_to_write(self);
    if (status != STORE_OK)
        postgres_leave(self);
    self->known = self->known || status == STORE_OK;
    self->sized_ms = 0;
    return status;
}

/* ---- Opening ----------------------------------------------------------- */

bool store_is_postgres(const char *place)
{
    return strncmp(place, "postgresql://", 13) == 0 ||
           strncmp(place, "postgres://", 11) == 0;
}

void store_show_postgres(const char *url, char out[STORE_WHY])
{
    PQconninfoOption *options = PQconninfoParse(url, NULL);
    const char *host = "";
    const char *port = "";
    const char *name = "";
    for (PQconninfoOption *at = options; at && at->keyword; at++) {
        const char *value = at->val ? at->val : "";
        if (strcmp(at->keyword, "host") == 0)
            host = value;
        else if (strcmp(at->keyword, "port") == 0)
            port = value;
        else if (strcmp(at->keyword, "dbname") == 0)
            name = value;
    }
    snprintf(out, STORE_WHY, "postgresql://%.100s%s%.40s/%.100s", host,
             port[0] ? ":" : "", port, name);
    PQconninfoFree(options);
}

static bool is_sound(const char *url, char why[STORE_WHY])
{
    char *words = NULL;
    PQconninfoOption *options = PQconninfoParse(url, &words);
    /* What libpq says may quote the address, and there is a password in it. */
    if (!options)
        snprintf(why, STORE_WHY,
                 "that is not an address of a database: it should be like "
                 "postgresql://USER@HOST/DATABASE");
    PQconninfoFree(options);
    PQfreemem(words);
    return options;
}

struct postgres_store *postgres_new(const char *url)
{
    size_t size = strlen(url) + 1;
    struct postgres_store *self = calloc(1, sizeof *self + size);
    if (!self)
        return NULL;
    store_init(&self->store, &postgres_methods);
    memcpy(self->url, url, size);
    return self;
}

struct store *store_open_postgres(const char *url, enum store_status *status,
                                  char why[STORE_WHY])
{
    uint8_t name[(POSTGRES_SERVER - 1) / 2];
    *status = STORE_INVALID;
    if (!is_sound(url, why))
        return NULL;
    struct postgres_store *self = postgres_new(url);
    *status = STORE_FAILED;
    if (!self || getrandom(name, sizeof name, 0) != sizeof name) {
        snprintf(why, STORE_WHY, "out of memory");
        free(self);
        return NULL;
    }
    self->store.waits = true;
    self->store.shared = true;
    hex_print(name, sizeof name, self->server);
    *status = postgres_connect(self);
    if (*status == STORE_OK)
        return &self->store;
    memcpy(why, self->store.why, STORE_WHY);
    free(self);
    return NULL;
}
