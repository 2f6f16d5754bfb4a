/* A table on a server on the full screen. The server may tell something at any
 * moment, and the connection may be lost: the screen lives through both. */
#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/clock.h"
#include "i18n/i18n.h"
#include "screen/news.h"
#include "screen/screen.h"
#include "screen/screen_parts.h"
#include "screen/think.h"
#include "terminal/join_parts.h"

#define LATER 4
#define CLOCK_MS 1000 /* how often clocks are shown anew */

/* What is on the screen for: nothing is put there twice. */
enum shown {
    SHOWN_NOTHING,
    SHOWN_LOBBY,
    SHOWN_QUESTION,
    SHOWN_OTHERS,
    SHOWN_END
};

struct away {
    struct stage stage;
    struct ui *ui;
    struct join *join;
    struct think *think;
    struct news news;
    int input; /* of the keyboard, signals and thoughts */
    enum shown shown;
    uint64_t position; /* what the question is about */
    uint64_t seq;      /* of the last event that is on the screen */
    bool can_undo;
    bool left;
    unsigned later; /* wishes that came while an answer was waited for */
    struct ui_wish wish[LATER];
    uint64_t told; /* when the state was: clocks run from there */
    struct ui_table table;
};

/* ---- What the table is like -------------------------------------------- */

static void sit(struct away *away)
{
    const struct join *join = away->join;
    struct ui_table *table = &away->table;
    uint64_t passed = clock_ms() - away->told;

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
    };
    for (unsigned i = 0; i < join->players; i++) {
        const struct join_seat *seat = &join->seats[i];
        long left = (long)seat->clock_ms - (long)passed;

        table->away |= (unsigned)seat->away << i;
        table->stand_in |= (unsigned)seat->stand_in << i;
        table->clock_ms[i] = !seat->clocked ? -1 : left > 0 ? left : 0;
        memcpy(table->level[i], seat->level, sizeof seat->level);
    }
    ui_sit(away->ui, table);
}

static void show_lobby(struct away *away)
{
    const struct join *join = away->join;
    struct ui_lobby lobby = {
        .settings = join->settings,
        .players = join->players,
        .host = join->host,
        .over = join->phase == JOIN_OVER,
    };

    if (join->remote.url[0])
        snprintf(lobby.link, sizeof lobby.link, "%s", join->remote.url);
    else
        snprintf(lobby.link, sizeof lobby.link, "%s/t/%s",
                 join->remote.link.origin, join->remote.link.table);
    for (unsigned i = 0; i < join->players; i++) {
        const struct join_seat *seat = &join->seats[i];
        struct ui_lobby_seat *out = &lobby.seat[i];

        out->taken = lobby.over && !seat->bot ? seat->again : seat->taken;
        out->bot = seat->bot;
        out->away = seat->away;
        out->me = i == join->seat;
        memcpy(out->name, join->names.of[i], sizeof out->name);
        memcpy(out->level, seat->level, sizeof out->level);
    }
    ui_lobby(away->ui, &lobby);
    away->shown = SHOWN_LOBBY;
}

/* ---- What comes from the server ---------------------------------------- */

static void say_it(void *context, const char *text)
{
    struct away *away = context;

    ui_notice(away->ui, text);
}

static void moved(void *context, const tio_view *before, const tio_move *seen,
                  const tio_view *after)
{
    struct away *away = context;

    news_add(&away->news, before, seen, after);
}

static void leave(struct away *away)
{
    away->left = true;
    join_end(away->join, "");
}

static void say_lost(struct away *away)
{
    ui_trouble(away->ui,
               _("The connection to the server is lost. Trying again ..."));
}

/* Who wants to leave may do so at any time; all else has to wait. */
static void note_wishes(struct away *away, bool lost)
{
    struct ui_wish wish;

    while (ui_wish(away->ui, &wish))
        if (wish.type == UI_WISH_LEAVE || wish.type == UI_WISH_QUIT)
            away->left = true;
        else if (lost)
            ui_trouble(away->ui, _("There is no connection: that was not "
                                   "sent. Wait, or leave."));
        else if (away->later < LATER)
            away->wish[away->later++] = wish;
}

/* Lets time pass without the server: before another try to connect, or while
 * an answer is waited for. */
