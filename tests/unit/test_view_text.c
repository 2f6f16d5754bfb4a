/* The text of views: each reads back as the same view to the byte, at every
 * moment of many odd games; and whatever else can be read, however it was
 * garbled, is a view that a game can be played on from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/odd_game.h"

/* For each edition and variant, games whose views are read again, and games
 * whose views are garbled. */
#define GAMES (SLOW_BUILD ? 8 : 24)
#define GARBLED (SLOW_BUILD ? 4 : 12)
#define SPREAD 29ULL /* steps through all 48 settings of odd games */
#define MOST_LINES 120

static tio_view view_of(const tio_game *game, unsigned seat)
{
    tio_view view;
    memset(&view, 0, sizeof view);
    tio_view_of(game, seat, &view);
    return view;
}

static unsigned any_viewer(struct odd_game *odd)
{
    unsigned players = odd->game.settings.players;
    unsigned seat = tio_random_below(&odd->random, players + 1);
    return seat == players ? TIO_SPECTATOR : seat;
}

/* ---- There and back ---- */

static size_t longest;

static void expect_reads_back(const struct odd_game *odd, unsigned seat)
{
    tio_view view = view_of(&odd->game, seat);
    tio_view read;
    tio_text_error error;
    char text[TIO_VIEW_TEXT];
    size_t size = tio_view_print(odd->deck, &view, text);
    assert_int_equal(size, strlen(text));
    longest = size > longest ? size : longest;
    memset(&read, 0xaa, sizeof read);
    if (tio_view_parse(odd->deck, text, size, &read, &error) != TIO_OK)
        fail_msg("line %u, column %u: %s\n%s", error.line, error.column,
                 error.what, text);
    assert_memory_equal(&read, &view, sizeof view);
}

