/* See protocol.h. All that is told comes out of a view or a move as the seat
 * sees it, or was agreed before the game. */
#include "programs/protocol.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "engine/actions.h"
#include "notation/deck_text.h"
#include "notation/record.h"
#include "notation/settings.h"
#include "show/offer.h"

static void line(struct buffer *out, const char *word, const char *text)
{
    buffer_text(out, word);
    buffer_text(out, text[0] != '\0' ? " " : "");
    buffer_text(out, text);
    buffer_text(out, "\n");
}

/* ---- A game --------------------------------------------------------- */

/* Whatever the table calls somebody, one line holds it. */
static void put_name(struct buffer *out, unsigned seat, const char *name)
{
    char safe[TIO_NAME_TEXT];
    char text[TIO_NAME_TEXT + 8];
    utf8_escape(name, strlen(name), safe, sizeof safe);
    if (!utf8_is_name(safe, strlen(safe)))
        snprintf(safe, sizeof safe, "seat %u", seat + 1);
    snprintf(text, sizeof text, "%u %s", seat + 1, safe);
    line(out, "name", text);
}

static void put_seats(struct buffer *out, unsigned players, unsigned seat,
                      const char *const names[])
{
    char text[16];
    snprintf(text, sizeof text, "%u", seat + 1);
    line(out, "seat", text);
    for (unsigned i = 0; i < players; i++)
        put_name(out, i, names[i]);
}

static void put_deck(struct buffer *out, const tio_deck *deck)
{
    line(out, "deck", deck->name);
    for (unsigned card = 0; card < tio_deck_cards(deck); card++) {
        char text[TIO_CARD_TEXT + 8];
        struct buffer card_out = buffer_fixed(text, sizeof text);
        deck_print_card(&card_out, deck, card);
        line(out, text, "");
    }
}

void question_game(struct buffer *out, const tio_deck *deck,
                   const tio_settings *settings, unsigned seat,
                   const char *const names[])
{
    tio_settings settled = settings_settled(settings);
    line(out, "game", "");
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = setting_in_record(i);
        char text[SETTING_EXPECTED];
        struct buffer value = buffer_fixed(text, sizeof text);
        setting_print(&value, row, &settled);
        line(out, row->key, text);
        if (row == &game_settings[SETTING_PLAYERS])
            put_seats(out, settled.players, seat, names);
    }
    put_deck(out, deck);
    line(out, "end", "");
}

void question_saw(struct buffer *out, const tio_deck *deck,
                  const tio_move *seen)
{
    char text[TIO_MOVE_TEXT + 8];
    struct buffer words = buffer_fixed(text, sizeof text);
    record_print_words(&words, deck, seen, false);
    line(out, "saw", text);
}

void question_over(struct buffer *out, const tio_game *game)
{
    char text[64] = "";
    for (unsigned seat = 0; game && seat < game->settings.players; seat++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%d", seat > 0 ? " " : "",
                 tio_game_total(game, seat));
    }
    line(out, "gameover", game ? text : "none");
}

/* ---- A position ----------------------------------------------------- */

static void put_view(struct buffer *out, const tio_deck *deck,
                     const tio_view *view)
{
    char text[TIO_VIEW_TEXT];
    char *at = text;
    tio_view_print(deck, view, text);
    while (*at != '\0') {
        char *feed = strchr(at, '\n');
        if (!feed)
            break;
        *feed = '\0';
        line(out, "view", at);
        at = feed + 1;
    }
}

struct listing {
    struct buffer *out;
    const tio_deck *deck;
    unsigned listed;
};

static void put_legal(struct listing *listing, const tio_move *move)
{
    char text[TIO_MOVE_TEXT];
    tio_move_print(listing->deck, move, text);
    line(listing->out, "legal", text);
    listing->listed++;
}

/* The best lay-outs, the one that is proposed first, and laying nothing. All
 * there are may be millions. */
static void list_layouts(struct listing *listing, const tio_view *view)
{
    struct show_offers offers;
    tio_move none = {.type = TIO_MOVE_LAY, .seat = view->seat};
    bool nothing = false;
    show_offers(view, listing->deck, &offers);
    for (unsigned i = 0; i < offers.moves; i++) {
        put_legal(listing, &offers.move[i]);
        nothing = nothing || offers.layout[i].cards == 0;
    }
    if (!nothing)
        put_legal(listing, &none);
}

static bool is_reroll(const tio_move *move)
{
    return action_shape(move->play.action) == SHAPE_POOL;
}

/* Puts the move on the list if it is one, and says so. */
static bool try_legal(struct listing *listing, const tio_view *view,
                      const tio_move *move)
{
    bool legal = tio_check(&view->game, listing->deck, move) == TIO_OK;
    if (legal)
        put_legal(listing, move);
    return legal;
}

