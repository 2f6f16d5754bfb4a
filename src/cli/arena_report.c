/* The result of the arena as tables for a person, 80 columns wide. */
#include "cli/arena.h"

#include <math.h>
#include <stdio.h>

#include "i18n/i18n.h"
#include "cli/options.h"
#include "notation/settings.h"

/* A sign of per cent before a letter looks like a format. */
#define INTERVAL C_("column", /* xgettext:no-c-format */ "95% interval")
#define WIN_AGAINST C_("column", /* xgettext:no-c-format */ "win % against")
#define NAME 18 /* columns of a name beside many figures */

static void print_name(const struct arena_bot *bot, unsigned seats,
                       unsigned width)
{
    char text[OPTIONS_COLUMN];
    char column[OPTIONS_COLUMN];
    match_name_column(bot->name, width, column);
    if (seats > 1) {
        /* How many there are must stay in sight. */
        match_name_column(bot->name, width - 4, column);
        unsigned end = 0;
        for (unsigned i = 0; column[i] != 0; i++)
            end = column[i] != ' ' ? i + 1 : end;
        snprintf(text, sizeof text, "%.*s x%u", (int)end, column, seats);
        options_column(text, width, column);
    }
    fputs(column, stdout);
}

/* "59.6 to 63.9", centred on "to". */
static void print_ends(struct stats_interval of, double scale,
                       const char *format)
{
    if (isnan(of.low)) {
        fputs("               -", stdout);
    } else {
        printf(format, scale * of.low);
        options_cell(C_("interval", "to"), 3, "");
        printf(format, scale * of.high);
    }
}

/* Where every game was won or lost, only one end is known. */
static void print_elo(struct stats_interval share, struct stats_interval elo)
{
    if (share.value >= 1) {
        printf(" %6s ", "-");
        options_cell(C_("Elo", "above"), 9, " ");
        printf("%+6.0f", elo.low);
    } else if (share.value <= 0) {
        printf(" %6s ", "-");
        options_cell(C_("Elo", "below"), 9, " ");
        printf("%+6.0f", elo.high);
    } else {
        printf(" %+6.0f ", elo.value);
        print_ends(elo, 1, " %+6.0f");
    }
}

static void print_head(const struct arena *arena)
{
    const struct match *match = &arena->match;
    unsigned players = arena_players(arena);
    unsigned long long deals = arena->counted / players / arena->tables;
    if (arena_is_round_robin(arena)) {
        printf(ngettext("%u bots, each pair %llu games: %llu deal, each played "
                        "twice with the\nseats swapped",
                        "%u bots, each pair %llu games: %llu deals, each "
                        "played twice with the\nseats swapped",
                        deals),
               arena->bots, deals * players, deals);
    } else {
        printf(ngettext("%llu games: %llu deal, each played %u times with the "
                        "seats rotated",
                        "%llu games: %llu deals, each played %u times with the "
                        "seats rotated",
                        deals),
               (unsigned long long)arena->counted, deals, players);
    }
    fputs("\n", stdout);
    printf(match->settings.free_hand
               ? _("%u players, %s, free hand, deck %s, seed %llu")
               : _("%u players, %s, deck %s, seed %llu"),
           players, setting_editions[match->settings.edition],
           match->deck->name, (unsigned long long)match->seed);
    fputs("\n", stdout);
    if (arena->interrupted) {
        uint64_t games = arena_games(arena, arena->deals) * arena->tables;
        printf(ngettext("Ended early: %llu game was asked for.",
                        "Ended early: %llu games were asked for.", games),
               (unsigned long long)games);
        fputs("\n", stdout);
    }
}

/* ---- Bots at one table ------------------------------------------------- */

static void print_wins(const struct arena *arena)
{
    const struct arena_table *table = &arena->table[0];
    fputs("\n", stdout);
    options_cell(C_("column", "bot"), -NAME, " ");
    options_cell(C_("column", "won"), 8, " ");
    options_cell(C_("column", "shared"), 7, " ");
    options_cell(C_("column", "lost"), 8, " ");
    options_cell(C_("column", "win %"), 7, "   ");
    puts(INTERVAL);
    for (unsigned i = 0; i < table->sides; i++) {
        const struct arena_side *side = &table->side[i];
        struct stats_interval share = arena_seat_share(arena, side);
        print_name(&arena->bot[side->bot], side->seats, NAME);
        if (table->deals == 0) {
            printf("  %s\n", _("no result"));
            continue;
        }
        printf(" %8llu %7llu %8llu %7.2f  ", (unsigned long long)side->wins,
               (unsigned long long)side->shared,
               (unsigned long long)side->losses, 100 * share.value);
        print_ends(share, 100, " %5.1f");
        fputs("\n", stdout);
    }
    if (arena_players(arena) > 2) {
        printf(_("win %% is per seat: %.0f would be even."),
               100.0 / arena_players(arena));
        fputs("\n", stdout);
    }
}

