/* Whether a view that was read is one that a game could have shown: the cards
 * all there and each in one place, the dice all there, the phase one that fits
 * with who has to do what. Whoever uses the view afterwards relies on it, as on
 * a view that the engine made. */
#include "notation/view_text.h"

#include "engine/cards.h"
#include "engine/dice.h"

struct check {
    const tio_view *view;
    const tio_game *game; /* the view's */
    const tio_deck *deck;
    struct view_fault *fault;
};

static bool wrong(const struct check *check, const char *key, unsigned seat,
                  const char *words)
{
    *check->fault = (struct view_fault){key, seat, words};
    return false;
}

bool view_was_asked(const tio_game *game, unsigned seat)
{
    const tio_player *player = &game->player[seat];
    if (game->phase == TIO_PHASE_LAY)
        return player->taken != 0;
    if (game->phase == TIO_PHASE_DRAW)
        return hand_size(player) < TIO_HAND_CARDS;
    return game->phase == TIO_PHASE_DISCARD && hand_size(player) > 0;
}

/* ---- Settings and rounds ---- */

static bool check_rounds(const struct check *check)
{
    const tio_game *game = check->game;
    const tio_settings *settings = &game->settings;
    unsigned players = settings->players;
    unsigned everyone = (1U << players) - 1;
    bool starting = game->phase == TIO_PHASE_START;
    if (game->rounds != settings->starts * players)
        return wrong(check, "rounds", TIO_NONE,
                     "rounds are as many as the starts of all players");
    if (game->round > game->rounds || (game->round == 0) != starting)
        return wrong(check, "round", TIO_NONE,
                     "a round goes from 1 to the number of rounds, and is 0 "
                     "only before the first");
    if (game->phase == TIO_PHASE_OVER && game->round != game->rounds)
        return wrong(check, "round", TIO_NONE,
                     "the game is over only after the last round");
    if (game->phase == TIO_PHASE_DISCARD && game->round == game->rounds)
        return wrong(check, "round", TIO_NONE,
                     "nothing is discarded after the last round");
    if ((game->starter == TIO_NONE) != starting)
        return wrong(check, "starter", TIO_NONE,
                     "there is a starter, except before the first round");
    if (settings->first != TIO_NONE &&
        (starting ||
         game->starter != (settings->first + game->round - 1U) % players))
        return wrong(check, "starter", TIO_NONE,
                     "not whose turn it is to start, from the first starter "
                     "clockwise");
    if ((game->passed | game->acted | game->pending) & ~everyone)
        return wrong(check, "players", TIO_NONE,
                     "a seat that does not exist has passed, acted or is "
                     "pending");
    return true;
}

/* ---- Cards ---- */

/* Adds cards to those that were found; false if one is there already. */
static bool add_cards(tio_cards *found, const tio_cards *more)
{
    for (unsigned w = 0; w < 4; w++) {
        if (found->word[w] & more->word[w])
            return false;
        found->word[w] |= more->word[w];
    }
    return true;
}

static bool check_hand_sizes(const struct check *check)
{
    for (unsigned seat = 0; seat < check->game->settings.players; seat++) {
        const tio_player *player = &check->game->player[seat];
        unsigned size = hand_size(player);
        if (size > TIO_HAND_CARDS)
            return wrong(check, "actions", seat,
                         "a hand has at most five cards");
        if (!check->game->settings.free_hand &&
            (player->combos > TIO_HAND_COMBOS || player->actions > 1))
            return wrong(check, "combos", seat,
                         "a hand is at most four combos and one action");
        if (player->old >> size)
            return wrong(check, "old", seat,
                         "there is no card at one of these places");
    }
    return true;
}

/* Everything that is known to lie somewhere, once. */
static bool find_cards(const struct check *check, tio_cards *found)
{
    const tio_game *game = check->game;
    *found = game->discards;
    if (!add_cards(found, &check->view->unseen))
        return wrong(check, "unseen", TIO_NONE,
                     "a card is unseen and discarded");
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        if (!add_cards(found, &game->pile[seat]))
            return wrong(check, "pile", seat, "a card is in two places");
    if (check->view->seat >= game->settings.players)
        return true;
    const tio_player *own = &game->player[check->view->seat];
    for (unsigned i = 0; i < hand_size(own); i++) {
        tio_cards one = {{0}};
        cards_add(&one, own->hand[i]);
        if (!add_cards(found, &one))
            return wrong(check, "hand", TIO_NONE, "a card is in two places");
    }
    return true;
}

