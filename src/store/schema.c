/* Versions of the SQLite file. A new one is a step at the end of the list,
 * which turns the version before into it; a step that was released is never
 * edited. A new file runs through all of them, so that old files and new ones
 * come out the same, to the letter. */
#include "store/schema.h"

#include "store/chain.h"

#include <stdio.h>
#include <string.h>

#define APPLICATION_ID 0x74696f6c /* "tiol" */

/* `event`: clustered by table, because a table is read as one piece, and unique
 * by its number, which settles who was first. `record` has rows too large for
 * that. Nothing refers to anything: records outlive their table's events.
 * `epoch` is a counter that goes up by one each time a connection starts to
 * write, and after a failed commit: see sqlite_begin_epoch(). If it is not
 * higher than the last value seen, an older copy of the file has taken its
 * place. `log`: which events a table must have, so that none is missed at
 * either end either. `mac`, `before`, `head` and `seal` are checks, made with
 * the key in `chain`: see chain.h. `entry`: games in lists. Before, a list was
 * a value, with a line of text for each game, and so was what is now
 * `record.readers`. `summary`: the texts of store_about(). */
static const char *const steps[] = {
    "CREATE TABLE event (\n"
    "    table_id TEXT NOT NULL,\n"
    "    seq INTEGER NOT NULL,\n"
    "    bytes BLOB NOT NULL,\n"
    "    PRIMARY KEY (table_id, seq)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE record (\n"
    "    id INTEGER PRIMARY KEY,\n"
    "    table_id TEXT NOT NULL,\n"
    "    game INTEGER NOT NULL,\n"
    "    time INTEGER NOT NULL,\n"
    "    about TEXT NOT NULL,\n"
    "    bytes BLOB NOT NULL,\n"
    "    UNIQUE (table_id, game)\n"
    ") STRICT;\n"
    "CREATE INDEX record_by_time ON record (time DESC, table_id, game);\n"
    "CREATE TABLE value (\n"
    "    name TEXT PRIMARY KEY NOT NULL,\n"
    "    bytes BLOB NOT NULL\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE epoch (\n"
    "    id INTEGER PRIMARY KEY CHECK (id = 1),\n"
    "    number INTEGER NOT NULL\n"
    ") STRICT;\n"
    "INSERT INTO epoch VALUES (1, 0);\n",
    "ALTER TABLE event RENAME TO event_1;\n"
    "CREATE TABLE event (\n"
    "    table_id TEXT NOT NULL,\n"
    "    seq INTEGER NOT NULL,\n"
    "    bytes BLOB NOT NULL,\n"
    "    mac BLOB NOT NULL,\n"
    "    PRIMARY KEY (table_id, seq)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE log (\n"
    "    table_id TEXT PRIMARY KEY NOT NULL,\n"
    "    first INTEGER NOT NULL,\n"
    "    last INTEGER NOT NULL,\n"
    "    before BLOB NOT NULL,\n"
    "    head BLOB NOT NULL,\n"
    "    seal BLOB NOT NULL\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE chain (\n"
    "    id INTEGER PRIMARY KEY CHECK (id = 1),\n"
    "    key BLOB NOT NULL\n"
    ") STRICT;\n"
    "INSERT INTO chain VALUES (1, randomblob(32));\n"
    "INSERT INTO event SELECT table_id, seq, bytes, "
    "check_event((SELECT key FROM chain), table_id, seq, bytes) "
    "FROM event_1 ORDER BY table_id, seq;\n"
    "INSERT INTO log SELECT table_id, 1, max(seq), zeroblob(16), mac, "
    "check_log((SELECT key FROM chain), table_id, max(seq), mac) "
    "FROM event GROUP BY table_id;\n"
    "DROP TABLE event_1;\n",
    "ALTER TABLE record ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE record ADD COLUMN kept INTEGER NOT NULL DEFAULT 1;\n"
    "ALTER TABLE record ADD COLUMN readers BLOB NOT NULL DEFAULT x'';\n"
    "ALTER TABLE value ADD COLUMN time INTEGER NOT NULL DEFAULT 0;\n"
    "CREATE TABLE entry (\n"
    "    id INTEGER PRIMARY KEY,\n"
    "    list TEXT NOT NULL,\n"
    "    time INTEGER NOT NULL,\n"
    "    table_id TEXT NOT NULL,\n"
    "    game INTEGER NOT NULL,\n"
    "    kept INTEGER NOT NULL,\n"
    "    about TEXT NOT NULL\n"
    ") STRICT;\n"
    "CREATE TABLE summary (\n"
    "    table_id TEXT PRIMARY KEY NOT NULL,\n"
    "    about TEXT NOT NULL\n"
    ") STRICT, WITHOUT ROWID;\n"
    "UPDATE record SET listed = json_valid(about) AND "
    "CASE WHEN json_valid(about) THEN json_type(about, '$.public') IS 'true' "
    "ELSE 0 END, "
    "readers = coalesce((SELECT bytes FROM value WHERE name = "
    "'readers/' || table_id || '.' || game AND length(bytes) <= 256), x'');\n"
    "WITH RECURSIVE line (list, text, rest) AS ("
    "SELECT 'person/' || substr(name, 7), '', CAST(bytes AS TEXT) FROM value "
    "WHERE name >= 'games/' AND name < 'games0' "
    "UNION ALL SELECT list, substr(rest, 1, instr(rest, char(10)) - 1), "
    "substr(rest, instr(rest, char(10)) + 1) FROM line "
    "WHERE instr(rest, char(10)) > 0), "
    "one (list, time, rest) AS (SELECT list, CAST(text AS INTEGER), "
    "substr(text, instr(text, ' ') + 1) FROM line WHERE instr(text, ' ') > 1), "
    "two (list, time, table_id, rest) AS (SELECT list, time, "
    "substr(rest, 1, instr(rest, ' ') - 1), "
    "substr(rest, instr(rest, ' ') + 1) FROM one "
    "WHERE instr(rest, ' ') BETWEEN 2 AND 64), "
    "three (list, time, table_id, game, about) AS (SELECT list, time, "
    "table_id, CAST(rest AS INTEGER), substr(rest, instr(rest, ' ') + 1) "
    "FROM two WHERE instr(rest, ' ') > 1) "
    "INSERT INTO entry (list, time, table_id, game, kept, about) "
    "SELECT list, time, table_id, game, 1, about FROM three "
    "WHERE time >= 0 AND game BETWEEN 1 AND 4294967295 "
    "AND length(CAST(about AS BLOB)) <= 4096 ORDER BY list, time, game;\n"
    "DELETE FROM value WHERE name >= 'games/' AND name < 'games0';\n"
    "DELETE FROM value WHERE name >= 'readers/' AND name < 'readers0';\n"
    "UPDATE value SET time = 1000 * CAST(strftime('%s', 'now') AS INTEGER) "
    "WHERE name >= 'person/' AND name < 'person0';\n"
    "CREATE INDEX record_listed ON record (time DESC, table_id, game) "
    "WHERE listed = 1;\n"
    "CREATE INDEX entry_by_list ON entry (list, time, id);\n"
    "CREATE INDEX entry_by_table ON entry (table_id);\n"
    "CREATE INDEX entry_by_time ON entry (time);\n"
    "CREATE INDEX value_by_time ON value (time) WHERE time > 0;\n",
};

