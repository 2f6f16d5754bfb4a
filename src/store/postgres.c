/* Batches in PostgreSQL. The first round trip locks the logs of the batch's
 * tables and fetches them; what they become is worked out here, with the checks
 * of all events; the second round trip writes everything and commits. */
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "store/cluster.h"

#define COMMIT_MS 8000
#define SIZE_MS 60000 /* between looks at how large the database is */
#define MOST_SQL 5
#define MOST_ASKED 6
#define MOST_TRIES 4 /* of a batch that meets somebody else's */

/* What an operation runs, in this order; PG_COUNT is nothing. */
static const enum postgres_sql sql_of_op[][MOST_SQL + 1] = {
    [STORE_OP_APPEND] = {PG_APPEND, PG_COUNT},
    [STORE_OP_BEGIN] = {PG_COUNT},
    [STORE_OP_TRIM] = {PG_TRIM, PG_COUNT},
    [STORE_OP_RECORD] = {PG_RECORD, PG_COUNT},
    [STORE_OP_ENTER] = {PG_ENTER, PG_COUNT},
    [STORE_OP_ABOUT] = {PG_ABOUT, PG_COUNT},
    [STORE_OP_ARCHIVE] = {PG_DROP_EVENTS, PG_DROP_LOG, PG_DROP_ABOUT,
                          PG_TIDY_RECORDS, PG_TIDY_ENTRIES, PG_COUNT},
    [STORE_OP_DELETE] = {PG_DROP_EVENTS, PG_DROP_LOG, PG_DROP_ABOUT,
                         PG_DROP_RECORDS, PG_DROP_ENTRIES, PG_COUNT},
    [STORE_OP_PUT] = {PG_REMOVE, PG_PUT, PG_COUNT},
    [STORE_OP_REMOVE] = {PG_REMOVE, PG_COUNT},
    [STORE_OP_EXPIRE_RECORDS] = {PG_EXPIRE_RECORDS, PG_COUNT},
    [STORE_OP_EXPIRE_ENTRIES] = {PG_EXPIRE_ENTRIES, PG_COUNT},
    [STORE_OP_EXPIRE_VALUES] = {PG_EXPIRE_VALUES, PG_DATE_VALUES, PG_COUNT},
    [STORE_OP_CLAIM] = {PG_CLAIM, PG_COUNT},
    [STORE_OP_OWNER] = {PG_COUNT},
};

/* What makes rows that are counted more, and what makes them fewer. */
static const struct {
    signed char by; /* 0: neither */
    bool expires;
    enum store_kind kind;
} counted[PG_COUNT] = {
    [PG_RECORD] = {1, false, STORE_RECORDS},
    [PG_DROP_RECORDS] = {-1, false, STORE_RECORDS},
    [PG_TIDY_RECORDS] = {-1, false, STORE_RECORDS},
    [PG_EXPIRE_RECORDS] = {-1, true, STORE_RECORDS},
    [PG_ENTER] = {1, false, STORE_ENTRIES},
    [PG_DROP_ENTRIES] = {-1, false, STORE_ENTRIES},
    [PG_TIDY_ENTRIES] = {-1, false, STORE_ENTRIES},
    [PG_EXPIRE_ENTRIES] = {-1, true, STORE_ENTRIES},
    [PG_PUT] = {1, false, STORE_VALUES},
    [PG_CLAIM] = {1, false, STORE_VALUES},
    [PG_REMOVE] = {-1, false, STORE_VALUES},
    [PG_EXPIRE_VALUES] = {-1, true, STORE_VALUES},
};

/* The log of a table that the batch changes. */
struct log_now {
    struct map_link link;
    struct log_now *next;
    const char *key;
    bool there; /* in the database */
    bool changed;
    struct postgres_log log;
};

/* The check of an event that is not in the batch. */
struct old_mac {
    struct old_mac *next;
    const char *key; /* of the operation that needs it */
    uint64_t number;
    bool found;
    uint8_t mac[CHAIN_BYTES];
};

