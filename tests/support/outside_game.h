/* A game between players of src/programs, as a table runs it: everyone hears
 * what they may, answers of a common phase are told together. */
#ifndef SUPPORT_OUTSIDE_GAME_H
#define SUPPORT_OUTSIDE_GAME_H

#include "programs/player.h"

struct outside_game {
    const tio_deck *deck;
    tio_settings settings;
    uint64_t seed; /* of chance; a seat's bot has this seed plus its seat */
    unsigned most_moves; /* 0: to the end */
    struct player *player[TIO_MAX_PLAYERS];
    /* Results */
    tio_game game;
    enum player_fault fault[TIO_MAX_PLAYERS];
    unsigned moves;
    tio_error error; /* of a move that was refused: never */
};

void outside_game_play(struct outside_game *table);

#endif
