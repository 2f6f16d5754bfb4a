/* The store in PostgreSQL where everything goes wrong: each call of libpq fails
 * in turn, before or after it has done its work; the process dies at each; and
 * several write at the same time. What store_commit() acknowledged is there
 * afterwards, and of what it did not acknowledge the whole or nothing. Needs a
 * database: TIOLI_POSTGRES. */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>

#include "base/clock.h"
#include "store/cluster.h"
#include "support/store_kit.h"
#include "support/store_life.h"
#include "support/store_model.h"

/* ---- Calls that fail ---------------------------------------------------- */

enum how {
    REFUSES, /* the call does nothing and returns what means failure */
    BREAKS,  /* the connection is gone when it begins */
    LOSES,   /* and when it returns: what was sent may have arrived */
    DIES,    /* so does the process */
    HOWS = DIES
};

static struct {
    pthread_mutex_t lock;
    bool armed, struck;
    bool main_only; /* or else all threads but the main one */
    pthread_t main;
    enum how how;
    unsigned left; /* calls that go well first */
} fault = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void arm(unsigned left, enum how how)
{
    pthread_mutex_lock(&fault.lock);
    fault.armed = true;
    fault.struck = false;
    fault.how = how;
    fault.left = left;
    pthread_mutex_unlock(&fault.lock);
}

/* Whether it has struck. */
static bool disarm(void)
{
    pthread_mutex_lock(&fault.lock);
    bool struck = fault.struck;
    fault.armed = false;
    pthread_mutex_unlock(&fault.lock);
    return struck;
}

static bool has_struck(void)
{
    pthread_mutex_lock(&fault.lock);
    bool struck = fault.struck;
    pthread_mutex_unlock(&fault.lock);
    return struck;
}

static bool strikes(enum how *how)
{
    bool strikes = false;
    pthread_mutex_lock(&fault.lock);
    bool counts = pthread_equal(pthread_self(), fault.main) != 0;
    if (fault.armed && counts == fault.main_only) {
        strikes = fault.left == 0;
        fault.left -= !strikes;
    }
    if (strikes) {
        fault.armed = false;
        fault.struck = true;
        *how = fault.how;
    }
    pthread_mutex_unlock(&fault.lock);
    if (strikes && *how == DIES)
        _exit(0);
    return strikes;
}

static void cut(PGconn *db)
{
    if (db && PQsocket(db) >= 0)
        shutdown(PQsocket(db), SHUT_RDWR);
}

/* The call, or what the fault makes of it. */
#define CALL(type, db, failure, call)                                          \
    do {                                                                       \
        enum how how_ = REFUSES;                                               \
        if (!strikes(&how_))                                                   \
            return call;                                                       \
        if (how_ == REFUSES)                                                   \
            return failure;                                                    \
        if (how_ == BREAKS)                                                    \
            cut(db);                                                           \
        type result_ = call;                                                   \
        if (how_ == LOSES)                                                     \
            cut(db);                                                           \
        return result_;                                                        \
    } while (0)

