/* The terminal, the ui and the picture between them: what every driver has. Or
 * the ui alone, and what prints it line by line. */
#ifndef TERMINAL_GAME_STAGE_H
#define TERMINAL_GAME_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "terminal/full/cells.h"
#include "terminal/full/term.h"
#include "terminal/full/ui.h"

struct line;

struct stage {
    struct line *line; /* NULL: the full screen */
    struct term *term;
    struct ui *ui;
    struct cells *cells;
    uint64_t shown; /* ui_changes() of what is on the screen */
    bool fresh;     /* it must be shown again */
    bool moving;    /* pictures may move, until the line proves too slow */
    unsigned slow;  /* pictures that took too long of late */
    uint64_t asked; /* when the terminal was asked how far it is */
    bool leave;     /* the program has to end, */
    int signal;     /* because of this signal, or 0 */
};

/* False if there is no terminal for it: nothing was changed. */
bool stage_open(struct stage *stage, bool animation);
/* Line by line; false if memory is out. */
bool stage_open_lines(struct stage *stage);
void stage_close(struct stage *stage);

/* The rest is for the full screen. */

/* Shows the picture if it has changed. */
void stage_show(struct stage *stage);

/* Shows the picture, waits for keys or `ms` milliseconds (negative: without
 * end), and lets the ui know of keys and time. Afterwards there may be
 * wishes. */
void stage_wait(struct stage *stage, int ms);

#endif
