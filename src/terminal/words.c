/* Words for dice and cards, put together from the phrases of show/card_words.c.
 * Each edition has its own names for the colours, because people look for the
 * dice that lie in their own box. */
#include "terminal/words.h"

#include <stdio.h>
#include <string.h>

#include "i18n/i18n.h"
#include "terminal/action_words.h"

const char *words_phrase(phrases of, unsigned edition, unsigned colour)
{
    const char *found = of[card_shades[edition][colour]];
    if (!found)
        found = of[ANY];
    return found ? _(found) : "?";
}

/* "two" to "nine", as it stands before a noun. */
static const char *number(unsigned n)
{
    return n < sizeof combo_words.number / sizeof *combo_words.number
               ? i18n_of(combo_words.number[n])
               : C_("number", "many");
}

/* Which of the forms is for so many. */
static const char *form(struct card_forms of, unsigned count)
{
    return ngettext(of.one, of.many, count);
}

const char *words_colour(unsigned edition, unsigned colour)
{
    static phrases names = {
        [ORANGE] = NC_("colour", "orange"), [BLUE] = NC_("colour", "blue"),
        [WHITE] = NC_("colour", "white"),   [BLACK] = NC_("colour", "black"),
        [RED] = NC_("colour", "red"),       [ANY] = NC_("colour", "any"),
    };
    return i18n_of(names[card_shades[edition][colour]]);
}

unsigned words_colour_width(unsigned edition)
{
    unsigned widest = 6;
    for (unsigned colour = TIO_LIGHT; colour <= TIO_RED; colour++) {
        unsigned width = i18n_width(words_colour(edition, colour));
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* "an orange 3". */
static void one_face(struct text *out, unsigned edition, unsigned colour,
                     unsigned face)
{
    text_add(out, words_phrase(combo_words.a_face, edition, colour), face);
}

void words_die(struct text *out, unsigned edition, tio_kind kind)
{
    one_face(out, edition, tio_kind_colour(kind), tio_kind_face(kind));
}

void words_dice(struct text *out, tio_dice dice)
{
    if (!dice) {
        text_add(out, "%s", _("no dice"));
        return;
    }
    char line[TIO_DICE_TEXT];
    tio_dice_print(dice, " ", line);
    text_add(out, "%s", line);
}

/* `count` equal slots. */
static void slots_words(struct text *out, unsigned edition, tio_slot slot,
                        unsigned count)
{
    unsigned shade = card_shades[edition][slot.colour];
    if (count == 1 && slot.face)
        one_face(out, edition, slot.colour, slot.face);
    else if (count == 1)
        text_add(out, "%s",
                 words_phrase(combo_words.any_die, edition, slot.colour));
    else if (slot.face)
        text_add(out, form(combo_words.faces[shade], count), number(count),
                 slot.face);
    else
        text_add(out, form(combo_words.dice[shade], count), number(count));
}

/* Whether the name begins with the vowel i, as in Ines or Hilda, and not with the
 * glide of Ian or Hieronymus. An accent takes a byte of its own in UTF-8. */
static bool begins_with_i(const char *name)
{
    static const char *const accented[] = {"\u00ed", "\u00cd"};
    for (unsigned i = 0; i < 2; i++)
        if (strncmp(name, accented[i], strlen(accented[i])) == 0)
            return true;
    if (*name == 'h' || *name == 'H')
        name++;
    return (*name == 'i' || *name == 'I') &&
           (!name[1] || !strchr("aeouAEOU", name[1]));
}

void words_list(struct text *list, const char *item, unsigned place,
                unsigned items)
{
    struct text before = *list;
    text_clear(list);
    if (place == 0)
        text_add(list, "%s", item);
    else if (place + 1 < items)
        text_add(list, C_("list", "%s, %s"), before.at, item);
    else if (begins_with_i(item))
        /* TRANSLATORS: the last name begins with the vowel i: "Ana e Ines". */
        text_add(list, C_("list before i", "%s and %s"), before.at, item);
    else
        text_add(list, C_("list", "%s and %s"), before.at, item);
}

void words_shades(struct text *out, unsigned edition, tio_dice dice)
{
    unsigned last = TIO_EITHER;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        unsigned colour = tio_kind_colour(kind);
        for (unsigned i = tio_dice_count(dice, kind); i > 0; i--) {
            if (colour != last)
                text_add(out, "%s%s", last == TIO_EITHER ? "" : ", ",
                         words_colour(edition, colour));
            text_add(out, " %u", tio_kind_face(kind));
            last = colour;
        }
    }
}

void words_these(struct text *out, unsigned edition, tio_dice dice)
{
    unsigned items = 0;
    unsigned item = 0;
    struct text list;
    text_clear(&list);
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
        items += tio_dice_count(dice, kind) > 0;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        unsigned count = tio_dice_count(dice, kind);
        tio_slot slot = {.colour = (uint8_t)tio_kind_colour(kind),
                         .face = (uint8_t)tio_kind_face(kind)};
        if (!count)
            continue;
        struct text one;
        text_clear(&one);
        slots_words(&one, edition, slot, count);
        words_list(&list, one.at, item++, items);
    }
    text_add(out, "%s", list.at);
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
    struct text list;
    text_clear(&list);
    for (unsigned item = 0; item < items; item++) {
        struct text one;
        text_clear(&one);
        slots_words(&one, edition, slot[item], count[item]);
        words_list(&list, one.at, item, items);
    }
    text_add(out, "%s", list.at);
}

