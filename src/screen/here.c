/* A game at this machine on the full screen. The table is ahead of what is
 * shown: what happens is kept until it can be shown, and nobody decides before
 * that. Bots and the coach think on a thread of their own. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "i18n/i18n.h"
#include "screen/news.h"
#include "screen/screen_parts.h"
#include "screen/think.h"
#include "terminal/plain.h"

#define PATIENCE_MS 300 /* until the person is told what is waited for */

struct here {
    struct stage *stage;
    struct ui *ui;
    struct home *home;
    struct think *think;
    struct ui_table table;
    struct history history;
    struct news news;
    bool asked; /* whoever decides next knows */
    tio_view question;
    uint64_t number; /* of moves when the hint was asked for */
    bool opened;
    bool over;
    bool left;
    bool failed;
    enum parting parting;
    char record[SAVE_PATH];
};

/* ---- What happens ------------------------------------------------------ */

static void moved(void *context, const tio_view *before, const tio_move *seen,
                  const tio_view *after)
{
    struct here *here = context;

    news_add(&here->news, before, seen, after);
}

static void sit(struct here *here)
{
    struct home *home = here->home;
    struct ui_table *table = &here->table;

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
    };
    for (unsigned seat = 0; seat < table->players; seat++) {
        const struct player_spec *spec = &home->seating.spec[seat];

        table->clock_ms[seat] = -1;
        if (seating_is_bot(&home->seating, seat))
            snprintf(table->level[seat], UI_LEVEL, "%.*s", UI_LEVEL - 1,
                     spec->bot ? spec->bot->name : spec->text);
    }
    ui_sit(here->ui, table);
}

static void not_saved(void *context)
{
    struct here *here = context;
    char text[SAVE_ERROR + 64];

    sit(here);
    snprintf(text, sizeof text, _("The game could not be saved: %s"),
             here->home->save.error);
    ui_trouble(here->ui, text);
}

static void saved_again(void *context)
{
    struct here *here = context;

    sit(here);
    ui_notice(here->ui, _("The game is saved again."));
}

static void fail(struct here *here)
{
    here->failed = true;
    here->left = true;
    here->parting = PARTING_FAILED;
}

/* ---- Deciding ---------------------------------------------------------- */

static void carry_out(struct here *here, unsigned seat, const tio_move *move,
                      bool person)
{
    here->asked = false;
    if (home_do(here->home, seat, move)) {
        here->history = home_history(here->home);
        return;
    }
    if (person)
        ui_trouble(here->ui, here->home->error);
    else
        fail(here);
}

static void ask_person(struct here *here, unsigned seat)
{
    struct home *home = here->home;
    bool undo = table_undo_seat(home->table) == seat;
    tio_move move;

    tio_view_of(&home->table->game, seat, &here->question);
    if (home_no_choice(home, &here->question, &move)) {
        carry_out(here, seat, &move, false);
        return;
    }
    here->asked = true;
    here->table.undo = !undo && table_undo_seat(home->table) != TIO_NONE;
    ui_sit(here->ui, &here->table);
    ui_ask(here->ui, &here->question,
           undo ? NULL : past_why_not(&home->past, seat));
}

/* What a bot thinks about is not taken back meanwhile. */
static void ask_bot(struct here *here, unsigned seat)
{
    tio_view view;

    here->asked = true;
    here->table.undo = false;
    ui_sit(here->ui, &here->table);
    tio_view_of(&here->home->table->game, here->home->onlooker, &view);
    ui_watch(here->ui, &view);
    think_move(here->think, here->home, seat);
}

static void end_game(struct here *here)
{
    struct home *home = here->home;
    tio_view view;

    here->over = true;
    here->asked = true;
    tio_view_of(&home->table->game, home->onlooker, &view);
    if (home_finish(home, here->record)) {
        ui_end(here->ui, &view, here->record[0] ? here->record : NULL);
    } else {
        here->record[0] = 0;
        ui_end(here->ui, &view, NULL);
        ui_trouble(here->ui, home->error);
    }
}

/* Shows what has happened, one thing after another; then it goes on. A hint
 * that is thought about comes first: there is one thread. */
