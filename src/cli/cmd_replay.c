/* tioli replay: plays a record through the rules again. What holds is shown;
 * the first thing that does not is named with its line. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hex.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "i18n/i18n.h"
#include "notation/settings.h"
#include "terminal/event.h"
#include "terminal/game/screen.h"
#include "terminal/show.h"
#include "terminal/words.h"

/* ---- For a machine -------------------------------------------------- */

/* Seats count from 1, as in the record itself. */
static void json_hash(struct json *json, uint64_t hash)
{
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    json_key_string(json, "hash", text);
}

static void json_hex(struct json *json, const uint8_t *bytes)
{
    char text[2 * TIO_FAIR_BYTES + 1];
    hex_print(bytes, TIO_FAIR_BYTES, text);
    json_str(json, text);
}

/* null without fair dice; null for a seat that gave no bytes. */
static void json_fairness(struct json *json, const tio_record_head *head)
{
    json_key(json, "fair");
    if (!head->fair) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    json_hex(json_key(json, "commit"), head->commit);
    json_array_begin(json_key(json, "bytes"));
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        if (head->contributed >> seat & 1)
            json_hex(json, head->bytes[seat]);
        else
            json_none(json);
    json_array_end(json);
    json_object_end(json);
}

/* A choice of two is a flag here, and nobody is null. */
static void json_setting(struct json *json, const struct setting *row,
                         const tio_settings *settings)
{
    char name[SETTING_EXPECTED];
    snprintf(name, sizeof name, "%s", row->flag ? row->flag : row->name);
    for (char *dash = name; (dash = strchr(dash, '-'));)
        *dash = '_';
    json_key(json, name);
    if (row->flag)
        json_bool(json, setting_number(row, settings));
    else if (row->kind == SETTING_SEAT &&
             setting_number(row, settings) == TIO_NONE)
        json_none(json);
    else
        setting_json(json, row, settings);
}

static void json_names(struct json *json, const tio_record_head *head)
{
    json_array_begin(json_key(json, "names"));
    for (unsigned seat = 0; seat < head->settings.players; seat++)
        json_str(json, head->name[seat]);
    json_array_end(json);
}

/* What stands above the moves; opens the list of moves. */
static void replay_json_head(struct json *json, const tio_record_head *head,
                             const tio_deck *deck)
{
    const tio_settings *settings = &head->settings;
    json_object_begin(json_key(json, "head"));
    for (unsigned i = 0; i < GAME_SETTINGS; i++) {
        const struct setting *row = setting_in_record(i);
        json_setting(json, row, settings);
        if (row == &game_settings[SETTING_PLAYERS])
            json_names(json, head);
    }
    if (head->takeback)
        json_key_bool(json, "takeback", true);
    json_fairness(json, head);
    json_object_begin(json_key(json, "deck"));
    json_key_string(json, "name", deck->name);
    json_hash(json, deck->hash);
    json_object_end(json);
    json_object_end(json);
    json_array_begin(json_key(json, "moves"));
}

/* `round` is the one that it was made in. */
static void replay_json_move(struct json *json, const tio_deck *deck,
                             unsigned round, const tio_move *move,
                             unsigned line, bool stand_in)
{
    char text[TIO_MOVE_TEXT];
    tio_move_print(deck, move, text);
    json_object_begin(json);
    json_key_int(json, "line", line);
    json_key_int(json, "round", round);
    json_key(json, "seat");
    if (tio_move_is_chance(move->type))
        json_none(json);
    else
        json_int(json, move->seat + 1);
    json_key_string(json, "move", text);
    json_key_bool(json, "stand_in", stand_in);
    json_object_end(json);
}

static void json_scores(struct json *json, const tio_game *game)
{
    json_array_begin(json);
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        json_object_begin(json);
        json_key_int(json, "seat", seat + 1);
        json_key_int(json, "points", game->player[seat].points);
        json_key_int(json, "chips", game->player[seat].chips);
        json_key_int(json, "total", tio_game_total(game, seat));
        json_object_end(json);
    }
    json_array_end(json);
}

