/* The questions of each part of a round. Numbers pick from a list; a move in
 * the move language is understood everywhere. */
#include "terminal/choose.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/actions.h"
#include "i18n/i18n.h"
#include "terminal/action_words.h"
#include "terminal/show.h"

/* A parser's message about a word that was never meant as a move would only
 * confuse. */
static bool looks_like_move(const char *line)
{
    static const char *const words[] = {"take", "done",    "pass", "play",
                                        "lay",  "discard", "keep", "draw"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *word = words[i];
        const char *typed = line;

        while (*word && tolower((unsigned char)*typed) == *word) {
            word++;
            typed++;
        }
        if (!*word && (!*typed || *typed == ' ' || *typed == '\t'))
            return true;
    }
    return false;
}

/* The example must be a move that this question allows. */
static void say_example(const struct person *person)
{
    char example[TIO_MOVE_TEXT] = "pass";
    tio_moves moves;
    tio_move move;

    if (person->view->game.phase == TIO_PHASE_LAY) {
        snprintf(example, sizeof example, "%s", _("lay 1:L1,D5 or lay none"));
    } else if (person->view->game.phase == TIO_PHASE_DISCARD) {
        snprintf(example, sizeof example, "%s", _("keep or discard 1"));
    } else {
        tio_moves_begin(&moves, person->deck, person->view);
        if (tio_moves_next(&moves, &move))
            tio_move_print(person->deck, &move, example);
    }
    say(0, _("Type a number from the list, a move such as %s, or help."),
        example);
}

/* Reads a move that was typed out and checks it against the rules. Says what
 * is wrong with it and returns false if anything is. */
static bool read_typed(const struct person *person, const char *line,
                       tio_move *out)
{
    const tio_view *view = person->view;
    tio_text_error where = {0};
    tio_error error;

    if (!looks_like_move(line)) {
        say_example(person);
        return false;
    }
    if (tio_move_parse(person->deck, view, view->seat, line, out, &where) !=
        TIO_OK) {
        say(0, _("That can't be read: %s."), i18n_words(where.what));
        return false;
    }
    error = tio_check(&view->game, person->deck, out);
    if (error != TIO_OK)
        say(0, _("That can't be done: %s."), _(tio_error_words(error)));
    return error == TIO_OK;
}

/* ---- A turn ------------------------------------------------------------ */

/* What can be done now: dice in order, then leaving, then the actions. */
struct turn {
    unsigned takes;
    tio_kind take[TIO_KINDS];
    tio_move leave; /* pass or done */
    unsigned plays;
    tio_action play[TIO_HAND_CARDS];
};

static void add_play(struct turn *turn, tio_action action)
{
    for (unsigned i = 0; i < turn->plays; i++)
        if (tio_action_same(turn->play[i], action))
            return;
    if (turn->plays < TIO_HAND_CARDS)
        turn->play[turn->plays++] = action;
}

static void find_choices(const struct person *person, struct turn *turn)
{
    tio_moves moves;
    tio_move move;

    *turn = (struct turn){0};
    tio_moves_begin(&moves, person->deck, person->view);
    while (tio_moves_next(&moves, &move))
        if (move.type == TIO_MOVE_TAKE && turn->takes < TIO_KINDS)
            turn->take[turn->takes++] = move.kind;
        else if (move.type == TIO_MOVE_PLAY)
            add_play(turn, move.play.action);
        else
            turn->leave = move;
}

/* Whole sentences, for all that may be typed. */
static void ask_which(const struct person *person, bool second)
{
    bool hints = person->hints;
    bool undo = !person->no_undo;

    if (second && hints && undo)
        say(0, _("Take a second die from the tray (or type help, hint or "
                 "undo):"));
    else if (second && hints)
        say(0, _("Take a second die from the tray (or type help or hint):"));
    else if (second && undo)
        say(0, _("Take a second die from the tray (or type help or undo):"));
    else if (second)
        say(0, _("Take a second die from the tray (or type help):"));
    else if (hints && undo)
        say(0, _("Take a die from the tray (or type help, hint or undo):"));
    else if (hints)
        say(0, _("Take a die from the tray (or type help or hint):"));
    else if (undo)
        say(0, _("Take a die from the tray (or type help or undo):"));
    else
        say(0, _("Take a die from the tray (or type help):"));
}

