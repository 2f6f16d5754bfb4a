/* The tray: dice in order, in the size that the plan has for them. */
#include "terminal/full/parts.h"

#include <stdio.h>

#include "i18n/i18n.h"

struct spot {
    tio_kind kind;
    int row;
    int column;
};

static int die_width(enum tray_form form)
{
    return form == TRAY_PIPS    ? DIE_PIPS
           : form == TRAY_BOXES ? DIE_BOX
                                : DIE_SMALL + 1;
}

/* The band or row of a colour. */
static int band_of(const struct plan *plan, unsigned colour)
{
    if (plan->form == TRAY_ROWS)
        return (int)colour;
    return plan->bands == 2 && colour == TIO_DARK ? 1 : 0;
}

/* Where each die lies, in the box of the tray. */
static unsigned find_spots(const struct scene *scene, tio_dice dice,
                           struct spot out[TIO_MAX_DICE])
{
    const struct plan *plan = &scene->plan;
    int height = plan->form == TRAY_PIPS ? 5 : plan->form == TRAY_BOXES ? 3 : 1;
    int width = die_width(plan->form);
    unsigned most = 0;
    int next[3] = {0};
    tio_kind list[TIO_MAX_DICE];
    unsigned count = dice_list(dice, list);
    for (unsigned i = 0; i < count; i++)
        most += band_of(plan, tio_kind_colour(list[i])) == 0;
    if (count - most > most)
        most = count - most;
    if (plan->form == TRAY_ROWS)
        next[0] = next[1] = next[2] =
            (int)words_colour_width(scene->edition) + 5;
    else
        next[0] = next[1] = 1;
    for (unsigned i = 0; i < count; i++) {
        int band = band_of(plan, tio_kind_colour(list[i]));
        bool close = (int)most * (width + 1) > plan->main;
        out[i] = (struct spot){list[i], 1 + band * height, next[band]};
        next[band] += width + (close || plan->form == TRAY_ROWS ? 0 : 1);
    }
    return count;
}

void tray_place(const struct scene *scene, tio_kind kind, int *row, int *column)
{
    struct spot spot[TIO_MAX_DICE];
    unsigned count = find_spots(scene, scene->view->game.tray, spot);
    *row = scene->plan.tray + 1;
    *column = 1;
    for (unsigned i = 0; i < count; i++) {
        if (spot[i].kind != kind)
            continue;
        *row = scene->plan.tray + spot[i].row;
        *column = spot[i].column;
        return;
    }
}

static void draw_die(struct pen *pen, enum tray_form form,
                     const struct spot *spot, struct die die)
{
    struct pen with = *pen;
    switch (form) {
    case TRAY_PIPS:
        die_pips(pen, spot->row, spot->column, die);
        break;
    case TRAY_BOXES:
        die_box(pen, spot->row, spot->column, die);
        break;
    case TRAY_ROWS:
        pen_at(&with, spot->row, spot->column);
        die_small(&with, die);
        if (die.picked)
            pen_inked(&with, INK_GOOD, pen->cells->utf8 ? "✓" : "*");
        else if (die.hinted)
            pen_inked(&with, INK_GOOD, pen->cells->utf8 ? "◀" : "<");
        break;
    }
}

/* The names of the colours. */
static void draw_labels(const struct scene *scene, struct pen *pen)
{
    for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++) {
        struct pen with = *pen;
        tio_dice dice =
            tio_dice_colour(scene->view->game.tray, (tio_colour)colour);
        pen_at(&with, 1 + (int)colour, 2);
        with.ink = (uint8_t)(dice ? die_ink(colour) : INK_DIM);
        pen_put(&with, words_colour(scene->edition, colour));
    }
}

static void draw_head(const struct scene *scene, struct pen *pen)
{
    unsigned dice = tio_dice_size(scene->view->game.tray);
    char right[80];
    snprintf(right, sizeof right, ngettext("%u die", "%u dice", dice), dice);
    draw_rule(pen, 0, _("Tray"), right);
}

static void draw_empty(struct pen *pen, int row)
{
    pen_at(pen, row, 0);
    pen_ink(pen, INK_DIM);
    pen_centre(pen, _("The tray is empty."));
}

/* A die as it lies there: whether it can be picked, or fits the card that is
 * looked at. */
static struct die die_in_tray(const struct scene *scene, tio_kind kind,
                              tio_dice choice)
{
    struct die die = die_of(kind);
    die.hit = (uint16_t)(HIT_TRAY + kind);
    die.dim = choice && !tio_dice_count(choice, kind);
    tio_dice fitting;
    if (turn_fitting(scene, &fitting)) {
        die.picked = tio_dice_count(fitting, kind);
        die.dim = !die.picked;
    }
    return die;
}

/* Whether there is such a die, which is gone then. */
static bool take_one(tio_dice *dice, tio_kind kind)
{
    bool there = tio_dice_count(*dice, kind) > 0;
    if (there)
        *dice -= tio_dice_of(kind);
    return there;
}

void tray_draw(struct scene *scene)
{
    const struct plan *plan = &scene->plan;
    struct pen pen =
        pen_box(&scene->pen, plan->tray, 0, plan->tray_rows + 1, plan->main);
    tio_dice picked = 0;
    tio_dice choice = tray_choice(scene->ui, &picked);
    bool choosing = choice != 0;
    struct spot spot[TIO_MAX_DICE];
    unsigned count = find_spots(scene, scene->view->game.tray, spot);
    tio_dice hinted = scene->advice.tray;
    bool cursor_drawn = false;
    draw_head(scene, &pen);
    if (plan->form == TRAY_ROWS)
        draw_labels(scene, &pen);
    for (unsigned i = 0; i < count; i++) {
        tio_kind kind = spot[i].kind;
        struct die die = die_in_tray(scene, kind, choice);
        bool again = i + 1 < count && spot[i + 1].kind == kind;
        if (take_one(&picked, kind)) {
            die.picked = true;
            die.dim = false;
        }
        die.hinted = take_one(&hinted, kind);
        /* Of equal dice the first that is not picked has the cursor, also while
         * a card is looked at: Enter takes that die. */
        if (choosing && kind == scene->ui->cursor && !cursor_drawn &&
            (!die.picked || !again)) {
            die.look = LOOK_CURSOR;
            cursor_drawn = true;
        }
        draw_die(&pen, plan->form, &spot[i], die);
    }
    if (!count)
        draw_empty(&pen, 1 + plan->tray_rows / 2);
}
