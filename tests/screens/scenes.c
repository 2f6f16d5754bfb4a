/* Each situation is a game played to a moment, and the keys pressed then. */
#include "screens/scenes.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"

/* ---- What is told beside the game -------------------------------------- */

static const struct ui_save saved[] = {
    {"Anna: 14, Bertram: 9", "round 3 of 6, 1 March 2026, 21:40"},
    {"Anna: 0, Kim: 0, Ottilie: 0, Jo: 0",
     "round 1 of 8, 27 February 2026, 18:05"},
    {"Ottilie: 31, Jo: -2", "round 6 of 6, 12 January 2026, 09:30"},
};

static void menu(struct play *play)
{
    ui_menu(play->ui, NULL, 0);
}

static void joining(struct play *play)
{
    char text[300];
    snprintf(text, sizeof text, _("Joining the table at %.200s ..."),
             "https://dice.example.org:8443");
    ui_await(play->ui, text);
}

static void menu_with_saves(struct play *play)
{
    ui_menu(play->ui, saved, 3);
}

static void form_of_five(struct play *play)
{
    struct ui_setup setup = *ui_get_setup(play->ui);
    setup.settings = tio_settings_default(5);
    setup.settings.edition = TIO_SCHMIDT;
    strcpy(setup.name[0], "Anna");
    strcpy(setup.bot[1], "expert");
    strcpy(setup.bot[2], "");
    strcpy(setup.name[2], "Kim");
    ui_set_setup(play->ui, &setup);
    ui_form(play->ui);
}

static void hint(struct play *play)
{
    tio_hint_move move[] = {
        {.move = {.type = TIO_MOVE_TAKE},
         .gain = 2430,
         .spread = 1800,
         .win = 5610,
         .reason = TIO_REASON_TOWARDS,
         .card = 1,
         .seat = TIO_NONE,
         .combo = {4100, 9980, 20, 10000, 0}},
        {.move = {.type = TIO_MOVE_PASS},
         .gain = -310,
         .spread = 400,
         .win = 4380,
         .reason = TIO_REASON_STOP_RISK,
         .card = TIO_NONE,
         .seat = TIO_NONE},
    };
    tio_hint given = {.count = 2, .move = {move[0], move[1]}};
    for (given.move[0].move.kind = 0;
         !tio_dice_count(play->game.tray, given.move[0].move.kind);
         given.move[0].move.kind++)
        ;
    play_keys(play, "h");
    struct ui_wish wish;
    while (ui_wish(play->ui, &wish))
        ;
    ui_show_hint(play->ui, &given);
}

/* It is read and put away: what it is about is marked. */
static void hint_read(struct play *play)
{
    hint(play);
    play_keys(play, "esc");
}

static void thinking(struct play *play)
{
    play_keys(play, "h");
}

static void trouble(struct play *play)
{
    ui_trouble(play->ui, "The game could not be saved: /home/anna/.local/share/"
                         "tioli/game.tioli: no space left on device");
}

static void lesson(struct play *play)
{
    struct ui_lesson one = {
        .title = "Your first round",
        .text = "These are the dice in the tray. Everybody may take them, one "
                "each turn, to complete the combos in their hand.\n"
                "Your first combo asks for two dice. Both lie in the tray: go "
                "to one of them with the arrows, and take it with Enter.",
        .step = 2,
        .steps = 11,
    };
    ui_teach(play->ui, &one);
}

static void lobby_as(struct play *play, bool host, bool seated)
{
    static const struct names names = {.of = {"Anna", "Kim", "Bertram"}};
    struct ui_table table = {
        .names = &names,
        .players = 4,
        .server = true,
        .open = true,
        .host = host,
        .here = !seated ? 0
                : host  ? 1
                        : 4,
        .taken = seated ? 7 : 3,
        .settings = tio_settings_default(4),
        .bots = 2,
        .hosts = 1,
        .away = host ? 4 : 0,
        .level[1] = "hard",
    };
    ui_sit(play->ui, &table);
    ui_lobby(play->ui, "http://192.168.1.20:8080/t/8s91metvf7");
}

