/* The chance to win that hints tell, held to what happens in games between
 * equals: `normal`, which is quick, on every seat.
 *
 *     calibrate fit GAMES [PLAYERS]    the rows of src/bots/outlook.c
 *     calibrate map GAMES [PLAYERS]    what they add before a hint says it
 *     calibrate told GAMES [PLAYERS]   told against seen, in ten bins
 *     calibrate check GAMES [PLAYERS]  the same; fails if a bin is off
 *
 * Told are rows of players, bin, hints, both percentages, and the standard error
 * of their difference. Games are played with each number of players. A hint is
 * asked for at one decision in some dozens, with few playouts. Its first move is
 * made, because that is the move that the chance is about, and the game is
 * played to its end from there several times, apart from the game itself, which
 * continues without the hint: so hints of one game share nothing but its
 * beginning. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/outlook.h"
#include "bots/reckon.h"
#include "bots/strong.h"
#include "engine/dice.h"

/* Other games than those that the fit was made of. */
#define SEED_FIT 20
#define SEED_TOLD 21
#define STREAM_ASKING ((uint64_t)1 << 32) /* beside those of the games */
#define BINS 10
#define ONE_IN 96    /* decisions for one guess at the others' nets */
#define PLAYOUTS 300 /* of a hint */
#define ENDINGS 3    /* of the game after a hint */
#define OFF 3.0      /* percentage points that a bin may be off */
/* A bin with a larger standard error than this may be off by two of them more. */
#define SURE 1.0

/* One decision in so many is asked about, by number of players. With many players
 * few have good chances: seats that are ahead are asked more often, and count
 * less in turn. */
static const struct {
    unsigned ahead;
    unsigned other;
} asked[TIO_MAX_PLAYERS + 1] = {
    [2] = {64, 64}, [3] = {96, 192}, [4] = {96, 192}, [5] = {48, 192}};
#define DISCARDS 4 /* times as seldom: they take five times as long */

static void fail(const char *words)
{
    fprintf(stderr, "calibrate: %s\n", words);
    exit(2);
}

/* ---- Games ------------------------------------------------------------- */

/* Somebody's prospects, and what became of them. */
struct sample {
    struct outlook now; /* when a round was scored */
    unsigned game;
    unsigned phase; /* that a hint was asked for in */
    double weight;  /* decisions that it stands for */
    int told;       /* of 10000 */
    uint8_t seat;
    double seen; /* 1: won; parts of it for a shared win */
};

struct samples {
    size_t count;
    size_t room;
    struct sample *at;
};

static struct sample *samples_more(struct samples *samples)
{
    if (samples->count == samples->room) {
        samples->room = samples->room ? samples->room * 2 : 4096;
        samples->at = realloc(samples->at, samples->room * sizeof *samples->at);
        if (!samples->at)
            fail("out of memory");
    }
    struct sample *sample = &samples->at[samples->count++];
    memset(sample, 0, sizeof *sample);
    return sample;
}

/* What the search expects a seat to get in this round, to be compared. */
struct guess {
    unsigned seat;
    unsigned passed;
    unsigned dice;
    double net;
    int total;
};

#define GUESSES 64 /* in a round */

/* Sums over guesses: what they lacked. */
struct lack {
    double sum;
    unsigned count;
};

/* A game that is played. `samples` are of rounds, or of hints. */
struct trial {
    const tio_deck *deck;
    const tio_bot *bot;
    unsigned number;
    tio_game game;
    tio_random random;
    tio_random asking; /* apart, so that hints don't change the game */
    unsigned seed;
    bool hints;
    struct samples *samples;
    unsigned guesses;
    struct guess guess[GUESSES];
    struct lack lack[2][OUTLOOK_DICE];
};

/* Searches as a hint does, and keeps what that expects of the others. */
static void guess_others(struct trial *trial, const tio_view *view)
{
    const tio_budget budget = {.playouts = PLAYOUTS};
    const tio_game *game = &view->game;
    struct search search = {.view = view,
                            .deck = trial->deck,
                            .setting = strength_expert.search,
                            .budget = &budget,
                            .seed = tio_random_next(&trial->random)};
    search.setting.explain = true;
    if (!search_run(&search))
        fail("out of memory");
    const struct search_sums *sums = &search.move[0].sums;
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        unsigned dice = dice_size(game->player[seat].taken);
        if (seat == view->seat || !sums->playouts || trial->guesses == GUESSES)
            continue;
        trial->guess[trial->guesses++] = (struct guess){
            .seat = seat,
            .passed = game->passed >> seat & 1,
            .dice = dice < OUTLOOK_DICE ? dice : OUTLOOK_DICE - 1,
            .net = (double)sums->nets[seat] / (double)sums->playouts / POINT,
            .total = tio_game_total(game, seat)};
    }
}

