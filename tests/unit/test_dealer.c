/* Chance is even: faces, deals, starters and throws against the chi-square
 * values that even chance exceeds once in a thousand. Seeds are fixed, so the
 * tests give the same result every time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tioli.h"

#define SEED 1

/* ---- Chi-square ---- */

static double critical(unsigned freedom)
{
    static const struct {
        unsigned freedom;
        double value; /* exceeded with probability 0.001 */
    } table[] = {
        {1, 10.828},   {2, 13.816},   {3, 16.266},   {4, 18.467},
        {5, 20.515},   {15, 37.697},  {19, 43.820},  {20, 45.315},
        {29, 58.301},  {32, 62.487},  {33, 63.870},  {35, 66.619},
        {64, 104.716}, {71, 113.577}, {75, 118.599}, {125, 179.604},
    };
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].freedom == freedom)
            return table[i].value;
    fail_msg("no critical value for %u degrees of freedom", freedom);
    return 0;
}

/* `weight` is how likely each cell is, up to a factor; NULL: all alike. */
static void expect_weights(const char *what, const unsigned long count[],
                           const double weight[], unsigned cells)
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
    if (chi_square > critical(cells - 1))
        fail_msg("%s: chi-square %.1f is above %.1f", what, chi_square,
                 critical(cells - 1));
}

static void expect_even(const char *what, const unsigned long count[],
                        unsigned cells)
{
    expect_weights(what, count, NULL, cells);
}

/* ---- The generator ---- */

/* A change of these numbers changes every simulation. */
static void generator_is_what_it_was(void **state)
{
    static const struct {
        uint64_t seed, stream, first[4];
    } golden[] = {
        {0,
         0,
         {0x513d99d0d5fefbb9, 0x06b59cbabcc0cc45, 0x18e9713c42c3c9b7,
          0xfd9eb77027656207}},
        {1,
         0,
         {0xd8fd270fe04b94b7, 0x7677f5dd497a275a, 0x877260b3565d1412,
          0x4b5c78f7301e3be9}},
        {0,
         1,
         {0x53447bd776b06a02, 0x4204b140104856b7, 0xa1fda0d3040ec10f,
          0xb248000cda820236}},
        {42,
         7,
         {0x03a5b8985a9b6ace, 0x89f97b9fd4133ac0, 0x8c6adf3f4bbb52ed,
          0x5172c45f24498f66}},
        {UINT64_MAX,
         UINT64_MAX,
         {0x4c1283c6cfe1864a, 0x2dc2f021feae2ba7, 0x84877707942e7999,
          0x490e313cf1c30058}},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof golden / sizeof *golden; i++) {
        tio_random random;
        tio_random_init(&random, golden[i].seed, golden[i].stream);
        for (unsigned n = 0; n < 4; n++)
            assert_true(tio_random_next(&random) == golden[i].first[n]);
    }
}

/* The published sequence of xoshiro256** from this state. */
static void generator_is_xoshiro(void **state)
{
    static const uint64_t published[] = {11520,
                                         0,
                                         1509978240,
                                         1215971899390074240,
                                         1216172134540287360,
                                         607988272756665600,
                                         16172922978634559625ULL,
                                         8476171486693032832};
    tio_random random = {{1, 2, 3, 4}};
    (void)state;
    for (unsigned n = 0; n < sizeof published / sizeof *published; n++)
        assert_true(tio_random_next(&random) == published[n]);
}

static void expect_below_even(tio_random *random, uint32_t bound,
                              unsigned cells)
{
    unsigned long by_rest[64] = {0};
    unsigned long by_size[64] = {0};
    char what[40];
    for (unsigned n = 0; n < 60000; n++) {
        uint32_t drawn = tio_random_below(random, bound);
        assert_true(drawn < bound);
        by_rest[drawn % cells]++;
        by_size[(uint64_t)drawn * cells / bound]++;
    }
    snprintf(what, sizeof what, "below %u", bound);
    expect_even(what, by_rest, cells);
    expect_even(what, by_size, cells);
}

