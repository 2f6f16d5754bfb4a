/* A table on a server. The server may tell something at any moment, and the
 * connection may be lost: whoever shows the game lives through both. */
#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "i18n/i18n.h"
#include "terminal/game/line_stage.h"
#include "terminal/full/parts.h"
#include "terminal/full/remembered.h"
#include "terminal/game/screen.h"
#include "terminal/game/parts.h"
#include "terminal/join_parts.h"

#define CLOCK_MS 1000 /* how often clocks are redrawn */

/* What the screen is showing, so that nothing is put there twice. */
enum shown {
    SHOWN_NOTHING,
    SHOWN_LOBBY,
    SHOWN_QUESTION,
    SHOWN_OTHERS,
    SHOWN_END
};

struct away {
    struct game game;
    struct stage stage;
    struct join *join;
    enum shown shown;
    uint64_t position; /* what the question is about */
    uint64_t seq;      /* of the last event that is on the screen */
    bool can_undo;
};

/* ---- What the table is like -------------------------------------------- */

/* Days have more milliseconds than an int. */
static long left_of(uint64_t end)
{
    uint64_t now = clock_ms();
    return end > now ? (long)(end - now) : 0;
}

static void sit(struct away *away)
{
    const struct join *join = away->join;
    struct ui_table *table = &away->game.table;
    *table = (struct ui_table){
        .deck = &join->deck,
        .names = &join->names,
        .log = &join->log,
        .history = &join->history,
        .players = join->players,
        .here = join->seat < join->players ? 1U << join->seat : 0,
        .hints = join->hints,
        .server = true,
        .undo = join->can_undo && !join_decides(join),
        .hurry = join->can_hurry,
        .open = join->phase == JOIN_OPEN,
        .over = join->phase == JOIN_OVER,
        .host = join->host,
        .hosts = join->host_seat < join->players ? 1U << join->host_seat : 0,
        .settings = join->settings,
        .spoken = join->spoken,
        .no_undo = join_no_undo(join),
        .seed = join->position,
        .number = join->past.count,
    };
    for (unsigned i = 0; i < join->players; i++) {
        const struct join_seat *seat = &join->seats[i];
        table->taken |= (unsigned)seat->taken << i;
        table->bots |= (unsigned)seat->bot << i;
        table->again |= (unsigned)seat->again << i;
        table->away |= (unsigned)seat->away << i;
        table->stand_in |= (unsigned)seat->stand_in << i;
        table->clock_ms[i] = seat->clocked ? left_of(seat->clock_end) : -1;
        table->awaited |= (unsigned)(seat->awaited && i != join->seat) << i;
        table->grace_ms[i] = (unsigned long)left_of(seat->grace_end);
        memcpy(table->level[i], seat->level, sizeof seat->level);
    }
    ui_sit(away->game.ui, table);
}

static void show_lobby(struct away *away)
{
    const struct remote *remote = &away->join->remote;
    char link[UI_LINK];
    if (remote->url[0])
        snprintf(link, sizeof link, "%s", remote->url);
    else
        snprintf(link, sizeof link, "%s/t/%s", remote->link.origin,
                 remote->link.table);
    ui_lobby(away->game.ui, link);
    away->shown = SHOWN_LOBBY;
}

/* ---- What comes from the server ---------------------------------------- */

static void say_it(void *context, const char *text)
{
    struct game *game = context;
    ui_notice(game->ui, text);
}

/* Leaving works at any time. Other wishes are kept until the server has
 * answered; without a connection they are refused. */
static void note_wishes(struct away *away, bool lost)
{
    struct ui *ui = away->game.ui;
    struct ui_wish wish;
    for (unsigned count = ui->wishes; count && ui_wish(ui, &wish); count--)
        if (wish.type == UI_WISH_LEAVE || wish.type == UI_WISH_QUIT)
            game_leave(&away->game, PARTING_LEFT);
        else if (lost)
            ui_trouble(ui, _("There is no connection: that was not sent. "
                             "Wait, or leave."));
        else
            ui_want(ui, &wish);
}

/* Lets time pass without the server: before another try to connect, or while
 * an answer is waited for. */
