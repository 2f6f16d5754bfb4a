/* What the search of the strong bots stands on: tables of promises, the quick
 * way through a round, guesses at hidden cards, the chance to win; and hints,
 * which are that search in the open. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/chance_to_win.h"
#include "bots/outlook.h"
#include "bots/search.h"
#include "bots/world.h"
#include "support/odd_game.h"

/* For each edition and variant. */
#define GAMES (SLOW_BUILD ? 1 : 4)
#define TURNS (SLOW_BUILD ? 5 : 1)  /* one in so many turns, */
#define HINTS (SLOW_BUILD ? 24 : 4) /* and one in so many decisions */

/* Calls `look` at the turns of many games of all sorts. */
static void at_turns(void (*look)(const struct odd_game *odd))
{
    unsigned turns = 0;
    for (unsigned sort = 0; sort < 2 * TIO_EDITIONS; sort++) {
        for (uint64_t number = 0; number < GAMES; number++) {
            struct odd_game odd;
            odd_game_begin(&odd, (tio_edition)(sort / 2), sort % 2, number);
            while (odd.game.phase != TIO_PHASE_OVER) {
                tio_move move;
                if (odd.game.phase == TIO_PHASE_TURN && turns++ % TURNS == 0)
                    look(&odd);
                odd_game_next(&odd, &move);
                assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
            }
        }
    }
}

static void begin_nets(struct nets *nets, const tio_game *game,
                       const tio_deck *deck, unsigned seat)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    nets_begin(nets, combos, tio_hand_combos(game, deck, seat, combos));
}

/* ---- Tables ---- */

static struct reckon table;
static struct nets nets;

static int best_child(unsigned node, const int16_t worth[])
{
    int best = table.stop[node];
    for (unsigned k = 0; k < table.ask.tray->count; k++) {
        unsigned child = table.child[node][k];
        if (child != RECKON_NONE && worth[child] > best)
            best = worth[child];
    }
    return best;
}

static void check_node(const tio_game *game, unsigned node)
{
    const struct tray_kinds *tray = table.ask.tray;
    tio_dice all = game->player[game->turn].taken + table.dice[node];
    assert_int_equal(table.stop[node],
                     POINT * tio_layout_net(nets.combos, nets.count, all));
    assert_true(tio_dice_contain(game->tray, table.dice[node]));
    assert_true(table.promise[node] >= table.stop[node]);
    assert_true(table.promise[node] <= best_child(node, table.promise));
    assert_int_equal(table.alone[node], best_child(node, table.alone));
    for (unsigned k = 0; k < tray->count; k++) {
        unsigned child = table.child[node][k];
        if (child != RECKON_NONE)
            assert_true(table.dice[child] ==
                        table.dice[node] + tio_dice_of(tray->kind[k]));
    }
}

static void look_at_table(const struct odd_game *odd)
{
    const tio_game *game = &odd->game;
    struct tray_kinds tray;
    if (game->phase != TIO_PHASE_TURN || game->round > 2)
        return;
    tray_kinds_of(game->tray, &tray);
    begin_nets(&nets, game, odd->deck, game->turn);
    search_make_table(&table, &nets, game, game->turn, &tray, 3, 40);
    assert_in_range(table.nodes, 2, RECKON_NODES);
    for (unsigned node = 0; node < table.nodes; node++)
        check_node(game, node);
}

static void tables_are_consistent(void **state)
{
    (void)state;
    at_turns(look_at_table);
}

/* Against nobody a promise is certain: with all others out, the table says
 * what is the best that can be taken. */
static void alone_nothing_is_lost(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    const tio_combo *combos[] = {&deck->combo[0], &deck->combo[30]};
    struct tray_kinds tray;
    tio_dice dice;
    assert_int_equal(tio_dice_parse("L4 L6 D3 D5", &dice, NULL), TIO_OK);
    (void)state;
    tray_kinds_of(dice, &tray);
    nets_begin(&nets, combos, 2);
    struct reckon_ask ask = {
        .tray = &tray, .nets = &nets, .depth = 8, .width = 500};
    reckon_make(&table, &ask);
    assert_int_equal(table.promise[0], table.alone[0]);
    assert_int_equal(table.promise[0], POINT * tio_layout_net(combos, 2, dice));
    int certain = table.promise[0];
    ask.pace = (struct pace){1, 1};
    reckon_make(&table, &ask);
    assert_true(table.promise[0] < certain);
    assert_true(table.promise[0] > table.stop[0]);
}

