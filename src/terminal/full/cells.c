/* Drawing with clipping: nothing that is drawn leaves its box, whatever the
 * size of the screen, and every character keeps the columns it takes. */
#define _GNU_SOURCE

#include "terminal/full/cells.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "i18n/i18n.h"

#define PRINT_TEXT 2048

static unsigned bounded(unsigned value, unsigned most)
{
    return value < 1 ? 1 : value > most ? most : value;
}

struct cells *cells_new(unsigned rows, unsigned columns, bool utf8)
{
    struct cells *cells = calloc(1, sizeof *cells);
    if (!cells)
        return NULL;
    cells->rows = bounded(rows, CELLS_ROWS);
    cells->columns = bounded(columns, CELLS_COLUMNS);
    cells->utf8 = utf8;
    cells->cell =
        calloc((size_t)cells->rows * cells->columns, sizeof *cells->cell);
    if (!cells->cell) {
        free(cells);
        return NULL;
    }
    cells_clear(cells);
    return cells;
}

void cells_free(struct cells *cells)
{
    if (!cells)
        return;
    free(cells->cell);
    free(cells);
}

static void blank(struct cell *cell)
{
    memset(cell, 0, sizeof *cell);
    cell->glyph[0] = ' ';
    cell->width = 1;
}

void cells_clear(struct cells *cells)
{
    cells->cuts = 0;
    cells->cursor = false;
    cells->cursor_row = 0;
    cells->cursor_column = 0;
    for (size_t i = 0; i < (size_t)cells->rows * cells->columns; i++)
        blank(&cells->cell[i]);
}

/* ---- Pens -------------------------------------------------------------- */

struct pen cells_pen(struct cells *cells)
{
    return (struct pen){.cells = cells,
                        .rows = (int)cells->rows,
                        .columns = (int)cells->columns};
}

struct pen pen_box(const struct pen *pen, int row, int column, int rows,
                   int columns)
{
    struct pen box = *pen;
    /* A box that sticks out keeps its place and loses what is outside. */
    if (row < 0) {
        rows += row;
        row = 0;
    }
    if (column < 0) {
        columns += column;
        column = 0;
    }
    if (rows > pen->rows - row)
        rows = pen->rows - row;
    if (columns > pen->columns - column)
        columns = pen->columns - column;
    box.top = pen->top + row;
    box.left = pen->left + column;
    box.rows = rows > 0 ? rows : 0;
    box.columns = columns > 0 ? columns : 0;
    box.row = 0;
    box.column = 0;
    return box;
}

void pen_at(struct pen *pen, int row, int column)
{
    pen->row = row;
    pen->column = column;
}

void pen_ink(struct pen *pen, unsigned ink)
{
    pen->ink = (uint8_t)ink;
}

/* The cell in the box, or NULL outside of it. */
static struct cell *inside(const struct pen *pen, int row, int column)
{
    if (row < 0 || column < 0 || row >= pen->rows || column >= pen->columns)
        return NULL;
    return cells_at(pen->cells, (unsigned)(pen->top + row),
                    (unsigned)(pen->left + column));
}

/* ---- Characters -------------------------------------------------------- */

/* The substitute for a letter where only ASCII is available. */
static const struct {
    wchar_t character;
    char plain[4];
} plain_letters[] = {
    {L'ä', "ae"}, {L'ö', "oe"},  {L'ü', "ue"}, {L'Ä', "Ae"},     {L'Ö', "Oe"},
    {L'Ü', "Ue"}, {L'ß', "ss"},  {L'à', "a"},  {L'á', "a"},      {L'â', "a"},
    {L'è', "e"},  {L'é', "e"},   {L'ê', "e"},  {L'ë', "e"},      {L'ì', "i"},
    {L'í', "i"},  {L'ï', "i"},   {L'ñ', "n"},  {L'ò', "o"},      {L'ó', "o"},
    {L'ù', "u"},  {L'ú', "u"},   {L'À', "A"},  {L'Á', "A"},      {L'È', "E"},
    {L'É', "E"},  {L'Í', "I"},   {L'Ñ', "N"},  {L'Ó', "O"},      {L'Ú', "U"},
    {L'ç', "c"},  {L'¿', ""},    {L'¡', ""},   {L'«', "\""},     {L'»', "\""},
    {L'„', "\""}, {L'“', "\""},  {L'”', "\""}, {L'‘', "'"},      {L'’', "'"},
    {L'‚', "'"},  {L'–', "-"},   {L'—', "-"},  {L'−', "-"},      {L'…', "..."},
    {L'·', "."},  {L'±', "+/-"}, {L'×', "x"},  {L'\u00a0', " "},
};

