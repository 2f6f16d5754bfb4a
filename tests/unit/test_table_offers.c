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
#include "engine/combo.h"
#include "support/table_bench.h"
#include "table/json_parts.h"
#include "show/slots.h"

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

/* The hand that is proposed has an action, if it had none. */
static void check_usual(struct bench *bench, unsigned seat, json_t *moves)
{
    json_t *list = bench_find(moves, "draw");
    const char *usual = json_string_value(bench_find(moves, "usual"));
    bool listed = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *way = json_array_get(list, i);
        const char *move = json_string_value(bench_find(way, "move"));
        listed = listed || strcmp(move, usual) == 0;
        assert_int_equal(strstr(move, "1a") != NULL,
                         json_integer_value(bench_find(way, "actions")) == 1);
        assert_int_equal(strstr(move, "4c") != NULL,
                         json_integer_value(bench_find(way, "combos")) == 4);
    }
    assert_true(listed);
    bool has = bench->table->game.player[seat].actions > 0;
    assert_int_equal(strstr(usual, " 1a") != NULL, !has);
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
        offered(bench, seat,
                json_string_value(bench_find(json_array_get(list, i), "move")),
                &count);
    if (list)
        check_usual(bench, seat, moves);
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

static unsigned below(tio_random *random, unsigned limit)
{
    return tio_random_below(random, limit);
}

static tio_dice some_dice(tio_random *random, unsigned most)
{
    tio_dice dice = 0;
    for (unsigned i = below(random, most + 1); i > 0; i--)
        dice += tio_dice_of((tio_kind)below(random, TIO_KINDS));
    return dice;
}

static bool fits_slot(const tio_combo *combo, unsigned slot, unsigned kind)
{
    tio_combo one;
    memset(&one, 0, sizeof one);
    one.points = 1;
    one.slots = 1;
    one.slot[0] = combo->slot[slot];
    tio_combo_prepare(&one);
    return tio_combo_accepts(&one, tio_dice_of((tio_kind)kind));
}

/* The most slots from this one on that the dice can fill, by trying all. */
static unsigned most_filled(const tio_combo *combo, unsigned slot,
                            tio_dice dice)
{
    if (slot == combo->slots)
        return 0;
    unsigned most = most_filled(combo, slot + 1, dice);
    for (unsigned kind = 0; kind < TIO_KINDS; kind++) {
        if (!tio_dice_count(dice, (tio_kind)kind) ||
            !fits_slot(combo, slot, kind))
            continue;
        unsigned filled = 1 + most_filled(combo, slot + 1,
                                          dice - tio_dice_of((tio_kind)kind));
        most = filled > most ? filled : most;
    }
    return most;
}

static void test_any_slots(void **state)
{
    tio_random random;
    (void)state;
    tio_random_init(&random, 3, 4);
    for (unsigned round = 0; round < 3000; round++) {
        tio_combo combo;
        tio_kind out[TIO_MAX_SLOTS];
        tio_dice dice = some_dice(&random, 6);
        tio_dice seen = 0;
        memset(&combo, 0, sizeof combo);
        combo.points = 1;
        combo.slots = (uint8_t)(1 + below(&random, 4));
        for (unsigned i = 0; i < combo.slots; i++) {
            static const uint8_t colours[] = {TIO_LIGHT, TIO_DARK, TIO_EITHER};
            combo.slot[i].colour = colours[below(&random, 3)];
            combo.slot[i].face = (uint8_t)below(&random, 4);
        }
        tio_dice put = slots_fill(&combo, dice, out);
        for (unsigned i = 0; i < combo.slots; i++) {
            if (out[i] == TIO_NONE)
                continue;
            assert_true(fits_slot(&combo, i, out[i]));
            seen += tio_dice_of(out[i]);
        }
        assert_true(seen == put && tio_dice_contain(dice, put));
        unsigned most = most_filled(&combo, 0, dice);
        assert_int_equal(tio_dice_size(put), most);
        assert_int_equal(slots_missing(&combo, put), combo.slots - most);
    }
}

/* How many more dice of any faces make the sum, or 99. */
static unsigned more_for(const tio_combo *combo, tio_dice dice)
{
    unsigned size = tio_dice_size(dice);
    unsigned pips = tio_dice_pips(dice);
    for (unsigned more = size ? 0 : 1; more <= TIO_MAX_DICE; more++)
        if ((!combo->count || size + more == combo->count) &&
            pips + 6 * more >= combo->low && pips + more <= combo->high)
            return more;
    return 99;
}

