/* tioli replay: plays a record through the rules again. What holds is shown;
 * the first thing that does not is named with its line. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/options.h"
#include "cli/replay_json.h"
#include "cli/replay_text.h"
#include "terminal/game/screen.h"

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
    if (tio_record_finished(replay->reader)) {
        return replay->moves < replay->until
                   ? N_("the record ends before the move that was asked for")
                   : NULL;
    }
    if (replay->until != 0) {
        return replay->moves < replay->until
                   ? N_("the record stops before the move that was asked for")
                   : NULL;
    }
    return N_("the record stops before the end of the game");
}

static void tell_end(const struct replay *replay)
{
    const tio_game *game = tio_record_get_game(replay->reader);
    if (tio_record_finished(replay->reader)) {
        replay_text_result(replay->text, game);
    } else if (replay->until != 0 && replay->wrong_line == 0) {
        fputs("\n", stdout);
        printf(_("After move %llu:"), (unsigned long long)replay->moves);
        fputs("\n", stdout);
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

/* What is wrong with the record is said below, when it was looked at. */
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
