/* Plays a given number of random games and nothing else, to be counted by
 * callgrind: bench/instructions runs it twice and takes the difference, so
 * that starting up and reading the deck drop out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/playouts.h"

int main(int argc, char **argv)
{
    char *end = NULL;
    unsigned long games = argc == 3 ? strtoul(argv[2], &end, 10) : 0;
    bool fresh = argc == 3 && strcmp(argv[1], "fresh") == 0;
    bool same = argc == 3 && strcmp(argv[1], "same") == 0;
    if ((!fresh && !same) || *end != 0 || games == 0) {
        fputs("usage: callgrind_play fresh|same GAMES\n", stderr);
        return 2;
    }
    struct playouts playouts;
    playouts_init(&playouts, tio_deck_standard(), 2, 1);
    if (fresh) {
        playouts_fresh(&playouts, games);
    } else {
        playouts_deal(&playouts);
        playouts_same(&playouts, games);
    }
    printf("%llu %llu\n", (unsigned long long)playouts.moves,
           (unsigned long long)playouts.decisions);
    return 0;
}
