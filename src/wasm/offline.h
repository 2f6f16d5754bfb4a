/* A game in the page itself: the tutorial, and play without a server. Whoever
 * owns it gives every seat's moves and lets chance fall; bots choose here. */
#ifndef WASM_OFFLINE_H
#define WASM_OFFLINE_H

#include "table/local.h"

struct offline;

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
 * What is left out is as on a server; the seed is then 0. */
bool offline_read(const char *text, size_t length, struct local_setup *out,
                  tio_text_error *error);

/* NULL if it can't be set up. */
struct offline *offline_new(const struct local_setup *setup,
                            tio_text_error *error);
void offline_free(struct offline *game);
const struct local *offline_table(const struct offline *game);

/* Each of these writes {"ok":true} or a refusal with "error" and "words", as a
 * server's, and returns whether it was carried out. */

/* Lets chance fall as `text` says, or if it is "" as the seed has it. */
bool offline_chance(struct offline *game, const char *text, struct json *json);
bool offline_move(struct offline *game, unsigned seat, const char *text,
                  struct json *json);
/* A bot of that level, or if it is "" of the seat's own, moves on the seat. */
bool offline_bot(struct offline *game, unsigned seat, const char *level,
                 struct json *json);

/* {"waits":"chance"}, {"waits":"seats","seats":[1,2]}, {"waits":"nothing"} */
void offline_waits(const struct offline *game, struct json *json);

#endif
