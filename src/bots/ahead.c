/* The players that look a fixed number of dice ahead, `easy` and `normal`: for
 * their own combos they reckon what each die promises. After a die they expect
 * the best of what the others will have left, and so on; they pass when no die
 * promises more than stopping. They ignore what the others collect:
 * to them the others take dice at random.
 *
 * Worth is counted in whole parts of a point, so that the same view gives the
 * same move on every machine. */
#include <assert.h>
#include <string.h>

#include "bots/bots.h"
#include "bots/reckon.h"
#include "bots/wants.h"
#include "engine/actions.h"
#include "engine/cards.h"
#include "engine/combo.h"

/* What a change of the tray must promise before an action is spent on it. */
#define ACTION_PRICE (POINT / 2)

/* What makes one of these players. */
struct habits {
    unsigned turns; /* to look ahead after the next die */
    unsigned slips; /* one decision in so many is careless; 0: none */
    bool acts;      /* plays actions, and discards what is hopeless */
};

/* A kind of die in the tray that some combo could use. */
struct offer {
    tio_kind kind;
    uint8_t copies;
};

/* Dice can be taken in any order: what was reckoned for some is kept in the
 * place that their number falls on, until others fall on it. */
#define REMEMBERED_BITS 10

struct remembered {
    tio_dice mine; /* 0: nothing here */
    int worth;
};

struct thinker {
    const struct habits *habits;
    const tio_game *game;
    const tio_deck *deck;
    unsigned seat;
    unsigned count;
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_dice taken;
    unsigned rivals;  /* other players still in the round */
    unsigned in_tray; /* dice */
    unsigned offers;
    struct offer offer[TIO_KINDS];
    int stop;      /* the worth of taking nothing more */
    int best;      /* the worth of the best die, or of stopping */
    tio_kind take; /* that die, or TIO_NONE */
    int best_pair; /* the worth of the best two dice at once */
    tio_kind pair; /* one of them */
    tio_random *random;
    unsigned equals; /* dice found so far that are as good as the best */
    struct remembered remembered[1 << REMEMBERED_BITS];
};

static int net_with(const struct thinker *me, tio_dice more)
{
    return POINT * tio_layout_net(me->combos, me->count, me->taken + more);
}

/* ---- What can be expected of the turns to come ---- */

/* A die to hope for, and what it would be worth to get it. */
struct hope {
    int worth;
    unsigned copies;
};

/* Puts a hope among the others, best first. */
static void hope_add(struct hope hopes[], unsigned *count, struct hope more)
{
    unsigned at = (*count)++;
    for (; at > 0 && hopes[at - 1].worth < more.worth; at--)
        hopes[at] = hopes[at - 1];
    hopes[at] = more;
}

/* The expected worth of the best hope that is still there after the rivals took
 * `takes` of `dice` dice at random, or of stopping if that is better. */
static int hopes_expect(const struct hope hopes[], unsigned count, int stop,
                        unsigned takes, unsigned dice)
{
    int64_t gone = 1 << 20; /* the chance that all better ones are gone */
    int64_t worth = 0;
    unsigned seen = 0;
    for (unsigned i = 0; i < count && hopes[i].worth > stop && gone; i++) {
        int64_t before = gone;
        for (unsigned n = hopes[i].copies; n > 0 && gone; n--, seen++)
            gone = takes > seen ? gone * (takes - seen) / (dice - seen) : 0;
        worth += (before - gone) * hopes[i].worth;
    }
    return (int)((worth + gone * stop) / (1 << 20));
}

/* The rivals' takes before the next turn: they can't take more than there is. */
static unsigned rival_takes(const struct thinker *me, unsigned dice)
{
    return me->rivals < dice ? me->rivals : dice;
}

static unsigned copies_left(const struct offer *offer, tio_dice mine)
{
    return offer->copies - tio_dice_count(mine, offer->kind);
}

static int look_ahead(struct thinker *me, tio_dice mine, unsigned turns);

/* What to expect in the end after taking `mine`, which are some dice, and with
 * `turns` more to look ahead. */
