/* See offline.h. The same seed gives the same dice as in `tioli play`: each
 * chance move and each bot's decision has a numbered stream of its own. */
#include "wasm/offline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOT_STREAMS ((uint64_t)1 << 63)
#define BOT_PLAYOUTS 200 /* of those who search: a page must not stand still */

struct offline {
    struct local local;
    uint64_t seed;
    uint64_t moves; /* made so far, chance included */
};

struct offline *offline_new(const struct offline_setup *setup,
                            tio_text_error *error)
{
    struct offline *game = calloc(1, sizeof *game);
    char why[200];
    memset(error, 0, sizeof *error);
    (void)snprintf(why, sizeof why, "%s", tio_error_words(TIO_E_MEMORY));
    if (game) {
        game->seed = setup->seed;
        if (local_begin(&game->local, &setup->head, setup->deck, setup->level,
                        why))
            return game;
    }
    offline_free(game);
    (void)snprintf(error->what, sizeof error->what, "%s", why);
    return NULL;
}

void offline_free(struct offline *game)
{
    if (!game)
        return;
    local_end(&game->local);
    free(game);
}

const struct local *offline_table(const struct offline *game)
{
    return &game->local;
}

/* ---- Answers ----------------------------------------------------------- */

static bool refuse(struct json *json, const char *error, const char *words)
{
    json_object_begin(json);
    json_key_string(json, "error", error);
    json_key_string(json, "words", words);
    return false;
}

static bool refuse_rule(struct json *json, tio_error rule)
{
    (void)refuse(json, table_error_name(TABLE_E_ILLEGAL),
                 tio_error_words(rule));
    json_key_string(json, "rule", tio_error_name(rule));
    json_object_end(json);
    return false;
}

static bool refuse_text(struct json *json, const tio_text_error *error)
{
    (void)refuse(json, table_error_name(TABLE_E_BAD_MOVE), error->what);
    json_key_int(json, "column", error->column);
    json_object_end(json);
    return false;
}

/* Carries a move out that was held against the rules already. */
static bool carry_out(struct offline *game, const tio_move *move,
                      struct json *json)
{
    char why[200];
    if (!local_move(&game->local, move, false, why)) {
        (void)refuse(json, table_error_name(TABLE_E_ILLEGAL), why);
        json_object_end(json);
        return false;
    }
    game->moves++;
    json_object_begin(json);
    json_key_bool(json, "ok", true);
    json_object_end(json);
    return true;
}

/* ---- Moves ------------------------------------------------------------- */

bool offline_chance(struct offline *game, const char *text, struct json *json)
{
    const tio_game *now = &game->local.table->game;
    const tio_deck *deck = game->local.table->deck;
    tio_text_error error = {0};
    tio_move move;
    memset(&move, 0, sizeof move);
    if (!tio_game_wants_chance(now))
        return refuse_rule(json, now->phase == TIO_PHASE_OVER
                                     ? TIO_E_GAME_OVER
                                     : TIO_E_NOT_CHANCE);
    if (text[0]) {
        if (tio_move_parse(deck, NULL, TIO_NONE, text, &move, &error))
            return refuse_text(json, &error);
        tio_error rule = tio_move_is_chance(move.type)
                             ? tio_check(now, deck, &move)
                             : TIO_E_NOT_PLAYER;
        if (rule)
            return refuse_rule(json, rule);
    } else {
        tio_random random;
        tio_random_init(&random, game->seed, game->local.table->chances);
        tio_deal_random(now, deck, &random, &move);
    }
    return carry_out(game, &move, json);
}

bool offline_move(struct offline *game, unsigned seat, const char *text,
                  struct json *json)
{
    const struct table *table = game->local.table;
    tio_text_error error = {0};
    tio_view view;
    tio_move move;
    if (seat >= game->local.head.settings.players)
        return refuse_rule(json, TIO_E_NO_SUCH_SEAT);
    memset(&move, 0, sizeof move);
    tio_view_of(&table->game, seat, &view);
    if (tio_move_parse(table->deck, &view, seat, text, &move, &error))
        return refuse_text(json, &error);
    tio_error rule = tio_move_is_chance(move.type)
                         ? TIO_E_NOT_CHANCE
                         : tio_check(&view.game, table->deck, &move);
    return rule ? refuse_rule(json, rule) : carry_out(game, &move, json);
}

bool offline_bot(struct offline *game, unsigned seat, const char *level,
                 struct json *json)
{
    const struct table *table = game->local.table;
    tio_budget budget = {.playouts = BOT_PLAYOUTS};
    tio_random random;
    tio_view view;
    tio_move move;
    if (seat >= game->local.head.settings.players)
        return refuse_rule(json, TIO_E_NO_SUCH_SEAT);
    const tio_bot *bot =
        tio_bot_named(level[0] ? level : table->seat[seat].level);
    if (!bot) {
        (void)refuse(json, table_error_name(TABLE_E_NO_SUCH_BOT),
                     table_error_words(TABLE_E_NO_SUCH_BOT));
        json_object_end(json);
        return false;
    }
    if (!(tio_game_deciders(&table->game) >> seat & 1))
        return refuse_rule(json, TIO_E_NOTHING_TO_ANSWER);
    memset(&move, 0, sizeof move);
    tio_view_of(&table->game, seat, &view);
    tio_random_init(&random, game->seed, BOT_STREAMS + game->moves);
    bot->choose(&view, table->deck, &budget, &random, &move);
    return carry_out(game, &move, json);
}

void offline_waits(const struct offline *game, struct json *json)
{
    const tio_game *now = &game->local.table->game;
    unsigned deciders = tio_game_deciders(now);
    json_object_begin(json);
    json_key_string(json, "waits",
                    tio_game_wants_chance(now) ? "chance"
                    : deciders                 ? "seats"
                                               : "nothing");
    if (deciders) {
        json_key(json, "seats");
        json_array_begin(json);
        for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
            if (deciders >> seat & 1)
                json_int(json, seat + 1);
        json_array_end(json);
    }
    json_object_end(json);
}
