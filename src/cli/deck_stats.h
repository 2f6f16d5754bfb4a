/* How hard the cards of a deck really are, measured by playing with it. */
#ifndef CLI_DECK_STATS_H
#define CLI_DECK_STATS_H

/* tioli deck stats: argv[0] is "stats". Returns the exit status. */
int deck_stats(int argc, char **argv);

#endif
