/* How a game runs: set-up, and what each move does. tio_apply() is the only
 * way in; everything below it trusts that tio_check() has agreed. The section
 * numbers are those of docs/rules.md. */
#include <assert.h>
#include <string.h>

#include "engine/actions.h"
#include "engine/cards.h"
#include "engine/combo.h"

/* ---- Set-up. Section 2 ---- */

struct setup {
    uint8_t dice[3]; /* light, dark, red */
    uint8_t starts;  /* rounds that each player starts */
};

static const struct setup setups[TIO_MAX_PLAYERS + 1] = {
    /* players  light dark red   starts */
    [2] = {{6, 6, 1}, 3},
    [3] = {{7, 7, 2}, 3},
    [4] = {{8, 8, 2}, 2},
    [5] = {{9, 9, 2}, 1},
};

static bool players_possible(unsigned players)
{
    return players >= TIO_MIN_PLAYERS && players <= TIO_MAX_PLAYERS;
}

unsigned tio_setup_dice(unsigned players, tio_colour colour)
{
    if (!players_possible(players) || colour > TIO_RED)
        return 0;
    return setups[players].dice[colour];
}

unsigned tio_setup_starts(unsigned players)
{
    return players_possible(players) ? setups[players].starts : 0;
}

tio_settings tio_settings_default(unsigned players)
{
    tio_settings settings = {0};
    settings.players = (uint8_t)players;
    settings.edition = TIO_GAMEWRIGHT;
    settings.cast = TIO_CAST_CARRY;
    settings.first = TIO_NONE;
    return settings;
}

static tio_error check_settings(const tio_settings *settings)
{
    if (!players_possible(settings->players))
        return TIO_E_SETTING_PLAYERS;
    if (settings->edition >= TIO_EDITIONS)
        return TIO_E_SETTING_EDITION;
    if (settings->starts > TIO_MAX_STARTS)
        return TIO_E_SETTING_STARTS;
    if (settings->first != TIO_NONE && settings->first >= settings->players)
        return TIO_E_SETTING_FIRST;
    if (settings->cast >= TIO_CAST_RULES)
        return TIO_E_SETTING_CAST;
    if (settings->free_hand > 1 || settings->piles_down > 1)
        return TIO_E_SETTING_FLAG;
    return TIO_OK;
}

/* All the dice of the game, before they are cast: their faces say nothing. */
static tio_dice all_dice(unsigned players)
{
    const uint8_t *count = setups[players].dice;
    return count[TIO_LIGHT] * tio_dice_of(tio_kind_of(TIO_LIGHT, 1)) +
           count[TIO_DARK] * tio_dice_of(tio_kind_of(TIO_DARK, 1)) +
           count[TIO_RED] * tio_dice_of(tio_kind_of(TIO_RED, 1));
}

static unsigned next_seat(const tio_game *game, unsigned seat)
{
    return seat + 1U == game->settings.players ? 0 : seat + 1U;
}

/* ---- Cards for the next round. Sections 6, 7 and 9 ---- */

static void forget_answers(tio_game *game)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        game->player[seat].answer = TIO_NONE;
}

static void begin_round(tio_game *game)
{
    forget_answers(game);
    game->deal_seat = TIO_NONE;
    game->phase = TIO_PHASE_ROLL;
    game->turn = TIO_NONE;
    game->tray = 0;
    game->rolling = all_dice(game->settings.players);
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        game->player[seat].taken = 0;
}

static unsigned cards_wanted(const tio_game *game, const tio_player *player,
                             bool combos)
{
    if (game->settings.free_hand) {
        unsigned room = TIO_HAND_CARDS - hand_size(player);
        return combos ? player->answer : room - player->answer;
    }
    return combos
               ? TIO_HAND_COMBOS - (unsigned)player->combos
               : TIO_HAND_CARDS - TIO_HAND_COMBOS - (unsigned)player->actions;
}

static uint8_t cards_served(const tio_game *game, const tio_deck *deck,
                            const tio_player *player, bool combos)
{
    unsigned wanted = cards_wanted(game, player, combos);
    unsigned ready = combos ? game->draw_combos : game->draw_actions;
    if (wanted > ready) {
        unsigned left = piles_left(game, deck, combos);
        wanted = wanted < left ? wanted : left;
    }
    return (uint8_t)wanted;
}