static void lobby_host(struct play *play)
{
    lobby_as(play, true, true);
}

static void lobby_over_as(struct play *play, bool host)
{
    static const struct names names = {.of = {"Anna", "Bertram"}};
    struct ui_table table = {
        .names = &names,
        .players = 2,
        .server = true,
        .over = true,
        .host = host,
        .here = host ? 1 : 2,
        .taken = 3,
        .again = 3,
        .hosts = 1,
    };
    ui_sit(play->ui, &table);
    ui_lobby(play->ui, "");
}

static void lobby_over(struct play *play)
{
    lobby_over_as(play, false);
}

static void lobby_over_host(struct play *play)
{
    lobby_over_as(play, true);
}

/* Somebody lost the seat there, or was never seated. */
static void lobby_free(struct play *play)
{
    lobby_as(play, false, false);
}

/* Two are away: the stand-in of the second comes first. */
static void away_as(struct play *play, bool host)
{
    play->table.server = true;
    play->table.host = host;
    play->table.away = 6;
    play->table.awaited = 6;
    play->table.grace_ms[1] = 65000;
    play->table.grace_ms[2] = 300000;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        play->table.level[seat][0] = 0;
    ui_sit(play->ui, &play->table);
}

static void away(struct play *play)
{
    away_as(play, true);
}

static void away_guest(struct play *play)
{
    away_as(play, false);
}

static void end_host(struct play *play)
{
    play->table.server = true;
    play->table.host = true;
    play->table.over = true;
    ui_sit(play->ui, &play->table);
    ui_end(play->ui, &play->view, NULL,
           "The dice: the server has shown its secret, and it is the one that "
           "it was committed to when you sat down.");
}

static void lobby_guest(struct play *play)
{
    lobby_as(play, false, true);
}

/* On a server: time runs, one is not there, and a bot plays for another. */
static void clocks(struct play *play)
{
    play->table.server = true;
    play->table.clock_ms[0] = 83400;
    play->table.clock_ms[1] = 605000;
    play->table.clock_ms[2] = 900;
    play->table.away = 1U << 3;
    play->table.stand_in = 1U << 4;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        play->table.level[seat][0] = 0;
    ui_sit(play->ui, &play->table);
}

static void replay(struct play *play)
{
    struct ui_replay shown = {
        .at = 41, .moves = 176, .said = "Bertram takes a blue 5."};
    ui_watch(play->ui, &play->view);
    ui_replay(play->ui, &shown);
}

static void first_game(struct play *play)
{
    struct ui_setup setup = *ui_get_setup(play->ui);
    setup.confirm = UI_CONFIRM_FIRST;
    ui_set_setup(play->ui, &setup);
}

static void has_passed(struct play *play)
{
    play->table.hurry = true;
    play->table.undo = true;
    ui_sit(play->ui, &play->table);
}

static void unsaved(struct play *play)
{
    play->table.unsaved = true;
    ui_sit(play->ui, &play->table);
}

/* The last move can be taken back. */
static void undo(struct play *play)
{
    tio_view view;
    tio_view_of(&play->game, 0, &view);
    ui_ask(play->ui, &view, NULL);
}

static void teach(struct play *play, bool go_on, bool wrong)
{
    struct ui_lesson one = {
        .title = "Your first round",
        .text = "Not that one: your combo asks for a blue 5, and there is one "
                "in the tray.",
        .step = 3,
        .steps = 11,
        .go_on = go_on,
        .wrong = wrong,
    };
    ui_teach(play->ui, &one);
}

static void lesson_wrong(struct play *play)
{
    teach(play, false, true);
}

static void lesson_on(struct play *play)
{
    teach(play, true, false);
}

static void second_result(struct play *play)
{
    ui_tick(play->ui, 1000);
}

