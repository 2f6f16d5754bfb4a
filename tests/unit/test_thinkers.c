/* The queue of questions for the threads that think: who is next, who is put
 * aside for whom, what is dropped, and how much anybody may have there. One
 * thread thinks what the test tells it to, step by step, so that nothing here
 * depends on how fast it is. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "base/clock.h"
#include "fair/fair.h"
#include "server/thinkers.h"

#define MOST 2000
#define LONG_US 60000 /* so long that it might be put aside */

static const uint8_t secret[32] = {1, 2, 3};

/* What the thread does. Every question has a name, and waits until the test has
 * opened the gate for it; then its ticket is how often it asks whether to go on,
 * and it goes on asking while fewer have begun than `fault` says, and until the
 * moment in asked_us. */
struct stage {
    struct thinkers *thinkers;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t gate;        /* open for names below this */
    unsigned begun;       /* questions */
    unsigned ended;       /* the same */
    unsigned looks;       /* that were asked of the queue */
    uint64_t order[MOST]; /* in which they ended, by their names */
    bool stopped[MOST];   /* whether they were told to, in the same order */
    unsigned freed;
};

static struct stage stage;

static void set(unsigned *number, unsigned value)
{
    pthread_mutex_lock(&stage.lock);
    *number = value;
    pthread_cond_broadcast(&stage.changed);
    pthread_mutex_unlock(&stage.lock);
}

static void wait_for(const unsigned *number, unsigned least)
{
    pthread_mutex_lock(&stage.lock);
    while (*number < least)
        pthread_cond_wait(&stage.changed, &stage.lock);
    pthread_mutex_unlock(&stage.lock);
}

static void open_below(uint64_t name)
{
    pthread_mutex_lock(&stage.lock);
    stage.gate = name;
    pthread_cond_broadcast(&stage.changed);
    pthread_mutex_unlock(&stage.lock);
}

static void open_gate(bool open)
{
    open_below(open ? UINT64_MAX : 0);
}

static void pass_gate(uint64_t name)
{
    pthread_mutex_lock(&stage.lock);
    while (name >= stage.gate)
        pthread_cond_wait(&stage.changed, &stage.lock);
    pthread_mutex_unlock(&stage.lock);
}

/* The name of a question is in until_us, which the queue does not look at. */
static void think(struct thought *thought, bool (*go_on)(void *task),
                  void *task)
{
    bool more = true;
    set(&stage.begun, stage.begun + 1);
    pass_gate(thought->until_us);
    for (uint64_t i = 0;
         more && (i < thought->ticket || stage.begun < thought->fault ||
                  clock_us() < thought->asked_us);
         i++) {
        more = go_on(task);
        set(&stage.looks, stage.looks + 1);
    }
    pthread_mutex_lock(&stage.lock);
    stage.order[stage.ended] = thought->until_us;
    stage.stopped[stage.ended] = !more;
    stage.ended++;
    pthread_cond_broadcast(&stage.changed);
    pthread_mutex_unlock(&stage.lock);
}

static void wake(void *context)
{
    (void)context;
}

static void free_thought(void *context, struct thought *thought)
{
    (void)context;
    stage.freed++;
    free(thought);
}

static int begin(void **state)
{
    const struct thinkers_host host = {
        .wake = wake, .think = think, .free = free_thought};
    (void)state;
    memset(&stage, 0, sizeof stage);
    pthread_mutex_init(&stage.lock, NULL);
    pthread_cond_init(&stage.changed, NULL);
    stage.thinkers = thinkers_new(&host, 1, secret);
    return stage.thinkers == NULL;
}

static unsigned take_done(void)
{
    struct thought *done = thinkers_done(stage.thinkers);
    unsigned count = 0;
    while (done) {
        struct thought *next = done->next;
        free(done);
        done = next;
        count++;
    }
    return count;
}

static int end(void **state)
{
    (void)state;
    open_gate(true);
    take_done();
    thinkers_free(stage.thinkers);
    pthread_cond_destroy(&stage.changed);
    pthread_mutex_destroy(&stage.lock);
    return 0;
}

static struct thinker_of somebody(unsigned person, unsigned address)
{
    struct thinker_of of = {0};
    memcpy(of.person, &person, sizeof person);
    memcpy(of.address, &address, sizeof address);
    return of;
}

