/* The expectations of rule cases: one function each, and the table that finds
 * them by name. A function gets what stands before and after the colon. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"

#define SAMPLES 30000 /* of a chance move, to estimate its odds */

static const char *const phase_names[TIO_PHASES] = {
    "start", "draw", "deal", "roll", "land", "turn", "lay", "discard", "over",
};

static bool want_number(run *r, const char *what, long have, const char *text)
{
    long want = strtol(text, NULL, 10);
    return have == want ||
           case_fail(r, "%s is %ld, expected %ld", what, have, want);
}

static bool want_seats(run *r, const char *what, unsigned have, char *text)
{
    unsigned want = text_seats(text);
    return have == want ||
           case_fail(r, "%s: bits %#x, expected %#x", what, have, want);
}

static bool want_dice(run *r, const char *what, tio_dice have, const char *text)
{
    tio_dice want;
    if (!case_dice(r, text, &want))
        return false;
    char shown[TIO_DICE_TEXT];
    tio_dice_print(have, " ", shown);
    return have == want ||
           case_fail(r, "%s: '%s', expected '%s'", what, shown, text);
}

/* The player of the seat that stands before the colon. */
static const tio_player *player_of(const run *r, const char *seat)
{
    unsigned n = text_number(seat);
    return &r->game.player[n >= 1 && n <= TIO_MAX_PLAYERS ? n - 1 : 0];
}

/* ---- What is on the table ---------------------------------------------- */

static bool expect_phase(run *r, char *before, char *after)
{
    (void)after;
    return text_is(before, phase_names[r->game.phase]) ||
           case_fail(r, "phase is %s, expected %s", phase_names[r->game.phase],
                     before);
}

static bool expect_turn(run *r, char *before, char *after)
{
    (void)after;
    return (r->game.phase == TIO_PHASE_TURN ||
            case_fail(r, "phase is %s", phase_names[r->game.phase])) &&
           want_number(r, "turn", r->game.turn + 1, before);
}

static bool expect_starter(run *r, char *before, char *after)
{
    (void)after;
    return want_number(r, "starter", r->game.starter + 1, before);
}

static bool expect_round(run *r, char *before, char *after)
{
    (void)after;
    return want_number(r, "round", r->game.round, before);
}

static bool expect_rounds(run *r, char *before, char *after)
{
    (void)after;
    return want_number(r, "rounds", r->game.rounds, before);
}

static bool expect_deciders(run *r, char *before, char *after)
{
    (void)after;
    return want_seats(r, "deciders", tio_game_deciders(&r->game), before);
}

static bool expect_passed(run *r, char *before, char *after)
{
    (void)after;
    return want_seats(r, "passed", r->game.passed, before);
}

static bool expect_leaders(run *r, char *before, char *after)
{
    (void)after;
    return want_seats(r, "leaders", tio_game_leaders(&r->game), before);
}

static bool expect_tray(run *r, char *before, char *after)
{
    (void)before;
    return want_dice(r, "tray", r->game.tray, after);
}

static bool expect_rolling(run *r, char *before, char *after)
{
    (void)before;
    return want_dice(r, "rolling", r->game.rolling, after);
}

static bool expect_taken(run *r, char *before, char *after)
{
    return want_dice(r, "taken", player_of(r, before)->taken, after);
}

static bool expect_chips(run *r, char *before, char *after)
{
    return want_number(r, "chips", player_of(r, before)->chips, after);
}

static bool expect_points(run *r, char *before, char *after)
{
    return want_number(r, "points", player_of(r, before)->points, after);
}

static bool expect_total(run *r, char *before, char *after)
{
    return want_number(
        r, "total", tio_game_total(&r->game, text_number(before) - 1), after);
}

static bool expect_hand(run *r, char *before, char *after)
{
    const tio_player *player = player_of(r, before);
    return case_same_cards(r, player->hand,
                           (unsigned)player->combos + player->actions, after,
                           false);
}

/* 'draw', 'discards', or 'pile 2': cards in any order. */
static bool want_set(run *r, const tio_cards *set, char *text)
{
    uint8_t cards[TIO_MAX_CARDS];
    unsigned count = card_list(&r->deck, set, cards);
    return case_same_cards(r, cards, count, text, true);
}

static bool expect_draw(run *r, char *before, char *after)
{
    (void)before;
    return want_set(r, &r->game.draw, after);
}

static bool expect_discards(run *r, char *before, char *after)
{
    (void)before;
    return want_set(r, &r->game.discards, after);
}

static bool expect_pile(run *r, char *before, char *after)
{
    return want_set(r, &r->game.pile[text_number(before) - 1], after);
}

