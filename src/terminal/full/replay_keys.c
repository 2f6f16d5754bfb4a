/* A record that is looked at, for whoever sits in front of it: what keys do, and
 * what is said. Which move comes next is the driver's to know (replay.c). */
#include "terminal/full/parts.h"

#include "i18n/i18n.h"

void ui_replay(struct ui *ui, const struct ui_replay *replay)
{
    ui->replaying = true;
    ui->replay = *replay;
    ui->waiting = false;
    ui->changes++;
}

static unsigned seek_of(const struct ui_key *key)
{
    static const uint8_t seeks[UI_KEY_TYPES] = {
        [UI_KEY_LEFT] = UI_SEEK_BACK,     [UI_KEY_BACKSPACE] = UI_SEEK_BACK,
        [UI_KEY_WHEEL_UP] = UI_SEEK_BACK, [UI_KEY_RIGHT] = UI_SEEK_ON,
        [UI_KEY_ENTER] = UI_SEEK_ON,      [UI_KEY_WHEEL_DOWN] = UI_SEEK_ON,
        [UI_KEY_UP] = UI_SEEK_ROUND_BACK, [UI_KEY_PAGE_UP] = UI_SEEK_ROUND_BACK,
        [UI_KEY_DOWN] = UI_SEEK_ROUND_ON, [UI_KEY_PAGE_DOWN] = UI_SEEK_ROUND_ON,
        [UI_KEY_HOME] = UI_SEEK_FIRST,    [UI_KEY_END] = UI_SEEK_LAST,
        [UI_KEY_TAB] = UI_SEEK_EYES,
    };
    if (ui_is_key(key, ' '))
        return UI_SEEK_ON;
    return key->type < UI_KEY_TYPES ? seeks[key->type] : UI_SEEK_NOTHING;
}

/* Nothing is lost by leaving, so nobody is asked. */
void replay_key(struct ui *ui, const struct ui_key *key)
{
    struct ui_wish wish = {.type = UI_WISH_SEEK, .index = seek_of(key)};
    if (key->type == UI_KEY_ESCAPE && ui->results.on) {
        ui->results.on = false;
    } else if (wish.index != UI_SEEK_NOTHING) {
        ui->motion.on = false;
        ui->results.on = false;
        ui_want(ui, &wish);
    } else if (ui_is_key(key, 'q') || key->type == UI_KEY_ESCAPE) {
        ui_want_type(ui, UI_WISH_LEAVE);
    } else if (ui_is_key(key, 'l')) {
        ui_open(ui, OVER_LOG);
    } else if (ui_is_key(key, 's')) {
        ui_open(ui, OVER_SCORES);
    } else if (ui_is_key(key, '?')) {
        ui_open(ui, OVER_HELP);
    }
}

void replay_where(const struct ui *ui, struct text *out)
{
    unsigned eyes = ui->view.seat;
    text_add(out, _("Move %u of %u."), ui->replay.at, ui->replay.moves);
    text_add(out, "  ");
    if (eyes < TIO_MAX_PLAYERS)
        text_add(out, _("The cards shown are those of %s."),
                 ui->table.names->of[eyes]);
    else
        text_add(out, "%s", _("Nobody's cards are shown."));
}

void replay_ask(const struct ui *ui, struct pen *pen, bool above)
{
    pen->ink = INK_STRONG;
    pen->may_cut = true; /* the log has all of it */
    if (above) {
        pen_wrap(pen, ui->replay.said, 0);
        return;
    }
    pen_left(pen, ui->replay.said, pen->columns);
    struct text text;
    text_clear(&text);
    replay_where(ui, &text);
    pen->ink = INK_DIM;
    pen_at(pen, 1, 0);
    pen_put(pen, text.at);
}
