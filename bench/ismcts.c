/* See ismcts.h. Each iteration fills in the unseen cards at random and walks
 * down the tree: players choose by UCT among the moves that are legal in this
 * filling, chance is drawn and followed by its outcome as the searching seat
 * sees it. One node is added, and the game continues at random from there.
 *
 * Moves are listed in full, with two exceptions. Of lay-outs only those of the
 * best net are offered, one for each set of cards; and of re-rolls the subsets
 * of one and two dice and the largest. Actions with many targets come into a
 * node by and by (progressive widening), so that they don't drown the rest. */
#define _POSIX_C_SOURCE 200809L

#include "bench/ismcts.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "bots/random.h"
#include "engine/actions.h"

#define PLAYOUTS 2000     /* of a move, if the budget leaves it open */
#define EXPLORATION 1.414 /* sqrt 2, for rewards from 0 to 1 */
#define CLOCK_EVERY 16    /* iterations between looks at the clock */
#define MOST_MOVES 320
#define FIRST_ROOM 4096
#define MOST_ROOM (1U << 26)
#define MOST_DEPTH 400
#define NO_NODE 0         /* the root is nobody's child */
#define MARGIN_RANGE 20.0 /* points between the rewards 0 and 1 */

struct node {
    uint64_t key;  /* of the parent and the move */
    double reward; /* of the seat that moved here, in sum */
    uint32_t visits;
    uint32_t available; /* how often the move was legal when one was chosen */
    uint8_t seat;       /* that moved here, or TIO_NONE: chance */
};

struct search {
    const tio_view *root;
    const tio_deck *deck;
    tio_random *random;
    struct node *node;
    uint32_t *table; /* nodes by key; NO_NODE where it is free */
    uint32_t count;
    uint32_t room; /* for nodes: a power of two; the table has twice that */
    tio_view now;  /* the filled-in game on its way down; `seat` decides */
    int before[TIO_MAX_PLAYERS];
    unsigned last_round; /* playouts end with it */
    uint32_t path[MOST_DEPTH];
    unsigned depth;
};

struct moves {
    unsigned count;
    tio_move move[MOST_MOVES];
    uint64_t key[MOST_MOVES];
};

/* ---- Moves as keys ---- */

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9;
    return hash ^ hash >> 32;
}

static uint64_t key_of_land(uint64_t key, const tio_move *move)
{
    key = mix(key, move->land.die);
    for (unsigned i = 0; i < move->land.hits; i++)
        key = mix(key, move->land.hit[i].from * 32U + move->land.hit[i].to);
    return key;
}

/* Equal for moves that are the same to the one who sees them. */
static uint64_t key_of(const tio_move *move)
{
    uint64_t key = mix(move->type + 1U, move->seat);
    switch (move->type) {
    case TIO_MOVE_TAKE:
        return mix(key, move->kind);
    case TIO_MOVE_PLAY:
        key =
            mix(key, move->play.action.kind * 256U + move->play.action.colour);
        key = mix(key, move->play.die * 256U + move->play.other);
        return mix(key, move->play.dice);
    case TIO_MOVE_LAY:
        for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
            key = mix(key, move->lay[i]);
        return key;
    case TIO_MOVE_DISCARD:
        return mix(key, move->slot);
    case TIO_MOVE_DRAW:
        return mix(key, move->draw.combos);
    case TIO_MOVE_DEAL:
        for (unsigned i = 0; i < move->deal.count; i++)
            key = mix(key, move->deal.card[i]);
        return key;
    case TIO_MOVE_ROLL:
        return mix(key, move->roll);
    case TIO_MOVE_LAND:
        return key_of_land(key, move);
    default:
        return key;
    }
}

/* ---- The moves of a seat ---- */

static void add_move(const struct search *search, struct moves *moves,
                     const tio_move *move)
{
    if (moves->count == MOST_MOVES ||
        tio_check(&search->now.game, search->deck, move) != TIO_OK)
        return;
    moves->key[moves->count] = key_of(move);
    moves->move[moves->count++] = *move;
}

static void add_pairs(const struct search *search, struct moves *moves,
                      tio_move *move, tio_dice reach)
{
    for (tio_kind die = 0; die < TIO_KINDS; die++) {
        if (tio_dice_count(reach, die) == 0)
            continue;
        move->play.die = die;
        for (tio_kind other = 0; other < TIO_KINDS; other++) {
            move->play.other = other;
            add_move(search, moves, move);
        }
        move->play.other = TIO_NONE; /* a cast without an aim */
        add_move(search, moves, move);
    }
}

