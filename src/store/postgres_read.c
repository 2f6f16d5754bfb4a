/* Reading from PostgreSQL. A result is fetched whole, and then visited: whoever
 * visits may read something else meanwhile. What a row holds is believed only
 * after a look at it, as in sqlite_read.c. */
#include "store/postgres.h"

#include <string.h>

#define READ_MS 4000 /* for an answer: nobody is served meanwhile */
#define PAGE 100     /* records that are fetched at once */
#define ITEMS 16     /* of a copy, the same */
#define LOST_EVENTS "a table has lost events"

/* The results of a few statements that are sent together, kept. */
struct results {
    PGresult *result[3];
    unsigned skip; /* statements without one that is wanted */
    bool failed;
};

static void keep(void *context, unsigned index, const PGresult *result)
{
    struct results *results = context;
    if (index < results->skip ||
        index - results->skip >= sizeof results->result / sizeof(PGresult *))
        return;
    results->result[index - results->skip] =
        PQcopyResult(result, PG_COPYRES_ATTRS | PG_COPYRES_TUPLES);
    results->failed =
        results->failed || !results->result[index - results->skip];
}

static void forget(struct results *results)
{
    for (size_t i = 0; i < sizeof results->result / sizeof(PGresult *); i++)
        PQclear(results->result[i]);
}

/* No connection is made here: a commit does that, which nobody waits for. */
static enum store_status receive(struct postgres_store *self,
                                 struct results *results)
{
    if (!self->db)
        return store_fail(&self->store, STORE_FAILED,
                          "there is no connection to the database");
    enum store_status status = postgres_receive(self, READ_MS, keep, results);
    if (status == STORE_OK && results->failed)
        return store_fail(&self->store, STORE_FAILED, "out of memory");
    return status;
}

static enum store_status query(struct postgres_store *self,
                               enum postgres_sql which,
                               const struct postgres_values *values,
                               struct results *results)
{
    *results = (struct results){0};
    postgres_send(self, which, values);
    return receive(self, results);
}

/* ---- Columns ----------------------------------------------------------- */

/* The bytes, with a zero byte behind them; NULL if they can't be right. */
static const char *column_bytes(const PGresult *result, int row, int column,
                                size_t most)
{
    if (PQgetisnull(result, row, column) ||
        (size_t)PQgetlength(result, row, column) > most)
        return NULL;
    return PQgetvalue(result, row, column);
}

static const char *column_text(const PGresult *result, int row, int column,
                               size_t most)
{
    const char *text = column_bytes(result, row, column, most);
    return text && strlen(text) == (size_t)PQgetlength(result, row, column)
               ? text
               : NULL;
}

static const char *column_key(const PGresult *result, int row, int column)
{
    const char *key = column_text(result, row, column, STORE_KEY - 1);
    return key && store_key_valid(key, strlen(key)) ? key : NULL;
}

bool postgres_read_log(const PGresult *result, int row,
                       struct postgres_log *log)
{
    return postgres_number(result, row, 1, &log->first) &&
           postgres_number(result, row, 2, &log->last) && log->first >= 1 &&
           log->last >= log->first &&
           postgres_check(result, row, 3, CHAIN_BYTES, log->before) &&
           postgres_check(result, row, 4, CHAIN_BYTES, log->head) &&
           postgres_check(result, row, 5, CHAIN_BYTES, log->seal);
}

/* ---- Events ------------------------------------------------------------ */

/* A log that is being read: up to which number, and its check. */
struct reading {
    const char *table;
    const struct postgres_log *log;
    uint64_t seq;
    uint8_t check[CHAIN_BYTES];
};

/* Whether the row is the event that follows. */
static enum store_status next_event(struct postgres_store *self,
                                    const PGresult *result, int row,
                                    struct reading *reading)
{
    uint64_t seq = 0;
    uint8_t stored[CHAIN_BYTES];
    const char *bytes = column_bytes(result, row, 1, STORE_EVENT_MAX);
    if (!postgres_number(result, row, 0, &seq) || !bytes ||
        !postgres_check(result, row, 2, CHAIN_BYTES, stored))
        return postgres_corrupt(self, "an event makes no sense");
    if (seq != reading->seq + 1 || seq > reading->log->last)
        return postgres_corrupt(self, LOST_EVENTS);
    chain_event(self->key, reading->check, reading->table, seq, bytes,
                (size_t)PQgetlength(result, row, 1), reading->check);
    if (memcmp(stored, reading->check, CHAIN_BYTES) != 0)
        return postgres_corrupt(self, "an event is not what was stored");
    reading->seq = seq;
    return STORE_OK;
}

