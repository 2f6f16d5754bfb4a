/* The greedy player: for its own combos it looks for the one, two or three dice
 * that promise the best lay-out, weighs them with the chance that they are
 * still there when its turn comes round, and passes when nothing is worth a
 * chip. It gives no thought to what the others collect.
 *
 * Worth is counted in thousandths of a point, in integers, so that the same
 * view gives the same move on every machine. */
#include <string.h>

#include "bots/bots.h"
#include "engine/cards.h"
#include "engine/legal.h"

#define POINT 1024
#define PLAN_DICE 3

/* What a sum of changes must promise before an action is spent on it. */
#define ACTION_PRICE (POINT / 2)

struct plan {
    int worth;      /* expected net of the round */
    tio_dice dice;  /* to be taken, in no order; 0: pass */
};

struct thinker {
    const tio_game *game;
    const tio_deck *deck;
    unsigned seat;
    unsigned count;
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_dice taken;
    unsigned rivals;   /* other players still in the round */
    unsigned useful;   /* bit per kind: some combo could take it */
    struct plan best;
    struct plan pairs; /* the best pair, both taken now */
};

static int net_with(const struct thinker *me, tio_dice more)
{
    return POINT * tio_layout_net(me->combos, me->count, me->taken + more);
}

/* ---- The chance that dice stay ---- */

/* The chance, of POINT, that the last of `copies` among `dice` is gone after
 * the rivals have taken `takes` of them. */
static int chance_gone(unsigned copies, unsigned takes, unsigned dice)
{
    if (takes < copies)
        return 0;
    if (takes >= dice)
        return POINT;
    int share = (int)(POINT * takes / dice);
    int chance = POINT;
    for (; copies > 0; copies--)
        chance = chance * share / POINT;
    return chance;
}

/* The chance that the whole plan can be carried out if its scarcest die is
 * taken now and the others in the next turns. */
static int chance_of(const struct thinker *me, tio_dice dice, tio_dice tray)
{
    int chance = POINT;
    unsigned turn = 0;
    unsigned left = dice_size(tray);
    for (unsigned copies = 1; dice && copies <= 15; copies++) {
        for (uint64_t kinds = dice_kinds(dice); kinds; kinds &= kinds - 1) {
            tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
            if (tio_dice_count(tray, kind) != copies)
                continue;
            for (unsigned n = tio_dice_count(dice, kind); n > 0; n--) {
                unsigned spare = copies - n + 1;
                int gone =
                    chance_gone(spare, turn * me->rivals, left - turn);
                chance = chance * (POINT - gone) / POINT;
                dice -= tio_dice_of(kind);
                turn++;
            }
        }
    }
    return chance;
}

/* ---- Plans ---- */

static bool slot_wants(tio_slot slot, tio_kind kind)
{
    unsigned colour = tio_kind_colour(kind);
    return (slot.face == 0 || slot.face == tio_kind_face(kind)) &&
           (slot.colour == TIO_EITHER || colour == TIO_RED ||
            slot.colour == colour);
}

static bool combo_wants(const tio_combo *combo, tio_kind kind)
{
    if (combo->slots == 0)
        return combo->colour == TIO_EITHER || kind >= 12 ||
               combo->colour == tio_kind_colour(kind);
    for (unsigned i = 0; i < combo->slots; i++)
        if (slot_wants(combo->slot[i], kind))
            return true;
    return false;
}

static void consider(struct thinker *me, tio_dice dice, unsigned size,
                     int base)
{
    int reached = net_with(me, dice);
    if (reached <= base && size > 1)
        return;
    int chance = chance_of(me, dice, me->game->tray);
    int failed = base - (int)(size - 1) * POINT;
    int worth = (int)(((int64_t)reached * chance +
                       (int64_t)failed * (POINT - chance)) /
                      POINT);
    if (worth > me->best.worth)
        me->best = (struct plan){worth, dice};
    if (size == 2 && reached > me->pairs.worth)
        me->pairs = (struct plan){reached, dice};
}