static void compare_guesses(struct trial *trial)
{
    for (unsigned i = 0; i < trial->guesses; i++) {
        const struct guess *guess = &trial->guess[i];
        struct lack *lack = &trial->lack[guess->passed][guess->dice];
        lack->sum += tio_game_total(&trial->game, guess->seat) - guess->total -
                     guess->net;
        lack->count++;
    }
    trial->guesses = 0;
}

/* The next move of a game that nobody asks about. */
static void advance(const struct trial *trial, tio_game *game,
                    tio_random *random)
{
    unsigned deciders = tio_game_deciders(game);
    tio_move move = {0};
    tio_view view;
    if (deciders) {
        tio_view_of(game, (unsigned)__builtin_ctz(deciders), &view);
        trial->bot->choose(&view, trial->deck, NULL, random, &move);
    } else {
        tio_deal_random(game, trial->deck, random, &move);
    }
    if (tio_apply(game, trial->deck, &move) != TIO_OK)
        fail("a move was refused");
}

static double share(const tio_game *game, unsigned seat)
{
    int total = tio_game_total(game, seat);
    int winners = 0;
    for (unsigned i = 0; i < game->settings.players; i++) {
        if (tio_game_total(game, i) > total)
            return 0;
        winners += tio_game_total(game, i) == total;
    }
    return 1.0 / winners;
}

/* How often the seat wins after the move. */
static double seen_after(const struct trial *trial, const tio_move *move,
                         unsigned seat, uint64_t seed)
{
    double sum = 0;
    for (unsigned i = 0; i < ENDINGS; i++) {
        tio_game game = trial->game;
        tio_random random;
        tio_random_init(&random, seed, 1 + i);
        if (tio_apply(&game, trial->deck, move) != TIO_OK)
            fail("a hint was refused");
        while (game.phase != TIO_PHASE_OVER)
            advance(trial, &game, &random);
        sum += share(&game, seat);
    }
    return sum / ENDINGS;
}

static unsigned asked_one_in(const tio_game *game, unsigned seat)
{
    unsigned players = game->settings.players;
    bool ahead = true;
    for (unsigned i = 0; i < players; i++)
        ahead = ahead && (i == seat ||
                          tio_game_total(game, i) < tio_game_total(game, seat));
    unsigned one_in = ahead ? asked[players].ahead : asked[players].other;
    return game->phase == TIO_PHASE_DISCARD ? one_in * DISCARDS : one_in;
}

static void ask_now_and_then(struct trial *trial)
{
    static const tio_budget budget = {.playouts = PLAYOUTS};
    unsigned deciders = tio_game_deciders(&trial->game);
    tio_random random;
    tio_view view;
    tio_hint hint;
    if (!deciders)
        return;
    unsigned seat = (unsigned)__builtin_ctz(deciders);
    unsigned one_in = asked_one_in(&trial->game, seat);
    if (tio_random_below(&trial->asking, one_in) > 0)
        return;
    uint64_t seed = tio_random_next(&trial->asking);
    tio_random_init(&random, seed, 0);
    tio_view_of(&trial->game, seat, &view);
    tio_hint_of(&view, trial->deck, &budget, &random, &hint);
    if (hint.count == 0)
        fail("out of memory");
    struct sample *sample = samples_more(trial->samples);
    sample->game = trial->number;
    sample->phase = trial->game.phase;
    sample->weight = one_in;
    sample->told = hint.move[0].win;
    sample->seen = seen_after(trial, &hint.move[0].move, seat, seed);
}

/* What the others' nets were guessed to be before a move. */
static void guess_now_and_then(struct trial *trial, const tio_game *before)
{
    tio_view view;
    if (before->phase != TIO_PHASE_TURN ||
        tio_random_below(&trial->random, ONE_IN) > 0)
        return;
    tio_view_of(before, before->turn, &view);
    guess_others(trial, &view);
}

static void note_round(struct trial *trial)
{
    const tio_game *game = &trial->game;
    struct sample *sample = samples_more(trial->samples);
    unsigned players = game->settings.players;
    sample->now.players = players;
    sample->now.rounds = (unsigned)(game->rounds - game->round);
    sample->now.starter = (game->starter + 1U) % players;
    for (unsigned seat = 0; seat < players; seat++)
        sample->now.total[seat] = POINT * tio_game_total(game, seat);
}

/* One seat for each round, by turns. */
static void note_end(struct trial *trial, size_t first)
{
    struct samples *samples = trial->samples;
    for (size_t i = first; i < samples->count; i++) {
        struct sample *sample = &samples->at[i];
        sample->seat = (uint8_t)(i % trial->game.settings.players);
        sample->seen = share(&trial->game, sample->seat);
    }
}