static enum store_status visit_events(struct postgres_store *self,
                                      const PGresult *result,
                                      struct reading *reading,
                                      store_event_visit *visit, void *context)
{
    for (int row = 0; row < PQntuples(result); row++) {
        enum store_status status = next_event(self, result, row, reading);
        if (status != STORE_OK)
            return status;
        if (!visit(context, reading->seq, PQgetvalue(result, row, 1),
                   (size_t)PQgetlength(result, row, 1)))
            return STORE_OK;
    }
    if (reading->seq != reading->log->last ||
        memcmp(reading->check, reading->log->head, CHAIN_BYTES) != 0)
        return postgres_corrupt(self, LOST_EVENTS);
    return STORE_OK;
}

/* A log that nobody has touched; `last` is 0 if there is none. */
static enum store_status trusted_log(struct postgres_store *self,
                                     const char *table, const PGresult *result,
                                     struct postgres_log *log)
{
    uint8_t seal[CHAIN_BYTES];
    *log = (struct postgres_log){.first = 1};
    if (PQntuples(result) == 0)
        return STORE_OK;
    if (!postgres_read_log(result, 0, log))
        return postgres_corrupt(self, "a table's log makes no sense");
    chain_log(self->key, table, log->first, log->last, log->before, log->head,
              seal);
    if (memcmp(seal, log->seal, CHAIN_BYTES) != 0)
        return postgres_corrupt(self, "a table's log is not what was stored");
    return STORE_OK;
}

enum { OF_LOG, OF_MAC, OF_EVENTS };

static enum store_status load(struct postgres_store *self, const char *table,
                              uint64_t after, const struct results *results,
                              store_event_visit *visit, void *context)
{
    struct postgres_log log;
    struct reading reading = {.table = table, .log = &log};
    enum store_status status =
        trusted_log(self, table, results->result[OF_LOG], &log);
    if (status != STORE_OK || (log.last > 0 && after >= log.last))
        return status;
    bool whole = after < log.first || log.last == 0;
    reading.seq = whole ? log.first - 1 : after;
    memcpy(reading.check, log.before, CHAIN_BYTES);
    if (!whole && (PQntuples(results->result[OF_MAC]) != 1 ||
                   !postgres_check(results->result[OF_MAC], 0, 0, CHAIN_BYTES,
                                   reading.check)))
        return postgres_corrupt(self, LOST_EVENTS);
    status = visit_events(self, results->result[OF_EVENTS], &reading, visit,
                          context);
    return status == STORE_OK && log.last == 0 ? STORE_MISSING : status;
}

/* All three of one moment. */
enum store_status postgres_load(struct store *store, const char *table,
                                uint64_t after, store_event_visit *visit,
                                void *context)
{
    struct postgres_store *self = postgres_of(store);
    struct results results = {.skip = 1};
    struct postgres_values values = {.key = table, .number = after};
    if (after > STORE_NUMBER_MAX)
        values.number = after = STORE_NUMBER_MAX;
    postgres_send(self, PG_LOOK, NULL);
    postgres_send(self, PG_LOG, &values);
    postgres_send(self, PG_MAC, &values);
    /* Whoever begins at the beginning would also see what can't be there. */
    if (after == 0)
        values.number = (uint64_t)INT64_MIN;
    postgres_send(self, PG_LOAD, &values);
    postgres_send(self, PG_COMMIT, NULL);
    enum store_status status = receive(self, &results);
    if (status == STORE_OK)
        status = load(self, table, after, &results, visit, context);
    forget(&results);
    return status;
}

