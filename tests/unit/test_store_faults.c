/* Disks and memory that fail: every call of the file system and every
 * allocation fails in turn, once and for good, and the power goes at random
 * moments. Whatever happens, what store_commit() acknowledged is there
 * afterwards, and of what it did not acknowledge the whole or nothing. */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store/store.h"
#include "support/disk.h"
#include "support/store_life.h"
#include "support/store_model.h"

/* How much is tried in a quick run. */
#define USUAL_FAULTS (SLOW_BUILD ? 32 : 72)
#define USUAL_CUTS (SLOW_BUILD ? 140 : 400)

/* ---- Allocations -------------------------------------------------------- */

/* SQLite's, and those of the store itself, which the linker sends here. Both
 * interfaces have no room for a context. */
static struct {
    sqlite3_mem_methods real;
    bool sqlite, own; /* whose allocations are counted */
    uint64_t calls, fail_call;
    bool armed, for_good, failed;
} memory;

static bool memory_strikes(void)
{
    uint64_t call = memory.calls++;
    if (!memory.armed || call < memory.fail_call ||
        (memory.failed && !memory.for_good))
        return false;
    memory.failed = true;
    return true;
}

static void *sqlite_malloc(int size)
{
    return memory.sqlite && memory_strikes() ? NULL : memory.real.xMalloc(size);
}

static void *sqlite_realloc(void *old, int size)
{
    return memory.sqlite && memory_strikes() ? NULL
                                             : memory.real.xRealloc(old, size);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    return memory.own && memory_strikes() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return memory.own && memory_strikes() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return memory.own && memory_strikes() ? NULL : __real_realloc(old, size);
}

/* ---- A trial ------------------------------------------------------------ */

struct trial {
    struct disk *disk; /* NULL: the store is in memory */
    const char *path;
    bool restarts;  /* ends the process where others wait for the disk */
    uint64_t *cuts; /* the power goes, again and again: random numbers */
    bool one_cut;
    struct store *store;
    struct life life;
    struct store *model; /* what the store must hold */
    unsigned count;      /* batches in it */
    bool doubt;          /* one more batch may be in the store */
    struct life before_doubt, after_doubt;
    bool heavy_doubt;
    unsigned doubts_kept; /* and was */
    unsigned power_cuts;
};

/* The disk is back. In trials with power cuts it may go soon again. */
static void mend(struct trial *trial)
{
    memory.armed = false;
    if (!trial->disk)
        return;
    if (!trial->cuts) {
        disk_mend(trial->disk);
    } else if (disk_failed(trial->disk)) {
        trial->power_cuts++;
        disk_power_cut(trial->disk);
        if (!trial->one_cut && life_random(trial->cuts, 2))
            disk_fail(trial->disk,
                      disk_calls(trial->disk) + life_random(trial->cuts, 100),
                      DISK_CUT);
    }
}

/* The store must hold one more batch from now on. */
static void expect_batch(struct trial *trial, struct life before, bool heavy)
{
    bool own = memory.own;
    memory.own = false;
    assert_int_equal(heavy ? life_heavy_batch(&before, trial->model)
                           : life_batch(&before, trial->model),
                     STORE_OK);
    assert_int_equal(store_commit(trial->model), STORE_OK);
    trial->count++;
    memory.own = own;
}

static uint64_t expected(const struct trial *trial)
{
    uint64_t digest = 0;
    bool own = memory.own;
    memory.own = false;
    assert_int_equal(life_digest(trial->model, &digest), STORE_OK);
    memory.own = own;
    return digest;
}

static void begin(struct trial *trial, uint64_t seed)
{
    bool own = memory.own;
    memory.own = false;
    trial->life = life_new(seed);
    trial->model = store_open_model();
    memory.own = own;
}

static void open_store(struct trial *trial)
{
    for (unsigned tries = 0; tries < 100; tries++) {
        char why[STORE_WHY] = "";
        enum store_status status = STORE_FAILED;
        trial->store = trial->disk
                           ? store_open_sqlite(trial->path, &status, why)
                           : store_open_memory(why);
        if (trial->store)
            return;
        if (status != STORE_FAILED || !*why)
            fail_msg("opening: %d %s", (int)status, why);
        if (tries > 0 && !trial->cuts)
            fail_msg("opening on a good disk: %s", why);
        mend(trial);
    }
    fail_msg("it can't be opened");
}

static void close_store(struct trial *trial)
{
    store_close(trial->store);
    trial->store = NULL;
}

/* Until the store works: it must, as soon as the disk does. */
static void get_over_it(struct trial *trial)
{
    if (trial->restarts) {
        close_store(trial);
        mend(trial);
        open_store(trial);
        return;
    }
    mend(trial);
    if (store_commit(trial->store) != STORE_OK)
        fail_msg("it does not work on a good disk: %s",
                 store_why(trial->store));
}

