/* tio_game_check() sees what is wrong: a good game is spoilt in one way at a
 * time, and each time the right sentence must come back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tioli.h"

/* ---- A good game, in the midst of a round ---- */

static unsigned size_of(const tio_player *player)
{
    return (unsigned)player->combos + player->actions;
}

/* Everything is there that can be spoilt: seat 0 has a full hand, seat 1 has
 * played its action, one player has passed, there are combos in the piles and
 * dice of all colours in the tray. */
static bool rich_enough(const tio_game *game)
{
    const tio_player *player = game->player;
    return game->phase == TIO_PHASE_TURN && game->round == 2 &&
           size_of(&player[0]) == 5 && size_of(&player[1]) == 4 &&
           game->passed && player[0].points > 0 && player[1].chips > 0 &&
           tio_dice_colour(game->tray, TIO_LIGHT) &&
           tio_dice_colour(game->tray, TIO_DARK) &&
           tio_dice_colour(game->tray, TIO_RED);
}

static tio_game good_game(void)
{
    const tio_deck *deck = tio_deck_standard();
    tio_settings settings = tio_settings_default(3);
    tio_random random;
    tio_game game;
    tio_random_init(&random, 31, 0);
    for (unsigned n = 0; n < 10000; n++) {
        assert_int_equal(tio_game_init(&game, deck, &settings), TIO_OK);
        while (game.phase != TIO_PHASE_OVER) {
            tio_move move;
            tio_view view;
            unsigned deciders = tio_game_deciders(&game);
            if (rich_enough(&game))
                return game;
            if (deciders) {
                tio_view_of(&game, (unsigned)__builtin_ctz(deciders), &view);
                tio_bot_named("random")->choose(&view, deck, NULL, &random,
                                                &move);
            } else {
                tio_deal_random(&game, deck, &random, &move);
            }
            assert_int_equal(tio_apply(&game, deck, &move), TIO_OK);
        }
    }
    fail_msg("no game was rich enough");
    return game;
}

/* ---- Tools to spoil it with ---- */

static void add_card(tio_cards *cards, unsigned card)
{
    cards->word[card / 64] |= 1ULL << card % 64;
}

static void drop_card(tio_cards *cards, unsigned card)
{
    cards->word[card / 64] &= ~(1ULL << card % 64);
}

/* Takes a card out of the draw pile, and counts it. */
static uint8_t draw_card(tio_game *game, bool combo)
{
    unsigned card = combo ? 0 : tio_deck_standard()->combos;
    while (!tio_cards_have(&game->draw, card))
        card++;
    drop_card(&game->draw, card);
    if (combo)
        game->draw_combos--;
    else
        game->draw_actions--;
    return (uint8_t)card;
}

static void put_back(tio_game *game, unsigned card)
{
    add_card(&game->draw, card);
    if (tio_deck_is_combo(tio_deck_standard(), card))
        game->draw_combos++;
    else
        game->draw_actions++;
}

static tio_kind first_in_tray(const tio_game *game)
{
    tio_kind kind = 0;
    while (tio_dice_count(game->tray, kind) == 0)
        kind++;
    return kind;
}

/* ---- Ways to spoil it ---- */

static void too_few_players(tio_game *game)
{
    game->settings.players = 1;
}

static void too_many_players(tio_game *game)
{
    game->settings.players = 6;
}

static void light_die_too_many(tio_game *game)
{
    game->tray += tio_dice_of(tio_kind_of(TIO_LIGHT, 6));
}

static void dark_die_too_many(tio_game *game)
{
    game->rolling += tio_dice_of(tio_kind_of(TIO_DARK, 6));
}

static void red_die_too_many(tio_game *game)
{
    game->player[2].taken += tio_dice_of(tio_kind_of(TIO_RED, 1));
}

static void die_lost(tio_game *game)
{
    game->tray -= tio_dice_of(first_in_tray(game));
}

static void die_of_another_colour(tio_game *game)
{
    game->tray +=
        tio_dice_of(tio_kind_of(TIO_RED, 1)) - tio_dice_of(first_in_tray(game));
}