/* A row that can't be right is passed over: the other tables are sound. */
enum store_status postgres_tables(struct store *store, store_table_visit *visit,
                                  void *context)
{
    struct postgres_store *self = postgres_of(store);
    struct results results;
    enum store_status status = query(self, PG_TABLES, NULL, &results);
    const PGresult *result = results.result[0];
    bool more = status == STORE_OK;
    for (int row = 0; more && row < PQntuples(result); row++) {
        uint64_t last = 0;
        const char *table = column_key(result, row, 0);
        const char *about = column_text(result, row, 2, STORE_ABOUT_MAX);
        if (table && postgres_number(result, row, 1, &last))
            more = visit(context, table, last, about ? about : "");
        else
            status = postgres_corrupt(self, "a row can't be a table");
    }
    forget(&results);
    return status;
}

enum store_status postgres_summary(struct store *store, const char *table,
                                   uint64_t *last_seq, char **about)
{
    struct postgres_store *self = postgres_of(store);
    struct results results;
    void *copy = NULL;
    size_t size;
    enum store_status status = query(
        self, PG_SUMMARY, &(struct postgres_values){.key = table}, &results);
    const PGresult *result = results.result[0];
    if (status == STORE_OK && PQntuples(result) == 0)
        status = STORE_MISSING;
    if (status == STORE_OK && !postgres_number(result, 0, 0, last_seq))
        status = postgres_corrupt(self, "a table's log makes no sense");
    if (status == STORE_OK) {
        const char *text = column_text(result, 0, 1, STORE_ABOUT_MAX);
        status = store_copy(store, text ? text : "", text ? strlen(text) : 0,
                            &copy, &size);
        *about = copy;
    }
    forget(&results);
    return status;
}

/* ---- Records ----------------------------------------------------------- */

/* What rows of records and of entries begin with. */
struct game_row {
    const char *table;
    uint64_t game;
    uint64_t time;
    const char *about;
};

static bool read_game(const PGresult *result, int row, struct game_row *out)
{
    out->table = column_key(result, row, 0);
    out->about = column_text(result, row, 3, STORE_ABOUT_MAX);
    return out->table && out->about &&
           postgres_number(result, row, 1, &out->game) && out->game > 0 &&
           out->game <= UINT32_MAX &&
           postgres_number(result, row, 2, &out->time);
}

/* Where a walk along records has come to. */
struct walk {
    struct postgres_values from;
    char table[STORE_KEY];
    bool lenient; /* a row that can't be right is passed over */
    bool more;
    store_record_visit *visit;
    void *context;
};

static enum store_status visit_page(struct postgres_store *self,
                                    const PGresult *result, struct walk *walk)
{
    enum store_status status = STORE_OK;
    for (int row = 0;
         row < PQntuples(result) && walk->more && status == STORE_OK; row++) {
        struct game_row found = {0};
        bool sound = read_game(result, row, &found);
        if (sound)
            walk->more =
                walk->visit(walk->context, found.table, (unsigned)found.game,
                            found.time, found.about);
        else if (!walk->lenient)
            status = postgres_corrupt(self, "a row can't be a record");
    }
    return status;
}

/* The next page begins behind the last row, whatever that is like. */
static bool step_on(const PGresult *result, struct walk *walk)
{
    int last = PQntuples(result) - 1;
    if (last + 1 < PAGE ||
        !postgres_number(result, last, 1, &walk->from.number) ||
        !postgres_number(result, last, 2, &walk->from.time) ||
        PQgetlength(result, last, 0) >= STORE_KEY)
        return false;
    strcpy(walk->table, PQgetvalue(result, last, 0));
    return true;
}

static enum store_status walk_records(struct postgres_store *self,
                                      enum postgres_sql which,
                                      struct walk *walk)
{
    enum store_status status = STORE_OK;
    walk->from.key = walk->table;
    walk->from.limit = PAGE;
    walk->more = true;
    while (walk->more && status == STORE_OK) {
        struct results results;
        status = query(self, which, &walk->from, &results);
        if (status == STORE_OK)
            status = visit_page(self, results.result[0], walk);
        walk->more = status == STORE_OK && walk->more &&
                     step_on(results.result[0], walk);
        forget(&results);
    }
    return status;
}

static enum store_status begin_walk(struct store *store,
                                    enum postgres_sql which, uint64_t before,
                                    const char *table, unsigned game,
                                    store_record_visit *visit, void *context)
{
    struct walk walk = {
        .lenient = which == PG_LISTED, .visit = visit, .context = context};
    walk.from.time = STORE_NUMBER_MAX;
    if (before <= STORE_NUMBER_MAX) {
        walk.from.time = before;
        walk.from.number = game;
        memcpy(walk.table, table, strlen(table) + 1);
    }
    return walk_records(postgres_of(store), which, &walk);
}

