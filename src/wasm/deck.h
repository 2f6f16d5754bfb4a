/* A deck that somebody is typing: what can be read of it so far, and what is
 * wrong with each of the other lines. */
#ifndef WASM_DECK_H
#define WASM_DECK_H

#include "base/json.h"

/* Writes an object:
 *     combos, actions     how many cards
 *     cards               each once, with its copies, combos first
 *     errors              line, column and words of each line that can't be
 *                         read, at most DECK_ERRORS of them; a deck without any
 *                         is one that a table takes
 *     missing             combos and actions that the first hands of `players`
 *                         lack, or with a free hand cards of either sort
 *     full_rounds         how many rounds begin with full hands if everybody
 *                         completes a combo in each; null with a free hand,
 *                         where it depends on what is drawn */
#define DECK_ERRORS 20
void deck_page_write(const char *text, size_t length, unsigned players,
                     bool free_hand, struct json *json);

#endif
