/* Talking to PostgreSQL: statements into the pipeline, results out of it, never
 * longer than somebody is ready to wait. What breaks ends the connection, so that
 * nobody goes on in the middle of something. */
#define _POSIX_C_SOURCE 200809L

#include "store/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

#define MOST_PARAMETERS 8

static const struct {
    const char *name;
    const char *parameters;
} statements[PG_COUNT] = {
#define X(name, parameters, sql) {#name, parameters},
    POSTGRES_STATEMENTS(X) CLUSTER_STATEMENTS(X)
#undef X
};

const char *postgres_name(enum postgres_sql which)
{
    return statements[which].name;
}

/* ---- Sending ----------------------------------------------------------- */

struct bound {
    const char *value[MOST_PARAMETERS];
    int size[MOST_PARAMETERS];
    int format[MOST_PARAMETERS];
    char number[MOST_PARAMETERS][8];
};

static void bind_bytes(struct bound *bound, int at, const void *bytes,
                       size_t size)
{
    bound->value[at] = size ? bytes : "";
    bound->size[at] = (int)size;
    bound->format[at] = 1;
}

static void bind_number(struct bound *bound, int at, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        bound->number[at][i] = (char)(number >> (56 - 8 * i));
    bind_bytes(bound, at, bound->number[at], 8);
}

static void bind_yes(struct bound *bound, int at, bool yes)
{
    bound->number[at][0] = yes;
    bind_bytes(bound, at, bound->number[at], 1);
}

static void bind_text(struct bound *bound, int at, const char *text)
{
    bind_bytes(bound, at, text, strlen(text));
}

static void bind_one(struct bound *bound, int at, char letter,
                     const struct postgres_values *values)
{
    const struct postgres_log *log = values->log;
    switch (letter) {
    case 'k':
        bind_text(bound, at, values->key);
        break;
    case 'A': /* arrays are texts */
        bind_text(bound, at, values->key);
        bound->format[at] = 0;
        break;
    case 'E':
        bind_text(bound, at, values->about);
        bound->format[at] = 0;
        break;
    case 'n':
        bind_number(bound, at, values->number);
        break;
    case 'e':
        bind_number(bound, at, values->epoch);
        break;
    case 't':
        bind_number(bound, at, values->time);
        break;
    case 'b':
        bind_bytes(bound, at, values->bytes, values->size);
        break;
    case 'a':
        bind_text(bound, at, values->about);
        break;
    case 'm':
        bind_bytes(bound, at, values->mac, CHAIN_BYTES);
        break;
    case 'L':
        bind_yes(bound, at, values->marks & STORE_LISTED);
        break;
    case 'K':
        bind_yes(bound, at, values->marks & STORE_KEPT);
        break;
    case 'r':
        bind_bytes(bound, at, values->readers, values->readers_size);
        break;
    case 'x':
        bind_text(bound, at, values->table);
        break;
    case 'f':
        bind_number(bound, at, log->first);
        break;
    case 'l':
        bind_number(bound, at, log ? log->last : values->limit);
        break;
    case 'B':
        bind_bytes(bound, at, log->before, CHAIN_BYTES);
        break;
    case 'H':
        bind_bytes(bound, at, log->head, CHAIN_BYTES);
        break;
    case 'S':
        bind_bytes(bound, at, log->seal, CHAIN_BYTES);
        break;
    }
}

void postgres_add_element(struct buffer *out, const char *text)
{
    buffer_text(out, out->size ? ",\"" : "{\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buffer_char(out, '\\');
        buffer_char(out, *text);
    }
    buffer_char(out, '"');
}

void postgres_end_array(struct buffer *out)
{
    buffer_text(out, out->size ? "}" : "{}");
}

/* A failure is found by postgres_receive(). */
void postgres_send(struct postgres_store *self, enum postgres_sql which,
                   const struct postgres_values *values)
{
    const char *letters = statements[which].parameters;
    struct bound bound;
    int count = 0;
    for (; letters[count]; count++)
        bind_one(&bound, count, letters[count], values);
    if (self->db &&
        !PQsendQueryPrepared(self->db, statements[which].name, count,
                             bound.value, bound.size, bound.format, 1))
        postgres_leave(self);
}

/* ---- Receiving --------------------------------------------------------- */

void postgres_leave(struct postgres_store *self)
{
    if (self->db && !self->store.why[0])
        postgres_failed(self, PQerrorMessage(self->db));
    PQfinish(self->db);
    self->db = NULL;
}

enum store_status postgres_failed(struct postgres_store *self,
                                  const char *words)
{
    int size = (int)strcspn(words, "\n");
    if (size == 0)
        return store_fail(&self->store, STORE_FAILED,
                          "the connection to the database is lost");
    return store_fail(&self->store, STORE_FAILED, "the database: %.*s",
                      size < 200 ? size : 200, words);
}

enum store_status postgres_corrupt(struct postgres_store *self,
                                   const char *what)
{
    return store_fail(&self->store, STORE_CORRUPT, "the database: %s", what);
}

