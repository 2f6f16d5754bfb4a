/* Bounded printing without stdio: moves are printed millions of times, and the
 * browser's build stays small. */
#include "notation/out.h"

#include "base/hex.h"

#include <string.h>

struct out out_begin(char *text, size_t room)
{
    text[0] = '\0';
    return (struct out){text, 0, room};
}

void out_bytes(struct out *out, const char *bytes, size_t size)
{
    if (size >= out->room - out->size)
        return;
    memcpy(out->text + out->size, bytes, size);
    out->size += size;
    out->text[out->size] = '\0';
}

void out_char(struct out *out, char c)
{
    out_bytes(out, &c, 1);
}

void out_text(struct out *out, const char *text)
{
    out_bytes(out, text, strlen(text));
}

void out_number(struct out *out, int number)
{
    char digits[16];
    size_t at = sizeof digits;
    unsigned rest = number < 0 ? 0U - (unsigned)number : (unsigned)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    out_bytes(out, digits + at, sizeof digits - at);
}

void out_hex(struct out *out, uint64_t number, unsigned digits)
{
    char text[2 * sizeof number + 1];
    uint8_t bytes[sizeof number];
    for (unsigned i = 0; i < digits / 2; i++)
        bytes[i] = (uint8_t)(number >> (digits * 4 - 8 - i * 8));
    hex_print(bytes, digits / 2, text);
    out_bytes(out, text, digits);
}

char out_colour(unsigned colour)
{
    return colour <= TIO_EITHER ? "LDR*"[colour] : '?';
}

void out_die(struct out *out, tio_kind kind)
{
    char die[2] = {'?', '?'};
    if (kind < TIO_KINDS) {
        die[0] = out_colour(tio_kind_colour(kind));
        die[1] = (char)('0' + tio_kind_face(kind));
    }
    out_bytes(out, die, sizeof die);
}

void out_dice(struct out *out, tio_dice dice, const char *between)
{
    size_t gap = strlen(between);
    bool first = true;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        for (unsigned n = tio_dice_count(dice, kind); n > 0; n--) {
            /* Never a separator with no die behind it. */
            if (out->room - out->size <= gap + 2)
                return;
            if (!first)
                out_bytes(out, between, gap);
            out_die(out, kind);
            first = false;
        }
    }
}
