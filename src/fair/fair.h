/* Dice and cards that anyone can check afterwards. Before the players add their
 * bytes a table commits itself to a secret; the key of all chance comes from
 * the secret and everybody's bytes; each chance move has a stream of its own.
 * When the game is over the secret is revealed. docs/fairness.md has it in
 * full, for another program to do the same. */
#ifndef FAIR_FAIR_H
#define FAIR_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tioli.h"

#define FAIR_BYTES 32

/* False if the system's cryptography can't be set up: give up then. */
bool fair_init(void);
/* Bytes that nobody can guess. */
void fair_random(void *bytes, size_t size);
void fair_commit(const uint8_t secret[FAIR_BYTES], uint8_t out[FAIR_BYTES]);
/* `contributed` has a bit for each seat that gave bytes. */
void fair_key(const uint8_t secret[FAIR_BYTES], unsigned players,
              unsigned contributed,
              const uint8_t bytes[TIO_MAX_PLAYERS][FAIR_BYTES],
              uint8_t out[FAIR_BYTES]);
/* The outcome of the chance move that the game waits for: `number` counts the
 * chance moves of the game from 0. */
void fair_deal(const uint8_t key[FAIR_BYTES], uint32_t number,
               const tio_game *game, const tio_deck *deck, tio_move *out);
/* Numbers for a bot's decision, which are not part of the game's chance. */
void fair_bot_random(const uint8_t key[FAIR_BYTES], uint64_t number,
                     unsigned seat, tio_random *out);

/* SHA-256, and with a key HMAC-SHA-256; compares in constant time. */
void fair_hash(const void *bytes, size_t size, uint8_t out[FAIR_BYTES]);
void fair_mac(const uint8_t key[FAIR_BYTES], const void *bytes, size_t size,
              uint8_t out[FAIR_BYTES]);
bool fair_same(const uint8_t *a, const uint8_t *b, size_t size);
/* Zeros where a secret was, whatever the compiler thinks of it. */
void fair_wipe(void *bytes, size_t size);

#endif