/* Without throwing draws away, 3 << 30 would favour every third number by two
 * to one. */
static void below_is_even_for_awkward_bounds(void **state)
{
    static const struct {
        uint32_t bound;
        unsigned cells;
    } bounds[] = {
        {2, 2},        {3, 3},          {4, 4},          {5, 5},
        {6, 6},        {36, 36},        {1296, 36},      {3U << 30, 3},
        {5U << 29, 5}, {0x80000001, 2}, {0xffffffff, 3}, {0xfffffffe, 2},
    };
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 1);
    for (unsigned i = 0; i < sizeof bounds / sizeof *bounds; i++)
        expect_below_even(&random, bounds[i].bound, bounds[i].cells);
    for (unsigned n = 0; n < 100; n++)
        assert_int_equal(tio_random_below(&random, 1), 0);
}

/* Numbers of two generators side by side, as two dice. */
static void expect_unrelated(const char *what, uint64_t seed_step,
                             uint64_t stream_step)
{
    unsigned long pairs[36] = {0};
    for (uint64_t n = 0; n < 12000; n++) {
        tio_random one;
        tio_random two;
        tio_random_init(&one, n, n * 3);
        tio_random_init(&two, n + seed_step, n * 3 + stream_step);
        for (unsigned i = 0; i < 3; i++) {
            unsigned first = tio_random_below(&one, 6);
            pairs[first * 6 + tio_random_below(&two, 6)]++;
        }
    }
    expect_even(what, pairs, 36);
}

static void streams_are_unrelated(void **state)
{
    (void)state;
    expect_unrelated("the next stream", 0, 1);
    expect_unrelated("the next seed", 1, 0);
    expect_unrelated("seed and stream by one", 1, 1);
    expect_unrelated("a stream far away", 0, 1ULL << 63);
    expect_unrelated("seed up, stream down", 1, UINT64_MAX);
}

static int compare_words(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

#define GRID 96
#define PAIRS ((size_t)GRID * GRID)

static void neighbouring_streams_all_differ(void **state)
{
    static uint64_t first[PAIRS];
    unsigned long ones[2] = {0};
    double chi_square = 0;
    (void)state;
    for (uint64_t n = 0; n < PAIRS; n++) {
        tio_random random;
        tio_random_init(&random, n / GRID, n % GRID);
        first[n] = tio_random_next(&random);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        ones[1] = 0;
        for (unsigned n = 0; n < PAIRS; n++)
            ones[1] += first[n] >> bit & 1;
        double off = (double)ones[1] - (double)PAIRS / 2;
        chi_square += off * off / ((double)PAIRS / 4);
    }
    assert_true(chi_square < critical(64));
    qsort(first, PAIRS, sizeof *first, compare_words);
    for (unsigned n = 1; n < PAIRS; n++)
        assert_true(first[n - 1] != first[n]);
}

/* ---- Dice ---- */

static tio_game game_of(unsigned players)
{
    tio_game game;
    tio_settings settings = tio_settings_default(players);
    assert_int_equal(tio_game_init(&game, tio_deck_standard(), &settings),
                     TIO_OK);
    return game;
}

static tio_dice ones_of(unsigned colour, unsigned count)
{
    return count * tio_dice_of(tio_kind_of(colour, 1));
}

static tio_dice roll(tio_dice rolling, tio_random *random)
{
    tio_move move;
    tio_game game = {0};
    game.phase = TIO_PHASE_ROLL;
    game.rolling = rolling;
    tio_deal_random(&game, tio_deck_standard(), random, &move);
    assert_int_equal(move.type, TIO_MOVE_ROLL);
    return move.roll;
}

static void expect_faces(unsigned colour, unsigned dice, tio_random *random)
{
    unsigned long faces[6] = {0};
    char what[40];
    for (unsigned n = 0; n < 20000; n++) {
        tio_dice rolled = roll(ones_of(colour, dice), random);
        assert_int_equal(tio_dice_size(rolled), dice);
        for (unsigned face = 0; face < 6; face++)
            faces[face] +=
                tio_dice_count(rolled, tio_kind_of(colour, face + 1));
    }
    snprintf(what, sizeof what, "faces of %u dice of colour %u", dice, colour);
    expect_even(what, faces, 6);
}

/* One to nine ordinary dice: by fours, by ones and both. */
static void faces_are_even(void **state)
{
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 2);
    for (unsigned dice = 1; dice <= 9; dice++) {
        expect_faces(TIO_LIGHT, dice, &random);
        expect_faces(TIO_DARK, dice, &random);
    }
    expect_faces(TIO_RED, 1, &random);
    expect_faces(TIO_RED, 2, &random);
}