/* Closes the list of moves and says where the game stands. */
static void replay_json_game(struct json *json, const tio_game *game,
                             bool finished)
{
    json_array_end(json);
    json_scores(json_key(json, "scores"), game);
    json_key(json, "result");
    if (finished) {
        unsigned leaders = tio_game_leaders(game);
        json_object_begin(json);
        json_array_begin(json_key(json, "winners"));
        for (unsigned seat = 0; seat < game->settings.players; seat++)
            if (leaders >> seat & 1)
                json_int(json, seat + 1);
        json_array_end(json);
        json_object_end(json);
    } else {
        json_none(json);
    }
    json_hash(json, tio_game_hash(game));
    json_key_bool(json, "finished", finished);
}

static void replay_json_secret(struct json *json, const uint8_t *secret)
{
    json_key(json, "secret");
    if (!secret)
        json_none(json);
    else
        json_hex(json, secret);
}

static void replay_json_error(struct json *json, unsigned line,
                              const char *what)
{
    json_key(json, "error");
    if (line == 0) {
        json_none(json);
        return;
    }
    json_object_begin(json);
    json_key_int(json, "line", line);
    json_key_string(json, "what", what);
    json_object_end(json);
}

/* ---- For a person --------------------------------------------------- */

/* The words are those of the game at the terminal; here nothing is hidden,
 * because a record is read when the game is over. */
struct replay_text {
    const tio_deck *deck;
    struct names names;
    struct log log;
};

/* One more of the things that were agreed. */
static void add_setting(struct text *line, const struct setting *row,
                        const tio_settings *settings)
{
    struct text before = *line;
    struct text one;
    unsigned number = setting_number(row, settings);
    text_clear(&one);
    if (row->kind == SETTING_STARTS)
        text_add(
            &one,
            ngettext("each starts %u time", "each starts %u times", number),
            number);
    else if (row->told && number)
        text_add(&one, _(row->told), setting_word(row, settings));
    else
        return;
    text_clear(line);
    text_add(line, C_("list", "%s, %s"), before.at, one.at);
}

/* An edition goes by its publisher's name. */
static void tell_settings(const tio_record_head *head, const tio_deck *deck)
{
    char edition[32];
    struct text line;
    text_clear(&line);
    snprintf(edition, sizeof edition, "%s",
             setting_editions[head->settings.edition]);
    edition[0] = (char)toupper((unsigned char)edition[0]);
    text_add(&line, _("%s edition, deck %s"), edition, deck->name);
    for (unsigned i = 0; i < GAME_SETTINGS; i++)
        add_setting(&line, setting_in_record(i), &head->settings);
    if (head->takeback)
        text_add(&line, ", %s", _("bots' moves could be taken back"));
    say(4, "%s.", line.at);
}

static void tell_bytes(const char *what, const uint8_t *bytes)
{
    char digits[2 * TIO_FAIR_BYTES + 1];
    hex_print(bytes, TIO_FAIR_BYTES, digits);
    say(4, "%s", what);
    say(4, "    %s", digits);
}

static void tell_fairness(const tio_record_head *head)
{
    tell_bytes(_("Fair dice. The table had committed itself to"), head->commit);
    for (unsigned seat = 0; seat < head->settings.players; seat++) {
        if (head->contributed >> seat & 1) {
            struct text line;
            text_clear(&line);
            text_add(&line, _("and %s had added"), head->name[seat]);
            tell_bytes(line.at, head->bytes[seat]);
        }
    }
}

static void replay_text_secret(const uint8_t *secret)
{
    if (secret) {
        puts("");
        tell_bytes(_("The secret of the dice was"), secret);
    }
}

static void replay_text_stand_in(const struct replay_text *text, unsigned seat)
{
    say(4, _("(A stand-in moves for %s.)"), text->names.of[seat]);
}

static void replay_text_begin(struct replay_text *text,
                              const tio_record_head *head, const tio_deck *deck)
{
    struct text names;
    memset(text, 0, sizeof *text);
    text->deck = deck;
    memcpy(text->names.of, head->name, sizeof text->names.of);
    text_clear(&names);
    words_names(&names, &text->names, (1U << head->settings.players) - 1);
    say(4, _("A game of %s."), names.at);
    tell_settings(head, deck);
    if (head->fair)
        tell_fairness(head);
}

/* A reader of a record sees all of it, even piles that lay face down. */
static tio_view open_view(const tio_game *game, unsigned seat)
{
    tio_view view = {.seat = (uint8_t)seat, .game = *game};
    view.game.settings.piles_down = 0;
    return view;
}

