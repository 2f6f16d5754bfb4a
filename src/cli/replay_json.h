/* A replayed record as one JSON object. */
#ifndef CLI_REPLAY_JSON_H
#define CLI_REPLAY_JSON_H

#include "base/json.h"
#include "tioli.h"

/* What stands above the moves; opens the list of moves. */
void replay_json_head(struct json *json, const tio_record_head *head,
                      const tio_deck *deck);
/* `round` is the one that it was made in. */
void replay_json_move(struct json *json, const tio_deck *deck, unsigned round,
                      const tio_move *move, unsigned line, bool stand_in);
/* Closes the list of moves and says where the game stands; replay_json_secret()
 * adds what was revealed, or NULL. */
void replay_json_game(struct json *json, const tio_game *game, bool finished);
void replay_json_secret(struct json *json, const uint8_t *secret);
/* The key "error": what was wrong, or null for `line` 0. */
void replay_json_error(struct json *json, unsigned line, const char *what);

#endif
