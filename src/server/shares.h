/* How much thinking time of the threads each person and each address has used.
 * Counted by person, and by address, for persons are easily made. Time that was
 * used counts half as much ten seconds later. A share is found by a hash that
 * nobody can work out, in a table of fixed size: two persons in one place share
 * it, which does little harm, and nobody can push another's share out. */
#ifndef SERVER_SHARES_H
#define SERVER_SHARES_H

#include <stddef.h>
#include <stdint.h>

#define SHARES_PLACES 4096
#define SHARES_KEY 16 /* bytes of a person or an address */
#define SHARES_HALF_US UINT64_C(10000000)

struct share {
    uint64_t used_us; /* as of `period` */
    uint64_t period;  /* a number of SHARES_HALF_US */
    unsigned bots;    /* now: decisions that wait or are thought about */
    unsigned hints;   /* now */
};

struct shares {
    uint8_t secret[32];
    struct share person[SHARES_PLACES];
    struct share address[SHARES_PLACES];
};

struct share *shares_person(struct shares *shares,
                            const uint8_t key[SHARES_KEY]);
/* NULL if the key is all zero: an address that is unknown or does not count. */
struct share *shares_address(struct shares *shares,
                             const uint8_t key[SHARES_KEY]);

/* So much more was used. Time is that of a clock that never goes back. */
void share_use(struct share *share, uint64_t us, uint64_t now_us);
uint64_t share_used(const struct share *share, uint64_t now_us);

#endif
