/* The canonical text of a move: one move, one text. Everything that is stored
 * or sent is in this form. */
#include "engine/actions.h"
#include "notation/card_text.h"

static void print_dice(struct out *out, tio_dice dice)
{
    if (dice == 0)
        return;
    out_char(out, ' ');
    out_dice(out, dice, " ");
}

static void print_number(struct out *out, const char *word, int number)
{
    out_text(out, word);
    out_char(out, ' ');
    out_number(out, number);
}

/* The action's word and its die; the other die after what joins them. */
static void print_two(struct out *out, const tio_move *move, const char *join)
{
    struct word word = action_word(move->play.action.kind);
    out_bytes(out, word.at, word.size);
    out_char(out, ' ');
    out_die(out, move->play.die);
    if (move->play.other == TIO_NONE)
        return;
    out_text(out, join);
    out_die(out, move->play.other);
}

static void print_play(struct out *out, const tio_move *move)
{
    tio_action action = move->play.action;
    out_text(out, "play ");
    if (action.kind >= TIO_ACTION_KINDS) {
        action_print(out, action);
        print_dice(out, move->play.dice);
        return;
    }
    switch (action_shape(action)) {
    case SHAPE_NONE:
        action_print(out, action);
        break;
    case SHAPE_POOL:
        action_print(out, action);
        print_dice(out, move->play.dice);
        break;
    case SHAPE_FACE:
    case SHAPE_PAIR:
        print_two(out, move, " ");
        break;
    case SHAPE_THROW:
        print_two(out, move, " at ");
        break;
    }
    if (action_row(action)->cost)
        print_number(out, " cost", action.cost);
}

static void print_lay(struct out *out, const tio_move *move)
{
    bool none = true;
    out_text(out, "lay");
    for (int place = 0; place < TIO_HAND_CARDS; place++) {
        if (move->lay[place] == 0)
            continue;
        out_char(out, ' ');
        out_number(out, place + 1);
        out_char(out, ':');
        out_dice(out, move->lay[place], ",");
        none = false;
    }
    if (none)
        out_text(out, " none");
}

static void print_draw(struct out *out, const tio_move *move)
{
    out_text(out, "draw");
    if (move->draw.combos > 0) {
        out_char(out, ' ');
        out_number(out, move->draw.combos);
        out_char(out, 'c');
    }
    if (move->draw.actions > 0) {
        out_char(out, ' ');
        out_number(out, move->draw.actions);
        out_char(out, 'a');
    }
    if (move->draw.combos == 0 && move->draw.actions == 0)
        out_text(out, " none");
}

static void print_deal(struct out *out, const tio_deck *deck,
                       const tio_move *move)
{
    print_number(out, "deal", move->seat + 1);
    for (unsigned i = 0; i < move->deal.count && i < TIO_HAND_CARDS; i++) {
        unsigned card = move->deal.card[i];
        if (card == TIO_UNSEEN_COMBO) {
            out_text(out, " c?");
        } else if (card == TIO_UNSEEN_ACTION) {
            out_text(out, " a?");
        } else if (tio_deck_is_combo(deck, card)) {
            out_text(out, " c");
            out_number(out, (int)card + 1);
        } else {
            out_text(out, " a");
            out_number(out, (int)card - deck->combos + 1);
        }
    }
}

static void print_land(struct out *out, const tio_move *move)
{
    out_text(out, "land ");
    out_die(out, move->land.die);
    for (unsigned i = 0; i < move->land.hits && i < TIO_MAX_DICE - 1; i++) {
        out_char(out, ' ');
        out_die(out, move->land.hit[i].from);
        out_char(out, ':');
        out_die(out, move->land.hit[i].to);
    }
}

static void print_move(struct out *out, const tio_deck *deck,
                       const tio_move *move)
{
    switch (move->type) {
    case TIO_MOVE_TAKE:
        out_text(out, "take ");
        out_die(out, move->kind);
        break;
    case TIO_MOVE_DONE:
        out_text(out, "done");
        break;
    case TIO_MOVE_PASS:
        out_text(out, "pass");
        break;
    case TIO_MOVE_PLAY:
        print_play(out, move);
        break;
    case TIO_MOVE_LAY:
        print_lay(out, move);
        break;
    case TIO_MOVE_DISCARD:
        print_number(out, "discard", move->slot + 1);
        break;
    case TIO_MOVE_KEEP:
        out_text(out, "keep");
        break;
    case TIO_MOVE_DRAW:
        print_draw(out, move);
        break;
    case TIO_MOVE_START:
        print_number(out, "start", move->seat + 1);
        break;
    case TIO_MOVE_DEAL:
        print_deal(out, deck, move);
        break;
    case TIO_MOVE_ROLL:
        out_text(out, "roll");
        print_dice(out, move->roll);
        break;
    case TIO_MOVE_LAND:
        print_land(out, move);
        break;
    default:
        out_char(out, '?');
    }
}

size_t tio_move_print(const tio_deck *deck, const tio_move *move,
                      char text[TIO_MOVE_TEXT])
{
    struct out out = out_begin(text, TIO_MOVE_TEXT);
    print_move(&out, deck, move);
    return out.size;
}
