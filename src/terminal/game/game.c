/* One loop for every source and every stage. */
#define _DEFAULT_SOURCE

#include "terminal/game/game.h"

#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "terminal/game/line_stage.h"
#include "terminal/full/parts.h"

/* ---- Opening and closing ----------------------------------------------- */

/* A source waits for one descriptor: that of the keyboard, signals and
 * thoughts. */
static bool listen_to_all(struct game *game)
{
    bool good = true;
    game->input = epoll_create1(EPOLL_CLOEXEC);
    int from[TERM_DESCRIPTORS + 1];
    term_descriptors(game->stage->term, from);
    from[TERM_DESCRIPTORS] = game->think ? game->think->pipe[0] : -1;
    for (unsigned i = 0; i < TERM_DESCRIPTORS + 1; i++) {
        struct epoll_event event = {.events = EPOLLIN};
        good = good && (from[i] < 0 || epoll_ctl(game->input, EPOLL_CTL_ADD,
                                                 from[i], &event) == 0);
    }
    return good;
}

bool game_open(struct game *game, struct stage *stage, struct think *think)
{
    game->stage = stage;
    game->ui = stage->ui;
    game->think = think;
    game->input = -1;
    return stage->line || listen_to_all(game);
}

void game_close(struct game *game)
{
    if (game->input >= 0)
        close(game->input);
}

void game_leave(struct game *game, enum parting parting)
{
    if (!game->left)
        game->parting = parting;
    game->left = true;
}

/* ---- What happens ------------------------------------------------------ */

void game_moved(void *context, const tio_view *before, const tio_move *move,
                const tio_view *after)
{
    struct game *game = context;
    struct news *news = &game->news;
    if (tio_phase_is_common(before->game.phase) &&
        before->game.phase == after->game.phase)
        return;
    if (news->count == NEWS_MOST) {
        news->first = (news->first + 1) % NEWS_MOST;
        news->count--;
    }
    unsigned place = (news->first + news->count++) % NEWS_MOST;
    news->item[place].before = *before;
    news->item[place].after = *after;
    news->item[place].move = *move;
}

bool game_shows(struct game *game)
{
    struct news *news = &game->news;
    while (news->count && !ui_busy(game->ui)) {
        unsigned place = news->first;
        news->first = (news->first + 1) % NEWS_MOST;
        news->count--;
        ui_news(game->ui, &news->item[place].before, &news->item[place].move,
                &news->item[place].after);
    }
    return !news->count && !ui_busy(game->ui);
}

static bool has_thought(const struct game *game)
{
    struct pollfd done = {.events = POLLIN};
    done.fd = game->think ? think_descriptor(game->think) : -1;
    return poll(&done, 1, 0) == 1;
}

static void thought(struct game *game)
{
    enum think_about about = think_take(game->think);
    if (about != THINK_HINT)
        game->source->thought(game, about);
    else if (game->think->number == game->table.number)
        ui_show_hint(game->ui, &game->think->hint);
}

enum game_event game_wait(struct game *game, int input, int ms)
{
    enum game_event event = game->source->wait(game, input, ms);
    if (!has_thought(game))
        return event;
    thought(game);
    return GAME_NEWS;
}

void game_go_on(struct game *game)
{
    if (game_shows(game) && !game->left)
        game->source->go_on(game);
}

/* ---- Wishes ------------------------------------------------------------ */

static void hint(struct game *game)
{
    const struct ui_table *table = &game->table;
    if (game->think && game->think->about == THINK_NOTHING && ui_asks(game->ui))
        think_hint(game->think, &game->ui->view, table->deck, table->seed,
                   table->number);
}

static void grant(struct game *game, const struct ui_wish *wish)
{
    if (wish->type == UI_WISH_HINT)
        hint(game);
    else if (wish->type == UI_WISH_LEAVE || wish->type == UI_WISH_QUIT)
        game_leave(game, PARTING_LEFT);
    else
        game->source->grant(game, wish);
}

/* ---- The loop ---------------------------------------------------------- */

static void lap(struct game *game)
{
    if (game->stage->line) {
        line_lap(game->stage->line, game);
        return;
    }
    stage_show(game->stage);
    game_wait(game, game->input, ui_wait(game->ui));
    stage_wait(game->stage, 0);
    if (game->stage->leave)
        game_leave(game, PARTING_ENDS);
}

void game_play(struct game *game)
{
    struct ui_wish wish;
    while (!game->left) {
        game_go_on(game);
        if (!game->left)
            lap(game);
        while (!game->left && ui_wish(game->ui, &wish))
            grant(game, &wish);
    }
}