/* Is in the store what must be? */
static void check(struct trial *trial, const char *when)
{
    uint64_t found = 0;
    enum store_status status = life_digest(trial->store, &found);
    for (unsigned tries = 0; status == STORE_FAILED && tries < 100; tries++) {
        get_over_it(trial);
        status = life_digest(trial->store, &found);
    }
    if (status != STORE_OK)
        fail_msg("%s: can't be read: %s", when, store_why(trial->store));
    if (trial->doubt && found != expected(trial)) {
        expect_batch(trial, trial->before_doubt, trial->heavy_doubt);
        trial->life = trial->after_doubt;
        trial->doubts_kept++;
    }
    trial->doubt = false;
    if (found != expected(trial))
        fail_msg("%s: after %u batches the store holds something else", when,
                 trial->count);
}

static void one_batch(struct trial *trial, bool heavy)
{
    struct life life = trial->life;
    bool taken = (heavy ? life_heavy_batch(&life, trial->store)
                        : life_batch(&life, trial->store)) == STORE_OK;
    enum store_status status = store_commit(trial->store);
    if (taken && status == STORE_OK) {
        expect_batch(trial, trial->life, heavy);
        trial->life = life;
        return;
    }
    if (taken && status != STORE_FAILED)
        fail_msg("a batch: %d %s", (int)status, store_why(trial->store));
    trial->doubt = taken;
    trial->before_doubt = trial->life;
    trial->after_doubt = life;
    trial->heavy_doubt = heavy;
    if (trial->restarts)
        get_over_it(trial);
    check(trial, "after a failure");
    check(trial, "a moment later");
}