enum store_status postgres_records(struct store *store, uint64_t before,
                                   const char *table, unsigned game,
                                   store_record_visit *visit, void *context)
{
    return begin_walk(store, PG_RECORDS, before, table, game, visit, context);
}

enum store_status postgres_listed(struct store *store, uint64_t before,
                                  const char *table, unsigned game,
                                  store_record_visit *visit, void *context)
{
    return begin_walk(store, PG_LISTED, before, table, game, visit, context);
}

enum store_status postgres_entries(struct store *store, const char *list,
                                   unsigned most, store_entry_visit *visit,
                                   void *context)
{
    struct postgres_store *self = postgres_of(store);
    struct results results;
    enum store_status status =
        query(self, PG_ENTRIES,
              &(struct postgres_values){.key = list, .number = most}, &results);
    const PGresult *result = results.result[0];
    bool more = status == STORE_OK;
    for (int row = 0; more && row < PQntuples(result); row++) {
        struct game_row found = {0};
        if (read_game(result, row, &found) && PQgetlength(result, row, 4) == 1)
            more = visit(context, found.table, (unsigned)found.game, found.time,
                         PQgetvalue(result, row, 4)[0], found.about);
        else
            status = postgres_corrupt(self, "a row can't be an entry");
    }
    forget(&results);
    return status;
}

/* ---- Everything -------------------------------------------------------- */

static bool is_yes(const PGresult *result, int row, int column)
{
    return PQgetlength(result, row, column) == 1 &&
           PQgetvalue(result, row, column)[0];
}

/* What rows of records and entries begin with. */
static bool read_item(const PGresult *result, int row, struct store_item *item)
{
    struct game_row found = {0};
    bool sound = read_game(result, row, &found);
    item->key = found.table;
    item->game = (unsigned)found.game;
    item->time = found.time;
    item->about = found.about;
    return sound;
}

static bool read_record(const PGresult *result, int row,
                        struct store_item *item)
{
    item->bytes = column_bytes(result, row, 4, STORE_RECORD_MAX);
    item->size = (size_t)PQgetlength(result, row, 4);
    item->marks = (is_yes(result, row, 5) ? STORE_LISTED : 0U) |
                  (is_yes(result, row, 6) ? STORE_KEPT : 0U);
    item->readers = column_bytes(result, row, 7, STORE_READERS_MAX);
    item->readers_size = (size_t)PQgetlength(result, row, 7);
    return item->bytes && item->readers && read_item(result, row, item);
}

static bool read_entry(const PGresult *result, int row, struct store_item *item)
{
    item->table = column_key(result, row, 4);
    item->marks = is_yes(result, row, 5) ? STORE_KEPT : 0;
    return item->table && read_item(result, row, item);
}

static bool read_value(const PGresult *result, int row, struct store_item *item)
{
    item->key = column_key(result, row, 0);
    item->bytes = column_bytes(result, row, 2, STORE_VALUE_MAX);
    item->size = (size_t)PQgetlength(result, row, 2);
    return item->key && item->bytes &&
           postgres_number(result, row, 1, &item->time);
}

static const struct {
    enum postgres_sql which;
    int id; /* its column; of values the name is it */
    bool (*read)(const PGresult *result, int row, struct store_item *item);
} kinds[STORE_KINDS] = {
    [STORE_RECORDS] = {PG_ALL_RECORDS, 8, read_record},
    [STORE_ENTRIES] = {PG_ALL_ENTRIES, 6, read_entry},
    [STORE_VALUES] = {PG_ALL_VALUES, 0, read_value},
};

static enum store_status visit_items(struct postgres_store *self,
                                     const PGresult *result,
                                     enum store_kind kind, bool *more,
                                     store_item_visit *visit, void *context)
{
    for (int row = 0; row < PQntuples(result) && *more; row++) {
        struct store_item item = {.about = ""};
        if (!kinds[kind].read(result, row, &item))
            return postgres_corrupt(self, "a row makes no sense");
        *more = visit(context, &item);
    }
    return STORE_OK;
}

