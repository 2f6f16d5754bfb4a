/* A view as lines of text, for programs that get nothing else. The reader takes
 * only what the printer would have written, and only a view that a game could
 * have shown. docs/view-text.md has the format. */
#include "notation/view_text.h"

#include "engine/cards.h"
#include "notation/card_text.h"
#include "notation/settings.h"

#include <string.h>

static const char title[] = "tioli view 1";
static const char last_line[] = "end";

/* ---- The seat's own: hand and answer -------------------------------- */

static bool has_seat(const tio_view *view)
{
    return view->seat < view->game.settings.players;
}

static void out_hand(struct buffer *out, const tio_deck *deck,
                     const tio_player *player)
{
    for (unsigned i = 0; i < hand_size(player); i++) {
        buffer_char(out, ' ');
        view_out_card(out, deck, player->hand[i]);
    }
    buffer_text(out, hand_size(player) ? "\n" : " -\n");
}

/* One of the hand's cards with all that stands on it. */
static void out_hand_card(struct buffer *out, const tio_deck *deck,
                          const tio_player *player, unsigned place)
{
    unsigned card = player->hand[place];
    buffer_text(out, "card ");
    buffer_number(out, (int)place + 1);
    buffer_char(out, ' ');
    view_out_card(out, deck, card);
    buffer_char(out, ' ');
    if (tio_deck_is_combo(deck, card))
        combo_print(out, &deck->combo[card]);
    else
        action_print(out, tio_deck_action(deck, card));
    buffer_char(out, '\n');
}

/* What the seat has answered in a common phase; false if it has not. */
static bool own_answer(const tio_view *view, tio_move *move)
{
    const tio_game *game = &view->game;
    if (!has_seat(view) || game->pending >> view->seat & 1 ||
        !view_was_asked(game, view->seat))
        return false;
    const tio_player *player = &game->player[view->seat];
    memset(move, 0, sizeof *move);
    move->seat = view->seat;
    if (game->phase == TIO_PHASE_LAY) {
        move->type = TIO_MOVE_LAY;
        memcpy(move->lay, player->laid, sizeof move->lay);
    } else if (game->phase == TIO_PHASE_DRAW) {
        move->type = TIO_MOVE_DRAW;
        move->draw.combos = player->answer;
        move->draw.actions =
            (uint8_t)(TIO_HAND_CARDS - hand_size(player) - player->answer);
    } else {
        bool keeps = player->answer == TIO_NONE;
        move->type = keeps ? TIO_MOVE_KEEP : TIO_MOVE_DISCARD;
        move->slot = keeps ? 0 : player->answer;
    }
    return true;
}

static void print_own(struct buffer *out, const tio_deck *deck,
                      const tio_view *view)
{
    char text[TIO_MOVE_TEXT];
    tio_move move;
    if (!has_seat(view)) {
        buffer_text(out, "hand -\nanswer -\n");
        return;
    }
    const tio_player *player = &view->game.player[view->seat];
    buffer_text(out, "hand");
    out_hand(out, deck, player);
    for (unsigned i = 0; i < hand_size(player); i++)
        out_hand_card(out, deck, player, i);
    buffer_text(out, "answer ");
    if (own_answer(view, &move)) {
        tio_move_print(deck, &move, text);
        buffer_text(out, text);
    } else {
        buffer_char(out, '-');
    }
    buffer_char(out, '\n');
}

/* ---- Printing ------------------------------------------------------- */

static void print_line(struct buffer *out, const tio_deck *deck,
                       const tio_view *view, const struct view_field *field,
                       unsigned seat, bool of_player)
{
    buffer_text(out, field->key);
    buffer_char(out, ' ');
    if (of_player) {
        buffer_number(out, (int)seat + 1);
        buffer_char(out, ' ');
    }
    field->print(&(struct view_line){out, deck, view, seat, field},
                 (const char *)view + field->offset + seat * field->stride);
    buffer_char(out, '\n');
}

static void print_settings(struct buffer *out, const tio_settings *settings)
{
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = setting_in_view(i);
        buffer_text(out, row->key);
        buffer_char(out, ' ');
        setting_print(out, row, settings);
        buffer_char(out, '\n');
    }
}

