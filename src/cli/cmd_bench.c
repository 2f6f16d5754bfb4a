/* tioli bench: how fast the engine is here and now, always beside the textbook
 * way in the same run, for ratios mean more than figures of a busy machine. */
#define _POSIX_C_SOURCE 200809L

#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "bench/decisions.h"
#include "bench/ismcts.h"
#include "bench/playouts.h"
#include "bench/reference.h"
#include "bots/strong.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "base/json.h"

#define COMMAND "bench"
#define PLAYERS 2
#define SEED 1
#define HANDS 512
#define HAND_COMBOS 4
#define SAME_PLAYOUTS 2000 /* where two searches are set side by side */
#define MOST_DECIDERS 16
#define PLAYOUT_ROWS 4 /* the textbook's is the last */

struct speed {
    double games; /* all a second; of 'same deal', rounds */
    double moves;
    double decisions;
};

/* Ours and the textbook's. */
struct play_row {
    const char *name;
    const char *key;
    bool same;
    bool scoring;
    struct speed ours;
    struct speed reference;
};

struct layout_row {
    unsigned dice;
    double ours;
    double net; /* tio_layout_net() only */
    double reference;
};

/* A bot, with its own budget or with as many playouts as the textbook's. */
struct decider_row {
    const tio_bot *bot;
    uint32_t playouts; /* 0: its own */
    double decisions;  /* a second */
};

/* Rounds played out in a search. */
struct playout_row {
    const char *name;
    const char *key;
    const struct search_setting *setting; /* NULL: the textbook's */
    double playouts;                      /* a second */
};

struct bench {
    double seconds; /* for each figure */
    struct reference *reference;
    struct play_row play[3];
    struct layout_row layout[3];
    unsigned deciders;
    struct decider_row decider[MOST_DECIDERS];
    struct playout_row playout[PLAYOUT_ROWS];
};

struct hand {
    const tio_combo *combo[HAND_COMBOS];
    tio_dice dice;
};

/* The clock is read once for a batch that takes about a thousandth of the time
 * or more. */
static struct speed measure_play(const struct bench *bench,
                                 const struct play_row *row,
                                 struct reference *reference)
{
    struct playouts playouts;
    uint64_t batch = reference ? 1 : PLAYOUT_DEALS;
    playouts_init(&playouts, tio_deck_standard(), PLAYERS, SEED);
    playouts_deal(&playouts);
    playouts.scoring = row->scoring;
    playouts.reference = reference;
    double begin = clock_seconds();
    double taken = 0;
    while (taken < bench->seconds) {
        if (row->same)
            playouts_same(&playouts, batch);
        else
            playouts_fresh(&playouts, batch);
        taken = clock_seconds() - begin;
    }
    return (struct speed){
        .games = (double)playouts.games / taken,
        .moves = (double)playouts.moves / taken,
        .decisions = (double)playouts.decisions / taken,
    };
}

/* Four different cards of the standard deck, and dice as they might come from
 * the tray of five players: 9 light, 9 dark and 2 red. */
static struct hand random_hand(tio_random *random, unsigned dice)
{
    const tio_deck *deck = tio_deck_standard();
    struct hand hand = {.dice = 0};
    unsigned left[3] = {9, 9, 2};
    unsigned all = 20;
    unsigned card[HAND_COMBOS];
    for (unsigned i = 0; i < HAND_COMBOS; i++) {
        bool again = true;
        while (again) {
            card[i] = tio_random_below(random, deck->combos);
            again = false;
            for (unsigned k = 0; k < i; k++)
                again = again || card[k] == card[i];
        }
        hand.combo[i] = &deck->combo[card[i]];
    }
    for (unsigned i = 0; i < dice; i++) {
        unsigned pick = tio_random_below(random, all--);
        unsigned colour = TIO_LIGHT;
        while (pick >= left[colour])
            pick -= left[colour++];
        left[colour]--;
        hand.dice +=
            tio_dice_of(tio_kind_of(colour, 1 + tio_random_below(random, 6)));
    }
    return hand;
}

enum solver { SOLVER_BEST, SOLVER_NET, SOLVER_REFERENCE };

static int solve(const struct bench *bench, enum solver solver,
                 const struct hand *hand)
{
    tio_layout layout;
    switch (solver) {
    case SOLVER_BEST:
        tio_layout_best(hand->combo, HAND_COMBOS, hand->dice, &layout);
        return layout.net;
    case SOLVER_NET:
        return tio_layout_net(hand->combo, HAND_COMBOS, hand->dice);
    case SOLVER_REFERENCE:
        break;
    }
    reference_layout(bench->reference, hand->combo, HAND_COMBOS, hand->dice,
                     &layout);
    return layout.net;
}

