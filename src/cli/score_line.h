/* One question to `tioli score` and its answer: a line of JSON in, a line of
 * JSON out. Apart from reading and writing, so that it can be fuzzed. */
#ifndef CLI_SCORE_LINE_H
#define CLI_SCORE_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "tioli.h"

#define SCORE_LINE_MAX ((size_t)64 * 1024) /* bytes, without the line end */
#define SCORE_ANSWER_TEXT 4096 /* room for any answer with its final 0 */

/* Answers the line, which needs no final 0. Returns true for a lay-out, false
 * for {"error":...}. The answer has no line end. */
bool score_line(const char *line, size_t length,
                char answer[SCORE_ANSWER_TEXT]);

/* The answer to a line that is longer than SCORE_LINE_MAX. */
void score_line_too_long(char answer[SCORE_ANSWER_TEXT]);

#endif