static void add_rerolls(const struct search *search, struct moves *moves,
                        tio_move *move, tio_dice reach)
{
    unsigned first = moves->count;
    for (tio_kind one = 0; one < TIO_KINDS; one++) {
        if (tio_dice_count(reach, one) == 0)
            continue;
        move->play.dice = tio_dice_of(one);
        add_move(search, moves, move);
        for (tio_kind two = one; two < TIO_KINDS; two++) {
            move->play.dice = tio_dice_of(one) + tio_dice_of(two);
            if (tio_dice_contain(reach, move->play.dice))
                add_move(search, moves, move);
        }
    }
    if (moves->count > first && tio_dice_size(reach) < 3)
        return; /* all of it is among those already */
    move->play.dice = reach;
    add_move(search, moves, move);
}

static void add_plays(const struct search *search, struct moves *moves,
                      tio_action action)
{
    const tio_game *game = &search->now.game;
    tio_dice reach = action_reach(game, action);
    tio_move move;
    memset(&move, 0, sizeof move);
    move.type = TIO_MOVE_PLAY;
    move.seat = search->now.seat;
    move.play.action = action;
    move.play.die = TIO_NONE;
    move.play.other = TIO_NONE;
    switch (action_shape(action)) {
    case SHAPE_NONE:
        add_move(search, moves, &move);
        break;
    case SHAPE_POOL:
        if (!action_takes_all(game, action)) {
            add_rerolls(search, moves, &move, reach);
            break;
        }
        move.play.dice = reach;
        add_move(search, moves, &move);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
    case SHAPE_THROW:
        add_pairs(search, moves, &move, reach);
        break;
    }
}

/* Takes, the end of the turn, and as many actions as the node's visits allow:
 * which of them come early is up to their keys. */
static void list_turn(const struct search *search, struct moves *moves,
                      uint32_t visits)
{
    const tio_player *player = &search->now.game.player[search->now.seat];
    tio_move move;
    memset(&move, 0, sizeof move);
    move.seat = search->now.seat;
    move.type = search->now.game.took ? TIO_MOVE_DONE : TIO_MOVE_PASS;
    add_move(search, moves, &move);
    move.type = TIO_MOVE_TAKE;
    for (move.kind = 0; move.kind < TIO_KINDS; move.kind++)
        if (tio_dice_count(search->now.game.tray, move.kind))
            add_move(search, moves, &move);
    unsigned first = moves->count;
    unsigned size = (unsigned)player->combos + player->actions;
    for (unsigned i = player->combos; i < size; i++) {
        tio_action action = tio_deck_action(search->deck, player->hand[i]);
        bool again = false;
        for (unsigned j = player->combos; j < i; j++)
            again = again ||
                    tio_action_same(
                        action, tio_deck_action(search->deck, player->hand[j]));
        if (!again)
            add_plays(search, moves, action);
    }
    unsigned plays = moves->count - first;
    uint64_t allowed = 2 + 2 * (uint64_t)sqrt(visits);
    if (plays <= allowed)
        return;
    moves->count = first;
    for (unsigned i = first; i < first + plays; i++) {
        if ((moves->key[i] >> 32) * plays >= allowed << 32)
            continue;
        moves->key[moves->count] = moves->key[i];
        moves->move[moves->count++] = moves->move[i];
    }
}

static void list_layouts(const struct search *search, struct moves *moves)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_layout layout[TIO_MAX_LAYOUTS];
    const tio_game *game = &search->now.game;
    unsigned seat = search->now.seat;
    unsigned count = tio_hand_combos(game, search->deck, seat, combos);
    unsigned layouts =
        tio_layout_all(combos, count, game->player[seat].taken, layout);
    tio_move move;
    memset(&move, 0, sizeof move);
    move.type = TIO_MOVE_LAY;
    move.seat = (uint8_t)seat;
    for (unsigned i = 0; i < layouts; i++) {
        memcpy(move.lay, layout[i].lay, sizeof move.lay);
        add_move(search, moves, &move);
    }
}

static void list_moves(const struct search *search, struct moves *moves,
                       uint32_t visits)
{
    tio_moves walk;
    tio_move move;
    moves->count = 0;
    if (search->now.game.phase == TIO_PHASE_TURN) {
        list_turn(search, moves, visits);
    } else if (search->now.game.phase == TIO_PHASE_LAY) {
        list_layouts(search, moves);
    } else {
        tio_moves_begin(&walk, search->deck, &search->now);
        while (tio_moves_next(&walk, &move))
            add_move(search, moves, &move);
    }
}

