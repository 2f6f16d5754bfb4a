/* What a seat may know, at every moment of many games: a view has all that is
 * public, its own hand, and nothing that depends on what is hidden. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/odd_game.h"

#define GAMES (SLOW_BUILD ? 14 : 40) /* for each edition and variant */

/* The bytes between the fields are set too, so that views can be compared. */
static tio_view view_of(const tio_game *game, unsigned seat)
{
    tio_view view;
    memset(&view, 0, sizeof view);
    tio_view_of(game, seat, &view);
    return view;
}

static bool everyone_answers(const tio_game *game)
{
    return game->phase == TIO_PHASE_DRAW || game->phase == TIO_PHASE_LAY ||
           game->phase == TIO_PHASE_DISCARD;
}

static void put(tio_cards *cards, unsigned card)
{
    cards->word[card / 64] |= 1ULL << card % 64;
}

/* ---- Field by field ---- */

static void erase_player(tio_view *view, const tio_game *game, unsigned seat)
{
    tio_player *player = &view->game.player[seat];
    bool down = game->settings.piles_down && game->phase != TIO_PHASE_OVER;
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        if (player->hand[i] == TIO_NONE)
            continue;
        put(&view->unseen, player->hand[i]);
        if (player->old >> i & 1)
            put(&view->held, player->hand[i]);
        player->hand[i] = TIO_NONE;
    }
    if (everyone_answers(game))
        player->answer = TIO_NONE;
    if (game->phase == TIO_PHASE_LAY) {
        player->round_points = 0;
        player->round_chips = 0;
        memset(player->laid, 0, sizeof player->laid);
    }
    if (down) {
        player->points = 0;
        memset(&view->game.pile[seat], 0, sizeof view->game.pile[seat]);
    }
}

/* Exactly the hidden fields are erased, and all the others are as they are. */
static void expect_only_hidden_erased(const tio_game *game, unsigned seat)
{
    tio_view expected;
    tio_view view = view_of(game, seat);
    memset(&expected, 0, sizeof expected);
    expected.seat = (uint8_t)seat;
    expected.game = *game;
    expected.unseen = game->draw;
    memset(&expected.game.draw, 0, sizeof expected.game.draw);
    for (unsigned other = 0; other < game->settings.players; other++)
        if (other != seat)
            erase_player(&expected, game, other);
    assert_memory_equal(&view, &expected, sizeof view);
}

/* ---- The unknown filled in ---- */

/* The filled game is one to play on with, not only to look at. */
static void expect_plays_on(const struct odd_game *odd, const tio_game *filled)
{
    struct odd_game copy = *odd;
    copy.game = *filled;
    for (unsigned n = 0; n < 12 && copy.game.phase != TIO_PHASE_OVER; n++) {
        tio_move move;
        tio_game before = copy.game;
        odd_game_next(&copy, &move);
        assert_int_equal(tio_apply(&copy.game, copy.deck, &move), TIO_OK);
        const char *broken = tio_game_check(&copy.game, copy.deck, &before);
        if (broken)
            fail_msg("a filled game played on: %s", broken);
    }
}

/* The sharp one: another full game, as likely as not with other hidden cards,
 * gives the same view byte for byte. */
static bool expect_fill_looks_the_same(struct odd_game *odd, unsigned seat)
{
    tio_game filled;
    tio_view view = view_of(&odd->game, seat);
    memset(&filled, 0, sizeof filled);
    tio_view_fill(&view, odd->deck, &odd->random, &filled);
    const char *broken = tio_game_check(&filled, odd->deck, NULL);
    if (broken)
        fail_msg("a filled view: %s", broken);
    tio_view again = view_of(&filled, seat);
    assert_memory_equal(&again, &view, sizeof view);
    expect_plays_on(odd, &filled);
    return tio_game_hash(&filled) != tio_game_hash(&odd->game);
}

static unsigned expect_views(struct odd_game *odd)
{
    unsigned others = 0;
    for (unsigned seat = 0; seat < odd->game.settings.players; seat++) {
        expect_only_hidden_erased(&odd->game, seat);
        others += expect_fill_looks_the_same(odd, seat);
    }
    expect_only_hidden_erased(&odd->game, TIO_SPECTATOR);
    others += expect_fill_looks_the_same(odd, TIO_SPECTATOR);
    return others;
}

/* ---- Moves as others see them ---- */

static void expect_seen(const struct odd_game *odd, const tio_move *move)
{
    unsigned viewers = odd->game.settings.players + 1U;
    for (unsigned v = 0; v < viewers; v++) {
        unsigned seat = v + 1 == viewers ? TIO_SPECTATOR : v;
        tio_move seen = tio_move_seen(odd->deck, move, seat);
        tio_move expected = *move;
        bool hidden = move->type == TIO_MOVE_DEAL && move->seat != seat;
        unsigned cards = hidden ? move->deal.count : 0;
        for (unsigned i = 0; i < cards && i < TIO_HAND_CARDS; i++)
            expected.deal.card[i] = move->deal.card[i] < odd->deck->combos
                                        ? TIO_UNSEEN_COMBO
                                        : TIO_UNSEEN_ACTION;
        assert_memory_equal(&seen, &expected, sizeof seen);
        tio_move again = tio_move_seen(odd->deck, &seen, seat);
        assert_memory_equal(&again, &seen, sizeof seen);
    }
}

/* ---- Answers given at the same time ---- */

