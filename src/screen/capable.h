/* Whether the terminal is known, and can do what a full screen needs. */
#ifndef SCREEN_CAPABLE_H
#define SCREEN_CAPABLE_H

#include <stdbool.h>

bool capable_terminal(void);

#endif
