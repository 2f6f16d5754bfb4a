/* What every bot must keep to, whatever its strength: legal moves everywhere,
 * nothing but the view to go by, and the same answer to the same question on
 * any number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/odd_game.h"

#define PLAYOUTS 64
#define SHARED_PLAYOUTS 600 /* enough for every thread to get some */
#define SPREAD 29ULL        /* steps through all settings of odd games */
/* For each edition and variant. */
#define GAMES (SLOW_BUILD ? 1 : 4)
/* One in so many positions for bots that search, */
#define SEARCHES (SLOW_BUILD ? 200 : 24)
/* and for those that do not, but random, which is quick. */
#define OTHERS (SLOW_BUILD ? 30 : 4)

static tio_view view_of(const tio_game *game, unsigned seat)
{
    tio_view view;
    memset(&view, 0, sizeof view);
    tio_view_of(game, seat, &view);
    return view;
}

static tio_move ask(const tio_bot *bot, const tio_view *view,
                    const tio_deck *deck, const tio_budget *budget,
                    tio_random *random)
{
    tio_move move;
    memset(&move, 0, sizeof move);
    bot->choose(view, deck, budget, random, &move);
    return move;
}

/* By what they say: bytes that a move has no use for may be anything. */
static void expect_same(const tio_bot *bot, const tio_deck *deck,
                        const tio_move *one, const tio_move *other)
{
    char text[TIO_MOVE_TEXT];
    char again[TIO_MOVE_TEXT];
    tio_move_print(deck, one, text);
    tio_move_print(deck, other, again);
    if (strcmp(text, again) != 0 || one->seat != other->seat)
        fail_msg("%s: '%s' and then '%s'", bot->name, text, again);
}

/* ---- In every position of many games ---- */

/* Calls `check` for each bot at each decision, less often where it searches.
 * Odd decks too, unless `standard`. */
typedef void check_bot(struct odd_game *odd, const tio_bot *bot, unsigned seat);

static void begin(struct odd_game *odd, unsigned way, unsigned number,
                  bool standard)
{
    odd_game_begin(odd, (tio_edition)(way / 2), way % 2, number * SPREAD);
    tio_settings settings = odd->game.settings;
    if (standard) {
        odd->deck = tio_deck_standard();
        assert_int_equal(tio_game_init(&odd->game, odd->deck, &settings),
                         TIO_OK);
    }
}

static void check_position(struct odd_game *odd, check_bot *check)
{
    unsigned seat = odd_seat(tio_game_deciders(&odd->game), &odd->random);
    for (unsigned i = 0; tio_bot_at(i); i++) {
        const tio_bot *bot = tio_bot_at(i);
        unsigned one_in = bot->searches ? SEARCHES : i ? OTHERS : 1;
        if (tio_random_below(&odd->random, one_in) == 0)
            check(odd, bot, seat);
    }
}

