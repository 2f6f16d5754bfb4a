/* Dice as L3, D5, R6. A list is printed in the order of kinds and read in any
 * order. */
#include "notation/card_text.h"

#include <string.h>

char colour_letter(unsigned colour)
{
    return colour <= TIO_EITHER ? "LDR*"[colour] : '?';
}

void die_print(struct buffer *out, tio_kind kind)
{
    char die[2] = {'?', '?'};
    if (kind < TIO_KINDS) {
        die[0] = colour_letter(tio_kind_colour(kind));
        die[1] = (char)('0' + tio_kind_face(kind));
    }
    buffer_add(out, die, sizeof die);
}

void dice_print(struct buffer *out, tio_dice dice, const char *between)
{
    size_t gap = strlen(between);
    bool first = true;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        for (unsigned n = tio_dice_count(dice, kind); n > 0; n--) {
            /* Never a separator with no die behind it. */
            if (out->fixed && out->room - out->size <= gap + 2)
                return;
            if (!first)
                buffer_add(out, between, gap);
            die_print(out, kind);
            first = false;
        }
    }
}

size_t tio_dice_print(tio_dice dice, const char *between,
                      char text[TIO_DICE_TEXT])
{
    struct buffer out = buffer_fixed(text, TIO_DICE_TEXT);
    dice_print(&out, dice, between);
    return out.size;
}

tio_error die_parse(const struct scan *scan, struct word word, tio_kind *kind)
{
    char shown[SHOWN_TEXT];
    unsigned colour;
    if (word.size == 0)
        return scan_expected(scan, TIO_E_TEXT, word, "a die such as D5");
    if (!letter_colour(word.at[0], &colour) || colour == TIO_EITHER)
        return scan_fail(scan, TIO_E_NO_SUCH_DIE, word.at,
                         "%s is not a die: expected L, D or R and a face, "
                         "such as D5",
                         word_shown(word, shown));
    if (word.size != 2 || word.at[1] < '1' || word.at[1] > '6')
        return scan_fail(scan, TIO_E_NO_SUCH_DIE, word.at,
                         "%s is not a die: expected one face from 1 to 6 "
                         "after the colour",
                         word_shown(word, shown));
    *kind = tio_kind_of(colour, (unsigned)(word.at[1] - '0'));
    return TIO_OK;
}

tio_error dice_add(const struct scan *scan, const char *at, tio_kind kind,
                   tio_dice *dice)
{
    unsigned most = kind < 12 ? 15 : 3;
    if (tio_dice_size(*dice) == TIO_MAX_DICE)
        return scan_fail(scan, TIO_E_TEXT, at,
                         "too many dice: expected at most %d", TIO_MAX_DICE);
    if (tio_dice_count(*dice, kind) == most)
        return scan_fail(scan, TIO_E_TEXT, at,
                         "too many equal dice: expected at most %u of %s", most,
                         kind < 12 ? "a face" : "a red face");
    *dice += tio_dice_of(kind);
    return TIO_OK;
}

tio_error dice_parse_rest(struct scan *scan, tio_dice *dice)
{
    *dice = 0;
    for (;;) {
        struct word word = scan_word(scan);
        tio_kind kind = 0;
        if (word.size == 0)
            return TIO_OK;
        tio_error code = die_parse(scan, word, &kind);
        if (code == TIO_OK)
            code = dice_add(scan, word.at, kind, dice);
        if (code != TIO_OK)
            return code;
    }
}

tio_error tio_dice_parse(const char *text, tio_dice *out, tio_text_error *error)
{
    struct scan scan = scan_begin(text, strlen(text), 1, error);
    tio_dice dice;
    tio_error code = dice_parse_rest(&scan, &dice);
    if (code == TIO_OK)
        *out = dice;
    return code;
}
