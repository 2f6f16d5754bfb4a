/* Wrong invitation codes: whoever has sent too many waits. Counted by person,
 * and by address, for persons are easily made. A count is found by a hash that
 * nobody can work out, in a table of fixed size: two who meet in one place share
 * it, which does no harm, and nobody can push another's count out. */
#ifndef SERVER_GUESSES_H
#define SERVER_GUESSES_H

#include <stdbool.h>
#include <stdint.h>

#define GUESSES_MOST 10
#define GUESSES_MS 60000 /* after which they are forgotten */
#define GUESSES_KEY 16   /* bytes of a person or an address */
#define GUESSES_PLACES 4096

struct guesses {
    struct guesses_count {
        uint64_t last; /* the last wrong one */
        unsigned wrong;
    } place[GUESSES_PLACES];
};

/* Whose guesses, and where. */
struct guesses_of {
    const uint8_t *secret; /* the server's, 32 bytes */
    const char *table;
    uint8_t who[GUESSES_KEY];
};

bool guesses_spent(const struct guesses *guesses, const struct guesses_of *of,
                   uint64_t now);
void guesses_wrong(struct guesses *guesses, const struct guesses_of *of,
                   uint64_t now);

#endif