#define NEWEST ((int)(sizeof steps / sizeof *steps))

/* The last event that check_event() was given. */
struct last_event {
    char table[STORE_KEY];
    uint8_t check[CHAIN_BYTES];
};

/* check_event(key, table, seq, bytes): events must come in order. */
static void check_event(sqlite3_context *context, int count,
                        sqlite3_value **values)
{
    struct last_event *last = sqlite3_user_data(context);
    const uint8_t *key = sqlite3_value_blob(values[0]);
    const char *table = (const char *)sqlite3_value_text(values[1]);
    const void *bytes = sqlite3_value_blob(values[3]);
    (void)count;
    if (!key || !table || sqlite3_value_bytes(values[0]) != CHAIN_KEY) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (strcmp(last->table, table) != 0)
        memset(last, 0, sizeof *last);
    snprintf(last->table, sizeof last->table, "%s", table);
    chain_event(key, last->check, table,
                (uint64_t)sqlite3_value_int64(values[2]), bytes ? bytes : "",
                (size_t)sqlite3_value_bytes(values[3]), last->check);
    sqlite3_result_blob(context, last->check, CHAIN_BYTES, SQLITE_TRANSIENT);
}

/* check_log(key, table, last, head): of a log that was never trimmed. */
static void check_log(sqlite3_context *context, int count,
                      sqlite3_value **values)
{
    static const uint8_t before[CHAIN_BYTES];
    const uint8_t *key = sqlite3_value_blob(values[0]);
    const char *table = (const char *)sqlite3_value_text(values[1]);
    const uint8_t *head = sqlite3_value_blob(values[3]);
    uint8_t seal[CHAIN_BYTES];
    (void)count;
    if (!key || !table || !head) {
        sqlite3_result_error_nomem(context);
        return;
    }
    chain_log(key, table, 1, (uint64_t)sqlite3_value_int64(values[2]), before,
              head, seal);
    sqlite3_result_blob(context, seal, CHAIN_BYTES, SQLITE_TRANSIENT);
}

