/* The start menu and the list of saved games. */
#include "terminal/full/parts.h"

#include <string.h>

#include "i18n/i18n.h"

enum item { ITEM_NEW, ITEM_GO_ON, ITEM_LEARN, ITEM_QUIT, ITEMS };

/* The menu's entries now: without a saved game there is none to continue, and
 * with one it comes first. */
static unsigned items_of(const struct ui *ui, enum item out[ITEMS])
{
    unsigned count = 0;
    if (ui->saves)
        out[count++] = ITEM_GO_ON;
    out[count++] = ITEM_NEW;
    out[count++] = ITEM_LEARN;
    out[count++] = ITEM_QUIT;
    return count;
}

static void choose(struct ui *ui, enum item item)
{
    switch (item) {
    case ITEM_NEW:
        ui_form(ui);
        break;
    case ITEM_GO_ON:
        ui->mode = MODE_SAVES;
        ui->row = 0;
        break;
    case ITEM_LEARN:
        ui_want_type(ui, UI_WISH_LEARN);
        break;
    case ITEM_QUIT:
    case ITEMS:
        ui_want_type(ui, UI_WISH_QUIT);
        break;
    }
}

static void resume(struct ui *ui)
{
    struct ui_wish wish = {.type = UI_WISH_RESUME, .index = ui->row};
    ui_want(ui, &wish);
}

/* Moves in a list; true if a row was chosen. */
static bool list_key(struct ui *ui, const struct ui_key *key, unsigned count)
{
    int hit = ui_hit(ui, HIT_ROW, count);
    if (hit >= 0) {
        ui->row = (unsigned)hit;
        return true;
    }
    switch (key->type) {
    case UI_KEY_UP:
    case UI_KEY_WHEEL_UP:
    case UI_KEY_BACKTAB:
        ui_step(&ui->row, count, -1);
        return false;
    case UI_KEY_DOWN:
    case UI_KEY_WHEEL_DOWN:
    case UI_KEY_TAB:
        ui_step(&ui->row, count, 1);
        return false;
    case UI_KEY_HOME:
        ui->row = 0;
        return false;
    case UI_KEY_END:
        ui->row = count ? count - 1 : 0;
        return false;
    default:
        return key->type == UI_KEY_ENTER || ui_is_key(key, ' ');
    }
}

void menu_key(struct ui *ui, const struct ui_key *key)
{
    enum item items[ITEMS];
    unsigned count = items_of(ui, items);
    if (ui->mode == MODE_SAVES) {
        if (key->type == UI_KEY_ESCAPE || ui_is_key(key, 'q')) {
            ui->mode = MODE_MENU;
            ui->row = 0;
        } else if (ui_is_key(key, 'd') || key->type == UI_KEY_DELETE) {
            ui_open(ui, OVER_DELETE);
        } else if (list_key(ui, key, ui->saves) && ui->row < ui->saves) {
            resume(ui);
        }
        return;
    }
    if (ui_is_key(key, 'q'))
        choose(ui, ITEM_QUIT);
    else if (list_key(ui, key, count) && ui->row < count)
        choose(ui, items[ui->row]);
}

/* ---- Picture ----------------------------------------------------------- */

/* The dice that stand above the menu. */
static void draw_banner(struct pen *pen)
{
    static const struct die dice[] = {
        {.colour = TIO_LIGHT, .face = 5}, {.colour = TIO_DARK, .face = 3},
        {.colour = TIO_RED, .face = 6},   {.colour = TIO_DARK, .face = 4},
        {.colour = TIO_LIGHT, .face = 2},
    };
    int count = (int)(sizeof dice / sizeof *dice);
    int left = (pen->columns - count * (DIE_PIPS + 1)) / 2;
    for (int i = 0; i < count; i++)
        die_pips(pen, 1, left + i * (DIE_PIPS + 1), dice[i]);
    pen_at(pen, 7, 0);
    pen->ink = INK_ACCENT;
    pen->look = LOOK_BOLD;
    pen_centre(pen, _("Take It or Leave It"));
    pen->look = 0;
    pen->ink = INK_DIM;
    pen_at(pen, 8, 0);
    pen_centre(pen, _("Dice in the middle, cards in your hand, two to five "
                      "players."));
    pen->ink = INK_PLAIN;
}

