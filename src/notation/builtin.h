/* Finding a built-in deck again from what a record says of it. */
#ifndef TIOLI_NOTATION_BUILTIN_H
#define TIOLI_NOTATION_BUILTIN_H

#include "tioli.h"

/* NULL if no built-in deck has that hash. */
const tio_deck *builtin_by_hash(uint64_t hash);

#endif
