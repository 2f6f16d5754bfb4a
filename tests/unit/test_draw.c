/* Chance from words: exactly what docs/fairness.md says, word by word, and as
 * even as the words are. The chi-square values are those that even chance
 * exceeds once in a thousand; seeds are fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tioli.h"

/* ---- Words by hand ---- */

struct script {
    const uint32_t *word;
    unsigned count;
    unsigned used;
};

static uint32_t scripted(void *context)
{
    struct script *script = context;
    if (script->used == script->count)
        fail_msg("more than %u words were drawn", script->count);
    return script->word[script->used++];
}

/* What these words, and all of them, make of the game. */
static void expect_move(const tio_game *game, const tio_deck *deck,
                        const uint32_t *word, unsigned count, const char *text)
{
    struct script script = {word, count, 0};
    char got[TIO_MOVE_TEXT];
    tio_move move;
    tio_deal_words(game, deck, scripted, &script, &move);
    tio_move_print(deck, &move, got);
    assert_string_equal(got, text);
    assert_int_equal(script.used, count);
    assert_int_equal(tio_check(game, deck, &move), TIO_OK);
}

#define EXPECT(game, text, ...)                                                \
    do {                                                                       \
        static const uint32_t words[] = {__VA_ARGS__};                         \
        expect_move(game, tio_deck_standard(), words,                          \
                    sizeof words / sizeof *words, text);                       \
    } while (0)

static tio_game game_of(unsigned players)
{
    tio_game game;
    tio_settings settings = tio_settings_default(players);
    assert_int_equal(tio_game_init(&game, tio_deck_standard(), &settings),
                     TIO_OK);
    return game;
}

static void starters_follow_the_words(void **state)
{
    tio_game two = game_of(2);
    tio_game three = game_of(3);
    tio_game five = game_of(5);
    (void)state;
    EXPECT(&two, "start 1", 0xfffffffe);
    EXPECT(&two, "start 2", 0xffffffff);
    EXPECT(&three, "start 1", 0);
    EXPECT(&three, "start 3", 5);
    EXPECT(&three, "start 3", 0xfffffffe);
    /* 2^32 is 3 * 1431655765 + 1: one word is left over. */
    EXPECT(&three, "start 2", 0xffffffff, 0xffffffff, 1);
    EXPECT(&five, "start 5", 0xfffffffe);
    EXPECT(&five, "start 1", 0xffffffff, 0);
}

static tio_dice dice(const char *text)
{
    tio_dice out;
    assert_int_equal(tio_dice_parse(text, &out, NULL), TIO_OK);
    return out;
}

/* Light dice first, then dark, then red; 2^32 is 6 * 715827882 + 4. */
static void rolls_follow_the_words(void **state)
{
    tio_game game = game_of(2);
    (void)state;
    game.phase = TIO_PHASE_ROLL;
    game.turn = 0;
    game.rolling = dice("R6 D2 L4 L3");
    EXPECT(&game, "roll L1 L6 D3 R4", 5, 6, 2, 3);
    EXPECT(&game, "roll L6 L6 D6 R6", 0xfffffffb, 0xfffffffb, 0xfffffffb,
           0xfffffffb);
    EXPECT(&game, "roll L2 L3 D1 R1", 0xfffffffc, 1, 0xfffffffd, 2, 0xfffffffe,
           0, 0xffffffff, 6);
}

/* The last card takes the place of the one that was drawn. */
static void deals_follow_the_words(void **state)
{
    tio_settings settings = tio_settings_default(2);
    tio_game game;
    (void)state;
    settings.first = 1;
    tio_game_init(&game, tio_deck_standard(), &settings);
    /* Of 76, 75, 74 and 73 combos, and 34 actions. */
    EXPECT(&game, "deal 2 c1 c76 c75 c74 a1", 0, 0, 0, 0, 0);
    EXPECT(&game, "deal 2 c76 c75 c74 c73 a34", 75, 74, 73, 72, 33);
    EXPECT(&game, "deal 2 c10 c9 c76 c75 a3", 9, 75 + 8, 9, 8, 34 + 2);
}