static void thrown_die_counted_twice(tio_game *game)
{
    game->thrown = first_in_tray(game);
}

static void six_cards_in_hand(tio_game *game)
{
    game->player[0].combos = 5;
}

static void card_of_no_deck(tio_game *game)
{
    game->player[0].hand[0] = 110;
}

static void card_in_two_hands(tio_game *game)
{
    game->player[0].hand[0] = game->player[1].hand[0];
}

static void card_in_hand_and_pile(tio_game *game)
{
    add_card(&game->draw, game->player[0].hand[0]);
}

static void card_nowhere(tio_game *game)
{
    draw_card(game, true);
}

static void card_beyond_the_deck(tio_game *game)
{
    add_card(&game->discards, 150);
}

static void action_before_combos(tio_game *game)
{
    uint8_t card = game->player[0].hand[0];
    game->player[0].hand[0] = game->player[0].hand[4];
    game->player[0].hand[4] = card;
}

static void card_behind_the_hand(tio_game *game)
{
    game->player[1].hand[4] = 7;
}

static void nothing_is_old(tio_game *game)
{
    game->player[1].old = 1U << 4;
}

static void five_combos(tio_game *game)
{
    tio_player *player = &game->player[0];
    put_back(game, player->hand[4]);
    player->hand[4] = draw_card(game, true);
    player->combos = 5;
    player->actions = 0;
}

static void two_actions(tio_game *game)
{
    tio_player *player = &game->player[0];
    put_back(game, player->hand[3]);
    player->hand[3] = draw_card(game, false);
    player->combos = 3;
    player->actions = 2;
}

static void combos_miscounted(tio_game *game)
{
    game->draw_combos++;
}

static void actions_miscounted(tio_game *game)
{
    game->draw_actions--;
}

static void pile_not_reshuffled(tio_game *game)
{
    while (game->draw_actions > 0)
        add_card(&game->discards, draw_card(game, false));
}

static void action_scored(tio_game *game)
{
    add_card(&game->pile[2], draw_card(game, false));
}

static void point_too_many(tio_game *game)
{
    game->player[0].points++;
}

static void combo_not_counted(tio_game *game)
{
    add_card(&game->pile[2], draw_card(game, true));
}

static void chips_below_zero(tio_game *game)
{
    game->player[1].chips = -1;
}

static void no_such_phase(tio_game *game)
{
    game->phase = TIO_PHASES;
}

static void stranger_passed(tio_game *game)
{
    game->passed |= 1U << 3;
}

static void stranger_acted(tio_game *game)
{
    game->acted |= 1U << 5;
}

static void stranger_decides(tio_game *game)
{
    game->pending |= 1U << 7;
}

static void turn_of_nobody(tio_game *game)
{
    game->turn = 3;
}

static void turn_of_one_who_passed(tio_game *game)
{
    game->passed = (uint8_t)(game->passed | 1U << game->turn);
}

static void tray_empty(tio_game *game)
{
    game->rolling = game->tray;
    game->tray = 0;
}

static void no_die_to_take(tio_game *game)
{
    game->takes = 0;
}

static void three_dice_to_take(tio_game *game)
{
    game->takes = 3;
}

static void two_dice_taken(tio_game *game)
{
    game->took = 2;
}

static void nobody_decides(tio_game *game)
{
    game->phase = TIO_PHASE_DISCARD;
    game->pending = 0;
}

static void one_round_more(tio_game *game)
{
    game->round = (uint8_t)(game->rounds + 1);
}

static void die_flies_during_a_turn(tio_game *game)
{
    game->thrown = first_in_tray(game);
    game->tray -= tio_dice_of(game->thrown);
}

static void no_die_flies(tio_game *game)
{
    game->phase = TIO_PHASE_LAND;
}

