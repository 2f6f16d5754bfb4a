/* What is written about a table, field by field. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_bench.h"

#define ROLL "roll L1 L3 L3 L6 L6 L6 D1 D5 D5 D6 D6 D6 R2"

static const char deck_text[] = "combo 2 D5 L1\n"      /* c1 */
                                "combo 3 *6 *6\n"      /* c2 */
                                "combo 4 sum D > 10\n" /* c3 */
                                "combo 1 L?\n"         /* c4 */
                                "combo 5 D1 D2 D3\n"   /* c5 */
                                "combo 2 sum 2* = 7\n" /* c6 */
                                "combo 1 D?\n"         /* c7 */
                                "combo 3 sum L < 4\n"  /* c8 */
                                "combo 2 *4 *4\n"      /* c9 */
                                "combo 2 *3 *3\n"      /* c10 */
                                "action swap\n"        /* a1 */
                                "action reroll 4\n"    /* a2 */
                                "action cast\n"        /* a3 */
                                "action change D cost 1\n"
                                "action take 2\n"
                                "action shift L 2\n"
                                "action reroll R\n"
                                "action reroll D\n";

/* ---- An open table ------------------------------------------------------ */

static void test_open(void **state)
{
    (void)state;
    struct table_settings settings = table_settings_default(3);
    strcpy(settings.code, "Sesame");
    settings.clock = TABLE_CLOCK_MOVE;
    settings.base_ms = 30000;
    settings.game.cast = TIO_CAST_AIM;
    settings.game.first = 1;
    settings.game.starts = 4;
    struct bench *bench = bench_new(&settings, NULL);
    assert_int_equal(bench_do(bench, TABLE_DO_SIT, 0, NULL), TABLE_E_OK);
    bench_state(bench, 0, true);
    bench_expect(bench, "phase", "\"open\"");
    bench_expect(bench, "games", "0");
    bench_expect(bench, "position", "0");
    bench_expect(
        bench, "you",
        "{\"seat\":1,\"host\":true,\"undo\":false,\"code\":\"Sesame\"}");
    bench_expect(bench, "host", "1");
    bench_expect(
        bench, "settings",
        "{\"players\":3,\"edition\":\"gamewright\",\"free_hand\":false,"
        "\"starts\":4,\"first\":2,\"cast\":\"aim\",\"piles\":\"open\","
        "\"deck\":\"standard\",\"hints\":true,\"undo\":true,"
        "\"listed\":false,\"watch\":\"link\",\"clock\":{\"kind\":\"move\","
        "\"base\":30000,\"more\":0},\"grace\":60000,\"bot\":1000,"
        "\"stand_in\":\"normal\",\"code\":true}");
    bench_expect(
        bench, "seats.0",
        "{\"seat\":1,\"kind\":\"person\",\"name\":\"Player \\\"1\\\"\","
        "\"colour\":\"#3a7bd5\",\"present\":false,\"stand_in\":false,"
        "\"left\":false,\"again\":false,\"clock\":null,"
        "\"running\":false}");
    bench_expect(bench, "seats.2", "{\"seat\":3,\"kind\":\"empty\"}");
    bench_expect(
        bench, "fair",
        "{\"commit\":\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
        "bbbbbbbbbbbbbb\",\"contributed\":[1],\"last\":null}");
    bench_expect(bench, "game", "null");
    bench_state(bench, TIO_SPECTATOR, false);
    bench_expect(bench, "you", "{\"seat\":null,\"host\":false,\"undo\":false}");
    bench_expect(bench, "host", "1");
    /* Somebody else may be the first who sits, and the host none of them. */
    assert_int_equal(bench_do(bench, TABLE_DO_SIT, 1, NULL), TABLE_E_OK);
    bench->table->owner = bench->table->seat[1].person;
    bench_state(bench, TIO_SPECTATOR, false);
    bench_expect(bench, "host", "2");
    memset(&bench->table->owner, 0xee, sizeof bench->table->owner);
    bench_state(bench, TIO_SPECTATOR, false);
    bench_expect(bench, "host", "null");
    bench_try(bench, 0, "pass");
    bench_expect(bench, "",
                 "{\"legal\":false,\"error\":\"not-playing\","
                 "\"words\":\"no game is being played\"}");
    bench_free(bench);
}

/* ---- A game with known cards -------------------------------------------- */

static struct bench *known_game(const char *first, const char *second,
                                const char *roll)
{
    struct table_settings settings = table_settings_default(2);
    strcpy(settings.deck, "known");
    settings.game.first = 0;
    settings.game.starts = 1;
    struct bench *bench = bench_new(&settings, deck_text);
    bench->chance[0] = first;
    bench->chance[1] = second;
    bench->chance[2] = roll;
    bench->chances = 3;
    assert_int_equal(bench_do(bench, TABLE_DO_SIT, 0, NULL), TABLE_E_OK);
    assert_int_equal(bench_do(bench, TABLE_DO_SIT, 1, NULL), TABLE_E_OK);
    assert_int_equal(bench->table->phase, TABLE_PLAYING);
    return bench;
}

static struct bench *usual_game(void)
{
    return known_game("deal 1 c1 c2 c3 c4 a1", "deal 2 c5 c6 c7 c8 a3", ROLL);
}

