/* Counts of wrong passwords. */
#include "server/guesses.h"

#include <stdio.h>
#include <string.h>

#include "fair/fair.h"

#define TABLE 64 /* bytes of a table's id that count */

unsigned guesses_place(const struct guesses_of *of)
{
    char text[TABLE + GUESSES_KEY] = {0};
    snprintf(text, TABLE, "%s", of->table);
    memcpy(text + TABLE, of->who, GUESSES_KEY);
    uint8_t hash[FAIR_BYTES];
    fair_mac(of->secret, text, sizeof text, hash);
    return (hash[0] | (unsigned)hash[1] << 8) % GUESSES_PLACES;
}

bool guesses_spent(const struct guesses *guesses, const struct guesses_of *of,
                   uint64_t now)
{
    const struct guesses_count *count = &guesses->place[guesses_place(of)];
    return count->wrong >= GUESSES_MOST && now < count->last + GUESSES_MS;
}

bool guesses_none(const struct guesses *guesses, const struct guesses_of *of,
                  uint64_t now)
{
    const struct guesses_count *count = &guesses->place[guesses_place(of)];
    return count->wrong == 0 || now >= count->last + GUESSES_LONG_MS;
}

void guesses_wrong_at(struct guesses *guesses, unsigned place, uint64_t now)
{
    struct guesses_count *count = &guesses->place[place];
    if (now >= count->last + GUESSES_MS)
        count->wrong = 0;
    count->wrong++;
    count->last = now;
}
