/* A turn: the cursor goes over the dice in the tray, and what each of them
 * would do is said before it is taken. */
#include "terminal/full/parts.h"

#include "i18n/i18n.h"
#include "show/offer.h"
#include "terminal/fit_words.h"

void turn_begin(struct ui *ui)
{
    tio_dice tray = ui->view.game.tray;
    ui->mode = MODE_TURN;
    ui->card = TIO_NONE;
    ui->sure = false;
    if (tio_dice_count(tray, ui->cursor) || !tray)
        return;
    ui->cursor = 0;
    while (ui->cursor < TIO_KINDS - 1 && !tio_dice_count(tray, ui->cursor))
        ui->cursor++;
}

/* The next kind of die among these in a direction, round the ends. */
static tio_kind next_kind(tio_dice dice, tio_kind from, int by)
{
    int kind = from;
    for (int i = 0; i < TIO_KINDS; i++) {
        kind = (kind + by + TIO_KINDS) % TIO_KINDS;
        if (tio_dice_count(dice, (tio_kind)kind))
            return (tio_kind)kind;
    }
    return from;
}

/* The die of a colour whose face is nearest, or `from` if there is none. */
static tio_kind nearest_of(tio_dice dice, tio_kind from, unsigned colour)
{
    int face = (int)tio_kind_face(from);
    for (int off = 0; off < 6; off++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            int near = face + sign * off;
            if (near < 1 || near > 6)
                continue;
            tio_kind kind = tio_kind_of(colour, (unsigned)near);
            if (tio_dice_count(dice, kind))
                return kind;
        }
    }
    return from;
}

/* Up or down: to the next row of colours, as they lie on the screen. */
static tio_kind other_row(const struct ui *ui, tio_dice dice, tio_kind from,
                          int by)
{
    unsigned colour = tio_kind_colour(from);
    struct plan plan;
    tio_kind found = from;
    plan_make(ui, &ui->view, ui->options.rows, ui->options.columns, &plan);
    if (plan.form != TRAY_ROWS && plan.bands == 2) {
        found =
            nearest_of(dice, from, colour == TIO_DARK ? TIO_LIGHT : TIO_DARK);
        if (found == from && colour == TIO_DARK)
            found = nearest_of(dice, from, TIO_RED);
        return found;
    }
    for (int i = 0; i < 2 && found == from; i++) {
        colour = (colour + 3U + (unsigned)by) % 3;
        found = nearest_of(dice, from, colour);
    }
    return found;
}

/* A digit goes to the next die with that face. */
static tio_kind with_face(tio_dice dice, tio_kind from, unsigned face)
{
    for (int i = 1; i <= TIO_KINDS; i++) {
        tio_kind kind = (tio_kind)((from + i) % TIO_KINDS);
        if (tio_kind_face(kind) == face && tio_dice_count(dice, kind))
            return kind;
    }
    return from;
}

bool tray_key(struct ui *ui, tio_dice choice, const struct ui_key *key)
{
    if (!choice)
        return false;
    switch (key->type) {
    case UI_KEY_LEFT:
    case UI_KEY_BACKTAB:
        ui->cursor = next_kind(choice, ui->cursor, -1);
        return true;
    case UI_KEY_RIGHT:
    case UI_KEY_TAB:
        ui->cursor = next_kind(choice, ui->cursor, 1);
        return true;
    case UI_KEY_UP:
        ui->cursor = other_row(ui, choice, ui->cursor, -1);
        return true;
    case UI_KEY_DOWN:
        ui->cursor = other_row(ui, choice, ui->cursor, 1);
        return true;
    case UI_KEY_HOME:
        ui->cursor = next_kind(choice, TIO_KINDS - 1, 1);
        return true;
    case UI_KEY_END:
        ui->cursor = next_kind(choice, 0, -1);
        return true;
    case UI_KEY_TEXT:
        if (key->text[0] < '1' || key->text[0] > '6' || key->text[1])
            return false;
        ui->cursor =
            with_face(choice, ui->cursor, (unsigned)(key->text[0] - '0'));
        return true;
    default:
        return false;
    }
}

static void take(struct ui *ui)
{
    tio_move move = {.type = TIO_MOVE_TAKE, .seat = ui->view.seat};
    move.kind = ui->cursor;
    ui_want_move(ui, &move);
}

static void leave_tray(struct ui *ui)
{
    tio_move move = {.type = ui->view.game.took ? TIO_MOVE_DONE : TIO_MOVE_PASS,
                     .seat = ui->view.seat};
    ui_want_move(ui, &move);
}

/* The next combo in the hand; after the last of them none. */
static void look_at_next(struct ui *ui)
{
    unsigned combos = ui->view.game.player[ui->view.seat].combos;
    unsigned next = ui->card == TIO_NONE ? 0 : ui->card + 1;
    ui->card = next < combos ? next : TIO_NONE;
}

/* A click on a card looks at it, and a second one away from it. */
static bool look_key(struct ui *ui, const struct ui_key *key)
{
    unsigned combos = ui->view.game.player[ui->view.seat].combos;
    int place = ui_hit(ui, HIT_CARD, combos);
    if (key->type == UI_KEY_CLICK && place >= 0)
        ui->card = ui->card == (unsigned)place ? TIO_NONE : (unsigned)place;
    else if (ui_is_key(key, 'c'))
        look_at_next(ui);
    else if (key->type == UI_KEY_ESCAPE && ui->card != TIO_NONE)
        ui->card = TIO_NONE;
    else
        return false;
    return true;
}

