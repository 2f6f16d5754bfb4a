/* Finding a built-in deck again from what a record says of it. */
#ifndef TIOLI_NOTATION_BUILTIN_H
#define TIOLI_NOTATION_BUILTIN_H

#include <stddef.h>

#include "tioli.h"

/* NULL if no built-in deck has that hash. */
const tio_deck *builtin_by_hash(uint64_t hash);

/* The decks that are compiled in, as text. The array is generated from decks/:
 * the standard deck comes first. */
struct builtin_deck {
    const char *name;
    const char *text;
    size_t length;
};

extern const struct builtin_deck builtin_decks[];
extern const unsigned builtin_deck_count;

#endif
