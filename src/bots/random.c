/* The random player: any die, a pass or an action with equal chance, random
 * targets, the best lay-out. Weak, and the quickest way through a game. */
#include <string.h>

#include "bots/bots.h"
#include "bots/random.h"
#include "dealer/random.h"
#include "engine/actions.h"
#include "engine/cards.h"

static unsigned kinds_count(uint64_t kinds)
{
    uint64_t red = kinds >> 48;
    red = (red & 0x111) + (red >> 2 & 0x111);
    return (unsigned)((kinds & 0x111111111111ULL) * 0x111111111111ULL >> 44 &
                      0xf) +
           (unsigned)(red * 0x111 >> 8 & 0xf);
}

static tio_kind nth_kind(uint64_t kinds, unsigned rank)
{
    for (; rank > 0; rank--)
        kinds &= kinds - 1;
    return dice_kind_at((unsigned)__builtin_ctzll(kinds));
}

static tio_kind random_kind(tio_dice dice, tio_random *random)
{
    uint64_t kinds = dice_kinds(dice);
    return nth_kind(kinds, random_below(random, kinds_count(kinds)));
}

/* Each die with even chance, and one at least; up to `limit` of them. */
static tio_dice random_part(tio_dice pool, unsigned limit, tio_random *random)
{
    tio_dice part = tio_dice_of(random_kind(pool, random));
    uint64_t coins = random_next(random);
    pool -= part;
    for (uint64_t kinds = dice_kinds(pool); kinds; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        for (unsigned n = tio_dice_count(pool, kind); n > 0; n--) {
            if (coins & 1 && dice_size(part) < limit)
                part += tio_dice_of(kind);
            coins >>= 1;
        }
    }
    return part;
}

/* Another face: any, or one that is `step` away. */
static tio_kind random_face(tio_kind die, unsigned step, tio_random *random)
{
    unsigned face = tio_kind_face(die);
    if (step) {
        bool low = face <= step;
        bool up = low || (face + step <= 6 && random_below(random, 2));
        return (tio_kind)(up ? die + step : die - step);
    }
    unsigned other = 1 + random_below(random, 5);
    if (other >= face)
        other++;
    return tio_kind_of(tio_kind_colour(die), other);
}

/* A light and a dark die with different faces: there is such a pair, so drawing
 * again ends. */
static void random_pair(tio_dice tray, tio_random *random, tio_move *out)
{
    do {
        out->play.die = random_kind(tray & TIO_DICE_LIGHT, random);
        out->play.other = random_kind(tray & TIO_DICE_DARK, random);
    } while (out->play.other == kind_darkened(out->play.die));
}

static void random_targets(const tio_game *game, tio_random *random,
                           tio_move *out)
{
    tio_action action = out->play.action;
    tio_dice reach = action_reach(game, action);
    switch (action_shape(action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        out->play.dice =
            action_takes_all(game, action)
                ? reach
                : random_part(reach, action_most(game, action), random);
        break;
    case SHAPE_FACE:
        out->play.die = random_kind(reach, random);
        out->play.other =
            random_face(out->play.die, action_row(action)->step, random);
        break;
    case SHAPE_PAIR:
        random_pair(game->tray, random, out);
        break;
    case SHAPE_THROW:
        out->play.die = random_kind(reach, random);
        if (game->settings.cast != TIO_CAST_OFF && random_below(random, 2))
            out->play.other = random_kind(game->tray, random);
        break;
    }
}

RARELY static void random_play(const tio_game *game, const tio_deck *deck,
                               unsigned card, tio_random *random, tio_move *out)
{
    out->type = TIO_MOVE_PLAY;
    out->play.action = tio_deck_action(deck, card);
    out->play.die = TIO_NONE;
    out->play.other = TIO_NONE;
    out->play.dice = 0;
    random_targets(game, random, out);
}

/* The places in the hand of actions that could be played now. */
static unsigned list_playable(const tio_game *game, const tio_deck *deck,
                              const tio_player *player,
                              uint8_t playable[TIO_HAND_CARDS])
{
    unsigned count = 0;
    for (unsigned i = player->combos; i < hand_size(player); i++)
        if (action_has_target(game, tio_deck_action(deck, player->hand[i])))
            playable[count++] = (uint8_t)i;
    return count;
}

static void random_turn(const tio_game *game, const tio_deck *deck,
                        unsigned seat, tio_random *random, tio_move *out)
{
    const tio_player *player = &game->player[seat];
    uint64_t kinds = dice_kinds(game->tray);
    unsigned dice = kinds_count(kinds);
    uint8_t playable[TIO_HAND_CARDS];
    unsigned actions = 0;
    if (player->actions && action_allowed(game) == TIO_OK)
        actions = list_playable(game, deck, player, playable);
    unsigned choice = random_below(random, dice + 1 + actions);
    if (choice < dice) {
        out->type = TIO_MOVE_TAKE;
        out->kind = nth_kind(kinds, choice);
    } else if (choice == dice) {
        out->type = game->took ? TIO_MOVE_DONE : TIO_MOVE_PASS;
    } else {
        random_play(game, deck, player->hand[playable[choice - dice - 1]],
                    random, out);
    }
}

static void random_discard(const tio_player *player, tio_random *random,
                           tio_move *out)
{
    unsigned choice = random_below(random, hand_size(player) + 1);
    out->type = choice ? TIO_MOVE_DISCARD : TIO_MOVE_KEEP;
    out->slot = (uint8_t)(choice ? choice - 1 : 0);
}

static void random_draw(const tio_player *player, tio_random *random,
                        tio_move *out)
{
    unsigned room = TIO_HAND_CARDS - hand_size(player);
    out->type = TIO_MOVE_DRAW;
    out->draw.combos = (uint8_t)random_below(random, room + 1);
    out->draw.actions = (uint8_t)(room - out->draw.combos);
}

void random_move(const tio_game *game, const tio_deck *deck, unsigned seat,
                 tio_random *random, tio_move *out)
{
    const tio_player *player = &game->player[seat];
    out->seat = (uint8_t)seat;
    switch (game->phase) {
    case TIO_PHASE_TURN:
        random_turn(game, deck, seat, random, out);
        break;
    case TIO_PHASE_LAY:
        tio_hand_lay_best(game, deck, seat, out);
        break;
    case TIO_PHASE_DISCARD:
        random_discard(player, random, out);
        break;
    default:
        random_draw(player, random, out);
        break;
    }
}

void random_choose(const tio_view *view, const tio_deck *deck,
                   const tio_budget *budget, tio_random *random, tio_move *out)
{
    (void)budget;
    memset(out, 0, sizeof *out);
    random_move(&view->game, deck, view->seat, random, out);
}
