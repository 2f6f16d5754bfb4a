/* The chance to win that hints tell, held to what happens in games between
 * equals: `normal`, which is quick, on every seat.
 *
 *     calibrate fit GAMES [PLAYERS]    the rows of src/bots/outlook.c
 *     calibrate told GAMES [PLAYERS]   told against seen, in ten bins
 *     calibrate check GAMES [PLAYERS]  the same; fails if a bin is off
 *
 * Told are rows of players, bin, hints, and both percentages. Games are played
 * with each number of players. A hint is asked for at one
 * decision in some dozens, with few playouts, and its first move is made, for
 * that is the move that the chance is about; all else is up to the bots. */
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
#define BINS 10
#define ONE_IN 96    /* decisions for one hint */
#define PLAYOUTS 300 /* of a hint */
#define OFF 3.0 /* percentage points that a bin may be off, beside chance */

static void fail(const char *words)
{
    fprintf(stderr, "calibrate: %s\n", words);
    exit(2);
}

/* ---- Games ------------------------------------------------------------- */

/* Somebody's prospects, and what became of them. */
struct sample {
    struct outlook now; /* when a round was scored */
    int told;           /* of 10000 */
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
    tio_game game;
    tio_random random;
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

/* The move of a seat that has to decide. */
static void decide(struct trial *trial, unsigned seat, tio_move *out)
{
    static const tio_budget budget = {.playouts = PLAYOUTS};
    tio_view view;
    tio_hint hint;
    tio_view_of(&trial->game, seat, &view);
    trial->bot->choose(&view, trial->deck, NULL, &trial->random, out);
    if (!trial->hints && view.game.phase == TIO_PHASE_TURN &&
        tio_random_below(&trial->random, ONE_IN) == 0)
        guess_others(trial, &view);
    if (!trial->hints || tio_random_below(&trial->random, ONE_IN) > 0)
        return;
    tio_hint_of(&view, trial->deck, &budget, &trial->random, &hint);
    if (hint.count == 0)
        return;
    struct sample *sample = samples_more(trial->samples);
    sample->told = hint.move[0].win;
    sample->seat = (uint8_t)seat;
    *out = hint.move[0].move;
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

/* With samples of rounds, one for each seat. */
static void note_end(struct trial *trial, size_t first)
{
    struct samples *samples = trial->samples;
    size_t end = samples->count;
    for (size_t i = first; i < end; i++) {
        struct sample *sample = &samples->at[i];
        if (!trial->hints)
            sample->seat = (uint8_t)(i % trial->game.settings.players);
        sample->seen = share(&trial->game, sample->seat);
    }
}

/* Rounds are scored when their last lay-out is decided, or, if nobody has a
 * choice, with the last move of a turn: the next phase tells. */
static bool round_ends(const tio_game *before, const tio_game *after)
{
    bool was = before->phase == TIO_PHASE_TURN ||
               before->phase == TIO_PHASE_LAND ||
               before->phase == TIO_PHASE_LAY;
    return was && (after->phase == TIO_PHASE_DISCARD ||
                   after->phase == TIO_PHASE_OVER);
}

static void play(struct trial *trial, unsigned players, unsigned number)
{
    tio_settings settings = tio_settings_default(players);
    size_t first = trial->samples->count;
    tio_random_init(&trial->random, trial->hints ? SEED_TOLD : SEED_FIT,
                    number);
    tio_game_init(&trial->game, trial->deck, &settings);
    while (trial->game.phase != TIO_PHASE_OVER) {
        tio_game before = trial->game;
        unsigned deciders = tio_game_deciders(&before);
        tio_move move = {0};
        if (deciders)
            decide(trial, (unsigned)__builtin_ctz(deciders), &move);
        else
            tio_deal_random(&before, trial->deck, &trial->random, &move);
        if (tio_apply(&trial->game, trial->deck, &move) != TIO_OK)
            fail("a move was refused");
        if (trial->hints || !round_ends(&before, &trial->game))
            continue;
        compare_guesses(trial);
        if (trial->game.phase != TIO_PHASE_OVER)
            note_round(trial);
    }
    note_end(trial, first);
}

static void play_all(struct trial *trial, unsigned players, unsigned games)
{
    trial->samples->count = 0;
    memset(trial->lack, 0, sizeof trial->lack);
    for (unsigned i = 0; i < games; i++)
        play(trial, players, i);
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

/* ---- Bins -------------------------------------------------------------- */

struct bin {
    unsigned count;
    double told;
    double seen;
};

/* Two standard errors of what was seen, in percentage points: so much may be off
 * by chance alone. */
static double chance_of(const struct bin *bin)
{
    double seen = bin->count ? bin->seen / bin->count : 0;
    return bin->count ? 200 * sqrt(seen * (1 - seen) / bin->count) : 100;
}

/* Prints the bins; true if what was told fits what was seen. */
static bool show_bins(const struct samples *samples, unsigned players)
{
    struct bin bins[BINS] = {0};
    bool good = true;
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->at[i];
        int at = sample->told * BINS / 10000;
        struct bin *bin = &bins[at < BINS ? at : BINS - 1];
        bin->count++;
        bin->told += sample->told / 1e4;
        bin->seen += sample->seen;
    }
    for (unsigned i = 0; i < BINS; i++) {
        struct bin *bin = &bins[i];
        double told = bin->count ? 100 * bin->told / bin->count : 0;
        double seen = bin->count ? 100 * bin->seen / bin->count : 0;
        printf("%u %u %u %.1f %.1f\n", players, i, bin->count, told, seen);
        good = good && fabs(told - seen) <= OFF + chance_of(bin);
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
    bool checks = strcmp(what, "check") == 0;
    bool good = true;
    if (games == 0 || (!fits && !checks && strcmp(what, "told") != 0))
        fail("usage: calibrate fit|told|check GAMES [PLAYERS]");
    trial.hints = !fits;
    for (unsigned players = 2; players <= TIO_MAX_PLAYERS; players++) {
        if (only && players != only)
            continue;
        play_all(&trial, players, games);
        if (fits)
            print_fit(&trial, players);
        else
            good = show_bins(&samples, players) && good;
        fflush(stdout);
    }
    free(samples.at);
    return checks && !good;
}
