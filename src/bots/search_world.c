/* One world: the hidden cards are guessed, everyone gets a table, and each move
 * is tried in a few playouts. */
#include <assert.h>
#include <string.h>

#include "bots/chance_to_win.h"
#include "bots/outlook.h"
#include "bots/search.h"
#include "bots/world.h"
#include "dealer/random.h"
#include "engine/actions.h"
#include "engine/cards.h"

/* How much is looked at for the tables of a world. */
#define WORLD_DEPTH 8

/* Up to a quarter of a point, so that playouts differ. */
#define NOISE (POINT / 4 - 1)

/* A point of the margin beside the chance to win, which rules. */
#define UTILITY_OF_WIN 16

void search_make_table(struct reckon *table, struct nets *nets,
                       const tio_game *game, unsigned seat,
                       const struct tray_kinds *tray, unsigned depth,
                       unsigned width)
{
    unsigned players = game->settings.players;
    struct reckon_ask ask = {
        .tray = tray,
        .nets = nets,
        .taken = game->player[seat].taken,
        .depth = game->passed >> seat & 1 ? 0 : depth,
        .width = width,
    };
    for (unsigned i = 0; i < players; i++)
        ask.pace.each += i != seat && !(game->passed >> i & 1);
    for (unsigned i = game->turn; i != seat; i = (i + 1) % players)
        ask.pace.first += !(game->passed >> i & 1);
    reckon_make(table, &ask);
}

bool search_apply(tio_game *game, const tio_deck *deck, const tio_move *move,
                  tio_random *random)
{
    if (tio_apply(game, deck, move) != TIO_OK)
        return false;
    if (!tio_game_wants_chance(game))
        return true;
    tio_move chance;
    memset(&chance, 0, sizeof chance);
    tio_deal_random(game, deck, random, &chance);
    return tio_apply(game, deck, &chance) == TIO_OK;
}

static bool may_take_two(const tio_game *game, const tio_deck *deck,
                         unsigned seat)
{
    const tio_player *player = &game->player[seat];
    if (game->acted >> seat & 1)
        return false;
    for (unsigned i = player->combos; i < hand_size(player); i++)
        if (action_row(tio_deck_action(deck, player->hand[i]))->takes > 1)
            return true;
    return false;
}

static void begin_round(struct playout *round, const tio_game *game,
                        const tio_deck *deck, const struct tray_kinds *tray)
{
    memset(round->node, 0, sizeof round->node);
    round->players = game->settings.players;
    round->noise = NOISE;
    round->passed = game->passed;
    round->turn = game->turn;
    round->more = 0;
    round->two = 0;
    for (unsigned seat = 0; seat < round->players; seat++)
        if (may_take_two(game, deck, seat))
            round->two = (uint8_t)(round->two | 1U << seat);
    round->kinds = (1U << tray->count) - 1;
    round->dice = tray->dice;
    round->tray = game->tray;
    memcpy(round->copies, tray->copies, sizeof round->copies);
}

/* ---- Results ---- */

static void count_combos(const struct search *search,
                         const struct playout *round, struct search_sums *sums)
{
    unsigned me = search->view->seat;
    const struct reckon *table = round->table[me];
    const struct nets *nets = table->ask.nets;
    tio_layout lay;
    tio_layout_best(nets->combos, nets->count,
                    table->ask.taken + table->dice[round->node[me]], &lay);
    for (unsigned i = 0; i < nets->count; i++)
        sums->completed[i] += lay.cards >> i & 1;
}

/* A number that looks like chance, without drawing one: a hint must see the
 * same playouts as the bot that it explains. */
static unsigned lot_of(const struct playout *round)
{
    uint64_t lot = 1;
    for (unsigned seat = 0; seat < round->players; seat++)
        lot = (lot ^ round->node[seat]) * 0x9e3779b97f4a7c15U;
    return (unsigned)(lot >> 32);
}

static void explain_result(const struct search *search, const tio_game *game,
                           const struct playout *round, const int total[],
                           struct search_sums *sums)
{
    unsigned me = search->view->seat;
    struct outlook after = {
        .players = round->players,
        .rounds = (unsigned)(game->rounds - game->round),
        .starter = (game->starter + 1U) % round->players,
    };
    memcpy(after.total, total, sizeof after.total);
    outlook_unseen(&after, &search->view->game, me, lot_of(round));
    sums->win += outlook_win(&after, me);
    for (unsigned seat = 0; seat < round->players; seat++)
        sums->nets[seat] += round->table[seat]->stop[round->node[seat]];
    count_combos(search, round, sums);
}

