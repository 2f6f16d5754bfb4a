/* Moves as rule cases write them: the canonical text, a seat in front, and some
 * shorthand for rolls, deals and moves that no text can express. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"

/* The cards of a deal by their text: for each the first card in the draw pile
 * that says so, or of the discards where the pile gives out. */
static bool deal_by_text(run *r, unsigned seat, char *list, tio_move *move)
{
    tio_cards gone = {{0}};
    memset(move, 0, sizeof *move);
    move->type = TIO_MOVE_DEAL;
    move->seat = (uint8_t)(seat - 1);
    char *text;
    while ((text = text_part(&list, '|')) != NULL) {
        char want[TIO_CARD_TEXT];
        unsigned card = 0;
        bool found = false;
        if (!card_canonical(r, text, want))
            return false;
        char have[TIO_CARD_TEXT];
        for (unsigned turn = 0; !found && turn < 2; turn++) {
            const tio_cards *from =
                turn == 0 ? &r->game.draw : &r->game.discards;
            for (card = 0; card < tio_deck_cards(&r->deck); card++) {
                card_print(&r->deck, card, have);
                if (tio_cards_have(from, card) && text_is(want, have) &&
                    !tio_cards_have(&gone, card)) {
                    found = true;
                    break;
                }
            }
        }
        if (!found || move->deal.count == TIO_HAND_CARDS)
            return case_fail(r, "can't deal '%s'", text);
        gone.word[card / 64] |= (uint64_t)1 << (card % 64);
        move->deal.card[move->deal.count++] = (uint8_t)card;
    }
    return true;
}

/* Adds the lowest-numbered cards of one type, and those of the discards where
 * the draw pile gives out. */
static void deal_lowest(const run *r, bool combos, unsigned count,
                        tio_move *move)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        const tio_cards *from = turn == 0 ? &r->game.draw : &r->game.discards;
        for (unsigned c = 0; count > 0 && c < tio_deck_cards(&r->deck); c++) {
            if (tio_deck_is_combo(&r->deck, c) == combos &&
                tio_cards_have(from, c)) {
                move->deal.card[move->deal.count++] = (uint8_t)c;
                count--;
            }
        }
    }
}

/* 'deal' alone: the hands that the case shows; where it shows none, the cards
 * with the lowest numbers. */
static bool deal_all(run *r)
{
    while (r->game.phase == TIO_PHASE_DEAL) {
        unsigned seat = r->game.deal_seat;
        tio_move move = {.type = TIO_MOVE_DEAL, .seat = (uint8_t)seat};
        if (!r->dealt && r->wanted_count[seat] > 0) {
            move.deal.count = r->wanted_count[seat];
            memcpy(move.deal.card, r->wanted[seat], TIO_HAND_CARDS);
        } else {
            deal_lowest(r, true, r->game.deal_combos, &move);
            deal_lowest(r, false, r->game.deal_actions, &move);
        }
        if (!case_apply(r, &move))
            return false;
    }
    r->dealt = true;
    return true;
}

/* 'roll L3 D5 rest 1': the dice not named show the face after 'rest'. */
static bool roll_rest(run *r, char *text, char *rest, tio_move *move)
{
    unsigned face = text_number(rest + 5);
    tio_dice dice;
    *rest = '\0';
    if (!case_dice(r, text_trim(text), &dice))
        return false;
    memset(move, 0, sizeof *move);
    move->type = TIO_MOVE_ROLL;
    move->seat = TIO_NONE;
    move->roll = dice;
    for (unsigned c = TIO_LIGHT; c <= TIO_RED; c++) {
        unsigned all = tio_dice_size(tio_dice_colour(r->game.rolling, c));
        unsigned named = tio_dice_size(tio_dice_colour(dice, c));
        for (; named < all; named++)
            move->roll += tio_dice_of(tio_kind_of(c, face));
    }
    return true;
}

