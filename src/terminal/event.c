/* Telling what happens at the table. Choices that players make together are
 * told only when the last of them has chosen. */
#include "terminal/event.h"

#include "i18n/i18n.h"
#include "terminal/action_words.h"

bool event_scores(const tio_move *move, const tio_game *after)
{
    bool may_end = move->type == TIO_MOVE_TAKE || move->type == TIO_MOVE_DONE ||
                   move->type == TIO_MOVE_PASS || move->type == TIO_MOVE_LAY;

    return may_end && after->phase != TIO_PHASE_TURN &&
           after->phase != TIO_PHASE_LAY;
}

/* The only person at the table is spoken to. Both forms are whole sentences,
 * for another language may build them quite differently. */
static bool is_you(const struct teller *teller, unsigned seat)
{
    return teller->you == seat;
}

static void tell_play(const struct teller *teller, unsigned edition,
                      const tio_move *move)
{
    struct text text;
    text_clear(&text);
    if (is_you(teller, move->seat))
        words_play(&text, SAY_YOU, edition, NULL, move);
    else
        words_play(&text, SAY_OTHER, edition, teller->names->of[move->seat],
                   move);
    tell(teller->log, "%s", text.at);
}

static void tell_take(const struct teller *teller, const tio_game *before,
                      const tio_move *move)
{
    const char *who = teller->names->of[move->seat];
    bool you = is_you(teller, move->seat);
    struct text die;

    text_clear(&die);
    words_die(&die, before->settings.edition, move->kind);
    if (you && before->took)
        tell(teller->log, _("You take a second die: %s."), die.at);
    else if (you)
        tell(teller->log, _("You take %s."), die.at);
    else if (before->took)
        tell(teller->log, _("%s takes a second die: %s."), who, die.at);
    else
        tell(teller->log, _("%s takes %s."), who, die.at);
}

static void tell_done(const struct teller *teller, const tio_move *move)
{
    if (is_you(teller, move->seat))
        tell(teller->log, _("You take no second die."));
    else
        tell(teller->log, _("%s takes no second die."),
             teller->names->of[move->seat]);
}

static void tell_last_one(const struct teller *teller, unsigned seat)
{
    if (is_you(teller, seat))
        tell(teller->log, _("All others are out: you may go on taking."));
    else
        tell(teller->log, _("All others are out: %s may go on taking."),
             teller->names->of[seat]);
}

static void tell_pass(const struct teller *teller, const tio_game *before,
                      const tio_move *move)
{
    unsigned all = (1U << before->settings.players) - 1;
    unsigned left = all & ~(before->passed | 1U << move->seat);

    if (is_you(teller, move->seat))
        tell(teller->log, _("You pass."));
    else
        tell(teller->log, _("%s passes."), teller->names->of[move->seat]);
    for (unsigned seat = 0; seat < before->settings.players; seat++)
        if (left == 1U << seat)
            tell_last_one(teller, seat);
}

static void tell_round(const struct teller *teller, const tio_view *before,
                       const tio_move *move)
{
    const tio_game *game = &before->game;
    struct text dice;

    text_clear(&dice);
    words_dice(&dice, move->roll);
    teller->log->round = teller->log->count;
    if (is_you(teller, game->starter))
        tell(teller->log, _("Round %u of %u: you cast %s."), game->round,
             game->rounds, dice.at);
    else
        tell(teller->log, _("Round %u of %u: %s casts %s."), game->round,
             game->rounds, teller->names->of[game->starter], dice.at);
}

static void tell_roll(const struct teller *teller, const tio_view *before,
                      const tio_move *move)
{
    struct text old;
    struct text new;

    text_clear(&old);
    text_clear(&new);
    words_dice(&old, before->game.rolling);
    words_dice(&new, move->roll);
    if (tio_dice_size(move->roll) == 1)
        tell(teller->log, _("Re-rolled: %s comes up as %s."), old.at, new.at);
    else
        tell(teller->log, _("Re-rolled: %s come up as %s."), old.at, new.at);
}