/* Every choice of up to PLAN_DICE useful dice, kinds ascending. */
static void search_plans(struct thinker *me, tio_kind from, tio_dice dice,
                         unsigned size, int base)
{
    if (size > 0)
        consider(me, dice, size, base);
    if (size == PLAN_DICE)
        return;
    for (tio_kind kind = from; kind < TIO_KINDS; kind++) {
        if (me->useful >> kind & 1 &&
            tio_dice_count(dice, kind) < tio_dice_count(me->game->tray, kind))
            search_plans(me, kind, dice + tio_dice_of(kind), size + 1, base);
    }
}

static void think(struct thinker *me, const tio_view *view,
                  const tio_deck *deck)
{
    const tio_game *game = &view->game;
    memset(me, 0, sizeof *me);
    me->game = game;
    me->deck = deck;
    me->seat = view->seat;
    me->count = tio_hand_combos(game, deck, me->seat, me->combos);
    me->taken = game->player[me->seat].taken;
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        me->rivals += seat != me->seat && !(game->passed >> seat & 1);
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
        for (unsigned i = 0; i < me->count; i++)
            if (combo_wants(me->combos[i], kind))
                me->useful |= 1U << kind;
    int base = net_with(me, 0);
    me->best = (struct plan){base, 0};
    me->pairs = me->best;
    search_plans(me, 0, 0, 0, base);
}

/* The die of a plan to take first: the one with the fewest left. */
static tio_kind scarcest(tio_dice plan, tio_dice tray)
{
    tio_kind best = dice_first_kind(plan);
    for (uint64_t kinds = dice_kinds(plan); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        if (tio_dice_count(tray, kind) < tio_dice_count(tray, best))
            best = kind;
    }
    return best;
}

/* ---- Actions ---- */

static void play(tio_move *out, tio_action action)
{
    out->type = TIO_MOVE_PLAY;
    out->play.action = action;
    out->play.die = TIO_NONE;
    out->play.other = TIO_NONE;
    out->play.dice = 0;
}

/* Change, shift and swap: every target, judged by the one die that could be
 * taken right after it. */
static int try_new_faces(const struct thinker *me, const tio_view *view,
                         tio_action action, tio_move *out)
{
    tio_moves moves;
    tio_move move;
    int best = me->best.worth + ACTION_PRICE;
    tio_moves_begin(&moves, me->deck, view);
    while (tio_moves_next(&moves, &move)) {
        if (move.type != TIO_MOVE_PLAY ||
            !tio_action_same(move.play.action, action))
            continue;
        tio_kind made[2] = {move.play.other, move.play.other};
        if (action.kind == TIO_SWAP) {
            made[0] = (tio_kind)(move.play.other - 6);
            made[1] = (tio_kind)(move.play.die + 6);
        }
        for (unsigned i = 0; i < 2; i++) {
            int worth = net_with(me, tio_dice_of(made[i])) -
                        action.cost * POINT;
            if (worth > best) {
                best = worth;
                *out = move;
            }
        }
    }
    return best;
}

/* With nothing left worth taking, new faces can only help. */
static bool try_reroll(const struct thinker *me, tio_action action,
                       tio_move *out)
{
    tio_dice reach = action_reach(me->game, action);
    bool some = false;
    for (uint64_t kinds = dice_kinds(reach); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        some = some || me->useful >> kind & 1;
    }
    if (me->best.dice || me->count == 0 || !some || dice_size(reach) < 2)
        return false;
    if (action.kind == TIO_REROLL_FOUR) {
        tio_dice four = 0;
        for (unsigned n = 0; n < REROLL_MOST && reach != four; n++)
            four += tio_dice_of(dice_first_kind(reach - four));
        reach = four;
    }
    play(out, action);
    out->play.dice = reach;
    return true;
}

/* A die that only costs is thrown back. */
static bool try_cast(const struct thinker *me, tio_action action,
                     tio_move *out)
{
    int base = net_with(me, 0);
    if (me->best.dice)
        return false;
    for (uint64_t kinds = dice_kinds(me->taken); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        int without = POINT * tio_layout_net(me->combos, me->count,
                                             me->taken - tio_dice_of(kind));
        if (without <= base)
            continue;
        base = without;
        play(out, action);
        out->play.die = kind;
    }
    return base > me->best.worth;
}