/* "2 points: two orange dice", "action: take up to two dice this turn". */
static void add_card(struct text *line, const struct replay_text *text,
                     unsigned edition, unsigned card)
{
    struct text words;
    text_clear(&words);
    words_card(&words, edition, text->deck, card);
    if (tio_deck_is_combo(text->deck, card))
        words_points(line, text->deck->combo[card].points);
    else
        text_add(line, "%s", C_("card", "action"));
    text_add(line, ": %s", words.at);
}

static void tell_draws(const struct replay_text *text, unsigned edition,
                       const tio_move *move)
{
    for (unsigned i = 0; i < move->deal.count; i++) {
        struct text card;
        text_clear(&card);
        add_card(&card, text, edition, move->deal.card[i]);
        say(4, _("%s draws a card (%s)."), text->names.of[move->seat], card.at);
    }
}

static void tell_hands(const struct replay_text *text, const tio_game *game)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        const tio_player *player = &game->player[seat];
        unsigned cards = (unsigned)player->combos + player->actions;
        say(4, cards == 0 ? _("%s holds no cards.") : _("%s holds:"),
            text->names.of[seat]);
        for (unsigned slot = 0; slot < cards; slot++) {
            struct text card;
            text_clear(&card);
            add_card(&card, text, game->settings.edition, player->hand[slot]);
            say(7, "    %u  %s", slot + 1, card.at);
        }
    }
}

static void replay_text_move(struct replay_text *text, const tio_game *before,
                             const tio_game *after, const tio_move *move)
{
    const struct teller teller = {
        .deck = text->deck,
        .names = &text->names,
        .log = &text->log,
        .you = TIO_NONE,
    };
    tio_view view_before = open_view(before, TIO_SPECTATOR);
    tio_view view_after = open_view(after, TIO_SPECTATOR);
    if (move->type == TIO_MOVE_ROLL && before->turn == TIO_NONE) {
        if (before->round == 1)
            tell_hands(text, before);
        puts("");
    }
    if (move->type == TIO_MOVE_DEAL && before->round > 1)
        tell_draws(text, before->settings.edition, move);
    unsigned long printed = text->log.count;
    event_tell(&teller, &view_before, move, &view_after);
    log_print(&text->log, printed);
}

static void tell_totals(const struct replay_text *text, const tio_game *game)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        struct text line;
        text_clear(&line);
        words_points(&line, game->player[seat].points);
        text_add(&line, ", ");
        words_chips(&line, game->player[seat].chips);
        say(4, "%s: %s = %+d", text->names.of[seat], line.at,
            tio_game_total(game, seat));
    }
}

static void replay_text_result(const struct replay_text *text,
                               const tio_game *game)
{
    struct text names;
    unsigned leaders = tio_game_leaders(game);
    bool shared = (leaders & (leaders - 1)) != 0;
    puts("");
    tell_totals(text, game);
    text_clear(&names);
    words_names(&names, &text->names, leaders);
    if (shared)
        say(4, _("The game is over: %s share the win."), names.at);
    else
        say(4, _("The game is over: %s wins."), names.at);
}

static void tell_phase(const struct replay_text *text, const tio_game *game)
{
    struct text names;
    if (game->phase == TIO_PHASE_OVER) {
        say(4, _("The game is over."));
        return;
    }
    if (tio_game_wants_chance(game)) {
        say(4, game->phase == TIO_PHASE_DEAL ? _("The game waits for cards.")
               : game->phase == TIO_PHASE_START
                   ? _("The game waits for the draw of the first starter.")
                   : _("The game waits for dice."));
        return;
    }
    static const char *const tasks[TIO_PHASES] = {
        [TIO_PHASE_DRAW] = N_("The game waits for %s to choose what to draw."),
        [TIO_PHASE_TURN] = N_("The game waits for %s to take a die or pass."),
        [TIO_PHASE_LAY] = N_("The game waits for %s to lay dice."),
        [TIO_PHASE_DISCARD] =
            N_("The game waits for %s to discard a card or keep all."),
    };
    text_clear(&names);
    words_names(&names, &text->names, tio_game_deciders(game));
    say(4, _(tasks[game->phase]), names.at);
}

/* All that is known of a game, hands included. */
static void replay_text_position(const struct replay_text *text,
                                 const tio_game *game)
{
    tio_view view = open_view(game, TIO_SPECTATOR);
    puts("");
    if (game->round > 0)
        say(4, _("Round %u of %u."), game->round, game->rounds);
    show_tray(game);
    show_players(&view, &text->names);
    tell_hands(text, game);
    tell_phase(text, game);
}

