/* Tales of all golden games, made for every eye. A card is named only to whoever
 * sees it, and what one seat keeps to itself changes nothing in what the others
 * are told. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/cards.h"
#include "show/advice.h"
#include "support/golden.h"

static unsigned told[TALE_IDS];

/* ---- The games ---- */

typedef void (*judge_fn)(const tio_deck *deck, const tio_game *before,
                         const tio_move *move, const tio_game *after,
                         unsigned seat);

static void each_move(const char *name, judge_fn judge)
{
    static char text[GOLDEN_BYTES];
    size_t length = golden_read(name, text);
    tio_record_reader *reader = NULL;
    tio_text_error error;
    tio_move move;
    bool more = true;
    assert_int_equal(tio_record_open(text, length, &reader, &error), TIO_OK);
    for (;;) {
        tio_game before = *tio_record_get_game(reader);
        assert_int_equal(tio_record_next(reader, &move, &more, &error), TIO_OK);
        if (!more)
            break;
        const tio_game *after = tio_record_get_game(reader);
        for (unsigned seat = 0; seat < after->settings.players; seat++)
            judge(tio_record_get_deck(reader), &before, &move, after, seat);
        judge(tio_record_get_deck(reader), &before, &move, after,
              TIO_SPECTATOR);
    }
    tio_record_close(reader);
}

static void each_game(judge_fn judge)
{
    FILE *file = golden_open("HASHES");
    char name[64];
    while (fscanf(file, "%63s %*s", name) == 1)
        each_move(name, judge);
    fclose(file);
}

static void tell(struct tale *out, const tio_deck *deck, const tio_game *before,
                 const tio_move *move, const tio_game *after, unsigned seat)
{
    struct tale_ground ground = tale_ground_of(before);
    tio_move seen = tio_move_seen(deck, move, seat);
    tio_view view;
    tio_view_of(after, seat, &view);
    memset(out, 0, sizeof *out);
    tale_move(out, deck, &ground, &seen, &view);
}

/* ---- Cards ---- */

/* In the own hand, or on the table for all to see. */
static bool sees(const tio_game *game, unsigned seat, unsigned card)
{
    for (unsigned other = 0; other < game->settings.players; other++) {
        const tio_player *player = &game->player[other];
        if (player->discarded == card)
            return true;
        for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
            if (player->laid_card[i] == card ||
                (other == seat && player->hand[i] == card))
                return true;
    }
    return false;
}

static void names_what_is_seen(const tio_deck *deck, const tio_game *before,
                               const tio_move *move, const tio_game *after,
                               unsigned seat)
{
    struct tale tale;
    tell(&tale, deck, before, move, after, seat);
    for (unsigned i = 0; i < tale.count; i++) {
        const struct tale_phrase *phrase = &tale.phrase[i];
        const struct tale_row *row = &tale_rows[phrase->id];
        unsigned value = 0;
        told[phrase->id]++;
        assert_true(tale_sentences[phrase->id].other || phrase->seat == seat);
        for (unsigned a = 0; row->arg[a] != TALE_ARG_END; a++) {
            if (row->arg[a] == TALE_ARG_CARD &&
                !sees(after, seat, (unsigned)phrase->value[value].number))
                fail_msg("%s names card %" PRId64 " to seat %u", row->code,
                         phrase->value[value].number, seat);
            value += row->arg[a] != TALE_ARG_WHO;
        }
    }
}

static void test_cards_are_named_to_those_who_see_them(void **state)
{
    (void)state;
    each_game(names_what_is_seen);
    for (unsigned id = TALE_OF_STARTS; id <= TALE_OF_DRAWS; id++)
        if (!told[id] && id != TALE_OF_TURNS_FREE &&
            (id < TALE_OF_PLAN_REROLL || id > TALE_OF_WILL_CAST_AT))
            fail_msg("no golden game tells %s", tale_rows[id].code);
}

/* ---- Answers ---- */

/* As long as others have not answered: that they have is all there is to say. */
static void tells_no_answer(const tio_deck *deck, const tio_game *before,
                            const tio_move *move, const tio_game *after,
                            unsigned seat)
{
    struct tale tale;
    if (move->type != TIO_MOVE_LAY && move->type != TIO_MOVE_DISCARD &&
        move->type != TIO_MOVE_KEEP && move->type != TIO_MOVE_DRAW)
        return;
    tell(&tale, deck, before, move, after, seat);
    if (before->phase != after->phase)
        return;
    assert_int_equal(tale.count, 1);
    assert_int_equal(tale.phrase[0].id, TALE_OF_DECIDED);
    assert_int_equal(tale.phrase[0].seat, move->seat);
}

