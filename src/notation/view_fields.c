/* The lines of a view's text: one table names them, and each sort of value is
 * printed and read side by side. What is read is within its range; whether it
 * goes together is for view_check.c to say. */
#include "notation/view_text.h"

#include "engine/cards.h"
#include "notation/card_text.h"

#include <string.h>

static uint8_t byte_at(const void *at)
{
    return *(const uint8_t *)at;
}

static void set_byte(void *at, unsigned value)
{
    *(uint8_t *)at = (uint8_t)value;
}

static tio_error expected(const struct view_reader *reader, struct word found,
                          const char *what)
{
    return scan_expected(&reader->scan, TIO_E_TEXT, found, what);
}

/* ---- Numbers, words, seats ------------------------------------------ */

static void print_byte(const struct view_line *line, const void *at)
{
    buffer_number(line->out, byte_at(at));
}

static tio_error read_number(struct view_reader *reader, unsigned *number)
{
    const struct view_field *field = reader->field;
    char shown[SHOWN_TEXT];
    struct word word = scan_word(&reader->scan);
    if (word_number(word, number) && *number >= field->low &&
        *number <= field->high)
        return TIO_OK;
    return scan_fail(&reader->scan, TIO_E_TEXT, word.at,
                     "found %s: expected a number from %u to %u",
                     word_shown(word, shown), field->low, field->high);
}

static tio_error read_byte(struct view_reader *reader, void *at)
{
    unsigned number = 0;
    tio_error code = read_number(reader, &number);
    if (code == TIO_OK)
        set_byte(at, number);
    return code;
}

static void print_choice(const struct view_line *line, const void *at)
{
    unsigned choice = byte_at(at);
    buffer_text(line->out,
                choice < line->field->high ? line->field->words[choice] : "?");
}

static tio_error read_choice(struct view_reader *reader, void *at)
{
    struct word word = scan_word(&reader->scan);
    char known[100];
    struct buffer out = buffer_fixed(known, sizeof known);
    for (unsigned i = 0; i < reader->field->high; i++) {
        if (word_same(word, reader->field->words[i])) {
            set_byte(at, i);
            return TIO_OK;
        }
        buffer_text(&out, i == 0                         ? ""
                          : i + 1 == reader->field->high ? " or "
                                                         : ", ");
        buffer_text(&out, reader->field->words[i]);
    }
    return expected(reader, word, known);
}

/* A seat from 1, or the word for none. */
static void print_seat(const struct view_line *line, const void *at)
{
    unsigned value = byte_at(at);
    if (value == line->field->low)
        buffer_text(line->out, line->field->words[0]);
    else
        buffer_number(line->out, (int)value + 1);
}

static tio_error read_seat(struct view_reader *reader, void *at)
{
    char shown[SHOWN_TEXT];
    unsigned players = reader->view.game.settings.players;
    unsigned number;
    struct word word = scan_word(&reader->scan);
    if (word_same(word, reader->field->words[0])) {
        set_byte(at, reader->field->low);
        return TIO_OK;
    }
    if (!word_number(word, &number) || number == 0 || number > players)
        return scan_fail(&reader->scan, TIO_E_TEXT, word.at,
                         "found %s: expected a seat from 1 to %u or '%s'",
                         word_shown(word, shown), players,
                         reader->field->words[0]);
    set_byte(at, number - 1);
    return TIO_OK;
}

/* Bits as numbers from 1: seats, or places in a hand. */
static void print_bits(const struct view_line *line, const void *at)
{
    unsigned bits = byte_at(at);
    if (bits == 0)
        buffer_char(line->out, '-');
    for (int i = 0; bits >> i; i++) {
        if (!(bits >> i & 1))
            continue;
        buffer_number(line->out, i + 1);
        if (bits >> (i + 1))
            buffer_char(line->out, ',');
    }
}

static tio_error read_bits(struct view_reader *reader, void *at)
{
    struct word word = scan_word(&reader->scan);
    struct scan scan =
        scan_begin(word.at, word.size, reader->scan.number, NULL);
    unsigned bits = 0;
    unsigned number;
    if (word_same(word, "-"))
        return TIO_OK;
    do {
        if (!scan_number(&scan, &number) || number < 1 ||
            number > reader->field->high)
            return expected(reader, word, "numbers such as 1,3 or '-'");
        bits |= 1U << (number - 1);
    } while (scan_accept(&scan, ','));
    if (scan.at != scan.end)
        return expected(reader, word, "numbers such as 1,3 or '-'");
    set_byte(at, bits);
    return TIO_OK;
}

/* ---- Dice ----------------------------------------------------------- */

static void print_dice(const struct view_line *line, const void *at)
{
    tio_dice dice;
    memcpy(&dice, at, sizeof dice);
    if (dice)
        dice_print(line->out, dice, " ");
    else
        buffer_char(line->out, '-');
}

static tio_error read_dice(struct view_reader *reader, void *at)
{
    tio_dice dice = 0;
    if (word_same(scan_peek(&reader->scan), "-")) {
        scan_word(&reader->scan);
        return TIO_OK;
    }
    tio_error code = dice_parse_rest(&reader->scan, &dice);
    if (code == TIO_OK)
        memcpy(at, &dice, sizeof dice);
    return code;
}

static void print_die(const struct view_line *line, const void *at)
{
    tio_kind kind = byte_at(at);
    if (kind == TIO_NONE)
        buffer_char(line->out, '-');
    else
        die_print(line->out, kind);
}

