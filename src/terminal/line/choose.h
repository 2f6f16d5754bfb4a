/* A person decides: their turn, their lay-out, what to discard and to draw. */
#ifndef TERMINAL_LINE_CHOOSE_H
#define TERMINAL_LINE_CHOOSE_H

#include "show/offer.h"
#include "terminal/line/ask.h"
#include "tioli.h"

/* Asks until there is a move that the rules allow, or ASK_STOP. */
enum ask choose_move(const struct person *person, tio_move *out);

/* Has the person aim an action card; ASK_BACK if they would rather not. */
enum ask choose_targets(const struct person *person,
                        const struct show_offer *offer, tio_move *out);

#endif