/* One die of four is wanted, and worth four points; one is gone before the
 * player's turn comes: three chances in four. */
static void promise_counts_the_risk(void **state)
{
    tio_combo combo;
    const tio_combo *combos[] = {&combo};
    struct tray_kinds tray;
    tio_dice dice;
    (void)state;
    assert_int_equal(tio_combo_parse("4 D5", &combo, NULL), TIO_OK);
    assert_int_equal(tio_dice_parse("L1 L2 L3 D5", &dice, NULL), TIO_OK);
    tray_kinds_of(dice, &tray);
    nets_begin(&nets, combos, 1);
    struct reckon_ask ask = {.tray = &tray,
                             .nets = &nets,
                             .pace = {.first = 1, .each = 3},
                             .depth = 4,
                             .width = 50};
    reckon_make(&table, &ask);
    assert_int_equal(table.promise[0], 3 * POINT);
    ask.pace.first = 3;
    reckon_make(&table, &ask);
    assert_int_equal(table.promise[0], 1 * POINT);
}

/* Seats 1 and 3 come before seat 0, and seat 2 has passed. */
static void pace_follows_the_seats(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    tio_settings settings = tio_settings_default(4);
    struct tray_kinds tray;
    tio_game game;
    (void)state;
    assert_int_equal(tio_game_init(&game, deck, &settings), TIO_OK);
    assert_int_equal(tio_dice_parse("L1 L2 L3 D5", &game.tray, NULL), TIO_OK);
    game.turn = 1;
    game.passed = 1 << 2;
    tray_kinds_of(game.tray, &tray);
    begin_nets(&nets, &game, deck, 0);
    search_make_table(&table, &nets, &game, 0, &tray, 2, 20);
    assert_int_equal(table.ask.pace.first, 2);
    assert_int_equal(table.ask.pace.each, 2);
    search_make_table(&table, &nets, &game, 1, &tray, 2, 20);
    assert_int_equal(table.ask.pace.first, 0);
}

/* ---- The quick way through a round ---- */

static struct reckon seat_table[TIO_MAX_PLAYERS];
static struct nets seat_nets[TIO_MAX_PLAYERS];

static void begin_quick(struct playout *round, const tio_game *game,
                        const tio_deck *deck, const struct tray_kinds *tray)
{
    memset(round, 0, sizeof *round);
    round->players = game->settings.players;
    round->turn = game->turn;
    round->passed = game->passed;
    round->dice = tray->dice;
    round->tray = game->tray;
    round->kinds = (1U << tray->count) - 1;
    memcpy(round->copies, tray->copies, sizeof round->copies);
    for (unsigned seat = 0; seat < round->players; seat++) {
        begin_nets(&seat_nets[seat], game, deck, seat);
        search_make_table(&seat_table[seat], &seat_nets[seat], game, seat, tray,
                          9, 200);
        round->table[seat] = &seat_table[seat];
    }
}

/* A die that the seat's table knows more of, or TIO_NONE. */
static unsigned any_place(const struct playout *round, tio_random *random)
{
    unsigned first = tio_random_below(random, TIO_KINDS);
    const uint16_t *child =
        round->table[round->turn]->child[round->node[round->turn]];
    for (unsigned i = 0; i < TIO_KINDS; i++) {
        unsigned place = (first + i) % TIO_KINDS;
        if (round->kinds >> place & 1 && child[place] != RECKON_NONE)
            return place;
    }
    return TIO_NONE;
}

static void same_place(const struct playout *round, const tio_game *game)
{
    assert_int_equal(round->dice, tio_dice_size(game->tray));
    assert_int_equal(game->phase == TIO_PHASE_TURN,
                     round->dice > 0 &&
                         round->passed != (1U << round->players) - 1);
    if (game->phase != TIO_PHASE_TURN)
        return;
    assert_int_equal(round->turn, game->turn);
    assert_int_equal(round->passed, game->passed);
}

