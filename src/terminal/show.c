/* The table as a person sees it. Dice keep their short names here, beside the
 * colour's word, so that what is read can be typed. */
#include "terminal/show.h"

#include <stdio.h>

#include "engine/cards.h"
#include "i18n/i18n.h"
#include "show/offer.h"
#include "terminal/action_words.h"

#define NAME_WIDTH 16

static void line(char stroke)
{
    for (unsigned i = 0; i < SAY_COLUMNS; i++)
        putchar(stroke);
    putchar('\n');
}

void show_tray(const tio_game *game)
{
    unsigned edition = game->settings.edition;
    unsigned width = words_colour_width(edition) + 1;
    const char *label = _("In the tray");
    bool named = false;
    if (!game->tray) {
        say(0, _("The tray is empty."));
        return;
    }
    struct text row;
    for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++) {
        tio_dice part = tio_dice_colour(game->tray, (tio_colour)colour);
        if (!part)
            continue;
        text_clear(&row);
        text_add_left(&row, named ? "" : label, i18n_width(label));
        text_add(&row, " ");
        text_add_left(&row, words_colour(edition, colour), width);
        text_add(&row, " ");
        words_dice(&row, part);
        say(i18n_width(label) + width + 2, "%s", row.at);
        named = true;
    }
}

/* The widths of the columns, which their heads may ask to be wider. */
struct columns {
    unsigned name;
    unsigned points;
    unsigned chips;
    unsigned total;
    unsigned out;
};

static void widen(unsigned *column, const char *head, unsigned room)
{
    unsigned width = i18n_width(head) + room;
    *column = width > *column ? width : *column;
}

static struct columns columns_for(const tio_view *view,
                                  const struct names *names)
{
    struct columns columns = {6, 7, 6, 7, 4};
    for (unsigned seat = 0; seat < view->game.settings.players; seat++)
        widen(&columns.name, names->of[seat], 0);
    columns.name = columns.name > NAME_WIDTH ? NAME_WIDTH : columns.name;
    widen(&columns.name, C_("column", "Player"), 0);
    widen(&columns.points, C_("column", "points"), 1);
    widen(&columns.chips, C_("column", "chips"), 1);
    widen(&columns.total, C_("column", "total"), 1);
    widen(&columns.out, C_("column", "out"), 1);
    return columns;
}

static void add_number(struct text *row, int number, unsigned width)
{
    text_add(row, "%*d", (int)width, number);
}

static void show_player(const tio_view *view, const char *name, unsigned seat,
                        const struct columns *columns)
{
    const tio_player *player = &view->game.player[seat];
    bool passed = view->game.passed >> seat & 1;
    struct text row;
    text_clear(&row);
    text_add(&row, seat == view->seat ? " > " : "   ");
    text_add_left(&row, name, columns->name);
    if (!points_hidden(view, seat)) {
        add_number(&row, player->points, columns->points);
        add_number(&row, player->chips, columns->chips);
        add_number(&row, tio_game_total(&view->game, seat), columns->total);
    } else {
        text_add_right(&row, "?", columns->points);
        add_number(&row, player->chips, columns->chips);
        text_add_right(&row, "?", columns->total);
    }
    text_add(&row, "  ");
    text_add_left(&row, passed ? C_("column", "out") : "", columns->out);
    if (player->taken)
        words_dice(&row, player->taken);
    else
        text_add(&row, "-");
    say(3 + columns->name + columns->points + columns->chips + columns->total +
            2 + columns->out,
        "%s", row.at);
}

void show_players(const tio_view *view, const struct names *names)
{
    struct columns columns = columns_for(view, names);
    struct text head;
    text_clear(&head);
    text_add(&head, "   ");
    text_add_left(&head, C_("column", "Player"), columns.name);
    text_add_right(&head, C_("column", "points"), columns.points);
    text_add_right(&head, C_("column", "chips"), columns.chips);
    text_add_right(&head, C_("column", "total"), columns.total);
    text_add(&head, "  %*s%s", (int)columns.out, "",
             _("dice taken this round"));
    say(0, "%s", head.at);
    for (unsigned seat = 0; seat < view->game.settings.players; seat++)
        show_player(view, names->of[seat], seat, &columns);
}

static void show_hand_card(const tio_view *view, const tio_deck *deck,
                           unsigned slot, bool completed)
{
    unsigned card = view->game.player[view->seat].hand[slot];
    unsigned edition = view->game.settings.edition;
    struct text worth;
    text_clear(&worth);
    struct text words;
    text_clear(&words);
    if (tio_deck_is_combo(deck, card)) {
        words_points(&worth, deck->combo[card].points);
        words_combo(&words, edition, &deck->combo[card]);
    } else {
        text_add(&worth, "%s", C_("card", "action"));
        words_action(&words, edition, tio_deck_action(deck, card));
    }
    say(16, " %c %u  %s%*s %s", completed ? '*' : ' ', slot + 1, worth.at,
        i18n_fill(worth.at, 9), "", words.at);
}

static void show_outlook(const tio_view *view, const tio_layout *best)
{
    const tio_player *player = &view->game.player[view->seat];
    if (!player->taken || view->game.phase != TIO_PHASE_TURN)
        return;
    struct text score;
    text_clear(&score);
    words_score(&score, best->points, best->chips);
    say(0, _("If the round ended now you would score %s."), score.at);
}

void show_hand(const tio_view *view, const tio_deck *deck)
{
    const tio_player *player = &view->game.player[view->seat];
    unsigned cards = (unsigned)player->combos + player->actions;
    tio_layout best;
    show_best(view, deck, player->taken, &best);
    if (!cards)
        say(0, _("Your hand is empty."));
    else if (best.cards)
        say(0, _("Your hand (* your dice complete it):"));
    else
        say(0, _("Your hand:"));
    for (unsigned slot = 0; slot < cards; slot++)
        show_hand_card(view, deck, slot, best.cards >> slot & 1);
    show_outlook(view, &best);
}

