/* The generator's inner loop, inline because every die and card asks it. */
#ifndef TIOLI_DEALER_RANDOM_H
#define TIOLI_DEALER_RANDOM_H

#include "tioli.h"

static inline uint64_t rotate_left(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static inline uint64_t random_next(tio_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Lemire's way: the upper half of a product, and a draw is thrown away where
 * it would favour some results over others. */
static inline uint32_t random_below(tio_random *random, uint32_t bound)
{
    uint64_t product = (random_next(random) >> 32) * bound;
    uint32_t low = (uint32_t)product;
    if (low < bound) {
        uint32_t unfair = (0U - bound) % bound;
        while (low < unfair) {
            product = (random_next(random) >> 32) * bound;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}

#endif
