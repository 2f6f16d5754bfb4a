/* Hints in words. The coach thinks about the seat's view alone, and with random
 * numbers that nothing else draws from: asking changes nothing in the game, and
 * asking twice gives the same answer. */
#include "terminal/hint.h"

#include <stdio.h>

#include "i18n/i18n.h"
#include "terminal/action_words.h"
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

    text_add(out, "%s%d.%d", before, size / 10, size % 10);
}

/* Of 10000. What is not sure must not look as if it were. */
void hint_percent(struct text *out, unsigned chance)
{
    if (chance > 0 && chance < 50)
        text_add(out, "<1 %%");
    else if (chance < 10000 && chance >= 9950)
        text_add(out, ">99 %%");
    else
        text_add(out, "%u %%", (chance + 50) / 100);
}

static void add_figures(struct text *out, const tio_hint_move *hint)
{
    struct text gain;
    struct text spread;
    struct text win;

    text_clear(&gain);
    text_clear(&spread);
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

/* ---- What a move does -------------------------------------------------- */

static void add_lay(struct text *out, const struct person *person,
                    const tio_move *move)
{
    const tio_game *game = &person->view->game;
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned seat = person->view->seat;
    unsigned count = tio_hand_combos(game, person->deck, seat, combos);
    tio_layout layout = {0};

    for (unsigned i = 0; i < count; i++)
        layout.lay[i] = move->lay[i];
    if (tio_layout_score(combos, count, game->player[seat].taken, &layout) ==
        TIO_OK)
        words_score(out, layout.points, layout.chips);
}

/* The others have passed: this one ends the round. */
static bool ends_round(const tio_game *game)
{
    unsigned all = (1U << game->settings.players) - 1;

    return (game->passed | 1U << game->turn) == all;
}

void hint_move(struct text *out, const struct person *person,
               const tio_move *move)
{
    const tio_game *game = &person->view->game;
    unsigned edition = game->settings.edition;

    switch ((tio_move_type)move->type) {
    case TIO_MOVE_TAKE:
        words_die(out, edition, move->kind);
        break;
    case TIO_MOVE_DONE:
        text_add(out, "%s", _("no second die"));
        break;
    case TIO_MOVE_PASS:
        text_add(out, "%s",
                 ends_round(game) ? _("end the round")
                                  : _("out for this round"));
        break;
    case TIO_MOVE_PLAY:
        words_play(out, SAY_PLAN, edition, move);
        break;
    case TIO_MOVE_LAY:
        add_lay(out, person, move);
        break;
    case TIO_MOVE_DISCARD:
        words_card(out, edition, person->deck,
                   game->player[person->view->seat].hand[move->slot]);
        break;
    case TIO_MOVE_KEEP:
        text_add(out, "%s", _("discard nothing"));
        break;
    case TIO_MOVE_DRAW:
        text_add(out, _("combos: %u, actions: %u"), move->draw.combos,
                 move->draw.actions);
        break;
    case TIO_MOVE_START:
    case TIO_MOVE_DEAL:
    case TIO_MOVE_ROLL:
    case TIO_MOVE_LAND:
    case TIO_MOVE_TYPES:
        break;
    }
}

void hint_why(struct text *out, const struct person *person,
              const tio_hint_move *hint, const tio_hint_move *best)
{
    struct teller teller = {.deck = person->deck,
                            .names = person->names,
                            .you = TIO_NONE,
                            .view = person->view};
    struct tale tale = {.count = 0};
    tale_advice(&tale, hint, best);
    event_words(out, &teller, person->view->game.settings.edition,
                &tale.phrase[0]);
}

/* ---- The table --------------------------------------------------------- */

static void show_row(const struct person *person, const tio_hint_move *hint,
                     const tio_hint_move *best)
{
    char typed[TIO_MOVE_TEXT];
    struct text row;

    text_clear(&row);
    add_figures(&row, hint);
    tio_move_print(person->deck, &hint->move, typed);
    text_add(&row, "%s (", typed);
    hint_move(&row, person, &hint->move);
    text_add(&row, ")");
    say(HINT_INDENT, "%s", row.at);
    text_clear(&row);
    text_add(&row, "%*s", HINT_INDENT, "");
    hint_why(&row, person, hint, best);
    say(HINT_INDENT, "%s", row.at);
}

/* Only while dice are taken can anything still come of a combo. */
static void show_chances(const struct person *person, const tio_hint_move *best)
{
    const tio_game *game = &person->view->game;
    unsigned combos = game->player[person->view->seat].combos;
    char typed[TIO_MOVE_TEXT];
    struct text text;

    if (game->phase != TIO_PHASE_TURN || !combos)
        return;
    tio_move_print(person->deck, &best->move, typed);
    say(2, _("The chances to complete your combos this round, after %s:"),
        typed);
    text_clear(&text);
    for (unsigned i = 0; i < combos; i++) {
        struct text percent;

        text_clear(&percent);
        hint_percent(&percent, best->combo[i]);
        text_add(&text, i && combos < 5 ? "    " : "  ");
        text_add(&text, _("combo %u: %s"), i + 1, percent.at);
    }
    say(2, "%s", text.at);
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
    unsigned shown;
    tio_hint hint;

    if (!person->hints) {
        say(0, _("Hints are turned off at this table."));
        return;
    }
    hint_find(person->view, person->deck, person->seed, person->number, &hint);
    shown = all || hint.count <= HINTS_SHOWN + 1 ? hint.count : HINTS_SHOWN;
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