/* Continues with the first seat, from this one clockwise to the starter, that
 * gets cards; when there is none, the dice are cast. */
RARELY static void deal_from(tio_game *game, const tio_deck *deck,
                             unsigned seat)
{
    do {
        const tio_player *player = &game->player[seat];
        game->deal_combos = cards_served(game, deck, player, true);
        game->deal_actions = cards_served(game, deck, player, false);
        if (game->deal_combos + game->deal_actions > 0) {
            game->phase = TIO_PHASE_DEAL;
            game->deal_seat = (uint8_t)seat;
            return;
        }
        seat = next_seat(game, seat);
    } while (seat != game->starter);
    begin_round(game);
}

RARELY static void begin_hands(tio_game *game, const tio_deck *deck)
{
    game->pending = 0;
    if (game->settings.free_hand) {
        forget_answers(game);
        for (unsigned seat = 0; seat < game->settings.players; seat++)
            if (hand_size(&game->player[seat]) < TIO_HAND_CARDS)
                game->pending = (uint8_t)(game->pending | 1U << seat);
            else
                game->player[seat].answer = 0;
    }
    if (game->pending)
        game->phase = TIO_PHASE_DRAW;
    else
        deal_from(game, deck, game->starter);
}

/* The next to the left starts, and is the first to be dealt cards. */
static void next_round(tio_game *game, const tio_deck *deck)
{
    game->starter = (uint8_t)next_seat(game, game->starter);
    game->round++;
    game->passed = 0;
    game->acted = 0;
    begin_hands(game, deck);
}

static void begin_game(tio_game *game, const tio_deck *deck, unsigned first)
{
    game->starter = (uint8_t)first;
    game->round = 1;
    begin_hands(game, deck);
}

tio_error tio_game_init(tio_game *game, const tio_deck *deck,
                        const tio_settings *settings)
{
    tio_error error = check_settings(settings);
    if (error)
        return error;
    if (deck->combos == 0)
        return TIO_E_DECK_EMPTY;
    memset(game, 0, sizeof *game);
    game->settings = *settings;
    if (settings->starts == 0)
        game->settings.starts = setups[settings->players].starts;
    game->rounds = (uint8_t)(game->settings.starts * settings->players);
    game->starter = TIO_NONE;
    game->turn = TIO_NONE;
    game->deal_seat = TIO_NONE;
    game->thrown = TIO_NONE;
    game->aim = TIO_NONE;
    game->rolling = all_dice(settings->players);
    game->draw_combos = deck->combos;
    game->draw_actions = deck->actions;
    for (unsigned w = 0; w < 4; w++)
        game->draw.word[w] = cards_word_below(w, tio_deck_cards(deck));
    for (unsigned seat = 0; seat < settings->players; seat++) {
        tio_player *player = &game->player[seat];
        memset(player->hand, TIO_NONE, sizeof player->hand);
        memset(player->laid_card, TIO_NONE, sizeof player->laid_card);
        player->answer = TIO_NONE;
        player->discarded = TIO_NONE;
    }
    game->phase = TIO_PHASE_START;
    if (settings->first != TIO_NONE)
        begin_game(game, deck, settings->first);
    return TIO_OK;
}

/* ---- The end of a round. Sections 5 and 8 ---- */

/* All have answered: completed combos to the piles, and chips. */
RARELY static void reveal_layouts(tio_game *game, const tio_deck *deck)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        tio_player *player = &game->player[seat];
        player->points = (int16_t)(player->points + player->round_points);
        player->chips = (int16_t)(player->chips + player->round_chips);
        for (unsigned i = player->combos; i-- > 0;) {
            if (!player->laid[i])
                continue;
            player->laid_card[i] = player->hand[i];
            cards_add(&game->pile[seat], player->hand[i]);
            hand_remove(player, i);
        }
    }
    forget_answers(game);
    if (game->round == game->rounds) {
        game->phase = TIO_PHASE_OVER;
        return;
    }
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        if (hand_size(&game->player[seat]) > 0)
            game->pending = (uint8_t)(game->pending | 1U << seat);
    game->phase = TIO_PHASE_DISCARD;
    if (!game->pending)
        next_round(game, deck);
}

