/* Whether the terminal is known, and can do what a full screen needs. */
#ifndef TERMINAL_FULL_CAPABLE_H
#define TERMINAL_FULL_CAPABLE_H

#include <stdbool.h>

bool capable_terminal(void);

#endif
