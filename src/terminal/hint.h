/* Advice for the person at the keyboard: the best moves, what they are worth
 * and why, in the words of the edition. */
#ifndef TERMINAL_HINT_H
#define TERMINAL_HINT_H

#include <stdbool.h>

#include "terminal/ask.h"

/* Shows the few best moves, or all that make sense. */
void hint_show(const struct person *person, bool all);

#endif
