/* A new kind of action gets its row here. Sentences are whole ones, because
 * another language may build them quite differently. */
#include "terminal/action_words.h"

#include "i18n/i18n.h"
#include "terminal/event.h"

struct action_words {
    phrases whole; /* by the card's colour; ANY where it makes no difference */
    phrases brief;
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

#define REROLL .which = N_("Which dice do you re-roll?")

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
    },
    [TIO_CHANGE] = {
        .whole = OF_COLOUR(N_("turn an orange die in the tray to any other face"),
                           N_("turn a blue die in the tray to any other face"),
                           N_("turn a white die in the tray to any other face"),
                           N_("turn a black die in the tray to any other face")),
        .brief = OF_COLOUR(N_("change an orange die for %s"), N_("change a blue die for %s"),
                           N_("change a white die for %s"), N_("change a black die for %s")),
        .which = N_("Which die do you change?"),
        .which_line = ALWAYS(N_("Which die do you change (or back)?")),
    },
    [TIO_CAST] = {
        .whole = ALWAYS(N_("cast one of your dice back into the tray")),
        .brief = ALWAYS(N_("cast a die back")),
        .which = N_("Which of your dice do you cast into the tray?"),
        .which_line = ALWAYS(N_("Which of your dice do you cast into the tray (or "
                                "back)?")),
    },
    [TIO_SWAP] = {
        .whole = OF_EDITION(N_("swap the faces of one orange and one blue die in the tray"),
                            N_("swap the faces of one white and one black die in the tray")),
        .brief = ALWAYS(N_("swap two faces")),
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

void words_play(struct text *out, enum saying saying, unsigned edition,
                const tio_move *move)
{
    static const struct teller nobody;
    struct tale tale = {.count = 0};
    tale_play(&tale, (enum tale_id)saying, move);
    event_words(out, &nobody, edition, &tale.phrase[0]);
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
