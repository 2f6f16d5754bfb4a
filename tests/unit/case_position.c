/* What must hold in every position, whatever a case expects: the invariants,
 * and a walk of legal moves that is accepted, unique, readable and, as far as
 * trial and error can tell, complete. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "engine/actions.h"

#define WALK_LIMIT 20000 /* lay-outs of many dice are cut off here */

void walk_free(walk *w)
{
    for (unsigned i = 0; i < w->count; i++)
        free(w->text[i]);
    free(w->text);
}

/* Collects the legal moves of a seat, sorted by text. Each must be accepted,
 * be unique, and read back as the same move. */
bool case_walk(run *r, unsigned seat, walk *w)
{
    bool good = true;
    w->count = 0;
    w->cut = false;
    w->text = malloc(WALK_LIMIT * sizeof *w->text);
    if (w->text == NULL)
        return case_fail(r, "out of memory");
    tio_view view;
    tio_view_of(&r->game, seat, &view);
    tio_moves moves;
    tio_moves_begin(&moves, &r->deck, &view);
    tio_move move;
    tio_text_error error;
    char again[TIO_MOVE_TEXT];
    char text[TIO_MOVE_TEXT];
    while (good && tio_moves_next(&moves, &move)) {
        tio_error code = tio_check(&r->game, &r->deck, &move);
        if (w->count == WALK_LIMIT) {
            w->cut = true;
            break;
        }
        tio_move_print(&r->deck, &move, text);
        w->text[w->count] = malloc(strlen(text) + 1);
        if (w->text[w->count] == NULL) {
            good = case_fail(r, "out of memory");
            break;
        }
        memcpy(w->text[w->count++], text, strlen(text) + 1);
        if (code != TIO_OK) {
            good = case_fail(r, "the walk gives seat %u '%s': %s", seat + 1,
                             text, tio_error_name(code));
        } else if (tio_move_parse(&r->deck, NULL, seat, text, &move, &error)) {
            good =
                case_fail(r, "'%s' does not read back: %s", text, error.what);
        } else if (tio_move_print(&r->deck, &move, again),
                   !text_is(text, again)) {
            good = case_fail(r, "'%s' reads back as '%s'", text, again);
        }
    }
    qsort(w->text, w->count, sizeof *w->text, text_compare);
    for (unsigned i = 1; good && i < w->count; i++)
        if (text_is(w->text[i - 1], w->text[i]))
            good = case_fail(r, "the walk gives '%s' twice", w->text[i]);
    return good;
}

bool walk_has(const walk *w, const char *text)
{
    return bsearch(&text, w->text, w->count, sizeof *w->text, text_compare) !=
           NULL;
}

/* If the rules accept the text as a move, the walk must have it. */
static bool try_text(run *r, unsigned seat, const walk *w, const char *text)
{
    tio_text_error error;
    tio_move move;
    if (tio_move_parse(&r->deck, NULL, seat, text, &move, &error) != TIO_OK ||
        tio_check(&r->game, &r->deck, &move) != TIO_OK)
        return true;
    char canonical[TIO_MOVE_TEXT];
    tio_move_print(&r->deck, &move, canonical);
    return walk_has(w, canonical) ||
           case_fail(r, "the walk lacks '%s' of seat %u", canonical, seat + 1);
}

/* An action with one or two dice, as far as its shape has a use for them. */
static bool try_play(run *r, unsigned seat, const walk *w, tio_action action,
                     tio_kind one, tio_kind other)
{
    char text[TIO_MOVE_TEXT];
    tio_move move = {.type = TIO_MOVE_PLAY, .seat = (uint8_t)seat};
    move.play.action = action;
    move.play.die = one;
    move.play.other = other;
    switch (action_shape(action)) {
    case SHAPE_NONE:
        return true;
    case SHAPE_POOL:
        move.play.dice = tio_dice_of(one);
        if (other != TIO_NONE)
            move.play.dice += tio_dice_of(other);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
        if (other == TIO_NONE)
            return true;
        break;
    case SHAPE_THROW:
        break;
    }
    if (tio_check(&r->game, &r->deck, &move) != TIO_OK)
        return true; /* nearly all: no text is made of those */
    tio_move_print(&r->deck, &move, text);
    return try_text(r, seat, w, text);
}

static bool try_dice(run *r, unsigned seat, const walk *w, tio_action action)
{
    bool good = true;
    for (tio_kind one = 0; good && one < TIO_KINDS; one++) {
        good = try_play(r, seat, w, action, one, TIO_NONE);
        for (tio_kind other = 0; good && other < TIO_KINDS; other++)
            good = try_play(r, seat, w, action, one, other);
    }
    return good;
}

