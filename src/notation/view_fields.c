/* The lines of a view's text: one table names them, and each sort of value is
 * printed and read side by side. What is read is within its range; whether it
 * goes together is for view_check.c to say. */
#include "notation/view_text.h"

#include "engine/cards.h"
#include "notation/dice_text.h"

#include <string.h>

static const uint8_t *byte_of(const tio_view *view,
                              const struct view_field *field, unsigned seat)
{
    return (const uint8_t *)view + field->offset + seat * field->stride;
}

static void set_byte(struct view_reader *reader, const struct view_field *field,
                     unsigned seat, unsigned value)
{
    ((uint8_t *)&reader->view)[field->offset + seat * field->stride] =
        (uint8_t)value;
}

static tio_error expected(const struct view_reader *reader, struct word found,
                          const char *what)
{
    return scan_expected(&reader->scan, TIO_E_TEXT, found, what);
}

static bool word_same(struct word word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.at, text, word.size) == 0;
}

/* ---- Numbers, words, seats ---------------------------------------------- */

static void print_byte(struct buffer *out, const tio_deck *deck,
                       const tio_view *view, const struct view_field *field,
                       unsigned seat)
{
    (void)deck;
    buffer_number(out, *byte_of(view, field, seat));
}

static tio_error read_number(struct view_reader *reader, unsigned low,
                             unsigned high, unsigned *number)
{
    char shown[SHOWN_TEXT];
    struct word word = scan_word(&reader->scan);
    if (word_number(word, number) && *number >= low && *number <= high)
        return TIO_OK;
    return scan_fail(&reader->scan, TIO_E_TEXT, word.at,
                     "found %s: expected a number from %u to %u",
                     word_shown(word, shown), low, high);
}

static tio_error read_byte(struct view_reader *reader,
                           const struct view_field *field, unsigned seat)
{
    unsigned number = 0;
    tio_error code = read_number(reader, field->low, field->high, &number);
    if (code == TIO_OK)
        set_byte(reader, field, seat, number);
    return code;
}

static void print_choice(struct buffer *out, const tio_deck *deck,
                         const tio_view *view, const struct view_field *field,
                         unsigned seat)
{
    (void)deck;
    unsigned choice = *byte_of(view, field, seat);
    buffer_text(out, choice < field->high ? field->words[choice] : "?");
}

static tio_error read_choice(struct view_reader *reader,
                             const struct view_field *field, unsigned seat)
{
    struct word word = scan_word(&reader->scan);
    char known[100];
    struct buffer out = buffer_fixed(known, sizeof known);
    for (unsigned i = 0; i < field->high; i++) {
        if (word_same(word, field->words[i])) {
            set_byte(reader, field, seat, i);
            return TIO_OK;
        }
        buffer_text(&out, i == 0 ? "" : i + 1 == field->high ? " or " : ", ");
        buffer_text(&out, field->words[i]);
    }
    return expected(reader, word, known);
}

/* A seat from 1, or the word for none. */
static void print_seat(struct buffer *out, const tio_deck *deck,
                       const tio_view *view, const struct view_field *field,
                       unsigned seat)
{
    (void)deck;
    unsigned value = *byte_of(view, field, seat);
    if (value == field->low)
        buffer_text(out, field->words[0]);
    else
        buffer_number(out, (int)value + 1);
}

static tio_error read_seat(struct view_reader *reader,
                           const struct view_field *field, unsigned seat)
{
    char shown[SHOWN_TEXT];
    unsigned players = reader->view.game.settings.players;
    unsigned number;
    struct word word = scan_word(&reader->scan);
    if (word_same(word, field->words[0])) {
        set_byte(reader, field, seat, field->low);
        return TIO_OK;
    }
    if (!word_number(word, &number) || number == 0 || number > players)
        return scan_fail(&reader->scan, TIO_E_TEXT, word.at,
                         "found %s: expected a seat from 1 to %u or '%s'",
                         word_shown(word, shown), players, field->words[0]);
    set_byte(reader, field, seat, number - 1);
    return TIO_OK;
}

/* Bits as numbers from 1: seats, or places in a hand. */
static void print_bits(struct buffer *out, const tio_deck *deck,
                       const tio_view *view, const struct view_field *field,
                       unsigned seat)
{
    (void)deck;
    unsigned bits = *byte_of(view, field, seat);
    if (bits == 0)
        buffer_char(out, '-');
    for (int i = 0; bits >> i; i++) {
        if (!(bits >> i & 1))
            continue;
        buffer_number(out, i + 1);
        if (bits >> (i + 1))
            buffer_char(out, ',');
    }
}

