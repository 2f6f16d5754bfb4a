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
#include "screen/line.h"
#include "screen/remembered.h"
#include "screen/screen_parts.h"

#define PATIENCE_MS 300 /* until the person is told what is waited for */

/* A script that starts the program says in the environment by which name a
 * person can call it again. */
#define COMMAND_LENGTH 200

struct here {
    struct game game;
    struct home *home;
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
static void sit(struct here *here, bool undo)
{
    struct home *home = here->home;
    struct ui_table *table = &here->game.table;

    here->history = home_history(home);
    *table = (struct ui_table){
        .deck = &home->deck,
        .names = &home->names,
        .log = &home->log,
        .history = &here->history,
        .players = home->setup.head.settings.players,
        .here = home->people,
        .hints = home->hints,
        .saved = home->saving && !home->save_failed,
        .unsaved = home->save_failed,
        .undo = undo,
        .hurry = table_may_hurry(home->table, home->onlooker),
        .seed = home->seating.seed,
        .number = home->past.count,
    };
    table->save_path = table->saved ? home->save.path : NULL;
    for (unsigned seat = 0; seat < table->players; seat++) {
        const struct player_spec *spec = &home->seating.spec[seat];

        table->clock_ms[seat] = -1;
        if (seating_is_bot(&home->seating, seat))
            snprintf(table->level[seat], UI_LEVEL, "%.*s", UI_LEVEL - 1,
                     spec->bot ? spec->bot->name : spec->text);
    }
    ui_sit(here->game.ui, table);
}

static void not_saved(void *context)
{
    struct game *game = context;
    struct here *here = game->context;
    char text[SAVE_ERROR + 64];

    sit(here, here->game.table.undo);
    snprintf(text, sizeof text, _("The game could not be saved: %s"),
             here->home->save.error);
    ui_trouble(here->game.ui, text);
}

static void saved_again(void *context)
{
    struct game *game = context;
    struct here *here = game->context;

    sit(here, game->table.undo);
    ui_notice(here->game.ui, _("The game is saved again."));
}

/* ---- Deciding ---------------------------------------------------------- */

static void carry_out(struct here *here, unsigned seat, const tio_move *move,
                      bool person)
{
    bool done = home_do(here->home, seat, move);

    here->asked = false;
    sit(here, false);
    if (!done && person)
        ui_trouble(here->game.ui, here->home->error);
    else if (!done)
        game_leave(&here->game, PARTING_FAILED);
}

static void ask_person(struct here *here, unsigned seat)
{
    struct home *home = here->home;
    unsigned undo = table_undo_seat(home->table);
    tio_view view;
    tio_move move;

    tio_view_of(&home->table->game, seat, &view);
    if (home_no_choice(home, &view, &move)) {
        carry_out(here, seat, &move, false);
        return;
    }
    here->asked = true;
    sit(here, undo != seat && undo != TIO_NONE);
    ui_ask(here->game.ui, &view,
           undo == seat ? NULL : past_why_not(&home->past, seat));
}

/* What a program thinks about is not taken back meanwhile. Where bots' moves go
 * back too, a person need not wait for them. */
static void ask_bot(struct here *here, unsigned seat)
{
    const struct table *table = here->home->table;
    tio_view view;

    here->asked = true;
    sit(here, table_solo(table) && table_undo_seat(table) != TIO_NONE);
    tio_view_of(&here->home->table->game, here->home->onlooker, &view);
    ui_watch(here->game.ui, &view);
    think_move(here->game.think, here->home, seat);
}

static void end_game(struct here *here)
{
    struct home *home = here->home;
    bool finished = home_finish(home, here->record);
    tio_view view;

    here->over = true;
    here->asked = true;
    here->unfinished = !finished;
    if (!here->game.stage->line && home->people)
        remembered_count_game(here->game.ui);
    if (!finished)
        here->record[0] = 0;
    tio_view_of(&home->table->game, home->onlooker, &view);
    ui_end(here->game.ui, &view, here->record[0] ? here->record : NULL);
    if (!finished)
        ui_trouble(here->game.ui, home->error);
}

/* A hint that is thought about comes first: there is one thread. */
static void go_on(struct game *game)
{
    struct here *here = game->context;

    /* Where a person has no choice, nobody is asked, and it goes on at once. */
    while (here->opened && !here->asked && !game->left &&
           game->think->about == THINK_NOTHING && game_shows(game)) {
        unsigned seat;

        if (here->home->table->phase != TABLE_PLAYING) {
            end_game(here);
            continue;
        }
        seat = home_decider(here->home);
        if (here->home->people >> seat & 1)
            ask_person(here, seat);
        else
            ask_bot(here, seat);
    }
}

/* ---- Wishes ------------------------------------------------------------ */

static void undo(struct here *here)
{
    const struct table *table = here->home->table;
    bool thinks = here->game.think->about == THINK_MOVE;
    unsigned seat =
        thinks && !table_solo(table) ? TIO_NONE : table_undo_seat(table);

    /* Its thread can't be stopped: the answer is dropped when it comes. */
    if (thinks && seat != TIO_NONE) {
        here->changed_mind = true;
        return;
    }
    if (seat != TIO_NONE && home_undo(here->home, seat)) {
        here->asked = false;
        sit(here, false);
        return;
    }
    ui_notice(here->game.ui, seat == TIO_NONE
                                 ? _("There is nothing to take back.")
                                 : here->home->error);
}

/* "~/game" is in the person's own folder. */
static bool full_path(const char *path, char out[SAVE_PATH])
{
    const char *home = getenv("HOME");
    int length;

    if (path[0] == '~' && path[1] == '/' && home)
        length = snprintf(out, SAVE_PATH, "%s%s", home, path + 1);
    else
        length = snprintf(out, SAVE_PATH, "%s", path);
    return length > 0 && length < SAVE_PATH;
}

static void keep_record(struct here *here, const char *wanted)
{
    char path[SAVE_PATH];
    char text[SAVE_PATH + 200];
    size_t length;
    const char *record = tio_record_text(here->home->setup.record, &length);

    if (!full_path(wanted, path)) {
        ui_trouble(here->game.ui, _("the path is too long"));
        return;
    }
    /* A file that is there is never written over. */
    if (file_create(path, true, record, length)) {
        snprintf(text, sizeof text, _("The record is in %s."), path);
        ui_notice(here->game.ui, text);
        return;
    }
    snprintf(text, sizeof text, "%s: %s", path, strerror(errno));
    ui_trouble(here->game.ui, text);
}

static void grant(struct game *game, const struct ui_wish *wish)
{
    struct here *here = game->context;

    if (wish->type == UI_WISH_MOVE)
        carry_out(here, wish->move.seat, &wish->move, true);
    else if (wish->type == UI_WISH_UNDO)
        undo(here);
    else if (wish->type == UI_WISH_RECORD)
        keep_record(here, wish->text);
    else if (wish->type == UI_WISH_AGAIN)
        game_leave(game, PARTING_AGAIN);
}

/* ---- The beginning ----------------------------------------------------- */

/* What is to be known at the beginning and nowhere else on the screen; false if
 * there is nothing. */
static bool warn(struct here *here)
{
    struct home *home = here->home;
    char text[SAVE_ERROR + 200];

    if (!home->saving) {
        snprintf(text, sizeof text, _("This game will not be saved. %s"),
                 home->save.error);
        ui_trouble(here->game.ui, text);
    } else if (home->save.beside) {
        snprintf(text, sizeof text,
                 _("Another game is going on. This one is saved in %s."),
                 home->save.path);
        ui_notice(here->game.ui, text);
    } else if (home->guessed) {
        snprintf(text, sizeof text,
                 _("%s is missing, so every player with a bot's name is "
                   "treated as a bot."),
                 home->save.seats);
        ui_notice(here->game.ui, text);
    } else {
        return false;
    }
    return true;
}

static void begin(struct here *here)
{
    struct line *line = here->game.stage->line;

    here->opened = true;
    sit(here, false);
    if (line)
        line_welcome_here(line, here->home, here->resumed);
    if (!warn(here) && !line && here->resumed)
        ui_notice(here->game.ui, _("Welcome back."));
    home_tell_faults(here->home);
    home_go_on(here->home);
}

static void thought(struct game *game, enum think_about about)
{
    struct here *here = game->context;

    if (about == THINK_MOVE && here->changed_mind) {
        here->changed_mind = false;
        undo(here);
    } else if (about == THINK_MOVE) {
        home_tell_faults(here->home);
        carry_out(here, game->think->question.seat, &game->think->move, false);
    } else if (game->think->opened) {
        begin(here);
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

static void open_game(struct here *here, const struct home_options *options)
{
    struct home_options wanted = *options;
    struct pollfd ready = {.events = POLLIN};

    /* What a program writes would stand in the middle of the picture. */
    if (!here->game.stage->line && isatty(STDERR_FILENO))
        wanted.limits.show_errors = false;
    think_open_game(here->game.think, here->home, &wanted);
    ready.fd = think_descriptor(here->game.think);
    if (poll(&ready, 1, PATIENCE_MS) == 1)
        game_wait(&here->game, -1, 0);
    else
        ui_await(here->game.ui, _("Starting the bot programs ..."));
}

/* ---- The end ----------------------------------------------------------- */

/* By the name of the script that started this, which needs `more` to get here,
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
static void say_left(const struct home *home)
{
    if (!home->saving) {
        say(0, _("Goodbye. This game was not saved."));
        return;
    }
    printf("%s\n  %s\n", _("The game is saved in"), home->save.path);
    puts(_("To continue it, run"));
    say_command("TIOLI_PLAY_COMMAND", " --terminal", "tioli play");
    fputs(" --resume", stdout);
    if (!save_is_usual(&home->save)) {
        fputs(" --save ", stdout);
        say_shell_word(home->save.path);
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
static enum parting settle(struct here *here, char why[SAVE_ERROR])
{
    const struct home *home = here->home;
    enum parting parting = here->game.parting;
    bool lost = here->opened && !here->over && home->save_failed;

    if (parting == PARTING_LEFT && (lost || here->unfinished))
        parting = PARTING_FAILED;
    if (parting == PARTING_FAILED)
        snprintf(why, SAVE_ERROR, "%s", lost ? home->save.error : home->error);
    return parting;
}

static void say_goodbye(const struct here *here, enum parting parting)
{
    if (parting == PARTING_FAILED || !here->opened)
        return;
    if (here->record[0])
        say_record(here->record);
    else if (!here->over && here->home->save_failed)
        screen_complain(here->home->save.error);
    else if (!here->over)
        say_left(here->home);
    fflush(stdout);
}

enum parting here_play(struct stage *stage, const struct here_options *options,
                       struct home *home, struct think *think,
                       char why[SAVE_ERROR])
{
    struct here *here = calloc(1, sizeof *here);
    enum parting parting = PARTING_FAILED;

    if (!here || !game_open(&here->game, stage, think)) {
        snprintf(why, SAVE_ERROR, "%s", _("out of memory"));
        free(here);
        return parting;
    }
    here->game.source = &source;
    here->game.context = here;
    here->home = home;
    here->resumed = options->game->resume;
    home->log.spoken = !stage->line;
    home->eyes = (struct home_eyes){
        .context = &here->game,
        .moved = game_moved,
        .not_saved = not_saved,
        .saved_again = saved_again,
    };
    open_game(here, options->game);
    game_play(&here->game);
    parting = settle(here, why);
    if (parting == PARTING_ENDS)
        stage_close(stage);
    if (options->last && parting != PARTING_AGAIN) {
        stage_close(stage);
        say_goodbye(here, parting);
    }
    game_close(&here->game);
    free(here);
    return parting;
}
