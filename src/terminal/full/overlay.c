/* What comes up over the table for a while: help, the log, scores, a hint, a
 * line to type a move in, and the question whether to leave. */
#include "terminal/full/parts.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "terminal/line/ask.h"
#include "terminal/line/hint.h"

#define OVERLAY_COLUMNS 76
#define SCROLL_MOST 2000

/* ---- A line that is edited --------------------------------------------- */

/* Cuts the last character off. */
static void drop_last(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
        length--;
    if (length > 0)
        text[length - 1] = 0;
}

bool edit_key(char *text, size_t size, const struct ui_key *key)
{
    size_t length = strlen(text);
    if (key->type == UI_KEY_BACKSPACE) {
        drop_last(text);
        return true;
    }
    if (key->type != UI_KEY_TEXT)
        return false;
    if (length + strlen(key->text) < size &&
        ((unsigned char)key->text[0] >= 32 && key->text[0] != 127))
        memcpy(text + length, key->text, strlen(key->text) + 1);
    return true;
}

static void draw_line(struct pen *pen, const char *text)
{
    int room = pen->columns - pen->column - 1;
    int start = pen->column;
    /* The end of a long line is what is being typed. */
    while ((int)i18n_width(text) > room && *text)
        text += i18n_cut(text, 1) ? i18n_cut(text, 1) : 1;
    pen->look = LOOK_UNDERLINE;
    pen_put(pen, text);
    pen->cells->cursor = true;
    pen->cells->cursor_row = (unsigned)(pen->top + pen->row);
    pen->cells->cursor_column = (unsigned)(pen->left + pen->column);
    while (pen->column < start + room)
        pen_put(pen, " ");
    pen->look = 0;
}

/* ---- Log --------------------------------------------------------------- */

static void all_log_draw(const struct ui *ui, struct pen *pen)
{
    const struct log *log = ui->table.log;
    unsigned long first = log->count > LOG_LINES ? log->count - LOG_LINES : 0;
    for (unsigned long i = first; i < log->count; i++) {
        pen_at(pen, pen->row, 0);
        pen_wrap(pen, log->line[i % LOG_LINES],
                 log_indent(log->line[i % LOG_LINES]));
    }
}

/* ---- Hint -------------------------------------------------------------- */

static void hint_row(const struct person *person, struct pen *pen,
                     const tio_hint_move *hint, const tio_hint_move *best)
{
    struct text text;
    text_clear(&text);
    struct text what;
    text_clear(&what);
    struct text why;
    text_clear(&why);
    hint_words(person, hint, best, &what, &why);
    hint_tenths(&text, hint->gain, true);
    pen_at(pen, pen->row, 0);
    pen->ink = hint == best ? INK_GOOD : INK_PLAIN;
    pen->look = hint == best ? LOOK_BOLD : 0;
    pen_right(pen, text.at, 8);
    text_clear(&text);
    hint_percent(&text, hint->win);
    pen_right(pen, text.at, 9);
    pen_at(pen, pen->row, 20);
    pen_wrap(pen, what.at, 0);
    pen->look = 0;
    pen->ink = INK_DIM;
    pen_at(pen, pen->row, 20);
    pen_wrap(pen, why.at, 0);
    pen->ink = INK_PLAIN;
    pen_at(pen, pen->row, 0);
}

static void hint_chances(const struct person *person, struct pen *pen,
                         const tio_hint_move *best)
{
    struct text text;
    for (unsigned place = 0;; place++) {
        text_clear(&text);
        if (!hint_chance(&text, person, best, place))
            return;
        if (place == 0) {
            pen_at(pen, pen->row + 1, 0);
            pen_wrap(pen,
                     _("Chances to complete your combos after the best move:"),
                     0);
        }
        pen_at(pen, pen->row, 2);
        pen_wrap(pen, text.at, HINT_PERCENT + 2);
    }
}

static void hints_draw(const struct ui *ui, struct pen *pen)
{
    struct person person = {
        .view = &ui->view, .deck = ui->table.deck, .names = ui->table.names};
    if (!ui->has_hint) {
        pen_at(pen, 1, 0);
        pen_centre(pen, _("One moment"));
        pen_at(pen, 3, 0);
        return;
    }
    pen->ink = INK_DIM;
    pen_right(pen, C_("column", "points"), 8);
    pen_right(pen, C_("column", "chance"), 9);
    pen->ink = INK_PLAIN;
    pen_at(pen, pen->row + 1, 0);
    for (unsigned i = 0; i < ui->hint.count && i < 5; i++)
        hint_row(&person, pen, &ui->hint.move[i], &ui->hint.move[0]);
    hint_chances(&person, pen, &ui->hint.move[0]);
}

