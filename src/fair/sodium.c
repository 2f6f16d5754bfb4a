/* SHA-256 and HMAC-SHA-256 by libsodium, because a browser and every scripting
 * language have them too. */
#include "fair/fair.h"

#include <sodium.h>

_Static_assert(FAIR_BYTES == crypto_hash_sha256_BYTES, "a hash");
_Static_assert(FAIR_BYTES == crypto_auth_hmacsha256_BYTES, "a keyed hash");
_Static_assert(FAIR_BYTES == crypto_auth_hmacsha256_KEYBYTES, "its key");

bool fair_init(void)
{
    return sodium_init() >= 0;
}

void fair_random(void *bytes, size_t size)
{
    randombytes_buf(bytes, size);
}

void fair_hash(const void *bytes, size_t size, uint8_t out[FAIR_BYTES])
{
    crypto_hash_sha256(out, bytes, size);
}

void fair_mac(const uint8_t key[FAIR_BYTES], const void *bytes, size_t size,
              uint8_t out[FAIR_BYTES])
{
    crypto_auth_hmacsha256(out, bytes, size, key);
}

bool fair_same(const uint8_t *a, const uint8_t *b, size_t size)
{
    return sodium_memcmp(a, b, size) == 0;
}

void fair_wipe(void *bytes, size_t size)
{
    sodium_memzero(bytes, size);
}
