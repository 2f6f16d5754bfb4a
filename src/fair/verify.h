/* Whether chance in a record was what the secret and the players' bytes make of
 * it. Knows nothing but the record: no clock, no file, no network. */
#ifndef FAIR_VERIFY_H
#define FAIR_VERIFY_H

#include "fair/fair.h"

enum fair_verdict {
    FAIR_YES,
    FAIR_NO,      /* something is not what it was promised to be */
    FAIR_UNKNOWN, /* the record lacks what is needed to tell */
    FAIR_BROKEN,  /* the record itself does not hold */
    FAIR_VERDICTS
};

/* What somebody who sat at the table saw and gave. */
struct fair_claims {
    bool has_commit;
    uint8_t commit[FAIR_BYTES];
    unsigned count; /* of `bytes` */
    uint8_t bytes[TIO_MAX_PLAYERS][FAIR_BYTES];
};

struct fair_finding {
    enum fair_verdict verdict;
    unsigned line;  /* that it is about, from 1; 0: none in particular */
    char what[256]; /* a sentence without a full stop; "" if all is well */
    /* Of a line that is not fair: what it should have been, and what it is. */
    char expected[TIO_MOVE_TEXT];
    char found[TIO_MOVE_TEXT];
    uint32_t chances; /* chance moves that were found right */
    bool has_head;    /* `head` was read */
    tio_record_head head;
    bool finished;
    bool has_secret;
    uint8_t secret[FAIR_BYTES];
};

/* False if memory is out; `out` is filled in else. */
bool fair_verify(const char *record, size_t length,
                 const struct fair_claims *claims, struct fair_finding *out);

#endif