/* The colour of a card that isn't for a pool follows from its die. */
static bool try_plays(run *r, unsigned seat, const walk *w)
{
    bool good = try_text(r, seat, w, "play take 2");
    char text[TIO_MOVE_TEXT] = "take L1";
    for (tio_kind kind = 0; good && kind < TIO_KINDS; kind++) {
        text[5] = "LDR"[tio_kind_colour(kind)];
        text[6] = (char)('0' + tio_kind_face(kind));
        good = try_text(r, seat, w, text);
    }
    for (unsigned kind = 0; good && kind < TIO_ACTION_KINDS; kind++) {
        const struct action_row *row = &action_rows[kind];
        unsigned colours = row->colour && row->shape == SHAPE_POOL ? 2 : 1;
        unsigned costs = row->cost ? 3 : 1;
        for (unsigned i = 0; good && i < colours * costs; i++)
            good = try_dice(r, seat, w,
                            (tio_action){(uint8_t)kind, (uint8_t)(i % colours),
                                         (uint8_t)(i / colours)});
    }
    return good;
}

/* Of equal cards the walk gives only the first to discard. */
static bool has_twin_before(const run *r, unsigned seat, unsigned slot)
{
    const tio_player *player = &r->game.player[seat];
    char mine[TIO_CARD_TEXT];
    card_print(&r->deck, player->hand[slot], mine);
    char other[TIO_CARD_TEXT];
    for (unsigned i = 0; i < slot; i++) {
        card_print(&r->deck, player->hand[i], other);
        if (text_is(mine, other))
            return true;
    }
    return false;
}

static bool try_answers(run *r, unsigned seat, const walk *w)
{
    const tio_player *player = &r->game.player[seat];
    bool good = try_text(r, seat, w, "pass") && try_text(r, seat, w, "done") &&
                try_text(r, seat, w, "keep") &&
                try_text(r, seat, w, "draw none") &&
                try_text(r, seat, w, "lay none");
    char text[TIO_MOVE_TEXT];
    for (unsigned i = 0; good && i < TIO_HAND_CARDS; i++) {
        snprintf(text, sizeof text, "discard %u", i + 1);
        if (i >= (unsigned)player->combos + player->actions ||
            !has_twin_before(r, seat, i))
            good = try_text(r, seat, w, text);
        snprintf(text, sizeof text, "draw %uc", i + 1);
        good = good && try_text(r, seat, w, text);
        snprintf(text, sizeof text, "draw %ua", i + 1);
        good = good && try_text(r, seat, w, text);
        for (unsigned j = 0; good && j < TIO_HAND_CARDS; j++) {
            snprintf(text, sizeof text, "draw %uc %ua", i + 1, j + 1);
            good = try_text(r, seat, w, text);
        }
    }
    return good;
}

static bool check_position(run *r)
{
    unsigned deciders = tio_game_deciders(&r->game);
    bool good = true;
    for (unsigned s = 0; good && s < r->game.settings.players; s++) {
        walk w;
        good = case_walk(r, s, &w);
        if (good && (deciders >> s & 1) == 0 && w.count > 0) {
            good =
                case_fail(r, "seat %u has moves but nothing to decide", s + 1);
        } else if (good && (deciders >> s & 1) != 0 && w.count == 0) {
            good = case_fail(r, "seat %u must decide but has no move", s + 1);
        } else if (good && !w.cut) {
            good = try_answers(r, s, &w) && try_plays(r, s, &w);
        }
        walk_free(&w);
    }
    if (good && tio_game_wants_chance(&r->game)) {
        tio_random random;
        tio_move move;
        tio_error code;
        tio_random_init(&random, r->line, 1);
        tio_deal_random(&r->game, &r->deck, &random, &move);
        code = tio_check(&r->game, &r->deck, &move);
        if (code != TIO_OK)
            good = case_fail(r, "the dealer errs: %s", tio_error_name(code));
    }
    return good;
}

bool case_apply(run *r, const tio_move *move)
{
    tio_game before = r->game;
    tio_error check = tio_check(&r->game, &r->deck, move);
    tio_error code = tio_apply(&r->game, &r->deck, move);
    if (check != code) {
        return case_fail(r, "tio_check says %s, tio_apply %s",
                         tio_error_name(check), tio_error_name(code));
    }
    char text[TIO_MOVE_TEXT];
    if (code != TIO_OK) {
        tio_move_print(&r->deck, move, text);
        return case_fail(r, "'%s' was refused: %s", text, tio_error_name(code));
    }
    const char *broken = tio_game_check(&r->game, &r->deck, &before);
    if (broken != NULL)
        return case_fail(r, "invariant: %s", broken);
    return check_position(r);
}
