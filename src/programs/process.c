/* See process.h. The pipes are ours, the rest is the keeper's (keeper.c). */
#define _GNU_SOURCE

#include "programs/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "programs/cage.h"
#include "programs/command.h"

#define DESCRIPTORS 64                /* that a program may open */
#define FILE_BYTES ((rlim_t)64 << 20) /* in a file that it writes */
#define PROCESSES 64                  /* and threads, of all that it starts */
#define PATH_TEXT 8192
#define KEEPER_MS 5000 /* the keeper needs no time, but never trust */

/* ---- What the program gets ------------------------------------------ */

struct environment {
    char path[PATH_TEXT];
    char home[PLAYER_TEXT + 8];
    char temporary[PLAYER_TEXT + 8];
    char *list[5];
};

static void fill_environment(struct environment *environment,
                             const char *folder)
{
    static char language[] = "LANG=C.UTF-8";
    const char *path = getenv("PATH");
    if (!path || strlen(path) + sizeof "PATH=" > PATH_TEXT)
        path = "/usr/local/bin:/usr/bin:/bin";
    snprintf(environment->path, sizeof environment->path, "PATH=%s", path);
    snprintf(environment->home, sizeof environment->home, "HOME=%s", folder);
    snprintf(environment->temporary, sizeof environment->temporary, "TMPDIR=%s",
             folder);
    environment->list[0] = environment->path;
    environment->list[1] = environment->home;
    environment->list[2] = environment->temporary;
    environment->list[3] = language;
    environment->list[4] = NULL;
}

static rlim_t at_most(rlim_t wanted, rlim_t most)
{
    return most != RLIM_INFINITY && most < wanted ? most : wanted;
}

/* A limit that we are under ourselves can't be raised for the program. */
static void add_rlimit(struct keeper_plan *plan, unsigned resource, rlim_t soft,
                       rlim_t hard)
{
    struct rlimit own;
    if (getrlimit(resource, &own) == 0) {
        plan->rlimit[plan->rlimits].resource = resource;
        plan->rlimit[plan->rlimits].limit = (struct rlimit){
            .rlim_cur = at_most(soft, own.rlim_max),
            .rlim_max = at_most(hard, own.rlim_max),
        };
        plan->rlimits++;
    }
}

static void fill_rlimits(struct keeper_plan *plan,
                         const struct player_limits *limits)
{
    add_rlimit(plan, RLIMIT_CORE, 0, 0);
    add_rlimit(plan, RLIMIT_NOFILE, DESCRIPTORS, DESCRIPTORS);
    add_rlimit(plan, RLIMIT_FSIZE, FILE_BYTES, FILE_BYTES);
    if (limits->memory_mb > 0) {
        rlim_t bytes = (rlim_t)limits->memory_mb << 20;
        add_rlimit(plan, RLIMIT_AS, bytes, bytes);
    }
    if (limits->cpu_seconds > 0) {
        /* SIGXCPU is more informative than the SIGKILL that follows it. */
        add_rlimit(plan, RLIMIT_CPU, limits->cpu_seconds,
                   (rlim_t)limits->cpu_seconds + 1);
    }
    /* The kernel counts all of a user's, so that is what ours come on top of;
     * for root it counts none. */
    unsigned others = limits->uncaged ? 0 : cage_processes();
    if (others > 0) {
        rlim_t most = (rlim_t)others + PROCESSES;
        add_rlimit(plan, RLIMIT_NPROC, most, most);
    }
}

/* ---- Pipes ---------------------------------------------------------- */

/* The program's ends and ours, in the order in which they are made. */
struct pipes {
    int input[2];
    int output[2];
    int control[2];
    int report[2];
    int errors;
};

static void close_one(int *descriptor)
{
    if (*descriptor != -1) {
        close(*descriptor);
        *descriptor = -1;
    }
}

