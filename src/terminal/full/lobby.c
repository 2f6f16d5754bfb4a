/* A table on a server before the game: who is there, the link for others, and
 * for the host what makes it begin. */
#include "terminal/full/parts.h"

#include <stdio.h>

#include "i18n/i18n.h"

static void want_level(struct ui *ui, unsigned type, unsigned seat)
{
    struct ui_wish wish = {.type = (uint8_t)type, .seat = seat};
    const tio_bot *bot = tio_bot_at(ui->level);
    snprintf(wish.text, sizeof wish.text, "%s", bot ? bot->name : "normal");
    ui_want(ui, &wish);
    ui->waiting = true;
}

/* After a game only those who want another one have their seats. */
static bool is_taken(const struct ui_table *table, unsigned seat)
{
    unsigned people = table->over ? table->again : table->taken;
    return (people | table->bots) >> seat & 1;
}

static unsigned free_seat(const struct ui *ui)
{
    for (unsigned seat = 0; seat < ui->table.players; seat++)
        if (!is_taken(&ui->table, seat))
            return seat;
    return TIO_NONE;
}

static void seat_bot(struct ui *ui)
{
    unsigned seat = free_seat(ui);
    if (seat == TIO_NONE)
        ui_say(ui, false, _("All seats are taken."));
    else
        want_level(ui, UI_WISH_BOT, seat);
}

bool lobby_may_sit(const struct ui *ui)
{
    return ui->table.open && !ui->table.here && !ui->waiting &&
           free_seat(ui) != TIO_NONE;
}

void lobby_key(struct ui *ui, const struct ui_key *key)
{
    bool host = ui->table.host && !ui->waiting;
    if (ui_is_key(key, 'q') || key->type == UI_KEY_ESCAPE) {
        ui_open(ui, OVER_LEAVE);
    } else if (host && key->type == UI_KEY_ENTER) {
        want_level(ui, UI_WISH_START, TIO_NONE);
    } else if (host && ui->table.open && ui_is_key(key, 'b')) {
        seat_bot(ui);
    } else if (host && key->type == UI_KEY_LEFT) {
        ui_step(&ui->level, form_bots(), -1);
    } else if (host && key->type == UI_KEY_RIGHT) {
        ui_step(&ui->level, form_bots(), 1);
    } else if (host && ui->table.over && ui_is_key(key, 'o')) {
        ui_want_done(ui, UI_WISH_REOPEN);
    } else if (ui->table.over && ui_is_key(key, 'r') && !ui->waiting) {
        ui_want_done(ui, UI_WISH_AGAIN);
    } else if (lobby_may_sit(ui) && ui_is_key(key, 's')) {
        ui_want_done(ui, UI_WISH_SIT);
    } else if (ui->table.open && ui_is_key(key, 'e')) {
        ui_open(ui, OVER_SETTINGS);
        ui->row = 0;
    }
}

/* ---- Settings ---------------------------------------------------------- */

bool lobby_may_set(const struct ui_table *table)
{
    return table->host && table->open;
}

/* The table changes when the server says so. */
static void set(struct ui *ui, int by)
{
    struct ui_wish wish = {.type = UI_WISH_SET, .index = ui->row};
    tio_settings settings = ui->table.settings;
    if (!lobby_may_set(&ui->table) || ui->waiting)
        return;
    form_change(&settings, &game_settings[ui->row], by);
    wish.seat = setting_number(&game_settings[ui->row], &settings);
    ui_want(ui, &wish);
    ui->waiting = true;
}

void lobby_settings_key(struct ui *ui, const struct ui_key *key)
{
    int hit = ui_hit(ui, HIT_ROW, GAME_SETTINGS);
    if (hit >= 0 && ui->row == (unsigned)hit)
        set(ui, 1);
    else if (hit >= 0)
        ui->row = (unsigned)hit;
    else if (key->type == UI_KEY_UP || key->type == UI_KEY_BACKTAB)
        ui_step(&ui->row, GAME_SETTINGS, -1);
    else if (key->type == UI_KEY_DOWN || key->type == UI_KEY_TAB)
        ui_step(&ui->row, GAME_SETTINGS, 1);
    else if (key->type == UI_KEY_LEFT || key->type == UI_KEY_RIGHT)
        set(ui, key->type == UI_KEY_LEFT ? -1 : 1);
    else if (key->type == UI_KEY_ESCAPE || key->type == UI_KEY_ENTER ||
             key->type == UI_KEY_TEXT ||
             (key->type == UI_KEY_CLICK && ui->hit != HIT_KINDS))
        ui->over = OVER_NOTHING;
}

