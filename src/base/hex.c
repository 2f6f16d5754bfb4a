#include "base/hex.h"

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

void hex_print(const uint8_t *bytes, size_t size, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    *out = '\0';
}

bool hex_read(const char *text, size_t length, uint8_t *out, size_t size)
{
    if (length != size * 2)
        return false;
    for (size_t i = 0; i < length; i++)
        if (digit(text[i]) < 0 || (text[i] >= 'A' && text[i] <= 'F'))
            return false;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)hex_escaped(text + 2 * i);
    return true;
}

int hex_escaped(const char *digits)
{
    int high = digit(digits[0]);
    int low = high < 0 ? -1 : digit(digits[1]);
    return low < 0 ? -1 : high * 16 + low;
}
