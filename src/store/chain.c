/* Keyed BLAKE2b, as libsodium has it. */
#include "store/chain.h"

#include <sodium.h>
#include <string.h>

/* The input of each hash begins with its kind, so that no check of the one is
 * ever one of the other. */
enum { AN_EVENT = 'e', A_LOG = 'l' };

static void add_number(crypto_generichash_state *state, uint64_t number)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
    crypto_generichash_update(state, bytes, sizeof bytes);
}

static void begin(crypto_generichash_state *state, const uint8_t *key,
                  uint8_t what, const uint8_t *before, const char *table)
{
    crypto_generichash_init(state, key, CHAIN_KEY, CHAIN_BYTES);
    crypto_generichash_update(state, &what, 1);
    crypto_generichash_update(state, before, CHAIN_BYTES);
    crypto_generichash_update(state, (const uint8_t *)table, strlen(table) + 1);
}

void chain_event(const uint8_t key[CHAIN_KEY],
                 const uint8_t before[CHAIN_BYTES], const char *table,
                 uint64_t seq, const void *bytes, size_t size,
                 uint8_t out[CHAIN_BYTES])
{
    crypto_generichash_state state;
    begin(&state, key, AN_EVENT, before, table);
    add_number(&state, seq);
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, out, CHAIN_BYTES);
}

void chain_log(const uint8_t key[CHAIN_KEY], const char *table, uint64_t first,
               uint64_t last, const uint8_t before[CHAIN_BYTES],
               const uint8_t head[CHAIN_BYTES], uint8_t out[CHAIN_BYTES])
{
    crypto_generichash_state state;
    begin(&state, key, A_LOG, before, table);
    add_number(&state, first);
    add_number(&state, last);
    crypto_generichash_update(&state, head, CHAIN_BYTES);
    crypto_generichash_final(&state, out, CHAIN_BYTES);
}
