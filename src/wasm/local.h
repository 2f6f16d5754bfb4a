/* A game in the page itself: the tutorial, and play without a server. Whoever
 * owns it gives every seat's moves and lets chance fall; bots choose here. */
#ifndef WASM_LOCAL_H
#define WASM_LOCAL_H

#include "table/local.h"

struct local_page;

/* Reads the settings: a line for each, and one for each seat, in order:
 *     seat Anna
 *     bot easy Ben
 *     edition gamewright|schmidt
 *     free_hand yes|no
 *     starts 1 to 9
 *     first random|SEAT
 *     cast carry|aim|off
 *     piles open|down
 *     deck NAME
 *     seed NUMBER
 *     takeback yes|no     a move is taken back, with the bots' answers to it
 * What is left out is as on a server; the seed is then 0, and nothing is taken
 * back. */
bool local_page_read(const char *text, size_t length, struct local_setup *out,
                     tio_text_error *error);

/* NULL if it can't be set up. */
struct local_page *local_page_new(const struct local_setup *setup,
                                  tio_text_error *error);
void local_page_free(struct local_page *game);
const struct local *local_page_table(const struct local_page *game);

/* Carries a line out and writes what comes of it:
 *     state EYES          the table as a seat sees it, or for 0 a spectator
 *     news EYES           what happened last
 *     waits               {"waits":"chance"}, {"waits":"seats","seats":[1,2]}
 *                         or {"waits":"nothing"}
 *     chance [OUTCOME]    lets chance fall as OUTCOME says, or by the seed
 *     move SEAT MOVE
 *     undo SEAT           takes the seat's last move back
 *     try SEAT MOVE       what the move would do
 *     bot SEAT [LEVEL]    a bot of that level moves there, or the seat's own
 * What changes the game writes {"ok":true}. False if it is refused, with "error"
 * and "words", as a server does. */
bool local_page_do(struct local_page *game, const char *line,
                   struct json *json);

#endif
