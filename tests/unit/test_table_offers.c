/* A page that knows no rule depends on what it is told: over many random games
 * what is offered is what the rules allow, dice lie where they may, and sums
 * are right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/cards.h"
#include "support/table_bench.h"
#include "table/slots.h"

#define GAMES 30

/* ---- Random games: what must hold at every moment ----------------------- */

static tio_dice dice_of(json_t *list)
{
    tio_dice dice = 0;
    tio_dice one;
    tio_text_error error;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        assert_int_equal(tio_dice_parse(text, &one, &error), TIO_OK);
        dice += one;
    }
    return dice;
}

static void offered(struct bench *bench, unsigned seat, const char *text,
                    unsigned *count)
{
    tio_view view;
    tio_move move;
    tio_text_error error;
    tio_view_of(&bench->table->game, seat, &view);
    assert_int_equal(
        tio_move_parse(bench->table->deck, &view, seat, text, &move, &error),
        TIO_OK);
    if (tio_check(&bench->table->game, bench->table->deck, &move))
        fail_msg("'%s' is offered and not legal", text);
    ++*count;
}

/* A form with its words filled in. */
static void filled(const char *form, const char *die, const char *other,
                   char out[TIO_MOVE_TEXT])
{
    size_t size = 0;
    while (*form) {
        const char *word = NULL;
        if (strncmp(form, "{die}", 5) == 0 || strncmp(form, "{dice}", 6) == 0)
            word = die;
        else if (strncmp(form, "{other}", 7) == 0)
            word = other;
        if (!word) {
            out[size++] = *form++;
            continue;
        }
        size += (size_t)sprintf(out + size, "%s", word);
        form = strchr(form, '}') + 1;
    }
    out[size] = 0;
}

static void offered_play(struct bench *bench, unsigned seat, json_t *play_,
                         unsigned *count)
{
    const char *form = json_string_value(bench_find(play_, "form"));
    const char *aimed = json_string_value(bench_find(play_, "aimed"));
    json_t *targets = bench_find(play_, "targets");
    json_t *pool = bench_find(play_, "dice");
    char text[TIO_MOVE_TEXT];
    if (!form)
        return;
    if (!targets && !pool)
        offered(bench, seat, form, count);
    if (pool) {
        /* All at once if that may be, else one by one. */
        char dice[TIO_DICE_TEXT];
        json_int_t most = json_integer_value(bench_find(play_, "most"));
        json_int_t least = json_integer_value(bench_find(play_, "least"));
        tio_dice all = dice_of(pool);
        assert_true(least == 1 || least == (json_int_t)tio_dice_size(all));
        tio_dice_print(all, " ", dice);
        dice[3 * most - 1] = 0;
        filled(form, dice, "", text);
        offered(bench, seat, text, count);
    }
    for (size_t i = 0; i < json_array_size(targets); i++) {
        json_t *target = json_array_get(targets, i);
        const char *die = json_string_value(bench_find(target, "die"));
        json_t *others = bench_find(target, "others");
        if (strcmp(form, "play cast {die}") == 0) {
            filled(form, die, "", text);
            offered(bench, seat, text, count);
        }
        for (size_t k = 0; k < json_array_size(others); k++) {
            filled(aimed ? aimed : form, die,
                   json_string_value(json_array_get(others, k)), text);
            offered(bench, seat, text, count);
        }
    }
}