/* Of the many ways to re-roll, those come first that a person thinks of: all
 * that can be re-rolled, and each die alone. Returns all, or 0. */
static tio_dice list_rerolls(struct listing *listing, const tio_view *view,
                             const tio_move *example)
{
    tio_dice tray = view->game.tray;
    tio_dice all = action_reach(&view->game, example->play.action);
    tio_dice reach[] = {all, all & ~TIO_DICE_RED};
    tio_dice whole = 0;
    tio_move move = *example;
    for (unsigned i = 0; i < 2 && whole == 0; i++) {
        move.play.dice = reach[i];
        whole = try_legal(listing, view, &move) ? reach[i] : 0;
    }
    for (unsigned kind = 0; kind < TIO_KINDS; kind++) {
        move.play.dice = tio_dice_of((tio_kind)kind);
        if (move.play.dice != whole && tio_dice_contain(tray, move.play.dice))
            try_legal(listing, view, &move);
    }
    return whole;
}

/* Every move that is not an action, and the first targets of each action. */
static void list_moves(struct listing *listing, const tio_view *view)
{
    tio_moves moves;
    tio_move move;
    tio_action action = {TIO_ACTION_KINDS, 0, 0};
    tio_dice whole = 0;
    unsigned before = 0; /* listed before this action */
    tio_moves_begin(&moves, listing->deck, view);
    while (tio_moves_next(&moves, &move)) {
        if (move.type != TIO_MOVE_PLAY) {
            put_legal(listing, &move);
            continue;
        }
        bool reroll = is_reroll(&move);
        if (!tio_action_same(move.play.action, action)) {
            action = move.play.action;
            before = listing->listed;
            whole = reroll ? list_rerolls(listing, view, &move) : 0;
        }
        bool done = reroll && (move.play.dice == whole ||
                               tio_dice_size(move.play.dice) == 1);
        if (!done && listing->listed - before < PROTOCOL_TARGETS)
            put_legal(listing, &move);
    }
}

/* Says so if there are moves that were not listed. Whether there are may take
 * longer to find out than anybody can wait; then it is said, too. */
static void put_more(struct listing *listing, const tio_view *view)
{
    tio_moves moves;
    tio_move move;
    unsigned count = 0;
    tio_moves_begin(&moves, listing->deck, view);
    moves.limit = QUESTION_STEPS;
    while (count <= listing->listed && tio_moves_next(&moves, &move))
        count++;
    if (count > listing->listed || moves.steps > moves.limit)
        line(listing->out, "more", "");
}

void question_position(struct buffer *out, const tio_deck *deck,
                       const tio_view *view)
{
    struct listing listing = {.out = out, .deck = deck};
    put_view(out, deck, view);
    if (view->game.phase == TIO_PHASE_LAY)
        list_layouts(&listing, view);
    else
        list_moves(&listing, view);
    put_more(&listing, view);
}

/* ---- What the program says to it ------------------------------------ */

static bool begins(const char *line, const char *word)
{
    size_t size = strlen(word);
    return strncmp(line, word, size) == 0 &&
           (line[size] == ' ' || line[size] == '\0');
}

bool answer_is_chatter(const char *line)
{
    return begins(line, "info") || begins(line, "error");
}

enum answer answer_read(const char *line, size_t size, const tio_view *view,
                        const tio_deck *deck, tio_move *move,
                        char words[ANSWER_TEXT])
{
    tio_text_error error = {0};
    if (!utf8_is_text(line, size, "\t"))
        return ANSWER_BYTES;
    if (answer_is_chatter(line))
        return ANSWER_CHATTER;
    if (!begins(line, "move")) {
        char shown[64];
        utf8_escape(line, size, shown, sizeof shown);
        snprintf(words, ANSWER_TEXT,
                 "MESSAGE expected 'move' and a move, got '%s'", shown);
        return ANSWER_UNKNOWN;
    }
    const char *text = line + strlen("move");
    text += strspn(text, " ");
    tio_error code = tio_move_parse(deck, view, view->seat, text, move, &error);
    if (code != TIO_OK) {
        size_t column = (size_t)(text - line) + error.column;
        snprintf(words, ANSWER_TEXT, "%s column %zu: %s", tio_error_name(code),
                 column, error.what);
        return ANSWER_WRONG;
    }
    move->seat = tio_move_is_chance(move->type) ? move->seat : view->seat;
    code = tio_check(&view->game, deck, move);
    if (code != TIO_OK) {
        snprintf(words, ANSWER_TEXT, "%s %s", tio_error_name(code),
                 tio_error_words(code));
        return ANSWER_WRONG;
    }
    return ANSWER_MOVE;
}