#define WRAP(type, name, failure, parameters, arguments)                       \
    type __real_##name parameters;                                             \
    type __wrap_##name parameters;                                             \
    type __wrap_##name parameters                                              \
    {                                                                          \
        CALL(type, db, failure, __real_##name arguments);                      \
    }

WRAP(int, PQsendQueryPrepared, 0,
     (PGconn * db, const char *name, int count, const char *const *values,
      const int *sizes, const int *formats, int format),
     (db, name, count, values, sizes, formats, format))
WRAP(int, PQsendPrepare, 0,
     (PGconn * db, const char *name, const char *sql, int count,
      const Oid *types),
     (db, name, sql, count, types))
WRAP(int, PQsendQuery, 0, (PGconn * db, const char *sql), (db, sql))
WRAP(int, PQpipelineSync, 0, (PGconn * db), (db))
WRAP(int, PQenterPipelineMode, 0, (PGconn * db), (db))
WRAP(int, PQsetnonblocking, -1, (PGconn * db, int on), (db, on))
WRAP(int, PQflush, -1, (PGconn * db), (db))
WRAP(int, PQconsumeInput, 0, (PGconn * db), (db))
WRAP(PGresult *, PQgetResult, NULL, (PGconn * db), (db))

PGconn *__real_PQconnectdbParams(const char *const *keywords,
                                 const char *const *values, int expand);
PGconn *__wrap_PQconnectdbParams(const char *const *keywords,
                                 const char *const *values, int expand);
PGconn *__wrap_PQconnectdbParams(const char *const *keywords,
                                 const char *const *values, int expand)
{
    enum how how = REFUSES;
    bool fails = strikes(&how);
    PGconn *db = fails && how == REFUSES
                     ? NULL
                     : __real_PQconnectdbParams(keywords, values, expand);
    if (fails)
        cut(db);
    return db;
}

PGresult *__real_PQcopyResult(const PGresult *from, int flags);
PGresult *__wrap_PQcopyResult(const PGresult *from, int flags);
PGresult *__wrap_PQcopyResult(const PGresult *from, int flags)
{
    enum how how = REFUSES;
    return strikes(&how) ? NULL : __real_PQcopyResult(from, flags);
}

/* ---- Batches and reads -------------------------------------------------- */

struct trial {
    struct store *store, *model;
    struct life life;
    unsigned acknowledged, refused, kept;
};

static struct trial trial_begin(struct place *place)
{
    fault.main = pthread_self();
    fault.main_only = true;
    return (struct trial){.store = place->store,
                          .model = store_open_model(),
                          .life = life_new(3)};
}

static uint64_t digest_of(struct store *store)
{
    uint64_t digest = 0;
    if (life_digest(store, &digest) != STORE_OK)
        fail_msg("%s", store_why(store));
    return digest;
}

/* It works again with the next batch, or the one after. */
static void recover(struct trial *trial)
{
    for (unsigned tries = 0; tries < 3; tries++) {
        assert_int_equal(store_put(trial->store, "nudge", "x", 1), STORE_OK);
        if (store_commit(trial->store) == STORE_OK)
            break;
        assert_true(store_why(trial->store)[0]);
        assert_true(tries < 2);
    }
    put_value(trial->model, "nudge", "x");
    put_batch(trial->model);
}

/* Another batch, during which the fault strikes; false if it did not. */
static bool commit_once(struct trial *trial, unsigned left, enum how how)
{
    struct life before = trial->life;
    struct life copy = trial->life;
    assert_int_equal(life_batch(&trial->life, trial->store), STORE_OK);
    arm(left, how);
    enum store_status status = store_commit(trial->store);
    bool struck = disarm();
    bool kept = status == STORE_OK;
    if (kept)
        expect_left_out(trial->store, "");
    else
        assert_int_equal(status, STORE_FAILED);
    recover(trial);
    if (!kept)
        kept = digest_of(trial->store) != digest_of(trial->model);
    if (kept) {
        assert_int_equal(life_batch(&copy, trial->model), STORE_OK);
        put_batch(trial->model);
    } else {
        trial->life = before;
        trial->life.random += 2;
    }
    assert_int_equal(digest_of(trial->store), digest_of(trial->model));
    trial->acknowledged += status == STORE_OK;
    trial->refused += status != STORE_OK;
    trial->kept += status != STORE_OK && kept;
    return struck;
}

static void any_call_of_a_commit_may_fail(void **state)
{
    struct trial trial = trial_begin(*state);
    for (enum how how = REFUSES; how < HOWS; how++) {
        unsigned calls = 0;
        /* Batches are of different sizes. */
        for (unsigned quiet = 0; quiet < 8; calls++)
            quiet = commit_once(&trial, calls, how) ? 0 : quiet + 1;
        assert_in_range(calls, 30, 400);
    }
    print_message("# %u batches were acknowledged, %u were not, %u of them "
                  "were there\n",
                  trial.acknowledged, trial.refused, trial.kept);
    assert_true(trial.acknowledged > 20);
    store_close(trial.model);
}

/* A connection that breaks is made anew at once; those calls fail, too. */
static void any_call_after_a_failure_may_fail(void **state)
{
    struct trial trial = trial_begin(*state);
    for (unsigned calls = 0; calls < 120; calls += 7) {
        PGconn *db = PQconnectdb(getenv("TIOLI_POSTGRES"));
        PQclear(PQexec(db, "SELECT pg_terminate_backend(pid) FROM "
                           "pg_stat_activity WHERE application_name LIKE "
                           "'tioli %'"));
        PQfinish(db);
        commit_once(&trial, calls, (enum how)(calls % HOWS));
    }
    assert_true(trial.refused > 10);
    store_close(trial.model);
}

static void any_call_of_a_read_may_fail(void **state)
{
    struct trial trial = trial_begin(*state);
    for (int i = 0; i < 20; i++) {
        struct life copy = trial.life;
        assert_int_equal(life_batch(&trial.life, trial.store), STORE_OK);
        assert_int_equal(life_batch(&copy, trial.model), STORE_OK);
        put_batch(trial.store);
        put_batch(trial.model);
    }
    recover(&trial);
    uint64_t expected = digest_of(trial.model);
    for (enum how how = REFUSES; how < HOWS; how++)
        for (unsigned calls = 0;; calls += 7) {
            uint64_t found = 0;
            arm(calls, how);
            enum store_status status = life_digest(trial.store, &found);
            bool struck = disarm();
            if (status == STORE_OK)
                assert_int_equal(found, expected);
            else
                assert_int_equal(status, STORE_FAILED);
            recover(&trial);
            assert_int_equal(digest_of(trial.store), expected);
            if (!struck)
                break;
        }
    store_close(trial.model);
}

/* ---- Deaths ------------------------------------------------------------- */

/* In a process of its own; which batch it is follows from the life. */
static void die_in_a_batch(struct life life, unsigned calls)
{
    char why[STORE_WHY];
    enum store_status status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) {
        assert_int_equal(waitpid(child, NULL, 0), child);
        return;
    }
    fault.main = pthread_self();
    struct store *store =
        store_open_postgres(getenv("TIOLI_POSTGRES"), &status, why);
    if (!store || life_batch(&life, store) != STORE_OK)
        _exit(1);
    arm(calls, DIES);
    (void)store_commit(store);
    _exit(0);
}