static const char own_deck[] = "combo 3 D3 L4\n"
                               "combo 4 D5 L1 *6\n"
                               "combo 2 D? D? L?\n"
                               "combo 3 sum D > 12\n"
                               "combo 5 L1 L2 L3 D4 D5 D6\n"
                               "combo 3 sum * = 13\n"
                               "combo 2 sum L > 14\n"
                               "combo 1 D? L?\n"
                               "combo 3 L3 L2\n"
                               "combo 12 sum 5* > 22\n"
                               "action swap\n"
                               "action take 2\n"
                               "action cast\n"
                               "action reroll D\n";

static void later(struct play *play)
{
    ui_tick(play->ui, 200);
}

const struct scene_of scenes[] = {
    {.name = "menu", .set = menu},
    {.name = "menu-saves", .set = menu_with_saves, .keys = "down"},
    {.name = "menu-plain", .set = menu, .plain = true},
    {.name = "saves", .set = menu_with_saves, .keys = "enter down"},
    {.name = "saves-delete", .set = menu_with_saves, .keys = "enter down d"},
    {.name = "joining", .set = joining},
    {.name = "form", .set = menu, .keys = "enter home down down"},
    {.name = "form-piles", .set = menu, .keys = "enter end up up up up up up"},
    {.name = "form-five",
     .set = form_of_five,
     .keys = "home down down =imberly"},
    {.name = "form-end", .set = form_of_five},
    {.name = "form-starts",
     .set = form_of_five,
     .keys = "up up up up up up up up up"},
    {.name = "turn-first", .moment = AT_TURN, .players = 2, .seed = 3},
    {.name = "turn-sure",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .set = first_game,
     .keys = "p"},
    {.name = "turn-late",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .times = 4,
     .keys = "right"},
    {.name = "turn-three",
     .moment = AT_TURN,
     .players = 3,
     .seed = 5,
     .times = 3},
    {.name = "turn-four",
     .moment = AT_TURN,
     .players = 4,
     .seed = 5,
     .times = 3,
     .keys = "down"},
    {.name = "turn-five",
     .moment = AT_TURN,
     .players = 5,
     .seed = 8,
     .times = 4},
    /* In rows of colours: each key goes elsewhere. */
    {.name = "turn-up",
     .moment = AT_TURN,
     .players = 5,
     .seed = 8,
     .keys = "up"},
    {.name = "turn-digit",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .keys = "5"},
    /* A card is looked at: the dice that fit it are marked. */
    {.name = "turn-card",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .keys = "c c"},
    {.name = "turn-home",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .keys = "right right home"},
    {.name = "turn-schmidt",
     .moment = AT_TURN,
     .players = 3,
     .seed = 21,
     .times = 9,
     .edition = TIO_SCHMIDT},
    {.name = "turn-plain",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .times = 4,
     .plain = true},
    {.name = "turn-five-plain",
     .moment = AT_TURN,
     .players = 5,
     .seed = 8,
     .times = 4,
     .plain = true},
    {.name = "turn-secret",
     .moment = AT_TURN,
     .players = 3,
     .seed = 5,
     .times = 12,
     .piles_down = true},
    {.name = "turn-second", .moment = AT_SECOND, .players = 2, .seed = 1},
    {.name = "turn-last", .moment = AT_LAST_ONE, .players = 4, .seed = 2},
    {.name = "turn-free-hand",
     .moment = AT_TURN,
     .players = 2,
     .seed = 6,
     .times = 5,
     .free_hand = true},
    {.name = "watch", .moment = AT_WATCH, .players = 3, .seed = 5, .times = 8},
    {.name = "watch-passed",
     .moment = AT_WATCH,
     .players = 3,
     .seed = 5,
     .times = 8,
     .set = has_passed},
    {.name = "rolling",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .moving = true,
     .set = later},
    {.name = "taking",
     .moment = AT_TAKEN,
     .players = 2,
     .seed = 14,
     .moving = true,
     .set = later},
    {.name = "reroll-none",
     .moment = AT_ACTION,
     .kind = TIO_REROLL_COLOUR,
     .players = 2,
     .seed = 2,
     .keys = "a"},
    {.name = "reroll-some",
     .moment = AT_ACTION,
     .kind = TIO_REROLL_COLOUR,
     .players = 2,
     .seed = 2,
     .keys = "a space right space"},
    {.name = "reroll-all",
     .moment = AT_ACTION,
     .kind = TIO_REROLL_COLOUR,
     .players = 2,
     .seed = 2,
     .edition = TIO_SCHMIDT,
     .keys = "a"},
    {.name = "reroll-four",
     .moment = AT_ACTION,
     .kind = TIO_REROLL_FOUR,
     .players = 5,
     .seed = 2,
     .keys = "a * right"},
    {.name = "reroll-red",
     .moment = AT_ACTION,
     .kind = TIO_REROLL_RED,
     .players = 3,
     .seed = 2,
     .keys = "a"},
    {.name = "take-two",
     .moment = AT_ACTION,
     .kind = TIO_TAKE_TWO,
     .players = 2,
     .seed = 2,
     .keys = "a"},
    {.name = "change-die",
     .moment = AT_ACTION,
     .kind = TIO_CHANGE,
     .players = 2,
     .seed = 2,
     .keys = "a"},
    {.name = "change-face",
     .moment = AT_ACTION,
     .kind = TIO_CHANGE,
     .players = 2,
     .seed = 2,
     .keys = "a enter right"},
    {.name = "cast-die",
     .moment = AT_ACTION,
     .kind = TIO_CAST,
     .players = 3,
     .seed = 4,
     .keys = "a"},
    {.name = "cast-mine",
     .moment = AT_ACTION,
     .kind = TIO_CAST,
     .players = 3,
     .seed = 4,
     .times = 3,
     .keys = "a right"},
    {.name = "cast-aim",
     .moment = AT_ACTION,
     .kind = TIO_CAST,
     .players = 3,
     .seed = 4,
     .keys = "a enter right"},
    {.name = "swap",
     .moment = AT_ACTION,
     .kind = TIO_SWAP,
     .players = 2,
     .seed = 4,
     .keys = "a enter"},
    {.name = "shift",
     .moment = AT_ACTION,
     .kind = TIO_SHIFT,
     .players = 4,
     .seed = 4,
     .keys = "a enter"},
    {.name = "which-action",
     .moment = AT_ACTIONS,
     .players = 2,
     .seed = 6,
     .free_hand = true,
     .keys = "a down"},
    {.name = "no-action",
     .moment = AT_SECOND,
     .players = 2,
     .seed = 1,
     .keys = "a"},
    {.name = "lay", .moment = AT_LAY, .players = 2, .seed = 3},
    {.name = "lay-other",
     .moment = AT_LAY,
     .players = 2,
     .seed = 3,
     .keys = "n right right right 1"},
    {.name = "lay-another",
     .moment = AT_LAY,
     .players = 2,
     .seed = 113,
     .times = 4,
     .keys = "o"},
    {.name = "lay-wrong",
     .moment = AT_LAY,
     .players = 3,
     .seed = 5,
     .keys = "right 1"},
    {.name = "results", .moment = AT_RESULTS, .players = 2, .seed = 3},
    /* More than one page. */
    {.name = "results-five",
     .moment = AT_RESULTS,
     .players = 5,
     .seed = 4,
     .times = 4},
    {.name = "results-next",
     .moment = AT_RESULTS,
     .players = 5,
     .seed = 4,
     .times = 4,
     .keys = "enter"},
    {.name = "results-first",
     .moment = AT_RESULTS,
     .players = 3,
     .seed = 5,
     .moving = true},
    {.name = "results-second",
     .moment = AT_RESULTS,
     .players = 3,
     .seed = 5,
     .moving = true,
     .set = second_result},
    {.name = "results-leave",
     .moment = AT_RESULTS,
     .players = 2,
     .seed = 3,
     .keys = "q"},
    {.name = "results-red", .moment = AT_RED_LEFT, .players = 3, .seed = 1},
    {.name = "discard",
     .moment = AT_DISCARD,
     .players = 3,
     .seed = 5,
     .keys = "2"},
    {.name = "draw",
     .moment = AT_DRAW,
     .players = 2,
     .seed = 6,
     .free_hand = true},
    {.name = "keep", .moment = AT_DISCARD, .players = 2, .seed = 3},
    {.name = "own-deck",
     .moment = AT_TURN,
     .players = 2,
     .seed = 4,
     .times = 3,
     .deck = own_deck},
    {.name = "clocks",
     .moment = AT_TURN,
     .players = 5,
     .seed = 8,
     .times = 2,
     .set = clocks},
    {.name = "undo",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .times = 2,
     .set = undo},
    {.name = "unsaved",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .times = 2,
     .set = unsaved},
    {.name = "hand-over",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .times = 2,
     .people = true},
    {.name = "replay",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .times = 3,
     .set = replay},
    {.name = "end", .moment = AT_END, .players = 2, .seed = 3},
    {.name = "end-five", .moment = AT_END, .players = 5, .seed = 8},
    {.name = "end-many",
     .moment = AT_END,
     .players = 4,
     .starts = 4,
     .seed = 8,
     .keys = "up up down"},
    {.name = "record",
     .moment = AT_END,
     .players = 3,
     .seed = 8,
     .keys = "c =our-game.tioli"},
    {.name = "lobby-host", .set = lobby_host},
    {.name = "lobby-guest", .set = lobby_guest},
    {.name = "lobby-over", .set = lobby_over},
    {.name = "lobby-over-host", .set = lobby_over_host},
    {.name = "lobby-free", .set = lobby_free},
    {.name = "lobby-settings", .set = lobby_host, .keys = "e down"},
    {.name = "lobby-settings-guest", .set = lobby_guest, .keys = "e"},
    {.name = "away",
     .moment = AT_WATCH,
     .players = 3,
     .seed = 5,
     .times = 8,
     .set = away},
    {.name = "away-guest",
     .moment = AT_TURN,
     .players = 3,
     .seed = 8,
     .times = 2,
     .set = away_guest},
    /* A key that was meant for the round before takes nothing away. */
    {.name = "end-host",
     .moment = AT_END,
     .players = 2,
     .seed = 3,
     .keys = "enter",
     .set = end_host},
    {.name = "lesson",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .set = lesson},
    {.name = "lesson-wrong",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .set = lesson_wrong},
    {.name = "lesson-on",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .set = lesson_on},
    {.name = "help-laying",
     .moment = AT_LAY,
     .players = 2,
     .seed = 3,
     .keys = "?"},
    {.name = "help", .moment = AT_TURN, .players = 2, .seed = 3, .keys = "?"},
    {.name = "rules",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .keys = "? end"},
    {.name = "log",
     .moment = AT_TURN,
     .players = 3,
     .seed = 5,
     .times = 9,
     .keys = "l"},
    {.name = "scores",
     .moment = AT_TURN,
     .players = 4,
     .seed = 5,
     .times = 14,
     .keys = "s"},
    {.name = "scores-secret",
     .moment = AT_TURN,
     .players = 3,
     .seed = 5,
     .times = 12,
     .piles_down = true,
     .keys = "s"},
    {.name = "hint",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .times = 2,
     .set = hint},
    {.name = "hint-read",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .times = 2,
     .set = hint_read},
    {.name = "hint-thinking",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .set = thinking},
    {.name = "typing",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .keys = ": =take_D9 enter"},
    {.name = "leave-server",
     .moment = AT_TURN,
     .players = 5,
     .seed = 8,
     .set = clocks,
     .keys = "q"},
    {.name = "leave", .moment = AT_TURN, .players = 2, .seed = 3, .keys = "q"},
    {.name = "trouble",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .set = trouble},
    {.name = "clicked-die",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .keys = "@6,9"},
    {.name = "clicked-key",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .keys = "@23,66"},
    {.name = "small",
     .moment = AT_TURN,
     .players = 2,
     .seed = 3,
     .small = true},
    {.name = NULL},
};
