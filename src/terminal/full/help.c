/* The help: keys first, those that work at this moment before all others, then
 * dice and rules. A table says which keys there are, so that a test can hold
 * the game to it: what works is named, and what is named works. */
#include "terminal/full/parts.h"

#include <string.h>

#include "i18n/i18n.h"

#define WORDS_AT 11 /* column */
#define BIT(key) (1U << UI_KEY_##key)
#define STEPS (BIT(LEFT) | BIT(RIGHT) | BIT(UP) | BIT(DOWN) | BIT(TAB))
#define JUMPS (BIT(HOME) | BIT(END) | BIT(BACKTAB))

static const struct help_row rows[] = {
    {HELP_TURN, NC_("key", "arrows"), "", STEPS | JUMPS,
     N_("go from die to die")},
    {HELP_TURN, "1-6", "123456", 0, N_("go to the next die with that face")},
    {HELP_TURN, NC_("key", "Enter"), " ", BIT(ENTER),
     N_("take the die; clicking works too")},
    {HELP_TURN, "p", "p", 0, N_("pass: you are out for this round")},
    {HELP_TURN, "d", "d", 0, N_("done: no second die this turn")},
    {HELP_TURN, "a", "a", 0, N_("play your action, and choose its dice")},
    {HELP_TURN, "c", "c", BIT(ESCAPE),
     N_("look at your cards one by one: the dice that fit light up")},
    {HELP_ACTION, NC_("key", "arrows"), "123456", STEPS | JUMPS,
     N_("go from die to die, or from choice to choice")},
    {HELP_ACTION, NC_("key", "Space"), " ", 0,
     N_("pick the die, or put it back")},
    {HELP_ACTION, "*", "*", 0, N_("pick all dice that can be picked")},
    {HELP_ACTION, "n", "n", 0, N_("cast the die without an aim")},
    {HELP_ACTION, NC_("key", "Enter"), "", BIT(ENTER),
     N_("continue, or confirm what is shown")},
    {HELP_ACTION, NC_("key", "Esc"), "b", BIT(ESCAPE) | BIT(BACKSPACE),
     N_("one step back")},
    {HELP_LAY, NC_("key", "arrows"), "", BIT(LEFT) | BIT(RIGHT) | BIT(BACKTAB),
     N_("go from die to die")},
    {HELP_LAY, "1-5", "12345", 0, N_("put the die on that card")},
    {HELP_LAY, "0", "0-", BIT(BACKSPACE) | BIT(DELETE),
     N_("take the die off its card")},
    {HELP_LAY, "o", "o", BIT(TAB), N_("another way that scores as much")},
    {HELP_LAY, "b", "b", 0, N_("the best way again")},
    {HELP_LAY, "n", "n", 0, N_("take all dice off")},
    {HELP_LAY, NC_("key", "Enter"), " ", BIT(ENTER),
     N_("lay the dice as they are now")},
    {HELP_RESULTS, NC_("key", "Enter"), " ",
     BIT(ENTER) | BIT(DOWN) | BIT(PAGE_DOWN),
     N_("continue to the next result")},
    {HELP_RESULTS, NC_("key", "Esc"), "", BIT(ESCAPE), N_("skip the rest")},
    {HELP_CARDS, NC_("key", "arrows"), "123456", STEPS,
     N_("choose a card, or how many to draw; number keys work too")},
    {HELP_CARDS, "k", "k0", 0, N_("keep all your cards")},
    {HELP_CARDS, NC_("key", "Enter"), " ", BIT(ENTER), N_("do it")},
    {HELP_TABLE, "h", "h", 0, N_("a hint: the best moves, and why")},
    {HELP_TABLE, "u", "u", 0,
     N_("take back your last move, unless dice were rolled, cards dealt or "
        "shown, or another person has moved since")},
    {HELP_TABLE, "f", "f", 0,
     N_("skip ahead to the end of the round, once you have passed alone "
        "against bots")},
    {HELP_TABLE, "l", "l", 0, N_("the log: what happened")},
    {HELP_TABLE, "s", "s", 0, N_("scores: every round of everyone")},
    {HELP_TABLE, ":", ":/", 0,
     N_("type a move, such as take D5, pass, play reroll D all, lay 1:L1,D5 "
        "3:L2")},
    {HELP_TABLE, "w", "w", 0,
     N_("on a server, the host: wait longer for somebody who is away")},
    {HELP_TABLE, "r", "r", 0,
     N_("on a server, the host: let a bot play for them at once")},
    {HELP_TABLE, "m", "m", 0,
     N_("on a server: mute reactions, or show them again")},
    {HELP_TABLE, "q", "q", 0, N_("leave; the game is saved")},
    {HELP_OVER, NC_("key", "arrows"), "",
     BIT(UP) | BIT(DOWN) | BIT(WHEEL_UP) | BIT(WHEEL_DOWN),
     N_("earlier and later rounds")},
    {HELP_OVER, "r", "r", 0, N_("a rematch: the same players again")},
    {HELP_OVER, "o", "o", 0,
     N_("on a server, the host: open the table again, for other settings and "
        "other players")},
    {HELP_OVER, "c", "c", 0, N_("copy the record of the game")},
    {HELP_OVER, "l", "l", 0, N_("the log: what happened")},
    {HELP_OVER, "q", "q", BIT(ESCAPE), N_("leave")},
    {HELP_REPLAY, NC_("key", "arrows"), " ",
     BIT(LEFT) | BIT(RIGHT) | BIT(ENTER) | BIT(BACKSPACE) | BIT(WHEEL_UP) |
         BIT(WHEEL_DOWN),
     N_("left and right: one move back, one forward")},
    {HELP_REPLAY, NC_("key", "arrows"), "",
     BIT(UP) | BIT(DOWN) | BIT(PAGE_UP) | BIT(PAGE_DOWN),
     N_("up and down: the round before, the next round")},
    {HELP_REPLAY, NC_("key", "Home"), "", BIT(HOME) | BIT(END),
     N_("the beginning; the end key goes to the end")},
    {HELP_REPLAY, NC_("key", "Tab"), "", BIT(TAB),
     N_("see the cards of the next player, or nobody's")},
    {HELP_REPLAY, "l", "l", 0, N_("the log: what happened")},
    {HELP_REPLAY, "s", "s", 0, N_("scores: every round of everyone")},
    {HELP_REPLAY, "q", "q", BIT(ESCAPE), N_("leave")},
};

