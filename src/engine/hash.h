/* The mixing of words into the hashes of games and decks. */
#ifndef TIOLI_ENGINE_HASH_H
#define TIOLI_ENGINE_HASH_H

#include <stdint.h>

#define HASH_START 0x746c696f6c690a01ULL

/* Mixes one word in. Not cryptographic: it finds mistakes, not forgers. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9fb21c651e98df25ULL;
    return hash ^ hash >> 32;
}

/* A last stir, so that every bit of the result depends on every word. */
static inline uint64_t hash_finish(uint64_t hash)
{
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9ULL;
    hash = (hash ^ hash >> 32) * 0x94d049bb133111ebULL;
    return hash ^ hash >> 29;
}

#endif
