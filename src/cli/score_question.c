/* See score_question.h. A key that is unknown, missing or there twice, or a
 * value of another type, is a mistake that the asker wants to hear of. */
#include "cli/score_question.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static bool complain(
    struct score_complaint *complaint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(complaint->text, sizeof complaint->text, format, args);
    va_end(args);
    return false;
}

/* The library's reasons in words that need no knowledge of the library. */
static const char *json_reason(const json_error_t *error)
{
    switch ((int)json_error_code(error)) {
    case json_error_out_of_memory:
        return tio_error_words(TIO_E_MEMORY);
    case json_error_stack_overflow:
        return "nested too deeply";
    case json_error_premature_end_of_input:
        return "the line ends too early";
    case json_error_invalid_utf8:
        return "bytes that are no UTF-8";
    case json_error_end_of_input_expected:
        return "expected nothing more";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a string can't hold \\u0000";
    case json_error_duplicate_key:
        return "a key that was there already";
    default:
        return error->text;
    }
}

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "a boolean";
    case JSON_NULL:
        break;
    }
    return "null";
}

static bool read_dice(const json_t *value, struct score_question *question,
                      struct score_complaint *complaint)
{
    tio_text_error error = {0};
    if (!value)
        return complain(complaint, "\"dice\" is missing");
    if (!json_is_string(value)) {
        return complain(complaint, "\"dice\": expected a string, got %s",
                        type_name(value));
    }
    if (tio_dice_parse(json_string_value(value), &question->dice, &error) !=
        TIO_OK) {
        return complain(complaint, "\"dice\", column %u: %s", error.column,
                        error.what);
    }
    return true;
}

static bool read_combos(const json_t *value, struct score_question *question,
                        struct score_complaint *complaint)
{
    if (!value)
        return complain(complaint, "\"combos\" is missing");
    if (!json_is_array(value)) {
        return complain(complaint,
                        "\"combos\": expected an array of strings, got %s",
                        type_name(value));
    }
    if (json_array_size(value) > TIO_HAND_CARDS) {
        return complain(complaint, "\"combos\": at most %d, got %zu",
                        TIO_HAND_CARDS, json_array_size(value));
    }
    question->count = (unsigned)json_array_size(value);
    for (unsigned i = 0; i < question->count; i++) {
        const json_t *item = json_array_get(value, i);
        tio_text_error error = {0};
        if (!json_is_string(item)) {
            return complain(complaint, "combo %u: expected a string, got %s",
                            i + 1, type_name(item));
        }
        if (tio_combo_parse(json_string_value(item), &question->combo[i],
                            &error) != TIO_OK) {
            return complain(complaint, "combo %u, column %u: %s", i + 1,
                            error.column, error.what);
        }
    }
    return true;
}

bool score_question_read(const char *line, size_t length,
                         struct score_question *question,
                         struct score_complaint *complaint)
{
    json_error_t error;
    json_t *root = json_loadb(line, length,
                              JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!root) {
        return complain(complaint, "not JSON, column %d: %s", error.column,
                        json_reason(&error));
    }
    bool good = json_is_object(root);
    if (!good) {
        complain(complaint, "expected an object, got %s", type_name(root));
    } else {
        const char *key;
        json_t *value;
        json_object_foreach(root, key, value)
        {
            if (good && strcmp(key, "dice") != 0 && strcmp(key, "combos") != 0)
                good = complain(complaint, "unknown key \"%.60s\"", key);
        }
        good =
            good &&
            read_dice(json_object_get(root, "dice"), question, complaint) &&
            read_combos(json_object_get(root, "combos"), question, complaint);
    }
    json_decref(root);
    return good;
}