static tio_error read_bits(struct view_reader *reader,
                           const struct view_field *field, unsigned seat)
{
    struct word word = scan_word(&reader->scan);
    struct scan scan =
        scan_begin(word.at, word.size, reader->scan.number, NULL);
    unsigned bits = 0;
    unsigned number;
    if (word_same(word, "-"))
        return TIO_OK;
    do {
        if (!scan_number(&scan, &number) || number < 1 || number > field->high)
            return expected(reader, word, "numbers such as 1,3 or '-'");
        bits |= 1U << (number - 1);
    } while (scan_accept(&scan, ','));
    if (scan.at != scan.end)
        return expected(reader, word, "numbers such as 1,3 or '-'");
    set_byte(reader, field, seat, bits);
    return TIO_OK;
}

/* ---- Dice ---------------------------------------------------------------- */

static void print_dice(struct buffer *out, const tio_deck *deck,
                       const tio_view *view, const struct view_field *field,
                       unsigned seat)
{
    (void)deck;
    tio_dice dice;
    memcpy(&dice, byte_of(view, field, seat), sizeof dice);
    if (dice)
        dice_print(out, dice, " ");
    else
        buffer_char(out, '-');
}

static tio_error read_dice(struct view_reader *reader,
                           const struct view_field *field, unsigned seat)
{
    tio_dice dice = 0;
    if (word_same(scan_peek(&reader->scan), "-")) {
        scan_word(&reader->scan);
        return TIO_OK;
    }
    tio_error code = dice_parse_rest(&reader->scan, &dice);
    if (code == TIO_OK)
        memcpy((uint8_t *)&reader->view + field->offset + seat * field->stride,
               &dice, sizeof dice);
    return code;
}

static void print_die(struct buffer *out, const tio_deck *deck,
                      const tio_view *view, const struct view_field *field,
                      unsigned seat)
{
    (void)deck;
    tio_kind kind = *byte_of(view, field, seat);
    if (kind == TIO_NONE)
        buffer_char(out, '-');
    else
        die_print(out, kind);
}

static tio_error read_die(struct view_reader *reader,
                          const struct view_field *field, unsigned seat)
{
    struct word word = scan_word(&reader->scan);
    tio_kind kind = TIO_NONE;
    tio_error code = TIO_OK;
    if (!word_same(word, "-"))
        code = die_parse(&reader->scan, word, &kind);
    set_byte(reader, field, seat, kind);
    return code;
}

/* ---- Cards --------------------------------------------------------------- */

void view_out_card(struct buffer *out, const tio_deck *deck, unsigned card)
{
    bool combo = tio_deck_is_combo(deck, card);
    buffer_char(out, combo ? 'c' : 'a');
    buffer_number(out, (int)(combo ? card : card - deck->combos) + 1);
}

unsigned view_scan_card(struct scan *scan, const tio_deck *deck)
{
    unsigned number;
    bool combo = scan_accept(scan, 'c');
    if (!combo && !scan_accept(scan, 'a'))
        return TIO_NONE;
    unsigned most = combo ? deck->combos : deck->actions;
    if (!scan_number(scan, &number) || number < 1 || number > most)
        return TIO_NONE;
    return number - 1 + (combo ? 0U : deck->combos);
}

static void print_card(struct buffer *out, const tio_deck *deck,
                       const tio_view *view, const struct view_field *field,
                       unsigned seat)
{
    unsigned card = *byte_of(view, field, seat);
    if (card == TIO_NONE)
        buffer_char(out, '-');
    else
        view_out_card(out, deck, card);
}

static tio_error read_card(struct view_reader *reader,
                           const struct view_field *field, unsigned seat)
{
    struct word word = scan_word(&reader->scan);
    struct scan scan = scan_begin(word.at, word.size, 1, NULL);
    unsigned card = TIO_NONE;
    if (!word_same(word, "-")) {
        card = view_scan_card(&scan, reader->deck);
        if (card == TIO_NONE || scan.at != scan.end)
            return expected(reader, word, "a card of the deck or '-'");
    }
    set_byte(reader, field, seat, card);
    return TIO_OK;
}