size_t tio_view_print(const tio_deck *deck, const tio_view *view,
                      char text[TIO_VIEW_TEXT])
{
    struct buffer out = buffer_fixed(text, TIO_VIEW_TEXT);
    buffer_text(&out, title);
    buffer_text(&out, "\ndeck ");
    buffer_hex(&out, deck->hash, 16);
    buffer_char(&out, '\n');
    print_settings(&out, &view->game.settings);
    for (unsigned i = 0; i < VIEW_GAME_FIELDS; i++)
        print_line(&out, deck, view, &view_game_fields[i], 0, false);
    for (unsigned seat = 0; seat < view->game.settings.players; seat++)
        for (unsigned i = 0; i < VIEW_PLAYER_FIELDS; i++)
            print_line(&out, deck, view, &view_player_fields[i], seat, true);
    print_own(&out, deck, view);
    buffer_text(&out, last_line);
    buffer_char(&out, '\n');
    return out.size;
}

/* ---- Reading -------------------------------------------------------- */

static tio_error fail(const struct view_reader *reader, const char *at,
                      const char *words)
{
    return scan_fail(&reader->scan, TIO_E_TEXT, at, "%s", words);
}

/* The next line; no line of a view is longer than the whole may be. */
static tio_error next_line(struct view_reader *reader)
{
    size_t left = (size_t)(reader->end - reader->at);
    const char *feed = left ? memchr(reader->at, '\n', left) : NULL;
    size_t size = feed ? (size_t)(feed - reader->at) : left;
    reader->scan = scan_begin(reader->at, size, reader->scan.number + 1,
                              reader->scan.error);
    if (!feed)
        return fail(reader, reader->scan.end,
                    "the view is cut off: expected more lines up to 'end', "
                    "and a line feed behind each");
    reader->at = feed + 1;
    return TIO_OK;
}

/* Goes on to a line that begins with this, which leaves its value. */
static tio_error next_line_of(struct view_reader *reader, const char *start)
{
    char shown[SHOWN_TEXT];
    size_t size = strlen(start);
    tio_error code = next_line(reader);
    if (code != TIO_OK)
        return code;
    if ((size_t)(reader->scan.end - reader->scan.at) < size ||
        memcmp(reader->scan.at, start, size) != 0)
        return scan_fail(&reader->scan, TIO_E_TEXT, reader->scan.at,
                         "found %s: expected the line '%s' here",
                         word_shown(scan_peek(&reader->scan), shown), start);
    reader->scan.at += size;
    return TIO_OK;
}

static tio_error read_field(struct view_reader *reader,
                            const struct view_field *field, unsigned seat,
                            bool of_player)
{
    char start[SHOWN_TEXT];
    struct buffer out = buffer_fixed(start, sizeof start);
    buffer_text(&out, field->key);
    buffer_char(&out, ' ');
    if (of_player) {
        buffer_number(&out, (int)seat + 1);
        buffer_char(&out, ' ');
    }
    tio_error code = next_line_of(reader, start);
    reader->field = field;
    reader->seat = seat;
    if (code == TIO_OK)
        code = field->read(reader, (char *)&reader->view + field->offset +
                                       seat * field->stride);
    return code == TIO_OK ? scan_finish(&reader->scan) : code;
}

static tio_error read_setting(struct view_reader *reader,
                              const struct setting *row)
{
    char text[SETTING_EXPECTED];
    struct buffer out = buffer_fixed(text, sizeof text);
    tio_settings *settings = &reader->view.game.settings;
    buffer_text(&out, row->key);
    buffer_char(&out, ' ');
    tio_error code = next_line_of(reader, text);
    if (code != TIO_OK)
        return code;
    struct word word = scan_word(&reader->scan);
    if (!setting_scan(row, word, settings->players ? settings->players : 1,
                      settings))
        return scan_expected(&reader->scan, TIO_E_TEXT, word,
                             setting_expected(row, text));
    return scan_finish(&reader->scan);
}

static tio_error read_title(struct view_reader *reader)
{
    char hash[20];
    struct buffer out = buffer_fixed(hash, sizeof hash);
    tio_error code = next_line_of(reader, title);
    if (code == TIO_OK)
        code = scan_finish(&reader->scan);
    if (code == TIO_OK)
        code = next_line_of(reader, "deck ");
    if (code != TIO_OK)
        return code;
    buffer_hex(&out, reader->deck->hash, 16);
    struct word word = scan_word(&reader->scan);
    if (word.size != out.size || memcmp(word.at, hash, out.size) != 0)
        return scan_fail(&reader->scan, TIO_E_TEXT, word.at,
                         "the view is of another deck: expected %s", hash);
    return scan_finish(&reader->scan);
}

