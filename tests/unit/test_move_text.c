/* Moves in text: what is read, how it is printed, and what is said of what
 * can't be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "tioli.h"

static const char deck_text[] = "combo 3 D3 L4\n"
                                "combo 3 sum D > 12\n"
                                "combo 1 *? x8\n"
                                "action change D cost 2\n"
                                "action change D cost 1\n"
                                "action change L cost 3\n"
                                "action reroll D\n"
                                "action cast\n";

static tio_deck deck;

static int read_deck(void **state)
{
    (void)state;
    return (int)tio_deck_parse(deck_text, strlen(deck_text), "test", &deck,
                               NULL);
}

/* ---- Without a view ---- */

static void expect_reads(const tio_view *view, const char *text,
                         const char *canonical)
{
    tio_move move;
    tio_text_error error = {0, 0, ""};
    char printed[TIO_MOVE_TEXT];
    tio_error code = tio_move_parse(&deck, view, 1, text, &move, &error);
    if (code != TIO_OK)
        fail_msg("%s: %s", text, error.what);
    size_t size = tio_move_print(&deck, &move, printed);
    assert_string_equal(printed, canonical);
    assert_int_equal(size, strlen(canonical));
    if (!tio_move_is_chance(move.type))
        assert_int_equal(move.seat, 1);
}

