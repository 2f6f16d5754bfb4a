/* The texts that explain: a welcome, the commands, the rules in short. */
#include "terminal/show.h"

#include <stdio.h>

#include "terminal/words.h"

void show_title(const tio_settings *settings, const struct names *names,
                unsigned rounds)
{
    struct text who;

    text_clear(&who);
    words_names(&who, names, (1U << settings->players) - 1);
    say(0, "TAKE IT OR LEAVE IT: %s play %u rounds.", who.at, rounds);
}

void show_welcome(unsigned edition, bool hints)
{
    const char *light = words_colour(edition, TIO_LIGHT);
    const char *dark = words_colour(edition, TIO_DARK);

    say(0, "Take dice, one each turn, that complete the combos in your hand; "
           "pass in time. Combos score points, and a die you can't use costs a "
           "chip, a point off.");
    say(0,
        "Dice: L3 is a light 3 (%s), D5 a dark 5 (%s), R6 a red 6 (wild: it "
        "counts as either colour, but always costs a chip).",
        light, dark);
    if (hints)
        say(0, "Type a number from the list, or: help hint rules hand tray "
               "scores log save quit");
    else
        say(0, "Type a number from the list, or: help rules hand tray scores "
               "log save quit");
}

void show_help(unsigned edition)
{
    const char *light = words_colour(edition, TIO_LIGHT);
    const char *dark = words_colour(edition, TIO_DARK);

    say(0, "A number picks from the list. These words always work:");
    say(11,
        "  hint     the best moves: the points to expect of this round, the "
        "chance to win the game, and why ('hint all': every move that makes "
        "sense)");
    say(11, "  hand     your cards, and what your dice would score now");
    say(11, "  tray     the dice that can be taken");
    say(11, "  scores   points, chips and dice of everyone");
    say(11, "  log      what happened this round ('log all': in the game)");
    say(11, "  rules    the rules in short");
    say(11, "  undo     your last move back, unless dice were rolled, cards "
            "dealt or shown, or somebody else has moved since");
    say(11, "  save     where the game is saved (it is, after every move)");
    say(11, "  quit     stop here; 'tioli play --resume' goes on");
    putchar('\n');
    say(0,
        "A die is a letter and a face: L for light (%s), D for dark (%s), R "
        "for red. Instead of a number you can type a move:",
        light, dark);
    say(0, "  take D5                  or just D5");
    say(0, "  pass                     out for this round");
    say(0, "  done                     no second die (after 'take two')");
    say(0, "  play reroll D D3 D5      or: play reroll D all");
    say(0, "  play reroll R            all red dice");
    say(0, "  play reroll 4 L1 D2 R3   up to four dice");
    say(0, "  play take 2");
    say(0, "  play change D4 6         a dark 4 to a dark 6");
    say(0, "  play cast D5 at L3       or just: play cast D5");
    say(0, "  play swap L3 D6");
    say(0, "  play shift L3 5");
    say(0,
        "  lay 1:L1,D5 3:L2,L2      dice on the cards 1 and 3; or: lay none");
    say(0, "  discard 2                or: keep");
    say(0, "  draw 3c 2a               free hand: combos and actions to draw");
}

static void rule(const char *text)
{
    say(2, "- %s", text);
}

void show_rules(const tio_settings *settings)
{
    rule("A turn: play one action if you like, then take one die from the tray "
         "or pass. Who passes is out for the round.");
    rule("The last one left may go on taking, die after die. The round ends "
         "when the tray is empty or all have passed.");
    rule("Then everyone lays their dice on combos in their hand. A die serves "
         "one combo only. Completed combos give their points and leave the "
         "hand.");
    rule("'More than' and 'less than' are strict. 'Any number of dice' means "
         "just that: spare dice can hide there.");
    rule("Each die that is not used costs 1 chip, one point off. A red die "
         "counts as either colour, its face is fixed, and it costs 1 chip if "
         "used and 2 if not.");
    rule("Actions change dice in the tray, never dice that others took, and "
         "those for one colour never touch red dice.");
    if (settings->edition == TIO_SCHMIDT)
        rule("You may play one action per turn.");
    else
        rule("You may play one action per round.");
    if (settings->free_hand)
        rule("After a round you may discard one card; then you fill your hand "
             "up to 5 cards, in any split of combos and actions.");
    else
        rule("After a round you may discard one card; then you draw up to 4 "
             "combos and 1 action.");
    rule("After the last round the highest total of points minus chips wins. "
         "A tie is a shared win.");
}
