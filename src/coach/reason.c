#include "coach/reason.h"

#include <string.h>

#include "bots/wants.h"
#include "bots/world.h"
#include "engine/actions.h"
#include "engine/cards.h"

/* Guesses at the others' hands to find out who wants a die. */
#define GUESSES 12

static const char *const names[] = {
#define X(name, words) #name,
    TIO_REASONS(X)
#undef X
};

static const char *const words[] = {
#define X(name, words) words,
    TIO_REASONS(X)
#undef X
};

const char *tio_reason_name(tio_reason reason)
{
    return (unsigned)reason < TIO_REASON_COUNT ? names[reason] : "UNKNOWN";
}

const char *tio_reason_words(tio_reason reason)
{
    return (unsigned)reason < TIO_REASON_COUNT ? words[reason] : "unknown";
}

static void best_lay(const struct reason_ground *ground, tio_dice dice,
                     tio_layout *out)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count = tio_hand_combos(&ground->view->game, ground->deck,
                                     ground->view->seat, combos);
    tio_layout_best(combos, count, dice, out);
}

static tio_dice own_dice(const struct reason_ground *ground)
{
    return ground->view->game.player[ground->view->seat].taken;
}

/* ---- Cards ---- */

static bool is_open_sum(const tio_combo *combo)
{
    return combo->slots == 0 && combo->count == 0;
}

static unsigned lowest_bit(unsigned bits)
{
    return bits ? (unsigned)__builtin_ctz(bits) : TIO_NONE;
}

/* How often a combo was completed, of 1000. */
static unsigned rate(const struct search_move *move, unsigned card)
{
    const struct search_sums *sums = &move->sums;
    return sums->playouts
               ? (unsigned)(sums->completed[card] * 1000 / sums->playouts)
               : 0;
}

/* The net of the round on average. */
static int64_t mean_net(const struct search_move *move)
{
    return move->sums.playouts ? move->sums.net / (int64_t)move->sums.playouts
                               : INT32_MIN;
}

/* How often the combo was completed after taking other dice, on average. */
static unsigned usual_rate(const struct search *search,
                           const struct search_move *move, unsigned card)
{
    unsigned sum = 0;
    unsigned count = 0;
    for (unsigned m = 0; m < search->moves; m++) {
        if (&search->move[m] == move ||
            search->move[m].move.type != TIO_MOVE_TAKE)
            continue;
        sum += rate(&search->move[m], card);
        count++;
    }
    return count ? sum / count : 0;
}

/* Of the combos that have a use for the die, the one to which the move brings
 * most points beside other dice; TIO_NONE if none has. */
static unsigned raised_card(const struct reason_ground *ground,
                            const struct search_move *move, tio_kind die)
{
    const tio_player *player = &ground->view->game.player[ground->view->seat];
    unsigned best = TIO_NONE;
    int most = 0;
    for (unsigned card = 0; card < player->combos; card++) {
        int raised =
            (int)rate(move, card) - (int)usual_rate(ground->search, move, card);
        if (rate(move, card) > 0 &&
            combo_wants(&ground->deck->combo[player->hand[card]], die) &&
            (best == TIO_NONE || raised > most)) {
            most = raised;
            best = card;
        }
    }
    return best;
}

/* Of the one or two dice that an action makes, the one that helps a combo. */
static unsigned fetched_card(const struct reason_ground *ground,
                             const struct search_move *move)
{
    tio_kind die = move->move.play.die;
    tio_kind other = move->move.play.other;
    if (action_shape(move->move.play.action) == SHAPE_FACE)
        return raised_card(ground, move, other);
    /* Light and dark have changed faces. */
    unsigned card = raised_card(ground, move, kind_lightened(other));
    return card != TIO_NONE ? card
                            : raised_card(ground, move, kind_darkened(die));
}

/* ---- Others ---- */

/* How much better off the seat is with a die of this kind. */
static int worth_to(const tio_game *game, const tio_deck *deck, unsigned seat,
                    tio_kind kind)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count = tio_hand_combos(game, deck, seat, combos);
    tio_dice taken = game->player[seat].taken;
    int with = tio_layout_net(combos, count, taken + tio_dice_of(kind));
    return with - tio_layout_net(combos, count, taken);
}

/* Who else in the round would like the die most. */
static unsigned who_wants(const struct reason_ground *ground, tio_kind kind)
{
    const tio_game *seen = &ground->view->game;
    int sum[TIO_MAX_PLAYERS] = {0};
    unsigned best = TIO_NONE;
    for (unsigned i = 0; i < GUESSES; i++) {
        tio_random random;
        tio_game world;
        tio_random_init(&random, ground->seed, i);
        world_guess(ground->view, ground->deck, GUESSES, &random, &world);
        for (unsigned seat = 0; seat < seen->settings.players; seat++)
            if (seat != ground->view->seat && !(seen->passed >> seat & 1))
                sum[seat] += worth_to(&world, ground->deck, seat, kind);
    }
    for (unsigned seat = 0; seat < seen->settings.players; seat++)
        if (sum[seat] > 0 && (best == TIO_NONE || sum[seat] > sum[best]))
            best = seat;
    return best;
}

static unsigned next_in_round(const struct reason_ground *ground)
{
    const tio_game *game = &ground->view->game;
    unsigned players = game->settings.players;
    for (unsigned i = 1; i < players; i++) {
        unsigned seat = (ground->view->seat + i) % players;
        if (!(game->passed >> seat & 1))
            return seat;
    }
    return TIO_NONE;
}