static void full_rolls_are_even(void **state)
{
    unsigned long faces[3][6] = {{0}};
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 3);
    for (unsigned n = 0; n < 20000; n++) {
        tio_dice rolled = roll(ones_of(TIO_LIGHT, 9) + ones_of(TIO_DARK, 7) +
                                   ones_of(TIO_RED, 2),
                               &random);
        for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
            faces[kind / 6][kind % 6] += tio_dice_count(rolled, kind);
    }
    expect_even("light dice of a full roll", faces[TIO_LIGHT], 6);
    expect_even("dark dice of a full roll", faces[TIO_DARK], 6);
    expect_even("red dice of a full roll", faces[TIO_RED], 6);
}

/* Every outcome of some equal dice, and how many ways lead to it. */
struct outcomes {
    unsigned count;
    tio_dice dice[126];
    double ways[126];
};

static void list_outcomes(struct outcomes *list, unsigned dice, unsigned face,
                          tio_dice so_far, double ways)
{
    if (face == 6) {
        list->dice[list->count] =
            so_far + dice * tio_dice_of(tio_kind_of(TIO_LIGHT, 6));
        for (unsigned k = 2; k <= dice; k++)
            ways /= k;
        list->ways[list->count++] = ways;
        return;
    }
    for (unsigned n = 0; n <= dice; n++) {
        double part = ways;
        for (unsigned k = 2; k <= n; k++)
            part /= k;
        list_outcomes(list, dice - n, face + 1,
                      so_far + n * tio_dice_of(tio_kind_of(TIO_LIGHT, face)),
                      part);
    }
}

/* All the dice of a roll together: two are rolled singly, four at once. */
static void expect_outcomes(unsigned dice, unsigned cells, tio_random *random)
{
    static struct outcomes list;
    unsigned long count[126] = {0};
    list.count = 0;
    list_outcomes(&list, dice, 1, 0, 1);
    assert_int_equal(list.count, cells);
    for (unsigned n = 0; n < 60000; n++) {
        tio_dice rolled = roll(ones_of(TIO_LIGHT, dice), random);
        unsigned i = 0;
        while (i < cells && list.dice[i] != rolled)
            i++;
        assert_true(i < cells);
        count[i]++;
    }
    expect_weights("dice of one colour together", count, list.ways, cells);
}

static unsigned first_face(tio_dice dice)
{
    unsigned kind = 0;
    while (tio_dice_count(dice, (tio_kind)kind) == 0)
        kind++;
    return kind % 6;
}

static void dice_of_a_roll_are_independent(void **state)
{
    unsigned long light_dark[36] = {0};
    unsigned long dark_red[36] = {0};
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 4);
    expect_outcomes(2, 21, &random);
    expect_outcomes(4, 126, &random);
    for (unsigned n = 0; n < 40000; n++) {
        tio_dice rolled = roll(ones_of(TIO_LIGHT, 1) + ones_of(TIO_DARK, 1) +
                                   ones_of(TIO_RED, 1),
                               &random);
        unsigned light = first_face(rolled & TIO_DICE_LIGHT);
        unsigned dark = first_face(rolled & TIO_DICE_DARK);
        unsigned red = first_face(rolled & TIO_DICE_RED);
        light_dark[light * 6 + dark]++;
        dark_red[dark * 6 + red]++;
    }
    expect_even("light with dark", light_dark, 36);
    expect_even("dark with red", dark_red, 36);
}

