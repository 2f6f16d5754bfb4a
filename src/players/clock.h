/* The only clock of this module: it never goes back. */
#ifndef PLAYERS_CLOCK_H
#define PLAYERS_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* What is left until a deadline, for poll(). */
static inline int clock_left(uint64_t deadline)
{
    uint64_t now = clock_ms();
    return now >= deadline ? 0 : (int)(deadline - now);
}

#endif