/* Runs of a type as c1-c5, single cards as c9, commas between. */
static void out_cards(struct buffer *out, const tio_deck *deck,
                      const tio_cards *cards)
{
    bool none = true;
    unsigned all = tio_deck_cards(deck);
    for (unsigned card = 0; card < all; card++) {
        if (!tio_cards_have(cards, card))
            continue;
        unsigned last = card;
        unsigned limit = tio_deck_is_combo(deck, card) ? deck->combos : all;
        while (last + 1 < limit && tio_cards_have(cards, last + 1))
            last++;
        if (!none)
            buffer_char(out, ',');
        view_out_card(out, deck, card);
        if (last > card) {
            buffer_char(out, '-');
            view_out_card(out, deck, last);
        }
        card = last;
        none = false;
    }
    if (none)
        buffer_char(out, '-');
}

static void print_cards(struct buffer *out, const tio_deck *deck,
                        const tio_view *view, const struct view_field *field,
                        unsigned seat)
{
    tio_cards cards;
    memcpy(&cards, byte_of(view, field, seat), sizeof cards);
    out_cards(out, deck, &cards);
}

static tio_error read_cards(struct view_reader *reader,
                            const struct view_field *field, unsigned seat)
{
    struct word word = scan_word(&reader->scan);
    struct scan scan = scan_begin(word.at, word.size, 1, NULL);
    tio_cards cards = {{0}};
    if (word_same(word, "-"))
        return TIO_OK;
    do {
        const char *from = scan.at;
        unsigned card = view_scan_card(&scan, reader->deck);
        unsigned last = scan_accept(&scan, '-')
                            ? view_scan_card(&scan, reader->deck)
                            : card;
        if (card == TIO_NONE || last == TIO_NONE || last < card ||
            tio_deck_is_combo(reader->deck, card) !=
                tio_deck_is_combo(reader->deck, last))
            return expected(
                reader,
                (struct word){from, (size_t)(word.at + word.size - from)},
                "cards of the deck such as c1-c5,c9,a3");
        for (; card <= last; card++)
            cards_add(&cards, card);
    } while (scan_accept(&scan, ','));
    if (scan.at != scan.end)
        return expected(reader,
                        (struct word){scan.at, (size_t)(scan.end - scan.at)},
                        "a comma and more cards, or the end of the line");
    memcpy((uint8_t *)&reader->view + field->offset + seat * field->stride,
           &cards, sizeof cards);
    return TIO_OK;
}

/* ---- What a player has scored -------------------------------------------- */

static tio_error read_hidden(struct view_reader *reader)
{
    struct word word = scan_word(&reader->scan);
    return word_same(word, "?")
               ? TIO_OK
               : expected(reader, word, "'?': this pile lies face down");
}

static void print_pile(struct buffer *out, const tio_deck *deck,
                       const tio_view *view, const struct view_field *field,
                       unsigned seat)
{
    if (points_hidden(view, seat))
        buffer_char(out, '?');
    else
        print_cards(out, deck, view, field, seat);
}

static tio_error read_pile(struct view_reader *reader,
                           const struct view_field *field, unsigned seat)
{
    if (points_hidden(&reader->view, seat))
        return read_hidden(reader);
    return read_cards(reader, field, seat);
}

static void print_points(struct buffer *out, const tio_deck *deck,
                         const tio_view *view, const struct view_field *field,
                         unsigned seat)
{
    (void)deck;
    (void)field;
    if (points_hidden(view, seat))
        buffer_char(out, '?');
    else
        buffer_number(out, view->game.player[seat].points);
}

static tio_error read_points(struct view_reader *reader,
                             const struct view_field *field, unsigned seat)
{
    unsigned number = 0;
    if (points_hidden(&reader->view, seat))
        return read_hidden(reader);
    tio_error code = read_number(reader, field->low, field->high, &number);
    reader->view.game.player[seat].points = (int16_t)number;
    return code;
}

static void print_chips(struct buffer *out, const tio_deck *deck,
                        const tio_view *view, const struct view_field *field,
                        unsigned seat)
{
    (void)deck;
    (void)field;
    buffer_number(out, view->game.player[seat].chips);
}