/* Three combos in the pile, at 20 to 22; the discards 5 and 7 follow them. */
static void reshuffles_follow_the_words(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    tio_settings settings = tio_settings_default(2);
    tio_game game;
    (void)state;
    settings.first = 0;
    tio_game_init(&game, deck, &settings);
    memset(&game.draw, 0, sizeof game.draw);
    game.draw.word[0] = 7ULL << 20;
    game.draw.word[1] = 3ULL << (deck->combos - 64);
    game.draw_combos = 3;
    game.draw_actions = 2;
    game.discards.word[0] = 1ULL << 5 | 1ULL << 7;
    game.deal_combos = 4;
    game.deal_actions = 1;
    EXPECT(&game, "deal 1 c22 c23 c21 c8 a2", 1, 1, 0, 1, 1);
    /* One card left is drawn by a word, too. */
    EXPECT(&game, "deal 1 c21 c23 c22 c6 a1", 0, 0, 77, 0, 0);
}

static tio_game throwing(const char *aim, const char *tray)
{
    tio_game game = game_of(2);
    game.phase = TIO_PHASE_LAND;
    game.turn = 0;
    game.thrown = tio_kind_of(TIO_DARK, 3);
    game.aim = TIO_NONE;
    if (aim)
        game.aim = (tio_kind)((aim[0] == 'D' ? 6 : 0) + aim[1] - '1');
    game.tray = dice(tray);
    return game;
}

/* Face, hit?, face, carries on?, which, face, carries on? ... */
static void throws_follow_the_words(void **state)
{
    tio_game plain = throwing(NULL, "L2 L5");
    tio_game aimed = throwing("L2", "L2 L2 L5 D4 R6");
    tio_game alone = throwing("L2", "L2");
    tio_game equal = throwing("L2", "L2 L5 L5 D1");
    (void)state;
    EXPECT(&plain, "land D4", 3);
    EXPECT(&aimed, "land D4", 3, 2);
    EXPECT(&aimed, "land D1 L2:L3", 0, 1, 2, 1);
    EXPECT(&aimed, "land D1 L2:L3", 0, 0, 2, 2);
    EXPECT(&aimed, "land D1 L2:L3 R6:R1", 0, 1, 2, 0, 3, 0, 1);
    EXPECT(&aimed, "land D1 L2:L3 L2:L4", 0, 1, 2, 0, 0, 3, 1);
    /* In the order of the words R6, L5, D4, L2: in the text they ascend. */
    EXPECT(&aimed, "land D1 L2:L6 L2:L5 L5:L3 D4:D4 R6:R2", 0, 1, 5, 0, 3, 1, 0,
           1, 2, 0, 1, 3, 0, 0, 4);
    EXPECT(&alone, "land D6 L2:L1", 5, 1, 0);
    /* Equal dice, by what they became. */
    EXPECT(&equal, "land D1 L2:L3 L5:L1 L5:L6", 0, 1, 2, 0, 1, 5, 0, 0, 0, 1);
    aimed.settings.cast = TIO_CAST_AIM;
    EXPECT(&aimed, "land D1 L2:L3", 0, 1, 2);
}

/* ---- Evenness ---- */

static uint32_t seeded(void *context)
{
    return (uint32_t)(tio_random_next(context) >> 32);
}

static void expect_weights(const char *what, const unsigned long count[],
                           const double weight[], unsigned cells, double most)
{
    double draws = 0;
    double weights = 0;
    double chi_square = 0;
    for (unsigned i = 0; i < cells; i++) {
        draws += (double)count[i];
        weights += weight ? weight[i] : 1;
    }
    for (unsigned i = 0; i < cells; i++) {
        double expected = draws * (weight ? weight[i] : 1) / weights;
        double off = (double)count[i] - expected;
        if (expected < 5)
            fail_msg("%s: too few draws for cell %u", what, i);
        chi_square += off * off / expected;
    }
    if (chi_square > most)
        fail_msg("%s: chi-square %.1f is above %.1f", what, chi_square, most);
}

static tio_move draw(const tio_game *game, tio_random *random)
{
    tio_move move;
    tio_deal_words(game, tio_deck_standard(), seeded, random, &move);
    assert_int_equal(tio_check(game, tio_deck_standard(), &move), TIO_OK);
    return move;
}

static void rolls_are_even(void **state)
{
    unsigned long faces[3][6] = {{0}};
    tio_game game = game_of(5);
    tio_random random;
    (void)state;
    tio_random_init(&random, 1, 1);
    game.phase = TIO_PHASE_ROLL;
    for (unsigned n = 0; n < 20000; n++) {
        tio_dice rolled = draw(&game, &random).roll;
        for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
            faces[kind / 6][kind % 6] += tio_dice_count(rolled, kind);
    }
    for (unsigned colour = 0; colour < 3; colour++)
        expect_weights("faces", faces[colour], NULL, 6, 20.515);
}

