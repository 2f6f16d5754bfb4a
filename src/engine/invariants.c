/* What must hold of every game at every moment, for tests and fuzzers. */
#include "engine/cards.h"
#include "engine/dice.h"

/* Each check returns NULL, or what is broken. */
typedef const char *(*invariant)(const tio_game *game, const tio_deck *deck);

static const char *dice_conserved(const tio_game *game, const tio_deck *deck)
{
    (void)deck;
    for (unsigned colour = 0; colour < 3; colour++) {
        unsigned n = dice_size(dice_of_colour(game->tray, colour)) +
                     dice_size(dice_of_colour(game->rolling, colour));
        for (unsigned s = 0; s < game->settings.players; s++)
            n += dice_size(dice_of_colour(game->player[s].taken, colour));
        if (game->thrown != TIO_NONE && tio_kind_colour(game->thrown) == colour)
            n++;
        if (n != tio_setup_dice(game->settings.players, (tio_colour)colour))
            return "dice are conserved";
    }
    return NULL;
}

/* Counts in `places` how often each card lies somewhere. */
static void count_set(const tio_cards *cards, uint8_t places[TIO_MAX_CARDS])
{
    for (unsigned card = 0; card < TIO_MAX_CARDS; card++)
        places[card] = (uint8_t)(places[card] + tio_cards_have(cards, card));
}

static const char *cards_conserved(const tio_game *game, const tio_deck *deck)
{
    uint8_t places[TIO_MAX_CARDS] = {0};
    count_set(&game->draw, places);
    count_set(&game->discards, places);
    for (unsigned s = 0; s < game->settings.players; s++) {
        const tio_player *player = &game->player[s];
        count_set(&game->pile[s], places);
        if (hand_size(player) > TIO_HAND_CARDS)
            return "a hand has at most five cards";
        for (unsigned i = 0; i < hand_size(player); i++) {
            unsigned card = player->hand[i];
            if (card >= tio_deck_cards(deck))
                return "hands hold cards of the deck";
            places[card]++;
        }
    }
    for (unsigned card = 0; card < TIO_MAX_CARDS; card++)
        if (places[card] != (card < tio_deck_cards(deck)))
            return "each card is in one place";
    return NULL;
}

static const char *hands_ordered(const tio_game *game, const tio_deck *deck)
{
    for (unsigned s = 0; s < game->settings.players; s++) {
        const tio_player *player = &game->player[s];
        for (unsigned i = 0; i < hand_size(player); i++)
            if (tio_deck_is_combo(deck, player->hand[i]) !=
                (i < player->combos))
                return "combos come before actions";
        for (unsigned i = hand_size(player); i < TIO_HAND_CARDS; i++)
            if (player->hand[i] != TIO_NONE)
                return "empty places hold no card";
        if (player->old >> hand_size(player))
            return "only cards can be old";
        if (!game->settings.free_hand &&
            (player->combos > TIO_HAND_COMBOS || player->actions > 1))
            return "a hand is four combos and one action";
    }
    return NULL;
}

static const char *piles_counted(const tio_game *game, const tio_deck *deck)
{
    for (unsigned combos = 0; combos < 2; combos++) {
        tio_cards draw = cards_of_type(deck, combos);
        tio_cards discards = draw;
        for (unsigned w = 0; w < 4; w++) {
            draw.word[w] &= game->draw.word[w];
            discards.word[w] &= game->discards.word[w];
        }
        if (cards_count(&draw) !=
            (combos ? game->draw_combos : game->draw_actions))
            return "draw piles are counted";
        if (cards_count(&draw) == 0 && cards_count(&discards) > 0)
            return "an empty draw pile takes over the discards";
    }
    return NULL;
}

static const char *points_match_piles(const tio_game *game,
                                      const tio_deck *deck)
{
    for (unsigned s = 0; s < game->settings.players; s++) {
        int points = 0;
        for (unsigned card = 0; card < tio_deck_cards(deck); card++) {
            if (!tio_cards_have(&game->pile[s], card))
                continue;
            if (!tio_deck_is_combo(deck, card))
                return "only combos are scored";
            points += deck->combo[card].points;
        }
        if (points != game->player[s].points)
            return "points are those of the pile";
        if (game->player[s].chips < 0)
            return "nobody has fewer than no chips";
    }
    return NULL;
}

static const char *phase_consistent(const tio_game *game, const tio_deck *deck)
{
    (void)deck;
    unsigned everyone = (1U << game->settings.players) - 1;
    if (game->phase >= TIO_PHASES)
        return "the phase exists";
    if ((game->pending | game->passed | game->acted) & ~everyone)
        return "only players decide, pass and act";
    if (game->phase == TIO_PHASE_TURN) {
        if (game->turn >= game->settings.players ||
            game->passed >> game->turn & 1)
            return "the turn is with someone who has not passed";
        if (game->tray == 0)
            return "nobody gets a turn on an empty tray";
        if (game->takes < 1 || game->takes > 2 || game->took > 1)
            return "a turn has one or two dice";
    }
    bool over = game->phase == TIO_PHASE_OVER;
    if (!over && !tio_game_wants_chance(game) && !tio_game_deciders(game))
        return "someone has to decide";
    if (game->round > game->rounds)
        return "the game ends with the last round";
    if ((game->thrown != TIO_NONE) != (game->phase == TIO_PHASE_LAND))
        return "a die is thrown only while it flies";
    return NULL;
}

/* What a single move can never do. */
static const char *went_forward(const tio_game *game, const tio_game *before)
{
    if (game->round < before->round)
        return "rounds never go back";
    if (game->round == before->round && before->passed & ~game->passed)
        return "who has passed stays out for the round";
    for (unsigned s = 0; s < game->settings.players; s++) {
        if (game->player[s].chips < before->player[s].chips)
            return "chips never shrink";
        if (game->player[s].points < before->player[s].points)
            return "points never shrink";
    }
    return NULL;
}

const char *tio_game_check(const tio_game *game, const tio_deck *deck,
                           const tio_game *before)
{
    static const invariant invariants[] = {
        dice_conserved, cards_conserved,    hands_ordered,
        piles_counted,  points_match_piles, phase_consistent,
    };
    if (game->settings.players < TIO_MIN_PLAYERS ||
        game->settings.players > TIO_MAX_PLAYERS)
        return "2 to 5 play";
    for (unsigned i = 0; i < sizeof invariants / sizeof *invariants; i++) {
        const char *broken = invariants[i](game, deck);
        if (broken)
            return broken;
    }
    return before ? went_forward(game, before) : NULL;
}