void show_turn(struct text *out, const tio_view *view,
               const struct names *names, bool alone)
{
    const tio_game *game = &view->game;
    const char *starter = names->of[game->starter];
    if (alone && game->starter == view->seat)
        text_add(out, _("Your turn! Round %u of %u, started by you"),
                 game->round, game->rounds);
    else if (alone)
        text_add(out, _("Your turn! Round %u of %u, started by %s"),
                 game->round, game->rounds, starter);
    else
        text_add(out, _("Your turn, %s! Round %u of %u, started by %s"),
                 names->of[view->seat], game->round, game->rounds, starter);
}

/* The whole line is drawn, so that the beginning of a turn meets the eye. */
static void show_turn_line(const tio_view *view, const struct names *names,
                           bool alone)
{
    struct text turn;
    text_clear(&turn);
    struct text text;
    text_clear(&text);
    show_turn(&turn, view, names, alone);
    text_add(&text, "--- %s ", turn.at);
    while (i18n_width(text.at) < SAY_COLUMNS)
        text_add(&text, "-");
    say(4, "%s", text.at);
}

void show_table(const tio_view *view, const tio_deck *deck,
                const struct names *names, bool alone)
{
    putchar('\n');
    show_turn_line(view, names, alone);
    show_players(view, names);
    putchar('\n');
    show_hand(view, deck);
    putchar('\n');
}

/* ---- Scores ------------------------------------------------------------ */

static const char *const sums[SCORE_SUMS] = {
    [SCORE_POINTS] = NC_("column", "points"),
    [SCORE_CHIPS] = NC_("column", "- chips"),
    [SCORE_TOTAL] = NC_("column", "total"),
};

unsigned score_heads(unsigned least)
{
    widen(&least, C_("column", "round"), 1);
    for (unsigned i = 0; i < SCORE_SUMS; i++)
        widen(&least, i18n_of(sums[i]), 1);
    return least;
}

void score_head(const struct history *history, unsigned row, struct text *out)
{
    text_clear(out);
    if (row < history->rounds)
        text_add(out, "%u", row + 1);
    else
        text_add(out, "%s", i18n_of(sums[row - history->rounds]));
}

void score_cell(const tio_view *view, const struct history *history,
                unsigned row, unsigned seat, struct text *out)
{
    const tio_player *player = &view->game.player[seat];
    bool hidden = points_hidden(view, seat);
    text_clear(out);
    if (row < history->rounds && hidden)
        text_add(out, "? - %d", history->chips[row][seat]);
    else if (row < history->rounds)
        text_add(out, "%d - %d", history->points[row][seat],
                 history->chips[row][seat]);
    else if (row == history->rounds + SCORE_CHIPS)
        text_add(out, "%d", player->chips);
    else if (hidden)
        text_add(out, "?");
    else
        text_add(out, "%d",
                 row == history->rounds + SCORE_POINTS
                     ? player->points
                     : tio_game_total(&view->game, seat));
}

/* Their names; but what a bot reached that played on for somebody is the bot's. */
static void winner_names(struct text *out, const struct names *names,
                         unsigned winners)
{
    unsigned items = 0;
    unsigned item = 0;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        items += winners >> seat & 1;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        if (!(winners >> seat & 1))
            continue;
        struct text name;
        text_clear(&name);
        if (names->successor[seat][0])
            text_add(&name, C_("a winner", "%s (bot for %s)"),
                     names->successor[seat], names->of[seat]);
        else
            text_add(&name, "%s", names->of[seat]);
        words_list(out, name.at, item++, items);
    }
}

void show_winners(struct text *out, const tio_game *game,
                  const struct names *names, unsigned you)
{
    unsigned winners = tio_game_leaders(game);
    unsigned one = 0;
    while (one + 1 < TIO_MAX_PLAYERS && !(winners >> one & 1))
        one++;
    text_clear(out);
    struct text who;
    text_clear(&who);
    winner_names(&who, names, winners);
    if (winners == 1U << one && one == you)
        text_add(out, _("You win with %d."), tio_game_total(game, one));
    else if (winners == 1U << one)
        text_add(out, _("%s wins with %d."), who.at, tio_game_total(game, one));
    else
        text_add(out, _("%s share the win with %d each."), who.at,
                 tio_game_total(game, one));
}

void show_end(const tio_view *view, const struct names *names,
              const struct history *history)
{
    unsigned players = view->game.settings.players;
    unsigned first = score_heads(8);
    unsigned room = (SAY_COLUMNS - first) / players;
    unsigned width = room > NAME_WIDTH ? NAME_WIDTH + 1 : room;
    putchar('\n');
    line('=');
    say(0, _("The game is over. Points and chips of each round:"));
    putchar('\n');
    struct text row;
    text_clear(&row);
    text_add_left(&row, C_("column", "round"), first);
    for (unsigned seat = 0; seat < players; seat++) {
        text_add(&row, " ");
        text_add_right(&row, names->of[seat], width - 1);
    }
    say(0, "%s", row.at);
    struct text cell;
    for (unsigned i = 0; i < history->rounds + SCORE_SUMS; i++) {
        if (i == history->rounds)
            line('-');
        text_clear(&row);
        score_head(history, i, &cell);
        text_add_left(&row, cell.at, first);
        for (unsigned seat = 0; seat < players; seat++) {
            score_cell(view, history, i, seat, &cell);
            text_add_right(&row, cell.at, width);
        }
        say(first, "%s", row.at);
    }
    putchar('\n');
    show_winners(&row, &view->game, names, view->seat);
    say(0, "%s", row.at);
}
