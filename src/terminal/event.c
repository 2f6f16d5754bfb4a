/* Fills the sentences of a tale with words for dice, cards and names. */
#include "terminal/event.h"

#include <string.h>

#include "i18n/i18n.h"

#define DICE_WIDTH 50 /* columns; more dice than fit are told more shortly */

static void add_totals(struct text *out, const struct names *names,
                       const union tale_value *value)
{
    for (unsigned seat = 0; seat < value->each.count; seat++)
        text_add(out, "%s%s = %d", seat ? ", " : "", names->of[seat],
                 value->each.of[seat]);
}

/* In letters, or where dice are told in words, as these. */
static void add_dice(struct text *out, const struct teller *teller,
                     unsigned edition, tio_dice dice, bool words)
{
    bool spoken = teller->log && teller->log->spoken;
    if ((words || spoken) && dice) {
        words_these(out, edition, dice);
        if (i18n_width(out->at) <= DICE_WIDTH)
            return;
        text_clear(out);
    }
    if (spoken && dice)
        words_shades(out, edition, dice);
    else
        words_dice(out, dice);
}

static void add_argument(struct text *out, const struct teller *teller,
                         unsigned edition, enum tale_arg arg,
                         const union tale_value *value)
{
    switch (arg) {
    case TALE_ARG_NAME:
    case TALE_ARG_LEVEL: /* as it is typed */
        text_add(out, "%s", value->name);
        break;
    case TALE_ARG_NUMBER:
        text_add(out, "%d", (int)value->number);
        break;
    case TALE_ARG_DIE:
        if (value->die < TIO_KINDS)
            words_die(out, edition, value->die);
        break;
    case TALE_ARG_FACE:
        text_add(out, "%u", tio_kind_face(value->die));
        break;
    case TALE_ARG_DICE:
        add_dice(out, teller, edition, value->dice, false);
        break;
    case TALE_ARG_THESE:
        add_dice(out, teller, edition, value->dice, true);
        break;
    case TALE_ARG_CARD:
        words_card(out, edition, teller->deck, (unsigned)value->number);
        break;
    case TALE_ARG_CHIPS:
        words_chips(out, (int)value->number);
        break;
    case TALE_ARG_POINTS:
        words_points(out, (int)value->number);
        break;
    case TALE_ARG_COMBOS:
        words_combos(out, (int)value->number);
        break;
    case TALE_ARG_ACTIONS:
        words_actions(out, (int)value->number);
        break;
    case TALE_ARG_RED:
        words_red_cost(out, value->dice);
        break;
    case TALE_ARG_COST:
        words_left_cost(out, value->dice);
        break;
    case TALE_ARG_SCORE:
        words_score(out, value->each.of[0], value->each.of[1]);
        break;
    case TALE_ARG_TOTALS:
        add_totals(out, teller->names, value);
        break;
    case TALE_ARG_SEATS:
        words_names(out, teller->names, (1U << value->number) - 1);
        break;
    case TALE_ARG_END:
    case TALE_ARG_WHO:
    case TALE_ARG_ACTION:
    case TALE_ARG_COUNT:
        break;
    }
}

/* The sentence with its places filled, in their order or as a translation
 * numbers them: "%s", "%u", "%2$s". */
static void fill(struct text *out, const char *at,
                 const struct text filling[TALE_VALUES])
{
    unsigned next = 0;
    for (;;) {
        size_t plain = strcspn(at, "%");
        text_add(out, "%.*s", (int)plain, at);
        at += plain;
        if (!at[0] || !at[1])
            return;
        at++;
        if (*at >= '1' && *at <= '0' + TALE_VALUES && at[1] == '$') {
            next = (unsigned)(*at - '1');
            at += 2;
        }
        if (next < TALE_VALUES)
            text_add(out, "%s", filling[next++].at);
        if (*at)
            at++;
    }
}

void event_words(struct text *out, const struct teller *teller,
                 unsigned edition, const struct tale_phrase *phrase)
{
    const struct tale_row *row = &tale_rows[phrase->id];
    const struct tale_sentences *says = &tale_sentences[phrase->id];
    bool you = phrase->seat == teller->you && says->you;
    struct text filling[TALE_VALUES] = {0};
    unsigned fillings = 0;
    unsigned values = 0;
    for (unsigned i = 0; row->arg[i] != TALE_ARG_END; i++) {
        if (row->arg[i] != TALE_ARG_WHO)
            add_argument(&filling[fillings++], teller, edition, row->arg[i],
                         &phrase->value[values++]);
        else if (!you && phrase->seat < TIO_MAX_PLAYERS)
            text_add(&filling[fillings++], "%s",
                     teller->names->of[phrase->seat]);
    }
    const char *sentence = you ? says->you : says->other;
    if (sentence)
        fill(out, _(sentence), filling);
}

void event_tell_tale(const struct teller *teller, unsigned edition,
                     const struct tale *tale)
{
    static const char *const indent[TALE_MARK_COUNT] = {
        [TALE_TOLD] = "",
        [TALE_PART] = "  ",
        [TALE_DETAIL] = "    ",
        [TALE_LINES] = "",
    };
    for (unsigned i = 0; i < tale->count; i++) {
        const struct tale_phrase *phrase = &tale->phrase[i];
        if (tale_rows[phrase->id].mark == TALE_ASIDE)
            continue;
        if (phrase->id == TALE_OF_ROUND || phrase->id == TALE_OF_BEGINS)
            teller->log->round = teller->log->count;
        struct text text = {0};
        event_words(&text, teller, edition, phrase);
        tell(teller->log, "%s%s", indent[tale_rows[phrase->id].mark], text.at);
    }
}

void event_tell(const struct teller *teller, const tio_view *before,
                const tio_move *move, const tio_view *after)
{
    struct tale_ground ground = tale_ground_of(&before->game);
    struct tale tale = {.count = 0};
    tale_move(&tale, teller->deck, &ground, move, after);
    event_tell_tale(teller, after->game.settings.edition, &tale);
}
