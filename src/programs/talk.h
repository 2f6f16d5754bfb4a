/* A conversation with somebody else's program: what docs/bot-protocol.md calls
 * the table's side. Every call comes back in time, with a fault if the program
 * gave one; after that only talk_stop(), talk_start() and talk_free() make
 * sense. */
#ifndef PROGRAMS_TALK_H
#define PROGRAMS_TALK_H

#include "programs/player.h"

struct talk;

/* NULL if memory is out. Nothing is started yet. */
struct talk *talk_new(const char *command, const struct player_limits *limits);

/* Starts the program and waits for its hello. */
enum player_fault talk_start(struct talk *talk);

enum player_fault talk_begin(struct talk *talk, const tio_deck *deck,
                             const tio_settings *settings, unsigned seat,
                             const char *const names[]);
enum player_fault talk_saw(struct talk *talk, const tio_deck *deck,
                           const tio_move *seen);
enum player_fault talk_choose(struct talk *talk, const tio_view *view,
                              const tio_deck *deck, tio_move *out);
enum player_fault talk_end(struct talk *talk, const tio_game *game);

/* What the last fault was about, safe to show. */
const char *talk_detail(const struct talk *talk);

/* Ends the program after a fault: no word more is said to it. */
void talk_stop(struct talk *talk);

/* Asks the program to quit, ends it if it does not, and frees the rest. */
void talk_free(struct talk *talk);

#endif
