/* The decks that are compiled in, as text. The array is generated from decks/:
 * the standard deck comes first. */
#ifndef TIOLI_NOTATION_BUILTIN_DECKS_H
#define TIOLI_NOTATION_BUILTIN_DECKS_H

#include <stddef.h>

struct builtin_deck {
    const char *name;
    const char *text;
    size_t length;
};

extern const struct builtin_deck builtin_decks[];
extern const unsigned builtin_deck_count;

#endif
