/* The texts that explain: a welcome, the commands, a summary of the rules. */
#include "terminal/show.h"

#include <stdio.h>

#include "engine/actions.h"
#include "i18n/i18n.h"
#include "terminal/action_words.h"
#include "terminal/words.h"

void show_title(const tio_settings *settings, const struct names *names,
                unsigned rounds)
{
    struct text who;
    text_clear(&who);
    words_names(&who, names, (1U << settings->players) - 1);
    say(0,
        ngettext("TAKE IT OR LEAVE IT: %s play %u round.",
                 "TAKE IT OR LEAVE IT: %s play %u rounds.", rounds),
        who.at, rounds);
}

void show_welcome(unsigned edition, bool hints)
{
    const char *light = words_colour(edition, TIO_LIGHT);
    const char *dark = words_colour(edition, TIO_DARK);
    say(0, _("Take dice, one per turn, that complete the combos in your hand; "
             "pass in time. Combos score points, and a die you can't use costs "
             "a chip, a point off."));
    say(0,
        _("Dice: L3 is a light 3 (%s), D5 a dark 5 (%s), R6 a red 6 (wild: it "
          "counts as either colour, but always costs a chip)."),
        light, dark);
    if (hints)
        say(0, _("Type a number from the list, or: help hint rules hand tray "
                 "scores log save quit"));
    else
        say(0, _("Type a number from the list, or: help rules hand tray scores "
                 "log save quit"));
}

static void word(const char *typed, const char *what)
{
    say(11, "  %-8s %s", typed, what);
}

static void move(const char *typed, const char *what)
{
    if (what[0])
        say(29, "  %-26s %s", typed, what);
    else
        say(0, "  %s", typed);
}

static const struct action_rule *rule_of(const tio_settings *settings,
                                         tio_action action)
{
    return &action_row(action)->rule[settings->edition];
}

/* No dice where it must be all that are there. */
static tio_dice pool(const tio_settings *settings, tio_action action)
{
    const struct action_rule *rule = rule_of(settings, action);
    tio_dice some = tio_dice_of(tio_kind_of(TIO_LIGHT, 1)) +
                    tio_dice_of(tio_kind_of(TIO_DARK, 2)) +
                    tio_dice_of(tio_kind_of(TIO_RED, 3));
    if (action_row(action)->colour)
        some = tio_dice_of(tio_kind_of(TIO_DARK, 3)) +
               tio_dice_of(tio_kind_of(TIO_DARK, 5));
    return rule->all ? 0 : some & rule->reach[action.colour];
}