static void test_any_sum(void **state)
{
    static const char *const dice_words[] = {"*", "L", "D", "2*", "3D", "4L"};
    tio_random random;
    unsigned tried = 0;
    (void)state;
    tio_random_init(&random, 5, 6);
    for (unsigned round = 0; round < 4000; round++) {
        char text[40];
        tio_combo combo;
        tio_text_error error;
        tio_dice dice = some_dice(&random, 6);
        snprintf(text, sizeof text, "2 sum %s %c %u",
                 dice_words[below(&random, 6)], "<=>"[below(&random, 3)],
                 1 + below(&random, 25));
        if (tio_combo_parse(text, &combo, &error))
            continue;
        tried++;
        tio_dice put = slots_towards_sum(&combo, dice);
        assert_true(tio_dice_contain(dice, put));
        unsigned missing = put ? more_for(&combo, put) : more_for(&combo, 0);
        if (missing == 99 || slots_missing(&combo, put) != missing)
            fail_msg("%s misses %u, not %u", text, slots_missing(&combo, put),
                     missing);
        /* No other die could lie there too. */
        for (unsigned kind = 0; kind < TIO_KINDS; kind++) {
            tio_dice one = tio_dice_of((tio_kind)kind);
            if (!tio_dice_contain(dice - put, one) ||
                combo_eligible(&combo, one) == 0)
                continue;
            if (!tio_combo_accepts(&combo, put))
                assert_int_equal(more_for(&combo, put + one), 99);
        }
    }
    assert_true(tried > 1000);
}

/* ---- Large values ------------------------------------------------------- */

static void expect_text(struct json *json, const char *wanted)
{
    assert_string_equal(json_text(json, NULL), wanted);
    json_clear(json);
}

/* A deck as large as there can be, and as many dice as there are. */
static void test_large_values(void **state)
{
    (void)state;
    static tio_deck deck;
    static const char all[] = "L1 L2 L2 L3 L3 L3 L4 L5 L6 D1 D2 D3 D3 D3 D4 D5 "
                              "D5 D6 R1 R6";
    struct json json = json_growing();
    tio_text_error error;
    tio_dice dice;
    char wanted[200];
    deck.combos = deck.actions = TIO_MAX_CARDS / 2 + 23;
    for (unsigned i = 0; i < deck.combos; i++) {
        assert_int_equal(tio_combo_parse("1 L?", &deck.combo[i], &error),
                         TIO_OK);
        deck.action[i].kind = TIO_SWAP;
    }
    for (unsigned i = 0; i < 2U * deck.combos; i++) {
        bool combo = i < deck.combos;
        json_object_begin(&json);
        json_card(&json, &deck, i);
        json_object_end(&json);
        snprintf(wanted, sizeof wanted, "{\"card\":\"%c%u\",\"text\":\"%s\"}",
                 combo ? 'c' : 'a', (combo ? i : i - deck.combos) + 1,
                 combo ? "1 L?" : "swap");
        expect_text(&json, wanted);
    }
    assert_int_equal(tio_dice_parse(all, &dice, &error), TIO_OK);
    assert_int_equal(tio_dice_size(dice), TIO_MAX_DICE);
    json_dice(&json, dice);
    size_t size = 0;
    for (const char *at = all; *at; at += at[2] ? 3 : 2)
        size += (size_t)snprintf(wanted + size, sizeof wanted - size,
                                 "%c\"%.2s\"", size ? ',' : '[', at);
    snprintf(wanted + size, sizeof wanted - size, "]");
    expect_text(&json, wanted);
    json_seats(&json, 0x3f);
    expect_text(&json, "[1,2,3,4,5]");
    json_seat(&json, TIO_MAX_PLAYERS);
    expect_text(&json, "null");
    json_die(&json, TIO_KINDS);
    expect_text(&json, "null");
    json_die(&json, TIO_KINDS - 1);
    expect_text(&json, "\"R6\"");
    json_free(&json);
}

/* How it stood after each round, also the last that there can be. */
static void test_scores(void **state)
{
    (void)state;
    struct table_settings settings = table_settings_default(2);
    struct bench *bench = bench_new(&settings, NULL);
    struct table *table = bench->table;
    tio_game *game = &table->game;
    memset(table->shown, 0x55, sizeof table->shown);
    for (unsigned round = 0; round <= TABLE_ROUNDS; round++) {
        game->round = (uint8_t)round;
        game->player[0].points = (int16_t)(10 + round);
        game->player[TIO_MAX_PLAYERS - 1].chips = (int16_t)round;
        game->phase = TIO_PHASE_LAY;
        table_keep_scores(table);
        assert_int_equal(table->scored, round ? round - 1 : 0);
        game->phase =
            round == TABLE_ROUNDS ? TIO_PHASE_OVER : TIO_PHASE_DISCARD;
        table_keep_scores(table);
        assert_int_equal(table->scored, round);
        /* What is paid for in the next round is in that round's sum. */
        game->player[0].points = -1;
        table_keep_scores(table);
    }
    for (unsigned round = 1; round <= TABLE_ROUNDS; round++) {
        assert_int_equal(table->score[round - 1][0].points, 10 + round);
        assert_int_equal(table->score[round - 1][TIO_MAX_PLAYERS - 1].chips,
                         round);
    }
    assert_int_equal(table->shown[TIO_MAX_PLAYERS - 1].seat, 0x55);
    bench_free(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games), cmocka_unit_test(test_slots),
        cmocka_unit_test(test_any_slots),    cmocka_unit_test(test_any_sum),
        cmocka_unit_test(test_large_values), cmocka_unit_test(test_scores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
