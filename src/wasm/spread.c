/* One thread and no clock: what a module without imports has. A budget of time
 * is then none, and bots think as much as they are made for. */
#include "bots/spread.h"

void spread_jobs(unsigned jobs, unsigned threads,
                 void (*job)(void *context, unsigned worker, unsigned number),
                 void *context)
{
    (void)threads;
    for (unsigned number = 0; number < jobs; number++)
        job(context, 0, number);
}

uint64_t spread_clock(void)
{
    return 0;
}

bool spread_has_clock(void)
{
    return false;
}
