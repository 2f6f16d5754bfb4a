/* A strict decoder: no overlong forms, no surrogates, nothing above U+10FFFF.
 * Anything but exactly one whole character is refused. */
#include "base/utf8.h"

#include "base/hex.h"

#include <string.h>

size_t utf8_next(const char *at, const char *end, uint32_t *character)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (at == end)
        return 0;
    uint32_t value = (unsigned char)*at;
    size_t size = value < 0x80   ? 1
                  : value < 0xc0 ? 0
                  : value < 0xe0 ? 2
                  : value < 0xf0 ? 3
                  : value < 0xf8 ? 4
                                 : 0;
    if (size == 0 || (size_t)(end - at) < size)
        return 0;
    if (size > 1)
        value &= 0x7fU >> size;
    for (size_t i = 1; i < size; i++) {
        unsigned char byte = (unsigned char)at[i];
        if ((byte & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (byte & 0x3fU);
    }
    if (value < smallest[size] || value > 0x10ffff ||
        (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *character = value;
    return size;
}

bool utf8_is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* `allowed` NULL: all controls are. */
static bool is_text(const char *text, size_t size, const char *allowed)
{
    const char *end = text + size;
    while (text < end) {
        uint32_t character;
        size_t step = utf8_next(text, end, &character);
        if (step == 0 || (allowed && utf8_is_control(character) &&
                          (step > 1 || !*text || !strchr(allowed, *text))))
            return false;
        text += step;
    }
    return true;
}

bool utf8_is_valid(const char *text, size_t size)
{
    return is_text(text, size, NULL);
}

bool utf8_is_text(const char *text, size_t size, const char *allowed)
{
    return is_text(text, size, allowed);
}

bool utf8_is_name(const char *text, size_t size)
{
    return size > 0 && text[0] != ' ' && text[size - 1] != ' ' &&
           is_text(text, size, "");
}

bool utf8_fits_as_name(const char *text, size_t room)
{
    const char *end = memchr(text, '\0', room);
    return end && utf8_is_name(text, (size_t)(end - text));
}

/* Marks without a shape of their own. A name may need them; whoever is shown
 * it on a screen had better see them. */
static bool is_hidden_mark(uint32_t c)
{
    return c == 0x61c || (c >= 0x200b && c <= 0x200f) || c == 0xfeff;
}

void utf8_escape(const char *text, size_t size, char *out, size_t room)
{
    const char *end = text + size;
    size_t used = 0;
    while (text < end) {
        uint32_t character;
        size_t step = utf8_next(text, end, &character);
        bool plain = step > 0 && !utf8_is_control(character) &&
                     !is_hidden_mark(character);
        step = step > 0 ? step : 1;
        if (used + (plain ? step : 4 * step) >= room)
            break;
        if (plain) {
            memcpy(out + used, text, step);
            used += step;
            text += step;
            continue;
        }
        for (; step > 0; step--, text++, used += 4) {
            memcpy(out + used, "\\x", 2);
            hex_print((const uint8_t *)text, 1, out + used + 2);
        }
    }
    out[used] = 0;
}
