/* See offline.h. The same seed gives the same game as in `tioli play`. */
#include "wasm/offline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOT_PLAYOUTS 200 /* of those who search: a page must not stand still */

struct offline {
    struct local_setup setup;
    struct local local;
};

struct offline *offline_new(const struct local_setup *setup,
                            tio_text_error *error)
{
    struct offline *game = calloc(1, sizeof *game);
    memset(error, 0, sizeof *error);
    (void)snprintf(error->what, sizeof error->what, "%s",
                   tio_error_words(TIO_E_MEMORY));
    if (game) {
        game->setup = *setup;
        if (local_begin(&game->local, &game->setup, error->what))
            return game;
    }
    offline_free(game);
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

static bool answer(struct json *json, tio_error rule)
{
    if (rule)
        return refuse_rule(json, rule);
    json_object_begin(json);
    json_key_bool(json, "ok", true);
    json_object_end(json);
    return true;
}

/* ---- Moves ------------------------------------------------------------- */

bool offline_chance(struct offline *game, const char *text, struct json *json)
{
    tio_text_error error = {0};
    tio_move move;
    memset(&move, 0, sizeof move);
    if (text[0] && tio_game_wants_chance(&game->local.table->game) &&
        tio_move_parse(game->local.table->deck, NULL, TIO_NONE, text, &move,
                       &error))
        return refuse_text(json, &error);
    return answer(json, local_chance(&game->local, text[0] ? &move : NULL));
}

bool offline_move(struct offline *game, unsigned seat, const char *text,
                  struct json *json)
{
    tio_text_error error = {0};
    tio_view view;
    tio_move move;
    if (seat >= game->setup.head.settings.players)
        return refuse_rule(json, TIO_E_NO_SUCH_SEAT);
    tio_view_of(&game->local.table->game, seat, &view);
    if (tio_move_parse(game->local.table->deck, &view, seat, text, &move,
                       &error))
        return refuse_text(json, &error);
    return answer(json, local_move(&game->local, &move));
}

bool offline_bot(struct offline *game, unsigned seat, const char *level,
                 struct json *json)
{
    const tio_budget budget = {.playouts = BOT_PLAYOUTS};
    struct local_question question;
    tio_move move;
    if (seat >= game->setup.head.settings.players)
        return refuse_rule(json, TIO_E_NO_SUCH_SEAT);
    const tio_bot *bot =
        tio_bot_named(level[0] ? level : game->setup.level[seat]);
    if (!bot) {
        (void)refuse(json, table_error_name(TABLE_E_NO_SUCH_BOT),
                     table_error_words(TABLE_E_NO_SUCH_BOT));
        json_object_end(json);
        return false;
    }
    if (!(tio_game_deciders(&game->local.table->game) >> seat & 1))
        return refuse_rule(json, TIO_E_NOTHING_TO_ANSWER);
    memset(&move, 0, sizeof move);
    local_ask(&game->local, seat, &question);
    bot->choose(&question.view, game->local.table->deck, &budget,
                &question.random, &move);
    return answer(json, local_move(&game->local, &move));
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
