/* Bytes as hexadecimal digits, two a byte. What we write is in lower case, and
 * so is what we read back: one text for the same bytes, and no other. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes 2 * `size` digits and a 0. */
void hex_print(const uint8_t *bytes, size_t size, char *out);

/* Exactly 2 * `size` digits in lower case; otherwise false, and nothing is
 * written. */
bool hex_read(const char *text, size_t length, uint8_t *out, size_t size);

/* The byte that two digits in either case stand for, as in an escape; -1 if
 * they are not digits. Nothing is read behind a 0. */
int hex_escaped(const char *digits);

#endif