static void a_process_may_die_at_any_call(void **state)
{
    struct trial trial = trial_begin(*state);
    unsigned kept = 0;
    enum { CALLS = 40 };
    for (unsigned calls = 0; calls < CALLS; calls++) {
        struct life copy = trial.life;
        die_in_a_batch(trial.life, calls);
        /* Whoever writes next waits for what it may have locked. */
        recover(&trial);
        struct place *place = *state;
        trial.store = place_again(place); /* counts rows */
        if (digest_of(trial.store) == digest_of(trial.model)) {
            trial.life.random += 2;
            continue;
        }
        assert_int_equal(life_batch(&copy, trial.model), STORE_OK);
        put_batch(trial.model);
        trial.life = copy;
        assert_int_equal(digest_of(trial.store), digest_of(trial.model));
        kept++;
    }
    assert_in_range(kept, 3, CALLS - 3);
    store_close(trial.model);
}

/* ---- Several at the same time ------------------------------------------- */

#define WRITERS 3
#define RACES 80
#define RACE_TABLES 3

struct racer {
    pthread_t thread;
    unsigned number;
    struct store *store;
    uint64_t random;
    uint64_t last[RACE_TABLES];
    unsigned events[RACE_TABLES]; /* that were acknowledged */
    unsigned records, claims, fresh, left_out;
    bool failed;
};

static bool leaves_out(const struct store *store, const char *table)
{
    const char *left = NULL;
    while ((left = store_left_out(store, left)))
        if (strcmp(left, table) == 0)
            return true;
    return false;
}

/* Everybody goes on from what is there. */
static void look_again(struct racer *racer, unsigned table, const char *name)
{
    char *about = NULL;
    if (store_summary(racer->store, name, &racer->last[table], &about) ==
        STORE_OK)
        free(about);
}

/* All try to make the same new table, and to take the same name, at once. */
static void race_once(struct racer *racer, unsigned round)
{
    char fresh[STORE_KEY];
    char name[STORE_KEY];
    char table[RACE_TABLES][STORE_KEY];
    char text[40];
    struct store *store = racer->store;
    snprintf(fresh, sizeof fresh, "fresh-%u", round);
    snprintf(name, sizeof name, "name-%u", round);
    int size = snprintf(text, sizeof text, "%u.%u", racer->number, round);
    store_append(store, fresh, 1, text, (size_t)size);
    store_about(store, fresh, text);
    store_claim(store, name, "claims", text, (size_t)size);
    store_put(store, "shared", text, (size_t)size);
    for (unsigned i = 0; i < RACE_TABLES; i++) {
        snprintf(table[i], sizeof table[i], "race-%u", i);
        store_append(store, table[i], racer->last[i] + 1, text, (size_t)size);
    }
    store_record(store, "records", round + 1, 1, "", text, (size_t)size);
    racer->failed = racer->failed || store_commit(store) != STORE_OK;
    racer->fresh += !leaves_out(store, fresh);
    racer->claims += !leaves_out(store, "claims");
    racer->records += !leaves_out(store, "records");
    for (unsigned i = 0; i < RACE_TABLES; i++) {
        bool out = leaves_out(store, table[i]);
        racer->left_out += out;
        racer->events[i] += !out;
        racer->last[i]++;
        if (out)
            look_again(racer, i, table[i]);
    }
}

static void *race(void *context)
{
    struct racer *racer = context;
    for (unsigned round = 0; round < RACES && !racer->failed; round++)
        race_once(racer, round);
    return NULL;
}

static bool count_event(void *context, uint64_t seq, const void *bytes,
                        size_t size)
{
    (void)seq;
    (void)bytes;
    (void)size;
    ++*(unsigned *)context;
    return true;
}

