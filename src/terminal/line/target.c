/* Aiming an action card step by step: which dice, to which face. The answers
 * are put together into a move that the rules have checked. */
#include "terminal/line/choose.h"

#include <string.h>

#include "i18n/i18n.h"
#include "terminal/action_words.h"

/* An action that leaves nothing to choose is still not played by a slip. */
static enum ask ask_sure(const struct person *person, const char *what)
{
    for (;;) {
        say(0, "%s", what);
        say(0, "   1) %s", _("do it"));
        say(0, "   2) %s", C_("choice", "back"));
        char line[ASK_LINE];
        enum ask ask = ask_line(person, line);
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

/* Only announces what will happen, because there is nothing to choose. */
static enum ask choose_nothing(const struct person *person,
                               const struct show_offer *offer, tio_move *out)
{
    struct text what;
    text_clear(&what);
    if (offer->all) {
        struct text names;
        text_clear(&names);
        words_dice(&names, offer->dice);
        text_add(&what, _("All of these will be re-rolled: %s."), names.at);
        show_pick(out, 0, offer->dice);
    } else {
        words_play(&what, SAY_WILL, person->view->game.settings.edition, out);
    }
    return ask_sure(person, what.at);
}

/* What costs chips asks for the face by its number, and says what it costs. */
static enum ask ask_face(const struct person *person, const tio_move *draft,
                         tio_dice choice, tio_dice *out)
{
    unsigned edition = person->view->game.settings.edition;
    tio_kind from = draft->play.die;
    struct text die;
    text_clear(&die);
    struct text cost;
    text_clear(&cost);
    words_die(&die, edition, from);
    words_chips(&cost, draft->play.action.cost);
    for (;;) {
        say(0,
            _("To which face, 1 to 6, do you turn %s? It costs %s. (Or "
              "back.)"),
            die.at, cost.at);
        char line[ASK_LINE];
        enum ask ask = ask_line(person, line);
        if (ask_over(ask))
            return ask;
        if (ask == ASK_AGAIN)
            continue;
        if (strcmp(line, "back") == 0)
            return ASK_BACK;
        unsigned face;
        if (ask_is_number(line, &face) && face >= 1 && face <= 6) {
            *out = tio_dice_of(tio_kind_of(tio_kind_colour(from), face));
            if (tio_dice_contain(choice, *out))
                return ASK_OK;
        }
        say(0, _("Type a face from 1 to 6 other than %u."),
            tio_kind_face(from));
    }
}

static const char *question(const struct person *person,
                            const struct show_offer *offer,
                            const struct show_step *step)
{
    unsigned edition = person->view->game.settings.edition;
    if (action_shape(offer->action) == SHAPE_POOL &&
        tio_dice_size(step->choice) <= step->most)
        return _("Which dice do you re-roll? Numbers or dice in one line, or "
                 "all (or back):");
    if (step->from == SHOW_FACES)
        return _("Which face should it show (or back)?");
    if (!step->least)
        return person->view->game.settings.cast == TIO_CAST_CARRY
                   ? _("Aim at a die in the tray? Two times out of three "
                       "you hit it, and it is rolled too; one hit in three "
                       "goes on to another die. Press Enter not to aim (or "
                       "type back).")
                   : _("Aim at a die in the tray? Two times out of three "
                       "you hit it, and it is rolled too. Press Enter not to "
                       "aim (or type back).");
    return words_which_line(edition, offer->action,
                            tio_kind_colour(dice_first_kind(step->choice)));
}

enum ask choose_targets(const struct person *person,
                        const struct show_offer *offer, tio_move *out)
{
    struct show_step step;
    *out = show_draft(offer, person->view->seat);
    if (offer->all || !show_step(offer, out, 0, &step))
        return choose_nothing(person, offer, out);
    for (unsigned number = 0; show_step(offer, out, number, &step); number++) {
        bool typed = step.from == SHOW_FACES && action_row(offer->action)->cost;
        tio_dice picked;
        enum ask ask =
            typed ? ask_face(person, out, step.choice, &picked)
                  : ask_dice(person, question(person, offer, &step),
                             step.choice, step.least, step.most, &picked);
        if (ask != ASK_OK)
            return ask;
        show_pick(out, number, picked);
    }
    return ASK_OK;
}