/* '{kind=18}' after a move writes raw fields, for moves that have no text. */
static bool override(run *r, char *text, tio_move *move)
{
    char *pair;
    while ((pair = text_part(&text, ' ')) != NULL) {
        char *key = text_part(&pair, '=');
        if (pair == NULL)
            return case_fail(r, "raw field '%s' has no value", key);
        unsigned value = text_number(pair);

        if (text_is(key, "type"))
            move->type = (uint8_t)value;
        else if (text_is(key, "seat"))
            move->seat = (uint8_t)value;
        else if (text_is(key, "kind"))
            move->kind = (tio_kind)value;
        else if (text_is(key, "slot"))
            move->slot = (uint8_t)value;
        else if (text_is(key, "action"))
            move->play.action.kind = (uint8_t)value;
        else if (text_is(key, "colour"))
            move->play.action.colour = (uint8_t)value;
        else if (text_is(key, "cost"))
            move->play.action.cost = (uint8_t)value;
        else if (text_is(key, "die"))
            move->play.die = (tio_kind)value;
        else if (text_is(key, "other"))
            move->play.other = (tio_kind)value;
        else if (text_is(key, "dice"))
            move->play.dice = strtoull(pair, NULL, 0);
        else if (text_is(key, "roll"))
            move->roll = strtoull(pair, NULL, 0);
        else if (text_is(key, "lay1"))
            move->lay[0] = strtoull(pair, NULL, 0);
        else if (text_is(key, "land"))
            move->land.die = (tio_kind)value;
        else if (text_is(key, "hits"))
            move->land.hits = (uint8_t)value;
        else if (strncmp(key, "from", 4) == 0)
            move->land.hit[text_number(key + 4)].from = (tio_kind)value;
        else if (strncmp(key, "to", 2) == 0)
            move->land.hit[text_number(key + 2)].to = (tio_kind)value;
        else if (text_is(key, "cards"))
            move->deal.count = (uint8_t)value;
        else if (text_is(key, "card"))
            move->deal.card[0] = (uint8_t)value;
        else
            return case_fail(r, "no raw field '%s'", key);
    }
    return true;
}

/* Reads one move as a case writes it. */
bool case_read_move(run *r, char *text, tio_move *move)
{
    tio_text_error error = {0};
    unsigned seat = 1;
    char *raw = strchr(text, '{');
    bool good = true;
    if (raw != NULL) {
        *raw++ = '\0';
        *strchr(raw, '}') = '\0';
    }
    text = text_trim(text);
    if (isdigit((unsigned char)*text)) {
        seat = text_number(text_word(&text));
        text = text_trim(text);
    }
    char *rest = strstr(text, "rest ");
    char *colon = strchr(text, ':');
    memset(move, 0, sizeof *move);
    if (strncmp(text, "roll ", 5) == 0 && rest != NULL)
        good = roll_rest(r, text + 5, rest, move);
    else if (strncmp(text, "deal ", 5) == 0 && colon != NULL)
        good = deal_by_text(r, text_number(text + 5), colon + 1, move);
    else if (tio_move_parse(&r->deck, NULL, seat - 1, text, move, &error) !=
             TIO_OK)
        good = case_fail(r, "'%s': %s", text, error.what);
    return good && (raw == NULL || override(r, raw, move));
}

/* A line of moves, parted by ';'; 'x3' after one repeats it. */
bool case_moves(run *r, char *line)
{
    char *text;
    while ((text = text_part(&line, ';')) != NULL) {
        char *times = strrchr(text, ' ');
        unsigned repeat = 1;
        if (times != NULL && times[1] == 'x') {
            repeat = text_number(times + 2);
            *times = '\0';
        }
        if (text_is(text, "deal")) {
            if (!deal_all(r))
                return false;
            continue;
        }
        tio_move move;
        if (!case_read_move(r, text, &move))
            return false;
        while (repeat-- > 0)
            if (!case_apply(r, &move))
                return false;
    }
    return true;
}
