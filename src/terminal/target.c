/* Aiming an action card step by step: which dice, to which face. The answers
 * are put together into a move that the rules have checked. */
#include "terminal/choose.h"

#include <string.h>

#include "i18n/i18n.h"
#include "terminal/words.h"

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

static enum ask reroll_some(const struct person *person, tio_dice from,
                            unsigned most, tio_move *out)
{
    unsigned size = tio_dice_size(from);
    const char *question =
        size <= most
            ? _("Which dice do you re-roll? Numbers or dice in one line, or "
                "all (or back):")
            : _("Which dice do you re-roll, at most four? Numbers or dice in "
                "one line (or back):");

    return ask_dice(person, question, from, 1, most, &out->play.dice);
}

static enum ask reroll(const struct person *person, tio_action action,
                       tio_move *out)
{
    const tio_game *game = &person->view->game;
    bool schmidt = game->settings.edition == TIO_SCHMIDT;
    tio_dice of_colour = tio_dice_colour(game->tray, (tio_colour)action.colour);
    tio_dice red = tio_dice_colour(game->tray, TIO_RED);

    if (action.kind == TIO_REROLL_RED)
        return reroll_all(person, red, out);
    if (action.kind == TIO_REROLL_FOUR)
        return reroll_some(person, schmidt ? game->tray - red : game->tray, 4,
                           out);
    if (schmidt)
        return reroll_all(person, of_colour, out);
    return reroll_some(person, of_colour, TIO_MAX_DICE, out);
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

static enum ask change(const struct person *person, tio_action action,
                       tio_move *out)
{
    tio_dice from =
        tio_dice_colour(person->view->game.tray, (tio_colour)action.colour);
    unsigned face;
    enum ask ask = ask_die(person, _("Which die do you change (or back)?"),
                           from, &out->play.die);

    if (ask == ASK_OK)
        ask = ask_face(person, out, &face);
    if (ask == ASK_OK)
        out->play.other = tio_kind_of(action.colour, face);
    return ask;
}

static enum ask cast(const struct person *person, tio_move *out)
{
    const tio_game *game = &person->view->game;
    tio_dice aim = 0;
    enum ask ask = ask_die(
        person, _("Which of your dice do you cast into the tray (or back)?"),
        game->player[person->view->seat].taken, &out->play.die);

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

static enum ask swap(const struct person *person, tio_move *out)
{
    tio_dice tray = person->view->game.tray;
    bool schmidt = person->view->game.settings.edition == TIO_SCHMIDT;
    tio_dice light = 0;
    enum ask ask;

    for (unsigned face = 1; face <= 6; face++) {
        tio_kind kind = tio_kind_of(TIO_LIGHT, face);

        if (swappable(tray, TIO_DARK, face))
            light += tio_dice_count(tray, kind) * tio_dice_of(kind);
    }
    ask = ask_die(person,
                  schmidt ? _("Which white die swaps its face (or back)?")
                          : _("Which orange die swaps its face (or back)?"),
                  light, &out->play.die);
    if (ask != ASK_OK)
        return ask;
    return ask_die(person,
                   schmidt ? _("With which black die (or back)?")
                           : _("With which blue die (or back)?"),
                   swappable(tray, TIO_DARK, tio_kind_face(out->play.die)),
                   &out->play.other);
}

static enum ask shift(const struct person *person, tio_action action,
                      tio_move *out)
{
    tio_dice from =
        tio_dice_colour(person->view->game.tray, (tio_colour)action.colour);
    tio_dice to = 0;
    unsigned face;
    enum ask ask =
        ask_die(person, _("Which die do you shift by two (or back)?"), from,
                &out->play.die);

    if (ask != ASK_OK)
        return ask;
    face = tio_kind_face(out->play.die);
    if (face > 2)
        to += tio_dice_of(tio_kind_of(action.colour, face - 2));
    if (face < 5)
        to += tio_dice_of(tio_kind_of(action.colour, face + 2));
    return ask_die(person, _("What shall it become (or back)?"), to,
                   &out->play.other);
}

enum ask choose_targets(const struct person *person, tio_action action,
                        tio_move *out)
{
    *out = (tio_move){.type = TIO_MOVE_PLAY, .seat = person->view->seat};
    out->play.action = action;
    out->play.die = TIO_NONE;
    out->play.other = TIO_NONE;
    switch ((tio_action_kind)action.kind) {
    case TIO_REROLL_COLOUR:
    case TIO_REROLL_FOUR:
    case TIO_REROLL_RED:
        return reroll(person, action, out);
    case TIO_TAKE_TWO:
        return ask_sure(person,
                        _("You may then take two dice this turn, or one, "
                          "or pass."));
    case TIO_CHANGE:
        return change(person, action, out);
    case TIO_CAST:
        return cast(person, out);
    case TIO_SWAP:
        return swap(person, out);
    case TIO_SHIFT:
        return shift(person, action, out);
    case TIO_ACTION_KINDS:
        break;
    }
    return ASK_BACK;
}
