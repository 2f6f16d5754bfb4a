#define _POSIX_C_SOURCE 200809L

#include "base/clock.h"

#include <time.h>

uint64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t clock_ms(void)
{
    return clock_us() / 1000;
}

double clock_seconds(void)
{
    return (double)clock_us() / 1e6;
}

int clock_left(uint64_t deadline_ms)
{
    uint64_t now = clock_ms();
    return now >= deadline_ms ? 0 : (int)(deadline_ms - now);
}