/* The last lay-outs are in the score piles, if need be face down. */
static bool check_laid_cards(const struct check *check, tio_cards *hidden)
{
    const tio_game *game = check->game;
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        bool down = piles_hidden(game) && seat != check->view->seat;
        tio_cards pile = down ? *hidden : game->pile[seat];
        for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
            unsigned card = game->player[seat].laid_card[i];
            if (card == TIO_NONE)
                continue;
            if (!tio_deck_is_combo(check->deck, card) ||
                !tio_cards_have(&pile, card))
                return wrong(check, "laid", seat,
                             "a card that was laid is not in the score pile");
            cards_remove(&pile, card);
        }
        if (down)
            *hidden = pile;
    }
    return true;
}

static bool check_cards(const struct check *check)
{
    const tio_deck *deck = check->deck;
    tio_cards combos = cards_of_type(deck, true);
    tio_cards actions = cards_of_type(deck, false);
    tio_cards found;
    tio_cards hidden;
    bool down = piles_hidden(check->game);
    if (!find_cards(check, &found))
        return false;
    for (unsigned w = 0; w < 4; w++) {
        hidden.word[w] = combos.word[w] & ~found.word[w];
        if (actions.word[w] & ~found.word[w] || (hidden.word[w] && !down))
            return wrong(check, "unseen", TIO_NONE,
                         "a card of the deck is nowhere");
        if (check->view->held.word[w] & ~check->view->unseen.word[w])
            return wrong(check, "held", TIO_NONE,
                         "a card is held by another and yet not unseen");
    }
    return check_laid_cards(check, &hidden);
}

/* The unseen cards must be as many as have places out of sight. */
static bool check_places(const struct check *check, bool combos)
{
    const tio_view *view = check->view;
    tio_cards type = cards_of_type(check->deck, combos);
    tio_cards held;
    tio_cards fresh;
    unsigned places[2] = {
        combos ? check->game->draw_combos : check->game->draw_actions, 0};
    for (unsigned w = 0; w < 4; w++) {
        held.word[w] = view->held.word[w] & type.word[w];
        fresh.word[w] = view->unseen.word[w] & type.word[w] & ~held.word[w];
    }
    for (unsigned seat = 0; seat < check->game->settings.players; seat++) {
        const tio_player *player = &check->game->player[seat];
        unsigned first = combos ? 0 : player->combos;
        unsigned last = combos ? player->combos : hand_size(player);
        for (unsigned i = first; seat != view->seat && i < last; i++)
            places[player->old >> i & 1]++;
    }
    if (cards_count(&held) != places[1])
        return wrong(check, "held", TIO_NONE,
                     "not as many cards as others hold from before the last "
                     "reshuffle");
    if (cards_count(&fresh) != places[0])
        return wrong(check, combos ? "draw-combos" : "draw-actions", TIO_NONE,
                     "hands and draw piles do not hold as many cards as are "
                     "unseen");
    return true;
}

/* ---- A full game of it, for the engine's own checks ---- */

static unsigned first_card(tio_cards *cards, const tio_cards *type)
{
    for (unsigned w = 0; w < 4; w++) {
        uint64_t word = cards->word[w] & type->word[w];
        if (!word)
            continue;
        unsigned card = w * 64 + (unsigned)__builtin_ctzll(word);
        cards_remove(cards, card);
        return card;
    }
    return TIO_NONE;
}

/* Any of the games that it may be: the cards in their order. */
static void fill_any(const struct check *check, tio_game *out)
{
    tio_cards fresh = check->view->unseen;
    tio_cards held = check->view->held;
    for (unsigned w = 0; w < 4; w++)
        fresh.word[w] &= ~held.word[w];
    *out = *check->game;
    for (unsigned seat = 0; seat < out->settings.players; seat++) {
        tio_player *player = &out->player[seat];
        for (unsigned i = 0; seat != check->view->seat && i < hand_size(player);
             i++) {
            tio_cards type = cards_of_type(check->deck, i < player->combos);
            bool old = player->old >> i & 1;
            player->hand[i] = (uint8_t)first_card(old ? &held : &fresh, &type);
        }
    }
    out->draw = fresh;
}