static void test_turn(void **state)
{
    (void)state;
    struct bench *bench = usual_game();
    bench_state(bench, 0, true);
    bench_expect(bench, "game.phase", "\"turn\"");
    bench_expect(bench, "game.turn", "1");
    bench_expect(bench, "game.starter", "1");
    bench_expect(bench, "game.deciders", "[1]");
    bench_expect(bench, "game.round", "1");
    bench_expect(bench, "game.rounds", "2");
    bench_expect(bench, "game.takes", "1");
    bench_expect(bench, "game.rolling", "[]");
    bench_expect(bench, "game.thrown", "null");
    bench_expect(bench, "game.piles", "{\"combos\":2,\"actions\":6}");
    bench_expect(bench, "game.tray",
                 "[\"L1\",\"L3\",\"L3\",\"L6\",\"L6\",\"L6\","
                 "\"D1\",\"D5\",\"D5\",\"D6\",\"D6\",\"D6\",\"R2\"]");
    bench_expect(
        bench, "game.players.1",
        "{\"seat\":2,\"dice\":[],\"points\":0,\"chips\":0,\"total\":0,"
        "\"passed\":false,\"acted\":false,\"answered\":false,\"combos\":4,"
        "\"actions\":1,\"round\":null,\"discarded\":null}");
    bench_expect(bench, "game.history", "[]");
    bench_expect(bench, "game.winners", "[]");
    bench_expect(bench, "game.layout", "null");
    bench_expect(bench, "game.answer", "null");
    bench_expect(
        bench, "game.hand.0",
        "{\"place\":1,\"kind\":\"combo\",\"card\":\"c1\",\"text\":"
        "\"2 D5 L1\",\"points\":2,\"slots\":[{\"colour\":\"D\",\"face\":5,"
        "\"die\":null},{\"colour\":\"L\",\"face\":1,\"die\":null}],"
        "\"complete\":false,\"missing\":2}");
    bench_expect(bench, "game.hand.2",
                 "{\"place\":3,\"kind\":\"combo\",\"card\":\"c3\",\"text\":"
                 "\"4 sum D > 10\",\"points\":4,\"sum\":{\"colour\":\"D\","
                 "\"count\":0,\"low\":11,\"high\":null,\"now\":0},\"dice\":[],"
                 "\"complete\":false,\"missing\":2}");
    bench_expect(bench, "game.hand.4",
                 "{\"place\":5,\"kind\":\"action\",\"card\":\"a1\",\"text\":"
                 "\"swap\"}");
    bench_expect(bench, "game.moves.take",
                 "[\"L1\",\"L3\",\"L6\",\"D1\",\"D5\",\"D6\",\"R2\"]");
    bench_expect(bench, "game.moves.nets", "[1,1,1,-1,-1,-1,0]");
    bench_expect(bench, "game.moves.helps",
                 "[[[1,1],[4]],[[4]],[[2,1],[4]],[[3,1,1]],[[1,1],[3,1,5]],"
                 "[[2,1],[3,1,6]],[[3,1,2],[4]]]");
    bench_expect(bench, "game.moves.pass", "true");
    bench_expect(bench, "game.moves.done", "false");
    bench_expect(bench, "game.moves.play.0.form",
                 "\"play swap {die} {other}\"");
    bench_expect(bench, "game.moves.play.0.targets.0",
                 "{\"die\":\"L1\",\"others\":[\"D5\",\"D6\"]}");
    bench_state(bench, 1, false);
    bench_expect(bench, "game.moves", "null");
    bench_expect(bench, "game.hand.0.card", "\"c5\"");
    bench_state(bench, TIO_SPECTATOR, false);
    bench_expect_none(bench, "game.hand");
    bench_expect_none(bench, "game.moves");
    bench_expect_none(bench, "game.layout");
    bench_expect_none(bench, "game.answer");
    bench_free(bench);
}

static void test_dice_on_cards(void **state)
{
    (void)state;
    struct bench *bench = usual_game();
    bench_play(bench, 0, "take D5");
    bench_play(bench, 1, "take D1");
    bench_play(bench, 0, "take R2");
    bench_play(bench, 1, "pass");
    bench_state(bench, 0, true);
    bench_expect(bench, "game.players.0.dice", "[\"D5\",\"R2\"]");
    /* R2 completes any light die. D5 is as near on the first card as on the
     * third, which is worth more. */
    bench_expect(bench, "game.hand.3.slots.0.die", "\"R2\"");
    bench_expect(bench, "game.hand.3.complete", "true");
    bench_expect(bench, "game.hand.3.missing", "0");
    bench_expect(bench, "game.hand.0.missing", "2");
    bench_expect(bench, "game.hand.2.dice", "[\"D5\"]");
    bench_expect(bench, "game.hand.2.sum.now", "5");
    bench_expect(bench, "game.hand.2.missing", "1");
    bench_expect(
        bench, "game.layout",
        "{\"points\":1,\"chips\":2,\"net\":-1,\"lay\":[{\"place\":4,"
        "\"dice\":[\"R2\"]}],\"surplus\":[{\"die\":\"D5\",\"chips\":1}],"
        "\"red\":1}");
    bench_play(bench, 0, "take D5");
    bench_play(bench, 0, "take L1");
    bench_state(bench, 0, true);
    /* Two fives are no sum over ten; the red two makes one. */
    bench_expect(bench, "game.hand.2.sum.now", "12");
    bench_expect(bench, "game.hand.2.dice", "[\"D5\",\"D5\",\"R2\"]");
    bench_expect(bench, "game.layout.net", "4");
    bench_expect(bench, "game.players.1.passed", "true");
    bench_free(bench);
}

