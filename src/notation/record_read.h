/* The reader's inside, shared by its two files. */
#ifndef TIOLI_NOTATION_RECORD_READ_H
#define TIOLI_NOTATION_RECORD_READ_H

#include "notation/record.h"
#include "notation/scan.h"

struct tio_record_reader {
    char *text; /* a copy */
    size_t size;
    size_t at;     /* where the next line begins */
    unsigned line; /* the last line that was read and found right */
    bool finished;
    bool stand_in; /* made the last move */
    bool has_secret;
    uint8_t secret[TIO_FAIR_BYTES];
    tio_record_head head;
    const tio_deck *deck; /* a built-in one, or `own` */
    tio_deck own;
    tio_game game;
};

/* The line at `at`, which goes on to the next one; *end if there is none. The
 * number of the line is the one after the reader's. */
tio_error record_line(struct tio_record_reader *reader, size_t *at,
                      struct scan *scan, bool *end);
/* Exactly `digits` hexadecimal digits in lower case, 16 at most. */
bool record_hex(struct word word, unsigned digits, uint64_t *number);
/* Two of them for each of TIO_FAIR_BYTES. */
bool record_bytes(struct word word, uint8_t bytes[TIO_FAIR_BYTES]);
/* An error in the words that belong to its code. */
tio_error record_fail(const struct scan *scan, const char *at, tio_error code);

/* Reads all lines above the moves and sets the game up. */
tio_error record_read_head(struct tio_record_reader *reader,
                           tio_text_error *error);

#endif
