/* Threads and the clock, which not every machine has: where they are missing
 * another file takes the place of spread.c. */
#ifndef TIOLI_BOTS_SPREAD_H
#define TIOLI_BOTS_SPREAD_H

#include <stdbool.h>
#include <stdint.h>

/* Does job 0 to `jobs` - 1, each once, on up to `threads` threads, the caller's
 * included; returns when all are done. `worker` is below `threads`, and no two
 * jobs run at the same time with the same one. */
void spread_jobs(unsigned jobs, unsigned threads,
                 void (*job)(void *context, unsigned worker, unsigned number),
                 void *context);

/* Milliseconds that only go forward; always 0 where there is no clock. */
uint64_t spread_clock(void);
bool spread_has_clock(void);

#endif
