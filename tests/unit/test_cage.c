/* A program in its cage: every way out that we know is tried, once with the
 * cage, once without, where it must lead out (or the test would prove nothing),
 * and on a kernel that seems to lack a part of the cage. */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "programs/cage.h"
#include "programs/process.h"
#include "support/outside_game.h"

#define AMPLE_MS 60000
#define REPORT 16384

/* Which part of the cage closes a way; any one of them is enough. */
enum {
    FILES = 1,      /* Landlock */
    TRUNCATION = 2, /* Landlock 3 */
    TCP = 4,        /* Landlock 4 */
    SCOPE = 8,      /* Landlock 6 */
    CALLS = 16,     /* seccomp */
    RIGHTS = 32,    /* root's are gone */
    NOTHING = 0     /* the way is open: bots need it */
};

/* What a way is to reach. */
enum target {
    NONE,
    SECRET,
    FOLDER,
    PROGRAM,
    STREAM,
    DATAGRAM,
    SOCKET,
    SOCKET_DATAGRAM,
    VICTIM,
    OURS
};

static const struct way {
    const char *name;
    enum target target;
    unsigned closed_by;
    bool tame; /* not everybody gets out there without a cage */
} ways[] = {
    {"own-files", NONE, NOTHING, false},
    {"own-descriptors", NONE, NOTHING, false},
    {"own-processes", NONE, NOTHING, false},
    {"steps-back", NONE, NOTHING, false},
    {"reads", SECRET, FILES, false},
    {"lists", FOLDER, FILES, false},
    {"writes", SECRET, FILES, false},
    {"makes", FOLDER, FILES, false},
    {"links", SECRET, FILES, false},
    {"chmods", SECRET, CALLS, false},
    {"touches", SECRET, CALLS, false},
    {"watches", SECRET, CALLS, false},
    {"runs", PROGRAM, FILES, false},
    {"truncates", SECRET, TRUNCATION | CALLS, false},
    {"tcp", STREAM, TCP | CALLS, false},
    {"udp", DATAGRAM, CALLS, false},
    {"listens", NONE, TCP | CALLS, false},
    {"unix", SOCKET, CALLS, false},
    {"datagram", SOCKET_DATAGRAM, CALLS, false},
    {"raw", NONE, CALLS | RIGHTS, true},
    {"memory", VICTIM, FILES, true},
    {"environment", VICTIM, FILES, true},
    {"keepers-memory", NONE, FILES, true},
    {"keepers-score", NONE, FILES, false},
    {"copies", VICTIM, FILES | CALLS, true},
    {"traces", VICTIM, FILES | CALLS, true},
    {"signals", VICTIM, SCOPE, false},
    {"signals", OURS, SCOPE | CALLS, false},
    {"signals-threads", OURS, SCOPE | CALLS, false},
    {"signals-keeper", NONE, SCOPE | CALLS, false},
    {"signals-by-descriptor", OURS, SCOPE | CALLS, false},
    {"signals-all", NONE, CALLS, false},
    {"limits", OURS, CALLS, false},
    {"binds-processor", OURS, CALLS | RIGHTS, false},
    {"priority", OURS, CALLS | RIGHTS, false},
    {"shared-memory", NONE, CALLS, false},
    {"keys", NONE, CALLS, true},
    {"ring", NONE, CALLS, true},
    {"rights", NONE, RIGHTS, true},
    {"namespace", NONE, CALLS, true},  /* after that: it gives rights */
    {"removes", SECRET, FILES, false}, /* last: it is gone then */
};

enum { WAYS = sizeof ways / sizeof *ways };

static char temporary[64];
static int stream = -1;
static int datagram = -1;
static int sockets[2] = {-1, -1};
static pid_t victim;

/* ---- The plan ----------------------------------------------------------- */

static void put_file(const char *name, const char *text, unsigned mode)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", temporary, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, mode), 0);
}

static unsigned port_of(int descriptor)
{
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    assert_int_equal(
        getsockname(descriptor, (struct sockaddr *)&address, &size), 0);
    return ntohs(address.sin_port);
}