/* ---- Turns ---- */

static void give(tio_hint_move *out, tio_reason reason, unsigned card,
                 unsigned seat)
{
    out->reason = (uint8_t)reason;
    out->card = (uint8_t)card;
    out->seat = (uint8_t)seat;
}

/* What the best moves of one sort promise to the seat's own table. */
static int best_prior(const struct search *search, bool dice)
{
    int best = INT32_MIN;
    for (unsigned m = 0; m < search->moves; m++) {
        bool die = search->move[m].move.type == TIO_MOVE_TAKE;
        if (die == dice && search->move[m].move.type != TIO_MOVE_PLAY &&
            search->move[m].prior > best)
            best = search->move[m].prior;
    }
    return best;
}

/* The open sum on which a die is laid although it completes nothing, or
 * TIO_NONE. */
static unsigned surplus_card(const struct reason_ground *ground,
                             const tio_layout *before, const tio_layout *after)
{
    const tio_player *player = &ground->view->game.player[ground->view->seat];
    unsigned both = (unsigned)before->cards & after->cards;
    for (unsigned card = 0; card < player->combos; card++)
        if (both >> card & 1 &&
            is_open_sum(&ground->deck->combo[player->hand[card]]) &&
            dice_size(after->lay[card]) > dice_size(before->lay[card]))
            return card;
    return TIO_NONE;
}

static void reason_for_die(const struct reason_ground *ground,
                           const struct search_move *move, tio_hint_move *out)
{
    tio_kind kind = move->move.kind;
    tio_layout before;
    tio_layout after;
    best_lay(ground, own_dice(ground), &before);
    best_lay(ground, own_dice(ground) + tio_dice_of(kind), &after);
    unsigned fresh = (unsigned)after.cards & ~(unsigned)before.cards;
    if (after.net >= before.net && fresh) {
        give(out,
             fresh & (fresh - 1) ? TIO_REASON_COMPLETES_MORE
                                 : TIO_REASON_COMPLETES,
             lowest_bit(fresh), TIO_NONE);
        return;
    }
    unsigned card = surplus_card(ground, &before, &after);
    if (after.net >= before.net && card != TIO_NONE) {
        give(out, TIO_REASON_SURPLUS, card, TIO_NONE);
        return;
    }
    card = raised_card(ground, move, kind);
    if (move->prior <= best_prior(ground->search, false) || card == TIO_NONE) {
        unsigned seat = who_wants(ground, kind);
        give(out, seat == TIO_NONE ? TIO_REASON_BEST : TIO_REASON_DENIES,
             TIO_NONE, seat);
        return;
    }
    const tio_player *player = &ground->view->game.player[ground->view->seat];
    bool open = is_open_sum(&ground->deck->combo[player->hand[card]]);
    give(out, open ? TIO_REASON_OPEN_SUM : TIO_REASON_TOWARDS, card, TIO_NONE);
}

/* Whether the player scores more after the action than by any other move. */
static bool scores_more(const struct search *search,
                        const struct search_move *move)
{
    for (unsigned m = 0; m < search->moves; m++)
        if (search->move[m].move.type != TIO_MOVE_PLAY &&
            mean_net(&search->move[m]) >= mean_net(move))
            return false;
    return true;
}

static bool only_costs(const struct reason_ground *ground, tio_kind die)
{
    tio_layout with;
    tio_layout without;
    best_lay(ground, own_dice(ground), &with);
    best_lay(ground, own_dice(ground) - tio_dice_of(die), &without);
    return without.net > with.net;
}

static void reason_for_action(const struct reason_ground *ground,
                              const struct search_move *move,
                              tio_hint_move *out)
{
    enum shape shape = action_shape(move->move.play.action);
    bool new_faces = shape == SHAPE_FACE || shape == SHAPE_PAIR;
    unsigned next = next_in_round(ground);
    if (shape == SHAPE_NONE)
        give(out, TIO_REASON_TWO, TIO_NONE, TIO_NONE);
    else if (shape == SHAPE_THROW && only_costs(ground, move->move.play.die))
        give(out, TIO_REASON_RID, TIO_NONE, TIO_NONE);
    else if (scores_more(ground->search, move) && new_faces)
        give(out, TIO_REASON_FETCH, fetched_card(ground, move), TIO_NONE);
    else if (scores_more(ground->search, move))
        give(out, TIO_REASON_CHANCE, TIO_NONE, TIO_NONE);
    else if (move == &ground->search->move[0] && next != TIO_NONE)
        give(out, TIO_REASON_HURTS, TIO_NONE, next);
    else
        give(out, TIO_REASON_BEST, TIO_NONE, TIO_NONE);
    if (out->reason == TIO_REASON_FETCH && out->card == TIO_NONE)
        out->reason = TIO_REASON_BEST;
}

void reason_for_turn(const struct reason_ground *ground,
                     const struct search_move *move, tio_hint_move *out)
{
    const struct search *search = ground->search;
    if (search->moves == 1)
        give(out, TIO_REASON_ONLY, TIO_NONE, TIO_NONE);
    else if (move->move.type == TIO_MOVE_TAKE)
        reason_for_die(ground, move, out);
    else if (move->move.type == TIO_MOVE_PLAY)
        reason_for_action(ground, move, out);
    else
        give(out,
             best_prior(search, true) > best_prior(search, false)
                 ? TIO_REASON_STOP_RISK
                 : TIO_REASON_STOP,
             TIO_NONE, TIO_NONE);
}
