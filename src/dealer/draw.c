/* Chance from a stream of words, whoever makes them. How words become dice and
 * cards is as plain as can be, so that anybody can do it again in any language:
 * docs/fairness.md says how. Nothing here may ever change: old records would
 * not be found fair any more. */
#include <assert.h>
#include <string.h>

#include "engine/cards.h"
#include "engine/dice.h"

struct stream {
    tio_words *next;
    void *context;
};

/* A number from 0 to n - 1, each from as many words as any other: words from
 * the last, incomplete run of n are thrown away. */
static uint32_t below(struct stream *words, uint32_t n)
{
    uint64_t whole = ((uint64_t)1 << 32) / n * n;
    for (;;) {
        uint32_t word = words->next(words->context);
        if (word < whole)
            return word % n;
    }
}

/* ---- Dice ---- */

static tio_kind roll_die(struct stream *words, unsigned colour)
{
    return tio_kind_of(colour, 1 + below(words, 6));
}

static tio_dice draw_roll(const tio_game *game, struct stream *words)
{
    tio_dice roll = 0;
    for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++) {
        unsigned count = dice_size(dice_of_colour(game->rolling, colour));
        for (; count > 0; count--)
            roll += tio_dice_of(roll_die(words, colour));
    }
    return roll;
}

/* The die with this rank among all, from L1 to R6. */
static tio_kind die_at(tio_dice dice, unsigned rank)
{
    tio_kind kind = 0;
    while (kind < TIO_KINDS - 1 && rank >= tio_dice_count(dice, kind)) {
        rank -= tio_dice_count(dice, kind);
        kind++;
    }
    return kind;
}

/* Puts a hit at its place behind the first, ascending. */
static void add_hit(tio_move *move, tio_hit hit)
{
    unsigned at = move->land.hits++;
    for (; at > 1; at--) {
        tio_hit last = move->land.hit[at - 1];
        if (last.from < hit.from ||
            (last.from == hit.from && last.to <= hit.to))
            break;
        move->land.hit[at] = last;
    }
    move->land.hit[at] = hit;
}

static void draw_land(const tio_game *game, struct stream *words,
                      tio_move *move)
{
    tio_dice left = game->tray;
    tio_kind target = game->aim;
    move->land.die = roll_die(words, tio_kind_colour(game->thrown));
    if (target == TIO_NONE || below(words, TIO_AIM_OF) >= TIO_AIM_HITS)
        return;
    for (;;) {
        tio_kind to = roll_die(words, tio_kind_colour(target));
        add_hit(move, (tio_hit){target, to});
        left -= tio_dice_of(target);
        if (game->settings.cast != TIO_CAST_CARRY || !left ||
            below(words, TIO_CARRY_OF) >= TIO_CARRY_HITS)
            return;
        target = die_at(left, below(words, dice_size(left)));
    }
}

/* ---- Cards ---- */

/* The cards of one type that are in the draw pile, in ascending order. */
struct list {
    unsigned count;
    uint8_t card[TIO_MAX_CARDS];
};

static void list_pile(struct list *list, const struct piles *piles,
                      const tio_deck *deck, bool combos)
{
    unsigned card = combos ? 0 : deck->combos;
    unsigned end = combos ? deck->combos : tio_deck_cards(deck);
    list->count = 0;
    for (; card < end; card++)
        if (tio_cards_have(&piles->draw, card))
            list->card[list->count++] = (uint8_t)card;
}

/* Fisher and Yates, as far as cards are wanted. A pile that runs out is listed
 * again from the discards that take its place. */
static void draw_cards(struct piles *piles, const tio_deck *deck, bool combos,
                       unsigned count, struct stream *words, tio_move *move)
{
    struct list list;
    list_pile(&list, piles, deck, combos);
    for (; count > 0; count--) {
        assert(list.count > 0 && move->deal.count < TIO_HAND_CARDS);
        unsigned pick = below(words, list.count);
        uint8_t card = list.card[pick];
        list.card[pick] = list.card[--list.count];
        move->deal.card[move->deal.count++] = card;
        if (piles_take(piles, deck, card))
            list_pile(&list, piles, deck, combos);
    }
}

static void draw_deal(const tio_game *game, const tio_deck *deck,
                      struct stream *words, tio_move *move)
{
    struct piles piles = piles_of(game);
    move->seat = game->deal_seat;
    draw_cards(&piles, deck, true, game->deal_combos, words, move);
    draw_cards(&piles, deck, false, game->deal_actions, words, move);
}

void tio_deal_words(const tio_game *game, const tio_deck *deck, tio_words *next,
                    void *context, tio_move *out)
{
    struct stream words = {next, context};
    memset(out, 0, sizeof *out);
    switch (game->phase) {
    case TIO_PHASE_START:
        out->type = TIO_MOVE_START;
        out->seat = (uint8_t)below(&words, game->settings.players);
        break;
    case TIO_PHASE_DEAL:
        out->type = TIO_MOVE_DEAL;
        draw_deal(game, deck, &words, out);
        break;
    case TIO_PHASE_ROLL:
        out->type = TIO_MOVE_ROLL;
        out->roll = draw_roll(game, &words);
        break;
    default:
        assert(game->phase == TIO_PHASE_LAND);
        out->type = TIO_MOVE_LAND;
        draw_land(game, &words, out);
        break;
    }
}