/* Rounds are scored when their last lay-out is decided, or, if nobody has a
 * choice, with the last move of a turn: the next phase shows it. */
static bool round_ends(const tio_game *before, const tio_game *after)
{
    bool was = before->phase == TIO_PHASE_TURN ||
               before->phase == TIO_PHASE_LAND ||
               before->phase == TIO_PHASE_LAY;
    return was && (after->phase == TIO_PHASE_DISCARD ||
                   after->phase == TIO_PHASE_OVER);
}

static void play(struct trial *trial, unsigned players)
{
    tio_settings settings = tio_settings_default(players);
    size_t first = trial->samples->count;
    tio_random_init(&trial->random, trial->seed, trial->number);
    tio_random_init(&trial->asking, trial->seed, STREAM_ASKING + trial->number);
    tio_game_init(&trial->game, trial->deck, &settings);
    while (trial->game.phase != TIO_PHASE_OVER) {
        tio_game before = trial->game;
        if (trial->hints)
            ask_now_and_then(trial);
        advance(trial, &trial->game, &trial->random);
        if (!trial->hints)
            guess_now_and_then(trial, &before);
        if (trial->hints || !round_ends(&before, &trial->game))
            continue;
        compare_guesses(trial);
        if (trial->game.phase != TIO_PHASE_OVER)
            note_round(trial);
    }
    if (!trial->hints)
        note_end(trial, first);
}

static void play_all(struct trial *trial, unsigned players, unsigned games)
{
    trial->samples->count = 0;
    memset(trial->lack, 0, sizeof trial->lack);
    for (trial->number = 0; trial->number < games; trial->number++)
        play(trial, players);
}

/* ---- The fit ----------------------------------------------------------- */

/* What each place gets more than the average, from what the totals became
 * between two samples of a game. The first round is left out. */
static void fit_starts(const struct samples *samples, struct outlook_fit *fit)
{
    double sum[TIO_MAX_PLAYERS] = {0};
    unsigned players = samples->at[0].now.players;
    unsigned rounds = 0;
    for (size_t i = 1; i < samples->count; i++) {
        const struct outlook *a = &samples->at[i - 1].now;
        const struct outlook *b = &samples->at[i].now;
        double mean = 0;
        if (b->rounds >= a->rounds)
            continue;
        for (unsigned seat = 0; seat < players; seat++)
            mean += (double)(b->total[seat] - a->total[seat]) / players;
        for (unsigned seat = 0; seat < players; seat++)
            sum[(seat + players - a->starter) % players] +=
                b->total[seat] - a->total[seat] - mean;
        rounds++;
    }
    for (unsigned place = 0; place < players; place++)
        fit->start[place] =
            (int)lround(sum[place] * 100 / POINT / (rounds ? rounds : 1));
}

/* How surprised the fit is by what happened. */
static double surprise(const struct samples *samples,
                       const struct outlook_fit *fit)
{
    double sum = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->at[i];
        double told = outlook_win_by(fit, &sample->now, sample->seat) / 1e4;
        sum -= sample->seen * log(told) + (1 - sample->seen) * log(1 - told);
    }
    return sum / (double)samples->count;
}

/* The least surprising variance: there is one valley, so that thirds find it. */
static void fit_variance(const struct samples *samples, struct outlook_fit *fit)
{
    int low = 100;
    int high = 1500;
    while (high - low > 4) {
        int third = (high - low) / 3;
        fit->variance = low + third;
        double left = surprise(samples, fit);
        fit->variance = high - third;
        if (left < surprise(samples, fit))
            high = fit->variance;
        else
            low += third;
    }
    fit->variance = (low + high) / 2;
}

static void print_unseen(const struct trial *trial)
{
    for (unsigned passed = 0; passed < 2; passed++) {
        printf("%s{", passed ? ", " : "{");
        for (unsigned dice = 0; dice < OUTLOOK_DICE; dice++) {
            const struct lack *lack = &trial->lack[passed][dice];
            double mean = lack->count ? lack->sum / lack->count : 0;
            printf("%s%d", dice ? ", " : "", (int)lround(100 * mean));
        }
        printf("}");
    }
    printf("}");
}

static void print_fit(struct trial *trial, unsigned players)
{
    struct outlook_fit fit = {0};
    fit_starts(trial->samples, &fit);
    fit_variance(trial->samples, &fit);
    printf("    [%u] = {%d, {", players, fit.variance);
    for (unsigned i = 0; i < players; i++)
        printf("%s%d", i ? ", " : "", fit.start[i]);
    printf("}, ");
    print_unseen(trial);
    printf("},\n");
}

/* ---- What is added before a hint says it ---- */