/* ---- The command ---------------------------------------------------- */

#define COMMAND "replay"
#define RECORD_LIMIT ((size_t)16 << 20)

struct replay {
    const char *path;
    bool as_json;
    bool quiet;
    bool screen;    /* first, for a person to look at */
    uint64_t until; /* 0: to the end */
    uint64_t moves; /* read so far */
    tio_record_reader *reader;
    struct json json;
    struct replay_text *text;
    unsigned wrong_line; /* 0: nothing is wrong */
    const char *wrong;
};

static int name_error(const struct replay *replay)
{
    options_say("%s:%u: %s", replay->path, replay->wrong_line,
                i18n_words(replay->wrong));
    return CLI_WRONG;
}

/* Reads moves up to the end, the limit or the first error. */
static tio_error read_moves(struct replay *replay, tio_text_error *error)
{
    const tio_deck *deck = tio_record_get_deck(replay->reader);
    const tio_game *game = tio_record_get_game(replay->reader);
    while (replay->until == 0 || replay->moves < replay->until) {
        tio_game before = *game;
        tio_move move;
        bool more;
        tio_error code = tio_record_next(replay->reader, &move, &more, error);
        if (code != TIO_OK || !more)
            return code;
        bool stand_in = tio_record_was_stand_in(replay->reader);
        replay->moves++;
        if (replay->as_json) {
            /* The lots come before the first round, and belong to it. */
            replay_json_move(&replay->json, deck,
                             before.round ? before.round : game->round, &move,
                             tio_record_line(replay->reader), stand_in);
            continue;
        }
        if (replay->quiet)
            continue;
        if (stand_in)
            replay_text_stand_in(replay->text, move.seat);
        replay_text_move(replay->text, &before, game, &move);
    }
    return TIO_OK;
}

/* What is wrong with a record in which every line was good. */
static const char *shortcoming(const struct replay *replay)
{
    if (tio_record_finished(replay->reader))
        return replay->moves < replay->until
                   ? N_("the record ends before the move that was asked for")
                   : NULL;
    if (replay->until != 0)
        return replay->moves < replay->until
                   ? N_("the record stops before the move that was asked for")
                   : NULL;
    return N_("the record stops before the end of the game");
}

static void tell_end(const struct replay *replay)
{
    const tio_game *game = tio_record_get_game(replay->reader);
    if (tio_record_finished(replay->reader)) {
        replay_text_result(replay->text, game);
    } else if (replay->until != 0 && replay->wrong_line == 0) {
        fputs("\n", stdout);
        options_line(_("After move %llu:"), (unsigned long long)replay->moves);
        replay_text_position(replay->text, game);
    }
    replay_text_secret(tio_record_secret(replay->reader));
}

static bool put_json(struct replay *replay)
{
    if (replay->reader) {
        replay_json_game(&replay->json, tio_record_get_game(replay->reader),
                         tio_record_finished(replay->reader));
        replay_json_secret(&replay->json, tio_record_secret(replay->reader));
    } else {
        json_key_bool(&replay->json, "finished", false);
    }
    replay_json_error(&replay->json, replay->wrong_line, replay->wrong);
    json_object_end(&replay->json);
    return options_put_json(COMMAND, &replay->json);
}

static void replay_moves(struct replay *replay, tio_text_error *error)
{
    const tio_record_head *head = tio_record_get_head(replay->reader);
    const tio_deck *deck = tio_record_get_deck(replay->reader);
    if (replay->as_json)
        replay_json_head(&replay->json, head, deck);
    else if (!replay->quiet)
        replay_text_begin(replay->text, head, deck);
    if (read_moves(replay, error) != TIO_OK) {
        replay->wrong_line = error->line;
        replay->wrong = error->what;
    } else if (shortcoming(replay)) {
        /* The missing text should be in the line after the last one. */
        replay->wrong_line = tio_record_line(replay->reader) + 1;
        replay->wrong = shortcoming(replay);
    }
}

