/* Figures of the arena that follow from its sums. A deal is one observation,
 * and the units below say what its value can be at most. */
#include "cli/arena.h"

#include <math.h>

#define SIXTIETHS 60.0

struct stats_interval arena_share(const struct arena *arena,
                                  const struct arena_side *side)
{
    return stats_share(&side->share, SIXTIETHS * arena_players(arena));
}

static double arena_even(const struct arena *arena,
                         const struct arena_side *side)
{
    return (double)side->seats / arena_players(arena);
}

struct stats_interval arena_seat_share(const struct arena *arena,
                                       const struct arena_side *side)
{
    struct stats_interval share = arena_share(arena, side);
    share.value /= side->seats;
    share.low /= side->seats;
    share.high /= side->seats;
    return share;
}

/* A side is in a given seat, or starts, as often in a deal as it has seats. */
struct stats_interval arena_by_seat(const struct arena_side *side,
                                    unsigned seat)
{
    return stats_share(&side->seat[seat], SIXTIETHS * side->seats);
}

struct stats_interval arena_starting(const struct arena_side *side)
{
    return stats_share(&side->starting, SIXTIETHS * side->seats);
}

struct stats_interval arena_waiting(const struct arena *arena,
                                    const struct arena_side *side)
{
    return stats_share(&side->waiting,
                       SIXTIETHS * side->seats * (arena_players(arena) - 1));
}

struct stats_interval arena_margin(const struct arena *arena,
                                   const struct arena_side *side)
{
    unsigned players = arena_players(arena);
    unsigned others = players - side->seats;
    return stats_mean(&side->margin, (double)side->seats * others * players);
}

/* The smallest share above 0 that so many games can give is one win divided
 * among all. */
static double least_share(const struct arena *arena,
                          const struct arena_side *side)
{
    double players = arena_players(arena);
    return 1 / (players * players * (double)side->share.count);
}

struct stats_interval arena_elo(const struct arena *arena,
                                const struct arena_side *side)
{
    return stats_elo_of(arena_share(arena, side), arena_even(arena, side),
                        least_share(arena, side));
}

void arena_ladder(const struct arena *arena,
                  struct stats_interval out[ARENA_MAX_BOTS])
{
    struct stats_ladder ladder = {.count = arena->bots};
    for (unsigned t = 0; t < arena->tables; t++) {
        const struct arena_table *table = &arena->table[t];
        for (unsigned i = 0; i < 2 && table->deals > 0; i++) {
            const struct arena_side *side = &table->side[i];
            unsigned me = side->bot;
            unsigned other = table->side[1 - i].bot;
            ladder.met[me][other] = true;
            ladder.of[me][other] = stats_share_added(
                &side->share, SIXTIETHS * arena_players(arena));
        }
    }
    stats_ladder_fit(&ladder, out);
}

static bool is_stronger(struct stats_interval a, struct stats_interval b)
{
    return !isnan(a.value) && (isnan(b.value) || a.value > b.value);
}

void arena_ranking(const struct arena *arena,
                   const struct stats_interval elo[ARENA_MAX_BOTS],
                   unsigned out[ARENA_MAX_BOTS])
{
    for (unsigned i = 0; i < arena->bots; i++) {
        unsigned at = i;
        while (at > 0 && is_stronger(elo[i], elo[out[at - 1]])) {
            out[at] = out[at - 1];
            at--;
        }
        out[at] = i;
    }
}

const struct arena_table *arena_pair(const struct arena *arena, unsigned bot,
                                     unsigned other,
                                     const struct arena_side **side)
{
    for (unsigned t = 0; t < arena->tables; t++) {
        const struct arena_table *table = &arena->table[t];
        for (unsigned i = 0; i < 2; i++) {
            if (table->side[i].bot == bot && table->side[1 - i].bot == other) {
                *side = &table->side[i];
                return table;
            }
        }
    }
    return NULL;
}

double arena_mean_share(const struct arena *arena, unsigned bot)
{
    double sum = 0;
    unsigned count = 0;
    for (unsigned other = 0; other < arena->bots; other++) {
        const struct arena_side *side;
        const struct arena_table *table = arena_pair(arena, bot, other, &side);
        if (table && table->deals > 0) {
            sum += arena_share(arena, side).value;
            count++;
        }
    }
    return count == 0 ? NAN : sum / count;
}

uint64_t arena_broken(const struct arena *arena)
{
    uint64_t broken = 0;
    for (unsigned t = 0; t < arena->tables; t++)
        broken += arena->table[t].broken;
    return broken;
}