static tio_error read_chips(struct view_reader *reader,
                            const struct view_field *field, unsigned seat)
{
    unsigned number = 0;
    tio_error code = read_number(reader, field->low, field->high, &number);
    reader->view.game.player[seat].chips = (int16_t)number;
    return code;
}

/* The last lay-out: place, card and dice, as 1:c17:D3,L4. */
static void print_laid(struct buffer *out, const tio_deck *deck,
                       const tio_view *view, const struct view_field *field,
                       unsigned seat)
{
    (void)field;
    const tio_player *player = &view->game.player[seat];
    bool none = true;
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        if (player->laid_card[i] == TIO_NONE)
            continue;
        if (!none)
            buffer_char(out, ' ');
        buffer_number(out, (int)i + 1);
        buffer_char(out, ':');
        view_out_card(out, deck, player->laid_card[i]);
        buffer_char(out, ':');
        dice_print(out, player->laid[i], ",");
        none = false;
    }
    if (none)
        buffer_char(out, '-');
}

static tio_error read_one_laid(struct view_reader *reader, struct word word,
                               tio_player *player)
{
    static const char form[] = "place, card and dice such as 1:c17:D3,L4";
    struct scan scan = scan_begin(word.at, word.size, 1, NULL);
    unsigned place;
    if (!scan_number(&scan, &place) || place < 1 || place > TIO_HAND_CARDS ||
        !scan_accept(&scan, ':'))
        return expected(reader, word, form);
    unsigned card = view_scan_card(&scan, reader->deck);
    if (card == TIO_NONE || !scan_accept(&scan, ':'))
        return expected(reader, word, form);
    tio_dice dice = 0;
    do {
        struct word die = {scan.at, scan.end - scan.at >= 2 ? 2 : 0};
        tio_kind kind = 0;
        tio_error code = die_parse(&reader->scan, die, &kind);
        if (code == TIO_OK)
            code = dice_add(&reader->scan, die.at, kind, &dice);
        if (code != TIO_OK)
            return code;
        scan.at += die.size;
    } while (scan_accept(&scan, ','));
    if (scan.at != scan.end)
        return expected(reader, word, form);
    player->laid_card[place - 1] = (uint8_t)card;
    player->laid[place - 1] = dice;
    return TIO_OK;
}

static tio_error read_laid(struct view_reader *reader,
                           const struct view_field *field, unsigned seat)
{
    (void)field;
    struct word word = scan_word(&reader->scan);
    tio_error code = TIO_OK;
    if (word_same(word, "-"))
        return TIO_OK;
    do {
        code = read_one_laid(reader, word, &reader->view.game.player[seat]);
        word = scan_word(&reader->scan);
    } while (code == TIO_OK && word.size > 0);
    return code;
}

/* How many combos a player asked for: known to all while they are dealt. */
static void print_asked(struct buffer *out, const tio_deck *deck,
                        const tio_view *view, const struct view_field *field,
                        unsigned seat)
{
    (void)deck;
    unsigned answer = *byte_of(view, field, seat);
    if (view->game.phase != TIO_PHASE_DEAL || answer == TIO_NONE)
        buffer_char(out, '-');
    else
        buffer_number(out, (int)answer);
}

static tio_error read_asked(struct view_reader *reader,
                            const struct view_field *field, unsigned seat)
{
    if (word_same(scan_peek(&reader->scan), "-")) {
        scan_word(&reader->scan);
        return TIO_OK;
    }
    return read_byte(reader, field, seat);
}

/* ---- The table of lines -------------------------------------------------- */

static const char *const phases[TIO_PHASES] = {
    [TIO_PHASE_START] = "start", [TIO_PHASE_DRAW] = "draw",
    [TIO_PHASE_DEAL] = "deal",   [TIO_PHASE_ROLL] = "roll",
    [TIO_PHASE_LAND] = "land",   [TIO_PHASE_TURN] = "turn",
    [TIO_PHASE_LAY] = "lay",     [TIO_PHASE_DISCARD] = "discard",
    [TIO_PHASE_OVER] = "over",
};
static const char *const no_seat[] = {"-"};
static const char *const no_yes[] = {"no", "yes"};
static const char *const spectator[] = {"spectator"};

#define PARTS(sort) print_##sort, read_##sort
#define OF_VIEW(part) offsetof(tio_view, part), 0
#define OF_GAME(part) offsetof(tio_view, game.part), 0
#define OF_PLAYER(part)                                                        \
    offsetof(tio_view, game.player[0].part), sizeof(tio_player)