/* ---- Starters and cards ---- */

static void starters_are_even(void **state)
{
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 5);
    for (unsigned players = 2; players <= TIO_MAX_PLAYERS; players++) {
        unsigned long starts[TIO_MAX_PLAYERS] = {0};
        tio_game game = game_of(players);
        tio_move move;
        for (unsigned n = 0; n < 20000; n++) {
            tio_deal_random(&game, tio_deck_standard(), &random, &move);
            assert_int_equal(move.type, TIO_MOVE_START);
            assert_true(move.seat < players);
            starts[move.seat]++;
        }
        expect_even("the first starter", starts, players);
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
    tio_random_init(&random, SEED, 6);
    for (unsigned n = 0; n < 20000; n++) {
        tio_game game = game_of(3);
        tio_move move;
        while (game.phase != TIO_PHASE_ROLL) {
            tio_deal_random(&game, deck, &random, &move);
            assert_int_equal(tio_apply(&game, deck, &move), TIO_OK);
        }
        for (unsigned i = 0; i < SLOTS; i++)
            count[i][game.player[i / 5].hand[i % 5]]++;
    }
    for (unsigned i = 0; i < SLOTS; i++) {
        bool combo = i % 5 < TIO_HAND_COMBOS;
        if (combo)
            expect_even("combos at a place", count[i], deck->combos);
        else
            expect_even("actions at a place", count[i] + deck->combos,
                        deck->actions);
    }
}

/* A pile of some combos of a deck, with two to be dealt. */
static tio_game pile_of(const tio_deck *deck, unsigned cards)
{
    tio_game game;
    tio_settings settings = tio_settings_default(2);
    settings.first = 0;
    assert_int_equal(tio_game_init(&game, deck, &settings), TIO_OK);
    assert_int_equal(game.phase, TIO_PHASE_DEAL);
    memset(&game.draw, 0, sizeof game.draw);
    for (unsigned card = 0; card < cards; card++)
        game.draw.word[card * 3 / 64] |= 1ULL << card * 3 % 64;
    game.draw_combos = (uint8_t)cards;
    game.draw_actions = 0;
    game.deal_combos = 2;
    game.deal_actions = 0;
    return game;
}

/* Ordered pairs out of a pile: shuffled as by Fisher and Yates. From large
 * piles cards are drawn in another way than from small ones. */
static void expect_even_pairs(unsigned cards, tio_random *random)
{
    const tio_deck *deck = tio_deck_standard();
    tio_game game = pile_of(deck, cards);
    unsigned long pairs[36 * 36] = {0};
    unsigned long used[36 * 36];
    unsigned cells = 0;
    for (unsigned n = 0; n < 40000; n++) {
        tio_move move;
        tio_deal_random(&game, deck, random, &move);
        assert_int_equal(move.deal.count, 2);
        assert_int_equal(move.deal.card[0] % 3 + move.deal.card[1] % 3, 0);
        unsigned one = move.deal.card[0] / 3U;
        unsigned two = move.deal.card[1] / 3U;
        pairs[one * cards + two]++;
    }
    for (unsigned i = 0; i < cards * cards; i++)
        if (i / cards == i % cards)
            assert_int_equal(pairs[i], 0);
        else
            used[cells++] = pairs[i];
    expect_even("pairs of cards", used, cells);
}

static void pairs_of_cards_are_even(void **state)
{
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 7);
    expect_even_pairs(2, &random);
    expect_even_pairs(5, &random);
    expect_even_pairs(6, &random);
}

/* A large pile is drawn from in another way: every one of its cards, as even.
 * And where the pile ends in the middle of a deal, the discards follow. */
