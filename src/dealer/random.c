/* The seeded generator: xoshiro256** of Blackman and Vigna, started by
 * splitmix64. Fast, and the same numbers on every machine. */
#include "dealer/random.h"

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

void tio_random_init(tio_random *random, uint64_t seed, uint64_t stream)
{
    uint64_t start = splitmix(&seed) ^ stream;
    uint64_t state = splitmix(&start) + seed;
    for (unsigned i = 0; i < 4; i++)
        random->state[i] = splitmix(&state);
}

uint64_t tio_random_next(tio_random *random)
{
    return random_next(random);
}

uint32_t tio_random_below(tio_random *random, uint32_t bound)
{
    return random_below(random, bound);
}