static bool bide(void *context, int ms)
{
    struct game *game = context;
    struct away *away = game->context;
    struct ui *ui = game->ui;
    uint64_t until = clock_ms() + (uint64_t)ms;
    /* Also in the middle of a try, when nobody is heard for a moment. */
    bool lost = ms > 0 || (away->join->known && !away->join->remote.client);

    if (away->stage.line)
        return line_bide(away->stage.line, ms);
    do {
        uint64_t now = clock_ms();
        uint64_t changes = ui_changes(ui);
        stage_wait(&away->stage, now < until ? (int)(until - now) : 0);
        /* Any key takes a notice away; this one stays. */
        if (lost && ui_changes(ui) != changes)
            ui_trouble(ui, _("The connection to the server is lost. Trying "
                             "again ..."));
        note_wishes(away, lost);
        if (away->stage.leave)
            game_leave(game, PARTING_ENDS);
    } while (clock_ms() < until && !game->left);
    return !game->left;
}

static bool clocks_run(const struct join *join)
{
    for (unsigned seat = 0; seat < join->players; seat++)
        if (join->seats[seat].clocked || join->seats[seat].awaited)
            return true;
    return false;
}

static enum game_event await(struct game *game, int input, int ms)
{
    struct away *away = game->context;
    struct join *join = away->join;
    bool clocks = clocks_run(join);
    join->remote.input = input;
    if (ms < 0 || ms > CLOCK_MS)
        ms = clocks ? CLOCK_MS : 60 * CLOCK_MS;
    json_t *message;
    switch (remote_wait(&join->remote, ms, &message)) {
    case REMOTE_MESSAGE:
        join_message(join, message);
        sit(away);
        if (join->remote.ended)
            game_leave(game, PARTING_LEFT);
        return GAME_NEWS;
    case REMOTE_END:
        game_leave(game, PARTING_LEFT);
        return GAME_GONE;
    case REMOTE_TIMEOUT:
        if (clocks)
            sit(away);
        return GAME_TIME;
    case REMOTE_INPUT:
        return GAME_INPUT;
    case REMOTE_SIGNAL:
        return GAME_SIGNAL;
    }
    return GAME_TIME;
}

/* ---- What is shown ----------------------------------------------------- */

static void ask(struct away *away)
{
    const struct join *join = away->join;
    if (away->shown == SHOWN_QUESTION && away->position == join->position &&
        away->can_undo == join->can_undo)
        return;
    away->shown = SHOWN_QUESTION;
    away->position = join->position;
    away->can_undo = join->can_undo;
    ui_ask(away->game.ui, &join->view, join_no_undo(join));
}

static void show_end_of_game(struct away *away)
{
    struct join *join = away->join;
    if (join->ended_game != join->games) {
        join->ended_game = join->games;
        away->shown = SHOWN_END;
        ui_end(away->game.ui, &join->view, NULL, join_verdict(join));
        if (join->seat < join->players)
            remembered_count_game(away->game.ui);
        if (away->stage.line)
            join_show_proof(join);
    } else if (away->shown == SHOWN_LOBBY && away->seq != join->remote.seq) {
        show_lobby(away);
    }
}

static void go_on(struct game *game)
{
    struct away *away = game->context;
    const struct join *join = away->join;
    bool news = away->seq != join->remote.seq;
    if (join->phase == JOIN_OPEN) {
        if (away->shown != SHOWN_LOBBY || news)
            show_lobby(away);
    } else if (join->phase == JOIN_OVER && join->has_view) {
        show_end_of_game(away);
    } else if (join_decides(join)) {
        ask(away);
    } else if (join->has_view && (away->shown != SHOWN_OTHERS || news)) {
        away->shown = SHOWN_OTHERS;
        ui_watch(game->ui, &join->view);
    }
    away->seq = join->remote.seq;
}

/* ---- Wishes ------------------------------------------------------------ */

/* Wishes that leave the question on the screen as it is. */
static void grant_host(struct away *away, const struct ui_wish *wish)
{
    struct join *join = away->join;
    const struct ui_setup *setup = ui_get_setup(away->game.ui);
    if (wish->type == UI_WISH_PATIENCE)
        (void)join_send_seat(join, "wait", wish->seat);
    else if (wish->type == UI_WISH_RELIEVE)
        (void)join_send_seat(join, "relieve", wish->seat);
    else if (wish->type == UI_WISH_SET)
        (void)join_send_setting(join, wish->index, wish->seat);
    else if (wish->type == UI_WISH_REOPEN)
        (void)join_send_share(join, "reopen");
    else if (wish->type == UI_WISH_SIT) {
        remote_be_known(&join->remote);
        (void)join_send_share(join, "sit");
    } else if (wish->type == UI_WISH_MUTE) {
        join->muted = setup->mute;
        (void)remembered_save(setup);
    }
}