static void go_on(struct here *here)
{
    /* Where a person has no choice, nobody is asked, and it goes on at once. */
    while (news_show(&here->news, here->ui) && !here->asked && !here->left &&
           here->think->about == THINK_NOTHING) {
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

static void thought(struct here *here)
{
    if (think_take(here->think) == THINK_MOVE) {
        home_tell_faults(here->home);
        carry_out(here, here->think->question.seat, &here->think->move, false);
    } else if (here->number == here->home->past.count) {
        ui_show_hint(here->ui, &here->think->hint);
    }
}

/* ---- Wishes ------------------------------------------------------------ */

static void undo(struct here *here)
{
    bool thinks = here->think->about == THINK_MOVE;
    unsigned seat = thinks ? TIO_NONE : table_undo_seat(here->home->table);

    if (seat != TIO_NONE && home_undo(here->home, seat)) {
        here->asked = false;
        return;
    }
    ui_notice(here->ui, seat == TIO_NONE ? _("There is nothing to take back.")
                                         : here->home->error);
}

static void hint(struct here *here)
{
    if (here->think->about != THINK_NOTHING || here->over)
        return;
    here->number = here->home->past.count;
    think_hint(here->think, &here->question, &here->home->deck,
               here->home->seating.seed, here->number);
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
        ui_trouble(here->ui, _("the path is too long"));
        return;
    }
    /* A file that is there is never written over. */
    if (file_create(path, true, record, length)) {
        snprintf(text, sizeof text, _("The record is in %s."), path);
        ui_notice(here->ui, text);
        return;
    }
    snprintf(text, sizeof text, "%s: %s", path, strerror(errno));
    ui_trouble(here->ui, text);
}

static void leave(struct here *here, enum parting parting)
{
    here->left = true;
    here->parting = parting;
}

static void grant(struct here *here, const struct ui_wish *wish)
{
    switch ((enum ui_wish_type)wish->type) {
    case UI_WISH_MOVE:
        carry_out(here, wish->move.seat, &wish->move, true);
        break;
    case UI_WISH_UNDO:
        undo(here);
        break;
    case UI_WISH_HINT:
        hint(here);
        break;
    case UI_WISH_RECORD:
        keep_record(here, wish->text);
        break;
    case UI_WISH_AGAIN:
        leave(here, PARTING_AGAIN);
        break;
    case UI_WISH_LEAVE:
    case UI_WISH_QUIT:
        leave(here, PARTING_LEFT);
        break;
    case UI_WISH_NEW:
    case UI_WISH_RESUME:
    case UI_WISH_LEARN:
    case UI_WISH_NEXT:
    case UI_WISH_START:
    case UI_WISH_BOT:
    case UI_WISH_TYPES:
        break;
    }
}

/* ---- From the first move to the last ----------------------------------- */

/* Lets the person see what takes so long, and leave. */
static bool await_game(struct here *here)
{
    struct ui_wish wish;

    ui_await(here->ui, _("The programs that play get ready ..."));
    while (!here->left) {
        if (stage_wait(here->stage, think_descriptor(here->think), -1))
            return true;
        while (!here->left && ui_wish(here->ui, &wish))
            if (wish.type == UI_WISH_LEAVE || wish.type == UI_WISH_QUIT)
                leave(here, PARTING_LEFT);
        if (here->stage->leave && !here->left)
            leave(here, PARTING_ENDS);
    }
    return false;
}

static void open_game(struct here *here, const struct home_options *options)
{
    struct pollfd ready = {.events = POLLIN};

    think_open_game(here->think, here->home, options);
    ready.fd = think_descriptor(here->think);
    if (poll(&ready, 1, PATIENCE_MS) != 1 && !await_game(here))
        return;
    think_take(here->think);
    here->opened = here->think->opened;
    if (!here->opened)
        fail(here);
}

static void loop(struct here *here)
{
    struct ui_wish wish;

    home_go_on(here->home);
    while (!here->left) {
        go_on(here);
        if (here->left)
            break;
        if (stage_wait(here->stage, think_descriptor(here->think), -1))
            thought(here);
        while (!here->left && ui_wish(here->ui, &wish))
            grant(here, &wish);
        if (here->stage->leave && !here->left)
            leave(here, PARTING_ENDS);
    }
}

static void say_goodbye(const struct here *here)
{
    if (here->parting == PARTING_FAILED || !here->opened)
        return;
    if (here->record[0])
        plain_say_record(here->record);
    else if (!here->over)
        plain_say_left(here->home);
}

/* What is to be known at the beginning and nowhere else on the screen. */
static void greet(struct here *here, bool resumed)
{
    struct home *home = here->home;
    char text[SAVE_ERROR + 200];

    home_tell_faults(home);
    if (!home->saving) {
        snprintf(text, sizeof text, _("This game will not be saved. %s"),
                 home->save.error);
        ui_trouble(here->ui, text);
    } else if (home->guessed) {
        snprintf(text, sizeof text,
                 _("There is no %s to tell who plays: whoever has a bot's "
                   "name is taken for a bot."),
                 home->save.seats);
        ui_notice(here->ui, text);
    } else if (resumed) {
        ui_notice(here->ui, _("Welcome back."));
    }
}

enum parting here_play(struct stage *stage, const struct here_options *options,
                       struct home *home, struct think *think,
                       char why[SAVE_ERROR])
{
    struct here *here = calloc(1, sizeof *here);
    enum parting parting;

    if (!here) {
        snprintf(why, SAVE_ERROR, "%s", _("out of memory"));
        return PARTING_FAILED;
    }
    here->stage = stage;
    here->ui = stage->ui;
    here->home = home;
    here->think = think;
    home->log.quiet = true;
    home->eyes = (struct home_eyes){
        .context = here,
        .moved = moved,
        .not_saved = not_saved,
        .saved_again = saved_again,
    };
    open_game(here, options->game);
    if (here->opened) {
        sit(here);
        greet(here, options->game->resume);
        loop(here);
    }
    if (here->parting == PARTING_ENDS)
        stage_close(stage);
    if (options->last && here->parting != PARTING_AGAIN) {
        stage_close(stage);
        say_goodbye(here);
        fflush(stdout);
    }
    if (here->failed)
        snprintf(why, SAVE_ERROR, "%s", home->error);
    parting = here->parting;
    free(here);
    return parting;
}
