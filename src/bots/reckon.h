/* What a hand may hope for in the rest of a round: a table of everything that
 * its player could take from the tray, each with what it is worth if the player
 * stops there and what it promises if the player continues. The others are
 * taken to reach into the tray without choosing. Once made, a look into the
 * table is a policy: take the die whose entry promises most, stop when none
 * promises more than stopping does. */
#ifndef TIOLI_BOTS_RECKON_H
#define TIOLI_BOTS_RECKON_H

#include "tioli.h"

/* All worth in bots is counted in whole parts of a point, so that the same view
 * gives the same move on every machine. */
#define POINT 256

#define RECKON_NODES 3072
#define RECKON_NONE 0xffff
#define RECKON_SLOTS 8192 /* of the index, a power of two */

/* The kinds of dice in the tray, numbered from 0. */
struct tray_kinds {
    unsigned count;
    tio_kind kind[TIO_KINDS];
    uint8_t copies[TIO_KINDS];
    uint8_t place[TIO_KINDS]; /* by kind, or TIO_NONE */
    unsigned dice;
};

void tray_kinds_of(tio_dice tray, struct tray_kinds *out);

/* How fast the others take: dice before the player's next turn, and between
 * two of its turns after that. */
struct pace {
    unsigned first;
    unsigned each;
};

/* Nets of one hand that were worked out before: trays that differ in a die or
 * two ask for the same again. */
#define NETS_SLOTS 4096 /* a power of two */

struct nets {
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count;
    tio_dice dice[NETS_SLOTS];
    int8_t net[NETS_SLOTS];
};

void nets_begin(struct nets *nets, const tio_combo *const combos[],
                unsigned count);

/* What is asked: whose hand, which dice they have already, and how much to look
 * at: of all handfuls of one size the best `width` are looked further into, up
 * to `depth` dice. */
struct reckon_ask {
    const struct tray_kinds *tray;
    struct nets *nets;
    tio_dice taken;
    struct pace pace;
    unsigned depth;
    unsigned width;
};

/* Entry 0 is where the player stands now. */
struct reckon {
    struct reckon_ask ask;
    unsigned nodes;
    int16_t stop[RECKON_NODES];    /* net of the best lay-out with the dice */
    int16_t promise[RECKON_NODES]; /* what to expect, waiting for the turn */
    int16_t alone[RECKON_NODES];   /* the same when all others have passed */
    uint16_t goal[RECKON_NODES];   /* the entry that is hoped for, */
    uint16_t alone_goal[RECKON_NODES]; /* and when all others have passed */
    uint16_t child[RECKON_NODES][TIO_KINDS]; /* with one more, by its place */
    tio_dice dice[RECKON_NODES];             /* taken from the tray */
    uint8_t size[RECKON_NODES];
    uint16_t index[RECKON_SLOTS];
};

/* What the best die to take now promises, or stopping if none promises more. */
int reckon_best(const struct reckon *table);

void reckon_make(struct reckon *table, const struct reckon_ask *ask);

#endif
