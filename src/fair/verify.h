/* Whether chance in a record was what the secret and the players' bytes make of
 * it. Knows nothing but the record: no clock, no file, no network. */
#ifndef FAIR_VERIFY_H
#define FAIR_VERIFY_H

#include "fair/fair.h"

enum fair_verdict {
    FAIR_YES,
    FAIR_NO,      /* something is not what it was promised to be */
    FAIR_UNKNOWN, /* the record lacks what is needed to tell */
    FAIR_BROKEN,  /* the record itself is not valid */
    FAIR_VERDICTS
};

/* What keeps a record from being fair: its code for programs, what it makes of
 * the verdict, and a sentence without a full stop, which terminal and page both
 * say. */
#define FAIR_REASONS(X)                                                        \
    X(OTHER_COMMIT, "other-commit", NO,                                        \
      "the commitment is not the one that was seen at the table")              \
    X(BYTES_MISSING, "bytes-missing", NO,                                      \
      "bytes that a player added at the table are not in the record")          \
    X(OTHER_SECRET, "other-secret", NO,                                        \
      "the secret is not the one that the table was committed to")             \
    X(OTHER_CHANCE, "other-chance", NO,                                        \
      "the secret and the bytes give another result")                          \
    X(NO_COMMIT, "no-commit", UNKNOWN,                                         \
      "the record is of version 1, without commitment and secret")             \
    X(NO_SECRET, "no-secret", UNKNOWN,                                         \
      "the record does not reveal the secret")                                 \
    X(RECORD, "record", BROKEN, "the record is not valid")

enum fair_reason {
    FAIR_NO_REASON, /* all is well */
#define X(name, code, verdict, words) FAIR_##name,
    FAIR_REASONS(X)
#undef X
        FAIR_REASON_COUNT
};

const char *fair_reason_code(enum fair_reason reason);

/* What somebody who sat at the table saw and gave. */
struct fair_claims {
    bool has_commit;
    uint8_t commit[FAIR_BYTES];
    unsigned count; /* of `bytes` */
    uint8_t bytes[TIO_MAX_PLAYERS][FAIR_BYTES];
};

struct fair_finding {
    enum fair_reason reason;
    unsigned line;         /* that it is about, from 1; 0: none in particular */
    tio_text_error broken; /* of FAIR_RECORD: what is wrong there */
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

enum fair_verdict fair_verdict(const struct fair_finding *found);

/* Why it is not fair, in English; "" if it is. */
const char *fair_words(const struct fair_finding *found);

#endif