static struct thought *question(enum thought_kind kind, struct thinker_of of,
                                uint64_t name)
{
    struct thought *thought = calloc(1, sizeof *thought);
    assert_non_null(thought);
    thought->kind = (uint8_t)kind;
    thought->of = of;
    thought->until_us = name;
    thought->ticket = 1;
    return thought;
}

static struct thought *ask(enum thought_kind kind, struct thinker_of of,
                           uint64_t name)
{
    struct thought *thought = question(kind, of, name);
    assert_int_equal(thinkers_ask(stage.thinkers, thought), THINKERS_ROOM);
    return thought;
}

/* Something is thought about, and whatever is asked now waits. */
static void occupy(struct thinker_of of, enum thought_kind kind)
{
    ask(kind, of, 0);
    wait_for(&stage.begun, 1);
}

/* The same, which goes on until so many have begun. */
static void occupy_until(struct thinker_of of, uint8_t begun)
{
    struct thought *thought = question(THOUGHT_SEARCH, of, 0);
    thought->fault = begun;
    assert_int_equal(thinkers_ask(stage.thinkers, thought), THINKERS_ROOM);
    wait_for(&stage.begun, 1);
}

/* The same, with what never looks up: only then others are next. */
static void occupy_quietly(void)
{
    struct thought *thought = question(THOUGHT_QUICK, somebody(99, 99), 0);
    thought->ticket = 0;
    assert_int_equal(thinkers_ask(stage.thinkers, thought), THINKERS_ROOM);
    wait_for(&stage.begun, 1);
}

static void expect_order(const uint64_t names[], unsigned count)
{
    open_gate(true);
    wait_for(&stage.ended, count);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(stage.order[i], names[i]);
}

/* Whoever is named has used that many milliseconds. */
static void spend(struct thinker_of of, uint64_t ms)
{
    struct thought *thought = question(THOUGHT_QUICK, of, 0);
    struct share *shares[2];
    /* The queue tells which shares those are. */
    open_gate(true);
    assert_int_equal(thinkers_ask(stage.thinkers, thought), THINKERS_ROOM);
    wait_for(&stage.ended, 1);
    shares[0] = thought->person;
    shares[1] = thought->address;
    while (!take_done())
        ;
    for (unsigned i = 0; i < 2; i++)
        if (shares[i])
            share_use(shares[i], ms * 1000, clock_us());
    stage.begun = 0;
    stage.ended = 0;
    stage.looks = 0;
    open_gate(false);
}

/* ---- Who is next ------------------------------------------------------- */

static void bots_go_before_hints(void **state)
{
    static const uint64_t names[] = {0, 4, 3, 5, 1, 2};
    (void)state;
    occupy_quietly();
    ask(THOUGHT_HINT, somebody(1, 1), 1);
    ask(THOUGHT_HINT, somebody(2, 2), 2);
    ask(THOUGHT_SEARCH, somebody(3, 3), 3);
    ask(THOUGHT_QUICK, somebody(4, 4), 4);
    ask(THOUGHT_SEARCH, somebody(5, 5), 5);
    expect_order(names, 6);
}

/* The one that runs is put aside: it ends last. */
static void a_hint_is_put_aside_for_bots(void **state)
{
    static const uint64_t names[] = {2, 1, 0};
    (void)state;
    occupy(somebody(1, 1), THOUGHT_HINT);
    ask(THOUGHT_SEARCH, somebody(1, 1), 1);
    ask(THOUGHT_QUICK, somebody(1, 1), 2);
    expect_order(names, 3);
    /* And it was not told to stop. */
    assert_false(stage.stopped[2]);
}

static void a_search_is_put_aside_for_the_quick(void **state)
{
    static const uint64_t names[] = {2, 0, 1};
    (void)state;
    occupy(somebody(1, 1), THOUGHT_SEARCH);
    ask(THOUGHT_HINT, somebody(2, 2), 1);
    ask(THOUGHT_QUICK, somebody(1, 1), 2);
    expect_order(names, 3);
}

static void who_used_less_goes_first(void **state)
{
    static const uint64_t names[] = {0, 3, 2, 1};
    (void)state;
    spend(somebody(1, 1), 900);
    spend(somebody(2, 2), 500);
    occupy_quietly();
    ask(THOUGHT_SEARCH, somebody(1, 1), 1);
    ask(THOUGHT_SEARCH, somebody(2, 2), 2);
    ask(THOUGHT_SEARCH, somebody(3, 3), 3);
    expect_order(names, 4);
}