static const struct damage {
    void (*spoil)(tio_game *game);
    const char *sentence;
} damages[] = {
    {too_few_players, "2 to 5 play"},
    {too_many_players, "2 to 5 play"},
    {light_die_too_many, "dice are conserved"},
    {dark_die_too_many, "dice are conserved"},
    {red_die_too_many, "dice are conserved"},
    {die_lost, "dice are conserved"},
    {die_of_another_colour, "dice are conserved"},
    {thrown_die_counted_twice, "dice are conserved"},
    {six_cards_in_hand, "a hand has at most five cards"},
    {card_of_no_deck, "hands hold cards of the deck"},
    {card_in_two_hands, "each card is in one place"},
    {card_in_hand_and_pile, "each card is in one place"},
    {card_nowhere, "each card is in one place"},
    {card_beyond_the_deck, "each card is in one place"},
    {action_before_combos, "combos come before actions"},
    {card_behind_the_hand, "empty places hold no card"},
    {nothing_is_old, "only cards can be old"},
    {five_combos, "a hand is four combos and one action"},
    {two_actions, "a hand is four combos and one action"},
    {combos_miscounted, "draw piles are counted"},
    {actions_miscounted, "draw piles are counted"},
    {pile_not_reshuffled, "an empty draw pile takes over the discards"},
    {action_scored, "only combos are scored"},
    {point_too_many, "points are those of the pile"},
    {combo_not_counted, "points are those of the pile"},
    {chips_below_zero, "nobody has fewer than no chips"},
    {no_such_phase, "the phase exists"},
    {stranger_passed, "only players decide, pass and act"},
    {stranger_acted, "only players decide, pass and act"},
    {stranger_decides, "only players decide, pass and act"},
    {turn_of_nobody, "the turn is with someone who has not passed"},
    {turn_of_one_who_passed, "the turn is with someone who has not passed"},
    {tray_empty, "nobody gets a turn on an empty tray"},
    {no_die_to_take, "a turn has one or two dice"},
    {three_dice_to_take, "a turn has one or two dice"},
    {two_dice_taken, "a turn has one or two dice"},
    {nobody_decides, "someone has to decide"},
    {one_round_more, "the game ends with the last round"},
    {die_flies_during_a_turn, "a die is thrown only while it flies"},
    {no_die_flies, "a die is thrown only while it flies"},
};

static void expect_broken(const tio_game *game, const tio_game *before,
                          const char *sentence)
{
    const char *broken = tio_game_check(game, tio_deck_standard(), before);
    if (!broken)
        fail_msg("nothing is found wrong, expected: %s", sentence);
    assert_string_equal(broken, sentence);
}

static void every_damage_is_named(void **state)
{
    const tio_game good = good_game();
    (void)state;
    assert_null(tio_game_check(&good, tio_deck_standard(), NULL));
    assert_null(tio_game_check(&good, tio_deck_standard(), &good));
    for (unsigned i = 0; i < sizeof damages / sizeof *damages; i++) {
        tio_game bad = good;
        damages[i].spoil(&bad);
        expect_broken(&bad, NULL, damages[i].sentence);
    }
}

/* In free hand the same hands are allowed. */
static void free_hands_may_be_of_one_sort(void **state)
{
    tio_game game = good_game();
    (void)state;
    game.settings.free_hand = 1;
    five_combos(&game);
    assert_null(tio_game_check(&game, tio_deck_standard(), NULL));
    game = good_game();
    game.settings.free_hand = 1;
    two_actions(&game);
    assert_null(tio_game_check(&game, tio_deck_standard(), NULL));
}

static void nothing_goes_back(void **state)
{
    const tio_game game = good_game();
    tio_game before = game;
    (void)state;
    before.round++;
    expect_broken(&game, &before, "rounds never go back");
    before = game;
    before.passed = 7;
    expect_broken(&game, &before, "who has passed stays out for the round");
    before.round--; /* in an earlier round others had passed */
    assert_null(tio_game_check(&game, tio_deck_standard(), &before));
    before = game;
    before.player[2].chips++;
    expect_broken(&game, &before, "chips never shrink");
    before = game;
    before.player[1].points++;
    expect_broken(&game, &before, "points never shrink");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_damage_is_named),
        cmocka_unit_test(free_hands_may_be_of_one_sort),
        cmocka_unit_test(nothing_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