static void note_result(const struct search *search,
                        const struct search_move *move, const tio_game *game,
                        const struct playout *round, struct search_sums *sums)
{
    unsigned me = search->view->seat;
    unsigned rounds = (unsigned)(game->rounds - game->round);
    int chips = game->player[me].chips - search->view->game.player[me].chips;
    int total[TIO_MAX_PLAYERS] = {0};
    int other = INT32_MIN; /* the best of the others */
    assert(me < round->players);
    for (unsigned seat = 0; seat < round->players; seat++) {
        total[seat] = POINT * tio_game_total(game, seat) +
                      round->table[seat]->stop[round->node[seat]];
        if (seat != me && total[seat] > other)
            other = total[seat];
    }
    int net = round->table[me]->stop[round->node[me]] - POINT * chips;
    sums->playouts++;
    sums->net += net;
    sums->net_squares += (int64_t)net * net;
    if (search->setting.explain)
        explain_result(search, game, round, total, sums);
    /* The price is not a loss of points: before the last round it weighs on the
     * chance to win as points do, then only between equals. */
    total[me] -= rounds ? move->price : 0;
    sums->utility +=
        chance_to_win(total, round->players, me, rounds) * UTILITY_OF_WIN +
        total[me] - other - (rounds ? 0 : move->price);
}

/* ---- Trying moves ---- */

static bool changes_tray(const tio_move *move)
{
    return move->type == TIO_MOVE_PLAY &&
           action_shape(move->play.action) != SHAPE_NONE;
}

/* An action that changes the tray: everyone looks at it again. */
static void try_changed(const struct search *search, struct search_room *room,
                        const struct search_move *move, const tio_game *world,
                        struct search_sums *sums, tio_random *random)
{
    tio_game game = *world;
    struct playout start;
    if (!search_apply(&game, search->deck, &move->move, random))
        return;
    tray_kinds_of(game.tray, &room->tray);
    for (unsigned seat = 0; seat < game.settings.players; seat++) {
        search_make_table(&room->table[seat], &room->nets[seat], &game, seat,
                          &room->tray, WORLD_DEPTH, search->setting.width / 2);
        start.table[seat] = &room->table[seat];
    }
    begin_round(&start, &game, search->deck, &room->tray);
    for (unsigned i = 0; i < search->setting.per_world; i++) {
        struct playout round = start;
        playout_run(&round, random);
        note_result(search, move, &game, &round, sums);
    }
}

static void try_plain(const struct search *search,
                      const struct search_ground *ground,
                      const struct search_move *move, const tio_game *world,
                      const struct playout *start, struct search_sums *sums,
                      tio_random *random)
{
    for (unsigned i = 0; i < search->setting.per_world; i++) {
        struct playout round = *start;
        switch (move->move.type) {
        case TIO_MOVE_TAKE:
            playout_take(&round, ground->tray.place[move->move.kind],
                         world->takes == 2);
            break;
        case TIO_MOVE_PASS:
            playout_pass(&round);
            break;
        case TIO_MOVE_DONE:
            playout_done(&round);
            break;
        default: /* take two */
            playout_play_two(&round);
            break;
        }
        playout_run(&round, random);
        note_result(search, move, world, &round, sums);
    }
}

void search_world(const struct search *search,
                  const struct search_ground *ground, struct search_room *room,
                  unsigned number, unsigned alive)
{
    unsigned me = search->view->seat;
    tio_random random;
    tio_game world;
    struct playout start;
    tio_random_init(&random, search->seed, number);
    world_guess(search->view, search->deck, search->setting.guesses, &random,
                &world);
    for (unsigned seat = 0; seat < world.settings.players; seat++) {
        const tio_combo *combos[TIO_HAND_CARDS];
        unsigned count = tio_hand_combos(&world, search->deck, seat, combos);
        /* Its own hand is the same in every world. */
        if (seat != me)
            nets_begin(&room->nets[seat], combos, count);
        start.table[seat] = seat == me ? &ground->mine : &room->table[seat];
        if (seat != me)
            search_make_table(&room->table[seat], &room->nets[seat], &world,
                              seat, &ground->tray, WORLD_DEPTH,
                              search->setting.width);
    }
    begin_round(&start, &world, search->deck, &ground->tray);
    uint64_t seed = random_next(&random);
    /* The same chances for every move; those that need new tables come last,
     * for they overwrite the world's. */
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned m = 0; m < alive; m++) {
            const struct search_move *move = &search->move[m];
            tio_random_init(&random, seed, 0);
            if (changes_tray(&move->move) != (pass == 1))
                continue;
            if (pass == 1)
                try_changed(search, room, move, &world, &room->sums[m],
                            &random);
            else
                try_plain(search, ground, move, &world, &start, &room->sums[m],
                          &random);
        }
    }
}
