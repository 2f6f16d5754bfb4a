/* See replay_text.h. The words are those of the game at the terminal; here
 * nothing is hidden, because a record is read when the game is over. */
#include "cli/replay_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/hex.h"
#include "i18n/i18n.h"
#include "cli/options.h"
#include "fair/fair.h"
#include "notation/settings.h"
#include "terminal/show.h"

/* One more of the things that were agreed. */
static void add_setting(struct text *line, const struct setting *row,
                        const tio_settings *settings)
{
    struct text before = *line;
    struct text one;
    unsigned number = setting_number(row, settings);
    text_clear(&one);
    if (row->kind == SETTING_STARTS)
        text_add(
            &one,
            ngettext("each starts %u time", "each starts %u times", number),
            number);
    else if (row->told && number)
        text_add(&one, _(row->told), setting_word(row, settings));
    else
        return;
    text_clear(line);
    text_add(line, C_("list", "%s, %s"), before.at, one.at);
}

/* An edition goes by its publisher's name. */
static void tell_settings(const tio_record_head *head, const tio_deck *deck)
{
    char edition[32];
    struct text line;
    text_clear(&line);
    snprintf(edition, sizeof edition, "%s",
             setting_editions[head->settings.edition]);
    edition[0] = (char)toupper((unsigned char)edition[0]);
    text_add(&line, _("%s edition, deck %s"), edition, deck->name);
    for (unsigned i = 0; i < GAME_SETTINGS; i++)
        add_setting(&line, setting_in_record(i), &head->settings);
    if (head->takeback)
        text_add(&line, ", %s", _("bots' moves could be taken back"));
    say(4, "%s.", line.at);
}

static void tell_bytes(const char *what, const uint8_t *bytes)
{
    char digits[2 * TIO_FAIR_BYTES + 1];
    hex_print(bytes, TIO_FAIR_BYTES, digits);
    say(4, "%s", what);
    say(4, "    %s", digits);
}

static void tell_fairness(const tio_record_head *head)
{
    tell_bytes(_("Fair dice. The table had committed itself to"), head->commit);
    for (unsigned seat = 0; seat < head->settings.players; seat++) {
        if (head->contributed >> seat & 1) {
            struct text line;
            text_clear(&line);
            text_add(&line, _("and %s had added"), head->name[seat]);
            tell_bytes(line.at, head->bytes[seat]);
        }
    }
}

void replay_text_secret(const uint8_t *secret)
{
    if (secret) {
        puts("");
        tell_bytes(_("The secret of the dice was"), secret);
    }
}

void replay_text_stand_in(const struct replay_text *text, unsigned seat)
{
    say(4, _("(A stand-in moves for %s.)"), text->names.of[seat]);
}

void replay_text_begin(struct replay_text *text, const tio_record_head *head,
                       const tio_deck *deck)
{
    struct text names;
    memset(text, 0, sizeof *text);
    text->deck = deck;
    memcpy(text->names.of, head->name, sizeof text->names.of);
    text_clear(&names);
    words_names(&names, &text->names, (1U << head->settings.players) - 1);
    say(4, _("A game of %s."), names.at);
    tell_settings(head, deck);
    if (head->fair)
        tell_fairness(head);
}

/* A reader of a record sees all of it, even piles that lay face down. */
static tio_view open_view(const tio_game *game, unsigned seat)
{
    tio_view view = {.seat = (uint8_t)seat, .game = *game};
    view.game.settings.piles_down = 0;
    return view;
}

/* "2 points: two orange dice", "action: take up to two dice this turn". */
static void add_card(struct text *line, const struct replay_text *text,
                     unsigned edition, unsigned card)
{
    struct text words;
    text_clear(&words);
    words_card(&words, edition, text->deck, card);
    if (tio_deck_is_combo(text->deck, card))
        words_points(line, text->deck->combo[card].points);
    else
        text_add(line, "%s", C_("card", "action"));
    text_add(line, ": %s", words.at);
}