struct batch {
    struct postgres_store *self;
    const struct store_op *first;
    size_t count;                /* of operations */
    uint8_t (*mac)[CHAIN_BYTES]; /* of each, if it is an event */
    struct map by_table;
    struct log_now *logs;
    struct old_mac *macs;
    bool owns; /* there is a table that only its owner may write */
    bool claims;
    uint64_t shards;                     /* whose leases are ours, as bits */
    enum postgres_sql asked[MOST_ASKED]; /* in the first round trip */
    unsigned asked_count;
    bool failed;       /* memory is out */
    const char *clash; /* the table of the statement that has met another's */
    int64_t grown[STORE_KINDS];
    uint64_t aged[STORE_KINDS];
};

static bool has_log(const struct store_op *op)
{
    return op->kind == STORE_OP_APPEND || op->kind == STORE_OP_BEGIN ||
           op->kind == STORE_OP_TRIM || op->kind == STORE_OP_ARCHIVE ||
           op->kind == STORE_OP_DELETE;
}

static struct log_now *log_of(const struct batch *batch, const char *table,
                              size_t size)
{
    return MAP_THING(map_find(&batch->by_table, table, size, NULL),
                     struct log_now, link);
}

static bool add_log(struct batch *batch, const struct store_op *op)
{
    struct log_now *now = calloc(1, sizeof *now);
    if (!now)
        return false;
    now->key = op->key;
    now->log.first = 1;
    now->next = batch->logs;
    batch->logs = now;
    map_add(&batch->by_table, &now->link, now->key, strlen(now->key));
    return true;
}

static bool add_mac(struct batch *batch, const struct store_op *op)
{
    struct old_mac *mac = calloc(1, sizeof *mac);
    if (!mac)
        return false;
    mac->key = op->key;
    mac->number = op->number - 1;
    mac->next = batch->macs;
    batch->macs = mac;
    return true;
}

static bool batch_init(struct batch *batch)
{
    bool good = map_init(&batch->by_table);
    for (const struct store_op *op = batch->first; op && good; op = op->next) {
        batch->count++;
        if (has_log(op) && !log_of(batch, op->key, strlen(op->key)))
            good = add_log(batch, op);
        if (good && op->kind == STORE_OP_TRIM && op->number > 1)
            good = add_mac(batch, op);
        batch->owns = batch->owns || op->kind == STORE_OP_OWNER;
        batch->claims =
            batch->claims || (op->kind == STORE_OP_CLAIM && !op->marks);
    }
    batch->mac = good ? calloc(batch->count, sizeof *batch->mac) : NULL;
    return batch->mac;
}

static void batch_fini(struct batch *batch)
{
    while (batch->logs) {
        struct log_now *now = batch->logs;
        batch->logs = now->next;
        free(now);
    }
    while (batch->macs) {
        struct old_mac *mac = batch->macs;
        batch->macs = mac->next;
        free(mac);
    }
    map_free(&batch->by_table);
    free(batch->mac);
}

/* ---- The first round trip ---------------------------------------------- */

static void leave_out(struct batch *batch, const char *table)
{
    if (!store_leave_out(&batch->self->store, table))
        batch->failed = true;
}

/* A log that makes no sense is nobody else's trouble: whoever reads that table
 * next is told. */
static void take_logs(struct batch *batch, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        struct log_now *now = log_of(batch, PQgetvalue(result, row, 0),
                                     (size_t)PQgetlength(result, row, 0));
        if (!now)
            continue;
        now->there = true;
        if (!postgres_read_log(result, row, &now->log))
            leave_out(batch, now->key);
    }
}

static void take_macs(struct batch *batch, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        uint64_t seq = 0;
        if (!postgres_number(result, row, 1, &seq))
            continue;
        for (struct old_mac *mac = batch->macs; mac; mac = mac->next)
            if (mac->number == seq &&
                strcmp(mac->key, PQgetvalue(result, row, 0)) == 0)
                mac->found =
                    postgres_check(result, row, 2, CHAIN_BYTES, mac->mac);
    }
}

