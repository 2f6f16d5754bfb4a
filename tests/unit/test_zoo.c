/* Programs that do everything wrong that a program can: each must end as a
 * named fault, with stand-in moves to the end of a legal game, and with nothing
 * left of it: no process, no zombie, no descriptor, no folder. */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/outside_game.h"

static const struct habit {
    const char *name;
    enum player_fault fault;
    const char *detail; /* part of what is said about it */
} habits[] = {
    {"silent", PLAYER_START_LATE, "said nothing: is its output flushed?"},
    {"late-hello", PLAYER_START_LATE, "said nothing: is its output flushed?"},
    {"half-hello", PLAYER_START_LATE,
     "said lines but no \"ready\", the last: 'info \\xe2\\x80\\x8b'"},
    {"half-line", PLAYER_START_LATE, "did not end its line: 'ready 1'"},
    {"no-move", PLAYER_LATE, "said nothing in time"},
    {"no-pong", PLAYER_LATE, "said nothing in time"},
    {"endless-line", PLAYER_LONG_LINE, "more than 1024 bytes"},
    {"endless-hello", PLAYER_LONG_LINE, "more than 1024 bytes"},
    {"many-names", PLAYER_GARBAGE, "no end of its hello"},
    {"garbage", PLAYER_GARBAGE, "\\xff\\xfe\\x00move pass\\x1b[31m"},
    {"nul", PLAYER_GARBAGE, "move pass\\x00"},
    {"nonsense", PLAYER_GARBAGE, "the quick brown fox"},
    {"other-protocol", PLAYER_GARBAGE, "expected protocol 1"},
    {"echo", PLAYER_GARBAGE, "got 'tioli 1 "},
    {"illegal", PLAYER_ILLEGAL, "lay 1:L1"},
    {"cheats", PLAYER_ILLEGAL, "not for chance"},
    {"closes-output", PLAYER_CLOSED, "closed a pipe"},
    {"closes-input", PLAYER_CLOSED, "closed a pipe"},
    {"dies-at-once", PLAYER_DIED, "status 3"},
    {"dies-at-game", PLAYER_DIED, "status 4"},
    {"dies-in-game", PLAYER_DIED, "status 5"},
    {"crashes", PLAYER_DIED, "SIGSEGV"},
    {"ignores-term", PLAYER_LATE, ""},
    {"ignores-quit", PLAYER_NONE, ""},
    {"forks", PLAYER_LATE, ""},
    {"forks-daemon", PLAYER_LATE, ""},
    {"stubborn", PLAYER_LATE, ""},
    {"daemon-and-dies", PLAYER_DIED, "status 0"},
    {"leaves-heir", PLAYER_DIED, "status 6"},
    {"forks-on", PLAYER_LATE, ""},
    {"eats-memory", PLAYER_DIED, "status 1"},
    {"burns-cpu", PLAYER_LATE, ""},
    {"floods", PLAYER_GARBAGE, "lines of info"},
    {"floods-early", PLAYER_GARBAGE, "lines of info"},
    {"slow", PLAYER_LATE, ""},
    {"reads-nothing", PLAYER_LATE, ""},
    {"eager", PLAYER_GARBAGE, "move pass"},
    {"talks-twice", PLAYER_GARBAGE, "nobody asked for 'move pass'"},
    {"makes-a-mess", PLAYER_NONE, ""},
    {"huge-file", PLAYER_DIED, ""},
    {"good", PLAYER_NONE, ""},
};

static char temporary[64]; /* where the programs' folders are made */
static char source[512];
static char token[32]; /* a word by which our programs are known in /proc */

/* Time that is not to run out, even on a machine that is busy elsewhere. */
#define AMPLE_MS 30000

static struct player_limits short_limits(void)
{
    return (struct player_limits){
        .start_ms = AMPLE_MS,
        .move_ms = AMPLE_MS,
        .quit_ms = 100,
        .memory_mb = 160,
        .cpu_seconds = 20,
    };
}

/* ---- What is left behind ----------------------------------------------- */

