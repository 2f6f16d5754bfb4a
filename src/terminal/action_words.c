/* A new kind of action gets its row here. Sentences are whole ones, for another
 * language may build them quite differently. */
#include "terminal/action_words.h"

#include "engine/actions.h"
#include "i18n/i18n.h"

#define DICE_WIDTH 50 /* columns; more dice than fit are told in letters */

/* Sentences have the arguments of their shape: the dice of a pool; the die, its
 * new face and what that costs; both dice of a pair; the die that is thrown and
 * the one that it is aimed at. */
struct action_words {
    phrases whole; /* by the card's colour; ANY where it makes no difference */
    phrases brief;
    const char *saying[SAYINGS];
    const char *plain[SAYINGS]; /* where nothing is aimed at, or paid */
    phrases which_line;
    const char *which;
};

#define OF_COLOUR(orange, blue, white, black)                                  \
    {                                                                          \
        [ORANGE] = (orange), [BLUE] = (blue), [WHITE] = (white),               \
        [BLACK] = (black)                                                      \
    }
#define OF_EDITION(gamewright, schmidt)                                        \
    {                                                                          \
        [ORANGE] = (gamewright), [WHITE] = (schmidt)                           \
    }
#define ALWAYS(text)                                                           \
    {                                                                          \
        [ANY] = (text)                                                         \
    }
#define SAY(plan, will)                                                        \
    {                                                                          \
        [SAY_PLAN] = (plan), [SAY_WILL] = (will)                               \
    }

#define REROLL                                                                 \
    .saying = SAY(N_("re-roll %s"), N_("You will re-roll %s.")),               \
    .which = N_("Which dice do you re-roll?")

/* clang-format off */
static const struct action_words words[TIO_ACTION_KINDS] = {
    [TIO_REROLL_COLOUR] = {
        .whole = OF_COLOUR(N_("re-roll any of the orange dice in the tray"),
                           N_("re-roll any of the blue dice in the tray"),
                           N_("re-roll all the white dice in the tray"),
                           N_("re-roll all the black dice in the tray")),
        .brief = OF_COLOUR(N_("re-roll orange dice"), N_("re-roll blue dice"),
                           N_("re-roll white dice"), N_("re-roll black dice")),
        REROLL,
    },
    [TIO_REROLL_FOUR] = {
        .whole = OF_EDITION(N_("re-roll up to four dice of any colour in the tray"),
                            N_("re-roll up to four white or black dice in the tray")),
        .brief = ALWAYS(N_("re-roll up to four dice")),
        .which_line = ALWAYS(N_("Which dice do you re-roll, at most four? Numbers or "
                                "dice in one line (or back):")),
        REROLL,
    },
    [TIO_TAKE_TWO] = {
        .whole = ALWAYS(N_("take up to two dice this turn")),
        .brief = ALWAYS(N_("take two dice")),
        .saying = SAY(N_("then take two dice"),
                      N_("You may then take two dice this turn, or one, or pass.")),
    },
    [TIO_CHANGE] = {
        .whole = OF_COLOUR(N_("turn an orange die in the tray to any other face"),
                           N_("turn a blue die in the tray to any other face"),
                           N_("turn a white die in the tray to any other face"),
                           N_("turn a black die in the tray to any other face")),
        .brief = OF_COLOUR(N_("change an orange die for %s"), N_("change a blue die for %s"),
                           N_("change a white die for %s"), N_("change a black die for %s")),
        .saying = SAY(N_("turn %s to %u, for %s"),
                      N_("You will turn %s to %u. It costs %s at once.")),
        .plain = {[SAY_WILL] = N_("You will turn %s to %u.")},
        .which = N_("Which die do you change?"),
        .which_line = ALWAYS(N_("Which die do you change (or back)?")),
    },
    [TIO_CAST] = {
        .whole = ALWAYS(N_("cast one of your dice back into the tray")),
        .brief = ALWAYS(N_("cast a die back")),
        .saying = SAY(N_("cast %s back, aiming at %s"),
                      N_("You will cast %s back, aiming at %s.")),
        .plain = SAY(N_("cast %s back"), NULL),
        .which = N_("Which of your dice do you cast into the tray?"),
        .which_line = ALWAYS(N_("Which of your dice do you cast into the tray (or "
                                "back)?")),
    },
    [TIO_SWAP] = {
        .whole = OF_EDITION(N_("swap the faces of one orange and one blue die in the tray"),
                            N_("swap the faces of one white and one black die in the tray")),
        .brief = ALWAYS(N_("swap two faces")),
        .saying = SAY(N_("swap the faces of %s and %s"),
                      N_("You will swap the faces of %s and %s.")),
        .which = N_("Which die swaps its face?"),
        .which_line = OF_COLOUR(N_("Which orange die swaps its face (or back)?"),
                                N_("With which blue die (or back)?"),
                                N_("Which white die swaps its face (or back)?"),
                                N_("With which black die (or back)?")),
    },
    [TIO_REROLL_RED] = {
        .whole = ALWAYS(N_("re-roll all the red dice in the tray")),
        .brief = ALWAYS(N_("re-roll red dice")),
        REROLL,
    },
    [TIO_SHIFT] = {
        .whole = OF_COLOUR(N_("shift one orange die in the tray two up or two down"),
                           N_("shift one blue die in the tray two up or two down"),
                           N_("shift one white die in the tray two up or two down"),
                           N_("shift one black die in the tray two up or two down")),
        .brief = OF_COLOUR(N_("shift an orange die by two"), N_("shift a blue die by two"),
                           N_("shift a white die by two"), N_("shift a black die by two")),
        .saying = SAY(N_("shift %s to %u"), N_("You will shift %s to %u.")),
        .which = N_("Which die do you shift by two?"),
        .which_line = ALWAYS(N_("Which die do you shift by two (or back)?")),
    },
    [TIO_REROLL_ALL] = {
        .whole = ALWAYS(N_("re-roll all dice in the tray")),
        .brief = ALWAYS(N_("re-roll all dice")),
        REROLL,
    },
};
/* clang-format on */