static void take_shards(struct batch *batch, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        uint64_t shard = CLUSTER_SHARDS;
        if (postgres_number(result, row, 0, &shard) && shard < CLUSTER_SHARDS)
            batch->shards |= UINT64_C(1) << shard;
    }
}

static void take_claimed(struct batch *batch, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++)
        for (const struct store_op *op = batch->first; op; op = op->next)
            if (op->kind == STORE_OP_CLAIM && !op->marks &&
                strcmp(op->key, PQgetvalue(result, row, 0)) == 0)
                leave_out(batch, op->more);
}

static void take_first(void *context, unsigned index, const PGresult *result)
{
    struct batch *batch = context;
    enum postgres_sql asked = PG_COUNT;
    if (index < batch->asked_count)
        asked = batch->asked[index];
    if (asked == PG_LOGS)
        take_logs(batch, result);
    else if (asked == PG_MACS)
        take_macs(batch, result);
    else if (asked == PG_OWNED)
        take_shards(batch, result);
    else if (asked == PG_CLAIMED)
        take_claimed(batch, result);
}

static void ask(struct batch *batch, enum postgres_sql which,
                const struct postgres_values *values)
{
    batch->asked[batch->asked_count++] = which;
    postgres_send(batch->self, which, values);
}

struct arrays {
    struct buffer tables, keys, numbers, names;
};

static bool fill_arrays(const struct batch *batch, struct arrays *arrays)
{
    for (struct log_now *now = batch->logs; now; now = now->next)
        postgres_add_element(&arrays->tables, now->key);
    for (struct old_mac *mac = batch->macs; mac; mac = mac->next) {
        char number[24];
        snprintf(number, sizeof number, "%llu",
                 (unsigned long long)mac->number);
        postgres_add_element(&arrays->keys, mac->key);
        postgres_add_element(&arrays->numbers, number);
    }
    for (const struct store_op *op = batch->first; op; op = op->next)
        if (op->kind == STORE_OP_CLAIM && !op->marks)
            postgres_add_element(&arrays->names, op->key);
    postgres_end_array(&arrays->tables);
    postgres_end_array(&arrays->keys);
    postgres_end_array(&arrays->numbers);
    postgres_end_array(&arrays->names);
    return !arrays->tables.failed && !arrays->keys.failed &&
           !arrays->numbers.failed && !arrays->names.failed;
}

/* Whose the leases are is asked when the logs are locked: whoever gets one
 * later waits for this batch before it can write about the table. */
static enum store_status send_first(struct batch *batch,
                                    const struct arrays *arrays)
{
    struct postgres_store *self = batch->self;
    const struct postgres_values me = {
        .key = self->server, .epoch = self->epoch, .number = self->number + 1};
    ask(batch, PG_BEGIN, NULL);
    ask(batch, PG_FENCE, &me);
    if (batch->logs)
        ask(batch, PG_LOGS,
            &(struct postgres_values){.key = arrays->tables.data});
    if (batch->macs)
        ask(batch, PG_MACS,
            &(struct postgres_values){.key = arrays->keys.data,
                                      .about = arrays->numbers.data});
    if (batch->owns)
        ask(batch, PG_OWNED, &me);
    if (batch->claims)
        ask(batch, PG_CLAIMED,
            &(struct postgres_values){.key = arrays->names.data});
    return postgres_receive(self, COMMIT_MS, take_first, batch);
}