static void summands_words(struct text *out, unsigned edition,
                           const tio_combo *combo)
{
    unsigned shade = card_shades[edition][combo->colour];
    if (combo->count > 1)
        text_add(
            out,
            form(shade == ANY ? combo_words.of_sum : combo_words.dice[shade],
                 combo->count),
            number(combo->count));
    else
        text_add(out, "%s",
                 words_phrase(combo->count ? combo_words.any_die
                                           : combo_words.any_number,
                              edition, combo->colour));
}

static void sum_words(struct text *out, unsigned edition,
                      const tio_combo *combo)
{
    const struct combo_words *say = &combo_words;
    bool one = combo->count == 1;
    struct text dice;
    text_clear(&dice);
    summands_words(&dice, edition, combo);
    if (combo->low == combo->high)
        text_add(out, _(one ? say->one_exactly : say->exactly), dice.at,
                 combo->low);
    else if (combo->high >= TIO_SUM_MAX)
        text_add(out, _(one ? say->one_more : say->more), dice.at,
                 combo->low - 1);
    else
        text_add(out, _(one ? say->one_less : say->less), dice.at,
                 combo->high + 1U);
}

void words_combo(struct text *out, unsigned edition, const tio_combo *combo)
{
    if (combo->slots)
        shown_words(out, edition, combo);
    else
        sum_words(out, edition, combo);
}

/* ---- Cards ------------------------------------------------------------- */

void words_card(struct text *out, unsigned edition, const tio_deck *deck,
                unsigned card)
{
    if (tio_deck_is_combo(deck, card))
        words_combo(out, edition, &deck->combo[card]);
    else
        words_action(out, edition, tio_deck_action(deck, card));
}

/* ---- Scores and names -------------------------------------------------- */

static unsigned long size_of(int number)
{
    return number < 0 ? 0UL - (unsigned long)number : (unsigned long)number;
}

void words_points(struct text *out, int points)
{
    text_add(out, ngettext("%d point", "%d points", size_of(points)), points);
}

void words_chips(struct text *out, int chips)
{
    if (chips == 0)
        text_add(out, "%s", _("no chips"));
    else
        text_add(out, ngettext("%d chip", "%d chips", size_of(chips)), chips);
}

void words_combos(struct text *out, int combos)
{
    text_add(out, ngettext("%d combo", "%d combos", size_of(combos)), combos);
}

void words_actions(struct text *out, int actions)
{
    text_add(out, ngettext("%d action", "%d actions", size_of(actions)),
             actions);
}

void words_red_cost(struct text *out, tio_dice laid)
{
    unsigned red = tio_dice_size(tio_dice_colour(laid, TIO_RED));
    if (red)
        text_add(out,
                 ngettext("%u chip for the red die",
                          "%u chips for the red dice", red),
                 red);
}

void words_left_cost(struct text *out, tio_dice left)
{
    unsigned red = tio_dice_size(tio_dice_colour(left, TIO_RED));
    struct text chips;
    text_clear(&chips);
    words_chips(&chips, (int)(tio_dice_size(left) + red));
    if (red)
        /* TRANSLATORS: "3 chips". */
        text_add(out, _("%s: red counts twice"), chips.at);
    else
        text_add(out, "%s", chips.at);
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
    struct text list;
    text_clear(&list);
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        items += seats >> seat & 1;
    for (unsigned seat = 0; seat < TIO_MAX_PLAYERS; seat++)
        if (seats >> seat & 1)
            words_list(&list, names->of[seat], item++, items);
    text_add(out, "%s", list.at);
}

void words_clock(unsigned long ms, char out[WORDS_CLOCK])
{
    unsigned seconds = (unsigned)(ms / 1000 % 360000);
    snprintf(out, WORDS_CLOCK, "%u:%02u", seconds / 60, seconds % 60);
}

void words_awaited(struct text *out, const char *name, unsigned long ms)
{
    char left[WORDS_CLOCK];
    words_clock(ms, left);
    text_add(out, _("%s is not connected. A bot takes over in %s."), name,
             left);
}