/* All that is offered is legal, and there is nothing else. */
static void check_offers(struct bench *bench, unsigned seat)
{
    json_t *moves = bench_at(bench, "game.moves");
    unsigned count = 0;
    unsigned wanted = 0;
    char text[TIO_MOVE_TEXT];
    json_t *list = bench_find(moves, "take");
    for (size_t i = 0; i < json_array_size(list); i++) {
        snprintf(text, sizeof text, "take %s",
                 json_string_value(json_array_get(list, i)));
        offered(bench, seat, text, &count);
    }
    if (json_is_true(bench_find(moves, "pass")))
        offered(bench, seat, "pass", &count);
    if (json_is_true(bench_find(moves, "done")))
        offered(bench, seat, "done", &count);
    list = bench_find(moves, "play");
    for (size_t i = 0; i < json_array_size(list); i++)
        offered_play(bench, seat, json_array_get(list, i), &count);
    list = bench_find(moves, "draw");
    for (size_t i = 0; i < json_array_size(list); i++)
        offered(bench, seat, json_string_value(json_array_get(list, i)),
                &count);
    tio_view view;
    tio_moves walk;
    tio_move move;
    tio_view_of(&bench->table->game, seat, &view);
    tio_moves_begin(&walk, bench->table->deck, &view);
    bool rerolled = false;
    while (tio_moves_next(&walk, &move)) {
        bool reroll = move.type == TIO_MOVE_PLAY && move.play.dice;
        wanted += !reroll || !rerolled; /* one of a re-roll's is offered */
        rerolled = rerolled || reroll;
        if (move.type == TIO_MOVE_LAY || move.type == TIO_MOVE_KEEP ||
            move.type == TIO_MOVE_DISCARD)
            return; /* known games have those */
    }
    /* The same action twice in a hand is offered twice. */
    const tio_player *me = &bench->table->game.player[seat];
    if (me->actions < 2)
        assert_int_equal(count, wanted);
}

static void check_card(struct bench *bench, unsigned seat, json_t *card,
                       tio_dice *left)
{
    size_t place = (size_t)json_integer_value(bench_find(card, "place")) - 1;
    unsigned number = bench->table->game.player[seat].hand[place];
    if (!tio_deck_is_combo(bench->table->deck, number))
        return;
    const tio_combo *combo = &bench->table->deck->combo[number];
    json_t *slots = bench_find(card, "slots");
    tio_dice dice = 0;
    if (slots) {
        for (size_t i = 0; i < json_array_size(slots); i++) {
            json_t *die = bench_find(json_array_get(slots, i), "die");
            json_t *one = json_pack("[O]", die);
            if (json_is_string(die))
                dice += dice_of(one);
            json_decref(one);
        }
    } else {
        dice = dice_of(bench_find(card, "dice"));
    }
    bool complete = json_is_true(bench_find(card, "complete"));
    json_int_t missing = json_integer_value(bench_find(card, "missing"));
    assert_true(tio_dice_contain(*left, dice));
    *left -= dice;
    assert_int_equal(complete, dice && tio_combo_accepts(combo, dice));
    assert_int_equal(complete, missing == 0);
    if (combo->slots)
        assert_int_equal(missing, combo->slots - tio_dice_size(dice));
}

static void check_layout(struct bench *bench, unsigned seat)
{
    const tio_game *game = &bench->table->game;
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_dice dice = game->player[seat].taken;
    unsigned count = tio_hand_combos(game, bench->table->deck, seat, combos);
    if (json_is_null(bench_at(bench, "game.layout")))
        return;
    json_int_t net = bench_number(bench, "game.layout.net");
    json_int_t chips = bench_number(bench, "game.layout.red");
    json_t *surplus = bench_at(bench, "game.layout.surplus");
    for (size_t i = 0; i < json_array_size(surplus); i++)
        chips +=
            json_integer_value(bench_find(json_array_get(surplus, i), "chips"));
    assert_int_equal(net, tio_layout_net(combos, count, dice));
    assert_int_equal(chips, bench_number(bench, "game.layout.chips"));
    assert_int_equal(net, bench_number(bench, "game.layout.points") - chips);
}

static void check_moment(struct bench *bench, unsigned seat)
{
    bench_state(bench, seat, false);
    const tio_game *game = &bench->table->game;
    tio_dice left = game->player[seat].taken;
    json_t *hand = bench_at(bench, "game.hand");
    assert_int_equal(json_array_size(hand), hand_size(&game->player[seat]));
    for (size_t i = 0; i < json_array_size(hand); i++)
        check_card(bench, seat, json_array_get(hand, i), &left);
    check_layout(bench, seat);
    if (game->phase == TIO_PHASE_LAY)
        bench_expect(bench, "game.players.0.round", "null");
    if (tio_game_deciders(game) >> seat & 1)
        check_offers(bench, seat);
    else
        bench_expect(bench, "game.moves", "null");
}

