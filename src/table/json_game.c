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

/* Rounds whose lay-outs are in the game for all to see. */
static bool json_round_scored(const tio_game *game)
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
    json_object_begin(json);
    json_worth(json, player->round_points, player->round_chips);
    json_array_begin(json_key(json, "laid"));
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        unsigned card = player->laid_card[i];
        if (card == TIO_NONE)
            continue;
        laid += player->laid[i];
        json_object_begin(json);
        json_seen_card(json, page->deck, card);
        json_dice_on(json_key(json, "dice"), &page->deck->combo[card],
                     player->laid[i]);
        json_object_end(json);
    }
    json_array_end(json);
    /* The dice are there until those of the next round are cast. */
    bool there = page->view.game.phase != TIO_PHASE_TURN &&
                 page->view.game.phase != TIO_PHASE_LAND &&
                 page->view.game.phase != TIO_PHASE_ROLL &&
                 tio_dice_contain(player->taken, laid);
    if (there)
        json_surplus(json, player->taken - laid, laid);
    json_object_end(json);
}

static void write_sums(const struct json_page *page, unsigned seat)
{
    struct json *json = page->json;
    const tio_player *player = &page->view.game.player[seat];
    bool hidden = points_hidden(&page->view, seat);
    json_key(json, "points");
    if (hidden)
        json_none(json);
    else
        json_int(json, player->points);
    json_int(json_key(json, "chips"), player->chips);
    json_key(json, "total");
    if (hidden)
        json_none(json);
    else
        json_int(json, player->points - player->chips);
}

static void write_now(const struct json_page *page, unsigned seat)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    const tio_player *player = &game->player[seat];
    json_seat(json_key(json, "seat"), seat);
    json_dice(json_key(json, "dice"), player->taken);
    write_sums(page, seat);
    json_bool(json_key(json, "passed"), game->passed >> seat & 1);
    json_bool(json_key(json, "acted"), game->acted >> seat & 1);
    json_bool(json_key(json, "answered"), json_answered(game, seat));
    json_int(json_key(json, "combos"), player->combos);
    json_int(json_key(json, "actions"), player->actions);
}

static void write_last_round(const struct json_page *page, unsigned seat)
{
    struct json *json = page->json;
    const tio_player *player = &page->view.game.player[seat];
    json_key(json, "round");
    if (json_round_scored(&page->view.game))
        json_round(page, seat);
    else
        json_none(json);
    json_key(json, "discarded");
    if (player->discarded == TIO_NONE) {
        json_none(json);
    } else {
        json_object_begin(json);
        json_seen_card(json, page->deck, player->discarded);
        json_object_end(json);
    }
}

/* Null, and false, if nothing of it is new. */
static bool write_player(const struct json_page *page, unsigned seat)
{
    struct section whole = section_begin(page);
    json_object_begin(page->json);
    struct section begun = section_begin(page);
    write_now(page, seat);
    bool stays = section_end(page, SECTION_PLAYER + seat, begun);
    begun = section_begin(page);
    write_last_round(page, seat);
    stays = section_end(page, SECTION_SCORED + seat, begun) || stays;
    json_object_end(page->json);
    if (!stays) {
        section_undo(page, whole);
        json_none(page->json);
    }
    return stays;
}

static void write_players(const struct json_page *page)
{
    unsigned players = page->view.game.settings.players;
    struct section begun = section_begin(page);
    bool stays = section_count(page, SECTION_PLAYERS, players);
    json_array_begin(json_key(page->json, "players"));
    for (unsigned seat = 0; seat < players; seat++)
        stays = write_player(page, seat) || stays;
    json_array_end(page->json);
    if (!stays)
        section_undo(page, begun);
}

enum column { COLUMN_POINTS, COLUMN_CHIPS, COLUMN_TOTALS };

static void write_column(const struct json_page *page,
                         const struct table_score score[TIO_MAX_PLAYERS],
                         enum column column)
{
    struct json *json = page->json;
    json_array_begin(json);
    for (unsigned seat = 0; seat < page->view.game.settings.players; seat++) {
        int points = score[seat].points;
        int chips = score[seat].chips;
        if (column == COLUMN_CHIPS)
            json_int(json, chips);
        else if (points_hidden(&page->view, seat))
            json_none(json);
        else
            json_int(json, column == COLUMN_POINTS ? points : points - chips);
    }
    json_array_end(json);
}

static void write_history(const struct json_page *page)
{
    struct json *json = page->json;
    const struct table *table = page->table;
    json_array_begin(json_key(json, "history"));
    for (unsigned i = 0; i < table->scored && i < TABLE_ROUNDS; i++) {
        json_object_begin(json);
        json_int(json_key(json, "round"), i + 1);
        json_key(json, "points");
        write_column(page, table->score[i], COLUMN_POINTS);
        json_key(json, "chips");
        write_column(page, table->score[i], COLUMN_CHIPS);
        json_key(json, "totals");
        write_column(page, table->score[i], COLUMN_TOTALS);
        json_object_end(json);
    }
    json_array_end(json);
}

static void write_dice(struct json *json, const tio_game *game)
{
    json_dice(json_key(json, "tray"), game->tray);
    json_dice(json_key(json, "rolling"),
              game->phase == TIO_PHASE_ROLL ? game->rolling : 0);
    json_die(json_key(json, "thrown"), game->thrown);
    json_die(json_key(json, "aim"), game->aim);
    json_int(json_key(json, "takes"),
             game->phase == TIO_PHASE_TURN ? game->takes : 0);
}

static void write_piles(struct json *json, const tio_game *game)
{
    json_object_begin(json_key(json, "piles"));
    json_int(json_key(json, "combos"), game->draw_combos);
    json_int(json_key(json, "actions"), game->draw_actions);
    json_object_end(json);
}

static void write_turn(const struct json_page *page)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    struct section begun = section_begin(page);
    json_int(json_key(json, "round"), game->round);
    json_int(json_key(json, "rounds"), game->rounds);
    json_seat(json_key(json, "starter"), game->starter);
    json_word(json_key(json, "phase"), phase_words[game->phase]);
    section_end(page, SECTION_ROUND, begun);
    begun = section_begin(page);
    json_seat(json_key(json, "turn"), game->turn);
    json_seats(json_key(json, "deciders"), tio_game_deciders(game));
    section_end(page, SECTION_TURN, begun);
}

bool json_game(const struct json_page *page)
{
    struct json *json = page->json;
    const tio_game *game = &page->view.game;
    bool over = game->phase == TIO_PHASE_OVER;
    json_object_begin(json);
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
    json_seats(json_key(json, "winners"), over ? tio_game_leaders(game) : 0);
    section_end(page, SECTION_WINNERS, begun);
    if (page->seat < game->settings.players)
        json_own(page);
    bool stays = json->comma;
    json_object_end(json);
    return stays;
}