static int run_steps(sqlite3 *db, int from, int to)
{
    struct last_event last = {.table = ""};
    int code = sqlite3_create_function(db, "check_event", 4,
                                       SQLITE_UTF8 | SQLITE_DIRECTONLY, &last,
                                       check_event, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function(db, "check_log", 4,
                                       SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL,
                                       check_log, NULL, NULL);
    for (int i = from; i < to && code == SQLITE_OK; i++)
        code = sqlite3_exec(db, steps[i], NULL, NULL, NULL);
    /* Nobody else has a use for them, and `last` is gone soon. */
    sqlite3_create_function(db, "check_event", 4, SQLITE_UTF8, NULL, NULL, NULL,
                            NULL);
    sqlite3_create_function(db, "check_log", 4, SQLITE_UTF8, NULL, NULL, NULL,
                            NULL);
    return code;
}

static int read_number(sqlite3 *db, const char *sql, int *number)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    if (sqlite3_step(statement) == SQLITE_ROW)
        *number = sqlite3_column_int(statement, 0);
    return sqlite3_finalize(statement);
}

static bool same_text(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
    const unsigned char *x = sqlite3_column_text(a, column);
    const unsigned char *y = sqlite3_column_text(b, column);
    if (!x || !y)
        return !x && !y;
    return strcmp((const char *)x, (const char *)y) == 0;
}

/* Two schemas side by side. */
static int compare(sqlite3 *db, sqlite3 *model, bool *same)
{
    /* An operator may have run ANALYZE. */
    static const char sql[] = "SELECT type, name, tbl_name, sql "
                              "FROM sqlite_schema "
                              "WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'"
                              " ORDER BY name";
    sqlite3_stmt *one = NULL;
    sqlite3_stmt *two = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &one, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(model, sql, -1, &two, NULL);
    *same = true;
    while (code == SQLITE_OK) {
        int more = sqlite3_step(one);
        int wanted = sqlite3_step(two);
        if (more != SQLITE_ROW && more != SQLITE_DONE)
            code = more;
        else if (wanted != SQLITE_ROW && wanted != SQLITE_DONE)
            code = wanted;
        else if (more != wanted)
            *same = false;
        if (more != SQLITE_ROW || more != wanted)
            break;
        for (int column = 0; column < 4; column++)
            *same = *same && same_text(one, two, column);
    }
    sqlite3_finalize(one);
    sqlite3_finalize(two);
    return code;
}

/* Whether the file has the tables of its version and nothing else: no trigger
 * or view of somebody else's is ever run. */
static int check_tables(sqlite3 *db, int version, bool *same)
{
    sqlite3 *model = NULL;
    int code = sqlite3_open(":memory:", &model);
    /* One transaction is quicker than one for each statement. */
    if (code == SQLITE_OK)
        code = sqlite3_exec(model, "BEGIN", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = run_steps(model, 0, version);
    if (code == SQLITE_OK)
        code = compare(db, model, same);
    sqlite3_close(model);
    return code;
}

enum store_status schema_check(sqlite3 *db, int *version, int *code,
                               char why[STORE_WHY])
{
    int application = 0;
    int objects = 0;
    bool same = false;
    *version = 0;
    *code = read_number(db, "PRAGMA application_id", &application);
    if (*code == SQLITE_OK)
        *code = read_number(db, "PRAGMA user_version", version);
    if (*code == SQLITE_OK)
        *code = read_number(db, "SELECT count(*) FROM sqlite_schema", &objects);
    if (*code != SQLITE_OK)
        return STORE_FAILED;
    if (application == 0 && *version == 0 && objects == 0)
        return STORE_OK;
    if (application != APPLICATION_ID || *version < 1) {
        snprintf(why, STORE_WHY, "it is a database of another program");
        return STORE_CORRUPT;
    }
    if (*version > NEWEST) {
        snprintf(why, STORE_WHY,
                 "a later version of tioli has written it (its version is %d, "
                 "this program knows %d)",
                 *version, NEWEST);
        return STORE_NEWER;
    }
    *code = check_tables(db, *version, &same);
    if (*code != SQLITE_OK)
        return STORE_FAILED;
    if (!same) {
        snprintf(why, STORE_WHY, "its tables are not those of version %d",
                 *version);
        return STORE_CORRUPT;
    }
    return STORE_OK;
}

int schema_migrate(sqlite3 *db, int version)
{
    char numbers[100];
    if (version == NEWEST)
        return SQLITE_OK;
    snprintf(numbers, sizeof numbers,
             "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION_ID, NEWEST);
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = run_steps(db, version, NEWEST);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, numbers, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return code;
}