static const char *in_ascii(wchar_t character)
{
    for (size_t i = 0; i < sizeof plain_letters / sizeof *plain_letters; i++)
        if (plain_letters[i].character == character)
            return plain_letters[i].plain;
    return "?";
}

/* The right half of a wide character that loses its left half, and the other
 * way round, become blanks. */
static void part_wide(const struct pen *pen, int row, int column)
{
    struct cell *cell = inside(pen, row, column);
    struct cell *next = inside(pen, row, column + 1);
    struct cell *before = inside(pen, row, column - 1);
    if (cell && cell->width == 0 && before)
        blank(before);
    if (cell && cell->width == 2 && next)
        blank(next);
}

static void set_cell(struct pen *pen, const char *glyph, size_t size,
                     unsigned width)
{
    struct cell *cell = inside(pen, pen->row, pen->column);
    struct cell *right = inside(pen, pen->row, pen->column + 1);
    if (cell && (width < 2 || right)) {
        part_wide(pen, pen->row, pen->column);
        memset(cell, 0, sizeof *cell);
        memcpy(cell->glyph, glyph, size);
        cell->width = (uint8_t)width;
        cell->ink = pen->ink;
        cell->look = pen->look;
        cell->hit = pen->hit;
        if (width == 2) {
            part_wide(pen, pen->row, pen->column + 1);
            *right = *cell;
            right->width = 0;
            right->glyph[0] = 0;
        }
    }
    pen->column += (int)width;
}

/* What combines with the character before it joins its cell. */
static void combine(struct pen *pen, const char *glyph, size_t size)
{
    int back = 1;
    struct cell *cell = inside(pen, pen->row, pen->column - back);
    if (cell && cell->width == 0)
        cell = inside(pen, pen->row, pen->column - 2);
    if (!cell)
        return;
    size_t used = strlen(cell->glyph);
    if (used + size < CELL_BYTES)
        memcpy(cell->glyph + used, glyph, size);
}

/* Puts one character; returns its bytes. */
static size_t put_one(struct pen *pen, const char *utf8)
{
    wchar_t character;
    mbstate_t state = {0};
    size_t size = mbrtowc(&character, utf8, strlen(utf8), &state);
    if (size == 0 || size > 4) {
        set_cell(pen, "?", 1, 1);
        return 1;
    }
    int width = wcwidth(character);
    if (width < 0)
        set_cell(pen, "?", 1, 1);
    else if (!pen->cells->utf8 && size > 1)
        for (const char *plain = width ? in_ascii(character) : ""; *plain;
             plain++)
            set_cell(pen, plain, 1, 1);
    else if (width == 0)
        combine(pen, utf8, size);
    else
        set_cell(pen, utf8, size, (unsigned)width);
    return size;
}

void pen_put(struct pen *pen, const char *utf8)
{
    bool blank_only = utf8[strspn(utf8, " ")] == 0;
    while (*utf8)
        utf8 += put_one(pen, utf8);
    if (!blank_only && !pen->may_cut &&
        (pen->column > pen->columns || pen->row >= pen->rows))
        pen->cells->cuts++;
}

void pen_print(struct pen *pen, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char text[PRINT_TEXT];
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pen_put(pen, text);
}

void pen_inked(struct pen *pen, unsigned ink, const char *utf8)
{
    uint8_t before = pen->ink;
    pen->ink = (uint8_t)ink;
    pen_put(pen, utf8);
    pen->ink = before;
}

void pen_repeat(struct pen *pen, const char *glyph, int times)
{
    for (int i = 0; i < times; i++)
        pen_put(pen, glyph);
}

/* ---- Texts ------------------------------------------------------------- */

