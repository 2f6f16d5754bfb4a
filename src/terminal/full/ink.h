/* Which colours inks have: on a terminal with eight colours, with 256, with any;
 * and without. The background is the terminal's own, light or dark. */
#ifndef TERMINAL_FULL_INK_H
#define TERMINAL_FULL_INK_H

#include <stdbool.h>
#include <stdint.h>

enum ink_depth {
    INK_DEPTH_NONE,
    INK_DEPTH_8,
    INK_DEPTH_16,
    INK_DEPTH_256,
    INK_DEPTH_RGB
};

enum ink_weight { INK_NORMAL, INK_WEIGHT_BOLD, INK_WEIGHT_DIM };

#define INK_DEFAULT (-1)

struct ink {
    int32_t text; /* a colour of that depth, or INK_DEFAULT */
    int32_t ground;
    uint8_t weight;
    bool thin; /* never bold: terminals with few colours make bold black grey,
                  which can't be read on white */
};

struct ink ink_of(unsigned ink, unsigned edition, enum ink_depth depth);

#endif
