/* The chance to win as people are told it. The search compares moves by
 * chance_to_win(), which is quick and only has to put them in the right order;
 * this one is held to what really happens: docs/bots.md shows the figures, and
 * bench/calibrate takes them. */
#ifndef TIOLI_BOTS_OUTLOOK_H
#define TIOLI_BOTS_OUTLOOK_H

#include "tioli.h"

/* How things stand when a round has been scored. */
struct outlook {
    unsigned players;
    unsigned rounds;            /* still to come */
    unsigned starter;           /* of the next one */
    int total[TIO_MAX_PLAYERS]; /* in parts of a point */
};

/* The seat's chance, of 10000; those of all seats make 10000 together. A shared
 * win counts in parts. As long as rounds are to come nothing is certain: then
 * it is never 0 and never 10000. */
int outlook_win(const struct outlook *now, unsigned seat);

/* Adds what the others' hands are worth more in this round than guesses at them
 * have it: their dice suit the cards that they do hold. `game` is the round as
 * it was seen before guessing. Whole points are added, now and then one more, as
 * `lot` decides, which may be any number: points decide the last round. */
void outlook_unseen(struct outlook *now, const tio_game *game, unsigned seat,
                    unsigned lot);

#define OUTLOOK_DICE 6 /* the last case: as many dice or more */

/* What a hint is for: a turn, or laying dice out. Later nothing is guessed. */
enum outlook_when { OUTLOOK_TURN, OUTLOOK_LAY, OUTLOOK_WHENS };

/* What a hint says, of 10000, when outlook_win() came to `chance` on average
 * over its playouts: these play worse than people and bots do. The order of
 * chances stays, and so do the two ends: what is decided is certain, and
 * nothing else is. */
int outlook_told(unsigned players, enum outlook_when when, int chance);

/* What was found out about rounds between equals, by number of players. */
struct outlook_fit {
    int variance; /* of a player's net in one round, in hundredths of a point
                     squared, less what all players have in common */
    int start[TIO_MAX_PLAYERS]; /* what a seat gets more than the average, in
                                   hundredths of a point, by how many turns it
                                   comes after the starter */
    /* What others get more than guessed, in hundredths of a point: while they
     * take dice and when they have passed, by how many dice they have. */
    int unseen[2][OUTLOOK_DICE];
    /* What is added before a hint says it, as a percentage of chance times
     * counter-chance; less than 100 either way, so that order stays. */
    int told[OUTLOOK_WHENS];
};

extern const struct outlook_fit outlook_fits[TIO_MAX_PLAYERS + 1];

/* The same by another fit, for whoever looks for the best one. */
int outlook_win_by(const struct outlook_fit *fit, const struct outlook *now,
                   unsigned seat);

#endif