static void integrity(struct trial *trial)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(trial->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal(sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void batches(struct trial *trial, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        one_batch(trial, false);
}

/* Opening, batches, closing, opening again; perhaps with something so large in
 * between that the WAL goes into the file without being closed. */
static void scenario(struct trial *trial, bool heavy)
{
    begin(trial, 5);
    open_store(trial);
    batches(trial, 6);
    if (trial->disk) {
        close_store(trial);
        open_store(trial);
        check(trial, "after opening");
    }
    batches(trial, 4);
    if (heavy)
        one_batch(trial, true);
    batches(trial, 4);
    check(trial, "at the end");
}

/* After the scenario: as it is, or after a power cut. */
static void epilogue(struct trial *trial, bool power_cut)
{
    trial->cuts = NULL;
    mend(trial);
    if (trial->disk && power_cut) {
        /* The process is gone before it can close anything. */
        disk_fail(trial->disk, disk_calls(trial->disk), DISK_CUT);
        close_store(trial);
        disk_power_cut(trial->disk);
        open_store(trial);
        check(trial, "after a power cut");
    }
    batches(trial, 2);
    check(trial, "in the end");
    close_store(trial);
    store_close(trial->model);
    if (trial->disk)
        integrity(trial);
}

/* ---- Everything fails in turn ------------------------------------------- */

struct bench {
    struct disk *disk;
    char folder[64];
    char path[96];
};

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    strcpy(bench->folder, "/tmp/tioli-faults-XXXXXX");
    assert_non_null(mkdtemp(bench->folder));
    snprintf(bench->path, sizeof bench->path, "%s/a.db", bench->folder);
    bench->disk = disk_new();
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    disk_free(bench->disk);
    unlink(bench->path); /* the store makes it, although it stays empty */
    rmdir(bench->folder);
    free(bench);
    return 0;
}

static unsigned long from_environment(const char *name, unsigned long usual)
{
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : usual;
}

/* The scenario with call number `call` failing. */
static unsigned fails_at(struct bench *bench, uint64_t call,
                         enum disk_fault fault, bool heavy, unsigned variant)
{
    struct trial trial = {
        .disk = bench->disk, .path = bench->path, .restarts = variant & 1};
    disk_format(bench->disk, bench->path, call * 8 + variant);
    disk_spoils(bench->disk, variant & 4);
    disk_fail(bench->disk, call, fault);
    scenario(&trial, heavy);
    epilogue(&trial, variant & 2);
    return trial.doubts_kept;
}

/* All calls of a scenario, or so many, spread over the whole. */
static unsigned calls_fail(struct bench *bench, enum disk_fault fault,
                           bool heavy, unsigned long trials)
{
    struct trial trial = {.disk = bench->disk, .path = bench->path};
    unsigned kept = 0;
    disk_format(bench->disk, bench->path, 1);
    scenario(&trial, heavy);
    uint64_t calls = disk_calls(bench->disk);
    epilogue(&trial, false);
    if (trials > calls)
        trials = calls;
    for (unsigned long i = 0; i < trials; i++)
        kept += fails_at(bench, i * calls / trials, fault, heavy,
                         (unsigned)(i % 8));
    print_message("# %lu of %llu calls failed\n", trials,
                  (unsigned long long)calls);
    return kept;
}

static void each_call_fails(struct bench *bench, enum disk_fault fault)
{
    unsigned long trials = from_environment("TIOLI_TEST_FAULTS", USUAL_FAULTS);
    unsigned kept = calls_fail(bench, fault, false, trials);
    kept += calls_fail(bench, fault, true, trials / 12);
    print_message("# %u batches were there that were not acknowledged\n", kept);
    /* The connection lives on, so what failed is undone for certain. */
    if (fault == DISK_ONCE)
        assert_int_equal(kept, 0);
}

static void each_call_fails_once(void **state)
{
    each_call_fails(*state, DISK_ONCE);
}

static void each_call_fails_for_good(void **state)
{
    each_call_fails(*state, DISK_FOR_GOOD);
}

static void the_disk_is_full(void **state)
{
    each_call_fails(*state, DISK_FULL);
}

/* What is opened meanwhile is of no use afterwards. */
static void the_disk_is_for_reading_alone(void **state)
{
    unsigned long trials = from_environment("TIOLI_TEST_FAULTS", USUAL_FAULTS);
    (void)calls_fail(*state, DISK_LOCKED, false, trials / 2);
}

static void the_disk_goes_away_and_comes_back(void **state)
{
    each_call_fails(*state, DISK_GONE);
}

/* ---- Another file in its place ------------------------------------------ */

/* A file and its WAL, as they lie on the disk. */
struct copy {
    uint8_t *bytes[2];
    size_t size[2];
};

static const char *name_of(const struct bench *bench, int which, char out[128])
{
    snprintf(out, 128, "%s%s", bench->path, which ? "-wal" : "");
    return out;
}

static struct copy take_copy(struct bench *bench)
{
    struct copy copy;
    char name[128];
    for (int i = 0; i < 2; i++)
        copy.bytes[i] =
            disk_get(bench->disk, name_of(bench, i, name), &copy.size[i]);
    return copy;
}

static void put_copy(struct bench *bench, const struct copy *copy)
{
    char name[128];
    for (int i = 0; i < 2; i++)
        disk_put(bench->disk, name_of(bench, i, name), copy->bytes[i],
                 copy->size[i]);
}

static void free_copy(struct copy *copy)
{
    free(copy->bytes[0]);
    free(copy->bytes[1]);
}

/* However often it is tried, it is refused, and not a byte of it changes. */
static void expect_never_taken(struct trial *trial, struct bench *bench,
                               const struct copy *copy, const char *sentence)
{
    put_copy(bench, copy);
    for (int tries = 0; tries < 12; tries++) {
        struct copy after;
        assert_int_equal(store_commit(trial->store), STORE_FAILED);
        if (!strstr(store_why(trial->store), sentence))
            fail_msg("it says '%s'", store_why(trial->store));
        after = take_copy(bench);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(after.size[i], copy->size[i]);
            assert_memory_equal(after.bytes[i], copy->bytes[i], copy->size[i]);
        }
        free_copy(&after);
    }
}

/* The disk is away for a moment, and what is there when it is back is something
 * else: what was acknowledged must not be forgotten for it. */
static void no_other_file_takes_its_place(void **state)
{
    struct bench *bench = *state;
    struct trial trial = {.disk = bench->disk, .path = bench->path};
    struct copy other;
    struct copy older[3];
    struct copy empty = {{(uint8_t *)"", (uint8_t *)""}, {0, 0}};

    /* A store of somebody else, which has seen more. */
    disk_format(bench->disk, bench->path, 2);
    begin(&trial, 6);
    open_store(&trial);
    batches(&trial, 30);
    close_store(&trial);
    other = take_copy(bench);
    store_close(trial.model);

    disk_format(bench->disk, bench->path, 3);
    trial = (struct trial){.disk = bench->disk, .path = bench->path};
    begin(&trial, 5);
    open_store(&trial);
    older[0] = take_copy(bench);
    batches(&trial, 3);
    close_store(&trial);
    older[1] = take_copy(bench);
    open_store(&trial);
    batches(&trial, 3);
    older[2] = take_copy(bench); /* one batch ago */
    batches(&trial, 1);
    struct copy ours = take_copy(bench);

    disk_fail(bench->disk, disk_calls(bench->disk), DISK_GONE);
    assert_int_equal(store_put(trial.store, "v", "x", 1), STORE_OK);
    assert_int_equal(store_commit(trial.store), STORE_FAILED);
    disk_mend(bench->disk);
    for (int i = 0; i < 3; i++) {
        expect_never_taken(&trial, bench, &older[i], "not the file that was");
        free_copy(&older[i]);
    }
    expect_never_taken(&trial, bench, &other, "not the file that was");
    free_copy(&other);
    expect_never_taken(&trial, bench, &empty, "become an empty file");
    put_copy(bench, &ours);
    free_copy(&ours);
    check(&trial, "with the file back");
    batches(&trial, 2);
    epilogue(&trial, false);
}