RARELY static void end_round(tio_game *game, const tio_deck *deck)
{
    game->phase = TIO_PHASE_LAY;
    game->turn = TIO_NONE;
    game->pending = 0;
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        tio_player *player = &game->player[seat];
        memset(player->laid, 0, sizeof player->laid);
        memset(player->laid_card, TIO_NONE, sizeof player->laid_card);
        player->round_points = 0;
        player->round_chips = 0;
        player->answer = TIO_NONE;
        player->discarded = TIO_NONE;
        if (player->taken)
            game->pending = (uint8_t)(game->pending | 1U << seat);
    }
    if (!game->pending)
        reveal_layouts(game, deck);
}

/* ---- Turns. Section 3 ---- */

static void begin_turn(tio_game *game, unsigned seat)
{
    game->phase = TIO_PHASE_TURN;
    game->turn = (uint8_t)seat;
    game->acted_now = 0;
    game->takes = 1;
    game->took = 0;
}

static void end_turn(tio_game *game, const tio_deck *deck)
{
    unsigned seat = game->turn;
    for (unsigned n = 0; n < game->settings.players; n++) {
        seat = next_seat(game, seat);
        if (!(game->passed >> seat & 1)) {
            begin_turn(game, seat);
            return;
        }
    }
    end_round(game, deck);
}

static void do_take(tio_game *game, const tio_deck *deck, tio_kind kind)
{
    tio_dice die = tio_dice_of(kind);
    game->tray -= die;
    game->player[game->turn].taken += die;
    game->takes--;
    game->took++;
    if (game->tray == 0)
        end_round(game, deck);
    else if (game->takes == 0)
        end_turn(game, deck);
}

RARELY static void do_play(tio_game *game, const tio_deck *deck,
                           const tio_move *move)
{
    tio_player *player = &game->player[move->seat];
    unsigned slot = hand_find_action(player, deck, move->play.action);
    unsigned card = player->hand[slot];
    hand_remove(player, slot);
    pile_discard(game, deck, card);
    game->acted = (uint8_t)(game->acted | 1U << move->seat);
    game->acted_now = 1;
    action_apply(game, move);
}

/* ---- Answers of all at the same time ---- */

RARELY static void do_lay(tio_game *game, const tio_deck *deck,
                          const tio_move *move)
{
    tio_player *player = &game->player[move->seat];
    tio_dice laid = 0;
    unsigned points = 0;
    unsigned cards = 0;
    for (unsigned i = 0; i < player->combos; i++) {
        player->laid[i] = move->lay[i];
        if (!move->lay[i])
            continue;
        laid += move->lay[i];
        points += deck->combo[player->hand[i]].points;
        cards |= 1U << i;
    }
    unsigned chips = dice_size(player->taken) - dice_size(laid) +
                     dice_size(player->taken & TIO_DICE_RED);
    player->answer = (uint8_t)cards;
    player->round_points = (uint8_t)points;
    player->round_chips = (uint8_t)chips;
    game->pending = (uint8_t)(game->pending & ~(1U << move->seat));
    if (!game->pending)
        reveal_layouts(game, deck);
}

RARELY static void do_discard(tio_game *game, const tio_deck *deck,
                              unsigned seat, unsigned slot)
{
    game->player[seat].answer = (uint8_t)slot;
    game->pending = (uint8_t)(game->pending & ~(1U << seat));
    if (game->pending)
        return;
    for (unsigned s = 0; s < game->settings.players; s++) {
        tio_player *player = &game->player[s];
        if (player->answer == TIO_NONE)
            continue;
        player->discarded = player->hand[player->answer];
        cards_add(&game->discards, player->discarded);
        hand_remove(player, player->answer);
    }
    /* Only now: an empty pile is replaced by what all of them discarded, not by
     * the card of whoever sits first. */
    pile_refresh(game, deck, true);
    pile_refresh(game, deck, false);
    forget_answers(game);
    next_round(game, deck);
}

RARELY static void do_draw(tio_game *game, const tio_deck *deck,
                           const tio_move *move)
{
    game->player[move->seat].answer = move->draw.combos;
    game->pending = (uint8_t)(game->pending & ~(1U << move->seat));
    if (!game->pending)
        deal_from(game, deck, game->starter);
}

