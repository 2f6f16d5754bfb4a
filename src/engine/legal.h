/* What a seat may do now: shared by the check of moves and the walk over
 * them. */
#ifndef TIOLI_ENGINE_LEGAL_H
#define TIOLI_ENGINE_LEGAL_H

#include "engine/dice.h"

/* Whether the turn's player may play an action at all now. */
tio_error action_allowed(const tio_game *game);

/* The dice that an action can reach: dice in the tray, or for cast back the
 * player's own. */
tio_dice action_reach(const tio_game *game, tio_action action);

/* Whether the action could change anything. */
bool action_has_target(const tio_game *game, tio_action action);

/* True if the action must re-roll every die that it can reach. */
bool action_takes_all(const tio_game *game, tio_action action);

/* Dice that a re-roll of up to four may have. */
#define REROLL_MOST 4

#endif