/* The tray, one row for each colour, with a number before equal dice. */
static void list_takes(const struct person *person, const struct turn *turn)
{
    const tio_game *game = &person->view->game;
    unsigned last = TIO_EITHER;
    struct text row;

    ask_which(person, game->took);
    text_clear(&row);
    for (unsigned i = 0; i < turn->takes; i++) {
        tio_kind kind = turn->take[i];
        unsigned colour = tio_kind_colour(kind);
        char dice[TIO_DICE_TEXT];

        if (colour != last) {
            if (row.length)
                say(0, "%s", row.at);
            text_clear(&row);
            text_add(&row, "   ");
            text_add_left(&row, words_colour(game->settings.edition, colour),
                          words_colour_width(game->settings.edition));
            last = colour;
        }
        tio_dice_print(tio_dice_count(game->tray, kind) * tio_dice_of(kind),
                       " ", dice);
        text_add(&row, "  %2u) %s", i + 1, dice);
    }
    say(0, "%s", row.at);
}

/* Why the actions in the hand are not in the list. */
static void say_no_action(const tio_view *view)
{
    const tio_game *game = &view->game;
    const tio_player *player = &game->player[view->seat];
    tio_error spent = action_spent(game);

    if (!player->actions || game->took)
        return;
    if (spent == TIO_E_ACTION_SPENT_TURN)
        say(4, "   %s", _("(You have played an action this turn.)"));
    else if (spent)
        say(4, "   %s", _("(You have played an action this round.)"));
    else
        say(4, "   %s", _("(No action would change anything now.)"));
}

static bool last_one(const tio_game *game)
{
    unsigned all = (1U << game->settings.players) - 1;

    return (game->passed | 1U << game->turn) == all;
}

static void list_choices(const struct person *person, const struct turn *turn)
{
    unsigned edition = person->view->game.settings.edition;
    unsigned number = turn->takes + 1;

    list_takes(person, turn);
    if (turn->leave.type == TIO_MOVE_DONE)
        say(7, "   %u) %s", number, _("done: no second die"));
    else if (last_one(&person->view->game))
        say(7, "   %u) %s", number, _("pass: end the round"));
    else
        say(7, "   %u) %s", number, _("pass: out for this round"));
    for (unsigned i = 0; i < turn->plays; i++) {
        struct text words;
        struct text row;

        text_clear(&words);
        text_clear(&row);
        words_action_short(&words, edition, turn->play[i]);
        text_add(&row, _("play your action: %s"), words.at);
        say(7, "   %u) %s", ++number, row.at);
    }
    if (!turn->plays)
        say_no_action(person->view);
}

static enum ask pick_choice(const struct person *person,
                            const struct turn *turn, unsigned number,
                            tio_move *out)
{
    unsigned leave = turn->takes + 1;

    if (number < 1 || number > leave + turn->plays) {
        say(0, _("There is no such number in the list."));
        return ASK_AGAIN;
    }
    if (number > leave)
        return choose_targets(person, turn->play[number - leave - 1], out);
    if (number == leave) {
        *out = turn->leave;
    } else {
        *out = (tio_move){.type = TIO_MOVE_TAKE, .seat = person->view->seat};
        out->kind = turn->take[number - 1];
    }
    return ASK_OK;
}

/* A die by itself is short for taking it. */
static void lengthen(char line[ASK_LINE])
{
    char die[4];

    if (strlen(line) != 2 || !isalpha((unsigned char)line[0]) ||
        !isdigit((unsigned char)line[1]))
        return;
    memcpy(die, line, 3);
    snprintf(line, ASK_LINE, "take %s", die);
}

static enum ask choose_turn(const struct person *person, tio_move *out)
{
    struct turn turn;

    find_choices(person, &turn);
    show_table(person->view, person->deck, person->names, person->alone);
    for (;;) {
        char line[ASK_LINE];
        unsigned number;
        enum ask ask;

        list_choices(person, &turn);
        ask = ask_line(person, line);
        if (ask == ASK_AGAIN)
            continue;
        if (ask_over(ask))
            return ask;
        if (ask_is_number(line, &number)) {
            ask = pick_choice(person, &turn, number, out);
            if (ask == ASK_OK || ask_over(ask))
                return ask;
            continue;
        }
        lengthen(line);
        if (read_typed(person, line, out))
            return ASK_OK;
    }
}

