/* The result of the arena as tables for a person, 80 columns wide. */
#include "cli/arena.h"

#include <math.h>
#include <stdio.h>

#include "cli/options.h"

#define NO_RESULT "no result"
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
        for (unsigned i = 0; column[i] != 0; i++) {
            end = column[i] != ' ' ? i + 1 : end;
        }
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
        fputs(" to", stdout);
        printf(format, scale * of.high);
    }
}

/* Where every game was won or lost, only one end is known. */
static void print_elo(struct stats_interval share, struct stats_interval elo)
{
    if (share.value >= 1) {
        printf(" %6s     above %+6.0f", "-", elo.low);
    } else if (share.value <= 0) {
        printf(" %6s     below %+6.0f", "-", elo.high);
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
        printf("%u bots, each pair %llu games: %llu deal%s, each played twice "
               "with the\nseats swapped",
               arena->bots, deals * players, deals, deals == 1 ? "" : "s");
    } else {
        printf("%llu games: %llu deal%s, each played %u times with the seats "
               "turned",
               (unsigned long long)arena->counted, deals, deals == 1 ? "" : "s",
               players);
    }
    printf("\n%u players, %s%s, deck %s, seed %llu\n", players,
           options_editions[match->settings.edition],
           match->settings.free_hand ? ", free hand" : "", match->deck->name,
           (unsigned long long)match->seed);
    if (arena->interrupted) {
        printf("Ended early: %llu games were asked for.\n",
               (unsigned long long)arena_games(arena, arena->deals) *
                   arena->tables);
    }
}

/* ---- Bots at one table ------------------------------------------------- */

static void print_wins(const struct arena *arena)
{
    const struct arena_table *table = &arena->table[0];
    printf("\n%-*s %8s %7s %8s %7s   %s\n", NAME, "bot", "won", "shared",
           "lost", "win %", "95 % interval");
    for (unsigned i = 0; i < table->sides; i++) {
        const struct arena_side *side = &table->side[i];
        struct stats_interval share = arena_seat_share(arena, side);
        print_name(&arena->bot[side->bot], side->seats, NAME);
        if (table->deals == 0) {
            puts("  " NO_RESULT);
            continue;
        }
        printf(" %8llu %7llu %8llu %7.2f  ", (unsigned long long)side->wins,
               (unsigned long long)side->shared,
               (unsigned long long)side->losses, 100 * share.value);
        print_ends(share, 100, " %5.1f");
        fputs("\n", stdout);
    }
    if (arena_players(arena) > 2) {
        printf("win %% is for one seat: %.0f would be even.\n",
               100.0 / arena_players(arena));
    }
}

static void print_strength(const struct arena *arena)
{
    const struct arena_table *table = &arena->table[0];
    printf("\n%-*s %6s   %-16s %7s %8s   %s\n", NAME,
           arena_players(arena) > 2 ? "against the rest" : "", "Elo",
           "95 % interval", "score", "margin", "95 % interval");
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
    printf("\n%-*s", NAME, "win % by seat");
    for (unsigned seat = 0; seat < players; seat++) {
        printf("  seat %u", seat + 1);
    }
    printf("  %7s  %8s\n", "starting", "not");
    for (unsigned i = 0; i < table->sides; i++) {
        const struct arena_side *side = &table->side[i];
        print_name(&arena->bot[side->bot], side->seats, NAME);
        for (unsigned seat = 0; seat < players; seat++) {
            printf("  %6.2f", 100 * arena_by_seat(side, seat).value);
        }
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
    printf("\nSPRT, Elo %g against %g: ", sprt->elo0, sprt->elo1);
    if (sprt->decided == 0) {
        fputs("not decided", stdout);
    } else {
        printf("decided for %g", sprt->decided > 0 ? sprt->elo1 : sprt->elo0);
    }
    printf(" after %llu games\n(log-likelihood ratio %.2f, ends at %.2f and "
           "%.2f)\n",
           (unsigned long long)arena->counted, sprt->ratio, -bound, bound);
}

/* ---- Round robin ------------------------------------------------------- */

static void print_ladder(const struct arena *arena,
                         const struct stats_interval elo[],
                         const unsigned ranking[])
{
    printf("\n %2s  %-28s %6s   %-16s %7s\n", "", "bot", "Elo", "95 % interval",
           "win %");
    for (unsigned i = 0; i < arena->bots; i++) {
        const struct stats_interval *of = &elo[ranking[i]];
        double share = arena_mean_share(arena, ranking[i]);
        printf(" %2u  ", i + 1);
        print_name(&arena->bot[ranking[i]], 1, 28);
        if (isnan(share)) {
            puts(" " NO_RESULT);
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
    puts("Elo is 0 on average.");
}

static void print_cross(const struct arena *arena, const unsigned ranking[])
{
    printf("\n %2s  %-20s", "", "win % against");
    for (unsigned i = 0; i < arena->bots; i++) {
        printf(" %4u", i + 1);
    }
    fputs("\n", stdout);
    for (unsigned i = 0; i < arena->bots; i++) {
        printf(" %2u  ", i + 1);
        print_name(&arena->bot[ranking[i]], 1, 20);
        for (unsigned j = 0; j < arena->bots; j++) {
            const struct arena_side *side;
            const struct arena_table *table =
                arena_pair(arena, ranking[i], ranking[j], &side);
            if (table == NULL || table->deals == 0) {
                printf(" %4s", table == NULL ? "" : "-");
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
    printf("\n%-13s %-13s %6s %6s %6s %6s %14s %7s\n", "bot", "against", "won",
           "shared", "lost", "win %", "95 % interval", "margin");
    for (unsigned t = 0; t < arena->tables; t++) {
        const struct arena_table *table = &arena->table[t];
        const struct arena_side *side = &table->side[0];
        struct stats_interval share = arena_share(arena, side);
        print_name(&arena->bot[side->bot], 1, 13);
        fputs(" ", stdout);
        print_name(&arena->bot[table->side[1].bot], 1, 13);
        if (table->deals == 0) {
            puts("  " NO_RESULT);
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
    if (broken == 0) {
        return;
    }
    for (unsigned t = 0; t < arena->tables; t++) {
        left_out += arena->table[t].left_out;
    }
    printf("\n%llu game%s broken off; %llu deal%s left out of the result.\n",
           (unsigned long long)broken, broken == 1 ? " was" : "s were",
           (unsigned long long)left_out, left_out == 1 ? " is" : "s are");
    for (unsigned i = 0; i < arena->bots; i++) {
        const struct arena_bot *bot = &arena->bot[i];
        for (unsigned f = 0; f < PLAYER_FAULT_COUNT; f++) {
            if (bot->faults[f] > 0) {
                print_name(bot, 1, 28);
                printf(" %8llu  %-10s  %s\n",
                       (unsigned long long)bot->faults[f],
                       player_fault_name((enum player_fault)f),
                       player_fault_words((enum player_fault)f));
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
    if (arena->sprt.wanted) {
        print_sprt(arena);
    }
    print_faults(arena);
    printf("\n%.1f games/s on %u thread%s\n",
           arena->seconds > 0 ? (double)arena->counted / arena->seconds : 0,
           threads, threads == 1 ? "" : "s");
}
