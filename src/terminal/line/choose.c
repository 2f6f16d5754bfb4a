/* The questions of each part of a round. Numbers pick from a list; a move in
 * the move language is understood everywhere. */
#include "terminal/line/choose.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

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
static void say_example(const struct person *person,
                        const struct show_offers *offers)
{
    char example[TIO_MOVE_TEXT];
    if (person->view->game.phase == TIO_PHASE_LAY)
        snprintf(example, sizeof example, "%s", _("lay 1:L1,D5 or lay none"));
    else if (person->view->game.phase == TIO_PHASE_DISCARD)
        snprintf(example, sizeof example, "%s", _("keep or discard 1"));
    else
        tio_move_print(person->deck, &offers->move[0], example);
    say(0, _("Type a number from the list, a move such as %s, or help."),
        example);
}

/* Reads a move that was typed out and checks it against the rules. Says what
 * is wrong with it and returns false if anything is. */
static bool read_typed(const struct person *person,
                       const struct show_offers *offers, const char *line,
                       tio_move *out)
{
    const tio_view *view = person->view;
    tio_text_error where = {0};
    if (!looks_like_move(line)) {
        say_example(person, offers);
        return false;
    }
    if (tio_move_parse(person->deck, view, view->seat, line, out, &where) !=
        TIO_OK) {
        say(0, _("That can't be read: %s."), i18n_words(where.what));
        return false;
    }
    tio_error error = tio_check(&view->game, person->deck, out);
    if (error != TIO_OK)
        say(0, _("That can't be done: %s."), _(tio_error_words(error)));
    return error == TIO_OK;
}

/* ---- A turn ------------------------------------------------------------ */

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
static void list_takes(const struct person *person,
                       const struct show_offers *offers)
{
    const tio_game *game = &person->view->game;
    unsigned last = TIO_EITHER;
    ask_which(person, game->took);
    struct text row;
    text_clear(&row);
    for (unsigned i = 0; i + 1 < offers->moves; i++) {
        tio_kind kind = offers->move[i].kind;
        unsigned colour = tio_kind_colour(kind);
        if (colour != last) {
            if (row.length)
                say(0, "%s", row.at);
            text_clear(&row);
            text_add(&row, "   ");
            text_add_left(&row, words_colour(game->settings.edition, colour),
                          words_colour_width(game->settings.edition));
            last = colour;
        }
        char dice[TIO_DICE_TEXT];
        tio_dice_print(tio_dice_count(game->tray, kind) * tio_dice_of(kind),
                       " ", dice);
        text_add(&row, "  %2u) %s", i + 1, dice);
    }
    say(0, "%s", row.at);
}

/* Why the actions in the hand are not in the list. */
static void say_no_action(tio_error why)
{
    if (why == TIO_E_ACTION_SPENT_TURN)
        say(4, "   %s", _("(You have played an action this turn.)"));
    else if (why == TIO_E_ACTION_SPENT_ROUND)
        say(4, "   %s", _("(You have played an action this round.)"));
    else if (why == TIO_E_ACTION_HAS_NO_TARGET)
        say(4, "   %s", _("(No action would change anything now.)"));
}

/* The offer with a number among those that can be played, from 0, or NULL. */
static const struct show_offer *playable(const struct show_offers *offers,
                                         unsigned number)
{
    for (unsigned i = 0; i < offers->actions; i++) {
        const struct show_offer *offer = &offers->action[i];
        if (!offer->barred && !offer->again && number-- == 0)
            return offer;
    }
    return NULL;
}

static void list_turn(const struct person *person,
                      const struct show_offers *offers)
{
    const tio_game *game = &person->view->game;
    unsigned number = offers->moves;
    list_takes(person, offers);
    if (offers->move[number - 1].type == TIO_MOVE_DONE)
        say(7, "   %u) %s", number, _("done: no second die"));
    else if (show_last(game))
        say(7, "   %u) %s", number, _("pass: end the round"));
    else
        say(7, "   %u) %s", number, _("pass: out for this round"));
    const struct show_offer *offer;
    for (unsigned i = 0; (offer = playable(offers, i)); i++) {
        struct text words;
        text_clear(&words);
        struct text row;
        text_clear(&row);
        words_action_short(&words, game->settings.edition, offer->action);
        text_add(&row, _("play your action: %s"), words.at);
        say(7, "   %u) %s", ++number, row.at);
    }
    if (game->player[person->view->seat].actions)
        say_no_action(offers->no_action);
}