/* ---- Typing ------------------------------------------------------------ */

static void type_draw(const struct ui *ui, struct pen *pen)
{
    pen_at(pen, 0, 0);
    pen_wrap(pen,
             ui->over == OVER_TYPE
                 ? _("Type a move, such as take D5, pass, play reroll D all, "
                     "lay 1:L1,D5 3:L2, discard 2 or keep:")
                 : _("Where should the record be copied? Type a file name:"),
             0);
    pen_at(pen, pen->row + 1, 0);
    pen_inked(pen, INK_ACCENT, "> ");
    draw_line(pen, ui->typed);
    pen_at(pen, pen->row + 2, 0);
    if (ui->notice[0]) {
        pen->ink = INK_BAD;
        pen_wrap(pen, ui->notice, 0);
    }
}

static void do_typed(struct ui *ui)
{
    tio_text_error where = {0};
    if (!ui->typed[0]) {
        ui->over = OVER_NOTHING;
        return;
    }
    ask_lengthen(ui->typed, sizeof ui->typed);
    tio_move move;
    struct text why;
    if (tio_move_parse(ui->table.deck, &ui->view, ui->view.seat, ui->typed,
                       &move, &where) != TIO_OK) {
        text_clear(&why);
        text_add(&why, _("That can't be read: %s."), i18n_words(where.what));
        ui_say(ui, true, why.at);
        return;
    }
    if (ui_want_move(ui, &move))
        ui->over = OVER_NOTHING;
}

static void do_record(struct ui *ui)
{
    struct ui_wish wish = {.type = UI_WISH_RECORD};
    ui->over = OVER_NOTHING;
    if (!ui->typed[0])
        return;
    memcpy(wish.text, ui->typed, sizeof wish.text);
    ui_want(ui, &wish);
}

/* ---- Leaving ----------------------------------------------------------- */

static void leave_draw(const struct ui *ui, struct pen *pen)
{
    pen_at(pen, 0, 0);
    if (ui->teaching)
        pen_wrap(pen,
                 _("Leave the lesson? You can start it again at any time."), 0);
    else if (ui->table.server)
        pen_wrap(pen,
                 _("Leave the table? Your seat is kept, and the game continues "
                   "without you."),
                 0);
    else if (ui->table.saved)
        pen_wrap(pen,
                 _("Leave the game? It is saved, and you can continue it at "
                   "any time."),
                 0);
    else
        pen_wrap(pen,
                 _("Leave the game? It could not be saved, and will be "
                   "lost."),
                 0);
}

/* ---- Deleting a saved game --------------------------------------------- */

static void delete_draw(const struct ui *ui, struct pen *pen)
{
    pen_at(pen, 0, 0);
    if (ui->row < ui->saves) {
        pen->ink = INK_STRONG;
        pen_wrap(pen, ui->save[ui->row].title, 0);
        pen->ink = INK_PLAIN;
    }
    pen_wrap(pen, _("Delete this game? It can't be brought back."), 0);
}

/* ---- All of them ------------------------------------------------------- */

static const char *title_of(const struct ui *ui)
{
    switch (ui->over) {
    case OVER_HELP:
        return _("Help");
    case OVER_LOG:
        return _("What happened");
    case OVER_SCORES:
        return _("Scores");
    case OVER_HINT:
        return _("Hint");
    case OVER_TYPE:
        return _("Type a move");
    case OVER_RECORD:
        return _("The record of the game");
    case OVER_DELETE:
        return _("Delete?");
    case OVER_SETTINGS:
        return _("Settings");
    case OVER_LEAVE:
    case OVER_NOTHING:
        break;
    }
    return _("Leave?");
}

static void draw_inside(const struct ui *ui, struct pen *pen)
{
    pen->ink = INK_PLAIN;
    switch (ui->over) {
    case OVER_HELP:
        help_draw(ui, pen);
        break;
    case OVER_LOG:
        all_log_draw(ui, pen);
        break;
    case OVER_SCORES:
        scores_draw(ui, pen);
        break;
    case OVER_HINT:
        hints_draw(ui, pen);
        break;
    case OVER_TYPE:
    case OVER_RECORD:
        type_draw(ui, pen);
        break;
    case OVER_DELETE:
        delete_draw(ui, pen);
        break;
    case OVER_SETTINGS:
        lobby_settings_draw(ui, pen);
        break;
    case OVER_LEAVE:
        leave_draw(ui, pen);
        break;
    case OVER_NOTHING:
        break;
    }
}

