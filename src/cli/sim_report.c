/* See sim_report.h. */
#include "cli/sim_report.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "cli/options.h"
#include "base/json.h"
#include "notation/settings.h"

/* All the seats of a bot together. */
struct bot_side {
    const char *bot;
    const char *name; /* in the table */
    unsigned seats;
    struct side_tally side;
};

static unsigned gather_bots(const struct sim_report *report,
                            struct bot_side out[TIO_MAX_PLAYERS])
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < report->match->settings.players; seat++) {
        unsigned i = 0;
        const char *bot = report->seat[seat]->text;
        while (i < count && strcmp(out[i].bot, bot) != 0)
            i++;
        if (i == count)
            out[count++] = (struct bot_side){.bot = bot};
        out[i].seats++;
        side_tally_merge(&out[i].side, &report->tally->seat[seat]);
    }
    return count;
}

static double win_share(const struct side_tally *side)
{
    return side->score.count == 0
               ? 0
               : (double)side->sixtieths / 60 / (double)side->score.count;
}

#define NAME 9 /* columns of a name */

static void print_side(unsigned number, const char *name,
                       const struct side_tally *side)
{
    char column[OPTIONS_COLUMN];
    match_name_column(name, NAME, column);
    printf("%5u  %s %8llu %7llu %6.2f %7.2f %6.2f %4lld %4lld %6.2f "
           "%6.2f\n",
           number, column, (unsigned long long)side->wins,
           (unsigned long long)side->shared, 100 * win_share(side),
           tally_mean(&side->score), tally_deviation(&side->score),
           (long long)side->score.low, (long long)side->score.high,
           tally_mean(&side->points), tally_mean(&side->chips));
}

static void print_columns(const char *first)
{
    fputs("\n", stdout);
    options_cell(first, 5, "  ");
    options_cell(C_("column", "bot"), -9, " ");
    options_cell(C_("column", "wins"), 8, " ");
    options_cell(C_("column", "shared"), 7, " ");
    options_cell(C_("column", "win %"), 6, " ");
    options_cell(C_("column", "score"), 7, " ");
    options_cell(C_("column", "sd"), 6, " ");
    options_cell(C_("column", "min"), 4, " ");
    options_cell(C_("column", "max"), 4, " ");
    options_cell(C_("column", "points"), 6, " ");
    options_cell(C_("column", "chips"), 6, "\n");
}

static void name_bots(struct bot_side bots[], unsigned count,
                      char names[][TIO_NAME_TEXT])
{
    for (unsigned i = 0; i < count; i++) {
        match_name(bots[i].bot, names[i]);
        bots[i].name = names[i];
    }
    match_number_names(names, count, NAME);
}

static void print_sides(const struct sim_report *report)
{
    char names[TIO_MAX_PLAYERS][TIO_NAME_TEXT];
    struct bot_side bots[TIO_MAX_PLAYERS];
    unsigned count = gather_bots(report, bots);
    name_bots(bots, count, names);
    print_columns(C_("column", "seat"));
    for (unsigned seat = 0; seat < report->match->settings.players; seat++) {
        unsigned i = 0;
        while (strcmp(bots[i].bot, report->seat[seat]->text) != 0)
            i++;
        print_side(seat + 1, bots[i].name, &report->tally->seat[seat]);
    }
    if (count < 2)
        return;
    print_columns(C_("column", "seats"));
    for (unsigned i = 0; i < count; i++)
        print_side(bots[i].seats, bots[i].name, &bots[i].side);
}

static void print_length(const char *what, const struct tally *tally)
{
    options_cell(what, -20, " ");
    printf("%8.2f %8.2f %6lld %6lld\n", tally_mean(tally),
           tally_deviation(tally), (long long)tally->low,
           (long long)tally->high);
}