static void put_target(FILE *plan, enum target target)
{
    switch (target) {
    case NONE:
        fputs("-\n", plan);
        break;
    case SECRET:
        fprintf(plan, "%s/home/secret\n", temporary);
        break;
    case FOLDER:
        fprintf(plan, "%s/home\n", temporary);
        break;
    case PROGRAM:
        fprintf(plan, "%s/home/program\n", temporary);
        break;
    case STREAM:
        fprintf(plan, "%u\n", port_of(stream));
        break;
    case DATAGRAM:
        fprintf(plan, "%u\n", port_of(datagram));
        break;
    case SOCKET:
        fprintf(plan, "%s/home/socket0\n", temporary);
        break;
    case SOCKET_DATAGRAM:
        fprintf(plan, "%s/home/socket1\n", temporary);
        break;
    case VICTIM:
        fprintf(plan, "%ld\n", (long)victim);
        break;
    case OURS:
        fprintf(plan, "%ld\n", (long)getpid());
        break;
    }
}

static void put_plan(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/plan/plan", temporary);
    FILE *plan = fopen(path, "w");
    assert_non_null(plan);
    for (unsigned i = 0; i < WAYS; i++) {
        fprintf(plan, "%s ", ways[i].name);
        put_target(plan, ways[i].target);
    }
    fclose(plan);
    snprintf(path, sizeof path, "%s/home/new", temporary);
    (void)unlink(path);
    put_file("home/secret", "cards\n", 0644);
}

/* ---- The bot ------------------------------------------------------------ */

static struct player *open_escapes(bool uncaged)
{
    struct player_spec spec;
    enum player_fault fault;
    char why[PLAYER_TEXT];
    char text[3 * PLAYER_TEXT];
    struct player_limits limits = player_limits_default();
    limits.start_ms = limits.move_ms = AMPLE_MS;
    limits.show_errors = true;
    limits.uncaged = uncaged;
    limits.background = true;
    snprintf(text, sizeof text,
             "cmd:/usr/bin/python3 -S %s/plan/escapes.py %s/plan/plan",
             temporary, temporary);
    assert_true(player_spec_parse(text, strlen(text), NULL, &spec, why));
    struct player *player = player_open(&spec, &limits, &fault);
    assert_non_null(player);
    if (fault != PLAYER_NONE) {
        print_message("# %s: %s\n", player_fault_name(fault),
                      player_fault_detail(player));
    }
    return player;
}

/* What the bot says about the ways of the plan. It ends after its hello, or
 * plays a game. */
static void run_ways(bool uncaged, bool plays, char report[REPORT])
{
    int file = memfd_create("errors", MFD_CLOEXEC);
    int errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    assert_true(file != -1 && errors != -1);
    fflush(NULL);
    assert_int_equal(dup2(file, STDERR_FILENO), STDERR_FILENO);
    struct outside_game table = {.seed = 5};
    enum player_fault fault;
    table.player[0] = open_escapes(uncaged);
    assert_int_equal(dup2(errors, STDERR_FILENO), STDERR_FILENO);
    if (plays) {
        struct player_spec spec = {.bot = tio_bot_named("random")};
        struct player_limits limits = player_limits_default();
        table.deck = tio_deck_standard();
        table.settings = tio_settings_default(2);
        table.settings.starts = 1;
        table.player[1] = player_open(&spec, &limits, &fault);
        outside_game_play(&table);
        assert_int_equal(table.fault[0], PLAYER_NONE);
        assert_int_equal(table.game.phase, TIO_PHASE_OVER);
        player_close(table.player[1]);
    }
    player_close(table.player[0]);
    ssize_t size = pread(file, report, REPORT - 1, 0);
    report[size > 0 ? size : 0] = '\0';
    close(file);
    close(errors);
}

static unsigned closed_by(struct player_cage parts)
{
    return (geteuid() == 0 ? RIGHTS : 0U) | (parts.landlock >= 1 ? FILES : 0U) |
           (parts.landlock >= 3 ? TRUNCATION : 0U) |
           (parts.landlock >= 4 ? TCP : 0U) |
           (parts.landlock >= 6 ? SCOPE : 0U) | (parts.calls ? CALLS : 0U);
}