static void print_strength(const struct arena *arena)
{
    const struct arena_table *table = &arena->table[0];
    fputs("\n", stdout);
    options_cell(arena_players(arena) > 2 ? C_("column", "against the rest")
                                          : "",
                 -NAME, " ");
    options_cell("Elo", 6, "   ");
    options_cell(INTERVAL, -16, " ");
    options_cell(C_("column", "score"), 7, " ");
    options_cell(C_("column", "margin"), 8, "   ");
    puts(INTERVAL);
    for (unsigned i = 0; i < table->sides; i++) {
        const struct arena_side *side = &table->side[i];
        struct stats_interval margin = arena_margin(arena, side);
        struct stats_interval elo = arena_elo(arena, side);
        print_name(&arena->bot[side->bot], side->seats, NAME);
        print_elo(arena_share(arena, side), elo);
        printf("  %7.2f %+8.2f ", tally_mean(&side->score), margin.value);
        print_ends(margin, 1, " %+6.2f");
        fputs("\n", stdout);
    }
}

static void print_seats(const struct arena *arena)
{
    const struct arena_table *table = &arena->table[0];
    unsigned players = arena_players(arena);
    fputs("\n", stdout);
    options_cell(C_("column", "win % by seat"), -NAME, "");
    for (unsigned seat = 0; seat < players; seat++) {
        char head[64];
        snprintf(head, sizeof head, C_("column", "seat %u"), seat + 1);
        fputs("  ", stdout);
        options_cell(head, 6, "");
    }
    fputs("  ", stdout);
    options_cell(C_("column", "starting"), 8, "  ");
    options_cell(C_("column", "not"), 8, "\n");
    for (unsigned i = 0; i < table->sides; i++) {
        const struct arena_side *side = &table->side[i];
        print_name(&arena->bot[side->bot], side->seats, NAME);
        for (unsigned seat = 0; seat < players; seat++)
            printf("  %6.2f", 100 * arena_by_seat(side, seat).value);
        printf("  %8.2f  %8.2f\n", 100 * arena_starting(side).value,
               100 * arena_waiting(arena, side).value);
    }
}

static void print_sprt(const struct arena *arena)
{
    const struct arena_sprt *sprt = &arena->sprt;
    double bound = stats_sprt_bound();
    char name[OPTIONS_COLUMN];
    options_column(arena->bot[0].name, 24, name);
    fputs("\n", stdout);
    if (sprt->decided == 0) {
        printf(_("SPRT, Elo %g against %g: not decided after %llu games"),
               sprt->elo0, sprt->elo1, (unsigned long long)arena->counted);
    } else {
        printf(_("SPRT, Elo %g against %g: decided for %g after %llu games"),
               sprt->elo0, sprt->elo1,
               sprt->decided > 0 ? sprt->elo1 : sprt->elo0,
               (unsigned long long)arena->counted);
    }
    fputs("\n", stdout);
    printf(_("(log-likelihood ratio %.2f, ends at %.2f and %.2f)"), sprt->ratio,
           -bound, bound);
    fputs("\n", stdout);
}

/* ---- Round robin ------------------------------------------------------- */

static void print_ladder(const struct arena *arena,
                         const struct stats_interval elo[],
                         const unsigned ranking[])
{
    printf("\n %2s  ", "");
    options_cell(C_("column", "bot"), -28, " ");
    options_cell("Elo", 6, "   ");
    options_cell(INTERVAL, -16, " ");
    options_cell(C_("column", "win %"), 7, "\n");
    for (unsigned i = 0; i < arena->bots; i++) {
        const struct stats_interval *of = &elo[ranking[i]];
        double share = arena_mean_share(arena, ranking[i]);
        printf(" %2u  ", i + 1);
        print_name(&arena->bot[ranking[i]], 1, 28);
        if (isnan(share)) {
            printf(" %s\n", _("no result"));
            continue;
        }
        if (isnan(of->value)) {
            printf(" %6s %16s", "-", "-");
        } else {
            printf(" %+6.0f ", of->value);
            print_ends(*of, 1, " %+6.0f");
        }
        printf("  %7.2f\n", 100 * share);
    }
    puts(_("Elo is 0 on average."));
}

