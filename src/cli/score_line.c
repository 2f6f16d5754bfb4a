/* See score_line.h. */
#include "cli/score_line.h"

#include <stdio.h>

#include "cli/score_question.h"
#include "cli/slots.h"
#include "base/json.h"

static void write_layout(struct json *json,
                         const struct score_question *question,
                         const tio_layout *layout)
{
    json_object_begin(json);
    json_key_int(json, "net", layout->net);
    json_key_int(json, "points", layout->points);
    json_key_int(json, "chips", layout->chips);
    json_array_begin(json_key(json, "lay"));
    for (unsigned i = 0; i < question->count; i++) {
        tio_kind die[TIO_MAX_DICE];
        unsigned count = slots_order(&question->combo[i], layout->lay[i], die);
        json_array_begin(json);
        for (unsigned k = 0; k < count; k++) {
            char text[3];
            slots_die_text(die[k], text);
            json_str(json, text);
        }
        json_array_end(json);
    }
    json_array_end(json);
    json_object_end(json);
}

static void write_error(char answer[SCORE_ANSWER_TEXT], const char *what)
{
    struct json json = json_fixed(answer, SCORE_ANSWER_TEXT);
    json_object_begin(&json);
    json_key_string(&json, "error", what);
    json_object_end(&json);
}

bool score_line(const char *line, size_t length, char answer[SCORE_ANSWER_TEXT])
{
    struct score_question question = {.count = 0};
    struct score_complaint complaint = {{0}};
    if (!score_question_read(line, length, &question, &complaint)) {
        write_error(answer, complaint.text);
        return false;
    }
    const tio_combo *combos[TIO_HAND_CARDS];
    for (unsigned i = 0; i < question.count; i++)
        combos[i] = &question.combo[i];
    tio_layout layout;
    tio_layout_best(combos, question.count, question.dice, &layout);
    struct json json = json_fixed(answer, SCORE_ANSWER_TEXT);
    write_layout(&json, &question, &layout);
    return true;
}

void score_line_too_long(char answer[SCORE_ANSWER_TEXT])
{
    char what[64];
    snprintf(what, sizeof what, "a line has at most %zu bytes", SCORE_LINE_MAX);
    write_error(answer, what);
}