/* The same takes and passes in both, to the end of the round. */
static void side_by_side(const struct odd_game *odd)
{
    tio_game game = odd->game;
    tio_random random = odd->random;
    struct tray_kinds tray;
    struct playout round;
    if (game.took || game.takes != 1 || tio_dice_size(game.tray) > 8)
        return;
    tray_kinds_of(game.tray, &tray);
    begin_quick(&round, &game, odd->deck, &tray);
    same_place(&round, &game);
    while (game.phase == TIO_PHASE_TURN) {
        tio_move move;
        memset(&move, 0, sizeof move);
        unsigned place = any_place(&round, &random);
        move.seat = game.turn;
        if (place == TIO_NONE || tio_random_below(&random, 6) == 0) {
            move.type = TIO_MOVE_PASS;
            playout_pass(&round);
        } else {
            move.type = TIO_MOVE_TAKE;
            move.kind = tray.kind[place];
            playout_take(&round, place, false);
        }
        assert_int_equal(tio_apply(&game, odd->deck, &move), TIO_OK);
        same_place(&round, &game);
    }
    for (unsigned seat = 0; seat < round.players; seat++)
        assert_true(odd->game.player[seat].taken +
                        seat_table[seat].dice[round.node[seat]] ==
                    game.player[seat].taken);
}

static void quick_rounds_follow_the_rules(void **state)
{
    (void)state;
    at_turns(side_by_side);
}

static void run_to_the_end(const struct odd_game *odd)
{
    struct tray_kinds tray;
    struct playout round;
    tio_random random = odd->random;
    tio_dice left = odd->game.tray;
    if (tio_dice_size(left) > 8 || odd->game.round > 2)
        return;
    tray_kinds_of(left, &tray);
    begin_quick(&round, &odd->game, odd->deck, &tray);
    round.noise = 63;
    round.two = 0x1f;
    playout_run(&round, &random);
    assert_true(round.dice == 0 || round.passed == (1U << round.players) - 1);
    for (unsigned seat = 0; seat < round.players; seat++) {
        tio_dice taken = seat_table[seat].dice[round.node[seat]];
        assert_true(tio_dice_contain(left, taken));
        left -= taken;
    }
    assert_int_equal(tio_dice_size(left), round.dice);
}

static void every_die_goes_to_one_seat(void **state)
{
    (void)state;
    at_turns(run_to_the_end);
}

/* ---- Guesses ---- */

static void guess_fits_view(const struct odd_game *odd)
{
    tio_view view;
    tio_view again;
    tio_game world;
    tio_random random = odd->random;
    if (odd->game.round > 1)
        return;
    memset(&view, 0, sizeof view);
    memset(&again, 0, sizeof again);
    tio_view_of(&odd->game, odd->game.turn, &view);
    world_guess(&view, odd->deck, 8, &random, &world);
    assert_null(tio_game_check(&world, odd->deck, NULL));
    tio_view_of(&world, odd->game.turn, &again);
    if (!odd->game.settings.piles_down)
        assert_memory_equal(&view, &again, sizeof view);
}

static void guesses_fit_the_view(void **state)
{
    (void)state;
    at_turns(guess_fits_view);
}

/* Three light dice of more than 14 pips, taken one by one: who took them will
 * more often be thought to hold a card for them than chance would have it. */
static void guesses_explain_what_was_taken(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    tio_settings settings = tio_settings_default(2);
    tio_random random;
    tio_game game;
    tio_view view;
    unsigned fits[2] = {0, 0};
    (void)state;
    tio_random_init(&random, 3, 0);
    settings.first = 0;
    assert_int_equal(tio_game_init(&game, deck, &settings), TIO_OK);
    while (game.phase != TIO_PHASE_TURN) {
        tio_move move;
        memset(&move, 0, sizeof move);
        tio_deal_random(&game, deck, &random, &move);
        assert_int_equal(tio_apply(&game, deck, &move), TIO_OK);
    }
    assert_int_equal(tio_dice_parse("L5 L5 L6", &game.player[1].taken, NULL),
                     TIO_OK);
    tio_view_of(&game, 0, &view);
    for (unsigned i = 0; i < 800; i++) {
        const tio_combo *combos[TIO_HAND_CARDS];
        tio_game world;
        world_guess(&view, deck, i % 2 ? 16 : 1, &random, &world);
        unsigned count = tio_hand_combos(&world, deck, 1, combos);
        fits[i % 2] += tio_layout_net(combos, count, game.player[1].taken) > 0;
    }
    assert_true(fits[1] > 2 * fits[0]);
}

