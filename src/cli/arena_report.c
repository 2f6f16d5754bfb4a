/* The result of the arena: as tables for a person, 80 columns wide, and for a
 * machine, which gets all the figures and no times, so that equal seeds give equal
 * text. What has no result is null there. */
#include "cli/arena.h"

#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "cli/options.h"
#include "i18n/i18n.h"
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
    options_line(match->settings.free_hand
                     ? _("%u players, %s, free hand, deck %s, seed %llu")
                     : _("%u players, %s, deck %s, seed %llu"),
                 players, setting_editions[match->settings.edition],
                 match->deck->name, (unsigned long long)match->seed);
    if (arena->interrupted) {
        uint64_t games = arena_games(arena, arena->deals) * arena->tables;
        options_line(ngettext("Ended early: %llu game was asked for.",
                              "Ended early: %llu games were asked for.", games),
                     (unsigned long long)games);
    }
}

/* ---- Bots at one table ---------------------------------------------- */

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
    if (arena_players(arena) > 2)
        options_line(_("win %% is per seat: %.0f would be even."),
                     100.0 / arena_players(arena));
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
    options_line(_("(log-likelihood ratio %.2f, ends at %.2f and %.2f)"),
                 sprt->ratio, -bound, bound);
}

/* ---- Round robin ---------------------------------------------------- */

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

/* ---- All of it ------------------------------------------------------ */

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
    options_line(ngettext("%llu deal is left out of the result.",
                          "%llu deals are left out of the result.", left_out),
                 (unsigned long long)left_out);
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
    options_line(ngettext("%.1f games/s on %u thread",
                          "%.1f games/s on %u threads", threads),
                 arena->seconds > 0 ? (double)arena->counted / arena->seconds
                                    : 0,
                 threads);
}

/* ---- For a machine -------------------------------------------------- */

static void put_interval(struct json *json, const char *key,
                         struct stats_interval of, unsigned decimals)
{
    json_key(json, key);
    if (isnan(of.value)) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    json_key_decimal(json, "value", of.value, decimals);
    json_key_decimal(json, "low", of.low, decimals);
    json_key_decimal(json, "high", of.high, decimals);
    json_object_end(json);
}

static void put_faults(struct json *json, const struct arena_bot *bot)
{
    uint64_t sum = 0;
    json_object_begin(json_key(json, "faults"));
    for (unsigned f = PLAYER_NONE + 1; f < PLAYER_FAULT_COUNT; f++) {
        json_key_uint(json, player_fault_name((enum player_fault)f),
                      bot->faults[f]);
        sum += bot->faults[f];
    }
    json_object_end(json);
    json_key_uint(json, "broken_off", sum);
}

static void put_bots(struct json *json, const struct arena *arena)
{
    struct stats_interval elo[ARENA_MAX_BOTS];
    bool round_robin = arena_is_round_robin(arena);
    if (round_robin)
        arena_ladder(arena, elo);
    json_array_begin(json_key(json, "bots"));
    for (unsigned i = 0; i < arena->bots; i++) {
        const struct player_spec *spec = &arena->bot[i].spec;
        json_object_begin(json);
        json_key_string(json, "name", arena->bot[i].name);
        json_key_string(json, "bot", spec->text);
        json_key_int(json, "effort", spec->budget.playouts);
        json_key_int(json, "think_ms", spec->budget.think_ms);
        if (round_robin) {
            put_interval(json, "elo", elo[i], 3);
            json_key_decimal(json, "share", arena_mean_share(arena, i), 6);
        }
        put_faults(json, &arena->bot[i]);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_side(struct json *json, const struct arena *arena,
                     const struct arena_side *side)
{
    json_object_begin(json);
    json_key_string(json, "name", arena->bot[side->bot].name);
    json_key_int(json, "seats", side->seats);
    json_key_uint(json, "wins", side->wins);
    json_key_uint(json, "shared", side->shared);
    json_key_uint(json, "losses", side->losses);
    put_interval(json, "share", arena_seat_share(arena, side), 6);
    json_key_decimal(json, "even", 1.0 / arena_players(arena), 6);
    put_interval(json, "elo", arena_elo(arena, side), 3);
    json_key_decimal(json, "score",
                     side->score.count > 0 ? tally_mean(&side->score) : NAN, 4);
    put_interval(json, "margin", arena_margin(arena, side), 4);
    json_array_begin(json_key(json, "by_seat"));
    for (unsigned seat = 0; seat < arena_players(arena); seat++) {
        json_object_begin(json);
        json_key_int(json, "seat", seat + 1);
        put_interval(json, "share", arena_by_seat(side, seat), 6);
        json_object_end(json);
    }
    json_array_end(json);
    put_interval(json, "starting", arena_starting(side), 6);
    put_interval(json, "not_starting", arena_waiting(arena, side), 6);
    json_object_end(json);
}

static void put_tables(struct json *json, const struct arena *arena)
{
    json_array_begin(json_key(json, "tables"));
    for (unsigned t = 0; t < arena->tables; t++) {
        const struct arena_table *table = &arena->table[t];
        json_object_begin(json);
        json_key_uint(json, "deals", table->deals);
        json_key_uint(json, "games", arena_games(arena, table->deals));
        json_key_uint(json, "broken_off", table->broken);
        json_key_uint(json, "deals_left_out", table->left_out);
        json_array_begin(json_key(json, "sides"));
        for (unsigned i = 0; i < table->sides; i++)
            put_side(json, arena, &table->side[i]);
        json_array_end(json);
        json_object_end(json);
    }
    json_array_end(json);
}

static void put_sprt(struct json *json, const struct arena_sprt *sprt)
{
    json_key(json, "sprt");
    if (!sprt->wanted) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    json_key_decimal(json, "elo0", sprt->elo0, 3);
    json_key_decimal(json, "elo1", sprt->elo1, 3);
    json_key_decimal(json, "ratio", sprt->ratio, 6);
    json_key_decimal(json, "bound", stats_sprt_bound(), 6);
    json_key(json, "decided");
    if (sprt->decided == 0)
        json_none(json);
    else
        json_str(json, sprt->decided > 0 ? "elo1" : "elo0");
    json_object_end(json);
}

bool arena_print_json(const struct arena *arena, const char *command)
{
    struct json json = json_growing();
    json_object_begin(&json);
    match_put_json(&arena->match, &json);
    json_key_uint(&json, "games", arena->counted);
    json_key_uint(&json, "games_asked",
                  arena_games(arena, arena->deals) * arena->tables);
    json_key_bool(&json, "interrupted", arena->interrupted);
    json_key_uint(&json, "broken_off", arena_broken(arena));
    put_sprt(&json, &arena->sprt);
    put_bots(&json, arena);
    put_tables(&json, arena);
    json_object_end(&json);
    return options_put_json(command, &json);
}