static void piles_of_all_sizes_are_even(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    unsigned long second[6] = {0};
    unsigned long large[20] = {0};
    tio_random random;
    tio_move move;
    (void)state;
    tio_random_init(&random, SEED, 8);
    tio_game game = pile_of(deck, 20);
    for (unsigned n = 0; n < 40000; n++) {
        tio_deal_random(&game, deck, &random, &move);
        large[move.deal.card[0] / 3]++;
        large[move.deal.card[1] / 3]++;
    }
    expect_even("a large pile", large, 20);
    game = pile_of(deck, 1);
    game.discards.word[0] = 0x3fULL << 20;
    for (unsigned n = 0; n < 20000; n++) {
        tio_deal_random(&game, deck, &random, &move);
        assert_int_equal(move.deal.card[0], 0);
        assert_in_range(move.deal.card[1], 20, 25);
        second[move.deal.card[1] - 20]++;
    }
    expect_even("a reshuffled pile", second, 6);
}

/* ---- A die that is cast back ---- */

static tio_kind die(const char *text)
{
    static const char colours[] = "LDR";
    unsigned colour = (unsigned)(strchr(colours, text[0]) - colours);
    return tio_kind_of(colour, (unsigned)(text[1] - '0'));
}

static tio_game throwing(const char *aim, const char *tray)
{
    tio_game game = game_of(2);
    game.phase = TIO_PHASE_LAND;
    game.turn = 0;
    game.thrown = die("D3");
    game.aim = aim ? die(aim) : TIO_NONE;
    assert_int_equal(tio_dice_parse(tray, &game.tray, NULL), TIO_OK);
    return game;
}

static tio_move land(const tio_game *game, tio_random *random)
{
    tio_move move;
    tio_deal_random(game, tio_deck_standard(), random, &move);
    assert_int_equal(move.type, TIO_MOVE_LAND);
    assert_int_equal(tio_check(game, tio_deck_standard(), &move), TIO_OK);
    return move;
}

/* Two throws of three hit; one hit of three carries on, until all are hit. */
static void throws_hit_and_carry_as_the_rules_say(void **state)
{
    static const double odds[] = {1 / 3.,  4 / 9.,   4 / 27.,
                                  4 / 81., 4 / 243., 2 / 243.};
    unsigned long hits[6] = {0};
    unsigned long thrown[6] = {0};
    unsigned long face[6] = {0};
    tio_game game = throwing("L2", "L2 L2 L5 D4 R6");
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 9);
    for (unsigned n = 0; n < 60000; n++) {
        tio_move move = land(&game, &random);
        assert_true(move.land.hits < 6);
        hits[move.land.hits]++;
        thrown[move.land.die - die("D1")]++;
        if (move.land.hits > 0) {
            assert_int_equal(move.land.hit[0].from, die("L2"));
            face[move.land.hit[0].to - die("L1")]++;
        }
    }
    expect_weights("how many dice are hit", hits, odds, 6);
    expect_even("the thrown die", thrown, 6);
    expect_even("the die aimed at", face, 6);
}

/* The die that a hit carries on to: evenly one of those not yet hit. */
static void hits_carry_to_any_die(void **state)
{
    static const char *const rest[] = {"L2", "L5", "D4", "R6"};
    unsigned long second[4] = {0};
    unsigned long pair[6] = {0};
    unsigned long face[6] = {0};
    tio_game game = throwing("L2", "L2 L2 L5 D4 R6");
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 10);
    for (unsigned n = 0; n < 80000; n++) {
        tio_move move = land(&game, &random);
        unsigned one = 0;
        unsigned two = 0;
        if (move.land.hits < 2 || move.land.hits > 3)
            continue;
        while (move.land.hit[1].from != die(rest[one]))
            one++;
        face[tio_kind_face(move.land.hit[1].to) - 1]++;
        if (move.land.hits == 2) {
            second[one]++;
            continue;
        }
        while (move.land.hit[2].from != die(rest[two]))
            two++;
        assert_true(one < two); /* the dice of `rest` ascend */
        pair[one == 0 ? two - 1 : one + two]++;
    }
    expect_even("the second die hit", second, 4);
    expect_even("the next two dice hit", pair, 6);
    expect_even("the face of a die hit later", face, 6);
}

