/* Reads a move as a person or a program writes it. Whether the rules allow it
 * is the engine's to say: here a move only has to be one. With a view of the
 * table some words may be left out, and are filled in from it. */
#include "engine/actions.h"
#include "notation/card_text.h"

#include <string.h>

struct parse {
    struct scan scan;
    const tio_deck *deck;
    const tio_view *view; /* or NULL */
    tio_move *move;
};

typedef tio_error parse_rest(struct parse *parse);

static tio_error parse_nothing(struct parse *parse)
{
    return scan_finish(&parse->scan);
}

static tio_error parse_die(struct parse *parse, tio_kind *kind)
{
    return die_parse(&parse->scan, scan_word(&parse->scan), kind);
}

/* A number from 1, stored from 0. */
static tio_error parse_from_one(struct parse *parse, uint8_t *number,
                                const char *expected)
{
    unsigned value;
    struct word word = scan_word(&parse->scan);
    if (!word_number(word, &value) || value == 0 || value > TIO_SPECTATOR)
        return scan_expected(&parse->scan, TIO_E_TEXT, word, expected);
    *number = (uint8_t)(value - 1);
    return TIO_OK;
}

static tio_error parse_take(struct parse *parse)
{
    tio_error code = parse_die(parse, &parse->move->kind);
    return code != TIO_OK ? code : scan_finish(&parse->scan);
}

static tio_error parse_discard(struct parse *parse)
{
    tio_error code = parse_from_one(parse, &parse->move->slot,
                                    "a place in the hand, from 1");
    return code != TIO_OK ? code : scan_finish(&parse->scan);
}

static tio_error parse_start(struct parse *parse)
{
    tio_error code =
        parse_from_one(parse, &parse->move->seat, "a seat, from 1");
    return code != TIO_OK ? code : scan_finish(&parse->scan);
}

static tio_error parse_roll(struct parse *parse)
{
    return dice_parse_rest(&parse->scan, &parse->move->roll);
}

/* ---- Actions -------------------------------------------------------- */

static tio_error parse_pool(struct parse *parse)
{
    struct scan *scan = &parse->scan;
    tio_action action = parse->move->play.action;
    struct word word = scan_peek(scan);
    bool all = word_is(word, "all");
    if (!parse->view || (!all && word.size > 0))
        return dice_parse_rest(scan, &parse->move->play.dice);
    scan_word(scan);
    const tio_game *game = &parse->view->game;
    tio_dice reach = action_reach(game, action);
    unsigned most = action_most(game, action);
    if (dice_size(reach) > most)
        return scan_fail(scan, TIO_E_TARGET_TOO_MANY, word.at,
                         "more than %u dice could be meant: expected up to %u "
                         "of them by name",
                         most, most);
    parse->move->play.dice = reach;
    return scan_finish(scan);
}

/* The cheapest card in the hand that says this, but for its cost. */
static bool find_cost(const struct parse *parse, tio_action *action)
{
    bool found = false;
    if (parse->move->seat >= TIO_MAX_PLAYERS)
        return false;
    const tio_player *player = &parse->view->game.player[parse->move->seat];
    for (unsigned i = 0; i < TIO_HAND_CARDS; i++) {
        unsigned card = player->hand[i];
        if (i < player->combos || i >= player->combos + player->actions ||
            card < parse->deck->combos || card >= tio_deck_cards(parse->deck))
            continue;
        tio_action held = tio_deck_action(parse->deck, card);
        if (held.kind != action->kind || held.colour != action->colour)
            continue;
        if (!found || held.cost < action->cost)
            action->cost = held.cost;
        found = true;
    }
    return found;
}

static tio_error parse_cost(struct parse *parse, tio_action *action)
{
    struct scan *scan = &parse->scan;
    unsigned cost;
    struct word word = scan_word(scan);
    if (word.size == 0 && parse->view) {
        if (find_cost(parse, action))
            return TIO_OK;
        return scan_fail(scan, TIO_E_ACTION_NOT_IN_HAND, word.at,
                         "no card in the hand changes a die of that colour");
    }
    if (!word_is(word, "cost"))
        return scan_expected(scan, TIO_E_TEXT, word, COST_WORD_EXPECTED);
    word = scan_word(scan);
    if (!word_number(word, &cost) || cost > TIO_MAX_COST)
        return scan_expected(scan, TIO_E_TEXT, word, COST_EXPECTED);
    action->cost = (uint8_t)cost;
    return scan_finish(scan);
}