/* ---- The tree ---- */

/* Where a node with this key is in the table, or belongs. */
static uint32_t *place_of(const struct search *search, uint64_t key)
{
    uint32_t mask = search->room * 2 - 1;
    uint32_t at = (uint32_t)key & mask;
    while (search->table[at] != NO_NODE &&
           search->node[search->table[at]].key != key)
        at = (at + 1) & mask;
    return &search->table[at];
}

static uint32_t find_child(const struct search *search, uint32_t at,
                           uint64_t key)
{
    return *place_of(search, mix(key, at));
}

/* Room for twice as many nodes. False if there is none: the tree is as it
 * was. */
static bool grow(struct search *search)
{
    if (search->room >= MOST_ROOM)
        return false;
    size_t room = search->room ? (size_t)search->room * 2 : FIRST_ROOM;
    uint32_t *table = calloc(room * 2, sizeof *table);
    struct node *node =
        table ? realloc(search->node, room * sizeof *node) : NULL;
    if (!node) {
        free(table);
        return false;
    }
    free(search->table);
    search->node = node;
    search->table = table;
    search->room = (uint32_t)room;
    for (uint32_t i = 1; i < search->count; i++)
        *place_of(search, node[i].key) = i;
    return true;
}

static bool add_child(struct search *search, uint32_t at, uint64_t key,
                      unsigned seat)
{
    if (search->count == search->room && !grow(search))
        return false;
    search->node[search->count] = (struct node){
        .key = mix(key, at),
        .available = 1,
        .seat = (uint8_t)seat,
    };
    *place_of(search, mix(key, at)) = search->count;
    search->count++;
    return true;
}

/* The child that UCT prefers among the legal moves, all of which have one. */
static unsigned best_by_uct(struct search *search, const struct moves *moves,
                            const uint32_t child[MOST_MOVES])
{
    unsigned best = 0;
    double highest = -1;
    for (unsigned i = 0; i < moves->count; i++) {
        struct node *node = &search->node[child[i]];
        double visits = node->visits;
        double value =
            node->reward / visits +
            EXPLORATION * sqrt(log((double)++node->available) / visits);
        if (value > highest) {
            highest = value;
            best = i;
        }
    }
    return best;
}

/* A player's move in the tree. *fresh if a node was added for it. */
static void choose_in_tree(struct search *search, uint32_t at, bool *fresh,
                           tio_move *out, uint64_t *key)
{
    struct moves moves;
    uint32_t child[MOST_MOVES];
    unsigned untried = 0;
    unsigned pick = 0;
    list_moves(search, &moves, search->node[at].visits);
    assert(moves.count > 0);
    for (unsigned i = 0; i < moves.count; i++) {
        child[i] = find_child(search, at, moves.key[i]);
        if (child[i] == NO_NODE &&
            tio_random_below(search->random, ++untried) == 0)
            pick = i;
    }
    *fresh = untried > 0;
    if (untried == 0)
        pick = best_by_uct(search, &moves, child);
    else
        for (unsigned i = 0; i < moves.count; i++)
            if (child[i] != NO_NODE)
                search->node[child[i]].available++;
    *out = moves.move[pick];
    *key = moves.key[pick];
}

/* ---- An iteration ---- */

/* In a common phase the searching seat decides first: it can't know what the
 * others will answer. */
static unsigned next_seat(const struct search *search)
{
    unsigned deciders = tio_game_deciders(&search->now.game);
    if (deciders >> search->root->seat & 1)
        return search->root->seat;
    return (unsigned)__builtin_ctz(deciders);
}

static bool ended(const struct search *search)
{
    const tio_game *game = &search->now.game;
    return game->phase == TIO_PHASE_OVER || game->round > search->last_round ||
           (game->round == search->last_round &&
            game->phase == TIO_PHASE_DISCARD);
}

static void follow(struct search *search, const tio_move *move)
{
    tio_error error = tio_apply(&search->now.game, search->deck, move);
    assert(error == TIO_OK);
    (void)error;
}