static void tell_land(const struct teller *teller, const tio_view *before,
                      const tio_move *move)
{
    unsigned edition = before->game.settings.edition;
    struct text die;

    text_clear(&die);
    words_die(&die, edition, move->land.die);
    tell(teller->log, _("It comes to rest in the tray as %s."), die.at);
    if (before->game.aim != TIO_NONE && !move->land.hits)
        tell(teller->log, _("It hits nothing."));
    for (unsigned i = 0; i < move->land.hits; i++) {
        text_clear(&die);
        words_die(&die, edition, move->land.hit[i].from);
        if (i == 0)
            tell(teller->log, _("It hits %s, which rolls on to %u."), die.at,
                 tio_kind_face(move->land.hit[i].to));
        else
            tell(teller->log, _("%s is hit as well and rolls on to %u."),
                 die.at, tio_kind_face(move->land.hit[i].to));
    }
}

/* What others draw is not known; the cards of the first deal are shown with
 * the hand in a moment. */
static void tell_deal(const struct teller *teller, const tio_view *after,
                      const tio_move *move)
{
    struct text card;

    if (!is_you(teller, move->seat) || after->game.round == 1)
        return;
    for (unsigned i = 0; i < move->deal.count; i++) {
        text_clear(&card);
        words_card(&card, after->game.settings.edition, teller->deck,
                   move->deal.card[i]);
        if (tio_deck_is_combo(teller->deck, move->deal.card[i]))
            tell(teller->log, _("You draw a combo (%s)."), card.at);
        else
            tell(teller->log, _("You draw an action (%s)."), card.at);
    }
}

static void tell_laid_card(const struct teller *teller, unsigned edition,
                           unsigned card, tio_dice dice)
{
    const tio_combo *combo = &teller->deck->combo[card];
    struct text on;
    struct text what;
    struct text points;
    struct text cost;
    struct text row;

    text_clear(&on);
    text_clear(&what);
    text_clear(&points);
    text_clear(&cost);
    text_clear(&row);
    words_dice(&on, dice);
    words_combo(&what, edition, combo);
    words_points(&points, combo->points);
    words_red_cost(&cost, dice);
    if (cost.length)
        /* TRANSLATORS: dice on a card, its points, and what it costs: "1 chip
         * for the red die". */
        text_add(&row, _("%s on '%s': %s, %s"), on.at, what.at, points.at,
                 cost.at);
    else
        /* TRANSLATORS: dice on a card, and its points. */
        text_add(&row, _("%s on '%s': %s"), on.at, what.at, points.at);
    tell(teller->log, "    %s", row.at);
}

/* Points are counted up from the cards that all have seen: a view with score
 * piles face down shows no sums. */
static void tell_player_score(const struct teller *teller,
                              const tio_view *before, const tio_view *after,
                              unsigned seat)
{
    const tio_player *player = &after->game.player[seat];
    unsigned edition = after->game.settings.edition;
    tio_dice left = before->game.player[seat].taken;
    struct text text;
    int points = 0;
    int chips = 0;

    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        if (player->laid_card[i] == TIO_NONE)
            continue;
        points += teller->deck->combo[player->laid_card[i]].points;
        chips += (int)tio_dice_size(tio_dice_colour(player->laid[i], TIO_RED));
        left -= player->laid[i];
    }
    chips += (int)tio_dice_size(left) +
             (int)tio_dice_size(tio_dice_colour(left, TIO_RED));
    text_clear(&text);
    words_score(&text, points, chips);
    tell(teller->log, "  %s: %s", teller->names->of[seat], text.at);
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        if (player->laid_card[i] != TIO_NONE)
            tell_laid_card(teller, edition, player->laid_card[i],
                           player->laid[i]);
    }
    if (left) {
        struct text cost;
        struct text row;

        text_clear(&text);
        text_clear(&cost);
        text_clear(&row);
        words_dice(&text, left);
        words_left_cost(&cost, left);
        /* TRANSLATORS: dice, and what they cost: "2 chips". */
        text_add(&row, _("not used: %s (%s)"), text.at, cost.at);
        tell(teller->log, "    %s", row.at);
    }
}

static void tell_totals(const struct teller *teller, const tio_game *game)
{
    struct text totals;

    if (game->settings.piles_down || game->phase == TIO_PHASE_OVER)
        return;
    text_clear(&totals);
    for (unsigned seat = 0; seat < game->settings.players; seat++)
        text_add(&totals, "%s%s = %d", seat ? ", " : "",
                 teller->names->of[seat], tio_game_total(game, seat));
    tell(teller->log, _("Totals so far: %s."), totals.at);
}

