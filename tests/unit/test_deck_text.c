/* Decks and cards in text, and the decks that are built in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notation/builtin.h"
#include "notation/deck_text.h"
#include "notation/name.h"
#include "base/utf8.h"

/* ---- Cards ---- */

static void combos_are_read(void **state)
{
    static const char *const cases[][2] = {
        {"3 D3 L4", NULL},
        {"  3\tl4  d3 ", "3 L4 D3"},
        {"4 D5 L1 *6", NULL},
        {"2 D? D? L?", NULL},
        {"0 *?", NULL},
        {"20 L1 L2 L3 L4 L5 L6 D1 *2", NULL},
        {"3 sum D > 12", NULL},
        {"3 sum 3* < 9", NULL},
        {"3 sum * = 13", NULL},
        {"3 SUM d >= 13", "3 sum D > 12"},
        {"3 sum 3* <= 8", "3 sum 3* < 9"},
        {"3 sum * >= 0", "3 sum * > 0"},
        {"3 sum * < 2", "3 sum * = 1"},
        {"3 sum * > 119", "3 sum * = 120"},
        {"3 sum * <= 120", "3 sum * > 0"},
        {"3 sum 20* = 20", NULL},
        {"3 sum 11L > 65", NULL},
        {"3 sum L > 65", NULL},
        {"3 sum 2L > 11", NULL},
        {"3 sum 3* < 4", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tio_combo combo;
        char text[TIO_CARD_TEXT];
        const char *expected = cases[i][1] ? cases[i][1] : cases[i][0];
        assert_int_equal(tio_combo_parse(cases[i][0], &combo, NULL), TIO_OK);
        size_t size = tio_combo_print(&combo, text);
        assert_string_equal(text, expected);
        assert_int_equal(size, strlen(text));
    }
}

static void sums_become_ranges(void **state)
{
    static const struct {
        const char *text;
        unsigned count, low, high;
    } cases[] = {
        {"3 sum D > 12", 0, 13, TIO_SUM_MAX}, {"3 sum 3* < 9", 3, 1, 8},
        {"3 sum * = 13", 0, 13, 13},          {"3 sum L >= 15", 0, 15, 120},
        {"3 sum L <= 15", 0, 1, 15},          {"3 sum * >= 0", 0, 1, 120},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tio_combo combo;
        assert_int_equal(tio_combo_parse(cases[i].text, &combo, NULL), TIO_OK);
        assert_int_equal(combo.slots, 0);
        assert_int_equal(combo.count, cases[i].count);
        assert_int_equal(combo.low, cases[i].low);
        assert_int_equal(combo.high, cases[i].high);
    }
}

static void cards_mean_what_they_say(void **state)
{
    tio_combo combo;
    tio_dice dice;
    (void)state;
    assert_int_equal(tio_combo_parse("4 D5 L1 *6", &combo, NULL), TIO_OK);
    tio_dice_parse("D5 L1 R6", &dice, NULL);
    assert_true(tio_combo_accepts(&combo, dice));
    tio_dice_parse("D5 L1 R5", &dice, NULL);
    assert_false(tio_combo_accepts(&combo, dice));
    assert_int_equal(tio_combo_parse("3 sum 3* < 9", &combo, NULL), TIO_OK);
    tio_dice_parse("D4 L3 R1", &dice, NULL);
    assert_true(tio_combo_accepts(&combo, dice));
    tio_dice_parse("D4 L4 R1", &dice, NULL);
    assert_false(tio_combo_accepts(&combo, dice));
}

static void expect_size(size_t size, const char *text)
{
    assert_int_equal(size, strlen(text));
    assert_true(size > 0 && size < TIO_CARD_TEXT);
}

static void odd_cards_print_safely(void **state)
{
    char text[TIO_CARD_TEXT];
    (void)state;
    for (int fill = 0; fill < 256; fill++) {
        tio_combo combo;
        memset(&combo, fill, sizeof combo);
        size_t size = tio_combo_print(&combo, text);
        expect_size(size, text);
        combo.slots = 0;
        size = tio_combo_print(&combo, text);
        expect_size(size, text);
        uint8_t byte = (uint8_t)fill;
        tio_action action = {byte, byte, byte};
        size = tio_action_print(action, text);
        expect_size(size, text);
        action.kind = byte % TIO_ACTION_KINDS;
        size = tio_action_print(action, text);
        expect_size(size, text);
    }
    tio_combo between = {.points = 1, .colour = TIO_DARK, .low = 5, .high = 9};
    tio_combo_print(&between, text);
    assert_string_equal(text, "1 sum D 5..9");
}

/* ---- Whole decks ---- */

static void print_deck(const tio_deck *deck, char *text, size_t room)
{
    struct buffer out = buffer_fixed(text, room);
    for (unsigned card = 0; card < tio_deck_cards(deck); card++) {
        deck_print_card(&out, deck, card);
        buffer_char(&out, '\n');
    }
}

static void a_deck_is_read(void **state)
{
    static const char text[] = "# a comment\r\n"
                               "\r\n"
                               "action\tswap\n"
                               "combo 3  D3 L4             # dark and light\n"
                               "  combo 2 sum 3* < 9 x2#two\n"
                               "\t\n"
                               "action reroll D x3\n"
                               "action reroll L\n"
                               "action reroll R\n"
                               "action reroll 4\n"
                               "action take 2\n"
                               "action change D cost 1\n"
                               "action change l cost 9 \r\n"
                               "action cast\n"
                               "action shift L 2\n"
                               "action shift D 2\n"
                               "combo 1 *? x1";
    static const char expected[] = "combo 3 D3 L4\n"
                                   "combo 2 sum 3* < 9\n"
                                   "combo 2 sum 3* < 9\n"
                                   "combo 1 *?\n"
                                   "action swap\n"
                                   "action reroll D\n"
                                   "action reroll D\n"
                                   "action reroll D\n"
                                   "action reroll L\n"
                                   "action reroll R\n"
                                   "action reroll 4\n"
                                   "action take 2\n"
                                   "action change D cost 1\n"
                                   "action change L cost 9\n"
                                   "action cast\n"
                                   "action shift L 2\n"
                                   "action shift D 2\n";
    static tio_deck deck;
    static tio_deck again;
    char printed[1000];
    (void)state;
    tio_text_error error;
    if (tio_deck_parse(text, sizeof text - 1, "mine", &deck, &error) != TIO_OK)
        fail_msg("%u:%u: %s", error.line, error.column, error.what);
    assert_int_equal(deck.combos, 4);
    assert_int_equal(deck.actions, 13);
    assert_string_equal(deck.name, "mine");
    print_deck(&deck, printed, sizeof printed);
    assert_string_equal(printed, expected);
    assert_int_equal(
        tio_deck_parse(expected, strlen(expected), "other", &again, NULL),
        TIO_OK);
    assert_true(again.hash == deck.hash);
    assert_true(deck.hash != 0);
    assert_int_equal(
        tio_deck_parse(expected + 14, strlen(expected) - 14, "", &again, NULL),
        TIO_OK);
    assert_true(again.hash != deck.hash);
}

static void a_deck_may_have_no_actions(void **state)
{
    static tio_deck deck;
    (void)state;
    assert_int_equal(tio_deck_parse("combo 3 D3", 10, "x", &deck, NULL),
                     TIO_OK);
    assert_int_equal(deck.combos, 1);
    assert_int_equal(deck.actions, 0);
}

struct refusal {
    const char *text;
    unsigned line, column;
    const char *what; /* a part of it */
};

static void expect_refusal(const char *text, size_t size, tio_error code,
                           const struct refusal *refusal)
{
    static tio_deck deck;
    static tio_deck untouched;
    tio_text_error error = {0, 0, ""};
    memset(&deck, 0x5a, sizeof deck);
    memset(&untouched, 0x5a, sizeof untouched);
    tio_error got = tio_deck_parse(text, size, "bad", &deck, &error);
    if (got != code || error.line != refusal->line ||
        error.column != refusal->column ||
        strstr(error.what, refusal->what) == NULL)
        fail_msg("'%.60s' gave %s at %u:%u: %s", text, tio_error_name(got),
                 error.line, error.column, error.what);
    assert_memory_equal(&deck, &untouched, sizeof deck);
    assert_int_equal(tio_deck_parse(text, size, "bad", &deck, NULL), code);
}

static const struct refusal refusals[] = {
    {"cmbo 3 D3", 1, 1, "found 'cmbo': expected combo or action"},
    {"combo 3 D3\n\n  foo", 3, 3, "found 'foo': expected combo or action"},
    {"combo", 1, 6, "expected the points, a number from 0 to 20"},
    {"combo D3", 1, 7, "found 'D3': expected the points"},
    {"combo -1 D3", 1, 7, "found '-1': expected the points"},
    {"combo 21 D3", 1, 7, "too many points: expected 0 to 20"},
    {"combo 99999999999999999999 D3", 1, 7, "too many points"},
    {"combo 4294967299 D3", 1, 7, "too many points"},
    {"combo 3", 1, 8, "expected dice such as D3 L4, or a sum"},
    {"combo 3 # nothing", 1, 8, "expected dice such as D3 L4, or a sum"},
    {"combo 3 X3", 1, 9, "unknown colour 'X': expected L, D or *"},
    {"combo 3 D3 R5", 1, 12, "red dice are wild: expected L, D or *"},
    {"combo 3 D7", 1, 9, "unknown face in 'D7': expected 1 to 6 or ?"},
    {"combo 3 D", 1, 9, "unknown face in 'D'"},
    {"combo 3 D34", 1, 9, "unknown face in 'D34'"},
    {"combo 3 D3,L4", 1, 9, "unknown face in 'D3,L4'"},
    {"combo 3 L1 L1 L1 L1 L1 L1 L1 L1 L1", 1, 33, "at most 8"},
    {"combo 3 sum", 1, 12, "expected the dice to add up"},
    {"combo 3 sum > 12", 1, 13, "unknown colour '>'"},
    {"combo 3 sum R > 12", 1, 13, "red dice are wild"},
    {"combo 3 sum X > 12", 1, 13, "unknown colour 'X': expected L"},
    {"combo 3 sum 3 * > 12", 1, 13, "found '3': expected the dice to"},
    {"combo 3 sum D>12", 1, 13, "found 'D>12': expected the dice to"},
    {"combo 3 sum 0* > 12", 1, 13, "expected 1 to 20"},
    {"combo 3 sum 21* > 12", 1, 13, "expected 1 to 20"},
    {"combo 3 sum 12D > 20", 1, 13, "expected at most 11, red ones"},
    {"combo 3 sum D", 1, 14, "expected <, >, =, <= or >="},
    {"combo 3 sum D == 12", 1, 15, "found '==': expected <, >"},
    {"combo 3 sum D >", 1, 16, "expected the sum, a number"},
    {"combo 3 sum D > x", 1, 17, "expected x and the number of copies"},
    {"combo 3 sum D > 1y", 1, 17, "found '1y': expected the sum"},
    {"combo 3 sum D > 12 L3", 1, 20, "found 'L3': expected nothing more"},
    {"combo 3 sum D > 200", 1, 17, "expected at most 120"},
    {"combo 3 sum D > 66", 1, 15, "66 or less, the most that 11 dice"},
    {"combo 3 sum 3* < 3", 1, 16, "3 or more, the least that 3 dice"},
    {"combo 3 sum 2L > 12", 1, 16, "12 or less, the most that 2 dice"},
    {"combo 3 sum * < 1", 1, 15, "1 or more, the least that 1 die"},
    {"combo 3 sum * < 0", 1, 15, "1 or more"},
    {"combo 3 sum * = 0", 1, 15, "1 or more"},
    {"combo 3 sum * > 120", 1, 15, "120 or less, the most that 20 dice"},
    {"combo 3 D3 x", 1, 12, "found 'x': expected x and the number"},
    {"combo 3 D3 xx", 1, 12, "found 'xx': expected x and the number"},
    {"combo 3 D3 x0", 1, 12, "expected x1 to x200"},
    {"combo 3 D3 x201", 1, 12, "expected x1 to x200"},
    {"combo 3 D3 x2 x2", 1, 12, "unknown colour 'x'"},
    {"combo 3 x2", 1, 9, "expected dice such as"},
    {"x2", 1, 1, "expected combo or action"},
    {"combo 1 L1 x200\naction swap", 2, 1, "at most 200 in a deck"},
    {"combo 1 L1 x150\ncombo 1 L2 x51", 2, 1, "at most 200 in a deck"},
    {"action", 1, 7, "expected reroll, take, change, cast, swap or"},
    {"action fly", 1, 8, "found 'fly': expected reroll"},
    {"action reroll", 1, 14, "expected L, D, 4"},
    {"action reroll 5", 1, 15, "found '5': expected L, D, 4"},
    {"action reroll D 2", 1, 17, "expected nothing more"},
    {"action take 3", 1, 13, "found '3': expected 2"},
    {"action change R cost 1", 1, 15, "found 'R': expected L or D"},
    {"action change D", 1, 16, "expected 'cost' and the chips"},
    {"action change D cost", 1, 21, "the chips it costs, 0 to 9"},
    {"action change D cost 10", 1, 22, "found '10'"},
    {"action cast now", 1, 13, "found 'now': expected nothing more"},
    {"action shift D", 1, 15, "expected 2"},
    {"action shift D 3", 1, 16, "found '3': expected 2"},
    {"action shift * 2", 1, 14, "expected L or D"},
    {"combo 3 D3\r \n", 1, 9, "unknown face in 'D3\\x0d'"},
    {"combo 3 \xc3\xa4", 1, 9, "unknown colour '\\xc3'"},
};

static void bad_decks_are_explained(void **state)
{
    static const struct refusal empty[] = {
        {"", 1, 1, "no combo in the deck"},
        {"# only words\n", 2, 1, "no combo in the deck"},
        {"action swap\n", 2, 1, "'combo 3 D3 L4'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        expect_refusal(refusals[i].text, strlen(refusals[i].text), TIO_E_TEXT,
                       &refusals[i]);
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        expect_refusal(empty[i].text, strlen(empty[i].text), TIO_E_DECK_EMPTY,
                       &empty[i]);
}

static void zero_bytes_and_huge_lines(void **state)
{
    static const struct refusal huge = {"", 2, 3000001, "found 'zz"};
    size_t size = 3000100;
    (void)state;
    expect_refusal("combo 3 D\0003", 11, TIO_E_TEXT,
                   &(struct refusal){"", 1, 9, "unknown face in 'D\\x003'"});
    expect_refusal("combo 3 D3\0", 11, TIO_E_TEXT,
                   &(struct refusal){"", 1, 9, "'D3\\x00'"});
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, ' ', size);
    text[0] = '#';
    text[1] = '\n';
    memset(text + 3000002, 'z', size - 3000002);
    expect_refusal(text, size, TIO_E_TEXT, &huge);
    free(text);
}

static void names_are_cut_safely(void **state)
{
    static const char *const cases[][2] = {
        {"standard", "standard"},
        {"", "unnamed"},
        {"   ", "unnamed"},
        {" my deck ", "my deck"},
        {"a\nb\x7f\x80z", "a?b??z"},
        {"1234567890123456789012345678901", "1234567890123456789012345678901"},
        {"12345678901234567890123456789012", "1234567890123456789012345678901"},
        {"123456789012345678901234567890\xc3\xa4",
         "123456789012345678901234567890"},
        {"12345678901234567890123456789\xc3\xa4",
         "12345678901234567890123456789\xc3\xa4"},
        {"123456789012345678901234567890 x", "123456789012345678901234567890"},
    };
    static tio_deck deck;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(
            tio_deck_parse("combo 3 D3", 10, cases[i][0], &deck, NULL), TIO_OK);
        assert_string_equal(deck.name, cases[i][1]);
        assert_true(utf8_is_name(deck.name, strlen(deck.name)));
    }
    assert_int_equal(tio_deck_parse("combo 3 D3", 10, NULL, &deck, NULL),
                     TIO_OK);
    assert_string_equal(deck.name, "unnamed");
}

