/* Reads what a line of `tioli score` asks, strictly. */
#ifndef CLI_SCORE_QUESTION_H
#define CLI_SCORE_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

#include "tioli.h"

struct score_question {
    tio_dice dice;
    unsigned count;
    tio_combo combo[TIO_HAND_CARDS];
};

struct score_complaint {
    char text[400];
};

/* False, and what is wrong with the line, if it can't be answered. */
bool score_question_read(const char *line, size_t length,
                         struct score_question *question,
                         struct score_complaint *complaint);

#endif