static void test_nearest_card(void **state)
{
    (void)state;
    struct bench *bench =
        known_game("deal 1 c1 c2 c3 c4 a1", "deal 2 c5 c6 c9 c10 a3", ROLL);
    bench_play(bench, 0, "pass");
    bench_play(bench, 1, "take D1");
    bench_state(bench, 1, false);
    /* One more makes two that add up to seven; D1 D2 D3 wants two more. */
    bench_expect(bench, "game.hand.1.dice", "[\"D1\"]");
    bench_expect(bench, "game.hand.1.missing", "1");
    bench_expect(bench, "game.hand.0.missing", "3");
    bench_free(bench);
}

/* ---- How a round is scored ---------------------------------------------- */

static void finish_round(struct bench *bench)
{
    bench_play(bench, 0, "take D5");
    bench_play(bench, 1, "take D1");
    bench_play(bench, 0, "take L1");
    bench_play(bench, 1, "take L3");
    bench_play(bench, 0, "take R2");
    bench_play(bench, 1, "pass");
    bench_play(bench, 0, "pass");
}

static void test_lay(void **state)
{
    (void)state;
    struct bench *bench = usual_game();
    finish_round(bench);
    bench_state(bench, 0, true);
    bench_expect(bench, "game.phase", "\"lay\"");
    bench_expect(bench, "game.deciders", "[1,2]");
    bench_expect(bench, "game.moves.lay.0.move", "\"lay 1:L1,D5 4:R2\"");
    bench_expect(bench, "game.moves.lay.0.lay.0",
                 "{\"place\":1,\"dice\":[\"D5\",\"L1\"]}");
    bench_expect(bench, "game.moves.lay.0.net", "2");
    bench_play(bench, 0, "lay 1:D5,L1");
    bench_news(bench, 0);
    bench_expect(bench, "move", "\"lay 1:L1,D5\"");
    bench_expect(bench, "answered", "true");
    bench_expect_none(bench, "shown");
    bench_news(bench, 1);
    bench_expect_none(bench, "move");
    bench_expect(bench, "answered", "true");
    bench_expect(bench, "seat", "1");
    bench_state(bench, 0, true);
    bench_expect(bench, "game.answer",
                 "{\"lay\":[{\"place\":1,\"dice\":[\"D5\",\"L1\"]}]}");
    bench_expect(bench, "game.moves", "null");
    bench_expect(bench, "you.undo", "true");
    bench_state(bench, 1, false);
    bench_expect(bench, "game.answer", "null");
    bench_expect(bench, "game.players.0.answered", "true");
    bench_expect(bench, "game.players.0.round", "null");
    bench_expect(bench, "game.players.1.answered", "false");
    bench_expect(bench, "you.undo", "false");
    bench_play(bench, 1, "lay 3:D1 4:L3");
    bench_news(bench, TIO_SPECTATOR);
    bench_expect(bench, "by", "\"person\"");
    bench_expect(bench, "shown",
                 "[{\"seat\":1,\"move\":\"lay 1:L1,D5\"},"
                 "{\"seat\":2,\"move\":\"lay 3:D1 4:L3\"}]");
    bench_expect(
        bench, "scored.0",
        "{\"points\":2,\"chips\":2,\"net\":0,\"laid\":[{\"card\":\"c1\","
        "\"text\":\"2 D5 L1\",\"points\":2,\"slots\":[{\"colour\":\"D\","
        "\"face\":5},{\"colour\":\"L\",\"face\":1}],\"dice\":[\"D5\",\"L1\"]}],"
        "\"surplus\":[{\"die\":\"R2\",\"chips\":2}],\"red\":0}");
    bench_state(bench, TIO_SPECTATOR, false);
    bench_expect(bench, "game.phase", "\"discard\"");
    bench_expect(bench, "game.players.0.total", "0");
    bench_expect(bench, "game.players.1.round.points", "4");
    bench_expect(bench, "game.players.1.total", "4");
    bench_expect(bench, "game.history",
                 "[{\"round\":1,\"points\":[2,4],\"chips\":[2,0],"
                 "\"totals\":[0,4]}]");
    bench_free(bench);
}

static char move_news[4096];

/* Chance comes at once after the last answer: this keeps what was told before
 * it. */
static void keep_moves(void *context, struct table *table,
                       const struct table_event *event)
{
    struct bench *bench = context;
    bench_write_news(bench, table, event);
    if (event->type == TABLE_EVENT_MOVE)
        memcpy(move_news, bench->news[0], sizeof move_news);
}

