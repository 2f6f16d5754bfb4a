/* The only narrator. It is handed what one reader sees, and can't say more. */
#include "show/tale.h"

#include <assert.h>
#include <string.h>

#include "engine/actions.h"
#include "engine/cards.h"
#include "i18n/mark.h"

/* clang-format off */
#define A0 {TALE_ARG_END}
#define A1(a) {TALE_ARG_##a}
#define A2(a, b) {TALE_ARG_##a, TALE_ARG_##b}
#define A3(a, b, c) {TALE_ARG_##a, TALE_ARG_##b, TALE_ARG_##c}
#define A4(a, b, c, d) \
    {TALE_ARG_##a, TALE_ARG_##b, TALE_ARG_##c, TALE_ARG_##d}
#define A5(a, b, c, d, e) \
    {TALE_ARG_##a, TALE_ARG_##b, TALE_ARG_##c, TALE_ARG_##d, TALE_ARG_##e}

const struct tale_row tale_rows[TALE_IDS] = {
#define X(id, mark, args, you, other) {#id, TALE_##mark, args},
#include "show/phrases.def"
#undef X
};

const struct tale_sentences tale_sentences[TALE_IDS] = {
#define X(id, mark, args, you, other) {you, other},
#include "show/phrases.def"
#undef X
};

const char *const tale_mark_words[TALE_MARK_COUNT] = {
#define X(name, word) word,
    TALE_MARKS(X)
#undef X
};

const char *const tale_arg_words[TALE_ARG_COUNT] = {
#define X(name, word) word,
    TALE_ARGS(X)
#undef X
};
/* clang-format on */

const tale_values tale_nothing;

void tale_add(struct tale *tale, enum tale_id id, unsigned seat,
              const tale_values values)
{
    assert(tale->count < TALE_PHRASES);
    struct tale_phrase *phrase = &tale->phrase[tale->count++];
    phrase->id = (uint8_t)id;
    phrase->seat = (uint8_t)seat;
    memcpy(phrase->value, values, sizeof phrase->value);
}

/* With the values that follow, one in braces for each argument. */
#define TELL(tale, id, seat, ...)                                              \
    tale_add(tale, TALE_OF_##id, seat, (tale_values){__VA_ARGS__})
#define TELL_OF(tale, id, seat) tale_add(tale, TALE_OF_##id, seat, tale_nothing)

struct tale_ground tale_ground_of(const tio_game *before)
{
    struct tale_ground ground = {
        .rolling = before->rolling,
        .round = before->round,
        .turn = before->turn,
        .took = before->took,
        .aim = before->aim,
    };
    for (unsigned seat = 0; seat < before->settings.players; seat++)
        ground.taken[seat] = before->player[seat].taken;
    return ground;
}

bool tale_scores(const tio_move *move, const tio_game *after)
{
    bool may_end = move->type == TIO_MOVE_TAKE || move->type == TIO_MOVE_DONE ||
                   move->type == TIO_MOVE_PASS || move->type == TIO_MOVE_LAY;
    return may_end && after->phase != TIO_PHASE_TURN &&
           after->phase != TIO_PHASE_LAY;
}

/* ---- Chance ---- */

static void tell_roll(struct tale *tale, const struct tale_ground *ground,
                      const tio_move *move, const tio_game *after)
{
    if (ground->turn == TIO_NONE)
        TELL(tale, ROUND, after->starter, {.number = ground->round},
             {.number = after->rounds}, {.dice = move->roll});
    else if (dice_size(move->roll) == 1)
        TELL(tale, REROLLED_ONE, TIO_NONE, {.dice = ground->rolling},
             {.dice = move->roll});
    else
        TELL(tale, REROLLED, TIO_NONE, {.dice = ground->rolling},
             {.dice = move->roll});
}

static void tell_land(struct tale *tale, const struct tale_ground *ground,
                      const tio_move *move)
{
    TELL(tale, LANDS, TIO_NONE, {.die = move->land.die});
    if (ground->aim != TIO_NONE && !move->land.hits)
        TELL_OF(tale, MISSES, TIO_NONE);
    for (unsigned i = 0; i < move->land.hits; i++)
        tale_add(tale, i ? TALE_OF_HITS_TOO : TALE_OF_HITS, TIO_NONE,
                 (tale_values){{.die = move->land.hit[i].from},
                               {.die = move->land.hit[i].to}});
}

/* What others draw is not known; the cards of the first deal are shown with
 * the hand in a moment. */
static void tell_deal(struct tale *tale, const tio_deck *deck,
                      const tio_move *move, const tio_view *after)
{
    if (move->seat != after->seat || after->game.round == 1)
        return;
    for (unsigned i = 0; i < move->deal.count; i++) {
        unsigned card = move->deal.card[i];
        tale_add(tale,
                 tio_deck_is_combo(deck, card) ? TALE_OF_DREW_COMBO
                                               : TALE_OF_DREW_ACTION,
                 move->seat, (tale_values){{.number = card}});
    }
}

/* ---- Turns ---- */

static void tell_take(struct tale *tale, const struct tale_ground *ground,
                      const tio_move *move, const tio_game *after)
{
    tale_add(tale, ground->took ? TALE_OF_TAKES_SECOND : TALE_OF_TAKES,
             move->seat, (tale_values){{.die = move->kind}});
    if (!after->tray)
        TELL_OF(tale, TRAY_EMPTY, TIO_NONE);
}

static void tell_pass(struct tale *tale, const tio_move *move,
                      const tio_game *after)
{
    unsigned left = ((1U << after->settings.players) - 1) & ~after->passed;
    TELL_OF(tale, PASSES, move->seat);
    if (after->phase == TIO_PHASE_TURN && !(left & (left - 1)))
        TELL_OF(tale, LAST_ONE, after->turn);
}

/* The phrase follows from the action's shape, so that a new kind needs none. */
void tale_play(struct tale *tale, enum tale_id first, const tio_move *move)
{
    const struct action_row *row = action_row(move->play.action);
    tale_values values = {{.die = move->play.die}, {.die = move->play.other}};
    unsigned id = TALE_OF_REROLLS;
    unsigned count = 2;
    switch (row->shape) {
    case SHAPE_NONE:
        id = TALE_OF_MAY_TAKE_TWO;
        count = 0;
        break;
    case SHAPE_POOL:
        values[0].dice = move->play.dice;
        count = 1;
        break;
    case SHAPE_FACE:
        id = !row->cost               ? TALE_OF_SHIFTS
             : move->play.action.cost ? TALE_OF_TURNS
                                      : TALE_OF_TURNS_FREE;
        if (id == TALE_OF_TURNS)
            values[count++].number = move->play.action.cost;
        break;
    case SHAPE_PAIR:
        id = TALE_OF_SWAPS;
        break;
    case SHAPE_THROW:
        id = TALE_OF_CASTS_AT;
        if (move->play.other == TIO_NONE) {
            id = TALE_OF_CASTS;
            count = 1;
        }
        break;
    }
    values[count].action = move->play.action;
    tale_add(tale, id - TALE_OF_REROLLS + first, move->seat, values);
}
_Static_assert(TALE_OF_CASTS_AT - TALE_OF_REROLLS ==
                       TALE_OF_PLAN_CAST_AT - TALE_OF_PLAN_REROLL &&
                   TALE_OF_CASTS_AT - TALE_OF_REROLLS ==
                       TALE_OF_WILL_CAST_AT - TALE_OF_WILL_REROLL,
               "three phrases for each shape");

/* ---- Between rounds ---- */

static void tell_laid(struct tale *tale, const tio_deck *deck, unsigned card,
                      tio_dice dice)
{
    tale_add(tale, dice & TIO_DICE_RED ? TALE_OF_LAID_RED : TALE_OF_LAID,
             TIO_NONE,
             (tale_values){{.dice = dice},
                           {.number = card},
                           {.number = deck->combo[card].points},
                           {.dice = dice}});
}

/* Points are counted up from the cards that all have seen: a view with score
 * piles face down shows no sums. */
static void tell_score(struct tale *tale, const tio_deck *deck,
                       const tio_player *player, tio_dice left, unsigned seat)
{
    union tale_value score = {.each = {.count = 2}};
    unsigned chips = 0;
    TELL_OF(tale, SCORE, seat);
    struct tale_phrase *said = &tale->phrase[tale->count - 1];
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        unsigned card = player->laid_card[i];
        if (card == TIO_NONE)
            continue;
        score.each.of[0] =
            (int16_t)(score.each.of[0] + deck->combo[card].points);
        chips += dice_size(player->laid[i] & TIO_DICE_RED);
        left -= player->laid[i];
        tell_laid(tale, deck, card, player->laid[i]);
    }
    score.each.of[1] =
        (int16_t)(chips + dice_size(left) + dice_size(left & TIO_DICE_RED));
    said->value[0] = score;
    if (left)
        TELL(tale, UNUSED, TIO_NONE, {.dice = left}, {.dice = left});
}

static void tell_totals(struct tale *tale, const tio_game *game)
{
    union tale_value totals = {.each = {.count = game->settings.players}};
    if (game->settings.piles_down || game->phase == TIO_PHASE_OVER)
        return;
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        totals.each.of[seat] = (int16_t)tio_game_total(game, seat);
    TELL(tale, TOTALS, TIO_NONE, totals);
}

static void tell_scores(struct tale *tale, const tio_deck *deck,
                        const struct tale_ground *ground, const tio_game *after)
{
    TELL(tale, SCORED, TIO_NONE, {.number = ground->round});
    for (unsigned seat = 0; seat < after->settings.players; seat++)
        if (ground->taken[seat])
            tell_score(tale, deck, &after->player[seat], ground->taken[seat],
                       seat);
        else
            TELL_OF(tale, TOOK_NONE, seat);
    tell_totals(tale, after);
}

/* No cards have been dealt since: a player who has some has kept them. */
static void tell_discards(struct tale *tale, const tio_deck *deck,
                          const tio_game *after)
{
    for (unsigned seat = 0; seat < after->settings.players; seat++) {
        unsigned card = after->player[seat].discarded;
        if (card != TIO_NONE)
            tale_add(tale,
                     tio_deck_is_combo(deck, card) ? TALE_OF_DISCARDS_COMBO
                                                   : TALE_OF_DISCARDS_ACTION,
                     seat, (tale_values){{.number = card}});
        else if (hand_size(&after->player[seat]))
            TELL_OF(tale, KEEPS, seat);
    }
}

/* The reader's own cards are told when they come. */
static void tell_draws(struct tale *tale, const tio_view *after)
{
    for (unsigned seat = 0; seat < after->game.settings.players; seat++) {
        const tio_player *player = &after->game.player[seat];
        unsigned room = TIO_HAND_CARDS - hand_size(player);
        if (room == 0 || player->answer > room || seat == after->seat)
            continue;
        TELL(tale, DRAWS, seat, {.number = player->answer},
             {.number = room - player->answer});
    }
}

/* The phase in which a move is an answer. */
static unsigned phase_of(const tio_move *move)
{
    return move->type == TIO_MOVE_LAY    ? TIO_PHASE_LAY
           : move->type == TIO_MOVE_DRAW ? TIO_PHASE_DRAW
                                         : TIO_PHASE_DISCARD;
}

static void tell_answers(struct tale *tale, const tio_deck *deck,
                         const tio_move *move, const tio_view *after)
{
    if (after->game.phase == phase_of(move))
        TELL_OF(tale, DECIDED, move->seat);
    else if (move->type == TIO_MOVE_DRAW)
        tell_draws(tale, after);
    else if (move->type != TIO_MOVE_LAY)
        tell_discards(tale, deck, &after->game);
}

void tale_move(struct tale *tale, const tio_deck *deck,
               const struct tale_ground *ground, const tio_move *seen,
               const tio_view *after)
{
    const tio_game *game = &after->game;
    switch ((tio_move_type)seen->type) {
    case TIO_MOVE_START:
        TELL_OF(tale, STARTS, seen->seat);
        break;
    case TIO_MOVE_DEAL:
        tell_deal(tale, deck, seen, after);
        break;
    case TIO_MOVE_ROLL:
        tell_roll(tale, ground, seen, game);
        break;
    case TIO_MOVE_LAND:
        tell_land(tale, ground, seen);
        break;
    case TIO_MOVE_TAKE:
        tell_take(tale, ground, seen, game);
        break;
    case TIO_MOVE_DONE:
        TELL_OF(tale, ENDS, seen->seat);
        break;
    case TIO_MOVE_PASS:
        tell_pass(tale, seen, game);
        break;
    case TIO_MOVE_PLAY:
        tale_play(tale, TALE_OF_REROLLS, seen);
        break;
    case TIO_MOVE_LAY:
    case TIO_MOVE_DISCARD:
    case TIO_MOVE_KEEP:
    case TIO_MOVE_DRAW:
        tell_answers(tale, deck, seen, after);
        break;
    case TIO_MOVE_TYPES:
        break;
    }
    if (tale_scores(seen, game))
        tell_scores(tale, deck, ground, game);
}