static void what_several_write_is_there_once(void **state)
{
    struct place *place = *state;
    struct racer racers[WRITERS] = {{.number = 0}};
    unsigned events[RACE_TABLES] = {0};
    unsigned records = 0;
    unsigned claims = 0;
    unsigned fresh = 0;
    unsigned left_out = 0;
    for (unsigned i = 0; i < WRITERS; i++) {
        char why[STORE_WHY];
        enum store_status status;
        racers[i].number = i;
        racers[i].store =
            store_open_postgres(getenv("TIOLI_POSTGRES"), &status, why);
        assert_non_null(racers[i].store);
    }
    for (unsigned i = 0; i < WRITERS; i++)
        assert_int_equal(
            pthread_create(&racers[i].thread, NULL, race, &racers[i]), 0);
    for (unsigned i = 0; i < WRITERS; i++) {
        pthread_join(racers[i].thread, NULL);
        if (racers[i].failed)
            fail_msg("%s", store_why(racers[i].store));
        store_close(racers[i].store);
        records += racers[i].records;
        claims += racers[i].claims;
        fresh += racers[i].fresh;
        left_out += racers[i].left_out;
        for (unsigned table = 0; table < RACE_TABLES; table++)
            events[table] += racers[i].events[table];
    }
    assert_int_equal(records, RACES);
    assert_int_equal(claims, RACES);
    assert_int_equal(fresh, RACES);
    assert_true(left_out > RACES / 2);
    struct store *store = place_again(place);
    for (unsigned table = 0; table < RACE_TABLES; table++) {
        char name[STORE_KEY];
        unsigned found = 0;
        snprintf(name, sizeof name, "race-%u", table);
        assert_int_equal(store_load(store, name, 0, count_event, &found),
                         STORE_OK);
        assert_int_equal(found, events[table]);
    }
    expect_rows(store, RACES, 0, RACES + 1);
}

/* ---- The cluster's own connection ---------------------------------------- */

static void is_woken(void *context)
{
    (void)context;
}

static bool waits_for(bool (*good)(struct cluster *cluster),
                      struct cluster *cluster)
{
    uint64_t end = clock_ms() + 15000;
    while (clock_ms() < end) {
        if (good(cluster))
            return true;
        poll(NULL, 0, 5);
    }
    return false;
}

static bool struck_or_busy(struct cluster *cluster)
{
    cluster_tell(cluster, "t", 1, true);
    cluster_note(cluster, "t", "text");
    cluster_present(cluster, "t", "anna", clock_ms() / 16 % 2);
    return has_struck();
}

static bool is_well(struct cluster *cluster)
{
    return cluster_figures(cluster).connected && cluster_owns(cluster, "t");
}

static bool has_events(struct cluster *cluster)
{
    struct cluster_news news;
    while (cluster_next(cluster, &news))
        if (news.kind == CLUSTER_EVENTS && strcmp(news.table, "u") == 0)
            return true;
    return false;
}

static void any_call_of_the_cluster_may_fail(void **state)
{
    struct place *place = *state;
    char why[STORE_WHY] = "";
    struct cluster_config config = {.name = "a", .wake = is_woken};
    struct cluster *cluster = cluster_open(place->store, &config, why);
    if (!cluster)
        fail_msg("%s", why);
    fault.main = pthread_self();
    fault.main_only = false;
    for (unsigned calls = 0; calls < 90; calls += 2) {
        arm(calls, (enum how)(calls % HOWS));
        if (!waits_for(struck_or_busy, cluster))
            fail_msg("call %u never comes", calls);
        if (!waits_for(is_well, cluster))
            fail_msg("after call %u it does not go on", calls);
        struct cluster_news news;
        while (cluster_next(cluster, &news))
            ;
    }
    cluster_follow(cluster, "u", 0);
    put_event(place->store, "u", 1, "one");
    put_batch(place->store);
    assert_true(waits_for(has_events, cluster));
    cluster_close(cluster);
    fault.main_only = true;
}

#define TEST(test)                                                             \
    cmocka_unit_test_prestate_setup_teardown(test, place_set_up,               \
                                             place_tear_down, kind)

int main(void)
{
    static char kind[] = "postgres";
    const struct CMUnitTest tests[] = {
        TEST(any_call_of_a_commit_may_fail),
        TEST(any_call_after_a_failure_may_fail),
        TEST(any_call_of_a_read_may_fail),
        TEST(a_process_may_die_at_any_call),
        TEST(what_several_write_is_there_once),
        TEST(any_call_of_the_cluster_may_fail),
    };
    return cmocka_run_group_tests_name("faults of PostgreSQL", tests, NULL,
                                       NULL);
}