/* ---- The chance to win ---- */

static void chance_grows_with_the_lead(void **state)
{
    (void)state;
    for (unsigned rounds = 0; rounds < 12; rounds++) {
        int last = 0;
        for (int lead = -30 * POINT; lead <= 30 * POINT; lead += POINT / 2) {
            int total[] = {lead, 0};
            int mine = chance_to_win(total, 2, 0, rounds);
            int other = chance_to_win(total, 2, 1, rounds);
            assert_in_range(mine + other, 9999, 10001);
            assert_true(mine >= last);
            last = mine;
        }
        assert_true(last > 9900);
    }
    /* The later, the more a lead is worth. */
    int total[] = {4 * POINT, 0};
    for (unsigned rounds = 0; rounds < 8; rounds++)
        assert_true(chance_to_win(total, 2, 0, rounds) >
                    chance_to_win(total, 2, 0, rounds + 1));
}

static void last_round_counts_as_the_rules_do(void **state)
{
    int total[] = {5, 7, 7, -2};
    (void)state;
    assert_int_equal(chance_to_win(total, 4, 0, 0), 0);
    assert_int_equal(chance_to_win(total, 4, 1, 0), 5000);
    assert_int_equal(chance_to_win(total, 4, 2, 0), 5000);
    total[1] = 8;
    assert_int_equal(chance_to_win(total, 4, 1, 0), 10000);
}

/* ---- What people are told of it ---- */

/* Totals in points, the seats that are not there last. */
static int told(unsigned players, unsigned rounds, const int points[],
                unsigned seat)
{
    struct outlook now = {.players = players, .rounds = rounds};
    for (unsigned i = 0; i < players; i++)
        now.total[i] = POINT * points[i];
    return outlook_win(&now, seat);
}

static void chances_of_all_make_one(void **state)
{
    const int points[TIO_MAX_PLAYERS] = {14, 11, 11, 9, 2};
    (void)state;
    for (unsigned players = 2; players <= TIO_MAX_PLAYERS; players++)
        for (unsigned rounds = 0; rounds < 9; rounds++) {
            int sum = 0;
            for (unsigned seat = 0; seat < players; seat++)
                sum += told(players, rounds, points, seat);
            assert_in_range(sum, 9950, 10050);
        }
}

/* What `bench/calibrate` found to fit, to a percentage point. Seat 1 starts next,
 * which is worth a little, and to be the last of five a little less. */
static void chances_are_what_was_seen(void **state)
{
    static const struct {
        unsigned players;
        unsigned rounds;
        int points[TIO_MAX_PLAYERS];
        int percent; /* of the first seat */
    } rows[] = {
        {2, 3, {0, 0}, 53},
        {2, 3, {-4, 0}, 26},
        {2, 1, {3, 0}, 86},
        {3, 4, {-4, 0, 0}, 13},
        {4, 4, {0, 0, 0, 0}, 25},
        {4, 4, {-6, 0, -2, -1}, 3},
        {5, 2, {0, 0, 0, 0, 0}, 18},
        {5, 4, {4, 0, 0, 0, 0}, 56},
        {5, 3, {-4, 0, -1, -2, -9}, 3},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        int chance = told(rows[i].players, rows[i].rounds, rows[i].points, 0);
        assert_in_range(chance, 100 * rows[i].percent - 100,
                        100 * rows[i].percent + 100);
    }
}

static void nothing_is_certain_before_the_last_round(void **state)
{
    const int points[TIO_MAX_PLAYERS] = {90, 0, 0, 0, -50};
    (void)state;
    assert_int_equal(told(5, 1, points, 0), 9999);
    assert_int_equal(told(5, 1, points, 4), 1);
    assert_int_equal(told(5, 0, points, 0), 10000);
    assert_int_equal(told(5, 0, points, 4), 0);
}

/* Others do better than guesses at their hands, and only others. */
static void others_get_more_than_guessed(void **state)
{
    tio_settings settings = tio_settings_default(3);
    tio_game game;
    int sum = 0;
    (void)state;
    tio_game_init(&game, tio_deck_standard(), &settings);
    game.phase = TIO_PHASE_TURN;
    game.player[1].taken = tio_dice_of(3) + tio_dice_of(4);
    for (unsigned lot = 0; lot < 100; lot++) {
        struct outlook now = {.players = 3, .rounds = 1};
        outlook_unseen(&now, &game, 0, lot);
        assert_int_equal(now.total[0], 0);
        assert_int_equal(now.total[1] % POINT, 0);
        sum += now.total[1] / POINT;
    }
    assert_int_equal(sum, outlook_fits[3].unseen[0][2]);
}