/* How many ways did not end as they should with these parts of a cage. */
static unsigned wrong_ways(const char *report, unsigned parts)
{
    unsigned wrong = 0;
    const char *at = report;
    for (unsigned i = 0; i < WAYS; i++) {
        size_t size = strlen(ways[i].name);
        bool told = strncmp(at, ways[i].name, size) == 0 && at[size] == ' ';
        bool out = told && strncmp(at + size, " out\n", 5) == 0;
        bool closed = (ways[i].closed_by & parts) != 0;
        bool good = told && (closed ? !out : out || ways[i].tame);
        if (!good) {
            print_message("# %s, %u: %.*s\n", ways[i].name, i,
                          (int)strcspn(at, "\n"), at);
            wrong++;
        }
        at += strcspn(at, "\n");
        at += *at != '\0';
    }
    return wrong;
}

/* ---- Tests -------------------------------------------------------------- */

static bool has_news(int descriptor)
{
    struct pollfd polled = {.fd = descriptor, .events = POLLIN};
    return poll(&polled, 1, 0) == 1;
}

static void test_in_the_cage(void **state)
{
    char report[REPORT];
    (void)state;
    put_plan();
    run_ways(false, true, report);
    assert_int_equal(wrong_ways(report, closed_by(player_cage_parts())), 0);
    /* Not even a sign of it has come out. */
    assert_false(has_news(stream));
    assert_false(has_news(datagram));
    assert_false(has_news(sockets[0]));
    assert_false(has_news(sockets[1]));
    assert_int_equal(waitpid(victim, NULL, WNOHANG), 0);
}

static void test_without_one(void **state)
{
    char report[REPORT];
    (void)state;
    put_plan();
    run_ways(true, false, report);
    assert_int_equal(wrong_ways(report, 0), 0);
    assert_true(has_news(stream));
    assert_true(has_news(datagram));
    assert_true(has_news(sockets[0]));
    assert_true(has_news(sockets[1]));
}

/* Whoever has more files open than a program may have still cages it. */
static void test_many_descriptors(void **state)
{
    enum { MANY = 150 };
    char report[REPORT];
    int open_ones[MANY];
    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        open_ones[i] = open("/dev/zero", O_RDONLY | O_CLOEXEC);
        assert_true(open_ones[i] != -1);
    }
    put_plan();
    run_ways(false, false, report);
    assert_int_equal(wrong_ways(report, closed_by(player_cage_parts())), 0);
    for (unsigned i = 0; i < MANY; i++)
        close(open_ones[i]);
}

/* From now on this process and its children seem to live on a kernel without
 * that call, or without its use for that first argument. */
static void forget_call(unsigned call, bool by_argument, unsigned argument,
                        unsigned error)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, argument, 0, by_argument ? 1 : 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
    assert_int_equal(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0),
                     0);
}

/* In a process of its own, for there is no way back. */
static void expect_parts(void (*forget)(void), unsigned lacks,
                         const char *words)
{
    put_plan();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char report[REPORT];
        char said[PLAYER_TEXT];
        forget();
        struct player_cage parts = player_cage_parts();
        player_cage_words(parts, said);
        put_plan(); /* 'ours' is another process now */
        run_ways(false, false, report);
        bool good = wrong_ways(report, closed_by(parts)) == 0 &&
                    (closed_by(parts) & lacks) == 0 &&
                    !player_cage_whole(parts) && strstr(said, words) != NULL;
        if (!good)
            print_message("# %s\n", said);
        fflush(NULL);
        _exit(good ? 7 : 8);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 7);
}

static void forget_landlock(void)
{
    forget_call(444, false, 0, ENOSYS);
}

static void forget_seccomp(void)
{
    forget_call(SYS_prctl, true, PR_SET_SECCOMP, EINVAL);
}

static void test_kernel_without_landlock(void **state)
{
    (void)state;
    expect_parts(forget_landlock, FILES | SCOPE, "files: open (no Landlock)");
}

static void test_kernel_without_seccomp(void **state)
{
    (void)state;
    expect_parts(forget_seccomp, CALLS, "(Landlock");
}

/* A part that is there and does not work: better no program than a free one. */
static void forget_restrict_self(void)
{
    forget_call(446, false, 0, EPERM);
}

