/* Words for dice and cards. Each edition has its own names for the colours,
 * because people look for the dice that lie in their own box. */
#include "terminal/words.h"

/* By edition: light, dark, red, either. */
static const char *const colours[][4] = {
    [TIO_GAMEWRIGHT] = {"orange", "blue", "red", "any"},
    [TIO_SCHMIDT] = {"white", "black", "red", "any"},
};
static const char *const one_of_colour[][4] = {
    [TIO_GAMEWRIGHT] = {"an orange", "a blue", "a red", "any"},
    [TIO_SCHMIDT] = {"a white", "a black", "a red", "any"},
};
_Static_assert(sizeof colours / sizeof *colours == TIO_EDITIONS,
               "every edition has its colours");
_Static_assert(sizeof one_of_colour / sizeof *one_of_colour == TIO_EDITIONS,
               "every edition has its colours");

static const char *number(unsigned n)
{
    static const char *const small[] = {"no",    "one",  "two", "three",
                                        "four",  "five", "six", "seven",
                                        "eight", "nine"};

    return n < sizeof small / sizeof *small ? small[n] : "many";
}

const char *words_colour(unsigned edition, unsigned colour)
{
    return colours[edition][colour];
}

void words_die(struct text *out, unsigned edition, tio_kind kind)
{
    text_add(out, "%s %u", one_of_colour[edition][tio_kind_colour(kind)],
             tio_kind_face(kind));
}

void words_dice(struct text *out, tio_dice dice)
{
    char line[TIO_DICE_TEXT];

    if (!dice) {
        text_add(out, "no dice");
        return;
    }
    tio_dice_print(dice, " ", line);
    text_add(out, "%s", line);
}

/* `count` equal slots. */
static void slots_words(struct text *out, unsigned edition, tio_slot slot,
                        unsigned count)
{
    const char *colour = colours[edition][slot.colour];

    if (count == 1 && slot.face)
        text_add(out, "%s %u", one_of_colour[edition][slot.colour], slot.face);
    else if (count == 1)
        text_add(out, "%s die", one_of_colour[edition][slot.colour]);
    else if (slot.colour == TIO_EITHER && slot.face)
        text_add(out, "%s %us of any colour", number(count), slot.face);
    else if (slot.colour == TIO_EITHER)
        text_add(out, "%s dice of any colour", number(count));
    else if (slot.face)
        text_add(out, "%s %s %us", number(count), colour, slot.face);
    else
        text_add(out, "%s %s dice", number(count), colour);
}

const char *words_between(unsigned item, unsigned items)
{
    return item == 0 ? "" : item + 1 < items ? ", " : " and ";
}

void words_these(struct text *out, unsigned edition, tio_dice dice)
{
    unsigned items = 0;
    unsigned item = 0;

    for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
        items += tio_dice_count(dice, kind) > 0;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        unsigned count = tio_dice_count(dice, kind);
        tio_slot slot = {.colour = (uint8_t)tio_kind_colour(kind),
                         .face = (uint8_t)tio_kind_face(kind)};

        if (!count)
            continue;
        text_add(out, "%s", words_between(item++, items));
        slots_words(out, edition, slot, count);
    }
}

static void shown_words(struct text *out, unsigned edition,
                        const tio_combo *combo)
{
    tio_slot slot[TIO_MAX_SLOTS];
    unsigned count[TIO_MAX_SLOTS] = {0};
    unsigned items = 0;

    for (unsigned i = 0; i < combo->slots; i++) {
        unsigned item = 0;

        while (item < items && (slot[item].colour != combo->slot[i].colour ||
                                slot[item].face != combo->slot[i].face))
            item++;
        if (item == items)
            slot[items++] = combo->slot[i];
        count[item]++;
    }
    for (unsigned item = 0; item < items; item++) {
        text_add(out, "%s", words_between(item, items));
        slots_words(out, edition, slot[item], count[item]);
    }
}

static void summands_words(struct text *out, unsigned edition,
                           const tio_combo *combo)
{
    const char *colour = colours[edition][combo->colour];
    bool either = combo->colour == TIO_EITHER;

    if (combo->count == 1)
        text_add(out, "%s die", one_of_colour[edition][combo->colour]);
    else if (combo->count && either)
        text_add(out, "%s dice", number(combo->count));
    else if (combo->count)
        text_add(out, "%s %s dice", number(combo->count), colour);
    else if (either)
        text_add(out, "any number of dice");
    else
        text_add(out, "any number of %s dice", colour);
}

