/* Reading one line of hostile text word by word, with errors that point at the
 * word that was wrong. Words are slices of the line: nothing is copied. */
#ifndef TIOLI_NOTATION_SCAN_H
#define TIOLI_NOTATION_SCAN_H

#include "tioli.h"

struct word {
    const char *at;
    size_t size; /* 0: the end of the line */
};

struct scan {
    const char *line; /* columns count from here */
    const char *at;
    const char *end;
    unsigned number;       /* of the line, from 1 */
    tio_text_error *error; /* may be NULL */
};

struct scan scan_begin(const char *line, size_t size, unsigned number,
                       tio_text_error *error);

/* The next run of bytes that are not spaces or tabs; empty at the end. */
struct word scan_word(struct scan *scan);
/* The same without going past it. */
struct word scan_peek(const struct scan *scan);

void scan_blanks(struct scan *scan);
/* Goes past `c` if it is the next byte. */
bool scan_accept(struct scan *scan, char c);

/* A run of digits; false and nothing read if there is none. Larger numbers
 * than SCAN_HUGE are SCAN_HUGE: beyond every limit, within every type. */
#define SCAN_HUGE 9999
bool scan_number(struct scan *scan, unsigned *number);

/* Letters are compared without regard to case. */
bool words_same(struct word a, struct word b);
bool word_is(struct word word, const char *text);
/* The very same letters. */
bool word_same(struct word word, const char *text);
bool word_number(struct word word, unsigned *number);
/* TIO_LIGHT, TIO_DARK, TIO_RED or TIO_EITHER; false for any other letter. */
bool letter_colour(char letter, unsigned *colour);

/* Fills in the error, pointing at `at`, and returns `code`. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
tio_error
scan_fail(const struct scan *scan, tio_error code, const char *at,
          const char *format, ...);

/* A word as it can be shown to a person: bytes that are not printable ASCII
 * become \xHH, a long word is cut, none is "the end of the line". */
#define SHOWN_TEXT 48
const char *word_shown(struct word word, char text[SHOWN_TEXT]);

/* Says what was found instead of what was expected. */
tio_error scan_expected(const struct scan *scan, tio_error code,
                        struct word found, const char *expected);
/* Nothing but blanks may be left. */
tio_error scan_finish(struct scan *scan);

#endif