static void tell_took_none(const struct teller *teller, const char *who)
{
    struct text row;

    text_clear(&row);
    text_add(&row, _("%s took no dice."), who);
    tell(teller->log, "  %s", row.at);
}

static void tell_scores(const struct teller *teller, const tio_view *before,
                        const tio_view *after)
{
    tell(teller->log, _("Round %u is scored:"), before->game.round);
    for (unsigned seat = 0; seat < after->game.settings.players; seat++)
        if (before->game.player[seat].taken)
            tell_player_score(teller, before, after, seat);
        else if (is_you(teller, seat))
            tell(teller->log, "  %s", _("You took no dice."));
        else
            tell_took_none(teller, teller->names->of[seat]);
    tell_totals(teller, &after->game);
}

static void tell_discard(const struct teller *teller, unsigned edition,
                         unsigned seat, unsigned number)
{
    const char *who = teller->names->of[seat];
    bool combo = tio_deck_is_combo(teller->deck, number);
    bool you = is_you(teller, seat);
    struct text card;

    text_clear(&card);
    words_card(&card, edition, teller->deck, number);
    if (you && combo)
        tell(teller->log, _("You discard a combo (%s)."), card.at);
    else if (you)
        tell(teller->log, _("You discard an action (%s)."), card.at);
    else if (combo)
        tell(teller->log, _("%s discards a combo (%s)."), who, card.at);
    else
        tell(teller->log, _("%s discards an action (%s)."), who, card.at);
}

static void tell_discards(const struct teller *teller, const tio_game *game)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        unsigned card = game->player[seat].discarded;
        if (card != TIO_NONE)
            tell_discard(teller, game->settings.edition, seat, card);
    }
}

void answers_note(struct answers *answers, const tio_move *move)
{
    if (move->type != TIO_MOVE_DRAW)
        return;
    answers->combos[move->seat] = move->draw.combos;
    answers->actions[move->seat] = move->draw.actions;
}

static void tell_draws(const struct teller *teller, const tio_game *game,
                       const struct answers *answers)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        if (answers->combos[seat] == TIO_NONE || is_you(teller, seat))
            continue;
        tell(teller->log, _("%s draws: combos %u, actions %u."),
             teller->names->of[seat], answers->combos[seat],
             answers->actions[seat]);
    }
}

static void tell_start(const struct teller *teller, const tio_move *move)
{
    if (is_you(teller, move->seat))
        tell(teller->log, _("You start the first round."));
    else
        tell(teller->log, _("%s starts the first round."),
             teller->names->of[move->seat]);
}

void event_tell(const struct teller *teller, const tio_view *before,
                const tio_move *move, const tio_view *after,
                const struct answers *answers)
{
    switch ((tio_move_type)move->type) {
    case TIO_MOVE_START:
        tell_start(teller, move);
        break;
    case TIO_MOVE_DEAL:
        tell_deal(teller, after, move);
        break;
    case TIO_MOVE_ROLL:
        if (before->game.turn == TIO_NONE)
            tell_round(teller, before, move);
        else
            tell_roll(teller, before, move);
        break;
    case TIO_MOVE_LAND:
        tell_land(teller, before, move);
        break;
    case TIO_MOVE_TAKE:
        tell_take(teller, &before->game, move);
        if (!after->game.tray)
            tell(teller->log, _("The tray is empty."));
        break;
    case TIO_MOVE_DONE:
        tell_done(teller, move);
        break;
    case TIO_MOVE_PASS:
        tell_pass(teller, &before->game, move);
        break;
    case TIO_MOVE_PLAY:
        tell_play(teller, before->game.settings.edition, move);
        break;
    case TIO_MOVE_DISCARD:
    case TIO_MOVE_KEEP:
        if (after->game.phase != TIO_PHASE_DISCARD)
            tell_discards(teller, &after->game);
        break;
    case TIO_MOVE_DRAW:
        if (after->game.phase != TIO_PHASE_DRAW)
            tell_draws(teller, &after->game, answers);
        break;
    case TIO_MOVE_LAY:
    case TIO_MOVE_TYPES:
        break;
    }
    if (event_scores(move, &after->game))
        tell_scores(teller, before, after);
}
