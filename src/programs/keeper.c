/* Everything here runs in the child of a fork() that another thread may have
 * been in the middle of anything at: system calls and the stack, nothing else.
 *
 * The keeper is a subreaper: a grandchild that lost its parent becomes its
 * child, even one that left the session. So 'kill every child until there is
 * none' reaches all that the program ever started. */
#define _GNU_SOURCE

#include "programs/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "programs/cage.h"

#define BACKGROUND_NICE 10

enum { CONTROL = 0, REPORT = 1 }; /* the keeper's own descriptors */

static void report(int descriptor, int event, int value)
{
    struct keeper_report word = {event, value};
    /* Small enough to be written whole; if nobody reads it, nobody asks. */
    ssize_t written = write(descriptor, &word, sizeof word);
    (void)written;
}

/* ---- The program ---------------------------------------------------- */

static void close_on_exec(int most)
{
    if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0)
        return;
    for (int descriptor = 3; descriptor < most; descriptor++)
        (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

static void default_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        (void)sigaction(number, &action, NULL);
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool set_up(const struct keeper_plan *plan, pid_t keeper)
{
    if (setsid() == -1 || chdir(plan->folder) == -1 ||
        dup2(plan->input, 0) == -1 || dup2(plan->output, 1) == -1 ||
        dup2(plan->errors, 2) == -1)
        return false;
    (void)umask(077);
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        return false; /* it ended before it could be watched */
    close_on_exec(plan->most_descriptors);
    if (plan->background)
        (void)setpriority(PRIO_PROCESS, 0, BACKGROUND_NICE);
    errno = 0;
    /* First, because it opens files, and we may have more than the limit. */
    if (plan->cage && !cage_enter(plan->cage, plan->folder, keeper))
        return false;
    for (unsigned i = 0; i < plan->rlimits; i++)
        (void)setrlimit(plan->rlimit[i].resource, &plan->rlimit[i].limit);
    return true;
}

static _Noreturn void run_program(const struct keeper_plan *plan, pid_t keeper)
{
    errno = 0;
    if (set_up(plan, keeper)) {
        default_signals();
        execve(plan->words[0], plan->words, plan->environment);
    }
    report(plan->report, KEEPER_NO_EXEC, errno);
    _exit(127);
}

/* ---- Ending it ------------------------------------------------------ */

/* Sends SIGKILL to every child; false if there is no way to list them. */
static bool kill_children(void)
{
    char text[4096];
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list == -1)
        return false;
    pid_t child = 0;
    ssize_t size;
    while ((size = read(list, text, sizeof text)) > 0) {
        for (ssize_t i = 0; i < size; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                child = child * 10 + (text[i] - '0');
                continue;
            }
            if (child > 1)
                (void)kill(child, SIGKILL);
            child = 0;
        }
    }
    close(list);
    return true;
}

/* Nobody but the keeper reaps its children, so a number that was listed can't
 * have become somebody else's. */
static void kill_all(pid_t program)
{
    (void)kill(-program, SIGKILL);
    (void)kill(program, SIGKILL); /* it may not be a group's leader yet */
    while (kill_children())
        if (waitpid(-1, NULL, 0) == -1 && errno == ECHILD)
            return;
    (void)waitpid(program, NULL, 0);
}

/* Reaps what has ended. True if the program itself was among it, and then all
 * that it left behind is ended too. */
static bool reap(pid_t program)
{
    siginfo_t info;
    for (;;) {
        info.si_pid = 0;
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == -1 ||
            info.si_pid == 0)
            return false;
        int status = 0;
        if (info.si_pid != program) {
            (void)waitpid(info.si_pid, &status, 0);
            continue;
        }
        /* While it is a zombie its group's number is still its own. */
        (void)kill(-program, SIGKILL);
        (void)waitpid(program, &status, 0);
        report(REPORT, KEEPER_ENDED, status);
        return true;
    }
}

static void watch(pid_t program)
{
    char order;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    struct pollfd polled[2] = {
        {.fd = CONTROL, .events = POLLIN},
        {.fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK),
         .events = POLLIN},
    };
    for (;;) {
        (void)poll(polled, 2, -1);
        struct signalfd_siginfo ignored;
        while (read(polled[1].fd, &ignored, sizeof ignored) > 0) {
        }
        if (reap(program)) {
            while (kill_children() && waitpid(-1, NULL, 0) != -1) {
            }
            return;
        }
        if (polled[0].revents == 0)
            continue;
        if (read(CONTROL, &order, 1) < 1) {
            kill_all(program);
            return;
        }
        (void)kill(-program, SIGTERM);
    }
}

/* Where memory runs out the kernel ends first whoever has the highest score.
 * The program inherits it from its keeper, who has it only for the moment: a
 * process whose memory nobody may read can't open its own score. */
struct score {
    int file; /* -1: it stays as it is */
    char old[16];
    ssize_t size;
};

static void raise_score(struct score *score, bool wanted)
{
    static const char highest[] = "1000";
    score->file =
        wanted ? open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC) : -1;
    score->size =
        score->file != -1 ? pread(score->file, score->old, 16, 0) : -1;
    if (score->size > 0)
        score->size = pwrite(score->file, highest, sizeof highest - 1, 0) > 0
                          ? score->size
                          : -1;
}

static void restore_score(const struct score *score)
{
    if (score->size > 0) {
        ssize_t written =
            pwrite(score->file, score->old, (size_t)score->size, 0);
        (void)written;
    }
}

void keeper_run(const struct keeper_plan *plan)
{
    (void)setsid(); /* Ctrl-C is for us: we end the program in our own time */
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    struct score score;
    raise_score(&score, plan->background);
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* our memory is in here */
    pid_t keeper = getpid();
    pid_t program = fork();
    if (program == 0)
        run_program(plan, keeper);
    if (program == -1) {
        report(plan->report, KEEPER_NO_EXEC, errno);
        _exit(1);
    }
    restore_score(&score);
    if (dup2(plan->control, CONTROL) == -1 ||
        dup2(plan->report, REPORT) == -1) {
        kill_all(program);
        _exit(1);
    }
    if (close_range(2, ~0U, 0) == -1)
        for (int descriptor = 2; descriptor < plan->most_descriptors;
             descriptor++)
            close(descriptor);
    watch(program);
    /* If we are gone, nobody else will. It fails if the program left files. */
    (void)rmdir(plan->folder);
    _exit(0);
}
