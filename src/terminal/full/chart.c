/* How everybody's total ran, as lines over the rounds: a scale of round numbers
 * at the left, the rounds below, and a mark for each player where a round ended.
 * The marks are none of the pips that dice have. */
#include "terminal/full/parts.h"

#include <stdio.h>

#include "i18n/i18n.h"

#define ROWS_LEAST 4
#define ROWS_TITLED 8 /* from which there is a title below */
#define COLUMNS_LEAST 8
#define SCALE 6     /* columns of the scale at the left */
#define TICK_ROWS 3 /* between two numbers of it, at the least */
#define MOST_ROUNDS (TIO_MAX_PLAYERS * TIO_MAX_STARTS)

const char *chart_mark(const struct pen *pen, unsigned seat)
{
    static const char *const marks[] = {"▲", "■", "▼", "×", "+"};
    static const char *const plain[] = {"^", "#", "v", "%", "+"};
    return pen->cells->utf8 ? marks[seat % 5] : plain[seat % 5];
}

unsigned chart_ink(unsigned seat)
{
    return INK_SEAT_1 + seat % 5;
}

/* Everyone's total after each round; row 0 is before the first. */
struct chart {
    unsigned rounds;
    unsigned players;
    int low; /* of the field: half a step of the scale at the least */
    int high;
    int step; /* from one number of the scale to the next */
    int rows; /* of the field */
    int columns;
    bool apart; /* players' lines begin beside each other: none hides another */
    int of[MOST_ROUNDS + 1][TIO_MAX_PLAYERS];
};

/* ---- Figures ----------------------------------------------------------- */

static void add_up(const struct ui *ui, struct chart *chart, int *least,
                   int *most)
{
    const struct history *history = ui->table.history;
    for (unsigned round = 1; round <= chart->rounds; round++) {
        for (unsigned seat = 0; seat < chart->players; seat++) {
            int total = chart->of[round - 1][seat] +
                        history->points[round - 1][seat] -
                        history->chips[round - 1][seat];
            chart->of[round][seat] = total;
            *least = total < *least ? total : *least;
            *most = total > *most ? total : *most;
        }
    }
}

/* 1, 2, 5, 10, 20, 50 ...: as small as the rows allow. The field ends at half
 * steps, so that a total of -3 does not take the room of -50. */
static void scale(struct chart *chart, int least, int most)
{
    static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};
    unsigned i = 0;
    do {
        int half = steps[i] > 1 ? steps[i] / 2 : 1;
        chart->step = steps[i];
        chart->low = -((-least + half - 1) / half) * half;
        chart->high = (most + half - 1) / half * half;
        if (chart->high < chart->low + chart->step)
            chart->high = chart->low + chart->step;
    } while ((chart->high - chart->low) / chart->step * TICK_ROWS >=
                 chart->rows &&
             ++i < sizeof steps / sizeof *steps);
}

static int row_of(const struct chart *chart, int total)
{
    int range = chart->high - chart->low;
    int up = (total - chart->low) * (chart->rows - 1);
    return chart->rows - 1 - (up + range / 2) / range;
}

static int column_of(const struct chart *chart, unsigned round, unsigned seat)
{
    int room = chart->columns - 1;
    if (!chart->apart)
        seat = 0;
    else
        room -= (int)chart->players - 1;
    return SCALE + (int)round * room / (int)chart->rounds + (int)seat;
}

/* ---- Picture ----------------------------------------------------------- */

static void draw_scale(struct pen *pen, const struct chart *chart)
{
    bool utf8 = pen->cells->utf8;
    pen->ink = INK_DIM;
    for (int row = 0; row < chart->rows; row++) {
        pen_at(pen, row, SCALE - 1);
        pen_put(pen, utf8 ? "│" : "|");
    }
    char text[16];
    for (int at = -(-chart->low / chart->step) * chart->step; at <= chart->high;
         at += chart->step) {
        snprintf(text, sizeof text, "%d", at);
        pen_at(pen, row_of(chart, at), 0);
        pen_right(pen, text, SCALE - 2);
        pen_at(pen, pen->row, SCALE - 1);
        pen_put(pen, utf8 ? "┤" : "+");
    }
    pen_at(pen, chart->rows, SCALE - 1);
    pen_put(pen, utf8 ? "└" : "+");
    pen_repeat(pen, utf8 ? "─" : "-", chart->columns);
}