static unsigned entries(const char *path)
{
    unsigned count = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

/* How many processes have the token among their words. */
static unsigned programs_left(void)
{
    unsigned count = 0;
    struct dirent *entry;
    DIR *folder = opendir("/proc");
    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL) {
        char path[300];
        char words[4096];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        FILE *file = entry->d_name[0] >= '1' && entry->d_name[0] <= '9'
                         ? fopen(path, "rb")
                         : NULL;
        if (file == NULL)
            continue;
        size_t size = fread(words, 1, sizeof words, file);
        fclose(file);
        count += memmem(words, size, token, strlen(token)) != NULL;
    }
    closedir(folder);
    return count;
}

struct rest {
    unsigned descriptors;
    unsigned folders;
};

static struct rest look(void)
{
    return (struct rest){entries("/proc/self/fd"), entries(temporary)};
}

static void expect_nothing_left(struct rest before)
{
    struct rest after = look();
    assert_int_equal(after.descriptors, before.descriptors);
    assert_int_equal(after.folders, before.folders);
    assert_int_equal(programs_left(), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* ---- Games ------------------------------------------------------------- */

static void spec_of(struct player_spec *spec, const char *text)
{
    char why[PLAYER_TEXT];
    if (!player_spec_parse(text, strlen(text), NULL, spec, why))
        fail_msg("%s: %s", text, why);
}

static struct player *open_bad(const char *habit, const char *mark,
                               const struct player_limits *limits,
                               enum player_fault *fault)
{
    struct player_spec spec;
    char text[3 * PLAYER_TEXT];
    snprintf(text, sizeof text,
             "cmd:/usr/bin/python3 -S '%s/tests/zoo/bad_bot.py' %s %s", source,
             habit, mark);
    spec_of(&spec, text);
    struct player *player = player_open(&spec, limits, fault);
    assert_non_null(player);
    return player;
}

static struct player *open_plain(const char *name)
{
    struct player_spec spec;
    enum player_fault fault;
    struct player_limits limits = short_limits();
    spec_of(&spec, name);
    struct player *player = player_open(&spec, &limits, &fault);
    assert_non_null(player);
    assert_int_equal(fault, PLAYER_NONE);
    return player;
}

static void play_short_game(struct outside_game *table)
{
    table->deck = tio_deck_standard();
    table->settings = tio_settings_default(2);
    table->settings.starts = 1;
    outside_game_play(table);
}

static void try_habit(const struct habit *habit)
{
    enum player_fault opened;
    struct player_limits limits = short_limits();
    struct outside_game table = {.seed = 5};
    struct rest before = look();
    bool mute = strcmp(habit->name, "no-pong") == 0;
    if (habit->fault == PLAYER_START_LATE || mute)
        limits.start_ms = mute ? 3000 : 300;
    else if (habit->fault == PLAYER_LATE)
        limits.move_ms = 300;
    table.player[0] = open_bad(habit->name, token, &limits, &opened);
    table.player[1] = open_plain("random");
    play_short_game(&table);
    assert_int_equal(table.error, TIO_OK);
    assert_int_equal(table.game.phase, TIO_PHASE_OVER);
    const char *detail = player_fault_detail(table.player[0]);
    if (table.fault[0] != habit->fault ||
        strstr(detail, habit->detail) == NULL) {
        fail_msg("%s: %s (%s), wanted %s (%s)", habit->name,
                 player_fault_name(table.fault[0]), detail,
                 player_fault_name(habit->fault), habit->detail);
    }
    assert_true((detail[0] != '\0') == (habit->fault != PLAYER_NONE));
    if (opened != PLAYER_NONE)
        assert_int_equal(opened, habit->fault);
    player_close(table.player[0]);
    player_close(table.player[1]);
    expect_nothing_left(before);
}

static void test_habits(void **state)
{
    try_habit(*state);
}

/* ---- Programs that never were ------------------------------------------- */

static void expect_no_start(const char *text, const char *detail)
{
    enum player_fault fault;
    struct player_spec spec;
    struct player_limits limits = short_limits();
    struct outside_game table = {.seed = 5};
    struct rest before = look();
    spec_of(&spec, text);
    table.player[0] = player_open(&spec, &limits, &fault);
    assert_non_null(table.player[0]);
    assert_int_equal(fault, PLAYER_NO_START);
    if (strstr(player_fault_detail(table.player[0]), detail) == NULL)
        fail_msg("%s: %s", text, player_fault_detail(table.player[0]));
    table.player[1] = open_plain("random");
    play_short_game(&table);
    assert_int_equal(table.fault[0], PLAYER_NO_START);
    assert_int_equal(table.game.phase, TIO_PHASE_OVER);
    player_close(table.player[0]);
    player_close(table.player[1]);
    expect_nothing_left(before);
}

static void test_no_start(void **state)
{
    char path[128];
    char text[160];
    (void)state;
    expect_no_start("cmd:./no-such-program", "no such program");
    expect_no_start("cmd:no-such-program --fast", "no such program");
    expect_no_start("cmd:/", "it is a folder");
    expect_no_start("cmd:/etc/passwd", "it is not executable");
    /* A file that may be run, and is no program. */
    snprintf(path, sizeof path, "%s/nothing", temporary);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("this is no program\n", file);
    fclose(file);
    assert_int_equal(chmod(path, 0700), 0);
    snprintf(text, sizeof text, "cmd:%s", path);
    expect_no_start(text, "Exec format error");
    unlink(path);
}

/* ---- Limits ------------------------------------------------------------ */

static void test_cpu_limit(void **state)
{
    enum player_fault opened;
    struct player_limits limits = short_limits();
    struct outside_game table = {.seed = 5, .most_moves = 2};
    struct rest before = look();
    (void)state;
    limits.cpu_seconds = 1;
    table.player[0] = open_bad("burns-cpu", token, &limits, &opened);
    table.player[1] = open_plain("random");
    play_short_game(&table);
    assert_int_equal(table.fault[0], PLAYER_DIED);
    assert_string_equal(player_fault_detail(table.player[0]),
                        "killed by SIGXCPU");
    player_close(table.player[0]);
    player_close(table.player[1]);
    expect_nothing_left(before);
}

/* ---- A run of games ---------------------------------------------------- */

/* Whoever dies in every game is started three times and no more. */
static void test_restarts(void **state)
{
    enum player_fault opened;
    struct player_limits limits = short_limits();
    struct outside_game table = {.seed = 5};
    struct rest before = look();
    tio_settings settings = tio_settings_default(2);
    static const char *const names[] = {"a", "b"};
    (void)state;
    table.player[0] = open_bad("dies-in-game", token, &limits, &opened);
    table.player[1] = open_plain("random");
    for (unsigned game = 0; game < 5; game++) {
        enum player_fault begun = player_begin(
            table.player[0], tio_deck_standard(), &settings, 0, names);
        assert_int_equal(begun, game < 3 ? PLAYER_NONE : PLAYER_DIED);
        assert_int_equal(programs_left(), game < 3 ? 1 : 0);
        play_short_game(&table);
        assert_int_equal(table.fault[0], PLAYER_DIED);
        assert_int_equal(programs_left(), 0);
    }
    player_close(table.player[0]);
    player_close(table.player[1]);
    expect_nothing_left(before);
}

/* Our own end is the program's end too, however it came. */
static void test_we_die(void **state)
{
    struct rest before = look();
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        enum player_fault opened;
        struct player_limits limits = short_limits();
        (void)open_bad("stubborn", token, &limits, &opened);
        _exit(opened == PLAYER_NONE && programs_left() == 2 ? 7 : 8);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 7);
    const struct timespec tick = {.tv_nsec = 10L * 1000 * 1000};
    for (unsigned i = 0; i < 500 && programs_left() > 0; i++)
        nanosleep(&tick, NULL);
    for (unsigned i = 0; i < 500 && look().folders != before.folders; i++)
        nanosleep(&tick, NULL);
    expect_nothing_left(before);
}

/* ---- Threads ----------------------------------------------------------- */

#define THREADS 4

static void *run_thread(void *argument)
{
    static const char *const mixed[] = {"good", "crashes", "garbage",
                                        "forks-daemon"};
    unsigned number = *(unsigned *)argument;
    for (unsigned game = 0; game < 3; game++) {
        enum player_fault opened;
        struct player_limits limits = short_limits();
        struct outside_game table = {.seed = number};
        limits.move_ms = 300;
        table.player[0] =
            open_bad(mixed[(number + game) % 4], token, &limits, &opened);
        table.player[1] = open_plain("normal");
        play_short_game(&table);
        player_close(table.player[0]);
        player_close(table.player[1]);
        if (table.error != TIO_OK || opened != PLAYER_NONE)
            return NULL;
    }
    return argument;
}

static void test_threads(void **state)
{
    pthread_t threads[THREADS];
    unsigned numbers[THREADS];
    struct rest before = look();
    (void)state;
    for (unsigned i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(
            pthread_create(&threads[i], NULL, run_thread, &numbers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
    }
    expect_nothing_left(before);
}

/* ---- What a program gets to see ----------------------------------------- */

static void expect_line(const char *text, const char *line)
{
    if (strstr(text, line) == NULL)
        fail_msg("'%s' is not in:\n%s", line, text);
}

static unsigned count_lines(const char *text, const char *start)
{
    unsigned count = 0;
    for (const char *at = text; at != NULL && *at != '\0';) {
        count += strncmp(at, start, strlen(start)) == 0;
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    return count;
}

static void test_sees_nothing_of_ours(void **state)
{
    enum player_fault opened;
    char path[128];
    char text[8192];
    struct player_limits limits = short_limits();
    struct outside_game table = {.seed = 5, .most_moves = 3};
    (void)state;
    limits.uncaged = true; /* it writes down what it sees */
    setenv("TIOLI_SECRET", "hidden", 1);
    snprintf(path, sizeof path, "%s/seen", temporary);
    FILE *file = fopen(path, "w"); /* and left open while the program runs */
    assert_non_null(file);
    table.player[0] = open_bad("spies", path, &limits, &opened);
    table.player[1] = open_plain("random");
    play_short_game(&table);
    assert_int_equal(table.fault[0], PLAYER_NONE);
    player_close(table.player[0]);
    player_close(table.player[1]);
    fclose(file);
    file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    unlink(path);
    char line[256];
    snprintf(line, sizeof line, "cwd %s/tioli-bot-", temporary);
    expect_line(text, line);
    expect_line(text, "\nfiles []\n");
    expect_line(text, "\nsession True\n");
    expect_line(text, "\nsignals SigBlk: 0000000000000000\n");
    snprintf(line, sizeof line, "\nenv HOME=%s/tioli-bot-", temporary);
    expect_line(text, line);
    snprintf(line, sizeof line, "\nenv TMPDIR=%s/tioli-bot-", temporary);
    expect_line(text, line);
    expect_line(text, "\nenv LANG=C.UTF-8\n");
    expect_line(text, "\nenv PATH=");
    if (count_lines(text, "env ") != 4)
        fail_msg("four variables were expected:\n%s", text);
    expect_line(text, "\nfd 0:pipe:");
    expect_line(text, "\nfd 1:pipe:");
    expect_line(text, "\nfd 2:/dev/null\n");
    assert_int_equal(count_lines(text, "fd "), 3);
    assert_null(strstr(text, "hidden"));
}

/* ---- All of it ---------------------------------------------------------- */

static int set_up(void **state)
{
    (void)state;
    const char *root = getenv("TIOLI_SOURCE");
    snprintf(source, sizeof source, "%s", root != NULL ? root : ".");
    snprintf(token, sizeof token, "zoo-%ld", (long)getpid());
    snprintf(temporary, sizeof temporary, "/tmp/tioli-zoo-XXXXXX");
    return mkdtemp(temporary) != NULL && setenv("TMPDIR", temporary, 1) == 0
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(temporary);
}

int main(void)
{
    enum { HABITS = sizeof habits / sizeof *habits };
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(test_no_start),
        cmocka_unit_test(test_cpu_limit),
        cmocka_unit_test(test_restarts),
        cmocka_unit_test(test_we_die),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_sees_nothing_of_ours),
    };
    enum { OTHERS = sizeof others / sizeof *others };
    struct CMUnitTest tests[HABITS + OTHERS];
    memcpy(tests, others, sizeof others);
    for (unsigned i = 0; i < HABITS; i++) {
        tests[OTHERS + i] = (struct CMUnitTest){
            .name = habits[i].name,
            .test_func = test_habits,
            .initial_state = (void *)&habits[i],
        };
    }
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