/* Hints say a chance a little higher or lower than the playouts have it. That
 * changes neither which of two is higher nor what is certain. */
static void what_is_told_keeps_order_and_ends(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= TIO_MAX_PLAYERS; players++)
        for (unsigned when = 0; when < OUTLOOK_WHENS; when++) {
            int last = 0;
            for (int chance = 0; chance <= 10000; chance++) {
                int says =
                    outlook_told(players, (enum outlook_when)when, chance);
                assert_true(says >= last);
                assert_in_range(says - chance + 700, 0, 1400);
                assert_int_equal(says == 0, chance == 0);
                assert_int_equal(says == 10000, chance == 10000);
                last = says;
            }
            assert_int_equal(last, 10000);
        }
}

/* What `bench/calibrate map` found. */
static void what_is_told_is_what_was_seen(void **state)
{
    static const struct {
        unsigned players;
        int turn; /* what is said of an even chance */
        int lay;
    } rows[] = {
        {2, 5075, 4750}, {3, 5050, 4650}, {4, 5175, 4750}, {5, 5225, 4425}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned players = rows[i].players;
        assert_int_equal(outlook_told(players, OUTLOOK_TURN, 5000),
                         rows[i].turn);
        assert_int_equal(outlook_told(players, OUTLOOK_LAY, 5000), rows[i].lay);
    }
}

/* At their turns seats are told a little more than their parts of one win, for
 * each makes the best of its turn: but not much more. */
static void told_chances_of_all_make_about_one(void **state)
{
    const int points[TIO_MAX_PLAYERS] = {14, 11, 11, 9, 2};
    (void)state;
    for (unsigned players = 2; players <= TIO_MAX_PLAYERS; players++)
        for (unsigned rounds = 1; rounds < 9; rounds++) {
            int sum = 0;
            for (unsigned seat = 0; seat < players; seat++)
                sum += outlook_told(players, OUTLOOK_TURN,
                                    told(players, rounds, points, seat));
            assert_in_range(sum, 9900, 11200);
        }
}

/* ---- Hints ---- */

static void check_hint(const tio_view *view, const tio_deck *deck,
                       const tio_hint_move *hint)
{
    const tio_player *player = &view->game.player[view->seat];
    assert_int_equal(tio_check(&view->game, deck, &hint->move), TIO_OK);
    assert_in_range(hint->win, 0, 10000);
    assert_true(hint->spread >= 0);
    assert_true(hint->gain > -60000 && hint->gain < 120000);
    assert_true(hint->reason < TIO_REASON_COUNT);
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        assert_in_range(hint->combo[i], 0, i < player->combos ? 10000 : 0);
    if (hint->card != TIO_NONE)
        assert_in_range(hint->card, 0, player->combos + player->actions - 1);
    if (hint->seat != TIO_NONE) {
        assert_in_range(hint->seat, 0, view->game.settings.players - 1);
        assert_int_not_equal(hint->seat, view->seat);
    }
}

static struct search search_first_turn(unsigned playouts,
                                       const tio_budget *budget)
{
    tio_settings settings = tio_settings_default(3);
    const tio_deck *deck = tio_deck_standard();
    tio_game game;
    tio_view view;
    tio_random random;
    tio_random_init(&random, 3, 3);
    assert_int_equal(tio_game_init(&game, deck, &settings), TIO_OK);
    while (tio_game_wants_chance(&game)) {
        tio_move move;
        tio_deal_random(&game, deck, &random, &move);
        assert_int_equal(tio_apply(&game, deck, &move), TIO_OK);
    }
    tio_view_of(&game, game.turn, &view);
    struct search search = {
        .view = &view,
        .deck = deck,
        .setting = {.playouts = playouts,
                    .per_world = 2,
                    .guesses = 1,
                    .width = 20},
        .budget = budget,
        .seed = 9,
    };
    assert_true(search_run(&search));
    search.view = NULL;
    return search;
}

