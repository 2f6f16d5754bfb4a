/* How much anybody may have stored, in bytes: a bucket that empties by what is
 * written for them and fills again slowly. By person first. Whoever is new, for
 * anybody can be as many new persons as they like, also draws on what all new
 * persons at their address have together; and everybody at an address draws on a
 * much larger bucket, so that a school is never stopped by one of its pupils.
 *
 * As with wrong guesses, a bucket is found by a hash that nobody can work out in
 * a table of fixed size: nobody can push another's out. */
#ifndef SERVER_QUOTA_H
#define SERVER_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#define QUOTA_KEY 16 /* bytes of a person or an address */
#define QUOTA_PLACES 4096
#define QUOTA_TABLE 16384 /* what a new table costs before anything happens */
#define QUOTA_NAME 16384  /* a new person's name, with the commit for it */
#define QUOTA_RENAME 2048 /* another name */

enum quota_kind {
    QUOTA_PERSON,
    QUOTA_NEW,     /* all new persons of an address */
    QUOTA_ADDRESS, /* all persons of an address */
    QUOTA_KINDS
};

struct quota {
    struct quota_bucket {
        uint64_t at;   /* as of this moment */
        uint64_t used; /* bytes, 0: full */
    } place[QUOTA_KINDS][QUOTA_PLACES];
};

/* Whose. Nobody, all zero, has no bucket and is never refused. */
struct quota_of {
    const uint8_t *secret; /* the server's, 32 bytes */
    enum quota_kind kind;
    uint8_t who[QUOTA_KEY];
};

/* Whether there is so much left. */
bool quota_has(const struct quota *quota, const struct quota_of *of,
               uint64_t bytes, uint64_t now);
/* Takes it, as far as there is so much. False: nobody has no bucket. */
bool quota_take(struct quota *quota, const struct quota_of *of, uint64_t bytes,
                uint64_t now);
/* Where somebody's bucket is; and the same by that. */
unsigned quota_place(const struct quota_of *of);
void quota_take_at(struct quota *quota, enum quota_kind kind, unsigned place,
                   uint64_t bytes, uint64_t now);

#endif