/* Many persons at one address are one neighbour of the others. */
static void an_address_is_one(void **state)
{
    static const uint64_t names[] = {0, 3, 2, 1};
    (void)state;
    spend(somebody(1, 1), 900);
    occupy_quietly();
    ask(THOUGHT_SEARCH, somebody(1, 1), 1);
    ask(THOUGHT_SEARCH, somebody(2, 1), 2);
    ask(THOUGHT_SEARCH, somebody(3, 3), 3);
    expect_order(names, 4);
}

/* Without addresses persons are all that there is. */
static void persons_alone_are_told_apart(void **state)
{
    static const uint64_t names[] = {0, 2, 1};
    (void)state;
    spend(somebody(1, 0), 900);
    occupy_quietly();
    ask(THOUGHT_SEARCH, somebody(1, 0), 1);
    ask(THOUGHT_SEARCH, somebody(2, 0), 2);
    expect_order(names, 3);
}

/* Whoever has used much is put aside for whoever has not, and nobody is for
 * their equals. */
static void who_used_much_is_put_aside(void **state)
{
    static const uint64_t names[] = {1, 0, 2};
    (void)state;
    spend(somebody(1, 1), 2000);
    spend(somebody(3, 3), 1900);
    occupy_until(somebody(1, 1), 2);
    ask(THOUGHT_SEARCH, somebody(3, 3), 2);
    ask(THOUGHT_SEARCH, somebody(2, 2), 1);
    expect_order(names, 3);
}

static void nobody_is_put_aside_for_themselves(void **state)
{
    static const uint64_t names[] = {0, 1};
    (void)state;
    spend(somebody(1, 1), 5000);
    struct thought *one = question(THOUGHT_SEARCH, somebody(1, 1), 0);
    one->asked_us = clock_us() + LONG_US;
    assert_int_equal(thinkers_ask(stage.thinkers, one), THINKERS_ROOM);
    wait_for(&stage.begun, 1);
    ask(THOUGHT_SEARCH, somebody(1, 1), 1);
    expect_order(names, 2);
}

/* What a thread has put aside takes memory: some time it is enough. The last
 * comes to its turn only after the one before it has ended. */
static void not_everything_is_put_aside(void **state)
{
    uint64_t names[THINKERS_DEPTH + 1] = {THINKERS_DEPTH - 1, THINKERS_DEPTH};
    (void)state;
    for (unsigned i = 2; i <= THINKERS_DEPTH; i++)
        names[i] = THINKERS_DEPTH - i;
    for (unsigned i = 0; i < THINKERS_DEPTH; i++)
        spend(somebody(1 + i, 1 + i), UINT64_C(1000)
                                          << 2 * (THINKERS_DEPTH - 1 - i));
    for (unsigned i = 0; i < THINKERS_DEPTH; i++) {
        struct thought *one =
            question(THOUGHT_SEARCH, somebody(1 + i, 1 + i), i);
        if (i + 1 < THINKERS_DEPTH)
            one->fault = (uint8_t)(i + 2);
        assert_int_equal(thinkers_ask(stage.thinkers, one), THINKERS_ROOM);
        open_below(i);
        wait_for(&stage.begun, i + 1);
    }
    ask(THOUGHT_SEARCH, somebody(98, 98), THINKERS_DEPTH);
    expect_order(names, THINKERS_DEPTH + 1);
}

static void time_is_charged_to_both(void **state)
{
    struct thought *thought = question(THOUGHT_HINT, somebody(1, 1), 0);
    uint64_t began = clock_us();
    (void)state;
    thought->ticket = 20000;
    assert_int_equal(thinkers_ask(stage.thinkers, thought), THINKERS_ROOM);
    open_gate(true);
    while (!thinkers_done(stage.thinkers))
        ;
    uint64_t now = clock_us();
    uint64_t used = share_used(thought->person, now);
    assert_in_range(used, 1, now - began);
    assert_int_equal(share_used(thought->address, now), used);
    free(thought);
}

/* ---- Orphans ----------------------------------------------------------- */