/* ---- Chance ---- */

RARELY static void do_roll(tio_game *game, const tio_move *move)
{
    game->tray += move->roll;
    game->rolling = 0;
    if (game->turn == TIO_NONE)
        begin_turn(game, game->starter);
    else
        game->phase = TIO_PHASE_TURN;
}

RARELY static void do_land(tio_game *game, const tio_move *move)
{
    game->tray += tio_dice_of(move->land.die);
    for (unsigned i = 0; i < move->land.hits; i++)
        game->tray += tio_dice_of(move->land.hit[i].to) -
                      tio_dice_of(move->land.hit[i].from);
    game->thrown = TIO_NONE;
    game->aim = TIO_NONE;
    game->phase = TIO_PHASE_TURN;
}

RARELY static void do_deal(tio_game *game, const tio_deck *deck,
                           const tio_move *move)
{
    for (unsigned i = 0; i < move->deal.count; i++)
        pile_deal(game, deck, move->seat, move->deal.card[i]);
    unsigned next = next_seat(game, move->seat);
    game->deal_combos = 0;
    game->deal_actions = 0;
    if (next == game->starter)
        begin_round(game);
    else
        deal_from(game, deck, next);
}

tio_error tio_apply(tio_game *game, const tio_deck *deck, const tio_move *move)
{
    tio_error error = tio_check(game, deck, move);
    if (error)
        return error;
    switch ((tio_move_type)move->type) {
    case TIO_MOVE_TAKE:
        do_take(game, deck, move->kind);
        break;
    case TIO_MOVE_DONE:
        end_turn(game, deck);
        break;
    case TIO_MOVE_PASS:
        game->passed = (uint8_t)(game->passed | 1U << move->seat);
        end_turn(game, deck);
        break;
    case TIO_MOVE_PLAY:
        do_play(game, deck, move);
        break;
    case TIO_MOVE_LAY:
        do_lay(game, deck, move);
        break;
    case TIO_MOVE_DISCARD:
        do_discard(game, deck, move->seat, move->slot);
        break;
    case TIO_MOVE_KEEP:
        do_discard(game, deck, move->seat, TIO_NONE);
        break;
    case TIO_MOVE_DRAW:
        do_draw(game, deck, move);
        break;
    case TIO_MOVE_START:
        begin_game(game, deck, move->seat);
        break;
    case TIO_MOVE_DEAL:
        do_deal(game, deck, move);
        break;
    case TIO_MOVE_ROLL:
        do_roll(game, move);
        break;
    case TIO_MOVE_LAND:
    case TIO_MOVE_TYPES: /* which tio_check() has refused */
        do_land(game, move);
        break;
    }
    return TIO_OK;
}

/* ---- Questions about a game ---- */

unsigned tio_game_deciders(const tio_game *game)
{
    if (game->phase == TIO_PHASE_TURN)
        return 1U << game->turn;
    return tio_phase_is_common(game->phase) ? game->pending : 0;
}

unsigned tio_game_leaders(const tio_game *game)
{
    unsigned leaders = 0;
    int best = 0;
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        int total = tio_game_total(game, seat);
        if (leaders == 0 || total > best) {
            best = total;
            leaders = 0;
        }
        if (total == best)
            leaders |= 1U << seat;
    }
    return leaders;
}

unsigned tio_hand_combos(const tio_game *game, const tio_deck *deck,
                         unsigned seat, const tio_combo *out[TIO_HAND_CARDS])
{
    const tio_player *player = &game->player[seat];
    for (unsigned i = 0; i < player->combos; i++) {
        assert(tio_deck_is_combo(deck, player->hand[i]));
        out[i] = &deck->combo[player->hand[i]];
    }
    return player->combos;
}

void tio_hand_lay_best(const tio_game *game, const tio_deck *deck,
                       unsigned seat, tio_move *out)
{
    const tio_combo *combos[TIO_HAND_CARDS];
    unsigned count = tio_hand_combos(game, deck, seat, combos);
    tio_layout best;
    tio_layout_best(combos, count, game->player[seat].taken, &best);
    out->type = TIO_MOVE_LAY;
    out->seat = (uint8_t)seat;
    memcpy(out->lay, best.lay, sizeof out->lay);
}
