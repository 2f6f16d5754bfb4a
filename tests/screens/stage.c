/* The driver of the pictures: the same few calls as a real one makes, with a
 * seeded generator for chance and quick bots for all others. */
#include "screens/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVES_MOST 20000
#define SEEDS_MOST 300

static const char *const players[] = {"Anna", "Bertram", "Kim", "Ottilie",
                                      "Jo"};
static const char *const levels[] = {"", "hard", "easy", "expert", "normal"};

static void sit(struct play *play, const struct scene_of *scene)
{
    play->table = (struct ui_table){
        .deck = play->deck,
        .names = &play->names,
        .log = &play->log,
        .history = &play->history,
        .players = scene->players,
        .here = scene->people ? (1U << scene->players) - 1 : 1,
        .hints = true,
        .saved = true,
    };
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        play->table.clock_ms[seat] = -1;
        snprintf(play->names.of[seat], TIO_NAME_TEXT, "%s", players[seat]);
        if (!scene->people)
            snprintf(play->table.level[seat], UI_LEVEL, "%s", levels[seat]);
    }
    ui_sit(play->ui, &play->table);
}

static void keep_scores(struct play *play)
{
    struct history *history = &play->history;
    for (unsigned seat = 0; seat < play->game.settings.players; seat++) {
        const tio_player *player = &play->game.player[seat];
        int points = player->points;
        int chips = player->chips;
        for (unsigned round = 0; round < history->rounds; round++) {
            points -= history->points[round][seat];
            chips -= history->chips[round][seat];
        }
        history->points[history->rounds][seat] = (int16_t)points;
        history->chips[history->rounds][seat] = (int16_t)chips;
    }
    history->rounds++;
}

static bool is_common(unsigned phase)
{
    return phase == TIO_PHASE_LAY || phase == TIO_PHASE_DISCARD ||
           phase == TIO_PHASE_DRAW;
}

void play_move(struct play *play, const tio_move *move)
{
    unsigned seat = play->table.here == 1 ? 0 : TIO_SPECTATOR;
    struct teller teller = {.deck = play->deck,
                            .names = &play->names,
                            .log = &play->log,
                            .you = seat == 0 ? 0 : TIO_NONE};
    tio_view before;
    tio_move seen = tio_move_seen(play->deck, move, seat);
    tio_view_of(&play->game, seat, &before);
    if (tio_apply(&play->game, play->deck, move) != TIO_OK)
        return;
    tio_view_of(&play->game, seat, &play->view);
    play->last = *move;
    if (tale_scores(move, &play->game))
        keep_scores(play);
    event_tell(&teller, &before, &seen, &play->view);
    if (is_common(before.game.phase) &&
        before.game.phase == play->view.game.phase)
        return;
    ui_news(play->ui, &before, &seen, &play->view);
}

static bool draw_actions(const struct play *play, const tio_view *view,
                         tio_move *out)
{
    bool found = false;
    if (!play->wants_actions || view->seat ||
        view->game.phase != TIO_PHASE_DRAW)
        return false;
    tio_moves moves;
    tio_moves_begin(&moves, play->deck, view);
    tio_move move;
    while (tio_moves_next(&moves, &move)) {
        if (!found || move.draw.actions > out->draw.actions)
            *out = move;
        found = true;
    }
    return found;
}

static void choose(struct play *play, unsigned seat, tio_move *out)
{
    tio_view view;
    tio_view_of(&play->game, seat, &view);
    if (draw_actions(play, &view, out))
        return;
    tio_bot_named("normal")->choose(&view, play->deck, NULL, &play->random,
                                    out);
}

static unsigned lowest(unsigned seats)
{
    unsigned seat = 0;
    while (!(seats >> seat & 1))
        seat++;
    return seat;
}

bool play_step(struct play *play)
{
    unsigned deciders = tio_game_deciders(&play->game);
    tio_move move;
    if (tio_game_wants_chance(&play->game))
        tio_deal_random(&play->game, play->deck, &play->random, &move);
    else if (deciders)
        choose(play, lowest(deciders), &move);
    else
        return false;
    play_move(play, &move);
    return true;
}

/* ---- Moments ----------------------------------------------------------- */

static bool can_play(const struct play *play, unsigned kind)
{
    tio_view view;
    tio_view_of(&play->game, 0, &view);
    tio_moves moves;
    tio_moves_begin(&moves, play->deck, &view);
    tio_move move;
    while (tio_moves_next(&moves, &move))
        if (move.type == TIO_MOVE_PLAY && move.play.action.kind == kind)
            return true;
    return false;
}

static bool can_choose(const struct play *play)
{
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++)
        kinds += can_play(play, kind);
    return kinds > 1;
}

/* Dice stay where they are until the next roll. */
static bool red_left(const tio_game *game)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        const tio_player *player = &game->player[seat];
        unsigned red = tio_dice_size(tio_dice_colour(player->taken, TIO_RED));
        for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
            red -= tio_dice_size(tio_dice_colour(player->laid[i], TIO_RED));
        if (red)
            return true;
    }
    return false;
}

