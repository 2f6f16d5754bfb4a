/* How a table is laid out for a size: what is needed to decide always has room,
 * and what is left over makes dice and cards larger and the log longer. The
 * sizes depend on the game's settings, not on the dice that are left, so that
 * nothing jumps about while a round is played. */
#include "terminal/full/parts.h"

#define SIDE_FROM 110 /* columns, from which the log stands at the side */
#define LOG_LEAST 2
#define LESSON_ROWS 7

static int dice_in_game(const tio_settings *settings)
{
    unsigned dice = 0;
    for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++)
        dice += tio_setup_dice(settings->players, (tio_colour)colour);
    return (int)dice;
}

/* Bands of dice of this width, with a column between them: one for all, or
 * one for light and red dice and one for the dark. */
static int bands_for(const tio_settings *settings, int columns, int width)
{
    return dice_in_game(settings) * (width + 1) <= columns + 1 ? 1 : 2;
}

/* Makes something larger if there is room for it. */
static bool grow(int *spare, int rows)
{
    if (rows > *spare)
        return false;
    *spare -= rows;
    return true;
}

static void grow_parts(const tio_settings *settings, int spare,
                       struct plan *plan)
{
    int bands = bands_for(settings, plan->main, DIE_BOX);
    plan->tray_rows = 3;
    plan->hand_rows = TIO_HAND_CARDS;
    if (grow(&spare, 3 * bands - 3)) {
        plan->form = TRAY_BOXES;
        plan->bands = bands;
        plan->tray_rows = 3 * bands;
    }
    if (grow(&spare, 2 * TIO_HAND_CARDS)) {
        plan->boxes = true;
        plan->hand_rows = 3 * TIO_HAND_CARDS;
    }
    bands = bands_for(settings, plan->main, DIE_PIPS);
    int rows = 5 * bands;
    if (plan->form == TRAY_BOXES && plan->boxes &&
        grow(&spare, rows - plan->tray_rows)) {
        plan->form = TRAY_PIPS;
        plan->bands = bands;
        plan->tray_rows = rows;
    }
}

void plan_make(const struct ui *ui, const tio_view *view, unsigned rows,
               unsigned columns, struct plan *out)
{
    const tio_settings *settings = &view->game.settings;
    int players = settings->players;
    int total = (int)rows;
    *out = (struct plan){.main = (int)columns, .form = TRAY_ROWS};
    if (columns >= SIDE_FROM) {
        out->main = (int)columns * 7 / 10;
        out->side = (int)columns - out->main;
    }
    int least = out->side ? 0 : ui->teaching ? LESSON_ROWS : LOG_LEAST;
    /* title, heads, players, two rules, three rows and five cards, the
     * question, keys */
    grow_parts(settings, total - (2 + players + 2 + 8 + 2 + 1) - least, out);
    /* Few dice may be larger within the same rows. */
    if (out->form == TRAY_ROWS &&
        (int)tio_dice_size(view->game.tray) * (DIE_BOX + 1) < out->main) {
        out->form = TRAY_BOXES;
        out->bands = 1;
    }
    out->players = 1;
    out->tray = 2 + players;
    out->hand = out->tray + 1 + out->tray_rows;
    out->log = out->hand + 1 + out->hand_rows;
    out->keys = total - 1;
    out->ask = total - 3;
    out->log_rows = out->ask - out->log;
    if (out->log_rows >
        (ui->teaching && !out->side ? LESSON_ROWS : LOG_LEAST)) {
        out->rule = out->ask - 1;
        out->log_rows--;
    }
    if (out->side) {
        out->log = 1;
        out->log_rows = total - 2;
    }
}