/* The rows of all that there is to show. */
static int height_of(const struct ui *ui, const struct pen *pen, int columns)
{
    struct cells none = {.utf8 = pen->cells->utf8};
    struct pen measure = {.cells = &none, .columns = columns, .may_cut = true};
    draw_inside(ui, &measure);
    return measure.row + (measure.column > 0);
}

static bool scrolls(const struct ui *ui)
{
    return ui->over == OVER_HELP || ui->over == OVER_LOG ||
           ui->over == OVER_SCORES || ui->over == OVER_HINT;
}

static int columns_for(const struct pen *pen)
{
    int columns = pen->columns - 4;
    return columns > OVERLAY_COLUMNS + 20 ? OVERLAY_COLUMNS + 20 : columns;
}

static void draw_keys(const struct ui *ui, struct pen *box, bool more)
{
    struct pen line = pen_box(box, box->rows - 1, 2, 1, box->columns - 4);
    line.ink = INK_ACCENT;
    if (ui->over == OVER_LEAVE || ui->over == OVER_DELETE) {
        bool leave = ui->over == OVER_LEAVE;
        line.hit = HIT_KEY + 'y';
        pen_print(&line, " y %s ",
                  leave ? C_("key", "leave") : C_("key", "delete"));
        line.hit = HIT_KEY + 'n';
        pen_print(&line, " n %s ",
                  leave ? C_("key", "stay") : C_("key", "keep"));
        return;
    }
    if (ui->over == OVER_TYPE || ui->over == OVER_RECORD) {
        line.hit = HIT_SPECIAL + UI_KEY_ENTER;
        pen_print(&line, " %s %s ", C_("key", "Enter"), C_("key", "do it"));
    }
    line.hit = HIT_SPECIAL + UI_KEY_ESCAPE;
    pen_print(&line, " %s %s ", C_("key", "Esc"), C_("key", "back"));
    line.hit = HIT_KINDS;
    if (ui->over == OVER_SETTINGS && lobby_may_set(&ui->table))
        pen_print(&line, " %s %s ",
                  box->cells->utf8 ? "\u2190\u2192" : C_("key", "arrows"),
                  C_("key", "change"));
    if (more) {
        line.hit = HIT_SPECIAL + UI_KEY_PAGE_DOWN;
        pen_print(&line, " %s %s ",
                  box->cells->utf8 ? "\u2191\u2193" : C_("key", "arrows"),
                  C_("key", "more"));
    }
}

void overlay_draw(const struct ui *ui, struct pen *pen)
{
    int columns = columns_for(pen);
    int height = height_of(ui, pen, columns - 4);
    int rows = height + 2;
    int most = pen->rows - 2;
    if (rows < 6)
        rows = 6;
    rows = rows > most ? most : rows;
    struct pen box = pen_box(pen, (pen->rows - rows) / 2,
                             (pen->columns - columns) / 2, rows, columns);
    struct pen rest =
        pen_box(pen, (pen->rows - rows) / 2, 0, rows, pen->columns);
    pen_clear(&rest);
    pen_frame(&box, title_of(ui));
    pen_mark(&box, 0, 0, box.rows, box.columns, 0, HIT_KINDS);
    struct pen inner = pen_box(&box, 1, 2, rows - 2, columns - 4);
    inner.hit = HIT_KINDS;
    int scroll;
    scroll = ui->scroll;
    if (scroll > height - inner.rows)
        scroll = height - inner.rows;
    if (ui->over == OVER_LOG)
        scroll = height - inner.rows - ui->scroll;
    scroll = scroll < 0 || !scrolls(ui) ? 0 : scroll;
    inner.row = -scroll;
    inner.may_cut = scrolls(ui);
    draw_inside(ui, &inner);
    draw_keys(ui, &box, scrolls(ui) && height > rows - 2);
}

static void scroll_by(struct ui *ui, int by)
{
    /* The log begins at its end. */
    ui->scroll += ui->over == OVER_LOG ? -by : by;
    if (ui->scroll < 0)
        ui->scroll = 0;
    if (ui->scroll > SCROLL_MOST)
        ui->scroll = SCROLL_MOST;
}

