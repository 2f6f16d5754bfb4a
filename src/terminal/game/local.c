/* A game at this machine. The table is ahead of what is shown: what happens is
 * kept until it can be shown, and nobody decides before that. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/utf8.h"
#include "i18n/i18n.h"
#include "terminal/game/line_stage.h"
#include "terminal/full/remembered.h"
#include "terminal/game/parts.h"

#define PATIENCE_MS 300 /* until the person is told what is waited for */

/* A script that starts the program says in the environment by which name a
 * person can call it again. */
#define COMMAND_LENGTH 200

struct local_play {
    struct game game;
    struct local_game *local;
    struct history history;
    bool resumed;
    bool opened;
    bool asked;        /* whoever decides next knows */
    bool changed_mind; /* a move is taken back once the bot has thought */
    bool over;
    bool unfinished; /* its record could not be kept */
    char record[SAVE_PATH];
};

/* ---- What happens ------------------------------------------------------ */

/* `undo`: somebody may take a move back, though another is to decide. */
static void sit(struct local_play *play, bool undo)
{
    struct local_game *local = play->local;
    struct ui_table *table = &play->game.table;
    play->history = local_game_history(local);
    *table = (struct ui_table){
        .deck = &local->deck,
        .names = &local->names,
        .log = &local->log,
        .history = &play->history,
        .players = local->setup.head.settings.players,
        .here = local->people,
        .hints = local->hints,
        .saved = local->saving && !local->save_failed,
        .unsaved = local->save_failed,
        .undo = undo,
        .hurry = table_may_hurry(local->table, local->onlooker),
        .seed = local->seating.seed,
        .number = local->past.count,
    };
    table->save_path = table->saved ? local->save.path : NULL;
    for (unsigned seat = 0; seat < table->players; seat++) {
        const struct player_spec *spec = &local->seating.spec[seat];
        table->clock_ms[seat] = -1;
        if (seating_is_bot(&local->seating, seat))
            snprintf(table->level[seat], UI_LEVEL, "%.*s", UI_LEVEL - 1,
                     spec->bot ? spec->bot->name : spec->text);
    }
    ui_sit(play->game.ui, table);
}

static void not_saved(void *context)
{
    struct game *game = context;
    struct local_play *play = game->context;
    sit(play, play->game.table.undo);
    char text[SAVE_ERROR + 64];
    snprintf(text, sizeof text, _("The game could not be saved: %s"),
             play->local->save.error);
    ui_trouble(play->game.ui, text);
}

static void saved_again(void *context)
{
    struct game *game = context;
    struct local_play *play = game->context;
    sit(play, game->table.undo);
    ui_notice(play->game.ui, _("The game is saved again."));
}

/* ---- Deciding ---------------------------------------------------------- */

static void carry_out(struct local_play *play, unsigned seat,
                      const tio_move *move, bool person)
{
    bool done = local_game_do(play->local, seat, move);
    play->asked = false;
    sit(play, false);
    if (!done && person)
        ui_trouble(play->game.ui, play->local->error);
    else if (!done)
        game_leave(&play->game, PARTING_FAILED);
}

static void ask_person(struct local_play *play, unsigned seat)
{
    struct local_game *local = play->local;
    unsigned undo = table_undo_seat(local->table);
    tio_view view;
    tio_view_of(&local->table->game, seat, &view);
    tio_move move;
    if (local_game_no_choice(local, &view, &move)) {
        carry_out(play, seat, &move, false);
        return;
    }
    play->asked = true;
    sit(play, undo != seat && undo != TIO_NONE);
    ui_ask(play->game.ui, &view,
           undo == seat ? NULL : past_why_not(&local->past, seat));
}

/* What a program thinks about is not taken back meanwhile. Where bots' moves go
 * back too, a person need not wait for them. */
static void ask_bot(struct local_play *play, unsigned seat)
{
    const struct table *table = play->local->table;
    play->asked = true;
    sit(play, table_solo(table) && table_undo_seat(table) != TIO_NONE);
    tio_view view;
    tio_view_of(&play->local->table->game, play->local->onlooker, &view);
    ui_watch(play->game.ui, &view);
    think_move(play->game.think, play->local, seat);
}

static void end_game(struct local_play *play)
{
    struct local_game *local = play->local;
    bool finished = local_game_finish(local, play->record);
    play->over = true;
    play->asked = true;
    play->unfinished = !finished;
    if (local->people)
        remembered_count_game(play->game.ui);
    if (!finished)
        play->record[0] = 0;
    tio_view view;
    tio_view_of(&local->table->game, local->onlooker, &view);
    ui_end(play->game.ui, &view, play->record[0] ? play->record : NULL, NULL);
    if (!finished)
        ui_trouble(play->game.ui, local->error);
}

