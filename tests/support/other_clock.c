/* Clocks that a test sets while a program runs: loaded before the C library
 * (LD_PRELOAD), it adds to what the kernel says. The file that OTHER_CLOCK names
 * has two numbers of 64 bits, in milliseconds: what is added to the time of day,
 * and what is added to the clock that never jumps. The test writes them. */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct other_clock {
    volatile int64_t day_ms;
    volatile int64_t steady_ms;
};

static const struct other_clock *shared;

__attribute__((constructor)) static void find_file(void)
{
    static const struct other_clock none;
    const char *path = getenv("OTHER_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *map = MAP_FAILED;
    if (file >= 0) {
        map = mmap(NULL, sizeof *shared, PROT_READ, MAP_SHARED, file, 0);
        close(file);
    }
    shared = map == MAP_FAILED ? &none : map;
}

static int64_t added_to(clockid_t clock)
{
    if (!shared)
        return 0;
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
        return shared->day_ms;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
        return shared->steady_ms;
    default:
        return 0;
    }
}

/* The names are those of the C library, for the linker alone. */
int other_gettime(clockid_t clock,
                  struct timespec *out) __asm__("clock_gettime");
int other_timeofday(struct timeval *restrict out,
                    void *restrict zone) __asm__("gettimeofday");
time_t other_time(time_t *out) __asm__("time");

int other_gettime(clockid_t clock, struct timespec *out)
{
    int64_t added = added_to(clock);
    if (syscall(SYS_clock_gettime, clock, out) != 0)
        return -1;
    int64_t ns = out->tv_nsec + added % 1000 * 1000000;
    out->tv_sec += added / 1000 + (ns >= 1000000000) - (ns < 0);
    out->tv_nsec = ns >= 1000000000 ? ns - 1000000000
                   : ns < 0         ? ns + 1000000000
                                    : ns;
    return 0;
}

int other_timeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    other_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t other_time(time_t *out)
{
    struct timespec now;
    other_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