static void test_discard(void **state)
{
    (void)state;
    struct bench *bench = usual_game();
    finish_round(bench);
    bench_play(bench, 0, "lay none");
    bench_play(bench, 1, "lay none");
    bench_state(bench, 0, true);
    bench_expect(bench, "game.moves",
                 "{\"discard\":[1,2,3,4,5],\"keep\":true}");
    bench_expect(bench, "game.layout", "null");
    bench_play(bench, 1, "discard 5");
    bench_state(bench, 1, false);
    bench_expect(bench, "game.answer", "{\"discard\":5}");
    bench->host.happened = keep_moves;
    bench_play(bench, 0, "keep");
    memcpy(bench->news[0], move_news, sizeof move_news);
    bench_news(bench, 0);
    bench_expect(bench, "shown",
                 "[{\"seat\":1,\"move\":\"keep\"},"
                 "{\"seat\":2,\"move\":\"discard 5\",\"card\":\"a3\","
                 "\"text\":\"cast\"}]");
    bench_state(bench, 0, true);
    bench_expect(bench, "game.round", "2");
    bench_expect(bench, "game.starter", "2");
    bench_expect(bench, "game.players.1.discarded",
                 "{\"card\":\"a3\",\"text\":\"cast\"}");
    bench_expect(bench, "game.players.0.discarded", "null");
    /* The dice are cast again: what was over is not there any more. */
    bench_expect_none(bench, "game.players.0.round.surplus");
    bench_expect(bench, "game.players.0.round.chips", "4");
    bench_free(bench);
}

static void test_piles_down(void **state)
{
    (void)state;
    struct bench *bench = usual_game();
    bench->table->game.settings.piles_down = 1;
    finish_round(bench);
    bench_play(bench, 0, "lay 1:D5,L1");
    bench_play(bench, 1, "lay 3:D1 4:L3");
    bench_state(bench, 0, true);
    bench_expect(bench, "game.players.0.points", "2");
    bench_expect(bench, "game.players.1.points", "null");
    bench_expect(bench, "game.players.1.total", "null");
    bench_expect(bench, "game.players.1.chips", "0");
    bench_expect(bench, "game.history.0.points", "[2,null]");
    bench_expect(bench, "game.history.0.totals", "[0,null]");
    bench_state(bench, TIO_SPECTATOR, false);
    bench_expect(bench, "game.history.0.points", "[null,null]");
    bench->table->game.phase = TIO_PHASE_OVER;
    bench_state(bench, 0, true);
    bench_expect(bench, "game.players.1.points", "4");
    bench_expect(bench, "game.history.0.totals", "[0,4]");
    bench_expect(bench, "game.winners", "[2]");
    bench_free(bench);
}

/* ---- Actions ------------------------------------------------------------ */

