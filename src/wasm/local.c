/* See local.h. The same seed gives the same game as in `tioli play`. */
#include "wasm/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/scan.h"

#define BOT_PLAYOUTS 200 /* of those who search: a page must not stand still */

struct local_page {
    struct local_setup setup;
    struct local local;
};

struct local_page *local_page_new(const struct local_setup *setup,
                                  tio_text_error *error)
{
    struct local_page *game = calloc(1, sizeof *game);
    memset(error, 0, sizeof *error);
    (void)snprintf(error->what, sizeof error->what, "%s",
                   tio_error_words(TIO_E_MEMORY));
    if (game) {
        game->setup = *setup;
        if (local_begin(&game->local, &game->setup, error->what))
            return game;
    }
    local_page_free(game);
    return NULL;
}

void local_page_free(struct local_page *game)
{
    if (!game)
        return;
    local_end(&game->local);
    free(game);
}

const struct local *local_page_table(const struct local_page *game)
{
    return &game->local;
}

/* ---- Answers ----------------------------------------------------------- */

static bool refuse(struct json *json, enum table_error error)
{
    json_object_begin(json);
    json_key_string(json, "error", table_error_name(error));
    json_key_string(json, "words", table_error_words(error));
    json_object_end(json);
    return false;
}

static bool refuse_text(struct json *json, const tio_text_error *error)
{
    json_object_begin(json);
    json_key_string(json, "error", table_error_name(TABLE_E_BAD_MOVE));
    json_key_string(json, "words", error->what);
    json_key_int(json, "column", error->column);
    json_object_end(json);
    return false;
}

static bool answer(struct json *json, tio_error rule)
{
    json_object_begin(json);
    if (rule) {
        json_key_string(json, "error", table_error_name(TABLE_E_ILLEGAL));
        json_key_string(json, "words", tio_error_words(rule));
        json_key_string(json, "rule", tio_error_name(rule));
    } else {
        json_key_bool(json, "ok", true);
    }
    json_object_end(json);
    return rule == TIO_OK;
}

/* ---- Commands ---------------------------------------------------------- */

typedef bool command_function(struct local_page *game, unsigned seat,
                              const char *text, struct json *json);

static bool show_state(struct local_page *game, unsigned seat, const char *text,
                       struct json *json)
{
    (void)text;
    local_state(&game->local, seat, json);
    return true;
}

static bool show_news(struct local_page *game, unsigned seat, const char *text,
                      struct json *json)
{
    (void)text;
    local_news(&game->local, seat, json);
    return true;
}

static bool show_waits(struct local_page *game, unsigned seat, const char *text,
                       struct json *json)
{
    const tio_game *now = &game->local.table->game;
    unsigned deciders = tio_game_deciders(now);
    (void)seat;
    (void)text;
    json_object_begin(json);
    json_key_string(json, "waits",
                    tio_game_wants_chance(now) ? "chance"
                    : deciders                 ? "seats"
                                               : "nothing");
    if (deciders) {
        json_key(json, "seats");
        json_array_begin(json);
        for (seat = 0; seat < TIO_MAX_PLAYERS; seat++)
            if (deciders >> seat & 1)
                json_int(json, seat + 1);
        json_array_end(json);
    }
    json_object_end(json);
    return true;
}

static bool let_fall(struct local_page *game, unsigned seat, const char *text,
                     struct json *json)
{
    tio_text_error error = {0};
    tio_move move;
    (void)seat;
    memset(&move, 0, sizeof move);
    if (text[0] && tio_game_wants_chance(&game->local.table->game) &&
        tio_move_parse(game->local.table->deck, NULL, TIO_NONE, text, &move,
                       &error))
        return refuse_text(json, &error);
    return answer(json, local_chance(&game->local, text[0] ? &move : NULL));
}

static bool make_move(struct local_page *game, unsigned seat, const char *text,
                      struct json *json)
{
    tio_text_error error = {0};
    tio_view view;
    tio_move move;
    tio_view_of(&game->local.table->game, seat, &view);
    if (tio_move_parse(game->local.table->deck, &view, seat, text, &move,
                       &error))
        return refuse_text(json, &error);
    return answer(json, local_move(&game->local, &move));
}

static bool take_back(struct local_page *game, unsigned seat, const char *text,
                      struct json *json)
{
    (void)text;
    if (!game->setup.undo)
        return refuse(json, TABLE_E_NO_UNDO);
    return local_undo(&game->local, seat)
               ? answer(json, TIO_OK)
               : refuse(json, TABLE_E_NOTHING_TO_UNDO);
}

static bool try_move(struct local_page *game, unsigned seat, const char *text,
                     struct json *json)
{
    table_json_try(json, game->local.table, seat, text);
    return true;
}

static bool let_bot_move(struct local_page *game, unsigned seat,
                         const char *text, struct json *json)
{
    const struct table *table = game->local.table;
    const tio_budget budget = {.playouts = BOT_PLAYOUTS};
    const tio_bot *bot =
        tio_bot_named(text[0] ? text : game->setup.level[seat]);
    struct local_question question;
    tio_move move;
    if (!bot)
        return refuse(json, TABLE_E_NO_SUCH_BOT);
    if (!(tio_game_deciders(&table->game) >> seat & 1))
        return answer(json, TIO_E_NOTHING_TO_ANSWER);
    memset(&move, 0, sizeof move);
    local_ask(&game->local, seat, &question);
    bot->choose(&question.view, table->deck, &budget, &question.random, &move);
    return answer(json, local_move(&game->local, &move));
}

/* Which number stands behind the word. */
enum whose { NOBODY, SEAT, EYES };

static const struct {
    const char *word;
    enum whose whose;
    command_function *run;
} commands[] = {
    {"state", EYES, show_state},   {"news", EYES, show_news},
    {"waits", NOBODY, show_waits}, {"chance", NOBODY, let_fall},
    {"move", SEAT, make_move},     {"try", SEAT, try_move},
    {"bot", SEAT, let_bot_move},   {"undo", SEAT, take_back},
};

bool local_page_do(struct local_page *game, const char *line, struct json *json)
{
    struct scan scan = scan_begin(line, strlen(line), 1, NULL);
    struct word word = scan_word(&scan);
    unsigned number = 0;
    unsigned i = 0;
    while (i < sizeof commands / sizeof *commands &&
           !word_is(word, commands[i].word))
        i++;
    if (i == sizeof commands / sizeof *commands)
        return refuse(json, TABLE_E_BAD_MOVE);
    scan_blanks(&scan);
    if (commands[i].whose != NOBODY) {
        if (!scan_number(&scan, &number) ||
            number > game->setup.head.settings.players ||
            (number == 0 && commands[i].whose == SEAT))
            return refuse(json, TABLE_E_NO_SUCH_SEAT);
        scan_blanks(&scan);
    }
    return commands[i].run(game, number ? number - 1 : TIO_SPECTATOR, scan.at,
                           json);
}
