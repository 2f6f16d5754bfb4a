/* Aiming an action card step by step: which dice, to which face. The answers
 * are put together into a move that the rules have checked. */
#include "terminal/choose.h"

#include <string.h>

#include "engine/actions.h"
#include "i18n/i18n.h"
#include "terminal/action_words.h"

static tio_kind first_kind(tio_dice dice)
{
    tio_kind kind = 0;

    while (kind < TIO_KINDS - 1 && !tio_dice_count(dice, kind))
        kind++;
    return kind;
}

static enum ask ask_die(const struct person *person, const char *question,
                        tio_dice from, tio_kind *out)
{
    tio_dice picked;
    enum ask ask = ask_dice(person, question, from, 1, 1, &picked);

    if (ask == ASK_OK)
        *out = first_kind(picked);
    return ask;
}

/* An action that leaves nothing to choose is still not played by a slip. */
static enum ask ask_sure(const struct person *person, const char *what)
{
    for (;;) {
        char line[ASK_LINE];
        enum ask ask;

        say(0, "%s", what);
        say(0, "   1) %s", _("do it"));
        say(0, "   2) %s", C_("choice", "back"));
        ask = ask_line(person, line);
        if (ask_over(ask))
            return ask;
        if (ask == ASK_AGAIN)
            continue;
        if (strcmp(line, "1") == 0 || strcmp(line, "yes") == 0 || !line[0])
            return ASK_OK;
        if (strcmp(line, "2") == 0 || strcmp(line, "back") == 0)
            return ASK_BACK;
        say(0, _("Type 1 or 2."));
    }
}

static enum ask reroll_all(const struct person *person, tio_dice dice,
                           tio_move *out)
{
    struct text names;
    struct text what;

    text_clear(&names);
    text_clear(&what);
    words_dice(&names, dice);
    text_add(&what, _("All of these will be re-rolled: %s."), names.at);
    out->play.dice = dice;
    return ask_sure(person, what.at);
}

static enum ask reroll_some(const struct person *person, tio_action action,
                            tio_dice from, tio_move *out)
{
    const tio_game *game = &person->view->game;
    unsigned most = action_most(game, action);
    const char *question =
        tio_dice_size(from) <= most
            ? _("Which dice do you re-roll? Numbers or dice in one line, or "
                "all (or back):")
            : words_which_line(game->settings.edition, action, action.colour);
    return ask_dice(person, question, from, 1, most, &out->play.dice);
}

static enum ask choose_pool(const struct person *person, tio_action action,
                            tio_move *out)
{
    const tio_game *game = &person->view->game;
    tio_dice reach = action_reach(game, action);
    return action_takes_all(game, action)
               ? reroll_all(person, reach, out)
               : reroll_some(person, action, reach, out);
}

static enum ask ask_face(const struct person *person, const tio_move *draft,
                         unsigned *face)
{
    unsigned edition = person->view->game.settings.edition;
    unsigned old = tio_kind_face(draft->play.die);
    struct text die;
    struct text cost;

    text_clear(&die);
    text_clear(&cost);
    words_die(&die, edition, draft->play.die);
    words_chips(&cost, draft->play.action.cost);
    for (;;) {
        char line[ASK_LINE];
        enum ask ask;

        say(0,
            _("To which face, 1 to 6, do you turn %s? It costs %s. (Or "
              "back.)"),
            die.at, cost.at);
        ask = ask_line(person, line);
        if (ask_over(ask))
            return ask;
        if (ask == ASK_AGAIN)
            continue;
        if (strcmp(line, "back") == 0)
            return ASK_BACK;
        if (ask_is_number(line, face) && *face >= 1 && *face <= 6 &&
            *face != old)
            return ASK_OK;
        say(0, _("Type a face from 1 to 6 other than %u."), old);
    }
}