static void test_actions(void **state)
{
    (void)state;
    static const struct {
        const char *hand;
        const char *wanted; /* game.moves.play.0 */
    } cases[] = {
        {"deal 1 c1 c2 c3 c4 a2",
         "{\"place\":5,\"action\":\"reroll "
         "4\",\"cost\":0,\"shape\":\"pool\",\"form\":"
         "\"play reroll 4 "
         "{dice}\",\"dice\":[\"L1\",\"L3\",\"L3\",\"L6\",\"L6\",\"L6\","
         "\"D1\",\"D5\",\"D5\",\"D6\",\"D6\",\"D6\",\"R2\"],\"least\":1,"
         "\"most\":4}"},
        {"deal 1 c1 c2 c3 c4 a3",
         "{\"place\":5,\"rule\":\"ACTION_HAS_NO_TARGET\",\"words\":"
         "\"it can't change any die in the tray\"}"},
        {"deal 1 c1 c2 c3 c4 a4",
         "{\"place\":5,\"action\":\"change D cost "
         "1\",\"cost\":1,\"shape\":\"face\",\"form\":"
         "\"play change {die} {other} cost 1\",\"targets\":[{\"die\":\"D1\","
         "\"others\":[\"D2\",\"D3\",\"D4\",\"D5\",\"D6\"]},{\"die\":\"D5\","
         "\"others\":[\"D1\",\"D2\",\"D3\",\"D4\",\"D6\"]},{\"die\":\"D6\","
         "\"others\":[\"D1\",\"D2\",\"D3\",\"D4\",\"D5\"]}]}"},
        {"deal 1 c1 c2 c3 c4 a5", "{\"place\":5,\"action\":\"take "
                                  "2\",\"cost\":0,\"shape\":\"none\",\"form\":"
                                  "\"play take 2\"}"},
        {"deal 1 c1 c2 c3 c4 a6",
         "{\"place\":5,\"action\":\"shift L "
         "2\",\"cost\":0,\"shape\":\"face\",\"form\":"
         "\"play shift {die} {other}\",\"targets\":[{\"die\":\"L1\","
         "\"others\":[\"L3\"]},{\"die\":\"L3\",\"others\":[\"L1\",\"L5\"]},"
         "{\"die\":\"L6\",\"others\":[\"L4\"]}]}"},
        {"deal 1 c1 c2 c3 c4 a7",
         "{\"place\":5,\"action\":\"reroll "
         "R\",\"cost\":0,\"shape\":\"pool\",\"form\":"
         "\"play reroll R {dice}\",\"dice\":[\"R2\"],\"least\":1,"
         "\"most\":1}"},
        {"deal 1 c1 c2 c3 c4 a8",
         "{\"place\":5,\"action\":\"reroll "
         "D\",\"cost\":0,\"shape\":\"pool\",\"form\":"
         "\"play reroll D "
         "{dice}\",\"dice\":[\"D1\",\"D5\",\"D5\",\"D6\",\"D6\",\"D6\"],"
         "\"least\":1,\"most\":6}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *bench =
            known_game(cases[i].hand, "deal 2 c5 c6 c7 c8 a1", ROLL);
        bench_state(bench, 0, true);
        bench_expect(bench, "game.moves.play.0", cases[i].wanted);
        bench_free(bench);
    }
}

static void test_cast(void **state)
{
    (void)state;
    struct bench *bench = usual_game();
    bench_play(bench, 0, "take D5");
    bench_play(bench, 1, "take D1");
    bench_play(bench, 0, "take L1");
    bench_state(bench, 1, false);
    bench_expect(bench, "game.moves.play.0.form", "\"play cast {die}\"");
    bench_expect(bench, "game.moves.play.0.aimed",
                 "\"play cast {die} at {other}\"");
    bench_expect(bench, "game.moves.play.0.targets",
                 "[{\"die\":\"D1\",\"others\":[\"L3\",\"L6\",\"D5\",\"D6\","
                 "\"R2\"]}]");
    bench_try(bench, 1, "play cast D1 at L6");
    bench_expect(bench, "rolls", "[\"D1\"]");
    bench_expect(bench, "aim", "\"L6\"");
    bench_free(bench);
}

/* ---- Trying ------------------------------------------------------------- */

static void test_try(void **state)
{
    (void)state;
    struct bench *bench = usual_game();
    bench_play(bench, 0, "take D5");
    bench_play(bench, 1, "pass");
    bench_try(bench, 0, "take l1");
    bench_expect(bench, "",
                 "{\"legal\":true,\"move\":\"take L1\",\"before\":-1,\"net\":2,"
                 "\"completes\":[1]}");
    bench_try(bench, 0, "play swap L1 D6");
    bench_expect(
        bench, "",
        "{\"legal\":true,\"move\":\"play swap L1 D6\",\"cost\":0,\"tray\":"
        "[\"L3\",\"L3\",\"L6\",\"L6\",\"L6\",\"L6\","
        "\"D1\",\"D1\",\"D5\",\"D6\",\"D6\",\"R2\"],"
        "\"takes\":1}");
    bench_try(bench, 0, "take D2");
    bench_expect(
        bench, "",
        "{\"legal\":false,\"error\":\"illegal\",\"words\":"
        "\"that die is not in the tray\",\"rule\":\"DIE_NOT_IN_TRAY\"}");
    bench_try(bench, 1, "take L1");
    bench_expect(bench, "rule", "\"PASSED\"");
    bench_try(bench, 0, "take L9");
    bench_expect(bench, "error", "\"bad-move\"");
    bench_expect(bench, "column", "6");
    bench_try(bench, 0, "roll L1");
    bench_expect(bench, "legal", "false");
    bench_try(bench, 0, "pass");
    bench_expect(bench, "", "{\"legal\":true,\"move\":\"pass\"}");
    bench_play(bench, 0, "take L1");
    bench_play(bench, 0, "pass");
    bench_try(bench, 0, "lay 4:L1");
    bench_expect(
        bench, "",
        "{\"legal\":true,\"move\":\"lay 4:L1\",\"points\":1,\"chips\":1,"
        "\"net\":0,\"best\":2,\"lay\":[{\"place\":4,\"dice\":[\"L1\"]}],"
        "\"surplus\":[{\"die\":\"D5\",\"chips\":1}],\"red\":0}");
    bench_play(bench, 0, "lay none");
    bench_try(bench, 0, "discard 5");
    bench_expect(bench, "",
                 "{\"legal\":true,\"move\":\"discard 5\",\"card\":\"a1\","
                 "\"text\":\"swap\"}");
    bench_free(bench);
    bench = known_game("deal 1 c1 c2 c3 c4 a8", "deal 2 c5 c6 c7 c8 a1", ROLL);
    bench_try(bench, 0, "play reroll D D1 D6");
    bench_expect(bench, "rolls", "[\"D1\",\"D6\"]");
    bench_expect(bench, "tray",
                 "[\"L1\",\"L3\",\"L3\",\"L6\",\"L6\",\"L6\","
                 "\"D5\",\"D5\",\"D6\",\"D6\",\"R2\"]");
    bench_free(bench);
}

/* ---- News --------------------------------------------------------------- */

static void test_news(void **state)
{
    (void)state;
    struct bench *bench = usual_game();
    bench_news(bench, 1);
    bench_expect(bench, "event", "\"chance\"");
    bench_expect(bench, "move",
                 "\"roll L1 L3 L3 L6 L6 L6 D1 D5 D5 D6 D6 D6 R2\"");
    bench_expect(bench, "time", "1700000002000");
    struct table_event dealt = {
        .type = TABLE_EVENT_CHANCE,
        .move = {.type = TIO_MOVE_DEAL, .seat = 1, .deal = {2, {4, 10}}}};
    bench_write_news(bench, bench->table, &dealt);
    bench_news(bench, 0);
    bench_expect(bench, "move", "\"deal 2 c? a?\"");
    bench_news(bench, 1);
    bench_expect(bench, "move", "\"deal 2 c5 a1\"");
    bench_news(bench, TIO_SPECTATOR);
    bench_expect(bench, "move", "\"deal 2 c? a?\"");
    bench_play(bench, 0, "take D5");
    bench_news(bench, 1);
    bench_expect(bench, "",
                 "{\"event\":\"move\",\"time\":1700000003000,\"seat\":1,\"by\":"
                 "\"person\",\"move\":\"take D5\""
                 ",\"tale\":[[\"TAKES\",1,\"D5\"]]}");
    assert_int_equal(bench_do(bench, TABLE_DO_UNDO, 0, NULL), TABLE_E_OK);
    bench_news(bench, 1);
    bench_expect(bench, "",
                 "{\"event\":\"undo\",\"time\":1700000004000,\"seat\":1"
                 ",\"tale\":[[\"UNDOES\",1]]}");
    assert_int_equal(bench_do(bench, TABLE_DO_STAND, 1, NULL), TABLE_E_OK);
    bench_news(bench, 0);
    bench_expect(bench, "event", "\"leave\"");
    bench_expect(bench, "seat", "2");
    bench_expect(bench, "by", "\"person\"");
    assert_int_equal(bench_do(bench, TABLE_DO_CLOSE, 0, NULL), TABLE_E_OK);
    bench_news(bench, 0);
    bench_expect(bench, "event", "\"close\"");
    bench_expect(bench, "by", "\"host\"");
    bench_state(bench, 0, true);
    bench_expect(bench, "phase", "\"closed\"");
    bench_expect(
        bench, "fair.last.secret",
        "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aa\"");
    bench_free(bench);
}

/* Whoever sits there later has another name. */
static void test_who_was_sent_away(void **state)
{
    (void)state;
    struct table_settings settings = table_settings_default(3);
    struct bench *bench = bench_new(&settings, NULL);
    assert_int_equal(bench_do(bench, TABLE_DO_SIT, 0, NULL), TABLE_E_OK);
    assert_int_equal(bench_do(bench, TABLE_DO_SIT, 1, NULL), TABLE_E_OK);
    struct table_command kick = {
        .type = TABLE_DO_KICK, .seat = 1, .person = {{1}}};
    assert_int_equal(table_do(bench->table, &kick, bench->now, NULL, NULL),
                     TABLE_E_OK);
    bench_news(bench, 0);
    bench_expect(bench, "event", "\"stand\"");
    bench_expect(bench, "by", "\"kicked\"");
    bench_expect(bench, "name", "\"Player \\\"2\\\"\"");
    bench_free(bench);
}

/* Every kind of event, whole: as an onlooker hears of it at an open table. */
static void test_every_news(void **state)
{
    (void)state;
    static const struct {
        struct table_event event;
        const char *wanted; /* behind its time */
    } rows[] = {
        {{.type = TABLE_EVENT_CREATE}, ""},
        {{.type = TABLE_EVENT_SET}, ",\"tale\":[[\"SET\",null]]"},
        {{.type = TABLE_EVENT_RESUME}, ",\"tale\":[[\"RESUMED\",null]]"},
        {{.type = TABLE_EVENT_SNAPSHOT}, ""},
        {{.type = TABLE_EVENT_SIT, .seat = 1, .name = "A", .colour = 0x0a1b2c},
         ",\"seat\":2,\"name\":\"A\",\"colour\":\"#0a1b2c\""
         ",\"tale\":[[\"SITS\",2,\"A\"]]"},
        {{.type = TABLE_EVENT_NAME, .seat = 4, .name = "B", .colour = 0xfedcba},
         ",\"seat\":5,\"name\":\"B\",\"colour\":\"#fedcba\""
         ",\"tale\":[[\"RENAMED\",5,\"Cleo\",\"B\"]]"},
        {{.type = TABLE_EVENT_BOT, .seat = 2, .name = "Mia", .level = "easy"},
         ",\"seat\":3,\"name\":\"Mia\",\"level\":\"easy\""
         ",\"tale\":[[\"BOT_SITS\",3,\"Mia\",\"easy\"]]"},
        {{.type = TABLE_EVENT_STAND, .seat = 2, .cause = TABLE_CAUSE_KICKED},
         ",\"seat\":3,\"name\":\"Cleo\",\"by\":\"kicked\""
         ",\"tale\":[[\"SENT_AWAY\",3,\"Cleo\"]]"},
        {{.type = TABLE_EVENT_HOST, .person = {{2}}},
         ",\"seat\":2,\"tale\":[[\"HOSTS\",2]]"},
        {{.type = TABLE_EVENT_HOST, .person = {{9}}}, ",\"seat\":null"},
        {{.type = TABLE_EVENT_START, .seat = TIO_NONE},
         ",\"seat\":null,\"game\":7,\"tale\":[[\"BEGINS\",null,0,0]]"},
        {{.type = TABLE_EVENT_UNDO, .seat = 0},
         ",\"seat\":1,\"tale\":[[\"UNDOES\",1]]"},
        {{.type = TABLE_EVENT_STAND_IN, .seat = 1},
         ",\"seat\":2,\"tale\":[[\"AWAY\",2]]"},
        {{.type = TABLE_EVENT_BACK, .seat = 1},
         ",\"seat\":2,\"tale\":[[\"BACK\",2]]"},
        {{.type = TABLE_EVENT_AGAIN, .seat = 0},
         ",\"seat\":1,\"tale\":[[\"AGAIN\",1]]"},
        {{.type = TABLE_EVENT_LEAVE, .seat = 1, .person = {{2}}},
         ",\"seat\":2,\"by\":\"person\",\"tale\":[[\"LEFT\",2]]"},
        {{.type = TABLE_EVENT_LEAVE, .seat = 1, .person = {{1}}},
         ",\"seat\":2,\"by\":\"host\",\"tale\":[[\"LEFT_OUT\",2]]"},
        {{.type = TABLE_EVENT_CLOSE, .cause = TABLE_CAUSE_OLD},
         ",\"by\":\"old\",\"tale\":[[\"CLOSED\",null]]"},
        {{.type = TABLE_EVENT_COMMIT}, ",\"commit\":\"01000000"},
        {{.type = TABLE_EVENT_REVEAL}, ",\"commit\":\"02000000"},
    };
    struct table_settings settings = table_settings_default(3);
    struct bench *bench = bench_new(&settings, NULL);
    assert_int_equal(bench_do(bench, TABLE_DO_SIT, 0, NULL), TABLE_E_OK);
    assert_int_equal(bench_do(bench, TABLE_DO_SIT, 1, NULL), TABLE_E_OK);
    bench->table->games = 7;
    memcpy(bench->table->stood, "Cleo", 5);
    memset(bench->table->commit, 0, TABLE_BYTES);
    bench->table->commit[0] = 1;
    bench->table->revealed_commit[0] = 2;
    bench->table->revealed[TABLE_BYTES - 1] = 0xf3;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = bench->news[TIO_MAX_PLAYERS];
        char wanted[400];
        struct table_event event = rows[i].event;
        event.time = 12;
        bench_write_news(bench, bench->table, &event);
        int size =
            snprintf(wanted, sizeof wanted, "{\"event\":\"%s\",\"time\":12%s",
                     table_event_name(event.type), rows[i].wanted);
        assert_memory_equal(text, wanted, (size_t)size);
        const char *secret = strstr(text, "\"secret\"");
        assert_int_equal(secret != NULL, event.type == TABLE_EVENT_REVEAL);
        if (secret)
            assert_non_null(
                strstr(text, "00f3\",\"tale\":[[\"REVEALED\",null]]}"));
        else if (event.type != TABLE_EVENT_COMMIT)
            assert_string_equal(text + size, "}");
    }
    bench_free(bench);
}