static void test_answers_are_told_together(void **state)
{
    (void)state;
    each_game(tells_no_answer);
}

/* With the last answer, what everybody has answered: the players whose answers
 * are told, as bits. The reader's own new cards are told when they come. */
static void tells_every_answer(const tio_deck *deck, const tio_game *before,
                               const tio_move *move, const tio_game *after,
                               unsigned seat)
{
    struct tale tale;
    unsigned asked = 0;
    unsigned answered = 0;
    bool drawn = move->type == TIO_MOVE_DRAW;
    if (before->phase == after->phase ||
        (!drawn && move->type != TIO_MOVE_DISCARD &&
         move->type != TIO_MOVE_KEEP))
        return;
    for (unsigned i = 0; i < before->settings.players; i++)
        if (drawn ? i != seat && hand_size(&before->player[i]) < TIO_HAND_CARDS
                  : hand_size(&before->player[i]) > 0)
            asked |= 1U << i;
    tell(&tale, deck, before, move, after, seat);
    for (unsigned i = 0; i < tale.count; i++)
        answered |= 1U << tale.phrase[i].seat;
    assert_int_equal(answered, asked);
    assert_int_equal(tale.count, __builtin_popcount(asked));
}

static void test_the_last_answer_tells_them_all(void **state)
{
    (void)state;
    each_game(tells_every_answer);
}

/* ---- Worlds ---- */

/* A game that the seat could not tell from this one, and what was dealt in it to
 * others, give the same tale. */
static void is_the_same_elsewhere(const tio_deck *deck, const tio_game *before,
                                  const tio_move *move, const tio_game *after,
                                  unsigned seat)
{
    struct tale tale;
    struct tale other;
    tio_random random;
    tio_game world;
    tio_view view;
    tio_random_init(&random, 7, (uint64_t)after->round * 31 + seat);
    tio_view_of(after, seat, &view);
    if (seat == TIO_SPECTATOR || move->seat == seat ||
        move->type != TIO_MOVE_DEAL)
        return;
    tio_view_fill(&view, deck, &random, &world);
    tio_move dealt = *move;
    for (unsigned i = 0; i < dealt.deal.count; i++)
        dealt.deal.card[i] =
            tio_deck_is_combo(deck, dealt.deal.card[i]) ? 0 : deck->combos;
    tell(&tale, deck, before, move, after, seat);
    tell(&other, deck, before, &dealt, &world, seat);
    assert_memory_equal(&tale, &other, sizeof tale);
    assert_int_equal(tale.count, 0);
}

static void test_what_others_draw_is_not_told(void **state)
{
    (void)state;
    each_game(is_the_same_elsewhere);
}

/* ---- Actions ---- */

static unsigned played(enum tale_id first, tio_move move, unsigned value)
{
    struct tale tale = {.count = 0};
    tale_play(&tale, first, &move);
    assert_int_equal(tale.count, 1);
    assert_int_equal(tale.phrase[0].value[0].dice, value);
    return tale.phrase[0].id;
}