/* Three equal dice are hit three times as often as one. */
static void equal_dice_are_hit_each_for_itself(void **state)
{
    static const double odds[] = {3, 1};
    unsigned long second[2] = {0};
    tio_game game = throwing("D4", "L5 L5 L5 D4 R1");
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 11);
    for (unsigned n = 0; n < 40000; n++) {
        tio_move move = land(&game, &random);
        if (move.land.hits == 2)
            second[move.land.hit[1].from == die("R1")]++;
    }
    expect_weights("three dice and one", second, odds, 2);
}

static void other_cast_rules_hit_less(void **state)
{
    static const double odds[] = {1, 2};
    unsigned long hits[2] = {0};
    unsigned long single[2] = {0};
    tio_random random;
    (void)state;
    tio_random_init(&random, SEED, 12);
    tio_game game = throwing("L2", "L2 L2 L5 D4 R6");
    tio_game alone = throwing("L2", "L2");
    tio_game no_aim = throwing(NULL, "L2 L2 L5 D4 R6");
    game.settings.cast = TIO_CAST_AIM;
    for (unsigned n = 0; n < 20000; n++) {
        tio_move move = land(&game, &random);
        assert_true(move.land.hits < 2);
        hits[move.land.hits]++;
        move = land(&alone, &random);
        assert_true(move.land.hits < 2);
        single[move.land.hits]++;
        assert_int_equal(land(&no_aim, &random).land.hits, 0);
    }
    expect_weights("hits that don't carry", hits, odds, 2);
    expect_weights("hits with one die in the tray", single, odds, 2);
}

/* ---- Views filled in ---- */

static void filled_hands_are_even(void **state)
{
    unsigned long combos[TIO_MAX_CARDS] = {0};
    unsigned long actions[TIO_MAX_CARDS] = {0};
    const tio_deck *deck = tio_deck_standard();
    tio_game game = game_of(3);
    tio_random random;
    tio_move move;
    tio_view view;
    unsigned n_combos = 0;
    unsigned n_actions = 0;
    (void)state;
    tio_random_init(&random, SEED, 13);
    while (game.phase != TIO_PHASE_ROLL) {
        tio_deal_random(&game, deck, &random, &move);
        assert_int_equal(tio_apply(&game, deck, &move), TIO_OK);
    }
    tio_view_of(&game, 0, &view);
    for (unsigned n = 0; n < 20000; n++) {
        tio_game filled;
        tio_view_fill(&view, deck, &random, &filled);
        combos[filled.player[2].hand[1]]++;
        actions[filled.player[1].hand[4]]++;
    }
    for (unsigned card = 0; card < tio_deck_cards(deck); card++)
        if (!tio_cards_have(&view.unseen, card))
            assert_int_equal(combos[card] + actions[card], 0);
        else if (tio_deck_is_combo(deck, card))
            combos[n_combos++] = combos[card];
        else
            actions[n_actions++] = actions[card];
    assert_int_equal(n_combos, 72);
    assert_int_equal(n_actions, 33);
    expect_even("combos of a filled hand", combos, n_combos);
    expect_even("actions of a filled hand", actions, n_actions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_is_what_it_was),
        cmocka_unit_test(generator_is_xoshiro),
        cmocka_unit_test(below_is_even_for_awkward_bounds),
        cmocka_unit_test(streams_are_unrelated),
        cmocka_unit_test(neighbouring_streams_all_differ),
        cmocka_unit_test(faces_are_even),
        cmocka_unit_test(full_rolls_are_even),
        cmocka_unit_test(dice_of_a_roll_are_independent),
        cmocka_unit_test(starters_are_even),
        cmocka_unit_test(deals_are_even),
        cmocka_unit_test(pairs_of_cards_are_even),
        cmocka_unit_test(piles_of_all_sizes_are_even),
        cmocka_unit_test(throws_hit_and_carry_as_the_rules_say),
        cmocka_unit_test(hits_carry_to_any_die),
        cmocka_unit_test(equal_dice_are_hit_each_for_itself),
        cmocka_unit_test(other_cast_rules_hit_less),
        cmocka_unit_test(filled_hands_are_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