/* The die two faces up or down, say. */
static enum ask ask_step(const struct person *person, unsigned step,
                         tio_move *out)
{
    unsigned colour = tio_kind_colour(out->play.die);
    unsigned face = tio_kind_face(out->play.die);
    tio_dice to = 0;
    if (face > step)
        to += tio_dice_of(tio_kind_of(colour, face - step));
    if (face + step <= 6)
        to += tio_dice_of(tio_kind_of(colour, face + step));
    return ask_die(person, _("What shall it become (or back)?"), to,
                   &out->play.other);
}

static enum ask choose_face(const struct person *person, tio_action action,
                            tio_move *out)
{
    const tio_game *game = &person->view->game;
    unsigned step = action_row(action)->step;
    unsigned face;
    enum ask ask = ask_die(
        person, words_which_line(game->settings.edition, action, action.colour),
        action_reach(game, action), &out->play.die);
    if (ask != ASK_OK)
        return ask;
    if (step)
        return ask_step(person, step, out);
    ask = ask_face(person, out, &face);
    if (ask == ASK_OK)
        out->play.other = tio_kind_of(action.colour, face);
    return ask;
}

static enum ask choose_throw(const struct person *person, tio_action action,
                             tio_move *out)
{
    const tio_game *game = &person->view->game;
    tio_dice aim = 0;
    enum ask ask = ask_die(
        person, words_which_line(game->settings.edition, action, action.colour),
        action_reach(game, action), &out->play.die);
    if (ask != ASK_OK || game->settings.cast == TIO_CAST_OFF || !game->tray)
        return ask;
    ask = ask_dice(person,
                   _("Aim at a die in the tray? Two times in three you hit it "
                     "and it is rolled too. Enter: no aim (or back)."),
                   game->tray, 0, 1, &aim);
    if (ask == ASK_OK && aim)
        out->play.other = first_kind(aim);
    return ask;
}

/* The dice of a colour with any face but one. */
static tio_dice swappable(tio_dice tray, unsigned colour, unsigned not_face)
{
    tio_dice out = 0;

    for (unsigned face = 1; face <= 6; face++) {
        tio_kind kind = tio_kind_of(colour, face);

        if (face != not_face)
            out += tio_dice_count(tray, kind) * tio_dice_of(kind);
    }
    return out;
}

static enum ask choose_pair(const struct person *person, tio_action action,
                            tio_move *out)
{
    tio_dice tray = person->view->game.tray;
    unsigned edition = person->view->game.settings.edition;
    tio_dice light = 0;
    for (unsigned face = 1; face <= 6; face++) {
        tio_kind kind = tio_kind_of(TIO_LIGHT, face);
        if (swappable(tray, TIO_DARK, face))
            light += tio_dice_count(tray, kind) * tio_dice_of(kind);
    }
    enum ask ask = ask_die(person, words_which_line(edition, action, TIO_LIGHT),
                           light, &out->play.die);
    if (ask != ASK_OK)
        return ask;
    return ask_die(person, words_which_line(edition, action, TIO_DARK),
                   swappable(tray, TIO_DARK, tio_kind_face(out->play.die)),
                   &out->play.other);
}

static enum ask choose_none(const struct person *person, const tio_move *move)
{
    struct text what;
    text_clear(&what);
    words_play(&what, SAY_WILL, person->view->game.settings.edition, NULL,
               move);
    return ask_sure(person, what.at);
}

enum ask choose_targets(const struct person *person, tio_action action,
                        tio_move *out)
{
    *out = (tio_move){.type = TIO_MOVE_PLAY, .seat = person->view->seat};
    out->play.action = action;
    out->play.die = TIO_NONE;
    out->play.other = TIO_NONE;
    switch (action_shape(action)) {
    case SHAPE_NONE:
        return choose_none(person, out);
    case SHAPE_POOL:
        return choose_pool(person, action, out);
    case SHAPE_FACE:
        return choose_face(person, action, out);
    case SHAPE_PAIR:
        return choose_pair(person, action, out);
    case SHAPE_THROW:
        return choose_throw(person, action, out);
    }
    return ASK_BACK;
}
