/* Hints in words. The coach thinks about the seat's view alone, and with random
 * numbers that nothing else draws from: asking changes nothing in the game, and
 * asking twice gives the same answer. */
#include "terminal/line/hint.h"

#include <stdio.h>

#include "i18n/i18n.h"
#include "show/advice.h"
#include "terminal/event.h"
#include "terminal/say.h"

#define HINTS_SHOWN 3
#define HINT_INDENT 23 /* where the words begin, right of the figures */

/* The streams of dice count from 0 and those of bots from the middle of all
 * numbers; these lie between the two. */
#define HINT_STREAMS ((uint64_t)1 << 62)

/* ---- Figures ----------------------------------------------------------- */

/* Thousandths as "+2.4", "0.0", "-0.3". */
void hint_tenths(struct text *out, int thousandths, bool sign)
{
    int half = thousandths < 0 ? -50 : 50;
    int tenths = (thousandths + half) / 100;
    int size = tenths < 0 ? -tenths : tenths;
    const char *before = tenths < 0 ? "-" : sign && tenths > 0 ? "+" : "";
    /* TRANSLATORS: what stands before the tenths in "2.4". */
    text_add(out, "%s%d%s%d", before, size / 10, C_("decimal sign", "."),
             size % 10);
}

/* Of 10000. What is not sure must not look as if it were. */
void hint_percent(struct text *out, unsigned chance)
{
    char figure[16];
    if (chance > 0 && chance < 100)
        snprintf(figure, sizeof figure, "<1");
    else if (chance < 10000 && chance > 9900)
        snprintf(figure, sizeof figure, ">99");
    else
        snprintf(figure, sizeof figure, "%u", (chance + 50) / 100);
    /* TRANSLATORS: "35%", "<1%", ">99%", as your language writes it. */
    text_add(out, C_("percentage", "%s%%"), figure);
}

static void add_figures(struct text *out, const tio_hint_move *hint)
{
    struct text gain;
    text_clear(&gain);
    struct text spread;
    text_clear(&spread);
    struct text win;
    text_clear(&win);
    hint_tenths(&gain, hint->gain, true);
    if (hint->spread >= 50) {
        text_add(&spread, " \u00b1 ");
        hint_tenths(&spread, hint->spread, false);
    }
    hint_percent(&win, hint->win);
    text_add_right(out, gain.at, 6);
    text_add_left(out, spread.at, 7);
    text_add_right(out, win.at, 7);
    text_add(out, "   ");
}

/* ---- In words ---------------------------------------------------------- */

static void add_phrase(struct text *out, const struct person *person,
                       const struct tale_phrase *phrase)
{
    struct teller teller = {
        .deck = person->deck, .names = person->names, .you = TIO_NONE};
    event_words(out, &teller, person->view->game.settings.edition, phrase);
}

void hint_words(const struct person *person, const tio_hint_move *hint,
                const tio_hint_move *best, struct text *what, struct text *why)
{
    struct advice advice;
    advice_of(person->view, person->deck, hint, best, &advice);
    add_phrase(what, person, &advice.plan);
    add_phrase(why, person, &advice.why);
}

bool hint_chance(struct text *out, const struct person *person,
                 const tio_hint_move *hint, unsigned place)
{
    const tio_view *view = person->view;
    const tio_player *player = &view->game.player[view->seat];
    /* Only while dice are taken can anything still come of a combo. */
    if (view->game.phase != TIO_PHASE_TURN || place >= player->combos)
        return false;
    struct text percent;
    text_clear(&percent);
    hint_percent(&percent, hint->combo[place]);
    text_add_right(out, percent.at, HINT_PERCENT);
    text_add(out, "  ");
    words_card(out, view->game.settings.edition, person->deck,
               player->hand[place]);
    return true;
}

/* ---- The table --------------------------------------------------------- */

static void show_row(const struct person *person, const tio_hint_move *hint,
                     const tio_hint_move *best)
{
    struct text row;
    text_clear(&row);
    struct text why;
    text_clear(&why);
    char typed[TIO_MOVE_TEXT];
    tio_move_print(person->deck, &hint->move, typed);
    add_figures(&row, hint);
    text_add(&row, "%s (", typed);
    text_add(&why, "%*s", HINT_INDENT, "");
    hint_words(person, hint, best, &row, &why);
    say(HINT_INDENT, "%s)", row.at);
    say(HINT_INDENT, "%s", why.at);
}

static void show_chances(const struct person *person, const tio_hint_move *best)
{
    char typed[TIO_MOVE_TEXT];
    tio_move_print(person->deck, &best->move, typed);
    struct text row;
    for (unsigned place = 0;; place++) {
        text_clear(&row);
        text_add(&row, "  ");
        if (!hint_chance(&row, person, best, place))
            return;
        if (place == 0)
            say(2,
                _("The chances to complete your combos this round, after %s:"),
                typed);
        say(2 + HINT_PERCENT + 2, "%s", row.at);
    }
}

static void show_head(bool turn, unsigned shown)
{
    struct text row;
    text_clear(&row);
    text_add(&row, "  ");
    text_add_left(&row, turn ? _("this round") : _("next round"), 11);
    text_add_right(&row, C_("column", "chance"), 7);
    text_add(&row, "   %s",
             ngettext("The best move, in points and chances to win:",
                      "The best moves, in points and chances to win:", shown));
    say(HINT_INDENT, "%s", row.at);
}

void hint_find(const tio_view *view, const tio_deck *deck, uint64_t seed,
               uint64_t number, tio_hint *out)
{
    tio_random random;
    tio_random_init(&random, seed, HINT_STREAMS + number);
    tio_hint_of(view, deck, NULL, &random, out);
}

void hint_show(const struct person *person, bool all)
{
    bool turn = person->view->game.phase == TIO_PHASE_TURN ||
                person->view->game.phase == TIO_PHASE_LAY;
    if (!person->hints) {
        say(0, _("Hints are turned off at this table."));
        return;
    }
    tio_hint hint;
    hint_find(person->view, person->deck, person->seed, person->number, &hint);
    unsigned shown =
        all || hint.count <= HINTS_SHOWN + 1 ? hint.count : HINTS_SHOWN;
    show_head(turn, shown);
    for (unsigned i = 0; i < shown; i++)
        show_row(person, &hint.move[i], &hint.move[0]);
    if (hint.count)
        show_chances(person, &hint.move[0]);
    if (shown < hint.count)
        say(0,
            ngettext("There is %u more move that makes sense: hint all",
                     "There are %u more moves that make sense: hint all",
                     hint.count - shown),
            hint.count - shown);
}