static void begin_players(tio_game *game)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        tio_player *player = &game->player[seat];
        memset(player->hand, TIO_NONE, sizeof player->hand);
        memset(player->laid_card, TIO_NONE, sizeof player->laid_card);
        player->answer = TIO_NONE;
    }
}

static tio_error read_fields(struct view_reader *reader)
{
    tio_error code = read_title(reader);
    for (unsigned i = 0; code == TIO_OK && i < GAME_SETTINGS; i++)
        code = read_setting(reader, setting_in_view(i));
    for (unsigned i = 0; code == TIO_OK && i < VIEW_GAME_FIELDS; i++)
        code = read_field(reader, &view_game_fields[i], 0, false);
    if (code != TIO_OK)
        return code;
    begin_players(&reader->view.game);
    unsigned players = reader->view.game.settings.players;
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned i = 0; code == TIO_OK && i < VIEW_PLAYER_FIELDS; i++)
            code = read_field(reader, &view_player_fields[i], seat, true);
    return code;
}

/* As many cards as the seat's own lines have promised, combos first. */
static tio_error read_hand(struct view_reader *reader)
{
    tio_error code = next_line_of(reader, "hand ");
    unsigned size = 0;
    tio_player *player = NULL;
    if (code != TIO_OK)
        return code;
    if (has_seat(&reader->view)) {
        player = &reader->view.game.player[reader->view.seat];
        size = hand_size(player);
    }
    if (size > TIO_HAND_CARDS)
        return fail(reader, reader->scan.at,
                    "a hand has at most five cards: the lines above have "
                    "more for this seat");
    for (unsigned i = 0; player && i < size; i++) {
        struct word word = scan_word(&reader->scan);
        struct scan scan = scan_begin(word.at, word.size, 1, NULL);
        unsigned card = view_scan_card(&scan, reader->deck);
        if (card == TIO_NONE || scan.at != scan.end ||
            tio_deck_is_combo(reader->deck, card) != (i < player->combos))
            return scan_expected(&reader->scan, TIO_E_TEXT, word,
                                 i < player->combos
                                     ? "a combo of the deck such as c17"
                                     : "an action of the deck such as a3");
        player->hand[i] = (uint8_t)card;
    }
    if (size == 0 && scan_accept(&reader->scan, '-'))
        return scan_finish(&reader->scan);
    if (size == 0)
        return scan_expected(&reader->scan, TIO_E_TEXT,
                             scan_word(&reader->scan), "'-': no cards");
    return scan_finish(&reader->scan);
}

/* The lines that say what stands on the cards leave no choice. */
static tio_error read_hand_cards(struct view_reader *reader)
{
    tio_error code = TIO_OK;
    if (!has_seat(&reader->view))
        return TIO_OK;
    const tio_player *player = &reader->view.game.player[reader->view.seat];
    for (unsigned i = 0; code == TIO_OK && i < hand_size(player); i++) {
        char text[TIO_CARD_TEXT + 24];
        struct buffer out = buffer_fixed(text, sizeof text);
        out_hand_card(&out, reader->deck, player, i);
        text[out.size - 1] = '\0'; /* the line end */
        code = next_line_of(reader, text);
        if (code == TIO_OK)
            code = scan_finish(&reader->scan);
    }
    return code;
}

static void take_answer(tio_view *view, const tio_move *move)
{
    tio_player *player = &view->game.player[view->seat];
    if (move->type == TIO_MOVE_LAY) {
        memcpy(player->laid, move->lay, sizeof player->laid);
        player->answer = 0;
        for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
            if (move->lay[i])
                player->answer = (uint8_t)(player->answer | 1U << i);
    } else if (move->type == TIO_MOVE_DRAW) {
        player->answer = move->draw.combos;
    } else {
        player->answer = move->slot;
    }
}

