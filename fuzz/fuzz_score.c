/* One line of JSON to `tioli score`: whatever it is, there is one line of JSON
 * in answer, and a lay-out that is claimed to be the best scores as claimed. */
#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/score_line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An assert() that no build leaves out. */
static void insist(bool holds)
{
    if (!holds)
        abort();
}

static void read_lay(const json_t *lay, unsigned count, tio_layout *layout)
{
    insist(json_array_size(lay) == count);
    memset(layout, 0, sizeof *layout);
    for (unsigned i = 0; i < count; i++) {
        const json_t *dice = json_array_get(lay, i);
        for (size_t k = 0; k < json_array_size(dice); k++) {
            tio_dice die = 0;
            tio_text_error error;
            const char *text = json_string_value(json_array_get(dice, k));
            insist(text && tio_dice_parse(text, &die, &error) == TIO_OK);
            layout->lay[i] += die;
        }
    }
}

static void check_layout(const json_t *root, const char *line, size_t size)
{
    struct score_question question = {.count = 0};
    char why[SCORE_WHY];
    tio_layout layout;
    insist(score_question_read(line, size, &question, why));
    read_lay(json_object_get(root, "lay"), question.count, &layout);
    insist(tio_layout_score(question.combos, question.count, question.dice,
                            &layout) == TIO_OK);
    insist(json_integer_value(json_object_get(root, "net")) == layout.net);
    insist(json_integer_value(json_object_get(root, "points")) ==
           layout.points);
    insist(json_integer_value(json_object_get(root, "chips")) == layout.chips);
    insist(tio_layout_net(question.combos, question.count, question.dice) ==
           layout.net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char answer[SCORE_ANSWER_TEXT];
    const char *line = (const char *)data;
    if (size > SCORE_LINE_MAX)
        return 0;
    bool good = score_line(line, size, answer);
    json_error_t error;
    json_t *root = json_loads(answer, JSON_REJECT_DUPLICATES, &error);
    insist(root && !strchr(answer, '\n'));
    insist(good == (!json_object_get(root, "error")));
    if (good)
        check_layout(root, line, size);
    json_decref(root);
    return 0;
}