/* ---- What is seldom so -------------------------------------------------- */

/* Everything that can be agreed on, the other way round. */
static void test_other_settings(void **state)
{
    (void)state;
    struct table_settings settings = table_settings_default(3);
    settings.game.edition = TIO_SCHMIDT;
    settings.game.free_hand = 1;
    settings.game.starts = 0;
    settings.game.first = TIO_NONE;
    settings.game.cast = TIO_CAST_OFF;
    settings.game.piles_down = 1;
    settings.hints = settings.undo = 0;
    settings.listed = 1;
    settings.watch = TABLE_WATCH_PUBLIC;
    settings.clock = TABLE_CLOCK_GAME;
    settings.base_ms = 60000;
    settings.more_ms = 5000;
    struct bench *bench = bench_new(&settings, NULL);
    bench_state(bench, TIO_SPECTATOR, true);
    bench_expect(
        bench, "settings",
        "{\"players\":3,\"edition\":\"schmidt\",\"free_hand\":true,"
        "\"starts\":3,\"first\":\"random\",\"cast\":\"off\",\"piles\":"
        "\"down\",\"deck\":\"standard\",\"hints\":false,\"undo\":false,"
        "\"listed\":true,\"watch\":\"public\",\"clock\":{\"kind\":\"game\","
        "\"base\":60000,\"more\":5000},\"grace\":60000,\"bot\":1000,"
        "\"stand_in\":\"normal\",\"code\":false}");
    bench_expect(bench, "you", "{\"seat\":null,\"host\":true,\"undo\":false}");
    bench_expect(bench, "fair.contributed", "[]");
    bench_free(bench);
}

