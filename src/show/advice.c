/* Advice of the coach as phrases. */
#include "show/advice.h"

#include <string.h>

#include "engine/cards.h"
#include "show/offer.h"

_Static_assert(TALE_OF_ONLY - TALE_OF_BEST == TIO_REASON_ONLY &&
                   TIO_REASON_ONLY + 1 == TIO_REASON_COUNT,
               "a phrase for each reason");

/* What makes a move the right one would mislead beside a move that is not;
 * TALE_IDS if it would not. */
static unsigned drawback(const tio_hint_move *hint, const tio_hint_move *best)
{
    switch ((tio_move_type)hint->move.type) {
    case TIO_MOVE_PASS:
    case TIO_MOVE_DONE:
        return hint->reason == TIO_REASON_STOP ? TALE_IDS : TALE_OF_MISSES_REST;
    case TIO_MOVE_LAY:
        return hint->gain == best->gain ? TALE_OF_OTHER_CARDS
                                        : TALE_OF_SCORES_LESS;
    case TIO_MOVE_DISCARD:
        return TALE_OF_ANOTHER_CARD;
    case TIO_MOVE_KEEP:
        return TALE_OF_WAITS;
    case TIO_MOVE_DRAW:
        return TALE_OF_ANOTHER_MIX;
    case TIO_MOVE_TAKE:
    case TIO_MOVE_PLAY:
        return hint->reason == TIO_REASON_BEST ? TALE_OF_NOTHING : TALE_IDS;
    case TIO_MOVE_START:
    case TIO_MOVE_DEAL:
    case TIO_MOVE_ROLL:
    case TIO_MOVE_LAND:
    case TIO_MOVE_TYPES:
        break;
    }
    return TALE_IDS;
}

/* ---- What to do ---- */

static void plan(struct advice *out, unsigned id, const tale_values values)
{
    out->plan.id = (uint8_t)id;
    memcpy(out->plan.value, values, sizeof out->plan.value);
}

/* The place of the first card that says this. */
static unsigned place_of(const tio_player *player, const tio_deck *deck,
                         tio_action action)
{
    for (unsigned i = player->combos; i < hand_size(player); i++)
        if (tio_action_same(tio_deck_action(deck, player->hand[i]), action))
            return i;
    return TIO_NONE;
}

static void plan_action(struct advice *out, const tio_move *move)
{
    struct tale tale = {.count = 0};
    tale_play(&tale, TALE_OF_PLAN_REROLL, move);
    out->plan = tale.phrase[0];
    out->plan.seat = TIO_NONE;
    switch (action_shape(move->play.action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        out->tray = move->play.dice;
        break;
    case SHAPE_FACE:
        out->tray = tio_dice_of(move->play.die);
        out->face = move->play.other;
        break;
    case SHAPE_PAIR:
        out->tray = tio_dice_of(move->play.die) + tio_dice_of(move->play.other);
        break;
    case SHAPE_THROW:
        out->own = tio_dice_of(move->play.die);
        if (move->play.other != TIO_NONE)
            out->tray = tio_dice_of(move->play.other);
        break;
    }
}

static void plan_lay(struct advice *out, const tio_view *view,
                     const tio_deck *deck, const tio_move *move)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count = tio_hand_combos(&view->game, deck, view->seat, combos);
    union tale_value score = {.each = {.count = 2}};
    tio_layout layout = {0};
    memcpy(layout.lay, move->lay, sizeof layout.lay);
    if (tio_layout_score(combos, count, view->game.player[view->seat].taken,
                         &layout) == TIO_OK) {
        score.each.of[0] = (int16_t)layout.points;
        score.each.of[1] = (int16_t)layout.chips;
    }
    plan(out, TALE_OF_PLAN_LAY, (tale_values){score});
}

static void plan_move(struct advice *out, const tio_view *view,
                      const tio_deck *deck, const tio_move *move)
{
    const tio_player *player = &view->game.player[view->seat];
    switch ((tio_move_type)move->type) {
    case TIO_MOVE_TAKE:
        out->tray = tio_dice_of(move->kind);
        plan(out, TALE_OF_PLAN_TAKE, (tale_values){{.die = move->kind}});
        break;
    case TIO_MOVE_DONE:
        plan(out, TALE_OF_PLAN_DONE, tale_nothing);
        break;
    case TIO_MOVE_PASS:
        plan(out, show_last(&view->game) ? TALE_OF_PLAN_END : TALE_OF_PLAN_PASS,
             tale_nothing);
        break;
    case TIO_MOVE_PLAY:
        out->place = (uint8_t)place_of(player, deck, move->play.action);
        plan_action(out, move);
        break;
    case TIO_MOVE_LAY:
        plan_lay(out, view, deck, move);
        break;
    case TIO_MOVE_DISCARD:
        out->place = move->slot;
        plan(out, TALE_OF_PLAN_DISCARD,
             (tale_values){{.number = player->hand[move->slot]}});
        break;
    case TIO_MOVE_DRAW:
        plan(out, TALE_OF_PLAN_DRAW,
             (tale_values){{.number = move->draw.combos},
                           {.number = move->draw.actions}});
        break;
    case TIO_MOVE_KEEP:
    case TIO_MOVE_START: /* nobody's choice, as those that follow */
    case TIO_MOVE_DEAL:
    case TIO_MOVE_ROLL:
    case TIO_MOVE_LAND:
    case TIO_MOVE_TYPES:
        plan(out, TALE_OF_PLAN_KEEP, tale_nothing);
        break;
    }
}

/* ---- Why ---- */

static void reason(struct advice *out, const tio_view *view,
                   const tio_hint_move *hint, const tio_hint_move *best)
{
    const tio_player *player = &view->game.player[view->seat];
    unsigned id = hint == best ? TALE_IDS : drawback(hint, best);
    if (id == TALE_IDS)
        id = TALE_OF_BEST + hint->reason;
    out->why.id = (uint8_t)id;
    out->why.seat = hint->seat;
    const uint8_t *arg = tale_rows[id].arg;
    if (arg[0] == TALE_ARG_CARD && hint->card < player->combos) {
        out->why.value[0].number = player->hand[hint->card];
        out->cards = (uint8_t)(out->cards | 1U << hint->card);
    } else if (arg[0] == TALE_ARG_DIE) {
        out->why.value[0].die = hint->move.type == TIO_MOVE_PLAY
                                    ? hint->move.play.die
                                    : hint->move.kind;
    }
}

void advice_of(const tio_view *view, const tio_deck *deck,
               const tio_hint_move *hint, const tio_hint_move *best,
               struct advice *out)
{
    memset(out, 0, sizeof *out);
    out->plan.seat = TIO_NONE;
    out->face = TIO_NONE;
    out->place = TIO_NONE;
    plan_move(out, view, deck, &hint->move);
    if (out->place < TIO_HAND_CARDS)
        out->cards = (uint8_t)(1U << out->place);
    reason(out, view, hint, best);
}
