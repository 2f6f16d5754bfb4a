/* What there is to be said of commands and options, as JSON: tools/option-pages
 * makes man pages and completions of it when the program is built. */
#include "cli/cli.h"

#include "cli/options.h"
#include "base/json.h"
#include "terminal/full/ui.h"

static void key_text(struct json *json, const char *key, const char *text)
{
    if (text)
        json_key_string(json, key, text);
}

static void key_number(struct json *json, const char *key, uint64_t number)
{
    json_uint(json_key(json, key), number);
}

static void key_words(struct json *json, const char *const *words)
{
    if (!words)
        return;
    json_array_begin(json_key(json, "words"));
    for (; *words; words++)
        json_str(json, *words);
    json_array_end(json);
}

static bool describe_row(void *context, const struct option_row *row, size_t at,
                         unsigned marks)
{
    struct json *json = context;
    (void)at;
    (void)marks;
    json_object_begin(json);
    json_key_string(json, "name", row->name);
    key_text(json, "argument", row->argument);
    json_key_string(json, "kind", option_kind_word(row->kind));
    key_number(json, "low", row->low);
    key_number(json, "high", row->high);
    key_number(json, "normal", row->normal);
    json_key_int(json, "scale", row->kind == OPTION_SECONDS ? 1000 : 1);
    key_words(json, row->words);
    json_key_bool(json, "repeats", row->repeats);
    json_key_string(json, "help", row->help);
    json_key_string(json, "man", row->man ? row->man : row->help);
    json_object_end(json);
    return true;
}

static void describe_rows(struct json *json, const struct option_row *rows)
{
    json_array_begin(json_key(json, "options"));
    option_each(rows, describe_row, json);
    option_each(options_help_row, describe_row, json);
    json_array_end(json);
}

static void describe(struct json *json, const struct cli_command *command)
{
    json_object_begin(json);
    json_key_string(json, "name", command->name);
    json_key_string(json, "summary", command->summary);
    json_key_string(json, "words", option_kind_word(command->words));
    json_key_bool(json, "runs", command->run);
    describe_rows(json, command->rows);
    json_object_end(json);
}

static void describe_keys(struct json *json)
{
    struct screen_key key;
    json_array_begin(json_key(json, "keys"));
    for (unsigned i = 0; screen_key(i, &key); i++) {
        json_object_begin(json);
        json_str(json_key(json, "when"), key.when);
        json_str(json_key(json, "key"), key.key);
        json_str(json_key(json, "words"), key.words);
        json_object_end(json);
    }
    json_array_end(json);
}

int describe_commands(const struct cli_command *const commands[],
                      const struct option_row *own)
{
    struct json json = json_growing();
    json_object_begin(&json);
    describe_rows(&json, own);
    json_array_begin(json_key(&json, "commands"));
    for (; *commands; commands++) {
        describe(&json, *commands);
        for (const struct cli_command *const *part = (*commands)->parts;
             part && *part; part++)
            describe(&json, *part);
    }
    json_array_end(&json);
    json_array_begin(json_key(&json, "bots"));
    for (unsigned i = 0; tio_bot_at(i); i++) {
        json_object_begin(&json);
        json_key_string(&json, "name", tio_bot_at(i)->name);
        json_key_string(&json, "about", tio_bot_at(i)->about);
        json_object_end(&json);
    }
    json_array_end(&json);
    describe_keys(&json);
    json_array_begin(json_key(&json, "decks"));
    for (unsigned i = 0; tio_deck_builtin(i); i++)
        json_str(&json, tio_deck_builtin(i)->name);
    json_array_end(&json);
    json_object_end(&json);
    return options_put_json("help", &json) ? CLI_OK : CLI_WRONG;
}