static void print_cross(const struct arena *arena, const unsigned ranking[])
{
    printf("\n %2s  ", "");
    options_cell(WIN_AGAINST, -20, "");
    for (unsigned i = 0; i < arena->bots; i++)
        printf(" %4u", i + 1);
    fputs("\n", stdout);
    for (unsigned i = 0; i < arena->bots; i++) {
        printf(" %2u  ", i + 1);
        print_name(&arena->bot[ranking[i]], 1, 20);
        for (unsigned j = 0; j < arena->bots; j++) {
            const struct arena_side *side;
            const struct arena_table *table =
                arena_pair(arena, ranking[i], ranking[j], &side);
            if (!table || table->deals == 0) {
                printf(" %4s", !table ? "" : "-");
            } else {
                double percent = 100 * arena_share(arena, side).value;
                printf(percent >= 99.95 ? " %4.0f" : " %4.1f", percent);
            }
        }
        fputs("\n", stdout);
    }
}

static void print_pairs(const struct arena *arena)
{
    fputs("\n", stdout);
    options_cell(C_("column", "bot"), -13, " ");
    options_cell(C_("column", "against"), -13, " ");
    options_cell(C_("column", "won"), 6, " ");
    options_cell(C_("column", "shared"), 6, " ");
    options_cell(C_("column", "lost"), 6, " ");
    options_cell(C_("column", "win %"), 6, " ");
    options_cell(INTERVAL, 14, " ");
    options_cell(C_("column", "margin"), 7, "\n");
    for (unsigned t = 0; t < arena->tables; t++) {
        const struct arena_table *table = &arena->table[t];
        const struct arena_side *side = &table->side[0];
        struct stats_interval share = arena_share(arena, side);
        print_name(&arena->bot[side->bot], 1, 13);
        fputs(" ", stdout);
        print_name(&arena->bot[table->side[1].bot], 1, 13);
        if (table->deals == 0) {
            printf("  %s\n", _("no result"));
            continue;
        }
        printf(" %6llu %6llu %6llu %6.2f", (unsigned long long)side->wins,
               (unsigned long long)side->shared,
               (unsigned long long)side->losses, 100 * share.value);
        print_ends(share, 100, " %5.1f");
        printf(" %+7.2f\n", arena_margin(arena, side).value);
    }
}

/* ---- All of it --------------------------------------------------------- */

static void print_faults(const struct arena *arena)
{
    uint64_t broken = arena_broken(arena);
    uint64_t left_out = 0;
    if (broken == 0)
        return;
    for (unsigned t = 0; t < arena->tables; t++)
        left_out += arena->table[t].left_out;
    fputs("\n", stdout);
    printf(ngettext("%llu game was abandoned;", "%llu games were abandoned;",
                    broken),
           (unsigned long long)broken);
    fputs(" ", stdout);
    printf(ngettext("%llu deal is left out of the result.",
                    "%llu deals are left out of the result.", left_out),
           (unsigned long long)left_out);
    fputs("\n", stdout);
    for (unsigned i = 0; i < arena->bots; i++) {
        const struct arena_bot *bot = &arena->bot[i];
        for (unsigned f = 0; f < PLAYER_FAULT_COUNT; f++) {
            if (bot->faults[f] > 0) {
                print_name(bot, 1, 28);
                printf(" %8llu  %-10s  %s\n",
                       (unsigned long long)bot->faults[f],
                       player_fault_name((enum player_fault)f),
                       _(player_fault_words((enum player_fault)f)));
            }
        }
    }
}

void arena_print(const struct arena *arena, unsigned threads)
{
    print_head(arena);
    if (arena_is_round_robin(arena)) {
        struct stats_interval elo[ARENA_MAX_BOTS];
        unsigned ranking[ARENA_MAX_BOTS];
        arena_ladder(arena, elo);
        arena_ranking(arena, elo, ranking);
        print_ladder(arena, elo, ranking);
        print_cross(arena, ranking);
        print_pairs(arena);
    } else {
        print_wins(arena);
        if (arena->table[0].deals > 0) {
            print_strength(arena);
            print_seats(arena);
        }
    }
    if (arena->sprt.wanted)
        print_sprt(arena);
    print_faults(arena);
    fputs("\n", stdout);
    printf(ngettext("%.1f games/s on %u thread", "%.1f games/s on %u threads",
                    threads),
           arena->seconds > 0 ? (double)arena->counted / arena->seconds : 0,
           threads);
    fputs("\n", stdout);
}
