/* Checks over what a store keeps of a table: each event's check is made with the
 * one before it and a key, so that an event that was changed, moved, put in or
 * taken out is found by whoever reads. The key is kept beside the events: this
 * finds what rots and hands that change a file, and not somebody who takes the
 * trouble to recompute all checks. */
#ifndef STORE_CHAIN_H
#define STORE_CHAIN_H

#include <stddef.h>
#include <stdint.h>

#define CHAIN_KEY 32
#define CHAIN_BYTES 16

/* Of an event; `before` is the check of the one before it, or all zeros. */
void chain_event(const uint8_t key[CHAIN_KEY],
                 const uint8_t before[CHAIN_BYTES], const char *table,
                 uint64_t seq, const void *bytes, size_t size,
                 uint8_t out[CHAIN_BYTES]);
/* Of a whole log: where it begins and ends. `before` is the check of the event
 * before the first, `head` that of the last. */
void chain_log(const uint8_t key[CHAIN_KEY], const char *table, uint64_t first,
               uint64_t last, const uint8_t before[CHAIN_BYTES],
               const uint8_t head[CHAIN_BYTES], uint8_t out[CHAIN_BYTES]);

#endif