/* Persons who are there, away, gone; and a bot. */
static void test_seats(void **state)
{
    (void)state;
    struct table_settings settings = table_settings_default(4);
    settings.clock = TABLE_CLOCK_GAME;
    settings.base_ms = 60000;
    settings.game.first = 0;
    struct bench *bench = bench_new(&settings, NULL);
    struct table *table = bench->table;
    for (unsigned seat = 0; seat < 3; seat++)
        assert_int_equal(bench_do(bench, TABLE_DO_SIT, seat, NULL), TABLE_E_OK);
    assert_int_equal(bench_do(bench, TABLE_DO_START, 0, NULL), TABLE_E_OK);
    table_present(table, 0, true, bench->now);
    table->seat[1].stand_in = true;
    table->seat[2].left = true;
    table->seat[2].gave_up = true;
    bench->now += 1500;
    bench_state(bench, 1, false);
    bench_expect(bench, "seats",
                 "[{\"seat\":1,\"kind\":\"person\",\"name\":\"Player "
                 "\\\"1\\\"\",\"colour\":\"#3a7bd5\",\"present\":true,"
                 "\"stand_in\":false,\"left\":false,\"again\":false,"
                 "\"clock\":58500,\"running\":true},{\"seat\":2,\"kind\":"
                 "\"person\",\"name\":\"Player \\\"2\\\"\",\"colour\":"
                 "\"#3a7bd5\",\"present\":false,\"stand_in\":true,\"left\":"
                 "false,\"again\":false,\"clock\":60000,\"running\":false},"
                 "{\"seat\":3,\"kind\":\"person\",\"name\":\"Player "
                 "\\\"3\\\"\",\"colour\":\"#3a7bd5\",\"present\":false,"
                 "\"stand_in\":false,\"left\":true,\"successor\":\"normal\","
                 "\"again\":false,\"clock\":"
                 "null,\"running\":false},{\"seat\":4,\"kind\":\"bot\","
                 "\"name\":\"Ida\",\"colour\":\"#000000\",\"level\":"
                 "\"normal\",\"present\":true,\"stand_in\":false,\"left\":"
                 "false,\"again\":false,\"clock\":null,\"running\":false}]");
    bench_expect(bench, "fair.contributed", "[1,2,3]");
    bench_expect(bench, "games", "1");
    assert_int_equal(bench_number(bench, "position"), table->position);
    table->seat[0].again = true;
    bench_state(bench, 0, true);
    bench_expect(bench, "seats.0.again", "true");
    bench_free(bench);
}