/* Whatever is said of an action, before or after, is of the same shape. */
static void test_actions_are_told_by_their_shape(void **state)
{
    (void)state;
    static const struct {
        tio_move move;
        unsigned told, plan, will;
    } rows[] = {
        {{.play = {.action = {.kind = TIO_REROLL_RED}, .dice = 3}},
         TALE_OF_REROLLS,
         TALE_OF_PLAN_REROLL,
         TALE_OF_WILL_REROLL},
        {{.play = {.action = {.kind = TIO_CHANGE, .cost = 2},
                   .die = 3,
                   .other = 4}},
         TALE_OF_TURNS,
         TALE_OF_PLAN_TURN,
         TALE_OF_WILL_TURN},
        {{.play = {.action = {.kind = TIO_CHANGE}, .die = 3, .other = 4}},
         TALE_OF_TURNS_FREE,
         TALE_OF_PLAN_TURN_FREE,
         TALE_OF_WILL_TURN_FREE},
        {{.play = {.action = {.kind = TIO_SWAP}, .die = 3, .other = 9}},
         TALE_OF_SWAPS,
         TALE_OF_PLAN_SWAP,
         TALE_OF_WILL_SWAP},
        {{.play = {.action = {.kind = TIO_CAST}, .die = 3, .other = TIO_NONE}},
         TALE_OF_CASTS,
         TALE_OF_PLAN_CAST,
         TALE_OF_WILL_CAST},
        {{.play = {.action = {.kind = TIO_CAST}, .die = 3, .other = 4}},
         TALE_OF_CASTS_AT,
         TALE_OF_PLAN_CAST_AT,
         TALE_OF_WILL_CAST_AT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tio_move move = rows[i].move;
        move.type = TIO_MOVE_PLAY;
        assert_int_equal(played(TALE_OF_REROLLS, move, 3), rows[i].told);
        assert_int_equal(played(TALE_OF_PLAN_REROLL, move, 3), rows[i].plan);
        assert_int_equal(played(TALE_OF_WILL_REROLL, move, 3), rows[i].will);
    }
}

/* ---- Advice ---- */

/* Somebody with four combos and an action, who is to decide. */
static tio_view advised_view(void)
{
    tio_view view = {.seat = 1};
    tio_settings settings = tio_settings_default(3);
    tio_player *player = &view.game.player[1];
    const tio_deck *deck = tio_deck_standard();
    tio_game_init(&view.game, deck, &settings);
    view.game.phase = TIO_PHASE_TURN;
    view.game.turn = 1;
    player->combos = 4;
    player->actions = 1;
    for (unsigned i = 0; i < 4; i++)
        player->hand[i] = (uint8_t)(10 + i);
    player->hand[4] = (uint8_t)deck->combos;
    return view;
}

static const struct advice *advised(const tio_hint_move *hint,
                                    const tio_hint_move *best)
{
    static struct advice out;
    tio_view view = advised_view();
    advice_of(&view, tio_deck_standard(), hint, best, &out);
    return &out;
}

static const struct tale_phrase *advice(const tio_hint_move *hint,
                                        const tio_hint_move *best)
{
    return &advised(hint, best)->why;
}

/* What is to be done, as a phrase, and what it is about. */
static void test_advice_says_what_it_is_about(void **state)
{
    (void)state;
    tio_hint_move take = {.move = {.type = TIO_MOVE_TAKE, .kind = 7},
                          .reason = TIO_REASON_COMPLETES,
                          .card = 2};
    const struct advice *about = advised(&take, &take);
    assert_int_equal(about->plan.id, TALE_OF_PLAN_TAKE);
    assert_int_equal(about->plan.value[0].die, 7);
    assert_true(about->tray == tio_dice_of(7) && about->own == 0);
    assert_int_equal(about->cards, 1U << 2);
    assert_int_equal(about->place, TIO_NONE);

    tio_hint_move discard = {.move = {.type = TIO_MOVE_DISCARD, .slot = 3},
                             .reason = TIO_REASON_DISCARD,
                             .card = TIO_NONE};
    about = advised(&discard, &discard);
    assert_int_equal(about->plan.id, TALE_OF_PLAN_DISCARD);
    assert_int_equal(about->plan.value[0].number, 13);
    assert_int_equal(about->place, 3);
    assert_int_equal(about->cards, 1U << 3);

    tio_hint_move pass = {.move = {.type = TIO_MOVE_PASS},
                          .reason = TIO_REASON_STOP};
    about = advised(&pass, &pass);
    assert_int_equal(about->plan.id, TALE_OF_PLAN_PASS);
    assert_true(about->tray == 0 && about->cards == 0);
}

static tio_hint_move playing(tio_action_kind kind, tio_kind die, tio_kind other)
{
    tio_hint_move hint = {.move = {.type = TIO_MOVE_PLAY}, .card = TIO_NONE};
    hint.move.play.action.kind = (uint8_t)kind;
    hint.move.play.die = die;
    hint.move.play.other = other;
    return hint;
}

static void test_advice_to_act_points_at_its_dice(void **state)
{
    (void)state;
    tio_hint_move swap = playing(TIO_SWAP, 2, 8);
    const struct advice *about = advised(&swap, &swap);
    assert_int_equal(about->plan.id, TALE_OF_PLAN_SWAP);
    assert_true(about->tray == tio_dice_of(2) + tio_dice_of(8));
    assert_int_equal(about->face, TIO_NONE);

    tio_hint_move cast = playing(TIO_CAST, 3, TIO_NONE);
    about = advised(&cast, &cast);
    assert_true(about->own == tio_dice_of(3) && about->tray == 0);

    tio_hint_move shift = playing(TIO_SHIFT, 1, 3);
    about = advised(&shift, &shift);
    assert_true(about->tray == tio_dice_of(1));
    assert_int_equal(about->face, 3);

    tio_hint_move held = {.move = {.type = TIO_MOVE_PLAY}, .card = TIO_NONE};
    held.move.play.action = tio_deck_action(
        tio_deck_standard(), advised_view().game.player[1].hand[4]);
    about = advised(&held, &held);
    assert_int_equal(about->place, 4);
    assert_int_equal(about->cards, 1U << 4);
}

static void test_the_best_move_has_its_reason(void **state)
{
    (void)state;
    for (unsigned reason = 0; reason < TIO_REASON_COUNT; reason++) {
        tio_hint_move hint = {.move = {.type = TIO_MOVE_TAKE, .kind = 7},
                              .reason = (uint8_t)reason,
                              .card = 3,
                              .seat = 2};
        const struct tale_phrase *why = advice(&hint, &hint);
        const struct tale_row *row = &tale_rows[why->id];
        assert_string_equal(row->code, tio_reason_name(reason));
        assert_int_equal(why->seat, 2);
        if (row->arg[0] == TALE_ARG_CARD)
            assert_int_equal(why->value[0].number, 13);
        if (row->arg[0] == TALE_ARG_DIE)
            assert_int_equal(why->value[0].die, 7);
        hint.move.type = TIO_MOVE_PLAY;
        hint.move.play.die = 9;
        why = advice(&hint, &hint);
        if (row->arg[0] == TALE_ARG_DIE)
            assert_int_equal(why->value[0].die, 9);
    }
}

static void test_other_moves_have_their_drawback(void **state)
{
    (void)state;
    static const struct {
        uint8_t type, reason, wanted;
        int gain;
    } rows[] = {
        {TIO_MOVE_PASS, TIO_REASON_STOP, TALE_OF_STOP, 0},
        {TIO_MOVE_PASS, TIO_REASON_STOP_RISK, TALE_OF_MISSES_REST, 0},
        {TIO_MOVE_DONE, TIO_REASON_STOP_RISK, TALE_OF_MISSES_REST, 0},
        {TIO_MOVE_LAY, TIO_REASON_LAY, TALE_OF_OTHER_CARDS, 5},
        {TIO_MOVE_LAY, TIO_REASON_LAY, TALE_OF_SCORES_LESS, 4},
        {TIO_MOVE_DISCARD, TIO_REASON_DISCARD, TALE_OF_ANOTHER_CARD, 0},
        {TIO_MOVE_KEEP, TIO_REASON_KEEP, TALE_OF_WAITS, 0},
        {TIO_MOVE_DRAW, TIO_REASON_DRAW, TALE_OF_ANOTHER_MIX, 0},
        {TIO_MOVE_TAKE, TIO_REASON_BEST, TALE_OF_NOTHING, 0},
        {TIO_MOVE_TAKE, TIO_REASON_COMPLETES, TALE_OF_COMPLETES, 0},
        {TIO_MOVE_PLAY, TIO_REASON_BEST, TALE_OF_NOTHING, 0},
        {TIO_MOVE_PLAY, TIO_REASON_TWO, TALE_OF_TWO, 0},
    };
    tio_hint_move best = {.gain = 5};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tio_hint_move hint = {.move = {.type = rows[i].type},
                              .gain = rows[i].gain,
                              .reason = rows[i].reason};
        assert_int_equal(advice(&hint, &best)->id, rows[i].wanted);
    }
}

