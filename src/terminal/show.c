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
    struct text row;
    bool named = false;

    if (!game->tray) {
        say(0, _("The tray is empty."));
        return;
    }
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
    struct text words;

    text_clear(&worth);
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
    struct text score;

    if (!player->taken || view->game.phase != TIO_PHASE_TURN)
        return;
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

/* The whole line is drawn, so that the beginning of a turn meets the eye. */
static void show_turn_line(const tio_view *view, const struct names *names,
                           bool alone)
{
    const tio_game *game = &view->game;
    struct text turn;
    struct text text;

    text_clear(&turn);
    text_clear(&text);
    if (alone && game->starter == view->seat)
        text_add(&turn, _("Your turn! Round %u of %u, started by you"),
                 game->round, game->rounds);
    else if (alone)
        text_add(&turn, _("Your turn! Round %u of %u, started by %s"),
                 game->round, game->rounds, names->of[game->starter]);
    else
        text_add(&turn, _("Your turn, %s! Round %u of %u, started by %s"),
                 names->of[view->seat], game->round, game->rounds,
                 names->of[game->starter]);
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

/* The first column of the last table, wide enough for what stands there. */
static unsigned first_column(void)
{
    unsigned width = 8;

    widen(&width, C_("column", "round"), 1);
    widen(&width, C_("column", "points"), 1);
    widen(&width, C_("column", "- chips"), 1);
    widen(&width, C_("column", "total"), 1);
    return width;
}

static void show_row(const char *head, unsigned players, unsigned width,
                     char cell[][16])
{
    unsigned first = first_column();
    struct text row;

    text_clear(&row);
    text_add_left(&row, head, first);
    for (unsigned seat = 0; seat < players; seat++)
        text_add_right(&row, cell[seat], width);
    say(first, "%s", row.at);
}

static void show_sums(const tio_view *view, unsigned width)
{
    const tio_game *game = &view->game;
    unsigned players = game->settings.players;
    char points[TIO_MAX_PLAYERS][16];
    char chips[TIO_MAX_PLAYERS][16];
    char total[TIO_MAX_PLAYERS][16];

    for (unsigned seat = 0; seat < players; seat++) {
        snprintf(points[seat], 16, "%d", game->player[seat].points);
        snprintf(chips[seat], 16, "%d", game->player[seat].chips);
        snprintf(total[seat], 16, "%d", tio_game_total(game, seat));
    }
    show_row(C_("column", "points"), players, width, points);
    show_row(C_("column", "- chips"), players, width, chips);
    show_row(C_("column", "total"), players, width, total);
}

static void show_winners(const tio_view *view, const struct names *names)
{
    unsigned winners = tio_game_leaders(&view->game);
    struct text who;
    unsigned one = 0;

    while (!(winners >> one & 1))
        one++;
    text_clear(&who);
    words_names(&who, names, winners);
    if (winners == 1U << one && one == view->seat)
        say(0, _("You win with %d."), tio_game_total(&view->game, one));
    else if (winners == 1U << one)
        say(0, _("%s wins with %d."), who.at, tio_game_total(&view->game, one));
    else
        say(0, _("%s share the win with %d each."), who.at,
            tio_game_total(&view->game, one));
}

void show_end(const tio_view *view, const struct names *names,
              const struct history *history)
{
    unsigned players = view->game.settings.players;
    unsigned room = (SAY_COLUMNS - first_column()) / players;
    unsigned width = room > NAME_WIDTH ? NAME_WIDTH + 1 : room;
    char cell[TIO_MAX_PLAYERS][16];
    struct text head;

    putchar('\n');
    line('=');
    say(0, _("The game is over. Points and chips of each round:"));
    putchar('\n');
    text_clear(&head);
    text_add_left(&head, C_("column", "round"), first_column());
    for (unsigned seat = 0; seat < players; seat++) {
        text_add(&head, " ");
        text_add_right(&head, names->of[seat], width - 1);
    }
    say(0, "%s", head.at);
    for (unsigned round = 0; round < history->rounds; round++) {
        char number[16];

        for (unsigned seat = 0; seat < players; seat++)
            snprintf(cell[seat], 16, "%d - %d", history->points[round][seat],
                     history->chips[round][seat]);
        snprintf(number, sizeof number, "%u", round + 1);
        show_row(number, players, width, cell);
    }
    line('-');
    show_sums(view, width);
    putchar('\n');
    show_winners(view, names);
}