/* ---- Moves ------------------------------------------------------------- */

static bool expect_error(run *r, char *before, char *after)
{
    tio_game copy = r->game;
    tio_error want;
    if (!text_error_code(before, &want))
        return case_fail(r, "there is no error %s", before);
    tio_move move;
    if (!case_read_move(r, after, &move))
        return false;
    tio_error check = tio_check(&r->game, &r->deck, &move);
    tio_error code = tio_apply(&copy, &r->deck, &move);
    if (check != want || code != want) {
        return case_fail(r, "tio_check says %s, tio_apply %s, expected %s",
                         tio_error_name(check), tio_error_name(code), before);
    }
    return memcmp(&copy, &r->game, sizeof copy) == 0 ||
           case_fail(r, "a refused move changed the game");
}

static bool look_for(run *r, char *before, char *after, bool wanted)
{
    char text[TIO_MOVE_TEXT];
    unsigned seat = text_number(before);
    bool accepted;
    bool found;
    tio_move move;
    walk w;

    snprintf(text, sizeof text, "%u %s", seat, after);
    if (!case_read_move(r, text, &move))
        return false;
    accepted = tio_check(&r->game, &r->deck, &move) == TIO_OK;
    found = case_walk(r, seat - 1, &w) && walk_has(&w, after);
    walk_free(&w);
    return (found == wanted && accepted == wanted) ||
           case_fail(r, "'%s' is %s the legal moves and %s", after,
                     found ? "among" : "not among",
                     accepted ? "accepted" : "refused");
}

static bool expect_legal(run *r, char *before, char *after)
{
    return look_for(r, before, after, true);
}

static bool expect_illegal(run *r, char *before, char *after)
{
    return look_for(r, before, after, false);
}

/* 'count 1 play cast: 4' counts the moves whose text begins so. */
static bool expect_count(run *r, char *before, char *after)
{
    unsigned seat = text_number(text_word(&before));
    unsigned count = 0;
    walk w;

    before = text_trim(before);
    if (case_walk(r, seat - 1, &w))
        for (unsigned i = 0; i < w.count; i++)
            count += strncmp(w.text[i], before, strlen(before)) == 0;
    walk_free(&w);
    return want_number(r, "count", count, after);
}

/* ---- Settings ---------------------------------------------------------- */

static bool expect_init(run *r, char *before, char *after)
{
    (void)after;
    tio_error want;
    if (!text_error_code(before, &want))
        return case_fail(r, "there is no error %s", before);
    memset(&r->deck, 0, sizeof r->deck);
    if (!text_is(r->pack, "none")) {
        strcpy(r->text, "combo 1 L1\n");
        if (!case_read_deck(r))
            return false;
    }
    tio_game game;
    tio_error code = tio_game_init(&game, &r->deck, &r->settings);
    return code == want || case_fail(r, "the table gives %s, expected %s",
                                     tio_error_name(code), before);
}

static bool expect_setup(run *r, char *before, char *after)
{
    unsigned players = text_number(before);
    unsigned have[4] = {
        tio_setup_dice(players, TIO_LIGHT), tio_setup_dice(players, TIO_DARK),
        tio_setup_dice(players, TIO_RED), tio_setup_starts(players)};
    bool good = true;
    for (unsigned i = 0; good && i < 4; i++)
        good = want_number(r, "set-up", have[i], text_word(&after));
    return good;
}

static bool expect_setting(run *r, char *before, char *after)
{
    const tio_settings *s = &r->settings;
    unsigned value = text_is(before, "edition")     ? s->edition
                     : text_is(before, "starts")    ? s->starts
                     : text_is(before, "cast")      ? s->cast
                     : text_is(before, "free-hand") ? s->free_hand
                                                    : s->piles_down;
    return want_number(r, before, value, after);
}

/* ---- Scoring ----------------------------------------------------------- */

/* 'net 3 points 4 chips 1': any of them. */
static bool want_score(run *r, const tio_layout *layout, char *text)
{
    bool good = true;
    while (good && *text_trim(text) != '\0') {
        char *key = text_word(&text);
        char *value = text_word(&text);
        if (text_is(key, "net"))
            good = want_number(r, "net", layout->net, value);
        else if (text_is(key, "points"))
            good = want_number(r, "points", layout->points, value);
        else if (text_is(key, "chips"))
            good = want_number(r, "chips", layout->chips, value);
        else
            good = case_fail(r, "no score '%s'", key);
    }
    return good;
}

