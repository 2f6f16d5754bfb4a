/* See score_line.h. A key that is unknown, missing or there twice, or a value of
 * another type, is a mistake that the asker wants to hear of. */
#include "cli/score_line.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"

/* ---- The question --------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool complain(char why[SCORE_WHY],
                                                           const char *format,
                                                           ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, SCORE_WHY, format, args);
    va_end(args);
    return false;
}

/* The library's reasons in words that need no knowledge of the library. */
static const char *json_reason(const json_error_t *error)
{
    static const char *const words[] = {
        [json_error_stack_overflow] = "nested too deeply",
        [json_error_premature_end_of_input] = "the line ends too early",
        [json_error_invalid_utf8] = "bytes that are no UTF-8",
        [json_error_end_of_input_expected] = "expected nothing more",
        [json_error_null_character] = "a string can't hold \\u0000",
        [json_error_null_byte_in_key] = "a string can't hold \\u0000",
        [json_error_duplicate_key] = "a key that was there already",
    };
    size_t code = (size_t)json_error_code(error);
    if (code == json_error_out_of_memory)
        return tio_error_words(TIO_E_MEMORY);
    return code < sizeof words / sizeof *words && words[code] ? words[code]
                                                              : error->text;
}

static const char *type_name(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array",
        [JSON_STRING] = "a string",  [JSON_INTEGER] = "a number",
        [JSON_REAL] = "a number",    [JSON_TRUE] = "a boolean",
        [JSON_FALSE] = "a boolean",  [JSON_NULL] = "null",
    };
    return names[json_typeof(value)];
}

static bool read_dice(const json_t *value, struct score_question *question,
                      char why[SCORE_WHY])
{
    tio_text_error error = {0};
    if (!value)
        return complain(why, "\"dice\" is missing");
    if (!json_is_string(value))
        return complain(why, "\"dice\": expected a string, got %s",
                        type_name(value));
    if (tio_dice_parse(json_string_value(value), &question->dice, &error) !=
        TIO_OK)
        return complain(why, "\"dice\", column %u: %s", error.column,
                        error.what);
    return true;
}

static bool read_combos(const json_t *value, struct score_question *question,
                        char why[SCORE_WHY])
{
    if (!value)
        return complain(why, "\"combos\" is missing");
    if (!json_is_array(value))
        return complain(why, "\"combos\": expected an array of strings, got %s",
                        type_name(value));
    if (json_array_size(value) > TIO_HAND_CARDS)
        return complain(why, "\"combos\": at most %d, got %zu", TIO_HAND_CARDS,
                        json_array_size(value));
    question->count = (unsigned)json_array_size(value);
    for (unsigned i = 0; i < question->count; i++) {
        const json_t *item = json_array_get(value, i);
        tio_text_error error = {0};
        if (!json_is_string(item))
            return complain(why, "combo %u: expected a string, got %s", i + 1,
                            type_name(item));
        if (tio_combo_parse(json_string_value(item), &question->combo[i],
                            &error) != TIO_OK)
            return complain(why, "combo %u, column %u: %s", i + 1, error.column,
                            error.what);
        question->combos[i] = &question->combo[i];
    }
    return true;
}

bool score_question_read(const char *line, size_t length,
                         struct score_question *question, char why[SCORE_WHY])
{
    json_error_t error;
    json_t *root = json_loadb(line, length,
                              JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!root)
        return complain(why, "not JSON, column %d: %s", error.column,
                        json_reason(&error));
    bool good = json_is_object(root);
    if (!good) {
        complain(why, "expected an object, got %s", type_name(root));
    } else {
        const char *key;
        json_t *value;
        json_object_foreach(root, key, value)
        {
            if (good && strcmp(key, "dice") != 0 && strcmp(key, "combos") != 0)
                good = complain(why, "unknown key \"%.60s\"", key);
        }
        good = good &&
               read_dice(json_object_get(root, "dice"), question, why) &&
               read_combos(json_object_get(root, "combos"), question, why);
    }
    json_decref(root);
    return good;
}

/* ---- The answer ----------------------------------------------------- */

/* The first way, by trying: with at most eight slots that is quick. */
static bool fill(const tio_combo *combo, unsigned slot, tio_dice dice,
                 tio_kind out[TIO_MAX_DICE])
{
    if (slot == combo->slots)
        return true;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++) {
        tio_slot shows = combo->slot[slot];
        unsigned colour = tio_kind_colour(kind);
        out[slot] = kind;
        if (tio_dice_count(dice, kind) > 0 &&
            (shows.face == 0 || shows.face == tio_kind_face(kind)) &&
            (shows.colour == TIO_EITHER || colour == TIO_RED ||
             shows.colour == colour) &&
            fill(combo, slot + 1, dice - tio_dice_of(kind), out))
            return true;
    }
    return false;
}

unsigned score_order(const tio_combo *combo, tio_dice dice,
                     tio_kind out[TIO_MAX_DICE])
{
    unsigned count = 0;
    if (combo->slots > 0 && tio_dice_size(dice) == combo->slots &&
        fill(combo, 0, dice, out))
        return combo->slots;
    for (tio_kind kind = 0; kind < TIO_KINDS; kind++)
        for (unsigned i = tio_dice_count(dice, kind); i > 0; i--)
            out[count++] = kind;
    return count;
}

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
        unsigned count = score_order(&question->combo[i], layout->lay[i], die);
        json_array_begin(json);
        for (unsigned k = 0; k < count; k++) {
            char text[TIO_DICE_TEXT];
            tio_dice_print(tio_dice_of(die[k]), "", text);
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
    char why[SCORE_WHY];
    if (!score_question_read(line, length, &question, why)) {
        write_error(answer, why);
        return false;
    }
    tio_layout layout;
    tio_layout_best(question.combos, question.count, question.dice, &layout);
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
