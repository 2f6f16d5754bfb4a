/* Whole numbers in texts that are not to be trusted. */
#ifndef SERVER_NUMBER_H
#define SERVER_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