static void what_waits_can_be_dropped(void **state)
{
    static const uint64_t names[] = {0, 2};
    (void)state;
    occupy(somebody(1, 1), THOUGHT_SEARCH);
    struct thought *one = ask(THOUGHT_HINT, somebody(1, 1), 1);
    ask(THOUGHT_HINT, somebody(1, 1), 2);
    struct thought *three = ask(THOUGHT_HINT, somebody(1, 1), 3);
    assert_true(thinkers_drop(stage.thinkers, one));
    assert_true(thinkers_drop(stage.thinkers, three));
    free(one);
    free(three);
    struct thinkers_figures now;
    thinkers_count(stage.thinkers, &now);
    assert_int_equal(now.waiting[THOUGHT_HINT], 1);
    assert_int_equal(now.running[THOUGHT_SEARCH], 1);
    expect_order(names, 2);
}

/* It would go on for ever. */
static void what_runs_can_be_dropped(void **state)
{
    (void)state;
    struct thought *thought = question(THOUGHT_HINT, somebody(1, 1), 7);
    thought->ticket = UINT64_MAX;
    assert_int_equal(thinkers_ask(stage.thinkers, thought), THINKERS_ROOM);
    wait_for(&stage.begun, 1);
    open_gate(true);
    wait_for(&stage.looks, 10);
    assert_int_equal(stage.ended, 0);
    assert_false(thinkers_drop(stage.thinkers, thought));
    wait_for(&stage.ended, 1);
    assert_true(stage.stopped[0]);
    struct thought *done;
    while (!(done = thinkers_done(stage.thinkers)))
        ;
    assert_ptr_equal(done, thought);
    assert_true(atomic_load(&done->dropped));
    free(done);
}

/* The end of the server does not wait for what nobody will read. */
static void the_end_stops_what_runs(void **state)
{
    (void)state;
    struct thought *thought = question(THOUGHT_SEARCH, somebody(1, 1), 7);
    thought->ticket = UINT64_MAX;
    assert_int_equal(thinkers_ask(stage.thinkers, thought), THINKERS_ROOM);
    ask(THOUGHT_SEARCH, somebody(1, 1), 8);
    wait_for(&stage.begun, 1);
    open_gate(true);
    wait_for(&stage.looks, 10);
    thinkers_free(stage.thinkers);
    assert_int_equal(stage.ended, 1);
    assert_int_equal(stage.freed, 2);
    assert_int_equal(begin(NULL), 0);
}

/* ---- How much ---------------------------------------------------------- */

static void hints_are_few(void **state)
{
    (void)state;
    occupy_quietly();
    for (unsigned i = 0; i < THINKERS_HINTS_OF_PERSON; i++)
        ask(THOUGHT_HINT, somebody(1, 1), i);
    struct thought *more = question(THOUGHT_HINT, somebody(1, 1), 0);
    assert_int_equal(thinkers_ask(stage.thinkers, more), THINKERS_NO_SHARE);
    /* Others at the same address have some left, up to a point. */
    for (unsigned i = THINKERS_HINTS_OF_PERSON; i < THINKERS_HINTS_OF_ADDRESS;
         i++)
        ask(THOUGHT_HINT, somebody(100 + i, 1), i);
    more->of = somebody(2, 1);
    assert_int_equal(thinkers_ask(stage.thinkers, more), THINKERS_NO_SHARE);
    more->of = somebody(2, 2);
    assert_int_equal(thinkers_ask(stage.thinkers, more), THINKERS_ROOM);
    /* What is dropped makes room. */
    assert_true(thinkers_drop(stage.thinkers, more));
    more->of = somebody(1, 2);
    assert_int_equal(thinkers_ask(stage.thinkers, more), THINKERS_NO_SHARE);
    free(more);
}

static void all_hints_together_are_not_many(void **state)
{
    unsigned asked = 0;
    (void)state;
    occupy_quietly();
    for (unsigned person = 1; asked < THINKERS_HINTS; person++) {
        struct thought *one = question(THOUGHT_HINT, somebody(person, 0), 0);
        if (thinkers_ask(stage.thinkers, one) == THINKERS_ROOM)
            asked++;
        else
            free(one);
    }
    struct thinker_of late = somebody(5000, 0);
    assert_int_equal(thinkers_room_for(stage.thinkers, &late, THOUGHT_HINT),
                     THINKERS_FULL);
    /* Bots have room of their own. */
    assert_int_equal(thinkers_room_for(stage.thinkers, &late, THOUGHT_SEARCH),
                     THINKERS_ROOM);
}