/* The columns of a text as this pen writes it. */
static int width_of(const struct pen *pen, const char *utf8)
{
    struct cells none = {.utf8 = pen->cells->utf8};
    struct pen measure = {.cells = &none, .may_cut = true};
    pen_put(&measure, utf8);
    return measure.column;
}

static void put_cut(struct pen *pen, const char *utf8, int width)
{
    int end = pen->column + width;
    const char *dots = pen->cells->utf8 ? "…" : "~";
    if (width <= 0)
        return;
    struct pen box = pen_box(pen, pen->row, pen->column, 1, width);
    if (width_of(pen, utf8) <= width) {
        pen_put(&box, utf8);
        pen->column += box.column;
        return;
    }
    box.columns = box.columns < width - 1 ? box.columns : width - 1;
    if (!pen->may_cut)
        pen->cells->cuts++;
    box.may_cut = true;
    pen_put(&box, utf8);
    pen->column = end - 1;
    /* A wide character may have left a blank before the dots. */
    pen_put(pen, dots);
}

void pen_left(struct pen *pen, const char *utf8, int width)
{
    int end = pen->column + width;
    put_cut(pen, utf8, width);
    while (pen->column < end)
        pen_put(pen, " ");
}

void pen_right(struct pen *pen, const char *utf8, int width)
{
    int blanks = width - width_of(pen, utf8);
    if (blanks > 0)
        pen_repeat(pen, " ", blanks);
    put_cut(pen, utf8, blanks > 0 ? width - blanks : width);
}

void pen_centre(struct pen *pen, const char *utf8)
{
    int blanks = pen->columns - width_of(pen, utf8);
    pen->column = blanks > 0 ? blanks / 2 : 0;
    put_cut(pen, utf8, pen->columns - pen->column);
}

/* The bytes of the text that go into a row of `columns`, and those up to where
 * the next row begins. */
static size_t row_of(const char *utf8, int columns, size_t *next)
{
    size_t whole = strcspn(utf8, "\n");
    size_t bytes = i18n_cut(utf8, (unsigned)(columns > 1 ? columns : 1));
    if (whole <= bytes) {
        *next = utf8[whole] ? whole + 1 : whole;
        return whole;
    }
    size_t space = bytes;
    while (space > 0 && utf8[space] != ' ')
        space--;
    if (space > 0)
        bytes = space;
    else if (bytes == 0)
        bytes = 1;
    *next = bytes + strspn(utf8 + bytes, " ");
    return bytes;
}

/* The text as the pen writes it: in plain letters it may be longer. What has no
 * room in `out` is cut off. */
static void as_written(const struct pen *pen, const char *utf8,
                       char out[PRINT_TEXT])
{
    size_t length = 0;
    if (pen->cells->utf8) {
        snprintf(out, PRINT_TEXT, "%s", utf8);
        return;
    }
    while (*utf8 && length < PRINT_TEXT - 8) {
        mbstate_t state = {0};
        wchar_t character;
        size_t size = mbrtowc(&character, utf8, strlen(utf8), &state);
        const char *plain = "?";
        if (size == 0 || size > 4)
            size = 1;
        else if (size > 1)
            plain = wcwidth(character) ? in_ascii(character) : "";
        if (size == 1)
            out[length++] = *utf8;
        else
            for (; *plain; plain++)
                out[length++] = *plain;
        utf8 += size;
    }
    out[length] = 0;
}

int pen_wrapped(const struct pen *pen, const char *utf8, int columns,
                int indent)
{
    char text[PRINT_TEXT];
    const char *at = text;
    int rows = 0;
    as_written(pen, utf8, text);
    do {
        size_t next;
        row_of(at, rows ? columns - indent : columns, &next);
        at += next;
        rows++;
    } while (*at);
    return rows;
}

int pen_wrap(struct pen *pen, const char *utf8, int indent)
{
    char text[PRINT_TEXT];
    const char *at = text;
    int left = pen->column;
    int rows = 0;
    as_written(pen, utf8, text);
    do {
        int margin = rows ? left + indent : left;
        char row[PRINT_TEXT];
        size_t next;
        size_t bytes = row_of(at, pen->columns - margin, &next);
        snprintf(row, sizeof row, "%.*s", (int)bytes, at);
        pen_at(pen, pen->row, margin);
        pen_put(pen, row);
        pen_at(pen, pen->row + 1, left);
        at += next;
        rows++;
    } while (*at);
    return rows;
}