/* A die and what it becomes. At a table the new face alone is enough: the
 * colour can't change. */
static tio_error parse_face(struct parse *parse)
{
    unsigned face;
    tio_move *move = parse->move;
    tio_error code = parse_die(parse, &move->play.die);
    if (code != TIO_OK)
        return code;
    unsigned colour = tio_kind_colour(move->play.die);
    move->play.action.colour = (uint8_t)colour;
    struct word word = scan_peek(&parse->scan);
    if (parse->view && word_number(word, &face) && face >= 1 && face <= 6) {
        scan_word(&parse->scan);
        move->play.other = tio_kind_of(colour, face);
    } else {
        code = parse_die(parse, &move->play.other);
    }
    if (code != TIO_OK)
        return code;
    return action_row(move->play.action)->cost
               ? parse_cost(parse, &move->play.action)
               : scan_finish(&parse->scan);
}

static tio_error parse_pair(struct parse *parse)
{
    tio_kind first;
    tio_kind second;
    tio_error code = parse_die(parse, &first);
    if (code == TIO_OK)
        code = parse_die(parse, &second);
    if (code != TIO_OK)
        return code;
    bool turned = tio_kind_colour(first) == TIO_DARK &&
                  tio_kind_colour(second) == TIO_LIGHT;
    parse->move->play.die = turned ? second : first;
    parse->move->play.other = turned ? first : second;
    return scan_finish(&parse->scan);
}

static tio_error parse_throw(struct parse *parse)
{
    tio_error code = parse_die(parse, &parse->move->play.die);
    if (code != TIO_OK)
        return code;
    struct word word = scan_word(&parse->scan);
    if (word.size == 0)
        return TIO_OK;
    if (!word_is(word, "at"))
        return scan_expected(&parse->scan, TIO_E_TEXT, word,
                             "'at' and the die to aim at");
    code = parse_die(parse, &parse->move->play.other);
    return code != TIO_OK ? code : scan_finish(&parse->scan);
}

/* Which card it is: all its words, or where dice follow at once, the first. */
static tio_error parse_action(struct parse *parse, tio_action *action)
{
    struct word word = scan_peek(&parse->scan);
    for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++) {
        enum shape shape = action_rows[kind].shape;
        if (shape == SHAPE_NONE || shape == SHAPE_POOL ||
            !words_same(word, action_word(kind)))
            continue;
        scan_word(&parse->scan);
        action->kind = (uint8_t)kind;
        return TIO_OK;
    }
    return action_scan(&parse->scan, TIO_E_NO_SUCH_ACTION, action);
}