static void grant(struct game *game, const struct ui_wish *wish)
{
    struct away *away = game->context;
    struct join *join = away->join;
    bool done = true;
    if (wish->type == UI_WISH_MOVE)
        done = join_send_move(join, &wish->move);
    else if (wish->type == UI_WISH_UNDO)
        done = join_send_undo(join);
    else if (wish->type == UI_WISH_HURRY)
        done = join_send_hurry(join);
    else if (wish->type == UI_WISH_START)
        done = join_send_level(join, "start", wish->text);
    else if (wish->type == UI_WISH_BOT)
        done = join_send_level(join, "bot", wish->text);
    else if (wish->type == UI_WISH_AGAIN) {
        (void)join_send_share(join, "again");
        show_lobby(away);
    } else
        grant_host(away, wish);
    /* A refused answer is asked for again if the question still stands. Else
     * there is another one when the server has told what came of it. */
    if (!done)
        away->shown = SHOWN_NOTHING;
    if (join->remote.ended)
        game_leave(game, PARTING_LEFT);
}

static const struct game_source source = {
    .wait = await,
    .go_on = go_on,
    .grant = grant,
};

/* ---- From the first message to the last -------------------------------- */

/* The screen lives from here on, whatever the server does. */
static bool connect_here(struct away *away)
{
    struct join *join = away->join;
    away->game.source = &source;
    away->game.context = away;
    join->remote.front = (struct remote_front){
        .context = &away->game,
        .say = say_it,
        .moved = game_moved,
        .bide = bide,
    };
    join->remote.input = away->game.input;
    join->muted = ui_get_setup(away->game.ui)->mute;
    char text[SAY_TEXT];
    snprintf(text, sizeof text, _("Joining the table at %.200s ..."),
             join->remote.link.origin);
    ui_await(away->game.ui, text);
    if (!away->stage.line)
        stage_show(&away->stage);
    return join_connect(join);
}

static void play(struct away *away)
{
    struct join *join = away->join;
    /* What had happened before is in the log: nobody has to look at results of
     * rounds that are long over. */
    away->game.news.count = 0;
    sit(away);
    if (away->stage.line)
        line_welcome_away(away->stage.line, join);
    /* A new spectator has no part in what is over. */
    if (join->phase == JOIN_OVER && join->seat >= join->players)
        join->ended_game = join->games;
    join_take_part(join);
    sit(away);
    if (!join->remote.ended)
        game_play(&away->game);
    join_end(join, "");
}

/* The terminal is as it was when this is said. */
static int part(struct join *join, int number, bool lines)
{
    int status = join->remote.why[0] ? 1 : 0;
    if (status)
        screen_complain(join->remote.why);
    else if (!lines && join->phase == JOIN_OVER && join->seat < join->players)
        join_show_proof(join);
    join_say_goodbye(join);
    join_close(join);
    screen_die_of(number);
    return status;
}

static void close_away(struct away *away)
{
    struct farewell none = {0};
    game_close(&away->game);
    think_leave(away->game.think, NULL, &none);
    free(away);
}

static bool open_stage(struct away *away, bool animation, bool lines)
{
    bool open = lines ? stage_open_lines(&away->stage)
                      : stage_open(&away->stage, animation);
    if (open)
        screen_remember(away->stage.ui);
    return open && game_open(&away->game, &away->stage, away->game.think);
}

static struct away *open_away(const struct join_options *options)
{
    struct away *away = calloc(1, sizeof *away);
    if (away)
        away->game.think = think_new();
    if (!away || !away->game.think) {
        free(away);
        return NULL;
    }
    away->game.input = -1;
    away->join = join_open(options);
    if (away->join)
        return away;
    close_away(away);
    return NULL;
}

int screen_join(const struct join_options *options, bool animation, bool lines)
{
    struct join_options wanted = *options;
    struct away *away = lines || screen_possible() ? open_away(&wanted) : NULL;
    if (!away)
        return SCREEN_NONE;
    if (!lines)
        wanted.made = NULL; /* the lobby shows the link */
    struct join *join;
    join = away->join;
    join->log.spoken = !lines;
    if (!open_stage(away, animation, lines)) {
        stage_close(&away->stage);
        close_away(away);
        join_close(join);
        return SCREEN_NONE;
    }
    if (connect_here(away))
        play(away);
    int number = away->stage.signal;
    stage_close(&away->stage);
    close_away(away);
    return part(join, number, lines);
}
