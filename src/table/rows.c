/* Prints the rows of settings as JSON, when the project is built: the page and
 * the schema of the protocol are made with them. */
#include <stdio.h>

#include "table/settings.h"

static void put(struct json *json, const char *key, const char *text)
{
    if (text)
        json_key_string(json, key, text);
}

static void put_list(struct json *json, const char *key,
                     const char *const *texts, unsigned count)
{
    if (!texts)
        return;
    json_array_begin(json_key(json, key));
    for (unsigned i = 0; i < count; i++)
        json_str(json, texts[i]);
    json_array_end(json);
}

static void put_row(struct json *json, const struct setting *row)
{
    static const char *const kinds[] = {
        [SETTING_NUMBER] = "number", [SETTING_STARTS] = "starts",
        [SETTING_SEAT] = "seat",     [SETTING_WORD] = "word",
        [SETTING_YES] = "yes",       [SETTING_EITHER] = "word",
        [SETTING_MS] = "ms",         [SETTING_TEXT] = "text",
        [SETTING_CODE] = "code",     [SETTING_DECK] = "text",
    };
    unsigned words = row->kind == SETTING_SEAT ? 1 : row->high;
    json_object_begin(json);
    put(json, "name", row->name);
    put(json, "kind", kinds[row->kind]);
    json_key_bool(json, "game", row->at < sizeof(tio_settings));
    json_key_bool(json, "later", row->later);
    json_key_int(json, "low", row->low);
    json_key_int(json, "high", row->high);
    json_key_int(json, "usual", row->usual);
    put_list(json, "words", row->words, words);
    put(json, "label", row->label);
    put_list(json, "said", row->said, words);
    put(json, "help", row->help);
    json_object_end(json);
}

int main(void)
{
    struct json json = json_growing();
    const struct setting *row;
    json_array_begin(&json);
    for (unsigned i = 0; (row = table_setting(i)); i++)
        put_row(&json, row);
    json_array_end(&json);
    const char *text = json_text(&json, NULL);
    bool done = text && puts(text) >= 0;
    json_free(&json);
    return done ? 0 : 1;
}