static tio_error parse_play(struct parse *parse)
{
    tio_move *move = parse->move;
    move->play.die = TIO_NONE;
    move->play.other = TIO_NONE;
    tio_error code = parse_action(parse, &move->play.action);
    if (code != TIO_OK)
        return code;
    switch (action_shape(move->play.action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        return parse_pool(parse);
    case SHAPE_FACE:
        return parse_face(parse);
    case SHAPE_PAIR:
        return parse_pair(parse);
    case SHAPE_THROW:
        return parse_throw(parse);
    }
    return scan_finish(&parse->scan);
}

/* ---- Lists ---------------------------------------------------------- */

/* One die of a list with commas; blanks around it don't matter. */
static tio_error lay_die(struct scan *scan, tio_dice *dice, tio_dice *all)
{
    tio_kind kind;
    scan_blanks(scan);
    struct word word = {scan->at, 0};
    while (scan->at < scan->end && *scan->at != ',' && *scan->at != ' ' &&
           *scan->at != '\t')
        scan->at++;
    word.size = (size_t)(scan->at - word.at);
    if (word.size == 0)
        return scan_expected(scan, TIO_E_TEXT, scan_peek(scan),
                             "a die such as D5");
    tio_error code = die_parse(scan, word, &kind);
    if (code == TIO_OK)
        code = dice_add(scan, word.at, kind, all);
    if (code == TIO_OK)
        *dice += tio_dice_of(kind);
    return code;
}

/* "1:L1,D5": a place and its dice. */
static tio_error lay_place(struct parse *parse, tio_dice *all)
{
    struct scan *scan = &parse->scan;
    unsigned place;
    struct word word = scan_peek(scan);
    if (!scan_number(scan, &place) || !scan_accept(scan, ':'))
        return scan_expected(scan, TIO_E_TEXT, word,
                             "a place in the hand and dice, such as 1:D5,L1");
    if (place == 0 || place > TIO_HAND_CARDS)
        return scan_fail(scan, TIO_E_SLOT_NOT_IN_HAND, word.at,
                         "no such place in the hand: expected 1 to %d",
                         TIO_HAND_CARDS);
    tio_dice *dice = &parse->move->lay[place - 1];
    if (*dice != 0)
        return scan_fail(scan, TIO_E_TEXT, word.at,
                         "place %u is named twice: expected all its dice in "
                         "one list",
                         place);
    do {
        tio_error code = lay_die(scan, dice, all);
        if (code != TIO_OK)
            return code;
        scan_blanks(scan);
    } while (scan_accept(scan, ','));
    return TIO_OK;
}

static tio_error parse_lay(struct parse *parse)
{
    struct scan *scan = &parse->scan;
    struct word word = scan_peek(scan);
    if (word_is(word, "none")) {
        scan_word(scan);
        return scan_finish(scan);
    }
    tio_dice all = 0;
    do {
        scan_blanks(scan);
        tio_error code = lay_place(parse, &all);
        if (code != TIO_OK)
            return code;
    } while (scan_peek(scan).size > 0);
    return TIO_OK;
}

static tio_error parse_draw(struct parse *parse)
{
    struct scan *scan = &parse->scan;
    struct word word = scan_word(scan);
    if (word_is(word, "none"))
        return scan_finish(scan);
    bool seen[2] = {false, false};
    do {
        unsigned count;
        struct word number = {word.at, word.size > 0 ? word.size - 1 : 0};
        char letter = word.size > 0 ? word.at[word.size - 1] : ' ';
        bool actions = letter == 'a' || letter == 'A';
        if (!word_number(number, &count) || count > TIO_MAX_CARDS ||
            (!actions && letter != 'c' && letter != 'C') || seen[actions])
            return scan_expected(scan, TIO_E_TEXT, word,
                                 "combos and actions once each, such as "
                                 "3c 2a, or none");
        seen[actions] = true;
        if (actions)
            parse->move->draw.actions = (uint8_t)count;
        else
            parse->move->draw.combos = (uint8_t)count;
        word = scan_word(scan);
    } while (word.size > 0);
    return TIO_OK;
}

/* c17, a3, or the back of a card: c?, a?. */
static tio_error parse_card(const struct parse *parse, struct word word,
                            uint8_t *card)
{
    const tio_deck *deck = parse->deck;
    char shown[SHOWN_TEXT];
    unsigned number;
    bool combo = word.at[0] == 'c' || word.at[0] == 'C';
    struct word rest = {word.at + 1, word.size - 1};
    if (combo || word.at[0] == 'a' || word.at[0] == 'A') {
        if (word_is(rest, "?")) {
            *card = combo ? TIO_UNSEEN_COMBO : TIO_UNSEEN_ACTION;
            return TIO_OK;
        }
        unsigned most = combo ? deck->combos : deck->actions;
        if (word_number(rest, &number) && number >= 1 && number <= most) {
            *card = (uint8_t)(number - 1 + (combo ? 0U : deck->combos));
            return TIO_OK;
        }
    }
    return scan_fail(&parse->scan, TIO_E_DEAL_NO_SUCH_CARD, word.at,
                     "no card %s in the deck: expected combos c1 to c%u or "
                     "actions a1 to a%u",
                     word_shown(word, shown), deck->combos, deck->actions);
}

static tio_error parse_deal(struct parse *parse)
{
    struct scan *scan = &parse->scan;
    tio_move *move = parse->move;
    tio_error code = parse_from_one(parse, &move->seat, "a seat, from 1");
    while (code == TIO_OK) {
        struct word word = scan_word(scan);
        if (word.size == 0)
            return TIO_OK;
        if (move->deal.count == TIO_HAND_CARDS)
            return scan_fail(scan, TIO_E_DEAL_WRONG_COUNT, word.at,
                             "too many cards: expected at most %d",
                             TIO_HAND_CARDS);
        code = parse_card(parse, word, &move->deal.card[move->deal.count]);
        move->deal.count++;
    }
    return code;
}

static bool hit_before(tio_hit a, tio_hit b)
{
    return a.from != b.from ? a.from < b.from : a.to < b.to;
}

/* "L3:L5" */
static tio_error parse_hit(const struct scan *scan, struct word word,
                           tio_hit *hit)
{
    const char *colon = memchr(word.at, ':', word.size);
    if (!colon)
        return scan_expected(scan, TIO_E_TEXT, word,
                             "a die that was hit and what it became, such as "
                             "L3:L5");
    size_t size = (size_t)(colon - word.at);
    tio_error code = die_parse(scan, (struct word){word.at, size}, &hit->from);
    if (code != TIO_OK)
        return code;
    return die_parse(scan, (struct word){colon + 1, word.size - size - 1},
                     &hit->to);
}

static tio_error parse_land(struct parse *parse)
{
    struct scan *scan = &parse->scan;
    tio_move *move = parse->move;
    tio_error code = parse_die(parse, &move->land.die);
    while (code == TIO_OK) {
        tio_hit hit = {0, 0};
        struct word word = scan_word(scan);
        if (word.size == 0)
            return TIO_OK;
        if (move->land.hits == TIO_MAX_DICE - 1)
            return scan_fail(scan, TIO_E_TEXT, word.at,
                             "too many dice were hit: expected at most %d",
                             TIO_MAX_DICE - 1);
        code = parse_hit(scan, word, &hit);
        if (code != TIO_OK)
            return code;
        /* The first stays in front: it is the one that was aimed at. */
        unsigned at = move->land.hits++;
        for (; at > 1 && hit_before(hit, move->land.hit[at - 1]); at--)
            move->land.hit[at] = move->land.hit[at - 1];
        move->land.hit[at] = hit;
    }
    return code;
}

/* ---- All moves ------------------------------------------------------ */

tio_error tio_move_parse(const tio_deck *deck, const tio_view *view,
                         unsigned seat, const char *text, tio_move *out,
                         tio_text_error *error)
{
    static const struct {
        const char *word;
        parse_rest *rest;
    } moves[TIO_MOVE_TYPES] = {
        [TIO_MOVE_TAKE] = {"take", parse_take},
        [TIO_MOVE_DONE] = {"done", parse_nothing},
        [TIO_MOVE_PASS] = {"pass", parse_nothing},
        [TIO_MOVE_PLAY] = {"play", parse_play},
        [TIO_MOVE_LAY] = {"lay", parse_lay},
        [TIO_MOVE_DISCARD] = {"discard", parse_discard},
        [TIO_MOVE_KEEP] = {"keep", parse_nothing},
        [TIO_MOVE_DRAW] = {"draw", parse_draw},
        [TIO_MOVE_START] = {"start", parse_start},
        [TIO_MOVE_DEAL] = {"deal", parse_deal},
        [TIO_MOVE_ROLL] = {"roll", parse_roll},
        [TIO_MOVE_LAND] = {"land", parse_land},
    };
    tio_move move;
    memset(&move, 0, sizeof move); /* all of the union, not its first member */
    struct parse parse = {scan_begin(text, strlen(text), 1, error), deck, view,
                          &move};
    struct word word = scan_word(&parse.scan);
    for (unsigned type = 0; type < TIO_MOVE_TYPES; type++) {
        if (!word_is(word, moves[type].word))
            continue;
        move.type = (uint8_t)type;
        move.seat = tio_move_is_chance(type) ? TIO_NONE : (uint8_t)seat;
        tio_error code = moves[type].rest(&parse);
        if (code == TIO_OK)
            *out = move;
        return code;
    }
    return scan_expected(&parse.scan, TIO_E_UNKNOWN_MOVE, word,
                         "a move: take, done, pass, play, lay, discard, keep, "
                         "draw, start, deal, roll or land");
}