/* Combos that are nowhere go face down to somebody who is not the seat. */
static void fill_piles(const struct check *check, tio_game *out)
{
    unsigned seat = check->view->seat == 0 ? 1 : 0;
    tio_cards found;
    (void)find_cards(check, &found);
    for (unsigned card = 0; card < check->deck->combos; card++) {
        if (tio_cards_have(&found, card))
            continue;
        cards_add(&out->pile[seat], card);
        out->player[seat].points = (int16_t)(out->player[seat].points +
                                             check->deck->combo[card].points);
    }
}

static bool check_invariants(const struct check *check)
{
    tio_game game;
    fill_any(check, &game);
    if (piles_hidden(&game))
        fill_piles(check, &game);
    const char *broken = tio_game_check(&game, check->deck, NULL);
    return broken ? wrong(check, "phase", TIO_NONE, broken) : true;
}

/* ---- Dice ---- */

static bool check_rolling(const struct check *check)
{
    const tio_game *game = check->game;
    bool first_cards = game->phase == TIO_PHASE_START ||
                       (game->round == 1 && (game->phase == TIO_PHASE_DRAW ||
                                             game->phase == TIO_PHASE_DEAL));
    bool cast = game->phase == TIO_PHASE_ROLL;
    if ((game->rolling != 0) != (cast || first_cards))
        return wrong(check, "rolling", TIO_NONE,
                     "dice are rolled in the phase 'roll', or wait for the "
                     "first one");
    if (game->aim != TIO_NONE &&
        (game->phase != TIO_PHASE_LAND || game->settings.cast == TIO_CAST_OFF ||
         tio_dice_count(game->tray, game->aim) == 0))
        return wrong(check, "aim", TIO_NONE,
                     "a die in the tray is aimed at by one that is thrown, "
                     "where the table allows it");
    if (!first_cards && !(cast && game->turn == TIO_NONE))
        return true;
    tio_dice all = 0;
    for (unsigned colour = 0; colour < 3; colour++)
        all += tio_setup_dice(game->settings.players, (tio_colour)colour) *
               tio_dice_of(tio_kind_of(colour, 1));
    return game->rolling == all ||
           wrong(check, "rolling", TIO_NONE,
                 "a round begins with all the dice, which show 1 before they "
                 "are cast");
}

/* What the last lay-out was worth; in the lay phase, the seat's own answer. */
static bool check_layout(const struct check *check, unsigned seat, bool stale,
                         bool counted)
{
    const tio_player *player = &check->game->player[seat];
    const tio_combo *combos[TIO_HAND_CARDS];
    tio_layout layout = {.lay = {0}};
    unsigned count = 0;
    tio_dice dice = 0;
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        unsigned card = stale ? player->laid_card[i] : player->hand[i];
        if (!player->laid[i])
            continue;
        combos[count] = &check->deck->combo[card];
        layout.lay[count++] = player->laid[i];
        dice += player->laid[i];
    }
    if (counted)
        dice = player->taken;
    if (tio_layout_score(combos, count, dice, &layout) != TIO_OK)
        return wrong(check, "laid", seat,
                     "these dice were not taken, or do not complete the card");
    if (player->round_points != layout.points)
        return wrong(check, "laid-points", seat,
                     "not the points of the cards that were laid");
    if (counted && player->round_chips != layout.chips)
        return wrong(check, "laid-chips", seat,
                     "not the chips of the dice that were taken and laid");
    if (stale && player->chips < player->round_chips)
        return wrong(check, "chips", seat,
                     "fewer chips than the last round brought");
    return true;
}