/* The sum of the nets is handed out so that no work can be left out. */
static double measure_layouts(const struct bench *bench, enum solver solver,
                              const struct hand hands[HANDS], int64_t *sum)
{
    unsigned batch = solver == SOLVER_REFERENCE ? 1 : 64;
    uint64_t count = 0;
    double begin = clock_seconds();
    double taken = 0;
    while (taken < bench->seconds) {
        for (unsigned i = 0; i < batch; i++)
            *sum += solve(bench, solver, &hands[count++ % HANDS]);
        taken = clock_seconds() - begin;
    }
    return (double)count / taken;
}

/* A figure of a wrong answer is worth nothing. */
static bool solvers_agree(const struct bench *bench,
                          const struct hand hands[HANDS], unsigned dice)
{
    unsigned checked = dice > 8 ? 16 : HANDS;
    for (unsigned i = 0; i < checked; i++) {
        int best = solve(bench, SOLVER_BEST, &hands[i]);
        if (solve(bench, SOLVER_NET, &hands[i]) != best ||
            solve(bench, SOLVER_REFERENCE, &hands[i]) != best)
            return false;
    }
    return true;
}

static double measure_decisions(const struct bench *bench,
                                const struct decider_row *row)
{
    struct decisions decisions;
    tio_budget budget = {.playouts = row->playouts};
    decisions_init(&decisions, tio_deck_standard(), PLAYERS, SEED);
    double begin = clock_seconds();
    double taken = 0;
    while (taken < bench->seconds) {
        decisions_ask(&decisions, row->bot, &budget);
        taken = clock_seconds() - begin;
    }
    return (double)decisions.decided / taken;
}

static void add_decider(struct bench *bench, const tio_bot *bot,
                        uint32_t playouts)
{
    if (bench->deciders < MOST_DECIDERS)
        bench->decider[bench->deciders++] =
            (struct decider_row){.bot = bot, .playouts = playouts};
}

/* All at their own budgets; then those that search beside the textbook's. */
static void run_deciders(struct bench *bench)
{
    for (unsigned i = 0; tio_bot_at(i); i++)
        add_decider(bench, tio_bot_at(i), 0);
    for (unsigned i = 0; tio_bot_at(i); i++)
        if (tio_bot_at(i)->searches)
            add_decider(bench, tio_bot_at(i), SAME_PLAYOUTS);
    add_decider(bench, &bench_ismcts, SAME_PLAYOUTS);
    for (unsigned i = 0; i < bench->deciders; i++)
        bench->decider[i].decisions =
            measure_decisions(bench, &bench->decider[i]);
}

static double measure_playouts(const struct bench *bench,
                               const struct playout_row *row)
{
    struct decisions decisions;
    tio_budget budget = {.playouts = SAME_PLAYOUTS};
    uint64_t playouts = 0;
    decisions_init(&decisions, tio_deck_standard(), PLAYERS, SEED);
    double begin = clock_seconds();
    double taken = 0;
    while (taken < bench->seconds) {
        if (row->setting) {
            playouts += decisions_search(&decisions, row->setting);
        } else {
            decisions_ask(&decisions, &bench_ismcts, &budget);
            playouts += SAME_PLAYOUTS;
        }
        taken = clock_seconds() - begin;
    }
    return (double)playouts / taken;
}

static bool run_bench(struct bench *bench)
{
    tio_random random;
    int64_t sum = 0;
    tio_random_init(&random, SEED, 1);
    for (unsigned i = 0; i < 3; i++) {
        struct play_row *row = &bench->play[i];
        row->ours = measure_play(bench, row, NULL);
        row->reference = measure_play(bench, row, bench->reference);
    }
    for (unsigned i = 0; i < 3; i++) {
        struct layout_row *row = &bench->layout[i];
        struct hand hands[HANDS];
        for (unsigned k = 0; k < HANDS; k++)
            hands[k] = random_hand(&random, row->dice);
        if (!solvers_agree(bench, hands, row->dice))
            return options_wrong(COMMAND,
                                 _("the lay-outs of %u dice differ from the "
                                   "reference: this build is wrong"),
                                 row->dice);
        row->ours = measure_layouts(bench, SOLVER_BEST, hands, &sum);
        row->net = measure_layouts(bench, SOLVER_NET, hands, &sum);
        row->reference = measure_layouts(bench, SOLVER_REFERENCE, hands, &sum);
    }
    run_deciders(bench);
    for (unsigned i = 0; i < PLAYOUT_ROWS; i++)
        bench->playout[i].playouts =
            measure_playouts(bench, &bench->playout[i]);
    return sum != INT64_MAX;
}

