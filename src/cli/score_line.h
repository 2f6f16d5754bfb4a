/* One question to `tioli score` and its answer: a line of JSON in, a line of
 * JSON out. Apart from reading and writing, so that it can be fuzzed. */
#ifndef CLI_SCORE_LINE_H
#define CLI_SCORE_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "tioli.h"

#define SCORE_LINE_MAX ((size_t)64 * 1024) /* bytes, without the line end */
#define SCORE_ANSWER_TEXT 4096 /* room for any answer with its final 0 */
#define SCORE_WHY 400          /* and for what is wrong with a line */

struct score_question {
    tio_dice dice;
    unsigned count;
    tio_combo combo[TIO_HAND_CARDS];
    const tio_combo *combos[TIO_HAND_CARDS]; /* the same, for the engine */
};

/* What a line asks, read strictly. False, and what is wrong with the line, if it
 * can't be answered. */
bool score_question_read(const char *line, size_t length,
                         struct score_question *question, char why[SCORE_WHY]);

/* Answers the line, which needs no final 0. Returns true for a lay-out, false
 * for {"error":...}. The answer has no line end. */
bool score_line(const char *line, size_t length,
                char answer[SCORE_ANSWER_TEXT]);

/* The answer to a line that is longer than SCORE_LINE_MAX. */
void score_line_too_long(char answer[SCORE_ANSWER_TEXT]);

/* The dice one by one: as the combo's slots show them if it has slots and the
 * dice complete it, else sorted light, dark, red by face. Returns how many. */
unsigned score_order(const tio_combo *combo, tio_dice dice,
                     tio_kind out[TIO_MAX_DICE]);

#endif