/* No further than there is anything to see. */
static void bound_scroll(struct ui *ui)
{
    struct cells cells = {.rows = ui->options.rows,
                          .columns = ui->options.columns,
                          .utf8 = ui->options.utf8};
    struct pen pen = cells_pen(&cells);
    int height = height_of(ui, &pen, columns_for(&pen) - 4);
    int most = height - (pen.rows - 4);
    if (ui->scroll > most)
        ui->scroll = most < 0 ? 0 : most;
}

static void leave_key(struct ui *ui, const struct ui_key *key)
{
    if (ui_is_key(key, 'y') || ui_is_key(key, 'q') ||
        key->type == UI_KEY_ENTER) {
        ui->over = OVER_NOTHING;
        ui_want_type(ui, UI_WISH_LEAVE);
    } else if (key->type == UI_KEY_TEXT || key->type == UI_KEY_ESCAPE ||
               key->type == UI_KEY_CLICK) {
        ui->over = OVER_NOTHING;
    }
}

/* Enter is not enough, because Enter also continues a game. */
static void delete_key(struct ui *ui, const struct ui_key *key)
{
    struct ui_wish wish = {.type = UI_WISH_DELETE, .index = ui->row};
    if (ui_is_key(key, 'y'))
        ui_want(ui, &wish);
    if (key->type == UI_KEY_TEXT || key->type == UI_KEY_ESCAPE ||
        key->type == UI_KEY_CLICK)
        ui->over = OVER_NOTHING;
}

static void reading_key(struct ui *ui, const struct ui_key *key)
{
    int page = (int)ui->options.rows - 6;
    switch (key->type) {
    case UI_KEY_UP:
    case UI_KEY_WHEEL_UP:
        scroll_by(ui, -1);
        break;
    case UI_KEY_DOWN:
    case UI_KEY_WHEEL_DOWN:
        scroll_by(ui, 1);
        break;
    case UI_KEY_PAGE_UP:
        scroll_by(ui, -page);
        break;
    case UI_KEY_PAGE_DOWN:
        scroll_by(ui, page);
        break;
    case UI_KEY_HOME:
        scroll_by(ui, -SCROLL_MOST);
        break;
    case UI_KEY_END:
        scroll_by(ui, SCROLL_MOST);
        break;
    case UI_KEY_TEXT:
        if (ui_is_key(key, ' ')) {
            scroll_by(ui, page);
            break;
        }
        /* fall through */
    case UI_KEY_ENTER:
    case UI_KEY_ESCAPE:
        ui->over = OVER_NOTHING;
        ui->hint_wanted = false;
        return;
    case UI_KEY_CLICK:
        if (ui->hit != HIT_KINDS)
            ui->over = OVER_NOTHING;
        return;
    default:
        return;
    }
    bound_scroll(ui);
}

static void typing_key(struct ui *ui, const struct ui_key *key)
{
    size_t room = ui->over == OVER_TYPE ? TYPED : sizeof ui->typed;
    if (edit_key(ui->typed, room, key))
        return;
    if (key->type == UI_KEY_ESCAPE ||
        (key->type == UI_KEY_CLICK && ui->hit != HIT_KINDS))
        ui->over = OVER_NOTHING;
    else if (key->type == UI_KEY_ENTER && ui->over == OVER_TYPE)
        do_typed(ui);
    else if (key->type == UI_KEY_ENTER)
        do_record(ui);
}

void overlay_key(struct ui *ui, const struct ui_key *key)
{
    if (ui->over == OVER_LEAVE)
        leave_key(ui, key);
    else if (ui->over == OVER_DELETE)
        delete_key(ui, key);
    else if (ui->over == OVER_SETTINGS)
        lobby_settings_key(ui, key);
    else if (ui->over == OVER_TYPE || ui->over == OVER_RECORD)
        typing_key(ui, key);
    else
        reading_key(ui, key);
}

/* ---- Lessons ----------------------------------------------------------- */

void lesson_draw(const struct ui *ui, struct pen *pen)
{
    const struct ui_lesson *lesson = &ui->lesson;
    struct text title;
    text_clear(&title);
    if (lesson->steps)
        text_add(&title, "%s (%u/%u)", lesson->title, lesson->step,
                 lesson->steps);
    else
        text_add(&title, "%s", lesson->title);
    pen_frame(pen, title.at);
    struct pen inner = pen_box(pen, 1, 2, pen->rows - 2, pen->columns - 4);
    inner.ink = lesson->wrong ? INK_BAD : INK_PLAIN;
    pen_wrap(&inner, lesson->text, 0);
    if (lesson->go_on)
        pen_mark(pen, 0, 0, pen->rows, pen->columns, 0,
                 HIT_SPECIAL + UI_KEY_ENTER);
}