/* Dice on cards that can be added up: no more of a colour than there are. */
static bool check_laid_dice(const struct check *check)
{
    const tio_game *game = check->game;
    unsigned players = game->settings.players;
    for (unsigned colour = 0; colour < 3; colour++) {
        unsigned laid = 0;
        for (unsigned seat = 0; seat < players; seat++) {
            for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
                laid += dice_size(
                    dice_of_colour(game->player[seat].laid[i], colour));
            if (laid > tio_setup_dice(players, (tio_colour)colour))
                return wrong(check, "laid", seat,
                             "more dice of a colour than the game has");
        }
    }
    return true;
}

static bool nothing_laid(const tio_player *player)
{
    tio_dice dice = 0;
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++)
        dice |= player->laid[i];
    return !dice && !player->round_points && !player->round_chips;
}

static bool check_layouts(const struct check *check)
{
    const tio_game *game = check->game;
    bool lay = game->phase == TIO_PHASE_LAY;
    bool counted = lay || game->phase == TIO_PHASE_DISCARD ||
                   game->phase == TIO_PHASE_DRAW ||
                   game->phase == TIO_PHASE_DEAL ||
                   game->phase == TIO_PHASE_OVER;
    if (!check_laid_dice(check))
        return false;
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        const tio_player *player = &game->player[seat];
        bool answered = seat == check->view->seat &&
                        !(game->pending >> seat & 1) && player->taken;
        for (unsigned i = 0; lay && i < TIO_HAND_CARDS; i++)
            if (player->laid_card[i] != TIO_NONE)
                return wrong(check, "laid", seat,
                             "nothing is laid before all have answered");
        if (lay && !answered) {
            if (!nothing_laid(player))
                return wrong(check, "laid-points", seat,
                             "nothing is laid before all have answered");
            continue;
        }
        if (!check_layout(check, seat, !lay, counted))
            return false;
    }
    return true;
}

/* ---- Phases ---- */

static bool check_turn(const struct check *check)
{
    const tio_game *game = check->game;
    bool rolls = game->phase == TIO_PHASE_ROLL;
    bool in_turn = game->phase == TIO_PHASE_TURN ||
                   game->phase == TIO_PHASE_LAND ||
                   (rolls && game->turn != TIO_NONE);
    if (in_turn != (game->turn != TIO_NONE))
        return wrong(check, "turn", TIO_NONE,
                     "it is somebody's turn only while dice are taken");
    if (!in_turn)
        return true;
    if (game->passed >> game->turn & 1)
        return wrong(check, "turn", TIO_NONE, "who has passed has no turn");
    if (game->acted_now && !(game->acted >> game->turn & 1))
        return wrong(check, "acted-now", TIO_NONE,
                     "who acts this turn has acted this round");
    if (game->phase != TIO_PHASE_TURN) {
        if (game->took != 0 || game->takes != 1 || !game->acted_now)
            return wrong(check, "takes", TIO_NONE,
                         "an action comes before the die is taken");
        return game->tray || rolls ||
               wrong(check, "tray", TIO_NONE,
                     "nobody gets a turn on an empty tray");
    }
    if (game->took + game->takes > (game->acted_now ? 2 : 1))
        return wrong(check, "takes", TIO_NONE,
                     "a turn has one die, or two by an action");
    return true;
}

/* What a seat gets when cards are dealt to it, as the engine counts it. */
static unsigned served(const struct check *check, bool combos)
{
    const tio_game *game = check->game;
    const tio_player *player = &game->player[game->deal_seat];
    tio_cards type = cards_of_type(check->deck, combos);
    unsigned left = combos ? game->draw_combos : game->draw_actions;
    unsigned room = TIO_HAND_CARDS - hand_size(player);
    unsigned wanted = combos ? TIO_HAND_COMBOS - (unsigned)player->combos
                             : 1U - player->actions;
    if (game->settings.free_hand)
        wanted = combos ? player->answer : room - player->answer;
    for (unsigned w = 0; w < 4; w++)
        left += word_count(game->discards.word[w] & type.word[w]);
    return wanted < left ? wanted : left;
}

