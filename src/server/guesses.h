/* Wrong passwords: whoever has sent too many waits. Counted by person,
 * and by address, for persons are easily made. A count is found by a hash that
 * nobody can work out, in a table of fixed size: two who meet in one place
 * share it, which does no harm, and nobody can push another's count out.
 *
 * Once an address is spent at a table, only somebody there whom the network
 * counts alone and who has not been wrong at that table for an hour is heard:
 * so a friend's right password works whatever others at their address have tried.
 * What a guesser gains by being many: an address brings 60 new persons at once
 * and 720 in an hour, each with one guess an hour, beside ten a minute. So in
 * the n-th hour there are 720 n + 600 guesses, and never more than there are
 * places in the table. To be right with a chance of a half takes three hours
 * for four digits, one and a half days for six, and at least three months for
 * six small letters. */
#ifndef SERVER_GUESSES_H
#define SERVER_GUESSES_H

#include <stdbool.h>
#include <stdint.h>

#define GUESSES_MOST 10
#define GUESSES_MS 60000        /* after which they are forgotten */
#define GUESSES_LONG_MS 3600000 /* and after which nothing is left of them */
#define GUESSES_KEY 16          /* bytes of a person or an address */
#define GUESSES_PLACES 65536

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

/* Too many, lately. */
bool guesses_spent(const struct guesses *guesses, const struct guesses_of *of,
                   uint64_t now);
/* Not one for a long time. */
bool guesses_none(const struct guesses *guesses, const struct guesses_of *of,
                  uint64_t now);
void guesses_wrong_at(struct guesses *guesses, unsigned place, uint64_t now);
/* Where somebody's wrong passwords are counted. */
unsigned guesses_place(const struct guesses_of *of);

#endif