static void check_games(unsigned games, bool standard, check_bot *check)
{
    for (unsigned n = 0; n < games * 4; n++) {
        struct odd_game odd;
        begin(&odd, n % 4, n / 4, standard);
        while (odd.game.phase != TIO_PHASE_OVER) {
            tio_move move;
            if (tio_game_deciders(&odd.game))
                check_position(&odd, check);
            odd_game_next(&odd, &move);
            assert_int_equal(tio_apply(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
}

/* ---- Legal ---- */

static void expect_legal(struct odd_game *odd, const tio_bot *bot,
                         unsigned seat)
{
    tio_budget budget = {.playouts = PLAYOUTS};
    tio_view view = view_of(&odd->game, seat);
    tio_move move = ask(bot, &view, odd->deck, &budget, &odd->random);
    tio_error error = tio_check(&odd->game, odd->deck, &move);
    if (error != TIO_OK || move.seat != seat) {
        char text[TIO_MOVE_TEXT];
        tio_move_print(odd->deck, &move, text);
        fail_msg("%s: '%s': %s", bot->name, text, tio_error_words(error));
    }
}

static void moves_are_legal(void **state)
{
    (void)state;
    check_games(GAMES, false, expect_legal);
    check_games(GAMES / 2, true, expect_legal);
}

/* ---- Nothing but the view ---- */

static unsigned differing;

/* Two games that differ in hidden cards alone look the same to the seat, and
 * so does what the bot makes of them. */
static void expect_blind(struct odd_game *odd, const tio_bot *bot,
                         unsigned seat)
{
    tio_budget budget = {.playouts = PLAYOUTS};
    tio_view view = view_of(&odd->game, seat);
    tio_view seen[2];
    tio_move move[2];
    uint64_t hash[2];
    uint64_t seed = tio_random_next(&odd->random);
    for (unsigned i = 0; i < 2; i++) {
        tio_game filled;
        tio_random random;
        memset(&filled, 0, sizeof filled);
        tio_random_init(&random, seed, 10 + i);
        tio_view_fill(&view, odd->deck, &random, &filled);
        hash[i] = tio_game_hash(&filled);
        seen[i] = view_of(&filled, seat);
        tio_random_init(&random, seed, 1);
        move[i] = ask(bot, &seen[i], odd->deck, &budget, &random);
        assert_int_equal(tio_check(&filled, odd->deck, &move[i]), TIO_OK);
    }
    assert_memory_equal(&seen[0], &seen[1], sizeof seen[0]);
    expect_same(bot, odd->deck, &move[0], &move[1]);
    differing += hash[0] != hash[1];
}

static void hidden_cards_change_nothing(void **state)
{
    (void)state;
    differing = 0;
    check_games(4, true, expect_blind);
    assert_true(differing > 500);
}

/* ---- The same again ---- */

static void expect_repeatable(struct odd_game *odd, const tio_bot *bot,
                              unsigned seat)
{
    tio_view view = view_of(&odd->game, seat);
    tio_view before = view;
    uint64_t seed = tio_random_next(&odd->random);
    tio_move first;
    tio_random state;
    for (unsigned call = 0; call < 6; call++) {
        /* none, one, one again, two, three, four */
        tio_budget budget = {.playouts = SHARED_PLAYOUTS,
                             .threads = call < 2 ? call : call - 1};
        tio_random random;
        tio_random_init(&random, seed, 2);
        tio_move move = ask(bot, &view, odd->deck, &budget, &random);
        if (call == 0) {
            first = move;
            state = random;
        }
        expect_same(bot, odd->deck, &first, &move);
        assert_memory_equal(&random, &state, sizeof state);
    }
    assert_memory_equal(&view, &before, sizeof view);
}

static void the_same_question_has_one_answer(void **state)
{
    (void)state;
    check_games(2, false, expect_repeatable);
    check_games(1, true, expect_repeatable);
}

/* ---- Budgets ---- */

/* A first turn, in which every bot has something to think about. */
static void first_turn(struct odd_game *odd)
{
    tio_settings settings = tio_settings_default(2);
    odd->deck = tio_deck_standard();
    tio_random_init(&odd->random, 11, 0);
    assert_int_equal(tio_game_init(&odd->game, odd->deck, &settings), TIO_OK);
    while (tio_game_wants_chance(&odd->game)) {
        tio_move move;
        tio_deal_random(&odd->game, odd->deck, &odd->random, &move);
        assert_int_equal(tio_apply(&odd->game, odd->deck, &move), TIO_OK);
    }
}

static void any_budget_will_do(void **state)
{
    (void)state;
    static const tio_budget budgets[] = {
        {.playouts = 1}, {.playouts = 7, .threads = TIO_MAX_THREADS},
        {.think_ms = 1}, {.think_ms = 1, .playouts = 5, .threads = 2},
        {.limit_ms = 1}, {.limit_ms = 1, .think_ms = 50, .threads = 2},
    };
    struct odd_game odd;
    first_turn(&odd);
    tio_view view = view_of(&odd.game, odd.game.turn);
    for (unsigned i = 0; tio_bot_at(i); i++) {
        for (unsigned k = 0; k < sizeof budgets / sizeof *budgets; k++) {
            tio_move move =
                ask(tio_bot_at(i), &view, odd.deck, &budgets[k], &odd.random);
            assert_int_equal(tio_check(&odd.game, odd.deck, &move), TIO_OK);
        }
    }
}

static void no_budget_is_the_bots_own(void **state)
{
    (void)state;
    /* A limit that is not reached changes nothing. */
    static const tio_budget own[] = {{.threads = 0},
                                     {.limit_ms = TIO_MAX_THINK_MS}};
    struct odd_game odd;
    first_turn(&odd);
    tio_view view = view_of(&odd.game, odd.game.turn);
    for (unsigned i = 0; tio_bot_at(i); i++) {
        const tio_bot *bot = tio_bot_at(i);
        tio_random random = odd.random;
        tio_move move = ask(bot, &view, odd.deck, NULL, &random);
        assert_int_equal(tio_check(&odd.game, odd.deck, &move), TIO_OK);
        for (unsigned k = 0; k < sizeof own / sizeof *own; k++) {
            tio_random again = odd.random;
            tio_move same = ask(bot, &view, odd.deck, &own[k], &again);
            expect_same(bot, odd.deck, &move, &same);
            assert_memory_equal(&random, &again, sizeof random);
        }
    }
}

/* ---- What each of them decides ---- */

/* One line for each of some positions, with what every bot does there and the
 * figures of the hint. tests/golden/README.md says what the file is for. */
#define DECISIONS "tests/golden/decisions"
#define DECIDED_GAMES 24
#define DECIDED_PLAYOUTS 200
#define ONE_IN_DECIDED 15
#define DECISION_LINE 1024
/* Slow builds look at one line in so many. */
#define DECISIONS_LOOKED_AT (SLOW_BUILD ? 12 : 1)

/* Called with each line and its number, from 0. */
typedef void see_decision(void *context, unsigned number, const char *line);

static size_t put(char *line, size_t at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int more = vsnprintf(line + at, DECISION_LINE - at, format, list);
    va_end(list);
    assert_true(more >= 0 && at + (size_t)more < DECISION_LINE);
    return at + (size_t)more;
}

/* A number for all that a hint says, of which a line shows only the best. */
static uint32_t sum_of_hint(const tio_deck *deck, const tio_hint *hint)
{
    uint32_t sum = 2166136261U;
    for (unsigned i = 0; i < hint->count; i++) {
        const tio_hint_move *move = &hint->move[i];
        char text[TIO_MOVE_TEXT];
        char all[TIO_MOVE_TEXT + 128];
        tio_move_print(deck, &move->move, text);
        int size = snprintf(
            all, sizeof all, "%s %d %d %u %u %u %u %u %u %u %u %u|", text,
            (int)move->gain, (int)move->spread, (unsigned)move->win,
            (unsigned)move->reason, (unsigned)move->card, (unsigned)move->seat,
            (unsigned)move->combo[0], (unsigned)move->combo[1],
            (unsigned)move->combo[2], (unsigned)move->combo[3],
            (unsigned)move->combo[4]);
        assert_true(size > 0 && (size_t)size < sizeof all);
        for (int k = 0; k < size; k++)
            sum = (sum ^ (uint8_t)all[k]) * 16777619U;
    }
    return sum;
}

static void print_decisions(const struct odd_game *odd, unsigned seat,
                            unsigned game, unsigned number,
                            char line[DECISION_LINE])
{
    const tio_budget budget = {.playouts = DECIDED_PLAYOUTS};
    tio_view view = view_of(&odd->game, seat);
    tio_random random;
    size_t at = put(line, 0, "%u.%u | ", game, number);
    char text[TIO_MOVE_TEXT];
    for (unsigned i = 0; tio_bot_at(i + 1); i++) {
        const tio_bot *bot = tio_bot_at(i);
        tio_random_init(&random, number, 20);
        tio_move move = ask(bot, &view, odd->deck, &budget, &random);
        tio_move_print(odd->deck, &move, text);
        at = put(line, at, "%s: %s | ", bot->name, text);
    }
    /* A hint's first move is what `expert` plays: test_search.c sees to it. */
    tio_hint hint;
    tio_random_init(&random, number, 20);
    tio_hint_of(&view, odd->deck, &budget, &random, &hint);
    assert_true(hint.count > 0);
    const tio_hint_move *best = &hint.move[0];
    tio_move_print(odd->deck, &best->move, text);
    put(line, at, "hint: %s, %+d~%d, win %u, %s, %u in all: %08x", text,
        (int)best->gain, (int)best->spread, (unsigned)best->win,
        tio_reason_name((tio_reason)best->reason), hint.count,
        (unsigned)sum_of_hint(odd->deck, &hint));
}

/* Even games are as good players play them, with our own deck; the others as
 * odd as can be. */
static void go_on(struct odd_game *odd, bool sensible)
{
    tio_move move;
    unsigned deciders = tio_game_deciders(&odd->game);
    if (sensible && deciders) {
        unsigned seat = odd_seat(deciders, &odd->random);
        tio_view view = view_of(&odd->game, seat);
        move =
            ask(tio_bot_named("normal"), &view, odd->deck, NULL, &odd->random);
    } else {
        odd_game_next(odd, &move);
    }
    assert_int_equal(tio_apply(&odd->game, odd->deck, &move), TIO_OK);
}

static void each_decision(see_decision *see, void *context)
{
    unsigned number = 0;
    for (unsigned game = 0; game < DECIDED_GAMES; game++) {
        struct odd_game odd;
        tio_random choice;
        bool sensible = game % 2 == 0;
        begin(&odd, game / 2 % 4, game / 2, sensible);
        tio_random_init(&choice, game, 21);
        while (odd.game.phase != TIO_PHASE_OVER) {
            unsigned deciders = tio_game_deciders(&odd.game);
            if (deciders && tio_random_below(&choice, ONE_IN_DECIDED) == 0) {
                char line[DECISION_LINE];
                unsigned seat = odd_seat(deciders, &choice);
                if (number % DECISIONS_LOOKED_AT == 0) {
                    print_decisions(&odd, seat, game, number, line);
                    see(context, number, line);
                }
                number++;
            }
            go_on(&odd, sensible);
        }
    }
}

static void write_decision(void *context, unsigned number, const char *line)
{
    (void)number;
    fprintf(context, "%s\n", line);
}

/* The file, and how far it was read. */
struct written {
    FILE *file;
    unsigned next;
    unsigned compared;
};

static void compare_decision(void *context, unsigned number, const char *line)
{
    struct written *written = context;
    char old[DECISION_LINE] = "";
    for (; written->next <= number; written->next++)
        if (!fgets(old, sizeof old, written->file))
            fail_msg("%s ends before line %u", DECISIONS, number + 1);
    old[strcspn(old, "\n")] = 0;
    if (strcmp(old, line) != 0)
        fail_msg("line %u of %s:\n  then %s\n  now  %s", number + 1, DECISIONS,
                 old, line);
    written->compared++;
}

static void bots_decide_as_they_did(void **state)
{
    (void)state;
    char path[1024];
    const char *source = getenv("TIOLI_SOURCE");
    snprintf(path, sizeof path, "%s/%s", source ? source : ".", DECISIONS);
    struct written written = {.file = fopen(path, "r")};
    if (!written.file)
        fail_msg("%s can't be opened", path);
    each_decision(compare_decision, &written);
    assert_true(written.compared >= 200 / DECISIONS_LOOKED_AT);
    if (DECISIONS_LOOKED_AT == 1)
        assert_int_equal(fgetc(written.file), EOF);
    fclose(written.file);
}

static int write_decisions(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return 1;
    }
    each_decision(write_decision, file);
    return fclose(file) == 0 ? 0 : 1;
}

/* ---- The list ---- */

static void the_five_levels_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {"random", "easy", "normal", "hard",
                                        "expert"};
    for (unsigned i = 0; i < 5; i++) {
        assert_string_equal(tio_bot_at(i)->name, names[i]);
        assert_ptr_equal(tio_bot_named(names[i]), tio_bot_at(i));
        assert_true(strlen(tio_bot_at(i)->about) > 0);
        assert_int_equal(tio_bot_at(i)->searches, i >= 3);
    }
    assert_null(tio_bot_at(5));
    assert_null(tio_bot_named("Expert"));
    assert_null(tio_bot_named(""));
}

/* test_bots --write FILE writes what the bots decide now. */
int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "--write") == 0)
        return write_decisions(words[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_five_levels_have_names),
        cmocka_unit_test(bots_decide_as_they_did),
        cmocka_unit_test(moves_are_legal),
        cmocka_unit_test(hidden_cards_change_nothing),
        cmocka_unit_test(the_same_question_has_one_answer),
        cmocka_unit_test(any_budget_will_do),
        cmocka_unit_test(no_budget_is_the_bots_own),
    };
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
