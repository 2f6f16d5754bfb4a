/* A program that was started, with a pipe to it and one from it. */
#ifndef PROGRAMS_PROCESS_H
#define PROGRAMS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "programs/player.h"

#define PROCESS_DETAIL 160

enum process_state {
    PROCESS_NONE,
    PROCESS_RUNS,
    PROCESS_ENDED,
    PROCESS_NO_EXEC, /* it never began */
};

struct process {
    pid_t keeper;
    int to;   /* its standard input; -1 once closed. Neither blocks */
    int from; /* its standard output */
    int control;
    int report;
    enum process_state state;
    char detail[PROCESS_DETAIL]; /* how it ended, or why it did not start */
    char folder[PLAYER_TEXT];    /* its own, empty at first */
};

/* False, with `detail` filled in, if it can't even be tried. Any thread may
 * start and end processes of its own. */
bool process_start(struct process *process, const char *command,
                   const struct player_limits *limits);

/* What has become of it, waiting at most `wait_ms` for its end. */
enum process_state process_look(struct process *process, unsigned wait_ms);

/* write() that never raises SIGPIPE: a closed pipe is EPIPE. */
ssize_t process_write(int descriptor, const void *bytes, size_t size);

/* Closes its standard input. */
void process_hang_up(struct process *process);

/* SIGTERM, after `grace_ms` SIGKILL for it and all that it started; afterwards
 * there is nothing left of it: no process, no descriptor, no folder. */
void process_stop(struct process *process, unsigned grace_ms);

/* ---- Its folder ----------------------------------------------------- */

/* A private one to run in, and its removal whatever the program left there. */

/* Makes an empty folder that only its owner can enter. */
bool folder_make(char *path, size_t room);

/* Links are removed and never followed; folders may be nested as deeply as the
 * disk allows. */
void folder_remove(const char *path);

/* ---- Its keeper ----------------------------------------------------- */

/* Between us and somebody else's program stands a small process of our own. It
 * starts the program, adopts whatever the program's children leave behind, and
 * ends them all when it is told to or when we are gone, however that came. */

struct cage;

#define KEEPER_RLIMITS 6

/* All of it is prepared before the fork: after it nothing may be allocated, for
 * another thread may have held the allocator's lock. Descriptors are above 2
 * and close on exec. */
struct keeper_plan {
    char *const *words;
    char *const *environment;
    const char *folder;      /* where the program runs */
    const struct cage *cage; /* NULL: none */
    int input;               /* what becomes the program's 0, 1 and 2 */
    int output;
    int errors;
    int control; /* our orders: a byte is SIGTERM, the end is SIGKILL */
    int report;  /* struct keeper_report */
    int most_descriptors;
    bool background; /* whatever else runs here goes first */
    unsigned rlimits;
    struct {
        unsigned resource;
        struct rlimit limit;
    } rlimit[KEEPER_RLIMITS];
};

enum keeper_event {
    KEEPER_NO_EXEC = 1, /* value: errno */
    KEEPER_ENDED,       /* value: as from waitpid() */
};

struct keeper_report {
    int event;
    int value;
};

/* For the child of a fork() with all signals blocked. */
_Noreturn void keeper_run(const struct keeper_plan *plan);

#endif