struct answers {
    unsigned count;
    tio_move move[TIO_MAX_PLAYERS];
};

static struct answers choose_answers(struct odd_game *odd)
{
    struct answers answers = {0};
    for (unsigned left = tio_game_deciders(&odd->game); left;
         left &= left - 1) {
        unsigned seat = (unsigned)__builtin_ctz(left);
        odd_game_choose(odd, seat, &answers.move[answers.count++]);
    }
    return answers;
}

static void shuffle_answers(struct answers *answers, tio_random *random)
{
    for (unsigned n = answers->count; n > 1; n--) {
        unsigned other = tio_random_below(random, n);
        tio_move move = answers->move[n - 1];
        answers->move[n - 1] = answers->move[other];
        answers->move[other] = move;
    }
}

static void expect_any_order(const struct odd_game *odd, struct answers answers,
                             tio_random *random)
{
    tio_game first;
    for (unsigned trial = 0; trial < 4; trial++) {
        tio_game game = odd->game;
        for (unsigned i = 0; i < answers.count; i++)
            assert_int_equal(tio_apply(&game, odd->deck, &answers.move[i]),
                             TIO_OK);
        if (trial == 0)
            first = game;
        assert_true(tio_game_hash(&game) == tio_game_hash(&first));
        assert_memory_equal(&game, &first, sizeof game);
        shuffle_answers(&answers, random);
    }
}

static bool same_move(const tio_deck *deck, const tio_move *a,
                      const tio_move *b)
{
    char text[2][TIO_MOVE_TEXT];
    tio_move_print(deck, a, text[0]);
    tio_move_print(deck, b, text[1]);
    return strcmp(text[0], text[1]) == 0;
}

/* Nobody else sees which answer a seat gave while others still think. */
static bool expect_secret(struct odd_game *odd, const tio_move *answer)
{
    tio_game one = odd->game;
    tio_game two = odd->game;
    tio_move other;
    bool differ = false;
    for (unsigned n = 0; n < 8 && !differ; n++) {
        odd_game_choose(odd, answer->seat, &other);
        differ = !same_move(odd->deck, answer, &other);
    }
    assert_int_equal(tio_apply(&one, odd->deck, answer), TIO_OK);
    assert_int_equal(tio_apply(&two, odd->deck, &other), TIO_OK);
    for (unsigned seat = 0; seat <= odd->game.settings.players; seat++) {
        unsigned who =
            seat == odd->game.settings.players ? TIO_SPECTATOR : seat;
        if (who == answer->seat)
            continue;
        tio_view a = view_of(&one, who);
        tio_view b = view_of(&two, who);
        assert_memory_equal(&a, &b, sizeof a);
    }
    return differ;
}

/* ---- The games ---- */

struct tally {
    unsigned long views;
    unsigned long others;
    unsigned orders[TIO_PHASES];
    unsigned secrets[TIO_PHASES];
};

static void look_at(struct odd_game *odd, struct tally *tally)
{
    if (tio_random_below(&odd->random, 8) == 0) {
        tally->views += odd->game.settings.players + 1U;
        tally->others += expect_views(odd);
    }
    unsigned deciders = tio_game_deciders(&odd->game);
    if ((deciders & (deciders - 1)) == 0 ||
        tio_random_below(&odd->random, 2) == 0)
        return;
    struct answers answers = choose_answers(odd);
    expect_any_order(odd, answers, &odd->random);
    tally->orders[odd->game.phase]++;
    tally->secrets[odd->game.phase] += expect_secret(odd, &answers.move[0]);
}

static void play_variant(tio_edition edition, bool free_hand, const char *name)
{
    struct tally tally = {0};
    for (unsigned number = 0; number < GAMES; number++) {
        struct odd_game odd;
        odd_game_begin(&odd, edition, free_hand, number);
        while (odd.game.phase != TIO_PHASE_OVER) {
            tio_move move;
            look_at(&odd, &tally);
            odd_game_next(&odd, &move);
            expect_seen(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
        expect_views(&odd);
    }
    printf("# %s: %d games, %lu views, %lu filled otherwise than they were\n",
           name, GAMES, tally.views, tally.others);
    assert_true(tally.others > tally.views / 2);
    for (unsigned phase = 0; phase < TIO_PHASES; phase++) {
        bool common = phase == TIO_PHASE_LAY || phase == TIO_PHASE_DISCARD ||
                      (phase == TIO_PHASE_DRAW && free_hand);
        assert_int_equal(tally.orders[phase] > 10, common);
        assert_int_equal(tally.secrets[phase] > 10, common);
    }
}

static void views_of_gamewright(void **state)
{
    (void)state;
    play_variant(TIO_GAMEWRIGHT, false, "gamewright");
}

static void views_of_gamewright_free_hand(void **state)
{
    (void)state;
    play_variant(TIO_GAMEWRIGHT, true, "gamewright, free hand");
}

static void views_of_schmidt(void **state)
{
    (void)state;
    play_variant(TIO_SCHMIDT, false, "schmidt");
}

static void views_of_schmidt_free_hand(void **state)
{
    (void)state;
    play_variant(TIO_SCHMIDT, true, "schmidt, free hand");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_of_gamewright),
        cmocka_unit_test(views_of_gamewright_free_hand),
        cmocka_unit_test(views_of_schmidt),
        cmocka_unit_test(views_of_schmidt_free_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