static bool is_moment(const struct play *play, const struct scene_of *scene)
{
    const tio_game *game = &play->game;
    unsigned deciders = tio_game_deciders(game);
    bool mine = deciders & 1;
    bool turn = game->phase == TIO_PHASE_TURN && mine;
    unsigned others = ((1U << scene->players) - 1) & ~1U;
    switch (scene->moment) {
    case AT_NOTHING:
        return true;
    case AT_TURN:
        return turn;
    case AT_SECOND:
        return turn && game->took;
    case AT_LAST_ONE:
        return turn && (game->passed & others) == others;
    case AT_ACTION:
        return turn && can_play(play, scene->kind);
    case AT_ACTIONS:
        return turn && can_choose(play);
    case AT_TAKEN:
        return game->phase == TIO_PHASE_TURN && mine &&
               play->last.type == TIO_MOVE_TAKE && play->last.seat;
    case AT_WATCH:
        return game->phase == TIO_PHASE_TURN && !mine;
    case AT_LAY:
        return game->phase == TIO_PHASE_LAY && mine;
    case AT_RESULTS:
    case AT_DISCARD:
        return game->phase == TIO_PHASE_DISCARD && mine;
    case AT_RED_LEFT:
        return game->phase == TIO_PHASE_DISCARD && mine && red_left(game);
    case AT_DRAW:
        return game->phase == TIO_PHASE_DRAW && mine;
    case AT_END:
        return game->phase == TIO_PHASE_OVER;
    }
    return false;
}

/* Asks whoever has to decide, as a driver would. */
static void ask(struct play *play, const struct scene_of *scene)
{
    unsigned deciders = tio_game_deciders(&play->game);
    struct ui_key enter = {.type = UI_KEY_ESCAPE};
    /* Results are read, unless they are what is shown. */
    if (ui_busy(play->ui) && scene->moment != AT_RESULTS &&
        scene->moment != AT_RED_LEFT && !scene->moving)
        ui_key(play->ui, &enter);
    tio_view view;
    if (scene->moment == AT_END)
        ui_end(play->ui, &play->view,
               "/home/anna/.local/share/tioli/records/"
               "2026-03-01-anna-bertram.tioli",
               NULL);
    else if (deciders & play->table.here) {
        tio_view_of(&play->game, lowest(deciders & play->table.here), &view);
        ui_ask(play->ui, &view, "You have no move to take back.");
    } else {
        ui_watch(play->ui, &play->view);
    }
}

static bool open_with(struct play *play, const struct scene_of *scene,
                      unsigned rows, unsigned columns, unsigned seed)
{
    struct ui_options options = {.utf8 = !scene->plain,
                                 .animation = scene->moving,
                                 .rows = rows,
                                 .columns = columns};
    tio_settings settings =
        tio_settings_default(scene->players ? scene->players : 2);
    unsigned times = scene->times ? scene->times : 1;
    bool there = false;
    memset(play, 0, sizeof *play);
    play->wants_actions = scene->moment == AT_ACTIONS;
    play->log.spoken = true;
    play->deck = tio_deck_standard();
    if (scene->deck) {
        tio_text_error where;
        if (tio_deck_parse(scene->deck, strlen(scene->deck), "own",
                           &play->own_deck, &where) != TIO_OK)
            return false;
        play->deck = &play->own_deck;
    }
    play->ui = ui_new(&options);
    if (!play->ui)
        return false;
    settings.edition = (uint8_t)scene->edition;
    settings.starts = (uint8_t)scene->starts;
    settings.free_hand = scene->free_hand;
    settings.piles_down = scene->piles_down;
    tio_random_init(&play->random, seed, 7);
    tio_game_init(&play->game, play->deck, &settings);
    if (scene->moment != AT_NOTHING)
        sit(play, scene);
    for (unsigned i = 0; i < MOVES_MOST && !there; i++) {
        there = is_moment(play, scene) && --times == 0;
        if (!there && !play_step(play))
            break;
    }
    if (there && scene->moment != AT_NOTHING)
        ask(play, scene);
    if (there && scene->set)
        scene->set(play);
    if (there && scene->keys)
        play_keys(play, scene->keys);
    return there;
}

bool play_open(struct play *play, const struct scene_of *scene, unsigned rows,
               unsigned columns)
{
    for (unsigned i = 0; i < SEEDS_MOST; i++) {
        if (open_with(play, scene, rows, columns, scene->seed + i))
            return true;
        play_close(play);
    }
    return false;
}

void play_close(struct play *play)
{
    ui_free(play->ui);
    play->ui = NULL;
}

/* ---- Keys -------------------------------------------------------------- */

static const struct {
    const char *name;
    enum ui_key_type type;
} named[] = {
    {"up", UI_KEY_UP},        {"down", UI_KEY_DOWN},
    {"left", UI_KEY_LEFT},    {"right", UI_KEY_RIGHT},
    {"enter", UI_KEY_ENTER},  {"esc", UI_KEY_ESCAPE},
    {"tab", UI_KEY_TAB},      {"back", UI_KEY_BACKSPACE},
    {"del", UI_KEY_DELETE},   {"home", UI_KEY_HOME},
    {"end", UI_KEY_END},      {"pgdn", UI_KEY_PAGE_DOWN},
    {"pgup", UI_KEY_PAGE_UP}, {"ctrl-c", UI_KEY_INTERRUPT},
};

static void press(struct play *play, const char *word)
{
    struct ui_key key = {.type = UI_KEY_TEXT};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (strcmp(named[i].name, word) == 0) {
            key.type = (uint8_t)named[i].type;
            ui_key(play->ui, &key);
            return;
        }
    }
    if (word[0] == '@' && word[1]) {
        key.type = UI_KEY_CLICK;
        char *end;
        key.row = (uint16_t)strtoul(word + 1, &end, 10);
        key.column = *end == ',' ? (uint16_t)strtoul(end + 1, NULL, 10) : 0;
        ui_key(play->ui, &key);
        return;
    }
    if (strcmp(word, "space") == 0)
        word = " ";
    for (word += word[0] == '='; *word; word++) {
        key.text[0] = *word == '_' ? ' ' : *word;
        ui_key(play->ui, &key);
    }
}

void play_keys(struct play *play, const char *keys)
{
    char word[64];
    int used;
    while (sscanf(keys, " %63s%n", word, &used) == 1) {
        press(play, word);
        keys += used;
    }
}