/* The move is checked against the rules as if the seat had still to answer. */
static tio_error read_answer(struct view_reader *reader)
{
    char text[TIO_MOVE_TEXT];
    tio_text_error inner;
    tio_move move;
    tio_error code = next_line_of(reader, "answer ");
    tio_view *view = &reader->view;
    size_t size = (size_t)(reader->scan.end - reader->scan.at);
    if (code != TIO_OK)
        return code;
    bool asked = has_seat(view) && view_was_asked(&view->game, view->seat);
    if (has_seat(view) && view->game.phase == TIO_PHASE_DRAW && !asked)
        view->game.player[view->seat].answer = 0;
    if (size == 1 && *reader->scan.at == '-')
        return TIO_OK;
    if (!asked || view->game.pending >> view->seat & 1)
        return fail(reader, reader->scan.at,
                    "this seat has not answered: expected '-'");
    if (size >= sizeof text)
        return fail(reader, reader->scan.at, "too long for a move");
    memcpy(text, reader->scan.at, size);
    text[size] = '\0';
    code = tio_move_parse(reader->deck, NULL, view->seat, text, &move, &inner);
    if (code != TIO_OK)
        return fail(reader, reader->scan.at + (inner.column - 1), inner.what);
    tio_game before = view->game;
    before.pending = (uint8_t)(before.pending | 1U << view->seat);
    code = tio_check(&before, reader->deck, &move);
    if (code != TIO_OK)
        return fail(reader, reader->scan.at, tio_error_words(code));
    if (move.type != TIO_MOVE_KEEP)
        take_answer(view, &move);
    return TIO_OK;
}

/* ---- The whole ------------------------------------------------------ */

/* The line that a fault is about, for the error to point at. */
static void find_line(struct view_reader *reader, const char *text,
                      const struct view_fault *fault)
{
    char start[SHOWN_TEXT];
    struct buffer out = buffer_fixed(start, sizeof start);
    buffer_text(&out, fault->key);
    buffer_char(&out, ' ');
    if (fault->seat != TIO_NONE)
        buffer_number(&out, (int)fault->seat + 1);
    reader->at = text;
    reader->scan.number = 0;
    do {
        if (next_line(reader) != TIO_OK)
            return;
    } while ((size_t)(reader->scan.end - reader->scan.at) < out.size ||
             memcmp(reader->scan.at, start, out.size) != 0);
}

/* The text must be exactly what would be written, to the byte. */
static tio_error check_canonical(struct view_reader *reader, const char *text)
{
    char again[TIO_VIEW_TEXT];
    const char *at = again;
    tio_view_print(reader->deck, &reader->view, again);
    reader->at = text;
    reader->scan.number = 0;
    while (reader->at < reader->end) {
        next_line(reader);
        size_t size = strcspn(at, "\n");
        size_t have = (size_t)(reader->scan.end - reader->scan.at);
        size_t same = 0;
        while (same < size && same < have && at[same] == reader->scan.at[same])
            same++;
        if (same < size || same < have)
            return scan_fail(&reader->scan, TIO_E_TEXT, reader->scan.at + same,
                             "not written as a view is: expected '%.*s'",
                             size > 120 ? 120 : (int)size, at);
        at += size + 1;
    }
    return TIO_OK;
}

static tio_error read_view(struct view_reader *reader)
{
    tio_error code = read_fields(reader);
    if (code == TIO_OK)
        code = read_hand(reader);
    if (code == TIO_OK)
        code = read_hand_cards(reader);
    if (code == TIO_OK)
        code = read_answer(reader);
    if (code == TIO_OK)
        code = next_line_of(reader, last_line);
    if (code == TIO_OK)
        code = scan_finish(&reader->scan);
    if (code == TIO_OK && reader->at != reader->end)
        code = fail(reader, reader->scan.end,
                    "the view goes on behind 'end': expected nothing more");
    return code;
}

tio_error tio_view_parse(const tio_deck *deck, const char *text, size_t length,
                         tio_view *view, tio_text_error *error)
{
    struct view_reader reader;
    struct view_fault fault;
    memset(&reader, 0, sizeof reader); /* what lies between fields too */
    reader.deck = deck;
    reader.at = text;
    reader.end = text + length;
    reader.scan = scan_begin(text, 0, 0, error);
    if (length >= TIO_VIEW_TEXT) {
        reader.scan.number = 1;
        return scan_fail(&reader.scan, TIO_E_TOO_LONG, text,
                         "too long for a view: expected less than %d bytes",
                         TIO_VIEW_TEXT);
    }
    tio_error code = read_view(&reader);
    if (code != TIO_OK)
        return code;
    if (!view_check(&reader.view, deck, &fault)) {
        find_line(&reader, text, &fault);
        return fail(&reader, reader.scan.at, fault.words);
    }
    code = check_canonical(&reader, text);
    if (code == TIO_OK)
        memcpy(view, &reader.view, sizeof *view);
    return code;
}