/* Who has answered in a phase of all: nobody who was not asked. */
static void test_answers(void **state)
{
    (void)state;
    static const struct {
        unsigned phase;
        unsigned combos;
        unsigned actions;
        unsigned answer;
        const char *taken;
        const char *wanted; /* the seat's answer */
    } rows[] = {
        {TIO_PHASE_LAY, 4, 1, TIO_NONE, "D5", "{\"lay\":[]}"},
        {TIO_PHASE_LAY, 4, 1, TIO_NONE, "", "null"},
        {TIO_PHASE_DISCARD, 1, 0, TIO_NONE, "D5", "{\"keep\":true}"},
        {TIO_PHASE_DISCARD, 1, 0, 0, "", "{\"discard\":1}"},
        {TIO_PHASE_DISCARD, 0, 0, TIO_NONE, "", "null"},
        {TIO_PHASE_DRAW, 1, 1, 1, "",
         "{\"draw\":{\"combos\":1,\"actions\":2}}"},
        {TIO_PHASE_DRAW, 4, 0, 1, "",
         "{\"draw\":{\"combos\":1,\"actions\":0}}"},
        {TIO_PHASE_DRAW, 4, 1, 0, "", "null"},
        {TIO_PHASE_TURN, 4, 0, 0, "D5", "null"},
    };
    struct bench *bench = usual_game();
    tio_game *game = &bench->table->game;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tio_player *player = &game->player[1];
        tio_text_error error;
        bool answered = strcmp(rows[i].wanted, "null") != 0;
        game->phase = (uint8_t)rows[i].phase;
        player->combos = (uint8_t)rows[i].combos;
        player->actions = (uint8_t)rows[i].actions;
        player->answer = (uint8_t)rows[i].answer;
        assert_int_equal(tio_dice_parse(rows[i].taken, &player->taken, &error),
                         TIO_OK);
        game->pending = 1;
        bench_state(bench, 1, false);
        bench_expect(bench, "game.answer", rows[i].wanted);
        bench_expect(bench, "game.players.1.answered",
                     answered ? "true" : "false");
        bench_expect(bench, "game.players.0.answered", "false");
        game->pending = 3;
        bench_state(bench, 1, false);
        bench_expect(bench, "game.answer", "null");
        bench_expect(bench, "game.players.1.answered", "false");
    }
    bench_free(bench);
}

/* With every name as long as it may be, of bytes that need an escape. */
static void settings_have_room(void **state)
{
    struct table *table = calloc(1, sizeof *table);
    struct table_settings *settings = &table->settings;
    (void)state;
    *settings = table_settings_default(TIO_MAX_PLAYERS);
    settings->base_ms = settings->more_ms = settings->grace_ms = UINT32_MAX;
    settings->bot_ms = UINT32_MAX;
    settings->clock = TABLE_CLOCK_MOVE;
    settings->undos = 9;
    memset(settings->deck, '"', sizeof settings->deck - 1);
    memset(settings->stand_in, '"', sizeof settings->stand_in - 1);
    table_tell_settings(table);
    assert_in_range(table->told_size, 400, TABLE_TOLD - 100);
    json_t *root = json_loadb(table->told, table->told_size, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(root, "undos")), 9);
    json_decref(root);
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_have_room),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_turn),
        cmocka_unit_test(test_dice_on_cards),
        cmocka_unit_test(test_nearest_card),
        cmocka_unit_test(test_lay),
        cmocka_unit_test(test_discard),
        cmocka_unit_test(test_piles_down),
        cmocka_unit_test(test_actions),
        cmocka_unit_test(test_cast),
        cmocka_unit_test(test_try),
        cmocka_unit_test(test_news),
        cmocka_unit_test(test_who_was_sent_away),
        cmocka_unit_test(test_every_news),
        cmocka_unit_test(test_other_settings),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