static unsigned fill(struct thinker_of of)
{
    unsigned count = 0;
    while (thinkers_room_for(stage.thinkers, &of, THOUGHT_SEARCH) ==
           THINKERS_ROOM) {
        ask(THOUGHT_SEARCH, of, 0);
        count++;
    }
    return count;
}

/* However much one asks for, others find room. */
static void nobody_fills_the_queue(void **state)
{
    unsigned all = 1;
    (void)state;
    occupy_quietly();
    unsigned one = fill(somebody(1, 1));
    all += one;
    /* One is thought about for somebody else. */
    assert_int_equal(one, (THINKERS_BOTS - 1) / 3);
    for (unsigned i = 2; i < 50; i++) {
        unsigned more = fill(somebody(i, 1));
        assert_true(more < one);
        all += more;
    }
    assert_in_range(all, THINKERS_BOTS / 3, THINKERS_BOTS / 2 + 1);
    assert_true(fill(somebody(100, 2)) > THINKERS_BOTS / 8);
    assert_true(fill(somebody(101, 3)) > THINKERS_BOTS / 16);
    /* And when all is done it is empty. */
    open_gate(true);
    struct thinkers_figures now;
    do {
        take_done();
        thinkers_count(stage.thinkers, &now);
    } while (now.waiting[THOUGHT_SEARCH] || now.running[THOUGHT_SEARCH]);
    take_done();
    open_gate(false);
    assert_int_equal(fill(somebody(200, 200)), THINKERS_BOTS / 3 + 1);
}

/* ---- Shares ------------------------------------------------------------ */

static void what_was_used_is_forgotten(void **state)
{
    struct share share = {0};
    uint64_t now = 7 * SHARES_HALF_US;
    (void)state;
    share_use(&share, 1000, now);
    assert_int_equal(share_used(&share, now + SHARES_HALF_US - 1), 1000);
    assert_int_equal(share_used(&share, now + SHARES_HALF_US), 500);
    assert_int_equal(share_used(&share, now + 3 * SHARES_HALF_US), 125);
    share_use(&share, 100, now + SHARES_HALF_US);
    assert_int_equal(share_used(&share, now + SHARES_HALF_US), 600);
    /* Small pieces without end are forgotten, too. */
    for (unsigned i = 0; i < 1000; i++)
        share_use(&share, 1, now + SHARES_HALF_US * (2 + i / 100));
    assert_true(share_used(&share, now + SHARES_HALF_US * 12) < 250);
    assert_int_equal(share_used(&share, UINT64_MAX), 0);
}

static void shares_are_told_apart(void **state)
{
    static struct shares shares;
    struct thinker_of one = somebody(1, 1);
    struct thinker_of two = somebody(2, 0);
    (void)state;
    memcpy(shares.secret, secret, sizeof secret);
    assert_ptr_equal(shares_person(&shares, one.person),
                     shares_person(&shares, one.person));
    assert_ptr_not_equal(shares_person(&shares, one.person),
                         shares_person(&shares, two.person));
    assert_ptr_not_equal(shares_person(&shares, one.person),
                         shares_address(&shares, one.address));
    assert_null(shares_address(&shares, two.address));
    /* Where they lie is the server's secret. */
    struct share *before = shares_person(&shares, one.person);
    shares.secret[0] ^= 1;
    assert_ptr_not_equal(before, shares_person(&shares, one.person));
}

#define ON_STAGE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_STAGE(bots_go_before_hints),
        ON_STAGE(a_hint_is_put_aside_for_bots),
        ON_STAGE(a_search_is_put_aside_for_the_quick),
        ON_STAGE(who_used_less_goes_first),
        ON_STAGE(an_address_is_one),
        ON_STAGE(persons_alone_are_told_apart),
        ON_STAGE(who_used_much_is_put_aside),
        ON_STAGE(nobody_is_put_aside_for_themselves),
        ON_STAGE(not_everything_is_put_aside),
        ON_STAGE(time_is_charged_to_both),
        ON_STAGE(what_waits_can_be_dropped),
        ON_STAGE(what_runs_can_be_dropped),
        ON_STAGE(the_end_stops_what_runs),
        ON_STAGE(hints_are_few),
        ON_STAGE(all_hints_together_are_not_many),
        ON_STAGE(nobody_fills_the_queue),
        cmocka_unit_test(what_was_used_is_forgotten),
        cmocka_unit_test(shares_are_told_apart),
    };
    return fair_init() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