static bool expect_best(run *r, char *before, char *after)
{
    (void)before;
    tio_layout best;
    tio_layout_best(r->combos, r->combo_count, r->dice, &best);
    tio_layout all[TIO_MAX_LAYOUTS];
    tio_layout_all(r->combos, r->combo_count, r->dice, all);
    tio_layout again = best;
    if (tio_layout_score(r->combos, r->combo_count, r->dice, &again) !=
            TIO_OK ||
        again.net != best.net || again.points != best.points ||
        again.chips != best.chips || again.cards != best.cards)
        return case_fail(r, "the best lay-out does not score as it says");
    if (all[0].net != best.net || all[0].cards != best.cards ||
        tio_layout_net(r->combos, r->combo_count, r->dice) != best.net)
        return case_fail(r, "the scoring functions disagree");
    return want_score(r, &best, after);
}

/* 'lays: L1 D2 / none': the best lay-out, card by card. */
static bool expect_lays(run *r, char *before, char *after)
{
    bool good = true;
    (void)before;
    tio_layout best;
    tio_layout_best(r->combos, r->combo_count, r->dice, &best);
    for (unsigned i = 0; good && i < r->combo_count; i++) {
        char *dice = text_part(&after, '/');
        good = want_dice(r, "lay-out", best.lay[i], dice == NULL ? "" : dice);
    }
    return good;
}

/* 'ways: 1 2 / 3': the sets of cards that the best lay-outs complete. */
static bool expect_ways(run *r, char *before, char *after)
{
    tio_layout all[TIO_MAX_LAYOUTS];
    unsigned count = tio_layout_all(r->combos, r->combo_count, r->dice, all);
    unsigned i = 0;
    (void)before;
    char *set;
    while ((set = text_part(&after, '/')) != NULL) {
        if (i == count)
            return case_fail(r, "there are only %u best lay-outs", count);
        if (!want_seats(r, "completed cards", all[i++].cards, set))
            return false;
    }
    return i == count || case_fail(r, "there are %u best lay-outs", count);
}

/* The lay-out after 'lay' in the notation of moves. */
static bool read_lay(run *r, const char *text, tio_layout *out)
{
    char line[LINE_ROOM];
    snprintf(line, sizeof line, "lay %s", text);
    tio_move move;
    if (!case_read_move(r, line, &move))
        return false;
    memset(out, 0, sizeof *out);
    memcpy(out->lay, move.lay, sizeof out->lay);
    return true;
}

/* 'own net 3 points 3: 1:L1,D2' scores a lay-out of the player's own. */
static bool expect_own(run *r, char *before, char *after)
{
    tio_layout layout;
    if (!read_lay(r, after, &layout))
        return false;
    tio_error code =
        tio_layout_score(r->combos, r->combo_count, r->dice, &layout);
    if (code != TIO_OK)
        return case_fail(r, "the lay-out gives %s", tio_error_name(code));
    return want_score(r, &layout, before);
}

static bool expect_own_error(run *r, char *before, char *after)
{
    tio_error want;
    if (!text_error_code(before, &want))
        return case_fail(r, "there is no error %s", before);
    tio_layout layout;
    if (!read_lay(r, after, &layout))
        return false;
    tio_error code =
        tio_layout_score(r->combos, r->combo_count, r->dice, &layout);
    return code == want || case_fail(r, "the lay-out gives %s, expected %s",
                                     tio_error_name(code), before);
}

/* 'fits 3 sum D > 12: D6 D6 D1' */
static bool want_fit(run *r, char *card, char *dice_text, bool wanted)
{
    tio_text_error error = {0};
    tio_combo combo;
    if (tio_combo_parse(card, &combo, &error) != TIO_OK)
        return case_fail(r, "card '%s': %s", card, error.what);
    tio_dice dice;
    return case_dice(r, dice_text, &dice) &&
           (tio_combo_accepts(&combo, dice) == wanted ||
            case_fail(r, "'%s' %s completed by '%s'", card,
                      wanted ? "is not" : "is", dice_text));
}

static bool expect_fits(run *r, char *before, char *after)
{
    return want_fit(r, before, after, true);
}

static bool expect_misfits(run *r, char *before, char *after)
{
    return want_fit(r, before, after, false);
}

/* ---- Views and chance -------------------------------------------------- */

static unsigned view_seat(const char *text)
{
    return text_is(text, "spectator") ? TIO_SPECTATOR : text_number(text) - 1;
}

/* 'view 2 hand 1: hidden', 'view 2 points 1: 0', 'view 2 unseen: 5',
 * 'view 2 held: 3 D3 L4 | swap' */
