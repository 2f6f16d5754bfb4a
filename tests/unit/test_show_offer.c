/* What is offered is what the rules allow: in random games of both editions, of
 * all variants and with every action there is, each choice that is offered leads
 * to a legal move, and each legal move can be chosen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/cards.h"
#include "show/offer.h"
#include "support/odd_game.h"

#define GAMES (SLOW_BUILD ? 24 : 96)

static const char deck_text[] =
    "combo 1 *? x20\ncombo 4 sum * > 12 x9\ncombo 3 D3 L4 x9\n"
    "action reroll L x2\naction reroll D x2\naction reroll R x2\n"
    "action reroll 4 x2\naction reroll * x2\naction take 2 x2\n"
    "action change L cost 0 x2\naction change D cost 2 x2\naction cast x2\n"
    "action swap x2\naction shift L 2 x2\naction shift D 2 x2\n";

/* What was met, so that nothing is right for want of a case. */
struct met {
    unsigned shapes;
    unsigned froms;
    bool barred[TIO_ERROR_COUNT];
    bool no_action[TIO_ERROR_COUNT];
    unsigned lays;
    unsigned discards;
    unsigned draws;
    unsigned agains;
};

struct moment {
    const tio_deck *deck;
    tio_view view;
    struct show_offers offers;
    struct met *met;
    tio_random *random;
};

static bool legal(const struct moment *at, const tio_move *move)
{
    return tio_check(&at->view.game, at->deck, move) == TIO_OK;
}

static void expect_legal(const struct moment *at, const tio_move *move)
{
    char text[TIO_MOVE_TEXT];
    tio_move_print(at->deck, move, text);
    if (!legal(at, move))
        fail_msg("'%s' is offered and not legal", text);
}

/* ---- One action ---- */

static bool pool_offered(const struct show_offer *offer, tio_dice dice)
{
    unsigned size = tio_dice_size(dice);
    return tio_dice_contain(offer->dice, dice) && size >= offer->least &&
           size <= offer->most;
}

/* Any dice of the tray: they are legal if and only if they are offered. */
static void expect_parts(const struct moment *at,
                         const struct show_offer *offer)
{
    for (unsigned i = 0; i < 40; i++) {
        tio_move move = show_draft(offer, at->view.seat);
        tio_dice left = i % 4 ? offer->dice : at->view.game.tray;
        for (unsigned kind = 0; kind < TIO_KINDS; kind++) {
            unsigned count = tio_dice_count(left, (tio_kind)kind);
            unsigned some = tio_random_below(at->random, count + 1);
            move.play.dice += some * tio_dice_of((tio_kind)kind);
        }
        assert_int_equal(legal(at, &move), pool_offered(offer, move.play.dice));
    }
}

/* Die after die, in any order, until no more can be chosen. */
static void expect_pool(const struct moment *at, const struct show_offer *offer)
{
    tio_move move = show_draft(offer, at->view.seat);
    struct show_step step;
    assert_true(show_step(offer, &move, 0, &step));
    assert_int_equal(offer->all,
                     action_takes_all(&at->view.game, offer->action));
    while (step.choice != move.play.dice) {
        tio_dice left = step.choice - move.play.dice;
        tio_kind die = (tio_kind)tio_random_below(at->random, TIO_KINDS);
        if (!tio_dice_count(left, die))
            continue;
        show_pick(&move, 0, move.play.dice + tio_dice_of(die));
        if (tio_dice_size(move.play.dice) >= step.least)
            expect_legal(at, &move);
        assert_true(show_step(offer, &move, 0, &step));
    }
    assert_int_equal(tio_dice_size(move.play.dice), step.most);
    assert_false(show_step(offer, &move, 1, &step));
    expect_parts(at, offer);
}

/* Whether the steps lead to these two, TIO_NONE for no other. */
static bool pair_offered(const struct show_offer *offer, tio_move draft,
                         unsigned die, unsigned other)
{
    struct show_step step;
    if (!show_step(offer, &draft, 0, &step) ||
        !tio_dice_count(step.choice, (tio_kind)die))
        return false;
    show_pick(&draft, 0, tio_dice_of((tio_kind)die));
    bool more = show_step(offer, &draft, 1, &step);
    if (other == TIO_NONE)
        return !more || step.least == 0;
    return more && tio_dice_count(step.choice, (tio_kind)other);
}

static void expect_pairs(const struct moment *at,
                         const struct show_offer *offer)
{
    tio_move move = show_draft(offer, at->view.seat);
    for (unsigned die = 0; die < TIO_KINDS; die++) {
        for (unsigned i = 0; i <= TIO_KINDS; i++) {
            unsigned other = i < TIO_KINDS ? i : TIO_NONE;
            move.play.die = (tio_kind)die;
            move.play.other = (tio_kind)other;
            tio_move none = show_draft(offer, at->view.seat);
            assert_int_equal(legal(at, &move),
                             pair_offered(offer, none, die, other));
        }
    }
}

/* What can be picked lies where the step says, as often as it does there, and
 * the first of it leads to a move. */