/* ---- Memory runs out ---------------------------------------------------- */

static uint64_t run_short(struct bench *bench, bool sqlite, bool on_disk,
                          uint64_t call, bool for_good)
{
    struct trial trial = {.disk = on_disk ? bench->disk : NULL,
                          .path = bench->path};
    if (on_disk)
        disk_format(bench->disk, bench->path, call);
    memory.sqlite = sqlite;
    memory.own = !sqlite;
    memory.calls = 0;
    memory.fail_call = call;
    memory.failed = false;
    memory.for_good = for_good;
    memory.armed = true;
    scenario(&trial, false);
    uint64_t calls = memory.calls;
    epilogue(&trial, true);
    memory.sqlite = false;
    memory.own = false;
    return calls;
}

static void each_allocation_fails(struct bench *bench, bool sqlite,
                                  bool on_disk)
{
    uint64_t calls = run_short(bench, sqlite, on_disk, UINT64_MAX, false);
    unsigned long trials = from_environment("TIOLI_TEST_FAULTS", USUAL_FAULTS);
    if (trials > calls)
        trials = calls;
    for (unsigned long i = 0; i < trials; i++) {
        run_short(bench, sqlite, on_disk, i * calls / trials, false);
        run_short(bench, sqlite, on_disk, i * calls / trials, true);
    }
    print_message("# %lu of %llu allocations failed\n", trials,
                  (unsigned long long)calls);
}

static void each_allocation_of_sqlite_fails(void **state)
{
    each_allocation_fails(*state, true, true);
}

static void each_allocation_of_the_store_fails(void **state)
{
    each_allocation_fails(*state, false, true);
}

static void each_allocation_in_memory_fails(void **state)
{
    each_allocation_fails(*state, false, false);
    each_allocation_fails(*state, true, false);
}

/* ---- Power cuts --------------------------------------------------------- */

/* A life with power cuts, from a number. */
static unsigned life_with_cuts(struct bench *bench, uint64_t seed)
{
    uint64_t random = seed;
    struct trial trial = {.disk = bench->disk,
                          .path = bench->path,
                          .restarts = true,
                          .cuts = &random};
    life_random(&random, 1);
    disk_format(bench->disk, bench->path, seed);
    /* Where whole sectors are spoilt, a second cut while the first batch after
     * the other is written may hit what lies before it: SQLite begins it in the
     * same sector, and nothing above it can help that. */
    trial.one_cut = life_random(&random, 2);
    disk_spoils(bench->disk, trial.one_cut);
    disk_fail(bench->disk, life_random(&random, 16u << life_random(&random, 7)),
              DISK_CUT);
    begin(&trial, seed);
    if (life_random(&random, 4) == 0)
        trial.life.large = 20000;
    open_store(&trial);
    for (uint64_t rounds = 1 + life_random(&random, 3); rounds > 0; rounds--) {
        batches(&trial, 1 + (unsigned)life_random(&random, 8));
        if (life_random(&random, 100) == 0)
            one_batch(&trial, true);
        close_store(&trial);
        if (disk_failed(bench->disk))
            mend(&trial);
        open_store(&trial);
        check(&trial, "after opening");
    }
    epilogue(&trial, true);
    return trial.power_cuts + 1;
}

static void the_power_goes(void **state)
{
    unsigned long wanted = from_environment("TIOLI_TEST_CUTS", USUAL_CUTS);
    uint64_t seed = from_environment("TIOLI_TEST_SEED", 1);
    unsigned long cuts = 0;
    for (; cuts < wanted; seed++)
        cuts += life_with_cuts(*state, seed);
    print_message("# %lu power cuts\n", cuts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_call_fails_once, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_call_fails_for_good, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_disk_is_full, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_disk_is_for_reading_alone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_disk_goes_away_and_comes_back,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_other_file_takes_its_place, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_allocation_of_sqlite_fails, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_allocation_of_the_store_fails,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_allocation_in_memory_fails, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_power_goes, set_up, tear_down),
    };
    sqlite3_mem_methods shim;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.real) != SQLITE_OK)
        return 1;
    shim = memory.real;
    shim.xMalloc = sqlite_malloc;
    shim.xRealloc = sqlite_realloc;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &shim) != SQLITE_OK ||
        sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) != SQLITE_OK)
        return 1;
    return cmocka_run_group_tests_name("store_faults", tests, NULL, NULL);
}