/* ---- Between rounds ---------------------------------------------------- */

static void show_layout(const struct person *person, unsigned number,
                        const tio_layout *layout)
{
    const tio_game *game = &person->view->game;
    const tio_player *player = &game->player[person->view->seat];
    tio_dice left = player->taken;
    struct text text;
    text_clear(&text);
    words_score(&text, layout->points, layout->chips);
    say(6, "   %u) %s", number, text.at);
    for (unsigned i = 0; i < player->combos; i++) {
        if (!(layout->cards >> i & 1))
            continue;
        struct text dice;
        text_clear(&dice);
        text_clear(&text);
        words_dice(&dice, layout->lay[i]);
        words_combo(&text, game->settings.edition,
                    &person->deck->combo[player->hand[i]]);
        struct text row;
        text_clear(&row);
        text_add(&row, _("%s on card %u, '%s'"), dice.at, i + 1, text.at);
        say(10, "      %s", row.at);
        left -= layout->lay[i];
    }
    if (left) {
        text_clear(&text);
        struct text row;
        text_clear(&row);
        words_dice(&text, left);
        text_add(&row, _("not used: %s"), text.at);
        say(10, "      %s", row.at);
    }
}

static void list_layouts(const struct person *person,
                         const struct show_offers *offers)
{
    if (!offers->layout[0].cards)
        say(0, _("Your dice complete no combo that is worth it:"));
    else if (offers->moves == 1)
        say(0, _("The best way to lay your dice on your combos:"));
    else
        say(0, _("The best ways to lay your dice; they leave you different "
                 "cards:"));
    for (unsigned i = 0; i < offers->moves; i++)
        show_layout(person, i + 1, &offers->layout[i]);
    if (offers->moves == 1)
        say(0, _("Press Enter to accept. Or lay them yourself: lay 1:L1,D5 "
                 "3:L2 (or lay none)."));
    else
        say(0, _("Press Enter for the first, or type a number. Or lay them "
                 "yourself: lay 1:L1,D5 3:L2 (or lay none)."));
    if (!person->no_undo)
        say(0, _("Or type undo to take your last move back."));
}

static void list_discards(const struct person *person,
                          const struct show_offers *offers)
{
    const tio_view *view = person->view;
    say(0, _("You may discard one card before you draw:"));
    for (unsigned slot = 0; slot < offers->usual; slot++) {
        unsigned card = view->game.player[view->seat].hand[slot];
        struct text worth;
        text_clear(&worth);
        struct text text;
        text_clear(&text);
        if (tio_deck_is_combo(person->deck, card))
            words_points(&worth, person->deck->combo[card].points);
        else
            text_add(&worth, "%s", C_("card", "action"));
        words_card(&text, view->game.settings.edition, person->deck, card);
        say(16, "   %u) %s%*s %s", slot + 1, worth.at, i18n_fill(worth.at, 9),
            "", text.at);
    }
    say(0, _("Type a number to discard that card, or press Enter to keep them "
             "all."));
}

/* The usual one goes first, in the place of whichever is there. */
static const tio_move *draw_at(const struct show_offers *offers, unsigned i)
{
    unsigned usual = offers->usual;
    return &offers->move[i == 0 ? usual : i == usual ? 0 : i];
}

static void list_draws(const struct person *person,
                       const struct show_offers *offers)
{
    (void)person;
    say(0, _("How many of each do you draw?"));
    for (unsigned i = 0; i < offers->moves; i++) {
        const tio_move *draw = draw_at(offers, i);
        struct text row;
        text_clear(&row);
        text_add(&row, _("combos: %u, actions: %u"), draw->draw.combos,
                 draw->draw.actions);
        say(6, "   %u) %s", i + 1, row.at);
    }
    say(0, _("Type a number, or press Enter for the first."));
}