static void test_no_cage_no_program(void **state)
{
    (void)state;
    if (player_cage_parts().landlock == 0) {
        assert_false(player_cage_whole(player_cage_parts()));
        return;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct player_spec spec;
        enum player_fault fault;
        char why[PLAYER_TEXT];
        static const char text[] = "cmd:/bin/true";
        struct player_limits limits = player_limits_default();
        forget_restrict_self();
        player_spec_parse(text, strlen(text), NULL, &spec, why);
        struct player *player = player_open(&spec, &limits, &fault);
        bool good = fault == PLAYER_NO_START &&
                    strcmp(player_fault_detail(player), strerror(EPERM)) == 0;
        player_close(player);
        _exit(good ? 7 : 8);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 7);
}

#define NOBODY 65534

/* Root may have as many as it likes, so this is for somebody else. */
static bool become_nobody(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/nobody", temporary);
    return setenv("TMPDIR", path, 1) == 0 &&
           (geteuid() != 0 || (setgroups(0, NULL) == 0 && setgid(NOBODY) == 0 &&
                               setuid(NOBODY) == 0)) &&
           access(path, W_OK) == 0;
}

enum { CONTAINED = 7, OUT, CAN_NOT_TRY };

/* systemd lets nobody say which rights they give up, not even of none. */
static void test_no_rights_to_drop(void **state)
{
    char line[128];
    (void)state;
    snprintf(line, sizeof line, "reads %s/home/secret\n", temporary);
    put_file("home/secret", "cards\n", 0644);
    put_file("plan/plan", line, 0644);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char report[REPORT];
        if (!become_nobody())
            _exit(CAN_NOT_TRY);
        forget_call(SYS_capset, false, 0, EPERM);
        bool kept = player_cage_parts().landlock > 0;
        run_ways(false, false, report);
        _exit(strncmp(report, kept ? "reads denied" : "reads out", 9) == 0
                  ? CONTAINED
                  : OUT);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), CONTAINED);
}

/* ---- Processes ---------------------------------------------------------- */

static int try_bomb(bool uncaged)
{
    put_file("plan/plan", "bomb 150\n", 0644);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char report[REPORT];
        if (!become_nobody())
            _exit(CAN_NOT_TRY);
        run_ways(uncaged, false, report);
        _exit(strncmp(report, "bomb denied", 11) == 0 ? CONTAINED
              : strcmp(report, "bomb out\n") == 0     ? OUT
                                                      : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

static void test_processes_are_bounded(void **state)
{
    (void)state;
    assert_int_equal(try_bomb(false), CONTAINED);
    assert_int_equal(try_bomb(true), OUT);
}

static void test_processes_are_counted(void **state)
{
    (void)state;
    assert_true(cage_processes() >= 2); /* the victim and we */
}

/* ---- What may be read --------------------------------------------------- */

static bool may_read(const struct cage *cage, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s%s", temporary, name);
    for (unsigned i = 0; i < cage->paths; i++)
        if (strcmp(cage->path[i], path) == 0)
            return true;
    return false;
}

/* Files below `temporary`, and which of them and of their folders a program of
 * these words may read. */
static const struct reading {
    const char *program;
    const char *argument; /* "": none */
    const char *allowed[3];
    const char *refused[3];
} readings[] = {
    {"/home/program", "", {"/home/program"}, {"/home", ""}},
    {"/home/bots/program", "", {"/home/bots"}, {"/home", ""}},
    {"/home/venv/bin/program", "", {"/home/venv/bin", "/home/venv"}, {"/home"}},
    {"/home/bin/program", "", {"/home/bin"}, {"/home"}},
    {"/home/linked", "", {"/home/bots"}, {"/home"}},
    {"/home/venv/bin/linked", "", {"/home/bots", "/home/venv"}, {"/home"}},
    {"/home/bots/program", "/other/data", {"/home/bots", "/other"}, {"/home"}},
    {"/home/bots/program", "/other", {"/other"}, {"/home"}},
    {"/home/bots/program", "/home", {"/home/bots"}, {"/home"}},
    {"/home/bots/program", "/nothing", {"/home/bots"}, {"/nothing", ""}},
    /* The folder of a store, and the store itself. */
    {"/store/program", "", {"/store/program"}, {"/store", "/store/games"}},
    {"/store/bots/program", "", {"/store/bots"}, {"/store", "/store/games"}},
    {"/home/bots/program", "/store/games", {"/home/bots"}, {"/store/games"}},
    /* By its first line. */
    {"/other/script", "", {"/other", "/home/venv"}, {"/home"}},
    {"/other/by-env", "", {"/other", "/home/venv"}, {"/home"}},
};

static void try_reading(const struct reading *reading)
{
    char program[128];
    char argument[128];
    char store[128];
    struct player_limits limits = player_limits_default();
    snprintf(program, sizeof program, "%s%s", temporary, reading->program);
    snprintf(argument, sizeof argument, "%s%s", temporary, reading->argument);
    snprintf(store, sizeof store, "%s/store/games", temporary);
    limits.hidden[1] = store;
    char *words[] = {program, reading->argument[0] != 0 ? argument : NULL,
                     NULL};
    struct cage *cage = cage_new(words, &limits);
    assert_non_null(cage);
    for (unsigned i = 0; i < 3; i++) {
        if (reading->allowed[i] != NULL &&
            !may_read(cage, reading->allowed[i])) {
            fail_msg("%s %s: %s", reading->program, reading->argument,
                     reading->allowed[i]);
        }
        if (reading->refused[i] != NULL &&
            may_read(cage, reading->refused[i])) {
            fail_msg("%s %s: not %s", reading->program, reading->argument,
                     reading->refused[i]);
        }
    }
    free(cage);
}

static void test_what_may_be_read(void **state)
{
    static const char *const programs[] = {
        "home/bots/program", "home/venv/bin/program", "home/bin/program",
        "store/program", "store/bots/program"};
    char path[128];
    char text[300];
    (void)state;
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
        put_file(programs[i], "#!/bin/sh\n", 0755);
    put_file("store/games", "", 0600);
    put_file("other/data", "", 0644);
    snprintf(text, sizeof text, "#! %s/home/venv/bin/program -x\n", temporary);
    put_file("other/script", text, 0755);
    put_file("other/by-env", "#!/usr/bin/env -S A=1 program\n", 0755);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/home/%slinked", temporary,
                 i == 0 ? "" : "venv/bin/");
        snprintf(text, sizeof text, "%s/home/bots/program", temporary);
        assert_int_equal(symlink(text, path), 0);
    }
    char *old = strdup(getenv("PATH"));
    snprintf(path, sizeof path, "%s/home/venv/bin", temporary);
    setenv("PATH", path, 1);
    for (unsigned i = 0; i < sizeof readings / sizeof *readings; i++)
        try_reading(&readings[i]);
    setenv("PATH", old, 1);
    free(old);
}