void sim_report_text(const struct sim_report *report)
{
    const struct match *match = report->match;
    unsigned long long seed = match->seed;
    const char *edition = setting_editions[match->settings.edition];
    printf(match->settings.free_hand
               ? ngettext("%llu game, %u players, %s, free hand, deck %s, seed "
                          "%llu",
                          "%llu games, %u players, %s, free hand, deck %s, "
                          "seed %llu",
                          report->played)
               : ngettext("%llu game, %u players, %s, deck %s, seed %llu",
                          "%llu games, %u players, %s, deck %s, seed %llu",
                          report->played),
           (unsigned long long)report->played, match->settings.players, edition,
           match->deck->name, seed);
    fputs("\n", stdout);
    if (report->interrupted) {
        printf(ngettext("Ended early: %llu game was asked for.",
                        "Ended early: %llu games were asked for.",
                        report->games),
               (unsigned long long)report->games);
        fputs("\n", stdout);
    }
    print_sides(report);
    fputs("\n", stdout);
    options_cell(C_("column", "in a game"), -20, " ");
    options_cell(C_("column", "mean"), 8, " ");
    options_cell(C_("column", "sd"), 8, " ");
    options_cell(C_("column", "min"), 6, " ");
    options_cell(C_("column", "max"), 6, "\n");
    print_length(C_("row", "rounds"), &report->tally->rounds);
    print_length(C_("row", "players' decisions"), &report->tally->decisions);
    print_length(C_("row", "moves with chance"), &report->tally->moves);
    fputs("\n", stdout);
    printf(ngettext("%.0f games/s on %u thread", "%.0f games/s on %u threads",
                    report->threads),
           report->seconds > 0 ? (double)report->played / report->seconds : 0,
           report->threads);
    fputs("\n", stdout);
}

static void json_tally(struct json *json, const char *key,
                       const struct tally *tally)
{
    json_object_begin(json_key(json, key));
    json_decimal(json_key(json, "mean"), tally_mean(tally), 4);
    json_decimal(json_key(json, "sd"), tally_deviation(tally), 4);
    json_key_int(json, "min", tally->low);
    json_key_int(json, "max", tally->high);
    json_object_end(json);
}

static void json_side(struct json *json, const struct side_tally *side)
{
    json_key_int(json, "wins", (int64_t)side->wins);
    json_key_int(json, "shared", (int64_t)side->shared);
    json_decimal(json_key(json, "win_share"), win_share(side), 6);
    json_tally(json, "score", &side->score);
    json_tally(json, "points", &side->points);
    json_tally(json, "chips", &side->chips);
}

static void json_sides(struct json *json, const struct sim_report *report)
{
    struct bot_side bots[TIO_MAX_PLAYERS];
    unsigned count = gather_bots(report, bots);
    json_array_begin(json_key(json, "seats"));
    for (unsigned seat = 0; seat < report->match->settings.players; seat++) {
        json_object_begin(json);
        json_key_int(json, "seat", seat + 1);
        json_key_string(json, "bot", report->seat[seat]->text);
        json_side(json, &report->tally->seat[seat]);
        json_object_end(json);
    }
    json_array_end(json);
    json_array_begin(json_key(json, "bots"));
    for (unsigned i = 0; i < count; i++) {
        json_object_begin(json);
        json_key_string(json, "bot", bots[i].bot);
        json_key_int(json, "seats", bots[i].seats);
        json_side(json, &bots[i].side);
        json_object_end(json);
    }
    json_array_end(json);
}

bool sim_report_json(const struct sim_report *report, const char *command)
{
    struct json json = json_growing();
    json_object_begin(&json);
    match_put_json(report->match, &json);
    json_key_int(&json, "games", (int64_t)report->played);
    json_key_bool(&json, "interrupted", report->interrupted);
    json_sides(&json, report);
    json_tally(&json, "rounds", &report->tally->rounds);
    json_tally(&json, "decisions", &report->tally->decisions);
    json_tally(&json, "moves", &report->tally->moves);
    json_object_end(&json);
    return options_put_json(command, &json);
}
