/* A turn: the cursor goes over the dice in the tray, and what each of them
 * would do is said before it is taken. */
#include "screen/parts.h"

#include "i18n/i18n.h"
#include "show/offer.h"
#include "show/slots.h"

void turn_begin(struct ui *ui)
{
    tio_dice tray = ui->view.game.tray;

    ui->mode = MODE_TURN;
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
            tio_kind kind;

            if (near < 1 || near > 6)
                continue;
            kind = tio_kind_of(colour, (unsigned)near);
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

void turn_key(struct ui *ui, const struct ui_key *key)
{
    int kind = ui_hit(ui, HIT_TRAY, TIO_KINDS);

    if (key->type == UI_KEY_CLICK && kind >= 0) {
        bool again = ui->cursor == (tio_kind)kind;

        ui->cursor = (tio_kind)kind;
        if (again || tio_dice_count(ui->view.game.tray, ui->cursor))
            take(ui);
    } else if (tray_key(ui, ui->view.game.tray, key)) {
        return;
    } else if (key->type == UI_KEY_ENTER || ui_is_key(key, ' ')) {
        take(ui);
    } else if (ui_is_key(key, 'p') || ui_is_key(key, 'd')) {
        leave_tray(ui);
    } else if (ui_is_key(key, 'a')) {
        aim_begin(ui);
    }
}

/* What the die under the cursor would make of the round. */
static void preview(struct scene *scene, struct pen *pen)
{
    const tio_view *view = scene->view;
    tio_dice dice = slots_dice(view);
    tio_layout now;
    tio_layout then;
    struct text die;
    struct text score;
    struct text line;

    if (!tio_dice_count(view->game.tray, scene->ui->cursor))
        return;
    text_clear(&die);
    text_clear(&score);
    text_clear(&line);
    show_best(view, scene->deck, dice, &now);
    show_best(view, scene->deck, dice + tio_dice_of(scene->ui->cursor), &then);
    words_die(&die, scene->edition, scene->ui->cursor);
    words_score(&score, then.points, then.chips);
    text_add(&line, _("Take %s: then you would have %s."), die.at, score.at);
    pen->ink = then.net > now.net   ? INK_GOOD
               : then.net < now.net ? INK_BAD
                                    : INK_PLAIN;
    pen_at(pen, 1, 0);
    pen_put(pen, line.at);
}

void turn_draw(struct scene *scene, struct pen *pen)
{
    const tio_game *game = &scene->view->game;

    pen->ink = INK_STRONG;
    pen_at(pen, 0, 0);
    if (game->took)
        pen_put(pen, _("Take a second die, or end your turn."));
    else if (show_last(game))
        pen_put(pen, _("You are the last one in: keep taking dice, or pass to "
                       "end the round."));
    else
        pen_put(pen, _("Take a die, or pass and be out for this round."));
    preview(scene, pen);
}
