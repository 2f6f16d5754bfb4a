/* Handlers of signals do as little as they can: most write a byte into a pipe
 * that the loop waits for. Only a crash restores the terminal right here, with
 * calls that a handler may make. */
#define _DEFAULT_SOURCE

#include "terminal/full/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define TEXT 256
#define STACK 65536

/* What comes of each signal; the rest are crashes. */
static const struct {
    int number;
    unsigned bit; /* 0: a crash */
} watched[] = {
    {SIGINT, RESTORE_INTERRUPT},
    {SIGWINCH, RESTORE_SIZE},
    {SIGTSTP, RESTORE_STOP},
    {SIGCONT, RESTORE_GO_ON},
    {SIGTERM, RESTORE_LEAVE},
    {SIGHUP, RESTORE_LEAVE},
    {SIGQUIT, RESTORE_LEAVE},
    {SIGSEGV, 0},
    {SIGABRT, 0},
    {SIGBUS, 0},
    {SIGFPE, 0},
    {SIGILL, 0},
};

#define WATCHED (sizeof watched / sizeof watched[0])

/* The one thing that a handler can't be handed. */
static struct {
    int pipe[2];
    struct termios before;
    struct sigaction old[WATCHED];
    char text[TEXT];
    size_t length;
    volatile sig_atomic_t needed;
    char *stack;
    bool at_exit;
} state = {.pipe = {-1, -1}};

/* ---- As it was --------------------------------------------------------- */

static void put_back(void)
{
    size_t done = 0;
    if (!state.needed)
        return;
    state.needed = 0;
    while (done < state.length) {
        ssize_t part =
            write(STDOUT_FILENO, state.text + done, state.length - done);
        if (part <= 0)
            break;
        done += (size_t)part;
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &state.before);
}

/* What would have happened without us happens next: the instruction that
 * failed is tried again, with the handler there was before; a signal that was
 * sent is sent once more. */
static void crashed(int number, siginfo_t *why, void *context)
{
    (void)context;
    put_back();
    for (size_t i = 0; i < WATCHED; i++)
        if (watched[i].number == number)
            sigaction(number, &state.old[i], NULL);
    if (why->si_code <= 0)
        raise(number);
}

static void noticed(int number)
{
    int error = errno;
    unsigned char byte = (unsigned char)number;
    /* A full pipe has woken the loop already. */
    if (write(state.pipe[1], &byte, 1) < 0)
        errno = error;
    errno = error;
}

/* ---- Watching ---------------------------------------------------------- */

static bool make_pipe(void)
{
    if (pipe(state.pipe) != 0)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        fcntl(state.pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(state.pipe[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

/* A crash may have come of a stack that is full. */
static void make_stack(void)
{
    stack_t stack = {.ss_size = STACK};
    state.stack = malloc(STACK);
    stack.ss_sp = state.stack;
    if (state.stack)
        sigaltstack(&stack, NULL);
}

static void watch(void)
{
    for (size_t i = 0; i < WATCHED; i++) {
        struct sigaction action = {.sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        if (watched[i].bit) {
            action.sa_handler = noticed;
        } else {
            action.sa_sigaction = crashed;
            action.sa_flags |= SA_SIGINFO | SA_ONSTACK;
        }
        sigaction(watched[i].number, NULL, &state.old[i]);
        /* What nohup and the like have turned off stays so. */
        if (state.old[i].sa_handler != SIG_IGN || watched[i].number == SIGINT)
            sigaction(watched[i].number, &action, NULL);
    }
}

bool restore_begin(void)
{
    if (tcgetattr(STDIN_FILENO, &state.before) != 0 || !make_pipe())
        return false;
    make_stack();
    if (!state.at_exit && atexit(put_back) == 0)
        state.at_exit = true;
    watch();
    return true;
}

void restore_text(const char *text)
{
    size_t length = strlen(text);
    state.length = length < TEXT ? length : 0;
    memcpy(state.text, text, state.length);
    state.needed = 1;
}

void restore_needed(bool needed)
{
    state.needed = needed;
}

void restore_end(void)
{
    stack_t off = {.ss_flags = SS_DISABLE};
    state.needed = 0;
    for (size_t i = 0; i < WATCHED; i++)
        sigaction(watched[i].number, &state.old[i], NULL);
    sigaltstack(&off, NULL);
    free(state.stack);
    state.stack = NULL;
    for (unsigned i = 0; i < 2; i++) {
        if (state.pipe[i] >= 0)
            close(state.pipe[i]);
        state.pipe[i] = -1;
    }
}

int restore_descriptor(void)
{
    return state.pipe[0];
}

unsigned restore_signals(int *leave)
{
    unsigned bits = 0;
    unsigned char byte;
    while (read(state.pipe[0], &byte, 1) == 1) {
        for (size_t i = 0; i < WATCHED; i++) {
            if (watched[i].number != byte)
                continue;
            bits |= watched[i].bit;
            if (watched[i].bit == RESTORE_LEAVE)
                *leave = byte;
        }
    }
    return bits;
}

void restore_stop(void)
{
    struct sigaction normal = {.sa_handler = SIG_DFL};
    sigemptyset(&normal.sa_mask);
    struct sigaction ours;
    sigaction(SIGTSTP, &normal, &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}
