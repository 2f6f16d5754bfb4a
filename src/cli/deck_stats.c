/* tioli deck stats. A combo's difficulty is how seldom a player who held it in
 * a round completed it in that round; good points follow difficulty, which
 * Spearman's rank correlation measures without asking how they follow it.
 *
 * Points also decide which combos players go for, so that a card worth a lot
 * looks easier than it is. With --equal-points the games are played with a copy
 * of the deck in which all combos are worth the same; the points that are shown
 * and compared remain those of the deck itself. */
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/match.h"
#include "cli/options.h"
#include "cli/table_options.h"
#include "base/utf8.h"
#include "base/json.h"

#define COMMAND "deck stats"
#define MAX_GAMES UINT64_C(100000000)

/* Counts by card. */
struct counts {
    uint64_t held[TIO_MAX_CARDS]; /* in hand from the start of a round */
    uint64_t completed[TIO_MAX_CARDS];
};

struct stats {
    struct table_options table;
    struct match_series series;
    struct match_run run;
    struct option_players bot;
    bool json;
    bool equal_points;
    tio_deck levelled; /* what is played with if so */
};

/* A card and all others that say the same. */
struct pooled {
    char text[TIO_CARD_TEXT];
    unsigned points;
    unsigned copies;
    uint64_t held;
    uint64_t completed;
};

static bool in_turns(const tio_game *game)
{
    return game->phase == TIO_PHASE_TURN || game->phase == TIO_PHASE_ROLL ||
           game->phase == TIO_PHASE_LAND;
}

/* Combos neither come nor go between the first roll and the lay-outs, so that
 * what is in the hands as the dice are gone was there from the start. */
static void watch_game(void *context, const tio_game *before,
                       const tio_game *after, const tio_move *move)
{
    struct counts *counts = context;
    if (in_turns(before) && !in_turns(after)) {
        for (unsigned seat = 0; seat < before->settings.players; seat++) {
            const tio_player *player = &before->player[seat];
            for (unsigned i = 0; i < player->combos; i++)
                counts->held[player->hand[i]]++;
        }
    }
    if (move->type == TIO_MOVE_LAY) {
        const tio_player *player = &before->player[move->seat];
        for (unsigned i = 0; i < player->combos; i++)
            counts->completed[player->hand[i]] += move->lay[i] != 0;
    }
}

static unsigned pool(const tio_deck *deck, const struct counts *counts,
                     struct pooled out[TIO_MAX_CARDS])
{
    unsigned count = 0;
    for (unsigned card = 0; card < deck->combos; card++) {
        char text[TIO_CARD_TEXT];
        unsigned i = 0;
        tio_combo_print(&deck->combo[card], text);
        while (i < count && strcmp(out[i].text, text) != 0)
            i++;
        if (i == count) {
            out[count] = (struct pooled){.points = deck->combo[card].points};
            memcpy(out[count++].text, text, sizeof text);
        }
        out[i].copies++;
        out[i].held += counts->held[card];
        out[i].completed += counts->completed[card];
    }
    return count;
}

static double rate(const struct pooled *card)
{
    return card->held == 0 ? 0 : (double)card->completed / (double)card->held;
}

/* The average of the ranks that the value shares with its equals. */
static double rank_of(const double values[], unsigned count, double value)
{
    unsigned below = 0;
    unsigned equal = 0;
    for (unsigned i = 0; i < count; i++) {
        below += values[i] < value;
        equal += values[i] == value;
    }
    return below + (equal + 1) / 2.0;
}

/* Pearson's correlation of the ranks, which with ties is Spearman's. Not a
 * number if all the values of a side are equal. */
static double rank_correlation(const double a[], const double b[],
                               unsigned count)
{
    double middle = (count + 1) / 2.0;
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (unsigned i = 0; i < count; i++) {
        double x = rank_of(a, count, a[i]) - middle;
        double y = rank_of(b, count, b[i]) - middle;
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    return ab / sqrt(aa * bb);
}

/* Cards that nobody ever held say nothing. */
static double correlate(const struct pooled cards[], unsigned count)
{
    double points[TIO_MAX_CARDS];
    double difficulty[TIO_MAX_CARDS];
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++) {
        if (cards[i].held > 0) {
            points[used] = cards[i].points;
            difficulty[used++] = 1 - rate(&cards[i]);
        }
    }
    return rank_correlation(points, difficulty, used);
}