static void expect_same_search(const struct search *one,
                               const struct search *two)
{
    assert_int_equal(one->moves, two->moves);
    assert_int_equal(one->playouts, two->playouts);
    for (unsigned i = 0; i < one->moves; i++) {
        assert_memory_equal(&one->move[i].sums, &two->move[i].sums,
                            sizeof one->move[i].sums);
        assert_int_equal(one->move[i].move.type, two->move[i].move.type);
        assert_int_equal(one->move[i].move.kind, two->move[i].move.kind);
    }
}

/* What is cut short has tried every move; what is not is as it was. */
static void a_limit_ends_a_search(void **state)
{
    static const tio_budget soon = {.limit_ms = 1};
    static const tio_budget never = {.limit_ms = TIO_MAX_THINK_MS};
    (void)state;
    struct search cut = search_first_turn(1000000, &soon);
    assert_true(cut.moves > 5 && cut.playouts < 100000);
    for (unsigned i = 0; i < cut.moves; i++)
        assert_true(cut.move[i].sums.playouts > 0);
    struct search one = search_first_turn(900, NULL);
    struct search two = search_first_turn(900, &never);
    expect_same_search(&one, &two);
}

/* Says yes so many times, and then no. */
struct patience {
    unsigned left;
    unsigned asked;
};

static bool go_on(void *context)
{
    struct patience *patience = context;
    patience->asked++;
    if (patience->left == 0)
        return false;
    patience->left--;
    return true;
}

static tio_budget with_patience(struct patience *patience)
{
    return (tio_budget){.go_on = go_on, .context = patience};
}

static void a_search_goes_on_as_long_as_it_is_told_to(void **state)
{
    (void)state;
    struct search one = search_first_turn(900, NULL);
    struct patience endless = {.left = UINT32_MAX};
    tio_budget budget = with_patience(&endless);
    struct search two = search_first_turn(900, &budget);
    expect_same_search(&one, &two);
    assert_false(two.stopped);
    /* Between any two questions lies one world at the most. */
    unsigned worlds = endless.asked;
    assert_true(worlds > 10);
    for (unsigned left = 0; left < worlds; left += 3) {
        struct patience patience = {.left = left};
        budget = with_patience(&patience);
        struct search cut = search_first_turn(1000000, &budget);
        assert_true(cut.stopped);
        assert_true(cut.moves > 5);
        assert_int_equal(patience.asked, left + 1); /* no is no */
        assert_true(cut.playouts <=
                    (uint64_t)(left + 1) * cut.moves * cut.setting.per_world);
    }
}

/* Asked once, and told no: returns whether it asked. */
static bool asks_first(const struct odd_game *odd, const tio_view *view)
{
    struct patience none = {.left = 0};
    tio_budget budget = with_patience(&none);
    tio_random random = odd->random;
    tio_hint hint;
    tio_move move;
    memset(&move, 0, sizeof move);
    tio_bot_named("expert")->choose(view, odd->deck, &budget, &random, &move);
    assert_int_equal(tio_check(&odd->game, odd->deck, &move), TIO_OK);
    assert_true(none.asked <= 1);
    bool asked = none.asked > 0;
    tio_hint_of(view, odd->deck, &budget, &random, &hint);
    assert_true(none.asked > asked);
    return asked;
}

