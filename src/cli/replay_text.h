/* A replayed record told to a person, round by round. */
#ifndef CLI_REPLAY_TEXT_H
#define CLI_REPLAY_TEXT_H

#include "terminal/event.h"
#include "terminal/words.h"
#include "tioli.h"

struct replay_text {
    const tio_deck *deck;
    struct names names;
    struct log log;
};

void replay_text_begin(struct replay_text *text, const tio_record_head *head,
                       const tio_deck *deck);
/* Says that the next move is that of a stand-in. */
void replay_text_stand_in(const struct replay_text *text, unsigned seat);
void replay_text_move(struct replay_text *text, const tio_game *before,
                      const tio_game *after, const tio_move *move);
/* Prints what was revealed at the end; NULL prints nothing. */
void replay_text_secret(const uint8_t *secret);
/* The result of a game that is over. */
void replay_text_result(const struct replay_text *text, const tio_game *game);
/* All that is known of a game, hands included. */
void replay_text_position(const struct replay_text *text, const tio_game *game);

#endif
