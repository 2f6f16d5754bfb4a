/* The game that is on, as the viewer's view shows it. */
#include "table/json_parts.h"

#include "engine/cards.h"

static const char *const phase_words[TIO_PHASES] = {
    [TIO_PHASE_START] = "start", [TIO_PHASE_DRAW] = "draw",
    [TIO_PHASE_DEAL] = "deal",   [TIO_PHASE_ROLL] = "roll",
    [TIO_PHASE_LAND] = "land",   [TIO_PHASE_TURN] = "turn",
    [TIO_PHASE_LAY] = "lay",     [TIO_PHASE_DISCARD] = "discard",
    [TIO_PHASE_OVER] = "over",
};

bool json_round_scored(const tio_game *game)
{
    if (game->phase == TIO_PHASE_LAY)
        return false;
    return game->round > 1 || game->phase == TIO_PHASE_DISCARD ||
           game->phase == TIO_PHASE_OVER;
}

void json_round(const struct json_page *page, unsigned seat)
{
    struct json *json = page->json;
    const tio_player *player = &page->view.game.player[seat];
    tio_dice laid = 0;
    json_begin(json, '{');
    json_worth(json, player->round_points, player->round_chips);
    JSON_KEY(json, "laid");
    json_begin(json, '[');
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        unsigned card = player->laid_card[i];
        if (card == TIO_NONE)
            continue;
        laid += player->laid[i];
        json_begin(json, '{');
        json_card(json, page->deck, card);
        JSON_KEY(json, "points");
        json_number(json, page->deck->combo[card].points);
        JSON_KEY(json, "dice");
        json_dice_on(json, &page->deck->combo[card], player->laid[i]);
        json_end(json, '}');
    }
    json_end(json, ']');
    /* The dice are there until those of the next round are cast. */
    bool there = page->view.game.phase != TIO_PHASE_TURN &&
                 page->view.game.phase != TIO_PHASE_LAND &&
                 page->view.game.phase != TIO_PHASE_ROLL &&
                 tio_dice_contain(player->taken, laid);
    if (there)
        json_surplus(json, player->taken - laid, laid);
    json_end(json, '}');
}

/* Whether the seat has answered the question that all were asked. */
static bool has_answered(const tio_game *game, unsigned seat)
{
    const tio_player *player = &game->player[seat];
    if (game->pending >> seat & 1)
        return false;
    switch (game->phase) {
    case TIO_PHASE_LAY:
        return player->taken != 0;
    case TIO_PHASE_DISCARD:
        return hand_size(player) > 0;
    case TIO_PHASE_DRAW:
        return hand_size(player) < TIO_HAND_CARDS;
    default:
        return false;
    }
}

static void write_sums(const struct json_page *page, unsigned seat)
{
    struct json *json = page->json;
    const tio_player *player = &page->view.game.player[seat];
    bool hidden = points_hidden(&page->view, seat);
    JSON_KEY(json, "points");
    if (hidden)
        json_nothing(json);
    else
        json_number(json, player->points);
    JSON_KEY(json, "chips");
    json_number(json, player->chips);
    JSON_KEY(json, "total");
    if (hidden)
        json_nothing(json);
    else
        json_number(json, player->points - player->chips);
}

static void write_now(const struct json_page *page, unsigned seat)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    const tio_player *player = &game->player[seat];
    JSON_KEY(json, "seat");
    json_seat(json, seat);
    JSON_KEY(json, "dice");
    json_dice(json, player->taken);
    write_sums(page, seat);
    JSON_KEY(json, "passed");
    json_yes(json, game->passed >> seat & 1);
    JSON_KEY(json, "acted");
    json_yes(json, game->acted >> seat & 1);
    JSON_KEY(json, "answered");
    json_yes(json, has_answered(game, seat));
    JSON_KEY(json, "combos");
    json_number(json, player->combos);
    JSON_KEY(json, "actions");
    json_number(json, player->actions);
}

static void write_last_round(const struct json_page *page, unsigned seat)
{
    struct json *json = page->json;
    const tio_player *player = &page->view.game.player[seat];
    JSON_KEY(json, "round");
    if (json_round_scored(&page->view.game))
        json_round(page, seat);
    else
        json_nothing(json);
    JSON_KEY(json, "discarded");
    if (player->discarded == TIO_NONE) {
        json_nothing(json);
    } else {
        json_begin(json, '{');
        json_card(json, page->deck, player->discarded);
        json_end(json, '}');
    }
}

