/* Decks as people write them: a card per line, comments, copies. A deck is read
 * into scratch and handed over only when all of it is right. */
#include "notation/deck_text.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

void deck_print_card(struct buffer *out, const tio_deck *deck, unsigned card)
{
    if (tio_deck_is_combo(deck, card)) {
        buffer_text(out, "combo ");
        combo_print(out, &deck->combo[card]);
    } else {
        buffer_text(out, "action ");
        action_print(out, tio_deck_action(deck, card));
    }
}

size_t deck_print(const tio_deck *deck, char *text, size_t room)
{
    struct buffer out = buffer_fixed(text, room);
    for (unsigned card = 0; card < tio_deck_cards(deck); card++) {
        deck_print_card(&out, deck, card);
        buffer_char(&out, '\n');
    }
    return out.size;
}

static void line_of(const tio_deck *deck, unsigned card,
                    char text[TIO_CARD_TEXT + 8])
{
    struct buffer out = buffer_fixed(text, TIO_CARD_TEXT + 8);
    deck_print_card(&out, deck, card);
}

size_t deck_print_short(const tio_deck *deck, char *text, size_t room)
{
    struct buffer out = buffer_fixed(text, room);
    char line[TIO_CARD_TEXT + 8];
    char next[TIO_CARD_TEXT + 8];
    unsigned cards = tio_deck_cards(deck);
    size_t needed = 1; /* the final 0 */
    for (unsigned card = 0, copies; card < cards; card += copies) {
        char tail[16];
        line_of(deck, card, line);
        copies = 0;
        do {
            copies++;
            if (card + copies < cards)
                line_of(deck, card + copies, next);
        } while (card + copies < cards && strcmp(line, next) == 0);
        if (copies > 1)
            (void)snprintf(tail, sizeof tail, " x%u\n", copies);
        else
            (void)snprintf(tail, sizeof tail, "\n");
        needed += strlen(line) + strlen(tail);
        buffer_text(&out, line);
        buffer_text(&out, tail);
    }
    return needed;
}

/* Cuts off a comment and blanks at the end. */
static void line_trim(struct scan *scan)
{
    const char *comment = memchr(scan->at, '#', (size_t)(scan->end - scan->at));
    if (comment)
        scan->end = comment;
    while (scan->end > scan->at &&
           (scan->end[-1] == ' ' || scan->end[-1] == '\t'))
        scan->end--;
}

/* Takes "x3" off the end of a trimmed line. */
static tio_error line_copies(struct scan *scan, unsigned *copies)
{
    const char *last = scan->end;
    while (last > scan->at && last[-1] != ' ' && last[-1] != '\t')
        last--;
    struct word word = {last, (size_t)(scan->end - last)};
    *copies = 1;
    if (word.size == 0 || last[0] != 'x')
        return TIO_OK;
    struct word number = {last + 1, word.size - 1};
    if (!word_number(number, copies))
        return scan_expected(scan, TIO_E_TEXT, word,
                             "x and the number of copies, such as x3");
    if (*copies == 0 || *copies > TIO_MAX_CARDS)
        return scan_fail(scan, TIO_E_TEXT, last,
                         "that is not a number of copies: expected x1 to x%d",
                         TIO_MAX_CARDS);
    scan->end = last;
    return TIO_OK;
}

static tio_error too_many_cards(const struct scan *scan, const char *at)
{
    return scan_fail(scan, TIO_E_TEXT, at,
                     "too many cards: expected at most %d in a deck",
                     TIO_MAX_CARDS);
}

tio_error deck_add_line(tio_deck *deck, struct scan *scan)
{
    tio_combo combo;
    tio_action action;
    unsigned copies;
    line_trim(scan);
    struct word word = scan_peek(scan);
    if (word.size == 0)
        return TIO_OK;
    tio_error code = line_copies(scan, &copies);
    if (code != TIO_OK)
        return code;
    word = scan_word(scan);
    bool is_combo = word_is(word, "combo");
    if (is_combo)
        code = combo_parse(scan, &combo);
    else if (word_is(word, "action"))
        code = action_parse(scan, &action);
    else
        code = scan_expected(scan, TIO_E_TEXT, word, "combo or action");
    if (code != TIO_OK)
        return code;
    if (tio_deck_cards(deck) + copies > TIO_MAX_CARDS)
        return too_many_cards(scan, word.at);
    for (; copies > 0; copies--)
        if (is_combo)
            deck->combo[deck->combos++] = combo;
        else
            deck->action[deck->actions++] = action;
    return TIO_OK;
}

/* As much of the name as a record can carry: whole characters, '?' for what is
 * not one, no space at either end. */
static void deck_set_name(tio_deck *deck, const char *name)
{
    const char *end = name + strlen(name);
    size_t size = 0;
    while (name < end) {
        uint32_t character;
        size_t step = utf8_next(name, end, &character);
        bool shown = step > 0 && !utf8_is_control(character);
        size_t room = shown ? step : 1;
        if (size + room >= sizeof deck->name)
            break;
        if (!shown)
            deck->name[size] = '?';
        else if (size > 0 || *name != ' ')
            memcpy(deck->name + size, name, step);
        else
            room = 0;
        size += room;
        name += step > 0 ? step : 1;
    }
    while (size > 0 && deck->name[size - 1] == ' ')
        size--;
    deck->name[size] = '\0';
    if (size == 0)
        strcpy(deck->name, "unnamed");
}

struct scan deck_next_line(const char **text, const char *end, unsigned number,
                           tio_text_error *error)
{
    const char *begin = *text;
    const char *feed = memchr(begin, '\n', (size_t)(end - begin));
    const char *stop = feed ? feed : end;
    size_t size = (size_t)(stop - begin);
    if (size > 0 && stop[-1] == '\r')
        size--;
    *text = feed ? feed + 1 : end;
    return scan_begin(begin, size, number, error);
}

static tio_error deck_lines(tio_deck *deck, const char *text, size_t length,
                            tio_text_error *error)
{
    const char *end = text + length;
    unsigned number = 1;
    for (; text < end; number++) {
        struct scan scan = deck_next_line(&text, end, number, error);
        tio_error code = deck_add_line(deck, &scan);
        if (code != TIO_OK)
            return code;
    }
    if (deck->combos > 0)
        return TIO_OK;
    struct scan scan = scan_begin(end, 0, number, error);
    return scan_fail(&scan, TIO_E_DECK_EMPTY, end,
                     "no combo in the deck: expected at least one, such as "
                     "'combo 3 D3 L4'");
}

tio_error tio_deck_parse(const char *text, size_t length, const char *name,
                         tio_deck *deck, tio_text_error *error)
{
    tio_deck scratch = {0};
    tio_error code = deck_lines(&scratch, text, length, error);
    if (code != TIO_OK)
        return code;
    deck_set_name(&scratch, name ? name : "");
    tio_deck_prepare(&scratch);
    *deck = scratch;
    return TIO_OK;
}
