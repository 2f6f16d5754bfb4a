/* A program that was started, with a pipe to it and one from it. */
#ifndef PROGRAMS_PROCESS_H
#define PROGRAMS_PROCESS_H

#include <stdbool.h>
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

#endif
