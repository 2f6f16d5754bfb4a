/* The saved games that can be continued. */
#ifndef TERMINAL_FULL_SAVES_H
#define TERMINAL_FULL_SAVES_H

#include "terminal/full/ui.h"
#include "terminal/save.h"

struct saves {
    unsigned count;
    struct ui_save shown[UI_SAVES]; /* the newest first */
    char path[UI_SAVES][SAVE_PATH];
};

/* Looks where games are saved by themselves. What can't be read, or is over, is
 * left out. NULL if memory is out; the caller frees it. */
struct saves *saves_find(void);

#endif
