/* A table's spoken code: five letters that can be said across a room, under
 * which the table is found while it waits for players. It is random, no two
 * waiting tables have the same one, and it is forgotten when the game begins or
 * the table is closed. The line about a table in the store has it
 * (server/summary.h), so that it is still the same after a restart.
 *
 * It opens no more than the table's link does, but it is short, so guessing has
 * to be slow. There are 20^5 codes, 3.2 million. Wrong ones are counted by
 * address: 20 at once, then two a minute. All addresses together may be wrong
 * 200 times at once, then ten times a minute; beyond that, only an address that
 * was not wrong in the last hour is heard, so that nobody can lock everybody
 * else out. While ten tables wait, one address has found one of them with a
 * chance of a half after 77 days, and a thousand addresses that guess together
 * after six. */
#ifndef SERVER_SPOKEN_H
#define SERVER_SPOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/table.h"

/* Neither vowels, so that no code is a word, nor L, which looks like I and 1. */
#define SPOKEN_LETTERS "BCDFGHJKMNPQRSTVWXYZ"
#define SPOKEN_COUNT 20

#define SPOKEN_KEY 16 /* bytes of an address */
#define SPOKEN_PLACES 16384
#define SPOKEN_MOST 20  /* wrong codes of an address at once */
#define SPOKEN_MS 30000 /* after which another one is heard */
#define SPOKEN_ALL_MOST 200
#define SPOKEN_ALL_MS 6000
#define SPOKEN_LONG_MS 3600000 /* without a wrong one: an address is trusted */

/* A count is the moment at which all wrong codes are forgotten: each one puts it
 * off. An address is found by a hash that nobody can work out, as in
 * server/guesses.h. */
struct spoken {
    uint64_t all;
    uint64_t place[SPOKEN_PLACES];
};

/* Whose code it is. */
struct spoken_by {
    const uint8_t *secret; /* the server's, 32 bytes */
    uint8_t who[SPOKEN_KEY];
};

/* As people type it: in any case, with blanks or hyphens between. False if it
 * can't be a code; nobody is charged for that. */
bool spoken_read(const char *text, char out[TABLE_SPOKEN]);
void spoken_random(char out[TABLE_SPOKEN]);

/* Too many wrong ones lately: not even a right one is heard. */
bool spoken_spent(const struct spoken *spoken, const struct spoken_by *by,
                  uint64_t now);
void spoken_wrong_at(struct spoken *spoken, unsigned place, uint64_t now);
/* Where somebody's wrong codes are counted. */
unsigned spoken_place(const struct spoken_by *by);

#endif