static bool check_deal(const struct check *check)
{
    const tio_game *game = check->game;
    bool deals = game->phase == TIO_PHASE_DEAL;
    bool free_hand = game->settings.free_hand;
    unsigned players = game->settings.players;
    if ((game->deal_seat != TIO_NONE) != deals)
        return wrong(check, "deal-seat", TIO_NONE,
                     "cards are dealt to a seat in the phase 'deal'");
    if (!deals)
        return game->deal_combos + game->deal_actions == 0 ||
               wrong(check, "deal-combos", TIO_NONE,
                     "cards are dealt in the phase 'deal'");
    bool dealt = true; /* from the starter clockwise */
    for (unsigned n = 0; n < players; n++) {
        unsigned seat = (game->starter + n) % players;
        const tio_player *player = &game->player[seat];
        unsigned answer = player->answer;
        dealt = dealt && seat != game->deal_seat;
        if ((answer != TIO_NONE) != free_hand)
            return wrong(check, "asked", seat,
                         "in free hand, and only there, players ask for "
                         "combos");
        if (free_hand && !dealt && answer > TIO_HAND_CARDS - hand_size(player))
            return wrong(check, "asked", seat,
                         "a hand never holds more than five cards");
    }
    if (game->deal_combos + game->deal_actions == 0 ||
        game->deal_combos != served(check, true) ||
        game->deal_actions != served(check, false))
        return wrong(check, "deal-combos", TIO_NONE,
                     "the deal must fill the hand, no more and no less");
    return true;
}

static bool check_answers(const struct check *check)
{
    const tio_game *game = check->game;
    unsigned asked = 0;
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        asked |= (unsigned)view_was_asked(game, seat) << seat;
    if (game->pending & ~asked ||
        (tio_phase_is_common(game->phase) && !game->pending))
        return wrong(check, "pending", TIO_NONE,
                     "those who have something to answer are pending, and "
                     "somebody is while all answer");
    if (game->phase == TIO_PHASE_DRAW && !game->settings.free_hand)
        return wrong(
            check, "phase", TIO_NONE,
            "how many of each to draw can be chosen only in free hand");
    if (game->phase != TIO_PHASE_DEAL)
        for (unsigned seat = 0; seat < game->settings.players; seat++)
            if (seat != check->view->seat &&
                game->player[seat].answer != TIO_NONE)
                return wrong(check, "asked", seat,
                             "what others asked for is shown in the phase "
                             "'deal'");
    return true;
}

/* A round's end, and the time before it begins, leave their traces. */
static bool check_ends(const struct check *check)
{
    const tio_game *game = check->game;
    unsigned everyone = (1U << game->settings.players) - 1;
    bool ended = game->phase == TIO_PHASE_LAY ||
                 game->phase == TIO_PHASE_DISCARD ||
                 game->phase == TIO_PHASE_OVER;
    bool before = game->phase < TIO_PHASE_ROLL ||
                  (game->phase == TIO_PHASE_ROLL && game->turn == TIO_NONE);
    if (ended && game->tray && game->passed != everyone)
        return wrong(check, "phase", TIO_NONE,
                     "a round ends when the tray is empty or all have passed");
    if (before && (game->passed || game->acted))
        return wrong(check, "passed", TIO_NONE,
                     "nobody has passed or acted before the round begins");
    return true;
}

/* Before anything has happened there is only one view for each seat. */
static bool check_start(const struct check *check)
{
    tio_game game;
    tio_view first;
    if (check->game->phase != TIO_PHASE_START)
        return true;
    if (tio_game_init(&game, check->deck, &check->game->settings) != TIO_OK)
        return wrong(check, "phase", TIO_NONE, "no game begins like this");
    tio_view_of(&game, check->view->seat, &first);
    return tio_game_hash(&first.game) == tio_game_hash(check->game) ||
           wrong(check, "phase", TIO_NONE,
                 "nothing has happened before the first starter is drawn");
}

bool view_check(const tio_view *view, const tio_deck *deck,
                struct view_fault *fault)
{
    const struct check check = {view, &view->game, deck, fault};
    return check_rounds(&check) && check_hand_sizes(&check) &&
           check_cards(&check) && check_places(&check, true) &&
           check_places(&check, false) && check_turn(&check) &&
           check_answers(&check) && check_invariants(&check) &&
           check_rolling(&check) && check_layouts(&check) &&
           check_deal(&check) && check_ends(&check) && check_start(&check);
}