static void tell_draws(const struct replay_text *text, unsigned edition,
                       const tio_move *move)
{
    for (unsigned i = 0; i < move->deal.count; i++) {
        struct text card;
        text_clear(&card);
        add_card(&card, text, edition, move->deal.card[i]);
        say(4, _("%s draws a card (%s)."), text->names.of[move->seat], card.at);
    }
}

static void tell_hands(const struct replay_text *text, const tio_game *game)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        const tio_player *player = &game->player[seat];
        unsigned cards = (unsigned)player->combos + player->actions;
        say(4, cards == 0 ? _("%s holds no cards.") : _("%s holds:"),
            text->names.of[seat]);
        for (unsigned slot = 0; slot < cards; slot++) {
            struct text card;
            text_clear(&card);
            add_card(&card, text, game->settings.edition, player->hand[slot]);
            say(7, "    %u  %s", slot + 1, card.at);
        }
    }
}

void replay_text_move(struct replay_text *text, const tio_game *before,
                      const tio_game *after, const tio_move *move)
{
    const struct teller teller = {
        .deck = text->deck,
        .names = &text->names,
        .log = &text->log,
        .you = TIO_NONE,
    };
    tio_view view_before = open_view(before, TIO_SPECTATOR);
    tio_view view_after = open_view(after, TIO_SPECTATOR);
    if (move->type == TIO_MOVE_ROLL && before->turn == TIO_NONE) {
        if (before->round == 1)
            tell_hands(text, before);
        puts("");
    }
    if (move->type == TIO_MOVE_DEAL && before->round > 1)
        tell_draws(text, before->settings.edition, move);
    unsigned long printed = text->log.count;
    event_tell(&teller, &view_before, move, &view_after);
    log_print(&text->log, printed);
}

static void tell_totals(const struct replay_text *text, const tio_game *game)
{
    for (unsigned seat = 0; seat < game->settings.players; seat++) {
        struct text line;
        text_clear(&line);
        words_points(&line, game->player[seat].points);
        text_add(&line, ", ");
        words_chips(&line, game->player[seat].chips);
        say(4, "%s: %s = %+d", text->names.of[seat], line.at,
            tio_game_total(game, seat));
    }
}

void replay_text_result(const struct replay_text *text, const tio_game *game)
{
    struct text names;
    unsigned leaders = tio_game_leaders(game);
    bool shared = (leaders & (leaders - 1)) != 0;
    puts("");
    tell_totals(text, game);
    text_clear(&names);
    words_names(&names, &text->names, leaders);
    if (shared)
        say(4, _("The game is over: %s share the win."), names.at);
    else
        say(4, _("The game is over: %s wins."), names.at);
}

static void tell_phase(const struct replay_text *text, const tio_game *game)
{
    struct text names;
    if (game->phase == TIO_PHASE_OVER) {
        say(4, _("The game is over."));
        return;
    }
    if (tio_game_wants_chance(game)) {
        say(4, game->phase == TIO_PHASE_DEAL ? _("The game waits for cards.")
               : game->phase == TIO_PHASE_START
                   ? _("The game waits for the draw of the first starter.")
                   : _("The game waits for dice."));
        return;
    }
    static const char *const tasks[TIO_PHASES] = {
        [TIO_PHASE_DRAW] = N_("The game waits for %s to choose what to draw."),
        [TIO_PHASE_TURN] = N_("The game waits for %s to take a die or pass."),
        [TIO_PHASE_LAY] = N_("The game waits for %s to lay dice."),
        [TIO_PHASE_DISCARD] =
            N_("The game waits for %s to discard a card or keep all."),
    };
    text_clear(&names);
    words_names(&names, &text->names, tio_game_deciders(game));
    say(4, _(tasks[game->phase]), names.at);
}

void replay_text_position(const struct replay_text *text, const tio_game *game)
{
    tio_view view = open_view(game, TIO_SPECTATOR);
    puts("");
    if (game->round > 0)
        say(4, _("Round %u of %u."), game->round, game->rounds);
    show_tray(game);
    show_players(&view, &text->names);
    tell_hands(text, game);
    tell_phase(text, game);
}