static const char *const headings[HELP_PLACES] = {
    [HELP_TURN] = N_("Keys in your turn"),
    [HELP_ACTION] = N_("Keys while you aim an action"),
    [HELP_LAY] = N_("Keys when dice are laid on cards"),
    [HELP_RESULTS] = N_("Keys when a round is scored"),
    [HELP_CARDS] = N_("Keys when cards are discarded and drawn"),
    [HELP_OVER] = N_("Keys when the game is over"),
    [HELP_REPLAY] = N_("Keys while you watch a record"),
    [HELP_TABLE] = N_("Keys at any time"),
};

const struct help_row *help_row(unsigned number)
{
    return number < sizeof rows / sizeof *rows ? &rows[number] : NULL;
}

bool screen_key(unsigned number, struct screen_key *key)
{
    const struct help_row *row = help_row(number);
    if (!row)
        return false;
    const char *context = strchr(row->key, '\004');
    *key = (struct screen_key){headings[row->place],
                               context ? context + 1 : row->key, row->words};
    return true;
}

enum help_place help_now(const struct ui *ui)
{
    if (ui->replaying)
        return HELP_REPLAY;
    if (ui->results.on)
        return HELP_RESULTS;
    static const uint8_t place[] = {
        [MODE_AIM] = HELP_ACTION,    [MODE_LAY] = HELP_LAY,
        [MODE_DISCARD] = HELP_CARDS, [MODE_DRAW] = HELP_CARDS,
        [MODE_END] = HELP_OVER, /* the last mode; all others: HELP_TURN */
    };
    return (enum help_place)place[ui->mode];
}

/* ---- Picture ----------------------------------------------------------- */

/* Rows below a heading of their own. */
static void start_part(struct pen *pen, const char *words)
{
    pen_at(pen, pen->row, 0);
    pen->look = LOOK_BOLD;
    pen_inked(pen, INK_STRONG, words);
    pen->look = 0;
    pen_at(pen, pen->row + 1, 0);
}

static void key_row(struct pen *pen, const char *key, const char *words)
{
    pen_at(pen, pen->row, 1);
    pen->look = LOOK_BOLD;
    pen_inked(pen, INK_ACCENT, key);
    pen->look = 0;
    pen_at(pen, pen->row, WORDS_AT);
    pen_wrap(pen, words, 0);
}

static void keys_part(struct pen *pen, enum help_place place)
{
    start_part(pen, _(headings[place]));
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *key = rows[i].key;
        if (rows[i].place == place)
            key_row(pen, strchr(key, '\004') ? i18n_of(key) : key,
                    _(rows[i].words));
    }
    pen_at(pen, pen->row + 1, 0);
}

static void die_row(struct pen *pen, unsigned colour, const char *words)
{
    struct die die = {.colour = (uint8_t)colour, .face = 3};
    pen_at(pen, pen->row, 1);
    die_small(pen, die);
    pen_at(pen, pen->row, WORDS_AT);
    pen_wrap(pen, words, 0);
}

static void dice_part(struct pen *pen, unsigned edition)
{
    start_part(pen, _("Dice"));
    struct text text;
    for (unsigned colour = TIO_LIGHT; colour <= TIO_DARK; colour++) {
        text_clear(&text);
        words_die(&text, edition, tio_kind_of(colour, 3));
        text_add(&text, ", %c3", "LD"[colour]);
        die_row(pen, colour, text.at);
    }
    die_row(pen, TIO_RED,
            _("R3, wild: it counts as either colour, but always costs a "
              "chip, and two if it is not used"));
    die_row(pen, TIO_EITHER,
            _("on a card: a die of either colour; a question mark: any face"));
    key_row(pen, pen->cells->utf8 ? "✓" : "*",
            _("one of your dice lies there"));
    pen_at(pen, pen->row + 1, 0);
}

static void rules_part(struct pen *pen, const tio_settings *settings)
{
    start_part(pen, _("Rules"));
    const char *rule;
    for (unsigned i = 0; (rule = show_rule(settings, i)); i++) {
        pen_at(pen, pen->row, 1);
        pen_inked(pen, INK_DIM, "- ");
        pen_wrap(pen, rule, 0);
    }
}

void help_draw(const struct ui *ui, struct pen *pen)
{
    const tio_settings *settings = &ui->view.game.settings;
    enum help_place now = help_now(ui);
    keys_part(pen, now);
    if (now != HELP_OVER && now != HELP_REPLAY)
        keys_part(pen, HELP_TABLE);
    dice_part(pen, settings->edition);
    for (unsigned place = 0; place < HELP_PLACES; place++)
        if (place != now && place != HELP_TABLE && now != HELP_REPLAY)
            keys_part(pen, place);
    rules_part(pen, settings);
}
