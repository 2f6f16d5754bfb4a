/* Walks over the legal moves of a seat, one at a time. Nothing is collected, so
 * even 're-roll any of twenty dice' or every possible lay-out needs no more
 * memory than the walk itself. */
#include <string.h>

#include "engine/actions.h"
#include "engine/cards.h"
#include "engine/combo.h"

enum stage {
    STAGE_TAKE,
    STAGE_STOP,   /* pass or done */
    STAGE_ACTION, /* find the next action */
    STAGE_TARGET, /* the targets of the action at `slot` */
    STAGE_LAY_FIRST,
    STAGE_LAY,
    STAGE_KEEP,
    STAGE_DISCARD,
    STAGE_DRAW,
    STAGE_END
};

static const tio_game *game_of(const tio_moves *moves)
{
    return &moves->view->game;
}

static const tio_player *player_of(const tio_moves *moves)
{
    return &game_of(moves)->player[moves->view->seat];
}

void tio_moves_begin(tio_moves *moves, const tio_deck *deck,
                     const tio_view *view)
{
    memset(moves, 0, sizeof *moves);
    moves->deck = deck;
    moves->view = view;
    moves->stage = STAGE_END;
    if (view->seat >= view->game.settings.players ||
        !(tio_game_deciders(&view->game) >> view->seat & 1))
        return;
    static const uint8_t first_stage[TIO_PHASES] = {
        [TIO_PHASE_DRAW] = STAGE_DRAW,
        [TIO_PHASE_TURN] = STAGE_TAKE,
        [TIO_PHASE_LAY] = STAGE_LAY_FIRST,
        [TIO_PHASE_DISCARD] = STAGE_KEEP,
    };
    moves->stage = first_stage[view->game.phase];
}

/* Counts a step; false if that was one too many. Most choices of dice complete
 * no combo, so that between two lay-outs there may be a million steps. */
static bool may_go_on(tio_moves *moves)
{
    moves->steps++;
    if (moves->limit == 0 || moves->steps <= moves->limit)
        return true;
    moves->stage = STAGE_END;
    return false;
}

/* ---- Turns ---- */

static bool next_take(tio_moves *moves, tio_move *move)
{
    for (; moves->die < TIO_KINDS; moves->die++) {
        if (tio_dice_count(game_of(moves)->tray, moves->die) == 0)
            continue;
        move->type = TIO_MOVE_TAKE;
        move->kind = moves->die++;
        return true;
    }
    moves->stage = STAGE_STOP;
    return false;
}

static bool next_stop(tio_moves *moves, tio_move *move)
{
    move->type = game_of(moves)->took ? TIO_MOVE_DONE : TIO_MOVE_PASS;
    moves->slot = player_of(moves)->combos;
    moves->stage =
        action_allowed(game_of(moves)) == TIO_OK ? STAGE_ACTION : STAGE_END;
    return true;
}

static tio_action action_at(const tio_moves *moves, unsigned slot)
{
    return tio_deck_action(moves->deck, player_of(moves)->hand[slot]);
}

static bool next_action(tio_moves *moves, tio_move *move)
{
    (void)move;
    const tio_player *player = player_of(moves);
    for (; moves->slot < hand_size(player); moves->slot++) {
        tio_action action = action_at(moves, moves->slot);
        bool first =
            hand_find_action(player, moves->deck, action) == moves->slot;
        if (!first || !action_has_target(game_of(moves), action))
            continue;
        moves->stage = STAGE_TARGET;
        moves->pool = action_reach(game_of(moves), action);
        moves->pick = 0;
        moves->die = 0;
        moves->other = 0;
        moves->depth = 0;
        return false;
    }
    moves->stage = STAGE_END;
    return false;
}

static bool target_pool(tio_moves *moves, tio_action action, tio_move *move)
{
    unsigned most = action_most(game_of(moves), action);
    if (action_takes_all(game_of(moves), action))
        moves->pick = moves->pick ? 0 : moves->pool;
    else
        moves->pick = dice_next_part(moves->pool, moves->pick, most);
    move->play.dice = moves->pick;
    return moves->pick != 0 && may_go_on(moves);
}

/* The next pair of a die in the pool and another kind, tried in order. */
static bool target_pair(tio_moves *moves, tio_move *move)
{
    const unsigned ends = TIO_KINDS + 1U; /* one more: no other die */
    while (moves->die < TIO_KINDS && may_go_on(moves)) {
        unsigned other = moves->other;
        move->play.die = moves->die;
        move->play.other = (tio_kind)(other < TIO_KINDS ? other : TIO_NONE);
        if (tio_dice_count(moves->pool, moves->die) == 0)
            other = ends;
        moves->other = (uint8_t)(other + 1);
        if (moves->other >= ends) {
            moves->die++;
            moves->other = 0;
        }
        if (other < ends &&
            tio_check(game_of(moves), moves->deck, move) == TIO_OK)
            return true;
    }
    return false;
}