#define MOST_CHIPS 9998 /* room enough below SCAN_HUGE and in an int16_t */

const struct view_field view_game_fields[VIEW_GAME_FIELDS] = {
    {"seat", PARTS(seat), OF_VIEW(seat), TIO_SPECTATOR, 0, spectator},
    {"phase", PARTS(choice), OF_GAME(phase), 0, TIO_PHASES, phases},
    {"round", PARTS(byte), OF_GAME(round), 0, TIO_MAX_STARTS *TIO_MAX_PLAYERS,
     NULL},
    {"rounds", PARTS(byte), OF_GAME(rounds), 1, TIO_MAX_STARTS *TIO_MAX_PLAYERS,
     NULL},
    {"starter", PARTS(seat), OF_GAME(starter), TIO_NONE, 0, no_seat},
    {"turn", PARTS(seat), OF_GAME(turn), TIO_NONE, 0, no_seat},
    {"passed", PARTS(bits), OF_GAME(passed), 0, TIO_MAX_PLAYERS, NULL},
    {"acted", PARTS(bits), OF_GAME(acted), 0, TIO_MAX_PLAYERS, NULL},
    {"acted-now", PARTS(choice), OF_GAME(acted_now), 0, 2, no_yes},
    {"takes", PARTS(byte), OF_GAME(takes), 0, 2, NULL},
    {"took", PARTS(byte), OF_GAME(took), 0, 2, NULL},
    {"pending", PARTS(bits), OF_GAME(pending), 0, TIO_MAX_PLAYERS, NULL},
    {"tray", PARTS(dice), OF_GAME(tray), 0, 0, NULL},
    {"rolling", PARTS(dice), OF_GAME(rolling), 0, 0, NULL},
    {"thrown", PARTS(die), OF_GAME(thrown), 0, 0, NULL},
    {"aim", PARTS(die), OF_GAME(aim), 0, 0, NULL},
    {"deal-seat", PARTS(seat), OF_GAME(deal_seat), TIO_NONE, 0, no_seat},
    {"deal-combos", PARTS(byte), OF_GAME(deal_combos), 0, TIO_HAND_CARDS, NULL},
    {"deal-actions", PARTS(byte), OF_GAME(deal_actions), 0, TIO_HAND_CARDS,
     NULL},
    {"draw-combos", PARTS(byte), OF_GAME(draw_combos), 0, TIO_MAX_CARDS, NULL},
    {"draw-actions", PARTS(byte), OF_GAME(draw_actions), 0, TIO_MAX_CARDS,
     NULL},
    {"discards", PARTS(cards), OF_GAME(discards), 0, 0, NULL},
    {"unseen", PARTS(cards), OF_VIEW(unseen), 0, 0, NULL},
    {"held", PARTS(cards), OF_VIEW(held), 0, 0, NULL},
};

const struct view_field view_player_fields[VIEW_PLAYER_FIELDS] = {
    {"combos", PARTS(byte), OF_PLAYER(combos), 0, TIO_HAND_CARDS, NULL},
    {"actions", PARTS(byte), OF_PLAYER(actions), 0, TIO_HAND_CARDS, NULL},
    {"old", PARTS(bits), OF_PLAYER(old), 0, TIO_HAND_CARDS, NULL},
    {"asked", PARTS(asked), OF_PLAYER(answer), 0, TIO_HAND_CARDS, NULL},
    {"taken", PARTS(dice), OF_PLAYER(taken), 0, 0, NULL},
    {"points", PARTS(points), 0, 0, 0, MOST_CHIPS, NULL},
    {"chips", PARTS(chips), 0, 0, 0, MOST_CHIPS, NULL},
    {"pile", PARTS(pile), offsetof(tio_view, game.pile), sizeof(tio_cards), 0,
     0, NULL},
    {"laid", PARTS(laid), 0, 0, 0, 0, NULL},
    {"laid-points", PARTS(byte), OF_PLAYER(round_points), 0,
     TIO_HAND_CARDS *TIO_MAX_POINTS, NULL},
    {"laid-chips", PARTS(byte), OF_PLAYER(round_chips), 0, 2 * TIO_MAX_DICE,
     NULL},
    {"discarded", PARTS(card), OF_PLAYER(discarded), 0, 0, NULL},
};
