/* Dice in three sizes. Light, dark and red differ in their frames and pips, so
 * that they can be told apart without any colour. A place on a card where a die
 * is still missing has a frame with gaps. */
#include "terminal/full/parts.h"

#include <string.h>

/* ---- Small ------------------------------------------------------------- */

struct brackets {
    char left[2];
    char right[2];
};

static const struct brackets brackets[] = {
    [TIO_LIGHT] = {"(", ")"},
    [TIO_DARK] = {"[", "]"},
    [TIO_RED] = {"<", ">"},
    [TIO_EITHER] = {"{", "}"},
};

struct die die_of(tio_kind kind)
{
    return (struct die){.colour = (uint8_t)tio_kind_colour(kind),
                        .face = (uint8_t)tio_kind_face(kind)};
}

unsigned die_ink(unsigned colour)
{
    static const uint8_t inks[] = {
        [TIO_LIGHT] = INK_LIGHT,
        [TIO_DARK] = INK_DARK,
        [TIO_RED] = INK_RED,
        [TIO_EITHER] = INK_PLAIN,
    };
    return inks[colour];
}

static void face_text(struct die die, char out[2])
{
    out[0] = die.face ? (char)('0' + die.face) : '?';
    out[1] = 0;
}

static unsigned ink_of(struct die die)
{
    return die.dim || (die.empty && die.colour == TIO_EITHER)
               ? INK_DIM
               : die_ink(die.colour);
}

/* A white die that is inverted would look like a black one. */
static bool turns(const struct pen *pen, struct die die)
{
    return die.look & LOOK_CURSOR && pen->cells->edition == TIO_SCHMIDT &&
           die.colour != TIO_RED;
}

static unsigned ink_at(const struct pen *pen, struct die die)
{
    return turns(pen, die) ? INK_ACCENT : ink_of(die);
}

static uint8_t look_of(struct die die)
{
    return (uint8_t)(die.look | (die.picked ? LOOK_PICKED : 0));
}

void die_small(struct pen *pen, struct die die)
{
    struct pen with = *pen;
    char face[2];
    face_text(die, face);
    with.ink = (uint8_t)ink_at(pen, die);
    with.look = look_of(die) | (die.empty || die.dim ? 0 : LOOK_BOLD);
    with.hit = die.hit ? die.hit : pen->hit;
    pen_put(&with, brackets[die.colour].left);
    pen_put(&with, face);
    pen_put(&with, brackets[die.colour].right);
    pen->column = with.column;
}

unsigned dice_list(tio_dice dice, tio_kind out[TIO_MAX_DICE])
{
    unsigned count = 0;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
        for (unsigned i = tio_dice_count(dice, kind);
             i > 0 && count < TIO_MAX_DICE; i--)
            out[count++] = kind;
    return count;
}

/* Without its right edge, as if the next one lay on it. */
static void die_half(struct pen *pen, struct die die)
{
    struct pen with = pen_box(pen, pen->row, pen->column, 1, DIE_SMALL - 1);
    with.may_cut = true;
    die_small(&with, die);
    pen->column += DIE_SMALL - 1;
}

void dice_row(struct pen *pen, tio_dice dice, int width)
{
    tio_kind list[TIO_MAX_DICE];
    unsigned count = dice_list(dice, list);
    bool close = (int)count * DIE_SMALL > width;
    unsigned fit = count;
    if (close && (int)count * (DIE_SMALL - 1) + 1 > width)
        fit = width > 5 ? (unsigned)(width - 5) / (DIE_SMALL - 1) : 0;
    for (unsigned i = 0; i < fit; i++)
        if (close && i + 1 < fit)
            die_half(pen, die_of(list[i]));
        else
            die_small(pen, die_of(list[i]));
    if (count > fit && width > 5)
        pen_print(pen, " +%u", count - fit);
}

/* ---- Boxes and pips ---------------------------------------------------- */

/* A frame: corners, edges; and the pip. */
struct frame {
    const char *top[3]; /* left, edge, right */
    const char *side;
    const char *bottom[3];
    const char *pip;
};

static const struct frame frames[] = {
    [TIO_LIGHT] = {{"╭", "─", "╮"}, "│", {"╰", "─", "╯"}, "○"},
    [TIO_DARK] = {{"╔", "═", "╗"}, "║", {"╚", "═", "╝"}, "●"},
    [TIO_RED] = {{"┏", "━", "┓"}, "┃", {"┗", "━", "┛"}, "◆"},
    [TIO_EITHER] = {{"┌", "─", "┐"}, "│", {"└", "─", "┘"}, "•"},
};
static const struct frame gaps[] = {
    [TIO_LIGHT] = {{"╭", "┄", "╮"}, "┆", {"╰", "┄", "╯"}, "○"},
    [TIO_DARK] = {{"╔", "┄", "╗"}, "┆", {"╚", "┄", "╝"}, "●"},
    [TIO_RED] = {{"┏", "┄", "┓"}, "┆", {"┗", "┄", "┛"}, "◆"},
    [TIO_EITHER] = {{"┌", "┄", "┐"}, "┆", {"└", "┄", "┘"}, "•"},
};
static const struct frame plain_frames[] = {
    [TIO_LIGHT] = {{".", "-", "."}, "|", {"'", "-", "'"}, "o"},
    [TIO_DARK] = {{"#", "=", "#"}, "#", {"#", "=", "#"}, "O"},
    [TIO_RED] = {{"*", "*", "*"}, "*", {"*", "*", "*"}, "x"},
    [TIO_EITHER] = {{"+", "-", "+"}, "|", {"+", "-", "+"}, "o"},
};
static const struct frame plain_gaps[] = {
    [TIO_LIGHT] = {{".", " ", "."}, ":", {"'", " ", "'"}, "o"},
    [TIO_DARK] = {{"#", " ", "#"}, ":", {"#", " ", "#"}, "O"},
    [TIO_RED] = {{"*", " ", "*"}, ":", {"*", " ", "*"}, "x"},
    [TIO_EITHER] = {{"+", " ", "+"}, ":", {"+", " ", "+"}, "o"},
};

