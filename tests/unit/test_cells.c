/* The grid that the full-screen game draws on: nothing leaves its box, and
 * every character has the columns that it takes. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_are_clipped),
        cmocka_unit_test(test_text_is_cut),
        cmocka_unit_test(test_wide_characters),
        cmocka_unit_test(test_odd_characters),
        cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_inks_can_be_read),
    };

    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