static void test_everybodys_folder(void **state)
{
    char path[] = "/tmp/tioli-cage-XXXXXX";
    char *words[] = {path, NULL};
    struct player_limits limits = player_limits_default();
    int file = mkstemp(path);
    (void)state;
    assert_true(file != -1);
    struct cage *cage = cage_new(words, &limits);
    assert_non_null(cage);
    assert_string_equal(cage->path[0], path);
    for (unsigned i = 0; i < cage->paths; i++)
        assert_string_not_equal(cage->path[i], "/tmp");
    free(cage);
    close(file);
    unlink(path);
}

static void test_more_folders_than_there_is_room_for(void **state)
{
    enum { MANY = 3 * CAGE_PATHS };
    static char path[MANY][128];
    char *words[MANY + 1] = {NULL};
    struct player_limits limits = player_limits_default();
    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(path[i], sizeof path[i], "%s/other/%u", temporary, i);
        assert_int_equal(mkdir(path[i], 0755), 0);
        words[i] = path[i];
    }
    struct cage *cage = cage_new(words, &limits);
    assert_non_null(cage);
    assert_int_equal(cage->paths, CAGE_PATHS);
    assert_string_equal(cage->path[0], path[0]);
    free(cage);
}

/* ---- Words -------------------------------------------------------------- */

static void expect_words(struct player_cage parts, const char *wanted,
                         bool whole)
{
    char words[PLAYER_TEXT];
    player_cage_words(parts, words);
    assert_string_equal(words, wanted);
    assert_int_equal(player_cage_whole(parts), whole);
}

