/* Names that people choose for themselves. Names in logs and records may be
 * older than these rules: utf8_is_name() is all that is asked of them. */
#ifndef TIOLI_NOTATION_NAME_H
#define TIOLI_NOTATION_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* A name as utf8_is_name() wants it in which something can be seen, and no word
 * of which mixes alphabets to look like another word. */
bool name_is_good(const char *text, size_t size);

/* Whether people would take one name for the other: the same but for case,
 * width, blanks, what can't be seen, and letters of different alphabets that
 * look alike. Never of two that differ in a letter that people can tell. */
bool names_alike(const char *a, const char *b);

#endif
