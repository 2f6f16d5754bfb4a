/* Games to test with: every setting, ordinary and odd decks, and players who
 * move in ways that no sensible player would. */
#ifndef TIOLI_TESTS_ODD_GAME_H
#define TIOLI_TESTS_ODD_GAME_H

#include "tioli.h"

enum style {
    STYLE_BOT,    /* the random bot */
    STYLE_ANY,    /* any of the legal moves evenly, odd lay-outs too */
    STYLE_IDLE,   /* passes soon, lays nothing, keeps all */
    STYLE_HUNGRY, /* never passes while there are dice */
    STYLE_ACTOR,  /* plays whatever action there is */
    STYLES
};

struct odd_game {
    const tio_deck *deck;
    tio_game game;
    uint8_t style[TIO_MAX_PLAYERS];
    tio_random random;
};

/* Decks from the standard one (0) to three combos and an action. */
#define ODD_DECKS 9
const tio_deck *odd_deck(unsigned number);

/* The settings run through all there are as `number` counts up; the same
 * number gives the same game. */
void odd_game_begin(struct odd_game *odd, tio_edition edition, bool free_hand,
                    uint64_t number);

/* One of the seats in a set, evenly. */
unsigned odd_seat(unsigned seats, tio_random *random);

/* A move of this seat, which has to decide something. */
void odd_game_choose(struct odd_game *odd, unsigned seat, tio_move *out);

/* The next move, of chance or of any seat that has to decide. */
void odd_game_next(struct odd_game *odd, tio_move *out);

#endif
