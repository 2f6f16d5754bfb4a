/* Arithmetic on many dice at once. A tio_dice has a field of four bits for each
 * light and dark kind and of two bits for each red one; the tricks here treat
 * all fields of a word together instead of looping over 18 kinds. */
#ifndef TIOLI_ENGINE_DICE_H
#define TIOLI_ENGINE_DICE_H

#include "tioli.h"

/* One count per face, a byte each: byte f-1 for face f. */
typedef uint64_t face_counts;

#define BYTE_ONES 0x0101010101010101ULL
#define BYTE_HIGHS 0x8080808080808080ULL

/* Every second field of a word, and a spare bit above each of those. */
#define EVEN_FIELDS (0x0f0f0f0f0f0fULL | 0x333ULL << 48)
#define GUARD_BITS (0x101010101010ULL | 0x444ULL << 48)
#define ODD_ORDINARY 0x0f0f0f0f0f0fULL
#define ODD_RED (0x333ULL << 48)

static inline uint64_t dice_even(tio_dice dice)
{
    return dice & EVEN_FIELDS;
}

static inline uint64_t dice_odd(tio_dice dice)
{
    return (dice >> 4 & ODD_ORDINARY) | (dice >> 2 & ODD_RED);
}

/* The top four bits belong to no kind: a part that sets one is contained in
 * nothing, so that a move made of arbitrary bits can't spoil a tray. */
static inline bool dice_contain(tio_dice whole, tio_dice part)
{
    uint64_t even = (dice_even(whole) | GUARD_BITS) - dice_even(part);
    uint64_t odd = (dice_odd(whole) | GUARD_BITS) - dice_odd(part);
    return (even & odd & GUARD_BITS) == (GUARD_BITS | part >> 60);
}

/* Six four-bit counts into six bytes. */
static inline face_counts dice_spread_ordinary(tio_dice counts)
{
    uint64_t x = counts & 0xffffff;
    x = (x | x << 16) & 0x000000ff0000ffffULL;
    x = (x | x << 8) & 0x00ff00ff00ff00ffULL;
    return (x | x << 4) & 0x0f0f0f0f0f0f0f0fULL;
}

/* Six two-bit counts into six bytes. */
static inline face_counts dice_spread_red(tio_dice counts)
{
    uint64_t x = (counts & 0x3f) | (counts & 0xfc0) << 18;
    return (x & 0x03000003ULL) | (x & 0x0c00000cULL) << 6 |
           (x & 0x30000030ULL) << 12;
}

static inline face_counts dice_light(tio_dice dice)
{
    return dice_spread_ordinary(dice);
}

static inline face_counts dice_dark(tio_dice dice)
{
    return dice_spread_ordinary(dice >> 24);
}

static inline face_counts dice_red(tio_dice dice)
{
    return dice_spread_red(dice >> 48);
}

static inline unsigned counts_sum(face_counts counts)
{
    return (unsigned)(counts * BYTE_ONES >> 56);
}

/* Count times face, added up: byte 5 of the product collects all six terms. */
static inline unsigned counts_pips(face_counts counts)
{
    return (unsigned)(counts * 0x010203040506ULL >> 40) & 0xff;
}

/* Byte by byte a - b, or 0 where that would be negative; bytes below 128. */
static inline face_counts counts_less(face_counts a, face_counts b)
{
    uint64_t difference = (a | BYTE_HIGHS) - b;
    uint64_t enough = (difference & BYTE_HIGHS) >> 7;
    return difference & enough * 0x7f;
}

/* True if no byte of b is larger than that of a; bytes below 128. */
static inline bool counts_cover(face_counts a, face_counts b)
{
    return (((a | BYTE_HIGHS) - b) & BYTE_HIGHS) == BYTE_HIGHS;
}

static inline unsigned dice_size(tio_dice dice)
{
    uint64_t pairs =
        (dice & 0x0f0f0f0f0f0fULL) + (dice >> 4 & 0x0f0f0f0f0f0fULL);
    uint64_t red = dice >> 48 & 0xfff;
    uint64_t red_pairs = (red & 0x333) + (red >> 2 & 0x333);
    return (unsigned)(pairs * 0x010101010101ULL >> 40 & 0xff) +
           (unsigned)((red_pairs & 0xf) + (red_pairs >> 4 & 0xf) +
                      (red_pairs >> 8));
}

/* One bit for each kind that is present, at the bottom of its field. */
static inline uint64_t dice_kinds(tio_dice dice)
{
    uint64_t pairs = dice | dice >> 1;
    return ((pairs | pairs >> 2) & 0x111111111111ULL) |
           (pairs & 0x555ULL << 48);
}

/* The kind whose field begins at this bit. */
static inline tio_kind dice_kind_at(unsigned shift)
{
    return (tio_kind)(shift < 48 ? shift / 4 : shift / 2 - 12);
}

static inline tio_kind dice_first_kind(tio_dice dice)
{
    return dice_kind_at((unsigned)__builtin_ctzll(dice_kinds(dice)));
}

static inline tio_dice dice_of_colour(tio_dice dice, unsigned colour)
{
    static const tio_dice mask[] = {TIO_DICE_LIGHT, TIO_DICE_DARK,
                                    TIO_DICE_RED};
    return dice & mask[colour];
}

static inline bool kind_is_ordinary(tio_kind kind)
{
    return kind < 12;
}

static inline bool kind_exists(tio_kind kind)
{
    return kind < TIO_KINDS;
}

/* Walks through all parts of `pool` that have at most `limit` dice, in a fixed
 * order and each once: start with 0; when it comes back to 0 all were seen. */
static inline tio_dice dice_next_part(tio_dice pool, tio_dice part,
                                      unsigned limit)
{
    for (uint64_t kinds = dice_kinds(pool); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        unsigned count = tio_dice_count(part, kind);
        if (count < tio_dice_count(pool, kind) && dice_size(part) < limit)
            return part + tio_dice_of(kind);
        part -= count * tio_dice_of(kind);
    }
    return 0;
}

#endif