/* The number of a round stands where its marks do; where there is no room for
 * all, every second, or every fifth. */
static void draw_rounds(struct pen *pen, const struct chart *chart)
{
    int middle = chart->apart ? (int)(chart->players - 1) / 2 : 0;
    int room = (chart->columns - 1) / (int)chart->rounds;
    unsigned every = room >= 3 ? 1 : room >= 2 ? 2 : 5;
    char text[16];
    for (unsigned round = every; round <= chart->rounds; round += every) {
        int width = snprintf(text, sizeof text, "%u", round);
        int column = column_of(chart, round, 0) + middle - width / 2;
        if (column + width > pen->columns)
            column = pen->columns - width;
        pen_at(pen, chart->rows + 1, column);
        pen_put(pen, text);
    }
}

static void put_at(struct pen *pen, int row, int column, const char *utf8,
                   const char *plain)
{
    pen_at(pen, row, column);
    pen_put(pen, pen->cells->utf8 ? utf8 : plain);
}

/* From one mark to the next: level, and up or down where it is nearest. */
static void draw_line(struct pen *pen, int from_row, int from, int to_row,
                      int to)
{
    int row = from_row;
    for (int column = from + 1; column < to; column++) {
        int next = from_row + ((to_row - from_row) * (2 * (column - from) + 1) +
                               (to_row > from_row ? 1 : -1) * (to - from)) /
                                  (2 * (to - from));
        if (next == row) {
            put_at(pen, row, column, "─", "-");
            continue;
        }
        put_at(pen, row, column, next > row ? "╮" : "╯", "+");
        put_at(pen, next, column, next > row ? "╰" : "╭", "+");
        while (row + (next > row ? 1 : -1) != next) {
            row += next > row ? 1 : -1;
            put_at(pen, row, column, "│", "|");
        }
        row = next;
    }
}

/* Lines first: no mark is crossed out. */
static void draw_players(struct pen *pen, const struct chart *chart)
{
    for (unsigned seat = chart->players; seat-- > 0;) {
        pen->ink = (uint8_t)chart_ink(seat);
        for (unsigned round = 0; round < chart->rounds; round++)
            draw_line(pen, row_of(chart, chart->of[round][seat]),
                      column_of(chart, round, seat),
                      row_of(chart, chart->of[round + 1][seat]),
                      column_of(chart, round + 1, seat));
    }
    for (unsigned seat = chart->players; seat-- > 0;) {
        pen->ink = (uint8_t)chart_ink(seat);
        for (unsigned round = 0; round <= chart->rounds; round++) {
            pen_at(pen, row_of(chart, chart->of[round][seat]),
                   column_of(chart, round, seat));
            pen_put(pen, chart_mark(pen, seat));
        }
    }
}

void chart_draw(const struct ui *ui, struct pen *pen)
{
    bool titled = pen->rows >= ROWS_TITLED;
    struct chart chart = {.players = ui->view.game.settings.players,
                          .rows = pen->rows - (titled ? 3 : 2),
                          .columns = pen->columns - SCALE};
    int least = 0;
    int most = 0;
    if (!ui->table.history || !ui->table.history->rounds ||
        chart.rows < ROWS_LEAST || chart.columns < COLUMNS_LEAST)
        return;
    chart.rounds = ui->table.history->rounds;
    if (chart.rounds > MOST_ROUNDS)
        chart.rounds = MOST_ROUNDS;
    chart.apart = chart.columns > (int)(chart.rounds * (chart.players + 1));
    add_up(ui, &chart, &least, &most);
    scale(&chart, least, most);
    draw_scale(pen, &chart);
    draw_rounds(pen, &chart);
    draw_players(pen, &chart);
    if (!titled)
        return;
    pen->ink = INK_DIM;
    pen->may_cut = true;
    pen_at(pen, pen->rows - 1, 0);
    pen_centre(pen, _("Totals, round by round"));
}
