/* The faces of cards: "3 D3 L4", "3 sum D > 12", "change D cost 1". A card that
 * no dice can ever complete is refused here, with the reason. */
#include "notation/card_text.h"

#include <string.h>

#include "engine/actions.h"

/* ---- Printing ------------------------------------------------------- */

static void sum_print(struct buffer *out, const tio_combo *combo)
{
    buffer_text(out, " sum ");
    if (combo->count > 0)
        buffer_number(out, combo->count);
    buffer_char(out, colour_letter(combo->colour));
    if (combo->low == combo->high) {
        buffer_text(out, " = ");
        buffer_number(out, combo->low);
    } else if (combo->high >= TIO_SUM_MAX) {
        buffer_text(out, " > ");
        buffer_number(out, combo->low > 0 ? combo->low - 1 : 0);
    } else if (combo->low <= 1) {
        buffer_text(out, " < ");
        buffer_number(out, combo->high + 1);
    } else {
        /* Only a program can make such a card; it still shows what it is. */
        buffer_char(out, ' ');
        buffer_number(out, combo->low);
        buffer_text(out, "..");
        buffer_number(out, combo->high);
    }
}

void combo_print(struct buffer *out, const tio_combo *combo)
{
    buffer_number(out, combo->points);
    if (combo->slots == 0) {
        sum_print(out, combo);
        return;
    }
    for (unsigned i = 0; i < combo->slots && i < TIO_MAX_SLOTS; i++) {
        unsigned face = combo->slot[i].face;
        buffer_char(out, ' ');
        buffer_char(out, colour_letter(combo->slot[i].colour));
        buffer_char(out, face >= 1 && face <= 6 ? (char)('0' + face) : '?');
    }
}

void action_print(struct buffer *out, tio_action action)
{
    if (action.kind >= TIO_ACTION_KINDS) {
        buffer_char(out, '?');
        return;
    }
    for (const char *at = action_row(action)->card; *at; at++)
        if (*at == 'C')
            buffer_char(out, colour_letter(action.colour));
        else if (*at == 'N')
            buffer_number(out, action.cost);
        else
            buffer_char(out, *at);
}

size_t tio_combo_print(const tio_combo *combo, char text[TIO_CARD_TEXT])
{
    struct buffer out = buffer_fixed(text, TIO_CARD_TEXT);
    combo_print(&out, combo);
    return out.size;
}

size_t tio_action_print(tio_action action, char text[TIO_CARD_TEXT])
{
    struct buffer out = buffer_fixed(text, TIO_CARD_TEXT);
    action_print(&out, action);
    return out.size;
}

/* ---- Combos --------------------------------------------------------- */

static tio_error card_colour(const struct scan *scan, const char *at,
                             char letter, unsigned *colour)
{
    char shown[SHOWN_TEXT];
    if (!letter_colour(letter, colour))
        return scan_fail(scan, TIO_E_TEXT, at,
                         "unknown colour %s: expected L, D or *",
                         word_shown((struct word){&letter, 1}, shown));
    if (*colour == TIO_RED)
        return scan_fail(scan, TIO_E_TEXT, at,
                         "a combo can't ask for red, red dice are wild: "
                         "expected L, D or *");
    return TIO_OK;
}

static tio_error slot_parse(const struct scan *scan, struct word word,
                            tio_slot *slot)
{
    char shown[SHOWN_TEXT];
    unsigned colour;
    tio_error code = card_colour(scan, word.at, word.at[0], &colour);
    if (code != TIO_OK)
        return code;
    char face = word.size == 2 ? word.at[1] : '\0';
    if (face != '?' && (face < '1' || face > '6'))
        return scan_fail(scan, TIO_E_TEXT, word.at,
                         "unknown face in %s: expected 1 to 6 or ? after the "
                         "colour",
                         word_shown(word, shown));
    slot->colour = (uint8_t)colour;
    slot->face = face == '?' ? 0 : (uint8_t)(face - '0');
    return TIO_OK;
}

static tio_error slots_parse(struct scan *scan, tio_combo *combo)
{
    for (;;) {
        struct word word = scan_word(scan);
        if (word.size == 0)
            return TIO_OK;
        if (combo->slots == TIO_MAX_SLOTS)
            return scan_fail(scan, TIO_E_TEXT, word.at,
                             "too many dice on the card: expected at most %d",
                             TIO_MAX_SLOTS);
        tio_error code = slot_parse(scan, word, &combo->slot[combo->slots]);
        if (code != TIO_OK)
            return code;
        combo->slots++;
    }
}