static void moves_are_read(void **state)
{
    static const char *const cases[][2] = {
        {"take D5", NULL},
        {"  Take\td5 ", "take D5"},
        {"done", NULL},
        {"pass", NULL},
        {"PASS", "pass"},
        {"keep", NULL},
        {"play reroll D D5 D3", "play reroll D D3 D5"},
        {"play reroll L L1 L1", NULL},
        {"play reroll R R3 R5", NULL},
        {"play reroll 4 r3 d2 l1", "play reroll 4 L1 D2 R3"},
        {"play reroll D", NULL},
        {"play take 2", NULL},
        {"play change D4 D6 cost 1", NULL},
        {"play change d4 d6  cost 0", "play change D4 D6 cost 0"},
        {"play cast D5", NULL},
        {"play cast D5 at L3", NULL},
        {"play swap L3 D6", NULL},
        {"play swap D6 L3", "play swap L3 D6"},
        {"play shift L3 L5", NULL},
        {"lay 1:L1,D5,R6 3:L2,L2", NULL},
        {"lay 3:L2,L2 1:R6,D5,L1", "lay 1:L1,D5,R6 3:L2,L2"},
        {"lay 1: L1 , d5,R6 5:L2", "lay 1:L1,D5,R6 5:L2"},
        {"lay none", NULL},
        {"discard 2", NULL},
        {"discard 05", "discard 5"},
        {"draw 3c 2a", NULL},
        {"draw 2a 3C", "draw 3c 2a"},
        {"draw 5c", NULL},
        {"draw 5a", NULL},
        {"draw 0c 5a", "draw 5a"},
        {"draw 0a", "draw none"},
        {"draw none", NULL},
        {"start 2", NULL},
        {"deal 2 c10 c4 a3", NULL},
        {"deal 2 C10 A5", "deal 2 c10 a5"},
        {"deal 1 c? c? a?", NULL},
        {"deal 3", NULL},
        {"roll R6 L1 D4 L1", "roll L1 L1 D4 R6"},
        {"land D3", NULL},
        {"land D3 L3:L5 R2:R6", NULL},
        {"land D3 R2:R6 L4:L5 L4:L3", "land D3 R2:R6 L4:L3 L4:L5"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_reads(NULL, cases[i][0],
                     cases[i][1] ? cases[i][1] : cases[i][0]);
}

static void parts_land_in_their_fields(void **state)
{
    tio_move move;
    (void)state;
    assert_int_equal(
        tio_move_parse(&deck, NULL, 3, "play change D4 D6 cost 1", &move, NULL),
        TIO_OK);
    assert_int_equal(move.seat, 3);
    assert_int_equal(move.play.action.kind, TIO_CHANGE);
    assert_int_equal(move.play.action.colour, TIO_DARK);
    assert_int_equal(move.play.action.cost, 1);
    assert_int_equal(move.play.die, tio_kind_of(TIO_DARK, 4));
    assert_int_equal(move.play.other, tio_kind_of(TIO_DARK, 6));
    assert_int_equal(move.play.dice, 0);
    tio_move_parse(&deck, NULL, 0, "play cast R1", &move, NULL);
    assert_int_equal(move.play.other, TIO_NONE);
    tio_move_parse(&deck, NULL, 0, "play take 2", &move, NULL);
    assert_int_equal(move.play.die, TIO_NONE);
    assert_int_equal(move.play.other, TIO_NONE);
    tio_move_parse(&deck, NULL, 0, "deal 2 c10 a1 a? c?", &move, NULL);
    assert_int_equal(move.seat, 1);
    assert_int_equal(move.deal.count, 4);
    assert_int_equal(move.deal.card[0], 9);
    assert_int_equal(move.deal.card[1], 10);
    assert_int_equal(move.deal.card[2], TIO_NONE - 1);
    assert_int_equal(move.deal.card[3], TIO_NONE);
    tio_move_parse(&deck, NULL, 0, "discard 2", &move, NULL);
    assert_int_equal(move.slot, 1);
    tio_move_parse(&deck, NULL, 0, "lay 2:D3,D3", &move, NULL);
    assert_true(move.lay[1] == 2 * tio_dice_of(tio_kind_of(TIO_DARK, 3)));
    assert_true(move.lay[0] == 0);
}

/* ---- What can't be read ---- */

struct refusal {
    const char *text;
    tio_error code;
    unsigned column;
    const char *what; /* a part of it */
};

static void expect_refusal(const tio_view *view, const struct refusal *refusal)
{
    tio_move move;
    tio_move untouched;
    tio_text_error error = {0, 0, ""};
    memset(&move, 0xa5, sizeof move);
    untouched = move;
    tio_error code =
        tio_move_parse(&deck, view, 1, refusal->text, &move, &error);
    if (code != refusal->code || error.line != 1 ||
        error.column != refusal->column ||
        strstr(error.what, refusal->what) == NULL)
        fail_msg("'%s' gave %s at %u:%u: %s", refusal->text,
                 tio_error_name(code), error.line, error.column, error.what);
    assert_memory_equal(&move, &untouched, sizeof move);
    assert_int_equal(tio_move_parse(&deck, view, 1, refusal->text, &move, NULL),
                     code);
}

static void bad_moves_are_explained(void **state)
{
    static const struct refusal refusals[] = {
        {"", TIO_E_UNKNOWN_MOVE, 1, "found the end of the line: expected a"},
        {"  ", TIO_E_UNKNOWN_MOVE, 3, "expected a move: take"},
        {"grab D5", TIO_E_UNKNOWN_MOVE, 1, "found 'grab'"},
        {"take", TIO_E_TEXT, 5, "expected a die such as D5"},
        {"take X5", TIO_E_NO_SUCH_DIE, 6, "'X5' is not a die: expected L, D"},
        {"take *5", TIO_E_NO_SUCH_DIE, 6, "'*5' is not a die: expected L, D"},
        {"take  D7", TIO_E_NO_SUCH_DIE, 7, "one face from 1 to 6"},
        {"take D", TIO_E_NO_SUCH_DIE, 6, "one face from 1 to 6"},
        {"take D55", TIO_E_NO_SUCH_DIE, 6, "'D55'"},
        {"take D5 L3", TIO_E_TEXT, 9, "found 'L3': expected nothing more"},
        {"pass now", TIO_E_TEXT, 6, "expected nothing more"},
        {"play", TIO_E_NO_SUCH_ACTION, 5, "expected reroll, take"},
        {"play fly", TIO_E_NO_SUCH_ACTION, 6, "found 'fly'"},
        {"play reroll X", TIO_E_NO_SUCH_ACTION, 13, "expected L, D, 4"},
        {"play reroll D all", TIO_E_NO_SUCH_DIE, 15, "'all' is not a die"},
        {"play take 3", TIO_E_NO_SUCH_ACTION, 11, "expected 2"},
        {"play take 2 D5", TIO_E_TEXT, 13, "expected nothing more"},
        {"play change D4 6 cost 1", TIO_E_NO_SUCH_DIE, 16, "'6' is not a die"},
        {"play change D4 D6", TIO_E_TEXT, 18, "expected 'cost'"},
        {"play change D4 D6 cost", TIO_E_TEXT, 23, "chips it costs, 0 to 9"},
        {"play change D4 D6 cost 10", TIO_E_TEXT, 24, "found '10'"},
        {"play change D4 D6 cost 1 2", TIO_E_TEXT, 26, "nothing more"},
        {"play cast", TIO_E_TEXT, 10, "expected a die"},
        {"play cast D5 L3", TIO_E_TEXT, 14, "expected 'at'"},
        {"play cast D5 at", TIO_E_TEXT, 16, "expected a die"},
        {"play cast D5 at L3 L4", TIO_E_TEXT, 20, "nothing more"},
        {"play swap L3", TIO_E_TEXT, 13, "expected a die"},
        {"play swap L3 D6 D5", TIO_E_TEXT, 17, "nothing more"},
        {"play shift L3", TIO_E_TEXT, 14, "expected a die"},
        {"play shift L3 L5 L6", TIO_E_TEXT, 18, "nothing more"},
        {"lay", TIO_E_TEXT, 4, "expected a place in the hand"},
        {"lay D5", TIO_E_TEXT, 5, "such as 1:D5,L1"},
        {"lay 1", TIO_E_TEXT, 5, "found '1'"},
        {"lay 1:", TIO_E_TEXT, 7, "expected a die such as D5"},
        {"lay 1:D5,", TIO_E_TEXT, 10, "expected a die such as D5"},
        {"lay 1:D5,,L3", TIO_E_TEXT, 10, "expected a die such as D5"},
        {"lay 1:D5,L9", TIO_E_NO_SUCH_DIE, 10, "'L9' is not a die"},
        {"lay 0:D5", TIO_E_SLOT_NOT_IN_HAND, 5, "expected 1 to 5"},
        {"lay 6:D5", TIO_E_SLOT_NOT_IN_HAND, 5, "expected 1 to 5"},
        {"lay 1:D5 1:D6", TIO_E_TEXT, 10, "place 1 is named twice"},
        {"lay none 1:D5", TIO_E_TEXT, 10, "nothing more"},
        {"lay 1:R1,R1,R1,R1", TIO_E_TEXT, 16, "at most 3 of a red face"},
        {"discard", TIO_E_TEXT, 8, "a place in the hand, from 1"},
        {"discard 0", TIO_E_TEXT, 9, "found '0'"},
        {"discard -1", TIO_E_TEXT, 9, "found '-1'"},
        {"discard 99999999999999999999", TIO_E_TEXT, 9, "a place in the hand"},
        {"discard 4294967299", TIO_E_TEXT, 9, "a place in the hand"},
        {"discard 1 2", TIO_E_TEXT, 11, "nothing more"},
        {"draw", TIO_E_TEXT, 5, "such as 3c 2a, or none"},
        {"draw 3", TIO_E_TEXT, 6, "found '3'"},
        {"draw c", TIO_E_TEXT, 6, "found 'c'"},
        {"draw 3c 2c", TIO_E_TEXT, 9, "once each"},
        {"draw 999c", TIO_E_TEXT, 6, "found '999c'"},
        {"start", TIO_E_TEXT, 6, "expected a seat, from 1"},
        {"start 0", TIO_E_TEXT, 7, "expected a seat, from 1"},
        {"start 1 2", TIO_E_TEXT, 9, "nothing more"},
        {"deal", TIO_E_TEXT, 5, "expected a seat"},
        {"deal 1 c11", TIO_E_DEAL_NO_SUCH_CARD, 8, "c1 to c10"},
        {"deal 1 c0", TIO_E_DEAL_NO_SUCH_CARD, 8, "no card 'c0'"},
        {"deal 1 a6", TIO_E_DEAL_NO_SUCH_CARD, 8, "a1 to a5"},
        {"deal 1 b6", TIO_E_DEAL_NO_SUCH_CARD, 8, "no card 'b6'"},
        {"deal 1 c1 c2 c3 c4 a1 a2", TIO_E_DEAL_WRONG_COUNT, 23, "at most 5"},
        {"roll 5", TIO_E_NO_SUCH_DIE, 6, "'5' is not a die"},
        {"land", TIO_E_TEXT, 5, "expected a die"},
        {"land D3 L3", TIO_E_TEXT, 9, "such as L3:L5"},
        {"land D3 L3:", TIO_E_TEXT, 12, "expected a die"},
        {"land D3 :L3", TIO_E_TEXT, 9, "expected a die"},
        {"take \x01\xff", TIO_E_NO_SUCH_DIE, 6, "'\\x01\\xff' is not"},
        {"take D5\n", TIO_E_NO_SUCH_DIE, 6, "'D5\\x0a' is not"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        expect_refusal(NULL, &refusals[i]);
}

static void lists_have_an_end(void **state)
{
    static const struct {
        const char *start;
        const char *more;
        unsigned count;
        const char *what;
    } lists[] = {
        {"roll", " L1", 15, "at most 15 of a face"},
        {"roll L1 L1 L1 L1 L1 L1 L1 L1 L1 L1", " D2", 10, "at most 20"},
        {"land D3", " L3:L3", 19, "at most 19"},
        {"lay 1:L1,L1,L1,L1,L1,L1,L1,L1 2:D5", ",D5", 11, "at most 20"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char text[400];
        struct buffer out = buffer_fixed(text, sizeof text);
        buffer_text(&out, lists[i].start);
        for (unsigned n = 0; n < lists[i].count; n++)
            buffer_text(&out, lists[i].more);
        expect_reads(NULL, text, text);
        struct refusal refusal = {text, TIO_E_TEXT, (unsigned)out.size + 2,
                                  lists[i].what};
        buffer_text(&out, lists[i].more);
        expect_refusal(NULL, &refusal);
    }
}

static void long_words_are_cut(void **state)
{
    static char text[100000];
    tio_move move;
    tio_text_error error;
    (void)state;
    memset(text, 'z', sizeof text - 1);
    assert_int_equal(tio_move_parse(&deck, NULL, 0, text, &move, &error),
                     TIO_E_UNKNOWN_MOVE);
    assert_non_null(strstr(error.what, "zzz...': expected"));
    memset(text, '\x80', sizeof text - 1);
    tio_move_parse(&deck, NULL, 0, text, &move, &error);
    assert_non_null(strstr(error.what, "\\x80...': expected"));
}

/* ---- With a view ---- */

static tio_view table_view(tio_edition edition, const char *tray)
{
    tio_view view;
    tio_settings settings = tio_settings_default(2);
    settings.edition = (uint8_t)edition;
    memset(&view, 0, sizeof view);
    assert_int_equal(tio_game_init(&view.game, &deck, &settings), TIO_OK);
    assert_int_equal(tio_dice_parse(tray, &view.game.tray, NULL), TIO_OK);
    view.seat = 1;
    view.game.player[1].combos = 2;
    view.game.player[1].actions = 2;
    view.game.player[1].hand[2] = 10; /* change D cost 2 */
    view.game.player[1].hand[3] = 11; /* change D cost 1 */
    view.game.player[1].hand[4] = 12; /* behind the hand's end */
    return view;
}

static void a_view_fills_words_in(void **state)
{
    tio_view view = table_view(TIO_GAMEWRIGHT, "L1 D2 D4 R3");
    (void)state;
    expect_reads(&view, "play reroll D all", "play reroll D D2 D4");
    expect_reads(&view, "play reroll D", "play reroll D D2 D4");
    expect_reads(&view, "play reroll D D2", "play reroll D D2");
    expect_reads(&view, "play reroll R", "play reroll R R3");
    expect_reads(&view, "play reroll 4 all", "play reroll 4 L1 D2 D4 R3");
    expect_reads(&view, "play change D4 D6", "play change D4 D6 cost 1");
    expect_reads(&view, "play change D4 6", "play change D4 D6 cost 1");
    expect_reads(&view, "play change D4 6 cost 2", "play change D4 D6 cost 2");
    expect_reads(&view, "play shift L3 5", "play shift L3 L5");
    expect_reads(&view, "play shift L3 L1", "play shift L3 L1");
    view = table_view(TIO_SCHMIDT, "L1 L2 D2 D4 R3");
    expect_reads(&view, "play reroll 4", "play reroll 4 L1 L2 D2 D4");
}

static void a_view_can_lack_the_answer(void **state)
{
    static const struct refusal many = {
        "play reroll 4 all", TIO_E_TARGET_TOO_MANY, 15, "up to 4 of them"};
    static const struct refusal refusals[] = {
        {"play reroll D all D2", TIO_E_TEXT, 19, "nothing more"},
        {"play change L4 L6", TIO_E_ACTION_NOT_IN_HAND, 18, "no card in the"},
        {"play change D4 7", TIO_E_NO_SUCH_DIE, 16, "'7' is not a die"},
        {"play shift L3 0", TIO_E_NO_SUCH_DIE, 15, "'0' is not a die"},
    };
    tio_view view = table_view(TIO_GAMEWRIGHT, "L1 D2 D4 R3 R4");
    (void)state;
    expect_refusal(&view, &many);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        expect_refusal(&view, &refusals[i]);
    tio_move move;
    assert_int_equal(tio_move_parse(&deck, &view, TIO_SPECTATOR,
                                    "play change D4 D6", &move, NULL),
                     TIO_E_ACTION_NOT_IN_HAND);
}

/* ---- Printing anything ---- */

static void nonsense_prints_safely(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 256; type++) {
        for (unsigned fill = 0; fill < 256; fill += 15) {
            struct {
                char text[TIO_MOVE_TEXT];
                char guard;
            } room = {.guard = 'g'};
            tio_move move;
            memset(&move, (int)fill, sizeof move);
            move.type = (uint8_t)type;
            size_t size = tio_move_print(&deck, &move, room.text);
            assert_int_equal(size, strlen(room.text));
            assert_true(size > 0 && size < TIO_MOVE_TEXT);
            assert_int_equal(room.guard, 'g');
        }
    }
}

static void dice_print_and_read(void **state)
{
    char text[TIO_DICE_TEXT];
    tio_dice dice = 7;
    tio_text_error error;
    (void)state;
    assert_int_equal(tio_dice_parse(" r6 D5\tl1 L1", &dice, NULL), TIO_OK);
    assert_int_equal(tio_dice_print(dice, " ", text), 11);
    assert_string_equal(text, "L1 L1 D5 R6");
    tio_dice_print(dice, ",", text);
    assert_string_equal(text, "L1,L1,D5,R6");
    assert_int_equal(tio_dice_parse("D5 Z1", &dice, &error), TIO_E_NO_SUCH_DIE);
    assert_int_equal(error.column, 4);
    tio_dice_print(dice, "", text);
    assert_string_equal(text, "L1L1D5R6");
    assert_int_equal(tio_dice_parse("", &dice, NULL), TIO_OK);
    assert_true(dice == 0);
    assert_int_equal(tio_dice_print(0, " ", text), 0);
    assert_string_equal(text, "");
    size_t size = tio_dice_print(UINT64_MAX >> 4, ",", text);
    assert_int_equal(size, strlen(text));
    assert_int_equal(text[size - 1], '2');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_read),
        cmocka_unit_test(parts_land_in_their_fields),
        cmocka_unit_test(bad_moves_are_explained),
        cmocka_unit_test(lists_have_an_end),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(a_view_fills_words_in),
        cmocka_unit_test(a_view_can_lack_the_answer),
        cmocka_unit_test(nonsense_prints_safely),
        cmocka_unit_test(dice_print_and_read),
    };
    return cmocka_run_group_tests_name("moves in text", tests, read_deck, NULL);
}