static void close_pipes(struct pipes *pipes)
{
    int *all[] = {pipes->input, pipes->output, pipes->control, pipes->report};
    for (unsigned i = 0; i < 4; i++) {
        close_one(&all[i][0]);
        close_one(&all[i][1]);
    }
    close_one(&pipes->errors);
}

/* Keeps 0, 1 and 2 free for the program, should ours be closed. */
static bool raise_above_two(int *descriptor)
{
    if (*descriptor > 2)
        return true;
    int higher = fcntl(*descriptor, F_DUPFD_CLOEXEC, 3);
    close(*descriptor);
    *descriptor = higher;
    return higher != -1;
}

static bool make_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) == -1) {
        ends[0] = ends[1] = -1;
        return false;
    }
    bool first = raise_above_two(&ends[0]);
    return raise_above_two(&ends[1]) && first;
}

static bool make_pipes(struct pipes *pipes, bool show_errors)
{
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, -1};
    pipes->errors = show_errors ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
                                : open("/dev/null", O_WRONLY | O_CLOEXEC);
    return pipes->errors != -1 && raise_above_two(&pipes->errors) &&
           make_pipe(pipes->input) && make_pipe(pipes->output) &&
           make_pipe(pipes->control) && make_pipe(pipes->report) &&
           fcntl(pipes->input[1], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(pipes->output[0], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(pipes->report[0], F_SETFL, O_NONBLOCK) == 0;
}

/* Hands our ends over to the process; the rest is left to close_pipes(). */
static void take_ends(struct process *process, struct pipes *pipes)
{
    process->to = pipes->input[1];
    process->from = pipes->output[0];
    process->control = pipes->control[1];
    process->report = pipes->report[0];
    pipes->input[1] = pipes->output[0] = -1;
    pipes->control[1] = pipes->report[0] = -1;
}

/* ---- Starting ------------------------------------------------------- */

/* With all signals blocked, so that none of our handlers runs in the child. */
static pid_t fork_keeper(const struct keeper_plan *plan)
{
    sigset_t all;
    sigset_t old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t child = fork();
    if (child == 0)
        keeper_run(plan);
    int why = errno;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = why;
    return child;
}

static bool start_words(struct process *process, char *const *words,
                        const struct player_limits *limits)
{
    struct pipes pipes;
    struct environment environment;
    struct cage *cage = limits->uncaged ? NULL : cage_new(words, limits);
    bool good =
        make_pipes(&pipes, limits->show_errors) && (cage || limits->uncaged);
    if (good) {
        struct keeper_plan plan = {
            .words = words,
            .environment = environment.list,
            .folder = process->folder,
            .cage = cage,
            .background = limits->background,
            .input = pipes.input[0],
            .output = pipes.output[1],
            .errors = pipes.errors,
            .control = pipes.control[0],
            .report = pipes.report[1],
        };
        long most = sysconf(_SC_OPEN_MAX);
        plan.most_descriptors = most > 0 && most < 65536 ? (int)most : 65536;
        fill_environment(&environment, process->folder);
        fill_rlimits(&plan, limits);
        process->keeper = fork_keeper(&plan);
        good = process->keeper != -1;
    }
    if (good) {
        take_ends(process, &pipes);
    } else {
        snprintf(process->detail, sizeof process->detail, "%s",
                 strerror(errno));
    }
    close_pipes(&pipes);
    free(cage);
    return good;
}

bool process_start(struct process *process, const char *command,
                   const struct player_limits *limits)
{
    struct command split;
    const char *why;
    memset(process, 0, sizeof *process);
    process->keeper = -1;
    process->to = process->from = process->control = process->report = -1;
    why = command_split(command, &split);
    char **words = !why ? command_resolve(&split, &why) : NULL;
    if (!words) {
        snprintf(process->detail, sizeof process->detail, "%s", why);
        return false;
    }
    bool good = folder_make(process->folder, sizeof process->folder);
    if (!good)
        snprintf(process->detail, sizeof process->detail,
                 "no folder can be made for it: %s", strerror(errno));
    good = good && start_words(process, words, limits);
    free(words);
    if (good)
        process->state = PROCESS_RUNS;
    else if (process->folder[0] != '\0')
        folder_remove(process->folder);
    return good;
}

/* ---- Writing -------------------------------------------------------- */

ssize_t process_write(int descriptor, const void *bytes, size_t size)
{
    static const struct timespec now = {0};
    sigset_t pipe_signal;
    sigset_t pending;
    sigset_t old;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &old);
    ssize_t written = write(descriptor, bytes, size);
    int why = errno;
    if (written == -1 && why == EPIPE && !sigismember(&pending, SIGPIPE)) {
        /* The one that this write raised, and no other. */
        while (sigtimedwait(&pipe_signal, NULL, &now) == -1 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = why;
    return written;
}

/* ---- Its end -------------------------------------------------------- */

static void note_end(struct process *process, int status)
{
    char *detail = process->detail;
    process->state = PROCESS_ENDED;
    if (WIFSIGNALED(status)) {
        const char *name = sigabbrev_np(WTERMSIG(status));
        snprintf(detail, PROCESS_DETAIL, "killed by SIG%s", name ? name : "?");
    } else {
        snprintf(detail, PROCESS_DETAIL, "ended with status %d",
                 WEXITSTATUS(status));
    }
}

/* Reads one report; false if there is none yet. */
static bool take_report(struct process *process)
{
    struct keeper_report word;
    ssize_t size = read(process->report, &word, sizeof word);
    if (size == -1 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (size != (ssize_t)sizeof word) {
        if (process->state == PROCESS_RUNS) {
            process->state = PROCESS_ENDED;
            snprintf(process->detail, sizeof process->detail,
                     "its keeper is gone");
        }
    } else if (word.event == KEEPER_NO_EXEC) {
        process->state = PROCESS_NO_EXEC;
        snprintf(process->detail, sizeof process->detail, "%s",
                 strerror(word.value));
    } else if (process->state == PROCESS_RUNS) {
        note_end(process, word.value);
    }
    return true;
}

static void wait_readable(int descriptor, uint64_t deadline)
{
    struct pollfd polled = {.fd = descriptor, .events = POLLIN};
    (void)poll(&polled, 1, clock_left(deadline));
}

enum process_state process_look(struct process *process, unsigned wait_ms)
{
    uint64_t deadline = clock_ms() + wait_ms;
    while (process->state == PROCESS_RUNS && !take_report(process)) {
        if (clock_left(deadline) == 0)
            break;
        wait_readable(process->report, deadline);
    }
    return process->state;
}

void process_hang_up(struct process *process)
{
    close_one(&process->to);
}

/* The report's end is the keeper's end. */
static void wait_for_keeper(struct process *process)
{
    struct keeper_report word;
    uint64_t deadline = clock_ms() + KEEPER_MS;
    for (;;) {
        ssize_t size = read(process->report, &word, sizeof word);
        bool waits = size == -1 && (errno == EAGAIN || errno == EINTR);
        if (size <= 0 && !waits)
            break;
        if (waits && clock_left(deadline) == 0) {
            (void)kill(process->keeper, SIGKILL);
            break;
        }
        if (waits)
            wait_readable(process->report, deadline);
    }
    while (waitpid(process->keeper, NULL, 0) == -1 && errno == EINTR) {
    }
    process->keeper = -1;
}

void process_stop(struct process *process, unsigned grace_ms)
{
    if (process->keeper == -1)
        return;
    process_hang_up(process);
    if (process_look(process, 0) == PROCESS_RUNS) {
        /* The keeper reads as long as it lives, and if it does not there is
         * nobody to tell; SIGPIPE must not be the answer. */
        (void)process_write(process->control, "T", 1);
        process_look(process, grace_ms);
    }
    close_one(&process->control);
    wait_for_keeper(process);
    close_one(&process->from);
    close_one(&process->report);
    folder_remove(process->folder);
    process->state = PROCESS_NONE;
}