/* The most dice that can be laid on a sum of this colour in any game. */
static unsigned sum_dice(unsigned colour)
{
    unsigned most = 0;
    for (unsigned c = TIO_LIGHT; c <= TIO_RED; c++)
        if (c == colour || c == TIO_RED || colour == TIO_EITHER)
            most += tio_setup_dice(TIO_MAX_PLAYERS, (tio_colour)c);
    return most;
}

/* The words "[N]C" after "sum". */
static tio_error sum_which(struct scan *scan, tio_combo *combo)
{
    unsigned count = 0;
    unsigned colour;
    scan_blanks(scan);
    struct word word = scan_peek(scan);
    if (word.size == 0)
        return scan_expected(scan, TIO_E_TEXT, word,
                             "the dice to add up, such as D, * or 3*");
    bool counted = scan_number(scan, &count);
    if (counted && (count == 0 || count > TIO_MAX_DICE))
        return scan_fail(scan, TIO_E_TEXT, word.at,
                         "the number of dice is out of range: expected 1 to "
                         "%d, or none for any number",
                         TIO_MAX_DICE);
    struct word letter = scan_word(scan);
    if (letter.size != 1 || letter.at + 1 != word.at + word.size)
        return scan_expected(scan, TIO_E_TEXT, word,
                             "the dice to add up, such as D, * or 3*");
    tio_error code = card_colour(scan, letter.at, letter.at[0], &colour);
    if (code != TIO_OK)
        return code;
    if (count > sum_dice(colour))
        return scan_fail(scan, TIO_E_TEXT, word.at,
                         "no game has so many dice of that colour: expected "
                         "at most %u, red ones included",
                         sum_dice(colour));
    combo->colour = (uint8_t)colour;
    combo->count = (uint8_t)count;
    return TIO_OK;
}

/* The words "OP NUMBER": the sums that complete the card. */
static tio_error sum_range(struct scan *scan, int *low, int *high)
{
    static const char *const signs[] = {">", "<", "=", ">=", "<="};
    struct word word = scan_word(scan);
    unsigned sign = 0;
    while (sign < 5 && !word_is(word, signs[sign]))
        sign++;
    if (sign == 5)
        return scan_expected(scan, TIO_E_TEXT, word, "<, >, =, <= or >=");
    unsigned number;
    word = scan_word(scan);
    if (!word_number(word, &number))
        return scan_expected(scan, TIO_E_TEXT, word, "the sum, a number");
    if (number > TIO_SUM_MAX)
        return scan_fail(scan, TIO_E_TEXT, word.at,
                         "that sum is out of reach: expected at most %d, "
                         "which is %d sixes",
                         TIO_SUM_MAX, TIO_MAX_DICE);
    int n = (int)number;
    bool upward = signs[sign][0] == '>';
    bool downward = signs[sign][0] == '<';
    *low = sign == 0 ? n + 1 : downward ? 1 : n;
    *high = sign == 1 ? n - 1 : upward ? TIO_SUM_MAX : n;
    if (upward && *low < 1)
        *low = 1;
    return TIO_OK;
}

static tio_error sum_parse(struct scan *scan, tio_combo *combo)
{
    int low = 0;
    int high = 0;
    tio_error code = sum_which(scan, combo);
    if (code != TIO_OK)
        return code;
    scan_blanks(scan);
    const char *at = scan->at;
    code = sum_range(scan, &low, &high);
    if (code == TIO_OK)
        code = scan_finish(scan);
    if (code != TIO_OK)
        return code;
    int least = combo->count > 0 ? combo->count : 1;
    int most =
        6 * (combo->count > 0 ? combo->count : (int)sum_dice(combo->colour));
    if (high < least)
        return scan_fail(scan, TIO_E_TEXT, at,
                         "no dice can do that: expected a sum of %d or more, "
                         "the least that %d %s",
                         least, least, least == 1 ? "die shows" : "dice show");
    if (low > most)
        return scan_fail(scan, TIO_E_TEXT, at,
                         "no dice can do that: expected a sum of %d or less, "
                         "the most that %d %s",
                         most, most / 6, most == 6 ? "die shows" : "dice show");
    combo->low = (uint8_t)low;
    combo->high = (uint8_t)high;
    return TIO_OK;
}

