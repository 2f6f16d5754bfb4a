/* The textbook opponent: information-set Monte Carlo tree search by a single
 * observer, with UCT and uniformly random playouts. It knows the rules and
 * nothing else about the game; what we call strong has to beat it at equal
 * time. */
#ifndef BENCH_ISMCTS_H
#define BENCH_ISMCTS_H

#include "tioli.h"

extern const tio_bot bench_ismcts;

#endif
