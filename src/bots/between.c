#include "bots/between.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/budget.h"
#include "bots/reckon.h"
#include "dealer/random.h"
#include "engine/actions.h"
#include "engine/cards.h"

/* How far a cast is looked into: what differs between hands shows early. */
#define CAST_DEPTH 7
#define CAST_WIDTH 20

/* What is left in a hand, without the cards that a decision gives away. */
struct rest {
    unsigned combos;
    uint8_t combo[TIO_HAND_CARDS];
};

struct judge {
    const tio_view *view;
    const tio_deck *deck;
    struct tray_kinds tray;
    unsigned spares;
    uint8_t spare[TIO_HAND_CARDS]; /* the cards to be drawn, if any are */
    struct nets nets;
    struct reckon table;
};

static tio_dice cast_all(const tio_game *game, tio_random *random)
{
    tio_dice tray = 0;
    for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++)
        for (unsigned n =
                 tio_setup_dice(game->settings.players, (tio_colour)colour);
             n > 0; n--)
            tray +=
                tio_dice_of(tio_kind_of(colour, 1 + random_below(random, 6)));
    return tray;
}

static void draw_spares(struct judge *judge, tio_random *random)
{
    const tio_cards *unseen = &judge->view->unseen;
    uint8_t pool[TIO_MAX_CARDS];
    unsigned count = 0;
    for (unsigned card = 0; card < judge->deck->combos; card++)
        if (tio_cards_have(unseen, card))
            pool[count++] = (uint8_t)card;
    judge->spares = 0;
    while (judge->spares < TIO_HAND_CARDS && count > 0) {
        unsigned at = random_below(random, count);
        judge->spare[judge->spares++] = pool[at];
        pool[at] = pool[--count];
    }
}

/* What a hand promises on this cast, filled up to `full` combos. */
static int promise_of_hand(struct judge *judge, const struct rest *rest,
                           unsigned full)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned players = judge->view->game.settings.players;
    unsigned count = 0;
    for (; count < rest->combos; count++)
        combos[count] = &judge->deck->combo[rest->combo[count]];
    for (unsigned i = 0; count < full && i < judge->spares; i++)
        combos[count++] = &judge->deck->combo[judge->spare[i]];
    nets_begin(&judge->nets, combos, count);
    struct reckon_ask ask = {
        .tray = &judge->tray,
        .nets = &judge->nets,
        .pace = {players / 2, players - 1},
        .depth = CAST_DEPTH,
        .width = CAST_WIDTH,
    };
    reckon_make(&judge->table, &ask);
    return judge->table.promise[0];
}

static struct rest rest_without(const tio_view *view, unsigned gone)
{
    const tio_player *player = &view->game.player[view->seat];
    struct rest rest = {0};
    for (unsigned i = 0; i < player->combos; i++)
        if (!(gone >> i & 1))
            rest.combo[rest.combos++] = player->hand[i];
    return rest;
}

/* ---- What may be done ---- */

static unsigned gone_with(const tio_move *move)
{
    unsigned gone = 0;
    if (move->type == TIO_MOVE_DISCARD)
        gone = 1U << move->slot;
    for (unsigned i = 0; move->type == TIO_MOVE_LAY && i < TIO_HAND_CARDS; i++)
        if (move->lay[i])
            gone |= 1U << i;
    return gone;
}

static unsigned list_lays(const tio_view *view, const tio_deck *deck,
                          struct between_option out[])
{
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_layout lays[TIO_MAX_LAYOUTS];
    unsigned count = tio_hand_combos(&view->game, deck, view->seat, combos);
    unsigned found = tio_layout_all(combos, count,
                                    view->game.player[view->seat].taken, lays);
    for (unsigned i = 0; i < found; i++) {
        out[i].move.type = TIO_MOVE_LAY;
        memcpy(out[i].move.lay, lays[i].lay, sizeof lays[i].lay);
    }
    return found;
}

static unsigned list_discards(const tio_view *view, struct between_option out[])
{
    unsigned size = hand_size(&view->game.player[view->seat]);
    out[0].move.type = TIO_MOVE_KEEP;
    for (unsigned i = 0; i < size; i++) {
        out[i + 1].move.type = TIO_MOVE_DISCARD;
        out[i + 1].move.slot = (uint8_t)i;
    }
    return size + 1;
}

