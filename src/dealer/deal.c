/* Chance, from a seeded generator: every face and every card evenly. */
#include <assert.h>
#include <string.h>

#include "dealer/random.h"
#include "engine/cards.h"
#include "engine/dice.h"

/* ---- Dice ---- */

/* The counts by face of every roll of four dice, made by the preprocessor: one
 * draw and one look-up roll four dice. */
#define FACE(n) ((uint32_t)1 << 4 * (n))
#define ROLLS_1(so_far)                                                        \
    (so_far) + FACE(0), (so_far) + FACE(1), (so_far) + FACE(2),                \
        (so_far) + FACE(3), (so_far) + FACE(4), (so_far) + FACE(5)
#define ROLLS_2(so_far)                                                        \
    ROLLS_1((so_far) + FACE(0)), ROLLS_1((so_far) + FACE(1)),                  \
        ROLLS_1((so_far) + FACE(2)), ROLLS_1((so_far) + FACE(3)),              \
        ROLLS_1((so_far) + FACE(4)), ROLLS_1((so_far) + FACE(5))
#define ROLLS_3(so_far)                                                        \
    ROLLS_2((so_far) + FACE(0)), ROLLS_2((so_far) + FACE(1)),                  \
        ROLLS_2((so_far) + FACE(2)), ROLLS_2((so_far) + FACE(3)),              \
        ROLLS_2((so_far) + FACE(4)), ROLLS_2((so_far) + FACE(5))
#define ROLLS_4                                                                \
    ROLLS_3(FACE(0)), ROLLS_3(FACE(1)), ROLLS_3(FACE(2)), ROLLS_3(FACE(3)),    \
        ROLLS_3(FACE(4)), ROLLS_3(FACE(5))

#define FOUR_DICE 1296
static const uint32_t rolls_of_four[FOUR_DICE] = {ROLLS_4};

static tio_kind roll_die(tio_random *random, tio_kind die)
{
    return tio_kind_of(tio_kind_colour(die), 1 + random_below(random, 6));
}

static tio_dice roll_ordinary(tio_random *random, unsigned count,
                              unsigned colour)
{
    tio_dice faces = 0;
    for (; count >= 4; count -= 4)
        faces += rolls_of_four[random_below(random, FOUR_DICE)];
    for (; count > 0; count--)
        faces += FACE(random_below(random, 6));
    return faces << (colour == TIO_DARK ? 24 : 0);
}

static tio_dice roll_all(tio_random *random, tio_dice rolling)
{
    tio_dice roll = 0;
    for (unsigned colour = TIO_LIGHT; colour <= TIO_DARK; colour++) {
        unsigned count = dice_size(dice_of_colour(rolling, colour));
        roll += roll_ordinary(random, count, colour);
    }
    for (unsigned n = dice_size(rolling & TIO_DICE_RED); n > 0; n--)
        roll += tio_dice_of(roll_die(random, tio_kind_of(TIO_RED, 1)));
    return roll;
}

/* ---- A die that is cast back ---- */

static tio_kind pick_die(tio_random *random, tio_dice dice)
{
    unsigned rank = random_below(random, dice_size(dice));
    for (uint64_t kinds = dice_kinds(dice);; kinds &= kinds - 1) {
        tio_kind kind = dice_kind_at((unsigned)__builtin_ctzll(kinds));
        unsigned count = tio_dice_count(dice, kind);
        if (rank < count)
            return kind;
        rank -= count;
    }
}

/* Puts a hit at its place behind the first, ascending. */
static void add_hit(tio_move *move, tio_hit hit)
{
    unsigned at = move->land.hits++;
    while (at > 1) {
        tio_hit last = move->land.hit[at - 1];
        if (last.from < hit.from ||
            (last.from == hit.from && last.to <= hit.to))
            break;
        move->land.hit[at] = last;
        at--;
    }
    move->land.hit[at] = hit;
}

static void draw_land(const tio_game *game, tio_random *random, tio_move *move)
{
    move->type = TIO_MOVE_LAND;
    move->land.die = roll_die(random, game->thrown);
    if (game->aim == TIO_NONE ||
        random_below(random, TIO_AIM_OF) >= TIO_AIM_HITS)
        return;
    tio_dice left = game->tray;
    tio_kind target = game->aim;
    for (;;) {
        add_hit(move, (tio_hit){target, roll_die(random, target)});
        left -= tio_dice_of(target);
        if (game->settings.cast != TIO_CAST_CARRY || !left ||
            random_below(random, TIO_CARRY_OF) >= TIO_CARRY_HITS)
            return;
        target = pick_die(random, left);
    }
}

/* ---- Cards ---- */

/* The card with this rank among those of a type in the set. */
static unsigned nth_card(const tio_cards *cards, const tio_cards *type,
                         unsigned rank)
{
    for (unsigned w = 0; w < 4; w++) {
        uint64_t word = cards->word[w] & type->word[w];
        unsigned here = word_count(word);
        if (rank >= here) {
            rank -= here;
            continue;
        }
        for (; rank > 0; rank--)
            word &= word - 1;
        return w * 64 + (unsigned)__builtin_ctzll(word);
    }
    assert(false && "the pile has fewer cards than it counts");
    return TIO_NONE;
}

/* Drawing again until the card is in the pile is as even as counting, and
 * quicker while the pile is not much smaller than the deck. */
static unsigned draw_card(const struct piles *piles, const tio_deck *deck,
                          tio_random *random, bool combo)
{
    unsigned in_pile = combo ? piles->combos : piles->actions;
    unsigned in_deck = combo ? deck->combos : deck->actions;
    unsigned first = combo ? 0 : deck->combos;
    if (in_pile * 4 >= in_deck) {
        for (;;) {
            unsigned card = first + random_below(random, in_deck);
            if (tio_cards_have(&piles->draw, card))
                return card;
        }
    }
    tio_cards type = cards_of_type(deck, combo);
    return nth_card(&piles->draw, &type, random_below(random, in_pile));
}

static void draw_deal(const tio_game *game, const tio_deck *deck,
                      tio_random *random, tio_move *move)
{
    struct piles piles = piles_of(game);
    move->type = TIO_MOVE_DEAL;
    move->seat = game->deal_seat;
    unsigned count = (unsigned)game->deal_combos + game->deal_actions;
    assert(count <= TIO_HAND_CARDS);
    move->deal.count = (uint8_t)count;
    for (unsigned i = 0; i < count && i < TIO_HAND_CARDS; i++) {
        unsigned card = draw_card(&piles, deck, random, i < game->deal_combos);
        move->deal.card[i] = (uint8_t)card;
        piles_take(&piles, deck, card);
    }
}

void tio_deal_random(const tio_game *game, const tio_deck *deck,
                     tio_random *random, tio_move *out)
{
    memset(out, 0, sizeof *out);
    switch (game->phase) {
    case TIO_PHASE_START:
        out->type = TIO_MOVE_START;
        out->seat = (uint8_t)random_below(random, game->settings.players);
        break;
    case TIO_PHASE_DEAL:
        draw_deal(game, deck, random, out);
        break;
    case TIO_PHASE_ROLL:
        out->type = TIO_MOVE_ROLL;
        out->roll = roll_all(random, game->rolling);
        break;
    default:
        assert(game->phase == TIO_PHASE_LAND);
        draw_land(game, random, out);
        break;
    }
}