static void print_deciders(const struct bench *bench)
{
    fputs("\n", stdout);
    options_cell(C_("column", "deciding"), -15, " ");
    options_cell(C_("column", "decisions/s"), 12, " ");
    options_cell(C_("column", "ms each"), 12, " ");
    options_cell(C_("column", "playouts"), 12, "\n");
    for (unsigned i = 0; i < bench->deciders; i++) {
        const struct decider_row *row = &bench->decider[i];
        printf("%-15s %12.1f %12.3f", row->bot->name, row->decisions,
               1000 / row->decisions);
        if (row->playouts) {
            printf(" %12u\n", (unsigned)row->playouts);
        } else {
            fputs(" ", stdout);
            options_cell(row->bot->searches ? C_("playouts", "its own") : "-",
                         12, "\n");
        }
    }
    double textbook = bench->playout[PLAYOUT_ROWS - 1].playouts;
    fputs("\n", stdout);
    options_cell(C_("column", "playouts"), -15, " ");
    options_cell(C_("column", "playouts/s"), 12, " ");
    options_cell(C_("column", "ratio"), 51, "\n");
    for (unsigned i = 0; i < PLAYOUT_ROWS; i++) {
        const struct playout_row *row = &bench->playout[i];
        options_cell(_(row->name), -15, " ");
        printf("%12.0f %50.1fx\n", row->playouts, row->playouts / textbook);
    }
}

static void print_text(const struct bench *bench)
{
    options_cell(C_("column", "random play"), -15, " ");
    options_cell(C_("column", "moves/s"), 12, " ");
    options_cell(C_("column", "decisions/s"), 12, " ");
    options_cell(C_("column", "games/s"), 12, " ");
    options_cell(C_("column", "textbook"), 12, " ");
    options_cell(C_("column", "ratio"), 8, "\n");
    for (unsigned i = 0; i < 3; i++) {
        const struct play_row *row = &bench->play[i];
        options_cell(_(row->name), -15, " ");
        printf("%12.0f %12.0f %12.0f %12.0f %7.1fx\n", row->ours.moves,
               row->ours.decisions, row->ours.games, row->reference.moves,
               row->ours.moves / row->reference.moves);
    }
    fputs("\n", stdout);
    options_cell(C_("column", "best lay-out"), -15, " ");
    options_cell(C_("column", "lay-outs/s"), 12, " ");
    options_cell(C_("column", "net only/s"), 25, " ");
    options_cell(C_("column", "textbook"), 12, " ");
    options_cell(C_("column", "ratio"), 8, "\n");
    for (unsigned i = 0; i < 3; i++) {
        const struct layout_row *row = &bench->layout[i];
        char dice[64];
        snprintf(dice, sizeof dice, ngettext("%2u die", "%2u dice", row->dice),
                 row->dice);
        options_cell(dice, -15, " ");
        printf("%12.0f %25.0f %12.0f %7.1fx\n", row->ours, row->net,
               row->reference, row->ours / row->reference);
    }
    print_deciders(bench);
    fputs("\n", stdout);
    options_line(
        _("%d players, %d combos, one thread. Moves include chance; a game "
          "of 'same deal'\nis one round; 'textbook' is the reference's "
          "moves/s or lay-outs/s. 'ismcts' is\nthe textbook's search."),
        PLAYERS, HAND_COMBOS);
}

static void json_speed(struct json *json, const struct speed *speed)
{
    json_key_decimal(json, "moves_per_second", speed->moves, 0);
    json_key_decimal(json, "decisions_per_second", speed->decisions, 0);
    json_key_decimal(json, "games_per_second", speed->games, 1);
}

static void json_deciders(struct json *json, const struct bench *bench)
{
    json_array_begin(json_key(json, "deciding"));
    for (unsigned i = 0; i < bench->deciders; i++) {
        const struct decider_row *row = &bench->decider[i];
        json_object_begin(json);
        json_key_string(json, "bot", row->bot->name);
        if (row->playouts)
            json_key_int(json, "playouts", row->playouts);
        json_key_decimal(json, "decisions_per_second", row->decisions, 1);
        json_object_end(json);
    }
    json_array_end(json);
    json_object_begin(json_key(json, "playouts"));
    for (unsigned i = 0; i < PLAYOUT_ROWS; i++)
        json_key_decimal(json, bench->playout[i].key,
                         bench->playout[i].playouts, 0);
    json_object_end(json);
}