static enum store_status ask_first(struct batch *batch)
{
    struct arrays arrays = {buffer_growing(), buffer_growing(),
                            buffer_growing(), buffer_growing()};
    batch->failed = !fill_arrays(batch, &arrays);
    enum store_status status =
        batch->failed ? STORE_FAILED : send_first(batch, &arrays);
    buffer_free(&arrays.tables);
    buffer_free(&arrays.keys);
    buffer_free(&arrays.numbers);
    buffer_free(&arrays.names);
    for (const struct store_op *op = batch->first; op; op = op->next)
        if (op->kind == STORE_OP_OWNER &&
            !(batch->shards >> cluster_shard(op->key) & 1))
            leave_out(batch, op->key);
    return batch->failed
               ? store_fail(&batch->self->store, STORE_FAILED, "out of memory")
               : status;
}

/* ---- What becomes of the logs ------------------------------------------ */

/* The check of the event before the one that is to be the first. */
static const uint8_t *mac_before(const struct batch *batch,
                                 const struct store_op *trim)
{
    size_t index = 0;
    const uint8_t *found = NULL;
    for (const struct store_op *op = batch->first; op != trim; op = op->next) {
        if (op->kind == STORE_OP_APPEND && op->number == trim->number - 1 &&
            strcmp(op->key, trim->key) == 0)
            found = batch->mac[index];
        index++;
    }
    for (const struct old_mac *mac = batch->macs; mac && !found;
         mac = mac->next)
        if (mac->found && mac->number == trim->number - 1 &&
            strcmp(mac->key, trim->key) == 0)
            found = mac->mac;
    return found;
}

/* These say whether the operation fits the log. */
static bool shorten(struct batch *batch, const struct store_op *op,
                    struct postgres_log *log)
{
    if (op->number < log->first || op->number > log->last)
        return false;
    if (op->number == log->first)
        return true;
    const uint8_t *before = mac_before(batch, op);
    if (!before)
        return false; /* the table has lost events */
    log->first = op->number;
    memcpy(log->before, before, CHAIN_BYTES);
    return true;
}

static bool lengthen(struct batch *batch, const struct store_op *op,
                     uint8_t *mac, struct postgres_log *log)
{
    if (op->number != log->last + 1)
        return false;
    log->last = op->number;
    chain_event(batch->self->key, log->head, op->key, op->number, op->bytes,
                op->size, log->head);
    memcpy(mac, log->head, CHAIN_BYTES);
    return true;
}

static bool begin(const struct store_op *op, struct postgres_log *log)
{
    if (log->last != 0)
        return false;
    log->first = op->number;
    log->last = op->number - 1;
    return true;
}

static bool change(struct batch *batch, const struct store_op *op, uint8_t *mac)
{
    struct log_now *now = log_of(batch, op->key, strlen(op->key));
    now->changed = true;
    if (op->kind == STORE_OP_APPEND)
        return lengthen(batch, op, mac, &now->log);
    if (op->kind == STORE_OP_TRIM)
        return shorten(batch, op, &now->log);
    if (op->kind == STORE_OP_BEGIN)
        return begin(op, &now->log);
    now->log = (struct postgres_log){.first = 1};
    now->there = false;
    return true;
}

static enum store_status work_out(struct batch *batch)
{
    size_t index = 0;
    for (const struct store_op *op = batch->first; op; op = op->next, index++)
        if (has_log(op) && !store_is_left_out(&batch->self->store, op) &&
            !change(batch, op, batch->mac[index]))
            leave_out(batch, op->key);
    return batch->failed
               ? store_fail(&batch->self->store, STORE_FAILED, "out of memory")
               : STORE_OK;
}

/* ---- The second round trip --------------------------------------------- */

static void send_op(struct batch *batch, const struct store_op *op,
                    const uint8_t *mac)
{
    const struct postgres_values values = {
        .key = op->key,
        .number = op->number,
        .time = op->time,
        .bytes = op->bytes,
        .size = op->size,
        .about = op->about,
        .mac = mac,
        .marks = op->marks,
        .readers = op->more,
        .readers_size = op->more_size,
        .table = op->more,
    };
    for (const enum postgres_sql *which = sql_of_op[op->kind];
         *which != PG_COUNT; which++)
        postgres_send(batch->self, *which, &values);
}

