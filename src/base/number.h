/* Whole numbers in texts that are not to be trusted. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Digits alone, up to the first that is none, where *text is then. False
 * without any, or beyond `most`. */
static inline bool number_read(const char **text, uint64_t most, uint64_t *out)
{
    uint64_t value = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (digit > most || value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (at == *text)
        return false;
    *out = value;
    *text = at;
    return true;
}

/* The same of a text that is nothing but the number, and not longer than the
 * largest one is. */
static inline bool number_is(const char *text, uint64_t most, uint64_t *out)
{
    return strlen(text) <= 20 && number_read(&text, most, out) && !*text;
}

#endif