/* A move that plays the action, at some table of these rules. */
static tio_move example(const tio_settings *settings, tio_action action)
{
    tio_move move = {.type = TIO_MOVE_PLAY};
    move.play.action = action;
    move.play.die = TIO_NONE;
    move.play.other = TIO_NONE;
    switch (action_shape(action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        move.play.dice = pool(settings, action);
        break;
    case SHAPE_FACE:
        move.play.die = tio_kind_of(TIO_DARK, 4);
        move.play.other = tio_kind_of(TIO_DARK, 6);
        break;
    case SHAPE_PAIR:
        move.play.die = tio_kind_of(TIO_LIGHT, 3);
        move.play.other = tio_kind_of(TIO_DARK, 6);
        break;
    case SHAPE_THROW:
        move.play.die = tio_kind_of(TIO_DARK, 5);
        if (settings->cast != TIO_CAST_OFF)
            move.play.other = tio_kind_of(TIO_LIGHT, 3);
        break;
    }
    return move;
}

/* The same move with all the dice that it reaches. */
static void move_all(const tio_deck *deck, tio_move play, const char *what)
{
    char text[TIO_MOVE_TEXT];
    char all[TIO_MOVE_TEXT + 4];
    play.play.dice = 0;
    tio_move_print(deck, &play, text);
    snprintf(all, sizeof all, "%s all", text);
    move(all, what);
}

static void show_action(const tio_deck *deck, const tio_settings *settings,
                        unsigned kind)
{
    const struct action_row *row = &action_rows[kind];
    tio_action action = {(uint8_t)kind, row->colour ? TIO_DARK : 0, row->cost};
    const struct action_rule *rule = rule_of(settings, action);
    tio_move play = example(settings, action);
    char text[TIO_MOVE_TEXT];
    struct text what;
    text_clear(&what);
    words_action_short(&what, settings->edition, action);
    tio_move_print(deck, &play, text);
    if (row->shape == SHAPE_POOL && rule->all)
        move_all(deck, play, what.at);
    else
        move(text, what.at);
    if (row->shape == SHAPE_POOL && !rule->all && rule->most == TIO_MAX_DICE)
        move_all(deck, play, "");
}

/* Only what the rules of this table allow. */
static void show_moves(const tio_deck *deck, const tio_settings *settings)
{
    move("take D5", _("or just D5"));
    move("pass", _("out for this round"));
    move("done", _("no second die (after 'take two')"));
    for (unsigned kind = 0; kind < TIO_ACTION_KINDS; kind++)
        show_action(deck, settings, kind);
    move("lay 1:L1,D5 3:L2,L2", _("dice on the cards 1 and 3; or: lay none"));
    move("discard 2", _("or: keep"));
    if (settings->free_hand)
        move("draw 3c 2a", _("free hand: combos and actions to draw"));
}

void show_help(const tio_deck *deck, const tio_settings *settings)
{
    const char *light = words_colour(settings->edition, TIO_LIGHT);
    const char *dark = words_colour(settings->edition, TIO_DARK);
    say(0, _("Type a number to pick from the list. These words always work:"));
    word("hint", _("the best moves: the points to expect of this round, the "
                   "chance to win the game, and why ('hint all': every move "
                   "that makes sense)"));
    word("hand", _("your cards, and what your dice would score now"));
    word("tray", _("the dice that can be taken"));
    word("scores", _("points, chips and dice of everyone"));
    word("log", _("what happened this round ('log all': in the whole game)"));
    word("rules", _("a summary of the rules"));
    word("undo",
         _("take back your last move, unless dice were rolled, cards "
           "dealt or shown, or another person has moved since; the "
           "bots' answers go back too, if you play alone against bots"));
    word("save",
         _("where the game is saved (automatically, after every move)"));
    word("quit", _("stop here; 'tioli play --resume' continues the game"));
    putchar('\n');
    say(0,
        _("A die is a letter and a face: L for light (%s), D for dark (%s), R "
          "for red. Instead of a number you can type a move:"),
        light, dark);
    show_moves(deck, settings);
}

/* The rules that are the same at every table, up to those on actions. */
static const char *const rules[] = {
    N_("Your turn: play one action if you like, then take one die from the "
       "tray or pass. Once you pass, you are out for the round."),
    N_("The last player left may keep taking dice. The round ends when the "
       "tray is empty or everyone has passed."),
    N_("Then everyone lays their dice on combos in their hand. A die counts "
       "for one combo only. Completed combos score their points and leave the "
       "hand."),
    N_("'More than' and 'less than' are strict. 'Any dice' means as many "
       "as you like: spare dice can hide there."),
    N_("Each die that is not used costs 1 chip, one point off. A red die "
       "counts as either colour, its face is fixed, and it costs 1 chip if "
       "used and 2 if not."),
    N_("Actions change dice in the tray, never dice that others took, and "
       "those for one colour never touch red dice."),
};

const char *show_rule(const tio_settings *settings, unsigned number)
{
    unsigned same = sizeof rules / sizeof *rules;
    if (number < same)
        return _(rules[number]);
    switch (number - same) {
    case 0:
        return action_once_a_round(settings->edition)
                   ? _("You may play one action per round.")
                   : _("You may play one action per turn.");
    case 1:
        return settings->free_hand
                   ? _("After a round you may discard one card; then you fill "
                       "your hand up to 5 cards, in any mix of combos and "
                       "actions.")
                   : _("After a round you may discard one card; then you draw "
                       "up to 4 combos and 1 action.");
    case 2:
        return _("After the last round the highest total of points minus chips "
                 "wins. A tie is a shared win.");
    default:
        return NULL;
    }
}

void show_rules(const tio_settings *settings)
{
    const char *rule;
    for (unsigned i = 0; (rule = show_rule(settings, i)); i++)
        say(2, "- %s", rule);
}