static unsigned list_draws(const tio_view *view, struct between_option out[])
{
    const tio_player *player = &view->game.player[view->seat];
    unsigned room = TIO_HAND_CARDS - hand_size(player);
    for (unsigned combos = 0; combos <= room; combos++) {
        out[combos].move.type = TIO_MOVE_DRAW;
        out[combos].move.draw.combos = (uint8_t)combos;
        out[combos].move.draw.actions = (uint8_t)(room - combos);
    }
    return room + 1;
}

static unsigned list_options(const tio_view *view, const tio_deck *deck,
                             struct between_option out[])
{
    switch (view->game.phase) {
    case TIO_PHASE_LAY:
        return list_lays(view, deck, out);
    case TIO_PHASE_DISCARD:
        return list_discards(view, out);
    default:
        return list_draws(view, out);
    }
}

/* ---- Judging it ---- */

/* What an action brings in a round. Only one may be played in a round, so a
 * second one is worth less. */
static int worth_of_action(tio_action action)
{
    int worth = action_row(action)->worth;
    if (action.cost > 1)
        worth -= POINT * (action.cost - 1);
    return worth > 0 ? worth : 0;
}

/* What an action that is drawn will be worth. */
static int worth_of_unseen(const struct judge *judge)
{
    unsigned count = 0;
    int sum = 0;
    for (unsigned card = judge->deck->combos;
         card < tio_deck_cards(judge->deck); card++) {
        if (!tio_cards_have(&judge->view->unseen, card))
            continue;
        sum += worth_of_action(tio_deck_action(judge->deck, card));
        count++;
    }
    return count ? sum / (int)count : 0;
}

/* The actions in the hand after the move and the draw that follows it. */
static int worth_of_actions(const struct judge *judge, const tio_move *move,
                            unsigned gone)
{
    const tio_view *view = judge->view;
    const tio_player *player = &view->game.player[view->seat];
    unsigned drawn = view->game.settings.free_hand ? 0 : 1;
    int best = 0;
    int sum = 0;
    for (unsigned i = player->combos; i < hand_size(player); i++) {
        int worth =
            worth_of_action(tio_deck_action(judge->deck, player->hand[i]));
        if (gone >> i & 1)
            continue;
        drawn = 0;
        sum += worth;
        best = worth > best ? worth : best;
    }
    if (move->type == TIO_MOVE_DRAW)
        drawn = move->draw.actions;
    int unseen = drawn ? worth_of_unseen(judge) : 0;
    sum += (int)drawn * unseen;
    best = unseen > best ? unseen : best;
    return best + (sum - best) / 4;
}

static int worth_on_cast(struct judge *judge,
                         const struct between_option *option)
{
    const tio_view *view = judge->view;
    unsigned gone = gone_with(&option->move);
    struct rest rest = rest_without(view, gone);
    unsigned full = TIO_HAND_COMBOS;
    if (option->move.type == TIO_MOVE_DRAW)
        full = rest.combos + option->move.draw.combos;
    return promise_of_hand(judge, &rest, full) +
           worth_of_actions(judge, &option->move, gone);
}

static void sort_options(struct between_option option[], unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        struct between_option moved = option[i];
        unsigned at = i;
        for (; at > 0 && option[at - 1].worth < moved.worth; at--)
            option[at] = option[at - 1];
        option[at] = moved;
    }
}

unsigned between_rounds(const tio_view *view, const tio_deck *deck,
                        unsigned casts, const tio_budget *budget,
                        tio_random *random,
                        struct between_option out[BETWEEN_OPTIONS])
{
    assert(casts > 0);
    memset(out, 0, BETWEEN_OPTIONS * sizeof *out);
    unsigned count = list_options(view, deck, out);
    for (unsigned i = 0; i < count; i++)
        out[i].move.seat = view->seat;
    /* After the last round nothing is left to come. */
    if (count < 2 || (view->game.phase == TIO_PHASE_LAY &&
                      view->game.round == view->game.rounds))
        return count;
    struct judge *judge = malloc(sizeof *judge);
    if (!judge)
        return 0;
    judge->view = view;
    judge->deck = deck;
    for (unsigned n = 0; n < casts && budget_goes_on(budget); n++) {
        draw_spares(judge, random);
        tray_kinds_of(cast_all(&view->game, random), &judge->tray);
        for (unsigned i = 0; i < count; i++)
            out[i].worth += worth_on_cast(judge, &out[i]);
    }
    for (unsigned i = 0; i < count; i++)
        out[i].worth /= (int)casts;
    free(judge);
    sort_options(out, count);
    return count;
}