/* Whether there is a result; false when it takes too long, or never comes. */
static bool wait_for_result(struct postgres_store *self, uint64_t end_ms)
{
    for (;;) {
        int unsent = PQflush(self->db);
        struct pollfd socket = {.fd = PQsocket(self->db), .events = POLLIN};
        if (unsent < 0)
            return false;
        if (!PQisBusy(self->db))
            return true;
        if (unsent)
            socket.events |= POLLOUT;
        int ready = poll(&socket, 1, clock_left(end_ms));
        if (ready == 0)
            return store_fail(&self->store, STORE_FAILED,
                              "the database does not answer") == STORE_OK;
        if (ready < 0 && errno != EINTR)
            return false;
        if (ready > 0 && !PQconsumeInput(self->db))
            return false;
    }
}

/* What is known of an error: a sentence for its reader, or NULL for the
 * database's own. */
static const struct {
    const char *state; /* or its beginning */
    enum store_status status;
    bool leave; /* another connection may do better */
    const char *words;
} errors[] = {
    {"23505", STORE_CONFLICT, false, STORE_NOT_NEXT},
    {"40P01", STORE_CONFLICT, false, "two servers were in each other's way"},
    {"22012", STORE_FAILED, true,
     "another server has taken over the writing under our name"},
    {"25006", STORE_FAILED, true,
     "the database takes no writes: it is a standby, or was made read-only"},
    {"42501", STORE_FAILED, false,
     "the role has no right to do that in the database: GRANT it CREATE ON "
     "DATABASE, or make a schema 'tioli' that it owns"},
    {"53100", STORE_FAILED, false, "the disk of the database is full"},
    {"57P", STORE_FAILED, true, "the database is shutting down"},
    {"08", STORE_FAILED, true, NULL},
    {"55P03", STORE_FAILED, true, "something in the database is locked"},
    {"57014", STORE_FAILED, true, "the database takes too long"},
};

static enum store_status explain(struct postgres_store *self,
                                 const PGresult *result, bool *leave)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *words = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    snprintf(self->state, sizeof self->state, "%s", state ? state : "08000");
    *leave = !state;
    const char *constraint =
        PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
    snprintf(self->constraint, sizeof self->constraint, "%s",
             constraint ? constraint : "");
    if (strcmp(self->constraint, "record_once") == 0)
        return store_fail(&self->store, STORE_CONFLICT,
                          "a record is there already");
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strncmp(self->state, errors[i].state, strlen(errors[i].state)) ==
            0) {
            *leave = errors[i].leave;
            if (errors[i].words)
                return store_fail(&self->store, errors[i].status, "%s",
                                  errors[i].words);
        }
    return postgres_failed(self, words ? words : PQresultErrorMessage(result));
}

/* What is being received. */
struct receiving {
    enum store_status status;
    bool leave;
    unsigned index;
    postgres_visit *visit;
    void *context;
};

/* True if that was the last. */
static bool take(struct postgres_store *self, struct receiving *to,
                 const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_PIPELINE_SYNC)
        return true;
    if (status == PGRES_PIPELINE_ABORTED || status == PGRES_EMPTY_QUERY)
        return false;
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        if (to->status == STORE_OK) {
            to->status = explain(self, result, &to->leave);
            self->failed_at = to->index;
        }
    } else if (to->visit && to->status == STORE_OK) {
        to->visit(to->context, to->index, result);
    }
    return false;
}

/* Until the end of a pipeline, or of plain statements. */
static enum store_status receive(struct postgres_store *self, unsigned ms,
                                 struct receiving *to, bool pipeline)
{
    uint64_t end = clock_ms() + ms;
    bool between = true; /* two statements, of which each has a result */
    while (self->db) {
        bool good = wait_for_result(self, end);
        PGresult *result = good ? PQgetResult(self->db) : NULL;
        if (!result && !pipeline && good && !between)
            break;
        if (!result && (between || !good)) {
            postgres_leave(self);
            break;
        }
        between = !result;
        to->index += !result;
        bool over = result && take(self, to, result);
        PQclear(result);
        if (over)
            break;
    }
    if (!self->db)
        return STORE_FAILED;
    if (to->leave)
        postgres_leave(self);
    return to->status;
}

enum store_status postgres_receive(struct postgres_store *self, unsigned ms,
                                   postgres_visit *visit, void *context)
{
    struct receiving to = {.visit = visit, .context = context};
    self->store.why[0] = 0;
    if (self->db && !PQpipelineSync(self->db))
        postgres_leave(self);
    return receive(self, ms, &to, true);
}

enum store_status postgres_do(struct postgres_store *self, unsigned ms,
                              const char *sql, postgres_visit *visit,
                              void *context)
{
    struct receiving to = {.visit = visit, .context = context};
    self->store.why[0] = 0;
    if (self->db && !PQsendQuery(self->db, sql))
        postgres_leave(self);
    return receive(self, ms, &to, false);
}

/* ---- Columns ----------------------------------------------------------- */

bool postgres_number(const PGresult *result, int row, int column,
                     uint64_t *number)
{
    const unsigned char *bytes =
        (const unsigned char *)PQgetvalue(result, row, column);
    int size = PQgetlength(result, row, column);
    uint64_t found = 0;
    if (PQgetisnull(result, row, column) || (size != 8 && size != 4))
        return false;
    for (int i = 0; i < size; i++)
        found = found << 8 | bytes[i];
    *number = found;
    return found <= STORE_NUMBER_MAX;
}

bool postgres_check(const PGresult *result, int row, int column, size_t size,
                    uint8_t *out)
{
    if (PQgetlength(result, row, column) != (int)size)
        return false;
    memcpy(out, PQgetvalue(result, row, column), size);
    return true;
}