static int by_points_and_rate(const void *left, const void *right)
{
    const struct pooled *a = left;
    const struct pooled *b = right;
    if (a->points != b->points)
        return a->points < b->points ? -1 : 1;
    double rate_a = rate(a);
    double rate_b = rate(b);
    if (rate_a < rate_b || rate_a > rate_b)
        return rate_a > rate_b ? -1 : 1;
    return strcmp(a->text, b->text);
}

static void print_text(const struct stats *stats, const struct pooled cards[],
                       unsigned count)
{
    char bot[4 * PLAYER_TEXT];
    utf8_escape(stats->bot.spec[0].text, strlen(stats->bot.spec[0].text), bot,
                sizeof bot);
    options_line(ngettext("deck %s, %llu game, %u players, bot %s, seed %llu",
                          "deck %s, %llu games, %u players, bot %s, seed %llu",
                          stats->run.played),
                 stats->table.deck->name, (unsigned long long)stats->run.played,
                 stats->table.players, bot,
                 (unsigned long long)stats->series.match.seed);
    if (stats->equal_points) {
        unsigned points = stats->levelled.combo[0].points;
        options_line(ngettext("played with every combo worth %u point",
                              "played with every combo worth %u points",
                              points),
                     points);
    }
    fputs("\n", stdout);
    options_cell(C_("column", "points"), -6, "  ");
    options_cell(C_("column", "combo"), -24, " ");
    options_cell(C_("column", "copies"), 6, " ");
    options_cell(C_("column", "held"), 10, " ");
    options_cell(C_("column", "completed"), 10, " ");
    options_cell(C_("column", "rate"), 7, "\n");
    for (unsigned i = 0; i < count; i++) {
        /* The card's text begins with its points. */
        const char *face = strchr(cards[i].text, ' ');
        printf("%6u  %-24s %6u %10llu %10llu %6.2f%%\n", cards[i].points,
               face ? face + 1 : cards[i].text, cards[i].copies,
               (unsigned long long)cards[i].held,
               (unsigned long long)cards[i].completed, 100 * rate(&cards[i]));
    }
    double correlation = correlate(cards, count);
    fputs("\n", stdout);
    if (isfinite(correlation)) {
        printf(_("rank correlation of points with difficulty (1 - rate): %.4f"),
               correlation);
    } else {
        fputs(_("rank correlation of points with difficulty (1 - rate): none, "
                "because all are equal"),
              stdout);
    }
    fputs("\n", stdout);
}

static bool print_json(const struct stats *stats, const struct pooled cards[],
                       unsigned count)
{
    struct json json = json_growing();
    json_object_begin(&json);
    json_key_string(&json, "deck", stats->table.deck->name);
    json_key_int(&json, "games", (int64_t)stats->run.played);
    json_key_int(&json, "players", stats->table.players);
    json_key_string(&json, "bot", stats->bot.spec[0].text);
    json_key_uint(&json, "seed", stats->series.match.seed);
    if (stats->equal_points)
        json_key_int(&json, "played_points", stats->levelled.combo[0].points);
    json_array_begin(json_key(&json, "combos"));
    for (unsigned i = 0; i < count; i++) {
        json_object_begin(&json);
        json_key_int(&json, "points", cards[i].points);
        json_key_string(&json, "text", cards[i].text);
        json_key_int(&json, "copies", cards[i].copies);
        json_key_int(&json, "held", (int64_t)cards[i].held);
        json_key_int(&json, "completed", (int64_t)cards[i].completed);
        json_key_decimal(&json, "rate", rate(&cards[i]), 6);
        json_object_end(&json);
    }
    json_array_end(&json);
    json_key_decimal(&json, "correlation", correlate(cards, count), 6);
    json_object_end(&json);
    return options_put_json(COMMAND, &json);
}