/* ---- Between rounds ---------------------------------------------------- */

static void show_layout(const struct person *person, unsigned number,
                        const tio_layout *layout, unsigned cards)
{
    const tio_game *game = &person->view->game;
    const tio_player *player = &game->player[person->view->seat];
    tio_dice left = player->taken;
    struct text text;

    text_clear(&text);
    words_score(&text, layout->points, layout->chips);
    say(6, "   %u) %s", number, text.at);
    for (unsigned i = 0; i < cards; i++) {
        struct text dice;
        struct text row;

        if (!(layout->cards >> i & 1))
            continue;
        text_clear(&dice);
        text_clear(&text);
        words_dice(&dice, layout->lay[i]);
        words_combo(&text, game->settings.edition,
                    &person->deck->combo[player->hand[i]]);
        text_clear(&row);
        text_add(&row, _("%s on card %u, '%s'"), dice.at, i + 1, text.at);
        say(10, "      %s", row.at);
        left -= layout->lay[i];
    }
    if (left) {
        struct text row;

        text_clear(&text);
        text_clear(&row);
        words_dice(&text, left);
        text_add(&row, _("not used: %s"), text.at);
        say(10, "      %s", row.at);
    }
}

static void lay_move(const struct person *person, const tio_layout *layout,
                     unsigned cards, tio_move *out)
{
    *out = (tio_move){.type = TIO_MOVE_LAY, .seat = person->view->seat};
    for (unsigned i = 0; i < cards; i++)
        out->lay[i] = layout->cards >> i & 1 ? layout->lay[i] : 0;
}

static void list_layouts(const struct person *person, const tio_layout *all,
                         unsigned count, unsigned cards)
{
    if (!all[0].cards)
        say(0, _("Your dice complete no combo that is worth it:"));
    else if (count == 1)
        say(0, _("The best way to lay your dice on your combos:"));
    else
        say(0, _("The best ways to lay your dice; they leave you different "
                 "cards:"));
    for (unsigned i = 0; i < count; i++)
        show_layout(person, i + 1, &all[i], cards);
    if (count == 1)
        say(0, _("Enter does so. Or lay them yourself, like this: lay 1:L1,D5 "
                 "3:L2 (or lay none)."));
    else
        say(0, _("Enter is the first, a number another. Or lay them yourself, "
                 "like this: lay 1:L1,D5 3:L2 (or lay none)."));
    if (!person->no_undo)
        say(0, _("Or undo, which takes your last move back."));
}

static enum ask choose_lay(const struct person *person, tio_move *out)
{
    const tio_view *view = person->view;
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned cards =
        tio_hand_combos(&view->game, person->deck, view->seat, combos);
    tio_layout all[TIO_MAX_LAYOUTS];
    unsigned count =
        tio_layout_all(combos, cards, view->game.player[view->seat].taken, all);
    struct text taken;

    putchar('\n');
    text_clear(&taken);
    words_dice(&taken, view->game.player[view->seat].taken);
    say(0, _("The round is over. You took %s."), taken.at);
    show_hand(view, person->deck);
    for (;;) {
        char line[ASK_LINE];
        unsigned number = 1;
        enum ask ask;

        list_layouts(person, all, count, cards);
        ask = ask_line(person, line);
        if (ask_over(ask))
            return ask;
        if (ask == ASK_AGAIN)
            continue;
        if (!line[0] || ask_is_number(line, &number)) {
            if (number >= 1 && number <= count) {
                lay_move(person, &all[number - 1], cards, out);
                return ASK_OK;
            }
            say(0, _("There is no such number in the list."));
        } else if (read_typed(person, line, out)) {
            return ASK_OK;
        }
    }
}