static bool expect_view(run *r, char *before, char *after)
{
    unsigned viewer = view_seat(text_word(&before));
    char *what = text_word(&before);
    unsigned seat = text_number(before) - 1;
    bool good = true;
    tio_view view;
    tio_view_of(&r->game, viewer, &view);
    uint8_t cards[TIO_MAX_CARDS];
    if (text_is(what, "unseen") || text_is(what, "held")) {
        const tio_cards *set = *what == 'u' ? &view.unseen : &view.held;
        if (strchr(after, ' ') != NULL || !card_is_combo(after))
            return want_set(r, set, after);
        return want_number(r, what, card_list(&r->deck, set, cards), after);
    }
    if (text_is(what, "draw")) {
        return want_number(r, what, card_list(&r->deck, &view.game.draw, cards),
                           after);
    }
    if (seat >= TIO_MAX_PLAYERS)
        return case_fail(r, "no view of '%s'", what);
    const tio_player *seen = &view.game.player[seat];
    if (text_is(what, "points"))
        return want_number(r, what, seen->points, after);
    if (text_is(what, "chips"))
        return want_number(r, what, seen->chips, after);
    for (unsigned i = 0; i < r->game.player[seat].combos +
                                 (unsigned)r->game.player[seat].actions;
         i++) {
        good = good && seen->hand[i] == (text_is(after, "hidden")
                                             ? TIO_NONE
                                             : r->game.player[seat].hand[i]);
    }
    return (good && seen->combos == r->game.player[seat].combos &&
            seen->actions == r->game.player[seat].actions) ||
           case_fail(r, "hand %u is not %s", seat + 1, after);
}

/* Whether a seat can tell two moves apart by its view after them. */
static bool want_alike(run *r, char *before, char *after, bool wanted)
{
    unsigned viewer = view_seat(before);
    uint64_t hash[2];
    tio_view view[2];
    for (unsigned i = 0; i < 2; i++) {
        char *text = text_part(&after, '/');
        tio_game copy = r->game;
        tio_move move;
        if (text == NULL || !case_read_move(r, text, &move))
            return case_fail(r, "two moves are needed");
        tio_error code = tio_apply(&copy, &r->deck, &move);
        if (code != TIO_OK) {
            return case_fail(r, "move %u was refused: %s", i + 1,
                             tio_error_name(code));
        }
        tio_view_of(&copy, viewer, &view[i]);
        hash[i] = tio_game_hash(&view[i].game);
    }
    return (hash[0] == hash[1] &&
            memcmp(&view[0].unseen, &view[1].unseen, sizeof(tio_cards)) == 0 &&
            memcmp(&view[0].held, &view[1].held, sizeof(tio_cards)) == 0) ==
               wanted ||
           case_fail(r, "the two views %s", wanted ? "differ" : "are alike");
}

static bool expect_alike(run *r, char *before, char *after)
{
    return want_alike(r, before, after, true);
}

static bool expect_differ(run *r, char *before, char *after)
{
    return want_alike(r, before, after, false);
}

/* 'seen 2 deal 1 c? c? c? c? a?: deal 1 c1 c2 c3 c4 a1' */
static bool expect_seen(run *r, char *before, char *after)
{
    unsigned viewer = view_seat(text_word(&before));
    tio_move move;
    if (!case_read_move(r, after, &move))
        return false;
    move = tio_move_seen(&r->deck, &move, viewer);
    char text[TIO_MOVE_TEXT];
    tio_move_print(&r->deck, &move, text);
    return text_is(text, text_trim(before)) ||
           case_fail(r, "seen as '%s', expected '%s'", text, before);
}

/* 'odds 1/6: land D3' is how often the dealer's move has these words in it,
 * 'odds 1/3: 0 hits' how often so many dice are hit. The seed is fixed, and
 * five standard deviations of room are given. */
static bool expect_odds(run *r, char *before, char *after)
{
    unsigned over = text_number(text_part(&before, '/'));
    unsigned under = text_number(before);
    char *hits = strstr(after, " hits");
    char needle[LINE_ROOM];
    unsigned long long seen = 0;
    snprintf(needle, sizeof needle, " %s ", after);
    tio_random random;
    tio_random_init(&random, 20, 12);
    for (unsigned i = 0; i < SAMPLES; i++) {
        tio_move move;
        tio_deal_random(&r->game, &r->deck, &random, &move);
        char text[TIO_MOVE_TEXT];
        tio_move_print(&r->deck, &move, text);
        char padded[TIO_MOVE_TEXT + 2];
        snprintf(padded, sizeof padded, " %s ", text);
        seen += hits != NULL ? move.land.hits == text_number(after)
                             : strstr(padded, needle) != NULL;
    }
    unsigned long long gap =
        seen * under > (unsigned long long)SAMPLES * over
            ? seen * under - (unsigned long long)SAMPLES * over
            : (unsigned long long)SAMPLES * over - seen * under;
    /* gap / under is the distance in samples; its variance is n p (1 - p). */
    return gap * gap <= 25ULL * SAMPLES * over * (under - over) ||
           case_fail(r, "'%s' came up %llu times in %d", after, seen, SAMPLES);
}

