/* The end of the game, and the scores on the way there: a table of rounds and
 * players, and beside or below it the chart. */
#include "terminal/full/parts.h"

#include "i18n/i18n.h"

/* ---- The table --------------------------------------------------------- */

static int head_width(void)
{
    return (int)score_heads(6);
}

static int cell_width(const struct pen *pen, unsigned players)
{
    int width = (pen->columns - head_width()) / (int)players;
    return width > 16 ? 16 : width;
}

static void heads_row(const struct ui *ui, struct pen *pen, int width)
{
    pen_at(pen, pen->row, 0);
    pen->ink = INK_DIM;
    pen_left(pen, C_("column", "round"), head_width());
    pen->look = LOOK_BOLD;
    pen->may_cut = true;
    for (unsigned seat = 0; seat < ui->view.game.settings.players; seat++) {
        struct text name;
        text_clear(&name);
        text_add(&name, "%s %s", chart_mark(pen, seat),
                 ui->table.names->of[seat]);
        pen->ink = (uint8_t)chart_ink(seat);
        pen_put(pen, " ");
        pen_right(pen, name.at, width - 1);
    }
    pen->look = 0;
    pen->ink = INK_PLAIN;
    pen_at(pen, pen->row + 1, 0);
}

static void score_row(const struct ui *ui, struct pen *pen,
                      const struct history *history, unsigned row)
{
    unsigned players = ui->view.game.settings.players;
    int width = cell_width(pen, players);
    struct text text;
    score_head(history, row, &text);
    pen_left(pen, text.at, head_width());
    for (unsigned seat = 0; seat < players; seat++) {
        score_cell(&ui->view, history, row, seat, &text);
        pen_right(pen, text.at, width);
    }
    pen_at(pen, pen->row + 1, 0);
}

static unsigned rounds_of(const struct ui *ui)
{
    return ui->table.history ? ui->table.history->rounds : 0;
}

/* Some of the rounds, and the sums of all. */
static void some_scores(const struct ui *ui, struct pen *pen, unsigned first,
                        unsigned count)
{
    static const struct history none = {0};
    const struct history *history =
        ui->table.history ? ui->table.history : &none;
    unsigned players = ui->view.game.settings.players;
    int width = cell_width(pen, players);
    bool may_cut = pen->may_cut;
    heads_row(ui, pen, width);
    pen->may_cut = may_cut;
    for (unsigned i = 0; i < count; i++)
        score_row(ui, pen, history, first + i);
    pen->ink = INK_FRAME;
    pen_repeat(pen, pen->cells->utf8 ? "─" : "-",
               head_width() + width * (int)players);
    pen->ink = INK_PLAIN;
    pen_at(pen, pen->row + 1, 0);
    for (unsigned sum = 0; sum < SCORE_SUMS; sum++) {
        pen->look = sum == SCORE_TOTAL ? LOOK_BOLD : 0;
        score_row(ui, pen, history, history->rounds + sum);
    }
    pen->look = 0;
}

void scores_draw(const struct ui *ui, struct pen *pen)
{
    some_scores(ui, pen, 0, rounds_of(ui));
}

/* ---- The end ----------------------------------------------------------- */

static void end_head(const struct ui *ui, struct pen *pen)
{
    struct pen head = pen_box(pen, 0, 1, 3, pen->columns - 2);
    head.ink = INK_ACCENT;
    head.look = LOOK_BOLD;
    pen_put(&head, _("The game is over."));
    struct text text;
    show_winners(&text, &ui->view.game, ui->table.names, ui_alone(ui));
    pen_at(&head, 1, 0);
    head.ink = INK_GOOD;
    pen_wrap(&head, text.at, 0);
    head.look = 0;
}

static void end_foot(const struct ui *ui, struct pen *pen)
{
    struct pen foot = pen_box(pen, pen->rows - 4, 1, 3, pen->columns - 2);
    struct text text;
    if (ui->notice[0]) {
        foot.ink = ui->trouble ? INK_BAD : INK_STRONG;
        pen_wrap(&foot, ui->notice, 0);
    } else if (ui->verdict[0]) {
        foot.ink = INK_STRONG;
        pen_wrap(&foot, ui->verdict, 0);
    } else if (ui->record[0]) {
        text_clear(&text);
        text_add(&text, _("The record of the game is in %s"), ui->record);
        foot.ink = INK_DIM;
        foot.may_cut = true;
        pen_wrap(&foot, text.at, 0);
    }
}

#define END_ROWS(rows) ((rows)-3 - 4 - 1) /* of the table */

static int hidden_rounds(const struct ui *ui)
{
    int hidden = (int)rounds_of(ui) + 5 - END_ROWS((int)ui->options.rows);
    return hidden > 0 ? hidden : 0;
}

bool end_scrolls(const struct ui *ui)
{
    return hidden_rounds(ui) > 0;
}

/* Rounds that find no room are scrolled to; the last are seen first. */
static void end_table(const struct ui *ui, struct pen *pen)
{
    int hidden = hidden_rounds(ui);
    int first = hidden > ui->scroll ? hidden - ui->scroll : 0;
    some_scores(ui, pen, (unsigned)first, rounds_of(ui) - (unsigned)hidden);
}

void end_draw(const struct ui *ui, struct pen *pen)
{
    int players = ui->view.game.settings.players;
    int rows = END_ROWS(pen->rows);
    int cell = players > 3 ? 10 : 13;
    int left = head_width() + cell * players + 1;
    end_head(ui, pen);
    struct pen table = pen_box(pen, 3, 1, rows, left);
    end_table(ui, &table);
    int lines = (int)rounds_of(ui) + 5;
    struct pen chart;
    if (pen->columns - left - 6 >= 22)
        chart = pen_box(pen, 4, left + 4, rows - 1, pen->columns - left - 6);
    else
        chart = pen_box(pen, 3 + lines, 2, rows - lines, pen->columns - 6);
    chart_draw(ui, &chart);
    end_foot(ui, pen);
    keys_draw(ui, pen, pen->rows - 1);
}

void end_key(struct ui *ui, const struct ui_key *key)
{
    switch (key->type) {
    case UI_KEY_UP:
    case UI_KEY_WHEEL_UP:
        ui->scroll += ui->scroll < hidden_rounds(ui) ? 1 : 0;
        return;
    case UI_KEY_DOWN:
    case UI_KEY_WHEEL_DOWN:
        ui->scroll -= ui->scroll > 0 ? 1 : 0;
        return;
    case UI_KEY_ESCAPE:
        ui_want_type(ui, UI_WISH_LEAVE);
        return;
    case UI_KEY_TEXT:
        break;
    default:
        return;
    }
    if (ui->waiting)
        return;
    if (ui_is_key(key, 'r'))
        ui_want_done(ui, UI_WISH_AGAIN);
    else if (ui_is_key(key, 'o') && ui->table.server && ui->table.host)
        ui_want_done(ui, UI_WISH_REOPEN);
    else if (ui_is_key(key, 'c') && ui->record[0])
        ui_open(ui, OVER_RECORD);
    else if (ui_is_key(key, 'l'))
        ui_open(ui, OVER_LOG);
    else if (ui_is_key(key, '?'))
        ui_open(ui, OVER_HELP);
    else if (ui_is_key(key, 'q'))
        ui_want_type(ui, UI_WISH_LEAVE);
}
