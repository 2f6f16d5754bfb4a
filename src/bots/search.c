#include "bots/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/spread.h"

/* Moves are dropped in stages: after each, the better half is kept. */
#define STAGES 3
#define FINALISTS 3

#define NO_LIMIT UINT64_MAX
#define LOOKS 4 /* worlds for each thread between looks at the clock */

/* The seat's own table is looked into most: it is made with more care. */
#define OWN_DEPTH 9
#define OWN_WIDTH 3

struct team {
    struct search *search;
    struct search_ground *ground;
    struct search_room *room[TIO_MAX_THREADS];
    unsigned threads;
    unsigned worlds; /* done */
    unsigned alive;
};

static bool team_open(struct team *team, struct search *search)
{
    unsigned threads = search->budget ? search->budget->threads : 1;
    team->search = search;
    team->threads = threads < 1                 ? 1
                    : threads > TIO_MAX_THREADS ? TIO_MAX_THREADS
                                                : threads;
    team->ground = malloc(sizeof *team->ground);
    bool good = team->ground;
    for (unsigned i = 0; i < team->threads; i++) {
        team->room[i] = malloc(sizeof *team->room[i]);
        good = good && team->room[i];
    }
    return good;
}

static void team_close(struct team *team)
{
    free(team->ground);
    for (unsigned i = 0; i < team->threads; i++)
        free(team->room[i]);
}

/* ---- Playouts ---- */

static void do_world(void *context, unsigned worker, unsigned number)
{
    struct team *team = context;
    search_world(team->search, team->ground, team->room[worker],
                 team->worlds + number, team->alive);
}

static void add_sums(struct search_sums *sums, const struct search_sums *more)
{
    sums->playouts += more->playouts;
    sums->utility += more->utility;
    sums->win += more->win;
    sums->net += more->net;
    sums->net_squares += more->net_squares;
    for (unsigned i = 0; i < TIO_MAX_PLAYERS; i++)
        sums->nets[i] += more->nets[i];
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        sums->completed[i] += more->completed[i];
}

static void do_worlds(struct team *team, unsigned worlds)
{
    struct search *search = team->search;
    for (unsigned i = 0; i < team->threads; i++)
        memset(team->room[i]->sums, 0, sizeof team->room[i]->sums);
    spread_jobs(worlds, team->threads, do_world, team);
    team->worlds += worlds;
    for (unsigned i = 0; i < team->threads; i++)
        for (unsigned m = 0; m < team->alive; m++)
            add_sums(&search->move[m].sums, &team->room[i]->sums[m]);
    search->playouts +=
        (uint64_t)worlds * team->alive * search->setting.per_world;
}

/* Whether the mean of a is higher, and between equals what it promises: in whole
 * numbers, and whole parts first, so that no product grows too large. */
static bool better(const struct search_move *a, const struct search_move *b)
{
    int64_t count_a = a->sums.playouts ? (int64_t)a->sums.playouts : 1;
    int64_t count_b = b->sums.playouts ? (int64_t)b->sums.playouts : 1;
    int64_t left = a->sums.utility / count_a;
    int64_t right = b->sums.utility / count_b;
    if (left == right) {
        left = a->sums.utility % count_a * count_b;
        right = b->sums.utility % count_b * count_a;
    }
    return left != right ? left > right : a->prior > b->prior;
}

static void sort_moves(struct search *search, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        struct search_move moved = search->move[i];
        unsigned at = i;
        for (; at > 0 && better(&moved, &search->move[at - 1]); at--)
            search->move[at] = search->move[at - 1];
        search->move[at] = moved;
    }
}

/* Whoever may have changed their mind is asked after every world. */
static unsigned worlds_at_once(const struct team *team, unsigned all,
                               uint64_t limit)
{
    const tio_budget *budget = team->search->budget;
    if (budget && budget->go_on)
        return team->threads;
    return limit == NO_LIMIT ? all : LOOKS * team->threads;
}

/* Up to `limit`, but never nothing: the same worlds in the same order, so that
 * a limit that is not reached changes nothing. */
static void stage_by_playouts(struct team *team, unsigned playouts,
                              uint64_t limit)
{
    unsigned each = team->alive * team->search->setting.per_world;
    assert(each > 0);
    unsigned worlds = playouts / STAGES / each;
    unsigned step = worlds_at_once(team, worlds, limit);
    unsigned left = worlds ? worlds : 1;
    do {
        unsigned some = step && step < left ? step : left;
        do_worlds(team, some);
        left -= some;
    } while (left > 0 && search_goes_on(team->search) &&
             (limit == NO_LIMIT || spread_clock() < limit));
}

static void stage_by_clock(struct team *team, uint64_t end)
{
    do
        do_worlds(team, team->threads);
    while (search_goes_on(team->search) && spread_clock() < end);
}

/* `begin` is when the search began, if there is a clock to go by. */
static void run_stages(struct team *team, uint64_t begin)
{
    struct search *search = team->search;
    const tio_budget *budget = search->budget;
    bool clock = budget && budget->think_ms && spread_has_clock();
    unsigned playouts = budget && budget->playouts ? budget->playouts
                                                   : search->setting.playouts;
    uint64_t limit = budget && budget->limit_ms && spread_has_clock()
                         ? begin + budget->limit_ms
                         : NO_LIMIT;
    /* With only one move there is nothing to compare, so the search is skipped.
     * Hints (`setting.explain`) run it all the same, to show what the move is
     * worth. */
    team->alive = search->moves;
    if (team->alive == 1 && !search->setting.explain)
        return;
    for (unsigned stage = 1; stage <= STAGES && search_goes_on(search);
         stage++) {
        uint64_t end =
            clock ? begin + (uint64_t)budget->think_ms * stage / STAGES : limit;
        if (end > limit)
            end = limit;
        /* Time that is up is up, once every move was tried. */
        if (end != NO_LIMIT && stage > 1 && spread_clock() >= end)
            continue;
        if (clock)
            stage_by_clock(team, end);
        else
            stage_by_playouts(team, playouts, limit);
        sort_moves(search, team->alive);
        if (team->alive > FINALISTS)
            team->alive = (team->alive + 1) / 2;
    }
}

bool search_run(struct search *search)
{
    const tio_game *game = &search->view->game;
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned seat = search->view->seat;
    struct team team = {.worlds = 0};
    uint64_t begin = spread_clock();
    bool good = team_open(&team, search);
    if (good) {
        struct search_ground *ground = team.ground;
        tray_kinds_of(game->tray, &ground->tray);
        nets_begin(&ground->nets, combos,
                   tio_hand_combos(game, search->deck, seat, combos));
        search_make_table(&ground->mine, &ground->nets, game, seat,
                          &ground->tray, OWN_DEPTH,
                          OWN_WIDTH * search->setting.width);
        search_list(search, ground, team.room[0]);
        for (unsigned i = 0; i < team.threads; i++)
            nets_begin(&team.room[i]->nets[seat], ground->nets.combos,
                       ground->nets.count);
        sort_moves(search, search->moves);
        run_stages(&team, begin);
    }
    team_close(&team);
    return good;
}
