/* Text into a caller's fixed buffer: always ended by 0, never past its room.
 * What does not fit is left out, so that even a move full of nonsense prints
 * safely. */
#ifndef TIOLI_NOTATION_OUT_H
#define TIOLI_NOTATION_OUT_H

#include "tioli.h"

struct out {
    char *text;
    size_t size; /* without the final 0 */
    size_t room; /* with it; at least 1 */
};

struct out out_begin(char *text, size_t room);
void out_char(struct out *out, char c);
/* Both: all of it or nothing. */
void out_bytes(struct out *out, const char *bytes, size_t size);
void out_text(struct out *out, const char *text);
void out_number(struct out *out, int number);
/* The lowest `digits` hexadecimal digits, an even number of them up to 16. */
void out_hex(struct out *out, uint64_t number, unsigned digits);
void out_die(struct out *out, tio_kind kind);
/* In the order of kinds, `between` between two of them. */
void out_dice(struct out *out, tio_dice dice, const char *between);

/* 'L', 'D', 'R', '*', or '?' if it is no colour. */
char out_colour(unsigned colour);

#endif
