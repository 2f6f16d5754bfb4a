/* A picture of the screen: a grid of characters, each with an ink that says
 * what it means and not which colour it is. Whoever shows it knows the colours.
 * Beside its look a cell may say what a click on it means. */
#ifndef TERMINAL_FULL_CELLS_H
#define TERMINAL_FULL_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CELLS_ROWS 200 /* larger screens are not filled */
#define CELLS_COLUMNS 300
#define CELL_BYTES 12 /* a character, what combines with it, and a 0 */

/* What something is, with the letter that stands for it in pictures. */
#define CELL_INKS(X)                                                           \
    X(PLAIN, '.')                                                              \
    X(DIM, 'd')    /* of little interest now */                                \
    X(STRONG, 's') /* headings, names */                                       \
    X(LIGHT, 'L')  /* dice */                                                  \
    X(DARK, 'D')                                                               \
    X(RED, 'R')                                                                \
    X(LIGHT_PIP, 'l') /* pips of large dice */                                 \
    X(DARK_PIP, 'k')                                                           \
    X(RED_PIP, 'r')                                                            \
    X(GOOD, 'g')   /* completed, won */                                        \
    X(BAD, 'b')    /* costs, refused */                                        \
    X(ACCENT, 'a') /* whose turn it is, keys that can be pressed */            \
    X(FRAME, 'f')                                                              \
    X(SEAT_1, '1') /* players in the chart, whatever colours dice have */      \
    X(SEAT_2, '2')                                                             \
    X(SEAT_3, '3')                                                             \
    X(SEAT_4, '4')                                                             \
    X(SEAT_5, '5')

enum cell_ink {
#define X(name, letter) INK_##name,
    CELL_INKS(X)
#undef X
        CELL_INK_COUNT
};

/* How it stands out; bits. */
enum cell_look {
    LOOK_CURSOR = 1, /* what Enter is about: shown inverted */
    LOOK_BOLD = 2,
    LOOK_UNDERLINE = 4,
    LOOK_PICKED = 8 /* chosen already */
};

struct cell {
    char glyph[CELL_BYTES]; /* UTF-8; "": the right half of a wide one */
    uint8_t width;          /* columns of the glyph: 1 or 2; 0: right half */
    uint8_t ink;
    uint8_t look;
    uint8_t spare;
    uint16_t hit; /* what a click means to whoever drew it; 0: nothing */
};

struct cells {
    unsigned rows;
    unsigned columns;
    unsigned edition;    /* of the game: whose colours dice have */
    bool utf8;           /* else what is not ASCII is put in plain letters */
    bool cursor;         /* the terminal's own cursor is to be seen */
    unsigned cursor_row; /* there */
    unsigned cursor_column;
    unsigned cuts;     /* texts that found no room */
    struct cell *cell; /* rows * columns, row by row */
};

/* NULL if memory is out. Rows and columns are bounded by the limits above. */
struct cells *cells_new(unsigned rows, unsigned columns, bool utf8);
void cells_free(struct cells *cells);
void cells_clear(struct cells *cells);

static inline struct cell *cells_at(const struct cells *cells, unsigned row,
                                    unsigned column)
{
    return &cells->cell[row * cells->columns + column];
}

/* Where and how something is drawn: nothing leaves the box. */
struct pen {
    struct cells *cells;
    int top; /* of the box */
    int left;
    int rows;
    int columns;
    int row; /* within the box, where the next character goes */
    int column;
    uint8_t ink;
    uint8_t look;
    bool may_cut; /* nothing is lost that can't be read elsewhere */
    uint16_t hit;
};

/* A pen for the whole picture, and for a part of another pen's box. */
struct pen cells_pen(struct cells *cells);
struct pen pen_box(const struct pen *pen, int row, int column, int rows,
                   int columns);

void pen_at(struct pen *pen, int row, int column);
void pen_ink(struct pen *pen, unsigned ink);

/* Puts a text where the pen is, which moves on; what does not fit into the box
 * is cut off. Control characters and broken UTF-8 are shown as '?'. */
void pen_put(struct pen *pen, const char *utf8);
void pen_print(struct pen *pen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* In an ink, which is then as before. */
void pen_inked(struct pen *pen, unsigned ink, const char *utf8);
/* Cut to `width` columns with an ellipsis, or filled up with blanks. */
void pen_left(struct pen *pen, const char *utf8, int width);
void pen_right(struct pen *pen, const char *utf8, int width);
void pen_centre(struct pen *pen, const char *utf8);
void pen_repeat(struct pen *pen, const char *glyph, int times);
/* Breaks the text at spaces into rows from where the pen is, indented; the pen
 * then stands at the start of the next row. Returns the rows it takes, also
 * those that had no room. */
int pen_wrap(struct pen *pen, const char *utf8, int indent);
/* The rows that pen_wrap() would take in so many columns. */
int pen_wrapped(const struct pen *pen, const char *utf8, int columns,
                int indent);
/* Blanks everywhere in the box, and a frame round it. */
void pen_clear(struct pen *pen);
void pen_frame(struct pen *pen, const char *title);
/* Gives the cells of the box a look, or a meaning. */
void pen_mark(struct pen *pen, int row, int column, int rows, int columns,
              unsigned look, unsigned hit);

/* The picture as lines, blanks at their ends left out; and its inks as letters,
 * with blanks for plain ones. The caller frees it; NULL if memory is out. */
char *cells_text(const struct cells *cells);
char *cells_inks(const struct cells *cells);

#endif
