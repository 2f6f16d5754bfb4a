/* The words for actions on their cards and in questions: one table, one row per
 * kind. What is said of a move that plays one follows from the kind's shape and
 * is in show/phrases.def. */
#ifndef TERMINAL_ACTION_WORDS_H
#define TERMINAL_ACTION_WORDS_H

#include "terminal/words.h"

/* "re-roll all the red dice in the tray". */
void words_action(struct text *out, unsigned edition, tio_action action);

/* "re-roll red dice": where the whole can be read nearby. */
void words_action_short(struct text *out, unsigned edition, tio_action action);

/* When it is said. */
enum saying {
    /* "swap the faces of an orange 3 and a blue 4" */
    SAY_PLAN = TALE_OF_PLAN_REROLL,
    /* "You will swap the faces of ..." */
    SAY_WILL = TALE_OF_WILL_REROLL,
};

/* What the move does. */
void words_play(struct text *out, enum saying saying, unsigned edition,
                const tio_move *move);

/* "Which die do you change?" */
const char *words_which(tio_action action);

/* The same on a line of its own, for the die of a colour where the action
 * wants one of each: "With which blue die (or back)?" */
const char *words_which_line(unsigned edition, tio_action action,
                             unsigned colour);

#endif
