/* The cage of somebody else's program: no network, no files but its own, no
 * hand on other processes. It is made of what the kernel gives to everybody
 * without new rights:
 *
 *   Landlock   which files may be opened, and (from its sixth version) which
 *              processes may be sent a signal; also nobody else's memory
 *   seccomp    no sockets, and none of the system calls that reach around the
 *              rest; also the terminal and the limits of other processes
 *   no rights  whoever started us as root gives the program none of root's
 *   RLIMIT     how many processes there may be (process.c)
 *
 * A kernel that lacks one of them gives the others: player_cage_parts() lists
 * which. Whatever it has must work: a program whose cage can't be closed is not
 * run. */
#ifndef PROGRAMS_CAGE_H
#define PROGRAMS_CAGE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "programs/player.h"

#define CAGE_PATHS 24

/* All of it is prepared before the fork, as in process.h. */
struct cage {
    struct player_cage parts;
    pid_t ours; /* the process that is never sent a signal */
    pid_t group;
    unsigned paths; /* that may be read, beside those of the system */
    char path[CAGE_PATHS][PATH_MAX];
};

/* What the program of these words, from command_resolve(), may read: NULL if
 * memory is out. To be freed. */
struct cage *cage_new(char *const *words, const struct player_limits *limits);

/* Closes the cage around this process, which has no way out of it. `folder` is
 * where it may write, `keeper` its parent. False with errno if a part that the
 * kernel has fails. Only system calls: see process.h. */
bool cage_enter(const struct cage *cage, const char *folder, pid_t keeper);

/* How many processes and threads our user has: what RLIMIT_NPROC counts. 0 if
 * that is not known. */
unsigned cage_processes(void);

/* The part that seccomp has in it (cage_calls.c): is there any, and close it. */
bool cage_calls_known(void);
bool cage_calls_enter(const struct cage *cage, pid_t keeper);

#endif