static void sum_words(struct text *out, unsigned edition,
                      const tio_combo *combo)
{
    unsigned least = combo->count ? combo->count : 1;

    summands_words(out, edition, combo);
    if (combo->low == combo->high)
        text_add(out, " that add up to exactly %u", combo->low);
    else if (combo->high >= TIO_SUM_MAX)
        text_add(out, " that add up to more than %d", combo->low - 1);
    else if (combo->low <= least)
        text_add(out, " that add up to less than %u", combo->high + 1U);
    else
        text_add(out, " that add up to %u to %u", combo->low, combo->high);
}

void words_combo(struct text *out, unsigned edition, const tio_combo *combo)
{
    if (combo->slots)
        shown_words(out, edition, combo);
    else
        sum_words(out, edition, combo);
}

static void change_words(struct text *out, const char *a_colour, unsigned cost)
{
    if (cost == 0)
        text_add(out, "turn %s die in the tray to any other face", a_colour);
    else if (cost == 1)
        text_add(out, "turn %s die in the tray to any other face, for 1 chip",
                 a_colour);
    else
        text_add(out, "turn %s die in the tray to any other face, for %u chips",
                 a_colour, cost);
}

void words_action(struct text *out, unsigned edition, tio_action action)
{
    const char *colour = colours[edition][action.colour];
    bool schmidt = edition == TIO_SCHMIDT;

    switch ((tio_action_kind)action.kind) {
    case TIO_REROLL_COLOUR:
        if (schmidt)
            text_add(out, "re-roll all the %s dice in the tray", colour);
        else
            text_add(out, "re-roll any of the %s dice in the tray", colour);
        break;
    case TIO_REROLL_FOUR:
        if (schmidt)
            text_add(out, "re-roll up to four %s or %s dice in the tray",
                     colours[edition][TIO_LIGHT], colours[edition][TIO_DARK]);
        else
            text_add(out, "re-roll up to four dice of any colour in the tray");
        break;
    case TIO_TAKE_TWO:
        text_add(out, "take up to two dice this turn");
        break;
    case TIO_CHANGE:
        change_words(out, one_of_colour[edition][action.colour], action.cost);
        break;
    case TIO_CAST:
        text_add(out, "cast one of your dice back into the tray");
        break;
    case TIO_SWAP:
        text_add(out, "swap the faces of one %s and one %s die in the tray",
                 colours[edition][TIO_LIGHT], colours[edition][TIO_DARK]);
        break;
    case TIO_REROLL_RED:
        text_add(out, "re-roll all the red dice in the tray");
        break;
    case TIO_SHIFT:
        text_add(out, "shift one %s die in the tray two up or two down",
                 colour);
        break;
    case TIO_ACTION_KINDS:
        break;
    }
}

void words_action_short(struct text *out, unsigned edition, tio_action action)
{
    const char *colour = colours[edition][action.colour];
    const char *a_colour = one_of_colour[edition][action.colour];

    switch ((tio_action_kind)action.kind) {
    case TIO_REROLL_COLOUR:
        text_add(out, "re-roll %s dice", colour);
        break;
    case TIO_REROLL_FOUR:
        text_add(out, "re-roll up to four dice");
        break;
    case TIO_TAKE_TWO:
        text_add(out, "take two dice");
        break;
    case TIO_CHANGE:
        text_add(out, "change %s die for ", a_colour);
        words_chips(out, action.cost);
        break;
    case TIO_CAST:
        text_add(out, "cast a die back");
        break;
    case TIO_SWAP:
        text_add(out, "swap two faces");
        break;
    case TIO_REROLL_RED:
        text_add(out, "re-roll red dice");
        break;
    case TIO_SHIFT:
        text_add(out, "shift %s die by two", a_colour);
        break;
    case TIO_ACTION_KINDS:
        break;
    }
}

void words_card(struct text *out, unsigned edition, const tio_deck *deck,
                unsigned card)
{
    if (tio_deck_is_combo(deck, card))
        words_combo(out, edition, &deck->combo[card]);
    else
        words_action(out, edition, tio_deck_action(deck, card));
}

void words_points(struct text *out, int points)
{
    if (points == 1)
        text_add(out, "1 point");
    else
        text_add(out, "%d points", points);
}

void words_chips(struct text *out, int chips)
{
    if (chips == 0)
        text_add(out, "no chips");
    else if (chips == 1)
        text_add(out, "1 chip");
    else
        text_add(out, "%d chips", chips);
}

void words_score(struct text *out, int points, int chips)
{
    int net = points - chips;

    words_points(out, points);
    text_add(out, ", ");
    words_chips(out, chips);
    text_add(out, net > 0 ? " = +%d" : " = %d", net);
}

void words_names(struct text *out, const struct names *names, unsigned seats)
{
    unsigned items = 0;
    unsigned item = 0;

    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        items += seats >> seat & 1;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++) {
        if (seats >> seat & 1)
            text_add(out, "%s%s", words_between(item++, items),
                     names->of[seat]);
    }
}