static bool bide(void *context, int ms)
{
    struct away *away = context;
    uint64_t until = clock_ms() + (uint64_t)ms;
    /* Also in the middle of a try, when nobody is heard for a moment. */
    bool lost = ms > 0 || (away->join->known && !away->join->remote.client);

    do {
        uint64_t now = clock_ms();
        uint64_t changes = ui_changes(away->ui);

        stage_wait(&away->stage, -1, now < until ? (int)(until - now) : 0);
        /* Any key takes a notice away; this one stays. */
        if (lost && ui_changes(away->ui) != changes)
            say_lost(away);
        note_wishes(away, lost);
    } while (clock_ms() < until && !away->left && !away->stage.leave);
    return !away->left && !away->stage.leave;
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
    ui_ask(away->ui, &join->view, join_no_undo(join));
}

static void show_end_of_game(struct away *away)
{
    struct join *join = away->join;
    const char *verdict = join_verdict(join);

    if (join->ended_game != join->games) {
        join->ended_game = join->games;
        away->shown = SHOWN_END;
        ui_end(away->ui, &join->view, NULL);
        if (verdict)
            ui_notice(away->ui, verdict);
    } else if (away->shown == SHOWN_LOBBY && away->seq != join->remote.seq) {
        show_lobby(away);
    }
    away->seq = join->remote.seq;
}

static void go_on(struct away *away)
{
    const struct join *join = away->join;

    if (!news_show(&away->news, away->ui) || join->ended)
        return;
    if (join->phase == JOIN_OPEN) {
        if (away->shown != SHOWN_LOBBY || away->seq != join->remote.seq)
            show_lobby(away);
    } else if (join->phase == JOIN_OVER && join->has_view) {
        show_end_of_game(away);
        return;
    } else if (join_decides(join)) {
        ask(away);
    } else if (join->has_view &&
               (away->shown != SHOWN_OTHERS || away->seq != join->remote.seq)) {
        away->shown = SHOWN_OTHERS;
        ui_watch(away->ui, &join->view);
    }
    away->seq = join->remote.seq;
}

/* ---- Wishes ------------------------------------------------------------ */

/* Whatever the server answers, the question is put again if it stands. */
static void sent(struct away *away)
{
    if (away->shown == SHOWN_QUESTION)
        away->shown = SHOWN_NOTHING;
}

static void hint(struct away *away)
{
    const struct join *join = away->join;

    if (away->think->about == THINK_NOTHING && join_decides(join))
        think_hint(away->think, &join->view, &join->deck, join->position,
                   join->past.count);
}

/* The server has the record. */
static void say_where(struct away *away)
{
    const struct join *join = away->join;
    char text[SAY_TEXT];

    snprintf(text, sizeof text, _("The server has the record: %s"), "");
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "%s/api/tables/%s/record?game=%u", join->remote.link.origin,
             join->remote.link.table, join->games);
    ui_notice(away->ui, text);
}

static void grant(struct away *away, const struct ui_wish *wish)
{
    struct join *join = away->join;

    switch ((enum ui_wish_type)wish->type) {
    case UI_WISH_MOVE:
        join_send_move(join, &wish->move);
        sent(away);
        break;
    case UI_WISH_UNDO:
        join_send_undo(join);
        sent(away);
        break;
    case UI_WISH_HINT:
        hint(away);
        break;
    case UI_WISH_AGAIN:
        join_send_again(join);
        show_lobby(away);
        break;
    case UI_WISH_START:
        join_send_level(join, "start", wish->text);
        away->shown = SHOWN_NOTHING;
        break;
    case UI_WISH_BOT:
        join_send_level(join, "bot", wish->text);
        away->shown = SHOWN_NOTHING;
        break;
    case UI_WISH_RECORD:
        say_where(away);
        break;
    case UI_WISH_LEAVE:
    case UI_WISH_QUIT:
        leave(away);
        break;
    case UI_WISH_NEW:
    case UI_WISH_RESUME:
    case UI_WISH_LEARN:
    case UI_WISH_NEXT:
    case UI_WISH_TYPES:
        break;
    }
}

static void grant_all(struct away *away)
{
    struct ui_wish wish;

    for (unsigned i = 0; i < away->later && !away->join->ended; i++) {
        wish = away->wish[i];
        grant(away, &wish);
    }
    away->later = 0;
    while (!away->join->ended && ui_wish(away->ui, &wish))
        grant(away, &wish);
}

/* ---- From the first message to the last -------------------------------- */

static bool clocks_run(const struct join *join)
{
    for (unsigned seat = 0; seat < join->players; seat++)
        if (join->seats[seat].clocked)
            return true;
    return false;
}