static void test_words(void **state)
{
    (void)state;
    expect_words((struct player_cage){7, true, true},
                 "files: Landlock 7; network: none (seccomp); signals: its own "
                 "(Landlock); processes: bounded",
                 true);
    expect_words((struct player_cage){6, true, false},
                 "files: Landlock 6; network: none (seccomp); signals: its own "
                 "(Landlock); processes: not bounded for root",
                 true);
    expect_words((struct player_cage){5, true, true},
                 "files: Landlock 5; network: none (seccomp); signals: not to "
                 "the table (seccomp); processes: bounded",
                 false);
    expect_words((struct player_cage){4, false, true},
                 "files: Landlock 4; network: no TCP (Landlock); signals: "
                 "open; processes: bounded",
                 false);
    expect_words((struct player_cage){3, false, true},
                 "files: Landlock 3; network: open (no seccomp); signals: "
                 "open; processes: bounded",
                 false);
    expect_words((struct player_cage){0, true, true},
                 "files: open (no Landlock); network: none (seccomp); signals: "
                 "not to the table (seccomp); processes: bounded",
                 false);
}

/* ---- All of it ---------------------------------------------------------- */

static int listen_at(const void *address, socklen_t size, int family, int type)
{
    int descriptor = socket(family, type | SOCK_CLOEXEC, 0);
    bool good = descriptor != -1 && bind(descriptor, address, size) == 0;
    return good && (type == SOCK_DGRAM || listen(descriptor, 9) == 0)
               ? descriptor
               : -1;
}

static int listen_inet(int type)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    return listen_at(&address, sizeof address, AF_INET, type);
}

static int listen_unix(unsigned number, int type)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/home/socket%u",
             temporary, number);
    return listen_at(&address, sizeof address, AF_UNIX, type);
}

static bool make_folders(void)
{
    static const char *const folders[] = {
        "home",  "home/bots",  "home/venv", "home/venv/bin", "home/bin",
        "store", "store/bots", "other",     "plan",          "nobody"};
    char path[128];
    bool good = chmod(temporary, 0755) == 0;
    for (unsigned i = 0; good && i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s", temporary, folders[i]);
        good = mkdir(path, 0755) == 0;
    }
    return good && (geteuid() != 0 || chown(path, NOBODY, NOBODY) == 0);
}

/* The user nobody has to be able to read the program, wherever the sources are:
 * it and the file beside it are copied. */
static bool copy_beside_the_plan(const char *name)
{
    const char *root = getenv("TIOLI_SOURCE");
    char path[600];
    char copy[64];
    char text[1 << 16];
    snprintf(path, sizeof path, "%s/tests/zoo/%s", root != NULL ? root : ".",
             name);
    snprintf(copy, sizeof copy, "plan/%s", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    fclose(file);
    put_file(copy, text, 0644);
    return size > 0 && size < sizeof text - 1;
}

static int set_up(void **state)
{
    (void)state;
    char path[128];
    snprintf(temporary, sizeof temporary, "/tmp/tioli-cage-XXXXXX");
    if (mkdtemp(temporary) == NULL || !make_folders() ||
        !copy_beside_the_plan("escapes.py") ||
        !copy_beside_the_plan("bad_bot.py"))
        return -1;
    snprintf(path, sizeof path, "%s/home", temporary);
    setenv("HOME", path, 1);
    setenv("TMPDIR", temporary, 1);
    put_file("home/program", "#!/bin/sh\n", 0755);
    stream = listen_inet(SOCK_STREAM);
    datagram = listen_inet(SOCK_DGRAM);
    sockets[0] = listen_unix(0, SOCK_STREAM);
    sockets[1] = listen_unix(1, SOCK_DGRAM);
    victim = fork();
    if (victim == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
    return stream != -1 && datagram != -1 && sockets[0] != -1 &&
                   sockets[1] != -1 && victim != -1
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    kill(victim, SIGKILL);
    waitpid(victim, NULL, 0);
    folder_remove(temporary);
    return access(temporary, F_OK) == -1 ? 0 : -1;
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_the_cage),
        cmocka_unit_test(test_without_one),
        cmocka_unit_test(test_many_descriptors),
        cmocka_unit_test(test_kernel_without_landlock),
        cmocka_unit_test(test_kernel_without_seccomp),
        cmocka_unit_test(test_no_cage_no_program),
        cmocka_unit_test(test_no_rights_to_drop),
        cmocka_unit_test(test_processes_are_bounded),
        cmocka_unit_test(test_processes_are_counted),
        cmocka_unit_test(test_what_may_be_read),
        cmocka_unit_test(test_everybodys_folder),
        cmocka_unit_test(test_more_folders_than_there_is_room_for),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