static void list_cards(const struct person *person, unsigned cards)
{
    const tio_view *view = person->view;

    say(0, _("You may discard one card before you draw:"));
    for (unsigned slot = 0; slot < cards; slot++) {
        unsigned card = view->game.player[view->seat].hand[slot];
        struct text worth;
        struct text text;

        text_clear(&worth);
        text_clear(&text);
        if (tio_deck_is_combo(person->deck, card))
            words_points(&worth, person->deck->combo[card].points);
        else
            text_add(&worth, "%s", C_("card", "action"));
        words_card(&text, view->game.settings.edition, person->deck, card);
        say(16, "   %u) %s%*s %s", slot + 1, worth.at, i18n_fill(worth.at, 9),
            "", text.at);
    }
    say(0, _("A number discards that card; Enter keeps them all."));
}

static enum ask choose_discard(const struct person *person, tio_move *out)
{
    const tio_player *player = &person->view->game.player[person->view->seat];
    unsigned cards = (unsigned)player->combos + player->actions;

    putchar('\n');
    for (;;) {
        char line[ASK_LINE];
        unsigned number;
        enum ask ask;

        list_cards(person, cards);
        ask = ask_line(person, line);
        if (ask_over(ask))
            return ask;
        if (ask == ASK_AGAIN)
            continue;
        *out = (tio_move){.type = TIO_MOVE_KEEP, .seat = person->view->seat};
        if (!line[0])
            return ASK_OK;
        if (ask_is_number(line, &number)) {
            out->type = TIO_MOVE_DISCARD;
            out->slot = (uint8_t)(number - 1);
            if (number >= 1 && number <= cards)
                return ASK_OK;
            say(0, _("There is no such number in the list."));
        } else if (read_typed(person, line, out)) {
            return ASK_OK;
        }
    }
}

/* The split that comes nearest to a hand of four combos and one action goes
 * first: it is what Enter means. */
static unsigned find_draws(const struct person *person,
                           tio_move draw[TIO_HAND_CARDS + 1])
{
    const tio_player *player = &person->view->game.player[person->view->seat];
    unsigned count = 0;
    unsigned best = 0;
    int best_gap = 99;
    tio_moves moves;
    tio_move move;

    tio_moves_begin(&moves, person->deck, person->view);
    while (count <= TIO_HAND_CARDS && tio_moves_next(&moves, &move)) {
        int gap = player->combos + move.draw.combos - TIO_HAND_COMBOS;

        gap = gap < 0 ? -gap : gap;
        if (gap < best_gap) {
            best_gap = gap;
            best = count;
        }
        draw[count++] = move;
    }
    move = draw[best];
    draw[best] = draw[0];
    draw[0] = move;
    return count;
}

static void list_draws(const tio_move draw[], unsigned count)
{
    say(0, _("How many of each do you draw?"));
    for (unsigned i = 0; i < count; i++) {
        struct text row;

        text_clear(&row);
        text_add(&row, _("combos: %u, actions: %u"), draw[i].draw.combos,
                 draw[i].draw.actions);
        say(6, "   %u) %s", i + 1, row.at);
    }
    say(0, _("A number picks; Enter is the first."));
}

static enum ask choose_draw(const struct person *person, tio_move *out)
{
    tio_move draw[TIO_HAND_CARDS + 1];
    unsigned count = find_draws(person, draw);

    putchar('\n');
    show_hand(person->view, person->deck);
    for (;;) {
        char line[ASK_LINE];
        unsigned number = 1;
        enum ask ask;

        list_draws(draw, count);
        ask = ask_line(person, line);
        if (ask_over(ask))
            return ask;
        if (ask == ASK_AGAIN)
            continue;
        if (!line[0] || ask_is_number(line, &number)) {
            if (number >= 1 && number <= count) {
                *out = draw[number - 1];
                return ASK_OK;
            }
            say(0, _("There is no such number in the list."));
        } else if (read_typed(person, line, out)) {
            return ASK_OK;
        }
    }
}

enum ask choose_move(const struct person *person, tio_move *out)
{
    static enum ask (*const choose[TIO_PHASES])(const struct person *,
                                                tio_move *) = {
        [TIO_PHASE_TURN] = choose_turn,
        [TIO_PHASE_LAY] = choose_lay,
        [TIO_PHASE_DISCARD] = choose_discard,
        [TIO_PHASE_DRAW] = choose_draw,
    };
    unsigned phase = person->view->game.phase;
    return choose[phase] ? choose[phase](person, out) : ASK_STOP;
}