static int look_further(struct thinker *me, tio_dice mine, unsigned turns)
{
    int stop = net_with(me, mine);
    if (turns == 0)
        return stop;
    struct hope hopes[TIO_KINDS];
    unsigned count = 0;
    for (unsigned i = 0; i < me->offers; i++) {
        const struct offer *offer = &me->offer[i];
        unsigned copies = copies_left(offer, mine);
        if (copies == 0)
            continue;
        tio_dice more = mine + tio_dice_of(offer->kind);
        int worth = look_ahead(me, more, turns - 1);
        if (worth > stop)
            hope_add(hopes, &count, (struct hope){worth, copies});
    }
    unsigned left = me->in_tray - dice_size(mine);
    return hopes_expect(hopes, count, stop, rival_takes(me, left), left);
}

/* The same, but reckoned once. The more dice, the fewer turns are left to look
 * ahead, so that the dice alone say what is meant. */
static int look_ahead(struct thinker *me, tio_dice mine, unsigned turns)
{
    assert(mine && turns + dice_size(mine) == me->habits->turns + 1);
    unsigned at =
        (unsigned)(mine * 0x9e3779b97f4a7c15U >> (64 - REMEMBERED_BITS));
    struct remembered *remembered = &me->remembered[at];
    if (remembered->mine != mine) {
        int worth = look_further(me, mine, turns);
        *remembered = (struct remembered){mine, worth};
    }
    return remembered->worth;
}

static void list_offers(struct thinker *me)
{
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        unsigned copies = tio_dice_count(me->game->tray, kind);
        bool wanted = false;
        for (unsigned i = 0; i < me->count; i++)
            wanted = wanted || combo_wants(me->combos[i], kind);
        if (copies && wanted)
            me->offer[me->offers++] = (struct offer){kind, (uint8_t)copies};
    }
}

/* Two dice at once, for a player who may take two. */
static void think_of_pairs(struct thinker *me)
{
    me->best_pair = me->best;
    me->pair = me->take;
    for (unsigned a = 0; a < me->offers; a++) {
        for (unsigned b = a; b < me->offers; b++) {
            tio_dice one = tio_dice_of(me->offer[a].kind);
            if (copies_left(&me->offer[b], one) == 0)
                continue;
            int worth = look_ahead(me, one + tio_dice_of(me->offer[b].kind), 1);
            if (worth > me->best_pair) {
                me->best_pair = worth;
                me->pair = me->offer[a].kind;
            }
        }
    }
}

/* Keeps the better die; of equally good ones each with equal chance, so that
 * neither colour is favoured. */
static void keep_better(struct thinker *me, tio_kind kind, int worth)
{
    if (worth < me->best || (worth == me->best && me->take == TIO_NONE))
        return;
    me->equals = worth > me->best ? 1 : me->equals + 1;
    me->best = worth;
    if (tio_random_below(me->random, me->equals) == 0)
        me->take = kind;
}