static void play_on(struct bench *bench)
{
    struct table *table = bench->table;
    unsigned players = table->settings.game.players;
    while (table->phase == TABLE_PLAYING) {
        unsigned deciders = tio_game_deciders(&table->game);
        unsigned seat = (unsigned)__builtin_ctz(deciders);
        tio_view view;
        tio_move move;
        char text[TIO_MOVE_TEXT];
        for (unsigned i = 0; i < players; i++)
            check_moment(bench, i);
        tio_view_of(&table->game, seat, &view);
        tio_bot_named("random")->choose(&view, table->deck, NULL,
                                        &bench->random, &move);
        tio_move_print(table->deck, &move, text);
        bench_play(bench, seat, text);
    }
    bench_state(bench, TIO_SPECTATOR, false);
    bench_expect(bench, "game.phase", "\"over\"");
    unsigned leaders = 0;
    json_t *winners = bench_at(bench, "game.winners");
    for (size_t i = 0; i < json_array_size(winners); i++)
        leaders |= 1U << (json_integer_value(json_array_get(winners, i)) - 1);
    assert_int_equal(leaders, tio_game_leaders(&table->game));
    assert_int_equal(json_array_size(bench_at(bench, "game.history")),
                     table->game.rounds);
    for (unsigned i = 0; i < players; i++) {
        char path[40];
        snprintf(path, sizeof path, "game.history.%u.totals.%u",
                 table->game.rounds - 1U, i);
        assert_int_equal(bench_number(bench, path),
                         tio_game_total(&table->game, i));
    }
}

static void test_random_games(void **state)
{
    (void)state;
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned players = 2 + game % 4;
        struct table_settings settings = table_settings_default(players);
        settings.game.edition = (uint8_t)(game % TIO_EDITIONS);
        settings.game.free_hand = game % 3 == 0;
        settings.game.piles_down = game % 5 == 0;
        settings.game.cast = (uint8_t)(game / 2 % TIO_CAST_RULES);
        settings.game.starts = 1;
        struct bench *bench = bench_new(&settings, NULL);
        tio_random_init(&bench->random, game, 9);
        for (unsigned seat = 0; seat < players; seat++)
            assert_int_equal(bench_do(bench, TABLE_DO_SIT, seat, NULL),
                             TABLE_E_OK);
        play_on(bench);
        bench_free(bench);
    }
}

/* ---- Dice on slots ------------------------------------------------------ */

static void test_slots(void **state)
{
    (void)state;
    static const struct {
        const char *card;
        const char *dice;
        const char *on; /* what is put, as dice */
        unsigned missing;
    } cases[] = {
        {"2 D5 L1", "L1", "L1", 1},
        {"2 *5 L5", "L5", "L5", 1},
        {"2 *5 L5", "L5 D5", "L5 D5", 0},
        /* The red die goes where no other can. */
        {"3 L? D3 *3", "L3 D3 R3", "L3 D3 R3", 0},
        {"3 *? L? L4", "D1 L2 L4", "L2 L4 D1", 0},
        {"3 L? L?", "D1 D2", "", 2},
        {"1 sum D < 4", "D5", "", 1},
        {"3 sum 3* < 6", "L2 D2", "L2 D2", 1},
        {"3 sum 3* < 6", "L4 D2", "D2", 2},
        {"4 sum * = 22", "L6 D6 R5", "L6 D6 R5", 1},
        {"4 sum L > 12", "D6 L6", "L6", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tio_combo combo;
        tio_dice dice;
        tio_dice wanted = 0;
        tio_kind out[TIO_MAX_SLOTS];
        tio_text_error error;
        assert_int_equal(tio_combo_parse(cases[i].card, &combo, &error),
                         TIO_OK);
        assert_int_equal(tio_dice_parse(cases[i].dice, &dice, &error), TIO_OK);
        assert_int_equal(tio_dice_parse(cases[i].on, &wanted, &error), TIO_OK);
        tio_dice on = combo.slots ? slots_fill(&combo, dice, out)
                                  : slots_towards_sum(&combo, dice);
        if (on != wanted)
            fail_msg("%s with %s", cases[i].card, cases[i].dice);
        assert_int_equal(slots_missing(&combo, on), cases[i].missing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