/* By pages, because a record may be large. */
enum store_status postgres_items(struct store *store, enum store_kind kind,
                                 store_item_visit *visit, void *context)
{
    struct postgres_store *self = postgres_of(store);
    char name[STORE_KEY] = "";
    struct postgres_values from = {.key = name, .limit = ITEMS};
    enum store_status status = STORE_OK;
    bool more = true;
    while (more && status == STORE_OK) {
        struct results results;
        status = query(self, kinds[kind].which, &from, &results);
        const PGresult *result = results.result[0];
        if (status == STORE_OK)
            status = visit_items(self, result, kind, &more, visit, context);
        int last = status == STORE_OK ? PQntuples(result) - 1 : -1;
        more = more && last + 1 == ITEMS;
        if (more && kind == STORE_VALUES)
            strcpy(name, PQgetvalue(result, last, 0)); /* it is a key */
        else if (more)
            more = postgres_number(result, last, kinds[kind].id, &from.number);
        forget(&results);
    }
    return status;
}

/* ---- Single values ----------------------------------------------------- */

/* The number that a query answers with; STORE_MISSING if there is none. */
static enum store_status read_number(struct postgres_store *self,
                                     enum postgres_sql which, const char *key,
                                     uint64_t *number)
{
    struct results results;
    enum store_status status =
        query(self, which, &(struct postgres_values){.key = key}, &results);
    const PGresult *result = results.result[0];
    if (status == STORE_OK &&
        (PQntuples(result) == 0 || PQgetisnull(result, 0, 0)))
        status = STORE_MISSING;
    else if (status == STORE_OK && !postgres_number(result, 0, 0, number))
        status = postgres_corrupt(self, "a row has a number that can't be");
    forget(&results);
    return status;
}

enum store_status postgres_dated(struct store *store, const char *name,
                                 uint64_t *time)
{
    return read_number(postgres_of(store), PG_DATED, name, time);
}

enum store_status postgres_oldest(struct store *store, enum store_kind kind,
                                  uint64_t *time)
{
    static const enum postgres_sql which[STORE_KINDS] = {
        PG_OLDEST_RECORD, PG_OLDEST_ENTRY, PG_OLDEST_VALUE};
    return read_number(postgres_of(store), which[kind], "", time);
}

struct store_size postgres_size(struct store *store)
{
    struct postgres_store *self = postgres_of(store);
    struct store_size size = {.free = UINT64_MAX, .bytes = self->bytes};
    for (unsigned kind = 0; kind < STORE_KINDS; kind++) {
        size.rows[kind] = (uint64_t)self->rows[kind];
        size.expired[kind] = self->expired[kind];
    }
    return size;
}

/* The bytes that a query answers with. */
static enum store_status read_one(struct store *store, enum postgres_sql which,
                                  const struct postgres_values *values,
                                  size_t most, void **bytes, size_t *size)
{
    struct postgres_store *self = postgres_of(store);
    struct results results;
    enum store_status status = query(self, which, values, &results);
    const PGresult *result = results.result[0];
    if (status == STORE_OK && PQntuples(result) == 0)
        status = STORE_MISSING;
    if (status == STORE_OK && !column_bytes(result, 0, 0, most))
        status = postgres_corrupt(self, "a row is too long");
    if (status == STORE_OK)
        status = store_copy(store, PQgetvalue(result, 0, 0),
                            (size_t)PQgetlength(result, 0, 0), bytes, size);
    forget(&results);
    return status;
}

enum store_status postgres_read_record(struct store *store, const char *table,
                                       unsigned game, void **bytes,
                                       size_t *size)
{
    return read_one(store, PG_READ_RECORD,
                    &(struct postgres_values){.key = table, .number = game},
                    STORE_RECORD_MAX, bytes, size);
}

enum store_status postgres_read_readers(struct store *store, const char *table,
                                        unsigned game, void **bytes,
                                        size_t *size)
{
    return read_one(store, PG_READERS,
                    &(struct postgres_values){.key = table, .number = game},
                    STORE_READERS_MAX, bytes, size);
}

enum store_status postgres_get(struct store *store, const char *name,
                               void **bytes, size_t *size)
{
    return read_one(store, PG_GET, &(struct postgres_values){.key = name},
                    STORE_VALUE_MAX, bytes, size);
}
