/* Which moves are worth a search: every die, stopping, and of each action the
 * few targets that look best, to the seat's own table or because others want
 * the dice that they change. */
#include <assert.h>
#include <string.h>

#include "bots/search.h"
#include "bots/world.h"
#include "engine/actions.h"
#include "engine/cards.h"

/* Tables made only to compare targets stay small. */
#define TRY_DEPTH 4
#define TRY_WIDTH 20

/* Casts of the dice to judge an action that leaves it to chance. */
#define TRY_CASTS 16

/* Worlds to find out what others want. */
#define WANT_WORLDS 6

/* Targets searched for each action: those that help, and those that hurt. */
#define TARGETS 3
#define HURTING 2

/* How far below the best die the further targets of an action may promise. */
#define TARGET_SLACK (POINT / 2)

/* An action could have waited for a better moment: at the beginning of a round
 * that is worth this much, at its end nothing. */
#define WAITING (POINT / 4)

/* What the list is made with. */
struct lister {
    struct search *search;
    const struct search_ground *ground;
    struct search_room *room;
    int want[TIO_KINDS]; /* what a kind is worth to the others */
};

static void add_move(struct search *search, const tio_move *move, int prior,
                     int price)
{
    if (search->moves == SEARCH_MOVES)
        return;
    struct search_move *out = &search->move[search->moves++];
    memset(out, 0, sizeof *out);
    out->move = *move;
    out->move.seat = search->view->seat;
    out->prior = prior;
    out->price = price;
}

static void list_dice(struct search *search, const struct search_ground *ground)
{
    const struct reckon *mine = &ground->mine;
    bool took = search->view->game.took != 0;
    tio_move move;
    memset(&move, 0, sizeof move);
    move.type = TIO_MOVE_TAKE;
    for (unsigned k = 0; k < ground->tray.count; k++) {
        unsigned child = mine->child[0][k];
        move.kind = ground->tray.kind[k];
        if (child != RECKON_NONE)
            add_move(search, &move, mine->promise[child], 0);
    }
    move.kind = 0;
    move.type = took ? TIO_MOVE_DONE : TIO_MOVE_PASS;
    add_move(search, &move, mine->stop[0], 0);
}

/* ---- Targets of actions ---- */

struct target {
    tio_move move;
    int prior;
    int rank;
};

struct targets {
    unsigned most;
    unsigned count;
    struct target best[TARGETS];
};

/* Keeps the best by rank. */
static void targets_add(struct targets *targets, struct target target)
{
    unsigned at = targets->count;
    if (at < targets->most)
        targets->count++;
    else if (targets->best[--at].rank >= target.rank)
        return;
    for (; at > 0 && targets->best[at - 1].rank < target.rank; at--)
        targets->best[at] = targets->best[at - 1];
    targets->best[at] = target;
}

/* What the seat's own table promises after the action; on average over `casts`
 * where it is left to chance. The same casts serve all targets. */
static int try_target(const struct lister *lister, const tio_move *move,
                      unsigned casts)
{
    const struct search *search = lister->search;
    struct search_room *room = lister->room;
    unsigned seat = search->view->seat;
    int sum = 0;
    for (unsigned i = 0; i < casts; i++) {
        tio_game game = search->view->game;
        tio_random random;
        tio_random_init(&random, search->seed, i);
        if (!search_apply(&game, search->deck, move, &random))
            return -TIO_MAX_DICE * POINT;
        tray_kinds_of(game.tray, &room->tray);
        search_make_table(&room->table[0], &room->nets[0], &game, seat,
                          &room->tray, TRY_DEPTH, TRY_WIDTH);
        sum += reckon_best(&room->table[0]) -
               POINT * (game.player[seat].chips -
                        search->view->game.player[seat].chips);
    }
    return sum / (int)casts;
}

/* What the others lose by it: the dice that are changed, less what those become
 * if that is known. */