/* Down to a node that is new, which *at is then. */
static void descend(struct search *search, uint32_t *at)
{
    bool fresh = false;
    while (!fresh && !ended(search) && search->depth < MOST_DEPTH) {
        tio_move move;
        uint64_t key;
        unsigned seat = TIO_NONE;
        memset(&move, 0, sizeof move);
        if (tio_game_wants_chance(&search->now.game)) {
            tio_deal_random(&search->now.game, search->deck, search->random,
                            &move);
            tio_move seen =
                tio_move_seen(search->deck, &move, search->root->seat);
            key = key_of(&seen);
            fresh = find_child(search, *at, key) == NO_NODE;
        } else {
            seat = next_seat(search);
            search->now.seat = (uint8_t)seat;
            choose_in_tree(search, *at, &fresh, &move, &key);
        }
        if (fresh && !add_child(search, *at, key, seat))
            return;
        *at = find_child(search, *at, key);
        search->path[search->depth++] = *at;
        follow(search, &move);
    }
}

static void play_out(struct search *search)
{
    tio_move move;
    while (!ended(search)) {
        if (tio_game_wants_chance(&search->now.game))
            tio_deal_random(&search->now.game, search->deck, search->random,
                            &move);
        else
            random_move(&search->now.game, search->deck, next_seat(search),
                        search->random, &move);
        follow(search, &move);
    }
}

/* By how much the seat's round was better than the best of the others'. To the
 * end of the round, this is stronger than playing out whole games for a win:
 * 57 of 100 at as many playouts, which take less than half the time. */
static double reward_of(const struct search *search, unsigned seat)
{
    const tio_game *game = &search->now.game;
    int own = tio_game_total(game, seat) - search->before[seat];
    int best = INT_MIN;
    for (unsigned s = 0; s < game->settings.players; s++) {
        int gain = tio_game_total(game, s) - search->before[s];
        if (s != seat && gain > best)
            best = gain;
    }
    double reward = 0.5 + (own - best) / MARGIN_RANGE;
    return reward < 0 ? 0 : reward > 1 ? 1 : reward;
}

static void iterate(struct search *search)
{
    uint32_t at = 0;
    search->depth = 0;
    tio_view_fill(search->root, search->deck, search->random,
                  &search->now.game);
    for (unsigned s = 0; s < TIO_MAX_PLAYERS; s++)
        search->before[s] = tio_game_total(&search->now.game, s);
    descend(search, &at);
    play_out(search);
    double reward[TIO_MAX_PLAYERS] = {0};
    for (unsigned s = 0; s < search->root->game.settings.players; s++)
        reward[s] = reward_of(search, s);
    search->node[0].visits++;
    for (unsigned i = 0; i < search->depth; i++) {
        struct node *node = &search->node[search->path[i]];
        node->visits++;
        if (node->seat != TIO_NONE)
            node->reward += reward[node->seat];
    }
}

static void spend(struct search *search, const tio_budget *budget)
{
    uint32_t playouts =
        budget && budget->playouts ? budget->playouts : PLAYOUTS;
    if (!budget || !budget->think_ms) {
        for (uint32_t i = 0; i < playouts; i++)
            iterate(search);
        return;
    }
    uint64_t end = clock_ms() + budget->think_ms;
    do {
        for (unsigned i = 0; i < CLOCK_EVERY; i++)
            iterate(search);
    } while (clock_ms() < end);
}

/* The move that was tried most. */
static void choose_most_visited(const struct search *search,
                                const struct moves *moves, tio_move *out)
{
    uint32_t most = 0;
    for (unsigned i = 0; i < moves->count; i++) {
        uint32_t child = find_child(search, 0, moves->key[i]);
        if (child == NO_NODE || search->node[child].visits <= most)
            continue;
        most = search->node[child].visits;
        *out = moves->move[i];
    }
}

static void ismcts_choose(const tio_view *view, const tio_deck *deck,
                          const tio_budget *budget, tio_random *random,
                          tio_move *out)
{
    struct moves moves;
    struct search search;
    memset(&search, 0, sizeof search);
    search.root = view;
    search.deck = deck;
    search.random = random;
    search.now = *view;
    search.last_round =
        view->game.round + (view->game.phase == TIO_PHASE_DISCARD ? 1U : 0U);
    list_moves(&search, &moves, UINT32_MAX);
    *out = moves.move[0];
    if (moves.count > 1 && grow(&search)) {
        memset(search.node, 0, sizeof *search.node);
        search.count = 1;
        spend(&search, budget);
        choose_most_visited(&search, &moves, out);
    }
    free(search.node);
    free(search.table);
}

const tio_bot bench_ismcts = {
    "ismcts",
    "plain information-set Monte Carlo tree search, for comparison",
    true,
    ismcts_choose,
};