/* ---- Decks ------------------------------------------------------------- */

/* 'reads: combos 3 actions 1' of the lines given by 'notation'. */
static bool expect_reads(run *r, char *before, char *after)
{
    (void)before;
    if (!case_read_deck(r))
        return false;
    text_word(&after);
    if (!want_number(r, "combos", r->deck.combos, text_word(&after)))
        return false;
    text_word(&after);
    return want_number(r, "actions", r->deck.actions, text_word(&after));
}

/* 'card c2: 3 D3 L4' */
static bool expect_card(run *r, char *before, char *after)
{
    unsigned card = text_number(before + 1) - 1;
    if (*before == 'a')
        card += r->deck.combos;
    if (card >= tio_deck_cards(&r->deck))
        return case_fail(r, "no card %s", before);
    char have[TIO_CARD_TEXT];
    card_print(&r->deck, card, have);
    return text_is(have, after) ||
           case_fail(r, "%s is '%s', expected '%s'", before, have, after);
}

/* 'refused 2: words' names the line, and words of the message. */
static bool expect_refused(run *r, char *before, char *after)
{
    tio_text_error error = {0};
    tio_deck deck;
    memset(&deck, 0, sizeof deck);
    tio_error code =
        tio_deck_parse(r->text, strlen(r->text), "case", &deck, &error);
    if (code != TIO_E_TEXT && code != TIO_E_DECK_EMPTY)
        return case_fail(r, "the deck gives %s", tio_error_name(code));
    if (deck.combos != 0 || error.column == 0 || error.what[0] == '\0')
        return case_fail(r, "a refused deck left something behind");
    return want_number(r, "line", error.line, before) &&
           (*after == '\0' || strstr(error.what, after) != NULL ||
            case_fail(r, "the message is '%s'", error.what));
}

/* ---- The table --------------------------------------------------------- */

typedef struct expectation {
    const char *name;
    bool (*holds)(run *r, char *before, char *after);
    bool game; /* it needs a game that was set up */
} expectation;

static const expectation expectations[] = {
    {"phase", expect_phase, true},
    {"turn", expect_turn, true},
    {"starter", expect_starter, true},
    {"round", expect_round, true},
    {"rounds", expect_rounds, true},
    {"deciders", expect_deciders, true},
    {"passed", expect_passed, true},
    {"leaders", expect_leaders, true},
    {"tray", expect_tray, true},
    {"rolling", expect_rolling, true},
    {"taken", expect_taken, true},
    {"chips", expect_chips, true},
    {"points", expect_points, true},
    {"total", expect_total, true},
    {"hand", expect_hand, true},
    {"draw", expect_draw, true},
    {"discards", expect_discards, true},
    {"pile", expect_pile, true},
    {"error", expect_error, true},
    {"legal", expect_legal, true},
    {"illegal", expect_illegal, true},
    {"count", expect_count, true},
    {"view", expect_view, true},
    {"alike", expect_alike, true},
    {"differ", expect_differ, true},
    {"seen", expect_seen, true},
    {"odds", expect_odds, true},
    {"init", expect_init, false},
    {"setup", expect_setup, false},
    {"setting", expect_setting, false},
    {"best", expect_best, false},
    {"lays", expect_lays, false},
    {"ways", expect_ways, false},
    {"own", expect_own, false},
    {"own-error", expect_own_error, false},
    {"fits", expect_fits, false},
    {"misfits", expect_misfits, false},
    {"reads", expect_reads, false},
    {"card", expect_card, false},
    {"refused", expect_refused, false},
};

bool case_expect(run *r, char *line)
{
    char *name = text_word(&line);
    char *before;
    char *after;
    size_t length = strlen(name);
    bool colon = length > 0 && name[length - 1] == ':';
    if (colon) {
        name[length - 1] = '\0';
        before = line + strlen(line);
        after = text_trim(line);
    } else {
        after = line;
        before = text_part(&after, ':');
        after = after == NULL ? line + strlen(line) : text_trim(after);
    }
    r->expectations++;
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
        if (text_is(name, expectations[i].name)) {
            return (!expectations[i].game || case_begin(r)) &&
                   expectations[i].holds(r, before, after);
        }
    }
    return case_fail(r, "there is no expectation '%s'", name);
}