static int harm_of(const struct lister *lister, const tio_move *move)
{
    tio_kind die = move->play.die;
    tio_kind other = move->play.other;
    int harm = 0;
    switch (action_shape(move->play.action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
            harm +=
                lister->want[kind] * (int)tio_dice_count(move->play.dice, kind);
        break;
    case SHAPE_FACE:
        return lister->want[die] - lister->want[other];
    case SHAPE_PAIR:
        return lister->want[die] + lister->want[other] -
               lister->want[kind_lightened(other)] -
               lister->want[kind_darkened(die)];
    case SHAPE_THROW:
        return other == TIO_NONE ? 0 : lister->want[other];
    }
    return harm;
}

static void consider(const struct lister *lister, const tio_move *move,
                     unsigned casts, struct targets *helping,
                     struct targets *hurting)
{
    struct target target = {.move = *move};
    int harm = harm_of(lister, move);
    if (!search_goes_on(lister->search))
        return;
    /* Tie-breaks for re-rolls. Among targets that look equally good for the
     * seat, more dice rank higher. Among targets that look equally harmful to
     * the others, fewer dice rank higher: the re-roll then hits little besides
     * the dice that they want. */
    int dice = (int)dice_size(move->play.dice);
    target.prior = try_target(lister, move, casts);
    target.rank = target.prior + dice;
    targets_add(helping, target);
    target.rank = target.prior + harm - dice;
    if (harm > 0)
        targets_add(hurting, target);
}

/* All but re-rolls: every target there is. */
static void consider_all(const struct lister *lister, tio_action action,
                         struct targets *helping, struct targets *hurting)
{
    const struct search *search = lister->search;
    bool throws = action_shape(action) == SHAPE_THROW;
    unsigned casts = throws ? TRY_CASTS : 1;
    tio_moves moves;
    tio_move move;
    tio_moves_begin(&moves, search->deck, search->view);
    while (tio_moves_next(&moves, &move)) {
        if (move.type != TIO_MOVE_PLAY ||
            !tio_action_same(move.play.action, action))
            continue;
        /* A throw is aimed only at what others want. */
        if (throws && move.play.other != TIO_NONE &&
            lister->want[move.play.other] <= 0)
            continue;
        consider(lister, &move, casts, helping, hurting);
    }
}

/* ---- Re-rolls ---- */

static void begin_play(tio_move *move, tio_action action, unsigned seat)
{
    memset(move, 0, sizeof *move);
    move->type = TIO_MOVE_PLAY;
    move->seat = (uint8_t)seat;
    move->play.action = action;
    move->play.die = TIO_NONE;
    move->play.other = TIO_NONE;
}

/* What the tray would lose with a die of this kind: its use to the seat, less
 * `spite` times what it is worth to others. */
static int use_of(const struct lister *lister, tio_kind kind, int spite)
{
    const struct search_ground *ground = lister->ground;
    unsigned child = ground->mine.child[0][ground->tray.place[kind]];
    int use = child == RECKON_NONE
                  ? 0
                  : ground->mine.promise[child] - ground->mine.stop[0];
    return use - spite * lister->want[kind];
}

static tio_kind least_useful(const struct lister *lister, tio_dice pool,
                             int spite)
{
    tio_kind least = TIO_NONE;
    for (uint64_t kinds = dice_kinds(pool); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        if (least == TIO_NONE ||
            use_of(lister, kind, spite) < use_of(lister, least, spite))
            least = kind;
    }
    assert(least != TIO_NONE);
    return least;
}

/* The least useful die, the two least useful, and so on. */
static void consider_parts(const struct lister *lister, tio_action action,
                           tio_dice pool, int spite, struct targets *helping,
                           struct targets *hurting)
{
    unsigned most = action_most(&lister->search->view->game, action);
    tio_move move;
    begin_play(&move, action, lister->search->view->seat);
    for (unsigned n = 0; n < most && move.play.dice != pool; n++) {
        move.play.dice +=
            tio_dice_of(least_useful(lister, pool - move.play.dice, spite));
        consider(lister, &move, TRY_CASTS, helping, hurting);
    }
}

static void consider_rerolls(const struct lister *lister, tio_action action,
                             struct targets *helping, struct targets *hurting)
{
    const tio_game *game = &lister->search->view->game;
    tio_dice reach = action_reach(game, action);
    if (action_takes_all(game, action)) {
        tio_move move;
        begin_play(&move, action, lister->search->view->seat);
        move.play.dice = reach;
        consider(lister, &move, TRY_CASTS, helping, hurting);
        return;
    }
    consider_parts(lister, action, reach, 0, helping, hurting);
    consider_parts(lister, action, reach, 2, helping, hurting);
    /* Of several colours one alone may be what counts. */
    for (unsigned colour = TIO_LIGHT; colour <= TIO_DARK; colour++) {
        tio_dice part = dice_of_colour(reach, colour);
        if (part != reach)
            consider_parts(lister, action, part, 0, helping, hurting);
    }
}

static int price_of_playing(const tio_game *game)
{
    unsigned players = game->settings.players;
    unsigned all = 2 * tio_setup_dice(players, TIO_LIGHT) +
                   tio_setup_dice(players, TIO_RED);
    return WAITING * (int)dice_size(game->tray) / (int)all;
}

static bool same_play(const tio_move *a, const tio_move *b)
{
    return a->type == TIO_MOVE_PLAY && b->type == TIO_MOVE_PLAY &&
           tio_action_same(a->play.action, b->play.action) &&
           a->play.die == b->play.die && a->play.other == b->play.other &&
           a->play.dice == b->play.dice;
}

/* The best target always, the others if they don't promise much less than a die
 * would. */
static void add_targets(const struct lister *lister,
                        const struct targets *targets)
{
    struct search *search = lister->search;
    int least = reckon_best(&lister->ground->mine) - TARGET_SLACK;
    for (unsigned i = 0; i < targets->count; i++) {
        const struct target *target = &targets->best[i];
        bool known = false;
        for (unsigned m = 0; m < search->moves; m++)
            known = known || same_play(&search->move[m].move, &target->move);
        if (!known && (i == 0 || target->rank >= least))
            add_move(search, &target->move, target->prior,
                     price_of_playing(&search->view->game));
    }
}

static void list_action(const struct lister *lister, tio_action action)
{
    struct targets helping = {.most = TARGETS};
    struct targets hurting = {.most = HURTING};
    struct target two = {.prior = reckon_best(&lister->ground->mine)};
    switch (action_shape(action)) {
    case SHAPE_NONE:
        begin_play(&two.move, action, lister->search->view->seat);
        targets_add(&helping, two);
        break;
    case SHAPE_POOL:
        consider_rerolls(lister, action, &helping, &hurting);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
    case SHAPE_THROW:
        consider_all(lister, action, &helping, &hurting);
        break;
    }
    add_targets(lister, &helping);
    add_targets(lister, &hurting);
}

/* ---- What others want ---- */

static void want_of(struct lister *lister, const tio_game *world, unsigned seat)
{
    struct search_room *room = lister->room;
    const struct tray_kinds *tray = &lister->ground->tray;
    const tio_combo *combos[TIO_HAND_CARDS];
    nets_begin(&room->nets[seat], combos,
               tio_hand_combos(world, lister->search->deck, seat, combos));
    search_make_table(&room->table[0], &room->nets[seat], world, seat, tray,
                      TRY_DEPTH, TRY_WIDTH);
    for (unsigned k = 0; k < tray->count; k++) {
        unsigned child = room->table[0].child[0][k];
        int gain = child == RECKON_NONE ? 0
                                        : room->table[0].promise[child] -
                                              room->table[0].promise[0];
        if (gain > 0)
            lister->want[tray->kind[k]] += gain / WANT_WORLDS;
    }
}

static void find_wants(struct lister *lister)
{
    const struct search *search = lister->search;
    for (unsigned i = 0; i < WANT_WORLDS; i++) {
        tio_random random;
        tio_game world;
        tio_random_init(&random, ~search->seed, i);
        world_guess(search->view, search->deck, search->setting.guesses,
                    &random, &world);
        for (unsigned seat = 0; seat < world.settings.players; seat++)
            if (seat != search->view->seat && !(world.passed >> seat & 1))
                want_of(lister, &world, seat);
    }
}

static bool first_of_its_sort(const tio_player *player, const tio_deck *deck,
                              unsigned place)
{
    tio_action action = tio_deck_action(deck, player->hand[place]);
    return hand_find_action(player, deck, action) == place;
}

void search_list(struct search *search, const struct search_ground *ground,
                 struct search_room *room)
{
    const tio_game *game = &search->view->game;
    const tio_player *player = &game->player[search->view->seat];
    struct lister lister = {.search = search, .ground = ground, .room = room};
    search->moves = 0;
    list_dice(search, ground);
    if (player->actions == 0 || action_allowed(game) != TIO_OK)
        return;
    find_wants(&lister);
    nets_begin(&room->nets[0], ground->nets.combos, ground->nets.count);
    for (unsigned i = player->combos; i < hand_size(player); i++) {
        tio_action action = tio_deck_action(search->deck, player->hand[i]);
        if (action_has_target(game, action) &&
            first_of_its_sort(player, search->deck, i))
            list_action(&lister, action);
    }
}