/* ---- Rows ---- */

static unsigned places(const char *sentence)
{
    unsigned count = 0;
    for (; sentence && *sentence; sentence++)
        count += *sentence == '%';
    return count;
}

static void test_every_place_is_filled(void **state)
{
    (void)state;
    for (unsigned id = 0; id < TALE_IDS; id++) {
        const struct tale_row *row = &tale_rows[id];
        unsigned args = 0;
        unsigned who = 0;
        for (; row->arg[args] != TALE_ARG_END; args++) {
            assert_true(args < TALE_VALUES);
            who += row->arg[args] == TALE_ARG_WHO;
        }
        const char *you = tale_sentences[id].you;
        const char *other = tale_sentences[id].other;
        assert_true(you || other);
        assert_true(places(other) <= args);
        assert_true(places(you) <= args - who);
        assert_true(who <= 1);
        /* Whom it is about is said where it is about somebody else. */
        assert_true(!other || places(other) >= who);
        for (unsigned before = 0; before < id; before++)
            assert_string_not_equal(row->code, tale_rows[before].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cards_are_named_to_those_who_see_them),
        cmocka_unit_test(test_answers_are_told_together),
        cmocka_unit_test(test_the_last_answer_tells_them_all),
        cmocka_unit_test(test_what_others_draw_is_not_told),
        cmocka_unit_test(test_actions_are_told_by_their_shape),
        cmocka_unit_test(test_the_best_move_has_its_reason),
        cmocka_unit_test(test_advice_says_what_it_is_about),
        cmocka_unit_test(test_advice_to_act_points_at_its_dice),
        cmocka_unit_test(test_other_moves_have_their_drawback),
        cmocka_unit_test(test_every_place_is_filled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