void lobby_settings_draw(const struct ui *ui, struct pen *pen)
{
    struct text text;
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        bool cursor = i == ui->row;
        int row = pen->row;
        pen->ink = cursor ? INK_ACCENT : INK_PLAIN;
        pen->look = cursor ? LOOK_BOLD : 0;
        pen_put(pen, cursor ? "> " : "  ");
        pen_left(pen, _(game_settings[i].label), 27);
        pen->ink = cursor ? INK_STRONG : INK_PLAIN;
        pen->look = 0;
        text_clear(&text);
        form_value(&ui->table.settings, &game_settings[i], &text);
        pen_put(pen, text.at);
        pen_mark(pen, row, 0, 1, pen->columns, 0, HIT_ROW + i);
        pen_at(pen, row + 1, 0);
    }
    text_clear(&text);
    form_explain(&ui->table.settings, &game_settings[ui->row], &text);
    pen_at(pen, pen->row + 1, 0);
    pen->ink = ui->notice[0] ? INK_BAD : INK_DIM;
    pen_wrap(pen, ui->notice[0] ? ui->notice : text.at, 0);
    if (!lobby_may_set(&ui->table)) {
        pen->ink = INK_DIM;
        pen_wrap(pen, _("Only the host can change the settings."), 0);
    }
    pen->ink = INK_PLAIN;
}

/* ---- Picture ----------------------------------------------------------- */

static void seat_row(const struct ui *ui, struct pen *pen, unsigned seat)
{
    const struct ui_table *table = &ui->table;
    bool me = table->here >> seat & 1;
    struct text text;
    text_clear(&text);
    text_add(&text, _("Player %u"), seat + 1);
    pen_at(pen, pen->row, 2);
    pen->ink = INK_DIM;
    pen_left(pen, text.at, 14);
    if (!is_taken(table, seat)) {
        pen_put(pen, _("Free seat"));
    } else {
        pen->ink = me ? INK_ACCENT : INK_STRONG;
        pen->look = LOOK_BOLD;
        pen->may_cut = true;
        pen_left(pen, table->names->of[seat], 24);
        pen->may_cut = false;
        pen->look = 0;
        pen->ink = INK_DIM;
        pen_put(pen, " ");
        if (table->bots >> seat & 1)
            pen_put(pen, level_word(table->level[seat]));
        else if (me)
            pen_put(pen, _("(you)"));
        else if (table->away >> seat & 1)
            pen_put(pen, _("(not connected)"));
        if (table->hosts >> seat & 1)
            pen_print(pen, "  %s", _("Host"));
    }
    pen->ink = INK_PLAIN;
    pen_at(pen, pen->row + 1, 0);
}

static void host_rows(const struct ui *ui, struct pen *pen)
{
    const tio_bot *bot = tio_bot_at(ui->level);
    pen_at(pen, pen->row + 1, 2);
    struct text text;
    text_clear(&text);
    text_add(&text, _("Level of new bots: %s"),
             level_word(bot ? bot->name : "normal"));
    pen_put(pen, text.at);
    pen_at(pen, pen->row + 1, 2);
    pen->ink = INK_DIM;
    pen_wrap(
        pen,
        _("When you start the game, bots of that level take the free seats."),
        0);
    if (ui->table.over) {
        pen_at(pen, pen->row, 2);
        pen_wrap(pen,
                 _("To play with other settings or other people, press o: the "
                   "table opens again, and everyone who is here can sit "
                   "down."),
                 0);
    }
    pen->ink = INK_PLAIN;
}

/* Only a table that waits has one. */
static void code_row(const struct ui *ui, struct pen *pen)
{
    if (!ui->table.spoken || !ui->table.spoken[0])
        return;
    char text[SAY_TEXT];
    snprintf(text, sizeof text, _("or this code: %s"), ui->table.spoken);
    pen_at(pen, pen->row + 1, 2);
    pen_put(pen, text);
}

static const char *waiting_words(const struct ui *ui)
{
    if (ui->table.over && ui->table.here)
        return _("The game is over. Press r if you want a rematch; the host "
                 "starts it.");
    if (ui->table.over)
        return _("The game is over. Stay here: when the host opens the table "
                 "again, you can sit down.");
    if (lobby_may_sit(ui))
        return _("A seat is free: press s to sit down.");
    return _("The game starts when all are taken or the host starts it.");
}

void lobby_draw(const struct ui *ui, struct pen *pen)
{
    int columns = pen->columns > 90 ? 90 : pen->columns;
    struct pen box =
        pen_box(pen, 1, (pen->columns - columns) / 2, pen->rows - 4, columns);
    pen_frame(&box, ui->table.over ? _("Another game?") : _("Before the game"));
    struct pen inner = pen_box(&box, 2, 1, box.rows - 3, columns - 2);
    for (unsigned seat = 0; seat < ui->table.players; seat++)
        seat_row(ui, &inner, seat);
    if (ui->link[0]) {
        pen_at(&inner, inner.row + 1, 2);
        pen_put(&inner, _("The table's link, for the other players:"));
        pen_at(&inner, inner.row + 1, 2);
        inner.ink = INK_ACCENT;
        pen_wrap(&inner, ui->link, 0);
        inner.ink = INK_PLAIN;
        code_row(ui, &inner);
    }
    if (ui->table.host) {
        host_rows(ui, &inner);
    } else {
        pen_at(&inner, inner.row + 1, 2);
        pen_wrap(&inner, waiting_words(ui), 0);
    }
    notice_draw(ui, pen, pen->rows - 3);
    keys_draw(ui, pen, pen->rows - 1);
}