/* Results come in the order of the statements: where we are in it. */
struct place {
    struct batch *batch;
    const struct store_op *op;
    const enum postgres_sql *which;
};

static struct place beginning(struct batch *batch)
{
    return (struct place){batch, batch->first, sql_of_op[batch->first->kind]};
}

/* Whether there is another statement of an operation. */
static bool has_more(struct place *at)
{
    const struct store *store = &at->batch->self->store;
    while (at->op &&
           (*at->which == PG_COUNT || store_is_left_out(store, at->op))) {
        at->op = at->op->next;
        at->which = at->op ? sql_of_op[at->op->kind] : NULL;
    }
    return at->op;
}

static void count_result(void *context, unsigned index, const PGresult *result)
{
    struct place *at = context;
    (void)index;
    if (!has_more(at))
        return;
    enum postgres_sql which = *at->which++;
    if (!counted[which].by)
        return;
    int64_t changed = strtoll(PQcmdTuples((PGresult *)result), NULL, 10);
    at->batch->grown[counted[which].kind] += counted[which].by * changed;
    if (counted[which].expires)
        at->batch->aged[counted[which].kind] += (uint64_t)changed;
}

static bool is_written(const struct batch *batch, const struct log_now *now)
{
    return now->changed && now->log.last != 0 &&
           !store_leaves_out(&batch->self->store, now->key);
}

static enum store_status write_all(struct batch *batch)
{
    struct postgres_store *self = batch->self;
    struct place at = beginning(batch);
    size_t index = 0;
    for (const struct store_op *op = batch->first; op; op = op->next, index++)
        if (!store_is_left_out(&self->store, op))
            send_op(batch, op, batch->mac[index]);
    for (struct log_now *now = batch->logs; now; now = now->next) {
        struct postgres_log *log = &now->log;
        if (!is_written(batch, now))
            continue;
        chain_log(self->key, now->key, log->first, log->last, log->before,
                  log->head, log->seal);
        postgres_send(self, now->there ? PG_PUT_LOG : PG_NEW_LOG,
                      &(struct postgres_values){.key = now->key, .log = log});
    }
    postgres_send(self, PG_COMMIT, NULL);
    return postgres_receive(self, COMMIT_MS, count_result, &at);
}

/* The table that the statement with this number is about, or NULL. */
static const char *table_at(struct batch *batch, unsigned number)
{
    struct place at = beginning(batch);
    for (; has_more(&at); at.which++)
        if (number-- == 0)
            return store_op_table(at.op);
    for (struct log_now *now = batch->logs; now; now = now->next)
        if (is_written(batch, now) && number-- == 0)
            return now->key;
    return NULL;
}

static enum store_status write_batch(struct batch *batch)
{
    struct postgres_store *self = batch->self;
    enum store_status status = ask_first(batch);
    if (status == STORE_OK)
        status = work_out(batch);
    if (status == STORE_OK) {
        status = write_all(batch);
        if (status == STORE_CONFLICT)
            batch->clash = table_at(batch, self->failed_at);
    }
    if (status == STORE_OK || !self->db)
        return status;
    char why[STORE_WHY];
    memcpy(why, self->store.why, sizeof why);
    postgres_send(self, PG_ROLLBACK, NULL);
    (void)postgres_receive(self, COMMIT_MS, NULL, NULL);
    memcpy(self->store.why, why, sizeof why);
    return status;
}

/* ---- Commits ----------------------------------------------------------- */

static void take_size(void *context, unsigned index, const PGresult *result)
{
    struct postgres_store *self = context;
    uint64_t bytes = 0;
    (void)index;
    if (PQntuples(result) == 1 && postgres_number(result, 0, 0, &bytes))
        self->bytes = bytes;
}