static const struct frame *frame_of(const struct pen *pen, struct die die)
{
    if (pen->cells->utf8)
        return die.empty ? &gaps[die.colour] : &frames[die.colour];
    return die.empty ? &plain_gaps[die.colour] : &plain_frames[die.colour];
}

/* What is said of a die, on its frame. */
static void draw_marks(struct pen *box, int rows, int columns, struct die die)
{
    bool utf8 = box->cells->utf8;
    if (die.hinted) {
        pen_at(box, rows / 2, 0);
        pen_inked(box, INK_GOOD, utf8 ? "▶" : ">");
    }
    pen_at(box, 0, columns / 2);
    if (die.picked)
        pen_put(box, utf8 ? "✓" : "*");
    else if (die.look & LOOK_CURSOR)
        pen_put(box, utf8 ? "▼" : "v");
}

/* The frame of a die with so many rows and columns; the face stands in its
 * lower edge, and in the middle of a place without a die. Returns a pen for what is in it. */
static struct pen draw_frame(struct pen *pen, int row, int column, int rows,
                             int columns, struct die die)
{
    const struct frame *frame = frame_of(pen, die);
    struct pen box = pen_box(pen, row, column, rows, columns);
    char face[2];
    face_text(die, face);
    box.ink = (uint8_t)ink_at(pen, die);
    box.look = look_of(die);
    box.hit = die.hit;
    pen_put(&box, frame->top[0]);
    pen_repeat(&box, frame->top[1], columns - 2);
    pen_put(&box, frame->top[2]);
    for (int i = 1; i < rows - 1; i++) {
        pen_at(&box, i, 0);
        pen_put(&box, frame->side);
        pen_repeat(&box, " ", columns - 2);
        pen_put(&box, frame->side);
    }
    pen_at(&box, rows - 1, 0);
    pen_put(&box, frame->bottom[0]);
    pen_repeat(&box, frame->bottom[1], columns - 2);
    pen_put(&box, frame->bottom[2]);
    if (die.face && !die.empty) {
        pen_at(&box, rows - 1, columns / 2);
        box.look |= LOOK_BOLD;
        pen_put(&box, face);
        box.look = look_of(die);
    }
    draw_marks(&box, rows, columns, die);
    return box;
}

static unsigned pip_ink(const struct pen *pen, struct die die)
{
    static const uint8_t inks[] = {
        [TIO_LIGHT] = INK_LIGHT_PIP,
        [TIO_DARK] = INK_DARK_PIP,
        [TIO_RED] = INK_RED_PIP,
        [TIO_EITHER] = INK_PLAIN,
    };
    if (turns(pen, die))
        return INK_ACCENT;
    return die.dim || (die.empty && die.colour == TIO_EITHER)
               ? INK_DIM
               : inks[die.colour];
}

/* Pips in one row of three: stacked pairs are colons, and P is the pip. */
void die_box(struct pen *pen, int row, int column, struct die die)
{
    static const char *const faces[] = {" ? ", " P ", ". '", ".P'",
                                        ": :", ":P:", ":::"};
    struct pen box = draw_frame(pen, row, column, 3, DIE_BOX, die);
    const char *face = faces[die.face <= 6 ? die.face : 0];
    box.ink = (uint8_t)pip_ink(pen, die);
    char digit[2];
    if (die.empty) {
        face_text(die, digit);
        pen_at(&box, 1, 2);
        pen_put(&box, digit);
        return;
    }
    box.look |= LOOK_BOLD;
    pen_at(&box, 1, 1);
    for (; *face; face++) {
        char one[2] = {*face, 0};
        pen_put(&box, *face == 'P' ? frame_of(pen, die)->pip : one);
    }
}

void die_pips(struct pen *pen, int row, int column, struct die die)
{
    static const char *const faces[][3] = {
        {"     ", "  ?  ", "     "}, {"     ", "  P  ", "     "},
        {"P    ", "     ", "    P"}, {"P    ", "  P  ", "    P"},
        {"P   P", "     ", "P   P"}, {"P   P", "  P  ", "P   P"},
        {"P   P", "P   P", "P   P"},
    };
    struct pen box = draw_frame(pen, row, column, 5, DIE_PIPS, die);
    box.ink = (uint8_t)pip_ink(pen, die);
    box.look |= die.empty ? 0 : LOOK_BOLD;
    for (int i = 0; i < 3; i++) {
        const char *pips = faces[die.face <= 6 ? die.face : 0][i];
        pen_at(&box, i + 1, 1);
        for (; *pips; pips++)
            pen_put(&box, *pips == 'P'   ? frame_of(pen, die)->pip
                          : *pips == '?' ? "?"
                                         : " ");
    }
}