static void names_keep_to_their_line(void **state)
{
    static const uint32_t bad[] = {0,    9,      0x1f,   0x7f,   0x80,
                                   0x9f, 0x2028, 0x202e, 0x2066, 0x2069};
    static const uint32_t good[] = {0x20, 0x7e, 0xa0, 0x2027, 0x202f, 0x1f3b2};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_true(utf8_is_control(bad[i]));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_false(utf8_is_control(good[i]));
}

/* ---- Names that people choose ---- */

static void names_can_be_seen(void **state)
{
    static const char *const good[] = {
        "A",
        "Jean-Luc O\xe2\x80\x99Neill",
        "J\xc3\xbcrgen",
        "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0",             /* Cyrillic */
        "\xce\x91\xce\xbd\xce\xbd\xce\xb1",             /* Greek */
        "\xd8\xb9\xd9\x84\xd9\x8a",                     /* Arabic */
        "\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99",         /* Chinese */
        "\xf0\x9f\x8e\xb2",                             /* a die */
        "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9", /* joined */
        "e\xcc\x81ric",
        "Anna \xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0", /* a word each */
        "\xce\xa9mega",                          /* can't be misread */
        "42",
    };
    static const char *const bad[] = {
        "",
        " ",
        " a",
        "\xff",
        "\xe2\x80\x8b",             /* U+200B */
        "\xe2\xa0\x80",             /* U+2800 */
        "\xe3\x85\xa4",             /* U+3164 */
        "\xe1\x85\x9f",             /* U+115F */
        "\xc2\xad",                 /* U+00AD */
        "\xc2\xa0",                 /* U+00A0 */
        "\xcc\x81",                 /* a mark on nothing */
        "\xe2\x80\x8f\xe2\x80\x8e", /* U+200F U+200E */
        "\xe2\x80\xa8xyz",          /* U+2028 */
        "\xf3\xa0\x80\xa1",         /* U+E0021 */
        "\xef\xb8\x8f",             /* U+FE0F */
        "\xd0\x90nna",              /* Cyrillic A, then Latin */
        "Paul\xd0\xb0",             /* and behind it */
        "B \xce\x91nn",             /* Greek Alpha in the second word */
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!name_is_good(good[i], strlen(good[i])))
            fail_msg("'%s' (%zu) is refused", good[i], i);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (name_is_good(bad[i], strlen(bad[i])))
            fail_msg("'%s' (%zu) is allowed", bad[i], i);
}