/* Now and then. */
static void look_at_size(struct postgres_store *self)
{
    uint64_t now = clock_ms();
    if (self->sized_ms && now < self->sized_ms + SIZE_MS)
        return;
    self->sized_ms = now;
    postgres_send(self, PG_SIZE, NULL);
    (void)postgres_receive(self, COMMIT_MS, take_size, self);
}

/* Whether to write it once more after somebody else was there first. If it is
 * not a matter of luck, or has no luck again and again, then without the table. */
static bool try_again(struct batch *batch, unsigned tries)
{
    struct postgres_store *self = batch->self;
    bool record = strcmp(self->constraint, "record_once") == 0;
    if (!self->db || (tries >= MOST_TRIES && !batch->clash))
        return false;
    if (batch->clash && (record || tries >= MOST_TRIES))
        leave_out(batch, batch->clash);
    return !batch->failed;
}

static void keep_counts(const struct batch *batch)
{
    struct postgres_store *self = batch->self;
    self->number++;
    for (unsigned kind = 0; kind < STORE_KINDS; kind++) {
        self->rows[kind] += batch->grown[kind];
        self->expired[kind] += batch->aged[kind];
    }
}

static enum store_status write_once(struct postgres_store *self,
                                    const struct store_op *first)
{
    enum store_status status = STORE_FAILED;
    bool again = store_left_begin(&self->store, first);
    if (!again)
        store_fail(&self->store, STORE_FAILED, "out of memory");
    for (unsigned tries = 1; again; tries++) {
        struct batch batch = {.self = self, .first = first};
        self->state[0] = 0;
        self->constraint[0] = 0;
        status = batch_init(&batch)
                     ? write_batch(&batch)
                     : store_fail(&self->store, STORE_FAILED, "out of memory");
        again = status == STORE_CONFLICT && try_again(&batch, tries);
        if (status == STORE_OK)
            keep_counts(&batch);
        batch_fini(&batch);
    }
    return status == STORE_CONFLICT ? STORE_FAILED : status;
}

/* The connection is there and was not closed by the other side. */
static enum store_status look(struct postgres_store *self)
{
    if (self->db &&
        (!PQconsumeInput(self->db) || PQstatus(self->db) != CONNECTION_OK))
        postgres_leave(self);
    if (!self->db)
        return store_fail(&self->store, STORE_FAILED,
                          "the connection to the database is lost");
    return STORE_OK;
}

/* A batch whose fate is not known is asked for with the next connection, and
 * written once more if it is not there. */
static enum store_status postgres_commit(struct store *store,
                                         const struct store_op *first)
{
    struct postgres_store *self = postgres_of(store);
    enum store_status status = STORE_FAILED;
    self->store.why[0] = 0;
    if (!first)
        return look(self);
    for (int tries = 0; tries < 2; tries++) {
        bool fresh = !self->db;
        if (postgres_connect(self) != STORE_OK)
            return STORE_FAILED;
        uint64_t number = self->number + 1;
        status = write_once(self, first);
        if (self->db)
            break;
        if (postgres_connect(self) != STORE_OK)
            return STORE_FAILED;
        if (self->number == number)
            status = STORE_OK;
        if (status == STORE_OK || fresh)
            break;
    }
    if (status == STORE_OK) {
        self->told = self->number;
        look_at_size(self);
    }
    return status;
}

static void postgres_close(struct store *store)
{
    struct postgres_store *self = postgres_of(store);
    PQfinish(self->db);
    free(self);
}

const struct store_methods postgres_methods = {
    .close = postgres_close,
    .commit = postgres_commit,
    .load = postgres_load,
    .tables = postgres_tables,
    .summary = postgres_summary,
    .records = postgres_records,
    .listed = postgres_listed,
    .entries = postgres_entries,
    .items = postgres_items,
    .oldest = postgres_oldest,
    .size = postgres_size,
    .read_readers = postgres_read_readers,
    .read_record = postgres_read_record,
    .dated = postgres_dated,
    .get = postgres_get,
};
