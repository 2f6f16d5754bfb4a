/* The table as a person sees it. Dice keep their short names here, beside the
 * colour's word, so that what is read can be typed. */
#include "terminal/show.h"

#include <stdio.h>

#include "terminal/words.h"

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
    struct text dice;
    bool named = false;

    if (!game->tray) {
        say(0, "The tray is empty.");
        return;
    }
    for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++) {
        tio_dice part = tio_dice_colour(game->tray, (tio_colour)colour);

        if (!part)
            continue;
        text_clear(&dice);
        words_dice(&dice, part);
        say(20, "%-11s %-7s %s", named ? "" : "In the tray",
            words_colour(edition, colour), dice.at);
        named = true;
    }
}

/* A view with score piles face down hides the points of all others. */
static bool knows_points(const tio_view *view, unsigned seat)
{
    return !view->game.settings.piles_down || seat == view->seat ||
           view->game.phase == TIO_PHASE_OVER;
}

static void show_player(const tio_view *view, const char *name, unsigned seat,
                        unsigned width)
{
    const tio_player *player = &view->game.player[seat];
    bool passed = view->game.passed >> seat & 1;
    struct text row;

    text_clear(&row);
    text_add(&row, seat == view->seat ? " > " : "   ");
    text_add_left(&row, name, width);
    if (knows_points(view, seat))
        text_add(&row, "%7d%6d%7d", player->points, player->chips,
                 tio_game_total(&view->game, seat));
    else
        text_add(&row, "%7s%6d%7s", "?", player->chips, "?");
    text_add(&row, "  %s", passed ? "out " : "    ");
    if (player->taken)
        words_dice(&row, player->taken);
    else
        text_add(&row, "-");
    say(width + 29, "%s", row.at);
}

void show_players(const tio_view *view, const struct names *names)
{
    unsigned width = 6;
    struct text head;

    for (unsigned seat = 0; seat < view->game.settings.players; seat++) {
        unsigned its = text_width(names->of[seat]);

        width = its > width ? its : width;
    }
    width = width > NAME_WIDTH ? NAME_WIDTH : width;
    text_clear(&head);
    text_add(&head, "   ");
    text_add_left(&head, "Player", width);
    text_add(&head, " points chips  total      dice taken this round");
    say(0, "%s", head.at);
    for (unsigned seat = 0; seat < view->game.settings.players; seat++)
        show_player(view, names->of[seat], seat, width);
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
        text_add(&worth, "action");
        words_action(&words, edition, tio_deck_action(deck, card));
    }
    say(16, " %c %u  %-9s %s", completed ? '*' : ' ', slot + 1, worth.at,
        words.at);
}

static void show_outlook(const tio_view *view, const tio_layout *best)
{
    const tio_player *player = &view->game.player[view->seat];
    struct text score;

    if (!player->taken || view->game.phase != TIO_PHASE_TURN)
        return;
    text_clear(&score);
    words_score(&score, best->points, best->chips);
    say(0, "If the round ended now you would score %s.", score.at);
}

void show_hand(const tio_view *view, const tio_deck *deck)
{
    const tio_player *player = &view->game.player[view->seat];
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned cards = (unsigned)player->combos + player->actions;
    unsigned count = tio_hand_combos(&view->game, deck, view->seat, combos);
    tio_layout best;

    tio_layout_best(combos, count, player->taken, &best);
    if (!cards)
        say(0, "Your hand is empty.");
    else if (best.cards)
        say(0, "Your hand (* your dice complete it):");
    else
        say(0, "Your hand:");
    for (unsigned slot = 0; slot < cards; slot++)
        show_hand_card(view, deck, slot, best.cards >> slot & 1);
    show_outlook(view, &best);
}

/* The whole line is drawn, so that the beginning of a turn meets the eye. */
static void show_turn_line(const tio_view *view, const struct names *names,
                           bool alone)
{
    const tio_game *game = &view->game;
    struct text text;

    text_clear(&text);
    if (alone && game->starter == view->seat)
        text_add(&text, "--- Your turn! Round %u of %u, started by you ",
                 game->round, game->rounds);
    else if (alone)
        text_add(&text, "--- Your turn! Round %u of %u, started by %s ",
                 game->round, game->rounds, names->of[game->starter]);
    else
        text_add(&text, "--- Your turn, %s! Round %u of %u, started by %s ",
                 names->of[view->seat], game->round, game->rounds,
                 names->of[game->starter]);
    while (text_width(text.at) < SAY_COLUMNS)
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

static void show_row(const char *head, unsigned players, unsigned width,
                     char cell[][16])
{
    struct text row;

    text_clear(&row);
    text_add_left(&row, head, 8);
    for (unsigned seat = 0; seat < players; seat++)
        text_add_right(&row, cell[seat], width);
    say(8, "%s", row.at);
}

static void show_sums(const tio_view *view, unsigned width)
{
    const tio_game *game = &view->game;
    char points[TIO_MAX_PLAYERS][16];
    char chips[TIO_MAX_PLAYERS][16];
    char total[TIO_MAX_PLAYERS][16];

    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        snprintf(points[seat], 16, "%d", game->player[seat].points);
        snprintf(chips[seat], 16, "%d", game->player[seat].chips);
        snprintf(total[seat], 16, "%d", tio_game_total(game, seat));
    }
    show_row("points", game->settings.players, width, points);
    show_row("- chips", game->settings.players, width, chips);
    show_row("total", game->settings.players, width, total);
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
        say(0, "You win with %d.", tio_game_total(&view->game, one));
    else if (winners == 1U << one)
        say(0, "%s wins with %d.", who.at, tio_game_total(&view->game, one));
    else
        say(0, "%s share the win with %d each.", who.at,
            tio_game_total(&view->game, one));
}

void show_end(const tio_view *view, const struct names *names,
              const struct history *history)
{
    unsigned players = view->game.settings.players;
    unsigned width = players > 4 ? 14 : NAME_WIDTH + 1;
    char cell[TIO_MAX_PLAYERS][16];
    struct text head;

    putchar('\n');
    line('=');
    say(0, "The game is over. Points and chips of each round:");
    putchar('\n');
    text_clear(&head);
    text_add_left(&head, "round", 8);
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