/* ---- Questions --------------------------------------------------------- */

/* What comes before the list, once. */
static void begin(const struct person *person)
{
    const tio_view *view = person->view;
    if (view->game.phase == TIO_PHASE_TURN) {
        show_table(view, person->deck, person->names, person->alone);
        return;
    }
    putchar('\n');
    struct text taken;
    if (view->game.phase == TIO_PHASE_LAY) {
        text_clear(&taken);
        words_dice(&taken, view->game.player[view->seat].taken);
        say(0, _("The round is over. You took %s."), taken.at);
    }
    if (view->game.phase != TIO_PHASE_DISCARD)
        show_hand(view, person->deck);
}

/* A number of the list. To keep all cards has none: it is what Enter does. */
static enum ask pick(const struct person *person,
                     const struct show_offers *offers, unsigned number,
                     tio_move *out)
{
    const struct show_offer *offer =
        number > offers->moves ? playable(offers, number - offers->moves - 1)
                               : NULL;
    if (offer)
        return choose_targets(person, offer, out);
    if (number < 1 || number > offers->moves ||
        offers->move[number - 1].type == TIO_MOVE_KEEP) {
        say(0, _("There is no such number in the list."));
        return ASK_AGAIN;
    }
    *out = offers->move[number - 1].type == TIO_MOVE_DRAW
               ? *draw_at(offers, number - 1)
               : offers->move[number - 1];
    return ASK_OK;
}

/* A line that was typed, or Enter where something is usual. */
static enum ask answer(const struct person *person,
                       const struct show_offers *offers, char line[ASK_LINE],
                       tio_move *out)
{
    if (!line[0] && offers->usual != TIO_NONE) {
        *out = offers->move[offers->usual];
        return ASK_OK;
    }
    unsigned number;
    if (ask_is_number(line, &number))
        return pick(person, offers, number, out);
    if (person->view->game.phase == TIO_PHASE_TURN)
        ask_lengthen(line, ASK_LINE);
    return read_typed(person, offers, line, out) ? ASK_OK : ASK_AGAIN;
}

/* In the first games a pass is asked about, because it can't be taken back once
 * the others have moved. Any other move that is typed is made instead. */
static enum ask make_sure(const struct person *person,
                          const struct show_offers *offers, tio_move *out)
{
    say(0, _("Pass for this round? Type pass again to pass, or never to pass "
             "and not be asked again. Press Enter to keep playing."));
    char line[ASK_LINE];
    enum ask ask = ask_line(person, line);
    if (ask != ASK_OK)
        return ask;
    if (strcmp(line, "never") == 0)
        *person->confirms = false;
    else if (!line[0])
        return ASK_AGAIN;
    else if (strcmp(line, "y") != 0 && strcmp(line, "yes") != 0)
        return answer(person, offers, line, out);
    return ASK_OK;
}

enum ask choose_move(const struct person *person, tio_move *out)
{
    static void (*const lists[TIO_PHASES])(const struct person *,
                                           const struct show_offers *) = {
        [TIO_PHASE_TURN] = list_turn,
        [TIO_PHASE_LAY] = list_layouts,
        [TIO_PHASE_DISCARD] = list_discards,
        [TIO_PHASE_DRAW] = list_draws,
    };
    unsigned phase = person->view->game.phase;
    struct show_offers offers;
    enum ask ask = ASK_AGAIN;
    show_offers(person->view, person->deck, &offers);
    if (!lists[phase] || !offers.moves)
        return ASK_STOP;
    begin(person);
    while (ask != ASK_OK && !ask_over(ask)) {
        lists[phase](person, &offers);
        char line[ASK_LINE];
        ask = ask_line(person, line);
        if (ask == ASK_OK)
            ask = answer(person, &offers, line, out);
        if (ask == ASK_OK && out->type == TIO_MOVE_PASS && *person->confirms)
            ask = make_sure(person, &offers, out);
    }
    return ask;
}