static void think(struct thinker *me, const struct habits *habits,
                  const tio_view *view, const tio_deck *deck,
                  tio_random *random)
{
    const tio_game *game = &view->game;
    memset(me, 0, sizeof *me);
    me->habits = habits;
    me->game = game;
    me->deck = deck;
    me->random = random;
    me->seat = view->seat;
    me->count = tio_hand_combos(game, deck, me->seat, me->combos);
    me->taken = game->player[me->seat].taken;
    me->in_tray = dice_size(game->tray);
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        me->rivals += seat != me->seat && !(game->passed >> seat & 1);
    list_offers(me);
    me->stop = net_with(me, 0);
    me->best = me->stop;
    me->take = TIO_NONE;
    for (unsigned i = 0; i < me->offers; i++) {
        tio_kind kind = me->offer[i].kind;
        keep_better(me, kind, look_ahead(me, tio_dice_of(kind), habits->turns));
    }
    /* Carelessness: some die that looked useful, whatever it promises. */
    if (habits->slips && me->offers && me->take != TIO_NONE &&
        tio_random_below(random, habits->slips) == 0)
        me->take = me->offer[tio_random_below(random, me->offers)].kind;
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

/* Faces that are chosen: every target, judged by the one die that could be
 * taken right after it. */
static int try_new_faces(const struct thinker *me, const tio_view *view,
                         tio_action action, tio_move *out)
{
    tio_moves moves;
    tio_move move;
    int best = me->best + ACTION_PRICE;
    tio_moves_begin(&moves, me->deck, view);
    while (tio_moves_next(&moves, &move)) {
        if (move.type != TIO_MOVE_PLAY ||
            !tio_action_same(move.play.action, action))
            continue;
        tio_kind made[2] = {move.play.other, move.play.other};
        if (action_shape(action) == SHAPE_PAIR) {
            made[0] = kind_lightened(move.play.other);
            made[1] = kind_darkened(move.play.die);
        }
        for (unsigned i = 0; i < 2; i++) {
            int worth =
                net_with(me, tio_dice_of(made[i])) - action.cost * POINT;
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
    if (me->take != TIO_NONE || me->count == 0 || dice_size(reach) < 2)
        return false;
    unsigned most = action_most(me->game, action);
    play(out, action);
    for (unsigned n = 0; n < most && out->play.dice != reach; n++)
        out->play.dice += tio_dice_of(dice_first_kind(reach - out->play.dice));
    return true;
}

/* A die that only costs is thrown back. */
static bool try_cast(const struct thinker *me, tio_action action, tio_move *out)
{
    int base = me->stop;
    if (me->take != TIO_NONE)
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
    return base > me->best;
}

static bool try_action(const struct thinker *me, const tio_view *view,
                       tio_action action, tio_move *out)
{
    switch (action_shape(action)) {
    case SHAPE_NONE:
        if (me->best_pair <= me->best + ACTION_PRICE)
            return false;
        play(out, action);
        return true;
    case SHAPE_POOL:
        return try_reroll(me, action, out);
    case SHAPE_FACE:
    case SHAPE_PAIR:
        return try_new_faces(me, view, action, out) > me->best + ACTION_PRICE;
    case SHAPE_THROW:
        return try_cast(me, action, out);
    }
    return false;
}

/* A card with which more than one die may be taken. */
static bool holds_more(const struct thinker *me)
{
    const tio_player *player = &me->game->player[me->seat];
    for (unsigned i = player->combos; i < hand_size(player); i++)
        if (action_row(tio_deck_action(me->deck, player->hand[i]))->takes > 1)
            return true;
    return false;
}

static bool find_action(const struct thinker *me, const tio_view *view,
                        tio_move *out)
{
    const tio_player *player = &me->game->player[me->seat];
    for (unsigned i = player->combos; i < hand_size(player); i++) {
        tio_action action = tio_deck_action(me->deck, player->hand[i]);
        if (action_has_target(me->game, action) &&
            try_action(me, view, action, out))
            return true;
    }
    return false;
}

static void choose_turn(const struct habits *habits, const tio_view *view,
                        const tio_deck *deck, tio_random *random, tio_move *out)
{
    struct thinker me;
    think(&me, habits, view, deck, random);
    bool may_act = habits->acts && action_allowed(me.game) == TIO_OK;
    if (me.game->takes == 2 || (may_act && holds_more(&me)))
        think_of_pairs(&me);
    if (may_act && find_action(&me, view, out))
        return;
    tio_kind take = me.game->takes == 2 ? me.pair : me.take;
    out->type = TIO_MOVE_TAKE;
    out->kind = take;
    if (take == TIO_NONE)
        out->type = me.game->took ? TIO_MOVE_DONE : TIO_MOVE_PASS;
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

static void choose(const struct habits *habits, const tio_view *view,
                   const tio_deck *deck, tio_random *random, tio_move *out)
{
    memset(out, 0, sizeof *out);
    out->seat = view->seat;
    switch (view->game.phase) {
    case TIO_PHASE_TURN:
        choose_turn(habits, view, deck, random, out);
        break;
    case TIO_PHASE_LAY:
        tio_hand_lay_best(&view->game, deck, view->seat, out);
        break;
    case TIO_PHASE_DISCARD:
        out->type = TIO_MOVE_KEEP;
        if (habits->acts)
            choose_discard(view, deck, out);
        break;
    default:
        choose_draw(&view->game.player[view->seat], out);
        break;
    }
}

void easy_choose(const tio_view *view, const tio_deck *deck,
                 const tio_budget *budget, tio_random *random, tio_move *out)
{
    static const struct habits easy = {.turns = 2, .slips = 3};
    (void)budget;
    choose(&easy, view, deck, random, out);
}

void normal_choose(const tio_view *view, const tio_deck *deck,
                   const tio_budget *budget, tio_random *random, tio_move *out)
{
    static const struct habits normal = {.turns = 2, .acts = true};
    (void)budget;
    choose(&normal, view, deck, random, out);
}