static tio_error read_die(struct view_reader *reader, void *at)
{
    struct word word = scan_word(&reader->scan);
    tio_kind kind = TIO_NONE;
    tio_error code = TIO_OK;
    if (!word_same(word, "-"))
        code = die_parse(&reader->scan, word, &kind);
    set_byte(at, kind);
    return code;
}

/* ---- Cards ---------------------------------------------------------- */

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

static void print_card(const struct view_line *line, const void *at)
{
    unsigned card = byte_at(at);
    if (card == TIO_NONE)
        buffer_char(line->out, '-');
    else
        view_out_card(line->out, line->deck, card);
}

static tio_error read_card(struct view_reader *reader, void *at)
{
    struct word word = scan_word(&reader->scan);
    struct scan scan = scan_begin(word.at, word.size, 1, NULL);
    unsigned card = TIO_NONE;
    if (!word_same(word, "-")) {
        card = view_scan_card(&scan, reader->deck);
        if (card == TIO_NONE || scan.at != scan.end)
            return expected(reader, word, "a card of the deck or '-'");
    }
    set_byte(at, card);
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

static void print_cards(const struct view_line *line, const void *at)
{
    tio_cards cards;
    memcpy(&cards, at, sizeof cards);
    out_cards(line->out, line->deck, &cards);
}

static tio_error read_cards(struct view_reader *reader, void *at)
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
    memcpy(at, &cards, sizeof cards);
    return TIO_OK;
}

/* ---- What a player has scored --------------------------------------- */

static tio_error read_hidden(struct view_reader *reader)
{
    struct word word = scan_word(&reader->scan);
    return word_same(word, "?")
               ? TIO_OK
               : expected(reader, word, "'?': this pile lies face down");
}

static void print_pile(const struct view_line *line, const void *at)
{
    if (points_hidden(line->view, line->seat))
        buffer_char(line->out, '?');
    else
        print_cards(line, at);
}

static tio_error read_pile(struct view_reader *reader, void *at)
{
    if (points_hidden(&reader->view, reader->seat))
        return read_hidden(reader);
    return read_cards(reader, at);
}

static void print_short(const struct view_line *line, const void *at)
{
    buffer_number(line->out, *(const int16_t *)at);
}

static tio_error read_short(struct view_reader *reader, void *at)
{
    unsigned number = 0;
    tio_error code = read_number(reader, &number);
    *(int16_t *)at = (int16_t)number;
    return code;
}

static void print_points(const struct view_line *line, const void *at)
{
    if (points_hidden(line->view, line->seat))
        buffer_char(line->out, '?');
    else
        print_short(line, at);
}

static tio_error read_points(struct view_reader *reader, void *at)
{
    if (points_hidden(&reader->view, reader->seat))
        return read_hidden(reader);
    return read_short(reader, at);
}

/* The last lay-out: place, card and dice, as 1:c17:D3,L4. */
static void print_laid(const struct view_line *line, const void *at)
{
    const tio_player *player = at;
    bool none = true;
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        if (player->laid_card[i] == TIO_NONE)
            continue;
        if (!none)
            buffer_char(line->out, ' ');
        buffer_number(line->out, (int)i + 1);
        buffer_char(line->out, ':');
        view_out_card(line->out, line->deck, player->laid_card[i]);
        buffer_char(line->out, ':');
        dice_print(line->out, player->laid[i], ",");
        none = false;
    }
    if (none)
        buffer_char(line->out, '-');
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

static tio_error read_laid(struct view_reader *reader, void *at)
{
    struct word word = scan_word(&reader->scan);
    tio_error code = TIO_OK;
    if (word_same(word, "-"))
        return TIO_OK;
    do {
        code = read_one_laid(reader, word, at);
        word = scan_word(&reader->scan);
    } while (code == TIO_OK && word.size > 0);
    return code;
}

/* How many combos a player asked for: known to all while they are dealt. */
static void print_asked(const struct view_line *line, const void *at)
{
    unsigned answer = byte_at(at);
    if (line->view->game.phase != TIO_PHASE_DEAL || answer == TIO_NONE)
        buffer_char(line->out, '-');
    else
        buffer_number(line->out, (int)answer);
}

static tio_error read_asked(struct view_reader *reader, void *at)
{
    if (word_same(scan_peek(&reader->scan), "-")) {
        scan_word(&reader->scan);
        return TIO_OK;
    }
    return read_byte(reader, at);
}

/* ---- The table of lines --------------------------------------------- */

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
    {"points", PARTS(points), OF_PLAYER(points), 0, MOST_CHIPS, NULL},
    {"chips", PARTS(short), OF_PLAYER(chips), 0, MOST_CHIPS, NULL},
    {"pile", PARTS(pile), offsetof(tio_view, game.pile), sizeof(tio_cards), 0,
     0, NULL},
    {"laid", PARTS(laid), offsetof(tio_view, game.player), sizeof(tio_player),
     0, 0, NULL},
    {"laid-points", PARTS(byte), OF_PLAYER(round_points), 0,
     TIO_HAND_CARDS *TIO_MAX_POINTS, NULL},
    {"laid-chips", PARTS(byte), OF_PLAYER(round_chips), 0, 2 * TIO_MAX_DICE,
     NULL},
    {"discarded", PARTS(card), OF_PLAYER(discarded), 0, 0, NULL},
};
