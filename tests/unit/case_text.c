/* Words, dice and cards in the text of rule cases. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"

bool case_fail(run *r, const char *form, ...)
{
    if (r->why[0] != '\0')
        return false;
    size_t used =
        (size_t)snprintf(r->why, sizeof r->why, "%s:%u: ", r->file, r->line);
    va_list args;
    va_start(args, form);
    vsnprintf(r->why + used, sizeof r->why - used, form, args);
    va_end(args);
    return false;
}

char *text_trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* Cuts the first word off `*text`. */
char *text_word(char **text)
{
    char *start = *text;
    while (isspace((unsigned char)*start))
        start++;
    char *end = start;
    while (*end != '\0' && !isspace((unsigned char)*end))
        end++;
    *text = end;
    if (*end != '\0') {
        *end = '\0';
        *text = end + 1;
    }
    return start;
}

/* Cuts what stands before `sign` off `*text`; NULL at the end. */
char *text_part(char **text, char sign)
{
    char *start = *text;
    if (start == NULL)
        return NULL;
    char *end = strchr(start, sign);
    *text = end == NULL ? NULL : end + 1;
    if (end != NULL)
        *end = '\0';
    return text_trim(start);
}

bool text_is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

unsigned text_number(const char *text)
{
    return (unsigned)strtoul(text, NULL, 10);
}

bool text_error_code(const char *name, tio_error *out)
{
    for (int i = 0; i < TIO_ERROR_COUNT; i++) {
        if (text_is(name, tio_error_name((tio_error)i))) {
            *out = (tio_error)i;
            return true;
        }
    }
    return false;
}

/* "1 2" or "none" as bits of seats. */
unsigned text_seats(char *text)
{
    unsigned bits = 0;
    while (*text_trim(text) != '\0') {
        unsigned seat = text_number(text_word(&text));
        if (seat > 0)
            bits |= 1U << (seat - 1);
    }
    return bits;
}

bool case_dice(run *r, const char *text, tio_dice *out)
{
    tio_text_error error = {0};
    *out = 0;
    if (text_is(text, "none") || text_is(text, "empty") || *text == '\0')
        return true;
    if (tio_dice_parse(text, out, &error) != TIO_OK)
        return case_fail(r, "dice '%s': %s", text, error.what);
    return true;
}

/* ---- Cards by their text ----------------------------------------------- */

bool card_is_combo(const char *text)
{
    return isdigit((unsigned char)*text) != 0;
}

void card_print(const tio_deck *deck, unsigned card, char out[TIO_CARD_TEXT])
{
    if (tio_deck_is_combo(deck, card))
        tio_combo_print(&deck->combo[card], out);
    else
        tio_action_print(tio_deck_action(deck, card), out);
}

bool card_canonical(run *r, const char *text, char out[TIO_CARD_TEXT])
{
    tio_text_error error = {0};
    if (!card_is_combo(text)) {
        snprintf(out, TIO_CARD_TEXT, "%s", text);
        return true;
    }
    tio_combo combo;
    if (tio_combo_parse(text, &combo, &error) != TIO_OK)
        return case_fail(r, "card '%s': %s", text, error.what);
    tio_combo_print(&combo, out);
    return true;
}

int text_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Compares cards with the text of cards, both in any order if `sorted`. */
bool case_same_cards(run *r, const uint8_t *cards, unsigned count,
                     char *expected, bool sorted)
{
    char have[TIO_MAX_CARDS][TIO_CARD_TEXT];
    char *have_list[TIO_MAX_CARDS];
    unsigned wanted = 0;
    for (unsigned i = 0; i < count; i++) {
        have_list[i] = have[i];
        card_print(&r->deck, cards[i], have[i]);
    }
    char *text;
    char *want_list[TIO_MAX_CARDS];
    char want[TIO_MAX_CARDS][TIO_CARD_TEXT];
    while (!text_is(expected, "none") && wanted < TIO_MAX_CARDS &&
           (text = text_part(&expected, '|')) != NULL) {
        if (!card_canonical(r, text, want[wanted]))
            return false;
        want_list[wanted] = want[wanted];
        wanted++;
        if (expected == NULL)
            break;
    }
    if (sorted) {
        qsort(have_list, count, sizeof *have_list, text_compare);
        qsort(want_list, wanted, sizeof *want_list, text_compare);
    }
    for (unsigned i = 0; i < count && i < wanted; i++) {
        if (!text_is(have_list[i], want_list[i])) {
            return case_fail(r, "card '%s' where '%s' was expected",
                             have_list[i], want_list[i]);
        }
    }
    return count == wanted ||
           case_fail(r, "%u cards where %u were expected", count, wanted);
}

unsigned card_list(const tio_deck *deck, const tio_cards *set,
                   uint8_t out[TIO_MAX_CARDS])
{
    unsigned count = 0;
    for (unsigned card = 0; card < tio_deck_cards(deck); card++)
        if (tio_cards_have(set, card))
            out[count++] = (uint8_t)card;
    return count;
}