static void names_are_told_apart(void **state)
{
    static const char *const alike[][2] = {
        {"Anna", "anna"},
        {"ANNA", "\xd0\x90NN\xd0\x90"},
        {"\xd0\x92\xd0\xb0\xd1\x81\xd1\x8f",
         "\xd0\xb2\xd0\x90\xd0\xa1\xd0\xaf"},
        {"\xd0\xa1\xd0\xb0\xd1\x80\xd0\xb0", "Capa"},
        {"AHHA", "\xd0\x90\xd0\x9d\xd0\x9d\xd0\x90"},
        {"KOPA", "\xce\x9a\xce\x9f\xce\xa1\xce\x91"},
        {"An\xc2\xadna", "Anna"},
        {"Anna\xe2\x80\x8b", "Anna"},
        {"Anna B", "Anna\xc2\xa0 B"},
        {"Anna\xe3\x85\xa4", "Anna"},
        {"\xef\xbc\xa1\xef\xbd\x8e\xef\xbd\x8e\xef\xbd\x81", "Anna"},
        {"\xf0\x9d\x90\x80nna", "Anna"},
        {"\xf0\x9d\x9f\x8f", "1"},
        {"\xe2\x92\xb6nna", "Anna"},
        {"Ren\xc3\xa9", "Rene\xcc\x81"},
        {"REN\xc3\x89", "rene\xcc\x81"},
        {"\xd0\x99\xd0\xbe\xd0\xb4", "\xd0\xb8\xcc\x86\xd0\xbe\xd0\xb4"},
        {"\xc4\x8cut", "\xc4\x8dut"},
        {"Ida", "lda"},
        {"Bob 10", "Bob lO"},
    };
    static const char *const apart[][2] = {
        {"Anna", "Anne"},
        {"Anna", "Annas"},
        {"Anna", "Ann"},
        {"Anna B", "AnnaB"},
        {"Jos\xc3\xa9", "Jose"},
        {"J\xc3\xb6rg", "Jorg"},
        {"Guest 1234", "Guest 1235"},
        {"\xe6\x9d\x8e", "\xe7\x8e\x8b"},
        {"\xf0\x9f\x8e\xb2", "\xf0\x9f\x8e\xaf"},
        {"Mia", "Max"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (!names_alike(alike[i][0], alike[i][1]) ||
            !names_alike(alike[i][1], alike[i][0]))
            fail_msg("'%s' and '%s' are told apart", alike[i][0], alike[i][1]);
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (names_alike(apart[i][0], apart[i][1]))
            fail_msg("'%s' and '%s' are the same", apart[i][0], apart[i][1]);
    assert_true(names_alike("\xff", "\xff")); /* whatever a log holds */
}

/* ---- Built-in decks ---- */

static void builtin_decks_are_whole(void **state)
{
    (void)state;
    assert_true(builtin_deck_count >= 1);
    for (unsigned i = 0; i < builtin_deck_count; i++) {
        const tio_deck *deck = tio_deck_builtin(i);
        static tio_deck again;
        static char text[TIO_MAX_CARDS * TIO_CARD_TEXT];
        assert_non_null(deck);
        assert_ptr_equal(deck, tio_deck_builtin(i));
        assert_ptr_equal(builtin_by_hash(deck->hash), deck);
        assert_string_equal(deck->name, builtin_decks[i].name);
        print_deck(deck, text, sizeof text);
        assert_int_equal(
            tio_deck_parse(text, strlen(text), deck->name, &again, NULL),
            TIO_OK);
        assert_true(again.hash == deck->hash);
    }
    assert_null(tio_deck_builtin(builtin_deck_count));
    assert_null(tio_deck_builtin(1000000));
    assert_null(builtin_by_hash(0));
    assert_int_equal(tio_deck_standard()->combos, 76);
    assert_int_equal(tio_deck_standard()->actions, 34);
    assert_string_equal(tio_deck_standard()->name, "standard");
}

/* Neighbours that are alike are one line, and the deck is the same. */
static void decks_in_short(void **state)
{
    static const struct {
        const char *deck;
        const char *printed;
    } cases[] = {
        {"combo 3 D3 L4\n", "combo 3 D3 L4\n"},
        {"combo 3 L4 x3\ncombo 2 L1\n", "combo 3 L4 x3\ncombo 2 L1\n"},
        {"action take 2\ncombo 1 L1\naction take 2 # x\ncombo 1 L1\ncombo 2 L1",
         "combo 1 L1 x2\ncombo 2 L1\naction take 2 x2\n"},
        {"combo 1 L1 x60\naction take 2 x140", /* as many as there can be */
         "combo 1 L1 x60\naction take 2 x140\n"},
    };
    static char text[DECK_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tio_deck deck;
        tio_deck again;
        size_t size = strlen(cases[i].printed) + 1;
        assert_int_equal(tio_deck_parse(cases[i].deck, strlen(cases[i].deck),
                                        "own", &deck, NULL),
                         TIO_OK);
        assert_int_equal(deck_print_short(&deck, text, sizeof text), size);
        assert_string_equal(text, cases[i].printed);
        assert_int_equal(
            tio_deck_parse(text, strlen(text), "own", &again, NULL), TIO_OK);
        assert_int_equal(deck.hash, again.hash);
        /* What it takes is known without the room for it. */
        assert_int_equal(deck_print_short(&deck, text, 4), size);
        assert_in_range(strlen(text), 0, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combos_are_read),
        cmocka_unit_test(sums_become_ranges),
        cmocka_unit_test(cards_mean_what_they_say),
        cmocka_unit_test(odd_cards_print_safely),
        cmocka_unit_test(a_deck_is_read),
        cmocka_unit_test(a_deck_may_have_no_actions),
        cmocka_unit_test(decks_in_short),
        cmocka_unit_test(bad_decks_are_explained),
        cmocka_unit_test(zero_bytes_and_huge_lines),
        cmocka_unit_test(names_are_cut_safely),
        cmocka_unit_test(names_keep_to_their_line),
        cmocka_unit_test(names_can_be_seen),
        cmocka_unit_test(names_are_told_apart),
        cmocka_unit_test(builtin_decks_are_whole),
    };
    return cmocka_run_group_tests_name("decks in text", tests, NULL, NULL);
}