static int report(const struct stats *stats)
{
    struct pooled cards[TIO_MAX_CARDS];
    struct counts *sum = stats->series.sums;
    for (unsigned i = 1; i < stats->run.threads; i++) {
        for (unsigned card = 0; card < TIO_MAX_CARDS; card++) {
            sum->held[card] += sum[i].held[card];
            sum->completed[card] += sum[i].completed[card];
        }
    }
    unsigned count = pool(stats->table.deck, sum, cards);
    qsort(cards, count, sizeof cards[0], by_points_and_rate);
    if (!stats->json)
        print_text(stats, cards, count);
    else if (!print_json(stats, cards, count))
        return CLI_WRONG;
    return match_end_early(COMMAND, stats->run.interrupted, stats->run.played,
                           stats->run.games);
}

#define AT(field) .at = offsetof(struct stats, field)

static const struct option_row rows[] = {
    {.group = table_players_row, AT(table)},
    {"games", "N", OPTION_NUMBER, N_("how many games (default 2000)"),
     AT(run.games), .low = 1, .high = MAX_GAMES, .normal = 2000,
     .man = "How many games, {range}. The default is {default}."},
    {.group = option_seed_row, AT(series.match.seed)},
    {"bot", "NAME", OPTION_PLAYERS, N_("who plays (default: normal)"), AT(bot),
     .high = 1, .man = "Who plays. The default is *normal*."},
    {"equal-points", NULL, OPTION_FLAG,
     N_("play as if all combos were worth the same"), AT(equal_points),
     .man = "Play as if every combo were worth the average points of the "
            "deck, rounded. Points drive what players try for; so this "
            "measures how hard the cards are by themselves. The points shown "
            "and compared are still those of the deck."},
    {.group = table_rows, AT(table)},
    {.group = option_threads_row, AT(run.threads)},
    {.group = option_json_row, AT(json)},
    {0},
};

/* The average keeps the worth of a combo against a chip about as it is. */
static void level_points(const tio_deck *deck, tio_deck *out)
{
    unsigned sum = 0;
    *out = *deck;
    for (unsigned i = 0; i < deck->combos; i++)
        sum += deck->combo[i].points;
    for (unsigned i = 0; i < deck->combos; i++)
        out->combo[i].points =
            (uint8_t)((sum + deck->combos / 2) / deck->combos);
    tio_deck_prepare(out);
}

static int run(int argc, char **argv)
{
    struct stats stats = {
        .run.threads = match_default_threads(),
        .series = {.command = COMMAND,
                   .limits = player_limits_default(),
                   .size = sizeof(struct counts),
                   .watch = watch_game},
    };
    struct options line = {&command_deck_stats, &stats, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    int status = table_options_settle(&stats.table, COMMAND);
    if (status != CLI_OK)
        return status;
    options_seat_players(&stats.bot, 1);
    struct match_series *series = &stats.series;
    series->match.deck = stats.table.deck;
    if (stats.equal_points) {
        level_points(stats.table.deck, &stats.levelled);
        series->match.deck = &stats.levelled;
    }
    series->match.settings = stats.table.settings;
    for (unsigned seat = 0; seat < stats.table.players; seat++) {
        series->seat[seat] = &stats.bot.spec[0];
        strcpy(series->name[seat], "player");
    }
    status = match_series(series, &stats.run);
    if (status == CLI_OK)
        status = report(&stats);
    free(series->sums);
    return status;
}

const struct cli_command command_deck_stats = {
    .name = COMMAND,
    .summary = "measure how hard the cards are",
    .help = {N_("Usage: tioli deck stats [OPTION...]"),
             N_("Plays games with one bot in all the seats, and shows for each "
                "combo how\n"
                "often a player who held it in a round completed it. The last "
                "line is the\n"
                "rank correlation of points with difficulty, from -1 to 1.")},
    .rows = rows,
    .run = run,
};