static void starters_are_even(void **state)
{
    static const double most[] = {0, 0, 10.828, 13.816, 16.266, 18.467};
    tio_random random;
    (void)state;
    tio_random_init(&random, 1, 2);
    for (unsigned players = 2; players <= TIO_MAX_PLAYERS; players++) {
        unsigned long starts[TIO_MAX_PLAYERS] = {0};
        tio_game game = game_of(players);
        for (unsigned n = 0; n < 20000; n++)
            starts[draw(&game, &random).seat]++;
        expect_weights("starters", starts, NULL, players, most[players]);
    }
}

#define SLOTS (3 * TIO_HAND_CARDS)

/* Every card as often at every place of every hand. */
static void deals_are_even(void **state)
{
    static unsigned long count[SLOTS][TIO_MAX_CARDS];
    const tio_deck *deck = tio_deck_standard();
    tio_random random;
    (void)state;
    tio_random_init(&random, 1, 3);
    for (unsigned n = 0; n < 20000; n++) {
        tio_game game = game_of(3);
        while (game.phase != TIO_PHASE_ROLL) {
            tio_move move = draw(&game, &random);
            assert_int_equal(tio_apply(&game, deck, &move), TIO_OK);
        }
        for (unsigned i = 0; i < SLOTS; i++)
            count[i][game.player[i / 5].hand[i % 5]]++;
    }
    assert_int_equal(deck->combos, 76);
    assert_int_equal(deck->actions, 34);
    for (unsigned i = 0; i < SLOTS; i++)
        if (i % 5 < TIO_HAND_COMBOS)
            expect_weights("combos", count[i], NULL, 76, 118.599);
        else
            expect_weights("actions", count[i] + 76, NULL, 34, 63.870);
}

/* Ordered pairs out of a pile of six: all thirty alike. */
static void pairs_of_cards_are_even(void **state)
{
    unsigned long pairs[36] = {0};
    unsigned long used[30];
    unsigned cells = 0;
    tio_settings settings = tio_settings_default(2);
    tio_game game;
    tio_random random;
    (void)state;
    tio_random_init(&random, 1, 4);
    settings.first = 0;
    tio_game_init(&game, tio_deck_standard(), &settings);
    memset(&game.draw, 0, sizeof game.draw);
    game.draw.word[0] = 0x3f;
    game.draw_combos = 6;
    game.draw_actions = 0;
    game.deal_combos = 2;
    game.deal_actions = 0;
    for (unsigned n = 0; n < 40000; n++) {
        tio_move move = draw(&game, &random);
        pairs[move.deal.card[0] * 6 + move.deal.card[1]]++;
    }
    for (unsigned i = 0; i < 36; i++)
        if (i / 6 == i % 6)
            assert_int_equal(pairs[i], 0);
        else
            used[cells++] = pairs[i];
    expect_weights("pairs of cards", used, NULL, 30, 58.301);
}

/* Two throws of three hit; one hit of three carries on, to any die that was
 * not hit, until all are. */
static void throws_are_even(void **state)
{
    static const double odds[] = {1 / 3.,  4 / 9.,   4 / 27.,
                                  4 / 81., 4 / 243., 2 / 243.};
    static const double second_odds[] = {1, 1, 1, 1};
    unsigned long hits[6] = {0};
    unsigned long face[6] = {0};
    unsigned long second[4] = {0};
    tio_game game = throwing("L2", "L2 L2 L5 D4 R6");
    tio_random random;
    (void)state;
    tio_random_init(&random, 1, 5);
    for (unsigned n = 0; n < 60000; n++) {
        tio_move move = draw(&game, &random);
        assert_true(move.land.hits < 6);
        hits[move.land.hits]++;
        face[tio_kind_face(move.land.die) - 1]++;
        if (move.land.hits != 2)
            continue;
        tio_kind from = move.land.hit[1].from;
        second[from == 1 ? 0 : from == 4 ? 1 : from == 9 ? 2 : 3]++;
    }
    expect_weights("how many dice are hit", hits, odds, 6, 20.515);
    expect_weights("the thrown die", face, NULL, 6, 20.515);
    expect_weights("the second die", second, second_odds, 4, 16.266);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starters_follow_the_words),
        cmocka_unit_test(rolls_follow_the_words),
        cmocka_unit_test(deals_follow_the_words),
        cmocka_unit_test(reshuffles_follow_the_words),
        cmocka_unit_test(throws_follow_the_words),
        cmocka_unit_test(rolls_are_even),
        cmocka_unit_test(starters_are_even),
        cmocka_unit_test(deals_are_even),
        cmocka_unit_test(pairs_of_cards_are_even),
        cmocka_unit_test(throws_are_even),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