/* What the hint came to before that. */
static double came_to(unsigned players, enum outlook_when when, int told)
{
    int chance = 0;
    while (chance < 10000 && outlook_told(players, when, chance) < told)
        chance++;
    return chance / 1e4;
}

/* By least squares, each hint weighing by how sure its outcome is; those that
 * are all but certain by not more than others near the ends. */
static double fit_told(const struct samples *samples, unsigned players,
                       enum outlook_when when)
{
    unsigned phase = when == OUTLOOK_TURN ? TIO_PHASE_TURN : TIO_PHASE_LAY;
    double above = 0;
    double below = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->at[i];
        if (sample->phase != phase)
            continue;
        double chance = came_to(players, when, sample->told);
        double both = chance * (1 - chance);
        double weight = sample->weight / fmax(both, 0.01);
        above += weight * both * (sample->seen - chance);
        below += weight * both * both;
    }
    return below > 0 ? above / below : 0;
}

static void print_map(const struct samples *samples, unsigned players)
{
    printf("    [%u] = {..., {%ld, %ld}},\n", players,
           lround(100 * fit_told(samples, players, OUTLOOK_TURN)),
           lround(100 * fit_told(samples, players, OUTLOOK_LAY)));
}

/* ---- Bins -------------------------------------------------------------- */

/* Sums over weighted hints. */
struct bin {
    unsigned count;
    double weight;
    double told;
    double seen;
    double of_game; /* how far the present game is off the mean */
    double squares; /* over games: hints of one game depend on each other */
};

static unsigned bin_of(const struct sample *sample)
{
    int at = sample->told * BINS / 10000;
    return at < BINS ? (unsigned)at : BINS - 1;
}

/* Of the difference between told and seen, in percentage points. */
static double standard_error(const struct bin *bin)
{
    return bin->count ? 100 * sqrt(bin->squares) / bin->weight : 100;
}

static void add_errors(const struct samples *samples, struct bin bins[])
{
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->at[i];
        struct bin *bin = &bins[bin_of(sample)];
        double mean = (bin->seen - bin->told) / bin->weight;
        bin->of_game +=
            sample->weight * (sample->seen - sample->told / 1e4 - mean);
        if (i + 1 < samples->count && samples->at[i + 1].game == sample->game)
            continue;
        for (unsigned b = 0; b < BINS; b++) {
            bins[b].squares += bins[b].of_game * bins[b].of_game;
            bins[b].of_game = 0;
        }
    }
}

static double may_be_off(const struct bin *bin)
{
    double error = standard_error(bin);
    return error <= SURE ? OFF : OFF + 2 * error;
}

/* Prints the bins; true if what was told fits what was seen. */
static bool show_bins(const struct samples *samples, unsigned players)
{
    struct bin bins[BINS] = {0};
    bool good = true;
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->at[i];
        struct bin *bin = &bins[bin_of(sample)];
        bin->count++;
        bin->weight += sample->weight;
        bin->told += sample->weight * sample->told / 1e4;
        bin->seen += sample->weight * sample->seen;
    }
    add_errors(samples, bins);
    for (unsigned i = 0; i < BINS; i++) {
        struct bin *bin = &bins[i];
        double told = bin->count ? 100 * bin->told / bin->weight : 0;
        double seen = bin->count ? 100 * bin->seen / bin->weight : 0;
        printf("%u %u %u %.1f %.1f %.1f\n", players, i, bin->count, told, seen,
               standard_error(bin));
        good = good && fabs(told - seen) <= may_be_off(bin);
    }
    return good;
}

int main(int argc, char **argv)
{
    struct samples samples = {0};
    struct trial trial = {.deck = tio_deck_standard(),
                          .bot = tio_bot_named("normal"),
                          .samples = &samples};
    const char *what = argc > 2 ? argv[1] : "";
    unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    unsigned only = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    bool fits = strcmp(what, "fit") == 0;
    bool maps = strcmp(what, "map") == 0;
    bool checks = strcmp(what, "check") == 0;
    bool good = true;
    if (games == 0 || (!fits && !maps && !checks && strcmp(what, "told") != 0))
        fail("usage: calibrate fit|map|told|check GAMES [PLAYERS]");
    trial.hints = !fits;
    trial.seed = fits || maps ? SEED_FIT : SEED_TOLD;
    for (unsigned players = 2; players <= TIO_MAX_PLAYERS; players++) {
        if (only && players != only)
            continue;
        play_all(&trial, players, games);
        if (fits)
            print_fit(&trial, players);
        else if (maps)
            print_map(&samples, players);
        else
            good = show_bins(&samples, players) && good;
        fflush(stdout);
    }
    free(samples.at);
    return checks && !good;
}