/* Null, and false, if nothing of it is new. */
static bool write_player(const struct json_page *page, unsigned seat)
{
    struct section whole = section_begin(page);
    json_begin(page->json, '{');
    struct section begun = section_begin(page);
    write_now(page, seat);
    bool stays = section_end(page, SECTION_PLAYER + seat, begun);
    begun = section_begin(page);
    write_last_round(page, seat);
    stays = section_end(page, SECTION_SCORED + seat, begun) || stays;
    json_end(page->json, '}');
    if (!stays) {
        section_undo(page, whole);
        json_nothing(page->json);
    }
    return stays;
}

static void write_players(const struct json_page *page)
{
    unsigned players = page->view.game.settings.players;
    struct section begun = section_begin(page);
    bool stays = section_count(page, SECTION_PLAYERS, players);
    JSON_KEY(page->json, "players");
    json_begin(page->json, '[');
    for (unsigned seat = 0; seat < players; seat++)
        stays = write_player(page, seat) || stays;
    json_end(page->json, ']');
    if (!stays)
        section_undo(page, begun);
}

enum column { COLUMN_POINTS, COLUMN_CHIPS, COLUMN_TOTALS };

static void write_column(const struct json_page *page,
                         const struct table_score score[TIO_MAX_PLAYERS],
                         enum column column)
{
    struct json *json = page->json;
    json_begin(json, '[');
    for (unsigned seat = 0; seat < page->view.game.settings.players; seat++) {
        int points = score[seat].points;
        int chips = score[seat].chips;
        if (column == COLUMN_CHIPS)
            json_number(json, chips);
        else if (points_hidden(&page->view, seat))
            json_nothing(json);
        else
            json_number(json,
                        column == COLUMN_POINTS ? points : points - chips);
    }
    json_end(json, ']');
}

static void write_history(const struct json_page *page)
{
    struct json *json = page->json;
    const struct table *table = page->table;
    JSON_KEY(json, "history");
    json_begin(json, '[');
    for (unsigned i = 0; i < table->scored && i < TABLE_ROUNDS; i++) {
        json_begin(json, '{');
        JSON_KEY(json, "round");
        json_number(json, i + 1);
        JSON_KEY(json, "points");
        write_column(page, table->score[i], COLUMN_POINTS);
        JSON_KEY(json, "chips");
        write_column(page, table->score[i], COLUMN_CHIPS);
        JSON_KEY(json, "totals");
        write_column(page, table->score[i], COLUMN_TOTALS);
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void write_dice(struct json *json, const tio_game *game)
{
    JSON_KEY(json, "tray");
    json_dice(json, game->tray);
    JSON_KEY(json, "rolling");
    json_dice(json, game->phase == TIO_PHASE_ROLL ? game->rolling : 0);
    JSON_KEY(json, "thrown");
    json_die(json, game->thrown);
    JSON_KEY(json, "aim");
    json_die(json, game->aim);
    JSON_KEY(json, "takes");
    json_number(json, game->phase == TIO_PHASE_TURN ? game->takes : 0);
}

static void write_piles(struct json *json, const tio_game *game)
{
    JSON_KEY(json, "piles");
    json_begin(json, '{');
    JSON_KEY(json, "combos");
    json_number(json, game->draw_combos);
    JSON_KEY(json, "actions");
    json_number(json, game->draw_actions);
    json_end(json, '}');
}

static void write_turn(const struct json_page *page)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    struct section begun = section_begin(page);
    JSON_KEY(json, "round");
    json_number(json, game->round);
    JSON_KEY(json, "rounds");
    json_number(json, game->rounds);
    JSON_KEY(json, "starter");
    json_seat(json, game->starter);
    JSON_KEY(json, "phase");
    json_word(json, phase_words[game->phase]);
    section_end(page, SECTION_ROUND, begun);
    begun = section_begin(page);
    JSON_KEY(json, "turn");
    json_seat(json, game->turn);
    JSON_KEY(json, "deciders");
    json_seats(json, tio_game_deciders(game));
    section_end(page, SECTION_TURN, begun);
}

bool json_game(const struct json_page *page)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    bool over = game->phase == TIO_PHASE_OVER;
    json_begin(json, '{');
    write_turn(page);
    struct section begun = section_begin(page);
    write_dice(json, game);
    section_end(page, SECTION_DICE, begun);
    begun = section_begin(page);
    write_piles(json, game);
    section_end(page, SECTION_PILES, begun);
    write_players(page);
    begun = section_begin(page);
    write_history(page);
    section_end(page, SECTION_HISTORY, begun);
    begun = section_begin(page);
    JSON_KEY(json, "winners");
    json_seats(json, over ? tio_game_leaders(game) : 0);
    section_end(page, SECTION_WINNERS, begun);
    if (page->seat < game->settings.players)
        json_own(page);
    bool stays = json->comma;
    json_end(json, '}');
    return stays;
}