static void expect_places(const struct moment *at,
                          const struct show_offer *offer)
{
    const tio_game *game = &at->view.game;
    tio_move move = show_draft(offer, at->view.seat);
    bool throws = action_shape(offer->action) == SHAPE_THROW;
    struct show_step step;
    for (unsigned i = 0; show_step(offer, &move, i, &step); i++) {
        at->met->froms |= 1U << step.from;
        if (step.from == SHOW_TRAY)
            assert_true(tio_dice_contain(game->tray, step.choice));
        else if (step.from == SHOW_OWN)
            assert_true(tio_dice_contain(game->player[at->view.seat].taken,
                                         step.choice));
        else
            assert_true(step.choice == dice_kinds(step.choice));
        show_pick(&move, i, step.choice);
        if (action_shape(offer->action) != SHAPE_POOL)
            assert_true(step.most == 1 && step.least == (i == 0 || !throws));
    }
    if (action_shape(offer->action) != SHAPE_POOL)
        expect_legal(at, &move);
}

static void expect_offer(const struct moment *at,
                         const struct show_offer *offer)
{
    tio_move move = show_draft(offer, at->view.seat);
    tio_error error = tio_check(&at->view.game, at->deck, &move);
    struct show_step step;
    at->met->barred[offer->barred] = true;
    at->met->agains += offer->again;
    if (offer->barred) {
        assert_int_equal(error, offer->barred);
        assert_false(show_step(offer, &move, 0, &step));
        return;
    }
    at->met->shapes |= 1U << action_shape(offer->action);
    expect_places(at, offer);
    switch (action_shape(offer->action)) {
    case SHAPE_NONE:
        assert_false(show_step(offer, &move, 0, &step));
        expect_legal(at, &move);
        break;
    case SHAPE_POOL:
        expect_pool(at, offer);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
    case SHAPE_THROW:
        expect_pairs(at, offer);
        break;
    }
}

/* ---- All that a seat may do ---- */

static bool play_offered(const struct show_offers *offers, const tio_move *move)
{
    tio_move none = *move;
    none.play.die = none.play.other = TIO_NONE;
    for (unsigned i = 0; i < offers->actions; i++) {
        const struct show_offer *offer = &offers->action[i];
        if (offer->barred || offer->again ||
            !tio_action_same(offer->action, move->play.action))
            continue;
        switch (action_shape(offer->action)) {
        case SHAPE_NONE:
            return true;
        case SHAPE_POOL:
            return pool_offered(offer, move->play.dice);
        case SHAPE_FACE:
        case SHAPE_PAIR:
        case SHAPE_THROW:
            return pair_offered(offer, none, move->play.die, move->play.other);
        }
    }
    return false;
}

static bool whole_offered(const struct show_offers *offers,
                          const tio_move *move)
{
    for (unsigned i = 0; i < offers->moves; i++)
        if (memcmp(&offers->move[i], move, sizeof *move) == 0)
            return true;
    return false;
}

/* Nothing can be played: what bars the actions in the hand is told, and of an
 * empty hand what would bar any. */
static void expect_why(const struct moment *at)
{
    tio_error why = at->offers.no_action;
    if (at->offers.actions)
        assert_int_equal(why, at->offers.action[0].barred);
    else if (action_spent(&at->view.game))
        assert_int_equal(why, action_allowed(&at->view.game));
    else
        assert_int_equal(why, TIO_E_ACTION_NOT_IN_HAND);
}

/* Every legal move can be chosen, but for lay-outs that are not the best. */
static void expect_all(const struct moment *at)
{
    tio_moves walk;
    tio_move move;
    unsigned plays = 0;
    unsigned whole = 0;
    tio_moves_begin(&walk, at->deck, &at->view);
    while (tio_moves_next(&walk, &move)) {
        char text[TIO_MOVE_TEXT];
        bool play = move.type == TIO_MOVE_PLAY;
        plays += play;
        whole += !play;
        tio_move_print(at->deck, &move, text);
        if (!(play ? play_offered(&at->offers, &move)
                   : whole_offered(&at->offers, &move)))
            fail_msg("'%s' is legal and not offered", text);
    }
    assert_int_equal(plays > 0, at->offers.no_action == TIO_OK);
    if (!plays && at->view.game.phase == TIO_PHASE_TURN)
        expect_why(at);
    if (at->view.game.phase == TIO_PHASE_DISCARD)
        assert_true(at->offers.moves >= whole); /* equal cards, each of them */
    else
        assert_int_equal(at->offers.moves, whole);
}

static void expect_layouts(const struct moment *at)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    const tio_game *game = &at->view.game;
    tio_dice dice = game->player[at->view.seat].taken;
    unsigned held = tio_hand_combos(game, at->deck, at->view.seat, combos);
    tio_layout best;
    show_best(&at->view, at->deck, dice, &best);
    assert_memory_equal(best.lay, at->offers.move[0].lay, sizeof best.lay);
    for (unsigned i = 0; i < at->offers.moves; i++) {
        tio_layout laid = {0};
        memcpy(laid.lay, at->offers.move[i].lay, sizeof laid.lay);
        assert_int_equal(tio_layout_score(combos, held, dice, &laid), TIO_OK);
        assert_int_equal(laid.net, tio_layout_net(combos, held, dice));
        assert_int_equal(laid.points, at->offers.layout[i].points);
    }
    at->met->lays += at->offers.moves > 1;
}