static int replay_record(struct replay *replay, const char *record,
                         size_t length)
{
    tio_text_error error = {0};
    if (replay->as_json) {
        replay->json = json_growing();
        json_object_begin(&replay->json);
    }
    if (tio_record_open(record, length, &replay->reader, &error) == TIO_OK) {
        replay_moves(replay, &error);
    } else {
        replay->wrong_line = error.line > 0 ? error.line : 1;
        replay->wrong = error.what;
    }
    int status = CLI_OK;
    if (replay->as_json)
        status = put_json(replay) ? CLI_OK : CLI_WRONG;
    else if (replay->reader && !replay->quiet)
        tell_end(replay);
    if (replay->wrong_line > 0) {
        fflush(stdout); /* so that the complaint stands below what was good */
        status = name_error(replay);
    }
    tio_record_close(replay->reader);
    replay->wrong = NULL; /* it stood in this function's memory */
    return status;
}

#define AT(field) .at = offsetof(struct replay, field)

static const struct option_row rows[] = {
    {"until", "N", OPTION_NUMBER,
     N_("stop after move N, from 1, and show the position"), AT(until),
     .low = 1, .high = 1000000000,
     .man = "Stop after move <N> of the record, from 1 and with chance moves "
            "counted, and show the position with all the hands. The rest is "
            "not checked."},
    {"quiet", NULL, OPTION_FLAG,
     N_("check only: print nothing for a good record"), AT(quiet),
     .man = "Only check: nothing is printed except what is wrong with a "
            "record. With *--until* it is checked up to there."},
    {"screen", NULL, OPTION_FLAG,
     N_("step through it on the full screen of a terminal"), AT(screen),
     .man = "Show the game on the full screen, to be stepped through: the "
            "arrows go from move to move and from round to round, *Home* and "
            "*End* to the beginning and the end, *Tab* to the cards of another "
            "player, *?* lists all keys. Nothing is printed but what is wrong "
            "with the record."},
    {"json", NULL, OPTION_FLAG, N_("print one JSON object"), AT(as_json),
     .man = "Print one JSON object: *head* (settings, names, deck, and *fair* "
            "with *commit* and *bytes*, or null), *moves* (each with *line*, "
            "*round*, *seat* or null for chance, *move* and *stand_in*), "
            "*scores*, *result*, *hash* of the last position, *finished*, "
            "*secret* (of fair dice, once it was revealed, or null) and "
            "*error* (null, or *line* and *what*)."},
    {0},
};

/* Errors in the record are reported by run(), after it was looked at. */
static bool show_on_screen(struct replay *replay, const char *record,
                           size_t length)
{
    replay->quiet = true;
    return screen_possible() &&
           screen_replay(record, length, true) != SCREEN_NONE;
}

static int run(int argc, char **argv)
{
    struct replay replay = {0};
    struct options line = {&command_replay, &replay, argc, argv, 0, 0};
    if (!options_read(&line))
        return line.status;
    if (replay.as_json && replay.quiet)
        return options_usage(COMMAND,
                             _("--json and --quiet can't be used together"));
    if (replay.screen && (replay.as_json || replay.quiet || replay.until))
        return options_usage(COMMAND,
                             _("--screen can't be used with another option"));
    if (line.argc != 1)
        return options_usage(COMMAND, _("expected one record, got %d"),
                             line.argc);
    replay.path = line.argv[0];
    int status;
    size_t length;
    char *record =
        options_read_file(COMMAND, replay.path, RECORD_LIMIT, &length);
    replay.text = malloc(sizeof *replay.text);
    if (record && replay.screen && !show_on_screen(&replay, record, length)) {
        status =
            options_fail(COMMAND, "%s",
                         _("--screen: this is not a terminal that can show "
                           "it"));
    } else if (record && replay.text) {
        status = replay_record(&replay, record, length);
    } else {
        status = !record ? CLI_WRONG
                         : options_fail(COMMAND, "%s",
                                        _(tio_error_words(TIO_E_MEMORY)));
    }
    free(replay.text);
    free(record);
    return status;
}

const struct cli_command command_replay = {
    .name = COMMAND,
    .summary = N_("check a record against the rules and show it"),
    .help = {N_("Usage: tioli replay [OPTION...] FILE"),
             N_("Checks a record against the rules and shows it, round by "
                "round. The\n"
                "first error is named as FILE:LINE, and the exit status is 1. "
                "The status is\n"
                "also 1 for a record that stops before the end of the game. "
                "'-' is the\n"
                "standard input.")},
    .rows = rows,
    .words = OPTION_FILE,
    .run = run,
};
