/* The hashes of fairness where there is no libsodium: SHA-256 is asked of the
 * host, which has one or can load one, and HMAC-SHA-256 (RFC 2104) is made of
 * it. A page has no secrets of its own to keep: it checks what was revealed. */
#include <string.h>

#include "fair/fair.h"

#define BLOCK 64    /* bytes that SHA-256 takes at a time */
#define MESSAGE 256 /* bytes of the longest message of fair.c */

__attribute__((import_module("env"), import_name("sha256"))) void host_sha256(
    const void *bytes, size_t size, uint8_t out[FAIR_BYTES]);

void fair_hash(const void *bytes, size_t size, uint8_t out[FAIR_BYTES])
{
    host_sha256(bytes, size, out);
}

static void mask_key(const uint8_t key[FAIR_BYTES], uint8_t mask,
                     uint8_t out[BLOCK])
{
    memset(out, mask, BLOCK);
    for (unsigned i = 0; i < FAIR_BYTES; i++)
        out[i] ^= key[i];
}

/* Anything longer than our longest message is our own bug. */
void fair_mac(const uint8_t key[FAIR_BYTES], const void *bytes, size_t size,
              uint8_t out[FAIR_BYTES])
{
    uint8_t inner[BLOCK + MESSAGE];
    uint8_t outer[BLOCK + FAIR_BYTES];
    if (size > MESSAGE)
        __builtin_trap();
    mask_key(key, 0x36, inner);
    memcpy(inner + BLOCK, bytes, size);
    mask_key(key, 0x5c, outer);
    fair_hash(inner, BLOCK + size, outer + BLOCK);
    fair_hash(outer, sizeof outer, out);
}

bool fair_same(const uint8_t *a, const uint8_t *b, size_t size)
{
    unsigned difference = 0;
    for (size_t i = 0; i < size; i++)
        difference |= (unsigned)a[i] ^ b[i];
    return difference == 0;
}

void fair_wipe(void *bytes, size_t size)
{
    memset(bytes, 0, size);
}
