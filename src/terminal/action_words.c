/* What is asked for an action, by its shape. What its card says is in
 * show/card_words.c. */
#include "terminal/action_words.h"

#include "engine/actions.h"
#include "i18n/i18n.h"
#include "terminal/event.h"

struct questions {
    phrases line;
    const char *which;
};

#define ALWAYS(text)                                                           \
    {                                                                          \
        [ANY] = (text)                                                         \
    }
/* clang-format off */
static const struct questions questions[] = {
    [SHAPE_POOL] = {
        .which = N_("Which dice do you re-roll?"),
        .line = ALWAYS(N_("Which dice do you re-roll, at most four? Numbers or "
                          "dice in one line (or back):")),
    },
    [SHAPE_FACE] = {
        .which = N_("Which die do you change?"),
        .line = ALWAYS(N_("Which die do you change (or back)?")),
    },
    [SHAPE_PAIR] = {
        .which = N_("Which die swaps its face?"),
        .line = {[ORANGE] = N_("Which orange die swaps its face (or back)?"),
                 [BLUE] = N_("With which blue die (or back)?"),
                 [WHITE] = N_("Which white die swaps its face (or back)?"),
                 [BLACK] = N_("With which black die (or back)?")},
    },
    [SHAPE_THROW] = {
        .which = N_("Which of your dice do you cast into the tray?"),
        .line = ALWAYS(N_("Which of your dice do you cast into the tray (or "
                          "back)?")),
    },
};
/* A face that can't be chosen freely. */
static const struct questions by_two = {
    .which = N_("Which die do you shift by two?"),
    .line = ALWAYS(N_("Which die do you shift by two (or back)?")),
};
/* clang-format on */

static const struct questions *questions_on(tio_action action)
{
    return action_row(action)->step ? &by_two
                                    : &questions[action_shape(action)];
}

/* What it is, and what it costs. */
static void add_action(struct text *out, const char *words, tio_action action)
{
    struct text chips;
    if (action.cost == 0) {
        text_add(out, "%s", words);
        return;
    }
    text_clear(&chips);
    words_chips(&chips, action.cost);
    text_add(out, _(combo_words.cost), words, chips.at);
}

void words_action(struct text *out, unsigned edition, tio_action action)
{
    add_action(
        out,
        words_phrase(action_words[action.kind].whole, edition, action.colour),
        action);
}

void words_action_short(struct text *out, unsigned edition, tio_action action)
{
    add_action(
        out,
        words_phrase(action_words[action.kind].brief, edition, action.colour),
        action);
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
    return _(questions_on(action)->which);
}

const char *words_which_line(unsigned edition, tio_action action,
                             unsigned colour)
{
    return words_phrase(questions_on(action)->line, edition, colour);
}