/* A hint that is thought about comes first: there is one thread. */
static void go_on(struct game *game)
{
    struct local_play *play = game->context;
    /* Where a person has no choice, nobody is asked, and it goes on at once. */
    while (play->opened && !play->asked && !game->left &&
           game->think->about == THINK_NOTHING && game_shows(game)) {
        if (play->local->table->phase != TABLE_PLAYING) {
            end_game(play);
            continue;
        }
        unsigned seat = local_game_decider(play->local);
        if (play->local->people >> seat & 1)
            ask_person(play, seat);
        else
            ask_bot(play, seat);
    }
}

/* ---- Wishes ------------------------------------------------------------ */

static void undo(struct local_play *play)
{
    const struct table *table = play->local->table;
    bool thinks = play->game.think->about == THINK_MOVE;
    unsigned seat =
        thinks && !table_solo(table) ? TIO_NONE : table_undo_seat(table);
    /* Its thread can't be stopped: the answer is dropped when it comes. */
    if (thinks && seat != TIO_NONE) {
        play->changed_mind = true;
        return;
    }
    if (seat != TIO_NONE && local_game_undo(play->local, seat)) {
        play->asked = false;
        sit(play, false);
        return;
    }
    ui_notice(play->game.ui, seat == TIO_NONE
                                 ? _("There is nothing to take back.")
                                 : play->local->error);
}

/* "~/game" is in the person's own folder. */
static bool full_path(const char *path, char out[SAVE_PATH])
{
    const char *local = getenv("HOME");
    int length;
    if (path[0] == '~' && path[1] == '/' && local)
        length = snprintf(out, SAVE_PATH, "%s%s", local, path + 1);
    else
        length = snprintf(out, SAVE_PATH, "%s", path);
    return length > 0 && length < SAVE_PATH;
}

static void keep_record(struct local_play *play, const char *wanted)
{
    char path[SAVE_PATH];
    size_t length;
    const char *record = tio_record_text(play->local->setup.record, &length);
    if (!full_path(wanted, path)) {
        ui_trouble(play->game.ui, _("the path is too long"));
        return;
    }
    char text[SAVE_PATH + 200];
    /* A file that is there is never written over. */
    if (file_create(path, true, record, length)) {
        snprintf(text, sizeof text, _("The record is in %s."), path);
        ui_notice(play->game.ui, text);
        return;
    }
    snprintf(text, sizeof text, "%s: %s", path, strerror(errno));
    ui_trouble(play->game.ui, text);
}

static void grant(struct game *game, const struct ui_wish *wish)
{
    struct local_play *play = game->context;
    if (wish->type == UI_WISH_MOVE)
        carry_out(play, wish->move.seat, &wish->move, true);
    else if (wish->type == UI_WISH_UNDO)
        undo(play);
    else if (wish->type == UI_WISH_RECORD)
        keep_record(play, wish->text);
    else if (wish->type == UI_WISH_AGAIN)
        game_leave(game, PARTING_AGAIN);
}

/* ---- The beginning ----------------------------------------------------- */

/* What is to be known at the beginning and nowhere else on the screen; false if
 * there is nothing. */
static bool warn(struct local_play *play)
{
    struct local_game *local = play->local;
    char text[SAVE_ERROR + 200];
    if (!local->saving) {
        snprintf(text, sizeof text, _("This game will not be saved. %s"),
                 local->save.error);
        ui_trouble(play->game.ui, text);
    } else if (local->save.beside) {
        snprintf(text, sizeof text,
                 _("Another game is in progress. This one is saved in %s."),
                 local->save.path);
        ui_notice(play->game.ui, text);
    } else if (local->guessed) {
        snprintf(text, sizeof text,
                 _("%s is missing, so every player with a bot's name is "
                   "treated as a bot."),
                 local->save.seats);
        ui_notice(play->game.ui, text);
    } else {
        return false;
    }
    return true;
}

static void begin(struct local_play *play)
{
    struct line *line = play->game.stage->line;
    play->opened = true;
    sit(play, false);
    if (line)
        line_welcome_here(line, play->local, play->resumed);
    if (!warn(play) && !line && play->resumed)
        ui_notice(play->game.ui, _("Welcome back."));
    local_game_tell_faults(play->local);
    local_game_go_on(play->local);
}

static void thought(struct game *game, enum think_about about)
{
    struct local_play *play = game->context;
    if (about == THINK_MOVE && play->changed_mind) {
        play->changed_mind = false;
        undo(play);
    } else if (about == THINK_MOVE) {
        local_game_tell_faults(play->local);
        carry_out(play, game->think->question.seat, &game->think->move, false);
    } else if (game->think->opened) {
        begin(play);
    } else {
        game_leave(game, PARTING_FAILED);
    }
}