static void views_read_back(tio_edition edition, bool free_hand)
{
    for (unsigned number = 0; number < GAMES; number++) {
        struct odd_game odd;
        odd_game_begin(&odd, edition, free_hand, number * SPREAD);
        for (;;) {
            tio_move move;
            for (unsigned s = 0; s < odd.game.settings.players; s++)
                expect_reads_back(&odd, s);
            expect_reads_back(&odd, TIO_SPECTATOR);
            if (odd.game.phase == TIO_PHASE_OVER)
                break;
            odd_game_next(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
}

static void reads_back_gamewright(void **state)
{
    (void)state;
    views_read_back(TIO_GAMEWRIGHT, false);
    views_read_back(TIO_GAMEWRIGHT, true);
}

static void reads_back_schmidt(void **state)
{
    (void)state;
    views_read_back(TIO_SCHMIDT, false);
    views_read_back(TIO_SCHMIDT, true);
}

/* Every other card: no two in a row, so that no range saves room. */
static void the_longest_fits(void **state)
{
    (void)state;
    struct odd_game odd;
    char text[TIO_VIEW_TEXT];
    odd_game_begin(&odd, TIO_GAMEWRIGHT, true, 3);
    odd.deck = odd_deck(6);
    tio_view view = view_of(&odd.game, 0);
    for (unsigned w = 0; w < 4; w++) {
        view.unseen.word[w] = 0x5555555555555555;
        view.held.word[w] = 0x1111111111111111;
        view.game.discards.word[w] = 0xaaaaaaaaaaaaaaaa;
    }
    size_t size = tio_view_print(odd.deck, &view, text);
    assert_string_equal(text + size - 4, "end\n");
    /* All that the sets above do not have: dice, lay-outs, hand. */
    assert_true(size + 1200 < TIO_VIEW_TEXT);
    assert_true(longest + 1000 < TIO_VIEW_TEXT);
}

/* ---- Garbled texts ---- */

static void play_on(const struct odd_game *odd, const tio_game *game,
                    const char *text)
{
    struct odd_game copy = *odd;
    copy.game = *game;
    while (copy.game.phase != TIO_PHASE_OVER) {
        tio_move move;
        tio_game before = copy.game;
        odd_game_next(&copy, &move);
        assert_int_equal(tio_apply(&copy.game, copy.deck, &move), TIO_OK);
        const char *broken = tio_game_check(&copy.game, copy.deck, &before);
        if (broken)
            fail_msg("a view that was read played on: %s\n%s", broken, text);
    }
}

/* True if the text could be read; then a game goes with it. */
static bool expect_sound(struct odd_game *odd, const char *text, size_t size)
{
    tio_view view;
    tio_game filled;
    tio_text_error error = {0, 0, ""};
    char again[TIO_VIEW_TEXT];
    memset(&filled, 0, sizeof filled);
    if (tio_view_parse(odd->deck, text, size, &view, &error) != TIO_OK) {
        assert_true(error.line > 0 && error.column > 0);
        assert_true(error.what[0] != '\0');
        return false;
    }
    assert_int_equal(tio_view_print(odd->deck, &view, again), size);
    assert_memory_equal(again, text, size);
    tio_view_fill(&view, odd->deck, &odd->random, &filled);
    const char *broken = tio_game_check(&filled, odd->deck, NULL);
    if (broken)
        fail_msg("%s\n%.*s", broken, (int)size, text);
    tio_view seen = view_of(&filled, view.seat);
    assert_memory_equal(&seen, &view, sizeof view);
    play_on(odd, &filled, again);
    return true;
}

/* Bytes that are likely to mean something, more often than any byte. */
static char any_byte(tio_random *random)
{
    static const char likely[] = "0123456789-,: \nLDRcay?";
    if (tio_random_below(random, 8) == 0)
        return (char)tio_random_below(random, 256);
    return likely[tio_random_below(random, sizeof likely - 1)];
}

static size_t flip_bytes(tio_random *random, char *text, size_t size)
{
    unsigned flips = 1 + tio_random_below(random, 2);
    for (unsigned i = 0; i < flips; i++)
        text[tio_random_below(random, (uint32_t)size)] = any_byte(random);
    return size;
}

/* The line at an index, with its end; the number of lines. */
static unsigned split(const char *text, const char *lines[MOST_LINES + 1])
{
    unsigned n = 0;
    for (const char *at = text; *at; at = strchr(at, '\n') + 1)
        lines[n++] = at;
    lines[n] = text + strlen(text);
    return n;
}

/* Some lines of one view in the place of another's: each is well formed. */
static size_t mix_lines(tio_random *random, const char *text, const char *other,
                        char out[TIO_VIEW_TEXT])
{
    const char *mine[MOST_LINES + 1];
    const char *theirs[MOST_LINES + 1];
    unsigned count = split(text, mine);
    unsigned others = split(other, theirs);
    unsigned from = tio_random_below(random, count);
    unsigned many = 1 + tio_random_below(random, 3);
    size_t size = 0;
    for (unsigned i = 0; i < count; i++) {
        bool swap = i >= from && i < from + many && i < others;
        const char **lines = swap ? theirs : mine;
        size_t length = (size_t)(lines[i + 1] - lines[i]);
        if (size + length >= TIO_VIEW_TEXT)
            break;
        memcpy(out + size, lines[i], length);
        size += length;
    }
    return size;
}

static size_t cut(tio_random *random, size_t size)
{
    return tio_random_below(random, (uint32_t)size);
}

/* Each move one view, garbled in three ways; `last` is an earlier view. */
static unsigned garble_game(struct odd_game *odd)
{
    char last[TIO_VIEW_TEXT] = "";
    unsigned sound = 0;
    while (odd->game.phase != TIO_PHASE_OVER) {
        char text[TIO_VIEW_TEXT];
        char garbled[TIO_VIEW_TEXT];
        tio_move move;
        tio_view view = view_of(&odd->game, any_viewer(odd));
        size_t size = tio_view_print(odd->deck, &view, text);
        size_t mixed = mix_lines(&odd->random, text, last, garbled);
        sound += mixed != size || memcmp(garbled, text, size) != 0
                     ? expect_sound(odd, garbled, mixed)
                     : 0;
        memcpy(garbled, text, size + 1);
        flip_bytes(&odd->random, garbled, size);
        if (memcmp(garbled, text, size) != 0)
            sound += expect_sound(odd, garbled, size);
        assert_false(expect_sound(odd, text, cut(&odd->random, size)));
        if (tio_random_below(&odd->random, 4) == 0)
            memcpy(last, text, size + 1);
        odd_game_next(odd, &move);
        assert_int_equal(tio_apply(&odd->game, odd->deck, &move), TIO_OK);
    }
    return sound;
}

static void garbled_views_are_refused_or_sound(void **state)
{
    (void)state;
    unsigned sound = 0;
    for (unsigned way = 0; way < 4; way++) {
        for (unsigned number = 0; number < GARBLED; number++) {
            struct odd_game odd;
            odd_game_begin(&odd, (tio_edition)(way / 2), way % 2,
                           number * SPREAD);
            sound += garble_game(&odd);
        }
    }
    /* Most are refused, but not all: another die in the tray is as good. */
    assert_true(sound > 40);
}

/* ---- Errors that a person can understand ---- */

/* A game in its first turn that is always the same. */
static void first_turn(struct odd_game *odd)
{
    tio_settings settings = tio_settings_default(3);
    settings.first = 1;
    odd->deck = tio_deck_standard();
    tio_random_init(&odd->random, 7, 0);
    assert_int_equal(tio_game_init(&odd->game, odd->deck, &settings), TIO_OK);
    while (tio_game_wants_chance(&odd->game)) {
        tio_move move;
        tio_deal_random(&odd->game, odd->deck, &odd->random, &move);
        assert_int_equal(tio_apply(&odd->game, odd->deck, &move), TIO_OK);
    }
}

/* The text with the first line that begins with `start` replaced. */
static size_t edit(const char *text, const char *start, const char *line,
                   char out[TIO_VIEW_TEXT])
{
    const char *at = text;
    while (strncmp(at, start, strlen(start)) != 0)
        at = strchr(at, '\n') + 1;
    const char *next = strchr(at, '\n') + 1;
    return (size_t)snprintf(out, TIO_VIEW_TEXT, "%.*s%s%s", (int)(at - text),
                            text, line, next);
}

static const struct {
    const char *start;
    const char *line;
    unsigned number;
    unsigned column;
    const char *what;
} mistakes[] = {
    {"tioli", "tioli view 2\n", 1, 1,
     "found 'tioli': expected the line 'tioli view 1' here"},
    {"deck", "deck 0000000000000000\n", 2, 6, "of another deck"},
    {"players", "players 6\n", 3, 9, "found '6': expected 2 to 5"},
    {"players", "players 03\n", 3, 9, "found '03': expected 2 to 5"},
    {"edition", "edition other\n", 4, 9,
     "found 'other': expected gamewright or schmidt"},
    {"seat", "seat 4\n", 10, 6,
     "found '4': expected a seat from 1 to 3 or 'spectator'"},
    {"phase", "phase sleep\n", 11, 7, "expected start, draw, deal, roll"},
    {"phase", "phase lay\n", 15, 1, "somebody's turn only while"},
    {"round ", "round 10\n", 12, 1, "a round goes from 1"},
    {"rounds", "rounds 8\n", 13, 1, "as many as the starts"},
    {"starter", "starter 1\n", 14, 1, "clockwise"},
    {"turn", "turn -\n", 15, 1, "somebody's turn"},
    {"passed", "passed 2\n", 15, 1, "who has passed has no turn"},
    {"passed", "passed 1,\n", 16, 8, "found '1,': expected numbers"},
    {"passed", "passed 4\n", 3, 1, "a seat that does not exist"},
    {"took", "took 1\n", 19, 1, "a turn has one die, or two by an action"},
    {"pending", "pending 1\n", 21, 1, "something to answer"},
    {"tray", "tray X1\n", 22, 6, "'X1' is not a die"},
    {"tray", "tray L1\n", 11, 1, "dice are conserved"},
    {"deal-seat", "deal-seat 1\n", 26, 1, "in the phase 'deal'"},
    {"draw-combos", "draw-combos 63\n", 29, 1, "as many cards as are unseen"},
    {"discards", "discards c1-c200\n", 31, 10, "expected cards of the deck"},
    {"unseen", "unseen a1-c3\n", 32, 8, "expected cards of the deck"},
    {"unseen", "unseen -\n", 32, 1, "a card of the deck is nowhere"},
    {"held", "held c1-c76\n", 33, 1, "not unseen"},
    {"combos 1", "combos 1 6\n", 34, 10, "expected a number from 0 to 5"},
    {"combos 1", "combos 2 4\n", 34, 1, "expected the line 'combos 1 ' here"},
    {"combos 2", "combos 2 5\n", 47, 1, "at most five cards"},
    {"old 2", "old 2 1\n", 33, 1, "before the last reshuffle"},
    {"old 1", "old 1 4,6\n", 36, 7, "expected numbers such as 1,3"},
    {"points 1", "points 1 3\n", 11, 1, "points are those of the pile"},
    {"points 1", "points 1 ?\n", 39, 10, "found '?': expected a number"},
    {"laid 1", "laid 1 1:c1:D3\n", 42, 1, "not in the score pile"},
    {"laid 1", "laid 1 1:c1\n", 42, 8, "such as 1:c17:D3,L4"},
    {"laid-points", "laid-points 1 2\n", 43, 1, "not the points"},
    {"hand", "hand -\n", 70, 6, "expected a combo of the deck"},
    {"card 1", "card 1 c1 no such\n", 71, 1, "expected the line 'card 1 "},
    {"answer", "answer pass\n", 76, 8, "has not answered"},
    {"end", "", 77, 1, "cut off"},
    {"end", "end\nend\n", 77, 4, "goes on behind 'end'"},
};

static void mistakes_are_named(void **state)
{
    (void)state;
    struct odd_game odd;
    char text[TIO_VIEW_TEXT];
    first_turn(&odd);
    tio_view view = view_of(&odd.game, 0);
    tio_view_print(odd.deck, &view, text);
    for (unsigned i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char wrong[TIO_VIEW_TEXT];
        tio_text_error error = {0, 0, ""};
        size_t size = edit(text, mistakes[i].start, mistakes[i].line, wrong);
        tio_error code = tio_view_parse(odd.deck, wrong, size, &view, &error);
        if (code == TIO_OK || !strstr(error.what, mistakes[i].what) ||
            error.line != mistakes[i].number ||
            error.column != mistakes[i].column)
            fail_msg("%s%u:%u: %s", mistakes[i].line, error.line, error.column,
                     error.what);
    }
}

/* A round later only the lay-outs remember which dice there were. */
static void laid_dice_are_those_of_the_game(void **state)
{
    (void)state;
    struct odd_game odd;
    tio_settings settings = tio_settings_default(2);
    tio_text_error error = {0, 0, ""};
    char text[TIO_VIEW_TEXT];
    char wrong[TIO_VIEW_TEXT];
    odd.deck = odd_deck(7); /* any dice complete any of its combos */
    memset(odd.style, STYLE_HUNGRY, sizeof odd.style);
    tio_random_init(&odd.random, 7, 0);
    assert_int_equal(tio_game_init(&odd.game, odd.deck, &settings), TIO_OK);
    while (odd.game.round < 2 || odd.game.phase != TIO_PHASE_TURN) {
        tio_move move;
        odd_game_next(&odd, &move);
        assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
    }
    tio_view view = view_of(&odd.game, 0);
    tio_view_print(odd.deck, &view, text);
    unsigned card = odd.game.player[0].laid_card[0];
    assert_true(card < odd.deck->combos && odd.game.player[0].laid[0]);
    char line[80];
    for (unsigned dice = 6; dice < 8; dice++) {
        snprintf(line, sizeof line, "laid 1 1:c%u:L1,L1,L1,L1,L1,L1%s\n",
                 card + 1, dice < 7 ? "" : ",L1");
        size_t size = edit(text, "laid 1", line, wrong);
        size = edit(strcpy(text, wrong), "laid-points 1", "laid-points 1 1\n",
                    wrong);
        size = edit(strcpy(text, wrong), "laid 2", "laid 2 -\n", wrong);
        size = edit(strcpy(text, wrong), "laid-points 2", "laid-points 2 0\n",
                    wrong);
        tio_error code = tio_view_parse(odd.deck, wrong, size, &view, &error);
        if (dice < 7 && code != TIO_OK)
            fail_msg("%u: %s", error.line, error.what);
    }
    assert_non_null(strstr(error.what, "more dice of a colour"));
}

/* Before the first starter is drawn there is nothing to know. */
static void nothing_comes_before_the_start(void **state)
{
    (void)state;
    tio_settings settings = tio_settings_default(2);
    const tio_deck *deck = tio_deck_standard();
    tio_game game;
    tio_text_error error = {0, 0, ""};
    char text[TIO_VIEW_TEXT];
    char wrong[TIO_VIEW_TEXT];
    assert_int_equal(tio_game_init(&game, deck, &settings), TIO_OK);
    tio_view view = view_of(&game, 1);
    tio_view_print(deck, &view, text);
    size_t size = edit(text, "chips 2", "chips 2 3\n", wrong);
    assert_int_equal(tio_view_parse(deck, wrong, size, &view, &error),
                     TIO_E_TEXT);
    assert_non_null(strstr(error.what, "nothing has happened"));
}

/* A failure leaves the caller's view as it was, and NULL is no error's room. */
static void a_failure_writes_nothing(void **state)
{
    (void)state;
    tio_view view;
    tio_view before;
    static const char text[] = "tioli view 1\nno\n";
    memset(&view, 0x5a, sizeof view);
    memcpy(&before, &view, sizeof view);
    assert_int_equal(
        tio_view_parse(tio_deck_standard(), text, sizeof text - 1, &view, NULL),
        TIO_E_TEXT);
    assert_memory_equal(&view, &before, sizeof view);
    char *huge = calloc(1, TIO_VIEW_TEXT);
    assert_non_null(huge);
    assert_int_equal(
        tio_view_parse(tio_deck_standard(), huge, TIO_VIEW_TEXT, &view, NULL),
        TIO_E_TOO_LONG);
    free(huge);
}

/* The example of the page is a view, to the byte. */
static void the_page_has_a_view(void **state)
{
    (void)state;
    static char page[20000];
    tio_text_error error;
    tio_view view;
    FILE *file = fopen("docs/view-text.md", "r");
    assert_non_null(file);
    size_t size = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    page[size] = '\0';
    const char *begin = strstr(page, "```\ntioli view 1\n");
    assert_non_null(begin);
    begin += 4;
    const char *end = strstr(begin, "```");
    assert_non_null(end);
    if (tio_view_parse(tio_deck_standard(), begin, (size_t)(end - begin), &view,
                       &error) != TIO_OK)
        fail_msg("line %u of the example: %s", error.line, error.what);
    assert_int_equal(view.seat, view.game.turn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_back_gamewright),
        cmocka_unit_test(reads_back_schmidt),
        cmocka_unit_test(the_longest_fits),
        cmocka_unit_test(garbled_views_are_refused_or_sound),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(laid_dice_are_those_of_the_game),
        cmocka_unit_test(nothing_comes_before_the_start),
        cmocka_unit_test(a_failure_writes_nothing),
        cmocka_unit_test(the_page_has_a_view),
    };
    return cmocka_run_group_tests_name("view_text", tests, NULL, NULL);
}