static bool try_action(const struct thinker *me, const tio_view *view,
                       tio_action action, tio_move *out)
{
    switch (action.kind) {
    case TIO_TAKE_TWO:
        if (me->pairs.worth <= me->best.worth + ACTION_PRICE)
            return false;
        play(out, action);
        return true;
    case TIO_CHANGE:
    case TIO_SHIFT:
    case TIO_SWAP:
        return try_new_faces(me, view, action, out) >
               me->best.worth + ACTION_PRICE;
    case TIO_CAST:
        return try_cast(me, action, out);
    default:
        return try_reroll(me, action, out);
    }
}

static bool find_action(const struct thinker *me, const tio_view *view,
                        tio_move *out)
{
    const tio_player *player = &me->game->player[me->seat];
    if (action_allowed(me->game) != TIO_OK)
        return false;
    for (unsigned i = player->combos; i < hand_size(player); i++) {
        tio_action action = tio_deck_action(me->deck, player->hand[i]);
        if (action_has_target(me->game, action) &&
            try_action(me, view, action, out))
            return true;
    }
    return false;
}

static void choose_turn(const tio_view *view, const tio_deck *deck,
                        tio_move *out)
{
    struct thinker me;
    think(&me, view, deck);
    if (find_action(&me, view, out))
        return;
    tio_dice plan = me.best.dice;
    if (me.game->takes == 2 && me.pairs.worth > me.best.worth)
        plan = me.pairs.dice;
    if (!plan) {
        out->type = me.game->took ? TIO_MOVE_DONE : TIO_MOVE_PASS;
        return;
    }
    out->type = TIO_MOVE_TAKE;
    out->kind = scarcest(plan, me.game->tray);
}

/* ---- Between rounds ---- */

/* How hard a combo looks, in rough thousandths of a point. */
static int burden(const tio_combo *combo)
{
    int sum = 0;
    for (unsigned i = 0; i < combo->slots; i++) {
        int sort = combo->slot[i].colour == TIO_EITHER ? 0 : 300;
        sum += sort + (combo->slot[i].face ? 900 : 150);
    }
    if (combo->slots)
        return sum;
    unsigned dice = combo->count ? combo->count : 3;
    bool exact = combo->low == combo->high;
    return (int)dice * 400 + (exact ? 300 : 0);
}

static void choose_discard(const tio_view *view, const tio_deck *deck,
                           tio_move *out)
{
    const tio_player *player = &view->game.player[view->seat];
    int worst = -200;
    out->type = TIO_MOVE_KEEP;
    for (unsigned i = 0; i < player->combos; i++) {
        const tio_combo *combo = &deck->combo[player->hand[i]];
        int ease = combo->points * 700 - burden(combo);
        if (ease < worst) {
            worst = ease;
            out->type = TIO_MOVE_DISCARD;
            out->slot = (uint8_t)i;
        }
    }
}

static void choose_draw(const tio_player *player, tio_move *out)
{
    unsigned room = TIO_HAND_CARDS - hand_size(player);
    unsigned want = player->combos < TIO_HAND_COMBOS
                        ? TIO_HAND_COMBOS - (unsigned)player->combos
                        : 0;
    out->type = TIO_MOVE_DRAW;
    out->draw.combos = (uint8_t)(want < room ? want : room);
    out->draw.actions = (uint8_t)(room - out->draw.combos);
}

void greedy_choose(const tio_view *view, const tio_deck *deck,
                   tio_random *random, tio_move *out)
{
    (void)random;
    memset(out, 0, sizeof *out);
    out->seat = view->seat;
    switch (view->game.phase) {
    case TIO_PHASE_TURN:
        choose_turn(view, deck, out);
        break;
    case TIO_PHASE_LAY:
        bot_lay_best(&view->game, deck, view->seat, out);
        break;
    case TIO_PHASE_DISCARD:
        choose_discard(view, deck, out);
        break;
    default:
        choose_draw(&view->game.player[view->seat], out);
        break;
    }
}