void words_action(struct text *out, unsigned edition, tio_action action)
{
    const char *whole =
        words_phrase(words[action.kind].whole, edition, action.colour);
    struct text chips;
    if (action.cost == 0) {
        text_add(out, "%s", whole);
        return;
    }
    text_clear(&chips);
    words_chips(&chips, action.cost);
    /* TRANSLATORS: "turn a blue die in the tray to any other face", "2 chips" */
    text_add(out, _("%s, for %s"), whole, chips.at);
}

void words_action_short(struct text *out, unsigned edition, tio_action action)
{
    struct text chips;
    text_clear(&chips);
    words_chips(&chips, action.cost);
    text_add(out,
             words_phrase(words[action.kind].brief, edition, action.colour),
             chips.at);
}

/* Two arguments at the most, a face and what that costs. */
struct arguments {
    struct text die;
    struct text other;
    unsigned face;
    bool plain;
};

static void find_arguments(struct arguments *found, enum saying saying,
                           unsigned edition, const tio_move *move)
{
    text_clear(&found->die);
    text_clear(&found->other);
    found->face = 0;
    found->plain = false;
    if (move->play.die != TIO_NONE)
        words_die(&found->die, edition, move->play.die);
    switch (action_shape(move->play.action)) {
    case SHAPE_NONE:
        break;
    case SHAPE_POOL:
        words_these(&found->die, edition, move->play.dice);
        if (saying != SAY_WILL || i18n_width(found->die.at) <= DICE_WIDTH)
            break;
        text_clear(&found->die);
        words_dice(&found->die, move->play.dice);
        break;
    case SHAPE_FACE:
        found->face = tio_kind_face(move->play.other);
        found->plain = move->play.action.cost == 0;
        words_chips(&found->other, move->play.action.cost);
        break;
    case SHAPE_PAIR:
    case SHAPE_THROW:
        found->plain = move->play.other == TIO_NONE;
        if (!found->plain)
            words_die(&found->other, edition, move->play.other);
        break;
    }
}

void words_play(struct text *out, enum saying saying, unsigned edition,
                const tio_move *move)
{
    const struct action_words *row = &words[move->play.action.kind];
    bool has_face = action_shape(move->play.action) == SHAPE_FACE;
    const char *format = row->saying[saying];
    struct arguments is;
    find_arguments(&is, saying, edition, move);
    if (is.plain && row->plain[saying])
        format = row->plain[saying];
    /* What a sentence has no place for comes last, and is left out. */
    if (has_face)
        text_add(out, _(format), is.die.at, is.face, is.other.at);
    else
        text_add(out, _(format), is.die.at, is.other.at);
}

const char *words_which(tio_action action)
{
    return _(words[action.kind].which);
}

const char *words_which_line(unsigned edition, tio_action action,
                             unsigned colour)
{
    return words_phrase(words[action.kind].which_line, edition, colour);
}
