/* UTF-8, as far as names and JSON need it. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of the character at `at` (1 to 4) and the character itself; 0 if
 * there is no valid one. */
size_t utf8_next(const char *at, const char *end, uint32_t *character);

/* True for what would let a name leave its line or disguise it: controls, line
 * and paragraph separators, and the marks that turn the reading direction. */
bool utf8_is_control(uint32_t character);

bool utf8_is_valid(const char *text, size_t size);
/* Valid, and no controls but those that are allowed: "\t", or "". */
bool utf8_is_text(const char *text, size_t size, const char *allowed);

/* A name for a line of text: at least one byte, valid, no controls, no space
 * at either end. */
bool utf8_is_name(const char *text, size_t size);
/* The same of a text that must end within its array of `room` bytes. */
bool utf8_fits_as_name(const char *text, size_t room);

/* Writes the text so that it can harm no screen: controls, marks that can't be
 * seen and what is no UTF-8 become \x1b and the like. What does not fit in `room` is left out; a final 0
 * is always written. */
void utf8_escape(const char *text, size_t size, char *out, size_t room);

#endif
