/* Colours that can be read on a light and on a dark background alike: nothing
 * very bright, nothing very dark. What has a ground of its own brings both. */
#include "terminal/full/ink.h"

#include "terminal/full/cells.h"
#include "tioli.h"

/* A shade at every depth. Eight colours have no orange, and a blue that can't
 * be read on black. */
struct shade {
    int8_t of8;
    int8_t of16;
    int16_t of256;
    int32_t rgb;
};

static const struct shade none = {-1, -1, -1, -1};
/*                                  8   16  256       RGB */
static const struct shade orange = {3, 3, 166, 0xd2660a};
static const struct shade blue = {6, 12, 32, 0x1c86d8};
static const struct shade white = {7, 15, 255, 0xf0eee6};
static const struct shade black = {0, 0, 235, 0x26262a};
static const struct shade red = {1, 9, 160, 0xd8222a};
static const struct shade green = {2, 2, 28, 0x1a8f3c};
static const struct shade violet = {5, 5, 133, 0xa85cc0};
static const struct shade grey = {-1, 8, 243, 0x7a7a7a};

static int32_t at(struct shade shade, enum ink_depth depth)
{
    switch (depth) {
    case INK_DEPTH_8:
        return shade.of8;
    case INK_DEPTH_16:
        return shade.of16;
    case INK_DEPTH_256:
        return shade.of256;
    case INK_DEPTH_RGB:
        return shade.rgb;
    case INK_DEPTH_NONE:
        break;
    }
    return INK_DEFAULT;
}

static struct ink mix(struct shade text, struct shade ground, unsigned weight,
                      enum ink_depth depth)
{
    return (struct ink){at(text, depth), at(ground, depth), (uint8_t)weight,
                        false};
}

/* White and black dice have a ground, for one of the two is the colour of the
 * terminal's. */
static struct ink light(unsigned edition, enum ink_depth depth)
{
    if (edition == TIO_SCHMIDT) {
        struct ink out = mix(black, white, INK_NORMAL, depth);
        out.thin = depth == INK_DEPTH_8 || depth == INK_DEPTH_16;
        return out;
    }
    return mix(orange, none, INK_NORMAL, depth);
}

static struct ink dark(unsigned edition, enum ink_depth depth)
{
    if (edition == TIO_SCHMIDT)
        return mix(white, black, INK_NORMAL, depth);
    return mix(blue, none, INK_NORMAL, depth);
}

struct ink ink_of(unsigned ink, unsigned edition, enum ink_depth depth)
{
    struct ink out;
    switch ((enum cell_ink)ink) {
    case INK_DIM:
    case INK_FRAME:
        return mix(grey, none,
                   depth <= INK_DEPTH_8 ? INK_WEIGHT_DIM : INK_NORMAL, depth);
    case INK_STRONG:
        return mix(none, none, INK_WEIGHT_BOLD, depth);
    case INK_LIGHT:
        return light(edition, depth);
    case INK_DARK:
        return dark(edition, depth);
    case INK_RED:
        return mix(red, none, INK_NORMAL, depth);
    case INK_LIGHT_PIP:
        out = light(edition, depth);
        break;
    case INK_DARK_PIP:
        out = dark(edition, depth);
        break;
    case INK_RED_PIP:
        out = mix(red, none, INK_NORMAL, depth);
        break;
    case INK_GOOD:
        return mix(green, none, INK_NORMAL, depth);
    case INK_BAD:
        return mix(red, none, INK_NORMAL, depth);
    case INK_SEAT_1:
        return mix(violet, none, INK_NORMAL, depth);
    case INK_SEAT_2:
        return mix(orange, none, INK_NORMAL, depth);
    case INK_SEAT_3:
        return mix(blue, none, INK_NORMAL, depth);
    case INK_SEAT_4:
        return mix(red, none, INK_NORMAL, depth);
    case INK_SEAT_5:
        return mix(green, none, INK_NORMAL, depth);
    case INK_ACCENT:
        return mix(violet, none, INK_WEIGHT_BOLD, depth);
    case INK_PLAIN:
    case CELL_INK_COUNT:
    default:
        return mix(none, none, INK_NORMAL, depth);
    }
    out.weight = out.thin ? INK_NORMAL : INK_WEIGHT_BOLD;
    return out;
}