static bool print_json(const struct bench *bench)
{
    struct json json = json_growing();
    json_object_begin(&json);
    json_key_int(&json, "players", PLAYERS);
    json_key_decimal(&json, "seconds", bench->seconds, 3);
    json_object_begin(json_key(&json, "play"));
    for (unsigned i = 0; i < 3; i++) {
        const struct play_row *row = &bench->play[i];
        json_object_begin(json_key(&json, row->key));
        json_speed(&json, &row->ours);
        json_object_begin(json_key(&json, "reference"));
        json_speed(&json, &row->reference);
        json_object_end(&json);
        json_key_decimal(&json, "ratio", row->ours.moves / row->reference.moves,
                         2);
        json_object_end(&json);
    }
    json_object_end(&json);
    json_array_begin(json_key(&json, "layouts"));
    for (unsigned i = 0; i < 3; i++) {
        const struct layout_row *row = &bench->layout[i];
        json_object_begin(&json);
        json_key_int(&json, "dice", row->dice);
        json_key_decimal(&json, "per_second", row->ours, 0);
        json_key_decimal(&json, "net_per_second", row->net, 0);
        json_key_decimal(&json, "reference_per_second", row->reference, 1);
        json_key_decimal(&json, "ratio", row->ours / row->reference, 2);
        json_object_end(&json);
    }
    json_array_end(&json);
    json_deciders(&json, bench);
    json_object_end(&json);
    return options_put_json(COMMAND, &json);
}

/* Hands are guessed and tables made once for many playouts, so that hardly
 * anything but the playouts is measured. */
static struct search_setting light_policy(void)
{
    struct search_setting setting = strength_expert.search;
    setting.per_world = 256;
    setting.guesses = 1;
    return setting;
}

static int measure(double seconds, bool as_json)
{
    const struct search_setting light = light_policy();
    struct bench bench = {
        .seconds = seconds,
        .play =
            {
                {.name = N_("fresh deal"),
                 .key = "fresh_deal",
                 .scoring = true},
                {.name = N_("same deal"),
                 .key = "same_deal",
                 .same = true,
                 .scoring = true},
                {.name = N_("without scoring"), .key = "without_scoring"},
            },
        .layout = {{.dice = 5}, {.dice = 8}, {.dice = 13}},
        .playout =
            {
                {.name = N_("light policy"),
                 .key = "light_per_second",
                 .setting = &light},
                {.name = N_("hard, guided"),
                 .key = "hard_per_second",
                 .setting = &strength_hard.search},
                {.name = N_("expert, guided"),
                 .key = "expert_per_second",
                 .setting = &strength_expert.search},
                {.name = N_("ismcts, random"), .key = "ismcts_per_second"},
            },
        .reference = malloc(sizeof *bench.reference),
    };
    if (!bench.reference)
        return options_fail(COMMAND, "%s", _(tio_error_words(TIO_E_MEMORY)));
    bool good = run_bench(&bench);
    if (good && as_json)
        good = print_json(&bench);
    else if (good)
        print_text(&bench);
    free(bench.reference);
    return good ? CLI_OK : CLI_WRONG;
}

struct request {
    uint64_t thousandths;
    bool json;
};

static const struct option_row rows[] = {
    {"time", "SECONDS", OPTION_SECONDS,
     N_("for each figure, 0.01 to 60 (default 1)"),
     .at = offsetof(struct request, thousandths), .low = 10, .high = 60000,
     .normal = 1000,
     .man = "For each figure, {range}, with up to three decimals. The default "
            "is {default}."},
    {.group = option_json_row, .at = offsetof(struct request, json)},
    {0},
};

static int run(int argc, char **argv)
{
    struct request request = {0};
    struct options line = {&command_bench, &request, argc, argv, 0, 0};
    return options_read(&line)
               ? measure((double)request.thousandths / 1000, request.json)
               : line.status;
}

const struct cli_command command_bench = {
    .name = COMMAND,
    .summary = N_("measure the speed of this machine"),
    .help = {N_("Usage: tioli bench [OPTION...]"),
             N_("Measures random play, the search for the best lay-out, how "
                "quickly the\n"
                "bots decide and how many rounds they play out, one after the "
                "other on\n"
                "one thread, each beside the textbook way to do it.")},
    .rows = rows,
    .run = run,
};
