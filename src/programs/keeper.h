/* Between us and somebody else's program stands a small process of our own. It
 * starts the program, adopts whatever the program's children leave behind, and
 * ends them all when it is told to or when we are gone, however that came. */
#ifndef PROGRAMS_KEEPER_H
#define PROGRAMS_KEEPER_H

#include <stdbool.h>
#include <sys/resource.h>

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