tio_error combo_parse(struct scan *scan, tio_combo *out)
{
    tio_combo combo = {0};
    unsigned points;
    struct word word = scan_word(scan);
    if (!word_number(word, &points))
        return scan_expected(scan, TIO_E_TEXT, word,
                             "the points, a number from 0 to 20");
    if (points > TIO_MAX_POINTS)
        return scan_fail(scan, TIO_E_TEXT, word.at,
                         "too many points: expected 0 to %d", TIO_MAX_POINTS);
    combo.points = (uint8_t)points;
    word = scan_peek(scan);
    if (word.size == 0)
        return scan_expected(scan, TIO_E_TEXT, word,
                             "dice such as D3 L4, or a sum");
    tio_error code;
    if (word_is(word, "sum")) {
        scan_word(scan);
        code = sum_parse(scan, &combo);
    } else {
        code = slots_parse(scan, &combo);
    }
    if (code != TIO_OK)
        return code;
    tio_combo_prepare(&combo);
    *out = combo;
    return TIO_OK;
}

tio_error tio_combo_parse(const char *text, tio_combo *out,
                          tio_text_error *error)
{
    struct scan scan = scan_begin(text, strlen(text), 1, error);
    return combo_parse(&scan, out);
}

/* ---- Actions -------------------------------------------------------- */

#define EXPECTED_TEXT 80

/* A word of a row's card, from 0; empty after its last. */
static struct word row_word(unsigned kind, unsigned number)
{
    const char *card = action_rows[kind].card;
    struct scan scan = scan_begin(card, strlen(card), 1, NULL);
    while (number-- > 0)
        scan_word(&scan);
    return scan_word(&scan);
}

struct word action_word(unsigned kind)
{
    return row_word(kind, 0);
}

/* Whether the row's word stands for something, and so is written like this. */
static bool stands_for(struct word wanted, char letter)
{
    return wanted.size == 1 && *wanted.at == letter;
}

static bool row_accepts(struct word wanted, struct word word,
                        tio_action *action)
{
    unsigned number;
    if (stands_for(wanted, 'C')) {
        if (!word_is(word, "L") && !word_is(word, "D"))
            return false;
        action->colour = word_is(word, "D") ? TIO_DARK : TIO_LIGHT;
        return true;
    }
    if (stands_for(wanted, 'N')) {
        if (!word_number(word, &number) || number > TIO_MAX_COST)
            return false;
        action->cost = (uint8_t)number;
        return true;
    }
    return words_same(wanted, word);
}

#define MOST_WORDS (TIO_ACTION_KINDS + 1) /* a colour is two */

static unsigned add_expected(struct word list[MOST_WORDS], unsigned count,
                             struct word word)
{
    for (unsigned i = 0; i < count; i++)
        if (words_same(list[i], word))
            return count;
    list[count] = word;
    return count + 1;
}

/* What may stand at a place of the cards in `kinds`, a bit for each. */
static const char *expected_at(unsigned kinds, unsigned place,
                               char text[EXPECTED_TEXT])
{
    struct word list[MOST_WORDS];
    unsigned count = 0;
    struct buffer out = buffer_fixed(text, EXPECTED_TEXT);
    for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++) {
        if (!(kinds >> kind & 1))
            continue;
        struct word word = row_word(kind, place);
        if (stands_for(word, 'N'))
            return COST_EXPECTED;
        if (stands_for(row_word(kind, place + 1), 'N'))
            return COST_WORD_EXPECTED;
        bool colour = stands_for(word, 'C');
        count =
            add_expected(list, count, colour ? (struct word){"L", 1} : word);
        if (colour)
            count = add_expected(list, count, (struct word){"D", 1});
    }
    for (unsigned i = 0; i < count; i++) {
        buffer_text(&out, i == 0 ? "" : i + 1 < count ? ", " : " or ");
        buffer_add(&out, list[i].at, list[i].size);
    }
    return text;
}

tio_error action_scan(struct scan *scan, tio_error code, tio_action *out)
{
    tio_action action = {0};
    unsigned left = (1U << TIO_ACTION_KINDS) - 1;
    for (unsigned place = 0;; place++) {
        unsigned fits = 0;
        struct word word = scan_peek(scan);
        for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++) {
            if (!(left >> kind & 1))
                continue;
            struct word wanted = row_word(kind, place);
            if (wanted.size == 0) {
                action.kind = (uint8_t)kind;
                *out = action;
                return TIO_OK;
            }
            if (row_accepts(wanted, word, &action))
                fits |= 1U << kind;
        }
        if (!fits) {
            char text[EXPECTED_TEXT];
            return scan_expected(scan, code, word,
                                 expected_at(left, place, text));
        }
        scan_word(scan);
        left = fits;
    }
}

tio_error action_parse(struct scan *scan, tio_action *out)
{
    tio_action action;
    tio_error code = action_scan(scan, TIO_E_TEXT, &action);
    if (code == TIO_OK)
        code = scan_finish(scan);
    if (code == TIO_OK)
        *out = action;
    return code;
}
