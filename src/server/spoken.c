/* Spoken codes: their letters, and the limits on guessing them. */
#include "server/spoken.h"

#include <string.h>

#include "fair/fair.h"

_Static_assert(sizeof SPOKEN_LETTERS == SPOKEN_COUNT + 1, "as many letters");

bool spoken_read(const char *text, char out[TABLE_SPOKEN])
{
    size_t size = 0;
    for (; *text; text++) {
        char letter =
            *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
        if (letter == ' ' || letter == '-')
            continue;
        if (size + 1 >= TABLE_SPOKEN || !strchr(SPOKEN_LETTERS, letter))
            return false;
        out[size++] = letter;
    }
    out[size] = 0;
    return size + 1 == TABLE_SPOKEN;
}

void spoken_random(char out[TABLE_SPOKEN])
{
    uint64_t number;
    fair_random(&number, sizeof number);
    for (unsigned i = 0; i + 1 < TABLE_SPOKEN; i++) {
        out[i] = SPOKEN_LETTERS[number % SPOKEN_COUNT];
        number /= SPOKEN_COUNT;
    }
    out[TABLE_SPOKEN - 1] = 0;
}

unsigned spoken_place(const struct spoken_by *by)
{
    uint8_t hash[FAIR_BYTES];
    fair_mac(by->secret, by->who, SPOKEN_KEY, hash);
    return (hash[0] | (unsigned)hash[1] << 8) % SPOKEN_PLACES;
}

/* Whether one more would put the end off beyond what `most` of them come to. */
static bool is_full(uint64_t end, uint64_t now, uint64_t most, uint64_t ms)
{
    return end > now && end - now > (most - 1) * ms;
}

bool spoken_spent(const struct spoken *spoken, const struct spoken_by *by,
                  uint64_t now)
{
    uint64_t end = spoken->place[spoken_place(by)];
    if (is_full(end, now, SPOKEN_MOST, SPOKEN_MS))
        return true;
    return is_full(spoken->all, now, SPOKEN_ALL_MOST, SPOKEN_ALL_MS) && end &&
           now < end + SPOKEN_LONG_MS;
}

static void put_off(uint64_t *end, uint64_t now, uint64_t ms)
{
    *end = (*end > now ? *end : now) + ms;
}

void spoken_wrong_at(struct spoken *spoken, unsigned place, uint64_t now)
{
    put_off(&spoken->place[place], now, SPOKEN_MS);
    put_off(&spoken->all, now, SPOKEN_ALL_MS);
}