static int patience(const struct away *away)
{
    int ms = ui_wait(away->ui);

    if (clocks_run(away->join) && (ms < 0 || ms > CLOCK_MS))
        return CLOCK_MS;
    return ms < 0 ? 60 * CLOCK_MS : ms;
}

static void take_in(struct away *away, json_t *message)
{
    away->told = clock_ms();
    join_message(away->join, message);
    sit(away);
}

static void turn(struct away *away)
{
    struct remote *remote = &away->join->remote;
    json_t *message;

    stage_show(&away->stage);
    switch (remote_wait(remote, patience(away), &message)) {
    case REMOTE_MESSAGE:
        take_in(away, message);
        break;
    case REMOTE_END:
        join_end(away->join, away->left ? "" : remote->why);
        break;
    case REMOTE_TIMEOUT:
        if (clocks_run(away->join))
            sit(away);
        break;
    case REMOTE_INPUT:
    case REMOTE_SIGNAL:
        break;
    }
    if (stage_wait(&away->stage, think_descriptor(away->think), 0) &&
        think_take(away->think) == THINK_HINT &&
        away->think->number == away->join->past.count)
        ui_show_hint(away->ui, &away->think->hint);
    grant_all(away);
    if (away->stage.leave || away->left)
        leave(away);
}

static bool listen_to_all(struct away *away)
{
    int from[TERM_DESCRIPTORS + 1];
    bool good = true;

    away->input = epoll_create1(EPOLL_CLOEXEC);
    term_descriptors(away->stage.term, from);
    from[TERM_DESCRIPTORS] = away->think->pipe[0];
    for (unsigned i = 0; i < TERM_DESCRIPTORS + 1; i++) {
        struct epoll_event event = {.events = EPOLLIN};

        good =
            good && epoll_ctl(away->input, EPOLL_CTL_ADD, from[i], &event) == 0;
    }
    return good;
}

/* The screen lives from here on, whatever the server does. */
static bool connect_here(struct away *away)
{
    struct join *join = away->join;
    char text[SAY_TEXT];

    away->ui = away->stage.ui;
    join->front =
        (struct join_front){.context = away, .say = say_it, .moved = moved};
    join->remote.front =
        (struct remote_front){.context = away, .say = say_it, .bide = bide};
    join->remote.input = away->input;
    away->told = clock_ms();
    snprintf(text, sizeof text, _("Joining the table at %.200s ..."),
             join->remote.link.origin);
    ui_await(away->ui, text);
    stage_show(&away->stage);
    return join_connect(join);
}

static void play(struct away *away)
{
    struct join *join = away->join;

    sit(away);
    if (join->options->watch)
        join->ended_game = join->phase == JOIN_OVER ? join->games : 0;
    join_take_part(join);
    while (!join->ended) {
        go_on(away);
        turn(away);
    }
}

/* The terminal is as it was when this is said. */
static int part(struct join *join, int number)
{
    int status = join->status;

    if (join->why[0])
        fprintf(stderr, "tioli play: %s\n", join->why);
    join_say_goodbye(join);
    join_close(join);
    screen_die_of(number);
    return status;
}

static void close_away(struct away *away)
{
    struct farewell none = {0};

    think_leave(away->think, NULL, &none);
    if (away->input >= 0)
        close(away->input);
    free(away);
}

static struct away *open_away(const struct join_options *options)
{
    struct away *away = screen_possible() ? calloc(1, sizeof *away) : NULL;

    if (away)
        away->think = think_new();
    if (!away || !away->think) {
        free(away);
        return NULL;
    }
    away->input = -1;
    away->join = join_open(options);
    if (away->join)
        return away;
    close_away(away);
    return NULL;
}

int screen_join(const struct join_options *options, bool animation)
{
    struct join_options quiet = *options;
    struct away *away = open_away(&quiet);
    struct join *join;
    int number = 0;

    if (!away)
        return SCREEN_NONE;
    quiet.made = NULL; /* the lobby shows the link */
    join = away->join;
    if (!stage_open(&away->stage, animation) || !listen_to_all(away)) {
        stage_close(&away->stage);
        close_away(away);
        join_close(join);
        return SCREEN_NONE;
    }
    if (connect_here(away))
        play(away);
    number = away->stage.signal;
    stage_close(&away->stage);
    close_away(away);
    join->front = (struct join_front){0};
    return part(join, number);
}
