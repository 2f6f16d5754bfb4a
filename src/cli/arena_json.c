/* The result of the arena for a machine: all the figures, and no times, so that
 * equal seeds give equal text. What has no result is null. */
#include "cli/arena.h"

#include <math.h>
#include <stdio.h>

#include "cli/options.h"
#include "base/json.h"

static void put_decimal(struct json *json, const char *key, double value,
                        unsigned decimals)
{
    json_decimal(json_key(json, key), value, decimals);
}

static void put_interval(struct json *json, const char *key,
                         struct stats_interval of, unsigned decimals)
{
    json_key(json, key);
    if (isnan(of.value)) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    put_decimal(json, "value", of.value, decimals);
    put_decimal(json, "low", of.low, decimals);
    put_decimal(json, "high", of.high, decimals);
    json_object_end(json);
}

static void put_count(struct json *json, const char *key, uint64_t count)
{
    json_uint(json_key(json, key), count);
}

static void put_faults(struct json *json, const struct arena_bot *bot)
{
    uint64_t sum = 0;
    json_object_begin(json_key(json, "faults"));
    for (unsigned f = PLAYER_NONE + 1; f < PLAYER_FAULT_COUNT; f++) {
        put_count(json, player_fault_name((enum player_fault)f),
                  bot->faults[f]);
        sum += bot->faults[f];
    }
    json_object_end(json);
    put_count(json, "broken_off", sum);
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
            put_decimal(json, "share", arena_mean_share(arena, i), 6);
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
    put_count(json, "wins", side->wins);
    put_count(json, "shared", side->shared);
    put_count(json, "losses", side->losses);
    put_interval(json, "share", arena_seat_share(arena, side), 6);
    put_decimal(json, "even", 1.0 / arena_players(arena), 6);
    put_interval(json, "elo", arena_elo(arena, side), 3);
    put_decimal(json, "score",
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
        put_count(json, "deals", table->deals);
        put_count(json, "games", arena_games(arena, table->deals));
        put_count(json, "broken_off", table->broken);
        put_count(json, "deals_left_out", table->left_out);
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
    put_decimal(json, "elo0", sprt->elo0, 3);
    put_decimal(json, "elo1", sprt->elo1, 3);
    put_decimal(json, "ratio", sprt->ratio, 6);
    put_decimal(json, "bound", stats_sprt_bound(), 6);
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
    put_count(&json, "games", arena->counted);
    put_count(&json, "games_asked",
              arena_games(arena, arena->deals) * arena->tables);
    json_key_bool(&json, "interrupted", arena->interrupted);
    put_count(&json, "broken_off", arena_broken(arena));
    put_sprt(&json, &arena->sprt);
    put_bots(&json, arena);
    put_tables(&json, arena);
    json_object_end(&json);
    return options_put_json(command, &json);
}