static void expect_usual_draw(const struct moment *at)
{
    const tio_player *me = &at->view.game.player[at->view.seat];
    assert_true(at->offers.usual < at->offers.moves);
    const tio_move *usual = &at->offers.move[at->offers.usual];
    unsigned room = TIO_HAND_CARDS - hand_size(me);
    int least = TIO_HAND_COMBOS - me->combos;
    unsigned lack = least > 0 ? (unsigned)least : 0;
    assert_int_equal(usual->draw.combos, lack < room ? lack : room);
    at->met->draws++;
}

static void expect_moment(struct moment *at)
{
    const struct show_offers *offers = &at->offers;
    unsigned phase = at->view.game.phase;
    show_offers(&at->view, at->deck, &at->offers);
    assert_true(offers->moves > 0);
    for (unsigned i = 0; i < offers->moves; i++)
        expect_legal(at, &offers->move[i]);
    for (unsigned i = 0; i < offers->actions; i++) {
        const tio_player *me = &at->view.game.player[at->view.seat];
        unsigned place = offers->action[i].place;
        assert_int_equal(place, me->combos + i);
        assert_true(
            tio_action_same(offers->action[i].action,
                            tio_deck_action(at->deck, me->hand[place])));
        expect_offer(at, &offers->action[i]);
    }
    if (phase != TIO_PHASE_LAY)
        expect_all(at);
    at->met->no_action[offers->no_action] = true;
    if (phase == TIO_PHASE_TURN) {
        assert_int_equal(offers->usual, TIO_NONE);
    } else if (phase == TIO_PHASE_LAY) {
        assert_int_equal(offers->usual, 0);
        expect_layouts(at);
    } else if (phase == TIO_PHASE_DISCARD) {
        assert_int_equal(offers->move[offers->usual].type, TIO_MOVE_KEEP);
        at->met->discards++;
    } else {
        expect_usual_draw(at);
    }
}

static void expect_nothing(const struct moment *at)
{
    struct show_offers offers;
    show_offers(&at->view, at->deck, &offers);
    assert_int_equal(offers.moves, 0);
    assert_int_equal(offers.actions, 0);
    assert_int_not_equal(offers.no_action, TIO_OK);
}

static void play_out(struct odd_game *odd, struct met *met)
{
    struct moment at = {.deck = odd->deck, .met = met, .random = &odd->random};
    while (odd->game.phase != TIO_PHASE_OVER) {
        unsigned deciders = tio_game_deciders(&odd->game);
        tio_move move;
        for (unsigned seat = 0; seat < odd->game.settings.players; seat++) {
            tio_view_of(&odd->game, seat, &at.view);
            if (deciders >> seat & 1)
                expect_moment(&at);
            else
                expect_nothing(&at);
        }
        tio_view_of(&odd->game, TIO_SPECTATOR, &at.view);
        expect_nothing(&at);
        odd_game_next(odd, &move);
        assert_int_equal(tio_apply(&odd->game, odd->deck, &move), TIO_OK);
    }
}

static void test_offers_and_rules_agree(void **state)
{
    static tio_deck deck;
    struct met met = {0};
    tio_text_error error;
    (void)state;
    assert_int_equal(
        tio_deck_parse(deck_text, sizeof deck_text - 1, "every", &deck, &error),
        TIO_OK);
    for (unsigned i = 0; i < GAMES; i++) {
        struct odd_game odd;
        odd_game_begin(&odd, (tio_edition)(i % TIO_EDITIONS), i / 2 % 3 == 0,
                       i / 2);
        if (i / 6 % 2) {
            tio_settings settings = odd.game.settings;
            odd.deck = &deck;
            assert_int_equal(tio_game_init(&odd.game, &deck, &settings),
                             TIO_OK);
        }
        play_out(&odd, &met);
    }
    assert_int_equal(met.shapes, (1U << (SHAPE_THROW + 1)) - 1);
    assert_int_equal(met.froms, (1U << (SHOW_FACES + 1)) - 1);
    static const tio_error codes[] = {
        TIO_OK, TIO_E_ACTION_AFTER_TAKE, TIO_E_ACTION_SPENT_ROUND,
        TIO_E_ACTION_SPENT_TURN, TIO_E_ACTION_HAS_NO_TARGET};
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) {
        assert_true(met.barred[codes[i]]);
        assert_true(met.no_action[codes[i]]);
    }
    assert_true(met.no_action[TIO_E_ACTION_NOT_IN_HAND]);
    assert_true(met.lays && met.discards && met.draws && met.agains);
}

/* ---- By hand ---- */

static void test_last_one(void **state)
{
    tio_game game;
    (void)state;
    memset(&game, 0, sizeof game);
    game.settings.players = 3;
    game.turn = 1;
    assert_false(show_last(&game));
    game.passed = 1;
    assert_false(show_last(&game));
    game.passed = 1 | 4;
    assert_true(show_last(&game));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offers_and_rules_agree),
        cmocka_unit_test(test_last_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