/* ---- Boxes ------------------------------------------------------------- */

void pen_clear(struct pen *pen)
{
    for (int row = 0; row < pen->rows; row++) {
        part_wide(pen, row, 0);
        for (int column = 0; column < pen->columns; column++) {
            struct cell *cell = inside(pen, row, column);
            if (cell)
                blank(cell);
        }
    }
    pen_at(pen, 0, 0);
}

void pen_frame(struct pen *pen, const char *title)
{
    bool utf8 = pen->cells->utf8;
    uint8_t ink = pen->ink;
    int width = pen->columns - 2;
    if (pen->columns < 2 || pen->rows < 2)
        return;
    pen->ink = INK_FRAME;
    for (int row = 0; row < pen->rows; row++) {
        bool top = row == 0;
        bool end = top || row == pen->rows - 1;
        pen_at(pen, row, 0);
        if (end) {
            pen_put(pen, !utf8 ? "+" : top ? "╭" : "╰");
            pen_repeat(pen, utf8 ? "─" : "-", width);
            pen_put(pen, !utf8 ? "+" : top ? "╮" : "╯");
        } else {
            pen_put(pen, utf8 ? "│" : "|");
            pen_at(pen, row, pen->columns - 1);
            pen_put(pen, utf8 ? "│" : "|");
        }
    }
    if (title && title[0]) {
        struct pen head = pen_box(pen, 0, 2, 1, pen->columns - 4);
        head.ink = INK_STRONG;
        head.look = LOOK_BOLD;
        pen_print(&head, " %s ", title);
    }
    pen->ink = ink;
}

void pen_mark(struct pen *pen, int row, int column, int rows, int columns,
              unsigned look, unsigned hit)
{
    for (int down = row; down < row + rows; down++) {
        for (int along = column; along < column + columns; along++) {
            struct cell *cell = inside(pen, down, along);
            if (!cell)
                continue;
            cell->look |= (uint8_t)look;
            if (hit)
                cell->hit = (uint16_t)hit;
        }
    }
}

/* ---- As text ----------------------------------------------------------- */

static size_t trimmed(char *text, size_t start, size_t length)
{
    while (length > start && text[length - 1] == ' ')
        length--;
    return length;
}

char *cells_text(const struct cells *cells)
{
    size_t room = (size_t)cells->rows * (cells->columns * CELL_BYTES + 1) + 1;
    char *text = malloc(room);
    size_t length = 0;
    if (!text)
        return NULL;
    for (unsigned row = 0; row < cells->rows; row++) {
        size_t start = length;
        for (unsigned column = 0; column < cells->columns; column++) {
            const char *glyph = cells_at(cells, row, column)->glyph;
            size_t size = strlen(glyph);
            memcpy(text + length, glyph, size);
            length += size;
        }
        length = trimmed(text, start, length);
        text[length++] = '\n';
    }
    text[length] = 0;
    return text;
}

/* Inverted cells are shown by a capital or a sign of their own. */
static char letter(const struct cell *cell)
{
    static const char letters[] = {
#define X(name, as) as,
        CELL_INKS(X)
#undef X
    };
    if (cell->look & LOOK_CURSOR)
        return '#';
    if (cell->look & LOOK_PICKED)
        return '+';
    if (cell->ink == INK_PLAIN)
        return cell->look ? '!' : ' ';
    return letters[cell->ink];
}

char *cells_inks(const struct cells *cells)
{
    char *text = malloc((size_t)cells->rows * (cells->columns + 1) + 1);
    size_t length = 0;
    if (!text)
        return NULL;
    for (unsigned row = 0; row < cells->rows; row++) {
        size_t start = length;
        for (unsigned column = 0; column < cells->columns; column++) {
            const struct cell *cell = cells_at(cells, row, column);
            bool empty = cell->glyph[0] == ' ' && !cell->look;
            text[length++] = empty ? ' ' : letter(cell);
        }
        length = trimmed(text, start, length);
        text[length++] = '\n';
    }
    text[length] = 0;
    return text;
}