static const char *item_words(enum item item)
{
    switch (item) {
    case ITEM_NEW:
        return _("A new game");
    case ITEM_GO_ON:
        return _("Continue a saved game");
    case ITEM_LEARN:
        return _("Learn to play");
    case ITEM_QUIT:
    case ITEMS:
        break;
    }
    return C_("menu", "Quit");
}

static void draw_items(const struct ui *ui, struct pen *pen)
{
    enum item items[ITEMS];
    unsigned count = items_of(ui, items);
    int widest = 0;
    for (unsigned i = 0; i < count; i++) {
        int width = (int)i18n_width(item_words(items[i]));
        widest = width > widest ? width : widest;
    }
    int left = (pen->columns - widest - 4) / 2;
    for (unsigned i = 0; i < count; i++) {
        bool cursor = i == ui->row;
        int row = 11 + 2 * (int)i;
        pen_at(pen, row, left);
        pen->ink = cursor ? INK_ACCENT : INK_PLAIN;
        pen->look = cursor ? LOOK_CURSOR | LOOK_BOLD : 0;
        pen_put(pen, cursor ? "> " : "  ");
        pen_left(pen, item_words(items[i]), widest + 2);
        pen->look = 0;
        pen_mark(pen, row, left, 1, widest + 4, 0, HIT_ROW + i);
    }
    pen->ink = INK_PLAIN;
}

static void draw_saves(const struct ui *ui, struct pen *pen)
{
    struct pen box = pen_box(pen, 1, 2, pen->rows - 4, pen->columns - 4);
    pen_frame(&box, _("Saved games"));
    struct pen list = pen_box(&box, 2, 2, box.rows - 3, box.columns - 4);
    int fit = list.rows / 2;
    int first = (int)ui->row >= fit ? (int)ui->row - fit + 1 : 0;
    for (int i = 0; i < fit && first + i < (int)ui->saves; i++) {
        const struct ui_save *save = &ui->save[first + i];
        bool cursor = first + i == (int)ui->row;
        list.may_cut = true;
        pen_at(&list, 2 * i, 0);
        list.ink = cursor ? INK_ACCENT : INK_STRONG;
        list.look = cursor ? LOOK_CURSOR | LOOK_BOLD : 0;
        pen_put(&list, cursor ? "> " : "  ");
        pen_left(&list, save->title, list.columns - 2);
        list.look = 0;
        list.ink = INK_DIM;
        pen_at(&list, 2 * i + 1, 4);
        pen_left(&list, save->detail, list.columns - 4);
        pen_mark(&list, 2 * i, 0, 2, list.columns, 0,
                 HIT_ROW + (unsigned)(first + i));
    }
}

void notice_draw(const struct ui *ui, struct pen *pen, int row)
{
    struct pen line = pen_box(pen, row, 2, 2, pen->columns - 4);
    line.ink = ui->trouble ? INK_BAD : INK_STRONG;
    if (ui->notice[0])
        pen_wrap(&line, ui->notice, 0);
}

void menu_draw(const struct ui *ui, struct pen *pen)
{
    struct pen middle = *pen;
    if (ui->mode == MODE_SAVES) {
        draw_saves(ui, pen);
    } else {
        int top = (pen->rows - UI_ROWS) / 3;
        middle = pen_box(pen, top, 0, pen->rows - top - 3, pen->columns);
        draw_banner(&middle);
        draw_items(ui, &middle);
    }
    notice_draw(ui, pen, pen->rows - 3);
    keys_draw(ui, pen, pen->rows - 1);
}

/* ---- Waiting ----------------------------------------------------------- */

void await_key(struct ui *ui, const struct ui_key *key)
{
    if (ui_is_key(key, 'q') || key->type == UI_KEY_ESCAPE)
        ui_want_type(ui, UI_WISH_LEAVE);
}

void await_draw(const struct ui *ui, struct pen *pen)
{
    int top = (pen->rows - UI_ROWS) / 3;
    struct pen middle = pen_box(pen, top, 0, pen->rows - top - 3, pen->columns);
    struct pen text = pen_box(&middle, 11, 8, 4, pen->columns - 16);
    draw_banner(&middle);
    if (pen_wrapped(&text, ui->awaited, text.columns, 0) == 1)
        pen_centre(&text, ui->awaited);
    else
        pen_wrap(&text, ui->awaited, 0);
    notice_draw(ui, pen, pen->rows - 3);
    keys_draw(ui, pen, pen->rows - 1);
}