/* A lesson says itself what to press, and ending a turn is not a pass. */
bool turn_asks_first(const struct ui *ui)
{
    const struct ui_setup *setup = &ui->setup;
    if (ui->teaching || ui->view.game.took)
        return false;
    return setup->confirm == UI_CONFIRM_YES ||
           (setup->confirm == UI_CONFIRM_FIRST &&
            setup->games < UI_FIRST_GAMES);
}

static void pass_key(struct ui *ui)
{
    bool ask = !ui->sure && turn_asks_first(ui);
    ui->sure = ask;
    if (!ask)
        leave_tray(ui);
}

void turn_key(struct ui *ui, const struct ui_key *key)
{
    int kind = ui_hit(ui, HIT_TRAY, TIO_KINDS);
    bool leaves = ui_is_key(key, 'p') || ui_is_key(key, 'd');
    /* Any other key is a no, and nothing else. */
    if (ui->sure && !leaves) {
        ui->sure = false;
        return;
    }
    if (look_key(ui, key))
        return;
    if (key->type == UI_KEY_CLICK && kind >= 0) {
        bool again = ui->cursor == (tio_kind)kind;
        ui->cursor = (tio_kind)kind;
        if (again || tio_dice_count(ui->view.game.tray, ui->cursor))
            take(ui);
    } else if (tray_key(ui, ui->view.game.tray, key)) {
        ui->card = TIO_NONE;
    } else if (key->type == UI_KEY_ENTER || ui_is_key(key, ' ')) {
        take(ui);
    } else if (leaves) {
        pass_key(ui);
    } else if (ui_is_key(key, 'a')) {
        ui->card = TIO_NONE;
        aim_begin(ui);
    }
}

/* Nothing is looked at while dice are still on their way. */
static bool looks(const struct scene *scene)
{
    return scene->ui->mode == MODE_TURN && !scene->ui->motion.on &&
           !scene->hides && scene->view->seat < TIO_MAX_PLAYERS;
}

void turn_fit(const struct scene *scene, const struct arranged *now,
              struct fit *out)
{
    tio_kind die = scene->ui->cursor;
    *out = (struct fit){0};
    if (looks(scene) && scene->ui->card == TIO_NONE &&
        tio_dice_count(scene->view->game.tray, die))
        fit_find(now, die, out);
}

bool turn_fitting(const struct scene *scene, tio_dice *out)
{
    tio_dice tray = scene->view->game.tray;
    *out = 0;
    if (!looks(scene) || scene->ui->card == TIO_NONE)
        return false;
    struct arranged now;
    slots_arrange(scene->view, scene->deck, slots_dice(scene->view), &now);
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        if (!tio_dice_count(tray, kind))
            continue;
        struct fit fit;
        fit_find(&now, kind, &fit);
        if (fit.card[scene->ui->card].how)
            *out += tio_dice_of(kind);
    }
    return true;
}

/* Which dice fit the card that is looked at. */
static void card_preview(const struct scene *scene, struct pen *pen)
{
    struct text line;
    text_clear(&line);
    tio_dice fitting;
    turn_fitting(scene, &fitting);
    text_add(&line,
             fitting ? _("Dice that fit card %u:")
                     : _("No die in the tray fits card %u."),
             scene->ui->card + 1);
    pen_at(pen, 1, 0);
    pen_put(pen, line.at);
    pen_put(pen, " ");
    dice_row(pen, fitting, pen->columns - pen->column);
}

/* What the die under the cursor makes possible, and then, in no other colour
 * than all the rest, what it costs or brings if nothing else happens. */
static void die_preview(const struct scene *scene, struct pen *pen)
{
    const tio_view *view = scene->view;
    tio_kind cursor = scene->ui->cursor;
    if (!tio_dice_count(view->game.tray, cursor))
        return;
    struct text line;
    text_clear(&line);
    struct text worth;
    text_clear(&worth);
    struct arranged now;
    slots_arrange(view, scene->deck, slots_dice(view), &now);
    struct fit fit;
    fit_find(&now, cursor, &fit);
    words_die(&line, scene->edition, cursor);
    text_add(&line, ": ");
    words_fit(&line, &now, &fit);
    text_add(&line, "; ");
    words_fit_worth(&worth, &fit, pen->cells->utf8, false);
    if ((int)(i18n_width(line.at) + i18n_width(worth.at)) >= pen->columns) {
        text_clear(&worth);
        words_fit_worth(&worth, &fit, pen->cells->utf8, true);
    }
    pen_at(pen, 1, 0);
    pen_inked(pen, fit_completes(&fit) ? INK_GOOD : INK_PLAIN, line.at);
    pen_inked(pen, INK_PLAIN, worth.at);
}

void turn_draw(struct scene *scene, struct pen *pen)
{
    const tio_game *game = &scene->view->game;
    pen->ink = INK_STRONG;
    pen_at(pen, 0, 0);
    if (scene->ui->sure) {
        pen_put(pen, _("Pass for this round?"));
        pen->ink = INK_PLAIN;
        pen_at(pen, 1, 0);
        pen_put(pen, _("Press p again to pass, or any other key to keep "
                       "playing."));
        return;
    }
    if (game->took)
        pen_put(pen, _("Take a second die, or end your turn."));
    else if (show_last(game))
        pen_put(pen, _("You are the last one in: keep taking dice, or pass to "
                       "end the round."));
    else
        pen_put(pen, _("Take a die, or pass and be out for this round."));
    if (scene->ui->card != TIO_NONE)
        card_preview(scene, pen);
    else
        die_preview(scene, pen);
}