static bool target_none(tio_moves *moves)
{
    return moves->depth++ == 0;
}

static bool next_target(tio_moves *moves, tio_move *move)
{
    tio_action action = action_at(moves, moves->slot);
    bool found = false;
    move->type = TIO_MOVE_PLAY;
    move->play.action = action;
    move->play.die = TIO_NONE;
    move->play.other = TIO_NONE;
    switch (action_shape(action)) {
    case SHAPE_NONE:
        found = target_none(moves);
        break;
    case SHAPE_POOL:
        found = target_pool(moves, action, move);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
    case SHAPE_THROW:
        found = target_pair(moves, move);
        break;
    }
    if (found || moves->stage == STAGE_END)
        return found;
    moves->slot++;
    moves->stage = STAGE_ACTION;
    return false;
}

/* ---- Lay-outs ---- */

static const tio_combo *combo_at(const tio_moves *moves, unsigned slot)
{
    return &moves->deck->combo[player_of(moves)->hand[slot]];
}

/* Of equal combos the first gets the larger dice: the other way round would be
 * the same lay-out. */
static bool lay_in_order(const tio_moves *moves, unsigned slot)
{
    for (unsigned i = 0; i < slot; i++)
        if (combo_same(combo_at(moves, i), combo_at(moves, slot)) &&
            moves->lay[i] < moves->lay[slot])
            return false;
    return true;
}

/* The next dice for this combo out of those that the earlier ones leave. */
static bool lay_advance(tio_moves *moves, unsigned slot)
{
    tio_dice pool = player_of(moves)->taken;
    for (unsigned i = 0; i < slot; i++)
        pool -= moves->lay[i];
    do {
        moves->lay[slot] = dice_next_part(pool, moves->lay[slot], TIO_MAX_DICE);
        if (moves->lay[slot] == 0 || !may_go_on(moves))
            return false;
    } while (!tio_combo_accepts(combo_at(moves, slot), moves->lay[slot]) ||
             !lay_in_order(moves, slot));
    return true;
}

static bool next_lay(tio_moves *moves, tio_move *move)
{
    bool found = moves->stage == STAGE_LAY_FIRST;
    moves->stage = STAGE_LAY;
    for (unsigned slot = player_of(moves)->combos;
         !found && moves->stage == STAGE_LAY && slot-- > 0;)
        found = lay_advance(moves, slot);
    if (!found) {
        moves->stage = STAGE_END;
        return false;
    }
    move->type = TIO_MOVE_LAY;
    memcpy(move->lay, moves->lay, sizeof move->lay);
    return true;
}

/* ---- Discards and draws ---- */

static bool next_keep(tio_moves *moves, tio_move *move)
{
    move->type = TIO_MOVE_KEEP;
    moves->stage = STAGE_DISCARD;
    return true;
}

static bool card_repeats(const tio_moves *moves, unsigned slot)
{
    const tio_player *player = player_of(moves);
    if (slot >= player->combos)
        return hand_find_action(player, moves->deck, action_at(moves, slot)) !=
               slot;
    for (unsigned i = 0; i < slot; i++)
        if (combo_same(combo_at(moves, i), combo_at(moves, slot)))
            return true;
    return false;
}

static bool next_discard(tio_moves *moves, tio_move *move)
{
    while (moves->slot < hand_size(player_of(moves))) {
        unsigned slot = moves->slot++;
        if (card_repeats(moves, slot))
            continue;
        move->type = TIO_MOVE_DISCARD;
        move->slot = (uint8_t)slot;
        return true;
    }
    moves->stage = STAGE_END;
    return false;
}

static bool next_draw(tio_moves *moves, tio_move *move)
{
    unsigned room = TIO_HAND_CARDS - hand_size(player_of(moves));
    if (moves->slot > room) {
        moves->stage = STAGE_END;
        return false;
    }
    move->type = TIO_MOVE_DRAW;
    move->draw.combos = (uint8_t)(room - moves->slot);
    move->draw.actions = moves->slot++;
    return true;
}

bool tio_moves_next(tio_moves *moves, tio_move *move)
{
    static bool (*const next[])(tio_moves *, tio_move *) = {
        [STAGE_TAKE] = next_take,     [STAGE_STOP] = next_stop,
        [STAGE_ACTION] = next_action, [STAGE_TARGET] = next_target,
        [STAGE_LAY_FIRST] = next_lay, [STAGE_LAY] = next_lay,
        [STAGE_KEEP] = next_keep,     [STAGE_DISCARD] = next_discard,
        [STAGE_DRAW] = next_draw,
    };
    while (moves->stage != STAGE_END) {
        memset(move, 0, sizeof *move);
        move->seat = moves->view->seat;
        if (next[moves->stage](moves, move))
            return true;
    }
    return false;
}
