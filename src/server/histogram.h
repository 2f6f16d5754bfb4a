/* How long things took, in buckets whose bounds double: for /metrics. */
#ifndef SERVER_HISTOGRAM_H
#define SERVER_HISTOGRAM_H

#include <stdint.h>

/* Bucket i counts what took at most 2^(i+4) microseconds and more than the one
 * before: 16 us, 32 us ... 16.8 s; the last counts all that took longer. */
#define HISTOGRAM_BUCKETS 22
#define HISTOGRAM_FIRST_US 16

struct histogram {
    uint64_t bucket[HISTOGRAM_BUCKETS]; /* not summed up */
    uint64_t count;
    uint64_t sum_us;
};

static inline void histogram_add(struct histogram *histogram, uint64_t us)
{
    uint64_t bound = HISTOGRAM_FIRST_US;
    unsigned place = 0;
    while (place + 1 < HISTOGRAM_BUCKETS && us > bound) {
        bound *= 2;
        place++;
    }
    histogram->bucket[place]++;
    histogram->count++;
    histogram->sum_us += us;
}

#endif
