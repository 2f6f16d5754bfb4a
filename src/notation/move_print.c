/* The canonical text of a move: one move, one text. Everything that is stored
 * or sent is in this form. */
#include "engine/actions.h"
#include "notation/card_text.h"

static void print_dice(struct buffer *out, tio_dice dice)
{
    if (dice == 0)
        return;
    buffer_char(out, ' ');
    dice_print(out, dice, " ");
}

static void print_number(struct buffer *out, const char *word, int number)
{
    buffer_text(out, word);
    buffer_char(out, ' ');
    buffer_number(out, number);
}

/* The action's word and its die; the other die after what joins them. */
static void print_two(struct buffer *out, const tio_move *move,
                      const char *join)
{
    struct word word = action_word(move->play.action.kind);
    buffer_add(out, word.at, word.size);
    buffer_char(out, ' ');
    die_print(out, move->play.die);
    if (move->play.other == TIO_NONE)
        return;
    buffer_text(out, join);
    die_print(out, move->play.other);
}

static void print_play(struct buffer *out, const tio_move *move)
{
    tio_action action = move->play.action;
    buffer_text(out, "play ");
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

static void print_lay(struct buffer *out, const tio_move *move)
{
    bool none = true;
    buffer_text(out, "lay");
    for (int place = 0; place < TIO_HAND_CARDS; place++) {
        if (move->lay[place] == 0)
            continue;
        buffer_char(out, ' ');
        buffer_number(out, place + 1);
        buffer_char(out, ':');
        dice_print(out, move->lay[place], ",");
        none = false;
    }
    if (none)
        buffer_text(out, " none");
}

static void print_draw(struct buffer *out, const tio_move *move)
{
    buffer_text(out, "draw");
    if (move->draw.combos > 0) {
        buffer_char(out, ' ');
        buffer_number(out, move->draw.combos);
        buffer_char(out, 'c');
    }
    if (move->draw.actions > 0) {
        buffer_char(out, ' ');
        buffer_number(out, move->draw.actions);
        buffer_char(out, 'a');
    }
    if (move->draw.combos == 0 && move->draw.actions == 0)
        buffer_text(out, " none");
}

static void print_deal(struct buffer *out, const tio_deck *deck,
                       const tio_move *move)
{
    print_number(out, "deal", move->seat + 1);
    for (unsigned i = 0; i < move->deal.count && i < TIO_HAND_CARDS; i++) {
        unsigned card = move->deal.card[i];
        if (card == TIO_UNSEEN_COMBO) {
            buffer_text(out, " c?");
        } else if (card == TIO_UNSEEN_ACTION) {
            buffer_text(out, " a?");
        } else if (tio_deck_is_combo(deck, card)) {
            buffer_text(out, " c");
            buffer_number(out, (int)card + 1);
        } else {
            buffer_text(out, " a");
            buffer_number(out, (int)card - deck->combos + 1);
        }
    }
}

static void print_land(struct buffer *out, const tio_move *move)
{
    buffer_text(out, "land ");
    die_print(out, move->land.die);
    for (unsigned i = 0; i < move->land.hits && i < TIO_MAX_DICE - 1; i++) {
        buffer_char(out, ' ');
        die_print(out, move->land.hit[i].from);
        buffer_char(out, ':');
        die_print(out, move->land.hit[i].to);
    }
}

static void print_move(struct buffer *out, const tio_deck *deck,
                       const tio_move *move)
{
    switch (move->type) {
    case TIO_MOVE_TAKE:
        buffer_text(out, "take ");
        die_print(out, move->kind);
        break;
    case TIO_MOVE_DONE:
        buffer_text(out, "done");
        break;
    case TIO_MOVE_PASS:
        buffer_text(out, "pass");
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
        buffer_text(out, "keep");
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
        buffer_text(out, "roll");
        print_dice(out, move->roll);
        break;
    case TIO_MOVE_LAND:
        print_land(out, move);
        break;
    default:
        buffer_char(out, '?');
    }
}

size_t tio_move_print(const tio_deck *deck, const tio_move *move,
                      char text[TIO_MOVE_TEXT])
{
    struct buffer out = buffer_fixed(text, TIO_MOVE_TEXT);
    print_move(&out, deck, move);
    return out.size;
}
