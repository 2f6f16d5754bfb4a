/* The grid that the full-screen game draws on: nothing leaves its box, and
 * every character has the columns that it takes. */
#include <math.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "terminal/full/cells.h"
#include "terminal/full/ink.h"
#include "tioli.h"

static void looks_like(const struct cells *cells, const char *wanted)
{
    char *text = cells_text(cells);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    free(text);
}

static struct cells *new_cells(bool utf8)
{
    struct cells *cells = cells_new(3, 8, utf8);
    assert_non_null(cells);
    return cells;
}

/* A box is asked for that sticks out of its parent on every side. */
static void test_boxes_are_clipped(void **state)
{
    struct cells *cells = new_cells(true);
    struct pen all = cells_pen(cells);
    struct pen middle = pen_box(&all, 1, 2, 1, 3);
    struct pen wide = pen_box(&middle, 0, 1, 5, 50);
    struct pen outside = pen_box(&middle, -1, -2, 2, 4);
    (void)state;
    assert_int_equal(wide.columns, 2);
    assert_int_equal(wide.rows, 1);
    pen_put(&wide, "abcdef");
    looks_like(cells, "\n   ab\n\n");
    assert_int_equal(cells->cuts, 1);
    assert_int_equal(outside.columns, 2);
    assert_int_equal(outside.rows, 1);
    pen_put(&outside, "xyz");
    looks_like(cells, "\n  xyb\n\n");
    cells_free(cells);
}

static void test_text_is_cut(void **state)
{
    struct cells *cells = new_cells(true);
    struct pen pen = cells_pen(cells);
    (void)state;
    pen_put(&pen, "12345678");
    assert_int_equal(cells->cuts, 0);
    pen_at(&pen, 1, 0);
    pen_left(&pen, "a long word", 6);
    looks_like(cells, "12345678\na lon…\n\n");
    pen.may_cut = true;
    pen_at(&pen, 2, 6);
    pen_put(&pen, "abc");
    assert_int_equal(cells->cuts, 1);
    looks_like(cells, "12345678\na lon…\n      ab\n");
    cells_free(cells);
}

/* Half of a wide character is none. */
static void test_wide_characters(void **state)
{
    struct cells *cells = new_cells(true);
    struct pen pen = cells_pen(cells);
    (void)state;
    pen_put(&pen, "a漢b");
    assert_int_equal(pen.column, 4);
    assert_int_equal(cells_at(cells, 0, 1)->width, 2);
    assert_int_equal(cells_at(cells, 0, 2)->width, 0);
    pen_at(&pen, 1, 7);
    pen_put(&pen, "漢");
    assert_true(cells_at(cells, 1, 7)->width != 2);
    pen_at(&pen, 0, 2);
    pen_put(&pen, "x");
    assert_int_equal(cells_at(cells, 0, 1)->width, 1);
    looks_like(cells, "a xb\n\n\n");
    cells_free(cells);
}

static void test_odd_characters(void **state)
{
    struct cells *cells = new_cells(true);
    struct cells *plain = new_cells(false);
    struct pen pen = cells_pen(cells);
    (void)state;
    pen_put(&pen, "a\x1b\xff\tb");
    looks_like(cells, "a???b\n\n\n");
    pen = cells_pen(plain);
    pen_put(&pen, "Grüße");
    looks_like(plain, "Gruesse\n\n\n");
    cells_free(cells);
    cells_free(plain);
}

static void test_wrapping(void **state)
{
    struct cells *cells = new_cells(true);
    struct pen pen = cells_pen(cells);
    (void)state;
    assert_int_equal(pen_wrapped(&pen, "one two three", 8, 2), 2);
    assert_int_equal(pen_wrap(&pen, "one two three", 2), 2);
    looks_like(cells, "one two\n  three\n\n");
    assert_int_equal(pen.row, 2);
    cells_free(cells);
}

/* Black on white must not be bold where bold black is grey, and players have
 * colours that no edition changes, on the terminal's own ground. */
static void test_inks_can_be_read(void **state)
{
    (void)state;
    for (unsigned depth = 0; depth <= INK_DEPTH_RGB; depth++) {
        struct ink die = ink_of(INK_LIGHT_PIP, TIO_SCHMIDT, depth);
        bool few = depth == INK_DEPTH_8 || depth == INK_DEPTH_16;
        assert_int_equal(die.thin, few);
        assert_int_equal(die.weight, few ? INK_NORMAL : INK_WEIGHT_BOLD);
        assert_false(ink_of(INK_DARK_PIP, TIO_SCHMIDT, depth).thin);
        for (unsigned ink = INK_SEAT_1; ink <= INK_SEAT_5; ink++) {
            struct ink seat = ink_of(ink, TIO_SCHMIDT, depth);
            assert_int_equal(seat.ground, INK_DEFAULT);
            assert_int_equal(seat.text,
                             ink_of(ink, TIO_GAMEWRIGHT, depth).text);
        }
    }
}

/* How light a colour is, as WCAG has it: 0 is black, 1 is white. */
static double lightness(int32_t rgb)
{
    static const double weight[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        double part = (rgb >> 8 * i & 255) / 255.0;
        sum += weight[i] * (part <= 0.04045 ? part / 12.92
                                            : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* Of the 256, all but the first 16, which everybody has otherwise. */
static int32_t rgb_of_256(int32_t number)
{
    static const int level[] = {0, 95, 135, 175, 215, 255};
    int grey = 8 + 10 * (number - 232);
    assert_in_range(number, 16, 255);
    if (number >= 232)
        return grey << 16 | grey << 8 | grey;
    number -= 16;
    return level[number / 36] << 16 | level[number / 6 % 6] << 8 |
           level[number % 6];
}

static double contrast(double a, double b)
{
    return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

/* On a ground of its own, or on a dark and on a light terminal. */
static void check_contrast(struct ink ink, enum ink_depth depth)
{
    bool few = depth == INK_DEPTH_256;
    double text = lightness(few ? rgb_of_256(ink.text) : ink.text);
    if (ink.ground == INK_DEFAULT) {
        assert_true(contrast(text, 0) >= 3 && contrast(text, 1) >= 3);
        return;
    }
    assert_true(contrast(text, lightness(few ? rgb_of_256(ink.ground)
                                             : ink.ground)) >= 7);
}

static void test_contrast(void **state)
{
    (void)state;
    for (unsigned edition = 0; edition < TIO_EDITIONS; edition++)
        for (unsigned ink = 0; ink < CELL_INK_COUNT; ink++) {
            static const enum ink_depth few[] = {INK_DEPTH_8, INK_DEPTH_16};
            static const enum ink_depth many[] = {INK_DEPTH_256, INK_DEPTH_RGB};
            for (unsigned i = 0; i < 2; i++) {
                struct ink one = ink_of(ink, edition, few[i]);
                struct ink two = ink_of(ink, edition, many[i]);
                assert_true(one.text == INK_DEFAULT || one.text != one.ground);
                if (two.text != INK_DEFAULT)
                    check_contrast(two, many[i]);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_are_clipped),
        cmocka_unit_test(test_text_is_cut),
        cmocka_unit_test(test_wide_characters),
        cmocka_unit_test(test_odd_characters),
        cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_inks_can_be_read),
        cmocka_unit_test(test_contrast),
    };
    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