static void every_phase_asks_whether_to_go_on(void **state)
{
    unsigned phases = 0;
    (void)state;
    for (uint64_t number = 0; number < 12; number++) {
        struct odd_game odd;
        odd_game_begin(&odd, TIO_GAMEWRIGHT, number % 2, number);
        while (odd.game.phase != TIO_PHASE_OVER) {
            unsigned deciders = tio_game_deciders(&odd.game);
            tio_move move;
            if (deciders) {
                tio_view view;
                tio_view_of(&odd.game, odd_seat(deciders, &odd.random), &view);
                if (asks_first(&odd, &view))
                    phases |= 1U << odd.game.phase;
            }
            odd_game_next(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
    assert_int_equal(phases, 1U << TIO_PHASE_DRAW | 1U << TIO_PHASE_TURN |
                                 1U << TIO_PHASE_LAY | 1U << TIO_PHASE_DISCARD);
}

static void hint_is_what_expert_plays(void **state)
{
    static const tio_budget budget = {.playouts = 60};
    unsigned reasons[TIO_REASON_COUNT] = {0};
    (void)state;
    for (uint64_t number = 0; number < 24; number++) {
        struct odd_game odd;
        odd_game_begin(&odd, (tio_edition)(number % 2), number % 4 == 3,
                       number);
        while (odd.game.phase != TIO_PHASE_OVER) {
            unsigned deciders = tio_game_deciders(&odd.game);
            tio_move move;
            if (deciders && tio_random_below(&odd.random, HINTS) == 0) {
                unsigned seat = odd_seat(deciders, &odd.random);
                tio_view view;
                tio_hint hint;
                tio_random one = odd.random;
                tio_random two = odd.random;
                tio_view_of(&odd.game, seat, &view);
                tio_hint_of(&view, odd.deck, &budget, &one, &hint);
                memset(&move, 0, sizeof move);
                tio_bot_named("expert")->choose(&view, odd.deck, &budget, &two,
                                                &move);
                assert_in_range(hint.count, 1, TIO_HINTS);
                char a[TIO_MOVE_TEXT];
                char b[TIO_MOVE_TEXT];
                tio_move_print(odd.deck, &hint.move[0].move, a);
                tio_move_print(odd.deck, &move, b);
                assert_string_equal(a, b);
                for (unsigned i = 0; i < hint.count; i++) {
                    check_hint(&view, odd.deck, &hint.move[i]);
                    reasons[hint.move[i].reason]++;
                }
            }
            odd_game_next(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
    for (unsigned i = 0; i < TIO_REASON_COUNT; i++)
        if (i != TIO_REASON_BEST && i != TIO_REASON_ONLY && HINTS == 4)
            assert_true(reasons[i] > 0);
}

static void no_hint_where_nothing_is_to_decide(void **state)
{
    const tio_deck *deck = tio_deck_standard();
    tio_settings settings = tio_settings_default(3);
    tio_random random;
    tio_game game;
    tio_view view;
    tio_hint hint;
    (void)state;
    tio_random_init(&random, 1, 1);
    assert_int_equal(tio_game_init(&game, deck, &settings), TIO_OK);
    tio_view_of(&game, 0, &view);
    hint.count = 7;
    tio_hint_of(&view, deck, NULL, &random, &hint);
    assert_int_equal(hint.count, 0);
    tio_view_of(&game, TIO_SPECTATOR, &view);
    hint.count = 7;
    tio_hint_of(&view, deck, NULL, &random, &hint);
    assert_int_equal(hint.count, 0);
}

static void reasons_have_names(void **state)
{
    (void)state;
    assert_string_equal(tio_reason_name(TIO_REASON_DENIES), "DENIES");
    assert_string_equal(tio_reason_words(TIO_REASON_STOP),
                        "stop: every die left would cost you");
    assert_string_equal(tio_reason_name(TIO_REASON_COUNT), "UNKNOWN");
    assert_string_equal(tio_reason_words(TIO_REASON_COUNT), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_consistent),
        cmocka_unit_test(alone_nothing_is_lost),
        cmocka_unit_test(promise_counts_the_risk),
        cmocka_unit_test(pace_follows_the_seats),
        cmocka_unit_test(quick_rounds_follow_the_rules),
        cmocka_unit_test(every_die_goes_to_one_seat),
        cmocka_unit_test(guesses_fit_the_view),
        cmocka_unit_test(guesses_explain_what_was_taken),
        cmocka_unit_test(chance_grows_with_the_lead),
        cmocka_unit_test(last_round_counts_as_the_rules_do),
        cmocka_unit_test(chances_of_all_make_one),
        cmocka_unit_test(chances_are_what_was_seen),
        cmocka_unit_test(nothing_is_certain_before_the_last_round),
        cmocka_unit_test(others_get_more_than_guessed),
        cmocka_unit_test(what_is_told_keeps_order_and_ends),
        cmocka_unit_test(what_is_told_is_what_was_seen),
        cmocka_unit_test(told_chances_of_all_make_about_one),
        cmocka_unit_test(a_limit_ends_a_search),
        cmocka_unit_test(a_search_goes_on_as_long_as_it_is_told_to),
        cmocka_unit_test(every_phase_asks_whether_to_go_on),
        cmocka_unit_test(hint_is_what_expert_plays),
        cmocka_unit_test(no_hint_where_nothing_is_to_decide),
        cmocka_unit_test(reasons_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