static enum game_event await(struct game *game, int input, int ms)
{
    struct pollfd from[] = {
        {.fd = input, .events = POLLIN},
        {.fd = think_descriptor(game->think), .events = POLLIN},
    };
    int ready = poll(from, 2, ms);
    if (ready < 0)
        return GAME_SIGNAL;
    return from[0].revents ? GAME_INPUT : GAME_TIME;
}

static const struct game_source source = {
    .wait = await,
    .go_on = go_on,
    .grant = grant,
    .thought = thought,
};

static void open_game(struct local_play *play,
                      const struct local_game_options *options)
{
    struct local_game_options wanted = *options;
    struct pollfd ready = {.events = POLLIN};
    /* What a program writes would stand in the middle of the picture. */
    if (!play->game.stage->line && isatty(STDERR_FILENO))
        wanted.limits.show_errors = false;
    think_open_game(play->game.think, play->local, &wanted);
    ready.fd = think_descriptor(play->game.think);
    if (poll(&ready, 1, PATIENCE_MS) == 1)
        game_wait(&play->game, -1, 0);
    else
        ui_await(play->game.ui, _("Starting the bot programs ..."));
}

/* ---- The end ----------------------------------------------------------- */

/* By the name of the script that started this, which needs `more` to get play,
 * or else by the program's. */
static void say_command(const char *variable, const char *more,
                        const char *otherwise)
{
    const char *name = getenv(variable);
    size_t length = name ? strlen(name) : 0;
    fputs("  ", stdout);
    if (length && length <= COMMAND_LENGTH && utf8_is_name(name, length)) {
        say_shell_word(name);
        fputs(more, stdout);
    } else {
        fputs(otherwise, stdout);
    }
}

/* Where a game that was left is saved, and how to continue it. */
static void say_left(const struct local_game *local)
{
    if (!local->saving) {
        say(0, _("Goodbye. This game was not saved."));
        return;
    }
    printf("%s\n  %s\n", _("The game is saved in"), local->save.path);
    puts(_("To continue it, run"));
    say_command("TIOLI_PLAY_COMMAND", " --terminal", "tioli play");
    fputs(" --resume", stdout);
    if (!save_is_usual(&local->save)) {
        fputs(" --save ", stdout);
        say_shell_word(local->save.path);
    }
    putchar('\n');
}

static void say_record(const char *where)
{
    printf("%s\n  %s\n", _("The record of the game is in"), where);
    puts(_("To see it again, run"));
    say_command("TIOLI_COMMAND", "", "tioli");
    fputs(" replay ", stdout);
    say_shell_word(where);
    putchar('\n');
}

/* A game that could not be kept is a failure, however it was left. */
static enum parting settle(struct local_play *play, char why[SAVE_ERROR])
{
    const struct local_game *local = play->local;
    enum parting parting = play->game.parting;
    bool lost = play->opened && !play->over && local->save_failed;
    if (parting == PARTING_LEFT && (lost || play->unfinished))
        parting = PARTING_FAILED;
    if (parting == PARTING_FAILED)
        snprintf(why, SAVE_ERROR, "%s",
                 lost ? local->save.error : local->error);
    return parting;
}

static void say_goodbye(const struct local_play *play, enum parting parting)
{
    if (parting == PARTING_FAILED || !play->opened)
        return;
    if (play->record[0])
        say_record(play->record);
    else if (!play->over && play->local->save_failed)
        screen_complain(play->local->save.error);
    else if (!play->over)
        say_left(play->local);
    fflush(stdout);
}

enum parting local_play(struct stage *stage,
                        const struct local_play_options *options,
                        struct local_game *local, struct think *think,
                        char why[SAVE_ERROR])
{
    struct local_play *play = calloc(1, sizeof *play);
    enum parting parting = PARTING_FAILED;
    if (!play || !game_open(&play->game, stage, think)) {
        snprintf(why, SAVE_ERROR, "%s", _("out of memory"));
        free(play);
        return parting;
    }
    play->game.source = &source;
    play->game.context = play;
    play->local = local;
    play->resumed = options->game->resume;
    local->log.spoken = !stage->line;
    local->eyes = (struct local_game_eyes){
        .context = &play->game,
        .moved = game_moved,
        .not_saved = not_saved,
        .saved_again = saved_again,
    };
    open_game(play, options->game);
    game_play(&play->game);
    parting = settle(play, why);
    if (parting == PARTING_ENDS)
        stage_close(stage);
    if (options->last && parting != PARTING_AGAIN) {
        stage_close(stage);
        say_goodbye(play, parting);
    }
    game_close(&play->game);
    free(play);
    return parting;
}
